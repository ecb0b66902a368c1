//! Automata that read a word with marks on its places, and formulas as such automata.
//!
//! A word is read between two more letters, one before and one behind it. At each place it is known which marks stand there. An
//! automaton knows only the marks that it speaks of; where a mark does not stand at exactly one place, what it says does not
//! matter, until `once` puts that right.

use crate::effort::Effort;
use bouton_budget::Halt;
use bouton_compile::letters::{Base, Formula, Place};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::hash::Hash;

/// The most marks that one automaton reads.
const MARKS: usize = 9;

/// An automaton over letters with marks; state 0 is the first.
#[derive(Clone, Debug)]
pub(super) struct Marked {
    /// The marks that it reads, rising.
    pub(super) marks: Vec<usize>,
    /// Letters, with the two around the word.
    pub(super) letters: usize,
    /// By state and by letter + letters · marks (as bits).
    pub(super) next: Vec<Vec<u32>>,
    pub(super) accept: Vec<bool>,
}

/// The symbols that stand before and behind a word of so many letters.
pub(super) fn around(alphabet: usize) -> [usize; 2] {
    [alphabet, alphabet + 1]
}

impl Marked {
    /// All states that are reached from one, with their steps; a step is told letter and marks (as bits).
    pub(super) fn explore<S: Clone + Eq + Hash>(
        marks: Vec<usize>,
        letters: usize,
        first: S,
        step: impl Fn(&S, usize, usize) -> S,
        accept: impl Fn(&S) -> bool,
        effort: &Effort,
    ) -> Result<Marked, Halt> {
        if marks.len() > MARKS {
            return Err(Halt::Size);
        }
        let symbols = letters << marks.len();
        let mut known: FxHashMap<S, u32> = FxHashMap::default();
        known.insert(first.clone(), 0);
        let (mut list, mut next, mut at) = (vec![first], Vec::new(), 0);
        while at < list.len() {
            effort.allow(list.len(), symbols)?;
            effort.spend(symbols as u64)?;
            let state = list[at].clone();
            let mut row = Vec::with_capacity(symbols);
            for symbol in 0..symbols {
                let to = step(&state, symbol % letters, symbol / letters);
                let id = *known.entry(to).or_insert_with_key(|to| {
                    list.push(to.clone());
                    list.len() as u32 - 1
                });
                row.push(id);
            }
            next.push(row);
            at += 1;
        }
        let accept = list.iter().map(accept).collect();
        Ok(Marked { marks, letters, next, accept }.least())
    }

    /// The least automaton that says the same, its states in the order in which they are met.
    fn least(self) -> Marked {
        let mut class: Vec<u32> = self.accept.iter().map(|a| u32::from(*a)).collect();
        let mut count = 0;
        loop {
            let mut known: FxHashMap<(u32, Vec<u32>), u32> = FxHashMap::default();
            let mut finer = Vec::with_capacity(class.len());
            for (row, old) in self.next.iter().zip(&class) {
                let key = (*old, row.iter().map(|to| class[*to as usize]).collect());
                let id = known.len() as u32;
                finer.push(*known.entry(key).or_insert(id));
            }
            class = finer;
            if known.len() == count {
                break;
            }
            count = known.len();
        }
        // Classes are numbered in the order of their first states, and state 0 is the first of all.
        let mut first = vec![usize::MAX; count];
        for (state, c) in class.iter().enumerate().rev() {
            first[*c as usize] = state;
        }
        let row = |state: &usize| self.next[*state].iter().map(|to| class[*to as usize]).collect();
        Marked {
            next: first.iter().map(row).collect(),
            accept: first.iter().map(|state| self.accept[*state]).collect(),
            marks: self.marks,
            letters: self.letters,
        }
    }

    /// Both automata say yes (or whatever `combine` makes of the two).
    fn product(
        &self,
        other: &Marked,
        combine: impl Fn(bool, bool) -> bool,
        effort: &Effort,
    ) -> Result<Marked, Halt> {
        let union: BTreeSet<usize> = self.marks.iter().chain(&other.marks).copied().collect();
        let union: Vec<usize> = union.into_iter().collect();
        let select = |of: &Marked, bits: usize| {
            let at = |m: &usize| union.iter().position(|u| u == m).unwrap_or(0);
            of.marks.iter().enumerate().map(|(i, m)| (bits >> at(m) & 1) << i).sum::<usize>()
        };
        let cases =
            1usize.checked_shl(union.len() as u32).filter(|_| union.len() <= MARKS).ok_or(Halt::Size)?;
        let chosen: Vec<[usize; 2]> =
            (0..cases).map(|bits| [select(self, bits), select(other, bits)]).collect();
        let letters = self.letters;
        let step = |(a, b): &(u32, u32), letter: usize, bits: usize| {
            let [x, y] = chosen[bits];
            (self.next[*a as usize][letter + letters * x], other.next[*b as usize][letter + letters * y])
        };
        let accept = |(a, b): &(u32, u32)| combine(self.accept[*a as usize], other.accept[*b as usize]);
        Marked::explore(union.clone(), letters, (0, 0), step, accept, effort)
    }

    pub(super) fn and(&self, other: &Marked, effort: &Effort) -> Result<Marked, Halt> {
        self.product(other, |a, b| a && b, effort)
    }

    fn or(&self, other: &Marked, effort: &Effort) -> Result<Marked, Halt> {
        self.product(other, |a, b| a || b, effort)
    }

    /// Says yes only where this mark stands at exactly one place.
    pub(super) fn once(&self, mark: usize, effort: &Effort) -> Result<Marked, Halt> {
        let seen = |n: &u8, _, bits: usize| (n + bits as u8).min(2);
        let one = Marked::explore(vec![mark], self.letters, 0, seen, |n| *n == 1, effort)?;
        self.and(&one, effort)
    }

    /// There is a place for this mark.
    fn some(&self, mark: usize, effort: &Effort) -> Result<Marked, Halt> {
        let whole = self.once(mark, effort)?;
        let at = whole.marks.iter().position(|m| *m == mark).unwrap_or(0);
        let rest: Vec<usize> = whole.marks.iter().copied().filter(|m| *m != mark).collect();
        let step = |from: &BTreeSet<u32>, letter: usize, bits: usize| {
            let low = bits & ((1 << at) - 1);
            let without = low | (bits - low) << 1;
            let mut to = BTreeSet::new();
            for s in from {
                for bits in [without, without | 1 << at] {
                    to.insert(whole.next[*s as usize][letter + whole.letters * bits]);
                }
            }
            to
        };
        let accept = |set: &BTreeSet<u32>| set.iter().any(|s| whole.accept[*s as usize]);
        Marked::explore(rest, whole.letters, BTreeSet::from([0]), step, accept, effort)
    }

    /// Over words of so many letters, a formula.
    pub(super) fn of(formula: &Formula, alphabet: usize, effort: &Effort) -> Result<Marked, Halt> {
        let letters = alphabet + 2;
        match formula {
            Formula::Known(b) => Marked::explore(Vec::new(), letters, (), |(), _, _| (), |()| *b, effort),
            Formula::Letter(place, set) => letter(*place, *set, alphabet, effort),
            Formula::AtMost(a, b) => at_most(*a, *b, alphabet, effort),
            Formula::Not(f) => {
                let mut made = Marked::of(f, alphabet, effort)?;
                made.accept.iter_mut().for_each(|a| *a = !*a);
                Ok(made)
            }
            Formula::All(each) | Formula::Any(each) => {
                let all = matches!(formula, Formula::All(_));
                let mut out: Option<Marked> = None;
                for f in each {
                    let made = Marked::of(f, alphabet, effort)?;
                    out = Some(match out {
                        None => made,
                        Some(before) if all => before.and(&made, effort)?,
                        Some(before) => before.or(&made, effort)?,
                    });
                }
                out.map_or_else(|| Marked::of(&Formula::Known(all), alphabet, effort), Ok)
            }
            Formula::Some(mark, f) => Marked::of(f, alphabet, effort)?.some(*mark, effort),
        }
    }

    /// Says yes only to a word between the two letters around it.
    pub(super) fn framed(&self, effort: &Effort) -> Result<Marked, Halt> {
        let [before, behind] = around(self.letters - 2);
        let step = |stage: &u8, letter: usize, _| match (*stage, letter) {
            (0, l) if l == before => 1,
            (1, l) if l == behind => 2,
            (1, l) if l < before => 1,
            _ => 3,
        };
        let shape = Marked::explore(Vec::new(), self.letters, 0u8, step, |stage| *stage == 2, effort)?;
        self.and(&shape, effort)
    }

    /// Is there a word with marks, each at one place, for which it says yes?
    pub(super) fn possible(&self, effort: &Effort) -> Result<bool, Halt> {
        let mut whole = self.clone();
        for mark in &self.marks {
            whole = whole.once(*mark, effort)?;
        }
        Ok(whole.framed(effort)?.accept.contains(&true))
    }
}

/// Which mark, if any, a place is counted from; and whether it is here.
fn marks(places: &[Place]) -> Vec<usize> {
    let set: BTreeSet<usize> = places
        .iter()
        .filter_map(|p| match p.base {
            Base::Mark(m) => Some(m),
            _ => None,
        })
        .collect();
    set.into_iter().collect()
}

fn here(base: Base, marks: &[usize], alphabet: usize, letter: usize, bits: usize) -> bool {
    let [before, behind] = around(alphabet);
    match base {
        Base::Zero => letter == before,
        Base::End => letter == behind,
        Base::Mark(m) => marks.iter().position(|k| *k == m).is_some_and(|i| bits >> i & 1 == 1),
    }
}

/// At a place stands one of some letters.
fn letter(place: Place, set: u32, alphabet: usize, effort: &Effort) -> Result<Marked, Halt> {
    #[derive(Clone, PartialEq, Eq, Hash)]
    enum At {
        /// Which of the last letters were in the set.
        Before(Vec<bool>),
        /// So many steps to go.
        Wait(i64),
        Done(bool),
    }
    if place.offset.abs() > 12 {
        return Err(Halt::Size);
    }
    let marks = marks(&[place]);
    let back = (-place.offset).max(0) as usize;
    let step = |at: &At, letter: usize, bits: usize| {
        let fits = letter < alphabet && set >> letter & 1 == 1;
        match at {
            At::Done(b) => At::Done(*b),
            At::Wait(1) => At::Done(fits),
            At::Wait(n) => At::Wait(n - 1),
            At::Before(last) => {
                if here(place.base, &marks, alphabet, letter, bits) {
                    return match place.offset {
                        0 => At::Done(fits),
                        n if n > 0 => At::Wait(n),
                        _ => At::Done(last[0]),
                    };
                }
                let mut last = last.clone();
                if back > 0 {
                    last.remove(0);
                    last.push(fits);
                }
                At::Before(last)
            }
        }
    };
    let first = At::Before(vec![false; back]);
    Marked::explore(marks.clone(), alphabet + 2, first, step, |at| *at == At::Done(true), effort)
}

/// One place is not behind another.
fn at_most(a: Place, b: Place, alphabet: usize, effort: &Effort) -> Result<Marked, Halt> {
    #[derive(Clone, PartialEq, Eq, Hash)]
    enum At {
        None,
        /// The first was seen so many steps ago.
        First(i64),
        Second(i64),
        Done(bool),
    }
    // The place of a's base less that of b's is at most this.
    let most = b.offset - a.offset;
    if most.abs() > 1000 {
        return Err(Halt::Size);
    }
    let marks = marks(&[a, b]);
    let step = |at: &At, letter: usize, bits: usize| {
        let one = here(a.base, &marks, alphabet, letter, bits);
        let two = here(b.base, &marks, alphabet, letter, bits);
        match (at, one, two) {
            (At::Done(yes), ..) => At::Done(*yes),
            (At::None, true, true) => At::Done(0 <= most),
            (At::None, true, false) => At::First(1),
            (At::None, false, true) => At::Second(1),
            (At::None, ..) => At::None,
            (At::First(n), _, true) => At::Done(-n <= most),
            (At::First(n), ..) => At::First((n + 1).min(most.abs() + 1)),
            (At::Second(n), true, _) => At::Done(*n <= most),
            (At::Second(n), ..) => At::Second((n + 1).min(most.abs() + 1)),
        }
    };
    Marked::explore(marks.clone(), alphabet + 2, At::None, step, |at| *at == At::Done(true), effort)
}
