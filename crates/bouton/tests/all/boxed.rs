//! Large positions of vector games: the table engine, reached through the facts of the rules, against search and mex
//! over the rules themselves.

use crate::common::{game, solver, verdict};
use bouton::Budget;
use bouton::claims::start;
use bouton::engines::parts::Parts;
use bouton::engines::whole::{Whole, Work};
use bouton::language::interp::Position;
use bouton::language::value::Value;
use bouton_engine::{Grundy, Outcomes};

const GAMES: &[&str] = &[
    "position a, b; move x k in 1..a: a -> a - k; move y k in 1..b: b -> b - k; move z k in 1..min(a, b): a -> a - k, b -> b - k",
    "position a, b; move x k in 1..a: a -> a - k; move y k in 1..b: b -> b - k",
    "position a, b; move x: a -> a - 1; move y: b -> b - 2; move z: a -> a - 2, b -> b - 1",
    "position a, b; move x k in 1..3: a -> a - k; move z k in 1..min(a, b): a -> a - k, b -> b - k",
    "position a, b; move x k in {1, 3}: a -> a - k; move y k in 2..4: b -> b - k",
    // Not for tables: a coordinate rises, or a condition is in the way.
    "position a, b; move pour k in 1..a div 2: a -> a - 2*k, b -> b + k; move y: b -> b - 1",
    "position a, b; move x k in 1..a if a > b: a -> a - k; move y k in 1..b: b -> b - k",
];

fn points() -> impl Iterator<Item = (i64, i64)> {
    let corner = (60..72).flat_map(|a| (58..80).step_by(3).map(move |b| (a, b)));
    corner.chain([(0, 75), (75, 0), (90, 90), (120, 43), (43, 120), (1, 4100)])
}

fn position(a: i64, b: i64) -> Position {
    Position { parts: vec![vec![Value::Int(a), Value::Int(b)].into()] }
}

#[test]
fn tables_equal_mex_over_the_rules() {
    for rules in GAMES {
        let game = game(rules);
        let mut solver = solver();
        let mut slow = Grundy::new(Parts::new(vec![game.clone()], Work::unlimited()));
        for (a, b) in points().filter(|(a, b)| a + b < 150) {
            let p = position(a, b);
            let key = slow.game().key(0, &p.parts[0]);
            let truth = slow.value(&key, &Budget::unlimited()).unwrap_or_else(|e| panic!("{e:?}"));
            assert_eq!(
                solver.grundy(game.at(&start(&p))).ok(),
                Some(u64::from(truth.0)),
                "{rules} at {a} {b}"
            );
        }
    }
}

#[test]
fn tables_equal_search_over_the_rules() {
    for rules in GAMES {
        for misere in [false, true] {
            let game = if misere { game(&format!("{rules}; end misere")) } else { game(rules) };
            let mut solver = solver();
            let mut slow = Outcomes::new(Whole::new(vec![game.clone()], Work::unlimited()));
            for (a, b) in points() {
                let state = start(&position(a, b));
                let key = slow.game().key(&state).unwrap_or_else(|e| panic!("{e:?}"));
                let truth = slow.solve(&key, &Budget::unlimited()).unwrap_or_else(|e| panic!("{e:?}"));
                assert_eq!(
                    solver.outcome(game.at(&state)).ok(),
                    Some(verdict(truth)),
                    "{rules} {misere} at {a} {b}"
                );
            }
        }
    }
}
