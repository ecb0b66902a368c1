//! Numbers that programs fail at: powers of two where types end, powers of ten, Fibonacci numbers, squares, factorials,
//! and what lies beside them; and the best approximations of a ratio, where floating point rounds to the wrong side.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{FromPrimitive, One, Signed, ToPrimitive, Zero};

/// Exponents of two at which common types and their products end.
const ENDS: [u32; 9] = [15, 16, 24, 31, 32, 53, 62, 63, 64];

/// The numbers around which types end: 2^31, 2^32, 2^53, 2^63 … and one or two beside them, up to `to`.
pub fn ends(to: &BigInt) -> Vec<BigInt> {
    beside(ENDS.iter().map(|k| BigInt::one() << *k), 2, to)
}

/// The same with numbers whose squares overflow: about the root of 2^31, 2^32, 2^63 and 2^64, and of 2^53.
pub fn ends_and_roots(to: &BigInt) -> Vec<BigInt> {
    let roots = [31u32, 32, 53, 63, 64].map(|k| (BigInt::one() << k).sqrt());
    let mut out = ends(to);
    out.extend(beside(roots.into_iter(), 1, to));
    out
}

/// All numbers of note up to `to`, in order.
pub fn numbers(to: &BigInt) -> Vec<BigInt> {
    let mut bases: Vec<BigInt> = Vec::new();
    let mut push_while = |mut n: BigInt, step: &mut dyn FnMut(&BigInt) -> BigInt| {
        while n <= *to && bases.len() < 2000 {
            bases.push(n.clone());
            n = step(&n);
        }
    };
    push_while(BigInt::one(), &mut |n| n * 2);
    push_while(BigInt::one(), &mut |n| n * 3);
    push_while(BigInt::one(), &mut |n| n * 10);
    let mut before = BigInt::one();
    push_while(BigInt::from(2), &mut |n| {
        let next = n + &before;
        before = n.clone();
        next
    });
    let mut k = BigInt::one();
    push_while(BigInt::one(), &mut |n| {
        k += 1;
        n * &k
    });
    beside(bases.into_iter(), 1, to)
}

fn beside(bases: impl Iterator<Item = BigInt>, far: i64, to: &BigInt) -> Vec<BigInt> {
    let mut out: Vec<BigInt> = bases
        .flat_map(|b| (-far..=far).map(move |d| &b + d))
        .filter(|n| !n.is_negative() && n <= to)
        .collect();
    out.sort();
    out.dedup();
    out
}

/// The convergents p/q of a ratio, with denominators up to `to`.
pub fn convergents(p: &BigInt, q: &BigInt, to: &BigInt) -> Vec<(BigInt, BigInt)> {
    let (mut a, mut b) = (p.clone(), q.clone());
    let (mut p0, mut p1) = (BigInt::zero(), BigInt::one());
    let (mut q0, mut q1) = (BigInt::one(), BigInt::zero());
    let mut out = Vec::new();
    while b.is_positive() && out.len() < 400 {
        let (quotient, rest) = a.div_mod_floor(&b);
        let (p2, q2) = (&quotient * &p1 + &p0, &quotient * &q1 + &q0);
        if q2 > *to {
            break;
        }
        (p0, p1, q0, q1) = (p1, p2.clone(), q1, q2.clone());
        out.push((p2, q2));
        (a, b) = (b, rest);
    }
    out
}

/// A ratio as the nearest `double`.
pub fn ratio(p: &BigInt, q: &BigInt) -> f64 {
    if q.is_zero() {
        return f64::NAN;
    }
    let scaled: BigInt = (p << 80) / q;
    scaled.to_f64().unwrap_or(f64::NAN) / 2f64.powi(80)
}

/// floor(slope · n / t) as a program with doubles has it.
pub fn rounded(n: &BigInt, t: i32, slope: f64) -> Option<BigInt> {
    let product = slope * (n.to_f64()? / f64::from(t));
    BigInt::from_f64(product.floor())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_note() {
        let to = BigInt::from(2u64.pow(32));
        let ends = ends(&to);
        assert!(ends.contains(&BigInt::from(2147483648u64)) && ends.contains(&BigInt::from(65535)));
        let all = numbers(&BigInt::from(300_000_000));
        for n in [1, 2, 55, 120, 1023, 1024, 165_580_140, 267_914_297] {
            assert!(all.contains(&BigInt::from(n)), "{n}");
        }
    }

    #[test]
    fn doubles_round() {
        let slope = ratio(&BigInt::from(20365011074u64), &BigInt::from(12586269025u64));
        let low = |d: u64| rounded(&BigInt::from(d), 1, slope).unwrap();
        assert_eq!(low(10), BigInt::from(16));
        // The first pair of Wythoff's game at which a double is wrong: 165580140 267914295.
        assert_eq!(low(102334155), BigInt::from(165580141));
    }

    #[test]
    fn golden_ratio() {
        let found = convergents(&BigInt::from(267_914_296), &BigInt::from(165_580_141), &BigInt::from(100));
        let last = found.last().map(|(p, q)| (p.to_string(), q.to_string()));
        assert_eq!(last, Some(("144".to_string(), "89".to_string())));
    }
}
