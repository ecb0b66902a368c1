//! Bouton: the theory room. From tables and rules to statements about all sizes: periods, closed forms, automata, proofs.
//!
//! Everything here takes plain data (a list of values, a table, a [`Fragment`](bouton_compile::fragment::Fragment)) and
//! gives statements as data; wording, files and terminals are for later rooms.

pub mod arithmetic;
pub mod automata;
pub mod claims;
pub mod describe;
pub mod draw;
mod effort;
mod learn;
pub mod letters;
pub mod numeration;
pub mod prove;
pub mod sequences;
mod steps;
pub mod strategy;
pub mod tables;
mod tuning;
mod words;

pub use bouton_budget::Halt;
pub use effort::Effort;
pub use numeration::Numeration;
