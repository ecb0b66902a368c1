//! Setting up a position step by step: what can stand at each place, and a position with one thing changed. A page shows it as a
//! board that is clicked on; what comes out is what could have been typed, and is read as if it were.

use crate::game::Game;
use crate::problem::Problem;
use bouton_language::ast::{FieldKind, ShapeKind};
use bouton_language::interp::{Part, Position};
use bouton_language::problems;
use bouton_language::value::Value;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Values that are listed for a place, and places that a field may grow to.
const MOST_VALUES: usize = 40;
const MOST_PLACES: usize = 400;

/// What can be changed about the parts of a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Editable {
    /// The fields of every part, in their order.
    pub fields: Vec<EditableField>,
    /// Can parts be added and taken away?
    pub parts: bool,
}

/// What can be changed about a field.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EditableField {
    /// Its name.
    pub name: String,
    /// What may stand at a place, as it is written; none where any number may.
    pub values: Option<Vec<String>>,
    /// Can places (of a board: rows and columns) be added and taken away?
    pub grows: bool,
}

/// A change of a position.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// Which part, from 0.
    #[serde(default)]
    pub part: usize,
    /// Which field of it, from 0.
    #[serde(default)]
    pub field: usize,
    /// Which place: a row and a column of a board, one number otherwise, from 0.
    #[serde(default)]
    pub place: Vec<usize>,
    /// What is done there.
    pub action: Action,
}

/// What is done to a place, a field or a part.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// One more than stands there, or the next of what may stand there.
    More,
    /// One less, or the one before.
    Less,
    /// This one, as it is written.
    Set(String),
    /// Another place at the end: of a board another row.
    Grow,
    /// One place less.
    Shrink,
    /// Another column of a board.
    Widen,
    /// One column less.
    Narrow,
    /// Another part like this one.
    AddPart,
    /// Without this part.
    DropPart,
}

problems! {
/// Why a position cannot be changed so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditProblem {
    /// There is no such place.
    Nowhere => ["There is nothing at this place of the position.", "局面的这个位置没有东西。"];
    /// Something else must stand there.
    Value { typed: String } => ["\"{typed}\" cannot stand here.", "这里不能放“{typed}”。"];
    /// It has the size that it has.
    Fixed => ["This cannot be made larger or smaller.", "这里的大小不能改变。"];
}
}

impl From<EditProblem> for Problem {
    fn from(p: EditProblem) -> Problem {
        Problem::Input(Arc::new(p))
    }
}

/// What can be changed about positions of a game.
pub fn editable(game: &Game) -> Editable {
    let fields = &game.rules().shape.fields;
    let one = |i: usize| EditableField {
        name: fields[i].name.clone(),
        values: values(game, i).map(|list| list.iter().map(|v| written(game, i, v)).collect()),
        grows: grows(game, i),
    };
    Editable {
        fields: (0..fields.len()).map(one).collect(),
        parts: game.rules().shape.kind == ShapeKind::Heaps,
    }
}

/// The position with a change, as it can be typed. It is one that could have been typed.
pub fn edited(game: &Game, position: &Position, edit: &Edit) -> Result<String, Problem> {
    let mut parts = position.parts.clone();
    match edit.action {
        Action::AddPart | Action::DropPart if game.rules().shape.kind != ShapeKind::Heaps => {
            return Err(EditProblem::Fixed.into());
        }
        Action::AddPart if parts.len() >= MOST_PLACES => return Err(EditProblem::Fixed.into()),
        Action::AddPart => parts.push(another(game, parts.get(edit.part))?),
        Action::DropPart => {
            if edit.part >= parts.len() {
                return Err(EditProblem::Nowhere.into());
            }
            parts.remove(edit.part);
        }
        _ => {
            let part = parts.get_mut(edit.part).ok_or(EditProblem::Nowhere)?;
            let mut fields = part.to_vec();
            let value = fields.get_mut(edit.field).ok_or(EditProblem::Nowhere)?;
            *value = changed(game, edit, value)?;
            *part = fields.into();
        }
    }
    let text = game.show(&Position { parts });
    game.position(&text)?;
    Ok(text)
}

/// A part to add: like the one given, or the first that the examples have.
fn another(game: &Game, like: Option<&Part>) -> Result<Part, Problem> {
    if let Some(part) = like {
        return Ok(part.clone());
    }
    let examples = game.rules().examples.iter().filter(|e| !e.setup && e.with.is_empty());
    let mut found = examples.filter_map(|e| game.position(&e.position).ok()?.parts.first().cloned());
    found.next().map_or_else(|| Ok(game.position("1")?.parts.first().cloned().ok_or(EditProblem::Fixed)?), Ok)
}

fn changed(game: &Game, edit: &Edit, value: &Value) -> Result<Value, EditProblem> {
    let field = edit.field;
    match edit.action {
        Action::Grow | Action::Shrink | Action::Widen | Action::Narrow => {
            if !grows(game, field) {
                return Err(EditProblem::Fixed);
            }
            resized(value, &edit.action, &first(game, field, value))
        }
        _ => at_place(value, &edit.place, &|v| step(game, field, v, &edit.action)),
    }
}

/// The value with what stands at a place replaced.
fn at_place(
    value: &Value,
    place: &[usize],
    by: &dyn Fn(&Value) -> Result<Value, EditProblem>,
) -> Result<Value, EditProblem> {
    let one = |items: &[Value], at: usize, rest: &[usize]| {
        let mut items = items.to_vec();
        let item = items.get_mut(at).ok_or(EditProblem::Nowhere)?;
        *item = at_place(item, rest, by)?;
        Ok(items)
    };
    match (value, place) {
        (Value::List(items), [at, rest @ ..]) => Ok(Value::list(one(items, *at, rest)?)),
        (Value::Set(items), [at, rest @ ..]) => Ok(Value::set(one(items, *at, rest)?)),
        (Value::Text(text), [at]) => {
            let letters: Vec<Value> = text.chars().map(|c| Value::text(&c.to_string())).collect();
            Ok(Value::text(&joined(&one(&letters, *at, &[])?)))
        }
        (other, [] | [0]) => by(other),
        _ => Err(EditProblem::Nowhere),
    }
}

fn joined(letters: &[Value]) -> String {
    letters.iter().map(plain).collect()
}

fn plain(value: &Value) -> String {
    match value {
        Value::Text(text) => text.to_string(),
        other => other.to_string(),
    }
}

/// What stands at a place, replaced.
fn step(game: &Game, field: usize, value: &Value, action: &Action) -> Result<Value, EditProblem> {
    let listed = values(game, field);
    if let Action::Set(typed) = action {
        let wrong = || EditProblem::Value { typed: typed.clone() };
        return match listed {
            Some(list) => list.into_iter().find(|v| written(game, field, v) == *typed).ok_or_else(wrong),
            None => typed.trim().parse().map(Value::Int).map_err(|_| wrong()),
        };
    }
    let up = matches!(action, Action::More);
    match listed {
        Some(list) => {
            let at = list.iter().position(|v| v == value);
            let next = match (at, up) {
                (Some(at), true) => (at + 1) % list.len(),
                (Some(at), false) => (at + list.len() - 1) % list.len(),
                (None, _) => 0,
            };
            Ok(list[next].clone())
        }
        None => {
            let n = value.as_int().ok_or(EditProblem::Value { typed: plain(value) })?;
            let next = if up { n.checked_add(1) } else { n.checked_sub(1) };
            next.map(Value::Int).ok_or(EditProblem::Value { typed: plain(value) })
        }
    }
}

/// How a row of a board becomes longer or shorter.
type Resize<'f> = &'f dyn Fn(&[Value]) -> Result<Vec<Value>, EditProblem>;

/// Another or one fewer place at the end.
fn resized(value: &Value, action: &Action, fill: &Value) -> Result<Value, EditProblem> {
    let more = |items: &[Value], with: Value| {
        let mut items = items.to_vec();
        if items.len() >= MOST_PLACES {
            return Err(EditProblem::Fixed);
        }
        items.push(with);
        Ok(items)
    };
    let fewer = |items: &[Value]| match items {
        [] | [_] => Err(EditProblem::Fixed),
        [head @ .., _] => Ok(head.to_vec()),
    };
    let across = |rows: &[Value], by: Resize<'_>| {
        let row = |row: &Value| match row {
            Value::List(cells) => by(cells).map(Value::list),
            _ => Err(EditProblem::Fixed),
        };
        rows.iter().map(row).collect::<Result<Vec<_>, _>>().map(Value::list)
    };
    match (value, action) {
        (Value::List(rows), Action::Widen) => across(rows, &|cells| more(cells, fill.clone())),
        (Value::List(rows), Action::Narrow) => across(rows, &|cells| fewer(cells)),
        (Value::List(items), Action::Grow) => {
            let with = match items.first() {
                Some(Value::List(cells)) => Value::list(vec![fill.clone(); cells.len()]),
                _ => fill.clone(),
            };
            more(items, with).map(Value::list)
        }
        (Value::List(items), Action::Shrink) => fewer(items).map(Value::list),
        (Value::Set(items), Action::Shrink) => fewer(items).map(Value::set),
        (Value::Set(items), Action::Grow) => {
            let next = items.iter().filter_map(Value::as_int).max().map_or(0, |n| n.saturating_add(1));
            more(items, Value::Int(next)).map(Value::set)
        }
        (Value::Text(text), Action::Grow) if text.chars().count() < MOST_PLACES => {
            Ok(Value::text(&format!("{text}{}", plain(fill))))
        }
        (Value::Text(text), Action::Shrink) if text.chars().count() > 1 => {
            let mut letters: Vec<char> = text.chars().collect();
            letters.pop();
            Ok(Value::text(&letters.into_iter().collect::<String>()))
        }
        _ => Err(EditProblem::Fixed),
    }
}

/// What a new place holds: the first of what may stand there, or 1 (a bag has no zeros).
fn first(game: &Game, field: usize, value: &Value) -> Value {
    match (values(game, field), value) {
        (Some(list), _) if !list.is_empty() => list[0].clone(),
        (_, Value::List(items)) => {
            items.iter().find(|v| v.as_int().is_some()).cloned().unwrap_or(Value::Int(1))
        }
        _ => Value::Int(1),
    }
}

/// What may stand at a place of a field, where it is a short list.
fn values(game: &Game, field: usize) -> Option<Vec<Value>> {
    let interp = game.interp();
    if let Some(shown) = game.rules().shown(field) {
        let count = i64::try_from(shown.letters.len()).ok()?;
        return Some((shown.least..shown.least.saturating_add(count)).map(Value::Int).collect());
    }
    let listed = match interp.members(field) {
        Some(Value::Set(items) | Value::List(items)) => Some(items.to_vec()),
        Some(Value::Text(letters)) => Some(letters.chars().map(|c| Value::text(&c.to_string())).collect()),
        Some(Value::Graph(graph)) => Some(graph.nodes().to_vec()),
        _ => None,
    };
    let bounded = || match interp.bounds(field)? {
        (low, Some(high)) => {
            let (low, high) = (low.as_int()?, high.as_int()?);
            let few = high.checked_sub(low).is_some_and(|span| span < MOST_VALUES as i64);
            few.then(|| (low..=high).map(Value::Int).collect())
        }
        _ => None,
    };
    listed.or_else(bounded).filter(|list: &Vec<Value>| (1..=MOST_VALUES).contains(&list.len()))
}

fn written(game: &Game, field: usize, value: &Value) -> String {
    let letter = game.rules().shown(field).and_then(|s| s.letter(value.as_int()?));
    letter.map_or_else(|| plain(value), |c| c.to_string())
}

/// Can the field be longer or shorter? What has declared sizes cannot.
fn grows(game: &Game, field: usize) -> bool {
    let kind = game.rules().shape.fields[field].kind;
    kind != FieldKind::Number && game.interp().sizes(field).is_none_or(<[Value]>::is_empty)
}
