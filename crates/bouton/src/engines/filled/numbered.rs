//! The same spaces for workers of many processes: rules, numbering, and an order in which the cells can be filled.
//!
//! Nothing is filled here and nothing allocated. Play may go on for ever, which a table on one machine leaves to other
//! engines; shortcuts that need the whole table in one memory are left out.

use super::layer::Layers;
use super::words::Words;
use super::{Ask, order, space};
use crate::engines::compiled::most_elements;
use crate::game::Game;
use bouton_compile::program::Layout;
use bouton_engine::table::Index;
use bouton_language::ast::ShapeKind;
use bouton_language::interp::Part;
use bouton_language::rules::End;

/// The number that every move lowers, of the words of a position.
pub type Measured = Box<dyn Fn(&[i64]) -> Option<u64> + Send + Sync>;

/// A space of positions that can be filled by anybody who has it.
pub struct Numbered {
    /// The rules.
    pub rules: Words,
    /// The numbering of the positions.
    pub index: Index,
    /// What is asked of every position.
    pub ask: Ask,
    /// Does it matter who moves?
    pub sides: bool,
    /// A number that every move lowers, where the facts have one.
    pub layer: Option<Measured>,
    /// How far down in the numbers of positions a move led that was tried, where none led up. No proof: whoever relies
    /// on it looks at every move.
    pub reach: Option<usize>,
    /// Is it proved that play ends?
    pub ends: bool,
    /// What play without end is worth, where the rules say.
    pub endless: Option<End>,
    /// Options of a position, on average.
    pub moves: f64,
}

/// Why a space cannot be numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoNumbers {
    /// The rules look at the number of moves, at all heaps, or let the opponent forbid moves.
    Rules,
    /// These values are of no use here: scores, or outcomes of single heaps.
    Ask,
    /// The facts do not bound the positions that can follow, or the rules do not compile.
    Unbounded,
    /// Grundy values need a number that every move lowers, and the facts have none.
    NoLayers,
}

impl Numbered {
    /// The space of all positions that can be reached from a part.
    pub fn of(game: &Game, corner: &Part, ask: Ask) -> Result<Numbered, NoNumbers> {
        let rules = game.rules();
        if rules.stop.is_some() || rules.block.is_some() || rules.uses.turn || rules.uses.heaps {
            return Err(NoNumbers::Rules);
        }
        let fits = match ask {
            Ask::Grundy => game.kind().grundy.is_ok() && rules.endless.is_none(),
            Ask::Outcome | Ask::Remoteness => {
                rules.score.is_none() && rules.shape.kind == ShapeKind::Position
            }
            Ask::Score => false,
        };
        if !fits {
            return Err(NoNumbers::Ask);
        }
        let corner = game.interp().canonical_part(corner);
        let most = most_elements(game, &[&corner]);
        let layout = Layout::covering(game.core(), &[&corner], &most).map_err(|_| NoNumbers::Unbounded)?;
        let groups = space::axes(game, &layout, &corner).ok_or(NoNumbers::Unbounded)?;
        let sides = game.kind().partizan();
        let words = Words::new(game, &layout, &[]).map_err(|_| NoNumbers::Unbounded)?;
        let ordered = order::order(&words, &groups, None, if sides { 2 } else { 1 });
        let ordered = ordered.ok_or(NoNumbers::Unbounded)?;
        let layer = layer(game, &layout, &corner);
        if ask == Ask::Grundy && layer.is_none() {
            return Err(NoNumbers::NoLayers);
        }
        Ok(Numbered {
            reach: ordered.fits.then(|| order::reach(&words, &ordered.index, if sides { 2 } else { 1 })),
            rules: words,
            index: ordered.index,
            ask,
            sides,
            layer,
            ends: game.facts().measure.is_some(),
            endless: rules.endless,
            moves: ordered.moves,
        })
    }

    /// Cells: positions, twice where it matters who moves.
    pub fn cells(&self) -> usize {
        self.index.cells() * if self.sides { 2 } else { 1 }
    }

    /// The cell of a part in canonical form, for a player to move; `None` outside the space.
    pub fn cell(&self, part: &Part, mover: usize) -> Option<usize> {
        let mut words = vec![0; self.rules.layout().width()];
        let at = self.rules.layout().write(part, &mut words).then(|| self.index.encode(&words))??;
        Some(if self.sides { 2 * at + mover.min(1) } else { at })
    }

    /// The part and the player to move of a cell.
    pub fn position(&self, cell: usize) -> (Part, usize) {
        let movers = if self.sides { 2 } else { 1 };
        let mut words = vec![0; self.index.width()];
        self.index.decode(cell / movers, &mut words);
        (self.rules.layout().read(&words), cell % movers)
    }
}

/// The measure of the facts, where it is one natural number.
fn layer(game: &Game, layout: &Layout, corner: &Part) -> Option<Measured> {
    if game.rules().endless.is_some() {
        return None;
    }
    let measure = game.facts().measure.as_ref()?;
    if let Some(layers) = Layers::of(measure, layout) {
        return Some(Box::new(move |words| layers.at(words)));
    }
    // A measure of several numbers gives no layers.
    if measure.value(corner)?.len() != 1 {
        return None;
    }
    let (game, layout) = (game.clone(), layout.clone());
    Some(Box::new(move |words| match game.facts().measure.as_ref()?.value(&layout.read(words))?.as_slice() {
        [one] => u64::try_from(*one).ok(),
        _ => None,
    }))
}
