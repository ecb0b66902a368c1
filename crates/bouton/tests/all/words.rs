//! Theorems about words: in agreement with the solver, accepted by the independent checker, their mutants refused.

use bouton::engine::Budget;
use bouton::language::ast::Verdict;
use bouton::language::diagnostic::Lang;
use bouton::proof::{Finding, ProveQuestion, WordsProof, prove};
use bouton::{Game, Problem};
use bouton_samples::{few_or, strip};
use bouton_verify::{Limits, verify};
use serde_json::{Value as Json, json};

fn found(game: &Game) -> Result<Finding, Problem> {
    prove(&ProveQuestion::new(game.clone()), &Budget::unlimited())
}

fn proved(rules: &str) -> Box<WordsProof> {
    let game = Game::parse(&rules.replace("; ", "\n")).unwrap_or_else(|e| panic!("{rules}: {e:?}"));
    match found(&game) {
        Ok(Finding::Words(proof)) => proof,
        Ok(Finding::NoWords(search)) => panic!("{rules}: {:?}", search.say(Lang::En)),
        Ok(_) => panic!("{rules}: another kind"),
        Err(e) => panic!("{rules}: {e:?}"),
    }
}

/// Rules, and a position with the outcome for the player to move.
const RULES: [(&str, &str, Verdict); 10] = [
    ("position word s of \"01\"; move i in 1..|s| if s[i] = \"1\": s[i] -> \"0\"", "0110111", Verdict::Win),
    (
        "position word s of \"01\"; move i in 1..|s| if s[i] = \"1\": s[i] -> \"0\"; end misere",
        "011011",
        Verdict::Win,
    ),
    (
        "position row a of 0..2; move i in 1..|a|: a[i] -> a[i] - 1; lose when not any(a[i] > 0 for i in 1..|a|)",
        "2 1 2 1",
        Verdict::Lose,
    ),
    ("position word d of 0..3; move i in 1..|d|, x in 0..d[i]-1: d[i] -> x", "3021", Verdict::Lose),
    (
        "heaps word s of \"ab\"; move i in 1..|s| if s[i] = \"a\": s -> s[..i-1], s[i+1..]",
        "aab bba",
        Verdict::Win,
    ),
    (
        "position word s of \"BR\"; players L, R; move by L i in 1..|s| if s[i] = \"B\": s -> s[..i-1]; \
         move by R i in 1..|s| if s[i] = \"R\": s -> s[..i-1]",
        "BRR",
        Verdict::Win,
    ),
    (
        "position word s of \"01\"; move i in 1..|s|-1 if s[i..i+1] = \"10\": s[i] -> \"0\", s[i+1] -> \"1\"",
        "1100",
        Verdict::Lose,
    ),
    (
        "position word s of \"01\"; move i in 1..|s| if s[i] = \"1\": s[j] -> \"0\" for j in i..|s|; end misere",
        "1011",
        Verdict::Win,
    ),
    (
        "position word s of \"ab\"; move i in 1..|s|-1 if s[i..i+1] = \"ba\": s[i] -> \"a\"; lose when \"aaa\" in s",
        "bab",
        Verdict::Win,
    ),
    (
        "position word s of \"ab\"; require not \"bb\" in s; move i in 1..|s| if s[i] = \"a\": s -> s[..i-1] ++ s[i+1..]",
        "baba",
        Verdict::Win,
    ),
];

#[test]
fn words_agree_and_are_accepted() {
    for (rules, typed, outcome) in RULES {
        let proof = proved(rules);
        let position = proof.game.position(typed).unwrap();
        let at = proof.at(&position, 100, &Budget::unlimited()).unwrap().unwrap();
        assert_eq!(at.lost, outcome == Verdict::Lose, "{rules}: {typed}");
        let right = proof.game.solve(&position).unwrap();
        assert_eq!(right.outcome, Some(outcome), "{rules}: {typed}");
        let list = |texts: Vec<String>| {
            let mut texts = texts;
            texts.sort();
            texts
        };
        let moves = list(at.winning.iter().filter_map(|w| w.notation.clone()).collect());
        let wanted = list(right.winning_moves.iter().map(|m| m.notation.clone()).collect());
        assert_eq!(moves, wanted, "{rules}: {typed}");
        assert_ne!(proof.theorem(Lang::En), proof.theorem(Lang::Zh));
        let text = proof.certificate(false).to_string();
        let verified = verify(&text, &Limits::default()).unwrap_or_else(|r| panic!("{rules}: {r:?}"));
        assert_eq!(verified.kind, "words", "{rules}");
    }
}

/// What a machine of a certificate says of a word.
fn says(json: &Json, word: &[usize]) -> Json {
    let machine = &json["machine"];
    let state = word.iter().fold(0, |s, l| machine["next"][s][*l].as_u64().unwrap() as usize);
    machine["label"][state].clone()
}

/// Do two machines say the same of all short words?
fn same(a: &Json, b: &Json) -> bool {
    let letters = a["letters"].as_array().unwrap().len();
    let mut words = vec![Vec::new()];
    let mut at = 0;
    while at < words.len() {
        if says(a, &words[at]) != says(b, &words[at]) {
            return false;
        }
        if words.len() < 3000 {
            let more: Vec<Vec<usize>> = (0..letters).map(|l| [&words[at][..], &[l]].concat()).collect();
            words.extend(more);
        }
        at += 1;
    }
    true
}

#[test]
fn wrong_machines_are_refused() {
    for (rules, ..) in RULES {
        let right = proved(rules).certificate(false);
        let states = right["machine"]["label"].as_array().unwrap().len();
        let letters = right["letters"].as_array().unwrap().len();
        let mut wrongs = Vec::new();
        for state in 0..states {
            for label in [json!(null), json!(0), json!(1), json!(2)] {
                let mut wrong = right.clone();
                wrong["machine"]["label"][state] = label;
                wrongs.push(wrong);
            }
            for letter in 0..letters {
                let mut wrong = right.clone();
                wrong["machine"]["next"][state][letter] = json!((state + letter + 1) % states);
                wrongs.push(wrong);
            }
        }
        wrongs.retain(|wrong| !same(wrong, &right));
        assert!(wrongs.len() >= 3, "{rules}: {}", wrongs.len());
        let subject = if right["of"] == "values" { "outcomes" } else { "values" };
        let flat = if right["measure"]["weights"].is_array() { "weights" } else { "order" };
        let zeros = json!(vec![0; letters]);
        let edits: [(&str, Json); 6] = [
            ("letters", json!(["x", "y"])),
            ("misere", json!(true)),
            ("measure", json!({ flat: zeros, "from": "left" })),
            ("measure", json!({ "order": vec![1; letters], "from": "right" })),
            ("machine", json!({ "next": [], "label": [] })),
            ("of", json!("who")),
        ];
        for (key, value) in edits {
            let mut wrong = right.clone();
            wrong[key] = value;
            // Words may be played alike in misère play, and be struck out whatever they weigh; elsewhere nothing is the same.
            let changed = wrong != right && (key != "misere" || !rules.contains("misere"));
            if changed && key != "misere" {
                wrongs.push(wrong);
            }
        }
        let mut other = right.clone();
        other["of"] = json!(subject);
        if right["machine"]["label"].as_array().unwrap().iter().any(|l| l.as_u64() > Some(1)) {
            wrongs.push(other);
        }
        for wrong in wrongs {
            let answer = verify(&wrong.to_string(), &Limits::default());
            assert!(answer.is_err(), "{rules}: {} accepted", wrong["machine"]);
        }
    }
}

#[test]
fn random_words_are_accepted() {
    let (mut proofs, mut refused) = (0, Vec::new());
    for seed in 0..few_or(12, 400) {
        let rules = strip(seed);
        let game = Game::parse(&rules).unwrap();
        let budget = Budget::unlimited().fuse(few_or(2_000, 20_000));
        let Ok(Finding::Words(proof)) = prove(&ProveQuestion::new(game), &budget) else { continue };
        let text = proof.certificate(false).to_string();
        proofs += 1;
        if let Err(why) = verify(&text, &Limits::default()) {
            refused.push(format!("{rules}{why:?}"));
        }
    }
    println!("{proofs} proofs, {} refused", refused.len());
    assert!(refused.is_empty(), "{}", refused.join("\n\n"));
    assert!(proofs >= few_or(4, 150), "{proofs}");
}

/// What no engine reaches, a theorem about words answers.
#[test]
fn a_long_word() {
    let proof = proved(RULES[0].0);
    let typed = "01".repeat(1500);
    let position = proof.game.position(&typed).unwrap();
    let at = proof.at(&position, 1, &Budget::unlimited()).unwrap().unwrap();
    assert!(at.lost);
    let position = proof.game.position(&format!("1{typed}")).unwrap();
    let at = proof.at(&position, 1, &Budget::unlimited()).unwrap().unwrap();
    assert!(!at.lost && at.winning.len() == 1 && at.winning[0].to.starts_with("001"));
}
