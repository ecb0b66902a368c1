//! Bouton: the language room.
pub mod ast;
pub mod diagnostic;
pub mod graph;
pub mod rules;
pub mod span;
pub mod value;
