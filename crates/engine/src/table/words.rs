//! Rows of bits in words: shifting, filling, finding.

/// The words that `bits` bits take.
pub(super) fn words(bits: usize) -> usize {
    bits.div_ceil(64)
}

/// The bits of the last word of a row that are in use.
pub(super) fn last_mask(bits: usize) -> u64 {
    match bits % 64 {
        0 => u64::MAX,
        used => (1 << used) - 1,
    }
}

/// Ors `from`, moved towards higher places by `by` (lower if negative), into `to`. What moves out is lost.
pub(super) fn or_shifted(to: &mut [u64], from: &[u64], by: i64) {
    let count = to.len().min(from.len());
    let far = usize::try_from(by.unsigned_abs() / 64).unwrap_or(usize::MAX);
    let bits = (by.unsigned_abs() % 64) as u32;
    if far >= count {
        return;
    }
    let (to, from) = (&mut to[..count], &from[..count]);
    match (by >= 0, bits) {
        (true, 0) => to[far..].iter_mut().zip(from).for_each(|(to, from)| *to |= from),
        (false, 0) => to.iter_mut().zip(&from[far..]).for_each(|(to, from)| *to |= from),
        (true, _) => {
            to[far] |= from[0] << bits;
            for (to, pair) in to[far + 1..].iter_mut().zip(from.windows(2)) {
                *to |= (pair[1] << bits) | (pair[0] >> (64 - bits));
            }
        }
        (false, _) => {
            to[count - far - 1] |= from[count - 1] >> bits;
            for (to, pair) in to.iter_mut().zip(from[far..].windows(2)) {
                *to |= (pair[0] >> bits) | (pair[1] << (64 - bits));
            }
        }
    }
}

/// Sets the bits of a range.
pub(super) fn fill(row: &mut [u64], range: std::ops::Range<usize>) {
    if range.is_empty() {
        return;
    }
    let (first, last) = (range.start / 64, (range.end - 1) / 64);
    let head = u64::MAX << (range.start % 64);
    let tail = last_mask(range.end);
    if first == last {
        row[first] |= head & tail;
        return;
    }
    row[first] |= head;
    row[first + 1..last].fill(u64::MAX);
    row[last] |= tail;
}

/// Clears the bits outside a range.
pub(super) fn clear_outside(row: &mut [u64], range: std::ops::Range<usize>) {
    if range.is_empty() {
        row.fill(0);
        return;
    }
    let (first, last) = (range.start / 64, (range.end - 1) / 64);
    row[..first].fill(0);
    row[first] &= u64::MAX << (range.start % 64);
    row[last] &= last_mask(range.end);
    row[last + 1..].fill(0);
}
