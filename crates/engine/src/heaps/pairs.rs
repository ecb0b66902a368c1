//! The values found so far, kept forwards and backwards, so that the pairs of heaps (a, r − a) lie side by
//! side in memory and can be met many at a time.

use super::machine::{self, Cell, WANTED};
use super::sets::Bits;
use super::{Cells, room};
use crate::memory::zeroed;
use crate::{Budget, Halt};

/// `front[a]` and `back[last - a]` are the value of heap a.
pub(super) struct Mirror<T> {
    front: Vec<T>,
    back: Vec<T>,
    /// A power of two, 256 at least, that all values are below.
    size: usize,
}

impl<T: Cell> Mirror<T> {
    /// Room for `count` heaps, `other` bytes being in use besides.
    pub(super) fn new(count: usize, heaps: usize, other: usize, budget: &Budget) -> Result<Self, Halt> {
        room(budget, heaps, count, 2 * size_of::<T>(), other)?;
        // Pages are touched when values come.
        let cells = || {
            let needed = count.saturating_mul(2 * size_of::<T>());
            let limit = budget.memory_limit();
            zeroed::<T>(count).ok_or(Halt::Memory { positions: heaps, needed, limit })
        };
        Ok(Self { front: cells()?, back: cells()?, size: 256 })
    }

    /// Nobody will look at pairs again.
    pub(super) fn forget_back(&mut self) {
        self.back = Vec::new();
    }

    /// How many heaps there is room for.
    pub(super) fn room(&self) -> usize {
        self.front.len()
    }

    pub(super) fn set(&mut self, heap: usize, value: T) {
        let last = self.front.len() - 1;
        while self.size <= Into::<u32>::into(value) as usize {
            self.size *= 2;
        }
        self.front[heap] = value;
        self.back[last - heap] = value;
    }

    fn get(&self, heap: usize) -> u32 {
        self.front[heap].into()
    }

    pub(super) fn front(&self) -> &[T] {
        &self.front
    }

    /// The values of heaps `lo..=hi`, and of their partners r − lo, r − lo − 1, …
    pub(super) fn sides(&self, r: usize, lo: usize, hi: usize) -> (&[T], &[T]) {
        let shift = self.front.len() - 1 - r;
        (&self.front[lo..=hi], &self.back[shift + lo..=shift + hi])
    }
}

/// A mirror of the width that fits the values so far.
pub(super) enum Pairs {
    U8(Mirror<u8>),
    U16(Mirror<u16>),
    U32(Mirror<u32>),
}

/// Runs the same expression for whatever width there is.
macro_rules! each {
    ($pairs:expr, $mirror:ident => $do:expr) => {
        match $pairs {
            Pairs::U8($mirror) => $do,
            Pairs::U16($mirror) => $do,
            Pairs::U32($mirror) => $do,
        }
    };
}

impl Pairs {
    /// Room for heaps 0 to `to`; heap 0 has value 0.
    pub(super) fn new(to: usize, budget: &Budget) -> Result<Self, Halt> {
        Ok(Self::U8(Mirror::new(to.saturating_add(1), 0, 0, budget)?))
    }

    /// How many heaps there is room for.
    pub(super) fn room(&self) -> usize {
        each!(self, mirror => mirror.room())
    }

    /// The value of a heap that has been set.
    pub(super) fn get(&self, heap: usize) -> u32 {
        each!(self, mirror => mirror.get(heap))
    }

    /// Sets the value of `heap`, the next one; values become wider when they must.
    pub(super) fn set(&mut self, heap: usize, value: u32, budget: &Budget) -> Result<(), Halt> {
        loop {
            let done = each!(self, mirror => Cell::fit(value).map(|value| mirror.set(heap, value)));
            if done.is_some() {
                return Ok(());
            }
            self.widen(heap, budget)?;
        }
    }

    fn widen(&mut self, heaps: usize, budget: &Budget) -> Result<(), Halt> {
        fn wider<T: Cell, U: Cell>(
            from: &Mirror<T>,
            heaps: usize,
            budget: &Budget,
        ) -> Result<Mirror<U>, Halt> {
            let count = from.front.len();
            // Both exist while the values are copied.
            let mut into = Mirror::new(count, heaps, count * 2 * size_of::<T>(), budget)?;
            for (heap, &value) in from.front[..heaps].iter().enumerate() {
                // A narrower value always fits.
                into.set(heap, U::fit(value.into()).unwrap_or_default());
            }
            Ok(into)
        }
        *self = match self {
            Self::U8(mirror) => Self::U16(wider(mirror, heaps, budget)?),
            Self::U16(mirror) => Self::U32(wider(mirror, heaps, budget)?),
            Self::U32(_) => return Ok(()),
        };
        Ok(())
    }

    /// Adds the values of the pairs (a, r − a) with a in `lo..=hi` to `set`.
    pub(super) fn mark(&self, r: usize, lo: usize, hi: usize, marks: &mut Vec<u8>, set: &mut Bits) {
        if lo > hi {
            return;
        }
        // Sums of values below a power of two are below it.
        let size = each!(self, mirror => mirror.size);
        if marks.len() < size {
            marks.resize(size, 0);
        }
        match (self, marks.first_chunk_mut::<256>()) {
            // A byte is never out of bounds.
            (Self::U8(mirror), Some(marks)) => {
                let (front, back) = mirror.sides(r, lo, hi);
                for (&x, &y) in front.iter().zip(back) {
                    marks[usize::from(x ^ y)] = 1;
                }
            }
            _ => each!(self, mirror => {
                let (front, back) = mirror.sides(r, lo, hi);
                for (&x, &y) in front.iter().zip(back) {
                    marks[Into::<u32>::into(x ^ y) as usize] = 1;
                }
            }),
        }
        set.take_marks(marks);
    }

    /// Which of the wanted values a pair (a, r − a) with a in `lo..=hi` has, as bits; the bits of `ignore`
    /// need no answer.
    pub(super) fn search(&self, r: usize, lo: usize, hi: usize, wanted: [u32; WANTED], ignore: u8) -> u8 {
        if lo > hi {
            return 0;
        }
        each!(self, mirror => {
            let mut ignore = ignore;
            let mut narrow = [Default::default(); WANTED];
            for (bit, value) in wanted.into_iter().enumerate() {
                match Cell::fit(value) {
                    Some(value) => narrow[bit] = value,
                    // No exclusive or of narrow values is so wide.
                    None => ignore |= 1 << bit,
                }
            }
            let (front, back) = mirror.sides(r, lo, hi);
            machine::search(front, back, narrow, ignore) & !ignore
        })
    }

    /// The values of heaps 0 to `heaps - 1`.
    pub(super) fn cells(self, heaps: usize) -> Cells {
        fn cut<T>(mut cells: Vec<T>, count: usize) -> Vec<T> {
            cells.truncate(count);
            cells
        }
        match self {
            Self::U8(mirror) => Cells::U8(cut(mirror.front, heaps)),
            Self::U16(mirror) => Cells::U16(cut(mirror.front, heaps)),
            Self::U32(mirror) => Cells::U32(cut(mirror.front, heaps)),
        }
    }

    /// The memory taken.
    pub(super) fn bytes(&self) -> usize {
        each!(self, mirror => mirror.front.len().saturating_mul(2 * size_of_val(&mirror.front[0])))
    }
}
