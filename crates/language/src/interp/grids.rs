//! Lines and areas of grids, as values.

use super::error::{Kind, Problem};
use crate::grid;
use crate::value::Value;

/// The rows of a grid of equal length.
fn rows(grid: &Value) -> Result<Vec<&[Value]>, Problem> {
    let Value::List(rows) = grid else {
        return Err(Problem::wrong(Kind::List, grid));
    };
    let mut out = Vec::with_capacity(rows.len());
    for row in rows.iter() {
        match row {
            Value::List(cells) => out.push(&cells[..]),
            _ => return Err(Problem::NotAGrid),
        }
    }
    if out.windows(2).any(|w| w[0].len() != w[1].len()) {
        return Err(Problem::NotAGrid);
    }
    Ok(out)
}

/// All straight runs of k cells: along rows, columns and both diagonals, each once.
pub(crate) fn lines(grid: &Value, k: i64) -> Result<Vec<Value>, Problem> {
    let rows = rows(grid)?;
    let width = rows.first().map_or(0, |r| r.len());
    let places = grid::lines(rows.len(), width, k);
    let cell = |at: &usize| rows[at / width][at % width].clone();
    let run = |places: &[usize]| Value::list(places.iter().map(cell).collect());
    Ok(places.chunks(k.max(1) as usize).map(run).collect())
}

/// The areas of value `v`, connected by sides, from top to bottom and left to right; each trimmed to its box, with
/// `fill` in the cells of the box outside the area.
pub(crate) fn regions(grid: &Value, v: &Value, fill: &Value) -> Result<Vec<Value>, Problem> {
    let rows = rows(grid)?;
    let width = rows.first().map_or(0, |r| r.len());
    let areas = grid::areas(rows.len(), width, |at| rows[at / width][at % width] == *v);
    let cell = |own: &bool| if *own { v.clone() } else { fill.clone() };
    let row = |cells: &[bool]| Value::list(cells.iter().map(cell).collect());
    let whole = |area: grid::Area| Value::list(area.cells.chunks(area.width).map(row).collect());
    Ok(areas.into_iter().map(whole).collect())
}
