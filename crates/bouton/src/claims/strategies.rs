//! Strategies against the truth at one position.

use super::start;
use crate::answer::entries::wins;
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::problem::Problem;
use bouton_language::interp::{Chosen, Position, Turn};
use bouton_language::position::print_move;
use bouton_language::value::Value;

/// Where the strategies of a game and the truth part: moves as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyFault {
    /// Listed, but not winning.
    pub wrong: Vec<String>,
    /// Winning (by a move that has a strategy), but not listed.
    pub missing: Vec<String>,
}

/// Compares what the strategies list with all winning moves at one position. `None` if they agree.
pub fn test_strategies(
    solver: &mut Solver,
    game: &Game,
    position: &Position,
) -> Result<Option<StrategyFault>, Problem> {
    let state = start(position);
    if solver.with_whole(game.as_ref(), |w| w.over(&state))?.is_some() {
        return Ok(None);
    }
    let covered: Vec<usize> = game.rules().strategies.iter().flat_map(|s| s.moves.clone()).collect();
    let listed = solver.listed(game.at(&state))?;
    let mut won: Vec<(usize, usize, Vec<Value>)> = listed
        .moves
        .iter()
        .zip(&listed.worth)
        .filter(|(m, w)| wins(m, w.verdict) && covered.contains(&m.line))
        .map(|(m, _)| (m.part, m.line, m.choices.clone()))
        .collect();
    let mut told = strategy_moves(game, position)?;
    for list in [&mut won, &mut told] {
        list.sort();
        list.dedup();
    }
    if won == told {
        return Ok(None);
    }
    let show = |(part, line, choices): &(usize, usize, Vec<Value>)| {
        let chosen = Chosen { part: *part, line: *line, choices: choices.clone() };
        print_move(game.interp(), position, state.turn, &chosen)
    };
    Ok(Some(StrategyFault {
        wrong: told.iter().filter(|m| !won.contains(m)).map(show).collect(),
        missing: won.iter().filter(|m| !told.contains(m)).map(show).collect(),
    }))
}

/// The moves that the strategies list at a position: part, line, choices.
pub fn strategy_moves(game: &Game, position: &Position) -> Result<Vec<(usize, usize, Vec<Value>)>, Problem> {
    const MOST: usize = 100_000;
    let chosen = game.interp().strategy_moves(position, Turn { mover: 0, turn: 0 }, MOST);
    Ok(chosen.map_err(|e| game.fail(e))?.into_iter().map(|c| (c.part, c.line, c.choices)).collect())
}
