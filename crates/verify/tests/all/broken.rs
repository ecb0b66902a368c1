//! Files that are no certificates at all are refused, and nothing brings the checker down.

use crate::common::games;
use bouton_language::diagnostic::{Lang, Wording};
use bouton_verify::{Limits, Why, verify};
use serde_json::{Value as Json, json};

#[test]
fn broken_files_are_refused_with_their_place() {
    let right = games::periods().remove(0).json;
    let with = |key: &str, value: Json| {
        let mut json = right.clone();
        json[key] = value;
        json.to_string()
    };
    let without = |key: &str| {
        let mut json = right.clone();
        json.as_object_mut().unwrap().remove(key);
        json.to_string()
    };
    for (text, words) in [
        (String::new(), "This is not a JSON text: line 1, column 0."),
        ("{".into(), "This is not a JSON text: line 1, column 1."),
        ("[]".into(), "{}: Here should be an object."),
        ("{}".into(), "bouton: This key is missing."),
        (with("bouton", json!("poem")), "bouton: poem is not known here"),
        (with("version", json!(2)), "version: 2 is not known here"),
        (with("kind", json!("proof")), "kind: proof is not known here"),
        (without("rules"), "rules: This key is missing."),
        (with("rules", json!("heaps")), "rules: The rules cannot be used: rules:1"),
        (with("parameters", json!({ "m": 3 })), "parameters.m: m is not known here"),
        (with("parameters", json!({ "S": "{1, " })), "parameters.S: The rules cannot be used"),
        (with("parameters", json!({ "S": 3.5 })), "parameters.S: Here should be a number or a text."),
        (without("prefix"), "prefix: This key is missing."),
        (with("prefix", json!([0, -1])), "prefix[1]: Here should be a natural number."),
        (with("period", json!("many")), "period: Here should be a natural number."),
        (with("from", json!(u64::MAX)), "prefix: The prefix has 11 values; the theorem needs > 4194304."),
        (with("misere", json!("yes")), "misere: Here should be true or false."),
    ] {
        let refused = verify(&text, &Limits::default()).unwrap_err();
        assert!(refused.to_string().starts_with(words), "{refused}\n{words}");
        assert_ne!(refused.message(Lang::Zh), refused.message(Lang::En));
    }
}

#[test]
fn limits_stop_the_check() {
    let cases = games::automatic_sets();
    let text = cases.iter().find(|c| c.name == "2-wythoff").unwrap().json.to_string();
    let short = Limits { bytes: 100, ..Limits::default() };
    assert!(matches!(verify(&text, &short).unwrap_err().why, Why::TooLong { .. }));
    let few = Limits { states: 3, ..Limits::default() };
    assert!(matches!(verify(&text, &few).unwrap_err().why, Why::TooManyStates { most: 3 }));
    let little = Limits { work: 1000, ..Limits::default() };
    assert!(matches!(verify(&text, &little).unwrap_err().why, Why::TooMuchWork { most: 1000 }));
    let stopped = Limits { stop: &|| true, ..Limits::default() };
    assert!(matches!(verify(&text, &stopped).unwrap_err().why, Why::Interrupted));
}

/// Rules outside the arithmetic are refused, never misread.
#[test]
fn rules_outside_the_arithmetic_are_refused() {
    let auto = json!({ "start": 0, "accept": [0], "next": [[0, 0]] });
    for rules in [
        "position n\nmove k in 1..n: n -> n div (k + 1)\n",
        "position n\nmove k in squares: n -> n - k\n",
        "position n\nmove if n xor 1 > 2: n -> n - 1\n",
        "position n\nmove k in 1..n: n -> n - k\nscore\n",
        "position n\nmove k in 1..n: n -> n - k\ndraw when n = 3\n",
        "position n in -5..5\nmove: n -> n - 1\n",
        "position n\nmove k in 1..n: n -> n - k gain 1\nscore\n",
        "position n\nmove k in 1..n: n -> n - k again if k = 1\n",
        "heaps n\nmove a in 0..n-1: n -> a, n - 1 - a\n",
        "heaps n\nmove k in 1..n: n -> n - k\nmove if n = 2: n -> nothing\n",
        "players A, B\nposition n\nmove by A: n -> n - 1\nmove by B: n -> n - 2\n",
        "define f(n) = 0 if n = 0, f(n - 1) otherwise\nposition n\nmove if f(n) = 0: n -> n - 1\n",
        "define f(n) = f(n) + 1\nposition n\nmove if f(2) = 0: n -> n - 1\n",
        "position row n\nmove i in 1..|n|: n[i] -= 1\n",
    ] {
        let text = json!({
            "bouton": "certificate", "version": 1, "kind": "automatic set", "rules": rules, "coordinates": ["n"],
            "numeration": { "base": 2 }, "weights": [1], "automaton": auto,
        })
        .to_string();
        let refused = verify(&text, &Limits::default()).unwrap_err();
        assert!(matches!(refused.why, Why::Outside { .. } | Why::NeedsNumber { .. }), "{rules}{refused}");
    }
}

/// Bytes changed at random: any answer will do, as long as there is one, and soon.
#[test]
fn damaged_files_do_no_harm() {
    let mut random = bouton_random::Rng::new(3);
    let mut below = |n: usize| random.index(n);
    let mut cases = games::positions();
    cases.extend(games::periods());
    cases.extend(
        games::automatic_sets()
            .into_iter()
            .filter(|c| c.json["automaton"]["next"].as_array().unwrap().len() < 20),
    );
    for case in cases {
        let right = case.json.to_string().into_bytes();
        for _ in 0..60 {
            let mut bytes = right.clone();
            for _ in 0..=below(3) {
                let at = below(bytes.len());
                match below(4) {
                    0 => bytes[at] = b"0123456789{}[]\",.-nk:>"[below(22)],
                    1 => bytes.truncate(at.max(1)),
                    2 => bytes.insert(at, b"0123456789{}[]\",.-nk:>"[below(22)]),
                    _ => {
                        bytes.remove(at);
                    }
                }
                if bytes.is_empty() {
                    bytes.push(b'{');
                }
            }
            let limits = Limits { work: 3_000_000, ..Limits::default() };
            if let Err(refused) = verify(&String::from_utf8_lossy(&bytes), &limits) {
                assert!(!refused.to_string().is_empty());
            }
        }
    }
}

/// The value of 0 is that of nothing in a bag, where a number that becomes 0 is gone.
#[test]
fn nothing_stands_for_0_in_a_bag() {
    let bag = |domain: &str, from: u64, first: &[u64]| {
        let rules = format!("position bag a{domain}\nmove i in 1..|a|, k in 1..a[i]: a[i] -= k\n");
        let text = json!({
            "bouton": "certificate", "version": 1, "kind": "places", "rules": rules, "modulus": 1, "counting": [0],
            "from": "left", "most": 1, "values": { "from": from, "period": 1, "saltus": 1, "first": first }, "falls": "sum",
        });
        verify(&text.to_string(), &Limits::default()).map(|v| v.kind).map_err(|refused| refused.to_string())
    };
    assert_eq!(bag("", 0, &[0]), Ok("places"));
    assert_eq!(bag(" of 1..", 0, &[0]), Ok("places"));
    // Each move changes these values, and any smaller one can be had, but a single 1 would be lost.
    assert!(bag("", 2, &[1, 0, 2]).is_err());
    // The moves to 0 are there all the same.
    assert!(bag(" of 1..", 1, &[0, 0]).is_err());
    assert!(bag(" of 2..", 2, &[0, 0, 0]).is_err());
}
