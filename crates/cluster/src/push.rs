//! Filled cells on their way to the other processes: the distance to the cell before, and the code, seven bits a byte.

use crate::copy::{Copy, Width};

/// Cells that were filled and not sent yet.
#[derive(Default)]
pub(crate) struct Push {
    bytes: Vec<u8>,
    next: u64,
}

impl Push {
    pub(crate) fn add(&mut self, width: Width, cell: usize, code: u32) {
        let step = zigzag((cell as u64).wrapping_sub(self.next) as i64);
        self.next = cell as u64 + 1;
        if width == Width::Half {
            // Four codes are values or a hole; none of them is zero.
            number(&mut self.bytes, step << 2 | u64::from(code - 1));
        } else {
            number(&mut self.bytes, step);
            number(&mut self.bytes, u64::from(code));
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// What is to be sent; nothing is left.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        self.next = 0;
        std::mem::take(&mut self.bytes)
    }
}

/// Puts what another process filled into the copy; false if it is no such message.
pub(crate) fn read(mut bytes: &[u8], copy: &Copy, cells: usize) -> bool {
    let mut next = 0_u64;
    while !bytes.is_empty() {
        let Some(first) = take(&mut bytes) else { return false };
        let (step, code) = if copy.width() == Width::Half {
            (first >> 2, Some((first & 3) + 1))
        } else {
            (first, take(&mut bytes))
        };
        let Some(code) = code.and_then(|c| u32::try_from(c).ok()) else { return false };
        let cell = next.wrapping_add(unzigzag(step) as u64);
        next = cell.wrapping_add(1);
        if cell >= cells as u64 || !copy.put(cell as usize, code) {
            return false;
        }
    }
    true
}

fn zigzag(step: i64) -> u64 {
    (step << 1 ^ step >> 63) as u64
}

fn unzigzag(step: u64) -> i64 {
    (step >> 1) as i64 ^ -((step & 1) as i64)
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::Rooms;

    #[test]
    fn what_is_pushed_arrives() {
        let rooms = Rooms::new(std::path::Path::new("."), 1 << 20);
        for (width, codes) in
            [(Width::Half, [1, 2, 4, 3]), (Width::Byte, [1, 255, 2, 9]), (Width::Word, [1, u32::MAX, 2, 300])]
        {
            let (from, to) =
                (Copy::new(&rooms, 1000, width).unwrap(), Copy::new(&rooms, 1000, width).unwrap());
            let mut push = Push::default();
            for (cell, code) in [5, 6, 999, 0].into_iter().zip(codes) {
                assert!(from.put(cell, code));
                push.add(width, cell, code);
            }
            let bytes = push.take();
            assert!(read(&bytes, &to, 1000));
            assert!((0..1000).all(|cell| from.get(cell) == to.get(cell)));
            // Cut off, or beyond the table: refused.
            assert!(!read(&bytes, &to, 999));
            assert!(width == Width::Half || !read(&bytes[..bytes.len() - 1], &to, 1000));
        }
    }
}
