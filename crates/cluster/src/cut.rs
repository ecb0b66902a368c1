//! Which worker owns which cells: blocks of the index, dealt out one after another.
//!
//! Runs of equal length would leave most workers idle, because a layer of a space often lies at one end of it; single cells
//! would make nearly every option somebody else's. Runs of blocks are dealt out in turn: few workers get longer ones, so that
//! fewer ends of a run wait for another worker; where the numbers of the cells are an order of play, single blocks. The size of a block follows from the number of cells alone, so that a table
//! can be gone on with by another number of workers.

use std::ops::Range;

/// Blocks that a space is cut into, about: enough for every worker to have some of every layer.
const BLOCKS: usize = 128;

/// Runs that every worker gets of so many blocks, about.
const RUNS: usize = 8;

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
    /// Blocks of a run.
    run: usize,
}

impl Cut {
    /// Deals out the cells; `None` if a worker would own too many.
    pub fn new(cells: usize, workers: usize) -> Option<Cut> {
        let shift = block_shift(cells);
        let count = cells.div_ceil(1 << shift);
        let run = (BLOCKS / RUNS / workers.max(1)).max(1);
        let most = count.div_ceil(workers.max(1) * run).checked_mul(run << shift)?;
        if most > MOST_OWNED || workers == 0 || u32::try_from(workers).is_err() {
            return None;
        }
        Some(Cut { cells, shift, workers, run })
    }

    /// Deals out single blocks instead of runs: for a table that is filled block after block in the order of the cells, in which
    /// every worker follows close behind the others.
    pub(crate) fn narrow(self) -> Cut {
        Cut { run: 1, ..self }
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

    /// Blocks that one worker gets one after another.
    pub(crate) fn run(&self) -> usize {
        self.run
    }

    /// The owner of a cell.
    #[inline]
    pub(crate) fn owner(&self, cell: usize) -> usize {
        (cell >> self.shift) / self.run % self.workers
    }

    /// Blocks that a worker owns of so many that follow each other, at most.
    pub(crate) fn most_of(&self, blocks: usize) -> usize {
        (blocks.div_ceil(self.run * self.workers) + 1) * self.run
    }

    /// The owner of a cell, and its place among the owner's cells.
    #[inline]
    pub(crate) fn place(&self, cell: usize) -> (usize, u32) {
        let (run, block) = ((cell >> self.shift) / self.run, (cell >> self.shift) % self.run);
        let (turn, owner) = (run / self.workers, run % self.workers);
        (owner, ((turn * self.run + block) << self.shift | (cell & (self.block() - 1))) as u32)
    }

    /// The cell at a place among a worker's.
    #[inline]
    pub(crate) fn cell(&self, worker: usize, local: u32) -> usize {
        let own = (local >> self.shift) as usize;
        let block = (own / self.run * self.workers + worker) * self.run + own % self.run;
        block << self.shift | (local as usize & (self.block() - 1))
    }

    /// All blocks.
    pub(crate) fn blocks(&self) -> usize {
        self.cells.div_ceil(self.block())
    }

    /// The blocks of a worker, in order.
    pub(crate) fn blocks_of(&self, worker: usize) -> impl Iterator<Item = usize> + use<> {
        self.blocks_in(worker, 0..self.cells)
    }

    /// Those of them between two cells, both of which begin a block or end the space.
    pub(crate) fn blocks_in(
        &self,
        worker: usize,
        cells: Range<usize>,
    ) -> impl Iterator<Item = usize> + use<> {
        let (first, end) = (cells.start >> self.shift, cells.end.div_ceil(self.block()));
        let (run, workers) = (self.run, self.workers);
        let turns = first / (run * workers)..end.div_ceil(run * workers);
        let blocks = turns.flat_map(move |turn| {
            let start = (turn * workers + worker) * run;
            start..start + run
        });
        blocks.skip_while(move |block| *block < first).take_while(move |block| *block < end)
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
        for (cells, workers) in
            [(1, 1), (63, 4), (64, 1), (1000, 3), (100_000, 7), (70_001, 2), (70_001, 200)]
        {
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
        for (worker, blocks) in (0..3).flat_map(|worker| [8, 11, 15].map(|blocks| (worker, blocks))) {
            let middle = blocks * cut.block();
            let some = cut.blocks_in(worker, 0..middle).chain(cut.blocks_in(worker, middle..100_000));
            assert!(some.eq(cut.blocks_of(worker)));
            assert!(cut.blocks_in(worker, middle..2 * middle).count() <= cut.most_of(blocks));
        }
        assert!(Cut::new(1 << 40, 2).is_none());
        assert!(Cut::new(1 << 40, 512).is_some());
    }
}
