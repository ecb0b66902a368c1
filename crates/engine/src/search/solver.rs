//! What the solvers of this room share: a game, a transposition table, and the threads that search with it.

use std::hash::Hash;
use std::marker::PhantomData;

use super::alpha_beta::{Table, known};
use super::lockless::{Lockless, Packed};
use super::scale::Scale;
use super::sharded::Sharded;
use super::team::Team;
use super::transposition::{Bounds, Fact, TranspositionTable};
use crate::Game;

/// What is asked about games of type `G`.
pub trait Question<G> {
    /// What the table keeps apart.
    type Position: Clone + Eq + Hash + Send + Sync;
    /// What it remembers of each.
    type Fact: Fact;
}

/// Answers questions of the kind `Q` about a game and remembers in a table `M` what it finds, for the next question.
pub struct Search<Q, G, M> {
    pub(super) game: G,
    pub(super) team: Team<M>,
    question: PhantomData<fn() -> Q>,
}

impl<Q: Question<G>, G> Search<Q, G, Sharded<Q::Position, Q::Fact>> {
    /// A solver for positions of any kind, that knows nothing yet.
    pub fn new(game: G) -> Self {
        Self { game, team: Team::default(), question: PhantomData }
    }
}

impl<Q: Question<G, Position: Packed>, G> Search<Q, G, Lockless<Q::Position, Q::Fact>> {
    /// A solver for positions of a few words, that knows nothing yet.
    pub fn packed(game: G) -> Self {
        Self { game, team: Team::default(), question: PhantomData }
    }
}

impl<Q, G, M: TranspositionTable> Search<Q, G, M> {
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
}

impl<Q: Scale<G>, G: Game, M: Table<G, Q>> Search<Q, G, M> {
    /// What is known of a position's value.
    pub(super) fn bounds(&self, position: &G::Position) -> Bounds {
        self.team.with_table(|table| known::<G, Q, M>(&self.game, table, position, M::hash(position)))
    }
}
