//! Theorems from the rules alone, each compared with plain recursion over the moves.

use crate::games::{self, all, ge};
use bouton_compile::fragment::Fragment;
use bouton_language::ast::Verdict;
use bouton_linear::Formula;
use bouton_theory::arithmetic::compile;
use bouton_theory::prove::{Decision, Limits, NotFound, Outside, Wrong, decide_set, prove};
use bouton_theory::{Effort, Numeration};
use std::collections::HashMap;

fn holds(f: &Formula, numbers: &[i64]) -> bool {
    match f {
        Formula::All(fs) => fs.iter().all(|g| holds(g, numbers)),
        Formula::Any(fs) => fs.iter().any(|g| holds(g, numbers)),
        Formula::Not(g) => !holds(g, numbers),
        Formula::AtLeastZero(a) => a.value(numbers) >= 0,
        Formula::Zero(a) => a.value(numbers) == 0,
        Formula::Multiple(a, m) => a.value(numbers) % m == 0,
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
                found.push(m.parts.iter().map(|p| p.iter().map(|a| a.value(&numbers)).collect()).collect());
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
}

fn limits() -> Limits<'static> {
    Limits::default()
}

/// Whether a formula describes the lost positions among the legal ones.
fn decide(g: &Fragment, numeration: Numeration, claim: Formula) -> Decision {
    let claim = all(vec![g.legal.clone(), claim]);
    let set = compile(numeration, &claim, &Effort::new(&|| false)).unwrap();
    decide_set(g, &set, &limits()).unwrap()
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
    let rows = [(draw, Outside::Draw), (rising, Outside::Weights), (sum, Outside::Sum)];
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
        let claim = decide(&arc, numeration, near(1));
        assert!(matches!(claim, Decision::Proved(_)), "base {base}");
        // |a − b| ≤ 2 is wrong at (0, 2): it moves to (1, 0).
        let wrong = decide(&arc, numeration, near(2));
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
        let found = decide(&g, Numeration::FIBONACCI, claim.clone());
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
            let mut random = bouton_random::Rng::new(seed);
            let x: Vec<i64> = (0..d).map(|_| random.below(if d == 2 { 12 } else { 6 }) as i64).collect();
            if !holds(&g.legal, &x) {
                continue;
            }
            let big: Vec<num_bigint::BigUint> = x.iter().map(|n| (*n as u64).into()).collect();
            let found = strategy.winning(&big, 1000, &effort).unwrap().list;
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
        let found = strategy.winning(&far, 1, &effort).unwrap().list;
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
    assert!(!found.list.is_empty());
    for w in found.list {
        let values = w.parts.iter().map(|p| strategy.value(p, &effort).unwrap().unwrap());
        assert_eq!(values.fold(num_bigint::BigUint::ZERO, |x, v| x ^ v), 7u8.into(), "{w:?}");
    }
}
