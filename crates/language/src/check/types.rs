//! Kinds of values: which fit where, and what two of them have in common. `Any` fits everything: what cannot be
//! known before running is checked when running.

use super::Checker;
use super::problem::{Needs, TypeProblem, Wanted};

use crate::rules::{Expr, ExprKind, Type};
use crate::value::Value;

/// A list of these.
pub(super) fn list(of: Type) -> Type {
    Type::List(Box::new(of))
}

/// A set of these.
pub(super) fn set(of: Type) -> Type {
    Type::Set(Box::new(of))
}

/// Can a value of one type be one of the other?
pub(super) fn fits(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Any, _) | (_, Type::Any) => true,
        (Type::List(x), Type::List(y)) | (Type::Set(x), Type::Set(y)) => fits(x, y),
        _ => a == b,
    }
}

/// What is known of a value that has one type or the other.
pub(super) fn join(a: &Type, b: &Type) -> Type {
    match (a, b) {
        (Type::List(x), Type::List(y)) => list(join(x, y)),
        (Type::Set(x), Type::Set(y)) => set(join(x, y)),
        _ if a == b => a.clone(),
        _ => Type::Any,
    }
}

/// What is known of a value that has one of these types; `Any` for none.
pub(super) fn join_all<'t>(types: impl IntoIterator<Item = &'t Type>) -> Type {
    let mut types = types.into_iter();
    match types.next() {
        None => Type::Any,
        Some(first) => types.fold(first.clone(), |a, b| join(&a, b)),
    }
}

/// The type of the elements of a collection; `None` if it is none.
pub(super) fn element(ty: &Type) -> Option<Type> {
    match ty {
        Type::List(t) | Type::Set(t) => Some((**t).clone()),
        Type::Text => Some(Type::Text),
        Type::Graph | Type::Any => Some(Type::Any),
        Type::Int | Type::Bool => None,
    }
}

impl Checker<'_> {
    /// Reports a value that is not of the wanted type.
    pub(super) fn need(&mut self, e: &Expr, wanted: &Type, needs: Needs) {
        if !fits(&e.ty, wanted) {
            let (text, found) = (self.text(e.span), e.ty.clone());
            let wanted = Wanted::Type(wanted.clone());
            self.error(e.span, TypeProblem::Wrong { needs, wanted, text, found });
        }
    }

    /// The type of the elements; reports what has none.
    pub(super) fn elements(&mut self, e: &Expr, needs: Needs) -> Type {
        element(&e.ty).unwrap_or_else(|| {
            let (text, found) = (self.text(e.span), e.ty.clone());
            self.error(e.span, TypeProblem::Wrong { needs, wanted: Wanted::Collection, text, found });
            Type::Any
        })
    }

    /// Is it an infinite set, by itself or through a parameter or a definition?
    pub(super) fn endless(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Const(Value::Known(_)) => true,
            ExprKind::Param(i) => matches!(self.params[*i].default.kind, ExprKind::Const(Value::Known(_))),
            ExprKind::Define(i, args) => args.is_empty() && self.heads[*i].endless,
            _ => false,
        }
    }

    /// Reports an infinite set where all of it is needed.
    pub(super) fn finite(&mut self, e: &Expr) {
        if self.endless(e) {
            let text = self.text(e.span);
            self.error(e.span, TypeProblem::Endless { text });
        }
    }
}
