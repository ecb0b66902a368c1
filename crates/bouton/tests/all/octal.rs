//! The octal games whose periods are published (`tests/truth/octal`): `pattern` finds the period from the rules and PROVES
//! it, with the published last exception.

use crate::common::{game, pattern_of, solver};
use bouton_samples::few_or;

/// Code, period, last exception.
fn published() -> Vec<(String, u64, i64)> {
    let text = include_str!("../../../../tests/truth/octal/periods.csv");
    let row = |line: &str| {
        let mut cells = line.split(',');
        let code = cells.next()?.to_string();
        Some((code, cells.next()?.parse().ok()?, cells.next()?.parse().ok()?))
    };
    text.lines().skip(1).map(|line| row(line).unwrap_or_else(|| panic!("{line}"))).collect()
}

fn compare(code: &str, period: u64, last: i64, to: Option<u64>) {
    let patterns = solver().pattern(&pattern_of(game(&format!("heaps n; octal {code}")), to)).unwrap();
    let proved = patterns.found.iter().find(|f| f.status.word() == "PROVED" && f.period.is_some());
    let Some(found) = proved.and_then(|f| f.period.as_ref()) else {
        panic!("{code}: {:?}", patterns.found);
    };
    assert_eq!((found.period, found.saltus), (period, 0), "{code}");
    // The empty heap is an exception to nothing where the list of exceptions begins with heap 1.
    let from = found.from;
    assert!(from == last + 1 || last == 0 && from == 0, "{code}: from {from}, last exception {last}");
}

/// With no longer table than the theorem needs: every sixth one, since the long run below has all.
#[test]
fn published_periods_are_proved() {
    let all = published();
    assert!(all.len() >= 100, "{}", all.len());
    for (code, period, last) in all.into_iter().step_by(few_or(6, 1)) {
        let needed = 2 * ((last + 1).unsigned_abs() + period) + code.len() as u64;
        compare(&code, period, last, Some(needed));
    }
}

/// As anybody would ask, without saying how far to look; and games with a late last exception or a long period, the last
/// two by the sparse method.
#[test]
#[ignore = "minutes; see CONTRIBUTING.md"]
fn periods_are_proved_without_a_bound() {
    let long = [("0.45", 20, 497), ("0.127", 4, 46577), ("0.16", 149_459, 105_350)];
    let long = long.map(|(code, period, last)| (code.to_string(), period, last));
    for (code, period, last) in published().into_iter().chain(long) {
        let start = std::time::Instant::now();
        compare(&code, period, last, None);
        println!("{code}: period {period}, last exception {last}, {:.1} s", start.elapsed().as_secs_f64());
    }
}
