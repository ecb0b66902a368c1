//! How far a choice without an end can reach: `k in fibonacci`, `k in 1..`.
//!
//! A bound is an expression e, known when the choice is made, such that every legal move has k <= e. It comes from
//! a necessary condition that is linear in k: a later `if` (`k <= e`, `2*k < e`, ...), a later range that must not be
//! empty (`0..n-k`), or a domain that the result must not leave (`n -> n - k` needs n - k >= 0). A condition
//! a <= b with b - a = r - c*k and c > 0 gives k <= r div c. Lets made after the choice are written out first.

use super::Checker;
use super::problem::MoveProblem;
use crate::ast::{BinaryOp, CompareOp, FieldKind};
use crate::rules::{
    Action, Builtin, Choice, Expr, ExprKind, Move, PartExpr, RangeExpr, Target, Type, bound_slots, walk,
};
use crate::span::Span;
use crate::value::Value;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::cell::Cell;

/// Written out, lets may double again and again; larger expressions than this are left alone.
const MOST_NODES: usize = 500;

impl Checker<'_> {
    /// Gives every endless choice of a move its bound, or reports that there is none.
    pub(super) fn bound_choices(&mut self, made: &mut Move) {
        for at in 0..made.choices.len() {
            let Choice::In { slot, range, span, .. } = &made.choices[at] else { continue };
            let (slot, span) = (*slot, *span);
            let set = match range {
                RangeExpr::Between(from, None) => {
                    from.as_ref().map_or("0..".to_string(), |e| format!("{}..", self.text(e.span)))
                }
                RangeExpr::Of(e) if self.endless(e) => self.text(e.span),
                _ => continue,
            };
            let found = self.bound(made, at, slot);
            match (found, &mut made.choices[at]) {
                (Some(bound), Choice::In { upto, .. }) => *upto = Some(bound),
                _ => {
                    let name = self.text(span);
                    let number = self.fields.iter().find(|f| f.ty == Type::Int);
                    let field = number.map_or("100".to_string(), |f| f.name.clone());
                    self.error(span, MoveProblem::NoEnd { set, name, field });
                }
            }
        }
    }

    fn bound(&self, made: &Move, at: usize, slot: usize) -> Option<Expr> {
        let later = &made.choices[at + 1..];
        let lets: Vec<(usize, &Expr)> = later
            .iter()
            .filter_map(|c| match c {
                Choice::Let { slot, value } => Some((*slot, value)),
                _ => None,
            })
            .collect();
        let at_most = |small: &Expr, large: &Expr, strict: bool, guarded: bool| {
            let room = &Cell::new(MOST_NODES);
            let (small, large) = (written_out(small, &lets, room)?, written_out(large, &lets, room)?);
            bound_of(&small, &large, strict, slot).filter(|b| !(guarded && may_fail(b)))
        };
        // A condition met on the way guards what comes after it: `if |a| > 0 if k <= a[1]`.
        let mut guarded = false;
        for choice in later {
            let found = match choice {
                Choice::If(cond) => condition(cond, slot, &mut guarded, &at_most),
                Choice::In { range: RangeExpr::Between(from, Some(to)), .. } => {
                    let zero = integer(BigInt::zero(), to.span);
                    at_most(from.as_ref().unwrap_or(&zero), to, false, guarded)
                }
                _ => None,
            };
            if found.is_some() {
                return found;
            }
        }
        self.domain_bound(made, &|small, large| at_most(small, large, false, guarded))
    }

    /// A bound from the domains that results must not leave. Only where the move is one step, so that the right
    /// sides read the position in which the choice is made.
    fn domain_bound(&self, made: &Move, at_most: &dyn Fn(&Expr, &Expr) -> Option<Expr>) -> Option<Expr> {
        let [step] = made.steps.as_slice() else { return None };
        let within = |field: usize, value: &Expr| {
            let (low, high) = self.ends(field, value.span)?;
            let below = high.and_then(|high| at_most(value, &high));
            below.or_else(|| low.and_then(|low| at_most(&low, value)))
        };
        step.changes.iter().find_map(|change| {
            if !change.guards.is_empty() {
                return None;
            }
            let alone = |f: usize| step.changes.iter().filter(|c| touches(&c.target, f)).count() == 1;
            let each = |value: &Expr| match (&change.target, &value.kind) {
                (Target::Fields(fields), ExprKind::Tuple(items)) => {
                    fields.iter().zip(items).find_map(|(f, item)| alone(*f).then(|| within(*f, item))?)
                }
                (Target::Field(f) | Target::Element(f, _), _) => {
                    // A whole row as a value has no order to compare.
                    (alone(*f) && value.ty == Type::Int).then(|| within(*f, value))?
                }
                _ => None,
            };
            match &change.action {
                Action::Become(e) => each(e),
                Action::Add(e) => each(&sum(BinaryOp::Add, self.place(&change.target, e.span)?, e.clone())),
                Action::Sub(e) => each(&sum(BinaryOp::Sub, self.place(&change.target, e.span)?, e.clone())),
                Action::Parts(parts) => parts.iter().find_map(|p| match p {
                    PartExpr::One(e) => each(e),
                    _ => None,
                }),
            }
        })
    }

    /// The place that a change starts from, as an expression.
    fn place(&self, target: &Target, span: Span) -> Option<Expr> {
        match target {
            Target::Field(f) if self.fields[*f].ty == Type::Int => {
                Some(Expr::number(ExprKind::Field(*f), span))
            }
            Target::Element(f, indices) => {
                let field = Expr { kind: ExprKind::Field(*f), span, ty: self.fields[*f].ty.clone() };
                Some(Expr::number(ExprKind::Index(Box::new(field), indices.clone()), span))
            }
            _ => None,
        }
    }

    /// The ends of the domain of a field's numbers, where they do not depend on the position.
    fn ends(&self, field: usize, span: Span) -> Option<(Option<Expr>, Option<Expr>)> {
        let field = &self.fields[field];
        if field.kind == FieldKind::Set {
            return None;
        }
        let zero = integer(BigInt::zero(), span);
        // Locals of the field's line mean nothing in a move.
        let moving = |k: &ExprKind| matches!(k, ExprKind::Field(_) | ExprKind::Local(_));
        let fixed = |e: &Expr| Some(e.clone()).filter(|e| !uses(e, &moving));
        match &field.domain {
            None => Some((Some(zero), None)),
            Some(RangeExpr::Between(from, to)) => {
                let from = from.as_ref().map_or(Some(zero), fixed);
                Some((from, to.as_ref().and_then(fixed)))
            }
            Some(RangeExpr::Of(e)) if self.endless(e) => Some((Some(zero), None)),
            Some(RangeExpr::Of(_)) => None,
        }
    }
}

/// Does a target touch this field?
fn touches(target: &Target, field: usize) -> bool {
    match target {
        Target::Field(f) | Target::Element(f, _) => *f == field,
        Target::Fields(fs) => fs.contains(&field),
    }
}

/// Says what `small <= large` gives; the flags: `<` is meant, and conditions stand before it.
type AtMost<'f> = &'f dyn Fn(&Expr, &Expr, bool, bool) -> Option<Expr>;

/// The first bound that a condition gives; notes whether it guards what comes after it.
fn condition(cond: &Expr, slot: usize, guarded: &mut bool, at_most: AtMost<'_>) -> Option<Expr> {
    let about = |e: &Expr| uses(e, &|k| matches!(k, ExprKind::Local(s) if *s == slot));
    match &cond.kind {
        ExprKind::And(a, b) => {
            condition(a, slot, guarded, at_most).or_else(|| condition(b, slot, guarded, at_most))
        }
        ExprKind::Compare(first, links) => {
            let mut left: &Expr = first;
            for (op, right) in links {
                let (right, limit) = match right {
                    RangeExpr::Of(e) => (e, None),
                    RangeExpr::Between(_, Some(to)) if *op == CompareOp::In => (to, Some(to)),
                    RangeExpr::Between(..) => break,
                };
                let found = match (op, limit) {
                    (_, Some(to)) => at_most(left, to, false, *guarded),
                    (CompareOp::Lt, _) => at_most(left, right, true, *guarded),
                    (CompareOp::Le, _) => at_most(left, right, false, *guarded),
                    (CompareOp::Gt, _) => at_most(right, left, true, *guarded),
                    (CompareOp::Ge, _) => at_most(right, left, false, *guarded),
                    (CompareOp::Eq, _) => at_most(left, right, false, *guarded)
                        .or_else(|| at_most(right, left, false, *guarded)),
                    (CompareOp::Ne | CompareOp::In | CompareOp::NotIn, _) => None,
                };
                if found.is_some() {
                    return found;
                }
                *guarded |= !about(left) && !about(right);
                left = right;
            }
            *guarded = true;
            None
        }
        _ => {
            *guarded = true;
            None
        }
    }
}

/// Can reading it fail, where a condition before it would have kept it from being read?
fn may_fail(e: &Expr) -> bool {
    uses(e, &|k| match k {
        ExprKind::Index(..) | ExprKind::Slice(..) | ExprKind::Define(..) | ExprKind::Floor(_) => true,
        ExprKind::Fold(..) | ExprKind::Cases(_) => true,
        ExprKind::Call(f, args) => {
            !(matches!(f, Builtin::Min | Builtin::Max) && args.len() > 1 || *f == Builtin::Abs)
        }
        ExprKind::Binary(BinaryOp::Div | BinaryOp::Mod | BinaryOp::Pow, _, by) => constant(by).is_none(),
        _ => false,
    })
}

/// What `small <= large` (or `<`) says about the largest value of a local, in terms of what is known before it.
fn bound_of(small: &Expr, large: &Expr, strict: bool, slot: usize) -> Option<Expr> {
    if small.ty != Type::Int || large.ty != Type::Int {
        return None;
    }
    let (a, b) = (linear(small, slot)?, linear(large, slot)?);
    // small <= large  is  (a.c - b.c) * k <= b.rest - a.rest
    let c = a.0 - b.0;
    if !c.is_positive() {
        return None;
    }
    let span = small.span;
    let mut room = sum(BinaryOp::Sub, b.1, a.1);
    if strict {
        room = sum(BinaryOp::Sub, room, integer(BigInt::one(), span));
    }
    if !c.is_one() {
        let c = integer(c, span);
        room = Expr::number(ExprKind::Binary(BinaryOp::Div, Box::new(room), Box::new(c)), span);
    }
    known_before(&room, slot).then_some(room)
}

/// A coefficient and the rest of an expression that is linear in a local.
fn linear(e: &Expr, slot: usize) -> Option<(BigInt, Expr)> {
    let zero = || integer(BigInt::zero(), e.span);
    match &e.kind {
        ExprKind::Local(s) if *s == slot => Some((BigInt::one(), zero())),
        ExprKind::Neg(x) => {
            let (c, rest) = linear(x, slot)?;
            Some((-c, sum(BinaryOp::Sub, zero(), rest)))
        }
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), x, y) => {
            let ((a, x), (b, y)) = (linear(x, slot)?, linear(y, slot)?);
            let c = if *op == BinaryOp::Add { a + b } else { a - b };
            Some((c, sum(*op, x, y)))
        }
        ExprKind::Binary(BinaryOp::Mul, x, y) => {
            let ((a, x), (b, y)) = (linear(x, slot)?, linear(y, slot)?);
            if a.is_zero() && b.is_zero() {
                return Some((BigInt::zero(), e.clone()));
            }
            let (c, rest, by) = match (constant(&x), constant(&y)) {
                (Some(n), _) if a.is_zero() => (b * &n, y, n),
                (_, Some(n)) if b.is_zero() => (a * &n, x, n),
                _ => return None,
            };
            let by = integer(by, e.span);
            let rest = match constant(&rest) {
                Some(n) if n.is_zero() => rest,
                _ => Expr::number(ExprKind::Binary(BinaryOp::Mul, Box::new(by), Box::new(rest)), e.span),
            };
            Some((c, rest))
        }
        _ => (!uses(e, &|k| matches!(k, ExprKind::Local(s) if *s == slot)))
            .then(|| (BigInt::zero(), e.clone())),
    }
}

fn constant(e: &Expr) -> Option<BigInt> {
    e.constant()?.to_big()
}

fn integer(n: BigInt, span: Span) -> Expr {
    Expr::number(ExprKind::Const(Value::big(n)), span)
}

/// `a + b` or `a - b`, without zeros.
fn sum(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let (x, y) = (constant(&a), constant(&b));
    let add = op == BinaryOp::Add;
    match (x, y) {
        (Some(x), Some(y)) => integer(if add { x + y } else { x - y }, a.span),
        (_, Some(y)) if y.is_zero() => a,
        (Some(x), _) if x.is_zero() && add => b,
        _ => {
            let span = a.span;
            Expr::number(ExprKind::Binary(op, Box::new(a), Box::new(b)), span)
        }
    }
}

/// Does it use only what is there before a local is set: fields, parameters, earlier locals, variables of its own?
fn known_before(e: &Expr, slot: usize) -> bool {
    let own = bound_slots(e);
    !uses(e, &|k| matches!(k, ExprKind::Local(s) if *s >= slot && !own.contains(s)))
}

/// The expression with lets written out; only through arithmetic, where a bound can see it.
fn written_out(e: &Expr, lets: &[(usize, &Expr)], room: &Cell<usize>) -> Option<Expr> {
    room.set(room.get().checked_sub(1)?);
    let again = |x: &Expr| written_out(x, lets, room).map(Box::new);
    let kind = match &e.kind {
        ExprKind::Local(s) => match lets.iter().find(|(slot, _)| slot == s) {
            Some((_, value)) => return written_out(value, lets, room),
            None => return Some(e.clone()),
        },
        ExprKind::Neg(x) => ExprKind::Neg(again(x)?),
        ExprKind::Binary(op, x, y) => ExprKind::Binary(*op, again(x)?, again(y)?),
        _ => return Some(e.clone()),
    };
    Some(Expr { kind, span: e.span, ty: e.ty.clone() })
}

/// Is there such a kind in the expression?
fn uses(e: &Expr, test: &dyn Fn(&ExprKind) -> bool) -> bool {
    let mut found = false;
    walk(e, &mut |x| found |= test(&x.kind));
    found
}
