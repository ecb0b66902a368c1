//! The solver: outcomes, Grundy values and scores of states, by the engine that fits the games.
//!
//! It keeps what it has learnt, so many questions about the same games (a table, a batch, a game being played) cost
//! little more than one. Which engine answers is decided in one place: [`crate::engines::registry`].

use crate::answer::entries::by_score;
use crate::engines::boards::Book;
use crate::engines::registry::{ENGINES, Engine, Query, What};
use crate::engines::session::Session;
use crate::engines::whole::{Fault, Whole, Work, verdict};
use crate::game::{Game, Match, Method};
use crate::problem::Problem;
use crate::proof::theorem::Theorems;
use crate::table::Cell;
use crate::table::saved::SavedTable;
use crate::tuning::Tuning;
use bouton_engine::Budget;
use bouton_language::ast::Verdict;
use bouton_language::interp::{Part, Watched, steps_taken, watch};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Solves questions about games, and remembers.
pub struct Solver {
    budget: Budget,
    tuning: Tuning,
    sessions: Vec<Session>,
    /// Moves that were made for all games.
    made: Arc<AtomicU64>,
    /// A saved table that is asked before any engine.
    saved: Option<Box<SavedTable>>,
    /// What was found out about boards before.
    pub(crate) book: Option<Book>,
    /// What searches have proved about games.
    pub(crate) theorems: Theorems,
    /// Values of partizan games.
    pub(crate) partizan: crate::value::Known,
    /// The one engine that is asked, if it was chosen.
    pub(crate) forced: Option<&'static dyn Engine>,
}

impl Solver {
    /// A solver whose every question may cost this much. The clock starts anew with each call of [`Solver::renew`].
    pub fn new(budget: Budget) -> Solver {
        Solver::tuned(budget, Tuning::default())
    }

    /// The same with other sizes from which on engines are started.
    pub fn tuned(budget: Budget, tuning: Tuning) -> Solver {
        let made = Arc::default();
        Solver {
            budget,
            tuning,
            sessions: Vec::new(),
            made,
            saved: None,
            book: None,
            theorems: Theorems::default(),
            partizan: crate::value::Known::default(),
            forced: None,
        }
    }

    /// Asks this saved table before any engine, from now on.
    pub fn use_saved(&mut self, table: SavedTable) {
        self.saved = Some(Box::new(table));
    }

    /// The saved table in use.
    pub fn saved(&mut self) -> Option<&mut SavedTable> {
        self.saved.as_deref_mut()
    }

    /// Starts the clock again: the next question has the whole time.
    pub fn renew(&mut self) {
        self.keep_to(self.budget.restarted());
    }

    /// The same with another time for every question from now on.
    pub fn renew_for(&mut self, time: Duration) {
        self.budget = self.budget.clone().time(time);
        self.renew();
    }

    /// Has the work to stop? Every loop that no engine watches asks this, each round or every few dozen.
    pub(crate) fn tick(&self) -> Result<(), Problem> {
        self.budget.check(0).map_err(Problem::halted)
    }

    /// While this is held, rules that run long ask the budget whether they may. Every question that runs rules outside
    /// of the engines (claims, strategies, words of moves) holds it.
    pub(crate) fn watched(&self) -> Watched {
        watch(self.budget.clone())
    }

    /// The same without the clock, for work that is bounded by a count: what is said of it must not depend on the machine.
    pub(crate) fn watched_without_clock(&self) -> Watched {
        watch(self.budget.clone().time(Duration::MAX))
    }

    /// The same limits with this much time from now on, where there is a limit at all and less is left: for what is said
    /// when time has run out.
    pub(crate) fn allow_more(&mut self, time: Duration) {
        if let Some(limit) = self.budget.time_limit() {
            self.spend_until(limit.max(self.budget.elapsed() + time));
        }
    }

    /// The time that is left, divided by so many questions: the next one has its part. Gives the whole limit, to which
    /// [`Solver::spend_until`] goes back.
    pub(crate) fn share(&mut self, questions: usize) -> Option<Duration> {
        let limit = self.budget.time_limit()?;
        let elapsed = self.budget.elapsed();
        let part = limit.saturating_sub(elapsed) / u32::try_from(questions.max(1)).unwrap_or(u32::MAX);
        self.spend_until(elapsed + part);
        Some(limit)
    }

    /// Time is up so long after the clock started.
    pub(crate) fn spend_until(&mut self, limit: Duration) {
        self.keep_to(self.budget.clone().time(limit));
    }

    /// From now on this budget holds.
    pub fn keep_to(&mut self, budget: Budget) {
        self.budget = budget;
        self.sessions.iter().for_each(|s| s.work.watch(&self.budget));
    }

    /// From now on engines are started from these sizes on.
    pub(crate) fn set_tuning(&mut self, tuning: Tuning) {
        self.tuning = tuning;
        self.sessions.clear();
    }

    /// The sizes from which on engines are started.
    pub(crate) fn tuning(&self) -> &Tuning {
        &self.tuning
    }

    /// The budget in force.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// What is known about all games that were asked about lately.
    pub(crate) fn sessions(&self) -> &[Session] {
        &self.sessions
    }

    /// What is known about these games.
    pub(crate) fn session_of(&mut self, games: &[Game]) -> &mut Session {
        let i = self.session(games);
        &mut self.sessions[i]
    }

    fn session(&mut self, games: &[Game]) -> usize {
        let same = |s: &Session| s.games.iter().map(Game::key).eq(games.iter().map(Game::key));
        if let Some(i) = self.sessions.iter().position(same) {
            return i;
        }
        // A check over many parameter values opens many sessions; the old ones are done with.
        if self.budget.crowded() {
            self.sessions.clear();
        } else if self.sessions.len() >= 3 {
            self.sessions.remove(0);
        }
        let session = Session::working(games.to_vec(), Work::counted(self.made.clone()));
        session.work.watch(&self.budget);
        self.sessions.push(session);
        self.sessions.len() - 1
    }

    /// Limits the moves that may be generated from now on for these games; `None` lifts the limit.
    pub fn limit_work(&mut self, games: &[Game], moves: Option<u64>) {
        let i = self.session(games);
        self.sessions[i].work.limit(moves.unwrap_or(u64::MAX));
    }

    /// What was spent so far, in moves of the interpreter: a clock that does not depend on the machine. Engines that fill
    /// tables without making moves are counted by their cells.
    pub(crate) fn spent(&self) -> u64 {
        let cells: u64 = self.sessions.iter().map(Session::positions).sum();
        self.made.load(Ordering::Relaxed) + steps_taken() / 4 + cells / 16
    }

    /// Limits the moves like [`Solver::limit_work`], where what is reached is told ("CHECKED to …") and so must not depend on how
    /// threads happen to run.
    pub(crate) fn count_work(&mut self, games: &[Game], moves: Option<u64>) {
        self.keep_to(self.budget.clone().alone(moves.is_some()));
        self.limit_work(games, moves);
    }

    /// The outcome of a state for the player to move.
    pub fn outcome(&mut self, at: Match<'_>) -> Result<Verdict, Problem> {
        match self.saved_value(at)? {
            Some(Cell::Outcome(v) | Cell::Remoteness(v, _)) => return Ok(v),
            Some(Cell::Grundy(g)) => return Ok(if g == 0 { Verdict::Lose } else { Verdict::Win }),
            _ => {}
        }
        match at.method {
            Method::Sum => {
                let g = self.grundy(at)?;
                Ok(if g == 0 { Verdict::Lose } else { Verdict::Win })
            }
            Method::Search => Ok(verdict(self.ask(&Query::whole(at, What::Outcome))?.outcome)),
            Method::Retrograde => self.solved(at).map(|(v, _)| v),
            Method::Score => Ok(by_score(self.score(at)?)),
        }
    }

    /// Outcome and remoteness (moves to the end with best play; none for a draw) by retrograde analysis.
    pub fn solved(&mut self, at: Match<'_>) -> Result<(Verdict, Option<u64>), Problem> {
        match self.saved_value(at)? {
            Some(Cell::Remoteness(v, moves)) => return Ok((v, moves)),
            Some(Cell::Outcome(v)) => return Ok((v, None)),
            _ => {}
        }
        let found = self.ask(&Query::whole(at, What::Remoteness))?;
        Ok((verdict(found.outcome), found.moves.map(u64::from)))
    }

    /// The Grundy value of a state; the caller knows that the theory applies ([`Game::no_grundy`]).
    pub fn grundy(&mut self, at: Match<'_>) -> Result<u64, Problem> {
        if let Some(Cell::Grundy(g)) = self.saved_value(at)? {
            return Ok(g);
        }
        at.parts().try_fold(0, |total, (term, part)| Ok(total ^ self.grundy_part(at.games, term, part)?))
    }

    /// The Grundy value of one part of one term.
    pub fn grundy_part(&mut self, games: &[Game], term: usize, part: &Part) -> Result<u64, Problem> {
        if let Some(Cell::Grundy(g)) = self.saved_part(games, part)? {
            return Ok(g);
        }
        Ok(self.ask(&Query::part(games, term, part))?.number as u64)
    }

    /// The score with best play: mover minus opponent, or the shared total.
    pub fn score(&mut self, at: Match<'_>) -> Result<i64, Problem> {
        if let Some(Cell::Score(score)) = self.saved_value(at)? {
            return Ok(score);
        }
        Ok(self.ask(&Query::whole(at, What::Score))?.number)
    }

    /// The outcome of a state if it is known already; nothing is computed.
    pub fn known(&mut self, at: Match<'_>) -> Option<Verdict> {
        let session = &*self.session_of(at.games);
        let known = |query: &Query<'_>| ENGINES.iter().find_map(|engine| engine.known(session, query));
        let whole = |what| known(&Query::whole(at, what)).map(|found| verdict(found.outcome));
        match at.method {
            Method::Sum => {
                let value = |(term, part)| Some(known(&Query::part(at.games, term, part))?.number);
                let total = at.parts().try_fold(0, |total, part| Some(total ^ value(part)?))?;
                Some(if total == 0 { Verdict::Lose } else { Verdict::Win })
            }
            Method::Search => whole(What::Outcome),
            Method::Retrograde => whole(What::Remoteness),
            Method::Score => None,
        }
    }

    /// Positions (or parts) examined so far for these games.
    pub fn positions(&mut self, games: &[Game]) -> u64 {
        self.session_of(games).positions()
    }

    /// The memory that the engines hold for these games, in bytes.
    pub fn bytes(&mut self, games: &[Game]) -> u64 {
        self.session_of(games).bytes()
    }

    /// Looks at the moves and endings of these games without solving anything.
    pub fn with_whole<T>(
        &mut self,
        games: &[Game],
        look: impl FnOnce(&Whole) -> Result<T, Fault>,
    ) -> Result<T, Problem> {
        let i = self.session(games);
        let s = &self.sessions[i];
        look(&s.whole).map_err(|f| s.problem(f))
    }
}
