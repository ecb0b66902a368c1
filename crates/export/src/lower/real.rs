//! `floor` of an exact real: numbers (p + q√d) / r with whole numbers p, q, d, r that are worked out symbolically.
//!
//! `floor(phi * k)` becomes one call with p = k, q = k, d = 5, r = 2, and the prelude finds it by an integer root.

use super::{Lower, Lowered, cannot};
use crate::ir::{E, Helper, K, Op, Ty};
use crate::wrong::What;
use bouton_language::rules::Real;
use bouton_language::span::Span;
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// (p + q√d) / r; q is 0 where there is no root.
#[derive(Clone)]
struct Surd {
    p: E,
    q: E,
    d: E,
    r: E,
}

fn constant(e: &E) -> Option<&BigInt> {
    match &e.kind {
        K::Int(n) => Some(n),
        _ => None,
    }
}

fn int(n: BigInt) -> E {
    let natural = n.sign() != num_bigint::Sign::Minus;
    E { kind: K::Int(n), ty: Ty::Int(natural) }
}

fn zero(e: &E) -> bool {
    constant(e).is_some_and(Zero::is_zero)
}

fn mul(a: E, b: E) -> E {
    match (constant(&a), constant(&b)) {
        (Some(x), Some(y)) => int(x * y),
        (Some(x), _) if x.is_zero() => a,
        (_, Some(y)) if y.is_zero() => b,
        (Some(x), _) if x.is_one() => b,
        (_, Some(y)) if y.is_one() => a,
        _ => {
            let natural = a.natural() && b.natural();
            E::bin(Op::Mul, a, b, natural)
        }
    }
}

fn add(a: E, b: E) -> E {
    match (constant(&a), constant(&b)) {
        (Some(x), Some(y)) => int(x + y),
        (Some(x), _) if x.is_zero() => b,
        (_, Some(y)) if y.is_zero() => a,
        _ => {
            let natural = a.natural() && b.natural();
            E::bin(Op::Add, a, b, natural)
        }
    }
}

fn neg(a: E) -> E {
    match constant(&a) {
        Some(x) => int(-x),
        None => a.minus(),
    }
}

impl Surd {
    fn whole(p: E) -> Surd {
        Surd { p, q: E::int(0), d: E::int(0), r: E::int(1) }
    }

    /// The common root of two; `None` where they have different ones.
    fn root(&self, other: &Surd) -> Option<E> {
        match (zero(&self.q), zero(&other.q)) {
            (true, _) => Some(other.d.clone()),
            (_, true) => Some(self.d.clone()),
            _ => (self.d == other.d).then(|| self.d.clone()),
        }
    }

    fn add(self, o: Surd) -> Option<Surd> {
        let d = self.root(&o)?;
        let p = add(mul(self.p, o.r.clone()), mul(o.p, self.r.clone()));
        let q = add(mul(self.q, o.r.clone()), mul(o.q, self.r.clone()));
        Some(Surd { p, q, d, r: mul(self.r, o.r) })
    }

    fn mul(self, o: Surd) -> Option<Surd> {
        let d = self.root(&o)?;
        let roots = mul(mul(self.q.clone(), o.q.clone()), d.clone());
        let p = add(mul(self.p.clone(), o.p.clone()), roots);
        let q = add(mul(self.p, o.q), mul(self.q, o.p));
        Some(Surd { p, q, d, r: mul(self.r, o.r) })
    }

    fn neg(self) -> Surd {
        Surd { p: neg(self.p), q: neg(self.q), ..self }
    }

    /// By the conjugate: 1 / (p + q√d) = (p - q√d) / (p² - q²d).
    fn inverse(self) -> Surd {
        if zero(&self.q) {
            return Surd { p: self.r, q: E::int(0), d: E::int(0), r: self.p };
        }
        let squares = mul(mul(self.q.clone(), self.q.clone()), self.d.clone());
        let norm = add(mul(self.p.clone(), self.p.clone()), neg(squares));
        Surd { p: mul(self.p, self.r.clone()), q: neg(mul(self.q, self.r)), d: self.d, r: norm }
    }
}

impl Lower<'_> {
    /// `floor(r)`
    pub(crate) fn floor(&mut self, real: &Real, span: Span) -> Lowered<E> {
        let Surd { p, q, d, r } = self.real(real, span)?;
        if zero(&q) {
            return Ok(match constant(&r) {
                Some(one) if one.is_one() => p,
                _ => E::help(Helper::FloorDiv, vec![p, r], Ty::Int(false)),
            });
        }
        let natural = [&p, &q, &r].iter().all(|e| e.natural());
        Ok(E::help(Helper::FloorRoot, vec![p, q, d, r], Ty::Int(natural)))
    }

    fn real(&mut self, real: &Real, span: Span) -> Lowered<Surd> {
        let mut of = |r: &Real| self.real(r, span);
        let made = match real {
            Real::Int(e) => Some(Surd::whole(self.number(e)?)),
            Real::Phi => Some(Surd { p: E::int(1), q: E::int(1), d: E::int(5), r: E::int(2) }),
            Real::Sqrt(e) => {
                let d = self.number(e)?;
                Some(Surd { p: E::int(0), q: E::int(1), d, r: E::int(1) })
            }
            Real::Neg(a) => Some(of(a)?.neg()),
            Real::Add(a, b) => of(a)?.add(of(b)?),
            Real::Sub(a, b) => of(a)?.add(of(b)?.neg()),
            Real::Mul(a, b) => of(a)?.mul(of(b)?),
            Real::Div(a, b) => of(a)?.mul(of(b)?.inverse()),
        };
        match made {
            Some(surd) => Ok(surd),
            None => cannot(What::Roots, span),
        }
    }
}
