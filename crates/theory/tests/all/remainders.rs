//! Claims with a remainder by a number of the position: what is proved for all sizes is compared with plain recursion.

use crate::rules;
use bouton_compile::Core;
use bouton_compile::fragment::{condition_by_remainder, derive_signed, value_by_remainder};
use bouton_language::ast::Verdict;
use bouton_language::interp::{Interp, Part};
use bouton_language::rules::ClaimBody;
use bouton_language::value::Value;
use bouton_random::Rng;
use bouton_theory::Effort;
use bouton_theory::prove::{Says, decide_by_remainder};

/// Is the claim of a game proved?
fn decided(game: &Interp) -> Option<(bool, Says)> {
    let core = Core::new(game);
    let (fragment, _) = derive_signed(&core).ok()?;
    let claim = &game.rules().claims[0];
    let (e, says) = match &claim.body {
        ClaimBody::Iff(Verdict::Lose, e) => (e, Says::Lost),
        ClaimBody::Iff(Verdict::Win, e) => (e, Says::Won),
        ClaimBody::Grundy(e) => (e, Says::Value),
        _ => return None,
    };
    let read = match says {
        Says::Value => value_by_remainder(&core, e, claim.locals),
        _ => condition_by_remainder(&core, e, claim.locals),
    };
    let (formula, remainder) = read.ok()??;
    Some((decide_by_remainder(&fragment, &formula, &remainder, says, &Effort::new(None)).unwrap(), says))
}

/// The claim at every position of a box.
fn compare(text: &str, game: &Interp, says: Says) {
    let mut truth = rules::Truth::new(game);
    let mut seen = 0;
    for m in 0..7 {
        for n in 0..24 {
            let part = Part::from([Value::Int(m), Value::Int(n)]);
            if game.legal(&part).is_err() {
                continue;
            }
            seen += 1;
            let position = bouton_language::interp::Position { parts: vec![part.clone()] };
            let claimed = game.eval_claim(&game.rules().claims[0], &position).unwrap();
            let right = match says {
                Says::Value => Value::Int(truth.value(&part) as i64),
                Says::Lost => Value::Bool(truth.lost(&part)),
                Says::Won => Value::Bool(!truth.lost(&part)),
            };
            assert_eq!(claimed, Some(right), "{text}: {m} {n}");
        }
    }
    assert!(seen > 20, "{text}");
}

fn proved(text: &str) -> bool {
    let game = rules::game(text);
    match decided(&game) {
        Some((true, says)) => {
            compare(text, &game, says);
            true
        }
        _ => false,
    }
}

#[test]
fn remainders_by_a_number() {
    let right = [
        "position m in 1.., n; move k in 1..m: n -> n - k; claim lose iff n mod (m + 1) = 0",
        "position m in 1.., n; move k in 1..m: n -> n - k; claim grundy = n mod (m + 1)",
        "position m in 1.., n; move k in 1..m: n -> n - k; claim win iff n mod (m + 1) > 0",
        "position m in 1.., n; move k in 1..m: n -> n - k; end misere; claim lose iff n mod (m + 1) = 1",
        "position m in 1.., n; move k in 1..2*m: n -> n - k; claim grundy = n mod (2*m + 1)",
        "position m in 1.., n; move k in 1..m if n - k >= m: n -> n - k; claim lose iff n < m or (n - m) mod (m + 1) = 0",
        "position m in 1.., n; require n <= m; move k in 1..m: n -> n + k; claim lose iff (m - n) mod (m + 1) = 0",
        "position m in 1.., n; move k in 1..m: n -> n - k; win when n = 0; claim lose iff n > 0 and n mod (m + 1) = 1",
    ];
    for text in right {
        // Of the one with a least heap the remainder is of what may be negative.
        assert!(proved(text) || text.contains("n - m"), "{text}");
    }
    let wrong = [
        "position m in 1.., n; move k in 1..m: n -> n - k; claim lose iff n mod (m + 2) = 0",
        "position m in 1.., n; move k in 1..m: n -> n - k; claim lose iff n mod (m + 1) = 1",
        "position m in 1.., n; move k in 1..m: n -> n - k; end misere; claim lose iff n mod (m + 1) = 0",
        "position m in 1.., n; move k in 1..m + 1: n -> n - k; claim grundy = n mod (m + 1)",
        "position m in 1.., n; move k in {1, m}: n -> n - k; claim lose iff n mod (m + 1) = 0",
        // No remainder by 0.
        "position m, n; move k in 1..m: n -> n - k; claim lose iff n mod m = 0",
        // The number is changed.
        "position m in 1.., n; move k in 1..m: n -> n - k, m -> k; claim lose iff n mod (m + 1) = 0",
        // A move that goes round more often.
        "position m in 1.., n; move k in 1..4*m + 3: n -> n - k; claim lose iff n mod (m + 1) = 0",
    ];
    for text in wrong {
        assert!(!proved(text), "{text}");
    }
}

#[test]
fn random_remainders() {
    let mut proofs = 0;
    for seed in 0..250 {
        let mut random = Rng::new(seed);
        let mut one = |of: &[&str]| of[random.index(of.len())].to_string();
        let end = one(&["", "", "; end misere", "; lose when n = 0", "; win when n <= 1"]);
        let take = one(&["1..m", "1..m", "1..m", "1..m", "1..m + 1", "1..2*m", "m..2*m", "m..m + 2"]);
        let cond = one(&["", "", "", "", "", " if n - k != 1", " if k < n"]);
        let by = one(&["m + 1", "m + 1", "m + 1", "m + 2", "2*m + 1", "3*m"]);
        let of = one(&["n", "n", "n", "n", "n + 1", "2*n", "n - 1"]);
        let claim = one(&[
            "lose iff X = 0",
            "lose iff X = 0",
            "win iff X != 0",
            "grundy = X",
            "lose iff X = 1",
            "grundy = X",
            "lose iff X < m",
            "win iff X > 0 and n > 0",
            "lose iff X = 0 and n > 0",
            "grundy = (X if n > 1, 0 otherwise)",
            "lose iff n > 1 and X = 1",
        ]);
        // Grundy values are those of games that end when no move is left.
        if claim.starts_with("grundy") && !end.is_empty() {
            continue;
        }
        let claim = claim.replace('X', &format!("({of}) mod ({by})"));
        proofs += usize::from(proved(&format!(
            "position m in 1.., n; move k in {take}{cond}: n -> n - k{end}; claim {claim}"
        )));
    }
    println!("{proofs} proved");
    assert!(proofs >= 5, "{proofs}");
}
