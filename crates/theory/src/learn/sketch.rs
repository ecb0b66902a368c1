//! Automata from prefixes in their order: every prefix stands for the first one that goes on alike, as far as anything is known.
//!
//! Words are taken in the order of their length, and of equal length letter by letter. No number of a position grows in a move, so
//! options come before positions in this order; the first word at which the statement of a guess fails is therefore the
//! first one at which the guess is wrong, and everything before it is known (the *frontier* of the guess). A prefix that was
//! taken for another one (R. L. Rivest, R. E. Schapire, 1993) is then known to differ from it by one suffix: a *fact*.

use super::blocks::Tails;
use super::words::Prefixes;
use crate::automata::{DEAD, Dfa, Operation, letter_digits, trace, valid};
use crate::effort::Effort;
use crate::numeration::{Numeration, Written};
use bouton_budget::Halt;
use rustc_hash::FxHashMap;

/// What is known exactly: a guess, and the first word at which it is wrong.
#[derive(Clone)]
pub(crate) struct Frontier {
    dfa: Dfa,
    word: Vec<u32>,
    /// By length of suffixes and state: a class; 0 where no suffix is accepted.
    classes: Vec<Vec<u32>>,
}

impl Frontier {
    /// A guess with the first word at which it is wrong.
    pub(crate) fn new(dfa: Dfa, word: Vec<u32>, effort: &Effort) -> Result<Frontier, Halt> {
        let mut classes: Vec<Vec<u32>> = vec![dfa.accept.iter().map(|a| u32::from(*a)).collect()];
        for k in 1..word.len() {
            effort.spend(dfa.next.len() as u64)?;
            let below = &classes[k - 1];
            let mut found: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            found.insert(vec![0; dfa.letters], 0);
            let class = |row: &[u32]| {
                let row = row.iter().map(|to| if *to == DEAD { 0 } else { below[*to as usize] });
                let row: Vec<u32> = row.collect();
                let new = found.len() as u32;
                *found.entry(row).or_insert(new)
            };
            let made = dfa.next.chunks(dfa.letters).map(class).collect();
            classes.push(made);
        }
        Ok(Frontier { dfa, word, classes })
    }

    fn state(&self, word: &[u32]) -> u32 {
        word.iter().fold(0, |s, l| self.dfa.step(s, *l as usize))
    }

    /// Whether a word belongs to the set; `None` beyond the frontier.
    fn truth(&self, word: &[u32]) -> Option<bool> {
        let zeros = word.iter().take_while(|l| **l == 0).count();
        let word = &word[zeros..];
        match (word.len(), word).cmp(&(self.word.len(), &self.word)) {
            std::cmp::Ordering::Less => Some(self.dfa.accepts_in(self.state(word))),
            std::cmp::Ordering::Equal => Some(!self.dfa.accepts_in(self.state(word))),
            std::cmp::Ordering::Greater => None,
        }
    }

    /// The first word, up to the frontier, at which another guess is wrong.
    pub(crate) fn wrong(&self, guess: &Dfa, effort: &Effort) -> Result<Option<Vec<u32>>, Halt> {
        let differ = self.dfa.combine(guess, Operation::Differ, effort)?;
        let first = first(&differ, self.word.len(), effort)?;
        let before = |w: &Vec<u32>| (w.len(), w) < (self.word.len(), &self.word);
        if let Some(word) = first.filter(before) {
            return Ok(Some(word));
        }
        let own = self.word.iter().fold(0, |s, l| guess.step(s, *l as usize));
        let wrong = guess.accepts_in(own) == self.dfa.accepts_in(self.state(&self.word));
        Ok(wrong.then(|| self.word.clone()))
    }
}

impl Tails for Frontier {
    fn length(&self) -> usize {
        self.word.len() - 1
    }

    fn tails(&self, prefix: &[u32], most: usize) -> Vec<u32> {
        let state = self.state(prefix);
        let class = |k: usize| if state == DEAD { 0 } else { self.classes[k][state as usize] };
        (0..=most).map(class).collect()
    }
}

/// The first word that an automaton accepts, if it has at most so many letters.
fn first(dfa: &Dfa, most: usize, effort: &Effort) -> Result<Option<Vec<u32>>, Halt> {
    let mut seen = vec![false; dfa.states()];
    let mut queue = vec![(0u32, usize::MAX, 0u32)];
    let (mut at, mut end, mut length) = (0, 1, 0);
    seen[0] = true;
    while at < queue.len() {
        if at == end {
            (end, length) = (queue.len(), length + 1);
            if length > most {
                break;
            }
        }
        let state = queue[at].0;
        if dfa.accepts_in(state) {
            return Ok(Some(trace(&queue, at)));
        }
        effort.spend(dfa.letters as u64)?;
        for letter in 0..dfa.letters {
            let to = dfa.step(state, letter);
            if to != DEAD && !std::mem::replace(&mut seen[to as usize], true) {
                queue.push((to, at, letter as u32));
            }
        }
        at += 1;
    }
    Ok(None)
}

/// Facts: prefixes with suffixes that lead into the set, or do not.
#[derive(Clone, Default)]
pub(crate) struct Facts {
    list: FxHashMap<Vec<u32>, Vec<(Vec<u32>, bool)>>,
}

/// An automaton of prefixes.
pub(crate) struct Sketch {
    numeration: Numeration,
    wide: usize,
    letters: usize,
    next: Vec<u32>,
    accept: Vec<bool>,
    /// The first prefix of each state.
    access: Vec<Vec<u32>>,
    /// Prefixes that go on like several ones that differ.
    pub(crate) unsure: usize,
    /// How many letters behind the prefixes were compared at least.
    pub(crate) margin: usize,
}

/// What came of an attempt.
pub(crate) enum Drawn {
    /// An automaton that agrees with all that is known.
    Closed(Sketch),
    /// More states than allowed.
    Many,
    /// Prefixes as long as what is known are new.
    Open,
}

impl Sketch {
    /// The automaton of the first prefixes that go on differently.
    pub(crate) fn draw(
        numeration: Numeration,
        wide: usize,
        known: &dyn Tails,
        frontier: Option<&Frontier>,
        facts: &Facts,
        most: usize,
        effort: &Effort,
    ) -> Result<Drawn, Halt> {
        let digits = letter_digits(numeration, wide, effort)?;
        let letters = digits.len() / wide.max(1);
        let written = numeration.written(&(0..wide).collect::<Vec<_>>());
        let length = known.length();
        let mut access: Vec<Vec<u32>> = vec![Vec::new()];
        let mut states = vec![0u128];
        let mut tails = vec![known.tails(&[], length)];
        let mut next: Vec<u32> = Vec::new();
        let (mut unsure, mut margin) = (0, length);
        let mut at = 0;
        for depth in 0.. {
            let end = access.len();
            if at == end {
                break;
            }
            // Prefixes of one letter more, compared on all suffixes that are known behind them.
            let Some(left) = length.checked_sub(depth + 1) else { return Ok(Drawn::Open) };
            margin = left;
            let mut alike: FxHashMap<Vec<u32>, Vec<u32>> = FxHashMap::default();
            for (s, own) in tails.iter().enumerate() {
                alike.entry(own[..=left].to_vec()).or_default().push(s as u32);
            }
            effort.spend((tails.len() * (left + 1)) as u64)?;
            while at < end {
                for letter in 0..letters {
                    effort.spend(2 + left as u64 / 2)?;
                    if at == 0 && letter == 0 {
                        next.push(0);
                        continue;
                    }
                    let Some(state) =
                        written.follow_all(states[at], &digits[letter * wide..(letter + 1) * wide])
                    else {
                        next.push(DEAD);
                        continue;
                    };
                    let mut word = access[at].clone();
                    word.push(letter as u32);
                    let own = known.tails(&word, left);
                    let told = facts.list.get(&word);
                    let fits = |s: &u32| {
                        let told = told.into_iter().flatten();
                        told.into_iter().all(|(suffix, member)| {
                            let whole: Vec<u32> = access[*s as usize].iter().chain(suffix).copied().collect();
                            let valid = Sketch::stands(&written, &digits, wide, &whole);
                            let truth =
                                if valid { frontier.and_then(|f| f.truth(&whole)) } else { Some(false) };
                            truth.is_none_or(|t| t == *member)
                        })
                    };
                    let list = alike.entry(own.clone()).or_default();
                    let mut fitting = list.iter().copied().filter(|s| fits(s));
                    let to = match fitting.next() {
                        Some(first) => {
                            let more: Vec<u32> = fitting.collect();
                            unsure += usize::from(!more.is_empty());
                            effort.spend(more.len() as u64 / 4)?;
                            let empty = |s: &u32| {
                                let own = &tails[*s as usize];
                                own.iter().position(|class| *class != 0).unwrap_or(usize::MAX)
                            };
                            if empty_so_far(&own) {
                                // Where no member is in sight, there is likely none for long.
                                more.iter().fold(first, |a, b| if empty(b) > empty(&a) { *b } else { a })
                            } else {
                                // The last one: what tells it from the others lies so far behind that it is not seen here.
                                more.last().copied().unwrap_or(first)
                            }
                        }
                        None => {
                            if access.len() >= most {
                                return Ok(Drawn::Many);
                            }
                            let new = access.len() as u32;
                            list.push(new);
                            access.push(word);
                            states.push(state);
                            tails.push(own);
                            new
                        }
                    };
                    next.push(to);
                }
                at += 1;
            }
        }
        let accept = tails.iter().map(|t| t[0] == 1).collect();
        Ok(Drawn::Closed(Sketch { numeration, wide, letters, next, accept, access, unsure, margin }))
    }

    /// Whether a word is a representation.
    fn stands(written: &Written, digits: &[u8], wide: usize, word: &[u32]) -> bool {
        let row = |l: u32| &digits[l as usize * wide..(l as usize + 1) * wide];
        word.iter().try_fold(0, |above, l| written.follow_all(above, row(*l))).is_some()
    }

    /// How many states there are.
    pub(crate) fn states(&self) -> usize {
        self.access.len()
    }

    /// The set as an automaton.
    pub(crate) fn automaton(&self, effort: &Effort) -> Result<Dfa, Halt> {
        let step = |s: &u32, letter: usize| {
            let to = self.next[*s as usize * self.letters + letter];
            (to != DEAD).then_some(to)
        };
        let accept = |s: &u32| self.accept[*s as usize];
        valid(self.numeration, (0..self.wide).collect(), 0u32, step, accept, effort)
    }

    /// Learns from the first word at which the automaton is wrong: one prefix was taken for another one. `truth` knows of all words
    /// up to that one.
    pub(crate) fn learn(
        &self,
        frontier: &Frontier,
        word: &[u32],
        facts: &mut Facts,
        effort: &Effort,
    ) -> Result<bool, Halt> {
        let digits = letter_digits(self.numeration, self.wide, effort)?;
        let written = self.numeration.written(&(0..self.wide).collect::<Vec<_>>());
        let truth = |word: &[u32]| {
            if Sketch::stands(&written, &digits, self.wide, word) {
                frontier.truth(word)
            } else {
                Some(false)
            }
        };
        let Some(member) = truth(word) else { return Ok(false) };
        let mut state = 0usize;
        for (i, letter) in word.iter().enumerate() {
            let to = self.next[state * self.letters + *letter as usize];
            if to == DEAD {
                return Ok(false);
            }
            let mut child = self.access[state].clone();
            child.push(*letter);
            let rest = &word[i + 1..];
            state = to as usize;
            if self.access[state] == child {
                continue;
            }
            let whole: Vec<u32> = self.access[state].iter().chain(rest).copied().collect();
            if truth(&whole) != Some(member) {
                let list = facts.list.entry(child).or_default();
                let new = !list.iter().any(|f| f.0 == rest);
                list.push((rest.to_vec(), member));
                return Ok(new);
            }
        }
        Ok(false)
    }
}

/// Whether no suffix is known to lead into the set.
fn empty_so_far(tails: &[u32]) -> bool {
    tails.iter().all(|class| *class == 0)
}

/// A tuple as a word without leading zeros.
pub(crate) fn word_of(numeration: Numeration, tuple: &[u32], effort: &Effort) -> Result<Vec<u32>, Halt> {
    let digits = letter_digits(numeration, tuple.len(), effort)?;
    Ok(Prefixes::new(numeration, tuple.len(), digits).words(tuple).pop().unwrap_or_default())
}
