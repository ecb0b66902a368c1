//! The engines: which of them answers a question, what it costs, and what each makes of the rules.
//!
//! [`registry`] is the one table of engines, by which they are chosen, planned and listed; [`solver`] asks them and remembers.
//! [`whole`] and [`parts`] show rules to the general engines ([`interpreter`], [`programs`]), the other files show what
//! facts know of special kinds of games to engines made for them.

pub(crate) mod advice;
pub(crate) mod boards;
pub(crate) mod bound;
pub(crate) mod boxes;
pub(crate) mod compiled;
pub(crate) mod cycles;
pub mod estimate;
pub mod filled;
pub(crate) mod graph;
pub(crate) mod heap_cost;
pub(crate) mod heaps;
pub(crate) mod interpreter;
pub(crate) mod intervals;
pub mod parts;
pub mod plan;
pub(crate) mod programs;
pub(crate) mod quotients;
pub mod registry;
pub(crate) mod session;
pub mod solver;
pub(crate) mod spaces;
pub(crate) mod sums;
pub mod whole;

pub use boards::Book;
pub use boxes::{board, vector_moves};
pub use heaps::heap_rule;
