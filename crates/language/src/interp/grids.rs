//! Grids: straight lines of cells, and connected areas.

use super::error::{Kind, Problem};
use crate::value::Value;
use std::sync::Arc;

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
    let (height, width) = (rows.len() as i64, rows.first().map_or(0, |r| r.len()) as i64);
    if k < 1 || k > height.max(width) {
        return Ok(Vec::new());
    }
    // A single cell lies in one line, not in four.
    let directions: &[(i64, i64)] = if k == 1 { &[(0, 1)] } else { &[(0, 1), (1, 0), (1, 1), (1, -1)] };
    let mut out = Vec::new();
    for &(down, right) in directions {
        for r in 0..height {
            for c in 0..width {
                let (last_r, last_c) = (r + down * (k - 1), c + right * (k - 1));
                if last_r < height && (0..width).contains(&last_c) {
                    let cell = |i: i64| rows[(r + down * i) as usize][(c + right * i) as usize].clone();
                    out.push(Value::list((0..k).map(cell).collect()));
                }
            }
        }
    }
    Ok(out)
}

/// The areas of value `v`, connected by sides, from top to bottom and left to right; each trimmed to its box, with
/// `fill` in the cells of the box outside the area.
pub(crate) fn regions(grid: &Value, v: &Value, fill: &Value) -> Result<Vec<Value>, Problem> {
    let rows = rows(grid)?;
    let (height, width) = (rows.len(), rows.first().map_or(0, |r| r.len()));
    let mut area = vec![0usize; height * width];
    let mut count = 0;
    let mut out = Vec::new();
    let mut waiting = Vec::new();
    for start in 0..height * width {
        if area[start] != 0 || rows[start / width][start % width] != *v {
            continue;
        }
        count += 1;
        area[start] = count;
        waiting.push(start);
        let (mut top, mut bottom, mut left, mut right) = (height, 0, width, 0);
        while let Some(cell) = waiting.pop() {
            let (r, c) = (cell / width, cell % width);
            (top, bottom, left, right) = (top.min(r), bottom.max(r), left.min(c), right.max(c));
            let mut visit = |next: usize| {
                if area[next] == 0 && rows[next / width][next % width] == *v {
                    area[next] = count;
                    waiting.push(next);
                }
            };
            if r > 0 {
                visit(cell - width);
            }
            if r + 1 < height {
                visit(cell + width);
            }
            if c > 0 {
                visit(cell - 1);
            }
            if c + 1 < width {
                visit(cell + 1);
            }
        }
        let row = |r: usize| {
            let cell = |c: usize| if area[r * width + c] == count { v.clone() } else { fill.clone() };
            Value::List(Arc::new((left..=right).map(cell).collect()))
        };
        out.push(Value::list((top..=bottom).map(row).collect()));
    }
    Ok(out)
}
