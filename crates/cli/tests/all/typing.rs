//! What people type arrives: values that look like flags, numbers in every form, completions that know the games.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn bouton(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
    command.args(args).current_dir(folder).env("BOUTON_LANG", "en").env_remove("COLUMNS");
    command.stdin(Stdio::null()).output().unwrap()
}

fn printed(folder: &Path, args: &[&str]) -> String {
    let done = bouton(folder, args);
    assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8_lossy(&done.stdout).into_owned()
}

#[test]
fn words_that_begin_with_a_minus_reach_programs_and_files() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let form = ["--in", "{n}\n{heaps}", "--yes", "-2", "--no", "-1"];
    let made = [&["gen", "nim", "--to", "9", "--tests", "1", "--out", "t"], &form[..]].concat();
    printed(folder, &made);
    let mut answers = 0;
    for file in fs::read_dir(folder.join("t")).unwrap().map(|e| e.unwrap().path()) {
        if file.extension().is_some_and(|e| e == "out") {
            let text = fs::read_to_string(&file).unwrap();
            assert!(matches!(text.trim(), "-1" | "-2"), "{}: {text:?}", file.display());
            answers += 1;
        }
    }
    assert!(answers > 0);
    let program = printed(folder, &[&["export", "nim", "--python"], &form[..]].concat());
    assert!(program.contains("'-1'") && program.contains("'-2'") && !program.contains('\u{1}'), "{program}");
    fs::write(folder.join("a.py"), program).unwrap();
    let stressed = [&["stress", "nim", "a.py", "--time", "500ms", "--to", "9"], &form[..]].concat();
    // How much is tried in so short a time depends on the machine; whether an answer is right does not.
    assert!(matches!(bouton(folder, &stressed).status.code(), Some(0 | 3)));
}

#[test]
fn numbers_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("set.txt"), "# moves\n1 3\n4\n").unwrap();
    let same: &[(&[&str], &[&str])] = &[
        (&["nim", "1e3", "10^2", "1_000"], &["nim", "1000", "100", "1000"]),
        (&["table", "bash", "n=0..1e1", "m=3"], &["table", "bash", "n=0..10", "m=3"]),
        (&["table", "bash", "--to", "2^3"], &["table", "bash", "--to", "8"]),
        (&["bash", "1e3", "m=1e2"], &["bash", "1000", "--set", "m=100"]),
        (&["bash", "1e3", "--set", "m=10^2"], &["bash", "1000", "--set", "m=100"]),
        (&["subtract", "9", "S=1,3,4"], &["subtract", "9", "--set", "S={1,3,4}"]),
        (&["subtract", "9", "--set", "S=1,3,4"], &["subtract", "9", "--set", "S={1,3,4}"]),
        (&["subtract", "9", "--set", "S=@set.txt"], &["subtract", "9", "--set", "S={1,3,4}"]),
        (
            &["table", "subtract", "S=1,3,4", "--to", "9"],
            &["table", "subtract", "--set", "S={1,3,4}", "--to", "9"],
        ),
        (&["heaps n; move k in 1..1e1: n -> n - k", "1e2"], &["heaps n; move k in 1..10: n -> n - k", "100"]),
        (&["nim 3 4 5"], &["nim", "3", "4", "5"]),
        (&["nim 3 4", "+", "kayles 7"], &["nim", "3", "4", "+", "kayles", "7"]),
        (&["nim.game", "3", "4"], &["nim", "3", "4"]),
        (&["table bash --to 9"], &["table", "bash", "--to", "9"]),
        (&["bouton", "nim", "3", "4"], &["nim", "3", "4"]),
        (&["export", "bash", "m=4", "--python"], &["export", "bash", "--set", "m=4", "--python"]),
        (
            &["explain", "nim", "1e1", "3", "--move", "take 1e0 @1"],
            &["explain", "nim", "10", "3", "--move", "take 1 @1"],
        ),
        (
            &["tictactoe", "1.2", "/", ".1.", "/", "2.."],
            &["tictactoe", "1", "0", "2", "/", "0", "1", "0", "/", "2", "0", "0"],
        ),
        (&["starts", "split-nim", "1e1"], &["starts", "split-nim", "10"]),
        (
            &["pattern", "1e0", "0", "1", "0", "1", "0", "1", "0"],
            &["pattern", "1", "0", "1", "0", "1", "0", "1", "0"],
        ),
        (&["check", "bash", "m=2", "--to", "20"], &["check", "bash", "--set", "m=2", "--to", "20"]),
        (&["--color=never", "nim", "3"], &["nim", "3"]),
        (&["nim", "3", "--color", "auto"], &["nim", "3"]),
    ];
    for (typed, plain) in same {
        assert_eq!(printed(folder, typed), printed(folder, plain), "{typed:?}");
    }
    assert!(printed(folder, &["--color=always", "nim", "3"]).contains('\u{1b}'));
    assert!(printed(folder, &["0.77", "9"]).starts_with("0.77 · 9"));
    assert!(
        printed(folder, &["table", "0.77", "--oeis", "--to", "8"]).starts_with("0, 1, 2, 3, 1, 4, 3, 2, 1")
    );
    let mut help = String::from("bouton");
    for verb in ["table", "plot"] {
        let done = bouton(folder, &[verb, "nim", "--tooo", "3"]);
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(said.contains(&format!("bouton {verb} --help")), "{said}");
        help = said;
    }
    assert!(!help.is_empty());
}

/// A message is short, however long what was typed.
#[test]
fn messages_are_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // Equal numbers: an estimate follows rows in falling order for a while, and gives up where the rules fail.
    let many = ["3"; 50_000].join(" ");
    let long = "x".repeat(100_000);
    let endless = "position row a; define f(n) = f(n + 1); move i in 1..|a| if f(1) > 0: a[i] -> 0";
    let asked: &[&[&str]] = &[
        &[endless, &many],
        &[&long],
        &["wythoff", &many],
        &["nim", &long],
        &["table", "nim", &long],
        &["bash", "3", "--set", &long],
        &["bash", "3", "--set", &format!("m={long}")],
        &["explain", "nim", "3", "--move", &long],
        &["nim", "3", "--first", &long],
        &["help", &long],
        &["pattern", "1", &long],
        &["check", "nim", "--claim", &long],
        &["table", "nim", "--to", &long],
        &["nim", "3", &format!("--{long}")],
    ];
    for args in asked {
        let done = bouton(folder, args);
        let shown: Vec<String> = args.iter().map(|a| a.chars().take(60).collect()).collect();
        assert_ne!(done.status.code(), Some(0), "{shown:?}");
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(!said.is_empty() && said.len() < 4000, "{shown:?}: {} bytes", said.len());
        assert!(!said.contains("panicked"), "{shown:?}: {said}");
    }
}

/// The script for bash, asked as bash asks it.
#[cfg(unix)]
#[test]
fn completions_know_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("c"), printed(folder, &["completions", "bash"])).unwrap();
    let ask = |words: &str| {
        let script = format!(
            "source ./c; COMP_WORDS=({words}); COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 )); \
             _bouton bouton \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"; echo ${{COMPREPLY[*]}}"
        );
        let done = Command::new("bash").args(["-c", &script]).current_dir(folder).output().unwrap();
        String::from_utf8_lossy(&done.stdout).split_whitespace().map(String::from).collect::<Vec<_>>()
    };
    let has = |words: &str, word: &str| {
        let found = ask(words);
        assert!(found.iter().any(|w| w == word), "{words}: {found:?}");
    };
    has("bouton kay", "kayles");
    has("bouton ta", "table");
    has("bouton nim --mis", "--misere");
    has("bouton table wyth", "wythoff");
    has("bouton check ba", "bash");
    assert!(!ask("bouton completions ").contains(&"kayles".to_string()));
    for shell in ["zsh", "fish", "powershell", "elvish"] {
        assert!(printed(folder, &["completions", shell]).contains("kayles"), "{shell}");
    }
}

/// What is printed in transcripts and documents speaks of 1 position, not of 1 positions.
#[test]
fn nouns_agree_with_their_numbers() {
    const PLURALS: &[&str] = &[
        "positions",
        "values",
        "moves",
        "heaps",
        "parts",
        "games",
        "cases",
        "files",
        "numbers",
        "states",
        "choices",
        "examples",
        "claims",
        "cells",
        "nodes",
        "edges",
        "rows",
        "options",
        "were",
        "are",
    ];
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut failures = Vec::new();
    for folder in ["docs", "crates/cli/tests/transcripts"] {
        for file in fs::read_dir(root.join(folder)).unwrap().map(|e| e.unwrap().path()) {
            let Ok(text) = fs::read_to_string(&file) else { continue };
            for line in text.lines() {
                let words: Vec<&str> = line.split_whitespace().collect();
                // Behind "1." or "1):" another sentence begins.
                let wrong = |pair: &&[&str]| {
                    pair[0].trim_start_matches('(') == "1"
                        && PLURALS.contains(&pair[1].trim_matches(['(', ')', ',', '.', ':', ';']))
                };
                if words.windows(2).any(|pair| wrong(&pair)) {
                    failures.push(format!("{}: {line}", file.display()));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
