//! Which worker owns which cells: blocks of the index, dealt out one after another.
//!
//! Runs of equal length would leave most workers idle, because a layer of a space often lies at one end of it; single cells
//! would make nearly every option somebody else's. Blocks are dealt out in turn, and their size follows from the number
//! of cells alone, so that a table can be gone on with by another number of workers.

use std::ops::Range;

/// Blocks that a space is cut into, about: enough for every worker to have some of every layer.
const BLOCKS: usize = 128;

/// Sizes of a block, as powers of two.
const SMALLEST: u32 = 6;
pub(crate) const LARGEST: u32 = 16;

/// The most cells that one worker can own: half of what 32 bits count.
pub const MOST_OWNED: usize = 1 << 31;

/// The cells of a space and who owns them.
#[derive(Clone, Debug)]
pub struct Cut {
    cells: usize,
    shift: u32,
    workers: usize,
}

impl Cut {
    /// Deals out the cells; `None` if a worker would own too many.
    pub fn new(cells: usize, workers: usize) -> Option<Cut> {
        let shift = block_shift(cells);
        let count = cells.div_ceil(1 << shift);
        let most = count.div_ceil(workers.max(1)).checked_shl(shift)?;
        if most > MOST_OWNED || workers == 0 || u32::try_from(workers).is_err() {
            return None;
        }
        Some(Cut { cells, shift, workers })
    }

    /// Cells of the whole space.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// How many workers there are.
    pub fn workers(&self) -> usize {
        self.workers
    }

    /// Cells a block.
    pub fn block(&self) -> usize {
        1 << self.shift
    }

    /// The owner of a cell.
    #[inline]
    pub(crate) fn owner(&self, cell: usize) -> usize {
        (cell >> self.shift) % self.workers
    }

    /// The owner of a cell, and its place among the owner's cells.
    #[inline]
    pub(crate) fn place(&self, cell: usize) -> (usize, u32) {
        let block = cell >> self.shift;
        let (turn, owner) = (block / self.workers, block % self.workers);
        (owner, (turn << self.shift | (cell & (self.block() - 1))) as u32)
    }

    /// The cell at a place among a worker's.
    #[inline]
    pub(crate) fn cell(&self, worker: usize, local: u32) -> usize {
        let block = (local >> self.shift) as usize * self.workers + worker;
        block << self.shift | (local as usize & (self.block() - 1))
    }

    /// All blocks.
    pub(crate) fn blocks(&self) -> usize {
        self.cells.div_ceil(self.block())
    }

    /// The blocks of a worker, in order.
    pub(crate) fn blocks_of(&self, worker: usize) -> impl Iterator<Item = usize> + use<> {
        (worker..self.blocks()).step_by(self.workers)
    }

    /// Those of them between two cells, both of which begin a block or end the space.
    pub(crate) fn blocks_in(
        &self,
        worker: usize,
        cells: Range<usize>,
    ) -> impl Iterator<Item = usize> + use<> {
        let (first, end) = (cells.start >> self.shift, cells.end.div_ceil(self.block()));
        let skipped = (worker + self.workers - first % self.workers) % self.workers;
        (first + skipped..end).step_by(self.workers)
    }

    /// The cells of a block.
    pub(crate) fn cells_of(&self, block: usize) -> Range<usize> {
        block << self.shift..((block + 1) << self.shift).min(self.cells)
    }

    /// How many cells a worker owns.
    pub fn owned(&self, worker: usize) -> usize {
        self.blocks_of(worker).map(|b| self.cells_of(b).len()).sum()
    }
}

/// The size of a block as a power of two.
fn block_shift(cells: usize) -> u32 {
    (cells / BLOCKS).max(1).next_power_of_two().ilog2().clamp(SMALLEST, LARGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_one_place() {
        for (cells, workers) in [(1, 1), (63, 4), (64, 1), (1000, 3), (100_000, 7), (70_001, 2)] {
            let cut = Cut::new(cells, workers).unwrap();
            let mut next = vec![0; workers];
            for cell in 0..cells {
                let (owner, local) = cut.place(cell);
                assert_eq!((next[owner], cut.cell(owner, local)), (local, cell));
                next[owner] += 1;
            }
            for (worker, owned) in next.iter().enumerate() {
                assert_eq!(cut.owned(worker), *owned as usize);
            }
        }
        let cut = Cut::new(100_000, 3).unwrap();
        for worker in 0..3 {
            let some = cut
                .blocks_in(worker, 0..8 * cut.block())
                .chain(cut.blocks_in(worker, 8 * cut.block()..100_000));
            assert!(some.eq(cut.blocks_of(worker)));
        }
        assert!(Cut::new(1 << 40, 2).is_none());
        assert!(Cut::new(1 << 40, 512).is_some());
    }
}
