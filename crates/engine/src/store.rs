//! Where solvers keep things: [`Paged`], a vector that grows without copying, and [`Interner`], which
//! stores each distinct position once and numbers it.
//!
//! Tables and stacks then hold 4-byte numbers, and the memory used is known to the byte, which is what
//! lets a budget be kept.

use std::hash::{BuildHasher, Hash};
use std::ops::{Index, IndexMut};

use crate::Halt;
use bouton_budget::Meter;
use rustc_hash::FxBuildHasher;

const BITS: u32 = 12;
const PAGE: usize = 1 << BITS;

/// A vector in pages. A plain `Vec` doubles by copying, so at its largest it needs three times the memory
/// of its contents; this one never needs more than a page beyond them.
pub(crate) struct Paged<T> {
    /// All pages but the last used one are full; pages after it are empty and kept for reuse.
    pages: Vec<Vec<T>>,
    len: usize,
    bytes: usize,
}

impl<T> Paged<T> {
    pub(crate) const fn new() -> Self {
        Self { pages: Vec::new(), len: 0, bytes: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The memory taken, without what the items hold elsewhere.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn push(&mut self, item: T) {
        let number = self.len >> BITS;
        let size = |page: &Vec<T>| page.capacity().saturating_mul(size_of::<T>());
        if number == self.pages.len() {
            // The first page grows as it fills, so that small questions stay small.
            let room = if number == 0 { 0 } else { PAGE };
            let page = Vec::with_capacity(room);
            self.bytes += size(&page);
            self.pages.push(page);
        }
        let page = &mut self.pages[number];
        if page.len() == page.capacity() {
            let before = size(page);
            page.reserve(1);
            self.bytes += size(page) - before;
        }
        page.push(item);
        self.len += 1;
    }

    pub(crate) fn pop(&mut self) -> Option<T> {
        let last = self.len.checked_sub(1)?;
        self.len = last;
        self.pages[last >> BITS].pop()
    }

    pub(crate) fn last_mut(&mut self) -> Option<&mut T> {
        let last = self.len.checked_sub(1)?;
        self.pages[last >> BITS].last_mut()
    }

    /// Drops all items from number `len` on.
    pub(crate) fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        let (first, last) = (len >> BITS, (self.len - 1) >> BITS);
        for (number, page) in self.pages[first..=last].iter_mut().enumerate() {
            page.truncate(if number == 0 { len & (PAGE - 1) } else { 0 });
        }
        self.len = len;
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.pages.iter().flatten()
    }
}

impl<T> Index<usize> for Paged<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        &self.pages[index >> BITS][index & (PAGE - 1)]
    }
}

impl<T> IndexMut<usize> for Paged<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.pages[index >> BITS][index & (PAGE - 1)]
    }
}

/// The number of a stored position.
pub(crate) type Id = u32;

/// The most positions one solver can number: one bit of an [`Id`] is left for a mark.
const MOST: usize = 1 << 31;

/// One cell of the hash index: part of the hash, and the position's number.
#[derive(Clone, Copy)]
struct Slot {
    tag: u32,
    id: Id,
}

const FREE: Slot = Slot { tag: 0, id: Id::MAX };

/// Stores each distinct position once, numbered from 0 in order of arrival.
pub(crate) struct Interner<P> {
    items: Paged<P>,
    /// Open addressing with linear steps; a power of two long and at most three quarters full.
    slots: Vec<Slot>,
    heap: usize,
}

/// A moment to go back to.
pub(crate) struct Moment {
    len: usize,
    heap: usize,
}

impl<P: Eq + Hash> Interner<P> {
    pub(crate) const fn new() -> Self {
        Self { items: Paged::new(), slots: Vec::new(), heap: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// The memory taken, positions and index.
    pub(crate) fn bytes(&self) -> usize {
        self.items.bytes() + self.slots.len() * size_of::<Slot>() + self.heap
    }

    /// The memory that storing one more position may take at its peak, without the position itself.
    fn growth(&self) -> usize {
        if self.crowded() { self.grown() * size_of::<Slot>() } else { 0 }
    }

    pub(crate) fn get(&self, position: &P) -> Option<Id> {
        if self.slots.is_empty() {
            return None;
        }
        let slot = self.slots[self.find(position, tag(position))];
        (slot.id != FREE.id).then_some(slot.id)
    }

    /// The number of `position`, new or not, if there is room for one more beside the `held` bytes.
    pub(crate) fn number(
        &mut self,
        position: P,
        held: usize,
        meter: &Meter<'_>,
        bytes: impl FnOnce(&P) -> usize,
    ) -> Result<Id, Halt> {
        meter.room_for(self.len(), held, self.growth())?;
        if self.len() >= MOST { Err(meter.full(self.len())) } else { Ok(self.intern(position, bytes)) }
    }

    /// The number of `position`, storing it if it is new. `bytes` is all the memory it takes.
    fn intern(&mut self, position: P, bytes: impl FnOnce(&P) -> usize) -> Id {
        if self.crowded() {
            self.rebuild(self.grown());
        }
        let tag = tag(&position);
        let at = self.find(&position, tag);
        if self.slots[at].id != FREE.id {
            return self.slots[at].id;
        }
        let id = self.len() as Id;
        self.slots[at] = Slot { tag, id };
        self.heap += bytes(&position).saturating_sub(size_of::<P>());
        self.items.push(position);
        id
    }

    pub(crate) fn moment(&self) -> Moment {
        Moment { len: self.len(), heap: self.heap }
    }

    /// Forgets all positions that came after `moment`.
    pub(crate) fn return_to(&mut self, moment: Moment) {
        if moment.len == self.len() {
            return;
        }
        self.items.truncate(moment.len);
        self.heap = moment.heap;
        // The old index goes first: memory may have run out, and there is no room for two.
        self.slots = Vec::new();
        if moment.len > 0 {
            self.slots = vec![FREE; ((moment.len + 1) * 4 / 3 + 1).next_power_of_two()];
        }
        for id in 0..moment.len {
            let tag = tag(&self.items[id]);
            let at = self.find(&self.items[id], tag);
            self.slots[at] = Slot { tag, id: id as Id };
        }
    }

    fn crowded(&self) -> bool {
        (self.len() + 1) * 4 > self.slots.len() * 3
    }

    fn grown(&self) -> usize {
        (self.slots.len() * 2).max(16)
    }

    /// The slot that holds `position`, or the free one where it belongs.
    fn find(&self, position: &P, tag: u32) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = tag as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.id == FREE.id || (slot.tag == tag && self.items[slot.id as usize] == *position) {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    /// Makes the index anew with `size` slots, for the positions that are stored.
    fn rebuild(&mut self, size: usize) {
        let old = std::mem::replace(&mut self.slots, vec![FREE; size]);
        let mask = size - 1;
        for slot in old {
            if (slot.id as usize) < self.items.len() {
                let mut at = slot.tag as usize & mask;
                while self.slots[at].id != FREE.id {
                    at = (at + 1) & mask;
                }
                self.slots[at] = slot;
            }
        }
    }
}

impl<P> Index<Id> for Interner<P> {
    type Output = P;

    fn index(&self, id: Id) -> &P {
        &self.items[id as usize]
    }
}

/// 32 well-mixed bits of the hash.
fn tag(position: &impl Hash) -> u32 {
    let hash = FxBuildHasher.hash_one(position);
    let folded = (hash ^ (hash >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (folded >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_behave_like_a_vector() {
        let mut paged = Paged::new();
        let mut plain = Vec::new();
        // Up and down across page borders, in steps that do not divide the page.
        for round in 0..7 {
            for item in 0..3 * PAGE / 2 + round {
                paged.push(item);
                plain.push(item);
            }
            paged.truncate(plain.len() - 777 * round);
            plain.truncate(plain.len() - 777 * round);
            for _ in 0..PAGE {
                assert_eq!(paged.pop(), plain.pop());
            }
            assert_eq!(paged.len(), plain.len());
            assert_eq!(paged.last_mut().copied(), plain.last().copied());
            assert!(paged.iter().eq(&plain));
            assert!(paged.bytes() >= size_of_val(&plain[..]));
        }
        paged.truncate(0);
        assert_eq!(paged.pop(), None);
        assert_eq!(paged.iter().count(), 0);
    }

    #[test]
    fn each_position_once() {
        let mut table = Interner::new();
        let text = |n: u64| (n * n % 7919).to_string();
        let mut ids = std::collections::HashMap::new();
        for n in 0..20_000 {
            let id = table.intern(text(n), |t| size_of::<String>() + t.capacity());
            assert_eq!(*ids.entry(text(n)).or_insert(id), id);
            assert_eq!(table[id], text(n));
        }
        assert_eq!(table.len(), ids.len());
        assert!(table.bytes() > ids.len() * size_of::<String>());

        let moment = table.moment();
        let before = (table.len(), table.heap);
        for n in 0..10_000_u64 {
            table.intern(format!("new {n}"), |t| size_of::<String>() + t.capacity());
        }
        table.return_to(moment);
        assert_eq!((table.len(), table.heap), before);
        assert_eq!(table.get(&"new 5".to_owned()), None);
        for (text, id) in ids {
            assert_eq!(table.get(&text), Some(id));
        }
    }
}
