//! A saved table beside the engines: asked before them, and telling them what it knows.

use super::Bulk;
use crate::answer::Answer;
use crate::answer::how::How;
use crate::engines::boxes::Boxed;
use crate::engines::choice::{Engine, Query, What};
use crate::engines::heaps::FarHeaps;
use crate::engines::parts::Parts;
use crate::engines::solver::Solver;
use crate::engines::whole::{State, outcome};
use crate::game::{Game, Match, Method, Question};
use crate::problem::{NotApplicable, Problem};
use crate::table::{Cell, Show};
use bouton_engine::{Budget, Grundy, Nimber, Outcomes, Scores};
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
        Some(How::Saved { file: table.path().display().to_string(), bound: table.bound().clone() })
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
        let games = std::slice::from_ref(game);
        let budget = self.budget().clone();
        let state = State::new(position.clone(), mover);
        match (cell, position.parts.as_slice()) {
            (Cell::Grundy(g), [part]) => {
                let Ok(g) = u32::try_from(*g) else { return Ok(()) };
                if self.values_by_program(games, 0, part, |v, b| v.learn(part, g, b))?.is_none() {
                    let s = self.session_of(games);
                    let (list, work) = (s.games.clone(), s.work.clone());
                    let engine = s.grundy.get_or_insert_with(|| Grundy::new(Parts::new(list, work)));
                    let key = engine.game().key(0, part);
                    engine.learn(key, Nimber(g), &budget);
                }
            }
            (Cell::Outcome(v), _) if game.method() == Method::Search => {
                let v = outcome(*v);
                if self.whole_by_program(game.at(&state), |w, b| w.learn_outcome(&state, v, b))?.is_none() {
                    let s = self.session_of(games);
                    let key = s.whole.key(&state).map_err(|f| s.problem(f))?;
                    let whole = s.fresh_whole();
                    let engine = s.outcomes.get_or_insert_with(|| Outcomes::new(whole));
                    engine.learn(key, v, &budget);
                }
            }
            (Cell::Score(score), _) => {
                let score = score.saturating_mul(self.session_of(games).whole.sign(mover));
                if self.whole_by_program(game.at(&state), |w, b| w.learn_score(&state, score, b))?.is_none() {
                    let s = self.session_of(games);
                    let key = s.whole.key(&state).map_err(|f| s.problem(f))?;
                    let whole = s.fresh_whole();
                    let engine = s.scores.get_or_insert_with(|| Scores::new(whole));
                    engine.learn(key, score, &budget);
                }
            }
            _ => {}
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
        let games = std::slice::from_ref(game);
        let position = Position { parts: vec![corner.clone()] };
        let state = State::new(position, mover);
        if show == Show::Grundy {
            return self.values_by_program(games, 0, corner, |_, _| Ok(())).map(drop);
        }
        self.whole_by_program(game.at(&state), |_, _| Ok(())).map(drop)
    }

    /// All values of a box at once, where an engine has them: asks it for the far corner, then shows what it filled.
    pub(super) fn bulk(
        &mut self,
        game: &Game,
        corner: &Part,
        show: Show,
        mover: usize,
    ) -> Result<Option<Bulk<'_>>, Problem> {
        let games = std::slice::from_ref(game);
        let state = State::new(Position { parts: vec![corner.clone()] }, mover);
        let query = match show {
            Show::Score if game.method() == Method::Score => Query::whole(game.at(&state), What::Score),
            Show::Win if game.method() == Method::Search => Query::whole(game.at(&state), What::Outcome),
            Show::Grundy | Show::Win if game.kind().grundy.is_ok() => Query::part(games, 0, corner),
            _ => return Ok(None),
        };
        Ok(match (self.engine(&query, None), query.what) {
            (Engine::Heaps, _) => {
                let known = self.far_value(games, 0, corner)?.is_some();
                let far = self.session_of(games).far[0].get().and_then(Option::as_ref);
                far.filter(|_| known).and_then(FarHeaps::sequence).map(Bulk::Heaps)
            }
            (Engine::Box, What::Value) => {
                let known = self.box_value(games, corner)?.is_some();
                let boxed = self.session_of(games).boxed.get().and_then(Option::as_ref);
                boxed.filter(|_| known).and_then(Boxed::values).map(Bulk::Values)
            }
            (Engine::Box, _) => {
                let ask = |b: &mut Boxed, part: &Part, budget: &Budget| b.outcome(part, budget);
                let known = self.by_table(game.at(&state), ask)?.is_some();
                let boxed = self.session_of(games).boxed.get().and_then(Option::as_ref);
                boxed.filter(|_| known).and_then(Boxed::lost).map(Bulk::Lost)
            }
            // A place that is no legal position must stay empty, and the table does not say which are.
            (Engine::Space, what) => {
                let known = self.by_space(&query, |table, _| Some(!table.gaps()))? == Some(true);
                let tables = self.session_of(games).spaces_of(0, what).filter(|_| known);
                tables.and_then(|t| t.having(corner)).map(|table| Bulk::Filled(table, game.clone(), mover))
            }
            _ => None,
        })
    }
}
