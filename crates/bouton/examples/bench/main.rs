//! Times an engine from rules: loads a game, proves its facts, hands them to the engine, and prints the seconds that all
//! of this took, a checksum of everything that was found, and the last of it.
//!
//! ```text
//! bench fill GAME N       values of heaps 0 to N by take-set, in one table
//! bench breaks GAME N     the same where heaps break, by comparing all pairs; no period is looked for
//! bench sparse GAME N     the same by rare and common values, every value verified
//! bench win GAME N        who wins on a board of N by N
//! bench grundy GAME N     Grundy values of a board of N by N
//! bench lost GAME N       the lost positions of a board with conditions, 0 to N along every axis
//! bench below GAME TEXT [outcome|grundy|score]    the table of all positions below the position TEXT
//! bench ends GAME N                               the score of a row of N numbers from -1000 to 1000
//! bench score GAME TEXT [NAME=VALUE]              the score of the position TEXT
//! bench nimber GAME TEXT [NAME=VALUE]             its Grundy value
//! bench outcome GAME TEXT [NAME=VALUE] [ENGINE]   who wins it, by the engine that is chosen or by this one
//! bench value GAME TEXT [NAME=VALUE]              its value in canonical form: mean, temperature and stops
//! bench values GAME N                             `Game::values` of a game that is loaded, the best of several calls
//! bench solve GAME TEXT                           one call of `Game::solve`, of many
//! bench sums - N                                  N sums of small values, each of two of a few hundred
//! ```
//!
//! GAME is a game of the library, or rules with `;` between the lines. `bench/textbook` has the same games written as
//! one would write them by hand, with the same checksums. The table of `fill` is made in memory that the process owns
//! already, here and there: how fast a system hands out pages is another question.

mod positions;
mod tables;

use bouton::{Budget, Folder, Game, Problem};
use std::error::Error;
use std::process::ExitCode;

/// Seconds, and every value in order.
type Found = (f64, Box<dyn Iterator<Item = u64>>);

fn worded(problem: Problem) -> String {
    problem.line(Default::default())
}

fn load(game: &str) -> Result<Game, String> {
    if !game.contains(';') {
        return Game::library(game).map_err(worded);
    }
    Game::from_text("rules", game, &Folder { base: None }).map(|(game, _)| game).map_err(worded)
}

fn run(words: &[String]) -> Result<Found, Box<dyn Error>> {
    let [what, game, size, rest @ ..] = words else { return Err("bench WHAT GAME SIZE".into()) };
    let number = || size.parse::<usize>().map_err(|_| format!("{size} is no number"));
    let budget = &Budget::unlimited();
    match what.as_str() {
        "fill" => tables::fill(game, number()?, budget),
        "breaks" => tables::breaks(game, number()?, budget),
        "sparse" => tables::sparse(game, number()?, budget),
        "win" => tables::win(game, number()?, budget),
        "grundy" => tables::grundy(game, number()?, budget),
        "lost" => tables::lost(game, number()?, budget),
        "below" => tables::below(game, size, rest.first().map_or("outcome", String::as_str), budget),
        "values" => tables::values(game, number()? as u64),
        "solve" => positions::solve(game, size),
        "ends" => positions::ends(game, number()?),
        "score" => positions::score(game, size, rest),
        "nimber" => positions::nimber(game, size, rest),
        "outcome" => positions::outcome(game, size, rest),
        "value" => positions::value(game, size, rest),
        "sums" => positions::sums(number()?),
        other => Err(format!("{other} is none of the things that can be timed").into()),
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
