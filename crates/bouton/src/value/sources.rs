//! Who works out the values of a game's positions: its board written out, compiled rules, or the interpreter.

use super::problem::{ValueProblem, halted};
use super::rules::{Failed, interpreted};
use crate::engines::boards;
use crate::engines::compiled::{Room, Worths, worths};
use crate::engines::solver::Solver;
use crate::engines::whole::Work;
use crate::game::Game;
use crate::problem::Problem;
use bouton_engine::Budget;
use bouton_language::interp::{Part, Position};
use bouton_values::{Value, Values};
use std::sync::Arc;

/// Games and boards of games whose values are kept.
const KEPT: usize = 16;

/// Values that are known, and those of parts of games.
pub struct Known {
    pub(crate) values: Values,
    sources: Vec<Source>,
    /// Shared by all sources: it watches the budget of the question that is asked now.
    work: Arc<Work>,
}

impl Default for Known {
    fn default() -> Self {
        Known { values: Values::new(), sources: Vec::new(), work: Work::unlimited() }
    }
}

struct Source {
    game: Game,
    /// The sizes of its board; none for rules that are asked for every size.
    board: Option<Vec<usize>>,
    /// None where the board has nothing to gain.
    worths: Option<Box<dyn Worths>>,
}

impl Known {
    pub(crate) fn positions(&self) -> u64 {
        self.all().map(|worths| worths.positions() as u64).sum()
    }

    pub(super) fn bytes(&self) -> usize {
        self.values.bytes() + self.all().map(|worths| worths.bytes()).sum::<usize>()
    }

    /// What watches the budget of the question that is asked now.
    pub(super) fn work(&self) -> Arc<Work> {
        self.work.clone()
    }

    pub(super) fn watch(&self, budget: &Budget) {
        self.work.watch(budget);
    }

    fn all(&self) -> impl Iterator<Item = &dyn Worths> {
        self.sources.iter().filter_map(|source| source.worths.as_deref())
    }

    /// The place of a source, made now if there is none yet.
    fn source(
        &mut self,
        game: &Game,
        board: Option<Vec<usize>>,
        make: impl FnOnce() -> Option<Box<dyn Worths>>,
    ) -> usize {
        let known = |source: &Source| source.board == board && source.game.same(game);
        if let Some(place) = self.sources.iter().position(known) {
            return place;
        }
        // A sweep over parameters asks many games; the old ones are done with.
        if self.sources.len() >= KEPT {
            self.sources.remove(0);
        }
        self.sources.push(Source { game: game.clone(), board, worths: make() });
        self.sources.len() - 1
    }

    fn ask(&mut self, place: usize, part: &Part) -> Result<Value, Failed> {
        let Known { values, sources, .. } = self;
        sources[place].worths.as_mut().map_or(Err(Failed::Unfit), |worths| worths.value(part, values))
    }

    fn value(&mut self, game: &Game, part: &Part, least: f64) -> Result<Value, Failed> {
        let work = &self.work.clone();
        if boards::is_worth(game, std::slice::from_ref(part), least) {
            let make = || boards::values(game, part, work.clone());
            let place = self.source(game, Some(boards::sizes(part)), make);
            match self.ask(place, part) {
                Err(Failed::Unfit) => {}
                found => return found,
            }
        }
        let place = self.source(game, None, || {
            worths(game, part, Room::Tight, work.clone()).or_else(|| Some(interpreted(game, work.clone())))
        });
        let mut found = self.ask(place, part);
        // Compiled rules are made anew with more room, and where that does not help the interpreter goes on.
        if matches!(found, Err(Failed::Unfit))
            && let Some(roomy) = worths(game, part, Room::Wide, work.clone())
        {
            self.sources[place].worths = Some(roomy);
            found = self.ask(place, part);
        }
        if matches!(found, Err(Failed::Unfit)) {
            self.sources[place].worths = Some(interpreted(game, work.clone()));
            found = self.ask(place, part);
        }
        found
    }
}

impl Solver {
    pub(super) fn part_value(&mut self, game: &Game, part: &Part) -> Result<Value, Problem> {
        let _watched = self.watched();
        self.partizan.watch(self.budget());
        let least = self.tuning().boards;
        self.partizan.value(game, part, least).map_err(|failed| match failed {
            Failed::Unfit => ValueProblem::Explodes.into(),
            Failed::Halted(halt) => halted(halt),
            Failed::Rules(error) => game.fail(error),
            Failed::Loopy(part) => {
                let position = game.show(&Position { parts: vec![part] });
                ValueProblem::Loopy { position }.into()
            }
        })
    }
}
