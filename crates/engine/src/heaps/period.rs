//! The period of a take-and-break game, proved from finitely many values.
//!
//! Let no more than t counters be taken and no more than j heaps be left. If `value(n + p) = value(n)` for
//! all n from n0 ≥ 1 up to but without j·n0 + (j − 1)·p + t, it holds for all n ≥ n0 (for j = 2 this is the
//! theorem of Guy and Smith 1956). For let n be the first heap beyond. An option of n + p has counters left for a
//! largest heap of at least (n + p − t) / j ≥ n0 + p, which may be made smaller by p without changing its
//! value: an option of n. And the largest heap of an option of n is at least n0, and may be made larger by p.
//! So n and n + p have options of the same values. (Heaps that must be of different sizes may become equal
//! this way, so nothing is proved about those.)

use super::{Cells, HeapRule, Parts, Taken};

/// A proved period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The smallest heap, 1 at least, from which on the values repeat.
    pub from: usize,
    /// The smallest period.
    pub period: usize,
    /// The last heap whose value is not that of the heap a period later; 0 if there is none.
    pub last_exception: usize,
}

/// The period of the game of `rule`, if `values` (of heaps 0, 1, 2, …) are enough to prove one.
pub fn period(rule: &HeapRule, values: &Cells) -> Option<Period> {
    let (most, parts) = bounds(rule)?;
    match values {
        Cells::U8(values) => find(values, most, parts),
        Cells::U16(values) => find(values, most, parts),
        Cells::U32(values) => find(values, most, parts),
    }
}

/// Is there a theorem by which finitely many values prove a period?
pub(super) fn provable(rule: &HeapRule) -> bool {
    bounds(rule).is_some()
}

/// The most counters taken and the most heaps left, if the theorem holds for the rule.
fn bounds(rule: &HeapRule) -> Option<(usize, usize)> {
    let (mut most, mut parts) = (0, 1);
    for clause in rule.clauses() {
        most = most.max(match &clause.taken {
            Taken::Only(takes) => takes.last().copied().unwrap_or(0),
            Taken::Range { to, .. } => *to,
            Taken::AllBut(_) => return None,
        });
        match clause.parts {
            Parts::Exactly(count) => parts = parts.max(count),
            Parts::Unequal => return None,
        }
    }
    Some((most, parts))
}

fn find<T: Eq>(values: &[T], most: usize, parts: usize) -> Option<Period> {
    let count = values.len();
    // From the end backwards: how many values agree with those p before them? A Z-function says it for all p
    // in linear time.
    let at = |index: usize| &values[count - 1 - index];
    let mut agree = vec![0; count];
    let (mut left, mut right) = (0, 0);
    for period in 1..count {
        let mut length: usize = if period < right { agree[period - left].min(right - period) } else { 0 };
        while period + length < count && at(length) == at(period + length) {
            length += 1;
        }
        if period + length > right {
            (left, right) = (period, period + length);
        }
        agree[period] = length;
        // value(n + period) = value(n) for all n from here to count - period.
        let from = (count - period - length).max(1);
        let proved = parts
            .checked_mul(from)
            .and_then(|bound| bound.checked_add(period.checked_mul(parts)?))
            .and_then(|bound| bound.checked_add(most))
            .is_some_and(|bound| bound <= count);
        if proved {
            return Some(Period { from, period, last_exception: from - 1 });
        }
    }
    None
}
