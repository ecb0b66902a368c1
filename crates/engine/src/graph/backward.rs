//! Win, lose or draw and the number of moves, from the ends backward: retrograde analysis by counting options (Ströhlein
//! 1970; Thompson 1986).
//!
//! The nodes are met in the order of their distance. All nodes of one distance have the same outcome, for the ends
//! have: from a lost node each node that leads to it is won, one move further; from a won node each that leads to it
//! has one way less, and is lost when none is left. What is never met goes on for ever. One word a node holds its
//! count, then its distance.

use super::Rows;
use crate::{Budget, Halt, Outcome, Solved};
use bouton_budget::Meter;
use bouton_graph::memory::{filled, reserve};
use bouton_graph::order::ahead;

/// Set in the word of a node that is decided; the rest is then its distance, and before that a count of edges.
const DECIDED: u32 = 1 << 31;

/// Outcome and remoteness of every node.
#[derive(Clone, Debug)]
pub struct Distances {
    words: Vec<u32>,
    /// What an end is worth to the player to move there.
    stuck: Outcome,
}

impl Distances {
    /// What is known of a node: its outcome for the player to move, and in how many moves the winner wins.
    #[inline]
    pub fn get(&self, node: u32) -> Option<Solved> {
        let word = *self.words.get(node as usize)?;
        if word & DECIDED == 0 {
            return Some(Solved { outcome: Outcome::Draw, remoteness: None });
        }
        let remoteness = word & !DECIDED;
        let outcome = if remoteness.is_multiple_of(2) { self.stuck } else { self.stuck.flip() };
        Some(Solved { outcome, remoteness: Some(remoteness) })
    }

    /// The memory taken.
    pub fn bytes(&self) -> usize {
        self.words.capacity() * 4
    }
}

/// Solves every node; a player without a move gets `stuck`, and play without end is a draw.
pub fn distances(rows: &Rows, stuck: Outcome, budget: &Budget) -> Result<Distances, Halt> {
    let (nodes, edges) = (rows.nodes(), rows.edges());
    // The words, the queue, and the graph turned round.
    let needed = nodes.saturating_mul(8).saturating_add(Rows::peak(nodes, edges));
    let meter = &mut Meter::new(budget);
    meter.room(0, needed)?;
    meter.tick(0)?;
    let longest = rows.starts().windows(2).map(|w| w[1] - w[0]).max().unwrap_or(0);
    if nodes >= DECIDED as usize || longest >= DECIDED {
        // A count or a distance might not fit beside the mark.
        return Err(meter.full(0));
    }
    let mut words: Vec<u32> = reserve(nodes)?;
    words.extend(rows.starts().windows(2).map(|w| w[1] - w[0]));
    if stuck == Outcome::Draw {
        // Every play that ends is drawn, and so is every other.
        words.fill(0);
        return Ok(Distances { words, stuck });
    }
    let back = rows.reversed()?;
    meter.tick(0)?;
    let mut queue = Queue { nodes: filled(nodes, 0)?, len: 0 };
    for (node, word) in words.iter_mut().enumerate() {
        if *word == 0 {
            *word = DECIDED;
            queue.push(node as u32);
        }
    }
    let (mut from, mut distance, mut lost) = (0, 0, stuck == Outcome::Lose);
    while from < queue.len {
        let to = queue.len;
        distance += 1;
        let mark = DECIDED | distance;
        for at in from..to {
            if at % 64 == 0 {
                meter.tick(at)?;
            }
            ahead(&back, &queue.nodes[..queue.len], at, &words);
            let tails = back.of(queue.nodes[at]);
            for &tail in tails {
                let word = &mut words[tail as usize];
                if *word & DECIDED == 0 {
                    let last = lost || *word == 1;
                    *word = if last { mark } else { *word - 1 };
                    if last {
                        queue.push(tail);
                    }
                }
            }
        }
        (from, lost) = (to, !lost);
    }
    Ok(Distances { words, stuck })
}

/// Every node enters once.
struct Queue {
    nodes: Vec<u32>,
    len: usize,
}

impl Queue {
    #[inline(always)]
    fn push(&mut self, node: u32) {
        self.nodes[self.len] = node;
        self.len += 1;
    }
}
