//! Win, lose or draw of one position of a game that always ends.

use super::alpha_beta::Table;
use super::lockless::Lockless;
use super::mixed::Mixed;
use super::scale::ByOutcome;
use super::sharded::Sharded;
use super::solver::{Question, Search};
use super::transposition::{Bounds, Verdict};
use crate::stop::GameStop;
use crate::{Budget, Game, Outcome, Stop};

/// Finds outcomes and remembers them for the next question.
///
/// Large questions are searched in two ways, depth-first and by proof numbers; see the head of `mixed.rs`. A
/// cycle stops the search only if the outcome hangs on it.
pub type Outcomes<G, M = Sharded<<G as Game>::Position, Verdict>> = Search<ByOutcome, G, M>;

/// The solver that [`Outcomes::packed`] makes.
pub type PackedOutcomes<G> = Outcomes<G, Lockless<<G as Game>::Position, Verdict>>;

impl<G: Game> Question<G> for ByOutcome {
    type Position = G::Position;
    type Fact = Verdict;
}

impl<G: Game, M: Table<G, ByOutcome>> Outcomes<G, M> {
    /// The outcome of `position` if it is stored already.
    pub fn known(&self, position: &G::Position) -> Option<Outcome> {
        self.bounds(position).exact().map(Outcome::of_sign)
    }

    /// Takes the outcome of `position` from somebody who knows it. Where the memory of the budget is used up,
    /// something else may be forgotten for it.
    pub fn learn(&mut self, position: G::Position, outcome: Outcome, budget: &Budget) {
        let value = outcome.sign();
        let fact = Bounds { lower: value, upper: value, ..Bounds::UNKNOWN };
        let heap = self.game.bytes(&position).saturating_sub(size_of::<G::Position>());
        self.team.learn(&position, heap, fact.into(), budget);
    }

    /// The outcome of `position` for the player to move.
    pub fn solve(&mut self, position: &G::Position, budget: &Budget) -> Result<Outcome, GameStop<G>> {
        if let Some(value) = self.bounds(position).exact() {
            return Ok(Outcome::of_sign(value));
        }
        if let Some(outcome) = self.game.ended(position).map_err(Stop::Rules)? {
            return Ok(outcome);
        }
        let room = budget.memory_limit() / 8;
        let found = self
            .team
            .ask(budget, |number, of, table| Mixed::new(&self.game, (number, of), position, room, table));
        found.map(Outcome::of_sign)
    }
}
