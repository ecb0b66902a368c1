//! Numbers that no condition connects, and numerations for them.
//!
//! A linear condition relates numbers of one numeration. Numbers that stand in no condition together, directly or through
//! others, fall into *sides*, and each side may be written in a numeration of its own: one in Fibonacci digits, another in
//! base 2. Which one a side wants is seen from a section of the table: the side runs, the other numbers are fixed where most
//! is lost. What is found decides only what is tried.

use crate::effort::Effort;
use crate::learn::{Known, Learned, Learner};
use crate::numeration::Numeration;
use crate::steps::{Step, steps_apart};
use bouton_budget::Halt;
use bouton_compile::fragment::Fragment;
use bouton_language::ast::Verdict;
use bouton_linear::Formula;
use rustc_hash::FxHashMap;

/// What is tried for a side, base 2 first, which is taken where nothing is seen.
const SYSTEMS: [Numeration; 4] =
    [Numeration::Base(2), Numeration::FIBONACCI, Numeration::Base(3), Numeration::Quadratic(2)];

/// The most states of an automaton of a section.
const STATES: usize = 24;

/// More variables than this cannot be told apart.
const VARIABLES: usize = 128;

/// The sides of a game, with its moves as steps of which no two share a choice.
pub(crate) struct Sides {
    pub(crate) steps: Vec<Step>,
    /// By variable, the side; variables beside no coordinate have the side of the first.
    of: Vec<usize>,
    /// The coordinates of each side.
    list: Vec<Vec<usize>>,
}

impl Sides {
    /// The sides of a game, if there are several.
    pub(crate) fn new(fragment: &Fragment) -> Result<Option<Sides>, Halt> {
        if fragment.sum || fragment.block > 0 || fragment.stuck != Verdict::Lose || fragment.mover.is_some() {
            return Ok(None);
        }
        let (steps, top) = steps_apart(fragment)?;
        if top > VARIABLES {
            return Ok(None);
        }
        let coordinates = fragment.coordinates.len();
        let mut joined = Joined((0..top.max(coordinates)).collect());
        let formulas = steps.iter().flat_map(|s| &s.conditions).chain([&fragment.legal]);
        formulas.chain(fragment.ends.iter().map(|e| &e.0)).for_each(|f| joined.formula(f));
        for after in steps.iter().flat_map(|s| &s.parts) {
            after.iter().enumerate().for_each(|(i, v)| joined.join(i, *v));
        }
        let mut list: Vec<Vec<usize>> = Vec::new();
        let mut roots: Vec<usize> = Vec::new();
        for i in 0..coordinates {
            let root = joined.root(i);
            match roots.iter().position(|r| *r == root) {
                Some(side) => list[side].push(i),
                None => {
                    roots.push(root);
                    list.push(vec![i]);
                }
            }
        }
        let side = |v: usize| roots.iter().position(|r| *r == joined.root(v)).unwrap_or(0);
        let of = (0..joined.0.len()).map(side).collect();
        Ok((list.len() > 1).then_some(Sides { steps, of, list }))
    }

    /// The two systems that sections of a table look like; `None` if one will do, or more would be needed.
    pub(crate) fn guess<K: Known>(&self, table: &K, effort: &Effort) -> Result<Option<Numeration>, Halt> {
        let mut wanted = Vec::new();
        for side in &self.list {
            wanted.push(prefers(&Section::new(table, side), effort)?);
        }
        let mut systems = wanted.clone();
        systems.sort_unstable();
        systems.dedup();
        let [one, other] = systems[..] else { return Ok(None) };
        let second = self.of.iter().enumerate().filter(|(_, side)| wanted[**side] == other);
        let second = second.fold(0, |bits, (v, _)| bits | 1u128 << v);
        Ok(Some(Numeration::mixed([one, other], second, table.width())))
    }
}

/// Sets of variables that hang together, each variable with another one of its set.
struct Joined(Vec<usize>);

impl Joined {
    fn root(&self, mut v: usize) -> usize {
        while self.0[v] != v {
            v = self.0[v];
        }
        v
    }

    fn join(&mut self, a: usize, b: usize) {
        let most = a.max(b) + 1;
        self.0.extend(self.0.len()..most);
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }

    /// Joins the variables of each condition.
    fn formula(&mut self, f: &Formula) {
        match f {
            Formula::All(list) | Formula::Any(list) => list.iter().for_each(|f| self.formula(f)),
            Formula::Not(f) | Formula::Exists(_, f) => self.formula(f),
            Formula::AtLeastZero(form) | Formula::Zero(form) | Formula::Multiple(form, _) => {
                let all: Vec<usize> = form.variables().collect();
                all.windows(2).for_each(|pair| self.join(pair[0], pair[1]));
            }
        }
    }
}

/// The system in which a section has by far the smallest automaton; base 2 if none has.
fn prefers<K: Known>(section: &Section<'_, K>, effort: &Effort) -> Result<Numeration, Halt> {
    let mut best = (STATES + 1, SYSTEMS[0]);
    for system in SYSTEMS {
        let fits = Learner::new(section, system, &[], usize::MAX, effort)?.fit(STATES, effort)?;
        let Learned::Fits(dfa) = fits else { continue };
        // Base 2 comes first and is left for what is half as large.
        if best.0 > STATES || 2 * dfa.states() <= best.0 {
            best = (dfa.states(), system);
        }
    }
    Ok(best.1)
}

/// A table seen from one side, the other numbers being fixed.
struct Section<'a, K: Known> {
    table: &'a K,
    side: &'a [usize],
    /// The fixed numbers, at their places.
    at: Vec<i64>,
    members: Vec<u32>,
    weights: Vec<u64>,
}

impl<'a, K: Known> Section<'a, K> {
    /// The section with most members.
    fn new(table: &'a K, side: &'a [usize]) -> Section<'a, K> {
        let wide = table.width();
        let rest = |tuple: &[u32]| -> Vec<u32> {
            (0..wide).map(|i| if side.contains(&i) { 0 } else { tuple[i] }).collect()
        };
        let tuples = || table.members().chunks(wide.max(1));
        let mut counts: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
        tuples().for_each(|tuple| *counts.entry(rest(tuple)).or_default() += 1);
        let most = counts.iter().max_by_key(|(at, n)| (**n, std::cmp::Reverse(*at)));
        let at = most.map_or(vec![0; wide], |(at, _)| at.clone());
        let own = tuples().filter(|tuple| rest(tuple) == at);
        let members = own.flat_map(|tuple| side.iter().map(|i| tuple[*i])).collect();
        let weights = side.iter().map(|i| table.weights()[*i]).collect();
        Section { table, side, at: at.iter().map(|n| i64::from(*n)).collect(), members, weights }
    }
}

impl<K: Known> Known for Section<'_, K> {
    fn width(&self) -> usize {
        self.side.len()
    }

    fn look(&self, tuple: &[i64]) -> Option<bool> {
        let mut whole = self.at.clone();
        self.side.iter().zip(tuple).for_each(|(i, n)| whole[*i] = *n);
        self.table.look(&whole)
    }

    fn members(&self) -> &[u32] {
        &self.members
    }

    fn size(&self) -> usize {
        self.members.len()
    }

    fn weights(&self) -> &[u64] {
        &self.weights
    }

    fn capped(&self, track: usize) -> bool {
        self.table.capped(self.side[track])
    }
}
