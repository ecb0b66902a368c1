//! Questions whose answers are JSON: solve, explain, pattern, check, starts, same, and the list of the library.

use crate::border::{self, Limits};
use crate::game::Game;
use crate::{convert, lang};
use bouton::answer::starts::{LostStarts, Starts};
use bouton::claims::check::{CheckQuestion, SEED};
use bouton::game::State;
use bouton::game::catalogue;
use bouton::language::interp::Turn;
use bouton::language::value::Value;
use bouton::pattern::{PatternQuestion, in_numbers};
use bouton::report;
use bouton::same::SameQuestion;
use bouton::table::{AxisRange, Show, TableQuestion};
use bouton::theory::sequences::Search;
use bouton::{Answer, Budget, Problem, Question, Solver};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Value as Json, json};

/// `n = from..to`
pub(crate) type Range = (String, i64, Option<i64>);

pub(crate) fn ranges(ranges: Vec<Range>) -> Vec<AxisRange> {
    ranges.into_iter().map(|(name, from, to)| AxisRange { name, from, to }).collect()
}

pub(crate) fn show(word: Option<&str>) -> PyResult<Option<Show>> {
    let named = |word: &str| {
        Show::named(word).ok_or_else(|| {
            let all = Show::ALL.map(Show::word).join(", ");
            PyValueError::new_err(format!("show={word:?}: one of {all}"))
        })
    };
    word.map(named).transpose()
}

/// Games with their positions, as a question is asked about them.
type Terms<'py> = Vec<(PyRef<'py, Game>, String)>;

/// What a sum of terms asks; their positions are read when it is asked.
pub(crate) fn opened(terms: &Terms<'_>) -> Vec<(bouton::Game, String)> {
    terms.iter().map(|(game, text)| (game.game(), text.clone())).collect()
}

fn question(
    terms: &[(bouton::Game, String)],
    first: Option<&str>,
    all_moves: bool,
) -> Result<Question, Problem> {
    let games: Vec<bouton::Game> = terms.iter().map(|(game, _)| game.clone()).collect();
    let positions = terms.iter().map(|(game, text)| game.position(text)).collect::<Result<_, _>>()?;
    let mover = first.map_or(Ok(0), |name| Question::player(&games, name))?;
    Ok(Question { games, state: State { positions, turn: Turn { mover, turn: 0 } }, all_moves })
}

/// Who wins; what is known when it is interrupted.
fn solved(solver: &mut Solver, question: &Question) -> Result<Answer, Problem> {
    match solver.solve(question) {
        Err(Problem::Interrupted) => Ok(solver.interrupted(question)),
        other => other,
    }
}

/// An answer, and beside what `--json` prints its reasons in sentences.
fn shown<'py>(py: Python<'py>, answer: &Answer) -> PyResult<Bound<'py, PyAny>> {
    let why: Vec<String> = answer.why.iter().flat_map(|why| why.say(lang())).collect();
    Ok((convert::answer(py, answer)?, why, answer.ending.say(lang())).into_pyobject(py)?.into_any())
}

/// The library: an entry for each game that mentions all words.
#[pyfunction]
pub(crate) fn library<'py>(py: Python<'py>, words: Vec<String>) -> PyResult<Bound<'py, PyAny>> {
    let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let games = catalogue::listed().map(|e| (e, e.about())).filter(|(e, a)| e.mentions(a, &words));
    convert::json(py, &Json::Array(games.map(|(e, a)| e.json(&a, lang())).collect()))
}

/// Who wins a position or a sum of several.
#[pyfunction]
#[pyo3(signature = (terms, first=None, all_moves=false, limits=None))]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    terms: Terms<'py>,
    first: Option<String>,
    all_moves: bool,
    limits: Option<Limits>,
) -> PyResult<Bound<'py, PyAny>> {
    let terms = opened(&terms);
    let ask = |budget: &Budget| {
        let question = question(&terms, first.as_deref(), all_moves)?;
        question.addable()?;
        solved(&mut Solver::new(budget.clone()), &question)
    };
    border::run(py, limits, ask, |py, answer| shown(py, &answer))
}

/// Who wins each of many positions; one solver remembers for all. A position that is none gives the mistake.
#[pyfunction]
#[pyo3(signature = (game, positions, first=None, all_moves=false, limits=None))]
pub(crate) fn solve_many<'py>(
    py: Python<'py>,
    game: PyRef<'py, Game>,
    positions: Vec<String>,
    first: Option<String>,
    all_moves: bool,
    limits: Option<Limits>,
) -> PyResult<Bound<'py, PyAny>> {
    let (lang, of) = (lang(), positions.len() as u64);
    let opened = game.game();
    let ask = |budget: &Budget| {
        let mut solver = Solver::new(budget.clone());
        let mut out = Vec::new();
        for (i, typed) in positions.iter().enumerate() {
            solver.renew();
            let asked = question(&[(opened.clone(), typed.clone())], first.as_deref(), all_moves);
            out.push(match asked.and_then(|question| solver.solve(&question)) {
                Ok(answer) => {
                    let why: Vec<String> = answer.why.iter().flat_map(|why| why.say(lang)).collect();
                    (report::json(&answer, lang), why)
                }
                Err(Problem::Interrupted) => break,
                Err(problem) => {
                    let message = problem.line(lang).replace('\n', " ");
                    (json!({"line": i + 1, "position": typed, "error": message}), Vec::new())
                }
            });
            budget.goal().reached(i as u64 + 1, of);
        }
        Ok(out)
    };
    border::run(py, limits, ask, |py, found| {
        let list = found.iter().map(|(answer, why)| Ok((convert::json(py, answer)?, why.clone())));
        Ok(list.collect::<PyResult<Vec<_>>>()?.into_pyobject(py)?.into_any())
    })
}

/// Why a position is won or lost, as a tree of moves and answers; or what one move does.
#[pyfunction]
#[pyo3(signature = (terms, first=None, by=None, depth=1, limits=None))]
pub(crate) fn explain<'py>(
    py: Python<'py>,
    terms: Terms<'py>,
    first: Option<String>,
    by: Option<String>,
    depth: usize,
    limits: Option<Limits>,
) -> PyResult<Bound<'py, PyAny>> {
    let (terms, lang) = (opened(&terms), lang());
    let ask = |budget: &Budget| {
        let question = question(&terms, first.as_deref(), false)?;
        let mut solver = Solver::new(budget.clone());
        Ok(match &by {
            Some(by) => {
                let explained = solver.explain_move(&question, by)?;
                let mut out = report::json(&explained, lang);
                out["say"] = explained.say(lang).into();
                out
            }
            None => {
                let explained = solver.explain(&question, depth)?;
                json!({
                    "answer": report::json(&explained.answer, lang),
                    "tree": report::json(&explained.tree, lang),
                    "cut": explained.cut,
                })
            }
        })
    };
    border::run(py, limits, ask, |py, found| convert::json(py, &found))
}

/// The rule behind the values of a game.
#[pyfunction]
#[pyo3(signature = (game, axes, to=None, shown=None, longest=None, exceptions=None, limits=None))]
#[allow(clippy::too_many_arguments)] // what the command has flags for
pub(crate) fn pattern<'py>(
    py: Python<'py>,
    game: PyRef<'py, Game>,
    axes: Vec<Range>,
    to: Option<u64>,
    shown: Option<&str>,
    longest: Option<usize>,
    exceptions: Option<usize>,
    limits: Option<Limits>,
) -> PyResult<Bound<'py, PyAny>> {
    let search = search(longest, exceptions);
    let question =
        PatternQuestion { game: game.game(), ranges: ranges(axes), to, show: show(shown)?, search };
    let ask = |budget: &Budget| Solver::new(budget.clone()).pattern(&question);
    border::run(py, limits, ask, |py, found| convert::answer(py, &found))
}

/// The rule behind a list of numbers.
#[pyfunction]
#[pyo3(signature = (numbers, start=0, longest=None, exceptions=None))]
pub(crate) fn pattern_in<'py>(
    py: Python<'py>,
    numbers: Vec<i64>,
    start: i64,
    longest: Option<usize>,
    exceptions: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let search = search(longest, exceptions);
    border::run(
        py,
        None,
        |_| Ok(in_numbers(start, &numbers, &search)),
        |py, found| convert::answer(py, &found),
    )
}

fn search(longest: Option<usize>, exceptions: Option<usize>) -> Search {
    Search { longest_period: longest, exceptions: exceptions.unwrap_or(Search::default().exceptions) }
}

/// The examples and claims of a game, or one claim.
#[pyfunction]
#[pyo3(signature = (game, claim=None, to=None, inductive=false, seed=None, limits=None))]
pub(crate) fn check<'py>(
    py: Python<'py>,
    game: PyRef<'py, Game>,
    claim: Option<String>,
    to: Option<u64>,
    inductive: bool,
    seed: Option<u64>,
    limits: Option<Limits>,
) -> PyResult<Bound<'py, PyAny>> {
    let (opened, folder, lang) = (game.game(), game.source().folder(), lang());
    let ask = |budget: &Budget| {
        let question = CheckQuestion {
            game: &opened,
            claim: claim.as_deref(),
            to,
            inductive,
            seed: seed.unwrap_or(SEED),
            loader: &folder,
        };
        let report = Solver::new(budget.clone()).check(&question)?;
        Ok(report::json(&report.answer(false, lang), lang))
    };
    border::run(py, limits, ask, |py, found| convert::json(py, &found))
}

/// Which starts are lost for the player to move, or win for the player who sets up.
#[pyfunction]
#[pyo3(signature = (game, axes, given=None, to=None, most=20, limits=None))]
pub(crate) fn starts<'py>(
    py: Python<'py>,
    game: PyRef<'py, Game>,
    axes: Vec<Range>,
    given: Option<i64>,
    to: Option<u64>,
    most: usize,
    limits: Option<Limits>,
) -> PyResult<Bound<'py, PyAny>> {
    let question = TableQuestion { ranges: ranges(axes), to, ..TableQuestion::new(game.game()) };
    let (given, lang) = (given.map(Value::Int), lang());
    let ask = |budget: &Budget| {
        Ok(match Solver::new(budget.clone()).starts(&question, given.as_ref(), most)? {
            Starts::Setup(starts) => report::json(&starts, lang),
            Starts::Lost(table) => report::json(&LostStarts::of(&table, most), lang),
        })
    };
    border::run(py, limits, ask, |py, found| convert::json(py, &found))
}

/// Are two games the same, position by position?
#[pyfunction]
#[pyo3(signature = (a, b, axes, to=None, shown=None, maps=Vec::new(), limits=None))]
#[allow(clippy::too_many_arguments)] // what the command has flags for
pub(crate) fn same<'py>(
    py: Python<'py>,
    a: PyRef<'py, Game>,
    b: PyRef<'py, Game>,
    axes: Vec<Range>,
    to: Option<u64>,
    shown: Option<&str>,
    maps: Vec<String>,
    limits: Option<Limits>,
) -> PyResult<Bound<'py, PyAny>> {
    let plain = SameQuestion::new(a.game(), b.game());
    let question = SameQuestion { ranges: ranges(axes), to, show: show(shown)?, maps, ..plain };
    let ask = |budget: &Budget| Solver::new(budget.clone()).same(&question);
    border::run(py, limits, ask, |py, found| convert::answer(py, &found))
}
