//! The program between the rules and the printed languages: typed expressions, loops, and the pieces of a solver.
//!
//! It is small on purpose. Names are resolved and legal in every target, every expression has one type, and what a
//! target has no operator for is a [`Helper`], whose text the target's prelude holds.

mod program;

pub use program::*;

use bouton_language::value::KnownSet;
use num_bigint::BigInt;

/// What a value is in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    /// A whole number; `true` where it is known never to be negative.
    Int(bool),
    /// yes or no
    Bool,
    /// One letter.
    Char,
    /// A string.
    Text,
    /// A list.
    List(Box<Ty>),
    /// A set.
    Set(Box<Ty>),
    /// Values of different types.
    Tuple(Vec<Ty>),
    /// A graph with nodes of this type.
    Graph(Box<Ty>),
    /// An infinite set.
    Known(KnownSet),
    /// Not known yet: the elements of an empty list, the value of a call that was not looked at.
    Unknown,
}

impl Ty {
    /// A list of these.
    pub fn list(of: Ty) -> Ty {
        Ty::List(Box::new(of))
    }

    /// A set of these.
    pub fn set(of: Ty) -> Ty {
        Ty::Set(Box::new(of))
    }

    /// What has one type or the other; `None` where nothing has.
    pub fn join(&self, other: &Ty) -> Option<Ty> {
        Some(match (self, other) {
            (Ty::Unknown, t) | (t, Ty::Unknown) => t.clone(),
            (Ty::Int(a), Ty::Int(b)) => Ty::Int(*a && *b),
            (Ty::Char, Ty::Text) | (Ty::Text, Ty::Char) => Ty::Text,
            (Ty::List(a), Ty::List(b)) => Ty::list(a.join(b)?),
            (Ty::Set(a), Ty::Set(b)) => Ty::set(a.join(b)?),
            (Ty::Graph(a), Ty::Graph(b)) => Ty::Graph(Box::new(a.join(b)?)),
            (Ty::Tuple(a), Ty::Tuple(b)) if a.len() == b.len() => {
                Ty::Tuple(a.iter().zip(b).map(|(x, y)| x.join(y)).collect::<Option<_>>()?)
            }
            (Ty::Tuple(a), Ty::List(b)) | (Ty::List(b), Ty::Tuple(a)) => {
                Ty::list(a.iter().try_fold((**b).clone(), |t, x| t.join(x))?)
            }
            (a, b) if a == b => a.clone(),
            _ => return None,
        })
    }

    /// The type of the elements of a collection.
    pub fn element(&self) -> Option<Ty> {
        match self {
            Ty::List(t) | Ty::Set(t) | Ty::Graph(t) => Some((**t).clone()),
            Ty::Text => Some(Ty::Char),
            Ty::Known(_) => Some(Ty::Int(true)),
            Ty::Unknown => Some(Ty::Unknown),
            _ => None,
        }
    }

    /// Is it a number?
    pub fn is_int(&self) -> bool {
        matches!(self, Ty::Int(_))
    }

    /// Is a copy as cheap as a number's?
    pub fn is_small(&self) -> bool {
        matches!(self, Ty::Int(_) | Ty::Bool | Ty::Char)
    }

    /// Are all types inside known?
    pub fn is_known(&self) -> bool {
        match self {
            Ty::Unknown => false,
            Ty::List(t) | Ty::Set(t) | Ty::Graph(t) => t.is_known(),
            Ty::Tuple(all) => all.iter().all(Ty::is_known),
            _ => true,
        }
    }
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct E {
    /// What it is.
    pub kind: K,
    /// Its type.
    pub ty: Ty,
}

/// Arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // named after the operations
pub enum Op {
    Add,
    Sub,
    Mul,
    /// Rounds down.
    Div,
    /// Has the sign of the modulus.
    Mod,
    Xor,
}

/// Comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Rel {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// Functions that are not operators everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // named after what they compute
pub enum Helper {
    Abs,
    Gcd,
    Isqrt,
    Log2,
    Popcount,
    BitsBoth,
    BitsEither,
    ShiftLeft,
    ShiftRight,
    Digits,
    Distance,
    Power,
    FloorDiv,
    FloorMod,
    /// `floor((p + q * sqrt(d)) / r)`.
    FloorRoot,
    Min,
    Max,
    MinOf,
    MaxOf,
    SumOf,
    XorOf,
    GcdOf,
    CountOf,
    CountTrue,
    CountEqual,
    AnyOf,
    AllOf,
    Divisors,
    Reverse,
    Sorted,
    SortedText,
    Repeat,
    RepeatText,
    Without,
    WithoutText,
    Concat,
    Compositions,
    Below,
    Subsets,
    Sublists,
    Partitions,
    Lines,
    Regions,
    Rows,
    Bags,
    Words,
    IsFibonacci,
    IsPrime,
    IsSquare,
    IsPower2,
    IsFactorial,
    FibonacciTo,
    PrimesTo,
    SquaresTo,
    Powers2To,
    FactorialsTo,
    Union,
    Minus,
    Contains,
    ContainsText,
    /// A letter as a string.
    ToText,
    /// The elements of a list as a set.
    ToSet,
    /// The elements of a set in order.
    ToList,
    /// The letters of a string.
    Letters,
    /// A list of letters as a string.
    FromLetters,
    /// The nodes of a graph.
    Nodes,
    /// The neighbours of a node.
    Near,
    /// Is it a node?
    IsNode,
    /// A number that is not larger than those of the input; otherwise the program stops.
    Within,
    /// Size and index: the index, if there is such a place; otherwise the program stops.
    Inside,
    /// Element of a list that is made on the way, from 1; the program stops where there is none.
    Element,
    /// A number other than 0; otherwise the program stops.
    Divisor,
}

/// Kinds of expression.
#[derive(Clone, Debug, PartialEq)]
pub enum K {
    /// A number.
    Int(BigInt),
    /// yes or no
    Bool(bool),
    /// A letter.
    Char(char),
    /// A string.
    Text(String),
    /// A local variable or an argument.
    Var(String),
    /// A field of the position at hand.
    Field(usize),
    /// A parameter.
    Param(usize),
    /// 1 or 2.
    Mover,
    /// 2 or 1.
    Opponent,
    /// Moves made so far.
    Turn,
    /// The mover has no move.
    Stuck,
    /// All parts, as values.
    Heaps,
    /// Values of different types.
    Tuple(Vec<E>),
    /// `[a, b..c]`
    List(Vec<Item>),
    /// `{a, b..c}`
    Set(Vec<Item>),
    /// A comprehension.
    Comp(Gather, Box<Comp>),
    /// Element of a list or letter of a string, from 1.
    Index(Box<E>, Box<E>),
    /// Element of a tuple, from 0.
    Part(Box<E>, usize),
    /// From the first to the second, both from 1; missing ends are those of the list.
    Slice(Box<E>, Option<Box<E>>, Option<Box<E>>),
    /// A definition of the rules.
    Call(usize, Vec<E>),
    /// A function of the prelude.
    Help(Helper, Vec<E>),
    /// How many elements.
    Size(Box<E>),
    /// `-x`
    Neg(Box<E>),
    /// not
    Not(Box<E>),
    /// Stops early.
    And(Vec<E>),
    /// Stops early.
    Or(Vec<E>),
    /// Arithmetic; `true` where the result might leave the program's numbers.
    Bin(Op, Box<E>, Box<E>, bool),
    /// Comparison of two values of one type.
    Cmp(Rel, Box<E>, Box<E>),
    /// Condition and value; the last one holds where no condition does. Without it some condition always holds.
    Cond(Vec<(E, E)>, Option<Box<E>>),
}

/// An item of a list or set: a value, or all numbers between two.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A value.
    One(E),
    /// From the first to the second.
    Range(E, E),
}

/// What becomes of the elements of a comprehension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Gather {
    List,
    Set,
    Sum,
    Xor,
    Count,
    Any,
    All,
}

/// `e for x in R if c`
#[derive(Clone, Debug, PartialEq)]
pub struct Comp {
    /// The element.
    pub element: E,
    /// Loops and conditions.
    pub clauses: Vec<Clause>,
}

/// A loop or a condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Clause {
    /// A variable runs over something.
    For(String, Over),
    /// Goes on where this holds.
    If(E),
    /// A name for a value.
    Let(String, E),
}

/// What a variable runs over.
#[derive(Clone, Debug, PartialEq)]
pub enum Over {
    /// The numbers from the first to the second.
    Range(E, E),
    /// The elements of a list, set, graph or string.
    All(E),
}

impl E {
    /// A number.
    pub fn int(n: i64) -> E {
        E { kind: K::Int(n.into()), ty: Ty::Int(n >= 0) }
    }

    /// A variable.
    pub fn var(name: &str, ty: Ty) -> E {
        E { kind: K::Var(name.to_string()), ty }
    }

    /// A function of the prelude.
    pub fn help(helper: Helper, args: Vec<E>, ty: Ty) -> E {
        E { kind: K::Help(helper, args), ty }
    }

    /// A comparison.
    pub fn cmp(rel: Rel, a: E, b: E) -> E {
        E { kind: K::Cmp(rel, Box::new(a), Box::new(b)), ty: Ty::Bool }
    }

    /// All of these hold; `None` for none.
    pub fn all(mut conds: Vec<E>) -> Option<E> {
        match conds.len() {
            0 => None,
            1 => conds.pop(),
            _ => Some(E { kind: K::And(conds), ty: Ty::Bool }),
        }
    }

    /// Is it never negative?
    pub fn natural(&self) -> bool {
        self.ty == Ty::Int(true)
    }
}
