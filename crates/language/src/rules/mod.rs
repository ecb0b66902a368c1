//! Rules: a game after checking. Every name is resolved, every line is in its place.
//!
//! This is what the rest of the house works on: the interpreter runs it, the compiler reads facts off it. Names
//! have become slots: fields and parameters by index, choices and bound variables by the index of a local in the
//! frame of their move, claim, strategy or definition.

mod builtin;
mod expr;
mod general;
mod mention;
mod sparse;
mod walk;

pub use builtin::Builtin;
pub use expr::{Clause, Comprehension, Expr, ExprKind, RangeExpr, Real, Type};
pub(crate) use walk::{bound_slots, children};
pub use walk::{walk, walk_range, walk_rules, walk_through};

use crate::ast::{FieldKind, Phrase, ShapeKind, Verdict};
use crate::span::{Sources, Span};
use crate::value::Value;

/// A checked game.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Title; empty when the file gives none.
    pub title: Phrase,
    /// Other names.
    pub aliases: Vec<String>,
    /// Notes, in order.
    pub notes: Vec<Phrase>,
    /// Where the game comes from.
    pub citations: Vec<String>,
    /// The two players; the first moves first.
    pub players: [String; 2],
    /// Did the file name them?
    pub players_named: bool,
    /// Parameters in order; a default may use earlier ones.
    pub params: Vec<Param>,
    /// Definitions.
    pub defines: Vec<Define>,
    /// What a position is.
    pub shape: Shape,
    /// Letters in which elements of fields are typed and shown.
    pub shown: Vec<Shown>,
    /// What a position is that is typed by the sides of its board.
    pub sides: Option<Sides>,
    /// What a legal position satisfies (each over one part).
    pub requires: Vec<Require>,
    /// Who does not move first picks the start.
    pub setup: Option<Setup>,
    /// The moves; octal codes are written out as moves.
    pub moves: Vec<Move>,
    /// The opponent may forbid up to this many options.
    pub block: Option<Expr>,
    /// What happens to a player who cannot move.
    pub end: End,
    /// Endings by condition, in order.
    pub whens: Vec<When>,
    /// A score game, and whose.
    pub score: Option<ScoreKind>,
    /// `stop after e moves`
    pub stop: Option<Expr>,
    /// What endless play means, where it is allowed.
    pub endless: Option<End>,
    /// What the author believes.
    pub claims: Vec<Claim>,
    /// How to find the winning moves at once.
    pub strategies: Vec<Strategy>,
    /// What was told.
    pub examples: Vec<Example>,
    /// The texts behind the spans.
    pub sources: Sources,
    /// Which of `mover`, `turn` and so on the moves and endings look at.
    pub uses: Uses,
}

impl Rules {
    /// The letters of a field, where a line declares them.
    pub fn shown(&self, field: usize) -> Option<&Shown> {
        self.shown.iter().find(|s| s.field == field)
    }
}

/// What moves, requires, endings and `block` look at beyond their own part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// `mover` or `opponent` (also through `by`).
    pub mover: bool,
    /// `turn` (also through `stop after`).
    pub turn: bool,
    /// `heaps`.
    pub heaps: bool,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// Name.
    pub name: String,
    /// Allowed values.
    pub range: Option<RangeExpr>,
    /// The default: an expression over earlier parameters; a graph literal is a constant.
    pub default: Expr,
    /// Its line.
    pub span: Span,
}

/// A definition: a function of its arguments and the parameters.
#[derive(Clone, Debug)]
pub struct Define<X = Expr> {
    /// Name.
    pub name: String,
    /// Number of arguments: locals 0..arity.
    pub arity: usize,
    /// Body.
    pub body: X,
    /// Size of the frame.
    pub locals: usize,
    /// Can one run call the definition anew more than once, perhaps through others? Then values that were found are
    /// remembered, or the number of runs would grow exponentially.
    pub branches: bool,
    /// Its line.
    pub span: Span,
}

/// What a position consists of.
#[derive(Clone, Debug)]
pub struct Shape<X = Expr> {
    /// A sum of parts, or one whole.
    pub kind: ShapeKind,
    /// The fields of a part.
    pub fields: Vec<Field<X>>,
    /// The number fields are an unordered tuple.
    pub unordered: bool,
    /// The line that declares them.
    pub span: Span,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field<X = Expr> {
    /// Name.
    pub name: String,
    /// Kind.
    pub kind: FieldKind,
    /// Type of the whole field.
    pub ty: Type,
    /// Fixed sizes: none, one for a row/word/bag, two for a grid.
    pub size: Vec<X>,
    /// Domain: of the number itself, or of the elements. `None` means 0.. for numbers.
    pub domain: Option<RangeExpr<X>>,
    /// Value when not typed; may use earlier fields.
    pub start: Option<X>,
    /// Frame size for the expressions above.
    pub locals: usize,
    /// Where it is declared.
    pub span: Span,
}

/// `show b as ".XO"`: the letters of the least value, the next one and so on, for all values that an element may have.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The field.
    pub field: usize,
    /// The value of the first letter.
    pub least: i64,
    /// The letters.
    pub letters: Vec<char>,
    /// Its line.
    pub span: Span,
}

impl Shown {
    /// The letter of a value.
    pub fn letter(&self, value: i64) -> Option<char> {
        let at = usize::try_from(value.checked_sub(self.least)?).ok()?;
        self.letters.get(at).copied()
    }

    /// The value that a letter stands for; capital or small, where that is no other letter.
    pub fn value(&self, letter: char) -> Option<i64> {
        let other =
            |c: char| if c.is_uppercase() { c.to_lowercase().next() } else { c.to_uppercase().next() };
        let find = |letter: char| self.letters.iter().position(|c| *c == letter);
        let at = find(letter).or_else(|| find(other(letter)?))?;
        Some(self.least + at as i64)
    }
}

/// `sides m, n: b = …`: locals 0 and 1 are the numbers of rows and columns.
#[derive(Clone, Debug)]
pub struct Sides {
    /// Fields and their values.
    pub values: Vec<(usize, Expr)>,
    /// Frame size.
    pub locals: usize,
    /// Its line.
    pub span: Span,
}

/// `require`
#[derive(Clone, Debug)]
pub struct Require<X = Expr> {
    /// Must hold.
    pub cond: X,
    /// What to say when it does not.
    pub say: Option<Say>,
    /// Frame size.
    pub locals: usize,
    /// Its line.
    pub span: Span,
}

/// `setup N -> partitions(N)`: local 0 is N; the value is a collection of positions.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The name of what is given.
    pub name: String,
    /// The collection of starts.
    pub choice: Expr,
    /// Frame size.
    pub locals: usize,
    /// Its line.
    pub span: Span,
}

/// A move line.
#[derive(Clone, Debug)]
pub struct Move<X = Expr> {
    /// Name, if it has one.
    pub name: Option<String>,
    /// Only this player (0 or 1) may make it.
    pub by: Option<usize>,
    /// Choices, conditions and lets, left to right.
    pub choices: Vec<Choice<X>>,
    /// Steps.
    pub steps: Vec<Step<X>>,
    /// `gain` minus `cost`, before the move.
    pub gain: Option<X>,
    /// The same player moves again when this is true.
    pub again: Option<X>,
    /// Wording.
    pub say: Option<Say>,
    /// Frame size.
    pub locals: usize,
    /// Names of locals that are choices (with `in`), in order: slot and name. These identify the move.
    pub chosen: Vec<(usize, String)>,
    /// Its line.
    pub span: Span,
}

/// A wording with `{expr}` holes.
#[derive(Clone, Debug)]
pub struct Say {
    /// English.
    pub en: Vec<Piece>,
    /// Chinese.
    pub zh: Option<Vec<Piece>>,
}

/// A piece of a wording.
#[derive(Clone, Debug)]
pub enum Piece {
    /// As it stands.
    Text(String),
    /// The value of an expression.
    Hole(Expr),
}

/// One link of a move's chain of choices.
#[derive(Clone, Debug)]
pub enum Choice<X = Expr> {
    /// `k in R`
    In {
        /// Local that takes the value.
        slot: usize,
        /// What it ranges over.
        range: RangeExpr<X>,
        /// For a range without an end (a named infinite set): no larger value can make a legal move.
        upto: Option<X>,
        /// Where.
        span: Span,
    },
    /// `if c`
    If(X),
    /// `let x = e`
    Let {
        /// Local that takes the value.
        slot: usize,
        /// The value.
        value: X,
    },
}

/// Changes made at once; none for `stay`.
#[derive(Clone, Debug)]
pub struct Step<X = Expr> {
    /// The changes.
    pub changes: Vec<Change<X>>,
}

/// One change.
#[derive(Clone, Debug)]
pub struct Change<X = Expr> {
    /// What changes.
    pub target: Target<X>,
    /// Into what.
    pub action: Action<X>,
    /// `when` and `for`, in order.
    pub guards: Vec<Guard<X>>,
    /// Where.
    pub span: Span,
}

/// What an arrow points from.
#[derive(Clone, Debug)]
pub enum Target<X = Expr> {
    /// A whole field.
    Field(usize),
    /// An element: one index for rows, words and bags, two for grids.
    Element(usize, Vec<X>),
    /// Several fields at once; the value is a tuple in this order.
    Fields(Vec<usize>),
}

/// What an arrow does.
#[derive(Clone, Debug)]
pub enum Action<X = Expr> {
    /// `->` one value.
    Become(X),
    /// `+=`
    Add(X),
    /// `-=`
    Sub(X),
    /// `->` parts that replace the whole part (only `heaps`; only as the last step's only change).
    Parts(Vec<PartExpr<X>>),
}

/// A piece of a list of parts. Each value is the tuple of the target's fields (a bare value for one field);
/// fields that are not in the target keep their values.
#[derive(Clone, Debug)]
pub enum PartExpr<X = Expr> {
    /// One part.
    One(X),
    /// Count and part.
    Copies(X, X),
    /// One part for each element of a collection.
    Each(X),
}

/// `when` or `for`.
#[derive(Clone, Debug)]
pub enum Guard<X = Expr> {
    /// Only when true.
    When(X),
    /// For each value.
    For {
        /// Local that takes the value.
        slot: usize,
        /// What it ranges over.
        range: RangeExpr<X>,
    },
}

/// What happens at an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Who cannot move loses.
    Normal,
    /// Who cannot move wins.
    Misere,
    /// A draw.
    Draw,
    /// This player (0 or 1) wins.
    Wins(usize),
}

/// `win/lose/draw when`
#[derive(Clone, Debug)]
pub struct When<X = Expr> {
    /// What happens.
    pub verdict: Verdict,
    /// To whom (0 or 1); `None` is the player to move.
    pub player: Option<usize>,
    /// When.
    pub cond: X,
    /// Frame size.
    pub locals: usize,
    /// Its line.
    pub span: Span,
}

/// Whose score it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// Each has their own; the value is mover minus opponent.
    Own,
    /// One common total; the first named player maximises it.
    Shared,
}

/// A claim.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What is claimed.
    pub body: ClaimBody,
    /// Bounds to check it on: a field or a parameter, and a range.
    pub ranges: Vec<(Ranged, RangeExpr)>,
    /// Says nothing where this is false.
    pub only: Option<Expr>,
    /// Is it about all sums (mentions `heaps`) or about one part (mentions fields)?
    pub about: About,
    /// Frame size.
    pub locals: usize,
    /// Its line.
    pub span: Span,
}

/// What a claim's range runs over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranged {
    /// A field of the part.
    Field(usize),
    /// A parameter.
    Param(usize),
}

/// What positions a claim or strategy speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Single parts (or whole positions of a `position` game).
    Part,
    /// Sums of any number of parts.
    Sum,
}

/// What is claimed.
#[derive(Clone, Debug)]
pub enum ClaimBody {
    /// `lose iff e`
    Iff(Verdict, Expr),
    /// `grundy = e`; says nothing where no case holds.
    Grundy(Expr),
    /// `score = e`
    Score(Expr),
    /// `period p saltus s from n` for the Grundy values of a one-number part.
    Period {
        /// Period.
        period: Expr,
        /// g(n + p) = g(n) + s; 0 if not given.
        saltus: Option<Expr>,
        /// First n from which it holds for ever; 0 if not given.
        from: Option<Expr>,
    },
}

/// Lists all winning choices of one move.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// Which moves (all lines of that name), by index.
    pub moves: Vec<usize>,
    /// The name.
    pub name: String,
    /// Binds in order: slot in the strategy's frame, the choice's name, its values.
    pub binds: Vec<(usize, String, RangeExpr)>,
    /// Applies only when true (may use the binds).
    pub only: Option<Expr>,
    /// Frame size.
    pub locals: usize,
    /// Its line.
    pub span: Span,
}

/// An example, with its position still as text: reading it needs the parameters that `with` may change.
#[derive(Clone, Debug)]
pub struct Example {
    /// Answers for the player who sets up.
    pub setup: bool,
    /// The position as typed.
    pub position: String,
    /// Parameters changed: index and value expression.
    pub with: Vec<(usize, Expr)>,
    /// Who moves first (0 or 1).
    pub first: Option<usize>,
    /// What was told.
    pub answer: ExampleAnswer,
    /// Its line.
    pub span: Span,
}

/// What an example tells.
#[derive(Clone, Debug)]
pub enum ExampleAnswer {
    /// For the player to move (or who sets up); with the option that a winning move reaches.
    Outcome(Verdict, Option<String>),
    /// This player wins.
    Player(usize),
    /// Grundy value.
    Grundy(Value),
    /// Score.
    Score(Value),
    /// The value of a partizan position, as typed.
    Worth(String),
}
