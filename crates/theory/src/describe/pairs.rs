//! Shapes of sets of pairs: lines, shifted Beatty pairs, remainders of the smaller number beside those of the sum, one
//! number as a remainder or a quotient of the other. What a shape looks like is read off pairs far out; whether the set
//! has it is decided by its automaton.

use super::shapes::{Candidate, Shape, beatty_set, beatty_text, candidate};
use crate::arithmetic::compile;
use crate::automata::Dfa;
use crate::effort::Effort;
use crate::numeration::Numeration;
use crate::words::{among, residues, shifted};
use bouton_budget::Halt;
use bouton_linear::{Affine, Formula};

/// Where pairs are looked at: far from small exceptions.
const FAR: i64 = 96;

/// All shapes worth comparing with a set of pairs.
pub(super) fn candidates(lost: &Dfa, names: &[String], effort: &Effort) -> Result<Vec<Candidate>, Halt> {
    let mut list = Vec::new();
    for slope in 2..=4 {
        list.extend(lines(lost, slope, names, effort)?);
    }
    if let Numeration::Quadratic(t) = lost.numeration() {
        list.extend(shifted_beatty(lost, t, names, effort)?);
    }
    list.extend(images(lost, names, effort)?);
    list.extend(band(lost, names, effort)?);
    list.extend(ordered_residues(lost, names, effort)?);
    Ok(list)
}

fn has(lost: &Dfa, a: i64, b: i64) -> bool {
    a >= 0 && b >= 0 && lost.contains_small(&[a as u64, b as u64])
}

/// Pairs on lines b = slope·a + e, and the same the other way round.
fn lines(lost: &Dfa, slope: i64, names: &[String], effort: &Effort) -> Result<Option<Candidate>, Halt> {
    const REACH: i64 = 12;
    // Offsets that are always there; `None` if one comes and goes.
    let offsets = |turned: bool| -> Result<Option<Vec<i64>>, Halt> {
        let mut found = Vec::new();
        for e in -REACH..=REACH {
            effort.check()?;
            let here = |a: &i64| {
                let b = slope * a + e;
                if turned { has(lost, b, *a) } else { has(lost, *a, b) }
            };
            match (FAR..FAR + 12).filter(here).count() {
                0 => {}
                12 => found.push(e),
                _ => return Ok(None),
            }
        }
        Ok(Some(found))
    };
    let (Some(up), Some(down)) = (offsets(false)?, offsets(true)?) else { return Ok(None) };
    let on = |small: usize, large: usize, list: &[i64]| {
        Formula::Any(
            list.iter().map(|e| Formula::Zero(Affine::new(&[(large, 1), (small, -slope)], -e))).collect(),
        )
    };
    let (a, b) = (&names[0], &names[1]);
    let text = match (up.is_empty(), down.is_empty()) {
        (true, true) => return Ok(None),
        _ if up == down => among(&format!("max({a}, {b}) - {slope}*min({a}, {b})"), &up),
        (false, true) => among(&format!("{b} - {slope}*{a}"), &up),
        (true, false) => among(&format!("{a} - {slope}*{b}"), &down),
        _ => {
            let one = among(&format!("{b} - {slope}*{a}"), &up);
            format!("{one} or {}", among(&format!("{a} - {slope}*{b}"), &down))
        }
    };
    // "max" and "min" say more than the two lines where a line crosses the diagonal.
    let order = |small: usize, large: usize| Formula::AtLeastZero(Affine::new(&[(large, 1), (small, -1)], 0));
    let both = if up == down {
        let half = |s: usize, l: usize| Formula::All(vec![order(s, l), on(s, l, &up)]);
        Formula::Any(vec![half(0, 1), half(1, 0)])
    } else {
        Formula::Any(vec![on(0, 1, &up), on(1, 0, &down)])
    };
    let set = compile(lost.numeration(), &both, effort)?.widen(lost.tracks(), effort)?;
    Ok(Some(candidate(Shape::Lines(slope), set, text)))
}

/// Pairs near the diagonal, for each difference those with some remainders of the smaller number.
fn band(lost: &Dfa, names: &[String], effort: &Effort) -> Result<Option<Candidate>, Halt> {
    const REACH: i64 = 8;
    const LARGEST: i64 = 12;
    let side = |turned: bool, apart: i64, small: i64| {
        if turned { has(lost, small + apart, small) } else { has(lost, small, small + apart) }
    };
    // Nothing may be farther apart, as far as one can see.
    let outside = |small: i64| (REACH + 1..3 * REACH).any(|e| side(false, e, small) || side(true, e, small));
    if (FAR..FAR + LARGEST).any(outside) {
        return Ok(None);
    }
    for m in 1..=LARGEST {
        effort.check()?;
        // Remainders by difference; `None` if they do not decide.
        let rows = |turned: bool| -> Option<Classes> {
            let row = |apart: i64| -> Option<Vec<usize>> {
                let here = |small: i64| side(turned, apart, small);
                let steady = (FAR..FAR + 3 * LARGEST).all(|s| here(s) == here(s + m));
                let first = FAR - FAR % m;
                steady.then(|| (0..m).filter(|i| here(first + m + i)).map(|i| i as usize).collect())
            };
            (0..=REACH).map(row).collect()
        };
        let (Some(up), Some(down)) = (rows(false), rows(true)) else { continue };
        let (a, b) = (&names[0], &names[1]);
        let mut texts = Vec::new();
        let mut any = Vec::new();
        for e in 0..=REACH {
            let (u, d) = (&up[e as usize], &down[e as usize]);
            for (small, large, list) in [(0, 1, u), (1, 0, d)] {
                let own = |i: &usize| Formula::Multiple(Affine::new(&[(small, 1)], -(*i as i64)), m);
                let apart = Formula::Zero(Affine::new(&[(large, 1), (small, -1)], -e));
                any.push(Formula::All(vec![apart, Formula::Any(list.iter().map(own).collect())]));
            }
            let with = |head: String, smaller: &str, list: &Vec<usize>| match remainders(smaller, m, list) {
                Some(rest) => format!("{head} and {rest}"),
                None => head,
            };
            match (u.is_empty(), d.is_empty()) {
                (true, true) => {}
                _ if e == 0 => texts.push(with(format!("{a} = {b}"), a, u)),
                _ if u == d => texts.push(with(format!("|{a} - {b}| = {e}"), &format!("min({a}, {b})"), u)),
                _ => {
                    if !u.is_empty() {
                        texts.push(with(format!("{b} = {a} + {e}"), a, u));
                    }
                    if !d.is_empty() {
                        texts.push(with(format!("{a} = {b} + {e}"), b, d));
                    }
                }
            }
        }
        if texts.is_empty() || texts.len() > 6 {
            return Ok(None);
        }
        let set = compile(lost.numeration(), &Formula::Any(any), effort)?.widen(lost.tracks(), effort)?;
        return Ok(Some(candidate(Shape::Band(m), set, texts.join(" or "))));
    }
    Ok(None)
}

/// `n mod 4 in {0, 1}`; `None` if it says nothing.
fn remainders(what: &str, modulus: i64, of: &[usize]) -> Option<String> {
    (of.len() as i64 != modulus).then(|| residues(what, modulus, of))
}

/// The smaller number of the pair that differs by `apart`, if there is one.
fn partner(lost: &Dfa, apart: i64) -> Option<i64> {
    (0..5 * apart + 20).find(|a| has(lost, *a, a + apart))
}

/// Beatty pairs with a constant added to both numbers, and those of x² = 4x + 1 in Fibonacci digits.
fn shifted_beatty(lost: &Dfa, t: u8, names: &[String], effort: &Effort) -> Result<Option<Candidate>, Halt> {
    let (a, b) = (&names[0], &names[1]);
    // ⌊n·(2 − t + √(t² + 4)) / 2⌋ for pairs that differ by t·n.
    let small = |t: i64, n: i64| {
        let root = ((t * t + 4) * n * n).isqrt();
        ((2 - t) * n + root).div_euclid(2)
    };
    let multiples = if t == 1 { vec![1, 4] } else { vec![i64::from(t)] };
    for step in multiples {
        let shift = |n: &i64| Some(partner(lost, step * n)? - small(step, *n));
        effort.check()?;
        let Some(by) = shift(&20).filter(|by| by.abs() <= 4) else { continue };
        if !(21..40).all(|n| shift(&n) == Some(by)) || (by == 0 && step == i64::from(t)) {
            continue;
        }
        let (set, text) = if step == i64::from(t) {
            (beatty_set(t, effort)?, beatty_text(t, a, b))
        } else {
            // (√5 − 1)·n = φ·2n − 2n, and pairs that differ by 4n.
            let text = format!(
                "|{a} - {b}| mod 4 = 0 and min({a}, {b}) = floor(phi * (|{a} - {b}| div 2)) - |{a} - {b}| div 2"
            );
            (golden_fourfold(effort)?, text)
        };
        let set = moved(&set, by, effort)?;
        return Ok(Some(candidate(Shape::Beatty(step as u8), set, shifted(&text, by))));
    }
    Ok(None)
}

/// A set of pairs with a constant added to both numbers.
fn moved(set: &Dfa, by: i64, effort: &Effort) -> Result<Dfa, Halt> {
    if by == 0 {
        return Ok(set.clone());
    }
    let system = set.numeration();
    let link = |to: usize, from: usize| Dfa::zero(system, &Affine::new(&[(to, 1), (from, -1)], -by), effort);
    let both = set.rename(&[2, 3], effort)?.and(&link(0, 2)?, effort)?.and(&link(1, 3)?, effort)?;
    both.project(&[2, 3], effort)
}

/// Pairs that differ by 4n, the smaller one ⌊(√5 − 1)·n⌋, in Fibonacci digits.
fn golden_fourfold(effort: &Effort) -> Result<Dfa, Halt> {
    let system = Numeration::FIBONACCI;
    // Track 2: m = 2n; track 3: ⌊φ·m⌋; track 4: n.
    let golden = Dfa::golden_multiple(2, 3, effort)?;
    let even = Dfa::zero(system, &Affine::new(&[(2, 1), (4, -2)], 0), effort)?;
    let multiple = golden.and(&even, effort)?.project(&[4], effort)?;
    let half = |small: usize, large: usize| -> Result<Dfa, Halt> {
        let apart = Dfa::zero(system, &Affine::new(&[(large, 1), (small, -1), (2, -2)], 0), effort)?;
        let value = Dfa::zero(system, &Affine::new(&[(small, 1), (2, 1), (3, -1)], 0), effort)?;
        multiple.and(&value, effort)?.project(&[3], effort)?.and(&apart, effort)?.project(&[2], effort)
    };
    half(0, 1)?.or(&half(1, 0)?, effort)
}

/// One number is the other modulo a constant, or divided by one.
fn images(lost: &Dfa, names: &[String], effort: &Effort) -> Result<Vec<Candidate>, Halt> {
    let mut list = Vec::new();
    for (x, y) in [(0usize, 1usize), (1, 0)] {
        let here = |value: i64, of: i64| if x == 0 { has(lost, value, of) } else { has(lost, of, value) };
        for m in 2..=16i64 {
            effort.check()?;
            let all = |f: &dyn Fn(i64) -> i64| (FAR..FAR + 2 * m + 8).all(|n| here(f(n), n));
            // y = m·q + r with r < m; x is r or q.
            let (quotient, rest) = (2, 3);
            let divided = Affine::new(&[(y, 1), (quotient, -m), (rest, -1)], 0);
            let less = Affine::new(&[(rest, -1)], m - 1);
            let set = |value: usize| {
                let same = Formula::Zero(Affine::new(&[(x, 1), (value, -1)], 0));
                let body = Formula::All(vec![
                    Formula::Zero(divided.clone()),
                    Formula::AtLeastZero(less.clone()),
                    same,
                ]);
                let bound = Formula::Exists(quotient, Box::new(Formula::Exists(rest, Box::new(body))));
                compile(lost.numeration(), &bound, effort)?.widen(lost.tracks(), effort)
            };
            if all(&|n| n % m) {
                let text = format!("{} = {} mod {m}", names[x], names[y]);
                list.push(candidate(Shape::Remainder(m), set(rest)?, text));
            } else if all(&|n| n / m) {
                let text = format!("{} = {} div {m}", names[x], names[y]);
                list.push(candidate(Shape::Quotient(m), set(quotient)?, text));
            }
        }
    }
    Ok(list)
}

/// By the remainder of one number: which remainders of the sum belong to the set.
type Classes = Vec<Vec<usize>>;

/// On either side of the diagonal, remainders of the smaller number and of the sum decide.
fn ordered_residues(lost: &Dfa, names: &[String], effort: &Effort) -> Result<Option<Candidate>, Halt> {
    const LARGEST: i64 = 24;
    const SUMS: i64 = 12;
    // Above the diagonal (the first number is the smaller one) and below it.
    let classes = |turned: bool, m: i64, r: i64| -> Result<Option<Classes>, Halt> {
        effort.check()?;
        let mut found: Vec<Option<bool>> = vec![None; (m * r) as usize];
        for small in FAR..FAR + 2 * LARGEST {
            for apart in i64::from(turned)..2 * m + 2 * r + 6 {
                let large = small + apart;
                let here = if turned { has(lost, large, small) } else { has(lost, small, large) };
                let class = &mut found[((small % m) * r + (small + large) % r) as usize];
                if class.is_some_and(|c| c != here) {
                    return Ok(None);
                }
                *class = Some(here);
            }
        }
        let row = |i: i64| -> Vec<usize> {
            (0..r).filter(|j| found[(i * r + j) as usize] == Some(true)).map(|j| j as usize).collect()
        };
        Ok(Some((0..m).map(row).collect()))
    };
    for m in 1..=LARGEST {
        for r in 1..=SUMS {
            let (Some(up), Some(down)) = (classes(false, m, r)?, classes(true, m, r)?) else { continue };
            if up.iter().chain(&down).all(Vec::is_empty) {
                return Ok(None);
            }
            let (a, b) = (&names[0], &names[1]);
            let same = up == down;
            let smaller = if same { format!("min({a}, {b})") } else { a.clone() };
            let Some(mut text) = class_text(&up, m, r, &smaller, &format!("({a} + {b})")) else {
                return Ok(None);
            };
            if !same {
                let Some(below) = class_text(&down, m, r, b, &format!("({a} + {b})")) else {
                    return Ok(None);
                };
                let half = |order: String, says: &str| match says {
                    "no" => None,
                    "yes" => Some(order),
                    says => Some(format!("{order} and ({says})")),
                };
                let halves = [half(format!("{a} <= {b}"), &text), half(format!("{a} > {b}"), &below)];
                text = halves.into_iter().flatten().collect::<Vec<_>>().join(" or ");
            }
            let half = |small: usize, large: usize, strict: i64, classes: &Classes| {
                let order = Formula::AtLeastZero(Affine::new(&[(large, 1), (small, -1)], -strict));
                let mut any = Vec::new();
                for (i, sums) in classes.iter().enumerate() {
                    let own = Formula::Multiple(Affine::new(&[(small, 1)], -(i as i64)), m);
                    let sum = |j: &usize| Formula::Multiple(Affine::new(&[(0, 1), (1, 1)], -(*j as i64)), r);
                    any.push(Formula::All(vec![own, Formula::Any(sums.iter().map(sum).collect())]));
                }
                Formula::All(vec![order, Formula::Any(any)])
            };
            let whole = Formula::Any(vec![half(0, 1, 0, &up), half(1, 0, 1, &down)]);
            let set = compile(lost.numeration(), &whole, effort)?.widen(lost.tracks(), effort)?;
            return Ok(Some(candidate(Shape::OrderedResidues(m, r), set, text)));
        }
    }
    Ok(None)
}

/// Remainders of the smaller number that allow the same sums are named together; `None` if that is long.
fn class_text(classes: &Classes, m: i64, r: i64, smaller: &str, sum: &str) -> Option<String> {
    let mut groups: Vec<(Vec<usize>, &Vec<usize>)> = Vec::new();
    for (i, sums) in classes.iter().enumerate().filter(|c| !c.1.is_empty()) {
        match groups.iter_mut().find(|g| g.1 == sums) {
            Some(group) => group.0.push(i),
            None => groups.push((vec![i], sums)),
        }
    }
    if groups.len() > 6 {
        return None;
    }
    let one = |(own, sums): &(Vec<usize>, &Vec<usize>)| {
        let parts: Vec<String> =
            [remainders(smaller, m, own), remainders(sum, r, sums)].into_iter().flatten().collect();
        if parts.is_empty() { "yes".to_string() } else { parts.join(" and ") }
    };
    if groups.is_empty() {
        return Some("no".to_string());
    }
    Some(groups.iter().map(one).collect::<Vec<_>>().join(" or "))
}
