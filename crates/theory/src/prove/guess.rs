//! Numerations that a table looks like, so that only these are tried beside the usual ones.
//!
//! Two things are looked for. Lost tuples far out that lie along a line of irrational slope (as in Wythoff's game): the slope
//! is measured, with its error, and belongs to a numeration of base β if it is (p + q·β)/r with small numbers. And single
//! numbers far apart that grow like powers: the heaps at which a gap, or the other number, is larger than ever before; their
//! quotients tend to a power of β. What is found is a guess and nothing else: it decides only what is tried.

use crate::effort::Effort;
use crate::learn::Known;
use crate::numeration::Numeration;
use bouton_budget::Halt;
use std::sync::OnceLock;

/// Slopes and growths for each pair of numbers that are followed up.
const CLUSTERS: usize = 3;

/// Members far out that a slope needs.
const POINTS: usize = 12;

/// Of a slope (p + q·β)/r: q and r are at most this.
const HEIGHT: i64 = 4;

/// The numerations that a table looks like, likely ones first.
pub(super) fn guess(known: &impl Known, effort: &Effort) -> Result<Vec<Numeration>, Halt> {
    let wide = known.width();
    let members = known.members();
    effort.spend(2 * (members.len() * wide.max(1)) as u64)?;
    // How far from the numeration something is that it explains; smaller is better.
    let mut found: Vec<(i64, Numeration)> = Vec::new();
    let mut add = |cost: i64, system: Numeration| match found.iter_mut().find(|f| f.1 == system) {
        Some(known) => known.0 = known.0.min(cost),
        None => found.push((cost, system)),
    };
    for i in 0..wide {
        let points = |j: usize| members.chunks(wide).map(move |m| (f64::from(m[i]), f64::from(m[j])));
        if wide == 1 {
            let numbers: Vec<f64> = points(0).map(|p| p.0).collect();
            explain_growth(&gaps(&numbers), &mut add);
        }
        for j in (0..wide).filter(|j| *j != i) {
            if i < j {
                for slope in slopes(points(j)) {
                    explain_slope(&slope, &mut add);
                }
            }
            explain_growth(&records(points(j)), &mut add);
        }
    }
    found.sort_unstable();
    Ok(found.into_iter().map(|f| f.1).collect())
}

/// A slope that was measured.
struct Slope {
    value: f64,
    error: f64,
}

/// The slopes of lines along which many points far out lie, the larger number above the smaller.
fn slopes(points: impl Iterator<Item = (f64, f64)>) -> Vec<Slope> {
    let mut points: Vec<(f64, f64)> =
        points.filter(|p| p.0 > 0.0 && p.1 > 0.0).map(|(a, b)| (a.min(b), a.max(b))).collect();
    let far = points.iter().fold(0.0, |most: f64, p| most.max(p.1));
    points.retain(|p| 3.0 * p.1 > far);
    points.sort_by(|p, q| (p.1 / p.0).total_cmp(&(q.1 / q.0)));
    let ratio = |i: usize| points[i].1 / points[i].0;
    let mut found = Vec::new();
    let mut taken: Vec<(usize, usize)> = Vec::new();
    // The widest stretch of points whose ratios lie as close together as constant distances from a line allow.
    while found.len() < CLUSTERS {
        let (mut best, mut from) = ((0, 0), 0);
        for to in 0..points.len() {
            while ratio(to) - ratio(from) > 12.0 * ratio(from) / far {
                from += 1;
            }
            let free = taken.iter().all(|t| to < t.0 || from > t.1);
            if free && to + 1 - from > best.1 - best.0 {
                best = (from, to + 1);
            }
        }
        if best.1 - best.0 < POINTS.max(points.len() / 16) {
            break;
        }
        taken.push((best.0, best.1 - 1));
        found.extend(line(&points[best.0..best.1]));
    }
    found
}

/// The slope of the line nearest to some points.
fn line(points: &[(f64, f64)]) -> Option<Slope> {
    let n = points.len() as f64;
    let (a, b) = points.iter().fold((0.0, 0.0), |s, p| (s.0 + p.0 / n, s.1 + p.1 / n));
    let (xx, xy) =
        points.iter().fold((0.0, 0.0), |s, p| (s.0 + (p.0 - a) * (p.0 - a), s.1 + (p.0 - a) * (p.1 - b)));
    let value = xy / xx;
    let off = points.iter().map(|p| (p.1 - b - value * (p.0 - a)).powi(2)).sum::<f64>();
    let error = 3.0 * (off / (n * xx)).sqrt() + 1e-9;
    // A line that repeats itself says nothing of irrational numbers.
    let rational = (1..=12).any(|q| {
        (value * f64::from(q)).fract().min(1.0 - (value * f64::from(q)).fract()) < f64::from(q) * error
    });
    (value.is_finite() && error < 0.02 && !rational).then_some(Slope { value, error })
}

/// The numbers of a rising list after gaps larger than all before.
fn gaps(numbers: &[f64]) -> Vec<f64> {
    let mut most = 0.0;
    let pairs = numbers.windows(2).filter(|w| {
        let larger = w[1] - w[0] > most;
        most = f64::max(most, w[1] - w[0]);
        larger
    });
    pairs.map(|w| w[1]).collect()
}

/// The first numbers at which the second number is larger than at all smaller first ones.
fn records(points: impl Iterator<Item = (f64, f64)>) -> Vec<f64> {
    // Nothing can be taken from 0, so beside it anything goes.
    let mut points: Vec<(f64, f64)> = points.filter(|p| p.0 > 0.0).collect();
    points.sort_by(|p, q| p.0.total_cmp(&q.0).then(q.1.total_cmp(&p.1)));
    let mut most = 0.0;
    let mut found = Vec::new();
    for (a, b) in points {
        if b > most {
            most = b;
            if found.last() != Some(&a) {
                found.push(a);
            }
        }
    }
    found
}

/// Numerations whose places grow like the numbers.
fn explain_growth(numbers: &[f64], add: &mut dyn FnMut(i64, Numeration)) {
    let [.., a, b, c, d] = numbers else { return };
    let (before, quotient) = (c / b, d / c);
    let error = (quotient - before).abs() + 2.0 / c;
    if numbers.len() < 6
        || quotient < 1.1
        || error > 0.06 * quotient
        || (b / a - quotient).abs() > 4.0 * error
    {
        return;
    }
    let near = |power: i32, beta: f64| (beta.powi(power) - quotient).abs() / (error + 1e-3);
    for power in 1..=3 {
        for (system, beta) in catalogue() {
            let off = near(power, *beta);
            if off < 1.5 {
                add(2 * i64::from(power) + complexity(*system) + (2.0 * off) as i64, *system);
            }
        }
    }
}

/// Numerations whose base explains a slope.
fn explain_slope(slope: &Slope, add: &mut dyn FnMut(i64, Numeration)) {
    for (system, beta) in catalogue() {
        let fits = |q: i64, r: i64| {
            let p = slope.value * r as f64 - beta * q as f64;
            (p - p.round()).abs() < slope.error * r as f64 && p.round().abs() <= 16.0
        };
        let heights = (1..=HEIGHT).flat_map(|r| (1..=HEIGHT).flat_map(move |q| [(q, r), (-q, r)]));
        let best = heights.filter(|(q, r)| fits(*q, *r)).map(|(q, r)| q.abs() + r).min();
        if let Some(height) = best {
            add(4 * height + complexity(*system), *system);
        }
    }
}

/// Fewer digits and states first.
fn complexity(system: Numeration) -> i64 {
    (system.digits() + 2 * system.tops().rank()) as i64
}

/// Systems that are not tried anyway, with their bases: those of Pisot numbers, where sums are recognised by automata.
fn catalogue() -> &'static [(Numeration, f64)] {
    static ALL: OnceLock<Vec<(Numeration, f64)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut list: Vec<Numeration> = (5..=16).filter_map(Numeration::base).collect();
        for a in 1..=9u8 {
            list.extend((1..=a).filter_map(|b| Numeration::parry(&[a, b], &[])));
            list.extend((1..a).filter_map(|b| Numeration::parry(&[a], &[b])));
        }
        for (length, digits) in [(3, 4u32), (4, 3), (5, 2), (6, 2)] {
            for code in 0..digits.pow(length) {
                let word: Vec<u8> = (0..length).map(|i| (code / digits.pow(i) % digits) as u8).collect();
                list.extend(Numeration::parry(&word, &[]));
            }
        }
        list.sort_by_key(|system| (complexity(*system), *system));
        list.dedup();
        list.retain(|system| !Numeration::ALL.contains(system));
        list.into_iter().filter_map(|system| Some((system, pisot(system)?))).collect()
    })
}

/// The base of a system, if all other roots are inside the unit circle.
fn pisot(system: Numeration) -> Option<f64> {
    let shape = system.tops();
    let (tops, back) = (shape.tops(), shape.back());
    // x^m − Σ t(q)·x^(m−1−q) less the same with the first `back` tops; highest coefficient first.
    let m = tops.len();
    let mut polynomial = vec![0.0; m + 1];
    for (length, sign) in [(m, 1.0), (back, -1.0)] {
        polynomial[m - length] += sign;
        for q in 0..length {
            polynomial[m - length + 1 + q] -= sign * f64::from(tops[q]);
        }
    }
    let roots = roots(&polynomial);
    let beta = roots.iter().map(|r| r.0).fold(0.0, f64::max);
    let inside = roots.iter().filter(|r| r.0 * r.0 + r.1 * r.1 < 0.9999).count();
    (inside + 1 == m && beta > 1.05).then_some(beta)
}

/// All roots of a polynomial with highest coefficient 1 (E. Durand 1960, I. Kerner 1966).
fn roots(polynomial: &[f64]) -> Vec<(f64, f64)> {
    type Complex = (f64, f64);
    let times = |a: Complex, b: Complex| (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0);
    let over = |a: Complex, b: Complex| {
        let n = b.0 * b.0 + b.1 * b.1;
        ((a.0 * b.0 + a.1 * b.1) / n, (a.1 * b.0 - a.0 * b.1) / n)
    };
    let first = (0..polynomial.len() - 1).scan((1.0, 0.0), |z, _| {
        *z = times(*z, (0.4, 0.9));
        Some(*z)
    });
    let mut roots: Vec<Complex> = first.collect();
    for _ in 0..200 {
        for i in 0..roots.len() {
            let z = roots[i];
            let value = polynomial.iter().fold((0.0, 0.0), |v, c| {
                let v = times(v, z);
                (v.0 + c, v.1)
            });
            let others = roots.iter().enumerate().filter(|(j, _)| *j != i);
            let away = others.fold((1.0, 0.0), |d, (_, r)| times(d, (z.0 - r.0, z.1 - r.1)));
            let step = over(value, away);
            roots[i] = (z.0 - step.0, z.1 - step.1);
        }
    }
    roots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pisot_numbers() {
        let base = |text: &str| pisot(Numeration::named(text).unwrap());
        let near = |text: &str, value: f64| base(text).is_some_and(|b| (b - value).abs() < 1e-9);
        assert!(near("fibonacci", 1.618_033_988_749_895));
        assert!(near("tribonacci", 1.839_286_755_214_161));
        assert!(near("1,0,0,1", 1.380_277_569_097_614));
        assert!(near("2,(1)", 2.618_033_988_749_895));
        // Roots on the unit circle, and outside.
        assert!(base("1,0,0,0,1").is_none());
        assert!(base("1,0,0,0,0,1").is_none());
    }
}
