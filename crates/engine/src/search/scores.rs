//! The score of a position, and of its moves.

use super::alpha_beta::{AlphaBeta, Table};
use super::lockless::Lockless;
use super::scale::{ByScore, Scale};
use super::sharded::Sharded;
use super::solver::{Question, Search};
use super::transposition::Bounds;
use super::window::{Window, total};
use crate::budget::GameStop;
use crate::choice::distinct;
use crate::{Budget, Game, Step, Stop};

/// Finds scores and remembers them for the next question.
///
/// A cycle stops the search only if the score hangs on it.
pub type Scores<G, M = Sharded<<G as Game>::Position, Bounds>> = Search<ByScore, G, M>;

/// The solver that [`Scores::packed`] makes.
pub type PackedScores<G> = Scores<G, Lockless<<G as Game>::Position, Bounds>>;

impl<G: Game> Question<G> for ByScore {
    type Position = G::Position;
    type Fact = Bounds;
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

impl<G: Game, M: Table<G, ByScore>> Scores<G, M> {
    /// The score of `position` if it is stored and known exactly.
    pub fn known(&self, position: &G::Position) -> Option<i64> {
        self.bounds(position).exact()
    }

    /// Takes the score of `position` from somebody who knows it. Where the memory of the budget is used up,
    /// something else may be forgotten for it.
    pub fn learn(&mut self, position: G::Position, value: i64, budget: &Budget) {
        let fact = Bounds { lower: value, upper: value, ..Bounds::UNKNOWN };
        let heap = self.game.bytes(&position).saturating_sub(size_of::<G::Position>());
        self.team.learn(&position, heap, fact, budget);
    }

    /// The score of `position` for the player to move.
    pub fn value(&mut self, position: &G::Position, budget: &Budget) -> Result<i64, GameStop<G>> {
        self.within(position, Window::ALL, budget)
    }

    /// The moves of `position` with the exact score of each, in the order the game lists them.
    pub fn values(
        &mut self,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<Vec<Valued<G::Position>>, GameStop<G>> {
        let steps = self.moves(position)?;
        let mut valued = Vec::with_capacity(steps.len());
        for step in steps {
            let value = self.value(&step.to, budget)?;
            let value = whole(&step, value, position)?;
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
    ) -> Result<Option<Best<G::Position>>, GameStop<G>> {
        let moves = self.moves(position)?;
        if moves.is_empty() {
            return Ok(None);
        }
        let mut window = Window::ALL;
        if self.game.block(position).map_err(Stop::Rules)? == 0 {
            // The position's own search, with the best moves first, finds what the best are worth.
            window.beta = self.value(position, budget)?;
            window.alpha = window.beta - 1;
        }
        let (mut value, mut steps) = (i64::MIN, Vec::new());
        for step in moves {
            let reached = self.within(&step.to, window.before(step.gain, step.again), budget)?;
            let reached = whole(&step, reached, position)?;
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
    fn moves(&self, position: &G::Position) -> Result<Vec<Step<G::Position>>, GameStop<G>> {
        let mut steps = Vec::new();
        let game = &self.game;
        if game.ended(position).map_err(Stop::Rules)?.is_none() {
            game.options(position, &mut steps).map_err(Stop::Rules)?;
            distinct(&mut steps, true);
        }
        Ok(steps)
    }

    /// The value of `position`: exact inside the window, a bound on the right side of it outside.
    fn within(&self, position: &G::Position, window: Window, budget: &Budget) -> Result<i64, GameStop<G>> {
        if let Some(value) = self.bounds(position).within(window) {
            return Ok(value);
        }
        if let Some(value) = ByScore::ended(&self.game, position).map_err(Stop::Rules)? {
            return Ok(value);
        }
        self.team.ask(budget, |number, of, table| {
            AlphaBeta::<G, ByScore>::new(&self.game, (number, of), position, window, table)
        })
    }
}

fn whole<P: Clone, E>(step: &Step<P>, value: i64, position: &P) -> Result<i64, Stop<P, E>> {
    total(step.gain, step.again, value).ok_or_else(|| Stop::Overflow(position.clone()))
}
