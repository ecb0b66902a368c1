//! Numeration systems: how a natural number is a word of digits, most significant first.
//!
//! All of them are of one kind (A. Bertrand-Mathis 1989; W. Parry 1960): a number being written is in a *state*, at first 0.
//! State q allows the digits 0 to `tops[q]`; a smaller digit leads back to 0, the largest one to the next state, and the last
//! state leads to the state `back`. The value U(i) of a place is how many words of i digits there are. By induction the
//! words of i digits from a state q stand for the numbers below their number N(q, i), each for one, in their order: with
//! t = `tops[q]`, N(q, i + 1) = t·U(i) + N(next, i). So whatever the tops are, every number has one representation up to
//! leading zeros. Base b has the one top b − 1, Zeckendorf's digits have 1 0, those of x² = t·x + 1 have t 0.
//!
//! What has been read of a number is kept as a vector that counts the N(q, i), i digits being still to come, so that one
//! linear step reads the next digit in every system.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use std::cell::RefCell;

/// The most states of a system.
pub const RANK: usize = 6;

/// The largest digit of all is below this.
const DIGITS: u8 = 16;

/// More places than numbers of 64 bits have in any system.
const PLACES: usize = 192;

/// A numeration system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Numeration {
    /// The usual digits in a base from 2 to 16.
    Base(u8),
    /// Place values with U(i+1) = t·U(i) + U(i−1), from 1 and t + 1; t from 1 to 9. A digit t is followed by 0.
    Quadratic(u8),
    /// Any other one.
    Parry(Tops),
    /// Numbers in two systems, side by side.
    Mixed(Mixed),
}

/// Two systems, and which variables are written in which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Mixed {
    systems: [Tops; 2],
    /// The variables that are written in the second, in bits.
    second: u128,
    /// The first variables are the coordinates of a position.
    coordinates: u8,
}

impl Mixed {
    /// The system of each coordinate.
    pub fn systems(self) -> Vec<Numeration> {
        (0..self.coordinates.into()).map(|v| Numeration::Mixed(self).of(v)).collect()
    }
}

/// How each of some tracks is written.
pub(crate) struct Written {
    tops: Vec<Tops>,
    /// Every word is a representation.
    all_words: bool,
}

impl Written {
    /// The states of the numbers, four bits each, after one digit of each of them; `None` if one may not stand there.
    pub(crate) fn follow_all(&self, states: u128, row: &[u8]) -> Option<u128> {
        if self.all_words {
            return Some(0);
        }
        let mut after = 0;
        for (i, (digit, tops)) in row.iter().zip(&self.tops).enumerate() {
            let own = (states >> (4 * i)) & 15;
            after |= (tops.follow(own as usize, *digit)? as u128) << (4 * i);
        }
        Some(after)
    }

    /// How each track is written.
    pub(crate) fn tops(&self) -> &[Tops] {
        &self.tops
    }
}

/// The largest digits by state, and where the last state leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tops {
    tops: [u8; RANK],
    states: u8,
    back: u8,
}

impl Tops {
    fn new(tops: &[u8], back: usize) -> Tops {
        let mut all = [0; RANK];
        all[..tops.len()].copy_from_slice(tops);
        Tops { tops: all, states: tops.len() as u8, back: back as u8 }
    }

    /// The largest digits by state.
    pub fn tops(&self) -> &[u8] {
        &self.tops[..usize::from(self.states)]
    }

    /// How many states there are.
    pub fn rank(&self) -> usize {
        self.states.into()
    }

    /// The state that the last one leads to by its largest digit.
    pub fn back(&self) -> usize {
        self.back.into()
    }

    /// The state behind a state and its largest digit.
    fn next(&self, state: usize) -> usize {
        if state + 1 < self.rank() { state + 1 } else { self.back() }
    }

    /// The state after a digit; `None` if it may not stand there.
    pub fn follow(&self, state: usize, digit: u8) -> Option<usize> {
        let top = self.tops[state];
        (digit <= top).then(|| if digit < top { 0 } else { self.next(state) })
    }

    /// What has been read, counted for one digit less to come.
    pub(crate) fn carry(&self, read: &[i128], digit: i128) -> Vec<i128> {
        self.carried(read, digit)[..self.rank()].to_vec()
    }

    /// The same, with zeros behind the last state.
    pub(crate) fn carried(&self, read: &[i128], digit: i128) -> [i128; RANK] {
        let mut after = [0; RANK];
        after[0] = digit;
        for (q, n) in read.iter().enumerate().take(self.rank()) {
            after[0] += i128::from(self.tops[q]) * n;
            after[self.next(q)] += n;
        }
        after
    }

    /// The same in 64 bits, in place; `None` (and nothing to be used) beyond.
    pub(crate) fn push(&self, read: &mut [i64], digit: u8) -> Option<()> {
        let mut after = [0i64; RANK];
        after[0] = digit.into();
        for (q, n) in read.iter().enumerate() {
            after[0] = after[0].checked_add(i64::from(self.tops[q]).checked_mul(*n)?)?;
            let next = self.next(q);
            after[next] = after[next].checked_add(*n)?;
        }
        read.copy_from_slice(&after[..read.len()]);
        Some(())
    }

    /// For each state the words of one digit more than those counted; `None` beyond 64 bits.
    pub(crate) fn longer(&self, counts: &[i64; RANK]) -> Option<[i64; RANK]> {
        let mut after = [0; RANK];
        for q in 0..self.rank() {
            after[q] = i64::from(self.tops[q]).checked_mul(counts[0])?.checked_add(counts[self.next(q)])?;
        }
        Some(after)
    }

    /// The place values up to the first above a number, lowest first.
    fn big_places(&self, n: &BigUint, least: usize) -> Vec<BigUint> {
        let mut counts = vec![BigUint::from(1u8); self.rank()];
        let mut places = Vec::new();
        while places.len() < least || counts[0] <= *n {
            places.push(counts[0].clone());
            let longer = |q: usize| &counts[0] * self.tops[q] + &counts[self.next(q)];
            counts = (0..self.rank()).map(longer).collect();
        }
        places
    }
}

impl Numeration {
    /// `fibonacci`, `tribonacci`, a base from 2 to 16, `t=3` for x*x = 3*x + 1, or the expansion of 1 as in
    /// [`Numeration::parry`]: `1,0,1`, and `2,(1)` with a part that returns for ever.
    pub fn named(text: &str) -> Option<Numeration> {
        let digits = |list: &str| list.split(',').map(|d| d.trim().parse().ok()).collect::<Option<Vec<u8>>>();
        match text.to_ascii_lowercase().as_str() {
            "fibonacci" | "zeckendorf" => Some(Numeration::FIBONACCI),
            "tribonacci" => Numeration::parry(&[1, 1, 1], &[]),
            "pell" => Numeration::quadratic(2),
            other => match (other.strip_prefix("t="), other.split_once('(')) {
                (Some(t), _) => t.parse().ok().and_then(Numeration::quadratic),
                (None, Some((first, cycle))) => {
                    let first = first.trim_end().trim_end_matches(',');
                    let first = if first.is_empty() { Vec::new() } else { digits(first)? };
                    Numeration::parry(&first, &digits(cycle.strip_suffix(')')?)?)
                }
                (None, None) if other.contains(',') => Numeration::parry(&digits(other)?, &[]),
                (None, None) => other.parse().ok().and_then(Numeration::base),
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

    /// A base, if it is one of 2 to 16.
    pub fn base(b: u8) -> Option<Numeration> {
        (2..=DIGITS).contains(&b).then_some(Numeration::Base(b))
    }

    /// The system of x² = t·x + 1, if t is one of 1 to 9.
    pub fn quadratic(t: u8) -> Option<Numeration> {
        (1..=9).contains(&t).then_some(Numeration::Quadratic(t))
    }

    /// The system in whose base β the number 1 is written 0.d1 d2 d3 …: a finite expansion d1 … dm, for which
    /// U(i) = d1·U(i−1) + … + dm·U(i−m), or one that goes on with a cycle for ever. `None` if it is too long, or if 1 is
    /// written otherwise in that base (a tail is larger than the whole).
    pub fn parry(first: &[u8], cycle: &[u8]) -> Option<Numeration> {
        // The largest expansion below 1 comes from a finite one by taking 1 from its last digit and beginning again.
        let (mut tops, mut back) = ([first, cycle].concat(), if cycle.is_empty() { 0 } else { first.len() });
        if cycle.is_empty() {
            *tops.last_mut().filter(|d| **d > 0)? -= 1;
        } else if cycle.iter().all(|d| *d == 0) {
            return None;
        }
        // As short as the same expansion can be said: the cycle once, and begun as early as it can.
        let cycle = &tops[back..];
        let once = (1..=cycle.len())
            .find(|n| cycle.len() % n == 0 && cycle.iter().eq(cycle[..*n].iter().cycle().take(cycle.len())));
        tops.truncate(back + once?);
        while back > 0 && tops.last() == tops.get(back - 1) {
            tops.pop();
            back -= 1;
        }
        if tops.len() > RANK || tops.iter().any(|d| *d >= DIGITS) || tops[0] == 0 {
            return None;
        }
        let system = Tops::new(&tops, back);
        // Every tail is at most the whole: compared as long as a difference can show.
        let tail = |q: usize| std::iter::successors(Some(q), |q| Some(system.next(*q))).map(|q| tops[q]);
        let length = 2 * tops.len();
        if (1..tops.len()).any(|q| tail(q).take(length).gt(tail(0).take(length))) {
            return None;
        }
        Some(Numeration::simple(system))
    }

    /// Two systems, where the variables of `second` (in bits) are written in the other one; the first ones are coordinates.
    pub(crate) fn mixed([one, other]: [Numeration; 2], second: u128, coordinates: usize) -> Numeration {
        let coordinates = u8::try_from(coordinates).unwrap_or(u8::MAX);
        Numeration::Mixed(Mixed { systems: [one.tops(), other.tops()], second, coordinates })
    }

    /// The system in which a variable is written.
    pub fn of(self, variable: usize) -> Numeration {
        let Numeration::Mixed(mixed) = self else { return self };
        let second = u32::try_from(variable).ok().and_then(|v| mixed.second.checked_shr(v)).unwrap_or(0) & 1;
        Numeration::simple(mixed.systems[second as usize])
    }

    /// The one system in which all of some variables are written.
    pub(crate) fn common(self, variables: &[usize]) -> Option<Numeration> {
        let Some((first, others)) = variables.split_first() else { return Some(self.of(0)) };
        let one = self.of(*first);
        others.iter().all(|v| self.of(*v) == one).then_some(one)
    }

    /// How some tracks are written.
    pub(crate) fn written(self, tracks: &[usize]) -> Written {
        Written { tops: tracks.iter().map(|t| self.of(*t).tops()).collect(), all_words: self.all_words() }
    }

    fn simple(system: Tops) -> Numeration {
        match (system.tops(), system.back()) {
            ([d], _) => Numeration::Base(d + 1),
            ([t @ 1..=9, 0], 0) => Numeration::Quadratic(*t),
            _ => Numeration::Parry(system),
        }
    }

    /// The largest digits by state; of the first of two systems.
    pub fn tops(self) -> Tops {
        match self {
            Numeration::Mixed(mixed) => mixed.systems[0],
            Numeration::Base(b) => Tops::new(&[b.saturating_sub(1)], 0),
            Numeration::Quadratic(t) => Tops::new(&[t, 0], 0),
            Numeration::Parry(tops) => tops,
        }
    }

    /// The expansion of 1, as [`Numeration::named`] reads it.
    pub fn expansion(self) -> String {
        let system = self.tops();
        let text = |digits: &[u8]| digits.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        let (tops, back) = (system.tops(), system.back());
        match back {
            0 => {
                let mut digits = tops.to_vec();
                digits.last_mut().into_iter().for_each(|d| *d += 1);
                text(&digits)
            }
            back => format!("{},({})", text(&tops[..back]), text(&tops[back..])),
        }
    }

    /// How many digits there are; the largest is one less.
    pub fn digits(self) -> usize {
        match self {
            Numeration::Base(b) => usize::from(b),
            Numeration::Quadratic(t) => usize::from(t) + 1,
            // No tail is larger than the whole, so no digit is larger than the first.
            Numeration::Parry(tops) => usize::from(tops.tops[0]) + 1,
            Numeration::Mixed(mixed) => {
                mixed.systems.map(|t| usize::from(t.tops[0]) + 1).into_iter().max().unwrap_or(0)
            }
        }
    }

    /// Whether every word of digits is a representation.
    pub fn all_words(self) -> bool {
        matches!(self, Numeration::Base(_))
    }

    /// The values of the places, lowest first, as many as numbers up to `largest` need, and how many that are.
    pub(crate) fn places(self, largest: u64) -> ([u64; PLACES], usize) {
        let tops = self.tops();
        let mut places = [1u64; PLACES];
        let mut counts = [1i64; RANK];
        for i in 1..PLACES {
            match tops.longer(&counts).filter(|c| c[0] as u64 <= largest) {
                Some(longer) => counts = longer,
                None => return (places, i),
            }
            places[i] = counts[0] as u64;
        }
        (places, PLACES)
    }

    /// The same for whoever asks often: the places of the numeration that was asked for last are kept.
    pub(crate) fn with_places<R>(self, largest: u64, read: impl FnOnce(&[u64]) -> R) -> R {
        thread_local! {
            static LAST: RefCell<Option<(Numeration, Vec<u64>)>> = const { RefCell::new(None) };
        }
        LAST.with_borrow_mut(|last| {
            let kept = last.take().filter(|l| l.0 == self).map(|l| l.1);
            let places = kept.unwrap_or_else(|| {
                let (all, used) = self.places(u64::MAX);
                all[..used].to_vec()
            });
            let used = places.partition_point(|place| *place <= largest).max(1);
            let answer = read(&places[..used]);
            *last = Some((self, places));
            answer
        })
    }

    /// The first place values, lowest first.
    pub fn first_places(self, count: usize) -> Vec<BigUint> {
        self.tops().big_places(&BigUint::zero(), count)
    }

    /// The digits of a number without leading zeros, most significant first; none for 0.
    pub fn write(self, n: &BigUint) -> Vec<u8> {
        match self {
            _ if n.is_zero() => Vec::new(),
            Numeration::Base(b) => n.to_radix_be(u32::from(b)),
            system => {
                let mut rest = n.clone();
                let digit = |place: &BigUint| {
                    let (digit, less) = rest.div_rem(place);
                    rest = less;
                    // The greedy digit is a digit because the rest is below the place above.
                    digit.to_u8().unwrap_or(u8::MAX)
                };
                system.tops().big_places(n, 1).iter().rev().map(digit).collect()
            }
        }
    }

    /// The number that a word of digits stands for.
    pub fn read(self, digits: &[u8]) -> BigUint {
        let places = self.tops().big_places(&BigUint::zero(), digits.len());
        digits.iter().rev().zip(&places).map(|(d, place)| place * *d).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn systems() -> impl Iterator<Item = Numeration> {
        let named =
            ["tribonacci", "1,0,1", "1,0,0,1", "2,2", "3,2", "2,(1)", "3,(1)", "1,1,0,1", "2,0,(1)", "4,2,1"];
        let bases = (2..=16).filter_map(Numeration::base);
        bases
            .chain((1..=9).filter_map(Numeration::quadratic))
            .chain(named.map(|n| Numeration::named(n).unwrap()))
    }

    #[test]
    fn numbers_are_written_and_read_back() {
        for system in systems() {
            let tops = system.tops();
            for n in 0..500u32 {
                let digits = system.write(&BigUint::from(n));
                assert_eq!(system.read(&digits), BigUint::from(n), "{system:?} {n}");
                let (mut state, mut read) = (0, vec![0i64; tops.rank()]);
                for d in &digits {
                    state = tops.follow(state, *d).unwrap_or_else(|| panic!("{system:?} {n} {digits:?}"));
                    tops.push(&mut read, *d).unwrap();
                    assert!(usize::from(*d) < system.digits());
                }
                assert_eq!(read.iter().sum::<i64>(), i64::from(n));
                assert_eq!(Numeration::named(&system.expansion()), Some(system));
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
        let tribonacci = Numeration::named("tribonacci").unwrap();
        let rows: [(Numeration, u32, &[u8]); 7] = [
            (Numeration::Base(2), 6, &[1, 1, 0]),
            (Numeration::Base(10), 907, &[9, 0, 7]),
            (Numeration::FIBONACCI, 11, &[1, 0, 1, 0, 0]),
            (Numeration::FIBONACCI, 1, &[1]),
            (Numeration::Quadratic(2), 6, &[2, 0]),
            (tribonacci, 6, &[1, 1, 0]),
            (tribonacci, 18, &[1, 0, 1, 0, 1]),
        ];
        for (system, n, digits) in rows {
            assert_eq!(system.write(&BigUint::from(n)), digits, "{system:?} {n}");
        }
        // Every second Fibonacci number: x² = 3x − 1.
        let places = Numeration::named("2,(1)").unwrap().first_places(5);
        assert_eq!(places, [1u8, 3, 8, 21, 55].map(BigUint::from));
    }

    #[test]
    fn expansions_that_are_none() {
        let wrong =
            "1 ¦ 0 ¦ 17 ¦ t=10 ¦ 1,0,0 ¦ 0,1 ¦ 1,1,1,1,1,1,1 ¦ 3,(0) ¦ 1,( ¦ x ¦ ¦ 2,,1 ¦ 16,1 ¦ () ¦ 1,(2)";
        for text in wrong.split('¦').map(str::trim) {
            assert_eq!(Numeration::named(text), None, "{text}");
        }
        // The same said in another way.
        for (text, same) in
            [("2,(2)", "3"), ("(1,0)", "fibonacci"), ("1,(0,1)", "1,1"), ("2,1,(1,1)", "2,(1)")]
        {
            assert_eq!(Numeration::named(text), Numeration::named(same), "{text}");
        }
    }
}
