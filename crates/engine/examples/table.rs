//! Times the tables of vector moves: `table win N` or `table grundy N` prints the seconds and a checksum for
//! Wythoff's game on a board of N by N.
//!
//! `bench/textbook/wythoff.cpp` does the same by hand and prints the same checksums.

use std::process::ExitCode;
use std::time::Instant;

use bouton_engine::Budget;
use bouton_engine::table::{self, Play, TableStop, VectorMove};

fn run(what: &str, size: usize) -> Result<Option<(f64, u64)>, TableStop> {
    let queen = [vec![1, 0], vec![0, 1], vec![1, 1]].map(VectorMove::ray);
    let budget = Budget::unlimited();
    let add = |sum: u64, value: u32| sum.wrapping_mul(31).wrapping_add(value.into());
    let start = Instant::now();
    Ok(match what {
        "win" => {
            let lost = table::win(&[size, size], &queen, Play::Normal, &budget)?;
            let seconds = start.elapsed().as_secs_f64();
            let cells = (0..size).flat_map(|i| (0..size).map(move |j| [i, j]));
            Some((
                seconds,
                cells.fold(0, |sum, point| add(sum, (lost.is_lost(&point) == Some(false)).into())),
            ))
        }
        "grundy" => {
            let values = table::grundy(&[size, size], &queen, &budget)?;
            let seconds = start.elapsed().as_secs_f64();
            Some((seconds, values.cells().iter().fold(0, add)))
        }
        _ => None,
    })
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let what = arguments.next().unwrap_or_default();
    let size = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(0);
    match run(&what, size) {
        Ok(Some((seconds, sum))) => {
            println!("{seconds:.6} {sum:016x}");
            ExitCode::SUCCESS
        }
        Ok(None) => {
            eprintln!("table win N, or table grundy N");
            ExitCode::from(2)
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
