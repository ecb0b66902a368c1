//! The cells that a table keeps: all, or the least of every class of positions that symmetries take to each other.
//!
//! Where a value takes more than a bit or so, kept cells lie side by side: a bit for every cell says whether it is kept, and a count for
//! every few words of bits how many are kept before. Narrower values lie at the number of their cell.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::on_threads;
use super::store::Width;
use crate::memory::zeroed;
use crate::table::{Orbits, Room};
use crate::{Budget, Halt};
use bouton_budget::Meter;

/// Words of bits from one count to the next.
const COUNTED: usize = 4;

/// Words of bits that a thread marks at a time.
const CHUNK: usize = 1 << 10;

/// Which cells of a table are kept, and where.
pub(super) struct Kept {
    orbits: Orbits,
    ranks: Option<Ranks>,
}

/// Where kept cells lie side by side.
struct Ranks {
    marks: Vec<AtomicU64>,
    before: Vec<u64>,
}

impl Kept {
    /// The bytes that it takes for values of a width.
    pub(super) fn bytes(cells: usize, width: Width) -> usize {
        let words = cells.div_ceil(64);
        if width == Width::Bit { 0 } else { (words + words.div_ceil(COUNTED)) * 8 }
    }

    /// The kept cells of so many, for values of a width.
    pub(super) fn new(
        orbits: Orbits,
        cells: usize,
        width: Width,
        threads: usize,
        room: &mut Room,
        budget: &Budget,
    ) -> Result<Kept, Halt> {
        if width == Width::Bit {
            return Ok(Kept { orbits, ranks: None });
        }
        room.take(0, Kept::bytes(cells, width), 1)?;
        let refusal = || room.refusal(0, room.used);
        let marks: Vec<AtomicU64> = zeroed(cells.div_ceil(64)).ok_or_else(refusal)?;
        let next = AtomicUsize::new(0);
        on_threads(threads, || {
            let mut meter = Meter::new(budget);
            loop {
                let from = next.fetch_add(CHUNK, Relaxed);
                if from >= marks.len() {
                    return Ok(());
                }
                for word in from..(from + CHUNK).min(marks.len()) {
                    let mut bits = 0;
                    for cell in word * 64..(word * 64 + 64).min(cells) {
                        meter.tick(0)?;
                        bits |= u64::from(orbits.least(cell) == cell) << (cell % 64);
                    }
                    marks[word].store(bits, Relaxed);
                }
            }
        })?;
        let mut before: Vec<u64> = zeroed(marks.len().div_ceil(COUNTED)).ok_or_else(refusal)?;
        let mut sum = 0;
        for (count, words) in before.iter_mut().zip(marks.chunks(COUNTED)) {
            *count = sum;
            sum += words.iter().map(|word| u64::from(word.load(Relaxed).count_ones())).sum::<u64>();
        }
        Ok(Kept { orbits, ranks: Some(Ranks { marks, before }) })
    }

    /// How many cells are kept.
    pub(super) fn classes(&self) -> usize {
        self.orbits.classes()
    }

    /// The bytes that it takes.
    pub(super) fn own_bytes(&self) -> usize {
        self.ranks.as_ref().map_or(0, |ranks| (ranks.marks.len() + ranks.before.len()) * 8)
    }

    /// How many values are stored for so many cells.
    pub(super) fn slots(&self, cells: usize) -> usize {
        if self.ranks.is_some() { self.orbits.classes() } else { cells }
    }

    /// The kept cell of a cell's class.
    #[inline]
    pub(super) fn least(&self, cell: usize) -> usize {
        self.orbits.least(cell)
    }

    /// Where the value of a kept cell lies.
    #[inline]
    pub(super) fn slot(&self, cell: usize) -> usize {
        let Some(Ranks { marks, before }) = &self.ranks else { return cell };
        let word = cell / 64;
        let ones = |word: &AtomicU64| word.load(Relaxed).count_ones() as usize;
        let below = marks[word].load(Relaxed) & !(u64::MAX << (cell % 64));
        let between: usize = marks[word / COUNTED * COUNTED..word].iter().map(ones).sum();
        before[word / COUNTED] as usize + between + below.count_ones() as usize
    }

    /// The first kept cell from this one on, `end` if there is none before.
    #[inline]
    pub(super) fn next(&self, cell: usize, end: usize) -> usize {
        let Some(Ranks { marks, .. }) = &self.ranks else {
            return (cell..end).find(|&cell| self.orbits.least(cell) == cell).unwrap_or(end);
        };
        if cell >= end {
            return end;
        }
        let mut word = cell / 64;
        let mut bits = marks[word].load(Relaxed) & u64::MAX << (cell % 64);
        while bits == 0 {
            word += 1;
            if word * 64 >= end {
                return end;
            }
            bits = marks[word].load(Relaxed);
        }
        (word * 64 + bits.trailing_zeros() as usize).min(end)
    }
}
