//! The path of a search: the positions from the one asked about to the one looked at now.
//!
//! A hash index finds where on the path a position stands, so to meet it again (a cycle) is seen at once. Frames with the
//! same place in the index form a chain, the newest first, so adding and removing the last frame cost one step each.

use crate::store::Paged;

/// The end of a chain.
const NONE: u32 = u32::MAX;

/// A position on the path, with what a search notes of it.
pub(super) struct Placed<P, F> {
    pub(super) position: P,
    pub(super) hash: u64,
    /// The next older one in its chain of the index.
    link: u32,
    pub(super) frame: F,
}

/// A path, indexed.
pub(super) struct Path<P, F> {
    placed: Paged<Placed<P, F>>,
    /// A power of two of chains.
    heads: Vec<u32>,
}

impl<P: Clone + Eq, F> Path<P, F> {
    pub(super) fn new() -> Self {
        Self { placed: Paged::new(), heads: vec![NONE; 256] }
    }

    pub(super) fn bytes(&self) -> usize {
        self.placed.bytes() + self.heads.len() * size_of::<u32>()
    }

    pub(super) fn len(&self) -> usize {
        self.placed.len()
    }

    /// The last position.
    pub(super) fn last_mut(&mut self) -> Option<&mut Placed<P, F>> {
        self.placed.last_mut()
    }

    fn chain(&self, hash: u64) -> usize {
        hash as usize & (self.heads.len() - 1)
    }

    /// Where a position stands.
    pub(super) fn find(&self, position: &P, hash: u64) -> Option<usize> {
        let mut at = self.heads[self.chain(hash)];
        while at != NONE {
            let placed = &self.placed[at as usize];
            if placed.hash == hash && placed.position == *position {
                return Some(at as usize);
            }
            at = placed.link;
        }
        None
    }

    /// Adds a position at the end; false if there are more than can be numbered.
    pub(super) fn push(&mut self, position: P, hash: u64, frame: F) -> bool {
        let Some(number) = u32::try_from(self.placed.len()).ok().filter(|number| *number != NONE) else {
            return false;
        };
        if self.placed.len() > self.heads.len() {
            self.grow();
        }
        let chain = self.chain(hash);
        let link = std::mem::replace(&mut self.heads[chain], number);
        self.placed.push(Placed { position, hash, link, frame });
        true
    }

    /// Removes the last position.
    pub(super) fn pop(&mut self) -> Option<Placed<P, F>> {
        let placed = self.placed.pop()?;
        let chain = self.chain(placed.hash);
        self.heads[chain] = placed.link;
        Some(placed)
    }

    /// The positions from number `first` on.
    pub(super) fn since(&self, first: usize) -> Vec<P> {
        (first..self.placed.len()).map(|at| self.placed[at].position.clone()).collect()
    }

    fn grow(&mut self) {
        self.heads = vec![NONE; self.heads.len() * 4];
        for at in 0..self.placed.len() {
            let chain = self.chain(self.placed[at].hash);
            // The number fitted when the position was added.
            self.placed[at].link = std::mem::replace(&mut self.heads[chain], at as u32);
        }
    }
}

/// Which options of a position are done, by their number in the game's list: a position whose long list is forgotten to save
/// memory notes it, and lists them anew when it goes on. That is at most twice the work in all.
pub(super) struct Done(Box<[u64]>);

impl Done {
    /// All but these.
    pub(super) fn all_but(waiting: impl Iterator<Item = u32> + Clone) -> Self {
        let last = waiting.clone().max().map_or(0, |number| number as usize);
        let mut done = vec![u64::MAX; last / 64 + 1];
        waiting.for_each(|number| done[number as usize / 64] &= !(1 << (number % 64)));
        Self(done.into_boxed_slice())
    }

    /// What comes after the last that was waiting is done too.
    pub(super) fn has(&self, number: usize) -> bool {
        self.0.get(number / 64).is_none_or(|word| word >> (number % 64) & 1 != 0)
    }
}
