//! Conditions in a form that does not depend on the order in which cells were asked: all prime implicants (Blake 1937), by consensus
//! and absorption, for cells of several values.

use super::{Cell, Reads};

/// With more cases than this the condition stays as it is.
const MOST_CASES: usize = 96;
/// Primes that are kept; a condition with more stays as it is.
const MOST_PRIMES: usize = 192;

/// The same condition as the list of all its largest cases; or as it was, where there are too many.
pub(super) fn primes(cells: &[Cell], cases: Vec<Reads>) -> Vec<Reads> {
    if cases.len() < 2 || cases.len() > MOST_CASES {
        return cases;
    }
    let mut all: Vec<Reads> = Vec::new();
    let mut open = cases.clone();
    while let Some(case) = open.pop() {
        if all.iter().any(|larger| covers(larger, &case)) {
            continue;
        }
        all.retain(|smaller| !covers(&case, smaller));
        for other in &all {
            open.extend(consensus(cells, &case, other));
        }
        all.push(case);
        if all.len() > MOST_PRIMES || open.len() > 64 * MOST_PRIMES {
            return cases;
        }
    }
    all.sort();
    all
}

/// The values that a case allows a cell; all of them where it does not look at it.
fn allowed(case: &Reads, cell: u32) -> u32 {
    case.iter().find(|(c, _)| *c == cell).map_or(u32::MAX, |(_, set)| *set)
}

/// Is every board of the second case one of the first?
fn covers(larger: &Reads, smaller: &Reads) -> bool {
    larger.iter().all(|(cell, set)| {
        let inner = allowed(smaller, *cell);
        inner != u32::MAX && inner & !set == 0
    })
}

/// The cases that follow from two: on one cell either will do, on the others both must hold.
fn consensus(cells: &[Cell], a: &Reads, b: &Reads) -> Vec<Reads> {
    let mut looked: Vec<u32> = a.iter().chain(b).map(|(cell, _)| *cell).collect();
    looked.sort_unstable();
    looked.dedup();
    let both = |cell: &u32| allowed(a, *cell) & allowed(b, *cell);
    let empty: Vec<u32> = looked.iter().copied().filter(|cell| both(cell) == 0).collect();
    let joined = |on: u32| {
        let set = |cell: u32| if cell == on { allowed(a, on) | allowed(b, on) } else { both(&cell) };
        let full = |cell: u32, set: u32| {
            let values = cells[cell as usize].values.len();
            set & ((1 << values) - 1) == (1 << values) - 1
        };
        let sets = looked.iter().map(|cell| (*cell, set(*cell))).filter(|(cell, set)| !full(*cell, *set));
        sets.collect::<Reads>()
    };
    match empty[..] {
        // Disjoint on two cells: nothing follows. On one: only there can either do.
        [] => looked.iter().map(|cell| joined(*cell)).collect(),
        [on] => vec![joined(on)],
        _ => Vec::new(),
    }
}
