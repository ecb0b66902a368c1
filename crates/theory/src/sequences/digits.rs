//! Sequences that are like themselves: the values at b·n + r come from those at n.
//!
//! This is what "depends on the digits of n in base b" looks like in a table: the number of ones, the parity of the
//! digits, the power of b in n, the lowest digit of a kind, and mixtures such as g(2n) = n, g(2n + 1) = g(n).

use super::Sequence;
use crate::words::{cases, shifted, sum};

/// How the values at `base*n + r` come from n and v(n).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Similar {
    /// v(n + shift) is taken so many times.
    pub times: i64,
    /// The shift of the argument: -1, 0 or 1.
    pub shift: i64,
    /// n is taken so many times.
    pub slope: i64,
    /// And this is added.
    pub constant: i64,
    /// The sum is taken modulo this, where it is given.
    pub modulus: Option<i64>,
}

/// v(base*m + r - offset) for each r, where m stands for n + offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Similarity {
    /// The base, 2 to 10.
    pub base: i64,
    /// The sequence is like itself in m = n + offset: 0, or 1 or -1.
    pub offset: i64,
    /// The rule for each r.
    pub rules: Vec<Similar>,
    /// The rules give every value from this n on; those before are given.
    pub from: i64,
    /// The values before.
    pub before: Vec<i64>,
}

/// A value is taken so many times at most.
const MOST_TIMES: i64 = 16;

/// Every rule is seen at this many places at least.
const LEAST: usize = 6;

/// The similarity in the smallest base.
pub fn find(sequence: &Sequence<'_>, exceptions: usize) -> Option<Similarity> {
    for base in 2..=10 {
        for offset in [0, 1, -1] {
            if let Some(found) = in_base(sequence, base, offset, exceptions) {
                return Some(found);
            }
        }
    }
    None
}

fn in_base(sequence: &Sequence<'_>, base: i64, offset: i64, exceptions: usize) -> Option<Similarity> {
    if sequence.len() < LEAST * base as usize {
        return None;
    }
    let most = sequence.iter().map(|v| v.1).max()?;
    let mut rules = Vec::new();
    let mut last_wrong = sequence.first() - 1;
    for r in 0..base {
        let (rule, wrong) = residue(sequence, base, offset, r, most, exceptions)?;
        last_wrong = last_wrong.max(wrong);
        rules.push(rule);
    }
    // Where no value comes from another one, a formula by residue says the same; where all do and nothing is added, too.
    if rules.iter().all(|r| r.times == 0) {
        return None;
    }
    // A rule must not lean on the value that it gives, or on one that is not there.
    let leans = |n: i64| -> bool {
        let m = n + offset;
        let rule = &rules[m.rem_euclid(base) as usize];
        let source = m.div_euclid(base) + rule.shift - offset;
        rule.times != 0 && (source >= n || source < sequence.first())
    };
    let mut from = last_wrong + 1;
    while leans(from) {
        from += 1;
    }
    let before: Vec<i64> = (sequence.first()..from).map(|n| sequence.at(n)).collect::<Option<_>>()?;
    if before.len() > exceptions.max(base as usize)
        || sequence.len() < 2 * before.len() + LEAST * base as usize
    {
        return None;
    }
    let found = Similarity { base, offset, rules, from, before };
    sequence
        .from(from)
        .iter()
        .all(|(n, v)| found.step(n, &|n| sequence.at(n).map(i128::from)) == Some(i128::from(v)))
        .then_some(found)
}

/// The simplest rule for one residue, and the last place where it fails (before all places, if nowhere).
fn residue(
    sequence: &Sequence<'_>,
    base: i64,
    offset: i64,
    r: i64,
    most: i64,
    exceptions: usize,
) -> Option<(Similar, i64)> {
    // m = base*q + r, and v(m - offset) is given.
    let first = (sequence.first() + offset - r).div_euclid(base);
    let last = (sequence.end() - 1 + offset - r).div_euclid(base);
    let value = |q: i64| sequence.at(base * q + r - offset);
    let places: Vec<i64> = (first..=last).filter(|q| value(*q).is_some()).collect();
    // Two late places give slope and constant.
    let (one, two) = (*places.get(places.len() * 2 / 3)?, *places.last()?);
    if two <= one {
        return None;
    }
    let mut best: Option<(Similar, i64)> = None;
    let moduli = [None, Some(most + 1)];
    for (times, shift, modulus) in candidates(base, &moduli) {
        let known = |q: i64| sequence.at(q + shift - offset).map(i128::from);
        let rest = |q: i64| -> Option<i128> {
            let own = i128::from(value(q)?);
            if times == 0 { Some(own) } else { Some(own - i128::from(times) * known(q)?) }
        };
        let (Some(a), Some(b)) = (rest(one), rest(two)) else { continue };
        let rule = match modulus {
            Some(m) => {
                Similar { times, shift, slope: 0, constant: a.rem_euclid(m.into()) as i64, modulus: Some(m) }
            }
            None => {
                let (rise, run) = (b - a, i128::from(two - one));
                if rise % run != 0 {
                    continue;
                }
                let slope = rise / run;
                let constant = a - slope * i128::from(one);
                let (Ok(slope), Ok(constant)) = (i64::try_from(slope), i64::try_from(constant)) else {
                    continue;
                };
                Similar { times, shift, slope, constant, modulus: None }
            }
        };
        let small = rule.slope.abs() <= 4 * base && rule.constant.abs() <= 1000;
        let wrong: Vec<i64> = places
            .iter()
            .filter(|q| {
                let expected =
                    if times == 0 { rule.apply(**q, 0) } else { known(**q).and_then(|k| rule.apply(**q, k)) };
                expected != value(**q).map(i128::from)
            })
            .copied()
            .collect();
        let early = wrong.last().is_none_or(|w| places.iter().filter(|q| *q > w).count() >= LEAST);
        if small && wrong.len() <= exceptions && early {
            let last_wrong = wrong.last().map_or(i64::MIN, |q| base * q + r - offset);
            if best.as_ref().is_none_or(|b| last_wrong < b.1) {
                best = Some((rule, last_wrong));
            }
        }
    }
    best
}

/// Simple ones first: they win against later ones that fail as late.
fn candidates<'m>(
    base: i64,
    moduli: &'m [Option<i64>; 2],
) -> impl Iterator<Item = (i64, i64, Option<i64>)> + 'm {
    let plain = [(0, 0), (1, 0), (base, 0), (-1, 0), (1, 1), (1, -1), (base, 1), (base, -1)];
    // Digits of one base read in another.
    let read = (2..=MOST_TIMES).filter(move |times| *times != base).map(|times| (times, 0));
    let plain = plain.into_iter().chain(read).map(|(times, shift)| (times, shift, moduli[0]));
    plain.chain([(1, 0, moduli[1])])
}

impl Similar {
    fn apply(&self, n: i64, value: i128) -> Option<i128> {
        let sum = i128::from(self.times)
            .checked_mul(value)?
            .checked_add(i128::from(self.slope) * i128::from(n))?
            .checked_add(self.constant.into())?;
        Some(self.modulus.map_or(sum, |m| sum.rem_euclid(m.into())))
    }

    /// In words of the rules language: `index` stands for n, `value(shift)` for v(n + shift).
    fn say(&self, index: &str, value: impl Fn(i64) -> String) -> String {
        let value = (self.times.into(), if self.times == 0 { String::new() } else { value(self.shift) });
        let constant = (self.constant.into(), String::new());
        // c - v(n) reads better than -v(n) + c.
        let sum = if self.times < 0 && self.slope == 0 && self.constant > 0 {
            sum([constant, value])
        } else {
            sum([value, (self.slope.into(), index.to_string()), constant])
        };
        match self.modulus {
            Some(m) => format!("({sum}) mod {m}"),
            None => sum,
        }
    }
}

impl Similarity {
    /// The value at n from the values before it.
    fn step(&self, n: i64, value: &dyn Fn(i64) -> Option<i128>) -> Option<i128> {
        let m = n.checked_add(self.offset)?;
        let rule = self.rules.get(usize::try_from(m.rem_euclid(self.base)).ok()?)?;
        let q = m.div_euclid(self.base);
        let known = if rule.times == 0 { 0 } else { value(q + rule.shift - self.offset)? };
        rule.apply(q, known)
    }

    /// The value at n, for any n from the first on.
    pub fn value(&self, n: i64, first: i64) -> Option<i128> {
        if n < self.from {
            return self.before.get(usize::try_from(n.checked_sub(first)?).ok()?).copied().map(i128::from);
        }
        self.step(n, &|m| if m < n { self.value(m, first) } else { None })
    }

    /// As people write it: `g(2n) = n`, `g(2n + 1) = g(n)`, one a residue.
    pub fn equations(&self, function: &str) -> Vec<String> {
        let place = |r: i64| shifted(&format!("{}n", self.base), r - self.offset);
        let value = |shift: i64| format!("{function}({})", shifted("n", shift - self.offset));
        let rules = self.rules.iter().enumerate();
        rules.map(|(r, s)| format!("{function}({}) = {}", place(r as i64), s.say("n", value))).collect()
    }

    /// The right side of `define g(n) = …` in the rules language.
    pub fn definition(&self, function: &str, first: i64) -> String {
        let m = shifted("n", self.offset);
        let inner = if self.offset == 0 { m } else { format!("({m})") };
        let index = format!("{inner} div {}", self.base);
        let value = |shift: i64| format!("{function}({})", shifted(&index, shift - self.offset));
        let given = (first..).zip(&self.before).map(|(n, v)| (v.to_string(), format!("n = {n}")));
        let mut arms: Vec<(String, String)> = given.collect();
        for (r, rule) in self.rules.iter().enumerate() {
            let plain = rule.times == 0 && rule.slope == 1 && rule.constant == 0;
            let said = if plain { index.clone() } else { rule.say(&format!("({index})"), value) };
            arms.push((said, format!("{inner} mod {} = {r}", self.base)));
        }
        let rest = arms.pop().map_or_else(String::new, |last| last.0);
        cases(&arms, &rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_like_themselves() {
        let half = |n: i64| {
            let mut n = n;
            while n % 2 == 1 {
                n /= 2;
            }
            n / 2
        };
        type Case = (&'static str, i64, i64, Box<dyn Fn(i64) -> i64>, &'static str);
        let cases: [Case; 7] = [
            ("take at most half", 1, 200, Box::new(half), "g(2n) = n, g(2n + 1) = g(n)"),
            ("ones", 0, 100, Box::new(|n| n.count_ones().into()), "g(2n) = g(n), g(2n + 1) = g(n) + 1"),
            (
                "Thue-Morse",
                0,
                100,
                Box::new(|n| (n.count_ones() % 2).into()),
                "g(2n) = g(n), g(2n + 1) = 1 - g(n)",
            ),
            ("twos", 1, 100, Box::new(|n| n.trailing_zeros().into()), "g(2n) = g(n) + 1, g(2n + 1) = 0"),
            (
                "digits of base 2 read in base 3",
                0,
                64,
                Box::new(|n| (0..8).map(|i| (n >> i & 1) * 3_i64.pow(i)).sum()),
                "g(2n) = 3*g(n), g(2n + 1) = 3*g(n) + 1",
            ),
            (
                "threes of n + 1",
                0,
                200,
                Box::new(|n| {
                    i64::from((n + 1) % 3 == 0)
                        + i64::from((n + 1) % 9 == 0)
                        + i64::from((n + 1) % 27 == 0)
                        + i64::from((n + 1) % 81 == 0)
                }),
                "g(3n) = 0, g(3n + 1) = 0, g(3n + 2) = g(n) + 1",
            ),
            (
                "digits of base 3, added modulo 3",
                0,
                200,
                Box::new(|n| (n % 3 + n / 3 % 3 + n / 9 % 3 + n / 27 % 3 + n / 81 % 3) % 3),
                "g(3n) = g(n), g(3n + 1) = (g(n) + 1) mod 3, g(3n + 2) = (g(n) + 2) mod 3",
            ),
        ];
        for (name, first, end, value, said) in cases {
            let values: Vec<i64> = (first..end).map(&value).collect();
            let sequence = Sequence::new(first, &values).unwrap_or_else(|| panic!("{name}"));
            let found = find(&sequence, 10).unwrap_or_else(|| panic!("{name}: nothing"));
            assert_eq!(found.equations("g").join(", "), said, "{name}");
            for n in first..end {
                assert_eq!(found.value(n, first), Some(value(n).into()), "{name} at {n}");
            }
        }
    }

    #[test]
    fn what_has_no_digits_is_not_given_any() {
        let squares: Vec<i64> = (0..100).map(|n| n * n % 31).collect();
        assert_eq!(Sequence::new(0, &squares).and_then(|s| find(&s, 10)), None);
    }
}
