//! Which axis of a space counts most: an order of the cells in which moves lead to smaller numbers.
//!
//! Orders are tried on the moves of some cells; the first that none of them contradicts is taken. The table engine checks
//! every move it reads, so a bad choice costs time and nothing else.

use super::words::Words;
use crate::rng::Rng;
use bouton_engine::table::fill::Generator;
use bouton_engine::table::{Axis, Index};
use std::ops::ControlFlow;

/// Cells whose moves are looked at.
const CELLS: u64 = 64;

/// Options that are looked at.
const OPTIONS: usize = 1500;

/// Cells and options that are looked at to see how far moves lead.
const REACHED: usize = 512;
const MOST_REACHED: usize = 100_000;

/// The groups of axes are tried in every order up to this many.
const MOST_GROUPS: usize = 4;

/// An index, and what was seen of the moves.
pub(super) struct Ordered {
    pub(super) index: Index,
    /// No move was seen that leads to a larger number.
    pub(super) fits: bool,
    /// Moves of a cell, on average.
    pub(super) moves: f64,
}

/// The index of a space whose axes are grouped by field, with the group `last` last if all else is equal.
pub(super) fn order(
    words: &Words,
    groups: &[Vec<Axis>],
    last: Option<usize>,
    movers: usize,
) -> Option<Ordered> {
    let width = words.layout().width();
    let mut first: Vec<usize> = (0..groups.len()).collect();
    if let Some(last) = last {
        first.retain(|&group| group != last);
        first.push(last);
    }
    let given = Index::new(width, &arranged(groups, &first, false)).ok()?;
    let (seen, moves) = look(words, &given, movers);
    if agrees(&given, &seen) {
        return Some(Ordered { index: given, fits: true, moves });
    }
    for turned in [false, true] {
        for order in orders(&first) {
            let index = Index::new(width, &arranged(groups, &order, turned)).ok()?;
            if agrees(&index, &seen) {
                return Some(Ordered { index, fits: true, moves });
            }
        }
    }
    Some(Ordered { index: given, fits: false, moves })
}

/// Pairs of a position and an option of it, and how many options a cell has.
fn look(words: &Words, index: &Index, movers: usize) -> (Vec<[Vec<i64>; 2]>, f64) {
    let mut rng = Rng::new(1);
    let mut seen = Vec::new();
    let cells = index.cells() as u64;
    let (mut looked, mut listed) = (0_u64, 0_u64);
    let mut part = vec![0; index.width()];
    for i in 0..CELLS.min(cells) {
        let cell = if cells <= CELLS { i } else { rng.below(cells) };
        index.decode(cell as usize, &mut part);
        for mover in 0..movers {
            looked += 1;
            // What cannot be run is a hole in the table, too.
            let _ = words.options(&part, mover, |made| {
                listed += 1;
                if seen.len() < OPTIONS {
                    for to in made.words.chunks_exact(index.width().max(1)).take(made.parts) {
                        seen.push([part.clone(), to.to_vec()]);
                    }
                }
                // A cell of very many moves says no more than one of many.
                if listed < looked.saturating_mul(10_000) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
        }
    }
    (seen, listed as f64 / looked.max(1) as f64)
}

/// How far down a move leads, of those of some cells and of the last one, which is the largest position.
pub(super) fn reach(words: &Words, index: &Index, movers: usize) -> usize {
    let (mut rng, cells) = (Rng::new(2), index.cells());
    let mut part = vec![0; index.width()];
    let (mut farthest, mut listed) = (0, 0);
    for i in 0..REACHED.min(cells) {
        let cell = if i == 0 { cells - 1 } else { rng.below(cells as u64) as usize };
        index.decode(cell, &mut part);
        for mover in 0..movers {
            // What cannot be run is a hole in the table.
            let _ = words.options(&part, mover, |made| {
                let parts = made.words.chunks_exact(index.width().max(1)).take(made.parts);
                for to in parts.filter_map(|part| index.encode(part)) {
                    farthest = farthest.max(cell.saturating_sub(to));
                }
                listed += 1;
                if listed < MOST_REACHED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
    }
    farthest
}

fn agrees(index: &Index, seen: &[[Vec<i64>; 2]]) -> bool {
    seen.iter().all(|[from, to]| index.encode(to).is_none_or(|to| Some(to) < index.encode(from)))
}

/// The axes of groups in an order, rows and runs of axes turned round or not.
fn arranged(groups: &[Vec<Axis>], order: &[usize], turned: bool) -> Vec<Axis> {
    let mut out = Vec::new();
    for &group in order {
        let mut axes = groups[group].clone();
        if turned {
            axes.reverse();
            for axis in &mut axes {
                if let Axis::Row { backwards, .. } = axis {
                    *backwards = true;
                }
            }
        }
        out.extend(axes);
    }
    out
}

/// Every order of a few groups; of many, the given one and its reverse.
fn orders(first: &[usize]) -> Vec<Vec<usize>> {
    if first.len() > MOST_GROUPS {
        return vec![first.to_vec(), first.iter().rev().copied().collect()];
    }
    let mut orders = vec![vec![]];
    for _ in 0..first.len() {
        orders = orders
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                let left = first.iter().filter(|group| !order.contains(group)).copied().collect::<Vec<_>>();
                left.into_iter().map(move |group| {
                    let mut longer = order.clone();
                    longer.push(group);
                    longer
                })
            })
            .collect();
    }
    orders
}
