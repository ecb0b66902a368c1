//! Score games on a row that moves only cut at its ends, gaining what they cut off: scores by the interval engine.
//!
//! Gains of p times the sum taken and q times the sum left come to the same. Where every row with an element has a move,
//! twice the score is that of the game in which (2p - q) times the sum is taken, and q times the sum of the row.
//!
//! The facts give the cuts, so the rules need not be run move by move. What was solved for one row also holds for its
//! beginnings and ends, and for all that one move can leave of it, so the moves of a position are weighed at once.

use crate::answer::how::How;
use crate::engines::estimate::Cost;
use crate::engines::registry::{About, Engine, Found, Query, What};
use crate::engines::session::{Memo, Session};
use crate::engines::solver::Solver;
use crate::game::{Game, Match, Question};
use crate::problem::Problem;
use crate::tuning::ROWS_KEPT;
use bouton_engine::intervals::{Cut, RowScores, scores};
use bouton_engine::{Budget, Halt, Stop};
use bouton_language::ast::ShapeKind;
use bouton_language::rules::{Rules, ScoreKind};
use bouton_language::value::Value;

/// The rows of one game.
pub(crate) struct Rows {
    cuts: Vec<Cut>,
    /// Moves gain this many times what they take, and this many times what they leave.
    gains: [i64; 2],
    solved: Vec<(Vec<i64>, RowScores)>,
    cells: u64,
}

impl Rows {
    /// The rows of a game for points of its own players, where nothing but the lack of moves ends it.
    pub(crate) fn of(game: &Game) -> Option<Rows> {
        if !simple(game.rules()) {
            return None;
        }
        let [found] = game.facts().end_cuts.as_slice() else { return None };
        let (gains, cuts) = (found.gains?, found.cuts.as_ref()?);
        let cuts = cuts.iter().map(cut).collect::<Option<Vec<_>>>()?;
        let single = |c: &Cut| {
            c.first[0] + c.first[1] == 1
                && c.keep == 0
                && c.shortest <= 1
                && c.longest.is_none()
                && c.count != Some(0)
        };
        (gains[1] == 0 || cuts.iter().any(single)).then_some(Rows {
            cuts,
            gains,
            solved: Vec::new(),
            cells: 0,
        })
    }

    /// The score of a row for the player to move; `None` where it has other things than
    /// numbers or its scores may not fit 64 bits.
    pub(crate) fn score(&mut self, part: &[Value], budget: &Budget) -> Result<Option<i64>, Halt> {
        let Some(row) = numbers(part) else { return Ok(None) };
        let [taken, left] = self.gains;
        if left == 0 {
            return self.taken(row, taken, budget);
        }
        let sum =
            row.iter().try_fold(0_i64, |sum, v| sum.checked_add(*v)).and_then(|sum| sum.checked_mul(left));
        let Some(twice) = self.taken(row, 2 * taken - left, budget)? else { return Ok(None) };
        Ok(sum.and_then(|sum| sum.checked_add(twice)).map(|twice| twice / 2))
    }

    /// The score where moves gain this many times what they take.
    fn taken(&mut self, row: Vec<i64>, times: i64, budget: &Budget) -> Result<Option<i64>, Halt> {
        let Some(row) = row.into_iter().map(|v| v.checked_mul(times)).collect::<Option<Vec<i64>>>() else {
            return Ok(None);
        };
        if let Some(found) = self.solved.iter().rev().find_map(|(whole, scores)| part_of(whole, scores, &row))
        {
            return Ok(Some(found));
        }
        let scores = match scores(&row, &self.cuts, budget) {
            Ok(scores) => scores,
            Err(Stop::Halt(halt @ (Halt::Time { .. } | Halt::Interrupted))) => return Err(halt),
            Err(_) => return Ok(None),
        };
        let found = scores.score();
        self.cells += (row.len() as u64 + 1) * (row.len() as u64 + 2) / 2;
        if self.solved.len() == ROWS_KEPT {
            self.solved.remove(0);
        }
        self.solved.push((row, scores));
        Ok(Some(found))
    }
}

impl Memo for Rows {
    fn positions(&self) -> u64 {
        self.cells
    }

    /// The numbers of the rows remembered, and the scores of what begins or ends where they do.
    fn bytes(&self) -> usize {
        self.solved.iter().map(|(row, _)| 3 * row.len() * size_of::<i64>()).sum()
    }
}

/// The engine.
pub(crate) struct Intervals;

impl Engine for Intervals {
    fn about(&self) -> About {
        About {
            id: "intervals",
            purpose: [
                "scores on a row that moves only cut at its ends, gaining sums of what they take or leave: all intervals of the row",
                "走法只从两端截取、得分为所取或所剩各数之和的一行数：求整行的全部区间",
            ],
            whole: [
                "a table of all intervals of the row by running minima, because moves only cut its ends and gain the sum of what they cut off",
                "用滑动最小值求整行全部区间的表，因为走法只从两端截取，且得分等于所取各数之和",
            ],
            ..About::BLANK
        }
    }

    fn admits(&self, solver: &mut Solver, query: &Query<'_>) -> bool {
        let ([game], Some(part)) = (query.games, query.alone()) else { return false };
        let long = matches!(&**part, [Value::List(items)] if items.len() >= solver.tuning().row);
        if query.what != What::Score || !long {
            return false;
        }
        solver.session_of(query.games).memos.get_or(0, || Rows::of(game)).is_some()
    }

    fn run(&self, solver: &mut Solver, query: &Query<'_>) -> Result<Option<Found>, Problem> {
        let budget = solver.budget().clone();
        let memos = &mut solver.session_of(query.games).memos;
        let Some((part, rows)) = query.alone().zip(memos.get_mut::<Rows>(0)) else { return Ok(None) };
        Ok(rows.score(part, &budget)?.map(Found::score))
    }

    /// All intervals of the row; only those at its ends are kept.
    fn cost(&self, _solver: &mut Solver, _question: &Question, query: Option<&Query<'_>>) -> Option<Cost> {
        const CELLS_A_SECOND: f64 = 3e8;
        let [Value::List(row)] = &**query?.alone()? else { return None };
        let n = row.len() as f64;
        let cells = (n + 1.0) * (n + 2.0) / 2.0;
        Some(Cost::of_table(cells, 24.0 * n, cells / CELLS_A_SECOND))
    }

    /// The intervals of the row at hand, or all that were looked at where there is none.
    fn how(&self, session: &Session, at: Match<'_>, what: What) -> Option<How> {
        let rows = session.memos.get::<Rows>(0).filter(|rows| what == What::Score && rows.cells > 0)?;
        let row = at.alone().and_then(|part| numbers(part));
        let cells = row.map_or(rows.cells, |row| row.len() as u64 * (row.len() as u64 + 1) / 2);
        Some(How::Intervals { cells, gains: rows.gains })
    }
}

/// Is it a game of one row, for points, with nothing else to it?
fn simple(rules: &Rules) -> bool {
    rules.shape.kind == ShapeKind::Position
        && rules.shape.fields.len() == 1
        && rules.score == Some(ScoreKind::Own)
        && rules.whens.is_empty()
        && rules.block.is_none()
        && rules.stop.is_none()
        && !rules.uses.mover
        && !rules.uses.turn
        && rules.moves.iter().all(|m| m.again.is_none() && m.by.is_none())
}

/// The numbers of a row.
fn numbers(part: &[Value]) -> Option<Vec<i64>> {
    match part {
        [Value::List(items)] => items.iter().map(Value::as_int).collect(),
        _ => None,
    }
}

/// The score of a row that is a run of a row solved before.
fn part_of(whole: &[i64], scores: &RowScores, row: &[i64]) -> Option<i64> {
    let last = whole.len().checked_sub(row.len())?;
    [0, last].into_iter().chain(1..last).find_map(|from| {
        let range = from..from + row.len();
        let score = scores.get(range.clone())?;
        (whole[range] == *row).then_some(score)
    })
}

/// The engine's form of a family of cuts.
fn cut(c: &bouton_compile::Cut) -> Option<Cut> {
    let size = |n: u64| usize::try_from(n).ok();
    let both = |[left, right]: [u64; 2]| Some([size(left)?, size(right)?]);
    Some(Cut {
        first: both(c.first)?,
        step: both(c.step)?,
        count: c.count.map(|n| size(n).unwrap_or(usize::MAX)),
        keep: size(c.keep)?,
        shortest: size(c.shortest)?,
        longest: c.longest.map(|n| size(n).unwrap_or(usize::MAX)),
    })
}
