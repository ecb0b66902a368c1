//! Exact dyadic rationals: the numbers among the values of short games.
//!
//! A number is an odd numerator over a power of two, or an integer. Numerators of 64 bits are kept in a word, larger
//! ones as integers of any size: a Hackenbush stalk of a thousand edges is a number with a denominator of a thousand bits.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

/// A numerator over a power of two, in lowest terms.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dyadic {
    numerator: Numerator,
    /// The logarithm of the denominator.
    exponent: u32,
}

/// `Large` only for what does not fit.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Numerator {
    Small(i64),
    Large(Box<BigInt>),
}

/// Denominators of text have at most so many bits.
const LONGEST: u64 = 1 << 16;

impl Dyadic {
    /// Nothing.
    pub const ZERO: Dyadic = Dyadic { numerator: Numerator::Small(0), exponent: 0 };

    /// An integer.
    pub const fn integer(n: i64) -> Dyadic {
        Dyadic { numerator: Numerator::Small(n), exponent: 0 }
    }

    /// `numerator` over two to the power of `exponent`.
    pub fn new(numerator: i64, exponent: u32) -> Dyadic {
        let spare = if numerator == 0 { exponent } else { numerator.trailing_zeros().min(exponent) };
        let numerator = numerator.checked_shr(spare).unwrap_or(0);
        Dyadic { numerator: Numerator::Small(numerator), exponent: exponent - spare }
    }

    /// The same with a numerator of any size.
    pub fn large(numerator: BigInt, exponent: u32) -> Dyadic {
        if let Some(small) = numerator.to_i64() {
            return Self::new(small, exponent);
        }
        let spare = numerator.trailing_zeros().unwrap_or(0).min(u64::from(exponent)) as u32;
        let numerator = numerator >> spare;
        let exponent = exponent - spare;
        match numerator.to_i64() {
            Some(small) => Dyadic { numerator: Numerator::Small(small), exponent },
            None => Dyadic { numerator: Numerator::Large(Box::new(numerator)), exponent },
        }
    }

    fn wide(numerator: i128, exponent: u32) -> Dyadic {
        match i64::try_from(numerator) {
            Ok(small) => Self::new(small, exponent),
            Err(_) => Self::large(BigInt::from(numerator), exponent),
        }
    }

    /// The numerator.
    pub fn numerator(&self) -> BigInt {
        match &self.numerator {
            Numerator::Small(n) => BigInt::from(*n),
            Numerator::Large(n) => (**n).clone(),
        }
    }

    /// The logarithm of the denominator: 0 for integers, 1 for halves.
    pub fn exponent(&self) -> u32 {
        self.exponent
    }

    /// Is it an integer?
    pub fn is_integer(&self) -> bool {
        self.exponent == 0
    }

    /// The integer that it is, if it is one of 64 bits.
    pub fn to_i64(&self) -> Option<i64> {
        match self.numerator {
            Numerator::Small(n) if self.exponent == 0 => Some(n),
            _ => None,
        }
    }

    /// Its sign.
    pub fn signum(&self) -> i32 {
        match &self.numerator {
            Numerator::Small(n) => n.signum() as i32,
            Numerator::Large(n) if n.is_negative() => -1,
            Numerator::Large(_) => 1,
        }
    }

    /// The same number as a float, if a float can hold it; otherwise NaN, which compares as neither less nor greater.
    pub fn exact_float(&self) -> f64 {
        match self.numerator {
            Numerator::Small(n) if n.unsigned_abs() <= 1 << 53 && self.exponent <= 900 => {
                n as f64 * 2f64.powi(-(self.exponent as i32))
            }
            _ => f64::NAN,
        }
    }

    /// About this number as a float, for pictures.
    pub fn about(&self) -> f64 {
        let exact = self.exact_float();
        if exact.is_nan() {
            let n = self.numerator();
            let shift = n.bits().saturating_sub(60);
            let high = (n >> shift).to_f64().unwrap_or(0.0);
            let power = shift as f64 - f64::from(self.exponent);
            return high * power.exp2();
        }
        exact
    }

    /// Half of it.
    pub fn half(&self) -> Dyadic {
        Dyadic::large_or_small(self, self.exponent.saturating_add(1))
    }

    fn large_or_small(&self, exponent: u32) -> Dyadic {
        match &self.numerator {
            Numerator::Small(n) => Self::new(*n, exponent),
            Numerator::Large(n) => Self::large((**n).clone(), exponent),
        }
    }

    /// The unit of its denominator: 1 for integers, 1/2 for halves.
    pub fn unit(&self) -> Dyadic {
        Dyadic { numerator: Numerator::Small(1), exponent: self.exponent }
    }

    /// The greatest integer that is not above it.
    pub fn floor(&self) -> BigInt {
        self.numerator().div_floor(&(BigInt::from(1) << self.exponent))
    }

    /// The multiple by an integer.
    pub fn times(&self, n: &BigInt) -> Dyadic {
        Self::large(self.numerator() * n, self.exponent)
    }

    /// The number of edges of its Hackenbush stalk, which is its birthday: the integer part, and the denominator's bits.
    pub fn birthday(&self) -> u64 {
        let whole = self.numerator().abs() >> self.exponent;
        let whole = whole.to_u64().unwrap_or(u64::MAX);
        let rest = if self.exponent == 0 { 0 } else { u64::from(self.exponent) + 1 };
        whole.saturating_add(rest)
    }

    /// The simplest number (the one with the earliest birthday) above `low` and below `high`; a bound that is `true` may be
    /// taken itself, and none is no bound. `None` if there is nothing between.
    pub fn simplest(low: Option<(&Dyadic, bool)>, high: Option<(&Dyadic, bool)>) -> Option<Dyadic> {
        let above = |x: &Dyadic| low.is_none_or(|(low, closed)| if closed { x >= low } else { x > low });
        let below = |x: &Dyadic| high.is_none_or(|(high, closed)| if closed { x <= high } else { x < high });
        if above(&Self::ZERO) && below(&Self::ZERO) {
            return Some(Self::ZERO);
        }
        let positive = match (low, high) {
            (Some((low, _)), _) if low.signum() >= 0 => true,
            (_, Some((high, _))) if high.signum() <= 0 => false,
            _ => return None,
        };
        if !positive {
            let turned = |bound: Option<(&Dyadic, bool)>| bound.map(|(x, closed)| (-x, closed));
            let (low, high) = (turned(high), turned(low));
            let x = Self::simplest(low.as_ref().map(|(x, c)| (x, *c)), high.as_ref().map(|(x, c)| (x, *c)))?;
            return Some(-&x);
        }
        let (bottom, closed) = low?;
        let finest = bottom.exponent.max(high.map_or(0, |(x, _)| x.exponent)) + 1;
        for exponent in 0..=finest {
            let x = bottom.next_multiple(exponent, closed);
            if below(&x) {
                return Some(x);
            }
        }
        None
    }

    /// The least multiple of one over two to the power of `exponent` that is above this number, or is it if it may be.
    fn next_multiple(&self, exponent: u32, closed: bool) -> Dyadic {
        if closed && self.exponent <= exponent {
            return self.clone();
        }
        let numerator = if exponent >= self.exponent {
            self.numerator() << (exponent - self.exponent)
        } else {
            self.numerator() >> (self.exponent - exponent) // rounds down, for negative numbers too
        };
        Self::large(numerator + 1, exponent)
    }
}

impl From<i64> for Dyadic {
    fn from(n: i64) -> Dyadic {
        Self::integer(n)
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;
    fn neg(self) -> Dyadic {
        match &self.numerator {
            Numerator::Small(n) => Dyadic::wide(-i128::from(*n), self.exponent),
            Numerator::Large(n) => Dyadic::large(-(**n).clone(), self.exponent),
        }
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;
    fn add(self, other: &Dyadic) -> Dyadic {
        let exponent = self.exponent.max(other.exponent);
        let (up, over) = (exponent - self.exponent, exponent - other.exponent);
        match (&self.numerator, &other.numerator) {
            (Numerator::Small(a), Numerator::Small(b)) if up < 62 && over < 62 => {
                Dyadic::wide((i128::from(*a) << up) + (i128::from(*b) << over), exponent)
            }
            _ => Dyadic::large((self.numerator() << up) + (other.numerator() << over), exponent),
        }
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;
    fn sub(self, other: &Dyadic) -> Dyadic {
        self + &-other
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        let exponent = self.exponent.max(other.exponent);
        let (up, over) = (exponent - self.exponent, exponent - other.exponent);
        match (&self.numerator, &other.numerator) {
            (Numerator::Small(a), Numerator::Small(b)) if up < 62 && over < 62 => {
                (i128::from(*a) << up).cmp(&(i128::from(*b) << over))
            }
            _ => match self.signum().cmp(&other.signum()) {
                Ordering::Equal => (self.numerator() << up).cmp(&(other.numerator() << over)),
                unlike => unlike,
            },
        }
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.numerator {
            Numerator::Small(n) => write!(f, "{n}")?,
            Numerator::Large(n) => write!(f, "{n}")?,
        }
        match self.exponent {
            0 => Ok(()),
            e @ 1..63 => write!(f, "/{}", 1u64 << e),
            e => write!(f, "/{}", BigInt::from(1) << e),
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text that is no dyadic rational.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an integer, and not an integer over a power of two")]
pub struct NotDyadic;

impl FromStr for Dyadic {
    type Err = NotDyadic;

    /// `3`, `-1/2`, `11/4`.
    fn from_str(text: &str) -> Result<Dyadic, NotDyadic> {
        let (above, below) = text.split_once('/').unwrap_or((text, "1"));
        let integer = |digits: &str| {
            let plain = digits.strip_prefix('-').unwrap_or(digits);
            let fits = !plain.is_empty() && plain.bytes().all(|b| b.is_ascii_digit());
            if fits && plain.len() < LONGEST as usize / 3 { digits.parse::<BigInt>().ok() } else { None }
        };
        let (above, below) = (integer(above).ok_or(NotDyadic)?, integer(below).ok_or(NotDyadic)?);
        if below.is_zero() || below.is_negative() {
            return Err(NotDyadic);
        }
        // In lowest terms first: 3/6 is a half.
        let common = above.gcd(&below);
        let (above, below) = (above / &common, below / &common);
        let exponent = below.trailing_zeros().unwrap_or(0);
        if exponent > LONGEST || below != BigInt::from(1) << exponent {
            return Err(NotDyadic);
        }
        Ok(Dyadic::large(above, exponent as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Dyadic {
        text.parse().unwrap()
    }

    #[test]
    fn numbers_are_in_lowest_terms_and_add_exactly() {
        for (a, b, sum) in [
            ("1/2", "1/2", "1"),
            ("3/4", "-1/8", "5/8"),
            ("6/4", "0", "3/2"),
            ("9223372036854775807", "1", "9223372036854775808"),
            ("-9223372036854775808", "-1/2", "-18446744073709551617/2"),
            ("1/36893488147419103232", "1/36893488147419103232", "1/18446744073709551616"),
            ("9223372036854775808", "-9223372036854775808", "0"),
        ] {
            assert_eq!((&d(a) + &d(b)).to_string(), sum, "{a} + {b}");
            assert_eq!(&(&d(sum) - &d(b)), &d(a), "{sum} - {b}");
            assert_eq!(d(a).cmp(&d(b)), (&d(a) - &d(b)).signum().cmp(&0), "{a} against {b}");
        }
        assert_eq!(-&Dyadic::integer(i64::MIN), d("9223372036854775808"));
        for wrong in ["", "1/3", "1/0", "1/-2", "x", "1.5", "--1", "1/2/4"] {
            assert_eq!(wrong.parse::<Dyadic>(), Err(NotDyadic), "{wrong}");
        }
    }

    #[test]
    fn the_simplest_number_between_two() {
        for (low, high, simplest) in [
            ("(0", "1)", "1/2"),
            ("[0", "1)", "0"),
            ("(-3", "5)", "0"),
            ("(2", "7)", "3"),
            ("(5/2", "11/4)", "21/8"),
            ("(5/2", "11/4]", "11/4"),
            ("(-7", "-2)", "-3"),
            ("[-1/4", "-1/8)", "-1/4"),
            ("(-1/4", "-1/8)", "-3/16"),
            ("(1000000000000", "", "1000000000001"),
            ("", "-1/2]", "-1"),
            ("", "", "0"),
        ] {
            let bound = |text: &str| {
                (!text.is_empty())
                    .then(|| (d(text.trim_matches(|c| "[]()".contains(c))), text.contains(['[', ']'])))
            };
            let (below, above) = (bound(low), bound(high));
            let found =
                Dyadic::simplest(below.as_ref().map(|(x, c)| (x, *c)), above.as_ref().map(|(x, c)| (x, *c)));
            assert_eq!(found, Some(d(simplest)), "{low} {high}");
        }
        assert_eq!(Dyadic::simplest(Some((&d("1"), false)), Some((&d("1"), true))), None);
        assert_eq!(Dyadic::simplest(Some((&d("-1"), true)), Some((&d("-2"), true))), None);
        assert_eq!(d("3/4").birthday(), 3);
        assert_eq!(d("-3/2").birthday(), 3);
        assert_eq!(d("-7").birthday(), 7);
    }
}
