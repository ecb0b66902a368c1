//! Win, lose or draw of one position of a game that always ends.

use super::depth::{Failure, Worker, known};
use super::memory::{Bounds, Memory, Verdict};
use super::scale::{ByOutcome, Scale, number, outcome};
use super::shelf::Shelf;
use super::slots::{Packed, Slots};
use super::team::Team;
use super::window::Window;
use crate::{Budget, Game, Outcome, Stop};

/// Finds outcomes and remembers them for the next question.
///
/// A cycle stops the search only if the outcome hangs on it.
pub struct Outcomes<
    G: Game,
    M: Memory<Position = G::Position, Fact = Verdict> = Shelf<<G as Game>::Position, Verdict>,
> {
    game: G,
    team: Team<M>,
}

impl<G: Game> Outcomes<G> {
    /// A solver for positions of any kind, that knows nothing yet.
    pub fn new(game: G) -> Self {
        Self { game, team: Team::default() }
    }
}

impl<G: Game> Outcomes<G, Slots<G::Position, Verdict>>
where
    G::Position: Packed,
{
    /// A solver for positions of a few words, that knows nothing yet.
    pub fn packed(game: G) -> Self {
        Self { game, team: Team::default() }
    }
}

impl<G: Game, M: Memory<Position = G::Position, Fact = Verdict>> Outcomes<G, M> {
    /// With this many threads for large questions. One thread searches the same way every time.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.team.set_threads(threads);
        self
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The number of positions stored.
    pub fn positions(&self) -> usize {
        self.team.with_table(M::len)
    }

    /// The memory the solver takes between questions.
    pub fn bytes(&self) -> usize {
        self.team.with_table(M::bytes)
    }

    /// The outcome of `position` if it is stored already.
    pub fn known(&self, position: &G::Position) -> Option<Outcome> {
        self.bounds(position).exact().map(outcome)
    }

    /// Takes the outcome of `position` from somebody who knows it. Where the memory of the budget is used up,
    /// something else may be forgotten for it.
    pub fn learn(&mut self, position: G::Position, outcome: Outcome, budget: &Budget) {
        let value = number(outcome);
        let fact = Bounds { lower: value, upper: value, ..Bounds::UNKNOWN };
        let heap = self.game.bytes(&position).saturating_sub(size_of::<G::Position>());
        self.team.learn(&position, heap, fact.into(), budget);
    }

    /// The outcome of `position` for the player to move.
    pub fn solve(&mut self, position: &G::Position, budget: &Budget) -> Result<Outcome, Failure<G>> {
        self.within(position, Window::ALL, budget).map(outcome)
    }

    fn bounds(&self, position: &G::Position) -> Bounds {
        self.team.with_table(|table| known::<G, ByOutcome, M>(&self.game, table, position, M::hash(position)))
    }

    /// The value of `position`: exact inside the window, a bound on the right side of it outside.
    fn within(&self, position: &G::Position, window: Window, budget: &Budget) -> Result<i64, Failure<G>> {
        if let Some(value) = self.bounds(position).within(window) {
            return Ok(value);
        }
        if let Some(value) = ByOutcome::ended(&self.game, position).map_err(Stop::Rules)? {
            return Ok(value);
        }
        self.team.ask(budget, |number, of, table| {
            Worker::<G, ByOutcome>::new(&self.game, (number, of), position, window, table)
        })
    }
}
