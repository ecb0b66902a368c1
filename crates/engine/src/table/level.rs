//! Moves to one level: several coordinates fall to the same t.
//!
//! Where such a move leads depends on t and on the coordinates that stay, so all positions that agree in those look at
//! one line of targets, and each sees its beginning: the targets below its own bound. Where the line runs across rows,
//! the union of the first 0, 1, 2 … target rows is kept; where it crosses columns too, the first lost target on it is
//! enough.

use super::board::{Guard, Guards, common};
use super::layout::Layout;
use super::words::{clear_outside, fill};
use super::{NoTable, Room, TableStop};
use crate::Stop;
use std::ops::Range;

/// One family of level moves.
pub(super) struct Level {
    /// Its number, for messages.
    index: usize,
    /// The falling axes across rows (as places in a row's coordinates), slowest first, and what is added to the level.
    outer: Vec<(usize, i64)>,
    /// What is added in the row's own direction, if columns fall too.
    column: Option<i64>,
    /// What the level stays below: a place in a row's coordinates (`None`: the column), and what is added to it.
    below: (Option<usize>, i64),
    before: Guards,
    after: Guards,
    /// The least level that is in the box, and how many there are.
    low: i64,
    count: usize,
    /// The axes across rows that stay: place and weight in the number of a line.
    lines: Vec<(usize, usize)>,
    /// The weight of each axis across rows in the number of a row.
    weights: Vec<usize>,
    carried: Carried,
}

/// What is known of the lines.
enum Carried {
    /// For each line and each number of levels, the union of the target rows; and how many of these are done.
    Rows { flags: Vec<u64>, done: Vec<usize> },
    /// For each line, the first level whose target is lost.
    First(Vec<usize>),
}

/// A row of the table being filled.
pub(super) struct Here<'a> {
    pub(super) at: &'a [usize],
    pub(super) width: usize,
    pub(super) wide: usize,
    /// All rows of the table, filled up to this one.
    pub(super) rows: &'a [u64],
    /// The columns that are legal.
    pub(super) legal: Range<usize>,
}

impl Level {
    pub(super) fn new(
        index: usize,
        layout: &Layout,
        (axes, below): (&[(usize, i64)], (usize, i64)),
        (before, after): (&[Guard], &[Guard]),
        wide: usize,
        room: &mut Room,
    ) -> Result<Self, TableStop> {
        let (&last, across) = layout.order.split_last().unwrap_or((&0, &[]));
        let added = |axis: usize| axes.iter().find(|a| a.0 == axis).map(|a| a.1);
        let mut weights = vec![1; across.len()];
        for place in (1..across.len()).rev() {
            weights[place - 1] = weights[place] * layout.sizes[across[place]];
        }
        let mut outer = Vec::new();
        let mut lines = Vec::new();
        let mut count_lines = 1_usize;
        for (place, &axis) in across.iter().enumerate() {
            match added(axis) {
                Some(by) => outer.push((place, by)),
                None => {
                    lines.push((place, count_lines));
                    // Fewer than the cells of the box.
                    count_lines *= layout.sizes[axis];
                }
            }
        }
        let low = axes.iter().map(|&(_, by)| by.saturating_neg()).max().unwrap_or(0);
        let high = axes.iter().map(|&(axis, by)| (layout.sizes[axis] as i64).saturating_sub(by)).min();
        let count = usize::try_from(high.unwrap_or(0).saturating_sub(low)).unwrap_or(0);
        let column = added(last);
        let carried = if column.is_some() {
            Carried::First(room.filled(0, count_lines, usize::MAX)?)
        } else {
            let each = count.saturating_add(1).saturating_mul(wide);
            let flags = room.filled(0, count_lines.saturating_mul(each), 0)?;
            Carried::Rows { flags, done: room.filled(0, count_lines, 0)? }
        };
        Ok(Self {
            index,
            outer,
            column,
            below: (across.iter().position(|&axis| axis == below.0), below.1),
            before: Guards::new(layout, before),
            after: Guards::new(layout, after),
            low,
            count,
            lines,
            weights,
            carried,
        })
    }

    fn line(&self, at: &[usize]) -> usize {
        self.lines.iter().map(|&(place, weight)| at[place] * weight).sum()
    }

    /// How many levels are below a coordinate.
    fn levels(&self, coordinate: usize) -> usize {
        let levels = (coordinate as i64).saturating_add(self.below.1).saturating_sub(self.low);
        usize::try_from(levels).unwrap_or(0).min(self.count)
    }

    /// Makes won the cells of a row that have a lost target.
    pub(super) fn reach(
        &mut self,
        here: &Here<'_>,
        won: &mut [u64],
        scratch: &mut [u64],
    ) -> Result<(), TableStop> {
        let columns = common(&self.before.columns(here.at, here.width), &here.legal);
        if columns.is_empty() {
            return Ok(());
        }
        let levels = self.levels(self.below.0.map_or(columns.end - 1, |place| here.at[place]));
        if levels == 0 {
            return Ok(());
        }
        let top = self.low.saturating_add(levels as i64 - 1);
        if let Some(&(place, by)) = self.outer.first()
            && top.saturating_add(by) >= here.at[place] as i64
        {
            return Err(Stop::Rules(NoTable::Climbs { index: self.index, k: top }));
        }
        let line = self.line(here.at);
        if let Carried::First(first) = &self.carried {
            let first = first[line];
            if first >= levels {
                return Ok(());
            }
            let from = match self.below.0 {
                Some(_) => columns.start,
                // The first column with more levels than this below it.
                None => {
                    usize::try_from((first as i64).saturating_add(self.low).saturating_sub(self.below.1) + 1)
                        .unwrap_or(0)
                        .max(columns.start)
                }
            };
            fill(won, from..columns.end.max(from));
            return Ok(());
        }
        self.extend(line, levels, here, scratch);
        let Carried::Rows { flags, .. } = &self.carried else { return Ok(()) };
        let start = (line * (self.count + 1) + levels) * here.wide;
        let known = &flags[start..start + here.wide];
        if columns == (0..here.width) {
            won.iter_mut().zip(known).for_each(|(won, known)| *won |= known);
        } else {
            scratch.copy_from_slice(known);
            clear_outside(scratch, columns);
            won.iter_mut().zip(scratch.iter()).for_each(|(won, known)| *won |= known);
        }
        Ok(())
    }

    /// Brings the unions of the target rows of a line up to a number of levels.
    fn extend(&mut self, line: usize, levels: usize, here: &Here<'_>, scratch: &mut [u64]) {
        let Carried::Rows { flags, done } = &mut self.carried else { return };
        let mut at = here.at.to_vec();
        while done[line] < levels {
            let level = self.low + done[line] as i64;
            for &(place, by) in &self.outer {
                // Within the box, by the choice of `low` and `count`.
                at[place] = usize::try_from(level + by).unwrap_or(0);
            }
            let row: usize = at.iter().zip(&self.weights).map(|(at, weight)| at * weight).sum();
            scratch.copy_from_slice(&here.rows[row * here.wide..(row + 1) * here.wide]);
            if !self.after.is_empty() {
                clear_outside(scratch, self.after.columns(&at, here.width));
            }
            let start = (line * (self.count + 1) + done[line]) * here.wide;
            let (before, next) = flags[start..start + 2 * here.wide].split_at_mut(here.wide);
            for ((next, before), new) in next.iter_mut().zip(before).zip(scratch.iter()) {
                *next = *before | new;
            }
            done[line] += 1;
        }
    }

    /// Takes note of a row that has been decided.
    pub(super) fn learn(&mut self, here: &Here<'_>, row: &[u64]) {
        let (Some(by), Carried::First(_)) = (self.column, &self.carried) else { return };
        let level = match self.outer.first() {
            Some(&(place, by)) => here.at[place] as i64 - by,
            None => return,
        };
        if self.outer.iter().any(|&(place, by)| here.at[place] as i64 - by != level) {
            return;
        }
        let Ok(column) = usize::try_from(level.saturating_add(by)) else { return };
        if column >= here.width || row[column / 64] >> (column % 64) & 1 == 0 {
            return;
        }
        if !self.after.is_empty() && !self.after.columns(here.at, here.width).contains(&column) {
            return;
        }
        let Ok(number) = usize::try_from(level - self.low) else { return };
        let line = self.line(here.at);
        if let Carried::First(first) = &mut self.carried {
            first[line] = first[line].min(number);
        }
    }
}
