//! Linear forms: the sum of coefficient times variable, and a constant, with checked arithmetic.
//!
//! Variables below [`SIGNED`] are natural numbers, so a form without minus signs is never negative.

use bouton_budget::Halt;
use num_traits::{CheckedAdd, CheckedMul, Zero};
use std::cmp::Ordering;

/// From here on, variables stand for any integers: quotients and remainders, while a formula is being built.
pub const SIGNED: usize = 1 << 40;

/// A number in a formula left its bits, or a variable has no upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a number in a formula is too large")]
pub struct TooLarge;

impl From<TooLarge> for Halt {
    fn from(_: TooLarge) -> Halt {
        Halt::Size
    }
}

/// A linear form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Affine {
    /// Variables with their coefficients: rising, none of them zero.
    pub terms: Vec<(usize, i64)>,
    /// The constant.
    pub constant: i64,
}

impl Affine {
    /// The form with these terms, of different variables in any order.
    pub fn new(terms: &[(usize, i64)], constant: i64) -> Affine {
        let mut terms: Vec<(usize, i64)> = terms.iter().copied().filter(|t| t.1 != 0).collect();
        terms.sort_unstable();
        Affine { terms, constant }
    }

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

    /// The variables, rising.
    pub fn variables(&self) -> impl Iterator<Item = usize> + '_ {
        self.terms.iter().map(|t| t.0)
    }

    /// `self + factor * other`
    pub fn plus(&self, factor: i64, other: &Affine) -> Result<Affine, TooLarge> {
        let constant = factor.checked_mul(other.constant).and_then(|c| c.checked_add(self.constant));
        let terms = combine(&self.terms, factor, &other.terms);
        Ok(Affine { terms: terms.ok_or(TooLarge)?, constant: constant.ok_or(TooLarge)? })
    }

    /// `factor * self`
    pub fn times(&self, factor: i64) -> Result<Affine, TooLarge> {
        Affine::int(0).plus(factor, self)
    }

    /// `self + by`
    pub fn shift(&self, by: i64) -> Result<Affine, TooLarge> {
        self.plus(1, &Affine::int(by))
    }

    /// The coefficient of a variable.
    pub fn coefficient(&self, v: usize) -> i64 {
        self.terms.binary_search_by_key(&v, |t| t.0).map_or(0, |at| self.terms[at].1)
    }

    /// The form without one variable.
    pub fn without(&self, v: usize) -> Affine {
        Affine { terms: self.terms.iter().copied().filter(|t| t.0 != v).collect(), constant: self.constant }
    }

    /// With a form put for a variable.
    pub fn with(&self, v: usize, form: &Affine) -> Result<Affine, TooLarge> {
        match self.coefficient(v) {
            0 => Ok(self.clone()),
            c => self.without(v).plus(c, form),
        }
    }

    /// With every variable renamed.
    pub fn renamed(&self, name: &dyn Fn(usize) -> usize) -> Affine {
        let mut terms: Vec<(usize, i64)> = self.terms.iter().map(|&(v, c)| (name(v), c)).collect();
        terms.sort_unstable();
        Affine { terms, constant: self.constant }
    }

    /// The value where the variables have these numbers, which are small enough for it.
    pub fn value(&self, numbers: &[i64]) -> i64 {
        self.terms.iter().fold(self.constant, |sum, (v, c)| sum + c * numbers[*v])
    }

    /// Is it never negative, whatever naturals are put for the variables?
    pub fn is_natural(&self) -> bool {
        self.constant >= 0 && self.terms.iter().all(|&(v, c)| c >= 0 && v < SIGNED)
    }

    /// Is it always negative?
    pub(crate) fn is_negative(&self) -> bool {
        self.constant < 0 && self.terms.iter().all(|&(v, c)| c <= 0 && v < SIGNED)
    }

    /// The greatest common divisor of the coefficients; 0 for a constant.
    pub(crate) fn content(&self) -> i64 {
        let all = self.terms.iter().fold(0, |g, t| num_integer::gcd(g, t.1.unsigned_abs()));
        i64::try_from(all).unwrap_or(1)
    }

    /// Divided by what all coefficients share; the constant is rounded down.
    pub(crate) fn divided(&self, by: i64) -> Affine {
        let terms = self.terms.iter().map(|&(v, c)| (v, c / by)).collect();
        Affine { terms, constant: self.constant.div_euclid(by) }
    }
}

/// `left + factor * right` for lists that rise in their keys; `None` where a coefficient leaves its bits.
pub(crate) fn combine<K, C>(left: &[(K, C)], factor: C, right: &[(K, C)]) -> Option<Vec<(K, C)>>
where
    K: Ord + Copy,
    C: CheckedAdd + CheckedMul + Zero + Copy,
{
    let mut sum = Vec::with_capacity(left.len() + right.len());
    let (mut i, mut j) = (0, 0);
    loop {
        let order = match (left.get(i), right.get(j)) {
            (Some(l), Some(r)) => l.0.cmp(&r.0),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return Some(sum),
        };
        let (key, mut value) = if order.is_le() { left[i] } else { (right[j].0, C::zero()) };
        if order.is_ge() {
            value = value.checked_add(&factor.checked_mul(&right[j].1)?)?;
        }
        i += usize::from(order.is_le());
        j += usize::from(order.is_ge());
        if !value.is_zero() {
            sum.push((key, value));
        }
    }
}
