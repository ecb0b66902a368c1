//! Every game of the library, exported, compiled, run and compared with bouton.
//!
//! `BOUTON_EXPORT=1000` compares on so many positions and in all languages; `BOUTON_EXPORT_GAME=nim,bash` only these
//! games, `BOUTON_EXPORT_LANG=rust` only this language, `BOUTON_EXPORT_SECONDS=100` so long for finding a game's positions.

use crate::common;
use bouton::Game;
use bouton::answer::Status;
use bouton::game::catalogue;
use bouton_export::{Prepared, Target};
use bouton_template::Asked;
use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Positions a game, where nothing else is said.
const POSITIONS: usize = 20;

/// The languages that are compared: all where it was asked for. Otherwise Python, which needs no compiler, and one
/// of the others now and then.
fn languages(id: usize, all: bool, named: Option<&String>) -> Vec<Target> {
    let turn = |t: &Target| match t {
        Target::Python => true,
        Target::Cpp => id.is_multiple_of(8),
        Target::Rust => id % 12 == 2,
    };
    let wanted = |t: &Target| match named {
        Some(named) => named == t.word(),
        None => all || turn(t),
    };
    Target::ALL.into_iter().filter(wanted).collect()
}

#[test]
fn every_game_agrees_with_bouton() {
    let said: Option<usize> = std::env::var("BOUTON_EXPORT").ok().and_then(|n| n.parse().ok());
    let positions = said.unwrap_or(POSITIONS);
    let only = std::env::var("BOUTON_EXPORT_GAME").ok();
    let named = std::env::var("BOUTON_EXPORT_LANG").ok();
    // What is made of every second game is run, unless some are asked for.
    let all = said.is_some() || only.is_some();
    let games: Vec<&str> = catalogue::entries()
        .map(|e| e.id)
        .filter(|id| only.as_ref().is_none_or(|o| o.split(',').any(|o| o == *id)))
        .collect();
    let (next, wrong, lines) = (AtomicUsize::new(0), Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let compared = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(id) = games.get(number) else { break };
                    let game = Game::library(id).expect("a game of the library");
                    let made = match common::prepared(&game, None, Asked::default()) {
                        Ok(made) => made,
                        Err(why) => {
                            lines.lock().unwrap().push(format!("{id}: refused: {why}"));
                            continue;
                        }
                    };
                    lines.lock().unwrap().push(format!("{id}: {}", kind(&made)));
                    if !all && !number.is_multiple_of(2) {
                        continue;
                    }
                    let began = Instant::now();
                    let known = common::known(&game, &made, &Asked::default(), positions, 7);
                    let mut line = format!(
                        "{id}: {}, {} positions, bouton {:.1} s",
                        kind(&made),
                        known.answers.len(),
                        began.elapsed().as_secs_f64()
                    );
                    compared.fetch_add(known.answers.len(), Ordering::Relaxed);
                    if known.answers.is_empty() {
                        wrong.lock().unwrap().push(format!("{id}: no position was compared"));
                    }
                    for target in languages(number, all, named.as_ref()) {
                        let began = Instant::now();
                        if let Err(e) = common::compare(id, &made, &known, target) {
                            wrong.lock().unwrap().push(e);
                        }
                        let _ = write!(line, ", {} {:.1} s", target.word(), began.elapsed().as_secs_f64());
                    }
                    if said.is_some() {
                        eprintln!("{line}");
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} programs differ:\n{}", wrong.len(), wrong.join("\n\n"));
    println!("{} positions", compared.into_inner());
    if only.is_none() {
        let mut lines = lines.into_inner().unwrap();
        lines.sort();
        methods_are_known(&lines.join("\n"));
    }
}

/// The method, and PROVED or CHECKED for closed forms.
fn kind(made: &Prepared) -> String {
    match &made.status {
        Status::Checked(_) => format!("{}, CHECKED", made.method.word()),
        other => format!("{}, {}", made.method.word(), other.word()),
    }
}

/// Which method a game gets, and which games are refused and why, is written down so that a change is seen.
fn methods_are_known(found: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library.txt");
    if std::env::var_os("BOUTON_BLESS").is_some() {
        std::fs::write(&path, format!("{found}\n")).expect("the list is written");
        return;
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    for (a, b) in written.lines().zip(found.lines()) {
        assert_eq!(a, b, "tests/library.txt: BOUTON_BLESS=1 writes it anew");
    }
    assert_eq!(
        written.lines().count(),
        found.lines().count(),
        "tests/library.txt: BOUTON_BLESS=1 writes it anew"
    );
}
