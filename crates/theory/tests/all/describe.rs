//! Descriptions of proved sets, as text of the rules language.

use crate::games;
use bouton_theory::Effort;
use bouton_theory::claims::{compile_statement, numerations};
use bouton_theory::describe::{describe, describe_values};
use bouton_theory::prove::{Limits, prove};

#[test]
fn what_people_read() {
    let effort = Effort::new(&|| false);
    let rows: Vec<(&str, _, Option<&str>)> = vec![
        ("nim", games::nim(3), Some("a xor b xor c = 0")),
        ("nim of 8", games::nim(8), Some("a xor b xor c xor d xor e xor f xor g xor h = 0")),
        ("staircase", games::staircase(3), Some("a xor c = 0")),
        ("bash", games::subtraction(&[1, 2, 3, 4]), Some("a mod 5 = 0")),
        ("take 1, 3, 4", games::subtraction(&[1, 3, 4]), Some("a mod 7 in {0, 2}")),
        ("take 2, 3", games::subtraction(&[2, 3]), Some("a mod 5 in {0, 1}")),
        ("king", games::vectors(&[(-1, 0), (0, -1), (-1, -1)]), Some("a mod 2 = 0 and b mod 2 = 0")),
        ("one step", games::vectors(&[(-1, 0), (0, -1)]), Some("(a + b) mod 2 = 0")),
        ("arc 072 d", games::alice_brown(), Some("|a - b| <= 1")),
        ("chomp", games::chomp(2), Some("a = b + 1")),
        ("wythoff", games::wythoff(), Some("min(a, b) = floor(phi * |a - b|)")),
        (
            "2-wythoff",
            games::t_wythoff(2),
            Some("|a - b| mod 2 = 0 and min(a, b) = floor(sqrt(8) * (|a - b| div 2) / 2)"),
        ),
        ("at most half", games::at_most_half(), Some("a + 1 in powers2")),
        ("fibonacci nim", games::fibonacci_nim(2), Some("a = 0 or b < lowest(a)")),
        ("limit = k", games::fibonacci_nim(1), Some("a = 0 or 2*b < a xor (a - 1)")),
        (
            "misere nim",
            games::misere(games::nim(2)),
            Some("max(a, b) >= 2 and a xor b = 0 or max(a, b) <= 1 and (a + b) mod 2 = 1"),
        ),
        (
            "moore",
            games::moore(3, 2),
            Some(
                "all(count((x div 2**i) mod 2 = 1 for x in [a, b, c]) mod 3 = 0 for i in 0..log2(a + b + c + 1))",
            ),
        ),
        (
            "misere wythoff",
            games::misere(games::wythoff()),
            Some(
                "((min(a, b) = floor(phi * |a - b|)) and not (a = 0 and b = 0 or a = 1 and b = 2 or a = 2 and b = 1)) or a = 0 and b = 1 or a = 1 and b = 0 or a = 2 and b = 2",
            ),
        ),
        ("random set", games::random_move_set(2), None),
    ];
    for (name, g, wanted) in rows {
        let t = prove(&g, &Limits::default()).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let found = describe(&g, &t, &effort).unwrap();
        if name != "random set" {
            assert_eq!(found.map(|d| d.condition).as_deref(), wanted, "{name}");
        }
    }
}

#[test]
fn periods_of_values() {
    let effort = Effort::new(&|| false);
    let rows = [
        ("lasker", games::lasker(), "period 4 saltus 4 from 1"),
        ("kayles", games::take_and_break(&[1, 2]), "period 12 from 71"),
    ];
    for (name, g, claim) in rows {
        let t = prove(&g, &Limits::default()).unwrap();
        assert_eq!(describe_values(&t, &effort).unwrap().map(|p| p.claim).as_deref(), Some(claim), "{name}");
    }
}

#[test]
fn claims_are_compared_with_theorems() {
    use bouton_compile::fragment::{Statement, Term, TermKind};
    use bouton_linear::{Affine, Formula};
    let effort = Effort::new(&|| false);
    let g = games::wythoff();
    let t = prove(&g, &Limits::default()).unwrap();
    // a ≤ b and ⌊φ·(b − a)⌋ = a, where v2 = b − a and v3 is the multiple; and the same the other way round.
    let half = |a: usize, b: usize, constant: i64| {
        let form = |terms: &[(usize, i64)], constant| Formula::Zero(Affine::new(terms, constant));
        Statement {
            formula: Formula::All(vec![
                form(&[(b, 1), (a, -1), (2, -1)], 0),
                form(&[(3, 1), (a, -1)], constant),
            ]),
            terms: vec![Term { kind: TermKind::FloorPhi, arguments: vec![2], value: 3 }],
        }
    };
    assert_eq!(numerations(&half(0, 1, 0)), [bouton_theory::Numeration::FIBONACCI]);
    let set = |constant| {
        let one = |a, b| {
            compile_statement(t.dfa.numeration(), &half(a, b, constant), 2, &[], &effort).unwrap().unwrap()
        };
        one(0, 1).or(&one(1, 0), &effort).unwrap()
    };
    assert_eq!(set(0), t.dfa);
    assert_ne!(set(1), t.dfa);
}

/// f(n) = 0 for odd n and 1 + f(n div 2) otherwise, modulo 2; nothing for 0, where it never ends.
#[test]
fn graphs_of_definitions_are_learned_and_proved() {
    use bouton_compile::fragment::{Statement, Term, TermKind};
    use bouton_linear::{Affine, Formula};
    use bouton_theory::Numeration;
    let effort = Effort::new(&|| false);
    let kind = TermKind::Defined { define: 0, modulus: 2 };
    // v0 the number, v1 the value, v2 = v0 div 2, v3 one more than what is called; `plus` is right if it is 1.
    let zero = |terms: &[(usize, i64)], constant| Formula::Zero(Affine::new(terms, constant));
    let statement = |plus: i64| Statement {
        formula: Formula::Any(vec![
            Formula::All(vec![
                Formula::Multiple(Affine::new(&[(0, 1)], 1), 2),
                zero(&[(1, 1)], 0),
                // Whatever is called.
                zero(&[(0, 1), (2, -2)], -1),
            ]),
            Formula::All(vec![
                zero(&[(0, 1), (2, -2)], 0),
                Formula::AtLeastZero(Affine::new(&[(3, 1)], -1)),
                Formula::AtLeastZero(Affine::new(&[(1, -1)], 1)),
                Formula::Multiple(Affine::new(&[(1, 1), (3, 1)], plus - 1), 2),
            ]),
        ]),
        terms: vec![Term { kind, arguments: vec![2], value: 3 }],
    };
    let value = |n: u32| if n == 0 { 0 } else { 1 + n.trailing_zeros() % 2 };
    let found = |plus, value: &dyn Fn(u32) -> u32| {
        let listed = (0..64).map(value).collect();
        bouton_theory::claims::graph(Numeration::Base(2), kind, &statement(plus), 0, listed, &[], &effort)
    };
    let graph = found(1, &value).unwrap().unwrap();
    for n in 0..1000u64 {
        assert!(graph.contains_small(&[n, value(n as u32).into()]), "{n}");
    }
    // Another definition, other values, and values for a number without one.
    assert_eq!(found(0, &value).unwrap(), None);
    assert_eq!(found(1, &|n| 1 + n % 2).unwrap(), None);
    assert_eq!(found(1, &|n| value(n).max(1)).unwrap(), None);
}
