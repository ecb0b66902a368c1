//! Is a set the set of lost positions? Decided for a game that is one position.
//!
//! Lost positions are determined by one statement, by induction over the weight: an ended position is what its ending
//! says, and any other is lost exactly if at most `block` different options are lost. The statement is split, so that
//! almost nothing has to be made deterministic:
//! 1. endings agree;
//! 2. no lost position has a move to a lost position: the shortest example in a product;
//! 3. every other position has one: sets of possible states are followed beside the automaton, only as far as needed,
//!    and a set that contains one of a few already seen is dropped (antichains).
//!
//! With `block`, and where a player without a move has won, the opponent must leave an option: some option is then not
//! lost. Otherwise all of them are lost, and the player either has a move to one or wins for want of a move.
//!
//! With `block`, options are counted instead: the automaton of "x moves to the lost y" is deterministic, so different
//! options are different paths, and a set keeps how many paths lead to each state.

use crate::arithmetic::compile;
use crate::automata::{Dfa, Sets, earliest, search};
use crate::effort::Effort;
use crate::numeration::Numeration;
use crate::steps::Step;
use bouton_budget::Halt;
use bouton_compile::fragment::Fragment;
use bouton_language::ast::Verdict;
use bouton_linear::{Affine, Formula};
use num_bigint::BigUint;

/// Everything about a game in one numeration that does not depend on the set.
pub(crate) struct Judge {
    numeration: Numeration,
    coordinates: Vec<usize>,
    /// Each family of moves as a relation, with the variables of the position after it.
    moves: Vec<(Dfa, Vec<usize>)>,
    /// Positions that are lost at once.
    over: Dfa,
    /// Positions for which options decide.
    open: Dfa,
    block: usize,
    /// Whether a player without a move has won.
    misere: bool,
    /// With `block`: all moves as one relation; the position after has the variables behind those before.
    together: Option<Dfa>,
}

/// A position at which a set is not the set of lost positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The position.
    pub position: Vec<BigUint>,
    /// Whether the set holds it to be lost.
    pub held_lost: bool,
    /// A move from it to a position that the set holds to be lost too, where that is the reason.
    pub option: Option<Vec<BigUint>>,
}

/// A position as a word, at which the statement fails.
struct Failure {
    word: Vec<u32>,
    wrong: Wrong,
}

impl Failure {
    /// Keeps the one that comes first.
    fn keep(found: &mut Option<Failure>, new: Failure) {
        let key = |f: &Failure| (f.word.len(), f.word.clone());
        if found.as_ref().is_none_or(|old| key(&new) < key(old)) {
            *found = Some(new);
        }
    }

    /// How long words are that may come before.
    fn length(found: &Option<Failure>) -> usize {
        found.as_ref().map_or(usize::MAX, |f| f.word.len())
    }
}

impl Judge {
    /// Builds the relations of all moves and the sets of ended positions.
    pub(crate) fn new(
        fragment: &Fragment,
        steps: &[Step],
        numeration: Numeration,
        effort: &Effort,
    ) -> Result<Judge, Halt> {
        let coordinates: Vec<usize> = (0..fragment.coordinates.len()).collect();
        let build = |f: &Formula| compile(numeration, f, effort)?.widen(&coordinates, effort);
        let legal = build(&fragment.legal)?;
        let mut open = legal;
        let mut over = Dfa::constant(numeration, &coordinates, false, effort)?;
        for (end, verdict) in &fragment.ends {
            let ended = build(end)?;
            if *verdict == Verdict::Lose {
                over = over.or(&open.and(&ended, effort)?, effort)?;
            }
            open = open.without(&ended, effort)?;
        }
        if fragment.stuck == Verdict::Win {
            // A player who cannot move has won: such positions are not lost, and options say nothing about them.
            let mut moving = Dfa::constant(numeration, &coordinates, false, effort)?;
            for m in &fragment.moves {
                let choices = coordinates.len()..m.variables;
                let some = choices.fold(m.guard.clone(), |f, v| Formula::Exists(v, Box::new(f)));
                moving = moving.or(&build(&some)?, effort)?;
            }
            open = open.and(&moving, effort)?;
        }
        let mut moves = Vec::new();
        for s in steps {
            let after = s.parts.first().cloned().unwrap_or_default();
            moves.push((s.visible(numeration, effort)?, after));
        }
        let block = fragment.block;
        let misere = fragment.stuck == Verdict::Win;
        let mut judge = Judge { numeration, coordinates, moves, over, open, block, misere, together: None };
        if block > 0 {
            judge.together = Some(judge.all_moves(effort)?);
        }
        Ok(judge)
    }

    /// Whether a set over all coordinates is the set of lost positions, or where it is not.
    pub(crate) fn decide(&self, lost: &Dfa, effort: &Effort) -> Result<Option<Wrong>, Halt> {
        let found = self.search(lost, false, effort)?;
        Ok(found.map(|f| f.wrong))
    }

    /// The same with the first position at which the statement fails, by the length of its words and then letter by letter.
    pub(crate) fn first(&self, lost: &Dfa, effort: &Effort) -> Result<Option<Wrong>, Halt> {
        let found = self.search(lost, true, effort)?;
        Ok(found.map(|f| f.wrong))
    }

    /// Where the statement fails: anywhere, or first of all.
    fn search(&self, lost: &Dfa, first: bool, effort: &Effort) -> Result<Option<Failure>, Halt> {
        // Endings: what is lost at once is in the set, and everything in the set is lost at once or open.
        let allowed = self.over.or(&self.open, effort)?;
        let mut found = None;
        for (set, held) in
            [(self.over.without(lost, effort)?, false), (lost.without(&allowed, effort)?, true)]
        {
            if let Some(word) = earliest(&set, &self.coordinates, effort)? {
                Failure::keep(&mut found, self.failure(word, held, effort)?);
                if !first {
                    return Ok(found);
                }
            }
        }
        if self.block > 0 {
            self.count(lost, first, &mut found, effort)?;
            return Ok(found);
        }
        let mut to_lost = Vec::new();
        let held = lost.and(&self.open, effort)?;
        for (relation, after) in &self.moves {
            let reached = relation.and(&lost.rename(after, effort)?, effort)?;
            if first {
                let both = held.and(&reached, effort)?;
                if let Some(word) = earliest(&both, &self.coordinates, effort)? {
                    Failure::keep(&mut found, self.failure(word, true, effort)?);
                }
            } else if let Some(w) = held.common(&reached, effort)? {
                let number = |v: &usize| w.iter().find(|p| p.0 == *v).map(|p| p.1.clone());
                let option = after.iter().map(number).collect::<Option<Vec<_>>>();
                let wrong = Wrong { option, ..self.wrong(w, true) };
                return Ok(Some(Failure { word: Vec::new(), wrong }));
            }
            to_lost.push(reached);
        }
        // Does every other position have a move to a lost one?
        let rest = self.open.without(lost, effort)?;
        let moves = to_lost.iter().map(|r| Sets::new(r, &self.coordinates, 1, effort));
        let moves = moves.collect::<Result<Vec<_>, _>>()?;
        let most = Failure::length(&found);
        if let Some(word) = search(&rest, moves, true, |found| found == 0, most, effort)? {
            Failure::keep(&mut found, self.failure(word, false, effort)?);
        }
        Ok(found)
    }

    /// The statement with `block`: lost exactly if at most so many different options are lost.
    fn count(
        &self,
        lost: &Dfa,
        first: bool,
        found: &mut Option<Failure>,
        effort: &Effort,
    ) -> Result<(), Halt> {
        let after = self.after();
        let Some(relation) = &self.together else { return Ok(()) };
        let reached = relation.and(&lost.rename(&after, effort)?, effort)?;
        let most = u32::try_from(self.block + 1).map_err(|_| Halt::Size)?;
        let moves = || Sets::new(&reached, &self.coordinates, most, effort).map(|sets| vec![sets]);
        let mut open = self.open.clone();
        if self.misere {
            let left = relation.without(&lost.rename(&after, effort)?, effort)?.project(&after, effort)?;
            open = open.and(&left, effort)?;
            let none_left = lost.and(&self.open, effort)?.without(&open, effort)?;
            if let Some(word) = earliest(&none_left, &self.coordinates, effort)? {
                Failure::keep(found, self.failure(word, true, effort)?);
                if !first {
                    return Ok(());
                }
            }
        }
        let rest = open.without(lost, effort)?;
        let few = |found: u32| found < most;
        if let Some(word) = search(&rest, moves()?, true, few, Failure::length(found), effort)? {
            Failure::keep(found, self.failure(word, false, effort)?);
            if !first {
                return Ok(());
            }
        }
        let held = lost.and(&open, effort)?;
        let enough = |found: u32| found >= most;
        if let Some(word) = search(&held, moves()?, false, enough, Failure::length(found), effort)? {
            Failure::keep(found, self.failure(word, true, effort)?);
        }
        Ok(())
    }

    fn after(&self) -> Vec<usize> {
        self.coordinates.iter().map(|v| self.coordinates.len() + v).collect()
    }

    /// All moves as one relation. Options are told apart by all their coordinates, so each has a full set of variables.
    fn all_moves(&self, effort: &Effort) -> Result<Dfa, Halt> {
        let both: Vec<usize> = (0..2 * self.coordinates.len()).collect();
        let mut relation = Dfa::constant(self.numeration, &both, false, effort)?;
        for (one, own) in &self.moves {
            relation = relation.or(&self.spread(one, own, effort)?.widen(&both, effort)?, effort)?;
        }
        Ok(relation)
    }

    /// A relation with the coordinates after the move on tracks of their own, above those before it.
    fn spread(&self, relation: &Dfa, own: &[usize], effort: &Effort) -> Result<Dfa, Halt> {
        let d = self.coordinates.len();
        let top = own.iter().chain(relation.tracks()).max().map_or(0, |v| v + 1).max(2 * d);
        // Out of the way first: what is not a coordinate before the move goes above everything.
        let away = |v: usize| if v < d { v } else { v + top };
        let names: Vec<usize> = relation.tracks().iter().map(|v| away(*v)).collect();
        let mut spread = relation.rename(&names, effort)?;
        for (i, v) in own.iter().enumerate() {
            let same = Affine::new(&[(d + i, 1), (away(*v), -1)], 0);
            spread = spread.and(&Dfa::zero(self.numeration, &same, effort)?, effort)?;
        }
        let gone: Vec<usize> = spread.tracks().iter().copied().filter(|v| *v >= 2 * d).collect();
        spread.project(&gone, effort)
    }

    fn failure(&self, word: Vec<u32>, held_lost: bool, effort: &Effort) -> Result<Failure, Halt> {
        let witness = self.open.decode(&self.coordinates, &word, effort)?;
        Ok(Failure { word, wrong: self.wrong(witness, held_lost) })
    }

    fn wrong(&self, witness: crate::automata::Witness, held_lost: bool) -> Wrong {
        let number = |v: &usize| witness.iter().find(|p| p.0 == *v).map(|p| p.1.clone()).unwrap_or_default();
        Wrong { position: self.coordinates.iter().map(number).collect(), held_lost, option: None }
    }
}
