//! The infinite sets with names: membership at any size, and walking upwards.
//!
//! Primes are decided by Miller–Rabin with the first 13 primes as bases, which is a proof below
//! 3,317,044,064,679,887,385,961,981 (Sorenson and Webster, 2015). Beyond that a composite is still certain, and
//! a number that passes is an honest error.

use super::error::Problem;
use crate::value::{KnownSet, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cell::RefCell;

const BASES: [u32; 13] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];
const PROVED_BELOW: u128 = 3_317_044_064_679_887_385_961_981;
/// Primes below this are sieved once a thread and then looked up.
const SIEVED: u64 = 1 << 24;

/// Is `v` in the set? Anything but a number is not.
pub(crate) fn contains(set: KnownSet, v: &Value) -> Result<bool, Problem> {
    let n = match v {
        Value::Int(i) if *i < 0 => return Ok(false),
        Value::Int(i) if set == KnownSet::Primes => return Ok(prime_u64(i.unsigned_abs())),
        _ => match v.to_big() {
            Some(n) if !n.is_negative() => n,
            _ => return Ok(false),
        },
    };
    Ok(match set {
        // n is a Fibonacci number exactly when 5n² + 4 or 5n² - 4 is a square.
        KnownSet::Fibonacci => {
            n.is_positive() && {
                let five: BigInt = &n * &n * 5;
                is_square(&(&five + 4)) || is_square(&(five - 4))
            }
        }
        KnownSet::Primes => return prime_big(&n),
        KnownSet::Squares => is_square(&n),
        KnownSet::Powers2 => n.is_positive() && n.trailing_zeros() == Some(n.bits() - 1),
        KnownSet::Factorials => {
            let (mut rest, mut k) = (n, BigInt::one());
            loop {
                if rest.is_one() {
                    return Ok(true);
                }
                k += 1;
                let (q, r) = rest.div_rem(&k);
                if !r.is_zero() || q.is_zero() {
                    return Ok(false);
                }
                rest = q;
            }
        }
    })
}

fn is_square(n: &BigInt) -> bool {
    if n.is_negative() {
        return false;
    }
    let r = n.sqrt();
    &r * &r == *n
}

fn prime_u64(n: u64) -> bool {
    if n < 2 {
        return false;
    }
    for p in BASES.map(u64::from) {
        if n.is_multiple_of(p) {
            return n == p;
        }
    }
    let mul = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
    let shift = (n - 1).trailing_zeros();
    let odd = (n - 1) >> shift;
    // The first 12 primes prove everything below 2^64.
    BASES[..12].iter().all(|&base| {
        let (mut x, mut b, mut e) = (1, u64::from(base), odd);
        while e > 0 {
            if e & 1 == 1 {
                x = mul(x, b);
            }
            b = mul(b, b);
            e >>= 1;
        }
        if x == 1 || x == n - 1 {
            return true;
        }
        (1..shift).any(|_| {
            x = mul(x, x);
            x == n - 1
        })
    })
}

fn prime_big(n: &BigInt) -> Result<bool, Problem> {
    if let Some(small) = n.to_u64() {
        return Ok(prime_u64(small));
    }
    if BASES.iter().any(|&p| (n % p).is_zero()) {
        return Ok(false);
    }
    let minus: BigInt = n - 1;
    let shift = minus.trailing_zeros().unwrap_or(0);
    let odd: BigInt = &minus >> shift;
    for base in BASES {
        let mut x = BigInt::from(base).modpow(&odd, n);
        if x.is_one() || x == minus {
            continue;
        }
        let passes = (1..shift).any(|_| {
            x = &x * &x % n;
            x == minus
        });
        if !passes {
            return Ok(false);
        }
    }
    if n.to_u128().is_some_and(|n| n < PROVED_BELOW) {
        Ok(true)
    } else {
        Err(Problem::PrimeTooLarge { value: n.to_string() })
    }
}

thread_local! {
    /// Primes found so far on this thread, and the bound they are complete to.
    static SIEVE: RefCell<(Vec<u32>, u64)> = const { RefCell::new((Vec::new(), 0)) };
}

fn sieve(to: u64) -> Vec<u32> {
    let mut composite = vec![false; to as usize + 1];
    let mut primes = Vec::new();
    for p in 2..=to as usize {
        if composite[p] {
            continue;
        }
        primes.push(p as u32);
        for multiple in (p * p..=to as usize).step_by(p) {
            composite[multiple] = true;
        }
    }
    primes
}

/// The elements in rising order (squares from 1), as long as they are wanted.
pub(crate) struct Walk {
    set: KnownSet,
    place: usize,
    last: BigInt,
    before: BigInt,
}

impl Walk {
    /// From the first element.
    pub(crate) fn new(set: KnownSet) -> Walk {
        Walk { set, place: 0, last: BigInt::zero(), before: BigInt::zero() }
    }

    /// The next element that is at most `upto`.
    pub(crate) fn next(&mut self, upto: &BigInt) -> Result<Option<Value>, Problem> {
        if self.set == KnownSet::Primes {
            return self.next_prime(upto);
        }
        self.place += 1;
        let next = match self.set {
            KnownSet::Fibonacci => match self.place {
                1 => BigInt::one(),
                2 => BigInt::from(2),
                _ => &self.last + &self.before,
            },
            KnownSet::Squares => BigInt::from(self.place) * self.place,
            KnownSet::Powers2 => BigInt::one() << (self.place - 1),
            _ if self.place == 1 => BigInt::one(),
            _ => &self.last * self.place,
        };
        if next > *upto {
            return Ok(None);
        }
        self.before = std::mem::replace(&mut self.last, next.clone());
        Ok(Some(Value::big(next)))
    }

    fn next_prime(&mut self, upto: &BigInt) -> Result<Option<Value>, Problem> {
        let known = SIEVE.with_borrow_mut(|(primes, to)| {
            while self.place >= primes.len() && *to < SIEVED && BigInt::from(*to) < *upto {
                *to = (*to * 2).max(1 << 10);
                *primes = sieve(*to);
            }
            primes.get(self.place).copied()
        });
        if let Some(p) = known {
            self.place += 1;
            self.last = BigInt::from(p);
            return Ok((self.last <= *upto).then(|| Value::Int(i64::from(p))));
        }
        // Past the sieve: odd numbers one by one.
        let mut n: BigInt = &self.last + 1;
        while n <= *upto {
            if n.is_odd() && prime_big(&n)? {
                self.last = n.clone();
                return Ok(Some(Value::big(n)));
            }
            n += 1;
        }
        Ok(None)
    }
}
