//! A transposition table without locks for positions that are a few words long (compare Hyatt and Mann 2002; here each slot
//! is a sequence lock).
//!
//! A slot is a row of words: a header, the words of the position, the words of the fact. The header counts
//! the writes, and is odd in one bit while one is going on; a reader who finds the same header before and
//! after has seen one whole entry. A writer who meets another writer lets it be: what is lost is a fact that
//! can be found again. The whole position is stored and compared, so no hash is ever trusted.
//!
//! Each position may stand in a few neighbouring slots. Where all are taken, the one that cost the least to
//! find makes room.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering, fence};

use super::transposition::{Fact, TranspositionTable, mix};
use crate::memory::zeroed;
use bouton_graph::memory::{prefetch, touch};

/// A position that is a fixed number of words. Equal positions have equal words and no others do.
pub trait Packed: Copy + Eq + Send + Sync {
    /// How many words.
    const WORDS: usize;

    /// Word number `index`, below [`WORDS`](Self::WORDS).
    fn word(&self, index: usize) -> u64;

    /// The position whose words these are.
    fn of_words(word: impl Fn(usize) -> u64) -> Self;
}

macro_rules! one_word {
    ($($int:ty),*) => {$(
        impl Packed for $int {
            const WORDS: usize = 1;

            fn word(&self, _: usize) -> u64 {
                *self as u64
            }

            fn of_words(word: impl Fn(usize) -> u64) -> Self {
                word(0) as $int
            }
        }
    )*};
}

one_word!(u8, u16, u32, u64, usize);

impl Packed for u128 {
    const WORDS: usize = 2;

    fn word(&self, index: usize) -> u64 {
        (*self >> (64 * index)) as u64
    }

    fn of_words(word: impl Fn(usize) -> u64) -> Self {
        u128::from(word(0)) | u128::from(word(1)) << 64
    }
}

impl<const N: usize> Packed for [u64; N] {
    const WORDS: usize = N;

    fn word(&self, index: usize) -> u64 {
        self[index]
    }

    fn of_words(word: impl Fn(usize) -> u64) -> Self {
        std::array::from_fn(word)
    }
}

/// The slots in which a position may stand.
const WINDOW: usize = 4;
/// A new memory is this large, so that small questions stay small.
const SMALLEST: usize = 1 << 9;

/// In a header: the effort, the mark of a writer, and what one write adds.
const EFFORT: u64 = 0x7F;
const WRITING: u64 = 0x80;
const WRITE: u64 = 0x100;

/// Facts about positions of a few words; see the head of the file.
pub struct Lockless<P, F> {
    words: Vec<AtomicU64>,
    /// How many slots a position's first one is taken from; `WINDOW - 1` more follow.
    starts: usize,
    /// The bytes allowed.
    limit: usize,
    stored: AtomicUsize,
    replaced: AtomicUsize,
    marker: PhantomData<fn(P) -> F>,
}

impl<P: Packed, F: Fact> Lockless<P, F> {
    const SIZE: usize = 1 + P::WORDS + F::WORDS;

    /// An empty memory; `None` if there is no such room.
    fn with_starts(starts: usize) -> Option<Self> {
        let mut words = zeroed((starts + WINDOW - 1) * Self::SIZE)?;
        touch(&mut words);
        Some(Self {
            words,
            starts,
            limit: 0,
            stored: AtomicUsize::new(0),
            replaced: AtomicUsize::new(0),
            marker: PhantomData,
        })
    }

    /// The first word of the slots in which what has this hash may stand.
    #[inline]
    fn place(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.starts as u128) >> 64) as usize * Self::SIZE
    }

    /// The words of the slots in which what has this hash may stand.
    fn window(&self, hash: u64) -> impl Iterator<Item = &[AtomicU64]> {
        let at = self.place(hash);
        self.words[at..at + WINDOW * Self::SIZE].chunks_exact(Self::SIZE)
    }

    /// Every position with what is known of it and the effort that it took, while nobody writes.
    pub(super) fn entries(&self) -> impl Iterator<Item = (P, F, u8)> {
        let whole = |slot: &&[AtomicU64]| slot[0].load(Ordering::Relaxed) != 0;
        self.words.chunks_exact(Self::SIZE).filter(whole).map(|slot| {
            let word = |i: usize| slot[i].load(Ordering::Relaxed);
            let position = P::of_words(|i| word(1 + i));
            (position, F::read(|i| word(1 + P::WORDS + i)), (word(0) & EFFORT) as u8)
        })
    }

    /// Writes an entry.
    fn write(&self, position: &P, hash: u64, fact: F, effort: u8) {
        let key = |i: usize| position.word(i);
        let effort = u64::from(effort) & EFFORT;
        let mut chosen: Option<(&[AtomicU64], u64)> = None;
        let mut fact = fact;
        for slot in self.window(hash) {
            let header = slot[0].load(Ordering::Acquire);
            if header == 0 {
                chosen = Some((slot, 0));
                break;
            }
            if header & WRITING != 0 {
                continue;
            }
            if (0..P::WORDS).all(|i| slot[1 + i].load(Ordering::Relaxed) == key(i)) {
                // Not yet known to be one whole entry: taking the slot below fails if it was not.
                fact = fact.merged(F::read(|i| slot[1 + P::WORDS + i].load(Ordering::Relaxed)));
                chosen = Some((slot, header));
                break;
            }
            if chosen.is_none_or(|(_, other)| header & EFFORT < other & EFFORT) {
                chosen = Some((slot, header));
            }
        }
        let Some((slot, header)) = chosen else {
            return;
        };
        let taken = slot[0].compare_exchange(header, header | WRITING, Ordering::Acquire, Ordering::Relaxed);
        if taken.is_err() {
            return;
        }
        fence(Ordering::Release);
        let same = header != 0 && (0..P::WORDS).all(|i| slot[1 + i].load(Ordering::Relaxed) == key(i));
        (0..P::WORDS).for_each(|i| slot[1 + i].store(key(i), Ordering::Relaxed));
        (0..F::WORDS).for_each(|i| slot[1 + P::WORDS + i].store(fact.word(i), Ordering::Relaxed));
        let effort = if same { effort.max(header & EFFORT) } else { effort };
        slot[0]
            .store((header & !(EFFORT | WRITING)).wrapping_add(WRITE).max(WRITE) | effort, Ordering::Release);
        if header == 0 {
            self.stored.fetch_add(1, Ordering::Relaxed);
        } else if !same {
            self.replaced.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl<P: Packed, F: Fact> Default for Lockless<P, F> {
    fn default() -> Self {
        Self::with_starts(SMALLEST).unwrap_or_else(|| unreachable!("there is room for a few slots"))
    }
}

impl<P: Packed, F: Fact> TranspositionTable for Lockless<P, F> {
    type Position = P;
    type Fact = F;

    fn hash(position: &P) -> u64 {
        (0..P::WORDS).fold(0x9E37_79B9_7F4A_7C15, |hash: u64, i| mix(hash.rotate_left(23) ^ position.word(i)))
    }

    #[inline]
    fn await_hash(&self, hash: u64) {
        prefetch(&self.words, self.place(hash));
    }

    fn get(&self, position: &P, hash: u64) -> Option<F> {
        for slot in self.window(hash) {
            let header = slot[0].load(Ordering::Acquire);
            if header == 0 {
                // The first free slot of a window is filled first, and none is ever freed.
                return None;
            }
            if header & WRITING != 0
                || (0..P::WORDS).any(|i| slot[1 + i].load(Ordering::Relaxed) != position.word(i))
            {
                continue;
            }
            let fact = F::read(|i| slot[1 + P::WORDS + i].load(Ordering::Relaxed));
            fence(Ordering::Acquire);
            if slot[0].load(Ordering::Relaxed) == header {
                return Some(fact);
            }
        }
        None
    }

    fn put(&self, position: &P, hash: u64, _heap: usize, fact: F, effort: u8) {
        self.write(position, hash, fact, effort);
    }

    fn spare(&self) -> usize {
        (self.starts / 2).saturating_sub(self.stored())
    }

    fn allow(&mut self, bytes: usize) {
        self.limit = bytes;
    }

    fn grow(&mut self) -> bool {
        let most = (self.limit / (8 * Self::SIZE)).saturating_sub(WINDOW);
        let old = self.bytes() / (8 * Self::SIZE);
        // Old and new exist together for a moment.
        let starts = (self.starts * 4).min(most.saturating_sub(old));
        if starts < self.starts * 3 / 2 {
            return false;
        }
        let Some(mut larger) = Self::with_starts(starts) else { return false };
        larger.limit = self.limit;
        larger.replaced.store(self.replaced(), Ordering::Relaxed);
        for (position, fact, effort) in self.entries() {
            larger.write(&position, Self::hash(&position), fact, effort);
        }
        *self = larger;
        true
    }

    fn stored(&self) -> usize {
        self.stored.load(Ordering::Relaxed)
    }

    fn bytes(&self) -> usize {
        self.words.len() * size_of::<AtomicU64>()
    }

    fn replaced(&self) -> usize {
        self.replaced.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::super::transposition::Bounds;
    use super::*;

    type Table = Lockless<[u64; 3], Bounds>;

    /// A position that differs from its neighbours in single words, and the one fact that is true of it.
    fn entry(number: u64) -> ([u64; 3], Bounds) {
        let position = [number & 3, number >> 2 & 3, number >> 4];
        let value = (number * 7).cast_signed();
        (position, Bounds { lower: value, upper: value + 1, best: number as u32 })
    }

    /// Several threads overwrite each other in a table of a few slots: what is read is whole.
    #[test]
    fn entries_are_whole() {
        let table = Table::with_starts(8).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..3_u64 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..60_000_u64 {
                        let (position, fact) = entry(mix(round ^ thread << 40) % 64);
                        let hash = Table::hash(&position);
                        if round % 3 == 0 {
                            table.put(&position, hash, 0, fact, (round % 9) as u8);
                        } else if let Some(found) = table.get(&position, hash) {
                            assert_eq!(found, fact, "{position:?}");
                        }
                    }
                });
            }
        });
        assert!(table.replaced() > 1000 && table.stored() <= 11);
    }

    #[test]
    fn growing_keeps_what_fits() {
        let mut table = Table::with_starts(8).unwrap();
        table.allow(1 << 20);
        for number in 0..4000 {
            let (position, fact) = entry(number);
            if table.spare() == 0 {
                assert!(table.grow());
            }
            table.put(&position, Table::hash(&position), 0, fact, 0);
        }
        let kept = (0..4000).filter(|number| {
            let (position, fact) = entry(*number);
            let found = table.get(&position, Table::hash(&position));
            assert!(found.is_none_or(|found| found == fact));
            found.is_some()
        });
        assert!(kept.count() > 3500);
        assert!(table.bytes() <= 1 << 20);
        table.allow(table.bytes());
        assert!(!table.grow());
    }
}
