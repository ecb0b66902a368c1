//! The terminal's width is kept: nothing printed for people is wider, and no word is broken, at 60, 80 and 120 columns.

use crate::shared;
use std::collections::BTreeSet;
use std::process::{Command, Stdio};
use unicode_width::UnicodeWidthStr;

/// Commands whose output is for people.
const COMMANDS: &[&[&str]] = &[
    &[],
    &["--help"],
    &["table", "--help"],
    &["help", "rules"],
    &["nim", "3", "4", "5"],
    &["nim", "30", "41", "52", "63", "74", "85", "96"],
    &["kayles", "4", "7", "--misere"],
    &["nim", "3", "4", "+", "kayles", "7", "--all-moves"],
    &["ends", "4", "-10", "-20", "7"],
    &["nim", "3", "4", "5", "--plan"],
    &["table", "bash", "--to", "40"],
    &["table", "wythoff", "--to", "12"],
    &["table", "subtract", "S=1,3,4", "--to", "30", "--show", "win"],
    &["pattern", "bash", "--to", "60"],
    &["check", "nim", "bash"],
    &["check", "wythoff-diagonal", "--set", "t=5", "--to", "12"],
    &["check", "divide", "--claim", "lose iff n = 1 or n in primes", "--to", "100"],
    &["explain", "nim", "1", "2", "3"],
    &["explain", "nim", "3", "4", "5", "--move", "take 2 @1"],
    &["starts", "split-nim", "10"],
    &["same", "bash", "subtract", "--set", "m=3", "--set", "S={1,2,3}", "--to", "20"],
    &["plot", "wythoff", "--to", "20"],
    &["list", "hdu"],
    &["show", "wythoff"],
    &["lint", "bash"],
    &["engines"],
    // Mistakes.
    &["kyles", "3"],
    &["table", "nim", "--too", "3"],
    &["wythoff", "6"],
    &["heaps n; move k in 1..n: n -> m - k", "3"],
];

fn run(args: &[&str], columns: usize, lang: &str) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(args)
        .env("COLUMNS", columns.to_string())
        .env("BOUTON_LANG", lang)
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr))
}

/// Words of letters, which nothing may break.
fn words(text: &str) -> BTreeSet<String> {
    let letters = |w: &&str| w.len() > 3 && w.bytes().all(|b| b.is_ascii_alphabetic());
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(letters).map(String::from).collect()
}

#[test]
fn nothing_is_wider_than_the_terminal() {
    let asked: Vec<(usize, &[&str], &str)> =
        COMMANDS.iter().enumerate().flat_map(|(i, c)| [(i, *c, "en"), (i + 1, *c, "zh")]).collect();
    let failures = shared::in_parallel(asked, |(i, args, lang)| {
        let mut failures = Vec::new();
        let whole = words(&run(args, 1000, lang));
        // Each command at one of the widths, or at all.
        let widths = [60, 80, 120];
        let one = [widths[i % 3]];
        for &columns in if std::env::var_os("BOUTON_LONG").is_some() { &widths[..] } else { &one } {
            let text = run(args, columns, lang);
            for line in text.lines() {
                // A place in a source is shown as it stands there.
                let source = line.trim_start_matches([' ', '1', '2', '3']).starts_with(['|', '-']);
                if line.width() > columns && !source {
                    failures
                        .push(format!("{args:?} at {columns} in {lang}: {} columns\n{line}", line.width()));
                }
            }
            let broken: Vec<String> = words(&text).difference(&whole).cloned().collect();
            if !broken.is_empty() {
                failures.push(format!("{args:?} at {columns} in {lang} breaks words: {broken:?}"));
            }
        }
        failures
    })
    .concat();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// Where nobody has set COLUMNS, the terminal itself is asked; a pipe has no width.
#[cfg(unix)]
#[test]
fn the_terminal_is_asked() {
    let program = "import pty, sys; pty.spawn(['sh', '-c', sys.argv[1], 'sh'] + sys.argv[2:])";
    let asked = "stty cols 60 rows 40; for a in 'nim 30 41 52' 'kyles 3' 'table bash --to 40' 'table --help'; do \"$1\" $a; done";
    let done = Command::new("python3")
        .args(["-c", program, asked, env!("CARGO_BIN_EXE_bouton")])
        .env("TERM", "xterm")
        .env("BOUTON_LANG", "en")
        .env("NO_COLOR", "1")
        .env_remove("COLUMNS")
        .stdin(Stdio::null())
        .output();
    let Ok(done) = done else {
        eprintln!("Python is missing here: no terminal is looked at");
        return;
    };
    let shown = String::from_utf8_lossy(&done.stdout).replace('\r', "");
    let shown = anstream::adapter::strip_str(&shown).to_string();
    assert!(shown.contains("WINS") && shown.contains("There is no game"), "{shown}");
    for line in shown.lines() {
        assert!(line.width() <= 60, "{line}");
    }
}
