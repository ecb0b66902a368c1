//! Spaces whose moves all lower a number: cells are filled in the order of that number, every worker its own blocks.
//!
//! Options are read from the copy that every process has. A worker sorts each of its blocks by layer and goes round its
//! blocks: each is filled up to a horizon, or until an option is not there yet, because another worker has it in hand.
//! Then the next block has its turn. So nobody waits for a layer to end; all meet after many layers (a *part*) to see how
//! far they are, and a checkpoint is written there.
//!
//! Where the numbers of the cells are themselves an order of play, a table is filled tile by tile, in the order of the
//! numbers, and only the cells of a tile are sorted. A tile is its parts, and then the next one follows.

use crate::copy::Copy;
use crate::cut::Cut;
use crate::error::Fault;
use crate::judge::{self, AGAIN, Judge};
use crate::post::{Desk, Load, Parcel, Post, What};
use crate::push::{self, Push};
use crate::room::{Room, Rooms};
use crate::run::{Job, Layer};
use crate::store::{FIRST, HOLE, UNFILLED, outcome_code, solved_code};
use bouton_engine::Outcome;
use bouton_engine::table::fill::{Ask, Generator, Made};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Cells of a tile.
pub const TILE: usize = 1 << 23;

/// Parts of a tile that others follow: few, because blocks that lead to each other run one behind the other, and catch up
/// at every meeting.
const FEW_PARTS: usize = 2;

/// Cells of a part of a table that is one tile, about, and the least number of its parts.
const PART: usize = 1 << 18;
const LEAST_PARTS: usize = 16;

/// Cells that a worker fills before it goes round again, about.
const ROUND: u64 = 1 << 11;

/// The same where values or orders are files whose pages may have to be given back after every round.
const MAPPED_ROUND: u64 = 1 << 15;

/// Blocks after which they are given back within a round.
const MAPPED_BLOCKS: usize = 16;

/// If a round fills fewer cells because others are behind, they are given a moment.
const LITTLE: u64 = 256;

/// Bytes that are pushed at once, unless nobody has anything else to do.
const PUSHED: usize = 1 << 12;

/// Cells between looks at what others say.
const LOOK: u64 = 512;

/// How long a worker sleeps that can only wait for another thread or process.
const NAP: Duration = Duration::from_micros(100);

/// Why a table must be begun again in another way, or cannot be filled so; the larger number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Trouble {
    /// A move leads to a value that was given up.
    Reach = 1,
    /// A value does not fit.
    Wide = 2,
    /// The numbers of the cells are no order of play.
    Tiles = 3,
    /// The layers are none.
    Order = 4,
}

impl Trouble {
    pub(crate) fn of(number: u64) -> Option<Trouble> {
        [None, Some(Trouble::Reach), Some(Trouble::Wide), Some(Trouble::Tiles)]
            .get(number as usize)
            .copied()
            .unwrap_or(Some(Trouble::Order))
    }
}

/// How a table is cut into tiles, and a tile into parts: the same for any number of workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tiles {
    cells: usize,
    size: usize,
    pub(crate) parts: u64,
}

impl Tiles {
    /// Tiles of about so many cells, or one.
    pub(crate) fn new(cut: &Cut, size: Option<usize>) -> Tiles {
        let cells = cut.cells();
        let size = size.map_or(cells, |size| size.next_multiple_of(cut.block())).clamp(1, cells.max(1));
        let parts = if size < cells { FEW_PARTS } else { (size / PART).max(LEAST_PARTS) };
        Tiles { cells, size, parts: parts as u64 }
    }

    pub(crate) fn count(&self) -> u64 {
        self.cells.div_ceil(self.size) as u64
    }

    pub(crate) fn cells_of(&self, tile: u64) -> Range<usize> {
        let start = tile as usize * self.size;
        start..(start + self.size).min(self.cells)
    }

    /// The layer before which a part of a tile ends, where its layers are these.
    fn end(&self, layers: (u64, u64), part: u64) -> u64 {
        let (low, high) = (u128::from(layers.0), u128::from(layers.1) + 1);
        (low + (high - low) * u128::from(part + 1) / u128::from(self.parts)).min(u128::from(u64::MAX)) as u64
    }
}

/// What a worker hears while it fills.
pub(crate) struct LayerDesk {
    copy: Option<Arc<Copy>>,
    order: Option<Arc<Room>>,
    rooms: Arc<Rooms>,
    pub(crate) trouble: Option<Trouble>,
    pub(crate) filled: u64,
    cells: usize,
    /// Counts what came in.
    news: u64,
}

impl LayerDesk {
    pub(crate) fn new(rooms: &Arc<Rooms>, cells: usize) -> LayerDesk {
        LayerDesk {
            copy: None,
            order: None,
            rooms: Arc::clone(rooms),
            trouble: None,
            filled: 0,
            cells,
            news: 0,
        }
    }

    /// Begins with a copy, in which so many own cells are filled.
    pub(crate) fn begin(&mut self, copy: &Arc<Copy>, order: Option<Arc<Room>>, filled: u64) {
        (self.copy, self.order) = (Some(Arc::clone(copy)), order);
        (self.trouble, self.filled) = (None, filled);
    }
}

impl Desk for LayerDesk {
    fn take(&mut self, parcel: Parcel) {
        match parcel.what {
            What::Push => {
                self.news += 1;
                // A value that is too wide was too wide where it was made, too.
                let read = |copy: &Arc<Copy>| push::read(&parcel.load.0, copy, self.cells);
                if !self.copy.as_ref().is_some_and(read) {
                    self.trouble = self.trouble.max(Some(Trouble::Wide));
                }
            }
            What::Trouble => self.trouble = self.trouble.max(Trouble::of(u64::from(parcel.id))),
            _ => {}
        }
    }

    fn release(&self) {
        // An order is read once; values of the tile are needed again at once.
        let rooms = [self.order.as_deref(), self.copy.as_ref().map(|copy| copy.room())];
        for room in rooms.into_iter().flatten().filter(|room| room.is_mapped()) {
            if self.rooms.over() {
                room.release();
            }
        }
    }
}

/// A block of a tile and how far it is filled.
struct Block {
    first: usize,
    count: usize,
    /// Where its order begins.
    order: usize,
    next: usize,
    /// The layer of the next cell.
    layer: u64,
}

/// A worker's cells of a tile in the order of their layers, block by block.
pub(crate) struct Sorted {
    blocks: Vec<Block>,
    order: Arc<Room>,
    /// The first and last layer here.
    pub(crate) layers: Option<(u64, u64)>,
    cells: u64,
}

impl Sorted {
    /// Room for the order of the tile in which a worker has most cells.
    pub(crate) fn room(rooms: &Rooms, cut: &Cut, tiles: &Tiles) -> Result<Arc<Room>, Fault> {
        let blocks = cut.most_of(tiles.size.div_ceil(cut.block())).min(cut.blocks());
        Ok(Arc::new(rooms.take(2 * blocks * cut.block())?))
    }

    /// Sorts; `None` where a cell has no layer.
    pub(crate) fn of<G: Generator>(
        job: &Job<G>,
        cut: &Cut,
        me: usize,
        layer: &Layer,
        cells: Range<usize>,
        rooms: &Rooms,
        order: &Arc<Room>,
    ) -> Option<Sorted> {
        let (mut words, movers) = (vec![0; job.index.width()], job.movers());
        let (mut keys, mut counts): (Vec<u64>, Vec<u32>) = Default::default();
        let mut sorted = Sorted { blocks: Vec::new(), order: Arc::clone(order), layers: None, cells: 0 };
        let mut at = 0;
        for block in cut.blocks_in(me, cells) {
            let cells = cut.cells_of(block);
            let (first, count) = (cells.start, cells.len());
            job.index.decode(first / movers, &mut words);
            keys.clear();
            for cell in cells {
                keys.push(layer(&words)?);
                if (cell + 1).is_multiple_of(movers) {
                    job.index.advance(&mut words);
                }
            }
            let low = keys.iter().copied().min().unwrap_or(0);
            let high = keys.iter().copied().max().unwrap_or(0);
            sort(&keys, low, high, &mut counts, |place, offset| {
                order.shorts()[at + place].store(offset as u16, Relaxed);
            });
            sorted.layers = Some(sorted.layers.map_or((low, high), |(l, h)| (l.min(low), h.max(high))));
            sorted.blocks.push(Block { first, count, order: at, next: 0, layer: low });
            sorted.cells += count as u64;
            at += count;
            if order.is_mapped() && rooms.over() {
                order.release();
            }
        }
        Some(sorted)
    }

    fn cell(&self, block: &Block, at: usize) -> usize {
        block.first + usize::from(self.order.shorts()[block.order + at].load(Relaxed))
    }
}

/// Gives every offset its place in the order of its key.
fn sort(keys: &[u64], low: u64, high: u64, counts: &mut Vec<u32>, mut put: impl FnMut(usize, usize)) {
    let span = (high - low) as usize;
    if span > 4 * keys.len() + 1024 {
        let mut offsets: Vec<usize> = (0..keys.len()).collect();
        offsets.sort_by_key(|offset| keys[*offset]);
        return offsets.into_iter().enumerate().for_each(|(place, offset)| put(place, offset));
    }
    counts.clear();
    counts.resize(span + 2, 0);
    keys.iter().for_each(|key| counts[(key - low) as usize + 1] += 1);
    for at in 1..counts.len() {
        counts[at] += counts[at - 1];
    }
    for (offset, key) in keys.iter().enumerate() {
        let place = &mut counts[(key - low) as usize];
        put(*place as usize, offset);
        *place += 1;
    }
}

/// What became of a cell.
enum Seen {
    Code(u32),
    /// An option is not there yet; is it this worker's own?
    Missing {
        own: bool,
    },
    Trouble(Trouble),
}

/// Fills tiles.
pub(crate) struct Filler<'f, G> {
    job: &'f Job<G>,
    cut: &'f Cut,
    layer: &'f Layer,
    tiles: Tiles,
    /// Threads of a process.
    threads: usize,
    /// The first cell whose value was not given up, whoever owns it.
    pub(crate) floor: usize,
    judge: Judge,
    words: Vec<i64>,
    /// The position whose words these are.
    held: usize,
    entries: Vec<u32>,
    push: Push,
}

impl<'f, G: Generator> Filler<'f, G> {
    pub(crate) fn new(job: &'f Job<G>, cut: &'f Cut, layer: &'f Layer, tiles: Tiles, threads: usize) -> Self {
        let words = vec![0; job.index.width()];
        let (judge, entries, push) = Default::default();
        Filler { job, cut, layer, tiles, threads, floor: 0, judge, words, held: usize::MAX, entries, push }
    }

    /// Fills a part of a tile, whose layers over all workers are these. Trouble is told to all.
    pub(crate) fn part(
        &mut self,
        post: &mut Post<'_, LayerDesk>,
        sorted: &mut Sorted,
        tile: u64,
        layers: (u64, u64),
        part: u64,
    ) -> Result<(), Fault> {
        let end = self.tiles.end(layers, part);
        let Some(copy) = post.desk.borrow().copy.clone() else { return Err(Fault::Order) };
        let mapped = copy.room().is_mapped() || sorted.order.is_mapped();
        let round = u128::from(if mapped { MAPPED_ROUND } else { ROUND });
        let mut least = (u128::from(layers.1 - layers.0) + 1) * round / u128::from(sorted.cells.max(1));
        least = least.clamp(1, u128::from(u64::MAX) / 4);
        let (mut stride, mut looked) = (least as u64, 0);
        let (me, shared) = (post.me(), post.peers() > 1);
        let mut horizon = layers.0;
        loop {
            post.watch.check()?;
            let Some(lowest) =
                sorted.blocks.iter().filter(|b| b.next < b.count && b.layer < end).map(|b| b.layer).min()
            else {
                self.send(post);
                return Ok(());
            };
            horizon = horizon.max(lowest).saturating_add(stride).min(end);
            let news = post.desk.borrow().news;
            let (mut filled, mut own, mut theirs) = (0, false, false);
            for at in 0..sorted.blocks.len() {
                while sorted.blocks[at].next < sorted.blocks[at].count && sorted.blocks[at].layer < horizon {
                    let block = &sorted.blocks[at];
                    let cell = sorted.cell(block, block.next);
                    match self.cell(&copy, cell, block.layer, tile, me) {
                        Seen::Code(code) => {
                            if !copy.put(cell, code) {
                                return self.tell(post, Trouble::Wide);
                            }
                            if shared && self.threads < post.peers() {
                                self.push.add(copy.width(), cell, code);
                            }
                            filled += 1;
                        }
                        Seen::Missing { own: mine } => {
                            (own, theirs) = (own | mine, theirs | !mine);
                            break;
                        }
                        Seen::Trouble(trouble) => return self.tell(post, trouble),
                    }
                    let block = &sorted.blocks[at];
                    let (next, mut layer) = (block.next + 1, block.layer);
                    if next < block.count {
                        layer = self.layer_of(sorted.cell(block, next));
                    }
                    (sorted.blocks[at].next, sorted.blocks[at].layer) = (next, layer);
                }
                if shared && filled >= looked + LOOK {
                    looked = filled;
                    post.watch.check()?;
                    if self.push.len() >= PUSHED {
                        self.send(post);
                    } else {
                        post.serve();
                    }
                }
                if mapped && at % MAPPED_BLOCKS == 0 {
                    post.desk.borrow().release();
                }
            }
            looked = 0;
            post.desk.borrow().release();
            post.desk.borrow_mut().filled += filled;
            if post.desk.borrow().trouble.is_some() {
                return Ok(());
            }
            stride = if own && !theirs { (stride / 2).max(1) } else { (stride * 2).min(least as u64) };
            if filled >= LITTLE || filled > 0 && !theirs {
                if self.push.len() >= PUSHED {
                    self.send(post);
                }
                continue;
            }
            self.send(post);
            if filled > 0 {
                post.rest(NAP);
            } else if theirs {
                self.wait(post, news)?;
            }
        }
    }

    /// Waits for another worker: for something new, or, if it is a thread of this process, for a moment.
    fn wait(&self, post: &mut Post<'_, LayerDesk>, news: u64) -> Result<(), Fault> {
        loop {
            post.watch.check()?;
            let desk = post.desk.borrow();
            if desk.news != news || desk.trouble.is_some() {
                return Ok(());
            }
            drop(desk);
            post.rest(NAP);
            if self.threads > 1 {
                return Ok(());
            }
        }
    }

    /// Sends what was filled to one worker of every other process.
    fn send(&mut self, post: &mut Post<'_, LayerDesk>) {
        if self.push.len() == 0 {
            return post.serve();
        }
        let (load, threads) = (Load(self.push.take()), self.threads);
        let others = (post.me() % threads..post.peers()).step_by(threads).filter(|to| *to != post.me());
        for to in others.collect::<Vec<_>>() {
            post.send(to, What::Push, 0, load.clone());
        }
    }

    fn tell(&mut self, post: &mut Post<'_, LayerDesk>, trouble: Trouble) -> Result<(), Fault> {
        post.desk.borrow_mut().trouble = Some(trouble);
        for to in (0..post.peers()).filter(|to| *to != post.me()).collect::<Vec<_>>() {
            post.send(to, What::Trouble, trouble as u32, Load::default());
        }
        self.push.take();
        Ok(())
    }

    /// A part that an earlier run has filled: what it could not fill has no value.
    pub(crate) fn skip(
        &mut self,
        post: &mut Post<'_, LayerDesk>,
        sorted: &mut Sorted,
        layers: (u64, u64),
        part: u64,
    ) {
        let end = self.tiles.end(layers, part);
        let Some(copy) = post.desk.borrow().copy.clone() else { return };
        let mut skipped = 0;
        for at in 0..sorted.blocks.len() {
            while sorted.blocks[at].next < sorted.blocks[at].count {
                let block = &sorted.blocks[at];
                let cell = sorted.cell(block, block.next);
                let layer = self.layer_of(cell);
                sorted.blocks[at].layer = layer;
                if layer >= end {
                    break;
                }
                if !copy.is_filled(cell) {
                    copy.put(cell, HOLE);
                    self.push.add(copy.width(), cell, HOLE);
                }
                sorted.blocks[at].next += 1;
                skipped += 1;
            }
            if self.push.len() >= PUSHED {
                self.send(post);
            }
        }
        self.send(post);
        post.desk.borrow_mut().filled += skipped;
    }

    fn read(&mut self, cell: usize) {
        let position = cell / self.job.movers();
        if position != self.held {
            self.job.index.decode(position, &mut self.words);
            self.held = position;
        }
    }

    fn layer_of(&mut self, cell: usize) -> u64 {
        self.read(cell);
        (self.layer)(&self.words).unwrap_or(u64::MAX)
    }

    /// The code of a cell, if all that it needs is there.
    fn cell(&mut self, copy: &Copy, cell: usize, layer: u64, tile: u64, me: usize) -> Seen {
        self.read(cell);
        let Filler { job, words, entries, judge, .. } = self;
        let (movers, ask) = (job.movers(), job.ask);
        let mover = cell % movers;
        if ask != Ask::Grundy {
            match job.generator.ended(words, mover) {
                Ok(None) => {}
                Ok(Some(outcome)) if ask == Ask::Remoteness => {
                    return Seen::Code(FIRST + solved_code(outcome, judge::ended(outcome)));
                }
                Ok(Some(outcome)) => return Seen::Code(FIRST + outcome_code(outcome)),
                Err(_) => return Seen::Code(HOLE),
            }
        }
        entries.clear();
        let width = job.index.width().max(1);
        let (mut settled, mut missing) = (false, None);
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
                    let code = copy.get(to);
                    if code == UNFILLED {
                        missing = Some((to, (self.layer)(part)));
                        return ControlFlow::Break(());
                    }
                    judge::add(&mut entry, code);
                }
            }
            if judge::settles(ask, entry) {
                settled = true;
                return ControlFlow::Break(());
            }
            entries.push(entry);
            ControlFlow::Continue(())
        });
        if settled {
            return Seen::Code(FIRST + outcome_code(Outcome::Win));
        }
        if let Some((to, lower)) = missing {
            // All earlier tiles are whole, and in this one every move must lead to a lower layer.
            let range = self.tiles.cells_of(tile);
            return if to >= range.end {
                Seen::Trouble(Trouble::Tiles)
            } else if to < self.floor {
                Seen::Trouble(Trouble::Reach)
            } else if to < range.start || lower.is_none_or(|lower| lower >= layer) {
                Seen::Trouble(Trouble::Order)
            } else {
                Seen::Missing { own: self.cut.owner(to) == me }
            };
        }
        if listed.is_err() {
            // What was listed may still decide it: an option that nothing is known of stands for the rest.
            let mut rest = 0;
            judge::hole(&mut rest);
            entries.push(rest);
        }
        Seen::Code(judge.code(ask, entries, job.generator.stuck(mover)))
    }
}
