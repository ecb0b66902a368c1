//! Lines that lower one number and lines that cut a row: what must be found, and what must not be claimed.

use crate::common;

use bouton_compile::{LineCut, LineRay};
use common::{facts, game};

fn ray(line: usize, field: usize, elements: bool, most: Option<u64>) -> LineRay {
    LineRay { line, field, elements, most }
}

#[test]
fn lines_that_lower_one_number() {
    let any = |line, field| vec![ray(line, field, false, None)];
    let table = [
        ("position n; move k in 1..n: n -> n - k", any(0, 0)),
        ("position n; move k in 0..n-1: n -> k", any(0, 0)),
        ("position n; move k in 1..: n -= k", any(0, 0)),
        ("position a, b; move k in 1..b: b -> b - k", any(0, 1)),
        ("position n in 3..; move k in 1..n-3: n -> n - k", any(0, 0)),
        ("position n in 3..; move k in 1..n: n -> n - k", any(0, 0)),
        ("position n; move k in 1..3: n -> n - k", vec![ray(0, 0, false, Some(3))]),
        ("position word d of 0..9; move i in 1..|d|, x in 0..d[i]-1: d[i] -> x", vec![ray(0, 0, true, None)]),
        ("position row a; move i in 1..|a|, k in 1..a[i]: a[i] -= k", vec![ray(0, 0, true, None)]),
        ("position row a[4]; move i in 1..4, k in 1..a[i]: a[i] -> a[i] - k", vec![ray(0, 0, true, None)]),
        (
            "position row a, n; move i in 1..|a|, k in 1..2 if k <= a[i]: a[i] -= k; move k in 1..n: n -> n - k",
            vec![ray(0, 0, true, Some(2)), ray(1, 1, false, None)],
        ),
        // Not all amounts, not all places, not from everywhere, not to everywhere.
        ("position n; move k in 2..n: n -> n - k", vec![]),
        ("position n; move k in 1..n div 2: n -> n - k", vec![]),
        ("position n; move k in 1..n if n mod 2 = 0: n -> n - k", vec![]),
        ("position n; move k in 1..n: n -> n - 2*k", vec![]),
        ("position n; move k in {1, 3}: n -> n - k", vec![]),
        ("position n in {0, 2, 5}; move k in 1..n: n -> n - k", vec![]),
        ("position n; require n != 3; move k in 1..n: n -> n - k", vec![]),
        ("position a, b; move k in 1..a: a -> a - k, b -> b + k", vec![]),
        ("position a, b; move k in 1..min(a, b): a -> a - k", vec![]),
        ("position row a; move i in 2..|a|, k in 1..a[i]: a[i] -= k", vec![]),
        ("position row a; move i in 1..|a|, k in 1..a[i] if a[1] > 0: a[i] -= k", vec![]),
        ("position row a; move i in 1..|a|, k in 1..a[i]: a[i] -= k, a[i-1] += k when i > 1", vec![]),
        ("position bag a; move i in 1..|a|, k in 1..a[i]: a[i] -= k", vec![]),
        ("position n; move k in 1..n: n -> n - k again if k = 2", vec![]),
        (
            "players A, B; position n; move by A k in 1..n: n -> n - k; move by B k in 1..n: n -> n - k",
            vec![],
        ),
        ("position n; move k in 1..n, j in 1..2: n -> n - k", vec![]),
    ];
    for (text, expected) in table {
        assert_eq!(facts(&game("rules", text)).rays, expected, "{text}");
    }
}

#[test]
fn lines_that_cut_a_row() {
    let one = |beyond| vec![LineCut { line: 0, field: 0, beyond }];
    let table = [
        ("position word d of 0..9; move i in 1..|d| if d[i] = 0: d -> d[1..i-1]", one(1)),
        ("position row a; move i in 1..|a| if a[i] > 2: a -> a[..i-1]", one(1)),
        ("position row a; move k in 1..|a|: a -> a[1..|a|-k]", one(0)),
        ("position row a; move i in 3..|a| if a[i] = a[i-2]: a -> a[..i-2]", one(2)),
        ("position row a; move if |a| > 1 and a[1] = 2: a -> []", one(1)),
        ("position word s of \"xo\"; move i in 2..|s| if s[i] = \"x\": s -> s[..i-1]", one(1)),
        // The end is looked at, or the beginning is lost, or more changes.
        ("position row a; move i in 1..|a| if a[|a|] = 0: a -> a[..i-1]", vec![]),
        ("position row a; move i in 1..|a| if sum(a) > 3: a -> a[..i-1]", vec![]),
        ("position row a; move i in 1..|a| if a[i] = 0: a -> a[i+1..]", vec![]),
        ("position row a, n; move i in 1..|a| if n > 0: a -> a[..i-1], n -> n - 1", vec![]),
        ("position row a; move i in 1..|a|: a -> a[..i-1] again if i = 2", vec![]),
    ];
    for (text, expected) in table {
        assert_eq!(facts(&game("rules", text)).cuts, expected, "{text}");
    }
}
