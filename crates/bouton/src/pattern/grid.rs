//! Patterns in tables of two or more numbers.

use super::{Found, Patterns, number};
use crate::answer::Status;
use crate::table::{Show, Table};
use bouton_language::value::Value;
use bouton_theory::sequences::Search;
use bouton_theory::tables::{self, TableKind};

/// Looks for patterns in a box of numbers; `false` if the table is none.
pub(super) fn in_grid(table: &Table, search: &Search, patterns: &mut Patterns) -> bool {
    let Some(grid) = grid(table) else { return false };
    let bound: Vec<String> = (0..grid.names.len())
        .map(|i| format!("{} <= {}", grid.names[i], grid.first[i] + grid.size[i] as i64 - 1))
        .collect();
    let bound = bound.join(", ");
    for finding in tables::find(&grid, search) {
        let (formula, claim) = match table.show {
            Show::Win => (format!("lose iff {}", finding.formula), Some("lose iff ")),
            Show::Grundy => (format!("grundy = {}", finding.formula), Some("grundy = ")),
            Show::Score => (format!("score = {}", finding.formula), Some("score = ")),
            _ => (finding.formula.clone(), None),
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
            status: Status::Checked(bound.clone()),
            formula,
            claim: claim.map(|c| format!("claim {c}{}", finding.formula)),
            reason: [format!("it agrees with the whole table ({bound})"), format!("与整张表（{bound}）一致")],
            period: None,
            exceptions: finding.exceptions.iter().map(tuple).collect(),
        });
    }
    true
}

/// The table as a box of numbers: its columns are numbers, or its only column is a row of a fixed length.
fn grid(table: &Table) -> Option<tables::Table> {
    let numbers = |values: &[Value]| -> Option<Vec<i64>> {
        match values {
            [Value::List(items)] => items.iter().map(Value::as_int).collect(),
            many => many.iter().map(Value::as_int).collect(),
        }
    };
    let rows: Vec<(Vec<i64>, Option<i64>)> =
        table.rows.iter().map(|r| Some((numbers(&r.values)?, number(&r.cell)))).collect::<Option<_>>()?;
    let width = rows.first()?.0.len();
    if width < 2 || rows.iter().any(|r| r.0.len() != width) {
        return None;
    }
    let names: Vec<String> = if table.columns.len() == width {
        table.columns.clone()
    } else {
        let row = table.columns.first()?;
        (1..=width).map(|i| format!("{row}[{i}]")).collect()
    };
    let side = |i: usize| {
        let low = rows.iter().map(|r| r.0[i]).min()?;
        let high = rows.iter().map(|r| r.0[i]).max()?;
        Some((low, usize::try_from(high - low).ok()? + 1))
    };
    let sides: Vec<(i64, usize)> = (0..width).map(side).collect::<Option<_>>()?;
    let cells = sides.iter().try_fold(1_usize, |p, s| p.checked_mul(s.1)).filter(|c| *c <= 4_000_000)?;
    let mut grid = tables::Table {
        names,
        first: sides.iter().map(|s| s.0).collect(),
        size: sides.iter().map(|s| s.1).collect(),
        cells: vec![None; cells],
        set: table.show == Show::Win,
    };
    for (position, value) in rows {
        let place = position.iter().zip(&sides).fold(0, |c, (x, s)| c * s.1 + (x - s.0) as usize);
        grid.cells[place] = value;
    }
    Some(grid)
}
