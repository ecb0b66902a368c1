//! Graphs: literals in the rules and edge lists in files.

use super::load::{LoadError, Loader};
use super::problem::LineProblem;
use super::scope::{Scope, unknown};
use super::{Checker, near};
use crate::ast::{self, ParamValue};
use crate::graph::{Graph, GraphBuilder, label};
use crate::rules::{Expr, ExprKind, Type};
use crate::span::Span;
use crate::value::Value;
use bouton_graph::RowsError;
use bouton_graph::read::{ReadError, edge_list, metis};
use std::sync::Arc;

/// The graph of a literal.
fn literal(rows: &[ast::GraphRow]) -> Result<Graph, RowsError> {
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

/// Is it a file in the form of METIS, packed or not? Its lines look like edges, so the name must say it.
fn is_metis(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    let bare = path.strip_suffix(".gz").or_else(|| path.strip_suffix(".zst")).unwrap_or(&path);
    bare.ends_with(".metis") || bare.ends_with(".graph")
}

/// The graph in a file.
fn read(path: &str, loader: &dyn Loader) -> Result<Graph, LineProblem> {
    let name = || path.to_string();
    let file = loader.graph(path).map_err(|e| match e {
        LoadError::NotFound { known } => LineProblem::GraphUnknown { path: name(), near: near(path, &known) },
        LoadError::Refused => LineProblem::GraphRefused { path: name() },
        LoadError::Unreadable { why } => LineProblem::GraphUnreadable { path: name(), why },
    })?;
    let memory = loader.graph_memory();
    let list = if is_metis(path) { metis(file, memory) } else { edge_list(file, memory) };
    let list = list.map_err(|e| match e {
        ReadError::Line { line, text, mistake } => {
            LineProblem::GraphLine { path: name(), line, text, mistake }
        }
        ReadError::Compressed { how } => LineProblem::GraphPacked { path: name(), how },
        ReadError::OverMemory { edges, needed, limit } => {
            LineProblem::GraphTooLarge { path: name(), edges, needed, limit }
        }
        other => LineProblem::GraphUnreadable { path: name(), why: other.to_string() },
    })?;
    Graph::from_list(list, name())
        .map_err(|e| LineProblem::GraphUnreadable { path: name(), why: e.to_string() })
}

impl Checker<'_> {
    /// The value of a parameter: an expression, or a graph as a constant.
    pub(super) fn value(&mut self, scope: &mut Scope, value: &ParamValue) -> Expr {
        match value {
            ParamValue::Expr(e) => self.expr(scope, e),
            // A literal has fewer edges than its text has letters, so it can always be built.
            ParamValue::Graph(ast::Graph::Inline { rows, span }) => {
                constant(literal(rows).unwrap_or_default(), *span)
            }
            ParamValue::Graph(ast::Graph::File(path)) => match read(&path.text, self.loader) {
                Ok(graph) => constant(graph, path.span),
                Err(problem) => {
                    self.error(path.span, problem);
                    Expr { ty: Type::Graph, ..unknown(path.span) }
                }
            },
        }
    }
}

fn constant(graph: Graph, span: Span) -> Expr {
    Expr { kind: ExprKind::Const(Value::Graph(Arc::new(graph))), span, ty: Type::Graph }
}
