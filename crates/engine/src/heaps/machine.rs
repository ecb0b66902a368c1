//! The few things that ask for the machine itself: wider vector instructions, and large pages of memory.
//!
//! The kernels are plain loops over slices that the compiler turns into vector code. Each is compiled a
//! second time for AVX2, which is used where the processor has it. Nothing else in this crate is unsafe.

#![allow(unsafe_code)]

use std::ops::BitXor;

/// A cell of a table of values.
pub(super) trait Cell: Copy + Default + Eq + BitXor<Output = Self> + Into<u32> {
    /// All bits set.
    const ONES: Self;

    /// The value if it fits.
    fn fit(value: u32) -> Option<Self>;

    /// `self | other`.
    fn or(self, other: Self) -> Self;

    /// How many cells a set of values below `size`, a power of two, is given: a multiple of 64.
    fn room(size: usize) -> usize {
        size.next_multiple_of(64)
    }

    /// Marks `cells[end - offset + lane] ^ value` in the set of each lane for all (offset, value) of `steps`.
    /// The sets lie one after another and have [`room`](Self::room) for all those values.
    fn mark(cells: &[Self], end: usize, steps: &[(u32, Self)], sets: &mut [u8]) {
        let stride = sets.len() / LANES;
        for &(offset, value) in steps {
            let row = &cells[end - offset as usize..][..LANES];
            for (&cell, set) in row.iter().zip(sets.chunks_exact_mut(stride)) {
                set[Into::<u32>::into(cell ^ value) as usize] = 1;
            }
        }
    }
}

macro_rules! cell {
    ($($type:ty { $($more:item)* }),*) => {$(
        impl Cell for $type {
            const ONES: Self = <$type>::MAX;

            fn fit(value: u32) -> Option<Self> {
                Self::try_from(value).ok()
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }

            $($more)*
        }
    )*};
}
cell!(
    u8 {
        /// One size for all: then no byte can be out of bounds.
        fn room(_size: usize) -> usize {
            256
        }

        fn mark(cells: &[u8], end: usize, steps: &[(u32, u8)], sets: &mut [u8]) {
            let (sets, _) = sets.as_chunks_mut::<256>();
            let Some(sets) = sets.first_chunk_mut::<LANES>() else { return };
            for &(offset, value) in steps {
                let row = &cells[end - offset as usize..][..LANES];
                for (&cell, set) in row.iter().zip(sets.iter_mut()) {
                    set[usize::from(cell ^ value)] = 1;
                }
            }
        }
    },
    u16 {},
    u32 {}
);

/// How many values are looked for at once: with four, comparing costs about as much as loading.
pub(super) const WANTED: usize = 4;

/// Which of the wanted values are `front[i] ^ back[i]` for some i: bit j of the answer for `wanted[j]`.
/// Bits of `ignore` need no answer.
#[inline]
pub(super) fn search<T: Cell>(front: &[T], back: &[T], wanted: [T; WANTED], ignore: u8) -> u8 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions the function is compiled for.
        return unsafe { search_avx2(front, back, wanted, ignore) };
    }
    search_with(front, back, wanted, ignore)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn search_avx2<T: Cell>(front: &[T], back: &[T], wanted: [T; WANTED], ignore: u8) -> u8 {
    search_with(front, back, wanted, ignore)
}

#[inline(always)]
fn search_with<T: Cell>(front: &[T], back: &[T], wanted: [T; WANTED], ignore: u8) -> u8 {
    /// Pairs between two looks at what was found.
    const BLOCK: usize = 512;
    let mut found = 0;
    for (front, back) in front.chunks(BLOCK).zip(back.chunks(BLOCK)) {
        let mut hits = [T::default(); WANTED];
        for (&x, &y) in front.iter().zip(back) {
            let value = x ^ y;
            for (hit, want) in hits.iter_mut().zip(wanted) {
                *hit = hit.or(if value == want { T::ONES } else { T::default() });
            }
        }
        for (bit, hit) in hits.iter().enumerate() {
            found |= u8::from(*hit != T::default()) << bit;
        }
        if found | ignore == (1 << WANTED) - 1 {
            break;
        }
    }
    found
}

/// Heaps that are treated side by side: the bytes of one vector register.
pub(super) const LANES: usize = 32;
/// Candidates looked at for each of them.
pub(super) const CANDIDATES: usize = 8;

/// For every lane, which of its candidates is `cells[end - offset + lane] ^ value` for some (offset, value) of
/// `steps`: marked by a non-zero cell of the answer. No offset may be larger than `end`, and all must be
/// [`LANES`] at least.
#[inline]
pub(super) fn lanes<T: Cell>(
    cells: &[T],
    end: usize,
    steps: &[(u32, T)],
    candidates: &[[T; LANES]; CANDIDATES],
) -> [[T; LANES]; CANDIDATES] {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions the function is compiled for.
        return unsafe { lanes_avx2(cells, end, steps, candidates) };
    }
    lanes_with(cells, end, steps, candidates)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn lanes_avx2<T: Cell>(
    cells: &[T],
    end: usize,
    steps: &[(u32, T)],
    candidates: &[[T; LANES]; CANDIDATES],
) -> [[T; LANES]; CANDIDATES] {
    lanes_with(cells, end, steps, candidates)
}

#[inline(always)]
fn lanes_with<T: Cell>(
    cells: &[T],
    end: usize,
    steps: &[(u32, T)],
    candidates: &[[T; LANES]; CANDIDATES],
) -> [[T; LANES]; CANDIDATES] {
    let mut hits = [[T::default(); LANES]; CANDIDATES];
    for &(offset, value) in steps {
        let start = end - offset as usize;
        let row = &cells[start..start + LANES];
        for (hits, wanted) in hits.iter_mut().zip(candidates) {
            for lane in 0..LANES {
                let hit = row[lane] ^ value == wanted[lane];
                hits[lane] = hits[lane].or(if hit { T::ONES } else { T::default() });
            }
        }
    }
    hits
}

/// Asks for large pages for the memory a vector has reserved. Filling 100 MB then costs fifty page faults
/// instead of 25,000. The answer does not matter: without them it is only slower.
pub(super) fn huge_pages<T>(cells: &mut Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        /// What a large page is on the machines that have them by default.
        const PAGE: usize = 1 << 21;
        const MADV_HUGEPAGE: i32 = 14;
        unsafe extern "C" {
            /// Part of the C library that `std` is linked with.
            fn madvise(start: *mut std::ffi::c_void, length: usize, advice: i32) -> i32;
        }
        let start = cells.as_mut_ptr() as usize;
        let end = start + cells.capacity() * size_of::<T>();
        let first = start.next_multiple_of(PAGE);
        if size_of::<T>() > 0 && first + PAGE <= end {
            // SAFETY: the range lies inside memory that `cells` owns, and the advice changes neither its
            // contents nor its validity.
            unsafe { madvise(first as *mut std::ffi::c_void, end - first, MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = cells;
}
