//! Merging prefixes that behave alike (Myhill and Nerode): the states of the automaton are the classes of prefixes under
//! "the same suffixes lead into the set".
//!
//! Two prefixes are compared on a list of suffixes, as far as the table knows. The list begins with the empty word; when
//! the automaton disagrees with the table on a word, all suffixes of that word are added (Maler and Pnueli). When the
//! list does not grow any more, the table is too small, or there is no small automaton.

use super::Known;
use super::compare::{Machine, disagreements};
use super::words::{Prefixes, Suffix};
use crate::automata::{DEAD, Dfa, explore, letter_digits};
use crate::effort::{Effort, Halt};
use crate::numeration::Numeration;
use rustc_hash::FxHashSet;

/// What came of an attempt.
pub(crate) enum Learned {
    /// An automaton that agrees with the whole table.
    Fits(Dfa),
    /// More classes than allowed.
    Many,
    /// The table does not tell enough.
    Unclear,
}

struct Learner<'a, K: Known> {
    known: &'a K,
    numeration: Numeration,
    letters: usize,
    prefixes: Prefixes,
    suffixes: Vec<Suffix>,
    /// The children of a prefix that stands for a state, by letter.
    children: Vec<Option<Vec<Option<usize>>>>,
    behaviours: Vec<Behaviour>,
}

/// Which suffixes are known to lead into the set, and which are known at all, in bits; and how many were looked up.
#[derive(Clone, Default)]
struct Behaviour {
    yes: Vec<u64>,
    known: Vec<u64>,
    upto: usize,
}

impl Behaviour {
    fn members(&self) -> i64 {
        self.yes.iter().map(|w| i64::from(w.count_ones())).sum()
    }
}

struct Hypothesis {
    next: Vec<u32>,
    accept: Vec<bool>,
}

/// Looks for an automaton with at most `most` states that agrees with a table. `listed` are suffixes that were worth
/// looking at before; those that were now are added.
pub(crate) fn learn<K: Known>(
    known: &K,
    numeration: Numeration,
    most: usize,
    listed: &mut Vec<Vec<u32>>,
    effort: &Effort,
) -> Result<Learned, Halt> {
    let wide = known.width();
    let digits = letter_digits(numeration, wide, effort)?;
    let letters = digits.len() / wide.max(1);
    let prefixes = Prefixes::new(numeration, wide, digits);
    let mut learner = Learner {
        known,
        numeration,
        letters,
        suffixes: vec![prefixes.suffix(&[])],
        prefixes,
        children: vec![None],
        behaviours: vec![Behaviour::default()],
    };
    let mut seen: FxHashSet<Vec<u32>> = listed.iter().cloned().collect();
    seen.insert(Vec::new());
    learner.suffixes.extend(listed.iter().map(|word| learner.prefixes.suffix(word)));
    let members = learner.prefixes.words(known.members());
    loop {
        let Some(hypothesis) = learner.hypothesis(most, effort)? else { return Ok(Learned::Many) };
        let machine = Machine { letters, next: &hypothesis.next, accept: &hypothesis.accept };
        let words = disagreements(&machine, known, &learner.prefixes, &members, effort)?;
        if words.is_empty() {
            return Ok(Learned::Fits(learner.automaton(&hypothesis, effort)?));
        }
        let before = learner.suffixes.len();
        for word in words {
            for from in 0..word.len() {
                if seen.insert(word[from..].to_vec()) {
                    learner.suffixes.push(learner.prefixes.suffix(&word[from..]));
                    listed.push(word[from..].to_vec());
                }
            }
        }
        if learner.suffixes.len() == before {
            return Ok(Learned::Unclear);
        }
    }
}

impl<K: Known> Learner<'_, K> {
    /// Looks the suffixes up that have come since the last time.
    fn observe(&mut self, prefix: usize, tuple: &mut [i64]) {
        let own = &mut self.behaviours[prefix];
        let words = self.suffixes.len().div_ceil(64);
        own.yes.resize(words, 0);
        own.known.resize(words, 0);
        for i in own.upto..self.suffixes.len() {
            let bit = 1u64 << (i % 64);
            // What is no representation does not belong to the set.
            let answer = match self.prefixes.join(prefix, &self.suffixes[i], tuple) {
                None => None,
                Some(false) => Some(false),
                Some(true) => self.known.look(tuple),
            };
            match answer {
                Some(true) => {
                    own.yes[i / 64] |= bit;
                    own.known[i / 64] |= bit;
                }
                Some(false) => own.known[i / 64] |= bit,
                None => {}
            }
        }
        own.upto = self.suffixes.len();
    }

    fn child(&mut self, prefix: usize, letter: usize) -> Option<usize> {
        if prefix == 0 && letter == 0 {
            return Some(0);
        }
        if self.children[prefix].is_none() {
            let mut row = Vec::with_capacity(self.letters);
            for l in 0..self.letters {
                let child = self.prefixes.push(prefix, l);
                if child.is_some() {
                    self.children.push(None);
                    self.behaviours.push(Behaviour::default());
                }
                row.push(child);
            }
            self.children[prefix] = Some(row);
        }
        self.children[prefix].as_ref().and_then(|row| row[letter])
    }

    /// The automaton of the classes under the suffixes listed; `None` if there are too many.
    fn hypothesis(&mut self, most: usize, effort: &Effort) -> Result<Option<Hypothesis>, Halt> {
        let mut tuple = vec![0i64; self.known.width()];
        let mut samples = vec![0usize];
        self.observe(0, &mut tuple);
        let mut next = Vec::new();
        let mut at = 0;
        while at < samples.len() {
            for letter in 0..self.letters {
                effort.tick()?;
                let Some(child) = self.child(samples[at], letter) else {
                    next.push(DEAD);
                    continue;
                };
                let new = (self.suffixes.len() - self.behaviours[child].upto) * self.known.width();
                effort.spend(new as u64)?;
                effort.spend((samples.len() * self.suffixes.len()) as u64 / 64)?;
                self.observe(child, &mut tuple);
                let own = &self.behaviours[child];
                // Of the classes that agree, the one with the most members of the set in common; where there are none,
                // the one with the fewest members: what is unknown is most likely not in the set.
                let mut best: Option<(i64, usize)> = None;
                for (i, s) in samples.iter().enumerate() {
                    if let Some(shared) = agree(&self.behaviours[*s], own) {
                        let score =
                            if shared > 0 { i64::from(shared) } else { -self.behaviours[*s].members() };
                        if best.is_none_or(|b| score > b.0) {
                            best = Some((score, i));
                        }
                    }
                }
                next.push(match best {
                    Some((_, i)) => i as u32,
                    None if samples.len() >= most => return Ok(None),
                    None => {
                        samples.push(child);
                        samples.len() as u32 - 1
                    }
                });
            }
            at += 1;
        }
        // The empty suffix is the first one.
        let accept = samples.iter().map(|s| self.behaviours[*s].yes[0] & 1 == 1).collect();
        Ok(Some(Hypothesis { next, accept }))
    }

    fn automaton(&self, hypothesis: &Hypothesis, effort: &Effort) -> Result<Dfa, Halt> {
        let tracks: Vec<usize> = (0..self.known.width()).collect();
        let step = |s: &u32, letter: usize| {
            let to = hypothesis.next[*s as usize * self.letters + letter];
            (to != DEAD).then_some(to)
        };
        let accept = |s: &u32| hypothesis.accept[*s as usize];
        let raw = explore(self.numeration, tracks.clone(), 0u32, step, accept, effort)?;
        raw.and(&Dfa::valid(self.numeration, &tracks, effort)?, effort)
    }
}

/// Whether two behaviours agree where both are known, and on how many members of the set.
fn agree(a: &Behaviour, b: &Behaviour) -> Option<u32> {
    let mut shared = 0;
    for i in 0..a.yes.len() {
        if (a.yes[i] ^ b.yes[i]) & a.known[i] & b.known[i] != 0 {
            return None;
        }
        shared += (a.yes[i] & b.yes[i]).count_ones();
    }
    Some(shared)
}
