//! Rules in which a condition of a theorem is easily overlooked: whatever is proved of them is compared with plain recursion on small
//! positions, and put through the independent checker.
//!
//! `BOUTON_RULES=FILE` takes the rules of a file instead, one game a line, behind what is expected and ` | ` where that is known.

use bouton::language::ast::{FieldKind, ShapeKind, Verdict};
use bouton::language::diagnostic::Lang;
use bouton::language::interp::{Part, Position, Turn};
use bouton::language::rules::{About, Claim, ClaimBody, End, Type};
use bouton::language::value::Value;
use bouton::proof::{ClaimProof, Decided, Finding, Large, ProveQuestion, prove};
use bouton::reference::Reference;
use bouton::{Budget, Game};

/// What a number of a position may be: small ones, enough of them to go round any remainder.
fn reach(numbers: usize) -> i64 {
    [60, 15, 7, 4, 3][numbers.clamp(1, 5) - 1]
}

/// Lists of so many numbers.
fn lists(length: usize, to: i64) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in 0..length {
        all = all.iter().flat_map(|t| (0..=to).map(move |n| [&t[..], &[n]].concat())).collect();
    }
    all
}

/// Small parts of a position, legal or not.
fn parts(game: &Game) -> Vec<Part> {
    let fields = &game.rules().shape.fields;
    let size = |i: usize| match game.interp().sizes(i) {
        Some([Value::Int(n)]) => *n as usize,
        _ => 1,
    };
    let numbers = fields.iter().enumerate().filter(|(_, f)| f.ty != Type::Bool).map(|(i, _)| size(i)).sum();
    let to = reach(numbers);
    let mut all: Vec<Vec<Value>> = vec![Vec::new()];
    for (i, field) in fields.iter().enumerate() {
        let ints = |l: Vec<i64>| Value::list(l.into_iter().map(Value::Int).collect());
        let own: Vec<Value> = match (field.kind, game.interp().sizes(i), &field.ty) {
            (FieldKind::Number, _, Type::Bool) => vec![Value::Bool(false), Value::Bool(true)],
            (FieldKind::Number, ..) => (0..=to).map(Value::Int).collect(),
            (FieldKind::Row, Some([Value::Int(n)]), _) => {
                lists(*n as usize, to).into_iter().map(ints).collect()
            }
            (FieldKind::Row | FieldKind::Bag, ..) => {
                let open = [(0, 0), (1, 14), (2, 6), (3, 4), (4, 3), (5, 1), (6, 1)];
                open.into_iter().flat_map(|(n, to)| lists(n, to)).map(ints).collect()
            }
            _ => Vec::new(),
        };
        all = all
            .iter()
            .flat_map(|t| own.iter().map(move |v| [&t[..], std::slice::from_ref(v)].concat()))
            .collect();
    }
    let made = all.into_iter().map(|fields| game.interp().canonical_part(&Part::from_iter(fields)));
    let mut legal: Vec<Part> = made.filter(|p| game.interp().legal(p).is_ok()).collect();
    legal.sort();
    legal.dedup();
    legal
}

/// Small positions: of a sum, of up to three parts.
pub(crate) fn positions(game: &Game) -> Vec<Position> {
    let parts = parts(game);
    let of = |list: &[&Part]| Position { parts: list.iter().map(|p| (*p).clone()).collect() };
    if game.rules().shape.kind == ShapeKind::Position {
        return parts.iter().map(|p| of(&[p])).collect();
    }
    let mut out: Vec<Position> = parts.iter().map(|p| of(&[p])).collect();
    for a in parts.iter().take(9) {
        for b in parts.iter().take(9) {
            out.push(of(&[a, b]));
            out.extend(parts.iter().take(5).map(|c| of(&[a, b, c])));
        }
    }
    out
}

/// What the reference says of a position: is it lost? `None` where it does not know.
pub(crate) fn lost(game: &Game, truth: &mut Reference<'_>, p: &Position) -> Option<bool> {
    if let Ok(found) = truth.outcome(p, Turn::default()) {
        return Some(found == Verdict::Lose);
    }
    // It remembers too much.
    Reference::new(game).outcome(p, Turn::default()).ok().map(|v| v == Verdict::Lose)
}

/// A proved claim says the truth of a position.
fn claim_holds(game: &Game, claim: &Claim, truth: &mut Reference<'_>, p: &Position) -> Result<(), String> {
    if claim.about == About::Part && p.parts.len() > 1 {
        return Ok(());
    }
    let Ok(Some(says)) = game.interp().eval_claim(claim, p) else { return Ok(()) };
    let right = match (&claim.body, says) {
        (ClaimBody::Iff(verdict, _), Value::Bool(says)) => {
            lost(game, truth, p).is_none_or(|lost| says == (lost == (*verdict == Verdict::Lose)))
        }
        (ClaimBody::Grundy(_), says) => truth.grundy(p).map_or(true, |g| says == Value::Int(g as i64)),
        _ => true,
    };
    if right { Ok(()) } else { Err(format!("the claim is wrong at {}", game.show(p))) }
}

/// Compares all that was proved; what was wrong. The kind of the theorem.
pub(crate) fn compare(game: &Game, found: &Finding) -> Result<(), String> {
    let mut truth = Reference::new(game);
    let claims: &[ClaimProof] = found.claims();
    let rules = game.rules();
    let alike = !rules.uses.mover && rules.moves.iter().all(|m| m.by.is_none());
    let alike = alike && matches!(game.end(), End::Normal | End::Misere);
    let plain = alike && rules.block.is_none() && rules.whens.is_empty();
    let mut seen = 0;
    for p in positions(game) {
        for c in claims.iter().filter(|c| matches!(c.decided, Decided::Proved)) {
            claim_holds(game, &game.rules().claims[c.index], &mut truth, &p)?;
        }
        let Ok(Some(at)) = found.at(&p, 1000, &Budget::unlimited()) else { continue };
        let Some(lost) = lost(game, &mut truth, &p) else { continue };
        seen += 1;
        if at.lost != lost {
            return Err(format!("{} is {}", game.show(&p), if lost { "lost" } else { "won" }));
        }
        if let Some(g) = &at.grundy {
            let right = truth.grundy(&p);
            if right.as_ref().is_ok_and(|v| g != &(*v).into()) {
                return Err(format!("{} has the value {right:?}, not {g}", game.show(&p)));
            }
        }
        if at.complete && !lost && plain && seen % 3 == 0 {
            let mut wanted = Vec::new();
            for o in truth.options(&p, Turn::default()).map_err(|e| format!("{e:?}"))? {
                if self::lost(game, &mut truth, &o.to) == Some(true) {
                    wanted.push(game.show(&game.interp().canonical(&o.to)));
                }
            }
            let shown = |w: &Large| game.position(&w.to).map(|p| game.show(&game.interp().canonical(&p)));
            let mut moves: Vec<String> = at.winning.iter().map(|w| shown(w).unwrap_or_default()).collect();
            for list in [&mut wanted, &mut moves] {
                list.sort();
                list.dedup();
            }
            if wanted != moves {
                return Err(format!("{}: {moves:?} and not {wanted:?} win", game.show(&p)));
            }
        }
    }
    Ok(())
}

/// The formula of a theorem, told to the rules as a claim, says the truth.
fn formula_holds(game: &Game, found: &Finding) -> Result<(), String> {
    let (formula, defines) = match found {
        Finding::Proved(proof) => (proof.formula.clone(), proof.defines.clone()),
        Finding::Places(proof) => (proof.formula(), Vec::new()),
        _ => return Ok(()),
    };
    let Some(formula) = formula else { return Ok(()) };
    let lines: Vec<String> = defines.into_iter().chain([format!("claim {formula}")]).collect();
    let told = game
        .with_claim(&lines.join("\n"), &bouton::Folder { base: None })
        .map_err(|e| format!("{formula}: {e}"))?;
    let claim = told.rules().claims.last().ok_or("no claim")?;
    let mut truth = Reference::new(&told);
    for p in positions(&told) {
        claim_holds(&told, claim, &mut truth, &p).map_err(|e| format!("{formula}: {e}"))?;
    }
    Ok(())
}

/// What is proved of rules: the kind of the certificate, or why there is none; and what is wrong with it.
fn proved(rules: &str, fuse: u64) -> Result<String, String> {
    let game = Game::parse(rules).map_err(|e| e.to_string())?;
    let question = ProveQuestion::new(game.clone());
    let Ok(found) = prove(&question, &Budget::unlimited().fuse(fuse)) else { return Ok("stopped".into()) };
    compare(&game, &found)?;
    formula_holds(&game, &found)?;
    if matches!(found, Finding::NoWords(_) | Finding::NotFound(_)) {
        return Ok("not found".into());
    }
    if let Finding::Outside(_) = found {
        return Ok("outside".into());
    }
    let Ok(certificate) = found.certificate(None, false, Lang::En) else {
        return Ok("no certificate".into());
    };
    let verified = bouton_verify::verify(&certificate.to_string(), &bouton_verify::Limits::default());
    match verified {
        Ok(verified) => Ok(verified.kind.into()),
        // Not wrong, but the checker knows less.
        Err(refused) if refused.to_string().contains("beyond the arithmetic") => Ok("unchecked".into()),
        Err(refused) => Err(format!("{}: refused: {refused}", certificate["kind"])),
    }
}

/// What is wrong with the games of this text, one a line: what is expected, and the rules.
fn all(text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let (kind, rules) = line.split_once(" | ").unwrap_or(("", line));
        let found = proved(rules, 8000);
        println!("{found:?} {rules}");
        match found {
            Ok(found) if found == kind || kind.is_empty() => {}
            other => wrong.push(format!("{rules}: {other:?}")),
        }
    }
    wrong
}

#[test]
fn what_is_proved_is_true() {
    let text =
        std::env::var("BOUTON_RULES").map_or_else(|_| RULES.into(), |f| std::fs::read_to_string(f).unwrap());
    let wrong = all(&text);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A claim about some values of a parameter says nothing of the others, also where all are numbers of the position.
#[test]
fn claims_keep_their_ranges_for_all_values() {
    let rules = "param m in 1.. = 3; position n; move k in m..n: n -> n - k; claim lose iff n <= 2 for m in 3..3; \
                 claim lose iff n <= 2 for m in 2..3; claim lose iff n < m for m in 2..";
    let game = Game::parse(rules).unwrap().for_all(&["m".into()]).unwrap();
    let found = prove(&ProveQuestion::new(game), &Budget::unlimited()).unwrap();
    let decided: Vec<&Decided> = found.claims().iter().map(|c| &c.decided).collect();
    assert!(matches!(decided[..], [Decided::Proved, Decided::False { .. }, Decided::Proved]), "{decided:?}");
}

/// Rules with what becomes of them.
const RULES: &str = r"
    outside | position bag a of 2..; move i in 1..|a|, k in 1..a[i]: a[i] -= k
    places | position bag a of 1..4; move i in 1..|a|, k in 1..a[i]: a[i] -= k; end misere
    places | position bag a; move i in 1..|a| if a[i] > 0, k in 0..a[i]-1: a[i] -> 0 then a[i] -> k
    places | position row a of {1, 3, 4}; move i in 1..|a|, k in 1..a[i]: a[i] -= k; end misere
    places | position row a; move i in 1..|a|, k in 1..a[i]: a[i] -= 2*k then a[i] += k
    places | position row a; move i in 1..|a|, k in -3..-1 if a[i] >= -k: a[i] += k
    places | position row a; move i in 1..|a|, k in 1..a[i] if i mod 2 = |a| mod 2: a[i] -= k
    outside | position row a; move i in 1..|a|, k in 1..a[i] if |a| != 3: a[i] -= k
    places | position row a; move i in 1..|a|, k in 1..a[i]: a[i] -= k, a[i-1] += k when i mod 2 = 0
    places | position row a; move i in 1..|a| if a[i] = 3: a[i] -> 2; move i in 1..|a| if a[i] >= 2: a[i] -> 0; end misere
    places | position row a; move i in 1..|a|, k in 2..a[i]: a[i] -= k; end misere
    places | heaps n; require n != 3; move k in 1..n: n -> n - k; end misere
    period | heaps n; move k in 1..2: n -> n - k; move if n = 3: n -> nothing
    values | heaps n; move k in 1..n if k not in {2, 5}: n -> n - k; move if n = 2: n -> nothing
    period | heaps n; octal 0.17; move if n = 5: n -> nothing
    values | heaps n in 3..; move k in {2, 3}: n -> n - k
    values | heaps n; move k in {1, 4}: n -> n - k; move if n >= 6: n -> n - 2
    places | heaps n; octal 0.33; end misere
    outside | position a, b unordered; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..min(a, b): a -> a - k, b -> b - k; block 1
    automatic set | position a, b in a..; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k
    automatic set | position a, b in 0..a; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k
    automatic set | position a, b; move if a > b: a -> b, b -> a - 1; move if b >= a: a -> a - 1
    automatic set | position a, b; move k in 1..a: (a, b) -> (b, a - k); move k in 1..b: (a, b) -> (b - k, a)
    automatic set | position n; move k in 1..(n - 4) div 2: n -> n - k
    automatic set | position n; move k in 1..4 if -n mod 3 = 1: n -> n - k; move: n -> n - 1
    automatic set | position n; move k in {1, n div 2, n - 1} if 0 < k <= n: n -> n - k; block 1
    automatic set | position n; move k in 1..3: n -> n - k; block 1; end misere
    automatic set | position n; move k in 1..4: n -> n - k; block 3; end misere; lose when n = 3
    automatic set | position n; move k in 1..2: n -> n - k; lose when n = 1; win when n in {1, 2}
    unchecked | position n; move k in 2..3: n -> n - k; win when stuck and n = 1; end misere
    automatic set | position n in {0, 2, 5, 7, 8}; move k in 1..n: n -> n - k
    outside | position n in 2..20; move k in 1..3: n -> n + k
    automatic set | position n, f = no; move k in 1..3 if f != (k = 2): n -> n - k, f -> not f; end misere
    take-away | position n, limit = max(n-1, 0); move k in 1..limit: n -> n - k, limit -> (5*k - 1) div 2
    take-away | position n, limit = max(n-1, 0); move k in 1..limit: n -> n - k, limit -> (3*k - 1) div 2
    automatic set | position n; move k in 3..n div 2: n -> n - k; end misere
    automatic set | position n; move k in 2..(n + 3) div 2: n -> n - k
    runs | position n; move k in 1..n div 3 if n != 7: n -> n - k
    runs | position n; move k in 1..n div 3, j in 1..2: n -> n - k
    runs | position n; move k in 1..n div 3: n -> n - k; move if n = 2: n -> 0; end misere
";
