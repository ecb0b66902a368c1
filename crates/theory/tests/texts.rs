//! From rules text alone to a theorem: every game that has to be proved, those that must be given up, and others, each
//! compared with plain recursion over the interpreted rules on a box.

mod games;
mod rules;

use bouton_theory::prove::{Limits, NotFound, prove};
use std::time::Duration;

fn limits() -> Limits<'static> {
    Limits { time: Duration::from_secs(120), ..Limits::default() }
}

/// A tenth of the usual search.
fn few() -> Limits<'static> {
    Limits { steps: limits().steps / 10, ..limits() }
}

/// Proofs that take seconds without optimisation; the long run has them.
const DEAR: [&str; 6] = ["over at 4", "over at 5", "over at 6", "over at 7", "over at 8", "k = 4"];

fn prove_all<'a>(list: impl Iterator<Item = &'a (&'a str, &'a str)>) {
    for (name, text) in list {
        let game = rules::game(text);
        assert!(game.rules().claims.is_empty(), "{name} has a claim");
        let fragment = rules::fragment(&game);
        let theorem = prove(&fragment, &limits()).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        rules::compare(name, &game, &fragment, &theorem);
    }
}

#[test]
fn proved_from_rules_alone() {
    let dear = |name: &str| DEAR.iter().any(|d| name.contains(d));
    prove_all(rules::MUST.iter().filter(|g| !dear(g.0)));
}

#[test]
fn other_games() {
    prove_all(rules::OTHERS.iter());
}

#[test]
fn given_up_without_a_claim() {
    for (name, text) in rules::MUST_NOT {
        let fragment = rules::fragment(&rules::game(text));
        let Err(NotFound::Searched(tried)) = prove(&fragment, &few()) else { panic!("{name}") };
        assert!(tried.iter().any(|t| t.table > 0), "{name}: {tried:?}");
    }
}

/// Which of some seeds are not proved.
fn failures(seeds: impl Iterator<Item = u64>, text: impl Fn(u64) -> String, limits: &Limits) -> Vec<u64> {
    let failed = |seed: &u64| {
        let game = rules::game(&text(*seed));
        let fragment = rules::fragment(&game);
        match prove(&fragment, limits) {
            Ok(theorem) => {
                rules::compare(&format!("seed {seed}"), &game, &fragment, &theorem);
                false
            }
            Err(_) => true,
        }
    };
    seeds.filter(failed).collect()
}

/// Two to five distinct vectors in [0, 3]² that a move may subtract.
fn move_set(seed: u64) -> String {
    let moves: Vec<String> = games::random_vectors(seed)
        .iter()
        .map(|(i, j)| format!("move: a -> a - {i}, b -> b - {j}"))
        .collect();
    format!("position a, b; {}", moves.join("; "))
}

/// A move takes k in L..U with L and U from c, n div q, n − c.
fn one_number(seed: u64) -> String {
    format!("position n; move k in {} if k >= 1: n -> n - k", games::random_one_number(seed).0)
}

#[test]
fn random_rules() {
    let sets = failures((1..=200).step_by(17), move_set, &limits());
    assert!(sets.is_empty(), "move sets not proved: {sets:?}");
    let rules = failures(1..=50, one_number, &few());
    assert!(rules.len() <= 10, "one-number rules not proved: {rules:?}");
}

/// Everything: minutes (`cargo test --release -p bouton-theory --test texts -- --ignored --nocapture`).
#[test]
#[ignore = "minutes; see CONTRIBUTING.md"]
fn all_seeds_and_all_games() {
    prove_all(rules::MUST.iter());
    let sets = failures(1..=200, move_set, &limits());
    let rules = failures(1..=50, one_number, &limits());
    println!("not proved: move sets {sets:?}, one-number rules {rules:?}");
    assert!(sets.len() <= 10, "move sets not proved: {sets:?}");
    assert!(rules.len() <= 25, "one-number rules not proved: {rules:?}");
}
