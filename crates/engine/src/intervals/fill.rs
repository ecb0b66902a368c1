//! Fills W length by length: the minima over what moves leave, then the planes for the lengths to come.

use super::Take;
use super::cuts::{Plan, Source};
use super::machine::{Number, lower, settle, smaller, sums};
use crate::{Budget, Halt};
use bouton_budget::Meter;

/// The last few lengths of something, one number for each interval.
struct Ring<T> {
    rows: Vec<Vec<T>>,
}

impl<T: Number> Ring<T> {
    fn new(depth: usize, n: usize) -> Self {
        Self { rows: vec![vec![T::ZERO; n + 1]; depth] }
    }

    fn row(&self, length: usize) -> &[T] {
        &self.rows[length % self.rows.len()]
    }

    fn row_mut(&mut self, length: usize) -> &mut Vec<T> {
        let depth = self.rows.len();
        &mut self.rows[length % depth]
    }
}

/// Fills the lengths of one row.
pub(super) struct Filler<'a, T> {
    n: usize,
    plan: &'a Plan,
    meter: Meter<'a>,
    /// Sums of the first 0, 1, … elements.
    sums: Vec<T>,
    cells: Ring<T>,
    planes: Vec<Ring<T>>,
}

impl<'a, T: Number> Filler<'a, T> {
    pub(super) fn new(row: &[i64], plan: &'a Plan, budget: &'a Budget) -> Result<Self, Halt> {
        let n = row.len();
        // No more lengths are kept than there are.
        let depth = |reach: usize| reach.min(n) + 1;
        let rings = std::iter::once(plan.depth).chain(plan.planes.iter().map(|p| p.reach)).map(depth);
        let numbers = rings.fold(n + 1, |sum, depth| sum.saturating_add(depth.saturating_mul(n + 1)));
        let meter = Meter::new(budget);
        meter.room(0, numbers.saturating_mul(size_of::<T>()))?;
        let mut total = 0;
        let after = row.iter().map(|x| {
            total += x;
            T::of(total)
        });
        let sums = std::iter::once(T::ZERO).chain(after).collect();
        let cells = Ring::new(depth(plan.depth), n);
        let planes = plan.planes.iter().map(|p| Ring::new(depth(p.reach), n)).collect();
        Ok(Self { n, plan, meter, sums, cells, planes })
    }

    /// Fills all lengths and shows the scores of each.
    pub(super) fn run(mut self, take: &mut Take<'_>) -> Result<(), Halt> {
        let mut done = 0;
        for length in 0..=self.n {
            self.meter.tick(done)?;
            done += self.n - length + 1;
            self.decide(length);
            self.carry(length);
            let (row, sums) = (self.cells.row(length), &self.sums);
            take(length, &|from| (row[from] - (sums[from + length] - sums[from])).into());
        }
        Ok(())
    }

    fn source(&self, source: Source) -> &Ring<T> {
        match source {
            Source::Cells => &self.cells,
            Source::Plane(plane) => &self.planes[plane],
        }
    }

    /// W of all intervals of a length.
    fn decide(&mut self, length: usize) {
        let count = self.n - length + 1;
        // The ring is deeper than any move is long, so the row that is overwritten is none that is read.
        let mut out = std::mem::take(self.cells.row_mut(length));
        let mut any = false;
        for reach in self.plan.reaches.iter().filter(|reach| reach.applies(length)) {
            let from = &self.source(reach.source).row(length - reach.by.shorter)[reach.by.left..];
            if any {
                lower(&mut out[..count], from);
            } else {
                out[..count].copy_from_slice(&from[..count]);
                any = true;
            }
        }
        let (from, to) = (&self.sums[..count], &self.sums[length..]);
        if any {
            settle(&mut out[..count], from, to);
        } else {
            // The game is over: the score is 0.
            sums(&mut out[..count], from, to);
        }
        *self.cells.row_mut(length) = out;
    }

    /// The planes for a length.
    fn carry(&mut self, length: usize) {
        let count = self.n - length + 1;
        for (index, rule) in self.plan.planes.iter().enumerate() {
            let mut out = std::mem::take(self.planes[index].row_mut(length));
            let own = &self.source(rule.source).row(length)[..count];
            match length.checked_sub(rule.by.shorter).filter(|left| *left >= rule.keep) {
                Some(left) => {
                    let with = &self.source(rule.with).row(left)[rule.by.left..];
                    smaller(&mut out[..count], own, with);
                }
                None => out[..count].copy_from_slice(own),
            }
            *self.planes[index].row_mut(length) = out;
        }
    }
}
