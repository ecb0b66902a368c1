//! A worker for a server of one's own. A question is a line of JSON on standard input, `{"game": "nim", "position": "3 4 5"}` or with
//! `"rules"` instead of `"game"`; the answer is a line of JSON on standard output. Every question has its own time, memory is bounded,
//! and what the worker has learnt stays. The system can bound it further: `bouton serve` shuts its workers off from files and network.

use bouton::language::diagnostic::Lang;
use bouton::{Budget, Game, Problem, Question, Solver};
use serde_json::{Value as Json, json};
use std::io::{BufRead, Write, stdin, stdout};
use std::time::Duration;

fn main() -> std::io::Result<()> {
    // Rules of strangers do not become machine code.
    bouton::closures_only();
    let mut solver = Solver::new(Budget::unlimited().memory(256 << 20).time(Duration::from_secs(5)));
    for line in stdin().lock().lines() {
        writeln!(stdout(), "{}", answer(&mut solver, &line?))?;
    }
    Ok(())
}

/// The answer, or what is wrong with the question.
pub(crate) fn answer(solver: &mut Solver, line: &str) -> Json {
    let asked: Json = serde_json::from_str(line).unwrap_or_default();
    solver.renew();
    match solve(solver, &asked) {
        Ok(answer) => answer,
        Err(problem) => json!({"error": problem.to_string()}),
    }
}

fn solve(solver: &mut Solver, asked: &Json) -> Result<Json, Problem> {
    let game = match asked["rules"].as_str() {
        Some(rules) => Game::parse(rules)?,
        None => Game::library(asked["game"].as_str().unwrap_or(""))?,
    };
    let position = game.position(asked["position"].as_str().unwrap_or(""))?;
    Ok(bouton::report::json(&solver.solve(&Question::new(game, position))?, Lang::En))
}
