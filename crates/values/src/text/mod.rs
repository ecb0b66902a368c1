//! Values as text: written with the names of *Winning Ways* ([`print`]), read as expressions ([`parse`]) and worked out ([`evaluate`]).

mod evaluate;
mod parse;
mod print;

pub use evaluate::{Failed, Line, Relation, evaluate, work_out};
pub use parse::{Function, Malformed};
pub use print::{Style, Text};

use crate::store::Simple;

/// An expression of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number, ups and a nimber: `3`, `1/2^`, `v2*`, `*4`.
    Simple(Simple),
    /// `{a,b|c}`.
    Game(Vec<Expression>, Vec<Expression>),
    /// `+-a` or `+-(a,b)`.
    Switch(Vec<Expression>),
    /// `-a`.
    Negative(Box<Expression>),
    /// `a + b - c`: what is added, and what is taken away (`true`).
    Sum(Vec<(bool, Expression)>),
    /// `3 * a`.
    Multiple(Box<Expression>, Box<Expression>),
    /// `a : b`.
    Ordinal(Box<Expression>, Box<Expression>),
    /// `cool(a, 1/2)` and the like.
    Call(Function, Vec<Expression>),
    /// `a{0|a}`: braces with a name, by which play comes back to them.
    Loop(String, Box<Expression>),
    /// Such a name.
    Name(String),
}

impl Expression {
    /// Can play go round in it?
    pub fn is_loopy(&self) -> bool {
        let any = |list: &[Expression]| list.iter().any(Expression::is_loopy);
        match self {
            Expression::Simple(_) => false,
            Expression::Game(lefts, rights) => any(lefts) || any(rights),
            Expression::Switch(list) | Expression::Call(_, list) => any(list),
            Expression::Negative(inner) => inner.is_loopy(),
            Expression::Sum(terms) => terms.iter().any(|(_, term)| term.is_loopy()),
            Expression::Multiple(a, b) | Expression::Ordinal(a, b) => a.is_loopy() || b.is_loopy(),
            Expression::Loop(..) | Expression::Name(_) => true,
        }
    }
}
