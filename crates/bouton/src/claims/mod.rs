//! Claims and strategies against the truth, and the status they have earned.
//!
//! | you ask | of |
//! |---|---|
//! | what a claim says of a position | [`said`], of several together [`told`] |
//! | who wins or what a position is worth: by claims that stood the test, by a theorem, by computation | [`Trust::told`], [`Solver::told_by_theorem`](crate::Solver::told_by_theorem), [`Solver::computed`](crate::Solver::computed); each gives a [`Known`], whose status is [`Trust::status`] |
//! | whether a claim agrees with the truth | [`Said::agrees`] |
//! | what a claim has earned on small positions | [`earn`]; with other parameters [`varied::earn_for`]; both [`Trusted::earn`] |
//! | what strategies list, and whether that is right | [`strategy_moves`], [`test_strategies`] |
//! | everything about the claims of a game | [`check`] |

pub mod aside;
pub mod check;
pub(crate) mod claimed;
mod earned;
mod said;
mod strategies;
pub mod sweep;
pub(crate) mod truth;
pub mod varied;

pub(crate) use earned::earned;
pub use earned::{Earned, earn};
pub use said::{Said, Told, adds, can_draw, said, speaks, told, verdict};
pub use strategies::{StrategyFault, strategy_moves, test_strategies};
pub use truth::{Basis, Known, Trust, Trusted, Want};

use crate::engines::whole::State;
use crate::game::Game;
use bouton_language::interp::Position;
use bouton_language::rules::Claim;

/// A start with the first player to move.
pub fn start(position: &Position) -> State {
    State::new(position.clone(), 0)
}

/// The claim as written, on one line.
pub fn claim_text(game: &Game, claim: &Claim) -> String {
    game.sources().slice(claim.span).split_whitespace().collect::<Vec<_>>().join(" ")
}
