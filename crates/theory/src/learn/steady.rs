//! Tables of games in which every move takes constant amounts: filled row by row, 64 positions at a time.
//!
//! That the moves are all those that take one of some tuples, wherever there is enough, is decided for all sizes. A row has all
//! positions that differ in the last number only. What is won from other rows is their lost positions, moved along; within the row the
//! positions are taken one by one.

use super::bits::Bits;
use crate::automata::Dfa;
use crate::effort::Effort;
use crate::numeration::Numeration;
use crate::prove::moves;
use bouton_budget::Halt;
use bouton_compile::fragment::Fragment;
use bouton_language::ast::Verdict;
use bouton_linear::{Affine, Formula, Nest};
use std::ops::ControlFlow;

/// The numbers of the position from which the takes are read off, and the most takes.
const SAMPLE: i64 = 40;
const TAKES: usize = 64;

/// What may be taken.
pub(crate) struct Steady {
    takes: Vec<Vec<usize>>,
}

impl Steady {
    /// The takes of a game, if every move takes constant amounts; the loops list the moves from a position.
    pub(super) fn new(
        fragment: &Fragment,
        forward: &[(Nest, Vec<usize>)],
        size: usize,
        effort: &Effort,
    ) -> Result<Option<Steady>, Halt> {
        let plain = fragment.ends.is_empty() && fragment.stuck == Verdict::Lose && fragment.block == 0;
        let whole = fragment.legal == Formula::All(Vec::new()) && !fragment.sum && fragment.mover.is_none();
        let d = fragment.coordinates.len();
        if !plain || !whole || d == 0 {
            return Ok(None);
        }
        let takes = |from: i64| {
            let mut numbers = vec![0i64; size];
            let mut found: Vec<Vec<usize>> = Vec::new();
            for (nest, after) in forward {
                numbers[..d].fill(from);
                let _ = nest.run(&mut numbers, &mut |made| {
                    let take = after.iter().map(|v| usize::try_from(from - made[*v]).ok());
                    found.extend(take.collect::<Option<Vec<usize>>>());
                    if found.len() <= TAKES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
            }
            found.sort_unstable();
            found.dedup();
            found
        };
        let found = takes(SAMPLE);
        let few = !found.is_empty() && found.len() <= TAKES;
        if !few || found != takes(SAMPLE + 1) || found.iter().any(|t| t.iter().all(|n| *n == 0)) {
            return Ok(None);
        }
        let two = Numeration::Base(2);
        let tracks: Vec<usize> = (0..2 * d).collect();
        let mut wanted = Dfa::constant(two, &tracks, false, effort)?;
        for take in &found {
            let mut one = Dfa::constant(two, &tracks, true, effort)?;
            for (i, n) in take.iter().enumerate() {
                let taken = Affine::new(&[(i, 1), (d + i, -1)], -i64::try_from(*n).map_err(|_| Halt::Size)?);
                one = one.and(&Dfa::zero(two, &taken, effort)?, effort)?;
            }
            wanted = wanted.or(&one, effort)?;
        }
        Ok((moves(fragment, effort)? == wanted).then_some(Steady { takes: found }))
    }

    /// The tuples that may be taken.
    pub(super) fn takes(&self) -> &[Vec<usize>] {
        &self.takes
    }

    /// The lost positions of the box to a bound that is a multiple of 64, the last number running fastest.
    pub(super) fn fill(&self, bound: usize, effort: &Effort) -> Result<Bits, Halt> {
        let d = self.takes.first().map_or(1, Vec::len);
        let long = bound / 64;
        let rows = bound.pow(d as u32 - 1);
        let mut lost = vec![0u64; rows * long];
        let mut before = vec![0usize; d - 1];
        let within: Vec<usize> =
            self.takes.iter().filter(|t| t[..d - 1].iter().all(|n| *n == 0)).map(|t| t[d - 1]).collect();
        let others: Vec<&Vec<usize>> =
            self.takes.iter().filter(|t| t[..d - 1].iter().any(|n| *n > 0)).collect();
        let mut won = vec![0u64; long];
        for row in 0..rows {
            effort.spend(1 + (long * self.takes.len()) as u64 / 4)?;
            won.fill(0);
            for take in &others {
                if before.iter().zip(take.iter()).any(|(n, t)| n < t) {
                    continue;
                }
                let from = before.iter().zip(take.iter()).fold(0, |r, (n, t)| r * bound + n - t);
                let (words, bits) = (take[d - 1] / 64, take[d - 1] % 64);
                let source = &lost[from * long..(from + 1) * long];
                for (i, to) in won.iter_mut().enumerate().skip(words) {
                    *to |= source[i - words] << bits;
                    if bits > 0 && i > words {
                        *to |= source[i - words - 1] >> (64 - bits);
                    }
                }
            }
            let own = &mut lost[row * long..(row + 1) * long];
            if within.is_empty() {
                own.iter_mut().zip(&won).for_each(|(own, won)| *own = !won);
            } else {
                for i in 0..bound {
                    let bit = |at: usize| own[at / 64] >> (at % 64) & 1 == 1;
                    let reached = won[i / 64] >> (i % 64) & 1 == 1;
                    if !reached && !within.iter().any(|t| *t <= i && bit(i - t)) {
                        own[i / 64] |= 1 << (i % 64);
                    }
                }
                effort.spend(bound as u64 / 4)?;
            }
            for n in before.iter_mut().rev() {
                *n += 1;
                if *n < bound {
                    break;
                }
                *n = 0;
            }
        }
        Ok(Bits::from_words(lost))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_bits_are_the_definition() {
        let effort = Effort::new(None);
        let sets = [
            vec![vec![1, 2], vec![0, 3], vec![2, 0]],
            vec![vec![1, 0], vec![2, 65]],
            vec![vec![0, 1], vec![0, 70], vec![3, 3]],
        ];
        for takes in sets {
            let bound = 128;
            let bits = Steady { takes: takes.clone() }.fill(bound, &effort).unwrap();
            let mut lost = vec![false; bound * bound];
            for at in 0..bound * bound {
                let (a, b) = (at / bound, at % bound);
                lost[at] =
                    !takes.iter().any(|t| a >= t[0] && b >= t[1] && lost[(a - t[0]) * bound + b - t[1]]);
                assert_eq!(bits.get(at), lost[at], "{takes:?} {a} {b}");
            }
        }
    }
}
