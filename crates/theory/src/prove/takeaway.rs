//! Take-away with memory: one heap, and at most f(k) may be taken after k was (A. J. Schwenk, Take-away games, 1970).
//!
//! Let f never fall and f(k) ≥ k. The ladder begins with 1; behind a rung h comes h + g, where g is the first rung with
//! f(g) ≥ h. Every n > 0 is a sum of rungs, each as large as it can be. Then n may not be won with a limit exactly if the limit
//! is less than the last, smallest rung of n. The proof is in docs/proofs.md; its conditions are decided here for all sizes: the
//! moves of the rules are those of (n, limit) with f(k) = (factor·k + plus) div over.

use super::moves::moves;
use crate::arithmetic::compile;
use crate::automata::Dfa;
use crate::effort::Effort;
use crate::numeration::Numeration;
use bouton_budget::Halt;
use bouton_compile::fragment::{Fragment, FragmentMove};
use bouton_language::ast::Verdict;
use bouton_linear::{Affine, Formula};
use num_bigint::BigUint;
use num_traits::Zero;

const TWO: Numeration = Numeration::Base(2);

/// From so many takes f is read off.
const SAMPLES: i64 = 12;

/// Denominators of f that are tried.
const OVER: i64 = 6;

/// Rungs that are looked at for a recurrence.
const RUNGS: usize = 400;

/// A game of take-away: after k, at most (factor·k + plus) div over may be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeAway {
    /// Which coordinate is the heap; the other one is the limit.
    pub heap: usize,
    /// The factor, at least `over`.
    pub factor: i64,
    /// What is added; factor + plus is at least `over`.
    pub plus: i64,
    /// The denominator.
    pub over: i64,
}

/// Behind rung `from` (the first one is rung 0) every rung is the sum of the one before it and the one `lag` before that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// How far back the second one is.
    pub lag: usize,
    /// From which rung on.
    pub from: usize,
}

impl TakeAway {
    /// The game as one of take-away, if it is one; decided for all sizes.
    pub fn new(fragment: &Fragment, effort: &Effort) -> Result<Option<TakeAway>, Halt> {
        let plain = fragment.ends.is_empty() && fragment.stuck == Verdict::Lose && fragment.block == 0;
        let whole = fragment.legal == Formula::All(Vec::new()) && !fragment.sum && fragment.mover.is_none();
        if !plain || !whole || fragment.coordinates.len() != 2 {
            return Ok(None);
        }
        // The limit carries no weight, or is set anew by every move: a quick look before automata are built.
        let anew = |l: usize| {
            let form = |m: &FragmentMove| m.parts.iter().all(|p| p[l].variables().all(|v| v > 1));
            fragment.weights[l] == 0 || fragment.moves.iter().all(form)
        };
        let heap = match (anew(1), anew(0)) {
            (true, false) => 0,
            (false, true) => 1,
            _ => return Ok(None),
        };
        // Tracks: the heap and the limit before the move, and after it.
        let names = if heap == 0 { [0, 1, 2, 3] } else { [1, 0, 3, 2] };
        let moves = moves(fragment, effort)?.rename(&names, effort)?;
        let Some(samples) = samples(&moves, effort)? else { return Ok(None) };
        let fits = |t: &TakeAway| (1..=SAMPLES).all(|k| t.small(k) == Some(samples[k as usize - 1]));
        let Some(take) = guesses(heap, &samples).find(fits) else { return Ok(None) };
        let wanted = compile(TWO, &take.formula()?, effort)?.widen(&[0, 1, 2, 3], effort)?;
        Ok((wanted == moves).then_some(take))
    }

    /// The moves, over the heap and the limit before (0, 1) and after (2, 3).
    fn formula(&self) -> Result<Formula, Halt> {
        let taken = Affine::new(&[(0, 1), (2, -1)], 0);
        // 0 <= factor·k + plus − over·limit <= over − 1
        let rest = taken.times(self.factor)?.shift(self.plus)?.plus(-self.over, &Affine::variable(3))?;
        let below = Affine::int(self.over - 1).plus(-1, &rest)?;
        let allowed = Affine::variable(1).plus(-1, &taken)?;
        let parts = [taken.shift(-1)?, allowed, rest, below];
        Ok(Formula::All(parts.into_iter().map(Formula::AtLeastZero).collect()))
    }

    fn small(&self, k: i64) -> Option<i64> {
        let n = self.factor.checked_mul(k)?.checked_add(self.plus)?;
        Some(n.div_euclid(self.over)).filter(|n| *n >= 0)
    }

    /// The limit after so many were taken, at least 1.
    pub fn limit(&self, taken: &BigUint) -> BigUint {
        let most = taken * self.factor.unsigned_abs();
        let plus = BigUint::from(self.plus.unsigned_abs());
        // factor·k + plus is not negative because it is at least k.
        (if self.plus < 0 { most - plus } else { most + plus }) / self.over.unsigned_abs()
    }

    /// The rungs up to a number, lowest first, and at least so many.
    pub fn ladder(&self, to: &BigUint, least: usize) -> Vec<BigUint> {
        let mut rungs = vec![BigUint::from(1u8)];
        let mut first = 0;
        loop {
            let last = &rungs[rungs.len() - 1];
            // Rungs that were too low for the last one are too low for this one.
            while self.limit(&rungs[first]) < *last {
                first += 1;
            }
            let next = last + &rungs[first];
            if next > *to && rungs.len() >= least {
                return rungs;
            }
            rungs.push(next);
        }
    }

    /// The rungs that a number is the sum of, largest first.
    pub fn rungs(&self, n: &BigUint) -> Vec<BigUint> {
        let mut rest = n.clone();
        let mut found = Vec::new();
        for rung in self.ladder(n, 1).into_iter().rev() {
            if rung <= rest {
                rest -= &rung;
                found.push(rung);
            }
        }
        found
    }

    /// Whether a heap with a limit is lost.
    pub fn lost(&self, heap: &BigUint, limit: &BigUint) -> bool {
        self.rungs(heap).last().is_none_or(|last| limit < last)
    }

    /// All winning takes: sums of the lowest rungs that leave a rung above what may be taken after them.
    pub fn winning(&self, heap: &BigUint, limit: &BigUint) -> Vec<BigUint> {
        let rungs = self.rungs(heap);
        let mut taken = BigUint::zero();
        let mut found = Vec::new();
        for (i, rung) in rungs.iter().enumerate().rev() {
            taken += rung;
            if taken > *limit {
                break;
            }
            if i == 0 || self.limit(&taken) < rungs[i - 1] {
                found.push(taken.clone());
            }
        }
        found
    }

    /// A recurrence that the rungs satisfy for ever, where f has nothing added. If it holds for lag + 2 rungs in a row it
    /// holds for ever, because both inequalities that say which rung is added are sums of two earlier ones.
    pub fn recurrence(&self) -> Option<Recurrence> {
        if self.plus != 0 {
            return None;
        }
        let rungs = self.ladder(&BigUint::zero(), RUNGS);
        let lags: Option<Vec<usize>> = (0..rungs.len() - 1)
            .map(|j| {
                let added = &rungs[j + 1] - &rungs[j];
                Some(j - rungs.binary_search(&added).ok()?)
            })
            .collect();
        let lags = lags?;
        let lag = *lags.last()?;
        let from = lags.iter().rposition(|l| *l != lag).map_or(0, |j| j + 1).max(lag + 1);
        (from + lag + 2 <= lags.len()).then_some(Recurrence { lag, from })
    }
}

/// f(1), f(2), … as the moves have it; `None` if there is not exactly one.
fn samples(moves: &Dfa, effort: &Effort) -> Result<Option<Vec<i64>>, Halt> {
    let mut found = Vec::new();
    for k in 1..=SAMPLES {
        let mut at = moves.clone();
        for (track, number) in [(0, SAMPLES), (1, SAMPLES), (2, SAMPLES - k)] {
            at = at.and(&Dfa::zero(TWO, &Affine::new(&[(track, 1)], -number), effort)?, effort)?;
        }
        let limits = at.project(&[0, 1, 2], effort)?.members(1, effort)?;
        let Some([limit]) = limits.as_deref() else { return Ok(None) };
        let Some(limit) = limit.first().and_then(|n| i64::try_from(n).ok()) else { return Ok(None) };
        found.push(limit);
    }
    Ok(Some(found))
}

/// Functions that the samples may be of, simple ones first; all of them satisfy the conditions of the theorem.
fn guesses(heap: usize, samples: &[i64]) -> impl Iterator<Item = TakeAway> {
    let (first, last) = (samples[0], samples[samples.len() - 1]);
    let rise = (last - first) as f64 / (SAMPLES - 1) as f64;
    (1..=OVER)
        .flat_map(move |over| {
            let near = (rise * over as f64).round() as i64;
            (near - 2..=near + 2).flat_map(move |factor| {
                let least = over * first - factor;
                (least..least + over).map(move |plus| TakeAway { heap, factor, plus, over })
            })
        })
        .filter(|t| t.factor >= t.over && t.factor + t.plus >= t.over)
}
