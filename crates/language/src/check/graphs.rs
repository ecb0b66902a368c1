//! Graphs: literals in the rules and edge lists in files.

use super::load::LoadError;
use super::problem::LineProblem;
use super::scope::{Scope, unknown};
use super::{Checker, near};
use crate::ast::{self, ParamValue};
use crate::graph::{Graph, GraphBuilder};
use crate::rules::{Expr, ExprKind, Type};
use crate::span::Span;
use crate::value::Value;
use num_bigint::BigInt;
use std::sync::Arc;

/// A node's label: a number where it is one.
fn label(text: &str) -> Value {
    match text.parse::<BigInt>() {
        Ok(n) if text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => Value::big(n),
        _ => Value::text(text),
    }
}

/// The graph of a literal.
fn literal(rows: &[ast::GraphRow]) -> Graph {
    let mut b = GraphBuilder::default();
    for row in rows {
        let from = b.node(label(&row.from.text));
        for to in &row.to {
            let to = b.node(label(&to.text));
            b.edge(from, to);
            if !row.directed {
                b.edge(to, from);
            }
        }
    }
    b.build(None)
}

/// The graph of an edge list: `u v` or `u -> v` an edge from u to v, `u` a node, `#` a comment.
/// A line that is none of these is given back with its number.
pub(super) fn edge_list(path: &str, text: &str) -> Result<Graph, (usize, String)> {
    let mut b = GraphBuilder::default();
    for (i, line) in text.lines().enumerate() {
        let said = line.split('#').next().unwrap_or("");
        let words: Vec<&str> = said.split_whitespace().filter(|w| !matches!(*w, "->" | "→")).collect();
        match words.as_slice() {
            [] if said.trim().is_empty() => {}
            [u] if !said.contains("->") && !said.contains('→') => {
                b.node(label(u));
            }
            [u, v] => {
                let (u, v) = (b.node(label(u)), b.node(label(v)));
                b.edge(u, v);
            }
            _ => return Err((i + 1, line.trim().chars().take(60).collect())),
        }
    }
    Ok(b.build(Some(path.to_string())))
}

impl Checker<'_> {
    /// The value of a parameter: an expression, or a graph as a constant.
    pub(super) fn value(&mut self, scope: &mut Scope, value: &ParamValue) -> Expr {
        match value {
            ParamValue::Expr(e) => self.expr(scope, e),
            ParamValue::Graph(ast::Graph::Inline { rows, span }) => constant(literal(rows), *span),
            ParamValue::Graph(ast::Graph::File(path)) => match self.graph_file(path) {
                Ok(graph) => constant(graph, path.span),
                Err(problem) => {
                    self.error(path.span, problem);
                    Expr { ty: Type::Graph, ..unknown(path.span) }
                }
            },
        }
    }

    fn graph_file(&self, path: &ast::Text) -> Result<Graph, LineProblem> {
        let name = path.text.clone();
        match self.loader.graph(&name) {
            Ok(text) => edge_list(&name, &text).map_err(|(line, text)| LineProblem::GraphLine {
                path: name,
                line,
                text,
            }),
            Err(LoadError::NotFound { known }) => {
                let near = near(&name, &known);
                Err(LineProblem::GraphUnknown { path: name, near })
            }
            Err(LoadError::Refused) => Err(LineProblem::GraphRefused { path: name }),
            Err(LoadError::Unreadable { why }) => Err(LineProblem::GraphUnreadable { path: name, why }),
        }
    }
}

fn constant(graph: Graph, span: Span) -> Expr {
    Expr { kind: ExprKind::Const(Value::Graph(Arc::new(graph))), span, ty: Type::Graph }
}
