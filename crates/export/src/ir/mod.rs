//! The program between the rules and the printed languages: typed expressions, loops, and the pieces of a solver.
//!
//! It is small on purpose. Names are resolved and legal in every target, every expression has one type, and what a
//! target has no operator for is a [`Helper`], whose text the target's prelude holds.

mod code;
mod program;

pub use code::*;
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
    /// A structure of the program.
    Struct(String),
    /// What is known about keys.
    Map(Box<Ty>, Box<Ty>),
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

    /// A structure of the program.
    pub fn structure(name: &str) -> Ty {
        Ty::Struct(name.to_string())
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

impl Rel {
    /// The sign, which all languages share.
    pub fn sign(self) -> &'static str {
        match self {
            Rel::Eq => "==",
            Rel::Ne => "!=",
            Rel::Lt => "<",
            Rel::Le => "<=",
            Rel::Gt => ">",
            Rel::Ge => ">=",
        }
    }
}

impl Op {
    /// The sign; Python writes division otherwise.
    pub fn sign(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::Mod => "%",
            Op::Xor => "^",
        }
    }
}

/// Functions with their names in every prelude.
macro_rules! helpers {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// Functions that are not operators everywhere.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)] // named after what they compute
        pub enum Helper {
            $($(#[$doc])* $name,)*
        }

        impl Helper {
            /// What it is called in every prelude.
            pub fn name(self) -> &'static str {
                match self {
                    $(Helper::$name => $text,)*
                }
            }
        }
    };
}

helpers! {
    Abs = "absolute",
    Gcd = "gcd_of_two",
    Isqrt = "isqrt",
    Log2 = "floor_log2",
    Popcount = "popcount",
    BitsBoth = "bits_both",
    BitsEither = "bits_either",
    ShiftLeft = "shift_left",
    ShiftRight = "shift_right",
    Digits = "digits_of",
    Distance = "distance_on",
    Power = "power",
    FloorDiv = "floor_div",
    FloorMod = "floor_mod",
    /// `floor((p + q * sqrt(d)) / r)`.
    FloorRoot = "floor_root",
    Min = "min",
    Max = "max",
    MinOf = "min_of",
    MaxOf = "max_of",
    SumOf = "sum_of",
    XorOf = "xor_of",
    GcdOf = "gcd_of",
    CountOf = "count_of",
    CountTrue = "count_true",
    CountEqual = "count_equal",
    AnyOf = "any_of",
    AllOf = "all_of",
    Divisors = "divisors",
    Reverse = "reversed_of",
    Sorted = "sorted_of",
    SortedText = "sorted_text",
    Repeat = "repeat",
    RepeatText = "repeat_text",
    Without = "without",
    WithoutText = "without_text",
    Concat = "concat",
    Compositions = "compositions",
    Below = "below",
    Subsets = "subsets",
    Sublists = "sublists",
    Partitions = "partitions",
    Lines = "lines",
    Regions = "regions",
    Rows = "rows",
    Bags = "bags",
    Words = "words",
    IsFibonacci = "is_fibonacci",
    IsPrime = "is_prime",
    IsSquare = "is_square",
    IsPower2 = "is_power2",
    IsFactorial = "is_factorial",
    FibonacciTo = "fibonacci_to",
    PrimesTo = "primes_to",
    SquaresTo = "squares_to",
    Powers2To = "powers2_to",
    FactorialsTo = "factorials_to",
    Union = "union_of",
    Minus = "difference_of",
    Contains = "contains",
    ContainsText = "contains_text",
    /// A letter as a string.
    ToText = "to_text",
    /// The elements of a list as a set.
    ToSet = "to_set",
    /// The elements of a set in order.
    ToList = "to_list",
    /// The letters of a string.
    Letters = "letters",
    /// A list of letters as a string.
    FromLetters = "from_letters",
    /// The nodes of a graph.
    Nodes = "nodes",
    /// The neighbours of a node.
    Near = "near",
    /// Is it a node?
    IsNode = "is_node",
    /// A number that is not larger than those of the input; otherwise the program stops.
    Within = "within",
    /// Size and index: the index, if there is such a place; otherwise the program stops.
    Inside = "inside",
    /// Element of a list that is made on the way, from 1; the program stops where there is none.
    Element = "element",
    /// A number other than 0; otherwise the program stops.
    Divisor = "divisor",
    /// The number that a letter is.
    Digit = "digit_of",
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
    /// A parameter of the game, or a map, that all functions see.
    Global(String),
    /// A function of the program.
    Invoke(String, Vec<E>),
    /// A value of a structure, from its members in their order.
    Make(Vec<E>),
    /// A value of a structure with other values of some members.
    With(Box<E>, Vec<(String, E)>),
    /// A member of a structure.
    Member(Box<E>, String),
    /// Element of a list from 0, or what a map holds for a key that it has.
    At(Box<E>, Box<E>),
    /// The last element of a list that has one.
    Last(Box<E>),
    /// A new collection that is filled afterwards.
    New,
    /// A list whose elements change from now on.
    Thaw(Box<E>),
    /// Such a list as a value.
    Freeze(Box<E>),
    /// A variable that nothing looks at any more.
    Move(Box<E>),
    /// Has a set this member, or a map this key?
    Has(Box<E>, Box<E>),
    /// Is a collection empty?
    Empty(Box<E>),
    /// The next piece of the input, by a method of the prelude.
    Read(&'static str, Vec<E>),
    /// Text that is printed or looked for as it is.
    Literal(String),
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

    /// A member of a structure.
    pub fn member(self, name: &str, ty: Ty) -> E {
        E { kind: K::Member(Box::new(self), name.to_string()), ty }
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

    /// Some of these hold.
    pub fn some(mut conds: Vec<E>) -> E {
        match conds.len() {
            0 => E::truth(false),
            1 => conds.remove(0),
            _ => E { kind: K::Or(conds), ty: Ty::Bool },
        }
    }

    /// Yes or no.
    pub fn truth(b: bool) -> E {
        E { kind: K::Bool(b), ty: Ty::Bool }
    }

    /// Arithmetic that fits, as far as is known.
    pub fn bin(op: Op, a: E, b: E, natural: bool) -> E {
        E { kind: K::Bin(op, Box::new(a), Box::new(b), false), ty: Ty::Int(natural) }
    }

    /// The same number below 0.
    pub fn minus(self) -> E {
        E { kind: K::Neg(Box::new(self)), ty: Ty::Int(false) }
    }

    /// What an element makes in loops and under conditions.
    pub fn comp(gather: Gather, element: E, clauses: Vec<Clause>, ty: Ty) -> E {
        E { kind: K::Comp(gather, Box::new(Comp { element, clauses })), ty }
    }

    /// A list of these.
    pub fn listed(all: impl IntoIterator<Item = E>, ty: Ty) -> E {
        E { kind: K::List(all.into_iter().map(Item::One).collect()), ty }
    }

    /// Is it never negative?
    pub fn natural(&self) -> bool {
        self.ty == Ty::Int(true)
    }
}

/// What stands directly inside an expression: the same walk for looking and for changing.
macro_rules! children {
    ($name:ident, $iter:ident, $comment:literal $(, $m:tt)?) => {
        #[doc = $comment]
        pub fn $name(&$($m)? self) -> Vec<&$($m)? E> {
            let mut out = Vec::new();
            match &$($m)? self.kind {
                K::Tuple(all) | K::Call(_, all) | K::Help(_, all) | K::And(all) | K::Or(all) => {
                    out.extend(all.$iter());
                }
                K::Invoke(_, all) | K::Make(all) | K::Read(_, all) => out.extend(all.$iter()),
                K::List(items) | K::Set(items) => {
                    for item in items {
                        match item {
                            Item::One(x) => out.push(x),
                            Item::Range(a, b) => out.extend([a, b]),
                        }
                    }
                }
                K::Comp(_, c) => {
                    for clause in c.clauses.$iter() {
                        match clause {
                            Clause::If(e) | Clause::Let(_, e) | Clause::For(_, Over::All(e)) => out.push(e),
                            Clause::For(_, Over::Range(a, b)) => out.extend([a, b]),
                        }
                    }
                    out.push(&$($m)? c.element);
                }
                K::Index(a, b) | K::Bin(_, a, b, _) | K::Cmp(_, a, b) | K::At(a, b) | K::Has(a, b) => {
                    out.push(&$($m)? **a);
                    out.push(&$($m)? **b);
                }
                K::Part(x, _) | K::Size(x) | K::Neg(x) | K::Not(x) => out.push(&$($m)? **x),
                K::Member(x, _) | K::Last(x) | K::Thaw(x) | K::Freeze(x) | K::Move(x) | K::Empty(x) => {
                    out.push(&$($m)? **x);
                }
                K::With(x, members) => {
                    out.push(&$($m)? **x);
                    out.extend(members.$iter().map(|(_, e)| e));
                }
                K::Slice(x, a, b) => {
                    out.push(&$($m)? **x);
                    for end in a.$iter().chain(b.$iter()) {
                        out.push(&$($m)? **end);
                    }
                }
                K::Cond(arms, otherwise) => {
                    for (c, v) in arms.$iter() {
                        out.extend([c, v]);
                    }
                    for last in otherwise.$iter() {
                        out.push(&$($m)? **last);
                    }
                }
                K::Int(_) | K::Bool(_) | K::Char(_) | K::Text(_) | K::Var(_) | K::Field(_) | K::Param(_) => {}
                K::Mover | K::Opponent | K::Turn | K::Stuck | K::Heaps => {}
                K::Global(_) | K::New | K::Literal(_) => {}
            }
            out
        }
    };
}

impl E {
    children!(children, iter, "What stands directly inside.");
    children!(children_mut, iter_mut, "What stands directly inside, to be changed.", mut);

    /// Does it, or something in it, satisfy this?
    pub fn any(&self, test: &mut dyn FnMut(&E) -> bool) -> bool {
        test(self) || self.children().into_iter().any(|x| x.any(test))
    }
}
