//! Single positions, by whatever engine the solver chooses.

use crate::{Found, load, worded};
use bouton::engines::whole::State;
use bouton::language::interp::Position;
use bouton::language::value::Value;
use bouton::value::{Term, ValueQuestion, What};
use bouton::values::Values;
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

/// Who wins, by an engine if one is named.
pub(crate) fn outcome(game: &str, text: &str, words: &[String]) -> Result<Found, Box<dyn Error>> {
    let (settings, engine): (Vec<String>, Vec<String>) = words.iter().cloned().partition(|w| w.contains('='));
    let start = Instant::now();
    let (game, position) = typed(game, text, &settings)?;
    solved(start, game, position, |solver, games, state| {
        engine.first().map_or(Ok(()), |id| solver.force(id))?;
        solver.outcome(Match::of(games, state)).map(|outcome| outcome as u64)
    })
}

/// Mean, temperature and stops of a position's value as a checksum; the canonical form is what takes the time.
pub(crate) fn value(game: &str, text: &str, settings: &[String]) -> Result<Found, Box<dyn Error>> {
    let start = Instant::now();
    let (game, position) = typed(game, text, settings)?;
    let question = ValueQuestion { terms: vec![Term { times: 1, what: What::Position(game, position) }] };
    let mut solver = Solver::new(Budget::unlimited());
    let (values, value) = solver.canonical(&question).map_err(worded)?;
    let seconds = start.elapsed().as_secs_f64();
    let (left, right) = values.stops(value);
    let thermograph = values.thermograph(value)?;
    let said = format!("{} {} {left} {right}", thermograph.mean, thermograph.temperature);
    Ok((seconds, Box::new(said.into_bytes().into_iter().map(u64::from))))
}

/// Sums of two values each, of which some are numbers, ups and nimbers and the others have two levels of options drawn from them; their stops
/// are the checksum.
pub(crate) fn sums(count: usize) -> Result<Found, Box<dyn Error>> {
    let mut x: u64 = 1;
    let mut draw = move |below: usize| {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (x >> 33) as usize % below
    };
    let values = &mut Values::new();
    let mut pool = vec![values.game(&[], &[])?];
    for n in 0..4 {
        let (above, below) = (pool[if n == 0 { 0 } else { 2 * n - 1 }], pool[2 * n]);
        pool.push(values.game(&[above], &[])?);
        pool.push(values.game(&[], &[below])?);
    }
    for n in 0..5 {
        pool.push(values.game(&[pool[n]], &[pool[n]])?);
    }
    let (zero, one, star) = (pool[0], pool[1], pool[9]);
    pool.push(values.game(&[zero], &[one])?);
    pool.push(values.game(&[zero], &[star])?);
    pool.push(values.game(&[star], &[zero])?);
    pool.push(values.game(&[zero, star], &[zero])?);
    for made in [100, 300] {
        let from = pool.len();
        for _ in 0..made {
            let mut options = || (0..1 + draw(2)).map(|_| pool[draw(from)]).collect::<Vec<_>>();
            let (lefts, rights) = (options(), options());
            pool.push(values.game(&lefts, &rights)?);
        }
    }
    let pairs: Vec<(usize, usize)> = (0..count).map(|_| (draw(pool.len()), draw(pool.len()))).collect();
    let start = Instant::now();
    let found: Result<Vec<_>, _> = pairs.iter().map(|(a, b)| values.add(pool[*a], pool[*b])).collect();
    let (found, seconds) = (found?, start.elapsed().as_secs_f64());
    let said: Vec<u8> = found
        .iter()
        .flat_map(|sum| {
            let (left, right) = values.stops(*sum);
            format!("{left} {right};").into_bytes()
        })
        .collect();
    Ok((seconds, Box::new(said.into_iter().map(u64::from))))
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

/// One call of many, of a game that is loaded.
pub(crate) fn solve(game: &str, text: &str) -> Result<Found, Box<dyn Error>> {
    const CALLS: u32 = 5000;
    let game = load(game)?;
    let position = game.position(text).map_err(worded)?;
    let mut best = f64::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        for _ in 0..CALLS {
            let answer = game.solve(&position).map_err(worded)?;
            std::hint::black_box(bouton::report::json(&answer, Default::default()));
        }
        best = best.min(start.elapsed().as_secs_f64() / f64::from(CALLS));
    }
    Ok((best, Box::new(std::iter::empty())))
}
