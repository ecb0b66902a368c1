//! What `--memory` promises: a question that needs far more than is allowed is refused, or answered in part, with a
//! sentence, and the process never holds more than the limit and what it takes before it begins.
#![cfg(target_os = "linux")]

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Duration;

/// What the program takes for itself before it looks at a question, in MiB, at most.
const PROGRAM: u64 = 24;

/// The most memory a process has held so far, in bytes.
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}

/// Runs a question under a limit of so many MiB: what is printed, and the most memory held.
fn run(args: &[&str], mebibytes: u64) -> (String, u64) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(args)
        .args(["--memory", &format!("{mebibytes}M"), "--time", "2s"])
        .env("BOUTON_LANG", "en")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // What is printed is short; it waits in the pipe.
    let mut most = 0;
    while child.try_wait().expect("a child to wait for").is_none() {
        most = most.max(peak(child.id()).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(2));
    }
    let mut text = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut text).expect("text");
    child.stderr.take().expect("a pipe").read_to_string(&mut text).expect("text");
    (text, most)
}

#[test]
fn memory_is_kept_by_every_engine() {
    let domineering = vec![["0"; 6].join(" "); 5].join(" / ");
    let questions: &[&[&str]] = &[
        // Lists of a million moves; whole sums; partizan boards; digit words; heaps; rows; boxes.
        &["shatter", "60"],
        &["kayles", "--misere", "10", "11", "12", "13", "14", "15"],
        &["domineering", &domineering],
        &["digits", "9999999"],
        &["officers", "3000000"],
        &["rook", "200000", "200000"],
        &["chomp", "15 15 15 15 15 15 15 15 15 15"],
        // Points: a search whose turns are counted, and rows that are cut at both ends by a rule of their own.
        &["rake", "3 7 1 9 / 4 8 2 6 / 5 10 3 7 / 1 9 4 8", "--set", "k=9"],
        &[
            "players A, B; position a, b, c; move x k in 1..a: a -> a - k gain k mod 7; move y k in 1..b: b -> b - k, c -> c div 2 gain k mod 5; move z k in 1..c: c -> c - k gain k mod 3; score",
            "900 900 900",
        ],
    ];
    let limit = 100;
    let mut wrong = Vec::new();
    for question in questions {
        let (text, most) = run(question, limit);
        let mebibytes = most >> 20;
        println!("{mebibytes} MiB: {}", question.join(" ").chars().take(60).collect::<String>());
        if mebibytes > limit + PROGRAM || !(text.contains("status") || text.contains("--time")) {
            wrong.push(format!("{mebibytes} MiB: {}\n{text}", question.join(" ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A graph that fits, and then its solution does not; and one that does not fit at all.
#[test]
fn memory_is_kept_by_graphs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("edges.txt");
    let mut text = String::new();
    let mut random = bouton::rng::Rng::new(1);
    for _ in 0..3_000_000 {
        text += &format!("{} {}\n", random.below(1_000_000), random.below(1_000_000));
    }
    std::fs::write(&path, text).expect("a file");
    let rules = format!(
        "param G = graph file {:?}; position v in G; move w in G[v]: v -> w; endless draw",
        path.display().to_string()
    );
    for limit in [30, 60, 90] {
        let (text, most) = run(&[&rules, "7"], limit);
        let mebibytes = most >> 20;
        println!("{mebibytes} of {limit} MiB: {}", text.lines().next().unwrap_or_default());
        assert!(most <= (limit << 20) / 10 * 11, "{mebibytes} of {limit} MiB\n{text}");
        assert!(["--memory", "--time", "status"].iter().any(|word| text.contains(word)), "{text}");
    }
}
