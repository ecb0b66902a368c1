//! Products: the Boolean operations on sets, with the tracks of both sides lined up, and renaming of tracks.

use super::build::{explore, letter_map};
use super::{DEAD, Dfa};
use crate::effort::Effort;
use bouton_budget::Halt;

/// A Boolean operation that is false where both sides are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Both.
    And,
    /// One of the two.
    Or,
    /// The first and not the second.
    Without,
    /// Exactly one of the two.
    Differ,
}

impl Operation {
    fn apply(self, a: bool, b: bool) -> bool {
        match self {
            Operation::And => a && b,
            Operation::Or => a || b,
            Operation::Without => a && !b,
            Operation::Differ => a != b,
        }
    }

    /// Whether nothing can follow once a side is dead.
    fn over(self, a: u32, b: u32) -> bool {
        match self {
            Operation::And => a == DEAD || b == DEAD,
            Operation::Without => a == DEAD,
            Operation::Or | Operation::Differ => a == DEAD && b == DEAD,
        }
    }
}

impl Dfa {
    /// Both sets at once, over the tracks of both.
    pub fn and(&self, other: &Dfa, effort: &Effort) -> Result<Dfa, Halt> {
        self.combine(other, Operation::And, effort)
    }

    /// The union, over the tracks of both.
    pub fn or(&self, other: &Dfa, effort: &Effort) -> Result<Dfa, Halt> {
        self.combine(other, Operation::Or, effort)
    }

    /// The tuples of this set that are not in the other one.
    pub fn without(&self, other: &Dfa, effort: &Effort) -> Result<Dfa, Halt> {
        self.combine(other, Operation::Without, effort)
    }

    /// All other tuples of valid representations.
    pub fn complement(&self, effort: &Effort) -> Result<Dfa, Halt> {
        Dfa::valid(self.numeration, &self.tracks, effort)?.without(self, effort)
    }

    /// The same set with more tracks, on which anything valid may stand.
    pub fn widen(&self, tracks: &[usize], effort: &Effort) -> Result<Dfa, Halt> {
        if tracks.iter().all(|t| self.tracks.contains(t)) {
            return Ok(self.clone());
        }
        let new: Vec<usize> = tracks.iter().copied().filter(|t| !self.tracks.contains(t)).collect();
        self.and(&Dfa::valid(self.numeration, &new, effort)?, effort)
    }

    /// One operation on two sets, over the tracks of both.
    pub fn combine(&self, other: &Dfa, operation: Operation, effort: &Effort) -> Result<Dfa, Halt> {
        // A side that does not see a track cannot refuse what is no representation there.
        if operation != Operation::And && self.tracks != other.tracks && !self.numeration.all_words() {
            let (a, b) = (self.widen(&other.tracks, effort)?, other.widen(&self.tracks, effort)?);
            return a.combine(&b, operation, effort);
        }
        let tracks = union(&self.tracks, &other.tracks);
        let left = letter_map(self.numeration, tracks.len(), &places(&self.tracks, &tracks), effort)?;
        let right = letter_map(self.numeration, tracks.len(), &places(&other.tracks, &tracks), effort)?;
        let step = |(a, b): &(u32, u32), letter: usize| {
            let a = self.step(*a, left[letter] as usize);
            let b = other.step(*b, right[letter] as usize);
            (!operation.over(a, b)).then_some((a, b))
        };
        let accept = |(a, b): &(u32, u32)| operation.apply(self.accepts_in(*a), other.accepts_in(*b));
        explore(self.numeration, tracks, (0, 0), step, accept, effort)
    }

    /// The set with its tracks renamed: `names` has one variable for each track, and two tracks of one name must agree.
    pub fn rename(&self, names: &[usize], effort: &Effort) -> Result<Dfa, Halt> {
        let tracks = union(names, &[]);
        // A number keeps its digits, so it must be written as before.
        if self
            .tracks
            .iter()
            .zip(names)
            .any(|(old, new)| self.numeration.of(*old) != self.numeration.of(*new))
        {
            return Err(Halt::Size);
        }
        let letters = letter_map(self.numeration, tracks.len(), &places(names, &tracks), effort)?;
        let step = |s: &u32, letter: usize| {
            let to = self.step(*s, letters[letter] as usize);
            (to != DEAD).then_some(to)
        };
        explore(self.numeration, tracks, 0u32, step, |s| self.accepts_in(*s), effort)
    }
}

/// All variables of two lists, rising.
pub(crate) fn union(a: &[usize], b: &[usize]) -> Vec<usize> {
    let mut all: Vec<usize> = a.iter().chain(b).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Where each of some variables stands among rising ones that contain it.
pub(crate) fn places(some: &[usize], all: &[usize]) -> Vec<usize> {
    some.iter().map(|v| all.binary_search(v).unwrap_or(0)).collect()
}
