//! The quotients of all octal codes of at most three digits: a row each of `docs/octal-misere.md`, which says what the columns are.
//! `cargo run --release -p bouton-misere --example octal -- FILE` goes on behind the rows that the file has; a minute or some, of one core.

use bouton_budget::Budget;
use bouton_misere::{Code, Theory};
use std::fs::OpenOptions;
use std::io::Write;
use std::time::Instant;

/// The heap to which every code is taken.
const HEAP: usize = 20;

/// What that may take, and what may be spent on going on to a period: looks at the budget, so that every machine finds the same.
const LOOKS: [u64; 2] = [2000, 1000];

/// Periods are looked for up to this heap.
const FAR: usize = 400;

const HEAD: &str = "| code | order at heap 20 | order | lost | kind | period |\n|---|---|---|---|---|---|";

fn main() -> std::io::Result<()> {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: octal FILE");
        std::process::exit(2);
    };
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    let rows: Vec<&str> =
        known.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next()).collect();
    let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
    if rows.is_empty() {
        writeln!(file, "{HEAD}")?;
    }
    let began = Instant::now();
    let (mut done, mut solved) = (0, 0);
    for text in codes().filter(|code| !rows.contains(&code.as_str())) {
        let theory = taken(&Code::parse(&text).expect("digits"));
        writeln!(file, "{}", row(&text, &theory))?;
        done += 1;
        solved += usize::from(theory.period.is_some());
    }
    println!("{done} codes, {solved} solved, {:.0} s", began.elapsed().as_secs_f64());
    Ok(())
}

/// 0.1, 0.2, …, 4.777; zeros at the end say nothing.
fn codes() -> impl Iterator<Item = String> {
    ["0", "4"].into_iter().flat_map(|first| {
        (1..512u32).map(move |n| {
            let digits = format!("{}{}{}", n / 64, n / 8 % 8, n % 8);
            format!("{first}.{}", digits.trim_end_matches('0'))
        })
    })
}

/// The theory to the heap that all are taken to, or of all heaps where a period comes soon.
fn taken(code: &Code) -> Theory {
    let budget = |looks| Budget::unlimited().fuse(looks).memory(1 << 30);
    let near = code.theory(HEAP, &budget(LOOKS[0]));
    if near.period.is_some() || near.stop.is_some() {
        return near;
    }
    let far = code.theory(FAR, &budget(LOOKS[1]));
    if far.heaps >= near.heaps { far } else { near }
}

fn row(text: &str, theory: &Theory) -> String {
    let quotient = &theory.quotient;
    let kind = quotient.tame().map_or("wild".to_string(), |n| format!("T_{n}"));
    let at = theory.orders.get(HEAP - 1).or(theory.orders.last().filter(|_| theory.period.is_some()));
    let at = at.map_or(format!("heap {} only", theory.heaps), usize::to_string);
    match theory.period {
        Some(period) => {
            let (order, lost) = (quotient.order(), quotient.lost_count());
            format!("| {text} | {at} | {order} | {lost} | {kind} | {} from {} |", period.length, period.from)
        }
        None => {
            format!("| {text} | {at} | ≥ {} at heap {} | | {kind} so far | |", quotient.order(), theory.heaps)
        }
    }
}
