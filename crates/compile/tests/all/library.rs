//! Every fact claimed about a library game, held against its moves: the prover is tested by what really happens.

use crate::common;

use bouton_compile::Facts;
use bouton_language::interp::{Interp, Part, Position, Turn};
use bouton_language::position::{parse_position, print_part};
use bouton_language::value::Value;
use bouton_random::Rng;
use common::{facts, games};
use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;

/// All options of a part for a player: parts it becomes.
fn options(interp: &Interp, part: &Part, mover: usize) -> Vec<Vec<Part>> {
    let mut out = Vec::new();
    let alone = Position { parts: vec![part.clone()] };
    let turn = Turn { mover, turn: 0 };
    // A position that has ended has no moves; parts of a sum end only together.
    if interp.rules().shape.kind == bouton_language::ast::ShapeKind::Position
        && !matches!(interp.ended(&alone, turn, &|| Ok(false)), Ok(None))
    {
        return out;
    }
    let _ = interp.moves(part, turn, &mut |made| {
        out.push(std::mem::take(made.parts));
        if out.len() < 400 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    out
}

/// Positions to test on: those of the examples.
fn starts(interp: &Interp) -> Vec<Position> {
    let rules = interp.rules();
    let mut out: Vec<Position> = rules
        .examples
        .iter()
        .filter(|e| !e.setup && e.with.is_empty())
        .filter_map(|e| parse_position(interp, &e.position).ok())
        .collect();
    out.extend(parse_position(interp, ""));
    out
}

/// Holds the measure against one move.
fn check_fall(name: &str, interp: &Interp, f: &Facts, from: &Part, to: &[Part]) {
    let Some(measure) = &f.measure else { return };
    let Some(before) = measure.value(from) else { return };
    for part in to {
        let after = measure.value(part).unwrap_or_else(|| panic!("{name}: no measure for {part:?}"));
        assert!(
            after < before,
            "{name}: {:?} claims to fall from {} to {}, but {before:?} -> {after:?}",
            measure,
            print_part(interp, from),
            print_part(interp, part),
        );
    }
}

#[test]
fn measures_fall_along_every_move() {
    let mut checked = 0;
    for (name, interp) in games() {
        let f = facts(&interp);
        let mut random = Rng::new(name.len() as u64);
        for start in starts(&interp) {
            for _ in 0..12 {
                let mut parts = start.parts.clone();
                for ply in 0..60 {
                    if parts.is_empty() {
                        break;
                    }
                    let which = random.index(parts.len());
                    let part = parts.swap_remove(which);
                    let all = options(&interp, &part, ply % 2);
                    for to in &all {
                        check_fall(&name, &interp, &f, &part, to);
                        checked += 1;
                    }
                    if !all.is_empty() {
                        parts.extend(all[random.index(all.len())].iter().cloned());
                    }
                }
            }
        }
    }
    assert!(checked > 20_000, "only {checked} moves were looked at");
}

#[test]
fn estimates_hold_what_can_be_reached() {
    let mut compared = 0;
    for (name, interp) in games() {
        let f = facts(&interp);
        for start in starts(&interp) {
            for part in &start.parts {
                let Some(estimate) = f.estimate(&Position { parts: vec![part.clone()] }).filter(|e| e.proved)
                else {
                    continue;
                };
                // The reachable parts, up to a few thousand; a sum that is solved whole has more positions.
                let mut seen: HashSet<Part> = HashSet::from([interp.canonical_part(part)]);
                let mut open: Vec<Part> = seen.iter().cloned().collect();
                while let Some(p) = open.pop() {
                    if seen.len() > 3000 {
                        break;
                    }
                    for mover in 0..2 {
                        for to in options(&interp, &p, mover).into_iter().flatten() {
                            let to = interp.canonical_part(&to);
                            if seen.insert(to.clone()) {
                                open.push(to);
                            }
                        }
                    }
                }
                assert!(
                    seen.len() as f64 <= estimate.positions + 0.5,
                    "{name}: {} reaches {} parts, more than {}",
                    print_part(&interp, part),
                    seen.len(),
                    estimate.positions
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "only {compared} positions were compared");
}

fn number_part(values: &[i64]) -> Part {
    values.iter().map(|&v| Value::Int(v)).collect()
}

/// The options of a part as sorted lists of numbers, zeros left out where they stand for nothing.
fn number_options(interp: &Interp, part: &Part, zeros: bool) -> BTreeSet<Vec<i64>> {
    options(interp, part, 0)
        .into_iter()
        .map(|parts| {
            let mut v: Vec<i64> = parts.iter().filter_map(|p| p.first().and_then(Value::as_int)).collect();
            v.retain(|&x| zeros || x != 0);
            v.sort_unstable();
            v
        })
        .collect()
}

#[test]
fn take_sets_and_codes_are_the_moves() {
    let (mut sets, mut codes) = (0, 0);
    for (name, interp) in games() {
        let f = facts(&interp);
        let legal = |n: i64| interp.legal(&number_part(&[n])).is_ok();
        if let Some(takes) = &f.takes
            && takes.contains(1).is_some()
        {
            sets += 1;
            for n in (0..40).filter(|&n| legal(n)) {
                let expected: BTreeSet<Vec<i64>> = (1..=n)
                    .filter(|&k| takes.contains(k as u64) == Some(true) && legal(n - k))
                    .map(|k| vec![n - k])
                    .collect();
                assert_eq!(number_options(&interp, &number_part(&[n]), true), expected, "{name} at {n}");
            }
        }
        if let Some(code) = &f.code {
            codes += 1;
            for n in (0..=12).filter(|&n| legal(n)) {
                let mut expected = BTreeSet::new();
                for k in 0..=n {
                    let digit = code.digits.get(k as usize).copied().unwrap_or(code.tail);
                    for p in partitions(n - k, n - k) {
                        if digit >> p.len() & 1 == 1 {
                            let mut p = p;
                            p.sort_unstable();
                            expected.insert(p);
                        }
                    }
                }
                let found = number_options(&interp, &number_part(&[n]), false);
                assert_eq!(found, expected, "{name}, code {code}, at {n}");
            }
        }
    }
    assert!(sets >= 8 && codes >= 8, "{sets} sets, {codes} codes");
}

/// All ways to write n as a sum of parts of at most `most`, largest first.
fn partitions(n: i64, most: i64) -> Vec<Vec<i64>> {
    if n == 0 {
        return vec![vec![]];
    }
    let mut out = Vec::new();
    for first in 1..=n.min(most) {
        for mut rest in partitions(n - first, first) {
            rest.insert(0, first);
            out.push(rest);
        }
    }
    out
}

/// All small tuples.
fn tuples(count: usize, below: i64) -> Vec<Vec<i64>> {
    (0..count).fold(vec![vec![]], |done, _| {
        done.iter().flat_map(|t| (0..below).map(|v| t.iter().copied().chain([v]).collect())).collect()
    })
}

#[test]
fn vectors_are_the_moves() {
    let mut games_with = 0;
    for (name, interp) in games() {
        let f = facts(&interp);
        let Some(vectors) = &f.vectors else { continue };
        let count = f.names.len();
        if count > 3 {
            continue;
        }
        games_with += 1;
        for x in tuples(count, if count == 1 { 40 } else { 8 }) {
            let part = number_part(&x);
            let alone = Position { parts: vec![part.clone()] };
            if interp.legal(&part).is_err() {
                continue;
            }
            for mover in 0..2 {
                let turn = Turn { mover, turn: 0 };
                if !matches!(interp.ended(&alone, turn, &|| Ok(false)), Ok(None)) {
                    continue;
                }
                let mut expected = BTreeSet::new();
                for v in vectors.iter().filter(|v| v.by.is_none_or(|b| b == mover)) {
                    for k in v.from..=v.to.unwrap_or(60) {
                        let y: Vec<i64> = (0..count).map(|i| x[i] + v.base[i] + k * v.step[i]).collect();
                        let holds = v.guards.iter().all(|g| {
                            let dot: i64 = g.fields.iter().zip(&x).map(|(c, x)| c * x).sum();
                            dot + g.k * k + g.constant >= 0
                        });
                        if holds && interp.legal(&number_part(&y)).is_ok() {
                            expected.insert(y);
                        }
                    }
                }
                let found: BTreeSet<Vec<i64>> = options(&interp, &part, mover)
                    .iter()
                    .map(|p| p[0].iter().filter_map(Value::as_int).collect())
                    .collect();
                assert_eq!(found, expected, "{name} at {x:?}");
            }
        }
    }
    assert!(games_with >= 8, "{games_with} games with vectors");
}

#[test]
fn exchangeable_fields_are() {
    for (name, interp) in games() {
        let f = facts(&interp);
        let count = f.names.len();
        if f.symmetry.groups.is_empty() || count > 3 {
            continue;
        }
        for x in tuples(count, 6) {
            for group in &f.symmetry.groups {
                let (a, b) = (group[0], group[1]);
                let mut y = x.clone();
                y.swap(a, b);
                let (px, py) = (number_part(&x), number_part(&y));
                assert_eq!(interp.legal(&px).is_ok(), interp.legal(&py).is_ok(), "{name} at {x:?}");
                if interp.legal(&px).is_err() {
                    continue;
                }
                // Options are compared with the order of the exchanged fields forgotten.
                let seen = |p: &Part| -> BTreeSet<Vec<Vec<Value>>> {
                    options(&interp, p, 0)
                        .into_iter()
                        .map(|parts| {
                            let mut list: Vec<Vec<Value>> = parts
                                .iter()
                                .map(|p| {
                                    let mut p = p.to_vec();
                                    if p[a] > p[b] {
                                        p.swap(a, b);
                                    }
                                    p
                                })
                                .collect();
                            list.sort();
                            list
                        })
                        .collect()
                };
                assert_eq!(seen(&px), seen(&py), "{name} at {x:?}");
            }
        }
        assert!(bouton_compile::symmetry::counterexample(&interp).is_none(), "{name}");
    }
}
