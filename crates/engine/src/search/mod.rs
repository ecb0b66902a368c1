//! Search of one position of a space too big to fill.
//!
//! | you ask | what it does |
//! |---|---|
//! | [`Outcomes`] | win, lose or draw: depth-first, and by proof numbers where the game is lopsided |
//! | [`Scores`] | the score: alpha-beta with memory, scouting, and static bounds where the game has them |
//! | [`Nimbers`] | the nimber of a part or a sum, or only whether a sum is lost: asks for sets of nimbers |
//!
//! Each has two constructors: `new` for positions of any kind, whose transposition table is [`Sharded`], and `packed` for
//! positions of a few words ([`Packed`]), whose table is [`Lockless`] and several times as fast. Both tables grow as far as
//! the budget allows, then forget what cost least to find. They compare whole positions, so an answer never hangs on a hash.
//! `threads` lets several threads share a large question.
//!
//! | file | what it is |
//! |---|---|
//! | `outcomes`, `scores`, `nimbers`, `solver` | the questions, and what their solvers share |
//! | `alpha_beta` | depth-first search with a window: alpha-beta with memory, scouting |
//! | `dfpn`, `mixed` | depth-first proof-number search, and how it and alpha-beta take turns |
//! | `aspiration`, `nimber_set` | search for the nimbers of parts by aspiration sets |
//! | `team` | one question, one table, several threads |
//! | `transposition`, `lockless`, `sharded` | what is remembered, and the two transposition tables |
//! | `scale`, `window` | outcomes and scores as numbers, and which of them matter |
//! | `order`, `path` | which moves come first; where on the path a position stands |

mod alpha_beta;
mod aspiration;
mod dfpn;
mod lockless;
mod mixed;
mod nimber_set;
mod nimbers;
mod order;
mod outcomes;
mod path;
mod scale;
mod scores;
mod sharded;
mod solver;
mod team;
mod transposition;
mod window;

pub use aspiration::Nim;
pub use lockless::{Lockless, Packed};
pub use nimbers::{ByNimber, Nimbers, PackedNimbers};
pub use outcomes::{Outcomes, PackedOutcomes};
pub use scale::{ByOutcome, ByScore};
pub use scores::{PackedScores, Scores};
pub use sharded::Sharded;
pub use solver::{Question, Search};
pub use transposition::{Bounds, Fact, TranspositionTable, Verdict};
pub(crate) use window::Gather;
pub use window::{Window, total};
