//! How the points of a box are laid out: axes from slow to fast, rows along the fastest.
//!
//! The number of a cell is a sum of its coordinates with positive weights, so a move that lowers it always leads to
//! a cell filled before. Any order of the axes will do for which that holds of every move; the longest rows are
//! the best ones.

use super::{MOST_AXES, NoTable, TableStop};
use crate::Stop;

/// The order of the cells of a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The sizes as given.
    pub(super) sizes: Vec<usize>,
    /// The axes, slowest first.
    pub(super) order: Vec<usize>,
    /// How many rows there are.
    pub(super) rows: usize,
    /// How many cells a row has.
    pub(super) width: usize,
    /// How many cells there are.
    pub(super) cells: usize,
}

impl Layout {
    /// The layout with the axes in `order`; `None` if the cells cannot be counted.
    pub(super) fn new(sizes: &[usize], order: Vec<usize>) -> Option<Self> {
        let cells = sizes.iter().try_fold(1_usize, |cells, &size| cells.checked_mul(size))?;
        let width = sizes[*order.last()?];
        let rows = if cells == 0 { 0 } else { cells / width };
        Some(Self { sizes: sizes.to_vec(), order, rows, width, cells })
    }

    /// The axes across rows, slowest first.
    pub(super) fn outer(&self) -> impl Iterator<Item = usize> + '_ {
        self.order[..self.order.len() - 1].iter().map(|&axis| self.sizes[axis])
    }

    /// The row and the place in it of a point; `None` outside the box.
    pub(super) fn place(&self, point: &[usize]) -> Option<(usize, usize)> {
        if point.len() != self.sizes.len() || point.iter().zip(&self.sizes).any(|(at, size)| at >= size) {
            return None;
        }
        let (&last, outer) = self.order.split_last()?;
        let row = outer.iter().fold(0, |row, &axis| row * self.sizes[axis] + point[axis]);
        Some((row, point[last]))
    }

    /// The point at a place of a row.
    pub(super) fn point(&self, mut row: usize, column: usize) -> Vec<usize> {
        let mut point = vec![0; self.sizes.len()];
        let Some((&last, outer)) = self.order.split_last() else { return point };
        point[last] = column;
        for &axis in outer.iter().rev() {
            point[axis] = row % self.sizes[axis];
            row /= self.sizes[axis];
        }
        point
    }

    /// The number of cells between the two ends of a vector, which may leave the box.
    pub(super) fn distance(&self, vector: &[i128]) -> i128 {
        self.order.iter().fold(0_i128, |sum, &axis| {
            sum.saturating_mul(self.sizes[axis] as i128).saturating_add(vector[axis])
        })
    }
}

/// Every order of so many axes, longest last axis first, the given order before all others of that length.
pub(super) fn orders(sizes: &[usize]) -> Result<Vec<Vec<usize>>, TableStop> {
    let axes = sizes.len();
    if axes == 0 || axes > MOST_AXES {
        return Err(Stop::Rules(NoTable::Axes { found: axes }));
    }
    let mut orders = vec![vec![]];
    for _ in 0..axes {
        let longer = |order: &Vec<usize>| -> Vec<Vec<usize>> {
            (0..axes)
                .filter(|axis| !order.contains(axis))
                .map(|axis| order.iter().copied().chain([axis]).collect())
                .collect()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    // A stable sort: the first of equals is the order given.
    orders.sort_by_key(|order| std::cmp::Reverse(order.last().map_or(0, |&axis| sizes[axis])));
    Ok(orders)
}

/// Walks the rows in order and knows the coordinates of each.
pub(super) struct Rows {
    sizes: Vec<usize>,
    /// The coordinates across rows, slowest first.
    pub(super) at: Vec<usize>,
    /// The number of the row.
    pub(super) row: usize,
}

impl Rows {
    pub(super) fn new(layout: &Layout) -> Self {
        let sizes: Vec<usize> = layout.outer().collect();
        Self { at: vec![0; sizes.len()], sizes, row: 0 }
    }

    /// Goes on to the next row.
    pub(super) fn advance(&mut self) {
        self.row += 1;
        for (at, &size) in self.at.iter_mut().zip(&self.sizes).rev() {
            *at += 1;
            if *at < size {
                return;
            }
            *at = 0;
        }
    }

    /// The row that a shift leads to from this one, if it is in the box.
    pub(super) fn back(&self, shift: &Shift) -> Option<usize> {
        let inside = self.at.iter().zip(&self.sizes).zip(&shift.outer).all(|((&at, &size), &by)| {
            let to = at as i64 - by;
            to >= 0 && to < size as i64
        });
        if inside { self.row.checked_sub(shift.rows) } else { None }
    }
}

/// A vector to be subtracted, as the rows see it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shift {
    /// How many rows back.
    pub(super) rows: usize,
    /// How many columns back; negative for forward.
    pub(super) column: i64,
    /// The coordinates across rows.
    outer: Vec<i64>,
}

impl Shift {
    /// The shift of a vector that leads back and is shorter than the box in every direction.
    pub(super) fn new(layout: &Layout, vector: &[i128]) -> Self {
        let (&last, outer) = layout.order.split_last().unwrap_or((&0, &[]));
        let rows = outer.iter().fold(0_i128, |sum, &axis| sum * layout.sizes[axis] as i128 + vector[axis]);
        // The vector leads back, so `rows` is not negative; it is less than the rows there are.
        Self {
            rows: rows.max(0) as usize,
            column: vector[last] as i64,
            outer: outer.iter().map(|&axis| vector[axis] as i64).collect(),
        }
    }

    /// `k` times the shift; a shift longer than the box leads nowhere from any row.
    pub(super) fn times(&self, k: usize) -> Self {
        let by = i64::try_from(k).unwrap_or(i64::MAX);
        Self {
            rows: self.rows.saturating_mul(k),
            column: self.column.saturating_mul(by),
            outer: self.outer.iter().map(|at| at.saturating_mul(by)).collect(),
        }
    }

    /// Both shifts together.
    pub(super) fn plus(&self, other: &Self) -> Self {
        Self {
            rows: self.rows.saturating_add(other.rows),
            column: self.column.saturating_add(other.column),
            outer: self.outer.iter().zip(&other.outer).map(|(a, b)| a.saturating_add(*b)).collect(),
        }
    }

    /// The columns from which a shift stays in a row of this width.
    pub(super) fn columns(&self, width: usize) -> std::ops::Range<usize> {
        let from = usize::try_from(self.column).unwrap_or(0).min(width);
        let ahead = usize::try_from(self.column.saturating_neg()).unwrap_or(0);
        from..width.saturating_sub(ahead).max(from)
    }
}
