//! Certificates with one thing wrong are refused.
//!
//! A mutant of an automaton that is accepted must accept the same numbers: its smallest automaton over valid digits is
//! that of the original.

use crate::common::games::{self, Case};
use crate::common::{Auto, Digits, canonical};
use bouton_random::Rng;
use bouton_verify::{Limits, Why, verify};
use serde_json::{Value as Json, json};
use std::fmt::Display;

fn digits(json: &Json) -> Digits {
    let known = [games::TRIBONACCI, games::EVERY_SECOND];
    match (json["numeration"]["base"].as_u64(), json["numeration"]["quadratic"].as_u64()) {
        (Some(b), _) => Digits::Base(b),
        (_, Some(t)) => Digits::Quadratic(t),
        _ => known.into_iter().find(|d| d.json() == json["numeration"]).unwrap(),
    }
}

/// A certificate of the case with something wrong must not be accepted.
#[track_caller]
fn refused(case: &Case, json: &Json, wrong: impl Display) {
    assert!(verify(&json.to_string(), &Limits::default()).is_err(), "{}: {wrong}", case.name);
}

/// The certificate with another value for a key.
fn with(case: &Case, key: &str, value: Json) -> Json {
    let mut json = case.json.clone();
    json[key] = value;
    json
}

/// Changes an automaton in one place; says how.
fn change(auto: &mut Auto, dice: &mut Rng) -> &'static str {
    let states = auto.next.len();
    let (state, letter) = (dice.index(states), dice.index(auto.next[0].len()));
    match dice.index(5) {
        0 => {
            if !auto.accept.remove(&state) {
                auto.accept.insert(state);
            }
            "accept"
        }
        1 => {
            let old = auto.next[state][letter];
            auto.next[state][letter] = if old.is_none() { Some(dice.index(states)) } else { None };
            "edge in or out"
        }
        2 if states > 1 => {
            let old = auto.next[state][letter];
            auto.next[state][letter] = Some((old.unwrap_or(0) + 1 + dice.index(states - 1)) % states);
            "edge turned"
        }
        3 if states > 1 => {
            // The state is dropped: what led to it leads nowhere.
            auto.next.iter_mut().flatten().for_each(|t| *t = t.filter(|t| *t != state));
            "dropped"
        }
        _ => {
            // A copy of the state, reached by one edge, with the other answer.
            let copy = auto.next.len();
            auto.next.push(auto.next[state].clone());
            if !auto.accept.contains(&state) {
                auto.accept.insert(copy);
            }
            let at = dice.index(states);
            auto.next[at][letter] = Some(copy);
            "added"
        }
    }
}

#[test]
fn wrong_automata_are_refused() {
    let mut dice = Rng::new(7);
    let (mut wrongs, mut equivalent) = (0, 0);
    let mut cases = games::automatic_sets();
    cases.extend(games::values());
    for case in &cases {
        let digits = digits(&case.json);
        let numbers = case.json["coordinates"].as_array().unwrap().len();
        let arity = numbers + usize::from(case.json["kind"] == "values");
        let right = Auto::from_json(&case.json["automaton"]);
        let smallest = canonical(&right, digits, arity);
        for _ in 0..24 {
            let mut wrong = right.clone();
            let how = change(&mut wrong, &mut dice);
            if wrong == right {
                continue;
            }
            let json = with(case, "automaton", wrong.json());
            match verify(&json.to_string(), &Limits::default()) {
                Err(why) => {
                    assert!(!why.why.is_limit(), "{}: {why}", case.name);
                    wrongs += 1;
                }
                Ok(_) => {
                    assert_eq!(
                        canonical(&wrong, digits, arity),
                        smallest,
                        "{}: {how} was accepted",
                        case.name
                    );
                    equivalent += 1;
                }
            }
        }
    }
    println!("{wrongs} automata refused, {equivalent} equivalent");
    assert!(wrongs >= 400, "{wrongs}");
    // Edges that no representation takes may lead anywhere.
    assert!(equivalent * 12 <= wrongs + equivalent, "{equivalent} of {}", wrongs + equivalent);
}

#[test]
fn wrong_weights_are_refused() {
    for case in &games::automatic_sets() {
        let count = case.json["weights"].as_array().unwrap().len();
        for wrong in [vec![0; count], vec![1; count + 1], vec![-1; count]] {
            refused(case, &with(case, "weights", json!(wrong)), format_args!("weights {wrong:?}"));
        }
    }
}

#[test]
fn wrong_numerations_and_games_are_refused() {
    for case in &games::automatic_sets() {
        let binary = case.json["numeration"]["base"] == 2;
        let json =
            with(case, "numeration", if binary { json!({ "quadratic": 1 }) } else { json!({ "base": 2 }) });
        // Sets that only compare numbers, such as a = b, are said by the same automaton in every numeration.
        if [
            "bash base 2",
            "wythoff",
            "2-wythoff",
            "fibonacci nim",
            "king",
            "blocked wythoff",
            "bash tribonacci",
            "wythoff, every second",
        ]
        .contains(&case.name)
        {
            refused(case, &json, "numeration");
        }
        // Misère play and another block change the lost sets, except where nobody is ever without a move.
        let json = with(case, "misere", json!(case.json["misere"] != json!(true)));
        if case.name != "wythoff, ended at 3" {
            refused(case, &json, "misère");
        }
        let rules = case.json["rules"].as_str().unwrap().replace("block 1\n", "") + "block 2\n";
        refused(case, &with(case, "rules", json!(rules)), "block");
    }
}

#[test]
fn numerations_that_are_none_are_refused() {
    let cases = games::automatic_sets();
    let by_tops: Vec<&Case> = cases.iter().filter(|c| c.json["numeration"]["parry"].is_object()).collect();
    assert!(by_tops.len() >= 2);
    for case in by_tops {
        let right = case.json["numeration"]["parry"].clone();
        let tops = right["tops"].as_array().unwrap().len();
        let mut wrong = vec![
            json!({ "tops": [], "back": 0 }),
            json!({ "tops": right["tops"], "back": tops }),
            json!({ "tops": right["tops"] }),
            json!({ "tops": [0, 1], "back": 0 }),
            json!({ "tops": [1, 2], "back": 0 }),
            json!({ "tops": [1, 0, 0, 0, 0, 0, 0], "back": 0 }),
            json!({ "tops": [16, 0], "back": 0 }),
            json!({ "tops": [1, -1], "back": 0 }),
        ];
        // Others in which the same words mean other numbers.
        for (i, top) in right["tops"].as_array().unwrap().iter().enumerate().skip(1) {
            let mut other = right.clone();
            other["tops"][i] = json!(1 - top.as_u64().unwrap().min(1));
            wrong.push(other);
        }
        for parry in wrong {
            refused(case, &with(case, "numeration", json!({ "parry": parry })), &parry);
        }
        let both = json!({ "base": 2, "parry": right });
        refused(case, &with(case, "numeration", both), "two numerations");
    }
}

#[test]
fn wrong_take_aways_are_refused() {
    for case in &games::take_aways() {
        let right: Vec<i64> = serde_json::from_value(case.json["limit"].clone()).unwrap();
        for (at, by) in [(0, 1), (0, -1), (1, 1), (1, -1), (2, 1), (2, -1)] {
            let mut wrong = right.clone();
            wrong[at] += by;
            refused(case, &with(case, "limit", json!(wrong)), format_args!("{wrong:?}"));
        }
        refused(case, &with(case, "limit", json!([2, 0])), "two numbers");
        refused(case, &with(case, "limit", json!([i64::MAX, 0, 1])), "large");
        refused(case, &with(case, "heap", json!("limit")), "the other number");
        refused(case, &with(case, "misere", json!(true)), "misère");
        let rules = case.json["rules"].as_str().unwrap();
        for (from, to) in [
            ("k in 1", "k in 2"),
            ("min(n, limit)", "min(n, limit + 1)"),
            ("n -> n - k", "n -> n - k - 1"),
            ("limit)", "limit) if k != 5"),
            ("position n,", "position n in 0..1000,"),
        ] {
            let json = with(case, "rules", json!(rules.replacen(from, to, 1)));
            refused(case, &json, to);
        }
        refused(case, &with(case, "rules", json!(format!("{rules}win when n = 9\n"))), "an ending");
        // A recurrence that is none, that begins too early, or that no theorem gives.
        let (lag, from) = (case.json["lag"].as_u64(), case.json["from"].as_u64());
        for (lag, from) in
            [(lag.unwrap_or(3) + 1, 20), (lag.unwrap_or(4), lag.unwrap_or(4)), (2, u64::MAX), (40, 30)]
        {
            let mut json = with(case, "lag", json!(lag));
            json["from"] = json!(from);
            refused(case, &json, format_args!("lag {lag} from {from}"));
        }
        if let Some(from) = from.filter(|_| case.name == "four times") {
            refused(case, &with(case, "from", json!(from - 1)), "one rung too early");
        }
    }
}

#[test]
fn wrong_pairs_are_refused() {
    for case in &games::pairs() {
        for key in ["times", "more"] {
            let right = case.json[key].as_i64().unwrap();
            for wrong in [right + 1, right - 1, 0, -1, i64::MAX] {
                refused(case, &with(case, key, json!(wrong)), format_args!("{key} {wrong}"));
            }
            refused(case, &with(case, key, json!("two")), "a word");
        }
        refused(case, &with(case, "misere", json!(true)), "misère");
        let rules = case.json["rules"].as_str().unwrap();
        for (from, to) in [
            ("k in 1..a:", "k in 2..a:"),
            ("k in 1..b:", "k in 1..b if k != 40:"),
            ("k in 1..a,", "k in 3..a,"),
            (": a -> a - k, b", ": a -> a - k - 1, b"),
            ("l in 1..b if", "l in 1..b if l != 9 and"),
            ("position a, b", "position a, b in 0..1000"),
            ("position a, b", "position a, b, c"),
            ("position a, b", "heaps a, b"),
        ] {
            refused(case, &with(case, "rules", json!(rules.replacen(from, to, 1))), to);
        }
        for line in ["win when a + b = 9", "block 1", "move if a = 5 and b = 90: a -> 4, b -> 0"] {
            refused(case, &with(case, "rules", json!(format!("{rules}{line}\n"))), line);
        }
    }
}

#[test]
fn wrong_runs_are_refused() {
    for case in &games::runs() {
        for key in ["near", "far"] {
            let right: Vec<i64> = serde_json::from_value(case.json[key].clone()).unwrap();
            for (at, by) in [(0, 1), (0, -1), (1, 1), (1, -1), (2, 1), (2, -1)] {
                let mut wrong = right.clone();
                wrong[at] += by;
                // What is added may be more without another value of the function.
                let same = (0..50).all(|m| {
                    let at = |f: &[i64]| (f[2] > 0).then(|| (f[0] * m + f[1]).div_euclid(f[2]));
                    at(&wrong) == at(&right)
                });
                if !same {
                    refused(case, &with(case, key, json!(wrong)), format_args!("{key} {wrong:?}"));
                }
            }
            refused(case, &with(case, key, json!([1, 2])), "two numbers");
            refused(case, &with(case, key, json!([i64::MAX, 0, 1])), "large");
            refused(case, &with(case, key, json!([-3, 0, -2])), "negative");
            refused(case, &with(case, key, json!([0, 5, 1])), "constant");
        }
        let lost: Vec<i64> = serde_json::from_value(case.json["lost"].clone()).unwrap();
        let (from, start) = (case.json["from"].as_i64().unwrap(), case.json["start"].as_i64().unwrap());
        // Too early, where the moves or the run are not yet as said; or in the midst of what is won.
        for wrong in [0, from - 1] {
            refused(case, &with(case, "from", json!(wrong)), format_args!("from {wrong}"));
        }
        refused(case, &with(case, "from", json!(start + 1)), "from behind the start");
        refused(case, &with(case, "from", json!(u64::MAX)), "from out of reach");
        for wrong in [start - 1, start + 1, 0, 1 << 40] {
            refused(case, &with(case, "start", json!(wrong)), format_args!("start {wrong}"));
        }
        let mut more = lost.clone();
        more.push(start - 1);
        refused(case, &with(case, "lost", json!(more)), "a won heap among the lost");
        if !lost.is_empty() {
            refused(case, &with(case, "lost", json!(lost[1..])), "a lost heap left out");
            refused(case, &with(case, "lost", json!([])), "no lost heaps");
        }
        refused(case, &with(case, "lost", json!([lost.clone(), vec![start]].concat())), "the run among them");
        let rules = case.json["rules"].as_str().unwrap();
        if !rules.contains("misere") {
            refused(case, &with(case, "misere", json!(true)), "the other ending");
        }
        for (from, to) in [
            ("if k >= 1", "if k >= 1 and k != 7"),
            ("if k >= 1", "if k >= 1 and n != 40"),
            ("n -> n - k", "n -> n - k - 1"),
            ("n -> n - k", "n -> n - k + 1"),
            ("position n", "position n in 0..1000"),
            ("position n", "position n, m"),
            ("position n", "heaps n"),
            ("k in ", "k in 1 + "),
        ] {
            refused(case, &with(case, "rules", json!(rules.replacen(from, to, 1))), to);
        }
        for more in ["win when n = 9", "block 1", "require n != 50", "move: n -> n - 1"] {
            refused(case, &with(case, "rules", json!(format!("{rules}{more}\n"))), more);
        }
    }
}

#[test]
fn wrong_rows_are_refused() {
    let (mut count, mut accepted) = (0, Vec::new());
    for case in &games::rows() {
        let mut no = |json: &Json, wrong: String| {
            count += 1;
            if verify(&json.to_string(), &Limits::default()).is_ok() {
                accepted.push(format!("{}: {wrong}", case.name));
            }
        };
        let number = |json: &Json| json.as_u64().unwrap();
        // What is said of the row.
        for (key, by) in [("period", 1), ("saltus", 1), ("from", 1)] {
            no(&with(case, key, json!(number(&case.json[key]) + by)), format!("{key} + {by}"));
        }
        no(&with(case, "period", json!(0)), "period 0".into());
        if number(&case.json["from"]) > 0 {
            no(&with(case, "from", json!(number(&case.json["from"]) - 1)), "from - 1".into());
        }
        // In Wythoff's game both numbers play the same part.
        if case.name.starts_with("even") {
            no(&with(case, "running", json!("b")), "running".into());
        }
        no(&with(case, "running", json!("c")), "no number".into());
        let other = if case.json["of"] == "values" { "outcomes" } else { "values" };
        no(&with(case, "of", json!(other)), format!("of {other}"));
        no(&with(case, "bound", json!(0)), "bound".into());
        no(&with(case, "rows", json!([])), "no rows".into());
        no(&with(case, "links", json!([])), "no links".into());
        for at in 0..case.json["prefix"].as_array().unwrap().len() {
            for wrong in [json!(number(&case.json["prefix"][at]) + 1), Json::Null] {
                let mut json = case.json.clone();
                json["prefix"][at] = wrong;
                no(&json, format!("prefix {at}"));
            }
        }
        let mut json = case.json.clone();
        json["prefix"].as_array_mut().unwrap().pop();
        no(&json, "short".into());
        // Each row.
        for row in 0..case.json["rows"].as_array().unwrap().len() {
            let mut json = case.json.clone();
            json["rows"].as_array_mut().unwrap().remove(row);
            no(&json, format!("row {row} missing"));
            for (key, to) in [("saltus", 1), ("begin", 0)] {
                let mut json = case.json.clone();
                json["rows"][row][key] =
                    json!(if key == "begin" { to } else { number(&json["rows"][row][key]) + to });
                no(&json, format!("row {row}: {key}"));
            }
            if number(&case.json["rows"][row]["from"]) > 0 {
                let mut json = case.json.clone();
                json["rows"][row]["from"] = json!(number(&json["rows"][row]["from"]) - 1);
                no(&json, format!("row {row}: from"));
            }
            if number(&case.json["rows"][row]["period"]) > 1 {
                let mut json = case.json.clone();
                json["rows"][row]["period"] = json!(number(&json["rows"][row]["period"]) + 1);
                no(&json, format!("row {row}: period"));
            }
        }
        // Each link.
        for link in 0..case.json["links"].as_array().unwrap().len() {
            let mut json = case.json.clone();
            json["links"].as_array_mut().unwrap().remove(link);
            no(&json, format!("link {link} missing"));
            let rays = !case.json["links"][link]["residues"].as_array().unwrap().is_empty();
            let changes = match rays {
                true => vec![
                    ("residues", json!([])),
                    ("modulus", json!(number(&case.json["links"][link]["modulus"]) + 1)),
                    ("start", json!(1)),
                    ("least", json!(0)),
                    ("places", json!([1, 2])),
                    ("residues", json!([7])),
                ],
                false => vec![
                    ("taken", json!([])),
                    ("taken", json!([1])),
                    ("residues", json!([0])),
                    ("places", json!([0])),
                    ("to", json!(number(&case.json["links"][link]["row"]) + 1)),
                    ("modulus", json!(0)),
                ],
            };
            for (key, value) in changes {
                let mut json = case.json.clone();
                json["links"][link][key] = value.clone();
                // In a row where all distances are reached, two places more say nothing new.
                let same = key == "places" && number(&case.json["links"][link]["modulus"]) == 1;
                if !(rays && same
                    || json == case.json
                    || (key, &value) == ("taken", &case.json["links"][link]["taken"]))
                {
                    no(&json, format!("link {link}: {key} {value}"));
                }
            }
        }
        // Other rules.
        let rules = case.json["rows"].as_array().map(|_| case.json["rules"].as_str().unwrap()).unwrap();
        for more in [
            "move: a -> a - 1, b -> b + 1\n",
            "require a != 9\n",
            "move: a -> a + 5, b -> 0\n",
            "win when a = 30\n",
        ] {
            no(&with(case, "rules", json!(format!("{rules}{more}"))), more.into());
        }
        no(&with(case, "rules", json!(rules.replacen("1..a", "2..a", 1))), "another range".into());
    }
    assert!(accepted.is_empty(), "{accepted:#?}");
    println!("{count} rows refused");
    assert!(count > 150, "{count}");
}

#[test]
fn wrong_periods_are_refused() {
    let mut dice = Rng::new(11);
    let mut count = 0;
    for case in &games::periods() {
        let number = |key: &str| case.json[key].as_u64().unwrap();
        let size = case.json["prefix"].as_array().unwrap().len();
        let mut mutants = vec![
            ("period", json!(number("period") + 1)),
            ("period", json!(number("period") - 1)),
            ("period", json!(0)),
            ("from", json!(number("from") + 1)),
            ("saltus", json!(1)),
            ("theorem", json!("none")),
        ];
        if number("from") > 0 {
            mutants.push(("from", json!(number("from") - 1)));
            mutants.push(("theorem", json!("window")));
        }
        for (key, value) in mutants {
            refused(case, &with(case, key, value.clone()), format_args!("{key} {value}"));
            count += 1;
        }
        for _ in 0..20 {
            let mut json = case.json.clone();
            let at = dice.index(size);
            json["prefix"][at] = json!(json["prefix"][at].as_u64().unwrap() ^ (1 + dice.index(3) as u64));
            refused(case, &json, format_args!("prefix {at}"));
            count += 1;
        }
        let mut json = case.json.clone();
        json["prefix"].as_array_mut().unwrap().pop();
        refused(case, &json, "short");
    }
    println!("{count} periods refused");
    // Rules that are no bounded code have no theorem here, whatever the file says.
    for rules in [
        "heaps n\nmove k in 1..n: n -> n - k\n",
        "heaps n\nmove k in {0, 1}: n -> n - k\n",
        "heaps n\nmove if n mod 2 = 0: n -> n - 1\nmove: n -> n - 2\n",
        "heaps n\nmove a in 1..n-1 if a != n - a: n -> a, n - a\n",
        "heaps n\nmove a in 1..n, b in 1..n, c in 1..n, d in 1..n if a + b + c + d < n: n -> a, b, c, d, n - a - b - c - d\n",
        "heaps n in 0..50\nmove k in 1..2: n -> n - k\n",
    ] {
        let text = json!({
            "bouton": "certificate", "version": 1, "kind": "period", "rules": rules,
            "prefix": vec![0; 100], "period": 1, "saltus": 0, "from": 0, "theorem": "take and break",
        })
        .to_string();
        let why = verify(&text, &Limits::default()).unwrap_err().why;
        assert!(matches!(why, Why::NoTheorem { .. }), "{rules}{why:?}");
    }
}

#[test]
fn wrong_strategies_are_refused() {
    let mut count = 0;
    for case in &games::positions() {
        let other = if case.json["outcome"] == "win" { "lose" } else { "win" };
        refused(case, &with(case, "outcome", json!(other)), "outcome");
        for (key, size) in ["answers", "lost"].map(|k| (k, case.json[k].as_array().unwrap().len())) {
            for at in 0..size {
                let mut json = case.json.clone();
                json[key].as_array_mut().unwrap().remove(at);
                refused(case, &json, format_args!("{key} {at} missing"));
                count += 1;
            }
        }
        for at in 0..case.json["answers"].as_array().unwrap().len() {
            let mut json = case.json.clone();
            // Staying where one is, is no answer.
            json["answers"][at][1] = json["answers"][at][0].clone();
            refused(case, &json, format_args!("answer {at}"));
            count += 1;
        }
    }
    println!("{count} strategies refused");
}
