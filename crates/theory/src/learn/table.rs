//! The table of lost positions, filled backwards.
//!
//! Positions are taken after their options. One that no lost option is known for is lost, and every position that moves to
//! it is marked; the work is that of the lost positions only. Tuples are kept by their
//! rank in the table.

use super::Known;
use super::below::{Below, Place, Room};
use super::bits::Bits;
use super::blocks::Cells;
use super::steady::Steady;
use crate::automata::Dfa;
use crate::effort::Effort;
use crate::prove::Wrong;
use crate::steps::Step;
use crate::tuning::{DESCENT, SUSPECTS};
use bouton_budget::Halt;
use bouton_compile::fragment::Fragment;
use bouton_language::ast::Verdict;
use bouton_linear::{Evaluator, Nest};
use num_bigint::BigUint;
use std::cell::OnceCell;
use std::ops::ControlFlow;

/// What fills tables of one game.
pub(crate) struct Filler {
    coordinates: usize,
    room: Room,
    legal: Evaluator,
    ends: Vec<(Evaluator, Verdict)>,
    /// Whether some ending is a loss.
    loses: bool,
    stuck: Verdict,
    block: u32,
    backward: Vec<(Nest, Vec<usize>)>,
    forward: Vec<(Nest, Vec<usize>)>,
    bound: usize,
    size: usize,
    /// Where all moves take constant amounts.
    steady: Option<Steady>,
}

/// Lost positions below a bound.
pub(crate) struct Table {
    below: Below,
    lost: Bits,
    tuples: usize,
    /// Of a box only when they are asked for.
    members: OnceCell<Vec<u32>>,
}

impl Filler {
    /// Prepares the loops; the weights are all positive. `top` is above every variable of the steps.
    pub(crate) fn new(
        fragment: &Fragment,
        weights: &[u64],
        steps: &[Step],
        top: usize,
        effort: &Effort,
    ) -> Result<Filler, Halt> {
        let room = Room::new(fragment, weights, effort)?;
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
            backward.push((s.backward(&room, bound)?, s.parts.first().cloned().unwrap_or_default()));
            forward.push((s.forward(coordinates)?, s.parts.first().cloned().unwrap_or_default()));
        }
        let tests = ends.iter().map(|e| e.0.size()).max().unwrap_or(0).max(legal.size());
        let nests = backward.iter().chain(&forward).map(|b| b.0.size());
        let size = nests.max().unwrap_or(0).max(tests).max(bound + 1).max(coordinates);
        let block = u32::try_from(fragment.block).map_err(|_| Halt::Size)?;
        let stuck = fragment.stuck;
        let loses = fragment.ends.iter().any(|e| e.1 == Verdict::Lose);
        let steady = if room.boxed { Steady::new(fragment, &forward, size, effort)? } else { None };
        Ok(Filler {
            coordinates,
            room,
            legal,
            ends,
            loses,
            stuck,
            block,
            backward,
            forward,
            bound,
            size,
            steady,
        })
    }

    /// How many tuples a table to `below` has.
    pub(crate) fn tuples(&self, below: u64) -> u64 {
        self.room.tuples(below)
    }

    /// Whether tables are boxes.
    pub(crate) fn boxed(&self) -> bool {
        self.room.boxed
    }

    /// What is taken, where all moves take constant amounts, which makes tables cheap.
    pub(crate) fn steady(&self) -> Option<&[Vec<usize>]> {
        self.steady.as_ref().map(Steady::takes)
    }

    /// The lost positions of a table to `below`.
    pub(crate) fn fill(&self, below: u64, effort: &Effort) -> Result<Table, Halt> {
        let ranks = self.room.below(below);
        let tuples = usize::try_from(ranks.tuples()).map_err(|_| Halt::Size)?;
        if let Some(steady) = self.steady.as_ref().filter(|_| below.is_multiple_of(64)) {
            let lost = steady.fill(usize::try_from(below).map_err(|_| Halt::Size)?, effort)?;
            return Ok(Table { below: ranks, lost, tuples, members: OnceCell::new() });
        }
        let mut lost = Bits::new(tuples);
        let mut members: Vec<u32> = Vec::new();
        let mut marks = vec![0u8; tuples];
        let enough = u8::try_from(self.block + 1).map_err(|_| Halt::Size)?;
        let mut numbers = vec![0i64; self.size];
        let mut scratch = vec![0i64; self.size];
        let mut came: Vec<u64> = Vec::new();
        let mut stopped = Ok(());
        let mut visit = |x: &[i64], rank: usize| {
            stopped = effort.tick();
            if stopped.is_err() {
                return ControlFlow::Break(());
            }
            let known = |y: &[i64]| ranks.rank(y).is_some_and(|r| lost.get(r));
            let can_win = marks[rank] >= enough;
            if can_win && !self.loses || !self.lost(x, can_win, &mut numbers, &known) {
                return ControlFlow::Continue(());
            }
            lost.set(rank);
            if !self.room.boxed {
                members.extend(x.iter().map(|n| *n as u32));
            }
            came.clear();
            for (nest, after) in &self.backward {
                after.iter().zip(x).for_each(|(v, n)| scratch[*v] = *n);
                // Two coordinates after the move that are one variable must agree.
                if !after.iter().zip(x).all(|(v, n)| scratch[*v] == *n) {
                    continue;
                }
                scratch[self.bound] = below as i64 - 1;
                let mut visited = 0;
                let mut mark = |rank: usize| match enough {
                    1 => marks[rank] = 1,
                    _ => came.push(rank as u64),
                };
                let _ = nest.rays(&mut scratch, &mut |found, slopes, many| {
                    visited += many;
                    let first = ranks.rank(&found[..self.coordinates]);
                    match (first, ranks.stride(slopes)) {
                        // Along a ray without a capped number everything is in the table.
                        (Some(first), Some(stride)) => {
                            let at = |i: u64| (first as i64 + stride * i as i64) as usize;
                            (0..many).for_each(|i| mark(at(i)));
                        }
                        _ => {
                            for _ in 0..many {
                                ranks.rank(&found[..self.coordinates]).into_iter().for_each(&mut mark);
                                slopes.iter().for_each(|(v, s)| found[*v] += s);
                            }
                        }
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
        let _ = ranks.each(&mut visit);
        stopped?;
        let members =
            if self.room.boxed { OnceCell::new() } else { by_weight(&members, &self.room.weights).into() };
        Ok(Table { below: ranks, lost, tuples, members })
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

    /// Where a guess may be wrong after a failed proof: the position, or one of its options.
    pub(crate) fn suspects(&self, wrong: &Wrong) -> Vec<Vec<u32>> {
        let small = |x: &Vec<BigUint>| x.iter().map(|n| u32::try_from(n).ok()).collect::<Option<Vec<u32>>>();
        let mut found: Vec<Vec<u32>> = small(&wrong.position).into_iter().collect();
        let Some(x) = found.first().cloned() else { return found };
        if let Some(option) = &wrong.option {
            found.extend(small(option));
            return found;
        }
        let mut numbers = vec![0i64; self.size];
        for (nest, after) in &self.forward {
            x.iter().enumerate().for_each(|(i, n)| numbers[i] = i64::from(*n));
            let _ = nest.run(&mut numbers, &mut |made| {
                found
                    .extend(after.iter().map(|v| u32::try_from(made[*v]).ok()).collect::<Option<Vec<u32>>>());
                if found.len() < SUSPECTS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        found
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

    /// Whether a position is lost: `can_win` says that more options are lost than may be forbidden, `lost` is known of
    /// all options.
    fn lost(&self, x: &[i64], can_win: bool, numbers: &mut [i64], lost: &dyn Fn(&[i64]) -> bool) -> bool {
        numbers[..x.len()].copy_from_slice(x);
        let mut ends = self.ends.iter();
        let ended = ends.find(|(end, _)| end.holds(numbers)).map(|(_, verdict)| *verdict);
        let open = match ended {
            Some(verdict) => verdict == Verdict::Lose,
            None => !can_win,
        };
        if !open || !self.legal.holds(numbers) {
            return false;
        }
        if ended.is_some() {
            return true;
        }
        // Where a player without a move has won, some option must be left to play: with forbidden options one that is
        // not lost, because the lost ones would all be forbidden.
        self.stuck == Verdict::Lose
            || self.forward.iter().any(|(nest, after)| {
                let mut y = vec![0i64; after.len()];
                let mut left = |found: &[i64]| {
                    y.iter_mut().zip(after).for_each(|(n, v)| *n = found[*v]);
                    if self.block > 0 && lost(&y) {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                };
                nest.run(numbers, &mut left).is_break()
            })
    }
}

/// Members in the order of their weight.
fn by_weight(members: &[u32], weights: &[u64]) -> Vec<u32> {
    let weight = |x: &&[u32]| x.iter().zip(weights).map(|(n, w)| u64::from(*n) * w).sum::<u64>();
    let mut list: Vec<&[u32]> = members.chunks(weights.len().max(1)).collect();
    list.sort_by_key(weight);
    list.concat()
}

impl Known for Table {
    fn width(&self) -> usize {
        self.weights().len()
    }

    fn look(&self, tuple: &[i64]) -> Option<bool> {
        Some(match self.below.place(tuple)? {
            Place::Rank(r) => self.lost.get(r),
            Place::Capped => false,
        })
    }

    fn members(&self) -> &[u32] {
        self.members.get_or_init(|| {
            let mut list = Vec::new();
            let _ = self.below.each(&mut |x, rank| {
                if self.lost.get(rank) {
                    list.extend(x.iter().map(|n| *n as u32));
                }
                ControlFlow::Continue(())
            });
            by_weight(&list, self.weights())
        })
    }

    fn size(&self) -> usize {
        self.tuples
    }

    fn weights(&self) -> &[u64] {
        self.below.weights()
    }

    fn capped(&self, track: usize) -> bool {
        self.below.capped(track)
    }

    fn cells(&self) -> Option<Cells<'_>> {
        self.below.cells(&self.lost)
    }
}
