//! All values of a table as one process knows them: half a byte a cell for outcomes, a byte, or four.
//!
//! Every process has a copy, which its threads share: what a worker fills is put into it at once and pushed to the other
//! processes, so options are read and never asked for. The copy is in memory or in a mapped file ([`Room`]). It has a place
//! for every cell, but room only for those that are kept ([`window`](crate::window)).

use crate::room::{Room, Rooms};
use crate::store::UNFILLED;
use bouton_saved::SavedError;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

/// Bits of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    /// Four.
    Half,
    /// Eight.
    Byte,
    /// Thirty-two.
    Word,
}

impl Width {
    /// Bytes that so many cells take.
    pub(crate) fn bytes(self, cells: usize) -> usize {
        match self {
            Width::Half => cells.div_ceil(2),
            Width::Byte => cells,
            Width::Word => cells.saturating_mul(4),
        }
    }
}

/// The values of all cells.
pub(crate) struct Copy {
    width: Width,
    room: Room,
}

impl Copy {
    /// Nothing is filled yet, and there is room for all.
    #[cfg(test)]
    pub(crate) fn new(rooms: &Rooms, cells: usize, width: Width) -> Result<Copy, SavedError> {
        Ok(Copy { width, room: rooms.take(width.bytes(cells))? })
    }

    /// Places of which so many are used at a time, once there is room for them.
    pub(crate) fn partly(rooms: &Rooms, cells: usize, width: Width, held: usize) -> Result<Copy, SavedError> {
        Ok(Copy { width, room: rooms.partly(width.bytes(cells), width.bytes(held))? })
    }

    /// Takes room for cells.
    pub(crate) fn provide(&self, rooms: &Rooms, cells: Range<usize>) -> Result<(), SavedError> {
        self.room.provide(self.bytes(cells)).map_err(|error| rooms.failed(error))
    }

    /// Empties cells and gives back their room.
    pub(crate) fn forget(&self, cells: Range<usize>) {
        self.room.forget(self.bytes(cells));
    }

    /// Where cells are that begin and end with a byte.
    fn bytes(&self, cells: Range<usize>) -> Range<usize> {
        self.width.bytes(cells.start)..self.width.bytes(cells.end)
    }

    pub(crate) fn width(&self) -> Width {
        self.width
    }

    pub(crate) fn room(&self) -> &Room {
        &self.room
    }

    #[inline]
    pub(crate) fn get(&self, cell: usize) -> u32 {
        match self.width {
            Width::Half => u32::from(self.room.bytes()[cell >> 1].load(Relaxed) >> (4 * (cell & 1)) & 15),
            Width::Byte => u32::from(self.room.bytes()[cell].load(Relaxed)),
            Width::Word => self.room.words()[cell].load(Relaxed),
        }
    }

    /// Fills a cell, once; false if the value does not fit. Blocks are whole bytes, and of a process one thread alone fills
    /// a block, its owner's or the one that hears from its owner: so no other thread writes to the same byte.
    #[inline]
    pub(crate) fn put(&self, cell: usize, code: u32) -> bool {
        match self.width {
            Width::Half => {
                let fits = code < 16;
                if fits {
                    let byte = &self.room.bytes()[cell >> 1];
                    byte.store(byte.load(Relaxed) | (code as u8) << (4 * (cell & 1)), Relaxed);
                }
                fits
            }
            Width::Byte => {
                let Ok(code) = u8::try_from(code) else { return false };
                self.room.bytes()[cell].store(code, Relaxed);
                true
            }
            Width::Word => {
                self.room.words()[cell].store(code, Relaxed);
                true
            }
        }
    }

    pub(crate) fn is_filled(&self, cell: usize) -> bool {
        self.get(cell) != UNFILLED
    }
}
