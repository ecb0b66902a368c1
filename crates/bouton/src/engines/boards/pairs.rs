//! Moves that are pairs of cells: what [`Sets`](super::sets::Sets) does, in fewer steps. The rest of an end is a single cell here.

use super::bits::{Rule, Word};
use super::sets::{Before, MOST};

/// Moves as pairs of cells, of so many kinds; those that there are not have no places.
pub(super) struct Pairs<W> {
    kinds: [Kind<W>; MOST],
    count: usize,
}

/// Pairs of cells that are equally far from each other.
#[derive(Clone, Copy)]
struct Kind<W> {
    far: u32,
    /// The first cells of all of them.
    places: W,
}

impl<W: Word> Kind<W> {
    /// The first cells of those that are left.
    #[inline]
    fn left(&self, filled: W) -> W {
        self.places & filled & filled >> self.far
    }
}

/// As many kinds as most boards have at most: steps for these are written out one after another.
const FEW: usize = 2;

impl<W: Word> Pairs<W> {
    /// The moves, if all are pairs of few kinds; cells are walls or not.
    pub(super) fn of(rules: &[Rule<W>]) -> Option<Pairs<W>> {
        if !rules.iter().all(|rule| rule.reads == rule.writes && rule.reads.ones() == 2) {
            return None;
        }
        let mut kinds = [Kind { far: 0, places: W::ZERO }; MOST];
        let mut count = 0;
        for rule in rules {
            let first = rule.reads.trailing_zeros();
            let far = W::BITS - 1 - rule.reads.leading_zeros() - first;
            let known = kinds[..count].iter().position(|kind| kind.far == far);
            let kind = kinds.get_mut(known.unwrap_or(count))?;
            count = count.max(known.map_or(count + 1, |_| count));
            *kind = Kind { far, places: kind.places | W::bit(first) };
        }
        Some(Pairs { kinds, count })
    }

    /// What to remember of a part with these cells while its moves are made.
    pub(super) fn before(&self, cells: W) -> Before<W> {
        Before { cells, left: self.kinds.map(|kind| kind.left(cells)) }
    }

    /// Calls `f` with the cells of every independent part that has a move, without idle ones.
    #[inline]
    pub(super) fn parts(&self, before: Option<&Before<W>>, filled: W, f: impl FnMut(W)) {
        if self.count <= FEW {
            parts::<W, FEW>(&std::array::from_fn(|i| self.kinds[i]), before, filled, f);
        } else {
            parts(&self.kinds, before, filled, f);
        }
    }
}

/// The parts by so many kinds of pairs.
#[inline]
fn parts<W: Word, const N: usize>(
    kinds: &[Kind<W>; N],
    before: Option<&Before<W>>,
    filled: W,
    mut f: impl FnMut(W),
) {
    let mut left = [W::ZERO; N];
    let (mut rest, mut twice) = (W::ZERO, W::ZERO);
    for (kind, left) in kinds.iter().zip(&mut left) {
        let one = kind.left(filled);
        let two = one << kind.far;
        *left = one;
        twice = twice | rest & (one | two) | one & two;
        rest = rest | one | two;
    }
    let ends = rest & !twice;
    if ends != W::ZERO {
        let idle = idle(kinds, &left, ends, twice);
        if idle != W::ZERO {
            rest = rest & !idle;
            for (kind, left) in kinds.iter().zip(&mut left) {
                *left = *left & rest & rest >> kind.far;
            }
        }
    }
    // In every part there is a cell that lost a move.
    let mut open = rest;
    if let Some(before) = before {
        let gone = before.cells & !rest;
        let mut beside = W::ZERO;
        for (kind, left) in kinds.iter().zip(&before.left) {
            beside = beside | (*left & gone) << kind.far | *left & gone >> kind.far;
        }
        open = rest & beside;
    }
    while rest != W::ZERO {
        let mut part = if open == W::ZERO { rest } else { W::bit(open.trailing_zeros()) };
        while open & !part != W::ZERO {
            let reached = part;
            for (kind, left) in kinds.iter().zip(&left) {
                part = part | (part & *left) << kind.far | part >> kind.far & *left;
            }
            if part == reached {
                break;
            }
        }
        // The last of them has all that is left.
        if open & !part == W::ZERO {
            part = rest;
        }
        rest = rest & !part;
        open = open & !part;
        f(part);
    }
}

/// The idle cells, by the first cells of the moves that are left, the cells that one is left for, and those with more.
#[inline]
fn idle<W: Word, const N: usize>(kinds: &[Kind<W>; N], left: &[W; N], ends: W, twice: W) -> W {
    let (mut idle, mut rests) = (W::ZERO, W::ZERO);
    for (kind, left) in kinds.iter().zip(left) {
        let second = (*left & ends) << kind.far;
        idle = idle | (second & rests) >> kind.far;
        rests = rests | second;
        let first = *left & ends >> kind.far;
        idle = idle | (first & rests) << kind.far;
        rests = rests | first;
    }
    let mut other = W::ZERO;
    for (kind, left) in kinds.iter().zip(left) {
        other = other | *left & !(rests >> kind.far) | (*left & !rests) << kind.far;
    }
    idle | twice & !other
}
