//! Drawing a position from the shape of the rules: heaps and rows of stones, words, boards, tokens on a graph.
//!
//! What is drawn follows from the declared fields alone; a game that has nothing to draw is written as it is typed.

use crate::lang::Lang;
use crate::lang::say;
use crate::terminal::layout::{DIM, GOOD, left, paint, right, width};
use bouton::Game;
use bouton::game::picture::{cells, written};
use bouton::game::squares::{Square, letter};
use bouton::language::ast::{FieldKind, ShapeKind};
use bouton::language::interp::Position;
use bouton::language::rules::{Field, RangeExpr, Type};
use bouton::language::value::Value;
use std::collections::HashSet;

/// Stones drawn one by one up to here; a larger heap is only counted.
const MOST_STONES: i64 = 40;
/// Parts drawn one a line up to here.
const MOST_PARTS: usize = 24;
/// Cells of a board that still fit a terminal.
const MOST_COLUMNS: usize = 60;

/// A marked square: the part, from 0, and the square.
pub(crate) type Marked<'m> = (usize, &'m Square);

/// A position with a board as lines, with some squares marked; nothing where there is no board, or no room for it.
pub(crate) fn board(
    game: &Game,
    position: &Position,
    marked: &[Marked<'_>],
    columns: usize,
    lang: Lang,
) -> Vec<String> {
    let fields = &game.rules().shape.fields;
    let none = position.parts.is_empty() || position.parts.len() > MOST_PARTS;
    if none || !fields.iter().any(|f| f.kind == FieldKind::Grid) {
        return Vec::new();
    }
    let out = drawn(game, position, marked, lang);
    if out.iter().any(|line| width(&anstream::adapter::strip_str(line).to_string()) > columns) {
        return Vec::new();
    }
    out
}

/// The position as lines.
pub(crate) fn lines(game: &Game, position: &Position, lang: Lang) -> Vec<String> {
    drawn(game, position, &[], lang)
}

fn drawn(game: &Game, position: &Position, marked: &[Marked<'_>], lang: Lang) -> Vec<String> {
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
        let here: Vec<&Square> = marked.iter().filter(|(part, _)| *part == i).map(|(_, s)| *s).collect();
        let drawn = part_lines(game, part, &here, lang);
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

fn part_lines(game: &Game, part: &[Value], marked: &[&Square], lang: Lang) -> Vec<String> {
    let fields = &game.rules().shape.fields;
    if let [value] = part {
        return field_lines(game, 0, value, marked, None, lang);
    }
    let names = fields.iter().map(|f| width(&f.name)).max().unwrap_or(0);
    let mut out = Vec::new();
    for (i, value) in part.iter().enumerate() {
        let drawn = field_lines(game, i, value, marked, Some(fields.len()), lang);
        let name = right(&fields[i].name, names);
        for (j, line) in drawn.iter().enumerate() {
            let head = if j == 0 { name.clone() } else { " ".repeat(names) };
            out.push(format!("{head}  {line}").trim_end().to_string());
        }
    }
    out
}

fn field_lines(
    game: &Game,
    i: usize,
    value: &Value,
    marked: &[&Square],
    among: Option<usize>,
    lang: Lang,
) -> Vec<String> {
    let field = &game.rules().shape.fields[i];
    match (field.kind, value) {
        (FieldKind::Grid, Value::List(_)) => {
            let marked: HashSet<(usize, usize)> =
                marked.iter().filter(|s| s.field == field.name).map(|s| (s.row, s.column)).collect();
            grid(&cells(game, i, value), &marked)
        }
        (FieldKind::Word, _) => vec![written(game, i, value).concat()],
        (FieldKind::Row | FieldKind::Bag | FieldKind::Set, Value::List(items) | Value::Set(items)) => {
            row(field, items, written(game, i, value))
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
fn row(field: &Field, items: &[Value], shown: Vec<String>) -> Vec<String> {
    if items.is_empty() {
        return vec!["-".to_string()];
    }
    let cells = if shown.len() == items.len() { shown } else { items.iter().map(plain).collect() };
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

/// A board with lettered columns and numbered rows; a star behind each marked square.
fn grid(cells: &[Vec<String>], marked: &HashSet<(usize, usize)>) -> Vec<String> {
    let across = cells.iter().map(Vec::len).max().unwrap_or(0);
    if across == 0 || across > MOST_COLUMNS {
        return cells.iter().map(|row| row.join(" ")).collect();
    }
    let name = |c: usize| match letter(across) {
        Some(_) => letter(c).map(String::from).unwrap_or_default(),
        None => c.to_string(),
    };
    let cell = cells.iter().flatten().map(|c| width(c)).max().unwrap_or(1).max(name(across).len());
    let side = cells.len().to_string().len();
    let gap = if marked.is_empty() { " " } else { "  " };
    let head: Vec<String> = (1..=across).map(|c| right(&name(c), cell)).collect();
    let mut out = vec![paint(DIM, &format!("{}  {}", " ".repeat(side), head.join(gap)))];
    for (r, row) in cells.iter().enumerate() {
        let mut line = format!("{}  ", right(&(r + 1).to_string(), side));
        for (c, text) in row.iter().enumerate() {
            let text = right(text, cell);
            if marked.contains(&(r + 1, c + 1)) {
                line.push_str(&paint(GOOD, &format!("{text}*")));
                line.push_str(&gap[1..]);
            } else {
                line.push_str(&text);
                line.push_str(gap);
            }
        }
        out.push(line.trim_end().to_string());
    }
    out
}

fn plain(value: &Value) -> String {
    match value {
        Value::Text(text) => text.to_string(),
        Value::List(items) => format!("({})", items.iter().map(plain).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}
