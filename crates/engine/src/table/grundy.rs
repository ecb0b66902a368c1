//! The Grundy value of every point of a box.
//!
//! Each line (the row, the column, a diagonal …) carries the set of values met on it, and the value of a cell is
//! the first number in none of the sets of its lines. A cell's own target enters the set just before it is asked
//! for, so a line may begin at a distance. A window loses its oldest value with each step; that is right where the
//! values in it are all different, as they are when the moves themselves lead from each to each.

use super::layout::{Layout, Rows, Shift};
use super::moves::{Line, Moves, VectorMove, arrange};
use super::{Room, TableStop, scan, sweep};
use crate::heaps::{Cells, with_cells};
use crate::tuning::SHORT_LINE;
use crate::{Budget, Halt};
use bouton_budget::Meter;

/// Marks a target outside the box.
const NONE: u32 = u32::MAX;

/// The Grundy values of a box, in the narrowest of three widths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    layout: Layout,
    cells: Cells,
}

impl Values {
    /// The sizes of the box.
    pub fn sizes(&self) -> &[usize] {
        &self.layout.sizes
    }

    /// The value at `point`; `None` outside the box.
    pub fn get(&self, point: &[usize]) -> Option<u32> {
        let (row, column) = self.layout.place(point)?;
        self.cells.get(row * self.layout.width + column)
    }

    /// All values in the order of the table: the axes of [`order`](Self::order), the last one fastest.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The axes, slowest first.
    pub fn order(&self) -> &[usize] {
        &self.layout.order
    }
}

/// The Grundy values of the box `sizes`.
pub fn grundy(sizes: &[usize], moves: &[VectorMove], budget: &Budget) -> Result<Values, TableStop> {
    let mut room = Room::new(budget);
    let (layout, moves) = arrange(sizes, moves, &mut room)?;
    let mut meter = Meter::new(budget);
    let mut table = Table { cells: Cells::U8(room.empty(0, layout.cells)?), room };
    if let Some(mut scan) = scan::Scan::new(&layout, &moves, &mut table.room)? {
        let mut current = table.room.filled(0, layout.width, 0)?;
        for row in 0..layout.rows {
            meter.tick(row * layout.width)?;
            scan.row(row, &mut current, &mut table.room)?;
            table.push(&current)?;
        }
        return Ok(table.values(layout, scan.is_half()));
    }
    if let Some(mut sweep) = sweep::Sweep::new(&layout, &moves, &mut table.room)? {
        let mut current = table.room.filled(0, layout.width.saturating_mul(sweep::BATCH), 0)?;
        for row in (0..layout.rows).step_by(sweep::BATCH) {
            meter.tick(row * layout.width)?;
            let rows = &mut current[..sweep::BATCH.min(layout.rows - row) * layout.width];
            sweep.rows(row, rows, &mut table.room)?;
            table.push(rows)?;
        }
        return Ok(table.values(layout, sweep.is_half()));
    }
    let mut filler = Filler::new(layout, moves, &mut table.room)?;
    while filler.at.row < filler.layout.rows {
        filler.prepare(&table.cells);
        filler.fill(&mut table.room, &mut meter)?;
        table.push(&filler.current)?;
        filler.at.advance();
    }
    Ok(Values { layout: filler.layout, cells: table.cells })
}

/// The rows done.
struct Table {
    cells: Cells,
    room: Room,
}

impl Table {
    /// All rows; of a table that is its own mirror image only the half on and above the diagonal was filled.
    fn values(mut self, layout: Layout, half: bool) -> Values {
        if half {
            with_cells!(&mut self.cells, cells => reflect(cells, layout.width));
        }
        Values { layout, cells: self.cells }
    }

    /// Adds a row; the cells grow wider when a value asks for it.
    fn push(&mut self, row: &[u32]) -> Result<(), Halt> {
        let top = row.iter().copied().max().unwrap_or(0);
        loop {
            let done = self.cells.len();
            // The casts keep every value: the widest fits.
            match &mut self.cells {
                Cells::U8(cells) if top <= u8::MAX.into() => {
                    cells.extend(row.iter().map(|&value| value as u8))
                }
                Cells::U8(cells) => {
                    let mut wide = self.room.empty(done, cells.capacity())?;
                    wide.extend(cells.iter().map(|&value| u16::from(value)));
                    self.room.give(cells.capacity());
                    self.cells = Cells::U16(wide);
                    continue;
                }
                Cells::U16(cells) if top <= u16::MAX.into() => {
                    cells.extend(row.iter().map(|&value| value as u16));
                }
                Cells::U16(cells) => {
                    let mut wide = self.room.empty(done, cells.capacity())?;
                    wide.extend(cells.iter().map(|&value| u32::from(value)));
                    self.room.give(cells.capacity() * 2);
                    self.cells = Cells::U32(wide);
                    continue;
                }
                Cells::U32(cells) => cells.extend_from_slice(row),
            }
            return Ok(());
        }
    }
}

/// Copies the half of a square above the diagonal into the half below, in blocks that fit the cache.
fn reflect<T: Copy>(cells: &mut [T], width: usize) {
    const BLOCK: usize = 32;
    for top in (0..width).step_by(BLOCK) {
        for left in (0..=top).step_by(BLOCK) {
            for row in top..(top + BLOCK).min(width) {
                for column in left..(left + BLOCK).min(row) {
                    cells[row * width + column] = cells[column * width + row];
                }
            }
        }
    }
}

/// The values at the end of a shift, for the row at hand.
struct Read {
    by: Shift,
    /// For each column, unless the target is in the same row.
    values: Vec<u32>,
}

impl Read {
    fn new(by: Shift, width: usize, room: &mut Room) -> Result<Self, Halt> {
        let count = if by.rows > 0 { width } else { 0 };
        Ok(Self { by, values: room.filled(0, count, NONE)? })
    }

    /// Fetches the values for a row.
    fn fetch(&mut self, at: &Rows, cells: &Cells, width: usize) {
        if self.by.rows == 0 {
            return;
        }
        self.values.fill(NONE);
        let Some(row) = at.back(&self.by) else { return };
        let range = self.by.columns(width);
        if range.is_empty() {
            return;
        }
        // Within the range a shift stays in the row.
        let from = row * width + (range.start as i64 - self.by.column) as usize;
        let to = from + range.len();
        let out = &mut self.values[range];
        with_cells!(cells, cells => copy(out, &cells[from..to]));
    }

    fn get(&self, current: &[u32], column: usize) -> u32 {
        if self.by.rows > 0 {
            return self.values[column];
        }
        let target = usize::try_from(self.by.column).ok().and_then(|by| column.checked_sub(by));
        target.map_or(NONE, |target| current[target])
    }
}

fn copy<T: Copy + Into<u32>>(out: &mut [u32], from: &[T]) {
    out.iter_mut().zip(from).for_each(|(out, &value)| *out = value.into());
}

/// The sets of values of all lines in one direction that are in use. A line keeps its slot from its first cell to
/// its last; the slot of a line that has left the box goes to the next that begins.
struct Lines {
    first: Shift,
    /// Leads from a cell to the one before the target on the line: a line without it begins.
    second: Shift,
    step: Shift,
    enter: Read,
    /// Values that leave a window.
    leave: Option<Read>,
    slots: usize,
    /// `stride` words a slot.
    sets: Vec<u64>,
    /// For each slot, how many words from the start are full.
    full: Vec<u32>,
    /// The columns with a target, for the row at hand.
    active: std::ops::Range<usize>,
    /// Whether every line of the row begins in it.
    begins: bool,
    /// The slots of the row: the first of them, the slot of column `active.start`, and how many there are.
    bank: usize,
    turn: usize,
    around: usize,
    /// The slot used by the cell at hand.
    slot: Option<usize>,
}

impl Lines {
    fn new(line: Line, width: usize, stride: usize, room: &mut Room) -> Result<Self, Halt> {
        let Line { step, first, count, .. } = line;
        let around = if step.rows > 0 { width } else { usize::try_from(step.column).unwrap_or(1).max(1) };
        let slots = around.saturating_mul(step.rows.max(1));
        let leave = count.map(|count| first.plus(&step.times(count)));
        Ok(Self {
            second: first.plus(&step),
            enter: Read::new(first.clone(), width, room)?,
            leave: leave.map(|by| Read::new(by, width, room)).transpose()?,
            first,
            step,
            slots,
            sets: room.filled(0, slots.saturating_mul(stride), 0)?,
            full: room.filled(0, slots, 0)?,
            active: 0..0,
            begins: false,
            bank: 0,
            turn: 0,
            around,
            slot: None,
        })
    }

    fn prepare(&mut self, at: &Rows, cells: &Cells, width: usize) {
        self.enter.fetch(at, cells, width);
        if let Some(leave) = &mut self.leave {
            leave.fetch(at, cells, width);
        }
        self.active = 0..0;
        let Some(row) = at.back(&self.first) else { return };
        self.active = self.first.columns(width);
        self.begins = at.back(&self.second).is_none();
        let column = self.active.start as i64 - self.first.column;
        if let Some(turns) = row.checked_div(self.step.rows) {
            self.bank = row % self.step.rows * width;
            let moved = i128::from(column) - i128::from(self.step.column) * turns as i128;
            self.turn = moved.rem_euclid(width as i128) as usize;
        } else {
            self.bank = 0;
            self.turn = column.rem_euclid(self.around as i64) as usize;
        }
    }

    /// Brings the set of the line of `column` up to date.
    fn update(&mut self, column: usize, current: &[u32], width: usize, stride: usize) {
        self.slot = None;
        if !self.active.contains(&column) {
            return;
        }
        let slot = self.bank + self.turn;
        self.turn += 1;
        if self.turn == self.around {
            self.turn = 0;
        }
        let set = &mut self.sets[slot * stride..(slot + 1) * stride];
        let before = column as i64 - self.second.column;
        if self.begins || before < 0 || before >= width as i64 {
            set.fill(0);
            self.full[slot] = 0;
        }
        let full = &mut self.full[slot];
        let leaving = self.leave.as_ref().map_or(NONE, |leave| leave.get(current, column));
        if leaving != NONE {
            let word = leaving / 64;
            set[word as usize] &= !(1 << (leaving % 64));
            *full = word.min(*full);
        }
        let entering = self.enter.get(current, column);
        if entering != NONE {
            set[entering as usize / 64] |= 1 << (entering % 64);
        }
        while set.get(*full as usize) == Some(&u64::MAX) {
            *full += 1;
        }
        self.slot = Some(slot);
    }

    /// Makes every set longer.
    fn grow(&mut self, old: usize, new: usize, cells: usize, room: &mut Room) -> Result<(), Halt> {
        let mut sets = room.filled(cells, self.slots.saturating_mul(new), 0)?;
        for (to, from) in sets.chunks_exact_mut(new).zip(self.sets.chunks_exact(old)) {
            to[..old].copy_from_slice(from);
        }
        room.give(self.sets.len() * size_of::<u64>());
        self.sets = sets;
        Ok(())
    }
}

struct Filler {
    layout: Layout,
    at: Rows,
    singles: Vec<Read>,
    lines: Vec<Lines>,
    /// The values of the single targets of the cell at hand.
    extra: Vec<u64>,
    stride: usize,
    current: Vec<u32>,
}

impl Filler {
    fn new(layout: Layout, moves: Moves, room: &mut Room) -> Result<Self, Halt> {
        let width = layout.width;
        let different = |line: &Line| {
            line.count.is_none_or(|count| {
                let joins = |other: &Line| {
                    other.step == line.step && other.first == line.step && other.longest >= count - 1
                };
                moves.lines.iter().any(joins)
            })
        };
        let mut shifts = moves.singles.clone();
        let mut lines = Vec::new();
        for line in &moves.lines {
            if line.longest > SHORT_LINE && different(line) {
                lines.push(Lines::new(line.clone(), width, 1, room)?);
            } else {
                room.take(0, line.longest, size_of::<Shift>())?;
                shifts.extend((0..line.longest).map(|k| line.first.plus(&line.step.times(k))));
            }
        }
        shifts.sort();
        shifts.dedup();
        let singles = shifts.into_iter().map(|by| Read::new(by, width, room)).collect::<Result<_, _>>()?;
        let (extra, current) = (room.filled(0, 1, 0)?, room.filled(0, width, 0)?);
        Ok(Self { at: Rows::new(&layout), layout, singles, lines, extra, stride: 1, current })
    }

    fn prepare(&mut self, cells: &Cells) {
        for read in &mut self.singles {
            read.fetch(&self.at, cells, self.layout.width);
        }
        for lines in &mut self.lines {
            lines.prepare(&self.at, cells, self.layout.width);
        }
    }

    fn fill(&mut self, room: &mut Room, meter: &mut Meter<'_>) -> Result<(), Halt> {
        let width = self.layout.width;
        for column in 0..width {
            if column % 1024 == 0 {
                meter.tick(self.at.row * width + column)?;
            }
            let mut start = 0;
            for lines in &mut self.lines {
                lines.update(column, &self.current, width, self.stride);
                start = start.max(lines.slot.map_or(0, |slot| lines.full[slot]));
            }
            for read in &self.singles {
                let value = read.get(&self.current, column);
                if value != NONE {
                    self.extra[value as usize / 64] |= 1 << (value % 64);
                }
            }
            let value = self.mex(start as usize);
            for read in &self.singles {
                let value = read.get(&self.current, column);
                if value != NONE {
                    self.extra[value as usize / 64] = 0;
                }
            }
            self.current[column] = value;
            // Every value found must have a place in the sets.
            if value as usize / 64 >= self.stride {
                let cells = self.at.row * width + column;
                let (old, new) = (self.stride, self.stride * 2);
                for lines in &mut self.lines {
                    lines.grow(old, new, cells, room)?;
                }
                room.take(cells, old, size_of::<u64>())?;
                self.extra.resize(new, 0);
                self.stride = new;
            }
        }
        Ok(())
    }

    /// The first number in no set, looking from a word on before which one of the sets is full.
    fn mex(&self, start: usize) -> u32 {
        let mut word = start;
        while word < self.stride {
            let mut seen = self.extra[word];
            for lines in &self.lines {
                if let Some(slot) = lines.slot {
                    seen |= lines.sets[slot * self.stride + word];
                }
            }
            if seen != u64::MAX {
                return word as u32 * 64 + seen.trailing_ones();
            }
            word += 1;
        }
        // The sets hold `stride * 64` values at most 2^32; there are never so many options.
        word as u32 * 64
    }
}
