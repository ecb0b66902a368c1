//! Answers by theorem: sizes that no engine reaches, without a claim in the rules; never a word that is not proved.

use bouton::language::ast::Verdict;
use bouton::language::value::Value;
use bouton::table::{AxisRange, Cell, Show, TableQuestion};
use bouton::why::Why;
use bouton::{Budget, Folder, Game, Question, Solver};

fn game(rules: &str) -> Game {
    Game::from_text("rules", rules, &Folder { base: None }).unwrap_or_else(|p| panic!("{rules}: {p:?}")).0
}

fn solver() -> Solver {
    Solver::new(Budget::unlimited())
}

const WYTHOFF: &str = "position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; \
                       move k in 1..min(a, b): a -> a - k, b -> b - k";

/// Wythoff's pairs: lost with this difference.
fn lost_pair(d: u128) -> (u128, u128) {
    let a = (d + (5 * d * d).isqrt()) / 2;
    (a, a + d)
}

#[test]
fn any_size_is_answered_by_a_theorem() {
    let (a, b) = lost_pair(1_000_000_000_000_007);
    let pair = format!("{a} {b}");
    let won = format!("{} {}", a + 5, b + 5);
    let table: &[(&str, &str, Verdict, Option<i64>)] = &[
        (WYTHOFF, &pair, Verdict::Lose, None),
        (WYTHOFF, &won, Verdict::Win, None),
        ("heaps n; move k in {1,3,4}: n -> n-k", "100000000000000000000005", Verdict::Win, None),
        ("heaps n; move k in {1,3,4}: n -> n-k", "700000000000000000000000", Verdict::Lose, Some(0)),
        // Kayles: 10^15 = 4 (mod 12), whose value is 1; two equal rows are lost.
        ("heaps n; octal 0.77", "1000000000000000", Verdict::Win, Some(1)),
        (
            "heaps n; octal 0.77",
            "1000000000000000000000000 1000000000000000000000000",
            Verdict::Lose,
            Some(0),
        ),
        // A period of 20 from heap 498 on: no automaton is made for it.
        ("heaps n; octal 0.45", "100000000000000000000000 100000000000000000000020", Verdict::Lose, Some(0)),
        (
            "position row a[3]; move i in 1..3, k in 1..a[i]: a[i] -= k, a[i-1] += k when i > 1",
            "1000000000000000000000 5 1000000000000000000000",
            Verdict::Lose,
            None,
        ),
    ];
    for (rules, typed, outcome, grundy) in table {
        let game = game(rules);
        let position = game.position(typed).unwrap();
        let answer = solver().solve(&Question::new(game.clone(), position)).unwrap();
        assert_eq!((answer.outcome, answer.status.word()), (Some(*outcome), "PROVED"), "{rules} {typed}");
        if let Some(g) = grundy {
            assert_eq!(answer.grundy, Some(Value::Int(*g)), "{rules} {typed}");
        }
        assert!(answer.why.iter().any(|w| matches!(w, Why::Theorem { .. })), "{rules} {typed}");
        assert_eq!(answer.winning_moves.is_empty(), *outcome == Verdict::Lose, "{rules} {typed}");
        // A winning move leads to a position that the same theorem calls lost, and it can be typed.
        for m in &answer.winning_moves {
            let to = solver().solve(&Question::new(game.clone(), game.position(&m.to).unwrap())).unwrap();
            assert_eq!(to.outcome, Some(Verdict::Lose), "{rules} {typed} -> {}", m.to);
        }
    }
}

#[test]
fn what_is_not_proved_is_not_answered() {
    // Three-heap Nim with a pass, Grundy's game, taking a factorial: nothing is proved about them.
    for (rules, typed) in [
        ("heaps n; move a in 1..n-1 if a != n - a: n -> a, n - a", "100000000000000000000000"),
        ("heaps n; move k in factorials if k <= n: n -> n - k", "100000000000000000000000"),
    ] {
        let game = game(rules);
        let position = game.position(typed).unwrap();
        let answer = solver().solve(&Question::new(game, position)).unwrap();
        assert_eq!((answer.outcome, answer.status.word()), (None, ""), "{rules}");
    }
}

#[test]
fn a_table_far_out_is_filled_by_the_theorem() {
    let (a, b) = lost_pair(618_033);
    let range =
        |name: &str, at: u128| AxisRange { name: name.into(), from: at as i64 - 2, to: at as i64 + 2 };
    let question =
        TableQuestion { ranges: vec![range("a", a), range("b", b)], ..TableQuestion::new(game(WYTHOFF)) };
    let table = solver().table(&question).unwrap();
    assert_eq!(table.show, Show::Win);
    let lost: Vec<String> = table.lost();
    assert!(lost.contains(&format!("{a} {b}")), "{lost:?}");
    assert!(table.rows.iter().all(|r| matches!(r.cell, Cell::Outcome(_))));
    // In a row or a column of lost pairs there is never a second one.
    for row in &table.rows {
        let mut same =
            table.rows.iter().filter(|r| r.values[0] == row.values[0] && r.cell.lost() == Some(true));
        same.next();
        assert!(same.next().is_none());
    }
}

#[test]
fn explanations_quote_the_theorem() {
    for (name, typed, words) in [
        ("wythoff", "6 10", "min(a, b) = floor(phi * |a - b|)"),
        ("kayles", "7", "g(n + 12) = g(n) for every n >= 71"),
    ] {
        let game = Game::load(name).unwrap();
        let position = game.position(typed).unwrap();
        let explained = solver().explain(&Question::new(game, position), 1).unwrap();
        let quoted = explained.answer.why.iter().any(|w| match w {
            Why::Theorem { text, .. } => text[0].contains(words),
            _ => false,
        });
        assert!(quoted, "{name}: {:?}", explained.answer.why);
    }
}
