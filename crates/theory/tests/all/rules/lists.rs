//! Rules without a word about their theory: what must be proved, what must be given up quickly, and other games. Rows of
//! `bouton_samples::rows`: a name, and rules.

/// Proved from the rules alone.
pub(crate) const MUST: &str = r"
    nim, 2 heaps ¦ position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k
    nim, 3 heaps ¦ position row a[3]; move i in 1..3, k in 1..a[i]: a[i] -> a[i] - k
    nim, 4 heaps ¦ position row a[4]; move i in 1..4, k in 1..a[i]: a[i] -> a[i] - k
    bash ¦ position n; move k in 1..4: n -> n - k
    take 2, 5, 7 ¦ position n; move k in {2, 5, 7}: n -> n - k
    take 1, 8, 11 from a sum ¦ heaps n; move k in {1, 8, 11}: n -> n - k
    wythoff
      ¦ position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..min(a, b): a -> a - k, b -> b - k
    wythoff, over at 1
      ¦ position a, b; lose when a + b <= 1; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..min(a, b): a -> a - k, b -> b - k
    wythoff, over at 2
      ¦ position a, b; lose when a + b <= 2; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..min(a, b): a -> a - k, b -> b - k
    wythoff, over at 3
      ¦ position a, b; lose when a + b <= 3; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..min(a, b): a -> a - k, b -> b - k
    wythoff, over at 4
      ¦ position a, b; lose when a + b <= 4; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..min(a, b): a -> a - k, b -> b - k
    wythoff, over at 5
      ¦ position a, b; lose when a + b <= 5; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..min(a, b): a -> a - k, b -> b - k
    wythoff, over at 6
      ¦ position a, b; lose when a + b <= 6; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..min(a, b): a -> a - k, b -> b - k
    wythoff, over at 7
      ¦ position a, b; lose when a + b <= 7; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..min(a, b): a -> a - k, b -> b - k
    wythoff, over at 8
      ¦ position a, b; lose when a + b <= 8; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..min(a, b): a -> a - k, b -> b - k
    2-wythoff
      ¦ position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..a, l in 1..b if |k - l| < 2: a -> a - k, b -> b - l
    3-wythoff
      ¦ position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..a, l in 1..b if |k - l| < 3: a -> a - k, b -> b - l
    4-wythoff
      ¦ position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..a, l in 1..b if |k - l| < 4: a -> a - k, b -> b - l
    fibonacci nim ¦ position n, limit; move k in 1..min(n, limit): n -> n - k, limit -> 2*k
    limit = k ¦ position n, limit; move k in 1..min(n, limit): n -> n - k, limit -> k
    misere nim, 2 heaps ¦ position row a[2]; move i in 1..2, k in 1..a[i]: a[i] -> a[i] - k; end misere
    misere nim, 3 heaps ¦ position row a[3]; move i in 1..3, k in 1..a[i]: a[i] -> a[i] - k; end misere
    wythoff, block 1
      ¦ position a, b; block 1; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..min(a, b): a -> a - k, b -> b - k
    wythoff, block 2
      ¦ position a, b; block 2; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..min(a, b): a -> a - k, b -> b - k
    staircase of 3
      ¦ position row a[3]; move first k in 1..a[1]: a[1] -> a[1] - k; move i in 2..3, k in 1..a[i]: a[i] -> a[i] - k, a[i-1] -> a[i-1] + k
    staircase of 4
      ¦ position row a[4]; move first k in 1..a[1]: a[1] -> a[1] - k; move i in 2..4, k in 1..a[i]: a[i] -> a[i] - k, a[i-1] -> a[i-1] + k
    moore's nim
      ¦ position row a[3]; move one i in 1..3, k in 1..a[i]: a[i] -> a[i] - k; move two i in 1..2, j in i+1..3, k in 1..a[i], l in 1..a[j]: a[i] -> a[i] - k, a[j] -> a[j] - l
    king ¦ position x, y; move: x -> x - 1; move: y -> y - 1; move: x -> x - 1, y -> y - 1
    knight
      ¦ position x, y; move: x -> x - 2, y -> y - 1; move: x -> x - 1, y -> y - 2; move: x -> x - 2, y -> y + 1; move: x -> x + 1, y -> y - 2
    rook ¦ position x, y; move k in 1..x: x -> x - k; move k in 1..y: y -> y - k
    queen
      ¦ position x, y; move k in 1..x: x -> x - k; move k in 1..y: y -> y - k; move k in 1..min(x, y): x -> x - k, y -> y - k
    chess piece, k = 2 ¦ position x, y; move: x -> x - 1; move: y -> y - 1; move: x -> x - 2, y -> y - 2
    chess piece, k = 3 ¦ position x, y; move: x -> x - 1; move: y -> y - 1; move: x -> x - 3, y -> y - 3
    chess piece, k = 4 ¦ position x, y; move: x -> x - 1; move: y -> y - 1; move: x -> x - 4, y -> y - 4
    alice and brown
      ¦ position x, y; move i in 1..x div 2: x -> x - 2*i, y -> y + i; move i in 1..y div 2: y -> y - 2*i, x -> x + i
    chomp, 2 rows
      ¦ position a, b; require a >= b; win when a = 0; move k in 0..a-1: a -> k, b -> min(b, k); move k in 0..b-1: b -> k
    at most half ¦ position n; move k in 1..n div 2: n -> n - k
    nim with a pass, 2 heaps
      ¦ position a, b, pass in 0..1; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move if pass = 1 and a + b > 0: pass -> 0
    wythoff with one even heap
      ¦ position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - 2*k; move k in 1..min(a, b): a -> a - k, b -> b - k
    lasker ¦ heaps n; move take k in 1..n: n -> n - k; move split k in 1..n-1: n -> k, n - k
";

/// Given up, quickly and without a claim.
pub(crate) const MUST_NOT: &str = r"
    chomp, 3 rows
      ¦ position a, b, c; require a >= b and b >= c; win when a = 0; move k in 0..a-1: a -> k, b -> min(b, k), c -> min(c, k); move k in 0..b-1: b -> k, c -> min(c, k); move k in 0..c-1: c -> k
    nim with a pass, 3 heaps
      ¦ position row a[3], pass in 0..1; move i in 1..3, k in 1..a[i]: a[i] -> a[i] - k; move if pass = 1 and sum(a) > 0: pass -> 0
    grundy's game ¦ heaps n; move k in 1..n if 2*k < n: n -> k, n - k
    bash with m as a field ¦ position n, m; move k in 1..min(n, m): n -> n - k
    limit tripled ¦ position n, limit; move k in 1..min(n, limit): n -> n - k, limit -> 3*k
    take at most half of a sum ¦ heaps n; move k in 1..n div 2: n -> n - k
";

/// Other games: other move sets, endings, numerations.
pub(crate) const OTHERS: &str = r"
    a few positions ¦ position a in 0..5, b in 0..3; move: a -> a - 1; move: b -> b - 1, a -> a + 1
    a few heaps ¦ heaps n in 0..9; move k in 1..3: n -> n - k
    take or split into three
      ¦ heaps n; move k in 1..n: n -> n - k; move a in 1..n div 3, b in a..(n - a) div 2: n -> a, b, n - a - b
    misere wythoff
      ¦ position a, b; end misere; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..min(a, b): a -> a - k, b -> b - k
    bishop and steps
      ¦ position x, y; move: x -> x - 1; move: y -> y - 1; move k in 1..min(x, y): x -> x - k, y -> y - k
    unequal steps
      ¦ position a, b; move k in 1..3: a -> a - k; move k in 1..2: b -> b - k; move: a -> a - 1, b -> b - 1
    bash with 17 ¦ position n; move k in 1..17: n -> n - k
    take 2, 5 or 9 ¦ position n; move k in {2, 5, 9}: n -> n - k
    one heap any, one heap few ¦ position a, b; move k in 1..a: a -> a - k; move k in 1..3: b -> b - k
    double wythoff
      ¦ position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..b: a -> a - 2*k, b -> b - k
    leave a third ¦ position n; move k in 1..n if 3*k <= 2*n: n -> n - k
    leave more than a third ¦ position n; lose when n <= 1; move m in 0..n-1 if 3*m >= n: n -> m
    leave more than a tenth ¦ position n; lose when n <= 1; move m in 0..n-1 if 10*m >= n: n -> m
    take an odd number
      ¦ position a, b; move k in 0..a: a -> a - 2*k - 1; move k in 0..b: b -> b - 2*k - 1; move: a -> a - 2, b -> b - 2
    win when equal ¦ position a, b; win when a = b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k
    lose when equal ¦ position a, b; lose when a = b and a > 0; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k
    no equal heaps ¦ position a, b; require a != b or a = 0; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k
    ordered heaps ¦ position a, b; require a <= b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k
    one step raises ¦ position a, b; move k in 1..a: a -> a - k, b -> b + 1; move k in 1..b: b -> b - k
    throw over ¦ position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k, a -> a + k
    windows ¦ position a, b; move k in 2..5: a -> a - k; move k in 3..4: b -> b - k
    parity gate ¦ position a, b; move k in 1..a if b mod 2 = 0: a -> a - k; move k in 1..b: b -> b - k
    residues of the sum ¦ position a, b; move k in 1..a if (a + b) mod 3 != 0: a -> a - k; move k in 1..b: b -> b - k
    misere, blocked ¦ position n; end misere; block 1; move k in 1..3: n -> n - k
    misere nim, blocked ¦ position a, b; end misere; block 1; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k
    nim, blocked
      ¦ position a, b, c; block 1; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..c: c -> c - k
    no more than the other ¦ position a, b; move k in 1..min(a, b): a -> a - k; move k in 1..min(a, b): b -> b - k
    shrink to a box
      ¦ position a, b; win when a > 2*b or b > 2*a; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k
    take the same or twice
      ¦ position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..a: a -> a - k, b -> b - 2*k; move k in 1..b: a -> a - 2*k, b -> b - k
    5-wythoff
      ¦ position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..a, l in 1..b if |k - l| < 5: a -> a - k, b -> b - l
    moore's nim, 4 heaps, 3
      ¦ position row a[4]; move one i in 1..4, k in 1..a[i]: a[i] -> a[i] - k; move two i in 1..3, j in i+1..4, k in 1..a[i], l in 1..a[j]: a[i] -> a[i] - k, a[j] -> a[j] - l
    exact slow nim, 2 of 3
      ¦ position a, b, c; move: a -> a - 1, b -> b - 1; move: a -> a - 1, c -> c - 1; move: b -> b - 1, c -> c - 1
    slow nim, up to 2 of 4
      ¦ position row a[4]; move one i in 1..4: a[i] -> a[i] - 1; move two i in 1..3, j in i+1..4: a[i] -> a[i] - 1, a[j] -> a[j] - 1
    exact slow nim, 2 of 4 ¦ position row a[4]; move i in 1..3, j in i+1..4: a[i] -> a[i] - 1, a[j] -> a[j] - 1
    exact slow nim, 3 of 4
      ¦ position row a[4]; move i in 1..2, j in i+1..3, l in j+1..4: a[i] -> a[i] - 1, a[j] -> a[j] - 1, a[l] -> a[l] - 1
    exact nim, 2 of 3
      ¦ position row a[3]; move i in 1..2, j in i+1..3, k in 1..a[i], l in 1..a[j]: a[i] -> a[i] - k, a[j] -> a[j] - l
    wythoff, block 3
      ¦ position a, b; block 3; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..min(a, b): a -> a - k, b -> b - k
    nim, block 4 ¦ position a, b; block 4; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k
    nim, block 5 ¦ position a, b; block 5; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k
    nim, 6 heaps ¦ position row a[6]; move i in 1..6, k in 1..a[i]: a[i] -> a[i] - k
    misere nim, 4 heaps ¦ position row a[4]; end misere; move i in 1..4, k in 1..a[i]: a[i] -> a[i] - k
    pairs as a sum ¦ heaps a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k
    kings as a sum ¦ heaps x, y; move: x -> x - 1; move: y -> y - 1; move: x -> x - 1, y -> y - 1
    coins in a ring
      ¦ heaps n, ring = yes; move k in 1..2 if ring = yes: (n, ring) -> (n - k, no); move k in 1..2, left in 0..(n - k) div 2 if ring = no: (n, ring) -> (left, no), (n - k - left, no)
    split evenly ¦ heaps n; move k in 1..2: n -> n - k; move if n mod 2 = 0 and n > 0: n -> n div 2, n div 2
    up to the other and back
      ¦ position a, b; move k in 1..a if a - k >= b: a -> a - k; move k in 1..b if b - k >= a: b -> b - k; move: a -> a - 1, b -> b - 1
";
