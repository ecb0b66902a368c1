//! Graphs: ranks and ways round.

use bouton_compile::facts::graphs::{cycle, rank};
use bouton_language::graph::{Graph, GraphBuilder};
use bouton_language::value::Value;
use std::sync::Arc;

fn build(edges: &[(i64, i64)]) -> Arc<Graph> {
    let mut b = GraphBuilder::default();
    for &(u, v) in edges {
        let (u, v) = (b.node(Value::Int(u)), b.node(Value::Int(v)));
        b.edge(u, v);
    }
    Arc::new(b.build(None).expect("nodes of the graph"))
}

#[test]
fn ranks_and_cycles() {
    let dag = build(&[(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)]);
    let ranking = rank(&dag).expect("no cycle");
    assert_eq!([0, 4, 9].map(|v| ranking.of(&Value::Int(v))), [Some(3), Some(0), None]);
    assert_eq!(cycle(&dag), None);
    let round = build(&[(0, 1), (1, 2), (2, 1)]);
    assert!(rank(&round).is_none());
    assert_eq!(cycle(&round), Some([1, 2, 1].map(Value::Int).to_vec()));
}

#[test]
fn a_long_chain_needs_no_stack() {
    // The names in no order, so that it has to be found.
    let edges: Vec<(i64, i64)> = (0..200_000).map(|i| (i * 7 % 200_001, (i + 1) * 7 % 200_001)).collect();
    let chain = build(&edges);
    assert_eq!(rank(&chain).and_then(|r| r.longest()), Some(200_000));
}
