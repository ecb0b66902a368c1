//! Constants that decide when something pays, each with the range in which it makes sense.
//!
//! What is proved is right whatever they are; they decide what a search costs, and so what it finds within its limits.
//! Small steps are those of [`Effort`](crate::Effort), of which a core makes some tens of millions in a second.

/// Steps between two questions to the caller whether to go on: 2^8 to 2^16.
pub(crate) const PATIENCE: u64 = 1 << 12;

/// Steps for a search of a few seconds: 10^7 to 10^10.
pub(crate) const STEPS: u64 = 500_000_000;

/// Alternatives that a guard is spread over at most: 1 to 1000.
pub(crate) const SPREAD: usize = 48;

/// Combinations of sets of states with which a new one is compared, beside equal ones; many would cost more than they save:
/// 0 to 100.
pub(crate) const ANTICHAIN: usize = 16;

/// From so many parts on, an option is taken apart: 2 to 5.
pub(crate) const FOLDED: usize = 3;

/// Tables are boxes for positions of up to so many numbers; with more, they hold few digits: 1 to 4.
pub(crate) const BOXED: usize = 4;

/// A coordinate that is never larger than this is capped: 1 to 1000.
pub(crate) const CAPPED: i64 = 64;

/// Steps that a failed proof is followed down: 1 to 100.
pub(crate) const DESCENT: usize = 30;

/// So many options of a position are looked at to see where a guess is wrong: 10 to 10^4.
pub(crate) const SUSPECTS: usize = 400;

/// Where proofs are cheap, about so many words of a table are compared with a guess before it is put to the proof: 10^3 to 10^6.
pub(crate) const SAMPLE: usize = 3_000;

/// The first table of positions holds about so many: 64 to 4096.
pub(crate) const FIRST: u64 = 256;

/// The largest table of positions of one number, which tells what automata there are: 2^12 to 2^20.
pub(crate) const LINE: u64 = 1 << 15;

/// So many times as many digits as the numeration has, and one digit more, must be known behind every prefix before an automaton is put to
/// the proof: 1 to 16.
pub(crate) const SEEN: usize = 6;

/// With more digits than this a table has few places, of which blocks would lose the highest: 3 to 10.
pub(crate) const FEW: usize = 4;

/// One of so many steps of an automaton may be a guess when it is put to the proof: 1 to 1000.
pub(crate) const UNSURE: usize = 12;

/// Steps for an automaton of which a few steps are still guesses: 10^6 to 10^9.
pub(crate) const PATIENT: u64 = 20_000_000;

/// The first table of values holds at least so many: 16 to 1024.
pub(crate) const FIRST_VALUES: u64 = 64;

/// The largest table of values, which cost as much as there are options: 2^10 to 2^16.
pub(crate) const VALUES: u64 = 1 << 12;

/// The same for parts of several numbers, which have fewer options for their number: 2^10 to 2^20.
pub(crate) const WIDE_VALUES: u64 = 1 << 15;

/// Steps of a turn that are free: 10^4 to 10^7.
pub(crate) const FREE: u64 = 400_000;

/// What is tried for longer may cost so many steps, for each share: 10^6 to 10^9.
pub(crate) const LONGER: u64 = 25_000_000;

/// A turn costs about so many times what the one with half the table did: 2 to 8.
pub(crate) const DEARER: u64 = 3;

/// Filling a table costs about so many steps for each tuple: 1 to 20.
pub(crate) const FILLING: u64 = 3;

/// Growth of an automaton from one table to the next, in percent, up to which it is a plateau: 100 to [`GROWING`].
pub(crate) const PLATEAU: usize = 112;

/// Growth in percent up to which an automaton stays what it was: 100 to [`PLATEAU`].
pub(crate) const STAYS: usize = 104;

/// Growth in percent from which on the automaton only repeats the table: [`PLATEAU`] to 200.
pub(crate) const GROWING: usize = 135;

/// While one numeration grows no more than this, in percent, [`HOPELESS`] ones wait: 100 to 200.
pub(crate) const LEADING: usize = 125;

/// Numerations that grow more than this, in percent, wait for a leading one: [`LEADING`] to 200.
pub(crate) const HOPELESS: usize = 145;

/// So many times as long they wait: 1 to 100.
pub(crate) const WAIT: u64 = 8;

/// A table of so many positions that nothing fits speaks against a numeration: 2^10 to 2^16.
pub(crate) const TELLING: usize = 1 << 13;

/// So many times more a table must tell than a tiny automaton: 2 to 100.
pub(crate) const TINY: usize = 8;

/// Proofs over so many pairs of letters are cheap: 4 to 1000.
pub(crate) const CHEAP: usize = 100;

/// What was learned and not proved is compared with a table of at most so many positions: 2^12 to 2^24.
pub(crate) const COMPARED: usize = 1 << 20;

/// A table of so many positions is looked at for further numerations: 2^10 to 2^18.
pub(crate) const TELLS: u64 = 1 << 12;

/// So many of them are taken from one table: 1 to 10.
pub(crate) const GUESSED: usize = 2;

/// So many of them are taken in all: 1 to 20.
pub(crate) const MOST_GUESSED: usize = 4;

/// Rows that play from one row may lead to: 10 to 10^4.
pub(crate) const ROWS: usize = 600;

/// From so large a number on, moves in a row are thought to be regular: 8 to 200.
pub(crate) const ROW_MARGIN: u64 = 24;

/// Remainders in moves of a row are looked for up to this modulus: 1 to 12.
pub(crate) const ROW_MODULUS: u64 = 6;

/// The first size to which rows are filled: 2^6 to 2^12.
pub(crate) const ROW_FIRST: usize = 1 << 8;

/// The most cells of rows that are filled at once: 2^18 to 2^26.
pub(crate) const ROW_CELLS: usize = 1 << 21;

/// Periods of a row that are seen and do not go on, before the row is made longer: 1 to 100.
pub(crate) const ROW_TRIES: usize = 12;
