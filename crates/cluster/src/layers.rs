//! Spaces whose moves all lower a number: layer after layer, options looked up at their owners in batches.
//!
//! A worker lists the options of its cells of a layer, some thousands at a time. An option of its own is read at once; of
//! the others one batch goes to each owner, who answers with their values. A cell is judged when its last value is there.
//! Several batches are on their way at a time, and a layer ends for all workers together.

use crate::cut::Cut;
use crate::error::Fault;
use crate::judge::{self, AGAIN, Judge};
use crate::post::{Desk, Load, Parcel, Post, What};
use crate::run::{Job, Layer};
use crate::store::{FIRST, HOLE, Store, UNFILLED, outcome_code, solved_code};
use bouton_engine::Outcome;
use bouton_engine::table::fill::{Ask, Generator, Made};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Options that are listed before the questions go out: enough for a batch to each owner, and soon done.
const CHUNK: usize = 1 << 15;

/// Cells between looks at the clock and at what is listed.
const LOOK: usize = 64;

/// Chunks that wait for answers at a time.
const OPEN: usize = 8;

/// So many looks later others are answered, even if this worker has nothing to ask.
const SERVE: usize = 16;

/// With fewer layers than this they are counted and not compared.
const FEW: u64 = 1 << 22;

/// Answers are bytes where all values of a batch fit, words otherwise; the first byte of a load says which.
const NARROW: u8 = 1;
const WIDE: u8 = 4;

/// A cell that waits: its place, where its options begin, and what a player without one gets.
struct Waiting {
    local: u32,
    begin: u32,
    end: u32,
    stuck: Outcome,
}

/// Cells whose options are being looked up.
pub(crate) struct Chunk {
    cells: Vec<Waiting>,
    entries: Vec<u32>,
    /// For every worker the cells that it is asked for, and the entries that their values go to.
    asked: Vec<(Vec<u32>, Vec<u32>)>,
    waits: usize,
}

impl Chunk {
    fn new(peers: usize) -> Chunk {
        Chunk { cells: Vec::new(), entries: Vec::new(), asked: vec![Default::default(); peers], waits: 0 }
    }

    fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
}

/// A worker's cells, and what it waits for.
pub(crate) struct LayerDesk {
    pub(crate) store: Store,
    pub(crate) failed: Option<Fault>,
    pub(crate) filled: u64,
    ask: Ask,
    me: u32,
    judge: Judge,
    chunks: Vec<Option<Chunk>>,
    open: usize,
}

impl LayerDesk {
    pub(crate) fn new(store: Store, ask: Ask, me: usize) -> LayerDesk {
        let chunks = (0..OPEN).map(|_| None).collect();
        LayerDesk {
            store,
            failed: None,
            filled: 0,
            ask,
            me: me as u32,
            judge: Judge::default(),
            chunks,
            open: 0,
        }
    }

    fn settle(&mut self, local: u32, entries: &[u32], stuck: Outcome) {
        let code = self.judge.code(self.ask, entries, stuck);
        if code == UNFILLED {
            self.failed = Some(Fault::Order);
        }
        self.put(local, code);
    }

    fn put(&mut self, local: u32, code: u32) {
        self.store.put(local, code);
        self.filled += 1;
    }

    /// A cell of a layer that is done: it has its value, or none.
    pub(crate) fn give_up(&mut self, local: u32) {
        if self.store.get(local) == UNFILLED {
            self.store.put(local, HOLE);
        }
        self.filled += 1;
    }

    fn answer(&self, cells: &Load) -> Load {
        let codes = || cells.words().map(|local| self.store.get(local));
        if matches!(self.store, Store::Bytes(_)) {
            return Load([NARROW].into_iter().chain(codes().map(|c| c as u8)).collect());
        }
        Load([WIDE].into_iter().chain(codes().flat_map(u32::to_le_bytes)).collect())
    }

    fn told(&mut self, from: u32, id: u32, load: &Load) {
        let Some(chunk) = self.chunks.get_mut(id as usize).and_then(Option::as_mut) else { return };
        let (_, entries) = &chunk.asked[from as usize];
        let Some((width, bytes)) = load.0.split_first() else { return };
        let wide = *width == WIDE;
        for (at, &entry) in entries.iter().enumerate() {
            let code = if wide {
                bytes.as_chunks().0.get(at).map_or(UNFILLED, |four| u32::from_le_bytes(*four))
            } else {
                bytes.get(at).map_or(UNFILLED, |b| u32::from(*b))
            };
            judge::add(&mut chunk.entries[entry as usize], code);
        }
        chunk.waits -= 1;
        if chunk.waits == 0
            && let Some(chunk) = self.chunks[id as usize].take()
        {
            self.open -= 1;
            for cell in &chunk.cells {
                let entries = &chunk.entries[cell.begin as usize..cell.end as usize];
                self.settle(cell.local, entries, cell.stuck);
            }
        }
    }
}

impl Desk for LayerDesk {
    fn take(&mut self, parcel: Parcel) -> Option<Parcel> {
        match parcel.what {
            What::Ask => {
                let load = self.answer(&parcel.load);
                Some(Parcel { to: parcel.from, from: self.me, what: What::Told, id: parcel.id, load })
            }
            What::Told => {
                self.told(parcel.from, parcel.id, &parcel.load);
                None
            }
            _ => None,
        }
    }
}

/// A worker's cells in the order of their layers.
pub(crate) struct Layers {
    order: Vec<u32>,
    /// The layers that this worker has cells of, and where each ends.
    ends: Vec<(u64, usize)>,
}

impl Layers {
    /// Sorts a worker's cells by layer; `None` where a cell has none.
    pub(crate) fn of<G: Generator>(job: &Job<G>, cut: &Cut, me: usize, layer: &Layer) -> Option<Layers> {
        let mut counts: Vec<usize> = Vec::new();
        let mut most = 0;
        let all = each_layer(job, cut, me, layer, &mut |at, _| {
            most = most.max(at);
            if at < FEW {
                let at = at as usize;
                if at >= counts.len() {
                    counts.resize(at + 1, 0);
                }
                counts[at] += 1;
            }
        });
        if !all {
            return None;
        }
        if most >= FEW {
            return Some(Layers::by_pairs(job, cut, me, layer));
        }
        let mut sum = 0;
        for count in &mut counts {
            (*count, sum) = (sum, sum + *count);
        }
        let mut order = vec![0; sum];
        each_layer(job, cut, me, layer, &mut |at, local| {
            let place = &mut counts[at as usize];
            order[*place] = local;
            *place += 1;
        });
        // Every count is now where its layer ends.
        let mut before = 0;
        let mut ends = Vec::new();
        for (at, end) in (0..).zip(counts) {
            if end > before {
                ends.push((at, end));
                before = end;
            }
        }
        Some(Layers { order, ends })
    }

    /// The same where the numbers of layers are large.
    fn by_pairs<G: Generator>(job: &Job<G>, cut: &Cut, me: usize, layer: &Layer) -> Layers {
        let mut keyed: Vec<(u64, u32)> = Vec::with_capacity(cut.owned(me));
        each_layer(job, cut, me, layer, &mut |at, local| keyed.push((at, local)));
        keyed.sort_unstable();
        let mut ends: Vec<(u64, usize)> = Vec::new();
        for (at, (layer, _)) in keyed.iter().enumerate() {
            match ends.last_mut() {
                Some((last, end)) if last == layer => *end = at + 1,
                _ => ends.push((*layer, at + 1)),
            }
        }
        Layers { order: keyed.iter().map(|(_, local)| *local).collect(), ends }
    }

    /// The layers that there are here.
    pub(crate) fn numbers(&self) -> Vec<u64> {
        self.ends.iter().map(|(layer, _)| *layer).collect()
    }

    /// The cells of a layer.
    pub(crate) fn cells(&self, layer: u64) -> &[u32] {
        match self.ends.binary_search_by_key(&layer, |(l, _)| *l) {
            Ok(at) => {
                let begin = at.checked_sub(1).map_or(0, |before| self.ends[before].1);
                &self.order[begin..self.ends[at].1]
            }
            Err(_) => &[],
        }
    }
}

/// Calls `visit` with the layer and the place of every cell of a worker; false where a cell has no layer.
fn each_layer<G: Generator>(
    job: &Job<G>,
    cut: &Cut,
    me: usize,
    layer: &Layer,
    visit: &mut dyn FnMut(u64, u32),
) -> bool {
    let mut words = vec![0; job.index.width()];
    let movers = job.movers();
    for block in cut.blocks_of(me) {
        let cells = cut.cells_of(block);
        job.index.decode(cells.start / movers, &mut words);
        for cell in cells {
            let Some(at) = layer(&words) else { return false };
            visit(at, cut.place(cell).1);
            if (cell + 1).is_multiple_of(movers) {
                job.index.advance(&mut words);
            }
        }
    }
    true
}

/// Fills the cells of one layer; what is asked of others comes in until the epoch ends.
pub(crate) fn fill<G: Generator>(
    job: &Job<G>,
    cut: &Arc<Cut>,
    post: &mut Post<'_, LayerDesk>,
    cells: &[u32],
) -> Result<(), Fault> {
    let mut lister = Lister {
        job,
        cut,
        me: post.me(),
        words: vec![0; job.index.width()],
        entries: Vec::new(),
        asks: Vec::new(),
    };
    let mut chunk = Chunk::new(post.peers());
    for (turn, some) in cells.chunks(LOOK).enumerate() {
        post.watch.check()?;
        if turn % SERVE == 0 {
            post.serve();
        }
        {
            let desk = &mut *post.desk.borrow_mut();
            some.iter().for_each(|local| lister.cell(desk, &mut chunk, *local));
        }
        if chunk.entries.len() >= CHUNK {
            let peers = post.peers();
            ask(post, std::mem::replace(&mut chunk, Chunk::new(peers)))?;
        }
    }
    if chunk.is_empty() { Ok(()) } else { ask(post, chunk) }
}

/// Sends the questions of a chunk.
fn ask(post: &mut Post<'_, LayerDesk>, mut chunk: Chunk) -> Result<(), Fault> {
    post.wait(|desk| desk.open < OPEN)?;
    let loads: Vec<(usize, Load)> = chunk
        .asked
        .iter_mut()
        .enumerate()
        .filter(|(_, (cells, _))| !cells.is_empty())
        .map(|(to, (cells, _))| (to, Load::of_words(&std::mem::take(cells))))
        .collect();
    chunk.waits = loads.len();
    let id = {
        let desk = &mut *post.desk.borrow_mut();
        let Some(id) = desk.chunks.iter().position(Option::is_none) else { return Err(Fault::Order) };
        desk.chunks[id] = Some(chunk);
        desk.open += 1;
        id as u32
    };
    for (to, load) in loads {
        post.send(to, What::Ask, id, load);
    }
    Ok(())
}

/// Lists the options of cells.
struct Lister<'l, G> {
    job: &'l Job<G>,
    cut: &'l Cut,
    me: usize,
    words: Vec<i64>,
    entries: Vec<u32>,
    /// Who is asked for which cell, and for which entry.
    asks: Vec<(u32, u32, u32)>,
}

impl<G: Generator> Lister<'_, G> {
    /// Fills a cell at once if all it needs is here; otherwise it waits in the chunk.
    fn cell(&mut self, desk: &mut LayerDesk, chunk: &mut Chunk, local: u32) {
        let Lister { job, cut, me, words, entries, asks } = self;
        let cell = cut.cell(*me, local);
        let (movers, ask) = (job.movers(), job.ask);
        let mover = cell % movers;
        job.index.decode(cell / movers, words);
        if ask != Ask::Grundy {
            match job.generator.ended(words, mover) {
                Ok(None) => {}
                Ok(Some(outcome)) if ask == Ask::Remoteness => {
                    return desk.put(local, FIRST + solved_code(outcome, judge::ended(outcome)));
                }
                Ok(Some(outcome)) => return desk.put(local, FIRST + outcome_code(outcome)),
                Err(_) => return desk.put(local, HOLE),
            }
        }
        entries.clear();
        asks.clear();
        let width = job.index.width().max(1);
        let mut settled = false;
        let listed = job.generator.options(words, mover, |made: Made<'_>| {
            let mut entry = if made.again { AGAIN } else { 0 };
            if ask != Ask::Grundy && made.parts != 1 {
                judge::hole(&mut entry);
            } else {
                for part in made.words.chunks_exact(width).take(made.parts) {
                    let Some(to) = job.index.encode(part) else {
                        judge::hole(&mut entry);
                        continue;
                    };
                    let to =
                        if movers == 2 { 2 * to + if made.again { mover } else { 1 - mover } } else { to };
                    let (owner, at) = cut.place(to);
                    if owner == *me {
                        judge::add(&mut entry, desk.store.get(at));
                    } else {
                        asks.push((owner as u32, at, entries.len() as u32));
                    }
                }
            }
            let asked = asks.last().is_some_and(|(_, _, e)| *e as usize == entries.len());
            entries.push(entry);
            if !asked && judge::settles(ask, entry) {
                settled = true;
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        if settled {
            return desk.put(local, FIRST + outcome_code(Outcome::Win));
        }
        if listed.is_err() {
            // What was listed may still decide it: an option that nothing is known of stands for the rest.
            let mut rest = 0;
            judge::hole(&mut rest);
            entries.push(rest);
        }
        let stuck = job.generator.stuck(mover);
        if asks.is_empty() {
            return desk.settle(local, entries, stuck);
        }
        let begin = chunk.entries.len() as u32;
        chunk.entries.extend_from_slice(entries);
        for (owner, at, entry) in asks.iter() {
            let (cells, places) = &mut chunk.asked[*owner as usize];
            cells.push(*at);
            places.push(begin + entry);
        }
        chunk.cells.push(Waiting { local, begin, end: chunk.entries.len() as u32, stuck });
    }
}
