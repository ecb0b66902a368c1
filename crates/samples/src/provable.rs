//! Rules near those of which theorems speak: most are proved, some are not.

use crate::Rng;

/// Two to five distinct vectors in [0, 3]² that a move may subtract.
pub fn move_set(seed: u64) -> String {
    let mut random = Rng::new(seed);
    let many = 2 + random.index(4);
    let mut moves: Vec<String> = Vec::new();
    while moves.len() < many {
        let (i, j) = (random.below(4), random.below(4));
        let text = format!("move: a -> a - {i}, b -> b - {j}");
        if (i, j) != (0, 0) && !moves.contains(&text) {
            moves.push(text);
        }
    }
    format!("position a, b; {}", moves.join("; "))
}

/// Two to four distinct vectors in [0, 2]³ that a move may subtract.
pub fn three_numbers(seed: u64) -> String {
    let mut random = Rng::new(2000 + seed);
    let many = 2 + random.index(3);
    let mut moves: Vec<String> = Vec::new();
    while moves.len() < many {
        let v = [0; 3].map(|_| random.below(3));
        let text = format!("move: a -> a - {}, b -> b - {}, c -> c - {}", v[0], v[1], v[2]);
        if v != [0; 3] && !moves.contains(&text) {
            moves.push(text);
        }
    }
    format!("position a, b, c; {}", moves.join("; "))
}

/// A move takes k in L..U with L and U from c, n div q, n − c.
pub fn one_number(seed: u64) -> String {
    let mut random = Rng::new(1000 + seed);
    let mut end = || {
        let n = 1 + random.below(5);
        [format!("{n}"), format!("n div {n}"), format!("n - {n}")][random.index(3)].clone()
    };
    format!("position n; move k in {}..{} if k >= 1: n -> n - k", end(), end())
}

/// A row, bag or sum with moves put together at random: near what is proved, mostly not of it.
pub fn row_or_heaps(seed: u64) -> String {
    let mut random = Rng::new(seed);
    let mut one = |of: &[&str]| of[random.index(of.len())].to_string();
    let shape = one(&[
        "row a",
        "row a",
        "row a",
        "bag a",
        "heaps",
        "row a of 0..3",
        "row a of 1..",
        "bag a of 1..",
        "bag a of 0..4",
    ]);
    let end = one(&["", "; end misere"]);
    let take = |x: &str, one: &mut dyn FnMut(&[&str]) -> String| {
        let most = one(&["X", "min(X, 2)", "min(X, 3)", "X - 1", "X div 2", "2"]);
        format!("k in {}..{}", one(&["1", "1", "1", "2"]), most.replace('X', x))
    };
    if shape == "heaps" {
        let first = take("n", &mut one);
        let more = one(&[
            "",
            "; move if n > 1: n -> n - 1",
            "; move if n mod 2 = 0: n -> n - 1",
            "; move if n = 3: n -> 0",
        ]);
        return format!("heaps n; move {first}: n -> n - k{more}{end}");
    }
    let mut lines = Vec::new();
    let two = one(&["one", "one", "two"]) == "two";
    for _ in 0..1 + usize::from(two) {
        let from = one(&["1", "1", "2", "3"]);
        let to = one(&["|a|", "|a|", "|a| - 1"]);
        let cond = one(&[
            "",
            "",
            "",
            " if i mod 2 = 1",
            " if i mod 3 != 0",
            " if i > 1",
            " if a[i] > 1",
            " if i < |a|",
        ]);
        let gains = one(&[
            "",
            "",
            ", a[i-1] += k when i > 1",
            ", a[i-2] += k when i > 2",
            ", a[i+1] += k when i < |a|",
            ", a[i-1] += 1 when i > 1",
            ", a[i-1] -> 0 when i > 1",
        ]);
        let (from, gains) = if shape.starts_with("bag") && one(&["no", "no", "yes"]) == "no" {
            ("1".into(), String::new())
        } else {
            (from, gains)
        };
        lines.push(format!("move i in {from}..{to}, {}{cond}: a[i] -= k{gains}", take("a[i]", &mut one)));
    }
    format!("position {shape}; {}{end}", lines.join("; "))
}
