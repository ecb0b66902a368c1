//! What requests look like. Unknown keys are refused, so that a slip is seen.

use super::{Asker, loader};
use crate::fault::Fault;
use bouton::game::State;
use bouton::game::edit::Edit;
use bouton::game::line;
use bouton::language::diagnostic::Lang;
use bouton::language::interp::Turn;
use bouton::play::Playing;
use bouton::report::Int;
use bouton::table::{AxisRange, Show};
use bouton::{Game, Problem, Question};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// Games side by side, at most.
const MOST_TERMS: usize = 12;

/// Moves played so far, at most.
const MOST_MOVES: usize = 2000;

/// A game: a name of the library or rules, with changes.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "GameRef")]
pub(super) struct GameRequest {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rules: Option<String>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[schemars(with = "BTreeMap<String, Int>")]
    pub(super) set: Map<String, Json>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) misere: bool,
}

impl GameRequest {
    /// Equal for equal games.
    pub(super) fn key(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub(super) fn game(&self) -> Result<Game, Fault> {
        let mut game = match (&self.name, &self.rules) {
            (Some(name), None) => library(name)?,
            (None, Some(text)) => Game::from_text("rules", text, &loader())?.0,
            _ => {
                return Err(Fault::wrong([
                    "A game needs either \"name\" or \"rules\".",
                    "游戏须给出 \"name\" 或 \"rules\" 之一。",
                ]));
            }
        };
        for (name, value) in &self.set {
            let text = match value {
                Json::String(text) => text.clone(),
                Json::Number(n) if n.is_i64() || n.is_u64() => n.to_string(),
                _ => {
                    return Err(Fault::wrong([
                        "A value in \"set\" is a text or an integer.",
                        "\"set\" 中的值须为文本或整数。",
                    ]));
                }
            };
            game = game.set(name, &text, &loader())?;
        }
        if self.misere {
            game = game.misere()?;
        }
        Ok(game)
    }
}

/// Bytes of a name that is looked for: no game is called by more, and looking costs a walk through the library.
const LONGEST_NAME: usize = 200;

/// A game of the library by its name.
pub(super) fn library(name: &str) -> Result<Game, Problem> {
    if name.len() > LONGEST_NAME {
        return Err(Problem::UnknownGame { name: name.to_string(), near: Vec::new() });
    }
    Game::library(name)
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TermRequest {
    pub(super) game: GameRequest,
    #[serde(default)]
    pub(super) position: String,
}

/// Who moves first.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum First {
    Number(u8),
    Name(String),
}

impl First {
    pub(super) fn player(&self, games: &[Game]) -> Result<usize, Fault> {
        let found = match self {
            First::Number(n) => Some(usize::from(*n)).filter(|n| *n < 2),
            First::Name(name) => Question::player(games, name).ok(),
        };
        found.ok_or_else(|| {
            Fault::wrong(["\"first\" is 0, 1 or the name of a player.", "\"first\" 须为 0、1 或玩家的名字。"])
        })
    }
}

/// A position, and the moves played from there.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Where {
    pub(super) terms: Vec<TermRequest>,
    pub(super) first: Option<First>,
    #[serde(default)]
    pub(super) moves: Vec<String>,
}

/// Reads a request about a position: where it is asked, and what else it says.
pub(super) fn read_at<T: DeserializeOwned>(body: &str) -> Result<(Where, T), Fault> {
    let mut all: Map<String, Json> = serde_json::from_str(body).map_err(|e| Fault::request(&e))?;
    let mut place = Map::new();
    for key in ["terms", "first", "moves"] {
        if let Some(value) = all.remove(key) {
            place.insert(key.to_string(), value);
        }
    }
    let place = serde_json::from_value(Json::Object(place)).map_err(|e| Fault::request(&e))?;
    let rest = serde_json::from_value(Json::Object(all)).map_err(|e| Fault::request(&e))?;
    Ok((place, rest))
}

impl Where {
    /// The question as it stood before any move.
    pub(super) fn question(&self, asker: &mut Asker) -> Result<Question, Fault> {
        if self.terms.is_empty() || self.terms.len() > MOST_TERMS || self.moves.len() > MOST_MOVES {
            return Err(Fault::wrong([
                "A question has 1 to 12 terms and at most 2000 moves.",
                "一个问题须有 1 至 12 个游戏，至多 2000 步。",
            ]));
        }
        let (mut games, mut positions) = (Vec::new(), Vec::new());
        for term in &self.terms {
            let game = asker.game(&term.game)?;
            positions.push(game.position(&term.position)?);
            games.push(game);
        }
        let mover = self.first.as_ref().map(|f| f.player(&games)).transpose()?.unwrap_or(0);
        Ok(Question { games, state: State { positions, turn: Turn { mover, turn: 0 } }, all_moves: false })
    }

    /// The game as it stands after the moves.
    pub(super) fn playing(&self, asker: &mut Asker) -> Result<Playing, Fault> {
        let question = self.question(asker)?;
        question.addable()?;
        let mut playing = Playing::new(question, asker.solver());
        for typed in &self.moves {
            playing.follow(typed)?;
        }
        Ok(playing)
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfGame {
    pub(super) game: GameRequest,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RulesRequest {
    pub(super) rules: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LineRequest {
    pub(super) line: String,
}

fn yes() -> bool {
    true
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SolveRequest {
    #[serde(default = "yes")]
    pub(super) all_moves: bool,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ExplainRequest {
    #[serde(default)]
    pub(super) depth: Option<usize>,
    #[serde(default, rename = "move")]
    pub(super) by: Option<String>,
}

/// How well the opponent plays.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Strength {
    Perfect,
    Beginner,
    Mistakes(f64),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayRequest {
    #[serde(default)]
    pub(super) strength: Option<Strength>,
    #[serde(default)]
    pub(super) seed: u64,
    #[serde(default)]
    pub(super) forbidden: Vec<String>,
    #[serde(default)]
    pub(super) forbid: bool,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HintRequest {
    pub(super) step: usize,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct StartsRequest {
    pub(super) game: GameRequest,
    #[serde(default)]
    pub(super) seed: u64,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EditRequest {
    /// Which game of a sum, from 0.
    #[serde(default)]
    pub(super) term: usize,
    #[serde(default)]
    pub(super) edit: Option<Edit>,
}

/// Nothing but a position.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TableRequest {
    pub(super) game: GameRequest,
    #[serde(default)]
    pub(super) ranges: Option<String>,
    #[serde(default)]
    pub(super) to: Option<u64>,
    #[serde(default)]
    #[schemars(with = "Option<Show>")]
    pub(super) show: Option<String>,
    #[serde(default)]
    pub(super) first: Option<First>,
    #[serde(default)]
    pub(super) sums: bool,
    #[serde(default)]
    #[schemars(with = "Option<BTreeMap<String, Int>>")]
    pub(super) at: Option<Map<String, Json>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PatternRequest {
    #[serde(default)]
    pub(super) game: Option<GameRequest>,
    #[serde(default)]
    pub(super) ranges: Option<String>,
    #[serde(default)]
    pub(super) to: Option<u64>,
    #[serde(default)]
    #[schemars(with = "Option<Show>")]
    pub(super) show: Option<String>,
    #[serde(default)]
    pub(super) max_period: Option<usize>,
    #[serde(default)]
    pub(super) exceptions: Option<usize>,
    #[serde(default)]
    pub(super) numbers: Option<Vec<i64>>,
    #[serde(default)]
    pub(super) start: Option<i64>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ProveRequest {
    pub(super) game: GameRequest,
    #[serde(default)]
    pub(super) numeration: Option<String>,
    #[serde(default)]
    pub(super) position: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MisereRequest {
    pub(super) game: GameRequest,
    #[serde(default)]
    pub(super) to: Option<usize>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ValueRequest {
    #[serde(default)]
    pub(super) outcome: bool,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CheckRequest {
    pub(super) game: GameRequest,
    #[serde(default)]
    pub(super) claim: Option<String>,
    #[serde(default)]
    pub(super) to: Option<u64>,
    #[serde(default)]
    pub(super) inductive: bool,
    #[serde(default)]
    pub(super) seed: Option<u64>,
}

/// `a=0..50 b=3`
pub(super) fn ranges(text: Option<&str>) -> Result<Vec<AxisRange>, Fault> {
    let read = line::ranges(text.unwrap_or("")).map_err(line::LineProblem::Range);
    Ok(read.map_err(Problem::from)?)
}

/// What a table shows.
pub(super) fn show(word: Option<&str>) -> Result<Option<Show>, Fault> {
    let Some(word) = word else { return Ok(None) };
    Show::named(word).map(Some).ok_or_else(|| {
        Fault::wrong([
            "\"show\" is grundy, win, best, score, moves or remoteness.",
            "\"show\" 须为 grundy、win、best、score、moves 或 remoteness。",
        ])
    })
}

/// `?lang=zh`
pub(crate) fn lang(word: Option<&str>) -> Lang {
    match word {
        Some(w) if w.starts_with("zh") => Lang::Zh,
        _ => Lang::En,
    }
}
