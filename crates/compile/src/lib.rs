//! Bouton: the compile room. From rules to what is known about them and to what runs them.
//!
//! | room | gives |
//! |---|---|
//! | [`board`] | the rules on a board of one size, every move written out |
//! | [`facts`] | what can be proved about a game for all positions: why play ends, how far it gets, what kind of moves it has |
//! | [`fragment`] | the rules as formulas of linear arithmetic, where they are |
//! | [`letters`] | the rules as formulas about the places of a word, where they are |
//! | [`places`] | where moves of a row of any length look at one place and what stands near it |
//! | [`program`] | a generator of moves over words, as closures or machine code |
//!
//! All read the [`Core`] of a game: rules under given parameters.

pub mod board;
pub mod facts;
pub mod fragment;
pub mod letters;
pub mod places;
pub mod program;

pub use bouton_core::Core;
pub use facts::{
    Asymmetry, Breaks, Code, Cut, Declared, EndCuts, Estimate, Facts, GraphFact, Kind, LevelMove, LineCut,
    LineRay, LinearGuard, LinearMove, LinearMoves, Measure, NoGrundy, Quantity, Ranking, Side, Sides,
    Symmetry, TakeSet, Tokens, Universe, VectorMove, growth, measure, quantity, symmetry,
};
