//! Vector moves: games on number fields in which every move adds a fixed vector, or a multiple of one.
//!
//! This is the normal form that tables and the automata prover work on: `x -> x + base + k*step` for k in a
//! range, wherever the result is legal and the guards hold. A rook is two such rays, Wythoff three. `x -> j` for j
//! below x is the same as `x -> x - k`.

use crate::facts::steps::{Step, integer};
use bouton_linear::Poly;
use bouton_linear::entail::{bounds, entails};

/// A family of moves: for every k from `from` to `to`, the fields change by `base + k*step`, if the result lies in
/// the domains and every guard holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorMove {
    /// The move line.
    pub line: usize,
    /// Only this player (0 or 1) may make it.
    pub by: Option<usize>,
    /// What every move of the family adds.
    pub base: Vec<i64>,
    /// What each k adds; all zeros for a single move.
    pub step: Vec<i64>,
    /// The least k; 0 for a single move.
    pub from: i64,
    /// The greatest k; `None` when only the border stops it.
    pub to: Option<i64>,
    /// What else must hold.
    pub guards: Vec<LinearGuard>,
}

/// `fields · x + k*step + constant >= 0`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearGuard {
    /// Coefficient of each field (before the move).
    pub fields: Vec<i64>,
    /// Coefficient of k.
    pub k: i64,
    /// Constant.
    pub constant: i64,
}

impl VectorMove {
    /// Is it one move (and not a family)?
    pub fn is_single(&self) -> bool {
        self.step.iter().all(|&s| s == 0)
    }
}

/// The vectors of a step, where it is one.
pub(crate) fn vector(step: &Step<'_>) -> Option<VectorMove> {
    if let Some(found) = along(step) {
        return Some(found);
    }
    // One field is set to the choice and the others stay: count the choice down from the field.
    let c = step.choice?;
    let mut set = step.changed();
    let (Some(f), None) = (set.next(), set.next()) else { return None };
    let by = step.after[f].coefficient(c);
    let rest = step.after[f].sub(&Poly::atom(c).scale(by));
    if by.abs() != 1 || rest.as_int().is_none() {
        return None;
    }
    // after = by*c + rest = x - k, so c = by*(x - k - rest), where the choice now stands for k.
    let new = Poly::atom(step.atoms[f]).sub(&Poly::atom(c)).sub(&rest).scale(by);
    along(&step.turned(&new))
}

/// The vectors of a step whose every field changes by a multiple of the choice.
fn along(step: &Step<'_>) -> Option<VectorMove> {
    let Step { atoms, choice, after, conds, legal, .. } = step;
    let mut base = Vec::new();
    let mut by = Vec::new();
    for (new, &atom) in after.iter().zip(*atoms) {
        let change = new.sub(&Poly::atom(atom));
        if change.atoms().any(|a| Some(a) != *choice) {
            return None;
        }
        base.push(integer(change.constant())?);
        by.push(integer(choice.map_or(0, |c| change.coefficient(c)))?);
    }
    let (from, to) = match *choice {
        None => (Some(0), Some(0)),
        Some(c) => {
            let own: Vec<Poly> = conds.iter().filter(|f| f.atoms().all(|a| a == c)).cloned().collect();
            bounds(&own, &Poly::atom(c))
        }
    };
    let from = from?;
    let mut facts: Vec<Poly> = legal.to_vec();
    facts.extend(step.legal_after());
    if let Some(c) = *choice {
        facts.push(Poly::atom(c).shift(-from));
        if let Some(to) = to {
            facts.push(Poly::atom(c).neg().shift(to));
        }
    }
    let mut guards = Vec::new();
    for cond in conds {
        if entails(&facts, cond) {
            continue;
        }
        facts.push(cond.clone());
        guards.push(step.guard(cond)?);
    }
    Some(VectorMove {
        line: step.line,
        by: step.by,
        base,
        step: by,
        from: integer(from)?,
        to: to.map(i64::try_from).transpose().ok()?,
        guards,
    })
}
