//! Directed graphs of up to 2^32 - 1 edges: compressed rows, made from edges and read from files.
//!
//! | you have | you call | you get |
//! |---|---|---|
//! | edges between numbered nodes | [`Rows::from_edges`] | the edges of every node in one array |
//! | rows | [`Rows::reversed`] | who leads to a node |
//! | rows | [`order::peel`], [`order::cycle`] | every node after all it leads to; or a way round |
//! | rows | [`distance::from`] | the edges of shortest ways |
//! | an edge list, or a METIS file: text, gzip or zstd | [`read::edge_list`], [`read::metis`] | the names of the nodes, and the edges between them |
//!
//! Nothing here knows of games: the language reads graphs with it, the engine solves games on them.

pub mod distance;
pub mod memory;
pub mod order;
pub mod read;
mod rows;
mod sort;

pub use rows::{Direction, Rows, RowsError};
