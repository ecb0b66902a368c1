//! The fragment of a game against its rules: legal positions, endings and options must be the same, on every small
//! position, for the library, for rules that show one construct each, and for random rules.

use crate::common;

use bouton_compile::Core;
use bouton_compile::fragment::{self, Affine, Formula, Fragment, Why};
use bouton_language::ast::Verdict;
use bouton_language::diagnostic::Lang;
use bouton_language::interp::{Interp, Part, Position, Turn};
use bouton_language::value::Value;
use common::{game, games};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn value(form: &Affine, x: &[i64]) -> i64 {
    form.terms.iter().map(|&(v, c)| c * x[v]).sum::<i64>() + form.constant
}

/// Is the formula true? Bound variables run to `most`.
fn holds(f: &Formula, x: &mut Vec<i64>, most: i64) -> bool {
    match f {
        Formula::All(list) => list.iter().all(|f| holds(f, x, most)),
        Formula::Any(list) => list.iter().any(|f| holds(f, x, most)),
        Formula::Not(f) => !holds(f, x, most),
        Formula::AtLeastZero(form) => value(form, x) >= 0,
        Formula::Zero(form) => value(form, x) == 0,
        Formula::Multiple(form, m) => value(form, x) % m == 0,
        Formula::Exists(v, f) => {
            if x.len() <= *v {
                x.resize(*v + 1, 0);
            }
            (0..=most).any(|i| {
                x[*v] = i;
                holds(f, x, most)
            })
        }
    }
}

/// All options of a position by trying every choice.
fn options(f: &Fragment, x: &[i64], most: i64) -> BTreeSet<Vec<Vec<i64>>> {
    let mut out = BTreeSet::new();
    for m in &f.moves {
        let free = m.variables - x.len();
        let mut choice = vec![0; free];
        'next: loop {
            let mut all: Vec<i64> = x.iter().chain(&choice).copied().collect();
            if holds(&m.guard, &mut all, most) {
                let parts = m.parts.iter().map(|p| p.iter().map(|y| value(y, &all)).collect());
                let mut parts: Vec<Vec<i64>> = parts.collect();
                let weight =
                    |x: &[i64]| -> i64 { x.iter().zip(&f.weights).map(|(x, w)| x * *w as i64).sum() };
                assert!(parts.iter().all(|p| weight(p) < weight(x)), "{x:?} -> {parts:?} does not fall");
                parts.sort();
                out.insert(parts);
            }
            for c in &mut choice {
                if *c < most {
                    *c += 1;
                    continue 'next;
                }
                *c = 0;
            }
            break;
        }
    }
    out
}

fn number(v: &Value) -> i64 {
    match v {
        Value::Bool(b) => i64::from(*b),
        Value::Int(i) => *i,
        other => panic!("{other} is no number"),
    }
}

fn tuple(f: &Fragment, part: &Part) -> Vec<i64> {
    let one = |c: &fragment::Coordinate| match (&part[c.field], c.place) {
        (Value::List(items), Some(p)) => number(&items[p]),
        (v, _) => number(v),
    };
    f.coordinates.iter().map(one).collect()
}

/// The part that a tuple stands for; `None` where a flag is neither 0 nor 1.
fn part(interp: &Interp, f: &Fragment, x: &[i64]) -> Option<Part> {
    let fields = &interp.rules().shape.fields;
    let mut out: Vec<Value> = vec![Value::Int(0); fields.len()];
    for (c, &i) in f.coordinates.iter().zip(x) {
        let flag =
            *bouton_language::interp::element_type(&fields[c.field]) == bouton_language::rules::Type::Bool;
        let v = if flag {
            if i > 1 {
                return None;
            }
            Value::Bool(i == 1)
        } else {
            Value::Int(i)
        };
        match c.place {
            None => out[c.field] = v,
            Some(_) => {
                let mut items = match &out[c.field] {
                    Value::List(items) => items.to_vec(),
                    _ => Vec::new(),
                };
                items.push(v);
                out[c.field] = Value::list(items);
            }
        }
    }
    Some(out.into())
}

/// Compares a fragment with the rules on all small positions; how many were compared.
fn compare(name: &str, interp: &Interp, f: &Fragment) -> usize {
    let d = f.coordinates.len();
    let most = match d {
        1 => 14,
        2 => 7,
        3 => 4,
        4 => 2,
        _ => 1,
    };
    let room = 2 * most + 6;
    let mut compared = 0;
    let mut x = vec![0i64; d];
    'next: loop {
        if let Some(part) = part(interp, f, &x) {
            let legal = interp.legal(&part).is_ok();
            assert_eq!(holds(&f.legal, &mut x.clone(), room), legal, "{name}: legal {x:?}");
            if legal {
                compare_at(name, interp, f, &x, &part, room);
                compared += 1;
            }
        }
        for c in &mut x {
            if *c < most {
                *c += 1;
                continue 'next;
            }
            *c = 0;
        }
        break;
    }
    compared
}

fn compare_at(name: &str, interp: &Interp, f: &Fragment, x: &[i64], part: &Part, room: i64) {
    let turn = Turn::default();
    let mut real = BTreeSet::new();
    let run = interp.moves(part, turn, &mut |made| {
        let mut parts: Vec<Vec<i64>> = made.parts.iter().map(|p| tuple(f, p)).collect();
        parts.sort();
        real.insert(parts);
        ControlFlow::Continue(())
    });
    run.unwrap_or_else(|e| panic!("{name} fails at {x:?}: {e:?}"));
    assert_eq!(options(f, x, room), real, "{name}: options of {x:?}");
    if !f.sum {
        let alone = Position { parts: vec![part.clone()] };
        let ended = interp.ended(&alone, turn, &|| Ok(real.is_empty())).expect("endings").map(|e| e.verdict);
        let found = f.ends.iter().find(|(c, _)| holds(c, &mut x.to_vec(), room)).map(|e| e.1);
        assert_eq!(found, ended, "{name}: ending at {x:?}");
    }
    assert_eq!(f.stuck, interp.at_end(turn), "{name}: stuck");
    let block = interp.blocked(&Position { parts: vec![part.clone()] }, turn).expect("block");
    assert_eq!(f.block as u64, block, "{name}: block");
}

fn derive(interp: &Interp) -> Result<Fragment, fragment::Outside> {
    fragment::derive(&Core::new(interp))
}

#[test]
fn library() {
    let inside = "alice-brown bash-zh bash bomb chess-piece chomp-two-rows coin-115 couples-are-forever cutting dawson
        dawsons-chess edge-delete fibonacci-zh fibonacci grundys-game guiles half-nim i-mark kayles-k kayles king-corner
        knight-corner lasker-zh lasker lieges mark mock-turtles nim-zh nim officers ring-coins rook schwenk split-nim
        staircase-jump subtract three-way turning-corners wythoff-block wythoff-diagonal wythoff-zh wythoff";
    let mut left: BTreeSet<&str> = inside.split_whitespace().collect();
    for (name, interp) in games() {
        match derive(&interp) {
            Ok(f) => {
                assert!(compare(&name, &interp, &f) > 5, "{name}");
                left.remove(name.as_str());
            }
            Err(o) => {
                let (_, line) = interp.rules().sources.line(o.span);
                assert!(!left.contains(name.as_str()), "{name}, line {line}: {:?}", o.why);
                for lang in [Lang::En, Lang::Zh] {
                    assert!(!o.say(lang).is_empty() && line > 0, "{name}");
                }
            }
        }
    }
    assert!(left.is_empty(), "{left:?} are gone");
}

#[test]
fn constructs() {
    let table = [
        // choices
        "position a, b; move k in 1..a, l in 1..b if |k - l| < 2: a -> a - k, b -> b - l",
        "position n; move k in {1, 3, 4}: n -> n - k",
        "position n; move d in {-1, -2}: n -> n + d",
        "position n; move k in 0-n..n-1: n -> k",
        "position n; move k in 1..3, j in k..2*k: n -> n - j",
        "position n; move k in [n - 1, n - 3, n div 2] if k < n: n -> k",
        "position n; move k in (n - 1) div 2..n-1: n -> k",
        "position n, m; move k in {n, m} if k > 0: n -> n + m - k, m -> 0",
        // conditions
        "position a, b; move k in 1..a if not (a = b or k in {2, 3}): a -> a - k; move if b > 0 and a < b: b -> b - 1",
        "position a, b; move k in 1..max(a, b): a -> a - min(k, a), b -> b - min(k, b)",
        "position n; move k in 1..n if n mod 3 != k mod 3: n -> n - k",
        "position n; move k in 1..n if any(2*i + 1 = n for i in 0..n): n -> n - k; move if n > 3: n -> n - 3",
        "position n; move k in 1..n if all(n != 3*i for i in 1..n): n -> n - k",
        "position n; move if n > 0 and n div 100 = 0: n -> n div 3",
        "position n; move if 2*(n div 3) + 1 <= n: n -> 2*(n div 3) - 1",
        // results
        "position n; move if n > 0: n -> n div 2; move if n > 2: n -> (n - 1) mod 3",
        "position a, b; move k in 1..a: a -> k - 1, b -> min(b, k) ; move if a + b > 0: (a, b) -> (b - 1, a)",
        "position n; move if n > 4: n -> |n - 6| when n != 5, n -> 2 when n = 5",
        "position n, r in 0..2 = 0; move k in 1..n: n -> n - k, r -> (r + k) mod 3",
        "position n; move if n > 0: n -> (n div 2 if n mod 2 = 0, n - 1 otherwise)",
        "position n; move if n > 0: n -> floor(n/2 + 1/3) - 1",
        "define f(x, y) = x + y if x < y, y - 1 otherwise; position n; move k in 1..n if f(k, 3) <= n: n -> n - k",
        "position n; move k in 1..n: n -> n - k then n -> max(0, n - 1)",
        // rows
        "position row a[3]; move i in 1..|a|, k in 1..a[i]: a[i] -= k, a[i-1] += k when i > 1",
        "position row a[2] of 0..3; move i in 1..2, k in 0..a[i]-1: a[i] -> k",
        "position row a[3]; move b in below(a) if 1 <= count(b[j] != a[j] for j in 1..|a|) <= 2: a -> b",
        "position row a[2]; move i in 1..2, k in 1..a[i], d in compositions(a[i] - k, 2): a[i] -> 0, a[j] += d[j] for j in 1..2",
        "position row a[3]; require all(a[i] >= a[i+1] for i in 1..2); move r in 1..3, c in 0..a[r]-1: a[i] -> min(a[i], c) for i in r..3",
        "position row a[2]; move k in 1..sum(a): a -> [max(a) - k, 0]",
        "position row a[3]; move i in 1..3 if a[i] > 0: a -> a[2..] ++ [a[1] - 1]",
        // flags
        "position a, b, pass = yes; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move if pass and a + b > 0: pass -> no",
        "position a, odd = no; move k in 1..a if odd or k > 1: a -> a - k, odd -> k mod 2 = 1",
        "position a, p = no, q = no; move k in 1..a if p != q or k < 3: a -> a - k, p -> q, q -> not p",
        // fixed coordinates
        "position n, m in 1..3; move k in 1..n if k*m <= n: n -> n - k*m",
        "position row a[2], at in 1..2; move k in 1..a[at]: a[at] -= k, at -> 3 - at",
        // ends
        "position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; end misere",
        "position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; lose when a + b <= 3; win when stuck",
        "position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; block 2",
        "position n in 1..; move k in 1..n: n -> n - k; win when stuck and n = 1",
        // heaps
        "heaps n; move k in 1..2, left in 0..n-k: n -> left, n - k - left",
        "heaps n; octal 0.3F7",
        "heaps n; octal 4.07",
        "heaps n; move if n > 0 and n mod 2 = 0: n -> 3 of n div 2",
        "heaps n; move if n > 1: n -> each [n - 1, n - 2]",
        "heaps x in 1.., y in 1..; move a in 1..x-1, b in 1..y-1: (x, y) -> (a, y), (x, b)",
    ];
    for text in table {
        let interp = game("rules", text);
        let f = derive(&interp).unwrap_or_else(|o| panic!("{text}\n{:?}", o.why));
        assert!(compare(text, &interp, &f) > 5, "{text}");
    }
}

#[test]
fn reasons() {
    type Right = fn(&Why) -> bool;
    let table: [(&str, Right); 18] = [
        ("position a, b; move k in 1..a: a -> a - k*b - 1", |w| *w == Why::Product("k".into(), "b".into())),
        ("position a, b in 1..; move k in 1..a div b: a -> a - k", |w| *w == Why::Divisor("b".into())),
        ("heaps n; move k in 1..n if gcd(k, n) = 1: n -> n - k", |w| *w == Why::Function("gcd")),
        ("heaps n; move k in primes if k <= n: n -> n - k", |w| *w == Why::Set("primes")),
        ("position a; move k in 1..a if k = floor(phi*k): a -> a - k", |w| *w == Why::Irrational),
        ("position row a; move i in 1..|a|, k in 1..a[i]: a[i] -= k", |w| matches!(w, Why::Field(..))),
        ("position bag a; move i in 1..|a|, k in 1..a[i]: a[i] -= k", |w| matches!(w, Why::Field(..))),
        ("position n in -5..5; move: n -> n - 1", |w| *w == Why::Negative("n".into())),
        ("position row a[2], i in 1..; move k in 1..a[i] if i < 3: a[i] -= k", |w| *w == Why::Place),
        ("players A, B; position n; move by A k in 1..n: n -> n - k; move by B: n -> n - 1", |w| {
            *w == Why::Players
        }),
        ("position n; move: n -> n - 1; draw when n = 3", |w| *w == Why::Draws),
        ("position n; move: n -> n - 1; end draw", |w| *w == Why::Draws),
        ("position n; move k in 1..n: n -> n - k gain k; score", |w| *w == Why::Score),
        ("position n; move k in 1..n: n -> n - k again if k = 1", |w| *w == Why::Again),
        ("heaps n; move k in 1..n: n -> n - k; end misere", |w| *w == Why::MisereSum),
        ("position n; move k in 1..n: n -> n - k; block n", |w| *w == Why::Block),
        ("position n, m; move if m > 0: m -> m - 1, n -> 2*n; move k in 1..n: n -> n - k", |w| {
            *w == Why::NoWeights
        }),
        (
            "define f(n) = 0 if n = 0, f(n - 1) + 1 otherwise; position n; move k in 1..n if f(k) = 2: n -> n - k",
            |w| *w == Why::Recursion("f".into()),
        ),
    ];
    for (text, right) in table {
        let why = derive(&game("rules", text)).expect_err(text).why;
        assert!(right(&why), "{text}\n{why:?}");
    }
}

#[test]
fn random_rules() {
    let (mut inside, mut outside) = (0, 0);
    for seed in 0..1300 {
        let sample = bouton_samples::sample(seed);
        let interp = game("random", &sample.text);
        match derive(&interp) {
            Ok(f) => {
                compare(&sample.text, &interp, &f);
                inside += 1;
            }
            Err(_) => outside += 1,
        }
    }
    println!("{inside} inside, {outside} outside");
    assert!(inside >= 200, "{inside} of {}", inside + outside);
}

#[test]
fn claims() {
    let text =
        "position a, b; move k in 1..a: a -> a - k; claim lose iff |a - b| <= 1 and (a + b) mod 3 != 2";
    let interp = game("rules", text);
    let rules = interp.rules();
    let bouton_language::rules::ClaimBody::Iff(Verdict::Lose, e) = &rules.claims[0].body else { panic!() };
    let f = fragment::condition(&Core::new(&interp), e, rules.claims[0].locals).expect("linear");
    assert!(f.terms.is_empty());
    let f = f.formula;
    for (a, b) in (0..9).flat_map(|a| (0..9).map(move |b| (a, b))) {
        assert_eq!(holds(&f, &mut vec![a, b], 20), i64::abs(a - b) <= 1 && (a + b) % 3 != 2, "{a} {b}");
    }
    let text = "heaps n; move k in 1..n: n -> n - k; claim grundy = 0 if n = 0, n - 1 if n mod 4 = 0, n if n mod 4 < 3";
    let interp = game("rules", text);
    let rules = interp.rules();
    let bouton_language::rules::ClaimBody::Grundy(e) = &rules.claims[0].body else { panic!() };
    let f = fragment::value(&Core::new(&interp), e, rules.claims[0].locals, None).expect("linear");
    assert!(f.defined.terms.is_empty() && f.equals.terms.is_empty());
    for n in 0..20i64 {
        let told = if n == 0 { Some(0) } else { [Some(n - 1), Some(n), Some(n), None][n as usize % 4] };
        assert_eq!(holds(&f.defined.formula, &mut vec![n], 40), told.is_some(), "{n}");
        for g in 0..30 {
            assert_eq!(holds(&f.equals.formula, &mut vec![n, g], 40), told == Some(g), "{n} {g}");
        }
    }
}
