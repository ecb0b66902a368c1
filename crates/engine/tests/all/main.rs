//! The tests of this crate in one program, which builds and runs faster than one for each file.

mod board;
mod engine;
mod fill;
mod graph;
mod heaps;
mod intervals;
mod orbits;
mod table;
