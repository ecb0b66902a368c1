//! Descriptions of proved sets, as text of the rules language.

use crate::rules::{fragment, game, named};
use bouton_theory::Effort;
use bouton_theory::claims::{compile_statement, numerations};
use bouton_theory::describe::describe_values;
use bouton_theory::prove::{Limits, prove};

#[test]
fn periods_of_values() {
    let effort = Effort::new(None);
    let rows = [
        (named("lasker"), "period 4 saltus 4 from 1"),
        ("heaps n; move k in 1..2, left in 0..n-k: n -> left, n - k - left".into(), "period 12 from 71"),
    ];
    for (text, claim) in rows {
        let t = prove(&fragment(&game(&text)), &Limits::default()).unwrap();
        assert_eq!(describe_values(&t, &effort).unwrap().map(|p| p.claim).as_deref(), Some(claim), "{text}");
    }
}

#[test]
fn claims_are_compared_with_theorems() {
    use bouton_compile::fragment::{Statement, Term, TermKind};
    use bouton_linear::{Affine, Formula};
    let effort = Effort::new(None);
    let g = fragment(&game(&named("wythoff")));
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
    let effort = Effort::new(None);
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
