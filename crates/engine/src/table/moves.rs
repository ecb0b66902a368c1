//! Vector moves brought to the form in which tables use them: single shifts, and lines.
//!
//! A line is a first shift, a step and a count such that, seen from any cell, the targets inside the box come first:
//! a target outside is followed by none inside. Then all targets of a cell are those of the target before it on
//! the line and one more, which is what makes running sets possible. A family of moves that is not so at its
//! beginning (its base leads against its step) gives up the first few as single shifts.

use super::layout::{Layout, Shift, orders};
use super::{NoTable, Room, TableStop};
use crate::Stop;

/// A family of moves: subtract `base + k*step` for any k from `least` to `most`, if the result is in the box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorMove {
    /// What is subtracted once; usually zeros.
    pub base: Vec<i64>,
    /// What is subtracted k times; zeros for a single move.
    pub step: Vec<i64>,
    /// The least k.
    pub least: i64,
    /// The greatest k; `None` if only the border of the box stops the move.
    pub most: Option<i64>,
}

impl VectorMove {
    /// Any positive multiple of `step`.
    pub fn ray(step: Vec<i64>) -> Self {
        Self { base: vec![0; step.len()], step, least: 1, most: None }
    }

    /// The multiples of `step` up to `most`.
    pub fn window(step: Vec<i64>, most: i64) -> Self {
        Self { base: vec![0; step.len()], step, least: 1, most: Some(most) }
    }

    /// One vector.
    pub fn single(base: Vec<i64>) -> Self {
        Self { step: vec![0; base.len()], base, least: 0, most: Some(0) }
    }

    /// The vector of one k.
    fn vector(&self, k: i128) -> Vec<i128> {
        // |k| is below 2^64 and the coordinates below 2^63, so nothing leaves 128 bits.
        self.base
            .iter()
            .zip(&self.step)
            .map(|(&base, &step)| i128::from(base) + k * i128::from(step))
            .collect()
    }

    /// The k for which the move is possible somewhere in the box.
    fn range(&self, sizes: &[usize]) -> Option<(i128, i128)> {
        let mut low = i128::from(self.least);
        let mut high = self.most.map(i128::from);
        for ((&base, &step), &size) in self.base.iter().zip(&self.step).zip(sizes) {
            let (base, step, reach) = (i128::from(base), i128::from(step), size as i128 - 1);
            if step == 0 {
                if base.abs() > reach {
                    return None;
                }
                continue;
            }
            // -reach <= base + k*step <= reach
            let (from, to) =
                if step > 0 { (-reach - base, reach - base) } else { (reach - base, -reach - base) };
            low = low.max(ceiling(from, step));
            high = Some(high.map_or(floor(to, step), |high| high.min(floor(to, step))));
        }
        // Without a step, every k is the same move.
        let high = if self.step.iter().all(|&step| step == 0) {
            high.map_or(low, |high| high.min(low))
        } else {
            high?
        };
        (low <= high).then_some((low, high))
    }
}

/// The quotient rounded down, for any signs.
fn floor(a: i128, b: i128) -> i128 {
    if b > 0 { a.div_euclid(b) } else { (-a).div_euclid(-b) }
}

/// The quotient rounded up, for any signs.
fn ceiling(a: i128, b: i128) -> i128 {
    -floor(-a, b)
}

/// Targets at `first`, `first + step`, …, `count` of them, or as many as the box has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Line {
    pub(super) step: Shift,
    pub(super) first: Shift,
    /// `None` for a ray.
    pub(super) count: Option<usize>,
    /// The most targets a cell can have.
    pub(super) longest: usize,
}

/// The moves of a table.
#[derive(Debug)]
pub(super) struct Moves {
    pub(super) singles: Vec<Shift>,
    pub(super) lines: Vec<Line>,
}

/// The best layout in which every move leads back, and the moves in it.
pub(super) fn arrange(
    sizes: &[usize],
    moves: &[VectorMove],
    room: &mut Room,
) -> Result<(Layout, Moves), TableStop> {
    let layout = layout(sizes, moves, room)?;
    let moves = normal(&layout, moves, room)?;
    Ok((layout, moves))
}

/// The best layout in which every move leads back.
pub(super) fn layout(sizes: &[usize], moves: &[VectorMove], room: &Room) -> Result<Layout, TableStop> {
    let axes = sizes.len();
    let orders = orders(sizes)?;
    if let Some(index) = moves.iter().position(|m| m.base.len() != axes || m.step.len() != axes) {
        return Err(Stop::Rules(NoTable::Shape { index, axes }));
    }
    for order in orders {
        let layout = Layout::new(sizes, order).ok_or_else(|| room.refusal(0, usize::MAX))?;
        if climb(&layout, moves).is_none() {
            return Ok(layout);
        }
    }
    let layout = Layout::new(sizes, (0..axes).collect()).ok_or_else(|| room.refusal(0, usize::MAX))?;
    let (index, k) = climb(&layout, moves).unwrap_or((0, 0));
    Err(Stop::Rules(NoTable::Climbs { index, k: i64::try_from(k).unwrap_or(i64::MAX) }))
}

/// A move that does not lead to an earlier cell. The distance is linear in k, so the two ends tell.
fn climb(layout: &Layout, moves: &[VectorMove]) -> Option<(usize, i128)> {
    moves.iter().enumerate().find_map(|(index, family)| {
        let (low, high) = family.range(&layout.sizes)?;
        let k = [low, high].into_iter().find(|&k| layout.distance(&family.vector(k)) <= 0)?;
        Some((index, k))
    })
}

/// The moves in a layout in which they lead back.
pub(super) fn normal(layout: &Layout, moves: &[VectorMove], room: &mut Room) -> Result<Moves, TableStop> {
    let mut singles = Vec::new();
    let mut lines = Vec::new();
    for family in moves {
        let Some((low, high)) = family.range(&layout.sizes) else { continue };
        let ahead = layout.distance(&family.vector(high)) >= layout.distance(&family.vector(low));
        // From here on k counts from the nearest target.
        let vector = |k: i128| family.vector(if ahead { low + k } else { high - k });
        let last = high - low;
        let step: Vec<i128> =
            family.step.iter().map(|&by| i128::from(by) * if ahead { 1 } else { -1 }).collect();
        let outer = |v: &[i128]| layout.order[..layout.order.len() - 1].iter().any(|&axis| v[axis] != 0);
        let mut k = 0;
        while k <= last {
            let first = vector(k);
            let along = first.iter().zip(&step).all(|(&at, &by)| by == 0 || at == 0 || (at > 0) == (by > 0));
            let apart = outer(&first) || !outer(&step);
            if along && apart && k < last {
                let beyond = vector(last + 1);
                let ray = beyond.iter().zip(&layout.sizes).any(|(at, &size)| at.abs() >= size as i128);
                // At least two shifts shorter than the box lie along the step, so it is shorter too.
                let longest = usize::try_from(last - k + 1).unwrap_or(usize::MAX);
                lines.push(Line {
                    step: Shift::new(layout, &step),
                    first: Shift::new(layout, &first),
                    count: (!ray).then_some(longest),
                    longest,
                });
                break;
            }
            room.take(0, 1, size_of::<Shift>())?;
            singles.push(Shift::new(layout, &first));
            k += 1;
        }
    }
    singles.sort();
    singles.dedup();
    lines.sort();
    lines.dedup();
    Ok(Moves { singles, lines })
}
