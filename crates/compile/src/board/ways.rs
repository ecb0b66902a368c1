//! Ways to see a part of a board: turned and put elsewhere, perhaps with values and players exchanged.
//!
//! A move is moved into the corner to see its shape. Where every shape is a move wherever it fits, a part may be moved; where shapes become shapes
//! under a turn, with values and players exchanged or not, it may be turned so. With the players exchanged its value is the negative.

use super::symmetry::{identity, permutations};
use super::{Board, Ground};
use rustc_hash::FxHashMap;

/// One of the eight turns of a grid: mirrored top to bottom, left to right, then along the diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Rows in reverse.
    pub rows: bool,
    /// Columns in reverse.
    pub columns: bool,
    /// Rows become columns.
    pub across: bool,
}

impl Turn {
    /// All eight, that which changes nothing first.
    pub fn all() -> impl Iterator<Item = Turn> {
        (0..8).map(|i| Turn { rows: i & 1 != 0, columns: i & 2 != 0, across: i & 4 != 0 })
    }

    /// Where a cell goes in a box of so many rows and columns.
    pub fn place(self, (r, c): (usize, usize), (rows, columns): (usize, usize)) -> (usize, usize) {
        let r = if self.rows { rows - 1 - r } else { r };
        let c = if self.columns { columns - 1 - c } else { c };
        if self.across { (c, r) } else { (r, c) }
    }

    /// Where a box in the corner of a board takes a smaller box within it, by their first squares. What is turned across has to fit
    /// both ways.
    pub(super) fn carry(
        self,
        (r, c): (usize, usize),
        (height, width): (usize, usize),
        (rows, columns): (usize, usize),
    ) -> Option<(usize, usize)> {
        let least = rows.min(columns);
        let (rows, columns) = if self.across { (least, least) } else { (rows, columns) };
        if r + height > rows || c + width > columns {
            return None;
        }
        let r = if self.rows { rows - height - r } else { r };
        let c = if self.columns { columns - width - c } else { c };
        Some(if self.across { (c, r) } else { (r, c) })
    }
}

/// A way to see a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// How it is turned.
    pub turn: Turn,
    /// What each value becomes, by its number.
    pub values: Vec<u32>,
    /// The players change places.
    pub swaps: bool,
}

impl Way {
    /// Where a cell of a board with these sides goes; `None` if it does not fit.
    pub fn cell(&self, cell: usize, sides: (usize, usize)) -> Option<usize> {
        let (_, columns) = sides;
        let (r, c) = self.turn.carry((cell / columns, cell % columns), (1, 1), sides)?;
        Some(r * columns + c)
    }
}

/// The shape of a move: its cells as rows and columns from the corner of the box around them.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Shape {
    reads: Vec<((usize, usize), u32)>,
    writes: Vec<((usize, usize), u32)>,
    gain: i64,
    again: bool,
    sides: (usize, usize),
}

impl Shape {
    fn of(m: &Ground, columns: usize) -> Shape {
        let at = |cell: u32| (cell as usize / columns, cell as usize % columns);
        let touched: Vec<(usize, usize)> = m.touched().into_iter().map(at).collect();
        let top = touched.iter().map(|p| p.0).min().unwrap_or(0);
        let left = touched.iter().map(|p| p.1).min().unwrap_or(0);
        let height = touched.iter().map(|p| p.0 - top + 1).max().unwrap_or(0);
        let width = touched.iter().map(|p| p.1 - left + 1).max().unwrap_or(0);
        let moved = |list: &[(u32, u32)]| {
            let corner = |cell: u32| (at(cell).0 - top, at(cell).1 - left);
            list.iter().map(|(cell, v)| (corner(*cell), *v)).collect()
        };
        let (reads, writes) = (moved(&m.reads), moved(&m.writes));
        Shape { reads, writes, gain: m.gain, again: m.again, sides: (height, width) }
    }

    /// The shape seen in a way.
    fn seen(&self, way: &Way) -> Shape {
        let set = |set: u32| {
            let all = way.values.iter().enumerate().filter(|(v, _)| set & 1 << v != 0);
            all.fold(0, |set, (_, to)| set | 1_u32 << to)
        };
        let place = |list: &[((usize, usize), u32)], value: &dyn Fn(u32) -> u32| {
            let mut list: Vec<_> =
                list.iter().map(|(p, v)| (way.turn.place(*p, self.sides), value(*v))).collect();
            list.sort_unstable();
            list
        };
        let (height, width) = self.sides;
        let sides = if way.turn.across { (width, height) } else { (height, width) };
        let reads = place(&self.reads, &set);
        let writes = place(&self.writes, &|v| way.values[v as usize]);
        Shape { reads, writes, sides, ..*self }
    }

    fn places(&self, (rows, columns): (usize, usize)) -> usize {
        let fits = |size: usize, of: usize| (of + 1).saturating_sub(size);
        fits(self.sides.0, rows) * fits(self.sides.1, columns)
    }
}

/// The shapes of some moves with how often they occur, if each is a move wherever it fits on a grid.
fn shapes(moves: &[Ground], sides: (usize, usize)) -> Option<FxHashMap<Shape, usize>> {
    let mut counts = FxHashMap::default();
    for m in moves {
        *counts.entry(Shape::of(m, sides.1)).or_insert(0) += 1;
    }
    let fill = counts.iter().all(|(shape, count)| *count == shape.places(sides));
    fill.then_some(counts)
}

/// Is every shape of some moves a move wherever it fits on a grid?
pub(super) fn fill(moves: &[Ground], sides: (usize, usize)) -> bool {
    shapes(moves, sides).is_some()
}

impl Board {
    /// The ways in which a part can be seen anywhere on the board, that which changes nothing first, by exchanges of values that leave
    /// one of them, if given, as it is; none where parts cannot be moved.
    pub fn ways(&self, fixed: Option<u32>) -> Vec<Way> {
        let Some(sides) = self.sides() else { return Vec::new() };
        if self.cells.iter().any(|cell| cell.values != self.cells[0].values) {
            return Vec::new();
        }
        let shapes: Option<Vec<_>> = self.moves.iter().map(|moves| shapes(moves, sides)).collect();
        let Some(shapes) = shapes else { return Vec::new() };
        let exchanges = permutations(self.cells[0].values.len());
        let exchanges = exchanges.iter().filter(|values| fixed.is_none_or(|v| values[v as usize] == v));
        let mut ways = Vec::new();
        for values in exchanges {
            for swaps in [false, true].into_iter().take(self.moves.len()) {
                for turn in Turn::all() {
                    let way = Way { turn, values: values.clone(), swaps };
                    let stays = shapes.iter().enumerate().all(|(player, own)| {
                        let others = &shapes[player ^ usize::from(swaps)];
                        own.keys()
                            .map(|shape| shape.seen(&way))
                            .all(|seen| seen.places(sides) == 0 || others.contains_key(&seen))
                    });
                    if stays {
                        ways.push(way);
                    }
                }
            }
        }
        let plain = |way: &Way| way.values == identity(way.values.len()) && !way.swaps;
        ways.sort_by_key(|way| !plain(way));
        ways
    }
}
