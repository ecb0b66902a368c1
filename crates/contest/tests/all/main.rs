//! The tests of this crate in one program, which builds and runs faster than one for each file.

mod generate;
mod interact;
mod problems;
mod stress;
mod templates;
