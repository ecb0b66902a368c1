//! Faulty programs are found, with the mistake they make, and right ones pass: in C++ and in Python.

use bouton::{Budget, Folder, Game};
use bouton_contest::Order;
use bouton_contest::oracle::Sources;
use bouton_contest::program::Cost;
use bouton_contest::stress::{Report, Setup, Verdicts, stress};
use bouton_template::{Asked, Limits, Task};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// A program of the zoo and how it is talked to.
struct Row {
    /// The right program; `None` for a second mistake in the same one.
    right: Option<&'static str>,
    wrong: &'static str,
    game: &'static str,
    template: &'static str,
    cases: Option<&'static str>,
    limits: &'static [&'static str],
    /// The largest number; empty if nothing is said.
    to: &'static str,
    asked: fn() -> Asked,
    /// The kind of mistake, and the position found where it is known.
    guess: &'static str,
    at: Option<&'static str>,
}

fn yes_no(yes: &str, no: &str) -> Asked {
    Asked { yes: Some(yes.into()), no: Some(no.into()), ..Asked::default() }
}

const HEAPS: &str = "{n}\\n{heaps}";

const ROW: Row = Row {
    right: None,
    wrong: "",
    game: "",
    template: HEAPS,
    cases: None,
    limits: &[],
    to: "1e9",
    asked: || yes_no("Yes", "No"),
    guess: "",
    at: None,
};

fn rows() -> Vec<Row> {
    let row = ROW;
    vec![
        Row {
            right: Some("wythoff"),
            wrong: "wythoff-doubles",
            game: "wythoff",
            template: "{a} {b}",
            asked: || yes_no("A", "B"),
            guess: "float",
            at: Some("165580140 267914295"),
            ..row
        },
        Row {
            right: Some("nim-move"),
            wrong: "nim-move-xor",
            game: "nim",
            asked: || Asked { form: Some("{heap} {k}".into()), no: Some("lose".into()), ..Asked::default() },
            guess: "takes-the-xor",
            ..row
        },
        Row {
            right: Some("table"),
            wrong: "table-strict",
            game: "heaps n; move k in {1,3,4}: n -> n-k",
            template: "{n}",
            to: "3000",
            asked: || Asked { value: Some("grundy".into()), ..Asked::default() },
            guess: "off-by-one",
            at: Some("1"),
            ..row
        },
        Row { right: Some("rows"), wrong: "rows-global", game: "kayles", to: "300", guess: "state", ..row },
        Row {
            right: Some("board"),
            wrong: "board-swapped",
            game: "kiki",
            template: "{rows} {cols}",
            limits: &["rows=1..60", "cols=1..60"],
            asked: || yes_no("First", "Second"),
            guess: "swapped",
            ..row
        },
        Row {
            right: Some("factorial"),
            wrong: "factorial-25",
            game: "factorial-take",
            template: "{n}\\n",
            to: "50000",
            asked: || yes_no("win", "lose"),
            guess: "period",
            at: Some("5050"),
            ..row
        },
        Row { right: Some("misere"), wrong: "misere-normal", game: "nim-misere", guess: "misere", ..row },
        Row {
            right: Some("lasker"),
            wrong: "lasker-zero",
            game: "lasker",
            to: "1e18",
            asked: || yes_no("Alice", "Bob"),
            guess: "zero",
            at: Some("0"),
            ..row
        },
        Row {
            wrong: "lasker-int",
            game: "lasker",
            to: "1e18",
            asked: || yes_no("Alice", "Bob"),
            guess: "overflow-32",
            ..row
        },
    ]
}

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

/// The C++ zoo, compiled once.
fn compiled() -> &'static str {
    static ZOO: OnceLock<(tempfile::TempDir, String)> = OnceLock::new();
    let (_, path) = ZOO.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("zoo");
        let made =
            Command::new("g++").args(["-O2", "-o"]).arg(&path).arg(programs().join("zoo.cpp")).status();
        assert!(made.unwrap().success());
        let path = path.display().to_string();
        (folder, path)
    });
    path
}

fn python() -> String {
    format!("{} {}", bouton_samples::python(), programs().join("zoo.py").display())
}

fn run(row: &Row, zoo: &str, name: &str, time: Duration) -> Report {
    run_by(row, zoo, name, time, Sources::Any)
}

/// The same with truth from there.
fn run_by(row: &Row, zoo: &str, name: &str, time: Duration, sources: Sources) -> Report {
    let game = match row.game.contains(';') {
        true => Game::from_text("rules", row.game, &Folder { base: None }).unwrap().0,
        false => Game::library(row.game).unwrap(),
    };
    let typed: Vec<String> = row.limits.iter().map(|l| l.to_string()).collect();
    let to = Some(row.to).filter(|to| !to.is_empty());
    let limits = Limits::read(&game, &typed, to, &Folder { base: None }).unwrap();
    let (template, cases) = (Some(row.template.into()), row.cases.map(String::from));
    let task = Task { game, template, cases, answers: (row.asked)(), limits };
    let setup = Setup {
        order: Order { task, seed: 1, any_order: false, budget: Budget::unlimited(), stop: Arc::default() },
        program: format!("{zoo} {name}"),
        sources,
        cost: Cost { time: Duration::from_secs(120), memory: Some(1 << 30), output: 1 << 24 },
        time,
        near: false,
    };
    stress(setup, &mut |_| {})
        .unwrap_or_else(|p| panic!("{name}: {}", p.line(bouton::language::diagnostic::Lang::En)))
}

/// Every second program from this one on, or all with `BOUTON_LONG=1`.
fn all(zoo: &str, patience: Duration, from: usize) {
    let mut failures = Vec::new();
    let (from, step) = if std::env::var_os("BOUTON_LONG").is_some() { (0, 1) } else { (from, 2) };
    for row in rows().into_iter().skip(from).step_by(step) {
        let begun = Instant::now();
        let report = run(&row, zoo, row.wrong, Duration::from_secs(1200));
        println!("{}: {:.1} s", row.wrong, begun.elapsed().as_secs_f64());
        match &report.failure {
            None => failures.push(format!("{}: nothing found", row.wrong)),
            Some(f) => {
                let guess = f.guess.word();
                if guess != row.guess {
                    failures.push(format!(
                        "{} at {}: guessed {guess}: {}",
                        row.wrong, f.position, f.guess.evidence[0]
                    ));
                }
                if row.at.is_some_and(|at| at != f.position) {
                    failures.push(format!("{}: found at {}", row.wrong, f.position));
                }
            }
        }
        if let Some(right) = row.right {
            let report = run(&row, zoo, right, patience);
            if let Some(f) = report.failure {
                failures.push(format!("{right} fails at {}: {} for {}", f.position, f.printed, f.right));
            }
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn programs_in_cpp() {
    all(compiled(), Duration::from_secs(1), 1);
}

#[test]
fn programs_in_python() {
    all(&python(), Duration::from_secs(1), 0);
}

/// Positions that begin high are tried from their beginning, all of them where they end; and too few are not enough.
#[test]
fn where_positions_begin() {
    let rules = "position n in 100000..; move k in 1..4: n -> n - k";
    let row = Row { game: rules, template: "{n}", to: "", asked: || yes_no("A", "B"), ..ROW };
    let zoo = python();
    let wrong = run_by(&row, &zoo, "fours", Duration::from_secs(600), Sources::Force);
    assert_eq!(wrong.failure.map(|f| f.position), Some("100004".into()));
    let years = "position y in 1900..2006, m in 1..3; move year if y < 2006: y -> y + 1; move month if m < 3: m -> m + 1";
    let row = Row { game: years, template: "{y} {m}", ..row };
    let right = run_by(&row, &zoo, "years", Duration::from_secs(600), Sources::Force);
    assert!(right.failure.is_none() && right.reach.all, "{:?}", right.reach);
    assert_eq!(right.verdict(), Verdicts::Passed);
    assert_eq!(right.reach.numbers, Some((1.into(), 2006.into())));
    let limited = Row { game: "position a, b; move k in 1..3: a -> a - k", template: "{a} {b}", ..row };
    let limited = Row { limits: &["a=5000..5020", "b=70..70"], ..limited };
    let wrong = run_by(&limited, &zoo, "fours", Duration::from_secs(600), Sources::Force);
    assert!(wrong.failure.is_none() && wrong.reach.all, "{:?}", wrong.reach);
    let nothing = run_by(&row, &zoo, "years", Duration::ZERO, Sources::Force);
    assert_eq!((nothing.verdict(), nothing.cases()), (Verdicts::TooLittle, 0));
}

/// Numbers keep to the bound that is announced where none was given, and a score beyond 64 bits is left out.
#[test]
fn without_a_limit() {
    let row = Row {
        game: "position row a; move left if |a| > 0: a -> a[2..] gain a[1]; \
               move right if |a| > 0: a -> a[..|a|-1] gain a[|a|]; score",
        template: "{|a|}\\n{a}",
        to: "",
        asked: || Asked { value: Some("score".into()), ..Asked::default() },
        ..ROW
    };
    let report = run(&row, &python(), "ends", Duration::from_secs(3));
    let failed = report.failure.map(|f| (f.position, f.printed));
    assert!(failed.is_none(), "{failed:?}");
}
