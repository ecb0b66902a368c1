//! A game: rules, parameters and ending, with what is remembered between small questions.

use crate::border::{self, Limits, locked, usual_memory};
use crate::{convert, error, lang};
use bouton::answer::entries::entry;
use bouton::engine::heaps::{self, HeapRule, Sequence};
use bouton::engine::{Budget, Outcome};
use bouton::engines::heap_rule;
use bouton::game::State;
use bouton::game::positions::Positions;
use bouton::game::source::{Files, Source, Stop};
use bouton::language::ast::{FieldKind, Verdict};
use bouton::language::interp::Turn;
use bouton::problem::NotApplicable;
use bouton::{Position, Problem, Question, Solver};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyTuple};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// Heaps up to here are listed when their values are asked for one by one.
const LISTED: u64 = 1 << 24;

/// A game.
#[pyclass(subclass, frozen, module = "bouton._bouton")]
pub(crate) struct Game {
    game: bouton::Game,
    source: Source,
    misere: bool,
    /// Values of heaps, for those who ask for them one by one.
    values: Mutex<Values>,
    /// Whoever asks takes it and puts it back, so that nobody waits for another thread's question.
    solver: Mutex<Option<Solver>>,
}

/// What is known of the values of heaps.
enum Values {
    /// Nobody has asked.
    Unasked,
    /// The rules are none for the heap engines.
    None,
    /// The rule and the values so far.
    Heaps(Arc<HeapRule>, Sequence),
}

impl Game {
    /// The game, with its title in the language of now.
    pub(crate) fn game(&self) -> bouton::Game {
        self.game.clone().speaking(lang())
    }

    /// Was the ending of its rules turned over?
    pub(crate) fn is_misere(&self) -> bool {
        self.misere
    }

    /// Where its rules come from.
    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    /// The player that a name means.
    pub(crate) fn first(&self, name: Option<&str>) -> Result<usize, Problem> {
        name.map_or(Ok(0), |name| Question::player(&[self.game()], name))
    }

    /// Asks the solver that remembers.
    pub(crate) fn remembering<T>(&self, budget: &Budget, ask: impl FnOnce(&mut Solver) -> T) -> T {
        let taken = locked(&self.solver).take();
        let mut solver = taken.unwrap_or_else(|| Solver::new(budget.clone()));
        solver.keep_to(budget.clone());
        let found = ask(&mut solver);
        *locked(&self.solver) = Some(solver);
        found
    }

    /// The value of a heap, if it is listed or follows from a period.
    fn listed(&self, heap: u64) -> Option<u64> {
        match &*locked(&self.values) {
            Values::Heaps(_, sequence) => sequence.get(heap),
            _ => None,
        }
    }

    /// Lists values of heaps up to this one and a good part more; false where the rules are not for it.
    fn list(&self, heap: u64, budget: &Budget) -> Result<bool, Problem> {
        let (rule, known) = match &*locked(&self.values) {
            Values::None => return Ok(false),
            Values::Heaps(rule, sequence) => (Some(rule.clone()), sequence.cells().len() as u64),
            Values::Unasked => (None, 0),
        };
        let rule =
            rule.or_else(|| heap_rule(&self.game).filter(|_| self.game.no_grundy().is_none()).map(Arc::new));
        let Some(rule) = rule else {
            *locked(&self.values) = Values::None;
            return Ok(false);
        };
        let to = heap.max(2 * known).clamp(1 << 10, LISTED);
        let sequence = heaps::values(&rule, to as usize, budget)?;
        *locked(&self.values) = Values::Heaps(rule, sequence);
        Ok(self.listed(heap).is_some())
    }

    /// A position as it is shown and as its parts.
    fn shown<'py>(&self, py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyAny>> {
        let mut parts = Vec::new();
        for part in &position.parts {
            let values: Vec<_> =
                part.iter().map(|value| convert::value(py, value)).collect::<PyResult<_>>()?;
            parts.push(match <[_; 1]>::try_from(values) {
                Ok([one]) => one,
                Err(values) => PyTuple::new(py, values)?.into_any(),
            });
        }
        Ok((self.game.show(position), PyTuple::new(py, parts)?).into_pyobject(py)?.into_any())
    }
}

/// What a verdict is called.
pub(crate) fn word(verdict: Verdict) -> &'static str {
    bouton::answer::word(verdict)
}

/// What an outcome of the engines is called.
pub(crate) fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Lose => "lose",
        Outcome::Draw => "draw",
    }
}

fn never() -> Stop {
    Arc::new(|| false)
}

#[pymethods]
impl Game {
    /// A game by what names it (`how` is `any`, `rules` or `file`), with its ending turned over or not, and parameters as texts.
    #[new]
    #[pyo3(signature = (named, how="any", misere=false, settings=Vec::new(), memory=None))]
    fn new(
        py: Python<'_>,
        named: &str,
        how: &str,
        misere: bool,
        settings: Vec<(String, String)>,
        memory: Option<usize>,
    ) -> PyResult<Game> {
        let memory = memory.unwrap_or_else(usual_memory);
        let load = || -> Result<(Source, bouton::Game), Problem> {
            let source = match how {
                "rules" => Source::Rules(named.to_string()),
                "file" => Source::File(PathBuf::from(named)),
                _ => Source::named(named, &[], str::to_string)?,
            };
            let mut game = source.game(&Files::of(source.folder(), memory, never()))?.speaking(lang());
            for (name, value) in &settings {
                let files = match value.trim_start().starts_with('@') {
                    true => Files::here(memory, never()),
                    false => Files::of(source.folder(), memory, never()),
                };
                game = game.set(name, value, &files)?;
            }
            Ok((source, if misere { game.misere()? } else { game }))
        };
        let (found, _) = border::work_on(py, None, |_| load())?;
        let (source, game) = found.map_err(|problem| error::exception(py, &problem))?;
        Ok(Game { game, source, misere, values: Mutex::new(Values::Unasked), solver: Mutex::new(None) })
    }

    /// Its title, in the language of now.
    #[getter]
    fn title(&self) -> String {
        self.game().title()
    }

    /// What its source is called.
    #[getter]
    fn name(&self) -> &str {
        self.game.name()
    }

    /// Its rules as they are written.
    #[getter]
    fn rules(&self) -> String {
        self.game.sources().get(0).map_or_else(String::new, |source| source.text.clone())
    }

    /// What its notes say.
    #[getter]
    fn note(&self) -> String {
        self.game.rules().notes.iter().map(|note| note.pick(lang())).collect::<Vec<_>>().join("\n")
    }

    /// The names of the players.
    #[getter]
    fn players(&self) -> (String, String) {
        let [a, b] = self.game.rules().players.clone();
        (a, b)
    }

    /// Is a position a sum of parts?
    #[getter]
    fn is_sum(&self) -> bool {
        self.game.kind().parts
    }

    /// Do the players have different moves?
    #[getter]
    fn is_partizan(&self) -> bool {
        self.game.kind().partizan()
    }

    /// The fields of a part: names and kinds.
    #[getter]
    fn fields(&self) -> Vec<(String, &'static str)> {
        let kind = |kind: FieldKind| match kind {
            FieldKind::Number => "number",
            FieldKind::Row => "row",
            FieldKind::Bag => "bag",
            FieldKind::Set => "set",
            FieldKind::Word => "word",
            FieldKind::Grid => "grid",
        };
        self.game.rules().shape.fields.iter().map(|f| (f.name.clone(), kind(f.kind))).collect()
    }

    /// The parameters with their values in force, as texts.
    #[getter]
    fn parameters(&self) -> Vec<(String, String)> {
        let values = self.game.interp().params();
        self.game.rules().params.iter().zip(values).map(|(p, v)| (p.name.clone(), v.to_string())).collect()
    }

    /// A position as it is typed: how it is shown, and its parts.
    fn read<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        let position = self.game.position(text).map_err(|problem| error::exception(py, &problem))?;
        self.shown(py, &position)
    }

    /// The Grundy value of a heap or of a position as it is typed.
    #[pyo3(signature = (at, limits=None))]
    fn grundy(&self, py: Python<'_>, at: &Bound<'_, PyAny>, limits: Option<Limits>) -> PyResult<u64> {
        let heap = match at.cast::<PyInt>() {
            Ok(number) => number.extract::<u64>().ok(),
            Err(_) => None,
        };
        if let Some(value) = heap.and_then(|heap| self.listed(heap)) {
            return Ok(value);
        }
        let text: String = match at.extract() {
            Ok(text) => text,
            Err(_) => py.import("bouton._ask")?.getattr("typed")?.call1((at,))?.extract()?,
        };
        let found = border::work_on(py, limits, |budget| {
            if let Some(heap) = heap.filter(|heap| *heap <= LISTED)
                && self.list(heap, budget)?
                && let Some(value) = self.listed(heap)
            {
                return Ok(value);
            }
            if let Some(why) = self.game.no_grundy() {
                return Err(Problem::NotApplicable(NotApplicable::Grundy(why)));
            }
            let state = State::new(self.game.position(&text)?, 0);
            self.remembering(budget, |solver| solver.grundy(self.game.at(&state)))
        })?;
        match found {
            (_, Some(raised)) => Err(raised),
            (found, None) => found.map_err(|problem| error::exception(py, &problem)),
        }
    }

    /// Who wins a position: `win`, `lose` or `draw` for the player to move.
    #[pyo3(signature = (text, first=None, limits=None))]
    fn outcome_of(
        &self,
        py: Python<'_>,
        text: &str,
        first: Option<&str>,
        limits: Option<Limits>,
    ) -> PyResult<&'static str> {
        let found = border::work_on(py, limits, |budget| {
            let state = State::new(self.game.position(text)?, self.first(first)?);
            self.remembering(budget, |solver| {
                let at = self.game.at(&state);
                let ended = solver.with_whole(at.games, |whole| whole.over(at.state))?;
                ended.map_or_else(|| solver.outcome(at), |(verdict, _)| Ok(verdict))
            })
        })?;
        match found {
            (_, Some(raised)) => Err(raised),
            (found, None) => found.map(word).map_err(|problem| error::exception(py, &problem)),
        }
    }

    /// Every move: an entry as in answers, the position it leads to, what it gains, and whether the mover moves again.
    #[pyo3(signature = (text, first=None, limits=None))]
    fn moves_of<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        first: Option<&str>,
        limits: Option<Limits>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let list = |budget: &Budget| {
            let state = State::new(self.game.position(text)?, self.first(first)?);
            let at = self.game.at(&state);
            let mut solver = Solver::new(budget.clone());
            if solver.with_whole(at.games, |whole| whole.over(at.state))?.is_some() {
                return Ok(Vec::new());
            }
            let moves = solver.raw_moves(at)?;
            Ok(moves.into_iter().map(|m| (entry(at, &m, None), m)).collect::<Vec<_>>())
        };
        border::run(py, limits, list, |py, moves| {
            let out = PyList::empty(py);
            for (entry, made) in moves {
                let to = made.to.positions.first().cloned().unwrap_or_default();
                out.append((convert::answer(py, &entry)?, self.shown(py, &to)?, made.gain, made.again))?;
            }
            Ok(out.into_any())
        })
    }

    /// The position that a move leads to.
    #[pyo3(signature = (text, by, first=None))]
    fn play_move<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        by: &str,
        first: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let find = |budget: &Budget| {
            let state = State {
                positions: vec![self.game.position(text)?],
                turn: Turn { mover: self.first(first)?, turn: 0 },
            };
            let made = Solver::new(budget.clone()).find_move(self.game.at(&state), by)?;
            Ok(made.to.positions.first().cloned().unwrap_or_default())
        };
        border::run(py, None, find, |py, position| self.shown(py, &position))
    }

    /// All positions whose size is at most this, in order; of a sum only single parts, if that is asked for. At most so many.
    #[pyo3(signature = (to, single, most, limits=None))]
    fn positions_of<'py>(
        &self,
        py: Python<'py>,
        to: u64,
        single: bool,
        most: usize,
        limits: Option<Limits>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let list = |budget: &Budget| {
            let mut positions = Positions::new(&self.game);
            let (mut out, mut stopped) = (Vec::new(), None);
            for size in positions.sizes(single).take_while(|size| *size <= to) {
                let flow = positions.visit(size, single, &mut |position| {
                    if let Err(halt) = budget.check(out.len()) {
                        stopped = Some(Problem::from(halt));
                        return ControlFlow::Break(());
                    }
                    out.push(position.clone());
                    if out.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                if flow.is_break() {
                    break;
                }
            }
            stopped.map_or(Ok(out), Err)
        };
        border::run(py, limits, list, |py, found| {
            let out = PyList::empty(py);
            for position in found {
                out.append(self.shown(py, &position)?)?;
            }
            Ok(out.into_any())
        })
    }
}
