//! The score of a position: alpha-beta search with memory (fail-soft; Marsland 1986).
//!
//! A position is worth the best of `gain + v(to)` over moves after which the same player goes on and
//! `gain - v(to)` over all others; 0 where the game is over. The table keeps bounds for each position and
//! the move that was best, which is tried first when the position is searched again; else the moves that
//! gain most come first. Moves about which enough is known are counted before any other is searched.
//!
//! Where the opponent may forbid options, the value is the `(b+1)`-th best or, if all can be forbidden, the
//! worse of 0 and the worst option; such a position is searched without a window.

use crate::budget::Meter;
use crate::choice::distinct;
use crate::store::{Id, Interner, MOST, Paged};
use crate::{Budget, Game, Step, Stop};

/// Below and above all scores.
const INFINITE: Window = Window { alpha: i64::MIN, beta: i64::MAX };
/// Moves kept waiting. Beyond it, a position forgets the moves it has not tried and lists them anew when
/// it goes on: at most twice the work in all.
const KEEP: usize = 1 << 16;

/// Finds scores and remembers them for the next question.
///
/// Positions that end by a rule are not stored. A cycle stops the search only if the score hangs on it.
pub struct Scores<G: Game> {
    game: G,
    table: Interner<G::Position>,
    facts: Paged<Facts>,
    /// Where the game lists its options.
    steps: Vec<Step<G::Position>>,
    /// Where they are put in order.
    untried: Vec<Untried<G::Position>>,
}

/// The best that can be had by moving from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best<P> {
    /// The score of the best moves for the player who makes them.
    pub value: i64,
    /// All moves with that score, in the order the game lists them.
    pub steps: Vec<Step<P>>,
}

/// A move and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valued<P> {
    /// The move.
    pub step: Step<P>,
    /// Its score for the player who makes it: its gain, and all that follows.
    pub value: i64,
}

/// What is known of a stored position.
#[derive(Clone, Copy)]
struct Facts {
    lower: i64,
    upper: i64,
    /// The number of the best move found, in the order of the game's list.
    best: u32,
    on_path: bool,
}

/// The scores that matter: what is at most `alpha` or at least `beta` need not be known exactly.
#[derive(Clone, Copy)]
struct Window {
    alpha: i64,
    beta: i64,
}

/// A move waiting to be searched, with its number in the game's list.
struct Untried<P> {
    step: Step<P>,
    number: usize,
}

/// A position on the path.
struct Frame {
    id: Id,
    window: Window,
    /// The best so far and the number of its move.
    value: i64,
    best: usize,
    /// Where its untried moves begin on the stack of moves, and how many are left, forgotten or not.
    start: usize,
    left: usize,
    /// The move being searched.
    gain: i64,
    again: bool,
    number: usize,
    /// Where options can be forbidden: how many, and the values of all options so far.
    blocked: Option<Box<(u64, Vec<i64>)>>,
}

/// The path of the search, with the untried moves of each position on it, the next to try last.
struct Path<P> {
    frames: Paged<Frame>,
    untried: Paged<Untried<P>>,
}

type Failure<G> = Stop<<G as Game>::Position, <G as Game>::Error>;

impl<G: Game> Scores<G> {
    /// A solver that knows nothing yet.
    pub fn new(game: G) -> Self {
        Self { game, table: Interner::new(), facts: Paged::new(), steps: Vec::new(), untried: Vec::new() }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The number of positions stored.
    pub fn positions(&self) -> usize {
        self.table.len()
    }

    /// The memory the solver takes between questions.
    pub fn bytes(&self) -> usize {
        let steps = self.steps.capacity() * size_of::<Step<G::Position>>();
        let untried = self.untried.capacity() * size_of::<Untried<G::Position>>();
        self.table.bytes() + self.facts.bytes() + steps + untried
    }

    /// The score of `position` if it is stored and known exactly.
    pub fn known(&self, position: &G::Position) -> Option<i64> {
        let facts = &self.facts[self.table.get(position)? as usize];
        (facts.lower == facts.upper).then_some(facts.lower)
    }

    /// Takes the score of `position` from somebody who knows it. What is known already is not changed, and where the
    /// memory of the budget is used up nothing is learnt.
    pub fn learn(&mut self, position: G::Position, value: i64, budget: &Budget) {
        let bytes = self.bytes().saturating_add(self.table.growth());
        if self.table.len() >= MOST || Meter::new(budget).room(self.table.len(), bytes).is_err() {
            return;
        }
        let id = self.table.intern(position, |p| self.game.bytes(p));
        if id as usize == self.facts.len() {
            self.facts.push(Facts { lower: value, upper: value, best: u32::MAX, on_path: false });
        }
    }

    /// The score of `position` for the player to move.
    pub fn value(&mut self, position: &G::Position, budget: &Budget) -> Result<i64, Failure<G>> {
        self.within(position, INFINITE, budget)
    }

    /// The moves of `position` with the exact score of each, in the order the game lists them.
    pub fn values(
        &mut self,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<Vec<Valued<G::Position>>, Failure<G>> {
        let steps = self.moves(position)?;
        let mut valued = Vec::with_capacity(steps.len());
        for step in steps {
            let value = self.within(&step.to, INFINITE, budget)?;
            let value = self.total(&step, value, position)?;
            valued.push(Valued { step, value });
        }
        Ok(valued)
    }

    /// All best moves of `position`, or `None` if it has no move. Cheaper than [`values`](Self::values),
    /// since of a worse move it need only be known that it is worse. What the opponent may forbid here
    /// does not count.
    pub fn best(
        &mut self,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<Option<Best<G::Position>>, Failure<G>> {
        let moves = self.moves(position)?;
        if moves.is_empty() {
            return Ok(None);
        }
        let mut window = INFINITE;
        if self.game.block(position).map_err(Stop::Rules)? == 0 {
            // The position's own search, with the best moves first, finds what the best are worth.
            window.beta = self.value(position, budget)?;
            window.alpha = window.beta - 1;
        }
        let (mut value, mut steps) = (i64::MIN, Vec::new());
        for step in moves {
            let reached = self.within(&step.to, window.before(&step), budget)?;
            let reached = self.total(&step, reached, position)?;
            if reached > value {
                value = reached;
                window.alpha = value - 1;
                steps.clear();
            }
            if reached == value {
                steps.push(step);
            }
        }
        Ok(Some(Best { value, steps }))
    }

    /// The distinct moves of `position`.
    fn moves(&self, position: &G::Position) -> Result<Vec<Step<G::Position>>, Failure<G>> {
        let mut steps = Vec::new();
        if self.game.ended(position).map_err(Stop::Rules)?.is_none() {
            let listed = self.game.options(position, &mut steps);
            listed.map_err(Stop::Rules)?;
            distinct(&mut steps, true);
        }
        Ok(steps)
    }

    /// The score of `position`: exact inside the window, a bound on the right side of it outside.
    fn within(&mut self, position: &G::Position, window: Window, budget: &Budget) -> Result<i64, Failure<G>> {
        if self.game.ended(position).map_err(Stop::Rules)?.is_some() {
            return Ok(0);
        }
        let known = self.table.get(position);
        if let Some(value) = known.and_then(|id| self.facts[id as usize].within(window)) {
            return Ok(value);
        }
        let mut path = Path { frames: Paged::new(), untried: Paged::new() };
        let answer = self.search(position, window, &mut path, &mut Meter::new(budget));
        for frame in path.frames.iter() {
            self.facts[frame.id as usize].on_path = false;
        }
        answer
    }

    fn search(
        &mut self,
        position: &G::Position,
        window: Window,
        path: &mut Path<G::Position>,
        meter: &mut Meter<'_>,
    ) -> Result<i64, Failure<G>> {
        let mut answer = 0;
        self.enter(position.clone(), window, path, meter)?;
        while let Some(frame) = path.frames.last_mut() {
            if frame.left == 0 || frame.cut() {
                let value = self.leave(frame);
                path.untried.truncate(frame.start);
                path.frames.pop();
                match path.frames.last_mut() {
                    Some(parent) => {
                        parent.left -= 1;
                        self.returned(parent, value)?;
                    }
                    None => answer = value,
                }
                continue;
            }
            if path.untried.len() == frame.start {
                self.list(path)?;
                continue;
            }
            let Some(Untried { step, number }) = path.untried.pop() else {
                continue;
            };
            (frame.gain, frame.again, frame.number) = (step.gain, step.again, number);
            let window = frame.search_window().before(&step);
            if let Some(id) = self.table.get(&step.to) {
                let facts = self.facts[id as usize];
                if let Some(value) = facts.within(window) {
                    frame.left -= 1;
                    self.returned(frame, value)?;
                    continue;
                }
                if facts.on_path {
                    return Err(self.cycle(id, path));
                }
            }
            if path.untried.len() > KEEP {
                path.untried.truncate(frame.start);
            }
            self.enter(step.to, window, path, meter)?;
        }
        Ok(answer)
    }

    /// Puts `position`, which has not ended, at the end of the path.
    fn enter(
        &mut self,
        position: G::Position,
        window: Window,
        path: &mut Path<G::Position>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Failure<G>> {
        let stored = self.table.len();
        let stacks = path.frames.bytes() + path.untried.bytes();
        let bytes = self.bytes() + stacks + self.table.heap_of(path.untried.len());
        meter.tick(stored)?;
        meter.room(stored, bytes.saturating_add(self.table.growth()))?;
        if stored >= MOST {
            return Err(meter.full(stored).into());
        }
        let id = self.table.intern(position, |p| self.game.bytes(p));
        if id as usize == self.facts.len() {
            self.facts.push(Facts { lower: i64::MIN, upper: i64::MAX, best: u32::MAX, on_path: false });
        }
        let block = self.game.block(&self.table[id]).map_err(Stop::Rules)?;
        let facts = &mut self.facts[id as usize];
        facts.on_path = true;
        path.frames.push(Frame {
            id,
            window: window.narrowed(facts),
            value: i64::MIN,
            best: facts.best as usize,
            start: path.untried.len(),
            left: 0,
            gain: 0,
            again: false,
            number: 0,
            blocked: (block > 0).then(|| Box::new((block, Vec::new()))),
        });
        self.list(path)
    }

    /// Lists the moves of the last position on the path: counts those about which enough is known, stacks the others,
    /// the most promising last.
    fn list(&mut self, path: &mut Path<G::Position>) -> Result<(), Failure<G>> {
        let Some(frame) = path.frames.last_mut() else {
            return Ok(());
        };
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        let listed = self.game.options(&self.table[frame.id], &mut steps);
        listed.map_err(Stop::Rules)?;
        if let Some(blocked) = &mut frame.blocked {
            blocked.1.clear();
            distinct(&mut steps, true);
        } else if steps.is_empty() {
            // Exact, whatever the window asks for.
            (frame.value, frame.window) = (0, INFINITE);
        }
        let mut untried = std::mem::take(&mut self.untried);
        untried.clear();
        for (number, step) in steps.drain(..).enumerate() {
            (frame.gain, frame.again, frame.number) = (step.gain, step.again, number);
            let known = match self.table.get(&step.to) {
                Some(id) => self.facts[id as usize].within(frame.search_window().before(&step)),
                None => {
                    let ended = self.game.ended(&step.to).map_err(Stop::Rules)?;
                    ended.map(|_| 0)
                }
            };
            match known {
                Some(value) => self.returned(frame, value)?,
                None => untried.push(Untried { step, number }),
            }
        }
        self.steps = steps;
        let best = self.facts[frame.id as usize].best as usize;
        untried.sort_by_key(|Untried { step, number }| {
            let earlier = std::cmp::Reverse(*number);
            (*number == best, step.gain, step.again, earlier)
        });
        frame.left = untried.len();
        untried.drain(..).for_each(|each| path.untried.push(each));
        self.untried = untried;
        Ok(())
    }

    /// Takes into account that the position after the move being searched is worth `value`.
    fn returned(&self, frame: &mut Frame, value: i64) -> Result<(), Failure<G>> {
        let value = total(frame.gain, frame.again, value)
            .ok_or_else(|| Stop::Overflow(self.table[frame.id].clone()))?;
        if value > frame.value {
            frame.value = value;
            frame.best = frame.number;
        }
        if let Some(blocked) = &mut frame.blocked {
            blocked.1.push(value);
        }
        Ok(())
    }

    /// Stores what the search of the last position on the path has shown, and returns its value.
    fn leave(&mut self, frame: &mut Frame) -> i64 {
        let facts = &mut self.facts[frame.id as usize];
        facts.on_path = false;
        // Only a hint, so one that cannot be kept is no loss.
        facts.best = u32::try_from(frame.best).unwrap_or(u32::MAX);
        if let Some((block, values)) = frame.blocked.as_deref_mut() {
            let value = allowed(values, *block);
            (facts.lower, facts.upper) = (value, value);
            return value;
        }
        if frame.value > frame.window.alpha {
            facts.lower = facts.lower.max(frame.value);
        }
        if frame.value < frame.window.beta {
            facts.upper = facts.upper.min(frame.value);
        }
        frame.value
    }

    fn total(&self, step: &Step<G::Position>, value: i64, position: &G::Position) -> Result<i64, Failure<G>> {
        total(step.gain, step.again, value).ok_or_else(|| Stop::Overflow(position.clone()))
    }

    fn cycle(&self, first: Id, path: &Path<G::Position>) -> Failure<G> {
        let round = path.frames.iter().skip_while(|frame| frame.id != first);
        Stop::Cycle(round.map(|frame| self.table[frame.id].clone()).collect())
    }
}

impl Facts {
    /// The value, if what is known is enough for this window.
    fn within(&self, window: Window) -> Option<i64> {
        if self.lower == self.upper || self.lower >= window.beta {
            Some(self.lower)
        } else if self.upper <= window.alpha {
            Some(self.upper)
        } else {
            None
        }
    }
}

impl Frame {
    /// The scores that still matter for the moves to come.
    fn search_window(&self) -> Window {
        if self.blocked.is_some() {
            return INFINITE;
        }
        Window { alpha: self.window.alpha.max(self.value), beta: self.window.beta }
    }

    /// Whether the position is known to be too good to be allowed.
    fn cut(&self) -> bool {
        self.blocked.is_none() && self.value >= self.window.beta
    }
}

impl Window {
    /// The window for the position after `step`.
    fn before<P>(self, step: &Step<P>) -> Window {
        // A bound that leaves 64 bits is beyond every score, like the infinite ones.
        let shift = |bound: i64| match bound {
            i64::MIN | i64::MAX => bound,
            _ => bound.saturating_sub(step.gain),
        };
        let flip = |bound: i64| match bound {
            i64::MIN => i64::MAX,
            i64::MAX => i64::MIN,
            _ => -bound,
        };
        let (alpha, beta) = (shift(self.alpha), shift(self.beta));
        if step.again { Window { alpha, beta } } else { Window { alpha: flip(beta), beta: flip(alpha) } }
    }

    /// The window without what is known to be outside the bounds.
    fn narrowed(self, facts: &Facts) -> Window {
        Window { alpha: self.alpha.max(facts.lower), beta: self.beta.min(facts.upper) }
    }
}

/// What a move is worth that gains `gain` and leads to a position worth `value`, if 64 bits can say it
/// (the two ends stand for "infinite").
fn total(gain: i64, again: bool, value: i64) -> Option<i64> {
    let finite = |score: &i64| *score != i64::MIN && *score != i64::MAX;
    let value = Some(value).filter(finite)?;
    let value = if again { value } else { -value };
    gain.checked_add(value).filter(finite)
}

/// What remains to a player whose opponent may forbid `block` options of these `values`.
fn allowed(values: &mut [i64], block: u64) -> i64 {
    values.sort_unstable_by(|a, b| b.cmp(a));
    let index = usize::try_from(block).ok();
    let next_best = index.and_then(|index| values.get(index)).copied();
    // All can be forbidden: the opponent leaves the worst, or nothing, which ends the game.
    next_best.unwrap_or_else(|| values.last().map_or(0, |&worst| worst.min(0)))
}
