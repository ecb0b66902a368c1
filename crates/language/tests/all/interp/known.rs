//! The infinite sets with names: their elements in order, and membership at any size.

use super::value;
use crate::common::game;
use bouton_language::interp::Turn;
use bouton_language::position::parse_position;
use bouton_language::value::{KnownSet, Value};
use std::ops::ControlFlow;

/// The elements to a bound, as the choices of a move that takes one of them away.
fn walk(set: KnownSet, upto: u64) -> Vec<i64> {
    let interp = game(&format!("position n; move k in {}: n -> n - k", set.name()));
    let position = parse_position(&interp, &upto.to_string()).unwrap();
    let mut found = Vec::new();
    interp
        .moves(&position.parts[0], Turn::default(), &mut |made| {
            found.extend(made.choices.iter().filter_map(Value::as_int));
            ControlFlow::Continue(())
        })
        .unwrap_or_else(|e| panic!("{set:?}: {e}"));
    found
}

/// The numbers to a bound that are found to be elements, each asked for alone.
fn asked(set: KnownSet, upto: i64) -> Vec<i64> {
    let interp = game(&format!("position n; move: n -> n - 1; claim lose iff n in {}", set.name()));
    let inside = |n: &i64| {
        let position = parse_position(&interp, &n.to_string()).unwrap();
        interp.eval_claim(&interp.rules().claims[0], &position).is_ok_and(|v| v == Some(Value::Bool(true)))
    };
    (1..=upto).filter(inside).collect()
}

#[test]
fn walking_and_asking_agree() {
    let rows = [
        (KnownSet::Fibonacci, vec![1, 2, 3, 5, 8, 13, 21, 34, 55, 89]),
        (KnownSet::Squares, vec![1, 4, 9, 16, 25, 36, 49, 64, 81, 100]),
        (KnownSet::Powers2, vec![1, 2, 4, 8, 16, 32, 64]),
        (KnownSet::Factorials, vec![1, 2, 6, 24]),
    ];
    for (set, expected) in rows {
        assert_eq!(walk(set, 100), expected, "{set:?}");
    }
    for (_, set) in KnownSet::ALL {
        assert_eq!(walk(set, 5000), asked(set, 5000), "{set:?}");
    }
    assert_eq!(walk(KnownSet::Primes, 5000).len(), 669);
}

#[test]
fn large_primes() {
    let ask = |n: &str| value("(1 if n in primes, 0 otherwise)", n);
    let table = [
        ("9223372036854775783", Some("1")),                // the largest below 2^63
        ("3825123056546413051", Some("0")),                // passes bases 2 to 23
        ("18446744073709551629", Some("1")),               // the first above 2^64
        ("318665857834031151167461", Some("0")),           // passes bases 2 to 37
        ("3317044064679887385961981", None),               // composite, but passes all 13 bases
        ("170141183460469231731687303715884105727", None), // 2^127 - 1
        ("170141183460469231731687303715884105729", Some("0")),
    ];
    for (n, expected) in table {
        match (ask(n), expected) {
            (Ok(found), Some(expected)) => assert_eq!(found, expected, "{n}"),
            (Err(said), None) => assert!(said.contains("cannot be decided"), "{n}: {said}"),
            (found, _) => panic!("{n}: {found:?}"),
        }
    }
}
