//! Rows whose length no move changes: for one length the rules are those of fields of a fixed size, of which theorems speak.

use super::Game;
use crate::problem::Problem;
use crate::tuning::SIZED_PLACES;
use bouton_language::ast::{FieldKind, ShapeKind};
use bouton_language::interp::Position;
use bouton_language::rules::{
    Action, Builtin, Change, Clause, Expr, ExprKind, Field, RangeExpr, Rules, Target, Type,
};
use bouton_language::value::Value;
use std::sync::Arc;

impl Game {
    /// How long the rows of a position are, if some have no fixed size and no move changes how long any of them is.
    pub(crate) fn lengths(&self, position: &Position) -> Option<Vec<Option<usize>>> {
        let rules = self.rules();
        let [part] = position.parts.as_slice() else { return None };
        if rules.shape.kind != ShapeKind::Position || !keeps_lengths(rules) {
            return None;
        }
        let fields = rules.shape.fields.iter().zip(part.iter());
        let lengths: Vec<Option<usize>> = fields
            .map(|(field, value)| match value {
                Value::List(items) if is_open(field) => Some(items.len()),
                _ => None,
            })
            .collect();
        let places: usize = lengths.iter().flatten().sum();
        (1..=SIZED_PLACES).contains(&places).then_some(lengths)
    }

    /// The same game on rows of these lengths.
    pub(crate) fn sized(&self, lengths: &[Option<usize>]) -> Result<Game, Problem> {
        let mut rules = Rules::clone(self.rules());
        for (field, length) in rules.shape.fields.iter_mut().zip(lengths) {
            if let Some(n) = length {
                let kind = ExprKind::Const(Value::Int(*n as i64));
                field.size = vec![Expr { kind, ty: Type::Int, span: field.span }];
            }
        }
        self.rebuild(Arc::new(rules), self.inner.set.clone())
    }
}

/// Is it a row of any length?
fn is_open(field: &Field) -> bool {
    field.kind == FieldKind::Row && field.size.is_empty()
}

fn keeps_lengths(rules: &Rules) -> bool {
    let fields = &rules.shape.fields;
    let keeps = |change: &Change| match (&change.target, &change.action) {
        (Target::Element(..), _) => true,
        (Target::Field(f), Action::Become(e)) => !is_open(&fields[*f]) || as_long(e, *f),
        (Target::Field(f), _) => !is_open(&fields[*f]),
        (Target::Fields(list), _) => !list.iter().any(|f| is_open(&fields[*f])),
    };
    rules.moves.iter().flat_map(|m| &m.steps).flat_map(|s| &s.changes).all(keeps)
}

/// Is a list as long as this field? `[e for i in 1..|a|]`, `sorted(a)`.
fn as_long(list: &Expr, field: usize) -> bool {
    match &list.kind {
        ExprKind::Field(f) => *f == field,
        ExprKind::Call(Builtin::Sorted | Builtin::Reverse, args) => args.iter().all(|e| as_long(e, field)),
        ExprKind::ListOf(c) => match c.clauses.as_slice() {
            [Clause::For { range: RangeExpr::Of(e), .. }] => as_long(e, field),
            [Clause::For { range: RangeExpr::Between(Some(from), Some(to)), .. }] => {
                let one = matches!(&from.kind, ExprKind::Const(Value::Int(1)));
                one && matches!(&to.kind, ExprKind::Size(e) if as_long(e, field))
            }
            _ => false,
        },
        _ => false,
    }
}
