//! What a game is played for: the outcome, or the score. The search itself knows only numbers.

use super::transposition::{Bounds, Fact, Verdict};
use crate::{Game, Outcome, Step};

/// How positions of a game are turned into numbers for the player to move.
pub trait Scale<G: Game>: Send + Sync + 'static {
    /// What is remembered of a position.
    type Known: Fact + From<Bounds> + Into<Bounds>;

    /// Whether moves that differ in their gain alone are different.
    const WITH_GAIN: bool;

    /// The value of a position that is over by a rule.
    fn ended(game: &G, position: &G::Position) -> Result<Option<i64>, G::Error>;

    /// The value of a position whose player cannot move.
    fn stuck(game: &G, position: &G::Position) -> i64;

    /// What a move earns at once.
    fn gain(step: &Step<G::Position>) -> i64;

    /// What is certain of a position's value without any search.
    fn bounds(game: &G, position: &G::Position) -> Bounds;
}

/// Win, lose or draw: 1, -1 and 0.
pub struct ByOutcome;

impl<G: Game> Scale<G> for ByOutcome {
    type Known = Verdict;

    const WITH_GAIN: bool = false;

    fn ended(game: &G, position: &G::Position) -> Result<Option<i64>, G::Error> {
        Ok(game.ended(position)?.map(Outcome::sign))
    }

    fn stuck(game: &G, position: &G::Position) -> i64 {
        game.stuck(position).sign()
    }

    fn gain(_: &Step<G::Position>) -> i64 {
        0
    }

    fn bounds(_: &G, _: &G::Position) -> Bounds {
        Bounds { lower: -1, upper: 1, ..Bounds::UNKNOWN }
    }
}

/// The points gained from here on, those of the opponent counted against them.
pub struct ByScore;

impl<G: Game> Scale<G> for ByScore {
    type Known = Bounds;

    const WITH_GAIN: bool = true;

    fn ended(game: &G, position: &G::Position) -> Result<Option<i64>, G::Error> {
        Ok(game.ended(position)?.map(|_| 0))
    }

    fn stuck(_: &G, _: &G::Position) -> i64 {
        0
    }

    fn gain(step: &Step<G::Position>) -> i64 {
        step.gain
    }

    fn bounds(game: &G, position: &G::Position) -> Bounds {
        let (lower, upper) = game.bounds(position);
        Bounds { lower, upper, ..Bounds::UNKNOWN }
    }
}
