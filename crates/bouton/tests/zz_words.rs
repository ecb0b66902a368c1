//! Temporary.
#[path = "all/words.rs"]
mod words;
