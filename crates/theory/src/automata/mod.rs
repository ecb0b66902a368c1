//! Automata that read tuples of natural numbers, digit by digit, most significant first.
//!
//! Each number is a *track*, named by the variable it stands for; a letter is one digit of every track. Three things
//! hold for every [`Dfa`] made here: it accepts representations of the numeration only, leading zeros change nothing,
//! and it is minimal with its states in order of first visit, so that equal sets are equal values.

mod atoms;
mod build;
mod digits;
mod product;
mod project;
mod sets;
mod witness;

pub use product::Operation;
pub use witness::Witness;

pub(crate) use build::{explore, letter_digits, letter_map, letters_of, live, valid};
pub(crate) use sets::{Sets, earliest, search};
pub(crate) use witness::trace;

use crate::effort::Effort;
use crate::numeration::Numeration;
use bouton_budget::Halt;
use num_bigint::BigUint;

/// The state from which nothing is accepted; it is not stored.
pub const DEAD: u32 = u32::MAX;

/// A deterministic automaton; it begins in state 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dfa {
    pub(crate) numeration: Numeration,
    pub(crate) tracks: Vec<usize>,
    pub(crate) letters: usize,
    pub(crate) accept: Vec<bool>,
    pub(crate) next: Vec<u32>,
}

impl Dfa {
    /// The automaton of a certificate: next states by state and letter (`None`: nothing is accepted any more). The
    /// tracks are numbered from 0. It is made minimal; `None` if the table has the wrong shape.
    pub fn from_table(
        numeration: Numeration,
        tracks: usize,
        start: usize,
        accept: &[usize],
        next: &[Vec<Option<usize>>],
        effort: &Effort,
    ) -> Result<Option<Dfa>, Halt> {
        let tracks: Vec<usize> = (0..tracks).collect();
        let letters = letters_of(numeration, tracks.len(), effort)?;
        let inside = |s: &usize| *s < next.len();
        let shaped = inside(&start)
            && accept.iter().all(inside)
            && next.iter().all(|row| row.len() == letters && row.iter().flatten().all(inside));
        if !shaped {
            return Ok(None);
        }
        let step = |s: &usize, letter: usize| next[*s][letter];
        valid(numeration, tracks, start, step, |s| accept.contains(s), effort).map(Some)
    }

    /// All valid representations.
    pub fn valid(numeration: Numeration, tracks: &[usize], effort: &Effort) -> Result<Dfa, Halt> {
        Dfa::constant(numeration, tracks, true, effort)
    }

    /// Everything or nothing.
    pub fn constant(
        numeration: Numeration,
        tracks: &[usize],
        holds: bool,
        effort: &Effort,
    ) -> Result<Dfa, Halt> {
        let digits = letter_digits(numeration, tracks.len(), effort)?;
        let (wide, written) = (tracks.len(), numeration.written(tracks));
        let follow = |above: &u128, letter: usize| {
            written.follow_all(*above, &digits[letter * wide..(letter + 1) * wide])
        };
        explore(numeration, tracks.to_vec(), 0, follow, |_| holds, effort)
    }

    /// The numeration.
    pub fn numeration(&self) -> Numeration {
        self.numeration
    }

    /// The variables of the tracks, rising.
    pub fn tracks(&self) -> &[usize] {
        &self.tracks
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.accept.len()
    }

    /// How many letters there are.
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// Whether a word that ends in the state is accepted.
    pub fn accepts_in(&self, state: u32) -> bool {
        self.accept.get(state as usize).copied().unwrap_or(false)
    }

    /// The state after a letter; [`DEAD`] stays dead.
    pub fn step(&self, state: u32, letter: usize) -> u32 {
        if state == DEAD { DEAD } else { self.next[state as usize * self.letters + letter] }
    }

    /// The accepting states, and for every state the next one by letter: digits of the first track count most.
    pub fn table(&self) -> (Vec<usize>, Vec<Vec<Option<usize>>>) {
        let accept = (0..self.states()).filter(|s| self.accept[*s]).collect();
        let row = |r: &[u32]| r.iter().map(|s| (*s != DEAD).then_some(*s as usize)).collect();
        (accept, self.next.chunks(self.letters).map(row).collect())
    }

    /// Whether a tuple belongs to the set; numbers in the order of the tracks.
    pub fn contains(&self, numbers: &[BigUint]) -> bool {
        self.reads(numbers).is_some_and(|way| self.accepts_in(way.last().map_or(0, |step| step.1)))
    }

    /// The letters of a tuple, highest digits first, each with the state behind it; `None` if there are not as many numbers as tracks.
    pub fn reads(&self, numbers: &[BigUint]) -> Option<Vec<(usize, u32)>> {
        if numbers.len() != self.tracks.len() {
            return None;
        }
        let pairs = numbers.iter().zip(&self.tracks);
        let words: Vec<Vec<u8>> = pairs.map(|(n, track)| self.numeration.of(*track).write(n)).collect();
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let r = self.numeration.digits();
        let mut state = 0;
        let step = |place: usize| {
            let digit = |w: &Vec<u8>| if place < w.len() { w[w.len() - 1 - place] } else { 0 };
            let letter = words.iter().fold(0, |l, w| l * r + usize::from(digit(w)));
            state = self.step(state, letter);
            (letter, state)
        };
        Some((0..length).rev().map(step).collect())
    }

    /// The digits of a letter, one for each track.
    pub fn digits_of(&self, letter: usize) -> Vec<usize> {
        let r = self.numeration.digits();
        let wide = self.tracks.len();
        (0..wide).map(|t| letter / r.pow((wide - 1 - t) as u32) % r).collect()
    }

    /// For every state the least numbers whose digits lead there, of those with fewest digits. Every state can be reached.
    pub fn least(&self) -> Vec<Vec<BigUint>> {
        let mut words: Vec<Option<Vec<usize>>> = vec![None; self.states()];
        let mut queue = vec![0usize];
        words[0] = Some(Vec::new());
        let mut at = 0;
        while let Some(&state) = queue.get(at) {
            at += 1;
            for letter in 0..self.letters {
                let to = self.step(state as u32, letter);
                if to != DEAD && words[to as usize].is_none() {
                    let mut word = words[state].clone().unwrap_or_default();
                    word.push(letter);
                    words[to as usize] = Some(word);
                    queue.push(to as usize);
                }
            }
        }
        let longest = words.iter().flatten().map(Vec::len).max().unwrap_or(0);
        let places: Vec<Vec<BigUint>> =
            self.tracks.iter().map(|t| self.numeration.of(*t).first_places(longest)).collect();
        let number = |word: &[usize], track: usize| {
            let terms = word.iter().rev().zip(&places[track]);
            terms
                .fold(BigUint::default(), |sum, (letter, place)| sum + place * self.digits_of(*letter)[track])
        };
        let numbers = |word: &Option<Vec<usize>>| {
            let word = word.as_deref().unwrap_or_default();
            (0..self.tracks.len()).map(|t| number(word, t)).collect()
        };
        words.iter().map(numbers).collect()
    }

    /// [`Dfa::contains`] for small numbers.
    pub fn contains_small(&self, numbers: &[u64]) -> bool {
        if numbers.len() != self.tracks.len() {
            return false;
        }
        if let Numeration::Mixed(_) = self.numeration {
            return self.contains(&numbers.iter().map(|n| BigUint::from(*n)).collect::<Vec<_>>());
        }
        let r = self.numeration.digits();
        let mut rest = numbers.to_vec();
        let largest = numbers.iter().copied().max().unwrap_or(0);
        let state = self.numeration.with_places(largest, |places| {
            places.iter().rev().fold(0, |state, place| {
                let letter = rest.iter_mut().fold(0, |letter, n| {
                    let digit = *n / place;
                    *n %= place;
                    letter * r + digit as usize
                });
                self.step(state, letter)
            })
        });
        self.accepts_in(state)
    }
}
