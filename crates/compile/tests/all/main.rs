//! The tests of this crate in one program, which builds and runs faster than one for each file.

mod common;
mod cuts;
mod facts;
mod fragment;
mod graphs;
mod library;
mod program;
mod random;
mod rays;
mod types;
