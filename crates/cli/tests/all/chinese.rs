//! In Chinese, what the command says about the library is Chinese: titles, notes, answers, tables and checks. What stands in a
//! rules file in the words of the language (claims, conditions) is shown as it stands there.

use bouton::game::catalogue::{self, Entry};
use std::process::{Command, Stdio};

fn bouton(args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
    let out = command
        .args(args)
        .args(["--lang", "zh"])
        .env("COLUMNS", "160")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr)
}

/// A status in English, or the first three English words in a row; quotations of the rules and what is to be typed do not
/// count.
fn english(line: &str, rules: &str) -> Option<String> {
    let status = ["PROVED", "CHECKED", "GUESSED", "FALSE"].into_iter().find(|word| line.contains(word));
    if let Some(word) = status {
        return Some(word.to_string());
    }
    let word = |w: &&str| w.len() > 1 && w.chars().all(|c| c.is_ascii_alphabetic() || c == '\'');
    let words: Vec<&str> = line.split([' ', '·', '"']).collect();
    let run = words.windows(3).find(|three| three.iter().all(word))?.join(" ");
    let squeezed = rules.split_whitespace().collect::<Vec<_>>().join(" ");
    (!squeezed.contains(&run)).then_some(run)
}

/// The lines of a file that say something in the words of the rules language.
fn rules(entry: &Entry) -> String {
    let mut kept = false;
    let told = ["game", "note", "alias", "source"];
    let mut out = String::new();
    for line in entry.text.lines() {
        if !line.starts_with(' ') {
            kept = !told.contains(&line.split(' ').next().unwrap_or(""));
        }
        let line = line.split(" say ").next().unwrap_or(line);
        if kept && !line.trim_start().starts_with("say ") {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// The lines in which English stands.
fn wrong(entry: &Entry, verb: &str, said: &str) -> Vec<String> {
    let rules = rules(entry);
    let found = said.lines().filter_map(|line| english(line, &rules).map(|run| (run, line)));
    found.map(|(run, line)| format!("{} {verb}: \"{run}\" in: {line}", entry.id)).collect()
}

fn none(wrong: Vec<String>) {
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_list_is_chinese() {
    let said = bouton(&["list"]);
    let empty = Entry { id: "list", text: "" };
    none(wrong(&empty, "", &said));
    for entry in catalogue::listed() {
        let about = entry.about();
        let zh = about.title.zh.unwrap_or_default();
        assert!(said.contains(&zh), "{zh} is not listed");
        assert!(
            !said.contains(&about.title.text) || entry.id.eq_ignore_ascii_case(&about.title.text),
            "{}",
            about.title.text
        );
    }
    assert!(!said.contains("-zh"), "twins are listed");
}

#[test]
fn games_are_shown_in_chinese() {
    let mut all = Vec::new();
    for entry in catalogue::listed() {
        let said = bouton(&["show", entry.id]);
        // The rules stand below with blanks before them, and sources are cited as they are.
        let words = said.lines().filter(|l| !l.starts_with(' ') && !l.starts_with("来源"));
        all.extend(wrong(&entry, "show", &words.collect::<Vec<_>>().join("\n")));
    }
    none(all);
}

#[test]
fn answers_are_chinese() {
    let mut all = Vec::new();
    for entry in catalogue::listed() {
        let plain = |l: &&str| l.starts_with("example ") && !l.contains(" with ") && !l.contains(" setup ");
        let Some(example) = entry.text.lines().find(plain) else { continue };
        let position = example["example ".len()..].split("->").next().unwrap_or("");
        let position = position.split(" first ").next().unwrap_or("").trim();
        let mut args = vec![entry.id];
        args.extend(position.split_whitespace());
        all.extend(wrong(&entry, "solve", &bouton(&args)));
    }
    none(all);
}

/// Tables and checks of a part of the library: one of each kind is enough, and they cost more.
#[test]
fn tables_checks_and_claims_are_chinese() {
    let mut all = Vec::new();
    for id in [
        "nim",
        "bash",
        "wythoff",
        "kayles",
        "chomp-two-rows",
        "northcott",
        "nim-misere",
        "cat-mouse",
        "ends-one",
    ] {
        let Some(entry) = catalogue::find(id) else { panic!("{id}") };
        all.extend(wrong(&entry, "table", &bouton(&["table", id, "--to", "6"])));
        all.extend(wrong(&entry, "check", &bouton(&["check", id, "--to", "4"])));
    }
    // A claim answers, with the bound to which it was tested.
    let entry = catalogue::find("georgia-bob").unwrap();
    let said = bouton(&["georgia-bob", "1", "1000000000000", "3000000000000"]);
    assert!(said.contains("已检验到 大小 <= "), "{said}");
    all.extend(wrong(&entry, "solve", &said));
    none(all);
}
