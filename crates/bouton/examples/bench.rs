//! Times an engine from rules: loads a game, proves its facts, hands them to the engine, and prints the seconds that all
//! of this took, a checksum of everything that was found, and the last of it.
//!
//! ```text
//! bench fill GAME N       values of heaps 0 to N by take-set, in one table
//! bench breaks GAME N     the same where heaps break, by comparing all pairs; no period is looked for
//! bench sparse GAME N     the same by rare and common values, every value verified
//! bench win GAME N        lost positions of a board of N by N
//! bench grundy GAME N     Grundy values of a board of N by N
//! bench score GAME TEXT [NAME=VALUE]    the score of the position TEXT
//! bench nimber GAME TEXT                the Grundy value of the position TEXT
//! ```
//!
//! GAME is a game of the library, or rules with `;` between the lines. `bench/textbook` has the same games written as one would write them by
//! hand, with the same checksums. The table of `fill` is made in memory that the process owns already, here and
//! there: how fast a system hands out pages is another question.

use bouton::engine::heaps::{self, Cells, HeapRule, breaks, sparse};
use bouton::engine::table;
use bouton::language::interp::Turn;
use bouton::whole::State;
use bouton::{Budget, Folder, Game, Solver, heap_rule, vector_moves};
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

/// Seconds, and every value in order.
type Found = (f64, Box<dyn Iterator<Item = u64>>);

fn load(game: &str) -> Result<Game, Box<dyn Error>> {
    if !game.contains(';') {
        return Game::load(game).map_err(|p| p.line(Default::default()).into());
    }
    let loaded = Game::from_text("rules", game, &Folder { base: None });
    loaded.map(|(game, _)| game).map_err(|p| p.line(Default::default()).into())
}

/// Heap games: `values` gives the table.
fn heaps(
    game: &str,
    values: impl FnOnce(&HeapRule) -> Result<Cells, heaps::HeapStop>,
) -> Result<Found, Box<dyn Error>> {
    let start = Instant::now();
    let rule = heap_rule(&load(game)?).ok_or("the facts give no rule for heaps")?;
    let cells = values(&rule)?;
    let seconds = start.elapsed().as_secs_f64();
    Ok((seconds, Box::new((0..cells.len()).filter_map(move |heap| cells.get(heap).map(u64::from)))))
}

fn board(game: &str, size: usize, grundy: bool) -> Result<Found, Box<dyn Error>> {
    let budget = Budget::unlimited();
    let start = Instant::now();
    let (moves, play) = vector_moves(&load(game)?).ok_or("the moves are no vectors")?;
    if grundy {
        let values = table::grundy(&[size, size], &moves, &budget)?;
        let seconds = start.elapsed().as_secs_f64();
        let cells = move |cell| values.get(&[cell / size, cell % size]).map(u64::from);
        return Ok((seconds, Box::new((0..size * size).filter_map(cells))));
    }
    let lost = table::win(&[size, size], &moves, play, &budget)?;
    let seconds = start.elapsed().as_secs_f64();
    let won = move |cell| u64::from(lost.is_lost(&[cell / size, cell % size]) == Some(false));
    Ok((seconds, Box::new((0..size * size).map(won))))
}

fn position(
    game: &str,
    text: &str,
    settings: &[String],
    ask: impl FnOnce(&mut Solver, &[Game], &State) -> Result<u64, bouton::Problem>,
) -> Result<Found, Box<dyn Error>> {
    let worded = |p: bouton::Problem| p.line(Default::default());
    let start = Instant::now();
    let mut game = load(game)?;
    for setting in settings {
        let (name, value) = setting.split_once('=').ok_or("NAME=VALUE is wanted")?;
        game = game.set(name, value, &Folder { base: None }).map_err(worded)?;
    }
    let state = State { positions: vec![game.position(text).map_err(worded)?], turn: Turn::default() };
    let found = ask(&mut Solver::new(Budget::unlimited()), &[game], &state).map_err(worded)?;
    Ok((start.elapsed().as_secs_f64(), Box::new(std::iter::once(found))))
}

fn run(words: &[String]) -> Result<Found, Box<dyn Error>> {
    let [what, game, size, settings @ ..] = words else { return Err("bench WHAT GAME SIZE".into()) };
    let number = || size.parse::<usize>().map_err(|_| format!("{size} is no number"));
    let budget = &Budget::unlimited();
    match what.as_str() {
        "fill" => {
            let to = number()?;
            let memory = Cells::U8(vec![1; to + 1]);
            heaps(game, |rule| heaps::values(rule, to, budget)?.table_in(memory, to, budget))
        }
        "breaks" => {
            number().map_err(Into::into).and_then(|to| heaps(game, |r| breaks::values(r, to, budget)))
        }
        "sparse" => {
            number().map_err(Into::into).and_then(|to| heaps(game, |r| sparse::values(r, to, budget)))
        }
        "win" => board(game, number()?, false),
        "grundy" => board(game, number()?, true),
        "score" => position(game, size, settings, |s, games, state| s.score(games, state).map(|v| v as u64)),
        "nimber" => position(game, size, settings, |s, games, state| s.grundy(games, state)),
        _ => Err(format!("{what} is none of fill, breaks, sparse, win, grundy, score, nimber").into()),
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok((seconds, values)) => {
            let add = |(sum, _): (u64, u64), value| (sum.wrapping_mul(31).wrapping_add(value), value);
            let (sum, last) = values.fold((0, 0), add);
            println!("{seconds:.6} {sum:016x} {last}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
