//! Cells as numbers: how a value of a table stands in a file.
//!
//! Small numbers take few bits there, so outcomes are 0, 1, 2; scores, which have signs, are 0, -1, 1, -2, … counted from
//! 0; remoteness and outcome share a number. A place without a legal position is an empty cell.

use crate::table::{Cell, Show};
use bouton_language::ast::Verdict;

const LOSE: u64 = 0;
const WIN: u64 = 1;
const DRAW: u64 = 2;

fn outcome(v: Verdict) -> u64 {
    match v {
        Verdict::Lose => LOSE,
        Verdict::Win => WIN,
        Verdict::Draw => DRAW,
    }
}

fn verdict(code: u64) -> Option<Verdict> {
    match code {
        LOSE => Some(Verdict::Lose),
        WIN => Some(Verdict::Win),
        DRAW => Some(Verdict::Draw),
        _ => None,
    }
}

/// The number of a value; `None` where there is no legal position (or nothing that can be a number).
pub fn of(cell: &Cell) -> Option<u64> {
    match cell {
        Cell::Grundy(n) | Cell::Moves(n) => Some(*n),
        Cell::Outcome(v) => Some(outcome(*v)),
        Cell::Score(s) => Some(((s << 1) ^ (s >> 63)) as u64),
        // One more than the moves, so that "none" is 0; a game of 2^61 moves has not been played.
        Cell::Remoteness(v, n) => Some(outcome(*v) | n.map_or(0, |n| n.saturating_add(1)) << 2),
        Cell::Illegal | Cell::Unknown | Cell::Best(_) | Cell::Value(_) => None,
    }
}

/// The value that a number stands for.
pub fn cell(show: Show, code: Option<u64>) -> Cell {
    let Some(n) = code else { return Cell::Illegal };
    match show {
        Show::Grundy => Cell::Grundy(n),
        Show::Moves => Cell::Moves(n),
        Show::Score => Cell::Score((n >> 1) as i64 ^ -((n & 1) as i64)),
        Show::Win => verdict(n).map_or(Cell::Unknown, Cell::Outcome),
        Show::Remoteness => {
            verdict(n & 3).map_or(Cell::Unknown, |v| Cell::Remoteness(v, (n >> 2).checked_sub(1)))
        }
        Show::Best | Show::Value => Cell::Unknown,
    }
}
