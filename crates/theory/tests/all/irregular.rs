//! Games that seem to have no automaton in any numeration, measured: in how many ways stretches of a table look.
//!
//! Along a sequence that a numeration of a Pisot number recognises, stretches of n places look in at most about c·n² ways. Where they look
//! in nearly as many ways as there are stretches, no numeration helps.

use crate::rules;
use std::collections::{HashMap, HashSet};

/// How many rows of a table are looked at; larger ones in a long run: `BOUTON_ROWS=200000`.
fn rows(usual: usize) -> usize {
    std::env::var("BOUTON_ROWS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// The lost positions (a, b) with a <= b < n of Wythoff's game where the opponent forbids so many options: lost options are counted for
/// every column and diagonal, and in the row at hand.
fn blocked_wythoff(n: usize, block: u8) -> Vec<(usize, usize)> {
    let (mut columns, mut diagonals, mut lost) = (vec![0u8; n], vec![0u8; n], Vec::new());
    for a in 0..n {
        // Positions (a, b) with b < a are those of the column a, so far.
        let mut own = columns[a];
        let mut from = a;
        while own <= block {
            let open =
                columns[from..].iter().zip(&diagonals[from - a..]).position(|(c, d)| own + c + d <= block);
            let Some(b) = open.map(|far| from + far) else { break };
            lost.push((a, b));
            columns[b] += u8::from(b != a);
            diagonals[b - a] += 1;
            own += 1;
            from = b + 1;
        }
    }
    lost
}

const WYTHOFF: &str = "position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; \
                       move k in 1..min(a, b): a -> a - k, b -> b - k";

#[test]
fn counted_options_say_what_the_rules_say() {
    for block in [1, 4, 7] {
        let game = rules::game(&format!("{WYTHOFF}; block {block}"));
        let fragment = rules::fragment(&game);
        let lost: HashSet<(usize, usize)> = blocked_wythoff(16, block).into_iter().collect();
        let mut truth = rules::Truth::new(&game);
        for (a, b) in (0..16).flat_map(|a| (a..16).map(move |b| (a, b))) {
            let part = truth.part(&fragment, &[a as u64, b as u64]).unwrap();
            assert_eq!(lost.contains(&(a, b)), truth.lost(&part), "block {block} at ({a}, {b})");
        }
    }
}

/// In how many ways stretches of so many rows look: each row by how many lost positions it has from the diagonal on.
#[test]
fn stretches_of_blocked_wythoff() {
    let n = rows(6000);
    for block in 1..=13 {
        let mut row = vec![0u8; n];
        blocked_wythoff(n, block).iter().for_each(|(a, _)| row[*a] += 1);
        // Rows farther down have lost positions beyond the table.
        row.truncate(n * 5 / 14);
        let ways = |length: usize| row.windows(length).collect::<HashSet<_>>().len();
        let ways: Vec<usize> = [4, 8, 16, 32, 64].map(ways).to_vec();
        println!("block {block}: stretches of 4, 8, 16, 32, 64 rows look in {ways:?} ways");
        assert_eq!(ways[3] > 32 * 32, matches!(block, 4 | 5 | 8 | 11 | 12), "block {block}: {ways:?}");
    }
}

/// Nim on three heaps with a pass that is left: behind how many binary prefixes of one length the lost positions go on differently.
#[test]
fn prefixes_of_nim_with_a_pass() {
    let digits = rows(256).ilog2() as usize;
    let n = 1usize << digits;
    // For two heaps the least third one that no lost position has, and that the pass does not win.
    let mut known = vec![vec![false; 2 * n]; n];
    let mut lost: HashMap<[usize; 3], u32> = HashMap::new();
    for a in 0..n {
        let mut own = vec![false; 2 * n];
        for (b, beside) in known.iter_mut().enumerate() {
            let pass = if a + b == 0 { 2 * n } else { a ^ b };
            let c = (0..2 * n).find(|c| !own[*c] && !beside[*c] && *c != pass).unwrap();
            (own[c], beside[c]) = (true, true);
            if c < n {
                lost.insert([a, b, c], 1);
            }
        }
    }
    let mut ways = Vec::new();
    for left in 1..digits {
        // What follows a prefix: the letter and what follows that.
        let mut rows: HashMap<[usize; 3], Vec<(usize, u32)>> = HashMap::new();
        for (x, class) in &lost {
            let letter = x.iter().fold(0, |l, n| 2 * l + n % 2);
            rows.entry(x.map(|n| n / 2)).or_default().push((letter, *class));
        }
        let mut classes: HashMap<Vec<(usize, u32)>, u32> = HashMap::new();
        let name = |(x, mut row): ([usize; 3], Vec<(usize, u32)>)| {
            row.sort_unstable();
            let new = classes.len() as u32 + 1;
            (x, *classes.entry(row).or_insert(new))
        };
        lost = rows.into_iter().map(name).collect();
        if left >= 3 {
            ways.push(classes.len());
        }
    }
    ways.reverse();
    println!("prefixes of 1, 2, … digits go on in {ways:?} ways, heaps below {n}");
    assert!(ways.windows(2).all(|w| w[1] >= 3 * w[0]), "{ways:?}");
}
