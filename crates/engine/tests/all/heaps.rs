//! The heap engines against a mex written out, and against published periods.

use std::collections::BTreeSet;
use std::time::Duration;

use bouton_engine::heaps::{
    self, Cells, Clause, HeapRule, Parts, RuleError, Sequence, Taken, breaks, period, sparse, subtraction,
};
use bouton_engine::{Budget, Halt};
use bouton_random::Rng;

fn set(random: &mut Rng, count: usize, from: usize, to: usize) -> Vec<usize> {
    (0..count).map(|_| from + random.index(to - from + 1)).collect()
}

/// The values of all ways to divide `rest` into exactly `parts` heaps, each at least `least`.
fn divide(values: &[u32], rest: usize, parts: usize, least: usize, sum: u32, out: &mut BTreeSet<u32>) {
    if parts == 0 {
        if rest == 0 {
            out.insert(sum);
        }
        return;
    }
    for part in least..=rest / parts {
        divide(values, rest - part, parts - 1, part, sum ^ values.get(part).copied().unwrap_or(0), out);
    }
}

/// The values by the definition.
fn naive(rule: &HeapRule, to: usize) -> Vec<u32> {
    let mut values = vec![0];
    for heap in 1..=to {
        let mut options = BTreeSet::new();
        for clause in rule.clauses() {
            for take in (0..=heap).filter(|&take| clause.taken.contains(take)) {
                let rest = heap - take;
                match clause.parts {
                    Parts::Exactly(parts) => divide(&values, rest, parts, 1, 0, &mut options),
                    Parts::Unequal => {
                        options
                            .extend((1..rest).filter(|a| 2 * a < rest).map(|a| values[a] ^ values[rest - a]));
                    }
                }
            }
        }
        values.push((0..).find(|value| !options.contains(value)).unwrap_or(0));
    }
    values
}

fn all(sequence: &Sequence, to: usize) -> Vec<u32> {
    (0..=to as u64).map(|heap| sequence.get(heap).unwrap() as u32).collect()
}

fn list(cells: &Cells) -> Vec<u32> {
    cells.iter().collect()
}

#[test]
fn taking_from_random_sets() {
    let budget = Budget::unlimited();
    let mut random = Rng::new(1);
    for round in 0..150 {
        let count = 1 + random.index(6);
        let most = 3 + random.index(12);
        let takes = set(&mut random, count, 1, most);
        let from = 1 + random.index(6);
        let rules = [
            Taken::only(takes.iter().copied()),
            Taken::all_but(takes.iter().copied()),
            Taken::Range { from, to: from + random.index(9) },
        ];
        for taken in rules {
            let rule = HeapRule::taking(taken.clone()).unwrap();
            let expected = naive(&rule, 250);
            // Asked for few or for many: the tail, where there is one, must say the same.
            for to in [0, 7, 60, 250] {
                let found = subtraction::values(&taken, to, &budget).unwrap();
                let known = found.last().map_or(250, |last| last as usize);
                assert!(known >= to);
                assert_eq!(all(&found, known), expected[..=known], "round {round}: {taken:?} to {to}");
                assert_eq!(list(&found.table(to, &budget).unwrap()), expected[..=to], "{taken:?}");
            }
            assert_eq!(heaps::values(&rule, 250, &budget).unwrap().get(250), Some(expected[250].into()));
            assert_eq!(list(&breaks::values(&rule, 250, &budget).unwrap()), expected, "{taken:?}");
        }
    }
}

#[test]
fn tails_of_taking_are_the_smallest() {
    let budget = Budget::unlimited();
    let mut random = Rng::new(2);
    for _ in 0..200 {
        let count = 2 + random.index(4);
        let taken = Taken::only(set(&mut random, count, 1, 12));
        let found = subtraction::values(&taken, 1 << 16, &budget).unwrap();
        let tail = found.tail().expect("windows of 12 small values return soon");
        let values = all(&found, tail.from + 4 * tail.period + 64);
        for period in 1..tail.period {
            let window = tail.from..tail.from + 2 * tail.period;
            assert!(window.clone().any(|n| values[n] != values[n + period]), "{taken:?}: {period}");
        }
        assert!((tail.from..values.len() - tail.period).all(|n| values[n] == values[n + tail.period]));
        if let Some(before) = tail.from.checked_sub(1) {
            assert_ne!(values[before], values[before + tail.period], "{taken:?}");
        }
    }
}

#[test]
fn large_sets_and_wide_values() {
    let budget = Budget::unlimited();
    let mut random = Rng::new(3);
    for (count, most, to) in [(80, 200, 1500), (300, 900, 2500), (70_000, 200_000, 300)] {
        let taken = Taken::only(set(&mut random, count, 1, most));
        let rule = HeapRule::taking(taken.clone()).unwrap();
        let found = subtraction::values(&taken, to, &budget).unwrap();
        assert_eq!(all(&found, to), naive(&rule, to), "{count} of {most}");
    }
    // Nim: values of 17 bits and more through the general engine.
    let nim = HeapRule::taking(Taken::any()).unwrap();
    let found = breaks::values(&nim, 70_000, &budget).unwrap();
    assert!(found.iter().eq(0..=70_000));
    assert_eq!(heaps::values(&nim, 5, &budget).unwrap().get(u64::MAX), Some(u64::MAX));
}

fn random_taken(random: &mut Rng, zero: bool) -> Taken {
    let least = usize::from(!zero);
    match random.index(6) {
        0 => Taken::Range { from: least + random.index(3), to: 2 + random.index(50) },
        1 => {
            let count = random.index(4);
            Taken::all_but(set(random, count, 1, 8))
        }
        _ => {
            let count = 1 + random.index(4);
            Taken::only(set(random, count, least, 7))
        }
    }
}

#[test]
fn breaking_by_random_rules() {
    let budget = Budget::unlimited();
    let mut random = Rng::new(4);
    for round in 0..150 {
        let three = round % 3 == 0;
        let clauses = (0..1 + random.index(4))
            .map(|_| {
                let parts = match random.index(7) {
                    0 => Parts::Exactly(0),
                    1 | 2 => Parts::Exactly(1),
                    3 if three => Parts::Exactly(3 + random.index(2)),
                    4 => Parts::Unequal,
                    _ => Parts::Exactly(2),
                };
                let zero = !matches!(parts, Parts::Exactly(0 | 1));
                Clause { taken: random_taken(&mut random, zero), parts }
            })
            .collect();
        let rule = HeapRule::new(clauses).unwrap();
        let to = if three { 36 } else { 200 };
        let expected = naive(&rule, to);
        assert_eq!(list(&breaks::values(&rule, to, &budget).unwrap()), expected, "round {round}: {rule:?}");
        assert_eq!(list(&sparse::values(&rule, to, &budget).unwrap()), expected, "{rule:?}");
        let found = heaps::values(&rule, to / 2, &budget).unwrap();
        let known = found.last().map_or(to, |last| last as usize);
        assert_eq!(all(&found, known), expected[..=known], "round {round}: {rule:?}");
    }
}

/// The truth: each line of `periods.csv` has a code, its period and the last exception.
fn published() -> Vec<(String, usize, usize)> {
    let text = include_str!("../../../../tests/truth/octal/periods.csv");
    text.lines()
        .skip(1)
        .filter_map(|line| {
            let mut fields = line.split(',');
            let code = fields.next()?.to_owned();
            Some((code, fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
        })
        .collect()
}

#[test]
fn published_periods_are_proved() {
    let budget = Budget::unlimited();
    let rows = published();
    let mut proved = 0;
    for (code, expected, last_exception) in &rows {
        // Longer ones are for a long run.
        let enough = 2 * (expected + last_exception) + 40;
        if enough > 4_000 {
            continue;
        }
        let rule = HeapRule::from_code(code).unwrap();
        let values = sparse::values(&rule, enough, &budget).unwrap();
        let found = period(&rule, &values).unwrap_or_else(|| panic!("{code}: not proved"));
        assert_eq!((found.period, found.last_exception), (*expected, *last_exception), "{code}");
        proved += 1;
    }
    assert!(proved > 50 && rows.len() > 100, "{proved} of {}", rows.len());
}

/// Reads `"code": {"prefix":[…],"period":[…]}` lines, the only form the file has.
fn sequences() -> Vec<(String, Vec<u64>, Vec<u64>)> {
    let text = include_str!("../../../../tests/truth/octal/sequences.json");
    let numbers =
        |text: &str| -> Vec<u64> { text.split(',').filter_map(|n| n.trim().parse().ok()).collect() };
    let between = |line: &str, from: &str| -> Option<Vec<u64>> {
        let rest = line.split_once(from)?.1;
        Some(numbers(rest.split_once(']')?.0))
    };
    text.lines()
        .filter_map(|line| {
            let code = line.split('"').nth(1)?.to_owned();
            Some((code, between(line, "\"prefix\":[")?, between(line, "\"period\":[")?))
        })
        .collect()
}

#[test]
fn published_sequences() {
    let rows = sequences();
    assert!(rows.len() > 20);
    for (code, prefix, repeated) in rows {
        let rule = HeapRule::from_code(&code).unwrap();
        let to = 2 * (prefix.len() + repeated.len()) + 20;
        let found = heaps::values(&rule, to, &Budget::unlimited()).unwrap();
        assert!(found.tail().is_some(), "{code}");
        let expected = prefix.iter().chain(repeated.iter().cycle());
        for (heap, &value) in (0..3 * to as u64).zip(expected) {
            assert_eq!(found.get(heap), Some(value), "{code} at {heap}");
        }
    }
}

#[test]
#[ignore = "a long run, for optimised builds"]
fn sparse_and_plain_agree() {
    let budget = Budget::unlimited();
    // Officers and others with few rare values, two with many, and one with pairs after several takes.
    for code in ["0.6", "0.06", "0.14", "0.36", "0.64", "0.74", "0.007", "0.16", "4.006", "0.104", "0.3646"] {
        let rule = HeapRule::from_code(code).unwrap();
        let to = 60_000;
        let plain = breaks::values(&rule, to, &budget).unwrap();
        let found = sparse::values(&rule, to, &budget).unwrap();
        let differs = plain.iter().zip(found.iter()).position(|(x, y)| x != y);
        assert_eq!((differs, found.len()), (None, to + 1), "{code}");
    }
}

#[test]
fn codes() {
    for (code, error) in [
        ("", RuleError::NoPoint),
        ("77", RuleError::NoPoint),
        ("0.7x", RuleError::Digit { found: 'x', place: 3 }),
        ("1.7", RuleError::NoMove { parts: 0 }),
        ("2.7", RuleError::NoMove { parts: 1 }),
    ] {
        assert_eq!(HeapRule::from_code(code), Err(error), "{code}");
    }
    // A list in any order means the same.
    let tumbled = Taken::Only(vec![4, 1, 3, 1]);
    let found = subtraction::values(&tumbled, 50, &Budget::unlimited());
    assert_eq!(found, subtraction::values(&Taken::only([1, 3, 4]), 50, &Budget::unlimited()));
    let zero = Clause { taken: Taken::Only(vec![5, 0]), parts: Parts::Exactly(1) };
    assert_eq!(HeapRule::new(vec![zero]), Err(RuleError::NoMove { parts: 1 }));
    // More heaps than there are counters: no move at all.
    let crowd = Clause { taken: Taken::any(), parts: Parts::Exactly(usize::MAX) };
    let found = heaps::values(&HeapRule::new(vec![crowd]).unwrap(), 50, &Budget::unlimited()).unwrap();
    assert_eq!(all(&found, 50), vec![0; 51]);
    // Three heaps: take one and leave three.
    let rule = HeapRule::from_code("0.f").unwrap();
    let found = heaps::values(&rule, 60, &Budget::unlimited()).unwrap();
    assert_eq!(all(&found, 60), naive(&rule, 60));
}

#[test]
fn budgets_are_kept() {
    let small = Budget::unlimited().memory(1000);
    let kayles = HeapRule::from_code("0.77").unwrap();
    let refused = heaps::values(&kayles, 1_000_000, &small);
    assert!(matches!(refused, Err(Halt::Memory { needed, limit: 1000, .. }) if needed > 1000));
    // A period needs no room for what it repeats.
    let periodic = heaps::values(&kayles, usize::MAX, &Budget::unlimited()).unwrap();
    assert!(periodic.get(1 << 60).is_some());
    let table = subtraction::values(&Taken::only([1, 3, 4]), usize::MAX, &small).unwrap();
    let refused = table.table(1_000_000, &small);
    assert!(matches!(refused, Err(Halt::Memory { needed: 1_000_001, limit: 1000, .. })));
    let long = subtraction::values(&Taken::only([1, 1 << 40]), 1 << 50, &small);
    assert!(matches!(long, Err(Halt::Memory { .. })));
    let late = Budget::unlimited().time(Duration::ZERO);
    std::thread::sleep(Duration::from_millis(2));
    assert!(matches!(heaps::values(&kayles, 50_000, &late), Err(Halt::Time { .. })));
}

/// What was found before a stop is known afterwards, and gone on with where the method can begin anywhere.
#[test]
fn values_before_a_stop_are_kept() {
    let (kayles, grundys) = (HeapRule::from_code("0.77").unwrap(), grundys_game());
    for (rule, looks) in [(&kayles, 3), (&kayles, 20), (&grundys, 3), (&grundys, 20)] {
        let mut known = Cells::U8(Vec::new());
        let stop = heaps::extended(rule, &mut known, 50_000, &Budget::unlimited().fuse(looks));
        assert!(matches!(stop, Err(Halt::Time { .. })));
        let first = known.len();
        assert!(first > 30 * looks as usize, "{first}");
        let whole = heaps::values(rule, 3000, &Budget::unlimited()).unwrap();
        assert!((0..first).all(|heap| known.get(heap).map(u64::from) == whole.get(heap as u64)));
        let stop = heaps::extended(rule, &mut known, 50_000, &Budget::unlimited().fuse(looks));
        assert!(stop.is_err() && known.len() > first);
    }
}

/// Take nothing and leave two heaps of different sizes.
fn grundys_game() -> HeapRule {
    HeapRule::new(vec![Clause { taken: Taken::only([0]), parts: Parts::Unequal }]).unwrap()
}

#[test]
fn unequal_heaps_by_rare_values() {
    let budget = Budget::unlimited();
    let (rule, to) = (grundys_game(), 12_000);
    let plain = breaks::values(&rule, to, &budget).unwrap();
    let found = sparse::values(&rule, to, &budget).unwrap();
    let differs = plain.iter().zip(found.iter()).position(|(x, y)| x != y);
    assert_eq!((differs, found.len()), (None, to + 1));
    // Two equal heaps are never left, so a period of the values proves nothing.
    assert_eq!(heaps::values(&rule, to, &budget).unwrap().tail(), None);
}

#[test]
fn runs_go_on_from_what_is_known() {
    let budget = Budget::unlimited();
    let to = 10_000;
    let rules = [HeapRule::from_code("0.6").unwrap(), grundys_game(), HeapRule::from_code("0.007").unwrap()];
    for rule in rules {
        let whole = list(&breaks::values(&rule, to, &budget).unwrap());
        for known in [0, 700, 6_001] {
            let mut run = sparse::Run::new(&rule, to, whole.iter().copied().take(known), &budget).unwrap();
            assert_eq!(run.heaps(), known.max(1), "nothing is found twice");
            // In steps of any length, one of them none.
            for step in [known, 6_500, 6_500, 9_999, to] {
                run.advance(step).unwrap();
            }
            assert_eq!(list(&run.into_cells()), whole, "{rule:?} from {known}");
        }
    }
}

/// Between two steps some heaps are found one at a time, and the blocks after them must know of those.
#[test]
fn runs_in_many_steps() {
    let budget = Budget::unlimited();
    let (rule, to) = (HeapRule::from_code("0.16").unwrap(), 43_000);
    let mut run = sparse::Run::new(&rule, to, std::iter::empty(), &budget).unwrap();
    for step in (4_095..to).step_by(4_096).chain([to]) {
        run.advance(step).unwrap();
    }
    let (found, whole) = (list(&run.into_cells()), list(&sparse::values(&rule, to, &budget).unwrap()));
    assert_eq!(found.iter().zip(&whole).position(|(a, b)| a != b), None);
    assert_eq!(found.len(), whole.len());
}

#[test]
fn a_period_ends_the_listing() {
    let kayles = HeapRule::from_code("0.77").unwrap();
    let found = heaps::values(&kayles, 1_000_000_000, &Budget::unlimited().memory(1 << 20)).unwrap();
    assert!(found.cells().len() < 20_000 && found.get(999_999_999).is_some());
    let officers = HeapRule::from_code("0.6").unwrap();
    let known = heaps::values(&officers, 3_000, &Budget::unlimited()).unwrap();
    let longer = heaps::extended(&officers, &mut known.cells().clone(), 4_000, &Budget::unlimited()).unwrap();
    assert_eq!(longer, heaps::values(&officers, 4_000, &Budget::unlimited()).unwrap());
}

#[test]
fn the_pace_is_that_of_the_method() {
    // All pairs: twice as far costs three times as much again.
    let budget = Budget::unlimited();
    let crowded = HeapRule::from_code("0.007").unwrap();
    let known = heaps::values(&crowded, 8_000, &budget).unwrap();
    let pace = heaps::pace(&crowded, &known, 16_000);
    assert!((2.0..4.0).contains(&(pace.units / pace.begun)), "{pace:?}");
    // A known period: nothing is left to do.
    let kayles = HeapRule::from_code("0.77").unwrap();
    let known = heaps::values(&kayles, 1_000, &budget).unwrap();
    assert_eq!(heaps::pace(&kayles, &known, 1 << 60).units, 0.0);
}
