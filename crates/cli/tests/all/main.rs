//! The tests of this crate in one program, which builds and runs faster than one for each file.

mod certificates;
mod chinese;
mod cluster;
mod docs;
mod examples;
mod latex;
mod library;
mod memory;
mod own_type;
mod process;
mod progress;
mod saving;
mod serve;
mod shared;
#[cfg(unix)]
mod terminal;
mod transcripts;
mod typing;
mod width;
mod words;
