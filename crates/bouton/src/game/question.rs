//! Questions: one game or several side by side, a position for each, and who moves first.

use crate::engines::whole::{State, partizan};
use crate::game::Game;
use crate::problem::{NotApplicable, Problem};
use bouton_language::interp::{Position, Turn};
use bouton_language::value::Value;

/// "Who wins here?"
#[derive(Clone)]
pub struct Question {
    /// The games and their positions; more than one is a sum.
    pub terms: Vec<(Game, Position)>,
    /// The player (0 or 1) who moves first; 0 if not given.
    pub first: Option<usize>,
    /// Moves that were made before; only rules that count them care.
    pub turn: u64,
    /// List every move with its outcome, not the winning ones alone.
    pub all_moves: bool,
}

impl Question {
    /// One game, one position.
    pub fn new(game: Game, position: Position) -> Question {
        Question { terms: vec![(game, position)], first: None, turn: 0, all_moves: false }
    }

    /// The player (0 or 1) that a name means: one of the game's where there is one game, or first and second.
    pub fn player(games: &[Game], name: &str) -> Option<usize> {
        if let [game] = games {
            let folded = name.to_lowercase();
            let players = &game.rules().players;
            if let Some(i) = players.iter().position(|p| p.to_lowercase() == folded) {
                return Some(i);
            }
        }
        match name {
            "first" | "先手" => Some(0),
            "second" | "后手" => Some(1),
            _ => None,
        }
    }

    /// The games.
    pub fn games(&self) -> Vec<Game> {
        self.terms.iter().map(|(g, _)| g.clone()).collect()
    }

    /// The state that play starts from.
    pub fn state(&self) -> State {
        let positions = self.terms.iter().map(|(_, p)| p.clone()).collect();
        State { positions, turn: Turn { mover: self.first.unwrap_or(0).min(1), turn: self.turn } }
    }

    /// The titles joined by ` + `.
    pub fn title(&self) -> String {
        self.terms.iter().map(|(g, _)| g.title()).collect::<Vec<_>>().join(" + ")
    }

    /// The positions joined by ` + `, as they can be typed.
    pub fn shown(&self) -> String {
        self.terms.iter().map(|(g, p)| g.show(p)).collect::<Vec<_>>().join(" + ")
    }

    /// Does any number go beyond 64 bits?
    pub fn huge(&self) -> bool {
        fn big(v: &Value) -> bool {
            match v {
                Value::Big(_) => true,
                Value::List(items) | Value::Set(items) => items.iter().any(big),
                _ => false,
            }
        }
        self.terms.iter().any(|(_, p)| p.parts.iter().any(|part| part.iter().any(big)))
    }

    /// The largest number of the positions.
    pub fn largest(&self) -> i64 {
        fn most(v: &Value) -> i64 {
            match v {
                Value::Int(i) => *i,
                Value::Big(_) => i64::MAX,
                Value::List(items) | Value::Set(items) => items.iter().map(most).max().unwrap_or(0),
                _ => 0,
            }
        }
        self.terms.iter().flat_map(|(_, p)| &p.parts).flat_map(|p| p.iter()).map(most).max().unwrap_or(0)
    }

    /// Can these games be played side by side?
    pub fn addable(&self) -> Result<(), Problem> {
        let [first, rest @ ..] = self.terms.as_slice() else { return Ok(()) };
        if rest.is_empty() {
            return Ok(());
        }
        let refuse = |why: [&'static str; 2]| Err(Problem::NotApplicable(NotApplicable::Sum(why)));
        for (g, _) in &self.terms {
            let r = g.rules();
            if r.score.is_some() {
                return refuse([
                    "A game for points cannot be added to another game.",
                    "计分游戏不能与其他游戏相加。",
                ]);
            }
            let alone = !r.whens.is_empty()
                || r.stop.is_some()
                || r.uses.turn
                || r.endless.is_some()
                || r.block.is_some()
                || r.moves.iter().any(|m| m.again.is_some());
            if alone {
                return refuse([
                    "Only games that end when a player cannot move can be added: when, stop, turn, endless, block and again speak of one game alone.",
                    "只有“无法走子即结束”的游戏才能相加：when、stop、turn、endless、block 和 again 只对单个游戏有意义。",
                ]);
            }
            if g.end() != first.0.end() {
                return refuse([
                    "The games end differently (normal, misère …), so their sum has no meaning.",
                    "这些游戏的终局规则不同，不能相加。",
                ]);
            }
            if partizan(r) && partizan(first.0.rules()) && r.players != first.0.rules().players {
                return refuse([
                    "The games name different players, so it is not clear who is who.",
                    "这些游戏的玩家名字不同，无法对应。",
                ]);
            }
        }
        Ok(())
    }
}
