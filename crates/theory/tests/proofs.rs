//! Theorems from the rules alone, each compared with plain recursion over the moves.

mod games;

use bouton_compile::fragment::{Affine, Formula, Fragment};
use bouton_language::ast::Verdict;
use bouton_theory::prove::{Decision, Limits, NotFound, Outside, Subject, Theorem, decide_formula, prove};
use bouton_theory::{Numeration, prove::Wrong};
use games::{all, ge};
use std::collections::HashMap;
use std::time::Duration;

fn value(a: &Affine, numbers: &[i64]) -> i64 {
    a.terms.iter().map(|(v, c)| c * numbers[*v]).sum::<i64>() + a.constant
}

fn holds(f: &Formula, numbers: &[i64]) -> bool {
    match f {
        Formula::All(fs) => fs.iter().all(|g| holds(g, numbers)),
        Formula::Any(fs) => fs.iter().any(|g| holds(g, numbers)),
        Formula::Not(g) => !holds(g, numbers),
        Formula::AtLeastZero(a) => value(a, numbers) >= 0,
        Formula::Zero(a) => value(a, numbers) == 0,
        Formula::Multiple(a, m) => value(a, numbers) % m == 0,
        Formula::Exists(..) => panic!("the games of these tests have no quantifiers"),
    }
}

/// The options of a position, by trying all choices up to a bound that no move can pass.
fn options(g: &Fragment, x: &[i64]) -> Vec<Vec<Vec<i64>>> {
    let top = x.iter().sum::<i64>();
    let mut found = Vec::new();
    for m in &g.moves {
        let choices = m.variables - x.len();
        let mut numbers = x.to_vec();
        numbers.resize(m.variables, 0);
        loop {
            if holds(&m.guard, &numbers) {
                found.push(m.parts.iter().map(|p| p.iter().map(|a| value(a, &numbers)).collect()).collect());
            }
            let Some(at) = (0..choices).find(|c| numbers[x.len() + c] < top) else { break };
            numbers[x.len()..x.len() + at].fill(0);
            numbers[x.len() + at] += 1;
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Plain recursion with memory.
#[derive(Default)]
struct Brute {
    lost: HashMap<Vec<i64>, bool>,
    values: HashMap<i64, i64>,
}

impl Brute {
    fn lost(&mut self, g: &Fragment, x: &[i64]) -> bool {
        if let Some(known) = self.lost.get(x) {
            return *known;
        }
        let ended = g.ends.iter().find(|e| holds(&e.0, x)).map(|e| e.1 == Verdict::Lose);
        let answer = holds(&g.legal, x)
            && ended.unwrap_or_else(|| {
                let all = options(g, x);
                let stuck = all.is_empty();
                let winning = all.into_iter().filter(|o| self.lost(g, &o[0])).count();
                if stuck { g.stuck == Verdict::Lose } else { winning <= g.block }
            });
        self.lost.insert(x.to_vec(), answer);
        answer
    }

    fn value(&mut self, g: &Fragment, n: i64) -> i64 {
        if let Some(known) = self.values.get(&n) {
            return *known;
        }
        let mut seen: Vec<i64> = Vec::new();
        for option in options(g, &[n]) {
            let total = option.iter().fold(0, |x, part| x ^ self.value(g, part[0]));
            seen.push(total);
        }
        let g = (0..).find(|v| !seen.contains(v)).unwrap();
        self.values.insert(n, g);
        g
    }
}

fn agrees_with_brute_force(name: &str, g: &Fragment, t: &Theorem) {
    let mut brute = Brute::default();
    if t.subject == Subject::Values {
        for n in 0..60 {
            let v = brute.value(g, n);
            for w in 0..20 {
                assert_eq!(
                    t.dfa.contains_small(&[n as u64, w]),
                    w as i64 == v,
                    "{name}: g({n}) is {v}, not {w}"
                );
            }
        }
        return;
    }
    let d = g.coordinates.len();
    let top = [60, 16, 7, 4][d.min(4) - 1];
    let mut x = vec![0i64; d];
    loop {
        let small: Vec<u64> = x.iter().map(|n| *n as u64).collect();
        assert_eq!(t.dfa.contains_small(&small), brute.lost(g, &x), "{name} at {x:?}");
        let Some(at) = (0..d).find(|i| x[*i] < top) else { break };
        x[..at].fill(0);
        x[at] += 1;
    }
}

fn limits() -> Limits<'static> {
    Limits { time: Duration::from_secs(60), ..Limits::default() }
}

#[test]
fn theorems_from_the_rules_alone() {
    // The dear ones are measured by the example `proofs`.
    let dear =
        ["a+b<=4", "a+b<=5", "a+b<=6", "a+b<=7", "a+b<=8", "3-wythoff", "4-wythoff", "block 1", "k = 4"];
    let dear = |name: &str| dear.iter().any(|d| name.contains(d));
    for (name, g) in games::proved().into_iter().filter(|g| !dear(&g.0)) {
        let t = prove(&g, &limits()).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        agrees_with_brute_force(&name, &g, &t);
    }
}

#[test]
fn random_move_sets() {
    for seed in [1, 2, 4, 5, 6, 7, 8, 9, 10] {
        let g = games::random_move_set(seed);
        let t = prove(&g, &limits()).unwrap_or_else(|e| panic!("seed {seed}: {e:?}"));
        agrees_with_brute_force(&format!("seed {seed}"), &g, &t);
    }
}

#[test]
fn a_search_that_finds_nothing_says_what_it_tried() {
    let few = Limits { table: 2000, ..limits() };
    for (name, g) in games::not_proved() {
        let Err(NotFound::Searched(tried)) = prove(&g, &few) else { panic!("{name}") };
        assert!(!tried.is_empty() && tried.iter().all(|t| t.table > 0 || t.too_large), "{name}: {tried:?}");
    }
}

#[test]
fn a_stop_is_heard() {
    let now = Limits { stop: &|| true, ..limits() };
    assert!(matches!(prove(&games::chomp(3), &now), Err(NotFound::Stopped | NotFound::Searched(_))));
}

#[test]
fn what_lies_outside() {
    let mut draw = games::nim(2);
    draw.stuck = Verdict::Draw;
    let mut rising = games::nim(2);
    rising.moves[0].parts[0][0] = games::form(&[(0, 1)], 1);
    let mut sum = games::lasker();
    sum.stuck = Verdict::Win;
    let blocked = games::blocked(games::misere(games::nim(2)), 1);
    let rows = [
        (draw, Outside::Draw),
        (rising, Outside::Weights),
        (sum, Outside::Sum),
        (blocked, Outside::BlockedMisere),
    ];
    for (g, why) in rows {
        assert_eq!(prove(&g, &limits()).map(|_| ()), Err(NotFound::Outside(why)));
    }
}

#[test]
fn given_sets_are_decided() {
    let near = |c: i64| all(vec![ge(&[(0, 1), (1, -1)], c), ge(&[(0, -1), (1, 1)], c)]);
    let arc = games::alice_brown();
    for base in [2, 3, 10] {
        let numeration = Numeration::base(base).unwrap();
        let claim = decide_formula(&arc, numeration, &near(1), &limits()).unwrap();
        assert!(matches!(claim, Decision::Proved(_)), "base {base}");
        // |a − b| ≤ 2 is wrong at (0, 2): it moves to (1, 0).
        let wrong = decide_formula(&arc, numeration, &near(2), &limits()).unwrap();
        let Decision::Refuted(Some(Wrong { position, held_lost: true, .. })) = wrong else {
            panic!("{wrong:?}")
        };
        assert!(position.iter().sum::<num_bigint::BigUint>() <= 30u8.into());
    }
    let rows: [(Fragment, Formula, bool); 4] = [
        (games::subtraction(&[1, 2, 3]), Formula::Multiple(games::form(&[(0, 1)], 0), 4), true),
        (games::subtraction(&[1, 2, 3]), Formula::Multiple(games::form(&[(0, 1)], 0), 5), false),
        (games::chomp(2), games::eq(&[(0, 1), (1, -1)], -1), true),
        (games::chomp(2), games::eq(&[(0, 1), (1, -1)], 0), false),
    ];
    for (g, claim, truth) in rows {
        let found = decide_formula(&g, Numeration::FIBONACCI, &claim, &limits()).unwrap();
        assert_eq!(matches!(found, Decision::Proved(_)), truth, "{claim:?}");
    }
}

#[test]
fn winning_moves_at_any_size() {
    use bouton_theory::{Effort, strategy::Strategy};
    let effort = Effort::new(&|| false);
    let names =
        ["wythoff", "nim, 3 heaps", "fibonacci nim", "staircase of 3", "alice and brown", "chomp, 2 rows"];
    for (name, g) in games::proved().into_iter().filter(|g| names.contains(&g.0.as_str())) {
        let t = prove(&g, &limits()).unwrap();
        let strategy = Strategy::new(&g, &t, &effort).unwrap();
        let mut brute = Brute::default();
        let d = g.coordinates.len();
        for seed in 0..40 {
            let mut random = games::Random::new(seed);
            let x: Vec<i64> = (0..d).map(|_| random.below(if d == 2 { 12 } else { 6 }) as i64).collect();
            if !holds(&g.legal, &x) {
                continue;
            }
            let big: Vec<num_bigint::BigUint> = x.iter().map(|n| (*n as u64).into()).collect();
            let found = strategy.winning(&big, 1000, &effort).unwrap();
            let mut reached: Vec<String> = found.iter().map(|w| format!("{:?}", w.parts)).collect();
            let mut wanted: Vec<String> = options(&g, &x)
                .into_iter()
                .filter(|o| brute.lost(&g, &o[0]))
                .map(|o| format!("{o:?}"))
                .collect();
            reached.sort();
            reached.dedup();
            wanted.sort();
            assert_eq!(reached, wanted, "{name} at {x:?}");
            for w in found {
                let m = &g.moves[w.source];
                let mut numbers = x.clone();
                numbers.extend(w.choices.iter().map(|n| i64::try_from(n).unwrap()));
                assert!(holds(&m.guard, &numbers), "{name} at {x:?}: {w:?}");
            }
        }
        // A hundred digits, and still a move.
        let mut far: Vec<num_bigint::BigUint> = vec![num_bigint::BigUint::from(10u8).pow(99); d];
        far[0] += 12345u32;
        let found = strategy.winning(&far, 1, &effort).unwrap();
        assert!(strategy.lost(&far) == Some(found.is_empty()), "{name}");
        assert!(found.iter().all(|w| strategy.lost(&w.parts[0]) == Some(true)), "{name}");
    }
}

#[test]
fn values_and_moves_of_heaps_at_any_size() {
    use bouton_theory::{Effort, strategy::Strategy};
    let effort = Effort::new(&|| false);
    let g = games::lasker();
    let t = prove(&g, &limits()).unwrap();
    let strategy = Strategy::new(&g, &t, &effort).unwrap();
    // g(4k) = 4k − 1, g(4k+3) = 4k + 4.
    let huge = num_bigint::BigUint::from(10u8).pow(80);
    assert_eq!(strategy.value(std::slice::from_ref(&huge), &effort).unwrap(), Some(&huge - 1u8));
    assert_eq!(strategy.value(&[&huge + 3u8], &effort).unwrap(), Some(&huge + 4u8));
    let found =
        strategy.to_value(std::slice::from_ref(&huge), &num_bigint::BigUint::from(7u8), 3, &effort).unwrap();
    assert!(!found.is_empty());
    for w in found {
        let values = w.parts.iter().map(|p| strategy.value(p, &effort).unwrap().unwrap());
        assert_eq!(values.fold(num_bigint::BigUint::ZERO, |x, v| x ^ v), 7u8.into(), "{w:?}");
    }
}

/// All seeds: minutes, so it is run by hand (`cargo test --release -p bouton-theory -- --ignored`).
#[test]
#[ignore = "minutes in a debug build; see CONTRIBUTING.md"]
fn most_random_rules_are_proved() {
    let failed = |games: Vec<(u64, Fragment)>| -> Vec<u64> {
        games.into_iter().filter(|g| prove(&g.1, &limits()).is_err()).map(|g| g.0).collect()
    };
    let sets = failed((1..=200).map(|s| (s, games::random_move_set(s))).collect());
    assert!(sets.len() <= 10, "move sets not proved: {sets:?}");
    let rules = failed((1..=50).map(|s| (s, games::random_one_number(s).1)).collect());
    assert!(rules.len() <= 25, "one-number rules not proved: {rules:?}");
}
