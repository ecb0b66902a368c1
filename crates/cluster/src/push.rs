//! Filled cells on their way to the other processes: runs of cells of a block, each with its place in the block and its
//! code, and when they are sent.

use crate::copy::{Copy, Width};
use crate::cut::Cut;
use std::time::{Duration, Instant};

/// Bytes that are sent at once, if not earlier.
const MOST: usize = 1 << 16;

/// How long what is filled may wait before it is sent. A message costs some ten microseconds on both sides, whatever is in
/// it; whoever needs a cell must not wait long for it.
const SEND: Duration = Duration::from_micros(1000);

/// Time between looks at what others say.
const LOOK: Duration = Duration::from_micros(100);

/// Cells between looks, at most.
const MOST_LOOK: u64 = 1 << 12;

/// Cells that were filled and not sent yet.
#[derive(Default)]
pub(crate) struct Push {
    bytes: Vec<u8>,
}

impl Push {
    /// Adds cells of a block, which are filled in the copy, by their places in the block.
    pub(crate) fn run(
        &mut self,
        copy: &Copy,
        first: usize,
        block: usize,
        places: impl ExactSizeIterator<Item = u16> + Clone,
    ) {
        if places.len() == 0 {
            return;
        }
        number(&mut self.bytes, (first / block) as u64);
        number(&mut self.bytes, places.len() as u64);
        self.bytes.extend(places.clone().flat_map(u16::to_le_bytes));
        let codes = places.map(|place| copy.get(first + usize::from(place)));
        match copy.width() {
            Width::Half => {
                // Four codes are values or a hole; none of them is zero.
                let start = self.bytes.len();
                for (at, code) in codes.enumerate() {
                    if at % 4 == 0 {
                        self.bytes.push(0);
                    }
                    self.bytes[start + at / 4] |= (code.wrapping_sub(1) as u8 & 3) << (at % 4 * 2);
                }
            }
            Width::Byte => self.bytes.extend(codes.map(|code| code as u8)),
            Width::Word => codes.for_each(|code| number(&mut self.bytes, u64::from(code))),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.bytes.len() >= MOST
    }

    /// What is to be sent; nothing is left.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }
}

/// Puts what another process filled into the copy; false if it is no such message.
pub(crate) fn read(mut bytes: &[u8], copy: &Copy, cut: &Cut) -> bool {
    while !bytes.is_empty() {
        if read_run(&mut bytes, copy, cut).is_none() {
            return false;
        }
    }
    true
}

fn read_run(bytes: &mut &[u8], copy: &Copy, cut: &Cut) -> Option<()> {
    let block = usize::try_from(take(bytes)?).ok().filter(|block| *block < cut.blocks())?;
    let cells = cut.cells_of(block);
    let count = usize::try_from(take(bytes)?).ok().filter(|count| *count <= cells.len())?;
    let (places, rest) = bytes.split_at_checked(2 * count)?;
    *bytes = rest;
    let put = |place: &[u8; 2], code: u32| {
        let place = usize::from(u16::from_le_bytes(*place));
        (place < cells.len() && copy.put(cells.start + place, code)).then_some(())
    };
    let places = places.as_chunks().0;
    match copy.width() {
        Width::Half => {
            let codes = split(bytes, count.div_ceil(4))?;
            for (four, codes) in places.chunks(4).zip(codes) {
                for (at, place) in four.iter().enumerate() {
                    put(place, u32::from(codes >> (2 * at) & 3) + 1)?;
                }
            }
        }
        Width::Byte => {
            let codes = split(bytes, count)?;
            places.iter().zip(codes).try_for_each(|(place, code)| put(place, u32::from(*code)))?;
        }
        Width::Word => {
            for place in places {
                put(place, u32::try_from(take(bytes)?).ok()?)?;
            }
        }
    }
    Some(())
}

fn split<'b>(bytes: &mut &'b [u8], count: usize) -> Option<&'b [u8]> {
    let (some, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(some)
}

/// A number, seven bits a byte.
fn number(out: &mut Vec<u8>, mut value: u64) {
    while value >= 128 {
        out.push(value as u8 | 128);
        value >>= 7;
    }
    out.push(value as u8);
}

fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..63).step_by(7) {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(first & 127) << shift;
        if *first < 128 {
            return Some(value);
        }
    }
    None
}

/// When a worker looks at what others say, and sends: by the clock, because a cell may take a tenth of a microsecond or
/// many. What is filled does not depend on it.
pub(crate) struct Pace {
    looked: Instant,
    sent: Instant,
    /// Cells that take about as long as there is between looks, and those since the last one.
    cells: u64,
    since: u64,
}

impl Pace {
    pub(crate) fn new() -> Pace {
        let now = Instant::now();
        Pace { looked: now, sent: now, cells: 64, since: 0 }
    }

    /// One more cell; is a look due?
    #[inline]
    pub(crate) fn cell(&mut self) -> bool {
        self.since += 1;
        self.since >= self.cells
    }

    /// A look; is it time to send?
    pub(crate) fn look(&mut self) -> bool {
        self.since = 0;
        let now = Instant::now();
        let passed = now.duration_since(self.looked);
        if passed < LOOK / 2 {
            self.cells = (2 * self.cells).min(MOST_LOOK);
        } else if passed > 2 * LOOK {
            self.cells = (self.cells / 2).max(1);
        }
        self.looked = now;
        now.duration_since(self.sent) >= SEND
    }

    pub(crate) fn sent(&mut self) {
        self.sent = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::Rooms;

    #[test]
    fn what_is_pushed_arrives() {
        let rooms = Rooms::new(std::path::Path::new("."), 1 << 20);
        let cut = Cut::new(1000, 2).unwrap();
        for (width, codes) in [
            (Width::Half, [1, 2, 4, 3, 2]),
            (Width::Byte, [1, 255, 2, 9, 7]),
            (Width::Word, [1, u32::MAX, 2, 300, 5]),
        ] {
            let (from, to) =
                (Copy::new(&rooms, 1000, width).unwrap(), Copy::new(&rooms, 1000, width).unwrap());
            let mut push = Push::default();
            // The last block is not a whole one.
            for (block, places) in [(3, [5, 6, 63, 0, 17]), (cut.blocks() - 1, [0, 1, 2, 3, 39])] {
                let first = cut.cells_of(block).start;
                for (place, code) in places.iter().zip(codes) {
                    assert!(from.put(first + usize::from(*place), code));
                }
                push.run(&from, first, cut.block(), places.into_iter());
            }
            push.run(&from, 0, cut.block(), [].into_iter());
            let bytes = push.take();
            assert!(read(&bytes, &to, &cut) && push.is_empty());
            assert!((0..1000).all(|cell| from.get(cell) == to.get(cell)));
            assert_eq!((0..1000).filter(|cell| to.is_filled(*cell)).count(), 10);
            // Cut off, or beyond the table: refused.
            assert!(!read(&bytes, &to, &Cut::new(990, 2).unwrap()));
            assert!(!read(&bytes[..bytes.len() - 1], &to, &cut));
        }
    }
}
