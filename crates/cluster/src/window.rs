//! Which values a process keeps: its own, and those of others that a move can still reach.
//!
//! Where a table is filled tile by tile and no move leads farther down in the numbers than a reach, what lies more than the
//! reach below the tile is read no more. A process gives up the blocks of others there, so that what it holds falls with
//! the number of processes. The reach was only tried, not proved: a value that is read and was given up is trouble, and the
//! table is gone on with by a larger reach.

use crate::copy::{Copy, Width};
use crate::cut::Cut;
use crate::error::Fault;
use crate::layers::Tiles;
use crate::room::Rooms;

/// What a process keeps of the values of a table that is filled tile by tile.
pub(crate) struct Window<'c> {
    cut: &'c Cut,
    tiles: Tiles,
    /// How far down a move leads, in cells.
    reach: usize,
    process: usize,
    /// Threads of a process.
    threads: usize,
}

/// Cells that a process holds at most, of a table filled by so many.
pub(crate) fn held(cells: usize, tile: Option<usize>, reach: usize, processes: usize) -> usize {
    let own = cells.div_ceil(processes.max(1));
    tile.map_or(cells, |tile| own.saturating_add(reach).saturating_add(tile).min(cells))
}

impl<'c> Window<'c> {
    /// The window of the process of a worker.
    pub(crate) fn new(cut: &'c Cut, tiles: Tiles, reach: usize, me: usize, threads: usize) -> Window<'c> {
        Window { cut, tiles, reach, process: me / threads, threads }
    }

    /// The first cell that is kept whoever owns it, while a tile is filled.
    pub(crate) fn floor(&self, tile: u64) -> usize {
        let block = self.cut.block();
        self.tiles.cells_of(tile).start.saturating_sub(self.reach) / block * block
    }

    fn own(&self, block: usize) -> bool {
        self.cut.owner(block * self.cut.block()) / self.threads == self.process
    }

    /// The blocks below the end of a tile that are kept while it is filled.
    pub(crate) fn kept(&self, tile: u64) -> impl Iterator<Item = usize> {
        let (floor, end) = (self.floor(tile), self.tiles.cells_of(tile).end);
        (0..end.div_ceil(self.cut.block())).filter(move |b| b * self.cut.block() >= floor || self.own(*b))
    }

    /// A copy for what is kept, with room for it while a tile is filled.
    pub(crate) fn copy(&self, rooms: &Rooms, width: Width, tile: u64) -> Result<Copy, Fault> {
        let (cells, processes) = (self.cut.cells(), self.cut.workers().div_ceil(self.threads));
        let size = (self.tiles.count() > 1).then(|| self.tiles.cells_of(0).len());
        let held = held(cells, size, self.reach.saturating_add(self.cut.block()), processes);
        let copy = Copy::partly(rooms, cells, width, held)?;
        for block in self.kept(tile) {
            copy.provide(rooms, self.cut.cells_of(block))?;
        }
        Ok(copy)
    }

    /// Takes room for a tile.
    pub(crate) fn provide(&self, rooms: &Rooms, copy: &Copy, tile: u64) -> Result<(), Fault> {
        Ok(copy.provide(rooms, self.tiles.cells_of(tile))?)
    }

    /// Gives up what is not kept any more when a tile begins: a thread's share of the blocks. All earlier tiles are whole.
    pub(crate) fn slide(&self, copy: &Copy, tile: u64, thread: usize) {
        let before = tile.checked_sub(1).map_or(0, |before| self.floor(before));
        let blocks = before / self.cut.block()..self.floor(tile) / self.cut.block();
        for block in blocks.filter(|b| b % self.threads == thread && !self.own(*b)) {
            copy.forget(self.cut.cells_of(block));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_blocks_and_the_reach_are_kept() {
        let cut = Cut::new(10_000, 4).unwrap();
        let block = cut.block();
        let tiles = Tiles::new(&cut, Some(4 * block));
        let rooms = Rooms::new(std::path::Path::new("."), u64::MAX);
        // The second of two processes of two threads; a move leads one block and one cell down.
        let window = Window::new(&cut, tiles, block + 1, 3, 2);
        let copy = window.copy(&rooms, Width::Half, 0).unwrap();
        (0..10_000).for_each(|cell| assert!(copy.put(cell, 2)));
        for tile in 0..tiles.count() {
            (0..2).for_each(|thread| window.slide(&copy, tile, thread));
            let kept: Vec<usize> = window.kept(tile).collect();
            for block in (0..cut.blocks()).filter(|b| cut.cells_of(*b).end <= tiles.cells_of(tile).end) {
                let own = cut.owner(block * cut.block()) >= 2;
                let near = cut.cells_of(block).end + cut.block() + 1 > tiles.cells_of(tile).start;
                assert_eq!(kept.contains(&block), own || near, "{tile} {block}");
                assert!(cut.cells_of(block).all(|cell| copy.is_filled(cell) == (own || near)));
            }
        }
    }

    #[test]
    fn what_is_held_falls_with_the_processes() {
        let of = |processes| held(1 << 40, Some(1 << 23), 1 << 30, processes);
        assert_eq!((of(1), of(32)), (1 << 40, (1 << 35) + (1 << 30) + (1 << 23)));
        assert_eq!(held(1 << 40, Some(1 << 23), usize::MAX, 32), 1 << 40);
        assert_eq!(held(1 << 40, None, 5, 32), 1 << 40);
    }
}
