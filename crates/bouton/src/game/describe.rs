//! What a game is, as data for a page: its kind, fields, parameters with their ranges, moves, claims, places to start
//! from and the table that suits it.

use crate::answer::reasons::ending;
use crate::engines::solver::Solver;
use crate::engines::whole::State;
use crate::game::Game;
use crate::game::catalogue::{About, Entry};
use crate::game::picture::{Kind, Picture, kind, picture};
use crate::game::positions::Positions;
use crate::game::told;
use crate::report::{Sentence, exact};
use crate::rng::Rng;
use crate::table::{Drawing, Show, TableQuestion, applicable, default_show, layout::Layout};
use crate::value::may_have_values;
use bouton_engine::Budget;
use bouton_language::ast::{FieldKind, ShapeKind};
use bouton_language::diagnostic::Lang;
use bouton_language::interp::Position;
use bouton_language::keywords;
use bouton_language::rules::{Claim, End, Example, Expr, Field, Param, RangeExpr};
use bouton_language::value::Value;
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::ControlFlow;

/// Starts that are listed.
const MOST_STARTS: usize = 24;

/// So many moves are listed, and games followed so far, to see how a game ends.
const MOST_PLAYED: usize = 4000;
const MOST_PLIES: usize = 200;

/// Where no start is told: so many positions are tried, of sizes up to this.
const MOST_TRIED: usize = 500;
const MOST_SIZE: u64 = 12;

/// A game opens with so many moves to choose from, if one of its starts has them, and with a position that is no longer than this.
const LEAST_OPEN_MOVES: usize = 5;
const MOST_OPEN_MOVES: usize = 60;
const LONGEST_OPENING: usize = 60;
/// A game of heaps whose examples are all smaller opens with this.
const OPEN_HEAP: &str = "15";

/// Values of a parameter that are listed one by one.
const MOST_VALUES: usize = 200;

/// The names and texts of a game, its kind, and a picture of its first start.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GameCard {
    /// In the language of the reader.
    pub title: String,
    /// In both.
    pub titles: Titles,
    /// Other names.
    pub aliases: Vec<String>,
    /// How it is played, and how positions are typed.
    pub note: String,
    /// Where it comes from.
    pub source: String,
    /// How its positions look.
    pub kind: Kind,
    /// What is special about it.
    pub features: Vec<&'static str>,
    /// A position to begin with.
    pub start: Option<String>,
    /// That position, drawn.
    pub picture: Option<Picture>,
    /// More of them.
    pub starts: Vec<String>,
    /// Its id in the library.
    pub id: Option<&'static str>,
}

/// A title in both languages.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Titles {
    /// English.
    pub en: String,
    /// Chinese, if there is one.
    pub zh: Option<String>,
}

/// Everything a page wants to know about a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Description {
    /// Names, texts, starts.
    #[serde(flatten)]
    pub card: GameCard,
    /// The rules as written.
    pub rules: String,
    /// The same without what they assert: no claims, strategies, examples and comments, nor definitions that only these use.
    pub bare: String,
    /// Last mover wins, loses …
    pub ending: Sentence,
    /// The rules put into words: what a position is and what each move does.
    pub told: Vec<Sentence>,
    /// How play ends, a sentence each.
    pub ends: Vec<Sentence>,
    /// Names of the players.
    pub players: [String; 2],
    /// Does the file name them?
    pub named: bool,
    /// What a position is made of.
    pub fields: Vec<FieldFacts>,
    /// What can be set.
    pub params: Vec<ParamFacts>,
    /// The move lines.
    pub moves: Vec<MoveFacts>,
    /// The claims as written.
    pub claims: Vec<String>,
    /// The number that is given to a player who sets up, by its name.
    pub setup: Option<String>,
    /// The table that suits it.
    pub table: TableFacts,
}

/// A field of a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FieldFacts {
    /// Its name.
    pub name: String,
    /// number, row, bag, set, word or grid.
    pub kind: &'static str,
    /// Do the rules fill it in at the start?
    pub start: bool,
}

/// A parameter.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Param")]
pub struct ParamFacts {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub kind: ParamKind,
    /// Its value now, as the rules write it.
    pub value: Option<String>,
    /// Its value in the file.
    pub default: Option<String>,
    /// The smallest value.
    #[serde(serialize_with = "exact")]
    #[schemars(with = "Option<crate::report::Int>")]
    pub from: Option<i64>,
    /// The largest.
    #[serde(serialize_with = "exact")]
    #[schemars(with = "Option<crate::report::Int>")]
    pub to: Option<i64>,
    /// All values, where they are listed.
    pub values: Option<Vec<String>>,
}

/// What a parameter holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the words say it")]
pub enum ParamKind {
    Integer,
    List,
    Set,
    Text,
    Bool,
    Graph,
    Other,
}

/// A move line.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MoveFacts {
    /// Its name.
    pub name: Option<String>,
    /// Whose move it is, if it is one player's.
    pub by: Option<usize>,
    /// Names of what is chosen.
    pub choices: Vec<String>,
}

/// The table that suits a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TableFacts {
    /// The fields and parameters that it runs over.
    pub axes: Vec<String>,
    /// What it shows by default.
    pub show: Show,
    /// What it can show.
    pub shows: Vec<Show>,
    /// How it is drawn.
    pub drawing: Drawing,
}

/// A library game on a list.
pub fn card(entry: &Entry, game: &Game, lang: Lang) -> GameCard {
    card_of(game, &entry.about(), Some(entry.id), lang)
}

/// Everything a page wants to know about a game; `entry` if it comes from the library.
pub fn describe(game: &Game, entry: Option<&Entry>, lang: Lang) -> Description {
    let rules = game.rules();
    let about = match entry {
        Some(entry) => entry.about(),
        None => About {
            title: rules.title.clone(),
            aliases: rules.aliases.clone(),
            notes: rules.notes.clone(),
            sources: rules.citations.clone(),
        },
    };
    let field =
        |f: &Field| FieldFacts { name: f.name.clone(), kind: field_kind(f.kind), start: f.start.is_some() };
    let chosen = |(_, name): &(usize, String)| name.clone();
    let claim = |c: &Claim| rules.sources.slice(c.span).split_whitespace().collect::<Vec<_>>().join(" ");
    let text = game.sources().get(0).map_or("", |s| &s.text);
    Description {
        card: card_of(game, &about, entry.map(|e| e.id), lang),
        rules: text.to_string(),
        bare: bare(text),
        ending: ending(game),
        told: told::told(game),
        ends: told::ends(game),
        players: rules.players.clone(),
        named: rules.players_named,
        fields: rules.shape.fields.iter().map(field).collect(),
        params: rules.params.iter().enumerate().map(|(i, p)| param(game, i, p)).collect(),
        moves: (rules.moves.iter())
            .map(|m| MoveFacts {
                name: m.name.clone(),
                by: m.by,
                choices: m.chosen.iter().map(chosen).collect(),
            })
            .collect(),
        claims: rules.claims.iter().map(claim).collect(),
        setup: rules.setup.as_ref().map(|s| s.name.clone()),
        table: table(game),
    }
}

/// Rules without what they assert, line by line as they are written.
fn bare(text: &str) -> String {
    let word = |line: &str| {
        let end = line.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(line.len());
        line[..end].to_string()
    };
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines().map(uncommented).filter(|line| !line.trim().is_empty()) {
        match lines.last_mut() {
            Some(last) if line.starts_with([' ', '\t']) => {
                last.push('\n');
                last.push_str(line);
            }
            _ => lines.push(line.to_string()),
        }
    }
    let kind = |line: &str| keywords::english(&word(line)).to_string();
    lines.retain(|line| !matches!(kind(line).as_str(), "claim" | "strategy" | "example"));
    // A definition may be there for another definition.
    loop {
        let used = |name: &str, own: &str| {
            let names = |line: &String| {
                line != own && line.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|w| w == name)
            };
            lines.iter().any(names)
        };
        let defined = |line: &str| {
            let rest = line.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim_start());
            (kind(line) == "define").then(|| word(rest))
        };
        let idle = lines.iter().position(|line| defined(line).is_some_and(|name| !used(&name, line)));
        let Some(at) = idle else { break };
        lines.remove(at);
    }
    lines.join("\n") + "\n"
}

/// A line without the comment at its end; a # between quotation marks is none.
fn uncommented(line: &str) -> &str {
    let mut quoted = false;
    let end = line.char_indices().find(|(_, c)| {
        quoted ^= *c == '"';
        *c == '#' && !quoted
    });
    line[..end.map_or(line.len(), |(at, _)| at)].trim_end()
}

fn card_of(game: &Game, about: &About, id: Option<&'static str>, lang: Lang) -> GameCard {
    let starts = starts(game);
    let start = opening(game, &starts);
    GameCard {
        title: game.title(),
        titles: Titles { en: game.clone().speaking(Lang::En).title(), zh: about.title.zh.clone() },
        aliases: about.aliases.clone(),
        note: about.note(lang),
        source: about.sources.join("\n"),
        kind: kind(game),
        features: features(game),
        picture: start.as_ref().and_then(|s| game.position(s).ok()).map(|p| picture(game, &p)),
        start,
        starts,
        id,
    }
}

/// What is special about a game.
fn features(game: &Game) -> Vec<&'static str> {
    let rules = game.rules();
    let flags = [
        ("score", rules.score.is_some()),
        ("partizan", game.kind().partizan()),
        ("endless", rules.endless.is_some()),
        ("misere", rules.end == End::Misere),
        ("reversible", rules.end == End::Normal && game.misere().is_ok() && has_last_mover(game)),
        ("setup", rules.setup.is_some()),
        ("block", rules.block.is_some()),
        ("unordered", rules.shape.unordered),
        ("values", may_have_values(game)),
    ];
    flags.into_iter().filter(|(_, on)| *on).map(|(word, _)| word).collect()
}

/// Does play come to somebody who cannot move? Where other lines end games, some are played at random to see.
fn has_last_mover(game: &Game) -> bool {
    if game.rules().whens.is_empty() {
        return true;
    }
    let mut solver = Solver::new(Budget::unlimited());
    let starts: Vec<Position> = starts(game).iter().filter_map(|s| game.position(s).ok()).collect();
    let mut rng = Rng::new(1);
    let mut seen = 0;
    while let Some(start) = rng.pick(&starts).filter(|_| seen < MOST_PLAYED) {
        let mut state = State::new(start.clone(), 0);
        for _ in 0..MOST_PLIES {
            seen += 1;
            let over = solver.with_whole(game.as_ref(), |whole| whole.over(&state));
            if !matches!(over, Ok(None)) {
                break;
            }
            let Ok(moves) = solver.raw_moves(game.at(&state)) else { break };
            seen += moves.len();
            match rng.pick(&moves) {
                None => return true,
                Some(m) => state = m.to.clone(),
            }
        }
    }
    false
}

/// Positions to begin with, for the player whom the rules name first: the start that the rules give, and those of the examples
/// that speak of the game as it is; else those of other examples, what a setup offers, and the smallest with a move.
pub fn starts(game: &Game) -> Vec<String> {
    let rules = game.rules();
    let told = || rules.examples.iter().filter(|e| e.first.is_none_or(|first| first == 0));
    let typed = |example: &Example| game.position(&example.position).ok();
    let plain = told().filter(|e| !e.setup && e.with.is_empty()).filter_map(typed);
    let mut out = Shown { game, list: Vec::new() };
    let _ = out.add(game.position("").ok().into_iter().chain(plain));
    if out.list.is_empty() {
        let _ = out.add(told().filter(|e| !e.setup && !e.with.is_empty()).filter_map(typed));
    }
    for example in told().filter(|e| e.setup) {
        if out.list.is_empty()
            && let Ok(given) = example.position.trim().parse()
        {
            // A setup that cannot be worked out offers nothing.
            let _ = game.interp().setups(&Value::Int(given), &mut |position| out.add([position]));
        }
    }
    if out.list.is_empty() {
        let mut tried = 0;
        let mut positions = Positions::new(game);
        let most = positions.last_level().unwrap_or(MOST_SIZE).min(MOST_SIZE);
        let _ = (0..=most).try_for_each(|size| {
            positions.visit(size, false, &mut |position| {
                tried += 1;
                if tried > MOST_TRIED {
                    return ControlFlow::Break(());
                }
                if can_move(game, position) { out.add([position.clone()]) } else { ControlFlow::Continue(()) }
            })
        });
    }
    // A game that is over is a poor place to begin.
    out.list.sort_by_key(|shown| game.position(shown).is_ok_and(|p| !can_move(game, &p)));
    out.list
}

/// The start to open with: the one that the rules give, else the first that is no trifle and still easy to look over.
pub fn opening(game: &Game, starts: &[String]) -> Option<String> {
    let given = game.rules().shape.fields.iter().all(|f| f.start.is_some());
    let plain = |s: &&String| {
        s.len() <= LONGEST_OPENING && s.split(|c: char| !c.is_ascii_digit()).all(|n| n.len() <= 3)
    };
    let count = |s: &String| game.position(s).map_or(0, |position| moves_at(game, &position));
    let sized: Vec<(usize, &String)> =
        starts.iter().filter(plain).map(|s| (count(s), s)).filter(|(n, _)| *n <= MOST_OPEN_MOVES).collect();
    let fitting = || sized.iter().find(|(n, _)| *n >= LEAST_OPEN_MOVES).map(|(_, s)| (*s).clone());
    let heap = || plain_heaps(game).then(|| game.position(OPEN_HEAP).ok().map(|p| game.show(&p))).flatten();
    let largest = || sized.iter().rev().max_by_key(|(n, _)| *n).map(|(_, s)| (*s).clone());
    let first = starts.first().cloned();
    if given { first } else { fitting().or_else(heap).or_else(largest).or(first) }
}

/// Is a position any number of heaps of any size, and nothing besides?
pub(crate) fn plain_heaps(game: &Game) -> bool {
    let shape = &game.rules().shape;
    let plain = |f: &Field| f.kind == FieldKind::Number && f.start.is_none() && f.domain.is_none();
    shape.kind == ShapeKind::Heaps && shape.fields.len() == 1 && shape.fields.iter().all(plain)
}

/// How many moves there are, no further than tells that they are too many.
fn moves_at(game: &Game, position: &Position) -> usize {
    let mut found = 0;
    for part in &position.parts {
        // Where moves cannot be worked out, those before count.
        let _ = game.interp().moves(part, Default::default(), &mut |_| {
            found += 1;
            if found > MOST_OPEN_MOVES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }
    found
}

/// Starts as they are typed, each once.
struct Shown<'g> {
    game: &'g Game,
    list: Vec<String>,
}

impl Shown<'_> {
    fn add(&mut self, positions: impl IntoIterator<Item = Position>) -> ControlFlow<()> {
        for position in positions {
            let shown = self.game.show(&position);
            if !shown.is_empty() && !self.list.contains(&shown) {
                self.list.push(shown);
            }
            if self.list.len() >= MOST_STARTS {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

/// Is there something to do in this position?
fn can_move(game: &Game, position: &Position) -> bool {
    let turn = Default::default();
    position.parts.iter().any(|part| game.interp().can_move(part, turn).unwrap_or(false))
}

fn field_kind(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Number => "number",
        FieldKind::Row => "row",
        FieldKind::Bag => "bag",
        FieldKind::Set => "set",
        FieldKind::Word => "word",
        FieldKind::Grid => "grid",
    }
}

fn param(game: &Game, index: usize, param: &Param) -> ParamFacts {
    let value = game.interp().params().get(index);
    let kind = match value {
        Some(Value::Int(_) | Value::Big(_)) => ParamKind::Integer,
        Some(Value::Bool(_)) => ParamKind::Bool,
        Some(Value::Text(_)) => ParamKind::Text,
        Some(Value::List(_)) => ParamKind::List,
        Some(Value::Set(_)) => ParamKind::Set,
        Some(Value::Graph(_)) => ParamKind::Graph,
        Some(Value::Known(_)) | None => ParamKind::Other,
    };
    let constant = |e: &Expr| game.interp().constant(e).ok();
    let end = |e: &Option<Expr>| e.as_ref().and_then(constant).and_then(|v| v.as_int());
    let mut out = ParamFacts {
        name: param.name.clone(),
        kind,
        value: value.map(Value::to_string),
        default: constant(&param.default).map(|v| v.to_string()),
        from: None,
        to: None,
        values: None,
    };
    match &param.range {
        Some(RangeExpr::Between(low, high)) => (out.from, out.to) = (Some(end(low).unwrap_or(0)), end(high)),
        Some(RangeExpr::Of(e)) => match constant(e) {
            Some(Value::List(items) | Value::Set(items)) if items.len() <= MOST_VALUES => {
                out.values = Some(items.iter().map(Value::to_string).collect());
            }
            _ => {}
        },
        None => {}
    }
    out
}

fn table(game: &Game) -> TableFacts {
    let question = TableQuestion { to: Some(1), ..TableQuestion::new(game.clone()) };
    let layout = Layout::new(&question, 1_000_000).ok();
    let drawing = layout.as_ref().map_or(Drawing::List, Layout::drawing);
    let axes = layout.filter(|_| drawing != Drawing::List).map_or_else(Vec::new, |layout| layout.columns);
    let shows = Show::ALL
        .into_iter()
        .filter(|show| *show != Show::Value && applicable(game, *show).is_ok())
        .collect();
    TableFacts { axes, show: default_show(game), shows, drawing }
}

#[cfg(test)]
mod tests {
    use super::bare;

    #[test]
    fn what_rules_assert_is_left_out() {
        let text = "game G  # easy\nheaps n\nshow n as \"#.\"\nmove take k in 1..f(n):\n     n -> n - k\ndefine f(n) = min(g(n), 3)\n\
                    define g(n) = n\ndefine only(n) = n mod 4\nclaim lose iff\n     only(n) = 0\n策略 take: k = 1\n例 4 -> lose\n# told\n";
        let left = "game G\nheaps n\nshow n as \"#.\"\nmove take k in 1..f(n):\n     n -> n - k\ndefine f(n) = min(g(n), 3)\ndefine g(n) = n\n";
        assert_eq!(bare(text), left);
    }
}
