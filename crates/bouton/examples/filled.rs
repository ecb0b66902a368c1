//! Times a table of all positions below one, from rules: loads a game, proves its facts, compiles its moves and fills the
//! table. Prints the seconds that all of this took, a checksum of the values in the order of the cells, and the last value.
//!
//! ```text
//! filled GAME POSITION [outcome|grundy|score] [THREADS]
//! ```
//!
//! GAME is a game of the library, a file, or rules with `;` between the lines. An outcome counts 1 for a win and 0 for
//! anything else.

use bouton::filled::{Ask, Space};
use bouton::{Budget, Folder, Game};
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

fn load(game: &str) -> Result<Game, bouton::Problem> {
    if game.contains(';') {
        Game::from_text("rules", game, &Folder { base: None }).map(|(game, _)| game)
    } else if game.ends_with(".game") {
        Game::from_file(Path::new(game)).map(|(game, _)| game)
    } else {
        Game::load(game)
    }
}

fn run(words: &[String]) -> Result<String, Box<dyn Error>> {
    let worded = |p: bouton::Problem| p.line(Default::default());
    let [game, position, rest @ ..] = words else { return Err("GAME POSITION is wanted".into()) };
    let ask = match rest.first().map(String::as_str) {
        None | Some("outcome") => Ask::Outcome,
        Some("grundy") => Ask::Grundy,
        Some("score") => Ask::Score,
        Some(other) => return Err(format!("{other} is none of outcome, grundy, score").into()),
    };
    let threads = rest.get(1).map_or(Ok(1), |n| n.parse())?;
    let start = Instant::now();
    let game = load(game).map_err(worded)?;
    let position = game.position(position).map_err(worded)?;
    let corner = position.parts.first().ok_or("a position with a part is wanted")?;
    let space = Space::of(&game, corner, ask).ok_or("the facts do not bound a space")?;
    let table = space.fill(&Budget::unlimited(), threads)?;
    let seconds = start.elapsed().as_secs_f64();
    let value = |cell: usize| match (table.cell(cell), ask) {
        (Some(value), Ask::Outcome) => u64::from(value == 1),
        (Some(value), _) => value as u64,
        (None, _) => u64::MAX,
    };
    let add = |(sum, _): (u64, u64), value| (sum.wrapping_mul(31).wrapping_add(value), value);
    let (sum, last) = (0..table.cells()).map(value).fold((0, 0), add);
    Ok(format!("{seconds:.6} {sum:016x} {last}"))
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
