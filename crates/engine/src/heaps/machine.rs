//! The few things that ask for the machine itself: wider vector instructions.
//!
//! The kernels are plain loops over slices that the compiler turns into vector code. Each is compiled a
//! second time for AVX2, which is used where the processor has it.

#![allow(unsafe_code)]

use crate::memory::Zero;
use std::ops::BitXor;

/// A cell of a table of values.
pub(super) trait Cell: Copy + Default + Eq + BitXor<Output = Self> + Into<u32> + Zero {
    /// All bits set.
    const ONES: Self;

    /// The value if it fits.
    fn fit(value: u32) -> Option<Self>;

    /// `self | other`.
    fn or(self, other: Self) -> Self;
}

macro_rules! cell {
    ($($type:ty),*) => {$(
        impl Cell for $type {
            const ONES: Self = <$type>::MAX;

            fn fit(value: u32) -> Option<Self> {
                Self::try_from(value).ok()
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
        }
    )*};
}
cell!(u8, u16, u32);

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
pub(super) const CANDIDATES: usize = 4;

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

/// Bytes of a row of bits that are met at once: a line of the cache.
pub(super) const SPAN: usize = 64;
/// Rows that are met together: as many as there are registers for.
pub(super) const GROUP: usize = 8;

/// How rows lie: `places[first][j]` is where row `j ^ first` of a group begins.
pub(super) struct Places {
    stride: usize,
    places: [[usize; GROUP]; GROUP],
}

impl Places {
    /// Rows of `stride` bytes, one after another.
    pub(super) fn new(stride: usize) -> Self {
        let mut places = [[0; GROUP]; GROUP];
        for (first, places) in places.iter_mut().enumerate() {
            for (member, place) in places.iter_mut().enumerate() {
                *place = (member ^ first) * stride;
            }
        }
        Self { stride, places }
    }
}

/// Adds rows of bits to [`GROUP`] sets. For each entry (offset, first), set j gets [`SPAN`] bytes of row
/// `j ^ first` of the group that lies at `at + offset`.
#[inline]
pub(super) fn or_rows(
    bits: &[u8],
    rows: &Places,
    at: usize,
    entries: &[(u32, u32)],
    sets: &mut [[u8; SPAN]; GROUP],
) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512f") {
        // SAFETY: the processor has the instructions the function is compiled for.
        return unsafe { or_rows_avx512(bits, rows, at, entries, sets) };
    }
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions the function is compiled for.
        return unsafe { or_rows_avx2(bits, rows, at, entries, sets) };
    }
    or_rows_with(bits, rows, at, entries, sets);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn or_rows_avx512(
    bits: &[u8],
    rows: &Places,
    at: usize,
    entries: &[(u32, u32)],
    sets: &mut [[u8; SPAN]; GROUP],
) {
    or_rows_with(bits, rows, at, entries, sets);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn or_rows_avx2(
    bits: &[u8],
    rows: &Places,
    at: usize,
    entries: &[(u32, u32)],
    sets: &mut [[u8; SPAN]; GROUP],
) {
    or_rows_with(bits, rows, at, entries, sets);
}

#[inline(always)]
fn or_rows_with(
    bits: &[u8],
    rows: &Places,
    at: usize,
    entries: &[(u32, u32)],
    sets: &mut [[u8; SPAN]; GROUP],
) {
    let mut sum = *sets;
    for &(offset, first) in entries {
        let group = &bits[at + offset as usize..][..(GROUP - 1) * rows.stride + SPAN];
        let places = &rows.places[first as usize % GROUP];
        for (set, &place) in sum.iter_mut().zip(places) {
            // SAFETY: `Places` makes every place at most (GROUP - 1) * stride, and `group` has SPAN bytes more than that. An
            // array of bytes may lie anywhere.
            let row = unsafe { group.as_ptr().add(place).cast::<[u8; SPAN]>().read() };
            for (byte, more) in set.iter_mut().zip(row) {
                *byte |= more;
            }
        }
    }
    *sets = sum;
}
