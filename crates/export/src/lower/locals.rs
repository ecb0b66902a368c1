//! The names of locals and the parameters that expressions mention.
//!
//! Rules hold slots, not names; but wherever a local is used, its name is what is written there.

use bouton_language::rules::{Clause, Expr, ExprKind, RangeExpr, Real, Rules};
use std::collections::HashMap;

/// Calls `f` with an expression and everything in it.
pub(crate) fn walk<'e>(e: &'e Expr, f: &mut dyn FnMut(&'e Expr)) {
    f(e);
    match &e.kind {
        ExprKind::Tuple(items) | ExprKind::Call(_, items) | ExprKind::Define(_, items) => {
            items.iter().for_each(|x| walk(x, f));
        }
        ExprKind::List(items) | ExprKind::Set(items) => items.iter().for_each(|r| walk_range(r, f)),
        ExprKind::ListOf(c) | ExprKind::SetOf(c) | ExprKind::Fold(_, c) => {
            walk(&c.element, f);
            for clause in &c.clauses {
                match clause {
                    Clause::For { range, .. } => walk_range(range, f),
                    Clause::If(e) => walk(e, f),
                }
            }
        }
        ExprKind::Index(base, indices) => {
            walk(base, f);
            indices.iter().for_each(|x| walk(x, f));
        }
        ExprKind::Slice(base, from, to) => {
            walk(base, f);
            from.iter().chain(to).for_each(|x| walk(x, f));
        }
        ExprKind::Size(x) | ExprKind::Neg(x) | ExprKind::Not(x) => walk(x, f),
        ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Binary(_, a, b) => {
            walk(a, f);
            walk(b, f);
        }
        ExprKind::Compare(first, rest) => {
            walk(first, f);
            rest.iter().for_each(|(_, r)| walk_range(r, f));
        }
        ExprKind::Cases(arms) => {
            for (value, cond) in arms {
                walk(value, f);
                cond.iter().for_each(|c| walk(c, f));
            }
        }
        ExprKind::Floor(r) => walk_real(r, f),
        _ => {}
    }
}

/// The same for a range.
pub(crate) fn walk_range<'e>(r: &'e RangeExpr, f: &mut dyn FnMut(&'e Expr)) {
    match r {
        RangeExpr::Between(a, b) => a.iter().chain(b).for_each(|e| walk(e, f)),
        RangeExpr::Of(e) => walk(e, f),
    }
}

fn walk_real<'e>(r: &'e Real, f: &mut dyn FnMut(&'e Expr)) {
    match r {
        Real::Int(e) | Real::Sqrt(e) => walk(e, f),
        Real::Phi => {}
        Real::Add(a, b) | Real::Sub(a, b) | Real::Mul(a, b) | Real::Div(a, b) => {
            walk_real(a, f);
            walk_real(b, f);
        }
        Real::Neg(a) => walk_real(a, f),
    }
}

/// The names of the slots that these expressions use; those in `chosen` are known.
pub(crate) fn names(rules: &Rules, exprs: &[&Expr], chosen: &[(usize, String)]) -> HashMap<usize, String> {
    let mut out: HashMap<usize, String> = chosen.iter().cloned().collect();
    for e in exprs {
        walk(e, &mut |x| {
            if let ExprKind::Local(slot) = x.kind {
                let text = rules.sources.slice(x.span).trim();
                let name = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
                if name {
                    out.entry(slot).or_insert_with(|| text.to_string());
                }
            }
        });
    }
    out
}

/// The parameters that an expression mentions.
pub(crate) fn params(e: &Expr) -> Vec<usize> {
    let mut out = Vec::new();
    walk(e, &mut |x| {
        if let ExprKind::Param(i) = x.kind {
            out.push(i);
        }
    });
    out
}

/// Does it mention this?
pub(crate) fn mentions(e: &Expr, test: &dyn Fn(&ExprKind) -> bool) -> bool {
    let mut found = false;
    walk(e, &mut |x| found |= test(&x.kind));
    found
}
