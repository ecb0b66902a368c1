//! Win, lose or draw of one position of a game that always ends, by depth-first search with memory.
//!
//! A position is left as soon as the options looked at decide it (see `choice.rs`): usually at the first
//! option that wins. Options whose outcome is known already are counted before any other is searched.

use crate::budget::Meter;
use crate::choice::{Choice, Tally, distinct};
use crate::store::{Id, Interner, MOST, Paged};
use crate::{Budget, Game, Outcome, Step, Stop};

/// Options kept waiting. Beyond it, a position forgets the options it has not tried and lists them anew
/// when it goes on: at most twice the work in all, where lists of a thousand options a thousand deep
/// would fill the memory.
const KEEP: usize = 1 << 16;

/// Finds outcomes and remembers them for the next question.
///
/// Positions that end by a rule are not stored: their outcome is asked of the game each time.
/// A cycle stops the search only if the outcome hangs on it.
pub struct Outcomes<G: Game> {
    game: G,
    table: Interner<G::Position>,
    marks: Paged<Mark>,
    /// Where the game lists its options.
    steps: Vec<Step<G::Position>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Unknown,
    OnPath,
    Known(Outcome),
}

/// A position on the path.
struct Frame {
    id: Id,
    choice: Choice,
    tally: Tally,
    /// Whether the option being searched is a move after which the same player goes on.
    again: bool,
    /// Where its untried options begin on the stack of options.
    start: usize,
}

/// The path of the search, with the untried options of each position on it, the next to try last.
struct Path<P> {
    frames: Paged<Frame>,
    untried: Paged<(P, bool)>,
}

type Failure<G> = Stop<<G as Game>::Position, <G as Game>::Error>;

impl<G: Game> Outcomes<G> {
    /// A solver that knows nothing yet.
    pub fn new(game: G) -> Self {
        Self { game, table: Interner::new(), marks: Paged::new(), steps: Vec::new() }
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
        self.table.bytes() + self.marks.bytes() + steps
    }

    /// The outcome of `position` if it is stored already.
    pub fn known(&self, position: &G::Position) -> Option<Outcome> {
        match self.mark(position) {
            Mark::Known(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Takes the outcome of `position` from somebody who knows it. What is known already is not changed, and where the
    /// memory of the budget is used up nothing is learnt.
    pub fn learn(&mut self, position: G::Position, outcome: Outcome, budget: &Budget) {
        let bytes = self.bytes().saturating_add(self.table.growth());
        if self.table.len() >= MOST || Meter::new(budget).room(self.table.len(), bytes).is_err() {
            return;
        }
        let id = self.table.intern(position, |p| self.game.bytes(p));
        if id as usize == self.marks.len() {
            self.marks.push(Mark::Known(outcome));
        } else if self.marks[id as usize] == Mark::Unknown {
            self.marks[id as usize] = Mark::Known(outcome);
        }
    }

    /// The outcome of `position` for the player to move.
    pub fn solve(&mut self, position: &G::Position, budget: &Budget) -> Result<Outcome, Failure<G>> {
        if let Some(outcome) = self.known(position) {
            return Ok(outcome);
        }
        if let Some(outcome) = self.game.ended(position).map_err(Stop::Rules)? {
            return Ok(outcome);
        }
        let mut path = Path { frames: Paged::new(), untried: Paged::new() };
        let answer = self.search(position, &mut path, &mut Meter::new(budget));
        for frame in path.frames.iter() {
            self.marks[frame.id as usize] = Mark::Unknown;
        }
        answer
    }

    fn search(
        &mut self,
        position: &G::Position,
        path: &mut Path<G::Position>,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome, Failure<G>> {
        let mut answer = Outcome::Draw;
        self.enter(position.clone(), path, meter)?;
        while let Some(frame) = path.frames.last_mut() {
            if let Some(outcome) = frame.choice.settled(frame.tally) {
                self.marks[frame.id as usize] = Mark::Known(outcome);
                path.untried.truncate(frame.start);
                path.frames.pop();
                match path.frames.last_mut() {
                    Some(parent) => parent.tally.add(outcome.through(parent.again)),
                    None => answer = outcome,
                }
                continue;
            }
            if path.untried.len() == frame.start {
                // Unsettled, so there are options left: they were forgotten.
                let id = frame.id;
                let listed = self.list(id, path, meter)?;
                if let Some(frame) = path.frames.last_mut() {
                    *frame = listed;
                }
                continue;
            }
            let Some((to, again)) = path.untried.pop() else {
                continue;
            };
            match self.mark(&to) {
                Mark::Known(outcome) => frame.tally.add(outcome.through(again)),
                Mark::OnPath => return Err(self.cycle(&to, path)),
                Mark::Unknown => {
                    frame.again = again;
                    if path.untried.len() > KEEP {
                        path.untried.truncate(frame.start);
                    }
                    self.enter(to, path, meter)?;
                }
            }
        }
        Ok(answer)
    }

    fn mark(&self, position: &G::Position) -> Mark {
        match self.table.get(position) {
            Some(id) => self.marks[id as usize],
            None => Mark::Unknown,
        }
    }

    /// Puts `position`, which has not ended, at the end of the path.
    fn enter(
        &mut self,
        position: G::Position,
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
        if id as usize == self.marks.len() {
            self.marks.push(Mark::Unknown);
        }
        let frame = self.list(id, path, meter)?;
        self.marks[id as usize] = Mark::OnPath;
        path.frames.push(frame);
        Ok(())
    }

    /// Lists the options of a position: counts those that are known, stacks the others.
    fn list(&mut self, id: Id, path: &mut Path<G::Position>, meter: &Meter<'_>) -> Result<Frame, Failure<G>> {
        let position = &self.table[id];
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        let listed = self.game.options(position, &mut steps);
        listed.map_err(Stop::Rules)?;
        let block = self.game.block(position).map_err(Stop::Rules)?;
        if block > 0 {
            distinct(&mut steps, false);
        }
        let stuck = self.game.stuck(position);
        let choice = Choice::new(steps.len(), block, stuck).ok_or_else(|| meter.full(self.table.len()))?;
        let mut tally = Tally::default();
        let start = path.untried.len();
        for step in steps.drain(..).rev() {
            let known = match self.mark(&step.to) {
                Mark::Known(outcome) => Some(outcome),
                Mark::OnPath => None,
                Mark::Unknown => self.game.ended(&step.to).map_err(Stop::Rules)?,
            };
            match known {
                Some(outcome) => tally.add(outcome.through(step.again)),
                None => path.untried.push((step.to, step.again)),
            }
        }
        self.steps = steps;
        Ok(Frame { id, choice, tally, again: false, start })
    }

    fn cycle(&self, first: &G::Position, path: &Path<G::Position>) -> Failure<G> {
        let positions = path.frames.iter().map(|frame| &self.table[frame.id]);
        let round = positions.skip_while(|position| *position != first);
        Stop::Cycle(round.cloned().collect())
    }
}
