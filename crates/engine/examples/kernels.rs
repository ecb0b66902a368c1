//! Runs one hot kernel on a fixed small size, for counting instructions: `kernels NAME`.
//!
//! `bench/gates` runs this under callgrind and counts only what happens inside `measured`, so that starting a process,
//! building the game and printing the checksum cost nothing.

use std::hint::black_box;
use std::process::ExitCode;

use bouton_engine::Budget;
use bouton_engine::graph::{self, Rows};
use bouton_engine::heaps::{Cells, Clause, HeapRule, Parts, Taken, breaks, sparse, subtraction};
use bouton_engine::table::{self, Play, VectorMove};

/// A kernel with its work at hand; gives a number that depends on all of it.
type Work = Box<dyn FnOnce() -> Result<u64, String>>;

/// What callgrind counts.
#[inline(never)]
fn measured(work: Work) -> Result<u64, String> {
    black_box(work())
}

fn queen() -> Vec<VectorMove> {
    [vec![1, 0], vec![0, 1], vec![1, 1]].map(VectorMove::ray).to_vec()
}

/// Random edges to smaller nodes.
fn edges(nodes: u32, count: usize) -> Vec<(u32, u32)> {
    let mut state = 1_u64;
    let mut below = |n: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (((state >> 32) * u64::from(n)) >> 32) as u32
    };
    let edge = |_| {
        let tail = 1 + below(nodes - 1);
        (tail, below(tail))
    };
    (0..count).map(edge).collect()
}

/// The last value stands for all: each was needed to find it.
fn last(cells: &Cells) -> u64 {
    cells.get(cells.len().saturating_sub(1)).map_or(0, u64::from)
}

fn work(name: &str) -> Result<Work, String> {
    let budget = Budget::unlimited();
    Ok(match name {
        "subtraction" => Box::new(move || {
            let taken = Taken::only([1, 3, 4]);
            let values = subtraction::values(&taken, 4_000_000, &budget).map_err(|e| e.to_string())?;
            values.table(4_000_000, &budget).map(|t| last(&t)).map_err(|e| e.to_string())
        }),
        "breaks" => {
            let clause = |taken, parts| Clause { taken, parts: Parts::Exactly(parts) };
            let lasker = vec![clause(Taken::any(), 0), clause(Taken::any(), 1), clause(Taken::only([0]), 2)];
            let rule = HeapRule::new(lasker).map_err(|e| e.to_string())?;
            Box::new(move || {
                breaks::values(&rule, 4000, &budget).map(|c| last(&c)).map_err(|e| e.to_string())
            })
        }
        "sparse" => {
            let rule = HeapRule::from_code("0.6").map_err(|e| e.to_string())?;
            Box::new(move || {
                sparse::values(&rule, 60_000, &budget).map(|c| last(&c)).map_err(|e| e.to_string())
            })
        }
        "win" => Box::new(move || {
            let lost =
                table::win(&[1500, 1500], &queen(), Play::Normal, &budget).map_err(|e| e.to_string())?;
            Ok(u64::from(lost.is_lost(&[1499, 1499]) == Some(true)))
        }),
        "grundy" => Box::new(move || {
            let values = table::grundy(&[300, 300], &queen(), &budget).map_err(|e| e.to_string())?;
            Ok(values.get(&[299, 299]).map_or(0, u64::from))
        }),
        "graph" => {
            let rows = Rows::from_edges(20_000, &edges(20_000, 200_000)).map_err(|e| e.to_string())?;
            Box::new(move || {
                let values = graph::grundy(&rows, &budget).map_err(|e| e.to_string())?;
                Ok(values.get(19_999).map_or(0, u64::from))
            })
        }
        _ => return Err(format!("{name} is none of subtraction, breaks, sparse, win, grundy, graph")),
    })
}

fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or_default();
    match work(&name).and_then(measured) {
        Ok(found) => {
            println!("{found}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
