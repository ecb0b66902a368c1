//! Sets of nimbers: exact below 64, "all or none" from there on.
//!
//! A set that is asked for may be larger than needed: the answer then tells more than was asked. So a few
//! operations on large nimbers are allowed to add some.

use crate::bits::nim_shifted;
use crate::tuning::ASKED_SINGLY;

/// Nimbers below this have a bit of their own.
const SMALL: u32 = 64;

/// A set of nimbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NimberSet {
    /// The small ones, a bit each.
    pub(super) small: u64,
    /// All from 64 on, or none.
    pub(super) large: bool,
}

impl NimberSet {
    pub(super) const ALL: Self = Self { small: u64::MAX, large: true };

    pub(super) const NONE: Self = Self { small: 0, large: false };

    /// Just this one (or, if it is large, all large ones).
    pub(super) fn one(nimber: u32) -> Self {
        if nimber < SMALL {
            Self { small: 1 << nimber, large: false }
        } else {
            Self { small: 0, large: true }
        }
    }

    /// All up to this one.
    pub(super) fn up_to(nimber: u32) -> Self {
        if nimber < SMALL {
            Self { small: u64::MAX >> (SMALL - 1 - nimber), large: false }
        } else {
            Self::ALL
        }
    }

    pub(super) fn is_empty(self) -> bool {
        self.small == 0 && !self.large
    }

    pub(super) fn has(self, nimber: u32) -> bool {
        if nimber < SMALL { self.small >> nimber & 1 != 0 } else { self.large }
    }

    /// What is in both.
    pub(super) fn and(self, other: Self) -> Self {
        Self { small: self.small & other.small, large: self.large && other.large }
    }

    /// The set without these small ones.
    pub(super) fn without(self, small: u64) -> Self {
        Self { small: self.small & !small, ..self }
    }

    /// All up to the largest in the set.
    pub(super) fn and_below(self) -> Self {
        if self.large {
            Self::ALL
        } else {
            match self.small.checked_ilog2() {
                Some(largest) => Self::up_to(largest),
                None => self,
            }
        }
    }

    /// Those to ask for first, the rest only if it is none of these: the smallest, and all from `ASKED_SINGLY` on at
    /// once. To ask for one nimber takes a fraction of the work that finding which one it is does, and most
    /// parts of most games have a small one.
    pub(super) fn first_asked(self) -> Self {
        let smallest = self.small & self.small.wrapping_neg();
        if smallest == 0 || smallest >= 1 << ASKED_SINGLY {
            self
        } else {
            Self { small: smallest, large: false }
        }
    }

    /// At least all sums of a nimber in the set with this one.
    pub(super) fn plus(self, nimber: u32) -> Self {
        if nimber >= SMALL {
            // Small ones become large, and some large ones may become small.
            return Self { small: if self.large { u64::MAX } else { 0 }, large: true };
        }
        Self { small: nim_shifted(self.small, nimber), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums() {
        for set in [1, 0b1011, 1 << 63, 0xDEAD_BEEF_0BAD_F00D, u64::MAX] {
            for nimber in 0..64 {
                let set = NimberSet { small: set, large: nimber % 2 == 0 };
                let sums = set.plus(nimber);
                for each in 0..70 {
                    assert_eq!(sums.has(each ^ nimber), set.has(each), "{set:?} {nimber} {each}");
                }
            }
        }
        let large = NimberSet::one(3).plus(64);
        assert!(large.has(67) && !large.has(3));
    }

    #[test]
    fn bounds() {
        for (set, below, least) in [(0b100, 0b111, 0b100), (0b1010, 0b1111, 0b10), (0, 0, 0)] {
            let set = NimberSet { small: set, large: false };
            assert_eq!(set.and_below().small, below);
            assert_eq!(set.first_asked().small, least);
        }
        assert_eq!(NimberSet::up_to(63).small, u64::MAX);
        assert_eq!(NimberSet::up_to(64), NimberSet::ALL);
        assert!(NimberSet::one(5).without(1 << 5).is_empty());
    }
}
