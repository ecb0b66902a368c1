//! Terms, and the walk over them.

use crate::{Clause, Comprehension, Range, Type};
use bouton_language::ast::BinaryOp;
use bouton_language::rules::{self, Builtin};
use bouton_language::span::Span;
use bouton_language::value::Value;

/// An exact real inside `floor`.
pub type Real = rules::Real<Term>;

/// A term with its type and its place in the rules.
#[derive(Clone, Debug)]
pub struct Term {
    /// What it is.
    pub kind: Kind,
    /// Its type.
    pub ty: Type,
    /// Where it is written.
    pub span: Span,
}

/// Kinds of term.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A value: whatever looks at nothing but parameters.
    Value(Value),
    /// A field of the part at hand.
    Field(usize),
    /// A choice, a let, an argument, a bound variable.
    Local(usize),
    /// 1 or 2.
    Mover,
    /// Moves made so far.
    Turn,
    /// The mover has no move.
    Stuck,
    /// The list of all parts.
    Heaps,
    /// Several values; at run time a list.
    Tuple(Vec<Term>),
    /// `[a, b..c]`
    List(Vec<Range>),
    /// `{a, b..c}`
    Set(Vec<Range>),
    /// What is gathered from the elements of a comprehension.
    Fold(Gather, Box<Comprehension>),
    /// `x[i]`, `x[i,j]`, `G[v]`; indices from 1.
    Index(Box<Term>, Vec<Term>),
    /// `x[i..j]`; missing ends are 1 and the size.
    Slice(Box<Term>, Option<Box<Term>>, Option<Box<Term>>),
    /// A built-in function.
    Call(Builtin, Vec<Term>),
    /// A definition.
    Define(usize, Vec<Term>),
    /// `|x|`: size, or absolute value.
    Size(Box<Term>),
    /// Arithmetic.
    Binary(BinaryOp, Box<Term>, Box<Term>),
    /// `not x`
    Not(Box<Term>),
    /// Stops early.
    And(Box<Term>, Box<Term>),
    /// Stops early.
    Or(Box<Term>, Box<Term>),
    /// A comparison.
    Compare(Relation, Box<Term>, Box<Term>),
    /// `x in R`
    In(Box<Term>, Box<Range>),
    /// Cases; the last condition is `None` for `otherwise`. Stops early.
    Cases(Vec<(Term, Option<Term>)>),
    /// `floor(r)` of an exact real.
    Floor(Box<Real>),
}

/// How two values compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// At most.
    Le,
}

/// What a fold makes of its elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gather {
    /// The list of them.
    List,
    /// The set of them.
    Set,
    /// `sum`, `xor`, `count`, `any`, `all`, `min`, `max`.
    By(Builtin),
}

impl Term {
    /// The value, where it is known.
    pub fn value(&self) -> Option<&Value> {
        match &self.kind {
            Kind::Value(v) => Some(v),
            _ => None,
        }
    }

    /// The number, where it is a small one that is known.
    pub fn int(&self) -> Option<i64> {
        self.value().and_then(Value::as_int)
    }

    /// Is this so of the term or of any inside it?
    pub fn any(&self, is: impl Fn(&Term) -> bool) -> bool {
        // Terms are walked with a stack of their own.
        let mut open = vec![self];
        while let Some(t) = open.pop() {
            if is(t) {
                return true;
            }
            t.children(&mut |inner| open.push(inner));
        }
        false
    }

    /// Does it look at the local?
    pub fn mentions(&self, slot: usize) -> bool {
        self.any(|t| matches!(t.kind, Kind::Local(s) if s == slot))
    }

    /// Does it look at a field?
    pub fn looks(&self) -> bool {
        self.any(|t| matches!(t.kind, Kind::Field(_)))
    }

    /// Calls `f` on the terms that stand directly inside.
    pub fn children<'t>(&'t self, f: &mut dyn FnMut(&'t Term)) {
        match &self.kind {
            Kind::Value(_) | Kind::Field(_) | Kind::Local(_) => {}
            Kind::Mover | Kind::Turn | Kind::Stuck | Kind::Heaps => {}
            Kind::Tuple(items) | Kind::Call(_, items) | Kind::Define(_, items) => items.iter().for_each(f),
            Kind::List(pieces) | Kind::Set(pieces) => pieces.iter().flat_map(Range::ends).for_each(f),
            Kind::Fold(_, c) => {
                f(&c.element);
                for clause in &c.clauses {
                    match clause {
                        Clause::For { range, .. } => range.ends().for_each(&mut *f),
                        Clause::If(cond) => f(cond),
                    }
                }
            }
            Kind::Index(base, places) => {
                f(base);
                places.iter().for_each(f);
            }
            Kind::Slice(base, from, to) => {
                f(base);
                from.iter().chain(to).for_each(|t| f(t));
            }
            Kind::Size(x) | Kind::Not(x) => f(x),
            Kind::Binary(_, a, b) | Kind::And(a, b) | Kind::Or(a, b) | Kind::Compare(_, a, b) => {
                f(a);
                f(b);
            }
            Kind::In(x, range) => {
                f(x);
                range.ends().for_each(f);
            }
            Kind::Cases(arms) => arms.iter().for_each(|(value, cond)| {
                f(value);
                cond.iter().for_each(&mut *f);
            }),
            Kind::Floor(real) => real.numbers(f),
        }
    }
}
