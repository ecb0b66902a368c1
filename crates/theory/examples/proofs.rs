//! Measures proofs: one line a game with the numeration, the states, the table it was learned from and the time.
//! `cargo run --release -p bouton-theory --example proofs [random | PART OF A NAME [BASE | -T | 0 [SECONDS]]]`

#[path = "../tests/all/games/mod.rs"]
mod games;

use bouton_theory::Numeration;
use bouton_theory::prove::{Limits, NotFound, prove};
use std::time::{Duration, Instant};

/// Time on a core where the system tells it (a machine may have other work), otherwise the clock.
fn cpu() -> Duration {
    static BEGUN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = told.and_then(|text| text.split(' ').next()?.parse().ok());
    spent.map_or_else(|| BEGUN.elapsed(), Duration::from_nanos)
}

fn main() {
    let random = std::env::args().nth(1).is_some_and(|a| a == "random");
    // A part of a name, or `random` with parts of names in ONLY.
    println!("{:28} {:14} {:>6} {:>6} {:>9}", "game", "numeration", "states", "table", "ms");
    let mut list = games::proved();
    list.extend(games::not_proved());
    list.push(("nim, 9 heaps".to_string(), games::nim(9)));
    if random {
        list = (1..=200).map(|s| (format!("vectors {s}."), games::random_move_set(s))).collect();
        list.extend((1..=50).map(|s| {
            let (text, g) = games::random_one_number(s);
            (format!("one {s}: {text}"), g)
        }));
    }
    if let Ok(only) = std::env::var("ONLY") {
        let names: Vec<&str> = only.split(',').collect();
        list.retain(|(name, _)| names.iter().any(|n| name.contains(n)));
    }
    if let Some(only) = std::env::args().nth(1).filter(|_| !random) {
        list.retain(|(name, _)| name.contains(&only));
    }
    let system = std::env::args().nth(2).and_then(|a| a.parse::<i8>().ok());
    let only: Vec<Numeration> = match system {
        Some(b) if b > 0 => Numeration::base(b.unsigned_abs()).into_iter().collect(),
        Some(t) => Numeration::quadratic(t.unsigned_abs()).into_iter().collect(),
        None => Vec::new(),
    };
    let mut failed = 0;
    for (name, fragment) in list {
        let begun = cpu();
        let found = prove(&fragment, &Limits { numerations: only.clone(), ..Limits::default() });
        let ms = (cpu() - begun).as_secs_f64() * 1000.0;
        match found {
            Ok(t) => println!(
                "{name:28} {:14} {:6} {:6} {ms:9.1}",
                format!("{:?}", t.dfa.numeration()),
                t.dfa.states(),
                t.table
            ),
            Err(e) => {
                failed += 1;
                println!("{name:28} - {ms:31.1}  {e}");
                if let NotFound::Searched(tried) = e {
                    let show = |t: &bouton_theory::prove::Tried| {
                        format!(
                            "{:?} N={} S={}{}",
                            t.numeration,
                            t.table,
                            t.states,
                            if t.too_large { "!" } else { "" }
                        )
                    };
                    println!("    {}", tried.iter().map(show).collect::<Vec<_>>().join("; "));
                }
            }
        }
    }
    println!("{failed} not proved");
}
