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
use crate::push::{self, Pace, Push};
use crate::room::{Room, Rooms};
use crate::run::{Job, Layer};
use crate::sorted::Sorted;
use crate::store::{FIRST, HOLE, UNFILLED, outcome_code, solved_code};
use bouton_engine::Outcome;
use bouton_engine::table::fill::{Ask, Generator, Made};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::time::Duration;

/// Cells of a tile.
pub const TILE: usize = 1 << 23;

/// A table has so many tiles at least, between which checkpoints are written.
const LEAST_TILES: usize = 4;

/// Cells of a part of a table whose numbers are no order of play, about, and the least number of its parts.
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
    /// Are the numbers of the cells an order of play, as far as was tried?
    ordered: bool,
}

impl Tiles {
    /// Tiles of about so many cells, or one.
    pub(crate) fn new(cut: &Cut, size: Option<usize>) -> Tiles {
        let cells = cut.cells();
        let ordered = size.is_some();
        let most = |size: usize| size.min(cells.div_ceil(LEAST_TILES)).next_multiple_of(cut.block());
        let size = size.map_or(cells, most).clamp(1, cells.max(1));
        let parts = if ordered { 1 } else { (size / PART).max(LEAST_PARTS) };
        Tiles { cells, size, parts: parts as u64, ordered }
    }

    /// Cells of a tile.
    pub(crate) fn size(&self) -> usize {
        self.size
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
    cut: Arc<Cut>,
    /// Counts what came in.
    news: u64,
}

impl LayerDesk {
    pub(crate) fn new(rooms: &Arc<Rooms>, cut: &Arc<Cut>) -> LayerDesk {
        LayerDesk {
            copy: None,
            order: None,
            rooms: Arc::clone(rooms),
            trouble: None,
            filled: 0,
            cut: Arc::clone(cut),
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
                let read = |copy: &Arc<Copy>| push::read(&parcel.load.0, copy, &self.cut);
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

/// What became of a round.
#[derive(Default)]
struct Round {
    filled: u64,
    /// Is an option of a cell not there yet, of this worker's own cells, or of others'?
    own: bool,
    theirs: bool,
    trouble: Option<Trouble>,
}

/// What became of a cell.
enum Seen {
    Code(u32),
    /// An option is not there yet; is it this worker's own?
    Missing {
        cell: usize,
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
    /// Are there other processes?
    others: bool,
    /// The first cell whose value was not given up, whoever owns it.
    pub(crate) floor: usize,
    judge: Judge,
    words: Vec<i64>,
    /// The position whose words these are.
    held: usize,
    entries: Vec<u32>,
    push: Push,
    pace: Pace,
}

impl<'f, G: Generator> Filler<'f, G> {
    pub(crate) fn new(job: &'f Job<G>, cut: &'f Cut, layer: &'f Layer, tiles: Tiles, threads: usize) -> Self {
        let words = vec![0; job.index.width()];
        let (judge, entries, push) = Default::default();
        let (floor, held, pace) = (0, usize::MAX, Pace::new());
        let others = threads < cut.workers();
        Filler { job, cut, layer, tiles, threads, others, floor, judge, words, held, entries, push, pace }
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
        let mut stride = least as u64;
        let mut horizon = layers.0;
        loop {
            post.watch.check()?;
            let Some(lowest) =
                sorted.blocks.iter().filter(|b| b.next < b.count && b.layer < end).map(|b| b.layer).min()
            else {
                self.send(post);
                return Ok(());
            };
            // In the order of play a worker keeps to its first block for as long as it can; otherwise to the layers.
            horizon =
                if self.tiles.ordered { end } else { horizon.max(lowest).saturating_add(stride).min(end) };
            let news = post.desk.borrow().news;
            let round = self.round(post, sorted, &copy, tile, horizon)?;
            post.desk.borrow().release();
            post.desk.borrow_mut().filled += round.filled;
            if let Some(trouble) = round.trouble {
                return self.tell(post, trouble);
            }
            if post.desk.borrow().trouble.is_some() {
                return Ok(());
            }
            stride =
                if round.own && !round.theirs { (stride / 2).max(1) } else { (stride * 2).min(least as u64) };
            if round.filled >= LITTLE || round.filled > 0 && (!round.theirs || self.tiles.ordered) {
                continue;
            }
            self.send(post);
            if round.filled > 0 {
                post.rest(NAP);
            } else if round.theirs {
                self.wait(post, news)?;
            }
        }
    }

    /// Goes round the blocks once: each is filled up to a horizon, or to a cell that needs what is not there yet. In the
    /// order of play it ends where some cells were filled, because a block before may be able to go on.
    fn round(
        &mut self,
        post: &mut Post<'_, LayerDesk>,
        sorted: &mut Sorted,
        copy: &Copy,
        tile: u64,
        horizon: u64,
    ) -> Result<Round, Fault> {
        let mapped = copy.room().is_mapped() || sorted.order.is_mapped();
        let (me, talks) = (post.me(), post.peers() > 1);
        let most = if !self.tiles.ordered {
            u64::MAX
        } else if mapped {
            MAPPED_ROUND
        } else {
            ROUND
        };
        let mut round = Round::default();
        for at in 0..sorted.blocks.len() {
            if let Some((cell, own)) = sorted.blocks[at].lacks {
                if !copy.is_filled(cell) {
                    (round.own, round.theirs) = (round.own | own, round.theirs | !own);
                    continue;
                }
                sorted.blocks[at].lacks = None;
            }
            let mut from = sorted.blocks[at].next;
            while sorted.blocks[at].next < sorted.blocks[at].count && sorted.blocks[at].layer < horizon {
                let block = &sorted.blocks[at];
                let cell = sorted.cell(block, block.next);
                match self.cell(copy, cell, block.layer, tile, me) {
                    Seen::Code(code) if copy.put(cell, code) => round.filled += 1,
                    Seen::Code(_) => round.trouble = Some(Trouble::Wide),
                    Seen::Missing { cell, own } => {
                        sorted.blocks[at].lacks = Some((cell, own));
                        (round.own, round.theirs) = (round.own | own, round.theirs | !own);
                        break;
                    }
                    Seen::Trouble(trouble) => round.trouble = Some(trouble),
                }
                if round.trouble.is_some() {
                    return Ok(round);
                }
                let block = &sorted.blocks[at];
                let (next, mut layer) = (block.next + 1, block.layer);
                if next < block.count {
                    layer = self.layer_of(sorted.cell(block, next));
                }
                (sorted.blocks[at].next, sorted.blocks[at].layer) = (next, layer);
                if talks && self.pace.cell() {
                    self.pass_on(copy, sorted, at, &mut from);
                    self.look(post)?;
                }
                if round.filled >= most {
                    break;
                }
            }
            self.pass_on(copy, sorted, at, &mut from);
            if self.tiles.ordered && round.filled > 0 {
                break;
            }
            if mapped && at % MAPPED_BLOCKS == 0 {
                post.desk.borrow().release();
            }
        }
        Ok(round)
    }

    /// What was filled of a block since it was last passed on goes to the other processes with the next message.
    fn pass_on(&mut self, copy: &Copy, sorted: &Sorted, at: usize, from: &mut usize) {
        let block = &sorted.blocks[at];
        if self.others {
            self.push.run(copy, block.first, self.cut.block(), sorted.places(block, *from));
        }
        *from = block.next;
    }

    /// Hears what others say, and sends what was filled if it is time.
    fn look(&mut self, post: &mut Post<'_, LayerDesk>) -> Result<(), Fault> {
        post.watch.check()?;
        if self.pace.look() || self.push.is_full() {
            self.send(post);
        } else {
            post.serve();
        }
        Ok(())
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
        self.pace.sent();
        if self.push.is_empty() {
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
        let (mut skipped, mut holes) = (0, Vec::new());
        for at in 0..sorted.blocks.len() {
            holes.clear();
            while sorted.blocks[at].next < sorted.blocks[at].count {
                let block = &sorted.blocks[at];
                let cell = sorted.cell(block, block.next);
                let layer = self.layer_of(cell);
                let first = block.first;
                sorted.blocks[at].layer = layer;
                if layer >= end {
                    break;
                }
                if !copy.is_filled(cell) {
                    copy.put(cell, HOLE);
                    holes.push((cell - first) as u16);
                }
                sorted.blocks[at].next += 1;
                skipped += 1;
            }
            if self.others {
                self.push.run(&copy, sorted.blocks[at].first, self.cut.block(), holes.iter().copied());
            }
            if self.push.is_full() {
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
                Seen::Missing { cell: to, own: self.cut.owner(to) == me }
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
