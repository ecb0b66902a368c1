//! A table as JSON: what it is, then one object a legal position; for a page that draws it, packed.

use super::{Axis, Cell, Drawing, Row, Show, Table};
use crate::answer::MoveEntry;
use crate::answer::how::How;
use crate::problem::Problem;
use crate::report::{self, Named, Sentence};
use crate::value::Said;
use bouton_language::ast::Verdict;
use bouton_language::value::Value;
use schemars::JsonSchema;
use serde::Serialize;

/// The fixed JSON form.
#[derive(Serialize)]
pub struct ListedTable<'t> {
    game: &'t str,
    #[serde(serialize_with = "report::key")]
    show: Show,
    columns: &'t [String],
    bound: Sentence,
    #[serde(skip_serializing_if = "Option::is_none")]
    mover: Option<&'t str>,
    complete: bool,
    how: &'t How,
    rows: Vec<TableRow>,
}

/// A table for a page.
#[derive(Serialize, JsonSchema)]
pub struct TableAnswer<'t> {
    game: &'t str,
    show: Show,
    columns: &'t [String],
    bound: Sentence,
    /// Who is to move, where the players have different moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    mover: Option<&'t str>,
    /// Was everything reached?
    pub complete: bool,
    stopped: Option<&'t Problem>,
    how: &'t How,
    drawing: Drawing,
    cells: usize,
    axes: Vec<AxisAnswer<'t>>,
    /// The cells of a strip or a matrix, which whoever serves them fills in.
    pub packed: Option<PackedCells>,
    rows: Option<Vec<TableRow>>,
}

#[derive(Serialize, JsonSchema)]
struct AxisAnswer<'t> {
    name: &'t str,
    parameter: bool,
    from: Option<Value>,
    to: Option<Value>,
    values: Option<&'t [Value]>,
}

/// Numbers of one type, as text.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Packed")]
pub struct PackedColumn {
    /// The type of the numbers.
    #[schemars(extend("enum" = ["u8", "u16", "u32", "i8", "i16", "i32", "f64"]))]
    pub r#type: &'static str,
    /// The numbers, little-endian, in base 64.
    pub data: String,
    /// What stands where there is no legal position.
    pub illegal: Option<i64>,
    /// What stands where nothing is known.
    pub unknown: Option<i64>,
}

/// The cells of a table.
#[derive(Serialize, JsonSchema)]
pub struct PackedCells {
    /// The cells, the last axis fastest.
    #[serde(flatten)]
    pub cells: PackedColumn,
    /// Moves to the end, where they were asked for.
    pub remoteness: Option<PackedColumn>,
}

/// A legal position; what is shown stands under its key.
#[derive(Serialize, JsonSchema)]
struct TableRow {
    values: Named<Value>,
    position: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Option<Verdict>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grundy: Option<Option<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Option<Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Option<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remoteness: Option<Option<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<Option<Vec<BestMove>>>,
    /// The value of a partizan position with its class, stops, temperature and mean.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    said: Option<Said>,
}

#[derive(Serialize, JsonSchema)]
struct BestMove {
    r#move: String,
    part: usize,
    text: Sentence,
    to: String,
}

impl Table {
    /// The fixed JSON form.
    pub fn listed(&self) -> ListedTable<'_> {
        ListedTable {
            game: &self.game,
            show: self.show,
            columns: &self.columns,
            bound: self.bound.clone().into(),
            mover: self.mover.as_deref(),
            complete: self.stopped.is_none(),
            how: &self.how,
            rows: self.legal_rows(),
        }
    }

    /// For a page.
    pub fn answer(&self) -> TableAnswer<'_> {
        let packs = self.packs();
        TableAnswer {
            game: &self.game,
            show: self.show,
            columns: &self.columns,
            bound: self.bound.clone().into(),
            mover: self.mover.as_deref(),
            complete: self.stopped.is_none(),
            stopped: self.stopped.as_ref(),
            how: &self.how,
            drawing: self.drawing,
            cells: if packs { self.len() } else { self.rows().len() },
            axes: self.axes.iter().filter(|_| packs).map(AxisAnswer::new).collect(),
            packed: None,
            rows: (!packs).then(|| self.legal_rows()),
        }
    }

    /// Are its cells numbers of a strip or a matrix?
    pub fn packs(&self) -> bool {
        self.drawing != Drawing::List && self.show.is_number()
    }

    fn legal_rows(&self) -> Vec<TableRow> {
        self.rows().into_iter().filter(|r| r.cell != Cell::Illegal).map(|r| self.row(r)).collect()
    }

    fn row(&self, row: Row) -> TableRow {
        let position = self.position(&row);
        let cell = row.cell;
        let count = |show: Show| {
            (self.show == show).then_some(match &cell {
                Cell::Grundy(n) | Cell::Moves(n) => Some(*n),
                Cell::Remoteness(_, n) => *n,
                _ => None,
            })
        };
        let outcome = match &cell {
            Cell::Outcome(v) | Cell::Remoteness(v, _) => Some(Some(*v)),
            _ => (self.show == Show::Win).then_some(None),
        };
        let best = |m: MoveEntry| BestMove { r#move: m.notation, part: m.part, text: m.text, to: m.to };
        TableRow {
            values: self.columns.iter().cloned().zip(row.values).collect(),
            position,
            outcome,
            grundy: count(Show::Grundy),
            score: (self.show == Show::Score).then_some(match &cell {
                Cell::Score(n) => Some(Value::Int(*n)),
                _ => None,
            }),
            moves: count(Show::Moves),
            remoteness: count(Show::Remoteness),
            said: match &cell {
                Cell::Value(said) => Some((**said).clone()),
                _ => None,
            },
            best: (self.show == Show::Best).then_some(match cell {
                Cell::Best(moves) => Some(moves.into_iter().map(best).collect()),
                _ => None,
            }),
        }
    }
}

impl AxisAnswer<'_> {
    fn new(axis: &Axis) -> AxisAnswer<'_> {
        let numbers: Option<Vec<i64>> = axis.values.iter().map(Value::as_int).collect();
        let run = numbers.filter(|n| n.windows(2).all(|w| w[1] == w[0].saturating_add(1)));
        let ends = run.and_then(|n| Some((*n.first()?, *n.last()?)));
        AxisAnswer {
            name: &axis.name,
            parameter: axis.parameter,
            from: ends.map(|(from, _)| Value::Int(from)),
            to: ends.map(|(_, to)| Value::Int(to)),
            values: ends.is_none().then_some(&axis.values),
        }
    }
}
