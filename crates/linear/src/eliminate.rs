//! Getting rid of bound variables by algebra: by an equation that fixes the variable, or by comparing its lower bounds
//! with its upper ones where that is exact (Fourier–Motzkin with a coefficient 1; the exact shadow of W. Pugh, The Omega
//! test, 1991).

use crate::affine::{Affine, TooLarge};
use crate::formula::Formula;

/// A variable found from an equation: `form / divisor`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The variable.
    pub variable: usize,
    /// What it is, taken so many times.
    pub form: Affine,
    /// How many times; positive.
    pub divisor: i64,
}

/// How many alternatives a quantifier is spread over at most.
const SPREAD: usize = 24;

/// Removes a variable from conditions that hold together by means of an equation among them, if there is one. Equations
/// in which the variable stands alone are preferred.
pub fn solve_for(
    v: usize,
    parts: &[Formula],
    fresh: &mut usize,
) -> Result<Option<(Vec<Formula>, Solved)>, TooLarge> {
    let equations = parts.iter().enumerate().filter_map(|(i, f)| match f {
        Formula::Zero(a) if a.coefficient(v) != 0 => Some((a.coefficient(v), a.terms.len(), i, a)),
        _ => None,
    });
    let Some((c, _, at, a)) = equations.min_by_key(|(c, n, i, _)| (c.unsigned_abs(), *n, *i)) else {
        return Ok(None);
    };
    // c·v + rest = 0, so v = −rest / c; the divisor is made positive.
    let form = a.without(v).times(if c > 0 { -1 } else { 1 })?;
    let divisor = c.checked_abs().ok_or(TooLarge)?;
    let solved = Solved { variable: v, form, divisor };
    let mut left = vec![Formula::at_least_zero(solved.form.clone())];
    if divisor > 1 {
        left.push(Formula::Multiple(solved.form.clone(), divisor));
    }
    for (i, f) in parts.iter().enumerate() {
        if i != at {
            left.push(solved.put(f)?);
        }
    }
    match Formula::all(left).plain(fresh)? {
        Formula::All(list) => Ok(Some((list, solved))),
        one => Ok(Some((vec![one], solved))),
    }
}

impl Solved {
    /// The formula with the variable replaced.
    fn put(&self, f: &Formula) -> Result<Formula, TooLarge> {
        let form = |a: &Affine| -> Result<Affine, TooLarge> {
            match a.coefficient(self.variable) {
                0 => Ok(a.clone()),
                c => a.without(self.variable).times(self.divisor)?.plus(c, &self.form),
            }
        };
        let each = |fs: &[Formula]| fs.iter().map(|g| self.put(g)).collect::<Result<Vec<_>, _>>();
        Ok(match f {
            Formula::All(fs) => Formula::All(each(fs)?),
            Formula::Any(fs) => Formula::Any(each(fs)?),
            Formula::Not(g) => Formula::Not(Box::new(self.put(g)?)),
            Formula::AtLeastZero(a) => Formula::AtLeastZero(form(a)?),
            Formula::Zero(a) => Formula::Zero(form(a)?),
            Formula::Multiple(a, m) if a.coefficient(self.variable) == 0 => Formula::Multiple(a.clone(), *m),
            Formula::Multiple(a, m) => {
                Formula::Multiple(form(a)?, m.checked_mul(self.divisor).ok_or(TooLarge)?)
            }
            Formula::Exists(v, g) => Formula::Exists(*v, Box::new(self.put(g)?)),
        })
    }
}

/// "There is a v such that" a plain formula holds, with the quantifier gone or as far inside as it goes.
pub fn unbind(v: usize, body: &Formula, fresh: &mut usize) -> Result<Formula, TooLarge> {
    let mut found = Vec::new();
    for parts in body.alternatives(SPREAD) {
        let (with, mut whole): (Vec<Formula>, Vec<Formula>) =
            parts.into_iter().partition(|f| f.free().contains(&v));
        whole.push(unbind_together(v, with, fresh)?);
        found.push(Formula::all(whole));
    }
    Ok(Formula::any(found))
}

fn unbind_together(v: usize, parts: Vec<Formula>, fresh: &mut usize) -> Result<Formula, TooLarge> {
    if parts.is_empty() {
        return Ok(Formula::yes());
    }
    if let Some((left, _)) = solve_for(v, &parts, fresh)? {
        return Ok(Formula::all(left));
    }
    let bound = |f: &Formula| match f {
        Formula::AtLeastZero(a) => Some((a.coefficient(v), a.without(v))),
        _ => None,
    };
    let Some(bounds) = parts.iter().map(bound).collect::<Option<Vec<_>>>() else {
        return Ok(Formula::exists(v, Formula::all(parts)));
    };
    let (mut lower, upper): (Vec<(i64, Affine)>, Vec<_>) = bounds.into_iter().partition(|b| b.0 > 0);
    lower.push((1, Affine::default()));
    if lower.iter().any(|l| l.0 != 1) && upper.iter().any(|u| u.0 != -1) {
        return Ok(Formula::exists(v, Formula::all(parts)));
    }
    // l·v + e ≥ 0 and −u·v + f ≥ 0: exactly if l·f + u·e ≥ 0, where l = 1 or u = 1.
    let mut left = Vec::new();
    for (l, e) in &lower {
        for (u, f) in &upper {
            let sum = f.times(*l)?.plus(u.checked_neg().ok_or(TooLarge)?, e)?;
            left.push(Formula::at_least_zero(sum));
        }
    }
    Ok(Formula::all(left))
}
