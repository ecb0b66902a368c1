//! The terminal: what goes out, laid out to its width; what a person answers; Ctrl-C; progress.

pub(crate) mod dialogue;
pub(crate) mod interrupt;
pub(crate) mod layout;
pub(crate) mod out;
pub(crate) mod progress;
