//! What a user implements: [`Game`] for one whole position, [`Sum`] for games that fall into parts.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::search::{Gather, Window, total};
use crate::{Nimber, Outcome};

/// One way to move: where it leads, what it earns, and whether the same player moves on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step<P> {
    /// The position after the move.
    pub to: P,
    /// What the move earns the player who makes it; only scores look at it.
    pub gain: i64,
    /// Whether the same player moves again at `to`.
    pub again: bool,
}

impl<P> Step<P> {
    /// A plain move: nothing gained, the turn passes.
    pub fn new(to: P) -> Self {
        Self { to, gain: 0, again: false }
    }
}

/// A game of two players who move in turns, as one whole position.
///
/// Everything is said for *the player to move*. Where it matters who that is (a partizan game, an ending
/// that names a winner), the mover is part of the position.
///
/// The answers must depend on the position alone: asked twice, a game says the same, options in the same
/// order. Solvers ask again rather than remember long lists.
pub trait Game: Sync {
    /// A position. Solvers store each distinct one once.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// What can be wrong with the rules themselves (an overflow, a bad index). Passed through untouched.
    type Error: Send;

    /// The outcome, if the game is over here by a rule; its options are then not asked for.
    /// In a score game such a position is worth 0, whatever the outcome says.
    fn ended(&self, position: &Self::Position) -> Result<Option<Outcome>, Self::Error>;

    /// Appends the options of `position` to `out`. Duplicates are allowed.
    fn options(
        &self,
        position: &Self::Position,
        out: &mut Vec<Step<Self::Position>>,
    ) -> Result<(), Self::Error>;

    /// Calls `visit` with the options of `position`, in the order of [`options`](Self::options), until it
    /// breaks. A game that makes its options one by one saves those that a search need not see. `scratch` is
    /// empty, and for the game to use.
    fn each_option(
        &self,
        position: &Self::Position,
        scratch: &mut Vec<Step<Self::Position>>,
        visit: &mut dyn FnMut(Step<Self::Position>) -> ControlFlow<()>,
    ) -> Result<(), Self::Error> {
        self.options(position, scratch)?;
        // What is left when it breaks is dropped with the iterator.
        let _ = scratch.drain(..).try_for_each(visit);
        Ok(())
    }

    /// What a player without a move gets: `Lose` in normal play, `Win` in misère play.
    fn stuck(&self, position: &Self::Position) -> Outcome;

    /// How many distinct options the opponent may forbid before the player to move chooses. Forbidding
    /// all of them leaves the player [`stuck`](Self::stuck).
    fn block(&self, _position: &Self::Position) -> Result<u64, Self::Error> {
        Ok(0)
    }

    /// What the player to move gets if play never ends. All positions of one endless play must mean the
    /// same: a draw, or the same winner seen by whoever moves. Only [`Retrograde`](crate::Retrograde) asks.
    fn endless(&self, _position: &Self::Position) -> Outcome {
        Outcome::Draw
    }

    /// Bounds that the score of a position is known to keep, at least and at most, where the rules give
    /// them away without a search. The ends of 64 bits say nothing. Only scores ask.
    fn bounds(&self, _position: &Self::Position) -> (i64, i64) {
        (i64::MIN, i64::MAX)
    }

    /// Whether play ends by a rule after so few moves, none of which can be forbidden, that the game values the position
    /// itself rather than have it searched and remembered. Asked of every option, so it has to be cheap. Only scores ask.
    fn is_near_end(&self, _position: &Self::Position) -> bool {
        false
    }

    /// The score of a position where [`is_near_end`](Self::is_near_end) holds: exact if it is between `alpha` and
    /// `beta`, otherwise a bound on the right side of them. A player who cannot move gets nothing more. `None` where
    /// it is better searched after all: there is too much to look at, or 64 bits cannot say it.
    fn value_near_end(
        &self,
        position: &Self::Position,
        alpha: i64,
        beta: i64,
    ) -> Result<Option<i64>, Self::Error> {
        let mut steps = Vec::new();
        self.options(position, &mut steps)?;
        let own = Window { alpha, beta };
        let mut best = if steps.is_empty() { Gather::Worst(0) } else { Gather::Best(i64::MIN) };
        for step in steps {
            let inner = best.window(own).before(step.gain, step.again);
            let rest = match self.ended(&step.to)? {
                Some(_) => Some(0),
                None => self.value_near_end(&step.to, inner.alpha, inner.beta)?,
            };
            let Some(value) = rest.and_then(|rest| total(step.gain, step.again, rest)) else {
                return Ok(None);
            };
            best.add(value);
            if best.settled(own) {
                break;
            }
        }
        Ok(Some(best.value()))
    }

    /// The memory a stored position takes in bytes, with what it holds on the heap.
    fn bytes(&self, _position: &Self::Position) -> usize {
        size_of::<Self::Position>()
    }
}

/// What is called with the parts of an option, without some whose values are at hand, and the sum of these.
pub type Visit<'v, Part> = dyn FnMut(&[Part], Nimber) -> ControlFlow<()> + 'v;

/// An impartial game under normal play whose positions are sums of independent parts: a move changes one
/// part, and may replace it by several.
pub trait Sum: Sync {
    /// One part. Solvers store each distinct one once.
    type Part: Clone + Eq + Hash + Debug + Send + Sync;
    /// What can be wrong with the rules themselves. Passed through untouched.
    type Error: Send;

    /// Appends the options of `part` to `out`, each as the list of parts it becomes (an empty list: the
    /// part is gone). Duplicates are allowed.
    fn options(&self, part: &Self::Part, out: &mut Vec<Vec<Self::Part>>) -> Result<(), Self::Error>;

    /// Calls `visit` with each option until it breaks. Whoever can list lazily does better than this.
    fn each_option(&self, part: &Self::Part, visit: &mut Visit<'_, Self::Part>) -> Result<(), Self::Error> {
        let mut lists = Vec::new();
        self.options(part, &mut lists)?;
        let _ = lists.iter().try_for_each(|parts| visit(parts, Nimber(0)));
        Ok(())
    }

    /// The value of a part that the rules give away without a search (a strategy of mirror images, say).
    fn certain(&self, _part: &Self::Part) -> Option<Nimber> {
        None
    }

    /// How hard a part looks, by a measure of the game's own. Easy ones are searched first.
    fn weight(&self, _part: &Self::Part) -> u64 {
        0
    }

    /// The memory a stored part takes in bytes, with what it holds on the heap.
    fn bytes(&self, _part: &Self::Part) -> usize {
        size_of::<Self::Part>()
    }
}

impl<G: Game + ?Sized> Game for &G {
    type Position = G::Position;
    type Error = G::Error;

    fn ended(&self, position: &Self::Position) -> Result<Option<Outcome>, Self::Error> {
        (**self).ended(position)
    }

    fn options(
        &self,
        position: &Self::Position,
        out: &mut Vec<Step<Self::Position>>,
    ) -> Result<(), Self::Error> {
        (**self).options(position, out)
    }

    fn each_option(
        &self,
        position: &Self::Position,
        scratch: &mut Vec<Step<Self::Position>>,
        visit: &mut dyn FnMut(Step<Self::Position>) -> ControlFlow<()>,
    ) -> Result<(), Self::Error> {
        (**self).each_option(position, scratch, visit)
    }

    fn stuck(&self, position: &Self::Position) -> Outcome {
        (**self).stuck(position)
    }

    fn block(&self, position: &Self::Position) -> Result<u64, Self::Error> {
        (**self).block(position)
    }

    fn endless(&self, position: &Self::Position) -> Outcome {
        (**self).endless(position)
    }

    fn bounds(&self, position: &Self::Position) -> (i64, i64) {
        (**self).bounds(position)
    }

    fn is_near_end(&self, position: &Self::Position) -> bool {
        (**self).is_near_end(position)
    }

    fn value_near_end(
        &self,
        position: &Self::Position,
        alpha: i64,
        beta: i64,
    ) -> Result<Option<i64>, Self::Error> {
        (**self).value_near_end(position, alpha, beta)
    }

    fn bytes(&self, position: &Self::Position) -> usize {
        (**self).bytes(position)
    }
}

impl<S: Sum + ?Sized> Sum for &S {
    type Part = S::Part;
    type Error = S::Error;

    fn options(&self, part: &Self::Part, out: &mut Vec<Vec<Self::Part>>) -> Result<(), Self::Error> {
        (**self).options(part, out)
    }

    fn each_option(&self, part: &Self::Part, visit: &mut Visit<'_, Self::Part>) -> Result<(), Self::Error> {
        (**self).each_option(part, visit)
    }

    fn certain(&self, part: &Self::Part) -> Option<Nimber> {
        (**self).certain(part)
    }

    fn weight(&self, part: &Self::Part) -> u64 {
        (**self).weight(part)
    }

    fn bytes(&self, part: &Self::Part) -> usize {
        (**self).bytes(part)
    }
}

/// A whole [`Game`] seen as a sum of one part, which gives its Grundy values.
#[derive(Clone, Copy, Debug)]
pub struct Whole<G>(pub G);

/// Why a whole game gave no Grundy value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WholeError<P, E> {
    /// The game's own error.
    #[error("{0}")]
    Rules(E),
    /// Play here is not normal play: a move goes on, options can be forbidden, or the game ends other
    /// than in a loss for the player to move. Such positions have no Grundy value.
    #[error("{0:?} is not decided by normal play, so it has no Grundy value")]
    NotNormal(P),
}

impl<G: Game> Sum for Whole<G> {
    type Part = G::Position;
    type Error = WholeError<G::Position, G::Error>;

    fn options(&self, part: &Self::Part, out: &mut Vec<Vec<Self::Part>>) -> Result<(), Self::Error> {
        let not_normal = || Err(WholeError::NotNormal(part.clone()));
        match self.0.ended(part).map_err(WholeError::Rules)? {
            Some(Outcome::Lose) => return Ok(()),
            Some(_) => return not_normal(),
            None => {}
        }
        let mut steps = Vec::new();
        self.0.options(part, &mut steps).map_err(WholeError::Rules)?;
        let blocked = self.0.block(part).map_err(WholeError::Rules)? > 0;
        let unusual = if steps.is_empty() {
            self.0.stuck(part) != Outcome::Lose
        } else {
            blocked || steps.iter().any(|step| step.again)
        };
        if unusual {
            return not_normal();
        }
        out.extend(steps.into_iter().map(|step| vec![step.to]));
        Ok(())
    }

    fn bytes(&self, part: &Self::Part) -> usize {
        self.0.bytes(part)
    }
}
