//! Answers are data: who wins, every winning move, why, how it was found and how far it can be trusted.
//!
//! The command prints an answer, `--json` and a server serialise it ([`Answer::json`]), Python wraps it. Nothing
//! here depends on the language of the reader; sentences are made from the typed reasons when they are asked for.

pub mod entries;
pub mod explain;
pub mod how;
pub mod reasons;
pub(crate) mod solve;
pub mod starts;
pub mod why;

use crate::answer::how::How;
use crate::answer::why::Why;
use bouton_language::ast::Verdict;
use bouton_language::diagnostic::Lang;
use bouton_language::value::Value;
use num_bigint::BigInt;
use serde_json::{Map, Value as Json, json};

/// How far an answer can be trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// A theorem, or a complete computation.
    Proved,
    /// Compared with brute force on everything up to this bound.
    Checked(UpTo),
    /// Looks so.
    Guessed,
    /// Wrong.
    False,
    /// Nothing is known: the budget ran out.
    Open,
}

impl Status {
    /// The status in a language, without the bound.
    pub fn name(&self, lang: Lang) -> &'static str {
        match self {
            Status::Proved => lang.pick("PROVED", "已证明"),
            Status::Checked(_) => lang.pick("CHECKED", "已检验"),
            Status::Guessed => lang.pick("GUESSED", "猜测"),
            Status::False => lang.pick("FALSE", "不成立"),
            Status::Open => "",
        }
    }

    /// The status in a language, with the bound to which it was checked.
    pub fn say(&self, lang: Lang) -> String {
        match self {
            Status::Checked(to) if !to.say(lang).is_empty() => {
                format!("{} {}", lang.pick("CHECKED for", "已检验到"), to.say(lang))
            }
            other => other.name(lang).to_string(),
        }
    }

    /// The upper-case word; empty where nothing is known.
    pub fn word(&self) -> &'static str {
        self.name(Lang::En)
    }
}

/// A bound such as `n <= 40` or `total size <= 25`, in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UpTo([String; 2]);

impl UpTo {
    /// Worded by `say` in each language.
    pub fn new(say: impl Fn(Lang) -> String) -> UpTo {
        UpTo([say(Lang::En), say(Lang::Zh)])
    }

    /// The bound.
    pub fn say(&self, lang: Lang) -> &str {
        lang.pick(&self.0[0], &self.0[1])
    }
}

impl From<String> for UpTo {
    /// A bound in signs alone.
    fn from(text: String) -> UpTo {
        UpTo([text.clone(), text])
    }
}

/// A move in an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveEntry {
    /// The move as it can be typed: `take 2 @1`; in a sum of games with the number of its game, `2: take 1`.
    pub notation: String,
    /// Name of the move line; empty if it has none.
    pub name: String,
    /// Which term of a sum of games, from 0.
    pub term: usize,
    /// Which part of the position, from 1, in typed order.
    pub part: usize,
    /// The choices made.
    pub choices: Vec<(String, Value)>,
    /// The wording in both languages.
    pub text: [String; 2],
    /// The position it leads to, as it can be typed.
    pub to: String,
    /// Outcome of that position for whoever moves there.
    pub leads_to: Option<Verdict>,
    /// Grundy value of that position.
    pub grundy: Option<u64>,
    /// For score games: what the mover gains in all by this move and best play after it.
    pub score: Option<i64>,
    /// The mover moves again.
    pub again: bool,
}

impl MoveEntry {
    /// The wording.
    pub fn text(&self, lang: Lang) -> &str {
        lang.pick(&self.text[0], &self.text[1])
    }

    /// What it makes of the game for the player who makes it, where that is known.
    pub fn result(&self) -> Option<Verdict> {
        Some(match (self.leads_to?, self.again) {
            (v, true) | (v @ Verdict::Draw, false) => v,
            (Verdict::Win, false) => Verdict::Lose,
            (Verdict::Lose, false) => Verdict::Win,
        })
    }

    /// As JSON; `sum`: one of several games, so that the term must be named.
    pub fn json(&self, lang: Lang, sum: bool) -> Json {
        let mut o = Map::new();
        o.insert("move".into(), json!(self.notation));
        if sum {
            o.insert("term".into(), json!(self.term + 1));
        }
        o.insert("part".into(), json!(self.part));
        let choices: Map<String, Json> = self.choices.iter().map(|(n, v)| (n.clone(), number(v))).collect();
        o.insert("choices".into(), Json::Object(choices));
        o.insert("text".into(), json!(self.text(lang)));
        o.insert("to".into(), json!(self.to));
        if let Some(v) = self.leads_to {
            o.insert("leads_to".into(), json!(word(v)));
        }
        if let Some(g) = self.grundy {
            o.insert("grundy".into(), json!(g));
        }
        if let Some(s) = self.score {
            o.insert("score".into(), integer(s));
        }
        Json::Object(o)
    }
}

/// One player's result when that player moves first (partizan games).
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerOutcome {
    /// The player.
    pub player: String,
    /// The result for that player when moving first.
    pub outcome: Verdict,
}

/// One term of a sum of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// Title of the game.
    pub game: String,
    /// Its position.
    pub position: String,
    /// Its Grundy value, where that decides.
    pub grundy: Option<u64>,
}

/// The answer to "who wins here?".
#[derive(Clone, Debug)]
pub struct Answer {
    /// Title of the game (titles joined by ` + ` for a sum).
    pub game: String,
    /// The position as it can be typed.
    pub position: String,
    /// Last mover wins, loses …: the ending in force, worded.
    pub ending: [String; 2],
    /// Names of the players, first to move first; `None` where the file does not name them.
    pub mover: Option<String>,
    /// For the player to move; `None` when the budget ran out.
    pub outcome: Option<Verdict>,
    /// What is known all the same when the budget ran out.
    pub known: Option<[String; 2]>,
    /// For partizan games: each player first.
    pub outcomes: Vec<PlayerOutcome>,
    /// N, P, L or R for partizan games without draws.
    pub class: Option<char>,
    /// Grundy value, where the theory applies.
    pub grundy: Option<Value>,
    /// Score with best play, where there is one: mover minus opponent, or the shared total.
    pub score: Option<i64>,
    /// Is the score one common total?
    pub shared: bool,
    /// Moves to the end with best play, where it was computed.
    pub remoteness: Option<u64>,
    /// Trust.
    pub status: Status,
    /// How it was found.
    pub how: How,
    /// Number of moves and of distinct options; `None` if they were not listed (huge positions).
    pub moves: Option<u64>,
    /// Distinct options.
    pub options: Option<u64>,
    /// Winning moves (outcome games), best moves (score games).
    pub winning_moves: Vec<MoveEntry>,
    /// How many more there are than the list holds: of a long list only the beginning is built.
    pub unlisted: u64,
    /// Are these all of them, the unlisted ones counted? (A strategy that speaks only of some moves, or a list cut by budget, is not.)
    pub complete: bool,
    /// Every move with its outcome, when asked for.
    pub all_moves: Option<Vec<MoveEntry>>,
    /// The best line of a score game: one move after another, as typed, with who makes it.
    pub line: Vec<(String, MoveEntry)>,
    /// The reasons.
    pub why: Vec<Why>,
    /// The terms of a sum of games; empty for one game.
    pub terms: Vec<Term>,
    /// Positions examined.
    pub positions: u64,
}

impl Answer {
    /// How many winning (or best) moves there are, listed or not.
    pub fn good_moves(&self) -> u64 {
        self.winning_moves.len() as u64 + self.unlisted
    }

    /// The fixed JSON form.
    pub fn json(&self, lang: Lang) -> Json {
        let mut o = Map::new();
        o.insert("game".into(), json!(self.game));
        o.insert("position".into(), json!(self.position));
        o.insert("outcome".into(), self.outcome.map_or(Json::Null, |v| json!(word(v))));
        if let Some(known) = &self.known {
            o.insert("known".into(), json!(lang.pick(&known[0], &known[1])));
        }
        if !self.outcomes.is_empty() {
            let map: Map<String, Json> =
                self.outcomes.iter().map(|p| (p.player.clone(), json!(word(p.outcome)))).collect();
            o.insert("outcomes".into(), Json::Object(map));
        }
        if let Some(c) = self.class {
            o.insert("class".into(), json!(c.to_string()));
        }
        if let Some(g) = &self.grundy {
            o.insert("grundy".into(), number(g));
        }
        if let Some(s) = self.score {
            o.insert("score".into(), integer(s));
        }
        if let Some(r) = self.remoteness {
            o.insert("remoteness".into(), json!(r));
        }
        let word = self.status.word();
        o.insert("status".into(), if word.is_empty() { Json::Null } else { json!(word) });
        if let Status::Checked(to) = &self.status {
            o.insert("checked_to".into(), json!(to.say(lang)));
        }
        o.insert("how".into(), json!(self.how.say(lang)));
        o.insert("moves".into(), json!(self.moves));
        o.insert("options".into(), json!(self.options));
        let list = |moves: &[MoveEntry]| {
            Json::Array(moves.iter().map(|m| m.json(lang, !self.terms.is_empty())).collect())
        };
        if self.score.is_some() {
            o.insert("best_moves".into(), list(&self.winning_moves));
            let line: Vec<Json> = self
                .line
                .iter()
                .map(|(who, m)| json!({"player": who, "move": m.notation, "text": m.text(lang), "to": m.to}))
                .collect();
            o.insert("line".into(), Json::Array(line));
        } else {
            o.insert("winning_moves".into(), list(&self.winning_moves));
        }
        if self.unlisted > 0 {
            o.insert("unlisted".into(), json!(self.unlisted));
        }
        if !self.complete {
            o.insert("complete".into(), json!(false));
        }
        if let Some(all) = &self.all_moves {
            o.insert("all_moves".into(), list(all));
        }
        if !self.terms.is_empty() {
            let terms = self
                .terms
                .iter()
                .map(|t| json!({"game": t.game, "position": t.position, "grundy": t.grundy}));
            o.insert("terms".into(), Json::Array(terms.collect()));
        }
        Json::Object(o)
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

/// An integer as JSON: a number while every reader can hold it (2^53), a decimal string beyond.
pub fn integer(i: i64) -> Json {
    if i.unsigned_abs() <= 1 << 53 { json!(i) } else { json!(i.to_string()) }
}

/// A value as JSON.
pub fn number(v: &Value) -> Json {
    match v {
        Value::Int(i) => integer(*i),
        Value::Big(b) => json!(BigInt::to_string(b)),
        Value::Bool(b) => json!(b),
        Value::Text(t) => json!(&**t),
        Value::List(items) | Value::Set(items) => Json::Array(items.iter().map(number).collect()),
        Value::Graph(g) => json!(g.to_string()),
        Value::Known(k) => json!(k.name()),
    }
}
