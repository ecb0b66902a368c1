//! A run: every worker fills its cells, all keep step, and now and then what is known goes into the folder.
//!
//! The steps are layers or rounds. At the end of each, every worker knows from the notes of all whether to go on, to stop,
//! or to write a checkpoint first; the first worker decides when one is due. What another number of workers left in the
//! folder is gone on with.

use crate::checkpoint::{Begun, begin, keep};
use crate::cut::Cut;
use crate::error::Fault;
use crate::layers::{LayerDesk, Layers, fill};
use crate::link::{Team, start};
use crate::post::{Desk, Post, Watch};
use crate::rounds::{Edges, RoundDesk};
use crate::store::Store;
use bouton_engine::Budget;
use bouton_engine::table::Index;
use bouton_engine::table::fill::{Ask, Generator};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use timely::worker::Worker;

/// The layer of a position: a number that every move lowers.
pub type Layer = Box<dyn Fn(&[i64]) -> Option<u64> + Send + Sync>;

/// What play without end is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endless {
    /// It is proved that there is none.
    Never,
    /// A draw.
    Draw,
    /// This player wins.
    Wins(usize),
    /// The rules do not say, and nobody proved that play ends.
    Unsaid,
}

/// In which order cells are filled.
pub enum Order {
    /// Layer after layer.
    Layers(Layer),
    /// From the ends backwards; for outcomes and remoteness.
    Rounds(Endless),
}

/// A table to be filled.
pub struct Job<G> {
    /// The rules.
    pub generator: G,
    /// The space.
    pub index: Index,
    /// Does it matter who moves? Then every position has two cells.
    pub sides: bool,
    /// What is asked: outcomes, remoteness or Grundy values.
    pub ask: Ask,
    /// The order.
    pub order: Order,
    /// Where the table goes.
    pub folder: PathBuf,
    /// What the table is of, one line; a folder with another text is refused.
    pub text: String,
    /// Time between checkpoints, at least; a checkpoint never takes more than a tenth of the time.
    pub every: Duration,
}

impl<G> Job<G> {
    /// Cells a position.
    pub(crate) fn movers(&self) -> usize {
        if self.sides { 2 } else { 1 }
    }

    /// All cells.
    pub fn cells(&self) -> usize {
        self.index.cells() * self.movers()
    }

    /// Bytes that a worker needs, about; `moves` is how many options a position has.
    pub fn bytes(&self, workers: usize, moves: f64) -> u64 {
        let cells = self.cells().div_ceil(workers.max(1)) as f64;
        let each = match self.order {
            // A value and its place in the order.
            Order::Layers(_) if self.ask == Ask::Remoteness => 4.0 + 4.0,
            Order::Layers(_) => 1.0 + 4.0,
            // A value, a count, where its moves begin; a move while it is sorted.
            Order::Rounds(_) => 4.0 + 4.0 + 16.0 + 24.0 * moves,
        };
        (cells * each) as u64
    }
}

/// What happens in a run; the first worker of every process tells its process.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The workers have met.
    Begun {
        /// How many they are.
        workers: usize,
        /// Cells of the table.
        cells: u64,
        /// The layer or round that is gone on with, and how many workers wrote what is there.
        resumed: Option<(u64, u32)>,
    },
    /// A layer or round is done.
    Step {
        /// How many are done.
        done: u64,
        /// Of how many, where that is known.
        of: Option<u64>,
        /// Cells filled.
        filled: u64,
        /// Cells of the table.
        cells: u64,
        /// Bytes that went from worker to worker.
        bytes: u64,
        /// The worker that has filled most cells, and how many: with the mean it tells how evenly the work lies.
        busiest: (usize, u64),
    },
    /// A checkpoint was written.
    Kept {
        /// Its number.
        generation: u64,
        /// How many layers or rounds it has.
        round: u64,
    },
}

/// Takes events.
pub type Tell = Arc<dyn Fn(&Event) + Send + Sync>;

/// A finished table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its cells.
    pub cells: u64,
    /// The sum over all cells that any number of workers and the single-machine engine agree on.
    pub checksum: u64,
    /// How many workers filled it.
    pub workers: usize,
    /// Bytes that went from worker to worker.
    pub bytes: u64,
    /// Layers or rounds of this run.
    pub steps: u64,
    /// Was there nothing left to do?
    pub already: bool,
}

/// Fills a table. All processes of a team call this with the same job.
pub fn run<G: Generator + Send + 'static>(
    job: Job<G>,
    team: Team,
    budget: &Budget,
    tell: Tell,
) -> Result<Summary, Fault> {
    let workers = team.workers();
    let cut = Cut::new(job.cells(), workers).ok_or_else(|| Fault::TooMany {
        workers,
        needed: job.cells().div_ceil(crate::cut::MOST_OWNED / 2),
    })?;
    let watch = Watch::new(budget);
    let (job, cut, seen) = (Arc::new(job), Arc::new(cut), Arc::clone(&watch));
    start(team, &watch, move |worker| work(&job, &cut, worker, Arc::clone(&seen), &tell))
}

/// What one worker does.
fn work<G: Generator>(
    job: &Job<G>,
    cut: &Arc<Cut>,
    worker: &mut Worker,
    watch: Arc<Watch>,
    tell: &Tell,
) -> Result<Summary, Fault> {
    let me = worker.index();
    match &job.order {
        Order::Layers(layer) => {
            let store = Store::new(cut.owned(me), job.ask == Ask::Remoteness);
            let post = Post::new(worker, LayerDesk::new(store, job.ask, me), watch);
            by_layers(job, cut, layer, &mut Steps::new(job, cut, tell, me), post)
        }
        Order::Rounds(endless) => {
            let store = Store::new(cut.owned(me), true);
            let desk = RoundDesk::new(store, cut.owned(me), *endless, job.sides);
            let post = Post::new(worker, desk, watch);
            by_rounds(job, cut, *endless, &mut Steps::new(job, cut, tell, me), post)
        }
    }
}

fn by_layers<G: Generator>(
    job: &Job<G>,
    cut: &Arc<Cut>,
    layer: &Layer,
    steps: &mut Steps<'_, G>,
    mut post: Post<'_, LayerDesk>,
) -> Result<Summary, Fault> {
    let begun = steps.begin(&mut post)?;
    if let Some(done) = steps.complete(&begun, post.peers()) {
        post.close()?;
        return Ok(done);
    }
    let sorted = Layers::of(job, cut, steps.me, layer);
    let own = sorted.as_ref().map(Layers::numbers).unwrap_or_default();
    // A worker that cannot go on still comes to the meeting, so that nobody waits for it.
    let mut note = vec![u64::from(sorted.is_none())];
    note.extend(&own);
    let notes = post.turn(&note)?;
    let Some(sorted) = sorted.filter(|_| notes.iter().all(|n| n.first() == Some(&0))) else {
        return Err(Fault::Order);
    };
    let mut all: Vec<u64> = notes.iter().flat_map(|n| n.iter().skip(1).copied()).collect();
    all.sort_unstable();
    all.dedup();
    let of = Some(all.len() as u64);
    let first = begun.as_ref().map_or(0, |b| b.manifest.round);
    // What an earlier run could not fill in its layers has no value.
    for number in &all[..all.len().min(first as usize)] {
        let desk = &mut *post.desk.borrow_mut();
        sorted.cells(*number).iter().for_each(|local| desk.give_up(*local));
    }
    for (at, number) in (0..).zip(&all).skip(first as usize) {
        fill(job, cut, &mut post, sorted.cells(*number))?;
        let (filled, failed) = (post.desk.borrow().filled, post.desk.borrow().failed.is_some());
        let next = steps.next(&mut post, at + 1, of, filled, failed, 0)?;
        if let Some(fault) = post.desk.borrow_mut().failed.take() {
            return Err(fault);
        }
        if let Some(worker) = next.failed {
            return Err(Fault::Peer { worker });
        }
        if next.keep && at + 1 < all.len() as u64 {
            steps.keep(&mut post, at + 1, false, |desk, at| desk.store.saved(at))?;
        }
        if next.stop {
            return Err(steps.stopped(&post));
        }
    }
    let sum = steps.keep(&mut post, all.len() as u64, true, |desk, at| desk.store.saved(at))?;
    steps.summary(post, sum)
}

fn by_rounds<G: Generator>(
    job: &Job<G>,
    cut: &Arc<Cut>,
    endless: Endless,
    steps: &mut Steps<'_, G>,
    mut post: Post<'_, RoundDesk>,
) -> Result<Summary, Fault> {
    let begun = steps.begin(&mut post)?;
    if let Some(done) = steps.complete(&begun, post.peers()) {
        post.close()?;
        return Ok(done);
    }
    post.desk.borrow_mut().decided = begun.as_ref().map_or(0, |b| b.filled);
    let listed = Edges::list(job, cut, &mut post);
    let (mut edges, fault) = match listed {
        Ok(edges) => (Some(edges), None),
        Err(fault @ Fault::Hole { .. }) => (None, Some(fault)),
        Err(fault) => return Err(fault),
    };
    let notes = post.turn(&[u64::from(fault.is_some())])?;
    let Some(edges) = edges.as_mut() else { return Err(fault.unwrap_or(Fault::Order)) };
    if let Some(worker) = notes.iter().position(|n| n.first() != Some(&0)) {
        return Err(Fault::Peer { worker });
    }
    edges.sort(&mut post.desk.borrow_mut());
    let mut round = 0;
    if let Some(begun) = &begun {
        round = begun.manifest.round as u32;
        edges.replay(&mut post, round)?;
        post.turn(&[])?;
    }
    loop {
        let cells = Edges::take(&mut post, round);
        edges.tell(&mut post, &cells, round)?;
        let filled = post.desk.borrow().decided;
        let next = steps.next(&mut post, u64::from(round) + 1, None, filled, false, cells.len() as u64)?;
        round += 1;
        if next.moved == 0 {
            break;
        }
        if next.keep {
            steps.keep(&mut post, u64::from(round), false, |desk, at| desk.store.saved(at))?;
        }
        if next.stop {
            return Err(steps.stopped(&post));
        }
    }
    if matches!(endless, Endless::Wins(_)) {
        edges.begin_draws(&mut post);
        for round in 0.. {
            let cells = Edges::take(&mut post, round);
            edges.tell_draws(&mut post, &cells, round)?;
            let filled = post.desk.borrow().decided;
            if steps.next(&mut post, u64::from(round), None, filled, false, cells.len() as u64)?.moved == 0 {
                break;
            }
        }
    }
    let unsaid = edges.finish(&mut post.desk.borrow_mut(), endless);
    let notes = post.turn(&[unsaid.map_or(0, |at| cut.cell(steps.me, at) as u64 + 1)])?;
    if let Some(cell) = notes.iter().filter_map(|n| n.first()?.checked_sub(1)).min() {
        return Err(Fault::Endless { cell: cell as usize });
    }
    let outcomes = job.ask == Ask::Outcome;
    let code = move |desk: &RoundDesk, at| desk.store.saved(at).map(|c| if outcomes { c & 3 } else { c });
    let sum = steps.keep(&mut post, u64::from(round), true, code)?;
    steps.summary(post, sum)
}

/// What all workers decide at the end of a step.
struct Next {
    stop: bool,
    keep: bool,
    failed: Option<usize>,
    /// Cells that moved something in this step.
    moved: u64,
}

/// What a worker keeps from step to step.
struct Steps<'s, G> {
    job: &'s Job<G>,
    cut: &'s Arc<Cut>,
    tell: &'s Tell,
    me: usize,
    generation: u64,
    kept: Instant,
    /// What the last checkpoint took.
    cost: Duration,
    count: u64,
    bytes: u64,
}

impl<'s, G: Generator> Steps<'s, G> {
    fn new(job: &'s Job<G>, cut: &'s Arc<Cut>, tell: &'s Tell, me: usize) -> Steps<'s, G> {
        let (kept, cost) = (Instant::now(), Duration::ZERO);
        Steps { job, cut, tell, me, generation: 0, kept, cost, count: 0, bytes: 0 }
    }

    /// Reads what is there; all workers must see the same.
    fn begin<D: Desk + HasStore + 'static>(
        &mut self,
        post: &mut Post<'_, D>,
    ) -> Result<Option<Begun>, Fault> {
        let found = begin(self.job, self.cut, self.me, post.desk.borrow_mut().store());
        let mark = match &found {
            Ok(None) => [0, 0, 0],
            Ok(Some(b)) => [1, b.manifest.generation, b.manifest.round],
            Err(_) => [2, 0, 0],
        };
        let notes = post.turn(&mark)?;
        let begun = found?;
        if let Some(worker) = notes.iter().position(|n| n.first() == Some(&2)) {
            return Err(Fault::Peer { worker });
        }
        if let Some(worker) = notes.iter().position(|n| n.as_slice() != mark) {
            return Err(Fault::Folder { worker });
        }
        self.generation = begun.as_ref().map_or(0, |b| b.manifest.generation);
        if self.me == 0 {
            let resumed = begun.as_ref().map(|b| (b.manifest.round, b.manifest.shards));
            (self.tell)(&Event::Begun { workers: post.peers(), cells: self.cut.cells() as u64, resumed });
        }
        Ok(begun)
    }

    /// The table, if it was complete already.
    fn complete(&self, begun: &Option<Begun>, workers: usize) -> Option<Summary> {
        let manifest = &begun.as_ref().filter(|b| b.manifest.complete)?.manifest;
        let (cells, checksum) = (manifest.cells, manifest.checksum);
        Some(Summary { cells, checksum, workers, bytes: 0, steps: 0, already: true })
    }

    /// Ends a step.
    fn next<D: Desk + 'static>(
        &mut self,
        post: &mut Post<'_, D>,
        done: u64,
        of: Option<u64>,
        filled: u64,
        failed: bool,
        moved: u64,
    ) -> Result<Next, Fault> {
        self.count += 1;
        let due = self.me == 0 && self.kept.elapsed() >= self.job.every.max(self.cost * 10);
        let stop = post.watch.stops().is_some();
        let flags = [u64::from(stop), u64::from(due || stop), u64::from(failed), moved, filled, post.bytes];
        let notes = post.turn(&flags)?;
        let any = |at: usize| notes.iter().any(|n| n.get(at).is_some_and(|v| *v > 0));
        let sum = |at: usize| notes.iter().filter_map(|n| n.get(at)).sum::<u64>();
        self.bytes = sum(5);
        if self.me == 0 {
            let busiest = notes.iter().enumerate().filter_map(|(w, n)| Some((w, *n.get(4)?)));
            let busiest = busiest.max_by_key(|(_, n)| *n).unwrap_or((0, 0));
            let (cells, bytes) = (self.cut.cells() as u64, self.bytes);
            (self.tell)(&Event::Step { done, of, filled: sum(4), cells, bytes, busiest });
        }
        let failed = notes.iter().position(|n| n.get(2) == Some(&1));
        Ok(Next { stop: any(0), keep: any(1), failed, moved: sum(3) })
    }

    /// Writes a checkpoint, or the finished table; gives its checksum.
    fn keep<D: Desk + 'static>(
        &mut self,
        post: &mut Post<'_, D>,
        round: u64,
        complete: bool,
        code: impl Fn(&D, u32) -> Option<u64>,
    ) -> Result<u64, Fault> {
        let begun = Instant::now();
        self.generation += 1;
        let written = {
            let desk = post.desk.borrow();
            keep(self.job, self.cut, self.me, self.generation, &|at| code(&desk, at))
        };
        let mark = [u64::from(written.is_err()), written.as_ref().map_or(0, |sum| *sum)];
        let notes = post.turn(&mark)?;
        written?;
        if let Some(worker) = notes.iter().position(|n| n.first() != Some(&0)) {
            return Err(Fault::Peer { worker });
        }
        let sum = notes.iter().filter_map(|n| n.get(1)).fold(0_u64, |sum, n| sum.wrapping_add(*n));
        let mut named = Ok(());
        if self.me == 0 {
            named = crate::checkpoint::name(self.job, self.cut, self.generation, round, complete, sum);
        }
        // Only when the manifest has its name may anybody rely on it.
        let notes = post.turn(&[u64::from(named.is_err())])?;
        named?;
        if let Some(worker) = notes.iter().position(|n| n.first() != Some(&0)) {
            return Err(Fault::Peer { worker });
        }
        (self.kept, self.cost) = (Instant::now(), begun.elapsed());
        if self.me == 0 {
            (self.tell)(&Event::Kept { generation: self.generation, round });
        }
        Ok(sum)
    }

    /// Why the work stopped: here, or somewhere else.
    fn stopped<D: Desk + 'static>(&self, post: &Post<'_, D>) -> Fault {
        let halt = post.watch.stops().unwrap_or(bouton_engine::Halt::Interrupted);
        Fault::Halted(halt)
    }

    fn summary<D: Desk + 'static>(&self, post: Post<'_, D>, checksum: u64) -> Result<Summary, Fault> {
        let workers = post.peers();
        post.close()?;
        let (cells, bytes, steps) = (self.cut.cells() as u64, self.bytes, self.count);
        Ok(Summary { cells, checksum, workers, bytes, steps, already: false })
    }
}

/// A desk with values.
pub(crate) trait HasStore {
    fn store(&mut self) -> &mut Store;
}

impl HasStore for LayerDesk {
    fn store(&mut self) -> &mut Store {
        &mut self.store
    }
}

impl HasStore for RoundDesk {
    fn store(&mut self) -> &mut Store {
        &mut self.store
    }
}
