//! Answers as lines for a person.

pub(crate) mod answer;
pub(crate) mod claim;
pub(crate) mod family;
pub(crate) mod pattern;
pub(crate) mod position;
pub(crate) mod table;
pub(crate) mod why;
