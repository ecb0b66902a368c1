//! Published theorems by name: each is proved from its rules alone, compared with plain recursion on small positions, and its
//! certificate is put to the checker, which must accept it and refuse changed ones. Prints the table of docs/published.md:
//! `cargo test -p bouton --test all named:: -- --ignored --nocapture`.

use crate::common::{FOLDER, found, game};
use bouton::language::diagnostic::Lang;
use bouton::language::interp::{Position, Turn};
use bouton::proof::{Finding, ProveQuestion, RowFinding, prove, prove_row};
use bouton::reference::Reference;
use bouton::{Budget, Game};
use serde_json::{Value as Json, json};
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

/// What is asked of a game.
enum Ask {
    /// Who wins, for all positions; compared where every number is below its bound, typed as this says.
    Lost(&'static str, &'static [u64]),
    /// The Grundy values, or who wins, where one number runs and the others are these.
    Row(&'static str, u64, bool),
}
use Ask::{Lost, Row};

struct Named {
    name: String,
    /// A game of the library with its parameters, or rules.
    rules: String,
    ask: Ask,
}

const TAKE: &str = "position n, limit = max(n - 1, 0); move k in 1..min(n, limit): n -> n - k, limit -> ";

fn all() -> Vec<Named> {
    let mut list = Vec::new();
    let mut add = |name: String, rules: String, ask: Ask| list.push(Named { name, rules, ask });
    for t in 1..=8 {
        let name = if t == 1 { "Wythoff 1907".into() } else { format!("Fraenkel 1982, t = {t}") };
        let name = if t == 2 { format!("{name} (Pell)") } else { name };
        add(name, format!("wythoff-diagonal t={t}"), Lost("{} {}", &[24, 24]));
    }
    for (s, t) in [(2, 1), (2, 2), (2, 3), (2, 8), (3, 1), (3, 2), (4, 1), (5, 3), (8, 8)] {
        let rules = format!(
            "position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..a, l in 1..b if k < {s}*l + {t} and l < {s}*k + {t}: a -> a - k, b -> b - l"
        );
        add(format!("Fraenkel 1998, (s, t) = ({s}, {t})"), rules, Lost("{} {}", &[18, 40]));
    }
    add(
        "The Tribonacci game, Duchêne and Rigo 2008".into(),
        "tribonacci".into(),
        Lost("{} {} {}", &[9, 14, 18]),
    );
    add("The Raleigh game, Fraenkel 2007".into(), "raleigh".into(), Lost("{} {} {}", &[10, 12, 17]));
    add(
        "A split in Wythoff's game, Fokkink and Rust 2019".into(),
        "splythoff".into(),
        Lost("{} {}", &[24, 24]),
    );
    let mouse = "position a, b unordered; define near(d) = 2 if d mod 3 = 0, 1 otherwise; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..a, l in 1..b if |k - l| < near(a - b): a -> a - k, b -> b - l";
    add("The Mouse game, Fraenkel 2008".into(), mouse.into(), Lost("{} {}", &[24, 24]));
    for base in [10, 11, 12, 13, 15] {
        let rules = format!("position n; move k in 1..n - (n + {}) div {base}: n -> n - k", base - 1);
        add(format!("leave at least one in {base}: base {base}"), rules, Lost("{}", &[300]));
    }
    for m in 1..=6 {
        let rules = format!(
            "position a in 1.., b, c in 0..{m}; require c <= b and b <= a; move k in 1..a-1: a -> k, b -> min(b, k), c -> min(c, k); move k in 0..b-1: b -> k, c -> min(c, k); move k in 0..c-1: c -> k"
        );
        add(format!("Chomp of three rows, the third at most {m}"), rules, Lost("{} {} {}", &[12, 12, 7]));
    }
    for row in [1, 2, 3, 4, 5, 7, 10, 12, 15] {
        add(
            format!("row {row} of Wythoff's values, Dress, Flammenkamp and Pink 1999, Landman 2002"),
            "wythoff".into(),
            Row("b", row, true),
        );
    }
    for (t, row) in [(2, 3), (2, 6), (3, 3), (3, 6), (4, 5)] {
        add(
            format!("row {row} of the values of t-Wythoff, t = {t}"),
            format!("wythoff-diagonal t={t}"),
            Row("b", row, true),
        );
    }
    for row in [3, 8, 20] {
        add(format!("row {row} of Chomp with two rows"), "chomp-two-rows".into(), Row("b", row, false));
    }
    for q in 1..=10 {
        add(
            format!("Schwenk 1970, at most {q} times the last take"),
            format!("schwenk q={q}"),
            Lost("{} limit={}", &[40, 40]),
        );
    }
    for f in ["2*k + 1", "3*k + 2", "3*k div 2", "k + k div 2 + 1"] {
        add(
            format!("Schwenk 1970, at most {f} after k"),
            format!("{TAKE}{f}"),
            Lost("{} limit={}", &[40, 40]),
        );
    }
    list
}

/// The game of a row: parameters stand behind a name.
fn named(rules: &str) -> Game {
    match rules.split_once(' ') {
        Some((name, set)) if !rules.starts_with("position") => {
            let (param, value) = set.split_once('=').expect("a parameter with its value");
            found(game(name).set(param, value, &FOLDER), rules)
        }
        _ => game(rules),
    }
}

/// The time that this thread has worked, where the system tells it; the clock elsewhere.
fn worked(begun: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = told.and_then(|line| line.split(' ').next()?.parse().ok());
    spent.map_or_else(|| begun.elapsed(), Duration::from_nanos)
}

/// Grundy values by their definition. All games of the list are played normally and end when nobody can move.
struct Plain<'g> {
    rules: Reference<'g>,
    values: HashMap<Position, u64>,
}

impl Plain<'_> {
    fn value(&mut self, position: &Position) -> u64 {
        if let Some(known) = self.values.get(position) {
            return *known;
        }
        let options = self.rules.options(position, Turn::default()).unwrap();
        let values: HashSet<u64> = options.iter().map(|option| self.value(&option.to)).collect();
        let own = (0..).find(|v| !values.contains(v)).unwrap();
        self.values.insert(position.clone(), own);
        own
    }
}

/// All tuples below bounds.
fn tuples(below: &[u64]) -> Vec<Vec<u64>> {
    below.iter().fold(vec![Vec::new()], |list, most| {
        let longer = |x: &Vec<u64>| (0..*most).map(|n| [x.as_slice(), &[n]].concat()).collect::<Vec<_>>();
        list.iter().flat_map(longer).collect()
    })
}

/// Certificates with one thing wrong.
fn changed(certificate: &Json) -> Vec<Json> {
    let with = |change: &dyn Fn(&mut Json)| {
        let mut new = certificate.clone();
        change(&mut new);
        new
    };
    let more = |key: &'static str| with(&|c| c[key] = json!(certificate[key].as_i64().unwrap_or(0) + 1));
    match certificate["kind"].as_str().unwrap() {
        "automatic set" => {
            let accept = certificate["automaton"]["accept"].as_array().unwrap();
            let without = |i: usize| {
                let kept = accept.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, s)| s.clone());
                json!(kept.collect::<Vec<_>>())
            };
            let mut list: Vec<Json> =
                (0..accept.len().min(4)).map(|i| with(&|c| c["automaton"]["accept"] = without(i))).collect();
            let states = certificate["automaton"]["next"].as_array().unwrap().len();
            let other = (0..states).rev().find(|s| !accept.contains(&json!(s)));
            list.extend(
                other.map(|s| with(&|c| c["automaton"]["accept"].as_array_mut().unwrap().push(json!(s)))),
            );
            list
        }
        "pairs" => vec![more("times"), more("more")],
        "take-away" => vec![with(&|c| c["limit"][0] = json!(certificate["limit"][0].as_i64().unwrap() + 1))],
        "row" => vec![more("period"), more("saltus")],
        other => panic!("no changes of {other}"),
    }
}

fn verify(certificate: &Json) -> Result<String, String> {
    let limits = bouton_verify::Limits { loader: &FOLDER, ..bouton_verify::Limits::default() };
    bouton_verify::verify(&certificate.to_string(), &limits).map(|v| v.en).map_err(|r| r.to_string())
}

/// Compares with plain recursion; what the theorem says in a few words, and its certificate.
fn proved(row: &Named, game: &Game) -> Result<(String, Json, Duration), String> {
    let budget = Budget::unlimited();
    let (begun, before) = (Instant::now(), worked(Instant::now()));
    let spent = || worked(begun).saturating_sub(before);
    let mut truth = Plain { rules: Reference::new(game), values: HashMap::new() };
    match row.ask {
        Lost(typed, below) => {
            let finding = found(prove(&ProveQuestion::new(game.clone()), &budget), &row.name);
            let time = spent();
            let said = match &finding {
                Finding::Proved(proof) => format!("{} states", proof.theorem.dfa.states()),
                Finding::TakeAway(proof) => match proof.take.recurrence() {
                    Some(r) => format!("H(j+1) = H(j) + H(j − {})", r.lag),
                    None => "the ladder".into(),
                },
                Finding::NotFound(search) => return Err(format!("{:?}", search.tried)),
                _ => return Err("another kind of theorem".into()),
            };
            let mut seen = 0;
            for tuple in tuples(below) {
                let text =
                    tuple.iter().fold(typed.to_string(), |text, n| text.replacen("{}", &n.to_string(), 1));
                let Ok(position) = game.position(&text) else { continue };
                let at = finding
                    .at(&position, 1, &budget)
                    .unwrap()
                    .unwrap_or_else(|| panic!("{}: {text}", row.name));
                assert_eq!(at.lost, truth.value(&position) == 0, "{}: {text}", row.name);
                seen += 1;
            }
            assert!(seen > 100, "{}: {seen}", row.name);
            Ok((said, finding.certificate(None, false, Lang::En)?, time))
        }
        Row(fixed, at, values) => {
            let finding = found(prove_row(game, &[(fixed.to_string(), at)], values, &budget), &row.name);
            let time = spent();
            let RowFinding::Proved(proof) = finding else { return Err("no period was found".into()) };
            let theorem = &proof.theorem;
            for (n, cell) in theorem.row().cells.iter().enumerate().take(if at > 12 { 24 } else { 40 }) {
                let typed = if proof.names[0] == fixed { format!("{at} {n}") } else { format!("{n} {at}") };
                let Ok(position) = game.position(&typed) else { continue };
                let right = truth.value(&position);
                let right = if values { right } else { right.min(1) };
                assert_eq!(*cell, Some(right), "{}: {typed}", row.name);
            }
            let (period, saltus, from) = (theorem.period, theorem.saltus, theorem.from);
            let said = match values {
                true => format!("g(a + {period}) = g(a) + {saltus} from {from} on"),
                false => format!("period {period} from {from} on"),
            };
            Ok((said, proof.certificate(false), time))
        }
    }
}

/// What is not proved: why stands in docs/proofs.md, under the limits.
const OPEN: &str = "The Tribonacci game, Duchêne and Rigo 2008";

#[test]
#[ignore = "a few minutes: proves all that docs/published.md lists"]
fn published_theorems() {
    let mut open = Vec::new();
    println!("| theorem | rules | what is proved | proof | check |\n|---|---|---|---|---|");
    for row in all() {
        let game = named(&row.rules);
        let shown = row.rules.replace('|', "\\|");
        match proved(&row, &game) {
            Ok((said, certificate, time)) => {
                let (begun, before) = (Instant::now(), worked(Instant::now()));
                verify(&certificate).unwrap_or_else(|why| panic!("{}: {why}", row.name));
                let checked = worked(begun).saturating_sub(before);
                let [time, checked] = [time, checked].map(|t| format!("{:.2} s", t.as_secs_f64()));
                println!("| {} | `{shown}` | {said} | {time} | {checked} |", row.name);
                for wrong in changed(&certificate) {
                    assert!(verify(&wrong).is_err(), "{}: {wrong}", row.name);
                }
            }
            Err(why) => {
                println!("| {} | `{shown}` | not proved | | |", row.name);
                open.push((row.name, why));
            }
        }
    }
    let names: Vec<&str> = open.iter().map(|row| row.0.as_str()).collect();
    assert_eq!(names, [OPEN], "{open:#?}");
}
