//! From the rules of a game to a program that a contestant could submit.
//!
//! ```text
//! Rules ──lower──▶ ir::Program ──print──▶ C++ · Python · Rust
//! ```
//!
//! [`export`] chooses the method by what is known: a closed form where a claim or a theorem is proved or checked, a
//! table where the values of heaps are proved to repeat, a search made from the rules themselves otherwise. The
//! program says at its top which it is and how far it can be trusted. A further target is one more module beside the
//! printers. What is no program needs no translation: [`document`] and [`latex`] write down what is known of a game, [`paper`] a theorem with its proof, [`bfile`] a list of numbers.

mod automaton;
pub mod bfile;
mod choose;
mod claims;
pub mod document;
pub mod ir;
pub mod latex;
mod lower;
mod names;
mod outside;
pub mod paper;
mod print;
mod sizes;
mod skeleton;
pub mod testlib;
pub mod wrong;

pub use choose::{CHECKS, Exported, Method, Prepared, Setup, export, prepare};
pub use print::Target;
pub use wrong::Wrong;
