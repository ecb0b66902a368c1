//! A generator of random rules files.

use bouton::rng::Rng as Bits;

/// Random numbers in the forms that the generator needs.
pub(crate) struct Rng(Bits);

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(Bits::new(seed))
    }

    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0.below(n)
    }

    fn range(&mut self, lo: i64, hi: i64) -> i64 {
        lo + self.below((hi - lo + 1) as u64) as i64
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

/// A random rules file. Most of them end; those that may not say `endless draw`.
pub(crate) fn rules(seed: u64) -> String {
    let rng = &mut Rng::new(seed);
    let mut game = match seed % 9 {
        0 => heap(rng),
        1 => two_field_heap(rng),
        2 => octal(rng),
        3 => numbers(rng),
        4 => row(rng),
        5 => word(rng),
        6 => scored(rng),
        7 => token(rng),
        _ => bag(rng),
    };
    game.insert(0, format!("game Random {seed}"));
    game.join("\n")
}

fn ending(rng: &mut Rng, out: &mut Vec<String>) {
    match rng.below(8) {
        0 | 1 => out.push("end misere".into()),
        2 => out.push("end draw".into()),
        3 => {
            out.push("players Ann, Ben".into());
            out.push("end Ben wins".into());
        }
        _ => {}
    }
}

fn set(rng: &mut Rng) -> String {
    let mut items: Vec<String> = (0..rng.range(1, 3)).map(|_| rng.range(1, 5).to_string()).collect();
    items.dedup();
    format!("{{{}}}", items.join(", "))
}

fn heap(rng: &mut Rng) -> Vec<String> {
    let mut out = vec!["heaps n".to_string()];
    let partizan = rng.chance(25);
    if partizan {
        out.push("players Left, Right".into());
    }
    for i in 0..rng.range(1, 3) {
        let by = if partizan { [" by Left", " by Right", ""][rng.below(3) as usize] } else { "" };
        let (s, c, q) = (set(rng), rng.range(1, 3), rng.range(2, 3));
        out.push(match rng.below(7) {
            0 | 1 => format!("move m{i}{by} k in {s}: n -> n - k"),
            2 => format!("move m{i}{by} k in 1..n div {q}: n -> n - k"),
            3 => format!("move m{i}{by} a in 1..n-{c}: n -> a, n - {c} - a"),
            4 => format!("move m{i}{by} if n > 1 and n mod {q} = 0: n -> {c} of n div {q}"),
            5 => format!("move m{i}{by} k in divisors(n) if k < n: n -> k"),
            _ => format!("move m{i}{by} a in 1..n-1 if a != n - a: n -> a, n - a"),
        });
    }
    if !partizan {
        match rng.below(6) {
            0 => out.push("end misere".into()),
            1 => out.push(format!("lose when |heaps| >= {}", rng.range(3, 4))),
            2 => out.push(format!("stop after {} moves", rng.range(2, 5))),
            _ => {}
        }
    }
    out
}

fn two_field_heap(rng: &mut Rng) -> Vec<String> {
    let mut out = vec![["heaps a, b", "heaps a, b unordered"][rng.below(2) as usize].to_string()];
    let unordered = out[0].contains("unordered");
    let (c, q) = (rng.range(1, 2), rng.range(1, 3));
    if unordered {
        out.push(format!("move left k in 1..min(a, {q}): a -> a - k"));
        out.push(format!("move right k in 1..min(b, {q}): b -> b - k"));
    } else {
        out.push(format!("move left k in 1..a: a -> a - k, b -> b + {c} when k = {q}"));
        out.push(format!("move swap if b > a: (a, b) -> (a, b - {q})"));
        if rng.chance(50) {
            out.push("move split i in 0..b-1: (a, b) -> (a, i), (0, b - 1 - i)".into());
        }
    }
    if rng.chance(30) {
        out.push("end misere".into());
    }
    out
}

fn octal(rng: &mut Rng) -> Vec<String> {
    let digits: String = (0..rng.range(1, 4)).map(|_| rng.range(0, 7).to_string()).collect();
    let digits = if digits.chars().all(|c| c == '0') { "07".to_string() } else { digits };
    let mut out = vec!["heaps n".to_string(), format!("octal 0.{digits}")];
    if rng.chance(40) {
        out.push("end misere".into());
    }
    out
}

fn numbers(rng: &mut Rng) -> Vec<String> {
    let mut out = vec!["position a, b".to_string()];
    for i in 0..rng.range(2, 4) {
        let (x, y) = (rng.range(0, 3), rng.range(0, 3));
        let (x, y) = if x + y == 0 { (1, 0) } else { (x, y) };
        let again = if rng.chance(12) { " again if (a + b) mod 3 = 0" } else { "" };
        out.push(match rng.below(5) {
            0 | 1 => format!("move m{i}: a -> a - {x}, b -> b - {y}{again}"),
            2 => format!("move m{i} k in 1..a: a -> a - k{again}"),
            3 => format!("move m{i} k in 1..min(a, b): a -> a - k, b -> b - k{again}"),
            _ => format!("move m{i} k in 1..a div 2: a -> a - 2*k, b -> b + k{again}"),
        });
    }
    match rng.below(8) {
        0 => out.push(format!("win when a + b <= {}", rng.range(0, 3))),
        1 => out.push(format!("draw when a = b and a < {}", rng.range(1, 4))),
        2 => out.push(format!("block {}", rng.range(1, 2))),
        3 => out.push(format!("block (1 if a > b, {} otherwise)", rng.range(0, 2))),
        4 => out.push("require a + 2 >= b".into()),
        5 => out.push("lose when stuck and turn mod 2 = 1".into()),
        _ => {}
    }
    ending(rng, &mut out);
    out
}

fn row(rng: &mut Rng) -> Vec<String> {
    let mut out = vec!["position row a".to_string()];
    let c = rng.range(1, 2);
    for i in 0..rng.range(1, 3) {
        out.push(match rng.below(6) {
            0 => format!("move m{i} i in 1..|a|, k in 1..a[i]: a[i] -> a[i] - k"),
            1 => format!("move m{i} i in 1..|a|, k in 1..a[i]: a[i] -= k, a[i-1] += k when i > 1"),
            2 => format!("move m{i} if |a| > 0: a -> a[2..]"),
            3 => format!("move m{i} i in 1..|a| if a[i] = {c}: a -> a[..i-1] ++ a[i+1..]"),
            4 => format!("move m{i} i in 1..|a|-1 if a[i] > a[i+1]: a[i] -> a[i+1], a[i+1] -> a[i] - 1"),
            _ => format!("move m{i} i in 1..|a|: a[j] -> 0 for j in i..|a| if a[i] > 0").replace(
                "a[j] -> 0 for j in i..|a| if a[i] > 0",
                "a[j] -> min(a[j], a[i] - 1) when a[i] > 0 for j in i..|a|",
            ),
        });
    }
    // The last kind of move may change nothing, and swapping may go round: then endless play is a draw.
    if out.iter().any(|l| l.contains("a[i] -> a[i+1]") || l.contains("for j in i")) {
        out.push("endless draw".into());
    } else {
        ending(rng, &mut out);
    }
    out
}

fn word(rng: &mut Rng) -> Vec<String> {
    let mut out = vec!["position word s of \"xo.\"".to_string()];
    let partizan = rng.chance(40);
    if partizan {
        out.push("players Xena, Otto".into());
        out.push(
            "move hop by Xena i in 1..|s|-1 if s[i..i+1] = \"x.\": s[i] -> \".\", s[i+1] -> \"x\"".into(),
        );
        out.push("move hop by Otto i in 2..|s| if s[i-1..i] = \".o\": s[i] -> \".\", s[i-1] -> \"o\"".into());
        if rng.chance(50) {
            out.push("move eat by Xena i in 1..|s|-1 if s[i..i+1] = \"xo\": s -> s[..i] ++ s[i+2..]".into());
        }
    } else {
        out.push("move mark i in 1..|s| if s[i] = \".\": s[i] -> \"x\"".into());
        out.push("move flip i in 1..|s|-1 if s[i] = \"o\" and s[i+1] != \"o\": s[i] -> \"x\"".into());
        if rng.chance(40) {
            out.push("lose when \"xx\" in s".into());
        }
    }
    if rng.chance(25) && !partizan {
        out.push("end misere".into());
    }
    out
}

fn scored(rng: &mut Rng) -> Vec<String> {
    let mut out = vec!["position row a".to_string(), "players Max, Min".to_string()];
    let c = rng.range(1, 3);
    let again = if rng.chance(30) { " again if a[1] mod 2 = 0" } else { "" };
    out.push(format!("move left k in 1..min({c}, |a|): a -> a[k+1..] gain sum(a[1..k]){again}"));
    if rng.chance(60) {
        out.push("move right k in 1..|a|: a -> a[..|a|-k] gain a[|a|] - k".into());
    }
    if rng.chance(40) {
        out.push("move pay if |a| > 1: a -> a[2..] cost 1".into());
    }
    match rng.below(3) {
        0 => {
            out.push("score shared".into());
            out.push(format!("stop after {} moves", rng.range(2, 4)));
        }
        _ => out.push("score".into()),
    }
    out
}

fn token(rng: &mut Rng) -> Vec<String> {
    let n = rng.range(4, 7);
    let rows: Vec<String> = (0..n)
        .map(|v| {
            let to: Vec<String> = (0..rng.range(0, 3)).map(|_| rng.range(0, n - 1).to_string()).collect();
            format!("{v} -> {}", to.join(" "))
        })
        .collect();
    let mut out = vec![format!("param G = graph {{ {} }}", rows.join("; "))];
    match rng.below(3) {
        0 => {
            out.push("position v in G".into());
            out.push("move slide w in G[v]: v -> w".into());
        }
        1 => {
            out.push("players Cat, Dog".into());
            out.push("position v in G, w in G".into());
            out.push("move cat by Cat x in G[v]: v -> x".into());
            out.push("move dog by Dog x in G[w]: w -> x".into());
            out.push("win Cat when v = w".into());
        }
        _ => {
            out.push("heaps v in G".into());
            out.push("move slide w in G[v]: v -> w".into());
        }
    }
    out.push("endless draw".into());
    out
}

fn bag(rng: &mut Rng) -> Vec<String> {
    let mut out = vec!["position bag a".to_string()];
    for i in 0..rng.range(1, 2) {
        out.push(match rng.below(4) {
            0 => format!("move m{i} i in 1..|a|, k in 1..a[i]: a[i] -= k"),
            1 => format!("move m{i} i in 1..|a|, k in 1..a[i], d in compositions(a[i]-k, |a|): a[i] -> 0, a[j] += d[j] for j in 1..|a|"),
            2 => format!("move m{i} b in below(a) if 1 <= count(b[j] != a[j] for j in 1..|a|) <= 2: a -> b"),
            _ => format!("move m{i} i in 1..|a| if a[i] > 1: a -> without(a, a[i]) ++ [a[i] - 1]"),
        });
    }
    if rng.chance(30) {
        out.push("end misere".into());
    }
    out
}
