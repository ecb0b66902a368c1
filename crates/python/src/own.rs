//! Games written in Python, on the same engines: positions of any hashable kind become numbers here, in the order in which they are
//! met, and the engines ask for the options of a number.

use crate::border::{self, Limits, locked};
use crate::error;
use crate::game::outcome_word;
use bouton::engine::search::Scores;
use bouton::engine::{
    Budget, Game, Grundy, Outcome, Outcomes, Retrograde, Step, Stop, Sum, Whole, WholeError,
};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::Mutex;

/// What a stored position costs beside what the engines count: the object, its number and its place in a dictionary.
const BYTES: usize = 200;

/// What play may be asked of a game.
struct Rules {
    moves: Py<PyAny>,
    ends: Option<Py<PyAny>>,
    stuck: Outcome,
    endless: Outcome,
    /// The class of moves that gain something or let the player move again.
    step: Py<PyAny>,
    known: Mutex<Known>,
}

/// Positions by their numbers, and numbers by positions.
struct Known {
    numbers: Py<PyDict>,
    positions: Vec<Py<PyAny>>,
}

fn outcome(word: &str) -> PyResult<Outcome> {
    match word {
        "win" => Ok(Outcome::Win),
        "lose" => Ok(Outcome::Lose),
        "draw" => Ok(Outcome::Draw),
        other => Err(PyValueError::new_err(format!(
            "{other:?} is no outcome: write \"win\", \"lose\" or \"draw\", for the player to move"
        ))),
    }
}

impl Rules {
    /// The number of a position. One thread works with a game, so nobody else waits for the lock.
    fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = position.py();
        let numbers = locked(&self.known).numbers.clone_ref(py).into_bound(py);
        if let Some(number) = numbers.get_item(position)? {
            return number.extract();
        }
        let mut known = locked(&self.known);
        let number = u32::try_from(known.positions.len())
            .map_err(|_| PyOverflowError::new_err("too many positions"))?;
        known.positions.push(position.clone().unbind());
        drop(known);
        numbers.set_item(position, number)?;
        Ok(number)
    }

    /// The position behind a number.
    fn position<'py>(&self, py: Python<'py>, number: u32) -> Bound<'py, PyAny> {
        locked(&self.known).positions[number as usize].bind(py).clone()
    }

    fn options(&self, number: u32, mut each: impl FnMut(&Bound<'_, PyAny>) -> PyResult<()>) -> PyResult<()> {
        Python::attach(|py| {
            for result in self.moves.bind(py).call1((self.position(py, number),))?.try_iter()? {
                each(&result?)?;
            }
            Ok(())
        })
    }

    fn step(&self, result: &Bound<'_, PyAny>) -> PyResult<Step<u32>> {
        if !result.is_instance(self.step.bind(result.py()))? {
            return Ok(Step::new(self.number(result)?));
        }
        Ok(Step {
            to: self.number(&result.getattr("to")?)?,
            gain: result.getattr("gain")?.extract()?,
            again: result.getattr("again")?.extract()?,
        })
    }
}

impl Game for Rules {
    type Position = u32;
    type Error = PyErr;

    fn ended(&self, position: &u32) -> PyResult<Option<Outcome>> {
        let Some(ends) = &self.ends else { return Ok(None) };
        Python::attach(|py| {
            let said = ends.bind(py).call1((self.position(py, *position),))?;
            if said.is_none() { Ok(None) } else { outcome(&said.str()?.to_string()).map(Some) }
        })
    }

    fn options(&self, position: &u32, out: &mut Vec<Step<u32>>) -> PyResult<()> {
        self.options(*position, |result| {
            out.push(self.step(result)?);
            Ok(())
        })
    }

    fn stuck(&self, _position: &u32) -> Outcome {
        self.stuck
    }

    fn endless(&self, _position: &u32) -> Outcome {
        self.endless
    }

    fn bytes(&self, _position: &u32) -> usize {
        BYTES
    }
}

impl Sum for Rules {
    type Part = u32;
    type Error = PyErr;

    fn options(&self, part: &u32, out: &mut Vec<Vec<u32>>) -> PyResult<()> {
        self.options(*part, |result| {
            let parts = result.cast::<PyTuple>().map_err(|_| {
                PyTypeError::new_err(
                    "with parts=True a move leads to a tuple of parts, such as (n - 1,) or (a, b)",
                )
            })?;
            out.push(parts.iter().map(|part| self.number(&part)).collect::<PyResult<_>>()?);
            Ok(())
        })
    }

    fn bytes(&self, _part: &u32) -> usize {
        BYTES
    }
}

/// The engines of one game.
enum Engines {
    Outcomes(Box<Outcomes<Rules>>),
    Retrograde(Box<Retrograde<Rules>>),
    Scores(Box<Scores<Rules>>),
    Values(Box<Grundy<Whole<Rules>>>),
    Parts(Box<Grundy<Rules>>),
}

impl Engines {
    fn rules(&self) -> &Rules {
        match self {
            Engines::Outcomes(engine) => engine.game(),
            Engines::Retrograde(engine) => engine.game(),
            Engines::Scores(engine) => engine.game(),
            Engines::Values(engine) => &engine.game().0,
            Engines::Parts(engine) => engine.game(),
        }
    }

    fn positions(&self) -> usize {
        match self {
            Engines::Outcomes(engine) => engine.positions(),
            Engines::Retrograde(engine) => engine.positions(),
            Engines::Scores(engine) => engine.positions(),
            Engines::Values(engine) => engine.positions(),
            Engines::Parts(engine) => engine.positions(),
        }
    }
}

/// What an engine says: an outcome with its remoteness, or a number.
enum Said {
    Outcome(Outcome, Option<u32>),
    Number(i64),
}

type Failed = Stop<u32, WholeError<u32, PyErr>>;

fn rules_fail<P, E>(stop: Stop<P, E>) -> Stop<P, WholeError<P, E>> {
    match stop {
        Stop::Rules(error) => Stop::Rules(WholeError::Rules(error)),
        Stop::Halt(halt) => Stop::Halt(halt),
        Stop::Cycle(cycle) => Stop::Cycle(cycle),
        Stop::Overflow(position) => Stop::Overflow(position),
    }
}

/// An engine for a game written in Python; it keeps what it has learnt.
#[pyclass(frozen, module = "bouton._bouton")]
pub(crate) struct OwnEngine {
    engines: Mutex<Option<Engines>>,
}

#[pymethods]
impl OwnEngine {
    /// `what` is `outcome`, `endless`, `score`, `grundy` or `parts`.
    #[new]
    fn new(
        py: Python<'_>,
        what: &str,
        moves: Py<PyAny>,
        ends: Option<Py<PyAny>>,
        misere: bool,
        endless: &str,
        step: Py<PyAny>,
    ) -> PyResult<OwnEngine> {
        let rules = Rules {
            moves,
            ends,
            stuck: if misere { Outcome::Win } else { Outcome::Lose },
            endless: outcome(endless)?,
            step,
            known: Mutex::new(Known { numbers: PyDict::new(py).unbind(), positions: Vec::new() }),
        };
        let engines = match what {
            "endless" => Engines::Retrograde(Box::new(Retrograde::new(rules))),
            "score" => Engines::Scores(Box::new(Scores::new(rules))),
            "grundy" => Engines::Values(Box::new(Grundy::new(Whole(rules)))),
            "parts" => Engines::Parts(Box::new(Grundy::new(rules))),
            _ => Engines::Outcomes(Box::new(Outcomes::new(rules))),
        };
        Ok(OwnEngine { engines: Mutex::new(Some(engines)) })
    }

    /// What a position is worth: `(outcome, remoteness)` or a number, and how many positions are known now. None while another
    /// thread asks.
    #[pyo3(signature = (position, limits=None))]
    fn ask<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        limits: Option<Limits>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(mut engines) = locked(&self.engines).take() else { return Ok(None) };
        let number = match engines.rules().number(position) {
            Ok(number) => number,
            Err(error) => {
                *locked(&self.engines) = Some(engines);
                return Err(error);
            }
        };
        let ask = |budget: &Budget| -> Result<(Said, usize), (Failed, Vec<u32>)> {
            // One thread of Python runs at a time; several workers would only wait for each other.
            let budget = budget.clone().alone(true);
            let said = match &mut engines {
                Engines::Outcomes(engine) => {
                    engine.solve(&number, &budget).map(|o| Said::Outcome(o, None)).map_err(rules_fail)
                }
                Engines::Retrograde(engine) => engine
                    .solve(&number, &budget)
                    .map(|solved| Said::Outcome(solved.outcome, solved.remoteness))
                    .map_err(rules_fail),
                Engines::Scores(engine) => {
                    engine.value(&number, &budget).map(Said::Number).map_err(rules_fail)
                }
                Engines::Values(engine) => engine.value(&number, &budget).map(|v| Said::Number(v.0 as i64)),
                Engines::Parts(engine) => {
                    engine.value(&number, &budget).map(|v| Said::Number(v.0 as i64)).map_err(rules_fail)
                }
            };
            said.map(|said| (said, engines.positions())).map_err(|stop| {
                let places = match &stop {
                    Stop::Cycle(cycle) => cycle.clone(),
                    Stop::Overflow(place) | Stop::Rules(WholeError::NotNormal(place)) => vec![*place],
                    _ => Vec::new(),
                };
                (stop, places)
            })
        };
        let (found, raised) = border::work_on(py, limits, ask)?;
        let places = |numbers: &[u32]| -> PyResult<Vec<String>> {
            numbers.iter().map(|n| Ok(engines.rules().position(py, *n).repr()?.to_string())).collect()
        };
        let out = match found {
            _ if raised.is_some() => Err(raised.unwrap_or_else(|| PyValueError::new_err(""))),
            Ok((Said::Outcome(outcome, moves), known)) => {
                Ok(((outcome_word(outcome), moves), known).into_pyobject(py)?.into_any())
            }
            Ok((Said::Number(number), known)) => Ok((number, known).into_pyobject(py)?.into_any()),
            Err((Stop::Rules(WholeError::Rules(error)), _)) => Err(error),
            Err((Stop::Rules(WholeError::NotNormal(_)), at)) => {
                let text = format!(
                    "{} is not decided by normal play (a move goes on, or the game ends other than in a loss for the player to move), so it has no Grundy value.",
                    places(&at)?.join(" ")
                );
                Err(error::made(py, "NotApplicable", &text, |_| Ok(())))
            }
            Err((Stop::Cycle(_), at)) => {
                let mut steps = places(&at)?;
                steps.extend(steps.first().cloned());
                let text = format!(
                    "This game can go on for ever: {}. Say what that means: endless = \"draw\"",
                    steps.join(" → ")
                );
                Err(error::made(py, "EndlessError", &text, |_| Ok(())))
            }
            Err((Stop::Overflow(_), at)) => Err(PyOverflowError::new_err(format!(
                "the score at {} does not fit 64 bits",
                places(&at)?.join(" ")
            ))),
            Err((Stop::Halt(halt), _)) => Err(error::exception(py, &halt.into())),
        };
        *locked(&self.engines) = Some(engines);
        out.map(Some)
    }
}
