//! Who wins at every point of a box, 64 cells to a word.
//!
//! Which cells of a row have a lost option in an earlier row is found by whole words: a single shift is a shifted row
//! of lost cells; a ray needs one row of flags per line, moved on from row to row; a window of m steps is the
//! union of two windows of 2^j steps, and those are doubled from one another. What is left open is decided within
//! the row from the first cell on: an open cell is lost, and the moves along the row say which cells it makes won.

use super::board::{Board, BoardMove, Guards, Way, common};
use super::layout::{Layout, Rows, Shift};
use super::level::{Here, Level};
use super::moves::{Line, Moves, VectorMove, layout, normal};
use super::words::{clear_outside, fill, last_mask, or_shifted, words};
use super::{Play, Room, TableStop};
use crate::bits::ones;
use crate::{Budget, Halt, Outcome};
use bouton_budget::Meter;
use std::ops::Range;

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
        let wide = words(self.layout.width).max(1) * 64;
        ones(&self.rows).map(move |place| self.layout.point(place / wide, place % wide))
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
    /// The flags of a row: those of `source` in it where `only` holds, and those of another plane a shift before.
    source: Source,
    only: Guards,
    with: Option<(Source, Shift)>,
}

/// Cells are won where `source` has a flag at the end of `by`, if `before` holds of them.
struct Reach {
    source: Source,
    by: Shift,
    before: Guards,
}

/// Moves along a row, from the target's side: a lost cell makes won every cell `first + j*step` ahead, j < `count`.
struct Along {
    first: usize,
    step: usize,
    count: usize,
    before: Guards,
    after: Guards,
    /// For each remainder by `step`, the first cell not yet made won.
    next: Vec<usize>,
    /// The columns of the row at hand that moves may begin at and lead to.
    from: Range<usize>,
    to: Range<usize>,
}

/// What moves may begin at and lead to.
#[derive(Clone, Default)]
struct Ends {
    before: Guards,
    after: Guards,
}

/// What a run through the rows finds.
enum Find<'f> {
    /// Which of the legal cells, all of them in the table already, have no move.
    Stuck(&'f mut Vec<u64>),
    /// Which cells are lost; those that are given are won.
    Lost(Option<&'f [u64]>),
}

/// Which positions of the box `sizes` are lost.
pub fn win(sizes: &[usize], moves: &[VectorMove], play: Play, budget: &Budget) -> Result<Bits, TableStop> {
    lost(sizes, &Board::free(moves), play, budget)
}

/// Which legal points of a board of these sizes are lost.
pub fn lost(sizes: &[usize], board: &Board, play: Play, budget: &Budget) -> Result<Bits, TableStop> {
    let mut room = Room::new(budget);
    board.check(sizes.len())?;
    let board = &board.plain(sizes.len());
    let vectors: Vec<VectorMove> = board.moves.iter().filter_map(vector).collect();
    let layout = layout(sizes, &vectors, &room)?;
    let mut meter = Meter::new(budget);
    let mut stuck = None;
    if play == Play::Misere {
        let mut found = room.filled(0, rows_of(&layout, &room)?, 0)?;
        if board.is_free() {
            let moves = normal(&layout, &vectors, &mut room)?;
            without_move(&layout, &moves, &mut found);
        } else {
            let before = room.used;
            let mut filler = Filler::new(layout.clone(), board, &mut room)?;
            filler.fill_legal();
            filler.run(&mut Find::Stuck(&mut found), &mut meter)?;
            drop(filler);
            room.used = before;
        }
        stuck = Some(found);
    }
    let mut filler = Filler::new(layout, board, &mut room)?;
    filler.run(&mut Find::Lost(stuck.as_deref()), &mut meter)?;
    Ok(Bits { layout: filler.layout, rows: filler.rows })
}

/// The vectors of a family of moves, if it has them.
fn vector(m: &BoardMove) -> Option<VectorMove> {
    match &m.way {
        Way::Vector(v) => Some(v.clone()),
        Way::Level { .. } => None,
    }
}

/// The words of a table.
fn rows_of(layout: &Layout, room: &Room) -> Result<usize, Halt> {
    layout.rows.checked_mul(words(layout.width)).ok_or_else(|| room.refusal(0, usize::MAX))
}

/// The cells that have no move, where every move is free.
fn without_move(layout: &Layout, moves: &Moves, out: &mut [u64]) {
    let wide = words(layout.width);
    let mut at = Rows::new(layout);
    for row in out.chunks_exact_mut(wide.max(1)) {
        let firsts = moves.singles.iter().chain(moves.lines.iter().map(|line| &line.first));
        for shift in firsts.filter(|shift| at.back(shift).is_some()) {
            fill(row, shift.columns(layout.width));
        }
        row.iter_mut().for_each(|word| *word = !*word);
        at.advance();
    }
}

struct Filler {
    layout: Layout,
    at: Rows,
    wide: usize,
    rows: Vec<u64>,
    legal: Guards,
    /// The legal columns of the row at hand.
    columns: Range<usize>,
    planes: Vec<Plane>,
    reaches: Vec<Reach>,
    levels: Vec<Level>,
    along: Vec<Along>,
    /// The won cells of the row at hand; scratch while flags are carried on.
    won: Vec<u64>,
    scratch: Vec<u64>,
}

impl Filler {
    fn new(layout: Layout, board: &Board, room: &mut Room) -> Result<Self, TableStop> {
        let wide = words(layout.width);
        let rows = room.filled(0, rows_of(&layout, room)?, 0)?;
        let mut filler = Self {
            at: Rows::new(&layout),
            wide,
            rows,
            legal: Guards::new(&layout, &board.legal),
            columns: 0..layout.width,
            planes: Vec::new(),
            reaches: Vec::new(),
            levels: Vec::new(),
            along: Vec::new(),
            won: room.filled(0, wide, 0)?,
            scratch: room.filled(0, wide, 0)?,
            layout,
        };
        // Moves without conditions of their own go together: then none of them is followed twice.
        let free = |m: &&BoardMove| m.before.is_empty() && m.after.is_empty();
        let common: Vec<VectorMove> = board.moves.iter().filter(free).filter_map(vector).collect();
        filler.vectors(&common, &Ends::default(), room)?;
        for (index, m) in board.moves.iter().enumerate() {
            match &m.way {
                Way::Vector(_) if free(&m) => {}
                Way::Vector(v) => {
                    let guards = |list| Guards::new(&filler.layout, list);
                    let ends = Ends { before: guards(&m.before), after: guards(&m.after) };
                    filler.vectors(std::slice::from_ref(v), &ends, room)?;
                }
                Way::Level { axes, below } => {
                    let guards = (m.before.as_slice(), m.after.as_slice());
                    let level = Level::new(index, &filler.layout, (axes, *below), guards, wide, room)?;
                    filler.levels.push(level);
                }
            }
        }
        Ok(filler)
    }

    /// Prepares for families of vectors that begin and end alike.
    fn vectors(&mut self, moves: &[VectorMove], ends: &Ends, room: &mut Room) -> Result<(), TableStop> {
        let moves = normal(&self.layout, moves, room)?;
        for shift in &moves.singles {
            if shift.rows > 0 {
                let source = self.source(ends, shift.rows, room)?;
                self.reaches.push(Reach { source, by: shift.clone(), before: ends.before.clone() });
            } else {
                let first = usize::try_from(shift.column).unwrap_or(usize::MAX);
                self.along(first, 1, 1, ends, room)?;
            }
        }
        for line in &moves.lines {
            if line.step.rows > 0 && line.count.is_none() {
                self.ray(line, ends, room)?;
            } else if line.first.rows > 0 {
                self.window(line, ends, room)?;
            } else {
                let first = usize::try_from(line.first.column).unwrap_or(usize::MAX);
                let step = usize::try_from(line.step.column).unwrap_or(usize::MAX);
                self.along(first, step, line.count.unwrap_or(usize::MAX), ends, room)?;
            }
        }
        Ok(())
    }

    fn along(
        &mut self,
        first: usize,
        step: usize,
        count: usize,
        ends: &Ends,
        room: &mut Room,
    ) -> Result<(), TableStop> {
        let next = room.filled(0, step, 0)?;
        let Ends { before, after } = ends.clone();
        self.along.push(Along { first, step, count, before, after, next, from: 0..0, to: 0..0 });
        Ok(())
    }

    /// The lost cells that moves may lead to, to be read up to `reach` rows back.
    fn source(&mut self, ends: &Ends, reach: usize, room: &mut Room) -> Result<Source, TableStop> {
        if ends.after.is_empty() {
            return Ok(Source::Lost);
        }
        self.plane(reach, Source::Lost, ends.after.clone(), None, room)
    }

    /// Adds a plane that is read up to `reach` rows back.
    fn plane(
        &mut self,
        reach: usize,
        source: Source,
        only: Guards,
        with: Option<(Source, Shift)>,
        room: &mut Room,
    ) -> Result<Source, TableStop> {
        let new = Source::Plane(self.planes.len());
        let depth = reach.saturating_add(1).min(self.layout.rows);
        let rows = room.filled(0, depth.saturating_mul(self.wide), 0)?;
        self.planes.push(Plane { depth, rows, source, only, with });
        Ok(new)
    }

    fn ray(&mut self, line: &Line, ends: &Ends, room: &mut Room) -> Result<(), TableStop> {
        let reach = line.step.rows.max(line.first.rows);
        let own = Source::Plane(self.planes.len());
        let with = Some((own, line.step.clone()));
        let source = self.plane(reach, Source::Lost, ends.after.clone(), with, room)?;
        self.reaches.push(Reach { source, by: line.first.clone(), before: ends.before.clone() });
        Ok(())
    }

    fn window(&mut self, line: &Line, ends: &Ends, room: &mut Room) -> Result<(), TableStop> {
        let count = line.longest;
        let mut covered = 1;
        // Read by the first doubling, or by the window itself.
        let reach = if count > 1 { line.step.rows } else { line.first.rows };
        let mut source = self.source(ends, reach, room)?;
        while covered * 2 <= count {
            let by = line.step.times(covered);
            covered *= 2;
            let rest = line.step.times(count - covered);
            // Read by the next doubling, or by the two halves of the window.
            let reach = if covered * 2 <= count { by.rows * 2 } else { line.first.rows + rest.rows };
            source = self.plane(reach, source, Guards::default(), Some((source, by)), room)?;
        }
        let mut reach = |by| self.reaches.push(Reach { source, by, before: ends.before.clone() });
        reach(line.first.clone());
        if covered < count {
            reach(line.first.plus(&line.step.times(count - covered)));
        }
        Ok(())
    }

    /// Makes all legal cells those that moves look for.
    fn fill_legal(&mut self) {
        let mut at = Rows::new(&self.layout);
        for row in self.rows.chunks_exact_mut(self.wide.max(1)) {
            fill(row, self.legal.columns(&at.at, self.layout.width));
            at.advance();
        }
    }

    /// Goes through all rows.
    fn run(&mut self, find: &mut Find<'_>, meter: &mut Meter<'_>) -> Result<(), TableStop> {
        while self.at.row < self.layout.rows {
            meter.tick(self.at.row * self.layout.width)?;
            self.columns = self.legal.columns(&self.at.at, self.layout.width);
            if !self.columns.is_empty() {
                self.open()?;
                match find {
                    Find::Stuck(stuck) => self.stuck(stuck),
                    Find::Lost(stuck) => self.decide(*stuck, meter)?,
                }
            }
            self.carry();
            self.at.advance();
        }
        Ok(())
    }

    /// Finds the cells of the row that are won by a move to an earlier row.
    fn open(&mut self) -> Result<(), TableStop> {
        let Self { at, wide, rows, planes, reaches, won, layout, levels, scratch, columns, along, .. } = self;
        won.fill(0);
        for reach in reaches.iter() {
            let Some(row) = at.back(&reach.by) else { continue };
            let from = read(rows, planes, *wide, reach.source, row);
            if reach.before.is_empty() {
                or_shifted(won, from, reach.by.column);
            } else {
                let allowed = reach.before.columns(&at.at, layout.width);
                if !allowed.is_empty() {
                    scratch.fill(0);
                    or_shifted(scratch, from, reach.by.column);
                    clear_outside(scratch, allowed);
                    won.iter_mut().zip(scratch.iter()).for_each(|(won, more)| *won |= more);
                }
            }
        }
        if !levels.is_empty() {
            let (width, wide) = (layout.width, *wide);
            let here = Here { at: &at.at, width, wide, rows, legal: columns.clone() };
            for level in levels {
                level.reach(&here, won, scratch)?;
            }
        }
        for along in along {
            along.next.fill(0);
            along.from = along.before.columns(&at.at, layout.width);
            along.to = along.after.columns(&at.at, layout.width);
        }
        Ok(())
    }

    /// Which of the legal cells of the row have no move.
    fn stuck(&mut self, out: &mut [u64]) {
        let start = self.at.row * self.wide;
        for along in &mut self.along {
            for column in common(&self.columns, &along.to) {
                along.mark(column, self.layout.width, &mut self.won);
            }
        }
        let out = &mut out[start..start + self.wide];
        out.iter_mut().zip(&self.won).for_each(|(out, won)| *out = !won);
        clear_outside(out, self.columns.clone());
    }

    /// Decides the cells of the row in order.
    fn decide(&mut self, stuck: Option<&[u64]>, meter: &mut Meter<'_>) -> Result<(), TableStop> {
        let width = self.layout.width;
        let start = self.at.row * self.wide;
        let lost = &mut self.rows[start..start + self.wide];
        let won = &mut self.won;
        if let Some(stuck) = stuck {
            let stuck = &stuck[start..start + self.wide];
            won.iter_mut().zip(stuck).for_each(|(won, stuck)| *won |= stuck);
        }
        if self.along.is_empty() {
            lost.iter_mut().zip(won.iter()).for_each(|(lost, won)| *lost = !won);
            clear_outside(lost, self.columns.clone());
            return Ok(());
        }
        fill(won, 0..self.columns.start);
        let last = (self.columns.end - 1) / 64;
        for index in self.columns.start / 64..=last {
            if index % 1024 == 1023 {
                meter.tick(self.at.row * width + index * 64)?;
            }
            let mut ahead = if index == last { last_mask(self.columns.end) } else { u64::MAX };
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
        let start = row * self.wide;
        if !self.levels.is_empty() && !self.columns.is_empty() {
            let (width, wide) = (self.layout.width, self.wide);
            let here = Here { at: &self.at.at, width, wide, rows: &self.rows, legal: self.columns.clone() };
            for level in &mut self.levels {
                level.learn(&here, &self.rows[start..start + wide]);
            }
        }
        for index in 0..self.planes.len() {
            let plane = &self.planes[index];
            self.won.copy_from_slice(read(&self.rows, &self.planes, self.wide, plane.source, row));
            if !plane.only.is_empty() {
                clear_outside(&mut self.won, plane.only.columns(&self.at.at, self.layout.width));
            }
            if let Some((with, by)) = &plane.with
                && let Some(before) = self.at.back(by)
            {
                let from = read(&self.rows, &self.planes, self.wide, *with, before);
                or_shifted(&mut self.won, from, by.column);
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
        if start >= width || !self.to.contains(&column) {
            return;
        }
        let end = start.saturating_add((self.count - 1).saturating_mul(self.step)).min(width - 1);
        let next = &mut self.next[start % self.step];
        let from = start.max(*next);
        if self.step == 1 {
            let from = from.max(self.from.start);
            fill(won, from..(end + 1).min(self.from.end).max(from));
        } else {
            for cell in (from..=end).step_by(self.step).filter(|cell| self.from.contains(cell)) {
                won[cell / 64] |= 1 << (cell % 64);
            }
        }
        *next = (*next).max(end - (end - start) % self.step + self.step);
    }
}
