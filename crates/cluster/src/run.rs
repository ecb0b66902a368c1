//! A run: every worker fills its cells, all keep step, and now and then what is known goes into the folder.
//!
//! The steps are layers or rounds. At the end of each, every worker knows from the notes of all whether to go on, to stop,
//! or to write a checkpoint first; the first worker decides when one is due. What another number of workers left in the
//! folder is gone on with.

use crate::checkpoint::load;
use crate::copy::{Copy, Width};
use crate::cut::Cut;
use crate::error::Fault;
use crate::layers::{Filler, LayerDesk, Tiles, Trouble};
use crate::link::{Team, start};
use crate::post::{Desk, Post, Watch};
use crate::room::Rooms;
use crate::rounds::{Edges, RoundDesk};
use crate::sorted::Sorted;
use crate::steps::Steps;
use crate::store::{HOLE, saved};
use crate::window::{Window, held};
use bouton_engine::Budget;
use bouton_engine::table::Index;
use bouton_engine::table::fill::{Ask, Generator};
use bouton_saved::shards::Manifest;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
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
    /// Bytes that this process may have in memory; what is beyond them is in files of the folder.
    pub memory: u64,
    /// Cells of a tile, where the numbers of the cells seem to be an order of play ([`crate::TILE`]).
    pub tile: Option<usize>,
    /// How far down in the numbers of positions a move seems to lead. Values of other processes that are farther down are
    /// given up; a move that reads one makes the run go on with a larger reach.
    pub reach: usize,
    /// Options of a position, on average.
    pub moves: f64,
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

    /// Bytes that a process needs, about: in memory, or as files beside it.
    pub fn bytes(&self, threads: usize, processes: usize) -> u64 {
        let (cells, own) = (self.cells(), self.cells().div_ceil(processes.max(1)));
        let bytes = match self.order {
            // The values that are kept, and the order of a tile.
            Order::Layers(_) => {
                let tile = self.tile.unwrap_or(cells).min(cells).div_ceil(processes.max(1));
                let held = held(cells, self.tile, self.cells_of_reach(), processes);
                self.width().bytes(held) as f64 + 2.0 * tile as f64
            }
            // A value, a count, where its moves begin; the moves, and once more while they are sorted.
            Order::Rounds(_) => own as f64 * (4.0 + 4.0 + 8.0 + 2.0 + 20.0 * self.moves),
        };
        bytes as u64 + ((threads as u64) << 20)
    }

    /// How far down a move seems to lead, in cells.
    fn cells_of_reach(&self) -> usize {
        self.reach.saturating_add(1).saturating_mul(self.movers())
    }

    /// Bits that the values of layers take, at first.
    fn width(&self) -> Width {
        match self.ask {
            Ask::Outcome => Width::Half,
            Ask::Grundy | Ask::Score => Width::Byte,
            Ask::Remoteness => Width::Word,
        }
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
    let cut = if job.tile.is_some() { cut.narrow() } else { cut };
    let watch = Watch::new(budget);
    let rooms = Arc::new(Rooms::new(&job.folder, job.memory));
    let shared = Shared { rooms, copy: Mutex::new(None), threads: team.threads() };
    let (job, cut, seen) = (Arc::new(job), Arc::new(cut), Arc::clone(&watch));
    start(team, &watch, move |worker| work(&job, &cut, &shared, worker, Arc::clone(&seen), &tell))
}

/// What the threads of a process share.
struct Shared {
    rooms: Arc<Rooms>,
    copy: Mutex<Option<Arc<Copy>>>,
    threads: usize,
}

impl Shared {
    fn set(&self, copy: Option<Arc<Copy>>) {
        *self.copy.lock().unwrap_or_else(PoisonError::into_inner) = copy;
    }

    fn get(&self) -> Option<Arc<Copy>> {
        self.copy.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What one worker does.
fn work<G: Generator>(
    job: &Job<G>,
    cut: &Arc<Cut>,
    shared: &Shared,
    worker: &mut Worker,
    watch: Arc<Watch>,
    tell: &Tell,
) -> Result<Summary, Fault> {
    let me = worker.index();
    let steps = &mut Steps::new(job, cut, tell, me);
    match &job.order {
        Order::Layers(layer) => {
            let post = Post::new(worker, LayerDesk::new(&shared.rooms, cut), watch);
            by_layers(job, cut, layer, shared, steps, post)
        }
        Order::Rounds(endless) => {
            let desk = RoundDesk::new(&shared.rooms, cut.owned(me), *endless, job.sides, job.moves);
            let (desk, fault) = match desk {
                Ok(desk) => (desk, Ok(())),
                Err(fault) => {
                    (RoundDesk::new(&Rooms::none(&job.folder), 0, *endless, job.sides, 0.0)?, Err(fault))
                }
            };
            let mut post = Post::new(worker, desk, watch);
            agree(&mut post, fault)?;
            by_rounds(job, cut, *endless, steps, post)
        }
    }
}

/// All go on, or none: a worker that cannot still comes to the meeting, so that nobody waits for it.
fn agree<D: Desk + 'static>(post: &mut Post<'_, D>, own: Result<(), Fault>) -> Result<(), Fault> {
    let notes = post.turn(&[u64::from(own.is_err())])?;
    own?;
    match notes.iter().position(|n| n.first() != Some(&0)) {
        Some(worker) => Err(Fault::Peer { worker }),
        None => Ok(()),
    }
}

/// In which way layers are filled: begun again in another one if it does not do.
struct Way {
    width: Width,
    tile: Option<usize>,
    /// In cells.
    reach: usize,
}

fn by_layers<G: Generator>(
    job: &Job<G>,
    cut: &Arc<Cut>,
    layer: &Layer,
    shared: &Shared,
    steps: &mut Steps<'_, G>,
    mut post: Post<'_, LayerDesk>,
) -> Result<Summary, Fault> {
    let mut way = Way { width: job.width(), tile: job.tile, reach: job.cells_of_reach() };
    let mut first = true;
    loop {
        let begun = steps.begin(&mut post, std::mem::take(&mut first))?;
        if let Some(done) = steps.complete(&begun, post.peers()) {
            post.close()?;
            return Ok(done);
        }
        let end = in_way(job, cut, layer, shared, steps, &mut post, &way, begun)?;
        match end {
            Ok(sum) => return steps.summary(post, sum),
            Err(Trouble::Reach) => way.reach = way.reach.saturating_mul(4),
            Err(Trouble::Wide) if way.width != Width::Word => way.width = Width::Word,
            Err(Trouble::Tiles) if way.tile.is_some() => way.tile = None,
            Err(_) => return Err(Fault::Order),
        }
    }
}

/// Fills in one way; the inner error says in which other it must be tried.
#[expect(clippy::too_many_arguments, reason = "what a run has, once")]
fn in_way<G: Generator>(
    job: &Job<G>,
    cut: &Arc<Cut>,
    layer: &Layer,
    shared: &Shared,
    steps: &mut Steps<'_, G>,
    post: &mut Post<'_, LayerDesk>,
    way: &Way,
    begun: Option<Manifest>,
) -> Result<Result<u64, Trouble>, Fault> {
    let (me, threads) = (steps.me, shared.threads);
    let tiles = Tiles::new(cut, way.tile);
    // The lowest bit of a round tells whether it counts parts of tiles: what was begun in another way is begun again.
    let tiled = u64::from(way.tile.is_some());
    let begun = begun.filter(|manifest| manifest.round & 1 == tiled);
    let done = begun.as_ref().map_or(0, |manifest| manifest.round >> 1);
    let first = done / tiles.parts;
    let window = Window::new(cut, tiles, way.reach, me, threads);
    let mut opened = Ok(());
    if me.is_multiple_of(threads) {
        shared.set(None);
        let copy = window.copy(&shared.rooms, way.width, first);
        opened = copy.map(|copy| shared.set(Some(Arc::new(copy))));
    }
    agree(post, opened)?;
    let copy = shared.get().ok_or(Fault::Order)?;
    let order = Sorted::room(&shared.rooms, cut, &tiles);
    let (order, fault) = (order.as_ref().ok().cloned(), order.err());
    let mut fits = true;
    let mut loaded = fault.map_or(Ok(()), Err);
    if let (Ok(()), Some(manifest)) = (&loaded, &begun) {
        let blocks = || window.kept(first).filter(|block| block % threads == me % threads);
        loaded = load(job, cut, manifest, blocks(), |cell, code| fits &= copy.put(cell, code));
        // What an earlier run could not fill has no value.
        let whole = tiles.cells_of(first).start;
        for cell in blocks().flat_map(|b| cut.cells_of(b)).take_while(|cell| *cell < whole) {
            if !copy.is_filled(cell) {
                copy.put(cell, HOLE);
            }
        }
    }
    {
        let desk = &mut *post.desk.borrow_mut();
        let before = 0..tiles.cells_of(first).start;
        desk.begin(
            &copy,
            order.clone(),
            cut.blocks_in(me, before).map(|b| cut.cells_of(b).len() as u64).sum(),
        );
    }
    agree(post, loaded)?;
    let Some(order) = order else { return Err(Fault::Order) };
    let mut trouble = if fits { 0 } else { Trouble::Wide as u64 };
    let mut filler = Filler::new(job, cut, layer, tiles, threads);
    let of = tiles.count() * tiles.parts;
    for tile in first..tiles.count() {
        // Others may fill cells of the tile as soon as all have met.
        let mut provided = Ok(());
        if tile > first && me.is_multiple_of(threads) {
            provided = window.provide(&shared.rooms, &copy, tile);
        }
        let sorted = Sorted::of(job, cut, me, layer, tiles.cells_of(tile), &shared.rooms, &order);
        if sorted.is_none() {
            trouble = Trouble::Order as u64;
        }
        let own = sorted.as_ref().and_then(|s| s.layers);
        let (low, high) = own.unwrap_or((u64::MAX, 0));
        let notes = post.turn(&[trouble, low, high, u64::from(provided.is_err())])?;
        provided?;
        if let Some(worker) = notes.iter().position(|n| n.get(3) != Some(&0)) {
            return Err(Fault::Peer { worker });
        }
        if tile > first {
            window.slide(&copy, tile, me % threads);
        }
        filler.floor = window.floor(tile);
        let most = |at: usize| notes.iter().filter_map(|n| n.get(at).copied()).max().unwrap_or(0);
        if let Some(trouble) = Trouble::of(most(0)) {
            return Ok(Err(trouble));
        }
        let low = notes.iter().filter_map(|n| n.get(1).copied()).min().unwrap_or(0);
        let Some(mut sorted) = sorted.filter(|_| low <= most(2)) else { return Err(Fault::Order) };
        let layers = (low, most(2));
        for part in 0..tiles.parts {
            let at = tile * tiles.parts + part;
            if at < done {
                filler.skip(post, &mut sorted, layers, part);
                continue;
            }
            filler.part(post, &mut sorted, tile, layers, part)?;
            let (filled, trouble) = (post.desk.borrow().filled, post.desk.borrow().trouble);
            let next = steps.next(post, at + 1, Some(of), filled, trouble.map_or(0, |t| t as u64), 0)?;
            if let Some(trouble) = Trouble::of(next.trouble) {
                return Ok(Err(trouble));
            }
            if next.keep && at + 1 < of {
                steps.keep(post, (at + 1) << 1 | tiled, at + 1, false, |_, cell| saved(copy.get(cell)))?;
            }
            if next.stop {
                return Err(steps.stopped(post));
            }
        }
    }
    Ok(Ok(steps.keep(post, of << 1 | tiled, of, true, |_, cell| saved(copy.get(cell)))?))
}

fn by_rounds<G: Generator>(
    job: &Job<G>,
    cut: &Arc<Cut>,
    endless: Endless,
    steps: &mut Steps<'_, G>,
    mut post: Post<'_, RoundDesk>,
) -> Result<Summary, Fault> {
    let begun = steps.begin(&mut post, true)?;
    if let Some(done) = steps.complete(&begun, post.peers()) {
        post.close()?;
        return Ok(done);
    }
    if let Some(manifest) = &begun {
        let me = steps.me;
        let loaded = {
            let desk = &mut *post.desk.borrow_mut();
            load(job, cut, manifest, cut.blocks_of(me), |cell, code| {
                desk.put(cut.place(cell).1, code);
                desk.decided += 1;
            })
        };
        agree(&mut post, loaded)?;
    }
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
    let sorted = edges.sort(&mut post.desk.borrow_mut());
    agree(&mut post, sorted)?;
    let mut round = 0;
    if let Some(begun) = &begun {
        round = begun.round as u32;
        edges.replay(&mut post, round)?;
        post.turn(&[])?;
    }
    loop {
        let mut cells = Edges::take(&mut post, round);
        let count = cells.len();
        edges.tell(&mut post, &mut cells, round)?;
        let filled = post.desk.borrow().decided;
        let next = steps.next(&mut post, u64::from(round) + 1, None, filled, 0, count)?;
        round += 1;
        if next.moved == 0 {
            break;
        }
        if next.keep {
            let round = u64::from(round);
            steps.keep(&mut post, round, round, false, |desk, cell| saved(desk.get(cut.place(cell).1)))?;
        }
        if next.stop {
            return Err(steps.stopped(&post));
        }
    }
    if matches!(endless, Endless::Wins(_)) {
        edges.begin_draws(&mut post);
        for round in 0.. {
            let mut cells = Edges::take(&mut post, round);
            let count = cells.len();
            edges.tell_draws(&mut post, &mut cells, round)?;
            let filled = post.desk.borrow().decided;
            if steps.next(&mut post, u64::from(round), None, filled, 0, count)?.moved == 0 {
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
    let code = |desk: &RoundDesk, cell: usize| {
        saved(desk.get(cut.place(cell).1)).map(|c| if outcomes { c & 3 } else { c })
    };
    let sum = steps.keep(&mut post, u64::from(round), u64::from(round), true, code)?;
    steps.summary(post, sum)
}
