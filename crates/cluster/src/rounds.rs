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
use crate::run::{Endless, Job};
use crate::store::{FIRST, Store, UNFILLED, moves_of, outcome_of, solved_code};
use bouton_engine::Outcome;
use bouton_engine::table::fill::{Generator, Made};
use std::ops::ControlFlow;

/// Numbers that are collected for a worker before they are sent.
const BATCH: usize = 1 << 14;

/// Cells between looks at the clock.
const LOOK: usize = 4096;

/// A worker's cells and what it heard of their options.
pub(crate) struct RoundDesk {
    pub(crate) store: Store,
    /// Options that are not known to be won for the opponent.
    open: Vec<u32>,
    /// Moves to own cells: the cell, then who moves there.
    edges: Vec<(u32, u64)>,
    /// Cells decided for the next round: by even and odd rounds, because another worker can be one ahead.
    next: [Vec<u32>; 2],
    /// What endless play is worth to the mover of a cell, by mover.
    fates: [Outcome; 2],
    /// Who moves at an own cell: the low bit of its number, where it matters.
    sided: bool,
    pub(crate) decided: u64,
}

impl RoundDesk {
    pub(crate) fn new(store: Store, owned: usize, endless: Endless, sided: bool) -> RoundDesk {
        let fates = match endless {
            Endless::Wins(0) => [Outcome::Win, Outcome::Lose],
            Endless::Wins(_) => [Outcome::Lose, Outcome::Win],
            _ => [Outcome::Draw; 2],
        };
        let next = Default::default();
        RoundDesk { store, open: vec![0; owned], edges: Vec::new(), next, fates, sided, decided: 0 }
    }

    fn edge(&mut self, head: u32, worker: u32, tail: u32) {
        self.edges.push((head, u64::from(worker) << 32 | u64::from(tail)));
    }

    fn decide(&mut self, at: u32, outcome: Outcome, round: u32) {
        self.store.put(at, FIRST + solved_code(outcome, (outcome != Outcome::Draw).then_some(round)));
        self.next[round as usize & 1].push(at);
        self.decided += 1;
    }

    /// An option of a cell is won or lost for its mover, known in this round.
    fn hear(&mut self, news: u32, round: u32) {
        let (at, wins) = (news >> 1, news & 1 == 1);
        if self.store.get(at) != UNFILLED {
            return;
        }
        if wins {
            self.decide(at, Outcome::Win, round + 1);
            return;
        }
        let open = &mut self.open[at as usize];
        *open = open.saturating_sub(1);
        if *open == 0 {
            self.decide(at, Outcome::Lose, round + 1);
        }
    }

    /// An option of a cell is drawn: enough for a mover whom endless play hurts, a loss of hope for one whom it favours.
    fn hear_draw(&mut self, at: u32, round: u32) {
        if self.store.get(at) != UNFILLED {
            return;
        }
        let drawn = match self.fate(at) {
            Outcome::Win => {
                let open = &mut self.open[at as usize];
                *open = open.saturating_sub(1);
                *open == 0
            }
            _ => true,
        };
        if drawn {
            self.decide(at, Outcome::Draw, round + 1);
        }
    }

    fn fate(&self, at: u32) -> Outcome {
        self.fates[if self.sided { at as usize & 1 } else { 0 }]
    }
}

impl Desk for RoundDesk {
    fn take(&mut self, parcel: Parcel) -> Option<Parcel> {
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
        None
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
    starts: Vec<usize>,
    sources: Vec<u64>,
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
                    desk.open[local as usize] = options.len() as u32;
                    if options.is_empty() {
                        let outcome = over.unwrap_or_else(|| job.generator.stuck(mover));
                        if outcome == Outcome::Draw {
                            drawn.push(local);
                        } else if desk.store.get(local) == UNFILLED {
                            desk.store.put(local, FIRST + solved_code(outcome, ended(outcome)));
                            desk.next[0].push(local);
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
        Ok(Edges { starts: Vec::new(), sources: Vec::new(), drawn })
    }

    /// Sorts what came in by the cells that it leads to.
    pub(crate) fn sort(&mut self, desk: &mut RoundDesk) {
        let edges = std::mem::take(&mut desk.edges);
        let mut starts = vec![0; desk.open.len() + 1];
        edges.iter().for_each(|(head, _)| starts[*head as usize + 1] += 1);
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut places = starts.clone();
        let mut sources = vec![0; edges.len()];
        for (head, source) in edges {
            let place = &mut places[head as usize];
            sources[*place] = source;
            *place += 1;
        }
        (self.starts, self.sources) = (starts, sources);
    }

    /// Tells everything that was decided before a round once more, and gives the cells of that round to the next one.
    pub(crate) fn replay(&self, post: &mut Post<'_, RoundDesk>, round: u32) -> Result<(), Fault> {
        let (mut before, mut now) = (Vec::new(), Vec::new());
        {
            let desk = &mut *post.desk.borrow_mut();
            for at in 0..desk.open.len() as u32 {
                let known = desk.store.saved(at).and_then(|code| moves_of(code as u32));
                match known {
                    Some(moves) if moves < round => before.push(at),
                    Some(_) => now.push(at),
                    None => {}
                }
            }
            desk.next = Default::default();
            desk.next[round as usize & 1] = now;
        }
        // Whatever these would decide is decided already.
        self.tell(post, &before, round)
    }

    /// The cells that were decided in a round.
    pub(crate) fn take(post: &mut Post<'_, RoundDesk>, round: u32) -> Vec<u32> {
        std::mem::take(&mut post.desk.borrow_mut().next[round as usize & 1])
    }

    /// Tells the cells that lead to these what these are worth.
    pub(crate) fn tell(
        &self,
        post: &mut Post<'_, RoundDesk>,
        cells: &[u32],
        round: u32,
    ) -> Result<(), Fault> {
        self.spread(post, cells, Out::new(What::News, round, post.peers()), |desk, at, again| {
            let code = desk.store.saved(at).unwrap_or(0) as u32;
            u32::from(outcome_of(code).through(again) == Outcome::Win)
        })
    }

    /// Tells the cells that lead to these that these are drawn.
    pub(crate) fn tell_draws(
        &self,
        post: &mut Post<'_, RoundDesk>,
        cells: &[u32],
        round: u32,
    ) -> Result<(), Fault> {
        self.spread(post, cells, Out::new(What::Draws, round, post.peers()), |_, _, _| 0)
    }

    fn spread(
        &self,
        post: &mut Post<'_, RoundDesk>,
        cells: &[u32],
        mut out: Out,
        worth: impl Fn(&RoundDesk, u32, bool) -> u32,
    ) -> Result<(), Fault> {
        let me = post.me();
        let draws = out.what == What::Draws;
        for some in cells.chunks(LOOK) {
            post.watch.check()?;
            {
                let desk = &mut *post.desk.borrow_mut();
                for &at in some {
                    for source in &self.sources[self.starts[at as usize]..self.starts[at as usize + 1]] {
                        let (owner, tail) = ((source >> 32) as usize, *source as u32);
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
        }
        out.flush(post, 0);
        Ok(())
    }

    /// The ends that are drawn by a rule become the first cells of the rounds of draws.
    pub(crate) fn begin_draws(&self, post: &mut Post<'_, RoundDesk>) {
        // The lists are not emptied here: nothing is left in them, and another worker may be ahead.
        let desk = &mut *post.desk.borrow_mut();
        for &at in &self.drawn {
            if desk.store.get(at) == UNFILLED {
                desk.decide(at, Outcome::Draw, 0);
            }
        }
    }

    /// What is left goes on for ever; gives a cell for which nobody said what that means.
    pub(crate) fn finish(&self, desk: &mut RoundDesk, endless: Endless) -> Option<u32> {
        let mut unsaid = None;
        for at in 0..desk.open.len() as u32 {
            if desk.store.get(at) == UNFILLED {
                let fate = desk.fate(at);
                desk.store.put(at, FIRST + solved_code(fate, None));
                desk.decided += 1;
                if endless == Endless::Unsaid && self.drawn.binary_search(&at).is_err() {
                    unsaid = unsaid.or(Some(at));
                }
            }
        }
        unsaid
    }
}
