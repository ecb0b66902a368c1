//! Makes a failing case smaller while it still fails: parts and elements left out, numbers brought down.

use crate::bench::{Bench, Checked};
use crate::oracle::{Oracle, Truth};
use crate::space::Space;
use bouton::Problem;
use bouton::language::value::Value;
use bouton_template::{Case, Cell, build};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::time::Instant;

/// A case that fails, as small as could be found until `deadline`.
pub fn shrink(
    bench: &mut Bench,
    oracle: &mut Oracle,
    space: &Space,
    failing: Checked,
    deadline: Instant,
) -> Result<Checked, Problem> {
    if !failing.after.is_empty() {
        return fewer(bench, oracle, failing, deadline);
    }
    let mut best = failing;
    'smaller: while Instant::now() < deadline {
        let size = best.tested.case.size();
        let mut tries: Vec<Case> = smaller(&best.tested.case);
        tries.retain(|c| c.size() < size && space.fits(&c.game, &c.position));
        for chunk in tries.chunks(2 * bench.workers) {
            if Instant::now() >= deadline {
                break 'smaller;
            }
            let mut asked: Vec<(Case, Truth)> = Vec::new();
            for case in chunk {
                if let Some(truth) = oracle.truth(case, bench.answers.want())? {
                    asked.push((case.clone(), truth));
                }
            }
            let failed = bench.ask_by(oracle, &asked, 1)?.into_iter().filter(|c| c.tested.fault.is_some());
            if let Some(found) = failed.min_by_key(|c| c.tested.case.size()) {
                best = found;
                continue 'smaller;
            }
        }
        break;
    }
    Ok(best)
}

/// Cases that are smaller in one respect, boldest first.
fn smaller(case: &Case) -> Vec<Case> {
    let mut out = Vec::new();
    let game = &case.game;
    if game.kind().parts && case.position.parts.len() > 1 {
        for i in 0..case.position.parts.len() {
            let mut position = case.position.clone();
            position.parts.remove(i);
            out.push(case.at(position));
        }
    }
    for (p, part) in case.position.parts.iter().enumerate() {
        for (f, v) in part.iter().enumerate() {
            for shorter in shorter(v) {
                let mut parts: Vec<Vec<Value>> = case.position.parts.iter().map(|p| p.to_vec()).collect();
                parts[p][f] = shorter;
                out.extend(build(game, parts).map(|position| case.at(position)));
            }
        }
    }
    let places = case.cells();
    let mut steps: Vec<(Cell, BigInt)> = Vec::new();
    for (cell, n) in &places {
        steps
            .extend([BigInt::zero(), BigInt::one(), n / 2].into_iter().filter(|m| m < n).map(|m| (*cell, m)));
    }
    for (cell, n) in &places {
        steps.extend((0..n.bits()).rev().map(|k| (*cell, n - (BigInt::one() << k))));
    }
    out.extend(steps.iter().filter(|(_, n)| !n.is_negative()).filter_map(|(cell, n)| case.with(*cell, n)));
    // Two numbers brought down together keep what lies between them.
    if let [(a, x), (b, y), ..] = places.as_slice() {
        let less = (0..x.min(y).bits()).rev().map(|k| BigInt::one() << k).filter(|k| x >= k && y >= k);
        out.extend(less.filter_map(|k| case.with_all([(*a, x - &k), (*b, y - &k)])));
    }
    for (param, v) in game.changed() {
        let Some(n) = v.to_big().filter(BigInt::is_positive) else { continue };
        for m in [&n / 2, &n - 1] {
            if let Ok(game) = game.with_values(&[(*param, Value::big(m))])
                && let Some(position) = build(&game, case.position.parts.iter().map(|p| p.to_vec()).collect())
            {
                out.push(Case { game, position, ..case.clone() });
            }
        }
    }
    out
}

/// A list or word without one of its elements, or without a half of them.
fn shorter(v: &Value) -> Vec<Value> {
    let keep = |n: usize| -> Vec<Vec<usize>> {
        let mut ways: Vec<Vec<usize>> = Vec::new();
        if n > 3 {
            ways.push((0..n / 2).collect());
            ways.push((n / 2..n).collect());
        }
        ways.extend((0..n.min(40)).map(|out| (0..n).filter(|i| *i != out).collect()));
        ways
    };
    match v {
        Value::List(items) => keep(items.len())
            .into_iter()
            .map(|k| Value::list(k.iter().map(|i| items[*i].clone()).collect()))
            .collect(),
        Value::Text(t) => {
            let letters: Vec<char> = t.chars().collect();
            keep(letters.len())
                .into_iter()
                .map(|k| Value::text(&k.iter().map(|i| letters[*i]).collect::<String>()))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// A run that fails only after other cases: as few of these as can be.
fn fewer(
    bench: &mut Bench,
    oracle: &mut Oracle,
    failing: Checked,
    deadline: Instant,
) -> Result<Checked, Problem> {
    let mut best = failing;
    let mut cut = best.after.len().div_ceil(2);
    while cut > 0 && Instant::now() < deadline {
        let mut from = 0;
        let mut less = false;
        while from < best.after.len() && Instant::now() < deadline {
            let mut cases = best.after.clone();
            cases.drain(from..(from + cut).min(best.after.len()));
            cases.push((best.tested.case.clone(), best.tested.truth.clone()));
            let found = bench.ask_by(oracle, &cases, cases.len())?;
            let fails = found.into_iter().find(|c| c.tested.fault.is_some() && !c.after.is_empty());
            match fails {
                Some(found) => {
                    best = found;
                    less = true;
                }
                None => from += cut,
            }
        }
        // The last ones are gone through again for as long as that helps.
        cut = if cut > 1 { cut / 2 } else { usize::from(less) };
    }
    Ok(best)
}
