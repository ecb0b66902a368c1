//! What an expression looks at.

use bouton_language::rules::{Clause, Comprehension, Expr, ExprKind, RangeExpr, Real};

/// Does the expression look at the local?
pub(crate) fn mentions(e: &Expr, slot: usize) -> bool {
    any_inside(e, |e| matches!(e.kind, ExprKind::Local(s) if s == slot))
}

/// Is this so of the expression or of any inside it? Expressions are walked with a stack of their own.
pub(crate) fn any_inside(e: &Expr, is: impl Fn(&Expr) -> bool) -> bool {
    let mut open = vec![e];
    while let Some(e) = open.pop() {
        if is(e) {
            return true;
        }
        inside(e, &mut open);
    }
    false
}

/// The same for a range.
pub(crate) fn range_mentions(r: &RangeExpr, slot: usize) -> bool {
    let mut open = Vec::new();
    range(r, &mut open);
    open.into_iter().any(|e| mentions(e, slot))
}

fn range<'e>(r: &'e RangeExpr, out: &mut Vec<&'e Expr>) {
    match r {
        RangeExpr::Of(e) => out.push(e),
        RangeExpr::Between(lo, hi) => out.extend(lo.iter().chain(hi)),
    }
}

fn comprehension<'e>(c: &'e Comprehension, out: &mut Vec<&'e Expr>) {
    out.push(&c.element);
    for clause in &c.clauses {
        match clause {
            Clause::For { range: r, .. } => range(r, out),
            Clause::If(e) => out.push(e),
        }
    }
}

fn real<'e>(r: &'e Real, out: &mut Vec<&'e Expr>) {
    let mut open = vec![r];
    while let Some(r) = open.pop() {
        match r {
            Real::Int(e) | Real::Sqrt(e) => out.push(e),
            Real::Phi => {}
            Real::Neg(a) => open.push(a),
            Real::Add(a, b) | Real::Sub(a, b) | Real::Mul(a, b) | Real::Div(a, b) => {
                open.extend([&**a, &**b])
            }
        }
    }
}

/// The expressions directly inside.
fn inside<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
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
        ExprKind::Tuple(items) | ExprKind::Call(_, items) | ExprKind::Define(_, items) => out.extend(items),
        ExprKind::List(pieces) | ExprKind::Set(pieces) => pieces.iter().for_each(|r| range(r, out)),
        ExprKind::ListOf(c) | ExprKind::SetOf(c) | ExprKind::Fold(_, c) => comprehension(c, out),
        ExprKind::Index(base, places) => {
            out.push(base);
            out.extend(places);
        }
        ExprKind::Slice(base, from, to) => {
            out.push(base);
            out.extend(from.iter().chain(to).map(|e| &**e));
        }
        ExprKind::Size(x) | ExprKind::Neg(x) | ExprKind::Not(x) => out.push(x),
        ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Binary(_, a, b) => out.extend([&**a, &**b]),
        ExprKind::Compare(first, links) => {
            out.push(first);
            links.iter().for_each(|(_, r)| range(r, out));
        }
        ExprKind::Cases(arms) => {
            for (value, cond) in arms {
                out.push(value);
                out.extend(cond);
            }
        }
        ExprKind::Floor(r) => real(r, out),
    }
}
