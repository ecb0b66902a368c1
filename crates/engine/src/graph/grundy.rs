//! Grundy values of all nodes of a graph, in one pass over its edges.
//!
//! A byte a node: values up to 253, and the few larger ones aside (a node of value g has g edges, so there are at
//! most m/254 of those). In a sweep the rows lie one after another, and the sets of values of a block of nodes are
//! collected without looking where one node ends (`kernels.rs`); a node whose set is not settled by that
//! (an edge inside the block, a value of 15 or more) is looked at by itself.

use super::{Direction, Rows, kernels};
use crate::{Budget, Halt, Mex, Nimber};
use bouton_budget::Meter;
use bouton_graph::memory::filled;
use bouton_graph::order::{ahead, peel, peel_bytes};
use rustc_hash::FxHashMap;

/// The byte of a node whose value is not known.
pub(super) const UNKNOWN: u8 = u8::MAX;
/// The byte of a node whose value is kept aside.
const LARGE: u8 = UNKNOWN - 1;

/// The Grundy value of every node.
#[derive(Clone, Debug)]
pub struct Values {
    /// A byte a node, and [`kernels::PADDING`].
    small: Vec<u8>,
    large: FxHashMap<u32, u32>,
    nodes: usize,
}

impl Values {
    /// The value of a node; `None` if it is no node, or play from it can go round.
    #[inline]
    pub fn get(&self, node: u32) -> Option<u32> {
        match *self.small[..self.nodes].get(node as usize)? {
            UNKNOWN => None,
            LARGE => self.large.get(&node).copied(),
            small => Some(small.into()),
        }
    }

    /// The memory taken.
    pub fn bytes(&self) -> usize {
        self.small.capacity() + self.large.capacity() * 9
    }

    /// Finds the value of a node all of whose options are known.
    fn settle(&mut self, rows: &Rows, node: u32, mex: &mut Mex) {
        let row = rows.of(node);
        let mut set = 0u64;
        let mut outside = false;
        for &head in row {
            let value = self.small[head as usize];
            outside |= value >= 64;
            set |= 1 << (value & 63);
        }
        // A larger value left its mark at the wrong place, so then the set says nothing.
        let value = if outside || set == u64::MAX {
            mex.start(row.len());
            row.iter().for_each(|&head| mex.see(Nimber(self.get(head).unwrap_or(u32::MAX))));
            mex.missing().0
        } else {
            set.trailing_ones()
        };
        self.small[node as usize] = match u8::try_from(value) {
            Ok(small) if small < LARGE => small,
            _ => {
                self.large.insert(node, value);
                LARGE
            }
        };
    }
}

/// Finds the Grundy value of every node from which play must end.
pub fn grundy(rows: &Rows, budget: &Budget) -> Result<Values, Halt> {
    let nodes = rows.nodes();
    let aside = rows.edges() / LARGE as usize * 18;
    let mut needed = nodes.saturating_add(aside);
    let meter = &mut Meter::new(budget);
    meter.room(0, needed)?;
    meter.tick(0)?;
    let small = filled(nodes + kernels::PADDING, UNKNOWN)?;
    let mut values = Values { small, large: FxHashMap::default(), nodes };
    if let Some(direction) = rows.direction() {
        sweep(rows, direction, &mut values, meter)?;
        return Ok(values);
    }
    let peak = Rows::peak(nodes, rows.edges());
    needed = needed.saturating_add(peak).saturating_add(peel_bytes(nodes));
    meter.room(0, needed)?;
    let order = {
        let back = rows.reversed()?;
        peel(rows, &back, |done| meter.tick(done))?
    };
    let mut mex = Mex::new();
    for (i, &node) in order.iter().enumerate() {
        if i % 64 == 0 {
            meter.tick(i)?;
        }
        ahead(rows, &order, i, &values.small);
        values.settle(rows, node, &mut mex);
    }
    Ok(values)
}

/// All nodes in the order of their numbers, or against it.
fn sweep(rows: &Rows, direction: Direction, values: &mut Values, meter: &mut Meter<'_>) -> Result<(), Halt> {
    /// Nodes in a block: their sets lie in the first cache, and few edges stay inside the block.
    const BLOCK: usize = 64;
    let nodes = rows.nodes();
    let mut mex = Mex::new();
    let mut block = kernels::Block::new(nodes);
    let blocks = nodes.div_ceil(BLOCK);
    // While nodes keep being settled one by one, blocks are not worth the attempt.
    let mut rest = 0usize;
    for i in 0..blocks {
        meter.tick(i * BLOCK)?;
        let number = if direction == Direction::Down { i } else { blocks - 1 - i };
        let (first, end) = (number * BLOCK, nodes.min((number + 1) * BLOCK));
        let each = (first..end).map(|v| v as u32);
        rest = rest.saturating_sub(1);
        let tried = rest == 0 && block.collect(rows, first, end, &values.small);
        if tried && let Some(found) = block.values(end - first) {
            values.small[first..end].copy_from_slice(found);
            continue;
        }
        let mut unsettled = 0;
        let mut one = |node: u32| match tried.then(|| block.value(node as usize - first)).flatten() {
            Some(value) => values.small[node as usize] = value,
            None => {
                unsettled += 1;
                values.settle(rows, node, &mut mex);
            }
        };
        match direction {
            Direction::Down => each.for_each(&mut one),
            Direction::Up => each.rev().for_each(&mut one),
        }
        if tried && unsettled > BLOCK / 4 {
            rest = 16;
        }
    }
    Ok(())
}
