//! The walk that decides statements for all numbers at once.
//!
//! A *relation* says of given numbers x and guessed numbers y that a condition holds and that some tuples of them are
//! accepted by the automaton. A *thread* is one run of a relation: the carries of its atoms and the automaton's
//! states; digits of y are guessed. The walk reads the digits of x, most significant first, and keeps beside them
//! the set of all threads that some y leads to (with the number of such y, where that is asked). After every prefix
//! the caller compares what the threads say with what is claimed of x, so every x is looked at.

use crate::linear::{Atom, Cond};
use crate::numeration::{Carry, Systems};
use crate::read::Dfa;
use crate::refused::Why;
use num_bigint::BigUint;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

/// The state of a run that cannot be accepted any more.
const DEAD: u32 = u32::MAX;

/// At most this many entries of sets and steps are kept (of the order of a gigabyte).
const MOST_KEPT: usize = 40_000_000;

/// Conditions and runs over given numbers (variables 0..given) and guessed ones (from `given` on).
pub(crate) struct Relation {
    guessed: usize,
    atoms: Vec<Atom>,
    conds: Vec<Tree>,
    /// The variables that each run of the automaton reads.
    runs: Vec<Vec<usize>>,
    /// In base 2: at every place the digits of these variables have an even sum.
    even: Vec<usize>,
    /// Threads whose runs are dead are kept: it matters that the option exists.
    keep: bool,
}

enum Tree {
    Known(bool),
    Atom(usize),
    Not(Box<Tree>),
    All(Vec<Tree>),
    Any(Vec<Tree>),
}

impl Relation {
    /// A relation in which the first condition must hold; the others are only told at the end.
    pub(crate) fn new(guessed: usize, conds: &[Cond], runs: Vec<Vec<usize>>) -> Relation {
        let mut atoms = Vec::new();
        let conds = conds.iter().map(|c| tree(c, &mut atoms)).collect();
        Relation { guessed, atoms, conds, runs, even: Vec::new(), keep: false }
    }

    pub(crate) fn keeping(mut self, keep: bool) -> Relation {
        self.keep = keep;
        self
    }

    pub(crate) fn even(mut self, vars: Vec<usize>) -> Relation {
        self.even = vars;
        self
    }
}

fn tree(cond: &Cond, atoms: &mut Vec<Atom>) -> Tree {
    let mut each = |conds: &[Cond]| conds.iter().map(|c| tree(c, atoms)).collect();
    match cond {
        Cond::Known(b) => Tree::Known(*b),
        Cond::All(conds) => Tree::All(each(conds)),
        Cond::Any(conds) => Tree::Any(each(conds)),
        Cond::Not(c) => Tree::Not(Box::new(tree(c, atoms))),
        Cond::Atom(a) => Tree::Atom(atoms.iter().position(|b| a == b).unwrap_or_else(|| {
            atoms.push(a.clone());
            atoms.len() - 1
        })),
    }
}

/// The truth of a condition as far as it is known; atoms that cannot matter any more are forgotten.
fn look(tree: &Tree, carries: &mut [Carry], relevant: &mut [bool]) -> Option<bool> {
    match tree {
        Tree::Known(b) => Some(*b),
        Tree::Atom(i) => match carries[*i] {
            Carry::Known(b) => Some(b),
            Carry::At(..) => {
                relevant[*i] = true;
                None
            }
        },
        Tree::Not(t) => look(t, carries, relevant).map(|b| !b),
        Tree::All(trees) | Tree::Any(trees) => {
            let decides = matches!(tree, Tree::Any(_));
            // A branch that decides makes the atoms of the others irrelevant, so they are marked only afterwards.
            let mut marks = vec![false; relevant.len()];
            let mut open = false;
            for t in trees {
                match look(t, carries, &mut marks) {
                    Some(b) if b == decides => return Some(decides),
                    Some(_) => {}
                    None => open = true,
                }
            }
            relevant.iter_mut().zip(marks).for_each(|(r, m)| *r |= m);
            if open { None } else { Some(!decides) }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Thread {
    relation: u32,
    /// The states of the guessed numbers.
    states: u128,
    runs: Vec<u32>,
    carries: Vec<Carry>,
}

/// What is known of x after its last digit.
pub(crate) struct Found<'a> {
    /// Its conditions, after the first.
    pub(crate) conds: &'a [bool],
    /// Does the automaton accept it (each run)?
    pub(crate) accepts: &'a [bool],
    /// How many y are in the relations with all runs accepted (at least; counted up to the limit).
    pub(crate) yes: u64,
    /// How many y are in the relations otherwise.
    pub(crate) no: u64,
}

/// Work so far, and what may stop it.
pub(crate) struct Work<'a> {
    pub(crate) left: u64,
    pub(crate) most: u64,
    pub(crate) stop: &'a dyn Fn() -> bool,
}

impl Work<'_> {
    pub(crate) fn spend(&mut self, n: u64) -> Result<(), Why> {
        if (self.left ^ self.left.saturating_sub(n)) >> 12 != 0 && (self.stop)() {
            return Err(Why::Interrupted);
        }
        self.left = self.left.checked_sub(n).ok_or(Why::TooMuchWork { most: self.most })?;
        Ok(())
    }
}

/// A statement about given numbers.
pub(crate) struct Walk<'a> {
    /// How the numbers are written that runs read, in their order; the given ones are the first of these.
    pub(crate) systems: Systems,
    pub(crate) dfa: &'a Dfa,
    /// How many numbers are given.
    pub(crate) given: usize,
    /// What is to be known of x itself: guesses nothing.
    pub(crate) itself: Relation,
    pub(crate) relations: Vec<Relation>,
    /// Numbers of y are counted up to this.
    pub(crate) count: u64,
}

/// How the numbers of a relation are written.
struct Written {
    guessed: Systems,
    atoms: Systems,
}

/// Threads with the number of guesses that lead to them, in order.
type Set = Rc<[(u32, u64)]>;

/// A quick hash. Collisions would cost time, which is limited, and never a wrong answer.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            self.write_u64(chunk.iter().fold(0, |n, b| n << 8 | u64::from(*b)));
        }
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(23) ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 29;
    }

    fn write_u128(&mut self, n: u128) {
        self.write_u64(n as u64 ^ (n >> 64) as u64);
    }

    fn write_i64(&mut self, n: i64) {
        self.write_u64(n as u64);
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
}

type Table<K, V> = HashMap<K, V, BuildHasherDefault<Mixed>>;

struct Runner<'w, 'a> {
    walk: &'w Walk<'a>,
    /// How the numbers of each relation are written; first those of x alone.
    written: Vec<Written>,
    threads: Vec<Rc<Thread>>,
    known: Table<Rc<Thread>, u32>,
    steps: Table<(u32, u32), Rc<[u32]>>,
    sets: Table<(u32, u32), u32>,
    listed: Vec<Set>,
    /// Entries of all that is kept.
    kept: usize,
    numbers: Table<Set, u32>,
}

impl Walk<'_> {
    /// Looks at every x; the first for which `fits` is false is given back.
    pub(crate) fn fails(
        &self,
        work: &mut Work<'_>,
        fits: &mut dyn FnMut(&Found<'_>) -> bool,
    ) -> Result<Option<Vec<BigUint>>, Why> {
        let runner = Runner {
            walk: self,
            written: (0..=self.relations.len()).map(|r| self.written(r as u32)).collect::<Result<_, _>>()?,
            threads: Vec::new(),
            known: Table::default(),
            steps: Table::default(),
            sets: Table::default(),
            listed: Vec::new(),
            kept: 0,
            numbers: Table::default(),
        };
        runner.run(work, fits)
    }

    fn relation(&self, i: u32) -> &Relation {
        i.checked_sub(1).and_then(|i| self.relations.get(i as usize)).unwrap_or(&self.itself)
    }

    /// How the numbers of a relation are written. A guessed number is written as what the automaton reads in its place, and as the numbers
    /// that it stands in an atom with.
    fn written(&self, relation: u32) -> Result<Written, Why> {
        let Systems::Each(own) = &self.systems else {
            return Ok(Written { guessed: self.systems.clone(), atoms: self.systems.clone() });
        };
        let r = self.relation(relation);
        let read = r.runs.iter().flat_map(|vars| vars.iter().copied().enumerate());
        let mut known = vec![None; self.given + r.guessed];
        let given = (0..self.given).map(|v| (v, v));
        for (place, v) in given.chain(read) {
            let system = own.get(place).copied();
            if system.is_none() || known[v].is_some() && known[v] != system {
                return mixed();
            }
            known[v] = system;
        }
        let of = |known: &[Option<_>], atom: &Atom| atom.terms.iter().find_map(|(v, _)| known[*v]);
        // Each round settles a number more, or none is left that an atom connects with a settled one.
        for _ in 0..r.guessed {
            for atom in &r.atoms {
                let system = of(&known, atom);
                atom.terms.iter().for_each(|(v, _)| known[*v] = known[*v].or(system));
            }
        }
        let known: Vec<_> = known.into_iter().map(|n| n.unwrap_or(self.systems.of(0))).collect();
        let one = |atom: &Atom| {
            let mut systems = atom.terms.iter().map(|(v, _)| known[*v]);
            let first = systems.next().unwrap_or(self.systems.of(0));
            systems.all(|n| n == first).then_some(first)
        };
        let Some(atoms) = r.atoms.iter().map(one).collect::<Option<Vec<_>>>() else { return mixed() };
        Ok(Written { guessed: Systems::Each(known[self.given..].to_vec()), atoms: Systems::Each(atoms) })
    }

    /// Forgets what cannot matter; `None` for a thread that cannot be accepted.
    fn tidy(&self, mut thread: Thread) -> Option<Thread> {
        let relation = self.relation(thread.relation);
        let mut relevant = vec![false; thread.carries.len()];
        for (i, tree) in relation.conds.iter().enumerate() {
            if look(tree, &mut thread.carries, &mut relevant) == Some(false) && i == 0 {
                return None;
            }
        }
        for (carry, relevant) in thread.carries.iter_mut().zip(relevant) {
            // An atom under a branch that is settled may have any value; settled atoms keep theirs.
            if !relevant && matches!(carry, Carry::At(..)) {
                *carry = Carry::Known(true);
            }
        }
        if thread.runs.contains(&DEAD) {
            if !relation.keep {
                return None;
            }
            thread.runs.fill(DEAD);
        }
        Some(thread)
    }

    fn first(&self, relation: u32, written: &Written) -> Option<Thread> {
        let r = self.relation(relation);
        let carries = r.atoms.iter().enumerate().map(|(i, a)| written.atoms.of(i).start(a)).collect();
        self.tidy(Thread { relation, states: 0, runs: vec![self.dfa.start; r.runs.len()], carries })
    }

    /// All threads after one more digit of x.
    fn step(
        &self,
        thread: &Thread,
        written: &Written,
        x: &[usize],
        work: &mut Work<'_>,
    ) -> Result<Vec<Thread>, Why> {
        let relation = self.relation(thread.relation);
        let radix = self.systems.digits();
        let mut out = Vec::new();
        let mut digits: Vec<usize> = x.to_vec();
        digits.resize(self.given + relation.guessed, 0);
        loop {
            work.spend(1)?;
            let guess = &digits[self.given..];
            let even = || relation.even.iter().map(|v| digits[*v]).sum::<usize>().is_multiple_of(2);
            if let Some(states) = written.guessed.follow(thread.states, guess).filter(|_| even()) {
                let runs = relation.runs.iter().zip(&thread.runs).map(|(vars, state)| {
                    if *state == DEAD {
                        DEAD
                    } else {
                        self.dfa.next(*state, vars.iter().map(|v| digits[*v])).unwrap_or(DEAD)
                    }
                });
                let runs: Vec<u32> = runs.collect();
                if relation.keep || !runs.contains(&DEAD) {
                    let mut carries = Vec::with_capacity(relation.atoms.len());
                    for (i, (atom, carry)) in relation.atoms.iter().zip(&thread.carries).enumerate() {
                        let sum = atom
                            .terms
                            .iter()
                            .try_fold(0i64, |s, (v, c)| s.checked_add(c.checked_mul(digits[*v] as i64)?));
                        let next = sum.and_then(|sum| written.atoms.of(i).step(atom, *carry, sum));
                        carries.push(next.ok_or(Why::Overflow)?);
                    }
                    out.extend(self.tidy(Thread { relation: thread.relation, states, runs, carries }));
                }
            }
            // The next tuple of guessed digits.
            let Some(i) = (self.given..digits.len()).rev().find(|i| digits[*i] + 1 < radix) else {
                return Ok(out);
            };
            digits[i] += 1;
            digits[i + 1..].fill(0);
        }
    }

    /// The conditions after the first, and the runs, if the numbers end here; `None` where the first does not hold.
    fn ended(&self, thread: &Thread, written: &Written) -> Option<(Vec<bool>, Vec<bool>)> {
        let relation = self.relation(thread.relation);
        let last = |(i, (a, c)): (usize, (&Atom, &Carry))| Carry::Known(written.atoms.of(i).last(a, *c));
        let mut carries: Vec<Carry> =
            relation.atoms.iter().zip(&thread.carries).enumerate().map(last).collect();
        let mut unused = vec![false; carries.len()];
        let mut conds = relation.conds.iter().map(|t| look(t, &mut carries, &mut unused) == Some(true));
        if !conds.next().unwrap_or(true) {
            return None;
        }
        let conds = conds.collect();
        Some((conds, thread.runs.iter().map(|s| *s != DEAD && self.dfa.accepts(*s)).collect()))
    }
}

fn mixed<T>() -> Result<T, Why> {
    Why::outside("a condition on numbers in different numerations", "条件涉及数制不同的数")
}

impl Runner<'_, '_> {
    fn first(&self, relation: u32) -> Option<Thread> {
        self.walk.first(relation, &self.written[relation as usize])
    }

    fn ended(&self, thread: u32) -> Option<(Vec<bool>, Vec<bool>)> {
        let thread = &self.threads[thread as usize];
        self.walk.ended(thread, &self.written[thread.relation as usize])
    }

    fn thread(&mut self, thread: Thread) -> u32 {
        if let Some(i) = self.known.get(&thread) {
            return *i;
        }
        let (i, thread) = (self.threads.len() as u32, Rc::new(thread));
        self.threads.push(thread.clone());
        self.known.insert(thread, i);
        i
    }

    fn set(&mut self, set: Set) -> Result<u32, Why> {
        if let Some(i) = self.numbers.get(&set) {
            return Ok(*i);
        }
        self.keep(set.len())?;
        let i = self.listed.len() as u32;
        self.listed.push(set.clone());
        self.numbers.insert(set, i);
        Ok(i)
    }

    fn keep(&mut self, entries: usize) -> Result<(), Why> {
        self.kept += entries + 4;
        if self.kept > MOST_KEPT { Err(Why::TooLarge { most: MOST_KEPT }) } else { Ok(()) }
    }

    /// The threads after one thread, one for every guess.
    fn after(&mut self, thread: u32, tuple: u32, x: &[usize], work: &mut Work<'_>) -> Result<Rc<[u32]>, Why> {
        if let Some(found) = self.steps.get(&(thread, tuple)) {
            return Ok(found.clone());
        }
        let from = self.threads[thread as usize].clone();
        let next = self.walk.step(&from, &self.written[from.relation as usize], x, work)?;
        let next: Rc<[u32]> = next.into_iter().map(|t| self.thread(t)).collect();
        self.keep(next.len())?;
        self.steps.insert((thread, tuple), next.clone());
        Ok(next)
    }

    fn after_all(&mut self, set: &Set, tuple: u32, x: &[usize], work: &mut Work<'_>) -> Result<Set, Why> {
        let mut all: Vec<(u32, u64)> = Vec::new();
        for (thread, count) in set.iter() {
            let next = self.after(*thread, tuple, x, work)?;
            work.spend(next.len() as u64)?;
            all.extend(next.iter().map(|t| (*t, *count)));
        }
        all.sort_unstable();
        let most = self.walk.count;
        all.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1 = (kept.1 + later.1).min(most);
            }
            same
        });
        Ok(all.into())
    }

    /// The threads before the first digit of x: y may be longer than x, so they have read any number of digits with
    /// x all zeros. The counts only grow (a thread that has read zeros is where it was) and are bounded.
    fn beginning(&mut self, zeros: &[usize], work: &mut Work<'_>) -> Result<u32, Why> {
        let first: Vec<Thread> =
            (1..=self.walk.relations.len() as u32).filter_map(|r| self.first(r)).collect();
        let mut set: Vec<(u32, u64)> = first.into_iter().map(|t| (self.thread(t), 1)).collect();
        set.sort_unstable();
        let mut set: Set = set.into();
        loop {
            let next = self.after_all(&set, 0, zeros, work)?;
            if next == set {
                return self.set(set);
            }
            set = next;
        }
    }

    fn run(
        mut self,
        work: &mut Work<'_>,
        fits: &mut dyn FnMut(&Found<'_>) -> bool,
    ) -> Result<Option<Vec<BigUint>>, Why> {
        let (given, radix) = (self.walk.given, self.walk.systems.digits());
        let tuples =
            u32::try_from(radix).ok().and_then(|r| r.checked_pow(given as u32)).ok_or(Why::Overflow)?;
        let digits_of = |tuple: u32| -> Vec<usize> {
            (0..given).map(|i| tuple as usize / radix.pow((given - 1 - i) as u32) % radix).collect()
        };
        let begin = self.beginning(&vec![0; given], work)?;
        let Some(first) = self.first(0) else { return Ok(None) };
        let first = self.thread(first);
        // A place of the walk: x's own thread, the states of its numbers, the set of threads.
        let mut places: Vec<((u32, u128, u32), usize, u32)> = vec![((first, 0, begin), 0, 0)];
        let mut seen: Table<(u32, u128, u32), ()> = Table::default();
        seen.insert((first, 0, begin), ());
        let mut at = 0;
        while at < places.len() {
            let (own, states, set) = places[at].0;
            work.spend(1)?;
            let threads = self.listed[set as usize].clone();
            if let Some((conds, accepts)) = self.ended(own) {
                let (mut yes, mut no) = (0u64, 0u64);
                for (t, n) in threads.iter() {
                    if let Some((_, accepts)) = self.ended(*t) {
                        *(if accepts.iter().all(|a| *a) { &mut yes } else { &mut no }) += n;
                    }
                }
                if !fits(&Found { conds: &conds, accepts: &accepts, yes, no }) {
                    let mut tuples = Vec::new();
                    while at > 0 {
                        tuples.push(digits_of(places[at].2));
                        at = places[at].1;
                    }
                    let number = |i: usize| self.walk.systems.of(i).value(tuples.iter().rev().map(|t| t[i]));
                    return Ok(Some((0..given).map(number).collect()));
                }
            }
            for tuple in 0..tuples {
                work.spend(1)?;
                let x = digits_of(tuple);
                let Some(states) = self.walk.systems.follow(states, &x) else { continue };
                let Some(&own) = self.after(own, tuple, &x, work)?.first() else { continue };
                let next = match self.sets.get(&(set, tuple)) {
                    Some(next) => *next,
                    None => {
                        let next = self.after_all(&threads, tuple, &x, work)?;
                        let next = self.set(next)?;
                        self.sets.insert((set, tuple), next);
                        next
                    }
                };
                let place = (own, states, next);
                if seen.insert(place, ()).is_none() {
                    places.push((place, at, tuple));
                }
            }
            at += 1;
        }
        Ok(None)
    }
}
