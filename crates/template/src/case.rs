//! A case: a position, the parameters it is played with, who moves, and where it comes from.

use crate::template::Template;
use bouton::engines::whole::State;
use bouton::language::ast::FieldKind;
use bouton::language::interp::Position;
use bouton::language::value::Value;
use bouton::{Game, Problem};
use num_bigint::BigInt;
use num_traits::Signed;

/// Where a case comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// All positions in order of size, and the examples of the rules.
    Small,
    /// Drawn at random.
    Random,
    /// Lost, or a step away from lost.
    Near,
    /// Around powers of two and other ends.
    Extreme,
    /// Made for a wrong idea.
    Trap,
}

impl Origin {
    /// The word in files and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Origin::Small => "small",
            Origin::Random => "random",
            Origin::Near => "near-lost",
            Origin::Extreme => "extreme",
            Origin::Trap => "trap",
        }
    }
}

/// One question for a program.
#[derive(Clone)]
pub struct Case {
    /// The game, with its parameters.
    pub game: Game,
    /// The position.
    pub position: Position,
    /// Who moves: 0 or 1 in the order of `players`.
    pub mover: usize,
    /// Where it comes from.
    pub origin: Origin,
}

impl Case {
    /// The state that play starts from.
    pub fn state(&self) -> State {
        State::new(self.position.clone(), self.mover)
    }

    /// The same question about another position.
    pub fn at(&self, position: Position) -> Case {
        Case { position, ..self.clone() }
    }

    /// The question that play has come to.
    pub fn there(&self, state: &State) -> Case {
        Case { position: state.positions[0].clone(), mover: state.turn.mover, ..self.clone() }
    }

    /// The numbers of the position with their places; memory is left out.
    pub fn cells(&self) -> Vec<(Cell, BigInt)> {
        cells(&self.game, &self.position)
    }

    /// The same question with one number changed, if that is a legal position.
    pub fn with(&self, cell: Cell, n: &BigInt) -> Option<Case> {
        with_cell(&self.game, &self.position, cell, n).map(|position| self.at(position))
    }

    /// The same with several changed, one after the other.
    pub fn with_all(&self, changes: impl IntoIterator<Item = (Cell, BigInt)>) -> Option<Case> {
        changes.into_iter().try_fold(self.clone(), |case, (cell, n)| case.with(cell, &n))
    }

    /// As it can be typed behind the name of the game: parameters that differ from their defaults first.
    pub fn show(&self) -> String {
        let rules = self.game.rules();
        let mut words: Vec<String> = self
            .game
            .changed()
            .iter()
            .filter_map(|(i, v)| Some(format!("--set \"{}={v}\"", rules.params.get(*i)?.name)))
            .collect();
        if self.mover == 1 {
            words.push(format!("--first {}", rules.players[1]));
        }
        let shown = self.game.show(&self.position);
        if !shown.is_empty() {
            words.push(shown);
        }
        words.join(" ")
    }

    /// As the i-th case of an input, by its template.
    pub fn text(&self, template: &Template, i: usize) -> Result<String, Problem> {
        let given = [Value::Int(i as i64 + 1), Value::Int(self.mover as i64 + 1)];
        template.render(&self.game, &self.position, &given)
    }

    /// Equal for equal questions.
    pub fn key(&self) -> String {
        format!("{} {}", self.mover, self.show())
    }

    /// How large it is: all numbers, the lengths of lists, the numbers among the parameters.
    pub fn size(&self) -> BigInt {
        let of_params: BigInt = self.game.changed().iter().map(|(_, v)| extent(v)).sum();
        let parts = self.position.parts.iter();
        parts.flat_map(|p| p.iter()).map(extent).sum::<BigInt>() + of_params + self.position.parts.len()
    }

    /// The largest number of the position and of the changed parameters.
    pub fn largest(&self) -> BigInt {
        let values = self.position.parts.iter().flat_map(|p| p.iter());
        values.chain(self.game.changed().iter().map(|(_, v)| v)).map(largest).max().unwrap_or_default()
    }

    /// The numbers that were typed, in order: of the parameters, then of the position.
    pub fn numbers(&self) -> Vec<BigInt> {
        let mut out = Vec::new();
        for (_, v) in self.game.changed() {
            numbers(v, &mut out);
        }
        for part in &self.position.parts {
            for (f, v) in self.game.rules().shape.fields.iter().zip(part.iter()) {
                if f.start.is_none() {
                    numbers(v, &mut out);
                }
            }
        }
        out
    }
}

fn extent(v: &Value) -> BigInt {
    match v {
        Value::List(items) | Value::Set(items) => items.iter().map(extent).sum::<BigInt>() + items.len(),
        Value::Text(t) => BigInt::from(t.len()),
        Value::Graph(g) => BigInt::from(g.len()),
        v => v.to_big().map(|n| n.abs()).unwrap_or_default(),
    }
}

fn largest(v: &Value) -> BigInt {
    match v {
        Value::List(items) | Value::Set(items) => items.iter().map(largest).max().unwrap_or_default(),
        v => v.to_big().map(|n| n.abs()).unwrap_or_default(),
    }
}

fn numbers(v: &Value, out: &mut Vec<BigInt>) {
    match v {
        Value::List(items) | Value::Set(items) => items.iter().for_each(|v| numbers(v, out)),
        v => out.extend(v.to_big()),
    }
}

/// A number of a position that can be changed: part, field, and the places inside the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Part, from 0.
    pub part: usize,
    /// Field, from 0.
    pub field: usize,
    /// Element of a list, or row of a grid.
    pub at: Option<usize>,
    /// Column of a grid.
    pub column: Option<usize>,
}

/// The numbers of a position with their places; memory is left out.
pub fn cells(game: &Game, position: &Position) -> Vec<(Cell, BigInt)> {
    let mut out = Vec::new();
    for (part, values) in position.parts.iter().enumerate() {
        for (field, (f, v)) in game.rules().shape.fields.iter().zip(values.iter()).enumerate() {
            if f.start.is_some() {
                continue;
            }
            let whole = Cell { part, field, at: None, column: None };
            match v {
                Value::List(items) | Value::Set(items) => {
                    for (i, v) in items.iter().enumerate() {
                        let place = Cell { at: Some(i), ..whole };
                        match v {
                            Value::List(row) => {
                                out.extend(row.iter().enumerate().filter_map(|(j, v)| {
                                    Some((Cell { column: Some(j), ..place }, v.to_big()?))
                                }))
                            }
                            v => out.extend(v.to_big().map(|n| (place, n))),
                        }
                    }
                }
                v if f.kind == FieldKind::Number => out.extend(v.to_big().map(|n| (whole, n))),
                _ => {}
            }
        }
    }
    out
}

/// The least number that a field, or an element of it, may have; 0 where that is not known.
pub fn least(game: &Game, field: usize) -> BigInt {
    game.interp().bounds(field).and_then(|(lo, _)| lo.to_big()).unwrap_or_default()
}

/// The position with one number changed, if that is a legal position.
fn with_cell(game: &Game, position: &Position, cell: Cell, n: &BigInt) -> Option<Position> {
    let mut typed: Vec<Vec<Value>> = position.parts.iter().map(|p| p.to_vec()).collect();
    let slot = typed.get_mut(cell.part)?.get_mut(cell.field)?;
    let new = Value::big(n.clone());
    *slot = match (cell.at, cell.column, &*slot) {
        (None, ..) => new,
        (Some(i), None, Value::List(items)) => {
            let mut items = items.to_vec();
            *items.get_mut(i)? = new;
            Value::list(items)
        }
        (Some(i), None, Value::Set(items)) => {
            let mut items = items.to_vec();
            *items.get_mut(i)? = new;
            let n = items.len();
            // Two members that became one are another kind of position.
            Some(Value::set(items)).filter(|v| matches!(v, Value::Set(s) if s.len() == n))?
        }
        (Some(i), Some(j), Value::List(rows)) => {
            let mut rows = rows.to_vec();
            let Value::List(row) = rows.get(i)? else { return None };
            let mut row = row.to_vec();
            *row.get_mut(j)? = new;
            rows[i] = Value::list(row);
            Value::list(rows)
        }
        _ => return None,
    };
    build(game, typed)
}

/// A position from the values of its fields; memory starts anew. `None` if it is not legal.
pub fn build(game: &Game, parts: Vec<Vec<Value>>) -> Option<Position> {
    let interp = game.interp();
    let fields = &game.rules().shape.fields;
    let mut out = Position::default();
    for values in parts {
        let typed = fields.iter().zip(values).map(|(f, v)| if f.start.is_some() { None } else { Some(v) });
        let part = interp.part(typed.collect()).ok()?.ok()?;
        interp.legal(&part).ok()?;
        out.parts.push(part);
    }
    Some(out)
}
