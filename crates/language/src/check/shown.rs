//! How boards are typed: the letters of their squares (`show`), and what a position is that is typed by the sides of its
//! board (`sides`).

use super::inherit::Given;
use super::problem::{LineProblem, MoveProblem};
use super::scope::{LocalKind, Place, Scope};
use super::types::fits;
use super::{Checker, near};
use crate::ast::{Expr, FieldKind, Ident, LineKind, Text};
use crate::interp::element_type;
use crate::position::is_mark;
use crate::rules::{self, ExprKind, RangeExpr, Shown, Sides, Type};
use crate::span::Span;

/// A whole number as it is written.
fn integer(e: &rules::Expr) -> Option<i64> {
    match &e.kind {
        ExprKind::Neg(inner) => integer(inner)?.checked_neg(),
        _ => e.constant()?.as_int(),
    }
}

/// More letters than this are no help.
const MOST_LETTERS: i64 = 64;

impl Checker<'_> {
    /// All `show` lines and the `sides` line. An inherited one is left out where the fields were said anew and it no longer fits.
    pub(super) fn boards(&mut self, given: &[Given]) -> (Vec<Shown>, Option<Sides>) {
        let (mut shown, mut sides): (Vec<Shown>, Option<Sides>) = (Vec::new(), None);
        for Given { line, inherited } in given {
            let before = self.diagnostics.len();
            let (mut letters_found, mut sides_found) = (None, None);
            match &line.kind {
                LineKind::Show { field, letters } => {
                    letters_found = self.show(field, letters, line.span);
                    let twice = |new: &Shown| shown.iter().any(|s| s.field == new.field);
                    if letters_found.as_ref().is_some_and(twice) {
                        self.said_twice("show", field);
                    }
                }
                LineKind::Sides { rows, columns, values } => {
                    sides_found = Some(self.sides([rows, columns], values, line.span));
                }
                _ => continue,
            }
            if *inherited && self.diagnostics.len() > before {
                self.diagnostics.truncate(before);
                continue;
            }
            shown.extend(letters_found);
            sides = sides_found.or(sides);
        }
        (shown, sides)
    }

    fn sides(&mut self, names: [&Ident; 2], values: &[(Ident, Expr)], span: Span) -> Sides {
        let scope = &mut Scope::new(Place::Sides);
        for name in names {
            self.declare(scope, name, Type::Int, LocalKind::Bound);
        }
        let mut out: Vec<(usize, rules::Expr)> = Vec::new();
        for (field, value) in values {
            let value = self.expr(scope, value);
            self.finite(&value);
            let Some(at) = self.known_field(field) else { continue };
            if out.iter().any(|(i, _)| *i == at) {
                self.said_twice("sides", field);
            }
            let wanted = self.fields[at].ty.clone();
            if !fits(&value.ty, &wanted) {
                let (text, found) = (self.text(value.span), value.ty.clone());
                self.error(
                    value.span,
                    MoveProblem::Result { place: field.text.clone(), wanted, text, found },
                );
            }
            out.push((at, value));
        }
        let missing = |(i, f): (usize, &rules::Field)| {
            (f.start.is_none() && !out.iter().any(|(k, _)| *k == i)).then(|| f.name.clone())
        };
        if let Some(field) = self.fields.iter().enumerate().find_map(missing)
            && out.len() == values.len()
            && !self.broken
        {
            self.error(span, LineProblem::SidesMissing { field });
        }
        Sides { values: out, locals: scope.size(), span }
    }

    fn said_twice(&mut self, keyword: &'static str, field: &Ident) {
        self.error(field.span, LineProblem::SaidTwice { keyword, field: field.text.clone() });
    }

    fn known_field(&mut self, name: &Ident) -> Option<usize> {
        let found = self.fields.iter().position(|f| f.name == name.text);
        if found.is_none() && !self.names_lost {
            let known: Vec<String> = self.fields.iter().map(|f| f.name.clone()).collect();
            let near = near(&name.text, &known);
            self.error(name.span, LineProblem::NoField { name: name.text.clone(), known, near });
        }
        found
    }

    fn show(&mut self, name: &Ident, letters: &Text, span: Span) -> Option<Shown> {
        let at = self.known_field(name)?;
        let (field, f) = (name.text.clone(), &self.fields[at]);
        let constant = |e: &Option<rules::Expr>| integer(e.as_ref()?);
        let ends = match &f.domain {
            Some(RangeExpr::Between(from, to)) => {
                let least = if from.is_some() { constant(from) } else { Some(0) };
                least
                    .zip(constant(to))
                    .filter(|(from, to)| from <= to && to.saturating_sub(*from) < MOST_LETTERS)
            }
            _ => None,
        };
        let problem = match f.kind {
            FieldKind::Number | FieldKind::Bag | FieldKind::Set => Some(LineProblem::ShowKind { field }),
            _ if *element_type(f) == Type::Text => Some(LineProblem::ShowText { field }),
            _ if ends.is_none() => Some(LineProblem::ShowDomain { field }),
            _ => None,
        };
        if let Some(problem) = problem {
            self.error(name.span, problem);
            return None;
        }
        let (least, most) = ends?;
        let letters_of: Vec<char> = letters.text.chars().collect();
        let bad =
            |c: &char| c.is_numeric() || c.is_control() || is_mark(crate::lexer::narrow(*c)) || *c == '\\';
        let twice = letters_of.iter().enumerate().find(|(i, c)| letters_of[..*i].contains(c));
        let problem = if let Some(letter) = letters_of.iter().copied().find(bad) {
            Some(LineProblem::ShowLetter { letter })
        } else if let Some((_, letter)) = twice {
            Some(LineProblem::ShowTwice { letter: *letter })
        } else if letters_of.len() as i64 != most - least + 1 {
            let (field, found) = (name.text.clone(), letters_of.len());
            Some(LineProblem::ShowCount { field, wanted: most - least + 1, found, least })
        } else {
            None
        };
        if let Some(problem) = problem {
            self.error(letters.span, problem);
            return None;
        }
        Some(Shown { field: at, least, letters: letters_of, span })
    }
}
