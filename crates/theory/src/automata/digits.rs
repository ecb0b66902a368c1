//! Sets that are plain in digits and hidden in arithmetic: powers, shifts, golden multiples, lowest parts, sums of
//! digits place by place.

use super::Dfa;
use super::build::{letter_digits, valid};
use super::product::union;
use crate::effort::Effort;
use crate::numeration::{Numeration, Tops};
use bouton_budget::Halt;
use bouton_linear::Affine;
use num_bigint::BigUint;

impl Dfa {
    /// The place values: powers of the base, Fibonacci numbers, and their like.
    pub fn place_values(numeration: Numeration, track: usize, effort: &Effort) -> Result<Dfa, Halt> {
        // Nothing yet, or a single 1 read.
        let step = |seen: &bool, digit: usize| match (seen, digit) {
            (seen, 0) => Some(*seen),
            (false, 1) => Some(true),
            _ => None,
        };
        valid(numeration, vec![track], false, step, |seen| *seen, effort)
    }

    /// One number.
    pub fn number(numeration: Numeration, track: usize, n: &BigUint, effort: &Effort) -> Result<Dfa, Halt> {
        let digits = numeration.of(track).write(n);
        let step = |at: &usize, digit: usize| match digits.get(*at) {
            _ if *at == 0 && digit == 0 => Some(0),
            Some(own) if usize::from(*own) == digit => Some(at + 1),
            _ => None,
        };
        valid(numeration, vec![track], 0, step, |at| *at == digits.len(), effort)
    }

    /// The pairs whose second number is the first with a digit 0 put behind.
    pub fn shifted(numeration: Numeration, one: usize, other: usize, effort: &Effort) -> Result<Dfa, Halt> {
        let tracks = union(&[one], &[other]);
        let swap = one > other;
        let r = numeration.digits();
        // The state is the digit of the second number that the first one has to repeat.
        let step = |due: &usize, letter: usize| {
            let (a, b) = if swap { (letter % r, letter / r) } else { (letter / r, letter % r) };
            (a == *due).then_some(b)
        };
        valid(numeration, tracks, 0usize, step, |due| *due == 0, effort)
    }

    /// The numbers that end in an even number of zeros, without 0.
    pub fn even_zeros(numeration: Numeration, track: usize, effort: &Effort) -> Result<Dfa, Halt> {
        let step = |state: &(bool, bool), digit: usize| match (state, digit) {
            ((false, _), 0) => Some((false, true)),
            ((true, even), 0) => Some((true, !even)),
            _ => Some((true, true)),
        };
        valid(numeration, vec![track], (false, true), step, |s| s.0 && s.1, effort)
    }

    /// The pairs (n, ⌊φ·n⌋) in Fibonacci digits: for n > 0 the number n − 1, shifted, and 1 more.
    pub fn golden_multiple(n: usize, value: usize, effort: &Effort) -> Result<Dfa, Halt> {
        let system = Numeration::FIBONACCI;
        let top = n.max(value);
        let (before, shifted) = (top + 1, top + 2);
        let next = |a: usize, b: usize| Dfa::zero(system, &Affine::new(&[(a, 1), (b, -1)], -1), effort);
        let whole = Dfa::shifted(system, before, shifted, effort)?.and(&next(n, before)?, effort)?;
        let positive = whole.and(&next(value, shifted)?, effort)?.project(&[before, shifted], effort)?;
        let zero = |v: usize| Dfa::zero(system, &Affine::variable(v), effort);
        positive.or(&zero(n)?.and(&zero(value)?, effort)?, effort)
    }

    /// The pairs whose second number is below the lowest place of the first that is not 0; all pairs (0, x).
    pub fn below_lowest_place(
        numeration: Numeration,
        n: usize,
        limit: usize,
        effort: &Effort,
    ) -> Result<Dfa, Halt> {
        let tracks = union(&[n], &[limit]);
        let swap = n > limit;
        let r = numeration.digits();
        let step = |begun: &bool, letter: usize| {
            let (a, b) = if swap { (letter % r, letter / r) } else { (letter / r, letter % r) };
            let begun = *begun || b > 0;
            (!begun || a == 0).then_some(begun)
        };
        valid(numeration, tracks, false, step, |_| true, effort)
    }

    /// The tuples whose remainders modulo a number are among some.
    pub fn residues(
        numeration: Numeration,
        tracks: &[usize],
        modulus: usize,
        among: &[Vec<usize>],
        effort: &Effort,
    ) -> Result<Dfa, Halt> {
        let m = modulus as i128;
        let digits = letter_digits(numeration, tracks.len(), effort)?;
        let wide = tracks.len();
        let written = numeration.written(tracks);
        let tops = written.tops();
        type State = Vec<Vec<i128>>;
        let step = |read: &State, letter: usize| {
            let next = |((read, d), tops): ((&Vec<i128>, &u8), &Tops)| {
                let mut after = tops.carry(read, i128::from(*d));
                after.iter_mut().for_each(|n| *n = n.rem_euclid(m));
                after
            };
            Some(read.iter().zip(&digits[letter * wide..]).zip(tops).map(next).collect())
        };
        let accept = |read: &State| {
            let own: Vec<usize> = read.iter().map(|n| (n.iter().sum::<i128>() % m) as usize).collect();
            among.contains(&own)
        };
        let start = tops.iter().map(|t| vec![0; t.rank()]).collect();
        valid(numeration, tracks.to_vec(), start, step, accept, effort)
    }

    /// The tuples whose digits have, at every place, a sum that is a multiple of a number.
    pub fn digit_sums(
        numeration: Numeration,
        tracks: &[usize],
        modulus: usize,
        effort: &Effort,
    ) -> Result<Dfa, Halt> {
        let digits = letter_digits(numeration, tracks.len(), effort)?;
        let wide = tracks.len();
        let step = |_: &(), letter: usize| {
            let row = &digits[letter * wide..(letter + 1) * wide];
            row.iter().map(|d| usize::from(*d)).sum::<usize>().is_multiple_of(modulus).then_some(())
        };
        valid(numeration, tracks.to_vec(), (), step, |_| true, effort)
    }

    /// The tuples of numbers in base 2 whose exclusive or is zero.
    pub fn xor_zero(tracks: &[usize], effort: &Effort) -> Result<Dfa, Halt> {
        Dfa::digit_sums(Numeration::Base(2), tracks, 2, effort)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_multiples_are_exact() {
        let effort = Effort::new(None);
        let golden = Dfa::golden_multiple(0, 1, &effort).unwrap();
        for n in 0..400u64 {
            // ⌊φ·n⌋ = ⌊(n + √(5n²)) / 2⌋
            let v = (n + (5 * n * n).isqrt()) / 2;
            for w in v.saturating_sub(2)..v + 3 {
                assert_eq!(golden.contains_small(&[n, w]), w == v, "{n} {w}");
            }
        }
    }

    #[test]
    fn digit_sets() {
        let effort = Effort::new(None);
        let powers = Dfa::place_values(Numeration::Base(2), 0, &effort).unwrap();
        let fibonacci = Dfa::place_values(Numeration::FIBONACCI, 0, &effort).unwrap();
        let low = Dfa::below_lowest_place(Numeration::Base(2), 0, 1, &effort).unwrap();
        for n in 0..100u64 {
            assert_eq!(powers.contains_small(&[n]), n.is_power_of_two());
            assert_eq!(fibonacci.contains_small(&[n]), [1, 2, 3, 5, 8, 13, 21, 34, 55, 89].contains(&n));
            for limit in 0..20 {
                let expected = n == 0 || limit < 1 << n.trailing_zeros();
                assert_eq!(low.contains_small(&[n, limit]), expected, "{n} {limit}");
            }
        }
    }
}
