//! Questions that were out of reach: how big they may be, and what could be asked instead.

use crate::engines::bound;
use crate::game::Question;
use crate::tuning::{HOPE, MOVES_A_SECOND, PATIENCE, POSITION_BYTES};
use bouton_engine::Budget;
use bouton_language::diagnostic::Lang;
use bouton_language::value::Value;
use std::time::Duration;

/// May a question be many times too big for the memory?
pub(crate) fn may_be_too_big(question: &Question, budget: &Budget) -> bool {
    let fit = budget.memory_limit() as f64 / POSITION_BYTES;
    bound::positions(question).is_none_or(|positions| positions > fit * HOPE)
}

/// What is said of a question that was tried and not decided, beside why: how big it may be at most, and what could be asked
/// instead. `moves` is the number of moves of the position itself. Nothing is refused for being big: the bound is one of what
/// can arise, and a search may need next to nothing of it.
pub(crate) fn advice(question: &Question, moves: u64, budget: &Budget) -> Option<[String; 2]> {
    let positions = bound::positions(question)?;
    let fit = budget.memory_limit() as f64 / POSITION_BYTES;
    let time = budget.time_limit().unwrap_or(PATIENCE).clamp(Duration::from_secs(1), PATIENCE);
    let shown = question.shown();
    let (mut en, mut zh) = (String::new(), String::new());
    if positions.is_finite() && positions > fit {
        let size = round(positions);
        en = format!(" {shown} has up to {size} positions.");
        zh = format!("{shown} 可能有 {size} 个局面。");
    }
    if let Some(s) = smaller(question, fit, time.as_secs_f64(), moves) {
        en.push_str(&format!(" What can be done here: positions such as {s}."));
        zh.push_str(&format!("这里可以做到：{s} 这样的局面。"));
    }
    (!en.is_empty()).then_some([en, zh])
}

/// A smaller position of the same shape that fits: all numbers scaled down by the same factor.
fn smaller(question: &Question, fit: f64, seconds: f64, moves: u64) -> Option<String> {
    for shift in 1..40u32 {
        let factor = 0.75f64.powi(shift as i32);
        let scaled = scaled(question, factor)?;
        let positions = bound::positions(&scaled)?;
        let work = positions * (moves as f64 * factor / 2.0).max(1.0) / MOVES_A_SECOND;
        if positions <= fit && work <= seconds {
            return Some(scaled.shown());
        }
    }
    None
}

/// The question with all numbers and lengths scaled down by the same factor, where that is a legal position.
pub(crate) fn scaled(question: &Question, factor: f64) -> Option<Question> {
    let mut smaller = question.clone();
    for (game, position) in smaller.games.iter().zip(&mut smaller.state.positions) {
        for part in &mut position.parts {
            let new = part.iter().map(|v| scale(v, factor)).collect();
            game.interp().legal(&new).ok()?;
            *part = new;
        }
    }
    Some(smaller)
}

fn scale(v: &Value, factor: f64) -> Value {
    let kept = |length: usize| ((length as f64 * factor).round() as usize).max(1).min(length);
    match v {
        Value::Int(i) => Value::Int((*i as f64 * factor).round() as i64),
        Value::List(items) => {
            // A board keeps its cells and loses rows and columns; a row of numbers loses some and lowers the others.
            let board = items.iter().any(|v| matches!(v, Value::List(_)));
            let items = items[..kept(items.len())].iter();
            let lower = |v: &Value| match v {
                Value::List(cells) if board => Value::list(cells[..kept(cells.len())].to_vec()),
                other => scale(other, factor),
            };
            Value::list(items.map(lower).collect())
        }
        Value::Text(t) => Value::text(&t.chars().take(kept(t.chars().count())).collect::<String>()),
        other => other.clone(),
    }
}

/// A large number as people say it.
pub(crate) fn round(x: f64) -> String {
    if x < 1e6 { format!("{x:.0}") } else { format!("{x:.1e}") }
}

pub(crate) fn duration(seconds: f64, lang: Lang) -> String {
    let (n, unit) = if seconds < 3600.0 * 48.0 {
        (seconds / 3600.0, lang.pick("hours", "小时"))
    } else if seconds < 86400.0 * 730.0 {
        (seconds / 86400.0, lang.pick("days", "天"))
    } else {
        (seconds / 86400.0 / 365.25, lang.pick("years", "年"))
    };
    format!("{} {unit}", round(n.ceil()))
}
