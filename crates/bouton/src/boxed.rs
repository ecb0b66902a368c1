//! Positions of a few numbers whose moves are vectors: outcomes and values by the table engine.
//!
//! Where the facts say that every move subtracts a fixed vector, or any multiple of one, whole boxes of positions are
//! filled at once, without running the rules move by move. A box grows to twice its size when a larger position is
//! asked for, so a table that is read cell by cell costs little more than its largest box.

use crate::game::Game;
use crate::tuning::Tuning;
use bouton_engine::table::{self, Bits, Play, TableStop, Values, VectorMove};
use bouton_engine::{Budget, Outcome};
use bouton_language::ast::ShapeKind;
use bouton_language::rules::End;
use bouton_language::value::Value;

/// Larger boxes are not filled for one position.
const LARGEST: usize = 4_000_000_000;

/// The box of one game.
pub(crate) struct Boxed {
    moves: Vec<VectorMove>,
    play: Play,
    smallest: usize,
    lost: Option<Bits>,
    values: Option<Values>,
}

impl Boxed {
    /// The box of a game with [`vector_moves`].
    pub(crate) fn of(game: &Game, tuning: &Tuning) -> Option<Boxed> {
        let (moves, play) = vector_moves(game)?;
        Some(Boxed { moves, play, smallest: tuning.smallest, lost: None, values: None })
    }

    /// The outcome of a position; `None` where its box is small or cannot be filled.
    pub(crate) fn outcome(&mut self, part: &[Value], budget: &Budget) -> Result<Option<Outcome>, TableStop> {
        let Some(point) = point(part, self.smallest) else { return Ok(None) };
        if let Some(found) = self.lost.as_ref().and_then(|b| b.outcome(&point)) {
            return Ok(Some(found));
        }
        let sizes = grown(&point, self.lost.as_ref().map(|b| b.sizes()));
        let Some(bits) = refused(table::win(&sizes, &self.moves, self.play, budget))? else {
            return Ok(None);
        };
        let found = bits.outcome(&point);
        self.lost = Some(bits);
        Ok(found)
    }

    /// The Grundy value of a position; `None` where its box is small or cannot be filled.
    pub(crate) fn grundy(&mut self, part: &[Value], budget: &Budget) -> Result<Option<u64>, TableStop> {
        let Some(point) = point(part, self.smallest).filter(|_| self.play == Play::Normal) else {
            return Ok(None);
        };
        if let Some(found) = self.values.as_ref().and_then(|v| v.get(&point)) {
            return Ok(Some(u64::from(found)));
        }
        let sizes = grown(&point, self.values.as_ref().map(|v| v.sizes()));
        let Some(values) = refused(table::grundy(&sizes, &self.moves, budget))? else { return Ok(None) };
        let found = values.get(&point).map(u64::from);
        self.values = Some(values);
        Ok(found)
    }

    /// The lost positions of the box filled so far.
    pub(crate) fn lost(&self) -> Option<&Bits> {
        self.lost.as_ref()
    }

    /// The values of the box filled so far.
    pub(crate) fn values(&self) -> Option<&Values> {
        self.values.as_ref()
    }

    /// Cells filled so far.
    pub(crate) fn cells(&self) -> u64 {
        let count = |sizes: &[usize]| sizes.iter().map(|s| *s as u64).product::<u64>();
        self.lost.as_ref().map_or(0, |b| count(b.sizes()))
            + self.values.as_ref().map_or(0, |v| count(v.sizes()))
    }
}

/// The moves of a game of natural numbers that only go down, by vectors, where nobody but the last mover wins or
/// loses: in the form of [`bouton_engine::table`], and who it is.
pub fn vector_moves(game: &Game) -> Option<(Vec<VectorMove>, Play)> {
    let rules = game.rules();
    let plain = |f: &bouton_language::rules::Field| f.domain.is_none() && f.start.is_none();
    let simple = rules.shape.kind == ShapeKind::Position
        && rules.shape.fields.len() <= 3
        && rules.shape.fields.iter().all(plain)
        && rules.requires.is_empty()
        && rules.whens.is_empty()
        && rules.block.is_none()
        && rules.endless.is_none()
        && rules.stop.is_none()
        && rules.score.is_none()
        && !rules.uses.mover
        && !rules.uses.turn
        && rules.moves.iter().all(|m| m.again.is_none() && m.by.is_none());
    let play = match rules.end {
        End::Normal => Play::Normal,
        End::Misere => Play::Misere,
        _ => return None,
    };
    if !simple {
        return None;
    }
    let moves = game.facts().vectors.as_ref()?.iter().map(vector).collect::<Option<Vec<_>>>()?;
    Some((moves, play))
}

/// A table that these moves do not allow, or that does not fit, is no table: a search may still find the answer.
fn refused<T>(result: Result<T, TableStop>) -> Result<Option<T>, TableStop> {
    match result {
        Ok(table) => Ok(Some(table)),
        Err(stop @ (TableStop::OverTime { .. } | TableStop::Interrupted)) => Err(stop),
        Err(_) => Ok(None),
    }
}

/// The engine's form of a family of moves. Coordinates that rise would need a box without borders.
fn vector(m: &bouton_compile::VectorMove) -> Option<VectorMove> {
    let falls = m.base.iter().chain(&m.step).all(|c| *c <= 0);
    if !falls || !m.guards.is_empty() || m.by.is_some() {
        return None;
    }
    let turned = |v: &[i64]| v.iter().map(|c| -c).collect();
    Some(VectorMove { base: turned(&m.base), step: turned(&m.step), least: m.from, most: m.to })
}

/// Is the box of a position of a size that tables are filled for?
pub(crate) fn suits(part: &[Value], tuning: &Tuning) -> bool {
    point(part, tuning.smallest).is_some()
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
