//! Row by row: all numbers of a position but one are fixed, and along the last one the values (or outcomes) repeat, with
//! something added in every period (A. Dress, A. Flammenkamp, N. Pink, Additive periodicity of the Sprague-Grundy function of
//! certain Nim games, 1999; H. Landman, A simple FSM-based proof of the additive periodicity of the Sprague-Grundy function of
//! Wythoff's game, 2002).
//!
//! Play from a row leads to finitely many rows. From some size on a move leads to a fixed place, takes a fixed amount, or any
//! amount from some on (`links`); this is guessed from a few positions and decided for all sizes. Then values are filled in,
//! row by row, and a finite window that returns, moved up by a constant, goes on returning (`transfer`).

mod links;
mod transfer;

pub use links::Link;

use super::{NotFound, Outside, ready, refuse};
use crate::effort::Effort;
use crate::tuning::{ROW_CELLS, ROW_FIRST};
use bouton_budget::{Budget, Halt};
use bouton_compile::fragment::Fragment;
use bouton_language::ast::Verdict;
use links::Field;
use std::time::{Duration, Instant};
use transfer::Filling;

/// Which row is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowQuestion {
    /// The coordinate that is not fixed.
    pub running: usize,
    /// A number for every coordinate; that of the running one does not count.
    pub fixed: Vec<u64>,
    /// Grundy values, and not only who wins.
    pub values: bool,
}

/// A row that repeats: g(a + period) = g(a) + saltus for every a from `from` on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The fixed numbers, in the order of the coordinates without the running one.
    pub at: Vec<u64>,
    /// The period by which it is proved: a multiple of those of the rows that it leads to.
    pub period: usize,
    /// What is added in a period.
    pub saltus: u64,
    /// From here on.
    pub from: usize,
    /// From here on one period was looked at to see that it goes on.
    pub begin: usize,
    /// The first values (of outcomes 0 for lost, 1 for won); `None` where there is no position.
    pub cells: Vec<Option<u64>>,
}

/// A theorem about a row, for all sizes of its running number.
#[derive(Clone, Debug)]
pub struct RowTheorem {
    /// What was asked.
    pub question: RowQuestion,
    /// From here on the links say what moves there are.
    pub bound: u64,
    /// All rows that play reaches, lower ones first; the last is the one that was asked for.
    pub rows: Vec<Row>,
    /// The moves from row to row.
    pub links: Vec<Link>,
    /// The least period of the row that was asked for.
    pub period: usize,
    /// What is added in it.
    pub saltus: u64,
    /// From here on.
    pub from: usize,
    /// How long it took.
    pub time: Duration,
}

/// Why there is no theorem about a row.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRow {
    /// The rules are outside what is decided here.
    #[error(transparent)]
    Outside(#[from] Outside),
    /// Options may be forbidden, or the values are asked for where there are none.
    #[error("the rules are not of the kind for which rows are proved")]
    Kind,
    /// Play from the row leads to very many rows, or round in a circle.
    #[error("play leads to too many rows")]
    Rows,
    /// From this row, however large its running number is, moves are not of the kind that is known here.
    #[error("the moves from a row are of another kind")]
    Moves(Vec<u64>),
    /// No period was found of this row, up to this size.
    #[error("no period was found")]
    Period(Vec<u64>, usize),
    /// The budget, or the steps allowed, came to their end.
    #[error(transparent)]
    Halted(#[from] Halt),
}

impl RowTheorem {
    /// The row that was asked for.
    pub fn row(&self) -> &Row {
        &self.rows[self.rows.len() - 1]
    }

    /// The value (0 for lost, 1 for won) at any running number; `None` where there is no position.
    pub fn at(&self, n: u64) -> Option<u64> {
        let (cells, n) = (&self.row().cells, usize::try_from(n).ok()?);
        if n < self.from + self.period {
            return cells.get(n).copied().flatten();
        }
        let times = (n - self.from) / self.period;
        let first = cells.get(n - times * self.period).copied().flatten()?;
        first.checked_add(self.saltus.checked_mul(times as u64)?)
    }
}

/// Looks for the period of a row and proves it for all sizes.
pub fn prove_row(
    fragment: &Fragment,
    question: &RowQuestion,
    steps: u64,
    budget: Option<&Budget>,
) -> Result<RowTheorem, NoRow> {
    let begun = Instant::now();
    let effort = &Effort::new(budget).up_to(steps);
    refuse(fragment)?;
    let plain = fragment.ends.is_empty() && fragment.stuck == Verdict::Lose;
    let single = fragment.moves.iter().all(|m| m.parts.len() == 1);
    let kind = (plain || !question.values) && (question.values || !fragment.sum);
    if !single || !kind || fragment.block > 0 || fragment.mover.is_some() {
        return Err(NoRow::Kind);
    }
    let ready = ready(fragment, effort).map_err(|why| match why {
        NotFound::Outside(outside) => NoRow::Outside(outside),
        NotFound::Halted(halt) => NoRow::Halted(halt),
        NotFound::Searched(_) => NoRow::Kind,
    })?;
    let field = Field::new(fragment, &ready.steps, question.running)?;
    let fixed = question.fixed.iter().enumerate().filter(|(i, _)| *i != question.running);
    let rows = field.rows(fixed.map(|(_, n)| *n).collect(), effort)?;
    let (links, bound) = links::find(fragment, &field, &rows, effort)?;
    let mut filling = Filling { field: &field, rows: &rows, links: &links, bound, values: question.values };
    let mut size = ROW_FIRST;
    loop {
        match filling.periods(size, effort)? {
            Ok(rows) => {
                let last = &rows[rows.len() - 1];
                let (period, saltus, from) = least(last);
                let question = question.clone();
                let time = begun.elapsed();
                return Ok(RowTheorem { question, bound, rows, links, period, saltus, from, time });
            }
            Err(row) => {
                if 4 * size * rows.len() > ROW_CELLS {
                    return Err(NoRow::Period(rows[row].clone(), size));
                }
                size *= 4;
            }
        }
    }
}

/// The least period of a row that is known to repeat, what is added in it, and from where on.
fn least(row: &Row) -> (usize, u64, usize) {
    let Row { period: whole, saltus, from, cells, .. } = row;
    let fits = |p: usize, s: u64, a: usize| match (cells.get(a), cells.get(a + p)) {
        (Some(Some(x)), Some(Some(y))) => x + s == *y,
        _ => false,
    };
    for p in (1..=*whole).filter(|p| whole % p == 0) {
        let times = (whole / p) as u64;
        let s = saltus / times;
        if saltus % times == 0 && (*from..from + whole).all(|a| fits(p, s, a)) {
            let first = (0..*from).rev().take_while(|a| fits(p, s, *a)).last().unwrap_or(*from);
            return (p, s, first);
        }
    }
    (*whole, *saltus, *from)
}
