//! Rows that are cut at their ends, for points: the interval engine, reached through the facts of the rules, against
//! the reference. Random rules of the family and its neighbours, random rows with negative numbers.

use crate::common::{found, game, solver};
use bouton::answer::how::How;
use bouton::claims::start;
use bouton::language::diagnostic::Lang;
use bouton::language::interp::{Position, Turn};
use bouton::language::value::Value;
use bouton::reference::{Reference, Refused};
use bouton::rng::Rng;
use bouton::{Budget, Question, Solver, Tuning};
use bouton_samples::few_or;
use std::sync::Arc;

fn row(numbers: &[i64]) -> Position {
    let items = numbers.iter().copied().map(Value::Int).collect();
    Position { parts: vec![vec![Value::List(Arc::new(items))].into()] }
}

fn numbers(rng: &mut Rng, n: u64) -> Vec<i64> {
    let size = [3, 20, 1_000_000_000][rng.below(3) as usize];
    (0..n).map(|_| rng.below(2 * size + 1) as i64 - size as i64).collect()
}

/// A move that cuts an end; mostly its gain is what it takes, what it leaves, or made of both.
fn line(rng: &mut Rng, i: usize, gains: u64) -> String {
    let (a, b) = (rng.below(3) + 1, rng.below(4) + 2);
    let range = match rng.below(8) {
        0 | 1 => format!("k in {a}..|a|"),
        2 | 3 => format!("k in {a}..min({}, |a|)", a + b),
        4 => format!("k in {{{a}, {}}} if k <= |a|", a + b),
        5 => format!("k in {a}..|a|-{b}"),
        6 => format!("if |a| > {b}, k in 1..{b}"),
        _ => format!("k in 1..|a| if |a| < 20 or k > {a}"),
    };
    let (to, gain) = match rng.below(5) {
        0 | 1 => ("a[k+1..]", "sum(a[1..k])"),
        2 | 3 => ("a[..|a|-k]", "sum(a[|a|-k+1..])"),
        _ => ("a[k+1..|a|-k]", "sum(a[1..k]) + sum(a[|a|-k+1..])"),
    };
    let range =
        if to.contains("..|a|-k]") && to.contains("k+1") { format!("{range} if 2*k <= |a|") } else { range };
    let gain = &match gains {
        0 => gain.to_string(),
        1 => format!("sum({to})"),
        2 => "sum(a)".to_string(),
        3 => format!("0 - ({gain})"),
        _ => format!("{gain} - sum({to})"),
    };
    let gain = match rng.below(12) {
        0 => "a[1]".to_string(),
        1 => format!("{gain} - k"),
        2 => format!("{gain} + |a|"),
        _ => gain.to_string(),
    };
    format!("move m{i} {range}: a -> {to} gain {gain}")
}

fn rules(rng: &mut Rng) -> String {
    let mut lines = vec!["position row a of -1000000000..1000000000".to_string()];
    let gains = if rng.chance(0.5) { 0 } else { rng.below(5) };
    // Where what is left counts, every row needs a move.
    if gains > 0 && rng.chance(0.8) {
        let sum = if gains == 2 { "sum(a)" } else { "sum(a[2..])" };
        let first = [("a[1]", ""), (sum, ""), (sum, ""), ("0", " - a[1]"), ("a[1]", " - sum(a[2..])")];
        let (gain, less) = first[gains as usize];
        lines.push(format!("move one if |a| > 0: a -> a[2..] gain {gain}{less}"));
    }
    lines.extend((0..1 + rng.below(3) as usize).map(|i| line(rng, i, gains)));
    match rng.below(8) {
        0 => lines.push("require |a| > 1".into()),
        1 => lines.extend(["players Max, Min".into(), "score shared".into()]),
        _ => {}
    }
    if !lines.iter().any(|l| l.starts_with("score")) {
        lines.push("score".into());
    }
    lines.join("\n")
}

#[test]
fn scores_equal_the_reference() {
    let rng = &mut Rng::new(5);
    let (mut used, mut compared) = (0, 0);
    let games = few_or(40, 120);
    for _ in 0..games {
        let text = rules(rng);
        let game = game(&text);
        let mut solver = Solver::tuned(Budget::unlimited(), Tuning::eager());
        for _ in 0..2 {
            let n = rng.below(22);
            let position = row(&numbers(rng, n));
            let mut reference = Reference::new(&game);
            let truth = match reference.score(&position, Turn::default()) {
                Ok(score) => score,
                Err(Refused::TooBig) => continue,
                Err(Refused::Rules(e)) => panic!("{e} in\n{text}"),
            };
            let question = Question { all_moves: true, ..Question::new(game.clone(), position.clone()) };
            let answer = found(solver.solve(&question), &text);
            assert_eq!(answer.score, Some(truth), "{} of\n{text}", game.show(&position));
            used += u64::from(matches!(answer.how, How::Intervals { .. }));
            // The score of every option, too.
            for option in reference.options(&position, Turn::default()).unwrap() {
                let there = reference.score(&option.to, option.turn).unwrap();
                let mut state = start(&option.to);
                state.turn = option.turn;
                let here = solver.score(game.at(&state)).ok();
                assert_eq!(here, Some(there), "{} of\n{text}", game.show(&option.to));
                compared += 1;
            }
        }
    }
    println!("{compared} rows agree; intervals answered {used} questions");
    assert!(2 * used > games && compared > 8 * games, "{compared} {used}");
}

#[test]
fn errors_of_the_rules_stay_errors() {
    for moves in ["move x: a -> a[2..] gain a[1]", "move x k in 1..3: a -> a[k+1..] gain sum(a[1..k])"] {
        let game = game(&format!("position row a of -9..9\n{moves}\nscore"));
        let score = solver().score(game.at(&start(&row(&[1; 20]))));
        assert!(score.is_err(), "{moves}");
    }
}

#[test]
fn large_numbers_are_refused_or_right() {
    let game = game("position row a\nmove x k in 1..|a|: a -> a[k+1..] gain sum(a[1..k])\nscore");
    let mut solver = solver();
    let mut big = vec![i64::MAX / 2; 12];
    assert!(solver.score(game.at(&start(&row(&big)))).is_err());
    big[1..].fill(0);
    assert_eq!(solver.score(game.at(&start(&row(&big)))).ok(), Some(i64::MAX / 2));
}

#[test]
fn long_rows() {
    let rng = &mut Rng::new(9);
    let long = numbers(rng, 600);
    let ends = game("ends");
    let mut solver = solver();
    let question = Question::new(ends.clone(), row(&long));
    let answer = found(solver.solve(&question), "ends");
    assert_eq!(answer.how, How::Intervals { cells: 600 * 601 / 2, gains: [1, 0] });
    assert!(!answer.winning_moves.is_empty());
    assert_eq!(answer.score, solver.score(ends.at(&start(&row(&long)))).ok());
}

#[test]
fn the_status_says_what_moves_gain() {
    let rows = [
        ("gain sum(a[1..k])", "gain the sum of what they cut off", "得分等于所取各数之和"),
        ("gain sum(a[k+1..])", "gain the sum of what remains", "得分等于所剩各数之和"),
    ];
    for (gain, en, zh) in rows {
        let game = game(&format!("position row a\nmove x k in 1..|a|: a -> a[k+1..] {gain}\nscore"));
        let question = Question::new(game, row(&(1..=20).collect::<Vec<_>>()));
        let how = found(solver().solve(&question), gain).how;
        assert!(how.say(Lang::En).ends_with(en), "{}", how.say(Lang::En));
        let said = how.say(Lang::Zh);
        assert!(said.ends_with(zh) && said.contains("210"), "{said}");
    }
}
