//! Why play ends: weights under which the position falls with every move, in each part that is left.
//!
//! Candidates are tried from the plain ones on, and each is proved from the guards; a guard with alternatives is
//! proved for every one of them.

use super::{Affine, Formula, FragmentMove};
use bouton_linear::Facts;

/// Candidates tried before giving up.
const TRIES: usize = 4000;

/// The greatest weight of the general search.
const GREATEST: u64 = 8;

/// Alternatives of one guard that are looked at one by one.
const ALTERNATIVES: usize = 128;

/// One thing to be proved: under these facts the weighted sum of the differences is positive.
struct Fall {
    facts: Facts,
    /// Before minus after, for each coordinate.
    differences: Vec<Affine>,
}

impl Fall {
    fn holds(&mut self, weights: &[u64]) -> bool {
        self.falls(weights.iter().map(|w| *w as i64))
    }

    fn falls(&mut self, weights: impl Iterator<Item = i64>) -> bool {
        let mut terms = self.differences.iter().zip(weights);
        let sum = terms.try_fold(Affine::int(-1), |sum, (d, w)| sum.plus(w, d));
        sum.is_ok_and(|s| self.facts.entails(&s))
    }
}

/// Coordinates up to which weights of either sign are tried.
const SIGNED: usize = 6;

/// Weights of 1, 0 and -1 that fall with every move, and with which no legal position weighs less than 0.
pub(super) fn signed(legal: &Formula, moves: &[FragmentMove], coordinates: usize) -> Option<Vec<i64>> {
    if coordinates > SIGNED {
        return None;
    }
    let mut falls = falls(legal, moves)?;
    let all = (0..3usize.pow(coordinates as u32)).map(|code| {
        let digit = |i: usize| [0, 1, -1][code / 3usize.pow(i as u32) % 3];
        (0..coordinates).map(digit).collect::<Vec<i64>>()
    });
    let mut facts = Facts::default();
    facts.assume(legal);
    let mut natural = |weights: &[i64]| {
        let terms: Vec<(usize, i64)> = weights.iter().copied().enumerate().filter(|t| t.1 != 0).collect();
        facts.entails(&Affine::new(&terms, 0))
    };
    all.into_iter().find(|w| falls.iter_mut().all(|f| f.falls(w.iter().copied())) && natural(w))
}

/// What is to be proved of every move.
fn falls(legal: &Formula, moves: &[FragmentMove]) -> Option<Vec<Fall>> {
    let mut falls = Vec::new();
    for m in moves {
        for alternative in m.guard.alternatives(ALTERNATIVES) {
            for part in &m.parts {
                let mut facts = Facts::default();
                facts.assume(legal);
                alternative.iter().for_each(|f| facts.assume(f));
                let differences = part.iter().enumerate().map(|(i, y)| Affine::variable(i).plus(-1, y));
                falls.push(Fall { facts, differences: differences.collect::<Result<Vec<_>, _>>().ok()? });
            }
        }
    }
    Some(falls)
}

/// Weights that fall with every move.
pub(super) fn find(legal: &Formula, moves: &[FragmentMove], coordinates: usize) -> Option<Vec<u64>> {
    let mut falls = falls(legal, moves)?;
    let mut tries = TRIES;
    let mut fits = |weights: &[u64]| -> Option<bool> {
        tries = tries.checked_sub(1)?;
        match falls.iter_mut().position(|f| !f.holds(weights)) {
            // What refuted this candidate probably refutes the next.
            Some(at) => {
                falls.swap(0, at);
                Some(false)
            }
            None => Some(true),
        }
    };
    for weights in plain(coordinates) {
        if fits(&weights)? {
            return Some(weights);
        }
    }
    let d = coordinates as u64;
    for sum in 1..=GREATEST * d.min(8) {
        let mut weights = vec![0; coordinates];
        if let Some(found) = spread(sum, 0, &mut weights, &mut fits)? {
            return Some(found);
        }
    }
    None
}

/// The usual ones: all equal, some of them, rising, falling.
fn plain(d: usize) -> Vec<Vec<u64>> {
    let mut out = vec![vec![1; d]];
    if d <= 6 {
        let mut masks: Vec<u32> = (1..(1u32 << d) - 1).collect();
        masks.sort_by_key(|m| std::cmp::Reverse(m.count_ones()));
        out.extend(masks.iter().map(|m| (0..d).map(|i| u64::from(m >> i & 1)).collect::<Vec<u64>>()));
    }
    out.push((1..=d as u64).collect());
    out.push((1..=d as u64).rev().collect());
    out
}

/// Goes through all weights with this sum; `None` when the tries are used up.
fn spread(
    sum: u64,
    at: usize,
    weights: &mut Vec<u64>,
    fits: &mut dyn FnMut(&[u64]) -> Option<bool>,
) -> Option<Option<Vec<u64>>> {
    if at + 1 >= weights.len() {
        if let Some(last) = weights.get_mut(at) {
            *last = sum;
        }
        return Some((sum <= GREATEST && fits(weights)?).then(|| weights.clone()));
    }
    for w in (0..=sum.min(GREATEST)).rev() {
        weights[at] = w;
        if let Some(found) = spread(sum - w, at + 1, weights, fits)? {
            return Some(Some(found));
        }
    }
    Some(None)
}
