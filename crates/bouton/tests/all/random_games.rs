//! The solver against the reference: random positions of random games, once with the engines that are chosen, once
//! with every engine that the facts admit, however small the position.

use crate::common::{found, game, number, on_two_threads};
use bouton::claims::start;
use bouton::engines::whole::State;
use bouton::game::positions::Positions;
use bouton::language::ast::Verdict;
use bouton::language::interp::{Position, Turn};
use bouton::language::rules::ScoreKind;
use bouton::language::value::Value;
use bouton::reference::{Reference, Refused};
use bouton::{Budget, Game, Problem, Question, Solver, Tuning};
use bouton_samples::{Rng, few_or, sample};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Small positions of a game: all of the first sizes, at most `most`.
fn small(game: &Game, rng: &mut Rng, most: usize) -> Vec<Position> {
    let mut all = Vec::new();
    let mut positions = Positions::new(game);
    for size in 0..=8 {
        let flow = positions.visit(size, false, &mut |p| {
            all.push(p.clone());
            if all.len() > 4000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if flow.is_break() {
            break;
        }
    }
    while all.len() > most {
        let i = rng.below(all.len() as u64) as usize;
        all.swap_remove(i);
    }
    all
}

/// The winning (or best) moves by the reference: part, name of the line, choices.
fn winning(
    game: &Game,
    reference: &mut Reference,
    p: &Position,
    turn: Turn,
) -> Vec<(usize, String, Vec<Value>)> {
    let mut out = Vec::new();
    let rules = game.rules();
    let over =
        game.interp().ended(p, turn, &|| Ok(reference.options(p, turn)?.is_empty())).unwrap().is_some();
    let options = if over { Vec::new() } else { reference.options(p, turn).unwrap() };
    let best = rules.score.map(|_| reference.score(p, turn).unwrap());
    for o in options {
        let good = match best {
            Some(best) => {
                let there = reference.score(&o.to, o.turn).unwrap();
                let shared = rules.score == Some(ScoreKind::Shared);
                o.gain + if shared || o.again { there } else { -there } == best
            }
            None => {
                let wanted = if o.again { Verdict::Win } else { Verdict::Lose };
                reference.outcome(&o.to, o.turn).unwrap() == wanted
            }
        };
        if good {
            let (part, line, choices) = o.choice;
            out.push((part, rules.moves[line].name.clone().unwrap_or_default(), choices));
        }
    }
    out
}

/// Compares everything that is known about one position; returns whether anything was compared.
fn compare(seed: u64, text: &str, game: &Game, solver: &mut Solver, p: &Position, mover: usize) -> bool {
    let games = std::slice::from_ref(game);
    let state = State::new(p.clone(), mover);
    let context = || format!("seed {seed}, position {} , mover {mover}\n{text}", game.show(p));
    let mut reference = Reference::new(game);
    let rules = game.rules();
    if rules.score.is_some() {
        let truth = match reference.score(p, state.turn) {
            Ok(v) => v,
            Err(Refused::TooBig) => return false,
            Err(Refused::Rules(e)) => panic!("{e}: {}", context()),
        };
        assert_eq!(
            solver.score(game.at(&state)).map_err(|e| e.line(Default::default())),
            Ok(truth),
            "{}",
            context()
        );
    } else {
        let truth = if rules.endless.is_some() {
            reference.endless(p, state.turn)
        } else {
            reference.outcome(p, state.turn)
        };
        let truth = match truth {
            Ok(v) => v,
            Err(Refused::TooBig) => {
                // Too big for the reference, or a cycle, which the solver must name.
                let mut quick = Solver::new(Budget::unlimited().time(Duration::from_millis(50)));
                let found = quick.outcome(game.at(&state));
                let named = matches!(found, Err(Problem::Cycle { .. } | Problem::Over(_)));
                assert!(named || found.is_ok(), "{}", context());
                return false;
            }
            Err(Refused::Rules(e)) => panic!("{e}: {}", context()),
        };
        assert_eq!(
            solver.outcome(game.at(&state)).map_err(|e| e.line(Default::default())),
            Ok(truth),
            "{}",
            context()
        );
        if game.kind().grundy.is_ok()
            && let Ok(truth) = reference.grundy(p)
        {
            assert_eq!(solver.grundy(game.at(&start(p))).ok(), Some(truth), "{}", context());
        }
    }
    let question = Question { games: vec![game.clone()], state: state.clone(), all_moves: true };
    let answer = found(solver.solve(&question), context());
    assert!(answer.known.is_none(), "{}", context());
    // The same without the list of all moves: sums do not even build them.
    let brief = found(solver.solve(&Question { all_moves: false, ..question.clone() }), context());
    let all = answer.all_moves.as_ref().map_or(Some(0), |m| Some(m.len() as u64));
    assert_eq!((brief.moves, brief.good_moves()), (all, answer.good_moves()), "{}", context());
    assert_eq!(brief.winning_moves, answer.winning_moves, "{}", context());
    if solver.with_whole(games, |w| w.over(&state)).is_ok_and(|over| over.is_none()) {
        let options = solver.listed(game.at(&state)).map(|l| l.options).ok();
        assert_eq!(brief.options, options, "{}", context());
    }
    if rules.endless.is_none() {
        let mut truth = winning(game, &mut reference, p, state.turn);
        // What the opponent forbids does not win.
        if rules.block.is_some() && answer.outcome == Some(Verdict::Lose) {
            truth.clear();
        }
        let mut listed: Vec<(usize, String, Vec<Value>)> = answer
            .winning_moves
            .iter()
            .map(|m| (m.part - 1, m.name.clone(), m.choices.iter().map(|c| c.1.clone()).collect()))
            .collect();
        truth.sort();
        listed.sort();
        assert_eq!(listed, truth, "{}", context());
    }
    true
}

/// Compares one game; returns how many positions were compared.
fn compare_game(seed: u64) -> u64 {
    let sample = sample(seed);
    let game = game(&sample.text);
    let rng = &mut Rng::new(seed);
    let mut positions = small(&game, rng, 8);
    positions.extend([9, 16].iter().filter_map(|size| game.position(&sample.position(rng, *size)).ok()));
    let mut compared = 0;
    for tuning in [Tuning::default(), Tuning::eager()] {
        let mut solver = Solver::tuned(Budget::unlimited(), tuning);
        for p in &positions {
            let mover = if game.rules().players_named { rng.below(2) as usize } else { 0 };
            let text = format!("{tuning:?}\n{}", sample.text);
            compared += u64::from(compare(seed, &text, &game, &mut solver, p, mover));
        }
    }
    compared
}

/// Compares the games of these seeds, on two threads; returns how many games and positions were compared.
fn compare_games(seeds: &[u64]) -> (u64, u64) {
    let (used, compared) = (AtomicU64::new(0), AtomicU64::new(0));
    on_two_threads(seeds, |seed| {
        let here = compare_game(*seed);
        used.fetch_add(u64::from(here > 0), Ordering::Relaxed);
        compared.fetch_add(here, Ordering::Relaxed);
    });
    let (used, compared) = (used.into_inner(), compared.into_inner());
    println!("{compared} positions of {used} games agree");
    (used, compared)
}

#[test]
fn solver_equals_reference_on_random_games() {
    let seeds: Vec<u64> = (1..121).collect();
    let (used, compared) = compare_games(&seeds);
    assert!(used >= 100 && compared >= 1500, "only {compared} positions of {used} games were compared");
}

/// The long run: BOUTON_GAMES games from the seed BOUTON_SEED on.
#[test]
#[ignore = "long; see CONTRIBUTING.md"]
fn solver_equals_reference_on_many_random_games() {
    let first = number("BOUTON_SEED", 1000);
    let seeds: Vec<u64> = (first..first + number("BOUTON_GAMES", 20_000)).collect();
    compare_games(&seeds);
}

/// Rows of a fixed length, played on for a few moves: their last turns have a search of their own.
#[test]
fn last_turns_equal_the_reference() {
    let short = |seed: &u64| {
        let text = sample(*seed).text;
        text.contains("position row a[") && text.contains("stop after")
    };
    let seeds: Vec<u64> = (20_000..).filter(short).take(few_or(20, 60)).collect();
    let (used, compared) = compare_games(&seeds);
    assert!(
        used >= few_or(15, 50) && compared >= few_or(250, 800),
        "only {compared} positions of {used} games were compared"
    );
}
