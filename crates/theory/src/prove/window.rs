//! Values by a sliding window: heaps whose options are all heaps from L(n) up to n − 1, where L(n + 1) is L(n) or L(n) + 1.
//!
//! Then the values of the heaps from L(n) to n are 0, 1, …, n − L(n), each once. For if that is so at n, and L(n + 1) = L(n), all
//! of them are options of n + 1, whose value is therefore n + 1 − L(n + 1); and if L(n + 1) = L(n) + 1, all but that of the heap L(n)
//! are, so n + 1 has just that value. Hence g(n) = n − L(n) where L stays, and g(n) = g(L(n) − 1) where it moves on. Taking at most
//! half of a heap is an example, and its values are not automatic; that L is as described, and that a rule by digits
//! follows from it, are statements about all n that automata decide.

use super::moves::moves;
use crate::arithmetic::compile;
use crate::automata::Dfa;
use crate::effort::Effort;
use crate::numeration::Numeration;
use crate::sequences::Similarity;
use bouton_budget::Halt;
use bouton_compile::fragment::{Fragment, Statement, Term, TermKind};
use bouton_language::ast::Verdict;
use bouton_linear::{Affine, Formula};

const TWO: Numeration = Numeration::Base(2);

/// Heaps with a sliding window of options.
pub struct Window {
    /// The pairs (n, L(n)).
    lowest: Dfa,
    /// The n > 0 with L(n) = L(n − 1).
    stays: Dfa,
}

impl Window {
    /// The window of a game, if it has one.
    pub fn new(fragment: &Fragment, effort: &Effort) -> Result<Option<Window>, Halt> {
        let plain = fragment.ends.is_empty() && fragment.stuck == Verdict::Lose && fragment.block == 0;
        let whole = fragment.legal == Formula::All(Vec::new());
        let single = fragment.moves.iter().all(|m| m.parts.len() == 1);
        if !plain || !whole || !single || fragment.coordinates.len() != 1 {
            return Ok(None);
        }
        // Tracks: 0 the heap, 1 an option.
        let options = moves(fragment, effort)?;
        let below = |a: usize, b: usize, by: i64| {
            Dfa::at_least_zero(TWO, &Affine::new(&[(b, 1), (a, -1)], -by), effort)
        };
        // The same with one more, or one less, in the heap or in the option: (n, m) with (n + i, m + j) an option.
        let at = |i: i64, j: i64| -> Result<Dfa, Halt> {
            let link =
                |v: usize, w: usize, by: i64| Dfa::zero(TWO, &Affine::new(&[(w, 1), (v, -1)], -by), effort);
            let both = options.rename(&[2, 3], effort)?.and(&link(0, 2, i)?, effort)?;
            both.and(&link(1, 3, j)?, effort)?.project(&[2, 3], effort)
        };
        let implies = |a: &Dfa, b: &Dfa| -> Result<bool, Halt> { Ok(a.without(b, effort)?.is_empty()) };
        let smaller = below(1, 0, 1)?;
        let closed = implies(&options, &smaller)?
            && implies(&options.and(&below(1, 0, 2)?, effort)?, &at(0, 1)?)?
            && implies(&at(1, 0)?.and(&smaller, effort)?, &options)?
            && implies(&options, &at(1, 1)?)?;
        if !closed {
            return Ok(None);
        }
        // L(n) is n where there is no option, and otherwise the option with no option one below.
        let some = options.project(&[1], effort)?;
        let same = Dfa::zero(TWO, &Affine::new(&[(0, 1), (1, -1)], 0), effort)?;
        let lowest = options.without(&at(0, -1)?, effort)?.or(&same.without(&some, effort)?, effort)?;
        // Track 2: n − 1.
        let before = lowest.rename(&[2, 1], effort)?;
        let one = Dfa::zero(TWO, &Affine::new(&[(0, 1), (2, -1)], -1), effort)?;
        let stays = lowest.and(&before, effort)?.and(&one, effort)?.project(&[1, 2], effort)?;
        Ok(Some(Window { lowest, stays }))
    }

    /// Whether a rule by digits holds for every n from its beginning on.
    pub fn proves(&self, similarity: &Similarity, effort: &Effort) -> Result<bool, Halt> {
        let Similarity { base, offset, rules, from, .. } = similarity;
        for (r, rule) in (0..).zip(rules) {
            // n = base·q + r − offset, q on track 2; it may be negative for small n only, which `from` leaves out.
            if rule.modulus.is_some() || *from < *offset - r {
                return Ok(false);
            }
            let here = Formula::All(vec![
                Formula::Zero(Affine::new(&[(0, 1), (2, -base)], offset - r)),
                Formula::AtLeastZero(Affine::new(&[(0, 1)], -from)),
            ]);
            let places = compile(TWO, &here, effort)?.and(&self.lowest, effort)?;
            let zero = Dfa::zero(TWO, &Affine::new(&[(0, 1)], 0), effort)?;
            let rest = self.stays.or(&zero, effort)?;
            let right = match (rule.times, rule.slope, rule.constant) {
                // The value is n − L(n).
                (0, slope, constant) => {
                    let value = Affine::new(&[(0, 1), (1, -1), (2, -slope)], -constant);
                    Dfa::zero(TWO, &value, effort)?.and(&rest, effort)?
                }
                // The value is that of L(n) − 1.
                (1, 0, 0) => {
                    let source = Affine::new(&[(1, 1), (2, -1)], -1 - rule.shift + offset);
                    Dfa::zero(TWO, &source, effort)?.without(&rest.widen(&[0, 1, 2], effort)?, effort)?
                }
                _ => return Ok(false),
            };
            if !places.without(&right, effort)?.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a definition that calls itself once, as a statement in which variable `at` is the heap and the one behind it
    /// the value, gives the values: n − L(n) where L stays, and elsewhere what it gives for L(n) − 1. It then does so for
    /// all n, by induction.
    pub fn defines(&self, statement: &Statement, at: usize, effort: &Effort) -> Result<bool, Halt> {
        let [Term { kind: TermKind::Defined { modulus: 0, .. }, arguments, value: called }] =
            statement.terms.as_slice()
        else {
            return Ok(false);
        };
        let [argument] = arguments.as_slice() else { return Ok(false) };
        let (n, v, l) = (at, at + 1, at.max(*argument).max(*called) + 2);
        let seen = [n, v, *argument, *called];
        let said = compile(TWO, &statement.formula, effort)?;
        let hidden: Vec<usize> = said.tracks().iter().copied().filter(|t| !seen.contains(t)).collect();
        let said = said.project(&hidden, effort)?.widen(&seen, effort)?;
        // There is a value where there is one for what is called.
        let there = Dfa::at_least_zero(TWO, &Affine::new(&[(*called, 1)], -1), effort)?
            .widen(&[n, *called], effort)?;
        let gone: Vec<usize> = said.tracks().iter().copied().filter(|t| *t != n && t != called).collect();
        if !there.without(&said.project(&gone, effort)?, effort)?.is_empty() {
            return Ok(false);
        }
        let placed = said.and(&self.lowest.rename(&[n, l], effort)?, effort)?;
        let zero = Dfa::zero(TWO, &Affine::new(&[(0, 1)], 0), effort)?;
        let rest = self.stays.or(&zero, effort)?.rename(&[n], effort)?;
        let value = Dfa::zero(TWO, &Affine::new(&[(v, 1), (n, -1), (l, 1)], 0), effort)?;
        let source = Dfa::zero(TWO, &Affine::new(&[(*argument, 1), (l, -1)], 1), effort)?;
        let same = Dfa::zero(TWO, &Affine::new(&[(*called, 1), (v, -1)], -1), effort)?;
        let tracks = placed.tracks().to_vec();
        let within = |set: &Dfa, right: &Dfa| -> Result<bool, Halt> {
            Ok(set.without(&right.widen(&tracks, effort)?, effort)?.is_empty())
        };
        let moved = placed.without(&rest.widen(&tracks, effort)?, effort)?;
        Ok(within(&placed.and(&rest, effort)?, &value)? && within(&moved, &source.and(&same, effort)?)?)
    }
}
