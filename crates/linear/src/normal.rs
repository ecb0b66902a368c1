//! Formulas made plain, and plain formulas as alternatives.
//!
//! In a plain formula negations stand only before congruences and quantifiers, nothing is nested in its like, what is
//! always or never true is settled, and every bound variable has a number of its own.

use crate::affine::TooLarge;
use crate::formula::Formula;

impl Formula {
    /// The formula made plain. Bound variables are numbered from `fresh` on, which moves.
    pub fn plain(&self, fresh: &mut usize) -> Result<Formula, TooLarge> {
        pushed(self.numbered(&mut Vec::new(), fresh), true)
    }

    /// The formula as alternatives, each a list of conditions that hold together, without `All` and `Any` outside
    /// quantifiers. What would make more than `limit` alternatives is left as it is.
    pub fn alternatives(&self, limit: usize) -> Vec<Vec<Formula>> {
        match self {
            Formula::Any(fs) => {
                let found: Vec<Vec<Formula>> = fs.iter().flat_map(|g| g.alternatives(limit)).collect();
                if found.len() > limit { vec![vec![self.clone()]] } else { found }
            }
            Formula::All(fs) => {
                let mut found: Vec<Vec<Formula>> = vec![Vec::new()];
                for g in fs {
                    let choices = g.alternatives(limit);
                    if found.len() * choices.len() > limit {
                        found.iter_mut().for_each(|list| list.push(g.clone()));
                        continue;
                    }
                    let longer = |list: &Vec<Formula>| {
                        choices.iter().map(|c| [list.as_slice(), c].concat()).collect::<Vec<_>>()
                    };
                    found = found.iter().flat_map(longer).collect();
                }
                found
            }
            Formula::Not(g) if matches!(**g, Formula::Zero(_)) => match pushed((**g).clone(), false) {
                Ok(sides) => sides.alternatives(limit),
                Err(TooLarge) => vec![vec![self.clone()]],
            },
            other => vec![vec![other.clone()]],
        }
    }
}

/// The formula, or its opposite, with negations pushed inside.
fn pushed(f: Formula, holds: bool) -> Result<Formula, TooLarge> {
    let all = matches!(f, Formula::All(_)) == holds;
    Ok(match f {
        Formula::All(fs) | Formula::Any(fs) => {
            let parts = fs.into_iter().map(|g| pushed(g, holds)).collect::<Result<Vec<_>, _>>()?;
            if all { Formula::all(parts) } else { Formula::any(parts) }
        }
        Formula::Not(g) => pushed(*g, !holds)?,
        Formula::AtLeastZero(a) if holds => Formula::at_least_zero(a),
        Formula::AtLeastZero(a) => Formula::negative(&a)?,
        Formula::Zero(a) if holds => Formula::zero(a),
        // Not zero is greater or less.
        Formula::Zero(a) => Formula::any([Formula::at_least_zero(a.shift(-1)?), Formula::negative(&a)?]),
        Formula::Multiple(a, m) if holds => Formula::multiple(a, m),
        Formula::Multiple(a, m) => Formula::multiple(a, m).negated(),
        Formula::Exists(v, g) => match (pushed(*g, true)?, holds) {
            (body, true) if !body.free().contains(&v) => body,
            (body, false) if !body.free().contains(&v) => pushed(body, false)?,
            (body, true) => Formula::exists(v, body),
            (body, false) => Formula::exists(v, body).negated(),
        },
    })
}
