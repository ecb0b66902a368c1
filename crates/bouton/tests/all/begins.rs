//! Games whose positions begin high: years, heaps of a thousand and more. Whatever goes through the positions of a game begins
//! where they do.

use crate::common::{claimed, found, game as rules, pattern_of, range, solver};
use bouton::claims::check::{CheckQuestion, ClaimVerdict};
use bouton::game::positions::Positions;
use bouton::language::value::Value;
use bouton::pattern::Values;
use bouton::same::SameQuestion;
use bouton::table::{Cell, Table, TableQuestion};
use bouton::{Game, Status};

/// From a thousand on, take one to three; who cannot, loses: 1000, 1004, … are lost.
const HIGH: &str = "position n in 1000..; move k in 1..3: n -> n - k";

/// The same under a condition, over a set that is written out, behind a parameter, and below zero.
const ALIKE: [&str; 4] = [
    "position n; require n >= 1000; move k in 1..3: n -> n - k",
    "position n in {1000 + i for i in 0..80}; move k in 1..3: n -> n - k",
    "param low = 500; position n in 2*low..; move k in 1..3: n -> n - k",
    "position n in -9999..-1000; move k in 1..3: n -> n + k",
];

fn table(game: &Game, to: Option<u64>) -> Table {
    found(solver().table(&TableQuestion { to, ..TableQuestion::new(game.clone()) }), game.title())
}

fn values(table: &Table) -> Vec<i64> {
    table.rows().iter().filter_map(|r| r.values.first()?.as_int()).collect()
}

#[test]
fn sizes_begin_with_the_first_part() {
    let rows = [
        (HIGH, 1000),
        (ALIKE[0], 1000),
        (ALIKE[1], 1000),
        (ALIKE[2], 1000),
        (ALIKE[3], 1000),
        ("position a in 1900..2006, b in 1..12; move later: a -> a + 1", 1901),
        ("position row a[2] of 500..; move i in 1..2: a[i] -= 1", 1000),
        ("position a, b; require a > b; move down: a -> a - 1", 1),
        ("heaps n; move k in 1..n: n -> n - k", 0),
    ];
    for (text, first) in rows {
        let game = rules(text);
        let mut positions = Positions::new(&game);
        assert_eq!(positions.first(), first, "{text}");
        assert!(!positions.parts_of(first).is_empty(), "{text}");
    }
    // Sums have the empty position before their first part.
    let heaps = rules("heaps n in 1000..; move k in 1..3: n -> n - k");
    let sizes: Vec<u64> = Positions::new(&heaps).sizes(false).take(3).collect();
    assert_eq!(sizes, [0, 1000, 1001]);
}

#[test]
fn tables_begin_there_and_an_end_below_is_counted_from_there() {
    for text in [&[HIGH], ALIKE.as_slice()].concat() {
        let game = rules(text);
        let least = if text.contains("-1000") { -1040 } else { 1000 };
        let usual = values(&table(&game, None));
        assert_eq!((usual.first(), usual.len()), (Some(&least), 41), "{text}");
        assert_eq!(values(&table(&game, Some(12))).len(), 13, "{text}");
        assert_eq!(values(&table(&game, Some(1012))).len(), 13, "{text}");
    }
    let t = table(&rules(HIGH), Some(7));
    assert_eq!(t.bound[0], "n in 1000..1007");
    assert_eq!(t.rows().iter().map(|r| r.cell.short()).collect::<String>(), "01230123");
    let years = "position y in 1900..2006, m in 1..12; \
                 move year: y -> y + 1; move month if m < 12: m -> m + 1";
    let t = table(&rules(years), None);
    assert_eq!(
        (t.axes[0].values.first(), t.axes[1].values.first()),
        (Some(&Value::Int(1900)), Some(&Value::Int(1)))
    );
    assert!(t.rows().iter().all(|r| r.cell != Cell::Unknown));
    // Just below the usual end is late enough to begin there.
    assert_eq!(values(&table(&rules("position n in 39..; move k in 1..3: n -> n - k"), None)).len(), 41);
    // Lists of positions by size.
    let rows = table(&rules("position row a[2] of 500..; move i in 1..2: a[i] -= 1"), None);
    assert!(!rows.rows().is_empty());
}

#[test]
fn lost_starts_are_found() {
    let question = TableQuestion::new(rules(HIGH));
    let found = solver().starts(&question, None, 10).unwrap();
    let bouton::answer::starts::Starts::Lost(table) = found else { panic!("{found:?}") };
    assert_eq!(table.lost()[..3], ["1000", "1004", "1008"]);
}

#[test]
fn claims_are_tested_there() {
    for text in &[&[HIGH], ALIKE.as_slice()].concat()[..] {
        let game = rules(text);
        for (claim, holds) in [("lose iff n mod 4 = 0", true), ("lose iff n mod 4 = 1", false)] {
            let ends = if *text == HIGH { &[None, Some(60), Some(1060)][..] } else { &[None] };
            for &to in ends {
                let question = claimed(&game, Some(claim), to);
                let report = solver().check(&CheckQuestion { inductive: *text == HIGH, ..question }).unwrap();
                let result = &report.claims[0];
                assert!(result.tested >= 61, "{text}: {result:?}");
                assert_eq!(!result.is_false(), holds, "{text}: {result:?}");
            }
        }
    }
    // Where all there is was compared, it is proved.
    let all = rules("position y in 1900..2006; move k in 1..3: y -> y - k; claim lose iff y mod 4 = 0");
    let report = solver().check(&claimed(&all, None, None)).unwrap();
    assert_eq!((report.claims[0].tested, &report.claims[0].status), (107, &Status::Proved));
    let period = rules("heaps n in 1000..; move k in 1..3: n -> n - k; claim period 4 from 1000");
    let report = solver().check(&claimed(&period, None, None)).unwrap();
    assert!(
        matches!(&report.claims[0].verdict, ClaimVerdict::Period(notes) if notes.is_empty()),
        "{report:?}"
    );
}

#[test]
fn lint_has_nothing_to_say() {
    for text in &[&[HIGH], ALIKE.as_slice()].concat()[..] {
        let report = solver().lint(&rules(text)).unwrap();
        assert!(report.positions > 20 && report.warnings.is_empty(), "{text}: {report:?}");
    }
}

#[test]
fn patterns_and_comparisons_have_values() {
    let found = solver().pattern(&pattern_of(rules(HIGH), None)).unwrap();
    let Values { first, values } = found.values.as_ref().expect("a sequence");
    assert!(*first == 1000 && values.len() > 100, "{first} {}", values.len());
    assert!(found.found.iter().any(|f| f.kind == "period"), "{:?}", found.found);
    let other = rules("position m in 1000..; move k in 1..3 if m - k >= 1000: m -> m - k");
    let same = solver().same(&SameQuestion::new(rules(HIGH), other)).unwrap();
    assert!(same.compared > 100 && same.difference.is_none(), "{same:?}");
}

/// Saved tables of such games are read back as what they are.
#[test]
fn saved_tables_are_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let question = TableQuestion::new(rules(HIGH));
    let ended = solver().save(&question, &path, Some(10), &mut |_| {}).unwrap();
    let bouton::table::saved::SaveEnd::Complete(mut saved) = ended else { panic!("not complete") };
    let mut count = 0;
    saved
        .each(&mut |values, _| {
            assert_eq!(values, [Value::Int(1000 + count)]);
            count += 1;
            Ok(())
        })
        .unwrap();
    assert_eq!(count, 41);
    let asked =
        TableQuestion { ranges: vec![range("n", 1000, 1040)], ..TableQuestion::new(question.game.clone()) };
    assert_eq!(solver().table(&asked).unwrap().rows().len(), 41);
}
