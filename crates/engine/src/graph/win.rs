//! Who wins from every node where play always ends: one bit a node.
//!
//! Where the nodes are numbered in order, a block of rows is looked up at a time (`lost.rs`): a table of ten million
//! bits lies in the second cache, or nearly. Other graphs are counted back from their ends (`backward.rs`).

use super::lost::Lost;
use super::{Direction, Distances, Rows, distances};
use crate::{Budget, Halt, Outcome};
use bouton_budget::Meter;
use bouton_graph::memory::Paged;

/// Who wins from every node.
#[derive(Clone, Debug)]
pub enum Winners {
    /// A bit for each node, set where the player to move loses.
    Bits {
        /// The bits, 32 to a word.
        lost: Paged<u32>,
        /// The number of nodes.
        nodes: usize,
    },
    /// Found from the ends, where play may go round or the numbers are in no order.
    Counted(Distances),
}

impl Winners {
    /// The outcome for the player to move at a node; a draw where neither can bring play to an end they like.
    #[inline]
    pub fn get(&self, node: u32) -> Option<Outcome> {
        match self {
            Winners::Bits { lost, nodes } => {
                let word = lost.get(node as usize / 32).filter(|_| (node as usize) < *nodes)?;
                Some(if word >> (node % 32) & 1 == 1 { Outcome::Lose } else { Outcome::Win })
            }
            Winners::Counted(distances) => distances.get(node).map(|solved| solved.outcome),
        }
    }

    /// The memory taken.
    pub fn bytes(&self) -> usize {
        match self {
            Winners::Bits { lost, .. } => lost.bytes(),
            Winners::Counted(distances) => distances.bytes(),
        }
    }
}

/// Finds who wins from every node; a player without a move gets `stuck`.
pub fn winners(rows: &Rows, stuck: Outcome, budget: &Budget) -> Result<Winners, Halt> {
    match rows.direction() {
        Some(direction) if stuck != Outcome::Draw => {
            let words = rows.nodes().div_ceil(32);
            Meter::new(budget).room(0, words * 4)?;
            let mut lost = Paged::filled(words, 0)?;
            let mut kernel = Lost::new(rows.nodes());
            sweep(rows, direction, stuck, &mut lost, &mut kernel, &mut Meter::new(budget))?;
            Ok(Winners::Bits { lost, nodes: rows.nodes() })
        }
        _ => distances(rows, stuck, budget).map(Winners::Counted),
    }
}

/// All nodes in the order of their numbers, or against it.
fn sweep(
    rows: &Rows,
    direction: Direction,
    stuck: Outcome,
    lost: &mut [u32],
    kernel: &mut Lost,
    meter: &mut Meter<'_>,
) -> Result<(), Halt> {
    let end_lost = stuck == Outcome::Lose;
    let (nodes, block) = (rows.nodes(), kernel.block());
    let blocks = nodes.div_ceil(block);
    for i in 0..blocks {
        meter.tick(i * block)?;
        let number = if direction == Direction::Down { i } else { blocks - 1 - i };
        let (first, end) = (number * block, nodes.min((number + 1) * block));
        if kernel.settle(rows, first, end, end_lost, lost) {
            // The usual block: nothing in it depends on the rest.
            continue;
        }
        let again = |node: usize| {
            let heads = rows.of(node as u32);
            let is = |node: usize| lost[node / 32] >> (node % 32) & 1 == 1;
            if is(node) && (heads.is_empty() && !end_lost || heads.iter().any(|&head| is(head as usize))) {
                lost[node / 32] &= !(1 << (node % 32));
            }
        };
        match direction {
            Direction::Down => (first..end).for_each(again),
            Direction::Up => (first..end).rev().for_each(again),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::kernels::Lanes;

    /// Every kind of instructions that this processor has, in both directions: rows of all lengths, many of them empty
    /// or short, with edges inside blocks.
    #[test]
    fn all_lanes_agree() {
        let mut state = 7_u64;
        let mut random = |bound: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % u64::from(bound)) as u32
        };
        let nodes = 3000_u32;
        let mut down: Vec<(u32, u32)> = Vec::new();
        for from in 1..nodes {
            let most = [24, 3, 120][usize::from(from % 7 == 0) + usize::from(from % 350 == 0)];
            for i in 0..random(most) {
                // Only some rows stay near.
                let near = i % 5 == 0 && from % 4 != 0;
                down.push((from, if near { from - 1 - random(from.min(70)) } else { random(from) }));
            }
        }
        let up: Vec<_> = down.iter().map(|&(a, b)| (nodes - 1 - a, nodes - 1 - b)).collect();
        for (edges, direction) in [(down, Direction::Down), (up, Direction::Up)] {
            let rows = Rows::from_edges(nodes as usize, &edges).unwrap();
            assert_eq!(rows.direction(), Some(direction));
            for stuck in [Outcome::Lose, Outcome::Win] {
                let mut plain = vec![false; nodes as usize];
                for i in 0..nodes {
                    let node = if direction == Direction::Down { i } else { nodes - 1 - i };
                    let heads = rows.of(node);
                    plain[node as usize] = (!heads.is_empty() || stuck == Outcome::Lose)
                        && heads.iter().all(|&head| !plain[head as usize]);
                }
                for lanes in Lanes::all(nodes as usize) {
                    let mut lost = vec![0; nodes.div_ceil(32) as usize];
                    let budget = Budget::unlimited();
                    let meter = &mut Meter::new(&budget);
                    sweep(&rows, direction, stuck, &mut lost, &mut Lost::with(lanes), meter).unwrap();
                    for (node, &plain) in plain.iter().enumerate() {
                        let found = lost[node / 32] >> (node % 32) & 1 == 1;
                        assert_eq!(found, plain, "{lanes:?} {direction:?} {stuck:?} {node}");
                    }
                }
            }
        }
    }
}
