//! Proves games that are written as rules text: one line a game with the numeration, the states, the time and the
//! condition found, or with what was tried. `cargo run --release -p bouton-theory --example texts [PART OF A NAME | RULES | random]`

#[path = "../tests/all/rules/mod.rs"]
mod rules;

use bouton_samples::{move_set, one_number, rows};
use bouton_theory::Effort;
use bouton_theory::describe::{describe, describe_values};
use bouton_theory::prove::{Limits, NotFound, Subject, Tried, prove};
use std::time::Instant;

fn main() {
    let part = std::env::args().nth(1).unwrap_or_default();
    let all = [rules::MUST, rules::MUST_NOT, rules::OTHERS].into_iter().flat_map(rows);
    let mut list: Vec<[String; 2]> = all.filter(|[name, _]| name.contains(&part)).collect();
    if part == "random" {
        list = (1..=200).map(|s| [format!("vectors {s}"), move_set(s)]).collect();
        list.extend((1..=50).map(|s| [format!("one {s}"), one_number(s)]));
    } else if part.contains("move") {
        list.push(["as given".to_string(), part]);
    }
    for [name, text] in list {
        println!("{name:28} {}", one(&name, &text));
    }
}

fn one(name: &str, text: &str) -> String {
    let interp = rules::game(text);
    let fragment = match bouton_compile::fragment::derive(&bouton_compile::Core::new(&interp)) {
        Ok(f) => f,
        Err(o) => return format!("outside: {}", o.say(bouton_language::diagnostic::Lang::En)),
    };
    let begun = Instant::now();
    let found = prove(&fragment, &Limits::default());
    let ms = begun.elapsed().as_secs_f64() * 1000.0;
    let theorem = match found {
        Ok(theorem) => theorem,
        Err(NotFound::Searched(tried)) => {
            let show = |t: &Tried| {
                format!("{:?} below {}: {:?}, {} states", t.numeration, t.table, t.ended, t.states)
            };
            return format!("- {ms:.0} ms  {}", tried.iter().map(show).collect::<Vec<_>>().join("; "));
        }
        Err(e) => return format!("- {ms:.0} ms  {e}"),
    };
    rules::compare(name, &interp, &fragment, &theorem);
    let effort = Effort::new(None);
    let said = match theorem.subject {
        Subject::Lost => describe(&fragment, &theorem, &effort).ok().flatten().map(|d| d.condition),
        Subject::Values => describe_values(&theorem, &effort).ok().flatten().map(|p| p.claim),
    };
    let (numeration, states, table) = (theorem.dfa.numeration(), theorem.dfa.states(), theorem.table);
    let said = said.unwrap_or_else(|| "-".to_string());
    format!("{numeration:?} {states} states, learned below {table}, {ms:.1} ms   {said}")
}
