//! Subtraction games: one number, every move takes some amount from a fixed set, whatever the number is.

use crate::facts::splits::{Splits, Takes};
use crate::facts::symbolic::Session;
use bouton_language::value::KnownSet;

/// What may be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TakeSet {
    /// Runs of neighbouring amounts, in order; from the last field on, where given, every amount.
    Runs {
        /// First and last amount of each run.
        runs: Vec<(u64, u64)>,
        /// Every amount from here on.
        from: Option<u64>,
    },
    /// The elements of a named infinite set, from 1.
    Known(KnownSet),
}

impl TakeSet {
    /// May this be taken (from a heap that is large enough)? `None` for named sets.
    pub fn contains(&self, k: u64) -> Option<bool> {
        match self {
            TakeSet::Runs { runs, from } => {
                Some(runs.iter().any(|&(a, b)| a <= k && k <= b) || from.is_some_and(|f| k >= f))
            }
            TakeSet::Known(_) => None,
        }
    }

    /// The amounts, if there are finitely many and not more than `limit`.
    pub fn amounts(&self, limit: usize) -> Option<Vec<u64>> {
        match self {
            TakeSet::Runs { runs, from: None } => {
                let mut out = Vec::new();
                for &(a, b) in runs {
                    if b - a >= (limit - out.len().min(limit)) as u64 {
                        return None;
                    }
                    out.extend(a..=b);
                }
                Some(out)
            }
            _ => None,
        }
    }

    /// The amounts that may not be taken, where every large one may.
    pub fn all_but(&self) -> Option<Vec<u64>> {
        match self {
            TakeSet::Runs { from: Some(from), .. } => {
                (*from <= 4096).then(|| (1..*from).filter(|&k| self.contains(k) == Some(false)).collect())
            }
            _ => None,
        }
    }
}

/// Amounts looked at one by one up to here; larger sets must be one run.
const MOST: i128 = 300;

/// The set of amounts, where one is proved.
pub(crate) fn find(session: &mut Session<'_>, splits: &Splits) -> Option<TakeSet> {
    // A heap that is gone is no heap of 0 to those who read the set.
    if !splits.one_part() {
        return None;
    }
    let (least, most) = splits.range()?;
    let low = splits.low;
    if least < 1 {
        return None;
    }
    let whole = splits.leaves(session, &Takes::Any(least, most), 1, low) == Some(true);
    if let Some(set) = splits.drawn {
        return whole.then_some(TakeSet::Known(set));
    }
    let from = u64::try_from(least).ok()?;
    if whole {
        return Some(match most {
            Some(most) => TakeSet::Runs { runs: vec![(from, u64::try_from(most).ok()?)], from: None },
            None => TakeSet::Runs { runs: vec![], from: Some(from) },
        });
    }
    let (last, tail) = splits.amounts(MOST)?;
    let mut amounts = Vec::new();
    for k in least..=last {
        if splits.leaves(session, &Takes::Just(k), 1, low)? {
            amounts.push(i64::try_from(k).ok()?);
        }
    }
    let runs = bouton_core::runs(amounts);
    let runs: Vec<(u64, u64)> = runs.into_iter().map(|(a, b)| (a as u64, b as u64)).collect();
    let from = match tail {
        Some(t) if splits.leaves(session, &Takes::Any(t, None), 1, low)? => Some(u64::try_from(t).ok()?),
        _ => None,
    };
    (!runs.is_empty() || from.is_some()).then_some(TakeSet::Runs { runs, from })
}
