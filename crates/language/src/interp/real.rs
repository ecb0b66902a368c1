//! Exact reals inside `floor`: numbers (p + q√d) / r with integers p, q, d, r.
//!
//! The golden ratio is (1 + √5) / 2. Two different roots combine when the product of their radicands is a
//! square; otherwise the sum is not of this form and is refused.

use super::error::Problem;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// (p + q√d) / r with r > 0; d = 0 exactly when q = 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Surd {
    p: BigInt,
    q: BigInt,
    d: BigInt,
    r: BigInt,
}

impl Surd {
    pub(crate) fn int(p: BigInt) -> Surd {
        Surd { p, q: BigInt::zero(), d: BigInt::zero(), r: BigInt::one() }
    }

    pub(crate) fn phi() -> Surd {
        Surd { p: BigInt::one(), q: BigInt::one(), d: BigInt::from(5), r: BigInt::from(2) }
    }

    pub(crate) fn sqrt(d: BigInt) -> Result<Surd, Problem> {
        if d.is_negative() {
            return Err(Problem::NegativeRoot { value: d.to_string() });
        }
        let root = d.sqrt();
        if &root * &root == d {
            return Ok(Surd::int(root));
        }
        Ok(Surd { p: BigInt::zero(), q: BigInt::one(), d, r: BigInt::one() })
    }

    /// Lowest terms, positive denominator.
    fn tidy(mut self) -> Surd {
        if self.r.is_negative() {
            self.p = -self.p;
            self.q = -self.q;
            self.r = -self.r;
        }
        let g = self.p.gcd(&self.q).gcd(&self.r);
        if !g.is_one() && !g.is_zero() {
            self.p /= &g;
            self.q /= &g;
            self.r /= &g;
        }
        if self.q.is_zero() {
            self.d = BigInt::zero();
        }
        self
    }

    /// Both over the same root.
    fn align(self, other: Surd) -> Result<(Surd, Surd), Problem> {
        if self.d == other.d {
            return Ok((self, other));
        }
        if self.d.is_zero() {
            return Ok((Surd { d: other.d.clone(), ..self }, other));
        }
        if other.d.is_zero() {
            let d = self.d.clone();
            return Ok((self, Surd { d, ..other }));
        }
        // √e = √(de) / d · √d, and √(de) is an integer exactly when the roots are of one field.
        let product = &self.d * &other.d;
        let root = product.sqrt();
        if &root * &root != product {
            return Err(Problem::MixedRoots);
        }
        let d = self.d.clone();
        let moved = Surd { p: other.p * &d, q: other.q * root, d: d.clone(), r: other.r * d };
        Ok((self, moved))
    }

    pub(crate) fn add(self, other: Surd) -> Result<Surd, Problem> {
        let (a, b) = self.align(other)?;
        let p = a.p * &b.r + b.p * &a.r;
        let q = a.q * &b.r + b.q * &a.r;
        Ok(Surd { p, q, d: a.d, r: a.r * b.r }.tidy())
    }

    pub(crate) fn neg(self) -> Surd {
        Surd { p: -self.p, q: -self.q, ..self }
    }

    pub(crate) fn mul(self, other: Surd) -> Result<Surd, Problem> {
        let (a, b) = self.align(other)?;
        let p = &a.p * &b.p + &a.q * &b.q * &a.d;
        let q = &a.p * &b.q + &a.q * &b.p;
        Ok(Surd { p, q, d: a.d, r: a.r * b.r }.tidy())
    }

    /// By the conjugate: 1 / (p + q√d) = (p - q√d) / (p² - q²d).
    pub(crate) fn div(self, other: Surd) -> Result<Surd, Problem> {
        let (a, b) = self.align(other)?;
        let norm = &b.p * &b.p - &b.q * &b.q * &b.d;
        if norm.is_zero() {
            return Err(Problem::DivideByZero { op: "/" });
        }
        let inverse = Surd { p: &b.p * &b.r, q: -(&b.q * &b.r), d: b.d, r: norm };
        a.mul(inverse)
    }

    /// The largest integer not above it.
    pub(crate) fn floor(&self) -> BigInt {
        let square = &self.q * &self.q * &self.d;
        let root = square.sqrt();
        let part = match (self.q.is_negative(), &root * &root == square) {
            (false, _) => root,
            (true, true) => -root,
            (true, false) => -root - 1,
        };
        // floor((p + x) / r) = floor((p + floor(x)) / r) for integers p and r > 0.
        (&self.p + part).div_floor(&self.r)
    }

    /// Size of its largest integer, for budgets.
    pub(crate) fn bits(&self) -> u64 {
        self.p.bits().max(self.q.bits()).max(self.r.bits()).max(self.d.bits())
    }
}
