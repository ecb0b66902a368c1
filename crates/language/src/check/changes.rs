//! Steps of a move: which places change into what, and what may change together.

use super::Checker;
use super::expr::RangeUse;
use super::near;
use super::problem::{MoveProblem, Needs, TypeProblem};
use super::scope::{LocalKind, Place, Scope};
use super::types::{fits, list};
use crate::ast::{self, ChangeOp, FieldKind, Ident, Outcome};
use crate::rules::{Action, Change, Expr, ExprKind, Guard, PartExpr, Step, Target, Type};
use crate::span::Span;

impl Checker<'_> {
    /// All steps; parts only as the only change of the last.
    pub(super) fn steps(&mut self, scope: &mut Scope, steps: &[ast::Step]) -> Vec<Step> {
        let mut checked = Vec::with_capacity(steps.len());
        for step in steps {
            let changes: Vec<Change> = match step {
                ast::Step::Stay(_) => Vec::new(),
                ast::Step::Changes(c) => c.iter().filter_map(|c| self.change(scope, c)).collect(),
            };
            self.twice(&changes);
            checked.push(Step { changes });
        }
        let last = checked.len().saturating_sub(1);
        let mut misplaced = Vec::new();
        for (i, step) in checked.iter().enumerate() {
            for c in &step.changes {
                let looped = c.guards.iter().any(|g| matches!(g, Guard::For { .. }));
                let alone = i == last && step.changes.len() == 1;
                if matches!(c.action, Action::Parts(_)) && (looped || !alone) {
                    let problem = if looped { MoveProblem::PartsOfMany } else { MoveProblem::PartsNotAlone };
                    misplaced.push((c.span, problem));
                }
            }
        }
        for (span, problem) in misplaced {
            self.error(span, problem);
        }
        checked
    }

    fn change(&mut self, scope: &mut Scope, change: &ast::Change) -> Option<Change> {
        let begin = scope.size();
        // `for i in R` binds i for the whole change, though it stands behind it.
        let mut guards = Vec::with_capacity(change.guards.len());
        for guard in &change.guards {
            guards.push(match guard {
                ast::Guard::When(cond) => Guard::When(self.condition(scope, cond)),
                ast::Guard::For(name, range) => {
                    let (range, ty) = self.range(scope, range, RangeUse::Walk);
                    Guard::For { slot: self.declare(scope, name, ty, LocalKind::Bound), range }
                }
            });
        }
        let target = self.target(scope, &change.target);
        let action = self.action(scope, change, target.as_ref());
        scope.end(begin);
        Some(Change { target: target?.0, action: action?, guards, span: change.span })
    }

    /// The target, the types of the fields it holds (one, unless it is a tuple), and how it was written.
    fn target(&mut self, scope: &mut Scope, target: &ast::Target) -> Option<(Target, Vec<Type>, String)> {
        match target {
            ast::Target::Place(name, indices) => {
                let end = indices.last().map_or(name.span, |i| i.span);
                let mut text = self.text(name.span.to(end));
                if !indices.is_empty() {
                    text.push(']');
                }
                let at = name.span.to(end);
                let field = self.field_named(scope, name)?;
                if indices.is_empty() {
                    return Some((Target::Field(field), vec![self.fields[field].ty.clone()], text));
                }
                self.element(scope, field, indices, at, text)
            }
            ast::Target::Tuple(names, _) => {
                let fields: Vec<usize> = names.iter().filter_map(|n| self.field_named(scope, n)).collect();
                if fields.len() < names.len() {
                    return None;
                }
                let types: Vec<Type> = fields.iter().map(|&f| self.fields[f].ty.clone()).collect();
                let text = names.iter().map(|n| n.text.as_str()).collect::<Vec<_>>().join(", ");
                match fields.as_slice() {
                    [one] => Some((Target::Field(*one), types, text)),
                    _ => {
                        let again = (1..fields.len()).find(|&i| fields[..i].contains(&fields[i]));
                        if let Some(i) = again {
                            let text = names[i].text.clone();
                            self.error(names[i].span, MoveProblem::Twice { text });
                        }
                        Some((Target::Fields(fields), types, format!("({text})")))
                    }
                }
            }
        }
    }

    fn field_named(&mut self, scope: &Scope, name: &Ident) -> Option<usize> {
        let found = self.fields.iter().position(|f| f.name == name.text);
        if found.is_none() && !self.names_lost {
            if name.text == "heaps" && self.is_sum() {
                self.another_heap(name.span, true);
                return None;
            }
            let what = self.what(scope, &name.text);
            let known = self.field_names.clone();
            let near = near(&name.text, &known);
            self.error(name.span, MoveProblem::NotAField { name: name.text.clone(), what, known, near });
        }
        found
    }

    fn element(
        &mut self,
        scope: &mut Scope,
        field: usize,
        indices: &[ast::Expr],
        at: Span,
        text: String,
    ) -> Option<(Target, Vec<Type>, String)> {
        let (kind, ty) = (self.fields[field].kind, self.fields[field].ty.clone());
        let name = self.fields[field].name.clone();
        if kind == FieldKind::Number && self.is_sum() {
            self.error(at, MoveProblem::AnotherHeap { text, changes: true, field: name });
            return None;
        }
        let indices: Vec<Expr> = indices.iter().map(|i| self.number(scope, i, Needs::Index)).collect();
        let (wanted, inner) = match (kind, &ty) {
            (FieldKind::Set, _) => {
                self.error(at, MoveProblem::ElementOfSet { field: name });
                return None;
            }
            (FieldKind::Number, found) => {
                self.error(at, TypeProblem::NoElements { text: name, found: found.clone() });
                return None;
            }
            (FieldKind::Grid, Type::List(row)) => (2, super::types::element(row).unwrap_or(Type::Any)),
            (FieldKind::Grid, _) => (2, Type::Any),
            (_, ty) => (1, super::types::element(ty).unwrap_or(Type::Any)),
        };
        if indices.len() != wanted {
            self.error(at, TypeProblem::Indices { text: name, wanted, found: indices.len() });
            return None;
        }
        Some((Target::Element(field, indices), vec![inner], text))
    }

    fn action(
        &mut self,
        scope: &mut Scope,
        change: &ast::Change,
        target: Option<&(Target, Vec<Type>, String)>,
    ) -> Option<Action> {
        match &change.result {
            Outcome::Value(e) => {
                let e = self.expr(scope, e);
                self.finite(&e);
                let (target, types, text) = target?;
                match change.op {
                    ChangeOp::Become => {
                        self.holds(target, types, text, &e);
                        Some(Action::Become(e))
                    }
                    op => {
                        if !matches!(types[0], Type::Int | Type::Set(_) | Type::Any) {
                            let (place, found) = (text.clone(), types[0].clone());
                            self.error(change.span, MoveProblem::Sum { place, found });
                        } else {
                            self.holds(target, types, text, &e);
                        }
                        Some(if op == ChangeOp::Add { Action::Add(e) } else { Action::Sub(e) })
                    }
                }
            }
            Outcome::Nothing(_) => {
                self.parts_fit(change.span, &target?.0);
                Some(Action::Parts(Vec::new()))
            }
            Outcome::Parts(parts) => {
                let parts = parts.iter().map(|p| self.part(scope, p, target)).collect();
                self.parts_fit(change.span, &target?.0);
                Some(Action::Parts(parts))
            }
        }
    }

    fn part(
        &mut self,
        scope: &mut Scope,
        part: &ast::Part,
        target: Option<&(Target, Vec<Type>, String)>,
    ) -> PartExpr {
        let one = |c: &mut Self, e: &Expr| {
            if let Some((target, types, text)) = target {
                c.holds(target, types, text, e);
            }
        };
        match part {
            ast::Part::One(e) => {
                let e = self.expr(scope, e);
                one(self, &e);
                PartExpr::One(e)
            }
            ast::Part::Copies(count, e) => {
                let count = self.number(scope, count, Needs::Copies);
                let e = self.expr(scope, e);
                one(self, &e);
                PartExpr::Copies(count, e)
            }
            ast::Part::Each(e) => {
                let e = self.expr(scope, e);
                self.finite(&e);
                let inner = self.elements(&e, Needs::Each);
                // A list of tuples says how long they are only when it runs.
                if let Some((Target::Field(_), types, text)) = target
                    && !fits(&inner, &types[0])
                {
                    let (place, wanted) = (text.clone(), list(types[0].clone()));
                    let (text, found) = (self.text(e.span), e.ty.clone());
                    self.error(e.span, MoveProblem::Result { place, wanted, text, found });
                }
                PartExpr::Each(e)
            }
        }
    }

    /// Only a whole part of a sum falls into parts.
    fn parts_fit(&mut self, span: Span, target: &Target) {
        if !self.is_sum() {
            self.error(span, MoveProblem::PartsInPosition);
        } else if let Target::Element(f, _) = target {
            let field = self.fields[*f].name.clone();
            self.error(span, MoveProblem::PartsOfElement { field });
        }
    }

    /// Can the target hold this value?
    fn holds(&mut self, target: &Target, types: &[Type], text: &str, e: &Expr) {
        let wrong = |c: &mut Self, place: &str, wanted: &Type, e: &Expr| {
            if !fits(&e.ty, wanted) {
                let (text, found) = (c.text(e.span), e.ty.clone());
                let (place, wanted) = (place.to_string(), wanted.clone());
                c.error(e.span, MoveProblem::Result { place, wanted, text, found });
            }
        };
        let Target::Fields(fields) = target else {
            return wrong(self, text, &types[0], e);
        };
        match &e.kind {
            ExprKind::Tuple(items) if items.len() == types.len() => {
                for ((item, ty), f) in items.iter().zip(types).zip(fields) {
                    let name = self.fields[*f].name.clone();
                    wrong(self, &name, ty, item);
                }
            }
            ExprKind::Tuple(items) => {
                self.error(e.span, MoveProblem::Arity { wanted: types.len(), found: items.len() });
            }
            _ if matches!(e.ty, Type::List(_) | Type::Any) => {}
            _ => self.error(e.span, MoveProblem::Arity { wanted: types.len(), found: 1 }),
        }
    }

    /// Reports places that two arrows of one step surely change.
    fn twice(&mut self, changes: &[Change]) {
        let sure: Vec<&Change> = changes
            .iter()
            .filter(|c| matches!(c.action, Action::Become(_) | Action::Parts(_)))
            .filter(|c| c.guards.is_empty())
            .collect();
        for (i, c) in sure.iter().enumerate() {
            if sure[..i].iter().any(|before| overlap(&before.target, &c.target)) {
                let text = match &c.target {
                    Target::Field(f) | Target::Element(f, _) => self.fields[*f].name.clone(),
                    Target::Fields(fs) => {
                        fs.iter().map(|f| self.fields[*f].name.as_str()).collect::<Vec<_>>().join(", ")
                    }
                };
                self.error(c.span, MoveProblem::Twice { text });
            }
        }
    }

    /// Is this, in a move of a sum, an element of a plain number: another heap?
    pub(super) fn beyond_part(&self, scope: &Scope, base: &ast::Expr) -> bool {
        let ast::ExprKind::Name(name) = &base.kind else { return false };
        let number = |f: &crate::rules::Field| f.kind == FieldKind::Number && f.ty == Type::Int;
        let field = self.fields.iter().any(|f| f.name == *name && number(f));
        let heaps = name == "heaps" && !self.field_names.contains(name);
        scope.place == Place::Move && self.is_sum() && (field || heaps)
    }

    /// Reports a look beyond the part at hand.
    pub(super) fn another_heap(&mut self, span: Span, changes: bool) {
        let text = self.text(span);
        let field = self.fields.first().map(|f| f.name.clone()).unwrap_or_default();
        self.error(span, MoveProblem::AnotherHeap { text, changes, field });
    }
}

/// Do two targets surely share a place?
fn overlap(a: &Target, b: &Target) -> bool {
    let whole = |t: &Target| match t {
        Target::Field(f) => vec![*f],
        Target::Fields(fs) => fs.clone(),
        Target::Element(..) => Vec::new(),
    };
    match (a, b) {
        (Target::Element(f, i), Target::Element(g, j)) => {
            f == g && i.len() == j.len() && same_constants(i, j)
        }
        (Target::Element(f, _), other) | (other, Target::Element(f, _)) => whole(other).contains(f),
        _ => whole(a).iter().any(|f| whole(b).contains(f)),
    }
}

/// The same places, as far as can be seen: equal constants, equal names.
fn same_constants(a: &[Expr], b: &[Expr]) -> bool {
    a.iter().zip(b).all(|(x, y)| match (&x.kind, &y.kind) {
        (ExprKind::Const(x), ExprKind::Const(y)) => x == y,
        (ExprKind::Local(x), ExprKind::Local(y)) => x == y,
        (ExprKind::Field(x), ExprKind::Field(y)) | (ExprKind::Param(x), ExprKind::Param(y)) => x == y,
        _ => false,
    })
}
