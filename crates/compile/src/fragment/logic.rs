//! What follows from what: linear consequences inside guards, by the prover of the facts.
//!
//! Only used to leave out what says nothing and to prove that sums fall; a formula means the same before and after.

use super::formula::DERIVED;
use super::{Affine, Formula};
use crate::entail;
use crate::linear::{Mono, Poly};
use rustc_hash::FxHashMap;

/// Forms as inequalities over numbered unknowns; natural ones are not negative.
pub(super) struct Facts {
    names: FxHashMap<usize, u32>,
    conds: Vec<Poly>,
}

impl Facts {
    pub(super) fn new() -> Facts {
        Facts { names: FxHashMap::default(), conds: Vec::new() }
    }

    pub(super) fn poly(&mut self, form: &Affine) -> Poly {
        let mut terms: Vec<(Mono, i128)> = Vec::with_capacity(form.terms.len());
        for &(v, c) in &form.terms {
            let next = self.names.len() as u32;
            let name = *self.names.entry(v).or_insert(next);
            if name == next && v < DERIVED {
                self.conds.push(Poly::atom(name));
            }
            terms.push((Mono::of(name), i128::from(c)));
        }
        terms.sort_unstable();
        Poly::from_terms(terms, i128::from(form.constant))
    }

    /// Adds what a formula says, as far as it is a list of inequalities.
    pub(super) fn assume(&mut self, f: &Formula) {
        match f {
            Formula::All(list) => list.iter().for_each(|f| self.assume(f)),
            Formula::AtLeastZero(form) => {
                let p = self.poly(form);
                self.conds.push(p);
            }
            Formula::Zero(form) => {
                let p = self.poly(form);
                self.conds.push(p.neg());
                self.conds.push(p);
            }
            _ => {}
        }
    }

    pub(super) fn entails(&mut self, form: &Affine) -> bool {
        let goal = self.poly(form);
        entail::entails(&self.conds, &goal)
    }

    pub(super) fn infeasible(&self) -> bool {
        entail::infeasible(&self.conds)
    }
}

/// Can the formula never hold, as far as its top tells?
pub(super) fn impossible(f: &Formula) -> bool {
    match f {
        Formula::All(_) | Formula::AtLeastZero(_) | Formula::Zero(_) => {
            let mut facts = Facts::new();
            facts.assume(f);
            !facts.conds.is_empty() && facts.infeasible()
        }
        f => f.as_bool() == Some(false),
    }
}

/// The same condition with fewer words: without inequalities that follow from the others, and without alternatives
/// that the rest excludes.
pub(super) fn simplified(f: Formula) -> Formula {
    let mut list = match f {
        Formula::All(list) => list,
        f => vec![f],
    };
    let mut facts = Facts::new();
    list.iter().for_each(|f| facts.assume(f));
    if facts.infeasible() {
        return Formula::no();
    }
    for f in &mut list {
        if let Formula::Any(arms) = f {
            let fits = |arm: &Formula| {
                let mut facts = Facts { names: facts.names.clone(), conds: facts.conds.clone() };
                facts.assume(arm);
                !facts.infeasible()
            };
            *f = Formula::any(arms.iter().filter(|a| fits(a)).cloned());
        }
    }
    let Formula::All(mut list) = Formula::all(list.clone()) else { return Formula::all(list) };
    let mut at = 0;
    while at < list.len() {
        if let Formula::AtLeastZero(form) = &list[at] {
            let mut others = Facts::new();
            list.iter().enumerate().filter(|(i, _)| *i != at).for_each(|(_, f)| others.assume(f));
            if others.entails(form) {
                list.remove(at);
                continue;
            }
        }
        at += 1;
    }
    Formula::all(list)
}
