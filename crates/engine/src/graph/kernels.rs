//! The inner loops of the sweep for values: what the heads of a block of rows are worth, without looking where a row ends.
//!
//! A row has ten edges or so, and a loop that ends after an unforeseeable number of steps costs the processor more
//! than the steps themselves. So all heads of a block are looked up in one long loop first, sixteen or eight at a time
//! where the processor can (AVX-512, AVX2), and the rows are cut out of the result afterwards, up to 32 cells at once.
//! A processor of either kind, and one that has neither, gives the same results.

#![expect(
    unsafe_code,
    reason = "instructions that not every processor has; loads at places that were checked"
)]

use super::Rows;

/// Bytes after the last value of a table, which a load of four bytes may touch.
pub(super) const PADDING: usize = 4;

/// Rows in a block at most.
pub(super) const ROWS: usize = 64;
/// Edges in a block at most; with the lookups of one round more, it stays inside the first cache.
const EDGES: usize = 4096;
/// Cells cut out at once.
const WIDTH: usize = 32;
/// A set of values says no more than: something in it was not below this.
const LIMIT: u8 = 15;
/// Where the value of a row is not settled.
const UNSETTLED: u8 = u8::MAX;

/// The instructions that the loops are written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lanes {
    /// One head at a time.
    One,
    /// Eight at a time.
    #[cfg(target_arch = "x86_64")]
    Eight,
    /// Sixteen at a time.
    #[cfg(target_arch = "x86_64")]
    Sixteen,
}

impl Lanes {
    /// Everything that this processor can do for a table with cells for `nodes`, the best last.
    #[cfg(test)]
    pub(super) fn all(nodes: usize) -> Vec<Self> {
        let mut all = vec![Lanes::One];
        #[cfg(target_arch = "x86_64")]
        all.extend([Lanes::Eight, Lanes::Sixteen].into_iter().filter(|lanes| *lanes <= Self::best(nodes)));
        all
    }

    /// The most that this processor can do for a table with cells for `nodes`.
    pub(super) fn best(nodes: usize) -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            let few = is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2");
            // Lookups take signed places.
            if nodes <= i32::MAX as usize && few && is_x86_feature_detected!("avx2") {
                let wide = is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl");
                return if wide { Lanes::Sixteen } else { Lanes::Eight };
            }
        }
        let _ = nodes;
        Lanes::One
    }
}

/// The values of the rows of one block.
pub(super) struct Block {
    sets: Box<[u16; EDGES + WIDTH]>,
    values: [u8; ROWS],
    lanes: Lanes,
}

impl Block {
    /// For a table with cells for so many nodes.
    pub(super) fn new(nodes: usize) -> Self {
        Self::with(Lanes::best(nodes))
    }

    /// The same with these instructions, which the processor must have.
    fn with(lanes: Lanes) -> Self {
        Block { sets: Box::new([0; EDGES + WIDTH]), values: [UNSETTLED; ROWS], lanes }
    }

    /// Finds the values of rows `first` to `end` from the bytes of the nodes they lead to; a byte of `LIMIT` or more,
    /// known or not, settles nothing. False if the block has too many edges.
    pub(super) fn collect(&mut self, rows: &Rows, first: usize, end: usize, small: &[u8]) -> bool {
        let starts = &rows.starts()[first..=end];
        let (from, to) = (starts[0] as usize, starts[end - first] as usize);
        if to - from > EDGES || end - first > ROWS {
            return false;
        }
        let heads = &rows.heads()[from..to];
        #[cfg(target_arch = "x86_64")]
        if self.lanes > Lanes::One && small.len() >= rows.nodes() + PADDING {
            // SAFETY: `lanes` says that the processor has the instructions. Every head is below the number of nodes
            // (the invariant of `Rows`), and `small` has `PADDING` bytes after those.
            unsafe {
                if self.lanes == Lanes::Sixteen {
                    avx512::sets(heads, small, &mut self.sets);
                    avx512::cut(starts, &self.sets, &mut self.values);
                } else {
                    avx2::sets(heads, small, &mut self.sets);
                    avx2::cut(starts, &self.sets, &mut self.values);
                }
            }
            return true;
        }
        for (set, &head) in self.sets.iter_mut().zip(heads) {
            *set = 1 << small[head as usize].min(LIMIT);
        }
        cut(starts, &self.sets, &mut self.values);
        true
    }

    /// The value of a row of the block, if it is settled.
    #[inline]
    pub(super) fn value(&self, row: usize) -> Option<u8> {
        Some(self.values[row]).filter(|&value| value != UNSETTLED)
    }

    /// The values of the first rows of the block, if all of them are settled.
    #[inline]
    pub(super) fn values(&self, rows: usize) -> Option<&[u8]> {
        let values = &self.values[..rows];
        let settled = values.iter().fold(true, |all, &value| all & (value != UNSETTLED));
        settled.then_some(values)
    }
}

/// The smallest value missing in the sets of each row.
#[inline(always)]
fn cut(starts: &[u32], sets: &[u16; EDGES + WIDTH], values: &mut [u8; ROWS]) {
    let base = starts[0];
    for (value, ends) in values.iter_mut().zip(starts.windows(2)) {
        let (mut at, mut left) = ((ends[0] - base) as usize, (ends[1] - ends[0]) as usize);
        let mut set = 0;
        loop {
            let cells = &sets[at..at + WIDTH];
            let count = left.min(WIDTH) as u16;
            for (i, &cell) in cells.iter().enumerate() {
                set |= if (i as u16) < count { cell } else { 0 };
            }
            if left <= WIDTH {
                break;
            }
            at += WIDTH;
            left -= WIDTH;
        }
        *value = if set >> LIMIT != 0 { UNSETTLED } else { set.trailing_ones() as u8 };
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::{EDGES, LIMIT, ROWS, UNSETTLED, WIDTH};
    use std::arch::x86_64::*;

    /// Heads looked up at once.
    const LANES: usize = 16;

    /// The last heads of a block, fewer than a register holds, and which lanes hold one.
    #[inline(always)]
    fn last(heads: &[u32]) -> (__mmask16, [u32; LANES]) {
        let mut part = [0; LANES];
        part[..heads.len()].copy_from_slice(heads);
        ((1 << heads.len()) - 1, part)
    }

    /// Heads to sets of one value each.
    ///
    /// # Safety
    /// The processor has the instructions; `small` has more than three bytes after the place of every head; there
    /// are `EDGES` heads at most.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2")]
    pub(super) unsafe fn sets(heads: &[u32], small: &[u8], sets: &mut [u16; EDGES + WIDTH]) {
        let low = _mm512_set1_epi32(0xFF);
        let limit = _mm512_set1_epi32(LIMIT.into());
        let one = _mm512_set1_epi32(1);
        let look = |heads: &[u32; LANES], mask, sets: &mut [u16]| {
            let Some(sets) = sets.first_chunk_mut::<LANES>() else { return };
            // SAFETY: the load is of an array of that size; lanes outside the mask look nothing up, and the places
            // of the others are good for four bytes by the caller's word; the store is to an array of that size.
            unsafe {
                let places = _mm512_loadu_si512(heads.as_ptr().cast());
                let bytes = _mm512_mask_i32gather_epi32::<1>(limit, mask, places, small.as_ptr().cast());
                let values = _mm512_min_epu32(_mm512_and_si512(bytes, low), limit);
                let found = _mm512_cvtepi32_epi16(_mm512_sllv_epi32(one, values));
                _mm256_storeu_si256(sets.as_mut_ptr().cast(), found);
            }
        };
        let (full, rest) = heads.as_chunks::<LANES>();
        for (heads, sets) in full.iter().zip(sets.chunks_exact_mut(LANES)) {
            look(heads, u16::MAX, sets);
        }
        let (mask, heads) = last(rest);
        look(&heads, mask, &mut sets[full.len() * LANES..]);
    }

    /// The smallest value missing in the sets of each row.
    ///
    /// # Safety
    /// The processor has the instructions.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2")]
    pub(super) unsafe fn cut(starts: &[u32], sets: &[u16; EDGES + WIDTH], values: &mut [u8; ROWS]) {
        let base = starts[0];
        let cells = |at: u32, count: u32| {
            let mask = _bzhi_u32(u32::MAX, count.min(WIDTH as u32));
            // SAFETY: lanes outside the mask are not loaded; the others lie inside `sets`, for rows end after
            // `EDGES` cells at most.
            unsafe { _mm512_maskz_loadu_epi16(mask, sets.as_ptr().add(at as usize).cast()) }
        };
        for (value, ends) in values.iter_mut().zip(starts.windows(2)) {
            let (mut at, mut left) = (ends[0] - base, ends[1] - ends[0]);
            let mut all = cells(at, left);
            while left > WIDTH as u32 {
                at += WIDTH as u32;
                left -= WIDTH as u32;
                all = _mm512_or_si512(all, cells(at, left));
            }
            let half = _mm256_or_si256(_mm512_castsi512_si256(all), _mm512_extracti64x4_epi64::<1>(all));
            let half = _mm_or_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half));
            let word = (_mm_cvtsi128_si64(half) | _mm_extract_epi64::<1>(half)) as u64;
            let word = word | word >> 32;
            let set = (word | word >> 16) as u16;
            *value = if set >> LIMIT != 0 { UNSETTLED } else { u32::from(set).trailing_ones() as u8 };
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{EDGES, LIMIT, ROWS, UNSETTLED, WIDTH};
    use std::arch::x86_64::*;

    /// Heads looked up at once.
    const LANES: usize = 8;

    /// Heads to sets of one value each.
    ///
    /// # Safety
    /// The processor has the instructions; `small` has more than three bytes after the place of every head; there
    /// are `EDGES` heads at most.
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    pub(super) unsafe fn sets(heads: &[u32], small: &[u8], sets: &mut [u16; EDGES + WIDTH]) {
        let low = _mm256_set1_epi32(0xFF);
        let limit = _mm256_set1_epi32(LIMIT.into());
        let one = _mm256_set1_epi32(1);
        let look = |heads: &[u32; LANES]| {
            // SAFETY: the load is of an array of that size; the places are good for four bytes by the caller's word.
            unsafe {
                let places = _mm256_loadu_si256(heads.as_ptr().cast());
                let bytes = _mm256_i32gather_epi32::<1>(small.as_ptr().cast(), places);
                let values = _mm256_min_epu32(_mm256_and_si256(bytes, low), limit);
                _mm256_sllv_epi32(one, values)
            }
        };
        let (full, rest) = heads.as_chunks::<{ 2 * LANES }>();
        for (heads, sets) in full.iter().zip(sets.as_chunks_mut::<{ 2 * LANES }>().0) {
            let [first, second] = heads.as_chunks::<LANES>().0 else { continue };
            // Packing takes turns between the halves of both registers.
            let both = _mm256_packus_epi32(look(first), look(second));
            let both = _mm256_permute4x64_epi64::<0b11_01_10_00>(both);
            // SAFETY: the store is to an array of that size.
            unsafe { _mm256_storeu_si256(sets.as_mut_ptr().cast(), both) };
        }
        for (set, &head) in sets[full.len() * 2 * LANES..].iter_mut().zip(rest) {
            *set = 1 << small[head as usize].min(LIMIT);
        }
    }

    /// The smallest value missing in the sets of each row.
    ///
    /// # Safety
    /// The processor has the instructions.
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    pub(super) unsafe fn cut(starts: &[u32], sets: &[u16; EDGES + WIDTH], values: &mut [u8; ROWS]) {
        /// Cells of a register.
        const CELLS: usize = 16;
        let base = starts[0];
        // Ones before the first cells that do not count, zeros from there on.
        const ONES: [u16; 2 * CELLS] = {
            let mut ones = [0; 2 * CELLS];
            let mut i = 0;
            while i < CELLS {
                ones[i] = u16::MAX;
                i += 1;
            }
            ones
        };
        let cells = |at: usize, count: usize| {
            let skip = CELLS - count.min(CELLS);
            // SAFETY: rows end after `EDGES` cells at most, and `sets` has `WIDTH` more; the mask is read from within
            // `ONES`.
            unsafe {
                let cells = _mm256_loadu_si256(sets.as_ptr().add(at).cast());
                _mm256_and_si256(cells, _mm256_loadu_si256(ONES.as_ptr().add(skip).cast()))
            }
        };
        for (value, ends) in values.iter_mut().zip(starts.windows(2)) {
            let (mut at, mut left) = ((ends[0] - base) as usize, (ends[1] - ends[0]) as usize);
            let mut all = cells(at, left);
            while left > CELLS {
                at += CELLS;
                left -= CELLS;
                all = _mm256_or_si256(all, cells(at, left));
            }
            let half = _mm_or_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256::<1>(all));
            let word = (_mm_cvtsi128_si64(half) | _mm_extract_epi64::<1>(half)) as u64;
            let word = word | word >> 32;
            let set = (word | word >> 16) as u16;
            *value = if set >> LIMIT != 0 { UNSETTLED } else { u32::from(set).trailing_ones() as u8 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind of instructions that this processor has, on rows of all lengths, with edges inside blocks.
    #[test]
    fn all_lanes_agree() {
        let mut state = 7_u64;
        let mut random = |bound: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % u64::from(bound)) as u32
        };
        let nodes = if cfg!(miri) { 200 } else { 3000_u32 };
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for from in 1..nodes {
            for i in 0..random(if from % 50 == 0 { 120 } else { 24 }) {
                let to = if i % 5 == 0 { from - 1 - random(from.min(70)) } else { random(from) };
                edges.push((from, to));
            }
        }
        let rows = Rows::from_edges(nodes as usize, &edges).unwrap();
        let small: Vec<u8> = (0..nodes as usize + PADDING).map(|_| random(18) as u8).collect();
        let kinds = Lanes::all(nodes as usize);
        for first in (0..nodes as usize).step_by(ROWS) {
            let end = (first + ROWS).min(nodes as usize);
            let found: Vec<_> = kinds
                .iter()
                .map(|&lanes| {
                    let mut block = Block::with(lanes);
                    assert!(block.collect(&rows, first, end, &small));
                    (0..end - first).map(|row| block.value(row)).collect::<Vec<_>>()
                })
                .collect();
            assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "{first}");
            // And what they must be.
            for (row, value) in found[0].iter().enumerate() {
                let seen: Vec<u8> =
                    rows.of((first + row) as u32).iter().map(|&h| small[h as usize]).collect();
                let mex = (0..).find(|v| !seen.contains(v));
                assert_eq!(*value, mex.filter(|_| seen.iter().all(|v| *v < LIMIT)), "{}", first + row);
            }
        }
    }
}
