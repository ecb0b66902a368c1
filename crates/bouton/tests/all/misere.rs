//! Misère quotients of games: by the code and by the rules, certificates, and what stops them.

use crate::common::{answer, asked, game, solver};
use bouton::answer::how::How;
use bouton::claims::check::CheckQuestion;
use bouton::language::NoLoader;
use bouton::language::ast::Verdict;
use bouton::language::diagnostic::Lang;
use bouton::language::rules::End;
use bouton::misere::{Misere, MisereQuestion, quotient};
use bouton::pattern::PatternQuestion;
use bouton::reference::Reference;
use bouton::rng::Rng;
use bouton::{Budget, Game, Status};
use bouton_samples::few_or;
use bouton_verify::{Limits, Why, verify};
use serde_json::{Value as Json, json};
use std::time::Duration;

fn of(rules: &str, position: Option<&str>, to: Option<usize>) -> Misere {
    let game = Game::library(rules).or_else(|_| Game::parse(rules)).unwrap();
    let position = position.map(|typed| game.position(typed).unwrap());
    quotient(&MisereQuestion { game, position, to }, &Budget::unlimited()).unwrap()
}

#[test]
fn quotients_of_games() {
    // Rules, the largest heap; order, lost elements, tame or not, period.
    let rows = [
        ("kayles", None, (40, 9, false, Some((12, 71)))),
        ("heaps n; octal 0.33", None, (6, 2, true, Some((3, 0)))),
        ("heaps n; octal 0.71", None, (36, 9, false, Some((6, 3)))),
        ("heaps n; octal 0.07", Some(25), (144, 23, false, None)),
        ("nim", Some(7), (10, 2, true, None)),
        // By the rules, heap by heap: splits into different parts are no code.
        ("heaps n; move a in 1..n-1 if 2*a != n: n -> a, n - a", Some(9), (6, 2, true, None)),
    ];
    for (rules, to, right) in rows {
        let found = of(rules, None, to);
        let period = found.period.map(|period| (period.length, period.from));
        assert_eq!((found.order, found.lost.len(), found.tame, period), right, "{rules}");
        assert_eq!(found.status == Status::Proved, period.is_some(), "{rules}");
    }
}

#[test]
fn the_quotient_of_what_follows_from_a_position() {
    let kayles = of("kayles", Some("9 5"), None);
    assert_eq!((kayles.order, kayles.status), (18, Status::Proved));
    // A game that is no sum: one position after another.
    let row = of("position n; move k in 1..2: n -> n - k", Some("8"), None);
    assert_eq!((row.order, row.tame), (6, true));
}

/// Takes one and leaves none, one or three heaps, written as moves.
const THREE: &str = "heaps n\nmove one if n = 1: n -> 0\nmove rest if n > 1: n -> n - 1\nmove cut a in 1..n, b in 1..a if n - 1 - a - b in 1..b: n -> a, b, n - 1 - a - b";

#[test]
fn certificates_are_accepted_and_mutated_ones_refused() {
    let mut refused = 0;
    let games = [
        "kayles",
        "heaps n; octal 0.71; end misere",
        "heaps n; octal 0.332",
        "heaps n; octal 4.75",
        "heaps n; octal 0.f",
        THREE,
    ];
    for (seed, rules) in games.into_iter().enumerate() {
        let game = Game::library(rules).or_else(|_| Game::parse(rules)).unwrap();
        let certificate = of(rules, None, None).certificate(&game).unwrap();
        let statement = verify(&certificate.to_string(), &Limits::default()).unwrap().en;
        let mut random = Rng::new(seed as u64);
        for _ in 0..few_or(30, 125) {
            let mut changed = certificate.clone();
            mutate(&mut changed, &mut random);
            match verify(&changed.to_string(), &Limits::default()) {
                Ok(same) => assert_eq!(same.en, statement, "{rules}: {changed}"),
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > few_or(100, 450), "{refused}");
}

/// Changes one thing, or two that belong together.
fn mutate(certificate: &mut Json, random: &mut Rng) {
    let order = certificate["table"].as_array().unwrap().len();
    let other = |n: u64, random: &mut Rng| (n + 1 + random.below(order as u64 - 1)) % order as u64;
    match random.below(7) {
        0 => {
            let (x, y) = (random.index(order), random.index(order));
            let to = json!(other(certificate["table"][x][y].as_u64().unwrap(), random));
            certificate["table"][y][x] = to.clone();
            certificate["table"][x][y] = to;
        }
        1 => {
            let heaps = certificate["heaps"].as_array().unwrap().len();
            let n = random.index(heaps);
            certificate["heaps"][n] = json!(other(certificate["heaps"][n].as_u64().unwrap(), random));
        }
        2 => {
            // A heap and those a period apart.
            let (period, from) =
                (certificate["period"].as_u64().unwrap(), certificate["from"].as_u64().unwrap());
            let heaps = certificate["heaps"].as_array_mut().unwrap();
            let first = from as usize + random.index(period as usize);
            let to = other(heaps[first].as_u64().unwrap(), random);
            (first..heaps.len()).step_by(period as usize).for_each(|n| heaps[n] = json!(to));
        }
        3 => {
            let lost = certificate["lost"].as_array_mut().unwrap();
            let at = random.index(lost.len());
            let to = json!(other(lost[at].as_u64().unwrap(), random));
            lost[at] = to;
        }
        4 => {
            let key = if random.percent(50) { "period" } else { "from" };
            let by = [0.5, 2.0, 3.0][random.index(3)];
            let n = certificate[key].as_u64().unwrap();
            let to = if random.percent(50) { n + 1 } else { (n as f64 * by) as u64 };
            certificate[key] = json!(if to == n { n + 1 } else { to });
        }
        5 => {
            let heaps = certificate["heaps"].as_array_mut().unwrap();
            let left = random.index(heaps.len());
            heaps.truncate(left);
        }
        _ => {
            let rules = ["heaps n; octal 0.7", "heaps n; octal 0.773", "heaps n; octal 0.17", "nim"];
            certificate["rules"] = json!(rules[random.index(rules.len())]);
        }
    }
}

#[test]
fn what_stops_it_says_how_far_it_came() {
    let game = Game::parse("heaps n; octal 0.6").unwrap();
    let budget = Budget::unlimited().time(Duration::from_millis(300)).memory(256 << 20);
    let found = quotient(&MisereQuestion { game, position: None, to: None }, &budget).unwrap();
    assert!(found.stopped.is_some() && matches!(found.status, Status::Checked(_)));
    // So does memory: what was found stands, with the heap it reached, and nothing is said of larger ones.
    let game = Game::parse("heaps n; octal 0.07").unwrap();
    let budget = Budget::unlimited().memory(4 << 20);
    let found = quotient(&MisereQuestion { game, position: None, to: None }, &budget).unwrap();
    let stopped = found.stopped.as_ref().expect("it stops").line(Lang::En);
    assert!(stopped.contains("Memory ran out") && found.period.is_none(), "{stopped}");
    assert!(found.order > 20 && found.reason.say(Lang::En).starts_with("for all sums of heaps up to"));
    for (rules, said) in [
        ("position n; move k in 1..n: n -> n - k; lose when n = 1", "has no misère quotient"),
        ("position a, b; move k in 1..a: a -> a - k", "not heaps of one number"),
    ] {
        let game = Game::parse(rules).unwrap();
        let refused = quotient(&MisereQuestion { game, position: None, to: Some(5) }, &Budget::unlimited());
        let problem = refused.unwrap_err().line(bouton::language::diagnostic::Lang::En);
        assert!(problem.contains(said), "{rules}: {problem}");
    }
    let refused = verify(
        "{\"bouton\": \"certificate\", \"version\": 1, \"kind\": \"misere quotient\"}",
        &Limits::default(),
    );
    assert_eq!(refused.unwrap_err().why, Why::Missing);
}

/// Sums of heaps of some codes, tame and wild, by the quotient and by plain recursion.
#[test]
fn sums_by_the_quotient_equal_the_reference() {
    let mut compared = 0;
    for code in ["0.77", "0.15", "0.123", "0.7", "0.3", "0.53", "4.7", "0.07"] {
        let game = game(&format!("heaps n\noctal {code}\nend misere"));
        let mut reference = Reference::new(&game);
        let mut solver = solver();
        solver.force("quotient").expect("an engine");
        for a in 0..9 {
            for b in 0..=a.min(6) {
                for c in 0..=b.min(3) {
                    let question = asked(&game, &format!("{a} {b} {c}"));
                    let (_, position) = question.alone().expect("one game");
                    let Ok(expected) = reference.outcome(position, question.state.turn) else { continue };
                    let found = solver.outcome(question.at());
                    assert_eq!(found.ok(), Some(expected), "{code} at {a} {b} {c}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 600, "{compared}");
}

/// Parts that are no heaps of a code: the quotient of all that follows from them, and plain recursion.
#[test]
fn sums_of_other_parts_by_the_quotient_equal_the_reference() {
    let games: &[(&str, &[&str])] = &[
        ("heaps n; move take k in 1..n: n -> n - k", &["0", "1", "2", "3", "4", "5"]),
        ("heaps n; move split k in 1..n-1 if 2*k != n: n -> k, n - k", &["3", "4", "5", "6", "7"]),
        ("heaps n; move take k in 1..n if n mod k = 0: n -> n - k", &["1", "2", "3", "4", "6", "8"]),
        (
            "heaps r in 1.., c in 1..; move a k in 1..r-1: (r, c) -> (k, c), (r - k, c); move b k in 1..c-1: (r, c) -> (r, k), (r, c - k)",
            &["(1,1)", "(1,2)", "(2,2)", "(1,3)", "(2,3)", "(1,4)"],
        ),
        (
            "heaps word s of \"ab\"; move cut i in 1..|s|-1 if s[i] != s[i+1]: s -> s[..i-1] ++ s[i+2..]; move end if |s| > 0: s -> s[2..]",
            &["a", "ab", "aab", "abab", "aabb", "ba"],
        ),
    ];
    for (rules, parts) in games {
        let mut compared = 0;
        let game = game(&format!("{rules}; end misere"));
        let mut solver = solver();
        solver.force("quotient").expect("an engine");
        let mut random = Rng::new(4);
        for _ in 0..40 {
            let typed: Vec<&str> =
                (0..1 + random.index(3)).map(|_| parts[random.index(parts.len())]).collect();
            let question = asked(&game, &typed.join(" "));
            let (_, position) = question.alone().expect("one game");
            let expected = Reference::new(&game).outcome(position, question.state.turn);
            let Ok(expected) = expected else { continue };
            let found = solver.outcome(question.at());
            assert_eq!(found.ok(), Some(expected), "{rules} at {typed:?}");
            compared += 1;
        }
        assert!(compared > 5, "{rules}: {compared}");
    }
}

#[test]
fn many_heaps_of_misere_nim_without_claims() {
    let nim = game("heaps n; move take k in 1..n: n -> n - k; end misere");
    let heaps: Vec<String> = (1..=47).map(|n| n.to_string()).collect();
    let answer = answer(&nim, &heaps.join(" "));
    assert!(matches!(answer.how, How::Quotient { order: 66 }), "{:?}", answer.how);
    // 1 xor 2 xor ... xor 47 is 0, and some heap is larger than 1.
    assert_eq!(answer.outcome, Some(Verdict::Lose));
}

#[test]
fn large_heaps_of_misere_kayles() {
    let kayles = game("kayles").ending(End::Misere).expect("the other ending");
    let answer = answer(&kayles, "1000 731 86");
    assert!(matches!(answer.how, How::Quotient { order: 40 }), "{:?}", answer.how);
    assert!(answer.why.iter().any(|why| why.say(Lang::En)[0].contains("Φ(1000)")), "{:?}", answer.why);
    assert_eq!(answer.outcome, Some(Verdict::Win));
    assert!(!answer.winning_moves.list.is_empty());
    for winning in answer.winning_moves.list.iter().take(3) {
        let question = asked(&kayles, &winning.to);
        assert_eq!(solver().outcome(question.at()).ok(), Some(Verdict::Lose), "{}", winning.to);
    }
}

/// The quotient as a theorem: claims about single heaps and about the period are decided for all sizes, and heaps beyond every list are answered
/// with moves.
#[test]
fn claims_of_misere_play_are_decided_by_the_quotient() {
    let kayles = game("kayles").ending(End::Misere).expect("the other ending");
    let rows = [
        ("lose iff n in {1, 4, 9, 12, 20} for n in 1..", Status::Proved),
        ("lose iff n in {1, 4, 9, 12}", Status::False),
        // True of every heap that is tested, and false far out.
        ("lose iff n in {1, 4, 9, 12, 20, 30000} for n in 1..", Status::False),
        ("period 12 from 71", Status::Proved),
        ("period 24 from 71", Status::Proved),
        ("period 12 from 70", Status::False),
        ("period 5 from 100", Status::False),
    ];
    for (claim, status) in rows {
        let question = CheckQuestion {
            game: &kayles,
            claim: Some(claim),
            to: None,
            inductive: false,
            seed: 1,
            loader: &NoLoader,
        };
        let report = solver().check(&question).unwrap_or_else(|p| panic!("{claim}: {}", p.line(Lang::En)));
        assert_eq!(report.claims[0].status, status, "{claim}: {}", report.claims[0].say(Lang::En));
    }
    // A claim about sums is tested on sums.
    let question = CheckQuestion {
        game: &kayles,
        claim: Some("lose iff heaps = [1] or heaps = [4]"),
        to: Some(9),
        inductive: false,
        seed: 1,
        loader: &NoLoader,
    };
    let report = solver().check(&question).expect("a report");
    assert_eq!(report.claims[0].status, Status::False);
}

#[test]
fn heaps_of_any_size_are_answered_with_moves() {
    let kayles = game("kayles").ending(End::Misere).expect("the other ending");
    // As those that are smaller by periods; one more than 64 bits.
    for (large, small) in [
        ("1000000000000000000 731 86", "88 83 86"),
        ("1000000000000000000000000000004 3", "76 3"),
        ("1000000000000000000 1000000000000000000", "76 76"),
    ] {
        let (far, near) = (answer(&kayles, large), answer(&kayles, small));
        assert_eq!((&far.status, far.outcome), (&Status::Proved, near.outcome), "{large}");
        assert_eq!(far.winning_moves.list.is_empty(), near.winning_moves.list.is_empty(), "{large}");
        for winning in &far.winning_moves.list {
            assert_eq!(
                answer(&kayles, &winning.to).outcome,
                Some(Verdict::Lose),
                "{large} to {}",
                winning.to
            );
        }
    }
}

#[test]
fn patterns_name_the_quotient() {
    // Rules, order, tame, period, status.
    let rows = [
        ("heaps n; octal 0.77; end misere", 40, false, Some((12, 71)), Status::Proved),
        ("heaps n; octal 0.3; end misere", 2, true, Some((2, 0)), Status::Proved),
    ];
    for (rules, order, tame, period, status) in rows {
        let found = solver().pattern(&PatternQuestion {
            game: Game::parse(rules).unwrap(),
            ranges: Vec::new(),
            to: None,
            show: None,
            search: Default::default(),
        });
        let found = found.unwrap().found;
        let first = &found[0];
        let quotient = first.quotient.expect("a quotient");
        assert_eq!((quotient.order, quotient.tame, &first.status), (order, tame, &status), "{rules}");
        assert_eq!(first.period.as_ref().map(|p| (p.period, p.from)), period, "{rules}");
    }
    let partial = Game::parse("heaps n; octal 0.07; end misere").unwrap();
    let question = PatternQuestion {
        game: partial,
        ranges: Vec::new(),
        to: Some(30),
        show: None,
        search: Default::default(),
    };
    let found = solver().pattern(&question).unwrap().found;
    assert!(found[0].quotient.is_some() && matches!(found[0].status, Status::Checked(_)), "{found:?}");
}
