//! Tables against published values and against each other.

use crate::common::{found, game as load, range, solver};
use bouton::language::ast::Verdict;
use bouton::table::{Cell, Drawing, Show, Table, TableQuestion};
use bouton::{Budget, Game, Problem, Solver};

fn ask(
    game: Game,
    ranges: &[(&str, i64, i64)],
    to: Option<u64>,
    show: Option<Show>,
) -> Result<Table, Problem> {
    let ranges = ranges.iter().map(|(n, a, b)| range(n, *a, *b)).collect();
    solver().table(&TableQuestion { ranges, to, show, ..TableQuestion::new(game) })
}

fn table(game: Game, ranges: &[(&str, i64, i64)], to: Option<u64>, show: Option<Show>) -> Table {
    found(ask(game, ranges, to, show), "a table")
}

fn grundy(t: &Table) -> Vec<u64> {
    t.rows().iter().map(|r| if let Cell::Grundy(g) = r.cell { g } else { panic!("{r:?}") }).collect()
}

#[test]
fn strips_are_the_published_sequences() {
    let cases: &[(&str, &[u64])] = &[
        ("lasker", &[0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11, 13, 14, 16, 15]),
        ("kayles", &[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7]),
        ("nim", &[0, 1, 2, 3, 4, 5]),
        ("subtract", &[0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1]),
    ];
    for (name, values) in cases {
        let t = table(load(name), &[], Some(values.len() as u64 - 1), None);
        assert_eq!(t.drawing, Drawing::Strip, "{name}");
        assert_eq!(grundy(&t), *values, "{name}");
        assert_eq!(t.bound[0], format!("n <= {}", values.len() - 1));
    }
}

#[test]
fn lost_positions_are_listed() {
    let misere = load("kayles").misere().unwrap();
    let t = table(misere.clone(), &[], Some(21), Some(Show::Win));
    assert_eq!(t.lost().join(" "), "1 4 9 12 20");
    assert!(t.how.say(Default::default()).contains("mis"), "{}", t.how.say(Default::default()));
    // The default of a misère game is who wins, and Grundy values are refused with the reason.
    assert_eq!(table(misere.clone(), &[], Some(5), None).show, Show::Win);
    assert!(matches!(ask(misere, &[], Some(5), Some(Show::Grundy)), Err(Problem::NotApplicable(_))));
}

#[test]
fn a_matrix_fills_both_halves_and_trims_what_is_never_legal() {
    let t = table(load("wythoff"), &[("a", 0, 12), ("b", 0, 12)], None, Some(Show::Win));
    assert_eq!(t.drawing, Drawing::Matrix);
    for i in 0..=12 {
        for j in 0..=12 {
            assert_eq!(t.at(i, j), t.at(j, i), "{i} {j}");
        }
    }
    assert_eq!(t.lost()[..5], ["0 0", "1 2", "2 1", "3 5", "4 7"]);
    assert_eq!(t.at(13, 0), None);
    assert_eq!(t.at(0, 13), None);
    // Squares are numbered from 1 here: without a range 0 is not shown, with one it is blank.
    let game = load("position a in 1.., b in 1..; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k");
    let t = table(game.clone(), &[], Some(4), None);
    assert_eq!(t.axes[0].values.len(), 4);
    assert_eq!(t.rows().len(), 16);
    let t = table(game, &[("a", 0, 4), ("b", 0, 4)], None, None);
    assert_eq!(t.rows().len(), 25);
    assert_eq!(t.at(0, 0), Some(Cell::Illegal));
    assert_eq!(t.at(1, 1), Some(Cell::Grundy(0)));
}

#[test]
fn parameters_have_axes_too() {
    let t = table(load("kiki"), &[("rows", 1, 9), ("cols", 1, 9)], None, Some(Show::Win));
    assert_eq!(t.columns, ["rows", "cols"]);
    let lost = t.rows().iter().filter(|r| r.cell == Cell::Outcome(Verdict::Lose)).count();
    assert_eq!(lost, 25);
    assert_eq!(t.lost()[0], "rows=1 cols=1");
    let t = table(load("bash"), &[("m", 1, 3), ("n", 0, 5)], None, None);
    let expected: Vec<u64> = (1..=3).flat_map(|m| (0..=5).map(move |n| n % (m + 1))).collect();
    assert_eq!(grundy(&t), expected);
}

#[test]
fn other_positions_are_listed_by_size() {
    let t = table(load("ends"), &[], Some(3), None);
    assert_eq!((t.drawing, t.show), (Drawing::List, Show::Score));
    assert_eq!(t.columns, ["a"]);
    assert!(t.rows().iter().all(|r| matches!(r.cell, Cell::Score(_))));
    let question =
        TableQuestion { sums: true, to: Some(5), show: Some(Show::Win), ..TableQuestion::new(load("nim")) };
    let t = solver().table(&question).unwrap();
    assert_eq!(t.lost(), ["nothing", "1 1", "2 2", "1 1 1 1"]);
}

#[test]
fn best_moves_counts_and_distances() {
    let t = table(load("subtract"), &[], Some(7), Some(Show::Best));
    let Cell::Best(moves) = &t.rows()[4].cell else { panic!() };
    assert_eq!(moves.iter().map(|m| m.to.as_str()).collect::<Vec<_>>(), ["0"]);
    assert_eq!(t.rows()[7].cell, Cell::Best(Vec::new()));
    let t = table(load("nim"), &[], Some(3), Some(Show::Moves));
    assert_eq!(t.rows().iter().map(|r| r.cell.clone()).collect::<Vec<_>>(), [0, 1, 2, 3].map(Cell::Moves));
    let game = load("position n; move k in 1..2: n -> n - k");
    let t = table(game, &[], Some(3), Some(Show::Remoteness));
    assert_eq!(t.rows()[3].cell, Cell::Remoteness(Verdict::Lose, Some(2)));
}

#[test]
fn what_makes_no_sense_is_refused_with_a_reason() {
    type Ranges = &'static [(&'static str, i64, i64)];
    let cases: &[(&str, Ranges, Option<Show>, &str)] = &[
        ("nim", &[("m", 0, 5)], None, "\"m\" is not a field or parameter. Known here: n."),
        ("ends", &[("a", 0, 5)], None, "a is not a number"),
        ("nim", &[("n", 5, 0)], None, "is empty"),
        ("nim", &[("n", 0, i64::MAX)], None, "cells"),
        ("nim", &[], Some(Show::Score), "has no score"),
        ("ends", &[], Some(Show::Remoteness), "no remoteness"),
    ];
    for (name, ranges, show, said) in cases {
        match ask(load(name), ranges, Some(3), *show) {
            Err(p) => assert!(p.to_string().contains(said), "{p}"),
            Ok(_) => panic!("{name} {ranges:?} {show:?}"),
        }
    }
}

#[test]
fn a_table_over_budget_keeps_what_it_has() {
    let question = TableQuestion { to: Some(20_000), ..TableQuestion::new(load("kayles")) };
    let budget = Budget::unlimited().memory(12_000);
    let t = Solver::new(budget).table(&question).unwrap();
    assert!(matches!(t.stopped, Some(Problem::Over(_))));
    assert_eq!(t.rows()[5].cell, Cell::Grundy(4));
    // The rows end where it was stopped.
    assert!(
        t.rows().len() < 20_000 && t.rows().iter().all(|r| r.cell != Cell::Unknown),
        "{}",
        t.rows().len()
    );
    assert_eq!(t.asked, Some(20_001));
}
