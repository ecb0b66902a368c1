//! Filling in the order of the numbers.
//!
//! The cells are cut into runs. Each thread takes the next run and works through it; where it reads a cell of a run
//! that another thread has in hand, it waits until that cell is there. Runs are what an axis of the space
//! repeats (the rows of a box), so threads go through neighbouring runs side by side, the one behind the other. A wait
//! is always for a smaller number, and the smallest unfinished run is always in somebody's hands, so there is no
//! deadlock.

use crate::tuning::{NOTED, SHORTEST_RUN};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use super::judge::{Place, Seen};
use super::store::{Store, UNFILLED};
use super::{Ask, Generator, Ran, on_threads};
use crate::table::{Index, Room};
use crate::{Budget, Halt};
use bouton_budget::Meter;

/// How far a table is filled: stays when a wider store takes over.
pub(super) struct Progress {
    cells: usize,
    threads: usize,
    /// The length of a run; the last may be shorter.
    run: usize,
    /// How many cells of every run are filled.
    filled: Vec<AtomicUsize>,
}

impl Progress {
    pub(super) fn new(
        index: &Index,
        movers: usize,
        threads: usize,
        room: &mut Room,
    ) -> Result<Progress, Halt> {
        let cells = index.cells() * movers;
        let natural = index.runs().into_iter().map(|run| run * movers);
        let run = natural.filter(|&run| run >= SHORTEST_RUN && run.saturating_mul(4) <= cells).min();
        let (threads, run) = match run {
            Some(run) if threads > 1 => (threads, run),
            _ => (1, cells.clamp(1, 1 << 20)),
        };
        let runs = cells.div_ceil(run);
        room.take(0, runs, size_of::<AtomicUsize>())?;
        Ok(Progress { cells, threads, run, filled: (0..runs).map(|_| AtomicUsize::new(0)).collect() })
    }

    pub(super) fn restart(&mut self) {
        self.filled.iter_mut().for_each(|run| *run.get_mut() = 0);
    }

    /// Cells filled so far.
    pub(super) fn filled(&self) -> usize {
        self.filled.iter().map(|run| run.load(Ordering::Relaxed)).sum()
    }
}

/// What the threads share.
struct Shared<'s, G, S> {
    place: &'s Place<'s, G>,
    ask: Ask,
    store: &'s S,
    progress: &'s Progress,
    next: AtomicUsize,
    stop: AtomicBool,
    widen: AtomicBool,
    backward: AtomicBool,
}

/// Fills what is not filled yet.
pub(super) fn run<G: Generator, S: Store>(
    place: &Place<'_, G>,
    ask: Ask,
    store: &S,
    progress: &mut Progress,
    budget: &Budget,
) -> Result<Ran, Halt> {
    let shared = Shared {
        place,
        ask,
        store,
        progress,
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        widen: AtomicBool::new(false),
        backward: AtomicBool::new(false),
    };
    if shared.progress.threads == 1 {
        work::<G, S, false>(&shared, budget)?;
    } else {
        on_threads(shared.progress.threads, || work::<G, S, true>(&shared, budget))?;
    }
    if shared.backward.into_inner() {
        Ok(Ran::Backward)
    } else if shared.widen.into_inner() {
        Ok(Ran::Widen)
    } else {
        Ok(Ran::Done)
    }
}

/// What one thread does.
fn work<G: Generator, S: Store, const SHARED: bool>(
    shared: &Shared<'_, G, S>,
    budget: &Budget,
) -> Result<(), Halt> {
    let result = runs::<G, S, SHARED>(shared, budget);
    if result.is_err() {
        shared.stop.store(true, Ordering::Relaxed);
    }
    result
}

fn runs<G: Generator, S: Store, const SHARED: bool>(
    shared: &Shared<'_, G, S>,
    budget: &Budget,
) -> Result<(), Halt> {
    let Shared { place, ask, store, progress, .. } = *shared;
    let mut meter = Meter::new(budget);
    let mut seen = Seen::default();
    let mut words = vec![0; place.index.width()];
    // All cells below are filled, as far as this thread knows.
    let mut front = 0;
    loop {
        let run = shared.next.fetch_add(1, Ordering::Relaxed);
        let Some(filled) = progress.filled.get(run) else { return Ok(()) };
        let first = run * progress.run;
        let end = (first + progress.run).min(progress.cells);
        let begin = first + filled.load(Ordering::Relaxed);
        if begin >= end {
            continue;
        }
        let two = place.movers - 1;
        let mut at = begin >> two;
        place.index.decode(at, &mut words);
        let mut cell = place.next(begin, end);
        while cell < end {
            if cell >> two != at {
                if cell >> two == at + 1 {
                    place.index.advance(&mut words);
                } else {
                    place.index.seek(at, cell >> two, &mut words);
                }
                at = cell >> two;
            }
            let mut backward = false;
            let value = place.judge(ask, &words, cell & two, &mut seen, |option| {
                if option >= cell {
                    backward = true;
                    return UNFILLED;
                }
                if SHARED && option < first && option >= front && !wait(shared, option, &mut front) {
                    return UNFILLED;
                }
                store.get(place.slot(option))
            });
            let put = value != UNFILLED && store.put::<SHARED>(place.slot(cell), value);
            if !put {
                filled.store(cell - first, Ordering::Release);
                let why = if backward { &shared.backward } else { &shared.widen };
                if value != UNFILLED || backward {
                    why.store(true, Ordering::Relaxed);
                }
                shared.stop.store(true, Ordering::Relaxed);
                return Ok(());
            }
            let next = place.next(cell + 1, end);
            if next / NOTED != cell / NOTED {
                filled.store(next - first, Ordering::Release);
                if SHARED && shared.stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
            }
            meter.tick(cell)?;
            cell = next;
        }
        filled.store(end - first, Ordering::Release);
    }
}

/// Waits until a cell of an earlier run is filled; false if all work stops.
#[inline(never)]
fn wait<G, S>(shared: &Shared<'_, G, S>, option: usize, front: &mut usize) -> bool {
    let progress = shared.progress;
    let filled = &progress.filled[option / progress.run];
    let mut spins = 0_u32;
    while filled.load(Ordering::Acquire) <= option % progress.run {
        if shared.stop.load(Ordering::Relaxed) {
            return false;
        }
        spins += 1;
        if spins.is_multiple_of(64) {
            thread::yield_now();
        } else {
            std::hint::spin_loop();
        }
    }
    // Runs that are finished need no look again.
    while let Some(filled) = progress.filled.get(*front / progress.run) {
        let next = (*front / progress.run + 1) * progress.run;
        if filled.load(Ordering::Acquire) < progress.run {
            break;
        }
        *front = next;
    }
    true
}
