//! Symmetries of a board as symmetries of its space: a table stores one position of each class.

use crate::engines::boards;
use crate::game::Game;
use bouton_compile::board::{Board, Map, Spread};
use bouton_compile::program::{FieldLayout, Layout};
use bouton_engine::table::{Index, Moved, Orbits, Symmetry};
use bouton_language::interp::Part;
use bouton_language::value::Value;

/// The classes of a space by the symmetries of the board that it is about; `None` where there are none. Every position that the numbers
/// of the space have must be a legal one.
pub(super) fn orbits(
    game: &Game,
    layout: &Layout,
    corner: &Part,
    index: &Index,
    movers: usize,
) -> Option<Orbits> {
    if !boards::has_cells(game) {
        return None;
    }
    let board = Board::of(game.core(), corner).ok().filter(|board| board.areas.is_none())?;
    let words: Option<Vec<usize>> = (0..board.cells.len()).map(|cell| word(layout, &board, cell)).collect();
    let words = words?;
    let maps = boards::symmetries(game, &board).maps;
    let symmetries: Option<Vec<Symmetry>> =
        maps.iter().map(|map| symmetry(layout, &board, &words, map)).collect();
    Orbits::new(index, movers, &symmetries?)
}

/// The word of a cell.
fn word(layout: &Layout, board: &Board, cell: usize) -> Option<usize> {
    let field = board.cells[cell].field;
    let from = match board.spread[field] {
        Spread::Number(from) => from,
        Spread::Row { from, .. } | Spread::Word { from, .. } | Spread::Grid { from, .. } => from,
    };
    let first = match *layout.fields().get(field)? {
        FieldLayout::One { at, .. } => at,
        FieldLayout::Row { at, fixed, .. } => at + usize::from(!fixed),
        FieldLayout::Grid { at, fixed, .. } => at + if fixed { 0 } else { 2 },
    };
    Some(first + cell - from)
}

fn symmetry(layout: &Layout, board: &Board, words: &[usize], map: &Map) -> Option<Symmetry> {
    let moved = |(cell, &from): (usize, &usize)| {
        let to = map.cells[cell] as usize;
        let of = |cell: usize| layout.fields()[board.cells[cell].field].of();
        let value = |(number, value): (usize, &Value)| {
            let becomes = board.cells[to].values.get(map.values[number] as usize)?;
            Some((layout.word(value, of(cell))?, layout.word(becomes, of(to))?))
        };
        let values = board.cells[cell].values.iter().enumerate().map(value).collect::<Option<_>>()?;
        Some(Moved { from, to: words[to], values })
    };
    let words = words.iter().enumerate().map(moved).collect::<Option<_>>()?;
    Some(Symmetry { words, swaps: map.swaps })
}
