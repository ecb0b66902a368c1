//! Tuples of numbers as words of letters: prefixes in a pool, suffixes as linear maps. The number that a prefix and a
//! suffix make together is found by two products, whatever their lengths.

use crate::numeration::{Numeration, RANK, Tops};

/// A pool of prefixes; the first one is empty.
pub(crate) struct Prefixes {
    numeration: Numeration,
    /// How each number is written.
    tops: Vec<Tops>,
    /// The most states that one of them has.
    rank: usize,
    wide: usize,
    digits: Vec<u8>,
    /// For each number of each prefix what was read, by states of the numeration.
    read: Vec<i64>,
    /// For each number of each prefix its state.
    states: Vec<u8>,
}

/// A suffix of tuples of words.
pub(crate) struct Suffix {
    /// For each number the states, in bits, in which it may follow.
    fits: Vec<u8>,
    /// For each number what one unit of each state counts before it.
    units: Option<Vec<[i64; RANK]>>,
    values: Vec<i64>,
}

impl Prefixes {
    /// The digits are those of every letter, one row a letter.
    pub(crate) fn new(numeration: Numeration, wide: usize, digits: Vec<u8>) -> Prefixes {
        let tops: Vec<Tops> = (0..wide).map(|i| numeration.of(i).tops()).collect();
        let rank = tops.iter().map(Tops::rank).max().unwrap_or(1);
        let (read, states) = (vec![0; wide * rank], vec![0; wide]);
        Prefixes { numeration, tops, rank, wide, digits, read, states }
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
        let (wide, size) = (self.wide, self.wide * self.rank);
        let (begun, of_states) = (self.read.len(), self.states.len());
        self.read.extend_from_within(prefix * size..(prefix + 1) * size);
        self.states.extend_from_within(prefix * wide..(prefix + 1) * wide);
        let row = &self.digits[letter * wide..(letter + 1) * wide];
        let (states, read) = (&mut self.states[of_states..], &mut self.read[begun..]);
        if read_row(&self.tops, self.rank, row, states, read).is_none() {
            self.read.truncate(begun);
            self.states.truncate(of_states);
            return None;
        }
        // Tuples of no numbers have one prefix.
        Some(of_states.checked_div(wide).unwrap_or(0))
    }

    /// The numbers of a prefix when nothing follows.
    pub(crate) fn numbers(&self, prefix: usize, tuple: &mut [i64]) {
        let rank = self.rank;
        let read = &self.read[prefix * self.wide * rank..(prefix + 1) * self.wide * rank];
        tuple.iter_mut().zip(read.chunks(rank)).for_each(|(n, p)| *n = p.iter().sum());
    }

    /// Whether a prefix and a suffix make a representation.
    pub(crate) fn fits(&self, prefix: usize, suffix: &Suffix) -> bool {
        let states = &self.states[prefix * self.wide..(prefix + 1) * self.wide];
        states.iter().zip(&suffix.fits).all(|(state, fits)| fits >> state & 1 == 1)
    }

    /// A suffix, made ready to be joined.
    pub(crate) fn suffix(&self, word: &[u32]) -> Suffix {
        let rank = self.rank;
        let digits = |i: usize| word.iter().map(move |l| self.row(*l as usize)[i]);
        let valid = |i: usize, state: usize| {
            digits(i).try_fold(state, |state, digit| self.tops[i].follow(state, digit)).is_some()
        };
        let fits = |i: usize| (0..self.tops[i].rank()).fold(0, |bits, q| bits | u8::from(valid(i, q)) << q);
        let unit = |tops: &Tops| word.iter().try_fold([1; RANK], |counts, _| tops.longer(&counts));
        let mut units: Vec<Option<[i64; RANK]>> = Vec::with_capacity(self.wide);
        for (i, tops) in self.tops.iter().enumerate() {
            let same = (i > 0 && self.tops[i - 1] == *tops).then(|| units[i - 1]);
            units.push(same.unwrap_or_else(|| unit(tops)));
        }
        let units: Option<Vec<[i64; RANK]>> = units.into_iter().collect();
        let value = |i: usize| {
            let mut read = [0; RANK];
            let done = digits(i).try_for_each(|digit| self.tops[i].push(&mut read[..rank], digit));
            done.map(|()| read.iter().sum())
        };
        let values: Option<Vec<i64>> = (0..self.wide).map(value).collect();
        let units = units.filter(|_| values.is_some());
        Suffix { fits: (0..self.wide).map(fits).collect(), units, values: values.unwrap_or_default() }
    }

    /// The tuple of a prefix and a suffix that fits it. `None` if it is beyond 64 bits.
    pub(crate) fn join(&self, prefix: usize, suffix: &Suffix, tuple: &mut [i64]) -> Option<()> {
        let units = suffix.units.as_ref()?;
        let rank = self.rank;
        let read = &self.read[prefix * self.wide * rank..(prefix + 1) * self.wide * rank];
        for (((number, p), low), own) in
            tuple.iter_mut().zip(read.chunks(rank)).zip(&suffix.values).zip(units)
        {
            let mut sum = *low;
            for (n, unit) in p.iter().zip(own) {
                sum = sum.checked_add(n.checked_mul(*unit)?)?;
            }
            *number = sum;
        }
        Some(())
    }

    /// A word that can be made longer and shorter.
    pub(crate) fn walk(&self) -> Walk<'_> {
        let (read, states) = (vec![0; self.wide * self.rank], vec![0; self.wide]);
        Walk { pool: self, read, states }
    }

    /// Tuples, one after the other, as words without leading zeros.
    pub(crate) fn words(&self, tuples: &[u32]) -> Vec<Vec<u32>> {
        let r = self.numeration.digits() as u32;
        let largest = tuples.iter().copied().max().unwrap_or(0).into();
        let written = |i: usize| {
            let (places, used) = self.numeration.of(i).places(largest);
            places[..used].to_vec()
        };
        let places: Vec<Vec<u64>> = (0..self.wide).map(written).collect();
        let mut rest = vec![0u64; self.wide];
        let word = |tuple: &[u32]| {
            rest.iter_mut().zip(tuple).for_each(|(n, own)| *n = u64::from(*own));
            let lengths = rest.iter().zip(&places).map(|(n, own)| own.partition_point(|place| place <= n));
            let length = lengths.max().unwrap_or(0);
            let letter = |at: usize| {
                rest.iter_mut().zip(&places).fold(0, |letter, (n, own)| {
                    let place = own.get(at).copied().unwrap_or(u64::MAX);
                    let digit = *n / place;
                    *n %= place;
                    letter * r + digit as u32
                })
            };
            (0..length).rev().map(letter).collect::<Vec<u32>>()
        };
        tuples.chunks(self.wide.max(1)).map(word).collect()
    }
}

/// Reads one letter into numbers and their states; `None` if that is no representation or beyond 64 bits.
fn read_row(tops: &[Tops], rank: usize, row: &[u8], states: &mut [u8], read: &mut [i64]) -> Option<()> {
    for (((digit, state), read), tops) in row.iter().zip(states).zip(read.chunks_mut(rank)).zip(tops) {
        *state = tops.follow((*state).into(), *digit)? as u8;
        tops.push(read, *digit)?;
    }
    Some(())
}

/// A word with its numbers at every length.
pub(crate) struct Walk<'a> {
    pool: &'a Prefixes,
    read: Vec<i64>,
    states: Vec<u8>,
}

impl Walk<'_> {
    /// One letter more, and the numbers then; `false` (and nothing done) if that is no representation.
    pub(crate) fn push(&mut self, letter: usize, tuple: &mut [i64]) -> bool {
        let (wide, rank) = (self.pool.wide, self.pool.rank);
        let (at, of_states) = (self.read.len(), self.states.len());
        self.read.extend_from_within(at - wide * rank..);
        self.states.extend_from_within(of_states - wide..);
        let (states, read) = (&mut self.states[of_states..], &mut self.read[at..]);
        if read_row(&self.pool.tops, rank, self.pool.row(letter), states, read).is_none() {
            self.pop();
            return false;
        }
        tuple.iter_mut().zip(self.read[at..].chunks(rank)).for_each(|(n, p)| *n = p.iter().sum());
        true
    }

    /// One letter less.
    pub(crate) fn pop(&mut self) {
        let (wide, rank) = (self.pool.wide, self.pool.rank);
        self.read.truncate(self.read.len().saturating_sub(wide * rank));
        self.states.truncate(self.states.len().saturating_sub(wide));
    }
}
