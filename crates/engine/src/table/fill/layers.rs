//! Filling by layers of a number that every move lowers.
//!
//! The cells are sorted by layer, which takes four bytes a cell. All cells of a layer are independent, so a large layer
//! is shared among threads.

use crate::tuning::{LARGE_LAYER, LAYER_CHUNK};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::judge::{Place, Seen};
use super::store::{Store, UNFILLED};
use super::{Ask, Generator, Layer, Ran, on_threads};
use crate::table::Room;
use crate::{Budget, Halt};
use bouton_budget::Meter;

/// Positions in the order of their layers.
pub(super) struct Layers {
    order: Vec<u32>,
    /// Where each layer ends.
    ends: Vec<usize>,
    /// The next layer to fill.
    next: usize,
    bytes: usize,
}

impl Layers {
    /// Sorts the positions; `None` where a position has no layer, or there are too many of either, or no room.
    pub(super) fn new<G: Generator>(
        place: &Place<'_, G>,
        layer: Layer<'_>,
        room: &mut Room,
        budget: &Budget,
    ) -> Result<Option<Layers>, Halt> {
        let Place { index, movers, .. } = *place;
        let cells = index.cells();
        // One of its cells is kept, or all are.
        let listed = |at: usize| (0..movers).any(|mover| place.keeps(at * movers + mover));
        if u32::try_from(cells * movers).is_err() {
            return Ok(None);
        }
        let mut meter = Meter::new(budget);
        let mut words = vec![0; index.width()];
        index.decode(0, &mut words);
        let mut counts: Vec<usize> = Vec::new();
        let mut places = 0;
        for cell in 0..cells {
            meter.tick(cell)?;
            if !listed(cell) {
                index.advance(&mut words);
                continue;
            }
            places += 1;
            // With more layers than cells sorting this way is a waste.
            let Some(at) = layer(&words).and_then(|l| usize::try_from(l).ok()).filter(|&l| l <= cells) else {
                return Ok(None);
            };
            if at >= counts.len() {
                counts.resize(at + 1, 0);
            }
            counts[at] += 1;
            index.advance(&mut words);
        }
        let bytes = places * size_of::<u32>() + counts.len() * size_of::<usize>();
        if room.take(0, bytes, 1).is_err() {
            return Ok(None);
        }
        let Some(mut order) = crate::memory::zeroed::<u32>(places) else {
            room.give(bytes);
            return Ok(None);
        };
        let mut sum = 0;
        for count in &mut counts {
            (*count, sum) = (sum, sum + *count);
        }
        index.decode(0, &mut words);
        for cell in 0..cells {
            meter.tick(cell)?;
            if !listed(cell) {
                index.advance(&mut words);
                continue;
            }
            let at = layer(&words).and_then(|l| usize::try_from(l).ok()).unwrap_or(0);
            if let Some(slot) = counts.get_mut(at) {
                order[*slot] = cell as u32;
                *slot += 1;
            }
            index.advance(&mut words);
        }
        Ok(Some(Layers { order, ends: counts, next: 0, bytes }))
    }

    /// What the order takes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Fills layer after layer.
    pub(super) fn run<G: Generator, S: Store>(
        &mut self,
        place: &Place<'_, G>,
        ask: Ask,
        store: &S,
        threads: usize,
        budget: &Budget,
    ) -> Result<Ran, Halt> {
        while let Some(&end) = self.ends.get(self.next) {
            let begin = self.next.checked_sub(1).map_or(0, |last| self.ends[last]);
            let layer = Part {
                place,
                ask,
                store,
                order: &self.order[begin..end],
                before: begin,
                next: AtomicUsize::new(0),
                widen: AtomicBool::new(false),
                backward: AtomicBool::new(false),
            };
            if threads > 1 && end - begin >= LARGE_LAYER {
                on_threads(threads, || layer.work::<true>(budget))?;
            } else {
                layer.work::<false>(budget)?;
            }
            if layer.backward.into_inner() {
                return Ok(Ran::Backward);
            }
            if layer.widen.into_inner() {
                return Ok(Ran::Widen);
            }
            self.next += 1;
        }
        Ok(Ran::Done)
    }
}

/// One layer, shared by threads.
struct Part<'p, G, S> {
    place: &'p Place<'p, G>,
    ask: Ask,
    store: &'p S,
    order: &'p [u32],
    /// Positions in the layers before.
    before: usize,
    next: AtomicUsize,
    widen: AtomicBool,
    backward: AtomicBool,
}

impl<G: Generator, S: Store> Part<'_, G, S> {
    fn work<const SHARED: bool>(&self, budget: &Budget) -> Result<(), Halt> {
        let mut meter = Meter::new(budget);
        let mut seen = Seen::default();
        let mut words = vec![0; self.place.index.width()];
        loop {
            let begin = self.next.fetch_add(LAYER_CHUNK, Ordering::Relaxed);
            if begin >= self.order.len() || self.stops() {
                return Ok(());
            }
            let end = (begin + LAYER_CHUNK).min(self.order.len());
            for &position in &self.order[begin..end] {
                let position = position as usize;
                self.place.index.decode(position, &mut words);
                for mover in 0..self.place.movers {
                    let cell = position * self.place.movers + mover;
                    if !self.place.keeps(cell) {
                        continue;
                    }
                    let look = |option| self.store.get(self.place.slot(option));
                    let value = self.place.judge(self.ask, &words, mover, &mut seen, look);
                    if value == UNFILLED {
                        self.backward.store(true, Ordering::Relaxed);
                        return Ok(());
                    }
                    if !self.store.put::<SHARED>(self.place.slot(cell), value) {
                        self.widen.store(true, Ordering::Relaxed);
                        return Ok(());
                    }
                }
                meter.tick(self.before + begin)?;
            }
        }
    }

    fn stops(&self) -> bool {
        self.widen.load(Ordering::Relaxed) || self.backward.load(Ordering::Relaxed)
    }
}
