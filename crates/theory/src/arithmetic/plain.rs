//! Formulas made plain: negations only where they must stay (at congruences and quantifiers), no nesting of like with
//! like, constants settled, every bound variable with a name of its own.

use crate::effort::Halt;
use bouton_compile::fragment::{Affine, Formula};
use rustc_hash::FxHashMap;

/// `a + factor · b`.
pub(crate) fn plus(a: &Affine, factor: i64, b: &Affine) -> Result<Affine, Halt> {
    let mut terms = a.terms.clone();
    for (v, c) in &b.terms {
        let c = c.checked_mul(factor).ok_or(Halt::TooLarge)?;
        match terms.binary_search_by_key(v, |t| t.0) {
            Ok(i) => terms[i].1 = terms[i].1.checked_add(c).ok_or(Halt::TooLarge)?,
            Err(i) => terms.insert(i, (*v, c)),
        }
    }
    terms.retain(|t| t.1 != 0);
    let more = b.constant.checked_mul(factor).ok_or(Halt::TooLarge)?;
    Ok(Affine { terms, constant: a.constant.checked_add(more).ok_or(Halt::TooLarge)? })
}

/// `factor · a`.
pub(crate) fn scale(a: &Affine, factor: i64) -> Result<Affine, Halt> {
    plus(&Affine::default(), factor, a)
}

/// The condition that a form is below zero.
pub(crate) fn negative(a: &Affine) -> Result<Formula, Halt> {
    let mut form = scale(a, -1)?;
    form.constant = form.constant.checked_sub(1).ok_or(Halt::TooLarge)?;
    Ok(at_least_zero(form))
}

fn truth(holds: bool) -> Formula {
    if holds { Formula::All(Vec::new()) } else { Formula::Any(Vec::new()) }
}

fn gcd(form: &Affine) -> i64 {
    form.terms.iter().fold(0, |g, t| num_integer::gcd(g, t.1))
}

/// "Not negative", divided by what all coefficients share.
pub(crate) fn at_least_zero(form: Affine) -> Formula {
    if form.terms.iter().all(|t| t.1 > 0) && form.constant >= 0 {
        return truth(true);
    }
    if form.terms.iter().all(|t| t.1 < 0) && form.constant < 0 {
        return truth(false);
    }
    let g = gcd(&form).max(1);
    let terms = form.terms.iter().map(|t| (t.0, t.1 / g)).collect();
    Formula::AtLeastZero(Affine { terms, constant: form.constant.div_euclid(g) })
}

fn zero(form: Affine) -> Formula {
    let g = gcd(&form);
    if g == 0 {
        return truth(form.constant == 0);
    }
    if form.constant % g != 0 {
        return truth(false);
    }
    let terms = form.terms.iter().map(|t| (t.0, t.1 / g)).collect();
    Formula::Zero(Affine { terms, constant: form.constant / g })
}

fn multiple(form: Affine, m: i64) -> Formula {
    let m = m.max(1);
    let terms: Vec<(usize, i64)> =
        form.terms.iter().map(|t| (t.0, t.1.rem_euclid(m))).filter(|t| t.1 != 0).collect();
    let constant = form.constant.rem_euclid(m);
    if terms.is_empty() { truth(constant == 0) } else { Formula::Multiple(Affine { terms, constant }, m) }
}

/// All of these, flattened.
pub(crate) fn all(parts: Vec<Formula>) -> Formula {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Formula::All(inner) => flat.extend(inner),
            Formula::Any(inner) if inner.is_empty() => return truth(false),
            other => flat.push(other),
        }
    }
    flat.sort();
    flat.dedup();
    if flat.len() == 1 { flat.remove(0) } else { Formula::All(flat) }
}

/// One of these, flattened.
pub(crate) fn any(parts: Vec<Formula>) -> Formula {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Formula::Any(inner) => flat.extend(inner),
            Formula::All(inner) if inner.is_empty() => return truth(true),
            other => flat.push(other),
        }
    }
    flat.sort();
    flat.dedup();
    if flat.len() == 1 { flat.remove(0) } else { Formula::Any(flat) }
}

/// The formula made plain. Bound variables are numbered from `fresh` on, which moves.
pub(crate) fn plain(f: &Formula, fresh: &mut usize) -> Result<Formula, Halt> {
    walk(f, true, fresh, &FxHashMap::default())
}

fn walk(
    f: &Formula,
    holds: bool,
    fresh: &mut usize,
    names: &FxHashMap<usize, usize>,
) -> Result<Formula, Halt> {
    Ok(match f {
        Formula::All(fs) | Formula::Any(fs) => {
            let parts = fs.iter().map(|g| walk(g, holds, fresh, names)).collect::<Result<_, _>>()?;
            if matches!(f, Formula::All(_)) == holds { all(parts) } else { any(parts) }
        }
        Formula::Not(g) => walk(g, !holds, fresh, names)?,
        Formula::AtLeastZero(a) => {
            let a = rename(a, names);
            if holds { at_least_zero(a) } else { negative(&a)? }
        }
        Formula::Zero(a) => {
            let a = rename(a, names);
            if holds {
                zero(a)
            } else {
                // a ≠ 0 is a > 0 or a < 0.
                let mut above = a.clone();
                above.constant = above.constant.checked_sub(1).ok_or(Halt::TooLarge)?;
                any(vec![at_least_zero(above), negative(&a)?])
            }
        }
        Formula::Multiple(a, m) => match (multiple(rename(a, names), *m), holds) {
            (atom, true) => atom,
            (Formula::All(_), false) => truth(false),
            (Formula::Any(_), false) => truth(true),
            (atom, false) => Formula::Not(Box::new(atom)),
        },
        Formula::Exists(v, g) => {
            let mut names = names.clone();
            let own = *fresh;
            *fresh += 1;
            names.insert(*v, own);
            let body = walk(g, true, fresh, &names)?;
            let bound = match body {
                Formula::All(ref fs) | Formula::Any(ref fs) if fs.is_empty() => body,
                body if !free(&body).contains(&own) => body,
                body => Formula::Exists(own, Box::new(body)),
            };
            match (bound, holds) {
                (bound, true) => bound,
                (bound @ Formula::Exists(..), false) => Formula::Not(Box::new(bound)),
                (bound, false) => walk(&bound, false, fresh, &FxHashMap::default())?,
            }
        }
    })
}

/// The form with other names for some variables.
fn rename(a: &Affine, names: &FxHashMap<usize, usize>) -> Affine {
    if names.is_empty() {
        return a.clone();
    }
    let mut terms: Vec<(usize, i64)> =
        a.terms.iter().map(|t| (names.get(&t.0).copied().unwrap_or(t.0), t.1)).collect();
    terms.sort_unstable();
    Affine { terms, constant: a.constant }
}

/// The variables that are free in a formula, rising.
pub(crate) fn free(f: &Formula) -> Vec<usize> {
    let mut found = match f {
        Formula::All(fs) | Formula::Any(fs) => fs.iter().flat_map(free).collect(),
        Formula::Not(g) => free(g),
        Formula::AtLeastZero(a) | Formula::Zero(a) | Formula::Multiple(a, _) => {
            a.terms.iter().map(|t| t.0).collect()
        }
        Formula::Exists(v, g) => free(g).into_iter().filter(|w| w != v).collect::<Vec<_>>(),
    };
    found.sort_unstable();
    found.dedup();
    found
}

/// One more than the largest variable of a formula, bound ones included.
pub(crate) fn most(f: &Formula) -> usize {
    match f {
        Formula::All(fs) | Formula::Any(fs) => fs.iter().map(most).max().unwrap_or(0),
        Formula::Not(g) => most(g),
        Formula::AtLeastZero(a) | Formula::Zero(a) | Formula::Multiple(a, _) => {
            a.terms.last().map_or(0, |t| t.0 + 1)
        }
        Formula::Exists(v, g) => most(g).max(v + 1),
    }
}

/// A plain formula as alternatives, each a list of conditions that hold together, without `All` and `Any` outside
/// quantifiers. An alternative too many is left as it is: at most `limit` are made.
pub(crate) fn disjuncts(f: &Formula, limit: usize) -> Vec<Vec<Formula>> {
    match f {
        Formula::Any(fs) => {
            let found: Vec<Vec<Formula>> = fs.iter().flat_map(|g| disjuncts(g, limit)).collect();
            if found.len() > limit { vec![vec![f.clone()]] } else { found }
        }
        Formula::All(fs) => {
            let mut found: Vec<Vec<Formula>> = vec![Vec::new()];
            for g in fs {
                let choices = disjuncts(g, limit);
                if found.len() * choices.len() > limit {
                    found.iter_mut().for_each(|list| list.push(g.clone()));
                    continue;
                }
                let longer = |list: &Vec<Formula>| {
                    let list = list.clone();
                    let join = move |c: &Vec<Formula>| list.iter().chain(c).cloned().collect();
                    choices.iter().map(join).collect::<Vec<Vec<Formula>>>()
                };
                found = found.iter().flat_map(longer).collect();
            }
            found
        }
        other => vec![vec![other.clone()]],
    }
}
