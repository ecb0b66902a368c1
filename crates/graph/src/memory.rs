//! Tables in memory: pages are asked for, large ones or all at once, and lines can be fetched before they are needed.
//!
//! A table of 100 MB that is read at random misses the translation of addresses as often as the cache; with
//! pages of 2 MB it fits. All are hints: where the system has none of this, the answers are the same.

#![expect(
    unsafe_code,
    reason = "advice to the system and the processor; neither touches what the memory holds"
)]

use bouton_budget::Halt;
#[cfg(all(target_os = "linux", not(miri)))]
use rustix::mm::{Advice, madvise};
use std::ops::{Deref, DerefMut};

/// From this size on large pages are worth their first touch, which clears 2 MB at once.
const WORTH: usize = 8 << 20;

/// Memory could not be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{bytes} bytes of memory cannot be had")]
pub struct NoMemory {
    /// The bytes asked for.
    pub bytes: usize,
}

impl From<NoMemory> for Halt {
    /// The refusal of the machine itself.
    fn from(NoMemory { bytes }: NoMemory) -> Halt {
        Halt::Memory { positions: 0, needed: bytes, limit: bytes }
    }
}

/// An empty vector with room for `count` cells, on large pages if that is worth it.
pub fn reserve<T>(count: usize) -> Result<Vec<T>, NoMemory> {
    let mut cells = Vec::new();
    let bytes = count.saturating_mul(size_of::<T>());
    cells.try_reserve_exact(count).map_err(|_| NoMemory { bytes })?;
    if bytes >= WORTH {
        huge_pages(&mut cells);
    }
    Ok(cells)
}

/// A vector of `count` equal cells, on large pages if that is worth it.
pub fn filled<T: Copy>(count: usize, cell: T) -> Result<Vec<T>, NoMemory> {
    let mut cells = reserve(count)?;
    cells.resize(count, cell);
    Ok(cells)
}

/// What a large page is on the machines that have them by default.
const PAGE: usize = 1 << 21;

/// Cells that begin where a large page does: for a table of one or a few megabytes that is read at random, which would otherwise
/// miss the translation of most addresses, and is too short to have a large page inside it by chance.
#[derive(Clone, Debug)]
pub struct Paged<T> {
    cells: Vec<T>,
    first: usize,
}

impl<T: Copy> Paged<T> {
    /// So many equal cells.
    pub fn filled(count: usize, cell: T) -> Result<Self, NoMemory> {
        let size = size_of::<T>().max(1);
        let mut cells: Vec<T> = Vec::new();
        // Less than half of a page is not worth clearing one.
        if count.saturating_mul(size) < PAGE / 2 {
            return Ok(Paged { cells: filled(count, cell)?, first: 0 });
        }
        let room = count.saturating_add(2 * PAGE / size);
        cells.try_reserve_exact(room).map_err(|_| NoMemory { bytes: room.saturating_mul(size) })?;
        huge_pages(&mut cells);
        let start = cells.as_ptr() as usize;
        let first = (start.next_multiple_of(PAGE) - start) / size;
        cells.resize(first + count, cell);
        Ok(Paged { cells, first })
    }

    /// The memory taken.
    pub fn bytes(&self) -> usize {
        self.cells.capacity() * size_of::<T>()
    }
}

impl<T> Deref for Paged<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.cells[self.first..]
    }
}

impl<T> DerefMut for Paged<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.cells[self.first..]
    }
}

/// Asks for large pages for the memory a vector has reserved. The answer does not matter: without them it is only
/// slower.
pub fn huge_pages<T>(cells: &mut Vec<T>) {
    let start = cells.as_mut_ptr() as usize;
    let end = start + cells.capacity().saturating_mul(size_of::<T>());
    let first = start.next_multiple_of(PAGE);
    if size_of::<T>() > 0 && first + PAGE <= end {
        #[cfg(all(target_os = "linux", not(miri)))]
        // SAFETY: the range lies inside memory that `cells` owns, and the advice changes neither its contents
        // nor its validity.
        let _ = unsafe { madvise(first as *mut _, end - first, Advice::LinuxHugepage) };
    }
}

/// Asks the system for all pages of a vector's memory at once, which takes a fraction of the time that they take one by one: for what is
/// written all over soon. Of what is so long that large pages are asked for, none is touched.
pub fn touch<T>(cells: &mut Vec<T>) {
    const SMALL_PAGE: usize = 1 << 12;
    // For fewer pages a call is not worth it.
    const FEWEST: usize = 4 * SMALL_PAGE;
    let start = cells.as_mut_ptr() as usize;
    let end = start + cells.capacity().saturating_mul(size_of::<T>());
    let (first, last) = (start.next_multiple_of(SMALL_PAGE), end / SMALL_PAGE * SMALL_PAGE);
    if size_of::<T>() > 0 && first + FEWEST <= last && end - start < PAGE {
        #[cfg(all(target_os = "linux", not(miri)))]
        // SAFETY: the range lies inside memory that `cells` owns, and being handed out changes neither its contents nor
        // its validity. A system with other pages refuses what does not begin with one.
        let _ = unsafe { madvise(first as *mut _, last - first, Advice::LinuxPopulateWrite) };
    }
}

/// Asks the processor to have a cell at hand soon. A place outside the slice is no mistake.
#[inline(always)]
pub fn prefetch<T>(cells: &[T], place: usize) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: a prefetch reads nothing and faults nowhere, and the address is made without leaving the
    // rules of pointers (`wrapping_add`).
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(cells.as_ptr().wrapping_add(place).cast());
    }
    #[cfg(any(not(target_arch = "x86_64"), miri))]
    let _ = (cells, place);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_any_size() {
        for count in [0, 1, 1000, if cfg!(miri) { 5000 } else { 5 << 20 }] {
            let cells = filled(count, 7u32).expect("a few megabytes");
            assert_eq!(cells.len(), count);
            assert!(cells.iter().all(|&c| c == 7));
            prefetch(&cells, count + 5);
            let mut paged = Paged::filled(count, 7u32).expect("a few megabytes more");
            paged.iter_mut().for_each(|c| *c += 1);
            assert!(paged.len() == count && paged.clone().iter().all(|&c| c == 8));
            assert!(paged.bytes() >= 4 * count);
        }
        assert!(Paged::<u64>::filled(usize::MAX / 4, 0).is_err());
        assert_eq!(reserve::<u64>(usize::MAX).unwrap_err(), NoMemory { bytes: usize::MAX });
    }
}
