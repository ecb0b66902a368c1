//! The tests of this crate in one program, which builds and runs faster than one for each file.

mod check;
mod common;
mod format;
mod interp;
mod lang;
mod number;
mod parse;
mod position;
mod samples;
mod suggest;
