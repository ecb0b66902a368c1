//! How play ends: `win/lose/draw when`, `stop after`, and a player who cannot move.

use super::context::Cx;
use super::error::{Error, Needs, Problem};
use super::{Interp, Position, Turn};
use crate::ast::{ShapeKind, Verdict};
use crate::rules::End;
use crate::value::Value;

/// An ending that a line of the rules has brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// For the player to move.
    pub verdict: Verdict,
    /// Which line.
    pub line: EndingLine,
}

/// The line that ended play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingLine {
    /// The `when` line with this index.
    When(usize),
    /// `stop after`.
    Stop,
}

impl Interp {
    /// Has play ended here by a `when` line (top to bottom) or by `stop after`? `stuck` says whether the mover has
    /// no move and is asked only if a line needs it. In a score game `stop` gives a draw: the score decides.
    pub fn ended(
        &self,
        position: &Position,
        turn: Turn,
        stuck: &dyn Fn() -> Result<bool, Error>,
    ) -> Result<Option<Ending>, Error> {
        let rules = &self.rules;
        if rules.whens.is_empty() && rules.stop.is_none() {
            return Ok(None);
        }
        let mut cx = Cx::new(self, turn, 0);
        cx.heaps = Some(&position.parts);
        cx.stuck = Some(stuck);
        self.ended_in(&mut cx, position, turn).map_err(|e| e.in_position(self, position))
    }

    fn ended_in(&self, cx: &mut Cx<'_>, position: &Position, turn: Turn) -> Result<Option<Ending>, Error> {
        let rules = &self.rules;
        let fields = self.fields_of(position);
        for (i, when) in rules.whens.iter().enumerate() {
            cx.reserve(when.locals);
            if cx.truth(fields, &when.cond)? {
                let verdict = match when.player {
                    Some(p) if p != turn.mover => when.verdict.opposite(),
                    _ => when.verdict,
                };
                return Ok(Some(Ending { verdict, line: EndingLine::When(i) }));
            }
        }
        if let Some(e) = &rules.stop
            && Value::big(turn.turn.into()) >= cx.number(fields, e)?
        {
            return Ok(Some(Ending { verdict: Verdict::Draw, line: EndingLine::Stop }));
        }
        Ok(None)
    }

    /// The fields that a line about the whole position sees: those of the one part of a `position` game.
    pub(crate) fn fields_of<'p>(&self, position: &'p Position) -> &'p [Value] {
        match (self.rules.shape.kind, &position.parts[..]) {
            (ShapeKind::Position, [one, ..]) => one,
            _ => &[],
        }
    }

    /// What the player to move gets when there is no move. In a score game the score decides: a draw here.
    pub fn at_end(&self, turn: Turn) -> Verdict {
        match self.end {
            _ if self.rules.score.is_some() => Verdict::Draw,
            End::Normal => Verdict::Lose,
            End::Misere => Verdict::Win,
            End::Draw => Verdict::Draw,
            End::Wins(p) if p == turn.mover => Verdict::Win,
            End::Wins(_) => Verdict::Lose,
        }
    }

    /// How many options the opponent may forbid here.
    pub fn blocked(&self, position: &Position, turn: Turn) -> Result<u64, Error> {
        let Some(e) = &self.rules.block else { return Ok(0) };
        let mut cx = Cx::new(self, turn, 0);
        cx.heaps = Some(&position.parts);
        match cx.number(self.fields_of(position), e)? {
            Value::Int(i) if i >= 0 => Ok(i as u64),
            v => {
                let (function, needs, found) = ("block", Needs::Natural, v.to_string());
                Err(Error::new(e.span, Problem::OutOfReach { function, needs, found }))
            }
        }
    }
}
