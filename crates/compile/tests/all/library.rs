//! Every fact claimed about a library game, held against its moves: the prover is tested by what really happens.

use crate::common::held::{exchangeable, hold, number_part, options, tuples};
use crate::common::{facts, games, starts};
use bouton_language::interp::{Part, Position};
use bouton_language::position::print_part;
use bouton_random::Rng;
use std::collections::HashSet;

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
                    let all = hold(&name, &interp, &f, &part, ply % 2);
                    checked += all.len();
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
                        for to in options(&interp, &p, mover).into_iter().flatten().flatten() {
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

#[test]
fn take_sets_codes_and_vectors_are_the_moves() {
    let (mut sets, mut codes, mut vectors) = (0, 0, 0);
    for (name, interp) in games() {
        let f = facts(&interp);
        let count = f.names.len();
        let known = f.takes.as_ref().is_some_and(|takes| takes.contains(1).is_some());
        let along = f.vectors.is_some() && count <= 3;
        if !known && !along && f.code.is_none() {
            continue;
        }
        sets += usize::from(known);
        codes += usize::from(f.code.is_some());
        vectors += usize::from(along);
        for x in tuples(count, if count == 1 { 40 } else { 8 }) {
            for mover in 0..2 {
                hold(&name, &interp, &f, &number_part(&x), mover);
            }
        }
    }
    assert!(
        sets >= 8 && codes >= 8 && vectors >= 8,
        "{sets} sets, {codes} codes, {vectors} games with vectors"
    );
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
            exchangeable(&name, &interp, &f, &x);
        }
        assert!(bouton_compile::symmetry::counterexample(&interp).is_none(), "{name}");
    }
}
