//! Theorems about rows, compared with plain recursion; rows that have none.

use crate::rules::{Truth, fragment, game, named};
use bouton_random::Rng;
use bouton_samples::rows;
use bouton_theory::prove::rows::{NoRow, RowQuestion, RowTheorem, prove_row};

/// The row of a game in which all numbers but the first running one are fixed.
fn row(text: &str, running: usize, fixed: &[u64], values: bool) -> Result<RowTheorem, NoRow> {
    let question = RowQuestion { running, fixed: fixed.to_vec(), values };
    prove_row(&fragment(&game(text)), &question, 500_000_000, None)
}

/// Compares a theorem with the definitions up to some size.
fn compare(text: &str, theorem: &RowTheorem, size: u64) {
    let interp = game(text);
    let g = fragment(&interp);
    let mut truth = Truth::new(&interp);
    let RowQuestion { running, fixed, values } = &theorem.question;
    for n in 0..size {
        let mut x = fixed.clone();
        x[*running] = n;
        let part = truth.part(&g, &x);
        let right = part.map(|p| if *values { truth.value(&p) } else { u64::from(!truth.lost(&p)) });
        assert_eq!(theorem.at(n), right, "{text} at {x:?}");
    }
}

#[test]
fn rows_of_known_games() {
    // A game, the running number, the fixed ones, values or outcomes; period, saltus and from where on.
    let table = "
        wythoff ¦ 0 ¦ 0 0 ¦ values ¦ 1 1 0
        wythoff ¦ 0 ¦ 0 1 ¦ values ¦ 3 3 0
        wythoff ¦ 0 ¦ 0 2 ¦ values ¦ 3 3 0
        wythoff ¦ 1 ¦ 3 0 ¦ values ¦ 6 6 8
        wythoff ¦ 0 ¦ 0 4 ¦ outcomes ¦ 1 0 8
        nim, 3 heaps ¦ 0 ¦ 0 5 6 ¦ values ¦ 4 4 0
        king ¦ 0 ¦ 0 3 ¦ values ¦ 2 0 3
        chomp, 3 rows ¦ 0 ¦ 0 3 2 ¦ outcomes ¦ 1 0 6
        misere wythoff ¦ 0 ¦ 0 2 ¦ outcomes ¦ 1 0 3
        wythoff with one even heap ¦ 1 ¦ 2 0 ¦ values ¦ 36 18 15
        take an odd number ¦ 0 ¦ 0 3 ¦ values ¦ 2 0 2
        one heap any, one heap few ¦ 0 ¦ 0 7 ¦ values ¦ 4 4 0
        windows ¦ 0 ¦ 0 9 ¦ values ¦ 7 0 0
    ";
    let mut wrong = Vec::new();
    for [name, running, fixed, of, wanted] in rows(table) {
        let text = named(&name);
        let fixed: Vec<u64> = fixed.split(' ').map(|n| n.parse().unwrap()).collect();
        let found = row(&text, running.parse().unwrap(), &fixed, of == "values");
        let found = found.unwrap_or_else(|why| panic!("{name} {fixed:?}: {why:?}"));
        compare(&text, &found, 60);
        let seen = format!("{} {} {}", found.period, found.saltus, found.from);
        if seen != wanted {
            wrong.push(format!("{name} {fixed:?}: {seen}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Two to four moves in two numbers: any amount from one or both, amounts with a remainder, fixed amounts.
fn random_moves(seed: u64) -> String {
    let mut random = Rng::new(7000 + seed);
    let mut moves: Vec<String> = Vec::new();
    while moves.len() < 2 + (seed % 3) as usize {
        let (i, j) = (random.below(4), random.below(4));
        let text = match random.index(7) {
            0 => "move k in 1..a: a -> a - k".to_string(),
            1 => "move k in 1..b: b -> b - k".to_string(),
            2 => "move k in 1..min(a, b): a -> a - k, b -> b - k".to_string(),
            3 => format!("move k in 1..a: a -> a - {}*k", 2 + i % 2),
            4 => format!("move k in {}..a: a -> a - k, b -> b - {}", i + 1, j % 2),
            _ if i + j > 0 => format!("move: a -> a - {i}, b -> b - {j}"),
            _ => continue,
        };
        if !moves.contains(&text) {
            moves.push(text);
        }
    }
    let misere = if seed % 5 == 4 { "; end misere" } else { "" };
    format!("position a, b{misere}; {}", moves.join("; "))
}

/// How many of some random rows are proved; each is compared with the definitions.
fn proved(seeds: impl Iterator<Item = u64>) -> (usize, usize) {
    let (mut found, mut all) = (0, 0);
    for seed in seeds {
        let text = random_moves(seed);
        for b in [1, 4] {
            all += 1;
            match row(&text, 0, &[0, b], seed % 2 == 0 && seed % 5 != 4) {
                Ok(theorem) => {
                    compare(&text, &theorem, 50);
                    found += 1;
                }
                Err(why) => println!("{seed} {text} b = {b}: {why:?}"),
            }
        }
    }
    (found, all)
}

#[test]
fn rows_of_random_games() {
    let (found, all) = proved(0..12);
    assert!(5 * found >= 4 * all, "{found} of {all}");
}

/// More of them.
#[test]
#[ignore = "minutes; see CONTRIBUTING.md"]
fn all_seeds_rows() {
    let (found, all) = proved(1000..2000);
    println!("rows: {found} of {all} proved");
    assert!(10 * found >= 9 * all, "{found} of {all}");
}

#[test]
fn rows_that_are_not_proved() {
    let half = "position a, b; move k in 1..a div 2: a -> a - k; move: b -> b - 1";
    assert!(matches!(row(half, 0, &[0, 2], false), Err(NoRow::Moves(_))));
    let up = "position a, b; move k in 1..b: b -> b - k, a -> a + k; move: a -> a - 1";
    assert!(matches!(row(up, 0, &[0, 2], false), Err(NoRow::Moves(_) | NoRow::Rows)));
    let blocked = named("wythoff, block 1");
    assert_eq!(row(&blocked, 0, &[0, 2], false).unwrap_err(), NoRow::Kind);
    let misere = named("misere wythoff");
    assert_eq!(row(&misere, 0, &[0, 2], true).unwrap_err(), NoRow::Kind);
    let climbing = "position a, b in 0..; move k in 1..a: a -> a - k, b -> b + 1";
    assert!(matches!(row(climbing, 0, &[0, 2], false), Err(NoRow::Rows)));
}
