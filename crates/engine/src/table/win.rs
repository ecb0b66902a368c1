//! Who wins at every point of a box, 64 cells to a word.
//!
//! Which cells of a row have a lost option in an earlier row is found by whole words: a single shift is a shifted row
//! of lost cells; a ray needs one row of flags per line, moved on from row to row; a window of m steps is the
//! union of two windows of 2^j steps, and those are doubled from one another. What is left open is decided within
//! the row from the first cell on: an open cell is lost, and the moves along the row say which cells it makes won.

use super::layout::{Layout, Rows, Shift};
use super::moves::{Line, Moves, VectorMove, arrange};
use super::words::{fill, last_mask, or_shifted, words};
use super::{Play, Room, TableStop};
use crate::budget::Meter;
use crate::{Budget, Outcome};

/// The lost positions of a box, a bit a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits {
    layout: Layout,
    /// Each row begins a new word; what is over of its last word is 0.
    rows: Vec<u64>,
}

impl Bits {
    /// The sizes of the box.
    pub fn sizes(&self) -> &[usize] {
        &self.layout.sizes
    }

    /// Whether the player to move at `point` loses; `None` outside the box.
    pub fn is_lost(&self, point: &[usize]) -> Option<bool> {
        let (row, column) = self.layout.place(point)?;
        let word = self.rows.get(row * words(self.layout.width) + column / 64)?;
        Some(word >> (column % 64) & 1 == 1)
    }

    /// What the player to move at `point` gets; `None` outside the box.
    pub fn outcome(&self, point: &[usize]) -> Option<Outcome> {
        Some(if self.is_lost(point)? { Outcome::Lose } else { Outcome::Win })
    }

    /// How many positions are lost.
    pub fn count(&self) -> usize {
        self.rows.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The lost positions, each move leading from a later one to an earlier one.
    pub fn points(&self) -> impl Iterator<Item = Vec<usize>> + '_ {
        let wide = words(self.layout.width).max(1);
        self.rows.iter().enumerate().flat_map(move |(index, &word)| {
            let (row, from) = (index / wide, index % wide * 64);
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest.checked_sub(1)?;
                Some(self.layout.point(row, from + bit))
            })
        })
    }

    /// The memory the table takes.
    pub fn bytes(&self) -> usize {
        self.rows.len() * size_of::<u64>()
    }
}

/// Where rows of bits are read from.
#[derive(Clone, Copy)]
enum Source {
    /// The lost cells.
    Lost,
    /// A plane of flags.
    Plane(usize),
}

/// Flags derived from the lost cells, kept for the last `depth` rows.
struct Plane {
    depth: usize,
    rows: Vec<u64>,
    /// The flags of a row: those of `source` in it, and those of `with` before `by`.
    source: Source,
    with: Source,
    by: Shift,
}

/// Cells are won where `source` has a flag at the end of `by`.
struct Reach {
    source: Source,
    by: Shift,
}

/// Moves along a row, from the target's side: a lost cell makes won every cell `first + j*step` ahead, j < `count`.
struct Along {
    first: usize,
    step: usize,
    count: usize,
    /// For each remainder by `step`, the first cell not yet made won.
    next: Vec<usize>,
}

/// Which positions of the box `sizes` are lost.
pub fn win(sizes: &[usize], moves: &[VectorMove], play: Play, budget: &Budget) -> Result<Bits, TableStop> {
    let mut room = Room::new(budget);
    let (layout, moves) = arrange(sizes, moves, &mut room)?;
    let wide = words(layout.width);
    let total = layout.rows.checked_mul(wide).ok_or_else(|| room.refusal(0, usize::MAX))?;
    let rows = room.filled(0, total, 0)?;
    let mut filler = Filler::new(layout, &moves, rows, &mut room)?;
    let mut meter = Meter::new(budget);
    while filler.at.row < filler.layout.rows {
        meter.tick(filler.at.row * filler.layout.width)?;
        filler.open(&moves, play);
        filler.decide(&mut meter)?;
        filler.carry();
        filler.at.advance();
    }
    Ok(Bits { layout: filler.layout, rows: filler.rows })
}

struct Filler {
    layout: Layout,
    at: Rows,
    wide: usize,
    rows: Vec<u64>,
    planes: Vec<Plane>,
    reaches: Vec<Reach>,
    along: Vec<Along>,
    /// The won cells of the row at hand; scratch while flags are carried on.
    won: Vec<u64>,
}

impl Filler {
    fn new(layout: Layout, moves: &Moves, rows: Vec<u64>, room: &mut Room) -> Result<Self, TableStop> {
        let wide = words(layout.width);
        let won = room.filled(0, wide, 0)?;
        let at = Rows::new(&layout);
        let mut filler =
            Self { layout, at, wide, rows, planes: Vec::new(), reaches: Vec::new(), along: Vec::new(), won };
        for shift in &moves.singles {
            if shift.rows > 0 {
                filler.reaches.push(Reach { source: Source::Lost, by: shift.clone() });
            } else {
                let first = usize::try_from(shift.column).unwrap_or(usize::MAX);
                filler.along.push(Along { first, step: 1, count: 1, next: room.filled(0, 1, 0)? });
            }
        }
        for line in &moves.lines {
            if line.step.rows > 0 && line.count.is_none() {
                filler.ray(line, room)?;
            } else if line.first.rows > 0 {
                filler.window(line, room)?;
            } else {
                let first = usize::try_from(line.first.column).unwrap_or(usize::MAX);
                let step = usize::try_from(line.step.column).unwrap_or(usize::MAX);
                let count = line.count.unwrap_or(usize::MAX);
                filler.along.push(Along { first, step, count, next: room.filled(0, step, 0)? });
            }
        }
        Ok(filler)
    }

    /// Adds a plane that is read up to `reach` rows back.
    fn plane(
        &mut self,
        reach: usize,
        source: Source,
        with: Option<Source>,
        by: Shift,
        room: &mut Room,
    ) -> Result<Source, TableStop> {
        let new = Source::Plane(self.planes.len());
        let depth = reach.saturating_add(1).min(self.layout.rows);
        let rows = room.filled(0, depth.saturating_mul(self.wide), 0)?;
        self.planes.push(Plane { depth, rows, source, with: with.unwrap_or(new), by });
        Ok(new)
    }

    fn ray(&mut self, line: &Line, room: &mut Room) -> Result<(), TableStop> {
        let reach = line.step.rows.max(line.first.rows);
        let source = self.plane(reach, Source::Lost, None, line.step.clone(), room)?;
        self.reaches.push(Reach { source, by: line.first.clone() });
        Ok(())
    }

    fn window(&mut self, line: &Line, room: &mut Room) -> Result<(), TableStop> {
        let count = line.longest;
        let mut source = Source::Lost;
        let mut covered = 1;
        while covered * 2 <= count {
            let by = line.step.times(covered);
            covered *= 2;
            let rest = line.step.times(count - covered);
            // Read by the next doubling, or by the two halves of the window.
            let reach = if covered * 2 <= count { by.rows * 2 } else { line.first.rows + rest.rows };
            source = self.plane(reach, source, Some(source), by, room)?;
        }
        self.reaches.push(Reach { source, by: line.first.clone() });
        if covered < count {
            self.reaches.push(Reach { source, by: line.first.plus(&line.step.times(count - covered)) });
        }
        Ok(())
    }

    /// Finds the cells of the row that are won by a move to an earlier row, or by having no move in misère play.
    fn open(&mut self, moves: &Moves, play: Play) {
        let Self { at, wide, rows, planes, reaches, won, layout, .. } = self;
        won.fill(0);
        if play == Play::Misere {
            let firsts = moves.singles.iter().chain(moves.lines.iter().map(|line| &line.first));
            for shift in firsts.filter(|shift| at.back(shift).is_some()) {
                fill(won, shift.columns(layout.width));
            }
            won.iter_mut().for_each(|word| *word = !*word);
        }
        for reach in reaches.iter() {
            if let Some(row) = at.back(&reach.by) {
                or_shifted(won, read(rows, planes, *wide, reach.source, row), reach.by.column);
            }
        }
    }

    /// Decides the cells of the row in order.
    fn decide(&mut self, meter: &mut Meter<'_>) -> Result<(), TableStop> {
        let width = self.layout.width;
        let start = self.at.row * self.wide;
        let lost = &mut self.rows[start..start + self.wide];
        let won = &mut self.won;
        let mask = last_mask(width);
        if self.along.is_empty() {
            lost.iter_mut().zip(won.iter()).for_each(|(lost, won)| *lost = !won);
            lost[self.wide - 1] &= mask;
            return Ok(());
        }
        self.along.iter_mut().for_each(|along| along.next.fill(0));
        for index in 0..self.wide {
            if index % 1024 == 1023 {
                meter.tick(self.at.row * width + index * 64)?;
            }
            let mut ahead = if index + 1 == self.wide { mask } else { u64::MAX };
            loop {
                let open = !won[index] & ahead;
                if open == 0 {
                    break;
                }
                let bit = open.trailing_zeros();
                lost[index] |= 1 << bit;
                ahead &= u64::MAX << bit << 1;
                for along in &mut self.along {
                    along.mark(index * 64 + bit as usize, width, won);
                }
            }
        }
        Ok(())
    }

    /// Carries the flags on to this row.
    fn carry(&mut self) {
        let row = self.at.row;
        let mask = last_mask(self.layout.width);
        for index in 0..self.planes.len() {
            let plane = &self.planes[index];
            self.won.copy_from_slice(read(&self.rows, &self.planes, self.wide, plane.source, row));
            if let Some(before) = self.at.back(&plane.by) {
                let from = read(&self.rows, &self.planes, self.wide, plane.with, before);
                or_shifted(&mut self.won, from, plane.by.column);
                self.won[self.wide - 1] &= mask;
            }
            let plane = &mut self.planes[index];
            let start = row % plane.depth * self.wide;
            plane.rows[start..start + self.wide].copy_from_slice(&self.won);
        }
    }
}

/// The bits of `source` in a row.
fn read<'a>(lost: &'a [u64], planes: &'a [Plane], wide: usize, source: Source, row: usize) -> &'a [u64] {
    let (rows, row) = match source {
        Source::Lost => (lost, row),
        Source::Plane(plane) => (planes[plane].rows.as_slice(), row % planes[plane].depth),
    };
    &rows[row * wide..(row + 1) * wide]
}

impl Along {
    /// Makes won what a lost cell at `column` makes won.
    fn mark(&mut self, column: usize, width: usize, won: &mut [u64]) {
        let start = column.saturating_add(self.first);
        if start >= width {
            return;
        }
        let end = start.saturating_add((self.count - 1).saturating_mul(self.step)).min(width - 1);
        let next = &mut self.next[start % self.step];
        let from = start.max(*next);
        if self.step == 1 {
            fill(won, from..end + 1);
        } else {
            for cell in (from..=end).step_by(self.step) {
                won[cell / 64] |= 1 << (cell % 64);
            }
        }
        *next = (*next).max(end - (end - start) % self.step + self.step);
    }
}
