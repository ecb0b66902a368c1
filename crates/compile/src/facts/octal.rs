//! Take-and-break codes: the octal notation of Guy and Smith and its continuation to more parts.
//!
//! Digit `d[k]` tells what may remain when k are taken: bit r is set when the rest may be left as any r heaps.
//! Kayles is 0.77; Lasker's game, which may take any amount or split without taking, is 4.333…

use crate::facts::splits::{Sizes, Splits, Takes};
use crate::facts::symbolic::Session;
use std::fmt;

/// A code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// Digit by amount taken, from 0 on, without zeros at the end.
    pub digits: Vec<u32>,
    /// The digit of every further amount ("take any"); 0 if there are none.
    pub tail: u32,
}

/// A game of single numbers that takes and breaks, with splits into two heaps that must differ: Grundy's game has no
/// digits, and may split without taking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breaks {
    /// The moves that leave heaps of any sizes.
    pub code: Code,
    /// What may be taken if the rest is left as two heaps of different sizes.
    pub unequal: Vec<u64>,
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

/// What may be taken and left, where that is proved: a code, and the amounts after which the rest may be left as any two
/// heaps of different sizes, but not as two equal ones.
pub(crate) fn find(session: &mut Session<'_>, splits: &Splits) -> Option<Breaks> {
    // A heap of 0 is no heap: codes need it to be allowed, or heaps of 1 to be the smallest.
    if splits.low > 1 || splits.low < 0 || splits.drawn.is_some() {
        return None;
    }
    let (last, tail_from) = splits.amounts(MOST)?;
    let parts = splits.most_parts();
    let mut digit = |takes: &Takes| -> Option<(u32, bool)> {
        let (mut d, mut unequal) = (0, false);
        for r in 0..=parts {
            match splits.leaves(session, takes, r, 1) {
                Some(true) => d |= 1 << r,
                Some(false) => {}
                None if r == 2 => {
                    let mut such = |such| splits.leaves_such(session, takes, 2, 1, such);
                    unequal = such(Sizes::Rising)? && !such(Sizes::Equal)?;
                    if !unequal {
                        return None;
                    }
                }
                None => return None,
            }
        }
        Some((d, unequal))
    };
    let mut digits = Vec::new();
    let mut unequal = Vec::new();
    for k in 0..=last {
        let (d, apart) = digit(&Takes::Just(k))?;
        digits.push(d);
        unequal.extend(u64::try_from(k).ok().filter(|_| apart));
    }
    let tail = match tail_from {
        Some(from) => match digit(&Takes::Any(from, None))? {
            (d, false) => d,
            (_, true) => return None,
        },
        None => 0,
    };
    // Taking nothing and leaving at most one heap would be no move at all.
    if digits.first().copied().unwrap_or(tail) & 3 != 0 {
        return None;
    }
    while tail == 0 && digits.last() == Some(&0) {
        digits.pop();
    }
    let some = !digits.is_empty() || tail != 0 || !unequal.is_empty();
    some.then_some(Breaks { code: Code { digits, tail }, unequal })
}
