//! The command as a process: broken pipes, Ctrl-C, colours, completions and the manual page.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn bouton(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
    command.args(args).env_remove("LANG").env_remove("LC_ALL").env_remove("BOUTON_LANG").stdin(Stdio::null());
    command
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let mut child = bouton(&["table", "bash", "--to", "60000", "--csv"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "n,grundy\n");
    let status = child.wait().unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((status.code(), said.as_str()), (Some(0), ""));
}

/// Waits until a process has a handler for Ctrl-C, and is at work for a while.
#[cfg(unix)]
fn until_it_listens(process: u32) {
    let began = Instant::now();
    let caught = || {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let mask = status.lines().find_map(|l| l.strip_prefix("SigCgt:"))?.trim();
        // SIGINT is the second signal.
        Some(u64::from_str_radix(mask, 16).ok()? & 2 != 0)
    };
    while caught() == Some(false) && began.elapsed() < Duration::from_secs(1200) {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(1000));
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_cleanly() {
    // Sums of many heaps under misère play are more than any machine can finish, where no code gives their quotient.
    let rows: Vec<String> = (30..60).map(|n| n.to_string()).collect();
    let mut args = vec!["grundys-game", "--misere", "--time", "2h"];
    args.extend(rows.iter().map(String::as_str));
    let child = bouton(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until_it_listens(child.id());
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let done = child.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(130), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(String::from_utf8_lossy(&done.stderr), "Interrupted.\n");
    assert!(String::from_utf8_lossy(&done.stdout).contains("Not decided within the budget. Interrupted."));
}

#[test]
fn colour_is_only_an_addition() {
    let plain = bouton(&["nim", "3", "4", "5"]).output().unwrap().stdout;
    let forced = bouton(&["nim", "3", "4", "5"]).env("CLICOLOR_FORCE", "1").output().unwrap().stdout;
    let refused =
        bouton(&["nim", "3", "4", "5", "--no-color"]).env("CLICOLOR_FORCE", "1").output().unwrap().stdout;
    assert!(!plain.contains(&0x1b));
    assert!(forced.contains(&0x1b));
    assert_eq!(plain, refused);
    let stripped = anstream::adapter::strip_bytes(&forced).into_vec();
    assert_eq!(plain, stripped);
}

#[test]
fn shells_and_the_manual() {
    for (shell, mark) in [
        ("bash", "_bouton()"),
        ("zsh", "#compdef bouton"),
        ("fish", "complete -c bouton"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let done = bouton(&["completions", shell]).output().unwrap();
        let text = String::from_utf8_lossy(&done.stdout);
        assert!(done.status.success() && text.contains(mark), "{shell}");
    }
    let done = bouton(&["man"]).output().unwrap();
    let page = String::from_utf8_lossy(&done.stdout);
    for verb in [
        "SOLVE", "TABLE", "CHECK", "EXPLAIN", "PLAY", "STARTS", "LIST", "SHOW", "LINT", "FMT", "NEW",
        "ENGINES",
    ] {
        assert!(page.contains(&format!("BOUTON {verb}")), "{verb}");
    }
}

#[test]
fn every_verb_has_examples() {
    for verb in crate::examples::verbs() {
        let done = bouton(&[&verb, "--help"]).output().unwrap();
        assert!(done.status.success(), "{verb}");
        let help = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(
            help.contains("Examples:") && help.contains(&format!("bouton {verb}")) || verb == "solve",
            "{verb}: {help}"
        );
        let zh = bouton(&[&verb, "--help", "--lang", "zh"]).output().unwrap();
        assert!(String::from_utf8_lossy(&zh.stdout).contains("例："), "{verb}");
    }
}
