//! Learning: a table of lost positions (or of values) filled from the rules, and automata that fit it.

mod below;
mod compare;
mod merge;
mod table;
mod values;
mod words;

pub(crate) use below::Room;
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

    /// The weight of each number. Of two tuples that differ in numbers without a bound of their own, the one that weighs
    /// more is not known if the other is not.
    fn weights(&self) -> &[u64];

    /// Whether a number has a bound of its own.
    fn capped(&self, track: usize) -> bool;

    /// Single tuples beyond the table, with whether they belong to the set.
    fn beyond(&self) -> &[(Vec<u32>, bool)] {
        &[]
    }
}

/// A table with single tuples beyond it.
pub(crate) struct Extended<'a, K> {
    table: &'a K,
    beyond: Vec<(Vec<u32>, bool)>,
}

impl<'a, K: Known> Extended<'a, K> {
    pub(crate) fn new(table: &'a K) -> Extended<'a, K> {
        Extended { table, beyond: Vec::new() }
    }

    /// Adds a tuple; `false` if it was known already.
    pub(crate) fn add(&mut self, tuple: Vec<u32>, member: bool) -> bool {
        let wide: Vec<i64> = tuple.iter().map(|n| i64::from(*n)).collect();
        let new = self.look(&wide).is_none();
        if new {
            self.beyond.push((tuple, member));
        }
        new
    }
}

impl<K: Known> Known for Extended<'_, K> {
    fn width(&self) -> usize {
        self.table.width()
    }

    fn look(&self, tuple: &[i64]) -> Option<bool> {
        let known = self.table.look(tuple);
        if known.is_some() || self.beyond.is_empty() {
            return known;
        }
        let same = |t: &[u32]| t.iter().zip(tuple).all(|(a, b)| i64::from(*a) == *b);
        self.beyond.iter().find(|b| same(&b.0)).map(|b| b.1)
    }

    fn members(&self) -> &[u32] {
        self.table.members()
    }

    fn size(&self) -> usize {
        self.table.size()
    }

    fn weights(&self) -> &[u64] {
        self.table.weights()
    }

    fn capped(&self, track: usize) -> bool {
        self.table.capped(track)
    }

    fn beyond(&self) -> &[(Vec<u32>, bool)] {
        &self.beyond
    }
}
