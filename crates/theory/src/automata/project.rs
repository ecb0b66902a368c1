//! Projection: "there is a number such that". The tracks are dropped and the sets of possible states are followed.
//!
//! The dropped number may have more digits than the others, so the first set holds every state that some digits of it
//! can reach before the others begin. Where options are counted, a set keeps with each state how many numbers lead to
//! it, up to a bound: the automaton is deterministic, so different numbers are different paths.

use super::build::{explore, letter_map, letters_of};
use super::product::places;
use super::{DEAD, Dfa};
use crate::effort::Effort;
use bouton_budget::Halt;

/// A set of states, rising, with how many paths lead to each of them.
pub(crate) type Possible = Vec<(u32, u32)>;

/// An automaton seen from some of its tracks only.
pub(crate) struct Projector {
    /// By state and outer letter: the next states with the number of inner letters that lead there.
    next: Vec<Possible>,
    pub(super) letters: usize,
    accept: Vec<bool>,
}

impl Projector {
    /// Sees `dfa` from the tracks `outer`, rising; tracks of `outer` that it does not read are free.
    pub(crate) fn new(dfa: &Dfa, outer: &[usize], effort: &Effort) -> Result<Projector, Halt> {
        let seen: Vec<usize> = outer.iter().copied().filter(|t| dfa.tracks.contains(t)).collect();
        let narrow = letters_of(dfa.numeration, seen.len(), effort)?;
        let to_seen = letter_map(dfa.numeration, dfa.tracks.len(), &places(&seen, &dfa.tracks), effort)?;
        let from_outer = letter_map(dfa.numeration, outer.len(), &places(&seen, outer), effort)?;
        let mut small: Vec<Possible> = vec![Vec::new(); dfa.states() * narrow];
        for s in 0..dfa.states() {
            for letter in 0..dfa.letters {
                effort.tick()?;
                let to = dfa.step(s as u32, letter);
                if to != DEAD {
                    small[s * narrow + to_seen[letter] as usize].push((to, 1));
                }
            }
        }
        for list in &mut small {
            gather(list, u32::MAX);
        }
        let letters = from_outer.len();
        effort.allow(dfa.states(), letters)?;
        let next = if letters == narrow {
            small
        } else {
            let all =
                (0..dfa.states()).flat_map(|s| from_outer.iter().map(move |l| s * narrow + *l as usize));
            all.map(|i| small[i].clone()).collect()
        };
        Ok(Projector { next, letters, accept: dfa.accept.clone() })
    }

    /// All states that can be reached before the outer numbers begin, from the given first states. Paths are counted
    /// up to `most`; the counts are those of arbitrarily many leading zeros.
    pub(crate) fn first(&self, starts: &[u32], most: u32, effort: &Effort) -> Result<Possible, Halt> {
        let begin: Possible = starts.iter().map(|s| (*s, 1)).collect();
        let mut set = begin;
        loop {
            effort.check()?;
            // A start stays where it is under leading zeros, so the sets only grow.
            let next = self.after(&set, 0, most);
            if next == set {
                return Ok(set);
            }
            set = next;
        }
    }

    /// The states possible after one more outer letter.
    pub(crate) fn after(&self, set: &[(u32, u32)], letter: usize, most: u32) -> Possible {
        let mut to = Vec::new();
        for (s, n) in set {
            let list = &self.next[*s as usize * self.letters + letter];
            to.extend(list.iter().map(|(t, m)| (*t, n.saturating_mul(*m))));
        }
        gather(&mut to, most);
        to
    }

    /// How many paths end in acceptance, up to the bound they were counted to.
    pub(crate) fn accepted(&self, set: &[(u32, u32)]) -> u32 {
        let counts = set.iter().filter(|(s, _)| self.accept[*s as usize]).map(|(_, n)| *n);
        counts.fold(0, u32::saturating_add)
    }
}

/// Sorts, and adds the counts of equal states.
fn gather(list: &mut Possible, most: u32) {
    list.sort_unstable();
    let mut kept = 0;
    for i in 0..list.len() {
        let (s, n) = list[i];
        if kept > 0 && list[kept - 1].0 == s {
            list[kept - 1].1 = list[kept - 1].1.saturating_add(n).min(most);
        } else {
            list[kept] = (s, n.min(most));
            kept += 1;
        }
    }
    list.truncate(kept);
}

impl Dfa {
    /// The tuples for which some natural numbers on the tracks `gone` complete an accepted one.
    pub fn project(&self, gone: &[usize], effort: &Effort) -> Result<Dfa, Halt> {
        if !gone.iter().any(|t| self.tracks.contains(t)) {
            return Ok(self.clone());
        }
        let kept: Vec<usize> = self.tracks.iter().copied().filter(|t| !gone.contains(t)).collect();
        let seen = Projector::new(self, &kept, effort)?;
        let first = seen.first(&[0], 1, effort)?;
        let step = |set: &Possible, letter: usize| {
            let to = seen.after(set, letter, 1);
            (!to.is_empty()).then_some(to)
        };
        explore(self.numeration, kept, first, step, |set| seen.accepted(set) > 0, effort)
    }
}
