//! Expressions: names become slots, operators are checked against the kinds of their sides.

use super::Checker;
use super::problem::{Needs, TypeProblem};
use super::scope::{LocalKind, Scope, unknown};
use super::types::{fits, join, join_all, list, set};
use crate::ast::{self, BinaryOp, CompareOp};
use crate::rules::{Clause, Comprehension, Expr, ExprKind, RangeExpr, Type};
use crate::span::Span;
use crate::value::Value;

/// What a range is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RangeUse {
    /// Values are tested against it: it may be endless, and one number stands for itself.
    Domain,
    /// The right side of `in`: it may be endless.
    Member,
    /// All its values are walked: it must be finite.
    Walk,
    /// A choice of a move: whether an endless one can be bounded is seen later.
    Choice,
}

impl Checker<'_> {
    /// An expression that must be yes or no.
    pub(super) fn condition(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        let e = self.expr(scope, e);
        self.need(&e, &Type::Bool, Needs::Condition);
        e
    }

    /// An expression that must be a number.
    pub(super) fn number(&mut self, scope: &mut Scope, e: &ast::Expr, needs: Needs) -> Expr {
        let e = self.expr(scope, e);
        self.need(&e, &Type::Int, needs);
        e
    }

    /// Any expression.
    pub(super) fn expr(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        let span = e.span;
        let (kind, ty) = match &e.kind {
            ast::ExprKind::Int(n) => (ExprKind::Const(Value::big(n.clone())), Type::Int),
            ast::ExprKind::Bool(b) => (ExprKind::Const(Value::Bool(*b)), Type::Bool),
            ast::ExprKind::Str(s) => (ExprKind::Const(Value::text(s)), Type::Text),
            ast::ExprKind::Name(n) => return self.name(scope, n, span),
            ast::ExprKind::Paren(inner) => return self.expr(scope, inner),
            ast::ExprKind::Tuple(items) => {
                let items: Vec<Expr> = items.iter().map(|i| self.expr(scope, i)).collect();
                let ty = list(join_all(items.iter().map(|i| &i.ty)));
                (ExprKind::Tuple(items), ty)
            }
            ast::ExprKind::List(items) => {
                let (items, ty) = self.items(scope, items);
                (ExprKind::List(items), list(ty))
            }
            ast::ExprKind::Set(items) => {
                let (items, ty) = self.items(scope, items);
                (ExprKind::Set(items), set(ty))
            }
            ast::ExprKind::ListOf(c) => {
                let c = self.comprehension(scope, c);
                let ty = list(c.element.ty.clone());
                (ExprKind::ListOf(Box::new(c)), ty)
            }
            ast::ExprKind::SetOf(c) => {
                let c = self.comprehension(scope, c);
                let ty = set(c.element.ty.clone());
                (ExprKind::SetOf(Box::new(c)), ty)
            }
            ast::ExprKind::Index(base, indices) => return self.index(scope, base, indices, span),
            ast::ExprKind::Slice(base, from, to) => {
                let base = self.expr(scope, base);
                let mut end = |e: &Option<Box<ast::Expr>>| {
                    e.as_ref().map(|e| Box::new(self.number(scope, e, Needs::RangeEnd)))
                };
                let (from, to) = (end(from), end(to));
                let ty = self.sliced(&base);
                (ExprKind::Slice(Box::new(base), from, to), ty)
            }
            ast::ExprKind::Call(name, args) => return self.call(scope, name, args, span),
            ast::ExprKind::CallOver(name, c) => return self.call_over(scope, name, c, span),
            ast::ExprKind::Size(inner) => {
                let inner = self.expr(scope, inner);
                self.finite(&inner);
                if inner.ty == Type::Bool {
                    let text = self.text(inner.span);
                    self.error(span, TypeProblem::NoSize { text, found: Type::Bool });
                }
                (ExprKind::Size(Box::new(inner)), Type::Int)
            }
            ast::ExprKind::Neg(inner) => {
                let inner = self.number(scope, inner, Needs::Operand("-"));
                (ExprKind::Neg(Box::new(inner)), Type::Int)
            }
            ast::ExprKind::Not(inner) => {
                let inner = self.expr(scope, inner);
                self.need(&inner, &Type::Bool, Needs::Operand("not"));
                (ExprKind::Not(Box::new(inner)), Type::Bool)
            }
            ast::ExprKind::And(a, b) => {
                let (a, b) = (self.side(scope, a, "and"), self.side(scope, b, "and"));
                (ExprKind::And(Box::new(a), Box::new(b)), Type::Bool)
            }
            ast::ExprKind::Or(a, b) => {
                let (a, b) = (self.side(scope, a, "or"), self.side(scope, b, "or"));
                (ExprKind::Or(Box::new(a), Box::new(b)), Type::Bool)
            }
            ast::ExprKind::Binary(op, a, b) => return self.binary(scope, *op, a, b, span),
            ast::ExprKind::Compare(first, links) => return self.compare(scope, first, links, span),
            ast::ExprKind::Cases(arms) => return self.cases(scope, arms, span, true),
        };
        Expr { kind, span, ty }
    }

    fn side(&mut self, scope: &mut Scope, e: &ast::Expr, op: &'static str) -> Expr {
        let e = self.expr(scope, e);
        self.need(&e, &Type::Bool, Needs::Operand(op));
        e
    }

    /// The elements of a list or set: values and ranges.
    fn items(&mut self, scope: &mut Scope, items: &[ast::Range]) -> (Vec<RangeExpr>, Type) {
        let mut types = Vec::new();
        let items = items.iter().map(|item| match item {
            ast::Range::Value(e) => {
                let e = self.expr(scope, e);
                types.push(e.ty.clone());
                RangeExpr::Of(e)
            }
            ast::Range::Span { .. } => {
                types.push(Type::Int);
                self.range(scope, item, RangeUse::Walk).0
            }
        });
        let items = items.collect();
        (items, join_all(&types))
    }

    /// A range and the type of its values.
    pub(super) fn range(
        &mut self,
        scope: &mut Scope,
        range: &ast::Range,
        used: RangeUse,
    ) -> (RangeExpr, Type) {
        match range {
            ast::Range::Span { from, to, span } => {
                let mut end =
                    |e: &Option<ast::Expr>| e.as_ref().map(|e| self.number(scope, e, Needs::RangeEnd));
                let (from, to) = (end(from), end(to));
                if to.is_none() && used == RangeUse::Walk {
                    let text = self.text(*span);
                    self.error(*span, TypeProblem::Endless { text });
                }
                (RangeExpr::Between(from, to), Type::Int)
            }
            ast::Range::Value(e) => {
                let e = self.expr(scope, e);
                if used == RangeUse::Walk {
                    self.finite(&e);
                }
                let ty = match used {
                    RangeUse::Domain if e.ty == Type::Int => Type::Int,
                    RangeUse::Member => self.elements(&e, Needs::Member),
                    _ => self.elements(&e, Needs::Choice),
                };
                (RangeExpr::Of(e), ty)
            }
        }
    }

    /// `e for x in R, y in S if c`; its variables end with it.
    pub(super) fn comprehension(&mut self, scope: &mut Scope, c: &ast::Comprehension) -> Comprehension {
        let begin = scope.size();
        let clauses = c.clauses.iter().map(|clause| match clause {
            ast::Clause::For(name, range) => {
                let (range, ty) = self.range(scope, range, RangeUse::Walk);
                Clause::For { slot: self.declare(scope, name, ty, LocalKind::Bound), range }
            }
            ast::Clause::If(cond) => Clause::If(self.condition(scope, cond)),
        });
        let clauses = clauses.collect();
        let element = self.expr(scope, &c.element);
        scope.end(begin);
        Comprehension { element, clauses }
    }

    fn index(&mut self, scope: &mut Scope, base: &ast::Expr, indices: &[ast::Expr], span: Span) -> Expr {
        if self.beyond_part(scope, base) {
            self.another_heap(span, false);
            return unknown(span);
        }
        let base = self.expr(scope, base);
        self.finite(&base);
        let indices: Vec<Expr> = indices.iter().map(|i| self.expr(scope, i)).collect();
        if base.ty != Type::Graph && base.ty != Type::Any {
            for i in &indices {
                self.need(i, &Type::Int, Needs::Index);
            }
        }
        let wrong =
            |wanted| TypeProblem::Indices { text: self.text(base.span), wanted, found: indices.len() };
        let (ty, problem) = match (&base.ty, indices.len()) {
            (Type::Any, _) => (Type::Any, None),
            (Type::Graph, 1) => (list(Type::Any), None),
            (Type::Text, 1) => (Type::Text, None),
            (Type::List(t), 1) => ((**t).clone(), None),
            (Type::List(t), 2) => match &**t {
                Type::List(inner) => ((**inner).clone(), None),
                Type::Any => (Type::Any, None),
                // A row of strings: the second index picks a letter.
                Type::Text => (Type::Text, None),
                _ => (Type::Any, Some(wrong(1))),
            },
            (Type::List(t), _) => {
                let wanted = if matches!(**t, Type::List(_)) { 2 } else { 1 };
                (Type::Any, Some(wrong(wanted)))
            }
            (Type::Graph | Type::Text, _) => (Type::Any, Some(wrong(1))),
            (found @ (Type::Int | Type::Bool | Type::Set(_)), _) => {
                let (text, found) = (self.text(base.span), found.clone());
                (Type::Any, Some(TypeProblem::NoElements { text, found }))
            }
        };
        if let Some(problem) = problem {
            self.error(span, problem);
        }
        Expr { kind: ExprKind::Index(Box::new(base), indices), span, ty }
    }

    fn sliced(&mut self, base: &Expr) -> Type {
        self.finite(base);
        match &base.ty {
            Type::List(_) | Type::Text | Type::Any => base.ty.clone(),
            found => {
                let (text, found) = (self.text(base.span), found.clone());
                self.error(base.span, TypeProblem::NoElements { text, found });
                Type::Any
            }
        }
    }

    fn binary(&mut self, scope: &mut Scope, op: BinaryOp, a: &ast::Expr, b: &ast::Expr, span: Span) -> Expr {
        if op == BinaryOp::Over {
            let (left, right) = (self.text(a.span), self.text(b.span));
            self.error(span, TypeProblem::Fraction { left, right });
            self.expr(scope, a);
            self.expr(scope, b);
            return unknown(span);
        }
        let (a, b) = (self.expr(scope, a), self.expr(scope, b));
        self.finite(&a);
        self.finite(&b);
        let ty = match op {
            BinaryOp::Add | BinaryOp::Sub => sum(&a.ty, &b.ty),
            BinaryOp::Concat => concat(&a.ty, &b.ty),
            _ => {
                self.need(&a, &Type::Int, Needs::Operand(op.sign()));
                self.need(&b, &Type::Int, Needs::Operand(op.sign()));
                Some(Type::Int)
            }
        };
        let ty = ty.unwrap_or_else(|| {
            let (left, right) = (self.text(a.span), self.text(b.span));
            let (left_type, right_type) = (a.ty.clone(), b.ty.clone());
            self.error(span, TypeProblem::NotAddable { op: op.sign(), left, left_type, right, right_type });
            Type::Any
        });
        Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), span, ty }
    }

    fn compare(
        &mut self,
        scope: &mut Scope,
        first: &ast::Expr,
        links: &[(CompareOp, ast::Range)],
        span: Span,
    ) -> Expr {
        let first = self.expr(scope, first);
        // The left side of the next link: its type and place.
        let (mut ty, mut at) = (first.ty.clone(), first.span);
        let mut checked = Vec::with_capacity(links.len());
        for (op, right) in links {
            let (range, right_type, right_span) = match (op, right) {
                (CompareOp::In | CompareOp::NotIn, range) => {
                    let (range, inner) = self.range(scope, range, RangeUse::Member);
                    let (whole, place) = match &range {
                        RangeExpr::Of(e) => (e.ty.clone(), e.span),
                        RangeExpr::Between(..) => (set(Type::Int), span),
                    };
                    if !fits(&ty, &inner) {
                        let (left, right) = (self.text(at), self.text(place));
                        let problem = TypeProblem::NeverIn { left, left_type: ty.clone(), right, inner };
                        self.error(at.to(place), problem);
                    }
                    (range, whole, place)
                }
                (op, ast::Range::Value(e)) => {
                    let e = self.expr(scope, e);
                    self.comparable(&ty, at, &e.ty, e.span);
                    if !matches!(op, CompareOp::Eq | CompareOp::Ne) && fits(&ty, &e.ty) {
                        self.ordered(&ty, at, op.sign());
                        self.ordered(&e.ty, e.span, op.sign());
                    }
                    let (ty, place) = (e.ty.clone(), e.span);
                    (RangeExpr::Of(e), ty, place)
                }
                (_, range @ ast::Range::Span { .. }) => {
                    (self.range(scope, range, RangeUse::Member).0, Type::Any, span)
                }
            };
            checked.push((*op, range));
            (ty, at) = (right_type, right_span);
        }
        Expr::truth(ExprKind::Compare(Box::new(first), checked), span)
    }

    fn comparable(&mut self, left: &Type, at: Span, right: &Type, right_at: Span) {
        if !fits(left, right) {
            let problem = TypeProblem::Incomparable {
                left: self.text(at),
                left_type: left.clone(),
                right: self.text(right_at),
                right_type: right.clone(),
            };
            self.error(at.to(right_at), problem);
        }
    }

    /// Numbers have an order; so have strings and lists, letter by letter.
    fn ordered(&mut self, ty: &Type, at: Span, op: &'static str) {
        if matches!(ty, Type::Bool | Type::Set(_) | Type::Graph) {
            let e = Expr { ty: ty.clone(), ..unknown(at) };
            self.need(&e, &Type::Int, Needs::Operand(op));
        }
    }

    /// `a if c, b otherwise`. Where `whole` is false the last case may have a condition: a claim says nothing there.
    pub(super) fn cases(
        &mut self,
        scope: &mut Scope,
        arms: &[(ast::Expr, Option<ast::Expr>)],
        span: Span,
        whole: bool,
    ) -> Expr {
        let mut checked = Vec::with_capacity(arms.len());
        for (i, (value, cond)) in arms.iter().enumerate() {
            if cond.is_none() && i + 1 < arms.len() {
                self.error(value.span, TypeProblem::OtherwiseNotLast);
            }
            let cond = cond.as_ref().map(|c| self.condition(scope, c));
            checked.push((self.expr(scope, value), cond));
        }
        if whole && arms.last().is_some_and(|(_, cond)| cond.is_some()) {
            self.warn(span, TypeProblem::NoOtherwise);
        }
        let ty = join_all(checked.iter().map(|(v, _)| &v.ty));
        Expr { kind: ExprKind::Cases(checked), span, ty }
    }
}

/// The type of a sum or difference: numbers, or sets.
fn sum(a: &Type, b: &Type) -> Option<Type> {
    match (a, b) {
        (Type::Int, Type::Int | Type::Any) | (Type::Any, Type::Int) => Some(Type::Int),
        (Type::Set(x), Type::Set(y)) => fits(x, y).then(|| set(join(x, y))),
        (Type::Set(_), Type::Any) | (Type::Any, Type::Set(_)) => Some(set(Type::Any)),
        (Type::Any, Type::Any) => Some(Type::Any),
        _ => None,
    }
}

/// The type of `a ++ b`: lists or strings.
fn concat(a: &Type, b: &Type) -> Option<Type> {
    match (a, b) {
        (Type::Any, Type::Any) => Some(Type::Any),
        (Type::Text, Type::Text | Type::Any) | (Type::Any, Type::Text) => Some(Type::Text),
        (Type::List(_), Type::List(_)) => Some(join(a, b)),
        (Type::List(_), Type::Any) | (Type::Any, Type::List(_)) => Some(list(Type::Any)),
        _ => None,
    }
}
