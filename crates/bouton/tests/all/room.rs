//! Compiled rules have room for what moves write from the start.

use crate::common::{asked, game};
use bouton::{Budget, Solver, Tuning};

/// What a start does not show is known by the domain or by what moves write: letters, elements of sets. A program without room
/// for it would be made anew with far wider positions, or the interpreter would go on.
#[test]
fn room_for_what_moves_write() {
    let table = [
        ("position word w of \".SO\"; move m i in 1..|w| if w[i] = \".\": w[i] -> \"S\"", ".........."),
        ("position set s of 1..10 = {}; move m x in 1..10 if x not in s: s -> s + {x}", ""),
        ("position set s = {}; move m x in 3..12 if x not in s: s -> s + {x}", ""),
    ];
    for (rules, start) in table {
        let game = game(rules);
        let question = asked(&game, start);
        let [compiled, interpreted] = [0, u64::MAX].map(|compiled| {
            let boards = f64::INFINITY;
            let tuning =
                Tuning { compiled, boards, filled: usize::MAX, proved: f64::MAX, ..Tuning::default() };
            let mut solver = Solver::tuned(Budget::unlimited().alone(true), tuning);
            let answer = solver.solve(&question).unwrap();
            (answer.outcome, solver.bytes(std::slice::from_ref(&game)))
        });
        assert_eq!(compiled.0, interpreted.0, "{rules}");
        assert!(2 * compiled.1 <= interpreted.1, "{} and {} bytes: {rules}", compiled.1, interpreted.1);
    }
}
