//! The cells of a table as numbers of one type, packed as narrowly as they fit, so that a million cells are a matter of
//! milliseconds for whoever draws them.

use super::{Cell, Show, Table};
use bouton_language::ast::Verdict;

/// Not a legal position.
const ILLEGAL: i64 = i64::MIN;
/// Not reached, or (for moves to the end) there is none.
const UNKNOWN: i64 = i64::MIN + 1;

/// Numbers of one type, little-endian.
pub struct Column {
    /// `u8`, `u16`, `u32`, `i8`, `i16`, `i32` or `f64`.
    pub kind: &'static str,
    /// The numbers.
    pub bytes: Vec<u8>,
    /// What stands where there is no legal position, if there is such a place.
    pub illegal: Option<i64>,
    /// What stands where nothing is known, if there is such a place.
    pub unknown: Option<i64>,
}

impl Table {
    /// The cells, the last axis fastest; outcomes are 0 (lose), 1 (win), 2 (draw).
    pub fn column(&self) -> Column {
        pack(&self.cells().map(|cell| numbers(&cell).0).collect::<Vec<_>>())
    }

    /// Moves to the end, in the same order, where they were asked for.
    pub fn distances(&self) -> Option<Column> {
        let distances = || self.cells().map(|cell| numbers(&cell).1).collect::<Vec<_>>();
        (self.show == Show::Remoteness).then(|| pack(&distances()))
    }
}

/// The narrowest type that holds all numbers and a mark for each kind of gap.
fn pack(cells: &[i64]) -> Column {
    let (mut low, mut high) = (0i64, 0i64);
    let (mut illegal, mut unknown) = (false, false);
    for &n in cells {
        match n {
            ILLEGAL => illegal = true,
            UNKNOWN => unknown = true,
            _ => (low, high) = (low.min(n), high.max(n)),
        }
    }
    let gaps = i128::from(illegal) + i128::from(unknown);
    // The marks stand above the largest number.
    let top = i128::from(high) + gaps;
    let mark =
        |used: bool, place: i128| used.then_some(i64::try_from(i128::from(high) + place).unwrap_or(i64::MAX));
    let marks = (mark(illegal, 1), mark(unknown, 1 + i128::from(illegal)));
    let value = |n: i64| match n {
        ILLEGAL => marks.0.unwrap_or(0),
        UNKNOWN => marks.1.unwrap_or(0),
        n => n,
    };
    fn bytes<const N: usize>(cells: &[i64], each: impl Fn(i64) -> [u8; N]) -> Vec<u8> {
        let mut out = Vec::with_capacity(cells.len() * N);
        cells.iter().for_each(|n| out.extend_from_slice(&each(*n)));
        out
    }
    let fits = |least: i128, most: i128| i128::from(low) >= least && top <= most;
    // Every cast below is of a number that was found to fit.
    let (kind, bytes) = if fits(0, u8::MAX.into()) {
        ("u8", bytes(cells, |n| [value(n) as u8]))
    } else if fits(0, u16::MAX.into()) {
        ("u16", bytes(cells, |n| (value(n) as u16).to_le_bytes()))
    } else if fits(i8::MIN.into(), i8::MAX.into()) {
        ("i8", bytes(cells, |n| (value(n) as i8).to_le_bytes()))
    } else if fits(i16::MIN.into(), i16::MAX.into()) {
        ("i16", bytes(cells, |n| (value(n) as i16).to_le_bytes()))
    } else if fits(0, u32::MAX.into()) {
        ("u32", bytes(cells, |n| (value(n) as u32).to_le_bytes()))
    } else if fits(i32::MIN.into(), i32::MAX.into()) {
        ("i32", bytes(cells, |n| (value(n) as i32).to_le_bytes()))
    } else {
        ("f64", bytes(cells, |n| (value(n) as f64).to_le_bytes()))
    };
    Column { kind, bytes, illegal: marks.0, unknown: marks.1 }
}

fn outcome(v: Verdict) -> i64 {
    match v {
        Verdict::Lose => 0,
        Verdict::Win => 1,
        Verdict::Draw => 2,
    }
}

/// The number of a cell, and of its distance to the end.
fn numbers(cell: &Cell) -> (i64, i64) {
    // Numbers beyond 2^53 are none that a page could show.
    let natural = |n: u64| i64::try_from(n).ok().filter(|n| *n <= 1 << 53).unwrap_or(UNKNOWN);
    match cell {
        Cell::Illegal => (ILLEGAL, ILLEGAL),
        Cell::Unknown | Cell::Value(_) => (UNKNOWN, UNKNOWN),
        Cell::Best(moves) => (natural(moves.len() as u64), UNKNOWN),
        Cell::Grundy(n) | Cell::Moves(n) => (natural(*n), UNKNOWN),
        Cell::Outcome(v) => (outcome(*v), UNKNOWN),
        Cell::Score(n) => (if n.unsigned_abs() <= 1 << 53 { *n } else { UNKNOWN }, UNKNOWN),
        Cell::Remoteness(v, n) => (outcome(*v), n.map_or(UNKNOWN, natural)),
    }
}
