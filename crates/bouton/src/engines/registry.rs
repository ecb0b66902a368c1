//! The registry of engines: what an engine is, the one table of them, and which of them answers a question.
//!
//! A question about one position goes down the table, from engines that know most about a special kind of game to the
//! interpreter, which answers everything. An engine is admitted by the facts of the rules, by the size of the position
//! against the [tuning](crate::Tuning), and by the budget; one that finds on the way that it cannot answer steps aside for
//! the next. Plans, estimates, the way an answer was found, saved tables and `bouton engines` read the same table.

use crate::answer::how::How;
use crate::engines::estimate::Cost;
use crate::engines::plan::queries;
use crate::engines::session::Session;
use crate::engines::solver::Solver;
use crate::engines::whole::State;
use crate::engines::{boards, boxes, graph, heaps, interpreter, intervals, programs, quotients, spaces};
use crate::game::{Game, Match, Method, Question};
use crate::problem::{NotApplicable, Problem, quoted};
use crate::report::Sentence;
use crate::table::Bulk;
use crate::tuning::Tuning;
use bouton_engine::{Outcome, Solved};
use bouton_language::interp::Part;
use std::fmt;

/// The engines, in the order in which they are asked. A new one is a file of its own and a line here.
pub(crate) static ENGINES: [&dyn Engine; 11] = [
    &graph::Tokens,
    &heaps::Heaps,
    &quotients::Quotients,
    &boxes::Boxes,
    &intervals::Intervals,
    &boards::Regions,
    &spaces::SearchOrTable,
    &spaces::WholeTable,
    &boards::Bitboards,
    &programs::Programs,
    &interpreter::Interpreted,
];

/// What is told of an engine.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// A word for it, for `--engine` and for programs.
    pub id: &'static str,
    /// What it is for, in both languages: the end of the sentence "It is for …".
    pub purpose: [&'static str; 2],
    /// How it finds the value of a part, worded for a plan.
    pub(crate) value: [&'static str; 2],
    /// How it finds what is asked of whole positions.
    pub(crate) whole: [&'static str; 2],
    /// The same for play that may never end, and for scores, where it has another way.
    pub(crate) endless: Option<[&'static str; 2]>,
    pub(crate) score: Option<[&'static str; 2]>,
}

impl About {
    /// Nothing is said yet.
    pub(crate) const BLANK: About =
        About { id: "", purpose: [""; 2], value: [""; 2], whole: [""; 2], endless: None, score: None };

    /// How it finds what is asked, worded for a plan in both languages.
    pub(crate) fn plan(&self, what: What) -> [&'static str; 2] {
        match what {
            What::Value => self.value,
            What::Outcome => self.whole,
            What::Remoteness => self.endless.unwrap_or(self.whole),
            What::Score => self.score.unwrap_or(self.whole),
        }
    }
}

/// An engine: what it is for, which questions suit it, what they cost, and the answers.
pub(crate) trait Engine: Sync {
    /// What it is called, and what it is for.
    fn about(&self) -> About;

    /// Does a question suit it?
    fn admits(&self, solver: &mut Solver, query: &Query<'_>) -> bool;

    /// The answer to a question that suits it; `None` where it steps aside.
    fn run(&self, solver: &mut Solver, query: &Query<'_>) -> Result<Option<Found>, Problem>;

    /// Does it search, so that nobody knows beforehand what a question costs?
    fn searches(&self) -> bool {
        false
    }

    /// What a question costs, where that is known without a trial; the part of it, where there is one alone.
    fn cost(&self, _solver: &mut Solver, _question: &Question, _query: Option<&Query<'_>>) -> Option<Cost> {
        None
    }

    /// The same from what a search would cost that it begins with.
    fn cost_after(&self, _solver: &mut Solver, _query: &Query<'_>, searched: Option<Cost>) -> Option<Cost> {
        searched
    }

    /// What it sees in the position of a question that suits it, for a plan.
    fn remark(&self, _solver: &mut Solver, _query: &Query<'_>) -> Option<Sentence> {
        None
    }

    /// How it found what was asked, if it did.
    fn how(&self, _session: &Session, _at: Match<'_>, _what: What) -> Option<How> {
        None
    }

    /// What it knows already; nothing is computed.
    fn known(&self, _session: &Session, _query: &Query<'_>) -> Option<Found> {
        None
    }

    /// Takes an answer from somebody who knows it; false if it cannot use it.
    fn learn(&self, _solver: &mut Solver, _query: &Query<'_>, _found: Found) -> Result<bool, Problem> {
        Ok(false)
    }

    /// All values of the box below a question that suits it, where it has them all at once.
    fn bulk<'s>(&self, _solver: &'s mut Solver, _query: &Query<'_>) -> Result<Option<Bulk<'s>>, Problem> {
        Ok(None)
    }

    /// The sizes from which on it answers where it is the only one asked.
    fn forced(&self) -> Tuning {
        Tuning::least()
    }
}

impl fmt::Debug for dyn Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.about().id)
    }
}

/// Every engine in its order.
pub fn engines() -> impl Iterator<Item = About> {
    ENGINES.iter().map(|engine| engine.about())
}

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

impl From<Method> for What {
    /// What decides games that are solved this way.
    fn from(method: Method) -> What {
        match method {
            Method::Sum => What::Value,
            Method::Search => What::Outcome,
            Method::Retrograde => What::Remoteness,
            Method::Score => What::Score,
        }
    }
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
    /// The whole state.
    pub(crate) state: Option<&'q State>,
}

impl<'q> Query<'q> {
    /// A question about a whole state.
    pub(crate) fn whole(at: Match<'q>, what: What) -> Query<'q> {
        let parts = at.state.positions.first().map_or(&[][..], |p| &p.parts);
        Query { games: at.games, what, term: 0, parts, state: Some(at.state) }
    }

    /// The Grundy value of a part of a term.
    pub(crate) fn part(games: &'q [Game], term: usize, part: &'q Part) -> Query<'q> {
        Query { games, what: What::Value, term, parts: std::slice::from_ref(part), state: None }
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

    /// Who moves.
    pub(crate) fn mover(&self) -> usize {
        self.state.map_or(0, |s| s.turn.mover)
    }
}

/// An answer to a question about one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// For the player to move.
    pub(crate) outcome: Outcome,
    /// Moves to the end, where they were asked for and there are any.
    pub(crate) moves: Option<u32>,
    /// The Grundy value or the score; 0 where neither was asked for.
    pub(crate) number: i64,
}

impl Found {
    /// A Grundy value.
    pub(crate) fn value(value: u64) -> Found {
        let outcome = if value == 0 { Outcome::Lose } else { Outcome::Win };
        Found { outcome, moves: None, number: value as i64 }
    }

    /// A score for the player to move.
    pub(crate) fn score(score: i64) -> Found {
        Found { outcome: Outcome::of_sign(score), moves: None, number: score }
    }
}

impl From<Outcome> for Found {
    fn from(outcome: Outcome) -> Found {
        Found { outcome, moves: None, number: 0 }
    }
}

impl From<Solved> for Found {
    fn from(solved: Solved) -> Found {
        Found { outcome: solved.outcome, moves: solved.remoteness, number: 0 }
    }
}

impl Solver {
    /// The engine that a question goes to.
    pub(crate) fn engine(&mut self, query: &Query<'_>) -> &'static dyn Engine {
        if let Some(engine) = self.forced {
            return if engine.admits(self, query) { engine } else { &interpreter::Interpreted };
        }
        let admitted = ENGINES.iter().find(|engine| engine.admits(self, query));
        admitted.copied().unwrap_or(&interpreter::Interpreted)
    }

    /// Asks the engines one after another.
    pub(crate) fn ask(&mut self, query: &Query<'_>) -> Result<Found, Problem> {
        if let Some(engine) = self.forced {
            if engine.admits(self, query) {
                return engine.run(self, query)?.ok_or_else(|| stepped_aside(engine));
            }
        } else {
            for engine in &ENGINES[..ENGINES.len() - 1] {
                if engine.admits(self, query)
                    && let Some(found) = engine.run(self, query)?
                {
                    return Ok(found);
                }
            }
        }
        interpreter::answer(self, query)
    }

    /// From now on every question goes to this engine, and is refused where that is not for it.
    pub fn force(&mut self, id: &str) -> Result<(), Problem> {
        let Some(engine) = ENGINES.iter().find(|engine| engine.about().id == id) else {
            let ids: Vec<&str> = engines().map(|about| about.id).collect();
            let (id, ids) = (quoted(id), ids.join(", "));
            return Err(Problem::NotApplicable(NotApplicable::Other([
                format!("There is no engine \"{id}\". There are: {ids}."),
                format!("没有名为“{id}”的引擎。引擎有：{ids}。"),
            ])));
        };
        self.set_tuning(engine.forced());
        self.forced = Some(*engine);
        Ok(())
    }

    /// Is the engine that was forced one for this question, with all parts of a sum?
    pub fn suits(&mut self, question: &Question) -> Result<(), Problem> {
        let Some(engine) = self.forced else { return Ok(()) };
        let at = question.at();
        self.aim(at.games, &at.state.positions, 1);
        if !question.huge() && queries(at).iter().all(|query| engine.admits(self, query)) {
            return Ok(());
        }
        let About { id, purpose: [en, zh], .. } = engine.about();
        Err(Problem::NotApplicable(NotApplicable::Other([
            format!("The engine {id} does not answer this question. It is for {en}."),
            format!("引擎 {id} 不能回答这个问题。它用于{zh}。"),
        ])))
    }
}

/// An engine that was forced found on the way that it cannot answer.
fn stepped_aside(engine: &dyn Engine) -> Problem {
    let id = engine.about().id;
    Problem::NotApplicable(NotApplicable::Other([
        format!(
            "The engine {id} cannot answer this question within its limits. Without --engine another one answers."
        ),
        format!("引擎 {id} 在其限度内无法回答这个问题。不加 --engine 则由其他引擎回答。"),
    ]))
}
