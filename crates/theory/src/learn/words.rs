//! Tuples of numbers as words of letters: prefixes in a pool, suffixes as linear maps. The number that a prefix and a
//! suffix make together is found by two products, whatever their lengths.

use crate::numeration::{Numeration, Prefix};

/// A pool of prefixes; the first one is empty.
pub(crate) struct Prefixes {
    numeration: Numeration,
    wide: usize,
    digits: Vec<u8>,
    /// For each letter the tracks, in bits, on which it has a digit other than 0.
    nonzero: Vec<u64>,
    /// For each letter the tracks, in bits, after which only 0 may follow.
    full: Vec<u64>,
    /// One for each number of each prefix.
    read: Vec<Prefix>,
    /// The tracks, in bits, on which only 0 may follow.
    shut: Vec<u64>,
}

/// A suffix of tuples of words.
pub(crate) struct Suffix {
    /// The tracks, in bits, on which it does not begin with 0.
    nonzero: u64,
    valid: bool,
    /// What one unit of the last place before it counts, and one of the place below.
    units: Option<(i64, i64)>,
    values: Vec<i64>,
}

impl Prefixes {
    /// The digits are those of every letter, one row a letter; there are fewer than 64 tracks.
    pub(crate) fn new(numeration: Numeration, wide: usize, digits: Vec<u8>) -> Prefixes {
        let bits = |holds: &dyn Fn(usize) -> bool| {
            let row =
                |row: &[u8]| row.iter().fold(0u64, |bits, d| bits << 1 | u64::from(holds(usize::from(*d))));
            digits.chunks(wide.max(1)).map(row).collect::<Vec<u64>>()
        };
        let nonzero = bits(&|d| d != 0);
        let full = bits(&|d| !numeration.follows(d, 1));
        Prefixes {
            numeration,
            wide,
            digits,
            nonzero,
            full,
            read: vec![Prefix::default(); wide],
            shut: vec![0],
        }
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

    /// Adds a prefix with one letter more; `None` if that is no representation or beyond 64 bits.
    pub(crate) fn push(&mut self, prefix: usize, letter: usize) -> Option<usize> {
        if self.shut[prefix] & self.nonzero[letter] != 0 {
            return None;
        }
        let at = prefix * self.wide;
        let begun = self.read.len();
        for i in 0..self.wide {
            let digit = self.digits[letter * self.wide + i];
            match self.numeration.push(self.read[at + i], digit.into()) {
                Some(longer) => self.read.push(longer),
                None => {
                    self.read.truncate(begun);
                    return None;
                }
            }
        }
        self.shut.push(self.full[letter]);
        Some(self.shut.len() - 1)
    }

    /// The numbers of a prefix when nothing follows.
    pub(crate) fn numbers(&self, prefix: usize, tuple: &mut [i64]) {
        let read = &self.read[prefix * self.wide..(prefix + 1) * self.wide];
        tuple.iter_mut().zip(read).for_each(|(n, p)| *n = p.value());
    }

    /// Whether a prefix and a suffix make a representation.
    pub(crate) fn fits(&self, prefix: usize, suffix: &Suffix) -> bool {
        suffix.valid && self.shut[prefix] & suffix.nonzero == 0
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
        let nonzero = word.first().map_or(0, |l| self.nonzero[*l as usize]);
        Suffix { nonzero, valid, units, values }
    }

    /// The tuple of a prefix and a suffix that fits it. `None` if it is beyond 64 bits.
    pub(crate) fn join(&self, prefix: usize, suffix: &Suffix, tuple: &mut [i64]) -> Option<()> {
        let (a, b) = suffix.units?;
        let read = &self.read[prefix * self.wide..(prefix + 1) * self.wide];
        for ((number, p), low) in tuple.iter_mut().zip(read).zip(&suffix.values) {
            let high = p.last.checked_mul(a)?.checked_add(p.before.checked_mul(b)?)?;
            *number = high.checked_add(*low)?;
        }
        Some(())
    }

    /// A word that can be made longer and shorter.
    pub(crate) fn walk(&self) -> Walk<'_> {
        Walk { pool: self, read: vec![Prefix::default(); self.wide], shut: vec![0] }
    }

    /// Tuples, one after the other, as words without leading zeros.
    pub(crate) fn words(&self, tuples: &[u32]) -> Vec<Vec<u32>> {
        let r = self.numeration.digits() as u32;
        let (places, used) = self.numeration.places(tuples.iter().copied().max().unwrap_or(0).into());
        let places = &places[..used];
        let mut rest = vec![0u64; self.wide];
        let word = |tuple: &[u32]| {
            rest.iter_mut().zip(tuple).for_each(|(n, own)| *n = u64::from(*own));
            let largest = tuple.iter().copied().max().unwrap_or(0).into();
            let used = places.partition_point(|place| *place <= largest);
            let letter = |place: &u64| {
                rest.iter_mut().fold(0, |letter, n| {
                    let digit = *n / place;
                    *n %= place;
                    letter * r + digit as u32
                })
            };
            places[..used].iter().rev().map(letter).collect::<Vec<u32>>()
        };
        tuples.chunks(self.wide.max(1)).map(word).collect()
    }
}

/// A word with its numbers at every length.
pub(crate) struct Walk<'a> {
    pool: &'a Prefixes,
    read: Vec<Prefix>,
    shut: Vec<u64>,
}

impl Walk<'_> {
    /// One letter more, and the numbers then; `false` (and nothing done) if that is no representation.
    pub(crate) fn push(&mut self, letter: usize, tuple: &mut [i64]) -> bool {
        if self.shut.last().is_some_and(|shut| shut & self.pool.nonzero[letter] != 0) {
            return false;
        }
        let wide = self.pool.wide;
        let at = self.read.len() - wide;
        for (i, number) in tuple.iter_mut().enumerate().take(wide) {
            let digit = self.pool.digits[letter * wide + i];
            let Some(next) = self.pool.numeration.push(self.read[at + i], digit.into()) else {
                self.read.truncate(at + wide);
                return false;
            };
            *number = next.value();
            self.read.push(next);
        }
        self.shut.push(self.pool.full[letter]);
        true
    }

    /// One letter less.
    pub(crate) fn pop(&mut self) {
        let keep = self.read.len().saturating_sub(self.pool.wide);
        self.read.truncate(keep);
        self.shut.pop();
    }
}
