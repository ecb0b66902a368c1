//! The core: rules under fixed parameters, as terms of a few kinds.
//!
//! Checked rules say a thing in as many ways as a person may write it, and leave parameters open. Whoever compiles them
//! or proves something about them reads the core instead: what looks at no position is a value already, a chain of comparisons is
//! several, `>` is `<`, `opponent` is `3 - mover`, and every term has one type ([`Type`]), arguments of definitions too. The interpreter and `verify` keep to the rules, so that every comparison with
//! them tests this step too.

mod elaborate;
mod term;
mod types;

pub use term::{Gather, Kind, Real, Relation, Term};
pub use types::{Signature, Type};

use elaborate::Make;
use types::Types;

use bouton_language::interp::Interp;
use bouton_language::rules::{self, Expr, RangeExpr, Rules};
use bouton_language::value::Value;

/// A range of terms.
pub type Range = rules::RangeExpr<Term>;
/// What a fold runs over.
pub type Comprehension = rules::Comprehension<Term>;
/// A clause of one.
pub type Clause = rules::Clause<Term>;
/// A field.
pub type Field = rules::Field<Term>;
/// A move line; without its wording.
pub type Move = rules::Move<Term>;
/// A link of its chain of choices.
pub type Choice = rules::Choice<Term>;
/// Changes made at once.
pub type Step = rules::Step<Term>;
/// One of them.
pub type Change = rules::Change<Term>;
/// What it changes.
pub type Target = rules::Target<Term>;
/// The number of elements, letters or nodes of a value that has such.
pub fn size(v: &Value) -> Option<usize> {
    match v {
        Value::List(items) | Value::Set(items) => Some(items.len()),
        Value::Text(t) => Some(t.chars().count()),
        Value::Graph(g) => Some(g.len()),
        _ => None,
    }
}

/// Numbers as runs of neighbours, rising.
pub fn runs(numbers: impl IntoIterator<Item = i64>) -> Vec<(i64, i64)> {
    let mut numbers: Vec<i64> = numbers.into_iter().collect();
    numbers.sort_unstable();
    let mut out: Vec<(i64, i64)> = Vec::new();
    for i in numbers {
        match out.last_mut() {
            Some(run) if run.1 == i || run.1.checked_add(1) == Some(i) => run.1 = i,
            _ => out.push((i, i)),
        }
    }
    out
}

/// The fields that a change is about.
pub fn targets(target: &Target) -> Vec<usize> {
    match target {
        Target::Field(f) | Target::Element(f, _) => vec![*f],
        Target::Fields(fields) => fields.clone(),
    }
}

/// Into what.
pub type Action = rules::Action<Term>;
/// A piece of a list of parts.
pub type Piece = rules::PartExpr<Term>;
/// `when` or `for` of a change.
pub type Guard = rules::Guard<Term>;
/// An ending by condition.
pub type When = rules::When<Term>;

/// How a game is played, under fixed parameters. Names as in [`Rules`].
#[derive(Clone, Debug)]
#[allow(missing_docs)] // named after the fields of the rules
pub struct Core {
    interp: Interp,
    types: Types,
    pub defines: Vec<rules::Define<Term>>,
    pub shape: rules::Shape<Term>,
    pub requires: Vec<rules::Require<Term>>,
    pub moves: Vec<Move>,
    pub block: Option<Term>,
    pub whens: Vec<When>,
    pub stop: Option<Term>,
}

impl Core {
    /// The core of a game.
    pub fn new(interp: &Interp) -> Core {
        elaborate::core(interp)
    }

    /// What it was made from.
    pub fn rules(&self) -> &Rules {
        self.interp.rules()
    }

    /// Its domains and sizes, as far as the parameters decide them.
    pub fn interp(&self) -> &Interp {
        &self.interp
    }

    /// The values of the parameters.
    pub fn params(&self) -> &[Value] {
        self.interp.params()
    }

    /// The type of a field.
    pub fn field_type(&self, field: usize) -> Option<&Type> {
        self.types.fields.get(field)
    }

    /// What a definition is called with and gives; `None` for one that nothing calls.
    pub fn signature(&self, define: usize) -> Option<&Signature> {
        self.types.signatures.get(define)?.as_ref()
    }

    /// The same game with only these move lines.
    pub fn with_lines(&self, lines: &[usize]) -> Core {
        Core { moves: lines.iter().map(|&line| self.moves[line].clone()).collect(), ..self.clone() }
    }

    /// An expression about this game, say of a claim, as a term.
    pub fn term(&self, e: &Expr) -> Term {
        self.make().term(e)
    }

    /// The same for a range.
    pub fn range(&self, range: &RangeExpr) -> Range {
        self.make().range(range)
    }

    fn make(&self) -> Make<'_> {
        let types = Types { frame: Vec::new(), ..self.types.clone() };
        Make::new(&self.interp, types)
    }
}
