//! Formulas of linear arithmetic on natural numbers: made plain, turned into automata, and enumerated by loops.

mod compile;
mod eliminate;
mod nest;
mod plain;

pub use compile::compile;
pub(crate) use compile::together;
pub(crate) use eliminate::{Solved, solve_for, unbind};
pub(crate) use nest::{Evaluator, Nest};
pub(crate) use plain::{disjuncts, free, most, plain, plus, scale};
