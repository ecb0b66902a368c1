//! The solver: outcomes, Grundy values and scores of states, by the engine that fits the games.
//!
//! It keeps what it has learnt, so many questions about the same games (a table, a batch, a game being played) cost
//! little more than one. Which engine answers is decided in one place: [`method`].

use crate::boxed::Boxed;
use crate::compiled::Purpose;
use crate::ends::Ends;
use crate::far::FarHeaps;
use crate::game::Game;
use crate::parts::{Parts, no_grundy};
use crate::problem::{Over, Problem};
use crate::programs::Slot;
use crate::saved::SavedTable;
use crate::table::Cell;
use crate::tokens::TokenGraph;
use crate::tuning::Tuning;
use crate::whole::{Fault, Key, State, Whole, Work, verdict};
use bouton_engine::heaps::{HeapStop, Tail};
use bouton_engine::intervals::IntervalStop;
use bouton_engine::table::TableStop;
use bouton_engine::{Budget, Grundy, Outcomes, Retrograde, Scores, Stop};
use bouton_language::ast::{ShapeKind, Verdict};
use bouton_language::interp::{Part, Position, Turn};
use bouton_language::value::Value;
use std::cell::OnceCell;
use std::sync::Arc;

/// How a set of games is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Grundy values of the parts, added by xor.
    Sum,
    /// Search of whole positions.
    Search,
    /// Backward from the ends, for games that may go on for ever.
    Retrograde,
    /// Best play for points.
    Score,
}

/// The method for these games. The only place where engines are chosen.
pub fn method(games: &[Game]) -> Method {
    let heaps = games.len() > 1 || games.iter().any(|g| g.rules().shape.kind == ShapeKind::Heaps);
    if games.iter().any(|g| g.rules().score.is_some()) {
        Method::Score
    } else if games.iter().any(|g| g.rules().endless.is_some()) {
        Method::Retrograde
    } else if heaps && games.iter().all(|g| no_grundy(g.rules()).is_none()) {
        Method::Sum
    } else {
        Method::Search
    }
}

/// Solves questions about games, and remembers.
pub struct Solver {
    budget: Budget,
    tuning: Tuning,
    sessions: Vec<Session>,
    /// A saved table that is asked before any engine.
    saved: Option<Box<SavedTable>>,
}

/// What is known about one set of games.
pub(crate) struct Session {
    pub(crate) games: Vec<Game>,
    pub(crate) work: Arc<Work>,
    pub(crate) grundy: Option<Grundy<Parts>>,
    pub(crate) outcomes: Option<Outcomes<Whole>>,
    retrograde: Option<Retrograde<Whole>>,
    pub(crate) scores: Option<Scores<Whole>>,
    pub(crate) whole: Whole,
    /// Large heaps of each term: asked for once, `None` where the facts give no rule.
    pub(crate) far: Vec<OnceCell<Option<FarHeaps>>>,
    /// The table of a single game whose moves are vectors, likewise.
    pub(crate) boxed: OnceCell<Option<Boxed>>,
    /// The compiled rules of each term: for whole positions, for single parts.
    pub(crate) programs: Vec<[Slot; 2]>,
    /// The scores of rows that are only cut at their ends, likewise.
    ends: OnceCell<Option<Ends>>,
    /// Tokens on a graph, for each term.
    pub(crate) tokens: Vec<OnceCell<Option<TokenGraph>>>,
}

impl Session {
    fn new(games: Vec<Game>) -> Session {
        let work = Work::unlimited();
        let whole = Whole::new(games.clone(), work.clone());
        let far = games.iter().map(|_| OnceCell::new()).collect();
        let tokens = games.iter().map(|_| OnceCell::new()).collect();
        let programs = games.iter().map(|_| Default::default()).collect();
        Session {
            games,
            work,
            grundy: None,
            outcomes: None,
            retrograde: None,
            scores: None,
            whole,
            far,
            boxed: OnceCell::new(),
            programs,
            ends: OnceCell::new(),
            tokens,
        }
    }

    pub(crate) fn fresh_whole(&self) -> Whole {
        Whole::new(self.games.clone(), self.work.clone())
    }

    pub(crate) fn problem(&self, fault: Fault) -> Problem {
        match fault {
            Fault::Rules(term, error) => self.games[term].fail(error),
            Fault::Work => Problem::Over(Over::Work),
            Fault::Memory(limit) => Problem::Over(Over::Moves { limit: limit as u64 }),
        }
    }

    fn stop(&self, stop: Stop<Key, Fault>) -> Problem {
        let state = |key: &Key| self.whole.state(key);
        match stop {
            Stop::Rules(fault) => self.problem(fault),
            Stop::Cycle(keys) => self.cycle(keys.iter().map(state).collect()),
            Stop::Overflow(key) => self.overflow(&state(&key)),
            Stop::OverMemory { positions, limit } => {
                Problem::Over(Over::Memory { positions: positions as u64, limit: limit as u64 })
            }
            Stop::OverTime { positions, limit } => {
                Problem::Over(Over::Time { positions: positions as u64, limit })
            }
            Stop::Interrupted => Problem::Interrupted,
        }
    }

    /// The same for the program of one term.
    pub(crate) fn stop_in(&self, term: usize, stop: Stop<State, ()>) -> Problem {
        match stop {
            Stop::Rules(()) => self.problem(self.work.fault()),
            Stop::Cycle(states) if self.games.len() == 1 => self.cycle(states),
            Stop::Cycle(states) => Session::new(vec![self.games[term].clone()]).cycle(states),
            Stop::Overflow(state) => self.overflow(&state),
            Stop::OverMemory { positions, limit } => self.stop(Stop::OverMemory { positions, limit }),
            Stop::OverTime { positions, limit } => self.stop(Stop::OverTime { positions, limit }),
            Stop::Interrupted => Problem::Interrupted,
        }
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

    /// The same for parts, whose cycle is one of single parts of one term.
    fn stop_parts(&self, stop: Stop<Key, Fault>) -> Problem {
        match stop {
            Stop::Cycle(keys) => {
                let parts = Parts::new(self.games.clone(), self.work.clone());
                let found: Vec<(usize, State)> = keys
                    .iter()
                    .map(|k| parts.part(k))
                    .map(|(t, p)| (t, State { positions: vec![p], turn: Turn { mover: 0, turn: 0 } }))
                    .collect();
                let term = found.first().map_or(0, |(t, _)| *t);
                let states = found.into_iter().map(|(_, s)| s).collect();
                Session::new(vec![self.games[term].clone()]).cycle(states)
            }
            other => self.stop(other),
        }
    }

    fn overflow(&self, state: &State) -> Problem {
        let position = self.games[0].show(&state.positions[0]);
        Problem::NotApplicable(crate::problem::NotApplicable::Other([
            format!("The score at {position} does not fit 64 bits."),
            format!("局面 {position} 的得分超出 64 位整数。"),
        ]))
    }
}

impl Solver {
    /// A solver whose every question may cost this much. The clock starts anew with each call of [`Solver::renew`].
    pub fn new(budget: Budget) -> Solver {
        Solver::tuned(budget, Tuning::default())
    }

    /// The same with other sizes from which on engines are started.
    pub fn tuned(budget: Budget, tuning: Tuning) -> Solver {
        Solver { budget, tuning, sessions: Vec::new(), saved: None }
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
        self.budget = self.budget.restarted();
        self.sessions.iter().for_each(|s| s.work.watch(&self.budget));
    }

    /// The sizes from which on engines are started.
    pub(crate) fn tuning(&self) -> &Tuning {
        &self.tuning
    }

    /// The budget in force.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// What is known about these games.
    pub(crate) fn session_of(&mut self, games: &[Game]) -> &mut Session {
        let i = self.session(games);
        &mut self.sessions[i]
    }

    fn session(&mut self, games: &[Game]) -> usize {
        let same =
            |s: &Session| s.games.len() == games.len() && s.games.iter().zip(games).all(|(a, b)| a.same(b));
        if let Some(i) = self.sessions.iter().position(same) {
            return i;
        }
        // A check over many parameter values opens many sessions; the old ones are done with.
        if self.budget.crowded() {
            self.sessions.clear();
        } else if self.sessions.len() >= 3 {
            self.sessions.remove(0);
        }
        let session = Session::new(games.to_vec());
        session.work.watch(&self.budget);
        self.sessions.push(session);
        self.sessions.len() - 1
    }

    /// Limits the moves that may be generated from now on for these games; `None` lifts the limit.
    pub fn limit_work(&mut self, games: &[Game], moves: Option<u64>) {
        let i = self.session(games);
        self.sessions[i].work.limit(moves.unwrap_or(u64::MAX));
    }

    /// The outcome of a state for the player to move.
    pub fn outcome(&mut self, games: &[Game], state: &State) -> Result<Verdict, Problem> {
        match self.saved_value(games, state)? {
            Some(Cell::Outcome(v) | Cell::Remoteness(v, _)) => return Ok(v),
            Some(Cell::Grundy(g)) => return Ok(if g == 0 { Verdict::Lose } else { Verdict::Win }),
            _ => {}
        }
        match method(games) {
            Method::Sum => {
                let g = self.grundy(games, state)?;
                Ok(if g == 0 { Verdict::Lose } else { Verdict::Win })
            }
            Method::Search => {
                if let Some(found) = self.token(games, state, TokenGraph::outcome)? {
                    return Ok(verdict(found));
                }
                if let Some(found) = self.by_table(games, state, |b, part, budget| b.outcome(part, budget))? {
                    return Ok(verdict(found));
                }
                if let Some(found) = self.whole_by_program(games, state, |w, b| w.outcome(state, b))? {
                    return Ok(verdict(found));
                }
                let i = self.session(games);
                let budget = self.budget.clone();
                let s = &mut self.sessions[i];
                let key = s.whole.key(state).map_err(|f| s.problem(f))?;
                let whole = s.fresh_whole();
                let result = s.outcomes.get_or_insert_with(|| Outcomes::new(whole)).solve(&key, &budget);
                result.map(verdict).map_err(|e| s.stop(e))
            }
            Method::Retrograde => self.solved(games, state).map(|(v, _)| v),
            Method::Score => {
                let score = self.score(games, state)?;
                Ok(match score.signum() {
                    1 => Verdict::Win,
                    -1 => Verdict::Lose,
                    _ => Verdict::Draw,
                })
            }
        }
    }

    /// Outcome and remoteness (moves to the end with best play; none for a draw) by retrograde analysis.
    pub fn solved(&mut self, games: &[Game], state: &State) -> Result<(Verdict, Option<u64>), Problem> {
        match self.saved_value(games, state)? {
            Some(Cell::Remoteness(v, moves)) => return Ok((v, moves)),
            Some(Cell::Outcome(v)) => return Ok((v, None)),
            _ => {}
        }
        if let Some(found) = self.token(games, state, TokenGraph::solved)? {
            return Ok((verdict(found.outcome), found.remoteness.map(u64::from)));
        }
        if let Some(found) = self.whole_by_program(games, state, |w, b| w.solved(state, b))? {
            return Ok((verdict(found.outcome), found.remoteness.map(u64::from)));
        }
        let i = self.session(games);
        let budget = self.budget.clone();
        let s = &mut self.sessions[i];
        let key = s.whole.key(state).map_err(|f| s.problem(f))?;
        let whole = s.fresh_whole();
        let result = s.retrograde.get_or_insert_with(|| Retrograde::new(whole)).solve(&key, &budget);
        let solved = result.map_err(|e| s.stop(e))?;
        Ok((verdict(solved.outcome), solved.remoteness.map(u64::from)))
    }

    /// The Grundy value of a state; the caller knows that the theory applies ([`no_grundy`]).
    pub fn grundy(&mut self, games: &[Game], state: &State) -> Result<u64, Problem> {
        if let Some(Cell::Grundy(g)) = self.saved_value(games, state)? {
            return Ok(g);
        }
        let mut total = 0;
        for (term, position) in state.positions.iter().enumerate() {
            for part in &position.parts {
                total ^= self.grundy_part(games, term, part)?;
            }
        }
        Ok(total)
    }

    /// The Grundy value of one part of one term.
    pub fn grundy_part(&mut self, games: &[Game], term: usize, part: &Part) -> Result<u64, Problem> {
        if let Some(Cell::Grundy(g)) = self.saved_part(games, part)? {
            return Ok(g);
        }
        if let Some(value) = self.on_graph(games, term, part, TokenGraph::grundy)? {
            return Ok(value);
        }
        if let Some(value) = self.far_value(games, term, part)? {
            return Ok(value);
        }
        if games.len() == 1 {
            let whole =
                State { positions: vec![Position { parts: vec![part.clone()] }], turn: Turn::default() };
            if let Some(value) = self.by_table(games, &whole, |b, part, budget| b.grundy(part, budget))? {
                return Ok(value);
            }
        }
        if let Some(value) = self.part_by_program(games, term, part)? {
            return Ok(value);
        }
        let i = self.session(games);
        let budget = self.budget.clone();
        let s = &mut self.sessions[i];
        let (list, work) = (s.games.clone(), s.work.clone());
        let engine = s.grundy.get_or_insert_with(|| Grundy::new(Parts::new(list, work)));
        let key = engine.game().key(term, part);
        let result = engine.value(&key, &budget);
        result.map(|n| u64::from(n.0)).map_err(|e| s.stop_parts(e))
    }

    /// The value of a large heap by the heap engines, where the facts of its game give them a rule.
    pub(crate) fn far_value(
        &mut self,
        games: &[Game],
        term: usize,
        part: &Part,
    ) -> Result<Option<u64>, Problem> {
        let [Value::Int(heap)] = **part else { return Ok(None) };
        let Some(heap) = u64::try_from(heap).ok().filter(|_| heap >= self.tuning.far) else {
            return Ok(None);
        };
        let i = self.session(games);
        let s = &mut self.sessions[i];
        s.far[term].get_or_init(|| FarHeaps::of(&games[term]));
        let Some(Some(far)) = s.far[term].get_mut() else { return Ok(None) };
        far.value(heap, &self.budget).map_err(|stop| match stop {
            HeapStop::OverMemory { heaps, limit, .. } => {
                Problem::Over(Over::Memory { positions: heaps as u64, limit: limit as u64 })
            }
            HeapStop::OverTime { heaps, limit } => {
                Problem::Over(Over::Time { positions: heaps as u64, limit })
            }
            HeapStop::Interrupted => Problem::Interrupted,
        })
    }

    /// What the table engine says of a large position of a single game, where the facts give it the moves.
    pub(crate) fn by_table<T>(
        &mut self,
        games: &[Game],
        state: &State,
        ask: impl FnOnce(&mut Boxed, &Part, &Budget) -> Result<Option<T>, TableStop>,
    ) -> Result<Option<T>, Problem> {
        let ([game], [position]) = (games, state.positions.as_slice()) else { return Ok(None) };
        let [part] = position.parts.as_slice() else { return Ok(None) };
        let tuning = self.tuning;
        if !part.iter().any(|v| v.as_int().is_some_and(|i| i >= tuning.tabled)) {
            return Ok(None);
        }
        let i = self.session(games);
        let s = &mut self.sessions[i];
        s.boxed.get_or_init(|| Boxed::of(game, &tuning));
        let Some(Some(boxed)) = s.boxed.get_mut() else { return Ok(None) };
        ask(boxed, part, &self.budget).map_err(|stop| match stop {
            TableStop::OverTime { cells, limit } => {
                Problem::Over(Over::Time { positions: cells as u64, limit })
            }
            _ => Problem::Interrupted,
        })
    }

    /// Cells that the table engine has filled for these games.
    pub(crate) fn table_cells(&mut self, games: &[Game]) -> u64 {
        let i = self.session(games);
        self.sessions[i].boxed.get().and_then(Option::as_ref).map_or(0, Boxed::cells)
    }

    /// The period that was proved for large heaps of the first term that has one.
    pub(crate) fn far_tail(&mut self, games: &[Game]) -> Option<Tail> {
        let i = self.session(games);
        self.sessions[i].far.iter().filter_map(|f| f.get()?.as_ref()?.tail()).next()
    }

    /// The score with best play: mover minus opponent, or the shared total.
    pub fn score(&mut self, games: &[Game], state: &State) -> Result<i64, Problem> {
        if let Some(Cell::Score(score)) = self.saved_value(games, state)? {
            return Ok(score);
        }
        if let Some(score) = self.by_intervals(games, state)? {
            return Ok(score);
        }
        if let Some(value) = self.whole_by_program(games, state, |w, b| w.score(state, b))? {
            return Ok(value * self.session_of(games).whole.sign(state.turn.mover));
        }
        let i = self.session(games);
        let budget = self.budget.clone();
        let s = &mut self.sessions[i];
        let key = s.whole.key(state).map_err(|f| s.problem(f))?;
        let whole = s.fresh_whole();
        let result = s.scores.get_or_insert_with(|| Scores::new(whole)).value(&key, &budget);
        let value = result.map_err(|e| s.stop(e))?;
        Ok(value * s.whole.sign(state.turn.mover))
    }

    /// The score of a long row by the interval engine, where the facts say that moves only cut its ends.
    fn by_intervals(&mut self, games: &[Game], state: &State) -> Result<Option<i64>, Problem> {
        let ([game], [position]) = (games, state.positions.as_slice()) else { return Ok(None) };
        let [part] = position.parts.as_slice() else { return Ok(None) };
        if !crate::ends::suits(part, &self.tuning) {
            return Ok(None);
        }
        let i = self.session(games);
        let s = &mut self.sessions[i];
        s.ends.get_or_init(|| Ends::of(game));
        let Some(Some(ends)) = s.ends.get_mut() else { return Ok(None) };
        ends.score(part, &self.budget).map_err(|stop| match stop {
            IntervalStop::OverTime { cells, limit } => {
                Problem::Over(Over::Time { positions: cells as u64, limit })
            }
            _ => Problem::Interrupted,
        })
    }

    /// Intervals of rows that were looked at for these games.
    pub(crate) fn interval_cells(&mut self, games: &[Game]) -> u64 {
        let i = self.session(games);
        self.sessions[i].ends.get().and_then(Option::as_ref).map_or(0, Ends::cells)
    }

    /// The outcome of a state if it is known already; nothing is computed.
    pub fn known(&mut self, games: &[Game], state: &State) -> Option<Verdict> {
        let i = self.session(games);
        let s = &self.sessions[i];
        let program = |term: usize, purpose: Purpose| s.programs.get(term)?[purpose as usize].program();
        if method(games) == Method::Sum {
            let mut total = 0;
            for (term, position) in state.positions.iter().enumerate() {
                let compiled = program(term, Purpose::Values);
                for part in &position.parts {
                    let met = || s.grundy.as_ref().and_then(|e| e.known(&e.game().key(term, part)));
                    let value = compiled.and_then(|p| p.known_value(part));
                    total ^= value.or_else(|| met().map(|n| u64::from(n.0)))?;
                }
            }
            return Some(if total == 0 { Verdict::Lose } else { Verdict::Win });
        }
        if let Some(found) = program(0, Purpose::Wholes).and_then(|p| p.known_outcome(state)) {
            return Some(verdict(found));
        }
        let key = s.whole.key(state).ok()?;
        match method(games) {
            Method::Search => s.outcomes.as_ref()?.known(&key).map(verdict),
            Method::Retrograde => s.retrograde.as_ref()?.known(&key).map(|k| verdict(k.outcome)),
            Method::Sum | Method::Score => None,
        }
    }

    /// Positions (or parts) examined so far for these games.
    pub fn positions(&mut self, games: &[Game]) -> u64 {
        let i = self.session(games);
        let s = &self.sessions[i];
        let far: u64 = s.far.iter().filter_map(|f| Some(f.get()?.as_ref()?.listed())).sum();
        let boxed = s.boxed.get().and_then(Option::as_ref).map_or(0, Boxed::cells);
        let ends = s.ends.get().and_then(Option::as_ref).map_or(0, Ends::cells);
        let programs: u64 = s.programs.iter().flatten().map(Slot::positions).sum();
        let nodes: u64 = s.tokens.iter().filter_map(|t| t.get()?.as_ref()?.solved_size()).map(|n| n.0).sum();
        s.interpreted() + programs + far + boxed + ends + nodes
    }

    /// The memory that the engines hold for these games, in bytes.
    pub fn bytes(&mut self, games: &[Game]) -> u64 {
        let i = self.session(games);
        let s = &self.sessions[i];
        let interpreted = [
            s.grundy.as_ref().map(|e| e.bytes()),
            s.outcomes.as_ref().map(|e| e.bytes()),
            s.retrograde.as_ref().map(|e| e.bytes()),
            s.scores.as_ref().map(|e| e.bytes()),
        ];
        let far: usize = s.far.iter().filter_map(|f| Some(f.get()?.as_ref()?.bytes())).sum();
        let boxed = s.boxed.get().and_then(Option::as_ref).map_or(0, Boxed::bytes);
        let ends = s.ends.get().and_then(Option::as_ref).map_or(0, |e| e.cells() as usize * size_of::<i64>());
        let programs: usize = s.programs.iter().flatten().map(Slot::bytes).sum();
        (interpreted.into_iter().flatten().sum::<usize>() + far + boxed + ends + programs) as u64
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
