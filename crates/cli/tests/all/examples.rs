//! The examples under `--help` are true: bash runs every one of them, in a folder that has the files they name.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

fn help(verb: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
    command.args([verb, "--help"]).env("BOUTON_LANG", "en").env("COLUMNS", "100");
    String::from_utf8_lossy(&command.output().unwrap().stdout).into_owned()
}

/// The verbs, as `bouton --help` lists them.
pub(crate) fn verbs() -> Vec<String> {
    let top = Command::new(env!("CARGO_BIN_EXE_bouton")).args(["--help", "--lang", "en"]).output().unwrap();
    let text = String::from_utf8_lossy(&top.stdout).into_owned();
    let verbs = text.lines().skip_while(|l| *l != "Commands:").skip(1).take_while(|l| !l.is_empty());
    verbs.filter_map(|l| l.split_whitespace().next()).map(String::from).collect()
}

/// The commands of a help text: lines that begin with `bouton`, with what was folded behind them, up to two blanks
/// outside quotes, where a remark begins.
fn commands(text: &str) -> Vec<String> {
    let lines =
        text.lines().skip_while(|l| l.trim() != "Examples:").skip(1).take_while(|l| l.starts_with("  "));
    let mut out: Vec<String> = Vec::new();
    for line in lines {
        let line = line.trim();
        match out.last_mut() {
            Some(last) if !line.starts_with("bouton ") => last.push_str(&format!(" {line}")),
            _ => out.push(line.to_string()),
        }
    }
    out.iter().map(|line| without_remark(line)).collect()
}

fn without_remark(line: &str) -> String {
    let mut quoted = false;
    let mut blank = false;
    for (i, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            ' ' if blank && !quoted => return line[..i].trim_end().to_string(),
            _ => {}
        }
        blank = c == ' ';
    }
    line.to_string()
}

/// Takes an example of `export` for the program of a contestant.
fn export(folder: &Path, args: &[&str]) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .arg("export")
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8_lossy(&done.stdout).into_owned()
}

/// A program that answers any question of this kind as `export` would.
fn script(folder: &Path, name: &str, args: &[&str]) {
    fs::write(folder.join(name), format!("#!/usr/bin/env python3\n{}", export(folder, args))).unwrap();
}

/// Files that examples name.
fn furnish(folder: &Path) {
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    let game = "game Mine\nheaps n\nmove take k in 1..3:  n -> n - k\nexample 4 -> lose\n";
    write("mygame.game", game);
    write("other.game", &game.replace("Mine", "Other"));
    fs::create_dir_all(folder.join("games")).unwrap();
    write("games/mine.game", game);
    write("heaps.txt", "3 4 5\n1 2 3\n");
    write("numbers.txt", "1 3 4\n");
    for shell in [".local/share/bash-completion/completions", ".config/fish/completions"] {
        fs::create_dir_all(folder.join(shell)).unwrap();
    }
    let play = "import sys\nwhile True:\n    line = sys.stdin.readline()\n    if not line: break\n";
    write("player.py", play);
    for game in ["wythoff", "kayles"] {
        let file = format!("{game}.certificate");
        let prove = Command::new(env!("CARGO_BIN_EXE_bouton"))
            .args(["prove", game, "--certificate", &file])
            .current_dir(folder)
            .output()
            .unwrap();
        assert!(prove.status.success(), "{game}");
    }
}

#[cfg(unix)]
#[test]
fn help_examples_run() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    furnish(folder);
    let bin = Path::new(env!("CARGO_BIN_EXE_bouton")).parent().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let mut tried = 0;
    let mut failed = Vec::new();
    for verb in verbs() {
        for command in commands(&help(&verb)) {
            let words: Vec<&str> = command.split_whitespace().collect();
            // A server does not end by itself, other hosts and a reader of manuals may be missing, and C++ takes long.
            if words[1] == "serve"
                || command.contains("--hosts")
                || command.contains("| man")
                || command.contains("player.cpp")
            {
                continue;
            }
            let mut line = command.clone();
            match words[1] {
                // The program of the contestant is the one that the same flags export.
                "stress" => {
                    let program = words[3];
                    let flags: Vec<String> = super::words::split(&command)[4..].to_vec();
                    let kept = kept(&flags, &["--in", "--cases", "--yes", "--no", "--value", "--answer"]);
                    if flags.iter().any(|f| f == "--move") {
                        continue;
                    }
                    let mut args = vec![words[2], "--python"];
                    args.extend(kept.iter().map(String::as_str));
                    script(folder, program, &args);
                    let file = folder.join(program);
                    if program.ends_with(".cpp") {
                        // The same in the language that starts at once.
                        let python = program.replace(".cpp", ".py");
                        fs::rename(&file, folder.join(&python)).unwrap();
                        line = line.replacen(program, &python, 1);
                    } else {
                        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
                    }
                    line.push_str(" --time 300ms");
                }
                "gen" => line.push_str(" --tests 1"),
                // What is quick in a release build takes a program for tests long.
                "table" => line = line.replace("--to 5000", "--to 500"),
                "pattern" => line = line.replace("0.16", "0.17"),
                "interact" => continue,
                _ => line = line.replace("4180 2583", "377 233"),
            }
            tried += 1;
            if let Err(said) = runs(folder, &path, words[1], &line) {
                failed.push((words[1].to_string(), line, said));
            }
        }
    }
    // Some examples use the files that others write: those have been written now.
    let again = failed.iter().filter_map(|(verb, line, _)| {
        let said = runs(folder, &path, verb, line).err()?;
        Some(format!("{line}\n{said}"))
    });
    let failures: Vec<String> = again.collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(tried > 70, "only {tried} examples were found");
}

/// Runs an example in a shell; what it complains of if it fails.
fn runs(folder: &Path, path: &str, verb: &str, line: &str) -> Result<(), String> {
    // Tests are never written over others.
    let _ = fs::remove_dir_all(folder.join("tests"));
    let done = Command::new("bash")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", path)
        .env("HOME", folder)
        .env("BOUTON_LANG", "en")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    // Two examples show games that differ; dialogues end with their input; how much a stress test tries in a short time
    // depends on the machine.
    let fine = match verb {
        "same" | "check" => matches!(done.status.code(), Some(0 | 1)),
        "stress" => matches!(done.status.code(), Some(0 | 3)),
        "new" => done.status.code() == Some(2),
        _ => done.status.success(),
    };
    if fine { Ok(()) } else { Err(String::from_utf8_lossy(&done.stderr).into_owned()) }
}

/// These flags with their values.
fn kept(flags: &[String], names: &[&str]) -> Vec<String> {
    let pairs = flags.windows(2).filter(|w| names.contains(&w[0].as_str()));
    pairs.flat_map(|w| w.to_vec()).collect()
}
