//! The little shell that runs `console` blocks with the real command, in a folder of their own.
//!
//! It knows `bouton …`, `cargo run --release -- …` (the same), `cat FILE`, `echo $?`, variables in front of a command,
//! `< FILE`, and here-documents. Where a dialogue is shown, what stands behind its prompts is what was typed.

use crate::words::split;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Prompts of `play` and `new`.
const PROMPTS: [&str; 3] = ["you> ", "你> ", "> "];

/// One command of a block.
pub(crate) struct Step {
    /// Without the `$ `.
    pub(crate) command: String,
    /// The lines of its here-document, without the last.
    pub(crate) input: Vec<String>,
    /// Index in the block of the line behind the command and its here-document.
    pub(crate) shown: usize,
    /// The output in the document.
    pub(crate) expected: Vec<String>,
}

/// The commands of a block.
pub(crate) fn steps(lines: &[String]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = &lines[at];
        at += 1;
        let Some(command) = line.strip_prefix("$ ") else {
            let step = steps.last_mut().unwrap_or_else(|| panic!("a block begins with a command: {line}"));
            step.expected.push(line.clone());
            continue;
        };
        let mut input = Vec::new();
        let mut command = command.to_string();
        if let Some((before, end)) = command.clone().split_once(" <<") {
            while lines[at] != end {
                input.push(lines[at].clone());
                at += 1;
            }
            at += 1;
            command = before.to_string();
        }
        steps.push(Step { command, input, shown: at, expected: Vec::new() });
    }
    for step in &mut steps {
        // A blank line between two commands is for the reader.
        while step.expected.last().is_some_and(|l| l.is_empty()) {
            step.expected.pop();
        }
    }
    steps
}

/// Runs commands in a folder.
pub(crate) struct Shell<'f> {
    /// Where files are.
    pub(crate) folder: &'f Path,
    /// Exit code of the last command.
    pub(crate) code: i32,
}

impl Shell<'_> {
    /// What a command prints: standard output, then standard error.
    pub(crate) fn run(&mut self, step: &Step) -> Vec<String> {
        let mut words = split(&step.command);
        if step.command == "echo $?" {
            return vec![self.code.to_string()];
        }
        if words[0] == "cat" {
            let text = fs::read_to_string(self.folder.join(&words[1]));
            return lines(&text.unwrap_or_else(|e| panic!("{}: {e}", step.command)));
        }
        let mut input: String = step.input.iter().map(|l| format!("{l}\n")).collect();
        if let Some(at) = words.iter().position(|w| w == "<") {
            input = fs::read_to_string(self.folder.join(&words[at + 1])).unwrap();
            words.drain(at..at + 2);
        } else if input.is_empty() {
            let typed = |l: &String| PROMPTS.iter().find_map(|p| l.strip_prefix(p)).map(str::to_string);
            input = step.expected.iter().filter_map(typed).map(|l| format!("{l}\n")).collect();
        }
        let first = words.iter().position(|w| !w.contains('=')).unwrap_or(0);
        let variables: Vec<String> = words.drain(..first).collect();
        let cargo = ["cargo", "run", "--release", "--"];
        let skip = if words.starts_with(&cargo.map(String::from)) { cargo.len() } else { 1 };
        assert!(skip > 1 || words[0] == "bouton", "this shell does not know: {}", step.command);
        let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
        command.args(&words[skip..]).current_dir(self.folder);
        for name in ["BOUTON_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        command.env_remove("COLUMNS");
        for variable in &variables {
            let (name, value) = variable.split_once('=').unwrap();
            command.env(name, value);
        }
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().unwrap();
        // A command that does not read its input closes it: that is no failure.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let done = child.wait_with_output().unwrap();
        self.code = done.status.code().unwrap_or(-1);
        let mut found = lines(&String::from_utf8_lossy(&done.stdout));
        found.extend(lines(&String::from_utf8_lossy(&done.stderr)));
        while found.last().is_some_and(|l| l.is_empty()) {
            found.pop();
        }
        found
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(|l| l.trim_end().to_string()).collect()
}

/// Does the output fit what the document shows? `…` alone on a line stands for any lines.
pub(crate) fn fits(expected: &[String], found: &[String]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((first, rest)) if first.trim() == "…" => {
            (0..=found.len()).any(|skip| fits(rest, &found[skip..]))
        }
        Some((first, rest)) => {
            found.split_first().is_some_and(|(line, others)| first.trim_end() == line && fits(rest, others))
        }
    }
}
