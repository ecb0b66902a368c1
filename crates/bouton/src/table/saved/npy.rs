//! A saved table as an array for NumPy.
//!
//! An axis of the table is an axis of the array; a list by size has one. The element type is the narrowest that holds
//! all values, which two passes over the file find and use. Outcomes are 1 (win), 0 (draw) and -1 (lose); remoteness
//! has one axis more, of two: the outcome, and the moves to the end (-1 where there is none). A place without a legal
//! position holds the smallest number of its type, and the type then has a sign.

use super::{SavedTable, write_file};
use crate::problem::{NotApplicable, Problem};
use crate::table::{Cell, Show};
use bouton_language::ast::Verdict;
use bouton_saved::npy::{self, Kind};
use std::path::Path;

/// The numbers of a cell, one or two; `None` where there is no legal position.
fn numbers(cell: &Cell) -> [Option<i128>; 2] {
    let outcome = |v: &Verdict| match v {
        Verdict::Win => 1,
        Verdict::Draw => 0,
        Verdict::Lose => -1,
    };
    match cell {
        Cell::Grundy(n) | Cell::Moves(n) => [Some(i128::from(*n)), None],
        Cell::Score(s) => [Some(i128::from(*s)), None],
        Cell::Outcome(v) => [Some(outcome(v)), None],
        Cell::Remoteness(v, n) => [Some(outcome(v)), Some(n.map_or(-1, i128::from))],
        Cell::Illegal | Cell::Unknown | Cell::Best(_) | Cell::Value(_) => [None, None],
    }
}

impl SavedTable {
    /// Writes the table as a `.npy` file; gives the shape and the type of the array.
    pub fn write_npy(&mut self, path: &Path) -> Result<(Vec<u64>, String), Problem> {
        let each = if self.show() == Show::Remoteness { 2 } else { 1 };
        let (mut least, mut most, mut gaps) = (0, 0, false);
        self.cells(&mut |cell| {
            for number in &numbers(cell)[..each] {
                gaps |= number.is_none();
                least = number.map_or(least, |n| n.min(least));
                most = number.map_or(most, |n| n.max(most));
            }
            Ok(())
        })?;
        let kind = Kind::holding(least, most, gaps).ok_or_else(|| {
            Problem::NotApplicable(NotApplicable::Other([
                "Some values do not fit 64 bits with a sign, so NumPy has no type for them: use --csv=FILE."
                    .into(),
                "有的值超出带符号的 64 位整数，NumPy 没有相应类型：请用 --csv=文件。".into(),
            ]))
        })?;
        let mut shape = self.shape();
        shape.extend((each == 2).then_some(2));
        write_file(path, |sink| {
            sink.put(|out| npy::head(out, kind, &shape))?;
            self.cells(&mut |cell| {
                let numbers = numbers(cell);
                sink.put(|out| {
                    numbers[..each]
                        .iter()
                        .try_for_each(|n| npy::element(out, kind, n.unwrap_or(kind.least())))
                })
            })
        })?;
        Ok((shape, kind.name()))
    }
}
