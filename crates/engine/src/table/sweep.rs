//! Grundy values of a row, value after value.
//!
//! Where a ray runs along the rows, a value occurs at most once in a row: it goes to the first cell that has no
//! smaller value and no option of this value in earlier rows. If the other moves are rays as well, each value
//! carries one bit a line for "met on it", and a word of such bits answers for 64 cells. Most words are full: a
//! value has met nearly all lines of a stretch or nearly none. So the full words have a bit each in a summary, a
//! word of which passes over 4096 cells. For Wythoff that leaves about two words to look at for each cell, however
//! large the board, where sets of values for each line take a tenth of the values.

use super::Room;
use super::layout::Layout;
use super::moves::{Line, Moves};
use super::words::{last_mask, words};
use crate::Halt;
use crate::tuning::THIN;

/// Rows that are filled together: the more, the seldomer a block is fetched, but the cells of the rows have to stay at hand.
pub(super) const BATCH: usize = 64;

/// The lines in one direction.
pub(super) struct Plane {
    /// Rows from one cell of a line to the next: so many classes of lines.
    rows: usize,
    /// Columns from one cell of a line to the next.
    column: i64,
    /// The line through column 0 in the first row of a class.
    origin: usize,
    /// The lines of a class.
    length: usize,
    /// Words of a class, and where the first class begins in the block of a value.
    wide: usize,
    start: usize,
    /// The same for the summary of the full words.
    wide_summary: usize,
    start_summary: usize,
}

/// The directions across rows, if all moves are rays and one runs along the rows cell by cell.
pub(super) fn planes(layout: &Layout, moves: &Moves) -> Option<Vec<Plane>> {
    let (along, across): (Vec<&Line>, Vec<&Line>) = moves.lines.iter().partition(|line| line.step.rows == 0);
    let [along] = along.as_slice() else { return None };
    let rays = moves.lines.iter().all(|line| line.count.is_none() && line.first == line.step);
    let plain = layout.order.len() == 2 && moves.singles.is_empty() && along.step.column == 1;
    if !rays || !plain {
        return None;
    }
    let plane = |line: &Line| {
        let (rows, column) = (line.step.rows, line.step.column);
        let moved = ((layout.rows - 1) / rows).saturating_mul(column.unsigned_abs() as usize);
        if moved > layout.width.saturating_mul(THIN) {
            return None;
        }
        let length = layout.width + moved;
        // Spare words, so that 64 bits from any place on can be read.
        let wide = words(length) + 1;
        let wide_summary = words(wide) + 2;
        let origin = if column > 0 { moved } else { 0 };
        Some(Plane { rows, column, origin, length, wide, start: 0, wide_summary, start_summary: 0 })
    };
    across.into_iter().map(plane).collect()
}

/// Is the table its own mirror image: a square whose moves are rays along rows, along columns and along the diagonal?
/// Then the half on and above the diagonal tells all, and the lines through a cell there stay in it. Gives the place of the
/// columns among the directions.
pub(super) fn mirror(layout: &Layout, planes: &[Plane]) -> Option<usize> {
    let upright = planes.iter().position(|plane| plane.column == 0 && plane.rows == 1)?;
    let diagonal = |(i, plane): (usize, &Plane)| i == upright || plane.column == plane.rows as i64;
    (layout.rows == layout.width && planes.iter().enumerate().all(diagonal)).then_some(upright)
}

/// The lines through a row, in the block of a value.
#[derive(Clone, Copy)]
struct Here {
    /// The first word of their class.
    start: usize,
    /// The first word of the summary of their class.
    summary: usize,
    /// The line through column 0.
    line: usize,
    /// Whether they are columns: then words of lines are words of columns. A word of columns takes parts of two words
    /// of other lines, so there the summary tells of each word whether it and the next are full.
    upright: bool,
}

/// What has been met, for each value.
pub(super) struct Sweep {
    width: usize,
    planes: Vec<Plane>,
    /// Words of the block of a value: all summaries, then all classes of lines.
    block: usize,
    values: Vec<Vec<u64>>,
    /// Cells of the rows at hand that have their value, and the words of these that are not full.
    done: Vec<u64>,
    open: Vec<u64>,
    /// Where only the half on and above the diagonal is filled: the place of the columns among the directions.
    mirror: Option<usize>,
}

impl Sweep {
    /// A sweep for moves that allow it.
    pub(super) fn new(layout: &Layout, moves: &Moves, room: &mut Room) -> Result<Option<Self>, Halt> {
        let Some(mut planes) = planes(layout, moves) else { return Ok(None) };
        let width = layout.width;
        let (mut start, mut start_summary) = (0, 0);
        for plane in &mut planes {
            (plane.start, plane.start_summary) = (start, start_summary);
            start += plane.wide * plane.rows;
            start_summary += plane.wide_summary * plane.rows;
        }
        planes.iter_mut().for_each(|plane| plane.start += start_summary);
        Ok(Some(Self {
            mirror: mirror(layout, &planes),
            width,
            planes,
            block: start_summary + start,
            values: Vec::new(),
            done: room.filled(0, BATCH * words(width), 0)?,
            open: room.filled(0, BATCH * words(words(width)), 0)?,
        }))
    }

    /// Are the cells below the diagonal left at 0, to be copied from those above?
    pub(super) fn is_half(&self) -> bool {
        self.mirror.is_some()
    }

    /// The values of the next rows, `from` the first of them, row after row in `out`.
    ///
    /// They are found together: the block of a value is fetched once, and used for row after row.
    pub(super) fn rows(&mut self, from: usize, out: &mut [u32], room: &mut Room) -> Result<(), Halt> {
        // The loops over the lines of a cell are unrolled where there are few.
        match self.planes.len() {
            1 => self.fill::<1>(from, out, room),
            2 => self.fill::<2>(from, out, room),
            3 => self.fill::<3>(from, out, room),
            _ => self.fill::<0>(from, out, room),
        }
    }

    /// The same for `N` planes, or any number if `N` is 0.
    fn fill<const N: usize>(&mut self, from: usize, out: &mut [u32], room: &mut Room) -> Result<(), Halt> {
        let count = out.len() / self.width;
        let here: Vec<Here> = (from..from + count)
            .flat_map(|row| self.planes.iter().map(move |plane| plane.through(row)))
            .collect();
        let planes = if N == 0 { self.planes.len() } else { N };
        let (wide, wide_open) = (words(self.width), words(words(self.width)));
        let mut left = [self.width; BATCH];
        for row in 0..count {
            let open = &mut self.open[row * wide_open..(row + 1) * wide_open];
            set_all(open, wide);
            let done = &mut self.done[row * wide..(row + 1) * wide];
            set_all(done, self.width);
            done.iter_mut().for_each(|word| *word = !*word);
            if self.mirror.is_some() {
                let below = from + row;
                out[row * self.width..][..below].fill(0);
                done[..below / 64].fill(u64::MAX);
                done[below / 64] |= (1 << (below % 64)) - 1;
                (0..below / 64).for_each(|word| open[word / 64] &= !(1 << (word % 64)));
                left[row] -= below;
            }
        }
        let mut value = 0;
        while left[..count].iter().any(|&left| left > 0) {
            if value == self.values.len() {
                let cells = from * self.width;
                room.take(cells, 1, size_of::<Vec<u64>>())?;
                self.values.push(room.filled(cells, self.block, 0)?);
            }
            let block = self.values[value].as_mut_slice();
            for row in 0..count {
                let done = &mut self.done[row * wide..(row + 1) * wide];
                let open = &mut self.open[row * wide_open..(row + 1) * wide_open];
                let here = &here[row * planes..(row + 1) * planes];
                // A value that stands in the column above the diagonal stands in the row before it.
                if self.mirror.is_some_and(|columns| here[columns].has_met(from + row, block)) {
                    continue;
                }
                if let Some(column) = first(done, open, block, here) {
                    let word = column / 64;
                    done[word] |= 1 << (column % 64);
                    if done[word] == u64::MAX {
                        open[word / 64] &= !(1 << (word % 64));
                    }
                    for here in here {
                        here.meet(column, block);
                    }
                    // There are fewer values than options of a cell, which a `u32` can count.
                    out[row * self.width + column] = value as u32;
                    left[row] -= 1;
                }
            }
            value += 1;
        }
        Ok(())
    }
}

/// The first column that is neither done nor on a line that has met the value.
#[inline(always)]
fn first(done: &[u64], open: &[u64], block: &[u64], here: &[Here]) -> Option<usize> {
    for (index, &open) in open.iter().enumerate() {
        let mut hopeful = open;
        if hopeful == 0 {
            continue;
        }
        for here in here {
            hopeful &= !here.full(index, block);
        }
        while hopeful != 0 {
            let word = index * 64 + hopeful.trailing_zeros() as usize;
            let met = here.iter().fold(done[word], |met, here| met | here.met(word, block));
            if met != u64::MAX {
                return Some(word * 64 + met.trailing_ones() as usize);
            }
            hopeful &= hopeful - 1;
        }
    }
    None
}

/// Sets the first `count` bits and clears the others.
fn set_all(bits: &mut [u64], count: usize) {
    bits.fill(u64::MAX);
    if let Some(last) = bits.last_mut() {
        *last = last_mask(count);
    }
}

/// 64 bits from any place on.
#[inline(always)]
fn sixty_four(bits: &[u64], from: usize) -> u64 {
    let (word, by) = (from / 64, from % 64);
    let two = &bits[word..word + 2];
    ((u128::from(two[1]) << 64 | u128::from(two[0])) >> by) as u64
}

impl Here {
    /// Which of 64 words of columns are certainly met on all their lines.
    #[inline(always)]
    fn full(&self, index: usize, block: &[u64]) -> u64 {
        if self.upright {
            return block[self.summary + index];
        }
        sixty_four(block, (self.summary + index) * 64 + self.line / 64)
    }

    /// Which of the lines through a word of columns have met the value.
    #[inline(always)]
    fn met(&self, word: usize, block: &[u64]) -> u64 {
        if self.upright {
            return block[self.start + word];
        }
        sixty_four(block, (self.start + word) * 64 + self.line)
    }

    /// Has the line through a column met the value?
    #[inline(always)]
    fn has_met(&self, column: usize, block: &[u64]) -> bool {
        let line = self.line + column;
        block[self.start + line / 64] >> (line % 64) & 1 != 0
    }

    /// Notes that the line through a column has met the value.
    #[inline(always)]
    fn meet(&self, column: usize, block: &mut [u64]) {
        let line = self.line + column;
        let word = &mut block[self.start + line / 64];
        *word |= 1 << (line % 64);
        if *word == u64::MAX {
            self.close(line / 64, block);
        }
    }

    /// Notes that a word is full.
    fn close(&self, word: usize, block: &mut [u64]) {
        let full = |word: usize| block[self.start + word] == u64::MAX;
        let (here, before) = if self.upright {
            (true, None)
        } else {
            (full(word + 1), word.checked_sub(1).filter(|&before| full(before)))
        };
        for bit in here.then_some(word).into_iter().chain(before) {
            block[self.summary + bit / 64] |= 1 << (bit % 64);
        }
    }
}

impl Plane {
    /// How many lines there are.
    pub(super) fn lines(&self) -> usize {
        self.length.saturating_mul(self.rows)
    }

    /// The number of the line through column 0 of a row, among all lines.
    pub(super) fn first_line(&self, row: usize) -> usize {
        let moved = row / self.rows * self.column.unsigned_abs() as usize;
        let line = if self.column > 0 { self.origin - moved } else { moved };
        row % self.rows * self.length + line
    }

    /// The lines through a row, in the block of a value.
    fn through(&self, row: usize) -> Here {
        let class = row % self.rows;
        Here {
            start: self.start + class * self.wide,
            summary: self.start_summary + class * self.wide_summary,
            line: self.first_line(row) - class * self.length,
            upright: self.column == 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::moves::{VectorMove, arrange};
    use super::super::scan::Scan;
    use super::*;
    use crate::Budget;

    /// Short rows are scanned in earnest, and the scan is tested against the definition; here it judges the sweep.
    #[test]
    fn the_sweep_agrees_with_the_scan() {
        let mut seed = 1_u64;
        let mut below = |bound: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % bound
        };
        for _ in 0..200 {
            let width = 1 + below(400) as usize;
            let mut sizes = [1 + below(width.min(150) as u64) as usize, width];
            let mut rays = vec![VectorMove::ray(vec![0, 1])];
            if below(4) == 0 {
                // The same game with its numbers exchanged.
                sizes[1] = sizes[0];
                rays.push(VectorMove::ray(vec![1, 0]));
                let step = 1 + below(3) as i64;
                rays.extend((below(3) > 0).then(|| VectorMove::ray(vec![step, step])));
            } else {
                for _ in 0..below(4) {
                    rays.push(VectorMove::ray(vec![1 + below(3) as i64, below(5) as i64 - 2]));
                }
            }
            let mut room = Room::new(&Budget::unlimited());
            let (layout, moves) = arrange(&sizes, &rays, &mut room).unwrap();
            let scan = Scan::new(&layout, &moves, &mut room).unwrap();
            let sweep = Sweep::new(&layout, &moves, &mut room).unwrap();
            let (Some(mut scan), Some(mut sweep)) = (scan, sweep) else { continue };
            let (mut want, mut found) = (vec![0; layout.width], vec![0; layout.width * BATCH]);
            for from in (0..layout.rows).step_by(BATCH) {
                let count = BATCH.min(layout.rows - from);
                sweep.rows(from, &mut found[..count * layout.width], &mut room).unwrap();
                for row in 0..count {
                    scan.row(from + row, &mut want, &mut room).unwrap();
                    assert_eq!(want, found[row * layout.width..][..layout.width], "{sizes:?} {rays:?}");
                }
            }
        }
    }
}
