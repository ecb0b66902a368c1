//! Times a score game on a row from its rules: `ends GAME N` loads a game of the library (or rules), proves its facts,
//! solves a row of N numbers from -1000 to 1000, and prints the seconds that all of this took and the score.
//!
//! `bench/textbook/ends.cpp` does the same by hand for rows from which any number may be taken at either end.

use bouton::language::interp::{Position, Turn};
use bouton::language::value::Value;
use bouton::whole::State;
use bouton::{Budget, Folder, Game, Problem, Solver, catalogue};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

/// The row: numbers by a linear congruence (Knuth's MMIX).
fn row(n: usize) -> Vec<Value> {
    let mut x: u64 = 1;
    let next = |_| {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Value::Int(((x >> 33) % 2001) as i64 - 1000)
    };
    (0..n).map(next).collect()
}

fn run(game: &str, n: usize) -> Result<(f64, i64), Problem> {
    let row = row(n);
    let start = Instant::now();
    let game = match catalogue::find(game) {
        Some(_) => Game::load(game)?,
        None => Game::from_text("rules", game, &Folder { base: None })?.0,
    };
    let position = Position { parts: vec![vec![Value::List(Arc::new(row))].into()] };
    let state = State { positions: vec![position], turn: Turn::default() };
    let score = Solver::new(Budget::unlimited()).score(&[game], &state)?;
    Ok((start.elapsed().as_secs_f64(), score))
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (Some(game), Some(n)) = (words.first(), words.get(1).and_then(|n| n.parse().ok())) else {
        eprintln!("ends GAME N");
        return ExitCode::from(2);
    };
    match run(game, n) {
        Ok((seconds, score)) => {
            println!("{seconds:.6} {score}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("{}", problem.line(Default::default()));
            ExitCode::FAILURE
        }
    }
}
