//! Cells by key: for tables whose positions have no formula for their number (rows, words, boards, sums of heaps).
//!
//! A key is 16 bytes of a hash of the position; among n of them two are equal with a chance of n² / 2^129. They stand
//! sorted, each with the number of its cell, in pages with a checksum each, so that a look-up reads one page.

use crate::head::long;

/// A hash of a position.
pub type Key = [u8; KEY];

/// Bytes of a key.
pub(crate) const KEY: usize = 16;

/// Bytes of an entry: a key and the number of its cell.
const ENTRY: usize = KEY + 8;

/// Entries a page.
pub(crate) const PAGE: usize = 1024;

/// One page: its checksum, then its entries.
pub(crate) fn page(entries: &[(Key, u64)]) -> Vec<u8> {
    let mut out = vec![0; 4];
    for (key, cell) in entries {
        out.extend_from_slice(key);
        out.extend_from_slice(&cell.to_le_bytes());
    }
    let sum = crc32fast::hash(&out[4..]);
    out[..4].copy_from_slice(&sum.to_le_bytes());
    out
}

/// Bytes of a page of so many entries.
pub(crate) fn size(entries: usize) -> usize {
    4 + entries * ENTRY
}

/// The cell of a key in a page whose checksum was looked at.
pub(crate) fn find(page: &[u8], key: &Key) -> Option<u64> {
    let entries = page.get(4..)?;
    let (mut low, mut high) = (0, entries.len() / ENTRY);
    while low < high {
        let middle = (low + high) / 2;
        let entry = &entries[middle * ENTRY..][..ENTRY];
        match entry[..KEY].cmp(key) {
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
            std::cmp::Ordering::Equal => return Some(long(entry, KEY)),
        }
    }
    None
}
