//! How numbers are written, most significant digit first, and how linear forms follow their digits.
//!
//! A number being written is in a state, at first 0. In state q its digit is at most tops[q]; a smaller one leads to state
//! 0, the largest one to the next state, and behind the last state to `back`. N(q, i) is how many words of i digits there are
//! from state q, and the place i has the value U(i) = N(0, i). So N(q, 0) = 1 and N(q, i+1) = tops[q]·U(i) + N(next, i): by
//! induction the words from q stand for the numbers 0, …, N(q, i) − 1, each for one. Base b has the single top b − 1.
//!
//! A sum is carried as a vector p that stands for the sum of p(q)·N(q, i) while i digits are to come. Reading the next digit
//! sum d, p(q)·N(q, i) becomes p(q)·tops[q] in state 0 and p(q) in the next state of q, and d is added in state 0. After the
//! last digit the value is the sum of the entries.

use crate::linear::{Atom, Test};
use num_bigint::BigUint;

/// The most states.
pub(crate) const RANK: usize = 6;

/// A numeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numeration {
    tops: [u8; RANK],
    states: usize,
    back: usize,
}

/// How several numbers, or atoms, are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Systems {
    /// All alike.
    One(Numeration),
    /// Each in its own way.
    Each(Vec<Numeration>),
}

impl Systems {
    /// How one of them is written.
    pub(crate) fn of(&self, i: usize) -> Numeration {
        match self {
            Systems::One(n) => *n,
            Systems::Each(list) => list.get(i).copied().unwrap_or(Numeration::TWO),
        }
    }

    /// How many digits there are, in the system that has most.
    pub(crate) fn digits(&self) -> usize {
        match self {
            Systems::One(n) => n.digits(),
            Systems::Each(list) => list.iter().map(|n| n.digits()).max().unwrap_or(2),
        }
    }

    /// The states of the numbers, four bits each, after one more digit of each; `None` if a digit may not stand there.
    pub(crate) fn follow(&self, states: u128, digits: &[usize]) -> Option<u128> {
        match self {
            Systems::One(n) => n.follow(states, digits),
            Systems::Each(list) => {
                let one = |(i, (digit, n)): (usize, (&usize, &Numeration))| {
                    // A system of one state says by itself which digits it has.
                    let own =
                        if *digit < n.digits() { n.follow(states >> (4 * i) & 15, &[*digit]) } else { None };
                    own.map(|after| after << (4 * i))
                };
                digits.iter().zip(list).enumerate().try_fold(0, |all, number| Some(all | one(number)?))
            }
        }
    }
}

/// What is known of an atom after some digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Carry {
    Known(bool),
    At([i64; RANK]),
}

impl Numeration {
    /// The largest digits by state, and where the last state leads. `None` where numbers could not be written: the first
    /// digit must be able to grow.
    pub(crate) fn new(tops: &[u8], back: usize) -> Option<Numeration> {
        let fits =
            tops.len() <= RANK && back < tops.len() && tops[0] > 0 && tops.iter().all(|t| *t <= tops[0]);
        let mut all = [0; RANK];
        fits.then(|| {
            all[..tops.len()].copy_from_slice(tops);
            Numeration { tops: all, states: tops.len(), back }
        })
    }

    pub(crate) const TWO: Numeration = Numeration { tops: [1, 0, 0, 0, 0, 0], states: 1, back: 0 };

    /// The largest digits by state, and where the last state leads.
    pub(crate) fn parts(&self) -> (&[u8], usize) {
        (&self.tops[..self.states], self.back)
    }

    /// How many digits there are.
    pub(crate) fn digits(self) -> usize {
        usize::from(self.tops[0]) + 1
    }

    /// The state behind the largest digit of a state.
    fn next(self, state: usize) -> usize {
        if state + 1 < self.states { state + 1 } else { self.back }
    }

    /// The states of several numbers, four bits each, after one more digit of each; `None` if a digit may not stand there.
    pub(crate) fn follow(self, states: u128, digits: &[usize]) -> Option<u128> {
        if self.states == 1 {
            return Some(0);
        }
        let mut after = 0;
        for (i, digit) in digits.iter().enumerate() {
            let own = (states >> (4 * i) & 15) as usize;
            let top = usize::from(*self.tops.get(own)?);
            if *digit == top {
                after |= (self.next(own) as u128) << (4 * i);
            } else if *digit > top {
                return None;
            }
        }
        Some(after)
    }

    /// The value of digits, most significant first.
    pub(crate) fn value(self, digits: impl Iterator<Item = usize>) -> BigUint {
        let mut read = vec![BigUint::ZERO; self.states];
        for d in digits {
            let mut after = vec![BigUint::ZERO; self.states];
            after[0] += d;
            for (q, n) in read.iter().enumerate() {
                after[0] += n * self.tops[q];
                after[self.next(q)] += n;
            }
            read = after;
        }
        read.into_iter().sum()
    }

    /// A vector with one digit less to come; `None` beyond 128 bits.
    fn carry(self, p: &[i128; RANK], sum: i128) -> Option<[i128; RANK]> {
        let mut after = [0i128; RANK];
        after[0] = sum;
        for (q, n) in p.iter().enumerate().take(self.states) {
            after[0] = after[0].checked_add(n.checked_mul(i128::from(self.tops[q]))?)?;
            let next = self.next(q);
            after[next] = after[next].checked_add(*n)?;
        }
        Some(after)
    }

    /// What is known before any digit.
    pub(crate) fn start(self, atom: &Atom) -> Carry {
        self.settled(atom, &[0; RANK]).unwrap_or(Carry::At([0; RANK]))
    }

    /// After one more digit of every variable, whose weighted sum is `sum`.
    pub(crate) fn step(self, atom: &Atom, carry: Carry, sum: i64) -> Option<Carry> {
        let Carry::At(p) = carry else { return Some(carry) };
        let mut after = self.carry(&p.map(i128::from), sum.into())?;
        if let Test::Divides(m) = atom.test {
            after = after.map(|n| n.rem_euclid(m.into()));
        }
        self.settled(atom, &after)
    }

    /// The truth after the last digit.
    pub(crate) fn last(self, atom: &Atom, carry: Carry) -> bool {
        match carry {
            Carry::Known(b) => b,
            Carry::At(p) => {
                let sum = p.iter().map(|n| i128::from(*n)).sum::<i128>() + i128::from(atom.constant);
                match atom.test {
                    Test::AtMost => sum <= 0,
                    Test::Zero => sum == 0,
                    Test::Divides(m) => sum % i128::from(m) == 0,
                }
            }
        }
    }

    /// Forgets the vector where no further digits can change the answer; `None` beyond 64 bits.
    fn settled(self, atom: &Atom, p: &[i128; RANK]) -> Option<Carry> {
        if !matches!(atom.test, Test::Divides(_)) {
            let sign = |s: i128| atom.terms.iter().map(|(_, c)| (s * i128::from(*c)).max(0)).sum::<i128>();
            let (plus, minus) = (sign(1), sign(-1));
            let c = i128::from(atom.constant);
            if self.stays_positive(p, c, minus) {
                return Some(Carry::Known(false));
            }
            let less = p.map(|n| -n);
            if atom.test == Test::Zero && self.stays_positive(&less, -c, plus) {
                return Some(Carry::Known(false));
            }
            // sum <= 0 for ever is 1 - sum > 0 for ever.
            if atom.test == Test::AtMost && self.stays_positive(&less, 1 - c, plus) {
                return Some(Carry::Known(true));
            }
        }
        let mut small = [0; RANK];
        for (to, n) in small.iter_mut().zip(p) {
            *to = i64::try_from(*n).ok()?;
        }
        Some(Carry::At(small))
    }

    /// Is the sum of p(q)·N(q, i) + c + rest > 0 for every number i >= 0 of digits to come, where
    /// rest >= -minus·(U(i) - 1)? (The i digits to come of one number are worth at most U(i) - 1.)
    fn stays_positive(self, p: &[i128; RANK], c: i128, minus: i128) -> bool {
        // U(i) is N(0, i). Looking ahead i digits is carrying i times without new digits.
        let mut now = *p;
        now[0] -= minus;
        for _ in 0..60 {
            if now.iter().sum::<i128>() + minus + c <= 0 {
                return false;
            }
            let Some(next) = self.carry(&now, 0) else { return false };
            // The carry is a matrix without negative entries: once no entry falls, none falls ever after.
            if next.iter().zip(&now).all(|(next, now)| next >= now) {
                return true;
            }
            // Once no entry rises, none ever rises, and an entry that falls without end makes the sum negative; where
            // it is not certain the vector is kept, which is right too.
            if next.iter().zip(&now).all(|(next, now)| next <= now) {
                return false;
            }
            now = next;
        }
        false
    }
}
