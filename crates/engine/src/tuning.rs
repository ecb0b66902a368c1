//! Constants that decide when something pays, each with the range in which it makes sense.
//!
//! Answers never depend on them, only what they cost. What a kernel is built around (the words of a span, the heaps of a lane)
//! stands with the kernel.

// Search of one position.

/// The fewest and the most positions between looks at the state of the table: 1 to 2^16 each.
pub(crate) const LOOKS: (u64, u64) = (1 << 5, 1 << 12);

/// Positions after which a question is worth more than one worker: a few milliseconds, where to start a thread takes
/// a few dozen microseconds: 2^10 to 2^16.
pub(crate) const TEAM_FROM: u64 = 1 << 13;

/// Positions that the depth-first search enters before proof numbers are tried beside it: 2^8 to 2^16.
pub(crate) const PROOF_FROM: u64 = 1 << 12;

/// The share of proof numbers where nothing speaks for them: 2 to 64.
pub(crate) const PROOF_SHARE: u64 = 8;

/// Options kept waiting. Beyond it, a position forgets the options it has not tried and lists them anew when it goes
/// on: 2^10 to 2^20.
pub(crate) const WAITING_MOVES: usize = 1 << 16;

/// The same for parts of options: 2^10 to 2^20.
pub(crate) const WAITING_PARTS: usize = 1 << 16;

/// Nimbers below this are asked for one by one: 0 to 32.
pub(crate) const ASKED_SINGLY: u32 = 8;

/// Moves of whose success something is remembered, by their number: 2^6 to 2^16.
pub(crate) const HISTORY_MOVES: usize = 1 << 10;

/// Depths at which moves are remembered that settled a position: 2^6 to 2^16.
pub(crate) const KILLER_DEPTHS: usize = 1 << 12;

/// When a count reaches this, all are halved, so that the recent past counts most: 2^8 to 2^28.
pub(crate) const HISTORY_FULL: u32 = 1 << 24;

/// Options kept on the stack. Beyond it, a part that waits for an option forgets its list and lists anew when it goes
/// on: at most twice the work in all, where lists of a thousand options a thousand deep would fill the memory: 2^12
/// to 2^24.
pub(crate) const LISTED_OPTIONS: usize = 1 << 18;

// Heaps.

/// Ranges of at most so many numbers are treated one number at a time: 1 to 256.
pub(crate) const SHORT_RANGE: usize = 32;

/// Below this, everything is quick, and the classes do not show yet: 2^10 to 2^16.
pub(crate) const SPARSE_FROM: usize = 6_000;

/// Partners or pairs met first for every value there may be. One value in fifty is then still open: 1 to 50.
pub(crate) const SPARSE_SHARE: usize = 5;

/// Bytes of a row that are worth keeping in the first-level cache while all values are gone through: 64 to 4096.
pub(crate) const SPARSE_CHUNK: usize = 256;

// Tables.

/// Lines of at most this many cells are looked up cell by cell: a set costs as much: 0 to 64.
pub(crate) const SHORT_LINE: usize = 4;

/// Rows up to this length are scanned. (Wythoff's game takes the same time either way at about 2000 columns.): 256 to
/// 2^14.
pub(crate) const SCANNED: usize = 2048;

/// Longer than this times the row, the bits of a direction are too thin to be worth it: 1 to 64.
pub(crate) const THIN: usize = 4;

/// Layers with fewer cells are filled by one thread: 2^10 to 2^20.
pub(crate) const LARGE_LAYER: usize = 1 << 14;

/// Cells that a thread takes at a time: 2^6 to 2^16.
pub(crate) const LAYER_CHUNK: usize = 1 << 10;

/// Runs shorter than this cost more in waiting than they give: 32 to 2^16.
pub(crate) const SHORTEST_RUN: usize = 256;

/// Cells between two notes of how far a run is: 8 to 1024.
pub(crate) const NOTED: usize = 32;

/// Listed values that reach farther are searched for: 2^6 to 2^16.
pub(crate) const WIDEST_LETTERS: u64 = 1 << 12;
