//! Formulas as nested loops: all solutions of conditions that hold together when some variables are given.
//!
//! The order of the loops is fixed once: a variable that an equation determines comes first, otherwise one that has an
//! upper bound in terms of the variables before it. Every condition is tested as soon as its variables are set.
//!
//! Where only determined variables follow the innermost real loop and all tests there are linear, its solutions lie on a
//! ray: a first one, steps that are always the same, and how many there are, found without trying any.

use crate::affine::{Affine, TooLarge};
use crate::formula::Formula;
use std::ops::ControlFlow;

/// Coefficients and constants up to these keep sums of table-sized numbers within 64 bits.
const COEFFICIENT: u64 = 1 << 24;
const CONSTANT: u64 = 1 << 40;

/// How many alternatives a quantifier is spread over at most.
const ALTERNATIVES: usize = 256;

/// A formula to be evaluated at numbers.
#[derive(Clone, Debug)]
pub enum Evaluator {
    /// All of these hold.
    All(Vec<Evaluator>),
    /// One of these holds.
    Any(Vec<Evaluator>),
    /// This does not hold.
    Not(Box<Evaluator>),
    /// The form is not negative.
    AtLeastZero(Affine),
    /// The form is zero.
    Zero(Affine),
    /// The form is a multiple of the number.
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
pub struct Nest {
    /// Tests on the given variables alone.
    before: Vec<Evaluator>,
    loops: Vec<Loop>,
    tail: Option<Tail>,
    size: usize,
}

/// The last loops of a nest as one ray.
#[derive(Clone, Debug)]
struct Tail {
    /// The loops before it.
    depth: usize,
    variable: usize,
    /// c·v + form ≥ 0 for the loop's variable v.
    conditions: Vec<(i64, Affine)>,
    /// The variables that are determined, in terms of those before and of the loop's.
    followers: Vec<(usize, Affine)>,
    /// By how much each variable changes from one solution to the next.
    slopes: Vec<(usize, i64)>,
}

/// What is told of each ray: its first solution, by how much variables change along it, how many solutions it has.
type Visit<'a> = dyn FnMut(&mut [i64], &[(usize, i64)], u64) -> ControlFlow<()> + 'a;

fn checked(a: &Affine) -> Result<Affine, TooLarge> {
    let small = a.terms.iter().all(|t| t.1.unsigned_abs() <= COEFFICIENT);
    if small && a.constant.unsigned_abs() <= CONSTANT { Ok(a.clone()) } else { Err(TooLarge) }
}

impl Evaluator {
    /// Prepares a formula. Bound variables must have names of their own (see `plain`).
    pub fn new(f: &Formula) -> Result<Evaluator, TooLarge> {
        Evaluator::build(&f.plain(&mut f.width())?)
    }

    fn build(f: &Formula) -> Result<Evaluator, TooLarge> {
        let each = |fs: &[Formula]| fs.iter().map(Evaluator::build).collect::<Result<Vec<_>, _>>();
        Ok(match f {
            Formula::All(fs) if fs.len() == 1 => Evaluator::build(&fs[0])?,
            Formula::All(fs) => Evaluator::All(each(fs)?),
            Formula::Any(fs) => Evaluator::Any(each(fs)?),
            Formula::Not(g) => Evaluator::Not(Box::new(Evaluator::build(g)?)),
            Formula::AtLeastZero(a) => Evaluator::AtLeastZero(checked(a)?),
            Formula::Zero(a) => Evaluator::Zero(checked(a)?),
            Formula::Multiple(a, m) => Evaluator::Multiple(checked(a)?, (*m).max(1)),
            Formula::Exists(..) => {
                let (bound, body) = strip(f);
                let given = f.free();
                let nests = body
                    .alternatives(ALTERNATIVES)
                    .into_iter()
                    .map(|parts| Nest::new(&parts, &given, &bound));
                Evaluator::Exists(nests.collect::<Result<_, _>>()?)
            }
        })
    }

    /// How long the list of numbers must be.
    pub fn size(&self) -> usize {
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
    pub fn holds(&self, numbers: &mut [i64]) -> bool {
        match self {
            Evaluator::All(list) => list.iter().all(|e| e.holds(numbers)),
            Evaluator::Any(list) => list.iter().any(|e| e.holds(numbers)),
            Evaluator::Not(e) => !e.holds(numbers),
            Evaluator::AtLeastZero(a) => a.value(numbers) >= 0,
            Evaluator::Zero(a) => a.value(numbers) == 0,
            Evaluator::Multiple(a, m) => a.value(numbers) % m == 0,
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
    /// Loops over `wanted` for given numbers of `given`. [`TooLarge`] if some variable has no upper bound.
    pub fn new(parts: &[Formula], given: &[usize], wanted: &[usize]) -> Result<Nest, TooLarge> {
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
        let mut nest = Nest { before: Vec::new(), loops: Vec::new(), tail: None, size: 0 };
        let ready = |open: &mut Vec<Formula>, set: &[usize]| -> Result<Vec<Evaluator>, TooLarge> {
            let done = |f: &Formula| f.free().iter().all(|v| set.contains(v));
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
        nest.tail = Tail::new(&nest.loops)?;
        Ok(nest)
    }

    /// How long the list of numbers must be.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Visits all solutions. `numbers` holds the given ones in their places and is at least as long as [`Nest::size`].
    pub fn run(
        &self,
        numbers: &mut [i64],
        visit: &mut dyn FnMut(&[i64]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.rays(numbers, &mut |numbers, slopes, many| {
            for left in (0..many).rev() {
                visit(numbers)?;
                if left > 0 {
                    slopes.iter().for_each(|(v, s)| numbers[*v] += s);
                }
            }
            ControlFlow::Continue(())
        })
    }

    /// Visits all solutions, those of a ray together.
    pub fn rays(&self, numbers: &mut [i64], visit: &mut Visit) -> ControlFlow<()> {
        if self.before.iter().all(|t| t.holds(numbers)) {
            self.level(0, numbers, visit)
        } else {
            ControlFlow::Continue(())
        }
    }

    // As deep as there are loops, which is as many as a rule has variables.
    fn level(&self, depth: usize, numbers: &mut [i64], visit: &mut Visit) -> ControlFlow<()> {
        if let Some(tail) = self.tail.as_ref().filter(|t| t.depth == depth) {
            return tail.run(numbers, visit);
        }
        let Some(level) = self.loops.get(depth) else { return visit(numbers, &[], 1) };
        let (mut from, mut to) = (0i64, i64::MAX);
        if let Some((c, form)) = &level.fixed {
            let rest = -form.value(numbers);
            if rest % c != 0 || rest / c < 0 {
                return ControlFlow::Continue(());
            }
            (from, to) = (rest / c, rest / c);
        }
        for (c, form) in &level.bounds {
            narrow(*c, form.value(numbers), &mut from, &mut to);
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

/// Narrows a range to the n with c·n + rest ≥ 0.
fn narrow(c: i64, rest: i64, from: &mut i64, to: &mut i64) {
    match c {
        0 if rest >= 0 => {}
        0 => *to = *from - 1,
        1 => *from = (*from).max(-rest),
        -1 => *to = (*to).min(rest),
        c if c > 0 => *from = (*from).max(num_integer::Integer::div_ceil(&-rest, &c)),
        c => *to = (*to).min(rest.div_euclid(-c)),
    }
}

impl Tail {
    /// The last loops as a ray, if they are one.
    fn new(loops: &[Loop]) -> Result<Option<Tail>, TooLarge> {
        let Some(depth) = loops.iter().rposition(|l| l.fixed.is_none()) else { return Ok(None) };
        let variable = loops[depth].variable;
        let mut followers: Vec<(usize, Affine)> = Vec::new();
        let mut conditions = Vec::new();
        for level in &loops[depth..] {
            let mut forms = Vec::new();
            if let Some((c, form)) = &level.fixed {
                if c.abs() != 1 {
                    return Ok(None);
                }
                let own = substitute(&form.times(-c)?, &followers)?;
                forms.push(own.clone());
                followers.push((level.variable, own));
            }
            for (c, form) in &level.bounds {
                forms.push(form.plus(*c, &Affine::variable(level.variable))?);
            }
            let mut tests: Vec<&Evaluator> = level.tests.iter().collect();
            while let Some(test) = tests.pop() {
                match test {
                    Evaluator::All(list) => tests.extend(list),
                    Evaluator::AtLeastZero(form) => forms.push(form.clone()),
                    _ => return Ok(None),
                }
            }
            for form in forms {
                let form = checked(&substitute(&form, &followers)?)?;
                conditions.push((form.coefficient(variable), form.without(variable)));
            }
        }
        let steps = followers.iter().map(|(w, form)| (*w, form.coefficient(variable)));
        let slopes = [(variable, 1)].into_iter().chain(steps).filter(|s| s.1 != 0).collect();
        Ok(Some(Tail { depth, variable, conditions, followers, slopes }))
    }

    fn run(&self, numbers: &mut [i64], visit: &mut Visit) -> ControlFlow<()> {
        let (mut from, mut to) = (0i64, i64::MAX);
        for (c, form) in &self.conditions {
            narrow(*c, form.value(numbers), &mut from, &mut to);
        }
        if from > to {
            return ControlFlow::Continue(());
        }
        numbers[self.variable] = from;
        for (w, form) in &self.followers {
            numbers[*w] = form.value(numbers);
        }
        visit(numbers, &self.slopes, from.abs_diff(to).saturating_add(1))
    }
}

/// A form with some variables written out.
fn substitute(form: &Affine, known: &[(usize, Affine)]) -> Result<Affine, TooLarge> {
    known.iter().try_fold(form.clone(), |made, (v, own)| made.with(*v, own))
}

/// The next variable: one that is determined, or else one with an upper bound.
fn choose(open: &[Formula], set: &[usize], wanted: &[usize]) -> Result<Loop, TooLarge> {
    let mut best: Option<(usize, Loop)> = None;
    for v in wanted {
        let mut found = Loop { variable: *v, fixed: None, bounds: Vec::new(), tests: Vec::new() };
        for f in open {
            match f {
                Formula::AtLeastZero(a) => found.bounds.extend(bound(a, *v, set)?),
                Formula::Zero(a) => {
                    let against = a.times(-1)?;
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
    best.map(|b| b.1).ok_or(TooLarge)
}

/// A bound for one variable from "form ≥ 0": unset variables with a negative coefficient only make it weaker.
fn bound(a: &Affine, v: usize, set: &[usize]) -> Result<Option<(i64, Affine)>, TooLarge> {
    let known = |t: &(usize, i64)| set.contains(&t.0);
    let c = a.coefficient(v);
    if c == 0 || a.terms.iter().any(|t| t.0 != v && !known(t) && t.1 > 0) {
        return Ok(None);
    }
    let terms = a.terms.iter().copied().filter(|t| t.0 != v && known(t)).collect();
    Ok(Some((c, checked(&Affine { terms, constant: a.constant })?)))
}
