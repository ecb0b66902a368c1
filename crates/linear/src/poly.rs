//! Linear forms: the symbolic numbers that everything is proved with.
//!
//! A form is an integer polynomial of degree at most three over *atoms* (fields, choices, lengths, sums …). The
//! prover treats each monomial as one unknown, so a form is linear for it; products are kept apart only so that
//! `i*k - (i-1)*k` comes out as `k`. Arithmetic is checked: a form that leaves 128 bits or degree three becomes
//! unknown, and nothing is ever concluded from an unknown form.

use crate::affine::combine;

/// An unknown, by its number in a table of the caller.
pub type Atom = u32;

const NONE: Atom = Atom::MAX;

/// A product of one to three atoms, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mono([Atom; 3]);

impl Mono {
    /// A single atom.
    pub fn of(atom: Atom) -> Mono {
        Mono([atom, NONE, NONE])
    }

    /// The atoms of the product.
    pub fn atoms(self) -> impl Iterator<Item = Atom> {
        self.0.into_iter().filter(|&a| a != NONE)
    }

    /// The atom, if it is a single one.
    pub fn single(self) -> Option<Atom> {
        if self.0[1] == NONE { Some(self.0[0]) } else { None }
    }

    fn times(self, other: Mono) -> Option<Mono> {
        let mut all: Vec<Atom> = self.atoms().chain(other.atoms()).collect();
        if all.len() > 3 {
            return None;
        }
        all.sort_unstable();
        let mut out = [NONE; 3];
        out[..all.len()].copy_from_slice(&all);
        Some(Mono(out))
    }
}

/// A form: terms in order of their monomials, without zeros, and a constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Poly {
    terms: Vec<(Mono, i128)>,
    constant: i128,
    known: bool,
}

impl Poly {
    /// A constant.
    pub fn int(constant: i128) -> Poly {
        Poly { terms: Vec::new(), constant, known: true }
    }

    /// One atom.
    pub fn atom(atom: Atom) -> Poly {
        Poly { terms: vec![(Mono::of(atom), 1)], constant: 0, known: true }
    }

    /// Made of parts that are known to be in order.
    pub(crate) fn from_terms(terms: Vec<(Mono, i128)>, constant: i128) -> Poly {
        Poly { terms, constant, known: true }
    }

    fn unknown() -> Poly {
        Poly { terms: Vec::new(), constant: 0, known: false }
    }

    /// May anything be concluded from it?
    pub fn is_known(&self) -> bool {
        self.known
    }

    /// The terms.
    pub fn terms(&self) -> &[(Mono, i128)] {
        &self.terms
    }

    /// The constant term.
    pub fn constant(&self) -> i128 {
        self.constant
    }

    /// The value, if it is a constant.
    pub fn as_int(&self) -> Option<i128> {
        (self.known && self.terms.is_empty()).then_some(self.constant)
    }

    /// The atom, if it is just that.
    pub fn as_atom(&self) -> Option<Atom> {
        match self.terms.as_slice() {
            [(m, 1)] if self.known && self.constant == 0 => m.single(),
            _ => None,
        }
    }

    /// The coefficient of an atom standing alone.
    pub fn coefficient(&self, atom: Atom) -> i128 {
        self.terms.iter().find(|(m, _)| m.single() == Some(atom)).map_or(0, |t| t.1)
    }

    /// All atoms that occur.
    pub fn atoms(&self) -> impl Iterator<Item = Atom> + '_ {
        self.terms.iter().flat_map(|(m, _)| m.atoms())
    }

    /// `self + factor * other`
    pub fn plus(&self, factor: i128, other: &Poly) -> Poly {
        self.try_plus(factor, other).unwrap_or_else(Poly::unknown)
    }

    fn try_plus(&self, factor: i128, other: &Poly) -> Option<Poly> {
        if !self.known || !other.known {
            return None;
        }
        let terms = combine(&self.terms, factor, &other.terms)?;
        let constant = self.constant.checked_add(factor.checked_mul(other.constant)?)?;
        Some(Poly { terms, constant, known: true })
    }

    /// `self + other`
    pub fn add(&self, other: &Poly) -> Poly {
        self.plus(1, other)
    }

    /// `self - other`
    pub fn sub(&self, other: &Poly) -> Poly {
        self.plus(-1, other)
    }

    /// `self + c`
    pub fn shift(&self, c: i128) -> Poly {
        self.plus(1, &Poly::int(c))
    }

    /// `c * self`
    pub fn scale(&self, c: i128) -> Poly {
        Poly::int(0).plus(c, self)
    }

    /// `-self`
    pub fn neg(&self) -> Poly {
        self.scale(-1)
    }

    /// `self * other`
    pub fn times(&self, other: &Poly) -> Poly {
        self.try_times(other).unwrap_or_else(Poly::unknown)
    }

    fn try_times(&self, other: &Poly) -> Option<Poly> {
        if !self.known || !other.known {
            return None;
        }
        let mut sum = self.scale(other.constant);
        for (m, c) in &other.terms {
            let mut row = Vec::with_capacity(self.terms.len() + 1);
            for (n, d) in &self.terms {
                row.push((m.times(*n)?, c.checked_mul(*d)?));
            }
            if self.constant != 0 {
                row.push((*m, c.checked_mul(self.constant)?));
            }
            row.sort_unstable_by_key(|t| t.0);
            sum = sum.add(&Poly::from_terms(row, 0));
        }
        sum.known.then_some(sum)
    }

    /// The form with atoms replaced by forms.
    pub fn replace(&self, by: &dyn Fn(Atom) -> Option<Poly>) -> Poly {
        if !self.known {
            return Poly::unknown();
        }
        let mut sum = Poly::int(self.constant);
        for (m, c) in &self.terms {
            let mut product = Poly::int(*c);
            for a in m.atoms() {
                product = product.times(&by(a).unwrap_or_else(|| Poly::atom(a)));
            }
            sum = sum.add(&product);
        }
        sum
    }

    /// Divided by the common factor of its coefficients; the constant is rounded down, which keeps `form >= 0`
    /// for integers.
    pub(crate) fn tightened(mut self) -> Poly {
        let g = self.terms.iter().fold(0, |g, t| num_integer::gcd(g, t.1.unsigned_abs()));
        let g = i128::try_from(g).unwrap_or(1);
        if g > 1 {
            for t in &mut self.terms {
                t.1 /= g;
            }
            self.constant = self.constant.div_euclid(g);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_cancel() {
        let (i, k) = (Poly::atom(0), Poly::atom(1));
        let lost = i.times(&k).neg();
        let won = i.shift(-1).times(&k);
        assert_eq!(lost.add(&won), k.neg());
    }

    #[test]
    fn overflow_and_high_degree_are_unknown() {
        let x = Poly::atom(0);
        assert!(!Poly::int(i128::MAX).shift(1).is_known());
        let cube = x.times(&x).times(&x);
        assert!(cube.is_known());
        assert!(!cube.times(&x).is_known());
    }

    #[test]
    fn tightening_rounds_towards_the_safe_side() {
        // 2x - 3 >= 0 means x >= 2 for integers
        let form = Poly::atom(0).scale(2).shift(-3).tightened();
        assert_eq!(form, Poly::atom(0).shift(-2));
    }
}
