//! Search of one position of a space too big to fill.
//!
//! | you ask | what it does |
//! |---|---|
//! | [`Outcomes`] | win, lose or draw: depth-first, and by proof numbers where the game is lopsided |
//! | [`Scores`] | the score: alpha-beta with memory, scouting, and static bounds where the game has them |
//! | [`Nimbers`] | the nimber of a part or a sum, or only whether a sum is lost: asks for sets of nimbers |
//!
//! Each has two constructors: `new` for positions of any kind, whose table is a [`Shelf`], and `packed` for
//! positions of a few words ([`Packed`]), whose table is [`Slots`], without locks and several times as fast.
//! Both tables grow as far as the budget allows, then forget what cost least to find. They compare whole
//! positions, so an answer never hangs on a hash. `threads` lets several threads share a large question.
//!
//! | file | what it is |
//! |---|---|
//! | `outcomes`, `scores`, `nimbers` | the questions |
//! | `depth` | depth-first search with a window and memory |
//! | `proof`, `mixed` | search by proof numbers, and how the two take turns |
//! | `seek`, `wanted` | search for the nimbers of parts, and sets of nimbers |
//! | `team` | one question, one table, several threads |
//! | `memory`, `slots`, `shelf` | what is remembered, and where |
//! | `scale`, `window` | outcomes and scores as numbers, and which of them matter |
//! | `order`, `path` | which moves come first; where on the path a position stands |

mod depth;
mod memory;
mod mixed;
mod nimbers;
mod order;
mod outcomes;
mod path;
mod proof;
mod scale;
mod scores;
mod seek;
mod shelf;
mod slots;
mod team;
mod wanted;
mod window;

pub use memory::{Bounds, Fact, Memory, Verdict};
pub use nimbers::{Nimbers, PackedNimbers};
pub use outcomes::{Outcomes, PackedOutcomes};
pub use scores::{Best, PackedScores, Scores, Valued};
pub use seek::Nim;
pub use shelf::Shelf;
pub use slots::{Packed, Slots};
pub(crate) use window::Gather;
pub use window::{Window, total};
