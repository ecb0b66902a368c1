//! Sums of words of a part, with factors, and a constant.

use super::{MOST, Words};

/// A sum.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Sum {
    constant: i64,
    /// Places that are added as they are, in order.
    ones: Vec<u8>,
    /// Places with another factor, in order.
    others: Vec<(u8, i64)>,
}

impl Sum {
    pub(super) fn constant(constant: i64) -> Sum {
        Sum { constant, ..Sum::default() }
    }

    pub(super) fn place(place: usize) -> Option<Sum> {
        let place = u8::try_from(place).ok().filter(|p| usize::from(*p) < MOST)?;
        Some(Sum { ones: vec![place], ..Sum::default() })
    }

    /// Its value where it hangs on no word.
    pub(super) fn known(&self) -> Option<i64> {
        (self.ones.is_empty() && self.others.is_empty()).then_some(self.constant)
    }

    /// `self + factor · other`; `None` beyond 64 bits.
    pub(super) fn plus(&self, factor: i64, other: &Sum) -> Option<Sum> {
        let mut factors = [0i64; MOST];
        for (sum, times) in [(self, 1), (other, factor)] {
            let ones = sum.ones.iter().map(|&p| (p, 1));
            for (place, f) in ones.chain(sum.others.iter().copied()) {
                let at = &mut factors[usize::from(place)];
                *at = at.checked_add(f.checked_mul(times)?)?;
            }
        }
        let constant = self.constant.checked_add(factor.checked_mul(other.constant)?)?;
        let mut sum = Sum::constant(constant);
        for (place, &f) in (0..).zip(&factors) {
            match f {
                0 => {}
                1 => sum.ones.push(place),
                f => sum.others.push((place, f)),
            }
        }
        Some(sum)
    }

    /// The least and the greatest value, where the words at `natural` places are not negative; `None` for no end.
    pub(super) fn range(&self, natural: u64) -> (Option<i64>, Option<i64>) {
        let ones = self.ones.iter().map(|&p| (p, 1));
        let (mut least, mut most) = (Some(self.constant), Some(self.constant));
        for (place, factor) in ones.chain(self.others.iter().copied()) {
            let natural = natural >> place & 1 != 0;
            least = least.filter(|_| natural && factor > 0);
            most = most.filter(|_| natural && factor < 0);
        }
        (least, most)
    }

    /// The places that it looks at.
    pub(super) fn places(&self) -> u64 {
        let all = self.ones.iter().chain(self.others.iter().map(|(p, _)| p));
        all.fold(0, |places, p| places | 1 << p)
    }

    /// So many times as large as the largest word it can be.
    pub(super) fn size(&self) -> i128 {
        let others: i128 = self.others.iter().map(|(_, f)| i128::from(*f).abs()).sum();
        self.ones.len() as i128 + others + i128::from(self.constant).abs()
    }

    /// The one place whose word it is, if it is that and nothing else.
    pub(super) fn only(&self) -> Option<u8> {
        match self.ones[..] {
            [place] if self.others.is_empty() && self.constant == 0 => Some(place),
            _ => None,
        }
    }

    /// Its value; the caller knows that it does not leave 64 bits.
    #[inline]
    pub(super) fn value(&self, words: &Words) -> i64 {
        let at = |place: u8| words[usize::from(place) % MOST];
        let mut value = self.constant;
        let (fours, rest) = self.ones.as_chunks::<4>();
        for &[a, b, c, d] in fours {
            value = value.wrapping_add(at(a).wrapping_add(at(b))).wrapping_add(at(c).wrapping_add(at(d)));
        }
        for &place in rest {
            value = value.wrapping_add(at(place));
        }
        for &(place, factor) in &self.others {
            value = value.wrapping_add(at(place).wrapping_mul(factor));
        }
        value
    }
}
