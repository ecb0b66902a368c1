//! The pieces of a whole program: definitions, moves, endings, formulas, tables, the input and the answer.

use super::{Clause, E, Ty};
pub use bouton_template::{Around, Form, Length, Read, Target};

/// A definition of the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its place among the definitions of the rules.
    pub id: usize,
    /// Its name in the program.
    pub name: String,
    /// Arguments.
    pub args: Vec<(String, Ty)>,
    /// Its value.
    pub ret: Ty,
    /// The body.
    pub body: E,
    /// Values that were found are remembered: it calls itself several times.
    pub remembers: bool,
    /// Its line in the rules.
    pub comment: String,
}

impl Function {
    /// The function that computes a value anew, where values are remembered.
    pub fn anew(&self) -> String {
        if self.remembers { format!("{}_anew", self.name) } else { self.name.clone() }
    }
}

/// A parameter of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name in the program.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Its value; depends on other parameters where those are read.
    pub value: E,
    /// It is read with every case.
    pub read: bool,
    /// It depends on one that is read.
    pub derived: bool,
    /// Something in the program looks at it.
    pub used: bool,
}

/// A field of a part.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name in the program.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Kept sorted and without zeros.
    pub bag: bool,
    /// One of the numbers whose order does not matter.
    pub unordered: bool,
    /// Value where it is not read.
    pub start: Option<E>,
}

/// What a change writes to.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// A whole field.
    Field(usize),
    /// An element, by one or two indices from 1.
    Element(usize, Vec<E>),
}

/// One change of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Loops and conditions around it.
    pub guards: Vec<Clause>,
    /// Places and their new values (or what is added).
    pub writes: Vec<(Place, E)>,
    /// Added to what the place holds after the arrows.
    pub add: bool,
    /// The sum may be larger than the numbers of the input.
    pub grows: bool,
}

/// Parts that replace a part.
#[derive(Clone, Debug, PartialEq)]
pub enum Pieces {
    /// One part with these fields changed.
    One(Vec<(usize, E)>),
    /// The same so many times.
    Copies(E, Vec<(usize, E)>),
    /// One for each element of a collection: the variable, the collection, the changed fields.
    Each(String, E, Vec<(usize, E)>),
}

/// A step of a move: changes made at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Arrows first, then what is added.
    pub changes: Vec<Change>,
    /// The parts that replace the part, if they do; with the loops and conditions around them.
    pub parts: Option<(Vec<Clause>, Vec<Pieces>)>,
}

/// A line of moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The line in the rules.
    pub comment: String,
    /// Its name.
    pub name: Option<String>,
    /// The choices that identify a move: their names in the rules, and in the program.
    pub chosen: Vec<(String, String)>,
    /// Only this player may make it.
    pub by: Option<usize>,
    /// Choices and conditions.
    pub clauses: Vec<Clause>,
    /// What it does.
    pub steps: Vec<Step>,
    /// What the mover gains.
    pub gain: Option<E>,
    /// When the mover moves again.
    pub again: Option<E>,
}

/// What decides a game that has ended, for the player to move: 1, 0 or -1.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// When.
    pub cond: E,
    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub value: i8,
    /// Whose win or loss it is; the player to move where it is nobody's.
    pub player: Option<usize>,
}

/// What is computed by search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Grundy values of parts, added by xor.
    Grundy,
    /// 1, 0 or -1 for the player to move.
    Outcome,
    /// Points of the player to move minus those of the other.
    Score,
    /// One common total, which the first player makes large.
    Shared,
}

/// A solver made from the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// What is computed.
    pub goal: Goal,
    /// A position is any number of parts.
    pub heaps: bool,
    /// Some move leaves more or fewer parts than one.
    pub splits: bool,
    /// Who moves is part of a state.
    pub mover: bool,
    /// The number of moves made is part of a state.
    pub turn: bool,
    /// A move may be followed by another of the same player.
    pub again: bool,
    /// Moves bring points.
    pub gain: bool,
    /// What a legal part satisfies.
    pub legal: Vec<E>,
    /// The moves.
    pub moves: Vec<Move>,
    /// Endings by condition.
    pub endings: Vec<Ending>,
    /// An ending asks whether the mover is stuck.
    pub stuck: bool,
    /// Play stops after so many moves.
    pub stop: Option<E>,
    /// The opponent may forbid so many options.
    pub block: Option<E>,
    /// For a player who cannot move: 1, 0, -1, or the winner.
    pub end: EndValue,
    /// What endless play means: nobody wins, or this player.
    pub endless: Option<Option<usize>>,
    /// The endings look at all parts.
    pub sees_heaps: bool,
    /// It is not known that play ends, and the rules do not say what endless play means.
    pub repeats: bool,
    /// Points may add up to more than a number holds.
    pub large_totals: bool,
}

/// What a player who cannot move gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndValue {
    /// 1, 0 or -1.
    Is(i8),
    /// This player wins.
    Wins(usize),
}

/// A claim as a function of the fields, or of all heaps.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// Name of the function.
    pub name: String,
    /// What it computes.
    pub says: Says,
    /// It is about all heaps at once.
    pub sum: bool,
    /// Where it speaks; always where it is missing.
    pub only: Option<E>,
    /// Its value.
    pub body: E,
    /// The claim and its status.
    pub comment: Vec<String>,
}

/// What a formula computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// Yes where the player to move wins; otherwise that player loses.
    Wins,
    /// Yes where the player to move loses; otherwise that player wins.
    Loses,
    /// The Grundy value.
    Grundy,
    /// The score.
    Score,
}

impl Says {
    /// Is the value a number?
    pub fn number(self) -> bool {
        matches!(self, Says::Grundy | Says::Score)
    }
}

/// The values of heaps that repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Values from heap 0 on; empty where they are computed by the search.
    pub values: Vec<u64>,
    /// The first heap from which on they repeat.
    pub from: u64,
    /// After so many.
    pub period: u64,
    /// What a period adds.
    pub saltus: u64,
    /// The theorem.
    pub comment: Vec<String>,
    /// How the values of a sum's heaps go together in misère play; they are added by xor where there is none.
    pub quotient: Option<Quotient>,
}

/// A misère quotient: heaps have elements of a monoid, whose products say which sums are lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Quotient {
    /// The number of elements; the unit is 0.
    pub order: u64,
    /// Products, row by row.
    pub products: Vec<u64>,
    /// 1 for the lost elements, 0 for the others.
    pub lost: Vec<u64>,
    /// What is proved.
    pub comment: Vec<String>,
}

/// What is printed for a case.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Pieces of the line.
    pub pieces: Vec<AnswerPiece>,
    /// Words for won, lost and drawn.
    pub words: [String; 3],
    /// The winner's name is wanted: who moves decides which word it is.
    pub named: bool,
    /// The answer is a number.
    pub number: bool,
}

/// A piece of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum AnswerPiece {
    /// Text.
    Text(String),
    /// The word or number.
    Answer,
    /// The number of the case, from 1.
    Case,
    /// An expression; the value is the variable `value`.
    Value(E),
}

/// A whole program.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// Comment at its top.
    pub header: Vec<String>,
    /// Numbers have 128 bits (where the target has sizes).
    pub wide: bool,
    /// Parameters that are used.
    pub params: Vec<Param>,
    /// Fields of a part.
    pub fields: Vec<Field>,
    /// Definitions that are used.
    pub functions: Vec<Function>,
    /// Formulas in the order in which they are asked.
    pub formulas: Vec<Formula>,
    /// A table of heaps.
    pub table: Option<Table>,
    /// A search.
    pub search: Option<Search>,
    /// How a case is read.
    pub reads: Vec<Read>,
    /// A position is any number of parts.
    pub heaps: bool,
    /// The input holds all heaps, not one part.
    pub sums: bool,
    /// How cases are put together.
    pub around: Around,
    /// What is printed.
    pub answer: Answer,
    /// What the number is.
    pub goal: Goal,
}
