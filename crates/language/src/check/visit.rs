//! A walk over all expressions inside an expression.

use crate::rules::{Clause, Comprehension, Expr, ExprKind, RangeExpr, Real};

/// Calls `f` on an expression and all inside it, from the outside in.
pub(crate) fn visit(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    f(e);
    children(e, &mut |x| visit(x, f));
}

/// Calls `f` on the expressions that stand directly inside one.
pub(super) fn children(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    match &e.kind {
        ExprKind::Const(_)
        | ExprKind::Field(_)
        | ExprKind::Param(_)
        | ExprKind::Local(_)
        | ExprKind::Mover
        | ExprKind::Opponent
        | ExprKind::Turn
        | ExprKind::Stuck
        | ExprKind::Heaps => {}
        ExprKind::Tuple(items) | ExprKind::Call(_, items) | ExprKind::Define(_, items) => {
            items.iter().for_each(&mut *f);
        }
        ExprKind::List(items) | ExprKind::Set(items) => items.iter().for_each(|r| range(r, f)),
        ExprKind::ListOf(c) | ExprKind::SetOf(c) | ExprKind::Fold(_, c) => comprehension(c, f),
        ExprKind::Index(base, indices) => {
            f(base);
            indices.iter().for_each(&mut *f);
        }
        ExprKind::Slice(base, from, to) => {
            f(base);
            from.iter().chain(to).for_each(|x| f(x));
        }
        ExprKind::Size(x) | ExprKind::Neg(x) | ExprKind::Not(x) => f(x),
        ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Binary(_, a, b) => {
            f(a);
            f(b);
        }
        ExprKind::Compare(first, links) => {
            f(first);
            links.iter().for_each(|(_, r)| range(r, f));
        }
        ExprKind::Cases(arms) => {
            for (value, cond) in arms {
                f(value);
                cond.iter().for_each(&mut *f);
            }
        }
        ExprKind::Floor(r) => real(r, f),
    }
}

fn range(r: &RangeExpr, f: &mut dyn FnMut(&Expr)) {
    match r {
        RangeExpr::Between(from, to) => from.iter().chain(to).for_each(&mut *f),
        RangeExpr::Of(e) => f(e),
    }
}

fn comprehension(c: &Comprehension, f: &mut dyn FnMut(&Expr)) {
    for clause in &c.clauses {
        match clause {
            Clause::For { range: r, .. } => range(r, f),
            Clause::If(cond) => f(cond),
        }
    }
    f(&c.element);
}

fn real(r: &Real, f: &mut dyn FnMut(&Expr)) {
    match r {
        Real::Int(e) | Real::Sqrt(e) => f(e),
        Real::Phi => {}
        Real::Neg(a) => real(a, f),
        Real::Add(a, b) | Real::Sub(a, b) | Real::Mul(a, b) | Real::Div(a, b) => {
            real(a, f);
            real(b, f);
        }
    }
}
