//! Moves as relations between the position before and the parts after.
//!
//! A coordinate that stays, or that becomes another coordinate or a choice, shares its variable; every other one gets a
//! variable of its own and an equation. Choices are then solved for by these equations (`k := x − y`), so that few
//! variables are left and every one of them is worth a track.

use crate::arithmetic::{compile, together};
use crate::automata::Dfa;
use crate::effort::Effort;
use crate::learn::Room;
use crate::numeration::Numeration;
use crate::tuning::SPREAD;
use bouton_budget::Halt;
use bouton_compile::fragment::{Fragment, FragmentMove};
use bouton_linear::{Affine, Formula, Nest, Solved, solve_for};

/// One family of moves whose conditions hold together.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// Which move of the fragment it comes from.
    pub(crate) source: usize,
    /// Its choices are the variables of the fragment's, so many higher.
    pub(crate) raised: usize,
    /// What holds between all variables.
    pub(crate) conditions: Vec<Formula>,
    /// For every part the variable of every coordinate.
    pub(crate) parts: Vec<Vec<usize>>,
    /// Choices that were solved for, in the order in which it was done.
    pub(crate) solved: Vec<Solved>,
    /// Variables that are neither coordinates before nor after.
    pub(crate) hidden: Vec<usize>,
}

/// All moves of a fragment as steps, and one more than the largest variable in them.
pub(crate) fn steps(fragment: &Fragment) -> Result<(Vec<Step>, usize), Halt> {
    list(fragment, false)
}

/// The same where steps of different moves have no variables in common but coordinates.
pub(crate) fn steps_apart(fragment: &Fragment) -> Result<(Vec<Step>, usize), Halt> {
    list(fragment, true)
}

fn list(fragment: &Fragment, apart: bool) -> Result<(Vec<Step>, usize), Halt> {
    let mut found = Vec::new();
    let mut top = 0;
    let coordinates = fragment.coordinates.len();
    for (source, m) in fragment.moves.iter().enumerate() {
        let raised = if apart { top.max(coordinates) - coordinates } else { 0 };
        let m = &raise(m, coordinates, raised);
        let mut fresh = m.guard.width().max(m.variables).max(fragment.coordinates.len());
        let guard = m.guard.plain(&mut fresh)?;
        let mut bound = Vec::new();
        let open = lift(guard, &mut bound);
        for conditions in open.alternatives(SPREAD) {
            let choices = coordinates + raised..m.variables;
            let hidden: Vec<usize> = choices.chain(bound.iter().copied()).collect();
            let made = step(fragment, m, source, conditions, hidden, &mut fresh)?;
            found.push(Step { raised, ..made });
        }
        top = top.max(fresh);
    }
    found.retain(|s| !s.conditions.contains(&Formula::Any(Vec::new())));
    Ok((found, top))
}

/// A move with its choices so many variables higher.
fn raise(m: &FragmentMove, coordinates: usize, by: usize) -> FragmentMove {
    if by == 0 {
        return m.clone();
    }
    let up = |v: usize| if v < coordinates { v } else { v + by };
    let mut scope: Vec<(usize, usize)> = (coordinates..m.variables).map(|v| (v, up(v))).collect();
    let mut bound = m.guard.width().max(m.variables) + by;
    FragmentMove {
        variables: m.variables + by,
        guard: m.guard.numbered(&mut scope, &mut bound),
        parts: m.parts.iter().map(|part| part.iter().map(|form| form.renamed(&up)).collect()).collect(),
        ..m.clone()
    }
}

/// Takes quantifiers that are not under a negation off; their variables have names of their own.
fn lift(f: Formula, bound: &mut Vec<usize>) -> Formula {
    match f {
        Formula::All(fs) => Formula::All(fs.into_iter().map(|g| lift(g, bound)).collect()),
        Formula::Any(fs) => Formula::Any(fs.into_iter().map(|g| lift(g, bound)).collect()),
        Formula::Exists(v, g) => {
            bound.push(v);
            lift(*g, bound)
        }
        other => other,
    }
}

fn step(
    fragment: &Fragment,
    m: &FragmentMove,
    source: usize,
    mut conditions: Vec<Formula>,
    mut hidden: Vec<usize>,
    fresh: &mut usize,
) -> Result<Step, Halt> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for part in &m.parts {
        let mut own = Vec::with_capacity(part.len());
        for form in part {
            let variable = match form.terms.as_slice() {
                // Two parts may not share a choice: each is looked up on its own, and equality is an equation.
                [(v, 1)] if form.constant == 0 && !parts.iter().flatten().any(|p| p == v) => *v,
                _ => {
                    let v = *fresh;
                    *fresh += 1;
                    conditions.push(Formula::Zero(form.plus(-1, &Affine::variable(v))?));
                    v
                }
            };
            own.push(variable);
        }
        parts.push(own);
    }
    hidden.retain(|v| !parts.iter().flatten().any(|p| p == v));
    let mut solved = Vec::new();
    let mut at = 0;
    while at < hidden.len() {
        match solve_for(hidden[at], &conditions, fresh)? {
            Some((left, how)) => {
                conditions = left;
                solved.push(how);
                hidden.remove(at);
            }
            None => at += 1,
        }
    }
    let coordinates = fragment.coordinates.len();
    let speaks = |v: &usize| conditions.iter().any(|f| f.free().contains(v));
    hidden.retain(|v| *v < m.variables || speaks(v));
    debug_assert!(hidden.iter().all(|v| *v >= coordinates));
    Ok(Step { source, raised: 0, conditions, parts, solved, hidden })
}

impl Step {
    /// The relation as an automaton over coordinates before, coordinates after, and what could not be solved for.
    pub(crate) fn relation(&self, numeration: Numeration, effort: &Effort) -> Result<Dfa, Halt> {
        let built = self.conditions.iter().map(|f| compile(numeration, f, effort));
        together(numeration, built.collect::<Result<_, _>>()?, effort)
    }

    /// The relation between coordinates before and after only.
    pub(crate) fn visible(&self, numeration: Numeration, effort: &Effort) -> Result<Dfa, Halt> {
        self.relation(numeration, effort)?.project(&self.hidden, effort)
    }

    /// Loops over the moves from a position.
    pub(crate) fn forward(&self, coordinates: usize) -> Result<Nest, Halt> {
        let given: Vec<usize> = (0..coordinates).collect();
        let mut wanted = self.hidden.clone();
        wanted.extend(self.parts.iter().flatten().filter(|v| **v >= coordinates));
        Ok(Nest::new(&self.conditions, &given, &wanted)?)
    }

    /// Loops over the moves that lead to a position, from positions of a table; the number in `bound` is the largest
    /// that a number, or the weight, has in it.
    pub(crate) fn backward(&self, room: &Room, bound: usize) -> Result<Nest, Halt> {
        let after = self.parts.first().cloned().unwrap_or_default();
        let mut given = after.clone();
        given.push(bound);
        let mut wanted = self.hidden.clone();
        wanted.extend((0..room.weights.len()).filter(|v| !after.contains(v)));
        let mut conditions = self.conditions.clone();
        let mut within = |terms: Vec<(usize, i64)>| {
            let terms: Vec<(usize, i64)> = terms.into_iter().chain([(bound, 1)]).collect();
            conditions.push(Formula::AtLeastZero(Affine::new(&terms, 0)));
        };
        if room.boxed {
            (0..room.weights.len()).for_each(|v| within(vec![(v, -1)]));
        } else {
            let weight = |w: &u64| i64::try_from(*w).map_err(|_| Halt::Size);
            let terms = room.weights.iter().enumerate().map(|(v, w)| Ok((v, -weight(w)?)));
            within(terms.collect::<Result<_, Halt>>()?);
        }
        Ok(Nest::new(&conditions, &given, &wanted)?)
    }
}
