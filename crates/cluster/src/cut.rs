//! Which worker owns which cells: blocks of the index, dealt out one after another.
//!
//! Runs of equal length would leave most workers idle, because a layer of a space often lies at one end of it; single cells
//! would make nearly every option somebody else's. Blocks are dealt out in turn, and their size follows from the number
//! of cells alone, so that a table can be gone on with by another number of workers.

/// Blocks that a space is cut into, about: enough for every worker to have some of every layer.
const BLOCKS: usize = 256;

/// Sizes of a block, as powers of two.
const SMALLEST: u32 = 6;
const LARGEST: u32 = 18;

/// The most cells that one worker can own: half of what 32 bits count.
pub const MOST_OWNED: usize = 1 << 31;

/// The cells of a space and who owns them.
#[derive(Clone, Debug)]
pub struct Cut {
    cells: usize,
    shift: u32,
    workers: usize,
    /// For every block its owner, and where it begins among the owner's cells.
    blocks: Vec<(u32, u32)>,
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
        let place = |b: usize| ((b % workers) as u32, ((b / workers) << shift) as u32);
        Some(Cut { cells, shift, workers, blocks: (0..count).map(place).collect() })
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

    /// The owner of a cell, and its place among the owner's cells.
    #[inline]
    pub(crate) fn place(&self, cell: usize) -> (usize, u32) {
        let (owner, base) = self.blocks[cell >> self.shift];
        (owner as usize, base | (cell & (self.block() - 1)) as u32)
    }

    /// The cell at a place among a worker's.
    #[inline]
    pub(crate) fn cell(&self, worker: usize, local: u32) -> usize {
        let block = (local >> self.shift) as usize * self.workers + worker;
        block << self.shift | (local as usize & (self.block() - 1))
    }

    /// The blocks of a worker, in order.
    pub(crate) fn blocks_of(&self, worker: usize) -> impl Iterator<Item = usize> + use<> {
        (worker..self.blocks.len()).step_by(self.workers)
    }

    /// The cells of a block.
    pub(crate) fn cells_of(&self, block: usize) -> std::ops::Range<usize> {
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
        assert!(Cut::new(1 << 40, 2).is_none());
        assert!(Cut::new(1 << 40, 512).is_some());
    }
}
