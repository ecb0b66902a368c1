//! Scores that matter, and what moves do to them.
//!
//! Everything is said for the player to move. The two ends of 64 bits stand for "infinite"; a score that
//! would reach them is an overflow and never wraps round.

use super::transposition::Bounds;

/// The scores that matter: what is at most `alpha` or at least `beta` need not be known exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// What is no more than this may be said as a bound.
    pub alpha: i64,
    /// And so may what is no less than this.
    pub beta: i64,
}

impl Window {
    /// All scores.
    pub const ALL: Self = Self { alpha: i64::MIN, beta: i64::MAX };

    /// The window for the position after a move with this gain.
    #[inline]
    #[must_use]
    pub fn before(self, gain: i64, again: bool) -> Self {
        // A bound that leaves 64 bits is beyond every score, like the infinite ones.
        let shift = |bound: i64| match bound {
            i64::MIN | i64::MAX => bound,
            _ => bound.saturating_sub(gain),
        };
        let flip = |bound: i64| match bound {
            i64::MIN => i64::MAX,
            i64::MAX => i64::MIN,
            _ => -bound,
        };
        let (alpha, beta) = (shift(self.alpha), shift(self.beta));
        if again { Self { alpha, beta } } else { Self { alpha: flip(beta), beta: flip(alpha) } }
    }

    /// The window without what is known to be outside the bounds.
    pub(crate) fn narrowed(self, known: Bounds) -> Self {
        Self { alpha: self.alpha.max(known.lower), beta: self.beta.min(known.upper) }
    }
}

impl Bounds {
    /// The score, if what is known is enough for this window.
    pub(crate) fn within(&self, window: Window) -> Option<i64> {
        if self.lower == self.upper || self.lower >= window.beta {
            Some(self.lower)
        } else if self.upper <= window.alpha {
            Some(self.upper)
        } else {
            None
        }
    }

    /// What a search with this window has shown by returning `value`.
    pub(crate) fn shown(value: i64, window: Window, best: u32) -> Self {
        Self {
            lower: if value > window.alpha { value } else { i64::MIN },
            upper: if value < window.beta { value } else { i64::MAX },
            best,
        }
    }
}

/// What a move is worth that gains `gain` and leads to a position worth `value`, if 64 bits can say it.
#[inline]
pub fn total(gain: i64, again: bool, value: i64) -> Option<i64> {
    let finite = |score: &i64| *score != i64::MIN && *score != i64::MAX;
    let value = Some(value).filter(finite)?;
    let value = if again { value } else { -value };
    gain.checked_add(value).filter(finite)
}

/// The value of a position as its options become known, one by one.
///
/// With `n` distinct options of which the opponent may forbid `b`: the `(b+1)`-th best if `b < n`; if all
/// can be forbidden, the worse of the worst option and of being stuck.
#[derive(Debug)]
pub(crate) enum Gather {
    /// Nothing can be forbidden: the best so far.
    Best(i64),
    /// The best `room` values so far, in falling order.
    Rank { room: usize, top: Vec<i64> },
    /// All can be forbidden: the worst so far, of options and of being stuck.
    Worst(i64),
}

impl Gather {
    /// For `options` distinct options, `block` of which may be forbidden.
    pub(crate) fn new(options: usize, block: u64, stuck: i64) -> Self {
        match usize::try_from(block) {
            _ if options == 0 => Self::Worst(stuck),
            Ok(0) => Self::Best(i64::MIN),
            Ok(block) if block < options => Self::Rank { room: block + 1, top: Vec::new() },
            _ => Self::Worst(stuck),
        }
    }

    /// Takes one more option into account; whether it is the best so far.
    pub(crate) fn add(&mut self, value: i64) -> bool {
        match self {
            Self::Best(best) => {
                let better = value > *best;
                *best = value.max(*best);
                better
            }
            Self::Rank { room, top } => {
                let at = top.partition_point(|other| *other >= value);
                if at < *room {
                    top.truncate(*room - 1);
                    top.insert(at, value);
                }
                at == 0
            }
            Self::Worst(worst) => {
                *worst = value.min(*worst);
                false
            }
        }
    }

    /// The value, once all options are in or the position is [settled](Self::settled).
    pub(crate) fn value(&self) -> i64 {
        match self {
            Self::Best(value) | Self::Worst(value) => *value,
            Self::Rank { room, top } => top.get(*room - 1).copied().unwrap_or(i64::MIN),
        }
    }

    /// What still matters of the next option, for a position whose own window this is.
    pub(crate) fn window(&self, own: Window) -> Window {
        match self {
            Self::Worst(worst) => Window { beta: own.beta.min(*worst), ..own },
            _ => Window { alpha: own.alpha.max(self.value()), ..own },
        }
    }

    /// Whether the options so far are enough for this window.
    pub(crate) fn settled(&self, own: Window) -> bool {
        match self {
            Self::Worst(worst) => *worst <= own.alpha,
            _ => self.value() >= own.beta,
        }
    }

    /// Whether one good option decides: then a quick look whether the next is good pays.
    pub(crate) fn one_decides(&self) -> bool {
        matches!(self, Self::Best(best) if *best > i64::MIN)
    }
}
