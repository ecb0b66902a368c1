//! Facts of small games: what must be found, and what must not be claimed.

use crate::common;

use bouton_compile::{Declared, Facts, LevelMove, LinearMove, Measure, NoGrundy, Sides, TakeSet, symmetry};
use bouton_language::diagnostic::Lang;
use bouton_language::value::Value;
use bouton_samples::rows;
use common::{facts, game};

pub(crate) fn of(text: &str) -> Facts {
    facts(&game("rules", text))
}

/// The sentence about termination.
fn ends(text: &str) -> String {
    let f = of(text);
    let all = f.sentences(Lang::En);
    let starts = ["every move ", "in every part", "no measure", "play stops"];
    all.into_iter()
        .find(|s| starts.iter().any(|w| s.starts_with(w)) && !s.contains("fixed vector"))
        .unwrap_or_default()
}

#[test]
fn measures_that_are_found() {
    let table = rows(
        r#"
        heaps n; move k in 1..n: n -> n - k ¦ every move lowers n by at least 1
        heaps n; move k in {2, 5}: n -> n - k ¦ every move lowers n by at least 2
        heaps n; move if n > 0: n -> n div 2 ¦ every move lowers n by at least 1
        position a, b; move i in 1..a div 2: a -> a - 2*i, b -> b + i; move i in 1..b div 2: b -> b - 2*i, a -> a + i
          ¦ every move lowers a + b by at least 1
        position a, b; move if a > 0, k in 0..9: a -> a - 1, b -> b + k; move k in 1..b: b -> b - k
          ¦ every move lowers a, or keeps that and lowers b
        position a, b; move if a > 0: a -> a - 1, b -> b + 1; move if b > 0: b -> b - 1
          ¦ every move lowers 2·a + b by at least 1
        heaps s, c in 0..s; move k in 1..c*c: c -> c + k ¦ every move lowers s − c by at least 1
        position said = 0; move k in 1..10 if said + k <= 100: said -> said + k
          ¦ every move raises said, and none raises it beyond 100
        position p in 1.. = 1; move x in 2..9: p -> min(p * x, 162); lose when p >= 162
          ¦ every move raises p, and none raises it beyond 162
        heaps n; move k in 1..2, left in 0..n-k: n -> left, n - k - left
          ¦ in every part that a move leaves, n is smaller than in the part it came from
        heaps n in 1..; move p in partitions(n) if |p| > 1: n -> each p
          ¦ in every part that a move leaves, n is smaller than in the part it came from
        heaps n; move i in 1..n: n -> each [i..n-1]
          ¦ in every part that a move leaves, n is smaller than in the part it came from
        position row a; move i in 1..|a|, k in 1..a[i]: a[i] -= k, a[i-1] += k when i > 1
          ¦ every move lowers the sum of a, each element times its place from the left by at least 1
        position row a; move i in 1..|a|-1, k in 1..a[i]: a[i] -= k, a[i+1] += k
          ¦ every move lowers the sum of a, each element times its place from the right by at least 1
        position row a; move i in 1..|a|, k in 1..a[i]: a[i] -= k ¦ every move lowers the sum of a by at least 1
        position row a of -9..9; move k in 1..|a|: a -> a[k+1..] ¦ every move lowers the length of a by at least 1
        position row a; move i in 1..|a|: a -> a[..i-1] ++ a[i+1..] ¦ every move lowers the length of a by at least 1
        position row c of 0..9; move i in 1..|c|, x in 0..9 if c[i] > 0: c[i] -> c[i] - 1, c[j] -> 9 for j in 1..i-1
          ¦ every move lowers c, read from the right like a word in a dictionary
        position row a; move r in 1..|a|, c in 0..a[r]-1: a[i] -> min(a[i], c) for i in r..|a|
          ¦ every move lowers the sum of a by at least 1
        position word s of ".X"; move i in 1..|s| if s[i] = ".": s[i] -> "X"
          ¦ every move lowers the number of . in s by at least 1
        position word s of "+-"; move i in 1..|s|-1 if s[i..i+1] = "++": s[i] -> "-", s[i+1] -> "-"
          ¦ every move lowers the number of + in s by at least 2
        position grid b[3,3] of 0..2; move r in 1..3, c in 1..3 if b[r,c] = 0: b[r,c] -> mover
          ¦ every move lowers the number of 0 in b by at least 1
        heaps grid b of 0..1; move r in 1..|b|, c in 1..|b[1]|-1 if b[r,c] = 0 and b[r,c+1] = 0: b[r,c] -> 1, b[r,c+1] -> 1 then b -> each regions(b, 0, 1)
          ¦ in every part that a move leaves, the number of 0 in b is smaller than in the part it came from
        position set s = {1..9}; move x in s: s -> s - {x} ¦ every move lowers the size of s by at least 1
        position set s of 1..9; move x in 1..9 if x not in s: s -> s + {x}
          ¦ every move lowers the number of elements that s lacks (of 9) by at least 1
        position set s; move x in s, y in 0..x-1 if y not in s: s -> s - {x} + {y}
          ¦ every move lowers the sum of s by at least 1
        param G = graph { 0 -> 1 2;1 -> 2;2 -> }; heaps v in G; move w in G[v]: v -> w
          ¦ every move lowers the longest walk left from v (at most 2) by at least 1
        position bag a, pass = yes; move i in 1..|a|, k in 1..a[i]: a[i] -= k; move if pass = yes: pass -> no
          ¦ every move lowers the sum of a plus [pass = yes] by at least 1
        position bag a; move b in below(a) if b != a: a -> b ¦ every move lowers the sum of a by at least 1
        position bag a; move i in 1..|a|, k in 1..a[i], d in compositions(a[i]-k, |a|): a[i] -> 0, a[j] += d[j] for j in 1..|a|
          ¦ every move lowers the sum of a by at least 1
        position n; move k in 1..n: n -> n - k + 1; stop after 7 moves ¦ play stops after 7 moves
    "#,
    );
    for [text, expected] in table {
        assert_eq!(ends(&text), expected, "\n{text}");
    }
}

#[test]
fn measures_that_must_not_be_claimed() {
    let table = [
        // taking nothing
        "heaps n; move k in {0, 1}: n -> n - k",
        "heaps n; move k in {0}: n -> n - k",
        "heaps n; move k in 0..n: n -> n - k",
        // may rise, may stay
        "heaps n; move k in 1..n: n -> n + 1 - k",
        "position a, b; move if a > 0: a -> a - 1, b -> b + 1; move if b > 0: b -> b - 1, a -> a + 1",
        "position a, b; move: (a, b) -> (b, a)",
        // growth without a bound
        "position n; move k in 1..3: n -> n + k",
        "position p in 1.. = 1; move x in 1..9: p -> min(p * x, 162); lose when p >= 162",
        // a part as large as the whole
        "heaps n; move left in 0..n: n -> left, n - left",
        "heaps n in 1..; move p in partitions(n): n -> each p",
        "heaps n; move i in 1..n: n -> each [i..n]",
        // stones that come back
        "position row a; move i in 2..|a|, j in 1..|a|, k in 1..a[i]: a[i] -= k, a[j] += k",
        "position word s of \"AB\"; move i in 1..|s|: s[i] -> \"B\"",
        "position word s of \"AB\"; move i in 1..|s| if s[i] = \"A\": s[i] -> \"B\"; move i in 1..|s| if s[i] = \"B\": s[i] -> \"A\"",
        "position row a; move r in 1..|a|, c in 0..a[r]: a[i] -> min(a[i], c) for i in r..|a|",
        "position row a; move i in 1..|a|: a -> a[i..]",
        "position bag a; move b in below(a): a -> b",
        // sets
        "position set s; move x in 1..9: s -> s + {x}",
        "position set s of 1..9; move x in 1..9: s -> s - {x}",
        "position set s; move x in s, y in 0..x: s -> s - {x} + {y}",
        // graphs with a way round, and jumps off the edges
        "param G = graph { 0 - 1;1 -> 2 }; heaps v in G; move w in G[v]: v -> w",
        "param G = graph { 0 -> 1;1 -> 2 }; heaps v in G; move w in G: v -> w",
        // a condition that is no help
        "position n, m; move k in 0..n if k < m: n -> n - k",
    ];
    for text in table {
        let f = of(text);
        assert!(f.measure.is_none(), "claimed {:?}\n{text}", f.measure);
    }
}

#[test]
fn kinds() {
    let nim = "heaps n\nmove take k in 1..n: n -> n - k\n";
    let table = [
        ("", Sides::Impartial, Ok(())),
        ("end misere\n", Sides::Impartial, Err(NoGrundy::End(bouton_language::rules::End::Misere))),
        (
            "players L, R\nend L wins\n",
            Sides::NamedEnding,
            Err(NoGrundy::End(bouton_language::rules::End::Wins(0))),
        ),
        ("block 1\n", Sides::Impartial, Err(NoGrundy::Block)),
        ("stop after 3 moves\n", Sides::Impartial, Err(NoGrundy::Stop)),
        ("endless draw\n", Sides::Impartial, Err(NoGrundy::Endless)),
        ("score\n", Sides::Impartial, Err(NoGrundy::Score)),
        ("players L, R\nmove one by L: n -> n - 1\n", Sides::OwnMoves, Err(NoGrundy::OwnMoves)),
        ("move odd if n mod 2 = mover - 1: n -> n - 1\n", Sides::LooksAtMover, Err(NoGrundy::Mover)),
        ("move late if turn > 3: n -> n - 1\n", Sides::Impartial, Err(NoGrundy::Turn)),
        ("move extra if n > 1: n -> n - 1 again\n", Sides::Impartial, Err(NoGrundy::Again)),
    ];
    for (more, sides, grundy) in table {
        let f = of(&format!("{nim}{more}"));
        assert_eq!((f.kind.sides, f.kind.grundy), (sides, grundy), "{more}");
        assert!(f.kind.parts);
    }
}

#[test]
fn take_sets() {
    let runs = |r: &[(u64, u64)]| Some(TakeSet::Runs { runs: r.to_vec(), from: None });
    let any = |r: &[(u64, u64)], from| Some(TakeSet::Runs { runs: r.to_vec(), from: Some(from) });
    let table = [
        ("heaps n; move k in {1, 3, 4}: n -> n - k", runs(&[(1, 1), (3, 4)])),
        ("heaps n; move k in 1..3: n -> n - k", runs(&[(1, 3)])),
        ("position n; move k in 1..3: n -= k", runs(&[(1, 3)])),
        ("heaps n in 5..; move k in 1..3: n -> n - k", runs(&[(1, 3)])),
        ("param m = 100000; heaps n; move k in 1..m: n -> n - k", runs(&[(1, 100_000)])),
        ("heaps n; move a: n -> n - 2; move b: n -> n - 7", runs(&[(2, 2), (7, 7)])),
        (
            "heaps n; move k in 1..9 if k mod 2 = 1: n -> n - k",
            runs(&[(1, 1), (3, 3), (5, 5), (7, 7), (9, 9)]),
        ),
        (
            "param m = 4; heaps n; move k in {i*i for i in 1..m}: n -> n - k",
            runs(&[(1, 1), (4, 4), (9, 9), (16, 16)]),
        ),
        ("heaps n; move k in 1..min(n, 4): n -> n - k", runs(&[(1, 4)])),
        ("heaps n; move k in 1..n: n -> n - k", any(&[], 1)),
        ("heaps n; move x in 0..n-1: n -> x", any(&[], 1)),
        ("heaps n; move k in 1..n if k != 2: n -> n - k", any(&[(1, 1)], 3)),
        ("heaps n; move k in 1..n if k not in {2, 5}: n -> n - k", any(&[(1, 1), (3, 4)], 6)),
        (
            "heaps n; move k in squares: n -> n - k",
            Some(TakeSet::Known(bouton_language::value::KnownSet::Squares)),
        ),
        // what is taken depends on the heap, or nothing is taken, or more happens
        ("heaps n; move k in 1..n div 2: n -> n - k", None),
        ("heaps n; move k in {0, 1}: n -> n - k", None),
        ("heaps n; move k in 1..3 if n mod 2 = 0: n -> n - k", None),
        ("heaps n; move k in 1..3 if n > 5: n -> n - k", None),
        ("heaps n; move k in divisors(n): n -> n - k", None),
        ("heaps n; move k in 1..2, left in 0..n-k: n -> left, n - k - left", None),
        ("heaps n, m; move k in 1..3: n -> n - k", None),
    ];
    for (text, expected) in table {
        assert_eq!(of(text).takes, expected, "\n{text}");
    }
}

#[test]
fn take_and_break_codes() {
    let table = rows(
        r"
        heaps n; move k in 1..2, left in 0..n-k: n -> left, n - k - left ¦ 0.77
        heaps n; move k in 1..2, left in 0..(n-k) div 2: n -> left, n - k - left ¦ 0.77
        heaps n; octal 0.77 ¦ 0.77
        heaps n; octal 0.137 ¦ 0.137
        heaps n; octal 4.07 ¦ 4.07
        heaps n; octal 0.007 ¦ 0.007
        heaps n; octal 0.6 ¦ 0.6
        heaps n; octal 0.C ¦ 0.c
        heaps n in 1..; octal 0.137 ¦ 0.137
        heaps n; move k in 1..n: n -> n - k; move a in 1..n-1: n -> a, n - a ¦ 4.333…
        heaps n; move k in 1..n: n -> n - k ¦ 0.333…
        heaps n; move k in 1..n-1: n -> n - k ¦ 0.222…
        heaps n; move k in {1, 3}: n -> n - k ¦ 0.303
        heaps n; move if n = 1: n -> nothing; move left in 1..n-3: n -> left, n - 2 - left ¦ 0.14
        heaps n; move k in 1..n: n -> n - k; move a in 1..n-2, b in a..n-a-1: n -> a, b, n - a - b ¦ 8.333…
        // no code: unequal parts, parts that depend on the heap, parts of a fixed size, too many copies
        heaps n; move a in 1..n-1 if a < n - a: n -> a, n - a ¦ -
        heaps n; move a in 2..n-2: n -> a, n - a ¦ -
        heaps n; move if n mod 2 = 0: n -> n div 2, n div 2 ¦ -
        heaps n; move k in 1..n div 2: n -> n - k ¦ -
        heaps n; move k in 1..2, left in 0..1: n -> left, n - k - left ¦ -
        heaps n; move a in 0..n: n -> a, n - a ¦ -
        heaps n in 2..; move a in 2..n-2: n -> a, n - a ¦ -
    ",
    );
    for [text, expected] in table {
        let code = of(&text).code.map_or("-".to_string(), |c| c.to_string());
        assert_eq!(code, expected, "\n{text}");
    }
}

#[test]
fn splits_into_unequal_heaps() {
    let table = [
        ("heaps n; move a in 1..(n - 1) div 2: n -> a, n - a", Some(("0.0", vec![0]))),
        ("heaps n; move a in 1..n-1 if a < n - a: n -> a, n - a", Some(("0.0", vec![0]))),
        ("heaps n; move a in 1..n-1 if 2*a != n: n -> a, n - a", Some(("0.0", vec![0]))),
        (
            "heaps n; move k in 1..2: n -> n - k; move a in 1..(n - 4) div 2: n -> a, n - 3 - a",
            Some(("0.33", vec![3])),
        ),
        // Equal heaps too: a code. Not all unequal ones, or some equal ones: neither.
        ("heaps n; move a in 1..n-1: n -> a, n - a", None),
        ("heaps n; move a in 2..(n - 1) div 2: n -> a, n - a", None),
        ("heaps n; move a in 1..n-1 if a < n - a or n = 6: n -> a, n - a", None),
        ("heaps n; move a in 1..(n - 1) div 2 if a > 1 or n > 9: n -> a, n - a", None),
    ];
    for (text, expected) in table {
        let facts = of(text);
        let found = facts.unequal.map(|b| (b.code.to_string(), b.unequal));
        assert_eq!(found, expected.map(|(code, takes)| (code.to_string(), takes)), "\n{text}");
    }
}

#[test]
fn symmetric_fields() {
    let table = rows(
        r"
        position a, b unordered; move one k in 1..a: a -> a - k; move other j in 1..b: b -> b - j ¦ 0 1
        position a, b; move k in 1..min(a,b): a -> a - k, b -> b - k ¦ 0 1
        position a, b, c; move k in 1..a: a -= k; move k in 1..b: b -= k; move k in 1..c: c -= k ¦ 0 1 2
        position a, b, c; move k in 1..a: a -= k; move k in 1..b: b -= k; move k in 1..2: c -= k ¦ 0 1
        position a, b unordered; move let lo = min(a,b), let hi = max(a,b) if lo > 0, k in 1..hi div lo: (a,b) -> (lo, hi - k*lo)
          ¦ 0 1
        position a, b; move k in 1..a, l in 1..b if |k - l| < 2: a -> a - k, b -> b - l ¦ 0 1
        heaps x in 1.., y in 1..; move a in 1..x-1, b in 1..y-1: (x,y) -> (a,y), (x,b) ¦ 0 1
        // broken by a guard, by a range, by a domain, by an ending
        position a, b; move one k in 1..a if b > 1: a -> a - k; move other k in 1..b: b -> b - k ¦
        position a, b; move one k in 1..a: a -> a - k; move other k in 2..b: b -> b - k ¦
        position a, b in 1..; move one k in 1..a: a -> a - k; move other k in 1..b: b -> b - k ¦
        position a, b; move one k in 1..a: a -> a - k; move other k in 1..b: b -> b - k; lose when a = 1 ¦
    ",
    );
    for [text, expected] in table {
        let one = |group: &Vec<usize>| group.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        let groups: Vec<String> = of(&text).symmetry.groups.iter().map(one).collect();
        assert_eq!(groups.join(", "), expected, "\n{text}");
    }
}

#[test]
fn unordered_is_verified_refuted_or_left_open() {
    let table = [
        ("move one k in 1..a: a -> a - k; move other k in 1..b: b -> b - k", Declared::Verified, None),
        // the same game, written so that the text does not show it
        ("move one k in 1..a: a -> a - k; move other k in 0..b-1: b -> k", Declared::NotVerified, None),
        ("move one k in 1..a: a -> a - k", Declared::NotVerified, Some(("0 1", "1 0", false))),
    ];
    for (moves, declared, shown) in table {
        let text = format!("position a, b unordered; {moves}");
        let interp = game("rules", &text);
        assert_eq!(facts(&interp).symmetry.declared, declared, "\n{text}");
        let found = symmetry::counterexample(&interp);
        assert_eq!(found.as_ref().map(|a| (&*a.position, &*a.exchanged, a.first)), shown, "\n{text}");
    }
}

#[test]
fn what_sets_grow_to() {
    let most = |text: &str| {
        let facts = of(text);
        let start = Value::set((1..=2).map(Value::Int).collect());
        facts.space.growth.last().and_then(|g| g.most_elements(&[&start]))
    };
    let table = rows(
        r"
        position set s; move x in s: s -> s - {x} ¦ 2
        position set s of 1..9; move x in 1..9 if x not in s: s -> s + {x} ¦ 9
        position set s; move x in 3..9 if x not in s: s -> s + {x} ¦ 9
        param m = 6; position set s; move x in 1..m, y in 1..m: s -> s + {x, y} ¦ 6
        param G = graph { 1 - 2 3 4 }; position v in G, set s; move w in G[v]: v -> w, s -> s + {w} ¦ 4
        position n, set s; move k in 1..n: n -> n - k, s -> s + {k} ¦ -
        position set s; move x in s: s -> s + {x + 1} ¦ -
    ",
    );
    for [text, expected] in table {
        assert_eq!(most(&text).map_or("-".into(), |n| n.to_string()), expected, "\n{text}");
    }
}

#[test]
fn vector_moves() {
    let f = of(
        "position a, b\nmove k in 1..a: a -> a - k\nmove k in 1..b: b -> b - k\nmove k in 1..min(a,b): a -> a - k, b -> b - k",
    );
    let v = f.vectors.expect("Wythoff moves along vectors");
    assert_eq!(
        v.iter().map(|m| m.step.clone()).collect::<Vec<_>>(),
        [vec![-1, 0], vec![0, -1], vec![-1, -1]]
    );
    assert!(v.iter().all(|m| m.to.is_none() && m.guards.is_empty() && m.from == 1));

    let f = of("position x, y in 0..7\nmove d in [(1,2), (2,1)]: x -> x - d[1], y -> y - d[2]");
    let v = f.vectors.expect("a knight moves along vectors");
    assert_eq!(v.iter().map(|m| m.base.clone()).collect::<Vec<_>>(), [vec![-1, -2], vec![-2, -1]]);
    assert!(v.iter().all(|m| m.is_single() && m.guards.is_empty()));

    let f = of("position said = 0\nmove k in 1..10 if said + k <= 100: said -> said + k");
    let v = f.vectors.expect("adding is a vector");
    assert_eq!((v[0].from, v[0].to), (1, Some(10)));
    assert_eq!(v[0].guards.len(), 1);
    let g = &v[0].guards[0];
    assert_eq!((g.fields.as_slice(), g.k, g.constant), ([-1].as_slice(), -1, 100));

    for other in [
        "position a, b\nmove k in 1..a: a -> a - k, b -> 2*k",
        "position a, b\nmove if b > 0, k in 1..a div b: a -> a - k*b",
        "position n\nmove if n > 0: n -> n div 2",
        "position n\nmove k in divisors(n): n -> n - k",
    ] {
        assert!(of(other).vectors.is_none(), "\n{other}");
    }
}

#[test]
fn estimates() {
    let table = rows(
        r"
        heaps n; move k in 1..n: n -> n - k ¦ 100 7 ¦ 101
        heaps n; move k in 1..2, left in 0..n-k: n -> left, n - k - left ¦ 100 7 ¦ 101
        heaps n; move k in 1..n: n -> n - k; end misere ¦ 3 4 ¦ 20
        heaps n; move k in 1..2, left in 0..n-k: n -> left, n - k - left; end misere ¦ 5 ¦ 19
        heaps n; move k in 1..2, left in 0..n-k: n -> left, n - k - left; end misere ¦ 2 3 ¦ 19
        position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k ¦ 9 9 ¦ 100
        position x in 0..7, y in 0..7; move: x -> x + 1; move: x -> x - 1; move: y -> y + 1; endless draw
          ¦ 0 0 ¦ 64
        position a, b; move if a > 1: a -> a - 2, b -> b + 1; move if b > 1: b -> b - 2, a -> a + 1
          ¦ 9 0 ¦ 100
        position n, limit = n - 1; move k in 1..min(n, limit): n -> n - k, limit -> 2*k ¦ 20 ¦ 861
        position row a; move i in 1..|a|, k in 1..a[i]: a[i] -= k ¦ [3 4 5] ¦ 120
        position row a; move k in 1..|a|: a -> a[k+1..]; move k in 1..|a|: a -> a[..|a|-k] ¦ [5 5 5 5] ¦ 11
        position grid b[3,3] of 0..2; move r in 1..3, c in 1..3 if b[r,c] = 0: b[r,c] -> mover
          ¦ 000/000/000 ¦ 19683
        position bag a; move i in 1..|a|, k in 1..a[i]: a[i] -= k, a[1] += k - 1 ¦ [1 1] ¦ 4
        position set s; move x in s: s -> s - {x} ¦ s={1,2,3} ¦ 8
        param G = graph { 0 - 1;1 -> 2;3 -> 0 }; heaps v in G; move w in G[v]: v -> w; endless draw ¦ 0 ¦ 3
        position n; move: n -> n + 1; endless draw ¦ 0 ¦ -
    ",
    );
    for [text, position, expected] in table {
        let interp = game("rules", &text);
        let start = bouton_language::position::parse_position(&interp, &position);
        let start = start.unwrap_or_else(|e| panic!("{position}: {e:?}\n{text}"));
        let found = facts(&interp).estimate(&start).map_or("-".into(), |e| e.positions.to_string());
        assert_eq!(found, expected, "{position}\n{text}");
    }
}

#[test]
fn parameters_decide() {
    let interp =
        game("rules", "param k = 2\nposition n, m\nmove: n -> n - 1\nmove: n -> n - k, m -> m - k\n");
    let at = |k: i64| {
        let set = [(0, bouton_language::value::Value::Int(k))];
        facts(&bouton_language::interp::Interp::new(interp.rules().clone(), &set).unwrap()).measure
    };
    assert!(matches!(at(2), Some(Measure::Sum { .. })));
    assert!(matches!(at(1), Some(Measure::Sum { .. })));
    assert!(at(0).is_none(), "taking 0 and 0 is no progress");
}

#[test]
fn sentences_exist_in_both_languages() {
    for (name, interp) in common::games() {
        let f = facts(&interp);
        let (en, zh) = (f.sentences(Lang::En), f.sentences(Lang::Zh));
        assert_eq!(en.len(), zh.len(), "{name}");
        for s in en.iter().chain(&zh) {
            assert!(!s.is_empty() && !s.starts_with('?'), "{name}: {s}");
        }
        assert!(
            zh.iter().all(|s| s.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))),
            "{name}: {zh:?}"
        );
    }
}

#[test]
fn level_moves() {
    let chomp = "position a, b, c\nrequire a >= b and b >= c\n\
        move x k in 0..a-1: a -> k, b -> min(b, k), c -> min(c, k)\n\
        move y k in 0..b-1: b -> k, c -> min(c, k)\nmove z k in 0..c-1: c -> k";
    let f = of(chomp).linear.expect("every case of a bite is linear");
    assert_eq!(f.legal.len(), 2);
    let mut levels = Vec::new();
    let mut vectors = Vec::new();
    for m in &f.moves {
        match m {
            LinearMove::Vector(v) => {
                assert!(v.to.is_none() && v.guards.is_empty() && v.from == 1, "{v:?}");
                vectors.push(v.step.clone());
            }
            LinearMove::Level(l) => {
                assert!(l.before.is_empty() && l.after.is_empty(), "{l:?}");
                levels.push((l.axes.iter().map(|a| a.0).collect::<Vec<_>>(), l.below));
            }
        }
    }
    levels.sort();
    vectors.sort();
    assert_eq!(vectors, [vec![-1, 0, 0], vec![0, -1, 0], vec![0, 0, -1]]);
    assert_eq!(levels, [(vec![0, 1], (1, 0)), (vec![0, 1, 2], (2, 0)), (vec![1, 2], (2, 0))]);

    // Without the requirement the lowest of two bounds is not known beforehand, and fields that stay are compared.
    let f = of("position a, b\nmove k in 0..a-1: a -> k, b -> min(b, k)").linear.expect("linear");
    let levels: Vec<&LevelMove> = f
        .moves
        .iter()
        .filter_map(|m| match m {
            LinearMove::Level(l) => Some(l),
            LinearMove::Vector(_) => None,
        })
        .collect();
    assert_eq!(
        levels.iter().map(|l| (l.below, l.before.len())).collect::<Vec<_>>(),
        [((0, 0), 1), ((1, 0), 1)]
    );

    for other in [
        // the level is not below both, a field rises, a window of levels, two choices
        "position a, b\nmove k in 0..a-1: a -> k, b -> k",
        "position a, b\nmove k in 1..a: a -> a - k, b -> min(b, a + k)",
        "position a, b\nrequire a >= b\nmove k in max(0, a-3)..b-1: a -> k, b -> k",
        "position a, b\nmove k in 0..a-1, j in 0..b-1: a -> k, b -> j",
    ] {
        assert!(of(other).linear.is_none(), "\n{other}");
    }
}
