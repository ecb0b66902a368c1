//! Bouton: the language room.
pub mod ast;
pub mod diagnostic;
pub mod graph;
pub mod keywords;
pub mod lexer;
pub mod parse;
pub mod rules;
pub mod span;
pub mod suggest;
pub mod value;
