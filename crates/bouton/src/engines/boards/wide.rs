//! Words of 256 bits, for boards that no word of the processor holds.

use super::bits::Word;
use bouton_engine::search::Packed;
use std::cmp::Ordering;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// Four words, the lowest bits first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Wide([u64; 4]);

impl Wide {
    #[inline]
    fn zip(self, other: Wide, f: impl Fn(u64, u64) -> u64) -> Wide {
        Wide(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    /// The word with this number, 0 beyond both ends.
    #[inline]
    fn at(self, i: Option<usize>) -> u64 {
        i.and_then(|i| self.0.get(i)).copied().unwrap_or(0)
    }
}

/// As numbers.
impl Ord for Wide {
    #[inline]
    fn cmp(&self, other: &Wide) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl PartialOrd for Wide {
    #[inline]
    fn partial_cmp(&self, other: &Wide) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl BitAnd for Wide {
    type Output = Wide;
    #[inline]
    fn bitand(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Wide;
    #[inline]
    fn bitor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Wide {
    type Output = Wide;
    #[inline]
    fn bitxor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Wide {
    type Output = Wide;
    #[inline]
    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

impl Shl<u32> for Wide {
    type Output = Wide;
    #[inline]
    fn shl(self, by: u32) -> Wide {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Wide(std::array::from_fn(|i| {
            let (high, low) = (self.at(i.checked_sub(words)), self.at(i.checked_sub(words + 1)));
            // In two steps, for a word is never shifted by 64.
            high << bits | low >> 1 >> (63 - bits)
        }))
    }
}

impl Shr<u32> for Wide {
    type Output = Wide;
    #[inline]
    fn shr(self, by: u32) -> Wide {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Wide(std::array::from_fn(|i| {
            let (low, high) = (self.at(Some(i + words)), self.at(Some(i + words + 1)));
            low >> bits | high << 1 << (63 - bits)
        }))
    }
}

impl Packed for Wide {
    const WORDS: usize = 4;

    fn word(&self, index: usize) -> u64 {
        self.0[index]
    }

    fn of_words(word: impl Fn(usize) -> u64) -> Wide {
        Wide(std::array::from_fn(word))
    }
}

impl Word for Wide {
    const ZERO: Wide = Wide([0; 4]);
    const BITS: u32 = 256;

    #[inline]
    fn bit(i: u32) -> Wide {
        let mut word = Wide::ZERO;
        word.0[(i / 64) as usize] = 1 << (i % 64);
        word
    }

    #[inline]
    fn trailing_zeros(self) -> u32 {
        let first = self.0.iter().position(|word| *word != 0);
        first.map_or(Wide::BITS, |i| 64 * i as u32 + self.0[i].trailing_zeros())
    }

    #[inline]
    fn leading_zeros(self) -> u32 {
        let last = self.0.iter().rposition(|word| *word != 0);
        last.map_or(Wide::BITS, |i| 64 * (3 - i as u32) + self.0[i].leading_zeros())
    }

    #[inline]
    fn ones(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn low_byte(self) -> usize {
        self.0[0] as u8 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What every word must do, seen on 128 bits beside the word of the language, moved up and down by 128 more.
    #[test]
    fn as_the_words_of_the_language() {
        let wide = |word: u128| Wide([word as u64, (word >> 64) as u64, 0, 0]);
        let mut random = bouton_random::Rng::new(7);
        for _ in 0..500 {
            let (a, b) = (sparse(&mut random), sparse(&mut random));
            assert_eq!(wide(a) & wide(b), wide(a & b));
            assert_eq!(wide(a) | wide(b), wide(a | b));
            assert_eq!(wide(a) ^ wide(b), wide(a ^ b));
            assert_eq!(wide(a).cmp(&wide(b)), a.cmp(&b));
            assert_eq!(wide(a).ones(), a.count_ones());
            assert_eq!(wide(a).low_byte(), (a & 255) as usize);
            for by in [0, 1, 63, 64, 65, 127, 128, 129, 191, 192, 255] {
                let up = wide(a) << by;
                if by <= 128 {
                    assert_eq!(up >> by, wide(a), "{a:x} by {by}");
                    assert_eq!(up.trailing_zeros(), if a == 0 { 256 } else { a.trailing_zeros() + by });
                    assert_eq!(up.leading_zeros(), if a == 0 { 256 } else { 128 - by + a.leading_zeros() });
                }
                if by < 128 {
                    assert_eq!(wide(a) >> by, wide(a >> by));
                    assert_eq!(up & wide(u128::MAX), wide(a << by));
                    assert_eq!(wide(a).has(by), a >> by & 1 == 1);
                }
            }
            assert_eq!(!wide(a) ^ !Wide::ZERO, wide(a));
        }
    }

    /// A word with few ones, or with many.
    fn sparse(random: &mut bouton_random::Rng) -> u128 {
        let mut word = || u128::from(random.bits()) | u128::from(random.bits()) << 64;
        let (a, b, c) = (word(), word(), word());
        if a & 1 == 0 { a & b & c } else { a | b }
    }
}
