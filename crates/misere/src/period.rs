//! Periods of the heaps' elements, and when they hold for ever.
//!
//! The theorem (R. K. Guy and C. A. B. Smith 1956 for Grundy values; T. E. Plambeck 2005, T. E. Plambeck and A. N. Siegel 2008 for misère
//! quotients), for codes that take at most k and leave at most m heaps (m ≥ 1): if Q is right for sums of the heaps considered and Φ(n + p) = Φ(n)
//! for n0 ≤ n < m·n0 + (m − 1)·p + k with n0 ≥ 1, then Q is right for sums of all heaps, with Φ(n + p) = Φ(n) for every n ≥ n0. For a larger n
//! the largest part of an option of n + p is at least n0 + p, so p may be taken from it; the largest part of an option of n is at least
//! n0, so p may be added: the options of n and n + p have the same elements, and the heap adds nothing to the transition algebra.

use crate::code::Code;

/// Φ(n + length) = Φ(n) for every n ≥ from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The period.
    pub length: usize,
    /// The least heap from which on it holds; 0 is the empty heap.
    pub from: usize,
}

impl Period {
    /// The first heap that the theorem does not compare: m·n0 + (m − 1)·p + k.
    pub fn bound(self, code: &Code) -> usize {
        let parts = code.parts().max(1);
        parts * self.from.max(1) + (parts - 1) * self.length + code.reach()
    }
}

/// The shortest period that the theorem proves from the elements of the heaps 0, 1, 2, … (heap 0 is the unit).
pub fn proved_period(code: &Code, elements: &[u32]) -> Option<Period> {
    let last = elements.len().checked_sub(1)?;
    for length in 1..=last {
        // The least heap from which on the elements repeat as far as they are known.
        let repeats = |n: &usize| elements[*n] == elements[n + length];
        let Some(from) = (0..=last - length).rev().take_while(repeats).last() else { continue };
        let period = Period { length, from };
        if period.bound(code) + length <= last + 1 {
            return Some(period);
        }
    }
    None
}
