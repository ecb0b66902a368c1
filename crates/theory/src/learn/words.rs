//! Tuples of numbers as words of letters: prefixes in a pool, suffixes as linear maps. The number that a prefix and a
//! suffix make together is found by two products, whatever their lengths.

use crate::numeration::{Numeration, Prefix};
use num_bigint::BigUint;

/// A pool of prefixes; the first one is empty.
pub(crate) struct Prefixes {
    numeration: Numeration,
    wide: usize,
    digits: Vec<u8>,
    /// One for each number of each prefix.
    read: Vec<Prefix>,
    /// The last digit of each.
    last: Vec<u8>,
}

/// A suffix of tuples of words.
pub(crate) struct Suffix {
    /// Its first letter; `None` if it is empty.
    first: Option<u32>,
    valid: bool,
    /// What one unit of the last place before it counts, and one of the place below.
    units: Option<(i64, i64)>,
    values: Vec<i64>,
}

impl Prefixes {
    pub(crate) fn new(numeration: Numeration, wide: usize, digits: Vec<u8>) -> Prefixes {
        let (read, last) = (vec![Prefix::default(); wide], vec![0; wide]);
        Prefixes { numeration, wide, digits, read, last }
    }

    fn row(&self, letter: usize) -> &[u8] {
        &self.digits[letter * self.wide..(letter + 1) * self.wide]
    }

    /// What the digits of a letter weigh.
    pub(crate) fn weight(&self, letter: usize, weights: &[u64]) -> u64 {
        self.row(letter).iter().zip(weights).fold(0, |sum, (d, w)| sum.saturating_add(u64::from(*d) * w))
    }

    /// Whether a letter has the digit 0 on some tracks.
    pub(crate) fn zero_at(&self, letter: usize, tracks: &[usize]) -> bool {
        tracks.iter().all(|t| self.row(letter)[*t] == 0)
    }

    fn follows(&self, last: &[u8], letter: usize) -> bool {
        let row = self.row(letter);
        last.iter().zip(row).all(|(a, d)| self.numeration.follows((*a).into(), (*d).into()))
    }

    /// Adds a prefix with one letter more; `None` if that is no representation or beyond 64 bits.
    pub(crate) fn push(&mut self, prefix: usize, letter: usize) -> Option<usize> {
        let at = prefix * self.wide;
        if !self.follows(&self.last[at..at + self.wide], letter) {
            return None;
        }
        let mut longer = Vec::with_capacity(self.wide);
        for (i, d) in self.row(letter).iter().enumerate() {
            longer.push(self.numeration.push(self.read[at + i], (*d).into())?);
        }
        let number = self.read.len() / self.wide.max(1);
        self.read.extend(longer);
        self.last.extend_from_slice(&self.digits[letter * self.wide..(letter + 1) * self.wide]);
        Some(number)
    }

    /// A suffix, made ready to be joined.
    pub(crate) fn suffix(&self, word: &[u32]) -> Suffix {
        let mut walk = self.walk();
        let mut values = vec![0i64; self.wide];
        let mut valid = true;
        let mut units = Some((Prefix { last: 1, before: 0 }, Prefix { last: 0, before: 1 }));
        for l in word {
            valid = valid && walk.push(*l as usize, &mut values);
            units = units.and_then(|(a, b)| Some((self.numeration.push(a, 0)?, self.numeration.push(b, 0)?)));
        }
        let units = units.map(|(a, b)| (a.value(), b.value()));
        Suffix { first: word.first().copied(), valid, units, values }
    }

    /// The tuple of a prefix and a suffix. `None` if it is beyond 64 bits, `Some(false)` if it is no representation.
    pub(crate) fn join(&self, prefix: usize, suffix: &Suffix, tuple: &mut [i64]) -> Option<bool> {
        let at = prefix * self.wide;
        let follows = |l: u32| self.follows(&self.last[at..at + self.wide], l as usize);
        if !suffix.valid || !suffix.first.is_none_or(follows) {
            return Some(false);
        }
        let (a, b) = suffix.units?;
        let read = &self.read[at..at + self.wide];
        for ((number, p), low) in tuple.iter_mut().zip(read).zip(&suffix.values) {
            let high = p.last.checked_mul(a)?.checked_add(p.before.checked_mul(b)?)?;
            *number = high.checked_add(*low)?;
        }
        Some(true)
    }

    /// A word that can be made longer and shorter.
    pub(crate) fn walk(&self) -> Walk<'_> {
        let (read, last) = (vec![Prefix::default(); self.wide], vec![0; self.wide]);
        Walk { pool: self, read, last }
    }

    /// Tuples, one after the other, as words without leading zeros.
    pub(crate) fn words(&self, tuples: &[u32]) -> Vec<Vec<u32>> {
        let r = self.numeration.digits() as u32;
        let word = |tuple: &[u32]| {
            let digits: Vec<Vec<u8>> =
                tuple.iter().map(|n| self.numeration.write(&BigUint::from(*n))).collect();
            let length = digits.iter().map(Vec::len).max().unwrap_or(0);
            let letter = |place: usize| {
                let digit = |d: &Vec<u8>| if place < d.len() { u32::from(d[d.len() - 1 - place]) } else { 0 };
                digits.iter().fold(0, |l, d| l * r + digit(d))
            };
            (0..length).rev().map(letter).collect::<Vec<u32>>()
        };
        tuples.chunks(self.wide.max(1)).map(word).collect()
    }
}

/// A word with its numbers at every length.
pub(crate) struct Walk<'a> {
    pool: &'a Prefixes,
    read: Vec<Prefix>,
    last: Vec<u8>,
}

impl Walk<'_> {
    /// One letter more, and the numbers then; `false` (and nothing done) if that is no representation.
    pub(crate) fn push(&mut self, letter: usize, tuple: &mut [i64]) -> bool {
        let wide = self.pool.wide;
        let at = self.read.len() - wide;
        if !self.pool.follows(&self.last[at..], letter) {
            return false;
        }
        for (i, number) in tuple.iter_mut().enumerate().take(wide) {
            let digit = self.pool.digits[letter * wide + i];
            let Some(next) = self.pool.numeration.push(self.read[at + i], digit.into()) else {
                self.read.truncate(at + wide);
                return false;
            };
            *number = next.value();
            self.read.push(next);
        }
        self.last.extend_from_slice(&self.pool.digits[letter * wide..(letter + 1) * wide]);
        true
    }

    /// One letter less.
    pub(crate) fn pop(&mut self) {
        let keep = self.read.len().saturating_sub(self.pool.wide);
        self.read.truncate(keep);
        self.last.truncate(keep);
    }
}
