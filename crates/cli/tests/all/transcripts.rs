//! Transcripts: every file in `tests/transcripts` is a conversation with the real command, checked word by word.
//!
//! A line `$ bouton …` is run in an empty folder; the lines under it are what it prints. `< text` lines right under the
//! command are its standard input, a last line `[exit 2]` its exit code when that is not 0, `! text` lines what it says
//! on standard error. `$ file NAME` writes the `< ` lines below it to a file, `$ cat NAME` shows one. `# …` is a comment.
//! The number of games in the library stands as `<games>`, so that adding one changes no transcript.
//! `BOUTON_BLESS=1 cargo test -p bouton-cli --test all transcripts::` rewrites the files with what is printed now.

use crate::shared;
use crate::words;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use words::split;

/// One command of a transcript.
#[derive(Default)]
struct Step {
    /// Comments and blank lines above it.
    above: Vec<String>,
    command: String,
    input: Vec<String>,
    expected: Vec<String>,
}

#[test]
fn transcripts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let bless = std::env::var_os("BOUTON_BLESS").is_some();
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).collect();
    names.retain(|p| p.extension().is_some_and(|e| e == "txt"));
    names.sort();
    assert!(!names.is_empty(), "there are no transcripts");
    let failures = shared::in_parallel(names, |path| {
        let mut failures = Vec::new();
        let text = fs::read_to_string(&path).unwrap();
        let (steps, rest) = parse(&text);
        let sandbox = tempfile::tempdir().unwrap();
        let mut out = String::new();
        for step in &steps {
            let found = run(step, sandbox.path());
            if found != step.expected && !bless {
                failures.push(format!(
                    "{}: {}\n--- expected\n{}\n--- found\n{}",
                    path.file_name().unwrap().to_string_lossy(),
                    step.command,
                    step.expected.join("\n"),
                    found.join("\n")
                ));
            }
            for line in step.above.iter().chain([&format!("$ {}", step.command)]) {
                out.push_str(line);
                out.push('\n');
            }
            for line in step.input.iter().map(|l| format!("< {l}").trim_end().to_string()).chain(found) {
                out.push_str(&line);
                out.push('\n');
            }
        }
        for line in rest {
            out.push_str(&line);
            out.push('\n');
        }
        if bless {
            fs::write(&path, out).unwrap();
        }
        failures
    })
    .concat();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// The commands of a transcript, and the comments behind the last one. A comment ends the output above it.
fn parse(text: &str) -> (Vec<Step>, Vec<String>) {
    let mut steps: Vec<Step> = Vec::new();
    let mut above: Vec<String> = Vec::new();
    let mut reading = false;
    for line in text.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            let above = std::mem::take(&mut above);
            steps.push(Step { above, command: command.to_string(), ..Step::default() });
            reading = true;
        } else if line.starts_with("# ") || !reading {
            above.push(line.to_string());
            reading = false;
        } else if let Some(step) = steps.last_mut() {
            match line.strip_prefix('<') {
                Some(input) if step.expected.is_empty() => {
                    step.input.push(input.strip_prefix(' ').unwrap_or(input).to_string());
                }
                _ => step.expected.push(line.to_string()),
            }
        }
    }
    (steps, above)
}

fn run(step: &Step, folder: &Path) -> Vec<String> {
    let words = split(&step.command);
    let input: String = step.input.iter().map(|l| format!("{l}\n")).collect();
    match words[0].as_str() {
        "file" => {
            fs::write(folder.join(&words[1]), input).unwrap();
            return Vec::new();
        }
        "cat" => {
            let text = fs::read_to_string(folder.join(&words[1])).unwrap_or_else(|_| "(no such file)".into());
            return text.lines().map(str::to_string).collect();
        }
        _ => {}
    }
    let (variables, words): (Vec<_>, Vec<_>) = {
        let first = words.iter().position(|w| !w.contains('=')).unwrap_or(0);
        (words[..first].to_vec(), words[first..].to_vec())
    };
    assert_eq!(words[0], "bouton", "a transcript runs bouton, file or cat: {}", step.command);
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
    command.args(&words[1..]).current_dir(folder);
    for name in ["BOUTON_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.env_remove("COLUMNS");
    for variable in variables {
        let (name, value) = variable.split_once('=').unwrap();
        command.env(name, value);
    }
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A command that does not read its input closes it: that is no failure of the test.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let done = child.wait_with_output().unwrap();
    let games = bouton::game::catalogue::listed().count();
    let stdout = String::from_utf8_lossy(&done.stdout)
        .replace(&format!("{games} games in the library"), "<games> games in the library")
        .replace(&format!("库中有 {games} 个游戏"), "库中有 <games> 个游戏");
    let mut found: Vec<String> = stdout.lines().map(str::to_string).collect();
    found.extend(
        String::from_utf8_lossy(&done.stderr).lines().map(|l| format!("! {l}").trim_end().to_string()),
    );
    let code = done.status.code().unwrap_or(-1);
    if code != 0 {
        found.push(format!("[exit {code}]"));
    }
    found
}
