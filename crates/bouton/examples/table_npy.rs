//! A table as a file for NumPy, by way of a saved table, which may be larger than memory:
//! `cargo run --example table_npy -- wythoff 100 wythoff.npy`, then `numpy.load("wythoff.npy")`.

use bouton::table::TableQuestion;
use bouton::table::saved::SavedTable;
use bouton::{Budget, Game, Problem, Solver};
use std::path::Path;

fn main() -> Result<(), Problem> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |i: usize, otherwise: &str| words.get(i).cloned().unwrap_or_else(|| otherwise.into());
    let (game, to, file) = (word(0, "wythoff"), word(1, "100"), word(2, "wythoff.npy"));
    println!("{}", write(&game, to.parse().unwrap_or(100), Path::new(&file))?);
    Ok(())
}

/// Writes the table of a game, numbers up to `to`, and says what the array is.
pub(crate) fn write(game: &str, to: u64, file: &Path) -> Result<String, Problem> {
    let game = Game::library(game)?;
    let table = file.with_extension("table");
    let question = TableQuestion { to: Some(to), ..TableQuestion::new(game.clone()) };
    // A run that was ended before is taken up again here.
    Solver::new(Budget::unlimited()).save(&question, &table, None, &mut |_| {})?;
    let (shape, kind) = SavedTable::open(&table, &game)?.write_npy(file)?;
    Ok(format!("{shape:?} {kind}"))
}
