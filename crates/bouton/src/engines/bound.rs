//! How many positions can arise from one, at most: by the facts, by the length of the game, by the order of a row.

use crate::game::Game;
use crate::game::Method;
use crate::game::Question;
use crate::rng::Rng;
use bouton_compile::Measure;
use bouton_language::interp::{Position, Turn};
use bouton_language::value::Value;
use std::ops::ControlFlow;

/// Positions that can arise, at most, over all terms.
pub(crate) fn positions(question: &Question) -> Option<f64> {
    let sum = question.at().method == Method::Sum;
    let mut total = if sum { 0.0 } else { 1.0 };
    for (game, position) in question.terms() {
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

/// Moves that an estimate looks at.
const LOOKED: usize = 2_000;

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
    let mut looked = 0;
    for _ in 0..60 {
        if looked > LOOKED {
            break;
        }
        let mut now = part.clone();
        for turn in 0..row.len() as u64 {
            let mut options = Vec::new();
            let turn = Turn { mover: (turn % 2) as usize, turn };
            let listed = game.interp().moves(&now, turn, &mut |made| {
                options.extend(made.parts.first().cloned());
                if options.len() > 2000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            // Rules that fail, perhaps after many steps, fail again.
            if listed.is_err() {
                return None;
            }
            if options.is_empty() {
                break;
            }
            looked += options.len();
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
