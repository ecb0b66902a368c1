//! Moves that are pairs of cells: what [`Sets`](super::sets::Sets) does, in fewer steps. The rest of an end is a single cell here.

use super::bits::{Rule, Word};
use super::sets::{Before, MOST};

/// Moves as pairs of cells.
pub(super) struct Pairs<W> {
    kinds: Box<[Kind<W>]>,
}

/// Pairs of cells that are equally far from each other.
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

impl<W: Word> Pairs<W> {
    /// The moves, if all are pairs of few kinds; cells are walls or not.
    pub(super) fn of(rules: &[Rule<W>]) -> Option<Pairs<W>> {
        if !rules.iter().all(|rule| rule.reads == rule.writes && rule.reads.ones() == 2) {
            return None;
        }
        let mut kinds: Vec<Kind<W>> = Vec::new();
        for rule in rules {
            let first = rule.reads.trailing_zeros();
            let far = W::BITS - 1 - rule.reads.leading_zeros() - first;
            match kinds.iter_mut().find(|kind| kind.far == far) {
                Some(kind) => kind.places = kind.places | W::bit(first),
                None => kinds.push(Kind { far, places: W::bit(first) }),
            }
        }
        (kinds.len() <= MOST).then(|| Pairs { kinds: kinds.into() })
    }

    /// What to remember of a part with these cells while its moves are made.
    pub(super) fn before(&self, cells: W) -> Before<W> {
        let mut left = [W::ZERO; MOST];
        self.kinds.iter().zip(&mut left).for_each(|(kind, left)| *left = kind.left(cells));
        Before { cells, left }
    }

    /// Calls `f` with the cells of every independent part that has a move, without idle ones.
    #[inline]
    pub(super) fn parts(&self, before: Option<&Before<W>>, filled: W, mut f: impl FnMut(W)) {
        let mut left = [W::ZERO; MOST];
        let (mut rest, mut twice) = (W::ZERO, W::ZERO);
        for (kind, left) in self.kinds.iter().zip(&mut left) {
            let one = kind.left(filled);
            let two = one << kind.far;
            *left = one;
            twice = twice | rest & (one | two) | one & two;
            rest = rest | one | two;
        }
        let ends = rest & !twice;
        if ends != W::ZERO {
            let idle = self.idle(&left, ends, twice);
            if idle != W::ZERO {
                rest = rest & !idle;
                for (kind, left) in self.kinds.iter().zip(&mut left) {
                    *left = *left & rest & rest >> kind.far;
                }
            }
        }
        let mut open = rest;
        if let Some(before) = before {
            let gone = before.cells & !rest;
            let mut beside = W::ZERO;
            for (kind, left) in self.kinds.iter().zip(&before.left) {
                beside = beside | (*left & gone) << kind.far | *left & gone >> kind.far;
            }
            open = rest & beside;
        }
        while rest != W::ZERO {
            let mut part = if open == W::ZERO { rest } else { W::bit(open.trailing_zeros()) };
            loop {
                let reached = part;
                for (kind, left) in self.kinds.iter().zip(&left) {
                    part = part | (part & *left) << kind.far | part >> kind.far & *left;
                }
                if open & !part == W::ZERO {
                    part = rest;
                    break;
                }
                if part == reached {
                    break;
                }
            }
            rest = rest & !part;
            open = open & !part;
            f(part);
        }
    }

    /// The idle cells, by the first cells of the moves that are left, the cells that one is left for, and those with more.
    #[inline]
    fn idle(&self, left: &[W; MOST], ends: W, twice: W) -> W {
        let (mut idle, mut rests) = (W::ZERO, W::ZERO);
        for (kind, left) in self.kinds.iter().zip(left) {
            let second = (*left & ends) << kind.far;
            idle = idle | (second & rests) >> kind.far;
            rests = rests | second;
            let first = *left & ends >> kind.far;
            idle = idle | (first & rests) << kind.far;
            rests = rests | first;
        }
        let mut other = W::ZERO;
        for (kind, left) in self.kinds.iter().zip(left) {
            other = other | *left & !(rests >> kind.far) | (*left & !rests) << kind.far;
        }
        idle | twice & !other
    }
}
