//! Large heaps: the heap engines, reached through the facts of the rules, against mex over the rules themselves.

use crate::common::{answer, game, solver};
use bouton::claims::start;
use bouton::engines::parts::Parts;
use bouton::engines::whole::Work;
use bouton::language::interp::{Part, Position};
use bouton::language::value::Value;
use bouton::{Budget, Solver};
use bouton_engine::Grundy;
use bouton_samples::few_or;

fn heap(n: i64) -> Part {
    vec![Value::Int(n)].into()
}

#[test]
fn far_values_equal_mex_over_the_rules() {
    let table = [
        "heaps n; move take k in {1, 3, 4}: n -> n - k",
        "heaps n; move a k in 2..5: n -> n - k; move b: n -> n - 9",
        "heaps n; move bowl k in 1..2, left in 0..n-k: n -> left, n - k - left",
        "heaps n; octal 0.07",
        "heaps n; octal 0.156",
        "heaps n; octal 4.3",
        "heaps n; octal 0.354",
        "heaps n; move split a in 1..(n - 1) div 2: n -> a, n - a",
        "heaps n; move split a in 1..n-1 if 2*a != n: n -> a, n - a; move take k in 1..2: n -> n - k",
        "heaps n; move one: n -> n - 1; move half if n mod 2 = 0 and n > 0: n -> n div 2",
    ];
    for rules in table {
        let game = game(rules);
        let mut solver = solver();
        let parts = Parts::new(vec![game.clone()], Work::unlimited());
        let mut slow = Grundy::new(parts);
        for n in (0..few_or(200, 1003)).chain([1010, 1013]) {
            let key = slow.game().key(0, &heap(n));
            let truth = slow.value(&key, &Budget::unlimited()).unwrap_or_else(|e| panic!("{e:?}"));
            let found = solver.grundy(game.at(&start(&Position { parts: vec![heap(n)] })));
            assert_eq!(found.ok(), Some(u64::from(truth.0)), "{rules} at {n}");
        }
    }
}

/// Whoever cannot try every move may still know who wins, and says by which period.
#[test]
fn periods_answer_for_any_heap() {
    let game = game("heaps n; octal 0.77");
    let answer = answer(&game, "1000000000007");
    // Kayles has period 12 from 71; 1000000000007 mod 12 = 11, and g(11 + 12k) = 7 from there on.
    assert_eq!(answer.grundy, Some(Value::Int(7)));
    assert!(format!("{:?}", answer.why).contains("g(n + 12) = g(n) for every n >= 71"), "{:?}", answer.why);
    assert!(!answer.complete);
}

#[test]
fn rules_of_heaps_are_read_off() {
    let game = game("heaps n; octal 0.6");
    let rule = bouton::engines::heap_rule(&game).unwrap_or_else(|| panic!("no rule"));
    assert_eq!(rule, bouton_engine::heaps::HeapRule::from_code("0.6").unwrap_or_else(|e| panic!("{e}")));
    let unequal = crate::common::game("heaps n; move split a in 1..(n - 1) div 2: n -> a, n - a");
    let rule = bouton::engines::heap_rule(&unequal).unwrap_or_else(|| panic!("no rule"));
    assert!(matches!(rule.clauses(), [clause] if clause.parts == bouton_engine::heaps::Parts::Unequal));
}

/// With little work allowed, long lists of heaps wait for what a theorem or a claim may say.
#[test]
fn little_work_lists_few_heaps() {
    let game = game("heaps n; octal 0.6");
    let games = std::slice::from_ref(&game);
    let mut solver = solver();
    solver.limit_work(games, Some(1000));
    let far = start(&Position { parts: vec![heap(4_100_000)] });
    let few = solver.grundy(game.at(&start(&Position { parts: vec![heap(5_000)] })));
    assert!(few.is_ok());
    // The general solver does not take over where the heap engine stops.
    solver = Solver::new(Budget::unlimited().memory(1 << 17));
    let refused = solver.grundy(game.at(&far));
    assert!(matches!(refused, Err(bouton::Problem::Over(_))), "{:?}", refused.ok());
}
