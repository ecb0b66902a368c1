//! Answers by theorem: sizes that no engine reaches, without a claim in the rules; never a word that is not proved.

use crate::common::{FOLDER, WYTHOFF, answer, asked, game, number, range, solver};
use bouton::answer::how::How;
use bouton::answer::why::Why;
use bouton::language::ast::Verdict;
use bouton::language::diagnostic::Lang;
use bouton::language::interp::{Position, Turn};
use bouton::language::value::Value;
use bouton::reference::Reference;
use bouton::table::{Cell, Show, TableQuestion};
use bouton::{Answer, Budget, Game, Question, Solver, Tuning};
use bouton_samples::Rng;

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
        let answer = answer(&game, typed);
        assert_eq!((answer.outcome, answer.status.word()), (Some(*outcome), "PROVED"), "{rules} {typed}");
        if let Some(g) = grundy {
            assert_eq!(answer.grundy, Some(Value::Int(*g)), "{rules} {typed}");
        }
        assert!(answer.why.iter().any(|w| matches!(w, Why::Theorem { .. })), "{rules} {typed}");
        assert_eq!(answer.winning_moves.is_empty(), *outcome == Verdict::Lose, "{rules} {typed}");
        // A winning move leads to a position that the same theorem calls lost, and it can be typed.
        for m in &answer.winning_moves {
            let to = self::answer(&game, &m.to).outcome;
            assert_eq!(to, Some(Verdict::Lose), "{rules} {typed} -> {}", m.to);
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
        let answer = answer(&game(rules), typed);
        assert_eq!((answer.outcome, answer.status.word()), (None, ""), "{rules}");
    }
}

#[test]
fn a_table_far_out_is_filled_by_the_theorem() {
    let (a, b) = lost_pair(618_033);
    let near = |name: &str, at: u128| range(name, at as i64 - 2, at as i64 + 2);
    let question =
        TableQuestion { ranges: vec![near("a", a), near("b", b)], ..TableQuestion::new(game(WYTHOFF)) };
    let table = solver().table(&question).unwrap();
    assert_eq!(table.show, Show::Win);
    let lost: Vec<String> = table.lost();
    assert!(lost.contains(&format!("{a} {b}")), "{lost:?}");
    assert!(table.rows().iter().all(|r| matches!(r.cell, Cell::Outcome(_))));
    // In a row or a column of lost pairs there is never a second one.
    let rows = table.rows();
    for row in &rows {
        let mut same = rows.iter().filter(|r| r.values[0] == row.values[0] && r.cell.lost() == Some(true));
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
        let explained = solver().explain(&asked(&game(name), typed), 1).unwrap();
        let quoted = explained.answer.why.iter().any(|w| match w {
            Why::Theorem { theorem, .. } => theorem.say(Lang::En).contains(words),
            _ => false,
        });
        assert!(quoted, "{name}: {:?}", explained.answer.why);
    }
}

/// A move of an answer or of the reference: part, line, choices.
type Played = (usize, String, Vec<Value>);

fn listed(answer: &Answer) -> Vec<Played> {
    let one = |m: &bouton::answer::MoveEntry| {
        (m.part - 1, m.name.clone(), m.choices.iter().map(|c| c.1.clone()).collect())
    };
    let mut list: Vec<Played> = answer.winning_moves.iter().map(one).collect();
    list.sort();
    list
}

/// The outcome by the definition, and the moves to lost positions where it is not lost.
fn truth(game: &Game, p: &Position) -> Option<(Verdict, Vec<Played>)> {
    let (mut reference, turn) = (Reference::new(game), Turn::default());
    let outcome = reference.outcome(p, turn).ok()?;
    let stuck = || Ok(reference.options(p, turn)?.is_empty());
    let over = game.interp().ended(p, turn, &stuck).unwrap().is_some();
    let mut list = Vec::new();
    if outcome == Verdict::Win && !over {
        for o in reference.options(p, turn).unwrap() {
            if reference.outcome(&o.to, o.turn).unwrap() == Verdict::Lose {
                let (part, line, choices) = o.choice;
                list.push((part, game.rules().moves[line].name.clone().unwrap_or_default(), choices));
            }
        }
    }
    list.sort();
    Some((outcome, list))
}

/// Rules of linear arithmetic: lines that lead to the same places, choices that decide nothing, blocking, misère play,
/// endings, heaps that split.
fn linear(rng: &mut Rng) -> (String, usize) {
    let mut below = |n: u64| rng.below(n);
    let shape = below(5);
    let (head, numbers) = match shape {
        0 | 1 => ("position a", 1),
        2 => ("heaps a", 1),
        3 => ("position a, b", 2),
        // The length of a row may be left open: no move changes it.
        _ => (["position row a[2]", "position row a"][below(2) as usize], 2),
    };
    let mut text = format!("{head}\n");
    for i in 0..1 + below(3) {
        let (c, lo) = (1 + below(4), 1 + below(6));
        let line = match (shape, below(6)) {
            (3, 0) => "k in 1..a: a -> a - k".to_string(),
            (3, 1) => "k in 1..b: b -> b - k".to_string(),
            (3, 2) => "k in 1..min(a, b): a -> a - k, b -> b - k".to_string(),
            (3, 3) => format!("k in 1..{c}: a -> a - k"),
            (3, 4) => format!("k in 1..{c}, j in 0..1: b -> b - k"),
            (3, _) => format!("k in 1..a if b >= {lo}: a -> a - k, b -> b - {lo}"),
            (4, 0..3) => "i in 1..|a|, k in 1..a[i]: a[i] -= k".to_string(),
            (4, _) => format!("i in 1..|a|, k in 1..{c} if i = {} or k < 3: a[i] -= k", 1 + below(2)),
            (_, 0) => "k in 1..a: a -> a - k".to_string(),
            (_, 1) => format!("k in 1..{c}: a -> a - k"),
            (_, 2) => format!("k in 1..{c} if a in {lo}..{}: a -> a - k", lo + 5),
            (_, 3) => format!("k in {{{c}, {}}}, j in 1..2: a -> a - k", c + lo),
            (2, 4) => format!("k in 1..{c}, p in 0..a - k: a -> p, a - k - p"),
            (_, 4) => format!("k in 0..{c}: a -> a div 2 - k if a >= 1"),
            (_, _) => format!("k in 1..{} if a mod 2 = {}: a -> a - k", 2 * c, lo % 2),
        };
        text.push_str(&format!("move m{i} {line}\n"));
    }
    if shape != 2 {
        match below(4) {
            0 => text.push_str("block 1\n"),
            1 if numbers == 1 => text.push_str("block 2\n"),
            _ => {}
        }
        if below(3) == 0 {
            text.push_str("end misere\n");
        }
        let verdict = ["win", "lose"][below(2) as usize];
        match (shape, below(4)) {
            (0 | 1, 0) => text.push_str(&format!("{verdict} when a in {{1, 4}}\n")),
            (3, 0) => text.push_str(&format!("{verdict} when a + b <= {}\n", below(4))),
            _ => {}
        }
    }
    (text, numbers)
}

/// Every position that a theorem answers has the moves of the reference, all of them, each once.
fn compare_linear(seeds: std::ops::Range<u64>) -> (usize, usize) {
    let (mut games, mut moves) = (0, 0);
    for seed in seeds {
        let rng = &mut Rng::new(seed);
        let (text, numbers) = linear(rng);
        let Ok((game, _)) = Game::from_text("random", &text, &FOLDER) else { continue };
        let mut solver = Solver::tuned(Budget::unlimited(), Tuning { proved: 0.0, ..Tuning::default() });
        let heaps = text.starts_with("heaps");
        let mut answered = false;
        for _ in 0..10 {
            let most = if numbers == 1 { 70 } else { 16 };
            let count = if heaps { 1 + rng.below(2) } else { numbers as u64 };
            let typed: Vec<String> = (0..count).map(|_| rng.below(most).to_string()).collect();
            let Ok(p) = game.position(&typed.join(" ")) else { continue };
            let Some((outcome, truth)) = truth(&game, &p) else { continue };
            let answer = if heaps {
                // Values of small heaps are at hand; the theorem is asked all the same.
                solver.theorem_answer(&Question::new(game.clone(), p.clone())).unwrap()
            } else {
                Some(solver.solve(&Question::new(game.clone(), p.clone())).unwrap())
            };
            let Some(answer) = answer else { continue };
            answered |= answer.how == How::Theorem;
            let context = format!("seed {seed}: {} {:?}\n{text}", game.show(&p), answer.how);
            assert_eq!(answer.outcome, Some(outcome), "{context}");
            assert!(answer.complete, "{context}");
            assert_eq!(listed(&answer), truth, "{context}");
            moves += truth.len();
        }
        games += usize::from(answered);
    }
    (games, moves)
}

#[test]
fn theorems_list_the_moves_of_the_reference() {
    let (games, moves) = compare_linear(21..41);
    println!("{moves} moves of {games} games agree");
    assert!(games >= 10 && moves >= 150, "only {moves} moves of {games} games");
}

/// The long run: BOUTON_GAMES games from the seed BOUTON_SEED on.
#[test]
#[ignore = "long; see CONTRIBUTING.md"]
fn theorems_list_the_moves_of_the_reference_for_long() {
    let first = number("BOUTON_SEED", 1000);
    println!("{:?}", compare_linear(first..first + number("BOUTON_GAMES", 1000)));
}

/// Where the opponent may forbid moves, those that win are listed as anywhere: all that lead to lost positions.
#[test]
fn forbidden_options_hide_no_winning_move() {
    let rules = "position a; move m0 k in 1..a: a -> a - k; move m1 k in 1..a: a -> a - k; \
                 move m2 k in 1..2 if a in 1..8: a -> a - k; block 1";
    let game = game(rules);
    for typed in ["1740", "2850"] {
        let answer = answer(&game, typed);
        assert_eq!((answer.outcome, answer.complete), (Some(Verdict::Win), true), "{typed}");
        // Both lines lead to each lost position, of which there are at least two.
        let names: Vec<&str> = answer.winning_moves.iter().map(|m| m.name.as_str()).collect();
        let by = |name: &str| names.iter().filter(|n| **n == name).count();
        assert!(by("m0") >= 2 && by("m0") == by("m1"), "{typed}: {names:?}");
        for m in &answer.winning_moves {
            assert_eq!(self::answer(&game, &m.to).outcome, Some(Verdict::Lose), "{typed} -> {}", m.to);
        }
    }
}

/// What is proved in a moment is not searched for first, and is kept when the tables of its game are not.
#[test]
fn theorems_come_before_large_tables() {
    let game = game(WYTHOFF);
    let mut solver = solver();
    for typed in ["10946 17711", "10946 17712", "4000 6472"] {
        let answer = solver.solve(&asked(&game, typed)).unwrap();
        assert_eq!((answer.how, answer.positions), (How::Theorem, 0), "{typed}");
    }
    // Small ones are searched as ever.
    let answer = solver.solve(&asked(&game, "6 10")).unwrap();
    assert_ne!(answer.how, How::Theorem);
}

/// A row of fixed length is proved like its numbers.
#[test]
fn rows_of_fixed_length_are_proved_like_numbers() {
    for rules in [
        "position row a[3]; move i in 1..3, k in 1..a[i]: a[i] -= k",
        "position a, b, c; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..c: c -> c - k",
    ] {
        let answer = answer(&game(rules), "100000000000000000000 5 100000000000000000000");
        assert_eq!((answer.outcome, answer.status.word()), (Some(Verdict::Win), "PROVED"), "{rules}");
        assert_eq!(answer.winning_moves.len(), 1, "{rules}");
    }
}

/// Where no move changes how long a row is, rows of that length are proved; other rows are left alone.
#[test]
fn rows_of_open_length_are_proved_for_theirs() {
    let coins = "require all(a[i] < a[i+1] for i in 1..|a|-1); move i in 1..|a|, k in 1..a[i]: a[i] -= k";
    let down = "move i in 1..|a|, k in 1..a[i]: a -> [(a[j] - k if j = i, a[j] otherwise) for j in 1..|a|]";
    for (rules, typed, outcome, moves) in [
        (format!("position row a; {coins}"), "5 10000000000 30000000000 50000000000", Verdict::Win, 1),
        (
            format!("position row a; {coins}"),
            "10000000000 30000000000 50000000000 70000000000",
            Verdict::Lose,
            0,
        ),
        (format!("position row a; {down}"), "100000000000000000000 7 100000000000000000000", Verdict::Win, 1),
    ] {
        let answer = answer(&game(&rules), typed);
        assert_eq!((answer.outcome, answer.status.word()), (Some(outcome), "PROVED"), "{rules}");
        assert_eq!(answer.winning_moves.len(), moves, "{rules}");
    }
    let shrinks = game(
        "position row a; move i in 1..|a|, k in 1..a[i]: a -> [(a[j] - k if j = i, a[j] otherwise) for j in 1..|a| if a[j] > 0]",
    );
    let mut solver = solver();
    assert!(solver.theorem_answer(&asked(&shrinks, "100000000000000000000 7")).unwrap().is_none());
}
