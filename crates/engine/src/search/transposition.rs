//! Transposition tables (Greenblatt and others 1967): what a search remembers of a position, and what a table must offer.
//!
//! Two exist: [`Lockless`](super::Lockless) for positions of a few words, without locks, and
//! [`Sharded`](super::Sharded) for any position. Both hold a limited number of bytes and, once they are full,
//! give up what cost the least to find. Neither trusts a hash: the whole position is compared.

/// What is remembered of a position, as a few words.
pub trait Fact: Copy + Send + Sync + 'static {
    /// How many words it takes.
    const WORDS: usize;

    /// Word number `index`, below [`WORDS`](Self::WORDS).
    fn word(&self, index: usize) -> u64;

    /// The fact whose words these are.
    fn read(word: impl Fn(usize) -> u64) -> Self;

    /// Both of two things that are true of the same position; hints are taken from `self`.
    #[must_use]
    fn merged(self, older: Self) -> Self;
}

/// A place for facts about positions, shared by all threads of a search.
pub trait TranspositionTable: Default + Send + Sync {
    /// What is kept apart.
    type Position;
    /// What is remembered of each.
    type Fact: Fact;

    /// The hash of a position, as this memory wants it.
    fn hash(position: &Self::Position) -> u64;

    /// What has this hash will be asked for soon.
    fn await_hash(&self, _hash: u64) {}

    /// What is known of `position`.
    fn get(&self, position: &Self::Position, hash: u64) -> Option<Self::Fact>;

    /// Remembers a fact about `position`, which holds `heap` bytes elsewhere. `effort` is the logarithm of
    /// the work that found it.
    fn put(&self, position: &Self::Position, hash: u64, heap: usize, fact: Self::Fact, effort: u8);

    /// How many more facts it takes easily. Where there is none, it would rather [grow](Self::grow).
    fn spare(&self) -> usize;

    /// Grows, if the bytes allowed allow it; false if it has to stay as it is.
    fn grow(&mut self) -> bool;

    /// From now on it may take this many bytes. What it has taken stays.
    fn allow(&mut self, bytes: usize);

    /// The number of positions stored.
    fn stored(&self) -> usize;

    /// The memory taken, in bytes.
    fn bytes(&self) -> usize;

    /// How many facts have been given up for others, so far.
    fn replaced(&self) -> usize;
}

/// A score between two bounds, and the number of the best move found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The score is at least this; `i64::MIN` if nothing is known.
    pub lower: i64,
    /// The score is at most this; `i64::MAX` if nothing is known.
    pub upper: i64,
    /// The number of the best move found, in the order of the game's list; a hint only.
    pub best: u32,
}

/// No move to suggest.
pub(super) const NO_MOVE: u32 = u32::MAX;

impl Bounds {
    pub(super) const UNKNOWN: Self = Self { lower: i64::MIN, upper: i64::MAX, best: NO_MOVE };

    pub(super) fn exact(self) -> Option<i64> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

impl Fact for Bounds {
    const WORDS: usize = 3;

    fn word(&self, index: usize) -> u64 {
        match index {
            0 => self.lower.cast_unsigned(),
            1 => self.upper.cast_unsigned(),
            _ => u64::from(self.best),
        }
    }

    fn read(word: impl Fn(usize) -> u64) -> Self {
        Self { lower: word(0).cast_signed(), upper: word(1).cast_signed(), best: word(2) as u32 }
    }

    fn merged(self, older: Self) -> Self {
        let best = if self.best == NO_MOVE { older.best } else { self.best };
        Self { lower: self.lower.max(older.lower), upper: self.upper.min(older.upper), best }
    }
}

/// The same for values from -1 to 1, which fit one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict(u64);

impl From<Bounds> for Verdict {
    fn from(bounds: Bounds) -> Self {
        let trit = |value: i64| value.clamp(-1, 1).wrapping_add(1).cast_unsigned();
        Self(trit(bounds.lower) | trit(bounds.upper) << 2 | u64::from(bounds.best) << 4)
    }
}

impl From<Verdict> for Bounds {
    fn from(Verdict(word): Verdict) -> Self {
        let value = |trit: u64| (trit & 3).cast_signed() - 1;
        Self { lower: value(word), upper: value(word >> 2), best: (word >> 4) as u32 }
    }
}

impl Fact for Verdict {
    const WORDS: usize = 1;

    fn word(&self, _: usize) -> u64 {
        self.0
    }

    fn read(word: impl Fn(usize) -> u64) -> Self {
        Self(word(0))
    }

    fn merged(self, older: Self) -> Self {
        Bounds::merged(self.into(), older.into()).into()
    }
}

/// A bijection of 64 bits in which every bit of the result depends on every bit of the word.
pub(super) fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let word = (word ^ (word >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    word ^ (word >> 32)
}
