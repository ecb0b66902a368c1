//! Rules as formulas about the places of one word: the form in which statements about words of any length can be decided by
//! finite automata.
//!
//! A position is one row or word over finitely many letters. Places are numbered from 1; place 0 stands before the first
//! letter, the *end* behind the last one. A move chooses places (*marks*); its [`Way`] says by a [`Formula`] which places may be
//! chosen, and what each place of the old word becomes in the new one.
//!
//! [`derive()`] reads the rules exactly: the moves here are the moves of the rules, no more and no fewer. Formulas are in
//! `formula`, expressions are read in `reader` and `symbols`, move lines in `ways`. What cannot be said so gives a reason ([`Outside`]).

mod formula;
mod reader;
mod symbols;
mod ways;

pub use formula::{Base, Formula, Place};
pub use ways::{derive, derive_alone};

use bouton_language::span::Span;
use bouton_language::value::Value;

/// The most letters that a word may be made of: sets of letters are kept as bits.
pub const LETTERS: usize = 24;

/// A game on words.
#[derive(Clone, Debug)]
pub struct Letters {
    /// The letters, as values of the language.
    pub alphabet: Vec<Value>,
    /// Which words are positions.
    pub legal: Formula,
    /// For each player to move the endings, the first that holds counts: is it won for the player to move? There is one
    /// player where the rules do not tell them apart.
    pub ends: Vec<Vec<(Formula, bool)>>,
    /// For each player to move: has a player without a move won?
    pub stuck: Vec<bool>,
    /// For each player the moves.
    pub ways: Vec<Vec<Way>>,
    /// What must hold nowhere: there the rules fail, or do what formulas here cannot say.
    pub faults: Vec<(Formula, Span)>,
    /// Marks have numbers below this.
    pub marks: usize,
    /// Positions are sums of such words, a move is made in one of them.
    pub sum: bool,
}

/// A family of moves: all marks for which the formula holds.
#[derive(Clone, Debug)]
pub struct Way {
    /// The marks that are chosen.
    pub marks: Vec<usize>,
    /// When they may be chosen.
    pub when: Formula,
    /// The words that the move leaves; a game of one position has one.
    pub parts: Vec<Output>,
}

/// What a word becomes. A place that a stroke covers goes on into the new word, as what the last such stroke says.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// What becomes of the letters of a stretch of the old word.
    pub strokes: Vec<Stroke>,
    /// What is put in before a place: place and letters, in their order.
    pub inserts: Vec<(Place, Vec<u8>)>,
}

/// A stretch of the old word, from a place on and before another, and what each letter there becomes.
#[derive(Clone, Debug)]
pub struct Stroke {
    /// The first place.
    pub from: Place,
    /// The place behind the last one.
    pub until: Place,
    /// For each letter what it becomes; nothing where it stays what it is.
    pub becomes: Option<Vec<u8>>,
}

/// Why rules are not formulas about the places of a word, and where they show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    /// The place in the rules.
    pub span: Span,
    /// The reason.
    pub why: Why,
}

/// What formulas about places cannot say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A position is not one row or word over a few letters, of any length.
    Shape,
    /// Points, second moves, turns, forbidden options, draws, or sums with endings.
    Play,
    /// An expression beyond places, letters and constants.
    Expression,
    /// A change that does not go through the word from left to right once.
    Change,
    /// Too many cases.
    Many,
}
