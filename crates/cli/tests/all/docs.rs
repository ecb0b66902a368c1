//! The documents are true: every command in README.md and docs/ prints what they show, every game in them loads and
//! holds, every link leads somewhere, every table of words names exactly those of the code.
//!
//! Blocks by tag: `console` is run ([`shell`]), `game` is loaded and checked, `game-error` must be refused with the
//! message in the `text` block behind it, `file NAME` is written for the commands below it.
//! `BOUTON_BLESS=1 cargo test -p bouton-cli --test all docs::` writes what is printed now into the documents.

mod markdown;
use crate::shared;
mod shell;

use bouton::claims::check::CheckQuestion;
use bouton::language::diagnostic::{Lang, Wording};
use bouton::language::position::read_value;
use bouton::language::rules::Builtin;
use bouton::language::value::KnownSet;
use bouton::language::{keywords, load};
use bouton::{Budget, Folder, Game, Solver};
use markdown::Document;
use shell::Shell;
use std::collections::BTreeSet;
use std::fs;
use std::sync::Mutex;

/// Held by the tests that may write a document, so that one does not undo what the other wrote.
static WRITING: Mutex<()> = Mutex::new(());

fn bless() -> bool {
    std::env::var_os("BOUTON_BLESS").is_some()
}

/// Fails with all that was found.
fn none(failures: &[String]) {
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n\n"));
}

#[test]
fn commands_print_what_is_shown() {
    let _writing = WRITING.lock();
    let failures = shared::in_parallel(Document::all(), |mut document| {
        let mut failures = Vec::new();
        let folder = tempfile::tempdir().unwrap();
        let mut shell = Shell { folder: folder.path(), code: 0 };
        let mut lines = Vec::new();
        let mut copied = 0;
        for block in document.blocks() {
            if let Some(name) = block.tag.strip_prefix("file ") {
                fs::write(folder.path().join(name), document.text(&block)).unwrap();
            }
            if block.tag != "console" {
                continue;
            }
            lines.extend_from_slice(&document.lines[copied..block.first]);
            copied = block.end;
            let body = &document.lines[block.first..block.end];
            let mut at = 0;
            for step in shell::steps(body) {
                let found = shell.run(&step);
                lines.extend_from_slice(&body[at..step.shown]);
                at = step.shown + step.expected.len();
                if shell::fits(&step.expected, &found) {
                    lines.extend_from_slice(&step.expected);
                } else {
                    let place = document.place(block.first + step.shown - 1);
                    let (expected, shown) = (step.expected.join("\n"), found.join("\n"));
                    let command = &step.command;
                    failures.push(format!("{place}: {command}\n--- shown\n{expected}\n--- printed\n{shown}"));
                    lines.extend(found);
                }
            }
            lines.extend_from_slice(&body[at..]);
        }
        lines.extend_from_slice(&document.lines[copied..]);
        if bless() && lines != document.lines {
            document.lines = lines;
            document.write();
        }
        failures
    })
    .concat();
    if !bless() {
        none(&failures);
    }
}

#[test]
fn games_hold() {
    let mut failures = Vec::new();
    for document in Document::all() {
        let loader = Folder { base: None };
        for block in document.blocks().iter().filter(|b| b.tag == "game") {
            let place = document.place(block.first);
            let game = match Game::from_text("here.game", &document.text(block), &loader) {
                Ok((game, warnings)) if warnings.is_empty() => game,
                Ok((game, warnings)) => {
                    let lines = warnings.iter().map(|w| w.line(game.sources(), Lang::En));
                    failures.push(format!("{place}: {}", lines.collect::<Vec<_>>().join("\n")));
                    continue;
                }
                Err(problem) => {
                    failures.push(format!("{place}: {}", problem.line(Lang::En)));
                    continue;
                }
            };
            let question = CheckQuestion {
                game: &game,
                claim: None,
                to: None,
                inductive: false,
                seed: 1,
                loader: &loader,
            };
            let report = Solver::new(Budget::unlimited()).check(&question).unwrap();
            if report.examples.is_empty() && report.claims.is_empty() {
                failures.push(format!("{place}: nothing is said about this game, so nothing is tested"));
            }
            let examples = report.examples.iter().filter(|e| e.is_wrong()).flat_map(|e| e.lines(Lang::En));
            let claims = report.claims.iter().filter(|c| c.is_false()).map(|c| c.say(Lang::En));
            let strategies = report.strategies.iter().filter(|s| s.is_wrong()).map(|s| s.say(Lang::En));
            failures.extend(examples.chain(claims).chain(strategies).map(|f| format!("{place}: {f}")));
        }
    }
    none(&failures);
}

#[test]
fn mistakes_are_refused_with_the_message_shown() {
    let _writing = WRITING.lock();
    let mut failures = Vec::new();
    for mut document in Document::all() {
        let mut lines = document.lines.clone();
        // From the end, so that a message of another length moves nothing that is still to come.
        for pair in document.blocks().windows(2).rev().filter(|p| p[0].tag == "game-error") {
            let place = document.place(pair[0].first);
            assert_eq!(pair[1].tag, "text", "{place}: the message belongs in a text block behind the rules");
            let loaded = load("here.game", &document.text(&pair[0]), &Folder { base: None });
            let found: Vec<String> =
                loaded.diagnostics.iter().map(|d| d.line(&loaded.sources, Lang::En)).collect();
            if loaded.rules.is_some() {
                failures.push(format!("{place}: these rules are not refused"));
            } else if found != document.lines[pair[1].first..pair[1].end] {
                failures.push(format!("{place}: the message is\n{}", found.join("\n")));
                lines.splice(pair[1].first..pair[1].end, found);
            }
        }
        if bless() && lines != document.lines {
            document.lines = lines;
            document.write();
            failures.clear();
        }
    }
    none(&failures);
}

#[test]
fn links_lead_somewhere() {
    let mut failures = Vec::new();
    for document in Document::all() {
        for (line, target) in document.links() {
            if target.contains("://") {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let path = match file {
                "" => document.path.clone(),
                file => document.path.parent().unwrap().join(file),
            };
            let found = if !path.exists() {
                false
            } else if anchor.is_empty() {
                true
            } else {
                let name =
                    path.strip_prefix(markdown::root()).unwrap_or(&path).to_string_lossy().into_owned();
                Document::named(&name).anchors().iter().any(|a| a == anchor)
            };
            if !found {
                failures.push(format!("{}: {target} leads nowhere", document.place(line)));
            }
        }
    }
    none(&failures);
}

/// The first column of a table of the reference, up to the first sign that is no letter of a name.
fn names(document: &str, table: &str) -> BTreeSet<String> {
    let name = |cell: &String| cell.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("").to_string();
    Document::named(document).table(table).iter().map(|row| name(&row[0])).collect()
}

fn set<'w>(words: impl IntoIterator<Item = &'w str>) -> BTreeSet<String> {
    words.into_iter().map(str::to_string).collect()
}

#[test]
fn tables_name_exactly_the_words_of_the_code() {
    let reference = "docs/language.md";
    let lines = ["lines", "lines-play", "lines-end", "lines-belief"].map(|t| names(reference, t));
    assert_eq!(lines.into_iter().flatten().collect::<BTreeSet<_>>(), set(keywords::LINES.iter().copied()));
    let functions = Builtin::ALL.iter().map(|(name, ..)| *name).chain(["floor"]);
    let written = ["functions", "functions-graphs", "generators"].map(|t| names(reference, t));
    assert_eq!(written.into_iter().flatten().collect::<BTreeSet<_>>(), set(functions));
    assert_eq!(names(reference, "sets"), set(KnownSet::ALL.iter().map(|(name, _)| *name)));
    let cells: Vec<String> = Document::named(reference).table("keywords").into_iter().flatten().collect();
    let pair = |p: &[String]| (p[0].clone(), p[1].clone());
    let written: BTreeSet<(String, String)> =
        cells.chunks(2).filter(|p| !p[0].is_empty()).map(pair).collect();
    let words = keywords::CHINESE.iter().map(|(zh, en)| (zh.to_string(), en.to_string()));
    assert_eq!(written, words.collect::<BTreeSet<_>>());
}

#[test]
fn values_in_tables_are_computed() {
    let reference = Document::named("docs/language.md");
    let mut failures = Vec::new();
    for table in ["operators", "functions", "generators", "sets"] {
        for row in reference.table(table) {
            let [.., example, is] = row.as_slice() else { panic!("{table}: {row:?}") };
            let found = match read_value(example, &Folder { base: None }) {
                Ok(value) => value.to_string(),
                Err(problem) => problem.message(Lang::En),
            };
            if found != *is {
                failures.push(format!("{example} is {found}, not {is}"));
            }
        }
    }
    none(&failures);
}

#[test]
fn the_verbs_are_all_named() {
    let verbs: BTreeSet<String> = crate::examples::verbs().into_iter().filter(|v| v != "help").collect();
    assert_eq!(names("docs/topics.md", "verbs"), verbs);
}

/// The examples in the README are the tests `library` and `own_type`, word for word.
#[test]
fn the_library_examples_are_tested() {
    let readme = Document::named("README.md");
    let tests = [include_str!("library.rs"), include_str!("own_type.rs")];
    let blocks: Vec<String> =
        readme.blocks().iter().filter(|b| b.tag == "rust").map(|b| readme.text(b)).collect();
    assert_eq!(blocks.len(), tests.len());
    for (block, test) in blocks.iter().zip(tests) {
        assert!(test.contains(block), "README.md and its test differ:\n{block}");
    }
}
