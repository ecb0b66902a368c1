//! The tests of this crate in one program, which builds and runs faster than one for each file.

mod accept;
mod broken;
mod common;
mod coq;
mod mutants;
