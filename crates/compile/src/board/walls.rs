//! Walls: a value that stops every move that looks at its cell, so that boards fall apart along it.
//!
//! A value is a wall if each move that touches a cell either cannot be made where the cell has it, or only writes the wall onto it.
//! Then a cell that is a wall stays one, a move that reads it is dead for ever, and cells that no move can still change
//! may be walls as well. Moves that can still be made some day and share no cell that can change belong to independent parts. Where
//! moves are the same wherever they fit on a grid, and when it is turned, a part is the same in every place and turn.

use super::{Board, Ground, Turn, Way};

/// What walls tell of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walls {
    /// The number of the value, the same on all cells.
    pub value: u32,
    /// The turns of the grid under which a part stays the same, moved to any place where it fits; none where parts cannot
    /// be moved.
    pub turns: Vec<Turn>,
}

impl Ground {
    /// The cells that it reads or writes, rising.
    pub fn touched(&self) -> Vec<u32> {
        let mut cells: Vec<u32> = self.reads.iter().chain(&self.writes).map(|(cell, _)| *cell).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The same move with its cells elsewhere.
    pub(super) fn moved(&self, to: impl Fn(u32) -> u32) -> Ground {
        let place = |list: &[(u32, u32)]| {
            let mut list: Vec<(u32, u32)> = list.iter().map(|(cell, v)| (to(*cell), *v)).collect();
            list.sort_unstable();
            list
        };
        Ground { reads: place(&self.reads), writes: place(&self.writes), ..*self }
    }
}

impl Board {
    /// The walls of the board, if a value is one on all cells and nothing but the moves decides.
    pub fn walls(&self) -> Option<Walls> {
        let same = self.cells.iter().all(|cell| cell.values == self.cells[0].values);
        if !same || self.endings.iter().any(|ends| !ends.is_empty()) {
            return None;
        }
        let mut values = 0..self.cells[0].values.len() as u32;
        let value = values.find(|v| self.areas.is_none_or(|areas| areas.fill == *v) && self.is_wall(*v))?;
        // A part is where it is where a move writes onto walls: beside a part that was moved there may be squares where there were none.
        let ways = if self.reads_what_it_writes() { self.ways(Some(value)) } else { Vec::new() };
        let plain = |way: &Way| !way.swaps && way.values.iter().enumerate().all(|(i, v)| i as u32 == *v);
        let turns = ways.into_iter().filter(plain).map(|way| way.turn).collect();
        Some(Walls { value, turns })
    }

    /// Does every move read all cells that it writes?
    pub fn reads_what_it_writes(&self) -> bool {
        let read = |m: &Ground, cell: u32| m.reads.iter().any(|(c, _)| *c == cell);
        self.moves.iter().flatten().all(|m| m.writes.iter().all(|(cell, _)| read(m, *cell)))
    }

    fn is_wall(&self, value: u32) -> bool {
        self.moves.iter().flatten().all(|m| {
            let stopped = |cell: u32| match m.reads.iter().find(|(c, _)| *c == cell) {
                Some((_, set)) => set & 1 << value == 0,
                None => m.writes.iter().any(|(c, v)| *c == cell && *v == value),
            };
            !m.reads.is_empty() && m.touched().into_iter().all(stopped)
        })
    }

    /// Are the moves of a smaller board those of this one that fit into a corner of its size? Then its positions are parts of
    /// this board's. Asked where rules cut parts out of the board.
    pub fn contains(&self, smaller: &Board) -> bool {
        let (Some((_, columns)), Some((rows, width))) = (self.sides(), smaller.sides()) else { return false };
        let within = |cell: u32| (cell as usize / columns) < rows && (cell as usize % columns) < width;
        let to = |cell: u32| (cell as usize / columns * width + cell as usize % columns) as u32;
        let pairs = || self.moves.iter().zip(&smaller.moves);
        self.moves.len() == smaller.moves.len()
            && self.areas == smaller.areas
            && pairs().all(|(large, small)| {
                let fitting = large.iter().filter(|m| m.touched().into_iter().all(within));
                let mut moved: Vec<Ground> = fitting.map(|m| m.moved(to)).collect();
                moved.sort();
                moved == *small
            })
    }

    /// Does every move stay within one area, so that parts that are cut out never mattered to each other? Each cell that it
    /// touches must be of the area's value, and they hang together by their sides.
    pub fn keeps_to_areas(&self) -> bool {
        let (Some(areas), Some((_, columns))) = (self.areas, self.sides()) else { return false };
        self.moves.iter().flatten().all(|m| {
            let cells = m.touched();
            let read = |cell: &u32| m.reads.iter().any(|(c, set)| c == cell && *set == 1 << areas.of);
            let near = |a: u32, b: u32| {
                let (a, b) = (
                    (a as usize / columns, a as usize % columns),
                    (b as usize / columns, b as usize % columns),
                );
                a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1
            };
            let mut reached: Vec<u32> = cells.first().copied().into_iter().collect();
            let mut from = 0;
            while from < reached.len() {
                let here = reached[from];
                let next: Vec<u32> =
                    cells.iter().copied().filter(|c| near(here, *c) && !reached.contains(c)).collect();
                reached.extend(next);
                from += 1;
            }
            cells.iter().all(read) && reached.len() == cells.len()
        })
    }
}
