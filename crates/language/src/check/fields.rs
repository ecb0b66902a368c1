//! Fields: what they hold, how large they are, where they start.

use super::Checker;
use super::expr::RangeUse;
use super::problem::{LineProblem, MoveProblem, NameProblem, Needs, What};
use super::scope::{Place, Scope};
use super::types::{fits, list, set};
use crate::ast::{self, FieldKind};
use crate::rules::{Expr, ExprKind, Field, RangeExpr, Type};
use crate::span::Span;
use crate::value::Value;

/// How many sizes a field of this kind may have.
fn sizes(kind: FieldKind) -> usize {
    match kind {
        FieldKind::Number | FieldKind::Set => 0,
        FieldKind::Row | FieldKind::Bag | FieldKind::Word => 1,
        FieldKind::Grid => 2,
    }
}

impl Checker<'_> {
    /// All fields in order; each sees those before it.
    pub(super) fn fields(&mut self, fields: &[ast::Field]) {
        for field in fields {
            let name = &field.name.text;
            let taken = if self.fields.iter().any(|f| f.name == *name) {
                Some(What::Field)
            } else if self.param_names.contains(name) {
                Some(What::Param)
            } else {
                None
            };
            if let Some(what) = taken {
                self.error(field.name.span, NameProblem::Taken { name: name.clone(), what });
            }
            let checked = self.field(field);
            self.fields.push(checked);
        }
    }

    fn field(&mut self, field: &ast::Field) -> Field {
        let (name, kind, span) = (field.name.text.clone(), field.kind, field.span);
        let scope = &mut Scope::new(Place::Field);
        let (wanted, found) = (sizes(kind), field.size.len());
        if found > 0 && found != wanted {
            self.error(span, LineProblem::Sizes { field: name.clone(), wanted, found });
        }
        let size: Vec<Expr> = field.size.iter().map(|e| self.number(scope, e, Needs::FieldSize)).collect();
        let number = kind == FieldKind::Number;
        let (range, wrong) = if number { (&field.within, &field.of) } else { (&field.of, &field.within) };
        if wrong.is_some() {
            self.error(span, LineProblem::Domain { field: name.clone(), number });
        }
        let (mut domain, inner) = match range {
            Some(r) => {
                let (range, ty) = self.range(scope, r, RangeUse::Domain);
                (Some(range), ty)
            }
            None => (None, Type::Int),
        };
        let start = field.start.as_ref().map(|e| self.expr(scope, e));
        let ty = match kind {
            FieldKind::Number => match &start {
                Some(e) if range.is_none() && e.ty == Type::Bool => Type::Bool,
                _ => inner,
            },
            FieldKind::Row => list(inner),
            FieldKind::Bag => {
                if !fits(&inner, &Type::Int) {
                    self.error(span, LineProblem::BagOfNumbers { field: name.clone() });
                }
                list(inner)
            }
            FieldKind::Set => set(inner),
            FieldKind::Word => {
                domain.get_or_insert_with(|| digits(span));
                self.word_domain(&name, domain.as_ref(), &inner, span)
            }
            FieldKind::Grid => list(list(inner)),
        };
        if let Some(e) = start.as_ref().filter(|e| !fits(&e.ty, &ty)) {
            let (text, found) = (self.text(e.span), e.ty.clone());
            let (place, wanted) = (name.clone(), ty.clone());
            self.error(e.span, MoveProblem::Result { place, wanted, text, found });
        }
        if let Some(e) = &start {
            self.finite(e);
        }
        Field { name, kind, ty, size, domain, start, locals: scope.size(), span }
    }

    /// The type of a word over this alphabet: digits make a list, letters a string.
    fn word_domain(&mut self, name: &str, domain: Option<&RangeExpr>, inner: &Type, span: Span) -> Type {
        let constant = |e: &Option<Expr>| e.as_ref()?.constant()?.as_int();
        let too_large = match domain {
            Some(RangeExpr::Between(from, to)) => {
                to.is_none() || constant(from).is_some_and(|n| n < 0) || constant(to).is_some_and(|n| n > 9)
            }
            _ => !matches!(inner, Type::Int | Type::Text | Type::Any),
        };
        if too_large {
            self.error(span, LineProblem::WordOfDigits { field: name.to_string() });
        }
        match inner {
            Type::Text => Type::Text,
            Type::Any => Type::Any,
            _ => list(Type::Int),
        }
    }
}

/// `0..9`
fn digits(span: Span) -> RangeExpr {
    let end = |n| Some(Expr::number(ExprKind::Const(Value::Int(n)), span));
    RangeExpr::Between(end(0), end(9))
}
