//! Where the values of a table lie: from one bit a cell to eight bytes, shared by the threads that fill it.
//!
//! Values are whole numbers to the rest of this folder; an outcome is -1, 0 or 1 for lose, draw and win. Two more say
//! that a cell has no value yet, or never will. A store that cannot hold a value says so, and a wider one takes over.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

use super::Ask;
use crate::Halt;
use crate::memory::zeroed;
use crate::table::Room;

/// A cell that was not filled.
pub(super) const UNFILLED: i64 = i64::MIN;

/// A cell whose value cannot be known here: the rules fail there, or lead out of the table.
pub(super) const HOLE: i64 = i64::MIN + 1;

/// The values of a table.
pub(super) trait Store: Sync {
    /// The value of a cell. A store without room for it shows a cell that was not filled as some value.
    fn get(&self, cell: usize) -> i64;

    /// Sets the value of a cell that was not filled, or that has this value. False if the value does not fit.
    /// With `SHARED`, other threads may be writing to cells nearby.
    fn put<const SHARED: bool>(&self, cell: usize, value: i64) -> bool;
}

/// One bit a cell: won or lost, nothing else.
pub(super) struct Bits(Vec<AtomicU64>);

impl Store for Bits {
    #[inline]
    fn get(&self, cell: usize) -> i64 {
        let bit = self.0[cell / 64].load(Relaxed) >> (cell % 64) & 1;
        bit as i64 * 2 - 1
    }

    #[inline]
    fn put<const SHARED: bool>(&self, cell: usize, value: i64) -> bool {
        if value == 1 {
            or::<SHARED>(&self.0[cell / 64], 1 << (cell % 64));
        }
        value == 1 || value == -1
    }
}

/// Two bits a cell: won, drawn, lost, not filled.
pub(super) struct Pairs(Vec<AtomicU64>);

impl Store for Pairs {
    #[inline]
    fn get(&self, cell: usize) -> i64 {
        let code = self.0[cell / 32].load(Relaxed) >> (cell % 32 * 2) & 3;
        if code == 0 { UNFILLED } else { code as i64 - 2 }
    }

    #[inline]
    fn put<const SHARED: bool>(&self, cell: usize, value: i64) -> bool {
        if !(-1..=1).contains(&value) {
            return false;
        }
        or::<SHARED>(&self.0[cell / 32], ((value + 2) as u64) << (cell % 32 * 2));
        true
    }
}

#[inline]
fn or<const SHARED: bool>(word: &AtomicU64, bits: u64) {
    if SHARED {
        word.fetch_or(bits, Relaxed);
    } else {
        word.store(word.load(Relaxed) | bits, Relaxed);
    }
}

/// An atomic whole number of some width.
pub(super) trait Atomic: Sync {
    /// The greatest number it can hold.
    const MOST: u64;
    fn load(&self) -> u64;
    fn store(&self, code: u64);
}

macro_rules! atomic {
    ($($type:ty, $plain:ty;)*) => {$(
        impl Atomic for $type {
            const MOST: u64 = <$plain>::MAX as u64;

            #[inline]
            fn load(&self) -> u64 {
                u64::from(self.load(Relaxed))
            }

            #[inline]
            fn store(&self, code: u64) {
                // Codes are at most MOST.
                self.store(code as $plain, Relaxed);
            }
        }
    )*};
}
atomic!(AtomicU8, u8; AtomicU16, u16; AtomicU32, u32; AtomicU64, u64;);

/// Whole bytes: code 0 is not filled, 1 a hole, the rest are values from `least` on.
pub(super) struct Codes<A> {
    cells: Vec<A>,
    least: i64,
}

impl<A: Atomic> Store for Codes<A> {
    #[inline]
    fn get(&self, cell: usize) -> i64 {
        match self.cells[cell].load() {
            0 => UNFILLED,
            1 => HOLE,
            code => self.least.wrapping_add((code - 2) as i64),
        }
    }

    #[inline]
    fn put<const SHARED: bool>(&self, cell: usize, value: i64) -> bool {
        let code = if value == HOLE {
            1
        } else {
            let above = value.wrapping_sub(self.least) as u64;
            if value < self.least || above > A::MOST - 2 {
                return false;
            }
            above + 2
        };
        self.cells[cell].store(code);
        true
    }
}

/// A store of some kind.
pub(super) enum AnyStore {
    Bits(Bits),
    Pairs(Pairs),
    Bytes(Codes<AtomicU8>),
    Shorts(Codes<AtomicU16>),
    Ints(Codes<AtomicU32>),
    Longs(Codes<AtomicU64>),
}

/// Does `$body` with `$store` bound to the store inside.
macro_rules! with_store {
    ($any:expr, $store:ident => $body:expr) => {
        match $any {
            AnyStore::Bits($store) => $body,
            AnyStore::Pairs($store) => $body,
            AnyStore::Bytes($store) => $body,
            AnyStore::Shorts($store) => $body,
            AnyStore::Ints($store) => $body,
            AnyStore::Longs($store) => $body,
        }
    };
}
pub(super) use with_store;

/// The widths a table can have, in the order in which they are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    Bit,
    Pair,
    Byte,
    Short,
    Int,
    Long,
}

impl Width {
    /// The narrowest store for a question; `order` if cells are filled in the order of their numbers.
    pub(super) fn first(ask: Ask, draws: bool, order: bool) -> Width {
        match ask {
            Ask::Outcome if order && !draws => Width::Bit,
            Ask::Outcome => Width::Pair,
            Ask::Grundy => Width::Byte,
            Ask::Remoteness => Width::Short,
            Ask::Score => Width::Int,
        }
    }

    /// The next wider one; `None` where values can be no larger.
    pub(super) fn wider(self, ask: Ask) -> Option<Width> {
        match (self, ask) {
            (Width::Bit, _) => Some(Width::Pair),
            (Width::Pair, _) => Some(Width::Byte),
            (Width::Byte, Ask::Grundy) => Some(Width::Short),
            (Width::Short, Ask::Grundy | Ask::Remoteness) => Some(Width::Int),
            (Width::Int, Ask::Score) => Some(Width::Long),
            _ => None,
        }
    }

    /// The bytes of so many cells.
    pub(super) fn bytes(self, cells: usize) -> usize {
        match self {
            Width::Bit => cells.div_ceil(64) * 8,
            Width::Pair => cells.div_ceil(32) * 8,
            Width::Byte => cells,
            Width::Short => cells.saturating_mul(2),
            Width::Int => cells.saturating_mul(4),
            Width::Long => cells.saturating_mul(8),
        }
    }
}

impl AnyStore {
    /// An empty store, counted in `room`.
    pub(super) fn new(width: Width, ask: Ask, cells: usize, room: &mut Room) -> Result<AnyStore, Halt> {
        room.take(0, width.bytes(cells), 1)?;
        let refusal = room.refusal(0, room.used);
        let least = match ask {
            Ask::Outcome => -1,
            Ask::Grundy => 0,
            // A long holds every number but the two that mean something else.
            Ask::Score if width == Width::Long => i64::MIN + 2,
            Ask::Remoteness if width == Width::Short => i64::from(i16::MIN),
            Ask::Remoteness | Ask::Score => i64::from(i32::MIN),
        };
        Ok(match width {
            Width::Bit => AnyStore::Bits(Bits(zeroed(cells.div_ceil(64)).ok_or(refusal)?)),
            Width::Pair => AnyStore::Pairs(Pairs(zeroed(cells.div_ceil(32)).ok_or(refusal)?)),
            Width::Byte => AnyStore::Bytes(Codes { cells: zeroed(cells).ok_or(refusal)?, least }),
            Width::Short => AnyStore::Shorts(Codes { cells: zeroed(cells).ok_or(refusal)?, least }),
            Width::Int => AnyStore::Ints(Codes { cells: zeroed(cells).ok_or(refusal)?, least }),
            Width::Long => AnyStore::Longs(Codes { cells: zeroed(cells).ok_or(refusal)?, least }),
        })
    }

    /// A store of one bit a cell, filled already.
    pub(super) fn marked(bits: Vec<u64>) -> AnyStore {
        // Both have one size and alignment, so the memory stays where it is.
        AnyStore::Bits(Bits(bits.into_iter().map(AtomicU64::new).collect()))
    }

    /// A wider store with the same values. One bit says of no cell whether it is filled, so nothing is kept of it.
    pub(super) fn widened(
        &self,
        width: Width,
        ask: Ask,
        cells: usize,
        room: &mut Room,
    ) -> Result<AnyStore, Halt> {
        let wide = AnyStore::new(width, ask, cells, room)?;
        if !matches!(self, AnyStore::Bits(_)) {
            for cell in 0..cells {
                let value = with_store!(self, old => old.get(cell));
                if value != UNFILLED {
                    // Every wider store holds what a narrower one held.
                    with_store!(&wide, new => new.put::<false>(cell, value));
                }
            }
        }
        Ok(wide)
    }

    pub(super) fn get(&self, cell: usize) -> i64 {
        with_store!(self, store => store.get(cell))
    }
}
