//! Closed forms other than periods: polynomials, a straight line for each residue, logarithms, roots, multiples of irrational
//! numbers, xor of simple terms.
//!
//! Everything is exact: no floating point decides whether a form holds.

use super::Sequence;
use super::period::after_exceptions;
use crate::words::{cases, residues, shifted, sum};

/// (plus + √root) / by, a real number that is not rational.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Real {
    /// The rational part of the numerator.
    pub plus: i64,
    /// The number under the root; no square.
    pub root: i64,
    /// The denominator, at least 1.
    pub by: i64,
}

/// What a form computes from n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The sum of coefficient times (n choose i).
    Polynomial(Vec<i64>),
    /// ⌊log2(n + shift)⌋ + constant
    Log {
        /// Added to n.
        shift: i64,
        /// Added to the logarithm.
        constant: i64,
    },
    /// (⌊√(times·n + shift)⌋ + constant) div by
    Root {
        /// n is taken so many times.
        times: i64,
        /// Added under the root.
        shift: i64,
        /// Added to the root.
        constant: i64,
        /// The divisor.
        by: i64,
    },
    /// ⌊factor·(n + shift)⌋ + constant
    Multiple {
        /// The factor.
        factor: Real,
        /// Added to n.
        shift: i64,
        /// Added to the product.
        constant: i64,
    },
    /// For each residue r of n modulo their number, rise·(n div modulus) + value: a straight line of its own.
    Lines(Vec<Line>),
    /// (n + shift) xor ((n + shift) div by)
    Xor {
        /// Added to n.
        shift: i64,
        /// The divisor.
        by: i64,
    },
}

/// The values at modulus·q + r are rise·q + value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// What a step of the modulus adds.
    pub rise: i64,
    /// The value at q = 0.
    pub value: i64,
}

/// A closed form, and the values before it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// What it computes.
    pub kind: Kind,
    /// The first n from which it holds.
    pub from: i64,
    /// The values before.
    pub before: Vec<i64>,
}

/// At least so many values follow the form.
const LEAST: usize = 12;
/// Of a form that people write down at first sight, so many.
const LEAST_PLAIN: usize = 8;

/// The first form that fits.
pub fn find(sequence: &Sequence<'_>, exceptions: usize) -> Option<Form> {
    let polynomial = polynomial(sequence, exceptions).into_iter();
    polynomial
        .chain(lines(sequence))
        .chain(logs())
        .chain(multiples(sequence))
        .chain(xors())
        .chain(roots())
        .find_map(|kind| fit(sequence, kind, exceptions))
}

/// Does the form give all values but a few at the beginning?
fn fit(sequence: &Sequence<'_>, kind: Kind, exceptions: usize) -> Option<Form> {
    let wrong = |(n, v): (i64, i64)| kind.value(n) != Some(i128::from(v));
    // Most candidates fail at once near the end.
    let least = kind.least();
    let near = sequence.end() - least as i64;
    if sequence.len() < least || sequence.from(near).iter().any(wrong) {
        return None;
    }
    let last = sequence.iter().filter(|&at| wrong(at)).map(|v| v.0).last();
    let from = last.map_or(sequence.first(), |n| n + 1);
    let count = usize::try_from(from - sequence.first()).ok()?;
    let enough = sequence.len() - count >= least + count;
    let before: Vec<i64> = sequence.iter().take(count).map(|v| v.1).collect();
    (enough && count <= exceptions).then_some(Form { kind, from, before })
}

/// The last differences of a polynomial are the same so many times.
const CONSTANT: usize = 4;

/// The polynomial of degree 2 to 4 through the last values.
fn polynomial(sequence: &Sequence<'_>, exceptions: usize) -> Option<Kind> {
    // Six values more than are compared give a polynomial of degree 4.
    let start = sequence.first() + exceptions.min(sequence.len().saturating_sub(LEAST + 6)) as i64;
    let rest: Vec<i128> = sequence.from(start).iter().map(|v| i128::from(v.1)).collect();
    let mut row = rest;
    let mut leading = Vec::new();
    while row.len() > CONSTANT && leading.len() <= 5 {
        leading.push(row[0]);
        if row.iter().all(|v| *v == row[0]) {
            break;
        }
        row = row.windows(2).map(|w| w[1] - w[0]).collect();
    }
    if !(3..=5).contains(&leading.len()) || row.iter().any(|v| *v != row[0]) {
        return None;
    }
    // From binomials in n - start to binomials in n: v at 0, 1, … by going backwards, then differences again.
    let degree = leading.len() - 1;
    let at = |n: i64| -> i128 {
        let m = i128::from(n - start);
        let mut choose = 1_i128;
        let mut sum = 0;
        for (i, c) in leading.iter().enumerate() {
            sum += c * choose;
            choose = choose * (m - i as i128) / (i as i128 + 1);
        }
        sum
    };
    let mut row: Vec<i128> = (0..=degree as i64).map(at).collect();
    let mut coefficients = Vec::new();
    while let Some(&c) = row.first() {
        coefficients.push(i64::try_from(c).ok()?);
        row = row.windows(2).map(|w| w[1] - w[0]).collect();
    }
    Some(Kind::Polynomial(coefficients))
}

/// Straight lines through the last values of each residue, where they do not all rise alike (then it is a period).
fn lines(sequence: &Sequence<'_>) -> impl Iterator<Item = Kind> {
    let sequence = *sequence;
    (2..=12_i64).filter_map(move |modulus| {
        let line = |r: i64| -> Option<Line> {
            let last = sequence.end() - 1 - (sequence.end() - 1 - r).rem_euclid(modulus);
            let (now, before) = (sequence.at(last)?, sequence.at(last - modulus)?);
            let rise = now.checked_sub(before)?;
            let value = now.checked_sub(rise.checked_mul(last.div_euclid(modulus))?)?;
            let small = rise.unsigned_abs() < 1 << 40 && value.unsigned_abs() < 1 << 40;
            small.then_some(Line { rise, value })
        };
        let lines: Vec<Line> = (0..modulus).map(line).collect::<Option<_>>()?;
        lines.iter().any(|l| l.rise != lines[0].rise).then_some(Kind::Lines(lines))
    })
}

fn logs() -> impl Iterator<Item = Kind> {
    (0..=2).flat_map(|shift| (-2..=2).map(move |constant| Kind::Log { shift, constant }))
}

fn roots() -> impl Iterator<Item = Kind> {
    let sizes = [(1, 1), (8, 2), (2, 1), (4, 1), (4, 2), (5, 1)];
    sizes.into_iter().flat_map(|(times, by)| {
        (-4..=9)
            .flat_map(move |shift| (-3..=3).map(move |constant| Kind::Root { times, shift, constant, by }))
    })
}

fn xors() -> impl Iterator<Item = Kind> {
    (0..=1).flat_map(|shift| (2..=5).map(move |by| Kind::Xor { shift, by }))
}

/// Irrational factors whose multiples come near the last value.
fn multiples(sequence: &Sequence<'_>) -> impl Iterator<Item = Kind> {
    let last = sequence.iter().last().unwrap_or((0, 0));
    let near = move |factor: &Real| {
        factor.floor(last.0.max(0)).is_some_and(|f| (f - i128::from(last.1)).abs() <= 12)
    };
    let roots = [5, 2, 3, 8, 13, 6, 7, 10, 29];
    let factors = (1..=4).flat_map(move |by| {
        (-4..=6).flat_map(move |plus| roots.into_iter().map(move |root| Real { plus, root, by }))
    });
    factors.filter(near).flat_map(|factor| {
        [(0, 0), (1, 0), (0, 1), (1, -1), (0, -1), (1, 1), (1, -2)]
            .into_iter()
            .map(move |(shift, constant)| Kind::Multiple { factor, shift, constant })
    })
}

/// The integer square root of a number that is not negative.
fn isqrt(n: i128) -> Option<i128> {
    u128::try_from(n).ok().and_then(|n| i128::try_from(n.isqrt()).ok())
}

impl Real {
    /// ⌊n · this⌋ for n >= 0.
    pub fn floor(&self, n: i64) -> Option<i128> {
        let n = i128::from(n);
        let root = isqrt(n.checked_mul(n)?.checked_mul(self.root.into())?)?;
        Some((n * i128::from(self.plus) + root).div_euclid(self.by.into()))
    }

    /// As the rules language writes it.
    pub fn say(&self) -> String {
        match self {
            Real { plus: 1, root: 5, by: 2 } => "phi".into(),
            Real { plus: 3, root: 5, by: 2 } => "(phi + 1)".into(),
            Real { plus: 0, root, by: 1 } => format!("sqrt({root})"),
            Real { plus, root, by: 1 } => format!("({plus} + sqrt({root}))"),
            Real { plus: 0, root, by } => format!("sqrt({root}) / {by}"),
            Real { plus, root, by } => format!("({plus} + sqrt({root})) / {by}"),
        }
    }
}

impl Kind {
    /// So many values must follow it before it is believed.
    fn least(&self) -> usize {
        match self {
            Kind::Lines(lines) => LEAST.max(4 * lines.len()),
            // Differences to the constant ones use up a value each.
            Kind::Polynomial(coefficients) => coefficients.len() + CONSTANT,
            // The golden ratio and its square, √2 and 2 + √2.
            Kind::Multiple { factor, constant: 0, .. }
                if matches!((factor.plus, factor.root, factor.by), (1 | 3, 5, 2) | (0 | 2, 2, 1)) =>
            {
                LEAST_PLAIN
            }
            _ => LEAST,
        }
    }

    /// The value at n; `None` outside its domain.
    pub fn value(&self, n: i64) -> Option<i128> {
        let big = i128::from(n);
        match self {
            Kind::Polynomial(coefficients) => {
                let (mut choose, mut sum) = (1_i128, 0_i128);
                for (i, &c) in coefficients.iter().enumerate() {
                    sum = sum.checked_add(choose.checked_mul(c.into())?)?;
                    choose = choose.checked_mul(big - i as i128)? / (i as i128 + 1);
                }
                Some(sum)
            }
            Kind::Log { shift, constant } => {
                let at = u128::try_from(big + i128::from(*shift)).ok().filter(|n| *n > 0)?;
                Some(i128::from(at.ilog2()) + i128::from(*constant))
            }
            Kind::Root { times, shift, constant, by } => {
                let root = isqrt(big.checked_mul((*times).into())? + i128::from(*shift))?;
                Some((root + i128::from(*constant)).div_euclid((*by).into()))
            }
            Kind::Multiple { factor, shift, constant } => {
                let at = n.checked_add(*shift).filter(|n| *n >= 0)?;
                Some(factor.floor(at)? + i128::from(*constant))
            }
            Kind::Lines(lines) => {
                let modulus = lines.len() as i64;
                let line = lines.get(usize::try_from(n.rem_euclid(modulus)).ok()?)?;
                Some(i128::from(line.rise) * i128::from(n.div_euclid(modulus)) + i128::from(line.value))
            }
            Kind::Xor { shift, by } => {
                let at = n.checked_add(*shift).filter(|n| *n >= 0)?;
                Some(i128::from(at ^ (at / by)))
            }
        }
    }

    /// As the rules language writes it.
    pub fn say(&self, name: &str) -> String {
        match self {
            Kind::Polynomial(coefficients) => polynomial_text(coefficients, name),
            Kind::Log { shift, constant } => shifted(&format!("log2({})", shifted(name, *shift)), *constant),
            Kind::Root { times, shift, constant, by } => {
                let inner = if *times == 1 { name.to_string() } else { format!("{times}*{name}") };
                let root = shifted(&format!("isqrt({})", shifted(&inner, *shift)), *constant);
                match (*by, *constant) {
                    (1, _) => root,
                    (by, 0) => format!("{root} div {by}"),
                    (by, _) => format!("({root}) div {by}"),
                }
            }
            Kind::Multiple { factor, shift, constant } => {
                let at = if *shift == 0 { name.to_string() } else { format!("({})", shifted(name, *shift)) };
                let product = match factor {
                    Real { by: 1, .. } | Real { plus: 1 | 3, root: 5, by: 2 } => {
                        format!("{} * {at}", factor.say())
                    }
                    Real { plus: 0, root, by } => format!("sqrt({root}) * {at} / {by}"),
                    Real { plus, root, by } => format!("({plus} + sqrt({root})) * {at} / {by}"),
                };
                shifted(&format!("floor({product})"), *constant)
            }
            Kind::Lines(lines) => lines_text(lines, name),
            Kind::Xor { shift, by } => {
                let at = shifted(name, *shift);
                let at = if *shift == 0 { at } else { format!("({at})") };
                format!("{at} xor ({at} div {by})")
            }
        }
    }
}

/// `n div 2 if n mod 2 = 0, 3*n + 1 otherwise`; residues with the same words stand together.
fn lines_text(lines: &[Line], name: &str) -> String {
    let modulus = lines.len() as i64;
    let mut said: Vec<(String, Vec<i64>)> = Vec::new();
    for (r, line) in (0..).zip(lines) {
        let whole = line.rise % modulus == 0;
        let (times, main) = match whole {
            true => (line.rise / modulus, name.to_string()),
            false => (line.rise, format!("({name} div {modulus})")),
        };
        let main = match times {
            0 => String::new(),
            1 if whole => main,
            1 => format!("{name} div {modulus}"),
            -1 => format!("-{main}"),
            times => format!("{times}*{main}"),
        };
        let words = shifted(&main, line.value - if whole { times * r } else { 0 });
        match said.iter_mut().find(|s| s.0 == words) {
            Some(known) => known.1.push(r),
            None => said.push((words, vec![r])),
        }
    }
    said.sort_by_key(|s| s.1.len());
    let Some((rest, others)) = said.split_last() else { return String::new() };
    let arm = |(words, of): &(String, Vec<i64>)| (words.clone(), residues(name, modulus, of));
    cases(&others.iter().map(arm).collect::<Vec<_>>(), &rest.0)
}

/// Over a common denominator: `n*n`, `(n*n + n) div 2`.
fn polynomial_text(coefficients: &[i64], name: &str) -> String {
    // Binomials times degree factorial are integer polynomials.
    let degree = coefficients.len().saturating_sub(1);
    let factorial: i128 = (1..=degree as i128).product();
    let mut powers = vec![0_i128; degree + 1];
    let mut binomial = vec![1_i128];
    let mut divisor = 1_i128;
    for (i, &c) in coefficients.iter().enumerate() {
        for (p, b) in powers.iter_mut().zip(&binomial) {
            *p += i128::from(c) * b * (factorial / divisor);
        }
        let mut next = vec![0; binomial.len() + 1];
        for (j, b) in binomial.iter().enumerate() {
            next[j + 1] += b;
            next[j] -= b * i as i128;
        }
        binomial = next;
        divisor *= i as i128 + 1;
    }
    let common = powers.iter().fold(factorial, |g, p| num_integer::gcd(g, *p));
    let term = |(degree, p): (usize, &i128)| match degree {
        0 => (p / common, String::new()),
        1 => (p / common, name.to_string()),
        d => (p / common, format!("{name}**{d}")),
    };
    let text = sum(powers.iter().enumerate().rev().map(term));
    let by = factorial / common;
    if by == 1 { text } else { format!("({text}) div {by}") }
}

impl Form {
    /// As cases of the rules language, the exceptions first.
    pub fn cases(&self, name: &str, first: i64) -> String {
        after_exceptions(&self.before, name, first, &self.kind.say(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        type Case = (&'static str, i64, Box<dyn Fn(i64) -> i64>);
        let cases: [Case; 12] = [
            ("n**2", 0, Box::new(|n| n * n)),
            ("(n**2 + n) div 2", 0, Box::new(|n| n * (n + 1) / 2)),
            ("n**3 - n + 5", 0, Box::new(|n| n * n * n - n + 5)),
            (
                "n div 2 if n mod 2 = 0, 3*n + 1 otherwise",
                0,
                Box::new(|n| if n % 2 == 0 { n / 2 } else { 3 * n + 1 }),
            ),
            (
                "9 if n = 0, n if n mod 3 = 0, 2*(n div 3) + 1 if n mod 3 = 1, 5 otherwise",
                0,
                Box::new(|n| [if n == 0 { 9 } else { n }, n / 3 * 2 + 1, 5][n as usize % 3]),
            ),
            ("n - 2 if n mod 2 = 0, 0 otherwise", 0, Box::new(|n| if n % 2 == 1 { 0 } else { n - 2 })),
            ("log2(n)", 1, Box::new(|n| n.ilog2().into())),
            ("log2(n + 1) + 1", 0, Box::new(|n| i64::from((n + 1).ilog2()) + 1)),
            ("isqrt(n)", 0, Box::new(|n| n.isqrt())),
            ("floor(phi * n)", 0, Box::new(|n| (n + (5 * n * n).isqrt()) / 2)),
            ("floor((2 + sqrt(2)) * n)", 0, Box::new(|n| 2 * n + (2 * n * n).isqrt())),
            ("7 if n = 0, n xor (n div 2) otherwise", 0, Box::new(|n| if n == 0 { 7 } else { n ^ (n / 2) })),
        ];
        for (said, first, value) in cases {
            let values: Vec<i64> = (first..80).map(value).collect();
            let sequence = Sequence::new(first, &values).unwrap_or_else(|| panic!("{said}"));
            let found = find(&sequence, 10).unwrap_or_else(|| panic!("{said}: nothing"));
            assert_eq!(found.cases("n", first), said);
        }
    }

    #[test]
    fn a_few_values_show_a_plain_form() {
        let cases: [(&str, &[i64]); 4] = [
            ("(n**2 + n) div 2", &[0, 1, 3, 6, 10, 15, 21]),
            ("n**3", &[0, 1, 8, 27, 64, 125, 216, 343]),
            ("floor((phi + 1) * (n + 1))", &[2, 5, 7, 10, 13, 15, 18, 20, 23, 26]),
            ("floor(sqrt(2) * (n + 1))", &[1, 2, 4, 5, 7, 8, 9, 11]),
        ];
        for (said, values) in cases {
            let found = Sequence::new(0, values).and_then(|s| find(&s, 10));
            assert_eq!(found.map(|f| f.cases("n", 0)).as_deref(), Some(said));
        }
        // Differences that are the same three times are no polynomial yet.
        assert_eq!(Sequence::new(0, &[0, 1, 3, 6, 10]).and_then(|s| find(&s, 10)), None);
    }

    #[test]
    fn primes_are_no_form() {
        let primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71];
        assert_eq!(Sequence::new(0, &primes).and_then(|s| find(&s, 3)), None);
    }
}
