//! Moves in reserve: boards on which it can be counted who will run out of moves first.
//!
//! For two players whose moves are pairs of free cells, each always equally far apart, and take these cells. A move with no cell that the
//! other player can still use is safe. A player makes at most as many moves as pairs can be packed onto the free cells. He makes at
//! least all safe ones, and of other pairs that do not share a cell every third, if he begins: he takes one, and a move of the other
//! spoils two at most. Who makes more moves in any case than the other can make wins.

use super::bits::{Rule, Word};
use bouton_engine::Outcome;

/// The pairs of both players.
pub(super) struct Reserves<W>([Kind<W>; 2]);

/// Pairs of cells that are equally far from each other.
struct Kind<W> {
    far: u32,
    /// The first cells of all of them.
    places: W,
}

impl<W: Word> Kind<W> {
    fn of(rules: &[Rule<W>]) -> Option<Kind<W>> {
        let mut kind: Option<Kind<W>> = None;
        for rule in rules {
            let first = rule.reads.trailing_zeros();
            if rule.reads != rule.writes || rule.reads.ones() != 2 || !rule.makes_walls() || rule.again {
                return None;
            }
            let far = W::BITS - 1 - rule.reads.leading_zeros() - first;
            let kind = kind.get_or_insert(Kind { far, places: W::ZERO });
            if kind.far != far {
                return None;
            }
            kind.places = kind.places | W::bit(first);
        }
        kind
    }

    /// The cells that a move can use.
    #[inline]
    fn touched(&self, free: W) -> W {
        let left = self.places & free & free >> self.far;
        left | left << self.far
    }

    /// As many pairs as fit side by side, with their cells: from the beginning of every run of cells on.
    #[inline]
    fn packed(&self, free: W) -> (u32, W) {
        let mut left = self.places & free & free >> self.far;
        let (mut count, mut cells) = (0, W::ZERO);
        while left != W::ZERO {
            let taken = left & !(left << self.far);
            let both = taken | taken << self.far;
            count += taken.ones();
            cells = cells | both;
            left = left & !both;
        }
        (count, cells)
    }
}

impl<W: Word> Reserves<W> {
    /// For these moves of both players, if they are such pairs; cells are walls or not, and who cannot move loses.
    pub(super) fn of(rules: &[Vec<Rule<W>>]) -> Option<Reserves<W>> {
        let [one, two] = rules else { return None };
        Some(Reserves([Kind::of(one)?, Kind::of(two)?]))
    }

    /// Who wins with these cells free, if counting tells.
    #[inline]
    pub(super) fn decided(&self, free: W, mover: usize) -> Option<Outcome> {
        let (own, other) = (&self.0[mover], &self.0[1 - mover]);
        let least = |kind: &Kind<W>, against: &Kind<W>, begins: bool| {
            let (safe, cells) = kind.packed(free & !against.touched(free));
            let (open, _) = kind.packed(free & !cells);
            safe + if begins { open } else { open.saturating_sub(2) }.div_ceil(3)
        };
        if least(own, other, true) > other.packed(free).0 {
            return Some(Outcome::Win);
        }
        (least(other, own, false) >= own.packed(free).0).then_some(Outcome::Lose)
    }
}
