//! Times one heap engine: `heaps ROW N` prints the seconds and a checksum of the values of heaps 0 to N.
//!
//! The rows are those of the bench: `1` take 1, 3 or 4; `6` Lasker's Nim; `7` Kayles; `8` Officers.
//! `bench/textbook` has the same games written as one would write them by hand, with the same checksum.
//! A code such as `0.007` instead of a row times that game. The table of row 1 is made in memory that the
//! process owns already, here and there: how fast a system hands out pages is another question.

use std::process::ExitCode;
use std::time::Instant;

use bouton_engine::Budget;
use bouton_engine::heaps::{Cells, Clause, HeapRule, Parts, Taken, breaks, sparse, subtraction};

fn run(row: &str, to: usize, memory: Cells) -> Result<Cells, Box<dyn std::error::Error>> {
    let budget = Budget::unlimited();
    Ok(match row {
        "1" => subtraction::values(&Taken::only([1, 3, 4]), to, &budget)?.table_in(memory, to, &budget)?,
        "6" => {
            let clause = |taken, parts| Clause { taken, parts: Parts::Exactly(parts) };
            let lasker = vec![clause(Taken::any(), 0), clause(Taken::any(), 1), clause(Taken::only([0]), 2)];
            breaks::values(&HeapRule::new(lasker)?, to, &budget)?
        }
        "7" => breaks::values(&HeapRule::from_code("0.77")?, to, &budget)?,
        "8" => sparse::values(&HeapRule::from_code("0.6")?, to, &budget)?,
        code => sparse::values(&HeapRule::from_code(code)?, to, &budget)?,
    })
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let row = arguments.next();
    let to = arguments.next().and_then(|text| text.parse().ok());
    let (Some(row), Some(to)) = (row, to) else {
        eprintln!("heaps ROW N, where ROW is 1, 6, 7, 8 or a code such as 0.007");
        return ExitCode::from(2);
    };
    let memory = Cells::U8(if row == "1" { vec![1; to + 1] } else { Vec::new() });
    let start = Instant::now();
    match run(&row, to, memory) {
        Ok(cells) => {
            let seconds = start.elapsed().as_secs_f64();
            let sum = cells.iter().fold(0_u64, |sum, value| sum.wrapping_mul(31).wrapping_add(value.into()));
            println!("{seconds:.6} {sum:016x}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
