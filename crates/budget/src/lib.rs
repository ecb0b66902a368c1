//! What a question may cost, and why whoever works on it stopped: the one [`Budget`] and the one [`Halt`] of all rooms.
//!
//! A solver compares its memory with the budget before it grows, and looks at the clock and at the cancel
//! flag every few dozen positions. After a stop it is in good order: what it knows stays known, and the
//! next question may be asked.
//!
//! What a solver counts is its own. Lists of moves, other solvers and whatever else the process holds are
//! seen only by a budget that can [measure](Budget::measured) the process.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

mod meter;
mod spent;

pub use meter::Meter;
pub use spent::Clock;
use spent::Spent;

/// Called now and then with the number of positions stored and the time since the budget's clock started.
type Report = Arc<dyn Fn(usize, Duration) + Send + Sync>;

/// Somebody who is asked now and then whether the work is to go on.
#[derive(Clone)]
struct Heed {
    /// The one thread on which it can be asked.
    by: ThreadId,
    stops: Arc<dyn Fn() -> bool + Send + Sync>,
    /// Milliseconds after the start when it was last asked.
    asked: Arc<AtomicU64>,
}

/// Tells how many bytes the process holds, where the system knows.
pub type Measure = fn() -> Option<usize>;

/// Growth of so many bytes at once is held against what the process has.
const LARGE: usize = 1 << 20;

/// What a program takes for itself, whatever it is asked: no part of what a question costs.
const PROGRAM: usize = 16 << 20;

/// A table whose contents were replaced this many times over does not help any more.
const REFILLS: usize = 64;

/// Microseconds between measurements of the process, which cost a few dozen each.
const MEASURED_EVERY: u64 = 4000;

/// Limits for one question: memory, time, a cancel flag, and somebody to tell how it goes.
///
/// The clock starts when the budget is made; clones share it. [`restarted`](Self::restarted) gives the
/// same limits with a new clock.
#[derive(Clone)]
pub struct Budget {
    memory: usize,
    measure: Option<Measure>,
    /// What the process may hold in all.
    ceiling: usize,
    /// Microseconds after the start when the process was last measured.
    measured: Arc<AtomicU64>,
    time: Option<Duration>,
    /// How many times over a full table may be replaced before a search counts as hopeless.
    refills: usize,
    /// A question is searched by one worker.
    alone: bool,
    /// Looks that are left before the time counts as up.
    fuse: Option<Arc<AtomicU64>>,
    cancel: Option<Arc<AtomicBool>>,
    report: Option<Report>,
    heed: Option<Heed>,
    /// Bytes that the process holds and no question is charged with.
    beside: usize,
    started: Instant,
    /// Another clock than that of the wall.
    spent: Option<Arc<Spent>>,
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
    attempt: Mutex<Option<Attempt>>,
}

/// What a search for a theorem is busy with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The numeration, as an expansion of 1.
    pub numeration: String,
    /// Numbers in the table are below this.
    pub table: u64,
    /// How many states the automaton has that was learned last.
    pub states: Option<usize>,
}

impl Goal {
    /// A search for a theorem is busy with this; `None` when it has ended.
    pub fn attempts(&self, attempt: Option<Attempt>) {
        *self.attempt.lock().unwrap_or_else(PoisonError::into_inner) = attempt;
    }

    /// What a search for a theorem is busy with, if there is one.
    pub fn attempt(&self) -> Option<Attempt> {
        self.attempt.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

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
            measure: None,
            ceiling: usize::MAX,
            measured: Arc::default(),
            time: None,
            refills: REFILLS,
            alone: false,
            fuse: None,
            cancel: None,
            report: None,
            heed: None,
            beside: PROGRAM,
            started: Instant::now(),
            spent: None,
            reported: Arc::default(),
            goal: Arc::default(),
        }
    }

    /// At most this many bytes in one solver, tables and stacks together.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self.ceiling = self.ceiling();
        self
    }

    /// Stops as well when the whole process holds more than the memory allowed.
    #[must_use]
    pub fn measured(mut self, measure: Measure) -> Self {
        self.measure = Some(measure);
        self.ceiling = self.ceiling();
        self
    }

    /// The same in a process that has other work than questions: so many bytes that it holds are not charged to them.
    #[must_use]
    pub fn measured_beside(mut self, measure: Measure, held: usize) -> Self {
        (self.measure, self.beside) = (Some(measure), held.saturating_add(PROGRAM));
        self.ceiling = self.memory.saturating_add(self.beside);
        self
    }

    /// The same limits with this much less memory: somebody else holds it.
    #[must_use]
    pub fn less(&self, bytes: usize) -> Self {
        Self { memory: self.memory.saturating_sub(bytes), ..self.clone() }
    }

    /// At most this long since the clock started.
    #[must_use]
    pub fn time(mut self, limit: Duration) -> Self {
        self.time = Some(limit);
        self
    }

    /// Time is what this clock counts, such as the processor time of the process, and not that of the wall: on a busy machine a
    /// question then gets as far as on a quiet one.
    #[must_use]
    pub fn clock(mut self, clock: Clock) -> Self {
        self.spent = Some(Arc::new(Spent::new(clock)));
        self
    }

    /// The time counts as up when somebody has looked so many times, whatever a clock says: what stops at a limit of time
    /// can so be tested at the same place on every machine. Clones share the count.
    #[must_use]
    pub fn fuse(mut self, looks: u64) -> Self {
        self.fuse = Some(Arc::new(AtomicU64::new(looks)));
        self
    }

    /// Is a question searched by one worker, on however many cores? Several that share a table meet other positions each time,
    /// so what is to end at the same place every time, by work that is counted, is done by one.
    #[must_use]
    pub fn alone(mut self, alone: bool) -> Self {
        self.alone = alone;
        self
    }

    /// Is a question searched by one worker?
    pub fn is_alone(&self) -> bool {
        self.alone
    }

    /// A search whose table is full goes on by replacing what it knows, and so may a question be answered that is larger than
    /// the memory; but not one that is larger by far. For such a one, the search ends as soon as memory is used up.
    #[must_use]
    pub fn filled_once(mut self) -> Self {
        self.refills = 1;
        self
    }

    /// How many times over a full table may be replaced before a search counts as hopeless.
    pub fn refills(&self) -> usize {
        self.refills
    }

    /// Asks now and then whether to stop with [`Halt::Interrupted`], and always on the thread that is here now: an interpreter of
    /// another language tells no other of Ctrl-C. Those who help that thread stop by the flag of [`cancel`](Self::cancel), which
    /// whoever is asked may raise.
    #[must_use]
    pub fn heed(mut self, stops: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        let by = thread::current().id();
        self.heed = Some(Heed { by, stops: Arc::new(stops), asked: Arc::default() });
        self
    }

    /// Stop with [`Halt::Interrupted`] soon after the flag becomes true.
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
        let (reported, measured) = Default::default();
        let heed = self.heed.clone().map(|heed| Heed { asked: Arc::default(), ..heed });
        let ceiling = self.ceiling();
        let spent = self.spent.as_ref().map(|spent| Arc::new(spent.again()));
        Self { started: Instant::now(), spent, reported, measured, heed, ceiling, ..self.clone() }
    }

    /// What the process may hold. Memory that was freed after an earlier question often stays with the process and is
    /// used again, so a process that is full at the start of a question may grow a little beyond.
    fn ceiling(&self) -> usize {
        let held = self.measure.and_then(|measure| measure()).unwrap_or(0);
        let limit = self.memory.saturating_add(self.beside);
        limit.max(held.saturating_add(self.memory / 32).min(limit.saturating_add(self.memory / 64)))
    }

    /// Does the process hold more than half of what is allowed? Then old answers are worth less than their room.
    pub fn crowded(&self) -> bool {
        let most = (self.memory / 2).saturating_add(self.beside - PROGRAM);
        self.measure.and_then(|measure| measure()).is_some_and(|held| held > most)
    }

    /// May a list grow by this many bytes at once?
    pub fn has_room(&self, bytes: usize) -> bool {
        let held = self.measure.and_then(|measure| measure());
        held.is_none_or(|held| held.saturating_add(bytes) <= self.ceiling)
    }

    /// Does the process hold more than is allowed? Looks every few milliseconds; it may be asked as often as one likes.
    pub fn overfull(&self) -> bool {
        let Some(measure) = self.measure else { return false };
        let now = u64::try_from(self.elapsed().as_micros()).unwrap_or(u64::MAX);
        if now.saturating_sub(self.measured.load(Ordering::Relaxed)) < MEASURED_EVERY {
            return false;
        }
        self.measured.store(now, Ordering::Relaxed);
        measure().is_some_and(|held| held > self.ceiling)
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

    /// Has the work to stop: by a limit of time or memory, or because somebody wishes so? For loops outside the engines, to
    /// be called every millisecond or so, and no dearer than a hundred nanoseconds; it also tells how it goes.
    pub fn check(&self, positions: usize) -> Result<(), Halt> {
        Meter::new(self).look(positions)
    }

    /// The time since the clock started.
    pub fn elapsed(&self) -> Duration {
        let wall = self.started.elapsed();
        self.spent.as_ref().map_or(wall, |spent| spent.since(wall))
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

/// Why work was stopped. What is counted in "positions" is what the engine fills: positions, heaps, cells of a table, nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Halt {
    /// What comes next would not fit (or a solver holds 2^31 positions, the most it can number). Nothing of it was
    /// allocated.
    #[error("{needed} bytes are needed after {positions} positions, {limit} are allowed")]
    Memory {
        /// Positions stored.
        positions: usize,
        /// Bytes needed in all; `usize::MAX` where they cannot be counted.
        needed: usize,
        /// The limit in bytes, or what the machine could not give.
        limit: usize,
    },
    /// The time is up.
    #[error("not done after {limit:?}, {positions} positions in")]
    Time {
        /// Positions stored.
        positions: usize,
        /// The limit.
        limit: Duration,
    },
    /// The steps allowed are done. Steps are counted, so the same work ends at the same place on every machine.
    #[error("more work than was allowed")]
    Work,
    /// One thing that was being made grew over its limit; there may be others that do not.
    #[error("what was being made grew over its limit")]
    Size,
    /// The cancel flag was raised.
    #[error("interrupted")]
    Interrupted,
}
