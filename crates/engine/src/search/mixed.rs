//! Two searches for one outcome: depth-first, and after a while also by proof numbers, taking turns.
//!
//! Small questions are answered before the second begins. After that it gets an equal share where the numbers
//! of options differ widely (the game is lopsided), and a small one where they do not: so whichever suits the
//! game better, the answer takes at most about twice as long as with that one alone. What one of them settles the other
//! finds in the table.

use super::alpha_beta::{AlphaBeta, Table};
use super::dfpn::ProofNumberSearch;
use super::scale::ByOutcome;
use super::team::{Busy, Searcher};
use super::window::Window;
use crate::Game;
use crate::stop::GameStop;
use crate::tuning::{PROOF_FROM, PROOF_SHARE};
use bouton_budget::Meter;

/// A worker who searches both ways.
pub(super) struct Mixed<'g, G: Game> {
    depth: AlphaBeta<'g, G, ByOutcome>,
    proof: Option<ProofNumberSearch<'g, G>>,
    /// Bytes for positions that the second search has not settled.
    room: usize,
}

impl<'g, G: Game> Mixed<'g, G> {
    /// Searcher `number` of `of`; only the first searches both ways.
    pub(super) fn new<M: Table<G, ByOutcome>>(
        game: &'g G,
        (number, of): (u32, usize),
        position: &G::Position,
        room: usize,
        table: &M,
    ) -> Result<Self, GameStop<G>> {
        let depth = AlphaBeta::new(game, (number, of), position, Window::ALL, table)?;
        Ok(Self { depth, proof: (number == 0).then(|| ProofNumberSearch::new(game, position)), room })
    }

    fn depth_entered<M: Table<G, ByOutcome>>(&self) -> u64 {
        Searcher::<M>::entered(&self.depth)
    }
}

impl<G: Game, M: Table<G, ByOutcome>> Searcher<M> for Mixed<'_, G> {
    type Answer = i64;
    type Failure = GameStop<G>;

    fn run(
        &mut self,
        table: &M,
        busy: Option<&Busy>,
        meter: &mut Meter<'_>,
        nodes: u64,
    ) -> Result<Option<i64>, GameStop<G>> {
        let found = self.depth.run(table, busy, meter, nodes)?;
        if found.is_some() || self.depth_entered::<M>() < PROOF_FROM {
            return Ok(found);
        }
        let Some(proof) = self.proof.as_mut().filter(|proof| proof.fits()) else { return Ok(None) };
        let share = if self.depth.lopsided() { nodes } else { nodes / PROOF_SHARE };
        proof.run(table, meter, share, self.room)
    }

    fn entered(&self) -> u64 {
        self.depth_entered::<M>() + self.proof.as_ref().map_or(0, ProofNumberSearch::entered)
    }
}
