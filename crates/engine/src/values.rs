//! What a position can be worth: an [`Outcome`] or a [`Nimber`]. (A score is a plain `i64`.)

use std::fmt;
use std::ops::{Add, AddAssign};

/// What the player to move gets with best play by both sides. Ordered: `Lose < Draw < Win`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The player to move loses.
    Lose,
    /// Neither player wins.
    Draw,
    /// The player to move wins.
    Win,
}

impl Outcome {
    /// The same result seen by the other player.
    #[must_use]
    pub const fn flip(self) -> Self {
        match self {
            Self::Lose => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Lose,
        }
    }

    /// The outcome as a number: -1 for a loss, 0 for a draw, 1 for a win.
    #[must_use]
    pub const fn sign(self) -> i64 {
        self as i64 - 1
    }

    /// The outcome that the sign of a number stands for.
    #[must_use]
    pub const fn of_sign(number: i64) -> Self {
        match number.signum() {
            -1 => Self::Lose,
            0 => Self::Draw,
            _ => Self::Win,
        }
    }

    /// What a step is worth to the player who takes it, when `self` is what the player to move gets
    /// where the step leads: the same if they move again, the opposite if the turn passes.
    #[must_use]
    pub const fn through(self, again: bool) -> Self {
        if again { self } else { self.flip() }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Lose => "lose",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}

/// A Grundy value. Adding two games adds their values without carry, so `+` is exclusive or.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(pub u32);

impl Nimber {
    /// The smallest nimber that is not among `values` (the *minimal excluded* value).
    ///
    /// For many sets in a row, [`Mex`](crate::Mex) does the same without allocating each time.
    pub fn mex(values: impl IntoIterator<Item = Nimber>) -> Nimber {
        let mut values: Vec<u32> = values.into_iter().map(|value| value.0).collect();
        values.sort_unstable();
        values.dedup();
        let gap = (0..).zip(&values).find(|(want, have)| want != *have);
        match gap {
            Some((missing, _)) => Nimber(missing),
            // The values are exactly 0..len, all distinct and of 32 bits, so len - 1 is one of them.
            None => Nimber(values.last().map_or(0, |last| last.saturating_add(1))),
        }
    }

    /// What this value means under normal play: zero is lost for the player to move, all else is won.
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        if self.0 == 0 { Outcome::Lose } else { Outcome::Win }
    }
}

impl Add for Nimber {
    type Output = Nimber;

    #[expect(clippy::suspicious_arithmetic_impl, reason = "the sum of nimbers is exclusive or")]
    fn add(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

impl AddAssign for Nimber {
    fn add_assign(&mut self, other: Nimber) {
        *self = *self + other;
    }
}

impl std::iter::Sum for Nimber {
    fn sum<I: Iterator<Item = Nimber>>(values: I) -> Nimber {
        values.fold(Nimber(0), Add::add)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes() {
        for (outcome, flipped) in
            [(Outcome::Lose, Outcome::Win), (Outcome::Draw, Outcome::Draw), (Outcome::Win, Outcome::Lose)]
        {
            assert_eq!(outcome.flip(), flipped);
            assert_eq!(outcome.through(false), flipped);
            assert_eq!(outcome.through(true), outcome);
            assert_eq!(Outcome::of_sign(-7 * outcome.sign()), flipped);
        }
        assert!(Outcome::Lose < Outcome::Draw && Outcome::Draw < Outcome::Win);
    }

    #[test]
    fn nimbers() {
        let mex = |values: &[u32]| Nimber::mex(values.iter().copied().map(Nimber)).0;
        for (values, expected) in
            [(&[][..], 0), (&[0], 1), (&[1], 0), (&[2, 0, 1, 0, 4], 3), (&[u32::MAX, 0], 1)]
        {
            assert_eq!(mex(values), expected, "{values:?}");
        }
        assert_eq!([3, 4, 5].map(Nimber).into_iter().sum::<Nimber>(), Nimber(2));
        assert_eq!(format!("{:>3}|{}", Nimber(7), Outcome::Draw), "  7|draw");
    }
}
