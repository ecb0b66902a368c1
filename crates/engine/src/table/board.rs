//! Boards with conditions: which points of a box are positions at all, and where moves may begin and end.
//!
//! A condition is a linear inequality, so along a row it holds on an interval of columns: what it costs is finding
//! the two ends, once a row.

use super::layout::Layout;
use super::moves::VectorMove;
use super::{NoTable, TableStop};
use crate::Stop;
use std::ops::Range;

/// `at · x + constant >= 0`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The coefficient of each coordinate.
    pub at: Vec<i64>,
    /// The constant.
    pub constant: i64,
}

/// A family of moves between the legal points of a board. Points before the move satisfy `before`, points after it
/// satisfy `after`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMove {
    /// Where it leads.
    pub way: Way,
    /// What must hold before the move.
    pub before: Vec<Guard>,
    /// What must hold after it.
    pub after: Vec<Guard>,
}

/// Where moves lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// Along a vector.
    Vector(VectorMove),
    /// For every t below coordinate `below.0` plus `below.1`, each of the coordinates `axes` becomes t plus its number.
    /// All of them must become smaller: the caller answers for it, and a table is refused where the slowest does not.
    Level {
        /// The coordinates that fall.
        axes: Vec<(usize, i64)>,
        /// One of them, and what is added to it.
        below: (usize, i64),
    },
}

/// A board: its legal points and its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// What a legal point satisfies.
    pub legal: Vec<Guard>,
    /// The moves.
    pub moves: Vec<BoardMove>,
}

impl Board {
    /// The board on which all points are legal and all moves are free.
    pub fn free(moves: &[VectorMove]) -> Self {
        let free =
            |m: &VectorMove| BoardMove { way: Way::Vector(m.clone()), before: Vec::new(), after: Vec::new() };
        Self { legal: Vec::new(), moves: moves.iter().map(free).collect() }
    }

    /// Is nothing restricted, and every move a vector?
    pub(super) fn is_free(&self) -> bool {
        let free =
            |m: &BoardMove| m.before.is_empty() && m.after.is_empty() && matches!(m.way, Way::Vector(_));
        self.legal.is_empty() && self.moves.iter().all(free)
    }

    /// The same board, where what falls alone falls along a vector.
    pub(super) fn plain(&self, count: usize) -> Self {
        let plain = |m: &BoardMove| {
            let way = match &m.way {
                Way::Level { axes, below } if axes.len() == 1 => {
                    let mut step = vec![0; count];
                    step[below.0] = 1;
                    // t + by <= x + below.1 + by - 1
                    let least = 1_i64.saturating_sub(below.1).saturating_sub(axes[0].1);
                    Way::Vector(VectorMove { least, ..VectorMove::ray(step) })
                }
                way => way.clone(),
            };
            BoardMove { way, ..m.clone() }
        };
        Self { legal: self.legal.clone(), moves: self.moves.iter().map(plain).collect() }
    }

    /// Has everything as many coordinates as the box?
    pub(super) fn check(&self, axes: usize) -> Result<(), TableStop> {
        let fits = |guards: &[Guard]| guards.iter().all(|g| g.at.len() == axes);
        let wrong = self.moves.iter().position(|m| {
            let way = match &m.way {
                Way::Vector(v) => v.base.len() == axes && v.step.len() == axes,
                Way::Level { axes: falling, below } => {
                    falling.iter().all(|a| a.0 < axes) && falling.iter().any(|a| a.0 == below.0)
                }
            };
            !way || !fits(&m.before) || !fits(&m.after)
        });
        match wrong {
            Some(index) => Err(Stop::Rules(NoTable::Shape { index, axes })),
            None if !fits(&self.legal) => Err(Stop::Rules(NoTable::Shape { index: self.moves.len(), axes })),
            None => Ok(()),
        }
    }
}

/// Guards as the rows see them.
#[derive(Clone, Debug, Default)]
pub(super) struct Guards {
    list: Vec<RowGuard>,
}

#[derive(Clone, Debug)]
struct RowGuard {
    /// The coefficients of the axes across rows, slowest first.
    outer: Vec<i64>,
    /// The coefficient of the column.
    column: i64,
    constant: i64,
}

impl Guards {
    pub(super) fn new(layout: &Layout, guards: &[Guard]) -> Self {
        let (&last, outer) = layout.order.split_last().unwrap_or((&0, &[]));
        let row = |g: &Guard| RowGuard {
            outer: outer.iter().map(|&axis| g.at[axis]).collect(),
            column: g.at[last],
            constant: g.constant,
        };
        Self { list: guards.iter().map(row).collect() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The columns of a row on which all guards hold.
    pub(super) fn columns(&self, at: &[usize], width: usize) -> Range<usize> {
        let (mut from, mut to) = (0_i128, width as i128);
        for guard in &self.list {
            let terms = guard.outer.iter().zip(at).map(|(&by, &at)| i128::from(by) * at as i128);
            let rest = i128::from(guard.constant) + terms.sum::<i128>();
            match guard.column {
                0 if rest >= 0 => {}
                0 => return 0..0,
                // Most coefficients are 1 or -1, and dividing is slow.
                1 => from = from.max(-rest),
                -1 => to = to.min(rest + 1),
                by @ 1.. => from = from.max(-rest.div_euclid(by.into())),
                by => to = to.min(rest.div_euclid(-i128::from(by)) + 1),
            }
        }
        if from >= to { 0..0 } else { from as usize..to as usize }
    }
}

/// The columns that two ranges share.
pub(super) fn common(a: &Range<usize>, b: &Range<usize>) -> Range<usize> {
    let from = a.start.max(b.start);
    from..a.end.min(b.end).max(from)
}
