//! Learning: a table of lost positions (or of values) filled from the rules, and automata that fit it.

mod compare;
mod merge;
mod table;
mod values;
mod words;

pub(crate) use compare::agrees;
pub(crate) use merge::{Learned, learn};
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
}
