//! Tables filled by workers against tables of one machine, and against the plain reference.

mod common;
mod equal;
mod random;
