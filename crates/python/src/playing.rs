//! A game in progress, for whoever plays in Python.

use crate::border::{self, Limits, locked};
use crate::convert;
use crate::game::{Game, word};
use crate::lang;
use bouton::answer::entries::entry;
use bouton::game::State;
use bouton::play::opponent::{Opponent, Strength};
use bouton::report;
use bouton::rng::Rng;
use bouton::{Budget, Problem, Question, Solver};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde_json::json;
use std::sync::Mutex;

/// What plays: the game, and the opponent with its luck.
struct Table {
    playing: bouton::play::Playing,
    opponent: Opponent,
    rng: Rng,
}

/// A game in progress.
#[pyclass(frozen, module = "bouton._bouton")]
pub(crate) struct Playing(Mutex<Option<Table>>);

impl Playing {
    /// Does something at the table with the interpreter's lock given up.
    fn at_table<'py, T: Send>(
        &self,
        py: Python<'py>,
        limits: Option<Limits>,
        work: impl FnOnce(&mut Table) -> Result<T, Problem> + Send,
        show: impl FnOnce(Python<'py>, T) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let busy = || PyRuntimeError::new_err("this game is being played by another thread");
        let mut table = locked(&self.0).take().ok_or_else(busy)?;
        let kept = &self.0;
        border::run(
            py,
            limits,
            move |budget| {
                table.playing.ask().0.keep_to(budget.clone());
                let found = work(&mut table);
                *locked(kept) = Some(table);
                found
            },
            show,
        )
    }
}

#[pymethods]
impl Playing {
    /// A game at its start; `mistakes` is how often the opponent moves at random, from 0 to 1.
    #[new]
    #[pyo3(signature = (game, position, first=None, mistakes=0.0, seed=1))]
    fn new(
        py: Python<'_>,
        game: PyRef<'_, Game>,
        position: String,
        first: Option<String>,
        mistakes: f64,
        seed: u64,
    ) -> PyResult<Playing> {
        if !(0.0..=1.0).contains(&mistakes) {
            return Err(PyValueError::new_err("mistakes is a rate between 0 and 1"));
        }
        let opened = game.game();
        let start = || -> Result<State, Problem> {
            Ok(State::new(opened.position(&position)?, game.first(first.as_deref())?))
        };
        let state = start().map_err(|problem| crate::error::exception(py, &problem))?;
        let question = Question { games: vec![opened.clone()], state, all_moves: false };
        let strength = if mistakes > 0.0 { Strength::Mistakes(mistakes) } else { Strength::Perfect };
        let playing = bouton::play::Playing::new(question, Solver::new(Budget::unlimited()));
        let (opponent, rng) = (Opponent::new(strength, seed), Rng::new(seed));
        Ok(Playing(Mutex::new(Some(Table { playing, opponent, rng }))))
    }

    /// Where it stands: position, mover, moves, whether it is over and how for the player to move, points.
    #[pyo3(signature = (limits=None))]
    fn state<'py>(&self, py: Python<'py>, limits: Option<Limits>) -> PyResult<Bound<'py, PyAny>> {
        let lang = lang();
        let look = |table: &mut Table| {
            let options = table.playing.options()?;
            let over = table.playing.over(&options)?;
            let playing = &table.playing;
            let mover = playing.mover();
            Ok(json!({
                "position": playing.question().shown(),
                "mover": mover,
                "player": playing.player_name(mover),
                "moves": options.entries.iter().map(|entry| report::json(entry, lang)).collect::<Vec<_>>(),
                "over": over.map(word),
                "totals": playing.score().map(|_| playing.totals()),
            }))
        };
        self.at_table(py, limits, look, |py, found| convert::json(py, &found))
    }

    /// Makes a move as it is typed.
    fn follow<'py>(&self, py: Python<'py>, by: &str) -> PyResult<Bound<'py, PyAny>> {
        let make = |table: &mut Table| table.playing.follow(by);
        self.at_table(py, None, make, |py, ()| Ok(py.None().into_bound(py)))
    }

    /// The opponent's move, which is made; none where the game is over.
    #[pyo3(signature = (limits=None))]
    fn reply<'py>(&self, py: Python<'py>, limits: Option<Limits>) -> PyResult<Bound<'py, PyAny>> {
        let answer = |table: &mut Table| {
            let options = table.playing.options()?;
            if table.playing.over(&options)?.is_some() {
                return Ok(None);
            }
            let Some(choice) = table.playing.reply(&mut table.opponent, &options, &mut table.rng)? else {
                return Ok(None);
            };
            let made = entry(table.playing.at(), &choice.by, None);
            table.playing.make(choice.by);
            Ok(Some(made))
        };
        self.at_table(py, limits, answer, |py, made| convert::answer(py, &made))
    }

    /// A hint in words; the higher the step (1 to 3), the more it gives away. None where the position is too big.
    #[pyo3(signature = (step, limits=None))]
    fn hint<'py>(&self, py: Python<'py>, step: usize, limits: Option<Limits>) -> PyResult<Bound<'py, PyAny>> {
        let lang = lang();
        let look = |table: &mut Table| {
            Ok(table.playing.hint()?.map(|hint| table.playing.hint_text(&hint, step, lang)))
        };
        self.at_table(py, limits, look, |py, text| convert::answer(py, &text))
    }

    /// Every state so far with the move that led there and what it is worth, and the moves that gave something away.
    #[pyo3(signature = (limits=None))]
    fn history<'py>(&self, py: Python<'py>, limits: Option<Limits>) -> PyResult<Bound<'py, PyAny>> {
        let lang = lang();
        let look = |table: &mut Table| {
            let states = report::json(&table.playing.history()?, lang);
            let mistakes: Vec<_> = table
                .playing
                .mistakes()?
                .iter()
                .map(|m| {
                    let mut out = report::json(m, lang);
                    out["say"] = m.say(lang).into();
                    out
                })
                .collect();
            Ok(json!({"states": states, "mistakes": mistakes}))
        };
        self.at_table(py, limits, look, |py, found| convert::json(py, &found))
    }

    /// Takes back to where a player (0 or 1) had to move last; false where there is nothing to take back.
    fn undo<'py>(&self, py: Python<'py>, player: usize) -> PyResult<Bound<'py, PyAny>> {
        let back = |table: &mut Table| Ok(table.playing.undo(|who| who == player));
        self.at_table(py, None, back, |py, done| convert::answer(py, &done))
    }
}
