//! Heaps that are lost in runs: recognised from the rules, and the theorem compared with plain recursion.

use crate::rules;
use bouton_compile::fragment::Fragment;
use bouton_language::interp::Interp;
use bouton_language::value::Value;
use bouton_theory::Effort;
use bouton_theory::prove::Runs;
use num_bigint::BigUint;

fn found(text: &str) -> Option<Runs> {
    Runs::new(&rules::fragment(&rules::game(text)), &Effort::new(None)).unwrap()
}

/// A move takes what is between two ends.
fn takes(least: &str, most: &str) -> String {
    format!("position n; move k in {least}..{most} if k >= 1: n -> n - k")
}

/// Compares a theorem with the definition: who wins, and all moves to lost heaps.
pub(crate) fn compare(text: &str, game: &Interp, fragment: &Fragment, runs: &Runs) {
    let mut truth = rules::Truth::new(game);
    for n in 0..200u64 {
        let heap = BigUint::from(n);
        let part = truth.part(fragment, &[n]).unwrap();
        assert_eq!(runs.lost(&heap), truth.lost(&part), "{text}: {n}");
        let (to, all) = runs.winning(&heap, 1000);
        assert!(all && to.iter().all(|m| runs.lost(m) && *m < heap), "{text}: {n}");
        for option in truth.options(&part) {
            let Value::Int(m) = option[0][0] else { panic!("{text}") };
            let found = to.contains(&BigUint::from(m.unsigned_abs()));
            assert!(found || !truth.lost(&option[0]), "{text}: {n} to {m}");
        }
        // Of many moves to one run, the first.
        let (some, all) = runs.winning(&heap, 1);
        assert!(some.len() <= to.len() && all == (some.len() == to.len()), "{text}: {n}");
    }
}

#[test]
fn runs_are_proved() {
    for (least, most) in [
        ("1", "n div 3"),
        ("2", "n div 3"),
        ("5", "n div 4"),
        ("3", "n div 2"),
        ("4", "n div 5 + 2"),
        ("2", "2*n div 5"),
        ("n div 5", "n div 3"),
        ("n div 5", "n div 2"),
        ("n div 3", "n div 3"),
    ] {
        for end in ["", "; end misere"] {
            let text = takes(least, most) + end;
            let game = rules::game(&text);
            let fragment = rules::fragment(&game);
            let runs = found(&text).unwrap_or_else(|| panic!("{text}"));
            compare(&text, &game, &fragment, &runs);
        }
    }
}

/// The second and the third run, by hand, and one that no engine reaches.
#[test]
fn runs_of_at_least_two_and_at_most_a_third() {
    let runs = found(&takes("2", "n div 3")).unwrap();
    assert!(!runs.whole_growth());
    assert_eq!((runs.lost.as_slice(), runs.start), ([0, 1, 2, 3, 4, 5].as_slice(), 8));
    let small = |n: u64| BigUint::from(n);
    let first = [[8, 9], [14, 15], [23, 24]].map(|run| run.map(small));
    assert_eq!(runs.first(3), first);
    let last = runs.first(200).pop().unwrap();
    assert!(runs.lost(&last[1]) && !runs.lost(&(&last[1] + 1u8)));
    let (to, all) = runs.winning(&(&last[1] + 2u8), 9);
    assert!(all && to == last[..2]);
    assert!(found(&takes("1", "n div 2")).unwrap().whole_growth());
}

#[test]
fn other_rules_have_no_runs() {
    for text in [
        takes("1", "4"),
        takes("1", "n - 3"),
        takes("1", "n div 2 + 3*(n mod 2)"),
        "position n; move k in {1, 3, 4}: n -> n - k".to_string(),
        "position n; win when n = 5; move k in 1..n div 3: n -> n - k".to_string(),
        "heaps n; move k in 1..n div 3: n -> n - k".to_string(),
        "position n; block 1; move k in 1..n div 3: n -> n - k".to_string(),
    ] {
        assert_eq!(found(&text), None, "{text}");
    }
}
