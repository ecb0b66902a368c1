//! Answers are data: who wins, every winning move, why, how it was found and how far it can be trusted.
//!
//! The command prints an answer, `--json` and a server serialise it ([`crate::report::json`]), Python wraps it. Nothing
//! here depends on the language of the reader; sentences are made from the typed reasons when they are asked for.

pub mod entries;
pub mod explain;
pub mod reasons;
pub(crate) mod solve;
pub mod starts;
pub mod tree;
pub mod why;

pub use crate::report::how;

use crate::answer::why::Why;
use crate::game::squares::Square;
use crate::report::Int;
use crate::report::how::How;
use crate::report::{Named, Sentence, exact, none, yes};
use bouton_language::ast::Verdict;
use bouton_language::diagnostic::Lang;
use bouton_language::value::Value;
use schemars::JsonSchema;
use serde::Serialize;

/// How far an answer can be trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// A theorem, or a complete computation.
    Proved,
    /// Compared with brute force on everything up to this bound.
    Checked(Sentence),
    /// Looks so.
    Guessed,
    /// Wrong.
    False,
    /// Nothing is known: the budget ran out.
    Open,
}

/// A move in an answer.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Move")]
pub struct MoveEntry {
    /// The move as it can be typed: `take 2 @1`; in a sum of games with the number of its game, `2: take 1`.
    #[serde(rename = "move")]
    pub notation: String,
    /// Name of the move line; empty if it has none.
    #[serde(skip)]
    pub name: String,
    /// Which game of a sum, from 1; none where there is one game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub term: Option<usize>,
    /// Which part of the position, from 1, in typed order.
    pub part: usize,
    /// The choices made, by name.
    pub choices: Named<Value>,
    /// In words.
    pub text: Sentence,
    /// The position it leads to, as it can be typed.
    pub to: String,
    /// Outcome of that position for whoever moves there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leads_to: Option<Verdict>,
    /// What it makes of the game for the player who makes it, where a list for a page says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Verdict>,
    /// Grundy value of that position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy: Option<u64>,
    /// For score games: what the mover gains in all by this move and best play after it.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "exact")]
    #[schemars(with = "Option<Int>")]
    pub score: Option<i64>,
    /// The squares of a board that name it.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub squares: Vec<Square>,
    /// The mover moves again.
    #[serde(skip)]
    pub again: bool,
}

impl MoveEntry {
    /// In words.
    pub fn text(&self, lang: Lang) -> &str {
        self.text.say(lang)
    }

    /// What it makes of the game for the player who makes it, where that is known.
    pub fn result(&self) -> Option<Verdict> {
        Some(match (self.leads_to?, self.again) {
            (v, true) | (v @ Verdict::Draw, false) => v,
            (Verdict::Win, false) => Verdict::Lose,
            (Verdict::Lose, false) => Verdict::Win,
        })
    }
}

/// The winning moves, or in a game for points the best ones and the best line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GoodMoves {
    /// The moves.
    pub list: Vec<MoveEntry>,
    /// One move after another with best play, in a game for points.
    pub line: Option<Vec<LineMove>>,
}

/// A move of the best line.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LineMove {
    /// Who makes it.
    pub player: String,
    /// As it can be typed.
    #[serde(rename = "move")]
    pub notation: String,
    /// In words.
    pub text: Sentence,
    /// The position it leads to.
    pub to: String,
}

/// One term of a sum of games.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Term {
    /// Title of the game.
    pub game: String,
    /// Its position.
    pub position: String,
    /// Its Grundy value, where that decides.
    pub grundy: Option<u64>,
}

/// The answer to "who wins here?".
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// Title of the game (titles joined by ` + ` for a sum).
    pub game: String,
    /// The position as it can be typed.
    pub position: String,
    /// Last mover wins, loses …: the ending in force.
    #[serde(skip)]
    pub ending: Sentence,
    /// Who moves; `None` where the file does not name the players.
    #[serde(skip)]
    pub mover: Option<String>,
    /// For the player to move; none when the budget ran out.
    pub outcome: Option<Verdict>,
    /// What is known all the same when the budget ran out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<Sentence>,
    /// For partizan games: what each player gets when moving first.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub outcomes: Named<Verdict>,
    /// N, P, L or R for partizan games without draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<char>,
    /// Grundy value, where the theory applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Int>")]
    pub grundy: Option<Value>,
    /// Score with best play, where there is one: mover minus opponent, or the shared total.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "exact")]
    #[schemars(with = "Option<Int>")]
    pub score: Option<i64>,
    /// Is the score one common total?
    #[serde(skip)]
    pub shared: bool,
    /// Moves to the end with best play, where it was computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u64>,
    /// Trust.
    #[serde(flatten)]
    pub status: Status,
    /// How it was found.
    pub how: How,
    /// Number of moves; none if they were not listed (huge positions).
    pub moves: Option<u64>,
    /// Distinct options.
    pub options: Option<u64>,
    /// Winning moves, in a game for points the best ones.
    #[serde(flatten)]
    pub winning_moves: GoodMoves,
    /// How many more there are than the list holds: of a long list only the beginning is built.
    #[serde(skip_serializing_if = "none")]
    pub unlisted: u64,
    /// Are these all of them, the unlisted ones counted? (A strategy that speaks only of some moves, or a list cut by budget, is not.)
    #[serde(skip_serializing_if = "yes")]
    pub complete: bool,
    /// Every move with its outcome, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all_moves: Option<Vec<MoveEntry>>,
    /// The reasons.
    #[serde(skip)]
    pub why: Vec<Why>,
    /// The terms of a sum of games; empty for one game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<Term>,
    /// Positions examined.
    #[serde(skip)]
    pub positions: u64,
}

impl Answer {
    /// How many winning (or best) moves there are, listed or not.
    pub fn good_moves(&self) -> u64 {
        self.winning_moves.len() as u64 + self.unlisted
    }
}

/// win, lose, draw
pub fn word(v: Verdict) -> &'static str {
    match v {
        Verdict::Win => "win",
        Verdict::Lose => "lose",
        Verdict::Draw => "draw",
    }
}
