//! The table of Grundy values of one part: for every position below a bound the least value that no option has.

use super::Known;
use super::below::{Below, Place, Room};
use crate::effort::Effort;
use crate::steps::Step;
use bouton_budget::Halt;
use bouton_compile::fragment::Fragment;
use bouton_linear::{Evaluator, Nest};
use std::ops::ControlFlow;

/// Grundy values of parts below a bound, as the set of tuples (part, value).
pub(crate) struct ValueTable {
    below: Below,
    /// The weights of the numbers of a part, which are positive, and 0 for the value.
    weights: Vec<u64>,
    values: Vec<Option<u32>>,
    members: Vec<u32>,
}

impl ValueTable {
    /// The values of all parts of a table to a bound.
    pub(crate) fn fill(
        fragment: &Fragment,
        room: &Room,
        steps: &[Step],
        bound: u64,
        effort: &Effort,
    ) -> Result<ValueTable, Halt> {
        let coordinates = fragment.coordinates.len();
        let legal = Evaluator::new(&fragment.legal)?;
        let nests: Vec<(Nest, &Step)> =
            steps.iter().map(|s| Ok((s.forward(coordinates)?, s))).collect::<Result<_, Halt>>()?;
        let size = nests.iter().map(|n| n.0.size()).max().unwrap_or(0).max(legal.size()).max(coordinates);
        let below = room.below(bound);
        let tuples = usize::try_from(below.tuples()).map_err(|_| Halt::Size)?;
        let mut numbers = vec![0i64; size];
        let mut values: Vec<Option<u32>> = vec![None; tuples];
        let mut members = Vec::new();
        // Which values the options of one part have, by the number of the part.
        let mut seen: Vec<usize> = Vec::new();
        let mut part = vec![0i64; coordinates];
        let mut stopped = Ok(());
        let mut count = 0;
        let mut visit = |x: &[i64], rank: usize| -> Result<(), Halt> {
            effort.tick()?;
            numbers[..coordinates].copy_from_slice(x);
            if !legal.holds(&mut numbers) {
                return Ok(());
            }
            count += 1;
            for (nest, step) in &nests {
                let mut visited = 0;
                let _ = nest.run(&mut numbers, &mut |found| {
                    visited += 1;
                    let mut value = |names: &Vec<usize>| {
                        part.iter_mut().zip(names).for_each(|(n, v)| *n = found[*v]);
                        values[below.rank(&part)?]
                    };
                    // Parts outside the table cannot come from a move: they weigh less.
                    let total = step.parts.iter().try_fold(0, |x, part| Some(x ^ value(part)?));
                    if let Some(v) = total {
                        let v = v as usize;
                        if v >= seen.len() {
                            seen.resize(v + 1, 0);
                        }
                        seen[v] = count;
                    }
                    ControlFlow::Continue(())
                });
                effort.spend(visited)?;
            }
            let least = seen.iter().position(|stamp| *stamp != count).unwrap_or(seen.len());
            let least = u32::try_from(least).map_err(|_| Halt::Size)?;
            values[rank] = Some(least);
            members.extend(x.iter().map(|n| *n as u32).chain([least]));
            Ok(())
        };
        let _ = below.each(&mut |x, rank| {
            stopped = visit(x, rank);
            if stopped.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        stopped?;
        let weights = room.weights.iter().copied().chain([0]).collect();
        Ok(ValueTable { below, weights, values, members })
    }
}

impl Known for ValueTable {
    fn width(&self) -> usize {
        self.weights.len()
    }

    fn look(&self, tuple: &[i64]) -> Option<bool> {
        let (value, part) = tuple.split_last()?;
        Some(match self.below.place(part)? {
            Place::Rank(r) => self.values[r].is_some_and(|v| i64::from(v) == *value),
            Place::Capped => false,
        })
    }

    fn members(&self) -> &[u32] {
        &self.members
    }

    fn size(&self) -> usize {
        // A value tells as much as a few yes-or-no answers do.
        4 * self.values.len()
    }

    fn weights(&self) -> &[u64] {
        &self.weights
    }

    fn capped(&self, track: usize) -> bool {
        track + 1 < self.weights.len() && self.below.capped(track)
    }
}
