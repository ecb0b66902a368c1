//! Linear conditions as automata, straight from carries (A. Boudet, H. Comon, 1996; P. Wolper, B. Boigelot, 2000; for
//! Fibonacci digits C. Frougny, 1992).
//!
//! While digits are read from the top, the form has a pending value in units of the last two places; one linear step
//! reads the next digits, in every numeration alike. Once the pending value is so large or so small that no digits can
//! turn its sign, the sign is settled and nothing else is kept, which makes the states finite.

use super::build::{explore, letter_digits};
use super::{Dfa, boundary};
use crate::effort::Effort;
use crate::numeration::Numeration;
use bouton_budget::Halt;
use bouton_linear::Affine;

#[derive(Clone, PartialEq, Eq, Hash)]
enum Pending {
    /// The value so far, in units of the last place read and of the place below.
    Open(i128, i128),
    /// At least zero, or below zero, whatever follows.
    Settled(bool),
}

impl Dfa {
    /// The tuples for which the form is not negative.
    pub fn at_least_zero(numeration: Numeration, form: &Affine, effort: &Effort) -> Result<Dfa, Halt> {
        signed(numeration, form, false, effort)
    }

    /// The tuples for which the form is zero.
    pub fn zero(numeration: Numeration, form: &Affine, effort: &Effort) -> Result<Dfa, Halt> {
        signed(numeration, form, true, effort)
    }

    /// The tuples for which the form is a multiple of a number, which is at least 1.
    pub fn multiple(
        numeration: Numeration,
        form: &Affine,
        modulus: i64,
        effort: &Effort,
    ) -> Result<Dfa, Halt> {
        let m = i128::from(modulus.max(1));
        let reader = Reader::new(numeration, form, effort)?;
        let step = |(last, before, above): &(i128, i128, Vec<u8>), letter: usize| {
            let (last, before, above) = reader.read(*last, *before, above, letter)?;
            Some((last.rem_euclid(m), before.rem_euclid(m), above))
        };
        let accept = |s: &(i128, i128, Vec<u8>)| (s.0 + s.1 + i128::from(form.constant)).rem_euclid(m) == 0;
        let start = (0, 0, vec![0; form.terms.len()]);
        explore(numeration, tracks(form), start, step, accept, effort)
    }
}

fn tracks(form: &Affine) -> Vec<usize> {
    form.terms.iter().map(|t| t.0).collect()
}

/// Reads digits into a form.
struct Reader {
    numeration: Numeration,
    digits: Vec<u8>,
    /// By letter: what the digits add to the form.
    sums: Vec<i128>,
    wide: usize,
}

impl Reader {
    fn new(numeration: Numeration, form: &Affine, effort: &Effort) -> Result<Reader, Halt> {
        let wide = form.terms.len();
        let digits = letter_digits(numeration, wide, effort)?;
        let letters = super::letters_of(numeration, wide, effort)?;
        let sum = |letter: usize| {
            let row = &digits[letter * wide..(letter + 1) * wide];
            row.iter().zip(&form.terms).map(|(d, (_, c))| i128::from(*d) * i128::from(*c)).sum()
        };
        let sums = (0..letters).map(sum).collect();
        Ok(Reader { numeration, sums, digits, wide })
    }

    /// The pending value after a letter; `None` if the digits are no representation.
    fn read(&self, last: i128, before: i128, above: &[u8], letter: usize) -> Option<(i128, i128, Vec<u8>)> {
        let row = &self.digits[letter * self.wide..(letter + 1) * self.wide];
        let fits = above.iter().zip(row).all(|(a, d)| self.numeration.follows((*a).into(), (*d).into()));
        if !fits {
            return None;
        }
        let (last, before) = self.numeration.carry(last, before);
        Some((last + self.sums[letter], before, boundary(self.numeration, row)))
    }
}

fn signed(numeration: Numeration, form: &Affine, exactly: bool, effort: &Effort) -> Result<Dfa, Halt> {
    let reader = Reader::new(numeration, form, effort)?;
    let c = i128::from(form.constant);
    let side = |sign: i128| -> i128 { form.terms.iter().map(|t| (sign * i128::from(t.1)).max(0)).sum() };
    let (up, down) = (side(1), side(-1));
    let settle = |last: i128, before: i128| {
        // For "zero" a settled sign is a refusal, so the form has to be away from zero on that side.
        if never_negative(numeration, last, before, down, c - i128::from(exactly)) {
            Pending::Settled(true)
        } else if never_negative(numeration, -last, -before, up, -c - 1) {
            Pending::Settled(false)
        } else {
            Pending::Open(last, before)
        }
    };
    let step = |(pending, above): &(Pending, Vec<u8>), letter: usize| match pending {
        Pending::Settled(sign) => {
            let (_, _, above) = reader.read(0, 0, above, letter)?;
            Some((Pending::Settled(*sign), above))
        }
        Pending::Open(last, before) => {
            let (last, before, above) = reader.read(*last, *before, above, letter)?;
            let pending = settle(last, before);
            let over = matches!(pending, Pending::Settled(sign) if exactly || !sign);
            (!over).then_some((pending, above))
        }
    };
    let accept = |(pending, _): &(Pending, Vec<u8>)| match pending {
        Pending::Settled(sign) => *sign && !exactly,
        Pending::Open(last, before) if exactly => last + before + c == 0,
        Pending::Open(last, before) => last + before + c >= 0,
    };
    let start = (settle(0, 0), vec![0; form.terms.len()]);
    explore(numeration, tracks(form), start, step, accept, effort)
}

/// Whether the form stays at least zero however the word goes on, if what follows can lower it by `fall` times less
/// than one unit of the last place.
fn never_negative(numeration: Numeration, last: i128, before: i128, fall: i128, constant: i128) -> bool {
    // With k places to come the form is at least (last − fall)·U(k) + before·U(k−1) + fall + constant. The first two
    // terms satisfy the recurrence of the places, so they stay above a bound that is not negative once they are at
    // k = 0 and k = 1.
    let least = (-(fall + constant)).max(0);
    let rest = last - fall;
    match numeration {
        Numeration::Base(_) => rest >= least,
        Numeration::Quadratic(t) => rest + before >= least && rest * (i128::from(t) + 1) + before >= least,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atoms_agree_with_arithmetic() {
        let effort = Effort::new(None);
        let forms: [(&[i64], i64); 9] = [
            (&[1, -1], 0),
            (&[1, -1], -1),
            (&[-1, 2], 3),
            (&[3, -2], -5),
            (&[1, 1], -7),
            (&[-1, -1], 9),
            (&[2, -3], 0),
            (&[5, 1], -13),
            (&[-4, 7], 30),
        ];
        for numeration in Numeration::ALL {
            for (coefficients, constant) in forms {
                let terms = coefficients.iter().copied().enumerate().collect();
                let form = Affine { terms, constant };
                let at_least = Dfa::at_least_zero(numeration, &form, &effort).unwrap();
                let zero = Dfa::zero(numeration, &form, &effort).unwrap();
                let multiple = Dfa::multiple(numeration, &form, 3, &effort).unwrap();
                for (a, b) in (0..30).flat_map(|a| (0..30).map(move |b| (a, b))) {
                    let v = coefficients[0] * a + coefficients[1] * b + constant;
                    let x = [a as u64, b as u64];
                    assert_eq!(at_least.contains_small(&x), v >= 0, "{numeration:?} {form:?} {x:?}");
                    assert_eq!(zero.contains_small(&x), v == 0, "{numeration:?} {form:?} {x:?}");
                    assert_eq!(multiple.contains_small(&x), v % 3 == 0, "{numeration:?} {form:?} {x:?}");
                }
            }
        }
    }
}
