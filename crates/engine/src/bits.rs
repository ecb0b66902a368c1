//! Sets of small numbers as words of bits.

/// The members of a set.
pub(crate) fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(place, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(place * 64 + bit as usize)
        })
    })
}

/// The set of 64 values in a word, each with `value` (below 64) added to it without carry: each bit of the value swaps
/// neighbouring blocks of that size.
pub(crate) fn nim_shifted(word: u64, value: u32) -> u64 {
    /// For each bit of the value, the places whose index has that bit clear.
    const CLEAR: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    let mut word = word;
    for (bit, clear) in (0..).zip(CLEAR) {
        if value >> bit & 1 == 1 {
            word = (word & clear) << (1 << bit) | (word >> (1 << bit)) & clear;
        }
    }
    word
}
