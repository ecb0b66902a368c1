//! Tuning: from which sizes on an engine is worth its start.
//!
//! Answers never depend on these numbers, only what they cost. Tests set them to the least, so that every engine
//! the facts admit answers small positions too.

/// Sizes below which the general engines answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// Heaps of one number from here on go to the heap engines.
    pub heaps: i64,
    /// So many heaps are listed at once where only a little work may be done: a second or so, whatever the method. A longer
    /// table of heaps is handed over while its values are found.
    pub listed: u64,
    /// Positions with a number from here on are worth asking whether a table of their box can be filled.
    pub tabled: i64,
    /// Boxes with fewer cells are not filled.
    pub smallest: usize,
    /// Rules are compiled where so many positions are expected or have been met.
    pub compiled: u64,
    /// Rows from this length on are solved by intervals.
    pub row: usize,
    /// Graphs with so many nodes are solved as a whole.
    pub graph: usize,
    /// Spaces with fewer positions are not filled.
    pub filled: usize,
    /// Spaces with more are not filled either, whatever a cell takes.
    pub largest: f64,
    /// Work that a search does before anybody asks whether a table of the space could be filled.
    pub trial: u64,
    /// The part of a table's moves that a search may make before the table is filled. A move of a search costs about
    /// five times as much as one of a table, so the search adds a third to the table's cost at most.
    pub searched: f64,
    /// A table may have so many times as many cells as positions that can arise; where many positions are asked, one
    /// of up to so many times as many cells is filled at once.
    pub sparse: f64,
    /// Where so many positions can arise, a theorem that costs little is looked for before anything is searched.
    pub proved: f64,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            heaps: 1000,
            listed: 200_000,
            tabled: 40,
            smallest: 4000,
            compiled: 2000,
            row: 12,
            graph: 50,
            filled: 4000,
            largest: 1e12,
            trial: 5000,
            searched: 1.0 / 16.0,
            sparse: 16.0,
            proved: 4e6,
        }
    }
}

impl Tuning {
    /// Every engine is started wherever the facts admit it, but tables of large spaces and searches for theorems, which
    /// would take long.
    pub fn eager() -> Tuning {
        Tuning { largest: 1e5, ..Tuning::least() }
    }

    /// Every engine is started wherever the facts admit it.
    pub(crate) fn least() -> Tuning {
        Tuning {
            heaps: 0,
            tabled: 0,
            smallest: 0,
            compiled: 0,
            row: 0,
            graph: 0,
            filled: 0,
            trial: 0,
            searched: 0.0,
            sparse: f64::INFINITY,
            proved: f64::INFINITY,
            ..Tuning::default()
        }
    }
}
