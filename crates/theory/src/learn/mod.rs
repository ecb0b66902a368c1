//! Learning: a table of lost positions (or of values) filled from the rules, and automata that fit it.

mod below;
mod bits;
mod blocks;
mod compare;
mod merge;
mod sketch;
mod steady;
mod table;
mod values;
mod words;

pub(crate) use below::Room;
pub(crate) use blocks::{Blocks, Cells, Tails};
pub(crate) use compare::{agrees, all_below, first_wrong};
pub(crate) use merge::{Learned, Learner};
pub(crate) use sketch::{Drawn, Facts, Frontier, Sketch, word_of};
pub(crate) use table::Filler;
pub(crate) use values::ValueTable;

/// A table of some set of tuples, known below some bound.
pub(crate) trait Known {
    /// How many numbers a tuple has.
    fn width(&self) -> usize;

    /// Whether a tuple belongs to the set; `None` beyond the table. What lies above an unknown tuple is unknown.
    fn look(&self, tuple: &[i64]) -> Option<bool>;

    /// The known members, one after the other, smaller ones first.
    fn members(&self) -> &[u32];

    /// How many tuples are known.
    fn size(&self) -> usize;

    /// The weight of each number. Of two tuples that differ in numbers without a bound of their own, the one that weighs
    /// more is not known if the other is not.
    fn weights(&self) -> &[u64];

    /// Whether a number has a bound of its own.
    fn capped(&self, track: usize) -> bool;

    /// The cells, where the table is a box.
    fn cells(&self) -> Option<Cells<'_>> {
        None
    }
}
