//! A watch on a budget that costs next to nothing for each position worked on.

use crate::{Budget, Halt, LARGE};
use std::sync::atomic::Ordering;
use std::thread;

/// Watches a budget during one question.
pub struct Meter<'b> {
    budget: &'b Budget,
    ticks: u32,
}

impl<'b> Meter<'b> {
    /// Ticks between looks at the clock. A look costs about 30 ns, a position of even the simplest game
    /// several times that, and a slow one perhaps a millisecond.
    const EVERY: u32 = 32;

    /// Watches this budget.
    pub fn new(budget: &'b Budget) -> Self {
        // The first tick looks, so that a stream of small questions stops too.
        Self { budget, ticks: 0 }
    }

    /// Refuses when `bytes` are over the limit.
    pub fn room(&self, positions: usize, bytes: usize) -> Result<(), Halt> {
        let limit = self.budget.memory;
        if bytes > limit { Err(Halt::Memory { positions, needed: bytes, limit }) } else { Ok(()) }
    }

    /// The same for `held` bytes that are about to grow by `more` at once. What the process holds besides is looked at too:
    /// an allocator keeps more than it was asked for.
    pub fn room_for(&self, positions: usize, held: usize, more: usize) -> Result<(), Halt> {
        self.room(positions, held.saturating_add(more))?;
        if more >= LARGE && !self.budget.has_room(more) { Err(self.full(positions)) } else { Ok(()) }
    }

    /// The budget that is watched.
    pub fn budget(&self) -> &'b Budget {
        self.budget
    }

    /// The refusal for what cannot be numbered, however much memory there is.
    pub fn full(&self, positions: usize) -> Halt {
        Halt::Memory { positions, needed: usize::MAX, limit: self.budget.memory }
    }

    /// To be called for every position worked on.
    pub fn tick(&mut self, positions: usize) -> Result<(), Halt> {
        if self.ticks > 0 {
            self.ticks -= 1;
            return Ok(());
        }
        self.ticks = Self::EVERY;
        self.look(positions)
    }

    pub(crate) fn look(&self, positions: usize) -> Result<(), Halt> {
        let budget = self.budget;
        if budget.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Halt::Interrupted);
        }
        if budget.overfull() {
            return Err(self.full(positions));
        }
        if let Some(fuse) = &budget.fuse {
            let left = fuse.load(Ordering::Relaxed);
            fuse.store(left.saturating_sub(1), Ordering::Relaxed);
            if left == 0 {
                return Err(Halt::Time { positions, limit: budget.time.unwrap_or_default() });
            }
        }
        if budget.time.is_none() && budget.report.is_none() && budget.heed.is_none() {
            return Ok(());
        }
        let elapsed = budget.elapsed();
        if let Some(limit) = budget.time.filter(|limit| elapsed > *limit) {
            return Err(Halt::Time { positions, limit });
        }
        let now = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
        if let Some(heed) = &budget.heed
            && now.saturating_sub(heed.asked.load(Ordering::Relaxed)) >= 50
            && heed.by == thread::current().id()
        {
            heed.asked.store(now, Ordering::Relaxed);
            if (heed.stops)() {
                return Err(Halt::Interrupted);
            }
        }
        if let Some(report) = &budget.report {
            let last = budget.reported.load(Ordering::Relaxed);
            if now.saturating_sub(last) >= 100 {
                budget.reported.store(now, Ordering::Relaxed);
                report(positions, elapsed);
            }
        }
        Ok(())
    }
}
