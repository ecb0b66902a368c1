//! What a player gets from a set of options when the opponent may forbid some of them.
//!
//! With `n` distinct options and a block of `b < n`, the opponent forbids the best `b`, so the player gets
//! the `(b+1)`-th best. With `b >= n >= 1` the opponent may leave only the worst option, or none, which
//! leaves the player stuck; whichever is worse for the player. Without options the player is stuck. So
//! each question "does the player get at least (at most) t?" is a count of options that have at least (at
//! most) t, and a set may be settled long before all its options are known.

use rustc_hash::FxHashSet;
use std::hash::Hash;

use crate::{Outcome, Step};

/// How the value of a position follows from the values of its options.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    options: u32,
    block: u32,
    stuck: Outcome,
}

impl Choice {
    /// `options` distinct options (`None` if too many to count), of which `block` may be forbidden, and
    /// what a player without a move gets. A game that is over is one without options.
    pub(crate) fn new(options: usize, block: u64, stuck: Outcome) -> Option<Self> {
        let options = u32::try_from(options).ok()?;
        // Forbidding more than there are is the same as forbidding all.
        let block = u32::try_from(block).map_or(options, |block| block.min(options));
        Some(Self { options, block, stuck })
    }

    /// The player gets `least` or better exactly when this many options are worth that to them.
    pub(crate) fn at_least(self, least: Outcome) -> Option<u32> {
        if self.options > self.block {
            Some(self.block + 1)
        } else {
            (self.stuck >= least).then_some(self.options)
        }
    }

    /// The player gets `most` or worse exactly when this many options are worth that to them.
    pub(crate) fn at_most(self, most: Outcome) -> u32 {
        if self.options > self.block { self.options - self.block } else { u32::from(self.stuck > most) }
    }
}

/// Keeps one of each distinct option. Steps that differ in their gain alone are distinct only `with_gain`.
pub(crate) fn distinct<P: Eq + Hash>(steps: &mut Vec<Step<P>>, with_gain: bool) {
    let mut seen = FxHashSet::default();
    let fresh: Vec<bool> = steps
        .iter()
        .map(|step| seen.insert((&step.to, step.again, if with_gain { step.gain } else { 0 })))
        .collect();
    drop(seen);
    let mut fresh = fresh.into_iter();
    steps.retain(|_| fresh.next() == Some(true));
}
