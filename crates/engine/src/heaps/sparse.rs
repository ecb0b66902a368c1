//! The sparse-space method (Berlekamp, Conway and Guy, *Winning Ways*, chapter 4; Gangolli and Plambeck 1989): long runs of
//! take-and-break games in which few heaps have a rare value.
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
//! not, `breaks` fills the table.

mod rows;
mod run;
mod split;

use super::breaks::Table;
use super::{Cells, HeapRule, Pace, Parts, Sequence, Taken, period, period_in, room};
use crate::tuning::SPARSE_FROM;
use crate::{Budget, Halt};
use bouton_budget::Meter;
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
    /// Must the two heaps be of different sizes?
    unequal: bool,
}

impl Code {
    /// More numbers than these, and the rare heaps are met too often to be few.
    const MOST: usize = 64;

    fn of(rule: &HeapRule) -> Option<Self> {
        let mut code = Self::default();
        let mut apart = Vec::new();
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
                Parts::Unequal => apart.extend(takes),
                Parts::Exactly(_) => return None,
            }
        }
        if !apart.is_empty() {
            if !code.splits.is_empty() {
                return None;
            }
            (code.splits, code.unequal) = (apart, true);
        }
        for takes in [&mut code.wholes, &mut code.singles, &mut code.splits] {
            takes.sort_unstable();
            takes.dedup();
        }
        (1..=Self::MOST).contains(&code.splits.len()).then_some(code)
    }

    /// The largest that the smaller of two heaps can be which together have `rest` counters.
    fn smaller(&self, rest: usize) -> usize {
        if self.unequal { rest.saturating_sub(1) / 2 } else { rest / 2 }
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
/// [`breaks`](super::breaks) otherwise. No period is looked for.
pub fn values(rule: &HeapRule, to: usize, budget: &Budget) -> Result<Cells, Halt> {
    let mut run = Run::new(rule, to, std::iter::empty(), budget)?;
    run.advance(to)?;
    Ok(run.into_cells())
}

/// What heaps to `to` cost after those that are known.
pub(super) fn pace(rule: &HeapRule, known: &Cells, to: f64) -> Pace {
    let heaps = known.len();
    // All pairs of every heap.
    let pairs = |from: f64, to: f64, a_pair: f64| a_pair * (to * to - from * from) / 4.0;
    let many = Pace { units: pairs(heaps as f64, to, 1.0), begun: pairs(0.0, heaps as f64, 1.0) };
    let Some(code) = Code::of(rule) else { return many };
    let Some(split) = Split::best((1..heaps).filter_map(|heap| known.get(heap))) else { return many };
    let costs = split.costs(&code, heaps);
    // From here on it is cheaper to meet the rare heaps of each.
    let turn = (2.0 * costs.sparse / costs.pair).clamp(heaps as f64, to);
    let units = pairs(heaps as f64, turn, costs.pair) + (to - turn) * costs.sparse;
    let turned = (2.0 * costs.sparse / costs.pair).clamp(SPARSE_FROM.min(heaps) as f64, heaps as f64);
    let begun = pairs(0.0, turned, costs.pair) + (heaps as f64 - turned) * costs.sparse;
    Pace { units, begun }
}

/// Values of heaps 0, 1, 2, … that are being found: begun with those that are known already, and gone on with as far as
/// somebody asks.
pub struct Run<'r> {
    rule: &'r HeapRule,
    /// The clauses, where the sparse-space method works for them.
    code: Option<Code>,
    /// The last heap that there is room for.
    to: usize,
    budget: &'r Budget,
    engine: Engine<'r>,
    /// When the method is chosen anew.
    check: usize,
}

impl<'r> Run<'r> {
    /// Room for heaps 0 to `to`, the first of which have these values.
    pub fn new(
        rule: &'r HeapRule,
        to: usize,
        known: impl Iterator<Item = u32>,
        budget: &'r Budget,
    ) -> Result<Self, Halt> {
        // Changing over holds the values in both forms; and heaps are numbered in 32 bits.
        let code = Code::of(rule).filter(|code| {
            let fits = room(budget, 0, to.saturating_add(1), 5, 0).is_ok();
            fits && u32::try_from(to.saturating_add(code.most())).is_ok()
        });
        // What can be begun anew at any heap gets room as it grows.
        let first = if code.is_some() { to.min(4 * SPARSE_FROM) } else { to };
        let engine = Engine::Plain(Table::new(rule, first, budget)?);
        let mut run = Self { rule, code, to, budget, engine, check: SPARSE_FROM };
        for (heap, value) in known.enumerate() {
            run.learn(heap, value)?;
        }
        Ok(run)
    }

    /// Takes the value of the next heap from somebody who knows it; of any other heap, or where the method cannot begin
    /// anywhere, nothing.
    pub fn learn(&mut self, heap: usize, value: u32) -> Result<(), Halt> {
        if heap != self.heaps() || heap > self.to || self.code.is_none() {
            return Ok(());
        }
        while !self.engine.push(value)? {
            // No room, or a value that is too wide.
            self.choose(Pause::Wide)?;
        }
        self.check = self.check.max(self.heaps());
        Ok(())
    }

    /// Heaps whose values are known: those below this one.
    pub fn heaps(&self) -> usize {
        self.engine.heaps()
    }

    /// The value of a heap that is known.
    pub fn get(&self, heap: usize) -> u32 {
        self.engine.get(heap)
    }

    /// Finds the values of heaps to `to`, as far as there is room.
    pub fn advance(&mut self, to: usize) -> Result<(), Halt> {
        let mut meter = Meter::new(self.budget);
        let to = to.min(self.to);
        while self.engine.heaps() <= to {
            let next = if self.code.is_some() { self.check.min(to) } else { to };
            let pause = self.engine.run(next, &mut meter)?;
            if self.code.is_some() && (self.engine.heaps() > self.check || pause == Pause::Wide) {
                self.choose(pause)?;
            }
        }
        Ok(())
    }

    /// Chooses the method for the heaps to come by the values so far.
    fn choose(&mut self, pause: Pause) -> Result<(), Halt> {
        let Some(code) = &self.code else { return Ok(()) };
        let heaps = self.engine.heaps();
        self.check = heaps + heaps / 2;
        let split = Split::best((1..heaps).map(|heap| self.engine.get(heap)));
        let sparse = split.filter(|split| split.pays(code, heaps));
        let same = |split: &Split| pause == Pause::Done && self.engine.mask() == Some(split.mask());
        if sparse.as_ref().is_some_and(same) {
            return Ok(());
        }
        let nothing = Engine::Plain(Table::new(self.rule, 1, self.budget)?);
        let old = std::mem::replace(&mut self.engine, nothing);
        self.engine = match sparse {
            Some(split) => old.into_sparse(code, split, pause, self.rule, self.to, self.budget)?,
            None => old.into_plain(self.rule, self.to.min(4 * heaps), self.check, self.budget)?,
        };
        Ok(())
    }

    /// A copy of the values so far.
    pub fn cells(&self) -> Cells {
        let top = (0..self.heaps()).map(|heap| self.get(heap)).max().unwrap_or(0);
        Cells::of(top, (0..self.heaps()).map(|heap| self.get(heap)))
    }

    /// The values with their period, if they prove one.
    pub fn periodic(&self) -> Option<Sequence> {
        if !period::provable(self.rule) {
            return None;
        }
        let cells = self.cells();
        let found = period_in(self.rule, &cells, self.budget)?;
        Some(Sequence::new(cells, Some(found.into())))
    }

    /// All values.
    pub fn into_cells(self) -> Cells {
        self.engine.into_cells()
    }
}

/// Whichever method is at work.
enum Engine<'r> {
    Plain(Table<'r>),
    Bytes(Sparse<'r, u8>),
    Words(Sparse<'r, u16>),
}

impl<'r> Engine<'r> {
    fn run(&mut self, to: usize, meter: &mut Meter<'_>) -> Result<Pause, Halt> {
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
            Self::Bytes(sparse) => sparse.into_cells(),
            Self::Words(sparse) => sparse.into_cells(),
        }
    }

    /// Notes the value of the next heap; false if it does not fit.
    fn push(&mut self, value: u32) -> Result<bool, Halt> {
        match self {
            Self::Plain(table) => table.push(value),
            Self::Bytes(sparse) => sparse.push_value(value),
            Self::Words(sparse) => sparse.push_value(value),
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
    ) -> Result<Self, Halt> {
        let too_narrow = match (&self, pause) {
            (Self::Bytes(_), Pause::Wide) => u8::BITS,
            (Self::Words(_), Pause::Wide) => u16::BITS,
            _ => 0,
        };
        let bits = split.packed_bits().max(too_narrow + 1);
        if bits > u16::BITS {
            return self.into_plain(rule, to, to, budget);
        }
        let cells = self.into_cells();
        Ok(if bits > u8::BITS {
            Self::Words(Sparse::new(code, split, &cells, to, budget)?)
        } else {
            Self::Bytes(Sparse::new(code, split, &cells, to, budget)?)
        })
    }

    /// A plain table with room for heaps to `to`; one that has room for heaps to `enough` stays.
    fn into_plain(
        self,
        rule: &'r HeapRule,
        to: usize,
        enough: usize,
        budget: &'r Budget,
    ) -> Result<Self, Halt> {
        match self {
            Self::Plain(table) if table.room() > enough.min(to) => Ok(Self::Plain(table)),
            other => {
                let cells = other.into_cells();
                let mut table = Table::new(rule, to, budget)?;
                table.load(cells.iter())?;
                Ok(Self::Plain(table))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::breaks;
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
        for round in 0..30 {
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
            if engine.run(to, &mut Meter::new(&budget)).unwrap() == Pause::Wide {
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
