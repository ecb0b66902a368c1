//! Rules on a board of one size: every move written out as what it reads and what it writes.
//!
//! On a board of few values a cell and of fixed size, a move line is a finite list of *ground moves*: the values that some cells must
//! have, and the values that some cells get. They are found by working out the rules with all cells open ([`eval`]), so
//! they hold for every filling of the board. Whoever has them can read off what a specialist knows of a board: its symmetries
//! ([`symmetry`]), that a value is a wall, how far a move reaches, and a move as a mask of bits.

mod diagram;
mod eval;
mod ground;
mod placement;
mod primes;
mod sliding;
mod symmetry;
mod walls;
mod ways;

pub use placement::Placement;
pub use symmetry::{Map, Symmetries};
pub use walls::Walls;
pub use ways::{Turn, Way};

use bouton_core::Core;
use bouton_language::ast::{FieldKind, Verdict};
use bouton_language::rules::Type;
use bouton_language::value::Value;

/// The rules cannot be written out on this board, or only in too many words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfit;

/// A place of a position that has one of a few values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The field it belongs to.
    pub field: usize,
    /// The values that it may have.
    pub values: Vec<Value>,
}

/// How a field is spread over cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// A number or a flag.
    Number(usize),
    /// A row, or a word of digits.
    Row {
        /// Its first cell.
        from: usize,
        /// How many it has.
        len: usize,
    },
    /// A word of letters.
    Word {
        /// Its first cell.
        from: usize,
        /// How many it has.
        len: usize,
    },
    /// A grid, row by row.
    Grid {
        /// Its first cell.
        from: usize,
        /// How many rows it has.
        rows: usize,
        /// How many columns.
        columns: usize,
    },
}

/// The values that some cells must have: a cell and a set of its values as bits; rising by cell.
pub type Reads = Vec<(u32, u32)>;

/// A move with all its choices made.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ground {
    /// When it can be made.
    pub reads: Reads,
    /// The cells that it changes, and the number of the value each gets; rising by cell.
    pub writes: Vec<(u32, u32)>,
    /// What it earns.
    pub gain: i64,
    /// The same player moves again.
    pub again: bool,
}

/// An ending by condition: any of these is enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Each: values that some cells have.
    pub cases: Vec<Reads>,
    /// What the player to move gets.
    pub verdict: Verdict,
}

/// A move leaves the areas of a value, connected by sides, as parts of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Areas {
    /// The number of the value.
    pub of: u32,
    /// The number of the value that stands around them.
    pub fill: u32,
}

/// A board of one size with the rules written out on it.
#[derive(Clone, Debug)]
pub struct Board {
    /// The places.
    pub cells: Vec<Cell>,
    /// Where each field has its own.
    pub spread: Vec<Spread>,
    /// The moves of each player; a single list where both have the same.
    pub moves: Vec<Vec<Ground>>,
    /// The endings in their order, for each player to move.
    pub endings: Vec<Vec<Ending>>,
    /// The areas that a move leaves, where the rules say so.
    pub areas: Option<Areas>,
    /// The moves of each line of the rules by each player, where moves leave areas.
    lines: Vec<Vec<Ground>>,
}

/// A board has at most so many bits, one for every value of a cell but one: whoever asks for it searches words of this size. That
/// also bounds the work of writing it out.
const MOST_BITS: usize = 256;
/// More values of a cell are no board.
const MOST_VALUES: usize = 16;

impl Board {
    /// The rules on boards like this one.
    pub fn of(core: &Core, part: &[Value]) -> Result<Board, Unfit> {
        let mut board = Board::blank(core, part)?;
        ground::write_out(core, &mut board)?;
        Ok(board)
    }

    /// The cells of a position.
    fn blank(core: &Core, part: &[Value]) -> Result<Board, Unfit> {
        let (mut cells, mut spread) = (Vec::new(), Vec::new());
        for (f, (field, value)) in core.shape.fields.iter().zip(part).enumerate() {
            let values = values(core, f)?;
            let from = cells.len();
            let mut place = |n: usize| {
                let cell = Cell { field: f, values: values.clone() };
                cells.resize(cells.len() + n, cell);
            };
            spread.push(match (field.kind, value) {
                (FieldKind::Number, _) => {
                    place(1);
                    Spread::Number(from)
                }
                (FieldKind::Row | FieldKind::Word, Value::List(items)) => {
                    place(items.len());
                    Spread::Row { from, len: items.len() }
                }
                (FieldKind::Word, Value::Text(t)) => {
                    let len = t.chars().count();
                    place(len);
                    Spread::Word { from, len }
                }
                (FieldKind::Grid, Value::List(rows)) => {
                    let width = |row: &Value| match row {
                        Value::List(row) => Ok(row.len()),
                        _ => Err(Unfit),
                    };
                    let columns = rows.first().map_or(Ok(0), width)?;
                    if rows.iter().any(|row| width(row) != Ok(columns)) {
                        return Err(Unfit);
                    }
                    place(rows.len() * columns);
                    Spread::Grid { from, rows: rows.len(), columns }
                }
                _ => return Err(Unfit),
            });
        }
        let planes = cells.iter().map(|cell: &Cell| cell.values.len() - 1).max().unwrap_or(0);
        if cells.is_empty() || cells.len() * planes.max(1) > MOST_BITS {
            return Err(Unfit);
        }
        Ok(Board { cells, spread, moves: Vec::new(), endings: Vec::new(), areas: None, lines: Vec::new() })
    }

    /// The numbers of the values that the cells have in a position; `None` for one of another size or with other values.
    pub fn read(&self, part: &[Value]) -> Option<Vec<u32>> {
        let mut out = Vec::with_capacity(self.cells.len());
        let mut put = |v: &Value| {
            let place = self.cells.get(out.len())?.values.iter().position(|x| x == v)?;
            out.push(place as u32);
            Some(())
        };
        for (spread, value) in self.spread.iter().zip(part) {
            match (spread, value) {
                (Spread::Number(_), v) => put(v)?,
                (Spread::Row { len, .. }, Value::List(items)) if items.len() == *len => {
                    items.iter().try_for_each(&mut put)?;
                }
                (Spread::Word { len, .. }, Value::Text(t)) if t.chars().count() == *len => {
                    t.chars().try_for_each(|c| put(&Value::text(c.encode_utf8(&mut [0; 4]))))?;
                }
                (Spread::Grid { rows, columns, .. }, Value::List(list)) if list.len() == *rows => {
                    for row in list.iter() {
                        let Value::List(row) = row else { return None };
                        if row.len() != *columns {
                            return None;
                        }
                        row.iter().try_for_each(&mut put)?;
                    }
                }
                _ => return None,
            }
        }
        (out.len() == self.cells.len()).then_some(out)
    }

    /// The position whose cells have these values, by number.
    pub fn part(&self, values: &[u32]) -> Vec<Value> {
        let at = |i: usize| self.cells[i].values[values[i] as usize].clone();
        let list = |from: usize, len: usize| Value::list((from..from + len).map(at).collect());
        let field = |spread: &Spread| match *spread {
            Spread::Number(i) => at(i),
            Spread::Row { from, len } => list(from, len),
            Spread::Word { from, len } => {
                let letter = |i| match at(i) {
                    Value::Text(t) => t.to_string(),
                    other => other.to_string(),
                };
                Value::text(&(from..from + len).map(letter).collect::<String>())
            }
            Spread::Grid { from, rows, columns } => {
                Value::list((0..rows).map(|r| list(from + r * columns, columns)).collect())
            }
        };
        self.spread.iter().map(field).collect()
    }

    /// Rows and columns, where the position is one grid, row or word.
    pub fn sides(&self) -> Option<(usize, usize)> {
        match self.spread[..] {
            [Spread::Grid { rows, columns, .. }] => Some((rows, columns)),
            [Spread::Row { len, .. } | Spread::Word { len, .. }] => Some((1, len)),
            _ => None,
        }
    }
}

/// The values that a field's number or elements may have.
fn values(core: &Core, field: usize) -> Result<Vec<Value>, Unfit> {
    let interp = core.interp();
    let values = match interp.members(field) {
        Some(Value::Set(items) | Value::List(items)) => items.to_vec(),
        Some(Value::Text(t)) => t.chars().map(|c| Value::text(c.encode_utf8(&mut [0; 4]))).collect(),
        Some(_) => return Err(Unfit),
        None => match interp.bounds(field) {
            Some((Value::Int(least), Some(Value::Int(most))))
                if most.saturating_sub(least) < MOST_VALUES as i64 =>
            {
                (least..=most).map(Value::Int).collect()
            }
            Some(_) => return Err(Unfit),
            None if core.shape.fields[field].ty == Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
            None => return Err(Unfit),
        },
    };
    let distinct = values.iter().enumerate().all(|(i, v)| !values[..i].contains(v));
    if values.is_empty() || values.len() > MOST_VALUES || !distinct {
        return Err(Unfit);
    }
    Ok(values)
}
