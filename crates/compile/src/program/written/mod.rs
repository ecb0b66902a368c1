//! Moves written out one by one, where the rules allow it: a fixed list of moves, each with its gain and the words that
//! it changes as sums of words of the part.
//!
//! A search that plays moves and takes them back on one copy of the words, and that looks again only at what a move can
//! have changed, needs no call for every move. Rules whose loops have fixed ends and whose gains and changes are linear
//! can be written out so; [`unroll`] does it by running the code of a program on words that are not known.

mod sums;
mod unroll;

use super::Made;
use super::lower::Lowered;
use std::ops::ControlFlow;
use sums::Sum;

/// The most words of a part, and the most moves: sets of either are the bits of a word.
pub const MOST: usize = 64;
/// Words and gains stay inside this size: sums of a few of them never leave 64 bits.
const SAFE: i128 = 1 << 60;

/// The words of a part, with room for the most that there can be.
pub type Words = [i64; MOST];

/// What must hold for a move to be legal: how a sum compares with 0.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Condition {
    sum: Sum,
    holds: Compared,
}

/// How a sum compares with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compared {
    Negative,
    NotNegative,
    Zero,
    NotZero,
}

/// A move.
#[derive(Debug)]
struct Move {
    line: usize,
    gain: Sum,
    again: bool,
    when: Vec<Condition>,
    /// What is written, all at once.
    changes: Vec<Change>,
    /// The moves that may have another gain, or be legal or not, after this one.
    touches: u64,
}

/// A word that a move writes.
#[derive(Debug)]
struct Change {
    place: u8,
    word: Word,
}

/// What is written. Most moves only put words elsewhere.
#[derive(Debug)]
enum Word {
    Of(u8),
    Sum(Sum),
}

/// The moves of every part of a layout.
#[derive(Debug)]
pub struct Written {
    moves: Vec<Move>,
    width: usize,
    /// The most by which the size of words and gains can grow in one move: a factor.
    growth: i128,
}

/// What was there before the moves that are played, the last on top.
#[derive(Debug, Default)]
pub struct Played(Vec<i64>);

impl Written {
    /// Writes out the moves of a program; `None` where the rules do not allow it.
    pub(super) fn of(lowered: &Lowered, width: usize) -> Option<Written> {
        if width > MOST {
            return None;
        }
        let found = unroll::unroll(lowered, width)?;
        let sums = found.iter().flat_map(|m| {
            let (written, asked) = (m.changes.iter().map(|(_, sum)| sum), m.when.iter().map(|c| &c.sum));
            written.chain(asked).chain([&m.gain])
        });
        let growth = sums.map(Sum::size).max().unwrap_or(0).max(1);
        let reads = |m: &unroll::Found| {
            m.when.iter().fold(m.gain.places(), |places, condition| places | condition.sum.places())
        };
        let looks: Vec<u64> = found.iter().map(reads).collect();
        let touches = |m: &unroll::Found| {
            let writes = m.changes.iter().fold(0, |places: u64, (place, _)| places | 1 << place);
            let touched = looks.iter().enumerate().filter(|(_, look)| *look & writes != 0);
            touched.fold(0, |moves: u64, (i, _)| moves | 1 << i)
        };
        let touched: Vec<u64> = found.iter().map(touches).collect();
        let moves = found
            .into_iter()
            .zip(touched)
            .map(|(unroll::Found { line, gain, again, when, changes }, touches)| Move {
                line,
                gain,
                again,
                when,
                changes: changes.into_iter().map(Change::new).collect(),
                touches,
            })
            .collect();
        Some(Written { moves, width, growth })
    }

    /// How many moves there are, legal or not.
    #[inline]
    pub fn count(&self) -> usize {
        self.moves.len()
    }

    /// Does the same player move again after this one?
    #[inline]
    pub fn again(&self, m: usize) -> bool {
        self.moves[m].again
    }

    /// The moves that may have another gain, or be legal or not, after this one.
    #[inline]
    pub fn touches(&self, m: usize) -> u64 {
        self.moves[m].touches
    }

    /// The words of a part, if neither they nor any gain can leave 64 bits within so many turns.
    pub fn start(&self, part: &[i64], turns: usize) -> Option<Words> {
        let part = part.get(..self.width)?;
        let largest = part.iter().map(|w| i128::from(*w).abs()).max().unwrap_or(0).max(1);
        let grown = (0..turns)
            .try_fold(largest, |size, _| size.checked_mul(self.growth).filter(|size| *size < SAFE))?;
        (grown < SAFE).then(|| {
            let mut words = [0; MOST];
            words[..self.width].copy_from_slice(part);
            words
        })
    }

    /// What a move gains, if it is legal.
    #[inline]
    pub fn gain(&self, m: usize, words: &Words) -> Option<i64> {
        let m = &self.moves[m];
        m.when.iter().all(|c| c.is_met(words)).then(|| m.gain.value(words))
    }

    /// Shows every legal move of a part; `None`, before the first, where something might leave 64 bits.
    pub(super) fn moves<F>(&self, part: &[i64], visit: &mut F) -> Option<()>
    where
        F: FnMut(Made<'_>) -> ControlFlow<()>,
    {
        let mut words = self.start(part, 1)?;
        let mut played = Played::default();
        for (i, m) in self.moves.iter().enumerate() {
            let Some(gain) = self.gain(i, &words) else { continue };
            self.play(i, &mut words, &mut played);
            let made = Made { line: m.line, words: &words[..self.width], parts: 1, gain, again: m.again };
            if visit(made).is_break() {
                break;
            }
            self.take_back(i, &mut words, &mut played);
        }
        Some(())
    }

    /// Plays a move.
    #[inline]
    pub fn play(&self, m: usize, words: &mut Words, played: &mut Played) {
        let changes = &self.moves[m].changes;
        let from = played.0.len();
        played.0.extend(changes.iter().map(|change| change.value(words)));
        for (change, word) in changes.iter().zip(&mut played.0[from..]) {
            std::mem::swap(&mut words[usize::from(change.place) % MOST], word);
        }
    }

    /// Takes the last move back.
    #[inline]
    pub fn take_back(&self, m: usize, words: &mut Words, played: &mut Played) {
        let changes = &self.moves[m].changes;
        let from = played.0.len() - changes.len();
        for (change, word) in changes.iter().zip(&played.0[from..]) {
            words[usize::from(change.place) % MOST] = *word;
        }
        played.0.truncate(from);
    }
}

impl Change {
    fn new((place, sum): (u8, Sum)) -> Change {
        Change { place, word: sum.only().map_or_else(|| Word::Sum(sum), Word::Of) }
    }

    #[inline]
    fn value(&self, words: &Words) -> i64 {
        match &self.word {
            Word::Of(place) => words[usize::from(*place) % MOST],
            Word::Sum(sum) => sum.value(words),
        }
    }
}

impl Condition {
    #[inline]
    fn is_met(&self, words: &Words) -> bool {
        self.holds.of(self.sum.value(words))
    }
}

impl Compared {
    #[inline]
    fn of(self, value: i64) -> bool {
        match self {
            Compared::Negative => value < 0,
            Compared::NotNegative => value >= 0,
            Compared::Zero => value == 0,
            Compared::NotZero => value != 0,
        }
    }

    /// Whether it holds for all numbers between two ends, or for none; `None` for an end that is not there.
    fn within(self, least: Option<i64>, most: Option<i64>) -> Option<bool> {
        let (negative, natural) = (most.is_some_and(|m| m < 0), least.is_some_and(|l| l >= 0));
        let zero = least == Some(0) && most == Some(0);
        let other = negative || least.is_some_and(|l| l > 0);
        let (always, never) = match self {
            Compared::Negative => (negative, natural),
            Compared::NotNegative => (natural, negative),
            Compared::Zero => (zero, other),
            Compared::NotZero => (other, zero),
        };
        (always || never).then_some(always)
    }

    fn not(self) -> Compared {
        match self {
            Compared::Negative => Compared::NotNegative,
            Compared::NotNegative => Compared::Negative,
            Compared::Zero => Compared::NotZero,
            Compared::NotZero => Compared::Zero,
        }
    }
}
