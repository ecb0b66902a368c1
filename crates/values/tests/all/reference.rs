//! The definitions, written down plainly: games are trees, nothing is kept, compared or shortened cleverly. Shares no code
//! with the crate.

use std::rc::Rc;

/// A game: the options of both players.
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) left: Vec<Rc<Game>>,
    pub(crate) right: Vec<Rc<Game>>,
}

pub(crate) fn game(left: Vec<Rc<Game>>, right: Vec<Rc<Game>>) -> Rc<Game> {
    Rc::new(Game { left, right })
}

/// G ≤ H: no left option of G is at least H, and no right option of H is at most G.
pub(crate) fn at_most(g: &Game, h: &Game) -> bool {
    !g.left.iter().any(|left| at_most(h, left)) && !h.right.iter().any(|right| at_most(right, g))
}

pub(crate) fn equal(g: &Game, h: &Game) -> bool {
    at_most(g, h) && at_most(h, g)
}

pub(crate) fn negative(g: &Game) -> Rc<Game> {
    game(g.right.iter().map(|x| negative(x)).collect(), g.left.iter().map(|x| negative(x)).collect())
}

pub(crate) fn sum(g: &Rc<Game>, h: &Rc<Game>) -> Rc<Game> {
    let side = |g_options: &[Rc<Game>], h_options: &[Rc<Game>]| {
        let first = g_options.iter().map(|x| sum(x, h));
        first.chain(h_options.iter().map(|x| sum(g, x))).collect::<Vec<_>>()
    };
    game(side(&g.left, &h.left), side(&g.right, &h.right))
}

/// The canonical form: options first, then reversible moves bypassed and dominated options left out, one at a time.
pub(crate) fn canonical(g: &Game) -> Rc<Game> {
    let mut left: Vec<_> = g.left.iter().map(|x| canonical(x)).collect();
    let mut right: Vec<_> = g.right.iter().map(|x| canonical(x)).collect();
    loop {
        let whole = Game { left: left.clone(), right: right.clone() };
        if let Some((i, answer)) = reversible(&left, |x| &x.right, |answer| at_most(answer, &whole)) {
            left.splice(i..=i, answer.left.clone());
            continue;
        }
        if let Some((i, answer)) = reversible(&right, |x| &x.left, |answer| at_most(&whole, answer)) {
            right.splice(i..=i, answer.right.clone());
            continue;
        }
        if let Some(i) = dominated(&left, at_most) {
            left.remove(i);
            continue;
        }
        if let Some(i) = dominated(&right, |a, b| at_most(b, a)) {
            right.remove(i);
            continue;
        }
        return game(left, right);
    }
}

fn reversible(
    options: &[Rc<Game>],
    answers: impl Fn(&Game) -> &Vec<Rc<Game>>,
    good: impl Fn(&Game) -> bool,
) -> Option<(usize, Rc<Game>)> {
    options.iter().enumerate().find_map(|(i, option)| {
        answers(option).iter().find(|answer| good(answer)).map(|answer| (i, answer.clone()))
    })
}

fn dominated(options: &[Rc<Game>], worse: impl Fn(&Game, &Game) -> bool) -> Option<usize> {
    (0..options.len()).find(|i| {
        options.iter().enumerate().any(|(j, other)| {
            // Of equal options the first stays.
            j != *i && worse(&options[*i], other) && (j < *i || !worse(other, &options[*i]))
        })
    })
}

/// The integer that a canonical form is: no options for one of the players.
pub(crate) fn integer(g: &Game) -> Option<i64> {
    match (&g.left[..], &g.right[..]) {
        ([], []) => Some(0),
        ([one], []) => integer(one).map(|n| n + 1),
        ([], [one]) => integer(one).map(|n| n - 1),
        _ => None,
    }
}

/// Taxes, means and stops are counted in parts of one: as fine as anything met in tests of this size.
pub(crate) const ONE: i64 = 1 << 12;

/// A canonical form that is a number, in these parts.
pub(crate) fn number(g: &Game) -> Option<i64> {
    if let Some(n) = integer(g) {
        return Some(n * ONE);
    }
    let ([left], [right]) = (&g.left[..], &g.right[..]) else { return None };
    let (a, b) = (number(left)?, number(right)?);
    (a < b).then_some((a + b) / 2)
}

/// The walls of a canonical form at every tax from 0 to `to` in these parts, by the definition: the stops of the options, less
/// the tax, until they meet.
pub(crate) fn walls(g: &Game, to: usize) -> Vec<(i64, i64)> {
    if let Some(x) = number(g) {
        return vec![(x, x); to + 1];
    }
    let lefts: Vec<_> = g.left.iter().map(|x| walls(x, to)).collect();
    let rights: Vec<_> = g.right.iter().map(|x| walls(x, to)).collect();
    let mut mast = None;
    (0..=to)
        .map(|tax| {
            let left = lefts.iter().map(|walls| walls[tax].1).max().expect("Left can move") - tax as i64;
            let right = rights.iter().map(|walls| walls[tax].0).min().expect("Right can move") + tax as i64;
            if mast.is_none() && left <= right {
                assert_eq!(left, right, "the parts of one are too coarse");
                mast = Some(left);
            }
            mast.map_or((left, right), |at| (at, at))
        })
        .collect()
}

/// The stops of a canonical form.
pub(crate) fn stops(g: &Game) -> (i64, i64) {
    match number(g) {
        Some(x) => (x, x),
        None => (
            g.left.iter().map(|x| stops(x).1).max().expect("Left can move"),
            g.right.iter().map(|x| stops(x).0).min().expect("Right can move"),
        ),
    }
}

pub(crate) fn birthday(g: &Game) -> u64 {
    g.left.iter().chain(&g.right).map(|x| 1 + birthday(x)).max().unwrap_or(0)
}
