//! Who wins from every node where play always ends: one bit a node.
//!
//! Where the nodes are numbered in order, a block of rows is looked up at a time (`kernels.rs`): a table of ten
//! million bits lies in the second cache. Other graphs are counted back from their ends (`backward.rs`).

use super::{Direction, Distances, Rows, distances, kernels};
use crate::budget::Meter;
use crate::{Budget, Halt, Outcome};
use bouton_graph::memory::filled;

/// Who wins from every node.
#[derive(Clone, Debug)]
pub enum Winners {
    /// A bit for each node, set where the player to move loses.
    Bits {
        /// The bits, 32 to a word.
        lost: Vec<u32>,
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
            Winners::Bits { lost, .. } => lost.capacity() * 4,
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
            let mut lost = filled(words, 0)?;
            sweep(rows, direction, stuck, &mut lost, &mut Meter::new(budget))?;
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
    meter: &mut Meter<'_>,
) -> Result<(), Halt> {
    /// Nodes in a block.
    const BLOCK: usize = 64;
    let nodes = rows.nodes();
    let starts = rows.starts();
    let end_lost = stuck == Outcome::Lose;
    let mut bits = kernels::Bits::new(nodes);
    let blocks = nodes.div_ceil(BLOCK);
    for i in 0..blocks {
        meter.tick(i * BLOCK)?;
        let number = if direction == Direction::Down { i } else { blocks - 1 - i };
        let (first, end) = (number * BLOCK, nodes.min((number + 1) * BLOCK));
        let collected = bits.collect(rows, first, end, lost);
        let base = starts[first];
        let short =
            starts[first..=end].windows(2).fold(true, |all, w| all & (w[1] - w[0] <= kernels::Bits::MOST));
        if collected && short && bits.none_inside() {
            // The usual block: nothing in it depends on the rest, and no step on what was found.
            let found = bits.none_lost(&starts[first..=end], end_lost);
            lost[first / 32] = found as u32;
            if end - first > 32 {
                lost[first / 32 + 1] = (found >> 32) as u32;
            }
            continue;
        }
        let mut one = |node: usize| {
            let (from, to) = (starts[node], starts[node + 1]);
            let (mut won, mut sure) = (false, from == to);
            if collected && to - from <= kernels::Bits::MOST {
                won = bits.any_lost((from - base) as usize, to - from);
                sure = won || !bits.any_inside((from - base) as usize, to - from);
            }
            if !sure {
                won =
                    rows.of(node as u32).iter().any(|&head| lost[head as usize / 32] >> (head % 32) & 1 == 1);
            }
            let is_lost = !won && (from != to || end_lost);
            lost[node / 32] |= u32::from(is_lost) << (node % 32);
        };
        match direction {
            Direction::Down => (first..end).for_each(&mut one),
            Direction::Up => (first..end).rev().for_each(&mut one),
        }
    }
    Ok(())
}
