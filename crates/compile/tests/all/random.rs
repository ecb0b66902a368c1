//! Random games: whatever is claimed about one must hold on every small position.

use crate::common::held::{exchangeable, hold, number_part, tuples};
use crate::common::{facts, game};
use bouton_language::value::Value;
use bouton_random::Rng;

/// One of the texts between `¦`.
fn pick<'t>(random: &mut Rng, from: &'t str) -> &'t str {
    let all: Vec<&str> = from.split('¦').map(str::trim).collect();
    all[random.index(all.len())]
}

/// One or two number fields.
fn numbers(random: &mut Rng) -> String {
    let two = random.index(3) > 0;
    let kind = pick(random, "heaps ¦ position");
    let domain = pick(random, "¦ ¦ ¦ in 1.. ¦ in 0..5");
    let mut text = format!("{kind} n {domain}{}\n", if two { ", m" } else { "" });
    let other = if two { "m" } else { "n" };
    for line in 0..1 + random.index(3) {
        let low = pick(random, "0 ¦ 1 ¦ 1 ¦ 1 ¦ 2");
        let high = pick(random, "n ¦ 3 ¦ n - 1 ¦ min(n, M) ¦ n div 2 ¦ max(n, M) ¦ M ¦ 2*n ¦ n + 1");
        let mut choices = format!("k in {low}..{high}");
        if random.index(3) == 0 {
            let set = pick(random, "{1, 3} ¦ {0, 2} ¦ {1..4} ¦ {2} ¦ {n, 1} ¦ divisors(n + 1)");
            choices = format!("k in {set}");
        }
        choices.push_str(if random.index(4) == 0 { ", j in 0..n-k" } else { ", let j = 1" });
        if random.index(3) == 0 {
            let conditions = "k < n ¦ n > M ¦ k != 2 ¦ n mod 2 = 0 ¦ n = k ¦ k <= M or n > 3 ¦ not (k = 1) ¦ 1 <= k < 3 \
                              ¦ k in {1, 2}";
            choices.push_str(&format!(" if {}", pick(random, conditions)));
        }
        let values = "n - k ¦ n - k ¦ k ¦ n div 2 ¦ max(0, n - k) ¦ n - 2*k ¦ n - k + j ¦ M ¦ M - k ¦ k * n ¦ n - j ¦ |n - k| \
                      ¦ (n - k if n > 3, 0 otherwise) ¦ n + 1 ¦ n ¦ n - k - j ¦ n mod 3";
        let effect = match random.index(if kind == "heaps" && !two { 3 } else { 2 }) {
            0 if two => format!("n -> {}, m -> {}", pick(random, values), pick(random, values)),
            2 => format!("n -> {}, {}", pick(random, values), pick(random, values)),
            _ => format!("n -> {}", pick(random, values)),
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
    let mut text = format!("position {}\n", pick(random, "row a ¦ row a of 0..3 ¦ bag a ¦ word a of 0..3"));
    for line in 0..1 + random.index(2) {
        let choices = "i in 1..|a|, k in 1..a[i] ¦ i in 1..|a|, k in 0..a[i] ¦ i in 2..|a|, k in 1..2 \
                       ¦ i in 1..|a| if a[i] = 0, k in 0..3 ¦ i in 1..|a| if a[i] != 0, k in 0..1";
        let effects = "a[i] -= k ¦ a[i] -> k ¦ a[i] -> a[i] - k, a[j] -> 3 for j in 1..i-1 \
                       ¦ a[i] -= k, a[i-1] += k when i > 1 ¦ a -> a[..i-1] ¦ a -> a[i+1..] ¦ a -> a[i..] \
                       ¦ a -> a[..i-1] ++ a[i+1..] ¦ a[i] -> 1 - k when k < 2 ¦ a[j] -> min(a[j], k) for j in i..|a| \
                       ¦ a -> reverse(a) ¦ a[i] -= k, a[1] += 1 ¦ a -> a[..i-1] ++ [k] ++ a[i+1..] \
                       ¦ a[j] -> 0 for j in [x for x in i..|a| if a[x] > 0] ¦ a[i] -> 0, a[j] -> 1 - k for j in 1..i-1";
        let (choices, effect) = (pick(random, choices), pick(random, effects));
        text.push_str(&format!("move r{line} {choices}: {effect}\n"));
    }
    text
}

#[test]
fn claims_about_random_number_games_hold() {
    let mut measured = 0;
    for seed in 0..400 {
        let text = numbers(&mut Rng::new(seed));
        let interp = game(&format!("seed {seed}"), &text);
        let f = facts(&interp);
        measured += usize::from(f.measure.is_some());
        let at = format!("seed {seed}\n{text}");
        for x in tuples(f.names.len(), 9) {
            hold(&at, &interp, &f, &number_part(&x), 0);
        }
        for x in tuples(f.names.len(), 6) {
            exchangeable(&at, &interp, &f, &x);
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
        for items in (0..=4).flat_map(|length| tuples(length, 4)) {
            let items = items.into_iter().map(Value::Int).collect();
            let Ok(Ok(part)) = interp.part(vec![Some(Value::list(items))]) else { continue };
            hold(&format!("seed {seed}\n{text}"), &interp, &f, &part, 0);
        }
    }
    assert!(measured > 80, "only {measured} games had a measure");
}
