//! Numeration systems: how a natural number is a word of digits, most significant first.
//!
//! Either a base, or the system of x² = t·x + 1 with the place values 1, t + 1, t(t + 1) + 1, … (t = 1: Fibonacci
//! numbers, the digits are Zeckendorf's; A. S. Fraenkel, Systems of numeration, 1985). A word may begin with zeros.
//!
//! What has been read of a number is kept as a [`Prefix`]: the value in units of the last two places, so that one
//! linear step reads the next digit in every system.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

/// A numeration system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Numeration {
    /// The usual digits in a base from 2 to 10.
    Base(u8),
    /// Place values with U(i+1) = t·U(i) + U(i−1), from 1 and t + 1; t from 1 to 5. A digit t is followed by 0.
    Quadratic(u8),
}

/// More places than numbers of 64 bits have in any system.
const PLACES: usize = 96;

/// The digits of a number read so far: `last` counts the last place read and `before` the place below it, which
/// belongs to digits already read and not yet carried down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Prefix {
    /// Units of the last place read.
    pub last: i64,
    /// Units of the place below.
    pub before: i64,
}

impl Numeration {
    /// `fibonacci`, a base from 2 to 10, or `t=3` for x*x = 3*x + 1.
    pub fn named(text: &str) -> Option<Numeration> {
        match text.to_ascii_lowercase().as_str() {
            "fibonacci" | "zeckendorf" => Some(Numeration::FIBONACCI),
            other => match other.strip_prefix("t=") {
                Some(t) => t.parse().ok().and_then(Numeration::quadratic),
                None => other.parse().ok().and_then(Numeration::base),
            },
        }
    }

    /// Zeckendorf's representations.
    pub const FIBONACCI: Numeration = Numeration::Quadratic(1);

    /// The systems that are tried when none is named, the likely ones first.
    pub const ALL: [Numeration; 9] = [
        Numeration::Base(2),
        Numeration::FIBONACCI,
        Numeration::Base(3),
        Numeration::Quadratic(2),
        Numeration::Quadratic(3),
        Numeration::Quadratic(4),
        Numeration::Quadratic(5),
        Numeration::Base(4),
        Numeration::Base(10),
    ];

    /// A base, if it is one of 2 to 10.
    pub fn base(b: u8) -> Option<Numeration> {
        (2..=10).contains(&b).then_some(Numeration::Base(b))
    }

    /// The system of x² = t·x + 1, if t is one of 1 to 5.
    pub fn quadratic(t: u8) -> Option<Numeration> {
        (1..=5).contains(&t).then_some(Numeration::Quadratic(t))
    }

    /// How many digits there are; the largest is one less.
    pub fn digits(self) -> usize {
        match self {
            Numeration::Base(b) => usize::from(b),
            Numeration::Quadratic(t) => usize::from(t) + 1,
        }
    }

    /// Whether a digit may stand directly behind (below) another one.
    pub fn follows(self, above: usize, digit: usize) -> bool {
        match self {
            Numeration::Base(_) => true,
            Numeration::Quadratic(t) => above != usize::from(t) || digit == 0,
        }
    }

    /// Whether every word of digits is a representation.
    pub fn all_words(self) -> bool {
        matches!(self, Numeration::Base(_))
    }

    /// One unit of the last place read and of the place below it, in units of the next two places.
    pub(crate) fn carry(self, last: i128, before: i128) -> (i128, i128) {
        match self {
            Numeration::Base(b) => (i128::from(b) * last, 0),
            Numeration::Quadratic(t) => (i128::from(t) * last + before, last),
        }
    }

    /// What has been read, with one digit more; `None` beyond 64 bits.
    pub fn push(self, prefix: Prefix, digit: usize) -> Option<Prefix> {
        let (last, before) = self.carry(prefix.last.into(), prefix.before.into());
        let last = i64::try_from(last + digit as i128).ok()?;
        Some(Prefix { last, before: i64::try_from(before).ok()? })
    }

    /// The values of the places, lowest first, as many as numbers up to `largest` need, and how many that are.
    pub(crate) fn places(self, largest: u64) -> ([u64; PLACES], usize) {
        let mut places = [1u64; PLACES];
        for i in 1..PLACES {
            let next = match self {
                Numeration::Base(b) => places[i - 1].checked_mul(b.into()),
                Numeration::Quadratic(t) if i == 1 => Some(u64::from(t) + 1),
                Numeration::Quadratic(t) => {
                    places[i - 1].checked_mul(t.into()).and_then(|n| n.checked_add(places[i - 2]))
                }
            };
            match next.filter(|n| *n <= largest) {
                Some(next) => places[i] = next,
                None => return (places, i),
            }
        }
        (places, PLACES)
    }

    /// The digits of a number without leading zeros, most significant first; none for 0.
    pub fn write(self, n: &BigUint) -> Vec<u8> {
        match self {
            Numeration::Base(_) if n.is_zero() => Vec::new(),
            Numeration::Base(b) => n.to_radix_be(u32::from(b)),
            Numeration::Quadratic(t) => {
                let mut places = vec![BigUint::from(1u8), BigUint::from(t + 1)];
                while places[places.len() - 1] <= *n {
                    let next = &places[places.len() - 1] * t + &places[places.len() - 2];
                    places.push(next);
                }
                let mut rest = n.clone();
                let mut digits = Vec::with_capacity(places.len());
                for place in places.iter().rev() {
                    let (digit, less) = rest.div_rem(place);
                    // The greedy digit is at most t because the rest is below the place above.
                    digits.push(digit.to_u8().unwrap_or(t));
                    rest = less;
                }
                let zeros = digits.iter().take_while(|d| **d == 0).count();
                digits.split_off(zeros)
            }
        }
    }

    /// The number that a word of digits stands for.
    pub fn read(self, digits: &[u8]) -> BigUint {
        match self {
            Numeration::Base(b) => {
                digits.iter().fold(BigUint::zero(), |n, d| n * u32::from(b) + u32::from(*d))
            }
            Numeration::Quadratic(t) => {
                let (mut last, mut before) = (BigUint::zero(), BigUint::zero());
                for d in digits {
                    let next = &last * t + before + u32::from(*d);
                    before = std::mem::replace(&mut last, next);
                }
                last + before
            }
        }
    }
}

impl Prefix {
    /// The number that the digits read so far stand for when nothing follows.
    pub fn value(self) -> i64 {
        // In every system the place below the lowest one counts 1 (and bases do not use it).
        self.last.saturating_add(self.before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_and_read_back() {
        let systems = (2..=10).filter_map(Numeration::base).chain((1..=5).filter_map(Numeration::quadratic));
        for system in systems {
            for n in 0..500u32 {
                let digits = system.write(&BigUint::from(n));
                assert_eq!(system.read(&digits), BigUint::from(n), "{system:?} {n}");
                let valid = digits.windows(2).all(|w| system.follows(w[0].into(), w[1].into()));
                assert!(valid && digits.iter().all(|d| usize::from(*d) < system.digits()), "{system:?} {n}");
                let prefix = digits
                    .iter()
                    .try_fold(Prefix::default(), |p, d| system.push(p, usize::from(*d)))
                    .unwrap();
                assert_eq!(prefix.value(), i64::from(n));
                // The same digits by places, each as large as it can be.
                let mut rest = u64::from(n);
                let (places, used) = system.places(rest);
                let greedy = places[..used].iter().rev().map(|place| {
                    let digit = rest / place;
                    rest %= place;
                    digit as u8
                });
                let greedy: Vec<u8> = greedy.skip_while(|d| *d == 0).collect();
                assert_eq!(greedy, digits, "{system:?} {n}");
            }
        }
    }

    #[test]
    fn words_known_from_books() {
        let rows: [(Numeration, u32, &[u8]); 5] = [
            (Numeration::Base(2), 6, &[1, 1, 0]),
            (Numeration::Base(10), 907, &[9, 0, 7]),
            (Numeration::FIBONACCI, 11, &[1, 0, 1, 0, 0]),
            (Numeration::FIBONACCI, 1, &[1]),
            (Numeration::Quadratic(2), 6, &[2, 0]),
        ];
        for (system, n, digits) in rows {
            assert_eq!(system.write(&BigUint::from(n)), digits, "{system:?} {n}");
        }
    }
}
