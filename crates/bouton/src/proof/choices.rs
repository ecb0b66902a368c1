//! The choices behind a move of which only the result is known, at any size.
//!
//! Automata and periods say where a winning move leads; what to type follows from the rules. Numbers that have to do
//! with the move are put for the choices, and the interpreter makes the move exactly: what it leaves must be what was
//! wanted, so nothing wrong can come out.

use crate::game::Game;
use bouton_language::interp::{Part, Turn};
use bouton_language::value::Value;
use num_bigint::BigInt;
use num_traits::Signed;

/// Small numbers that are tried for a choice: directions, places of a row.
const SMALL: i64 = 12;

/// Combinations of choices that are tried.
const TRIES: usize = 40_000;

/// A line and its choices.
pub(super) type Typed = (usize, Vec<Value>);

/// The line and the choices of a move that leaves these parts of a part, in any order. `lines` are those it may be a move
/// of, `hints` numbers that are among its choices.
pub(super) fn recover(
    game: &Game,
    part: &Part,
    after: &[Part],
    lines: &[usize],
    hints: &[BigInt],
) -> Option<Typed> {
    let mut wanted = after.to_vec();
    wanted.sort();
    let values = candidates(part, after, hints);
    for &line in lines {
        let choices = game.rules().moves.get(line)?.chosen.len();
        let count = values.len().checked_pow(choices as u32).filter(|n| *n <= TRIES);
        // Too many combinations: only what is most likely.
        let kept = match count {
            Some(_) => values.len(),
            None => (1..=values.len())
                .rev()
                .find(|n| n.checked_pow(choices as u32).is_some_and(|c| c <= TRIES))?,
        };
        let mut places = vec![0; choices];
        loop {
            let chosen: Vec<Value> = places.iter().map(|i| values[*i].clone()).collect();
            if let Ok(Some(made)) = game.interp().apply(part, line, &chosen, Turn::default()) {
                let mut left = made.parts;
                left.sort();
                if same(game, &left, &wanted) {
                    return Some((line, chosen));
                }
            }
            let Some(next) = places.iter().rposition(|i| i + 1 < kept) else { break };
            places[next] += 1;
            places[next + 1..].fill(0);
        }
    }
    None
}

/// Equal, but for empty heaps of a sum.
fn same(game: &Game, left: &[Part], wanted: &[Part]) -> bool {
    if left == wanted {
        return true;
    }
    let empty = |p: &&Part| !matches!(&***p, [Value::Int(0)]);
    game.rules().shape.kind == bouton_language::ast::ShapeKind::Heaps
        && left.iter().filter(empty).eq(wanted.iter().filter(empty))
}

/// Values that may be choices, the likeliest first.
fn candidates(part: &Part, after: &[Part], hints: &[BigInt]) -> Vec<Value> {
    let mut out: Vec<Value> = Vec::new();
    let mut add = |v: Value| {
        if !out.contains(&v) {
            out.push(v);
        }
    };
    hints.iter().for_each(|n| add(Value::big(n.clone())));
    let before = numbers(part);
    let later: Vec<BigInt> = after.iter().flat_map(numbers).collect();
    for left in after {
        for (a, b) in before.iter().zip(numbers(left)) {
            add(Value::big((a - b).abs()));
        }
    }
    // What is taken from a heap that is broken.
    if let [whole] = before.as_slice() {
        add(Value::big(whole - later.iter().sum::<BigInt>()));
    }
    for n in later.iter().chain(&before) {
        add(Value::big(n.clone()));
    }
    (0..=SMALL).for_each(|n| add(Value::Int(n)));
    add(Value::Int(-1));
    for field in after.iter().flat_map(|p| p.iter()) {
        if matches!(field, Value::List(_)) {
            add(field.clone());
        }
    }
    out
}

/// The numbers of a part, rows included.
fn numbers(part: &Part) -> Vec<BigInt> {
    let mut out = Vec::new();
    for value in part.iter() {
        match value {
            Value::List(items) => out.extend(items.iter().filter_map(Value::to_big)),
            other => out.extend(other.to_big()),
        }
    }
    out
}
