//! Tests for 39 problems of online judges are made; wrong solutions fail on them and right ones do not.

use bouton::language::diagnostic::Lang;
use bouton::{Budget, Folder, Game};
use bouton_contest::answers::Asked;
use bouton_contest::generate::{Setup, Tests, generate};
use bouton_contest::layout::Layout;
use bouton_contest::limits::Limits;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

/// A problem: id, game, template, limits, and the words for won, lost and drawn (or what number is asked for).
struct Problem(&'static str, &'static str, &'static str, &'static [&'static str], Want);

enum Want {
    Words(&'static str, &'static str),
    Draw(&'static str, &'static str, &'static str),
    Value(&'static str),
    Move(&'static str, Option<&'static str>, &'static str),
    Winner,
}

use Want::{Draw, Move, Value, Winner, Words};

const HEAPS: &str = "{n}\\n{heaps}";

#[rustfmt::skip]
const PROBLEMS: &[Problem] = &[
    Problem("51nod1066", "bash", "{n} {m}", &["n=1..1e9", "m=1..1e9"], Words("A", "B")),
    Problem("51nod1068", "power-bash", "{n}", &["n=1..1e200"], Words("A", "B")),
    Problem("51nod1070", "fibonacci", "{n}", &["n=2..1e9"], Words("A", "B")),
    Problem("AtCoderABC228F", "stamp-game", "{|b|} {|b[1]|} {h1} {w1} {h2} {w2}\\n{b}", &["|b|=3..4", "b=1..100", "h1=1..3", "w1=1..3", "h2=1..3", "w2=1..3"], Value("score")),
    Problem("AtCoderDPK", "subtract", "{|S|} {n}\\n{S}", &["S=1..20", "n=1..10000"], Words("First", "Second")),
    Problem("CF1527B2", "palindrome", "{|s|}\\n{s}", &["|s|=1..8"], Draw("ALICE", "BOB", "DRAW")),
    Problem("CSES1099", "stair-game", "{n}\\n{p}", &["|p|=1..20", "p=0..1e9"], Words("first", "second")),
    Problem("CSES1729", "subtract", "{n} {|S|}\\n{S}", &["S=1..20", "n=1..10000"], Words("W", "L")),
    Problem("HDU1404", "digits", "{d}", &["|d|=1..6"], Words("Yes", "No")),
    Problem("HDU1729", "boxes", HEAPS, &["s=0..1000", "c=0..1000", "heaps=1..10"], Words("Yes", "No")),
    Problem("HDU1730", "northcott", "{n} {width}\\n{[[w[i], b[i]] for i in 1..|w|]}", &["width=3..6", "|w|=1..3", "|b|=1..3"], Words("I WIN!", "BAD LUCK!")),
    Problem("HDU1848", "fibonacci-take", HEAPS, &["heaps=3", "n=1..1000"], Words("Fibo", "Nacci")),
    Problem("HDU2147", "kiki", "{rows} {cols}", &["rows=1..100", "cols=1..100"], Words("Wonderful!", "What a pity!")),
    Problem("HDU2176", "nim", HEAPS, &["n=1..1e9", "heaps=1..10"], Move("{before} {after}", Some("Yes"), "No")),
    Problem("HDU2177", "wythoff", "{a} {b}", &["a=0..1e6", "b=0..1e6"], Move("{to}", Some("1"), "0")),
    Problem("HDU2516", "fibonacci", "{n}", &["n=2..2^31-1"], Words("First win", "Second win")),
    Problem("HDU3032", "lasker", HEAPS, &["n=1..2^31-1", "heaps=1..10"], Words("Alice", "Bob")),
    Problem("HDU3537", "mock-turtles", HEAPS, &["n=1..1e8", "heaps=1..10"], Words("No", "Yes")),
    Problem("HDU4764", "stone-4764", "{N} {k}", &["N=1..1000", "k=1..100"], Winner),
    Problem("ICPC2017RakeItIn", "rake", "{k}\\n{b}", &["k=1..2", "b=1..10"], Value("score")),
    Problem("LeetCode0294", "flip-game", "\"{s}\"", &["|s|=1..20"], Words("true", "false")),
    Problem("LeetCode0913", "cat-mouse", "{[G[v] for v in 0..|G|-1]:json}", &["G=3..7"], Draw("1", "2", "0")),
    Problem("LeetCode1140", "stone-game-2", "{a:json}", &["|a|=1..10", "a=1..100"], Value("(sum(a) + score) div 2")),
    Problem("LeetCode1510", "square-take", "{n}", &["n=1..100000"], Words("true", "false")),
    Problem("LeetCode1927", "sum-game", "\"{s}\"", &["|s|=2..6"], Words("true", "false")),
    Problem("LeetCode2868", "wording-game", "{A:json}\\n{B:json}", &["A=1..5", "B=1..5"], Words("true", "false")),
    Problem("LeetCode3222", "coin-115", "{x} {y}", &["x=1..100", "y=1..100"], Words("Alice", "Bob")),
    Problem("LuoguB4227", "palindrome-deletion", "{|a| div 2}\\n{a}", &["|a|=2..6", "a=1..3"], Words("Win", "Lose")),
    Problem("LuoguP1247", "nim", HEAPS, &["n=1..1e9", "heaps=1..10"], Move("{k} {heap} {to}", None, "lose")),
    Problem("LuoguP1290", "euclid", "{a} {b}", &["a=1..2^31-1", "b=1..2^31-1"], Words("Stan wins", "Ollie wins")),
    Problem("LuoguP2197", "nim", HEAPS, &["n=0..2^31-1", "heaps=1..10"], Words("Yes", "No")),
    Problem("LuoguP8144", "bbwwbb", "{(\"B\" if mover = 1, \"W\" otherwise)} {[1 + sum(g[1..i-1]) for i in 1..|c|]}", &["c=BBWWBB", "|c|=6", "|g|=5", "g=1..3", "mover=1..2"], Draw("No", "No", "Yes")),
    Problem("POJ1067", "wythoff", "{a} {b}", &["a=0..1e9", "b=0..1e9"], Words("1", "0")),
    Problem("POJ1704", "georgia-bob", "{n}\\n{p}", &["|p|=1..8", "p=1..10000"], Words("Georgia will win", "Bob will win")),
    Problem("POJ1740", "redistribute", "{n}\\n{a}", &["|a|=1..4", "a=1..6"], Words("1", "0")),
    Problem("POJ2484", "ring-coins", "{n}", &["n=1..1e6"], Words("Alice", "Bob")),
    Problem("POJ2960", "subtract", "{|S|} {S}\\n{n} {heaps}", &["S=1..20", "n=0..10000", "heaps=1..10"], Words("W", "L")),
    Problem("POJ2975", "nim", HEAPS, &["n=1..1e9", "heaps=1..10"], Value("winning")),
    Problem("TopCoderScoreDifference", "score-difference", "{b}", &["b=0..3"], Value("score")),
];

/// Problems with a right and a wrong solution.
const SOLVED: &[&str] = &[
    "POJ1067",
    "HDU3032",
    "LuoguP2197",
    "HDU1848",
    "HDU2147",
    "POJ1704",
    "POJ2484",
    "POJ1740",
    "CSES1099",
    "HDU3537",
    "LeetCode1510",
];

fn make(problem: &Problem, tests: usize, per: usize, seed: u64) -> Tests {
    let Problem(id, game, template, limits, want) = problem;
    let game = Game::load(game).unwrap();
    let typed: Vec<String> = limits.iter().map(|l| (*l).to_string()).collect();
    let limits = Limits::read(&game, &typed, None, &Folder { base: None })
        .unwrap_or_else(|p| panic!("{id}: {}", p.line(Lang::En)));
    let word = |w: &str| Some(w.to_string());
    let answers = match want {
        Words(yes, no) => Asked { yes: word(yes), no: word(no), ..Asked::default() },
        Draw(yes, no, draw) => Asked { yes: word(yes), no: word(no), draw: word(draw), ..Asked::default() },
        Value(what) => Asked { value: word(what), ..Asked::default() },
        Move(form, yes, no) => {
            Asked { form: word(form), yes: yes.map(String::from), no: word(no), ..Asked::default() }
        }
        Winner => Asked::default(),
    };
    let setup = Setup {
        game,
        template: Some((*template).to_string()),
        cases: Some("{t}\\n{cases}".into()),
        answers,
        limits,
        tests,
        per,
        traps: Vec::new(),
        seed,
        any_order: false,
        budget: Budget::unlimited(),
        stop: Arc::default(),
    };
    generate(setup, &mut |_| {}).unwrap_or_else(|p| panic!("{id}: {}", p.line(Lang::En)))
}

/// Every problem gets tests with answers; those of the folder `tests/truth/oj` are all here.
#[test]
#[ignore = "takes minutes: cargo test --release -p bouton-contest --test generate -- --ignored"]
fn all_problems() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/truth/oj/problems.json");
    let known: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let known: BTreeSet<&str> = known.as_array().unwrap().iter().map(|p| p["id"].as_str().unwrap()).collect();
    assert_eq!(known, PROBLEMS.iter().map(|p| p.0).collect());
    let mut failures = Vec::new();
    for problem in PROBLEMS {
        let began = std::time::Instant::now();
        let made = make(problem, 1, 12, 1);
        let cases: usize = made.tests.iter().map(|t| t.cases).sum();
        let answers: BTreeSet<&str> = made.tests.iter().flat_map(|t| t.output.lines()).collect();
        println!(
            "{}: {} files, {cases} cases, {} answers, {:?}",
            problem.0,
            made.tests.len(),
            answers.len(),
            began.elapsed()
        );
        // More than one answer occurs, and files are made of what was asked for.
        if cases < 15
            || answers.len() < 2
            || made.tests.iter().any(|t| t.input.is_empty() || t.output.is_empty())
        {
            failures.push(format!("{}: {cases} cases, answers {answers:?}", problem.0));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

fn solve(problem: &str, version: &str, input: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/wrong.py");
    let mut child = Command::new("python3")
        .arg(script)
        .args([problem, version])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
#[ignore = "takes minutes: cargo test --release -p bouton-contest --test generate -- --ignored"]
fn wrong_solutions_fail_and_right_ones_pass() {
    for id in SOLVED {
        let problem = PROBLEMS.iter().find(|p| p.0 == *id).unwrap();
        let made = make(problem, 1, 40, 7);
        let fails = |version: &str| {
            let wrong = |t: &&bouton_contest::generate::Test| {
                !solve(id, version, &t.input).split_whitespace().eq(t.output.split_whitespace())
            };
            made.tests.iter().filter(wrong).count()
        };
        assert_eq!(fails("right"), 0, "{id}");
        assert!(fails("wrong") > 0, "{id}");
    }
}

/// Equal seeds make equal tests, other seeds others; folders appear whole, in the layout asked for.
#[test]
#[ignore = "takes a minute: cargo test --release -p bouton-contest --test generate -- --ignored"]
fn folders_are_repeatable() {
    let problem = PROBLEMS.iter().find(|p| p.0 == "POJ1067").unwrap();
    let text = |seed| make(problem, 1, 10, seed).tests.iter().map(|t| t.input.clone()).collect::<String>();
    assert_eq!(text(5), text(5));
    assert_ne!(text(5), text(6));
    let folder = tempfile::tempdir().unwrap();
    let made = make(problem, 1, 10, 5);
    made.write(&folder.path().join("plain"), Layout::Plain).unwrap();
    made.write(&folder.path().join("polygon"), Layout::Polygon).unwrap();
    for name in ["plain/01.in", "plain/01.out", "plain/tests.json", "polygon/tests/01", "polygon/tests/01.a"]
    {
        assert!(folder.path().join(name).is_file(), "{name}");
    }
    assert!(made.write(&folder.path().join("plain"), Layout::Plain).is_err());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left behind");
    // The pairs at which doubles fail first are in the trap for floating point.
    let float: String = made
        .tests
        .iter()
        .filter(|t| t.idea.is_some_and(|i| i.word() == "float"))
        .map(|t| t.input.clone())
        .collect();
    assert!(float.contains("165580140 267914295"), "{float}");
}
