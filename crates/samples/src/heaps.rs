//! Heaps of one and two numbers.

use crate::{Draft, Rng, Typed};

/// A set of small numbers.
pub(crate) fn set(rng: &mut Rng, most: i64) -> String {
    let mut items: Vec<i64> = (0..rng.range(1, 4)).map(|_| rng.range(1, most)).collect();
    items.sort_unstable();
    items.dedup();
    let items: Vec<String> = items.iter().map(i64::to_string).collect();
    format!("{{{}}}", items.join(", "))
}

/// One number.
pub(crate) fn heap(rng: &mut Rng) -> Draft {
    let domain = rng.one_of(&["n", "n", "n", "n in 1.."]);
    let low = i64::from(domain.contains('1'));
    let mut draft = Draft::heaps(domain, vec![Typed::Number(low, i64::MAX)]);
    let partizan = rng.percent(20);
    if partizan {
        draft.line("players Left, Right");
    }
    for i in 0..rng.range(1, 3) {
        let by = if partizan { rng.one_of(&[" by Left", " by Right", ""]) } else { "" };
        let (s, c, q) = (set(rng, 6), rng.range(1, 3), rng.range(2, 3));
        let line = match rng.below(18) {
            0 | 1 => format!("k in {s}: n -> n - k"),
            2 => format!("k in 1..n div {q}: n -> n - k"),
            3 => format!("k in {c}..{}: n -> n - k", c + rng.range(0, 3)),
            4 => format!("k in 1..n if k not in {s}: n -> n - k"),
            5 => format!("k in 1..n if k mod {q} = 1: n -> n - k"),
            6 => format!("a in 1..n-{c}: n -> a, n - {c} - a"),
            7 => format!("if n > 1 and n mod {q} = 0: n -> {c} of n div {q}"),
            8 => "k in divisors(n) if k < n: n -> k".into(),
            9 => "a in 1..n-1 if a != n - a: n -> a, n - a".into(),
            10 => "a in 1..n div 3, b in a..(n - a) div 2: n -> a, b, n - a - b".into(),
            11 => format!("i in 1..n: n -> each [i..min(n-1, i+{c})]"),
            12 => format!("if n > {c}: n -> n div {q}"),
            13 => format!("k in digits(n, {}) if k > 0: n -> n - k", q + 1),
            14 => "if n > 0: n -> n band (n - 1)".into(),
            15 => format!("k in 0..{c} if n shr k > 0: n -> n - (1 shl k)"),
            16 => {
                // A definition that calls itself twice.
                draft.line(format!("define f{i}(x) = x if x < 2, f{i}(x - 1) + f{i}(x - 2) - {c} otherwise"));
                format!("k in 1..n if f{i}(k mod 8) mod {q} = 1: n -> n - k")
            }
            _ => "k in 1..isqrt(n): n -> n - k".into(),
        };
        draft.line(format!("move m{i}{by} {line}"));
    }
    if !partizan {
        match rng.below(8) {
            0 => draft.line("end misere"),
            1 => draft.line(format!("lose when |heaps| >= {}", rng.range(3, 4))),
            2 => draft.line(format!("stop after {} moves", rng.range(2, 5))),
            3 => draft.line("end draw"),
            _ => {}
        }
    }
    draft
}

/// A take-and-break code.
pub(crate) fn octal(rng: &mut Rng) -> Draft {
    let mut digits: String = (0..rng.range(1, 4)).map(|_| rng.range(0, 7).to_string()).collect();
    if digits.chars().all(|c| c == '0') {
        digits = "07".into();
    }
    let whole = if rng.percent(15) { "4" } else { "0" };
    let mut draft = Draft::heaps("n", vec![Typed::Number(0, i64::MAX)]);
    draft.line(format!("octal {whole}.{digits}"));
    if rng.percent(30) {
        draft.line("end misere");
    }
    draft
}

/// Two numbers.
pub(crate) fn pair(rng: &mut Rng) -> Draft {
    let any = Typed::Number(0, i64::MAX);
    let (c, q) = (rng.range(1, 2), rng.range(1, 3));
    let mut draft;
    match rng.below(3) {
        0 => {
            draft = Draft::heaps("a, b unordered", vec![any.clone(), any]);
            let most = rng.one_of(&["", ", 2", ", 3"]);
            let min = |x: &str| if most.is_empty() { x.to_string() } else { format!("min({x}{most})") };
            draft.line(format!("move left k in 1..{}: a -> a - k", min("a")));
            draft.line(format!("move right k in 1..{}: b -> b - k", min("b")));
            if rng.percent(60) {
                draft.line("move both k in 1..min(a, b): a -> a - k, b -> b - k");
            }
        }
        1 => {
            draft = Draft::heaps("a, b", vec![any.clone(), any]);
            draft.line(format!("move left k in 1..a: a -> a - k, b -> b + {c} when k = {q}"));
            draft.line(format!("move swap if b > a: (a, b) -> (a, b - {q})"));
            if rng.percent(50) {
                draft.line("move split i in 0..b-1: (a, b) -> (a, i), (0, b - 1 - i)");
            }
        }
        _ => {
            // A heap with a memory: what may be taken next.
            draft = Draft::heaps("n, m in 1.. = 1", vec![any]);
            draft.line(format!("move take k in 1..min(n, {}*m): n -> n - k, m -> {}", q + 1, {
                rng.one_of(&["max(m, k)", "k", "k + 1"])
            }));
        }
    }
    if rng.percent(25) {
        draft.line("end misere");
    }
    draft
}
