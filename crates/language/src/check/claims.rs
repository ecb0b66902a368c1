//! Claims, strategies and examples.

use super::expr::RangeUse;
use super::problem::{ClaimProblem, Needs, NoGrundy};
use super::scope::{LocalKind, Place, Scope};
use super::types::fits;
use super::{Checker, Saw, near};
use crate::ast::{self, Bind, FieldKind, Ident, Line, LineKind, ShapeKind};
use crate::rules::{
    About, Claim, ClaimBody, End, Example, ExampleAnswer, Expr, ExprKind, RangeExpr, Ranged, Rules, Strategy,
    Type,
};
use crate::span::Span;
use crate::value::Value;

/// Why a game with this end has no Grundy values, if it has none.
fn no_grundy(rules: &Rules, end: End) -> Option<NoGrundy> {
    let tests = [
        (rules.score.is_some(), NoGrundy::Score),
        (end != End::Normal, NoGrundy::End),
        (!rules.whens.is_empty(), NoGrundy::When),
        (rules.moves.iter().any(|m| m.by.is_some()), NoGrundy::By),
        (rules.moves.iter().any(|m| m.again.is_some()), NoGrundy::Again),
        (rules.endless.is_some(), NoGrundy::Endless),
        (rules.stop.is_some(), NoGrundy::Stop),
        (rules.block.is_some(), NoGrundy::Block),
        (rules.uses.mover, NoGrundy::Mover),
        (rules.uses.turn, NoGrundy::Turn),
    ];
    tests.into_iter().find(|(holds, _)| *holds).map(|(_, why)| why)
}

impl Checker<'_> {
    pub(super) fn claims(&mut self, lines: &[&Line], rules: &mut Rules) {
        for line in lines {
            match &line.kind {
                LineKind::Claim { claim, ranges, only } => {
                    let claim = self.claim(rules, claim, ranges, only.as_ref(), line.span);
                    rules.claims.push(claim);
                }
                LineKind::Strategy { name, binds, only } => {
                    let strategy = self.strategy(rules, name, binds, only.as_ref(), line.span);
                    rules.strategies.extend(strategy);
                }
                LineKind::Example(example) => {
                    let example = self.example(rules, example, line.span);
                    rules.examples.extend(example);
                }
                _ => {}
            }
        }
    }

    fn claim(
        &mut self,
        rules: &Rules,
        claim: &ast::Claim,
        ranges: &[(Ident, ast::Range)],
        only: Option<&ast::Expr>,
        span: Span,
    ) -> Claim {
        self.saw = Saw::default();
        let scope = &mut Scope::new(Place::Claim);
        let body = match claim {
            ast::Claim::Iff(verdict, cond) => ClaimBody::Iff(*verdict, self.condition(scope, cond)),
            ast::Claim::Grundy(e) => {
                self.needs_grundy(rules, span);
                ClaimBody::Grundy(self.answer(scope, e, Needs::Grundy))
            }
            ast::Claim::Score(e) => {
                if self.score.is_none() {
                    self.error(span, ClaimProblem::Score);
                }
                ClaimBody::Score(self.answer(scope, e, Needs::Score))
            }
            ast::Claim::Period { period, saltus, from } => {
                // In misère play it is the elements of heaps in the quotient that return.
                let sums = rules.end == End::Misere && rules.shape.kind == ShapeKind::Heaps;
                let end = if sums && saltus.is_none() { End::Normal } else { rules.end };
                self.needs_grundy_at(rules, end, span);
                if !matches!(self.fields.as_slice(), [f] if f.kind == FieldKind::Number && f.ty == Type::Int)
                {
                    self.error(span, ClaimProblem::Period);
                }
                // A period is one number for all positions.
                scope.place = Place::Bounds;
                let period = self.number(scope, period, Needs::Period);
                let saltus = saltus.as_ref().map(|e| self.number(scope, e, Needs::Period));
                let from = from.as_ref().map(|e| self.number(scope, e, Needs::Period));
                scope.place = Place::Claim;
                ClaimBody::Period { period, saltus, from }
            }
        };
        let only = only.map(|c| self.condition(scope, c));
        let saw = std::mem::take(&mut self.saw);
        if let (true, Some(field)) = (saw.heaps, saw.field) {
            self.error(span, ClaimProblem::Mixed { field });
        }
        scope.place = Place::Bounds;
        let ranges = self.ranges(scope, ranges);
        let about = if saw.heaps { About::Sum } else { About::Part };
        Claim { body, ranges, only, about, locals: scope.size(), span }
    }

    /// The value of a claim; where no case holds, the claim says nothing.
    fn answer(&mut self, scope: &mut Scope, e: &ast::Expr, needs: Needs) -> Expr {
        let e = match &e.kind {
            ast::ExprKind::Cases(arms) => self.cases(scope, arms, e.span, false),
            _ => self.expr(scope, e),
        };
        self.need(&e, &Type::Int, needs);
        e
    }

    fn needs_grundy(&mut self, rules: &Rules, span: Span) {
        self.needs_grundy_at(rules, rules.end, span);
    }

    fn needs_grundy_at(&mut self, rules: &Rules, end: End, span: Span) {
        if let Some(why) = no_grundy(rules, end) {
            self.error(span, ClaimProblem::Grundy { why });
        }
    }

    fn ranges(&mut self, scope: &mut Scope, ranges: &[(Ident, ast::Range)]) -> Vec<(Ranged, RangeExpr)> {
        let mut checked: Vec<(Ranged, RangeExpr)> = Vec::new();
        for (name, range) in ranges {
            let (range, inner) = self.range(scope, range, RangeUse::Domain);
            let field = self.fields.iter().position(|f| f.name == name.text);
            let param = self.params.iter().position(|p| p.name == name.text);
            let (over, ty) = match (field, param) {
                (Some(i), _) => (Ranged::Field(i), self.fields[i].ty.clone()),
                (None, Some(i)) => (Ranged::Param(i), self.params[i].default.ty.clone()),
                (None, None) => {
                    if !self.names_lost {
                        let mut known = self.field_names.clone();
                        known.extend(self.param_names.iter().cloned());
                        let near = near(&name.text, &known);
                        let name_text = name.text.clone();
                        self.error(name.span, ClaimProblem::Range { name: name_text, known, near });
                    }
                    continue;
                }
            };
            if checked.iter().any(|(r, _)| *r == over) {
                self.error(name.span, ClaimProblem::RangeTwice { name: name.text.clone() });
            }
            if !fits(&inner, &ty) {
                let at = match &range {
                    RangeExpr::Of(e) => e.span,
                    RangeExpr::Between(..) => name.span,
                };
                let found = Expr { ty: inner, ..super::scope::unknown(at) };
                self.need(&found, &ty, Needs::Bound(name.text.clone()));
            }
            checked.push((over, range));
        }
        checked
    }

    fn strategy(
        &mut self,
        rules: &Rules,
        name: &Ident,
        binds: &[Bind],
        only: Option<&ast::Expr>,
        span: Span,
    ) -> Option<Strategy> {
        let named = |m: &crate::rules::Move| m.name.as_deref() == Some(name.text.as_str());
        let moves: Vec<usize> = (0..rules.moves.len()).filter(|&i| named(&rules.moves[i])).collect();
        if moves.is_empty() {
            if !self.broken {
                let mut known: Vec<String> = rules.moves.iter().filter_map(|m| m.name.clone()).collect();
                known.dedup();
                let near = near(&name.text, &known);
                self.error(name.span, ClaimProblem::NoMove { name: name.text.clone(), known, near });
            }
            return None;
        }
        let scope = &mut Scope::new(Place::Strategy);
        let mut checked: Vec<(usize, String, RangeExpr)> = Vec::new();
        for bind in binds {
            let (choice, range, ty) = match bind {
                Bind::Is(choice, e) => {
                    let e = self.expr(scope, e);
                    let (at, ty) = (e.span, e.ty.clone());
                    let one = ExprKind::List(vec![RangeExpr::Of(e)]);
                    let list = Expr { kind: one, span: at, ty: super::types::list(ty.clone()) };
                    (choice, RangeExpr::Of(list), ty)
                }
                Bind::In(choice, range) => {
                    let (range, ty) = self.range(scope, range, RangeUse::Walk);
                    (choice, range, ty)
                }
            };
            let chosen = |i: &usize| rules.moves[*i].chosen.iter().any(|(_, n)| *n == choice.text);
            if let Some(other) = moves.iter().find(|i| !chosen(i)) {
                let known: Vec<String> = rules.moves[*other].chosen.iter().map(|(_, n)| n.clone()).collect();
                let near = near(&choice.text, &known);
                let (name, of) = (choice.text.clone(), name.text.clone());
                self.error(choice.span, ClaimProblem::NoChoice { name, of, known, near });
            } else if checked.iter().any(|(_, n, _)| *n == choice.text) {
                self.error(choice.span, ClaimProblem::BoundTwice { name: choice.text.clone() });
            }
            let slot = scope.add(choice, ty, LocalKind::Bound);
            checked.push((slot, choice.text.clone(), range));
        }
        for &i in &moves {
            let free = |n: &&String| !checked.iter().any(|(_, bound, _)| bound == *n);
            let open: Vec<String> =
                rules.moves[i].chosen.iter().map(|(_, n)| n).filter(free).cloned().collect();
            if !open.is_empty() {
                self.error(span, ClaimProblem::Unbound { of: name.text.clone(), names: open });
                break;
            }
        }
        let only = only.map(|c| self.condition(scope, c));
        let (name, locals) = (name.text.clone(), scope.size());
        Some(Strategy { moves, name, binds: checked, only, locals, span })
    }

    fn example(&mut self, rules: &Rules, example: &ast::Example, span: Span) -> Option<Example> {
        if example.setup && rules.setup.is_none() && !self.names_lost {
            self.error(span, ClaimProblem::NoSetup);
        }
        let mut with: Vec<(usize, Expr)> = Vec::new();
        for (name, value) in &example.with {
            let value = self.value(&mut Scope::new(Place::Example), value);
            let Some(i) = self.params.iter().position(|p| p.name == name.text) else {
                if !self.names_lost {
                    let known = self.param_names.clone();
                    let near = near(&name.text, &known);
                    self.error(name.span, ClaimProblem::NoParam { name: name.text.clone(), known, near });
                }
                continue;
            };
            if with.iter().any(|(j, _)| *j == i) {
                self.error(name.span, ClaimProblem::WithTwice { name: name.text.clone() });
            }
            let wanted = self.params[i].default.ty.clone();
            self.need(&value, &wanted, Needs::Bound(name.text.clone()));
            with.push((i, value));
        }
        let first = example.first.as_ref().and_then(|p| self.player(p));
        let answer = match &example.answer {
            ast::Answer::Outcome(verdict, to, _) => {
                ExampleAnswer::Outcome(*verdict, to.as_ref().map(|t| t.text.clone()))
            }
            ast::Answer::Player(name) => ExampleAnswer::Player(self.player(name)?),
            ast::Answer::Grundy(n, span) => {
                self.needs_grundy(rules, *span);
                ExampleAnswer::Grundy(Value::big(n.clone()))
            }
            ast::Answer::Score(n, span) => {
                if self.score.is_none() {
                    self.error(*span, ClaimProblem::Score);
                }
                ExampleAnswer::Score(Value::big(n.clone()))
            }
            ast::Answer::Value(text) => ExampleAnswer::Worth(text.text.clone()),
        };
        let position = example.position.text.clone();
        Some(Example { setup: example.setup, position, with, first, answer, span })
    }
}
