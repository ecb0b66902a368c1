//! What a question may cost holds on every path: while moves are listed and worded, claims are asked, tables are filled. The
//! clock is counted in looks (`Budget::fuse`), so every test ends at the same place on every machine.

use crate::common::{asked as question, claimed, game as rules, solver};
use crate::saved::same_as_solved;
use bouton::language::ast::Verdict;
use bouton::language::diagnostic::Lang;
use bouton::problem::Over;
use bouton::table::saved::SaveEnd;
use bouton::table::{Cell, TableQuestion};
use bouton::{Budget, Problem, Question, Solver, Tuning};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn asked(text: &str, position: &str) -> Question {
    question(&rules(text), position)
}

/// A position may have millions of moves.
const EUCLID: &str = "position a, b; move left k in 1..a div max(b, 1) if b > 0: a -> a - k*b; \
                      move right k in 1..b div max(a, 1) if a > 0: b -> b - k*a";

/// The same where Grundy values are added, where points are counted, and where play may go round.
const ALIKE: [&str; 4] = [
    EUCLID,
    "heaps a, b; move left k in 1..a div max(b, 1) if b > 0: a -> a - k*b; \
     move right k in 1..b div max(a, 1) if a > 0: b -> b - k*a",
    "position a, b; move left k in 1..a div max(b, 1) if b > 0: a -> a - k*b gain 1; score",
    "position a, b; move left k in 1..a div max(b, 1) if b > 0: a -> a - k*b; endless draw",
];

#[test]
fn the_clock_is_looked_at_while_moves_are_listed() {
    for text in ALIKE {
        for tuning in [Tuning::default(), Tuning::eager()] {
            let question = asked(text, "30000000 1");
            let at = question.at();
            // So few looks are gone long before thirty million moves are listed, whichever engine lists them.
            let mut solver = Solver::tuned(Budget::unlimited().fuse(1000), tuning);
            let found = solver.worth(at);
            assert!(matches!(found, Err(Problem::Over(Over::Time { .. }))), "{text}: {found:?}");
            let raised = Arc::new(AtomicBool::new(true));
            let mut solver = Solver::tuned(Budget::unlimited().cancel(raised), tuning);
            let found = solver.worth(at);
            assert!(matches!(found, Err(Problem::Interrupted)), "{text}: {found:?}");
            let mut solver = Solver::tuned(Budget::unlimited().fuse(1000), tuning);
            let answer = solver.solve(&question).unwrap();
            let known = answer.known.unwrap_or_default();
            assert!(
                answer.outcome.is_none() && known.say(Default::default()).starts_with("Time ran out"),
                "{text}: {known:?}"
            );
        }
    }
}

#[test]
fn memory_is_looked_at_while_moves_are_listed() {
    /// A process that holds more than a gigabyte, from the first look on.
    fn much() -> Option<usize> {
        Some(1 << 30)
    }
    for text in ALIKE {
        let question = asked(text, "30000000 1");
        let mut solver = Solver::new(Budget::unlimited().measured(much).memory(1 << 20));
        let answer = solver.solve(&question).unwrap();
        let known = answer.known.unwrap_or_default();
        assert!(
            answer.outcome.is_none() && known.say(Default::default()).starts_with("Memory ran out"),
            "{text}: {known:?}"
        );
    }
}

#[test]
fn play_without_an_end_is_said_to_fill_the_memory() {
    let mut solver = Solver::new(Budget::unlimited().memory(8 << 20));
    let answer = solver.solve(&asked("position n, m; move: n -> n + 1, m -> m + n", "3 4")).unwrap();
    let known = answer.known.unwrap_or_default();
    let said = known.say(Default::default());
    assert!(said.contains("Memory ran out before any position was decided: "), "{said}");
    let chinese = known.say(Lang::Zh);
    assert!(chinese.contains("还没有判定任何局面"), "{chinese}");
}

/// Every move that is weighed and worded costs a look at least.
#[test]
fn moves_that_are_weighed_and_worded_are_counted() {
    // All 2,000 moves win: whoever moves next has none.
    let question = asked("position n; move k in 1..2000 if n = 2000: n -> 0", "2000");
    let whole = solver().solve(&question).unwrap();
    assert_eq!(whole.winning_moves.len(), 2000);
    let looks = |n: u64| Solver::new(Budget::unlimited().fuse(n)).solve(&question).unwrap();
    assert!(looks(1500).outcome.is_none() || !looks(1500).complete);
    assert!(!looks(3000).complete);
    assert!(looks(100_000).complete);
}

#[test]
fn claims_and_lists_of_positions_are_counted() {
    let game = rules("position a, b, c; move k in 1..a: a -> a - k; claim lose iff a = 0 for b in 5..9");
    let report = Solver::new(Budget::unlimited().fuse(300)).check(&claimed(&game, None, Some(60))).unwrap();
    assert!(matches!(report.claims[0].over, Some(Over::Time { .. })), "{report:?}");
}

/// The rows of a table end where it was stopped.
#[test]
fn a_table_that_is_stopped_ends_where_it_was_stopped() {
    let game = rules("position n; move k in 1..n if k mod 3 > 0: n -> n - k");
    let question = TableQuestion { to: Some(100_000), ..TableQuestion::new(game) };
    let table = Solver::new(Budget::unlimited().fuse(200)).table(&question).unwrap();
    assert!(matches!(table.stopped, Some(Problem::Over(Over::Time { .. }))), "{:?}", table.stopped);
    assert!(table.rows().len() < 1000 && table.asked == Some(100_001), "{}", table.rows().len());
    assert!(table.rows().iter().all(|r| r.cell != Cell::Unknown));
    // A matrix is filled up to the end of its row, and its lines end there.
    let game = rules("position a, b; move k in 1..a if k mod 3 > 0: a -> a - k; move k in 1..b: b -> b - k");
    let question = TableQuestion { to: Some(300), ..TableQuestion::new(game) };
    let table = Solver::new(Budget::unlimited().fuse(200)).table(&question).unwrap();
    let [_, across] = table.axes.as_slice() else { panic!("{:?}", table.axes) };
    assert!(table.stopped.is_some() && table.height() < 10, "{}", table.height());
    assert_eq!(table.rows().len(), table.height() * across.values.len());
}

/// What was computed when a table is stopped is kept, however few cells fill a block.
#[test]
fn cells_of_a_block_that_is_not_full_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let game = rules("position a, b; move k in 1..a if k mod 3 > 0: a -> a - k; move k in 1..b: b -> b - k");
    let question = TableQuestion { to: Some(60), ..TableQuestion::new(game) };
    let mut kept = 0;
    let mut rounds = 0;
    let mut saved = loop {
        let mut short = Solver::new(Budget::unlimited().fuse(700));
        match short.save(&question, &path, None, &mut |_| {}).unwrap() {
            SaveEnd::Complete(saved) => break saved,
            SaveEnd::Stopped { cells, blocks, .. } => {
                assert!(cells > kept && blocks == 1, "{cells} after {kept}");
                kept = cells;
            }
        }
        rounds += 1;
    };
    assert!(rounds > 1);
    same_as_solved(&question, &mut saved);
}

/// A bound of what can arise is no bound of what is visited: nothing is refused for it.
#[test]
fn what_may_be_big_is_tried() {
    // Up to 2^1000 lines of play, of which a search needs a handful: the first move wins.
    let text = "position a, b, c, d, e, f; move win if a > 0: a -> 0, b -> 0, c -> 0, d -> 0, e -> 0, f -> 0; \
                move k in 1..b: b -> b - k; move k in 1..c: c -> c - k; move k in 1..d: d -> d - k; \
                move k in 1..e: e -> e - k; move k in 1..f: f -> f - k";
    let question = asked(text, "1 900000 900000 900000 900000 900000");
    let at = question.at();
    let mut solver = Solver::new(Budget::unlimited().memory(1 << 30).fuse(3_000_000));
    let found = solver.outcome(at);
    assert!(!matches!(found, Err(Problem::Over(Over::Size { .. } | Over::Memory { .. }))), "{found:?}");
}

/// A search that is stopped says how many first moves it has settled, and no more than are true.
#[test]
fn what_is_known_of_first_moves_is_said() {
    let game = bouton::Game::library("domineering").unwrap();
    let asked = Question::new(game.clone(), game.position("5x5").unwrap());
    let all = solver().solve(&Question { all_moves: true, ..asked.clone() }).unwrap().all_moves.unwrap();
    let losing = all.iter().filter(|m| m.leads_to == Some(Verdict::Win)).count();
    let mut told = 0;
    for looks in [300, 600, 900, 1200, 1800, 2400] {
        let mut solver = Solver::new(Budget::unlimited().fuse(looks));
        if solver.solve(&asked).is_ok_and(|answer| answer.outcome.is_some()) {
            break;
        }
        let Some(known) = solver.interrupted(&asked).known else { continue };
        let words: Vec<&str> = known.say(Lang::En).split_whitespace().collect();
        let Some(at) = words.windows(2).position(|pair| pair == ["first", "moves"]) else { continue };
        let (of, lose): (usize, usize) = (words[at - 1].parse().unwrap(), words[at + 2].parse().unwrap());
        assert_eq!(of, all.len());
        assert!(lose <= losing, "{lose} of {losing} after {looks}");
        told += 1;
    }
    assert!(told > 0);
}
