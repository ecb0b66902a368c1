//! Is a sequence that of a known game, perhaps a few places further on? Known are the one-number games of the library and
//! all take-and-break codes of up to three octal digits; their values are computed when they are asked for.

use super::{Found, Patterns, Values};
use crate::answer::Status;
use crate::claims::start;
use crate::engines::heaps::heap_rule;
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::game::catalogue;
use bouton_engine::Budget;
use bouton_engine::heaps::{self, HeapRule};
use bouton_language::ast::{FieldKind, ShapeKind};
use bouton_language::interp::Position;
use bouton_language::rules::Type;
use bouton_language::value::Value;
use std::sync::OnceLock;

/// A game and its first values.
struct Known {
    /// What it is called.
    name: String,
    /// The library's game.
    game: Option<Game>,
    /// Its rule, where the heap engines have it.
    rule: Option<HeapRule>,
    /// g(0), g(1), …; the place of the first value that is not there is the end.
    values: Vec<i64>,
    /// The heap of the first value.
    first: i64,
}

/// Values that are compared.
const COUNT: usize = 72;

/// At least so many must agree.
const LEAST: usize = 14;

/// The farthest shift.
const SHIFT: i64 = 4;

/// Findings shown.
const SHOWN: usize = 3;

fn all() -> &'static [Known] {
    static ALL: OnceLock<Vec<Known>> = OnceLock::new();
    ALL.get_or_init(|| library().chain(codes()).collect())
}

fn library() -> impl Iterator<Item = Known> {
    catalogue::listed().filter_map(|entry| {
        let game = Game::library(entry.id).ok()?;
        let rules = game.rules();
        let [field] = rules.shape.fields.as_slice() else { return None };
        let number = field.kind == FieldKind::Number && field.ty == Type::Int;
        if !number || rules.shape.kind != ShapeKind::Heaps || game.kind().grundy.is_err() {
            return None;
        }
        let (first, values) = values(&game)?;
        Some(Known { name: entry.id.to_string(), rule: heap_rule(&game), game: Some(game), values, first })
    })
}

fn values(game: &Game) -> Option<(i64, Vec<i64>)> {
    let mut solver = Solver::new(Budget::unlimited());
    solver.limit_work(game.as_ref(), Some(100_000));
    let mut found = Vec::new();
    let mut first = None;
    for n in 0..COUNT as i64 {
        let part: bouton_language::interp::Part = [Value::Int(n)].into();
        if game.interp().legal(&part).is_err() {
            if first.is_some() {
                break;
            }
            continue;
        }
        let state = start(&Position { parts: vec![part] });
        let Ok(value) = solver.grundy(game.at(&state)) else { break };
        first.get_or_insert(n);
        found.push(i64::try_from(value).ok()?);
    }
    Some((first?, found))
}

fn codes() -> impl Iterator<Item = Known> {
    let whole = ["0.", "4."].into_iter();
    whole.flat_map(|whole| (1..512_u32).map(move |code| format!("{whole}{code:03o}"))).filter_map(|code| {
        let code = code.trim_end_matches('0').to_string();
        let rule = HeapRule::from_code(&code).ok()?;
        let cells = heaps::values(&rule, COUNT - 1, &Budget::unlimited()).ok()?;
        let values = (0..COUNT as u64).map_while(|n| i64::try_from(cells.get(n)?).ok()).collect();
        Some(Known { name: code, game: None, rule: Some(rule), values, first: 0 })
    })
}

/// Adds the known games whose values these are. With `far` values beyond those seen may be computed for a proof.
pub(super) fn compare(game: Option<&Game>, far: bool, patterns: &mut Patterns) {
    let Some(Values { first, values }) = &patterns.values else { return };
    let distinct = values.iter().collect::<std::collections::BTreeSet<_>>().len();
    // What a short formula says needs no other game to say it.
    let plain = |f: &Found| {
        matches!(f.kind, "formula" | "arithmetic period")
            || f.period.as_ref().is_some_and(|p| p.period <= 12 && p.from <= 12)
    };
    if values.len() < LEAST || distinct < 3 || patterns.found.iter().any(plain) {
        return;
    }
    let own = game.and_then(heap_rule);
    let mut found: Vec<Found> = Vec::new();
    let mut taken: Vec<(Option<&HeapRule>, i64)> = Vec::new();
    for known in all() {
        let itself = game.zip(known.game.as_ref()).is_some_and(|(a, b)| text(a) == text(b));
        if itself || own.is_some() && known.rule == own {
            continue;
        }
        let at = |n: i64| usize::try_from(n - known.first).ok().and_then(|i| known.values.get(i));
        let shift = (0..=SHIFT).flat_map(|s| [s, -s]).find(|shift| {
            let pairs: Vec<(i64, Option<&i64>)> =
                (*first..).zip(values).map(|(n, v)| (*v, at(n + shift))).take(COUNT).collect();
            let both = pairs.iter().filter(|p| p.1.is_some()).count();
            both >= LEAST && pairs.iter().all(|(v, k)| k.is_none_or(|k| k == v))
        });
        let Some(shift) = shift else { continue };
        // One name for one game: a library game comes before its own code.
        if taken.contains(&(known.rule.as_ref(), shift)) && known.rule.is_some() {
            continue;
        }
        taken.push((known.rule.as_ref(), shift));
        found.push(same(known, shift, own.as_ref().filter(|_| far), game.is_some(), values.len()));
        if found.len() == SHOWN {
            break;
        }
    }
    patterns.found.extend(found);
}

/// The text of the rules.
fn text(game: &Game) -> Option<&str> {
    game.sources().get(0).map(|s| s.text.as_str())
}

fn same(known: &Known, shift: i64, own: Option<&HeapRule>, game: bool, count: usize) -> Found {
    let function = if game { "g" } else { "a" };
    let place = match shift {
        0 => "n".to_string(),
        s if s < 0 => format!("n - {}", -s),
        s => format!("n + {s}"),
    };
    let proved = own.and_then(|own| both_periodic(own, known.rule.as_ref()?, shift));
    let count = count.min(COUNT);
    let (status, reason) = match proved {
        Some(to) => (
            Status::Proved,
            [
                format!(
                    "both have proved periods, and they agree to n = {to}, where both have begun to repeat"
                ),
                format!("两者的周期都已证明，且在 n = {to} 以内一致，此后两者都已进入周期"),
            ],
        ),
        None => {
            let status = if game { Status::Checked(format!("n < {count}").into()) } else { Status::Guessed };
            (status, [format!("the first {count} values agree"), format!("前 {count} 个值一致")])
        }
    };
    Found {
        kind: "same",
        status,
        formula: format!("{function}(n) = value of {} at {place}", known.name),
        claim: None,
        reason: reason.into(),
        period: None,
        exceptions: Vec::new(),
        quotient: None,
    }
}

/// If both games have proved periods and agree until both repeat together: how far that is.
fn both_periodic(own: &HeapRule, other: &HeapRule, shift: i64) -> Option<u64> {
    const FAR: usize = 2_000;
    let budget = Budget::unlimited();
    let [a, b] = [heaps::values(own, FAR, &budget).ok()?, heaps::values(other, FAR, &budget).ok()?];
    let (s, t) = (a.tail()?, b.tail()?);
    if s.step != t.step && (s.step == 0 || t.step == 0) {
        return None;
    }
    let from = (s.from as u64).max((t.from as u64).saturating_add_signed(-shift));
    let (mut x, mut y) = (s.period as u64, t.period as u64);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    let together = (s.period as u64 / x).checked_mul(t.period as u64)?;
    let to = from.checked_add(together)?.checked_add(together)?;
    if to > 1_000_000 {
        return None;
    }
    let low = shift.min(0).unsigned_abs();
    (low..=to).all(|n| a.get(n) == b.get(n.saturating_add_signed(shift))).then_some(to)
}
