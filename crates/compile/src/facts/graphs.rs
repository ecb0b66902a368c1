//! Graphs: is there a way round, and if not, how far is the farthest end?
//!
//! A token that only moves along the edges of a graph without cycles is done after at most as many moves as the
//! longest walk from its node; that number is the measure. Everything here is linear in the edges and iterative:
//! graphs have millions of nodes.

use bouton_graph::memory::{NoMemory, filled};
use bouton_graph::{Direction, order};
use bouton_language::graph::Graph;
use bouton_language::value::Value;
use std::sync::{Arc, OnceLock};

/// A graph without cycles, whose nodes are ranked by the longest walk from them.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// The graph.
    pub graph: Arc<Graph>,
    /// By place; found when they are first asked for, for mostly it is enough that they exist.
    ranks: OnceLock<Option<Vec<u32>>>,
}

impl Ranking {
    /// The number of edges of the longest walk from a node; `None` if it is none of the graph, or there is no memory
    /// to find it.
    pub fn of(&self, node: &Value) -> Option<u32> {
        self.ranks()?.get(self.graph.place(node)?).copied()
    }

    /// The number of edges of the longest walk; `None` if there is no memory to find it.
    pub fn longest(&self) -> Option<u32> {
        Some(self.ranks()?.iter().copied().max().unwrap_or(0))
    }

    fn ranks(&self) -> Option<&[u32]> {
        self.ranks.get_or_init(|| self.walks()).as_deref()
    }

    fn walks(&self) -> Option<Vec<u32>> {
        let rows = self.graph.rows();
        let mut ranks = filled(rows.nodes(), 0u32).ok()?;
        let mut visit = |node: u32| {
            let rank = rows.of(node).iter().map(|&head| ranks[head as usize] + 1).max();
            ranks[node as usize] = rank.unwrap_or(0);
        };
        let nodes = 0..u32::try_from(rows.nodes()).ok()?;
        match rows.direction() {
            Some(Direction::Down) => nodes.for_each(&mut visit),
            Some(Direction::Up) => nodes.rev().for_each(&mut visit),
            None => {
                let back = rows.reversed().ok()?;
                let order = order::peel::<NoMemory>(rows, &back, |_| Ok(())).ok()?;
                order.into_iter().for_each(&mut visit);
            }
        }
        Some(ranks)
    }
}

/// Ranks the nodes of a graph, unless it has a cycle.
pub fn rank(graph: &Arc<Graph>) -> Option<Ranking> {
    matches!(graph.cycle(), Ok(None)).then(|| Ranking { graph: graph.clone(), ranks: OnceLock::new() })
}

/// A cycle of the graph: its nodes in order, the first one again at the end.
pub fn cycle(graph: &Graph) -> Option<Vec<Value>> {
    let round = graph.cycle().ok()??;
    Some(round.iter().chain(round.first()).map(|&place| graph.node(place as usize)).collect())
}

/// The number of nodes that can be reached from a node, itself included; of a large graph, all of them.
pub(crate) fn reachable(graph: &Graph, from: &Value) -> usize {
    /// To walk through more nodes than this takes longer than the estimate is worth.
    const LARGE: usize = 1 << 20;
    let Some(start) = graph.place(from).filter(|_| graph.len() <= LARGE) else { return graph.len() };
    let mut seen = vec![false; graph.len()];
    let mut stack = vec![start];
    seen[start] = true;
    let mut count = 0;
    while let Some(v) = stack.pop() {
        count += 1;
        for &w in graph.near(v) {
            if !std::mem::replace(&mut seen[w as usize], true) {
                stack.push(w as usize);
            }
        }
    }
    count
}
