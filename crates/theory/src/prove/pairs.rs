//! Pairs: two heaps, from one of which any number may be taken, or from both, if the larger take is less than s times the smaller one plus t
//! (A. S. Fraenkel's generalised Wythoff games).
//!
//! Let S be pairs (Aₙ, Bₙ), n = 0, 1, 2, …, read in both orders, such that every number is in exactly one of them, A₀ = B₀ = 0, Aₙ rises, and
//! Bₙ = s·Aₙ + t·n. Then S is the set of lost positions. No move leads from one to another: heaps of S that have one number in common
//! are the same; from (Aₙ, Bₙ) to (Aₘ, Bₘ) the takes are k and s·k + t·(n − m), too far apart, and to (Bₘ, Aₘ) still farther. From a position (x, y)
//! with x ≤ y outside of S: if x is some Bₙ, then y > Aₙ may be made Aₙ. Otherwise x is some Aₙ. If y > Bₙ, it may be made Bₙ. If s·x ≤ y < Bₙ, let
//! m = (y − s·x) div t < n; going to (Aₘ, Bₘ) takes k from x and s·k + (y − s·x) mod t from y. If y < s·x, all of both may be taken.
//!
//! Where s ≥ 2, or t is large, the moves have too many carries for an automaton in the numeration of the pairs. What is asked of S has few tracks and is decided
//! there; that the moves are those is decided in base 2. By Fraenkel, B is A with a digit 0 behind it, and A ends in an even number of zeros,
//! in the numeration of x² = (s + t − 1)x + s.

use super::moves::moves;
use crate::arithmetic::compile;
use crate::automata::Dfa;
use crate::effort::Effort;
use crate::numeration::Numeration;
use bouton_budget::Halt;
use bouton_compile::fragment::Fragment;
use bouton_language::ast::Verdict;
use bouton_linear::{Affine, Formula};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::Signed;

const TWO: Numeration = Numeration::Base(2);

/// Both heaps of the position from which s and t are read off.
const SAMPLE: u64 = 60;

/// For s = 1 and t up to this the moves are small enough for a proof of their own.
const SMALL: i64 = 6;

/// A game of two heaps in which the larger of two takes is less than `times` the smaller one plus `more`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// s, at least 1.
    pub times: i64,
    /// t, at least 1.
    pub more: i64,
}

impl Pairs {
    /// The lost positions of such a game, proved for all sizes.
    pub(super) fn prove(fragment: &Fragment, effort: &Effort) -> Result<Option<(Pairs, Dfa)>, Halt> {
        let Some(pairs) = Pairs::new(fragment, effort)? else { return Ok(None) };
        let Some(numeration) = pairs.numeration() else { return Ok(None) };
        let half =
            Dfa::even_zeros(numeration, 0, effort)?.and(&Dfa::shifted(numeration, 0, 1, effort)?, effort)?;
        let none = Dfa::zero(numeration, &Affine::new(&[(0, 1), (1, 1)], 0), effort)?;
        let half = half.or(&none, effort)?;
        let lost = half.or(&half.rename(&[1, 0], effort)?, effort)?;
        Ok(pairs.holds(&half, effort)?.then_some((pairs, lost)))
    }

    /// The game as one of pairs, if it is one; decided for all sizes.
    fn new(fragment: &Fragment, effort: &Effort) -> Result<Option<Pairs>, Halt> {
        let plain = fragment.ends.is_empty() && fragment.stuck == Verdict::Lose && fragment.block == 0;
        let whole = fragment.legal == Formula::All(Vec::new()) && !fragment.sum && fragment.mover.is_none();
        // Two takes are two choices: a quick look before automata are built.
        let two = fragment.moves.iter().any(|m| m.variables > 3);
        if !plain || !whole || !two || fragment.coordinates.len() != 2 {
            return Ok(None);
        }
        let moves = moves(fragment, effort)?;
        // The most that may be taken from the second heap with 1 and with 2 from the first.
        let most = |k: u64| {
            let able = |l: &u64| moves.contains_small(&[SAMPLE, SAMPLE, SAMPLE - k, SAMPLE - l]);
            (1..=SAMPLE).rev().find(able).map_or(0, u64::cast_signed)
        };
        let times = most(2) - most(1);
        let pairs = Pairs { times, more: most(1) + 1 - times };
        if pairs.times < 1 || pairs.more < 1 || pairs.times == 1 && pairs.more <= SMALL {
            return Ok(None);
        }
        let wanted = compile(TWO, &pairs.formula()?, effort)?.widen(&[0, 1, 2, 3], effort)?;
        Ok((wanted == moves).then_some(pairs))
    }

    /// The numeration in which B is A with a digit 0 behind it.
    fn numeration(self) -> Option<Numeration> {
        let digits = [self.times + self.more - 1, self.times].map(|d| u8::try_from(d).unwrap_or(u8::MAX));
        Numeration::parry(&digits, &[])
    }

    /// The lost positions to which moves lead from a position, at most so many, and whether these are all of them.
    pub fn reached(self, heaps: [&BigUint; 2], most: usize) -> Option<(Vec<[BigUint; 2]>, bool)> {
        let pairs = Line { pairs: self, numeration: self.numeration()? };
        let [x, y] = heaps;
        let (other_x, other_y) = (pairs.partner(x), pairs.partner(y));
        let mut found = Vec::new();
        if &other_x == y {
            return Some((found, true));
        }
        if &other_x < y {
            found.push([x.clone(), other_x]);
        }
        if &other_y < x {
            found.push([other_y, y.clone()]);
        }
        let all = pairs.both([x, y], false, most, &mut found) && pairs.both([y, x], true, most, &mut found);
        let all = all && found.len() <= most;
        found.truncate(most);
        Some((found, all))
    }

    /// The moves, over both heaps before (0, 1) and after (2, 3).
    fn formula(self) -> Result<Formula, Halt> {
        let taken = [0, 1].map(|i| Affine::new(&[(i, 1), (i + 2, -1)], 0));
        let some = |i: usize| taken[i].shift(-1).map(Formula::AtLeastZero);
        let none = |i: usize| Formula::Zero(taken[i].clone());
        let near = |i: usize| {
            let most = taken[i].times(self.times)?.shift(self.more - 1)?;
            most.plus(-1, &taken[1 - i]).map(Formula::AtLeastZero)
        };
        Ok(Formula::Any(vec![
            Formula::All(vec![some(0)?, none(1)]),
            Formula::All(vec![none(0), some(1)?]),
            Formula::All(vec![some(0)?, some(1)?, near(0)?, near(1)?]),
        ]))
    }

    /// Whether pairs, the smaller number on track 0 and the larger on track 1, are as the theorem wants them.
    fn holds(self, half: &Dfa, effort: &Effort) -> Result<bool, Halt> {
        let numeration = half.numeration();
        let zero = |terms: &[(usize, i64)], by: i64| Dfa::zero(numeration, &Affine::new(terms, by), effort);
        let less =
            |a: usize, b: usize| Dfa::at_least_zero(numeration, &Affine::new(&[(b, 1), (a, -1)], -1), effort);
        let smaller = half.project(&[1], effort)?;
        let larger = half.project(&[0], effort)?.rename(&[0], effort)?;
        let every = smaller.or(&larger, effort)? == Dfa::valid(numeration, &[0], effort)?;
        let once = smaller.and(&larger, effort)? == zero(&[(0, 1)], 0)?;
        // The smaller number (0) and what the larger one is more than s times it (2): one for each, not below zero.
        let more =
            half.and(&zero(&[(1, 1), (0, -self.times), (2, -1)], 0)?, effort)?.project(&[1], effort)?;
        let all = more.project(&[2], effort)? == smaller;
        let two = more.and(&more.rename(&[0, 3], effort)?, effort)?.and(&less(2, 3)?, effort)?;
        if !every || !once || !all || !two.is_empty() {
            return Ok(false);
        }
        // From one smaller number (0) to the next (1) it grows by t.
        let next = smaller.rename(&[1], effort)?;
        let both = smaller.and(&next, effort)?.and(&less(0, 1)?, effort)?;
        let between = smaller.rename(&[4], effort)?.and(&less(0, 4)?, effort)?.and(&less(4, 1)?, effort)?;
        let follows = both.without(&between.project(&[4], effort)?, effort)?;
        let from = follows.and(&more, effort)?.project(&[0], effort)?;
        let steps = from.and(&more.rename(&[1, 3], effort)?, effort)?.project(&[1], effort)?;
        Ok(steps.without(&zero(&[(3, 1), (2, -1)], -self.more)?, effort)?.is_empty())
    }
}

/// The pairs in their numeration, at any size.
struct Line {
    pairs: Pairs,
    numeration: Numeration,
}

impl Line {
    /// Whether a number is the smaller one of its pair: it ends in an even number of zeros.
    fn smaller(&self, n: &BigUint) -> bool {
        self.numeration.write(n).iter().rev().take_while(|d| **d == 0).count() % 2 == 0
    }

    /// The other number of a pair.
    fn partner(&self, n: &BigUint) -> BigUint {
        let mut digits = self.numeration.write(n);
        if self.smaller(n) {
            digits.push(0);
        } else {
            digits.pop();
        }
        self.numeration.read(&digits)
    }

    /// Which pair it is whose smaller number is the last one up to `n`, and that number.
    fn upto(&self, n: &BigUint) -> (BigUint, BigUint) {
        // Of two neighbours one is the smaller number of a pair, for the larger ones are at least s + t apart.
        let a = if self.smaller(n) { n.clone() } else { n - 1u8 };
        let more = self.partner(&a) - &a * self.pairs.times.unsigned_abs();
        (more / self.pairs.more.unsigned_abs(), a)
    }

    /// The pair with a number.
    fn pair(&self, m: &BigUint) -> [BigUint; 2] {
        // At least every second number is a smaller one.
        let (mut low, mut high) = (m.clone(), m * 2u8 + 2u8);
        while low < high {
            let middle = (&low + &high) >> 1;
            if self.upto(&middle).0 < *m {
                low = middle + 1u8;
            } else {
                high = middle;
            }
        }
        let a = self.upto(&low).1;
        let b = self.partner(&a);
        [a, b]
    }

    /// Lost positions that are reached by taking from both heaps, those with the smaller number from the first heap; `false` if there
    /// are more than `most` in all.
    fn both(&self, [x, y]: [&BigUint; 2], turned: bool, most: usize, found: &mut Vec<[BigUint; 2]>) -> bool {
        let (times, more) = (BigInt::from(self.pairs.times), BigInt::from(self.pairs.more));
        let [x, y] = [x, y].map(|n| BigInt::from(n.clone()));
        // With pair m, k is taken from x and s*k + (y - s*x) - t*m from y: less than s*k + t from this m on.
        let first = (&y - &times * &x).div_floor(&more);
        let mut m = first.to_biguint().unwrap_or_default();
        loop {
            let pair = self.pair(&m);
            let [k, l] = [&x - BigInt::from(pair[0].clone()), &y - BigInt::from(pair[1].clone())];
            // Both takes fall as m rises, l at least s times as fast as k.
            if !k.is_positive() || !l.is_positive() || k >= &times * &l + &more {
                return true;
            }
            let [a, b] = pair;
            // The pair of nothing is one position, not two.
            if !(turned && a == b) {
                if found.len() >= most {
                    return false;
                }
                found.push(if turned { [b, a] } else { [a, b] });
            }
            m += 1u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reached_pairs_are_those_of_the_definition() {
        for (times, more) in [(1, 7), (2, 1), (2, 2), (3, 1), (4, 5)] {
            let pairs = Pairs { times, more };
            let mut lost: Vec<[i64; 2]> = Vec::new();
            for n in 0..60 {
                let a = (0..).find(|a| lost.iter().flatten().all(|used| used != a)).unwrap();
                lost.push([a, times * a + more * n]);
            }
            let far = 60;
            for (x, y) in (0..far).flat_map(|x| (0..far).map(move |y| (x, y))) {
                let all = lost.iter().flat_map(|[a, b]| [[*a, *b], [*b, *a]]);
                let near = |[a, b]: &[i64; 2]| {
                    let (k, l) = (x - a, y - b);
                    (k > 0 && l == 0)
                        || (k == 0 && l > 0)
                        || (k > 0 && l > 0 && k < times * l + more && l < times * k + more)
                };
                let mut wanted: Vec<[i64; 2]> = all.filter(near).collect();
                wanted.sort_unstable();
                wanted.dedup();
                let heaps = [x, y].map(|n| BigUint::from(n.unsigned_abs()));
                let (found, whole) = pairs.reached([&heaps[0], &heaps[1]], 1000).unwrap();
                let mut found: Vec<[i64; 2]> =
                    found.iter().map(|p| [0, 1].map(|i| i64::try_from(&p[i]).unwrap())).collect();
                found.sort_unstable();
                assert_eq!(found, wanted, "{times} {more}: {x} {y}");
                assert!(whole);
                let (few, whole) = pairs.reached([&heaps[0], &heaps[1]], 1).unwrap();
                assert_eq!((few.len(), whole), (wanted.len().min(1), wanted.len() <= 1), "{x} {y}");
            }
        }
    }
}
