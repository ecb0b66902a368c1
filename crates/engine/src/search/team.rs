//! One question, one table, several workers.
//!
//! A question begins with one worker. If it turns out to be a large one, others join: they search the same
//! position with the same table, break ties in an order of their own, and put off what another is searching
//! (after ABDADA, Weill 1996), so that each finds much of what it needs already done.

use crate::tuning::{LOOKS, TEAM_FROM};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

use super::transposition::TranspositionTable;
use crate::{Budget, Halt};
use bouton_budget::Meter;

/// The effort to put down for what was found elsewhere.
const LEARNT: u8 = 20;

/// The bytes a table may take; the rest is for stacks and for what is not settled.
fn room(budget: &Budget) -> usize {
    let memory = budget.memory_limit();
    memory / 8 * 5
}

/// What the workers are searching just now, by hash. Only a hint: a clash puts off a move.
pub(super) struct Busy {
    places: Vec<AtomicU64>,
    over: AtomicBool,
}

impl Busy {
    fn new() -> Self {
        Self { places: (0..1 << 12).map(|_| AtomicU64::new(0)).collect(), over: AtomicBool::new(false) }
    }

    fn place(&self, hash: u64) -> &AtomicU64 {
        &self.places[hash as usize % self.places.len()]
    }

    pub(super) fn has(&self, hash: u64) -> bool {
        self.place(hash).load(Ordering::Relaxed) == hash
    }

    pub(super) fn mark(&self, hash: u64) {
        self.place(hash).store(hash, Ordering::Relaxed);
    }

    pub(super) fn clear(&self, hash: u64) {
        if self.has(hash) {
            self.place(hash).store(0, Ordering::Relaxed);
        }
    }

    /// Whether some worker is done.
    pub(super) fn over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}

/// A worker of some kind, busy with one question.
pub(super) trait Searcher<M> {
    /// What it finds.
    type Answer: Send;
    /// Why it stops without.
    type Failure: Send + From<Halt>;

    /// Searches on for about `nodes` positions; the answer if it is found.
    fn run(
        &mut self,
        table: &M,
        busy: Option<&Busy>,
        meter: &mut Meter<'_>,
        nodes: u64,
    ) -> Result<Option<Self::Answer>, Self::Failure>;

    /// Positions entered so far.
    fn entered(&self) -> u64;
}

/// How many may work on a question.
#[derive(Clone, Copy)]
enum Threads {
    Fixed(usize),
    /// One for every core. A large question asks how many there are; that takes too long for a small one.
    EveryCore,
}

impl Threads {
    fn count(self) -> usize {
        match self {
            Threads::Fixed(threads) => threads,
            Threads::EveryCore => std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

/// A table, and how many may work on a question.
pub(super) struct Team<M> {
    table: RwLock<M>,
    threads: Threads,
    entered: AtomicU64,
}

/// What holds for one question.
struct Question<'b> {
    budget: &'b Budget,
    /// The facts that the table had given up when the question was asked.
    replaced: usize,
    /// Whether the table has to stay as large as it is.
    full: AtomicBool,
}

impl<M: TranspositionTable> Default for Team<M> {
    fn default() -> Self {
        Self { table: RwLock::default(), threads: Threads::Fixed(1), entered: AtomicU64::new(0) }
    }
}

impl<M: TranspositionTable> Team<M> {
    pub(super) fn set_threads(&mut self, threads: usize) {
        self.threads = Threads::Fixed(threads.max(1));
    }

    pub(super) fn use_every_core(&mut self) {
        self.threads = Threads::EveryCore;
    }

    /// Positions entered for all questions so far, by the first worker of each.
    pub(super) fn entered(&self) -> u64 {
        self.entered.load(Ordering::Relaxed)
    }

    pub(super) fn with_table<T>(&self, ask: impl FnOnce(&M) -> T) -> T {
        ask(&self.table.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes a fact from somebody who knows it, memory allowing.
    pub(super) fn learn(&mut self, position: &M::Position, heap: usize, fact: M::Fact, budget: &Budget) {
        let table = self.table.get_mut().unwrap_or_else(PoisonError::into_inner);
        table.allow(room(budget));
        if table.spare() == 0 {
            table.grow();
        }
        if table.bytes().saturating_add(heap) <= budget.memory_limit() {
            table.put(position, M::hash(position), heap, fact, LEARNT);
        }
    }

    /// Answers a question by workers that `make` makes, given their number and how many there are.
    pub(super) fn ask<W: Searcher<M>>(
        &self,
        budget: &Budget,
        make: impl Fn(u32, usize, &M) -> Result<W, W::Failure> + Sync,
    ) -> Result<W::Answer, W::Failure> {
        let replaced = {
            let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
            table.allow(room(budget));
            table.replaced()
        };
        let question = Question { budget, replaced, full: AtomicBool::new(false) };
        let mut meter = Meter::new(budget);
        let mut first = self.begin(&mut meter, |table| make(0, 1, table))?;
        let one = matches!(self.threads, Threads::Fixed(1)) || budget.is_alone();
        let alone = if one { u64::MAX } else { TEAM_FROM };
        let mut answer = self.work(&mut first, None, &question, &mut meter, alone);
        if matches!(answer, Ok(None)) {
            answer = self.together(&mut first, &question, &mut meter, &make);
        }
        self.entered.fetch_add(first.entered(), Ordering::Relaxed);
        // Only the answer of another ends the work of the first.
        answer?.ok_or_else(|| Halt::Interrupted.into())
    }

    fn together<W: Searcher<M>>(
        &self,
        first: &mut W,
        question: &Question<'_>,
        meter: &mut Meter<'_>,
        make: &(impl Fn(u32, usize, &M) -> Result<W, W::Failure> + Sync),
    ) -> Result<Option<W::Answer>, W::Failure> {
        let busy = &Busy::new();
        let threads = self.threads.count();
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads)
                .map(|number| {
                    scope.spawn(move || {
                        let mut meter = Meter::new(question.budget);
                        let number = u32::try_from(number).unwrap_or(1);
                        let made = self.begin(&mut meter, |table| make(number, threads, table));
                        let found = self.work(&mut made.ok()?, Some(busy), question, &mut meter, u64::MAX);
                        found.ok().flatten()
                    })
                })
                .collect();
            let own = self.work(first, Some(busy), question, meter, u64::MAX);
            busy.over.store(true, Ordering::Relaxed);
            let mut found = None;
            for helper in helpers {
                // A panic of the rules is the caller's to see.
                let answer = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                found = found.or(answer);
            }
            match (own, found) {
                (Ok(Some(answer)), _) | (_, Some(answer)) => Ok(Some(answer)),
                (own, None) => own,
            }
        })
    }

    fn begin<W: Searcher<M>>(
        &self,
        meter: &mut Meter<'_>,
        make: impl FnOnce(&M) -> Result<W, W::Failure>,
    ) -> Result<W, W::Failure> {
        let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
        meter.tick(table.stored())?;
        meter.room(table.stored(), table.bytes())?;
        make(&table)
    }

    /// Lets one worker search until it is done, another is, or it has entered `most` positions.
    fn work<W: Searcher<M>>(
        &self,
        worker: &mut W,
        busy: Option<&Busy>,
        question: &Question<'_>,
        meter: &mut Meter<'_>,
        most: u64,
    ) -> Result<Option<W::Answer>, W::Failure> {
        let until = worker.entered().saturating_add(most);
        while worker.entered() < until && !busy.is_some_and(Busy::over) {
            self.tend(question);
            let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
            let chunk = u64::try_from(table.spare()).unwrap_or(u64::MAX).clamp(LOOKS.0, LOOKS.1);
            if let Some(answer) = worker.run(&table, busy, meter, chunk)? {
                if let Some(busy) = busy {
                    busy.over.store(true, Ordering::Relaxed);
                }
                return Ok(Some(answer));
            }
            // A table that may still grow was only too small for the moves of a position or two.
            let full = question.full.load(Ordering::Relaxed);
            if full && (table.replaced() - question.replaced) / meter.budget().refills() > table.stored() {
                return Err(meter.full(table.stored()).into());
            }
        }
        Ok(None)
    }

    /// Lets the table grow if it wants to and may.
    fn tend(&self, question: &Question<'_>) {
        if question.full.load(Ordering::Relaxed) || self.with_table(M::spare) > 0 {
            return;
        }
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        if table.spare() == 0 && !table.grow() {
            question.full.store(true, Ordering::Relaxed);
        }
    }
}
