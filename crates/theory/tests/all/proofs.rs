//! What a proof refuses, decides and is stopped by; and winning moves from theorems, compared with plain recursion.

use crate::rules::{MUST_NOT, Truth, fragment, game, named};
use bouton_budget::Budget;
use bouton_compile::fragment::Fragment;
use bouton_language::ast::Verdict;
use bouton_language::interp::Part;
use bouton_linear::{Affine, Evaluator, Formula};
use bouton_samples::rows;
use bouton_theory::arithmetic::compile;
use bouton_theory::prove::{Decision, Limits, NotFound, Outside, What, Wrong, best, decide_set, prove};
use bouton_theory::strategy::Strategy;
use bouton_theory::{Effort, Numeration};
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// A game of the lists.
fn of(name: &str) -> Fragment {
    fragment(&game(&named(name)))
}

fn limits() -> Limits<'static> {
    Limits::default()
}

/// Whether a formula describes the lost positions among the legal ones.
fn decide(g: &Fragment, numeration: Numeration, claim: Formula) -> Decision {
    let claim = Formula::all([g.legal.clone(), claim]);
    let set = compile(numeration, &claim, &Effort::new(None)).unwrap();
    decide_set(g, &set, &limits()).unwrap()
}

#[test]
fn a_search_that_finds_nothing_says_what_it_tried() {
    let few = Limits { table: 2000, ..limits() };
    for [name, text] in rows(MUST_NOT).into_iter().take(3) {
        let Err(NotFound::Searched(tried)) = prove(&fragment(&game(&text)), &few) else { panic!("{name}") };
        assert!(!tried.is_empty() && tried.iter().all(|t| t.table > 0 || t.too_large), "{name}: {tried:?}");
    }
}

/// What was learned and not proved is right as far as it says, and wrong where it says that it is wrong.
#[test]
fn candidates_and_where_they_are_wrong() {
    let blocked = "position a, b; block 4; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; \
                   move k in 1..min(a, b): a -> a - k, b -> b - k";
    let all =
        ["chomp, 3 rows", "nim with a pass, 3 heaps"].into_iter().map(named).chain([blocked.to_string()]);
    let mut faults = 0;
    for text in all {
        let game = game(&text);
        let fragment = fragment(&game);
        let few = Limits { table: 600, ..limits() };
        let Err(NotFound::Searched(tried)) = prove(&fragment, &few) else { panic!("{text}") };
        let mut truth = Truth::new(&game);
        let d = fragment.coordinates.len();
        for kept in tried.iter().filter_map(|t| t.candidate.as_ref()) {
            assert!(kept.right <= best(&tried).unwrap().right);
            let side = kept.right.min(if d > 2 { 6 } else { 12 });
            for code in 0..side.pow(d as u32) {
                let x: Vec<u64> = (0..d).map(|i| code / side.pow(i as u32) % side).collect();
                let Some(part) = truth.part(&fragment, &x) else { continue };
                assert_eq!(kept.dfa.contains_small(&x), truth.lost(&part), "{text} at {x:?}");
            }
            let Some(fault) = &kept.fault else { continue };
            let x: Vec<u64> = fault.position.iter().map(|n| u64::from(*n)).collect();
            assert!(x.iter().any(|n| *n >= kept.right), "{text}: wrong at {x:?}, right below {}", kept.right);
            if let What::Lost | What::Won = fault.what {
                let part =
                    truth.part(&fragment, &x).unwrap_or_else(|| panic!("{text}: {x:?} is no position"));
                assert_eq!(truth.lost(&part), fault.what == What::Lost, "{text} at {x:?}");
                assert_eq!(kept.dfa.contains_small(&x), fault.what == What::Won, "{text} at {x:?}");
                faults += 1;
            }
        }
    }
    assert!(faults >= 2, "{faults}");
}

/// Whoever shows progress is told what a search is busy with, as it grows; afterwards nothing.
#[test]
fn a_search_says_what_it_is_busy_with() {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::sync::{Arc, Mutex};
    use std::time::Duration;
    // A clock that runs fast enough for every look to be reported.
    static NOW: AtomicU64 = AtomicU64::new(0);
    let budget = Budget::unlimited().clock(|| Duration::from_secs(NOW.fetch_add(1, Ordering::Relaxed)));
    let (seen, goal) = (Arc::new(Mutex::new(Vec::new())), budget.goal().clone());
    let told = seen.clone();
    let asked = goal.clone();
    let budget = budget.progress(move |_, _| told.lock().unwrap().extend(asked.attempt()));
    let few = Limits { budget: Some(&budget), steps: limits().steps / 20, ..limits() };
    assert!(matches!(prove(&of("chomp, 3 rows"), &few), Err(NotFound::Searched(_))));
    let seen = seen.lock().unwrap();
    let first = seen.first().unwrap();
    assert!(seen.iter().any(|a| a.table > first.table && a.states > first.states), "{seen:?}");
    assert!(seen.iter().all(|a| Numeration::named(&a.numeration).is_some()));
    assert_eq!(goal.attempt(), None);
}

#[test]
fn a_stop_is_heard() {
    let late = Budget::unlimited().fuse(0);
    let now = Limits { budget: Some(&late), ..limits() };
    assert!(matches!(prove(&of("chomp, 3 rows"), &now), Err(NotFound::Halted(_) | NotFound::Searched(_))));
}

#[test]
fn what_lies_outside() {
    let mut draw = of("nim, 2 heaps");
    draw.stuck = Verdict::Draw;
    let mut rising = of("nim, 2 heaps");
    rising.moves[0].parts[0][0] = Affine::new(&[(0, 1)], 1);
    let mut sum = of("lasker");
    sum.stuck = Verdict::Win;
    let rows = [(draw, Outside::Draw), (rising, Outside::Weights), (sum, Outside::Sum)];
    for (g, why) in rows {
        assert_eq!(prove(&g, &limits()).map(|_| ()), Err(NotFound::Outside(why)));
    }
}

#[test]
fn given_sets_are_decided() {
    let apart = |sign: i64, c: i64| Formula::AtLeastZero(Affine::new(&[(0, sign), (1, -sign)], c));
    let near = |c: i64| Formula::all([apart(1, c), apart(-1, c)]);
    let arc = of("alice and brown");
    for base in [2, 3, 10] {
        let numeration = Numeration::base(base).unwrap();
        let claim = decide(&arc, numeration, near(1));
        assert!(matches!(claim, Decision::Proved(_)), "base {base}");
        // |a − b| ≤ 2 is wrong at (0, 2): it moves to (1, 0).
        let wrong = decide(&arc, numeration, near(2));
        let Decision::Refuted(Some(Wrong { position, held_lost: true, .. })) = wrong else {
            panic!("{wrong:?}")
        };
        assert!(position.iter().sum::<BigUint>() <= 30u8.into());
    }
    let multiple = |m: i64| Formula::multiple(Affine::variable(0), m);
    let longer = |by: i64| Formula::zero(Affine::new(&[(0, 1), (1, -1)], -by));
    let rows = [
        ("bash", multiple(5), true),
        ("bash", multiple(4), false),
        ("chomp, 2 rows", longer(1), true),
        ("chomp, 2 rows", longer(0), false),
    ];
    for (name, claim, truth) in rows {
        let found = decide(&of(name), Numeration::FIBONACCI, claim.clone());
        assert_eq!(matches!(found, Decision::Proved(_)), truth, "{claim:?}");
    }
}

#[test]
fn winning_moves_at_any_size() {
    let effort = Effort::new(None);
    let names =
        ["wythoff", "nim, 3 heaps", "fibonacci nim", "staircase of 3", "alice and brown", "chomp, 2 rows"];
    for name in names {
        let interp = game(&named(name));
        let g = fragment(&interp);
        let t = prove(&g, &limits()).unwrap();
        let strategy = Strategy::new(&g, &t, &effort).unwrap();
        let mut truth = Truth::new(&interp);
        let d = g.coordinates.len();
        for seed in 0..40 {
            let mut random = bouton_random::Rng::new(seed);
            let x: Vec<u64> = (0..d).map(|_| random.below(if d == 2 { 12 } else { 6 })).collect();
            let Some(part) = truth.part(&g, &x) else { continue };
            let big: Vec<BigUint> = x.iter().map(|n| (*n).into()).collect();
            let found = strategy.winning(&big, 1000, &effort).unwrap().list;
            let small = |n: &BigUint| u64::try_from(n).unwrap();
            let reached = found.iter().map(|w| w.parts[0].iter().map(small).collect::<Vec<_>>());
            let reached: BTreeSet<Part> = reached.map(|y| truth.part(&g, &y).unwrap()).collect();
            let wanted = truth.options(&part).into_iter().map(|o| o[0].clone());
            let wanted: BTreeSet<Part> = wanted.filter(|o| truth.lost(o)).collect();
            assert_eq!(reached, wanted, "{name} at {x:?}");
            for w in found {
                let guard = Evaluator::new(&g.moves[w.source].guard).unwrap();
                let mut numbers: Vec<i64> = big.iter().chain(&w.choices).map(|n| small(n) as i64).collect();
                numbers.resize(guard.size().max(numbers.len()), 0);
                assert!(guard.holds(&mut numbers), "{name} at {x:?}: {w:?}");
            }
        }
        // A hundred digits, and still a move.
        let mut far: Vec<BigUint> = vec![BigUint::from(10u8).pow(99); d];
        far[0] += 12345u32;
        let found = strategy.winning(&far, 1, &effort).unwrap().list;
        assert!(strategy.lost(&far) == Some(found.is_empty()), "{name}");
        assert!(found.iter().all(|w| strategy.lost(&w.parts[0]) == Some(true)), "{name}");
    }
}

#[test]
fn values_and_moves_of_heaps_at_any_size() {
    let effort = Effort::new(None);
    let g = of("lasker");
    let t = prove(&g, &limits()).unwrap();
    let strategy = Strategy::new(&g, &t, &effort).unwrap();
    // g(4k) = 4k − 1, g(4k+3) = 4k + 4.
    let huge = BigUint::from(10u8).pow(80);
    assert_eq!(strategy.value(std::slice::from_ref(&huge), &effort).unwrap(), Some(&huge - 1u8));
    assert_eq!(strategy.value(&[&huge + 3u8], &effort).unwrap(), Some(&huge + 4u8));
    let found = strategy.to_value(std::slice::from_ref(&huge), &BigUint::from(7u8), 3, &effort).unwrap();
    assert!(!found.list.is_empty());
    for w in found.list {
        let values = w.parts.iter().map(|p| strategy.value(p, &effort).unwrap().unwrap());
        assert_eq!(values.fold(BigUint::ZERO, |x, v| x ^ v), 7u8.into(), "{w:?}");
    }
}
