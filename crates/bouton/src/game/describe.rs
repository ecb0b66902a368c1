//! What a game is, as data for a page: its kind, fields, parameters with their ranges, moves, claims, places to start
//! from and the table that suits it.

use crate::answer::integer;
use crate::answer::reasons::ending;
use crate::engines::solver::Solver;
use crate::engines::whole::State;
use crate::game::Game;
use crate::game::catalogue::{About, Entry};
use crate::game::picture::{kind, picture};
use crate::game::positions::Positions;
use crate::rng::Rng;
use crate::table::{Drawing, Show, TableQuestion, applicable, default_show, layout::Layout};
use bouton_engine::Budget;
use bouton_language::ast::FieldKind;
use bouton_language::diagnostic::Lang;
use bouton_language::interp::Position;
use bouton_language::rules::{End, Example, Expr, Param, RangeExpr};
use bouton_language::value::Value;
use serde_json::{Map, Value as Json, json};
use std::ops::ControlFlow;

/// Starts that are listed.
const MOST_STARTS: usize = 24;

/// So many moves are listed, and games followed so far, to see how a game ends.
const MOST_PLAYED: usize = 4000;
const MOST_PLIES: usize = 200;

/// Where no start is told: so many positions are tried, of sizes up to this.
const MOST_TRIED: usize = 500;
const MOST_SIZE: u64 = 12;

/// Values of a parameter that are listed one by one.
const MOST_VALUES: usize = 200;

/// The id, names and texts of a library game, with its kind and a picture of its first start.
pub fn entry_json(entry: &Entry, game: &Game, lang: Lang) -> Map<String, Json> {
    let about = entry.about();
    let mut o = brief(game, &about, lang);
    o.insert("id".into(), json!(entry.id));
    o
}

/// Everything a page wants to know about a game; `entry` if it comes from the library.
pub fn describe(game: &Game, entry: Option<&Entry>, lang: Lang) -> Json {
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
    let mut o = brief(game, &about, lang);
    o.insert("id".into(), json!(entry.map(|e| e.id)));
    o.insert("rules".into(), json!(game.sources().get(0).map_or("", |s| s.text.as_str())));
    let [en, zh] = ending(game);
    o.insert("ending".into(), json!(lang.pick(en, zh)));
    o.insert("players".into(), json!(rules.players));
    o.insert("named".into(), json!(rules.players_named));
    let fields = rules
        .shape
        .fields
        .iter()
        .map(|f| json!({"name": f.name, "kind": field_kind(f.kind), "start": f.start.is_some()}));
    o.insert("fields".into(), fields.collect());
    let params = rules.params.iter().enumerate().map(|(i, p)| param(game, i, p));
    o.insert("params".into(), params.collect());
    let moves = rules.moves.iter().map(|m| {
        let choices: Vec<&str> = m.chosen.iter().map(|(_, name)| name.as_str()).collect();
        json!({"name": m.name, "by": m.by, "choices": choices})
    });
    o.insert("moves".into(), moves.collect());
    let claims = rules.claims.iter().map(|c| {
        let text = rules.sources.slice(c.span);
        Json::from(text.split_whitespace().collect::<Vec<_>>().join(" "))
    });
    o.insert("claims".into(), claims.collect());
    o.insert("setup".into(), json!(rules.setup.as_ref().map(|s| s.name.as_str())));
    o.insert("table".into(), table(game));
    Json::Object(o)
}

fn brief(game: &Game, about: &About, lang: Lang) -> Map<String, Json> {
    let mut o = Map::new();
    o.insert("title".into(), json!(game.title()));
    let english = game.clone().speaking(Lang::En).title();
    o.insert("titles".into(), json!({"en": english, "zh": about.title.zh}));
    o.insert("aliases".into(), json!(about.aliases));
    o.insert("note".into(), json!(about.note(lang)));
    o.insert("source".into(), json!(about.sources.join("\n")));
    o.insert("kind".into(), json!(kind(game).word()));
    o.insert("features".into(), json!(features(game)));
    let starts = starts(game);
    let first = starts.first().and_then(|s| game.position(s).ok());
    o.insert("start".into(), json!(starts.first()));
    o.insert("picture".into(), first.map_or(Json::Null, |p| picture(game, &p)));
    o.insert("starts".into(), json!(starts));
    o
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

/// Positions to begin with, for the player whom the rules name first: those of the examples that speak of the game as it is,
/// or the start that the rules give; else those of other examples, what a setup offers, and the smallest with a move.
pub fn starts(game: &Game) -> Vec<String> {
    let rules = game.rules();
    let told = || rules.examples.iter().filter(|e| e.first.is_none_or(|first| first == 0));
    let typed = |example: &Example| game.position(&example.position).ok();
    let plain = told().filter(|e| !e.setup && e.with.is_empty()).filter_map(typed);
    let mut out = Shown { game, list: Vec::new() };
    let _ = out.add(plain.chain(game.position("").ok()));
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

fn param(game: &Game, index: usize, param: &Param) -> Json {
    let value = game.interp().params().get(index);
    let word = match value {
        Some(Value::Int(_) | Value::Big(_)) => "integer",
        Some(Value::Bool(_)) => "bool",
        Some(Value::Text(_)) => "text",
        Some(Value::List(_)) => "list",
        Some(Value::Set(_)) => "set",
        Some(Value::Graph(_)) => "graph",
        Some(Value::Known(_)) | None => "other",
    };
    let constant = |e: &Expr| game.interp().constant(e).ok();
    let end = |e: &Option<Expr>| e.as_ref().and_then(constant).and_then(|v| v.as_int());
    let (mut from, mut to, mut values) = (None, None, None);
    match &param.range {
        Some(RangeExpr::Between(low, high)) => {
            from = Some(end(low).unwrap_or(0));
            to = end(high);
        }
        Some(RangeExpr::Of(e)) => match constant(e) {
            Some(Value::List(items) | Value::Set(items)) if items.len() <= MOST_VALUES => {
                values = Some(items.iter().map(Value::to_string).collect::<Vec<_>>());
            }
            _ => {}
        },
        None => {}
    }
    let default = constant(&param.default).map(|v| v.to_string());
    json!({
        "name": param.name,
        "kind": word,
        "value": value.map(Value::to_string),
        "default": default,
        "from": from.map(integer),
        "to": to.map(integer),
        "values": values,
    })
}

/// The table that suits a game: over which fields, what it shows by default and what it can show.
fn table(game: &Game) -> Json {
    let question = TableQuestion { to: Some(1), ..TableQuestion::new(game.clone()) };
    let layout = Layout::new(&question, 1_000_000).ok();
    let drawing = layout.as_ref().map_or(Drawing::List, Layout::drawing);
    let axes: Vec<&str> = match (&layout, drawing) {
        (Some(layout), Drawing::Strip | Drawing::Matrix) => {
            layout.columns.iter().map(String::as_str).collect()
        }
        _ => Vec::new(),
    };
    let shows: Vec<&str> = [Show::Grundy, Show::Win, Show::Best, Show::Score, Show::Moves, Show::Remoteness]
        .into_iter()
        .filter(|show| applicable(game, *show).is_ok())
        .map(Show::word)
        .collect();
    json!({"axes": axes, "show": default_show(game).word(), "shows": shows, "drawing": drawing.word()})
}
