//! Progress is for people: on a terminal after a second, in a pipe never.
//!
//! Python's `pty` gives the command a terminal of its own.

use std::path::Path;
use std::process::{Command, Output, Stdio};

const RULES: &str = "position a, b; move i in 1..a: a -> a-i, b -> b div 2; move j in 1..b: b -> b-j";

/// Gives a command a terminal and stops it by Ctrl-C once these words were shown (or after some minutes, if they never are);
/// prints what it shows.
const PTY: &str = r#"
import os, pty, signal, sys, time
words, command = sys.argv[1].split("|"), sys.argv[2:]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp("sh", ["sh", "-c", 'stty cols 120 rows 40; exec "$@"', "sh"] + command)
shown, began, stopped = b"", time.time(), False
while True:
    try:
        more = os.read(terminal, 65536)
    except OSError:
        break
    if not more:
        break
    shown += more
    seen = words != [""] and all(w.encode() in shown for w in words)
    if not stopped and (seen or time.time() - began > 600):
        stopped = True
        os.kill(pid, signal.SIGINT)
sys.stdout.buffer.write(shown)
"#;

/// Runs a command on a terminal until it has shown these words; what it shows, or `None` without Python.
fn on_terminal(folder: &Path, args: &[&str], words: &[&str]) -> Option<String> {
    let done = Command::new("python3")
        .args(["-c", PTY, &words.join("|"), env!("CARGO_BIN_EXE_bouton")])
        .args(args)
        .current_dir(folder)
        .env("TERM", "xterm")
        .env("BOUTON_LANG", "en")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    Some(String::from_utf8_lossy(&done.stdout).into_owned())
}

fn in_a_pipe(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
    command.args(args).current_dir(folder).env("BOUTON_LANG", "en").stdin(Stdio::null()).output().unwrap()
}

#[cfg(unix)]
#[test]
fn count_rate_and_time_left_on_a_terminal_only() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let search = ["domineering", "8x8"];
    let saving = ["table", RULES, "--to", "20000", "--save", "t"];
    // Irregular as far as anybody has looked.
    let proving = [
        "prove",
        "position a, b; block 4; move k in 1..a: a -> a-k; move k in 1..b: b -> b-k; move k in 1..min(a, b): a -> a-k, b -> b-k",
    ];
    let quick = ["nim", "3", "4", "5"];
    for (args, words) in [
        (search.as_slice(), [" positions, ", " a second", "(Ctrl-C stops)"].as_slice()),
        (&saving, &[" of 400 040 001 positions, ", " a second", " left (Ctrl-C stops)"]),
        (&proving, &[", table to ", ", automaton of ", " s (Ctrl-C stops)"]),
    ] {
        let Some(shown) = on_terminal(folder, args, words) else {
            eprintln!("Python is missing here: the line of progress is not looked at");
            return;
        };
        for word in words {
            assert!(shown.contains(word), "{word:?} is missing in {shown:?}");
        }
        let limited = [args, &["--time", "2500ms"]].concat();
        let piped = String::from_utf8_lossy(&in_a_pipe(folder, &limited).stderr).into_owned();
        assert!(!piped.contains("a second") && !piped.contains("Ctrl-C"), "{piped}");
    }
    assert!(!on_terminal(folder, &quick, &[]).unwrap_or_default().contains("Ctrl-C"));
}
