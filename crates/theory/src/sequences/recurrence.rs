//! Linear recurrences: every value is a sum of constant multiples of the ones before it.
//!
//! Found by the algorithm of Berlekamp and Massey (J. L. Massey, Shift-register synthesis, 1969) modulo a prime; the coefficients are read as small integers and then
//! compared with every value exactly.

use super::Sequence;
use crate::words::sum;

/// v(n) = c₁·v(n - 1) + c₂·v(n - 2) + …
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// The coefficients; the last is not zero.
    pub coefficients: Vec<i64>,
    /// The first n whose value it gives.
    pub from: i64,
}

const PRIME: i128 = (1 << 61) - 1;
const LONGEST: usize = 8;
const LARGEST: i128 = 1000;

/// The shortest recurrence, if it is short beside the values that it gives.
pub fn find(sequence: &Sequence<'_>, exceptions: usize) -> Option<Recurrence> {
    for skip in 0..=exceptions.min(sequence.len()) {
        let rest = sequence.from(sequence.first() + skip as i64);
        let values: Vec<i128> = rest.iter().map(|v| i128::from(v.1)).collect();
        let Some(coefficients) = shortest(&values) else { continue };
        let order = coefficients.len();
        if order == 0 || order > LONGEST || values.len() < 3 * order + 4 {
            continue;
        }
        let exact = (order..values.len()).all(|i| {
            let sum: i128 =
                coefficients.iter().enumerate().map(|(j, c)| i128::from(*c) * values[i - 1 - j]).sum();
            sum == values[i]
        });
        if exact {
            return Some(Recurrence { coefficients, from: rest.first() + order as i64 });
        }
    }
    None
}

fn power(base: i128, mut exponent: i128) -> i128 {
    let (mut base, mut result) = (base.rem_euclid(PRIME), 1);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % PRIME;
        }
        base = base * base % PRIME;
        exponent >>= 1;
    }
    result
}

/// Berlekamp and Massey: the shortest recurrence modulo the prime, read as small integers.
fn shortest(values: &[i128]) -> Option<Vec<i64>> {
    let (mut now, mut before): (Vec<i128>, Vec<i128>) = (Vec::new(), Vec::new());
    let (mut failed, mut gap) = (None, 0_i128);
    for i in 0..values.len() {
        let sum =
            now.iter().enumerate().fold(0, |s, (j, c)| (s + c * values[i - 1 - j].rem_euclid(PRIME)) % PRIME);
        let wrong = (values[i] - sum).rem_euclid(PRIME);
        if wrong == 0 {
            continue;
        }
        let Some(at) = failed else {
            now = vec![0; i + 1];
            (failed, gap) = (Some(i), wrong);
            continue;
        };
        let factor = wrong * power(gap, PRIME - 2) % PRIME;
        let mut next = vec![0; i - at - 1];
        next.push(factor);
        next.extend(before.iter().map(|c| (PRIME - c) * factor % PRIME));
        if next.len() < now.len() {
            next.resize(now.len(), 0);
        }
        for (n, c) in next.iter_mut().zip(&now) {
            *n = (*n + c) % PRIME;
        }
        if i + before.len() >= at + now.len() {
            (before, failed, gap) = (std::mem::take(&mut now), Some(i), wrong);
        }
        now = next;
        if now.len() > 2 * LONGEST {
            return None;
        }
    }
    while now.last() == Some(&0) {
        now.pop();
    }
    let small = |c: i128| if c > PRIME / 2 { c - PRIME } else { c };
    now.into_iter()
        .map(small)
        .map(|c| if c.abs() <= LARGEST { i64::try_from(c).ok() } else { None })
        .collect()
}

impl Recurrence {
    /// As people write it: `a(n) = a(n - 1) + a(n - 2)`.
    pub fn equation(&self, function: &str) -> String {
        let terms = (1..).zip(&self.coefficients).map(|(i, c)| ((*c).into(), format!("{function}(n - {i})")));
        format!("{function}(n) = {}", sum(terms))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(values: &[i64]) -> Option<String> {
        Some(find(&Sequence::new(0, values)?, 10)?.equation("a"))
    }

    #[test]
    fn recurrences() {
        assert_eq!(
            said(&[1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233]).as_deref(),
            Some("a(n) = a(n - 1) + a(n - 2)")
        );
        assert_eq!(said(&[1, 2, 4, 8, 16, 32, 64, 128, 256]).as_deref(), Some("a(n) = 2*a(n - 1)"));
        // One exception before.
        assert_eq!(
            said(&[7, 1, 3, 7, 17, 41, 99, 239, 577, 1393, 3363]).as_deref(),
            Some("a(n) = 2*a(n - 1) + a(n - 2)")
        );
        assert_eq!(said(&[2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53]), None);
    }
}
