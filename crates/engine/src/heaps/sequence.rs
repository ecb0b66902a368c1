//! A sequence of Grundy values: a table, and if the rest is known to repeat, how.
//!
//! Most values of heap games fit a byte, so tables are of bytes until a value does not fit.

use super::{Period, reserve};
use crate::{Budget, Halt};
use bouton_budget::Meter;
use bouton_graph::memory::huge_pages;

/// A table of values in the smallest of three widths that fits them all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cells {
    /// Values below 2^8.
    U8(Vec<u8>),
    /// Values below 2^16.
    U16(Vec<u16>),
    /// Values below 2^32.
    U32(Vec<u32>),
}

/// Does `$do` with `$list` bound to the values, whatever their width.
macro_rules! with_cells {
    ($cells:expr, $list:ident => $do:expr) => {
        match $cells {
            $crate::heaps::Cells::U8($list) => $do,
            $crate::heaps::Cells::U16($list) => $do,
            $crate::heaps::Cells::U32($list) => $do,
        }
    };
}
pub(crate) use with_cells;

impl Cells {
    /// How many values there are.
    pub fn len(&self) -> usize {
        with_cells!(self, cells => cells.len())
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value at `index`, if there is one.
    pub fn get(&self, index: usize) -> Option<u32> {
        match self {
            Self::U8(cells) => cells.get(index).map(|&value| value.into()),
            Self::U16(cells) => cells.get(index).map(|&value| value.into()),
            Self::U32(cells) => cells.get(index).copied(),
        }
    }

    /// All values in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// The memory the values take.
    pub fn bytes(&self) -> usize {
        with_cells!(self, cells => size_of_val(cells.as_slice()))
    }

    /// The values in the narrowest width.
    pub fn narrow(wide: Vec<u32>) -> Self {
        let top = wide.iter().copied().max().unwrap_or(0);
        if top > u16::MAX.into() { Self::U32(wide) } else { Self::of(top, wide.into_iter()) }
    }

    /// Values of which `top` is the largest, in the narrowest width.
    pub(super) fn of(top: u32, values: impl Iterator<Item = u32>) -> Self {
        // The casts keep every value: `top` fits.
        if top <= u8::MAX.into() {
            Self::U8(values.map(|value| value as u8).collect())
        } else if top <= u16::MAX.into() {
            Self::U16(values.map(|value| value as u16).collect())
        } else {
            Self::U32(values.collect())
        }
    }
}

/// How a sequence goes on for ever: from heap `from` on, `value(n + period) = value(n) + step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tail {
    /// The first heap of which this holds. The smallest for the rules of [`subtraction`](super::subtraction);
    /// at least 1 for the others.
    pub from: usize,
    /// The smallest period.
    pub period: usize,
    /// What a period adds: 0 if the values repeat.
    pub step: u32,
}

impl From<Period> for Tail {
    fn from(period: Period) -> Self {
        Self { from: period.from, period: period.period, step: 0 }
    }
}

/// Grundy values of heaps 0, 1, 2, …: as many as were asked for, or all of them if the tail is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// At least `from + period` values if there is a tail.
    cells: Cells,
    tail: Option<Tail>,
}

impl Sequence {
    /// `cells` must hold `from + period` values at least if there is a tail.
    pub(super) fn new(cells: Cells, tail: Option<Tail>) -> Self {
        debug_assert!(tail.is_none_or(|tail| tail.period > 0 && tail.from + tail.period <= cells.len()));
        Self { cells, tail }
    }

    /// Values of which nothing more is known.
    pub fn listed(cells: Cells) -> Self {
        Self { cells, tail: None }
    }

    /// The values held.
    pub fn into_cells(self) -> Cells {
        self.cells
    }

    /// The value of a heap; `None` if it is beyond what was asked for and no tail is proved.
    pub fn get(&self, heap: u64) -> Option<u64> {
        let index = usize::try_from(heap).unwrap_or(usize::MAX);
        if let Some(value) = self.cells.get(index) {
            return Some(value.into());
        }
        let Tail { from, period, step } = self.tail?;
        let beyond = heap - from as u64;
        let base = self.cells.get(from + (beyond % period as u64) as usize)?;
        (beyond / period as u64).checked_mul(step.into())?.checked_add(base.into())
    }

    /// How the values go on for ever, where that is proved.
    pub fn tail(&self) -> Option<Tail> {
        self.tail
    }

    /// The values held: to the heap asked for, or to the end of the first period.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The last heap whose value is known; `None` if all are.
    pub fn last(&self) -> Option<u64> {
        if self.tail.is_some() { None } else { Some(self.cells.len().saturating_sub(1) as u64) }
    }

    /// The values of heaps 0 to `to` in one table; shorter if the values are not known so far.
    pub fn table(&self, to: usize, budget: &Budget) -> Result<Cells, Halt> {
        self.table_in(Cells::U8(Vec::new()), to, budget)
    }

    /// The same, in the memory of an old table where it has cells of the right width. To get fresh memory
    /// from the operating system takes much longer than to fill it.
    pub fn table_in(&self, old: Cells, to: usize, budget: &Budget) -> Result<Cells, Halt> {
        let wanted = to.saturating_add(1);
        let Some(tail) = self.tail.filter(|_| wanted > self.cells.len()) else {
            let count = wanted.min(self.cells.len());
            return Ok(match &self.cells {
                Cells::U8(cells) => Cells::U8(copy(&cells[..count], budget)?),
                Cells::U16(cells) => Cells::U16(copy(&cells[..count], budget)?),
                Cells::U32(cells) => Cells::U32(copy(&cells[..count], budget)?),
            });
        };
        if tail.step > 0 {
            return self.climb(tail, wanted, budget);
        }
        Ok(match (&self.cells, old) {
            (Cells::U8(cells), Cells::U8(old)) => Cells::U8(repeat(cells, tail, wanted, old, budget)?),
            (Cells::U8(cells), _) => Cells::U8(repeat(cells, tail, wanted, Vec::new(), budget)?),
            (Cells::U16(cells), Cells::U16(old)) => Cells::U16(repeat(cells, tail, wanted, old, budget)?),
            (Cells::U16(cells), _) => Cells::U16(repeat(cells, tail, wanted, Vec::new(), budget)?),
            (Cells::U32(cells), Cells::U32(old)) => Cells::U32(repeat(cells, tail, wanted, old, budget)?),
            (Cells::U32(cells), _) => Cells::U32(repeat(cells, tail, wanted, Vec::new(), budget)?),
        })
    }

    /// A table of values that grow from period to period.
    fn climb(&self, tail: Tail, wanted: usize, budget: &Budget) -> Result<Cells, Halt> {
        let mut meter = Meter::new(budget);
        let mut table: Vec<u32> = reserve(budget, 0, wanted)?;
        table.extend(self.cells.iter().take(tail.from + tail.period));
        while table.len() < wanted {
            meter.tick(table.len())?;
            let start = table.len() - tail.period;
            let count = tail.period.min(wanted - table.len());
            for index in start..start + count {
                let Some(value) = table[index].checked_add(tail.step) else {
                    // A value of 33 bits: no table of 32-bit cells holds it.
                    let needed = wanted.saturating_mul(8);
                    let limit = budget.memory_limit();
                    return Err(Halt::Memory { positions: index, needed, limit });
                };
                table.push(value);
            }
        }
        Ok(Cells::U32(table))
    }
}

fn copy<T: Copy>(cells: &[T], budget: &Budget) -> Result<Vec<T>, Halt> {
    let mut table = reserve(budget, 0, cells.len())?;
    table.extend_from_slice(cells);
    Ok(table)
}

/// `wanted` cells: the first of `cells`, then its period again and again.
///
/// A block of whole periods that stays in the cache is copied to the end over and over: memory is written
/// once and, but for the block, never read.
fn repeat<T: Copy>(
    cells: &[T],
    tail: Tail,
    wanted: usize,
    old: Vec<T>,
    budget: &Budget,
) -> Result<Vec<T>, Halt> {
    /// Half a megabyte: small enough to stay in a core's own cache, large enough to look at the clock after.
    const BLOCK: usize = 1 << 19;
    let mut meter = Meter::new(budget);
    let mut table = old;
    table.clear();
    if table.capacity() < wanted {
        drop(table);
        table = reserve(budget, 0, wanted)?;
        huge_pages(&mut table);
    }
    table.extend_from_slice(&cells[..tail.from + tail.period]);
    let most = (BLOCK / size_of::<T>() / tail.period).max(1) * tail.period;
    let mut block = tail.period;
    while table.len() < wanted {
        meter.tick(table.len())?;
        let count = block.min(wanted - table.len());
        // The block starts at `from`, and its length is whole periods, so what follows is in phase.
        table.extend_from_within(tail.from..tail.from + count);
        block = (block * 2).min(most);
    }
    Ok(table)
}
