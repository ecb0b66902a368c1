//! Formulas as nested loops: all solutions of conditions that hold together when some variables are given.
//!
//! The order of the loops is fixed once: a variable that an equation determines comes first, otherwise one that has an
//! upper bound in terms of the variables before it. Every condition is tested as soon as its variables are set.

use super::{disjuncts, free, most, plain};
use crate::effort::Halt;
use bouton_compile::fragment::{Affine, Formula};
use std::ops::ControlFlow;

/// Coefficients and constants up to these keep sums of table-sized numbers within 64 bits.
const COEFFICIENT: u64 = 1 << 24;
const CONSTANT: u64 = 1 << 40;

/// A formula to be evaluated at numbers.
#[derive(Clone, Debug)]
pub(crate) enum Evaluator {
    All(Vec<Evaluator>),
    Any(Vec<Evaluator>),
    Not(Box<Evaluator>),
    AtLeastZero(Affine),
    Zero(Affine),
    Multiple(Affine, i64),
    /// One of the nests has a solution.
    Exists(Vec<Nest>),
}

#[derive(Clone, Debug)]
struct Loop {
    variable: usize,
    /// Forms that fix the variable, with the coefficient of the variable: c·v + form = 0.
    fixed: Option<(i64, Affine)>,
    /// Lower and upper bounds: c·v + form ≥ 0, by the sign of c.
    bounds: Vec<(i64, Affine)>,
    /// What can be tested once the variable is set.
    tests: Vec<Evaluator>,
}

/// Loops over all solutions.
#[derive(Clone, Debug)]
pub(crate) struct Nest {
    /// Tests on the given variables alone.
    before: Vec<Evaluator>,
    loops: Vec<Loop>,
    size: usize,
}

fn checked(a: &Affine) -> Result<Affine, Halt> {
    let small = a.terms.iter().all(|t| t.1.unsigned_abs() <= COEFFICIENT);
    if small && a.constant.unsigned_abs() <= CONSTANT { Ok(a.clone()) } else { Err(Halt::TooLarge) }
}

fn value(a: &Affine, numbers: &[i64]) -> i64 {
    a.terms.iter().fold(a.constant, |sum, (v, c)| sum + c * numbers[*v])
}

impl Evaluator {
    /// Prepares a formula. Bound variables must have names of their own (see `plain`).
    pub(crate) fn new(f: &Formula) -> Result<Evaluator, Halt> {
        let mut fresh = most(f);
        Evaluator::build(&plain(f, &mut fresh)?)
    }

    fn build(f: &Formula) -> Result<Evaluator, Halt> {
        let each = |fs: &[Formula]| fs.iter().map(Evaluator::build).collect::<Result<Vec<_>, _>>();
        Ok(match f {
            Formula::All(fs) => Evaluator::All(each(fs)?),
            Formula::Any(fs) => Evaluator::Any(each(fs)?),
            Formula::Not(g) => Evaluator::Not(Box::new(Evaluator::build(g)?)),
            Formula::AtLeastZero(a) => Evaluator::AtLeastZero(checked(a)?),
            Formula::Zero(a) => Evaluator::Zero(checked(a)?),
            Formula::Multiple(a, m) => Evaluator::Multiple(checked(a)?, (*m).max(1)),
            Formula::Exists(..) => {
                let (bound, body) = strip(f);
                let given = free(f);
                let nests = disjuncts(&body, 256).into_iter().map(|parts| Nest::new(&parts, &given, &bound));
                Evaluator::Exists(nests.collect::<Result<_, _>>()?)
            }
        })
    }

    /// How long the list of numbers must be.
    pub(crate) fn size(&self) -> usize {
        let form = |a: &Affine| a.terms.last().map_or(0, |t| t.0 + 1);
        match self {
            Evaluator::All(list) | Evaluator::Any(list) => {
                list.iter().map(Evaluator::size).max().unwrap_or(0)
            }
            Evaluator::Not(g) => g.size(),
            Evaluator::AtLeastZero(a) | Evaluator::Zero(a) | Evaluator::Multiple(a, _) => form(a),
            Evaluator::Exists(nests) => nests.iter().map(|n| n.size).max().unwrap_or(0),
        }
    }

    /// Whether the formula holds; places of bound variables are written over.
    pub(crate) fn holds(&self, numbers: &mut [i64]) -> bool {
        match self {
            Evaluator::All(list) => list.iter().all(|e| e.holds(numbers)),
            Evaluator::Any(list) => list.iter().any(|e| e.holds(numbers)),
            Evaluator::Not(e) => !e.holds(numbers),
            Evaluator::AtLeastZero(a) => value(a, numbers) >= 0,
            Evaluator::Zero(a) => value(a, numbers) == 0,
            Evaluator::Multiple(a, m) => value(a, numbers) % m == 0,
            Evaluator::Exists(nests) => {
                nests.iter().any(|n| n.run(numbers, &mut |_| ControlFlow::Break(())).is_break())
            }
        }
    }
}

/// The variables of the quantifiers in front, and what stands behind them.
fn strip(f: &Formula) -> (Vec<usize>, Formula) {
    let mut bound = Vec::new();
    let mut at = f;
    while let Formula::Exists(v, g) = at {
        bound.push(*v);
        at = g;
    }
    (bound, at.clone())
}

impl Nest {
    /// Loops over `wanted` for given numbers of `given`. [`Halt::TooLarge`] if some variable has no upper bound.
    pub(crate) fn new(parts: &[Formula], given: &[usize], wanted: &[usize]) -> Result<Nest, Halt> {
        // Quantifiers among the conditions are loops too.
        let mut wanted = wanted.to_vec();
        let mut open: Vec<Formula> = Vec::new();
        let mut queue = parts.to_vec();
        while let Some(part) = queue.pop() {
            match part {
                Formula::Exists(v, g) => {
                    wanted.push(v);
                    queue.push(*g);
                }
                Formula::All(fs) => queue.extend(fs),
                other => open.push(other),
            }
        }
        let mut set = given.to_vec();
        let mut nest = Nest { before: Vec::new(), loops: Vec::new(), size: 0 };
        let ready = |open: &mut Vec<Formula>, set: &[usize]| -> Result<Vec<Evaluator>, Halt> {
            let done = |f: &Formula| free(f).iter().all(|v| set.contains(v));
            let tests = open.iter().filter(|f| done(f)).map(Evaluator::build);
            let tests = tests.collect::<Result<Vec<_>, _>>()?;
            open.retain(|f| !done(f));
            Ok(tests)
        };
        nest.before = ready(&mut open, &set)?;
        wanted.sort_unstable();
        wanted.dedup();
        while !wanted.is_empty() {
            let choice = choose(&open, &set, &wanted)?;
            wanted.retain(|v| *v != choice.variable);
            set.push(choice.variable);
            let tests = ready(&mut open, &set)?;
            nest.loops.push(Loop { tests, ..choice });
        }
        let inner = |tests: &[Evaluator]| tests.iter().map(Evaluator::size).max().unwrap_or(0);
        let inside = nest.loops.iter().map(|l| inner(&l.tests)).max().unwrap_or(0);
        let own = set.iter().map(|v| v + 1).max().unwrap_or(0);
        nest.size = own.max(inside).max(inner(&nest.before));
        Ok(nest)
    }

    /// How long the list of numbers must be.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Visits all solutions. `numbers` holds the given ones in their places and is at least as long as [`Nest::size`].
    pub(crate) fn run(
        &self,
        numbers: &mut [i64],
        visit: &mut dyn FnMut(&[i64]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.before.iter().all(|t| t.holds(numbers)) {
            self.level(0, numbers, visit)
        } else {
            ControlFlow::Continue(())
        }
    }

    // As deep as there are loops, which is as many as a rule has variables.
    fn level(
        &self,
        depth: usize,
        numbers: &mut [i64],
        visit: &mut dyn FnMut(&[i64]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(level) = self.loops.get(depth) else { return visit(numbers) };
        let (mut from, mut to) = (0i64, i64::MAX);
        if let Some((c, form)) = &level.fixed {
            let rest = -value(form, numbers);
            if rest % c != 0 || rest / c < 0 {
                return ControlFlow::Continue(());
            }
            (from, to) = (rest / c, rest / c);
        }
        for (c, form) in &level.bounds {
            let rest = value(form, numbers);
            if *c > 0 {
                from = from.max(num_integer::Integer::div_ceil(&-rest, c));
            } else {
                to = to.min(rest.div_euclid(-c));
            }
        }
        for n in from..=to {
            numbers[level.variable] = n;
            if level.tests.iter().all(|t| t.holds(numbers)) {
                self.level(depth + 1, numbers, visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The next variable: one that is determined, or else one with an upper bound.
fn choose(open: &[Formula], set: &[usize], wanted: &[usize]) -> Result<Loop, Halt> {
    let mut best: Option<(usize, Loop)> = None;
    for v in wanted {
        let mut found = Loop { variable: *v, fixed: None, bounds: Vec::new(), tests: Vec::new() };
        for f in open {
            match f {
                Formula::AtLeastZero(a) => found.bounds.extend(bound(a, *v, set)?),
                Formula::Zero(a) => {
                    let against = super::scale(a, -1)?;
                    let others = a.terms.iter().all(|t| t.0 == *v || set.contains(&t.0));
                    match bound(a, *v, set)? {
                        Some(own) if others => found.fixed = Some(own),
                        own => {
                            found.bounds.extend(own);
                            found.bounds.extend(bound(&against, *v, set)?);
                        }
                    }
                }
                _ => {}
            }
        }
        let uppers = found.bounds.iter().filter(|b| b.0 < 0).count();
        let rank = match (&found.fixed, uppers) {
            (Some(_), _) => usize::MAX,
            (None, n) => n,
        };
        if rank > 0 && best.as_ref().is_none_or(|b| rank > b.0) {
            best = Some((rank, found));
        }
    }
    best.map(|b| b.1).ok_or(Halt::TooLarge)
}

/// A bound for one variable from "form ≥ 0": unset variables with a negative coefficient only make it weaker.
fn bound(a: &Affine, v: usize, set: &[usize]) -> Result<Option<(i64, Affine)>, Halt> {
    let Some(c) = a.terms.iter().find(|t| t.0 == v).map(|t| t.1) else { return Ok(None) };
    let known = |t: &(usize, i64)| set.contains(&t.0);
    if a.terms.iter().any(|t| t.0 != v && !known(t) && t.1 > 0) {
        return Ok(None);
    }
    let terms = a.terms.iter().copied().filter(|t| t.0 != v && known(t)).collect();
    Ok(Some((c, checked(&Affine { terms, constant: a.constant })?)))
}
