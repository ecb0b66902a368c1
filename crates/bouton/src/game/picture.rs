//! What to draw: the kind of a game's positions, and a position as data for a page.
//!
//! Everything follows from the declared fields and from the shape of the moves, never from a name. A field is drawn as
//! stones, a number, a token on a graph, a row, a staircase, a word, a board; what fits none of these is written out.

use crate::answer::number;
use crate::game::Game;
use bouton_language::ast::{BinaryOp, FieldKind, ShapeKind};
use bouton_language::graph::Graph;
use bouton_language::interp::Position;
use bouton_language::rules::{Action, Change, Expr, ExprKind, Field, RangeExpr, Rules, Target, Type};
use bouton_language::value::Value;
use serde_json::{Map, Value as Json, json};
use std::sync::Arc;

/// A larger graph is not drawn.
const MOST_NODES: usize = 400;
/// See [`MOST_NODES`].
const MOST_EDGES: usize = 4000;

/// How the positions of a game look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A sum of heaps of stones.
    Heaps,
    /// Numbers, one whole.
    Numbers,
    /// A row of numbers.
    Row,
    /// A row whose moves carry stones from one step to a lower one.
    Staircase,
    /// Letters or digits in a row.
    Word,
    /// A grid of squares.
    Board,
    /// Tokens on the nodes of a graph.
    Graph,
    /// Numbers without order.
    Bag,
    /// Several fields of different kinds.
    Mixed,
}

impl Kind {
    /// Its word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Heaps => "heaps",
            Kind::Numbers => "numbers",
            Kind::Row => "row",
            Kind::Staircase => "staircase",
            Kind::Word => "word",
            Kind::Board => "board",
            Kind::Graph => "graph",
            Kind::Bag => "bag",
            Kind::Mixed => "mixed",
        }
    }
}

/// How one field is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Draw {
    Stones,
    Number,
    /// A token on a graph: the parameter that holds it, or none for a graph written in the field.
    Node(Option<usize>),
    /// Tokens on several nodes.
    Nodes(Option<usize>),
    /// A number on every node of the graph in this parameter.
    OnNodes(usize),
    Row,
    Stairs,
    Bag,
    Set,
    Word,
    Board,
}

/// How the positions of a game look.
pub fn kind(game: &Game) -> Kind {
    let rules = game.rules();
    let fields = &rules.shape.fields;
    // Memory that the rules fill in is beside the point, unless there is nothing else.
    let mut shown: Vec<usize> = (0..fields.len()).filter(|i| !memory(&fields[*i])).collect();
    if shown.is_empty() {
        shown = (0..fields.len()).collect();
    }
    let mut kinds = shown.into_iter().map(|i| match draw(game, i) {
        Draw::Stones if rules.shape.kind == ShapeKind::Heaps => Kind::Heaps,
        Draw::Stones | Draw::Number => Kind::Numbers,
        Draw::Node(_) | Draw::Nodes(_) | Draw::OnNodes(_) => Kind::Graph,
        Draw::Row => Kind::Row,
        Draw::Stairs => Kind::Staircase,
        Draw::Bag | Draw::Set => Kind::Bag,
        Draw::Word => Kind::Word,
        Draw::Board => Kind::Board,
    });
    let first = kinds.next().unwrap_or(Kind::Numbers);
    let Some(other) = kinds.find(|k| *k != first) else {
        // Heaps of several numbers each are points, not heaps.
        let several = first == Kind::Heaps && fields.iter().filter(|f| !memory(f)).count() > 1;
        return if several { Kind::Numbers } else { first };
    };
    match (first, other) {
        // A token and a set of nodes already visited, a board and who stands where.
        (Kind::Graph, Kind::Bag | Kind::Numbers) | (Kind::Bag | Kind::Numbers, Kind::Graph) => Kind::Graph,
        (Kind::Heaps, Kind::Numbers) | (Kind::Numbers, Kind::Heaps) => Kind::Numbers,
        _ => Kind::Mixed,
    }
}

/// A number with a start is memory: a limit, a turn.
fn memory(field: &Field) -> bool {
    field.kind == FieldKind::Number && field.start.is_some()
}

fn draw(game: &Game, i: usize) -> Draw {
    let rules = game.rules();
    let field = &rules.shape.fields[i];
    let graph = graph_of(field);
    match field.kind {
        FieldKind::Number => match graph {
            Some(param) => Draw::Node(param),
            // A free number counts something; one with limits or a start is just a number.
            None if field.domain.is_none() && field.start.is_none() && field.ty == Type::Int => Draw::Stones,
            None => Draw::Number,
        },
        FieldKind::Row if graph.is_some() => Draw::Row,
        FieldKind::Row => match on_nodes(game, i) {
            Some(param) => Draw::OnNodes(param),
            None if stairs(rules, i) => Draw::Stairs,
            None => Draw::Row,
        },
        FieldKind::Bag | FieldKind::Set => match (graph, field.kind) {
            (Some(param), _) => Draw::Nodes(param),
            (None, FieldKind::Bag) => Draw::Bag,
            (None, _) => Draw::Set,
        },
        FieldKind::Word => Draw::Word,
        FieldKind::Grid => Draw::Board,
    }
}

/// The graph whose nodes a field (or its elements) holds: the parameter it is, or `None` inside if it has no name.
fn graph_of(field: &Field) -> Option<Option<usize>> {
    match &field.domain {
        Some(RangeExpr::Of(Expr { kind, ty: Type::Graph, .. })) => Some(match kind {
            ExprKind::Param(p) => Some(*p),
            _ => None,
        }),
        _ => None,
    }
}

/// A row with a place for every node of a graph whose nodes are numbered 1, 2, …: as long as the graph says, or as long as
/// the only graph there is.
fn on_nodes(game: &Game, field: usize) -> Option<usize> {
    let field = &game.rules().shape.fields[field];
    let told = field.start.iter().chain(&field.size).find_map(mentions_graph);
    let param = told.or_else(|| {
        let mut graphs = (0..game.rules().params.len()).filter(|p| graph_value(game, *p).is_some());
        let (only, None) = (graphs.next()?, graphs.next()) else { return None };
        let start = game.interp().constant(field.start.as_ref()?).ok()?;
        let long = matches!(start, Value::List(items) if items.len() == graph_value(game, only)?.len());
        long.then_some(only)
    })?;
    let graph = graph_value(game, param)?;
    let numbered = (1..=graph.len()).all(|i| graph.contains(&Value::Int(i as i64)));
    (graph.len() <= MOST_NODES && numbered).then_some(param)
}

/// The parameter G of `|G|` or `repeat(x, |G|)`.
fn mentions_graph(e: &Expr) -> Option<usize> {
    match &e.kind {
        ExprKind::Size(inner) => match (&inner.kind, &inner.ty) {
            (ExprKind::Param(p), Type::Graph) => Some(*p),
            _ => None,
        },
        ExprKind::Call(_, args) => args.iter().find_map(mentions_graph),
        _ => None,
    }
}

/// Do all moves that touch this row carry stones from a place to a lower one?
fn stairs(rules: &Rules, field: usize) -> bool {
    let element = |c: &Change| match &c.target {
        Target::Element(f, index) if *f == field => index.first().cloned(),
        _ => None,
    };
    let touches = |c: &Change| match &c.target {
        Target::Field(f) | Target::Element(f, _) => *f == field,
        Target::Fields(list) => list.contains(&field),
    };
    let mut found = false;
    for step in rules.moves.iter().flat_map(|m| &m.steps) {
        let here: Vec<&Change> = step.changes.iter().filter(|c| touches(c)).collect();
        match here.as_slice() {
            [] => {}
            [from, to] => {
                let (Some(high), Some(low)) = (element(from), element(to)) else { return false };
                let (Action::Sub(taken), Action::Add(given)) = (&from.action, &to.action) else {
                    return false;
                };
                let ExprKind::Binary(BinaryOp::Sub, base, _) = &low.kind else { return false };
                if !same(rules, base, &high) || !same(rules, taken, given) {
                    return false;
                }
                found = true;
            }
            _ => return false,
        }
    }
    found
}

/// Are two expressions written alike?
fn same(rules: &Rules, a: &Expr, b: &Expr) -> bool {
    let text = |e: &Expr| rules.sources.slice(e.span).split_whitespace().collect::<String>();
    !text(a).is_empty() && text(a) == text(b)
}

fn graph_value(game: &Game, param: usize) -> Option<Arc<Graph>> {
    match game.interp().params().get(param) {
        Some(Value::Graph(g)) => Some(g.clone()),
        _ => None,
    }
}

/// A position of one game as data: its parts, field by field, and the graphs that tokens stand on.
pub fn picture(game: &Game, position: &Position) -> Json {
    let fields = &game.rules().shape.fields;
    let draws: Vec<Draw> = (0..fields.len()).map(|i| draw(game, i)).collect();
    let mut used: Vec<usize> = Vec::new();
    let parts: Vec<Json> = position
        .parts
        .iter()
        .map(|part| {
            let drawn = fields.iter().zip(&draws).zip(part.iter());
            drawn.map(|((field, draw), value)| one(game, field, draw, value, &mut used)).collect()
        })
        .collect();
    let mut out = Map::new();
    out.insert("parts".into(), Json::Array(parts));
    used.sort_unstable();
    used.dedup();
    if !used.is_empty() {
        let named = used.iter().filter_map(|p| {
            let name = game.rules().params.get(*p)?.name.clone();
            Some((name, graph(&*graph_value(game, *p)?)))
        });
        out.insert("graphs".into(), Json::Object(named.collect()));
    }
    Json::Object(out)
}

fn one(game: &Game, field: &Field, draw: &Draw, value: &Value, used: &mut Vec<usize>) -> Json {
    let mut o = Map::new();
    o.insert("name".into(), json!(field.name));
    let items = |value: &Value| match value {
        Value::List(items) | Value::Set(items) => items.iter().map(number).collect(),
        other => Json::Array(vec![number(other)]),
    };
    let nodes = |value: &Value| match value {
        Value::List(items) | Value::Set(items) => items.iter().map(|v| json!(plain(v))).collect(),
        other => Json::Array(vec![json!(plain(other))]),
    };
    let (as_what, shown) = match (draw, value) {
        (Draw::Stones, Value::Int(_) | Value::Big(_)) => ("stones", number(value)),
        (Draw::Number, Value::Int(_) | Value::Big(_)) => ("number", number(value)),
        (Draw::Node(_), _) => ("node", json!(plain(value))),
        (Draw::Nodes(_), _) => ("nodes", nodes(value)),
        (Draw::OnNodes(_), _) => ("on_nodes", items(value)),
        (Draw::Row, Value::List(_)) => ("row", items(value)),
        (Draw::Stairs, Value::List(_)) => ("stairs", items(value)),
        (Draw::Bag, _) => ("bag", items(value)),
        (Draw::Set, _) => ("set", items(value)),
        (Draw::Word, _) => ("word", json!(letters(value).concat())),
        (Draw::Board, Value::List(rows)) => ("board", rows.iter().map(items).collect()),
        _ => ("text", json!(plain(value))),
    };
    o.insert("as".into(), json!(as_what));
    o.insert("value".into(), shown);
    match draw {
        Draw::Row | Draw::Stairs => {
            o.insert("first".into(), json!(1));
        }
        Draw::Word => {
            o.insert("letters".into(), json!(letters(value)));
        }
        Draw::Node(param) | Draw::Nodes(param) => {
            let name = param.and_then(|p| game.rules().params.get(p)).map(|p| p.name.clone());
            o.insert("graph".into(), json!(name));
            used.extend(param);
        }
        Draw::OnNodes(param) => {
            o.insert("graph".into(), json!(game.rules().params.get(*param).map(|p| p.name.clone())));
            used.push(*param);
        }
        _ => {}
    }
    Json::Object(o)
}

fn letters(value: &Value) -> Vec<String> {
    match value {
        Value::Text(t) => t.chars().map(String::from).collect(),
        Value::List(items) => items.iter().map(plain).collect(),
        other => vec![plain(other)],
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::Text(text) => text.to_string(),
        other => other.to_string(),
    }
}

/// Nodes by their labels, edges as pairs of places.
fn graph(g: &Graph) -> Json {
    if g.len() > MOST_NODES {
        return json!({"nodes": null, "edges": null});
    }
    let mut edges = Vec::new();
    for from in 0..g.len() {
        for to in g.near(from) {
            edges.push([from as u32, *to]);
            if edges.len() > MOST_EDGES {
                return json!({"nodes": null, "edges": null});
            }
        }
    }
    let nodes: Vec<String> = g.nodes().iter().map(plain).collect();
    json!({"nodes": nodes, "edges": edges})
}
