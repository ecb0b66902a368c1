//! Rows over a small alphabet: shorter ones first, those of one length read as numbers.

use std::ops::RangeInclusive;

use super::letters::{Digits, Letters};

/// A row axis.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    at: usize,
    shortest: usize,
    longest: usize,
    digits: Digits,
    backwards: bool,
    stride: usize,
    /// How many rows are shorter, for each length from the shortest on.
    shorter: Vec<usize>,
    /// Powers of the number of letters, times the stride.
    weights: Vec<usize>,
}

impl Rows {
    /// The caller knows that all rows can be numbered.
    pub(super) fn new(
        at: usize,
        lengths: RangeInclusive<usize>,
        of: &Letters,
        backwards: bool,
        stride: usize,
    ) -> Rows {
        let (shortest, longest) = lengths.into_inner();
        let letter = usize::try_from(of.count()).unwrap_or(usize::MAX);
        let mut weights = vec![stride];
        for length in 0..longest {
            weights.push(weights[length].saturating_mul(letter));
        }
        let mut shorter = vec![0_usize];
        for length in shortest..=longest {
            shorter.push(shorter[length - shortest].saturating_add(weights[length]));
        }
        Rows { at, shortest, longest, digits: Digits::new(of), backwards, stride, shorter, weights }
    }

    pub(super) fn is_at(&self, at: usize) -> bool {
        self.at == at
    }

    /// Is a word one of its elements?
    pub(super) fn covers(&self, at: usize) -> bool {
        (self.at + 1..=self.at + self.longest).contains(&at)
    }

    #[inline]
    fn length(&self, words: &[i64]) -> Option<usize> {
        let length = words[self.at] as usize;
        (self.shortest..=self.longest).contains(&length).then_some(length)
    }

    #[inline]
    pub(super) fn encode(&self, words: &[i64]) -> Option<usize> {
        let length = self.length(words)?;
        let elements = &words[self.at + 1..=self.at + length];
        let letters = self.digits.count();
        let mut rank = 0_u64;
        let mut most = 0;
        let mut add = |element: &i64| {
            let digit = self.digits.digit(*element);
            most = most.max(digit);
            rank = rank.wrapping_mul(letters).wrapping_add(digit);
        };
        if self.backwards {
            elements.iter().rev().for_each(&mut add);
        } else {
            elements.iter().for_each(&mut add);
        }
        // With every element in the alphabet nothing wrapped.
        (length == 0 || most < letters)
            .then(|| self.shorter[length - self.shortest] + rank as usize * self.stride)
    }

    /// The word of the element that counts `place` steps from the one that counts least.
    #[inline]
    fn word(&self, length: usize, place: usize) -> usize {
        self.at + if self.backwards { 1 + place } else { length - place }
    }

    /// Writes the row that the number begins with; gives back what is left of the number.
    pub(super) fn decode(&self, cell: usize, words: &mut [i64]) -> usize {
        let later = self.shorter[1..].partition_point(|&first| first <= cell);
        let length = self.shortest + later.min(self.longest - self.shortest);
        words[self.at] = length as i64;
        let mut rest = cell - self.shorter[length - self.shortest];
        for place in (0..length).rev() {
            words[self.word(length, place)] = self.digits.value((rest / self.weights[place]) as u64);
            rest %= self.weights[place];
        }
        rest
    }

    #[inline]
    pub(super) fn advance(&self, words: &mut [i64]) -> bool {
        let length = words[self.at] as usize;
        for place in 0..length {
            let word = &mut words[self.word(length, place)];
            let next = self.digits.digit(*word).wrapping_add(1);
            if next < self.digits.count() {
                *word = self.digits.value(next);
                return true;
            }
            *word = self.digits.value(0);
        }
        let more = length < self.longest;
        if more {
            // All elements are the least by now; so is the new one.
            words[self.at + length + 1] = self.digits.value(0);
            words[self.at] += 1;
        } else {
            words[self.at + 1 + self.shortest..=self.at + length].fill(0);
            words[self.at] = self.shortest as i64;
        }
        more
    }

    /// Moves so many rows ahead of the same length; `None` where the rows of that length are passed.
    #[inline]
    pub(super) fn seek(&self, mut by: usize, words: &mut [i64]) -> Option<usize> {
        let length = words[self.at] as usize;
        let letters = self.digits.count() as usize;
        for place in 0..length {
            let word = &mut words[self.word(length, place)];
            let sum = self.digits.digit(*word) as usize + by;
            if sum < letters {
                *word = self.digits.value(sum as u64);
                return Some(0);
            }
            *word = self.digits.value((sum % letters) as u64);
            by = sum / letters;
        }
        (by == 0).then_some(0)
    }

    #[inline]
    pub(super) fn step(&self, words: &[i64], at: usize) -> Option<(usize, u64)> {
        let length = self.length(words)?;
        let nth = at.checked_sub(self.at + 1).filter(|&nth| nth < length)?;
        let place = if self.backwards { nth } else { length - 1 - nth };
        let digit = self.digits.digit(words[at]);
        Some((self.weights[place], (self.digits.count() - 1).checked_sub(digit)?))
    }

    pub(super) fn runs(&self) -> impl Iterator<Item = usize> + '_ {
        self.weights.iter().copied()
    }

    pub(super) fn run(&self, words: &[i64], shared: usize) -> Option<usize> {
        let length = self.length(words)?;
        if self.backwards || self.stride != 1 {
            return None;
        }
        let loose = length.checked_sub(shared)?;
        let rank = words[self.at + 1 + shared..=self.at + length].iter().fold(0, |rank, &element| {
            rank * self.digits.count() as usize + self.digits.digit(element) as usize
        });
        self.weights.get(loose)?.checked_sub(rank)
    }
}
