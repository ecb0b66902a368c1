//! The engine room of Bouton: solvers for two-player games without chance or hidden information.
//!
//! Implement one small trait and ask:
//!
//! | you have | you implement | you ask | you get |
//! |---|---|---|---|
//! | a game that falls into independent parts, normal play | [`Sum`] | [`Grundy`] | the [`Nimber`] of a part or a sum |
//! | the same, too large to look at every option | [`Sum`] | [`search::Nimbers`] | the same, or whether a sum is lost |
//! | any game that ends | [`Game`] | [`Outcomes`] | win, lose or draw of a position |
//! | a game in which play may come back | [`Game`] | [`Retrograde`] | the same, and how many moves it takes |
//! | a game with gains | [`Game`] | [`Scores`] | the score |
//! | an impartial [`Game`] under normal play | [`Whole`] around it | [`Grundy`] | its Grundy values |
//!
//! ```
//! use bouton_engine::{Budget, Game, Outcome, Outcomes, Step};
//!
//! /// Take one to three counters from a heap. Whoever takes the last one wins, or loses if `misere`.
//! struct Take {
//!     misere: bool,
//! }
//!
//! impl Game for Take {
//!     type Position = u32;
//!     type Error = std::convert::Infallible;
//!
//!     /// No rule ends the game before the moves run out.
//!     fn ended(&self, _heap: &u32) -> Result<Option<Outcome>, Self::Error> {
//!         Ok(None)
//!     }
//!
//!     fn options(&self, heap: &u32, out: &mut Vec<Step<u32>>) -> Result<(), Self::Error> {
//!         out.extend((1..=3.min(*heap)).map(|take| Step::new(heap - take)));
//!         Ok(())
//!     }
//!
//!     /// What a player who cannot move gets.
//!     fn stuck(&self, _heap: &u32) -> Outcome {
//!         if self.misere { Outcome::Win } else { Outcome::Lose }
//!     }
//! }
//!
//! let budget = Budget::unlimited();
//! let mut normal = Outcomes::new(Take { misere: false });
//! assert_eq!(normal.solve(&1_000_000, &budget), Ok(Outcome::Lose));
//! let mut misere = Outcomes::new(Take { misere: true });
//! assert_eq!(misere.solve(&1_000_001, &budget), Ok(Outcome::Lose));
//! ```
//!
//! # What holds for every solver
//!
//! - It is a value that keeps what it has found, so many questions about one game share the work. It owns
//!   its game; give it `&game` to share one.
//! - It keeps its own stack. A line of play of ten million moves is fine, memory allowing.
//! - A [`Budget`] bounds memory and time, carries a cancel flag, and reports progress. A solver that has to
//!   stop says why ([`Stop`]), keeps what it knows, and can be asked again. Memory is what the solver
//!   stores, to the byte, provided that [`Game::bytes`] tells the size of a position; the list of options
//!   of a single position is the game's own affair. The solvers of [`search`] go on when their table is
//!   full, and stop only when it has been overwritten so often that it does not help any more.
//! - A game without an end is an error that shows the cycle, except for [`Retrograde`], whose business it
//!   is. A search that can answer without going round the cycle does.
//! - An error of the game itself comes back as [`Stop::Rules`], and scores that leave 64 bits as
//!   [`Stop::Overflow`]. Nothing wraps round.
//!
//! # The rules a game can have
//!
//! Everything is said for the player to move. A [`Step`] may let the same player move again, and may gain
//! something. [`Game::ended`] ends a game by a rule, [`Game::stuck`] says what a player without a move gets,
//! [`Game::block`] lets the opponent forbid options, [`Game::endless`] judges play that never ends. The
//! default of each is the ordinary game.

mod bits;
mod choice;
mod game;
pub mod graph;
mod grundy;
pub mod heaps;
pub mod intervals;
mod memory;
mod mex;
mod retrograde;
pub mod search;
mod stop;
mod store;
pub mod table;
mod tuning;
mod values;

pub use bouton_budget::{Attempt, Budget, Goal, Halt, Measure};
pub use game::{Game, Step, Sum, Visit, Whole, WholeError};
pub use grundy::Grundy;
pub use mex::Mex;
pub use retrograde::{Retrograde, Solved};
pub use search::{Outcomes, Scores};
pub use stop::Stop;
pub use values::{Nimber, Outcome};
