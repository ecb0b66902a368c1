//! `starts`: which starts are good for the player who does not move first.
//!
//! For a game with a `setup` line, all starts it offers for a given number, and who wins each; for the others, the
//! small positions that are lost for the player to move.

use crate::engines::solver::Solver;
use crate::engines::whole::State;
use crate::game::Game;
use crate::problem::{NotApplicable, Problem};
use crate::report::{self, Sentence};
use crate::table::{Cell, Show, Table, TableQuestion};
use bouton_language::ast::Verdict;
use bouton_language::interp::Position;
use bouton_language::value::Value;
use serde::{Serialize, Serializer};
use std::ops::ControlFlow;

/// What was found.
#[derive(Clone, Debug)]
pub enum Starts {
    /// A game with a `setup` line.
    Setup(Box<SetupStarts>),
    /// A game without: outcomes of small positions; [`Table::lost`] lists the good ones.
    Lost(Box<Table>),
}

/// The starts that a `setup` line offers.
#[derive(Clone, Debug, Serialize)]
pub struct SetupStarts {
    /// Title of the game.
    pub game: String,
    /// The name of what is given: `N`.
    #[serde(skip)]
    pub name: String,
    /// What is given.
    pub given: Value,
    /// The player who sets up.
    pub player: String,
    /// Did the file name the players?
    #[serde(skip)]
    pub named: bool,
    /// Starts in all.
    #[serde(rename = "starts")]
    pub total: u64,
    /// How many win for the player who sets up.
    pub winning: u64,
    /// How many are drawn.
    pub drawn: u64,
    /// Why not all starts were looked at, if so.
    #[serde(rename = "complete", serialize_with = "report::complete")]
    pub stopped: Option<Problem>,
    /// The first winning ones.
    #[serde(serialize_with = "positions")]
    pub list: Vec<Start>,
}

/// The starts of a game without a `setup` line that are lost for the player to move.
#[derive(Serialize)]
pub struct LostStarts<'t> {
    game: &'t str,
    bound: Sentence,
    /// Positions that were looked at.
    #[serde(rename = "starts")]
    pub total: usize,
    /// How many are lost.
    pub lost: usize,
    complete: bool,
    /// The first of them.
    pub list: Vec<String>,
}

impl<'t> LostStarts<'t> {
    /// At most so many of those that a table of outcomes shows.
    pub fn of(table: &'t Table, limit: usize) -> LostStarts<'t> {
        let mut list = table.lost();
        let lost = list.len();
        list.truncate(limit);
        let total = table.cells().filter(|c| !matches!(c, Cell::Illegal | Cell::Unknown)).count();
        let complete = table.stopped.is_none();
        LostStarts { game: &table.game, bound: table.bound.clone().into(), total, lost, complete, list }
    }
}

fn positions<S: Serializer>(list: &[Start], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(list.iter().map(|start| &start.position))
}

/// A start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// As it can be typed.
    pub position: String,
    /// Its parts one by one.
    pub parts: Vec<String>,
}

impl Solver {
    /// All starts that `setup` offers for a number; at most `limit` winning ones are listed.
    pub fn setup_starts(&mut self, game: &Game, given: &Value, limit: usize) -> Result<SetupStarts, Problem> {
        let _watched = self.watched();
        let rules = game.rules().clone();
        let Some(setup) = &rules.setup else { return Err(Problem::NotApplicable(NotApplicable::NoSetup)) };
        let mut found = SetupStarts {
            game: game.title(),
            name: setup.name.clone(),
            given: given.clone(),
            player: rules.players[1].clone(),
            named: rules.players_named,
            total: 0,
            winning: 0,
            drawn: 0,
            list: Vec::new(),
            stopped: None,
        };
        let mut failed = None;
        let walked = game.interp().setups(given, &mut |position: Position| {
            // Values that are known already cost no search.
            if let Err(problem) = self.tick() {
                failed = Some(problem);
                return ControlFlow::Break(());
            }
            let state = State::new(position.clone(), 0);
            match self.outcome(game.at(&state)) {
                Ok(verdict) => {
                    found.total += 1;
                    found.drawn += u64::from(verdict == Verdict::Draw);
                    // What is lost for the one who moves first is won for the one who sets up.
                    if verdict == Verdict::Lose {
                        found.winning += 1;
                        if found.list.len() < limit {
                            let one = |p| game.show(&Position { parts: vec![p] });
                            let parts = position.parts.iter().cloned().map(one).collect();
                            found.list.push(Start { position: game.show(&position), parts });
                        }
                    }
                    ControlFlow::Continue(())
                }
                Err(p) => {
                    failed = Some(p);
                    ControlFlow::Break(())
                }
            }
        });
        walked.map_err(|e| game.fail(e))?;
        match failed {
            None => Ok(found),
            Some(p @ (Problem::Over(_) | Problem::Interrupted)) => {
                Ok(SetupStarts { stopped: Some(p), ..found })
            }
            Some(other) => Err(other),
        }
    }

    /// The starts of any game: `given` for one with a `setup` line, ranges as for a table otherwise.
    pub fn starts(
        &mut self,
        question: &TableQuestion,
        given: Option<&Value>,
        limit: usize,
    ) -> Result<Starts, Problem> {
        if let (Some(setup), Some(given)) = (&question.game.rules().setup, given) {
            if !given.is_int() {
                return Err(Problem::NotApplicable(NotApplicable::Other([
                    format!("{} must be a number, not {given}.", setup.name),
                    format!("{} 必须是数，而不是 {given}。", setup.name),
                ])));
            }
            return self.setup_starts(&question.game, given, limit).map(|s| Starts::Setup(Box::new(s)));
        }
        if given.is_some() {
            return Err(Problem::NotApplicable(NotApplicable::NoSetup));
        }
        let question = TableQuestion { show: Some(Show::Win), ..question.clone() };
        Ok(Starts::Lost(Box::new(self.table(&question)?)))
    }
}
