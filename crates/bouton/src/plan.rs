//! The plan: what is known about the games from their rules, which engine will answer, and what it may cost.

use crate::boxed::{self, Boxed};
use crate::ends::{self, Ends};
use crate::far::FarHeaps;
use crate::game::Game;
use crate::problem::bytes;
use crate::question::Question;
use crate::rng::Rng;
use crate::solver::{Method, method};
use crate::tokens::TokenGraph;
use crate::tuning::Tuning;
use bouton_compile::Measure;
use bouton_engine::Budget;
use bouton_language::diagnostic::Lang;
use bouton_language::interp::{Position, Turn};
use bouton_language::value::Value;
use num_traits::ToPrimitive;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// Bytes that one stored position takes on average: key, value and its share of the hash table.
const POSITION_BYTES: f64 = 100.0;

/// Moves that the interpreter generates and the engines weigh in a second, roughly.
const MOVES_A_SECOND: f64 = 1.5e6;

/// The estimate is an upper bound and a search may need far less: only what is this many times too big is refused.
/// Grundy values need every position, so there the estimate is taken at its word.
const HOPE: f64 = 20.0;

/// Without `--time`, what would take longer than this is refused.
const PATIENCE: Duration = Duration::from_secs(3600);

/// A plan that can be printed before anything is run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Facts about each game: its title and sentences in both languages.
    pub facts: Vec<(String, [Vec<String>; 2])>,
    /// The method, worded in both languages.
    pub method: [String; 2],
    /// Positions that may have to be examined, at most; `None` if nothing bounds them.
    pub positions: Option<f64>,
    /// Memory for that many positions.
    pub memory: Option<u64>,
    /// The estimate in words.
    pub estimate: [String; 2],
}

impl Plan {
    /// The lines of the plan.
    pub fn say(&self, lang: Lang) -> Vec<String> {
        let mut lines = Vec::new();
        for (title, facts) in &self.facts {
            lines.push(title.clone());
            lines.extend(lang.pick(&facts[0], &facts[1]).iter().map(|f| format!("  {f}")));
        }
        let label = lang.pick(["plan", "estimate"], ["计划", "估计"]);
        lines.push(format!("{}: {}", label[0], lang.pick(&self.method[0], &self.method[1])));
        lines.push(format!("{}: {}", label[1], lang.pick(&self.estimate[0], &self.estimate[1])));
        lines
    }
}

/// The plan for a question.
pub fn plan(question: &Question) -> Plan {
    let games = question.games();
    let facts = games
        .iter()
        .map(|g| (g.title(), [g.facts().sentences(Lang::En), g.facts().sentences(Lang::Zh)]))
        .collect();
    let parts: usize = question.terms.iter().map(|(_, p)| p.parts.len()).sum();
    let tuning = Tuning::default();
    let from = tuning.far;
    let far = question.largest() >= from && games.iter().all(|g| FarHeaps::of(g).is_some());
    let boxed = match question.terms.as_slice() {
        [(game, position)] => {
            position.parts.iter().all(|p| boxed::suits(p, &tuning)) && Boxed::of(game, &tuning).is_some()
        }
        _ => false,
    };
    let ends = match question.terms.as_slice() {
        [(game, position)] => {
            position.parts.iter().all(|p| ends::suits(p, &tuning)) && Ends::of(game).is_some()
        }
        _ => false,
    };
    let tokens: Option<Vec<TokenGraph>> = games.iter().map(|g| TokenGraph::of(g, &tuning)).collect();
    let by = method(&games);
    let method = match by {
        _ if tokens.is_some() && (parts == 1 || by == Method::Sum) => [
            "every node of the graph at once, in time linear in its edges; then each token is looked up".into(),
            "一次求解图的所有顶点（时间与边数成正比），再逐个查出各棋子".into(),
        ],
        Method::Sum if far => [
            format!("sum of {parts} heaps; values of heaps from {from} on by the heap engines, added by xor"),
            format!("{parts} 堆之和；不小于 {from} 的堆由专用引擎求 SG 值，再作异或"),
        ],
        Method::Sum => [
            format!("sum of {parts} parts; Grundy values of the parts by mex, added by xor"),
            format!("{parts} 个部分之和；用 mex 求各部分的 SG 值，再作异或"),
        ],
        Method::Search if boxed => [
            "a table of all positions of the box, because every move is a fixed vector or a multiple of one"
                .into(),
            "整个方框内全部局面的表，因为每个走法都是固定向量或其倍数".into(),
        ],
        Method::Search => ["search of whole positions with memory".into(), "带记忆地搜索整个局面".into()],
        Method::Retrograde => [
            "all positions that can arise, then backward from the ends (remoteness comes with it)".into(),
            "列出所有可能出现的局面，再从终局倒推（同时得到步数）".into(),
        ],
        Method::Score if ends => [
            "a table of all intervals of the row by running minima, because moves only cut its ends and gain the sum of what they cut off".into(),
            "用滑动最小值求整行全部区间的表，因为走法只从两端截取，且得分等于所取各数之和".into(),
        ],
        Method::Score => {
            ["best play by alpha-beta with memory".into(), "带记忆的 alpha-beta 搜索最优得分".into()]
        }
    };
    let (positions, memory) = match &tokens {
        Some(graphs) if parts == 1 || by == Method::Sum => {
            let nodes: f64 = graphs.iter().map(|t| t.nodes() as f64).sum();
            (Some(nodes), Some(graphs.iter().map(TokenGraph::memory).sum()))
        }
        _ => {
            let positions = self::positions(question);
            (positions, positions.and_then(|p| (p * POSITION_BYTES).to_u64()))
        }
    };
    let estimate = match positions {
        None => ["no bound on the number of positions was found".into(), "未找到局面数的上界".into()],
        Some(p) => {
            let size = memory.map_or_else(|| "-".to_string(), bytes);
            [format!("at most {} positions, {size}", round(p)), format!("至多 {} 个局面，{size}", round(p))]
        }
    };
    Plan { facts, method, positions, memory, estimate }
}

/// Positions that can arise, at most, over all terms.
pub(crate) fn positions(question: &Question) -> Option<f64> {
    let sum = method(&question.games()) == Method::Sum;
    let mut total = if sum { 0.0 } else { 1.0 };
    for (game, position) in &question.terms {
        let e = positions_of(game, position)?;
        total = if sum { total + e } else { total * e };
    }
    Some(total)
}

pub(crate) fn positions_of(game: &Game, position: &Position) -> Option<f64> {
    if position.parts.is_empty() {
        return Some(1.0);
    }
    let facts = game.facts();
    let mut bound = facts.estimate(position).map(|e| e.positions);
    if let Some(Measure::Stop(length)) = facts.measure {
        // A short game has no more positions than lines of play.
        let lines = (moves(game, position) as f64 + 1.0).powi(length.clamp(0, 1000) as i32);
        bound = Some(bound.map_or(lines, |b| b.min(lines)));
    }
    match (bound, sorted_rows(game, position)) {
        (Some(b), Some(s)) => Some(b.min(s)),
        (b, s) => b.or(s),
    }
}

/// Moves of a position, counted up to a thousand.
fn moves(game: &Game, position: &Position) -> usize {
    let mut count = 0;
    for part in &position.parts {
        let counted = game.interp().moves(part, Turn::default(), &mut |_| {
            count += 1;
            if count < 1000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if counted.is_err() {
            break;
        }
    }
    count
}

/// Rows that start in falling order and stay so (Chomp, Young diagrams) are far fewer than the box around them.
/// Whether they stay so is tried on random lines of play: good enough for an estimate, never used for more.
fn sorted_rows(game: &Game, position: &Position) -> Option<f64> {
    let [part] = position.parts.as_slice() else { return None };
    let [Value::List(row)] = &**part else { return None };
    let numbers = |row: &[Value]| row.iter().map(Value::as_int).collect::<Option<Vec<i64>>>();
    let falling = |row: &[Value]| numbers(row).is_some_and(|r| r.windows(2).all(|w| w[0] >= w[1]));
    if row.len() < 2 || !falling(row) {
        return None;
    }
    let mut rng = Rng::new(1);
    for _ in 0..60 {
        let mut now = part.clone();
        for turn in 0..row.len() as u64 {
            let mut options = Vec::new();
            let turn = Turn { mover: (turn % 2) as usize, turn };
            let listed = game.interp().moves(&now, turn, &mut |made| {
                options.extend(made.parts.first().cloned());
                if options.len() > 2000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if listed.is_err() || options.is_empty() {
                break;
            }
            now = options.swap_remove(rng.below(options.len() as u64) as usize);
            match &*now {
                [Value::List(r)] if r.len() <= row.len() && falling(r) => {}
                _ => return None,
            }
        }
    }
    // Falling rows under the start: count those whose last place is at most v, place by place.
    let caps = numbers(row)?;
    let most = usize::try_from(*caps.first()?).ok().filter(|m| *m < 100_000)?;
    let mut ways = vec![1.0; most + 1];
    for cap in caps.iter().rev() {
        let cap = usize::try_from(*cap).ok()?;
        let mut total = 0.0;
        for (v, w) in ways.iter_mut().enumerate() {
            total += if v <= cap { *w } else { 0.0 };
            *w = total;
        }
    }
    ways.last().copied()
}

/// A question that is known beforehand to be out of reach, in words: how big it is, what fits, what could be done.
/// `moves` is the number of moves of the position itself.
pub(crate) fn hopeless(question: &Question, moves: u64, budget: &Budget) -> Option<[String; 2]> {
    let positions = self::positions(question)?;
    let fit = budget.memory_limit() as f64 / POSITION_BYTES;
    let seconds = positions * (moves as f64 / 2.0).max(1.0) / MOVES_A_SECOND;
    let time = budget.time_limit().unwrap_or(PATIENCE);
    let hope = if method(&question.games()) == Method::Sum { 1.0 } else { HOPE };
    let too_big = positions > fit * hope;
    let too_slow = seconds > time.as_secs_f64() * hope;
    if !too_big && !too_slow {
        return None;
    }
    let shown = question.shown();
    let (size, room) = (round(positions), bytes(budget.memory_limit() as u64));
    let instead = smaller(question, fit, time.as_secs_f64(), moves);
    let (en, zh) = match &instead {
        Some(s) => (
            format!(" What can be done here: positions such as {s}."),
            format!("这里可以做到：{s} 这样的局面。"),
        ),
        None => (String::new(), String::new()),
    };
    Some(if too_big {
        [
            format!("{shown} has up to {size} positions; {room} hold {}.{en}", round(fit)),
            format!("{shown} 可能有 {size} 个局面；{room} 只能容纳 {} 个。{zh}", round(fit)),
        ]
    } else {
        [
            format!(
                "{shown} may take {} of work (about {size} positions); --time allows more.{en}",
                duration(seconds, Lang::En)
            ),
            format!(
                "{shown} 可能需要 {}（约 {size} 个局面）；可用 --time 放宽。{zh}",
                duration(seconds, Lang::Zh)
            ),
        ]
    })
}

/// A smaller position of the same shape that fits: all numbers scaled down by the same factor.
fn smaller(question: &Question, fit: f64, seconds: f64, moves: u64) -> Option<String> {
    for shift in 1..40u32 {
        let factor = 0.75f64.powi(shift as i32);
        let mut scaled = question.clone();
        for (game, position) in &mut scaled.terms {
            for part in &mut position.parts {
                let new = part.iter().map(|v| scale(v, factor)).collect();
                if game.interp().legal(&new).is_err() {
                    return None;
                }
                *part = new;
            }
        }
        let positions = self::positions(&scaled)?;
        let work = positions * (moves as f64 * factor / 2.0).max(1.0) / MOVES_A_SECOND;
        if positions <= fit && work <= seconds.min(600.0) {
            return Some(scaled.shown());
        }
    }
    None
}

fn scale(v: &Value, factor: f64) -> Value {
    match v {
        Value::Int(i) => Value::Int((*i as f64 * factor).round() as i64),
        Value::List(items) => {
            let keep = ((items.len() as f64 * factor).round() as usize).max(1).min(items.len());
            Value::List(Arc::new(items[..keep].iter().map(|v| scale(v, factor)).collect()))
        }
        other => other.clone(),
    }
}

/// A large number as people say it.
fn round(x: f64) -> String {
    if x < 1e6 { format!("{x:.0}") } else { format!("{x:.1e}") }
}

fn duration(seconds: f64, lang: Lang) -> String {
    let (n, unit) = if seconds < 3600.0 * 48.0 {
        (seconds / 3600.0, lang.pick("hours", "小时"))
    } else if seconds < 86400.0 * 730.0 {
        (seconds / 86400.0, lang.pick("days", "天"))
    } else {
        (seconds / 86400.0 / 365.25, lang.pick("years", "年"))
    };
    format!("{} {unit}", round(n.ceil()))
}
