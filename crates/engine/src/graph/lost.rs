//! The inner loops of the sweep for who wins: which rows of a block lead to no lost node.
//!
//! A row is settled by its first lost head, after four of ten or so; but a loop that ends there, where nobody can foresee it,
//! costs the processor more than the lookups. So a block goes in rounds: of every row that is still open four heads are
//! looked up at once, without a branch, and the rows that stay open are written one after another for the next round.
//! Where sixteen heads can be looked up at once (AVX-512) by an instruction that is faster than its loads one by one, all
//! heads of the block are, and the rows are cut out of the bits. A processor of any kind gives the same results.

#![expect(
    unsafe_code,
    reason = "instructions that not every processor has; loads at places that were checked"
)]

use super::kernels::Lanes;
use super::{Direction, Rows};
use bouton_graph::memory::prefetch;

/// Rows in a block that goes in rounds.
const ROWS: usize = 256;
/// Heads of a row that are looked up in one round.
const FOUR: usize = 4;
/// Heads are asked for so many places before they are needed.
const AHEAD: usize = 512;

/// What a block needs while it is looked at.
pub(super) struct Lost {
    lanes: Lanes,
    /// The last lookups of each row: not zero where it is won.
    won: [u8; ROWS],
    /// The rows that are open, one after another.
    open: [u8; ROWS],
    #[cfg(target_arch = "x86_64")]
    bits: Box<[u64; wide::WORDS]>,
}

impl Lost {
    /// For a table with a bit for so many nodes.
    pub(super) fn new(nodes: usize) -> Self {
        let lanes = Lanes::best(nodes);
        #[cfg(target_arch = "x86_64")]
        if lanes == Lanes::Sixteen && gathers_are_slow() {
            return Self::with(Lanes::Eight);
        }
        Self::with(lanes)
    }

    /// The same with these instructions, which the processor must have.
    pub(super) fn with(lanes: Lanes) -> Self {
        Lost {
            lanes,
            won: [0; ROWS],
            open: [0; ROWS],
            #[cfg(target_arch = "x86_64")]
            bits: Box::new([0; wide::WORDS]),
        }
    }

    /// Nodes in a block.
    pub(super) fn block(&self) -> usize {
        #[cfg(target_arch = "x86_64")]
        if self.lanes == Lanes::Sixteen {
            return wide::ROWS;
        }
        ROWS
    }

    /// Sets the bits of nodes `first` to `end`, a block, in a table of lost nodes: those that lead to no node outside the
    /// block that is lost. True if these are the lost nodes; otherwise they must be looked at again, for some may lead
    /// to a lost node inside.
    pub(super) fn settle(
        &mut self,
        rows: &Rows,
        first: usize,
        end: usize,
        end_lost: bool,
        lost: &mut [u32],
    ) -> bool {
        let starts = &rows.starts()[first..=end];
        let enough = lost.len() * 32 >= rows.nodes();
        #[cfg(target_arch = "x86_64")]
        if self.lanes == Lanes::Sixteen && enough && (starts[end - first] - starts[0]) as usize <= wide::EDGES
        {
            // SAFETY: `lanes` says that the processor has the instructions. Every head is below the number of nodes (the
            // invariant of `Rows`), and `lost` has a bit for each of them; the heads are not too many.
            let (found, sure) = unsafe { wide::settle(rows, first..end, end_lost, lost, &mut self.bits) };
            lost[first / 32] = found as u32;
            if end - first > 32 {
                lost[first / 32 + 1] = (found >> 32) as u32;
            }
            return sure;
        }
        if let (Ok(starts), true) = (<&[u32; ROWS + 1]>::try_from(starts), enough)
            && starts[ROWS] as usize + FOUR <= rows.heads().len()
        {
            // SAFETY: as above; and four heads follow the end of every row.
            let inside = unsafe { self.in_rounds(starts, rows, first as u32, lost) };
            if !end_lost {
                for (won, ends) in self.won.iter_mut().zip(starts.windows(2)) {
                    *won |= u8::from(ends[0] == ends[1]);
                }
            }
            let words = &mut lost[first / 32..];
            #[cfg(target_arch = "x86_64")]
            if self.lanes == Lanes::Eight {
                // SAFETY: as above.
                unsafe { avx2::pack(&self.won, words) };
                return !inside;
            }
            for (word, won) in words.iter_mut().zip(self.won.as_chunks::<32>().0) {
                *word = pack(won);
            }
            return !inside;
        }
        // The last block, or the heads are too many: any node may be lost.
        for node in first..end {
            lost[node / 32] |= 1 << (node % 32);
        }
        false
    }

    /// Rounds of four heads; says whether some of them lie inside the block.
    ///
    /// # Safety
    /// The processor has the instructions; `lost` has a bit for every head; four heads follow the end of every row.
    unsafe fn in_rounds(&mut self, starts: &[u32; ROWS + 1], rows: &Rows, first: u32, lost: &[u32]) -> bool {
        // Where heads that are soon needed lie: further on, or a block before.
        let ahead = match rows.direction() {
            Some(Direction::Up) => (starts[0] as usize).wrapping_sub(starts[ROWS] as usize),
            _ => AHEAD,
        };
        let (heads, won, open) = (rows.heads(), &mut self.won, &mut self.open);
        #[cfg(target_arch = "x86_64")]
        if self.lanes == Lanes::Eight {
            // SAFETY: by the caller's word.
            return unsafe { avx2::in_rounds(starts, heads, ahead, first, lost, won, open) };
        }
        let mut inside = false;
        let look = |heads: &[u32; FOUR]| {
            heads.iter().enumerate().fold(0, |bits, (i, &head)| {
                inside |= head.wrapping_sub(first) < ROWS as u32;
                // SAFETY: the word is there by the caller's word.
                let word = unsafe { lost.get_unchecked(head as usize / 32) };
                bits | (word >> (head % 32) & 1) << i
            })
        };
        // SAFETY: by the caller's word.
        unsafe { rounds(starts, heads, ahead, won, open, look) };
        inside
    }
}

/// Whether this processor takes a gather apart into more steps than its loads are: AMD's do, up to Zen 5 at least, where
/// rounds take half of the time (docs/performance.md, row 4).
#[cfg(target_arch = "x86_64")]
fn gathers_are_slow() -> bool {
    let vendor = std::arch::x86_64::__cpuid(0);
    let name = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes);
    name.as_flattened() == b"AuthenticAMD"
}

/// A bit for each cell that is zero; none is above 127.
fn pack(won: &[u8; 32]) -> u32 {
    let bytes = won.as_chunks::<8>().0.iter().map(|cells| {
        // The top bit of each byte is set where the cell was not zero; then eight bits are brought together.
        let tops = u64::from_le_bytes(*cells) + 0x7F7F_7F7F_7F7F_7F7F;
        ((!tops & 0x8080_8080_8080_8080) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
    });
    bytes.rev().fold(0, |word, byte| word << 8 | byte as u32)
}

/// Looks up four heads of every open row, with bits for those that are lost, until no row is open.
///
/// # Safety
/// Four heads follow the end of every row.
#[inline(always)]
unsafe fn rounds(
    starts: &[u32; ROWS + 1],
    heads: &[u32],
    ahead: usize,
    won: &mut [u8; ROWS],
    open: &mut [u8; ROWS],
    mut look: impl FnMut(&[u32; FOUR]) -> u32,
) {
    let mut stays_open = |row: u8, at: u32, end: u32| {
        let left = end - at;
        // SAFETY: by the caller's word; rows that stay open have heads left.
        let found = look(unsafe { &*heads.as_ptr().add(at as usize).cast() });
        // What follows the row does not count.
        let found = found & ((1 << left.min(FOUR as u32)) - 1);
        won[row as usize] = found as u8;
        usize::from((found == 0) & (left > FOUR as u32))
    };
    let (mut count, mut at) = (0, starts[0]);
    for row in 0..=u8::MAX {
        let end = starts[row as usize + 1];
        prefetch(heads, (at as usize).wrapping_add(ahead));
        let stays = stays_open(row, at, end);
        // SAFETY: no more rows are open than were looked at.
        unsafe { *open.get_unchecked_mut(count) = row };
        count += stays;
        at = end;
    }
    let mut skip = 0;
    while count > 0 {
        skip += FOUR as u32;
        let mut kept = 0;
        for i in 0..count {
            // SAFETY: there are `count` open rows, and no more are kept than were looked at.
            let row = unsafe { *open.get_unchecked(i) };
            let stays = stays_open(row, starts[row as usize] + skip, starts[row as usize + 1]);
            // SAFETY: likewise.
            unsafe { *open.get_unchecked_mut(kept) = row };
            kept += stays;
        }
        count = kept;
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{FOUR, ROWS};
    use std::arch::x86_64::*;

    /// Rounds with the lookups of a row side by side. A gather would take longer than four loads where there is no
    /// AVX-512.
    ///
    /// # Safety
    /// The processor has the instructions; `lost` has a bit for every head; four heads follow the end of every row.
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    pub(super) unsafe fn in_rounds(
        starts: &[u32; ROWS + 1],
        heads: &[u32],
        ahead: usize,
        first: u32,
        lost: &[u32],
        won: &mut [u8; ROWS],
        open: &mut [u8; ROWS],
    ) -> bool {
        let low = _mm_set1_epi32(31);
        let first = _mm_set1_epi32(first as i32);
        let last = _mm_set1_epi32(ROWS as i32 - 1);
        // How far from the first row of the block, unsigned: rows before it are far.
        let mut nearest = _mm_set1_epi32(-1);
        let look = |heads: &[u32; FOUR]| {
            // SAFETY: the load is of an array of that size; the words are there by the caller's word.
            let (places, words) = unsafe {
                let places = _mm_loadu_si128(heads.as_ptr().cast());
                let words = _mm_srli_epi32::<5>(places);
                let (left, right) = (_mm_cvtsi128_si64(words) as u64, _mm_extract_epi64::<1>(words) as u64);
                let word = |place: u64| *lost.get_unchecked(place as usize) as i32;
                let halves = |pair: u64| (word(pair & u64::from(u32::MAX)), word(pair >> 32));
                let ((a, b), (c, d)) = (halves(left), halves(right));
                (places, _mm_setr_epi32(a, b, c, d))
            };
            nearest = _mm_min_epu32(nearest, _mm_sub_epi32(places, first));
            // The bit of each head goes to the top of its lane.
            let top = _mm_sllv_epi32(words, _mm_andnot_si128(places, low));
            _mm_movemask_ps(_mm_castsi128_ps(top)) as u32
        };
        // SAFETY: by the caller's word.
        unsafe { super::rounds(starts, heads, ahead, won, open, look) };
        _mm_movemask_epi8(_mm_cmpeq_epi32(_mm_min_epu32(nearest, last), nearest)) != 0
    }

    /// A bit for each cell that is zero.
    #[target_feature(enable = "avx2")]
    pub(super) fn pack(won: &[u8; ROWS], words: &mut [u32]) {
        for (word, won) in words.iter_mut().zip(won.as_chunks::<32>().0) {
            // SAFETY: the load is of an array of that size.
            let cells = unsafe { _mm256_loadu_si256(won.as_ptr().cast()) };
            *word = _mm256_movemask_epi8(_mm256_cmpeq_epi8(cells, _mm256_setzero_si256())) as u32;
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use super::Rows;
    use std::arch::x86_64::*;
    use std::ops::Range;

    /// Rows in a block.
    pub(super) const ROWS: usize = 64;
    /// Edges in a block at most; with the lookups of one round more, it stays inside the first cache.
    pub(super) const EDGES: usize = 4096;
    /// Words for a bit of each of them, and room to read on.
    pub(super) const WORDS: usize = EDGES / 64 + 2;
    /// Heads looked up at once.
    const LANES: usize = 16;
    /// Bits of a row that are cut out at most.
    const MOST: u32 = 63;

    /// A bit for each row of a block that has no lost head outside it, and whether there is nothing more to ask.
    ///
    /// # Safety
    /// The processor has the instructions; `lost` has a bit for every head; there are `ROWS` rows and `EDGES` heads
    /// at most.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2")]
    pub(super) unsafe fn settle(
        rows: &Rows,
        block: Range<usize>,
        end_lost: bool,
        lost: &[u32],
        found: &mut [u64; WORDS],
    ) -> (u64, bool) {
        let starts = &rows.starts()[block.start..=block.end];
        let heads = &rows.heads()[starts[0] as usize..starts[block.len()] as usize];
        // SAFETY: by the caller's word.
        let inside = unsafe { bits(heads, lost, &(block.start as u32..block.end as u32), found) };
        if starts.windows(2).fold(true, |all, ends| all & (ends[1] - ends[0] <= MOST)) {
            (none_lost::<false>(found, starts, end_lost), !inside)
        } else {
            (none_lost::<true>(found, starts, end_lost), false)
        }
    }

    /// A bit for each row, set where none of its bits is, of a long row none of the first; of an empty row, what an end is.
    #[inline(always)]
    fn none_lost<const LONG: bool>(bits: &[u64; WORDS], starts: &[u32], end_lost: bool) -> u64 {
        starts.windows(2).enumerate().fold(0, |found, (row, ends)| {
            let (at, count) = ((ends[0] - starts[0]) as usize, ends[1] - ends[0]);
            let count = if LONG { count.min(MOST) } else { count };
            let (word, shift) = (at / 64, at % 64);
            // The bits of two words; the second shift in two steps, for it may be by 64.
            let cut = bits[word] >> shift | bits[word + 1] << 1 << (63 - shift);
            let won = cut & ((1u64 << count) - 1) != 0;
            found | u64::from(!won & ((count > 0) | end_lost)) << row
        })
    }

    /// Heads to bits; says whether some lie inside the block.
    ///
    /// # Safety
    /// The processor has the instructions; `lost` has a bit for every head; there are `EDGES` heads at most.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2")]
    unsafe fn bits(heads: &[u32], lost: &[u32], block: &Range<u32>, found: &mut [u64; WORDS]) -> bool {
        let one = _mm512_set1_epi32(1);
        let low = _mm512_set1_epi32(31);
        let first = _mm512_set1_epi32(block.start as i32);
        let length = _mm512_set1_epi32((block.end - block.start) as i32);
        let mut inside = 0;
        let mut look = |heads: &[u32; LANES], mask| {
            // SAFETY: the load is of an array of that size; lanes outside the mask look nothing up, and the words
            // of the others are there by the caller's word.
            unsafe {
                let places = _mm512_loadu_si512(heads.as_ptr().cast());
                let words = _mm512_srli_epi32::<5>(places);
                let zero = _mm512_setzero_si512();
                let words = _mm512_mask_i32gather_epi32::<4>(zero, mask, words, lost.as_ptr().cast());
                let bits = _mm512_sllv_epi32(one, _mm512_and_si512(places, low));
                let offset = _mm512_sub_epi32(places, first);
                inside |= _mm512_mask_cmplt_epu32_mask(mask, offset, length);
                u64::from(_mm512_test_epi32_mask(words, bits))
            }
        };
        let (full, rest) = heads.as_chunks::<64>();
        for (heads, found) in full.iter().zip(found.iter_mut()) {
            *found = 0;
            for (i, heads) in heads.as_chunks::<LANES>().0.iter().enumerate() {
                *found |= look(heads, u16::MAX) << (LANES * i);
            }
        }
        found[full.len()] = 0;
        for (i, heads) in rest.chunks(LANES).enumerate() {
            let mut part = [0; LANES];
            part[..heads.len()].copy_from_slice(heads);
            let mask = ((1u32 << heads.len()) - 1) as u16;
            found[full.len()] |= look(&part, mask) << (LANES * i);
        }
        inside != 0
    }
}
