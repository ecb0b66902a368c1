//! What is known about one set of games: what every engine remembers of them, and the stops of engines in words.

use crate::claims::Earned;
use crate::engines::interpreter::General;
use crate::engines::parts::Parts;
use crate::engines::spaces::Aim;
use crate::engines::whole::{Fault, Key, State, Whole, Work};
use crate::game::Game;
use crate::problem::{NotApplicable, Over, Problem};
use bouton_engine::{Halt, Stop};
use bouton_language::interp::Position;
use bouton_language::span::Span;
use std::any::{Any, TypeId};
use std::sync::Arc;

/// What an engine remembers of a term of a set of games.
pub(crate) trait Memo: Any + Send {
    /// Positions, parts, cells or nodes that were examined.
    fn positions(&self) -> u64;

    /// The memory that it holds.
    fn bytes(&self) -> usize;
}

/// What an engine remembers of a term, with the type of it; nothing where the facts do not give it.
type Kept = (TypeId, usize, Option<Box<dyn Memo>>);

/// What all engines remember: each has a type for it, and makes it for a term when it is first needed.
#[derive(Default)]
pub(crate) struct Memos(Vec<Kept>);

impl Memos {
    /// What an engine remembers of a term; made now if nobody asked before. Where the facts do not give it, that is
    /// remembered as well.
    pub(crate) fn get_or<M: Memo>(
        &mut self,
        term: usize,
        make: impl FnOnce() -> Option<M>,
    ) -> Option<&mut M> {
        let of = TypeId::of::<M>();
        let place = match self.0.iter().position(|(ty, t, _)| *ty == of && *t == term) {
            Some(place) => place,
            None => {
                let memo = make().map(|memo| Box::new(memo) as Box<dyn Memo>);
                self.0.push((of, term, memo));
                self.0.len() - 1
            }
        };
        let memo: &mut dyn Any = &mut **self.0[place].2.as_mut()?;
        memo.downcast_mut()
    }

    /// The same where there is something already.
    pub(crate) fn get_mut<M: Memo>(&mut self, term: usize) -> Option<&mut M> {
        self.0.iter().any(|(ty, t, _)| *ty == TypeId::of::<M>() && *t == term).then_some(())?;
        self.get_or(term, || None)
    }

    /// The same to be looked at.
    pub(crate) fn get<M: Memo>(&self, term: usize) -> Option<&M> {
        self.all().find(|(t, _)| *t == term).map(|(_, memo)| memo)
    }

    /// What an engine remembers of all terms.
    pub(crate) fn all<M: Memo>(&self) -> impl Iterator<Item = (usize, &M)> {
        self.0.iter().filter_map(|(_, term, memo)| {
            let memo: &dyn Any = &**memo.as_ref()?;
            Some((*term, memo.downcast_ref()?))
        })
    }

    fn every(&self) -> impl Iterator<Item = &dyn Memo> {
        self.0.iter().filter_map(|(_, _, memo)| memo.as_deref())
    }
}

/// A set of games, and what engines remember of them.
pub(crate) struct Session {
    pub(crate) games: Vec<Game>,
    pub(crate) work: Arc<Work>,
    pub(crate) whole: Whole,
    /// The engines that answer everything.
    pub(crate) general: General,
    /// What the others remember.
    pub(crate) memos: Memos,
    /// What is asked next.
    pub(crate) aim: Aim,
    /// The fewest positions that could arise where a little work was not enough.
    pub(crate) hard: f64,
    /// What claims of a single game have earned by a number of moves.
    pub(crate) earned: Vec<(Span, u64, Earned)>,
}

impl Session {
    /// Nothing is known yet.
    pub(crate) fn new(games: Vec<Game>) -> Session {
        Session::working(games, Work::unlimited())
    }

    /// The same, counting its work here.
    pub(crate) fn working(games: Vec<Game>, work: Arc<Work>) -> Session {
        let whole = Whole::new(games.clone(), work.clone());
        let (general, memos, aim) = (General::default(), Memos::default(), Aim::default());
        Session { games, work, whole, general, memos, aim, hard: f64::INFINITY, earned: Vec::new() }
    }

    /// Positions, parts, cells and nodes that were examined.
    pub(crate) fn positions(&self) -> u64 {
        self.general.sizes().0 + self.memos.every().map(Memo::positions).sum::<u64>()
    }

    /// The memory that the engines hold, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.general.sizes().1 + self.memos.every().map(Memo::bytes).sum::<usize>()) as u64
    }

    /// The rules could not be run.
    pub(crate) fn problem(&self, fault: Fault) -> Problem {
        match fault {
            Fault::Rules(term, error) => self.counted(self.games[term].fail(error)),
            Fault::Halted(halt) => self.counted(Problem::halted(halt)),
        }
    }

    /// The budget ended outside of any engine: what the engines have found so far.
    fn counted(&self, problem: Problem) -> Problem {
        match problem {
            Problem::Over(Over::Time { positions: 0, limit }) => {
                Problem::Over(Over::Time { positions: self.positions(), limit })
            }
            other => other,
        }
    }

    /// An engine of whole positions stopped.
    pub(crate) fn stop(&self, stop: Stop<Key, Fault>) -> Problem {
        let state = |key: &Key| self.whole.state(key);
        match stop {
            Stop::Rules(fault) => self.problem(fault),
            Stop::Cycle(keys) => self.cycle(keys.iter().map(state).collect()),
            Stop::Overflow(key) => self.overflow(&state(&key)),
            Stop::Halt(halt) => halt.into(),
        }
    }

    /// The same for an engine of one term; its rules fail by the budget alone.
    pub(crate) fn stop_in(&self, term: usize, stop: Stop<State, Halt>) -> Problem {
        match stop {
            Stop::Rules(halt) => self.problem(halt.into()),
            Stop::Cycle(states) if self.games.len() == 1 => self.cycle(states),
            Stop::Cycle(states) => Session::new(vec![self.games[term].clone()]).cycle(states),
            Stop::Overflow(state) => self.overflow(&state),
            Stop::Halt(halt) => halt.into(),
        }
    }

    /// The same for parts, whose cycle is one of single parts of one term.
    pub(crate) fn stop_parts(&self, stop: Stop<Key, Fault>) -> Problem {
        match stop {
            Stop::Cycle(keys) => {
                let parts = Parts::new(self.games.clone(), self.work.clone());
                let found: Vec<(usize, State)> =
                    keys.iter().map(|k| parts.part(k)).map(|(t, p)| (t, State::new(p, 0))).collect();
                let term = found.first().map_or(0, |(t, _)| *t);
                let states = found.into_iter().map(|(_, s)| s).collect();
                Session::new(vec![self.games[term].clone()]).cycle(states)
            }
            other => self.stop(other),
        }
    }

    fn overflow(&self, state: &State) -> Problem {
        let nowhere = Position::default();
        let position = self.games[0].show(state.positions.first().unwrap_or(&nowhere));
        Problem::NotApplicable(NotApplicable::Other([
            format!("The score at {position} does not fit 64 bits."),
            format!("局面 {position} 的得分超出 64 位整数。"),
        ]))
    }
}
