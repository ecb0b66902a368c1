//! Games as fragments, written by hand: what the tests and the measurements of proofs run on.
#![allow(dead_code)]

use bouton_compile::fragment::{Coordinate, Fragment, FragmentMove};
use bouton_language::ast::Verdict;
use bouton_linear::{Affine, Formula};
use bouton_random::Rng;

/// A linear form.
pub(crate) fn form(terms: &[(usize, i64)], constant: i64) -> Affine {
    Affine::new(terms, constant)
}

/// The form is at least zero.
pub(crate) fn ge(terms: &[(usize, i64)], constant: i64) -> Formula {
    Formula::AtLeastZero(form(terms, constant))
}

/// The form is zero.
pub(crate) fn eq(terms: &[(usize, i64)], constant: i64) -> Formula {
    Formula::Zero(form(terms, constant))
}

/// All of these.
pub(crate) fn all(parts: Vec<Formula>) -> Formula {
    Formula::All(parts)
}

/// A game in which everything is a position, play is normal and weights are 1.
pub(crate) fn game(coordinates: usize, moves: Vec<FragmentMove>) -> Fragment {
    let name = |i: usize| ["a", "b", "c", "d", "e", "f", "g", "h", "i"][i].to_string();
    Fragment {
        coordinates: (0..coordinates)
            .map(|i| Coordinate { name: name(i), field: i, place: None, flag: false })
            .collect(),
        legal: all(vec![]),
        ends: vec![],
        stuck: Verdict::Lose,
        moves,
        block: 0,
        weights: vec![1; coordinates],
        sum: false,
        mover: None,
    }
}

/// A move of one part with so many choices.
pub(crate) fn step(
    coordinates: usize,
    choices: usize,
    guard: Vec<Formula>,
    changes: &[(usize, Affine)],
) -> FragmentMove {
    let mut part: Vec<Affine> = (0..coordinates).map(|i| form(&[(i, 1)], 0)).collect();
    let mut guard = guard;
    for (i, a) in changes {
        part[*i] = a.clone();
        guard.push(Formula::AtLeastZero(a.clone()));
    }
    let (variables, guard) = (coordinates + choices, all(guard));
    FragmentMove { line: 0, variables, guard, parts: vec![part], choices: None }
}

/// Take one or more from each of some heaps.
pub(crate) fn take(coordinates: usize, heaps: &[usize]) -> FragmentMove {
    let d = coordinates;
    let guard = (0..heaps.len()).map(|j| ge(&[(d + j, 1)], -1)).collect();
    let changes: Vec<(usize, Affine)> =
        heaps.iter().enumerate().map(|(j, i)| (*i, form(&[(*i, 1), (d + j, -1)], 0))).collect();
    step(d, heaps.len(), guard, &changes)
}

pub(crate) fn nim(d: usize) -> Fragment {
    game(d, (0..d).map(|i| take(d, &[i])).collect())
}

pub(crate) fn misere(mut fragment: Fragment) -> Fragment {
    fragment.stuck = Verdict::Win;
    fragment
}

pub(crate) fn wythoff() -> Fragment {
    t_wythoff(1)
}

/// Amounts that differ by less than t.
pub(crate) fn t_wythoff(t: i64) -> Fragment {
    let mut g = nim(2);
    if t == 1 {
        let both = [(0, form(&[(0, 1), (2, -1)], 0)), (1, form(&[(1, 1), (2, -1)], 0))];
        g.moves.push(step(2, 1, vec![ge(&[(2, 1)], -1)], &both));
        return g;
    }
    let guard = vec![
        ge(&[(2, 1)], -1),
        ge(&[(3, 1)], -1),
        ge(&[(2, 1), (3, -1)], t - 1),
        ge(&[(2, -1), (3, 1)], t - 1),
    ];
    let both = [(0, form(&[(0, 1), (2, -1)], 0)), (1, form(&[(1, 1), (3, -1)], 0))];
    g.moves.push(step(2, 2, guard, &both));
    g
}

pub(crate) fn blocked(mut fragment: Fragment, block: usize) -> Fragment {
    fragment.block = block;
    fragment
}

/// Positions with a sum up to c are lost at once.
pub(crate) fn with_terminal(mut fragment: Fragment, c: i64) -> Fragment {
    fragment.ends.push((ge(&[(0, -1), (1, -1)], c), Verdict::Lose));
    fragment
}

/// A heap and a limit; afterwards at most `factor` times what was taken.
pub(crate) fn fibonacci_nim(factor: i64) -> Fragment {
    let guard = vec![ge(&[(2, 1)], -1), ge(&[(1, 1), (2, -1)], 0)];
    let changes = [(0, form(&[(0, 1), (2, -1)], 0)), (1, form(&[(2, factor)], 0))];
    let mut g = game(2, vec![step(2, 1, guard, &changes)]);
    g.weights = vec![1, 0];
    g
}

pub(crate) fn staircase(d: usize) -> Fragment {
    let down = |i: usize| {
        let mut changes = vec![(i, form(&[(i, 1), (d, -1)], 0))];
        if i > 0 {
            changes.push((i - 1, form(&[(i - 1, 1), (d, 1)], 0)));
        }
        step(d, 1, vec![ge(&[(d, 1)], -1)], &changes)
    };
    let mut g = game(d, (0..d).map(down).collect());
    g.weights = (1..=d as u64).collect();
    g
}

/// Moore's Nim: from one to k heaps.
pub(crate) fn moore(d: usize, k: u32) -> Fragment {
    let sets = (1u32..1 << d).filter(|s| s.count_ones() <= k);
    let heaps = |s: u32| (0..d).filter(|i| s >> i & 1 == 1).collect::<Vec<_>>();
    game(d, sets.map(|s| take(d, &heaps(s))).collect())
}

/// Moves by fixed vectors, which are added.
pub(crate) fn vectors(list: &[(i64, i64)]) -> Fragment {
    let one = |(i, j): &(i64, i64)| step(2, 0, vec![], &[(0, form(&[(0, 1)], *i)), (1, form(&[(1, 1)], *j))]);
    game(2, list.iter().map(one).collect())
}

/// Codeforces 36D: one step, or k steps diagonally; the board is counted from 1.
pub(crate) fn chess_piece(k: i64) -> Fragment {
    let mut g = vectors(&[(-1, 0), (0, -1), (-k, -k)]);
    let counted = |a: &Affine| Formula::AtLeastZero(Affine { constant: a.constant - 1, ..a.clone() });
    for m in &mut g.moves {
        m.guard = all(m.parts[0].iter().map(counted).collect());
    }
    g.legal = all(vec![ge(&[(0, 1)], -1), ge(&[(1, 1)], -1)]);
    g
}

/// ARC 072 D: take 2i from one side, give i to the other.
pub(crate) fn alice_brown() -> Fragment {
    let pour = |from: usize, to: usize| {
        let changes = [(from, form(&[(from, 1), (2, -2)], 0)), (to, form(&[(to, 1), (2, 1)], 0))];
        step(2, 1, vec![ge(&[(2, 1)], -1)], &changes)
    };
    game(2, vec![pour(0, 1), pour(1, 0)])
}

/// Chomp with rows of falling lengths; the poison counts, so the first row keeps at least one.
pub(crate) fn chomp(rows: usize) -> Fragment {
    let d = rows;
    let mut moves = Vec::new();
    for row in 0..d {
        // Bite row `row` down to c: rows below that are longer are cut to c too; `cut` is the last such row.
        for cut in row..d {
            let mut guard = vec![ge(&[(row, 1), (d, -1)], -1)];
            if row == 0 {
                guard.push(ge(&[(d, 1)], -1));
            }
            guard.push(ge(&[(cut, 1), (d, -1)], -1));
            if cut + 1 < d {
                guard.push(ge(&[(d, 1), (cut + 1, -1)], 0));
            }
            let changes: Vec<(usize, Affine)> = (row..=cut).map(|r| (r, form(&[(d, 1)], 0))).collect();
            moves.push(step(d, 1, guard, &changes));
        }
    }
    let mut g = game(d, moves);
    let mut legal = vec![ge(&[(0, 1)], -1)];
    legal.extend((1..d).map(|r| ge(&[(r - 1, 1), (r, -1)], 0)));
    g.legal = all(legal);
    g
}

/// One number; take k with lower ≤ k ≤ upper, given as conditions on (n, k).
pub(crate) fn one_number(guard: Vec<Formula>) -> Fragment {
    let mut own = vec![ge(&[(1, 1)], -1)];
    own.extend(guard);
    game(1, vec![step(1, 1, own, &[(0, form(&[(0, 1), (1, -1)], 0))])])
}

pub(crate) fn at_most_half() -> Fragment {
    one_number(vec![ge(&[(0, 1), (1, -2)], 0)])
}

/// Nim in which one pass may be made by one of the players; the last coordinate says whether it is still there.
pub(crate) fn nim_with_pass(d: usize) -> Fragment {
    let mut moves: Vec<FragmentMove> = (0..d).map(|i| take(d + 1, &[i])).collect();
    let some: Vec<(usize, i64)> = (0..d).map(|i| (i, 1)).collect();
    moves.push(step(d + 1, 0, vec![eq(&[(d, 1)], -1), ge(&some, -1)], &[(d, form(&[], 0))]));
    let mut g = game(d + 1, moves);
    g.legal = ge(&[(d, -1)], 1);
    g
}

/// Take from a fixed set.
pub(crate) fn subtraction(set: &[i64]) -> Fragment {
    game(1, set.iter().map(|s| step(1, 0, vec![], &[(0, form(&[(0, 1)], -s))])).collect())
}

/// A sum of one-number parts with moves into parts given by forms.
pub(crate) fn sum(moves: Vec<(usize, Vec<Formula>, Vec<Affine>)>) -> Fragment {
    let one = |(choices, mut guard, parts): (usize, Vec<Formula>, Vec<Affine>)| {
        guard.extend(parts.iter().cloned().map(Formula::AtLeastZero));
        let parts = parts.into_iter().map(|p| vec![p]).collect();
        FragmentMove { line: 0, variables: 1 + choices, guard: all(guard), parts, choices: None }
    };
    let mut g = game(1, moves.into_iter().map(one).collect());
    g.sum = true;
    g
}

pub(crate) fn lasker() -> Fragment {
    let take = (1, vec![ge(&[(1, 1)], -1)], vec![form(&[(0, 1), (1, -1)], 0)]);
    let split = (1, vec![ge(&[(1, 1)], -1)], vec![form(&[(1, 1)], 0), form(&[(0, 1), (1, -1)], 0)]);
    let mut g = sum(vec![take, split]);
    g.moves[1].guard = all(vec![ge(&[(1, 1)], -1), ge(&[(0, 1), (1, -1)], -1)]);
    g
}

/// Take any, or split into three.
pub(crate) fn three_way() -> Fragment {
    let take = (1, vec![ge(&[(1, 1)], -1)], vec![form(&[(0, 1), (1, -1)], 0)]);
    let parts = vec![form(&[(1, 1)], 0), form(&[(2, 1)], 0), form(&[(0, 1), (1, -1), (2, -1)], 0)];
    let ordered = vec![ge(&[(1, 1)], -1), ge(&[(2, 1), (1, -1)], 0), ge(&[(0, 1), (1, -1), (2, -2)], 0)];
    sum(vec![take, (2, ordered, parts)])
}

/// Take one of some numbers, leaving two parts, which may be empty.
pub(crate) fn take_and_break(takes: &[i64]) -> Fragment {
    let one = |t: &i64| (1, vec![], vec![form(&[(1, 1)], 0), form(&[(0, 1), (1, -1)], -t)]);
    sum(takes.iter().map(one).collect())
}

/// Split into two unequal parts.
pub(crate) fn grundys_game() -> Fragment {
    let guard = vec![ge(&[(1, 1)], -1), ge(&[(0, 1), (1, -2)], -1)];
    sum(vec![(1, guard, vec![form(&[(1, 1)], 0), form(&[(0, 1), (1, -1)], 0)])])
}

/// Two to five distinct nonzero vectors in [0,3]², taken away.
pub(crate) fn random_vectors(seed: u64) -> Vec<(i64, i64)> {
    let mut random = Rng::new(seed);
    let many = 2 + random.below(4) as usize;
    let mut list: Vec<(i64, i64)> = Vec::new();
    while list.len() < many {
        let v = (random.below(4) as i64, random.below(4) as i64);
        if v != (0, 0) && !list.contains(&v) {
            list.push(v);
        }
    }
    list
}

pub(crate) fn random_move_set(seed: u64) -> Fragment {
    vectors(&random_vectors(seed).into_iter().map(|(i, j)| (-i, -j)).collect::<Vec<_>>())
}

/// k in L..U with L and U from c, n div q, n − c where c, q ≤ 5.
pub(crate) fn random_one_number(seed: u64) -> (String, Fragment) {
    let mut random = Rng::new(1000 + seed);
    let mut text = Vec::new();
    let mut guard = Vec::new();
    for upper in [false, true] {
        let n = 1 + random.below(5) as i64;
        match random.below(3) {
            // k ≥ c, k ≤ c
            0 => {
                guard.push(if upper { ge(&[(1, -1)], n) } else { ge(&[(1, 1)], -n) });
                text.push(format!("{n}"));
            }
            // k ≥ n div q: q·k + q − 1 ≥ n; k ≤ n div q: q·k ≤ n
            1 => {
                guard.push(if upper { ge(&[(0, 1), (1, -n)], 0) } else { ge(&[(0, -1), (1, n)], n - 1) });
                text.push(format!("n div {n}"));
            }
            _ => {
                guard.push(if upper { ge(&[(0, 1), (1, -1)], -n) } else { ge(&[(0, -1), (1, 1)], n) });
                text.push(format!("n - {n}"));
            }
        }
    }
    (text.join(".."), one_number(guard))
}

/// The games with a name that a proof is wanted for.
pub(crate) fn proved() -> Vec<(String, Fragment)> {
    let mut list: Vec<(String, Fragment)> = Vec::new();
    let mut add = |name: &str, g: Fragment| list.push((name.to_string(), g));
    add("wythoff", wythoff());
    (2..=4).for_each(|d| add(&format!("nim, {d} heaps"), nim(d)));
    add("bash, 1 to 4", subtraction(&[1, 2, 3, 4]));
    add("take 1, 3, 4", subtraction(&[1, 3, 4]));
    add("take 2, 5, 7", subtraction(&[2, 5, 7]));
    (1..=8).for_each(|c| add(&format!("wythoff, over at a+b<={c}"), with_terminal(wythoff(), c)));
    (2..=4).for_each(|t| add(&format!("{t}-wythoff"), t_wythoff(t)));
    add("fibonacci nim", fibonacci_nim(2));
    add("limit = k", fibonacci_nim(1));
    (2..=3).for_each(|d| add(&format!("misere nim, {d} heaps"), misere(nim(d))));
    (1..=2).for_each(|b| add(&format!("wythoff, block {b}"), blocked(wythoff(), b)));
    (3..=4).for_each(|d| add(&format!("staircase of {d}"), staircase(d)));
    add("moore, 3 heaps, 2", moore(3, 2));
    add("moore, 4 heaps, 2", moore(4, 2));
    add("king", vectors(&[(-1, 0), (0, -1), (-1, -1)]));
    add("knight", vectors(&[(-2, 1), (-2, -1), (1, -2), (-1, -2)]));
    (2..=4).for_each(|k| add(&format!("chess piece, k = {k}"), chess_piece(k)));
    add("alice and brown", alice_brown());
    add("chomp, 2 rows", chomp(2));
    add("at most half", at_most_half());
    add("nim with a pass, 2 heaps", nim_with_pass(2));
    add("lasker", lasker());
    add("three-way", three_way());
    add("kayles", take_and_break(&[1, 2]));
    add("dawson's kayles", take_and_break(&[2]));
    list
}

/// Games for which no automaton is known: the search has to give up soon.
pub(crate) fn not_proved() -> Vec<(String, Fragment)> {
    vec![
        ("chomp, 3 rows".to_string(), chomp(3)),
        ("nim with a pass, 3 heaps".to_string(), nim_with_pass(3)),
        ("grundy's game".to_string(), grundys_game()),
    ]
}
