//! For problem setters and contestants: is my program right, give me the tests, be the jury.
//!
//! - [`stress`] runs a program against the truth and finds, shrinks and explains the first failure.
//! - [`generate`] makes the tests of a judge, with traps for wrong ideas.
//! - [`interact`] is a jury that plays against a contestant's program over a pipe.
//!
//! Truth is asked of an [`oracle::Oracle`]: brute force for what is small, claims and theorems beyond. How positions and
//! answers are written is said by templates of [`bouton_template`]; which positions are tried, by [`space`], [`near`] and [`special`]; what
//! wrong programs believe, by [`ideas`].

pub mod answers;
pub mod bench;
pub mod diagnose;
mod explain;
pub mod generate;
pub mod ideas;
pub mod interact;
pub mod layout;
pub mod near;
pub mod oracle;
mod params;
mod phases;
pub mod program;
pub mod report;
pub mod shrink;
pub mod space;
pub mod special;
pub mod stress;
mod supply;
mod winning;
pub mod wrong;

pub use supply::{Far, Order};
pub use wrong::Wrong;
