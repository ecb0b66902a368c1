//! Expressions that look at a position from outside the rules: the holes of input and output templates.
//!
//! A view is checked against rules that are checked already, with the names that a claim may use and some more that
//! its caller gives values to.

use super::scope::{LocalKind, Place, Scope};
use super::{Checker, Head, NoLoader, Saw};
use crate::ast::Ident;
use crate::diagnostic::{Misread, Severity};
use crate::parse;
use crate::rules::{Expr, Rules, Type};
use crate::span::Span;

/// A checked expression over a position.
#[derive(Clone, Debug)]
pub struct View {
    /// The expression; its first locals are the further names, in order.
    pub expr: Expr,
    pub(crate) locals: usize,
    /// It mentions `heaps`, all parts at once.
    pub heaps: bool,
    /// It mentions a field, so it looks at one part.
    pub field: bool,
}

impl View {
    /// The type of its value.
    pub fn ty(&self) -> &Type {
        &self.expr.ty
    }
}

/// Checks an expression over the fields, `heaps`, the parameters and definitions of these rules, and `more` names.
pub fn view(rules: &Rules, text: &str, more: &[&str]) -> Result<View, Misread> {
    let mut sources = rules.sources.clone();
    let source = sources.add("template", text);
    let fail = |diagnostic| Misread { diagnostic, sources: sources.clone() };
    let parsed = parse::parse_expr(source, text, 0, text.len()).map_err(fail)?;
    let mut checker = Checker::new(sources.clone(), &NoLoader, Vec::new());
    checker.kind = rules.shape.kind;
    checker.field_names = rules.shape.fields.iter().map(|f| f.name.clone()).collect();
    checker.param_names = rules.params.iter().map(|p| p.name.clone()).collect();
    checker.fields = rules.shape.fields.clone();
    checker.params = rules.params.clone();
    checker.params_used = vec![true; rules.params.len()];
    let head = |d: &crate::rules::Define| Head {
        name: d.name.clone(),
        arity: d.arity,
        ty: d.body.ty.clone(),
        used: true,
        endless: false,
    };
    checker.heads = rules.defines.iter().map(head).collect();
    checker.score = rules.score;
    let mut scope = Scope::new(Place::Claim);
    for name in more {
        let ident = Ident { text: (*name).to_string(), span: Span::default() };
        scope.add(&ident, Type::Any, LocalKind::Let);
    }
    let expr = checker.expr(&mut scope, &parsed);
    checker.finite(&expr);
    if let Some(found) = checker.diagnostics.iter().find(|d| d.severity == Severity::Error) {
        return Err(fail(found.clone()));
    }
    let Saw { heaps, field } = std::mem::take(&mut checker.saw);
    Ok(View { expr, locals: scope.size(), heaps, field: field.is_some() })
}
