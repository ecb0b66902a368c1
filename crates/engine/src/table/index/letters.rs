//! What a word can hold: all numbers between bounds, or some numbers that are listed.

use crate::tuning::WIDEST_LETTERS;

/// The values of a number or of the elements of a row, from the first in order to the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Letters {
    /// The `count` numbers from `low` on.
    From {
        /// The first.
        low: i64,
        /// How many.
        count: u64,
    },
    /// These numbers, in rising order, each once.
    Listed(Vec<i64>),
}

impl Letters {
    /// The numbers from `low` to `high`.
    pub fn between(low: i64, high: i64) -> Letters {
        let count = u64::try_from(i128::from(high) - i128::from(low) + 1).unwrap_or(if high < low {
            0
        } else {
            u64::MAX
        });
        Letters::From { low, count }
    }

    /// How many values there are.
    pub fn count(&self) -> u64 {
        match self {
            Letters::From { count, .. } => *count,
            Letters::Listed(values) => values.len() as u64,
        }
    }

    /// Are they in order, and can they be numbered?
    pub(super) fn are_fine(&self) -> bool {
        match self {
            Letters::From { low, count } => {
                i64::try_from(*count).is_ok_and(|count| count > 0 && low.checked_add(count - 1).is_some())
            }
            Letters::Listed(values) => {
                !values.is_empty()
                    && values.is_sorted_by(|a, b| a < b)
                    && values.len() < usize::from(u16::MAX)
            }
        }
    }
}

/// Letters in the form in which they are used: a value becomes a digit and back.
#[derive(Clone, Debug)]
pub(super) struct Digits {
    low: i64,
    count: u64,
    /// How far the values reach from `low`; as many as there are unless they are listed.
    span: u64,
    /// The values, if they are listed.
    values: Vec<i64>,
    /// For every number from `low` on its digit, if they are listed and lie close together.
    table: Vec<u16>,
}

/// Not a value.
const NONE: u16 = u16::MAX;

impl Digits {
    pub(super) fn new(letters: &Letters) -> Digits {
        match letters {
            Letters::From { low, count } => {
                Digits { low: *low, count: *count, span: *count, values: vec![], table: vec![] }
            }
            Letters::Listed(values) => {
                let (low, high) = (values.first().copied().unwrap_or(0), values.last().copied().unwrap_or(0));
                let span = (high.wrapping_sub(low) as u64).saturating_add(1);
                let mut table = vec![];
                if span <= WIDEST_LETTERS {
                    table = vec![NONE; span as usize];
                    for (digit, value) in values.iter().enumerate() {
                        table[value.wrapping_sub(low) as usize] = digit as u16;
                    }
                }
                Digits { low, count: values.len() as u64, span, values: values.clone(), table }
            }
        }
    }

    #[inline]
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The digit of a value; `count` or more if it is none of the letters.
    #[inline]
    pub(super) fn digit(&self, value: i64) -> u64 {
        let by = value.wrapping_sub(self.low) as u64;
        if self.values.is_empty() { by } else { self.listed(by, value) }
    }

    fn listed(&self, by: u64, value: i64) -> u64 {
        if by >= self.span {
            return u64::MAX;
        }
        match self.table.get(by as usize) {
            Some(&NONE) => u64::MAX,
            Some(&digit) => u64::from(digit),
            None => self.values.binary_search(&value).map_or(u64::MAX, |digit| digit as u64),
        }
    }

    /// The value of a digit below `count`.
    #[inline]
    pub(super) fn value(&self, digit: u64) -> i64 {
        if self.values.is_empty() { self.low.wrapping_add(digit as i64) } else { self.values[digit as usize] }
    }
}
