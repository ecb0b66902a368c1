//! Finds where a stream of numbers returns to a window it has had before.
//!
//! Brent's method (1980): remember the window at positions whose distances double, and compare every later window
//! with the remembered one. Windows are compared by a rolling hash, and the caller compares the two windows
//! themselves when the hashes agree, so the answer never depends on luck. Where the window decides all that
//! follows, the first return gives the smallest period, and by pigeonhole there is one.

/// The state of the search: what the last window was, and which one is remembered.
pub(super) struct Returns {
    width: usize,
    hash: u64,
    /// The factor of the number that leaves the window.
    oldest: u64,
    anchor: usize,
    anchor_hash: u64,
    /// How many numbers after the anchor a new one is chosen.
    patience: usize,
}

impl Returns {
    /// An odd factor with bits all over: every number of the window reaches every bit above it.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

    /// A search for windows of `width` numbers.
    pub(super) fn new(width: usize) -> Self {
        let mut oldest: u64 = 1;
        let mut power = Self::FACTOR;
        let mut rest = width;
        while rest > 0 {
            if rest & 1 == 1 {
                oldest = oldest.wrapping_mul(power);
            }
            power = power.wrapping_mul(power);
            rest >>= 1;
        }
        Self { width, hash: 0, oldest, anchor: 0, anchor_hash: 0, patience: 0 }
    }

    /// Takes in the number at `index`, which pushes `old` (the number `width` before it, 0 if there is none)
    /// out of the window. Gives an end of a window that probably equals the one ending at `index + 1`.
    #[inline]
    pub(super) fn push(&mut self, index: usize, new: u64, old: u64) -> Option<usize> {
        self.hash = self
            .hash
            .wrapping_mul(Self::FACTOR)
            .wrapping_add(new)
            .wrapping_sub(old.wrapping_mul(self.oldest));
        let end = index + 1;
        if end < self.width {
            return None;
        }
        if self.patience == 0 {
            self.anchor = end;
            self.anchor_hash = self.hash;
            self.patience = end.max(64);
            return None;
        }
        self.patience -= 1;
        (self.hash == self.anchor_hash).then_some(self.anchor)
    }
}
