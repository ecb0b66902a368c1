//! Single positions, by whatever engine the solver chooses.

use crate::{Found, load, worded};
use bouton::engines::whole::State;
use bouton::language::interp::Position;
use bouton::language::value::Value;
use bouton::{Budget, Folder, Game, Match, Problem, Solver};
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

fn solved(
    start: Instant,
    game: Game,
    position: Position,
    ask: impl FnOnce(&mut Solver, &[Game], &State) -> Result<u64, Problem>,
) -> Result<Found, Box<dyn Error>> {
    let state = State::new(position, 0);
    let found = ask(&mut Solver::new(Budget::unlimited()), &[game], &state).map_err(worded)?;
    Ok((start.elapsed().as_secs_f64(), Box::new(std::iter::once(found))))
}

/// A score as one of the values of a checksum.
fn points(solver: &mut Solver, games: &[Game], state: &State) -> Result<u64, Problem> {
    solver.score(Match::of(games, state)).map(|score| score as u64)
}

fn typed(game: &str, text: &str, settings: &[String]) -> Result<(Game, Position), Box<dyn Error>> {
    let mut game = load(game)?;
    for setting in settings {
        let (name, value) = setting.split_once('=').ok_or("NAME=VALUE is wanted")?;
        game = game.set(name, value, &Folder { base: None }).map_err(worded)?;
    }
    let position = game.position(text).map_err(worded)?;
    Ok((game, position))
}

pub(crate) fn score(game: &str, text: &str, settings: &[String]) -> Result<Found, Box<dyn Error>> {
    let start = Instant::now();
    let (game, position) = typed(game, text, settings)?;
    solved(start, game, position, points)
}

pub(crate) fn nimber(game: &str, text: &str, settings: &[String]) -> Result<Found, Box<dyn Error>> {
    let start = Instant::now();
    let (game, position) = typed(game, text, settings)?;
    solved(start, game, position, |solver, games, state| solver.grundy(Match::of(games, state)))
}

/// A row of numbers by a linear congruence (Knuth's MMIX), which the textbook program draws in the same way.
pub(crate) fn ends(game: &str, count: usize) -> Result<Found, Box<dyn Error>> {
    let mut x: u64 = 1;
    let next = |_| {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Value::Int(((x >> 33) % 2001) as i64 - 1000)
    };
    let row: Vec<Value> = (0..count).map(next).collect();
    let start = Instant::now();
    let game = load(game)?;
    let position = Position { parts: vec![vec![Value::List(Arc::new(row))].into()] };
    solved(start, game, position, points)
}
