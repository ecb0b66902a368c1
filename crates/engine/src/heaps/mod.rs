//! Games on heaps of counters: a move changes one heap into smaller ones, and all that matters is its size.
//!
//! The Grundy values of heaps 0, 1, 2, … are a sequence, and what a heap may become decides how fast it is
//! found:
//!
//! | a move | module | cost of the values to heap n |
//! |---|---|---|
//! | takes a number out of a finite set | [`subtraction`] | until the period; then n bytes are copied |
//! | takes any number, or any but a few | [`subtraction`] | until the (arithmetic) period |
//! | takes, and may break the rest into parts | [`breaks`] | n² / 4 pairs, 32 to an instruction |
//! | the same, and few heaps have a rare value | [`sparse`] | n · (heaps of rare value), every value verified |
//!
//! [`values`] looks at a [`HeapRule`] and chooses. Everything takes a [`Budget`]: a table that
//! would not fit is refused before it is allocated, with the bytes it needs.
//!
//! ```
//! use bouton_engine::{Budget, heaps};
//!
//! let kayles = heaps::HeapRule::from_code("0.77")?;
//! let values = heaps::values(&kayles, 1000, &Budget::unlimited())?;
//! assert_eq!(values.get(5), Some(4));
//! let tail = values.tail().expect("1000 heaps are enough to prove it");
//! assert_eq!((tail.from, tail.period), (71, 12));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{Budget, Halt};

pub mod breaks;
mod cycle;
mod machine;
mod pairs;
mod period;
mod rule;
mod sequence;
mod sets;
pub mod sparse;
pub mod subtraction;

pub use period::{Period, period};
pub use rule::{Clause, HeapRule, Parts, RuleError, Taken};
pub(crate) use sequence::with_cells;
pub use sequence::{Cells, Sequence, Tail};

/// Refuses when `count` cells of `size` bytes, besides `other` bytes, are over the limit.
fn room(budget: &Budget, heaps: usize, count: usize, size: usize, other: usize) -> Result<(), Halt> {
    let limit = budget.memory_limit();
    let needed = count.saturating_mul(size).saturating_add(other);
    if needed > limit { Err(Halt::Memory { positions: heaps, needed, limit }) } else { Ok(()) }
}

/// An empty vector with room for `count` cells, or the refusal if the machine has not so much.
fn reserve<T>(budget: &Budget, heaps: usize, count: usize) -> Result<Vec<T>, Halt> {
    room(budget, heaps, count, size_of::<T>(), 0)?;
    let mut cells = Vec::new();
    if cells.try_reserve_exact(count).is_err() {
        let needed = count.saturating_mul(size_of::<T>());
        return Err(Halt::Memory { positions: heaps, needed, limit: budget.memory_limit() });
    }
    Ok(cells)
}

/// The Grundy values of heaps 0 to `to`, by whichever engine suits the rule; beyond `to` as well if a period
/// is proved, and then no more are listed than prove it.
pub fn values(rule: &HeapRule, to: usize, budget: &Budget) -> Result<Sequence, Halt> {
    extended(rule, &mut Cells::U8(Vec::new()), to, budget)
}

/// The same where the values of some heaps from 0 on are known, but no period. Where it stops, those that were found until
/// then are known too.
pub fn extended(rule: &HeapRule, known: &mut Cells, to: usize, budget: &Budget) -> Result<Sequence, Halt> {
    /// A period is looked for when so many heaps are listed, and then whenever they are four times as many.
    const FIRST: usize = 10_000;
    /// Before so many heaps are listed, no room is made for more.
    const NEAR: usize = 4 * FIRST;
    if let Some(taken) = rule.plain_taking() {
        return subtraction::values(taken, to, budget);
    }
    if to > NEAR && known.len() < NEAR && period::provable(rule) {
        let near = extended(rule, known, NEAR, budget)?;
        if near.tail().is_some() {
            return Ok(near);
        }
        *known = near.into_cells();
        return extended(rule, known, to, budget);
    }
    let mut run = sparse::Run::new(rule, to, known.iter(), budget)?;
    let mut look = FIRST.max(run.heaps().saturating_mul(2));
    while look < to && period::provable(rule) {
        if let Err(stop) = run.advance(look) {
            return Err(stopped(run, known, stop));
        }
        if let Some(found) = run.periodic() {
            return Ok(found);
        }
        look = look.saturating_mul(4);
    }
    if let Err(stop) = run.advance(to) {
        return Err(stopped(run, known, stop));
    }
    let cells = run.into_cells();
    let tail = period_in(rule, &cells, budget).map(Tail::from);
    Ok(Sequence::new(cells, tail))
}

/// Keeps what a run has found; one that could not begin with what was known may have less.
fn stopped(run: sparse::Run<'_>, known: &mut Cells, stop: Halt) -> Halt {
    if run.heaps() > known.len() {
        *known = run.into_cells();
    }
    stop
}

/// What listing more values costs beside what the first of them cost, in units that differ from rule to rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// What is still to do; 0 if all values are known.
    pub units: f64,
    /// What the values known so far cost, in the same units.
    pub begun: f64,
}

/// What the values of heaps to `to` will cost after those that are known.
pub fn pace(rule: &HeapRule, known: &Sequence, to: u64) -> Pace {
    if known.get(to).is_some() {
        return Pace { units: 0.0, begun: 1.0 };
    }
    sparse::pace(rule, known.cells(), to as f64)
}

/// The period, if the values prove one. To look for it takes a word a heap: a table that leaves no room for that is still
/// an answer.
fn period_in(rule: &HeapRule, cells: &Cells, budget: &Budget) -> Option<Period> {
    let fits = room(budget, cells.len(), cells.len(), size_of::<usize>(), cells.bytes()).is_ok();
    if fits { period(rule, cells) } else { None }
}
