//! Memory for large tables: zeroed without touching it, refused instead of fatal, in large pages where there are any.
//!
//! A table of 100 MB costs fifty page faults with large pages and 25,000 without.

#![allow(unsafe_code)] // Zeroed memory and advice about pages are asked of the allocator and the system directly.

use std::alloc::{Layout, alloc_zeroed};
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

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

/// Asks for large pages for the memory a vector has reserved. The answer does not matter: without them it is only
/// slower.
pub(crate) fn huge_pages<T>(items: &mut Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        /// What a large page is on the machines that have them by default.
        const PAGE: usize = 1 << 21;
        const MADV_HUGEPAGE: i32 = 14;
        unsafe extern "C" {
            /// Part of the C library that `std` is linked with.
            fn madvise(start: *mut std::ffi::c_void, length: usize, advice: i32) -> i32;
        }
        let start = items.as_mut_ptr() as usize;
        let end = start + items.capacity() * size_of::<T>();
        let first = start.next_multiple_of(PAGE);
        if size_of::<T>() > 0 && first + PAGE <= end {
            // SAFETY: the range lies inside memory that `items` owns, and the advice changes neither its
            // contents nor its validity.
            unsafe { madvise(first as *mut std::ffi::c_void, end - first, MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = items;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros() {
        for count in [0, 1, 1000, 3 << 20] {
            let cells = zeroed::<u16>(count).unwrap();
            assert_eq!(cells.len(), count);
            assert!(cells.iter().all(|&cell| cell == 0));
        }
        assert!(zeroed::<u64>(usize::MAX / 8).is_none());
        assert!(zeroed::<u64>(usize::MAX).is_none());
    }
}
