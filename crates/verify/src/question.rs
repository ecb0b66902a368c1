//! Questions about all numbers: whether a condition holds nowhere, and whether some choice meets one wherever another holds.

use crate::automatic::{bound_to, empty};
use crate::linear::{Cond, Var};
use crate::numeration::{Numeration, Systems};
use crate::read::Dfa;
use crate::refused::Why;
use crate::walk::{Relation, Walk, Work};
use crate::ways::Way;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Is there a move to the numbers `to` (behind `given` ones) exactly where a condition says so, of all numbers for which `when` holds?
pub(crate) fn moves_are(
    ways: &[Way],
    given: usize,
    to: &[Var],
    when: &Cond,
    wanted: &Cond,
    work: &mut Work<'_>,
) -> Result<bool, Why> {
    let mut seen = HashSet::new();
    let question = &mut Question::new(&[], &mut seen, work);
    let mut made = Vec::new();
    for way in ways {
        // Choices that do not follow from the option stand behind the given numbers.
        let (guessed, cond) = bound_to(way, given, &[to.to_vec()])?;
        if !question.never(when.clone().and(cond.clone()).and(wanted.clone().not()))? {
            return Ok(false);
        }
        made.push((cond, (given..given + guessed).collect::<Vec<Var>>()));
    }
    let made: Vec<(Cond, &[Var])> = made.iter().map(|(cond, vars)| (cond.clone(), &vars[..])).collect();
    question.always(when.clone().and(wanted.clone()), &made)
}

/// The variables of a condition.
fn variables(cond: &Cond, into: &mut BTreeSet<Var>) {
    match cond {
        Cond::Known(_) => {}
        Cond::Atom(a) => into.extend(a.terms.iter().map(|t| t.0)),
        Cond::Not(c) => variables(c, into),
        Cond::All(list) | Cond::Any(list) => list.iter().for_each(|c| variables(c, into)),
    }
}

/// Questions about all legal rows of one length; what was answered before is not asked again.
pub(crate) struct Question<'q, 'w> {
    given: &'q [Cond],
    seen: &'q mut HashSet<String>,
    work: &'q mut Work<'w>,
}

impl<'q, 'w> Question<'q, 'w> {
    pub(crate) fn new(
        given: &'q [Cond],
        seen: &'q mut HashSet<String>,
        work: &'q mut Work<'w>,
    ) -> Question<'q, 'w> {
        Question { given, seen, work }
    }

    /// With what is given of the variables that are spoken of.
    fn with_given(&self, cond: Cond, about: &BTreeSet<Var>) -> Cond {
        let touches = |c: &&Cond| {
            let mut own = BTreeSet::new();
            variables(c, &mut own);
            own.iter().any(|v| about.contains(v))
        };
        Cond::all(self.given.iter().filter(touches).cloned().chain([cond]).collect())
    }

    /// Does the condition hold nowhere?
    pub(crate) fn never(&mut self, cond: Cond) -> Result<bool, Why> {
        let mut about = BTreeSet::new();
        variables(&cond, &mut about);
        let cond = self.with_given(cond, &about);
        variables(&cond, &mut about);
        let names: BTreeMap<Var, Var> = about.iter().copied().zip(0..).collect();
        let cond = cond.renamed(&names);
        let key = format!("{cond:?}");
        if self.seen.contains(&key) {
            return Ok(true);
        }
        let never = empty(cond, names.len(), &Dfa::nothing(), self.work)?;
        if never {
            self.seen.insert(key);
        }
        Ok(never)
    }

    /// Where a condition holds, can the choices of some way be such that its condition holds?
    pub(crate) fn always(&mut self, when: Cond, ways: &[(Cond, &[Var])]) -> Result<bool, Why> {
        let mut about = BTreeSet::new();
        variables(&when, &mut about);
        for (cond, choices) in ways {
            let mut own = BTreeSet::new();
            variables(cond, &mut own);
            about.extend(own.into_iter().filter(|v| !choices.contains(v)));
        }
        let when = self.with_given(when, &about);
        variables(&when, &mut about);
        let names: BTreeMap<Var, Var> = about.iter().copied().zip(0..).collect();
        let itself = Relation::new(0, &[Cond::YES, when.renamed(&names)], Vec::new());
        let mut key = format!("{:?}", when.renamed(&names));
        let mut relations = Vec::new();
        for (cond, choices) in ways {
            // The choices are guessed, also those that stand for other things in what is given.
            let mut own = names.clone();
            own.extend(choices.iter().copied().zip(names.len()..));
            let cond = cond.renamed(&own);
            key += &format!("{cond:?}{}", choices.len());
            relations.push(Relation::new(choices.len(), &[cond], Vec::new()));
        }
        if self.seen.contains(&key) {
            return Ok(true);
        }
        let dfa = Dfa::nothing();
        let walk = Walk {
            systems: Systems::One(Numeration::TWO),
            dfa: &dfa,
            given: names.len(),
            itself,
            relations,
            count: 1,
        };
        let failed = walk.fails(self.work, &mut |found| found.conds != [true] || found.yes > 0)?;
        if failed.is_none() {
            self.seen.insert(key);
        }
        Ok(failed.is_none())
    }
}
