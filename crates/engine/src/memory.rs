//! Memory for large tables: zeroed without touching it, refused instead of fatal, in large pages where there are any.
//!
//! A table of 100 MB costs fifty page faults with large pages and 25,000 without.

#![allow(unsafe_code)] // Zeroed memory is asked of the allocator directly.

use std::alloc::{Layout, alloc_zeroed};
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

use bouton_graph::memory::huge_pages;

/// A type for which a run of zero bytes is a value.
///
/// # Safety
/// All bytes zero must be a valid value of the type.
pub(crate) unsafe trait Zero {}

macro_rules! zero {
    ($($type:ty),*) => {$(
        // SAFETY: integers, also atomic ones, hold zero as zero bytes.
        unsafe impl Zero for $type {}
    )*};
}
zero!(u8, u16, u32, u64, AtomicU8, AtomicU16, AtomicU32, AtomicU64);

/// `count` zeros; `None` if there is no such memory.
pub(crate) fn zeroed<T: Zero>(count: usize) -> Option<Vec<T>> {
    if count == 0 || size_of::<T>() == 0 {
        return Some(Vec::new());
    }
    let layout = Layout::array::<T>(count).ok()?;
    // SAFETY: the layout is not empty.
    let start = unsafe { alloc_zeroed(layout) };
    if start.is_null() {
        return None;
    }
    // SAFETY: the block was made by the global allocator with the layout of `count` items, and `Zero` says that
    // all of them are valid.
    let mut items = unsafe { Vec::from_raw_parts(start.cast::<T>(), count, count) };
    huge_pages(&mut items);
    Some(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros() {
        for count in [0, 1, 1000, if cfg!(miri) { 5000 } else { 3 << 20 }] {
            let cells = zeroed::<u16>(count).unwrap();
            assert_eq!(cells.len(), count);
            assert!(cells.iter().all(|&cell| cell == 0));
        }
        assert!(zeroed::<u64>(usize::MAX / 8).is_none());
        assert!(zeroed::<u64>(usize::MAX).is_none());
    }
}
