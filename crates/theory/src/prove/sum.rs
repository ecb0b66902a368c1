//! Is a set of tuples (x, v) the graph of the Grundy values of one part of a sum? Decided in base 2, where exclusive or
//! is an automaton.
//!
//! 1. Every legal x has exactly one value.
//! 2. No option of x has the value of x.
//! 3. Every smaller value is the value of an option.
//!
//! By induction over the weight, that determines the values. An option of several parts has the exclusive or of theirs.

use crate::arithmetic::{compile, together};
use crate::automata::{Dfa, Sets, search};
use crate::effort::Effort;
use crate::numeration::Numeration;
use crate::steps::Step;
use crate::tuning::FOLDED;
use bouton_budget::Halt;
use bouton_compile::fragment::Fragment;
use bouton_linear::Affine;

/// Everything about a game that does not depend on the set.
pub(crate) struct ValueJudge {
    legal: Dfa,
    coordinates: usize,
    /// Relations of the moves, with the variables of every part.
    moves: Vec<(Dfa, Vec<Vec<usize>>)>,
    top: usize,
}

const TWO: Numeration = Numeration::Base(2);

impl ValueJudge {
    /// Builds the relations of all moves; `top` is above every variable of the steps.
    pub(crate) fn new(
        fragment: &Fragment,
        steps: &[Step],
        top: usize,
        effort: &Effort,
    ) -> Result<ValueJudge, Halt> {
        let coordinates = fragment.coordinates.len();
        let all: Vec<usize> = (0..coordinates).collect();
        let legal = compile(TWO, &fragment.legal, effort)?.widen(&all, effort)?;
        let mut moves = Vec::new();
        for s in steps {
            moves.push((s.visible(TWO, effort)?, s.parts.clone()));
        }
        Ok(ValueJudge { legal, coordinates, moves, top })
    }

    /// The same with the variables kept that could not be solved for, so that choices can be found.
    pub(crate) fn hidden(
        fragment: &Fragment,
        steps: &[Step],
        top: usize,
        effort: &Effort,
    ) -> Result<ValueJudge, Halt> {
        let mut judge = ValueJudge::new(fragment, &[], top, effort)?;
        for s in steps {
            judge.moves.push((s.relation(TWO, effort)?, s.parts.clone()));
        }
        Ok(judge)
    }

    /// The variable that stands for the value.
    fn value(&self) -> usize {
        self.top
    }

    /// The automata of "the position moves to an option of this value", one for each family of moves.
    pub(crate) fn options(&self, graph: &Dfa, effort: &Effort) -> Result<Vec<Dfa>, Halt> {
        self.moves.iter().map(|(relation, parts)| self.option(relation, parts, graph, effort)).collect()
    }

    fn option(
        &self,
        relation: &Dfa,
        parts: &[Vec<usize>],
        graph: &Dfa,
        effort: &Effort,
    ) -> Result<Dfa, Halt> {
        let mut values = Vec::new();
        let mut whole = relation.clone();
        for (fresh, part) in (self.value() + 1..).zip(parts) {
            let v = if parts.len() == 1 { self.value() } else { fresh };
            let names: Vec<usize> = part.iter().copied().chain([v]).collect();
            whole = whole.and(&graph.rename(&names, effort)?, effort)?;
            values.push(v);
        }
        if parts.is_empty() {
            let zero = Affine::variable(self.value());
            whole = whole.and(&Dfa::zero(TWO, &zero, effort)?, effort)?;
        } else if parts.len() > 1 {
            let mut all = vec![self.value()];
            all.extend(&values);
            whole = whole.and(&Dfa::xor_zero(&all, effort)?, effort)?;
        }
        Ok(whole)
    }

    /// The same with the parts dropped one by one and their values added as they come: of many parts at once, the
    /// letters are too many.
    fn folded(
        &self,
        relation: &Dfa,
        parts: &[Vec<usize>],
        graph: &Dfa,
        effort: &Effort,
    ) -> Result<Dfa, Halt> {
        let mut fresh = self.value() + 1..;
        let mut next = || fresh.next().ok_or(Halt::Size);
        let mut whole = relation.clone();
        let mut total: Option<usize> = None;
        for (i, part) in parts.iter().enumerate() {
            let own = next()?;
            let names: Vec<usize> = part.iter().copied().chain([own]).collect();
            whole = whole.and(&graph.rename(&names, effort)?, effort)?;
            let later = |v: &usize| parts[i + 1..].iter().flatten().any(|w| w == v);
            let mut gone: Vec<usize> =
                part.iter().copied().filter(|v| *v >= self.coordinates && !later(v)).collect();
            total = Some(match total {
                None => own,
                Some(before) => {
                    let sum = if i + 1 == parts.len() { self.value() } else { next()? };
                    let mut tracks = [before, own, sum];
                    tracks.sort_unstable();
                    whole = whole.and(&Dfa::xor_zero(&tracks, effort)?, effort)?;
                    gone.extend([before, own]);
                    sum
                }
            });
            whole = whole.project(&gone, effort)?;
        }
        Ok(whole)
    }

    /// The automata of the options as they are needed to look for values only.
    fn reached(&self, graph: &Dfa, effort: &Effort) -> Result<Vec<Dfa>, Halt> {
        let one = |(relation, parts): &(Dfa, Vec<Vec<usize>>)| {
            if parts.len() < FOLDED {
                return self.option(relation, parts, graph, effort);
            }
            match self.folded(relation, parts, graph, effort) {
                Err(Halt::Size) => self.option(relation, parts, graph, effort),
                other => other,
            }
        };
        self.moves.iter().map(one).collect()
    }

    /// Whether a set over the coordinates and the value, in this order, is the graph of the Grundy values.
    pub(crate) fn decide(&self, graph: &Dfa, effort: &Effort) -> Result<bool, Halt> {
        let all: Vec<usize> = (0..self.coordinates).collect();
        let named: Vec<usize> = all.iter().copied().chain([self.value()]).collect();
        let own = graph.rename(&named, effort)?;
        if own.project(&[self.value()], effort)? != self.legal {
            return Ok(false);
        }
        let mut greater = named.clone();
        greater[self.coordinates] = self.value() + 1;
        let above = graph.rename(&greater, effort)?;
        let less = Affine::new(&[(self.value(), -1), (self.value() + 1, 1)], -1);
        let less = Dfa::at_least_zero(TWO, &less, effort)?;
        let below_some = together(TWO, vec![above, less], effort)?;
        if own.common(&below_some, effort)?.is_some() {
            return Ok(false);
        }
        let options = self.reached(graph, effort)?;
        for option in &options {
            if own.common(option, effort)?.is_some() {
                return Ok(false);
            }
        }
        let wanted = below_some.project(&[self.value() + 1], effort)?.widen(&named, effort)?;
        covered(&wanted, &options, &named, effort)
    }
}

/// Whether every member of a set over `tracks` is in the projection of one of some automata.
fn covered(set: &Dfa, parts: &[Dfa], tracks: &[usize], effort: &Effort) -> Result<bool, Halt> {
    let moves = parts.iter().map(|p| Sets::new(p, tracks, 1, effort)).collect::<Result<_, _>>()?;
    Ok(search(set, moves, true, |found| found == 0, usize::MAX, effort)?.is_none())
}
