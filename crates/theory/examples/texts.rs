//! Proves games that are written as rules text: one line a game with the numeration, the states, the time and the
//! condition found. `cargo run --release -p bouton-theory --example texts [PART OF A NAME | RULES]`

#[path = "../tests/all/rules/mod.rs"]
mod rules;

use bouton_theory::Effort;
use bouton_theory::describe::{describe, describe_values};
use bouton_theory::prove::{Limits, Subject, prove};
use std::time::Instant;

fn main() {
    let part = std::env::args().nth(1).unwrap_or_default();
    let all = rules::MUST.iter().chain(rules::MUST_NOT).chain(rules::OTHERS);
    let mut list: Vec<(&str, &str)> = all.copied().filter(|g| g.0.contains(&part)).collect();
    if part.contains("move") {
        list.push(("as given", &part));
    }
    for (name, text) in list {
        println!("{name:28} {}", one(name, text));
    }
}

fn one(name: &str, text: &str) -> String {
    let interp = rules::game(text);
    let fragment = match bouton_compile::fragment::derive(interp.rules(), interp.params()) {
        Ok(f) => f,
        Err(o) => return format!("outside: {}", o.say(bouton_language::diagnostic::Lang::En)),
    };
    let begun = Instant::now();
    let found = prove(&fragment, &Limits::default());
    let ms = begun.elapsed().as_secs_f64() * 1000.0;
    let theorem = match found {
        Ok(theorem) => theorem,
        Err(e) => return format!("- {ms:.0} ms  {e}"),
    };
    rules::compare(name, &interp, &fragment, &theorem);
    let never = || false;
    let effort = Effort::new(&never);
    let said = match theorem.subject {
        Subject::Lost => describe(&fragment, &theorem, &effort).ok().flatten().map(|d| d.condition),
        Subject::Values => describe_values(&theorem, &effort).ok().flatten().map(|p| p.claim),
    };
    let (numeration, states) = (theorem.dfa.numeration(), theorem.dfa.states());
    format!("{numeration:?} {states} states {ms:.1} ms   {}", said.unwrap_or_else(|| "-".to_string()))
}
