//! Rules as formulas of linear arithmetic: the form in which statements about all sizes can be decided by automata.
//!
//! A position is a tuple of natural numbers, one for each [`Coordinate`] (number fields, yes-or-no fields as 0 and 1,
//! the places of rows of fixed length). Variables of a formula are numbered: first the coordinates of the position
//! before the move, then the choices of the move, then whatever [`Formula::Exists`] binds. All of them are natural
//! numbers.
//!
//! [`derive()`] reads the rules exactly: the moves of the fragment are the moves of the rules, no more and no fewer.
//! Expressions are read by `reader`, `compare` and `folds` into numbers by cases (`number`) and conditions (`quotient`),
//! positions by `shape`, move lines by `moves`; `weights` proves that play ends. What linear arithmetic cannot say gives
//! a reason ([`Outside`]).

mod claims;
mod compare;
mod derive;
mod folds;
mod moves;
mod number;
mod outside;
mod quotient;
mod reader;
mod recursive;
mod remainder;
mod shape;
mod weights;
mod words;

pub use claims::{Claimed, Statement, Term, TermKind, condition, starts, value, within};
pub use derive::{derive, derive_alone, derive_players, derive_signed};
pub use outside::{Outside, Why};
pub use recursive::definition;
pub use remainder::{Remainder, condition_by_remainder, value_by_remainder};
pub use words::inside;

use bouton_language::ast::Verdict;
use bouton_language::value::Value;
pub use bouton_linear::{Affine, Formula};

/// What one coordinate of a position is in the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinate {
    /// Its name as the rules write it: `a`, or `a[1]`.
    pub name: String,
    /// The field.
    pub field: usize,
    /// The place in a row of fixed length.
    pub place: Option<usize>,
    /// Whether it is a yes-or-no, written as 1 and 0.
    pub flag: bool,
}

/// What a choice of a move line is in a family of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// This value.
    Value(Value),
    /// The number that the form gives.
    Number(Affine),
    /// A list of such.
    List(Vec<Chosen>),
}

/// A family of moves: all choices that satisfy the guard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FragmentMove {
    /// The move line of the rules.
    pub line: usize,
    /// How many variables the guard and the results have free: the coordinates and the choices.
    pub variables: usize,
    /// When the choices may be made. It says everything: also that the results are legal positions.
    pub guard: Formula,
    /// The parts that the move leaves, each as one form for each coordinate. A game that is one position has one.
    pub parts: Vec<Vec<Affine>>,
    /// The choices of the line, in its order, from the variables; `None` where one of them is no form.
    pub choices: Option<Vec<Chosen>>,
}

/// A game in the form that automata decide. Both players have the same moves, unless a coordinate says who moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// The coordinates of a position, or of one part of it.
    pub coordinates: Vec<Coordinate>,
    /// Which tuples are positions.
    pub legal: Formula,
    /// Endings, the first that applies counts: what they are for the player to move.
    pub ends: Vec<(Formula, Verdict)>,
    /// What having no move is for the player to move.
    pub stuck: Verdict,
    /// The moves.
    pub moves: Vec<FragmentMove>,
    /// How many moves the opponent may forbid before each move.
    pub block: usize,
    /// Every move makes the sum of weight times coordinate smaller (for several parts: in each of them).
    pub weights: Vec<u64>,
    /// Positions are sums of parts, a move is made in one of them.
    pub sum: bool,
    /// The coordinate that says who moves, 1 or 2, where the rules treat players differently: the last, of no field.
    pub mover: Option<usize>,
}
