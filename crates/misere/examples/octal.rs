//! The quotients of all octal codes of at most three digits to heap 20 (or another): a line each, solved or the order reached.
//! `cargo run --release -p bouton-misere --example octal -- FILE` goes on where the file ends.

use bouton_budget::Budget;
use bouton_misere::Code;
use std::fs::OpenOptions;
use std::io::Write;
use std::time::Duration;

/// What one code may take.
const SECONDS: u64 = 2;
const HEAP: usize = 20;

fn main() -> std::io::Result<()> {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: octal FILE");
        std::process::exit(2);
    };
    let done = std::fs::read_to_string(&path).unwrap_or_default();
    let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
    let mut codes: Vec<String> = Vec::new();
    for first in ["0", "4"] {
        for n in 1..512u32 {
            let digits = format!("{}{}{}", n / 64, n / 8 % 8, n % 8);
            codes.push(format!("{first}.{}", digits.trim_end_matches('0')));
        }
    }
    for text in codes.iter().skip(done.lines().count()) {
        let code = Code::parse(text).expect("digits");
        let budget = Budget::unlimited().time(Duration::from_secs(SECONDS)).memory(1 << 30);
        let theory = code.theory(HEAP, &budget);
        let quotient = &theory.quotient;
        let kind = quotient.tame().map_or("wild".to_string(), |n| format!("T{n}"));
        let end = match (theory.period, theory.stop) {
            (Some(period), _) => format!("period {} from {}", period.length, period.from),
            (None, None) => "no period".to_string(),
            (None, Some(_)) => format!("stopped after heap {}", theory.heaps),
        };
        let seconds = budget.elapsed().as_secs_f64();
        writeln!(file, "{text} {} {} {kind} {end} {seconds:.2}", quotient.order(), quotient.lost_count())?;
    }
    Ok(())
}
