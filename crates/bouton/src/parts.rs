//! The independent parts of one or several games, for the engine that adds Grundy values.

use crate::game::Game;
use crate::whole::{Fault, Work};
use bouton_engine as engine;
use bouton_language::ast::ShapeKind;
use bouton_language::interp::{self, Part, Position, Turn};
use bouton_language::rules::{End, Rules};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Why a game has no Grundy values, if it has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGrundy {
    /// The last mover loses, or the end is a draw or a named player's win.
    End,
    /// Decided by points.
    Score,
    /// The players have different moves.
    Partizan,
    /// `win/lose/draw when`
    When,
    /// `again`
    Again,
    /// `endless`
    Endless,
    /// `stop after` or `turn`
    Turn,
    /// `block`
    Block,
}

impl NoGrundy {
    /// The reason in both languages, as the second half of a sentence.
    pub fn say(self) -> [&'static str; 2] {
        match self {
            NoGrundy::End => ["it is not played so that the last mover wins", "它不是“最后走子者胜”"],
            NoGrundy::Score => ["it is decided by points", "它由得分决定"],
            NoGrundy::Partizan => ["the players have different moves", "双方走法不同"],
            NoGrundy::When => ["a  when  line can end it", "它可以由 when 行结束"],
            NoGrundy::Again => ["a player can move again", "走子者可以再走"],
            NoGrundy::Endless => ["play may never end", "它可能永不结束"],
            NoGrundy::Turn => ["the number of moves matters", "步数影响胜负"],
            NoGrundy::Block => ["the opponent can forbid moves", "对手可以禁止走法"],
        }
    }
}

/// Why the Sprague–Grundy theorem does not apply to a game played with this ending; `None` if it does.
pub fn no_grundy(rules: &Rules, end: End) -> Option<NoGrundy> {
    if rules.score.is_some() {
        Some(NoGrundy::Score)
    } else if crate::whole::partizan(rules) {
        Some(NoGrundy::Partizan)
    } else if end != End::Normal {
        Some(NoGrundy::End)
    } else if !rules.whens.is_empty() {
        Some(NoGrundy::When)
    } else if rules.moves.iter().any(|m| m.again.is_some()) {
        Some(NoGrundy::Again)
    } else if rules.endless.is_some() {
        Some(NoGrundy::Endless)
    } else if rules.stop.is_some() || rules.uses.turn {
        Some(NoGrundy::Turn)
    } else if rules.block.is_some() {
        Some(NoGrundy::Block)
    } else {
        None
    }
}

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

    /// Is every term a sum of heaps (and not one whole position)?
    pub fn all_heaps(&self) -> bool {
        self.games.iter().all(|g| g.rules().shape.kind == ShapeKind::Heaps)
    }
}

impl engine::Sum for Parts {
    type Part = PartKey;
    type Error = Fault;

    fn options(&self, key: &PartKey, out: &mut Vec<Vec<PartKey>>) -> Result<(), Fault> {
        let (term, position) = self.part(key);
        let interp = self.games[term].interp();
        let mut spent = false;
        for part in &position.parts {
            interp
                .moves(part, Turn { mover: 0, turn: 0 }, &mut |made| {
                    if !self.work.spend(part) {
                        spent = true;
                        return ControlFlow::Break(());
                    }
                    out.push(made.parts.iter().map(|p| self.key(term, p)).collect());
                    ControlFlow::Continue(())
                })
                .map_err(|e| Fault::Rules(term, e))?;
        }
        if spent { Err(Fault::Work) } else { Ok(()) }
    }

    fn bytes(&self, key: &PartKey) -> usize {
        size_of::<PartKey>() + key.len() + 16
    }
}
