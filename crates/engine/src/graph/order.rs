//! An order in which every node comes after all it leads to.
//!
//! The ends are peeled off: a node whose last edge has been peeled comes next. What is never peeled leads into a
//! cycle. (Where the numbers of the nodes are such an order by themselves, nobody asks for this.)

use super::{GraphStop, Rows, refused};
use crate::budget::Meter;
use bouton_graph::memory::{filled, prefetch, reserve};

/// Bytes that [`peel`] needs beside the two graphs, its result included.
pub(super) fn peel_bytes(nodes: usize) -> usize {
    nodes.saturating_mul(8)
}

/// The nodes that lead into no cycle, each after all it leads to.
pub(super) fn peel(rows: &Rows, back: &Rows, meter: &mut Meter<'_>) -> Result<Vec<u32>, GraphStop> {
    let nodes = rows.nodes();
    let mut left: Vec<u32> = reserve(nodes).map_err(refused(rows))?;
    left.extend(rows.starts().windows(2).map(|w| w[1] - w[0]));
    let mut order = filled(nodes, 0u32).map_err(refused(rows))?;
    let mut filled = 0;
    for (node, &edges) in left.iter().enumerate() {
        order[filled] = node as u32;
        filled += usize::from(edges == 0);
    }
    let mut done = 0;
    while done < filled {
        if done % 64 == 0 {
            meter.tick(done)?;
        }
        ahead(back, &order[..filled], done, &left);
        for &tail in back.of(order[done]) {
            let left = &mut left[tail as usize];
            *left -= 1;
            if *left == 0 {
                order[filled] = tail;
                filled += 1;
            }
        }
        done += 1;
    }
    order.truncate(filled);
    Ok(order)
}

/// Fetches what the nodes further on in a queue will ask for: their place among the rows, their row, and the cells
/// of the first few nodes in it. The distances were tried out; half or twice of them costs a few per cent.
#[inline(always)]
pub(super) fn ahead<T>(rows: &Rows, queue: &[u32], at: usize, cells: &[T]) {
    const PLACES: usize = 48;
    const ROWS: usize = 32;
    const CELLS: usize = 16;
    const FIRST: usize = 8;
    let starts = rows.starts();
    if let Some(&node) = queue.get(at + PLACES) {
        prefetch(starts, node as usize);
    }
    if let Some(&node) = queue.get(at + ROWS) {
        prefetch(rows.heads(), starts[node as usize] as usize);
    }
    if let Some(&node) = queue.get(at + CELLS) {
        for &tail in rows.of(node).iter().take(FIRST) {
            prefetch(cells, tail as usize);
        }
    }
}
