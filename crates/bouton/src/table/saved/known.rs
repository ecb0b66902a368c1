//! A saved table beside the engines: asked before them, and telling them what it knows.

use crate::answer::Answer;
use crate::answer::how::How;
use crate::engines::registry::{ENGINES, Found, Query, What};
use crate::engines::solver::Solver;
use crate::engines::whole::{State, outcome};
use crate::game::{Game, Match, Method, Question};
use crate::problem::{NotApplicable, Problem};
use crate::table::{Bulk, Cell, Show};
use bouton_language::interp::{Part, Position, Turn};

impl Solver {
    /// What the saved table in use says of a state of one game.
    pub(crate) fn saved_value(&mut self, at: Match<'_>) -> Result<Option<Cell>, Problem> {
        match (self.saved(), at.games, at.state.positions.as_slice()) {
            (Some(table), [game], [position]) => table.value(game, position, at.state.turn),
            _ => Ok(None),
        }
    }

    /// The same of one part of a game alone.
    pub(crate) fn saved_part(&mut self, games: &[Game], part: &Part) -> Result<Option<Cell>, Problem> {
        match (self.saved(), games) {
            (Some(table), [game]) => {
                table.value(game, &Position { parts: vec![part.clone()] }, Turn::default())
            }
            _ => Ok(None),
        }
    }

    /// The cell of a table that shows what the saved table in use holds; refuses a position that is not in it.
    pub(crate) fn saved_cell(&mut self, at: Match<'_>, show: Show) -> Result<Option<Cell>, Problem> {
        let found = self.saved_value(at)?;
        match (self.saved(), found, at.games, at.state.positions.as_slice()) {
            (Some(table), Some(cell), ..) if table.show() == show => Ok(Some(cell)),
            (Some(table), None, [game], [position]) => Err(table.outside(game, position)),
            _ => Ok(None),
        }
    }

    /// How answers are found while a saved table is in use.
    pub(crate) fn saved_how(&mut self) -> Option<How> {
        let table = self.saved()?;
        Some(How::Saved { file: table.path().display().to_string(), bound: table.bound().clone().into() })
    }

    /// May more be solved than what was asked? Not while answers are only read.
    pub(crate) fn may_solve_more(&mut self) -> bool {
        self.saved().is_none_or(|table| table.show() == Show::Grundy)
    }

    /// The answer out of the saved table in use: the position and its options are looked up. Only an option that is
    /// not in the table is solved.
    pub(crate) fn answer_saved(&mut self, question: &Question) -> Result<Answer, Problem> {
        let Some((table, (game, position))) = self.saved().zip(question.terms().next()) else {
            return self.by_force(question);
        };
        if question.games.len() > 1 {
            return Err(Problem::NotApplicable(NotApplicable::Other([
                "A saved table is of one game: --from does not answer sums of games.".into(),
                "保存的表只属于一个游戏：--from 不能回答游戏之和。".into(),
            ])));
        }
        table.require(game, position, question.state.turn)?;
        let answer = self.by_force(question)?;
        Ok(Answer { how: self.saved_how().unwrap_or(How::OverBudget), ..answer })
    }

    /// Takes the value of a position from somebody who knows it, so that nothing is solved twice. Values that no engine
    /// could use are forgotten.
    pub(super) fn learn(
        &mut self,
        game: &Game,
        position: &Position,
        mover: usize,
        cell: &Cell,
    ) -> Result<(), Problem> {
        let state = State::new(position.clone(), mover);
        let (query, found) = match (cell, position.parts.as_slice()) {
            (Cell::Grundy(g), [part]) => (Query::part(game.as_ref(), 0, part), Found::value(*g)),
            (Cell::Outcome(v), _) if game.method() == Method::Search => {
                (Query::whole(game.at(&state), What::Outcome), Found::from(outcome(*v)))
            }
            (Cell::Score(score), _) => (Query::whole(game.at(&state), What::Score), Found::score(*score)),
            _ => return Ok(()),
        };
        for engine in ENGINES {
            if engine.learn(self, &query, found)? {
                break;
            }
        }
        Ok(())
    }

    /// Compiled rules get room for the far corner of a table from the start: they would forget what they know when they
    /// are made anew for a larger position.
    pub(super) fn make_room(
        &mut self,
        game: &Game,
        corner: &Part,
        show: Show,
        mover: usize,
    ) -> Result<(), Problem> {
        let state = State::new(Position { parts: vec![corner.clone()] }, mover);
        let whole = || Query::whole(game.at(&state), What::Outcome);
        let part = Query::part(game.as_ref(), 0, corner);
        self.make_program(&if show == Show::Grundy { part } else { whole() })
    }

    /// All values of a box at once, where an engine has them: asks it for the far corner, then shows what it filled.
    pub(crate) fn bulk(
        &mut self,
        game: &Game,
        corner: &Part,
        show: Show,
        mover: usize,
    ) -> Result<Option<Bulk<'_>>, Problem> {
        let state = State::new(Position { parts: vec![corner.clone()] }, mover);
        let query = match show {
            Show::Score if game.method() == Method::Score => Query::whole(game.at(&state), What::Score),
            Show::Win if game.method() == Method::Search => Query::whole(game.at(&state), What::Outcome),
            Show::Grundy | Show::Win if game.kind().grundy.is_ok() => Query::part(game.as_ref(), 0, corner),
            _ => return Ok(None),
        };
        self.engine(&query).bulk(self, &query)
    }
}
