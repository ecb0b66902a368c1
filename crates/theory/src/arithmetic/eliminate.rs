//! Getting rid of bound variables by algebra, before any automaton is built: by an equation that fixes the variable, or
//! by comparing its lower bounds with its upper ones where that is exact (Fourier–Motzkin with a coefficient 1).

use super::plain::{all, any, at_least_zero, disjuncts, plain, plus, scale};
use crate::effort::Halt;
use bouton_compile::fragment::{Affine, Formula};

/// A variable found from an equation: `form / divisor`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solved {
    pub(crate) variable: usize,
    pub(crate) form: Affine,
    pub(crate) divisor: i64,
}

/// How many alternatives a quantifier is spread over at most.
const SPREAD: usize = 24;

fn coefficient(a: &Affine, v: usize) -> i64 {
    a.terms.iter().find(|t| t.0 == v).map_or(0, |t| t.1)
}

fn remainder(a: &Affine, v: usize) -> Affine {
    Affine { terms: a.terms.iter().copied().filter(|t| t.0 != v).collect(), constant: a.constant }
}

/// Removes a variable from conditions that hold together by means of an equation among them, if there is one. Equations
/// in which the variable stands alone are preferred.
pub(crate) fn solve_for(
    v: usize,
    parts: &[Formula],
    fresh: &mut usize,
) -> Result<Option<(Vec<Formula>, Solved)>, Halt> {
    let equations = parts.iter().enumerate().filter_map(|(i, f)| match f {
        Formula::Zero(a) if coefficient(a, v) != 0 => Some((coefficient(a, v), a.terms.len(), i, a)),
        _ => None,
    });
    let Some((c, _, at, a)) = equations.min_by_key(|(c, n, i, _)| (c.unsigned_abs(), *n, *i)) else {
        return Ok(None);
    };
    // c·v + rest = 0, so v = −rest / c; the divisor is made positive.
    let form = scale(&remainder(a, v), if c > 0 { -1 } else { 1 })?;
    let divisor = c.checked_abs().ok_or(Halt::TooLarge)?;
    let solved = Solved { variable: v, form, divisor };
    let mut left = vec![at_least_zero(solved.form.clone())];
    if divisor > 1 {
        left.push(Formula::Multiple(solved.form.clone(), divisor));
    }
    for (i, f) in parts.iter().enumerate() {
        if i != at {
            left.push(put(f, &solved)?);
        }
    }
    match plain(&all(left), fresh)? {
        Formula::All(list) => Ok(Some((list, solved))),
        one => Ok(Some((vec![one], solved))),
    }
}

/// The formula with the solved variable replaced.
fn put(f: &Formula, solved: &Solved) -> Result<Formula, Halt> {
    let form = |a: &Affine| -> Result<(Affine, bool), Halt> {
        let c = coefficient(a, solved.variable);
        if c == 0 {
            return Ok((a.clone(), false));
        }
        let scaled = scale(&remainder(a, solved.variable), solved.divisor)?;
        Ok((plus(&scaled, c, &solved.form)?, true))
    };
    let each = |fs: &[Formula]| fs.iter().map(|g| put(g, solved)).collect::<Result<Vec<_>, _>>();
    Ok(match f {
        Formula::All(fs) => Formula::All(each(fs)?),
        Formula::Any(fs) => Formula::Any(each(fs)?),
        Formula::Not(g) => Formula::Not(Box::new(put(g, solved)?)),
        Formula::AtLeastZero(a) => Formula::AtLeastZero(form(a)?.0),
        Formula::Zero(a) => Formula::Zero(form(a)?.0),
        Formula::Multiple(a, m) => match form(a)? {
            (a, false) => Formula::Multiple(a, *m),
            (a, true) => Formula::Multiple(a, m.checked_mul(solved.divisor).ok_or(Halt::TooLarge)?),
        },
        Formula::Exists(v, g) => Formula::Exists(*v, Box::new(put(g, solved)?)),
    })
}

/// "There is a v such that" a plain formula holds, with the quantifier gone or as far inside as it goes.
pub(crate) fn unbind(v: usize, body: &Formula, fresh: &mut usize) -> Result<Formula, Halt> {
    let alternatives = disjuncts(body, SPREAD);
    let mut found = Vec::new();
    for parts in alternatives {
        let (with, without): (Vec<Formula>, Vec<Formula>) =
            parts.into_iter().partition(|f| super::free(f).contains(&v));
        let mut whole = without;
        whole.push(unbind_together(v, with, fresh)?);
        found.push(all(whole));
    }
    Ok(any(found))
}

fn unbind_together(v: usize, parts: Vec<Formula>, fresh: &mut usize) -> Result<Formula, Halt> {
    if parts.is_empty() {
        return Ok(all(Vec::new()));
    }
    if let Some((left, _)) = solve_for(v, &parts, fresh)? {
        return Ok(all(left));
    }
    let bound = |f: &Formula| match f {
        Formula::AtLeastZero(a) => Some((coefficient(a, v), remainder(a, v))),
        _ => None,
    };
    let Some(bounds) = parts.iter().map(bound).collect::<Option<Vec<_>>>() else {
        return Ok(Formula::Exists(v, Box::new(all(parts))));
    };
    let mut lower: Vec<(i64, Affine)> = bounds.iter().filter(|b| b.0 > 0).cloned().collect();
    lower.push((1, Affine::default()));
    let upper: Vec<(i64, Affine)> = bounds.into_iter().filter(|b| b.0 < 0).collect();
    if lower.iter().any(|l| l.0 != 1) && upper.iter().any(|u| u.0 != -1) {
        return Ok(Formula::Exists(v, Box::new(all(parts))));
    }
    // l·v + e ≥ 0 and −u·v + f ≥ 0: exactly if l·f + u·e ≥ 0, where l = 1 or u = 1.
    let mut left = Vec::new();
    for (l, e) in &lower {
        for (u, f) in &upper {
            let sum = plus(&scale(f, *l)?, u.checked_neg().ok_or(Halt::TooLarge)?, e)?;
            left.push(at_least_zero(sum));
        }
    }
    Ok(all(left))
}
