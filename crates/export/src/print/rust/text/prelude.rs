// What Rust programs need beside the language: functions of the rules language.
// A line with //= begins a function: its name, then the functions that it needs, which stand before it.

//= stop
/// Ends the program with a reason.
fn stop(why: &str) -> ! {
    eprintln!("{why}");
    std::process::exit(1)
}

//= add stop
/// Sums and products that might not fit are checked.
fn add(a: Int, b: Int) -> Int {
    a.checked_add(b).unwrap_or_else(|| stop("A number is too large for this program."))
}

//= sub stop
fn sub(a: Int, b: Int) -> Int {
    a.checked_sub(b).unwrap_or_else(|| stop("A number is too large for this program."))
}

//= mul stop
fn mul(a: Int, b: Int) -> Int {
    a.checked_mul(b).unwrap_or_else(|| stop("A number is too large for this program."))
}

//= within stop
/// Numbers of positions are no larger than those of the input.
fn within(x: Int) -> Int {
    if !(-LARGEST..=LARGEST).contains(&x) {
        stop("A number is too large for this program.");
    }
    x
}

//= within_list within
fn within_list(all: Vec<Int>) -> Vec<Int> {
    all.into_iter().map(within).collect()
}

//= within_rows within_list
fn within_rows(all: Vec<Vec<Int>>) -> Vec<Vec<Int>> {
    all.into_iter().map(within_list).collect()
}

//= inside stop
/// The place of the i-th of so many, from 0.
fn inside(size: Int, i: Int) -> usize {
    if i < 1 || i > size {
        stop("The rules read or change an element that is not there.");
    }
    (i - 1) as usize
}

//= element inside
/// The i-th element.
fn element<T: Clone>(all: &[T], i: Int) -> T {
    all[inside(all.len() as Int, i)].clone()
}

//= divisor stop
/// A number that something is divided by.
fn divisor(x: Int) -> Int {
    if x == 0 {
        stop("The rules divide by 0 here.");
    }
    x
}

//= gcd_of_two
fn gcd_of_two(a: Int, b: Int) -> Int {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

//= isqrt
/// The largest r with r * r <= n.
fn isqrt(n: Int) -> Int {
    let mut r: Int = 0;
    for bit in (0..Int::BITS / 2).rev() {
        let more = r + (1 << bit);
        if more <= n / more {
            r = more;
        }
    }
    r
}

//= floor_log2
fn floor_log2(n: Int) -> Int {
    (Int::BITS - 1 - n.leading_zeros()) as Int
}

//= popcount
fn popcount(n: Int) -> Int {
    n.count_ones() as Int
}

//= power mul
fn power(a: Int, b: Int) -> Int {
    (0..b).fold(1, |result, _| mul(result, a))
}

//= floor_div
/// Rounds down, also below 0.
fn floor_div(a: Int, b: Int) -> Int {
    if a % b != 0 && (a < 0) != (b < 0) {
        a / b - 1
    } else {
        a / b
    }
}

//= shift_left mul
/// a * 2 to the power k.
fn shift_left(a: Int, k: Int) -> Int {
    let (mut a, mut k) = (a, k);
    while k > 0 && a != 0 {
        a = mul(a, 2);
        k -= 1;
    }
    a
}

//= shift_right
/// a divided by 2 to the power k, rounded down.
fn shift_right(a: Int, k: Int) -> Int {
    a >> k.min((Int::BITS - 1) as Int)
}

//= floor_mod
/// Has the sign of the modulus.
fn floor_mod(a: Int, b: Int) -> Int {
    let r = a % b;
    if r != 0 && (r < 0) != (b < 0) {
        r + b
    } else {
        r
    }
}

//= floor_root mul isqrt floor_div
/// floor((p + q * sqrt(d)) / r), exactly.
fn floor_root(p: Int, q: Int, d: Int, r: Int) -> Int {
    let (p, q, r) = if r < 0 { (-p, -q, -r) } else { (p, q, r) };
    let square = mul(mul(q, q), d);
    let root = isqrt(square);
    let part = match (q < 0, root * root == square) {
        (false, _) => root,
        (true, true) => -root,
        (true, false) => -root - 1,
    };
    floor_div(p + part, r)
}

//= size
fn size<T>(all: &[T]) -> Int {
    all.len() as Int
}

//= members
fn members<T>(all: &BTreeSet<T>) -> Int {
    all.len() as Int
}

//= min_of
fn min_of<'a>(all: impl IntoIterator<Item = &'a Int>) -> Int {
    *all.into_iter().min().expect("the least of nothing")
}

//= max_of
fn max_of<'a>(all: impl IntoIterator<Item = &'a Int>) -> Int {
    all.into_iter().copied().max().unwrap_or(0)
}

//= sum_of
fn sum_of<'a>(all: impl IntoIterator<Item = &'a Int>) -> Int {
    all.into_iter().sum()
}

//= xor_of
fn xor_of<'a>(all: impl IntoIterator<Item = &'a Int>) -> Int {
    all.into_iter().fold(0, |result, x| result ^ x)
}

//= gcd_of gcd_of_two
fn gcd_of<'a>(all: impl IntoIterator<Item = &'a Int>) -> Int {
    all.into_iter().fold(0, |result, &x| gcd_of_two(result, x))
}

//= count_true
fn count_true(all: &[bool]) -> Int {
    all.iter().filter(|x| **x).count() as Int
}

//= count_equal
fn count_equal<T: PartialEq>(all: &[T], x: &T) -> Int {
    all.iter().filter(|y| *y == x).count() as Int
}

//= bits_both
fn bits_both(a: Int, b: Int) -> Int {
    a & b
}

//= bits_either
fn bits_either(a: Int, b: Int) -> Int {
    a | b
}

//= digits_of
/// The digits of n, the leading one first.
fn digits_of(n: Int, base: Int) -> Vec<Int> {
    let (mut rest, mut all) = (n / base, vec![n % base]);
    while rest > 0 {
        all.push(rest % base);
        rest /= base;
    }
    all.reverse();
    all
}

//= divisors
fn divisors(n: Int) -> Vec<Int> {
    let small: Vec<Int> = (1..).take_while(|d| d * d <= n).filter(|d| n % d == 0).collect();
    let mut all = small.clone();
    all.extend(small.iter().rev().map(|d| n / d).filter(|d| d * d > n));
    all
}

//= slice_of stop
/// The elements from place i to place j, counted from 1.
fn slice_of<T: Clone>(all: &[T], i: Int, j: Int) -> Vec<T> {
    if i < 1 || i > j + 1 || j > all.len() as Int {
        stop("The rules read elements that are not there.");
    }
    all[i as usize - 1..j as usize].to_vec()
}

//= concat
fn concat<T: Clone>(a: &[T], b: &[T]) -> Vec<T> {
    [a, b].concat()
}

//= reversed_of
fn reversed_of<T: Clone>(all: &[T]) -> Vec<T> {
    all.iter().rev().cloned().collect()
}

//= sorted_of
fn sorted_of<T: Clone + Ord>(all: &[T]) -> Vec<T> {
    let mut all = all.to_vec();
    all.sort();
    all
}

//= repeat
fn repeat<T: Clone>(x: T, times: Int) -> Vec<T> {
    vec![x; times as usize]
}

//= repeat_text
fn repeat_text(x: &[char], times: Int) -> Text {
    x.repeat(times as usize)
}

//= without
/// The list with the first x left out.
fn without<T: Clone + PartialEq>(all: &[T], x: &T) -> Vec<T> {
    let mut all = all.to_vec();
    if let Some(i) = all.iter().position(|y| y == x) {
        all.remove(i);
    }
    all
}

//= find_text
/// Where one word stands in another.
fn find_text(all: &[char], x: &[char]) -> Option<usize> {
    if x.is_empty() {
        return Some(0);
    }
    all.windows(x.len()).position(|w| w == x)
}

//= without_text find_text
fn without_text(all: &[char], x: &[char]) -> Text {
    match find_text(all, x) {
        Some(i) => [&all[..i], &all[i + x.len()..]].concat(),
        None => all.to_vec(),
    }
}

//= contains_text find_text
fn contains_text(all: &[char], x: &[char]) -> bool {
    find_text(all, x).is_some()
}

//= compositions
/// All lists of so many natural numbers with this sum.
fn compositions(total: Int, parts: Int) -> Vec<Vec<Int>> {
    if total < 0 || parts < 0 || (parts == 0 && total > 0) {
        return Vec::new();
    }
    if parts == 0 {
        return vec![Vec::new()];
    }
    let mut v: Vec<Int> = vec![0; parts as usize];
    let last = v.len() - 1;
    v[last] = total;
    let mut all = vec![v.clone()];
    while let Some(i) = (1..=last).rev().find(|&i| v[i] > 0) {
        let rest = v[i] - 1;
        v[i] = 0;
        v[i - 1] += 1;
        v[last] = rest;
        all.push(v.clone());
    }
    all
}

//= below
/// All vectors that are nowhere above this one.
fn below(top: &[Int]) -> Vec<Vec<Int>> {
    let mut v: Vec<Int> = vec![0; top.len()];
    let mut all = vec![v.clone()];
    while let Some(i) = (0..v.len()).rev().find(|&i| v[i] < top[i]) {
        v[i] += 1;
        v[i + 1..].fill(0);
        all.push(v.clone());
    }
    all
}

//= sublists
fn sublists<T: Clone>(from: &[T]) -> Vec<Vec<T>> {
    let mut all = vec![Vec::new()];
    for x in from {
        for i in 0..all.len() {
            let mut more: Vec<T> = all[i].clone();
            more.push(x.clone());
            all.push(more);
        }
    }
    all
}

//= subsets sublists
fn subsets<T: Clone + Ord>(from: &[T]) -> Vec<BTreeSet<T>> {
    sublists(from).into_iter().map(|chosen| chosen.into_iter().collect()).collect()
}

//= partitions
/// All falling lists of positive numbers with this sum.
fn partitions(n: Int) -> Vec<Vec<Int>> {
    if n < 0 {
        return Vec::new();
    }
    let mut v: Vec<Int> = if n > 0 { vec![n] } else { Vec::new() };
    let mut all = vec![v.clone()];
    while let Some(i) = v.iter().rposition(|&x| x > 1) {
        let part = v[i] - 1;
        let mut rest = (v.len() - i) as Int;
        v.truncate(i);
        v.push(part);
        while rest > 0 {
            v.push(rest.min(part));
            rest -= rest.min(part);
        }
        all.push(v.clone());
    }
    all
}

//= lines
/// All straight runs of k cells: along rows, columns and diagonals.
fn lines<T: Clone>(board: &[Vec<T>], k: Int) -> Vec<Vec<T>> {
    let (height, width) = (board.len() as Int, board.first().map_or(0, |row| row.len()) as Int);
    let steps: &[(Int, Int)] = match k {
        1 => &[(0, 1)],
        _ => &[(0, 1), (1, 0), (1, 1), (1, -1)],
    };
    let mut all = Vec::new();
    for &(down, right) in steps.iter().filter(|_| k > 0) {
        for r in 0..height {
            for c in 0..width {
                let (last_r, last_c) = (r + down * (k - 1), c + right * (k - 1));
                if last_r < height && (0..width).contains(&last_c) {
                    let cell = |i: Int| board[(r + down * i) as usize][(c + right * i) as usize].clone();
                    all.push((0..k).map(cell).collect());
                }
            }
        }
    }
    all
}

//= regions
/// The connected areas of a value, each cut out of its box, with fill in the cells around it.
fn regions<T: Clone + PartialEq>(board: &[Vec<T>], value: T, fill: T) -> Vec<Vec<Vec<T>>> {
    let (height, width) = (board.len(), board.first().map_or(0, |row| row.len()));
    let mut area = vec![vec![0; width]; height];
    let mut all: Vec<Vec<Vec<T>>> = Vec::new();
    for r in 0..height {
        for c in 0..width {
            if area[r][c] != 0 || board[r][c] != value {
                continue;
            }
            let count = all.len() + 1;
            area[r][c] = count;
            let mut waiting = vec![(r, c)];
            let (mut top, mut bottom, mut left, mut right) = (r, r, c, c);
            while let Some((i, j)) = waiting.pop() {
                (top, bottom, left, right) = (top.min(i), bottom.max(i), left.min(j), right.max(j));
                let near = [(i.wrapping_sub(1), j), (i + 1, j), (i, j.wrapping_sub(1)), (i, j + 1)];
                for (x, y) in near {
                    if x < height && y < width && area[x][y] == 0 && board[x][y] == value {
                        area[x][y] = count;
                        waiting.push((x, y));
                    }
                }
            }
            let cell = |i: usize, j: usize| if area[i][j] == count { value.clone() } else { fill.clone() };
            all.push((top..=bottom).map(|i| (left..=right).map(|j| cell(i, j)).collect()).collect());
        }
    }
    all
}

//= rows
/// All lists of these values, so long at most.
fn rows<T: Clone>(longest: Int, values: &[T]) -> Vec<Vec<T>> {
    let mut all: Vec<Vec<T>> = vec![Vec::new()];
    let mut next = 0;
    while next < all.len() {
        if (all[next].len() as Int) < longest {
            for x in values {
                all.push([&all[next][..], &[x.clone()]].concat());
            }
        }
        next += 1;
    }
    all
}

//= bags rows
/// All rising lists of these values without zeros.
fn bags(longest: Int, values: &[Int]) -> Vec<Vec<Int>> {
    let some: BTreeSet<Int> = values.iter().copied().filter(|x| *x != 0).collect();
    let some: Vec<Int> = some.into_iter().collect();
    rows(longest, &some).into_iter().filter(|row| row.windows(2).all(|w| w[0] <= w[1])).collect()
}

//= words rows
fn words(longest: Int, letters: &[char]) -> Vec<Text> {
    rows(longest, letters)
}

//= is_fibonacci
fn is_fibonacci(n: Int) -> bool {
    let (mut a, mut b) = (1, 2);
    while a < n {
        (a, b) = (b, a + b);
    }
    a == n
}

//= is_prime
/// Miller-Rabin with the first twelve primes: a proof below 2^64.
fn is_prime(number: Int) -> bool {
    if number < 2 {
        return false;
    }
    let n = number as u64;
    let bases = [2u64, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if let Some(&p) = bases.iter().find(|&&p| n % p == 0) {
        return n == p;
    }
    let times = |a: u64, b: u64| (a as u128 * b as u128 % n as u128) as u64;
    let twos = (n - 1).trailing_zeros();
    bases.iter().all(|&base| {
        let (mut x, mut b, mut e) = (1, base, (n - 1) >> twos);
        while e > 0 {
            if e % 2 == 1 {
                x = times(x, b);
            }
            b = times(b, b);
            e /= 2;
        }
        let mut passes = x == 1 || x == n - 1;
        for _ in 1..twos {
            x = times(x, x);
            passes |= x == n - 1;
        }
        passes
    })
}

//= is_square isqrt
fn is_square(n: Int) -> bool {
    n >= 0 && isqrt(n) * isqrt(n) == n
}

//= is_power2
fn is_power2(n: Int) -> bool {
    n > 0 && n & (n - 1) == 0
}

//= is_factorial
fn is_factorial(n: Int) -> bool {
    let (mut f, mut k) = (1, 2);
    while f < n {
        f *= k;
        k += 1;
    }
    f == n
}

//= fibonacci_to
fn fibonacci_to(most: Int) -> Vec<Int> {
    let (mut a, mut b) = (1, 2);
    let mut all = Vec::new();
    while a <= most {
        all.push(a);
        (a, b) = (b, a + b);
    }
    all
}

//= primes_to is_prime
fn primes_to(most: Int) -> Vec<Int> {
    (2..=most).filter(|&n| is_prime(n)).collect()
}

//= squares_to
fn squares_to(most: Int) -> Vec<Int> {
    (1..).map(|k| k * k).take_while(|x| *x <= most).collect()
}

//= powers2_to
fn powers2_to(most: Int) -> Vec<Int> {
    (0..).map(|k| 1 << k).take_while(|x| *x <= most).collect()
}

//= factorials_to
fn factorials_to(most: Int) -> Vec<Int> {
    let (mut f, mut k) = (1, 2);
    let mut all = Vec::new();
    while f <= most {
        all.push(f);
        f *= k;
        k += 1;
    }
    all
}

//= union_of
fn union_of<T: Clone + Ord>(a: &BTreeSet<T>, b: &BTreeSet<T>) -> BTreeSet<T> {
    a.union(b).cloned().collect()
}

//= difference_of
fn difference_of<T: Clone + Ord>(a: &BTreeSet<T>, b: &BTreeSet<T>) -> BTreeSet<T> {
    a.difference(b).cloned().collect()
}

//= to_set
fn to_set<T: Clone + Ord>(all: &[T]) -> BTreeSet<T> {
    all.iter().cloned().collect()
}

//= to_list
fn to_list<T: Clone>(all: &BTreeSet<T>) -> Vec<T> {
    all.iter().cloned().collect()
}

//= nodes
fn nodes<T: Clone>(graph: &BTreeMap<T, Vec<T>>) -> Vec<T> {
    graph.keys().cloned().collect()
}

//= distance_on
/// The edges of a shortest way; as many as there are nodes where there is no way.
fn distance_on<T: Clone + Ord>(graph: &BTreeMap<T, Vec<T>>, from: &T, to: &T) -> Int {
    let mut found = BTreeMap::new();
    found.insert(from.clone(), 0 as Int);
    let mut waiting = vec![from.clone()];
    let mut i = 0;
    while i < waiting.len() && !found.contains_key(to) {
        let node = waiting[i].clone();
        i += 1;
        let next = found[&node] + 1;
        for head in &graph[&node] {
            if !found.contains_key(head) {
                found.insert(head.clone(), next);
                waiting.push(head.clone());
            }
        }
    }
    found.get(to).copied().unwrap_or(graph.len() as Int)
}

//= text
fn text(letters: &str) -> Text {
    letters.chars().collect()
}

//= digit_of
fn digit_of(c: char) -> Int {
    c.to_digit(10).expect("a digit") as Int
}
