//! Multisets by rank: numbers in rising order, numbered by the combinatorial number system.
//!
//! Of k numbers b0 <= b1 <= … counted from 0, the rank is the sum of the binomials (b_i + i over i + 1). Every term rises
//! with its number, so a multiset that is lower place by place has the smaller rank.

use super::MOST_RANKED;

/// The multisets of `count` numbers out of `values`; `None` beyond 128 bits.
pub(super) fn multisets(values: u128, count: usize) -> Option<u128> {
    if count == 0 {
        return Some(1);
    }
    let mut ways = 1_u128;
    for i in 0..count as u128 {
        // After i steps these are the multisets of i numbers, so the division is exact.
        ways = ways.checked_mul(values.checked_add(i)?)? / (i + 1);
    }
    Some(ways)
}

/// A bag or an unordered tuple.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    /// The words of the numbers.
    places: Vec<usize>,
    /// The word of the size; for bags, whose zeros are left out.
    size: Option<usize>,
    low: i64,
    /// The greatest number, counted from `low`.
    high: usize,
    stride: usize,
    /// For every place but the first, whose term is the number itself, and every number its term, times the stride.
    terms: Vec<usize>,
}

impl Ranks {
    pub(super) fn bag(at: usize, most: usize, high: i64, stride: usize) -> Ranks {
        Ranks::new((at + 1..=at + most).collect(), Some(at), 0, high, stride)
    }

    pub(super) fn tuple(places: &[usize], low: i64, high: i64, stride: usize) -> Ranks {
        Ranks::new(places.to_vec(), None, low, high, stride)
    }

    /// The caller knows that all multisets can be numbered.
    fn new(places: Vec<usize>, size: Option<usize>, low: i64, high: i64, stride: usize) -> Ranks {
        let high = usize::try_from(high.wrapping_sub(low)).unwrap_or(0);
        let mut terms = Vec::new();
        for place in 1..places.len() {
            for value in 0..=high {
                // (value + place over place + 1) is the number of multisets of place + 1 out of `value` values.
                let term = multisets(value as u128, place + 1).and_then(|n| n.checked_mul(stride as u128));
                terms.push(term.and_then(|n| usize::try_from(n).ok()).unwrap_or(usize::MAX));
            }
        }
        Ranks { places, size, low, high, stride, terms }
    }

    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    #[inline]
    fn term(&self, place: usize, value: usize) -> usize {
        match place.checked_sub(1) {
            None => value * self.stride,
            Some(row) => self.terms[row * (self.high + 1) + value],
        }
    }

    #[inline]
    pub(super) fn encode(&self, words: &[i64]) -> Option<usize> {
        let count = match self.size {
            Some(at) => usize::try_from(words[at]).ok().filter(|&count| count <= self.places.len())?,
            None => self.places.len(),
        };
        let mut sorted = [0_u64; MOST_RANKED];
        for (i, &at) in self.places[..count].iter().enumerate() {
            let value = words[at].wrapping_sub(self.low) as u64;
            if value > self.high as u64 {
                return None;
            }
            // Mostly in order already, so one comparison a number.
            let mut to = i;
            while to > 0 && sorted[to - 1] > value {
                sorted[to] = sorted[to - 1];
                to -= 1;
            }
            sorted[to] = value;
        }
        let zeros = self.places.len() - count;
        Some(sorted[..count].iter().enumerate().map(|(i, &value)| self.term(zeros + i, value as usize)).sum())
    }

    /// Writes the multiset that the number begins with; gives back what is left of the number.
    pub(super) fn decode(&self, cell: usize, words: &mut [i64]) -> usize {
        let mut numbers = [0_usize; MOST_RANKED];
        let mut rest = cell / self.stride * self.stride;
        for place in (0..self.places.len()).rev() {
            let value = match place.checked_sub(1) {
                None => rest / self.stride,
                Some(row) => {
                    let terms = &self.terms[row * (self.high + 1)..][..=self.high];
                    terms.partition_point(|&term| term <= rest).saturating_sub(1)
                }
            };
            numbers[place] = value;
            rest -= self.term(place, value);
        }
        self.write(&numbers, words);
        cell % self.stride
    }

    #[inline]
    pub(super) fn advance(&self, words: &mut [i64]) -> bool {
        let mut numbers = [0_usize; MOST_RANKED];
        let count = self.places.len();
        let zeros = self.size.map_or(0, |at| count - (words[at] as usize).min(count));
        for place in zeros..count {
            numbers[place] = words[self.places[place - zeros]].wrapping_sub(self.low) as usize;
        }
        // The first number that can rise without passing the next one.
        let rises = (0..count)
            .find(|&place| numbers[place] < if place + 1 < count { numbers[place + 1] } else { self.high });
        let (cleared, more) = match rises {
            Some(place) => {
                numbers[place] += 1;
                (place, true)
            }
            None => (count, false),
        };
        numbers[..cleared].fill(0);
        self.write(&numbers, words);
        more
    }

    #[inline]
    fn write(&self, numbers: &[usize; MOST_RANKED], words: &mut [i64]) {
        let count = self.places.len();
        let mut zeros = 0;
        if let Some(at) = self.size {
            zeros = numbers[..count].iter().take_while(|&&number| number == 0).count();
            words[at] = (count - zeros) as i64;
        }
        for (i, &at) in self.places.iter().enumerate() {
            words[at] = if zeros + i < count { self.low + numbers[zeros + i] as i64 } else { 0 };
        }
    }
}
