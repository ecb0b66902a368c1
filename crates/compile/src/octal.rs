//! Take-and-break codes: the octal notation of Guy and Smith and its continuation to more parts.
//!
//! Digit `d[k]` tells what may remain when k are taken: bit r is set when the rest may be left as any r heaps.
//! Kayles is 0.77; Lasker's game, which may take any amount or split without taking, is 4.333…

use crate::splits::{Splits, Takes};
use crate::symbolic::Session;
use std::fmt;

/// A code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// Digit by amount taken, from 0 on, without zeros at the end.
    pub digits: Vec<u32>,
    /// The digit of every further amount ("take any"); 0 if there are none.
    pub tail: u32,
}

impl Code {
    /// Is the amount that a move takes bounded?
    pub fn is_finite(&self) -> bool {
        self.tail == 0
    }

    /// The most parts that a move leaves.
    pub fn most_parts(&self) -> u32 {
        self.digits.iter().chain([&self.tail]).map(|d| d.checked_ilog2().unwrap_or(0)).max().unwrap_or(0)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |f: &mut fmt::Formatter<'_>, d: u32| match char::from_digit(d, 36) {
            Some(c) => write!(f, "{c}"),
            None => write!(f, "({d})"),
        };
        digit(f, self.digits.first().copied().unwrap_or(0))?;
        f.write_str(".")?;
        for &d in self.digits.iter().skip(1) {
            digit(f, d)?;
        }
        if self.tail != 0 {
            for _ in 0..3 {
                digit(f, self.tail)?;
            }
            f.write_str("…")?;
        } else if self.digits.len() < 2 {
            f.write_str("0")?;
        }
        Ok(())
    }
}

/// Codes with more digits than this are not looked for.
const MOST: i128 = 128;

/// The code of the game, where it is proved to have one.
pub(crate) fn find(session: &mut Session<'_>, splits: &Splits) -> Option<Code> {
    // A heap of 0 is no heap: codes need it to be allowed, or heaps of 1 to be the smallest.
    if splits.low > 1 || splits.low < 0 || splits.drawn.is_some() {
        return None;
    }
    let (_, most) = splits.range()?;
    let (last, tail_from) = match most {
        Some(most) => (most, None),
        None => {
            let from = splits.settled()?;
            (from - 1, Some(from))
        }
    };
    if last > MOST {
        return None;
    }
    let parts = splits.most_parts();
    let mut digit = |takes: &Takes| -> Option<u32> {
        let mut d = 0;
        for r in 0..=parts {
            if splits.leaves(session, takes, r, 1)? {
                d |= 1 << r;
            }
        }
        Some(d)
    };
    let mut digits = Vec::new();
    for k in 0..=last {
        digits.push(digit(&Takes::Just(k))?);
    }
    let tail = match tail_from {
        Some(from) => digit(&Takes::Any(from, None))?,
        None => 0,
    };
    // Taking nothing and leaving at most one heap would be no move at all.
    if digits.first().copied().unwrap_or(tail) & 3 != 0 {
        return None;
    }
    while tail == 0 && digits.last() == Some(&0) {
        digits.pop();
    }
    (!digits.is_empty() || tail != 0).then_some(Code { digits, tail })
}
