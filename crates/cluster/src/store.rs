//! The number that stands for the value of a cell.
//!
//! A cell holds 0 before it is filled, 1 where the rules could not be run, and otherwise the number that stands for its
//! value in a saved table, plus 2. Outcomes are 0 lost, 1 won, 2 drawn; with remoteness they are the low two bits under
//! the number of moves plus one.

use bouton_engine::Outcome;

/// Not filled yet.
pub(crate) const UNFILLED: u32 = 0;

/// The rules could not be run there.
pub(crate) const HOLE: u32 = 1;

/// The first number of a value.
pub(crate) const FIRST: u32 = 2;

/// The number that a saved table has for a code.
pub(crate) fn saved(code: u32) -> Option<u64> {
    code.checked_sub(FIRST).map(u64::from)
}

/// The number of an outcome in a saved table.
pub(crate) fn outcome_code(outcome: Outcome) -> u32 {
    match outcome {
        Outcome::Lose => 0,
        Outcome::Win => 1,
        Outcome::Draw => 2,
    }
}

/// The outcome of a number, with remoteness or without.
pub(crate) fn outcome_of(code: u32) -> Outcome {
    match code & 3 {
        0 => Outcome::Lose,
        1 => Outcome::Win,
        _ => Outcome::Draw,
    }
}

/// The number of an outcome that is so many moves away.
pub(crate) fn solved_code(outcome: Outcome, moves: Option<u32>) -> u32 {
    outcome_code(outcome) | moves.map_or(0, |n| n.saturating_add(1).min(MOST_MOVES)) << 2
}

/// A game of more moves than this has not been played; entries of a judge keep three bits for themselves.
pub(crate) const MOST_MOVES: u32 = (1 << 26) - 1;

/// How many moves away the end is.
pub(crate) fn moves_of(code: u32) -> Option<u32> {
    (code >> 2).checked_sub(1)
}
