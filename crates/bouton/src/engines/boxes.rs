//! Positions of a few numbers whose moves are linear: outcomes and values by the table engine.
//!
//! Where the facts say that every move subtracts a fixed vector, or any multiple of one, or lowers several numbers to one
//! level, whole boxes of positions are filled at once, without running the rules move by move. A box grows to twice its size when a larger position is
//! asked for, so a table that is read cell by cell costs little more than its largest box.

use crate::answer::how::How;
use crate::engines::estimate::Cost;
use crate::engines::registry::{About, Engine, Found, Query, What};
use crate::engines::session::{Memo, Session};
use crate::engines::solver::Solver;
use crate::game::{Game, Match, Method, Question};
use crate::problem::Problem;
use crate::table::Bulk;
use crate::tuning::LARGEST_BOX;
use crate::tuning::Tuning;
use bouton_compile::{LinearGuard, LinearMove};
use bouton_engine::table::{self, Bits, Board, BoardMove, Guard, Play, TableStop, Values, VectorMove, Way};
use bouton_engine::{Budget, Halt, Outcome, Stop};
use bouton_language::ast::ShapeKind;
use bouton_language::rules::{End, Rules};
use bouton_language::value::Value;

/// The box of one game.
pub(crate) struct Boxed {
    board: Board,
    /// The moves, where they are free vectors and all points are legal.
    free: Option<Vec<VectorMove>>,
    play: Play,
    smallest: usize,
    /// The position whose box is going to be needed.
    aim: Vec<usize>,
    lost: Option<Bits>,
    values: Option<Values>,
}

impl Boxed {
    /// The box of a game with a [`board`].
    pub(crate) fn of(game: &Game, tuning: &Tuning) -> Option<Boxed> {
        let (board, play) = board(game)?;
        let free = vector_moves(game).map(|(moves, _)| moves);
        Some(Boxed {
            board,
            free,
            play,
            smallest: tuning.smallest,
            aim: Vec::new(),
            lost: None,
            values: None,
        })
    }

    /// The outcome of a position; `None` where its box is small or cannot be filled.
    pub(crate) fn outcome(&mut self, part: &[Value], budget: &Budget) -> Result<Option<Outcome>, Halt> {
        let Some(point) = point(part, self.smallest) else { return Ok(None) };
        if let Some(found) = self.lost.as_ref().and_then(|b| b.outcome(&point)) {
            return Ok(Some(found));
        }
        let sizes = grown(&self.aimed(&point), self.lost.take().as_ref().map(|b| b.sizes()));
        let budget = &budget.less(self.values.as_ref().map_or(0, |v| v.cells().bytes()));
        let Some(bits) = refused(table::lost(&sizes, &self.board, self.play, budget))? else {
            return Ok(None);
        };
        let found = bits.outcome(&point);
        self.lost = Some(bits);
        Ok(found)
    }

    /// The Grundy value of a position; `None` where its box is small or cannot be filled.
    pub(crate) fn grundy(&mut self, part: &[Value], budget: &Budget) -> Result<Option<u64>, Halt> {
        let Some(point) = point(part, self.smallest).filter(|_| self.play == Play::Normal) else {
            return Ok(None);
        };
        if let Some(found) = self.values.as_ref().and_then(|v| v.get(&point)) {
            return Ok(Some(u64::from(found)));
        }
        let Some(moves) = &self.free else { return Ok(None) };
        let sizes = grown(&self.aimed(&point), self.values.take().as_ref().map(|v| v.sizes()));
        let budget = &budget.less(self.lost.as_ref().map_or(0, Bits::bytes));
        let Some(values) = refused(table::grundy(&sizes, moves, budget))? else { return Ok(None) };
        let found = values.get(&point).map(u64::from);
        self.values = Some(values);
        Ok(found)
    }

    /// The box of this position is going to be needed: tables are made large enough from the start.
    pub(crate) fn aim(&mut self, part: &[Value]) {
        self.aim = point(part, self.smallest).unwrap_or_default();
    }

    /// The aim, if a point lies in its box; else the point.
    fn aimed(&self, point: &[usize]) -> Vec<usize> {
        let inside = self.aim.len() == point.len() && point.iter().zip(&self.aim).all(|(p, a)| p <= a);
        if inside { self.aim.clone() } else { point.to_vec() }
    }
}

impl Memo for Boxed {
    fn positions(&self) -> u64 {
        let count = |sizes: &[usize]| sizes.iter().map(|s| *s as u64).product::<u64>();
        self.lost.as_ref().map_or(0, |b| count(b.sizes()))
            + self.values.as_ref().map_or(0, |v| count(v.sizes()))
    }

    fn bytes(&self) -> usize {
        let values = self.values.as_ref().map_or(0, |v| v.cells().bytes());
        values + self.lost.as_ref().map_or(0, Bits::bytes)
    }
}

/// The engine.
pub(crate) struct Boxes;

impl Engine for Boxes {
    fn about(&self) -> About {
        About {
            id: "box",
            purpose: [
                "a few numbers that moves lower by fixed vectors, by multiples of one, or to one level: a table of the whole box",
                "走法按固定向量、其倍数或降到同一水平来减小的几个数：填出整个方框的表",
            ],
            value: ["from a table of the whole box", "由整个方框的表给出"],
            whole: [
                "a table of all positions of the box, because every move is a fixed vector or a multiple of one",
                "整个方框内全部局面的表，因为每个走法都是固定向量或其倍数",
            ],
            ..About::BLANK
        }
    }

    fn admits(&self, solver: &mut Solver, query: &Query<'_>) -> bool {
        let ([game], Some(part)) = (query.games, query.alone()) else { return false };
        let (tuning, memory) = (*solver.tuning(), solver.budget().memory_limit());
        let large = part.iter().any(|v| v.as_int().is_some_and(|i| i >= tuning.tabled));
        let Some(point) = point(part, tuning.smallest).filter(|_| large) else { return false };
        let cells = point.iter().map(|c| c + 1).product::<usize>();
        let memos = &mut solver.session_of(query.games).memos;
        let Some(boxed) = memos.get_or(0, || Boxed::of(game, &tuning)) else { return false };
        match query.what {
            What::Outcome => cells / 8 <= memory,
            What::Value => boxed.free.is_some() && boxed.play == Play::Normal && cells <= memory,
            _ => false,
        }
    }

    fn run(&self, solver: &mut Solver, query: &Query<'_>) -> Result<Option<Found>, Problem> {
        let budget = solver.budget().clone();
        let session = solver.session_of(query.games);
        let Some((part, boxed)) = query.alone().zip(session.memos.get_mut::<Boxed>(0)) else {
            return Ok(None);
        };
        if let Some(aim) = session.aim.part(0) {
            boxed.aim(aim);
        }
        let found = match query.what {
            What::Value => boxed.grundy(part, &budget).map(|found| found.map(Found::value)),
            _ => boxed.outcome(part, &budget).map(|found| found.map(Found::from)),
        };
        Ok(found?)
    }

    /// Bits for who wins and, where there are any, values of a byte or two.
    fn cost(&self, _solver: &mut Solver, question: &Question, query: Option<&Query<'_>>) -> Option<Cost> {
        const CELLS_A_SECOND: f64 = 2e8;
        let part = query?.alone()?;
        let sizes = part.iter().map(|v| v.as_int().map(|i| i as f64 + 1.0)).collect::<Option<Vec<f64>>>()?;
        let cells: f64 = sizes.iter().product();
        let mut cost = Cost::of_table(cells, cells / 8.0, cells / CELLS_A_SECOND / 8.0);
        let [game] = question.games.as_slice() else { return Some(cost) };
        if game.kind().grundy.is_ok() && vector_moves(game).is_some() {
            let width = if sizes.iter().sum::<f64>() < 256.0 { 1.0 } else { 2.0 };
            cost.positions += cells;
            cost.bytes += cells * width;
            cost.seconds += cells / CELLS_A_SECOND * sizes.len() as f64;
        }
        Some(cost)
    }

    fn how(&self, session: &Session, at: Match<'_>, what: What) -> Option<How> {
        let asked = at.method == Method::Search && what != What::Remoteness;
        let cells = session.memos.get::<Boxed>(0).filter(|_| asked)?.positions();
        (cells > 0).then_some(How::Table { cells })
    }

    fn bulk<'s>(&self, solver: &'s mut Solver, query: &Query<'_>) -> Result<Option<Bulk<'s>>, Problem> {
        let known = self.run(solver, query)?.is_some();
        let memos = &solver.session_of(query.games).memos;
        let Some(boxed) = memos.get::<Boxed>(0).filter(|_| known) else { return Ok(None) };
        Ok(match query.what {
            What::Value => boxed.values.as_ref().map(Bulk::Values),
            // A place that is no legal position must stay empty, and the bits do not say which are.
            _ => boxed.lost.as_ref().filter(|_| boxed.board.legal.is_empty()).map(Bulk::Lost),
        })
    }
}

/// The moves of a game of natural numbers that only go down, by vectors, where nobody but the last mover wins or
/// loses: in the form of [`bouton_engine::table`], and who it is.
pub fn vector_moves(game: &Game) -> Option<(Vec<VectorMove>, Play)> {
    let rules = game.rules();
    let play = last_mover(rules)?;
    if rules.shape.fields.iter().any(|f| f.domain.is_some()) || !rules.requires.is_empty() {
        return None;
    }
    let vectors = game.facts().vectors.as_ref()?;
    let free = |m: &bouton_compile::VectorMove| m.guards.is_empty().then(|| vector(m)).flatten();
    Some((vectors.iter().map(free).collect::<Option<Vec<_>>>()?, play))
}

/// The board of a game of natural numbers whose moves and whose legal positions are linear, where nobody but the last
/// mover wins or loses; and who it is.
pub fn board(game: &Game) -> Option<(Board, Play)> {
    let play = last_mover(game.rules())?;
    let linear = game.facts().linear.as_ref().filter(|l| l.natural)?;
    let moves = linear.moves.iter().map(board_move).collect::<Option<Vec<_>>>()?;
    Some((Board { legal: linear.legal.iter().map(plain).collect(), moves }, play))
}

/// What becomes of the player who cannot move, where nothing else ends a game of one position and both players have the
/// same moves.
fn last_mover(rules: &Rules) -> Option<Play> {
    let simple = rules.shape.kind == ShapeKind::Position
        && rules.shape.fields.len() <= table::MOST_AXES
        && rules.whens.is_empty()
        && rules.block.is_none()
        && rules.endless.is_none()
        && rules.stop.is_none()
        && rules.score.is_none()
        && !rules.uses.mover
        && !rules.uses.turn
        && rules.moves.iter().all(|m| m.again.is_none() && m.by.is_none());
    match rules.end {
        End::Normal if simple => Some(Play::Normal),
        End::Misere if simple => Some(Play::Misere),
        _ => None,
    }
}

/// A table that these moves do not allow, or that does not fit, is no table: a search may still find the answer.
fn refused<T>(result: Result<T, TableStop>) -> Result<Option<T>, Halt> {
    match result {
        Ok(table) => Ok(Some(table)),
        Err(Stop::Halt(halt @ (Halt::Time { .. } | Halt::Interrupted))) => Err(halt),
        Err(_) => Ok(None),
    }
}

/// The engine's form of a family of vectors, without its guards. Coordinates that rise would need a box without borders.
fn vector(m: &bouton_compile::VectorMove) -> Option<VectorMove> {
    if m.base.iter().chain(&m.step).any(|c| *c > 0) || m.by.is_some() {
        return None;
    }
    let turned = |v: &[i64]| v.iter().map(|c| c.checked_neg()).collect::<Option<_>>();
    Some(VectorMove { base: turned(&m.base)?, step: turned(&m.step)?, least: m.from, most: m.to })
}

fn board_move(m: &LinearMove) -> Option<BoardMove> {
    match m {
        LinearMove::Vector(v) => {
            let (mut before, mut after) = (Vec::new(), Vec::new());
            for guard in &v.guards {
                if guard.k == 0 {
                    before.push(plain(guard));
                } else {
                    after.push(arrived(guard, v)?);
                }
            }
            Some(BoardMove { way: Way::Vector(vector(v)?), before, after })
        }
        LinearMove::Level(l) if l.by.is_none() => Some(BoardMove {
            way: Way::Level { axes: l.axes.clone(), below: l.below },
            before: l.before.iter().map(plain).collect(),
            after: l.after.iter().map(plain).collect(),
        }),
        LinearMove::Level(_) => None,
    }
}

/// A guard without a choice.
fn plain(guard: &LinearGuard) -> Guard {
    Guard { at: guard.fields.clone(), constant: guard.constant }
}

/// A guard that speaks of where a move arrives, said of that: x = y - base - k*step.
fn arrived(guard: &LinearGuard, v: &bouton_compile::VectorMove) -> Option<Guard> {
    let times = |by: &[i64]| {
        guard.fields.iter().zip(by).try_fold(0_i64, |sum, (a, b)| sum.checked_add(a.checked_mul(*b)?))
    };
    if times(&v.step)? != guard.k {
        return None;
    }
    Some(Guard { at: guard.fields.clone(), constant: guard.constant.checked_sub(times(&v.base)?)? })
}

/// The coordinates of a position whose box is large enough to be worth a table.
fn point(part: &[Value], smallest: usize) -> Option<Vec<usize>> {
    let point: Vec<usize> =
        part.iter().map(|v| v.as_int().and_then(|i| usize::try_from(i).ok())).collect::<Option<_>>()?;
    let cells = point.iter().try_fold(1usize, |n, c| n.checked_mul(c.checked_add(1)?))?;
    (smallest..=LARGEST_BOX).contains(&cells).then_some(point)
}

/// A box that holds a point: what there was, doubled along the axes where it is too short.
fn grown(point: &[usize], old: Option<&[usize]>) -> Vec<usize> {
    let old = |axis: usize| old.and_then(|o| o.get(axis)).copied().unwrap_or(0);
    (0..point.len())
        .map(|axis| {
            let (have, need) = (old(axis), point[axis] + 1);
            if need <= have {
                have
            } else if have == 0 {
                need
            } else {
                need.max(have.saturating_mul(2))
            }
        })
        .collect()
}
