//! Tables for drawing: numbers packed narrowly, which say the same as the table that is printed.

use crate::common::{found, game as rules, range, solver};
use bouton::language::ast::Verdict;
use bouton::language::diagnostic::Lang;
use bouton::table::{Cell, Column, Show, Table, TableQuestion};
use serde_json::Value as Json;

/// What stands where there is no number.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Gap {
    Illegal,
    Unknown,
}

/// The numbers of a column.
fn unpack(c: &Column) -> Vec<Result<f64, Gap>> {
    let size = match c.kind {
        "u8" | "i8" => 1,
        "u16" | "i16" => 2,
        "u32" | "i32" => 4,
        _ => 8,
    };
    let number = |b: &[u8]| {
        let mut wide = [0u8; 8];
        wide[..b.len()].copy_from_slice(b);
        match c.kind {
            "i8" => f64::from(wide[0] as i8),
            "i16" => f64::from(i16::from_le_bytes([wide[0], wide[1]])),
            "i32" => f64::from(i32::from_le_bytes([wide[0], wide[1], wide[2], wide[3]])),
            "f64" => f64::from_le_bytes(wide),
            _ => u64::from_le_bytes(wide) as f64,
        }
    };
    let is = |mark: Option<i64>, n: f64| mark.is_some_and(|m| m as f64 == n);
    let read = |n: f64| match n {
        n if is(c.illegal, n) => Err(Gap::Illegal),
        n if is(c.unknown, n) => Err(Gap::Unknown),
        n => Ok(n),
    };
    c.bytes.chunks(size).map(number).map(read).collect()
}

fn table(question: &TableQuestion) -> Table {
    found(solver().table(question), question.game.title())
}

#[test]
fn numbers_are_packed_narrowly() {
    let cases: &[(&[Option<i64>], &str)] = &[
        (&[Some(0), Some(1), Some(255)], "u8"),
        (&[Some(0), Some(255), None], "u16"),
        (&[Some(-1), Some(5)], "i8"),
        (&[Some(-200), Some(5)], "i16"),
        (&[Some(0), Some(65_536)], "u32"),
        (&[Some(-1), Some(65_536)], "i32"),
        (&[Some(-1), Some(1 << 40)], "f64"),
        (&[None], "u8"),
    ];
    for (cells, kind) in cases {
        // The only move from n gains what stands at n; where nothing does, n is not legal. The second axis keeps such
        // places in the table.
        let gains: Vec<String> = cells.iter().map(|c| c.unwrap_or(0).to_string()).collect();
        let legal = cells.iter().enumerate().filter(|(_, c)| c.is_some()).map(|(n, _)| n.to_string());
        let legal = legal.chain(["99".into()]).collect::<Vec<_>>().join(", ");
        let game = rules(&format!(
            "position n, m, over = no; score; require n in {{{legal}}}; move if over = no: over -> yes gain [{}][n + 1]",
            gains.join(", ")
        ));
        let ranges = vec![range("n", 0, cells.len() as i64 - 1), range("m", 0, 0)];
        let column = table(&TableQuestion { ranges, ..TableQuestion::new(game) }).column();
        assert_eq!(column.kind, *kind, "{cells:?}");
        let expected: Vec<Result<f64, Gap>> =
            cells.iter().map(|c| c.map(|n| n as f64).ok_or(Gap::Illegal)).collect();
        assert_eq!(unpack(&column), expected, "{cells:?}");
    }
    // Marks of both kinds stand above the largest number.
    let game =
        rules("position n, m; require n != 9; move if n < 8: n -> n - 1; move if n = 8: stay; endless draw");
    let (ranges, show) = (vec![range("n", 0, 9), range("m", 0, 0)], Some(Show::Remoteness));
    let both = table(&TableQuestion { ranges, show, ..TableQuestion::new(game) }).distances().unwrap();
    assert_eq!((both.illegal, both.unknown), (Some(8), Some(9)));
    // Without a legal position nothing is shown.
    let game = rules("heaps n in 5..; move k in 1..n: n -> n - k");
    let none = table(&TableQuestion { ranges: vec![range("n", 0, 3)], ..TableQuestion::new(game) }).column();
    assert_eq!((none.kind, none.bytes.len()), ("u8", 0));
}

/// The number of a cell, and of its distance to the end.
fn numbers(cell: &Cell) -> [Result<f64, Gap>; 2] {
    let outcome = |v: &Verdict| match v {
        Verdict::Lose => 0.0,
        Verdict::Win => 1.0,
        Verdict::Draw => 2.0,
    };
    match cell {
        Cell::Illegal => [Err(Gap::Illegal); 2],
        Cell::Unknown | Cell::Value(_) => [Err(Gap::Unknown); 2],
        Cell::Best(moves) => [Ok(moves.len() as f64), Err(Gap::Unknown)],
        Cell::Grundy(n) | Cell::Moves(n) => [Ok(*n as f64), Err(Gap::Unknown)],
        Cell::Outcome(v) => [Ok(outcome(v)), Err(Gap::Unknown)],
        Cell::Score(n) => [Ok(*n as f64), Err(Gap::Unknown)],
        Cell::Remoteness(v, n) => [Ok(outcome(v)), n.map(|n| n as f64).ok_or(Gap::Unknown)],
    }
}

/// The values of an axis as text, whether they are given one by one or as a run.
fn values(axis: &Json) -> Vec<String> {
    match (axis["from"].as_i64(), axis["to"].as_i64()) {
        (Some(from), Some(to)) => (from..=to).map(|n| n.to_string()).collect(),
        _ => axis["values"].as_array().unwrap().iter().map(Json::to_string).collect(),
    }
}

/// The columns say the same as the rows that are printed.
#[test]
fn columns_agree_with_rows() {
    let cases = [
        ("wythoff", vec![range("a", 0, 12), range("b", 3, 9)], None, None),
        ("wythoff", vec![], Some(9), Some(Show::Win)),
        ("wythoff", vec![], Some(6), Some(Show::Remoteness)),
        ("lasker", vec![], Some(30), None),
        ("kayles", vec![], Some(30), Some(Show::Moves)),
        ("chomp-two-rows", vec![], Some(6), Some(Show::Win)),
        ("kiki", vec![range("rows", 1, 3), range("cols", 1, 4)], None, None),
        ("dag", vec![], None, None),
        ("euclid", vec![], Some(8), Some(Show::Win)),
    ];
    for (name, ranges, to, show) in cases {
        let question = TableQuestion { ranges, to, show, ..TableQuestion::new(rules(name)) };
        let table = table(&question);
        let described = bouton::report::json(&table.answer(), Lang::En);
        let axes = described["axes"].as_array().unwrap();
        assert_eq!(axes.len(), table.axes.len(), "{name}");
        for (axis, expected) in axes.iter().zip(&table.axes) {
            assert_eq!(axis["name"], expected.name, "{name}");
            assert_eq!(axis["parameter"], expected.parameter, "{name}");
            let expected: Vec<String> = expected.values.iter().map(ToString::to_string).collect();
            assert_eq!(values(axis), expected, "{name}");
        }
        let expected: Vec<_> = table.rows().iter().map(|r| numbers(&r.cell)).collect();
        assert_eq!(unpack(&table.column()), expected.iter().map(|e| e[0]).collect::<Vec<_>>(), "{name}");
        if let Some(distances) = table.distances() {
            assert_eq!(unpack(&distances), expected.iter().map(|e| e[1]).collect::<Vec<_>>(), "{name}");
        }
    }
}
