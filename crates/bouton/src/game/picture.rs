//! What to draw: the kind of a game's positions, and a position as data for a page.
//!
//! Everything follows from the declared fields and from the shape of the moves, never from a name. A field is drawn as
//! stones, a number, a token on a graph, a row, a staircase, a word, a board; what fits none of these is written out.

use crate::game::Game;
use crate::report::Named;
use bouton_language::ast::{BinaryOp, FieldKind, ShapeKind};
use bouton_language::graph::Graph;
use bouton_language::interp::{Part, Position};
use bouton_language::rules::{Action, Change, Expr, ExprKind, Field, RangeExpr, Rules, Target, Type};
use bouton_language::value::Value;
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;

/// A larger graph is not drawn.
const MOST_NODES: usize = 400;
/// See [`MOST_NODES`].
const MOST_EDGES: usize = 4000;

/// How the positions of a game look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
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

/// A position as a page draws it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Picture {
    /// Its parts, field by field.
    pub parts: Vec<Vec<PictureField>>,
    /// The graphs that tokens stand on, by their names.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub graphs: Named<GraphPicture>,
}

/// A field of a part.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PictureField {
    /// Its name.
    pub name: String,
    /// How it is drawn.
    #[serde(rename = "as")]
    pub kind: DrawnAs,
    /// What it holds.
    pub value: Value,
    /// The number of the first place of a row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<usize>,
    /// The letters of a word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letters: Option<Vec<String>>,
    /// What is written on the squares of a board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<Vec<String>>>,
    /// The squares of a board hold numbers, not pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numbers: Option<bool>,
    /// The graph that a token stands on; none if it is written in the field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<Option<String>>,
}

/// How a field is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum DrawnAs {
    Stones,
    Number,
    Node,
    Row,
    Stairs,
    Bag,
    Set,
    Nodes,
    OnNodes,
    Word,
    Board,
    Text,
}

/// A graph, if it is not too large: nodes by their labels, edges as pairs of places.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct GraphPicture {
    /// The nodes.
    pub nodes: Option<Vec<String>>,
    /// The edges.
    pub edges: Option<Vec<[u32; 2]>>,
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

/// A position of one game as data.
pub fn picture(game: &Game, position: &Position) -> Picture {
    let painter = Painter::new(game);
    let named = |p: usize| {
        let name = game.rules().params.get(p)?.name.clone();
        Some((name, graph(&*graph_value(game, p)?)))
    };
    let mut used: Vec<usize> = painter.draws.iter().filter_map(Draw::graph).collect();
    used.sort_unstable();
    used.dedup();
    let graphs = if position.parts.is_empty() {
        Named::default()
    } else {
        used.into_iter().filter_map(named).collect()
    };
    Picture { graphs, ..painter.parts(position) }
}

/// Draws positions of one game: how its fields look is found out once.
pub struct Painter<'g> {
    game: &'g Game,
    draws: Vec<Draw>,
}

impl<'g> Painter<'g> {
    /// For the positions of a game.
    pub fn new(game: &'g Game) -> Painter<'g> {
        Painter { game, draws: (0..game.rules().shape.fields.len()).map(|i| draw(game, i)).collect() }
    }

    /// A position without the graphs that its tokens stand on.
    pub fn parts(&self, position: &Position) -> Picture {
        let part = |part: &Part| {
            let drawn = self.draws.iter().zip(part.iter()).enumerate();
            drawn.map(|(at, (draw, value))| one(self.game, at, draw, value)).collect()
        };
        Picture { parts: position.parts.iter().map(part).collect(), graphs: Named::default() }
    }
}

impl Draw {
    /// The parameter that holds the graph on which it is drawn.
    fn graph(&self) -> Option<usize> {
        match self {
            Draw::Node(param) | Draw::Nodes(param) => *param,
            Draw::OnNodes(param) => Some(*param),
            _ => None,
        }
    }
}

fn one(game: &Game, at: usize, draw: &Draw, value: &Value) -> PictureField {
    let field = &game.rules().shape.fields[at];
    let list = |items: Vec<Value>| Value::List(Arc::new(items));
    let items = |value: &Value| match value {
        Value::List(_) | Value::Set(_) => value.clone(),
        other => list(vec![other.clone()]),
    };
    let (kind, shown) = match (draw, value) {
        (Draw::Stones, Value::Int(_) | Value::Big(_)) => (DrawnAs::Stones, value.clone()),
        (Draw::Number, Value::Int(_) | Value::Big(_)) => (DrawnAs::Number, value.clone()),
        (Draw::Node(_), _) => (DrawnAs::Node, Value::text(&plain(value))),
        (Draw::Nodes(_), _) => {
            (DrawnAs::Nodes, list(letters(&items(value)).iter().map(|label| Value::text(label)).collect()))
        }
        (Draw::OnNodes(_), _) => (DrawnAs::OnNodes, items(value)),
        // A row with letters is read as a word.
        (Draw::Row, Value::List(_)) if game.rules().shown(at).is_some() => {
            (DrawnAs::Word, Value::text(&written(game, at, value).concat()))
        }
        (Draw::Row, Value::List(_)) => (DrawnAs::Row, value.clone()),
        (Draw::Stairs, Value::List(_)) => (DrawnAs::Stairs, value.clone()),
        (Draw::Bag, _) => (DrawnAs::Bag, items(value)),
        (Draw::Set, _) => (DrawnAs::Set, items(value)),
        (Draw::Word, _) => (DrawnAs::Word, Value::text(&written(game, at, value).concat())),
        (Draw::Board, Value::List(rows)) => (DrawnAs::Board, list(rows.iter().map(items).collect())),
        _ => (DrawnAs::Text, Value::text(&plain(value))),
    };
    let on_graph = matches!(draw, Draw::Node(_) | Draw::Nodes(_) | Draw::OnNodes(_));
    let name = |p: usize| game.rules().params.get(p).map(|p| p.name.clone());
    PictureField {
        name: field.name.clone(),
        kind,
        value: shown,
        first: matches!(kind, DrawnAs::Row | DrawnAs::Stairs).then_some(1),
        letters: (kind == DrawnAs::Word).then(|| written(game, at, value)),
        cells: (kind == DrawnAs::Board).then(|| cells(game, at, value)),
        numbers: (kind == DrawnAs::Board && !pieces(game, at)).then_some(true),
        graph: on_graph.then(|| draw.graph().and_then(name)),
    }
}

/// Do the squares of a board hold pieces? They do where the rules give letters, or 0, 1 and 2 at most.
fn pieces(game: &Game, at: usize) -> bool {
    let most = match &game.rules().shape.fields[at].domain {
        Some(RangeExpr::Between(_, Some(high))) => game.interp().constant(high).ok().and_then(|v| v.as_int()),
        _ => None,
    };
    game.rules().shown(at).is_some() || most.is_some_and(|most| most <= 2)
}

/// What is written on the squares of a board, row by row: the letters that the rules declare, or `.` for 0.
pub fn cells(game: &Game, field: usize, value: &Value) -> Vec<Vec<String>> {
    let Value::List(rows) = value else { return vec![vec![plain(value)]] };
    rows.iter().map(|row| written(game, field, row)).collect()
}

/// The same for one row, or a word.
pub fn written(game: &Game, field: usize, row: &Value) -> Vec<String> {
    let rules = game.rules();
    let shown = rules.shown(field);
    let board = rules.shape.fields[field].kind == FieldKind::Grid;
    let one = |v: &Value| match (shown.and_then(|s| s.letter(v.as_int()?)), v) {
        (Some(letter), _) => letter.to_string(),
        (None, Value::Int(0)) if board => ".".to_string(),
        (None, v) => plain(v),
    };
    match row {
        Value::List(items) => items.iter().map(one).collect(),
        other => letters(other),
    }
}

fn letters(value: &Value) -> Vec<String> {
    match value {
        Value::Text(t) => t.chars().map(String::from).collect(),
        Value::List(items) | Value::Set(items) => items.iter().map(plain).collect(),
        other => vec![plain(other)],
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::Text(text) => text.to_string(),
        other => other.to_string(),
    }
}

fn graph(g: &Graph) -> GraphPicture {
    let edges = (0..g.len()).flat_map(|from| g.near(from).iter().map(move |to| [from as u32, *to]));
    let edges: Vec<[u32; 2]> = edges.take(MOST_EDGES + 1).collect();
    if g.len() > MOST_NODES || edges.len() > MOST_EDGES {
        return GraphPicture::default();
    }
    GraphPicture { nodes: Some(g.nodes().iter().map(plain).collect()), edges: Some(edges) }
}
