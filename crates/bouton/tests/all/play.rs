//! Explanations, hints, opponents, judges, starts and lint.

use crate::common::{asked, found, game, on_lines, solver};
use bouton::Match;
use bouton::Question;
use bouton::answer::explain::{Node, illegal_moves};
use bouton::answer::starts::Starts;
use bouton::language::ast::Verdict;
use bouton::language::diagnostic::Lang;
use bouton::language::interp::Turn;
use bouton::language::value::Value;
use bouton::play::hint::Nudge;
use bouton::play::opponent::{Opponent, Strength};
use bouton::table::TableQuestion;

fn question(name: &str, position: &str) -> Question {
    asked(&on_lines(name), position)
}

fn leaves(node: &Node) -> usize {
    if node.branches.is_empty() { 1 } else { node.branches.iter().map(|b| leaves(&b.node)).sum() }
}

#[test]
fn a_lost_position_is_refuted_move_by_move() {
    let mut q = question("kayles", "4");
    q.games[0] = q.games[0].misere().unwrap();
    let e = solver().explain(&q, 1).unwrap();
    assert_eq!(e.tree.outcome, Verdict::Lose);
    let mut moves: Vec<(String, String)> = Vec::new();
    for b in &e.tree.branches {
        assert_eq!(b.node.branches.len(), 1, "{}", b.node.position);
        moves.push((b.by.to.clone(), b.node.branches[0].node.position.clone()));
    }
    // Every option (3, 1 2, 2, 1 1) is answered by a lost position: a single stone is left.
    assert_eq!(moves.len(), 4, "{moves:?}");
    for (_, to) in &moves {
        assert_eq!(to.split(' ').filter(|p| *p != "0").collect::<Vec<_>>(), ["1"], "{moves:?}");
    }
    // Two rounds: nothing but the last stone is left to take.
    let e = solver().explain(&q, 2).unwrap();
    assert!(leaves(&e.tree) >= 4 && !e.cut);
}

#[test]
fn a_won_position_shows_its_winning_moves() {
    let e = solver().explain(&question("nim", "3 4 5"), 1).unwrap();
    assert_eq!(e.tree.branches.iter().map(|b| b.by.to.as_str()).collect::<Vec<_>>(), ["1 4 5"]);
    assert!(e.tree.branches[0].node.branches.is_empty());
    let e = solver().explain(&question("nim", "3 4 5"), 2).unwrap();
    assert_eq!(e.tree.branches[0].node.outcome, Verdict::Lose);
    assert!(e.tree.branches[0].node.branches.iter().all(|b| b.node.branches.len() == 1));
}

#[test]
fn one_move_is_explained() {
    let cases: &[(&str, &str, &str, &str)] = &[
        ("nim", "3 4 5", "take 2 @1", "this move WINS."),
        ("nim", "3 4 5", "take 1 @1", "this move LOSES. The answer:"),
        ("nim", "3 3", "take 1 @2", "this move LOSES, as every move does here."),
        ("ends", "4 -10 -20 7", "left 1", "a best move, worth 7"),
        ("ends", "4 -10 -20 7", "right 4", "the best moves are worth 7"),
    ];
    for (game, position, typed, said) in cases {
        let e = found(solver().explain_move(&question(game, position), typed), typed);
        assert!(e.say(Lang::En).contains(said), "{game} {typed}: {}", e.say(Lang::En));
        assert_eq!(e.is_good(), e.better.is_empty(), "{game} {typed}");
        assert!(!e.say(Lang::Zh).is_empty());
    }
    // Illegal and ambiguous moves are problems that say why.
    for (typed, said) in
        [("take 9 @1", "k=9 is not in 1..3"), ("grab 1", "no move"), ("take 2", "several moves")]
    {
        let p = solver().explain_move(&question("nim", "3 4 5"), typed).unwrap_err();
        assert!(p.line(Lang::En).contains(said), "{typed}: {}", p.line(Lang::En));
    }
}

#[test]
fn what_is_no_move_is_listed_with_the_reason() {
    let game = game("position n; move take k in {1, 3, 4}: n -> n - k");
    let list = illegal_moves(&game, &game.position("2").unwrap(), Turn::default()).unwrap();
    assert_eq!(list.iter().map(|m| m.notation.as_str()).collect::<Vec<_>>(), ["take 3", "take 4"]);
    assert!(list[0].why.say(Lang::En).contains("-1"), "{}", list[0].why.say(Lang::En));
    let game = crate::common::game(
        "position word s of \"+-\"; move flip i in 1..|s| if s[i] = \"+\": s[i] -> \"-\"",
    );
    let list = illegal_moves(&game, &game.position("+-").unwrap(), Turn::default()).unwrap();
    assert_eq!(list.len(), 1);
    assert!(list[0].why.say(Lang::En).contains("s[i] = \"+\""), "{}", list[0].why.say(Lang::En));
}

#[test]
fn setups_are_counted() {
    let nim = game("split-nim");
    for (n, winning, total) in [(10, 10, 42), (7, 0, 15), (2, 1, 2)] {
        let question = TableQuestion::new(nim.clone());
        let Starts::Setup(s) = solver().starts(&question, Some(&Value::Int(n)), 3).unwrap() else { panic!() };
        assert_eq!((s.winning, s.total), (winning, total), "{n}");
        assert!(s.list.len() as u64 == winning.min(3));
        assert_eq!(s.player, "A");
    }
    let question = TableQuestion { to: Some(7), ..TableQuestion::new(game("subtract")) };
    let Starts::Lost(t) = solver().starts(&question, None, 10).unwrap() else { panic!() };
    assert_eq!(t.lost(), ["0", "2", "7"]);
    assert!(solver().starts(&question, Some(&Value::Int(3)), 10).is_err());
}

#[test]
fn a_perfect_opponent_wins_what_can_be_won_and_defends() {
    let mut solver = solver();
    for (game, position) in [("nim", "3 4 5"), ("kayles", "9"), ("wythoff", "7 12"), ("subtract", "12")] {
        let q = question(game, position);
        let games = &q.games;
        let mut state = q.state.clone();
        let first = solver.outcome(Match::of(games, &state)).unwrap() == Verdict::Win;
        let mut perfect = Opponent::new(Strength::Perfect, 7);
        let mut beginner = Opponent::new(Strength::Beginner, 8);
        let winner = if first { 0 } else { 1 };
        let mut last = None;
        loop {
            let mover = state.turn.mover;
            let player = if mover == winner { &mut perfect } else { &mut beginner };
            let Some(choice) = player.choose(&mut solver, Match::of(games, &state)).unwrap() else { break };
            assert_eq!(choice.sure, mover == winner);
            state = choice.by.to;
            last = Some(mover);
        }
        assert_eq!(last, Some(winner), "{game} {position}");
    }
    // Equal seeds play equal moves; a lost position is defended by leaving few winning answers.
    let q = question("position n; move take k in 1..3: n -> n - k", "8");
    let choose = |seed| {
        let choice = Opponent::new(Strength::Perfect, seed).choose(&mut self::solver(), q.at());
        choice.unwrap().unwrap().by.choices
    };
    assert_eq!(choose(3), choose(3));
}

#[test]
fn hints_come_in_three_steps() {
    let mut solver = solver();
    let q = question("kayles", "9");
    let h = solver.hint(q.at()).unwrap();
    assert_eq!((h.outcome, &h.nudge), (Verdict::Win, &Nudge::Mirror));
    assert_eq!(h.who(Lang::En), "You are winning.");
    assert_eq!(h.by.unwrap().to, "4 4");
    let q = question("nim", "3 4 5");
    let h = solver.hint(q.at()).unwrap();
    assert_eq!(h.nudge, Nudge::Part { term: 0, part: 1, shown: "3".into() });
    assert_eq!(h.by.unwrap().to, "1 4 5");
    let q = question("nim", "3 3");
    let h = solver.hint(q.at()).unwrap();
    assert_eq!((h.outcome, &h.nudge), (Verdict::Lose, &Nudge::Paired));
    let q = question("ends", "4 -10 -20 7");
    let h = solver.hint(q.at()).unwrap();
    assert_eq!((h.score, h.nudge), (Some(7), Nudge::Kind { name: "left".into() }));
}

#[test]
fn the_judge_finds_the_move_that_lost() {
    let mut solver = solver();
    let q = question("nim", "3 4 5");
    let games = &q.games;
    let start = q.state.clone();
    let mut state = start.clone();
    let mut moves = Vec::new();
    for typed in ["take 3 @1", "take 1 @3", "take 4 @2", "take 4 @3"] {
        let m = found(solver.find_move(Match::of(games, &state), typed), typed);
        state = m.to.clone();
        moves.push(m);
    }
    let mistakes = solver.judge(games, &start, &moves).unwrap();
    // The first player had the win and gave it away; the second made no mistake.
    assert_eq!(mistakes.iter().map(|m| (m.ply, m.player)).collect::<Vec<_>>(), [(0, 0)]);
    assert_eq!(mistakes[0].better.as_ref().map(|m| m.to.as_str()), Some("1 4 5"));
    assert!(mistakes[0].say(Lang::En).contains("gave the win away"));
}

#[test]
fn lint_finds_slips() {
    let cases: &[(&str, &str)] = &[
        (
            "param S = {60, 70}; heaps n; move k in S: n -> n - k",
            "rules:3  warning: no position up to 50 has a move: n - k is negative for every k in S = {60, 70}.",
        ),
        (
            "heaps n; move one: n -> n - 1; move far if n < 0: n -> 0",
            "rules:3  warning: the move \"far\" is not possible in any position up to 50: the condition  n < 0  is never true.",
        ),
        (
            "position n in 0..20; move up: n -> n + 1; move down: n -> n - 1",
            "this game can go on for ever: (19) → (20) → (19)",
        ),
        (
            "heaps n; move k in 1..n: n -> n - k; claim grundy = n for n in 5..3",
            "says nothing about any small position",
        ),
        ("position n in 5..3; move k in 1..n: n -> n - k", "there is no legal position"),
    ];
    for (text, said) in cases {
        let game = on_lines(text);
        let report = found(solver().lint(&game), text);
        let lines: Vec<String> = report.warnings.iter().map(|d| d.line(game.sources(), Lang::En)).collect();
        assert!(lines.iter().any(|l| l.contains(said)), "{text}: {lines:?}");
        assert_eq!(lines.len(), 1, "{text}: {lines:?}");
    }
    let report = solver().lint(&game("heaps n; move k in {1, 3, 4}: n -> n - k")).unwrap();
    assert!(report.warnings.is_empty());
    assert!(report.dropped > 0 && report.made > 0);
    assert_eq!(report.hints.len(), 3);
}
