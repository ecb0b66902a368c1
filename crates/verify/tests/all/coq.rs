//! Developments for Coq. `./check` sees that they are written and hold back nothing; that `coqc` accepts the right ones and none
//! that is wrong is a long run: `cargo test -p bouton-verify --test all coq:: -- --ignored --nocapture` (needs `coqc`).
//! `BOUTON_COQ=wythoff` takes the certificates whose names contain that.

use crate::common::games::{self, Case};
use crate::common::{Auto, Brute, Digits, automatic, grundy, learn};
use bouton_random::Rng;
use bouton_verify::{Limits, coq, verify};
use serde_json::{Value as Json, json};
use std::path::PathBuf;
use std::process::Command;

/// Certificates of which there is no development, and why.
const NONE: &[(&str, &str)] = &[("blocked wythoff", "forbidden options")];

/// Certificates that take long: the moves of one have a condition of fourteen cases over six numbers, those of the other leave two heaps of
/// which an automaton knows the values (more than a quarter of an hour, 6 GB); what `prove kayles` writes is its period.
const LONG: &[&str] = &["moore", "kayles values"];

fn cases() -> Vec<Case> {
    [games::automatic_sets(), games::values(), games::periods()].into_iter().flatten().collect()
}

#[test]
fn developments_are_written() {
    for case in cases() {
        match (coq(&case.json.to_string(), &Limits::default()), NONE.iter().find(|n| n.0 == case.name)) {
            (Ok(text), None) => {
                for word in ["Admitted", "admit", "Axiom", "Parameter", "Conjecture", "Unset", "bypass"] {
                    assert!(!text.contains(word), "{}: {word}", case.name);
                }
                let theorems = text.matches("\nTheorem ").count();
                assert!(text.contains("Print Assumptions solved.") && theorems > 2, "{}", case.name);
                assert!(text.contains("Inductive move "), "{}", case.name);
            }
            (Err(refused), Some((_, why))) => assert!(refused.to_string().contains(why), "{refused}"),
            (Ok(_), Some(_)) => panic!("{}: a development was not expected", case.name),
            (Err(refused), None) => panic!("{}: {refused}", case.name),
        }
    }
    for case in
        games::take_aways().iter().chain(&games::pairs()).chain(&games::positions()).chain(&games::runs())
    {
        let refused = coq(&case.json.to_string(), &Limits::default()).unwrap_err();
        assert!(refused.to_string().contains("this kind"), "{refused}");
    }
}

/// Rules whose text and names would break a comment or a name of Coq.
#[test]
fn strange_names_are_harmless() {
    let rules =
        "position 甲, end\n# (* \"\nmove k in 1..甲: 甲 -> 甲 - k\nmove k in 1..end: end -> end - k\n";
    let auto = learn(Digits::Base(2), 2, 2, &|x| x[0] == x[1]);
    let json = automatic(rules, &["甲", "end"], Digits::Base(2), &[1, 1], false, &auto);
    let text = coq(&json.to_string(), &Limits::default()).unwrap();
    let game = text.split("---- The game").nth(1).unwrap();
    assert!(game.contains("move [x1; x2] [x1 - k - 1; x2]"), "{game}");
    assert!(!text.split("*)").next().unwrap()[2..].contains("(*"));
}

/// What `coqc` says of a text: its output where it accepts.
fn compiled(name: &str, text: &str) -> Result<String, String> {
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("c_{plain}.v"));
    std::fs::write(&path, text).unwrap();
    // Coq leaves its caches where it runs.
    let coqc = Command::new("coqc").arg("-q").arg(&path).current_dir(&folder).output();
    let out = coqc.expect("coqc must be on the path");
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if out.status.success() { Ok(said(&out.stdout)) } else { Err(said(&out.stderr)) }
}

/// Accepted, and every theorem follows from nothing.
fn accepted(name: &str, json: &Json) {
    let text = coq(&json.to_string(), &Limits::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
    let said = compiled(name, &text).unwrap_or_else(|e| panic!("{name}: {e}"));
    let asked = text.matches("\nPrint Assumptions ").count();
    assert_eq!(said.matches("Closed under the global context").count(), asked, "{name}: {said}");
    assert!(!said.contains("Axioms"), "{name}: {said}");
    println!("{name}: accepted");
}

/// By the environment: all but those that take long, or those that are asked for.
fn wanted(name: &str) -> bool {
    std::env::var("BOUTON_COQ").map_or(!LONG.contains(&name), |part| name.contains(&part))
}

#[test]
#[ignore = "minutes, needs coqc; see CONTRIBUTING.md"]
fn coqc_accepts_what_is_right() {
    for case in cases().iter().filter(|c| wanted(c.name) && NONE.iter().all(|n| n.0 != c.name)) {
        accepted(case.name, &case.json);
    }
}

/// A random game of two numbers with a few steps, in base 2, if a small automaton is right.
fn random_steps(dice: &mut Rng) -> Option<(String, Json)> {
    let mut moves: Vec<[i64; 2]> = Vec::new();
    for _ in 0..2 + dice.index(3) {
        let step = [dice.index(4) as i64 - 3, dice.index(5) as i64 - 3];
        if step[0] + step[1] < 0 && !moves.contains(&step) {
            moves.push(step);
        }
    }
    let shift =
        |v: &str, d: i64| if d < 0 { format!("{v} -> {v} - {}", -d) } else { format!("{v} -> {v} + {d}") };
    let line = |m: &[i64; 2]| format!("move: {}, {}\n", shift("x", m[0]), shift("y", m[1]));
    let rules = format!("position x, y\n{}", moves.iter().map(line).collect::<String>());
    let options = |x: &[u64]| -> Vec<Vec<u64>> {
        let to = |m: &[i64; 2]| Some(vec![x[0].checked_add_signed(m[0])?, x[1].checked_add_signed(m[1])?]);
        moves.iter().filter_map(to).collect()
    };
    let brute = Brute::new(&options);
    let auto = learn(Digits::Base(2), 2, 3, &|x| brute.lost(x));
    let json = automatic(&rules, &["x", "y"], Digits::Base(2), &[1, 1], false, &auto);
    let right = !moves.is_empty() && verify(&json.to_string(), &Limits::default()).is_ok();
    right.then_some((rules, json))
}

/// A random subtraction set with its period.
fn random_set(dice: &mut Rng) -> Option<(String, Json)> {
    let mut set: Vec<u64> = (0..2 + dice.index(3)).map(|_| 1 + dice.index(12) as u64).collect();
    set.sort_unstable();
    set.dedup();
    let last = *set.last()?;
    let g = grundy(600, &|n| set.iter().filter(|k| **k <= n).map(|k| vec![n - k]).collect());
    let holds = |p: usize, from: usize| (from..from + last as usize).all(|n| g[n] == g[n + p]);
    let (period, mut from) =
        (1..250).flat_map(|p| (0..60).map(move |f| (p, f))).find(|(p, f)| holds(*p, *f))?;
    while from > 0 && g[from - 1] == g[from - 1 + period] {
        from -= 1;
    }
    let list = set.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let rules = format!("heaps n\nmove k in {{{list}}}: n -> n - k\n");
    let prefix = &g[..from + period + last as usize + 1];
    let json = json!({
        "bouton": "certificate", "version": 1, "kind": "period", "rules": rules, "prefix": prefix, "period": period,
        "saltus": 0, "from": from, "theorem": "window",
    });
    verify(&json.to_string(), &Limits::default()).is_ok().then_some((rules, json))
}

#[test]
#[ignore = "minutes, needs coqc; see CONTRIBUTING.md"]
fn coqc_accepts_random_games() {
    let seed = std::env::var("BOUTON_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(18);
    let mut dice = Rng::new(seed);
    for make in [random_steps, random_set] {
        let mut done = 0;
        while done < 5 {
            let Some((rules, json)) = make(&mut dice) else { continue };
            accepted(&format!("random {} {done}", json["kind"]), &json);
            println!("{rules}");
            done += 1;
        }
    }
}

/// Certificates with one thing wrong, of games that are checked in seconds.
#[test]
#[ignore = "minutes, needs coqc; see CONTRIBUTING.md"]
fn coqc_refuses_what_is_wrong() {
    let mut dice = Rng::new(7);
    let mut wrongs = 0;
    let names = [
        "nim 2",
        "king",
        "wythoff",
        "misère nim 2",
        "lasker values",
        "kayles",
        "take 1 3 4",
        "fibonacci nim",
    ];
    for case in cases().iter().filter(|c| names.contains(&c.name) && wanted(c.name)) {
        for _ in 0..4 {
            let mut json = case.json.clone();
            if case.json["kind"] == "period" {
                match dice.index(3) {
                    0 => {
                        let values = json["prefix"].as_array_mut().unwrap();
                        let at = dice.index(12.min(values.len()));
                        values[at] = json!(values[at].as_u64().unwrap() + 1);
                    }
                    1 => json["period"] = json!(json["period"].as_u64().unwrap() - 1),
                    _ => json["from"] = json!(json["from"].as_u64().unwrap() + 1),
                }
            } else {
                let mut auto = Auto::from_json(&json["automaton"]);
                let (state, letter) = (dice.index(auto.next.len()), dice.index(auto.next[0].len()));
                if dice.index(2) == 0 {
                    if !auto.accept.remove(&state) {
                        auto.accept.insert(state);
                    }
                } else {
                    let old = auto.next[state][letter];
                    auto.next[state][letter] = if old.is_none() { Some(state) } else { None };
                }
                json["automaton"] = auto.json();
            }
            // What the checker does not refuse is the same theorem in other words.
            if verify(&json.to_string(), &Limits::default()).is_ok() {
                continue;
            }
            wrongs += 1;
            match coq(&json.to_string(), &Limits::default()) {
                Err(refused) => println!("{}: {refused}", case.name),
                Ok(text) => {
                    let said = compiled(&format!("wrong {}", case.name), &text);
                    assert!(said.is_err(), "{}: a wrong certificate compiles", case.name);
                    println!("{}: does not compile", case.name);
                }
            }
        }
    }
    println!("{wrongs} wrong certificates");
    assert!(wrongs >= 16 || std::env::var("BOUTON_COQ").is_ok(), "{wrongs}");
}
