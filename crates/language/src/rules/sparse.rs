//! Choices from a range of which a condition leaves few: `k in 1..n if k in squares`, `k in 1..n-1 if n mod k = 0`.
//!
//! They become choices from the named set or from the divisors, in the same order, so that nothing runs through the
//! range to leave most of it out. A condition is used only if those before it cannot fail. The checker leaves rules as they are
//! written: whoever solves games asks for this, and `verify` does not.

use super::{Builtin, Choice, Expr, ExprKind, Field, Move, RangeExpr, Rules, Type};
use crate::ast::{BinaryOp, CompareOp};
use crate::value::Value;

impl Rules {
    /// The same game with such choices rewritten.
    pub fn with_sparse_choices(mut self) -> Rules {
        let Rules { moves, shape, .. } = &mut self;
        moves.iter_mut().for_each(|made| Sparse { fields: &shape.fields }.choices(made));
        self
    }
}

struct Sparse<'r> {
    fields: &'r [Field],
}

impl Sparse<'_> {
    fn choices(&self, made: &mut Move) {
        let mut at = 0;
        while at + 1 < made.choices.len() {
            let found = match (&made.choices[at], &made.choices[at + 1]) {
                (
                    Choice::In { slot, range: RangeExpr::Between(Some(lo), Some(hi)), .. },
                    Choice::If(cond),
                ) => self.sparse(*slot, lo, hi, cond),
                _ => None,
            };
            if let (Some((few, bound, rest)), Choice::In { range, upto, .. }) = (found, &mut made.choices[at])
            {
                *range = RangeExpr::Of(few);
                *upto = bound;
                match rest {
                    Some(rest) => made.choices[at + 1] = Choice::If(rest),
                    None => {
                        made.choices.remove(at + 1);
                    }
                }
            }
            at += 1;
        }
    }

    /// What to choose from instead, the bound of a set without an end, and the conditions that are left.
    fn sparse(
        &self,
        slot: usize,
        lo: &Expr,
        hi: &Expr,
        cond: &Expr,
    ) -> Option<(Expr, Option<Expr>, Option<Expr>)> {
        let least = integer(lo).filter(|n| *n >= 1)?;
        let mut conds = Vec::new();
        flatten(cond, &mut conds);
        let used = conds.iter().position(|c| !cannot_fail(c))?;
        let (few, upto, bounded) = match &conds[used].kind {
            ExprKind::Compare(k, links) => match (&k.kind, links.as_slice()) {
                (ExprKind::Local(s), [(CompareOp::In, RangeExpr::Of(set))])
                    if *s == slot && matches!(set.kind, ExprKind::Const(Value::Known(_))) =>
                {
                    (set.clone(), Some(hi.clone()), true)
                }
                (ExprKind::Binary(BinaryOp::Mod, n, k), [(CompareOp::Eq, RangeExpr::Of(zero))])
                    if matches!(k.kind, ExprKind::Local(s) if s == slot) && integer(zero) == Some(0) =>
                {
                    let below = self.natural_field(n).filter(|f| at_most(hi, *f))?;
                    let ty = Type::List(Box::new(Type::Int));
                    let kind = ExprKind::Call(Builtin::Divisors, vec![(**n).clone()]);
                    let whole = matches!(hi.kind, ExprKind::Field(f) if f == below);
                    (Expr { kind, span: n.span, ty }, None, whole)
                }
                _ => return None,
            },
            _ => return None,
        };
        let span = conds[used].span;
        let compare = |left: Expr, right: Expr| {
            let links = vec![(CompareOp::Le, RangeExpr::Of(right))];
            Expr::truth(ExprKind::Compare(Box::new(left), links), span)
        };
        let choice = || Expr::number(ExprKind::Local(slot), span);
        let mut rest = Vec::new();
        if least > 1 {
            rest.push(compare(lo.clone(), choice()));
        }
        if !bounded {
            rest.push(compare(choice(), hi.clone()));
        }
        rest.extend(conds.iter().enumerate().filter(|(i, _)| *i != used).map(|(_, c)| (*c).clone()));
        let both = |a: Expr, b: Expr| {
            let span = a.span.to(b.span);
            Expr::truth(ExprKind::And(Box::new(a), Box::new(b)), span)
        };
        Some((few, upto, rest.into_iter().reduce(both)))
    }

    /// The field, where an expression is one that is never negative.
    fn natural_field(&self, e: &Expr) -> Option<usize> {
        let ExprKind::Field(f) = e.kind else { return None };
        let field = self.fields.get(f).filter(|field| field.ty == Type::Int)?;
        let natural = match &field.domain {
            None | Some(RangeExpr::Between(None, _)) => true,
            Some(RangeExpr::Between(Some(lo), _)) => integer(lo).is_some_and(|n| n >= 0),
            Some(RangeExpr::Of(_)) => false,
        };
        natural.then_some(f)
    }
}

fn integer(e: &Expr) -> Option<i64> {
    e.constant()?.as_int()
}

/// Is the end of a range at most the field, and below 1 where the field is 0? What divides 0 cannot be listed.
fn at_most(hi: &Expr, f: usize) -> bool {
    let field = |e: &Expr| matches!(e.kind, ExprKind::Field(g) if g == f);
    match &hi.kind {
        ExprKind::Binary(BinaryOp::Sub, n, c) => field(n) && integer(c).is_some_and(|c| c >= 0),
        ExprKind::Binary(BinaryOp::Div, n, c) => field(n) && integer(c).is_some_and(|c| c >= 1),
        _ => field(hi),
    }
}

/// The conditions that `and` joins, in order.
fn flatten<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
    let mut open = vec![e];
    while let Some(e) = open.pop() {
        match &e.kind {
            ExprKind::And(a, b) => open.extend([&**b, &**a]),
            _ => out.push(e),
        }
    }
}

/// Is it a comparison of plain values, which never fails?
fn cannot_fail(e: &Expr) -> bool {
    let plain = |e: &Expr| {
        e.ty == Type::Int
            && matches!(
                e.kind,
                ExprKind::Local(_) | ExprKind::Field(_) | ExprKind::Param(_) | ExprKind::Const(_)
            )
    };
    let ExprKind::Compare(left, links) = &e.kind else { return false };
    let ordered = |(op, right): &(CompareOp, RangeExpr)| {
        !matches!(op, CompareOp::In | CompareOp::NotIn) && matches!(right, RangeExpr::Of(e) if plain(e))
    };
    plain(left) && links.iter().all(ordered)
}
