//! Packing: the words of a compiled part into as few bits as its values need.
//!
//! Every word of a layout has a lowest value and a number of bits. Where the facts of the rules bound a field, the
//! bits hold every value it can take; where they do not, they are a guess, and a value that does not fit is told to
//! the caller, who asks for more room or does without. Nothing is ever cut off.

use super::bounds::Bounds;

/// Packed words of a part or a position.
pub(crate) type Packed<const N: usize> = [u64; N];

/// Parts of a sum that take more bits than this are not packed side by side.
const WIDEST: u32 = 62;

/// Where one word goes.
#[derive(Clone, Copy, Debug)]
struct BitField {
    /// The packed word, and the place in it.
    at: u32,
    shift: u32,
    bits: u32,
    low: i64,
}

impl BitField {
    fn put<const N: usize>(&self, value: i64, out: &mut Packed<N>) -> bool {
        let above = value.wrapping_sub(self.low) as u64;
        if self.bits < 64 && above >> self.bits != 0 {
            return false;
        }
        if let Some(word) = out.get_mut(self.at as usize) {
            *word |= above << self.shift;
        }
        true
    }

    fn get<const N: usize>(&self, packed: &Packed<N>) -> i64 {
        let word = packed.get(self.at as usize).copied().unwrap_or(0) >> self.shift;
        let above = if self.bits < 64 { word & ((1 << self.bits) - 1) } else { word };
        self.low.wrapping_add(above as i64)
    }
}

/// Neighbouring words with slots of one kind side by side: packed in one go.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// The first word, and how many.
    first: usize,
    count: usize,
    slot: BitField,
}

impl Run {
    /// The runs of slots for words one after another.
    fn of(slots: &[BitField]) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for (word, &slot) in slots.iter().enumerate() {
            match runs.last_mut() {
                Some(Run { count, slot: first, .. })
                    if (first.at, first.bits, first.low) == (slot.at, slot.bits, slot.low)
                        && first.shift + *count as u32 * first.bits == slot.shift =>
                {
                    *count += 1;
                }
                _ => runs.push(Run { first: word, count: 1, slot }),
            }
        }
        runs
    }

    #[inline]
    fn put<const N: usize>(&self, words: &[i64], out: &mut Packed<N>) -> Option<()> {
        let BitField { at, mut shift, bits, low } = self.slot;
        let (mut all, mut packed) = (0, 0);
        for &value in words.get(self.first..self.first + self.count)? {
            let above = value.wrapping_sub(low) as u64;
            all |= above;
            packed |= above << shift;
            shift += bits;
        }
        *out.get_mut(at as usize)? |= packed;
        // Where one was too large, what is packed is nonsense.
        (bits >= 64 || all >> bits == 0).then_some(())
    }

    #[inline]
    fn get<const N: usize>(&self, packed: &Packed<N>, words: &mut [i64]) {
        let BitField { at, shift, bits, low } = self.slot;
        let mut rest = packed.get(at as usize).copied().unwrap_or(0) >> shift;
        let mask = if bits < 64 { (1 << bits) - 1 } else { u64::MAX };
        for word in words.iter_mut().skip(self.first).take(self.count) {
            *word = low.wrapping_add((rest & mask) as i64);
            rest = rest.checked_shr(bits).unwrap_or(0);
        }
    }
}

/// Lays slots out one after another; none crosses the border of two packed words.
#[derive(Default)]
struct Room {
    at: u32,
    shift: u32,
}

impl Room {
    fn slot(&mut self, low: i64, bits: u32) -> BitField {
        // A full word has no place even for a word of no bits: nothing can be shifted by 64.
        if self.shift + bits > 64 || self.shift == 64 {
            self.at += 1;
            self.shift = 0;
        }
        let slot = BitField { at: self.at, shift: self.shift, bits, low };
        self.shift += bits;
        slot
    }

    fn words(&self) -> usize {
        self.at as usize + usize::from(self.shift > 0)
    }
}

/// How the words of one part, and what belongs to the whole position, are packed.
#[derive(Clone, Debug)]
pub(crate) struct Codec {
    /// Who moves, how many moves were made: only what matters.
    extra: Vec<BitField>,
    /// The words of the part, one by one and many at once.
    slots: Vec<BitField>,
    runs: Vec<Run>,
    /// Words that are letters or names, and the letters there are: these are packed by their number.
    named: Option<(Vec<bool>, Vec<i64>)>,
    words: usize,
}

impl Codec {
    /// A codec for words within bounds, after `extra` values of so many bits.
    pub(crate) fn new(bounds: &Bounds, extra: &[u32]) -> Codec {
        let mut room = Room::default();
        let extra = extra.iter().map(|&bits| room.slot(0, bits)).collect();
        let slots: Vec<BitField> =
            bounds.words.iter().map(|&(low, high)| room.slot(low, width(low, high))).collect();
        let named = bounds.named.contains(&true).then(|| (bounds.named.clone(), bounds.letters.clone()));
        Codec { extra, runs: Run::of(&slots), slots, named, words: room.words().max(1) }
    }

    /// Packed words needed.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// Bits of the part alone.
    pub(crate) fn bits(&self) -> u32 {
        self.slots.iter().map(|s| s.bits).sum()
    }

    /// Packs; `None` where a value does not fit.
    pub(crate) fn pack<const N: usize>(&self, words: &[i64], extra: &[u64]) -> Option<Packed<N>> {
        let mut out = [0; N];
        put_all(&self.extra, extra, &mut out)?;
        match &self.named {
            None => {
                for run in &self.runs {
                    run.put(words, &mut out)?;
                }
            }
            Some((named, letters)) => {
                for ((slot, &value), &named) in self.slots.iter().zip(words).zip(named) {
                    let value = if named { letters.binary_search(&value).ok()? as i64 } else { value };
                    slot.put(value, &mut out).then_some(())?;
                }
            }
        }
        Some(out)
    }

    /// The words behind a packed part.
    pub(crate) fn unpack<const N: usize>(&self, packed: &Packed<N>, words: &mut [i64]) {
        for run in &self.runs {
            run.get(packed, words);
        }
        if let Some((named, letters)) = &self.named {
            for (word, _) in words.iter_mut().zip(named).filter(|(_, named)| **named) {
                *word = letters.get(*word as usize).copied().unwrap_or(0);
            }
        }
    }

    /// The values that belong to the whole position.
    pub(crate) fn extra<const N: usize>(&self, packed: &Packed<N>, i: usize) -> u64 {
        self.extra.get(i).map_or(0, |slot| slot.get(packed) as u64)
    }
}

/// Packs values beside the parts.
fn put_all<const N: usize>(slots: &[BitField], values: &[u64], out: &mut Packed<N>) -> Option<()> {
    slots
        .iter()
        .zip(values)
        .try_for_each(|(slot, &value)| i64::try_from(value).ok().filter(|&v| slot.put(v, out)).map(|_| ()))
}

/// How the parts of a sum are packed side by side, largest first; an empty place is 0.
#[derive(Clone, Debug)]
pub(crate) struct Many {
    extra: Vec<BitField>,
    places: Vec<BitField>,
}

impl Many {
    /// As many parts of so many bits as `words` packed words hold, after `extra` values.
    pub(crate) fn new(bits: u32, extra: &[u32], words: usize) -> Option<Many> {
        if bits > WIDEST {
            return None;
        }
        let mut room = Room::default();
        let extra = extra.iter().map(|&bits| room.slot(0, bits)).collect();
        let mut places = Vec::new();
        loop {
            let place = room.slot(0, bits + 1);
            if place.at as usize >= words {
                return Some(Many { extra, places });
            }
            places.push(place);
        }
    }

    /// How many parts there is a place for.
    pub(crate) fn places(&self) -> usize {
        self.places.len()
    }

    /// Packs parts, which are sorted here; `None` where there is no place for them all.
    pub(crate) fn pack<const N: usize>(&self, parts: &mut [u64], extra: &[u64]) -> Option<Packed<N>> {
        let mut out = [0; N];
        put_all(&self.extra, extra, &mut out)?;
        if parts.len() > self.places.len() {
            return None;
        }
        parts.sort_unstable_by(|a, b| b.cmp(a));
        for (place, &part) in self.places.iter().zip(parts.iter()) {
            place.put(part as i64 + 1, &mut out);
        }
        Some(out)
    }

    /// The parts behind a packed position.
    pub(crate) fn unpack<const N: usize>(&self, packed: &Packed<N>, parts: &mut Vec<u64>) {
        parts.clear();
        parts.extend(self.places.iter().map(|p| p.get(packed)).take_while(|&p| p > 0).map(|p| p as u64 - 1));
    }

    /// The values that belong to the whole position.
    pub(crate) fn extra<const N: usize>(&self, packed: &Packed<N>, i: usize) -> u64 {
        self.extra.get(i).map_or(0, |slot| slot.get(packed) as u64)
    }
}

/// Bits for the numbers from `low` to `high`.
fn width(low: i64, high: i64) -> u32 {
    64 - (high.wrapping_sub(low) as u64).leading_zeros()
}
