//! The tests of this crate in one program, which builds and runs faster than one for each file. `estimates` compares times and
//! runs alone.

mod begins;
mod boxed;
mod budgets;
mod check;
mod ends;
mod far;
mod filled;
mod levels;
mod library;
mod notation;
mod octal;
mod pattern;
mod play;
mod proof;
mod proved;
mod random_games;
mod rename;
mod renamed;
mod same;
mod saved;
mod sums;
mod table;
mod theorem;
mod tokens;
mod trust;
mod truth;
