//! Examples, claims and strategies: what is right, what is wrong, and what is said about it.

use crate::common::{WYTHOFF, answer, claimed, found, game, on_lines as rules, solver};
use bouton::claims::check::{
    CheckQuestion, ClaimResult, ClaimVerdict, ExampleVerdict, Failure, Inductive, Pattern, Report, Truth,
};
use bouton::language::diagnostic::Lang;
use bouton::{Game, Problem, Status};

fn check(game: &Game, claim: Option<&str>, to: Option<u64>, inductive: bool) -> Result<Report, Problem> {
    solver().check(&CheckQuestion { inductive, ..claimed(game, claim, to) })
}

fn one(game: &str, claim: &str, to: Option<u64>) -> ClaimResult {
    found(check(&rules(game), Some(claim), to, false), claim).claims.swap_remove(0)
}

/// What is said of a claim that is false.
fn fault(result: &ClaimResult) -> &Failure {
    match &result.verdict {
        ClaimVerdict::False(found) => found,
        _ => panic!("{result:?}"),
    }
}

#[test]
fn a_false_claim_lists_its_exceptions_and_is_repaired() {
    let r = one("divide", "lose iff n = 1 or n in primes", Some(400));
    assert!(r.is_false());
    let ClaimVerdict::False(f) = &r.verdict else { panic!("{r:?}") };
    assert_eq!(f.smallest.place, "n = 2");
    assert_eq!(f.smallest.witness.as_ref().map(|m| (m.notation.as_str(), m.to.as_str())), Some(("one", "1")));
    assert_eq!(f.count, 5);
    assert_eq!(f.claimed, ["2", "17"]);
    assert_eq!(f.missed, ["16", "34", "289"]);
    let factors: Vec<String> = f.factors.iter().map(|(n, t)| format!("{n} = {t}")).collect();
    assert_eq!(factors.join(", "), "289 = 17*17, 34 = 2*17, 16 = 2**4");
    let repair = f.repair.as_ref().unwrap();
    assert_eq!(
        repair.text,
        "claim lose iff n = 1 or (n in primes and n not in {2, 17}) or n in {16, 34, 289}"
    );
    let again = one("divide", &repair.text, Some(400));
    assert!(matches!(again.verdict, ClaimVerdict::Holds), "{again:?}");
    assert_eq!(again.tested, 400);
}

#[test]
fn patterns_are_found_and_worded() {
    let to = |n: i64| (0..=n).collect::<Vec<_>>();
    let keep = |n: i64, f: &dyn Fn(i64) -> bool| to(n).into_iter().filter(|x| f(*x)).collect::<Vec<_>>();
    #[rustfmt::skip]
    let table: &[(Vec<i64>, Vec<i64>, &str, &str)] = &[
        (to(40), keep(40, &|n| n >= 3 && [0, 3].contains(&(n % 4))),
            "n >= 3 and n mod 4 in {0, 3}", "the n >= 3 with n mod 4 = 0 or 3"),
        (to(40), keep(40, &|n| n % 3 == 1), "n mod 3 = 1", "the n with n mod 3 = 1"),
        (to(40), vec![2, 17], "n in {2, 17}", "n = 2 or 17"),
        (to(40), vec![7], "n = 7", "n = 7"),
        (to(40), keep(40, &|n| n >= 10), "n >= 10", "the n >= 10"),
        (to(100), keep(100, &|n| n.isqrt().pow(2) == n), "n in squares", "the n that are squares"),
        (to(100), vec![2, 3, 5, 16, 29], "n in {2, 3, 5, 16, 29}", "n = 2, 3, 5, 16 or 29"),
    ];
    for (tested, members, condition, said) in table {
        let pattern = Pattern::find(tested, members).unwrap_or_else(|| panic!("{condition}: nothing found"));
        assert_eq!(pattern.condition("n"), *condition);
        assert_eq!(pattern.say("n", Lang::En), *said);
    }
    assert_eq!(Pattern::find(&to(10), &[]), None);
}

#[test]
fn exceptions_are_taken_apart() {
    let table = [
        (289, Some("17*17")),
        (34, Some("2*17")),
        (16, Some("2**4")),
        (17, None),
        (2, None),
        (12, Some("2**2*3")),
    ];
    for (n, expected) in table {
        // The losing numbers are the even ones: an exception is wrong on one side or on the other.
        let claim = format!("lose iff (n mod 2 = 0) = (n != {n})");
        let r = one("heaps n; move k in {1}: n -> n - k", &claim, Some(300));
        let ClaimVerdict::False(f) = &r.verdict else { panic!("{r:?}") };
        let found: Vec<(i64, &str)> = f.factors.iter().map(|(n, text)| (*n, text.as_str())).collect();
        assert_eq!(found, expected.map(|text| (n, text)).into_iter().collect::<Vec<_>>(), "{n}");
    }
}

#[test]
fn a_false_formula_is_worded_with_its_pattern() {
    let r = one(
        "heaps n; move take k in 1..n: n -> n - k; move split a in 1..n div 2: n -> a, n - a",
        "claim grundy = n",
        Some(40),
    );
    let said = r.say(Lang::En);
    assert!(
        said.contains(
            "claim grundy = n is false at n = 3: the formula gives 3, the rules give 4. 20 of the 41 values"
        ),
        "{said}"
    );
    assert!(said.ends_with("exactly the n >= 3 with n mod 4 = 0 or 3."), "{said}");
    let f = fault(&r);
    assert_eq!(
        f.repair.as_ref().map(|r| r.text.as_str()),
        Some("claim grundy = n - 1 if n >= 4 and n mod 4 = 0, n + 1 if n mod 4 = 3, n otherwise")
    );
    assert!(r.say(Lang::Zh).contains("公式给出 3，规则给出 4"), "{}", r.say(Lang::Zh));
}

#[test]
fn claims_about_several_numbers_are_repaired() {
    let products = "position x, y; move if x > 0: x -> x - 1; move if y > 0: y -> y - 1; \
                    move if x * y > 0: x -> x - 1, y -> y - 1";
    // Game, claim, where it fails, the repair and its status.
    let table: &[(&str, &str, Option<&str>, &str, bool)] = &[
        (
            "king-corner",
            "lose iff x mod 2 = 0",
            Some("x mod 2 = 0 and y mod 2 = 1"),
            "lose iff x mod 2 = 0 and y mod 2 = 0",
            true,
        ),
        ("king-corner", "lose iff x = y", None, "lose iff x mod 2 = 0 and y mod 2 = 0", true),
        (WYTHOFF, "lose iff a = b", None, "lose iff min(a, b) = floor(phi * |a - b|)", true),
        (
            WYTHOFF,
            "lose iff min(a, b) = floor(phi * |a - b|) and (a, b) != (1, 2)",
            Some("a = 1 and b = 2"),
            "lose iff min(a, b) = floor(phi * |a - b|)",
            true,
        ),
        ("bash", "lose iff n = 7", None, "lose iff n mod 4 = 0", true),
        ("bash", "grundy = n mod 5", None, "grundy = n mod 4", true),
    ];
    for (game, claim, fails, repair, proved) in table {
        let r = one(game, claim, Some(30));
        let ClaimVerdict::False(f) = &r.verdict else { panic!("{game}: {claim}: {r:?}") };
        if fails.is_some() {
            assert_eq!(f.condition.as_deref(), *fails, "{game}: {claim}");
        }
        let found = f.repair.as_ref().unwrap_or_else(|| panic!("{game}: {claim}: {f:?}"));
        assert_eq!(
            (found.text.as_str(), found.proved),
            (format!("claim {repair}").as_str(), *proved),
            "{claim}"
        );
    }
    // Where nothing is proved, what is proposed is compared with everything that was tested.
    let r = one(products, "lose iff x = y", Some(20));
    let ClaimVerdict::False(f) = &r.verdict else { panic!("{r:?}") };
    let repair = f.repair.as_ref().unwrap();
    assert_eq!(repair.text, "claim lose iff x mod 2 = 0 and y mod 2 = 0");
    assert!(matches!(one(products, &repair.text, Some(20)).verdict, ClaimVerdict::Holds), "{repair:?}");
    assert!(!repair.proved);
}

#[test]
fn a_theorem_refutes_what_the_bound_does_not_reach() {
    let r = one(WYTHOFF, "lose iff min(a, b) = floor(phi * |a - b|) and a + b < 3000", Some(40));
    let ClaimVerdict::False(f) = &r.verdict else { panic!("{r:?}") };
    assert!(f.beyond && r.status.word() == "FALSE", "{f:?}");
    assert_eq!(f.smallest.position, "1147 1856");
}

#[test]
fn claims_are_true_or_false() {
    let cases: &[(&str, &str, Option<u64>, bool)] = &[
        ("nim", "lose iff xor(heaps) = 0", None, true),
        ("nim", "grundy = n", Some(60), true),
        ("nim", "lose iff sum(heaps) mod 2 = 0", None, false),
        ("kayles", "period 12 from 71", Some(300), true),
        ("kayles", "period 12 from 59", Some(300), false),
        ("kayles", "period 11 from 71", Some(300), false),
        ("lasker", "period 4 saltus 4 from 1", None, true),
        ("lasker", "period 4 saltus 4", None, false),
        ("subtract", "period 7", None, true),
        ("subtract", "period 7 for S in {{1, 3, 4}, {2, 3}}", None, false),
        ("wythoff", "lose iff min(a, b) = floor(phi * abs(a - b))", None, true),
        ("wythoff", "lose iff a = b", None, false),
        ("kiki", "lose iff rows mod 2 = 1 and cols mod 2 = 1 for rows in 1..6, cols in 1..6", None, true),
        ("kiki", "lose iff rows mod 2 = 1 for rows in 1..6, cols in 1..6", None, false),
        ("ends", "score = sum(a) for a in rows(3, 0..3)", None, true),
        ("bash", "lose iff n mod (m + 1) = 0 for n in 0..30, m in 1..5", None, true),
        ("fibonacci", "lose iff n in fibonacci for n in 1..60", None, true),
    ];
    for (game, claim, to, holds) in cases {
        let r = one(game, claim, *to);
        assert_eq!(!r.is_false(), *holds, "{game} {claim}: {}", r.say(Lang::En));
        assert!(r.tested > 0, "{game} {claim}: nothing tested");
    }
}

#[test]
fn a_period_says_where_it_fails_and_where_it_would_hold() {
    let r = one("kayles", "period 12 from 59", Some(300));
    let ClaimVerdict::FalsePeriod(f) = &r.verdict else { panic!("{r:?}") };
    assert_eq!((f.at, f.from), (70, Some(71)));
    let r = one("kayles", "period 24 from 100", Some(300));
    let ClaimVerdict::Period(notes) = &r.verdict else { panic!("{r:?}") };
    let said: Vec<String> = notes.iter().map(|n| n.say(Lang::En)).collect();
    assert_eq!(
        said,
        [
            "it holds from n = 71 already, not only from 100",
            "the shorter period 12 holds already, not only 24"
        ]
    );
    // A theorem needs no values that were asked for.
    assert_eq!(one("kayles", "period 12 from 71", Some(60)).status, Status::Proved);
    assert_ne!(one("kayles", "period 12 from 70", Some(60)).status, Status::Proved);
}

/// Where little of a claim is right, what is true is proposed instead; a theorem proposes itself.
#[test]
fn the_truth_is_proposed_where_it_is_short() {
    let rows = [
        ("divisor", "lose iff n in primes", 200, "claim lose iff n mod 2 = 1"),
        ("divisor", "win iff n mod 2 = 0 or n > 100", 200, "claim win iff n mod 2 = 0"),
        ("power-bash", "grundy = n mod 5", 200, "claim grundy = n mod 3"),
        (
            "position n; move k in {1, 3}: n -> n-k",
            "lose iff n mod 2 = 0 and n < 400",
            100,
            "claim lose iff n mod 2 = 0",
        ),
        (
            "position a, b; move k in 1..a: a -> a-k; move k in 1..b: b -> b-k",
            "lose iff a = b and a < 30",
            40,
            "claim lose iff a xor b = 0",
        ),
    ];
    for (game, claim, to, proposed) in rows {
        let r = one(game, claim, Some(to));
        let ClaimVerdict::False(f) = &r.verdict else { panic!("{claim}: {r:?}") };
        assert_eq!(f.repair.as_ref().map(|r| r.text.as_str()), Some(proposed), "{claim}");
    }
}

/// A claim may bring its definitions, on lines of their own or behind `;`.
#[test]
fn a_claim_with_definitions() {
    let rows = [
        ("divisor", "define v(n) = 0 if n mod 2 = 1, v(n div 2) + 1 otherwise\nclaim grundy = v(n)", false),
        ("divisor", "define v(n) = 0 if n mod 2 = 1, v(n div 2) + 1 otherwise; grundy = v(n)", false),
        ("divisor", "define v(n) = 0 if n mod 2 = 1, v(n div 2) + 2 otherwise; grundy = v(n)", true),
        (
            "heaps n; move: n -> n - 1",
            "define a(n) = n mod 2; define b(n) = 1 - a(n); lose iff b(n) = 1",
            false,
        ),
    ];
    for (game, claim, wrong) in rows {
        assert_eq!(one(game, claim, Some(60)).is_false(), wrong, "{claim}");
    }
}

#[test]
fn claims_are_tested_step_by_step() {
    let cases: &[(&str, &str, &str)] = &[
        ("nim", "lose iff xor(heaps) = 0", "agree with their moves"),
        ("nim", "grundy = n", "agree with their moves"),
        ("lasker", "grundy = n", "the mex of the options' formulas is 4"),
        ("wythoff", "lose iff min(a, b) = floor(phi * abs(a - b))", "agree with their moves"),
        ("wythoff", "lose iff a = b", "both claimed lost"),
        ("nim", "lose iff |heaps| = 0", "no move leads to a position claimed lost"),
        ("nim", "win iff sum(heaps) >= 0", "play is over at"),
        ("fibonacci", "lose iff n in fibonacci for n in 1..", "not tested step by step"),
        ("ends", "score = 0 for a in rows(2, 0..0)", "not tested step by step"),
    ];
    for (name, claim, said) in cases {
        let report = found(check(&game(name), Some(claim), Some(12), true), claim);
        let inductive = report.claims[0].inductive.as_ref().unwrap();
        assert!(inductive.say(Lang::En).contains(said), "{name} {claim}: {}", inductive.say(Lang::En));
        if let Inductive::Breaks(_) = inductive {
            assert!(report.claims[0].is_false());
        }
    }
}

#[test]
fn a_mistake_in_a_claim_is_shown_in_the_claim() {
    let game = game("nim");
    for text in ["lose iff xor(hepas) = 0", "lose if n = 0", "grundy = m\nmove cheat: n -> 0"] {
        match check(&game, Some(text), None, false) {
            Err(Problem::Rules { diagnostics, sources }) => {
                assert!(!diagnostics.is_empty(), "{text}");
                assert_eq!(sources.line(diagnostics[0].span), ("claim", 1), "{text}");
            }
            other => panic!("{text}: {:?}", other.map(|r| r.claims)),
        }
    }
}

#[test]
fn wrong_examples_come_with_evidence() {
    let base = "position n; move take k in 1..3: n -> n - k; ";
    let cases: &[(&str, &str, &str)] = &[
        ("example 8 -> win", "the first player LOSES.", "take 1 → 7   answer: take 3 → 4"),
        ("example 7 -> lose", "the first player WINS.", "take 3 → 4 wins"),
        ("example 7 -> grundy 2", "the Grundy value is 3.", ""),
        ("example 7 -> win to 5", "the winning moves lead to 4.", ""),
    ];
    for (line, sentence, evidence) in cases {
        let report = check(&rules(&format!("{base}{line}")), None, None, false).unwrap();
        let lines = report.examples[0].lines(Lang::En);
        assert!(!report.ok());
        assert_eq!(lines[0], format!("rules:3  {line} is wrong: {sentence}"));
        if !evidence.is_empty() {
            assert_eq!(lines[1], *evidence, "{line}");
        }
    }
    let right = ["example 7 -> win to 4", "example 8 -> lose", "example 8 -> grundy 0"];
    for line in right {
        let report = check(&rules(&format!("{base}{line}")), None, None, false).unwrap();
        assert!(report.ok(), "{line}: {:?}", report.examples);
    }
    let report = check(&rules(&format!("{base}example 7 7 -> win")), None, None, false).unwrap();
    assert!(matches!(report.examples[0].verdict, ExampleVerdict::Fails(_)));
}

#[test]
fn setup_and_players_are_understood() {
    let text = "players B, A; heaps n; move take k in 1..n: n -> n - k; setup N -> partitions(N); ";
    let cases = [
        ("example setup 10 -> win", None),
        ("example setup 7 -> lose", None),
        ("example setup 7 -> win", Some(Truth::Outcome(bouton::language::ast::Verdict::Lose))),
        ("example setup 10 -> A", None),
        ("example setup 7 -> A", Some(Truth::Player(Some("B".into())))),
        ("example 3 3 -> A", None),
        ("example 3 3 first A -> B", None),
        ("example 3 3 first A -> A", Some(Truth::Player(Some("B".into())))),
    ];
    for (line, truth) in cases {
        let report = check(&rules(&format!("{text}{line}")), None, None, false).unwrap();
        let found = match &report.examples[0].verdict {
            ExampleVerdict::Wrong(w) => Some(w.truth.clone()),
            ExampleVerdict::Right => None,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(found, truth, "{line}");
    }
}

#[test]
fn strategies_are_compared_with_all_winning_moves() {
    let nim = "heaps n; move take k in 1..n: n -> n - k; ";
    let cases = [
        ("strategy take: k = n - (n xor xor(heaps)) if (n xor xor(heaps)) < n", None),
        ("strategy take: k = n", Some("it lists")),
        ("strategy take: k = n if |heaps| = 1", Some("it misses")),
    ];
    for (line, fault) in cases {
        let report = check(&rules(&format!("{nim}{line}")), None, None, false).unwrap();
        let s = report.strategies.unwrap();
        assert_eq!(s.is_wrong(), fault.is_some(), "{}", s.say(Lang::En));
        if let Some(fault) = fault {
            assert!(s.say(Lang::En).contains(fault), "{}", s.say(Lang::En));
        }
    }
}

/// `unordered` merges positions, so a wrong one would give wrong answers: it is refused when the game is loaded.
#[test]
fn unordered_fields_must_be_exchangeable() {
    let text = "position a, b unordered\nmove k in 1..a: a -> a - k";
    let Err(problem) = Game::parse(text) else { panic!("accepted") };
    let said = problem.line(Lang::En);
    assert!(
        said.starts_with("rules:1  The fields are declared unordered, but their order matters"),
        "{said}"
    );
    // Symmetric in truth though not in writing: accepted, and answered without merging.
    let text =
        "position a, b unordered\nmove one k in 1..a: a -> a - k\nmove two k in 1..b: b -> b - (k + 0)";
    assert_eq!(answer(&game(text), "2 1").winning_moves.len(), 1);
}

/// A parameter whose range has no end is tried past the largest number in the claim and in the rules.
#[test]
fn parameters_are_tried_past_every_constant() {
    let bash = "param m = 2; heaps n; move k in 1..m: n -> n - k; ";
    let small = "lose iff n mod (m + 1) = 0 and m < 15 or n mod 3 = 0 and m >= 15 for m in 1..";
    let r = one(bash, small, None);
    let ClaimVerdict::False(f) = &r.verdict else { panic!("{r:?}") };
    assert_eq!(f.smallest.place, "m = 15, n = 3");
    assert!(!one(bash, "lose iff n mod (m + 1) = 0 for m in 1..", None).is_false());
}
