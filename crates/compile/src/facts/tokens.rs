//! Tokens on a graph: the position is a node, and the moves go along all the edges from it.
//!
//! Recognised from the lines of the rules: one number field whose values are the nodes of a constant graph, and
//! every move chooses a neighbour of its value, of the same graph and without a condition, and puts it there. Then a
//! question about the game is one about the graph. How play ends is not looked at here.

use crate::facts::symbolic::Session;
use bouton_core::{Action, Choice, Kind, Move, Piece, Range, Target, Term};
use bouton_language::ast::FieldKind;
use bouton_language::graph::Graph;
use bouton_language::value::Value;
use std::sync::Arc;

/// The graph on which tokens move.
#[derive(Clone, Debug)]
pub struct Tokens {
    /// The graph.
    pub graph: Arc<Graph>,
}

/// The graph, if the game is one of tokens.
pub(crate) fn find(session: &Session<'_>) -> Option<Tokens> {
    let core = session.core;
    let [field] = core.shape.fields.as_slice() else { return None };
    if field.kind != FieldKind::Number || !core.requires.is_empty() || core.moves.is_empty() {
        return None;
    }
    let graph = session.graph_of(0)?;
    core.moves.iter().all(|line| along_all_edges(line, &graph)).then_some(Tokens { graph })
}

/// Does this line lead from every node to all its neighbours, and nowhere else?
fn along_all_edges(line: &Move, graph: &Arc<Graph>) -> bool {
    let [Choice::In { slot, range: Range::Of(near), .. }] = line.choices.as_slice() else { return false };
    let Kind::Index(base, index) = &near.kind else { return false };
    let [Term { kind: Kind::Field(0), .. }] = index.as_slice() else { return false };
    let Some(Value::Graph(of)) = base.value() else { return false };
    if !(Arc::ptr_eq(of, graph) || **of == **graph) {
        return false;
    }
    let [step] = line.steps.as_slice() else { return false };
    let [change] = step.changes.as_slice() else { return false };
    let chosen = |e: &Term| matches!(e.kind, Kind::Local(local) if local == *slot);
    let placed = match &change.action {
        Action::Become(e) => chosen(e),
        Action::Parts(parts) => matches!(parts.as_slice(), [Piece::One(e)] if chosen(e)),
        Action::Add(_) | Action::Sub(_) => false,
    };
    matches!(change.target, Target::Field(0))
        && placed
        && change.guards.is_empty()
        && line.by.is_none()
        && line.gain.is_none()
        && line.again.is_none()
}
