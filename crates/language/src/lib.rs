//! Bouton: the language room.
pub mod ast;
pub mod check;
pub mod diagnostic;
pub mod format;
pub mod graph;
pub mod grid;
pub mod interp;
mod json;
pub mod keywords;
pub mod lexer;
pub mod number;
pub mod parse;
pub mod position;
pub mod rules;
pub mod span;
pub mod suggest;
pub mod value;
pub mod words;

pub use check::{LoadError, Loaded, Loader, NoLoader, load};
