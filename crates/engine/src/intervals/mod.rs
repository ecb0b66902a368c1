//! Score games on a row of numbers that moves only cut at its ends, gaining the sum of what they cut off.
//!
//! A position is an interval of the row, so there are O(n²) of them, and they are worked through by length. Let S be
//! the sum of an interval and D its score; then W = S + D is twice what the player to move gets, a move to the interval
//! t is worth S - W(t), and W = 2S - min W(t): the gain of a move has gone from the formula, and what is left is a
//! minimum over intervals that lie on a line. So the cost of a cell does not depend on the number of moves:
//!
//! | a family of cuts is | a cell costs |
//! |---|---|
//! | any number | one running minimum |
//! | up to m | log m minima, each of two windows half as long |
//! | a fixed number | one look |
//!
//! All cells of one length are treated at once by vector instructions, and only as many lengths are kept as the cuts
//! reach back: O(n) memory where that is bounded.
//!
//! ```
//! use bouton_engine::Budget;
//! use bouton_engine::intervals::{Cut, scores};
//!
//! // Take any number from the left or from the right.
//! let cuts = [Cut::any([1, 0]), Cut::any([0, 1])];
//! let found = scores(&[4, -10, -20, 7], &cuts, &Budget::unlimited())?;
//! assert_eq!(found.score(), 7);
//! assert_eq!(found.get(1..4), Some(-3)); // after taking the 4: the 7 leaves -10 -20 to the first player, who gains 10
//! # Ok::<(), bouton_engine::intervals::IntervalStop>(())
//! ```

mod cuts;
mod fill;
mod machine;

pub use cuts::Cut;

use crate::{Budget, Stop};
use bouton_budget::Meter;
use cuts::Plan;
use fill::Filler;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A cut must take something.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cut {index} takes nothing")]
pub struct EmptyCut {
    /// The cut, from 0.
    pub index: usize,
}

/// Why there are no scores; [`Stop::Overflow`] if the numbers are so large that they might not fit 64 bits.
pub type IntervalStop = Stop<(), EmptyCut>;

/// The scores of a row, of all that begins or ends where it does, and of all that one move can leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowScores {
    /// Of the first 0, 1, … elements.
    heads: Vec<i64>,
    /// Of the last 0, 1, … elements.
    tails: Vec<i64>,
    /// Of what a move at both ends leaves.
    inner: FxHashMap<(usize, usize), i64>,
}

impl RowScores {
    /// The score of the row for the player to move.
    pub fn score(&self) -> i64 {
        self.heads.last().copied().unwrap_or(0)
    }

    /// The score of the elements of a range (from 0, without its end); `None` if it was not kept.
    pub fn get(&self, range: Range<usize>) -> Option<i64> {
        let n = self.heads.len() - 1;
        if range.start > range.end || range.end > n {
            return None;
        }
        match (range.start, range.end) {
            (0, to) => self.heads.get(to).copied(),
            (from, to) if to == n => self.tails.get(n - from).copied(),
            (from, to) => self.inner.get(&(from, to)).copied(),
        }
    }
}

/// The score of a row, and of what its moves leave.
pub fn scores(row: &[i64], cuts: &[Cut], budget: &Budget) -> Result<RowScores, IntervalStop> {
    let n = row.len();
    let mut inner: Vec<(usize, usize)> = cuts.iter().flat_map(|cut| cut.both_ends(n)).collect();
    // The filler goes from short to long.
    inner.sort_unstable_by_key(|&(from, to)| (to - from, from));
    inner.dedup();
    let meter = Meter::new(budget);
    let kept = n.saturating_add(1).saturating_mul(2).saturating_add(inner.len().saturating_mul(4));
    meter.room(0, kept.saturating_mul(size_of::<i64>()))?;
    let mut found = RowScores {
        heads: Vec::with_capacity(n + 1),
        tails: Vec::with_capacity(n + 1),
        inner: FxHashMap::default(),
    };
    let mut wanted = inner.into_iter().peekable();
    each_length(row, cuts, budget, &mut |length, score| {
        found.heads.push(score(0));
        found.tails.push(score(n - length));
        while let Some((from, to)) = wanted.next_if(|(from, to)| to - from == length) {
            found.inner.insert((from, to), score(from));
        }
    })?;
    Ok(found)
}

/// Called for every length from 0 on, with the scores of the intervals of that length by their first element.
type Take<'t> = dyn FnMut(usize, &dyn Fn(usize) -> i64) + 't;

/// Shows the scores of all lengths.
fn each_length(row: &[i64], cuts: &[Cut], budget: &Budget, take: &mut Take<'_>) -> Result<(), IntervalStop> {
    // |D| is at most the sum of all sizes, |W| twice that, and 2S - W four times that.
    let size = row.iter().try_fold(0u64, |sum, x| sum.checked_add(x.unsigned_abs()));
    let most = size.and_then(|size| size.checked_mul(4)).ok_or(Stop::Overflow(()))?;
    let plan = Plan::new(row.len(), cuts).map_err(Stop::Rules)?;
    if most < i32::MAX as u64 {
        Ok(Filler::<i32>::new(row, &plan, budget)?.run(take)?)
    } else if most < i64::MAX as u64 {
        Ok(Filler::<i64>::new(row, &plan, budget)?.run(take)?)
    } else {
        Err(Stop::Overflow(()))
    }
}
