//! Positions and moves as people type them, and back: what is printed parses back.
//!
//! `3 4 5`, `(2,0) (3,3)`, `2,0 3,3`, `[1 1] [3 3]`, `1 2 0 / 0 1 0 / 2 0 0`, `0010`, `++--`, `12 limit=4`, `""` for an
//! empty word, `nothing` for a sum without parts; full-width digits and punctuation too. A move is
//! `take 2 @1`: name, choices in order or by name, which part. [`items`] cuts text into pieces, [`read`] gives them
//! to the fields, [`print`] writes them, [`moves`] does both for moves, [`form`] says what is expected.

mod error;
mod form;
mod items;
mod moves;
mod print;
mod read;
mod value;

pub(crate) use error::was;
pub use error::{MoveProblem, PositionError, PositionProblem};
pub use form::expected_form;
pub(crate) use items::is_mark;
pub use moves::{MOST_MEANT, move_words, parse_move, print_move};
pub use print::{print_part, print_position};
pub use read::{LeftOut, left_out, parse_position};
pub use value::{read_value, read_value_as};
