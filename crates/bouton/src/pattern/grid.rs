//! Patterns in tables of two or more numbers.
//!
//! Rows and bags are the numbers they hold. Positions of different kinds (rows of different lengths, yes or no) are looked
//! at apart, each kind under its own condition.

use super::{Found, Patterns, number};
use crate::answer::Status;
use crate::game::Game;
use crate::report::Sentence;
use crate::table::{Show, Table};
use bouton_language::ast::FieldKind;
use bouton_language::value::Value;
use bouton_theory::sequences::Search;
use bouton_theory::tables::{self, TableKind};
use std::collections::BTreeMap;

/// Kinds of positions that are looked at, the most numerous first.
const KINDS: usize = 4;

/// Findings for each kind, where there are several.
const EACH: usize = 2;

/// Cells of a box.
const CELLS: usize = 4_000_000;

/// Orders of a bag that are filled in; longer bags are left as they are.
const BAG: usize = 4;

/// Looks for patterns in boxes of numbers; `false` if the table has none.
pub(super) fn in_grid(game: &Game, table: &Table, search: &Search, patterns: &mut Patterns) -> bool {
    let grids = grids(game, table);
    let each = if grids.len() > 1 { EACH } else { usize::MAX };
    for (condition, grid) in &grids {
        let bound: Vec<String> = (0..grid.names.len())
            .map(|i| format!("{} <= {}", grid.names[i], grid.first[i] + grid.size[i] as i64 - 1))
            .collect();
        let bound = bound.join(", ");
        for finding in tables::find(grid, search).into_iter().take(each) {
            let mut formula = finding.formula.clone();
            if let Some(condition) = condition {
                // Cases end with a case of their own; an `if` behind them would be another.
                let cases = table.show != Show::Win && formula.contains(" if ");
                formula = if cases { continue } else { format!("{formula} if {condition}") };
            }
            let word = match table.show {
                Show::Win => Some("lose iff "),
                Show::Grundy => Some("grundy = "),
                Show::Score => Some("score = "),
                _ => None,
            };
            let tuple = |p: &Vec<i64>| p.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
            patterns.found.push(Found {
                kind: match finding.kind {
                    TableKind::Quantity => "quantity",
                    TableKind::Residues => "residues",
                    TableKind::Beatty => "beatty",
                    TableKind::Line => "line",
                    TableKind::Xor => "xor",
                },
                status: Status::Checked(bound.clone().into()),
                claim: word.map(|w| format!("claim {w}{formula}")),
                formula: format!("{}{formula}", word.unwrap_or_default()),
                reason: Sentence::from([
                    format!("it agrees with the whole table ({bound})"),
                    format!("与整张表（{bound}）一致"),
                ]),
                period: None,
                exceptions: finding.exceptions.iter().map(tuple).collect(),
                quotient: None,
            });
        }
    }
    !grids.is_empty()
}

/// What kind of position it is, as far as its numbers do not say it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Number,
    Length(usize),
    Bool(bool),
}

/// Positions as tuples of numbers, with what is known of them.
pub(crate) type Tuples = Vec<(Vec<i64>, Option<i64>)>;

/// The boxes of a table, each with the condition under which positions belong to it.
fn grids(game: &Game, table: &Table) -> Vec<(Option<String>, tables::Table)> {
    let fields = &game.rules().shape.fields;
    let bag = |column: &String| fields.iter().any(|f| f.name == *column && f.kind == FieldKind::Bag);
    let bags: Vec<bool> = table.columns.iter().map(bag).collect();
    let mut kinds: BTreeMap<Vec<Kind>, Tuples> = BTreeMap::new();
    for row in table.rows() {
        let Some((kind, tuples)) = flat(&row.values, &bags) else { return Vec::new() };
        let value = number(&row.cell);
        kinds.entry(kind).or_default().extend(tuples.into_iter().map(|t| (t, value)));
    }
    let varies = |i: usize| kinds.keys().any(|k| k.get(i) != kinds.keys().next().and_then(|f| f.get(i)));
    let varying: Vec<bool> = (0..table.columns.len()).map(varies).collect();
    let mut found: Vec<(Option<String>, tables::Table, usize)> = Vec::new();
    for (kind, tuples) in &kinds {
        let mut conditions = Vec::new();
        for ((name, kind), varies) in table.columns.iter().zip(kind).zip(&varying) {
            match kind {
                Kind::Length(n) if *varies => conditions.push(format!("|{name}| = {n}")),
                Kind::Bool(b) if *varies => {
                    conditions.push(format!("{name} = {}", if *b { "yes" } else { "no" }))
                }
                _ => {}
            }
        }
        let condition = (!conditions.is_empty()).then(|| conditions.join(" and "));
        if let Some(grid) = boxed(names(table, kind), tuples, table.show == Show::Win) {
            found.push((condition, grid, tuples.len()));
        }
    }
    found.sort_by_key(|f| std::cmp::Reverse(f.2));
    found.into_iter().take(KINDS).map(|(condition, grid, _)| (condition, grid)).collect()
}

/// The numbers of a position, in every order of its bags.
fn flat(values: &[Value], bags: &[bool]) -> Option<(Vec<Kind>, Vec<Vec<i64>>)> {
    let mut kind = Vec::new();
    let mut tuples = vec![Vec::new()];
    for (value, bag) in values.iter().zip(bags) {
        let orders: Vec<Vec<i64>> = match value {
            Value::Int(n) => {
                kind.push(Kind::Number);
                vec![vec![*n]]
            }
            Value::Bool(b) => {
                kind.push(Kind::Bool(*b));
                continue;
            }
            Value::List(items) => {
                let numbers: Vec<i64> = items.iter().map(Value::as_int).collect::<Option<_>>()?;
                kind.push(Kind::Length(numbers.len()));
                if *bag && numbers.len() <= BAG { orders(&numbers) } else { vec![numbers] }
            }
            _ => return None,
        };
        tuples = tuples
            .iter()
            .flat_map(|t: &Vec<i64>| orders.iter().map(|o| t.iter().chain(o).copied().collect()))
            .collect();
    }
    Some((kind, tuples))
}

/// All orders of a few numbers.
fn orders(numbers: &[i64]) -> Vec<Vec<i64>> {
    let mut out = vec![Vec::new()];
    for (i, n) in numbers.iter().enumerate() {
        let put = |old: &Vec<i64>| -> Vec<Vec<i64>> {
            (0..=i)
                .map(|at| {
                    let mut new = old.clone();
                    new.insert(at, *n);
                    new
                })
                .collect()
        };
        out = out.iter().flat_map(put).collect();
    }
    out
}

/// The names of the numbers of such positions.
fn names(table: &Table, kind: &[Kind]) -> Vec<String> {
    let name = |(column, kind): (&String, &Kind)| match kind {
        Kind::Number => vec![column.clone()],
        Kind::Bool(_) => Vec::new(),
        Kind::Length(n) => (1..=*n).map(|i| format!("{column}[{i}]")).collect(),
    };
    table.columns.iter().zip(kind).flat_map(name).collect()
}

/// A box around tuples; `None` for single numbers, and where it would be too large.
pub(crate) fn boxed(names: Vec<String>, tuples: &Tuples, set: bool) -> Option<tables::Table> {
    let width = names.len();
    if width < 2 {
        return None;
    }
    let side = |i: usize| {
        let low = tuples.iter().map(|t| t.0[i]).min()?;
        let high = tuples.iter().map(|t| t.0[i]).max()?;
        Some((low, usize::try_from(high.checked_sub(low)?).ok()?.checked_add(1)?))
    };
    let sides: Vec<(i64, usize)> = (0..width).map(side).collect::<Option<_>>()?;
    let cells = sides.iter().try_fold(1_usize, |p, s| p.checked_mul(s.1)).filter(|c| *c <= CELLS)?;
    let mut grid = tables::Table {
        names,
        first: sides.iter().map(|s| s.0).collect(),
        size: sides.iter().map(|s| s.1).collect(),
        cells: vec![None; cells],
        set,
    };
    for (position, value) in tuples {
        let place = position.iter().zip(&sides).fold(0, |c, (x, s)| c * s.1 + (x - s.0) as usize);
        grid.cells[place] = *value;
    }
    Some(grid)
}
