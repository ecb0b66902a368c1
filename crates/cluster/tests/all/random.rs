//! Random rules: every legal cell of tables filled by threads and by processes, in memory and in files, against the plain reference.

use crate::common::{job_of, outcome_code, sometimes_small, team_of};
use bouton::engines::filled::{Ask, Numbered};
use bouton::language::ast::Verdict;
use bouton::language::interp::{Part, Turn};
use bouton::reference::Reference;
use bouton::{Game, Position};
use bouton_cluster::{Fault, Summary, Team, run};
use bouton_engine::{Budget, Outcome};
use bouton_samples::{Rng, Sample, few_or, sample};
use bouton_saved::shards::Shards;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Cells of a space that is compared, at most.
const CELLS: usize = 600;

/// Cells that the reference is asked for, at most; evenly far from each other.
const ASKED: usize = 40;

/// The largest space of a sample that is small enough, and its far corner.
fn space(sample: &Sample, game: &Game, ask: Ask) -> Option<(Numbered, Part)> {
    let rng = &mut Rng::new(sample.seed);
    let mut found: Option<(Numbered, Part)> = None;
    for size in [5, 12] {
        let Ok(position) = game.position(&sample.position(rng, size)) else { continue };
        let Some(corner) = position.parts.first() else { continue };
        let space = Numbered::of(game, corner, ask).ok().filter(|space| space.cells() <= CELLS);
        if let Some(space) = space.filter(|s| found.as_ref().is_none_or(|(f, _)| f.cells() < s.cells())) {
            found = Some((space, game.interp().canonical_part(corner)));
        }
    }
    found
}

fn code(verdict: Verdict) -> u64 {
    outcome_code(match verdict {
        Verdict::Lose => Outcome::Lose,
        Verdict::Draw => Outcome::Draw,
        Verdict::Win => Outcome::Win,
    })
}

/// The cells that can follow from the far corner, for any player to move first.
fn following(game: &Game, space: &Numbered, corner: &Part) -> HashSet<usize> {
    let reference = Reference::new(game);
    let mut todo: Vec<(Part, usize)> = (0..2).map(|mover| (corner.clone(), mover)).collect();
    let mut seen = HashSet::new();
    while let Some((part, mover)) = todo.pop() {
        let cell = space.cell(&part, mover).expect("what follows is in the space");
        if !seen.insert(cell) {
            continue;
        }
        let (position, turn) = (Position { parts: vec![part] }, Turn { mover, turn: 0 });
        let over = game.interp().ended(&position, turn, &|| Ok(false)).is_ok_and(|end| end.is_some());
        let options = if over { Vec::new() } else { reference.options(&position, turn).unwrap() };
        for option in options {
            let parts = option.to.parts.iter().map(|part| game.interp().canonical_part(part));
            todo.extend(parts.map(|part| (part, option.turn.mover)));
        }
    }
    seen
}

/// What the reference says of a cell; nothing where it is no legal position, or too much for the reference.
fn truth(game: &Game, space: &Numbered, cell: usize) -> Option<u64> {
    let (part, mover) = space.position(cell);
    game.interp().legal(&part).ok()?;
    let (position, turn) = (Position { parts: vec![part] }, Turn { mover, turn: 0 });
    let mut reference = Reference::new(game);
    let endless = game.rules().endless.is_some();
    match space.ask {
        Ask::Grundy => reference.grundy(&position).ok(),
        Ask::Outcome if endless => reference.endless(&position, turn).ok().map(code),
        Ask::Outcome => reference.outcome(&position, turn).ok().map(code),
        // How far ends are in play that may return is compared with retrograde analysis in `equal`; here who wins.
        _ if endless => None,
        _ => {
            let (verdict, moves) = reference.solved(&position, turn).ok()?;
            Some(code(verdict) | moves.map_or(0, |n| n + 1) << 2)
        }
    }
}

/// Fills the space of a sample by so many threads, or processes of one thread each.
fn fill(make: &dyn Fn() -> Numbered, threads: bool, count: usize, folder: &Path) -> Result<Summary, Fault> {
    let job = || job_of(make(), "random", folder, Duration::from_secs(60));
    if threads {
        let job = sometimes_small(job(), count);
        return run(job, Team::Threads(count), &Budget::unlimited(), Arc::new(|_| {}));
    }
    let mut ends = team_of((0..count).map(|_| job()).collect(), 1);
    ends.pop().unwrap()
}

/// Compares what a sample admits; gives how it was filled, and how many cells the reference knew.
fn compare(seed: u64, ask: Ask) -> Option<(String, usize)> {
    let sample = sample(seed);
    let game = Game::parse(&sample.text).ok()?;
    let (space, corner) = space(&sample, &game, ask)?;
    // Making a space compiles the rules, so the size is not looked for again.
    let make = || Numbered::of(&game, &corner, ask).ok();
    let following = following(&game, &space, &corner);
    let order = if space.layer.is_some() { "layers" } else { "rounds" };
    let context = format!("seed {seed}, {ask:?} by {order}\n{}", sample.text);
    let step = (space.cells() / ASKED).max(1);
    let known: Vec<(usize, u64)> = (0..space.cells())
        .step_by(step)
        .filter_map(|cell| Some((cell, truth(&game, &space, cell)?)))
        .collect();
    let mut sum = None;
    for (threads, count) in [(true, 1), (true, 3), (false, 2), (false, 4)] {
        let folder = tempfile::tempdir().unwrap();
        let shown = || format!("{} {count}, {context}", if threads { "threads" } else { "processes" });
        let end = fill(&|| make().unwrap(), threads, count, folder.path());
        let summary = match end {
            Ok(summary) => summary,
            // Nobody said what endless play means, or the facts' order is none for this space: a sentence, no table.
            Err(Fault::Endless { .. } | Fault::Order | Fault::Hole { .. }) if sum.is_none() => return None,
            Err(fault) => panic!("{fault:?}: {}", shown()),
        };
        assert_eq!(*sum.get_or_insert(summary.checksum), summary.checksum, "{}", shown());
        let mut saved = Shards::open(folder.path()).unwrap();
        for (cell, truth) in &known {
            let found = saved.cell(*cell as u64).unwrap();
            // A cell that does not follow from the corner may lead out of the space, and then has no value.
            let empty = found.is_none() && !following.contains(cell);
            assert!(empty || found == Some(*truth), "cell {cell}: {found:?}, not {truth}: {}", shown());
        }
    }
    Some((format!("{ask:?} by {order}"), known.len()))
}

/// `BOUTON_SEED=n` is the first seed, `BOUTON_GAMES=n` how many.
#[test]
fn tables_of_random_rules_are_those_of_the_reference() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let first = number("BOUTON_SEED").unwrap_or(0);
    let seeds = number("BOUTON_GAMES").unwrap_or(few_or(26, 5000));
    let mut counts: BTreeMap<String, (u64, usize)> = BTreeMap::new();
    for seed in first..first + seeds {
        for ask in [Ask::Outcome, Ask::Remoteness, Ask::Grundy] {
            if let Some((kind, cells)) = compare(seed, ask) {
                let count = counts.entry(kind).or_default();
                *count = (count.0 + 1, count.1 + cells);
            }
        }
    }
    println!("kind: tables, cells that the reference knew\n{counts:#?}");
    if seeds >= 26 {
        for kind in ["Outcome by layers", "Remoteness by layers", "Grundy by layers", "Outcome by rounds"] {
            assert!(counts.get(kind).is_some_and(|c| c.0 >= 1 && c.1 >= 20), "{kind}: {counts:?}");
        }
    }
}
