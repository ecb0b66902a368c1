//! Tuning: from which sizes on an engine is worth its start, and what it may cost to find that out.
//!
//! Answers never depend on these numbers, only what they cost. Tests set those of [`Tuning`] to the least, so that every
//! engine the facts admit answers small positions too. The constants below have the range in which they make sense.

use std::time::Duration;

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
    /// Boards are written out as bits where so many positions are expected.
    pub boards: f64,
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
            heaps: 200,
            listed: 200_000,
            tabled: 40,
            smallest: 4000,
            compiled: 2000,
            boards: 2000.0,
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
            boards: 0.0,
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

// Searches and tables.

/// Programs that one session may make of a term before it stays with the interpreter: 1 to 1000.
pub(crate) const MOST_PROGRAMS: u32 = 40;

/// Moves between looks at the budget: 64 to 4096.
pub(crate) const LOOK: u64 = 512;

/// Parts that are remembered to have moves or none, at most: 2^8 to 2^20.
pub(crate) const REMEMBERED: usize = 1 << 15;

/// At most so many turns before the end a position is near it. With more, positions that are reached in several ways
/// are valued anew too often: 1 to 8.
pub(crate) const NEAR_END: usize = 4;

/// Moves that one position may take; where it needs more, positions have to be nearer to the end from now on: 2^8 to
/// 2^20.
pub(crate) const NEAR_END_MOVES: u64 = 1 << 14;

/// Spaces that are looked at for one kind of question before it is left to the search: 1 to 1000.
pub(crate) const MOST_LOOKED: u32 = 24;

/// Tables kept for one kind of question: 1 to 16.
pub(crate) const TABLES_KEPT: usize = 2;

/// Larger tables are not filled where no limit of memory is given: 2^28 to 2^40.
pub(crate) const ROOM: usize = 4 << 30;

/// Moves of compiled rules that pay for one unit of work: 1 to 100.
pub(crate) const MOVES_A_UNIT: f64 = 10.0;

/// Moves that are run in a second while a table is filled, at least: 10^6 to 10^9.
pub(crate) const TABLE_MOVES_A_SECOND: f64 = 2e7;

/// Larger boxes are not filled for one position: 10^6 to 10^11.
pub(crate) const LARGEST_BOX: usize = 4_000_000_000;

/// Rows remembered: one and what a move at either end leaves of it: 1 to 16.
pub(crate) const ROWS_KEPT: usize = 3;

/// Boards of different sizes that are remembered for one game: 1 to 100.
pub(crate) const BOARDS_KEPT: usize = 12;

/// Boards with more moves written out than this for a cell are left to compiled rules, which look at a condition once for all of them (in
/// Konane, how many squares are empty): 8 to 1000.
pub(crate) const MOVES_A_CELL: usize = 32;

// Heaps.

/// Take-sets with more amounts than this are left to the general solver: 2^6 to 2^16.
pub(crate) const AMOUNTS: usize = 4096;

/// Without a period, values of breaking heaps are not listed beyond this: heaps are numbered in 32 bits: 10^6 to
/// 2^32.
pub(crate) const LONGEST_LIST: u64 = 4_000_000_000;

/// So many heaps are listed in search of a period where the heap asked for is beyond [`LONGEST_LIST`]: 10^4 to 10^8.
pub(crate) const SEARCHED: u64 = 4_000_000;

/// Heaps that are listed to learn the pace: 10^3 to 10^6.
pub(crate) const PACE_LISTED: u64 = 50_000;

/// The largest heap of the positions whose moves are listed: 100 to 10^5.
pub(crate) const PACE_MOVED: f64 = 4_000.0;

/// Heaps whose misère quotient is looked for before a period is given up: 100 to 10^5.
pub(crate) const QUOTIENT_HEAPS: usize = 1000;

/// Looks at the budget that the search for a misère quotient may take: some tenths of a second. Kayles takes 700: 10^2 to 10^5.
pub(crate) const QUOTIENT_LOOKS: u64 = 1000;

// Estimates and advice.

/// Work that a trial may do: about a tenth of a second: 10^3 to 10^7.
pub(crate) const TRIAL_WORK: u64 = 60_000;

/// No trial goes on after so many looks at the budget, whatever engine is at work: a second or two: 10^3 to 10^7.
pub(crate) const TRIAL_LOOKS: u64 = 100_000;

/// Memory for a trial: 2^20 to 2^32.
pub(crate) const TRIAL_MEMORY: usize = 256 << 20;

/// Heaps up to this size are listed at once: 100 to 10^6.
pub(crate) const TRIAL_HEAP: i64 = 10_000;

/// Bytes that one stored position takes on average: key, value and its share of the hash table: 16 to 1000.
pub(crate) const POSITION_BYTES: f64 = 100.0;

/// Moves that the interpreter generates and the engines weigh in a second, roughly: 10^5 to 10^8.
pub(crate) const MOVES_A_SECOND: f64 = 1.5e6;

/// Without `--time`, what would take longer than this is not proposed: 1 s to a day.
pub(crate) const PATIENCE: Duration = Duration::from_secs(600);

/// The bound on the positions is an upper one and a search may need far less: 1 to 1000.
pub(crate) const HOPE: f64 = 20.0;

// Proofs.

/// Steps of the search: about a second at most: 10^6 to 10^9.
pub(crate) const PROOF_STEPS: u64 = 40_000_000;

/// A step of a search among words weighs as much as so many others: 1 to 100.
pub(crate) const WORD_STEP: u64 = 3;

/// Steps of a search that costs next to nothing: some tens of milliseconds: 10^5 to 10^8.
pub(crate) const CHEAP_PROOF: u64 = 4_000_000;

/// Games whose theorems are kept: 1 to 1000.
pub(crate) const THEOREMS_KEPT: usize = 16;

/// Places of rows without a fixed length, for a theorem about that length: 2 to 16.
pub(crate) const SIZED_PLACES: usize = 8;

/// A step of a search for a period costs so many units of the heap engine's pace at most: 10^8 to 10^11.
pub(crate) const PERIOD_UNITS: f64 = 3e9;

/// A period of so many values, exceptions included, is worth an automaton: 10 to 10^4.
pub(crate) const SHORT_PERIOD: usize = 300;

/// Moves that may be generated to find out who wins: what takes more has no short strategy: 10^5 to 10^9.
pub(crate) const STRATEGY_SOLVING: u64 = 20_000_000;

/// A strategy with more entries than this is not written down: 10^3 to 10^7.
pub(crate) const STRATEGY_ENTRIES: usize = 500_000;

/// Moves that may be made in writing it down: 10^4 to 10^8.
pub(crate) const STRATEGY_MOVES: usize = 5_000_000;

/// Distinct results of a position are compared up to so many moves: 10^4 to 10^8.
pub(crate) const SWEPT: usize = 2_000_000;
