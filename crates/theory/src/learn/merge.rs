//! Merging prefixes that behave alike (Myhill and Nerode): the states of the automaton are the classes of prefixes under
//! "the same suffixes lead into the set".
//!
//! Two prefixes are compared on a list of suffixes, as far as the table knows. The list begins with the empty word; when
//! the automaton disagrees with the table on a word, all suffixes of that word are added (O. Maler, A. Pnueli, 1995, after
//! D. Angluin, Learning regular sets from queries and counterexamples, 1987). When the list does not grow any more, the
//! table is too small, or there is no small automaton.
//!
//! Single words beyond the table (lessons) can be added later; what is known already stays.

use super::Known;
use super::compare::{Lessons, Machine, Told, disagreements};
use super::words::{Prefixes, Suffix};
use crate::automata::{DEAD, Dfa, letter_digits, valid};
use crate::effort::Effort;
use crate::numeration::Numeration;
use bouton_budget::Halt;
use rustc_hash::FxHashMap;

/// What came of an attempt.
pub(crate) enum Learned {
    /// An automaton that agrees with the whole table.
    Fits(Dfa),
    /// More classes than allowed.
    Many,
    /// The table does not tell enough.
    Unclear,
}

/// Learns automata of one table in one numeration.
pub(crate) struct Learner<'a, K: Known> {
    known: &'a K,
    numeration: Numeration,
    letters: usize,
    prefixes: Prefixes,
    suffixes: Vec<Suffix>,
    /// The place of each word in the list of suffixes.
    listed: FxHashMap<Vec<u32>, usize>,
    /// The children of a prefix that stands for a state, by letter.
    children: Vec<Option<Vec<Option<usize>>>>,
    behaviours: Vec<Behaviour>,
    /// Members of the table as words.
    members: Vec<Vec<u32>>,
    /// About so many words are compared with an automaton.
    sample: usize,
    lessons: Lessons,
}

/// Which suffixes are known to lead into the set, and which are known at all, in bits; and how many were looked up.
#[derive(Clone, Default)]
struct Behaviour {
    yes: Vec<u64>,
    known: Vec<u64>,
    upto: usize,
    /// How long the prefix is.
    depth: usize,
}

impl Behaviour {
    fn members(&self) -> i64 {
        self.yes.iter().map(|w| i64::from(w.count_ones())).sum()
    }

    fn set(&mut self, suffix: usize, member: bool) {
        self.known[suffix / 64] |= 1 << (suffix % 64);
        self.yes[suffix / 64] |= u64::from(member) << (suffix % 64);
    }
}

struct Hypothesis {
    next: Vec<u32>,
    accept: Vec<bool>,
}

impl<'a, K: Known> Learner<'a, K> {
    /// Begins with a table, and with suffixes that told prefixes apart in a smaller one. At most `sample` members of the table are
    /// compared with each automaton, and about as many other words: the rest is for whoever puts it to the proof.
    pub(crate) fn new(
        known: &'a K,
        numeration: Numeration,
        seeds: &[Vec<u32>],
        sample: usize,
        effort: &Effort,
    ) -> Result<Learner<'a, K>, Halt> {
        let wide = known.width();
        let digits = letter_digits(numeration, wide, effort)?;
        let letters = digits.len() / wide.max(1);
        let prefixes = Prefixes::new(numeration, wide, digits);
        let members = known.members();
        let members = &members[..members.len().min(sample.saturating_mul(wide))];
        effort.spend(4 * members.len() as u64)?;
        let members = prefixes.words(members);
        let (children, behaviours) = (vec![None], vec![Behaviour::default()]);
        let (suffixes, listed, lessons) = (Vec::new(), FxHashMap::default(), Vec::new());
        let mut learner = Learner {
            known,
            numeration,
            letters,
            prefixes,
            suffixes,
            listed,
            children,
            behaviours,
            members,
            sample,
            lessons,
        };
        learner.list(&[]);
        seeds.iter().for_each(|seed| {
            learner.list(seed);
        });
        Ok(learner)
    }

    /// The suffixes that were listed.
    pub(crate) fn seeds(&self) -> Vec<Vec<u32>> {
        let mut seeds: Vec<(usize, &Vec<u32>)> = self.listed.iter().map(|(word, at)| (*at, word)).collect();
        seeds.sort_unstable();
        seeds.into_iter().map(|s| s.1.clone()).collect()
    }

    /// Lists a suffix; `false` if it is known already.
    fn list(&mut self, suffix: &[u32]) -> bool {
        if self.listed.contains_key(suffix) {
            return false;
        }
        self.listed.insert(suffix.to_vec(), self.suffixes.len());
        self.suffixes.push(self.prefixes.suffix(suffix));
        true
    }

    /// Learns from a word of the table on which an automaton was wrong; `false` if that tells nothing new.
    pub(crate) fn correct(&mut self, tuple: &[u32]) -> bool {
        let words = self.prefixes.words(tuple);
        words.iter().fold(false, |new, word| self.list_all(word) | new)
    }

    fn list_all(&mut self, word: &[u32]) -> bool {
        (0..word.len()).fold(false, |new, from| self.list(&word[from..]) | new)
    }

    /// Looks for an automaton with at most `most` states that agrees with the sample of the table and the lessons.
    pub(crate) fn fit(&mut self, most: usize, effort: &Effort) -> Result<Learned, Halt> {
        loop {
            let Some(hypothesis) = self.hypothesis(most, effort)? else { return Ok(Learned::Many) };
            let machine =
                Machine { letters: self.letters, next: &hypothesis.next, accept: &hypothesis.accept };
            let told = Told { members: &self.members, lessons: &self.lessons, sample: self.sample };
            let words = disagreements(&machine, self.known, &self.prefixes, &told, effort)?;
            if words.is_empty() {
                return Ok(Learned::Fits(self.automaton(&hypothesis, effort)?));
            }
            if !words.iter().fold(false, |new, word| self.list_all(word) | new) {
                return Ok(Learned::Unclear);
            }
        }
    }

    /// Adds a tuple beyond the table; `false` if it was known already.
    pub(crate) fn teach(&mut self, tuple: &[u32], member: bool) -> bool {
        let wide: Vec<i64> = tuple.iter().map(|n| i64::from(*n)).collect();
        if self.known.look(&wide).is_some() {
            return false;
        }
        for word in self.prefixes.words(tuple) {
            if self.lessons.iter().any(|l| l.0 == word) {
                return false;
            }
            self.lessons.push((word, member));
            // Prefixes that were looked at already.
            for prefix in self.path(self.lessons.len() - 1) {
                self.learn(prefix, self.lessons.len() - 1);
            }
        }
        true
    }

    /// The prefixes of a lesson that are in the pool, shortest first.
    fn path(&self, lesson: usize) -> Vec<usize> {
        let mut path = vec![0];
        for letter in &self.lessons[lesson].0 {
            let row = self.children[path[path.len() - 1]].as_ref();
            match row.and_then(|row| row[*letter as usize]) {
                Some(next) => path.push(next),
                None => break,
            }
        }
        path
    }

    /// What a lesson tells of one of its prefixes, which is known by its length.
    fn learn(&mut self, prefix: usize, lesson: usize) {
        let (word, member) = &self.lessons[lesson];
        let own = &mut self.behaviours[prefix];
        let suffix = self.listed.get(&word[own.depth..]);
        if let Some(suffix) = suffix.filter(|s| **s < own.upto) {
            own.set(*suffix, *member);
        }
    }

    /// Looks the suffixes up that have come since the last time.
    fn observe(&mut self, prefix: usize, tuple: &mut [i64]) {
        let own = &mut self.behaviours[prefix];
        let upto = own.upto;
        if upto == self.suffixes.len() {
            return;
        }
        let words = self.suffixes.len().div_ceil(64);
        own.yes.resize(words, 0);
        own.known.resize(words, 0);
        own.upto = self.suffixes.len();
        // Digits behind a prefix make numbers larger: beyond the table everything stays unknown.
        self.prefixes.numbers(prefix, tuple);
        let inside = self.known.look(tuple).is_some();
        for (i, suffix) in self.suffixes.iter().enumerate().skip(upto) {
            if !self.prefixes.fits(prefix, suffix) {
                // What is no representation does not belong to the set.
                own.set(i, false);
            } else if inside
                && self.prefixes.join(prefix, suffix, tuple).is_some()
                && let Some(member) = self.known.look(tuple)
            {
                own.set(i, member);
            }
        }
        for lesson in 0..self.lessons.len() {
            if self.path(lesson).get(self.behaviours[prefix].depth) == Some(&prefix) {
                self.learn(prefix, lesson);
            }
        }
    }

    fn child(&mut self, prefix: usize, letter: usize) -> Option<usize> {
        if prefix == 0 && letter == 0 {
            return Some(0);
        }
        if self.children[prefix].is_none() {
            let depth = self.behaviours[prefix].depth + 1;
            let mut row = Vec::with_capacity(self.letters);
            for l in 0..self.letters {
                let child = self.prefixes.push(prefix, l);
                if child.is_some() {
                    self.children.push(None);
                    self.behaviours.push(Behaviour { depth, ..Behaviour::default() });
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
        valid(self.numeration, tracks, 0u32, step, accept, effort)
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
