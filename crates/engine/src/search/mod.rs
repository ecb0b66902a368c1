//! Search of one position of a space too big to fill.
//!
//! | file | what it is |
//! |---|---|
//! | [`outcomes`], [`scores`] | the questions: win, lose or draw; the score |
//! | [`depth`] | the search itself: depth-first, with a window and memory |
//! | [`team`] | one question, one table, several threads |
//! | [`memory`], [`slots`], [`shelf`] | what is remembered, without locks for short positions, with for others |
//! | [`scale`], [`window`] | outcomes and scores as numbers, and which of them matter |
//! | [`order`], [`path`] | which moves come first; where on the path a position stands |

mod depth;
mod memory;
mod nimbers;
mod order;
mod outcomes;
mod path;
mod scale;
mod scores;
mod seek;
mod shelf;
mod slots;
mod team;
mod wanted;
mod window;

pub use memory::{Bounds, Fact, Memory, Verdict};
pub use nimbers::Nimbers;
pub use outcomes::Outcomes;
pub use scores::{Best, Scores, Valued};
pub use seek::Nim;
pub use shelf::Shelf;
pub use slots::{Packed, Slots};
