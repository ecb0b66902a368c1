//! Games in which a move takes some counters from a heap and leaves the rest in one heap.
//!
//! - **A finite set.** A value depends on the last max(S) values only, so the first window of max(S) values
//!   that returns proves the period. Values are found one by one until then, and copied afterwards.
//! - **A range** lo..=hi. The value of n is (n mod (lo + hi)) / lo, rounded down.
//! - **Any number.** The value of n is n.
//! - **Any number but those of a finite set S.** Two heaps of the same value differ by a member of S, so the
//!   heaps of one value lie within M = max(S) of each other, and a value with a heap more than M below n is
//!   an option of n. Values in use are 0..=k for some k (a mex needs all smaller ones), first used in
//!   increasing order. What n becomes depends therefore on the last 2M values, seen from k; and k is among
//!   them, for if no new value came up in 2M heaps, the last of these heaps would have all values as options
//!   and be new itself. So when `value(i + p) - value(i)` is the same for 2M heaps in a row, it stays the
//!   same: the values are arithmetic-periodic, and by pigeonhole every such game comes to it.

use super::cycle::Returns;
use super::{Cells, Sequence, Tail, Taken, reserve, room};
use crate::{Budget, Halt};
use bouton_budget::Meter;

/// The values of heaps 0 to `to` when a move takes a number of counters out of `taken` (0 is no move, and
/// ignored). They reach beyond `to` when the tail is proved by then.
pub fn values(taken: &Taken, to: usize, budget: &Budget) -> Result<Sequence, Halt> {
    match &taken.sorted() {
        Taken::Only(takes) => {
            let takes: Vec<usize> = takes.iter().copied().filter(|&take| take > 0).collect();
            match (takes.first(), takes.last()) {
                (Some(&lo), Some(&hi)) if hi - lo + 1 == takes.len() => range(lo, hi, to, budget),
                (Some(_), Some(_)) if takes.len() <= 63 => finite::<u8, _>(&takes, to, budget, Bits),
                (Some(_), Some(_)) if takes.len() <= usize::from(u8::MAX) => {
                    finite::<u8, _>(&takes, to, budget, Stamps::new(takes.len()))
                }
                (Some(_), Some(_)) if takes.len() <= usize::from(u16::MAX) => {
                    finite::<u16, _>(&takes, to, budget, Stamps::new(takes.len()))
                }
                (Some(_), Some(_)) => finite::<u32, _>(&takes, to, budget, Stamps::new(takes.len())),
                _ => Ok(constant_zero()),
            }
        }
        &Taken::Range { from, to: last } if last >= from.max(1) => range(from.max(1), last, to, budget),
        Taken::Range { .. } => Ok(constant_zero()),
        Taken::AllBut(kept) => match kept.last() {
            Some(&most) => all_but(kept, most, to, budget),
            None => {
                let tail = Tail { from: 0, period: 1, step: 1 };
                Ok(Sequence::new(Cells::U8(vec![0]), Some(tail)))
            }
        },
    }
}

/// No move at all.
fn constant_zero() -> Sequence {
    Sequence::new(Cells::U8(vec![0]), Some(Tail { from: 0, period: 1, step: 0 }))
}

fn range(lo: usize, hi: usize, to: usize, budget: &Budget) -> Result<Sequence, Halt> {
    let period = lo.saturating_add(hi);
    let count = period.min(to.saturating_add(1));
    let mut wide: Vec<u32> = reserve(budget, 0, count)?;
    for heap in 0..count {
        // The quotient is below 2^32: 2^32 cells of four bytes come first to the end of any memory.
        wide.push(u32::try_from(heap / lo).unwrap_or(u32::MAX));
    }
    let tail = (count == period).then_some(Tail { from: 0, period, step: 0 });
    Ok(Sequence::new(Cells::narrow(wide), tail))
}

/// A cell of the window: wide enough for |S|.
trait Value: Copy + Eq + Into<u32> + Default {
    fn pack(value: u32) -> Self;
    fn cells(values: Vec<Self>) -> Cells;
}

macro_rules! value {
    ($type:ty, $cells:path) => {
        impl Value for $type {
            fn pack(value: u32) -> Self {
                // The mex of |S| values is at most |S|, and the caller chose the width by it.
                value as $type
            }

            fn cells(values: Vec<Self>) -> Cells {
                $cells(values)
            }
        }
    };
}
value!(u8, Cells::U8);
value!(u16, Cells::U16);
value!(u32, Cells::U32);

/// Finds the mex of the values of heap - s for s in S.
trait Excluded {
    fn mex<T: Value>(&mut self, cells: &[T], takes: &[usize]) -> u32;
}

/// A set of at most 64 values in a word: for up to 63 takes.
struct Bits;

impl Excluded for Bits {
    #[inline]
    fn mex<T: Value>(&mut self, cells: &[T], takes: &[usize]) -> u32 {
        let mut seen = 0_u64;
        for take in takes {
            seen |= 1 << Into::<u32>::into(cells[cells.len() - take]);
        }
        seen.trailing_ones()
    }
}

/// A stamp a value: for larger sets.
struct Stamps {
    stamps: Vec<usize>,
}

impl Stamps {
    fn new(takes: usize) -> Self {
        Self { stamps: vec![0; takes + 2] }
    }
}

impl Excluded for Stamps {
    fn mex<T: Value>(&mut self, cells: &[T], takes: &[usize]) -> u32 {
        let heap = cells.len();
        for take in takes {
            self.stamps[Into::<u32>::into(cells[heap - take]) as usize] = heap;
        }
        // One cell is never stamped: values are at most |S|, and there are |S| + 2 cells.
        let gap = self.stamps.iter().position(|&stamp| stamp != heap);
        gap.map_or(0, |gap| u32::try_from(gap).unwrap_or(u32::MAX))
    }
}

fn finite<T: Value, M: Excluded>(
    takes: &[usize],
    to: usize,
    budget: &Budget,
    mut excluded: M,
) -> Result<Sequence, Halt> {
    /// Heaps between two looks at the clock and at the memory.
    const BLOCK: usize = 4096;
    let width = takes.last().copied().unwrap_or(0);
    let wanted = to.saturating_add(1);
    let mut meter = Meter::new(budget);
    let mut returns = Returns::new(width);
    let mut cells: Vec<T> = Vec::new();
    let mut usable = 0;
    while cells.len() < wanted {
        meter.tick(cells.len())?;
        // Small at first: many games have a period of a few heaps.
        let block = BLOCK.min(cells.len().max(64)).min(wanted - cells.len());
        grow(&mut cells, block, wanted, budget)?;
        for _ in 0..block {
            let heap = cells.len();
            while takes.get(usable).is_some_and(|&take| take <= heap) {
                usable += 1;
            }
            let value = excluded.mex(&cells, &takes[..usable]);
            let old = heap.checked_sub(width).map_or(0, |out| cells[out].into());
            cells.push(T::pack(value));
            let Some(end) = returns.push(heap, value.into(), old.into()) else { continue };
            let now = heap + 1;
            if cells[end - width..end] == cells[now - width..now] {
                let period = now - end;
                let from = (0..end).rev().find(|&index| cells[index] != cells[index + period]);
                let from = from.map_or(0, |last| last + 1);
                cells.truncate(from + period);
                return Ok(Sequence::new(T::cells(cells), Some(Tail { from, period, step: 0 })));
            }
        }
    }
    Ok(Sequence::new(T::cells(cells), None))
}

/// Makes room for `block` more cells by doubling, but never for more than `wanted`.
fn grow<T>(cells: &mut Vec<T>, block: usize, wanted: usize, budget: &Budget) -> Result<(), Halt> {
    if cells.capacity() - cells.len() >= block {
        return Ok(());
    }
    let heaps = cells.len();
    let size = size_of::<T>();
    let target = cells.len().saturating_mul(2).max(cells.len() + block).min(wanted);
    // Old and new exist side by side while they are copied.
    room(budget, heaps, target, size, heaps * size)?;
    if cells.try_reserve_exact(target - heaps).is_err() {
        let needed = target.saturating_mul(size);
        return Err(Halt::Memory { positions: heaps, needed, limit: budget.memory_limit() });
    }
    Ok(())
}

/// Take anything but the numbers of `kept`, of which `most` is the largest.
fn all_but(kept: &[usize], most: usize, to: usize, budget: &Budget) -> Result<Sequence, Halt> {
    let wanted = to.saturating_add(1);
    let mut meter = Meter::new(budget);
    let reach = most.min(to);
    room(budget, 0, reach.saturating_add(1), 1 + size_of::<usize>(), 0)?;
    let mut allowed = vec![true; reach + 1];
    for &take in kept.iter().filter(|&&take| take <= reach) {
        allowed[take] = false;
    }
    let takes: Vec<usize> = (1..=reach).filter(|&take| allowed[take]).collect();
    // Differences of neighbouring values decide whether two windows are the same but for a constant.
    let width = most.saturating_mul(2).saturating_sub(1);
    let mut returns = Returns::new(width);
    let mut values: Vec<u32> = Vec::new();
    // By value: where it was first used, and the last heap that has it as an option.
    let mut first: Vec<usize> = Vec::new();
    let mut stamps: Vec<usize> = Vec::new();
    let mut low = 0;
    while values.len() < wanted {
        let heap = values.len();
        meter.tick(heap)?;
        grow(&mut values, 1, wanted, budget)?;
        if first.len() == first.capacity() {
            let bytes = values.capacity() * 4 + first.len() * 4 * size_of::<usize>();
            room(budget, heap, (first.len() + 64) * 2, 2 * size_of::<usize>(), bytes)?;
        }
        // Values first used more than `most` below are options for good.
        while first.get(low).is_some_and(|&start| heap - start > most) {
            low += 1;
        }
        for &take in takes.iter().take_while(|&&take| take <= heap) {
            stamps[values[heap - take] as usize] = heap;
        }
        let value = (low..first.len()).find(|&value| stamps[value] != heap).unwrap_or(first.len());
        if value == first.len() {
            first.push(heap);
            stamps.push(heap);
        }
        values.push(u32::try_from(value).unwrap_or(u32::MAX));
        if heap == 0 {
            continue;
        }
        let step = |index: usize| values[index + 1].wrapping_sub(values[index]);
        let index = heap - 1;
        let old = index.checked_sub(width).map_or(0, step);
        let Some(end) = returns.push(index, step(index).into(), old.into()) else { continue };
        let now = heap;
        if (1..=width).all(|back| step(end - back) == step(now - back)) {
            let period = now - end;
            let from = (0..end).rev().find(|&index| step(index) != step(index + period));
            let from = from.map_or(0, |last| last + 1);
            let rise = values[from + period].wrapping_sub(values[from]);
            values.truncate(from + period);
            let tail = Tail { from, period, step: rise };
            return Ok(Sequence::new(Cells::narrow(values), Some(tail)));
        }
    }
    Ok(Sequence::new(Cells::narrow(values), None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_games() {
        let rows = [
            (Taken::only([1, 3, 4]), (0, 7, 0), vec![0, 1, 0, 1, 2, 3, 2, 0, 1]),
            (Taken::only([1, 2, 3]), (0, 4, 0), vec![0, 1, 2, 3, 0]),
            (Taken::Range { from: 2, to: 5 }, (0, 7, 0), vec![0, 0, 1, 1, 2, 2, 3, 0]),
            (Taken::only([]), (0, 1, 0), vec![0, 0]),
            (Taken::AllBut(vec![]), (0, 1, 1), vec![0, 1, 2, 3]),
            (Taken::AllBut(vec![1]), (0, 2, 1), vec![0, 0, 1, 1, 2, 2]),
            (Taken::only([2, 5]), (0, 7, 0), vec![0, 0, 1, 1, 0, 2, 1, 0, 0]),
        ];
        for (taken, tail, expected) in rows {
            let found = values(&taken, 1000, &Budget::unlimited()).unwrap();
            let found_tail = found.tail().map(|tail| (tail.from, tail.period, tail.step)).unwrap();
            assert_eq!(found_tail, tail, "{taken:?}");
            for (heap, value) in (0..).zip(expected) {
                assert_eq!(found.get(heap), Some(value), "{taken:?} at {heap}");
            }
        }
    }
}
