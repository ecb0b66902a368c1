//! The cells of a block in the fewest bits: 0, 1, 2, 4, 8, 16, 32 or 64 a cell, whatever holds the largest.
//!
//! ```text
//! 1  width (its place among the widths, +128 if some cells are empty)      …  a bit a cell: is there anything?      …  cells
//! ```
//!
//! An empty cell takes the room of a cell and is 0 there. Cells of less than a byte fill bytes from the low bits up.

/// Bits a cell.
const WIDTHS: [usize; 8] = [0, 1, 2, 4, 8, 16, 32, 64];

/// Some cells are empty.
const MASKED: u8 = 0x80;

/// Cells being collected.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loose {
    values: Vec<u64>,
    empty: Vec<usize>,
}

impl Loose {
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn push(&mut self, cell: Option<u64>) {
        if cell.is_none() {
            self.empty.push(self.values.len());
        }
        self.values.push(cell.unwrap_or(0));
    }

    pub(crate) fn extend(&mut self, values: &[u64]) {
        self.values.extend_from_slice(values);
    }

    pub(crate) fn clear(&mut self) {
        self.values.clear();
        self.empty.clear();
    }

    /// The packed form.
    pub(crate) fn pack(&self, out: &mut Vec<u8>) {
        let all = self.values.iter().fold(0, |a, v| a | v);
        let needed = (u64::BITS - all.leading_zeros()) as usize;
        let place = WIDTHS.iter().position(|w| *w >= needed).unwrap_or(WIDTHS.len() - 1);
        out.push(place as u8 | if self.empty.is_empty() { 0 } else { MASKED });
        if !self.empty.is_empty() {
            let mut mask = vec![0xff; self.len().div_ceil(8)];
            for &at in &self.empty {
                mask[at / 8] &= !(1 << (at % 8));
            }
            out.extend_from_slice(&mask);
        }
        // The casts keep every value: the width holds them all.
        match WIDTHS[place] {
            0 => {}
            8 => out.extend(self.values.iter().map(|v| *v as u8)),
            16 => out.extend(self.values.iter().flat_map(|v| (*v as u16).to_le_bytes())),
            32 => out.extend(self.values.iter().flat_map(|v| (*v as u32).to_le_bytes())),
            64 => out.extend(self.values.iter().flat_map(|v| v.to_le_bytes())),
            bits => {
                let fold = |cells: &[u64]| {
                    cells.iter().enumerate().fold(0, |byte, (i, v)| byte | (*v as u8) << (i * bits))
                };
                out.extend(self.values.chunks(8 / bits).map(fold));
            }
        }
    }
}

/// The cells of one block.
#[derive(Clone, Debug)]
pub struct Cells {
    bytes: Vec<u8>,
    count: usize,
    width: usize,
    /// Where the mask begins, if there is one.
    mask: Option<usize>,
    start: usize,
}

impl Cells {
    /// Cells out of their packed form; what follows them is left alone. `None` if they do not fit.
    pub(crate) fn unpack(bytes: Vec<u8>, count: usize) -> Option<Cells> {
        let first = *bytes.first()?;
        let width = *WIDTHS.get(usize::from(first & !MASKED))?;
        let mask = (first & MASKED != 0).then_some(1);
        let start = 1 + if mask.is_some() { count.div_ceil(8) } else { 0 };
        let cells = Cells { bytes, count, width, mask, start };
        (cells.end() <= cells.bytes.len()).then_some(cells)
    }

    /// Where what follows the cells begins.
    fn end(&self) -> usize {
        self.start + (self.count * self.width).div_ceil(8)
    }

    /// What follows the cells.
    pub(crate) fn rest(&self) -> &[u8] {
        &self.bytes[self.end()..]
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The memory they take.
    pub(crate) fn size(&self) -> usize {
        self.bytes.len()
    }

    /// A cell; empty outside the block too.
    pub fn get(&self, at: usize) -> Option<u64> {
        if at >= self.count || self.mask.is_some_and(|m| self.bytes[m + at / 8] >> (at % 8) & 1 == 0) {
            return None;
        }
        let bytes = &self.bytes[self.start..];
        Some(match self.width {
            0 => 0,
            bits @ (1 | 2 | 4) => {
                let each = 8 / bits;
                u64::from(bytes[at / each] >> (at % each * bits) & ((1 << bits) - 1))
            }
            bits => {
                let size = bits / 8;
                let mut eight = [0; 8];
                eight[..size].copy_from_slice(&bytes[at * size..][..size]);
                u64::from_le_bytes(eight)
            }
        })
    }

    /// All cells in order.
    pub fn iter(&self) -> impl Iterator<Item = Option<u64>> + '_ {
        (0..self.count).map(|at| self.get(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_back_in_the_fewest_bits() {
        // Largest value, bytes for 20 cells.
        for (most, bytes) in
            [(0, 1), (1, 4), (3, 6), (9, 11), (255, 21), (256, 41), (1 << 16, 81), (u64::MAX, 161)]
        {
            let cells: Vec<Option<u64>> =
                (0..20).map(|i| Some(if i % 3 == 1 { most } else { (i % 2) & most })).collect();
            let mut loose = Loose::default();
            cells.iter().for_each(|c| loose.push(*c));
            let mut packed = Vec::new();
            loose.pack(&mut packed);
            assert_eq!(packed.len(), bytes, "{most}");
            packed.extend([7, 7]);
            let back = Cells::unpack(packed, 20).unwrap();
            assert_eq!(back.iter().collect::<Vec<_>>(), cells);
            assert_eq!((back.rest(), back.get(20)), ([7, 7].as_slice(), None));
        }
    }

    #[test]
    fn empty_cells_are_empty() {
        let cells = [None, Some(0), Some(5), None, Some(u64::MAX), None, None, Some(1), Some(2), None];
        let mut loose = Loose::default();
        cells.iter().for_each(|c| loose.push(*c));
        let mut packed = Vec::new();
        loose.pack(&mut packed);
        let back = Cells::unpack(packed.clone(), cells.len()).unwrap();
        assert_eq!(back.iter().collect::<Vec<_>>(), cells);
        assert!(Cells::unpack(packed, 11).is_none());
        assert!(Cells::unpack(vec![8], 0).is_none());
        assert!(Cells::unpack(vec![], 0).is_none());
    }
}
