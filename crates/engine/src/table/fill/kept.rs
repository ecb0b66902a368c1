//! The cells that a table keeps: all, or the least of every class of positions that symmetries take to each other.
//!
//! A bit for every cell says whether it is kept. Where a value takes more than a bit, kept cells lie side by side, and a count for every
//! few words of bits says how many are kept before; single bits lie at the number of their cell.

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
    /// A bit for every cell, while the table is filled or where kept cells lie side by side.
    marks: Vec<AtomicU64>,
    /// Where they do: how many are kept before every few words of bits.
    before: Vec<u64>,
}

impl Kept {
    /// The bytes that it takes at most, for values of a width.
    pub(super) fn most_bytes(cells: usize, width: Width) -> usize {
        let words = cells.div_ceil(64);
        8 * if width == Width::Bit { words } else { words + words.div_ceil(COUNTED) }
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
        room.take(0, Kept::most_bytes(cells, width), 1)?;
        let refusal = || room.refusal(0, room.used);
        let marks: Vec<AtomicU64> = zeroed(cells.div_ceil(64)).ok_or_else(refusal)?;
        let next = AtomicUsize::new(0);
        on_threads(threads, || {
            let mut meter = Meter::new(budget);
            loop {
                let from = next.fetch_add(CHUNK, Relaxed);
                let Some(words) = marks.get(from..(from + CHUNK).min(marks.len())) else { return Ok(()) };
                if words.is_empty() {
                    return Ok(());
                }
                for (word, mark) in (from..).zip(words) {
                    meter.tick(0)?;
                    mark.store(orbits.which_are_least(word * 64, (word * 64 + 64).min(cells)), Relaxed);
                }
            }
        })?;
        let mut before: Vec<u64> = Vec::new();
        if width != Width::Bit {
            before = zeroed(marks.len().div_ceil(COUNTED)).ok_or_else(refusal)?;
            let mut sum = 0;
            for (count, words) in before.iter_mut().zip(marks.chunks(COUNTED)) {
                *count = sum;
                sum += words.iter().map(|word| u64::from(word.load(Relaxed).count_ones())).sum::<u64>();
            }
        }
        Ok(Kept { orbits, marks, before })
    }

    /// The table is filled: where values lie at the numbers of their cells, the bits have done their work.
    pub(super) fn settled(mut self) -> Kept {
        if self.before.is_empty() {
            self.marks = Vec::new();
        }
        self
    }

    /// How many cells are kept.
    pub(super) fn classes(&self) -> usize {
        self.orbits.classes()
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        (self.marks.len() + self.before.len()) * 8
    }

    /// How many values are stored for so many cells.
    pub(super) fn slots(&self, cells: usize) -> usize {
        if self.before.is_empty() { cells } else { self.orbits.classes() }
    }

    /// The kept cell of a cell's class.
    #[inline]
    pub(super) fn least(&self, cell: usize) -> usize {
        self.orbits.least(cell)
    }

    /// Where the value of a kept cell lies.
    #[inline]
    pub(super) fn slot(&self, cell: usize) -> usize {
        let word = cell / 64;
        let Some(count) = self.before.get(word / COUNTED) else { return cell };
        let ones = |word: &AtomicU64| word.load(Relaxed).count_ones() as usize;
        let below = self.marks[word].load(Relaxed) & !(u64::MAX << (cell % 64));
        let between: usize = self.marks[word / COUNTED * COUNTED..word].iter().map(ones).sum();
        *count as usize + between + below.count_ones() as usize
    }

    /// Is a cell kept? Asked while the table is filled.
    #[inline]
    pub(super) fn keeps(&self, cell: usize) -> bool {
        self.marks[cell / 64].load(Relaxed) >> (cell % 64) & 1 == 1
    }

    /// The first kept cell from this one on, `end` if there is none before. Asked while the table is filled.
    #[inline]
    pub(super) fn next(&self, cell: usize, end: usize) -> usize {
        if cell >= end {
            return end;
        }
        let mut word = cell / 64;
        let mut bits = self.marks[word].load(Relaxed) & u64::MAX << (cell % 64);
        while bits == 0 {
            word += 1;
            if word * 64 >= end {
                return end;
            }
            bits = self.marks[word].load(Relaxed);
        }
        (word * 64 + bits.trailing_zeros() as usize).min(end)
    }
}
