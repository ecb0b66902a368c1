//! Drawing a position from the shape of the rules: heaps and rows of stones, words, boards, tokens on a graph.
//!
//! What is drawn follows from the declared fields alone; a game that has nothing to draw is written as it is typed.

use crate::lang::Lang;
use crate::lang::say;
use crate::terminal::layout::{DIM, left, paint, right, width};
use bouton::Game;
use bouton::language::ast::{FieldKind, ShapeKind};
use bouton::language::interp::Position;
use bouton::language::rules::{Field, RangeExpr, Type};
use bouton::language::value::Value;

/// Stones drawn one by one up to here; a larger heap is only counted.
const MOST_STONES: i64 = 40;
/// Parts drawn one a line up to here.
const MOST_PARTS: usize = 24;
/// Cells of a board that still fit a terminal.
const MOST_COLUMNS: usize = 60;

/// The position as lines.
pub(crate) fn lines(game: &Game, position: &Position, lang: Lang) -> Vec<String> {
    let rules = game.rules();
    let fields = &rules.shape.fields;
    let typed = game.show(position);
    let heaps = rules.shape.kind == ShapeKind::Heaps;
    if position.parts.len() > MOST_PARTS {
        return vec![typed];
    }
    let mut out = Vec::new();
    let many = heaps && position.parts.len() > 1;
    for (i, part) in position.parts.iter().enumerate() {
        // Emptied heaps keep their numbers, but there is nothing to see.
        if heaps && matches!((part.as_ref(), fields.as_slice()), ([Value::Int(0)], [f]) if counts(f)) {
            continue;
        }
        let label = if many { format!("@{}", i + 1) } else { String::new() };
        let drawn = part_lines(fields, part, lang);
        let indent = if many { 4 } else { 0 };
        for (j, line) in drawn.iter().enumerate() {
            let head = if j == 0 { left(&label, indent) } else { " ".repeat(indent) };
            out.push(format!("{head}{line}").trim_end().to_string());
        }
        let board = drawn.len() > 1;
        if board && i + 1 < position.parts.len() {
            out.push(String::new());
        }
    }
    if out.is_empty() {
        out.push(lang.pick("(nothing left)", "（什么也不剩）").to_string());
    }
    out
}

fn part_lines(fields: &[Field], part: &[Value], lang: Lang) -> Vec<String> {
    if let ([field], [value]) = (fields, part) {
        return field_lines(field, value, None, lang);
    }
    let names = fields.iter().map(|f| width(&f.name)).max().unwrap_or(0);
    let mut out = Vec::new();
    for (field, value) in fields.iter().zip(part) {
        let drawn = field_lines(field, value, Some(fields.len()), lang);
        let name = right(&field.name, names);
        for (j, line) in drawn.iter().enumerate() {
            let head = if j == 0 { name.clone() } else { " ".repeat(names) };
            out.push(format!("{head}  {line}").trim_end().to_string());
        }
    }
    out
}

fn field_lines(field: &Field, value: &Value, among: Option<usize>, lang: Lang) -> Vec<String> {
    match (field.kind, value) {
        (FieldKind::Grid, Value::List(rows)) => grid(rows),
        (FieldKind::Word, _) => vec![word(value)],
        (FieldKind::Row | FieldKind::Bag | FieldKind::Set, Value::List(items) | Value::Set(items)) => {
            row(field, items)
        }
        (FieldKind::Number, Value::Int(n)) if is_place(field) => vec![place(&n.to_string(), among, lang)],
        (FieldKind::Number, Value::Text(node)) => vec![place(node, among, lang)],
        (FieldKind::Number, Value::Int(n)) if counts(field) => vec![stones(*n)],
        (_, other) => vec![plain(other)],
    }
}

/// A number with a domain of its own (a square, a node) stands for a place, not for so many stones.
fn is_place(field: &Field) -> bool {
    match &field.domain {
        Some(RangeExpr::Of(expr)) => expr.ty == Type::Graph,
        _ => false,
    }
}

/// A number that is typed and free to grow counts things; one with a start is memory.
fn counts(field: &Field) -> bool {
    field.domain.is_none() && field.start.is_none()
}

fn place(node: &str, among: Option<usize>, lang: Lang) -> String {
    if among.is_some() {
        return node.to_string();
    }
    say!(lang, "token on {node}", "棋子在 {node}")
}

/// `o o o  (3)`
fn stones(n: i64) -> String {
    match n {
        0 => ".  (0)".to_string(),
        1..=MOST_STONES => format!("{}  ({n})", vec!["o"; n as usize].join(" ")),
        _ => n.to_string(),
    }
}

/// Elements side by side; a long row of small numbers on a second line numbered by place.
fn row(field: &Field, items: &[Value]) -> Vec<String> {
    if items.is_empty() {
        return vec!["-".to_string()];
    }
    let cells: Vec<String> = items.iter().map(plain).collect();
    let indexed = field.kind == FieldKind::Row && items.len() > 1 && items.len() <= MOST_COLUMNS / 3;
    if !indexed {
        return vec![cells.join(" ")];
    }
    let numbers: Vec<String> = (1..=cells.len()).map(|i| i.to_string()).collect();
    let widths: Vec<usize> = cells.iter().zip(&numbers).map(|(c, n)| width(c).max(n.len())).collect();
    let line = |cells: &[String]| {
        let padded: Vec<String> = cells.iter().zip(&widths).map(|(c, w)| right(c, *w)).collect();
        padded.join("  ").trim_end().to_string()
    };
    vec![line(&cells), paint(DIM, &line(&numbers))]
}

fn word(value: &Value) -> String {
    match value {
        Value::Text(text) => text.to_string(),
        Value::List(items) => items.iter().map(plain).collect::<Vec<_>>().concat(),
        other => plain(other),
    }
}

/// A board with numbered rows and columns; 0 is an empty square.
fn grid(rows: &[Value]) -> Vec<String> {
    let cells: Vec<Vec<String>> = rows
        .iter()
        .map(|row| match row {
            Value::List(items) => items.iter().map(square).collect(),
            other => vec![square(other)],
        })
        .collect();
    let across = cells.iter().map(Vec::len).max().unwrap_or(0);
    if across == 0 || across > MOST_COLUMNS {
        return cells.iter().map(|row| row.join(" ")).collect();
    }
    let digits = across.to_string().len();
    let cell = cells.iter().flatten().map(|c| width(c)).max().unwrap_or(1).max(digits);
    let side = cells.len().to_string().len();
    let numbers: Vec<String> = (1..=across).map(|c| right(&c.to_string(), cell)).collect();
    let head = format!("{}  {}", " ".repeat(side), numbers.join(" "));
    let mut out = vec![crate::terminal::layout::paint(crate::terminal::layout::DIM, &head)];
    for (r, row) in cells.iter().enumerate() {
        let padded: Vec<String> = row.iter().map(|c| right(c, cell)).collect();
        out.push(format!("{}  {}", right(&(r + 1).to_string(), side), padded.join(" ")));
    }
    out
}

fn square(value: &Value) -> String {
    match value {
        Value::Int(0) => ".".to_string(),
        other => plain(other),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::Text(text) => text.to_string(),
        Value::List(items) => format!("({})", items.iter().map(plain).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}
