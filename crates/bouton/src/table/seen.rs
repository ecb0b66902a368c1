//! A packed table as a picture sees it: its axes, and of every cell a number, who wins, or both.

use super::packed::{ILLEGAL, Packed, UNKNOWN};
use super::{Axis, Show};
use crate::problem::Problem;
use bouton_language::ast::Verdict;

/// What a picture shows of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// There is no legal position.
    Nothing,
    /// The budget ran out before it.
    Unknown,
    /// A number, who wins, or both.
    Cell {
        /// The number.
        value: Option<i64>,
        /// For the player to move.
        outcome: Option<Verdict>,
    },
}

impl Packed {
    /// Title of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// What it shows.
    pub fn show(&self) -> Show {
        self.show
    }

    /// One axis of a strip, two of a matrix: downwards, then across.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// `n <= 21`, in both languages.
    pub fn bound(&self) -> &[String; 2] {
        &self.bound
    }

    /// Why it is not complete, if it is not.
    pub fn stopped(&self) -> Option<&Problem> {
        self.stopped.as_ref()
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// What a picture shows of a cell, the last axis fastest.
    pub fn seen(&self, cell: usize) -> Seen {
        let known = |n: &i64| *n != ILLEGAL && *n != UNKNOWN;
        let n = match self.cells.get(cell) {
            None | Some(&ILLEGAL) => return Seen::Nothing,
            Some(&UNKNOWN) => return Seen::Unknown,
            Some(n) => *n,
        };
        let lost_at_zero = |n: i64| if n == 0 { Verdict::Lose } else { Verdict::Win };
        let sign = |n: i64| match n.signum() {
            1 => Verdict::Win,
            -1 => Verdict::Lose,
            _ => Verdict::Draw,
        };
        let outcome = |n: i64| match n {
            0 => Verdict::Lose,
            1 => Verdict::Win,
            _ => Verdict::Draw,
        };
        let (value, outcome) = match self.show {
            Show::Grundy => (Some(n), Some(lost_at_zero(n))),
            Show::Score => (Some(n), Some(sign(n))),
            Show::Win => (None, Some(outcome(n))),
            Show::Remoteness => {
                let distance = self.distances.as_ref().and_then(|d| d.get(cell)).copied().filter(known);
                (distance, Some(outcome(n)))
            }
            Show::Moves | Show::Best => (Some(n), None),
        };
        Seen::Cell { value, outcome }
    }
}
