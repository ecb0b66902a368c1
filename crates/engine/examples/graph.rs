//! Times the graph engine: `graph grundy N M`, `graph win N M` or `graph draws N M` prints the seconds and a checksum
//! for a random graph of N nodes and M edges. `graph edges N M` writes the first as an edge list.
//!
//! `bench/textbook/dag.cpp` and `attractor.cpp` do the same on the same graphs and print the same checksums.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use bouton_engine::graph::{Rows, distances, grundy, winners};
use bouton_engine::{Budget, Outcome};

/// Random numbers that the textbook programs draw in the same way.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * u64::from(n)) >> 32) as u32
    }
}

/// Edges between any two nodes, each to the smaller one.
fn downward(nodes: u32, edges: usize) -> Vec<(u32, u32)> {
    let mut random = Random(88_172_645_463_325_252);
    let mut list = Vec::with_capacity(edges);
    while list.len() < edges {
        let (a, b) = (random.below(nodes), random.below(nodes));
        if a != b {
            list.push((a.max(b), a.min(b)));
        }
    }
    list
}

/// One node in twenty is an end, the others have the same number of edges to anywhere.
fn anywhere(nodes: u32, edges: usize) -> Vec<(u32, u32)> {
    let mut random = Random(88_172_645_463_325_252);
    let each = edges / nodes as usize;
    let mut list = Vec::with_capacity(edges);
    for node in 0..nodes {
        if random.below(100) >= 5 {
            list.extend((0..each).map(|_| (node, random.below(nodes))));
        }
    }
    list
}

fn run(what: &str, nodes: u32, edges: usize) -> Result<Option<(f64, u64)>, Box<dyn std::error::Error>> {
    let list = if what == "draws" { anywhere(nodes, edges) } else { downward(nodes, edges) };
    if what == "edges" {
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        for (tail, head) in list {
            writeln!(out, "{tail} {head}")?;
        }
        return Ok(None);
    }
    let rows = Rows::from_edges(nodes as usize, &list)?;
    drop(list);
    let budget = Budget::unlimited();
    let add = |sum: u64, value: u64| sum.wrapping_mul(31).wrapping_add(value);
    let start = Instant::now();
    let (seconds, sum) = match what {
        "grundy" => {
            let values = grundy(&rows, &budget)?;
            let seconds = start.elapsed().as_secs_f64();
            (seconds, (0..nodes).fold(0, |sum, v| add(sum, values.get(v).map_or(0, u64::from))))
        }
        "win" => {
            let found = winners(&rows, Outcome::Lose, &budget)?;
            let seconds = start.elapsed().as_secs_f64();
            (seconds, (0..nodes).fold(0, |sum, v| add(sum, (found.get(v) == Some(Outcome::Win)).into())))
        }
        _ => {
            let found = distances(&rows, Outcome::Lose, &budget)?;
            let seconds = start.elapsed().as_secs_f64();
            let far = |v| found.get(v).and_then(|s| s.remoteness).map_or(u64::from(u32::MAX), u64::from);
            (seconds, (0..nodes).fold(0, |sum, v| add(sum, far(v))))
        }
    };
    Ok(Some((seconds, sum)))
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [what, nodes, edges] = words.as_slice() else {
        eprintln!("graph grundy|win|draws|edges NODES EDGES");
        return ExitCode::from(2);
    };
    let (Ok(nodes), Ok(edges)) = (nodes.parse(), edges.parse()) else {
        eprintln!("two numbers are needed: nodes and edges");
        return ExitCode::from(2);
    };
    match run(what, nodes, edges) {
        Ok(found) => {
            found.iter().for_each(|(seconds, sum)| println!("{seconds:.6} {sum:016x}"));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
