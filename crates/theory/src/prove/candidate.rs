//! What a search keeps that found no theorem: the automata that were learned last, how far each is right, and where it is wrong.

use super::rival::Rival;
use crate::automata::Dfa;
use crate::effort::Effort;
use crate::learn::{Known, all_below, first_wrong};
use crate::tuning::COMPARED;
use bouton_budget::Halt;
use bouton_compile::fragment::Fragment;
use bouton_linear::Evaluator;

/// An automaton that was learned and not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The automaton.
    pub dfa: Dfa,
    /// It is right wherever all numbers are below this.
    pub right: u64,
    /// The first position at which it is wrong, as far as one is known.
    pub fault: Option<Fault>,
}

/// A position at which an automaton is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The position.
    pub position: Vec<u32>,
    /// What is wrong there.
    pub what: What,
}

/// What is wrong at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The position is lost, the automaton says that it is won.
    Lost,
    /// The position is won, the automaton says that it is lost.
    Won,
    /// It is no position, and the automaton says that it is lost.
    Illegal,
    /// Its Grundy value is another one.
    Value,
    /// The statement fails there: the automaton is wrong about the position or about one of its options.
    Near,
}

impl Fault {
    /// The fault of an automaton of lost positions at a word about which it is wrong; `None` if its numbers are too large.
    pub(super) fn of_word(dfa: &Dfa, word: &[u32], effort: &Effort) -> Result<Option<Fault>, Halt> {
        let numbers = dfa.decode(dfa.tracks(), word, effort)?;
        let position: Option<Vec<u32>> = numbers.iter().map(|n| u32::try_from(&n.1).ok()).collect();
        let end = word.iter().fold(0, |state, letter| dfa.step(state, *letter as usize));
        let what = if dfa.accepts_in(end) { What::Won } else { What::Lost };
        Ok(position.map(|position| Fault { position, what }))
    }
}

/// The automaton that a numeration kept, compared with the largest table that is quickly gone through, where a proof has not said
/// already which word it is wrong about first.
pub(super) fn candidate<K: Known>(
    rival: &Rival,
    tables: &[K],
    fragment: &Fragment,
    effort: &Effort,
) -> Option<Candidate> {
    let (dfa, mut fault) = rival.kept.clone()?;
    let mut right = 0;
    let known = fault.as_ref().is_some_and(|f| matches!(f.what, What::Lost | What::Won));
    let table = tables.iter().rev().find(|t| t.size() <= COMPARED).filter(|_| !known);
    if let Some(table) = table {
        let Ok(word) = first_wrong(&dfa, table, effort) else { return None };
        right = all_below(table);
        if let Some(word) = word {
            fault = Fault::of_word(&dfa, &word, effort).ok()?;
            if let Some(fault) = fault.as_mut().filter(|f| f.position.len() > fragment.coordinates.len()) {
                fault.position.pop();
                fault.what = What::Value;
            }
            right = right.min(dfa.numeration().shorter(word.len()));
        }
    } else if let Some(fault) = &fault
        && known
    {
        let largest = fault.position.iter().copied().max().unwrap_or(0);
        right = dfa.numeration().shorter(dfa.numeration().write(&largest.into()).len());
    }
    if let Some(fault) = fault.as_mut().filter(|fault| fault.what == What::Won) {
        let legal = Evaluator::new(&fragment.legal).ok()?;
        let mut numbers: Vec<i64> = fault.position.iter().map(|n| i64::from(*n)).collect();
        numbers.resize(legal.size().max(numbers.len()), 0);
        if !legal.holds(&mut numbers) {
            fault.what = What::Illegal;
        }
    }
    Some(Candidate { dfa: dfa.as_ref().clone(), right, fault })
}
