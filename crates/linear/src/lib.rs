//! Bouton: linear arithmetic (Presburger's), for the rooms that read rules and for those that prove theorems.
//!
//! | question | file |
//! |---|---|
//! | sums of coefficient times variable, in 64 bits | [`affine`] |
//! | conditions on natural numbers, with quantifiers | [`formula`] |
//! | the same condition in a plainer form, as alternatives | [`normal`] |
//! | the same condition with a bound variable less | [`eliminate`] |
//! | all solutions of conditions, by nested loops | [`nest`] |
//! | symbolic numbers with products, in 128 bits | [`poly`] |
//! | does one inequality follow from others? | [`entail`], and for formulas [`facts`] |
//!
//! Arithmetic is checked everywhere: what leaves its bits is refused ([`TooLarge`]) or unknown, never wrong.

mod affine;
mod eliminate;
pub mod entail;
mod facts;
mod formula;
mod nest;
mod normal;
mod poly;

pub use affine::{Affine, SIGNED, TooLarge};
pub use eliminate::{Solved, solve_for, unbind};
pub use facts::Facts;
pub use formula::Formula;
pub use nest::{Evaluator, Nest};
pub use poly::{Atom, Mono, Poly};
