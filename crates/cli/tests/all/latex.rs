//! What is written for LaTeX compiles by itself: papers (`prove --explain`) and documents (`export --latex`) of the whole
//! library, in both languages.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Names of the library, each game once: a twin in Chinese has the same theorems.
fn names() -> Vec<String> {
    let games = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")).unwrap();
    let files = games.map(|f| f.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = files.filter_map(|f| f.strip_suffix(".game").map(String::from)).collect();
    names.retain(|n| !n.ends_with("-zh"));
    names.sort();
    names
}

/// The text of a file for LaTeX, or nothing where the game has none.
fn written(args: &[&str]) -> Option<String> {
    let done = Command::new(env!("CARGO_BIN_EXE_bouton")).args(args).output().unwrap();
    let text = String::from_utf8(done.stdout).unwrap();
    text.starts_with("% ").then_some(text)
}

#[test]
#[ignore = "long, and needs pdflatex and xelatex with ctex"]
fn everything_for_latex_compiles() {
    let folder = tempfile::tempdir().unwrap();
    let (mut compiled, mut failed) = (0, Vec::new());
    for name in names() {
        for lang in ["en", "zh"] {
            let common = [name.as_str(), "--lang", lang, "--time", "20s"];
            for how in [&["prove", "--explain", "--format", "latex"][..], &["export", "--latex"]] {
                let Some(text) = written(&[how, &common].concat()) else { continue };
                let engine = text.lines().next().unwrap().trim_start_matches("% ");
                fs::write(folder.path().join("t.tex"), &text).unwrap();
                let args = ["-interaction=nonstopmode", "-halt-on-error", "t.tex"];
                let done = Command::new(engine).args(args).current_dir(folder.path()).output().unwrap();
                let log = String::from_utf8_lossy(&done.stdout).into_owned();
                compiled += 1;
                if !done.status.success() || log.contains("Missing character") {
                    let why = log.lines().find(|l| l.starts_with('!') || l.contains("Missing character"));
                    failed.push(format!("{name} {lang} {}: {}", how[0], why.unwrap_or("no reason given")));
                }
            }
        }
    }
    println!("{compiled} documents compiled");
    assert!(compiled > 200, "only {compiled}");
    assert!(failed.is_empty(), "{failed:#?}");
}
