//! Sets: a bit for every element there can be.

use super::letters::{Digits, Letters};

/// A set axis.
#[derive(Clone, Debug)]
pub(super) struct Subsets {
    at: usize,
    digits: Digits,
    stride: usize,
}

impl Subsets {
    /// The caller knows that all sets can be numbered.
    pub(super) fn new(at: usize, of: &Letters, stride: usize) -> Subsets {
        Subsets { at, digits: Digits::new(of), stride }
    }

    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    #[inline]
    fn bits(&self, words: &[i64]) -> Option<usize> {
        let count = usize::try_from(words[self.at]).ok().filter(|&n| n as u64 <= self.digits.count())?;
        let mut bits = 0;
        for &element in &words[self.at + 1..=self.at + count] {
            let digit = self.digits.digit(element);
            if digit >= self.digits.count() {
                return None;
            }
            bits |= 1 << digit;
        }
        Some(bits)
    }

    #[inline]
    pub(super) fn encode(&self, words: &[i64]) -> Option<usize> {
        Some(self.bits(words)? * self.stride)
    }

    fn write(&self, mut bits: usize, words: &mut [i64]) {
        let all = &mut words[self.at..=self.at + self.digits.count() as usize];
        all.fill(0);
        all[0] = i64::from(bits.count_ones());
        for word in &mut all[1..] {
            if bits == 0 {
                break;
            }
            *word = self.digits.value(u64::from(bits.trailing_zeros()));
            bits &= bits - 1;
        }
    }

    /// Writes the set that the number begins with; gives back what is left of the number.
    pub(super) fn decode(&self, cell: usize, words: &mut [i64]) -> usize {
        self.write(cell / self.stride, words);
        cell % self.stride
    }

    pub(super) fn advance(&self, words: &mut [i64]) -> bool {
        let next = self.bits(words).map_or(0, |bits| bits + 1) & ((1 << self.digits.count()) - 1);
        self.write(next, words);
        next != 0
    }
}
