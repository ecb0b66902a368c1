//! Sets of values as bits, and unions of many sets of which some leave again.

use crate::bits::{nim_shifted, ones};

/// A set of values; the words beyond the last are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    pub(super) fn contains(&self, value: u32) -> bool {
        let index = value as usize;
        self.words.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    pub(super) fn insert(&mut self, value: u32) {
        let index = value as usize;
        if index / 64 >= self.words.len() {
            self.words.resize(index / 64 + 1, 0);
        }
        self.words[index / 64] |= 1 << (index % 64);
    }

    pub(super) fn remove(&mut self, value: u32) {
        let index = value as usize;
        if let Some(word) = self.words.get_mut(index / 64) {
            *word &= !(1 << (index % 64));
        }
    }

    pub(super) fn clear(&mut self) {
        self.words.fill(0);
    }

    pub(super) fn union(&mut self, other: &Bits) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Adds every member of `other` with `value` added to it without carry.
    pub(super) fn union_shifted(&mut self, other: &Bits, value: u32) {
        let high = value as usize / 64;
        for (index, &word) in other.words.iter().enumerate().filter(|(_, word)| **word != 0) {
            let to = index ^ high;
            if to >= self.words.len() {
                self.words.resize(to + 1, 0);
            }
            self.words[to] |= nim_shifted(word, value % 64);
        }
    }

    /// The smallest values missing, in order.
    pub(super) fn missing(&self) -> impl Iterator<Item = u32> + '_ {
        let inside = self.words.iter().enumerate().flat_map(|(index, &word)| {
            let mut gaps = !word;
            std::iter::from_fn(move || {
                let bit = (gaps != 0).then(|| gaps.trailing_zeros())?;
                gaps &= gaps - 1;
                Some(index as u32 * 64 + bit)
            })
        });
        inside.chain(self.words.len() as u32 * 64..)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        ones(&self.words).map(|value| value as u32)
    }

    /// Adds the values whose cell in `marks` is 1, and sets the cells to 0.
    pub(super) fn take_marks(&mut self, marks: &mut [u8]) {
        let count = marks.len().div_ceil(64);
        if self.words.len() < count {
            self.words.resize(count, 0);
        }
        for (word, cells) in self.words.iter_mut().zip(marks.chunks_mut(64)) {
            *word |= gather(cells);
            cells.fill(0);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * 8
    }
}

/// The lowest bits of up to 64 bytes, all of which are 0 or 1.
pub(super) fn gather(cells: &[u8]) -> u64 {
    /// Gathers the lowest bits of eight bytes in the highest byte: no two products fall on one bit.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (eights, rest) = cells.as_chunks::<8>();
    let whole = (0..).zip(eights).fold(0, |word, (place, &eight)| {
        word | u64::from_le_bytes(eight).wrapping_mul(GATHER) >> 56 << (8 * place)
    });
    (8 * eights.len()..).zip(rest).fold(whole, |word, (place, &cell)| word | u64::from(cell) << place)
}

/// A union of sets that come and go: how many hold each value, and which are held at all.
#[derive(Debug, Default)]
pub(super) struct Union {
    counts: Vec<u32>,
    present: Bits,
}

impl Union {
    pub(super) fn present(&self) -> &Bits {
        &self.present
    }

    pub(super) fn add(&mut self, value: u32) {
        let index = value as usize;
        if index >= self.counts.len() {
            self.counts.resize(index + 1, 0);
        }
        self.counts[index] += 1;
        self.present.insert(value);
    }

    /// The value must have been added.
    pub(super) fn remove(&mut self, value: u32) {
        let count = &mut self.counts[value as usize];
        *count -= 1;
        if *count == 0 {
            self.present.remove(value);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.counts.capacity() * 4 + self.present.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_are_exclusive_or() {
        let mut set = Bits::default();
        for value in [0, 3, 17, 64, 100, 129] {
            set.insert(value);
        }
        for value in [0, 1, 5, 63, 64, 77, 200] {
            let mut moved = Bits::default();
            moved.union_shifted(&set, value);
            let mut expected: Vec<u32> = set.iter().map(|member| member ^ value).collect();
            expected.sort_unstable();
            assert_eq!(moved.iter().collect::<Vec<_>>(), expected, "{value}");
        }
    }

    #[test]
    fn gaps_and_unions() {
        let mut union = Union::default();
        for value in [0, 1, 1, 2, 70] {
            union.add(value);
        }
        union.remove(1);
        assert_eq!(union.present().missing().take(3).collect::<Vec<_>>(), [3, 4, 5]);
        union.remove(1);
        assert_eq!(union.present().missing().next(), Some(1));
        assert_eq!(Bits::default().missing().take(2).collect::<Vec<_>>(), [0, 1]);
    }
}
