//! What `pattern` finds in games, with its status, and what it must not claim.

use crate::common::{claimed, found as found_of, game, pattern_of, range, solver};
use bouton::Game;
use bouton::pattern::{PatternQuestion, Patterns, in_numbers};
use bouton::theory::sequences::Search;
use bouton_samples::{few_or, rows};

fn patterns(text: &str, to: Option<u64>) -> Patterns {
    solver().pattern(&pattern_of(game(text), to)).unwrap()
}

#[test]
fn findings_and_their_status() {
    // Game, how far, the kind, the formula and the status of the first finding.
    let table = rows(
        r"
        lasker
          ¦ 400 ¦ arithmetic period ¦ g(n) = 0 if n = 0, n - 1 if n mod 4 = 0, n + 1 if n mod 4 = 3, n otherwise ¦
        kayles ¦ 400 ¦ period ¦ g(n + 12) = g(n) for n >= 71 ¦ PROVED
        heaps n; octal 0.137 ¦ 400 ¦ period ¦ g(n + 34) = g(n) for n >= 52 ¦ PROVED
        heaps n; move k in {1,3,4}: n -> n-k
          ¦ 100 ¦ period ¦ g(n) = 3 if n mod 7 = 5, 0 if n mod 7 in {0, 2}, 1 if n mod 7 in {1, 3}, 2 otherwise
          ¦ PROVED
        heaps n; move k in 1..: n -> n-k ¦ 100 ¦ arithmetic period ¦ g(n) = n ¦ PROVED
        heaps n; move k in 1..n div 2: n -> n-k ¦ 300 ¦ digits ¦ g(2n) = n, g(2n + 1) = g(n) ¦
        wythoff ¦ 40 ¦ beatty ¦ lose iff min(a, b) = floor(phi * |a - b|) ¦
        king-corner ¦ 30 ¦ residues ¦ lose iff x mod 2 = 0 and y mod 2 = 0 ¦
        divide ¦ 400 ¦ set ¦ lose iff (n in primes and n not in {2, 17}) or n in {1, 16, 34, 289} ¦ CHECKED
        fibonacci ¦ 150 ¦ set ¦ lose iff n in fibonacci or n = 0 ¦
        position row a[3]; move i in 1..3, k in 1..a[i]: a[i] -= k, a[i-1] += k when i > 1
          ¦ 9 ¦ xor ¦ grundy = a[1] xor a[3] ¦
        position row a[2], b; move i in 1..2, k in 1..a[i]: a[i] -= k; move k in 1..b: b -> b-k
          ¦ 9 ¦ automaton ¦ lose iff a[1] xor a[2] xor b = 0 ¦
        position a, b, p in {no, yes}; move k in 1..a: a -> a-k; move k in 1..b: b -> b-k; move if p and a + b > 0: p -> no
          ¦ 12 ¦ line ¦ lose iff b = a if p = no ¦
        position a, b; move k in 1..a: a -> a-k; move k in 1..b: b -> b-k ¦ 40 ¦ quantity ¦ lose iff a = b ¦
    ",
    );
    for [text, to, kind, formula, status] in table {
        let found = patterns(&text, to.parse().ok()).found;
        let Some(first) = found.first() else { panic!("{text}: nothing") };
        assert_eq!((first.kind, &first.formula), (kind.as_str(), &formula), "{text}: {found:?}");
        if !status.is_empty() {
            assert_eq!(first.status.word(), status, "{text}");
        }
    }
}

#[test]
fn what_is_not_proved_is_not_called_so() {
    // Kayles's last exception is 70: a table cut at 100 shows too little for any claim about the period.
    let short = patterns("kayles", Some(100));
    assert!(short.found.iter().all(|f| f.status.word() != "PROVED"), "{:?}", short.found);
    // Taking a factorial looks periodic for thousands of heaps, and is not.
    for to in [1000, 3000, 5040, 6000, 20_000] {
        let found = patterns("factorial-take", Some(to));
        assert!(found.found.iter().all(|f| f.period.is_none()), "to {to}: {:?}", found.found);
    }
    // Two numbers over nothing: lists are guesses.
    let list = in_numbers(0, &[0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2], &Search::default());
    let first = &list.found[0];
    assert_eq!((first.status.word(), first.formula.as_str()), ("GUESSED", "a(n) = n mod 3"));
}

#[test]
fn a_claim_that_is_proposed_can_be_pasted() {
    for text in ["lasker", "kayles", "divide", "mark", "half-nim", "ruler", "power-bash"]
        .into_iter()
        .step_by(few_or(3, 1))
    {
        let rules = game(text);
        let found = patterns(text, Some(400));
        for claim in found.found.iter().filter_map(|f| f.claim.as_ref()) {
            let like = format!("like {text}\n{claim}\n");
            let read = Game::parse(&like);
            assert!(read.is_ok(), "{text}: {claim}: {:?}", read.err());
            // Or given to `check`, definitions included, beside those of the rules.
            let report = found_of(solver().check(&claimed(&rules, Some(claim), Some(40))), claim);
            assert!(!report.claims[0].is_false(), "{text}: {claim}");
        }
        assert!(!found.found.is_empty(), "{}", rules.title());
    }
}

/// Bare lists of numbers, long enough and too short.
#[test]
fn lists() {
    type Case = (i64, &'static str, fn(i64) -> i64);
    let cases: [Case; 14] = [
        (
            60,
            "a(n) = n div 2 if n mod 2 = 0, 3*n + 1 otherwise",
            |n| if n % 2 == 0 { n / 2 } else { 3 * n + 1 },
        ),
        (20, "a(n) = n**2", |n| n * n),
        (20, "a(n) = (n**2 + n) div 2", |n| n * (n + 1) / 2),
        (20, "a(n + 7) = a(n) for n >= 2", |n| if n < 2 { 9 } else { [3, 1, 4, 1, 5, 9, 2][n as usize % 7] }),
        (40, "a(n) = 0 if n < 5, n - 5 otherwise", |n| (n - 5).max(0)),
        (90, "a(n) = 1 if n in squares, 0 otherwise", |n| i64::from(n.isqrt().pow(2) == n)),
        (90, "a(n) = 1 if 8*n + 1 in squares, 0 otherwise", |n| {
            i64::from((8 * n + 1).isqrt().pow(2) == 8 * n + 1)
        }),
        (90, "a(n) = 1 if n in primes, 0 otherwise", |n| i64::from(n > 1 && (2..n).all(|d| n % d != 0))),
        (
            90,
            "a(n) = 5 if n in primes, 3 otherwise",
            |n| if n > 1 && (2..n).all(|d| n % d != 0) { 5 } else { 3 },
        ),
        (1200, "a(n) = 1 if (n in powers2 and n != 1) or n = 7, 0 otherwise", |n| {
            i64::from(n == 7 || n > 1 && n.count_ones() == 1)
        }),
        (90, "a(n) = 1 if n in {floor(phi * i) for i in 1..n + 1}, 0 otherwise", |n| {
            i64::from((1..=n).any(|i| (i + (5 * i * i).isqrt()) / 2 == n))
        }),
        (60, "a(n) = 0 if popcount(n) mod 2 = 0, 1 otherwise", |n| (n.count_ones() % 2).into()),
        (16, "", |n| [3, 9, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1][n as usize]),
        (60, "", |n| n * n % 31 + n * n * n % 17),
    ];
    for (count, formula, value) in cases {
        let values: Vec<i64> = (0..count).map(value).collect();
        let list = in_numbers(0, &values, &Search::default());
        let first = list.found.first().map_or("", |f| f.formula.as_str());
        assert_eq!(first, formula);
        assert!(list.found.iter().all(|f| f.status.word() == "GUESSED"), "{formula}");
    }
}

/// The same set is not said over and over.
#[test]
fn proved_sets_are_said_once() {
    let rules = "position a, b; move k in 1..a: a -> a-k; move k in 1..b: b -> b-k; move k in 1..min(a, b): a -> a-k, b -> b-2*k";
    let found = patterns(rules, None).found;
    let said: Vec<&str> = found.iter().map(|f| f.formula.as_str()).collect();
    assert_eq!(said, ["lose iff a = b"]);
}

/// Values that are too few deny nothing.
#[test]
fn too_few_values_are_said_to_be() {
    for (values, words) in [
        (
            &[0, 1, 0, 1, 0, 1, 0][..],
            "7 values are too few: a(n + 2) = a(n) fits them all, and is believed from 9 values on",
        ),
        (
            &[3, 5, 7, 9],
            "4 values are too few: a(n + 1) = a(n) + 2 fits them all, and is believed from 8 values on",
        ),
        (&[3, 1, 4], "3 values are too few to tell a pattern from chance; give 9 or more"),
    ] {
        let list = in_numbers(0, values, &Search::default());
        let few = list.few.unwrap_or_default();
        assert_eq!((list.found.len(), few.say(Default::default())), (0, words));
    }
    // With as many as it says the pattern is found, and of many values it says that there is none.
    assert_eq!(in_numbers(0, &[0, 1, 0, 1, 0, 1, 0, 1, 0], &Search::default()).found.len(), 1);
    assert_eq!(in_numbers(0, &[3, 5, 7, 9, 11, 13, 15, 17], &Search::default()).found.len(), 1);
    let chaos: Vec<i64> = (0..60).map(|n| n * n % 31 + n * n * n % 17).collect();
    assert!(in_numbers(0, &chaos, &Search::default()).few.is_none());
}

/// What a short table shows is tested against the values that a proved period gives.
#[test]
fn findings_agree_with_a_proved_period() {
    let rules = "heaps n; move k in {1, 200}: n -> n - k";
    let said = |found: Patterns| -> Vec<String> { found.found.into_iter().map(|f| f.formula).collect() };
    // A table that is cut at 100 is all there is to look at; a range of the table leaves the period to be found.
    assert_eq!(said(patterns(rules, Some(100))), ["g(n) = n mod 2", "lose iff n mod 2 = 0"]);
    let question = PatternQuestion { ranges: vec![range("n", 0, 100)], ..pattern_of(game(rules), None) };
    let found = solver().pattern(&question).unwrap();
    assert_eq!(found.table.as_ref().map(|t| t.rows().len()), Some(101));
    let first = found.found[0].period.as_ref().map(|p| (p.period, p.from));
    assert_eq!((first, found.found[0].status.word()), (Some((201, 0)), "PROVED"), "{:?}", found.found);
    let said = said(found);
    assert!(said.iter().all(|f| !f.contains("n mod 2 = 0") && f != "g(n) = n mod 2"), "{said:?}");
}
