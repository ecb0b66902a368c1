//! A block as it stands in the file: cells (and their keys) compressed, with a checksum over everything.
//!
//! ```text
//! 4  number of the block      4  cells      4  length before compression      4  length      4  CRC-32      …  zstd
//! ```
//!
//! The checksum covers the four numbers before it too, so a block that was moved, cut or written by halves is seen.

use crate::head::number;
use crate::keys::{KEY, Key};
use crate::pack::{Cells, Loose};

/// Bytes before the compressed cells.
pub(crate) const FIXED: usize = 20;

/// zstd's levels from 1 to 3 cost about the same on runs of small numbers; above 3 the disk waits for the processor.
const LEVEL: i32 = 3;

/// A block's own numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fixed {
    number: u32,
    cells: u32,
    plain: u32,
    pub(crate) length: u32,
    sum: u32,
}

impl Fixed {
    pub(crate) fn read(bytes: &[u8]) -> Fixed {
        let [number, cells, plain, length, sum] = [0, 4, 8, 12, 16].map(|at| number(bytes, at));
        Fixed { number, cells, plain, length, sum }
    }
}

/// What is wrong with a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// Altered.
    Sum { expected: u32, found: u32 },
    /// The checksum is right and the contents are not.
    Nonsense,
}

/// Writes cells and their keys as block `number`.
pub(crate) fn write(number: u32, cells: &Loose, keys: &[Key]) -> std::io::Result<Vec<u8>> {
    let mut plain = Vec::with_capacity(cells.len() + keys.len() * KEY + 1);
    cells.pack(&mut plain);
    keys.iter().for_each(|k| plain.extend_from_slice(k));
    let stored = zstd::bulk::compress(&plain, LEVEL)?;
    let mut out = Vec::with_capacity(FIXED + stored.len());
    // A block has at most 2^24 cells of 8 bytes with keys of 16, so its lengths fit.
    for n in [number, cells.len() as u32, plain.len() as u32, stored.len() as u32] {
        out.extend_from_slice(&n.to_le_bytes());
    }
    let sum = checksum(&out, &stored);
    out.extend_from_slice(&sum.to_le_bytes());
    out.extend_from_slice(&stored);
    Ok(out)
}

fn checksum(fixed: &[u8], stored: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(fixed);
    hasher.update(stored);
    hasher.finalize()
}

/// Is this block `number`, whole? Gives the number of its cells. `bytes` is the block with its own numbers.
pub(crate) fn check(bytes: &[u8], number: u32) -> Result<u32, Wrong> {
    let fixed = Fixed::read(bytes);
    let stored = bytes.get(FIXED..).unwrap_or(&[]);
    let found = checksum(&bytes[..FIXED.min(bytes.len()).min(16)], stored);
    let whole = bytes.len() >= FIXED && stored.len() == fixed.length as usize && fixed.number == number;
    if found != fixed.sum || !whole {
        return Err(Wrong::Sum { expected: fixed.sum, found });
    }
    Ok(fixed.cells)
}

/// The cells of block `number`; their keys follow them.
pub(crate) fn read(bytes: &[u8], number: u32, keyed: bool) -> Result<Cells, Wrong> {
    check(bytes, number)?;
    let fixed = Fixed::read(bytes);
    let count = fixed.cells as usize;
    let most = 1 + count.div_ceil(8) + count * 8 + count * KEY;
    if fixed.plain as usize > most {
        return Err(Wrong::Nonsense);
    }
    let plain = zstd::bulk::decompress(&bytes[FIXED..], fixed.plain as usize).map_err(|_| Wrong::Nonsense)?;
    let cells = Cells::unpack(plain, count).ok_or(Wrong::Nonsense)?;
    let keys = if keyed { count * KEY } else { 0 };
    if cells.rest().len() == keys { Ok(cells) } else { Err(Wrong::Nonsense) }
}
