//! Finds values with few rare heaps, one after another or in blocks, and verifies each.
//!
//! In a block, rows of bits say which heaps reach a value by a rare heap and a partner below the block;
//! partners inside the block follow in order. Rare values are looked for in three ways, each for what the one
//! before leaves open: by rows of bits and some hundred fixed partners; by comparing neighbouring heaps with
//! more partners, 32 heaps at once; and, heap by heap, among all pairs.

use super::super::machine::{self, CANDIDATES, Cell, GROUP, LANES, WANTED};
use super::super::pairs::Mirror;
use super::super::sets::gather;
use super::super::{Cells, room};
use super::rows::{BLOCK, Plan, Reached, Rows};
use super::{Code, Split};
use crate::bits::ones;
use crate::tuning::SPARSE_SHARE;
use crate::{Budget, Halt};
use bouton_budget::Meter;

/// Why the engine came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    /// As far as it was asked to go.
    Done,
    /// The next value needs a wider cell.
    Wide,
}

/// A table of packed values being filled. `T` is wide enough for a packed value.
pub(super) struct Sparse<'r, T> {
    budget: &'r Budget,
    code: Code,
    split: Split,
    heaps: usize,
    values: Mirror<T>,
    /// A bit a heap: whether its value is rare.
    classes: Vec<u64>,
    /// The last heap of rare value.
    last: usize,
    /// (k + a, packed value of a) for every rare heap a and every k that may be taken to leave two heaps:
    /// the other heap is that much smaller than the one moved in. Ascending by k + a.
    steps: Vec<(u32, T)>,
    /// Packed values are below this power of two; so are their sums.
    size: usize,
    /// Packed common values so far are below this.
    top: usize,
    /// Marks of one heap, and what is not marked as bits.
    seen: Vec<u8>,
    open: Vec<u64>,
    rows: Rows,
    reached: Reached,
    plan: Plan,
    partner_plan: Plan,
    /// Heaps of common value with which blocks are verified, as steps, and what they were chosen for.
    partners: Vec<(u32, T)>,
    partners_for: (usize, usize),
}

impl<'r, T: Cell> Sparse<'r, T> {
    /// Goes on after the values in `cells`, up to heap `to` at most.
    pub(super) fn new(
        code: &Code,
        split: Split,
        cells: &Cells,
        to: usize,
        budget: &'r Budget,
    ) -> Result<Self, Halt> {
        let count = to + 1;
        let others = cells.bytes() + count.div_ceil(8);
        let mut engine = Self {
            budget,
            code: code.clone(),
            split,
            heaps: 0,
            values: Mirror::new(count, cells.len(), others, budget)?,
            classes: vec![0; count.div_ceil(64)],
            last: 0,
            steps: Vec::new(),
            size: 2,
            seen: Vec::new(),
            top: 0,
            open: Vec::new(),
            rows: Rows::default(),
            reached: Reached::default(),
            plan: Plan::default(),
            partner_plan: Plan::default(),
            partners: Vec::new(),
            partners_for: (0, 0),
        };
        for value in cells.iter() {
            // Values so far fit: the width was chosen by them.
            engine.push(split.pack(value) as usize, split.is_rare(value))?;
        }
        Ok(engine)
    }

    pub(super) fn heaps(&self) -> usize {
        self.heaps
    }

    pub(super) fn mask(&self) -> u32 {
        self.split.mask()
    }

    pub(super) fn get(&self, heap: usize) -> u32 {
        self.split.unpack(self.values.front()[heap].into(), self.is_rare(heap))
    }

    /// Notes the value of the next heap, which somebody knows; false if it does not fit.
    pub(super) fn push_value(&mut self, value: u32) -> Result<bool, Halt> {
        let pause = self.push(self.split.pack(value) as usize, self.split.is_rare(value))?;
        Ok(pause == Pause::Done)
    }

    /// The values in a table of their own.
    pub(super) fn into_cells(mut self) -> Cells {
        self.values.forget_back();
        (self.rows, self.reached) = Default::default();
        let heaps = self.heaps;
        let top = (0..heaps).map(|heap| self.get(heap)).max().unwrap_or(0);
        Cells::of(top, (0..heaps).map(|heap| self.get(heap)))
    }

    fn is_rare(&self, heap: usize) -> bool {
        self.classes[heap / 64] >> (heap % 64) & 1 == 1
    }

    /// Finds the values of heaps to `to`.
    pub(super) fn run(&mut self, to: usize, meter: &mut Meter<'_>) -> Result<Pause, Halt> {
        while self.heaps <= to {
            meter.tick(self.heaps)?;
            // Where a rare heap can have a rare partner, sums of both classes meet: one heap at a time.
            let apart = self.heaps > 2 * self.last + self.code.most() + 2 * BLOCK;
            let pause = if apart && self.heaps + BLOCK <= to + 1 { self.block()? } else { self.single()? };
            if pause == Pause::Wide {
                return Ok(pause);
            }
        }
        Ok(Pause::Done)
    }

    /// The memory of what grows with the heaps, the rows excepted.
    fn bytes(&self) -> usize {
        self.values.front().len() * 2 * size_of::<T>() + self.classes.len() * 8
    }

    /// Notes the value of the next heap.
    fn push(&mut self, packed: usize, rare: bool) -> Result<Pause, Halt> {
        let Some(cell) = narrow(packed) else { return Ok(Pause::Wide) };
        let heap = self.heaps;
        self.values.set(heap, cell);
        self.heaps += 1;
        while self.size <= packed {
            self.size *= 2;
        }
        if rare && heap > 0 {
            self.classes[heap / 64] |= 1 << (heap % 64);
            self.last = heap;
            self.plan.forget();
            // Rows are of common heaps only.
            self.rows.forget();
            let more = self.code.splits.len();
            room(self.budget, heap, (self.steps.len() + more) * 2, size_of::<(u32, T)>(), self.bytes())?;
            for take in &self.code.splits {
                let step = u32::try_from(take + heap).unwrap_or(u32::MAX);
                let place = self.steps.partition_point(|&(other, _)| other <= step);
                self.steps.insert(place, (step, cell));
            }
        } else if heap == 0 {
            // An empty heap has value 0, which is rare, but it is nobody's partner.
            self.classes[0] |= 1;
        }
        Ok(Pause::Done)
    }

    /// Finds the value of one heap, meeting all rare heaps.
    fn single(&mut self) -> Result<Pause, Halt> {
        let heap = self.heaps;
        let common = self.smallest_common();
        let bound = self.split.rare_below(common);
        let mut seen = std::mem::take(&mut self.seen);
        reset(&mut seen, self.size.max(bound));
        self.alone(heap).for_each(|value| seen[value] = 1);
        self.mark_pairs(heap, &mut seen);
        seen[bound..].fill(1);
        fold(&seen, &mut self.open);
        let missing = self.search_rare(heap, ones(&self.open));
        self.seen = seen;
        match missing {
            Some(missing) => self.push(missing, true),
            None => self.push(common, false),
        }
    }

    /// The smallest packed common value that is no option.
    fn smallest_common(&mut self) -> usize {
        let heap = self.heaps;
        let mut seen = std::mem::take(&mut self.seen);
        reset(&mut seen, self.size);
        let values = self.values.front();
        // Both heaps left must be non-empty; a rare partner makes a sum of the other class.
        for &(step, value) in self.steps.iter().take_while(|(step, _)| (*step as usize) < heap) {
            let partner = heap - step as usize;
            if !self.is_rare(partner) {
                seen[index(values[partner] ^ value)] = 1;
            }
        }
        for left in lefts(&self.code.singles, heap).filter(|&left| !self.is_rare(left)) {
            seen[index(values[left])] = 1;
        }
        fold(&seen, &mut self.open);
        self.seen = seen;
        ones(&self.open).next().unwrap_or(self.seen.len())
    }

    /// Finds the values of a block of heaps. Needs all sums of two rare heaps to be far below.
    fn block(&mut self) -> Result<Pause, Halt> {
        let start = self.heaps;
        self.choose_partners(start);
        let reach = |steps: &[(u32, T)]| steps.last().map_or(0, |&(step, _)| step as usize);
        let reach = reach(&self.steps).max(reach(&self.partners)).max(BLOCK);
        if room(self.budget, start, Rows::bytes(self.size, reach), 1, self.bytes()).is_err() {
            // Slower, but it needs no rows.
            return self.single();
        }
        self.rows.prepare(start, reach, self.size, self.values.front());
        let inside = self.steps.partition_point(|&(step, _)| (step as usize) < BLOCK);
        let far = &self.steps[inside..];
        let asked = self.top + GROUP;
        self.reached.find(&self.rows, &mut self.plan, far, start, asked);
        let mut bounds = Vec::with_capacity(BLOCK);
        let mut excluded = Vec::new();
        for lane in 0..BLOCK {
            // Partners inside the block are known by now.
            excluded.clear();
            excluded.extend_from_slice(self.reached.of(lane));
            let values = self.values.front();
            let near = self.steps[..inside].iter();
            let near = near.map(|&(step, value)| values[start + lane - step as usize] ^ value);
            let alone = lefts(&self.code.singles, start + lane).map(|left| values[left]);
            for value in near.chain(alone).map(index) {
                if let Some(word) = excluded.get_mut(value / 64) {
                    *word |= 1 << (value % 64);
                }
            }
            let open = excluded.iter().position(|word| *word != u64::MAX);
            let open = open.map(|word| word * 64 + excluded[word].trailing_ones() as usize);
            // Values that were not asked for look open.
            let common = match open.filter(|&open| open < asked) {
                Some(open) => open,
                None => self.smallest_common(),
            };
            self.top = self.top.max(common + 1);
            if self.push(common, false)? == Pause::Wide {
                // Those before it still have to be verified.
                let fine = self.verify(start, &bounds)?;
                return Ok(if fine { Pause::Wide } else { Pause::Done });
            }
            self.rows.set(start + lane, self.values.front()[start + lane]);
            bounds.push(self.split.rare_below(common));
        }
        self.verify(start, &bounds)?;
        Ok(Pause::Done)
    }

    /// Verifies the common values of the heaps from `start` on: all rare values below each bound must be
    /// options. At the first heap where one is not, that is its value, and the heaps after it are forgotten.
    /// Says whether all was well.
    fn verify(&mut self, start: usize, bounds: &[usize]) -> Result<bool, Halt> {
        let most = bounds.iter().copied().max().unwrap_or(0);
        let words = most.div_ceil(64).max(1);
        let (first, more) = self.partners.split_at((self.size * SPARSE_SHARE).min(self.partners.len()));
        self.reached.find(&self.rows, &mut self.partner_plan, first, start, most);
        let mut open = vec![0; words * bounds.len()];
        for ((lane, &bound), open) in bounds.iter().enumerate().zip(open.chunks_exact_mut(words)) {
            let reached = self.reached.of(lane).iter().copied().chain(std::iter::repeat(0));
            for (index, (word, reached)) in open.iter_mut().zip(reached).enumerate() {
                // What is not below the bound need not be an option.
                let below = bound.saturating_sub(index * 64).min(64) as u32;
                *word = !reached & !u64::MAX.checked_shl(below).unwrap_or(0);
            }
            for value in self.alone(start + lane).filter(|value| value / 64 < words) {
                open[value / 64] &= !(1 << (value % 64));
            }
        }
        for (block, open) in open.chunks_mut(words * LANES).enumerate() {
            self.compare(start + block * LANES, more, words, open);
        }
        for (lane, open) in open.chunks_exact(words).enumerate() {
            if let Some(missing) = self.search_rare(start + lane, ones(open)) {
                self.heaps = start + lane;
                self.rows.forget();
                return self.push(missing, true).map(|_| false);
            }
        }
        Ok(true)
    }

    /// Closes what is open for heaps from `start` on and is found with one of the partners.
    fn compare(&self, start: usize, partners: &[(u32, T)], words: usize, open: &mut [u64]) {
        /// Partners compared at a time.
        const PARTNERS: usize = 512;
        for partners in partners.chunks(PARTNERS) {
            // The last few are found quicker one by one.
            if open.iter().map(|word| word.count_ones() as usize).sum::<usize>() < LANES / 4 {
                return;
            }
            let mut asked = [[usize::MAX; LANES]; CANDIDATES];
            let mut wanted = [[T::default(); LANES]; CANDIDATES];
            for (lane, open) in open.chunks_exact(words).enumerate() {
                for (place, value) in ones(open).take(CANDIDATES).enumerate() {
                    asked[place][lane] = value;
                    wanted[place][lane] = narrow(value).unwrap_or_default();
                }
            }
            let hits = machine::lanes(self.values.front(), start, partners, &wanted);
            for (asked, hits) in asked.iter().zip(&hits) {
                for (lane, (&value, &hit)) in asked.iter().zip(hits).enumerate() {
                    if value < self.size && hit != T::default() {
                        open[lane * words + value / 64] &= !(1 << (value % 64));
                    }
                }
            }
        }
    }

    /// Chooses heaps of common value with which those from `start` on are compared. All are so low that
    /// their partners are common and below `start`.
    fn choose_partners(&mut self, start: usize) {
        let count = self.size * SPARSE_SHARE * 4;
        let Some(&take) = self.code.splits.first() else { return };
        let last = self.last;
        if self.partners_for == (last, count) {
            return;
        }
        self.partner_plan.forget();
        // A partner of heap h is h - k - a, which is above `last` if a is at most h - k - last - 1. Rows begin
        // at a multiple of 8 below the lowest partner, and must be of common heaps, too.
        let mut highest = start.saturating_sub(take + last + 8);
        if self.code.unequal {
            highest = highest.min(self.code.smaller(start.saturating_sub(take)));
        }
        self.partners.clear();
        for heap in BLOCK..=highest {
            if self.partners.len() == count {
                self.partners_for = (last, count);
                break;
            }
            if !self.is_rare(heap) {
                let step = u32::try_from(take + heap).unwrap_or(u32::MAX);
                self.partners.push((step, self.values.front()[heap]));
            }
        }
    }

    /// The rare values that are options of `heap` without a partner.
    fn alone(&self, heap: usize) -> impl Iterator<Item = usize> + '_ {
        let whole = self.code.wholes.binary_search(&heap).is_ok().then_some(0);
        let lefts = lefts(&self.code.singles, heap).filter(|&left| self.is_rare(left));
        whole.into_iter().chain(lefts.map(|left| index(self.values.front()[left])))
    }

    /// Marks values of some pairs of one class: those of nearly equal heaps.
    fn mark_pairs(&self, heap: usize, seen: &mut [u8]) {
        for rest in lefts(&self.code.splits, heap).take(1) {
            let hi = self.code.smaller(rest);
            let lo = hi.saturating_sub(self.size * SPARSE_SHARE) + 1;
            let (front, back) = self.values.sides(rest, lo, hi);
            let sums = front.iter().zip(back).map(|(&x, &y)| index(x ^ y));
            let same = |heap: &usize| self.is_rare(*heap) == self.is_rare(rest - heap);
            (lo..).zip(sums).filter(|(heap, _)| same(heap)).for_each(|(_, sum)| seen[sum] = 1);
        }
    }

    /// The first of the packed rare values `open`, ascending, that is not the sum of two heaps of one class
    /// left by a move in `heap`.
    fn search_rare(&self, heap: usize, mut open: impl Iterator<Item = usize>) -> Option<usize> {
        loop {
            let mut wanted = [usize::MAX; WANTED];
            for want in &mut wanted {
                *want = open.next().unwrap_or(usize::MAX);
            }
            if wanted[0] == usize::MAX {
                return None;
            }
            let found = self.search_pairs(heap, wanted);
            let missing = wanted.into_iter().enumerate().find(|(place, _)| found >> place & 1 == 0);
            match missing {
                Some((_, usize::MAX)) => return None,
                Some((_, value)) => return Some(value),
                None => {}
            }
        }
    }

    /// Which of the wanted packed rare values are such sums, as bits. What does not fit a cell is none.
    fn search_pairs(&self, heap: usize, wanted: [usize; WANTED]) -> u8 {
        /// Pairs searched at once among common heaps, and where it must be asked whether they are of one
        /// class.
        const STRETCH: usize = 4096;
        const MIXED: usize = 512;
        const ALL: u8 = (1 << WANTED) - 1;
        let (mut found, mut out) = (0, 0);
        let mut cells = [T::default(); WANTED];
        for (place, &value) in wanted.iter().enumerate() {
            match narrow(value) {
                Some(cell) => cells[place] = cell,
                None => out |= 1 << place,
            }
        }
        for rest in lefts(&self.code.splits, heap) {
            let mut hi = self.code.smaller(rest);
            while hi > 0 && found | out != ALL {
                let stretch = if hi > self.last + STRETCH { STRETCH } else { MIXED };
                let lo = hi.saturating_sub(stretch) + 1;
                let (front, back) = self.values.sides(rest, lo, hi);
                let hits = machine::search(front, back, cells, found | out) & !(found | out);
                if lo > self.last {
                    found |= hits;
                } else {
                    for place in (0..WANTED).filter(|place| hits >> place & 1 == 1) {
                        let hit = |(x, y): (&T, &T)| *x ^ *y == cells[place];
                        let mut pairs = (lo..).zip(front.iter().zip(back)).filter(|(_, pair)| hit(*pair));
                        let real = pairs.any(|(heap, _)| self.is_rare(heap) == self.is_rare(rest - heap));
                        found |= u8::from(real) << place;
                    }
                }
                hi = lo - 1;
            }
        }
        found
    }
}

/// What is left after taking each of the numbers, if anything is.
fn lefts(takes: &[usize], heap: usize) -> impl Iterator<Item = usize> + '_ {
    takes.iter().take_while(move |&&take| take < heap).map(move |take| heap - take)
}

fn index<T: Cell>(value: T) -> usize {
    Into::<u32>::into(value) as usize
}

fn narrow<T: Cell>(value: usize) -> Option<T> {
    u32::try_from(value).ok().and_then(T::fit)
}

/// Makes `size` empty cells and a few more: a multiple of 64.
fn reset(cells: &mut Vec<u8>, size: usize) {
    cells.clear();
    cells.resize(size.next_multiple_of(64), 0);
}

/// The empty cells as bits. Cells hold 0 or 1, and their number is a multiple of 64.
fn fold(cells: &[u8], open: &mut Vec<u64>) {
    open.clear();
    open.extend(cells.as_chunks::<64>().0.iter().map(|cells| !gather(cells)));
}
