//! Positions of a few numbers whose moves are linear: outcomes and values by the table engine.
//!
//! Where the facts say that every move subtracts a fixed vector, or any multiple of one, or lowers several numbers to one
//! level, whole boxes of positions are filled at once, without running the rules move by move. A box grows to twice its size when a larger position is
//! asked for, so a table that is read cell by cell costs little more than its largest box.

use crate::engines::choice::{Query, What};
use crate::engines::solver::Solver;
use crate::engines::whole::State;
use crate::game::{Game, Match};
use crate::problem::Problem;
use crate::tuning::Tuning;
use bouton_compile::{LinearGuard, LinearMove};
use bouton_engine::table::{self, Bits, Board, BoardMove, Guard, Play, TableStop, Values, VectorMove, Way};
use bouton_engine::{Budget, Halt, Outcome, Stop};
use bouton_language::ast::ShapeKind;
use bouton_language::interp::{Part, Position};
use bouton_language::rules::{End, Rules};
use bouton_language::value::Value;

/// Larger boxes are not filled for one position.
const LARGEST: usize = 4_000_000_000;

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

    /// The lost positions of the box filled so far, where all its points are legal.
    pub(crate) fn lost(&self) -> Option<&Bits> {
        self.lost.as_ref().filter(|_| self.board.legal.is_empty())
    }

    /// The values of the box filled so far.
    pub(crate) fn values(&self) -> Option<&Values> {
        self.values.as_ref()
    }

    /// The memory of the cells filled so far.
    pub(crate) fn bytes(&self) -> usize {
        let values = self.values.as_ref().map_or(0, |v| v.cells().bytes());
        values + self.lost.as_ref().map_or(0, Bits::bytes)
    }

    /// Cells filled so far.
    pub(crate) fn cells(&self) -> u64 {
        let count = |sizes: &[usize]| sizes.iter().map(|s| *s as u64).product::<u64>();
        self.lost.as_ref().map_or(0, |b| count(b.sizes()))
            + self.values.as_ref().map_or(0, |v| count(v.sizes()))
    }
}

impl Solver {
    /// Is it about a large position of a single game with a board, whose box fits the memory?
    pub(crate) fn box_suits(&mut self, query: &Query<'_>) -> bool {
        let ([game], Some(part)) = (query.games, query.alone()) else { return false };
        let (tuning, memory) = (*self.tuning(), self.budget().memory_limit());
        let large = part.iter().any(|v| v.as_int().is_some_and(|i| i >= tuning.tabled));
        let Some(point) = point(part, tuning.smallest).filter(|_| large) else { return false };
        let cells = point.iter().map(|c| c + 1).product::<usize>();
        let s = self.session_of(query.games);
        let Some(boxed) = s.boxed.get_or_init(|| Boxed::of(game, &tuning)) else { return false };
        match query.what {
            What::Outcome => cells / 8 <= memory,
            What::Value => boxed.free.is_some() && boxed.play == Play::Normal && cells <= memory,
            _ => false,
        }
    }

    /// What the box says of a position of a single game.
    pub(crate) fn by_table<T>(
        &mut self,
        at: Match<'_>,
        ask: impl FnOnce(&mut Boxed, &Part, &Budget) -> Result<Option<T>, Halt>,
    ) -> Result<Option<T>, Problem> {
        let [position] = at.state.positions.as_slice() else { return Ok(None) };
        let [part] = position.parts.as_slice() else { return Ok(None) };
        let budget = self.budget().clone();
        let session = self.session_of(at.games);
        let Some(Some(boxed)) = session.boxed.get_mut() else { return Ok(None) };
        if let Some(aim) = session.aim.part(0) {
            boxed.aim(aim);
        }
        Ok(ask(boxed, part, &budget)?)
    }

    /// The Grundy value of a position of a single game by its box.
    pub(crate) fn box_value(&mut self, games: &[Game], part: &Part) -> Result<Option<u64>, Problem> {
        let position = Position { parts: vec![part.clone()] };
        let whole = State::new(position, 0);
        self.by_table(Match::of(games, &whole), |b, part, budget| b.grundy(part, budget))
    }

    /// Cells that the table engine has filled for these games.
    pub(crate) fn table_cells(&mut self, games: &[Game]) -> u64 {
        self.session_of(games).boxed.get().and_then(Option::as_ref).map_or(0, Boxed::cells)
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
    (smallest..=LARGEST).contains(&cells).then_some(point)
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
