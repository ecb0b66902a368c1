//! The tests of this crate in one program, which builds and runs faster than one for each file.

mod describe;
mod irregular;
mod letters;
mod places;
mod proofs;
mod remainders;
mod rows;
mod rules;
mod runs;
mod sides;
mod takeaway;
mod texts;
