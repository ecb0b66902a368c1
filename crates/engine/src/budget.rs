//! What a question may cost, and why a solver stopped without an answer.
//!
//! A solver compares its memory with the budget before it grows, and looks at the clock and at the cancel
//! flag every few dozen positions. After a stop it is in good order: what it knows stays known, and the
//! next question may be asked.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Called now and then with the number of positions stored and the time since the budget's clock started.
type Report = Arc<dyn Fn(usize, Duration) + Send + Sync>;

/// Limits for one question: memory, time, a cancel flag, and somebody to tell how it goes.
///
/// The clock starts when the budget is made; clones share it. [`restarted`](Self::restarted) gives the
/// same limits with a new clock.
#[derive(Clone)]
pub struct Budget {
    memory: usize,
    time: Option<Duration>,
    cancel: Option<Arc<AtomicBool>>,
    report: Option<Report>,
    started: Instant,
    /// Milliseconds after the start when progress was last reported.
    reported: Arc<AtomicU64>,
    goal: Arc<Goal>,
}

/// How much there is to do, for whoever shows progress. Told by those who know, read by those who show; nothing depends
/// on it. Zero means that nobody knows.
#[derive(Debug, Default)]
pub struct Goal {
    expected: AtomicU64,
    done: AtomicU64,
    of: AtomicU64,
}

impl Goal {
    /// The positions that an engine will report in the end, about or at most.
    pub fn expect(&self, positions: u64) {
        self.expected.store(positions, Ordering::Relaxed);
    }

    /// The questions answered so far, of so many: cells of a table, lines of a file.
    pub fn reached(&self, done: u64, of: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.of.store(of, Ordering::Relaxed);
    }

    /// The positions that are expected, where somebody knows.
    pub fn expected(&self) -> Option<u64> {
        Some(self.expected.load(Ordering::Relaxed)).filter(|n| *n > 0)
    }

    /// The questions answered and how many there are, where there are several.
    pub fn questions(&self) -> Option<(u64, u64)> {
        let of = self.of.load(Ordering::Relaxed);
        (of > 0).then(|| (self.done.load(Ordering::Relaxed).min(of), of))
    }
}

impl Budget {
    /// No limits.
    pub fn unlimited() -> Self {
        Self {
            memory: usize::MAX,
            time: None,
            cancel: None,
            report: None,
            started: Instant::now(),
            reported: Arc::default(),
            goal: Arc::default(),
        }
    }

    /// At most this many bytes in one solver, tables and stacks together.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// At most this long since the clock started.
    #[must_use]
    pub fn time(mut self, limit: Duration) -> Self {
        self.time = Some(limit);
        self
    }

    /// Stop with [`Stop::Interrupted`] soon after the flag becomes true.
    #[must_use]
    pub fn cancel(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Call `report` with the number of positions stored and the time gone by, at most ten times a second.
    #[must_use]
    pub fn progress(mut self, report: impl Fn(usize, Duration) + Send + Sync + 'static) -> Self {
        self.report = Some(Arc::new(report));
        self
    }

    /// The same limits with a clock that starts now.
    #[must_use]
    pub fn restarted(&self) -> Self {
        Self { started: Instant::now(), reported: Arc::default(), ..self.clone() }
    }

    /// How much there is to do; clones share it.
    pub fn goal(&self) -> &Arc<Goal> {
        &self.goal
    }

    /// The memory allowed, in bytes.
    pub fn memory_limit(&self) -> usize {
        self.memory
    }

    /// The time allowed, if there is a limit.
    pub fn time_limit(&self) -> Option<Duration> {
        self.time
    }

    /// Has the work to stop? For loops outside the engines, to be called every millisecond or so; it also tells how it
    /// goes. Memory is not looked at.
    pub fn check<P, E>(&self, positions: usize) -> Result<(), Stop<P, E>> {
        Meter::new(self).look(positions).map_err(Into::into)
    }

    /// The time since the clock started.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::unlimited()
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("memory", &self.memory)
            .field("time", &self.time)
            .field("elapsed", &self.elapsed())
            .finish_non_exhaustive()
    }
}

/// Why a solver has no answer. `P` is a position, `E` the rules' own error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop<P, E> {
    /// The rules failed.
    #[error("{0}")]
    Rules(E),
    /// The next position would not fit (or a solver holds 2^31 positions, the most it can number).
    #[error("{positions} positions fill the {limit} bytes allowed")]
    OverMemory {
        /// Positions stored.
        positions: usize,
        /// The limit in bytes.
        limit: usize,
    },
    /// The time is up.
    #[error("not done after {limit:?}, {positions} positions in")]
    OverTime {
        /// Positions stored.
        positions: usize,
        /// The limit.
        limit: Duration,
    },
    /// The cancel flag was raised.
    #[error("interrupted")]
    Interrupted,
    /// Play can go on for ever: each position leads to the next, and the last to the first.
    #[error("play can go round for ever through {0:?}")]
    Cycle(Vec<P>),
    /// A total score that matters at this position does not fit 64 bits.
    #[error("the score at {0:?} does not fit 64 bits")]
    Overflow(P),
}

/// A stop by the budget; it knows nothing of positions and rules.
#[derive(Debug)]
pub(crate) enum Halt {
    Memory { positions: usize, limit: usize },
    Time { positions: usize, limit: Duration },
    Cancel,
}

impl<P, E> From<Halt> for Stop<P, E> {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Memory { positions, limit } => Self::OverMemory { positions, limit },
            Halt::Time { positions, limit } => Self::OverTime { positions, limit },
            Halt::Cancel => Self::Interrupted,
        }
    }
}

/// Watches a budget during one question.
pub(crate) struct Meter<'b> {
    budget: &'b Budget,
    ticks: u32,
}

impl<'b> Meter<'b> {
    /// Ticks between looks at the clock. A look costs about 30 ns, a position of even the simplest game
    /// several times that, and a slow one perhaps a millisecond.
    const EVERY: u32 = 32;

    pub(crate) fn new(budget: &'b Budget) -> Self {
        // The first tick looks, so that a stream of small questions stops too.
        Self { budget, ticks: 0 }
    }

    /// Refuses when `bytes` are over the limit.
    pub(crate) fn room(&self, positions: usize, bytes: usize) -> Result<(), Halt> {
        let limit = self.budget.memory;
        if bytes > limit {
            return Err(Halt::Memory { positions, limit });
        }
        Ok(())
    }

    /// The refusal for what cannot be numbered, however much memory there is.
    pub(crate) fn full(&self, positions: usize) -> Halt {
        let limit = self.budget.memory;
        Halt::Memory { positions, limit }
    }

    /// To be called for every position worked on.
    pub(crate) fn tick(&mut self, positions: usize) -> Result<(), Halt> {
        if self.ticks > 0 {
            self.ticks -= 1;
            return Ok(());
        }
        self.ticks = Self::EVERY;
        self.look(positions)
    }

    fn look(&self, positions: usize) -> Result<(), Halt> {
        let budget = self.budget;
        if budget.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Halt::Cancel);
        }
        if budget.time.is_none() && budget.report.is_none() {
            return Ok(());
        }
        let elapsed = budget.elapsed();
        if let Some(limit) = budget.time.filter(|limit| elapsed > *limit) {
            return Err(Halt::Time { positions, limit });
        }
        if let Some(report) = &budget.report {
            let now = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
            let last = budget.reported.load(Ordering::Relaxed);
            if now.saturating_sub(last) >= 100 {
                budget.reported.store(now, Ordering::Relaxed);
                report(positions, elapsed);
            }
        }
        Ok(())
    }
}
