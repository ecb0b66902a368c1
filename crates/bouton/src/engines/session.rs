//! What is known about one set of games: every engine that was started for them, and the stops of engines in words.

use crate::claims::Earned;
use crate::engines::boxes::Boxed;
use crate::engines::graph::TokenGraph;
use crate::engines::heaps::FarHeaps;
use crate::engines::intervals::Ends;
use crate::engines::parts::Parts;
use crate::engines::programs::Slot;
use crate::engines::spaces::{Aim, Spaces};
use crate::engines::whole::{Fault, Key, State, Whole, Work};
use crate::game::Game;
use crate::problem::{NotApplicable, Over, Problem};
use bouton_engine::{Grundy, Outcomes, Retrograde, Scores, Stop};
use bouton_language::interp::Position;
use bouton_language::span::Span;
use std::cell::OnceCell;
use std::sync::Arc;

/// The engines of one set of games, each started when it is first needed. Engines that need something of the facts are
/// asked for once, and `None` where the facts do not give it.
pub(crate) struct Session {
    pub(crate) games: Vec<Game>,
    pub(crate) work: Arc<Work>,
    pub(crate) whole: Whole,
    pub(crate) grundy: Option<Grundy<Parts>>,
    pub(crate) outcomes: Option<Outcomes<Whole>>,
    pub(crate) retrograde: Option<Retrograde<Whole>>,
    pub(crate) scores: Option<Scores<Whole>>,
    /// Large heaps of each term.
    pub(crate) far: Vec<OnceCell<Option<FarHeaps>>>,
    /// Tokens on a graph, for each term.
    pub(crate) tokens: Vec<OnceCell<Option<TokenGraph>>>,
    /// The table of a single game whose moves are vectors.
    pub(crate) boxed: OnceCell<Option<Boxed>>,
    /// The scores of rows that are only cut at their ends.
    pub(crate) ends: OnceCell<Option<Ends>>,
    /// The compiled rules of each term: for whole positions, for single parts.
    pub(crate) programs: Vec<[Slot; 2]>,
    /// The tables of whole spaces of each term, by what they say.
    pub(crate) spaces: Vec<[Spaces; 4]>,
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
        let terms = games.len();
        Session {
            games,
            work,
            whole,
            grundy: None,
            outcomes: None,
            retrograde: None,
            scores: None,
            far: (0..terms).map(|_| OnceCell::new()).collect(),
            tokens: (0..terms).map(|_| OnceCell::new()).collect(),
            boxed: OnceCell::new(),
            ends: OnceCell::new(),
            programs: (0..terms).map(|_| Default::default()).collect(),
            spaces: (0..terms).map(|_| Default::default()).collect(),
            aim: Aim::default(),
            hard: f64::INFINITY,
            earned: Vec::new(),
        }
    }

    /// The games as one, for an engine of its own.
    pub(crate) fn fresh_whole(&self) -> Whole {
        Whole::new(self.games.clone(), self.work.clone())
    }

    /// Positions and parts that the interpreter's engines have stored.
    pub(crate) fn interpreted(&self) -> u64 {
        let counts = [
            self.grundy.as_ref().map(|e| e.positions()),
            self.outcomes.as_ref().map(|e| e.positions()),
            self.retrograde.as_ref().map(|e| e.positions()),
            self.scores.as_ref().map(|e| e.positions()),
        ];
        counts.into_iter().flatten().sum::<usize>() as u64
    }

    /// Positions, parts, cells and nodes that were examined.
    pub(crate) fn positions(&self) -> u64 {
        let far: u64 = self.far.iter().filter_map(|f| Some(f.get()?.as_ref()?.listed())).sum();
        let nodes: u64 =
            self.tokens.iter().filter_map(|t| t.get()?.as_ref()?.solved_size()).map(|n| n.0).sum();
        let boxed = self.boxed.get().and_then(Option::as_ref).map_or(0, Boxed::cells);
        let ends = self.ends.get().and_then(Option::as_ref).map_or(0, Ends::cells);
        let programs: u64 = self.programs.iter().flatten().map(Slot::positions).sum();
        let spaces: u64 = self.spaces.iter().flatten().map(Spaces::cells).sum();
        self.interpreted() + far + nodes + boxed + ends + programs + spaces
    }

    /// The memory that the engines hold, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let interpreted = [
            self.grundy.as_ref().map(|e| e.bytes()),
            self.outcomes.as_ref().map(|e| e.bytes()),
            self.retrograde.as_ref().map(|e| e.bytes()),
            self.scores.as_ref().map(|e| e.bytes()),
        ];
        let far: usize = self.far.iter().filter_map(|f| Some(f.get()?.as_ref()?.bytes())).sum();
        let graphs: usize = self.tokens.iter().filter_map(|t| Some(t.get()?.as_ref()?.bytes())).sum();
        let boxed = self.boxed.get().and_then(Option::as_ref).map_or(0, Boxed::bytes);
        let ends = self.ends.get().and_then(Option::as_ref).map_or(0, Ends::bytes);
        let programs: usize = self.programs.iter().flatten().map(Slot::bytes).sum();
        let spaces: usize = self.spaces.iter().flatten().map(Spaces::bytes).sum();
        let general = interpreted.into_iter().flatten().sum::<usize>() + programs;
        (general + far + graphs + boxed + ends + spaces) as u64
    }

    /// The rules could not be run.
    pub(crate) fn problem(&self, fault: Fault) -> Problem {
        match fault {
            Fault::Rules(term, error) => self.counted(self.games[term].fail(error)),
            Fault::Work => Problem::Over(Over::Work),
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

    /// The same for an engine of one term.
    pub(crate) fn stop_in(&self, term: usize, stop: Stop<State, ()>) -> Problem {
        match stop {
            Stop::Rules(()) => self.problem(self.work.fault()),
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
