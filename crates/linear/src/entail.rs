//! Entailment: does a list of linear inequalities over the integers imply another?
//!
//! Fourier–Motzkin elimination with integer tightening: to prove `goal >= 0`, the opposite `-goal - 1 >= 0` is
//! added and unknowns are eliminated until only constants are left; a negative one is the contradiction. The
//! method may drop inequalities (too many, too large) and then merely fails to prove something, so a `true` is
//! always right and a `false` means "not shown".

use crate::poly::{Mono, Poly};
use rustc_hash::FxHashSet;

/// More inequalities than this at one time and the attempt is given up.
const LIMIT: usize = 240;

/// Every product of two of these inequalities is tried as a lemma about products of unknowns, up to this many.
const LEMMAS: usize = 60;

/// Can the inequalities (each `>= 0`) not hold together?
pub fn infeasible(conds: &[Poly]) -> bool {
    let mut rows: Vec<Poly> = conds.iter().filter(|c| c.is_known()).cloned().collect();
    let lemmas = products(&rows, &[]);
    rows.extend(lemmas);
    matches!(eliminate(rows, None), Projection::Empty)
}

/// Do the inequalities imply `goal >= 0`?
pub fn entails(conds: &[Poly], goal: &Poly) -> bool {
    if !goal.is_known() {
        return false;
    }
    if let Some(c) = goal.as_int()
        && c >= 0
    {
        return true;
    }
    let opposite = goal.neg().shift(-1);
    let rows = connected(conds, &opposite);
    let mut rows: Vec<Poly> = rows.into_iter().chain([opposite]).collect();
    let lemmas = products(&rows, goal.terms());
    rows.extend(lemmas);
    matches!(eliminate(rows, None), Projection::Empty)
}

/// The least and greatest value that the inequalities leave to a form, where they bound it.
pub fn bounds(conds: &[Poly], form: &Poly) -> (Option<i128>, Option<i128>) {
    if let Some(c) = form.as_int() {
        return (Some(c), Some(c));
    }
    if !form.is_known() {
        return (None, None);
    }
    let target = Mono::of(u32::MAX - 1);
    let value = Poly::from_terms(vec![(target, 1)], 0);
    let mut rows = connected(conds, form);
    let lemmas = products(&rows, form.terms());
    rows.extend(lemmas);
    rows.push(value.sub(form));
    rows.push(form.sub(&value));
    match eliminate(rows, Some(target)) {
        Projection::Empty => (Some(0), Some(0)),
        Projection::Interval(lo, hi) => (lo, hi),
    }
}

/// Does at least one of the alternatives (each a list of inequalities) hold wherever `base` does?
pub fn covered(base: &[Poly], alternatives: &[Vec<Poly>]) -> bool {
    let mut budget = 4000;
    cover(&mut base.to_vec(), alternatives, &mut budget)
}

fn cover(base: &mut Vec<Poly>, alternatives: &[Vec<Poly>], budget: &mut usize) -> bool {
    if *budget == 0 {
        return false;
    }
    *budget -= 1;
    if infeasible(base) {
        return true;
    }
    let Some((first, rest)) = alternatives.split_first() else { return false };
    let depth = base.len();
    for cond in first {
        if !cond.is_known() {
            base.truncate(depth);
            return false;
        }
        if entails(base, cond) {
            continue;
        }
        base.push(cond.neg().shift(-1));
        let ok = cover(base, rest, budget);
        base.pop();
        if !ok {
            base.truncate(depth);
            return false;
        }
        base.push(cond.clone());
    }
    base.truncate(depth);
    true
}

/// The inequalities that share unknowns with the goal, directly or through others.
fn connected(conds: &[Poly], goal: &Poly) -> Vec<Poly> {
    let mut seen: FxHashSet<u32> = goal.atoms().collect();
    let mut left: Vec<&Poly> = conds.iter().filter(|c| c.is_known()).collect();
    let mut taken = Vec::new();
    loop {
        let before = left.len();
        left.retain(|c| {
            // constants that are already false belong to every goal
            let constant = c.terms().is_empty();
            if constant && c.constant() >= 0 {
                return false;
            }
            if constant || c.atoms().any(|a| seen.contains(&a)) {
                seen.extend(c.atoms());
                taken.push((*c).clone());
                return false;
            }
            true
        });
        if left.len() == before {
            return taken;
        }
    }
}

/// Products of inequalities, where a product of unknowns is spoken of: from `k >= 1` and `d >= 1` follows
/// `(k-1)*(d-1) >= 0`, and so `k*d >= k + d - 1`.
fn products(rows: &[Poly], goal: &[(Mono, i128)]) -> Vec<Poly> {
    let wanted: FxHashSet<Mono> = rows
        .iter()
        .flat_map(|r| r.terms())
        .chain(goal)
        .map(|t| t.0)
        .filter(|m| m.single().is_none())
        .collect();
    let mut out = Vec::new();
    if wanted.is_empty() {
        return out;
    }
    let linear: Vec<&Poly> = rows.iter().filter(|r| !r.terms().is_empty() && r.terms().len() <= 3).collect();
    for (i, a) in linear.iter().enumerate() {
        for b in &linear[i..] {
            if out.len() >= LEMMAS {
                return out;
            }
            let product = a.times(b);
            let fits = product.is_known()
                && product.terms().iter().all(|(m, _)| m.single().is_some() || wanted.contains(m));
            if fits && product.terms().iter().any(|(m, _)| m.single().is_none()) {
                out.push(product);
            }
        }
    }
    out
}

enum Projection {
    /// No integers satisfy the inequalities.
    Empty,
    /// The interval left to the kept unknown.
    Interval(Option<i128>, Option<i128>),
}

fn eliminate(rows: Vec<Poly>, keep: Option<Mono>) -> Projection {
    let unknown = Projection::Interval(None, None);
    let mut rows: Vec<Poly> = match clean(rows) {
        Some(rows) => rows,
        None => return Projection::Empty,
    };
    loop {
        // The unknown whose elimination makes the fewest new inequalities.
        let mut counts: Vec<(Mono, usize, usize)> = Vec::new();
        for row in &rows {
            for &(m, c) in row.terms() {
                if Some(m) == keep {
                    continue;
                }
                let at = match counts.iter().position(|t| t.0 == m) {
                    Some(at) => at,
                    None => {
                        counts.push((m, 0, 0));
                        counts.len() - 1
                    }
                };
                if c > 0 {
                    counts[at].1 += 1;
                } else {
                    counts[at].2 += 1;
                }
            }
        }
        let Some(&(m, up, down)) = counts.iter().min_by_key(|t| (t.1 * t.2, t.0)) else { break };
        if up * down + rows.len() > LIMIT {
            return unknown;
        }
        let coefficient = |row: &Poly| row.terms().iter().find(|t| t.0 == m).map_or(0, |t| t.1);
        let (with, mut next): (Vec<Poly>, Vec<Poly>) = rows.into_iter().partition(|r| coefficient(r) != 0);
        let (lower, upper): (Vec<Poly>, Vec<Poly>) = with.into_iter().partition(|r| coefficient(r) > 0);
        for l in &lower {
            for u in &upper {
                let row = l.scale(-coefficient(u)).plus(coefficient(l), u);
                if row.is_known() {
                    next.push(row);
                }
            }
        }
        rows = match clean(next) {
            Some(rows) => rows,
            None => return Projection::Empty,
        };
    }
    let (mut lo, mut hi): (Option<i128>, Option<i128>) = (None, None);
    for row in &rows {
        match row.terms() {
            [(_, c)] if *c > 0 => {
                let bound = -row.constant().div_euclid(*c);
                lo = Some(lo.map_or(bound, |b| b.max(bound)));
            }
            [(_, c)] => {
                let bound = row.constant().div_euclid(-*c);
                hi = Some(hi.map_or(bound, |b| b.min(bound)));
            }
            _ => {}
        }
    }
    match (lo, hi) {
        (Some(l), Some(h)) if l > h => Projection::Empty,
        _ => Projection::Interval(lo, hi),
    }
}

/// Tightened, without repetitions and without what is always true; `None` if one of them is never true.
fn clean(rows: Vec<Poly>) -> Option<Vec<Poly>> {
    let mut best: Vec<Poly> = Vec::with_capacity(rows.len());
    let mut place: rustc_hash::FxHashMap<Vec<(Mono, i128)>, usize> = Default::default();
    for row in rows {
        let row = row.tightened();
        if row.terms().is_empty() {
            if row.constant() < 0 {
                return None;
            }
            continue;
        }
        // Of two inequalities with the same terms the one with the smaller constant says more.
        match place.entry(row.terms().to_vec()) {
            std::collections::hash_map::Entry::Occupied(at) => {
                let old = &mut best[*at.get()];
                if row.constant() < old.constant() {
                    *old = row;
                }
            }
            std::collections::hash_map::Entry::Vacant(at) => {
                at.insert(best.len());
                best.push(row);
            }
        }
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x(i: u32) -> Poly {
        Poly::atom(i)
    }

    #[test]
    fn simple_chains() {
        // k >= 1, left <= n - k  |=  n - k - left >= 0 and left <= n - 1
        let (n, k, left) = (x(0), x(1), x(2));
        let conds = vec![k.shift(-1), n.sub(&k).sub(&left), left.clone()];
        assert!(entails(&conds, &n.shift(-1).sub(&left)));
        assert!(!entails(&conds, &n.shift(-2).sub(&left)));
        assert!(!infeasible(&conds));
        assert_eq!(bounds(&conds, &k), (Some(1), None));
        assert_eq!(bounds(&conds, &n), (Some(1), None));
    }

    #[test]
    fn integers_are_not_halves() {
        // 2q <= 3 <= 2q + 1 has one solution; 3 - 2q = 0 has none
        let q = x(0);
        let conds = vec![q.scale(-2).shift(3), q.scale(2).shift(-2)];
        assert!(entails(&conds, &q.shift(-1)) && entails(&conds, &q.neg().shift(1)));
        let odd = vec![q.scale(-2).shift(3), q.scale(2).shift(-3)];
        assert!(infeasible(&odd));
    }

    #[test]
    fn products_of_bounds() {
        let (d, k) = (x(0), x(1));
        let conds = vec![d.shift(-1), k.shift(-1)];
        assert!(entails(&conds, &d.times(&k).shift(-1)));
        assert!(!entails(&conds, &d.times(&k).shift(-2)));
    }

    #[test]
    fn covering() {
        let n = x(0);
        let base = vec![n.clone()];
        let small = vec![n.neg().shift(3)];
        let large = vec![n.shift(-4)];
        let larger = vec![n.shift(-5)];
        assert!(covered(&base, &[small.clone(), large]));
        assert!(!covered(&base, &[small, larger]));
    }
}
