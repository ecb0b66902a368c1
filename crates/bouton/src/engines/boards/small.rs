//! Parts in small boxes, where a cell is free or a wall: each is worth a number that is found once, by all its moves, and looked up by its cells.
//!
//! They come again and again, and what is said of options is shorter without them: options that differ in their small parts alone become
//! one, and the table has room for what is hard to find.

use super::bits::Word;
use std::sync::atomic::{AtomicU8, Ordering};

/// The cells of a small box.
const CELLS: usize = 15;

/// The values of small parts.
pub(super) struct Small {
    columns: u32,
    /// By height and width of a box, where its parts begin.
    from: Vec<Option<u32>>,
    /// By the cells of a part in its box, row after row, one more than its value; 0 where nobody has asked.
    values: Vec<AtomicU8>,
}

/// Where the value of a small part stands.
#[derive(Clone, Copy)]
pub(super) struct Seat(usize);

impl Small {
    /// For the boxes of a grid with so many rows and columns.
    pub(super) fn new(rows: usize, columns: usize) -> Small {
        let mut count = 0_u32;
        let boxes = (0..=rows).flat_map(|height| (0..=columns).map(move |width| height * width));
        let from = boxes.map(|cells| {
            (1..=CELLS).contains(&cells).then(|| {
                count += 1 << cells;
                count - (1 << cells)
            })
        });
        let from = from.collect();
        Small { columns: columns as u32, from, values: (0..count).map(|_| AtomicU8::new(0)).collect() }
    }

    /// The seat of a part in the corner with these sides.
    #[inline]
    pub(super) fn seat<W: Word>(&self, corner: W, (height, width): (u32, u32)) -> Option<Seat> {
        let from = self.from[(height * (self.columns + 1) + width) as usize]?;
        let row = |r: u32| (corner >> (r * self.columns)).word(0) & ((1 << width) - 1);
        Some(Seat((0..height).fold(from as usize, |at, r| at + (row(r) << (r * width)) as usize)))
    }

    /// The value, if it was found.
    #[inline]
    pub(super) fn value(&self, seat: Seat) -> Option<u32> {
        u32::from(self.values[seat.0].load(Ordering::Relaxed)).checked_sub(1)
    }

    /// A part has no more moves in a row than cells, so its value is no larger.
    pub(super) fn keep(&self, seat: Seat, value: u32) {
        self.values[seat.0].store(value as u8 + 1, Ordering::Relaxed);
    }
}
