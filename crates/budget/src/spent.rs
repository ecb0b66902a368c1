//! Time on another clock than that of the wall, such as the processor's. Asking the system for it costs a call, which an engine that
//! looks every few dozen positions would feel, so it is asked once in a while of wall time.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Tells how much time has gone by since some moment, always the same.
pub type Clock = fn() -> Duration;

/// Microseconds of wall time between two looks at the clock.
const EVERY: u64 = 500;

/// What a clock showed at the start, and at the last look.
pub(crate) struct Spent {
    clock: Clock,
    began: Duration,
    /// Microseconds of wall time after the start, and of the clock.
    looked: AtomicU64,
    seen: AtomicU64,
}

impl Spent {
    pub(crate) fn new(clock: Clock) -> Spent {
        Spent { clock, began: clock(), looked: AtomicU64::new(0), seen: AtomicU64::new(0) }
    }

    /// The same clock, from now on.
    pub(crate) fn again(&self) -> Spent {
        Spent::new(self.clock)
    }

    /// What the clock has counted, so long after the start by the wall.
    pub(crate) fn since(&self, wall: Duration) -> Duration {
        let wall = u64::try_from(wall.as_micros()).unwrap_or(u64::MAX);
        if wall.saturating_sub(self.looked.load(Ordering::Relaxed)) >= EVERY {
            self.looked.store(wall, Ordering::Relaxed);
            let seen = (self.clock)().saturating_sub(self.began).as_micros();
            self.seen.store(u64::try_from(seen).unwrap_or(u64::MAX), Ordering::Relaxed);
        }
        Duration::from_micros(self.seen.load(Ordering::Relaxed))
    }
}
