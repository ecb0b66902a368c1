//! Straight lines and connected areas of grids.

use super::listed;
use crate::common::game;
use bouton_language::position::parse_position;
use bouton_language::value::Value;

#[test]
fn areas_are_trimmed() {
    let interp = game("heaps grid b of 0..1; move fall: b -> each regions(b, 0, 1)");
    for (board, expected) in [("0 0 1 / 1 0 1 / 1 1 0", "fall → 0 0 / 1 0 + 0"), ("1 1", "fall → ")] {
        let found = listed(&interp, board).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(found, [expected], "{board}");
    }
}

#[test]
fn lines_are_counted_once() {
    for (k, expected) in [(1, 9), (2, 20), (3, 8), (4, 0), (0, 0)] {
        let interp = game(&format!(
            "position grid b of 0..9; move m: b[1,1] -> 0; score; claim score = |[l for l in lines(b, {k})]|"
        ));
        let board = parse_position(&interp, "0 1 2 / 3 4 5 / 6 7 8").unwrap();
        let found = interp.eval_claim(&interp.rules().claims[0], &board).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(found, Some(Value::Int(expected)), "k = {k}");
    }
}
