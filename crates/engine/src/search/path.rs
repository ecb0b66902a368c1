//! Where on the path of a search a position stands: a hash index that only ever loses its newest entry.
//!
//! Frames with the same place in the index form a chain, the newest first, so adding and removing the last
//! frame cost one step each, and to meet a position again (a cycle) is seen at once.

use crate::store::Paged;

/// The end of a chain.
pub(super) const NONE: u32 = u32::MAX;

/// A frame of the path, as the index sees it.
pub(super) trait Placed {
    /// The hash of its position.
    fn hash(&self) -> u64;
    /// The link to the next older frame of its chain.
    fn link(&mut self) -> &mut u32;
    /// The same to read.
    fn linked(&self) -> u32;
}

/// The index of a path.
pub(super) struct PathIndex {
    /// A power of two of chains.
    heads: Vec<u32>,
}

impl PathIndex {
    pub(super) fn new() -> Self {
        Self { heads: vec![NONE; 256] }
    }

    pub(super) fn bytes(&self) -> usize {
        self.heads.len() * size_of::<u32>()
    }

    fn chain(&self, hash: u64) -> usize {
        hash as usize & (self.heads.len() - 1)
    }

    /// The newest frame with this hash for which `same` holds.
    pub(super) fn find<F: Placed>(
        &self,
        frames: &Paged<F>,
        hash: u64,
        same: impl Fn(&F) -> bool,
    ) -> Option<usize> {
        let mut at = self.heads[self.chain(hash)];
        while at != NONE {
            let frame = &frames[at as usize];
            if frame.hash() == hash && same(frame) {
                return Some(at as usize);
            }
            at = frame.linked();
        }
        None
    }

    /// Pushes a frame; false if there are more than can be numbered.
    pub(super) fn push<F: Placed>(&mut self, frames: &mut Paged<F>, mut frame: F) -> bool {
        let Some(number) = u32::try_from(frames.len()).ok().filter(|number| *number != NONE) else {
            return false;
        };
        if frames.len() > self.heads.len() {
            self.grow(frames);
        }
        let chain = self.chain(frame.hash());
        *frame.link() = self.heads[chain];
        self.heads[chain] = number;
        frames.push(frame);
        true
    }

    /// Removes the last frame.
    pub(super) fn pop<F: Placed>(&mut self, frames: &mut Paged<F>) -> Option<F> {
        let frame = frames.pop()?;
        let chain = self.chain(frame.hash());
        self.heads[chain] = frame.linked();
        Some(frame)
    }

    fn grow<F: Placed>(&mut self, frames: &mut Paged<F>) {
        self.heads = vec![NONE; self.heads.len() * 4];
        for at in 0..frames.len() {
            let chain = self.chain(frames[at].hash());
            *frames[at].link() = self.heads[chain];
            // The number fitted when the frame was pushed.
            self.heads[chain] = at as u32;
        }
    }
}
