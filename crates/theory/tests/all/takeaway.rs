//! Take-away with memory: recognised from the rules, and Schwenk's theorem compared with plain recursion.

use crate::rules;
use bouton_theory::Effort;
use bouton_theory::prove::{Recurrence, TakeAway};
use num_bigint::BigUint;

fn found(text: &str) -> Option<TakeAway> {
    TakeAway::new(&rules::fragment(&rules::game(text)), &Effort::new(None)).unwrap()
}

/// Rules with this limit after k.
fn after(limit: &str) -> String {
    format!("position n, limit; move k in 1..min(n, limit): n -> n - k, limit -> {limit}")
}

#[test]
fn schwenks_theorem() {
    let limits =
        "k ¦ 2*k ¦ 3*k ¦ 4*k ¦ 7*k ¦ 2*k + 1 ¦ 3*k - 1 ¦ k + 5 ¦ 3*k div 2 ¦ (5*k + 1) div 3 ¦ 2*k - 1";
    for limit in limits.split('¦').map(str::trim) {
        let game = rules::game(&after(limit));
        let fragment = rules::fragment(&game);
        let take = found(&after(limit)).unwrap_or_else(|| panic!("{limit} is not recognised"));
        let mut truth = rules::Truth::new(&game);
        for n in 0..45u64 {
            for most in 0..=n {
                let part = truth.part(&fragment, &[n, most]).unwrap();
                let lost = truth.lost(&part);
                let (heap, most) = (BigUint::from(n), BigUint::from(most));
                assert_eq!(take.lost(&heap, &most), lost, "{limit}: {n} {most}");
                // All winning takes and no others.
                let wins = |k: &u64| {
                    let k = BigUint::from(*k);
                    k <= most && take.lost(&(&heap - &k), &take.limit(&k))
                };
                let winning: Vec<BigUint> = (1..=n).filter(wins).map(BigUint::from).collect();
                assert_eq!(take.winning(&heap, &most), winning, "{limit}: {n} {most}");
            }
        }
    }
}

#[test]
fn ladders_known_from_books() {
    type Row = (&'static str, &'static [u32], Option<(usize, usize)>);
    let rows: [Row; 5] = [
        ("k", &[1, 2, 4, 8, 16], Some((0, 1))),
        ("2*k", &[1, 2, 3, 5, 8, 13, 21], Some((1, 2))),
        ("3*k", &[1, 2, 3, 4, 6, 8, 11, 15, 21, 29, 40], Some((3, 4))),
        ("4*k", &[1, 2, 3, 4, 5, 7, 9, 12, 15, 19, 24, 31, 40, 52], Some((5, 7))),
        ("2*k + 1", &[1, 2, 3, 4, 6, 9, 13, 19], None),
    ];
    for (limit, ladder, recurrence) in rows {
        let take = found(&after(limit)).unwrap();
        let first: Vec<BigUint> = ladder.iter().map(|n| BigUint::from(*n)).collect();
        assert_eq!(take.ladder(&BigUint::ZERO, first.len()), first, "{limit}");
        let said = recurrence.map(|(lag, from)| Recurrence { lag, from });
        assert_eq!(take.recurrence(), said, "{limit}");
        // Said for ever: looked at far beyond the rungs that it is derived from.
        if let Some((lag, from)) = recurrence {
            let far = take.ladder(&BigUint::ZERO, 600);
            assert!((from..599).all(|j| far[j + 1] == &far[j] + &far[j - lag]), "{limit}");
        }
    }
    // Either order, and a heap that is named second.
    let turned = "position most, n; move k in 1..min(n, most): n -> n - k, most -> 3*k";
    assert_eq!(found(turned).map(|t| (t.heap, t.factor)), Some((1, 3)));
}

#[test]
fn other_rules_are_not_take_away() {
    for text in [
        // The limit falls below what was taken, or falls.
        "position n, limit; move k in 1..min(n, limit): n -> n - k, limit -> k - 1",
        "position n, limit; move k in 1..min(n, limit): n -> n - k, limit -> k div 2",
        // It depends on more than the take, or the take is bounded otherwise.
        "position n, limit; move k in 1..min(n, limit): n -> n - k, limit -> 2*k + n mod 2",
        "position n, limit; move k in 1..min(n, limit): n -> n - k, limit -> 2*k + limit",
        "position n, limit; move k in 1..min(n, limit) if k != 3: n -> n - k, limit -> 3*k",
        "position n, limit; move k in 2..min(n, limit): n -> n - k, limit -> 3*k",
        "position n, limit; move k in 1..min(n, limit + 1): n -> n - k, limit -> 3*k",
        "position n, limit; move k in 1..min(n, limit): n -> n - k, limit -> (3*k if k < 20, 4*k otherwise)",
        // Other endings.
        "position n, limit; end misere; move k in 1..min(n, limit): n -> n - k, limit -> 3*k",
        "position n, limit; block 1; move k in 1..min(n, limit): n -> n - k, limit -> 3*k",
        "position n, limit; win when n = 7; move k in 1..min(n, limit): n -> n - k, limit -> 3*k",
        "position n in 0..100, limit; move k in 1..min(n, limit): n -> n - k, limit -> 3*k",
    ] {
        assert_eq!(found(text), None, "{text}");
    }
}
