//! Tables of positions that are points of a box of whole numbers, with moves that are vectors.
//!
//! A move subtracts `base + k*step` for some k of a range, wherever the result is in the box: rooks, queens and
//! their like (*rays*: any k), limited ones (*windows*: k to some m), and single jumps. The table is filled row by
//! row, and what is carried along depends on the kind of move, never on the game:
//!
//! | a move is | [`win`] | [`grundy`] |
//! |---|---|---|
//! | a ray | a flag a line, 64 lines to an operation | the set of values met on the line |
//! | a window of m steps | log m operations for 64 cells | the same set, values leave it behind |
//! | a single vector | one operation for 64 cells | one look |
//!
//! Where a ray runs along the rows, a value occurs once in a row, and in long rows [`grundy`] places value after
//! value instead of looking for the value of each cell.
//!
//! For moves of any other kind, [`fill`] runs the rules at every cell of a space that an [`Index`] numbers.
//!
//! ```
//! use bouton_engine::{Budget, Outcome};
//! use bouton_engine::table::{self, Play, VectorMove};
//!
//! // Wythoff: any number from one heap, or the same number from both.
//! let queen = [VectorMove::ray(vec![1, 0]), VectorMove::ray(vec![0, 1]), VectorMove::ray(vec![1, 1])];
//! let lost = table::win(&[100, 100], &queen, Play::Normal, &Budget::unlimited())?;
//! assert_eq!(lost.outcome(&[3, 5]), Some(Outcome::Lose));
//! let values = table::grundy(&[100, 100], &queen, &Budget::unlimited())?;
//! assert_eq!(values.get(&[3, 4]), Some(2));
//! # Ok::<(), table::TableStop>(())
//! ```

use std::convert::Infallible;

use crate::{Budget, Halt, Outcome, Stop};

mod board;
pub mod fill;
mod grundy;
mod index;
mod layout;
mod level;
mod moves;
mod orbits;
mod scan;
mod sweep;
mod win;
mod words;

pub use board::{Board, BoardMove, Guard, Way};
pub use grundy::{Values, grundy};
pub use index::{Axis, Index, Letters, MOST_RANKED, NoIndex};
pub use moves::VectorMove;
pub use orbits::{Moved, Orbits, Symmetry};
pub use win::{Bits, lost, win};

/// The most coordinates a position may have.
pub const MOST_AXES: usize = 6;

/// What the player who cannot move gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// They lose.
    Normal,
    /// They win.
    Misere,
}

impl Play {
    /// The result for the player who cannot move.
    pub const fn stuck(self) -> Outcome {
        match self {
            Self::Normal => Outcome::Lose,
            Self::Misere => Outcome::Win,
        }
    }
}

/// What is wrong with moves that have no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTable {
    /// A position must have between 1 and [`MOST_AXES`] coordinates.
    #[error("a table has 1 to {MOST_AXES} axes, not {found}")]
    Axes {
        /// The coordinates asked for.
        found: usize,
    },
    /// The vectors of a move do not have as many coordinates as the box.
    #[error("move {index} is not a vector of {axes} coordinates")]
    Shape {
        /// The move, from 0.
        index: usize,
        /// The coordinates of the box.
        axes: usize,
    },
    /// However the axes are ordered, some move does not lead to an earlier cell. For the order of the box,
    /// that is this move with this k.
    #[error("move {index} with k = {k} does not lead back in the order of the table")]
    Climbs {
        /// The move, from 0.
        index: usize,
        /// The multiple of its step.
        k: i64,
    },
}

/// Why there is no table.
pub type TableStop = Stop<Infallible, NoTable>;

/// Counts the bytes of one table and refuses before they exceed the budget.
struct Room {
    limit: usize,
    used: usize,
}

impl Room {
    fn new(budget: &Budget) -> Self {
        Self { limit: budget.memory_limit(), used: 0 }
    }

    /// Takes `count` items of a size, or refuses.
    fn take(&mut self, cells: usize, count: usize, size: usize) -> Result<(), Halt> {
        let needed = count.checked_mul(size).and_then(|bytes| bytes.checked_add(self.used));
        match needed {
            Some(needed) if needed <= self.limit => {
                self.used = needed;
                Ok(())
            }
            _ => Err(self.refusal(cells, needed.unwrap_or(usize::MAX))),
        }
    }

    /// Gives back `bytes` taken before.
    fn give(&mut self, bytes: usize) {
        self.used = self.used.saturating_sub(bytes);
    }

    fn refusal(&self, cells: usize, needed: usize) -> Halt {
        Halt::Memory { positions: cells, needed, limit: self.limit }
    }

    /// `count` copies of `item`, counted.
    fn filled<T: Clone>(&mut self, cells: usize, count: usize, item: T) -> Result<Vec<T>, Halt> {
        let mut out = self.empty(cells, count)?;
        out.resize(count, item);
        Ok(out)
    }

    /// An empty list with room for `count`, counted.
    fn empty<T>(&mut self, cells: usize, count: usize) -> Result<Vec<T>, Halt> {
        self.take(cells, count, size_of::<T>())?;
        let mut out = Vec::new();
        if out.try_reserve_exact(count).is_err() {
            return Err(self.refusal(cells, self.used));
        }
        Ok(out)
    }
}
