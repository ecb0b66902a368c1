//! From formulas of linear arithmetic to automata (J. R. Büchi 1960; as in Walnut, H. Mousavi 2016). Quantifiers are removed by algebra where that is exact; otherwise the body is built from
//! its smallest parts and projected as soon as every part that speaks of the variable is in.

use crate::automata::Dfa;
use crate::effort::Effort;
use crate::numeration::Numeration;
use bouton_budget::Halt;
use bouton_compile::fragment::{Fragment, FragmentMove};
use bouton_linear::{Formula, unbind};

/// The tuples for which a formula holds. The tracks are variables that are free in it, not always all of them.
pub fn compile(numeration: Numeration, f: &Formula, effort: &Effort) -> Result<Dfa, Halt> {
    let mut fresh = f.width();
    let f = f.plain(&mut fresh)?;
    Builder { numeration, fresh, effort }.build(&f, true)
}

/// Builds the automaton of a formula.
struct Builder<'a, 'e> {
    numeration: Numeration,
    /// The next variable that no formula has.
    fresh: usize,
    effort: &'e Effort<'a>,
}

impl Builder<'_, '_> {
    /// The automaton of a formula. With `spread`, a quantifier is pushed inside first; what remains of one that was pushed
    /// is projected, not spread again.
    fn build(&mut self, f: &Formula, spread: bool) -> Result<Dfa, Halt> {
        let (numeration, effort) = (self.numeration, self.effort);
        match f {
            Formula::AtLeastZero(a) => Dfa::at_least_zero(numeration, a, effort),
            Formula::Zero(a) => Dfa::zero(numeration, a, effort),
            Formula::Multiple(a, m) => Dfa::multiple(numeration, a, *m, effort),
            Formula::Not(g) => self.build(g, true)?.complement(effort),
            Formula::Exists(v, g) if spread => match unbind(*v, g, &mut self.fresh)? {
                Formula::Exists(v, g) => self.build(&g, true)?.project(&[v], effort),
                other => self.build(&other, false),
            },
            Formula::Exists(v, g) => self.build(g, true)?.project(&[*v], effort),
            Formula::All(fs) => {
                let parts = fs.iter().map(|g| self.build(g, spread)).collect::<Result<Vec<_>, _>>()?;
                together(numeration, parts, effort)
            }
            Formula::Any(fs) => {
                let mut sum = Dfa::constant(numeration, &f.free(), false, effort)?;
                for g in fs {
                    sum = sum.or(&self.build(g, spread)?, effort)?;
                }
                Ok(sum)
            }
        }
    }
}

/// The product of many automata: next comes the one that brings the fewest new tracks, of these the smallest.
pub(crate) fn together(numeration: Numeration, mut parts: Vec<Dfa>, effort: &Effort) -> Result<Dfa, Halt> {
    let mut whole = Dfa::valid(numeration, &[], effort)?;
    while !parts.is_empty() {
        let cost = |p: &Dfa| {
            let new = p.tracks().iter().filter(|t| !whole.tracks().contains(t)).count();
            (new, p.states())
        };
        let Some(best) = (0..parts.len()).min_by_key(|i| cost(&parts[*i])) else { break };
        whole = whole.and(&parts.swap_remove(best), effort)?;
    }
    Ok(whole)
}

/// Whether some move of this family, from a legal position, meets a condition.
pub(crate) fn possible(
    fragment: &Fragment,
    family: &FragmentMove,
    condition: Formula,
    effort: &Effort,
) -> Result<bool, Halt> {
    let meets = Formula::All(vec![fragment.legal.clone(), family.guard.clone(), condition]);
    let every = (0..family.variables).fold(meets, |f, v| Formula::Exists(v, Box::new(f)));
    Ok(!compile(Numeration::Base(2), &every, effort)?.is_empty())
}
