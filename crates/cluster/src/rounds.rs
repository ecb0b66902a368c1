//! Spaces in which play may return: retrograde analysis by rounds, a round a move.
//!
//! Every move is stored with the cell it leads to (*edges by their heads*). A cell that is decided tells the cells that
//! lead to it, whoever owns them: one lost option wins, and a cell all of whose options are won for the opponent is lost.
//! A cell is decided in the round that is its remoteness. What is never decided can go on for ever, or is drawn.
//!
//! A stopped run goes on from the values alone: the edges are listed again, and all that was decided before the last
//! round is told once more, which brings every count to where it was.

use crate::cut::Cut;
use crate::error::Fault;
use crate::judge::ended;
use crate::post::{Desk, Load, Parcel, Post, What};
use crate::room::{Room, Rooms};
use crate::run::{Endless, Job};
use crate::spool::Spool;
use crate::store::{FIRST, UNFILLED, moves_of, outcome_of, saved, solved_code};
use bouton_engine::Outcome;
use bouton_engine::table::fill::{Generator, Made};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Numbers that are collected for a worker before they are sent.
const BATCH: usize = 1 << 14;

/// Cells between looks at the clock.
const LOOK: usize = 4096;

/// Buckets of cells in which the moves that lead to them are collected.
const BUCKETS: usize = 64;

/// A worker's cells and what it heard of their options.
pub(crate) struct RoundDesk {
    /// Values, then for every cell the options that are not known to be won for the opponent.
    store: Room,
    open: Room,
    owned: usize,
    /// Moves to own cells, in buckets of cells: the cell, the worker of the cell that they come from, and its place.
    edges: Vec<Spool>,
    /// Cells of a bucket, as a power of two.
    bucket: u32,
    /// Cells decided for the next round: by even and odd rounds, because another worker can be one ahead.
    next: [Spool; 2],
    /// What endless play is worth to the mover of a cell, by mover.
    fates: [Outcome; 2],
    /// Who moves at an own cell: the low bit of its number, where it matters.
    sided: bool,
    pub(crate) decided: u64,
    rooms: Arc<Rooms>,
}

impl RoundDesk {
    /// `moves` is about how many options a cell has.
    pub(crate) fn new(
        rooms: &Arc<Rooms>,
        owned: usize,
        endless: Endless,
        sided: bool,
        moves: f64,
    ) -> Result<RoundDesk, Fault> {
        let fates = match endless {
            Endless::Wins(0) => [Outcome::Win, Outcome::Lose],
            Endless::Wins(_) => [Outcome::Lose, Outcome::Win],
            _ => [Outcome::Draw; 2],
        };
        let (store, open) = (rooms.take(4 * owned)?, rooms.take(4 * owned)?);
        // Twelve bytes a move while they are sorted; a list of cells is seldom longer than a quarter of them.
        let sorted = (owned as f64 * moves * 12.0) as usize;
        let listed = if rooms.reserve(sorted) { usize::MAX } else { rooms.limit() as usize / BUCKETS / 16 };
        let kept = if rooms.reserve(2 * owned) { usize::MAX } else { rooms.limit() as usize / 64 };
        let bucket = owned.div_ceil(BUCKETS).next_power_of_two().ilog2();
        Ok(RoundDesk {
            store,
            open,
            owned,
            edges: (0..BUCKETS).map(|_| Spool::new(rooms, listed)).collect(),
            bucket,
            next: [Spool::new(rooms, kept), Spool::new(rooms, kept)],
            fates,
            sided,
            decided: 0,
            rooms: Arc::clone(rooms),
        })
    }

    pub(crate) fn get(&self, at: u32) -> u32 {
        self.store.words()[at as usize].load(Relaxed)
    }

    pub(crate) fn put(&self, at: u32, code: u32) {
        self.store.words()[at as usize].store(code, Relaxed);
    }

    /// One option less; none left?
    fn close(&self, at: u32) -> bool {
        let open = &self.open.words()[at as usize];
        let left = open.load(Relaxed).saturating_sub(1);
        open.store(left, Relaxed);
        left == 0
    }

    #[inline]
    fn edge(&mut self, head: u32, worker: u32, tail: u32) {
        self.edges[(head >> self.bucket) as usize].push(&[head, worker, tail]);
    }

    fn decide(&mut self, at: u32, outcome: Outcome, round: u32) {
        self.put(at, FIRST + solved_code(outcome, (outcome != Outcome::Draw).then_some(round)));
        self.next[round as usize & 1].push(&[at]);
        self.decided += 1;
    }

    /// An option of a cell is won or lost for its mover, known in this round.
    fn hear(&mut self, news: u32, round: u32) {
        let (at, wins) = (news >> 1, news & 1 == 1);
        if self.get(at) != UNFILLED {
            return;
        }
        if wins {
            self.decide(at, Outcome::Win, round + 1);
        } else if self.close(at) {
            self.decide(at, Outcome::Lose, round + 1);
        }
    }

    /// An option of a cell is drawn: enough for a mover whom endless play hurts, a loss of hope for one whom it favours.
    fn hear_draw(&mut self, at: u32, round: u32) {
        if self.get(at) != UNFILLED {
            return;
        }
        if self.fate(at) != Outcome::Win || self.close(at) {
            self.decide(at, Outcome::Draw, round + 1);
        }
    }

    fn fate(&self, at: u32) -> Outcome {
        self.fates[if self.sided { at as usize & 1 } else { 0 }]
    }
}

impl Desk for RoundDesk {
    fn take(&mut self, parcel: Parcel) {
        match parcel.what {
            What::Edges => {
                let mut words = parcel.load.words();
                while let (Some(head), Some(tail)) = (words.next(), words.next()) {
                    self.edge(head, parcel.from, tail);
                }
            }
            What::News => parcel.load.words().for_each(|news| self.hear(news, parcel.id)),
            What::Draws => parcel.load.words().for_each(|at| self.hear_draw(at, parcel.id)),
            _ => {}
        }
    }

    fn release(&self) {
        if self.rooms.over() {
            self.store.release();
            self.open.release();
        }
    }
}

/// Batches on their way to every worker.
struct Out {
    what: What,
    id: u32,
    batches: Vec<Vec<u32>>,
}

impl Out {
    fn new(what: What, id: u32, peers: usize) -> Out {
        Out { what, id, batches: vec![Vec::new(); peers] }
    }

    fn flush(&mut self, post: &mut Post<'_, RoundDesk>, least: usize) {
        for (to, batch) in self.batches.iter_mut().enumerate() {
            if batch.len() > least {
                post.send(to, self.what, self.id, Load::of_words(batch));
                batch.clear();
            }
        }
    }
}

/// Who leads to a worker's cells.
pub(crate) struct Edges {
    /// For every cell where its moves begin, and the workers and places that they come from.
    by_head: Option<(Room, Room)>,
    /// Cells where the game ends in a draw by a rule.
    drawn: Vec<u32>,
}

impl Edges {
    /// Lists all moves and sends each to the owner of the cell that it leads to. Ends are decided, unless they are drawn.
    /// To be called before the epoch ends; [`Edges::sort`] after it.
    pub(crate) fn list<G: Generator>(
        job: &Job<G>,
        cut: &Cut,
        post: &mut Post<'_, RoundDesk>,
    ) -> Result<Edges, Fault> {
        let (me, movers) = (post.me(), job.movers());
        let mut words = vec![0; job.index.width()];
        let mut options: Vec<(usize, bool)> = Vec::new();
        let mut out = Out::new(What::Edges, 0, post.peers());
        let mut drawn = Vec::new();
        for block in cut.blocks_of(me) {
            let cells = cut.cells_of(block);
            job.index.decode(cells.start / movers, &mut words);
            for cell in cells {
                if cell.is_multiple_of(LOOK) {
                    post.watch.check()?;
                    post.serve();
                    post.desk.borrow().release();
                }
                let mover = cell % movers;
                let local = cut.place(cell).1;
                options.clear();
                let hole = Fault::Hole { cell };
                let Ok(over) = job.generator.ended(&words, mover) else { return Err(hole) };
                if over.is_none() {
                    let mut outside = false;
                    let listed = job.generator.options(&words, mover, |made: Made<'_>| {
                        let to = if made.parts == 1 { job.index.encode(made.words) } else { None };
                        let Some(to) = to else {
                            outside = true;
                            return ControlFlow::Break(());
                        };
                        let to = if movers == 2 {
                            2 * to + if made.again { mover } else { 1 - mover }
                        } else {
                            to
                        };
                        options.push((to, made.again));
                        ControlFlow::Continue(())
                    });
                    if outside || listed.is_err() {
                        return Err(hole);
                    }
                }
                options.sort_unstable();
                options.dedup();
                {
                    let desk = &mut *post.desk.borrow_mut();
                    desk.open.words()[local as usize].store(options.len() as u32, Relaxed);
                    if options.is_empty() {
                        let outcome = over.unwrap_or_else(|| job.generator.stuck(mover));
                        if outcome == Outcome::Draw {
                            drawn.push(local);
                        } else if desk.get(local) == UNFILLED {
                            desk.put(local, FIRST + solved_code(outcome, ended(outcome)));
                            desk.next[0].push(&[local]);
                            desk.decided += 1;
                        }
                    }
                    for (to, again) in &options {
                        let (owner, head) = cut.place(*to);
                        let tail = local << 1 | u32::from(*again);
                        if owner == me {
                            desk.edge(head, me as u32, tail);
                        } else {
                            out.batches[owner].extend([head, tail]);
                        }
                    }
                }
                out.flush(post, BATCH);
                if (cell + 1).is_multiple_of(movers) {
                    job.index.advance(&mut words);
                }
            }
        }
        out.flush(post, 0);
        Ok(Edges { by_head: None, drawn })
    }

    /// Sorts what came in by the cells that it leads to, bucket by bucket.
    pub(crate) fn sort(&mut self, desk: &mut RoundDesk) -> Result<(), Fault> {
        let moves: u64 = desk.edges.iter().map(|e| e.len() / 3).sum();
        let (starts, sources) =
            (desk.rooms.take(8 * (desk.owned + 1))?, desk.rooms.take(8 * moves as usize)?);
        let (mut edges, mut places): (Vec<[u32; 3]>, Vec<u64>) = Default::default();
        let mut sum = 0;
        for (number, spool) in std::mem::take(&mut desk.edges).iter_mut().enumerate() {
            let first = number << desk.bucket;
            let count = desk.owned.min((number + 1) << desk.bucket).saturating_sub(first);
            edges.clear();
            spool.drain(3, |words| edges.extend_from_slice(words.as_chunks().0))?;
            places.clear();
            places.resize(count, 0);
            edges.iter().for_each(|[head, ..]| places[*head as usize - first] += 1);
            for (start, place) in starts.longs()[first.min(desk.owned)..].iter().zip(&mut places) {
                start.store(sum, Relaxed);
                (*place, sum) = (sum, sum + *place);
            }
            for [head, worker, tail] in &edges {
                let place = &mut places[*head as usize - first];
                sources.longs()[*place as usize].store(u64::from(*worker) << 32 | u64::from(*tail), Relaxed);
                *place += 1;
            }
            if desk.rooms.over() {
                sources.release();
                starts.release();
            }
        }
        starts.longs()[desk.owned].store(sum, Relaxed);
        self.by_head = Some((starts, sources));
        Ok(())
    }

    /// Tells everything that was decided before a round once more, and gives the cells of that round to the next one.
    pub(crate) fn replay(&self, post: &mut Post<'_, RoundDesk>, round: u32) -> Result<(), Fault> {
        let mut before = {
            let desk = &mut *post.desk.borrow_mut();
            let rooms = Arc::clone(&desk.rooms);
            let fresh = || Spool::new(&rooms, rooms.limit() as usize / 64);
            let (mut before, mut now) = (fresh(), fresh());
            for at in 0..desk.owned as u32 {
                match saved(desk.get(at)).and_then(|code| moves_of(code as u32)) {
                    Some(moves) if moves < round => before.push(&[at]),
                    Some(_) => now.push(&[at]),
                    None => {}
                }
            }
            desk.next = [fresh(), fresh()];
            desk.next[round as usize & 1] = now;
            before
        };
        // Whatever these would decide is decided already.
        self.tell(post, &mut before, round)
    }

    /// The cells that were decided in a round.
    pub(crate) fn take(post: &mut Post<'_, RoundDesk>, round: u32) -> Spool {
        let desk = &mut *post.desk.borrow_mut();
        let next = &mut desk.next[round as usize & 1];
        let empty = next.like();
        std::mem::replace(next, empty)
    }

    /// Tells the cells that lead to these what these are worth.
    pub(crate) fn tell(
        &self,
        post: &mut Post<'_, RoundDesk>,
        cells: &mut Spool,
        round: u32,
    ) -> Result<(), Fault> {
        self.spread(post, cells, Out::new(What::News, round, post.peers()), |desk, at, again| {
            let code = saved(desk.get(at)).unwrap_or(0) as u32;
            u32::from(outcome_of(code).through(again) == Outcome::Win)
        })
    }

    /// Tells the cells that lead to these that these are drawn.
    pub(crate) fn tell_draws(
        &self,
        post: &mut Post<'_, RoundDesk>,
        cells: &mut Spool,
        round: u32,
    ) -> Result<(), Fault> {
        self.spread(post, cells, Out::new(What::Draws, round, post.peers()), |_, _, _| 0)
    }

    fn spread(
        &self,
        post: &mut Post<'_, RoundDesk>,
        cells: &mut Spool,
        mut out: Out,
        worth: impl Fn(&RoundDesk, u32, bool) -> u32,
    ) -> Result<(), Fault> {
        let Some((starts, sources)) = &self.by_head else { return Err(Fault::Order) };
        let (starts, sources) = (starts.longs(), sources.longs());
        let (me, draws) = (post.me(), out.what == What::Draws);
        let mut ended = Ok(());
        cells.drain(1, |words| {
            for some in words.chunks(LOOK) {
                ended = std::mem::replace(&mut ended, Ok(())).and_then(|()| post.watch.check());
                if ended.is_err() {
                    return;
                }
                {
                    let desk = &mut *post.desk.borrow_mut();
                    for &at in some {
                        let begin = starts[at as usize].load(Relaxed) as usize;
                        let end = starts[at as usize + 1].load(Relaxed) as usize;
                        for source in &sources[begin..end] {
                            let source = source.load(Relaxed);
                            let (owner, tail) = ((source >> 32) as usize, source as u32);
                            let (to, again) = (tail >> 1, tail & 1 == 1);
                            let news = if draws { to } else { to << 1 | worth(desk, at, again) };
                            match (owner == me, draws) {
                                (true, false) => desk.hear(news, out.id),
                                (true, true) => desk.hear_draw(to, out.id),
                                (false, _) => out.batches[owner].push(news),
                            }
                        }
                    }
                }
                out.flush(post, BATCH);
                self.release(&post.desk.borrow());
            }
        })?;
        ended?;
        out.flush(post, 0);
        Ok(())
    }

    fn release(&self, desk: &RoundDesk) {
        if let Some((starts, sources)) = &self.by_head
            && desk.rooms.over()
        {
            starts.release();
            sources.release();
            desk.release();
        }
    }

    /// The ends that are drawn by a rule become the first cells of the rounds of draws.
    pub(crate) fn begin_draws(&self, post: &mut Post<'_, RoundDesk>) {
        // The lists are not emptied here: nothing is left in them, and another worker may be ahead.
        let desk = &mut *post.desk.borrow_mut();
        for &at in &self.drawn {
            if desk.get(at) == UNFILLED {
                desk.decide(at, Outcome::Draw, 0);
            }
        }
    }

    /// What is left goes on for ever; gives a cell for which nobody said what that means.
    pub(crate) fn finish(&self, desk: &mut RoundDesk, endless: Endless) -> Option<u32> {
        let mut unsaid = None;
        for at in 0..desk.owned as u32 {
            if desk.get(at) == UNFILLED {
                let fate = desk.fate(at);
                desk.put(at, FIRST + solved_code(fate, None));
                desk.decided += 1;
                if endless == Endless::Unsaid && self.drawn.binary_search(&at).is_err() {
                    unsaid = unsaid.or(Some(at));
                }
            }
        }
        unsaid
    }
}
