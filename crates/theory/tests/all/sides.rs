//! Numbers that no condition connects, written in numerations of their own: random games of two or three numbers, compared with
//! plain recursion.

use crate::rules::{Truth, fragment, game};
use bouton_random::Rng;
use bouton_theory::prove::{Limits, NotFound, prove};
use bouton_theory::strategy::Strategy;
use bouton_theory::{Effort, Numeration};
use num_bigint::BigUint;

/// What a move may do with some numbers: a choice with its range, and the changes.
type Ways = &'static [(&'static str, &'static str)];

/// Sides: the fields, and the ways to move in them.
const LEFT: [(&str, Ways); 4] = [
    ("a", &[("k in 1..a - (a + 2) div 3", "a -> a - k")]),
    (
        "a, b",
        &[
            ("k in 1..a", "a -> a - k"),
            ("k in 1..b", "b -> b - k"),
            ("k in 1..min(a, b)", "a -> a - k, b -> b - k"),
        ],
    ),
    ("a, b", &[("k in 1..min(a, b)", "a -> a - k, b -> 2*k")]),
    ("a", &[("k in 1..3", "a -> a - k")]),
];
const RIGHT: [(&str, Ways); 3] = [
    ("h", &[("m in 1..h div 2", "h -> h - m")]),
    ("h", &[("m in 1..h - (h + 2) div 3", "h -> h - m")]),
    ("h", &[("m in 1..1", "h -> h - m"), ("m in h div 2 + 2..h", "h -> h - m")]),
];

/// One side's moves, the other side's under a condition on the first, and perhaps both at once.
fn two_sides(seed: u64) -> String {
    let mut random = Rng::new(4000 + seed);
    let (left, first) = LEFT[random.index(LEFT.len())];
    let (right, second) = RIGHT[random.index(RIGHT.len())];
    let when =
        ["", "", " if a <= 3", " if a mod 2 = 0", " if h > 2", " if h mod 3 != 1 and a > 0"][random.index(6)];
    let mut lines = vec![format!("position {left}, {right}")];
    lines.extend(first.iter().map(|(choice, change)| format!("move {choice}: {change}")));
    lines.extend(second.iter().map(|(choice, change)| format!("move {choice}{when}: {change}")));
    if random.below(3) > 0 {
        for (k, one) in first {
            lines.extend(second.iter().map(|(m, other)| format!("move {k}, {m}: {one}, {other}")));
        }
    }
    lines.join("; ")
}

/// How many of the games are proved, and how many of them need two numerations. Every theorem agrees with plain recursion, and its
/// winning moves are those that there are.
fn compare(seeds: u64) -> (usize, usize) {
    let effort = Effort::new(None);
    let (mut proved, mut mixed) = (0, 0);
    for seed in 0..seeds {
        let text = two_sides(seed);
        let interp = game(&text);
        let g = fragment(&interp);
        let theorem = match prove(&g, &Limits { table: 1 << 18, ..Limits::default() }) {
            Ok(theorem) => theorem,
            Err(NotFound::Outside(why)) => panic!("{text}: {why}"),
            Err(_) => continue,
        };
        proved += 1;
        let apart = matches!(theorem.dfa.numeration(), Numeration::Mixed(_));
        mixed += usize::from(apart);
        let mut truth = Truth::new(&interp);
        let strategy = Strategy::new(&g, &theorem, &effort).unwrap();
        let most: u64 = if g.coordinates.len() == 2 { 30 } else { 11 };
        let all = (0..most.pow(g.coordinates.len() as u32))
            .map(|i| (0..g.coordinates.len() as u32).map(|j| i / most.pow(j) % most).collect::<Vec<_>>());
        for (i, x) in all.enumerate() {
            let Some(part) = truth.part(&g, &x) else { continue };
            let lost = truth.lost(&part);
            assert_eq!(theorem.dfa.contains_small(&x), lost, "{text}: {x:?}");
            if i % 7 == 0 {
                let big: Vec<BigUint> = x.iter().map(|n| (*n).into()).collect();
                let found = strategy.winning(&big, 1000, &effort).unwrap().list;
                let made: Vec<Vec<u64>> = found
                    .iter()
                    .map(|w| w.parts[0].iter().map(|n| u64::try_from(n).unwrap()).collect())
                    .collect();
                assert!(
                    made.iter().all(|y| truth.part(&g, y).is_some_and(|y| truth.lost(&y))),
                    "{text}: {x:?}"
                );
                let options = truth.options(&part);
                let winning = options.iter().filter(|o| truth.lost(&o[0])).count();
                let mut distinct = made;
                distinct.sort();
                distinct.dedup();
                assert_eq!(distinct.len(), winning, "{text}: {x:?}");
            }
        }
    }
    (proved, mixed)
}

#[test]
fn random_games_of_two_sides() {
    let (proved, mixed) = compare(8);
    println!("{proved} proved, {mixed} in two numerations");
    assert!(mixed >= 2, "{proved} proved, {mixed} in two numerations");
}

#[test]
#[ignore = "minutes"]
fn many_random_games_of_two_sides() {
    let seeds = std::env::var("BOUTON_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(200);
    let (proved, mixed) = compare(seeds);
    println!("{proved} of {seeds} proved, {mixed} in two numerations");
}
