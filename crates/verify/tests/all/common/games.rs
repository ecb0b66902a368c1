//! The games of the tests: rules, options by hand, and the certificates made from them.

use super::*;

/// The parts of every option of a heap.
type Options = fn(u64) -> Vec<Vec<u64>>;

pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) json: Json,
}

/// U(i) = U(i-1) + U(i-2) + U(i-3); every second Fibonacci number.
pub(crate) const TRIBONACCI: Digits = Digits::Parry(&[1, 1, 0], 0);
pub(crate) const EVERY_SECOND: Digits = Digits::Parry(&[2, 1], 1);

const WYTHOFF: &str = "position a, b
move one k in 1..a: a -> a - k
move other k in 1..b: b -> b - k
move both k in 1..min(a, b): a -> a - k, b -> b - k
";

pub(crate) fn one_heap_down(x: &[u64]) -> Vec<Vec<u64>> {
    let mut out = Vec::new();
    for i in 0..x.len() {
        for v in 0..x[i] {
            let mut y = x.to_vec();
            y[i] = v;
            out.push(y);
        }
    }
    out
}

const NIM: &str = "heaps n\nmove take k in 1..n: n -> n - k\n";

fn nim(n: u64) -> Vec<Vec<u64>> {
    (0..n).map(|m| vec![m]).collect()
}

const KAYLES: &str = "heaps n\nmove bowl k in 1..2, left in 0..n-k: n -> left, n - k - left\n";

fn kayles(n: u64) -> Vec<Vec<u64>> {
    (1..=2.min(n)).flat_map(|k| (0..=n - k).map(move |a| vec![a, n - k - a])).collect()
}

/// Wythoff's game and its relatives, filled from lost positions upwards: amounts that differ by less than t may be taken
/// together, `ended` positions are lost, and `block` options may be forbidden.
struct Wythoff {
    size: usize,
    lost: Vec<bool>,
}

impl Wythoff {
    fn new(size: usize, t: usize, ended: usize, block: u32) -> Wythoff {
        let (mut lost, mut reached) = (vec![false; size * size], vec![0u32; size * size]);
        for sum in 0..2 * size - 1 {
            for a in sum.saturating_sub(size - 1)..=sum.min(size - 1) {
                let b = sum - a;
                if reached[a * size + b] > block && sum >= ended {
                    continue;
                }
                lost[a * size + b] = true;
                (a + 1..size).for_each(|c| reached[c * size + b] += 1);
                (b + 1..size).for_each(|c| reached[a * size + c] += 1);
                for c in a + 1..size {
                    let same = b + c - a;
                    for d in (same + 1).saturating_sub(t).max(b + 1)..(same + t).min(size) {
                        reached[c * size + d] += 1;
                    }
                }
            }
        }
        Wythoff { size, lost }
    }
}

trait Lost {
    fn lost(&self, x: &[u64]) -> bool;
    fn misere(&self) -> bool {
        false
    }
}

impl Lost for Brute<'_> {
    fn lost(&self, x: &[u64]) -> bool {
        Brute::lost(self, x)
    }
    fn misere(&self) -> bool {
        self.misere
    }
}

impl Lost for Wythoff {
    fn lost(&self, x: &[u64]) -> bool {
        assert!(x.iter().all(|n| (*n as usize) < self.size), "the table is too small: {x:?}");
        self.lost[x[0] as usize * self.size + x[1] as usize]
    }
}

fn steps(x: &[u64], moves: &[[i64; 2]]) -> Vec<Vec<u64>> {
    moves
        .iter()
        .filter_map(|m| Some(vec![x[0].checked_add_signed(m[0])?, x[1].checked_add_signed(m[1])?]))
        .collect()
}

/// All automatic sets of the tests.
pub(crate) fn automatic_sets() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |name, rules: &str, names: &[&str], digits, suffix, weights: &[i64], lost: &dyn Lost| {
        let auto = learn(digits, names.len(), suffix, &|x| lost.lost(x));
        let json = automatic(rules, names, digits, weights, lost.misere(), &auto);
        cases.push(Case { name, json });
    };
    let base = Digits::Base;
    let fib = Digits::Quadratic(1);
    let nim2 = "position a, b\nmove one k in 1..a: a -> a - k\nmove other k in 1..b: b -> b - k\n";
    let ab = ["a", "b"];
    add("nim 2", nim2, &ab, base(2), 2, &[1, 1], &Brute::new(&one_heap_down));
    let nim3 = "position row a[3]\nmove take i in 1..|a|, k in 1..a[i]: a[i] -= k\n";
    add("nim 3", nim3, &["a[0]", "a[1]", "a[2]"], base(2), 2, &[1, 1, 1], &Brute::new(&one_heap_down));
    let moore = "param k = 2\nposition row a[3]
move take b in below(a) if 1 <= count(b[j] != a[j] for j in 1..|a|) <= k: a -> b\n";
    let at_most_two = |x: &[u64]| {
        let mut out = vec![vec![]];
        for n in x {
            out =
                out.iter().flat_map(|y: &Vec<u64>| (0..=*n).map(move |m| [&y[..], &[m]].concat())).collect();
        }
        out.retain(|y| (1..=2).contains(&x.iter().zip(y).filter(|(a, b)| a != b).count()));
        out
    };
    let places = ["a[1]", "a[2]", "a[3]"];
    add("moore", moore, &places, base(2), 2, &[1, 1, 1], &Brute::new(&at_most_two));
    let bash = "param m = 3\nposition n\nmove take k in 1..m: n -> n - k\n";
    let by3 = |x: &[u64]| (1..=3.min(x[0])).map(|k| vec![x[0] - k]).collect();
    add("bash base 2", bash, &["n"], base(2), 4, &[1], &Brute::new(&by3));
    add("bash tribonacci", bash, &["n"], TRIBONACCI, 5, &[1], &Brute::new(&by3));
    add("bash base 10", bash, &["n"], base(10), 2, &[1], &Brute::new(&by3));
    add("wythoff", WYTHOFF, &ab, fib, 4, &[1, 1], &Wythoff::new(400, 1, 0, 0));
    let unordered = WYTHOFF.replace("a, b\n", "a, b unordered\n");
    add("wythoff unordered", &unordered, &ab, fib, 4, &[1, 1], &Wythoff::new(400, 1, 0, 0));
    let ended = format!("{WYTHOFF}lose when a + b <= 3\n");
    add("wythoff, ended at 3", &ended, &ab, fib, 5, &[1, 1], &Wythoff::new(800, 1, 4, 0));
    let t2 = "param t = 2\nposition a, b unordered\nmove one k in 1..a: a -> a - k\nmove other k in 1..b: b -> b - k
move both k in 1..a, l in 1..b if |k - l| < t: a -> a - k, b -> b - l\n";
    add("2-wythoff", t2, &ab, Digits::Quadratic(2), 3, &[1, 1], &Wythoff::new(800, 2, 0, 0));
    let fibonacci =
        "position n, limit = max(n - 1, 0)\nmove take k in 1..min(n, limit): n -> n - k, limit -> 2*k\n";
    let take = |x: &[u64]| (1..=x[0].min(x[1])).map(|k| vec![x[0] - k, 2 * k]).collect();
    add("fibonacci nim", fibonacci, &["n", "limit"], fib, 4, &[1, 0], &Brute::new(&take));
    add("wythoff, every second", WYTHOFF, &ab, EVERY_SECOND, 3, &[1, 1], &Wythoff::new(800, 1, 0, 0));
    let mut misere = Brute::new(&one_heap_down);
    misere.misere = true;
    add("misère nim 2", nim2, &ab, base(2), 3, &[1, 1], &misere);
    let king =
        "position x, y\nmove left: x -> x - 1\nmove down: y -> y - 1\nmove both: x -> x - 1, y -> y - 1\n";
    let kings = |x: &[u64]| steps(x, &[[-1, 0], [0, -1], [-1, -1]]);
    add("king", king, &["x", "y"], base(2), 2, &[1, 1], &Brute::new(&kings));
    let knight = "position x, y\nmove a d in {-1, 1}: x -> x - 2, y -> y + d\nmove b d in {-1, 1}: x -> x + d, y -> y - 2\n";
    let knights = |x: &[u64]| steps(x, &[[-2, 1], [-2, -1], [1, -2], [-1, -2]]);
    add("knight", knight, &["x", "y"], base(2), 3, &[1, 1], &Brute::new(&knights));
    let chomp = "position a in 1.., b\nrequire b <= a\nmove upper c in 1..a-1: a -> c, b -> min(b, c)
move lower c in 0..b-1: b -> c\n";
    let rows = |x: &[u64]| {
        let mut out: Vec<Vec<u64>> = (1..x[0]).map(|c| vec![c, x[1].min(c)]).collect();
        out.extend((0..x[1]).map(|c| vec![x[0], c]));
        out
    };
    let mut bitten = Brute::new(&rows);
    bitten.legal = &|x| x[0] >= 1 && x[1] <= x[0];
    add("two-row chomp", chomp, &ab, base(2), 3, &[1, 1], &bitten);
    let blocked = format!("{WYTHOFF}block 1\n");
    add("blocked wythoff", &blocked, &ab, fib, 5, &[1, 1], &Wythoff::new(1600, 1, 0, 1));
    let half = "position n\nmove take k in 1..n div 2: n -> n - k\n";
    let halves = |x: &[u64]| (1..=x[0] / 2).map(|k| vec![x[0] - k]).collect();
    add("at most half", half, &["n"], base(2), 3, &[1], &Brute::new(&halves));
    let heap = half.replace("position", "heaps");
    add("at most half of a heap", &heap, &["n"], base(2), 3, &[1], &Brute::new(&halves));
    add("misère nim, one heap", NIM, &["n"], base(2), 3, &[1], &misere);
    let pass = "position a, b, free = yes\nmove one k in 1..a: a -> a - k\nmove other k in 1..b: b -> b - k
move pass if free and a + b > 0: free -> no\n";
    let passes = |x: &[u64]| {
        let mut out: Vec<Vec<u64>> =
            one_heap_down(&x[..2]).into_iter().map(|y| vec![y[0], y[1], x[2]]).collect();
        if x[2] == 1 && x[0] + x[1] > 0 {
            out.push(vec![x[0], x[1], 0]);
        }
        out
    };
    let mut passing = Brute::new(&passes);
    passing.legal = &|x| x[2] <= 1;
    add("nim with a pass", pass, &["a", "b", "free"], base(2), 2, &[1, 1, 1], &passing);
    let stairs =
        "position row a[3]\nmove down i in 1..|a|, k in 1..a[i]: a[i] -= k, a[i-1] += k when i > 1\n";
    // A staircase's lost positions are those of Nim on its odd steps.
    let odd = |x: &[u64]| if x[0] == x[2] { vec![] } else { vec![vec![0, 0, 0]] };
    add("staircase", stairs, &["a[0]", "a[1]", "a[2]"], base(2), 2, &[1, 2, 3], &Brute::new(&odd));
    cases
}

/// All graphs of Grundy values of the tests.
pub(crate) fn values() -> Vec<Case> {
    let lasker = |n: u64| (0..n).map(|m| vec![m]).chain((1..=n / 2).map(|a| vec![a, n - a])).collect();
    let games: [(&str, &str, Options, usize); 3] = [
        ("nim values", NIM, nim, 3),
        (
            "lasker values",
            "heaps n\nmove take k in 1..n: n -> n - k\nmove split a in 1..n div 2: n -> a, n - a\n",
            lasker,
            4,
        ),
        ("kayles values", KAYLES, kayles, 5),
    ];
    let mut cases = Vec::new();
    for (name, rules, options, suffix) in games {
        let g = grundy(if suffix == 5 { 4096 } else { 1024 }, &options);
        let auto = learn(Digits::Base(2), 2, suffix, &|x| g.get(x[0] as usize) == Some(&x[1]));
        let json = json!({
            "bouton": "certificate", "version": 1, "kind": "values", "rules": rules, "coordinates": ["n"],
            "numeration": { "base": 2 }, "automaton": auto.json(),
        });
        cases.push(Case { name, json });
    }
    // Two numbers in a heap, lowered at will: the value is their exclusive or; lowered by one: the parity of the sum.
    type Member = dyn Fn(&[u64]) -> bool;
    let wide: [(&str, &str, &Member); 2] = [
        ("pairs", "heaps a, b\nmove k in 1..a: a -> a - k\nmove k in 1..b: b -> b - k\n", &|x| {
            x[0] ^ x[1] == x[2]
        }),
        ("steps", "heaps a, b\nmove: a -> a - 1\nmove: b -> b - 1\n", &|x| (x[0] + x[1]) % 2 == x[2]),
    ];
    for (name, rules, member) in wide {
        let auto = learn(Digits::Base(2), 3, 2, member);
        let json = json!({
            "bouton": "certificate", "version": 1, "kind": "values", "rules": rules, "coordinates": ["a", "b"],
            "weights": [1, 1], "numeration": { "base": 2 }, "automaton": auto.json(),
        });
        cases.push(Case { name, json });
    }
    cases
}

/// All periods of the tests.
pub(crate) fn periods() -> Vec<Case> {
    let taken = |n: u64| [1, 3, 4].iter().filter(|k| **k <= n).map(|k| vec![n - k]).collect::<Vec<_>>();
    let dawson = |n: u64| {
        let mut out = Vec::new();
        if n == 1 {
            out.push(vec![0]);
        }
        if n >= 2 {
            out.push(vec![n - 2]);
        }
        if n >= 3 {
            out.extend((0..=n - 3).map(|a| vec![a, n - 3 - a]));
        }
        out
    };
    let games: [(&str, &str, Options, u64, u64, u64, bool); 4] = [
        ("take 1 3 4", "param S = {1, 3, 4}\nheaps n\nmove take k in S: n -> n - k\n", taken, 7, 0, 4, true),
        ("kayles", KAYLES, kayles, 12, 71, 2, false),
        ("0.137", "heaps n\noctal 0.137\n", dawson, 34, 52, 3, false),
        ("0.137 without empty heaps", "heaps n in 1..\noctal 0.137\n", dawson, 34, 52, 3, false),
    ];
    let mut cases = Vec::new();
    for (name, rules, options, period, from, last, window) in games {
        let size = if window { from + period + last } else { 2 * from + 2 * period + last };
        cases.push(Case {
            name,
            json: json!({
                "bouton": "certificate", "version": 1, "kind": "period", "rules": rules, "prefix": grundy(size, &options),
                "period": period, "saltus": 0, "from": from, "theorem": if window { "window" } else { "take and break" },
            }),
        });
    }
    cases
}

/// Take-away with memory, by Schwenk's theorem: the function, and a recurrence of the ladder.
pub(crate) fn take_aways() -> Vec<Case> {
    type Row = (&'static str, &'static str, [i64; 3], Option<(u64, u64)>);
    let rows: [Row; 5] = [
        ("twice", "2*k", [2, 0, 1], Some((1, 2))),
        ("three times", "3*k", [3, 0, 1], Some((3, 4))),
        ("four times", "4*k", [4, 0, 1], Some((5, 7))),
        ("twice and one", "2*k + 1", [2, 1, 1], None),
        ("half as much again", "3*k div 2", [3, 0, 2], None),
    ];
    let case = |(name, limit, f, recurrence): Row| {
        let rules = format!(
            "position n, limit = max(n - 1, 0)\nmove take k in 1..min(n, limit): n -> n - k, limit -> {limit}\n"
        );
        let mut json = json!({
            "bouton": "certificate", "version": 1, "kind": "take-away", "rules": rules, "heap": "n", "limit": f,
        });
        if let Some((lag, from)) = recurrence {
            (json["lag"], json["from"]) = (json!(lag), json!(from));
        }
        Case { name, json }
    };
    rows.into_iter().map(case).collect()
}

/// Two heaps with takes of both that are near each other: how rules may say so, and the two numbers.
pub(crate) fn pairs() -> Vec<Case> {
    type Row = (&'static str, &'static str, i64, i64);
    let rows: [Row; 5] = [
        ("twice and one", "k < 2*l + 1 and l < 2*k + 1", 2, 1),
        ("at most twice", "k <= 2*l and l <= 2*k", 2, 1),
        ("twice and two", "max(k, l) < 2*min(k, l) + 2", 2, 2),
        ("three times and five", "k - 3*l < 5 and l - 3*k < 5", 3, 5),
        ("equal", "k = l", 1, 1),
    ];
    let case = |(name, near, times, more): Row| {
        let rules = format!(
            "position a, b\nmove k in 1..a: a -> a - k\nmove k in 1..b: b -> b - k\nmove k in 1..a, l in 1..b if {near}: a -> a - k, b -> b - l\n"
        );
        let json = json!({
            "bouton": "certificate", "version": 1, "kind": "pairs", "rules": rules, "times": times, "more": more,
        });
        Case { name, json }
    };
    rows.into_iter().map(case).collect()
}

/// One heap that is lost in runs: least and most takes, the ending, from where on, near, far, lost heaps below the first run, and its
/// beginning, worked out by hand.
pub(crate) fn runs() -> Vec<Case> {
    type Row = (&'static str, [&'static str; 3], i64, [[i64; 3]; 2], &'static [i64], i64);
    let rows: [Row; 5] = [
        ("at most a third", ["1", "n div 3", ""], 2, [[1, 1, 1], [3, 2, 2]], &[0, 1, 2], 4),
        ("two to a third", ["2", "n div 3", ""], 4, [[1, 2, 1], [3, 2, 2]], &[0, 1, 2, 3, 4, 5], 8),
        ("two to a third, misère", ["2", "n div 3", "end misere"], 4, [[1, 2, 1], [3, 2, 2]], &[], 6),
        ("a fifth to a half", ["n div 5", "n div 2", ""], 5, [[5, -1, 4], [2, 1, 1]], &[0, 1, 3], 7),
        ("a third", ["n div 3", "n div 3", ""], 3, [[3, -1, 2], [3, 2, 2]], &[0, 1, 2], 4),
    ];
    let case = |(name, [least, most, end], from, [near, far], lost, start): Row| {
        let rules = format!("position n\nmove take k in {least}..{most} if k >= 1: n -> n - k\n{end}\n");
        let json = json!({
            "bouton": "certificate", "version": 1, "kind": "runs", "rules": rules, "from": from, "near": near,
            "far": far, "lost": lost, "start": start,
        });
        Case { name, json }
    };
    rows.into_iter().map(case).collect()
}

/// Rows of Wythoff's game, its values and who wins it, and of a game that takes even numbers: what is known of them by hand, first
/// values by their definition.
pub(crate) fn rows() -> Vec<Case> {
    let ray = |row: usize, least: u64, modulus: u64| {
        json!({
            "row": row, "to": row, "places": [], "taken": [], "start": 0, "least": least, "modulus": modulus,
            "residues": [0],
        })
    };
    let taken = |row: usize, to: usize, amounts: &[u64]| {
        json!({
            "row": row, "to": to, "places": [], "taken": amounts, "start": 0, "least": amounts.len(), "modulus": 1,
            "residues": [],
        })
    };
    type Plain = fn(u64, u64) -> Vec<(u64, u64)>;
    let wythoff: Plain = |a, b| {
        let along = (0..a).map(|c| (c, b)).chain((0..b).map(|c| (a, c)));
        along.chain((1..=a.min(b)).map(|k| (a - k, b - k))).collect()
    };
    let nim: Plain = |a, b| (0..a).map(|c| (c, b)).chain((0..b).map(|c| (a, c))).collect();
    let even: Plain = |a, b| {
        let along = (1..=a / 2).map(|k| (a - 2 * k, b));
        along.chain((b > 0).then(|| (a, b - 1))).collect()
    };
    // Misère where the rules say so.
    let first = |options: Plain, b: u64, values: bool, misere: bool| -> Vec<u64> {
        let mut known: Vec<Vec<u64>> = Vec::new();
        for r in 0..=b {
            known.push(Vec::new());
            for a in 0..40 {
                let seen: Vec<u64> =
                    options(a, r).into_iter().map(|(a, b)| known[b as usize][a as usize]).collect();
                let least = (0..).find(|v| !seen.contains(v)).unwrap_or(0);
                let wins = if seen.is_empty() { misere } else { seen.contains(&0) };
                known[r as usize].push(if values { least } else { u64::from(wins) });
            }
        }
        known.pop().unwrap_or_default()
    };
    let case = |name: &'static str,
                rules: &str,
                options: Plain,
                values: bool,
                lines: &[[u64; 3]],
                links: Vec<Json>| {
        let last = lines.len() as u64 - 1;
        let [period, saltus, from] = lines[last as usize];
        let line = |(b, [period, saltus, from]): (usize, &[u64; 3])| json!({ "at": [b], "period": period, "saltus": saltus, "from": from, "begin": 24 });
        let mut prefix = first(options, last, values, rules.contains("misere"));
        prefix.truncate((from + period) as usize);
        let json = json!({
            "bouton": "certificate", "version": 1, "kind": "row", "rules": rules,
            "of": if values { "values" } else { "outcomes" }, "running": "a", "bound": last + 2,
            "rows": lines.iter().enumerate().map(line).collect::<Vec<_>>(), "links": links,
            "period": period, "saltus": saltus, "from": from, "prefix": prefix,
        });
        Case { name, json }
    };
    let of_wythoff = |rows: usize| {
        let mut links = Vec::new();
        for row in 0..rows {
            links.push(ray(row, 1, 1));
            links.extend((0..row).map(|to| {
                let mut link = taken(row, to, &[0, (row - to) as u64]);
                link["least"] = json!(row - to + 1);
                link
            }));
        }
        links
    };
    let odd = "position a, b\nmove k in 1..a: a -> a - 2*k\nmove: b -> b - 1\n";
    let even_links = vec![ray(0, 1, 2), ray(1, 1, 2), taken(1, 0, &[0])];
    vec![
        case("wythoff, row 2", WYTHOFF, wythoff, true, &[[1, 1, 0], [3, 3, 0], [3, 3, 0]], of_wythoff(3)),
        case(
            "wythoff, row 3",
            WYTHOFF,
            wythoff,
            true,
            &[[1, 1, 0], [3, 3, 0], [3, 3, 0], [6, 6, 8]],
            of_wythoff(4),
        ),
        case(
            "wythoff, row 3, who wins",
            WYTHOFF,
            wythoff,
            false,
            &[[1, 0, 1], [1, 0, 3], [1, 0, 2], [1, 0, 6]],
            of_wythoff(4),
        ),
        case(
            "misere nim, row 1",
            "position a, b\nend misere\nmove k in 1..a: a -> a - k\nmove k in 1..b: b -> b - k\n",
            nim,
            false,
            &[[1, 0, 2], [1, 0, 1]],
            vec![ray(0, 1, 1), ray(1, 1, 1), taken(1, 0, &[0])],
        ),
        case("even numbers, row 1", odd, even, true, &[[2, 1, 0], [4, 2, 0]], even_links),
    ]
}

/// All finite positions of the tests: sums of heaps, with the answers that Grundy values give.
pub(crate) fn positions() -> Vec<Case> {
    let games: [(&str, &str, &[u64], Options); 3] = [
        ("nim 3 4 5", NIM, &[3, 4, 5], nim),
        ("nim 1 2 3", NIM, &[1, 2, 3], nim),
        ("kayles 7", KAYLES, &[7], kayles),
    ];
    let mut cases = Vec::new();
    for (name, rules, start, options) in games {
        let g = grundy(10, &options);
        let value = |p: &[u64]| p.iter().fold(0, |x, n| x ^ g[*n as usize]);
        let after = |p: &[u64]| -> Vec<Vec<u64>> {
            let mut out = Vec::new();
            for i in 0..p.len() {
                for parts in options(p[i]) {
                    let mut q = p.to_vec();
                    q.splice(i..=i, parts);
                    q.sort();
                    out.push(q);
                }
            }
            out.sort();
            out.dedup();
            out
        };
        let text = |p: &[u64]| {
            if p.is_empty() {
                "nothing".to_string()
            } else {
                p.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
            }
        };
        let answer = |p: &[u64]| after(p).into_iter().find(|q| value(q) == 0);
        let wins = value(start) != 0;
        let mut answers = Vec::new();
        let mut queue = vec![start.to_vec()];
        if wins {
            queue = vec![answer(start).unwrap()];
            answers.push((text(start), text(&queue[0])));
        }
        let mut lost: BTreeSet<Vec<u64>> = queue.iter().cloned().collect();
        while let Some(p) = queue.pop() {
            for option in after(&p) {
                let to = answer(&option).unwrap();
                let pair = (text(&option), text(&to));
                if !answers.contains(&pair) {
                    answers.push(pair);
                }
                if lost.insert(to.clone()) {
                    queue.push(to);
                }
            }
        }
        let lost: Vec<String> = lost.iter().map(|p| text(p)).collect();
        cases.push(Case {
            name,
            json: json!({
                "bouton": "certificate", "version": 1, "kind": "position", "rules": rules, "position": text(start),
                "outcome": if wins { "win" } else { "lose" }, "lost": lost, "answers": answers,
            }),
        });
    }
    cases
}
