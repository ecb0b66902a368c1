//! Prints how the quotient of an octal game grows: heap, order, lost elements, seconds of processor time (where the system tells; since the
//! start otherwise).
//! `cargo run --release -p bouton-misere --example grow -- 0.07 33`

use bouton_budget::Budget;
use bouton_misere::{Code, Solver};
use std::time::Instant;

fn main() {
    let mut args = std::env::args().skip(1);
    let (Some(code), Some(to)) =
        (args.next().and_then(|code| Code::parse(&code)), args.next().and_then(|to| to.parse().ok()))
    else {
        eprintln!("usage: grow CODE HEAP, for example: grow 0.07 33");
        std::process::exit(2);
    };
    let mut solver = Solver::new();
    let start = Instant::now();
    for heap in 1..=to {
        let options =
            code.options(heap).into_iter().map(|parts| parts.into_iter().map(|part| part - 1).collect());
        if let Err(stop) = solver.add(options, &Budget::unlimited()) {
            println!("heap {heap}: {stop:?}");
            return;
        }
        let lost = solver.quotient().lost_count();
        println!(
            "heap {heap}: order {}, lost {lost}, {:.3} s",
            solver.order(),
            processor().unwrap_or_else(|| start.elapsed().as_secs_f64())
        );
    }
}

/// The seconds that this thread has had of a processor.
fn processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
}
