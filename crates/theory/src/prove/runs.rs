//! Heaps that are lost in runs: a move takes from a heap n to every m with near(m) ≤ n < far(m), where near(m) and far(m) are of the form
//! (factor·m + plus) div over.
//!
//! Let this be so for all n ≥ N, with near(m) > m and near(m + 1) ≤ far(m) for m ≥ N. If s ≥ N and all heaps s, …, e with e = near(s) − 1 are
//! lost, then so are far(e), …, near(far(e)) − 1, and nothing between. For a heap n with near(s) ≤ n < far(e) may be made one of s, …, e: the
//! intervals from near(m) to far(m) − 1 overlap or touch. And what a heap n from far(e) to near(far(e)) − 1 may be made is above e, because far
//! never falls, and below far(e), because near never falls; all of that is won. There is a move from every n ≥ near(N), to the largest m
//! with near(m) ≤ n, so this holds in misère play too. Taking at least 2 and at most a third of a heap is an example;
//! no automaton has its lost heaps, which grow by 3/2. The conditions are decided here for all sizes.

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

const TWO: Numeration = Numeration::Base(2);

/// Heaps that are looked at for a guess, and in which the first run must be.
const SAMPLES: i64 = 240;

/// Heaps that are passed over for the guess: small ones have too few options.
const PASSED: i64 = 60;

/// Denominators that are tried.
const OVER: i64 = 12;

/// The function m → (factor·m + plus) div over; factor and over are positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slope {
    /// The factor.
    pub factor: i64,
    /// What is added.
    pub plus: i64,
    /// The denominator.
    pub over: i64,
}

/// A game of one heap that is lost in runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runs {
    /// From this heap on the moves are as said.
    pub from: i64,
    /// The smallest heap that may be made m.
    pub near: Slope,
    /// The smallest heap that is too large for that.
    pub far: Slope,
    /// The lost heaps below the first run.
    pub lost: Vec<i64>,
    /// The beginning of the first run.
    pub start: i64,
}

impl Slope {
    /// The function that has these values, from `first` on, if there is one.
    fn of(first: i64, values: &[i64]) -> Option<Slope> {
        (1..=OVER).find_map(|over| {
            let step = over as usize;
            let factor = values.get(step)? - values[0];
            let even = values.iter().zip(&values[step..]).all(|(a, b)| b - a == factor);
            let least = (first..).zip(values).map(|(m, v)| over * v - factor * m);
            let (low, high) = (least.clone().max()?, least.min()? + over - 1);
            // As many values as decide what is added.
            (even && factor > 0 && low <= high && values.len() > 2 * step).then_some(Slope {
                factor,
                plus: low,
                over,
            })
        })
    }

    /// The value at a number, for numbers at which it is not negative.
    pub fn at(&self, m: &BigUint) -> BigUint {
        let top = BigInt::from(m.clone()) * self.factor + self.plus;
        top.div_floor(&BigInt::from(self.over)).to_biguint().unwrap_or_default()
    }

    fn small(&self, m: i64) -> i64 {
        (self.factor * m + self.plus).div_euclid(self.over)
    }

    /// over·n − factor·m − plus + over − 1, which is not below zero if and only if n reaches the value at m.
    fn reached(&self, n: usize, m: usize) -> Affine {
        Affine::new(&[(n, self.over), (m, -self.factor)], self.over - 1 - self.plus)
    }

    /// As the rules language has it: `(3*e + 2) div 2`.
    pub fn text(&self, m: &str) -> String {
        let product = if self.factor == 1 { m.to_string() } else { format!("{}*{m}", self.factor) };
        let sum = match self.plus {
            0 => product,
            n if n < 0 => format!("{product} - {}", -n),
            n => format!("{product} + {n}"),
        };
        match (self.over, self.plus) {
            (1, _) => sum,
            (over, 0) => format!("{sum} div {over}"),
            (over, _) => format!("({sum}) div {over}"),
        }
    }
}

impl Runs {
    /// The runs of a game, if it has them; decided for all sizes.
    pub fn new(fragment: &Fragment, effort: &Effort) -> Result<Option<Runs>, Halt> {
        let plain = fragment.ends.is_empty() && fragment.stuck != Verdict::Draw && fragment.block == 0;
        let whole = fragment.legal == Formula::All(Vec::new()) && !fragment.sum && fragment.mover.is_none();
        if !plain || !whole || fragment.coordinates.len() != 1 {
            return Ok(None);
        }
        let moves = moves(fragment, effort)?;
        let Some(runs) = Runs::guess(&moves, fragment.stuck == Verdict::Lose, effort)? else {
            return Ok(None);
        };
        Ok(runs.holds(&moves, effort)?.then_some(runs))
    }

    /// What small heaps look like; the runs grow.
    fn guess(moves: &Dfa, stuck: bool, effort: &Effort) -> Result<Option<Runs>, Halt> {
        let mut listed: Vec<Vec<i64>> = Vec::new();
        // The largest heap first: most games are not of this kind.
        for n in (0..SAMPLES).rev() {
            effort.spend(n.unsigned_abs())?;
            let option = |m: &i64| moves.contains_small(&[n.unsigned_abs(), m.unsigned_abs()]);
            let found: Vec<i64> = (0..n).filter(option).collect();
            let block = found.last().zip(found.first()).map(|(b, a)| b - a + 1);
            if n >= PASSED && block != Some(found.len() as i64) {
                return Ok(None);
            }
            listed.push(found);
        }
        listed.reverse();
        let ends = |end: fn(&Vec<i64>) -> Option<&i64>| -> Option<Vec<i64>> {
            listed[PASSED as usize..].iter().map(|options| end(options).copied()).collect()
        };
        let (Some(lowest), Some(highest)) = (ends(|o| o.first()), ends(|o| o.last())) else {
            return Ok(None);
        };
        let (Some(far), Some(near)) = (inverse(&lowest, 1), inverse(&highest, 0)) else { return Ok(None) };
        if far.factor * near.factor <= far.over * near.over {
            return Ok(None);
        }
        // From where on the options of small heaps are those, and what can be made m touches what can be made m + 1.
        let right = |n: i64| {
            let said = (0..n).filter(|m| near.small(*m) <= n && n < far.small(*m));
            let touches = near.small(n) > n && near.small(n + 1) <= far.small(n);
            touches && said.eq(listed[n as usize].iter().copied())
        };
        let from = (0..SAMPLES).rev().find(|n| !right(*n)).map_or(0, |n| n + 1);
        let mut lost: Vec<bool> = Vec::new();
        for options in &listed {
            let all_won = !options.iter().any(|m| lost[*m as usize]);
            lost.push(if options.is_empty() { stuck } else { all_won });
        }
        let begins = |s: &i64| {
            let end = near.small(*s);
            let run = (*s..end).all(|n| lost.get(n as usize).copied().unwrap_or(false));
            run && (*s == 0 || !lost[*s as usize - 1]) && end <= SAMPLES
        };
        let Some(start) = (from..SAMPLES).find(begins) else { return Ok(None) };
        let lost = (0..start).filter(|n| lost[*n as usize]).collect();
        Ok(Some(Runs { from, near, far, lost, start }))
    }

    /// Whether the conditions of the theorem hold for all sizes; those on the first run were looked at.
    fn holds(&self, moves: &Dfa, effort: &Effort) -> Result<bool, Halt> {
        let large = |v: usize| Formula::AtLeastZero(Affine::new(&[(v, 1)], -self.from));
        let reaches = Formula::AtLeastZero;
        let misses = |form: &Affine| Affine::int(-1).plus(-1, form).map(Formula::AtLeastZero);
        let (near, far) = (self.near.reached(0, 1), self.far.reached(0, 1));
        let next = near.shift(-self.near.factor)?; // at m + 1
        let set = |parts: Vec<Formula>| compile(TWO, &Formula::All(parts), effort)?.widen(&[0, 1], effort);
        let said = set(vec![large(0), reaches(near.clone()), misses(&far)?])?;
        let ours = moves.and(&set(vec![large(0)])?, effort)?;
        let gap = set(vec![large(1), reaches(far), misses(&next)?])?;
        let same = Formula::Zero(Affine::new(&[(0, 1), (1, -1)], 0));
        let stays = set(vec![large(1), same, reaches(near)])?;
        // Small heaps too become smaller, so play ends.
        let rises = Formula::AtLeastZero(Affine::new(&[(1, 1), (0, -1)], 0));
        let rising = moves.and(&set(vec![rises])?, effort)?;
        Ok(said == ours && gap.is_empty() && stays.is_empty() && rising.is_empty())
    }

    /// How far lost heaps grow from run to run: is it by a whole number? Then an automaton may say more.
    pub fn whole_growth(&self) -> bool {
        (self.far.factor * self.near.factor) % (self.far.over * self.near.over) == 0
    }

    /// The last run that begins at n or below, as its first and its last heap.
    pub fn run(&self, n: &BigUint) -> Option<[BigUint; 2]> {
        let end = |s: &BigUint| self.near.at(s) - 1u8;
        let start = BigUint::from(self.start.unsigned_abs());
        let mut last = (*n >= start).then(|| [start.clone(), end(&start)])?;
        loop {
            let next = self.far.at(&last[1]);
            if next > *n {
                return Some(last);
            }
            let e = end(&next);
            last = [next, e];
        }
    }

    /// The first runs.
    pub fn first(&self, many: usize) -> Vec<[BigUint; 2]> {
        let mut at = BigUint::from(self.start.unsigned_abs());
        let mut found = Vec::new();
        while found.len() < many {
            let end = self.near.at(&at) - 1u8;
            let next = self.far.at(&end);
            found.push([std::mem::replace(&mut at, next), end]);
        }
        found
    }

    /// Whether a heap is lost.
    pub fn lost(&self, n: &BigUint) -> bool {
        match self.run(n) {
            Some([_, end]) => *n <= end,
            None => self.lost.iter().any(|l| *n == BigUint::from(l.unsigned_abs())),
        }
    }

    /// Lost heaps that a won heap may be made: all of them from the first run on, but at most so many and whether these are all; below it,
    /// all that are smaller.
    pub fn winning(&self, n: &BigUint, most: usize) -> (Vec<BigUint>, bool) {
        let Some([first, last]) = self.run(n) else {
            let all = self.lost.iter().map(|l| BigUint::from(l.unsigned_abs()));
            return (all.filter(|l| l < n).collect(), true);
        };
        // Heaps just behind the first run may have lost ones below it among their options.
        let early = first == BigUint::from(self.start.unsigned_abs());
        let before = self.lost.iter().map(|l| BigUint::from(l.unsigned_abs()));
        let mut found: Vec<BigUint> = before.filter(|_| early).collect();
        // The least m with far(m) > n, and the largest with near(m) ≤ n.
        let low =
            (BigInt::from(n + 1u8) * self.far.over - self.far.plus).div_ceil(&BigInt::from(self.far.factor));
        let high = (BigInt::from(n + 1u8) * self.near.over - (1 + self.near.plus))
            .div_floor(&BigInt::from(self.near.factor));
        let mut at = low.to_biguint().unwrap_or_default().max(first);
        let end = high.to_biguint().unwrap_or_default().min(last);
        while at <= end && found.len() < most {
            found.push(at.clone());
            at += 1u8;
        }
        (found, at > end)
    }
}

/// The least n ≥ [`PASSED`] whose end of the options is m (or above it, with `above` 1), as a function of m.
fn inverse(ends: &[i64], above: i64) -> Option<Slope> {
    if ends.windows(2).any(|pair| pair[1] < pair[0]) {
        return None;
    }
    let (first, last) = (ends[0] + 1 - above, ends[ends.len() - 1] - above);
    let least = |m: i64| PASSED + ends.partition_point(|end| *end < m + above) as i64;
    let values: Vec<i64> = (first..=last).map(least).collect();
    Slope::of(first, &values)
}
