//! Grundy values of a row of moderate length, cell after cell, where all moves are rays.
//!
//! Each line keeps the set of its values; the value of a cell is the first in none of its sets. That takes time with
//! the size of the values, but so little for each word of them that up to a few thousand columns nothing is
//! faster; beyond, see [`sweep`](super::sweep).

use super::Room;
use super::layout::Layout;
use super::moves::Moves;
use super::sweep::{Plane, mirror, planes};
use crate::Halt;
use crate::tuning::SCANNED;

/// Words that are looked at together.
const CHUNK: usize = 4;

/// The most directions across rows.
const MOST: usize = 3;

/// The sets of values of all lines.
pub(super) struct Scan {
    width: usize,
    planes: Vec<Plane>,
    /// Words of a set, a multiple of [`CHUNK`].
    stride: usize,
    /// For each direction, the sets of its lines.
    sets: Vec<Vec<u64>>,
    /// The values of the row at hand.
    along: Vec<u64>,
    /// Where only the half on and above the diagonal is filled: the place of the columns among the directions.
    mirror: Option<usize>,
}

impl Scan {
    /// A scan for moves and rows that suit it.
    pub(super) fn new(layout: &Layout, moves: &Moves, room: &mut Room) -> Result<Option<Self>, Halt> {
        let Some(planes) = planes(layout, moves) else { return Ok(None) };
        if layout.width > SCANNED || planes.len() > MOST {
            return Ok(None);
        }
        let sets = planes
            .iter()
            .map(|plane| room.filled(0, plane.lines().saturating_mul(CHUNK), 0))
            .collect::<Result<_, _>>()?;
        let (mirror, along) = (mirror(layout, &planes), room.filled(0, CHUNK, 0)?);
        Ok(Some(Self { width: layout.width, planes, stride: CHUNK, sets, along, mirror }))
    }

    /// Are the cells below the diagonal left at 0, to be copied from those above?
    pub(super) fn is_half(&self) -> bool {
        self.mirror.is_some()
    }

    /// The values of a row, which must be the next.
    pub(super) fn row(&mut self, row: usize, out: &mut [u32], room: &mut Room) -> Result<(), Halt> {
        match self.planes.len() {
            1 => self.fill::<1>(row, out, room),
            2 => self.fill::<2>(row, out, room),
            3 => self.fill::<3>(row, out, room),
            _ => self.fill::<0>(row, out, room),
        }
    }

    fn fill<const N: usize>(&mut self, row: usize, out: &mut [u32], room: &mut Room) -> Result<(), Halt> {
        let first: [usize; N] = std::array::from_fn(|plane| self.planes[plane].first_line(row));
        let from = match self.mirror {
            None => {
                self.along.fill(0);
                0
            }
            // What stands in the column above the diagonal stands in the row before it.
            Some(columns) => {
                out[..row].fill(0);
                let line = first[columns] + row;
                self.along.copy_from_slice(&self.sets[columns][line * self.stride..][..self.stride]);
                row
            }
        };
        // The words of the row's own set before this one are full.
        let mut full = self.along.iter().take_while(|word| **word == u64::MAX).count();
        for (column, out) in out.iter_mut().enumerate().skip(from) {
            let stride = self.stride;
            let (along, _) = self.along[..stride].as_chunks::<CHUNK>();
            let sets: [&[[u64; CHUNK]]; N] = std::array::from_fn(|plane| {
                self.sets[plane][(first[plane] + column) * stride..][..stride].as_chunks().0
            });
            let (mut word, mut seen) = (stride, 0);
            for index in full / CHUNK..along.len() {
                let mut met = along[index];
                for set in sets {
                    met.iter_mut().zip(&set[index]).for_each(|(met, other)| *met |= other);
                }
                if met.iter().fold(u64::MAX, |all, met| all & met) != u64::MAX {
                    let open = met.iter().position(|&met| met != u64::MAX).unwrap_or(0);
                    (word, seen) = (index * CHUNK + open, met[open]);
                    break;
                }
            }
            if word == stride {
                self.grow(row * self.width + column, room)?;
            }
            let bit = seen.trailing_ones();
            for (sets, first) in self.sets.iter_mut().zip(first) {
                sets[(first + column) * self.stride + word] |= 1 << bit;
            }
            self.along[word] |= 1 << bit;
            while self.along.get(full) == Some(&u64::MAX) {
                full += 1;
            }
            // There are fewer values than options of a cell, which a `u32` can count.
            *out = (word * 64) as u32 + bit;
        }
        Ok(())
    }

    /// Doubles every set.
    fn grow(&mut self, cells: usize, room: &mut Room) -> Result<(), Halt> {
        let (old, new) = (self.stride, self.stride * 2);
        for sets in &mut self.sets {
            let mut longer = room.filled(cells, sets.len().saturating_mul(2), 0)?;
            for (to, from) in longer.chunks_exact_mut(new).zip(sets.chunks_exact(old)) {
                to[..old].copy_from_slice(from);
            }
            room.give(size_of_val(sets.as_slice()));
            *sets = longer;
        }
        room.take(cells, old, size_of::<u64>())?;
        self.along.resize(new, 0);
        self.stride = new;
        Ok(())
    }
}
