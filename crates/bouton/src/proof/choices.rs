//! The choices behind a move, at any size.
//!
//! Automata and periods say where a winning move leads and mostly what its choices are; where they know only the result,
//! numbers that have to do with the move are put for the choices. Either way the interpreter makes the move exactly: what
//! it leaves must be what was wanted, so nothing wrong can come out.

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

/// The parts that a move with these choices leaves, if they are the wanted ones, in any order.
pub(super) fn confirm(
    game: &Game,
    part: &Part,
    after: &[Part],
    line: usize,
    choices: &[Value],
) -> Option<Vec<Part>> {
    let made = game.interp().apply(part, line, choices, Turn::default()).ok()??;
    let (mut left, mut wanted) = (made.parts.clone(), after.to_vec());
    left.sort();
    wanted.sort();
    same(game, &left, &wanted).then_some(made.parts)
}

/// What a move of a line leaves, if that is these parts of a part in any order, and its choices. `hints` are numbers that are
/// among the choices.
pub(super) fn recover(
    game: &Game,
    part: &Part,
    after: &[Part],
    line: usize,
    hints: &[BigInt],
) -> Option<(Vec<Part>, Vec<Value>)> {
    let values = candidates(part, after, hints);
    let choices = game.rules().moves.get(line)?.chosen.len() as u32;
    // Of too many combinations only those of what is likeliest.
    let few = |n: &usize| n.checked_pow(choices).is_some_and(|c| c <= TRIES);
    let kept = (1..=values.len()).rev().find(few)?;
    let mut places = vec![0; choices as usize];
    loop {
        let chosen: Vec<Value> = places.iter().map(|i| values[*i].clone()).collect();
        if let Some(left) = confirm(game, part, after, line, &chosen) {
            return Some((left, chosen));
        }
        let next = places.iter().rposition(|i| i + 1 < kept)?;
        places[next] += 1;
        places[next + 1..].fill(0);
    }
}

/// Equal, but for empty heaps of a sum; zeros of a bag are none, and its order says nothing.
fn same(game: &Game, left: &[Part], wanted: &[Part]) -> bool {
    let canonical = |parts: &[Part]| {
        let mut parts: Vec<Part> = parts.iter().map(|p| game.interp().canonical_part(p)).collect();
        parts.sort();
        parts
    };
    if left == wanted || canonical(left) == canonical(wanted) {
        return true;
    }
    let empty = |p: &&Part| !matches!(&***p, [Value::Int(0)]);
    game.kind().parts && left.iter().filter(empty).eq(wanted.iter().filter(empty))
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
