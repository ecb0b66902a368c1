//! An order in which every node comes after all it leads to, and the cycles that stand in its way.
//!
//! The ends are peeled off: a node whose last edge has been peeled comes next. What is never peeled leads into a
//! cycle.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::Rows;
use crate::memory::{NoMemory, filled, prefetch, reserve};

/// Bytes that [`peel`] needs beside the two graphs, its result included.
pub fn peel_bytes(nodes: usize) -> usize {
    nodes.saturating_mul(8)
}

/// The nodes that lead into no cycle, each after all it leads to. `back` is the graph turned round; `tick` is called
/// now and then with the number of nodes in order, and may stop the work.
pub fn peel<E: From<NoMemory>>(
    rows: &Rows,
    back: &Rows,
    mut tick: impl FnMut(usize) -> Result<(), E>,
) -> Result<Vec<u32>, E> {
    let nodes = rows.nodes();
    let mut left: Vec<u32> = reserve(nodes)?;
    left.extend(rows.starts().windows(2).map(|w| w[1] - w[0]));
    let mut order = filled(nodes, 0u32)?;
    let mut len = 0;
    for (node, &edges) in left.iter().enumerate() {
        order[len] = node as u32;
        len += usize::from(edges == 0);
        if len == nodes {
            break;
        }
    }
    let mut done = 0;
    while done < len {
        if done % 64 == 0 {
            tick(done)?;
        }
        ahead(back, &order[..len], done, &left);
        for &tail in back.of(order[done]) {
            let left = &mut left[tail as usize];
            *left -= 1;
            if *left == 0 {
                order[len] = tail;
                len += 1;
            }
        }
        done += 1;
    }
    order.truncate(len);
    Ok(order)
}

/// Fetches what the nodes further on in a queue will ask for: their place among the rows, their row, and the cells
/// of the first few nodes in it. The distances were tried out; half or twice of them costs a few per cent.
#[inline(always)]
pub fn ahead<T>(rows: &Rows, queue: &[u32], at: usize, cells: &[T]) {
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

/// A short cycle of the graph, its first node not repeated at the end; `None` if there is none.
pub fn cycle(rows: &Rows) -> Result<Option<Vec<u32>>, NoMemory> {
    if rows.direction().is_some() {
        return Ok(None);
    }
    let order = peel::<NoMemory>(rows, &rows.reversed()?, |_| Ok(()))?;
    if order.len() == rows.nodes() {
        return Ok(None);
    }
    let mut open = filled(rows.nodes(), true)?;
    order.iter().for_each(|&node| open[node as usize] = false);
    let first = open.iter().position(|&o| o).and_then(|node| u32::try_from(node).ok());
    Ok(first.and_then(|node| cycle_from(rows, node, |v| open[v as usize])))
}

/// A cycle that can be reached from `node`, its first node not repeated at the end; `None` if none is. The
/// way goes through nodes with `open` only: all those that lead into a cycle, or all that neither player can bring
/// to an end. Each of them must lead to another one.
pub fn cycle_from(rows: &Rows, node: u32, open: impl Fn(u32) -> bool) -> Option<Vec<u32>> {
    if !open(node) {
        return None;
    }
    // Along the first open edge each time, until a node comes again.
    let mut seen = FxHashSet::default();
    let mut at = node;
    while seen.insert(at) {
        at = rows.of(at).iter().copied().find(|&head| open(head))?;
    }
    let mut round = vec![at];
    let mut next = at;
    loop {
        next = rows.of(next).iter().copied().find(|&head| open(head))?;
        if next == at {
            break;
        }
        round.push(next);
    }
    Some(walk_round(rows, at, &open).filter(|short| short.len() < round.len()).unwrap_or(round))
}

/// The shortest way from `node` back to itself through open nodes, if it is found among the nearest.
fn walk_round(rows: &Rows, node: u32, open: &impl Fn(u32) -> bool) -> Option<Vec<u32>> {
    /// Nodes looked at to make a cycle shorter.
    const LOOK: usize = 100_000;
    let mut came: FxHashMap<u32, u32> = FxHashMap::default();
    let mut queue = VecDeque::from([node]);
    while let Some(at) = queue.pop_front() {
        for &head in rows.of(at) {
            if head == node {
                let mut round = vec![at];
                let mut last = at;
                while last != node {
                    last = *came.get(&last)?;
                    round.push(last);
                }
                round.reverse();
                return Some(round);
            }
            if open(head) && !came.contains_key(&head) {
                if came.len() >= LOOK {
                    return None;
                }
                came.insert(head, at);
                queue.push_back(head);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_and_cycles() {
        let build = |nodes, edges: &[(u32, u32)]| Rows::from_edges(nodes, edges).expect("nodes of the graph");
        // Numbers in no order, no cycle.
        let dag = build(5, &[(2, 0), (0, 4), (4, 1), (2, 1), (3, 2)]);
        let back = dag.reversed().expect("memory");
        assert_eq!(peel::<NoMemory>(&dag, &back, |_| Ok(())), Ok(vec![1, 4, 0, 2, 3]));
        assert_eq!(cycle(&dag), Ok(None));
        // A long way round, and a short one from the same node.
        let round = build(7, &[(0, 1), (1, 2), (2, 3), (3, 1), (1, 4), (4, 1), (3, 5)]);
        assert_eq!(cycle(&round), Ok(Some(vec![1, 4])));
        assert_eq!(cycle(&build(2, &[(0, 1), (1, 1)])), Ok(Some(vec![1])));
        assert_eq!(cycle_from(&round, 5, |_| false), None);
        // A ring of many nodes.
        let ring: Vec<(u32, u32)> = (0..300_000).map(|v| (v, (v + 1) % 300_000)).collect();
        assert_eq!(cycle(&build(300_000, &ring)).map(|c| c.map(|c| c.len())), Ok(Some(300_000)));
    }
}
