//! The table of lost positions below a weight, filled backwards.
//!
//! Positions are taken by rising weight. One that no lost option is known for is lost, and every position that moves to
//! it is marked; the work is that of the lost positions only. "Weight below N" is closed under the moves, which a box
//! is not when a move raises a coordinate. Tuples are kept by their rank among all tuples below the weight.

use super::Known;
use crate::arithmetic::{Evaluator, Nest};
use crate::automata::Dfa;
use crate::effort::{Effort, Halt};
use crate::prove::Wrong;
use crate::steps::Step;
use bouton_compile::fragment::Fragment;
use bouton_language::ast::Verdict;
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// How many steps a failed proof is followed down.
const DESCENT: usize = 30;

/// What fills tables of one game.
pub(crate) struct Filler {
    coordinates: usize,
    weights: Vec<u64>,
    legal: Evaluator,
    ends: Vec<(Evaluator, Verdict)>,
    stuck: Verdict,
    block: u32,
    backward: Vec<(Nest, Vec<usize>)>,
    forward: Vec<(Nest, Vec<usize>)>,
    bound: usize,
    size: usize,
}

/// Lost positions below a weight.
pub(crate) struct Table {
    below: u64,
    weights: Vec<u64>,
    /// By coordinate and weight: how many tuples of the coordinates from there on weigh at most that.
    counts: Vec<Vec<u64>>,
    lost: Vec<bool>,
    members: Vec<u32>,
}

impl Filler {
    /// Prepares the loops; the weights are all positive. `top` is above every variable of the steps.
    pub(crate) fn new(
        fragment: &Fragment,
        weights: &[u64],
        steps: &[Step],
        top: usize,
    ) -> Result<Filler, Halt> {
        let coordinates = fragment.coordinates.len();
        let bound = top;
        let legal = Evaluator::new(&fragment.legal)?;
        let mut ends = Vec::new();
        for (f, verdict) in &fragment.ends {
            ends.push((Evaluator::new(f)?, *verdict));
        }
        let mut backward = Vec::new();
        let mut forward = Vec::new();
        for s in steps {
            backward.push((s.backward(weights, bound)?, s.parts.first().cloned().unwrap_or_default()));
            forward.push((s.forward(coordinates)?, s.parts.first().cloned().unwrap_or_default()));
        }
        let tests = ends.iter().map(|e| e.0.size()).max().unwrap_or(0).max(legal.size());
        let nests = backward.iter().chain(&forward).map(|b| b.0.size());
        let size = nests.max().unwrap_or(0).max(tests).max(bound + 1).max(coordinates);
        let block = u32::try_from(fragment.block).map_err(|_| Halt::TooLarge)?;
        let weights = weights.to_vec();
        let stuck = fragment.stuck;
        Ok(Filler { coordinates, weights, legal, ends, stuck, block, backward, forward, bound, size })
    }

    /// How many tuples weigh less than `below`.
    pub(crate) fn tuples(&self, below: u64) -> u64 {
        counts(&self.weights, below).first().and_then(|c| c.last().copied()).unwrap_or(1)
    }

    /// The lost positions that weigh less than `below`.
    pub(crate) fn fill(&self, below: u64, effort: &Effort) -> Result<Table, Halt> {
        let counts = counts(&self.weights, below);
        let tuples = usize::try_from(self.tuples(below)).map_err(|_| Halt::TooLarge)?;
        let mut table = Table {
            below,
            weights: self.weights.clone(),
            counts,
            lost: vec![false; tuples],
            members: Vec::new(),
        };
        let mut marks = vec![0u8; tuples];
        let enough = u8::try_from(self.block + 1).map_err(|_| Halt::TooLarge)?;
        let mut numbers = vec![0i64; self.size];
        let mut scratch = vec![0i64; self.size];
        let mut came: Vec<u64> = Vec::new();
        let mut stopped = Ok(());
        for weight in 0..below {
            let mut visit = |x: &[i64]| {
                stopped = effort.tick();
                if stopped.is_err() {
                    return ControlFlow::Break(());
                }
                let Some(rank) = table.rank(x) else { return ControlFlow::Continue(()) };
                if !self.lost(x, marks[rank] >= enough, &mut numbers) {
                    return ControlFlow::Continue(());
                }
                table.lost[rank] = true;
                table.members.extend(x.iter().map(|n| *n as u32));
                came.clear();
                for (nest, after) in &self.backward {
                    after.iter().zip(x).for_each(|(v, n)| scratch[*v] = *n);
                    // Two coordinates after the move that are one variable must agree.
                    if !after.iter().zip(x).all(|(v, n)| scratch[*v] == *n) {
                        continue;
                    }
                    scratch[self.bound] = below as i64 - 1;
                    let mut visited = 0;
                    let _ = nest.run(&mut scratch, &mut |found| {
                        visited += 1;
                        match table.rank(&found[..self.coordinates]) {
                            Some(r) if enough == 1 => marks[r] = 1,
                            Some(r) => came.push(r as u64),
                            None => {}
                        }
                        ControlFlow::Continue(())
                    });
                    stopped = effort.spend(visited);
                    if stopped.is_err() {
                        return ControlFlow::Break(());
                    }
                }
                // Where options are counted, different moves to one option count once.
                came.sort_unstable();
                came.dedup();
                for r in &came {
                    marks[*r as usize] = marks[*r as usize].saturating_add(1);
                }
                ControlFlow::Continue(())
            };
            let mut x = vec![0i64; self.coordinates];
            let _ = of_weight(&self.weights, weight as i64, 0, &mut x, &mut visit);
            stopped?;
        }
        Ok(table)
    }

    /// What a failed proof teaches: a position, with whether it is really lost. Of a lost position with a lost option one
    /// is wrong; the option is, if it has a lost option itself or should be lost and is not. What is taught is right if
    /// the guess is right at all positions of less weight, and nearly always otherwise; the proof that ends the search
    /// does not depend on it.
    pub(crate) fn lesson(&self, guess: &Dfa, wrong: &Wrong) -> Option<(Vec<u32>, bool)> {
        let small = |x: &Vec<BigUint>| x.iter().map(|n| u32::try_from(n).ok()).collect::<Option<Vec<u32>>>();
        let mut at = small(&wrong.position)?;
        let mut held = wrong.held_lost;
        let mut option = wrong.option.as_ref().and_then(small);
        for _ in 0..DESCENT {
            let Some(next) = option.take() else { break };
            match self.lost_option(guess, &next) {
                // The option is a lost position with a lost option in its turn.
                Some(further) => {
                    (at, held) = (next, true);
                    option = Some(further);
                }
                None => break,
            }
        }
        Some((at, !held))
    }

    /// An option that the guess holds to be lost.
    fn lost_option(&self, guess: &Dfa, x: &[u32]) -> Option<Vec<u32>> {
        let mut numbers = vec![0i64; self.size];
        let mut found = None;
        for (nest, after) in &self.forward {
            x.iter().enumerate().for_each(|(i, n)| numbers[i] = i64::from(*n));
            let _ = nest.run(&mut numbers, &mut |made| {
                let y: Option<Vec<u32>> = after.iter().map(|v| u32::try_from(made[*v]).ok()).collect();
                match y.filter(|y| guess.contains_small(&y.iter().map(|n| u64::from(*n)).collect::<Vec<_>>()))
                {
                    Some(y) => {
                        found = Some(y);
                        ControlFlow::Break(())
                    }
                    None => ControlFlow::Continue(()),
                }
            });
            if found.is_some() {
                break;
            }
        }
        found
    }

    fn lost(&self, x: &[i64], can_win: bool, numbers: &mut [i64]) -> bool {
        numbers[..x.len()].copy_from_slice(x);
        if !self.legal.holds(numbers) {
            return false;
        }
        for (end, verdict) in &self.ends {
            if end.holds(numbers) {
                return *verdict == Verdict::Lose;
            }
        }
        if can_win {
            return false;
        }
        self.stuck == Verdict::Lose
            || self.forward.iter().any(|n| n.0.run(numbers, &mut |_| ControlFlow::Break(())).is_break())
    }
}

/// Visits all tuples of one weight. As deep as there are coordinates.
fn of_weight(
    weights: &[u64],
    rest: i64,
    at: usize,
    x: &mut [i64],
    visit: &mut dyn FnMut(&[i64]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(w) = weights.get(at).map(|w| *w as i64) else {
        return if rest == 0 { visit(x) } else { ControlFlow::Continue(()) };
    };
    if at + 1 == weights.len() {
        if rest % w != 0 {
            return ControlFlow::Continue(());
        }
        x[at] = rest / w;
        return visit(x);
    }
    for n in 0..=rest / w {
        x[at] = n;
        of_weight(weights, rest - n * w, at + 1, x, visit)?;
    }
    ControlFlow::Continue(())
}

fn counts(weights: &[u64], below: u64) -> Vec<Vec<u64>> {
    let mut counts = vec![vec![1u64; below as usize]];
    for w in weights.iter().rev() {
        let after = &counts[counts.len() - 1];
        let mut own: Vec<u64> = Vec::with_capacity(after.len());
        for (r, count) in after.iter().enumerate() {
            let more = r.checked_sub(*w as usize).map_or(0, |s| own[s]);
            own.push(count.saturating_add(more));
        }
        counts.push(own);
    }
    counts.reverse();
    counts
}

impl Table {
    fn rank(&self, x: &[i64]) -> Option<usize> {
        let mut rest = self.below.checked_sub(1)?;
        let mut rank = 0u64;
        for (i, n) in x.iter().enumerate() {
            let n = u64::try_from(*n).ok()?;
            let after = rest.checked_sub(self.weights[i].checked_mul(n)?)?;
            rank += self.counts[i][rest as usize] - self.counts[i][after as usize];
            rest = after;
        }
        usize::try_from(rank).ok()
    }

    /// All positions in it weigh less than this.
    pub(crate) fn below(&self) -> u64 {
        self.below
    }
}

impl Known for Table {
    fn width(&self) -> usize {
        self.weights.len()
    }

    fn look(&self, tuple: &[i64]) -> Option<bool> {
        self.rank(tuple).map(|r| self.lost[r])
    }

    fn members(&self) -> &[u32] {
        &self.members
    }

    fn size(&self) -> usize {
        self.lost.len()
    }

    fn weights(&self) -> &[u64] {
        &self.weights
    }
}
