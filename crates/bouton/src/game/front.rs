//! The short way: a game from a text or from the library, and what is asked of it most, without a solver to set up. Whoever wants
//! limits of memory and time, several games side by side, or to keep what was learnt, asks a [`Solver`].

use crate::answer::Answer;
use crate::engines::heaps::heap_rule;
use crate::engines::solver::Solver;
use crate::engines::whole::State;
use crate::game::{Folder, Game, Question, catalogue};
use crate::pattern::{PatternQuestion, Patterns};
use crate::problem::{NotApplicable, Problem};
use crate::proof::{Finding, ProveQuestion, prove};
use crate::table::{Cell, Show, Table, TableQuestion};
use bouton_engine::Budget;
use bouton_engine::heaps::{self, Cells};
use bouton_language::interp::{Position, Turn};
use bouton_language::position::print_move;
use bouton_language::value::Value;
use bouton_theory::sequences::Search;
use std::fmt;

/// A legal move.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// Which part of the position, from 0.
    pub part: usize,
    /// Which move line of the rules, from 0.
    pub line: usize,
    /// The choices made, by name.
    pub choices: Vec<(String, Value)>,
    /// What the mover gains.
    pub gain: i64,
    /// Does the mover move again?
    pub again: bool,
    /// The position that it leads to.
    pub to: Position,
    /// As it is typed.
    notation: String,
}

impl fmt::Display for Move {
    /// As it can be typed: `take 2 @1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.notation)
    }
}

fn solver() -> Solver {
    Solver::new(Budget::unlimited())
}

impl Game {
    /// A game from its rules. `like` finds games of the library, and nothing reads files.
    pub fn parse(rules: &str) -> Result<Game, Problem> {
        Game::from_text("rules", rules, &Folder { base: None }).map(|(game, _)| game)
    }

    /// A game of the library, by id, title or alias.
    pub fn library(name: &str) -> Result<Game, Problem> {
        let entry = catalogue::find(name)
            .ok_or_else(|| Problem::UnknownGame { name: name.to_string(), near: catalogue::near(name) })?;
        let source = format!("{}.game", entry.id);
        Game::from_text(&source, entry.text, &Folder { base: None }).map(|(game, _)| game)
    }

    /// Who wins a position, by which moves, and why.
    pub fn solve(&self, position: &Position) -> Result<Answer, Problem> {
        solver().solve(&Question::new(self.clone(), position.clone()))
    }

    /// Every move of a position for the player who moves first.
    pub fn moves(&self, position: &Position) -> Result<Vec<Move>, Problem> {
        let made = solver().raw_moves(self.at(&State::new(position.clone(), 0)))?;
        let names = |line: usize| self.rules().moves[line].chosen.iter().map(|(_, name)| name.clone());
        let moves = made.into_iter().map(|mut made| Move {
            notation: print_move(self.interp(), position, Turn::default(), &made.chosen()),
            choices: names(made.line).zip(made.choices).collect(),
            part: made.part,
            line: made.line,
            gain: made.gain,
            again: made.again,
            to: made.to.positions.pop().unwrap_or_default(),
        });
        Ok(moves.collect())
    }

    /// The values of its positions, numbers up to this.
    pub fn table(&self, to: u64) -> Result<Table, Problem> {
        solver().table(&TableQuestion { to: Some(to), ..TableQuestion::new(self.clone()) })
    }

    /// The Grundy values of its heaps 0 to `to`, or of its positions of one number, as a list of the narrowest numbers that hold them.
    pub fn values(&self, to: u64, budget: &Budget) -> Result<Cells, Problem> {
        if let (Some(rule), None) = (heap_rule(self), self.no_grundy()) {
            let last = usize::try_from(to).unwrap_or(usize::MAX);
            let found = heaps::values(&rule, last, budget)?;
            // What lists them to the end is handed over; a period is written out.
            return match found.cells().len().checked_sub(1) == Some(last) {
                true => Ok(found.into_cells()),
                false => Ok(found.table(last, budget)?),
            };
        }
        let question =
            TableQuestion { show: Some(Show::Grundy), to: Some(to), ..TableQuestion::new(self.clone()) };
        let table = Solver::new(budget.clone()).table(&question)?;
        let whole = table.axes.len() == 1 && table.axes[0].values.first() == Some(&Value::Int(0));
        let values = table.cells().map(|cell| match cell {
            Cell::Grundy(value) => u32::try_from(value).ok(),
            _ => None,
        });
        match (table.stopped.as_ref(), values.collect::<Option<Vec<u32>>>()) {
            (Some(problem), _) => Err(problem.clone()),
            (None, Some(list)) if whole => Ok(Cells::narrow(list)),
            _ => Err(Problem::NotApplicable(NotApplicable::Other([
                "Values are listed of positions of one number from 0 on. A table shows the others.".into(),
                "只对从 0 起的一个数的局面逐个列出值。其他局面请用表。".into(),
            ]))),
        }
    }

    /// The rule behind its values.
    pub fn pattern(&self) -> Result<Patterns, Problem> {
        let (game, search) = (self.clone(), Search::default());
        solver().pattern(&PatternQuestion { game, ranges: Vec::new(), to: None, show: None, search })
    }

    /// A theorem about all its sizes.
    pub fn prove(&self) -> Result<Finding, Problem> {
        prove(&ProveQuestion::new(self.clone()), &Budget::unlimited())
    }
}
