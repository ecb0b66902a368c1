//! Linear conditions as automata, straight from carries (A. Boudet, H. Comon, 1996; P. Wolper, B. Boigelot, 2000; for
//! Fibonacci digits C. Frougny, 1992).
//!
//! While digits are read from the top, the form has a pending value, counted in the words that can still follow from each
//! state of the numeration; one linear step reads the next digits, in every numeration alike. Once the pending value is so
//! large or so small that no digits can turn its sign, the sign is settled and nothing else is kept. The states are finite
//! where every other root of the numeration is less than 1 in absolute value (Pisot numbers).

use super::Dfa;
use super::build::{explore, letter_digits};
use crate::effort::Effort;
use crate::numeration::{Numeration, RANK, Tops, Written};
use bouton_budget::Halt;
use bouton_linear::Affine;

#[derive(Clone, PartialEq, Eq, Hash)]
enum Pending {
    /// The value so far, by states of the numeration.
    Open(Vec<i128>),
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
        let step = |(pending, above): &(Vec<i128>, u128), letter: usize| {
            let above = reader.follow(*above, letter)?;
            let mut pending = reader.read(pending, letter);
            pending.iter_mut().for_each(|n| *n = n.rem_euclid(m));
            Some((pending, above))
        };
        let accept = |(pending, _): &(Vec<i128>, u128)| {
            (pending.iter().sum::<i128>() + i128::from(form.constant)).rem_euclid(m) == 0
        };
        let start = (vec![0; reader.tops.rank()], 0);
        explore(numeration, tracks(form), start, step, accept, effort)
    }
}

fn tracks(form: &Affine) -> Vec<usize> {
    form.terms.iter().map(|t| t.0).collect()
}

/// Reads digits into a form.
struct Reader {
    tops: Tops,
    written: Written,
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
        let tracks = tracks(form);
        // Numbers in different systems have no carries in common.
        let tops = numeration.common(&tracks).ok_or(Halt::Size)?.tops();
        Ok(Reader { tops, written: numeration.written(&tracks), sums, digits, wide })
    }

    /// The states of the numbers after a letter; `None` if the digits are no representation.
    fn follow(&self, above: u128, letter: usize) -> Option<u128> {
        self.written.follow_all(above, &self.digits[letter * self.wide..(letter + 1) * self.wide])
    }

    /// The pending value after a letter.
    fn read(&self, pending: &[i128], letter: usize) -> Vec<i128> {
        self.tops.carry(pending, self.sums[letter])
    }
}

fn signed(numeration: Numeration, form: &Affine, exactly: bool, effort: &Effort) -> Result<Dfa, Halt> {
    let reader = Reader::new(numeration, form, effort)?;
    let c = i128::from(form.constant);
    let side = |sign: i128| -> i128 { form.terms.iter().map(|t| (sign * i128::from(t.1)).max(0)).sum() };
    let (up, down) = (side(1), side(-1));
    let settle = |pending: Vec<i128>| {
        // For "zero" a settled sign is a refusal, so the form has to be away from zero on that side.
        let (mut up_to, mut down_to) = ([0; RANK], [0; RANK]);
        for (q, n) in pending.iter().enumerate() {
            (up_to[q], down_to[q]) = (*n, -n);
        }
        if never_negative(&reader.tops, up_to, down, c - i128::from(exactly)) {
            Pending::Settled(true)
        } else if never_negative(&reader.tops, down_to, up, -c - 1) {
            Pending::Settled(false)
        } else {
            Pending::Open(pending)
        }
    };
    let step = |(pending, above): &(Pending, u128), letter: usize| {
        let above = reader.follow(*above, letter)?;
        match pending {
            Pending::Settled(sign) => Some((Pending::Settled(*sign), above)),
            Pending::Open(pending) => {
                let pending = settle(reader.read(pending, letter));
                let over = matches!(pending, Pending::Settled(sign) if exactly || !sign);
                (!over).then_some((pending, above))
            }
        }
    };
    let accept = |(pending, _): &(Pending, u128)| match pending {
        Pending::Settled(sign) => *sign && !exactly,
        Pending::Open(pending) => {
            let value = pending.iter().sum::<i128>() + c;
            if exactly { value == 0 } else { value >= 0 }
        }
    };
    let start = (settle(vec![0; reader.tops.rank()]), 0);
    explore(numeration, tracks(form), start, step, accept, effort)
}

/// Whether the form stays at least zero however the word goes on, if what follows can lower it by `fall` times less
/// than one unit of the last place.
fn never_negative(tops: &Tops, mut pending: [i128; RANK], fall: i128, constant: i128) -> bool {
    // With k places to come the form is at least Σ pending(q)·N(q, k) − fall·(U(k) − 1) + constant, and U(k) = N(0, k).
    // Carried one place further the vector counts the same with k − 1 places to come. The carry is a matrix without
    // negative entries: once no entry falls in one step none ever falls again, and then the sums do not either.
    let least = -(fall + constant);
    pending[0] -= fall;
    for _ in 0..SETTLING {
        if pending.iter().sum::<i128>() < least {
            return false;
        }
        let after = tops.carried(&pending, 0);
        let pairs = || after.iter().zip(&pending);
        if pairs().all(|(a, b)| a >= b) {
            return true;
        }
        // Where every entry falls they go on falling.
        if pairs().all(|(a, b)| a <= b) {
            return false;
        }
        pending = after;
    }
    false
}

/// Places that are looked ahead to see a sign settled; more would keep fewer states: 4 to 60.
const SETTLING: usize = 24;

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
        let more = ["tribonacci", "1,0,1", "1,0,0,1", "2,2", "2,(1)", "3,(1)"]
            .map(|n| Numeration::named(n).unwrap());
        for numeration in Numeration::ALL.into_iter().chain(more) {
            // Where the other roots are close to the unit circle, carries of large coefficients are many.
            let most = if numeration.tops().rank() > 3 { 2 } else { 9 };
            for (coefficients, constant) in forms.into_iter().filter(|f| f.0.iter().all(|c| c.abs() <= most))
            {
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
