//! From rules to a theorem: a portfolio of numerations, tables that double, automata that are learned and then proved.
//!
//! A proof decides a statement for all sizes; finding it is a search that may not end, so it has limits, and giving up
//! says exactly what was tried.

mod guess;
mod moves;
mod pairs;
mod places;
mod portfolio;
mod position;
mod remainders;
mod rival;
pub mod rows;
mod runs;
mod sides;
mod steady;
mod sum;
mod takeaway;
mod weights;
mod window;

pub use pairs::Pairs;
pub use places::{Falls, Places, Steady};
pub use position::Wrong;
pub use remainders::{Says, decide_by_remainder};
pub use runs::{Runs, Slope};
pub use takeaway::{Recurrence, TakeAway};
pub use window::Window;

use crate::automata::Dfa;
use crate::effort::Effort;
use crate::numeration::Numeration;
use crate::steps::{Step, steps, steps_apart};
use crate::tuning::STEPS;
use bouton_budget::{Budget, Halt};
use bouton_compile::fragment::Fragment;
use bouton_language::ast::Verdict;
pub(crate) use moves::moves;
use position::Judge;
use std::time::{Duration, Instant};
pub(crate) use sum::ValueJudge;

/// How far to go.
pub struct Limits<'a> {
    /// The numerations to try; none: all of [`Numeration::ALL`], and others that the table looks like.
    pub numerations: Vec<Numeration>,
    /// The most states of an automaton that is learned.
    pub states: usize,
    /// The most positions in a table.
    pub table: u64,
    /// How long to search in small steps, of which a core makes some tens of millions in a second: the same search ends
    /// at the same place on every machine.
    pub steps: u64,
    /// What all of it may cost, asked often.
    pub budget: Option<&'a Budget>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { numerations: Vec::new(), states: 2000, table: 1 << 24, steps: STEPS, budget: None }
    }
}

/// What an automaton of a theorem says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// It accepts exactly the lost positions.
    Lost,
    /// It accepts exactly the pairs of a part and its Grundy value.
    Values,
}

/// A statement about all sizes, proved.
#[derive(Clone, Debug)]
pub struct Theorem {
    /// What the automaton says.
    pub subject: Subject,
    /// The automaton; its tracks are the coordinates from 0 on, and the value behind them.
    pub dfa: Dfa,
    /// Every move makes the sum of weight times coordinate smaller.
    pub weights: Vec<u64>,
    /// All positions of less weight than this were in the table that it was learned from; 0 for a given set.
    pub table: u64,
    /// The theorem on pairs by which it is proved, where the moves have too many carries for automata.
    pub pairs: Option<Pairs>,
    /// How long it took.
    pub time: Duration,
}

/// Why rules are outside what automata decide here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Outside {
    /// A game can end in a draw.
    #[error("the game can end in a draw")]
    Draw,
    /// A sum whose parts have endings of their own, or are not played normally.
    #[error("a sum that is not decided by Grundy values")]
    Sum,
    /// A move that does not make the weight smaller.
    #[error("a move that does not make the weight smaller")]
    Weights,
    /// The moves cannot be listed from a position.
    #[error("a choice without an upper bound")]
    Unbounded,
}

/// How the search in one numeration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// No automaton was found that fits the table.
    Unfit,
    /// One that fits the table is wrong beyond it.
    Wrong,
    /// One fits the table; the automata of its proof are too large.
    Large,
    /// One fits the table; it was not put to the proof.
    Untried,
    /// The work allowed was done before the table was gone through.
    Cut,
}

/// One attempt that did not lead to a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The numeration.
    pub numeration: Numeration,
    /// All positions of less weight than this were in the last table.
    pub table: u64,
    /// How it ended with that table.
    pub ended: Ended,
    /// The states of the automaton, or the most that one was allowed.
    pub states: usize,
    /// An automaton on the way was too large to go on.
    pub too_large: bool,
    /// The shortest position, as far as one is known, at which the statement fails for that automaton.
    pub counterexample: Option<Vec<u32>>,
}

/// Why there is no theorem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotFound {
    /// The rules are outside what automata decide here.
    #[error(transparent)]
    Outside(#[from] Outside),
    /// Nothing up to the limits.
    #[error("no automaton was found up to the limits")]
    Searched(Vec<Tried>),
    /// The budget, or the steps allowed, came to their end.
    #[error(transparent)]
    Halted(#[from] Halt),
}

/// What became of a given set.
#[derive(Clone, Debug)]
pub enum Decision {
    /// It is the set.
    Proved(Box<Theorem>),
    /// It is not: the shortest place where the statement fails, where one is known.
    Refuted(Option<Wrong>),
}

/// A game made ready: its moves as steps, its weights tested.
pub(crate) struct Ready {
    pub(crate) steps: Vec<Step>,
    pub(crate) top: usize,
    /// Weights as the rules gave them.
    pub(crate) weights: Vec<u64>,
    /// Positive weights, for tables.
    pub(crate) table_weights: Option<Vec<u64>>,
}

fn refuse(fragment: &Fragment) -> Result<(), Outside> {
    let draws = fragment.stuck == Verdict::Draw || fragment.ends.iter().any(|e| e.1 == Verdict::Draw);
    if draws {
        return Err(Outside::Draw);
    }
    let plain = fragment.ends.is_empty() && fragment.stuck == Verdict::Lose && fragment.block == 0;
    if fragment.sum && !plain {
        return Err(Outside::Sum);
    }
    Ok(())
}

pub(crate) fn ready(fragment: &Fragment, effort: &Effort) -> Result<Ready, NotFound> {
    refuse(fragment)?;
    let outside = |halt: Halt| match halt {
        Halt::Size => Outside::Unbounded.into(),
        halt => NotFound::Halted(halt),
    };
    let (steps, top) = steps(fragment).map_err(outside)?;
    let weights = fragment.weights.clone();
    if !weights::fall(fragment, &weights, effort).map_err(outside)? {
        return Err(Outside::Weights.into());
    }
    let table_weights = weights::positive(fragment, &weights, effort).map_err(outside)?;
    Ok(Ready { steps, top, weights, table_weights })
}

/// Looks for the lost positions (or for the Grundy values of a sum) of a game and proves them for all sizes.
pub fn prove(fragment: &Fragment, limits: &Limits) -> Result<Theorem, NotFound> {
    let begun = Instant::now();
    let effort = Effort::new(limits.budget).up_to(limits.steps);
    let ready = ready(fragment, &effort)?;
    if limits.numerations.is_empty()
        && let Some((pairs, dfa)) = Pairs::prove(fragment, &effort).or_else(unless_large)?
    {
        let (subject, pairs, weights) = (Subject::Lost, Some(pairs), ready.weights);
        return Ok(Theorem { subject, dfa, weights, table: 0, pairs, time: begun.elapsed() });
    }
    let found = if fragment.sum {
        portfolio::values(fragment, &ready, limits, &effort)
    } else {
        portfolio::lost(fragment, &ready, limits, &effort)
    };
    match found {
        Ok((subject, dfa, table)) => {
            Ok(Theorem { subject, dfa, weights: ready.weights, table, pairs: None, time: begun.elapsed() })
        }
        Err(NotFound::Searched(tried)) if tried.is_empty() => {
            limits.budget.map_or(Ok(()), |budget| budget.check(0))?;
            Err(NotFound::Searched(tried))
        }
        Err(other) => Err(other),
    }
}

/// What is too large is not found.
fn unless_large<T>(halt: Halt) -> Result<Option<T>, Halt> {
    if halt == Halt::Size { Ok(None) } else { Err(halt) }
}

/// The steps for a set that is given: however short the search for one may be, it is worth a few seconds.
fn given<'l>(limits: &Limits<'l>) -> Effort<'l> {
    Effort::new(limits.budget).up_to(limits.steps.max(STEPS))
}

/// Whether a given set is the set of lost positions; its tracks are coordinates.
pub fn decide_set(fragment: &Fragment, set: &Dfa, limits: &Limits) -> Result<Decision, NotFound> {
    let begun = Instant::now();
    let effort = given(limits);
    let ready = ready(fragment, &effort)?;
    if fragment.sum {
        return Err(Outside::Sum.into());
    }
    let all: Vec<usize> = (0..fragment.coordinates.len()).collect();
    let run = || -> Result<Decision, Halt> {
        let apart = match set.numeration() {
            Numeration::Mixed(_) => Some(steps_apart(fragment)?.0),
            _ => None,
        };
        let judge = Judge::new(fragment, apart.as_ref().unwrap_or(&ready.steps), set.numeration(), &effort)?;
        let dfa = set.widen(&all, &effort)?;
        Ok(match judge.decide(&dfa, &effort)? {
            Some(wrong) => Decision::Refuted(Some(wrong)),
            None => Decision::Proved(Box::new(Theorem {
                subject: Subject::Lost,
                dfa,
                weights: ready.weights.clone(),
                table: 0,
                pairs: None,
                time: begun.elapsed(),
            })),
        })
    };
    run().map_err(|halt| halted(halt, set))
}

/// Whether a set over the coordinates and one number more is the graph of the Grundy values, for all sizes. It must be
/// in base 2, where the values of several parts can be added.
pub fn decide_values(fragment: &Fragment, graph: &Dfa, limits: &Limits) -> Result<Decision, NotFound> {
    let begun = Instant::now();
    let effort = given(limits);
    let plain = fragment.ends.is_empty() && fragment.stuck == Verdict::Lose && fragment.block == 0;
    if !plain || graph.numeration() != Numeration::Base(2) {
        return Err(Outside::Sum.into());
    }
    let ready = ready(fragment, &effort)?;
    let proved = ValueJudge::new(fragment, &ready.steps, ready.top, &effort)
        .and_then(|judge| judge.decide(graph, &effort))
        .map_err(|halt| halted(halt, graph))?;
    Ok(if proved {
        let theorem = Theorem {
            subject: Subject::Values,
            dfa: graph.clone(),
            weights: ready.weights,
            table: 0,
            pairs: None,
            time: begun.elapsed(),
        };
        Decision::Proved(Box::new(theorem))
    } else {
        Decision::Refuted(None)
    })
}

/// A proof about a given set that did not come to its end.
fn halted(halt: Halt, set: &Dfa) -> NotFound {
    match halt {
        Halt::Size => NotFound::Searched(vec![Tried {
            numeration: set.numeration(),
            table: 0,
            ended: Ended::Cut,
            states: set.states(),
            too_large: true,
            counterexample: None,
        }]),
        halt => NotFound::Halted(halt),
    }
}
