//! Periods that are not to be believed: the rules allow ever larger moves, and the next of them may end the period.
//!
//! Taking a factorial shows the period 25 for thousands of heaps, until 5040 can be taken. Where no theorem proves a
//! period, it is believed only if it has outlived several new moves longer than itself, or if no new moves have come
//! for a very long time.

use super::{Patterns, Values};
use crate::answer::Status;
use crate::game::Game;
use crate::report::Sentence;
use bouton_language::interp::Turn;
use bouton_language::value::Value;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// New moves that a period must have outlived.
const OUTLIVED: usize = 6;

/// So many times as long as until the last new move must have passed without a new one.
const QUIET: i64 = 50;

/// Moves that are looked at.
const MOVES: usize = 400_000;

/// Takes unproved periods that are not to be believed out of the findings.
pub(super) fn weigh(game: &Game, patterns: &mut Patterns) {
    let open = |f: &super::Found| f.status != Status::Proved && f.period.is_some();
    let Some(Values { first, values }) = patterns.values.as_ref().filter(|_| patterns.found.iter().any(open))
    else {
        return;
    };
    let Some((news, seen)) = news(game, *first, first + values.len() as i64) else { return };
    let quiet = news.last().is_none_or(|last| seen / QUIET > *last);
    let found = std::mem::take(&mut patterns.found);
    let (kept, doubtful): (Vec<_>, Vec<_>) = found.into_iter().partition(|f| match (&f.period, open(f)) {
        (Some(p), true) => {
            let after = i64::try_from(p.period).map_or(i64::MAX, |period| p.from.saturating_add(period));
            quiet || news.iter().filter(|n| **n > after).count() >= OUTLIVED
        }
        _ => true,
    });
    patterns.found = kept;
    let last = news.last().copied().unwrap_or(0);
    for found in doubtful {
        patterns.doubts.push(Sentence::from([
            format!(
                "{} holds as far as it was seen, but the rules allow ever larger moves (the last new one at {last}), and nothing says that the next leaves it standing",
                found.formula
            ),
            format!("{} 在所见范围内成立，但规则允许越来越大的走法（最近一个新走法出现在 {last}），没有理由认为下一个不会打破它", found.formula),
        ]));
    }
}

/// The n at which a move takes a heap down by an amount that no smaller heap allowed, and how far was looked.
fn news(game: &Game, first: i64, end: i64) -> Option<(Vec<i64>, i64)> {
    let [_] = game.rules().shape.fields.as_slice() else { return None };
    let mut known = BTreeSet::new();
    let mut news = Vec::new();
    let mut looked = 0;
    for n in first..end {
        let part = [Value::Int(n)].into();
        let mut new = false;
        let listed = game.interp().moves(&part, Turn::default(), &mut |made| {
            looked += 1;
            let left = made.parts.iter().filter_map(|p| p.first()?.as_int()).max().unwrap_or(0);
            new |= known.insert(n - left);
            ControlFlow::Continue(())
        });
        if listed.is_err() || looked > MOVES {
            return Some((news, n));
        }
        if new {
            news.push(n);
        }
    }
    Some((news, end))
}
