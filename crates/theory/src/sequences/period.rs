//! Periods: v(n + p) = v(n) + s for every n from some number on.
//!
//! The differences of neighbours repeat exactly when the values repeat with a constant added, so one search serves
//! both. Whether enough is seen is a matter of how much was compared: at least a whole period, a dozen values, and half as
//! many as the exceptions before.

use super::Sequence;
use crate::words::{among, cases, residues, shifted};

/// v(n + period) = v(n) + saltus for all n >= from that are given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// The period, at least 1.
    pub period: usize,
    /// What is added in a period.
    pub saltus: i64,
    /// The first n from which it holds.
    pub from: i64,
    /// The values v(from), …, v(from + period - 1).
    pub cycle: Vec<i64>,
    /// The values before, from the first n on.
    pub before: Vec<i64>,
    /// How many places were compared.
    pub compared: usize,
}

/// This many values at least are compared.
const LEAST: usize = 12;

/// So many will do where the values vary, which they do not by chance in step with those before them.
const FEW: usize = 8;

/// Are there so many different values that a repetition says something?
fn varied(values: &[i64]) -> bool {
    let mut values = values.to_vec();
    values.sort_unstable();
    values.dedup();
    values.len() >= 4
}

/// The shortest period that is seen for long enough.
pub fn find(sequence: &Sequence<'_>, longest: Option<usize>) -> Option<Period> {
    let values = sequence.values;
    let differences: Vec<i64> = values.windows(2).map(|w| w[1] - w[0]).collect();
    let count = differences.len();
    let at = |index: usize| differences[count - 1 - index];
    let longest = longest.unwrap_or(count).min(count);
    // From the end backwards, how many differences agree with those p before them: a Z-function (D. Gusfield, 1997) gives it for all p.
    let mut agree = vec![0_usize; count];
    let (mut left, mut right) = (0, 0);
    for period in 1..=longest.min(count.saturating_sub(1)) {
        let mut length = if period < right { agree[period - left].min(right - period) } else { 0 };
        while period + length < count && at(length) == at(period + length) {
            length += 1;
        }
        if period + length > right {
            (left, right) = (period, period + length);
        }
        agree[period] = length;
        let place = count - period - length;
        // A short period needs to be seen three times only; a long one for longer than by chance.
        let enough = length >= LEAST
            || length >= (2 * period).max(LEAST / 2)
            || length >= period.max(place).max(FEW) && varied(&values[count + 1 - period..]);
        let long = period <= 24 || length >= 2 * period;
        if !enough || !long || length < period.max(place / 2) {
            continue;
        }
        let mut cycle = values[place..place + period].to_vec();
        let saltus = values[place + period] - values[place];
        let mut before = values[..place].to_vec();
        let mut from = sequence.first + place as i64;
        // One value more may belong to it: its difference to the next one is no part of the comparison.
        while let Some(&last) = before.last() {
            if cycle[period - 1] - saltus != last {
                break;
            }
            cycle.rotate_right(1);
            cycle[0] = last;
            before.pop();
            from -= 1;
        }
        let compared = values.len() - period - before.len();
        return Some(Period { period, saltus, from, cycle, before, compared });
    }
    None
}

/// The shortest period, and what it adds, that all values agree with though they are too few for [`find`]; and how many
/// values would be enough.
pub fn hinted(sequence: &Sequence<'_>) -> Option<(usize, i64, usize)> {
    let values = sequence.values;
    // Of so many values, a period that all of them show is seen.
    if values.len() > 5 * LEAST {
        return None;
    }
    let differences: Vec<i64> = values.windows(2).map(|w| w[1] - w[0]).collect();
    let agrees = |p: &usize| differences.iter().zip(&differences[*p..]).all(|(a, b)| a == b);
    let period = (1..=differences.len() / 2).find(agrees)?;
    let varied = varied(&values[..period]);
    let compared = LEAST.min((2 * period).max(LEAST / 2)).min(if varied { FEW } else { LEAST });
    let enough = period + compared.max(period) + 1;
    (enough > values.len()).then(|| (period, values[period] - values[0], enough))
}

impl Period {
    /// The value at n that the period gives, for any n >= from.
    pub fn value(&self, n: i64) -> Option<i128> {
        let steps = usize::try_from(n.checked_sub(self.from)?).ok()?;
        let rounds = (steps / self.period) as i128;
        Some(i128::from(self.cycle[steps % self.period]) + rounds * i128::from(self.saltus))
    }

    /// The same as cases of the rules language in the variable `name`: `n - 1 if n mod 4 = 0, n otherwise`. `None` if
    /// that would be longer than anybody reads.
    pub fn cases(&self, name: &str, first: i64) -> Option<String> {
        let (p, s) = (self.period as i64, self.saltus);
        if self.period > 24 || self.before.len() > 6 {
            return None;
        }
        let start = |r: i64| self.from + (r - self.from).rem_euclid(p);
        // v(n) = slope * n + offset(r), or saltus * (n div p) + offset(r).
        let slope = (s % p == 0).then(|| s / p);
        let offset = |r: i64| -> Option<i64> {
            let (n, v) = (start(r), self.cycle[usize::try_from(start(r) - self.from).ok()?]);
            let base = match slope {
                Some(slope) => slope.checked_mul(n)?,
                None => s.checked_mul(n.div_euclid(p))?,
            };
            v.checked_sub(base)
        };
        let offsets: Vec<i64> = (0..p).map(offset).collect::<Option<_>>()?;
        let main = match slope {
            Some(0) => String::new(),
            Some(1) => name.to_string(),
            Some(-1) => format!("-{name}"),
            Some(slope) => format!("{slope}*{name}"),
            None if s == 1 => format!("{name} div {p}"),
            None => format!("{s}*({name} div {p})"),
        };
        let plus = |r: String| if main.is_empty() { r } else { format!("{main} + {r}") };
        let body = remainder(&offsets, name, p).map(plus).or_else(|| {
            let mut distinct: Vec<(i64, Vec<i64>)> = Vec::new();
            for (r, &o) in offsets.iter().enumerate() {
                match distinct.iter_mut().find(|d| d.0 == o) {
                    Some(d) => d.1.push(r as i64),
                    None => distinct.push((o, vec![r as i64])),
                }
            }
            if distinct.len() > 6 {
                return None;
            }
            distinct.sort_by_key(|d| (d.1.len(), d.1[0]));
            let (rest, others) = distinct.split_last()?;
            let arm = |(o, of): &(i64, Vec<i64>)| (shifted(&main, *o), residues(name, p, of));
            Some(cases(&others.iter().map(arm).collect::<Vec<_>>(), &shifted(&main, rest.0)))
        })?;
        Some(after_exceptions(&self.before, name, first, &body))
    }
}

/// The values before a rule, and the rule: `7 if n < 2, 5 otherwise`; equal values stand together.
pub(super) fn after_exceptions(before: &[i64], name: &str, first: i64, body: &str) -> String {
    let mut values: Vec<(i64, Vec<i64>)> = Vec::new();
    for (n, v) in (first..).zip(before) {
        match values.iter_mut().find(|known| known.0 == *v) {
            Some(known) => known.1.push(n),
            None => values.push((*v, vec![n])),
        }
    }
    let arm = |(v, places): (i64, Vec<i64>)| match places.len() {
        many if many > 1 && many == before.len() => {
            (v.to_string(), format!("{name} < {}", first + many as i64))
        }
        _ => (v.to_string(), among(name, &places)),
    };
    cases(&values.into_iter().map(arm).collect::<Vec<_>>(), body)
}

/// Offsets that are `(n + c) mod p`, or the same plus a constant.
fn remainder(offsets: &[i64], name: &str, p: i64) -> Option<String> {
    let low = *offsets.iter().min()?;
    if p < 2 {
        return None;
    }
    let shift = (offsets[0] - low).rem_euclid(p);
    let fits = (0..p).all(|r| offsets[r as usize] == low + (r + shift).rem_euclid(p));
    fits.then(|| {
        let inner = match shift {
            0 => format!("{name} mod {p}"),
            s => format!("({name} + {s}) mod {p}"),
        };
        shifted(&inner, low)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[i64]) -> Option<Period> {
        find(&Sequence::new(0, values)?, None)
    }

    #[test]
    fn periods_and_their_formulas() {
        let lasker: Vec<i64> = (0..60)
            .map(|n| match (n, n % 4) {
                (0, _) => 0,
                (_, 0) => n - 1,
                (_, 3) => n + 1,
                _ => n,
            })
            .collect();
        let cases: [(Vec<i64>, usize, i64, i64, &str); 7] = [
            ((0..40).map(|n| n % 4).collect(), 4, 0, 0, "n mod 4"),
            ((0..40).map(|n| (n + 1) % 3).collect(), 3, 0, 0, "(n + 1) mod 3"),
            ((0..40).collect(), 1, 1, 0, "n"),
            (lasker, 4, 4, 1, "0 if n = 0, n - 1 if n mod 4 = 0, n + 1 if n mod 4 = 3, n otherwise"),
            ((0..40).map(|n| n / 3).collect(), 3, 1, 0, "n div 3"),
            ((0..40).map(|n| if n < 2 { 7 } else { 5 }).collect(), 1, 0, 2, "7 if n < 2, 5 otherwise"),
            (
                (0..60).map(|n| [0, 1, 0, 1, 2, 3, 2][n % 7]).collect(),
                7,
                0,
                0,
                "3 if n mod 7 = 5, 0 if n mod 7 in {0, 2}, 1 if n mod 7 in {1, 3}, 2 otherwise",
            ),
        ];
        for (values, period, saltus, from, formula) in cases {
            let p = of(&values).unwrap_or_else(|| panic!("{formula}: no period"));
            assert_eq!((p.period, p.saltus, p.from), (period, saltus, from), "{formula}");
            assert_eq!(p.cases("n", 0).as_deref(), Some(formula));
            for (n, &v) in values.iter().enumerate().skip(from as usize) {
                assert_eq!(p.value(n as i64), Some(i128::from(v)), "{formula} at {n}");
            }
        }
    }

    #[test]
    fn too_little_is_no_period() {
        assert_eq!(of(&[0, 1, 2, 3, 0, 1, 2, 3]), None);
        // Ten values in step, of seven different ones, will do.
        let short = [3, 9, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5];
        assert_eq!(of(&short).map(|p| (p.period, p.from)), Some((7, 2)));
        assert_eq!(of(&short[..16]), None);
        assert_eq!(of(&(0..60).map(|n| n * n).collect::<Vec<_>>()), None);
    }
}
