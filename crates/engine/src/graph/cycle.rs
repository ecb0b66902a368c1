//! Showing why play need not end: a short way round.

use std::collections::VecDeque;

use super::Rows;
use rustc_hash::FxHashMap;

/// Nodes looked at to make a cycle shorter.
const LOOK: usize = 100_000;

/// A cycle that can be reached from `node`, its first node not repeated at the end; `None` if there is none. The
/// way goes through nodes with `open` only: all those that lead into a cycle, or all that neither player can bring
/// to an end. Each of them must lead to another one.
pub fn cycle_from(rows: &Rows, node: u32, open: impl Fn(u32) -> bool) -> Option<Vec<u32>> {
    if !open(node) {
        return None;
    }
    // Along the first open edge each time, until a node comes again.
    let mut seen: FxHashMap<u32, usize> = FxHashMap::default();
    let mut walk = Vec::new();
    let mut at = node;
    while !seen.contains_key(&at) {
        seen.insert(at, walk.len());
        walk.push(at);
        at = rows.of(at).iter().copied().find(|&head| open(head))?;
    }
    let round = walk.split_off(seen[&at]);
    Some(walk_round(rows, at, &open).filter(|short| short.len() < round.len()).unwrap_or(round))
}

/// The shortest way from `node` back to itself through open nodes, if it is found among the nearest.
pub fn walk_round(rows: &Rows, node: u32, open: &impl Fn(u32) -> bool) -> Option<Vec<u32>> {
    let mut came: FxHashMap<u32, u32> = FxHashMap::default();
    let mut queue = VecDeque::from([node]);
    while let Some(at) = queue.pop_front() {
        for &head in rows.of(at) {
            if head == node {
                let mut round = vec![at];
                while let Some(&before) = round.last().filter(|&&v| v != node).and_then(|v| came.get(v)) {
                    round.push(before);
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
