//! The graph engine against the plain solvers, on random graphs of every kind, and what it refuses.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bouton_engine::graph::{self, Rows};
use bouton_engine::{Budget, Game, Grundy, Halt, Outcome, Outcomes, Retrograde, Step, Stop, Sum};
use bouton_random::Rng;

/// A token on a graph, for the plain solvers.
struct Token<'a> {
    rows: &'a Rows,
    stuck: Outcome,
}

impl Game for Token<'_> {
    type Position = u32;
    type Error = Infallible;

    fn ended(&self, _: &u32) -> Result<Option<Outcome>, Infallible> {
        Ok(None)
    }

    fn options(&self, node: &u32, out: &mut Vec<Step<u32>>) -> Result<(), Infallible> {
        out.extend(self.rows.of(*node).iter().map(|&head| Step::new(head)));
        Ok(())
    }

    fn stuck(&self, _: &u32) -> Outcome {
        self.stuck
    }
}

impl Sum for Token<'_> {
    type Part = u32;
    type Error = Infallible;

    fn options(&self, node: &u32, out: &mut Vec<Vec<u32>>) -> Result<(), Infallible> {
        out.extend(self.rows.of(*node).iter().map(|&head| vec![head]));
        Ok(())
    }
}

fn below(random: &mut Rng, n: u32) -> u32 {
    random.below(n.into()) as u32
}

/// How the ends of a random edge are made into an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Down,
    Up,
    /// Without cycles, the numbers in no order.
    Shuffled,
    /// Without cycles, every edge short: all of them inside a block.
    Near,
    Cyclic,
}

/// A graph of this kind, with long rows if `dense`. Some edges are repeated.
fn random_graph(random: &mut Rng, kind: Kind, dense: bool) -> Rows {
    let nodes = 1 + below(random, if dense { 300 } else { 400 });
    let count = if dense { nodes * nodes / 3 } else { below(random, 4 * nodes) };
    let mut places: Vec<u32> = (0..nodes).collect();
    if kind == Kind::Shuffled {
        for i in (1..nodes).rev() {
            places.swap(i as usize, below(random, i + 1) as usize);
        }
    }
    let mut edges = Vec::new();
    for _ in 0..count {
        let (a, b) = (below(random, nodes), below(random, nodes));
        let (low, high) = (a.min(b), a.max(b));
        match kind {
            Kind::Cyclic => edges.push((a, b)),
            _ if low == high => {}
            Kind::Up => edges.push((low, high)),
            Kind::Near => edges.push((high, high - 1 - below(random, high.min(5)))),
            _ => edges.push((places[high as usize], places[low as usize])),
        }
    }
    Rows::from_edges(nodes as usize, &edges).expect("nodes of the graph")
}

/// 500 graphs of every kind and density.
fn graphs() -> impl Iterator<Item = (Kind, Rows)> {
    let mut random = Rng::new(20_260_101);
    let kinds = [Kind::Down, Kind::Up, Kind::Shuffled, Kind::Near, Kind::Cyclic];
    (0..500).map(move |i| (kinds[i % 5], random_graph(&mut random, kinds[i % 5], i / 5 % 4 == 0)))
}

#[test]
fn grundy_values_are_those_of_the_plain_solver() {
    let budget = Budget::unlimited();
    let mut cycles = 0;
    for (kind, rows) in graphs() {
        let values = graph::grundy(&rows, &budget).expect("no limit");
        let mut plain = Grundy::new(Token { rows: &rows, stuck: Outcome::Lose });
        let mut undefined = 0;
        for node in 0..rows.nodes() as u32 {
            match plain.value(&node, &budget) {
                Ok(value) => assert_eq!(values.get(node), Some(value.0), "{kind:?} {node}"),
                Err(Stop::Cycle(_)) => {
                    undefined += 1;
                    assert_eq!(values.get(node), None, "{kind:?} {node}");
                    let round = graph::cycle_from(&rows, node, |v| values.get(v).is_none());
                    is_cycle(&rows, &round.expect("a way round"));
                }
                Err(other) => panic!("{other}"),
            }
        }
        cycles += undefined;
        assert_eq!(values.get(rows.nodes() as u32), None);
    }
    assert!(cycles > 1000, "the graphs have few cycles");
}

fn is_cycle(rows: &Rows, round: &[u32]) {
    assert!(!round.is_empty());
    for (i, &node) in round.iter().enumerate() {
        assert!(rows.of(node).contains(&round[(i + 1) % round.len()]), "{round:?}");
    }
}

#[test]
fn outcomes_and_distances_are_those_of_the_plain_solvers() {
    let budget = Budget::unlimited();
    for (kind, rows) in graphs() {
        for stuck in [Outcome::Lose, Outcome::Win, Outcome::Draw] {
            let winners = graph::winners(&rows, stuck, &budget).expect("no limit");
            let distances = graph::distances(&rows, stuck, &budget).expect("no limit");
            let mut backward = Retrograde::new(Token { rows: &rows, stuck });
            let mut forward = Outcomes::new(Token { rows: &rows, stuck });
            for node in 0..rows.nodes() as u32 {
                let plain = backward.solve(&node, &budget).expect("no limit");
                assert_eq!(distances.get(node), Some(plain), "{kind:?} {stuck} {node}");
                assert_eq!(winners.get(node), Some(plain.outcome), "{kind:?} {stuck} {node}");
                if kind != Kind::Cyclic {
                    assert_eq!(forward.solve(&node, &budget), Ok(plain.outcome));
                }
            }
            assert_eq!(winners.get(rows.nodes() as u32), None);
            assert_eq!(distances.get(rows.nodes() as u32), None);
        }
    }
}

#[test]
fn large_values_and_long_walks() {
    let budget = Budget::unlimited();
    // Every node leads to all smaller ones: node n has value n.
    let complete: Vec<(u32, u32)> = (0..700).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
    let rows = Rows::from_edges(700, &complete).expect("nodes");
    let values = graph::grundy(&rows, &budget).expect("no limit");
    assert!((0..700).all(|v| values.get(v) == Some(v)));
    // The same with the numbers in no order.
    let mixed: Vec<(u32, u32)> = complete.iter().map(|&(a, b)| (a * 3 % 701, b * 3 % 701)).collect();
    let rows = Rows::from_edges(701, &mixed).expect("nodes");
    assert_eq!(rows.direction(), None);
    let values = graph::grundy(&rows, &budget).expect("no limit");
    assert!((0..700).all(|v| values.get(v * 3 % 701) == Some(v)));
    // A walk of 300,000 moves: no recursion.
    let far = 300_000;
    let walk: Vec<(u32, u32)> = (0..far).map(|v| ((v + 1) * 7 % (far + 1), v * 7 % (far + 1))).collect();
    let rows = Rows::from_edges(far as usize + 1, &walk).expect("nodes");
    let solved = graph::distances(&rows, Outcome::Lose, &budget).expect("no limit");
    assert_eq!(solved.get(far * 7 % (far + 1)).and_then(|s| s.remoteness), Some(far));
    assert_eq!(graph::grundy(&rows, &budget).expect("no limit").get(7), Some(1));
}

#[test]
fn budgets() {
    let edges: Vec<(u32, u32)> = (0..200_000u32).map(|i| (i % 50_000, i * 7 % 50_000)).collect();
    let rows = Rows::from_edges(50_000, &edges).expect("nodes");
    let small = Budget::unlimited().memory(1_000_000);
    for stop in [
        graph::grundy(&rows, &small).err(),
        graph::distances(&rows, Outcome::Lose, &small).err(),
        graph::winners(&rows, Outcome::Lose, &small).err(),
    ] {
        let Some(Halt::Memory { needed, limit, .. }) = stop else { panic!("{stop:?}") };
        assert_eq!(limit, 1_000_000);
        assert!((1_000_001..10_000_000).contains(&needed), "{needed}");
    }
    let late = Budget::unlimited().time(Duration::ZERO);
    let stop = graph::grundy(&rows, &late).err();
    assert!(matches!(stop, Some(Halt::Time { .. })), "{stop:?}");
    let cancelled = Budget::unlimited().cancel(Arc::new(AtomicBool::new(true)));
    assert_eq!(graph::distances(&rows, Outcome::Lose, &cancelled).err(), Some(Halt::Interrupted));
}
