//! Questions: one game or several side by side, a position for each, and who moves first.

use crate::engines::whole::State;
use crate::game::Game;
use crate::problem::{NotApplicable, Problem};
use bouton_language::interp::{Part, Position};
use bouton_language::value::Value;

/// How a set of games is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Grundy values of the parts, added by xor.
    Sum,
    /// Search of whole positions.
    Search,
    /// Backward from the ends, for games that may go on for ever.
    Retrograde,
    /// Best play for points.
    Score,
}

impl Method {
    /// The method for these games.
    pub fn of(games: &[Game]) -> Method {
        let heaps = games.len() > 1 || games.iter().any(|g| g.kind().parts);
        if games.iter().any(|g| g.rules().score.is_some()) {
            Method::Score
        } else if games.iter().any(|g| g.rules().endless.is_some()) {
            Method::Retrograde
        } else if heaps && games.iter().all(|g| g.kind().grundy.is_ok()) {
            Method::Sum
        } else {
            Method::Search
        }
    }
}

/// One or several games side by side, a state of them, and how they are solved: what every question is about.
#[derive(Clone, Copy)]
pub struct Match<'m> {
    /// The games; more than one is a sum.
    pub games: &'m [Game],
    /// Where they stand, and who moves.
    pub state: &'m State,
    /// How they are solved.
    pub method: Method,
}

impl<'m> Match<'m> {
    /// These games at a state.
    pub fn of(games: &'m [Game], state: &'m State) -> Match<'m> {
        Match { games, state, method: Method::of(games) }
    }

    /// The same games at another state.
    pub fn to<'n>(self, state: &'n State) -> Match<'n>
    where
        'm: 'n,
    {
        Match { state, ..self }
    }

    /// Every part, with the number of its term.
    pub fn parts(self) -> impl Iterator<Item = (usize, &'m Part)> {
        let terms = self.state.positions.iter().enumerate();
        terms.flat_map(|(term, position)| position.parts.iter().map(move |part| (term, part)))
    }

    /// The one part of the one game, where there are no others.
    pub fn alone(self) -> Option<&'m Part> {
        match (self.games, self.state.positions.as_slice()) {
            ([_], [Position { parts }]) => <&[Part; 1]>::try_from(parts.as_slice()).ok().map(|[part]| part),
            _ => None,
        }
    }
}

/// "Who wins here?"
#[derive(Clone)]
pub struct Question {
    /// The games; more than one is a sum.
    pub games: Vec<Game>,
    /// Where they stand, who moves first, and how many moves were made before (only rules that count them care).
    pub state: State,
    /// List every move with its outcome, not the winning ones alone.
    pub all_moves: bool,
}

impl Question {
    /// One game, one position.
    pub fn new(game: Game, position: Position) -> Question {
        Question { games: vec![game], state: State::new(position, 0), all_moves: false }
    }

    /// What it is about.
    pub fn at(&self) -> Match<'_> {
        Match::of(&self.games, &self.state)
    }

    /// The games with their positions.
    pub fn terms(&self) -> impl Iterator<Item = (&Game, &Position)> {
        self.games.iter().zip(&self.state.positions)
    }

    /// The one game and its position, where it is no sum of games.
    pub fn alone(&self) -> Option<(&Game, &Position)> {
        match (self.games.as_slice(), self.state.positions.as_slice()) {
            ([game], [position]) => Some((game, position)),
            _ => None,
        }
    }

    /// The player (0 or 1) that a name means: one of the game's where there is one game, or first and second.
    pub fn player(games: &[Game], name: &str) -> Result<usize, Problem> {
        if let [game] = games {
            let folded = name.to_lowercase();
            let players = &game.rules().players;
            if let Some(i) = players.iter().position(|p| p.to_lowercase() == folded) {
                return Ok(i);
            }
        }
        match (name, games) {
            ("first" | "先手", _) => Ok(0),
            ("second" | "后手", _) => Ok(1),
            (_, [game]) => Err(Problem::NotApplicable(NotApplicable::NoPlayer {
                name: name.to_string(),
                players: game.rules().players.clone(),
            })),
            _ => Err(Problem::NotApplicable(NotApplicable::PlayersOfSum)),
        }
    }

    /// The titles joined by ` + `.
    pub fn title(&self) -> String {
        self.games.iter().map(Game::title).collect::<Vec<_>>().join(" + ")
    }

    /// The positions joined by ` + `, as they can be typed.
    pub fn shown(&self) -> String {
        self.terms().map(|(g, p)| g.show(p)).collect::<Vec<_>>().join(" + ")
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
        self.at().parts().any(|(_, part)| part.iter().any(big))
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
        self.at().parts().flat_map(|(_, p)| p.iter()).map(most).max().unwrap_or(0)
    }

    /// Can these games be played side by side?
    pub fn addable(&self) -> Result<(), Problem> {
        let [first, rest @ ..] = self.games.as_slice() else { return Ok(()) };
        if rest.is_empty() {
            return Ok(());
        }
        let refuse = |why: [&'static str; 2]| Err(Problem::NotApplicable(NotApplicable::Sum(why)));
        for g in &self.games {
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
            if g.end() != first.end() {
                return refuse([
                    "The games end differently (normal, misère …), so their sum has no meaning.",
                    "这些游戏的终局规则不同，不能相加。",
                ]);
            }
            if g.kind().partizan() && first.kind().partizan() && r.players != first.rules().players {
                return refuse([
                    "The games name different players, so it is not clear who is who.",
                    "这些游戏的玩家名字不同，无法对应。",
                ]);
            }
        }
        Ok(())
    }
}
