//! The tests of this crate in one program, which builds and runs faster than one for each file.

mod common;
mod documents;
mod forms;
mod library;
mod misere;
mod samples;
mod stops;
