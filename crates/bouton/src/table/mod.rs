//! `table`: values for a range of positions: a strip, a matrix, or a list.
//!
//! Axes run over number fields and over parameters; positions made of rows, words, bags or boards (and sums of heaps)
//! are listed by size. A table that runs out of budget gives the cells it has, and says that it is not complete.

pub(crate) mod axis;
mod json;
pub(crate) mod layout;
mod packed;
pub mod saved;
mod seen;

pub use axis::{Axis, AxisRange};
pub use json::{ListedTable, PackedCells, PackedColumn, TableAnswer};
pub use packed::{Column, Made, Packed, position_at};
pub use seen::Seen;

use crate::answer::MoveEntry;
use crate::answer::entries::{Worth, entry, move_score, wins};
use crate::answer::how::How;
use crate::claims::start;
use crate::engines::registry::What;
use crate::engines::solver::Solver;
use crate::engines::whole::State;
use crate::game::{Game, Match, Method};
use crate::problem::{NotApplicable, Problem};
use crate::table::saved::code;
use bouton_language::ast::Verdict;
use bouton_language::interp::Position;
use bouton_language::value::Value;
use layout::{Layout, Site};
use schemars::JsonSchema;
use serde::Serialize;

/// What a table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Show {
    /// Grundy values.
    Grundy,
    /// Outcomes for the player to move.
    Win,
    /// The winning (or best) moves.
    Best,
    /// Scores.
    Score,
    /// How many moves there are.
    Moves,
    /// Outcomes with the number of moves to the end.
    Remoteness,
}

impl Show {
    /// All there are.
    pub const ALL: [Show; 6] =
        [Show::Grundy, Show::Win, Show::Best, Show::Score, Show::Moves, Show::Remoteness];

    /// The word that asks for it.
    pub fn word(self) -> &'static str {
        match self {
            Show::Win => "win",
            other => other.key(),
        }
    }

    /// The key under which it stands.
    pub fn key(self) -> &'static str {
        match self {
            Show::Grundy => "grundy",
            Show::Win => "outcome",
            Show::Best => "best",
            Show::Score => "score",
            Show::Moves => "moves",
            Show::Remoteness => "remoteness",
        }
    }

    /// What a word asks for.
    pub fn named(word: &str) -> Option<Show> {
        Show::ALL.into_iter().find(|s| s.word() == word)
    }
}

/// "What are the values here?"
#[derive(Clone)]
pub struct TableQuestion {
    /// The game.
    pub game: Game,
    /// Ranges of fields and parameters, in the order in which the axes shall stand.
    pub ranges: Vec<AxisRange>,
    /// Upper end of the ranges that are not given.
    pub to: Option<u64>,
    /// What to show; by default Grundy values where the theory applies, else scores or outcomes.
    pub show: Option<Show>,
    /// Who moves first, 0 or 1.
    pub first: usize,
    /// For heaps: sums of any number of parts instead of single parts.
    pub sums: bool,
}

impl TableQuestion {
    /// The default table of a game.
    pub fn new(game: Game) -> TableQuestion {
        TableQuestion { game, ranges: Vec::new(), to: None, show: None, first: 0, sums: false }
    }

    /// Does it ask for the same values of the same positions?
    pub fn same_table(&self, other: &TableQuestion) -> bool {
        let table = |q: &TableQuestion| (q.ranges.clone(), q.to, q.show, q.first, q.sums);
        self.game.same(&other.game) && table(self) == table(other)
    }
}

/// One value.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Not a legal position.
    Illegal,
    /// The budget ran out before it.
    Unknown,
    /// Grundy value.
    Grundy(u64),
    /// For the player to move.
    Outcome(Verdict),
    /// All winning (or best) moves; empty in a lost position.
    Best(Vec<MoveEntry>),
    /// Mover minus opponent, or the shared total.
    Score(i64),
    /// Number of moves.
    Moves(u64),
    /// Outcome, and moves to the end with best play (none for a draw).
    Remoteness(Verdict, Option<u64>),
}

impl Cell {
    /// Is the position known to be lost for the player to move? `None` where the cell does not tell.
    pub fn lost(&self) -> Option<bool> {
        match self {
            Cell::Grundy(g) => Some(*g == 0),
            Cell::Outcome(v) | Cell::Remoteness(v, _) => Some(*v == Verdict::Lose),
            _ => None,
        }
    }

    /// The value in the fewest letters; `#` is lost, so that the cold positions stand out.
    pub fn short(&self) -> String {
        match self {
            Cell::Illegal => String::new(),
            Cell::Unknown => "?".into(),
            Cell::Grundy(n) | Cell::Moves(n) => n.to_string(),
            Cell::Outcome(Verdict::Lose) => "#".into(),
            Cell::Outcome(Verdict::Win) => ".".into(),
            Cell::Outcome(Verdict::Draw) => "=".into(),
            Cell::Score(n) => n.to_string(),
            Cell::Remoteness(Verdict::Draw, _) | Cell::Remoteness(_, None) => "=".into(),
            Cell::Remoteness(_, Some(n)) => n.to_string(),
            Cell::Best(moves) => moves.iter().map(|m| m.notation.as_str()).collect::<Vec<_>>().join("; "),
        }
    }
}

/// One position of a table.
#[derive(Clone, Debug)]
pub struct Row {
    /// Values of the columns.
    pub values: Vec<Value>,
    /// The position as it can be typed; `None` where it is not legal.
    pub position: Option<String>,
    /// What it is worth.
    pub cell: Cell,
}

/// How a table is best drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Drawing {
    /// One axis.
    Strip,
    /// Two axes; the rows stand in the order of the first, then of the second.
    Matrix,
    /// Anything else.
    List,
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Title of the game.
    pub game: String,
    /// What it shows.
    pub show: Show,
    /// How to draw it.
    pub drawing: Drawing,
    /// The names of the columns of `Row::values`.
    pub columns: Vec<String>,
    /// The axes, where positions lie in a box (one for a strip, two for a matrix).
    pub axes: Vec<Axis>,
    /// The positions in order. A matrix has a row for every pair, legal or not; a list only legal positions.
    pub rows: Vec<Row>,
    /// `n <= 21`, `size <= 6`: what is listed, worded in both languages.
    pub bound: [String; 2],
    /// How the values were found.
    pub how: How,
    /// Why it is not complete, if it is not: the budget or an interrupt. The rows end where it was stopped; of a matrix,
    /// the last row is filled up with unknown cells.
    pub stopped: Option<Problem>,
    /// The places that were asked for, where they are a box; positions by size are not counted before they are listed.
    pub asked: Option<u64>,
}

impl Table {
    /// The positions that are lost for the player to move: the value of a strip's axis, or the position as typed.
    pub fn lost(&self) -> Vec<String> {
        let name = |r: &Row| match (self.drawing, r.values.as_slice()) {
            (Drawing::Strip, [v]) => v.to_string(),
            _ if r.values.len() == self.columns.len() && self.over_parameters() => self.place(r),
            _ => r.position.clone().unwrap_or_default(),
        };
        self.rows.iter().filter(|r| r.cell.lost() == Some(true)).map(name).collect()
    }

    fn over_parameters(&self) -> bool {
        self.axes.iter().any(|a| a.parameter)
    }

    /// `rows=3 cols=5`
    pub fn place(&self, row: &Row) -> String {
        let pairs = self.columns.iter().zip(&row.values);
        pairs.map(|(n, v)| format!("{n}={v}")).collect::<Vec<_>>().join(" ")
    }

    /// The values in order; of outcomes, the lost positions; a matrix by antidiagonals, as the OEIS does.
    pub fn sequence(&self) -> Vec<String> {
        if self.show == Show::Win {
            return self.lost();
        }
        match self.axes.as_slice() {
            [down, across] if self.drawing == Drawing::Matrix => {
                let side = down.values.len().min(across.values.len());
                let places = (0..side).flat_map(|sum| (0..=sum).map(move |i| (i, sum - i)));
                places.filter_map(|(i, j)| self.at(i, j)).map(Cell::short).collect()
            }
            _ => self.rows.iter().filter(|r| r.cell != Cell::Illegal).map(|r| r.cell.short()).collect(),
        }
    }

    /// The cell of a matrix, by the places of its values on the two axes.
    pub fn at(&self, i: usize, j: usize) -> Option<&Cell> {
        let [_, second] = self.axes.as_slice() else { return None };
        self.rows.get(i * second.values.len() + j).filter(|_| j < second.values.len()).map(|r| &r.cell)
    }
}

/// A table of more cells than this is refused: 2,000 by 2,000 with both ends is within.
pub(crate) const MOST: u64 = 4_200_000;

/// What is shown where nothing is asked for.
pub fn default_show(game: &Game) -> Show {
    if game.rules().score.is_some() {
        Show::Score
    } else if game.kind().grundy.is_ok() {
        Show::Grundy
    } else {
        Show::Win
    }
}

/// Can this be shown of this game?
pub(crate) fn applicable(game: &Game, show: Show) -> Result<(), Problem> {
    let scored = game.rules().score.is_some();
    let other =
        |en: &str, zh: &str| Err(Problem::NotApplicable(NotApplicable::Other([en.into(), zh.into()])));
    match show {
        Show::Grundy => match game.no_grundy() {
            None => Ok(()),
            Some([en, zh]) => Err(Problem::NotApplicable(NotApplicable::Grundy([
                format!("{en} Show who wins instead: --show win"),
                format!("{zh}可改为显示胜负：--show win"),
            ]))),
        },
        Show::Score if !scored => other(
            "This game has no score. Show who wins instead: --show win",
            "这个游戏没有得分。可改为显示胜负：--show win",
        ),
        Show::Remoteness if scored => other(
            "A game for points is not a race to its end: it has no remoteness.",
            "计分游戏没有“距终局步数”。",
        ),
        _ => Ok(()),
    }
}

impl Solver {
    /// Fills a table.
    pub fn table(&mut self, question: &TableQuestion) -> Result<Table, Problem> {
        let _watched = self.watched();
        let game = &question.game;
        let mut show = question.show.unwrap_or_else(|| default_show(game));
        applicable(game, show)?;
        let layout = Layout::new(question, MOST)?;
        let mut proved = self.table_by_theorem(&layout, show)?;
        if question.show.is_none() && !proved && self.table_by_theorem(&layout, Show::Win)? {
            // Nothing is known of values so far out, but who wins is.
            (show, proved) = (Show::Win, true);
        }
        let mut table = Table {
            game: game.title(),
            show,
            drawing: layout.drawing(),
            columns: layout.columns.clone(),
            axes: Vec::new(),
            rows: Vec::new(),
            bound: layout.bound.clone(),
            how: How::OverBudget,
            stopped: None,
            asked: layout.cells(),
        };
        let mut last: Option<Game> = None;
        let cells = layout.cells().unwrap_or(0);
        let mut codes = Vec::new();
        if !proved {
            self.aim_at_table(&layout, show);
            match self.codes(question, &layout, show, &mut codes) {
                // Cell by cell, a part of the table may be within the budget.
                Ok(()) | Err(Problem::Over(_)) => {}
                Err(Problem::Interrupted) => table.stopped = Some(Problem::Interrupted),
                Err(other) => return Err(other),
            }
        }
        let walked = layout.visit(0, &mut |site: Site<'_>| {
            let mut row = Row { values: site.values, position: None, cell: Cell::Illegal };
            if let Some(position) = site.position {
                row.position = Some(site.game.show(position));
                row.cell = if let Some(code) = codes.get(table.rows.len()) {
                    code::cell(show, Some(*code))
                } else if let Some(stopped) = &table.stopped {
                    return Err(stopped.clone());
                } else if let Some(cell) = self.proved_cell(site.game, position, show, proved)? {
                    cell
                } else {
                    self.cell(site.game, position, show, question.first.min(1))?
                };
            }
            table.rows.push(row);
            self.budget().goal().reached(table.rows.len() as u64, cells);
            last = Some(site.game.clone());
            self.tick()
        });
        match walked {
            // What came before the stop stands.
            Err(p @ (Problem::Over(_) | Problem::Interrupted)) => table.stopped = Some(p),
            other => other?,
        }
        layout.finish(&mut table);
        let game = last.unwrap_or_else(|| game.clone());
        table.how = if proved { How::Theorem } else { self.table_how(&game, show) };
        Ok(table)
    }

    /// The numbers of the cells of a box, in order, as far as an engine that knows the box as a whole has got.
    fn codes(
        &mut self,
        question: &TableQuestion,
        layout: &Layout,
        show: Show,
        codes: &mut Vec<u64>,
    ) -> Result<(), Problem> {
        self.all_at_once(question, layout, show, &mut |some| {
            codes.extend_from_slice(some);
            Ok(())
        })
        .map(|_| ())
    }

    /// The cells of a box are going to be asked for, all of them.
    pub(crate) fn aim_at_table(&mut self, layout: &Layout, show: Show) {
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
