//! Members of a set that some projections do not cover: sets of possible states followed beside the automaton.
//!
//! Several relations are looked at side by side. Each has few sets of possible states, while their combinations are many;
//! so each set is worked out once and then known by its number. A combination that contains one of a few already seen is
//! dropped (antichains: M. De Wulf, L. Doyen, T. A. Henzinger, J.-F. Raskin, 2006).

use super::project::{Possible, Projector};
use super::{DEAD, Dfa, trace};
use crate::effort::Effort;
use crate::tuning::ANTICHAIN;
use bouton_budget::Halt;
use rustc_hash::{FxHashMap, FxHashSet};

/// Sets of possible states of one automaton, each found once and then known by its number.
pub(crate) struct Sets {
    seen: Projector,
    /// Paths are counted up to this.
    most: u32,
    numbers: FxHashMap<Possible, u32>,
    sets: Vec<Possible>,
    next: Vec<u32>,
    accepted: Vec<u32>,
    within: FxHashMap<(u32, u32), bool>,
}

impl Sets {
    /// The sets of an automaton seen from some tracks; the first one has the number 0.
    pub(crate) fn new(dfa: &Dfa, outer: &[usize], most: u32, effort: &Effort) -> Result<Sets, Halt> {
        let seen = Projector::new(dfa, outer, effort)?;
        let first = seen.first(&[0], most, effort)?;
        let (numbers, within) = (FxHashMap::default(), FxHashMap::default());
        let (sets, next, accepted) = (Vec::new(), Vec::new(), Vec::new());
        let mut made = Sets { seen, most, numbers, sets, next, accepted, within };
        made.number(first, effort)?;
        Ok(made)
    }

    fn number(&mut self, set: Possible, effort: &Effort) -> Result<u32, Halt> {
        if let Some(number) = self.numbers.get(&set) {
            return Ok(*number);
        }
        let number = self.sets.len() as u32;
        effort.allow(self.sets.len() + 1, 1)?;
        self.accepted.push(self.seen.accepted(&set));
        self.next.extend(std::iter::repeat_n(DEAD, self.seen.letters));
        self.numbers.insert(set.clone(), number);
        self.sets.push(set);
        Ok(number)
    }

    /// The set after one more outer letter.
    pub(crate) fn after(&mut self, set: u32, letter: usize, effort: &Effort) -> Result<u32, Halt> {
        let at = set as usize * self.seen.letters + letter;
        if self.next[at] == DEAD {
            let own = &self.sets[set as usize];
            effort.spend(4 * own.len() as u64)?;
            let to = self.seen.after(own, letter, self.most);
            self.next[at] = self.number(to, effort)?;
        }
        Ok(self.next[at])
    }

    /// How many paths of a set end in acceptance.
    pub(crate) fn accepted(&self, set: u32) -> u32 {
        self.accepted[set as usize]
    }

    /// Whether every state of one set is in the other, with at least as many paths.
    pub(crate) fn within(&mut self, small: u32, large: u32) -> bool {
        if small == large {
            return true;
        }
        let (sets, known) = (&self.sets, &mut self.within);
        *known.entry((small, large)).or_insert_with(|| {
            let (small, large) = (&sets[small as usize], &sets[large as usize]);
            let mut at = 0;
            small.len() <= large.len()
                && small.iter().all(|(s, n)| {
                    while at < large.len() && large[at].0 < *s {
                        at += 1;
                    }
                    at < large.len() && large[at].0 == *s && large[at].1 >= *n
                })
        })
    }
}

/// The first member of a set, by length and then letter by letter, at which `bad` holds of the number of paths by which some
/// relations accept, if it has at most `most` letters. `less` says that smaller sets of possible states are the worse ones; the
/// other way round, larger ones are.
pub(crate) fn search(
    set: &Dfa,
    mut moves: Vec<Sets>,
    less: bool,
    bad: impl Fn(u32) -> bool,
    most: usize,
    effort: &Effort,
) -> Result<Option<Vec<u32>>, Halt> {
    // A state of the set with, for each relation, the number of its set of possible states.
    let first = vec![0u32; moves.len() + 1];
    let mut seen: FxHashSet<Vec<u32>> = FxHashSet::default();
    seen.insert(first.clone());
    let mut worst: FxHashMap<u32, Vec<Vec<u32>>> = FxHashMap::default();
    let mut queue = vec![(first, usize::MAX, 0u32)];
    let mut entry = Vec::with_capacity(moves.len() + 1);
    let (mut at, mut end, mut length) = (0, 1, 0);
    while at < queue.len() {
        if at == end {
            (end, length) = (queue.len(), length + 1);
            if length > most {
                break;
            }
        }
        let from = queue[at].0.clone();
        let accepted = moves.iter().zip(&from[1..]).map(|(sets, own)| sets.accepted(*own));
        if set.accepts_in(from[0]) && bad(accepted.fold(0, u32::saturating_add)) {
            return Ok(Some(trace(&queue, at)));
        }
        for letter in 0..set.letters() {
            effort.spend(from.len() as u64)?;
            let to = set.step(from[0], letter);
            if to == DEAD {
                continue;
            }
            entry.clear();
            entry.push(to);
            for (sets, own) in moves.iter_mut().zip(&from[1..]) {
                entry.push(sets.after(*own, letter, effort)?);
            }
            if seen.contains(&entry) {
                continue;
            }
            let known = worst.entry(to).or_default();
            effort.spend(known.len() as u64)?;
            let mut as_bad = |a: &[u32], b: &[u32]| {
                let (small, large) = if less { (a, b) } else { (b, a) };
                let pairs = small.iter().zip(large).skip(1);
                moves.iter_mut().zip(pairs).all(|(sets, (s, l))| sets.within(*s, *l))
            };
            if known.iter().any(|old| as_bad(old, &entry)) {
                continue;
            }
            match known.iter().position(|old| as_bad(&entry, old)) {
                Some(old) => known[old].clone_from(&entry),
                None if known.len() < ANTICHAIN => known.push(entry.clone()),
                None => {}
            }
            effort.allow(queue.len() + 1, 1)?;
            seen.insert(entry.clone());
            queue.push((entry.clone(), at, letter as u32));
        }
        at += 1;
    }
    Ok(None)
}

/// The first word over some tracks, by length and then letter by letter, to which numbers on the other tracks complete a member.
pub(crate) fn earliest(dfa: &Dfa, outer: &[usize], effort: &Effort) -> Result<Option<Vec<u32>>, Halt> {
    let seen = Projector::new(dfa, outer, effort)?;
    // States come in groups, by the first word that may lead to them.
    let mut reached = vec![false; dfa.states()];
    let group = seen.first(&[0], 1, effort)?;
    group.iter().for_each(|(s, _)| reached[*s as usize] = true);
    let mut queue = vec![(group, usize::MAX, 0u32)];
    let mut at = 0;
    while at < queue.len() {
        if seen.accepted(&queue[at].0) > 0 {
            return Ok(Some(trace(&queue, at)));
        }
        for letter in 0..seen.letters {
            effort.spend(1 + queue[at].0.len() as u64)?;
            let mut after = seen.after(&queue[at].0, letter, 1);
            after.retain(|(s, _)| !std::mem::replace(&mut reached[*s as usize], true));
            if !after.is_empty() {
                queue.push((after, at, letter as u32));
            }
        }
        at += 1;
    }
    Ok(None)
}
