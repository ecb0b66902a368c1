//! All values of a table as one process knows them: half a byte a cell for outcomes, a byte, or four.
//!
//! Every process has a copy, which its threads share: what a worker fills is put into it at once and pushed to the other
//! processes, so options are read and never asked for. The copy is in memory or in a mapped file ([`Room`]).

use crate::room::{Room, Rooms};
use crate::store::UNFILLED;
use bouton_saved::SavedError;
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
    /// Nothing is filled yet.
    pub(crate) fn new(rooms: &Rooms, cells: usize, width: Width) -> Result<Copy, SavedError> {
        Ok(Copy { width, room: rooms.take(width.bytes(cells))? })
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

    /// Fills a cell, once; false if the value does not fit.
    #[inline]
    pub(crate) fn put(&self, cell: usize, code: u32) -> bool {
        match self.width {
            Width::Half => {
                let fits = code < 16;
                if fits {
                    self.room.bytes()[cell >> 1].fetch_or((code as u8) << (4 * (cell & 1)), Relaxed);
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
