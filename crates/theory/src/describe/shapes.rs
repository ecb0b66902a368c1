//! The shapes that are tried, each with its automaton and its text.

use crate::arithmetic::compile;
use crate::automata::Dfa;
use crate::effort::Effort;
use crate::numeration::Numeration;
use crate::words::{self, residues as in_residues};
use bouton_budget::Halt;
use bouton_linear::{Affine, Formula};

/// A shape of a set with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Finitely many positions.
    Finite,
    /// All positions.
    Everything,
    /// The exclusive or of these coordinates is zero.
    Xor(Vec<usize>),
    /// At every binary place the digits of all coordinates sum up to a multiple (Moore's Nim).
    DigitSums(usize),
    /// It depends on the remainders modulo a number.
    Residues(usize),
    /// The first coordinate less the second lies between two bounds.
    Near(i64, i64),
    /// A complementary Beatty pair: of the golden ratio for 1, of x² = t·x + 1 in general (Wythoff, Fraenkel).
    Beatty(u8),
    /// The second number is below the lowest part of the first, in powers of two or Fibonacci numbers.
    BelowLowestPart {
        /// The number with parts.
        of: usize,
        /// The number below.
        limit: usize,
    },
    /// The number, shifted by a constant, is a power of two or a Fibonacci number.
    PlaceValue(i64),
    /// Every number is so many times the one before, and a constant more.
    Geometric(i64),
    /// One number is a multiple of the other up to a few constants.
    Lines(i64),
    /// One number is the other modulo a constant.
    Remainder(i64),
    /// One number is the other divided by a constant.
    Quotient(i64),
    /// Near the diagonal, the difference and the remainder of the smaller number decide.
    Band(i64),
    /// On either side of the diagonal, the remainder of the smaller number and that of the sum decide.
    OrderedResidues(i64, i64),
    /// Exclusive or zero once a number is at least 2, an odd sum before (misère Nim).
    MisereXor,
    /// One shape for each value of a coordinate that has few.
    ByCases(usize),
}

/// A shape to be compared.
pub(super) struct Candidate {
    pub(super) shape: Shape,
    pub(super) set: Dfa,
    pub(super) defines: Vec<String>,
    pub(super) condition: String,
}

pub(super) fn candidate(shape: Shape, set: Dfa, condition: String) -> Candidate {
    Candidate { shape, set, defines: Vec::new(), condition }
}

/// Shapes that are compared first: nothing, everything, sums of digits.
pub(super) fn plain(lost: &Dfa, names: &[String], effort: &Effort) -> Result<Vec<Candidate>, Halt> {
    let system = lost.numeration();
    let tracks = lost.tracks();
    let d = tracks.len();
    let constant = |holds: bool| Dfa::constant(system, tracks, holds, effort);
    let mut list = vec![
        candidate(Shape::Finite, constant(false)?, "no".to_string()),
        candidate(Shape::Everything, constant(true)?, "yes".to_string()),
    ];
    let mut xor = |of: Vec<usize>| -> Result<(), Halt> {
        let dfa = Dfa::xor_zero(&of, effort)?.widen(tracks, effort)?;
        let sum: Vec<&str> = of.iter().map(|i| names[*i].as_str()).collect();
        list.push(candidate(Shape::Xor(of), dfa, format!("{} = 0", sum.join(" xor "))));
        Ok(())
    };
    if system == Numeration::Base(2) && d > MANY {
        // Too many sums to try each: one stone in a heap that counts is not lost.
        let stone = |i: usize| (0..d).map(|j| u64::from(i == j)).collect::<Vec<_>>();
        let of: Vec<usize> = (0..d).filter(|i| !lost.contains_small(&stone(*i))).collect();
        if !of.is_empty() {
            xor(of)?;
        }
    }
    if system == Numeration::Base(2) && d <= MANY {
        for set in (1usize..1 << d).rev() {
            xor((0..d).filter(|i| set >> i & 1 == 1).collect())?;
        }
        if d > 1 {
            list.push(misere_xor(tracks, names, effort)?);
        }
        for m in 3..=d {
            let dfa = Dfa::digit_sums(system, tracks, m, effort)?;
            let (all, sum) = (names.join(", "), names.join(" + "));
            let text = format!(
                "all(count((x div 2**i) mod 2 = 1 for x in [{all}]) mod {m} = 0 for i in 0..log2({sum} + 1))"
            );
            list.push(candidate(Shape::DigitSums(m), dfa, text));
        }
    }
    Ok(list)
}

/// All other shapes worth comparing with a set: what they look like is read off its members.
pub(super) fn others(
    lost: &Dfa,
    legal: &Dfa,
    names: &[String],
    effort: &Effort,
) -> Result<Vec<Candidate>, Halt> {
    let (system, d) = (lost.numeration(), lost.tracks().len());
    let mut list = residues(lost, legal, names, effort)?;
    if d == 1 {
        list.extend(super::powers::candidates(lost, &names[0], effort)?);
    }
    if d == 2 {
        list.extend(near(lost, names, effort)?);
        if let Numeration::Quadratic(t) = system {
            list.push(beatty(t, names, effort)?);
        }
        for (of, limit) in [(0, 1), (1, 0)] {
            list.extend(below_lowest_part(system, of, limit, names, effort)?);
        }
        list.extend(super::pairs::candidates(lost, names, effort)?);
    }
    Ok(list)
}

/// Every sum of some of so many numbers is tried.
const MANY: usize = 6;

/// Sets that depend on remainders, as the members far out show.
fn residues(lost: &Dfa, legal: &Dfa, names: &[String], effort: &Effort) -> Result<Vec<Candidate>, Halt> {
    let d = names.len();
    let largest: usize = match d {
        1 => 60,
        2 => 12,
        3 => 4,
        _ => 0,
    };
    let from = if d == 1 { 240u64 } else { 96 };
    // Wide enough for the largest modulus: a narrower look would take a gap between members for none.
    let width = 2 * largest as u64;
    for m in 2usize..=largest {
        let mut found: Vec<Option<bool>> = vec![None; m.pow(d as u32)];
        let mut consistent = true;
        let mut x = vec![from; d];
        'all: loop {
            effort.tick()?;
            if legal.contains_small(&x) {
                let class = x.iter().fold(0, |c, n| c * m + (n % m as u64) as usize);
                let here = lost.contains_small(&x);
                if found[class].is_some_and(|f| f != here) {
                    consistent = false;
                    break;
                }
                found[class] = Some(here);
            }
            for n in &mut x {
                *n += 1;
                if *n < from + width {
                    continue 'all;
                }
                *n = from;
            }
            break;
        }
        if !consistent {
            continue;
        }
        let members: Vec<usize> = (0..found.len()).filter(|c| found[*c] == Some(true)).collect();
        if members.is_empty() || members.len() == found.len() {
            return Ok(Vec::new());
        }
        let tuples: Vec<Vec<usize>> = members.iter().map(|c| remainders(*c, m, d)).collect();
        let Some(condition) = residue_text(&tuples, m, names) else { return Ok(Vec::new()) };
        let set = Dfa::residues(lost.numeration(), lost.tracks(), m, &tuples, effort)?;
        return Ok(vec![candidate(Shape::Residues(m), set, condition)]);
    }
    Ok(Vec::new())
}

fn remainders(class: usize, m: usize, d: usize) -> Vec<usize> {
    (0..d).map(|i| class / m.pow((d - 1 - i) as u32) % m).collect()
}

/// Remainders as a condition: each number on its own, one sum of them, or a short list.
fn residue_text(tuples: &[Vec<usize>], m: usize, names: &[String]) -> Option<String> {
    let d = names.len();
    let within = |what: &str, of: &[usize]| in_residues(what, m as i64, of);
    let mut own: Vec<Vec<usize>> = vec![Vec::new(); d];
    for t in tuples {
        t.iter().enumerate().for_each(|(i, r)| own[i].push(*r));
    }
    own.iter_mut().for_each(|list| {
        list.sort_unstable();
        list.dedup();
    });
    if own.iter().map(Vec::len).product::<usize>() == tuples.len() {
        let parts = (0..d).filter(|i| own[*i].len() < m).map(|i| within(&names[i], &own[i]));
        return Some(parts.collect::<Vec<_>>().join(" and "));
    }
    for code in 1..m.pow(d as u32) {
        let factors = remainders(code, m, d);
        let sum = |t: &[usize]| t.iter().zip(&factors).map(|(r, f)| r * f).sum::<usize>() % m;
        let mut sums: Vec<usize> = tuples.iter().map(|t| sum(t)).collect();
        sums.sort_unstable();
        sums.dedup();
        let whole = (0..m.pow(d as u32)).filter(|c| sums.contains(&sum(&remainders(*c, m, d)))).count();
        if whole == tuples.len() {
            let terms = factors.iter().zip(names).map(|(f, n)| (*f as i128, n.clone()));
            return Some(within(&format!("({})", words::sum(terms)), &sums));
        }
    }
    if tuples.len() > 8 {
        return None;
    }
    let one = |t: &Vec<usize>| {
        let equal = t.iter().zip(names).map(|(r, n)| format!("{n} mod {m} = {r}"));
        equal.collect::<Vec<_>>().join(" and ")
    };
    Some(tuples.iter().map(one).collect::<Vec<_>>().join(" or "))
}

/// Differences between two bounds, as the members far out show.
fn near(lost: &Dfa, names: &[String], effort: &Effort) -> Result<Option<Candidate>, Halt> {
    const REACH: i64 = 12;
    let mut found = Vec::new();
    for apart in -REACH..=REACH {
        effort.check()?;
        let here = |a: i64| lost.contains_small(&[a as u64, (a - apart) as u64]);
        let some = (100..110).filter(|a| here(*a)).count();
        if some == 10 {
            found.push(apart);
        } else if some > 0 {
            return Ok(None);
        }
    }
    let (Some(low), Some(high)) = (found.first().copied(), found.last().copied()) else { return Ok(None) };
    if high - low + 1 != found.len() as i64 {
        return Ok(None);
    }
    let bound =
        |sign: i64, constant: i64| Formula::AtLeastZero(Affine::new(&[(0, sign), (1, -sign)], constant));
    let set = compile(lost.numeration(), &Formula::All(vec![bound(1, -low), bound(-1, high)]), effort)?;
    let (a, b) = (&names[0], &names[1]);
    let text = match (low, high) {
        (0, 0) => format!("{a} = {b}"),
        (l, h) if l == -h => format!("|{a} - {b}| <= {h}"),
        (l, h) if l == h && l > 0 => format!("{a} = {b} + {l}"),
        (l, h) if l == h => format!("{b} = {a} + {}", -l),
        (l, h) => format!("{l} <= {a} - {b} <= {h}"),
    };
    Ok(Some(candidate(Shape::Near(low, high), set, text)))
}

/// Exclusive or zero once a number is at least 2, an odd sum before.
fn misere_xor(tracks: &[usize], names: &[String], effort: &Effort) -> Result<Candidate, Halt> {
    let system = Numeration::Base(2);
    let at_most_one = |v: &usize| Formula::AtLeastZero(Affine::new(&[(*v, -1)], 1));
    let small = compile(system, &Formula::All(tracks.iter().map(at_most_one).collect()), effort)?;
    let sum = Affine { terms: tracks.iter().map(|v| (*v, 1)).collect(), constant: 1 };
    let odd = Dfa::multiple(system, &sum, 2, effort)?;
    let zero = Dfa::xor_zero(tracks, effort)?;
    let set = zero.without(&small, effort)?.or(&odd.and(&small, effort)?, effort)?;
    let (list, xor, sum) = (names.join(", "), names.join(" xor "), names.join(" + "));
    let text = format!("max({list}) >= 2 and {xor} = 0 or max({list}) <= 1 and ({sum}) mod 2 = 1");
    Ok(candidate(Shape::MisereXor, set, text))
}

/// Pairs of which one is the other shifted, the smaller one with an even number of zeros at the end: the lost pairs of
/// Wythoff's game and its generalisations (Fraenkel 1982).
pub(super) fn beatty_set(t: u8, effort: &Effort) -> Result<Dfa, Halt> {
    let system = Numeration::Quadratic(t);
    let pair = |a: usize, b: usize| {
        Dfa::shifted(system, a, b, effort)?.and(&Dfa::even_zeros(system, a, effort)?, effort)
    };
    let zero = Formula::Zero(Affine::new(&[(0, 1), (1, 1)], 0));
    pair(0, 1)?.or(&pair(1, 0)?, effort)?.or(&compile(system, &zero, effort)?, effort)
}

/// The condition of Beatty pairs, as the rules write it: twice the slope of the smaller numbers is 2 − t + √(t² + 4).
pub(super) fn beatty_text(t: u8, a: &str, b: &str) -> String {
    let slope = match t {
        1 => return format!("min({a}, {b}) = floor(phi * |{a} - {b}|)"),
        2 => "sqrt(8)".to_string(),
        t => format!("(sqrt({}) - {})", t * t + 4, t - 2),
    };
    format!("|{a} - {b}| mod {t} = 0 and min({a}, {b}) = floor({slope} * (|{a} - {b}| div {t}) / 2)")
}

fn beatty(t: u8, names: &[String], effort: &Effort) -> Result<Candidate, Halt> {
    Ok(candidate(Shape::Beatty(t), beatty_set(t, effort)?, beatty_text(t, &names[0], &names[1])))
}

fn below_lowest_part(
    system: Numeration,
    of: usize,
    limit: usize,
    names: &[String],
    effort: &Effort,
) -> Result<Option<Candidate>, Halt> {
    let (n, l) = (&names[of], &names[limit]);
    let (defines, condition) = match system {
        Numeration::Base(2) => (Vec::new(), format!("{n} = 0 or 2*{l} < {n} xor ({n} - 1)")),
        Numeration::FIBONACCI => {
            let top = "define top(n, a, b) = a if b > n, top(n, b, a + b) otherwise";
            let low = "define lowest(n) = n if top(n, 1, 2) = n, lowest(n - top(n, 1, 2)) otherwise";
            (vec![top.to_string(), low.to_string()], format!("{n} = 0 or {l} < lowest({n})"))
        }
        _ => return Ok(None),
    };
    let set = Dfa::below_lowest_place(system, of, limit, effort)?;
    Ok(Some(Candidate { shape: Shape::BelowLowestPart { of, limit }, set, defines, condition }))
}
