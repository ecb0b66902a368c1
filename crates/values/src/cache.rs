//! What was found about pairs of values: tables that may forget, so that they take as much memory as they are given and no
//! more. A pair has one place; what comes later takes it. There are none before the first pair, for many questions ask for none.

/// The least number of places.
const FEWEST: usize = 1 << 10;

const EMPTY: u64 = u64::MAX;

fn place(key: u64, mask: usize) -> usize {
    let bits = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (bits >> 32) as usize & mask
}

fn key(a: u32, b: u32) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

/// Yes or no for pairs of values. Values are below 2^31, so the top bit is free for the answer.
pub(crate) struct Answers {
    slots: Vec<u64>,
    used: usize,
    most: usize,
}

const YES: u64 = 1 << 63;

impl Answers {
    pub(crate) fn new() -> Answers {
        Answers { slots: Vec::new(), used: 0, most: 1 << 28 }
    }

    /// At most so many bytes from here on.
    pub(crate) fn limit(&mut self, bytes: usize) {
        self.most = (bytes / 8).clamp(FEWEST, 1 << 30);
        if self.slots.len() > self.most {
            (self.slots, self.used) = (Vec::new(), 0);
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * 8
    }

    pub(crate) fn get(&self, a: u32, b: u32) -> Option<bool> {
        let key = key(a, b);
        let slot = *self.slots.get(place(key, self.slots.len().wrapping_sub(1)))?;
        (slot & !YES == key).then_some(slot & YES != 0)
    }

    pub(crate) fn put(&mut self, a: u32, b: u32, answer: bool) {
        if self.slots.is_empty() {
            self.slots = vec![EMPTY; FEWEST];
        }
        let key = key(a, b);
        let mask = self.slots.len() - 1;
        let slot = &mut self.slots[place(key, mask)];
        self.used += usize::from(*slot == EMPTY);
        *slot = key | if answer { YES } else { 0 };
        if self.used * 2 > self.slots.len() && self.slots.len() * 2 <= self.most {
            let old = std::mem::take(&mut self.slots);
            self.slots = vec![EMPTY; old.len() * 2];
            let mask = self.slots.len() - 1;
            for slot in old.into_iter().filter(|slot| *slot != EMPTY) {
                self.slots[place(slot & !YES, mask)] = slot;
            }
        }
    }
}

/// A value for pairs of values.
pub(crate) struct Pairs {
    slots: Vec<(u64, u32)>,
    used: usize,
    most: usize,
}

impl Pairs {
    pub(crate) fn new() -> Pairs {
        Pairs { slots: Vec::new(), used: 0, most: 1 << 27 }
    }

    /// At most so many bytes from here on.
    pub(crate) fn limit(&mut self, bytes: usize) {
        self.most = (bytes / 16).clamp(FEWEST, 1 << 29);
        if self.slots.len() > self.most {
            (self.slots, self.used) = (Vec::new(), 0);
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * 16
    }

    pub(crate) fn get(&self, a: u32, b: u32) -> Option<u32> {
        let key = key(a, b);
        let slot = *self.slots.get(place(key, self.slots.len().wrapping_sub(1)))?;
        (slot.0 == key).then_some(slot.1)
    }

    pub(crate) fn put(&mut self, a: u32, b: u32, value: u32) {
        if self.slots.is_empty() {
            self.slots = vec![(EMPTY, 0); FEWEST];
        }
        let key = key(a, b);
        let mask = self.slots.len() - 1;
        let slot = &mut self.slots[place(key, mask)];
        self.used += usize::from(slot.0 == EMPTY);
        *slot = (key, value);
        if self.used * 2 > self.slots.len() && self.slots.len() * 2 <= self.most {
            let old = std::mem::take(&mut self.slots);
            self.slots = vec![(EMPTY, 0); old.len() * 2];
            let mask = self.slots.len() - 1;
            for slot in old.into_iter().filter(|slot| slot.0 != EMPTY) {
                self.slots[place(slot.0, mask)] = slot;
            }
        }
    }
}
