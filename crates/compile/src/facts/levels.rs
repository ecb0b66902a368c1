//! Level moves: several fields fall to one level, `x -> t` or `x -> t + c` for the same t, and the others stay.
//!
//! A bite of Chomp sets the rows that are longer to one length: `b -> min(b, t)` is a case in which b stays and a case
//! in which it falls to t. The results of one such case lie on a line that does not depend on the fields that fall, so
//! the first lost one on it decides for all positions around it.

use crate::facts::steps::{Step, integer};
use crate::facts::vectors::LinearGuard;
use bouton_linear::Poly;
use bouton_linear::entail::entails;

/// A family of moves: for every t below field `below.0` plus `below.1`, each field of `axes` becomes t plus its number,
/// if the result is legal, `before` holds of the fields before the move and `after` of those after it. All fields of
/// `axes` fall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelMove {
    /// The move line.
    pub line: usize,
    /// Only this player (0 or 1) may make it.
    pub by: Option<usize>,
    /// The fields that fall, and what is added to the level.
    pub axes: Vec<(usize, i64)>,
    /// What the level stays below.
    pub below: (usize, i64),
    /// What must hold before the move; no guard has a k.
    pub before: Vec<LinearGuard>,
    /// What must hold after it.
    pub after: Vec<LinearGuard>,
}

/// Conditions of one form.
struct Sorted {
    /// `t <= x[m] + c` for a field that falls.
    upper: Vec<(usize, Poly)>,
    before: Vec<Poly>,
    /// In forms of the level and of fields that stay.
    after: Vec<Poly>,
}

/// The level moves of a step, where it is of this form: one for each field that may be the lowest bound.
pub(crate) fn levels(step: &Step<'_>) -> Option<Vec<LevelMove>> {
    let c = step.choice?;
    // The level is the choice or its opposite.
    let sign = step.changed().next().map(|f| step.after[f].coefficient(c)).filter(|s| s.abs() == 1)?;
    let step = step.turned(&Poly::atom(c).scale(sign));
    let mut axes = Vec::new();
    for f in step.changed() {
        let offset = step.after[f].sub(&Poly::atom(c)).as_int()?;
        axes.push((f, integer(offset)?));
    }
    let falls = |f: usize| axes.iter().any(|a| a.0 == f);
    // What follows from the rest need not be said: the fewer conditions, the more likely each is of a simple form.
    let mut conds = step.conds.clone();
    let given: Vec<Poly> = step.legal.iter().cloned().chain(step.legal_after()).collect();
    let mut i = 0;
    while i < conds.len() {
        let cond = conds.remove(i);
        let rest: Vec<Poly> = given.iter().chain(&conds).cloned().collect();
        if !entails(&rest, &cond) {
            conds.insert(i, cond);
            i += 1;
        }
    }
    let mut sorted = Sorted { upper: Vec::new(), before: Vec::new(), after: Vec::new() };
    for cond in conds {
        let fields: Vec<usize> =
            (0..step.atoms.len()).filter(|&f| cond.coefficient(step.atoms[f]) != 0).collect();
        match (cond.coefficient(c), fields.as_slice()) {
            (0, _) => sorted.before.push(cond),
            (-1, [f]) if falls(*f) && cond.coefficient(step.atoms[*f]) == 1 => sorted.upper.push((*f, cond)),
            _ if fields.iter().all(|&f| !falls(f)) => sorted.after.push(cond),
            _ => return None,
        }
    }
    let mut out = Vec::new();
    for (i, (m, bound)) in sorted.upper.iter().enumerate() {
        // The bound is the lowest of all; of equal ones the first.
        let mut before = sorted.before.clone();
        for (j, (_, other)) in sorted.upper.iter().enumerate() {
            if j != i {
                before.push(other.sub(bound).shift(if j < i { -1 } else { 0 }));
            }
        }
        let facts: Vec<Poly> = step.legal.iter().chain(&before).chain([bound]).cloned().collect();
        let fall = |f: usize| entails(&facts, &Poly::atom(step.atoms[f]).sub(&step.after[f]).shift(-1));
        if !axes.iter().all(|a| fall(a.0)) {
            return None;
        }
        // bound: x[m] + constant - t >= 0
        let below = (*m, integer(bound.constant().checked_add(1)?)?);
        out.push(LevelMove {
            line: step.line,
            by: step.by,
            axes: axes.clone(),
            below,
            before: before.iter().map(|g| step.guard(g)).collect::<Option<_>>()?,
            after: sorted.after.iter().map(|g| after(&step, &axes, g)).collect::<Option<_>>()?,
        });
    }
    (!out.is_empty()).then_some(out)
}

/// A condition on the level and the fields that stay, said of the fields after the move.
fn after(step: &Step<'_>, axes: &[(usize, i64)], cond: &Poly) -> Option<LinearGuard> {
    let (c, (f, offset)) = (step.choice?, *axes.first()?);
    // Level = field after the move less its offset.
    let level = Poly::atom(step.atoms[f]).shift(-i128::from(offset));
    step.guard(&cond.replace(&|a| (a == c).then(|| level.clone())))
}
