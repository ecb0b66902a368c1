//! Certificates with one thing wrong are refused.
//!
//! A mutant of an automaton that is accepted must accept the same numbers: its smallest automaton over valid digits is
//! that of the original.

use crate::common::games;
use crate::common::{Auto, Digits, canonical};
use bouton_random::Rng;
use bouton_verify::{Limits, Why, verify};
use serde_json::{Value as Json, json};

fn digits(json: &Json) -> Digits {
    match (json["numeration"]["base"].as_u64(), json["numeration"]["quadratic"].as_u64()) {
        (Some(b), _) => Digits::Base(b),
        (_, t) => Digits::Quadratic(t.unwrap()),
    }
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
    let (mut refused, mut equivalent) = (0, 0);
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
            let mut json = case.json.clone();
            json["automaton"] = wrong.json();
            match verify(&json.to_string(), &Limits::default()) {
                Err(why) => {
                    assert!(!why.why.is_limit(), "{}: {why}", case.name);
                    refused += 1;
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
    println!("{refused} automata refused, {equivalent} equivalent");
    assert!(refused >= 400, "{refused}");
    assert!(equivalent * 20 <= refused + equivalent, "{equivalent} of {}", refused + equivalent);
}

#[test]
fn wrong_weights_are_refused() {
    for case in games::automatic_sets() {
        let mut json = case.json.clone();
        let count = json["weights"].as_array().unwrap().len();
        json["weights"] = json!(vec![0; count]);
        assert!(verify(&json.to_string(), &Limits::default()).is_err(), "{}: no weights", case.name);
        json["weights"] = json!(vec![1; count + 1]);
        assert!(verify(&json.to_string(), &Limits::default()).is_err(), "{}: one weight more", case.name);
        json["weights"] = json!(vec![-1; count]);
        assert!(verify(&json.to_string(), &Limits::default()).is_err(), "{}: negative weights", case.name);
    }
}

#[test]
fn wrong_numerations_and_games_are_refused() {
    for case in games::automatic_sets() {
        let mut json = case.json.clone();
        json["numeration"] =
            if json["numeration"]["base"] == 2 { json!({ "quadratic": 1 }) } else { json!({ "base": 2 }) };
        // Sets that only compare numbers, such as a = b, are said by the same automaton in every numeration.
        if ["bash base 2", "wythoff", "2-wythoff", "fibonacci nim", "king", "blocked wythoff"]
            .contains(&case.name)
        {
            assert!(verify(&json.to_string(), &Limits::default()).is_err(), "{}: numeration", case.name);
        }
        // Misère play and another block change the lost sets, except where nobody is ever without a move.
        let mut json = case.json.clone();
        json["misere"] = json!(json["misere"] != json!(true));
        if case.name != "wythoff, ended at 3" {
            assert!(verify(&json.to_string(), &Limits::default()).is_err(), "{}: misère", case.name);
        }
        let mut json = case.json.clone();
        let rules = json["rules"].as_str().unwrap().replace("block 1\n", "") + "block 2\n";
        json["rules"] = json!(rules);
        assert!(verify(&json.to_string(), &Limits::default()).is_err(), "{}: block", case.name);
    }
}

#[test]
fn wrong_periods_are_refused() {
    let mut dice = Rng::new(11);
    let mut refused = 0;
    for case in games::periods() {
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
            let mut json = case.json.clone();
            json[key] = value.clone();
            assert!(verify(&json.to_string(), &Limits::default()).is_err(), "{}: {key} {value}", case.name);
            refused += 1;
        }
        for _ in 0..20 {
            let mut json = case.json.clone();
            let at = dice.index(size);
            json["prefix"][at] = json!(json["prefix"][at].as_u64().unwrap() ^ (1 + dice.index(3) as u64));
            assert!(verify(&json.to_string(), &Limits::default()).is_err(), "{}: prefix {at}", case.name);
            refused += 1;
        }
        let mut json = case.json.clone();
        json["prefix"].as_array_mut().unwrap().pop();
        assert!(verify(&json.to_string(), &Limits::default()).is_err(), "{}: short", case.name);
    }
    println!("{refused} periods refused");
    // Rules that are no bounded code have no theorem here, whatever the file says.
    for rules in [
        "heaps n\nmove k in 1..n: n -> n - k\n",
        "heaps n\nmove k in {0, 1}: n -> n - k\n",
        "heaps n\nmove if n mod 2 = 0: n -> n - 1\nmove: n -> n - 2\n",
        "heaps n\nmove a in 1..n-1 if a != n - a: n -> a, n - a\n",
        "heaps n\nmove a in 1..n, b in 1..n-a: n -> a, b, n - a - b\n",
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
    let mut refused = 0;
    for case in games::positions() {
        let mut json = case.json.clone();
        json["outcome"] = if json["outcome"] == "win" { json!("lose") } else { json!("win") };
        assert!(verify(&json.to_string(), &Limits::default()).is_err(), "{}: outcome", case.name);
        for (key, size) in ["answers", "lost"].map(|k| (k, case.json[k].as_array().unwrap().len())) {
            for at in 0..size {
                let mut json = case.json.clone();
                json[key].as_array_mut().unwrap().remove(at);
                assert!(
                    verify(&json.to_string(), &Limits::default()).is_err(),
                    "{}: {key} {at} missing",
                    case.name
                );
                refused += 1;
            }
        }
        for at in 0..case.json["answers"].as_array().unwrap().len() {
            let mut json = case.json.clone();
            // Staying where one is, is no answer.
            json["answers"][at][1] = json["answers"][at][0].clone();
            assert!(verify(&json.to_string(), &Limits::default()).is_err(), "{}: answer {at}", case.name);
            refused += 1;
        }
    }
    println!("{refused} strategies refused");
}
