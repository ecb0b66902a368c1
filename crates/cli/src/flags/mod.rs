//! Flags: groups that verbs share, how values are read, what `--help` says, and what is said where one is wrong.

pub(crate) mod amounts;
pub(crate) mod choice;
pub(crate) mod colours;
pub(crate) mod crew;
pub(crate) mod groups;
pub(crate) mod help;
pub(crate) mod numbers;
pub(crate) mod wrong;
