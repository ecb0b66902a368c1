//! Progress is for people: on a terminal after a second, in a pipe never.
//!
//! Python's `pty` gives the command a terminal of its own.

use std::path::Path;
use std::process::{Command, Output, Stdio};

const RULES: &str = "position a, b; move i in 1..a: a -> a-i, b -> b div 2; move j in 1..b: b -> b-j";

/// Runs a command on a terminal; what it shows, or `None` without Python.
fn on_terminal(folder: &Path, args: &[&str]) -> Option<String> {
    let wide = "stty cols 120 rows 40; exec \"$@\"";
    let program = "import pty, sys; pty.spawn(['sh', '-c', sys.argv[1], 'sh'] + sys.argv[2:])";
    let done = Command::new("python3")
        .args(["-c", program, wide, env!("CARGO_BIN_EXE_bouton")])
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
    let rows: Vec<String> = (30..60).map(|n| n.to_string()).collect();
    let mut search = vec!["kayles", "--misere", "--time", "2500ms"];
    search.extend(rows.iter().map(String::as_str));
    let saving = ["table", RULES, "--to", "20000", "--save", "t", "--time", "2500ms"];
    let quick = ["nim", "3", "4", "5"];
    for (args, words) in [
        (search.as_slice(), [" positions, ", " a second", "(Ctrl-C stops)"].as_slice()),
        (&saving, &[" of 400 040 001 positions, ", " a second", " left (Ctrl-C stops)"]),
    ] {
        let Some(shown) = on_terminal(folder, args) else {
            eprintln!("Python is missing here: the line of progress is not looked at");
            return;
        };
        for word in words {
            assert!(shown.contains(word), "{word:?} is missing in {shown:?}");
        }
        let piped = String::from_utf8_lossy(&in_a_pipe(folder, args).stderr).into_owned();
        assert!(!piped.contains("a second"), "{piped}");
    }
    assert!(!on_terminal(folder, &quick).unwrap_or_default().contains("Ctrl-C"));
}
