//! The translation against the interpreter, and the carries against plain arithmetic.

use crate::game::Game;
use crate::linear::{Atom, Cond, Lin, Test};
use crate::numeration::Numeration;
use bouton_language::ast::Verdict;
use bouton_language::interp::{EndingLine, Interp, Part, Position, Turn};
use bouton_language::value::Value;
use bouton_language::{NoLoader, load};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Rules that between them use everything the translation knows.
const RULES: &[&str] = &[
    "position a, b\nmove k in 1..a: a -> a - k\nmove k in 1..min(a, b): a -> a - k, b -> b - k",
    "position a, b unordered\nmove k in 1..a, l in 1..b if |k - l| < 2: a -> a - k, b -> b - l",
    "position n, limit = max(n - 1, 0)\nmove k in 1..min(n, limit): n -> n - k, limit -> 2*k",
    "position a in 1.., b\nrequire b <= a\nmove c in 1..a-1: a -> c, b -> min(b, c)\nmove c in 0..b-1: b -> c",
    "position row a[3]\nmove i in 1..|a|, k in 1..a[i]: a[i] -= k, a[i-1] += k when i > 1",
    "position row a[2]\nmove b in below(a) if 1 <= count(b[j] != a[j] for j in 1..|a|) <= 1: a -> b",
    "position n\nmove k in 1..n div 2: n -> n - k\nmove if n mod 3 = 1: n -> n div 3",
    "position n\nparam S = {1, 3, 4}\nmove k in S if k not in {n, 4} or n > 5: n -> n - k",
    "position a, b, free = yes\nmove k in 1..a: a -> a - k\nmove if free and a + b > 0: free -> no\nlose when a = 2 and not free",
    "position x, y\nmove d in {-1, 1}: x -> x - 2, y -> y + d\nmove d in -1..1: x -> x + d, y -> y - 2",
    "position a, b\nmove k in 1..a: a -> b, b -> a - k then a -> a - 1, b += a",
    "position a, b\nmove k in 1..a: (a, b) -> (b, a - k) then a -> a + b\nwin when a > b + 3",
    "define f(x, y) = x - y if x > y, y - x otherwise\nposition a, b\nmove if f(a, b) > 1: a -> f(a, b), b -> 0",
    "define pick(i) = 1 if i = 0, 2 * pick(i - 1) otherwise\nposition n\nmove i in 0..3: n -> n - pick(i)",
    "position n\nmove let h = (n + 1) div 2, k in h..n-1: n -> k\nlose when n in 3..4\nwin when n = 7",
    "position n in {0, 1, 2, 5, 8}\nmove k in 1..4: n -> n - k",
    "position a, b\nmove k in 1.. if 2*k <= a: a -> a - 2*k, b += 1 when b < 3",
    "position row a[3]\nmove i in 1..3, j in 1..3 if i != j and a[i] > 0: a[i] -= 1, a[j] += 1 when a[j] = 0",
    "position row a[3]\nmove if any(a[i] > a[i+1] for i in 1..2): a[i] -> 0 for i in 2..3\nmove if sum(a) > 2: a -> [a[3], a[1], 0]",
    "position a, b\nmove k in {1, b, a div 2} if k > 0: a -> a - k\nmove k in [max(a, b), 2] if k <= b: b -> b - k",
    "position n\nmove k in 1..2, m in 0..1: n -> n - (2*k - m)\nmove: n -> (n - 1 if n mod 2 = 0, n - 2 otherwise)",
    "heaps n\nmove k in 1..2, left in 0..n-k: n -> left, n - k - left\nmove if n = 5: n -> nothing",
    "heaps n\nmove a in 1..n div 2: n -> a, n - a\nmove a in 1..n-1: n -> 2 of a",
    "heaps w in 2.., h\nmove i in 2..w div 2: (w, h) -> (i, h), (w - i, h)\nmove j in 1..h: (h, w) -> (h - j, w), (0, w)",
    "heaps n, ring = yes\nmove k in 1..2 if ring = yes: (n, ring) -> (n - k, no)\n\
     move k in 1..2, left in 0..(n - k) div 2 if ring = no: (n, ring) -> (left, no), (n - k - left, no)",
    "heaps n\noctal 4.37",
    "heaps n in 1..\noctal 0.56",
    "param m = 3\nposition n\nmove k in 1..m if n mod (m + 1) != 0 or n > m ** 2: n -> n - k",
];

fn holds(cond: &Cond, at: &[i64]) -> bool {
    match cond {
        Cond::Known(b) => *b,
        Cond::Not(c) => !holds(c, at),
        Cond::All(all) => all.iter().all(|c| holds(c, at)),
        Cond::Any(any) => any.iter().any(|c| holds(c, at)),
        Cond::Atom(a) => truth(a, at),
    }
}

fn truth(a: &Atom, at: &[i64]) -> bool {
    let sum = a.terms.iter().map(|(v, c)| c * at[*v]).sum::<i64>() + a.constant;
    match a.test {
        Test::AtMost => sum <= 0,
        Test::Zero => sum == 0,
        Test::Divides(m) => sum % m == 0,
    }
}

fn whole(lin: &Lin, at: &[i64]) -> i64 {
    let sum = lin.terms.iter().map(|(v, c)| c * at[*v]).sum::<i64>() + lin.constant;
    assert_eq!(sum % lin.den, 0, "{lin:?} at {at:?}");
    sum / lin.den
}

/// Every tuple of numbers below a bound.
fn grid(size: usize, below: i64) -> Vec<Vec<i64>> {
    let mut out = vec![vec![]];
    for _ in 0..size {
        out = out.iter().flat_map(|t: &Vec<i64>| (0..below).map(move |n| [&t[..], &[n]].concat())).collect();
    }
    out
}

fn part(game: &Game<'_>, x: &[i64]) -> Part {
    let fields = &game.rules.shape.fields;
    let mut out: Vec<Value> = fields.iter().map(|_| Value::list(Vec::new())).collect();
    for (c, n) in game.coordinates.iter().zip(x) {
        let truth = fields[c.field].ty == bouton_language::rules::Type::Bool;
        let v = if truth { Value::Bool(*n == 1) } else { Value::Int(*n) };
        match (c.place, &mut out[c.field]) {
            (Some(_), Value::List(items)) => Arc::make_mut(items).push(v),
            (_, slot) => *slot = v,
        }
    }
    out.into()
}

#[test]
fn ways_are_the_moves_of_the_interpreter() {
    for rules in RULES {
        let loaded = load("rules", rules, &NoLoader);
        let Some(checked) = loaded.rules else { panic!("{rules}: {:?}", loaded.diagnostics) };
        let interp = Interp::new(Arc::new(checked), &[]).unwrap();
        let game = Game::new(&interp).unwrap();
        let ways = game.ways().unwrap_or_else(|why| panic!("{rules}: {why:?}"));
        let (legal, endings) = (game.legal().unwrap(), game.endings().unwrap());
        let d = game.coordinates.len();
        let below = [12, 9, 6][d - 1];
        for x in grid(d, below) {
            let here = part(&game, &x);
            let boolean = |i: usize| {
                game.rules.shape.fields[game.coordinates[i].field].ty == bouton_language::rules::Type::Bool
            };
            let plain = (0..d).all(|i| !boolean(i) || x[i] <= 1);
            assert_eq!(holds(&legal, &x), plain && interp.legal(&here).is_ok(), "{rules}\n{x:?} legal");
            if !holds(&legal, &x) {
                continue;
            }
            if game.whole() {
                let position = Position { parts: vec![here.clone()] };
                let ended = interp.ended(&position, Turn::default(), &|| Ok(false)).unwrap();
                let mine = endings.iter().position(|(c, _)| holds(c, &x));
                let theirs = ended.map(|e| match e.line {
                    EndingLine::When(i) => (i, e.verdict == Verdict::Lose),
                    EndingLine::Stop => (usize::MAX, false),
                });
                assert_eq!(mine.map(|i| (i, endings[i].1)), theirs, "{rules}\n{x:?} ended");
            }
            let mut theirs: BTreeSet<Vec<Part>> = BTreeSet::new();
            let found = interp.moves(&here, Turn::default(), &mut |made| {
                theirs.insert(made.parts.clone());
                ControlFlow::Continue(())
            });
            found.unwrap();
            let mut mine = BTreeSet::new();
            for way in &ways {
                for choices in grid(way.choices.len(), below + 2) {
                    let at = [&x[..], &choices].concat();
                    if !holds(&way.cond, &at) {
                        continue;
                    }
                    let results: Vec<Vec<i64>> =
                        way.parts.iter().map(|p| p.iter().map(|l| whole(l, &at)).collect()).collect();
                    // That coordinates are natural goes without saying in the translation.
                    if results.iter().flatten().all(|n| *n >= 0) {
                        mine.insert(results.iter().map(|y| part(&game, y)).collect::<Vec<_>>());
                    }
                }
            }
            assert_eq!(mine, theirs, "{rules}\nfrom {x:?}");
        }
    }
}

#[test]
fn carries_follow_the_digits() {
    let mut random = bouton_random::Rng::new(5);
    let mut dice = |n: i64| random.range(0, n - 1);
    let systems: [(&[u8], usize); 11] = [
        (&[1], 0),
        (&[2], 0),
        (&[9], 0),
        (&[1, 0], 0),
        (&[2, 0], 0),
        (&[4, 0], 0),
        (&[1, 1, 0], 0),
        (&[1, 0, 0, 0], 0),
        (&[3, 1], 0),
        (&[2, 1], 1),
        (&[3, 0, 2, 1], 2),
    ];
    for numeration in systems.map(|(tops, back)| Numeration::new(tops, back).unwrap()) {
        for _ in 0..20_000 {
            let test = [Test::AtMost, Test::Zero, Test::Divides(1 + dice(6))][dice(3) as usize];
            let atom =
                Atom { test, terms: (0..3).map(|v| (v, dice(9) - 4)).collect(), constant: dice(31) - 15 };
            let length = dice(7) as usize;
            let mut digits: Vec<Vec<usize>> = Vec::new();
            for _ in 0..3 {
                let (mut number, mut state): (Vec<usize>, u128) = (Vec::new(), 0);
                while number.len() < length {
                    let digit = dice(numeration.digits() as i64) as usize;
                    if let Some(next) = numeration.follow(state, &[digit]) {
                        state = next;
                        number.push(digit);
                    }
                }
                digits.push(number);
            }
            let value = |v: usize| i64::try_from(numeration.value(digits[v].iter().copied())).unwrap();
            let mut carry = numeration.start(&atom);
            let column = |place: usize| atom.terms.iter().map(|(v, c)| c * digits[*v][place] as i64).sum();
            for sum in (0..length).map(column) {
                carry = numeration.step(&atom, carry, sum).unwrap();
            }
            let right = truth(&atom, &[value(0), value(1), value(2)]);
            assert_eq!(numeration.last(&atom, carry), right, "{numeration:?} {atom:?} {digits:?}");
        }
    }
}
