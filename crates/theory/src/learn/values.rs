//! The table of Grundy values of one part: for every position below a weight the least value that no option has.

use super::Known;
use crate::arithmetic::{Evaluator, Nest};
use crate::effort::{Effort, Halt};
use crate::steps::Step;
use bouton_compile::fragment::Fragment;
use std::ops::ControlFlow;

/// Grundy values of one-number parts below a bound, as the set of pairs (n, value).
pub(crate) struct ValueTable {
    values: Vec<Option<u32>>,
    members: Vec<u32>,
}

impl ValueTable {
    /// The values of all n below a bound.
    pub(crate) fn fill(
        fragment: &Fragment,
        steps: &[Step],
        below: usize,
        effort: &Effort,
    ) -> Result<ValueTable, Halt> {
        let legal = Evaluator::new(&fragment.legal)?;
        let nests: Vec<(Nest, &Step)> =
            steps.iter().map(|s| Ok((s.forward(1)?, s))).collect::<Result<_, Halt>>()?;
        let size = nests.iter().map(|n| n.0.size()).max().unwrap_or(0).max(legal.size()).max(1);
        let mut numbers = vec![0i64; size];
        let mut values: Vec<Option<u32>> = Vec::with_capacity(below);
        let mut members = Vec::new();
        let mut seen: Vec<usize> = Vec::new();
        for n in 0..below {
            effort.check()?;
            numbers[0] = n as i64;
            if !legal.holds(&mut numbers) {
                values.push(None);
                continue;
            }
            for (nest, step) in &nests {
                let mut visited = 0;
                let _ = nest.run(&mut numbers, &mut |found| {
                    visited += 1;
                    let value = |part: &Vec<usize>| {
                        let n = usize::try_from(found[part[0]]).ok()?;
                        values.get(n).copied().flatten()
                    };
                    // Parts outside the table cannot come from a move: they weigh less.
                    let total = step.parts.iter().try_fold(0, |x, part| Some(x ^ value(part)?));
                    if let Some(v) = total {
                        let v = v as usize;
                        if v >= seen.len() {
                            seen.resize(v + 1, usize::MAX);
                        }
                        seen[v] = n;
                    }
                    ControlFlow::Continue(())
                });
                effort.spend(visited)?;
            }
            let least = seen.iter().position(|stamp| *stamp != n).unwrap_or(seen.len());
            let least = u32::try_from(least).map_err(|_| Halt::TooLarge)?;
            values.push(Some(least));
            members.extend([n as u32, least]);
        }
        Ok(ValueTable { values, members })
    }
}

impl Known for ValueTable {
    fn width(&self) -> usize {
        2
    }

    fn look(&self, tuple: &[i64]) -> Option<bool> {
        let value = self.values.get(usize::try_from(tuple[0]).ok()?)?;
        Some(value.is_some_and(|v| i64::from(v) == tuple[1]))
    }

    fn members(&self) -> &[u32] {
        &self.members
    }

    fn size(&self) -> usize {
        // A value tells as much as a few yes-or-no answers do.
        4 * self.values.len()
    }

    fn weights(&self) -> &[u64] {
        &[1, 0]
    }
}
