//! Tuning: from which sizes on an engine is worth its start.
//!
//! Answers never depend on these numbers, only what they cost. Tests set them to the least, so that every engine
//! the facts admit answers small positions too.

/// Sizes below which the general engines answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Heaps of one number from here on go to the heap engines.
    pub far: i64,
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
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning { far: 1000, tabled: 40, smallest: 4000, compiled: 2000, row: 12, graph: 50 }
    }
}

impl Tuning {
    /// Every engine is started wherever the facts admit it.
    pub fn eager() -> Tuning {
        Tuning { far: 0, tabled: 0, smallest: 0, compiled: 0, row: 0, graph: 0 }
    }
}
