//! Grundy values in words: g(n + p) = g(n) + s from some n on, decided by automata for all n.

use crate::arithmetic::compile;
use crate::automata::Dfa;
use crate::effort::Effort;
use crate::prove::{Subject, Theorem};
use crate::strategy::solutions;
use bouton_budget::Halt;
use bouton_linear::{Affine, Formula};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// Values that repeat, rising by a saltus at each period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodic {
    /// The period.
    pub period: usize,
    /// By how much the values rise in one period.
    pub saltus: u64,
    /// The first n from which it holds for ever.
    pub from: usize,
    /// The values up to the end of the first period.
    pub values: Vec<u64>,
    /// The statement in the rules language, behind `claim`.
    pub claim: String,
}

/// How many values are looked at.
const LOOK: usize = 400;

/// A period of the values of a theorem, if there is one.
pub fn describe_values(theorem: &Theorem, effort: &Effort) -> Result<Option<Periodic>, Halt> {
    if theorem.subject != Subject::Values || theorem.dfa.tracks().len() != 2 {
        return Ok(None);
    }
    let mut values = Vec::with_capacity(LOOK);
    for n in 0..LOOK {
        let n = BigUint::from(n);
        let found = solutions(&theorem.dfa, &[(0, &n)], 1, effort)?;
        let Some(v) = found.first().and_then(|w| w.first()).and_then(|p| p.1.to_u64()) else {
            return Ok(None);
        };
        values.push(v);
    }
    for period in 1..=LOOK / 4 {
        let Some(saltus) = values[LOOK - 1].checked_sub(values[LOOK - 1 - period]) else { continue };
        let returns = |n: &usize| values[n + period] == values[*n] + saltus;
        let from = (0..LOOK - period).rev().find(|n| !returns(n)).map_or(0, |n| n + 1);
        if from + 2 * period > LOOK || !holds(&theorem.dfa, period, saltus, from, effort)? {
            continue;
        }
        values.truncate(from + period);
        let mut claim = format!("period {period}");
        if saltus > 0 {
            claim += &format!(" saltus {saltus}");
        }
        if from > 0 {
            claim += &format!(" from {from}");
        }
        return Ok(Some(Periodic { period, saltus, from, values, claim }));
    }
    Ok(None)
}

/// Whether (n, v) in the graph and n ≥ from imply (n + period, v + saltus) in the graph.
fn holds(graph: &Dfa, period: usize, saltus: u64, from: usize, effort: &Effort) -> Result<bool, Halt> {
    let system = graph.numeration();
    let number = |n: u64| i64::try_from(n).map_err(|_| Halt::Size);
    let (p, s, from) = (number(period as u64)?, number(saltus)?, number(from as u64)?);
    let above = |v: usize, w: usize, by: i64| Formula::Zero(Affine::new(&[(v, 1), (w, -1)], by));
    let link = compile(system, &Formula::All(vec![above(0, 2, p), above(1, 3, s)]), effort)?;
    let later = graph.rename(&[2, 3], effort)?.and(&link, effort)?.project(&[2, 3], effort)?;
    let start = Formula::AtLeastZero(Affine::new(&[(0, 1)], -from));
    let tail = graph.and(&compile(system, &start, effort)?, effort)?;
    Ok(tail.without(&later, effort)?.is_empty())
}
