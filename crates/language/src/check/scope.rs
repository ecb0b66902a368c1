//! Names: what can be seen from where, and the frame of locals of one line.

use super::problem::{NameProblem, What};
use super::{Checker, near};
use crate::ast::{Ident, ShapeKind};
use crate::rules::{Builtin, Expr, ExprKind, Type};
use crate::span::Span;
use crate::value::{KnownSet, Value};

/// The kind of line an expression stands in; it decides which names have a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Param,
    Define,
    Field,
    /// `sides`
    Sides,
    Require,
    Setup,
    Move,
    Block,
    When,
    Stop,
    Claim,
    /// The ranges of a claim.
    Bounds,
    Strategy,
    Example,
}

/// What kind of local a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LocalKind {
    Choice,
    Let,
    Bound,
}

/// A local of a frame.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub(super) name: String,
    pub(super) slot: usize,
    pub(super) ty: Type,
    pub(super) span: Span,
    pub(super) kind: LocalKind,
    pub(super) used: bool,
    /// A bound variable is gone after its comprehension.
    live: bool,
}

/// The names of one line. Every local has a slot of its own, so that a slot has one type and one meaning.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub(super) place: Place,
    pub(super) locals: Vec<Local>,
}

impl Scope {
    pub(super) fn new(place: Place) -> Scope {
        Scope { place, locals: Vec::new() }
    }

    /// Size of the frame.
    pub(super) fn size(&self) -> usize {
        self.locals.len()
    }

    /// Ends the locals declared since there were `size` of them.
    pub(super) fn end(&mut self, size: usize) {
        for local in &mut self.locals[size..] {
            local.live = false;
        }
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.locals.iter().rposition(|l| l.live && l.name == name)
    }

    /// A local without a check of its name.
    pub(super) fn add(&mut self, name: &Ident, ty: Type, kind: LocalKind) -> usize {
        let slot = self.locals.len();
        let (name, span) = (name.text.clone(), name.span);
        self.locals.push(Local { name, slot, ty, span, kind, used: false, live: true });
        slot
    }
}

impl Checker<'_> {
    fn sees_fields(&self, place: Place) -> bool {
        match place {
            Place::Field | Place::Require | Place::Move | Place::Claim | Place::Strategy => true,
            Place::When | Place::Block => self.kind == ShapeKind::Position,
            _ => false,
        }
    }

    fn sees_defines(place: Place) -> bool {
        !matches!(place, Place::Param | Place::Example)
    }

    /// Declares a choice, a let or a bound variable; its name must be free.
    pub(super) fn declare(&mut self, scope: &mut Scope, name: &Ident, ty: Type, kind: LocalKind) -> usize {
        let is_field = || self.fields.iter().any(|f| f.name == name.text);
        let is_define = || self.heads.iter().any(|h| h.arity == 0 && h.name == name.text);
        let what = if scope.find(&name.text).is_some() {
            Some(What::Local)
        } else if self.sees_fields(scope.place) && is_field() {
            Some(What::Field)
        } else if self.params.iter().any(|p| p.name == name.text) {
            Some(What::Param)
        } else if Checker::sees_defines(scope.place) && is_define() {
            Some(What::Define)
        } else {
            None
        };
        if let Some(what) = what {
            self.error(name.span, NameProblem::Taken { name: name.text.clone(), what });
        }
        scope.add(name, ty, kind)
    }

    /// What a name stands for in an expression.
    pub(super) fn name(&mut self, scope: &mut Scope, name: &str, span: Span) -> Expr {
        let make = |kind, ty| Expr { kind, span, ty };
        if let Some(i) = scope.find(name) {
            let local = &mut scope.locals[i];
            local.used = true;
            return make(ExprKind::Local(local.slot), local.ty.clone());
        }
        let place = scope.place;
        if let Some(i) = self.fields.iter().position(|f| f.name == name)
            && self.sees_fields(place)
        {
            if place == Place::Claim {
                self.saw.field.get_or_insert_with(|| name.to_string());
            }
            return make(ExprKind::Field(i), self.fields[i].ty.clone());
        }
        if place != Place::Example
            && let Some(i) = self.params.iter().position(|p| p.name == name)
        {
            self.params_used[i] = true;
            return make(ExprKind::Param(i), self.params[i].default.ty.clone());
        }
        if Checker::sees_defines(place)
            && let Some(i) = self.heads.iter().position(|h| h.name == name && h.arity == 0)
        {
            self.heads[i].used = true;
            return make(ExprKind::Define(i, Vec::new()), self.heads[i].ty.clone());
        }
        if let Some(e) = self.always(place, name, span) {
            return e;
        }
        if let Some((_, set)) = KnownSet::ALL.iter().find(|(n, _)| *n == name) {
            return make(ExprKind::Const(Value::Known(*set)), Type::Set(Box::new(Type::Int)));
        }
        self.unknown(scope, name, span);
        unknown(span)
    }

    /// `mover opponent turn stuck heaps`
    fn always(&mut self, place: Place, name: &str, span: Span) -> Option<Expr> {
        let moving = matches!(place, Place::Move | Place::When | Place::Block);
        let (kind, ty, problem) = match name {
            "mover" | "opponent" | "turn" => {
                let kind = match name {
                    "mover" => ExprKind::Mover,
                    "opponent" => ExprKind::Opponent,
                    _ => ExprKind::Turn,
                };
                let problem = NameProblem::NobodyMoves { name: name.to_string() };
                if moving {
                    self.uses.turn |= name == "turn";
                    self.uses.mover |= name != "turn";
                }
                (kind, Type::Int, (!moving).then_some(problem))
            }
            "stuck" => {
                let wrong = place != Place::When;
                (ExprKind::Stuck, Type::Bool, wrong.then_some(NameProblem::StuckOutsideWhen))
            }
            "heaps" => {
                let whole = matches!(place, Place::When | Place::Block | Place::Claim | Place::Strategy);
                let problem = if self.kind == ShapeKind::Position {
                    Some(NameProblem::NoHeaps)
                } else if place == Place::Move {
                    self.another_heap(span, false);
                    return Some(unknown(span));
                } else {
                    (!whole).then_some(NameProblem::HeapsHere)
                };
                self.saw.heaps |= place == Place::Claim;
                self.uses.heaps |= matches!(place, Place::When | Place::Block);
                (ExprKind::Heaps, self.heaps_type(), problem)
            }
            _ => return None,
        };
        if let Some(problem) = problem {
            self.error(span, problem);
            return Some(unknown(span));
        }
        Some(Expr { kind, span, ty })
    }

    /// The type of the list of parts.
    fn heaps_type(&self) -> Type {
        let part = match self.fields.as_slice() {
            [one] => one.ty.clone(),
            many => Type::List(Box::new(super::types::join_all(many.iter().map(|f| &f.ty)))),
        };
        Type::List(Box::new(part))
    }

    fn unknown(&mut self, scope: &Scope, name: &str, span: Span) {
        let place = scope.place;
        let problem = if self.field_names.iter().any(|f| f == name) {
            let name = name.to_string();
            match place {
                Place::Define => NameProblem::FieldInDefine { name },
                Place::When | Place::Block => {
                    let place = self.fields.iter().position(|f| f.name == name).map(|i| i + 1);
                    NameProblem::FieldOfPart { name, place: place.filter(|_| self.fields.len() > 1) }
                }
                _ => NameProblem::NoValueYet { name, what: What::Field },
            }
        } else if self.param_names.iter().any(|p| p == name) {
            NameProblem::NoValueYet { name: name.to_string(), what: What::Param }
        } else if let Some(head) = self.heads.iter().find(|h| h.name == name) {
            match head.arity {
                0 => NameProblem::NoValueYet { name: name.to_string(), what: What::Define },
                _ => NameProblem::Bare { name: name.to_string() },
            }
        } else if name == "phi" {
            self.error(span, super::problem::TypeProblem::RealOutside { name: "phi" });
            return;
        } else {
            // A line that was lost may have declared it.
            if self.names_lost {
                return;
            }
            let known = self.known(scope);
            let near = near(name, &known).or_else(|| near(name, &always_names()));
            match near {
                None if Builtin::named(name).is_some() => NameProblem::Bare { name: name.to_string() },
                near => NameProblem::Unknown { name: name.to_string(), known, near },
            }
        };
        self.error(span, problem);
    }

    /// All names with a meaning at this place, in the order fields, locals, parameters, definitions.
    pub(super) fn known(&self, scope: &Scope) -> Vec<String> {
        let place = scope.place;
        let mut known: Vec<String> = Vec::new();
        if self.sees_fields(place) {
            known.extend(self.fields.iter().map(|f| f.name.clone()));
        }
        known.extend(scope.locals.iter().filter(|l| l.live).map(|l| l.name.clone()));
        if place != Place::Example {
            known.extend(self.params.iter().map(|p| p.name.clone()));
        }
        if Checker::sees_defines(place) {
            known.extend(self.heads.iter().filter(|h| h.arity == 0).map(|h| h.name.clone()));
        }
        known
    }

    /// What a name is, wherever it may be seen.
    pub(super) fn what(&self, scope: &Scope, name: &str) -> Option<What> {
        if scope.find(name).is_some() {
            Some(What::Local)
        } else if self.fields.iter().any(|f| f.name == name) {
            Some(What::Field)
        } else if self.params.iter().any(|p| p.name == name) {
            Some(What::Param)
        } else if self.heads.iter().any(|h| h.name == name) {
            Some(What::Define)
        } else {
            None
        }
    }
}

fn always_names() -> Vec<String> {
    let known = KnownSet::ALL.iter().map(|(n, _)| *n);
    ["mover", "opponent", "turn", "stuck", "heaps"].into_iter().chain(known).map(String::from).collect()
}

/// What stands for an expression after its mistake was reported: it fits everywhere.
pub(super) fn unknown(span: Span) -> Expr {
    Expr { kind: ExprKind::Const(Value::Bool(false)), span, ty: Type::Any }
}
