//! Which engine answers a question: the one place where engines are chosen.
//!
//! A question about one position goes down a ladder of engines, from those that know most about a special kind of game to
//! the interpreter, which answers everything. An engine is admitted by the facts of the rules, by the size of the position
//! against the [tuning](crate::Tuning), and by the budget. The solver asks the first that is admitted; one that finds on
//! the way that it cannot answer steps aside for the next. The plan that is printed asks the same function.

use crate::engines::solver::Solver;
use crate::game::{Game, Match};
use crate::problem::Problem;
use bouton_language::interp::Part;

/// What is asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// Win, lose or draw.
    Outcome,
    /// The same with the number of moves, where play may never end.
    Remoteness,
    /// The Grundy value of one part.
    Value,
    /// The score.
    Score,
}

/// A question about one position: a whole state, or one part of a term.
#[derive(Clone, Copy)]
pub(crate) struct Query<'q> {
    pub(crate) games: &'q [Game],
    pub(crate) what: What,
    /// The term of the part; 0 for a whole state.
    pub(crate) term: usize,
    /// The part, or all parts of the first term.
    pub(crate) parts: &'q [Part],
}

impl<'q> Query<'q> {
    /// A question about a whole state.
    pub(crate) fn whole(at: Match<'q>, what: What) -> Query<'q> {
        let parts = at.state.positions.first().map_or(&[][..], |p| &p.parts);
        Query { games: at.games, what, term: 0, parts }
    }

    /// The Grundy value of a part of a term.
    pub(crate) fn part(games: &'q [Game], term: usize, part: &'q Part) -> Query<'q> {
        let parts = std::slice::from_ref(part);
        Query { games, what: What::Value, term, parts }
    }

    /// The one part that the question is about, if there are no others.
    pub(crate) fn alone(&self) -> Option<&'q Part> {
        match self.parts {
            [part] if self.what == What::Value || self.games.len() == 1 => Some(part),
            _ => None,
        }
    }

    /// The game of its term.
    pub(crate) fn game(&self) -> Option<&'q Game> {
        self.games.get(self.term)
    }
}

/// An engine, in the order in which they are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// A graph that tokens move on, solved as a whole.
    Graph,
    /// Heaps of one number whose rule is a take-set or a take-and-break code.
    Heaps,
    /// A table of a box of numbers whose moves are linear.
    Box,
    /// The intervals of a row that moves only cut at its ends.
    Intervals,
    /// The general engines on compiled rules, and a table of all positions that can follow if they take long.
    Trial,
    /// A table of all positions that can follow, filled with compiled rules.
    Space,
    /// The general engines on compiled rules.
    Program,
    /// The general engines on interpreted rules.
    Interpreter,
}

impl Engine {
    /// A word for it, for programs.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Graph => "graph",
            Engine::Heaps => "heaps",
            Engine::Box => "box",
            Engine::Intervals => "intervals",
            Engine::Trial => "search or table",
            Engine::Space => "table",
            Engine::Program => "compiled",
            Engine::Interpreter => "interpreted",
        }
    }
}

/// The ladder, from the top.
const LADDER: [Engine; 7] = [
    Engine::Graph,
    Engine::Heaps,
    Engine::Box,
    Engine::Intervals,
    Engine::Trial,
    Engine::Space,
    Engine::Program,
];

impl Solver {
    /// The engine that a question goes to, or goes to next after one that has stepped aside.
    pub(crate) fn engine(&mut self, query: &Query<'_>, after: Option<Engine>) -> Engine {
        let below = after.and_then(|a| LADDER.iter().position(|e| *e == a)).map_or(0, |at| at + 1);
        let admitted = LADDER[below..].iter().find(|engine| self.admits(**engine, query));
        admitted.copied().unwrap_or(Engine::Interpreter)
    }

    fn admits(&mut self, engine: Engine, query: &Query<'_>) -> bool {
        match engine {
            Engine::Graph => self.graph_suits(query),
            Engine::Heaps => self.heaps_suit(query),
            Engine::Box => self.box_suits(query),
            Engine::Intervals => self.intervals_suit(query),
            Engine::Trial => self.trial_suits(query) && self.program_suits(query),
            Engine::Space => self.space_suits(query),
            Engine::Program => self.program_suits(query),
            Engine::Interpreter => true,
        }
    }

    /// Asks the engines one after another, and the interpreter if none of them has an answer.
    pub(crate) fn ask<T>(
        &mut self,
        query: &Query<'_>,
        mut special: impl FnMut(&mut Solver, Engine) -> Result<Option<T>, Problem>,
        interpreter: impl FnOnce(&mut Solver) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let mut engine = self.engine(query, None);
        while engine != Engine::Interpreter {
            if let Some(found) = special(self, engine)? {
                return Ok(found);
            }
            engine = self.engine(query, Some(engine));
        }
        interpreter(self)
    }
}
