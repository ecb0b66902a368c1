//! Linear forms and conditions: arithmetic with checks, and constructors that settle what is plain.
//!
//! Unknowns below [`DERIVED`] are natural numbers, so a form without minus signs is never negative. Unknowns from
//! [`DERIVED`] on stand for quotients and remainders while a formula is being built; they are written out at the end
//! (see `quotient`).

use super::{Affine, Formula};

/// From here on, unknowns are quotients and remainders of forms.
pub(super) const DERIVED: usize = 1 << 40;

impl Affine {
    /// A constant.
    pub fn int(constant: i64) -> Affine {
        Affine { terms: Vec::new(), constant }
    }

    /// One variable.
    pub fn variable(v: usize) -> Affine {
        Affine { terms: vec![(v, 1)], constant: 0 }
    }

    /// The value, if it is a constant.
    pub fn as_int(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `self + factor * other`; `None` where a coefficient leaves 64 bits.
    pub fn plus(&self, factor: i64, other: &Affine) -> Option<Affine> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut a, mut b) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let (v, c) = match (a.peek(), b.peek()) {
                (None, None) => break,
                (Some(&&(v, c)), None) => {
                    a.next();
                    (v, c)
                }
                (Some(&&(v, c)), Some(&&(w, _))) if v < w => {
                    a.next();
                    (v, c)
                }
                (Some(&&(v, c)), Some(&&(w, d))) if v == w => {
                    a.next();
                    b.next();
                    (v, c.checked_add(d.checked_mul(factor)?)?)
                }
                (_, Some(&&(w, d))) => {
                    b.next();
                    (w, d.checked_mul(factor)?)
                }
            };
            if c != 0 {
                terms.push((v, c));
            }
        }
        let constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(Affine { terms, constant })
    }

    /// `factor * self`
    pub fn times(&self, factor: i64) -> Option<Affine> {
        Affine::int(0).plus(factor, self)
    }

    /// `self + by`
    pub fn shift(&self, by: i64) -> Option<Affine> {
        self.plus(1, &Affine::int(by))
    }

    /// The coefficient of a variable.
    pub fn coefficient(&self, v: usize) -> i64 {
        self.terms.binary_search_by_key(&v, |t| t.0).map_or(0, |at| self.terms[at].1)
    }

    /// With a form put for a variable.
    pub fn with(&self, v: usize, form: &Affine) -> Option<Affine> {
        let c = self.coefficient(v);
        if c == 0 {
            return Some(self.clone());
        }
        self.plus(-c, &Affine::variable(v))?.plus(c, form)
    }

    /// With every variable renamed.
    pub fn renamed(&self, name: &dyn Fn(usize) -> usize) -> Affine {
        let mut terms: Vec<(usize, i64)> = self.terms.iter().map(|&(v, c)| (name(v), c)).collect();
        terms.sort_unstable();
        Affine { terms, constant: self.constant }
    }

    /// Is it never negative, whatever naturals are put for the variables?
    pub(super) fn is_natural(&self) -> bool {
        self.constant >= 0 && self.terms.iter().all(|&(v, c)| c >= 0 && v < DERIVED)
    }

    fn is_negative(&self) -> bool {
        self.constant < 0 && self.terms.iter().all(|&(v, c)| c <= 0 && v < DERIVED)
    }

    /// The greatest common divisor of the coefficients; 0 for a constant.
    fn content(&self) -> i64 {
        let gcd = |mut a: u64, mut b: u64| {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        let all = self.terms.iter().fold(0, |g, t| gcd(g, t.1.unsigned_abs()));
        i64::try_from(all).unwrap_or(1)
    }
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
        let mut out: Vec<Formula> = Vec::new();
        for f in list {
            match f {
                Formula::All(inner) => out.extend(inner),
                Formula::Any(inner) if inner.is_empty() => return Formula::no(),
                f => out.push(f),
            }
        }
        if distinct(&mut out) {
            return Formula::no();
        }
        if out.len() == 1 { out.remove(0) } else { Formula::All(out) }
    }

    /// One of these, flat and without repetitions.
    pub fn any(list: impl IntoIterator<Item = Formula>) -> Formula {
        let mut out: Vec<Formula> = Vec::new();
        for f in list {
            match f {
                Formula::Any(inner) => out.extend(inner),
                Formula::All(inner) if inner.is_empty() => return Formula::yes(),
                f => out.push(f),
            }
        }
        if distinct(&mut out) {
            return Formula::yes();
        }
        if out.len() == 1 { out.remove(0) } else { Formula::Any(out) }
    }

    /// The opposite; `Not` is left only before `Zero`, `Multiple` and `Exists`.
    pub fn negated(self) -> Formula {
        match self {
            Formula::All(list) => Formula::any(list.into_iter().map(Formula::negated)),
            Formula::Any(list) => Formula::all(list.into_iter().map(Formula::negated)),
            Formula::Not(f) => *f,
            Formula::AtLeastZero(form) => match form.times(-1).and_then(|f| f.shift(-1)) {
                Some(opposite) => Formula::at_least_zero(opposite),
                None => Formula::Not(Box::new(Formula::AtLeastZero(form))),
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
            g => {
                let terms = form.terms.iter().map(|&(v, c)| (v, c / g)).collect();
                Formula::AtLeastZero(Affine { terms, constant: form.constant.div_euclid(g) })
            }
        }
    }

    /// `form = 0`
    pub fn zero(mut form: Affine) -> Formula {
        if form.terms.first().is_some_and(|t| t.1 < 0)
            && let Some(turned) = form.times(-1)
        {
            form = turned;
        }
        let opposite = form.times(-1);
        if form.is_negative() || opposite.is_some_and(|f| f.is_negative()) {
            return Formula::no();
        }
        match form.content() {
            0 => {
                if form.constant == 0 {
                    Formula::yes()
                } else {
                    Formula::no()
                }
            }
            1 => Formula::Zero(form),
            g if form.constant % g != 0 => Formula::no(),
            g => {
                let terms = form.terms.iter().map(|&(v, c)| (v, c / g)).collect();
                Formula::Zero(Affine { terms, constant: form.constant / g })
            }
        }
    }

    /// `form` is a multiple of `m`, which is at least 1.
    pub fn multiple(form: Affine, m: i64) -> Formula {
        let terms: Vec<(usize, i64)> =
            form.terms.iter().map(|&(v, c)| (v, c.rem_euclid(m))).filter(|t| t.1 != 0).collect();
        let constant = form.constant.rem_euclid(m);
        if terms.is_empty() {
            return if constant == 0 { Formula::yes() } else { Formula::no() };
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
                form.terms.iter().for_each(|t| visit(t.0));
            }
            Formula::Exists(v, f) => {
                visit(*v);
                f.each_variable(visit);
            }
        }
    }

    /// Visits the free variables.
    pub fn each_free(&self, visit: &mut dyn FnMut(usize)) {
        fn go(f: &Formula, bound: &mut Vec<usize>, visit: &mut dyn FnMut(usize)) {
            match f {
                Formula::All(list) | Formula::Any(list) => list.iter().for_each(|f| go(f, bound, visit)),
                Formula::Not(f) => go(f, bound, visit),
                Formula::AtLeastZero(form) | Formula::Zero(form) | Formula::Multiple(form, _) => {
                    form.terms.iter().filter(|t| !bound.contains(&t.0)).for_each(|t| visit(t.0));
                }
                Formula::Exists(v, f) => {
                    bound.push(*v);
                    go(f, bound, visit);
                    bound.pop();
                }
            }
        }
        go(self, &mut Vec::new(), visit);
    }

    /// Renamed by `scope` (the last entry of a variable counts); every bound variable gets a number of its own, from
    /// `next` on.
    pub fn numbered(&self, scope: &mut Vec<(usize, usize)>, next: &mut usize) -> Formula {
        let look =
            |scope: &[(usize, usize)], v: usize| scope.iter().rev().find(|s| s.0 == v).map_or(v, |s| s.1);
        match self {
            Formula::All(list) => Formula::All(list.iter().map(|f| f.numbered(scope, next)).collect()),
            Formula::Any(list) => Formula::Any(list.iter().map(|f| f.numbered(scope, next)).collect()),
            Formula::Not(f) => Formula::Not(Box::new(f.numbered(scope, next))),
            Formula::AtLeastZero(form) => Formula::AtLeastZero(form.renamed(&|v| look(scope, v))),
            Formula::Zero(form) => Formula::Zero(form.renamed(&|v| look(scope, v))),
            Formula::Multiple(form, m) => Formula::Multiple(form.renamed(&|v| look(scope, v)), *m),
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
    let mut seen = rustc_hash::FxHashSet::default();
    list.retain(|f| seen.insert(f.clone()));
    list.iter().any(|f| matches!(f, Formula::Not(g) if seen.contains(&**g)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(terms: &[(usize, i64)], constant: i64) -> Affine {
        Affine { terms: terms.to_vec(), constant }
    }

    #[test]
    fn plain_truths() {
        assert_eq!(Formula::at_least_zero(form(&[(0, 2), (3, 1)], 0)), Formula::yes());
        assert_eq!(Formula::at_least_zero(form(&[(0, -2)], -1)), Formula::no());
        assert_eq!(Formula::zero(form(&[(0, 2)], 3)), Formula::no());
        assert_eq!(Formula::zero(form(&[(0, 2), (1, -2)], 3)), Formula::no());
        assert_eq!(Formula::multiple(form(&[(0, 4)], 2), 2), Formula::yes());
        // a quotient may be negative
        assert_ne!(Formula::at_least_zero(Affine::variable(DERIVED)), Formula::yes());
    }

    #[test]
    fn tightened_and_turned() {
        let half = Formula::at_least_zero(form(&[(0, 2), (1, -4)], -1));
        assert_eq!(half, Formula::AtLeastZero(form(&[(0, 1), (1, -2)], -1)));
        let above = Formula::at_least_zero(form(&[(0, 1), (1, -1)], 0));
        assert_eq!(above.clone().negated(), Formula::AtLeastZero(form(&[(0, -1), (1, 1)], -1)));
        assert_eq!(above.clone().negated().negated(), above);
        assert_eq!(form(&[(0, i64::MAX)], 0).times(2), None);
    }
}
