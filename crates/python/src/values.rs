//! Values of partizan positions and of expressions, thermographs, misère quotients.

use crate::border::{self, Limits, usual_memory};
use crate::game::Game;
use crate::{convert, error, lang};
use bouton::game::line::Names;
use bouton::game::source::{Files, Source};
use bouton::misere::{MisereQuestion, USUAL, quotient, text};
use bouton::report;
use bouton::value::line::{TypedWhat, terms};
use bouton::value::picture::walls;
use bouton::value::{Term, ValueQuestion, What};
use bouton::{Budget, Problem, Solver};
use bouton_plot::Theme;
use pyo3::prelude::*;
use std::sync::Arc;

/// What a line of values takes for a game: what a person may name.
struct Sources;

impl Names for Sources {
    type Source = Source;
    type Error = Problem;

    fn of(&self, word: &str) -> Option<Source> {
        Source::of(word)
    }

    fn named(&self, word: &str, _first: bool) -> Result<Source, Problem> {
        Source::named(word, &[], str::to_string)
    }
}

/// A sum: how many times, a game or none, and the position or the expression.
type Sum<'py> = Vec<(i64, Option<PyRef<'py, Game>>, String)>;

/// The same without Python.
type Opened = Vec<(i64, Option<bouton::Game>, String)>;

fn opened(sum: &Sum<'_>) -> Opened {
    sum.iter()
        .map(|(times, game, text)| (*times, game.as_ref().map(|game| game.game()), text.clone()))
        .collect()
}

/// The question that a sum asks; a single text may be a whole line, games among it.
fn question(sum: &Opened) -> Result<ValueQuestion, Problem> {
    if let [(1, None, line)] = sum.as_slice() {
        let mut out = Vec::new();
        for typed in terms(&Sources, std::slice::from_ref(line))? {
            let what = match typed.what {
                TypedWhat::Expression(text) => What::Expression(text),
                TypedWhat::Game(source, position) => {
                    let files = Files::of(source.folder(), usual_memory(), Arc::new(|| false));
                    let game = source.game(&files)?.speaking(lang());
                    let position = game.position(&position)?;
                    What::Position(game, position)
                }
            };
            out.push(Term { times: typed.times, what });
        }
        return Ok(ValueQuestion { terms: out });
    }
    let term = |(times, game, text): &(i64, Option<bouton::Game>, String)| {
        let what = match game {
            Some(game) => What::Position(game.clone(), game.position(text)?),
            None => What::Expression(text.clone()),
        };
        Ok(Term { times: *times, what })
    };
    Ok(ValueQuestion { terms: sum.iter().map(term).collect::<Result<_, Problem>>()? })
}

/// What a sum is worth.
#[pyfunction]
#[pyo3(signature = (sum, outcome=false, limits=None))]
pub(crate) fn value<'py>(
    py: Python<'py>,
    sum: Sum<'py>,
    outcome: bool,
    limits: Option<Limits>,
) -> PyResult<Bound<'py, PyAny>> {
    let (sum, lang) = (opened(&sum), lang());
    let ask = |budget: &Budget| {
        let question = question(&sum)?;
        let mut solver = Solver::new(budget.clone());
        Ok(match (outcome, question.is_loopy()) {
            (true, _) => report::json(&solver.hot_sum(&question)?, lang),
            (_, true) => report::json(&solver.loopy(&question)?, lang),
            _ => report::json(&solver.value(&question)?, lang),
        })
    };
    border::run(py, limits, ask, |py, found| convert::json(py, &found))
}

/// The walls of a thermograph, and their picture.
#[pyfunction]
#[pyo3(signature = (sum, dark=false, limits=None))]
pub(crate) fn thermograph<'py>(
    py: Python<'py>,
    sum: Sum<'py>,
    dark: bool,
    limits: Option<Limits>,
) -> PyResult<Bound<'py, PyAny>> {
    let (sum, lang) = (opened(&sum), lang());
    let ask = |budget: &Budget| Solver::new(budget.clone()).thermograph(&question(&sum)?);
    border::run(py, limits, ask, |py, found| {
        let theme = if dark { Theme::Dark } else { Theme::Light };
        let svg = walls(&found, false, lang).svg(theme);
        Ok((convert::answer(py, &found)?, svg).into_pyobject(py)?.into_any())
    })
}

/// The misère quotient of a game's heaps, or of what follows from a position; its certificate, LaTeX and GAP beside it.
#[pyfunction]
#[pyo3(signature = (game, position=None, to=None, timed=false, limits=None))]
pub(crate) fn misere<'py>(
    py: Python<'py>,
    game: PyRef<'py, Game>,
    position: Option<String>,
    to: Option<usize>,
    timed: bool,
    limits: Option<Limits>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game.game();
    let position = match position {
        None if game.kind().parts => None,
        typed => Some(
            game.position(typed.as_deref().unwrap_or(""))
                .map_err(|problem| error::exception(py, &problem))?,
        ),
    };
    let ask = |budget: &Budget| {
        let budget = if to.is_none() && !timed { budget.clone().time(USUAL) } else { budget.clone() };
        let found = quotient(&MisereQuestion { game: game.clone(), position, to }, &budget)?;
        let certificate = found.certificate(&game).map(|certificate| certificate.to_string());
        Ok((found, certificate))
    };
    border::run(py, limits, ask, |py, (found, certificate)| {
        let texts = (text::latex(&found), text::gap(&found));
        Ok((convert::answer(py, &found)?, certificate, texts).into_pyobject(py)?.into_any())
    })
}
