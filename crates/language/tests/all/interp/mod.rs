//! Tables: rules, a position, and what comes of it.

mod grids;
mod key;
mod known;
mod real;

use crate::common::{game, lines, with};
use bouton_budget::{Budget, Halt};
use bouton_language::ast::Verdict::{self, *};
use bouton_language::check::{NoLoader, load};
use bouton_language::diagnostic::{Lang, Wording};
use bouton_language::interp::{Error, Interp, Problem, Turn, halted, steps_taken, watch};
use bouton_language::position::{move_words, parse_position, print_part, print_position};
use bouton_language::rules::{Choice, End, RangeExpr};
use bouton_language::value::Value;
use bouton_samples::rows;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The moves of a one-part position, as `words → parts`.
fn listed(interp: &Interp, position: &str) -> Result<Vec<String>, Error> {
    let position = parse_position(interp, position).unwrap_or_else(|e| panic!("{}", e.message(Lang::En)));
    let mut out = Vec::new();
    for part in &position.parts {
        interp.moves(part, Turn::default(), &mut |made| {
            let to: Vec<String> = made.parts.iter().map(|p| print_part(interp, p)).collect();
            let mut text = format!("{} → {}", move_words(interp, made.line, made.choices), to.join(" + "));
            if made.gain != 0 {
                text.push_str(&format!(" gain {}", made.gain));
            }
            if made.again {
                text.push_str(" again");
            }
            out.push(text);
            ControlFlow::Continue(())
        })?;
    }
    Ok(out)
}

#[test]
fn moves_of_a_part() {
    let table = rows(
        r#"
        heaps n; move take k in 1..n: n -> n - k ¦ 2 ¦ take 1 → 1; take 2 → 0
        heaps n; move take k in {1, 3}: n -> n - k ¦ 2 ¦ take 1 → 1
        heaps n; move split a in 1..n-1 if a < n - a: n -> a, n - a ¦ 5 ¦ split 1 → 1 + 4; split 2 → 2 + 3
        heaps n; move share: n -> 3 of n div 2 ¦ 4 ¦ share → 2 + 2 + 2
        heaps n; move gone: n -> nothing ¦ 4 ¦ gone →
        heaps n; move p in partitions(n) if |p| > 1: n -> each p ¦ 3 ¦ [2,1] → 2 + 1; [1,1,1] → 1 + 1 + 1
        // Right-hand sides read the old position; additions come after arrows.
        position a, b; move swap: a -> b, b -> a ¦ 3 4 ¦ swap → 4 3
        position a, b; move m: a -> b, a += 1 ¦ 3 4 ¦ m → 5 4
        position a, b; move m: a -> b then b -> a + 1 ¦ 3 4 ¦ m → 4 5
        position a, b; move m: (a, b) -> (b, a - 1) ¦ 3 4 ¦ m → 4 2
        position a, b; move m: a -> a - 1 when b = 0 ¦ 3 0 ¦ m → 2 0
        position a, b; move m: stay ¦ 3 0 ¦ m → 3 0
        // Domains are looked at once, at the end.
        position a, b; move m: a -> a - 5 then a -> a + 5 ¦ 3 0 ¦ m → 3 0
        position a in 0..3; move up: a += 1; move down: a -= 1 ¦ 3 ¦ down → 2
        heaps s, c in 0..s; move put k in 1..c*c: c -> c + k ¦ (5,2) ¦ put 1 → (5,3); put 2 → (5,4); put 3 → (5,5)
        // Bags: indices of the sorted bag before the move, arrows first, zeros dropped after.
        position bag a; move take i in 1..|a|, k in 1..a[i], d in compositions(a[i]-k, |a|): a[i] -> 0, a[j] += d[j] for j in 1..|a|
          ¦ 2 1
          ¦ take i=1 k=1 d=[0,0] → 2; take i=2 k=1 d=[0,1] → 1 1; take i=2 k=1 d=[1,0] → 2; take i=2 k=2 d=[0,0] → 1
        position bag a; move b in below(a) if b != a: a -> b ¦ 1 1 ¦ [0,0] → []; [0,1] → 1; [1,0] → 1
        score; position row a; move cut k in 1..|a|: a -> a[k+1..] gain sum(a[1..k])
          ¦ 4 5 ¦ cut 1 → 5 gain 4; cut 2 → [] gain 9
        position row a; move r in 1..|a|: a[i] -> min(a[i], 1) for i in r..|a| ¦ 2 3 ¦ 1 → 1 1; 2 → 2 1
        position row a of 1..; move x in a: a -> without(a, x) ¦ 2 2 1 ¦ 2 → 2 1; 1 → 2 2
        position word d of 0..9; move i in 1..|d| if d[i] = 0: d -> d[1..i-1] ¦ 100 ¦ 2 → 1; 3 → 10
        position word s of "+-"; move i in 1..|s|-1 if s[i..i+1] = "++": s[i] -> "-", s[i+1] -> "-"
          ¦ +++ ¦ 1 → --+; 2 → +--
        position word s of ".X"; move c in ".X", i in 1..|s|: s[i] -> c ¦ . ¦ c="." i=1 → .; c=X i=1 → X
        heaps word s of "BR"; move i in 1..|s|: s -> s[..i-1] ¦ BR ¦ 1 → ""; 2 → B
        position grid b of 0..1; move r in 1..|b|, c in 1..|b[1]| if b[r,c] = 0: b[r,c] -> 1
          ¦ 0 1 / 1 0 ¦ r=1 c=1 → 1 1 / 1 0; r=2 c=2 → 0 1 / 1 1
        heaps grid b of 0..1; move r in 1..|b|, c in 1..|b[1]|-1 if b[r,c] = 0 and b[r,c+1] = 0: b[r,c] -> 1, b[r,c+1] -> 1 then b -> each regions(b, 0, 1)
          ¦ 0 0 0 0 ¦ r=1 c=1 → 0 0; r=1 c=2 → 0 + 0; r=1 c=3 → 0 0
        param G = graph { a -> b c; b -> c; c -> }; heaps v in G; move w in G[v]: v -> w ¦ a ¦ b → b; c → c
        position n, limit = n - 1; move k in 1..min(n, limit): n -> n - k, limit -> 2*k
          ¦ 3 ¦ 1 → 2 limit=2; 2 → 1 limit=4
        position set s = {1..3}; move x in s: s -> s - {x} ¦  ¦ 1 → 2 3; 2 → 1 3; 3 → 1 2
        position n; move k in squares: n -> n - k ¦ 9 ¦ 1 → 8; 4 → 5; 9 → 0
        position n; move k in primes: n -> n - k ¦ 5 ¦ 2 → 3; 3 → 2; 5 → 0
        position n; move d in divisors(n) if d < n: n -> n - d ¦ 6 ¦ 1 → 5; 2 → 4; 3 → 3
        position n; move k in 1..n let r = n - k if r mod 2 = 0: n -> r again if r > 0 ¦ 3 ¦ 1 → 2 again; 3 → 0
        position n; require n mod 2 = 0; move k in 1..n: n -> n - k ¦ 4 ¦ 2 → 2; 4 → 0
        players L, R; position n; move a by R: n -> n - 1; move b by L: n -> n - 1 ¦ 4 ¦ b → 3
        position x in 0..9; move to: x -> mover + 10 * (opponent - 2) + turn ¦ 4 ¦ to → 1
    "#,
    );
    for [text, position, expected] in table {
        let interp = game(&text);
        let found = listed(&interp, &position).unwrap_or_else(|e| panic!("{text}\n{e}"));
        assert_eq!(found.join("; ").trim_end(), expected, "{text}  at  {position}");
    }
}

#[test]
fn errors_while_running() {
    let table = rows(
        r"
        position row a; move k in 1..a[1]: a -> a[2..]
          ¦ []
          ¦ a[1] was read when a is empty. Conditions work from left to right: put  if |a| > 0  before it. (at [])
        position row a; move if a[3] = 0: a -> a[2..]
          ¦ 1 2
          ¦ a[3] was read, but the indices of a run from 1 to 2 here. Conditions work from left to right: put one that keeps the index inside before it. (at 1 2)
        position row a; move k in 1..1: a -> a[4..]
          ¦ 1 2 ¦ a[4..2] reaches outside a, which has 2 elements. An empty slice ends one before it begins. (at 1 2)
        position n; move: n -> n * 4611686018427387904 ¦ 2 ¦ The result of * does not fit 64 bits. (at 2)
        position n; move: n -> n div (n - 2) ¦ 2 ¦ div by 0. (at 2)
        position n; move: n -> n mod (n - 2) ¦ 2 ¦ mod by 0. (at 2)
        position n; move: n -> 2 ** (n - 3) ¦ 2 ¦ A power with a negative exponent is not an integer. (at 2)
        position n; move: n -> (n - 3) xor 1
          ¦ 2 ¦ xor, band, bor and popcount are for natural numbers, but here is -1. (at 2)
        position n; move: n -> (n - 3) band 1
          ¦ 2 ¦ xor, band, bor and popcount are for natural numbers, but here is -1. (at 2)
        position n; move: n -> n shl 62 ¦ 2 ¦ The result of shl does not fit 64 bits. (at 2)
        position n; move: n -> 1 shl (n - 3) ¦ 2 ¦ shl needs a natural number, but here is -1. (at 2)
        position n; move: n -> digits(n, 1)[1] ¦ 2 ¦ digits needs a base of 2 or more, but here is 1. (at 2)
        position row a; move: a[i] -> 0 for i in [1, 1]
          ¦ 2 ¦ a[1] is changed twice in one step. Arrows work at once; use  then  for a second step. (at 2)
        position row a; move: a[i] -> 0 for i in 1..2
          ¦ 2 ¦ a[2] is changed, but only the indices 1 to 1 exist here. (at 2)
        position n; define f(x) = f(x + 1) + 1; move: n -> f(n)
          ¦ 2 ¦ f calls itself too many times inside itself. (at 2)
        position n; define f(x) = f(x + 1); move: n -> f(n) ¦ 2 ¦ This takes more than 1000000 steps. (at 2)
        position n; move: n -> (1 if n > 5) ¦ 2 ¦ None of the cases holds. (at 2)
        position row a; move: a -> [min(a)] ¦ [] ¦ min of nothing: the collection is empty. (at [])
        position n; move: n -> log2(n) ¦ 0 ¦ log2 needs a positive number, but here is 0. (at 0)
        position n; move k in 1..n: n -> n - k
          ¦ 99999999999999999999 ¦ The result of .. does not fit 64 bits. (at 99999999999999999999)
    ",
    );
    for [text, position, expected] in table {
        let interp = game(&text).with_steps(1_000_000);
        let e = listed(&interp, &position).expect_err(&text);
        assert_eq!(e.message(Lang::En), expected, "{text}");
        assert!(!e.message(Lang::Zh).is_empty());
    }
}

/// `define` bodies and claims are evaluated through a claim `score = e` at n.
fn value(e: &str, n: &str) -> Result<String, String> {
    let interp = game(&format!("position n; move: n -> n - 1; score; claim score = {e}"));
    let position = parse_position(&interp, n).map_err(|e| e.message(Lang::En))?;
    match interp.eval_claim(&interp.rules().claims[0], &position) {
        Ok(Some(v)) => Ok(v.to_string()),
        Ok(None) => Ok("nothing".into()),
        Err(e) => Err(e.problem.message(Lang::En)),
    }
}

#[test]
fn expressions_are_exact() {
    let rows = [
        ("n * n", "100000000000000000000", "10000000000000000000000000000000000000000"),
        ("2 ** n mod 1000007", "200", "446616"),
        ("-7 div 2 + 0 * n", "0", "-4"),
        ("-7 mod 3 + 0 * n", "0", "2"),
        ("7 mod -3 + 0 * n", "0", "-2"),
        ("n xor 1", "18446744073709551616", "18446744073709551617"),
        ("|n - 10|", "3", "7"),
        ("max(n, 3, 2)", "1", "3"),
        ("min([5, n])", "1", "1"),
        ("sum(i * i for i in 1..n if i mod 2 = 1)", "5", "35"),
        ("count(i > 2 for i in 1..n)", "5", "3"),
        ("count([1, 2, 1, n], 1)", "5", "2"),
        ("xor(i for i in 1..n)", "6", "7"),
        ("gcd(n, 18)", "24", "6"),
        ("isqrt(n)", "99999999999999999999", "9999999999"),
        ("log2(n)", "1023", "9"),
        ("popcount(n)", "255", "8"),
        ("popcount(n)", "36893488147419103231", "65"),
        ("n band 12", "10", "8"),
        ("n bor 12", "10", "14"),
        ("band(n, 2 ** 70 + 5)", "7", "5"),
        ("n shl 70", "3", "3541774862152233910272"),
        ("n shr 70", "3541774862152233910272", "3"),
        ("n shr 100000", "5", "0"),
        ("(0 - n) shr 1", "5", "-3"),
        ("(0 - n) shr 1000", "5", "-1"),
        ("(n - n) shl 10000000", "5", "0"),
        ("1 + 2 shl n - 1", "3", "16"),
        ("6 bor n band 1 + 1", "3", "8"),
        ("sum(digits(n))", "987654321012345678909876543210", "135"),
        ("|digits(n)| + digits(n)[1]", "0", "1"),
        ("sum(digits(n, 2)) - popcount(n)", "36893488147419103231", "0"),
        ("digits(n, 100)[2]", "12345", "23"),
        ("floor(phi * n)", "102334155", "165580140"),
        ("floor(n * sqrt(2))", "10", "14"),
        ("floor(n / 2)", "7", "3"),
        ("|[p for p in partitions(n)]|", "10", "42"),
        ("|compositions(n, 3)|", "4", "15"),
        ("|subsets({1..n})|", "5", "32"),
        ("|below([n, n])|", "2", "9"),
        ("|rows(n, 0..1)|", "3", "15"),
        ("|bags(n, 0..2)|", "3", "10"),
        ("|words(n, \"ab\")|", "2", "7"),
        ("|divisors(n)|", "360", "24"),
        ("|divisors(n)|", "0", "0"),
        ("sorted([3, n, 2])[1]", "1", "1"),
        ("reverse([3, n])[1]", "1", "1"),
        ("|repeat(0, n) ++ [1]|", "4", "5"),
        ("(1 if \"bc\" in \"abcd\" and n in {1..3}, 0 otherwise)", "2", "1"),
        ("(1 if n in fibonacci, 0 otherwise)", "354224848179261915075", "1"),
        ("(1 if n in powers2, 0 otherwise)", "1267650600228229401496703205376", "1"),
        ("(1 if n in factorials, 0 otherwise)", "15511210043330985984000000", "1"),
        ("(1 if n in squares, 0 otherwise)", "0", "1"),
        ("(1 if 0 <= n < 5 != 3, 0 otherwise)", "4", "1"),
        ("1 if n = 1, 2 if n = 2", "3", "nothing"),
        ("|{1, 2} + {2, n} - {1}|", "3", "2"),
    ];
    for (e, n, expected) in rows {
        assert_eq!(value(e, n).as_deref(), Ok(expected), "{e} at n = {n}");
    }
    let rows = [
        ("(1 if n in primes, 0 otherwise)", "170141183460469231731687303715884105727", "cannot be decided"),
        ("floor(sqrt(2) * sqrt(3) + sqrt(2) + n)", "1", "Two different square roots"),
        ("2 ** (2 ** n)", "60", "more than 300,000 digits"),
        ("|repeat(0, n)|", "10000000000", "more than 4194304 elements"),
    ];
    for (e, n, expected) in rows {
        let found = value(e, n).expect_err(e);
        assert!(found.contains(expected), "{e}: {found}");
    }
}

#[test]
fn tail_calls_run_long_and_plain_recursion_runs_deep_enough() {
    let rules = "position n; move: n -> n - 1; score;
                 define down(x) = 0 if x = 0, down(x - 1) otherwise;
                 define up(x) = 0 if x = 0, up(x - 1) + 1 otherwise;
                 claim score = down(n);
                 claim score = up(n)";
    let interp = game(rules);
    let at = |n: &str| parse_position(&interp, n).unwrap();
    let claims = &interp.rules().claims;
    assert_eq!(interp.eval_claim(&claims[0], &at("100000")).unwrap(), Some(Value::Int(0)));
    assert_eq!(interp.eval_claim(&claims[1], &at("500")).unwrap(), Some(Value::Int(500)));
    assert!(interp.eval_claim(&claims[1], &at("100000")).is_err());
}

#[test]
fn given_moves_at_any_size() {
    let interp =
        game("heaps n; move take k in 1..n: n -> n - k say \"take {k} from {n}\" zh \"从 {n} 取 {k}\"");
    let huge = "1".repeat(100);
    let position = parse_position(&interp, &huge).unwrap();
    let k = Value::big("1".repeat(99).parse().unwrap());
    let applied =
        interp.apply(&position.parts[0], 0, std::slice::from_ref(&k), Turn::default()).unwrap().unwrap();
    assert_eq!(print_part(&interp, &applied.parts[0]), format!("1{}", "0".repeat(99)));
    assert_eq!(interp.apply(&position.parts[0], 0, &[Value::Int(0)], Turn::default()).unwrap(), None);
    let small = parse_position(&interp, "5").unwrap();
    let say = |lang| interp.say(&small.parts[0], 0, &[Value::Int(2)], Turn::default(), lang);
    assert_eq!((say(Lang::En), say(Lang::Zh)), ("take 2 from 5".into(), "从 5 取 2".into()));
}

#[test]
fn reasons_why_a_move_is_not_legal() {
    // Rules, what is chosen from a heap of 5 on the first line, and the reason.
    let table = rows(
        r#"
        heaps n; move take k in 1..n: n -> n - k ¦ 7 ¦ k=7 is not in 1..5.
        heaps n; move take k in {1, 3}: n -> n - k ¦ 2 ¦ k=2 is not in {1, 3}.
        heaps n; move take k in {1, 9}: n -> n - k ¦ 9 ¦ After the move: n must be in 0.., but here is -4.
        heaps n; move if n mod 2 = 0: n -> n - 1 ¦ ¦ The condition  n mod 2 = 0  is false.
        players A, B; heaps n; move by B: n -> n - 1 ¦ ¦ Only B may make this move.
        heaps n; move take k in 1..n: n -> n - k ¦ ¦ This move has 1 choice, but nothing was given.
        position n; require n != 3 say "three is cursed"; move take k in 1..n: n -> n - k
          ¦ 2 ¦ After the move: three is cursed
    "#,
    );
    for [text, choices, expected] in table {
        let interp = game(&text);
        let position = parse_position(&interp, "5").unwrap();
        let choices: Vec<Value> = choices.parse().map(Value::Int).into_iter().collect();
        let why = interp.why_illegal(&position.parts[0], 0, &choices, Turn::default()).unwrap().unwrap();
        assert_eq!(why.message(Lang::En), expected, "{text}");
    }
}

#[test]
fn endings() {
    let rows: &[(&str, &str, usize, u64, Option<Verdict>)] = &[
        ("position n; move: n -> n - 1; lose when n = 0; win when n < 3", "0", 0, 0, Some(Lose)),
        ("position n; move: n -> n - 1; lose when n = 0; win when n < 3", "2", 0, 0, Some(Win)),
        ("position n; move: n -> n - 1; lose when n = 0; win when n < 3", "5", 0, 0, None),
        ("players A, B; position n; move: n -> n - 1; win B when n = 0", "0", 0, 0, Some(Lose)),
        ("players A, B; position n; move: n -> n - 1; win B when n = 0", "0", 1, 0, Some(Win)),
        ("position n; move: n -> n - 1; draw when stuck", "0", 0, 0, Some(Draw)),
        ("position n; move: n -> n - 1; draw when stuck", "1", 0, 0, None),
        ("position n; move: n -> n - 1; stop after 3 moves", "9", 1, 3, Some(Draw)),
        ("position n; move: n -> n - 1; stop after 3 moves", "9", 0, 2, None),
    ];
    for (text, position, mover, turn, expected) in rows {
        let interp = game(text);
        let position = parse_position(&interp, position).unwrap();
        let turn = Turn { mover: *mover, turn: *turn };
        let stuck = || interp.can_move(&position.parts[0], turn).map(|m| !m);
        let found = interp.ended(&position, turn, &stuck).unwrap().map(|e| e.verdict);
        assert_eq!(found, *expected, "{text}");
    }
    let nim = game("heaps n; move k in 1..n: n -> n - k");
    assert_eq!(nim.at_end(Turn::default()), Lose);
    assert_eq!(nim.with_end(End::Misere).at_end(Turn::default()), Win);
}

#[test]
fn strategies_list_moves_of_huge_sums() {
    let interp = game("heaps n; move take k in 1..n: n -> n - k; strategy take: k = n - (n xor xor(heaps))");
    let rows = [("3 4 5", vec![(0, "2")]), ("1 2 3", vec![]), ("2 2 2", vec![(0, "2"), (1, "2"), (2, "2")])];
    for (text, expected) in rows {
        let position = parse_position(&interp, text).unwrap();
        let found: Vec<(usize, String)> = interp
            .strategy_moves(&position, Turn::default(), 100)
            .unwrap()
            .into_iter()
            .map(|c| (c.part, c.choices[0].to_string()))
            .collect();
        let expected: Vec<(usize, String)> = expected.into_iter().map(|(p, k)| (p, k.into())).collect();
        assert_eq!(found, expected, "{text}");
    }
    let huge = format!("{} 7", "9".repeat(100));
    let position = parse_position(&interp, &huge).unwrap();
    let found = interp.strategy_moves(&position, Turn::default(), 100).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].part, 0);
}

/// What is the same for all heaps is found once: twice the heaps take about twice the steps, and all of them are counted.
#[test]
fn strategies_of_many_heaps_cost_their_heaps() {
    let interp = game("heaps n; move take k in 1..n: n -> n - k; strategy take: k = n - (n xor xor(heaps))");
    let steps = |heaps: usize| {
        let position = parse_position(&interp, &vec!["7"; heaps].join(" ")).unwrap();
        let before = steps_taken();
        let found = interp.strategy_moves(&position, Turn::default(), 1000).unwrap();
        assert_eq!(found.len(), if heaps.is_multiple_of(2) { 0 } else { heaps });
        steps_taken() - before
    };
    let (few, many) = (steps(301), steps(601));
    assert!(few > 301 && many < 3 * few, "{few} {many}");
    // A variable of its own does not matter, one of the heap at hand does.
    let interp = game(
        "heaps n; move take k in 1..n: n -> n - k; \
         strategy take: k = 1 if count(h > 1 for h in heaps) = 2 and count(h = n for h in heaps) = 2",
    );
    let position = parse_position(&interp, "1 2 2 1 1").unwrap();
    let found = interp.strategy_moves(&position, Turn::default(), 100).unwrap();
    assert_eq!(found.iter().map(|c| c.part).collect::<Vec<_>>(), [1, 2]);
}

/// A definition that folds over folds is computed once, though it never calls itself.
#[test]
fn what_took_long_is_remembered() {
    let text = "position row a; move i in 1..|a|: a[i] -= 1; define over(a, x) = count(z > x for z in a); \
                define all(a) = sum(over(a, x) for x in a); claim lose iff sum(all(a) for x in a) = 0";
    let interp = game(text);
    let steps = |length: usize| {
        let position = parse_position(&interp, &vec!["1"; length].join(" ")).unwrap();
        let before = steps_taken();
        let found = interp.eval_claim(&interp.rules().claims[0], &position).unwrap();
        assert_eq!(found.map(|v| v.to_string()).as_deref(), Some("yes"));
        steps_taken() - before
    };
    let (few, many) = (steps(60), steps(120));
    assert!(many < 6 * few, "{few} {many}: cubes would be eight times as many");
}

#[test]
fn parameters_are_checked() {
    let text = "param m in 1..5 = 3; param S = {1..m}; position n; move k in S: n -> n - k";
    assert_eq!(with(text, &[(0, Value::Int(2))]).params()[1].to_string(), "{1, 2}");
    let loaded = load("rules", &lines(text), &NoLoader);
    let rules = Arc::new(loaded.rules.unwrap());
    let rows = [
        ((0, Value::Int(9)), "m = 9 is not among the values that the parameter m may take."),
        ((1, Value::Int(9)), "The parameter S must be a set, not a number."),
    ];
    for (set, expected) in rows {
        let d = Interp::new(rules.clone(), &[set]).unwrap_err();
        assert_eq!(d.problem.message(Lang::En), expected);
    }
}

#[test]
fn dropped_results_are_counted_and_flags_stop() {
    let interp = game("heaps n; move take k in {60, 70}: n -> n - k");
    assert_eq!(listed(&interp, "50").unwrap().len(), 0);
    assert_eq!(interp.dropped(), 2);
    let flag = Arc::new(AtomicBool::new(true));
    let interp = game("position n; move p in partitions(90): n -> |p|").with_cancel(flag);
    assert_eq!(listed(&interp, "1").unwrap_err().problem, Problem::Halted(Halt::Interrupted));
}

#[test]
fn a_watch_stops_what_runs_long_on_its_thread() {
    let interp = game("position n; move p in partitions(90): n -> |p|");
    let before = steps_taken();
    {
        let _watched = watch(Budget::unlimited().fuse(0));
        let stopped = listed(&interp, "1").unwrap_err();
        assert!(matches!(stopped.problem, Problem::Halted(Halt::Time { .. })));
        // What is short is not asked about.
        assert!(listed(&game("heaps n; move take k in 1..n: n -> n - k"), "50").is_ok());
    }
    assert!((1..20_000).contains(&(steps_taken() - before)));
    assert_eq!(halted(), None);
}

#[test]
fn canonical_forms_are_shared() {
    let rows = [
        ("heaps n; move k in 1..n: n -> n - k", "3 1 2", "1 2 3"),
        ("position a, b unordered; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k", "5 3", "3 5"),
        ("position bag a; move i in 1..|a|: a[i] -= 1", "3 0 1", "1 3"),
    ];
    for (text, typed, canonical) in rows {
        let interp = game(text);
        let read = |t: &str| parse_position(&interp, t).unwrap();
        assert_eq!(interp.canonical(&read(typed)), read(canonical), "{text}");
    }
}

#[test]
fn setups_are_positions() {
    let interp = game("heaps n; move k in 1..n: n -> n - k; setup N -> partitions(N)");
    let mut found = Vec::new();
    interp
        .setups(&Value::Int(3), &mut |p| {
            found.push(print_position(&interp, &p));
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(found, ["3", "2 1", "1 1 1"]);
}

/// Choices that are rewritten for speed have the same moves in the same order as those that were written.
#[test]
fn sparse_choices() {
    let ranges = ["1..n", "2..n", "1..n - 1", "2..n div 2", "1..6", "0..n"];
    let conditions =
        ["k in squares", "k in primes", "n mod k = 0", "not (n mod k > 0)", "k != 5", "k > 1", "k < 7"];
    let alone = conditions.iter().map(|c| c.to_string());
    let both = conditions
        .iter()
        .flat_map(|a| conditions.iter().flat_map(move |b| [format!("{a} and {b}"), format!("{a} if {b}")]));
    let conditions: Vec<String> = alone.chain(both).collect();
    let mut rewritten = 0;
    for (range, condition) in ranges.iter().flat_map(|r| conditions.iter().map(move |c| (r, c))) {
        let text = format!("position n; move take k in {range} if {condition}: n -> n - k");
        let written = game(&text);
        let rules = (**written.rules()).clone().with_sparse_choices();
        let sparse = |c: &Choice| matches!(c, Choice::In { range: RangeExpr::Of(_), .. });
        rewritten += usize::from(rules.moves[0].choices.iter().any(sparse));
        let fast = Interp::new(Arc::new(rules), &[]).unwrap();
        for n in 0..=30 {
            let n = n.to_string();
            assert_eq!(listed(&fast, &n).ok(), listed(&written, &n).ok(), "{text} at {n}");
        }
    }
    assert!(rewritten > 100, "{rewritten}");
}

#[test]
fn definitions_that_call_themselves_twice_are_no_burden() {
    // Each would be run 2^80 times and more if every call were computed anew.
    let table = rows(
        r"
        define f(k) = k if k < 2, f(k - 1) + f(k - 2) otherwise; claim grundy = f(n) ¦ 90 ¦ 2880067194370816120
        define c(n, k) = 1 if k = 0 or k = n, c(n - 1, k - 1) + c(n - 1, k) otherwise; claim grundy = c(n, 40)
          ¦ 80 ¦ 107507208733336176461620
        define p(n) = 1 if n = 0, sum(p(i) for i in 0..n-1) otherwise; claim grundy = p(n) ¦ 60 ¦ 576460752303423488
        define a(n) = 1 if n < 2, b(n - 1) + b(n - 2) otherwise; define b(n) = a(n); claim grundy = a(n)
          ¦ 80 ¦ 37889062373143906
        // Lists are arguments like any other.
        define s(a) = 0 if |a| = 0, max(s(a[2..]), s(a[..|a|-1])) + 1 otherwise; claim grundy = s([1..n]) ¦ 40 ¦ 40
    ",
    );
    for [text, n, expected] in table {
        let interp = game(&format!("heaps n; move: n -> n - 1; {text}"));
        let position = parse_position(&interp, &n).unwrap_or_else(|e| panic!("{}", e.message(Lang::En)));
        let found = interp.eval_claim(&interp.rules().claims[0], &position);
        let found = found.unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(found.map(|v| v.to_string()).as_deref(), Some(expected.as_str()), "{text}");
    }
}

#[test]
fn which_definitions_remember() {
    let rows = [
        ("define f(k) = 0 if k = 0, f(k - 1) + 1 otherwise", false),
        ("define f(k) = 0 if k = 0, f(k - 1) if k mod 2 = 0, f(k - 3) otherwise", false),
        ("define f(k) = 0 if k = 0, f(k - 1) + f(k - 2) otherwise", true),
        ("define f(k) = 0 if f(k - 1) > 0, f(k - 2) otherwise", true),
        ("define f(k) = count(f(i) = 0 for i in 0..k-1)", true),
        ("define g(k) = f(k - 1) + f(k - 2); define f(k) = 0 if k < 2, g(k) otherwise", true),
        ("define g(k) = k + k; define f(k) = g(k) + g(k + 1)", false),
    ];
    for (text, expected) in rows {
        let interp = game(&format!("heaps n; move k in 1..f(n): n -> n - k; {text}"));
        assert_eq!(interp.rules().defines.iter().any(|d| d.branches), expected, "{text}");
    }
}

#[test]
fn distances() {
    let interp = game(
        "param G = graph { a -> b; b -> c; c -> a d; d; e - a }; position v in G; \
         move w in G if distance(G, v, w) = 2: v -> w",
    );
    for (at, expected) in [("a", "c"), ("b", "a d"), ("c", "b e"), ("d", ""), ("e", "b")] {
        let to: Vec<String> = listed(&interp, at)
            .unwrap_or_else(|e| panic!("{e}"))
            .iter()
            .filter_map(|m| m.split(" → ").nth(1).map(String::from))
            .collect();
        assert_eq!(to.join(" "), expected, "from {at}");
    }
    // No way: as many as there are nodes.
    let interp = game(
        "param G = graph { a -> b; c }; position v in G; move w in G if distance(G, v, w) = |G|: v -> w",
    );
    assert_eq!(listed(&interp, "b").map(|m| m.len()).ok(), Some(2));
    let interp = game("param G = graph { 1 -> 2 }; position n; move: n -> distance(G, 1, n)");
    let said = listed(&interp, "7").map_err(|e| e.message(Lang::En)).err();
    assert_eq!(said.as_deref(), Some("7 is not a node of the graph G. (at 7)"));
}
