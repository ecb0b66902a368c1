//! What follows from conditions, by the prover of [`entail`]; with it formulas get shorter and mean the same.

use crate::affine::{Affine, SIGNED};
use crate::entail;
use crate::formula::Formula;
use crate::poly::{Mono, Poly};
use rustc_hash::FxHashMap;

/// Inequalities that hold together; natural unknowns are not negative.
#[derive(Clone, Default)]
pub struct Facts {
    names: FxHashMap<usize, u32>,
    conds: Vec<Poly>,
}

impl Facts {
    fn poly(&mut self, form: &Affine) -> Poly {
        let mut terms: Vec<(Mono, i128)> = Vec::with_capacity(form.terms.len());
        for &(v, c) in &form.terms {
            let next = self.names.len() as u32;
            let name = *self.names.entry(v).or_insert(next);
            if name == next && v < SIGNED {
                self.conds.push(Poly::atom(name));
            }
            terms.push((Mono::of(name), i128::from(c)));
        }
        terms.sort_unstable();
        Poly::from_terms(terms, i128::from(form.constant))
    }

    /// Adds what a formula says, as far as it is a list of inequalities.
    pub fn assume(&mut self, f: &Formula) {
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

    /// Does it follow that the form is not negative? `false` means "not shown".
    pub fn entails(&mut self, form: &Affine) -> bool {
        let goal = self.poly(form);
        entail::entails(&self.conds, &goal)
    }

    fn infeasible(&self) -> bool {
        entail::infeasible(&self.conds)
    }
}

impl Formula {
    /// Can it never hold, as far as its top tells?
    pub fn impossible(&self) -> bool {
        match self {
            Formula::All(_) | Formula::AtLeastZero(_) | Formula::Zero(_) => {
                let mut facts = Facts::default();
                facts.assume(self);
                !facts.conds.is_empty() && facts.infeasible()
            }
            f => f.as_bool() == Some(false),
        }
    }

    /// The same condition with fewer words: without inequalities that follow from the others, and without alternatives
    /// that the rest excludes.
    pub fn simplified(self) -> Formula {
        let mut list = match self {
            Formula::All(list) => list,
            f => vec![f],
        };
        let mut facts = Facts::default();
        list.iter().for_each(|f| facts.assume(f));
        if facts.infeasible() {
            return Formula::no();
        }
        for f in &mut list {
            if let Formula::Any(arms) = f {
                let fits = |arm: &Formula| {
                    let mut facts = facts.clone();
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
                let mut others = Facts::default();
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
}
