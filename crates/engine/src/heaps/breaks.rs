//! Take-and-break games by table: every value from the values of all smaller heaps.
//!
//! A heap n has a value v as an option through "take k and leave two heaps" if some pair a + b = n − k has
//! values with a ⊕ b = v. There are n / 2 pairs a heap, and that is the whole cost. Marking each pair's value
//! is one store a pair. It is cheaper to ask for what the mex needs: take the smallest few values not known
//! to be options, and compare all pairs with them, 32 to an instruction; the first that no pair has is the
//! mex. Where small values must be gathered first, a stretch of pairs is marked; how long a stretch is worth
//! marking is learnt from the heaps before.
//!
//! What a remainder r can and cannot give is remembered while some k can still lead to it, so Kayles, with
//! two ways to leave r, meets its pairs once. When a clause takes any number out of a long range, or leaves
//! three heaps or more, the full set of a remainder is kept: for j heaps it is the union over the first heap
//! a of the set for j − 1 heaps, shifted by the value of a.

use super::machine::WANTED;
use super::pairs::Pairs;
use super::sets::{Bits, Union};
use super::{Cells, HeapRule, Parts, Taken, room};
use crate::tuning::SHORT_RANGE;
use crate::{Budget, Halt};
use bouton_budget::Meter;

/// The values of heaps 0 to `to`. No period is looked for.
pub fn values(rule: &HeapRule, to: usize, budget: &Budget) -> Result<Cells, Halt> {
    let mut table = Table::new(rule, to, budget)?;
    table.run(to, &mut Meter::new(budget))?;
    Ok(table.into_cells())
}

/// A table being filled.
pub(super) struct Table<'r> {
    budget: &'r Budget,
    /// Heaps whose value is known; heap 0 has value 0.
    heaps: usize,
    pairs: Pairs,
    /// Clauses that take the whole heap.
    wholes: Vec<&'r Taken>,
    /// Clauses that leave one heap after taking one of a few numbers.
    singles: Vec<usize>,
    splits: Vec<Splits>,
    full: Full<'r>,
    seen: Bits,
    marks: Vec<u8>,
    /// How many pairs of a new remainder are marked before values are searched for.
    prefix: usize,
}

impl<'r> Table<'r> {
    pub(super) fn new(rule: &'r HeapRule, to: usize, budget: &'r Budget) -> Result<Self, Halt> {
        let mut wholes = Vec::new();
        let mut singles = Vec::new();
        let mut equal = Vec::new();
        let mut unequal = Vec::new();
        let mut full = Full::default();
        for clause in rule.clauses() {
            let taken = &clause.taken;
            match (clause.parts, few(taken, to)) {
                (Parts::Exactly(0), _) => wholes.push(taken),
                // No heap here has so many counters.
                (Parts::Exactly(parts), _) if parts > to => {}
                (Parts::Exactly(1), Some(takes)) => singles.extend(takes),
                (Parts::Exactly(2), Some(takes)) => equal.extend(takes),
                (Parts::Unequal, Some(takes)) => unequal.extend(takes),
                (Parts::Exactly(1), None) => full.add(Level::One, taken),
                (Parts::Exactly(parts), _) => full.add(Level::Heaps(parts), taken),
                (Parts::Unequal, None) => full.add(Level::Unequal, taken),
            }
        }
        let splits = [(equal, false), (unequal, true)]
            .into_iter()
            .filter(|(takes, _)| !takes.is_empty())
            .map(|(takes, unequal)| Splits::new(takes, unequal, budget))
            .collect::<Result<_, _>>()?;
        singles.sort_unstable();
        singles.dedup();
        Ok(Self {
            budget,
            heaps: 1,
            pairs: Pairs::new(to, budget)?,
            wholes,
            singles,
            splits,
            full,
            seen: Bits::default(),
            marks: Vec::new(),
            prefix: 0,
        })
    }

    /// Puts in values found by other means; only for rules whose clauses look at nothing but values.
    pub(super) fn load(&mut self, values: impl Iterator<Item = u32>) -> Result<(), Halt> {
        for (heap, value) in values.enumerate() {
            self.pairs.set(heap, value, self.budget)?;
            self.heaps = heap + 1;
        }
        Ok(())
    }

    /// Notes the value of the next heap, which somebody knows; false if there is no room for it.
    pub(super) fn push(&mut self, value: u32) -> Result<bool, Halt> {
        if self.heaps >= self.room() {
            return Ok(false);
        }
        self.pairs.set(self.heaps, value, self.budget)?;
        self.heaps += 1;
        Ok(true)
    }

    /// How many heaps there is room for.
    pub(super) fn room(&self) -> usize {
        self.pairs.room()
    }

    /// Heaps whose values are known: those below this one.
    pub(super) fn heaps(&self) -> usize {
        self.heaps
    }

    /// The value of a heap that is known.
    pub(super) fn get(&self, heap: usize) -> u32 {
        self.pairs.get(heap)
    }

    /// Finds the values of heaps to `to`, which must be within the room made.
    pub(super) fn run(&mut self, to: usize, meter: &mut Meter<'_>) -> Result<(), Halt> {
        while self.heaps <= to {
            meter.tick(self.heaps)?;
            let value = self.next()?;
            self.pairs.set(self.heaps, value, self.budget)?;
            self.heaps += 1;
        }
        Ok(())
    }

    pub(super) fn into_cells(self) -> Cells {
        self.pairs.cells(self.heaps)
    }

    fn next(&mut self) -> Result<u32, Halt> {
        let heap = self.heaps;
        self.seen.clear();
        if self.wholes.iter().any(|taken| taken.contains(heap)) {
            self.seen.insert(0);
        }
        for take in self.singles.iter().take_while(|&&take| take < heap) {
            self.seen.insert(self.pairs.get(heap - take));
        }
        self.full.collect(heap, &self.pairs, &mut self.seen, &mut self.marks, self.budget)?;
        for splits in &mut self.splits {
            splits.collect(heap, &mut self.seen);
        }
        Ok(self.search(heap))
    }

    /// The smallest value that is neither seen nor that of a pair.
    fn search(&mut self, heap: usize) -> u32 {
        /// Pairs marked when marking turns out to be worth while, at first.
        const STRETCH: usize = 128;
        let (mut rounds, mut prefix) = (0, self.prefix);
        loop {
            if prefix > 0 {
                for splits in &mut self.splits {
                    splits.mark(heap, prefix, &self.pairs, &mut self.marks, &mut self.seen);
                }
            }
            let mut wanted = [0; WANTED];
            for (want, gap) in wanted.iter_mut().zip(self.seen.missing()) {
                *want = gap;
            }
            let mut found = 0;
            for splits in &mut self.splits {
                found |= splits.search(heap, wanted, found, &self.pairs);
            }
            if found != (1 << WANTED) - 1 {
                let mex = wanted[found.trailing_ones() as usize];
                // A round costs about as much as marking a few hundred pairs.
                self.prefix = match rounds {
                    0 | 1 => self.prefix - self.prefix / 32,
                    2 | 3 => self.prefix,
                    _ => (self.prefix + self.prefix / 16).max(STRETCH),
                };
                return mex;
            }
            wanted.iter().for_each(|&value| self.seen.insert(value));
            rounds += 1;
            if rounds > 4 {
                prefix = (prefix * 2).max(STRETCH);
            }
        }
    }
}

/// The numbers of `taken` that can be taken from a heap of at most `to`, if they are few enough to go
/// through one at a time.
fn few(taken: &Taken, to: usize) -> Option<Vec<usize>> {
    match taken {
        Taken::Only(takes) => Some(takes.iter().copied().filter(|&take| take <= to).collect()),
        Taken::Range { from, to: last } => {
            let last = (*last).min(to);
            (last < from.saturating_add(SHORT_RANGE)).then(|| (*from..=last).collect())
        }
        Taken::AllBut(_) => None,
    }
}

/// What is known about the pairs of a remainder.
#[derive(Clone, Default)]
struct Known {
    remainder: usize,
    /// Pairs (a, r − a) with a up to this are in `yes`.
    marked: usize,
    yes: Bits,
    no: Bits,
}

/// The clauses "take one of a few numbers and leave two heaps".
struct Splits {
    takes: Vec<usize>,
    unequal: bool,
    /// By remainder, modulo the length: no two remainders of one heap share a place.
    ring: Vec<Known>,
}

impl Splits {
    fn new(mut takes: Vec<usize>, unequal: bool, budget: &Budget) -> Result<Self, Halt> {
        takes.sort_unstable();
        takes.dedup();
        let span = match (takes.first(), takes.last()) {
            (Some(first), Some(last)) => last - first + 1,
            _ => 1,
        };
        room(budget, 0, span, size_of::<Known>(), 0)?;
        Ok(Self { takes, unequal, ring: vec![Known::default(); span] })
    }

    /// The largest smaller half of a pair of sum `remainder`.
    fn half(&self, remainder: usize) -> usize {
        if self.unequal { remainder.saturating_sub(1) / 2 } else { remainder / 2 }
    }

    /// Remembers nothing of what has left the ring, and adds to `seen` what is known of the rest.
    fn collect(&mut self, heap: usize, seen: &mut Bits) {
        let span = self.ring.len();
        for &take in self.takes.iter().take_while(|&&take| take <= heap) {
            let known = &mut self.ring[(heap - take) % span];
            if known.remainder != heap - take {
                known.remainder = heap - take;
                known.marked = 0;
                known.yes.clear();
                known.no.clear();
            }
            seen.union(&known.yes);
        }
    }

    /// Marks the first `prefix` pairs of every remainder.
    fn mark(&mut self, heap: usize, prefix: usize, pairs: &Pairs, marks: &mut Vec<u8>, seen: &mut Bits) {
        for index in 0..self.takes.len() {
            let Some(remainder) = heap.checked_sub(self.takes[index]) else { break };
            let hi = self.half(remainder).min(prefix);
            let place = remainder % self.ring.len();
            let known = &mut self.ring[place];
            if known.marked < hi {
                pairs.mark(remainder, known.marked + 1, hi, marks, &mut known.yes);
                known.marked = hi;
                seen.union(&known.yes);
            }
        }
    }

    /// Which of the wanted values some pair has; those of `found` are known already.
    fn search(&mut self, heap: usize, wanted: [u32; WANTED], found: u8, pairs: &Pairs) -> u8 {
        let mut found = found;
        for index in 0..self.takes.len() {
            let Some(remainder) = heap.checked_sub(self.takes[index]) else { break };
            let hi = self.half(remainder);
            let place = remainder % self.ring.len();
            let known = &mut self.ring[place];
            let mut ignore = found;
            for (bit, &value) in wanted.iter().enumerate() {
                if known.yes.contains(value) {
                    found |= 1 << bit;
                }
                if known.no.contains(value) || known.yes.contains(value) {
                    ignore |= 1 << bit;
                }
            }
            if ignore == (1 << WANTED) - 1 {
                continue;
            }
            // What is marked need not be searched again: it would be in `yes`.
            let hits = pairs.search(remainder, known.marked + 1, hi, wanted, ignore);
            for (bit, &value) in wanted.iter().enumerate().filter(|(bit, _)| ignore >> bit & 1 == 0) {
                let set = if hits >> bit & 1 == 1 { &mut known.yes } else { &mut known.no };
                set.insert(value);
            }
            found |= hits & !ignore;
        }
        found
    }
}

/// How the counters that stay are divided, where full sets of values are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    One,
    Heaps(usize),
    Unequal,
}

/// A clause that needs full sets, with the union it keeps up.
struct Wide<'r> {
    level: Level,
    taken: &'r Taken,
    union: Union,
}

/// The clauses that need the full set of a remainder, and those sets.
#[derive(Default)]
struct Full<'r> {
    clauses: Vec<Wide<'r>>,
    /// `heaps[j - 2][r]`: the values of r left in j heaps.
    heaps: Vec<Vec<Bits>>,
    /// `unequal[r]`: the values of r left in two heaps of different sizes; empty if no clause needs them.
    unequal: Vec<Bits>,
    bytes: usize,
}

impl<'r> Full<'r> {
    fn add(&mut self, level: Level, taken: &'r Taken) {
        if let Level::Heaps(parts) = level {
            let levels = self.heaps.len().max(parts - 1);
            self.heaps.resize_with(levels, || vec![Bits::default()]);
        }
        if level == Level::Unequal && self.unequal.is_empty() {
            self.unequal.push(Bits::default());
        }
        self.clauses.push(Wide { level, taken, union: Union::default() });
    }

    /// Adds to `seen` all options of `heap` by these clauses.
    fn collect(
        &mut self,
        heap: usize,
        pairs: &Pairs,
        seen: &mut Bits,
        marks: &mut Vec<u8>,
        budget: &Budget,
    ) -> Result<(), Halt> {
        self.extend(heap, pairs, marks, budget)?;
        let Self { clauses, heaps, unequal, .. } = self;
        for Wide { level, taken, union } in clauses {
            let each = |remainder: usize, action: &mut dyn FnMut(u32)| match *level {
                Level::One if remainder > 0 => action(pairs.get(remainder)),
                Level::One => {}
                Level::Heaps(parts) => heaps[parts - 2][remainder].iter().for_each(action),
                Level::Unequal => unequal[remainder].iter().for_each(action),
            };
            match taken {
                Taken::Only(takes) => {
                    for take in takes.iter().take_while(|&&take| take <= heap) {
                        each(heap - take, &mut |value| seen.insert(value));
                    }
                }
                Taken::Range { from, to } => {
                    if let Some(remainder) = heap.checked_sub(*from) {
                        each(remainder, &mut |value| union.add(value));
                    }
                    if let Some(remainder) = heap.checked_sub(to.saturating_add(1)) {
                        each(remainder, &mut |value| union.remove(value));
                    }
                    seen.union(union.present());
                }
                Taken::AllBut(kept) => {
                    if let Some(remainder) = heap.checked_sub(1) {
                        each(remainder, &mut |value| union.add(value));
                    }
                    let kept = || kept.iter().take_while(|&&take| take <= heap).map(|take| heap - take);
                    kept().for_each(|remainder| each(remainder, &mut |value| union.remove(value)));
                    seen.union(union.present());
                    kept().for_each(|remainder| each(remainder, &mut |value| union.add(value)));
                }
            }
        }
        self.forget(heap);
        Ok(())
    }

    /// Finds the sets of the remainder `heap`, whose parts are all smaller.
    fn extend(
        &mut self,
        heap: usize,
        pairs: &Pairs,
        marks: &mut Vec<u8>,
        budget: &Budget,
    ) -> Result<(), Halt> {
        for level in 0..self.heaps.len() {
            let mut set = Bits::default();
            if level == 0 {
                pairs.mark(heap, 1, heap / 2, marks, &mut set);
            } else {
                let below = &self.heaps[level - 1];
                // The rest must still give level + 1 heaps.
                for first in 1..heap.saturating_sub(level) {
                    set.union_shifted(&below[heap - first], pairs.get(first));
                }
            }
            self.bytes += set.bytes() + size_of::<Bits>();
            self.heaps[level].push(set);
        }
        if !self.unequal.is_empty() {
            let mut set = Bits::default();
            pairs.mark(heap, 1, heap.saturating_sub(1) / 2, marks, &mut set);
            self.bytes += set.bytes() + size_of::<Bits>();
            self.unequal.push(set);
        }
        let unions: usize = self.clauses.iter().map(|clause| clause.union.bytes()).sum();
        room(budget, heap, self.bytes, 1, unions + marks.len() + pairs.bytes())
    }

    /// Drops the sets of a remainder that no clause and no other set will ask for again.
    fn forget(&mut self, heap: usize) {
        let last = self.heaps.len() + 1;
        for (parts, sets) in (2..).zip(&mut self.heaps) {
            if parts < last {
                continue;
            }
            drop_old(&self.clauses, Level::Heaps(parts), sets, heap, &mut self.bytes);
        }
        if !self.unequal.is_empty() {
            drop_old(&self.clauses, Level::Unequal, &mut self.unequal, heap, &mut self.bytes);
        }
    }
}

fn drop_old(clauses: &[Wide<'_>], level: Level, sets: &mut [Bits], heap: usize, bytes: &mut usize) {
    let reach = clauses.iter().filter(|clause| clause.level == level).map(|clause| match clause.taken {
        Taken::Only(takes) => takes.last().copied().unwrap_or(0),
        Taken::Range { to, .. } => to.saturating_add(1),
        Taken::AllBut(kept) => kept.last().copied().unwrap_or(0).max(1),
    });
    let Some(reach) = reach.max() else { return };
    // At the next heap the remainders from heap + 1 - reach on are asked for.
    if let Some(old) = heap.checked_sub(reach) {
        *bytes -= sets[old].bytes();
        sets[old] = Bits::default();
    }
}
