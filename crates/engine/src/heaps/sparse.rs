//! The sparse-space method: long runs of take-and-break games in which few heaps have a rare value.
//!
//! In many games (Officers, 0.6, is the famous one) the values fall into two classes by the parity of some
//! of their bits. Two values of one class have an exclusive or of even parity, two of different classes one
//! of odd parity; and almost all heaps have a value of odd parity, a *common* one. So an option of common
//! value is a rare heap beside a common one, and there are as many of those as there are rare heaps: the
//! smallest common value that is not an option, c, costs little. The value is c unless some rare value below
//! c is not an option either. That all of them are is verified for every heap, by pairs of common heaps, of
//! which there are so many that a few hundred mostly do; what these leave open is searched for among all
//! pairs, 32 to an instruction. If a rare value is missing there too, it is the value. Every value is proved.
//!
//! Which bits make the parity is found by a Walsh–Hadamard transform of the values so far. Whether the method
//! pays is decided by the measured number of rare heaps, again and again as the table grows; where it does
//! not, [`breaks`] fills the table.

mod rows;
mod run;
mod split;

use super::breaks::Table;
use super::{Cells, HeapRule, HeapStop, Parts, Taken, breaks, meter, room};
use crate::Budget;
use crate::budget::Meter;
use run::{Pause, Sparse};
use split::Split;

/// The clauses of a rule for which the method works: finitely many numbers taken, at most two heaps left.
#[derive(Clone, Debug, Default)]
struct Code {
    /// Numbers that may be taken if they are the whole heap.
    wholes: Vec<usize>,
    /// Numbers that may be taken if one heap is left.
    singles: Vec<usize>,
    /// Numbers that may be taken if two heaps are left.
    splits: Vec<usize>,
}

impl Code {
    /// More numbers than these, and the rare heaps are met too often to be few.
    const MOST: usize = 64;

    fn of(rule: &HeapRule) -> Option<Self> {
        let mut code = Self::default();
        for clause in rule.clauses() {
            let takes = match &clause.taken {
                Taken::Only(takes) => takes.clone(),
                Taken::Range { from, to } if to - from < Self::MOST => (*from..=*to).collect(),
                _ => return None,
            };
            match clause.parts {
                Parts::Exactly(0) => code.wholes.extend(takes),
                Parts::Exactly(1) => code.singles.extend(takes),
                Parts::Exactly(2) => code.splits.extend(takes),
                _ => return None,
            }
        }
        for takes in [&mut code.wholes, &mut code.singles, &mut code.splits] {
            takes.sort_unstable();
            takes.dedup();
        }
        (1..=Self::MOST).contains(&code.splits.len()).then_some(code)
    }

    /// The most counters that a move takes.
    fn most(&self) -> usize {
        [&self.wholes, &self.singles, &self.splits]
            .into_iter()
            .filter_map(|takes| takes.last())
            .max()
            .copied()
            .unwrap_or(0)
    }
}

/// The values of heaps 0 to `to`, by the sparse-space method as far as it pays and by
/// [`breaks`] otherwise. No period is looked for.
pub fn values(rule: &HeapRule, to: usize, budget: &Budget) -> Result<Cells, HeapStop> {
    /// Below this, everything is quick, and the classes do not show yet.
    const FIRST: usize = 6_000;
    let Some(code) = Code::of(rule) else { return breaks::values(rule, to, budget) };
    // Changing over holds the values twice, once in 32 bits; and heaps are numbered in 32 bits.
    let fits = room(budget, 0, to.saturating_add(1), 8, 0).is_ok();
    if !fits || u32::try_from(to.saturating_add(code.most())).is_err() {
        return breaks::values(rule, to, budget);
    }
    let mut meter = meter(budget);
    let mut engine = Engine::Plain(Table::new(rule, to, budget)?);
    let mut check = FIRST;
    loop {
        let pause = engine.run(check.min(to), &mut meter)?;
        let heaps = engine.heaps();
        if heaps > to {
            return Ok(engine.into_cells());
        }
        let split = Split::best((1..heaps).map(|heap| engine.get(heap)));
        let sparse = split.filter(|split| split.pays(&code, heaps));
        engine = match sparse {
            Some(split) if pause == Pause::Done && engine.mask() == Some(split.mask()) => engine,
            Some(split) => engine.into_sparse(&code, split, pause, rule, to, budget)?,
            None => engine.into_plain(rule, to, budget)?,
        };
        check = heaps + heaps / 2;
    }
}

/// Whichever method is at work.
enum Engine<'r> {
    Plain(Table<'r>),
    Bytes(Sparse<'r, u8>),
    Words(Sparse<'r, u16>),
}

impl<'r> Engine<'r> {
    fn run(&mut self, to: usize, meter: &mut Meter<'_>) -> Result<Pause, HeapStop> {
        match self {
            Self::Plain(table) => table.run(to, meter).map(|()| Pause::Done),
            Self::Bytes(sparse) => sparse.run(to, meter),
            Self::Words(sparse) => sparse.run(to, meter),
        }
    }

    fn heaps(&self) -> usize {
        match self {
            Self::Plain(table) => table.heaps(),
            Self::Bytes(sparse) => sparse.heaps(),
            Self::Words(sparse) => sparse.heaps(),
        }
    }

    fn get(&self, heap: usize) -> u32 {
        match self {
            Self::Plain(table) => table.get(heap),
            Self::Bytes(sparse) => sparse.get(heap),
            Self::Words(sparse) => sparse.get(heap),
        }
    }

    /// The bits whose parity is looked at.
    fn mask(&self) -> Option<u32> {
        match self {
            Self::Plain(_) => None,
            Self::Bytes(sparse) => Some(sparse.mask()),
            Self::Words(sparse) => Some(sparse.mask()),
        }
    }

    fn into_cells(self) -> Cells {
        match self {
            Self::Plain(table) => table.into_cells(),
            Self::Bytes(sparse) => Cells::narrow((0..sparse.heaps()).map(|heap| sparse.get(heap)).collect()),
            Self::Words(sparse) => Cells::narrow((0..sparse.heaps()).map(|heap| sparse.get(heap)).collect()),
        }
    }

    /// A sparse engine with the classes of `split`, in cells wider than before if these proved too narrow.
    fn into_sparse(
        self,
        code: &Code,
        split: Split,
        pause: Pause,
        rule: &'r HeapRule,
        to: usize,
        budget: &'r Budget,
    ) -> Result<Self, HeapStop> {
        let too_narrow = match (&self, pause) {
            (Self::Bytes(_), Pause::Wide) => u8::BITS,
            (Self::Words(_), Pause::Wide) => u16::BITS,
            _ => 0,
        };
        let bits = split.packed_bits().max(too_narrow + 1);
        if bits > u16::BITS {
            return self.into_plain(rule, to, budget);
        }
        let cells = self.into_cells();
        Ok(if bits > u8::BITS {
            Self::Words(Sparse::new(code, split, &cells, to, budget)?)
        } else {
            Self::Bytes(Sparse::new(code, split, &cells, to, budget)?)
        })
    }

    fn into_plain(self, rule: &'r HeapRule, to: usize, budget: &'r Budget) -> Result<Self, HeapStop> {
        if let Self::Plain(_) = self {
            return Ok(self);
        }
        let cells = self.into_cells();
        let mut table = Table::new(rule, to, budget)?;
        table.load(cells.iter())?;
        Ok(Self::Plain(table))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The engine itself, long before it pays: every path of it against the plain table.
    #[test]
    fn agrees_with_the_plain_table() {
        let budget = Budget::unlimited();
        let mut state = 12345_u32;
        let mut random = |bound: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % bound
        };
        let (mut blocks, mut rare_late) = (0, 0);
        for round in 0..50 {
            let mut digits: Vec<u32> = vec![0];
            for _ in 0..1 + random(3) {
                digits.push(random(8));
            }
            digits.push(4 + random(4));
            let rule = HeapRule::from_digits(&digits).unwrap();
            let code = Code::of(&rule).unwrap();
            let (start, to) = (40 + round * 9, 4000);
            let plain = breaks::values(&rule, to, &budget).unwrap();
            let known: Vec<u32> = plain.iter().take(start + 1).collect();
            let Some(split) = Split::best(known[1..].iter().copied()) else { continue };
            let known = Cells::narrow(known);
            let mut engine = if round % 4 == 0 {
                Engine::Words(Sparse::new(&code, split, &known, to, &budget).unwrap())
            } else {
                Engine::Bytes(Sparse::new(&code, split, &known, to, &budget).unwrap())
            };
            if engine.run(to, &mut meter(&budget)).unwrap() == Pause::Wide {
                let next = plain.get(engine.heaps()).unwrap();
                assert!(split.pack(next) > u8::MAX.into(), "{digits:?}: {next} fits");
            }
            for heap in 0..engine.heaps() {
                assert_eq!(Some(engine.get(heap)), plain.get(heap), "{digits:?} from {start} at {heap}");
            }
            let last = (1..engine.heaps()).rev().find(|&heap| split.is_rare(engine.get(heap))).unwrap_or(0);
            // Blocks begin at more than twice the last rare heap.
            blocks += usize::from(last < 1000);
            rare_late += usize::from(last > start);
        }
        assert!(blocks > 3 && rare_late > 3, "{blocks} {rare_late}");
    }
}
