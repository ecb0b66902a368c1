//! A number for every position of a bounded space, without gaps: the perfect index of a table.
//!
//! A position is a run of words, and an [`Axis`] says what some of the words can hold: a number between bounds, a
//! row over a small alphabet, a bag, numbers whose order does not matter. The axes are combined like the digits of a
//! number, the first counting most. Numbering is a sum of products ([`Index::encode`]); walking through all positions
//! in order changes as few words as counting does ([`Index::advance`]). Neither allocates.
//!
//! | axis | numbered by |
//! |---|---|
//! | [`Axis::Number`] (boxes; the cells of a board, one axis each) | the distance from the lower bound |
//! | [`Axis::Row`] (rows, words) | shorter rows first, rows of one length like numbers |
//! | [`Axis::Bag`], [`Axis::Unordered`] | the rank among all multisets, [`rank`] |
//! | [`Axis::Set`] | a bit for every element there can be, [`subset`] |

mod letters;
mod rank;
mod row;
mod subset;

use super::orbits::Place;
use letters::Digits;
pub use letters::Letters;
use rank::Ranks;
use row::Rows;
use subset::Subsets;

/// What some words of a position can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Axis {
    /// A number.
    Number {
        /// Its word.
        at: usize,
        /// Its values.
        of: Letters,
    },
    /// A row: its length, then its elements, then zeros up to the longest.
    Row {
        /// The word of the length; the elements follow.
        at: usize,
        /// The least length.
        shortest: usize,
        /// The greatest length.
        longest: usize,
        /// The values of an element.
        of: Letters,
        /// Among rows of one length, does the last element count most (and not the first)?
        backwards: bool,
    },
    /// A bag of positive numbers: how many, then the numbers in rising order, then zeros up to the most.
    Bag {
        /// The word of the size; the numbers follow.
        at: usize,
        /// The greatest size.
        most: usize,
        /// The greatest number.
        high: i64,
    },
    /// Numbers whose order does not matter; positions hold them in rising order.
    Unordered {
        /// Their words.
        places: Vec<usize>,
        /// The least value.
        low: i64,
        /// The greatest value.
        high: i64,
    },
    /// A set: how many elements, then the elements in rising order, then zeros up to all of them.
    Set {
        /// The word of the size; the elements follow.
        at: usize,
        /// What the elements can be.
        of: Letters,
    },
}

/// Why a space has no index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoIndex {
    /// More positions than can be numbered.
    #[error("more positions than can be numbered")]
    TooMany,
    /// An axis without values, with more places than a rank can hold, or with a word outside the position or of another
    /// axis.
    #[error("axis {0} does not fit the position")]
    Axis(usize),
}

/// The most numbers of a bag or an unordered tuple.
pub const MOST_RANKED: usize = 32;

/// A number axis: digit times stride.
#[derive(Clone, Debug)]
struct Linear {
    at: usize,
    digits: Digits,
    stride: usize,
}

/// An axis in the form in which it is used.
#[derive(Clone, Debug)]
enum Wheel {
    Number(usize),
    Row(usize),
    Ranked(usize),
    Set(usize),
}

/// A number axis, or a word of a row.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spot {
    Number(usize),
    Element(usize, usize),
}

/// The perfect index of a space of positions.
#[derive(Clone, Debug)]
pub struct Index {
    width: usize,
    cells: usize,
    numbers: Vec<Linear>,
    rows: Vec<Rows>,
    ranked: Vec<Ranks>,
    sets: Vec<Subsets>,
    /// The axes, the one that counts least first.
    wheels: Vec<Wheel>,
}

impl Axis {
    /// How many values the axis has; `None` beyond 128 bits.
    pub fn size(&self) -> Option<u128> {
        let between = |low: i64, high: i64| u128::try_from(i128::from(high) - i128::from(low) + 1).ok();
        match self {
            Axis::Number { of, .. } => Some(u128::from(of.count())),
            Axis::Set { of, .. } => 1_u128.checked_shl(u32::try_from(of.count()).ok()?),
            Axis::Row { shortest, longest, of, .. } => {
                (*shortest..=*longest).try_fold(0_u128, |sum, length| {
                    let power = u128::from(of.count()).checked_pow(u32::try_from(length).ok()?)?;
                    sum.checked_add(power)
                })
            }
            Axis::Bag { most, high, .. } => rank::multisets(between(0, *high)?, *most),
            Axis::Unordered { places, low, high } => rank::multisets(between(*low, *high)?, places.len()),
        }
    }

    /// The words that the axis speaks of.
    fn words(&self) -> Vec<usize> {
        match self {
            Axis::Number { at, .. } => vec![*at],
            Axis::Row { at, longest: count, .. } | Axis::Bag { at, most: count, .. } => {
                (*at..=at.saturating_add(*count)).collect()
            }
            Axis::Set { at, of } => {
                (*at..=at.saturating_add(usize::try_from(of.count()).unwrap_or(usize::MAX))).collect()
            }
            Axis::Unordered { places, .. } => places.clone(),
        }
    }
}

impl Index {
    /// The index of positions of `width` words, the first axis counting most. Words of no axis are zero.
    pub fn new(width: usize, axes: &[Axis]) -> Result<Index, NoIndex> {
        let mut free = vec![true; width];
        let mut index = Index {
            width,
            cells: 1,
            numbers: vec![],
            rows: vec![],
            ranked: vec![],
            sets: vec![],
            wheels: vec![],
        };
        for (i, axis) in axes.iter().enumerate().rev() {
            let size = axis.size().ok_or(NoIndex::TooMany)?;
            let fine = match axis {
                Axis::Bag { most, .. } => *most <= MOST_RANKED,
                Axis::Unordered { places, .. } => places.len() <= MOST_RANKED,
                Axis::Number { of, .. } | Axis::Row { of, .. } | Axis::Set { of, .. } => of.are_fine(),
            };
            if size == 0 || !fine {
                return Err(NoIndex::Axis(i));
            }
            for at in axis.words() {
                if !free.get(at).copied().unwrap_or(false) {
                    return Err(NoIndex::Axis(i));
                }
                free[at] = false;
            }
            let size = usize::try_from(size).map_err(|_| NoIndex::TooMany)?;
            let stride = index.cells;
            // Half of what a word can count: twice the cells, for two players, can be counted too.
            index.cells =
                stride.checked_mul(size).filter(|&n| n <= usize::MAX / 4).ok_or(NoIndex::TooMany)?;
            index.wheels.push(match axis {
                Axis::Number { at, of } => {
                    index.numbers.push(Linear { at: *at, digits: Digits::new(of), stride });
                    Wheel::Number(index.numbers.len() - 1)
                }
                Axis::Row { at, shortest, longest, of, backwards } => {
                    index.rows.push(Rows::new(*at, *shortest..=*longest, of, *backwards, stride));
                    Wheel::Row(index.rows.len() - 1)
                }
                Axis::Set { at, of } => {
                    index.sets.push(Subsets::new(*at, of, stride));
                    Wheel::Set(index.sets.len() - 1)
                }
                Axis::Bag { at, most, high } => {
                    index.ranked.push(Ranks::bag(*at, *most, *high, stride));
                    Wheel::Ranked(index.ranked.len() - 1)
                }
                Axis::Unordered { places, low, high } => {
                    index.ranked.push(Ranks::tuple(places, *low, *high, stride));
                    Wheel::Ranked(index.ranked.len() - 1)
                }
            });
        }
        Ok(index)
    }

    /// How many positions there are.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// How many words a position has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of a position; `None` outside the space.
    #[inline]
    pub fn encode(&self, words: &[i64]) -> Option<usize> {
        let words = words.get(..self.width)?;
        let mut sum = 0;
        for number in &self.numbers {
            let digit = number.digits.digit(words[number.at]);
            if digit >= number.digits.count() {
                return None;
            }
            sum += digit as usize * number.stride;
        }
        for row in &self.rows {
            sum += row.encode(words)?;
        }
        for ranks in &self.ranked {
            sum += ranks.encode(words)?;
        }
        for set in &self.sets {
            sum += set.encode(words)?;
        }
        Some(sum)
    }

    /// The position with a number below [`cells`](Self::cells).
    pub fn decode(&self, cell: usize, words: &mut [i64]) {
        words.fill(0);
        let mut rest = cell;
        for wheel in self.wheels.iter().rev() {
            match *wheel {
                Wheel::Number(i) => {
                    let number = &self.numbers[i];
                    words[number.at] = number.digits.value((rest / number.stride) as u64);
                    rest %= number.stride;
                }
                Wheel::Row(i) => rest = self.rows[i].decode(rest, words),
                Wheel::Ranked(i) => rest = self.ranked[i].decode(rest, words),
                Wheel::Set(i) => rest = self.sets[i].decode(rest, words),
            }
        }
    }

    /// Turns a position into the next one. False after the last, which is followed by the first.
    #[inline]
    pub fn advance(&self, words: &mut [i64]) -> bool {
        self.wheels.iter().any(|wheel| match *wheel {
            Wheel::Number(i) => {
                let number = &self.numbers[i];
                let next = number.digits.digit(words[number.at]).wrapping_add(1);
                let more = next < number.digits.count();
                words[number.at] = number.digits.value(if more { next } else { 0 });
                more
            }
            Wheel::Row(i) => self.rows[i].advance(words),
            Wheel::Ranked(i) => self.ranked[i].advance(words),
            Wheel::Set(i) => self.sets[i].advance(words),
        })
    }

    /// Turns the position with the number `from` into the one with the number `to`, at little cost if it is not far
    /// ahead.
    #[inline]
    pub(super) fn seek(&self, from: usize, to: usize, words: &mut [i64]) {
        let mut by = to.wrapping_sub(from);
        if to >= from {
            for wheel in &self.wheels {
                let left = match *wheel {
                    Wheel::Number(i) => {
                        let number = &self.numbers[i];
                        let sum = number.digits.digit(words[number.at]) as usize + by;
                        let size = number.digits.count() as usize;
                        let (left, digit) = if sum < size { (0, sum) } else { (sum / size, sum % size) };
                        words[number.at] = number.digits.value(digit as u64);
                        Some(left)
                    }
                    Wheel::Row(i) => self.rows[i].seek(by, words),
                    Wheel::Ranked(_) | Wheel::Set(_) if by == 0 => Some(0),
                    Wheel::Ranked(_) | Wheel::Set(_) => None,
                };
                match left {
                    Some(0) => return,
                    Some(left) => by = left,
                    None => break,
                }
            }
        }
        self.decode(to, words);
    }

    /// The number or element at a word; `None` where positions that differ there have no fixed distance.
    pub(super) fn spot(&self, at: usize) -> Option<Spot> {
        let number = self.numbers.iter().position(|number| number.at == at).map(Spot::Number);
        number.or_else(|| {
            let row = self.rows.iter().position(|row| row.covers(at))?;
            Some(Spot::Element(row, at))
        })
    }

    /// How far apart two positions are that differ by one letter at a spot, and by how many letters it can still be
    /// raised. `None` where the row of this position is not that long.
    #[inline]
    pub(super) fn step(&self, words: &[i64], spot: Spot) -> Option<(usize, u64)> {
        match spot {
            Spot::Number(i) => {
                let number = &self.numbers[i];
                let digit = number.digits.digit(words[number.at]);
                Some((number.stride, (number.digits.count() - 1).checked_sub(digit)?))
            }
            Spot::Element(row, at) => self.rows[row].step(words, at),
        }
    }

    /// The axes, the one that counts least first, if all are numbers of at most so many values.
    pub(super) fn places(&self, most: usize) -> Option<Vec<Place>> {
        let place = |wheel: &Wheel| match *wheel {
            Wheel::Number(i) if self.numbers[i].digits.count() <= most as u64 => {
                let Linear { at, digits, stride } = &self.numbers[i];
                let values = (0..digits.count()).map(|digit| digits.value(digit)).collect();
                Some(Place { at: *at, stride: *stride, values })
            }
            _ => None,
        };
        self.wheels.iter().map(place).collect()
    }

    /// Lengths of natural runs of positions, shortest first: all that differ only in the axes (or elements) that count
    /// least.
    pub(super) fn runs(&self) -> Vec<usize> {
        let mut runs: Vec<usize> = self.numbers.iter().map(|number| number.stride).collect();
        runs.extend(self.rows.iter().flat_map(Rows::runs));
        runs.extend(self.ranked.iter().map(Ranks::stride));
        runs.extend(self.sets.iter().map(Subsets::stride));
        runs.sort_unstable();
        runs.dedup();
        runs
    }

    /// The number of positions, from this one on, that share the length of the row at `at`, its first `shared` elements
    /// and all else. `None` where these do not follow each other.
    pub(super) fn run(&self, words: &[i64], at: usize, shared: usize) -> Option<usize> {
        self.rows.iter().find(|row| row.is_at(at))?.run(words, shared)
    }
}

#[cfg(test)]
mod tests;
