//! The independent parts of one or several games, for the engine that adds Grundy values.

use crate::engines::whole::{Fault, Work};
use crate::game::Game;
use bouton_engine as engine;
use bouton_language::interp::{self, Part, Position, Turn};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The parts of several games. A part of a `position` game is the whole position.
pub struct Parts {
    /// The terms.
    pub games: Vec<Game>,
    work: Arc<Work>,
}

/// A part as bytes: the term's number, then the part in canonical form.
pub type PartKey = Box<[u8]>;

impl Parts {
    /// The parts of these games.
    pub fn new(games: Vec<Game>, work: Arc<Work>) -> Parts {
        Parts { games, work }
    }

    /// The key of a part of a term.
    pub fn key(&self, term: usize, part: &Part) -> PartKey {
        let canonical = self.games[term].interp().canonical_part(part);
        interp::encode(std::slice::from_ref(&canonical), &[term as u64]).into_boxed_slice()
    }

    /// The term and the part behind a key that [`Parts::key`] made.
    pub fn part(&self, key: &PartKey) -> (usize, Position) {
        let (parts, extra) = interp::decode(key).unwrap_or_default();
        (extra.first().copied().unwrap_or(0) as usize, Position { parts })
    }
}

impl engine::Sum for Parts {
    type Part = PartKey;
    type Error = Fault;

    fn options(&self, key: &PartKey, out: &mut Vec<Vec<PartKey>>) -> Result<(), Fault> {
        let (term, position) = self.part(key);
        let interp = self.games[term].interp();
        let mut spent = Ok(());
        for part in &position.parts {
            interp
                .moves_by_parity(part, Turn { mover: 0, turn: 0 }, &mut |made| {
                    spent = self.work.spend(part);
                    if spent.is_err() {
                        return ControlFlow::Break(());
                    }
                    out.push(made.parts.iter().map(|p| self.key(term, p)).collect());
                    ControlFlow::Continue(())
                })
                .map_err(|e| Fault::Rules(term, e))?;
        }
        Ok(spent?)
    }

    fn bytes(&self, key: &PartKey) -> usize {
        size_of::<PartKey>() + key.len() + 16
    }
}
