//! Examples: the shortest tuple of a set, of two sets at once, and the members in order; counting members.

use super::product::{places, union};
use super::{DEAD, Dfa, letter_digits, letter_map};
use crate::effort::Effort;
use bouton_budget::Halt;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

/// A tuple as variables with their numbers.
pub type Witness = Vec<(usize, BigUint)>;

impl Dfa {
    /// Whether nothing belongs to the set.
    pub fn is_empty(&self) -> bool {
        // Every state of a minimal automaton but the first leads to acceptance.
        self.states() == 1 && !self.accept[0]
    }

    /// A member of both sets with the fewest digits, over the tracks of both; `None` if there is none.
    pub fn common(&self, other: &Dfa, effort: &Effort) -> Result<Option<Witness>, Halt> {
        let tracks = union(&self.tracks, &other.tracks);
        let left = letter_map(self.numeration, tracks.len(), &places(&self.tracks, &tracks), effort)?;
        let right = letter_map(self.numeration, tracks.len(), &places(&other.tracks, &tracks), effort)?;
        let mut seen: FxHashMap<(u32, u32), ()> = FxHashMap::default();
        let mut queue: Vec<((u32, u32), usize, u32)> = vec![((0, 0), usize::MAX, 0)];
        seen.insert((0, 0), ());
        let mut at = 0;
        while at < queue.len() {
            let ((a, b), _, _) = queue[at];
            if self.accepts_in(a) && other.accepts_in(b) {
                let word = trace(&queue, at);
                return Ok(Some(self.decode(&tracks, &word, effort)?));
            }
            for letter in 0..left.len() {
                effort.tick()?;
                let to = (self.step(a, left[letter] as usize), other.step(b, right[letter] as usize));
                if to.0 != DEAD && to.1 != DEAD && seen.insert(to, ()).is_none() {
                    effort.allow(queue.len() + 1, 1)?;
                    queue.push((to, at, letter as u32));
                }
            }
            at += 1;
        }
        Ok(None)
    }

    /// A member with the fewest digits.
    pub fn shortest(&self, effort: &Effort) -> Result<Option<Witness>, Halt> {
        self.common(self, effort)
    }

    /// The numbers that a word of letters over `tracks` stands for.
    pub(crate) fn decode(&self, tracks: &[usize], word: &[u32], effort: &Effort) -> Result<Witness, Halt> {
        let digits = letter_digits(self.numeration, tracks.len(), effort)?;
        let number = |i: usize| {
            let own: Vec<u8> = word.iter().map(|l| digits[*l as usize * tracks.len() + i]).collect();
            self.numeration.of(tracks[i]).read(&own)
        };
        Ok(tracks.iter().enumerate().map(|(i, v)| (*v, number(i))).collect())
    }

    /// Whether the set has finitely many members.
    pub fn is_finite(&self) -> bool {
        // Infinite exactly if a circle of states other than the leading zeros can be reached: every state leads on to
        // acceptance. Peel states without an edge into unpeeled states.
        let n = self.states();
        let edges = |s: usize| {
            let row = self.next[s * self.letters..(s + 1) * self.letters].iter().enumerate();
            row.filter(move |(l, to)| **to != DEAD && !(s == 0 && *l == 0)).map(|(_, to)| *to as usize)
        };
        let mut out: Vec<usize> = (0..n).map(|s| edges(s).count()).collect();
        let mut into: Vec<Vec<usize>> = vec![Vec::new(); n];
        for s in 0..n {
            edges(s).for_each(|to| into[to].push(s));
        }
        let mut queue: Vec<usize> = (0..n).filter(|s| out[*s] == 0).collect();
        let mut peeled = 0;
        while let Some(s) = queue.pop() {
            peeled += 1;
            for from in &into[s] {
                out[*from] -= 1;
                if out[*from] == 0 {
                    queue.push(*from);
                }
            }
        }
        peeled == n || self.is_empty()
    }

    /// The members with the fewest digits, at most `most` of them, in the order of the tracks. `None` if there are more.
    pub fn members(&self, most: usize, effort: &Effort) -> Result<Option<Vec<Vec<BigUint>>>, Halt> {
        if !self.is_finite() {
            return Ok(None);
        }
        let mut found = Vec::new();
        let mut level: Vec<(u32, Vec<u32>)> = vec![(0, Vec::new())];
        while !level.is_empty() {
            let mut below = Vec::new();
            for (s, word) in level {
                if self.accepts_in(s) {
                    let tuple = self.decode(&self.tracks, &word, effort)?;
                    found.push(tuple.into_iter().map(|t| t.1).collect());
                    if found.len() > most {
                        return Ok(None);
                    }
                }
                for letter in 0..self.letters {
                    effort.tick()?;
                    let to = self.step(s, letter);
                    if to != DEAD && !(word.is_empty() && letter == 0) {
                        let mut longer = word.clone();
                        longer.push(letter as u32);
                        below.push((to, longer));
                    }
                }
            }
            effort.allow(below.len(), 1)?;
            level = below;
        }
        Ok(Some(found))
    }

    /// How many members have at most so many digits in every number.
    pub fn count(&self, digits: usize) -> BigUint {
        let mut paths = vec![BigUint::ZERO; self.states()];
        paths[0] += 1u8;
        for _ in 0..digits {
            let mut after = vec![BigUint::ZERO; self.states()];
            for (s, n) in paths.iter().enumerate() {
                for to in &self.next[s * self.letters..(s + 1) * self.letters] {
                    if *to != DEAD {
                        after[*to as usize] += n;
                    }
                }
            }
            paths = after;
        }
        paths.iter().zip(&self.accept).filter(|(_, a)| **a).map(|(n, _)| n).sum()
    }
}

/// The letters on the way to an entry of a search.
pub(crate) fn trace<S>(queue: &[(S, usize, u32)], mut at: usize) -> Vec<u32> {
    let mut word = Vec::new();
    while queue[at].1 != usize::MAX {
        word.push(queue[at].2);
        at = queue[at].1;
    }
    word.reverse();
    word
}
