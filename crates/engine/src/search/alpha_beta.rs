//! Alpha-beta search with a window and memory, depth-first on a stack of its own (Knuth and Moore 1975; fail-soft with a
//! transposition table, Marsland 1986; scouting after Pearl 1980 and Reinefeld 1983).
//!
//! A position is worth the best of `gain + v(to)` over moves after which the same player goes on and
//! `gain - v(to)` over all others. It is left as soon as the options seen are enough for its window: for
//! win and lose that is the first option that wins. Options about which enough is known are counted before
//! any other is searched; of the others, the one that was best before comes first, then what gains most,
//! then what settled other positions. The first is searched with the whole window, each later one first
//! with the question whether it is better at all. A position near the end of play that
//! the game values itself enters neither the path nor the memory.
//!
//! Options that stand on the path already are left for last, and a cycle is reported only if nothing else
//! settles the position. Options that another worker is searching are put off once.

use crate::tuning::WAITING_MOVES;
use std::marker::PhantomData;
use std::ops::ControlFlow;

use super::order::Order;
use super::path::{Done, Path, Placed};
use super::scale::Scale;
use super::team::{Busy, Searcher};
use super::transposition::{Bounds, Fact, NO_MOVE, TranspositionTable};
use super::window::{Gather, Window, total};
use crate::choice::distinct;
use crate::stop::GameStop;
use crate::store::Paged;
use crate::{Game, Halt, Step, Stop};
use bouton_budget::Meter;

/// What is noted of a position on the path.
struct Frame {
    window: Window,
    gather: Gather,
    /// The number of the best move so far.
    best: u32,
    /// Where its untried moves begin on the stack of moves, and how many are left, forgotten or not.
    start: usize,
    left: usize,
    /// Which options are done, where the list was forgotten.
    done: Option<Done>,
    /// The move being searched, and whether it is only asked whether it is better.
    gain: i64,
    again: bool,
    number: u32,
    scouting: bool,
    /// Positions entered before this one.
    before: u64,
}

/// A move waiting to be searched.
struct Untried<P> {
    to: P,
    hash: u64,
    gain: i64,
    /// Its number in the game's list.
    number: u32,
    promise: u32,
    again: bool,
    put_off: bool,
    /// The game values it itself: it is not searched, and not remembered.
    near_end: bool,
}

/// One searcher: its path, its waiting moves, and what it has learnt about good moves.
pub(super) struct AlphaBeta<'g, G: Game, S> {
    game: &'g G,
    /// 0 for the worker whose order of moves is the plain one, and how many there are.
    number: u32,
    of: usize,
    path: Path<G::Position, Frame>,
    untried: Paged<Untried<G::Position>>,
    order: Order,
    entered: u64,
    /// Positions listed, their options, and the squares of these.
    spread: [u64; 3],
    /// Where the game lists its options, and where they are put in order.
    steps: Vec<Step<G::Position>>,
    list: Vec<Untried<G::Position>>,
    answer: Option<i64>,
    scale: PhantomData<fn() -> S>,
}

/// A table for what is remembered of a game's positions.
pub trait Table<G: Game, S: Scale<G>>: TranspositionTable<Position = G::Position, Fact = S::Known> {}

impl<G: Game, S: Scale<G>, M: TranspositionTable<Position = G::Position, Fact = S::Known>> Table<G, S> for M {}

impl<'g, G: Game, S: Scale<G>> AlphaBeta<'g, G, S> {
    /// Searcher `number` of `of`, who sets out to find the value of a position that has not ended.
    pub(super) fn new<M: Table<G, S>>(
        game: &'g G,
        (number, of): (u32, usize),
        position: &G::Position,
        window: Window,
        table: &M,
    ) -> Result<Self, GameStop<G>> {
        let mut worker = Self {
            game,
            number,
            of,
            path: Path::new(),
            untried: Paged::new(),
            order: Order::new(),
            entered: 0,
            spread: [0; 3],
            steps: Vec::new(),
            list: Vec::new(),
            answer: None,
            scale: PhantomData,
        };
        let hash = M::hash(position);
        let known = known::<G, S, M>(game, table, position, hash);
        worker.enter(position.clone(), hash, window, known, table)?;
        Ok(worker)
    }

    /// The memory the worker takes, without what waiting positions hold elsewhere.
    fn bytes(&self) -> usize {
        let lists = self.steps.capacity() * size_of::<Step<G::Position>>()
            + self.list.capacity() * size_of::<Untried<G::Position>>();
        self.path.bytes() + self.untried.bytes() + self.order.bytes() + lists
    }

    /// Whether the numbers of options differ widely: their spread is more than half of their mean.
    pub(super) fn lopsided(&self) -> bool {
        let [listed, sum, squares] = self.spread.map(|number| number as f64);
        // The variance is squares / listed - mean².
        listed * squares > 1.25 * sum * sum
    }

    /// Leaves an option for later, below all others of its position; gives it back if it is the last or was
    /// put off before.
    fn put_off(&mut self, mut option: Untried<G::Position>) -> Option<Untried<G::Position>> {
        let start = self.path.last_mut().map_or(0, |last| last.frame.start);
        if option.put_off || self.untried.len() <= start {
            return Some(option);
        }
        option.put_off = true;
        std::mem::swap(&mut self.untried[start], &mut option);
        self.untried.push(option);
        None
    }

    /// Expands a position that has not ended: it is either settled at once, or put at the end of the path.
    fn enter<M: Table<G, S>>(
        &mut self,
        position: G::Position,
        hash: u64,
        window: Window,
        known: Bounds,
        table: &M,
    ) -> Result<(), GameStop<G>> {
        self.entered += 1;
        let frame = Frame {
            window: window.narrowed(known),
            gather: Gather::Best(i64::MIN),
            best: known.best,
            start: self.untried.len(),
            left: 0,
            done: None,
            gain: 0,
            again: false,
            number: NO_MOVE,
            scouting: false,
            before: self.entered,
        };
        if !self.path.push(position, hash, frame) {
            return Err(
                Halt::Memory { positions: table.stored(), needed: usize::MAX, limit: self.bytes() }.into()
            );
        }
        self.list(table)
    }

    /// Lists the moves of the last position on the path: counts those about which enough is known, stacks
    /// the others, the most promising last.
    fn list<M: Table<G, S>>(&mut self, table: &M) -> Result<(), GameStop<G>> {
        let depth = self.path.len();
        let (game, order, list, steps) = (self.game, &self.order, &mut self.list, &mut self.steps);
        let Some(Placed { position, frame, .. }) = self.path.last_mut() else { return Ok(()) };
        let Frame { gather, best, done, window, .. } = frame;
        let (window, done) = (*window, done.take());
        // The best move of an earlier search, before the counting below finds another.
        let hint = *best;
        list.clear();
        steps.clear();
        let block = game.block(position).map_err(Stop::Rules)?;
        if block > 0 {
            game.options(position, steps).map_err(Stop::Rules)?;
            distinct(steps, S::WITH_GAIN);
            if done.is_none() {
                *gather = Gather::new(steps.len(), block, S::stuck(game, position));
            }
        }
        let (mut number, mut stop) = (0, None);
        let mut visit = |step: Step<G::Position>| {
            let at = number;
            number += 1;
            if done.as_ref().is_some_and(|done| done.has(at)) {
                return ControlFlow::Continue(());
            }
            let at = u32::try_from(at).unwrap_or(NO_MOVE);
            let (gain, again) = (S::gain(&step), step.again);
            let value = match S::ended(game, &step.to) {
                Ok(Some(value)) => value,
                Ok(None) if S::WITH_GAIN && game.is_near_end(&step.to) => {
                    let (to, promise) = (step.to, order.promise(depth, at));
                    let (put_off, near_end) = (false, true);
                    list.push(Untried { to, hash: 0, gain, number: at, promise, again, put_off, near_end });
                    return ControlFlow::Continue(());
                }
                Ok(None) => {
                    let hash = M::hash(&step.to);
                    let inner = gather.window(window).before(gain, again);
                    let Some(value) = known::<G, S, M>(game, table, &step.to, hash).within(inner) else {
                        let (to, promise) = (step.to, order.promise(depth, at));
                        let (put_off, near_end) = (false, false);
                        list.push(Untried { to, hash, gain, number: at, promise, again, put_off, near_end });
                        return ControlFlow::Continue(());
                    };
                    value
                }
                Err(error) => {
                    stop = Some(Stop::Rules(error));
                    return ControlFlow::Break(());
                }
            };
            let Some(value) = total(gain, again, value) else {
                stop = Some(Stop::Overflow(position.clone()));
                return ControlFlow::Break(());
            };
            if gather.add(value) {
                *best = at;
            }
            if gather.settled(window) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if block > 0 {
            let _ = steps.drain(..).try_for_each(&mut visit);
        } else {
            game.each_option(position, steps, &mut visit).map_err(Stop::Rules)?;
            if number == 0 {
                *gather = Gather::new(0, 0, S::stuck(game, position));
            }
        }
        let options = number as u64;
        if let Some(stop) = stop {
            return Err(stop);
        }
        let [listed, sum, squares] = &mut self.spread;
        (*listed, *sum) = (*listed + 1, sum.saturating_add(options));
        *squares = squares.saturating_add(options.saturating_mul(options));
        if gather.settled(window) {
            list.clear();
        }
        frame.left = list.len();
        if frame.left > 1 {
            let twist = self.number;
            list.sort_unstable_by_key(|option| {
                // Other workers than the first break ties in an order of their own.
                let tie = if twist == 0 { u64::from(option.number) } else { option.hash.rotate_left(twist) };
                (option.number == hint, option.gain, option.promise, option.again, std::cmp::Reverse(tie))
            });
        }
        list.drain(..).for_each(|option| self.untried.push(option));
        Ok(())
    }

    /// Takes into account that the position after the move being searched is worth `value`.
    fn returned(&mut self, value: i64) -> Result<(), GameStop<G>> {
        let Some(Placed { position, frame, .. }) = self.path.last_mut() else { return Ok(()) };
        let value = total(frame.gain, frame.again, value).ok_or_else(|| Stop::Overflow(position.clone()))?;
        if frame.gather.add(value) {
            frame.best = frame.number;
        }
        Ok(())
    }

    /// Leaves the last position on the path and tells the one before it.
    fn leave<M: Table<G, S>>(&mut self, table: &M, busy: Option<&Busy>) -> Result<(), GameStop<G>> {
        let Some(Placed { position, hash, frame, .. }) = self.path.pop() else { return Ok(()) };
        self.untried.truncate(frame.start);
        let value = frame.gather.value();
        let effort = (1 + self.entered - frame.before).ilog2() as u8;
        let shown = Bounds::shown(value, frame.window, frame.best);
        let heap = self.game.bytes(&position).saturating_sub(size_of::<G::Position>());
        table.put(&position, hash, heap, shown.into(), effort);
        if let Some(busy) = busy {
            busy.clear(hash);
        }
        if frame.gather.settled(frame.window) {
            self.order.settled(self.path.len() + 1, frame.best, effort);
        }
        let Some(Placed { frame: parent, .. }) = self.path.last_mut() else {
            self.answer = Some(value);
            return Ok(());
        };
        let window = parent.gather.window(parent.window).before(parent.gain, parent.again);
        if parent.scouting && window.alpha < value && value < window.beta {
            // It is better: how much better must be found out.
            parent.scouting = false;
            let known = known::<G, S, M>(self.game, table, &position, hash);
            return self.enter(position, hash, window, known, table);
        }
        parent.left -= 1;
        self.returned(value)
    }

    /// Where too many options wait, those of the last position make room.
    fn forget_long_list(&mut self) {
        if self.untried.len() <= WAITING_MOVES {
            return;
        }
        let Some(Placed { frame, .. }) = self.path.last_mut() else { return };
        let waiting = (frame.start..self.untried.len()).map(|at| self.untried[at].number);
        frame.done = Some(Done::all_but(waiting));
        self.untried.truncate(frame.start);
    }
}

impl<G: Game, S: Scale<G>, M: Table<G, S>> Searcher<M> for AlphaBeta<'_, G, S> {
    type Answer = i64;
    type Failure = GameStop<G>;

    fn run(
        &mut self,
        table: &M,
        busy: Option<&Busy>,
        meter: &mut Meter<'_>,
        nodes: u64,
    ) -> Result<Option<i64>, GameStop<G>> {
        let until = self.entered + nodes;
        while self.answer.is_none() {
            let Some(Placed { frame, .. }) = self.path.last_mut() else { break };
            if frame.left == 0 || frame.gather.settled(frame.window) {
                self.leave(table, busy)?;
                continue;
            }
            if self.entered >= until || busy.is_some_and(Busy::over) {
                return Ok(None);
            }
            if self.untried.len() == frame.start {
                // There are options left, so they were forgotten.
                self.list(table)?;
                continue;
            }
            let Some(mut option) = self.untried.pop() else { continue };
            let window = frame.gather.window(frame.window);
            (frame.gain, frame.again, frame.number) = (option.gain, option.again, option.number);
            let inner = window.before(option.gain, option.again);
            if option.near_end {
                meter.tick(table.stored())?;
                self.entered += 1;
                let value = self.game.value_near_end(&option.to, inner.alpha, inner.beta);
                if let Some(value) = value.map_err(Stop::Rules)? {
                    frame.left -= 1;
                    self.returned(value)?;
                    continue;
                }
                option.hash = M::hash(&option.to);
            }
            let known = known::<G, S, M>(self.game, table, &option.to, option.hash);
            if let Some(value) = known.within(inner) {
                frame.left -= 1;
                self.returned(value)?;
                continue;
            }
            let met = self.path.find(&option.to, option.hash);
            let elsewhere = !option.put_off && busy.is_some_and(|busy| busy.has(option.hash));
            if met.is_some() || elsewhere {
                match self.put_off(option) {
                    None => continue,
                    Some(last) => option = last,
                }
                if let Some(first) = met {
                    return Err(Stop::Cycle(self.path.since(first)));
                }
            }
            let stored = table.stored();
            meter.tick(stored)?;
            let heap = self.game.bytes(&option.to).saturating_sub(size_of::<G::Position>());
            let waiting = heap.saturating_mul(self.untried.len() + self.path.len());
            let stacks = self.bytes().saturating_add(waiting).saturating_mul(self.of);
            meter.room(stored, table.bytes().saturating_add(stacks))?;
            self.forget_long_list();
            let Some(Placed { frame, .. }) = self.path.last_mut() else { break };
            // A whole window is only worth it for the first option; the others probably are no better.
            frame.scouting = frame.gather.one_decides() && window.alpha.checked_add(1) < Some(window.beta);
            let window = if frame.scouting {
                Window { beta: window.alpha + 1, ..window }.before(option.gain, option.again)
            } else {
                inner
            };
            if let Some(busy) = busy {
                busy.mark(option.hash);
            }
            self.enter(option.to, option.hash, window, known, table)?;
        }
        Ok(self.answer)
    }

    fn entered(&self) -> u64 {
        self.entered
    }
}

/// What is known of a position, by its rules and by the table.
pub(super) fn known<G: Game, S: Scale<G>, M: Table<G, S>>(
    game: &G,
    table: &M,
    position: &G::Position,
    hash: u64,
) -> Bounds {
    let certain = S::bounds(game, position);
    match table.get(position, hash) {
        Some(found) => Into::<Bounds>::into(found).merged(certain),
        None => certain,
    }
}
