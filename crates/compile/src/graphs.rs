//! Graphs: is there a way round, and if not, how far is the farthest end?
//!
//! A token that only moves along the edges of a graph without cycles is done after at most as many moves as the
//! longest walk from its node; that number is the measure. The walk is iterative: graphs have millions of nodes.

use bouton_language::graph::Graph;
use bouton_language::value::Value;
use std::sync::Arc;

/// The longest walk from every node of a graph without cycles.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// The graph.
    pub graph: Arc<Graph>,
    /// For each node in order, the number of edges of the longest walk from it.
    pub ranks: Vec<u32>,
}

impl Ranking {
    /// The rank of a node.
    pub fn of(&self, node: &Value) -> Option<u32> {
        self.graph.place(node).and_then(|i| self.ranks.get(i)).copied()
    }
}

/// Ranks the nodes, or gives a cycle: its nodes in order, the first one again at the end.
pub fn rank(graph: &Arc<Graph>) -> Result<Ranking, Vec<Value>> {
    const NEW: u32 = u32::MAX;
    const OPEN: u32 = u32::MAX - 1;
    let n = graph.len();
    let mut ranks = vec![NEW; n];
    // A node, and which of its neighbours comes next.
    let mut stack: Vec<(usize, usize)> = Vec::new();
    for root in 0..n {
        if ranks[root] != NEW {
            continue;
        }
        ranks[root] = OPEN;
        stack.push((root, 0));
        while let Some(&mut (v, ref mut next)) = stack.last_mut() {
            let near = graph.neighbours(&graph.nodes()[v]).unwrap_or(&[]);
            match near.get(*next).and_then(|w| graph.place(w)) {
                Some(w) => {
                    *next += 1;
                    if ranks[w] == OPEN {
                        let from = stack.iter().position(|s| s.0 == w).unwrap_or(0);
                        let mut cycle: Vec<Value> =
                            stack[from..].iter().map(|s| graph.nodes()[s.0].clone()).collect();
                        cycle.push(graph.nodes()[w].clone());
                        return Err(cycle);
                    }
                    if ranks[w] == NEW {
                        ranks[w] = OPEN;
                        stack.push((w, 0));
                    }
                }
                None => {
                    let best = near.iter().filter_map(|w| graph.place(w)).map(|w| ranks[w] + 1).max();
                    ranks[v] = best.unwrap_or(0);
                    stack.pop();
                }
            }
        }
    }
    Ok(Ranking { graph: graph.clone(), ranks })
}

/// The number of nodes that can be reached from a node, itself included.
pub(crate) fn reachable(graph: &Graph, from: &Value) -> usize {
    let Some(start) = graph.place(from) else { return graph.len() };
    let mut seen = vec![false; graph.len()];
    let mut stack = vec![start];
    seen[start] = true;
    let mut count = 0;
    while let Some(v) = stack.pop() {
        count += 1;
        for w in graph.neighbours(&graph.nodes()[v]).unwrap_or(&[]) {
            if let Some(w) = graph.place(w)
                && !seen[w]
            {
                seen[w] = true;
                stack.push(w);
            }
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_language::graph::GraphBuilder;

    fn build(edges: &[(i64, i64)]) -> Arc<Graph> {
        let mut b = GraphBuilder::default();
        for &(u, v) in edges {
            let (u, v) = (b.node(Value::Int(u)), b.node(Value::Int(v)));
            b.edge(u, v);
        }
        Arc::new(b.build(None))
    }

    #[test]
    fn ranks_and_cycles() {
        let dag = build(&[(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)]);
        let ranking = rank(&dag).expect("no cycle");
        assert_eq!(ranking.of(&Value::Int(0)), Some(3));
        assert_eq!(ranking.of(&Value::Int(4)), Some(0));
        let round = build(&[(0, 1), (1, 2), (2, 1)]);
        assert_eq!(rank(&round).unwrap_err(), vec![Value::Int(1), Value::Int(2), Value::Int(1)]);
        assert_eq!(reachable(&round, &Value::Int(1)), 2);
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        let edges: Vec<(i64, i64)> = (0..200_000).map(|i| (i, i + 1)).collect();
        let chain = build(&edges);
        assert_eq!(rank(&chain).expect("no cycle").of(&Value::Int(0)), Some(200_000));
    }
}
