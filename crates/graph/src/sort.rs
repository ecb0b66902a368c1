//! Edges into rows: a stable counting sort by one end, in two levels where the nodes are many.
//!
//! Plain counting sort writes each edge to a place of its own; with ten million rows every write misses the
//! cache. So the edges are first dealt into a thousand or so stretches of neighbouring rows, a few open lines of
//! memory, and then each stretch is sorted by itself inside the cache.

use crate::memory::{NoMemory, filled, prefetch, reserve};

/// Edges that can be walked through several times.
pub(crate) trait Edges {
    /// The number of edges.
    fn count(&self) -> usize;
    /// Calls `f` with the row and what is to be written there, for each edge in order.
    fn each(&self, f: impl FnMut(u32, u32));
}

/// Up to here the counters of all rows stay in the cache and one level is enough.
const ROWS_AT_ONCE: usize = 1 << 15;

/// Bytes that [`rows`] needs at its peak, its result included.
pub(crate) fn peak(nodes: usize, edges: usize) -> usize {
    let result = nodes.saturating_add(1).saturating_add(edges).saturating_mul(4);
    let dealt = if nodes <= ROWS_AT_ONCE { nodes.saturating_mul(4) } else { edges.saturating_mul(8) };
    result.saturating_add(dealt)
}

/// Where each row starts, and all rows one after another. Every row must be below `nodes`, and the edges fewer than
/// 2^32.
pub(crate) fn rows(nodes: usize, edges: &impl Edges) -> Result<(Vec<u32>, Vec<u32>), NoMemory> {
    if nodes <= ROWS_AT_ONCE { one_level(nodes, edges) } else { two_levels(nodes, edges) }
}

/// Turns counts, one place further than their row, into starts.
fn add_up(counts: &mut [u32]) {
    let mut total = 0;
    for cell in counts {
        total += *cell;
        *cell = total;
    }
}

fn one_level(nodes: usize, edges: &impl Edges) -> Result<(Vec<u32>, Vec<u32>), NoMemory> {
    let mut starts = filled(nodes + 1, 0u32)?;
    edges.each(|row, _| starts[row as usize + 1] += 1);
    add_up(&mut starts);
    let mut next = starts.clone();
    let mut cells = filled(edges.count(), 0u32)?;
    edges.each(|row, cell| {
        let place = &mut next[row as usize];
        cells[*place as usize] = cell;
        *place += 1;
    });
    Ok((starts, cells))
}

fn two_levels(nodes: usize, edges: &impl Edges) -> Result<(Vec<u32>, Vec<u32>), NoMemory> {
    // Stretches of 2^shift rows: about as many stretches as rows in each, and no more than a thousand or two, whose
    // open lines the second cache holds.
    let bits = usize::BITS - nodes.leading_zeros();
    let shift = bits.div_ceil(2).max(bits.saturating_sub(11));
    let stretches = (nodes >> shift) + 1;
    let mut ends = vec![0u32; stretches + 1];
    edges.each(|row, _| ends[(row >> shift) as usize + 1] += 1);
    add_up(&mut ends);

    let mut dealt: Vec<u64> = filled(edges.count(), 0)?;
    let mut next = ends.clone();
    edges.each(|row, cell| {
        let place = &mut next[(row >> shift) as usize];
        dealt[*place as usize] = u64::from(row) << 32 | u64::from(cell);
        *place += 1;
        // The next line of this stretch: eight edges are a line.
        prefetch(&dealt, *place as usize + 8);
    });

    let mut starts = reserve(nodes + 1)?;
    let mut cells = filled(edges.count(), 0u32)?;
    let mut counts = vec![0u32; (1 << shift) + 1];
    for stretch in 0..stretches {
        let (from, to) = (ends[stretch], ends[stretch + 1]);
        let first = stretch << shift;
        let rows = (nodes - first).min(1 << shift);
        let counts = &mut counts[..=rows];
        counts.fill(0);
        counts[0] = from;
        let edges = &dealt[from as usize..to as usize];
        for &edge in edges {
            counts[(edge >> 32) as usize - first + 1] += 1;
        }
        add_up(counts);
        starts.extend_from_slice(&counts[..rows]);
        for &edge in edges {
            let place = &mut counts[(edge >> 32) as usize - first];
            cells[*place as usize] = edge as u32;
            *place += 1;
        }
    }
    starts.push(edges.count() as u32);
    Ok((starts, cells))
}
