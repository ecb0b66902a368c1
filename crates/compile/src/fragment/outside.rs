//! Why rules are not linear arithmetic: typed here, worded at the edge.

use bouton_language::ast::FieldKind;
use bouton_language::span::Span;
use bouton_linear::TooLarge;

/// Why a game lies outside the form that automata decide, and where its rules show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    /// The place in the rules.
    pub span: Span,
    /// The reason.
    pub why: Why,
}

/// What linear arithmetic has no words for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// Two unknowns are multiplied; as the rules write them.
    Product(String, String),
    /// Divided by something that is not a positive constant; as the rules write it.
    Divisor(String),
    /// A function such as `xor` or `gcd` of unknowns.
    Function(&'static str),
    /// A named set such as `primes`.
    Set(&'static str),
    /// A number that is not rational: `phi`, `sqrt`.
    Irrational,
    /// A field that is not a number, a yes-or-no or a row of fixed length.
    Field(String, FieldKind),
    /// A field whose values are nodes of a graph, letters or the like.
    NotNumbers(String),
    /// A field that can be negative.
    Negative(String),
    /// A place in a list that depends on the position.
    Place,
    /// A list or a number of things that depends on the position.
    Length,
    /// Values that are not numbers, compared or chosen.
    Kind,
    /// A definition that calls itself without an end that is plain.
    Recursion(String),
    /// The rules may fail here: no case holds, or a place does not exist.
    MayFail,
    /// Coefficients beyond 64 bits.
    Large,
    /// Too many cases.
    Many,
    /// The two players have different moves or ends.
    Players,
    /// Draws.
    Draws,
    /// Points.
    Score,
    /// A player may move again.
    Again,
    /// The number of moves made decides.
    Turn,
    /// A condition on all heaps at once.
    Heaps,
    /// The last mover loses a sum of parts.
    MisereSum,
    /// A sum of parts with endings by condition or with forbidden moves.
    SumEnds,
    /// A move leaves several parts, or none, where one position was asked about.
    Parts,
    /// The number of forbidden moves depends on the position.
    Block,
    /// Options of unordered numbers are forbidden: those that differ in their order are one.
    BlockUnordered,
    /// No weighted sum of the numbers falls with every move.
    NoWeights,
}

/// Why a translation stops.
#[derive(Clone, Debug)]
pub(super) enum Stop {
    /// For good.
    Outside(Outside),
    /// Fixing these unknowns (by going through their values) may help; otherwise the reason counts.
    Fix(Vec<usize>, Outside),
    /// A coefficient left 64 bits.
    Large,
    /// Too many cases.
    Many,
}

impl From<TooLarge> for Stop {
    fn from(_: TooLarge) -> Stop {
        Stop::Large
    }
}

impl Stop {
    pub(super) fn new(span: Span, why: Why) -> Stop {
        Stop::Outside(Outside { span, why })
    }

    /// With the place, where it has none yet.
    pub(super) fn at(self, span: Span) -> Stop {
        match self {
            Stop::Large => Stop::new(span, Why::Large),
            Stop::Many => Stop::new(span, Why::Many),
            stop => stop,
        }
    }
}
