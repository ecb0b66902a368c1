//! Theorems about rows, compared with plain recursion; rows that have none.

use crate::rules::{Truth, fragment, game, named};
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
        wythoff ¦ 0 ¦ 0 1 ¦ values ¦ 3 3 8
        wythoff ¦ 0 ¦ 0 2 ¦ values ¦ 3 3 8
        wythoff ¦ 1 ¦ 3 0 ¦ values ¦ 6 6 8
        wythoff ¦ 0 ¦ 0 4 ¦ outcomes ¦ 1 0 8
        nim, 3 heaps ¦ 0 ¦ 0 5 6 ¦ values ¦ 4 4 0
        king ¦ 0 ¦ 0 3 ¦ values ¦ 2 0 0
        chomp, 3 rows ¦ 0 ¦ 0 3 2 ¦ outcomes ¦ 1 0 0
        misere wythoff ¦ 0 ¦ 0 2 ¦ outcomes ¦ 1 0 2
    ";
    for [name, running, fixed, of, wanted] in rows(table) {
        let text = named(&name);
        let fixed: Vec<u64> = fixed.split(' ').map(|n| n.parse().unwrap()).collect();
        let found = row(&text, running.parse().unwrap(), &fixed, of == "values");
        let found = found.unwrap_or_else(|why| panic!("{name} {fixed:?}: {why:?}"));
        compare(&text, &found, 60);
        assert_eq!(format!("{} {} {}", found.period, found.saltus, found.from), wanted, "{name} {fixed:?}");
    }
}
