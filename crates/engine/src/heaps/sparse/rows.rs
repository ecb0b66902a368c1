//! A row of bits for every packed value, one bit a heap: which heaps have it.
//!
//! A rare heap a of value v beside a partner makes a heap n = k + a + partner reach c if the partner has the
//! value c ⊕ v. So the row of c ⊕ v, moved by k + a, says of 504 neighbouring heaps at once which of them reach
//! c: one load and one "or". Rows are kept for the heaps that the steps look back to, and made anew when a
//! block runs out of them. Steps are sorted so that those looking at the same stretch of the rows follow each
//! other, and by their place within a byte, so that rows need be moved by bits only at the end.

use super::super::machine::{self, Cell, GROUP, Places, SPAN};
use crate::tuning::SPARSE_CHUNK;

/// Heaps found at once: a span of bits, of which a move within a byte loses up to 7.
pub(super) const BLOCK: usize = 8 * SPAN - 8;

/// Words of a span.
const WORDS: usize = SPAN / 8;

/// The rows of a stretch of heaps.
#[derive(Default)]
pub(super) struct Rows {
    /// The heap of the first bit.
    base: usize,
    /// How many heaps a row has bits for.
    heaps: usize,
    /// The heaps from the first bit up to this one are noted.
    noted: usize,
    stride: usize,
    /// How many rows there are: a power of two, [`GROUP`] at least, or 0 before the first use.
    count: usize,
    bits: Vec<u8>,
    /// Groups of rows that are not empty.
    groups: Vec<bool>,
    /// Counts the changes of what a [`Plan`] depends on.
    version: u64,
}

impl Rows {
    /// What rows for values below `size` take if steps look back as far as `reach`.
    pub(super) fn bytes(size: usize, reach: usize) -> usize {
        size.max(GROUP).saturating_mul(Self::length(reach) / 8 + 2 * SPAN)
    }

    /// Long enough that making rows anew costs little beside using them, and short enough for the caches.
    fn length(reach: usize) -> usize {
        (reach + reach / 4 + (1 << 12)).next_multiple_of(64)
    }

    /// Makes the rows ready for a block at `start`, all values below it being known.
    pub(super) fn prepare<T: Cell>(&mut self, start: usize, reach: usize, size: usize, values: &[T]) {
        let count = size.max(GROUP);
        let reach = reach.next_multiple_of(8);
        let inside = start >= self.base + reach && start + BLOCK <= self.base + self.heaps;
        if count == self.count && inside && (start - self.base).is_multiple_of(8) {
            // Heaps that were found one at a time since the last block are not noted yet.
            for (heap, &value) in values.iter().enumerate().take(start).skip(self.noted) {
                self.set(heap, value);
            }
            return;
        }
        self.base = start - reach;
        self.heaps = Self::length(reach);
        self.stride = self.heaps / 8 + 2 * SPAN;
        self.count = count;
        self.bits.clear();
        self.bits.resize(count * self.stride, 0);
        self.groups.clear();
        self.groups.resize(count / GROUP, false);
        self.version += 1;
        self.noted = self.base;
        for (heap, &value) in values.iter().enumerate().take(start).skip(self.base) {
            self.set(heap, value);
        }
    }

    /// Notes that `heap`, the next one, has `value`, if there is a row for it.
    pub(super) fn set<T: Cell>(&mut self, heap: usize, value: T) {
        self.noted = heap + 1;
        let value = Into::<u32>::into(value) as usize;
        if value >= self.count {
            return;
        }
        let bit = heap - self.base;
        self.bits[value * self.stride + bit / 8] |= 1 << (bit % 8);
        if !std::mem::replace(&mut self.groups[value / GROUP], true) {
            self.version += 1;
        }
    }

    /// Forgets everything: what was noted is not so.
    pub(super) fn forget(&mut self) {
        self.count = 0;
    }
}

/// Steps in the order in which rows are best met.
#[derive(Default)]
pub(super) struct Plan {
    /// By group of values: where to look, relative to the block, and which member of a group to begin with.
    entries: Vec<Vec<(u32, u32)>>,
    /// By group: where the steps of each chunk and place within a byte end.
    ends: Vec<Vec<usize>>,
    /// The most bytes a step looks back.
    back: usize,
    version: u64,
}

impl Plan {
    /// The plan must be made anew.
    pub(super) fn forget(&mut self) {
        self.version = 0;
    }

    fn prepare<T: Cell>(&mut self, rows: &Rows, steps: &[(u32, T)], groups: usize) {
        if self.version == rows.version && self.entries.len() >= groups {
            return;
        }
        self.version = rows.version;
        let back = |step: u32| (step as usize).div_ceil(8);
        let place = |step: u32| (8 - step as usize % 8) % 8;
        let mut sorted: Vec<(u32, T)> = steps.to_vec();
        sorted.sort_by_key(|&(step, _)| (back(step) / SPARSE_CHUNK, place(step), step));
        self.back = sorted.iter().map(|&(step, _)| back(step)).max().unwrap_or(0);
        let chunks = self.back / SPARSE_CHUNK + 1;
        self.entries.resize_with(groups, Vec::new);
        self.ends.resize_with(groups, Vec::new);
        for (group, (entries, ends)) in self.entries.iter_mut().zip(&mut self.ends).enumerate() {
            entries.clear();
            ends.clear();
            for &(step, value) in &sorted {
                let class = back(step) / SPARSE_CHUNK * 8 + place(step);
                ends.resize(ends.len().max(class), entries.len());
                let value = Into::<u32>::into(value) as usize;
                let other = group ^ (value / GROUP);
                if rows.groups[other] {
                    let at = other * GROUP * rows.stride + self.back - back(step);
                    entries.push((at as u32, (value % GROUP) as u32));
                }
            }
            ends.resize(chunks * 8, entries.len());
        }
    }
}

/// The values that heaps of a block reach, by value or by heap.
#[derive(Default)]
pub(super) struct Reached {
    by_place: Vec<[[u8; SPAN]; GROUP]>,
    by_value: Vec<[u64; WORDS]>,
    /// Words a heap.
    words: usize,
    by_heap: Vec<u64>,
}

impl Reached {
    /// Finds which of the values below `bound` (and perhaps some more) the heaps of the block at `start` reach
    /// by the steps.
    pub(super) fn find<T: Cell>(
        &mut self,
        rows: &Rows,
        plan: &mut Plan,
        steps: &[(u32, T)],
        start: usize,
        bound: usize,
    ) {
        let groups = bound.div_ceil(GROUP).clamp(1, rows.count / GROUP);
        plan.prepare(rows, steps, groups);
        self.by_place.clear();
        self.by_place.resize(groups * 8, [[0; SPAN]; GROUP]);
        let at = (start - rows.base) / 8 - plan.back;
        let places = Places::new(rows.stride);
        let classes = plan.ends.first().map_or(0, Vec::len);
        for chunk in (0..classes).step_by(8) {
            for group in 0..groups {
                let (entries, ends) = (&plan.entries[group], &plan.ends[group]);
                for place in 0..8 {
                    let class = chunk + place;
                    let from = if class == 0 { 0 } else { ends[class - 1] };
                    if from < ends[class] {
                        let sets = &mut self.by_place[group * 8 + place];
                        machine::or_rows(&rows.bits, &places, at, &entries[from..ends[class]], sets);
                    }
                }
            }
        }
        self.by_value.clear();
        for places in self.by_place.chunks_exact(8) {
            for member in 0..GROUP {
                let mut whole = [0; WORDS];
                for (place, sets) in places.iter().enumerate() {
                    or_moved(&mut whole, &sets[member], place);
                }
                self.by_value.push(whole);
            }
        }
        self.turn();
    }

    /// From a set of heaps for every value to a set of values for every heap.
    fn turn(&mut self) {
        self.words = self.by_value.len().div_ceil(64);
        self.by_value.resize(self.words * 64, [0; WORDS]);
        self.by_heap.clear();
        self.by_heap.resize(8 * SPAN * self.words, 0);
        for (word, values) in self.by_value.as_chunks::<64>().0.iter().enumerate() {
            for part in 0..WORDS {
                let mut square = [0; 64];
                for (line, value) in square.iter_mut().zip(values) {
                    *line = value[part];
                }
                transpose(&mut square);
                for (heap, line) in square.into_iter().enumerate() {
                    self.by_heap[(part * 64 + heap) * self.words + word] = line;
                }
            }
        }
    }

    /// The values reached by the heap at `lane` of the block, as bits.
    pub(super) fn of(&self, lane: usize) -> &[u64] {
        &self.by_heap[lane * self.words..][..self.words]
    }
}

/// Adds the bits of a span, moved down by less than a byte, to a set.
fn or_moved(set: &mut [u64; WORDS], bits: &[u8; SPAN], by: usize) {
    let mut words = [0; WORDS + 1];
    for (word, bytes) in words.iter_mut().zip(bits.as_chunks::<8>().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    for (index, word) in set.iter_mut().enumerate() {
        // Moved in two steps, as a move by 64 is none.
        *word |= words[index] >> by | words[index + 1] << 1 << (63 - by);
    }
}

/// Exchanges bit i of word j with bit j of word i.
fn transpose(square: &mut [u64; 64]) {
    let (mut half, mut mask) = (32, 0x0000_0000_ffff_ffff_u64);
    while half > 0 {
        let mut line = 0;
        while line < 64 {
            let swap = (square[line] >> half ^ square[line + half]) & mask;
            square[line] ^= swap << half;
            square[line + half] ^= swap;
            line = (line + half + 1) & !half;
        }
        half /= 2;
        mask ^= mask << half;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_turn() {
        let mut square = [0_u64; 64];
        for (line, word) in (1_u64..).zip(&mut square) {
            *word = line.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        let before = square;
        transpose(&mut square);
        for (i, line) in square.iter().enumerate() {
            for (j, old) in before.iter().enumerate() {
                assert_eq!(line >> j & 1, old >> i & 1, "{i} {j}");
            }
        }
    }
}
