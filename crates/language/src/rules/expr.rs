//! Checked expressions: ranges, types, and the tree that the interpreter evaluates.

use super::Builtin;
use crate::ast::{BinaryOp, CompareOp};
use crate::span::Span;
use crate::value::Value;

/// A range: with ends, or the elements of a value.
#[derive(Clone, Debug)]
pub enum RangeExpr<X = Expr> {
    /// `a..b`; a missing lower end is 0, a missing upper end is no bound.
    Between(Option<X>, Option<X>),
    /// A collection: list, set, graph, string, named set; a single number stands for itself where a domain is
    /// expected.
    Of(X),
}

impl<X> RangeExpr<X> {
    /// The expressions directly inside.
    pub fn ends(&self) -> impl Iterator<Item = &X> {
        let (from, to) = match self {
            RangeExpr::Between(from, to) => (from.as_ref(), to.as_ref()),
            RangeExpr::Of(e) => (Some(e), None),
        };
        from.into_iter().chain(to)
    }

    /// The same range of other expressions.
    pub fn map<Y>(&self, f: &mut dyn FnMut(&X) -> Y) -> RangeExpr<Y> {
        match self {
            RangeExpr::Between(from, to) => {
                let from = from.as_ref().map(&mut *f);
                RangeExpr::Between(from, to.as_ref().map(f))
            }
            RangeExpr::Of(e) => RangeExpr::Of(f(e)),
        }
    }
}

/// What kind of value an expression has. `Any` where it cannot be known before running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// Integer.
    Int,
    /// yes / no
    Bool,
    /// String.
    Text,
    /// List, row, tuple, grid.
    List(Box<Type>),
    /// Set.
    Set(Box<Type>),
    /// Graph.
    Graph,
    /// Not known.
    Any,
}

/// An expression with its place and type.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
    /// Its type.
    pub ty: Type,
}

impl Expr {
    /// An expression that is a number.
    pub(crate) fn number(kind: ExprKind, span: Span) -> Expr {
        Expr { kind, span, ty: Type::Int }
    }

    /// An expression that is yes or no.
    pub(crate) fn truth(kind: ExprKind, span: Span) -> Expr {
        Expr { kind, span, ty: Type::Bool }
    }

    /// The constant that it is.
    pub(crate) fn constant(&self) -> Option<&Value> {
        match &self.kind {
            ExprKind::Const(v) => Some(v),
            _ => None,
        }
    }
}

/// Kinds of expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A constant.
    Const(Value),
    /// A field of the part at hand.
    Field(usize),
    /// A parameter.
    Param(usize),
    /// A choice, a let, an argument, a bound variable.
    Local(usize),
    /// 1 or 2.
    Mover,
    /// 2 or 1.
    Opponent,
    /// Moves made so far.
    Turn,
    /// The mover has no move (only in `when`).
    Stuck,
    /// The list of all parts (bare values for parts of one field, tuples otherwise).
    Heaps,
    /// `(a, b)`; at run time a list.
    Tuple(Vec<Expr>),
    /// `[a, b..c]`
    List(Vec<RangeExpr>),
    /// `{a, b..c}`
    Set(Vec<RangeExpr>),
    /// `[e for …]`
    ListOf(Box<Comprehension>),
    /// `{e for …}`
    SetOf(Box<Comprehension>),
    /// `x[i]`, `x[i,j]`, `G[v]`; indices from 1.
    Index(Box<Expr>, Vec<Expr>),
    /// `x[i..j]`; missing ends are 1 and the size.
    Slice(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// A built-in function.
    Call(Builtin, Vec<Expr>),
    /// A fold over a comprehension: `sum`, `xor`, `count`, `any`, `all`, `min`, `max`.
    Fold(Builtin, Box<Comprehension>),
    /// A definition.
    Define(usize, Vec<Expr>),
    /// `|x|`: size, or absolute value.
    Size(Box<Expr>),
    /// `-x`
    Neg(Box<Expr>),
    /// `not x`
    Not(Box<Expr>),
    /// Stops early.
    And(Box<Expr>, Box<Expr>),
    /// Stops early.
    Or(Box<Expr>, Box<Expr>),
    /// Arithmetic (never `Over`, which lives in [`Real`]).
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Chains; stops early.
    Compare(Box<Expr>, Vec<(CompareOp, RangeExpr)>),
    /// Cases; the last condition is `None` for `otherwise`. Stops early.
    Cases(Vec<(Expr, Option<Expr>)>),
    /// `floor(r)` of an exact real.
    Floor(Box<Real>),
}

/// An exact real inside `floor`: sums, products and quotients of integers, phi and square roots.
#[derive(Clone, Debug)]
pub enum Real<X = Expr> {
    /// An integer expression.
    Int(X),
    /// The golden ratio.
    Phi,
    /// `sqrt(d)` of a natural number.
    Sqrt(X),
    /// Sum.
    Add(Box<Real<X>>, Box<Real<X>>),
    /// Difference.
    Sub(Box<Real<X>>, Box<Real<X>>),
    /// Product.
    Mul(Box<Real<X>>, Box<Real<X>>),
    /// Quotient.
    Div(Box<Real<X>>, Box<Real<X>>),
    /// Negative.
    Neg(Box<Real<X>>),
}

impl<X> Real<X> {
    /// Calls `f` on the integer expressions inside.
    pub fn numbers<'r>(&'r self, f: &mut dyn FnMut(&'r X)) {
        match self {
            Real::Int(e) | Real::Sqrt(e) => f(e),
            Real::Phi => {}
            Real::Neg(a) => a.numbers(f),
            Real::Add(a, b) | Real::Sub(a, b) | Real::Mul(a, b) | Real::Div(a, b) => {
                a.numbers(f);
                b.numbers(f);
            }
        }
    }
}

/// `e for x in R, y in S if c`
#[derive(Clone, Debug)]
pub struct Comprehension<X = Expr> {
    /// The element.
    pub element: X,
    /// Loops and conditions, in order.
    pub clauses: Vec<Clause<X>>,
}

/// A clause of a comprehension.
#[derive(Clone, Debug)]
pub enum Clause<X = Expr> {
    /// `x in R`
    For {
        /// Local that takes the value.
        slot: usize,
        /// What it ranges over.
        range: RangeExpr<X>,
    },
    /// `if c`
    If(X),
}
