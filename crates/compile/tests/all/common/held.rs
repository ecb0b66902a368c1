//! What is claimed about a game, held against its moves: the prover is tested by what really happens.

use bouton_compile::Facts;
use bouton_language::ast::ShapeKind;
use bouton_language::interp::{Interp, Part, Position, Turn};
use bouton_language::position::print_part;
use bouton_language::value::Value;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// All options of a part for a player: parts it becomes, up to a few hundred. `None` where it is not legal, where it has ended,
/// and where its rules fail.
pub(crate) fn options(interp: &Interp, part: &Part, mover: usize) -> Option<Vec<Vec<Part>>> {
    let alone = Position { parts: vec![part.clone()] };
    let turn = Turn { mover, turn: 0 };
    // Parts of a sum end only together.
    let whole = interp.rules().shape.kind == ShapeKind::Position;
    let ended = || whole && !matches!(interp.ended(&alone, turn, &|| Ok(false)), Ok(None));
    if interp.legal(part).is_err() || ended() {
        return None;
    }
    let mut out = Vec::new();
    let done = interp.moves(part, turn, &mut |made| {
        out.push(std::mem::take(made.parts));
        if out.len() < 400 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    done.ok().map(|()| out)
}

/// A part of numbers.
pub(crate) fn number_part(values: &[i64]) -> Part {
    values.iter().map(|&v| Value::Int(v)).collect()
}

fn numbers(part: &Part) -> Vec<i64> {
    part.iter().filter_map(Value::as_int).collect()
}

/// All small tuples.
pub(crate) fn tuples(count: usize, below: i64) -> Vec<Vec<i64>> {
    (0..count).fold(vec![vec![]], |done, _| {
        done.iter().flat_map(|t| (0..below).map(|v| t.iter().copied().chain([v]).collect())).collect()
    })
}

/// All ways to write n as a sum of parts of at most `most`, each in rising order.
fn partitions(n: i64, most: i64) -> Vec<Vec<i64>> {
    if n == 0 {
        return vec![vec![]];
    }
    let with = |last: i64| partitions(n - last, last).into_iter().map(move |p| [&p[..], &[last]].concat());
    (1..=n.min(most)).flat_map(with).collect()
}

/// Holds measure, take-set, code and vectors against the moves of a player from a part; gives these moves.
pub(crate) fn hold(at: &str, interp: &Interp, f: &Facts, part: &Part, mover: usize) -> Vec<Vec<Part>> {
    let Some(all) = options(interp, part, mover) else { return Vec::new() };
    if let Some(measure) = &f.measure
        && let Some(before) = measure.value(part)
    {
        for to in all.iter().flatten() {
            let after = measure.value(to).unwrap_or_else(|| panic!("{at}: no measure for {to:?}"));
            let (from, to) = (print_part(interp, part), print_part(interp, to));
            assert!(after < before, "{measure:?} at {from} -> {to}: {before:?} -> {after:?}\n{at}");
        }
    }
    let x = numbers(part);
    let legal = |v: &[i64]| interp.legal(&number_part(v)).is_ok();
    let found: BTreeSet<Vec<i64>> =
        all.iter().map(|parts| parts.iter().flat_map(numbers).collect()).collect();
    if let Some(takes) = f.takes.as_ref().filter(|takes| takes.contains(1).is_some()) {
        let may = |k: &i64| takes.contains(*k as u64) == Some(true) && legal(&[x[0] - k]);
        let expected: BTreeSet<Vec<i64>> = (1..=x[0]).filter(may).map(|k| vec![x[0] - k]).collect();
        assert_eq!(found, expected, "{takes:?} at {part:?}\n{at}");
    }
    if let Some(vectors) = &f.vectors {
        let mut expected = BTreeSet::new();
        for v in vectors.iter().filter(|v| v.by.is_none_or(|b| b == mover)) {
            for k in v.from..=v.to.unwrap_or(60) {
                let y: Vec<i64> = (0..x.len()).map(|i| x[i] + v.base[i] + k * v.step[i]).collect();
                let holds = v.guards.iter().all(|g| {
                    g.fields.iter().zip(&x).map(|(c, x)| c * x).sum::<i64>() + g.k * k + g.constant >= 0
                });
                if holds && legal(&y) {
                    expected.insert(y);
                }
            }
        }
        assert_eq!(found, expected, "{vectors:?} at {part:?}\n{at}");
    }
    if let Some(code) = f.code.as_ref().filter(|_| x[0] <= 12) {
        // Zeros stand for nothing.
        let heaps = |mut parts: Vec<i64>| {
            parts.retain(|&n| n != 0);
            parts.sort_unstable();
            parts
        };
        let left = |k: i64| {
            let digit = code.digits.get(k as usize).copied().unwrap_or(code.tail);
            partitions(x[0] - k, x[0] - k).into_iter().filter(move |p| digit >> p.len() & 1 == 1)
        };
        let expected: BTreeSet<Vec<i64>> = (0..=x[0]).flat_map(left).collect();
        assert_eq!(
            found.into_iter().map(heaps).collect::<BTreeSet<_>>(),
            expected,
            "{code} at {part:?}\n{at}"
        );
    }
    all
}

/// Holds every pair of fields that are said to be exchangeable against the options of numbers and of the exchanged ones.
pub(crate) fn exchangeable(at: &str, interp: &Interp, f: &Facts, x: &[i64]) {
    for group in &f.symmetry.groups {
        let (a, b) = (group[0], group[1]);
        let mut y = x.to_vec();
        y.swap(a, b);
        // The order of the exchanged fields is forgotten.
        let ordered = |p: &Part| {
            let mut p = p.to_vec();
            if p[a] > p[b] {
                p.swap(a, b);
            }
            p
        };
        let seen = |x: &[i64]| -> Option<BTreeSet<Vec<Vec<Value>>>> {
            let sorted = |parts: Vec<Part>| {
                let mut list: Vec<Vec<Value>> = parts.iter().map(ordered).collect();
                list.sort();
                list
            };
            Some(options(interp, &number_part(x), 0)?.into_iter().map(sorted).collect())
        };
        assert_eq!(seen(x), seen(&y), "{group:?} at {x:?}\n{at}");
    }
}
