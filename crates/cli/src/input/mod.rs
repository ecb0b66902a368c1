//! From the words of the command line to games, positions and files.

pub(crate) mod question;
pub(crate) mod source;
pub(crate) mod words;
