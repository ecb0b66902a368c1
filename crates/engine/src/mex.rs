//! The mex of many small sets, one after another, without allocating.
//!
//! A cell per value holds the number of the last set that had it ("stamp"), so starting a new set costs
//! nothing: it is only a new number.

use crate::Nimber;

/// A reusable buffer for the smallest missing value of a set.
///
/// ```
/// use bouton_engine::{Mex, Nimber};
/// let mut mex = Mex::new();
/// mex.start(3); // at most three values will be seen
/// mex.see(Nimber(0));
/// mex.see(Nimber(1));
/// mex.see(Nimber(9));
/// assert_eq!(mex.missing(), Nimber(2));
/// ```
#[derive(Debug, Default)]
pub struct Mex {
    stamps: Vec<u32>,
    set: u32,
    limit: usize,
}

impl Mex {
    /// An empty buffer.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a new set that will see at most `count` values. The mex is then at most `count`, so larger
    /// values need no cell.
    pub fn start(&mut self, count: usize) {
        self.limit = count;
        if self.stamps.len() < count {
            self.stamps.resize(count, 0);
        }
        self.set = self.set.wrapping_add(1);
        if self.set == 0 {
            // Stamps of four billion sets ago would look new.
            self.stamps.fill(0);
            self.set = 1;
        }
    }

    /// Adds a value to the set.
    pub fn see(&mut self, value: Nimber) {
        let index = value.0 as usize;
        if index < self.limit {
            self.stamps[index] = self.set;
        }
    }

    /// The smallest value not seen since [`start`](Self::start).
    pub fn missing(&self) -> Nimber {
        let seen = &self.stamps[..self.limit];
        let gap = seen.iter().position(|&stamp| stamp != self.set);
        let value = gap.unwrap_or(self.limit);
        Nimber(u32::try_from(value).unwrap_or(u32::MAX))
    }

    /// The memory the buffer takes.
    pub fn bytes(&self) -> usize {
        self.stamps.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_do_not_mix() {
        let mut mex = Mex::new();
        assert_eq!(mex.missing(), Nimber(0));
        let rows: [(&[u32], u32); 5] =
            [(&[0, 1, 2], 3), (&[1, 2], 0), (&[], 0), (&[0, 0, 2, 1, 90], 3), (&[5, 0], 1)];
        // Twice, the second time across the end of the numbers for sets.
        for first in [0, u32::MAX - 2] {
            mex.set = first;
            for (values, expected) in rows {
                mex.start(values.len());
                values.iter().for_each(|&value| mex.see(Nimber(value)));
                assert_eq!(mex.missing(), Nimber(expected), "{values:?}");
            }
        }
    }
}
