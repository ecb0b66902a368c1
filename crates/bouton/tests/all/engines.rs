//! The registry of engines: every engine is one file and one line of it, and where one is forced it agrees with the
//! reference or says that it is not for the question.

use crate::common::{asked, game, solver};
use bouton::language::ast::Verdict;
use bouton::reference::Reference;
use bouton::{Problem, Question};
use bouton_samples::{Rng, few_or, sample};
use std::collections::BTreeMap;
use std::path::Path;

/// The text of every file below a folder, by its name.
fn sources(folder: &Path, out: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push((path.display().to_string(), std::fs::read_to_string(&path).expect("a text")));
        }
    }
}

/// The words after something in a text.
fn words_after<'t>(text: &'t str, before: &str) -> Vec<&'t str> {
    let word = |rest: &'t str| &rest[..rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())];
    text.split(before).skip(1).map(word).collect()
}

#[test]
fn an_engine_is_one_file_and_one_line() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    let text = |name: &str| &files.iter().find(|(path, _)| path.ends_with(name)).expect("a file").1;
    let registry = text("engines/registry.rs");
    let table =
        registry.split("static ENGINES").nth(1).and_then(|t| t.split("];").next()).expect("the table");
    let entries: Vec<&str> =
        table.lines().filter_map(|line| line.trim().strip_prefix('&')?.strip_suffix(',')).collect();
    let mut listed: Vec<&str> = entries.iter().filter_map(|entry| entry.split("::").nth(1)).collect();
    let mut written: Vec<&str> = files.iter().flat_map(|(_, t)| words_after(t, "impl Engine for ")).collect();
    assert_eq!(listed.len(), bouton::engines::registry::engines().count(), "{listed:?}");
    listed.sort_unstable();
    written.sort_unstable();
    assert_eq!(listed, written, "the table of engines, and the engines that are written");
    // Whatever asks engines asks the table: nothing but engines names one.
    for (path, text) in files.iter().filter(|(path, _)| !path.contains("engines")) {
        let named: Vec<&&str> = entries.iter().filter(|e| text.contains(&format!("engines::{e}"))).collect();
        assert!(named.is_empty(), "{path} names {named:?}");
    }
    let mut ids: Vec<&str> = bouton::engines::registry::engines().map(|e| e.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), listed.len(), "every engine has a word of its own: {ids:?}");
    for (id, [en, zh]) in bouton::engines::registry::engines().map(|e| (e.id, e.purpose)) {
        assert!(id.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{id} can be typed");
        assert!(en.is_ascii() && !zh.is_ascii() && !en.ends_with('.'), "{id}: {en} / {zh}");
    }
}

/// Games that random rules seldom are.
const OTHERS: [(&str, &[&str]); 4] = [
    ("heaps n\noctal 0.77\nend misere", &["3 4", "5 2 1", "6", "1 1"]),
    (
        "param G = graph { 0 -> 1 2; 1 -> 2 3; 2 -> 3 4; 3 -> 4 }\nposition at in G\nmove go to in G[at]: at -> to",
        &["0", "1", "2", "3"],
    ),
    (
        "position row a of -9..9\nmove x k in 1..|a|: a -> a[k+1..] gain sum(a[1..k])\nscore",
        &["3 1 4 1 5", "9 -2 6", "5"],
    ),
    (
        "position a, b\nmove x k in 1..a: a -> a-k\nmove y k in 1..b: b -> b-k\nmove z k in 1..min(a,b): a -> a-k, b -> b-k",
        &["1 2", "3 5", "4 4"],
    ),
];

/// Small positions of these and of random rules.
fn questions() -> Vec<(String, Question)> {
    let mut out = Vec::new();
    for (text, positions) in OTHERS {
        let game = game(text);
        out.extend(positions.iter().map(|p| (text.to_string(), asked(&game, p))));
    }
    for seed in 500..few_or(545, 620) {
        let (sample, rng) = (sample(seed), &mut Rng::new(seed));
        let game = game(&sample.text);
        let positions = [3, 5, 8].iter().filter_map(|size| game.position(&sample.position(rng, *size)).ok());
        out.extend(positions.map(|p| (sample.text.clone(), Question::new(game.clone(), p))));
    }
    out
}

#[test]
fn forced_engines_equal_the_reference() {
    let questions = questions();
    let mut agreed: BTreeMap<&str, u64> = BTreeMap::new();
    let mut refused = 0;
    for (text, question) in &questions {
        let (game, position) = question.alone().expect("one game");
        let (rules, turn) = (game.rules(), question.state.turn);
        let mut reference = Reference::new(game);
        let (outcome, score) = match (rules.score, rules.endless) {
            (Some(_), _) => (None, reference.score(position, turn).ok()),
            (None, Some(_)) => (reference.endless(position, turn).ok(), None),
            (None, None) => (reference.outcome(position, turn).ok(), None),
        };
        if outcome.is_none() && score.is_none() {
            continue;
        }
        for id in bouton::engines::registry::engines().map(|e| e.id) {
            let mut solver = solver();
            solver.force(id).expect("an engine");
            let shown = game.show(position);
            let answer = match solver.solve(question) {
                Ok(answer) => answer,
                Err(Problem::NotApplicable(_)) => {
                    refused += 1;
                    continue;
                }
                Err(e) => panic!("{id} at {shown}: {e}\n{text}"),
            };
            if score.is_some() {
                assert_eq!(answer.score, score, "{id} at {shown}\n{text}");
            } else {
                assert_eq!(answer.outcome, outcome, "{id} at {shown}\n{text}");
            }
            let moves = answer.moves.is_some_and(|moves| moves > 0);
            if outcome == Some(Verdict::Win) && moves && rules.endless.is_none() && rules.block.is_none() {
                assert!(!answer.winning_moves.is_empty(), "{id} at {shown}\n{text}");
            }
            *agreed.entry(id).or_default() += 1;
        }
    }
    println!("{agreed:?}, {refused} refused");
    for id in bouton::engines::registry::engines().map(|e| e.id) {
        assert!(agreed.get(id).is_some_and(|n| *n >= 3), "{id} answered too little: {agreed:?}");
    }
    assert!(refused > 100, "special engines are not for every game: {refused}");
}

#[test]
fn what_is_not_for_an_engine_is_refused_with_the_reason() {
    let question = asked(&game("nim"), "3 4");
    let mut solver = solver();
    solver.force("graph").expect("an engine");
    let problem = solver.solve(&question).expect_err("nim is no graph");
    assert_eq!(problem.exit_code(), 2);
    assert!(problem.to_string().contains("a token that moves along the edges"), "{problem:?}");
    let unknown = solver.force("best").expect_err("no engine");
    assert!(unknown.to_string().contains("graph, heaps, quotient, box"), "{unknown:?}");
}
