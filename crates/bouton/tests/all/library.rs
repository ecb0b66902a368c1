//! Every game of the library: its examples, claims and strategies hold, and lint has nothing to say.

use crate::common::{claimed, on_two_threads, solver};
use bouton::Game;
use bouton::claims::check::CheckQuestion;
use bouton::game::catalogue;
use bouton::language::diagnostic::Lang;
use std::sync::Mutex;
use std::time::Instant;

/// Runs `f` on every game, on two threads, and gives what went wrong.
fn each(f: impl Fn(&str, &Game) -> Vec<String> + Sync) -> Vec<String> {
    let ids: Vec<&str> = catalogue::entries().map(|e| e.id).collect();
    let wrong = Mutex::new(Vec::new());
    on_two_threads(&ids, |id| {
        let start = Instant::now();
        let found = match Game::library(id) {
            Ok(game) => f(id, &game),
            Err(p) => vec![p.line(Lang::En)],
        };
        let took = start.elapsed();
        if took.as_secs() > 5 {
            println!("{id}: {} ms", took.as_millis());
        }
        let found = found.into_iter().map(|line| format!("{id}: {line}"));
        wrong.lock().unwrap_or_else(|e| e.into_inner()).extend(found);
    });
    wrong.into_inner().unwrap_or_else(|e| e.into_inner())
}

#[test]
fn examples_claims_and_strategies_hold() {
    let wrong = each(|_, game| {
        let question = CheckQuestion { inductive: true, ..claimed(game, None, None) };
        let report = match solver().check(&question) {
            Ok(report) => report,
            Err(p) => return vec![p.line(Lang::En)],
        };
        let mut out = Vec::new();
        out.extend(report.examples.iter().filter(|e| e.is_wrong()).flat_map(|e| e.lines(Lang::En)));
        for c in &report.claims {
            if c.is_false() || c.tested == 0 {
                out.push(c.say(Lang::En));
                out.extend(c.inductive.as_ref().map(|i| i.say(Lang::En)));
            }
        }
        out.extend(report.strategies.iter().filter(|s| s.is_wrong()).map(|s| s.say(Lang::En)));
        if report.unfinished() {
            out.push("not finished".into());
        }
        out
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn lint_has_nothing_to_say() {
    let wrong = each(|_, game| match solver().lint(game) {
        Ok(report) => report.warnings.iter().map(|d| d.line(game.sources(), Lang::En)).collect(),
        Err(p) => vec![p.line(Lang::En)],
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A name of any length is refused without being compared with all others letter by letter, and quoted in part.
#[test]
fn long_names_cost_nothing() {
    let long = "wythof".repeat(1_000_000);
    assert_eq!(catalogue::near(&long), Vec::<String>::new());
    let Err(problem) = Game::library(&long) else { panic!("there is no such game") };
    assert!(problem.line(Lang::En).len() < 300, "{}", problem.line(Lang::En).len());
    let rules = format!("heaps {long}\nmove k in 1..x{long}: {long} -> {long} - k\n{long} = 1\n");
    assert!(Game::parse(&rules).is_err());
    assert!(catalogue::near("wythof").contains(&"wythoff".to_string()));
}

/// Has this Chinese characters?
fn chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

#[test]
fn every_listed_game_has_a_chinese_title_and_note() {
    for entry in catalogue::listed() {
        let about = entry.about();
        let zh = about.title.zh.as_deref().unwrap_or_default();
        // BBWWBB is a name, and the rest of its title is Chinese.
        assert!(chinese(zh), "{}: the title has no Chinese form", entry.id);
        assert!(!chinese(&about.title.text), "{}: {}", entry.id, about.title.text);
        assert!(!about.notes.is_empty(), "{} has no note", entry.id);
        for note in &about.notes {
            assert!(note.zh.as_deref().is_some_and(chinese), "{}: a note has no Chinese form", entry.id);
            assert!(!chinese(&note.text), "{}: {}", entry.id, note.text);
        }
        let found = catalogue::find(zh).map(|e| e.id);
        assert_eq!(found, Some(entry.id), "{zh} is the title of another game too");
    }
}

#[test]
fn games_in_chinese_keywords_are_there_and_not_listed() {
    let hidden: Vec<&str> = catalogue::entries().filter(|e| e.in_chinese()).map(|e| e.id).collect();
    assert!(hidden.len() >= 7, "{hidden:?}");
    for id in &hidden {
        assert!(Game::library(id).is_ok(), "{id}");
        let about = catalogue::find(id).map(|e| e.about()).unwrap_or_default();
        assert!(about.notes.iter().all(|n| chinese(&n.text)), "{id}");
        assert!(catalogue::listed().all(|e| e.id != *id));
        // Half of the name is enough for a suggestion; these are not suggested.
        let near = catalogue::near(&id[..id.len() - 1]);
        assert!(!near.iter().any(|n| n == id), "{near:?}");
    }
}
