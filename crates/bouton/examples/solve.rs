//! Solves a position of the rules in a file: `cargo run --example solve -- games/kayles.game 3 4`

use bouton::{Game, Problem};
use std::path::Path;

fn main() -> Result<(), Problem> {
    let mut words = std::env::args().skip(1);
    let file = words.next().unwrap_or_else(|| "games/nim.game".into());
    let position: Vec<String> = words.collect();
    print!("{}", solve(Path::new(&file), &position.join(" "))?);
    Ok(())
}

/// Who wins, and every move with the position that it leads to.
pub(crate) fn solve(file: &Path, position: &str) -> Result<String, Problem> {
    let (game, _warnings) = Game::from_file(file)?;
    let position = game.position(position)?;
    let answer = game.solve(&position)?;
    let mut text = format!("{} {}: {:?}\n", game.title(), game.show(&position), answer.outcome);
    for m in game.moves(&position)? {
        let wins = answer.winning_moves.iter().any(|w| w.notation == m.to_string());
        let mark = if wins { "wins" } else { "" };
        text += format!("  {m:<14} → {:<8} {mark}", game.show(&m.to)).trim_end();
        text.push('\n');
    }
    Ok(text)
}
