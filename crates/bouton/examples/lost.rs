//! Times the lost positions of a board from its rules: `lost RULES N` loads a game of the library, a file, or rules with `;`
//! between the lines, proves its facts, fills the board of 0 to N along every axis, and prints the seconds that all of this
//! took, how many positions are lost, and the sum of all their numbers.
//!
//! `bench/textbook/chomp.cpp` does the same by hand for Chomp with three rows.

use bouton::engine::table;
use bouton::{Budget, Folder, Game, board};
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

fn run(words: &[String]) -> Result<(f64, u64, u64), Box<dyn Error>> {
    let worded = |p: bouton::Problem| p.line(Default::default());
    let [rules, size, ..] = words else { return Err("lost RULES N".into()) };
    let size: usize = size.parse()?;
    let start = Instant::now();
    let game = if rules.contains(';') {
        Game::from_text("rules", rules, &Folder { base: None }).map_err(worded)?.0
    } else if rules.ends_with(".game") {
        Game::from_file(rules.as_ref()).map_err(worded)?.0
    } else {
        Game::load(rules).map_err(worded)?
    };
    let (board, play) = board(&game).ok_or("the moves are not linear")?;
    let sizes = vec![size + 1; game.rules().shape.fields.len()];
    let bits = table::lost(&sizes, &board, play, &Budget::unlimited())?;
    let count = bits.count() as u64;
    let seconds = start.elapsed().as_secs_f64();
    Ok((seconds, count, bits.points().flatten().map(|x| x as u64).sum()))
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok((seconds, count, sum)) => {
            println!("{seconds:.6} {count}:{sum}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
