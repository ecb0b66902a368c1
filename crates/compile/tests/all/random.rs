//! Random games: whatever is claimed about one must hold on every small position.

use crate::common;

use bouton_compile::Facts;
use bouton_language::interp::{Interp, Part, Position, Turn};
use bouton_language::value::Value;
use bouton_random::Rng;
use common::{facts, game};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn pick<'t>(random: &mut Rng, from: &[&'t str]) -> &'t str {
    from[random.index(from.len())]
}

/// One or two number fields.
fn numbers(random: &mut Rng) -> String {
    let two = random.index(3) > 0;
    let kind = pick(random, &["heaps", "position"]);
    let domain = pick(random, &["", "", "", " in 1..", " in 0..5"]);
    let mut text = format!("{kind} n{domain}{}\n", if two { ", m" } else { "" });
    let other = if two { "m" } else { "n" };
    for line in 0..1 + random.index(3) {
        let low = pick(random, &["0", "1", "1", "1", "2"]);
        let high =
            pick(random, &["n", "3", "n - 1", "min(n, M)", "n div 2", "max(n, M)", "M", "2*n", "n + 1"]);
        let mut choices = format!("k in {low}..{high}");
        if random.index(3) == 0 {
            choices = format!(
                "k in {}",
                pick(random, &["{1, 3}", "{0, 2}", "{1..4}", "{2}", "{n, 1}", "divisors(n + 1)"])
            );
        }
        if random.index(4) == 0 {
            choices.push_str(", j in 0..n-k");
        } else {
            choices.push_str(", let j = 1");
        }
        if random.index(3) == 0 {
            let cond = pick(
                random,
                &[
                    "k < n",
                    "n > M",
                    "k != 2",
                    "n mod 2 = 0",
                    "n = k",
                    "k <= M or n > 3",
                    "not (k = 1)",
                    "1 <= k < 3",
                    "k in {1, 2}",
                ],
            );
            choices.push_str(&format!(" if {cond}"));
        }
        let values = [
            "n - k",
            "n - k",
            "k",
            "n div 2",
            "max(0, n - k)",
            "n - 2*k",
            "n - k + j",
            "M",
            "M - k",
            "k * n",
            "n - j",
            "|n - k|",
            "(n - k if n > 3, 0 otherwise)",
            "n + 1",
            "n",
            "n - k - j",
            "n mod 3",
        ];
        let effect = match random.index(if kind == "heaps" && !two { 3 } else { 2 }) {
            0 if two => format!("n -> {}, m -> {}", pick(random, &values), pick(random, &values)),
            2 => format!("n -> {}, {}", pick(random, &values), pick(random, &values)),
            _ => format!("n -> {}", pick(random, &values)),
        };
        text.push_str(&format!("move r{line} {choices}: {effect}\n"));
    }
    if kind == "position" && random.index(4) == 0 {
        text.push_str("lose when n >= 4\n");
    }
    text.replace('M', other)
}

/// A row or a word of digits.
fn row(random: &mut Rng) -> String {
    let mut text =
        format!("position {}\n", pick(random, &["row a", "row a of 0..3", "bag a", "word a of 0..3"]));
    for line in 0..1 + random.index(2) {
        let choices = pick(
            random,
            &[
                "i in 1..|a|, k in 1..a[i]",
                "i in 1..|a|, k in 0..a[i]",
                "i in 2..|a|, k in 1..2",
                "i in 1..|a| if a[i] = 0, k in 0..3",
                "i in 1..|a| if a[i] != 0, k in 0..1",
            ],
        );
        let effect = pick(
            random,
            &[
                "a[i] -= k",
                "a[i] -> k",
                "a[i] -> a[i] - k, a[j] -> 3 for j in 1..i-1",
                "a[i] -= k, a[i-1] += k when i > 1",
                "a -> a[..i-1]",
                "a -> a[i+1..]",
                "a -> a[i..]",
                "a -> a[..i-1] ++ a[i+1..]",
                "a[i] -> 1 - k when k < 2",
                "a[j] -> min(a[j], k) for j in i..|a|",
                "a -> reverse(a)",
                "a[i] -= k, a[1] += 1",
                "a -> a[..i-1] ++ [k] ++ a[i+1..]",
                "a[j] -> 0 for j in [x for x in i..|a| if a[x] > 0]",
                "a[i] -> 0, a[j] -> 1 - k for j in 1..i-1",
            ],
        );
        text.push_str(&format!("move r{line} {choices}: {effect}\n"));
    }
    text
}

fn options(interp: &Interp, part: &Part) -> Option<Vec<Vec<Part>>> {
    let turn = Turn::default();
    let alone = Position { parts: vec![part.clone()] };
    if interp.legal(part).is_err() || !matches!(interp.ended(&alone, turn, &|| Ok(false)), Ok(None)) {
        return None;
    }
    let mut out = Vec::new();
    // Where the rules fail there is no move to speak of.
    interp
        .moves(part, turn, &mut |made| {
            out.push(std::mem::take(made.parts));
            ControlFlow::Continue(())
        })
        .ok()?;
    Some(out)
}

/// Holds measure, take-set, code and vectors against a position.
fn check(text: &str, interp: &Interp, f: &Facts, part: &Part) {
    let Some(all) = options(interp, part) else { return };
    if let Some(measure) = &f.measure
        && let Some(before) = measure.value(part)
    {
        for to in all.iter().flatten() {
            let after = measure.value(to).expect("a legal part has a measure");
            assert!(after < before, "{measure:?} at {part:?} -> {to:?}: {before:?} -> {after:?}\n{text}");
        }
    }
    let numbers = |p: &Part| p.iter().filter_map(Value::as_int).collect::<Vec<i64>>();
    let x = numbers(part);
    let legal = |v: &[i64]| interp.legal(&v.iter().map(|&i| Value::Int(i)).collect()).is_ok();
    if let Some(takes) = &f.takes {
        let expected: BTreeSet<i64> = (1..=x[0])
            .filter(|&k| takes.contains(k as u64) == Some(true) && legal(&[x[0] - k]))
            .map(|k| x[0] - k)
            .collect();
        let found: BTreeSet<i64> = all.iter().map(|to| numbers(&to[0])[0]).collect();
        assert_eq!(found, expected, "{takes:?} at {part:?}\n{text}");
    }
    if let Some(vectors) = &f.vectors {
        let mut expected = BTreeSet::new();
        for v in vectors {
            for k in v.from..=v.to.unwrap_or(30) {
                let y: Vec<i64> = (0..x.len()).map(|i| x[i] + v.base[i] + k * v.step[i]).collect();
                let holds = v.guards.iter().all(|g| {
                    g.fields.iter().zip(&x).map(|(c, x)| c * x).sum::<i64>() + g.k * k + g.constant >= 0
                });
                if holds && legal(&y) {
                    expected.insert(y);
                }
            }
        }
        let found: BTreeSet<Vec<i64>> = all.iter().map(|to| numbers(&to[0])).collect();
        assert_eq!(found, expected, "{vectors:?} at {part:?}\n{text}");
    }
    if let Some(code) = &f.code {
        let n = x[0];
        let mut found: BTreeSet<Vec<i64>> = BTreeSet::new();
        for to in &all {
            let mut v: Vec<i64> = to.iter().map(|p| numbers(p)[0]).filter(|&x| x > 0).collect();
            v.sort_unstable();
            found.insert(v);
        }
        let mut expected = BTreeSet::new();
        for k in 0..=n {
            let digit = code.digits.get(k as usize).copied().unwrap_or(code.tail);
            let rest = n - k;
            if digit & 1 == 1 && rest == 0 {
                expected.insert(vec![]);
            }
            if digit & 2 == 2 && rest > 0 {
                expected.insert(vec![rest]);
            }
            if digit & 4 == 4 {
                expected.extend((1..=rest / 2).map(|a| vec![a, rest - a]));
            }
        }
        assert_eq!(found, expected, "{code} at {part:?}\n{text}");
    }
}

#[test]
fn claims_about_random_number_games_hold() {
    let mut measured = 0;
    for seed in 0..400 {
        let text = numbers(&mut Rng::new(seed));
        let interp = game(&format!("seed {seed}"), &text);
        let f = facts(&interp);
        measured += usize::from(f.measure.is_some());
        let count = f.names.len() as u32;
        for number in 0..9u32.pow(count) {
            let part: Part = (0..count).map(|i| Value::Int(i64::from(number / 9u32.pow(i) % 9))).collect();
            check(&format!("seed {seed}\n{text}"), &interp, &f, &part);
        }
        if let Some(group) = f.symmetry.groups.first() {
            for a in 0..6i64 {
                for b in 0..6i64 {
                    let sorted = |to: Vec<Vec<Part>>| -> BTreeSet<Vec<Vec<Value>>> {
                        to.into_iter()
                            .map(|parts| {
                                let mut list: Vec<Vec<Value>> = parts
                                    .iter()
                                    .map(|p| {
                                        let mut p = p.to_vec();
                                        p.sort();
                                        p
                                    })
                                    .collect();
                                list.sort();
                                list
                            })
                            .collect()
                    };
                    let one = options(&interp, &[Value::Int(a), Value::Int(b)].into());
                    let two = options(&interp, &[Value::Int(b), Value::Int(a)].into());
                    assert_eq!(one.map(sorted), two.map(sorted), "seed {seed}, {group:?} at {a} {b}\n{text}");
                }
            }
        }
    }
    assert!(measured > 80, "only {measured} games had a measure");
}

#[test]
fn claims_about_random_rows_hold() {
    let mut measured = 0;
    for seed in 0..400 {
        let text = row(&mut Rng::new(seed));
        let interp = game(&format!("seed {seed}"), &text);
        let f = facts(&interp);
        measured += usize::from(f.measure.is_some());
        for len in 0..=4u32 {
            for number in 0..4u32.pow(len) {
                let items = (0..len).map(|i| Value::Int(i64::from(number / 4u32.pow(i) % 4))).collect();
                let Ok(Ok(part)) = interp.part(vec![Some(Value::list(items))]) else { continue };
                check(&format!("seed {seed}\n{text}"), &interp, &f, &part);
            }
        }
    }
    assert!(measured > 80, "only {measured} games had a measure");
}
