//! Any rule about one number, given as a function that lists the options of a heap.
//!
//! An option is a list of heaps, all smaller than the one moved in; its value is the exclusive or of theirs.
//! Values are found from 0 upwards by a mex with stamps.

use super::{Cells, HeapStop, meter, room};
use crate::{Budget, Mex, Nimber};

/// Why the values of a listed rule were not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnyStop<E> {
    /// The rule itself failed at this heap.
    #[error("heap {heap}: {error}")]
    Rule {
        /// The heap.
        heap: usize,
        /// What the rule said.
        error: E,
    },
    /// A part of an option is not smaller than the heap moved in, so values cannot be found in order.
    #[error("heap {heap} has an option with a heap of {part}, which is not smaller")]
    NotSmaller {
        /// The heap moved in.
        heap: usize,
        /// The part.
        part: usize,
    },
    /// The budget said stop.
    #[error(transparent)]
    Stopped(#[from] HeapStop),
}

/// The options of one heap, as a rule lists them.
#[derive(Debug, Default)]
pub struct Options {
    parts: Vec<usize>,
    /// Where each option ends among the parts.
    ends: Vec<usize>,
}

impl Options {
    /// Adds an option that leaves these heaps; none if everything is gone.
    pub fn push(&mut self, parts: &[usize]) {
        self.parts.extend_from_slice(parts);
        self.ends.push(self.parts.len());
    }

    fn clear(&mut self) {
        self.parts.clear();
        self.ends.clear();
    }

    fn iter(&self) -> impl Iterator<Item = &[usize]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.parts[start..end])
    }

    fn bytes(&self) -> usize {
        (self.parts.capacity() + self.ends.capacity()) * size_of::<usize>()
    }
}

/// The values of heaps 0 to `to`, where `options` adds the options of a heap to an empty list.
pub fn values<E>(
    to: usize,
    budget: &Budget,
    mut options: impl FnMut(usize, &mut Options) -> Result<(), E>,
) -> Result<Cells, AnyStop<E>> {
    let wanted = to.saturating_add(1);
    // While the table is made narrow at the end, it exists twice.
    room(budget, 0, wanted, 6, 0)?;
    let mut table: Vec<u32> = super::reserve(budget, 0, wanted)?;
    let mut meter = meter(budget);
    let mut mex = Mex::new();
    let mut list = Options::default();
    for heap in 0..wanted {
        meter.tick(heap).map_err(HeapStop::from)?;
        list.clear();
        options(heap, &mut list).map_err(|error| AnyStop::Rule { heap, error })?;
        room(budget, heap, wanted, 6, list.bytes() + list.ends.len() * 4 + mex.bytes())?;
        mex.start(list.ends.len());
        for parts in list.iter() {
            let mut value = Nimber(0);
            for &part in parts {
                let known = table.get(part).ok_or(AnyStop::NotSmaller { heap, part })?;
                value += Nimber(*known);
            }
            mex.see(value);
        }
        table.push(mex.missing().0);
    }
    Ok(Cells::narrow(table))
}
