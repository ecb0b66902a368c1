//! Filling tables: the one builder behind `table`, `plot`, the page, comparisons and saved files.
//!
//! A table that lies far out is filled by a theorem, where there is one; otherwise by an engine that knows all of its box
//! ([`super::bulk`]), as far as one does; otherwise cell by cell, out of a saved table where one is in use.

use super::code;
use super::layout::{Layout, Site};
use super::{Cell, MOST, Show, Table, TableQuestion, applicable, default_show};
use crate::answer::MoveEntry;
use crate::answer::entries::{Worth, entry, move_score, wins};
use crate::answer::how::How;
use crate::claims::start;
use crate::engines::registry::What;
use crate::engines::solver::Solver;
use crate::engines::whole::State;
use crate::game::{Game, Match, Method};
use crate::problem::Problem;
use bouton_language::interp::Position;

/// What a table shall hold, and whether a theorem fills it.
pub(crate) struct TablePlan {
    pub(crate) layout: Layout,
    pub(crate) show: Show,
    pub(crate) proved: bool,
    /// Who moves first.
    pub(crate) mover: usize,
}

impl Solver {
    /// Fills a table.
    pub fn table(&mut self, question: &TableQuestion) -> Result<Table, Problem> {
        let plan = self.table_plan(question, MOST)?;
        let mut table = self.filled(plan)?;
        table.trim();
        Ok(table)
    }

    /// Fills a table for a picture, in which fields that are held at one value make no axis. `None` where more than two
    /// numbers run, or the positions are no numbers.
    pub fn pictured_table(&mut self, question: &TableQuestion) -> Result<Option<Table>, Problem> {
        let layout = Layout::new(question, MOST)?;
        let running = layout.lines.iter().filter(|l| l.steps.len() != 1).count();
        let drawn = running <= 2 && (running > 0 || (1..=2).contains(&layout.lines.len()));
        if layout.cells().is_none() || !drawn {
            return Ok(None);
        }
        self.table(question).map(|table| Some(table.flattened()))
    }

    /// What a table of at most so many cells shall hold.
    pub(crate) fn table_plan(&mut self, question: &TableQuestion, most: u64) -> Result<TablePlan, Problem> {
        let _watched = self.watched();
        let show = question.show.unwrap_or_else(|| default_show(&question.game));
        applicable(&question.game, show)?;
        let layout = Layout::new(question, most)?;
        let mut plan = TablePlan { proved: false, layout, show, mover: question.first.min(1) };
        plan.proved = self.proves(&plan)?;
        if question.show.is_none() && !plan.proved {
            // Where nothing is known of values so far out, who wins may be.
            let wins = TablePlan { show: Show::Win, ..plan };
            let proved = self.proves(&wins)?;
            return Ok(TablePlan { show: if proved { Show::Win } else { show }, proved, ..wins });
        }
        Ok(plan)
    }

    /// Fills a table, every place of it.
    pub(crate) fn filled(&mut self, plan: TablePlan) -> Result<Table, Problem> {
        let _watched = self.watched();
        let (mut codes, mut listed, mut others) = (Vec::new(), Vec::new(), Vec::new());
        let (layout, show) = (&plan.layout, plan.show);
        let whole = self.fill_at_once(&plan, 0, &mut |_| Ok(()), &mut |some| {
            codes.extend(some.iter().map(|code| Some(*code)));
            Ok(())
        });
        let mut last = layout.game().clone();
        let filled = match whole {
            Ok(true) => Ok(()),
            // Cell by cell, a part of the table may be within the budget.
            Ok(false) | Err(Problem::Over(_)) => {
                self.fill_one_by_one(&plan, codes.len() as u64, &mut |site, cell| {
                    codes.push(match cell {
                        cell @ (Cell::Best(_) | Cell::Value(_)) => {
                            others.push(cell);
                            Some(others.len() as u64 - 1)
                        }
                        cell => code::of(&cell),
                    });
                    if layout.cells().is_none() {
                        listed.push(site.values);
                    }
                    if !last.same(site.game) {
                        last = site.game.clone();
                    }
                    Ok(())
                })
            }
            Err(other) => Err(other),
        };
        let stopped = match filled {
            // What came before the stop stands.
            Err(p @ (Problem::Over(_) | Problem::Interrupted)) => Some(p),
            other => other.map(|()| None)?,
        };
        Ok(Table {
            game: layout.game().title(),
            show,
            drawing: layout.drawing(),
            columns: layout.columns.clone(),
            axes: layout.axes(),
            bound: layout.bound.clone(),
            mover: (show != Show::Value && layout.game().kind().partizan())
                .then(|| layout.game().rules().players[plan.mover].clone()),
            how: match show {
                _ if plan.proved => How::Theorem,
                Show::Value => How::Canonical { positions: self.partizan.positions() },
                show => self.table_how(&last, show),
            },
            stopped,
            asked: layout.cells(),
            codes,
            listed,
            others,
            layout: plan.layout,
        })
    }

    /// Hands over the cells from number `first` on, one after another.
    pub(crate) fn fill_one_by_one(
        &mut self,
        plan: &TablePlan,
        first: u64,
        put: &mut dyn FnMut(Site<'_>, Cell) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let all = plan.layout.cells().unwrap_or(0);
        let mut done = first;
        plan.layout.visit(first, &mut |site: Site<'_>| {
            let proved = match site.position.filter(|_| plan.proved) {
                Some(position) => self.proved_cell(site.game, position, plan.show)?,
                None => None,
            };
            let cell = match (proved, site.position) {
                (Some(cell), _) => cell,
                (None, Some(position)) => self.cell(site.game, position, plan.show, plan.mover)?,
                (None, None) => Cell::Illegal,
            };
            put(site, cell)?;
            done += 1;
            self.budget().goal().reached(done, all);
            self.tick()
        })
    }

    /// The cells of a box are going to be asked for, all of them.
    pub(crate) fn aim_at_table(&mut self, TablePlan { layout, show, .. }: &TablePlan) {
        let valued = matches!(show, Show::Grundy | Show::Win | Show::Score | Show::Best | Show::Remoteness);
        if let (true, Some(cells), Some(corner)) = (valued, layout.cells(), layout.corner()) {
            let position = Position { parts: vec![corner] };
            self.aim(layout.game().as_ref(), &[position], cells);
        }
    }

    fn table_how(&mut self, game: &Game, show: Show) -> How {
        if let Some(how) = self.saved_how() {
            return how;
        }
        let what = match show {
            Show::Grundy => Some(What::Value),
            Show::Remoteness => Some(What::Remoteness),
            _ => None,
        };
        self.how(game.at(&start(&Position::default())), what)
    }

    pub(crate) fn cell(
        &mut self,
        game: &Game,
        position: &Position,
        show: Show,
        mover: usize,
    ) -> Result<Cell, Problem> {
        let state = State::new(position.clone(), mover);
        if let Some(cell) = self.saved_cell(game.at(&state), show)? {
            return Ok(cell);
        }
        Ok(match show {
            Show::Grundy => Cell::Grundy(self.grundy(game.at(&state))?),
            Show::Win => Cell::Outcome(self.outcome(game.at(&state))?),
            Show::Score => Cell::Score(self.score(game.at(&state))?),
            Show::Remoteness => {
                let (verdict, moves) = self.solved(game.at(&state))?;
                Cell::Remoteness(verdict, moves)
            }
            Show::Moves if self.with_whole(game.as_ref(), |w| w.over(&state))?.is_some() => Cell::Moves(0),
            Show::Moves => Cell::Moves(self.with_whole(game.as_ref(), |w| w.count_moves(&state))?),
            Show::Best => Cell::Best(self.best_moves(game.at(&state))?),
            Show::Value => Cell::Value(Box::new(self.said_value(game, position)?)),
        })
    }

    /// The winning moves; in a score game the best ones.
    pub(crate) fn best_moves(&mut self, at: Match<'_>) -> Result<Vec<MoveEntry>, Problem> {
        if self.with_whole(at.games, |w| w.over(at.state))?.is_some() {
            return Ok(Vec::new());
        }
        if at.method == Method::Sum && self.saved().is_none() {
            let sum = self.sum_moves(at, usize::MAX)?;
            return Ok(sum.good.iter().map(|m| entry(at, m, Some(Worth::LOST))).collect());
        }
        let score = (at.method == Method::Score).then(|| self.score(at)).transpose()?;
        let listed = self.listed(at)?;
        let good = listed.moves.iter().zip(&listed.worth).filter(|(m, w)| match (score, w.score) {
            (Some(best), Some(s)) => move_score(at.games, m, s) == best,
            _ => wins(m, w.verdict),
        });
        self.worded(at, good.map(|(m, w)| (m, Some(*w))))
    }
}
