//! Directed graphs of up to 2^32 - 1 edges: compressed rows, made from edges and read from files.
//!
//! | you have | you call | you get |
//! |---|---|---|
//! | edges between numbered nodes | [`Rows::from_edges`] | the edges of every node in one array |
//! | rows | [`Rows::reversed`] | who leads to a node |
//!
//! Nothing here knows of games: the language reads graphs with it, the engine solves games on them.

pub mod memory;
mod rows;
mod sort;

pub use rows::{Direction, Rows, RowsError};
