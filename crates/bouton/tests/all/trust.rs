//! What an answer by claim may be trusted for: a claim answers only where it speaks, with the status it has earned.

use crate::common::{asked, found, game, solver};
use bouton::language::ast::Verdict::{self, Win};
use bouton::{Answer, Budget, Problem, Solver};

/// Rules, position, misère?, outcome, the word of the status (empty: not decided), winning moves, is the list complete?
type Row = (&'static str, &'static str, bool, Option<Verdict>, &'static str, usize, bool);

const HUGE: &str = "100000000000000000000000000005";

fn answer(rules: &str, typed: &str, misere: bool) -> Answer {
    let game = game(rules);
    let game = if misere { found(game.misere(), rules) } else { game };
    found(Solver::new(Budget::unlimited().memory(256 << 20)).solve(&asked(&game, typed)), rules)
}

#[test]
fn claims_answer_only_what_they_were_tested_for() {
    let memory = "position n, last = 0; move k in 1..3 if k != last: n -> n-k, last -> k; \
                  claim lose iff n mod 4 = 0";
    let unseen = "heaps n; move k in 1..3: n -> n-k; claim grundy = 0 if n >= 1000000";
    let second_wrong = "position n; move k in 1..3: n -> n-k; claim win iff n mod 4 != 0 if n mod 4 != 0; \
                        claim lose iff n mod 4 = 1 if n mod 4 = 0";
    let second_right = "position n; move k in 1..3: n -> n-k; claim win iff n mod 4 != 0 if n mod 4 != 0; \
                        claim lose iff n mod 4 = 0 if n mod 4 = 0";
    let first_wrong = "heaps n; move k in 1..n: n -> n-k; claim grundy = n+1; claim lose iff n = 0";
    let nim = "heaps n; move take k in 1..n: n -> n-k; claim grundy = n; strategy take: k = n";
    let rows: [Row; 7] = [
        // A start, and the same heap in the middle of a game, of which the claim says nothing but a theorem does: from
        // 4k + 1 only "take 1" wins.
        (memory, HUGE, false, Some(Win), "PROVED", 1, true),
        (memory, "100000000000000000000000000005 last=1", false, Some(Verdict::Lose), "PROVED", 0, true),
        // The claim speaks of nothing that can be tried, and is wrong; a theorem knows better.
        (unseen, HUGE, false, Some(Win), "PROVED", 1, true),
        // Winning moves that rest on a second claim: it is tested too.
        (second_wrong, "100000000000000001", false, Some(Win), "PROVED", 1, true),
        (second_right, "100000000000000001", false, Some(Win), "PROVED", 1, true),
        // A wrong claim does not hide a right one below it.
        (first_wrong, HUGE, false, Some(Win), "PROVED", 1, true),
        // A claim for normal play does not answer misère play; the theorem is about misère play: leave one.
        (nim, HUGE, true, Some(Win), "PROVED", 1, true),
    ];
    for (rules, typed, misere, outcome, status, moves, complete) in rows {
        let a = answer(rules, typed, misere);
        let name = format!("{rules} at {typed}");
        assert_eq!(a.outcome, outcome, "{name}");
        assert_eq!(a.status.word(), status, "{name}");
        assert_eq!((a.winning_moves.len(), a.complete), (moves, complete), "{name}");
    }
}

/// How many positions follow from a set is not known, and a small one is searched all the same: no claim has to be tested for it.
#[test]
fn small_positions_of_unknown_extent_are_searched() {
    let rules = "position set p of 1..; define left_of(p, x) = max([0] ++ [z for z in p if z < x]); \
                 move slide x in p, y in left_of(p, x)+1..x-1: p -> p - {x} + {y}; claim lose iff count(z > 0 for z in p) = 0";
    for (typed, outcome) in [("[]", Verdict::Lose), ("1 2", Verdict::Lose), ("1 4", Win), ("2 3 7", Win)] {
        let a = answer(rules, typed, false);
        assert_eq!((a.outcome, a.status.word()), (Some(outcome), "PROVED"), "{typed}");
    }
}

/// The divisors of a position that follows take too many steps: what is claimed of this one can be said all the same.
#[test]
fn what_takes_too_many_steps_is_left_to_the_claim() {
    let rules = "position n in 1..; move take k in 1..n-1 if n mod k = 0: n -> n-k";
    let claim = "claim lose iff n mod 2 = 1";
    for (typed, moves, status) in [("12", 2, "PROVED"), ("100000000000000000", 18, "CHECKED")] {
        let a = answer(&format!("{rules}; {claim}"), typed, false);
        assert_eq!((a.outcome, a.winning_moves.len(), a.complete), (Some(Win), moves, true), "{typed}");
        assert_eq!(a.status.word(), status, "{typed}");
    }
    let refused = solver().solve(&asked(&game(rules), "100000000000000000")).unwrap_err();
    assert!(matches!(refused, Problem::Run { long: true, .. }), "{refused:?}");
}

#[test]
fn a_claim_that_fails_elsewhere_is_no_reason() {
    let rules = "position a, b unordered; move one k in 1..a: a -> a-k; move two k in 1..b: b -> b-k; \
                 move both k in 1..min(a, b): a -> a-k, b -> b-k; \
                 claim lose iff min(a, b) = floor(phi * abs(a - b))";
    assert!(!answer(rules, "6 10", false).why.is_empty());
    assert!(answer(rules, "6 10", true).why.is_empty());
}

/// Several claims that leave one outcome, and claims about scores, answer what no engine reaches.
#[test]
fn claims_answer_together_and_by_score() {
    let draws = "position n; move k in {2,3}: n -> n-k; draw when n = 1; \
                 claim draw iff n mod 5 in {1, 4}; claim win iff n mod 5 in {2, 3}";
    let large = |r: u64| (100_000_000_000_000_000 + r).to_string();
    for (r, outcome, moves) in
        [(0, Verdict::Lose, 0), (1, Verdict::Draw, 0), (2, Win, 1), (3, Win, 1), (4, Verdict::Draw, 0)]
    {
        let a = answer(draws, &large(r), false);
        assert_eq!(
            (a.outcome, a.status.word(), a.winning_moves.len()),
            (Some(outcome), "CHECKED", moves),
            "{r}"
        );
        assert!(a.complete, "{r}");
    }
    // One of the two alone leaves two outcomes open.
    let one = draws.replace("claim win iff n mod 5 in {2, 3}", "note one claim");
    assert_eq!(answer(&one, &large(0), false).outcome, None);
    let points = "position n; score; move take k in 1..2: n -> n - k gain k; \
                  claim score = 0 if n mod 4 = 0, 2 if n mod 4 = 2, 1 otherwise";
    let truths: [(u64, i64, &[&str]); 4] = [
        (0, 0, &["take 1", "take 2"]),
        (1, 1, &["take 1", "take 2"]),
        (2, 2, &["take 2"]),
        (3, 1, &["take 2"]),
    ];
    for typed in [4, 400_000_000_000_000_000_u64] {
        for (r, score, moves) in truths {
            let a = answer(points, &(typed + r).to_string(), false);
            let found: Vec<&str> = a.winning_moves.iter().map(|m| m.notation.as_str()).collect();
            let found: Vec<&str> = found.iter().map(|m| m.trim_end_matches(" @1")).collect();
            assert_eq!((a.score, found.as_slice(), a.complete), (Some(score), moves, true), "{typed} + {r}");
            assert_eq!(a.status.word(), if typed == 4 { "PROVED" } else { "CHECKED" });
        }
    }
}
