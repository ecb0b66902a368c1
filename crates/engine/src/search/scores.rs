//! The score of a position.

use super::alpha_beta::{AlphaBeta, Table};
use super::lockless::Lockless;
use super::scale::{ByScore, Scale};
use super::sharded::Sharded;
use super::solver::{Question, Search};
use super::transposition::Bounds;
use super::window::Window;
use crate::stop::GameStop;
use crate::{Budget, Game, Stop};

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
        if let Some(value) = self.bounds(position).within(Window::ALL) {
            return Ok(value);
        }
        if let Some(value) = ByScore::ended(&self.game, position).map_err(Stop::Rules)? {
            return Ok(value);
        }
        self.team.ask(budget, |number, of, table| {
            AlphaBeta::<G, ByScore>::new(&self.game, (number, of), position, Window::ALL, table)
        })
    }
}
