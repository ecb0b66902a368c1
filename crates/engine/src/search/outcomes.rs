//! Win, lose or draw of one position of a game that always ends.

use super::depth::{Failure, known};
use super::memory::{Bounds, Memory, Verdict};
use super::mixed::Mixed;
use super::scale::{ByOutcome, number, outcome};
use super::shelf::Shelf;
use super::slots::{Packed, Slots};
use super::team::Team;
use crate::{Budget, Game, Outcome, Stop};

/// Finds outcomes and remembers them for the next question.
///
/// Large questions are searched in two ways, depth-first and by proof numbers; see the head of `mixed.rs`. A
/// cycle stops the search only if the outcome hangs on it.
pub struct Outcomes<
    G: Game,
    M: Memory<Position = G::Position, Fact = Verdict> = Shelf<<G as Game>::Position, Verdict>,
> {
    game: G,
    team: Team<M>,
}

/// The solver that [`Outcomes::packed`] makes.
pub type PackedOutcomes<G> = Outcomes<G, Slots<<G as Game>::Position, Verdict>>;

impl<G: Game> Outcomes<G> {
    /// A solver for positions of any kind, that knows nothing yet.
    pub fn new(game: G) -> Self {
        Self { game, team: Team::default() }
    }
}

impl<G: Game> PackedOutcomes<G>
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

    /// With a thread for every core for large questions.
    #[must_use]
    pub fn every_core(mut self) -> Self {
        self.team.use_every_core();
        self
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The number of positions stored.
    pub fn positions(&self) -> usize {
        self.team.with_table(M::stored)
    }

    /// The memory the solver takes between questions.
    pub fn bytes(&self) -> usize {
        self.team.with_table(M::bytes)
    }

    /// How many positions were expanded for all questions so far, by the first thread.
    pub fn entered(&self) -> u64 {
        self.team.entered()
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
        if let Some(value) = self.bounds(position).exact() {
            return Ok(outcome(value));
        }
        if let Some(outcome) = self.game.ended(position).map_err(Stop::Rules)? {
            return Ok(outcome);
        }
        let room = budget.memory_limit() / 8;
        let found = self
            .team
            .ask(budget, |number, of, table| Mixed::new(&self.game, (number, of), position, room, table));
        found.map(outcome)
    }

    fn bounds(&self, position: &G::Position) -> Bounds {
        self.team.with_table(|table| known::<G, ByOutcome, M>(&self.game, table, position, M::hash(position)))
    }
}
