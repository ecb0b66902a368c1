//! A worker's cells of a tile in the order of their layers, block by block.

use crate::cut::Cut;
use crate::error::Fault;
use crate::layers::Tiles;
use crate::room::{Room, Rooms};
use crate::run::{Job, Layer};
use bouton_engine::table::fill::Generator;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// A block of a tile and how far it is filled.
pub(crate) struct Block {
    pub(crate) first: usize,
    pub(crate) count: usize,
    /// Where its order begins.
    pub(crate) order: usize,
    pub(crate) next: usize,
    /// The layer of the next cell.
    pub(crate) layer: u64,
    /// What it needs and was not there; is it this worker's own?
    pub(crate) lacks: Option<(usize, bool)>,
}

/// A worker's cells of a tile in the order of their layers, block by block.
pub(crate) struct Sorted {
    pub(crate) blocks: Vec<Block>,
    pub(crate) order: Arc<Room>,
    /// The first and last layer here.
    pub(crate) layers: Option<(u64, u64)>,
    pub(crate) cells: u64,
}

impl Sorted {
    /// Room for the order of the tile in which a worker has most cells.
    pub(crate) fn room(rooms: &Rooms, cut: &Cut, tiles: &Tiles) -> Result<Arc<Room>, Fault> {
        let blocks = cut.most_of(tiles.size().div_ceil(cut.block())).min(cut.blocks());
        Ok(Arc::new(rooms.take(2 * blocks * cut.block())?))
    }

    /// Sorts; `None` where a cell has no layer.
    pub(crate) fn of<G: Generator>(
        job: &Job<G>,
        cut: &Cut,
        me: usize,
        layer: &Layer,
        cells: Range<usize>,
        rooms: &Rooms,
        order: &Arc<Room>,
    ) -> Option<Sorted> {
        let (mut words, movers) = (vec![0; job.index.width()], job.movers());
        let (mut keys, mut counts): (Vec<u64>, Vec<u32>) = Default::default();
        let mut sorted = Sorted { blocks: Vec::new(), order: Arc::clone(order), layers: None, cells: 0 };
        let mut at = 0;
        for block in cut.blocks_in(me, cells) {
            let cells = cut.cells_of(block);
            let (first, count) = (cells.start, cells.len());
            job.index.decode(first / movers, &mut words);
            keys.clear();
            for cell in cells {
                keys.push(layer(&words)?);
                if (cell + 1).is_multiple_of(movers) {
                    job.index.advance(&mut words);
                }
            }
            let low = keys.iter().copied().min().unwrap_or(0);
            let high = keys.iter().copied().max().unwrap_or(0);
            sort(&keys, low, high, &mut counts, |place, offset| {
                order.shorts()[at + place].store(offset as u16, Relaxed);
            });
            sorted.layers = Some(sorted.layers.map_or((low, high), |(l, h)| (l.min(low), h.max(high))));
            sorted.blocks.push(Block { first, count, order: at, next: 0, layer: low, lacks: None });
            sorted.cells += count as u64;
            at += count;
            if order.is_mapped() && rooms.over() {
                order.release();
            }
        }
        Some(sorted)
    }

    pub(crate) fn cell(&self, block: &Block, at: usize) -> usize {
        block.first + usize::from(self.order.shorts()[block.order + at].load(Relaxed))
    }

    /// Where cells of a block are in it, from one in its order to the next one that is to be filled.
    pub(crate) fn places(&self, block: &Block, from: usize) -> impl ExactSizeIterator<Item = u16> + Clone {
        let order = &self.order.shorts()[block.order + from..block.order + block.next];
        order.iter().map(|place| place.load(Relaxed))
    }
}

/// Gives every offset its place in the order of its key.
fn sort(keys: &[u64], low: u64, high: u64, counts: &mut Vec<u32>, mut put: impl FnMut(usize, usize)) {
    let span = (high - low) as usize;
    if span > 4 * keys.len() + 1024 {
        let mut offsets: Vec<usize> = (0..keys.len()).collect();
        offsets.sort_by_key(|offset| keys[*offset]);
        return offsets.into_iter().enumerate().for_each(|(place, offset)| put(place, offset));
    }
    counts.clear();
    counts.resize(span + 2, 0);
    keys.iter().for_each(|key| counts[(key - low) as usize + 1] += 1);
    for at in 1..counts.len() {
        counts[at] += counts[at - 1];
    }
    for (offset, key) in keys.iter().enumerate() {
        let place = &mut counts[(key - low) as usize];
        put(*place as usize, offset);
        *place += 1;
    }
}
