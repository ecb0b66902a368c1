//! Sums of many parts: moves are counted and valued without building what they lead to.

use crate::common::{asked, found, game, solver};
use bouton::answer::why::Why;
use bouton::language::ast::Verdict;
use bouton::reference::Reference;
use bouton::{Answer, Budget, Game, Question, Solver};

fn ask(game: &Game, typed: &str, all_moves: bool) -> Answer {
    found(solver().solve(&Question { all_moves, ..asked(game, typed) }), typed)
}

const NIM: &str = "heaps n; move take k in 1..n: n -> n - k";

#[test]
fn a_thousand_heaps_cost_what_their_distinct_sizes_cost() {
    let sizes: Vec<u64> = (0..1000u64).map(|i| (i * 7919 + 13) % 300 + 1).collect();
    let typed = sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    let answer = ask(&game(NIM), &typed, false);
    let xor = sizes.iter().fold(0, |a, b| a ^ b);
    assert!(xor != 0);
    assert_eq!(answer.outcome, Some(Verdict::Win));
    assert_eq!(answer.moves, Some(sizes.iter().sum()));
    let mut distinct = sizes.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(answer.options, Some(distinct.iter().sum()), "equal heaps have equal options");
    let winning = sizes.iter().filter(|n| **n ^ xor < **n).count() as u64;
    assert_eq!(answer.good_moves(), winning);
    assert!(answer.winning_moves.len() <= 200 && answer.complete);
    assert!(answer.positions <= distinct[distinct.len() - 1] + 1, "every size is solved once");
}

#[test]
fn long_lists_are_counted_and_all_moves_lists_them() {
    let typed = vec!["7"; 301].join(" ");
    let brief = ask(&game(NIM), &typed, false);
    assert_eq!((brief.winning_moves.len(), brief.unlisted, brief.good_moves()), (200, 101, 301));
    assert_eq!((brief.moves, brief.options), (Some(7 * 301), Some(7)));
    let json = bouton::report::json(&brief, Default::default());
    assert_eq!((json["winning_moves"].as_array().map(Vec::len), &json["unlisted"]), (Some(200), &101.into()));
    assert!(json.get("complete").is_none(), "the rest is known, it is only not listed");
    let all = ask(&game(NIM), &typed, true);
    assert_eq!((all.winning_moves.len(), all.unlisted), (301, 0));
    assert_eq!(all.all_moves.map(|m| m.len()), Some(7 * 301));
    assert_eq!(all.winning_moves[..200], brief.winning_moves[..]);
    // A single heap has as many reasons as values; the first are listed, and the largest is named.
    let one = ask(&game(NIM), "900", false);
    let Some(Why::Mex(set)) = one.why.first() else { panic!("{:?}", one.why) };
    assert_eq!((set.options.len(), set.values, set.largest, set.mex), (200, 900, 899, 900));
}

#[test]
fn equal_heaps_of_one_move_cost_their_parity() {
    // So many heaps that making each would take minutes; and the same with one or two of them written down.
    let rules = game("heaps n; move scatter k in 1..n: n -> k of n - k");
    let parity = game("heaps n; move scatter k in 1..n: n -> (2 - k mod 2) of n - k");
    for n in 0..30 {
        let question = asked(&rules, &n.to_string());
        let truth = ask(&parity, &n.to_string(), false).grundy.map(|g| g.to_string());
        if n < 7 {
            let reference = Reference::new(&rules).grundy(&question.state.positions[0]).ok();
            assert_eq!(reference.map(|g| g.to_string()), truth, "{n}");
        }
        for tuning in [bouton::Tuning::default(), bouton::Tuning::eager()] {
            let mut solver = Solver::tuned(Budget::unlimited(), tuning);
            let answer = solver.solve(&question);
            let value = answer.ok().and_then(|a| a.grundy).map(|g| g.to_string());
            assert_eq!(value, truth, "{n}");
        }
    }
    let answer = ask(&rules, "500", false);
    assert_eq!(answer.moves, Some(500));
    assert!(answer.outcome.is_some() && answer.complete);
}

#[test]
fn mirrors_are_found_among_many_parts() {
    let pairs = (1..=40).map(|n| format!("{n} {n}")).collect::<Vec<_>>().join(" ");
    let paired = ask(&game(NIM), &pairs, false);
    assert_eq!(paired.outcome, Some(Verdict::Lose));
    assert!(paired.why.iter().any(|w| matches!(w, Why::Mirror { first: None, .. })));
    let one_more = ask(&game(NIM), &format!("{pairs} 41 17"), false);
    let mirror = one_more.why.iter().find_map(|w| match w {
        Why::Mirror { first, .. } => first.clone(),
        _ => None,
    });
    assert_eq!(mirror.as_deref(), Some("take 24 @81"));
}
