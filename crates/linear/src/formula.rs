//! Conditions of linear arithmetic, with constructors that settle what is plain.

use crate::affine::{Affine, TooLarge};
use rustc_hash::FxHashSet;

/// A condition on natural numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Formula {
    /// All of these hold; `All(vec![])` always holds.
    All(Vec<Formula>),
    /// One of these holds; `Any(vec![])` never holds.
    Any(Vec<Formula>),
    /// This does not hold.
    Not(Box<Formula>),
    /// The form is not negative.
    AtLeastZero(Affine),
    /// The form is zero.
    Zero(Affine),
    /// The form is a multiple of the number, which is at least 1.
    Multiple(Affine, i64),
    /// Some natural number put for the variable makes this hold.
    Exists(usize, Box<Formula>),
}

impl Formula {
    /// Holds always.
    pub fn yes() -> Formula {
        Formula::All(Vec::new())
    }

    /// Holds never.
    pub fn no() -> Formula {
        Formula::Any(Vec::new())
    }

    /// Holds always or never.
    pub fn truth(holds: bool) -> Formula {
        if holds { Formula::yes() } else { Formula::no() }
    }

    /// The truth, if it is plain.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Formula::All(v) if v.is_empty() => Some(true),
            Formula::Any(v) if v.is_empty() => Some(false),
            _ => None,
        }
    }

    /// All of these, flat and without repetitions.
    pub fn all(list: impl IntoIterator<Item = Formula>) -> Formula {
        Formula::joined(list.into_iter(), true)
    }

    /// One of these, flat and without repetitions.
    pub fn any(list: impl IntoIterator<Item = Formula>) -> Formula {
        Formula::joined(list.into_iter(), false)
    }

    /// All of these, or one of them: none says no more than the truth that settles the matter.
    fn joined(list: impl Iterator<Item = Formula>, all: bool) -> Formula {
        let mut out: Vec<Formula> = Vec::new();
        for f in list {
            match f {
                Formula::All(inner) if all => out.extend(inner),
                Formula::Any(inner) if !all => out.extend(inner),
                f if f.as_bool() == Some(!all) => return f,
                f => out.push(f),
            }
        }
        if distinct(&mut out) {
            return Formula::truth(!all);
        }
        match out.len() {
            1 => out.remove(0),
            _ if all => Formula::All(out),
            _ => Formula::Any(out),
        }
    }

    /// The opposite; `Not` is left only before `Zero`, `Multiple` and `Exists`.
    pub fn negated(self) -> Formula {
        match self {
            Formula::All(list) => Formula::any(list.into_iter().map(Formula::negated)),
            Formula::Any(list) => Formula::all(list.into_iter().map(Formula::negated)),
            Formula::Not(f) => *f,
            Formula::AtLeastZero(form) => match Formula::negative(&form) {
                Ok(opposite) => opposite,
                Err(TooLarge) => Formula::Not(Box::new(Formula::AtLeastZero(form))),
            },
            f => Formula::Not(Box::new(f)),
        }
    }

    /// `form >= 0`
    pub fn at_least_zero(form: Affine) -> Formula {
        if form.is_natural() {
            return Formula::yes();
        }
        if form.is_negative() {
            return Formula::no();
        }
        match form.content() {
            0 | 1 => Formula::AtLeastZero(form),
            // Over the integers the constant can be rounded down.
            g => Formula::AtLeastZero(form.divided(g)),
        }
    }

    /// `form < 0`
    pub fn negative(form: &Affine) -> Result<Formula, TooLarge> {
        Ok(Formula::at_least_zero(form.times(-1)?.shift(-1)?))
    }

    /// `form = 0`
    pub fn zero(mut form: Affine) -> Formula {
        let opposite = form.times(-1);
        if form.is_negative() || opposite.as_ref().is_ok_and(Affine::is_negative) {
            return Formula::no();
        }
        if form.terms.first().is_some_and(|t| t.1 < 0)
            && let Ok(turned) = opposite
        {
            form = turned;
        }
        match form.content() {
            0 => Formula::truth(form.constant == 0),
            1 => Formula::Zero(form),
            g if form.constant % g != 0 => Formula::no(),
            g => Formula::Zero(form.divided(g)),
        }
    }

    /// `form` is a multiple of `m`, which is at least 1.
    pub fn multiple(form: Affine, m: i64) -> Formula {
        let m = m.max(1);
        let terms: Vec<(usize, i64)> =
            form.terms.iter().map(|&(v, c)| (v, c.rem_euclid(m))).filter(|t| t.1 != 0).collect();
        let constant = form.constant.rem_euclid(m);
        if terms.is_empty() {
            return Formula::truth(constant == 0);
        }
        Formula::Multiple(Affine { terms, constant }, m)
    }

    /// Some natural number put for the variable makes this hold.
    pub fn exists(v: usize, f: Formula) -> Formula {
        if f.as_bool().is_some() { f } else { Formula::Exists(v, Box::new(f)) }
    }

    /// Visits the variables, also bound ones.
    pub fn each_variable(&self, visit: &mut dyn FnMut(usize)) {
        match self {
            Formula::All(list) | Formula::Any(list) => list.iter().for_each(|f| f.each_variable(visit)),
            Formula::Not(f) => f.each_variable(visit),
            Formula::AtLeastZero(form) | Formula::Zero(form) | Formula::Multiple(form, _) => {
                form.variables().for_each(visit);
            }
            Formula::Exists(v, f) => {
                visit(*v);
                f.each_variable(visit);
            }
        }
    }

    /// One more than the largest variable, bound ones included.
    pub fn width(&self) -> usize {
        let mut most = 0;
        self.each_variable(&mut |v| most = most.max(v + 1));
        most
    }

    /// The free variables, rising.
    pub fn free(&self) -> Vec<usize> {
        let mut found: Vec<usize> = match self {
            Formula::All(fs) | Formula::Any(fs) => fs.iter().flat_map(Formula::free).collect(),
            Formula::Not(g) => return g.free(),
            Formula::AtLeastZero(a) | Formula::Zero(a) | Formula::Multiple(a, _) => {
                return a.variables().collect();
            }
            Formula::Exists(v, g) => return g.free().into_iter().filter(|w| w != v).collect(),
        };
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Renamed by `scope` (the last entry of a variable counts); every bound variable gets a number of its own, from
    /// `next` on.
    pub fn numbered(&self, scope: &mut Vec<(usize, usize)>, next: &mut usize) -> Formula {
        let renamed = |form: &Affine, scope: &[(usize, usize)]| {
            form.renamed(&|v| scope.iter().rev().find(|s| s.0 == v).map_or(v, |s| s.1))
        };
        match self {
            Formula::All(list) => Formula::All(list.iter().map(|f| f.numbered(scope, next)).collect()),
            Formula::Any(list) => Formula::Any(list.iter().map(|f| f.numbered(scope, next)).collect()),
            Formula::Not(f) => Formula::Not(Box::new(f.numbered(scope, next))),
            Formula::AtLeastZero(form) => Formula::AtLeastZero(renamed(form, scope)),
            Formula::Zero(form) => Formula::Zero(renamed(form, scope)),
            Formula::Multiple(form, m) => Formula::Multiple(renamed(form, scope), *m),
            Formula::Exists(v, f) => {
                let new = *next;
                *next += 1;
                scope.push((*v, new));
                let inner = f.numbered(scope, next);
                scope.pop();
                Formula::Exists(new, Box::new(inner))
            }
        }
    }
}

/// Drops repetitions; the order is kept. Says whether a condition stands beside its opposite.
fn distinct(list: &mut Vec<Formula>) -> bool {
    let mut seen = FxHashSet::default();
    let new: Vec<bool> = list.iter().map(|f| seen.insert(f)).collect();
    let opposite = list.iter().any(|f| matches!(f, Formula::Not(g) if seen.contains(&**g)));
    let mut new = new.into_iter();
    list.retain(|_| new.next() == Some(true));
    opposite
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::affine::SIGNED;

    #[test]
    fn plain_truths() {
        let form = Affine::new;
        assert_eq!(Formula::at_least_zero(form(&[(0, 2), (3, 1)], 0)), Formula::yes());
        assert_eq!(Formula::at_least_zero(form(&[(0, -2)], -1)), Formula::no());
        assert_eq!(Formula::zero(form(&[(0, 2)], 3)), Formula::no());
        assert_eq!(Formula::zero(form(&[(0, 2), (1, -2)], 3)), Formula::no());
        assert_eq!(Formula::multiple(form(&[(0, 4)], 2), 2), Formula::yes());
        // a quotient may be negative
        assert_ne!(Formula::at_least_zero(Affine::variable(SIGNED)), Formula::yes());
    }

    #[test]
    fn tightened_and_turned() {
        let form = Affine::new;
        let half = Formula::at_least_zero(form(&[(0, 2), (1, -4)], -1));
        assert_eq!(half, Formula::AtLeastZero(form(&[(0, 1), (1, -2)], -1)));
        let above = Formula::at_least_zero(form(&[(0, 1), (1, -1)], 0));
        assert_eq!(above.clone().negated(), Formula::AtLeastZero(form(&[(0, -1), (1, 1)], -1)));
        assert_eq!(above.clone().negated().negated(), above);
        assert_eq!(form(&[(0, i64::MAX)], 0).times(2), Err(TooLarge));
    }
}
