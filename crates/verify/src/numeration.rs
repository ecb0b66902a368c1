//! How numbers are written, most significant digit first, and how linear forms follow their digits.
//!
//! A sum is carried as a pair (p, q). In base b its value so far is p. In a quadratic numeration with places
//! U(0) = 1, U(1) = t + 1, U(i+1) = t·U(i) + U(i-1), and U(-1) = 1, it is p·U(i) + q·U(i-1) after the digit at place i;
//! the next digit sum d turns (p, q) into (t·p + q + d, p), and the whole value is p + q after place 0.

use crate::linear::{Atom, Test};
use num_bigint::BigUint;

/// A numeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numeration {
    Base(i64),
    Quadratic(i64),
}

/// What is known of an atom after some digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Carry {
    Known(bool),
    At(i64, i64),
}

impl Numeration {
    /// How many digits there are.
    pub(crate) fn digits(self) -> usize {
        match self {
            Numeration::Base(b) => b as usize,
            Numeration::Quadratic(t) => t as usize + 1,
        }
    }

    /// May this digit follow one that was the largest (`full`)? Greedy: the largest digit is followed by 0.
    pub(crate) fn follows(self, full: bool, digit: usize) -> bool {
        !full || digit == 0
    }

    /// Is a digit one that only 0 may follow?
    pub(crate) fn is_full(self, digit: usize) -> bool {
        matches!(self, Numeration::Quadratic(t) if digit as i64 == t)
    }

    /// The value of digits, most significant first.
    pub(crate) fn value(self, digits: impl Iterator<Item = usize>) -> BigUint {
        let (mut p, mut q) = (BigUint::ZERO, BigUint::ZERO);
        for d in digits {
            (p, q) = match self {
                Numeration::Base(b) => (p * b as u64 + d, BigUint::ZERO),
                Numeration::Quadratic(t) => (&p * t as u64 + q + d, p),
            };
        }
        p + q
    }

    /// What is known before any digit.
    pub(crate) fn start(self, atom: &Atom) -> Carry {
        self.settled(atom, 0, 0)
    }

    /// After one more digit of every variable, whose weighted sum is `sum`.
    pub(crate) fn step(self, atom: &Atom, carry: Carry, sum: i64) -> Option<Carry> {
        let Carry::At(p, q) = carry else { return Some(carry) };
        let (p, q) = match self {
            Numeration::Base(b) => (p.checked_mul(b)?.checked_add(sum)?, 0),
            Numeration::Quadratic(t) => (p.checked_mul(t)?.checked_add(q)?.checked_add(sum)?, p),
        };
        Some(match atom.test {
            Test::Divides(m) => Carry::At(p.rem_euclid(m), q.rem_euclid(m)),
            _ => self.settled(atom, p, q),
        })
    }

    /// The truth after the last digit.
    pub(crate) fn last(self, atom: &Atom, carry: Carry) -> bool {
        match carry {
            Carry::Known(b) => b,
            Carry::At(p, q) => {
                let sum = i128::from(p) + i128::from(q) + i128::from(atom.constant);
                match atom.test {
                    Test::AtMost => sum <= 0,
                    Test::Zero => sum == 0,
                    Test::Divides(m) => sum % i128::from(m) == 0,
                }
            }
        }
    }

    /// Forgets the pair where no further digits can change the answer.
    fn settled(self, atom: &Atom, p: i64, q: i64) -> Carry {
        if !matches!(atom.test, Test::Divides(_)) {
            let sign = |s: i128| atom.terms.iter().map(|(_, c)| (s * i128::from(*c)).max(0)).sum::<i128>();
            let (plus, minus) = (sign(1), sign(-1));
            let (p, q, c) = (i128::from(p), i128::from(q), i128::from(atom.constant));
            if self.stays_positive(p, q, c, minus) {
                return Carry::Known(false);
            }
            if atom.test == Test::Zero && self.stays_positive(-p, -q, -c, plus) {
                return Carry::Known(false);
            }
            // sum <= 0 for ever is 1 - sum > 0 for ever.
            if atom.test == Test::AtMost && self.stays_positive(-p, -q, 1 - c, plus) {
                return Carry::Known(true);
            }
        }
        Carry::At(p, q)
    }

    /// Is p·U(i) + q·U(i-1) + c + rest > 0 for every i >= 0 digits to come, where rest >= -minus·(U(i) - 1)? (The i
    /// digits to come of one number are worth at most U(i) - 1; in base b, U(i) is b^i and q is 0.)
    fn stays_positive(self, p: i128, q: i128, c: i128, minus: i128) -> bool {
        let least = |s: i128| s.checked_add(minus + c).is_some_and(|n| n > 0);
        let mut s = p - minus;
        match self {
            // (p - minus)·b^i does not fall if it is not negative.
            Numeration::Base(_) => s >= 0 && least(s),
            Numeration::Quadratic(t) => {
                let t = i128::from(t);
                let (mut now, mut next) = (s + q, (t + 1) * s + q);
                // Once two in a row are not negative the sequence never falls again.
                for _ in 0..60 {
                    if !least(now) || (now < 0 && next < 0) {
                        return false;
                    }
                    if now >= 0 && next >= 0 {
                        return least(next);
                    }
                    s = now;
                    now = next;
                    next = match t.checked_mul(now).and_then(|n| n.checked_add(s)) {
                        Some(n) => n,
                        None => return false,
                    };
                }
                false
            }
        }
    }
}
