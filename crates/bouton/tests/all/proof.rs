//! Theorems from rules alone: found, proved, in agreement with the solver, and accepted by the independent checker.

use crate::common::{NIM2, WYTHOFF, answer, game};
use bouton::language::ast::Verdict;
use bouton::language::diagnostic::Lang;
use bouton::proof::{Decided, Finding, Proof, ProveQuestion, RowFinding, prove, prove_row};
use bouton::{Budget, Game};
use serde_json::json;
use std::collections::BTreeSet;

fn finding(game: &Game) -> Finding {
    prove(&ProveQuestion::new(game.clone()), &Budget::unlimited()).unwrap()
}

fn proved(game: &Game, name: &str) -> Box<Proof> {
    match finding(game) {
        Finding::Proved(proof) => proof,
        Finding::Period(period) => panic!("{name}: only {:?}", period.period.claim()),
        Finding::Quotient(proof) => panic!("{name}: only {}", proof.claim()),
        Finding::TakeAway(proof) => panic!("{name}: only {:?}", proof.take),
        Finding::Words(proof) => {
            panic!("{name}: only a machine of {} states", proof.theorem.machine.states())
        }
        Finding::NoWords(search) => panic!("{name}: {:?}", search.why),
        Finding::Family(proof) => panic!("{name}: only {:?}", proof.claim()),
        Finding::Places(proof) => panic!("{name}: only {:?}", proof.places),
        Finding::Runs(proof) => panic!("{name}: only {:?}", proof.runs),
        Finding::NotFound(search) => panic!("{name}: {:?}", search.tried),
        Finding::Outside(reason) => panic!("{name}: {reason:?}"),
    }
}

/// The theorem that the independent checker reads in the certificate of a proof.
fn verified(proof: &Proof, name: &str) -> bouton_verify::Verified {
    let text = proof.certificate(false).unwrap().to_string();
    bouton_verify::verify(&text, &bouton_verify::Limits::default())
        .unwrap_or_else(|r| panic!("{name}: refused: {r:?}"))
}

const NIM3: &str =
    "position a, b, c; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..c: c -> c - k";

/// Rules without any claim, and a few positions to compare with the solver.
fn table() -> Vec<(String, Vec<&'static str>)> {
    let more = |rules: &str, line: &str| format!("{rules}; {line}");
    vec![
        (NIM2.into(), vec!["3 3", "3 4"]),
        (NIM3.into(), vec!["1 2 3", "3 4 5"]),
        (more(NIM2, "end misere"), vec!["1 0", "2 2", "1 1"]),
        (more(NIM3, "end misere"), vec!["1 1 1", "1 2 3"]),
        ("position n; move k in 1..3: n -> n - k".into(), vec!["8", "9"]),
        (WYTHOFF.into(), vec!["6 10", "6 9"]),
        (more(WYTHOFF, "lose when a + b <= 1"), vec!["1 0", "3 5"]),
        (more(WYTHOFF, "lose when a + b <= 4"), vec!["2 2", "6 9"]),
        ("position n, limit = max(n - 1, 0); move k in 1..min(n, limit): n -> n - k, limit -> 2*k".into(), vec!["13", "12"]),
        ("position n, limit = max(n - 1, 0); move k in 1..min(n, limit): n -> n - k, limit -> k".into(), vec!["8", "12"]),
        ("position row a[3]; move i in 1..3, k in 1..a[i]: a[i] -= k, a[i-1] += k when i > 1".into(), vec!["1 2 1", "1 2 3"]),
        ("position row a[3]; move b in below(a) if 1 <= count(b[j] != a[j] for j in 1..3) <= 2: a -> b".into(), vec!["1 1 1", "1 2 3"]),
        ("position x, y; move: x -> x - 1; move: y -> y - 1; move: x -> x - 1, y -> y - 1".into(), vec!["2 4", "3 4"]),
        ("position x, y; move d in {-1, 1}: x -> x - 2, y -> y + d; move d in {-1, 1}: x -> x + d, y -> y - 2".into(), vec!["1 1", "3 4"]),
        ("position n; move k in 1..n div 2: n -> n - k".into(), vec!["7", "8"]),
        ("position n; move k in 1..n shr 1: n -> n - k".into(), vec!["7", "8"]),
        ("position a, b; move i in 1..a shr 1: a -> a - (i shl 1), b -> b + i; move i in 1..b shr 1: b -> b - 2*i, a -> a + i".into(), vec!["2 1", "5 0"]),
        ("position a, b, pass = yes; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; \
          move if pass and a + b > 0: pass -> no".into(), vec!["1 2", "2 2"]),
        ("position a in 1.., b; require b <= a; move c in 1..a-1: a -> c, b -> min(b, c); move c in 0..b-1: b -> c".into(), vec!["4 3", "5 5"]),
        ("position a, b; move i in 1..a div 2: a -> a - 2*i, b -> b + i; move i in 1..b div 2: b -> b - 2*i, a -> a + i".into(), vec!["2 1", "5 0"]),
    ]
}

#[test]
fn rules_alone() {
    for (rules, positions) in table() {
        let game = game(&rules);
        let proof = proved(&game, &rules);
        for typed in positions {
            let position = game.position(typed).unwrap();
            let at = proof
                .at(&position, 500, &Budget::unlimited())
                .unwrap()
                .unwrap_or_else(|| panic!("{rules} {typed}"));
            let answer = answer(&game, typed);
            assert_eq!(at.lost, answer.outcome == Some(Verdict::Lose), "{rules} {typed}");
            // All winning moves, as they are typed.
            let mut found: Vec<&str> = at.winning.iter().map(|w| w.to.as_str()).collect();
            let mut wanted: Vec<&str> = answer.winning_moves.iter().map(|m| m.to.as_str()).collect();
            for list in [&mut found, &mut wanted] {
                list.sort_unstable();
                list.dedup();
            }
            assert!(at.complete, "{rules} {typed}");
            assert_eq!(found, wanted, "{rules} {typed}");
            for large in &at.winning {
                let (line, choices) =
                    large.typed.as_ref().unwrap_or_else(|| panic!("{rules} {typed}: {large:?}"));
                let made = game.interp().apply(&position.parts[0], *line, choices, Default::default());
                assert_eq!(made.unwrap().unwrap().parts, large.left, "{rules} {typed}");
            }
        }
        verified(&proof, &rules);
        assert!(proof.svg().contains("</svg>") && proof.dot().starts_with("digraph"));
    }
}

/// Take-away with memory of any size: who wins, by which moves, in agreement with the solver; the checker accepts it.
#[test]
fn take_away() {
    let schwenk = Game::library("schwenk").unwrap();
    let with = |limit: &str| {
        game(&format!("position n, limit; move k in 1..min(n, limit): n -> n - k, limit -> {limit}"))
    };
    for (name, game) in [("schwenk", schwenk.clone()), ("4*k", with("4*k")), ("2*k + 1", with("2*k + 1"))] {
        let found = finding(&game);
        let Finding::TakeAway(proof) = &found else { panic!("{name}") };
        let text = proof.certificate().to_string();
        let verified = bouton_verify::verify(&text, &bouton_verify::Limits::default()).unwrap();
        assert_eq!(verified.kind, "take-away");
        assert_ne!(proof.theorem(Lang::En), proof.theorem(Lang::Zh));
        for typed in ["11 limit=10", "12 limit=11", "29 limit=3", "30 limit=1", "0 limit=4", "7 limit=0"] {
            let position = game.position(typed).unwrap();
            let at = found.at(&position, 100, &Budget::unlimited()).unwrap().unwrap();
            let right = answer(&game, typed);
            assert_eq!(at.lost, right.outcome == Some(Verdict::Lose), "{name} {typed}");
            assert_eq!(at.winning.len(), right.winning_moves.len(), "{name} {typed}");
            assert!(at.complete, "{name} {typed}");
        }
        // A heap that no engine reaches.
        let far = game.position("1000000000000000000000 limit=999999999999999999999").unwrap();
        let at = found.at(&far, 1, &Budget::unlimited()).unwrap().unwrap();
        assert!(!at.lost && at.winning.len() == 1 && at.winning[0].typed.is_some(), "{name}");
    }
}

/// Fraenkel's pairs of any size: who wins, by which moves, in agreement with the solver; the checker accepts it.
#[test]
fn pairs() {
    for (s, t) in [(2, 1), (3, 2)] {
        let near = format!("k < {s}*l + {t} and l < {s}*k + {t}");
        let game = game(&format!(
            "position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..a, l in 1..b if {near}: a -> a - k, b -> b - l"
        ));
        let found = finding(&game);
        let Finding::Proved(proof) = &found else { panic!("{s} {t}") };
        verified(proof, "pairs");
        for typed in ["0 0", "1 3", "1 5", "5 1", "7 7", "9 30", "17 40", "25 8"] {
            let position = game.position(typed).unwrap();
            let at = found.at(&position, 100, &Budget::unlimited()).unwrap().unwrap();
            let right = answer(&game, typed);
            assert_eq!(at.lost, right.outcome == Some(Verdict::Lose), "{s} {t} {typed}");
            let mut made: Vec<&str> = at.winning.iter().map(|w| w.to.as_str()).collect();
            let mut wanted: Vec<&str> = right.winning_moves.iter().map(|m| m.to.as_str()).collect();
            made.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(made, wanted, "{s} {t} {typed}");
            assert!(at.complete, "{s} {t} {typed}");
        }
        let far = game.position("1000000000000000000000 1000000000000000000001").unwrap();
        let at = found.at(&far, 1, &Budget::unlimited()).unwrap().unwrap();
        assert!(!at.lost && !at.complete && at.winning.len() == 1, "{s} {t}");
        assert!(at.winning[0].typed.is_some(), "{s} {t}");
    }
}

/// Runs of lost heaps of any size: who wins, by which moves, in agreement with the solver; the checker accepts it.
#[test]
fn runs_of_lost_heaps() {
    let rows = [
        ("position n; move k in 1..n div 3: n -> n - k", "is one of 0, 1, 2, 4, 7, 11, "),
        (
            "position n; move k in 2..n div 3: n -> n - k",
            "one of 0, 1, 2, 3, 4, 5, or in one of the runs 8..9, 14..15, ",
        ),
        ("position n; move k in 2..n div 3: n -> n - k; end misere", "is in one of the runs 6..7, 11..12, "),
        (
            "position n; move k in n div 5..n div 2 if k >= 1: n -> n - k",
            "one of the runs 7, 15..17, 35..42, ",
        ),
    ];
    for (rules, says) in rows {
        let game = game(rules);
        let found = finding(&game);
        let Finding::Runs(proof) = &found else { panic!("{rules}") };
        assert!(proof.theorem(Lang::En).contains(says), "{rules}: {}", proof.theorem(Lang::En));
        assert_ne!(proof.theorem(Lang::En), proof.theorem(Lang::Zh));
        let text = proof.certificate(false).to_string();
        let verified = bouton_verify::verify(&text, &bouton_verify::Limits::default()).unwrap();
        assert_eq!(verified.kind, "runs");
        for n in (0..60).chain([150, 151, 152, 200]) {
            let typed = n.to_string();
            let position = game.position(&typed).unwrap();
            let at = found.at(&position, 100, &Budget::unlimited()).unwrap().unwrap();
            let right = answer(&game, &typed);
            assert_eq!(at.lost, right.outcome == Some(Verdict::Lose), "{rules} {n}");
            assert_eq!(at.winning.len(), right.winning_moves.len(), "{rules} {n}");
            assert!(at.complete, "{rules} {n}");
        }
        // A heap that no engine reaches.
        let far = game.position("1000000000000000000000").unwrap();
        let at = found.at(&far, 1, &Budget::unlimited()).unwrap().unwrap();
        assert!(at.lost || at.winning.len() == 1 && at.winning[0].typed.is_some(), "{rules}");
    }
}

/// Rows, bags and heaps of any number: who wins, by which moves, in agreement with the solver; the checker accepts it, and none of many changes.
#[test]
fn rows_and_heaps_of_any_number() {
    let rows = [
        (
            "staircase",
            "xor of the numbers at odd places is 0",
            "lose iff xor(a[j] for j in 1..|a| if j mod 2 = 1) = 0",
        ),
        (
            "nim-misere",
            "number of ones is odd",
            "lose iff xor(h for h in heaps) = (1 if all(h <= 1 for h in heaps), 0 otherwise)",
        ),
        ("moore", "multiple of 3 of the heaps", ""),
        (
            "heaps n; octal 0.3; end misere",
            "number of ones is odd",
            "lose iff xor(h mod 2 for h in heaps) = (1 if all(h mod 2 <= 1 for h in heaps), 0 otherwise)",
        ),
        (
            "position row a; move i in 1..|a|-1, k in 1..min(a[i], 3): a[i] -= k, a[i+1] += k; end misere",
            "from the right modulo 4 is 0",
            "lose iff xor(a[j] mod 4 for j in 1..|a| if (|a| + 1 - j) mod 2 = 0) = (1 if all(a[j] mod 4 <= 1 for j in 1..|a| if (|a| + 1 - j) mod 2 = 0), 0 otherwise)",
        ),
        ("position bag a; move i in 1..|a|, k in 1..a[i] if k != 2: a[i] -= k", "v(n + 4) = v(n) + 2", ""),
    ];
    for (rules, says, formula) in rows {
        let game = game(rules);
        let found = finding(&game);
        let Finding::Places(proof) = &found else { panic!("{rules}") };
        assert!(proof.theorem(Lang::En).contains(says), "{rules}: {}", proof.theorem(Lang::En));
        assert!(
            formula.is_empty() || proof.formula().as_deref() == Some(formula),
            "{rules}: {:?}",
            proof.formula()
        );
        assert_ne!(proof.theorem(Lang::En), proof.theorem(Lang::Zh));
        if let Some(claim) = proof.formula() {
            // The formula is a claim that the theorem proves.
            let with =
                game.with_claim(&format!("claim {claim}"), &bouton::game::Folder { base: None }).unwrap();
            let proved = finding(&with).claims().last().map(|c| format!("{:?}", c.decided));
            assert!(
                proved.as_ref().is_some_and(|d| d == "Proved" || claim.contains("|a| + 1")),
                "{rules}: {proved:?}"
            );
        }
        let certificate = proof.certificate(false);
        let folder = bouton::Folder { base: None };
        let limits = bouton_verify::Limits { loader: &folder, ..bouton_verify::Limits::default() };
        let verify = |c: &serde_json::Value| bouton_verify::verify(&c.to_string(), &limits);
        assert_eq!(verify(&certificate).map(|v| v.kind), Ok("places"), "{rules}");
        let change = |f: &dyn Fn(&mut serde_json::Value)| {
            let mut changed = certificate.clone();
            f(&mut changed);
            assert!(changed == certificate || verify(&changed).is_err(), "{rules}: {changed}");
        };
        change(&|c| c["most"] = json!(certificate["most"].as_u64().unwrap() + 1));
        change(&|c| c["values"]["saltus"] = json!(certificate["values"]["saltus"].as_u64().unwrap() + 1));
        change(&|c| c["values"]["first"][0] = json!(3));
        change(&|c| c["values"]["period"] = json!(certificate["values"]["period"].as_u64().unwrap() + 1));
        change(&|c| c["counting"] = json!([]));
        change(&|c| (c["modulus"], c["counting"]) = (json!(3), json!([1])));
        change(&|c| {
            (c["modulus"], c["counting"]) =
                (json!(2), json!([1 - certificate["counting"][0].as_u64().unwrap().min(1)]))
        });
        change(&|c| c["rules"] = json!("position row a; move i in 1..|a|, k in 1..i: a[i] -= k"));
        for typed in ["1", "2 1 3", "4 4", "3 1 2 2", "1 1 1", "5 2 3 1", "7", "2 2 2", "1 0 1 1"] {
            let heaps = rules == "nim-misere" || rules.starts_with("heaps");
            let typed = if heaps { typed.replace(" 0", "") } else { typed.to_string() };
            let position = game.position(&typed).unwrap();
            let at = found.at(&position, 100, &Budget::unlimited()).unwrap().unwrap();
            let right = answer(&game, &typed);
            assert_eq!(at.lost, right.outcome == Some(Verdict::Lose), "{rules} {typed}");
            let moves: BTreeSet<String> = at.winning.iter().map(|w| w.to.clone()).collect();
            let all: BTreeSet<String> = right.winning_moves.iter().map(|m| m.to.clone()).collect();
            assert!(
                if at.complete { moves == all } else { moves.is_subset(&all) },
                "{rules} {typed}: {moves:?} {all:?}"
            );
            assert!(at.complete || rules == "moore", "{rules} {typed}: {:?}", at.winning);
            assert_eq!(moves.is_empty(), all.is_empty(), "{rules} {typed}");
            assert!(at.winning.iter().all(|w| w.typed.is_some()), "{rules} {typed}");
        }
        // Numbers that no engine reaches.
        let far = game.position("1000000000000000000000 77 12345678901234567890").unwrap();
        let at = found.at(&far, 1, &Budget::unlimited()).unwrap().unwrap();
        assert!(at.lost || at.winning.len() == 1 && at.winning[0].typed.is_some(), "{rules}");
    }
}

#[test]
fn values_of_heaps() {
    for name in ["lasker", "bash", "subtract", "mark"] {
        let game = game(name);
        let proof = proved(&game, name);
        assert!(proof.values(), "{name}");
        for typed in ["5", "12", "3 4", "7 8 9"] {
            let position = game.position(typed).unwrap();
            let at = proof.at(&position, 5, &Budget::unlimited()).unwrap().unwrap();
            let grundy = answer(&game, typed).grundy.map(|g| g.to_string());
            assert_eq!(at.grundy.map(|g| g.to_string()), grundy, "{name} {typed}");
        }
        verified(&proof, name);
    }
    // g(2n+1) = g(n) needs all digits of n, but one heap alone is lost exactly at 0, 1, 3, 7, 15 …
    let alone = proved(&game("half-nim"), "half-nim");
    assert!(alone.alone && !alone.values());
    for n in 0..40u64 {
        assert_eq!(alone.theorem.dfa.contains_small(&[n]), (n + 1).is_power_of_two(), "{n}");
    }
    // What is said of a heap on its own has a certificate too.
    let rows = [
        ("half-nim", "lose iff n + 1 in powers2"),
        ("heaps n; move k in {2, 4}: n -> n - k; move if n >= 1: n -> n div 3; end misere", ""),
    ];
    for (rules, formula) in rows {
        let proof = proved(&game(rules), rules);
        assert!(
            proof.alone && (formula.is_empty() || proof.formula.as_deref() == Some(formula)),
            "{rules}: {:?}",
            proof.formula
        );
        assert!(verified(&proof, rules).en.contains("a single heap"), "{rules}");
    }
}

#[test]
fn claims_are_decided() {
    const NIM: &str = "heaps n; move k in 1..n: n -> n - k";
    const LASKER: &str = "heaps n; move k in 1..n: n -> n - k; move k in 1..n-1: n -> k, n - k; \
                          define g(n) = 0 if n = 0, n - 1 if n mod 4 = 0, n + 1 if n mod 4 = 3, n otherwise";
    const ROOK: &str = "position x, y; move k in 1..x: x -> x - k; move k in 1..y: y -> y - k";
    const HALF: &str = "heaps n; move k in 1..n div 2: n -> n - k; \
                        define g(n) = 0 if n = 0, n div 2 if n mod 2 = 0, g(n div 2) otherwise; \
                        define h(n) = 0 if n = 0, n div 2 if n mod 2 = 0, h(n - 1) otherwise";
    const MARK: &str = "heaps n; move if n > 0: n -> n - 1; move if n > 0: n -> n div 2; \
                        define twos(n) = 0 if n mod 2 = 1, 1 + twos(n div 2) otherwise";
    const IMARK: &str = "heaps n; move if n > 0: n -> n - 1; move if n > 0 and n mod 2 = 0: n -> n div 2; \
                         define g(n) = n mod 2 if n <= 3, 2 if n = 4, 0 if n mod 2 = 1, \
                         (2 if g(n div 2) = 1, 1 otherwise) otherwise; \
                         define h(n) = n mod 2 if n <= 3, 0 if n mod 2 = 1, (2 if h(n div 2) = 1, 1 otherwise) otherwise";
    let table: [(&str, &str, &str); 34] = [
        // Definitions that call themselves: by their graphs, or by a window that slides.
        (IMARK, "grundy = g(n)", "PROVED"),
        (IMARK, "grundy = h(n)", "FALSE"),
        (IMARK, "lose iff xor(g(x) for x in heaps) = 0", "PROVED"),
        (MARK, "lose iff n = 0 or twos(n) mod 2 = 1", "PROVED"),
        (MARK, "lose iff twos(n) mod 2 = 1", "FALSE"),
        (MARK, "lose iff n = 0 or twos(n) mod 2 = 0", "FALSE"),
        (MARK, "lose iff n = 0 or twos(n) = 1", "?"),
        (HALF, "grundy = g(n)", "PROVED"),
        (HALF, "grundy = h(n)", "?"),
        (HALF, "lose iff n + 1 in powers2", "PROVED"),
        (WYTHOFF, "lose iff min(a, b) = floor(phi * abs(a - b))", "PROVED"),
        (WYTHOFF, "lose iff min(a, b) = floor(phi * |a - b|) and a < 30", "FALSE"),
        (WYTHOFF, "win iff min(a, b) != floor(phi * |a - b|)", "PROVED"),
        (WYTHOFF, "lose iff a = b", "FALSE"),
        (NIM2, "lose iff a xor b = 0", "PROVED"),
        (NIM2, "lose iff a bor b = a band b", "PROVED"),
        (NIM3, "lose iff (a bor b) - (a band b) = c", "PROVED"),
        (NIM2, "lose iff a band b = 0", "FALSE"),
        (NIM3, "lose iff xor(a, b, c) = 0", "PROVED"),
        (NIM3, "lose iff a xor b = c", "PROVED"),
        (NIM2, "lose iff a = b for a in 0..10", "PROVED"),
        ("heaps n; move k in 1..3: n -> n - k", "grundy = n mod 4", "PROVED"),
        ("heaps n; move k in 1..3: n -> n - k", "grundy = n mod 5", "FALSE"),
        ("heaps n; move k in 1..3: n -> n - k", "lose iff n mod 4 = 0", "PROVED"),
        ("heaps n; octal 0.77", "period 12 from 71", "PROVED"),
        // Sums of any number of heaps, by Sprague and Grundy.
        (NIM, "lose iff xor(heaps) = 0", "PROVED"),
        (NIM, "win iff 0 != xor(h for h in heaps)", "PROVED"),
        (NIM, "lose iff xor(h + 1 for h in heaps) = 0", "?"),
        (NIM, "lose iff xor(h for h in heaps if h > 1) = 0", "?"),
        (LASKER, "lose iff xor(g(h) for h in heaps) = 0", "PROVED"),
        (LASKER, "lose iff xor(heaps) = 0", "?"),
        // Values of positions of several numbers.
        (ROOK, "grundy = x xor y", "PROVED"),
        (ROOK, "grundy = x + y", "?"),
        (WYTHOFF, "grundy = a xor b", "?"),
    ];
    for (rules, claim, word) in table {
        let game = game(&format!("{rules}; claim {claim}"));
        let proof = proved(&game, rules);
        assert_eq!(proof.claims[0].word(Lang::En), word, "{rules}: {claim}: {:?}", proof.claims[0].decided);
    }
    let false_period = game("heaps n; octal 0.77; claim period 12 from 70");
    let Decided::False { position, .. } = &proved(&false_period, "kayles").claims[0].decided else {
        panic!()
    };
    assert_eq!(position[0], 82u8.into());
    let fibonacci = "position n, limit = max(n - 1, 0); move k in 1..min(n, limit): n -> n - k, limit -> 2*k; \
                     claim lose iff n = 0 or n in fibonacci";
    assert_eq!(proved(&game(fibonacci), "fibonacci").claims[0].word(Lang::En), "PROVED");
}

#[test]
fn honest_failures() {
    let chomp = "position a in 1.., b, c; require c <= b and b <= a; move k in 1..a-1: a -> k, b -> min(b, k), c -> min(c, k); \
                 move k in 0..b-1: b -> k, c -> min(c, k); move k in 0..c-1: c -> k";
    for name in [chomp, "grundys-game"] {
        // Looks, of which a search takes one in some thousand steps.
        let limited = Budget::unlimited().fuse(3000);
        let asked = ProveQuestion::new(game(name));
        match prove(&asked, &limited).unwrap() {
            Finding::NotFound(search) => assert!(!search.tried.is_empty(), "{name}"),
            _ => panic!("{name}"),
        }
    }
    for name in ["dim", "boxes", "tictactoe", "greedy-nim"] {
        assert!(matches!(finding(&game(name)), Finding::Outside(_)), "{name}");
    }
}

/// Rules that treat players differently: endings for one of them, moves of one of them, conditions on who moves.
#[test]
fn players_who_differ() {
    let rows = [
        "players Left, Right; position n; move k in 1..2: n -> n - k; lose Right when n = 1; end Left wins",
        "players Left, Right; position n; move k in 1..3: n -> n - k; win Left when n mod 5 = 2; end Right wins",
        "players Left, Right; position a, b; move by Left k in 1..2: a -> a - k; move by Right k in 1..2: b -> b - k; \
         move both if a >= 1 and b >= 1: a -> a - 1, b -> b - 1",
        "players Left, Right; position n; move take k in 1..mover + 1: n -> n - k",
        "players Left, Right; position n; move k in 1..3 if k != opponent: n -> n - k; end misere",
    ];
    for rules in rows {
        let game = game(rules);
        let proof = proved(&game, rules);
        assert!(proof.certificate(false).is_none(), "{rules}");
        let wide = game.rules().shape.fields.len() == 2;
        for n in 0..if wide { 49 } else { 30 } {
            let typed = if wide { format!("{} {}", n % 7, n / 7) } else { n.to_string() };
            let position = game.position(&typed).unwrap();
            let at = proof.at(&position, 100, &Budget::unlimited()).unwrap().unwrap();
            let answer = answer(&game, &typed);
            assert_eq!(at.lost, answer.outcome == Some(Verdict::Lose), "{rules} {typed}");
            let mut found: Vec<String> = at.winning.iter().filter_map(|w| w.notation.clone()).collect();
            let mut wanted: Vec<String> = answer.winning_moves.iter().map(|m| m.notation.clone()).collect();
            found.sort();
            wanted.sort();
            assert_eq!((found, at.complete), (wanted, true), "{rules} {typed}");
        }
    }
    // What is said of each player, and claims, which speak of the first.
    let rules = "players Left, Right; position n; move k in 1..2: n -> n - k; end Left wins; win Right when n = 3; \
                 claim lose iff n = 3 or n >= 3 and n mod 3 = 1";
    let proof = proved(&game(rules), rules);
    let said = proof.theorem(Lang::En);
    assert!(
        said.contains("is lost for Left to move exactly when") && said.contains("and for Right to move"),
        "{said}"
    );
    assert!(
        matches!(proof.claims.as_slice(), [claim] if matches!(claim.decided, Decided::Proved | Decided::False { .. }))
    );
    for n in 0..20 {
        let lost = answer(&proof.game, &n.to_string()).outcome == Some(Verdict::Lose);
        assert_eq!(proof.theorem.dfa.contains_small(&[n]), lost, "{n}");
    }
}

/// Rows of games of the library and of rules of chance: certificates are accepted, values are those of the solver.
#[test]
fn rows() {
    let library = |name: &str| Game::library(name).unwrap();
    let mut asked = vec![
        (library("wythoff"), "b", 3, true),
        (library("wythoff"), "a", 2, false),
        (library("chomp-two-rows"), "b", 4, false),
        (
            game("position a, b; end misere; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k"),
            "b",
            2,
            false,
        ),
        (game("position a, b; move k in 1..a: a -> a - 2*k; move: a -> a - 1, b -> b - 1"), "b", 2, true),
        (
            game("position a, ready = yes; move k in 1..2: a -> a - k; move if ready: ready -> no"),
            "ready",
            1,
            true,
        ),
    ];
    for seed in 0..12u64 {
        let mut random = bouton::rng::Rng::new(seed);
        let moves = (0..3).map(|i| match (i + random.index(5)) % 5 {
            0 => "move k in 1..a: a -> a - k".to_string(),
            1 => "move k in 1..b: b -> b - k".to_string(),
            2 => "move k in 2..a: a -> a - k, b -> b - 1".to_string(),
            3 => "move k in 1..min(a, b): a -> a - k, b -> b - k".to_string(),
            _ => format!("move: a -> a - {}, b -> b - {}", 1 + random.below(3), random.below(2)),
        });
        let text = format!("position a, b; {}", moves.collect::<Vec<_>>().join("; "));
        asked.push((game(&text), "b", 2, seed % 2 == 0));
    }
    let mut open = 0;
    for (game, name, n, values) in asked {
        let title = format!("{} {name} = {n}", game.title());
        let found = prove_row(&game, &[(name.to_string(), n)], values, &Budget::unlimited()).unwrap();
        let RowFinding::Proved(proof) = &found else {
            assert!(found.open(&game, Lang::En).is_some(), "{title}");
            open += 1;
            continue;
        };
        assert_ne!(proof.theorem(Lang::En), proof.theorem(Lang::Zh));
        let misere = false;
        let text = proof.certificate(misere).to_string();
        let verified = bouton_verify::verify(&text, &bouton_verify::Limits::default());
        assert_eq!(verified.unwrap_or_else(|r| panic!("{title}: {r}\n{text}")).kind, "row");
    }
    assert!(open <= 2, "{open} rows are open");
    for wrong in [vec![("c", 1)], vec![("a", 1), ("b", 2)], vec![]] {
        let wrong: Vec<(String, u64)> = wrong.into_iter().map(|(n, v)| (n.to_string(), v)).collect();
        assert!(prove_row(&library("wythoff"), &wrong, true, &Budget::unlimited()).is_err());
    }
}

/// A parameter as a number of the position: the game is the same for each of its values.
#[test]
fn a_parameter_becomes_a_number() {
    let rows = [
        ("bash", "m", [("5", "({} 5)"), ("4 7", "({} 4) ({} 7)"), ("12", "({} 12)")]),
        ("kayles-k", "m", [("5", "({} 5)"), ("2 3", "({} 2) ({} 3)"), ("7", "({} 7)")]),
        ("sum-to-100", "most", [("98", "{} 98"), ("93", "{} 93"), ("89", "{} 89")]),
        ("strange", "c", [("5 2", "{} 5 2"), ("7 7", "{} 7 7"), ("6 1", "{} 6 1")]),
    ];
    // The parameter in a definition that calls another, beside locals of its own.
    const STRANGE: &str = "param c in 1.. = 2; define near(x, y) = |x - y| < c; define can(x, y) = any(near(x, y + i) for i in 0..c); \
                           position a in c..20, b; move k in 1..a if can(a, b): a -> a - k; move k in 1..min(b, c): b -> b - k";
    for (name, param, positions) in rows {
        let game = game(if name == "strange" { STRANGE } else { name });
        let general = game.for_all(&[param.to_string()]).unwrap();
        for value in 1..4 {
            let fixed = game.set(param, &value.to_string(), &bouton::Folder { base: None }).unwrap();
            for (typed, with) in positions {
                let [one, other] =
                    [answer(&fixed, typed), answer(&general, &with.replace("{}", &value.to_string()))];
                assert_eq!(one.outcome, other.outcome, "{name} {value}: {typed}");
                assert_eq!(one.grundy, other.grundy, "{name} {value}: {typed}");
                assert_eq!(one.winning_moves.len(), other.winning_moves.len(), "{name} {value}: {typed}");
            }
        }
    }
    for (name, params) in [("bash", "q"), ("kotzig", "S"), ("stair", "m")] {
        let game = game(if name == "stair" {
            "param m = 2; param k = m + 1; heaps n; move i in 1..k: n -> n - i"
        } else {
            name
        });
        assert!(game.for_all(&[params.to_string()]).is_err(), "{name}");
    }
}

/// Theorems for all values of a parameter, and certificates that the checker accepts; a wrong claim is not proved.
#[test]
fn for_all_values() {
    const TWO: &str = "param m in 1.. = 1; position a, b; require a >= m and b >= m; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; claim lose iff a = b";
    let rows = [
        ("bash", "m", "m in 1.., and all positions: the Grundy value is as claimed, grundy = n mod (m + 1)"),
        (
            "param most in 1.. = 3; position left; move k in 1..most: left -> left - k; claim win iff left mod (1 + most) != 0",
            "most",
            "win iff left mod (1 + most) != 0",
        ),
        ("sum-to-100", "goal,most", "lose iff (goal - said) mod (most + 1) = 0"),
        (TWO, "m", "exactly when a xor b = 0"),
        (
            "param m in 1.. = 3; heaps n; move k in 1..m: n -> n - k; end misere; claim lose iff n mod (m + 1) = 1",
            "m",
            "alone, a heap is lost as claimed",
        ),
        (
            "param m in 2.. = 3; position n; move k in {1, m}: n -> n - k; claim lose iff n mod (m + 1) = 0",
            "m",
            "",
        ),
        ("param m in 1.. = 3; heaps n; move k in 1..m: n -> n - k; claim grundy = n mod (m + 2)", "m", ""),
        ("param m = 3; heaps n; move k in 1..m: n -> n - k; claim grundy = n mod m", "m", ""),
        (
            "param m in 1.. = 3; heaps n; move k in 1..m: n -> n - k; claim grundy = (n mod (m + 1) if n > 4, 0 otherwise)",
            "m",
            "",
        ),
    ];
    for (rules, params, says) in rows {
        let names: Vec<String> = params.split(',').map(String::from).collect();
        let general = game(rules).for_all(&names).unwrap();
        // What is not proved is searched for long.
        let budget = if says.is_empty() { Budget::unlimited().fuse(400) } else { Budget::unlimited() };
        let found = match prove(&ProveQuestion::new(general.clone()), &budget) {
            Err(_) if says.is_empty() => continue,
            found => found.unwrap(),
        };
        let claim = match &found {
            Finding::Family(proof) => proof.theorem(Lang::En),
            Finding::Proved(proof) => proof.theorem(Lang::En),
            _ => String::new(),
        };
        if says.is_empty() {
            assert!(!matches!(found, Finding::Family(_)), "{rules}: {claim}");
            continue;
        }
        assert!(claim.contains(says), "{rules}: {claim}");
        let certificate = found.certificate(None, false, Lang::En).unwrap();
        let verify =
            |c: &serde_json::Value| bouton_verify::verify(&c.to_string(), &bouton_verify::Limits::default());
        verify(&certificate).unwrap_or_else(|why| panic!("{rules}: {why}"));
        for (from, to) in [
            ("(m + 1)", "(m + 2)"),
            ("in 1..m", "in 1..m + 1"),
            ("(1 + most)", "most"),
            ("(most + 1)", "(most + 2)"),
            ("1..a", "2..a"),
        ] {
            let mut changed = certificate.clone();
            changed["rules"] = json!(certificate["rules"].as_str().unwrap().replace(from, to));
            assert!(changed == certificate || verify(&changed).is_err(), "{rules}: {to}");
        }
        let mut changed = certificate.clone();
        changed["for_all"] = json!([]);
        assert!(verify(&changed).is_err(), "{rules}");
    }
}

/// Numbers that no condition connects, in numerations of their own: in agreement with the solver, with all winning moves; the checker
/// accepts it and refuses what is changed.
#[test]
fn numerations_of_their_own() {
    const WYTHOFF_OR_HALF: &str = "position a, b, n; \
        move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..min(a, b): a -> a - k, b -> b - k; \
        move m in 1..n div 2: n -> n - m; move k in 1..a, m in 1..n div 2: a -> a - k, n -> n - m; \
        move k in 1..b, m in 1..n div 2: b -> b - k, n -> n - m; \
        move k in 1..min(a, b), m in 1..n div 2: a -> a - k, b -> b - k, n -> n - m";
    const FIBONACCI_OR_HALF: &str = "position n, limit, h; move k in 1..min(n, limit): n -> n - k, limit -> 2*k; \
        move m in 1..h div 2: h -> h - m; \
        move k in 1..min(n, limit), m in 1..h div 2: n -> n - k, limit -> 2*k, h -> h - m";
    const THIRD_OR_HALF: &str = "position n, h; move k in 1..n - (n + 2) div 3: n -> n - k; move m in 1..h div 2: h -> h - m; \
        move k in 1..n - (n + 2) div 3, m in 1..h div 2: n -> n - k, h -> h - m";
    const THIRD_THEN_HALF: &str = "position n, h; move k in 1..n - (n + 2) div 3: n -> n - k; \
        move m in 1..h div 2 if n <= 4: h -> h - m";
    let rows: [(&str, [&str; 4]); 4] = [
        (WYTHOFF_OR_HALF, ["1 2 3", "6 10 7", "6 10 8", "5 5 1"]),
        (FIBONACCI_OR_HALF, ["8 7 3", "8 7 4", "7 1 0", "5 1 15"]),
        (THIRD_OR_HALF, ["4 3", "13 7", "13 8", "5 1"]),
        (THIRD_THEN_HALF, ["4 3", "13 7", "13 8", "40 15"]),
    ];
    for (rules, positions) in rows {
        let game = game(rules);
        let proof = proved(&game, rules);
        for typed in positions {
            let position = game.position(typed).unwrap();
            let at = proof.at(&position, 500, &Budget::unlimited()).unwrap().unwrap();
            let answer = answer(&game, typed);
            assert_eq!(at.lost, answer.outcome == Some(Verdict::Lose), "{rules} {typed}");
            let made: BTreeSet<&str> = at.winning.iter().map(|w| w.to.as_str()).collect();
            let wanted: BTreeSet<&str> = answer.winning_moves.iter().map(|m| m.to.as_str()).collect();
            assert_eq!((made, at.complete), (wanted, true), "{rules} {typed}");
            assert!(at.winning.iter().all(|w| w.typed.is_some()), "{rules} {typed}");
        }
        let certificate = proof.certificate(false).unwrap();
        let verify =
            |c: &serde_json::Value| bouton_verify::verify(&c.to_string(), &bouton_verify::Limits::default());
        verify(&certificate).unwrap_or_else(|r| panic!("{rules}: {r}\n{certificate}"));
        let systems =
            certificate["numeration"]["mixed"].as_array().unwrap_or_else(|| panic!("{rules}: {certificate}"));
        let mut wrong = Vec::new();
        let mut change = |f: &dyn Fn(&mut serde_json::Value)| {
            let mut changed = certificate.clone();
            f(&mut changed);
            wrong.push(changed);
        };
        change(&|c| c["numeration"]["mixed"].as_array_mut().unwrap().reverse());
        change(&|c| c["numeration"] = systems[0].clone());
        change(&|c| c["numeration"]["mixed"] = json!([systems[0]]));
        change(&|c| c["numeration"]["mixed"][0] = json!({ "base": 1 }));
        change(&|c| c["numeration"]["mixed"][0] = json!({ "mixed": systems }));
        let accept = certificate["automaton"]["accept"].as_array().unwrap();
        for state in accept {
            let others: Vec<_> = accept.iter().filter(|s| *s != state).collect();
            change(&|c| c["automaton"]["accept"] = json!(others));
        }
        for (changed, i) in wrong.iter().zip(0..) {
            assert!(verify(changed).is_err(), "{rules}: {i} {changed}");
        }
        assert!(proof.svg().contains("</svg>"), "{rules}");
        assert_ne!(proof.automaton(Lang::En), proof.automaton(Lang::Zh));
    }
}
