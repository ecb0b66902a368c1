//! Two classes of values, by the parity of some of their bits.
//!
//! Within a class, one bit of the parity says nothing new: it follows from the others. Left out, it makes
//! values shorter, and if it is the lowest bit of the parity, their order stays: two values of a class that
//! agree above that bit agree in it. Nine bits fit a byte this way, and the exclusive or of packed values is
//! the packed exclusive or.

use super::Code;

/// The two classes, and how the values so far fall into them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Split {
    /// The bits whose parity is even for rare values. Bits that no value has had yet count, too.
    mask: u32,
    /// How many bits the values so far have.
    bits: u32,
    /// Heaps of rare value.
    rare: usize,
    /// The last of them.
    last: usize,
}

impl Split {
    /// The classes with the fewest rare values, of the heaps 1, 2, …; none if all values are 0.
    pub(super) fn best(values: impl Iterator<Item = u32> + Clone) -> Option<Self> {
        let top = values.clone().max()?;
        let bits = u32::BITS - top.leading_zeros();
        if bits == 0 || bits > u16::BITS {
            return None;
        }
        // How often each value occurs; after the transform, by mask: even parity minus odd parity.
        let mut counts = vec![0_i64; 1 << bits];
        for value in values.clone() {
            counts[value as usize] += 1;
        }
        walsh_hadamard(&mut counts);
        let (mask, _) = counts.iter().enumerate().skip(1).min_by_key(|(_, balance)| **balance)?;
        let mask = mask as u32 | u32::MAX.checked_shl(bits).unwrap_or(0);
        let mut split = Self { mask, bits, rare: 0, last: 0 };
        for (heap, value) in (1..).zip(values) {
            if split.is_rare(value) {
                split.rare += 1;
                split.last = heap;
            }
        }
        Some(split)
    }

    pub(super) fn mask(&self) -> u32 {
        self.mask
    }

    /// How many bits a packed value has.
    pub(super) fn packed_bits(&self) -> u32 {
        self.bits - 1
    }

    pub(super) fn is_rare(&self, value: u32) -> bool {
        (value & self.mask).count_ones().is_multiple_of(2)
    }

    /// The place of a value among those of its class.
    pub(super) fn pack(&self, value: u32) -> u32 {
        let below = (1 << self.mask.trailing_zeros()) - 1;
        value & below | value >> 1 & !below
    }

    /// The value of a class that is packed as `packed`.
    pub(super) fn unpack(&self, packed: u32, rare: bool) -> u32 {
        let bit = 1 << self.mask.trailing_zeros();
        let below = bit - 1;
        let value = packed & below | (packed & !below) << 1;
        if self.is_rare(value) == rare { value } else { value | bit }
    }

    /// How many rare values are smaller than the common one packed as `common`; they are packed as 0, 1, 2, …
    ///
    /// Two values of different classes that agree above the bit left out differ in it. So that bit decides,
    /// whatever the bits below are.
    pub(super) fn rare_below(&self, common: usize) -> usize {
        let bit = 1_usize << self.mask.trailing_zeros();
        let above = common & !(bit - 1);
        let value = self.unpack(u32::try_from(above).unwrap_or(u32::MAX), false) as usize;
        if value & bit == 0 { above } else { above + bit }
    }

    /// What a pair and a heap cost from `heaps` on. The constants are nanoseconds, measured on a processor of 2023; only
    /// their ratios matter.
    pub(super) fn costs(&self, code: &Code, heaps: usize) -> Costs {
        /// To meet a pair of bytes; of wider cells, twice this.
        const PAIR: f64 = 0.08;
        /// To meet a rare heap, and to verify a value: in a block of heaps, and for one heap at a time.
        const BLOCKWISE: (f64, f64) = (0.4, 600.0);
        const SINGLY: (f64, f64) = (1.0, 3000.0);
        let ways = code.splits.len() as f64;
        let width = if self.bits > u8::BITS { 2.0 } else { 1.0 };
        let blockwise = heaps > 2 * self.last + code.most();
        let (meet, verify) = if blockwise { BLOCKWISE } else { SINGLY };
        Costs { pair: ways * PAIR * width, sparse: ways * self.rare as f64 * meet + verify }
    }

    /// Whether the sparse method is quicker than to meet all pairs, for heaps a quarter larger than those so far.
    pub(super) fn pays(&self, code: &Code, heaps: usize) -> bool {
        let Costs { pair, sparse } = self.costs(code, heaps);
        sparse < heaps as f64 * 1.25 / 2.0 * pair
    }
}

/// What two methods cost.
pub(super) struct Costs {
    /// To meet one pair by each way to take; half as many pairs as counters are met for a heap.
    pub(super) pair: f64,
    /// To find and verify one value by its rare options.
    pub(super) sparse: f64,
}

/// Replaces every cell by the sum of all cells, each with a minus if its index has an odd number of bits in
/// common with the cell's.
fn walsh_hadamard(cells: &mut [i64]) {
    let mut half = 1;
    while half < cells.len() {
        for block in cells.chunks_mut(half * 2) {
            let (low, high) = block.split_at_mut(half);
            for (x, y) in low.iter_mut().zip(high) {
                (*x, *y) = (*x + *y, *x - *y);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_order_and_sums() {
        // Values with an odd number of the bits 1, 3 and 4.
        let common: Vec<u32> = (0..32_u32).filter(|value| (value & 0b11010).count_ones() % 2 == 1).collect();
        let split = Split::best(common.iter().copied().chain([0, 31])).unwrap();
        assert_eq!((split.mask() & 31, split.rare, split.packed_bits()), (0b11010, 1, 4));
        for (place, &value) in (0..).zip(&common) {
            assert_eq!((split.pack(value), split.unpack(place, false)), (place, value));
        }
        for &value in &common {
            let rare = (0..value).filter(|&below| split.is_rare(below)).count();
            assert_eq!(split.rare_below(split.pack(value) as usize), rare, "{value}");
        }
        for x in 0..32 {
            assert_eq!(split.unpack(split.pack(x), split.is_rare(x)), x);
            for y in 0..32 {
                assert_eq!(split.pack(x) ^ split.pack(y), split.pack(x ^ y));
            }
        }
        assert_eq!(Split::best([0, 0, 0].into_iter()), None);
    }
}
