//! Size: how many positions can be reached from a position, at most.
//!
//! The number of points of the box that [`crate::facts::growth`] proves, for the position at hand. It is a bound, often
//! far from tight, and good enough to say "too big" before trying.

use crate::facts::graphs::reachable;
use crate::facts::growth::{Growth, ListGrowth};
use crate::facts::measure::{Measure, elements};
use crate::facts::quantity::Quantity;
use bouton_language::interp::Part;
use bouton_language::value::Value;

/// An upper bound on the number of positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// How many; infinity where it is beyond all counting.
    pub positions: f64,
    /// Is it a proved upper bound? Otherwise it is a rough figure.
    pub proved: bool,
}

/// What the estimate needs to know of a game.
#[derive(Clone, Debug)]
pub struct Space {
    /// The growth of every field.
    pub growth: Vec<Growth>,
    /// Are the parts looked at one by one?
    pub separate: bool,
    /// Is a position a sum of parts?
    pub parts: bool,
    /// The most parts that a move leaves in place of one; `None` if there is no bound.
    pub most_parts: Option<usize>,
    /// Fields that may be exchanged, and are declared so.
    pub unordered: usize,
}

/// Bounds the positions that can be reached from a sum of parts (from the one position of a `position` game).
/// `None` if nothing bounds them.
pub(crate) fn estimate(space: &Space, measure: Option<&Measure>, parts: &[Part]) -> Option<Estimate> {
    if !space.parts {
        let count = part(space, measure, parts.first()?)?;
        return Some(Estimate { positions: unorder(count, space.unordered), proved: space.unordered < 2 });
    }
    let counts: Vec<f64> = parts.iter().map(|p| part(space, measure, p)).collect::<Option<_>>()?;
    let widest = counts.iter().copied().fold(0.0, f64::max);
    if space.separate {
        // One number that never rises: the largest part's table holds all the others.
        let nested = matches!(space.growth.as_slice(), [Growth::Falls(_)]);
        let positions = if nested { widest } else { counts.iter().sum() };
        return Some(Estimate { positions: positions.max(1.0), proved: true });
    }
    if space.most_parts.is_some_and(|m| m <= 1) {
        return Some(Estimate { positions: counts.iter().product::<f64>().max(1.0), proved: true });
    }
    // Parts that break up: multisets of parts. For one number, those of the same sum at most.
    if let ([Growth::Falls(_)], Some(total)) = (space.growth.as_slice(), sum_of_numbers(parts)) {
        return Some(Estimate { positions: partitions(total, total), proved: false });
    }
    None
}

fn unorder(count: f64, fields: usize) -> f64 {
    let orders: f64 = (1..=fields).map(|i| i as f64).product();
    (count / orders).ceil().max(1.0)
}

fn sum_of_numbers(parts: &[Part]) -> Option<f64> {
    parts.iter().try_fold(0.0, |s, p| Some(s + int(p.first()?)?))
}

fn int(v: &Value) -> Option<f64> {
    match v {
        Value::Int(i) => Some(*i as f64),
        Value::Big(b) => b.to_string().parse().ok(),
        Value::Bool(b) => Some(f64::from(u8::from(*b))),
        _ => None,
    }
}

fn part(space: &Space, measure: Option<&Measure>, fields: &[Value]) -> Option<f64> {
    let mut product = 1.0;
    for (f, growth) in space.growth.iter().enumerate() {
        let value = fields.get(f)?;
        let count = match growth {
            Growth::Falls(low) => int(value)? - *low as f64 + 1.0,
            Growth::Within(low, high) => (*high - *low) as f64 + 1.0,
            Growth::AtMost { low, other, factor, plus } => {
                let reach = *factor as f64 * int(fields.get(*other)?)? + *plus as f64;
                reach.max(int(value)?) - *low as f64 + 1.0
            }
            Growth::Walks(g) => reachable(g, value) as f64,
            Growth::List(growth) => list(growth, value)?,
            Growth::Set { .. } => (growth.most_elements(&[value])? as f64).exp2(),
            Growth::Free => weighed(measure, fields, f)?,
        };
        product *= count.max(1.0);
    }
    Some(product)
}

/// A sum of numbers that never rises bounds each of them.
fn weighed(measure: Option<&Measure>, fields: &[Value], f: usize) -> Option<f64> {
    let Some(Measure::Sum { terms, .. }) = measure else { return None };
    let mut sum = 0.0;
    let mut own = None;
    for (w, q) in terms {
        let Quantity::Number(g) = q else { return None };
        sum += *w as f64 * int(fields.get(*g)?)?;
        if *g == f {
            own = Some(*w as f64);
        }
    }
    Some((sum / own?).floor() + 1.0)
}

fn list(growth: &ListGrowth, value: &Value) -> Option<f64> {
    let items = elements(value)?;
    let n = items.len() as f64;
    let mut best: Option<f64> = None;
    let mut offer = |count: f64| best = Some(best.map_or(count, |b: f64| b.min(count)));
    if let Some((left, right)) = growth.cuts {
        offer(if left && right { n * (n + 1.0) / 2.0 + 1.0 } else { n + 1.0 });
    }
    if growth.same_length
        && growth.elements_fall
        && let Some(low) = growth.low
    {
        offer(items.iter().try_fold(1.0, |product, v| Some(product * (int(v)? - low as f64 + 1.0)))?);
    }
    if growth.no_longer
        && let Some(d) = growth.values
    {
        let d = d as f64;
        let same = d.powf(n);
        offer(if growth.same_length || d <= 1.0 { same.max(1.0) } else { same * d / (d - 1.0) });
    }
    if growth.no_longer && growth.total_falls && growth.low.is_some_and(|l| l >= 0) {
        let total = items.iter().try_fold(0.0, |s, v| Some(s + int(v)?))?;
        if growth.bag {
            offer(partitions(total, n));
        } else if growth.same_length {
            offer(binomial(total + n, n));
        } else {
            offer(binomial(total + n, n) * (n + 1.0));
        }
    }
    best
}

/// n over k in floating point.
fn binomial(n: f64, k: f64) -> f64 {
    let k = k.min(n - k);
    if k > 10_000.0 {
        return f64::INFINITY;
    }
    (0..k.max(0.0) as usize).fold(1.0, |b, i| b * (n - i as f64) / (i as f64 + 1.0))
}

/// Partitions of all numbers up to `total` into at most `most` parts.
fn partitions(total: f64, most: f64) -> f64 {
    if total * most.min(total) > 4e6 {
        // Hardy and Ramanujan's growth, summed: only the order of magnitude matters here.
        let root = std::f64::consts::PI * (2.0 * total / 3.0).sqrt();
        let all = root.exp()
            * (6.0f64.sqrt() / (4.0 * 3.0f64.sqrt() * total * std::f64::consts::PI))
            * total.sqrt();
        return all.min(binomial(total + most, most));
    }
    // Parts of at most `most` in number are, turned over, parts of at most `most` in size.
    let total = total.max(0.0) as usize;
    let most = most.max(0.0) as usize;
    let mut ways = vec![0.0f64; total + 1];
    ways[0] = 1.0;
    for size in 1..=most.min(total) {
        for t in size..=total {
            ways[t] += ways[t - size];
        }
    }
    ways.iter().sum()
}
