//! Moves: all of one part, or one that is given.

use super::context::{Cx, Exit, Flow, told};
use super::error::{Error, Problem};
use super::ranges::Mode;
use super::{Interp, Part, Turn};
use crate::rules::{Choice, Move};
use crate::span::Span;
use crate::value::Value;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

/// A legal move, as [`Interp::moves`] shows it.
#[derive(Debug)]
pub struct Made<'m> {
    /// Index of its line in `rules.moves`.
    pub line: usize,
    /// Values of the line's choices, in order.
    pub choices: &'m [Value],
    /// What the part becomes; may be taken away.
    pub parts: &'m mut Vec<Part>,
    /// What the mover gains.
    pub gain: i64,
    /// Does the same player move again?
    pub again: bool,
}

/// What a given move does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// What the part becomes.
    pub parts: Vec<Part>,
    /// What the mover gains.
    pub gain: i64,
    /// Does the same player move again?
    pub again: bool,
}

/// Reused between moves of one call.
#[derive(Default)]
struct Scratch {
    choices: Vec<Value>,
    parts: Vec<Part>,
    dropped: u64,
}

impl Interp {
    /// Calls `f` with every legal move of a part. Results that leave a domain or break a `require` are not moves;
    /// they are counted in [`Interp::dropped`].
    pub fn moves(
        &self,
        part: &Part,
        turn: Turn,
        f: &mut dyn FnMut(Made<'_>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        self.moves_in(Cx::new(self, turn, self.locals()), part, f)
    }

    /// The same for whoever adds heaps by xor, where two equal ones cancel: of the heaps of a `k of e` only one or two
    /// are made, as k is odd or even.
    pub fn moves_by_parity(
        &self,
        part: &Part,
        turn: Turn,
        f: &mut dyn FnMut(Made<'_>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let mut cx = Cx::new(self, turn, self.locals());
        cx.cancels = true;
        self.moves_in(cx, part, f)
    }

    fn locals(&self) -> usize {
        self.rules.moves.iter().map(|m| m.locals).max().unwrap_or(0)
    }

    fn moves_in(
        &self,
        mut cx: Cx<'_>,
        part: &Part,
        f: &mut dyn FnMut(Made<'_>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let turn = cx.turn;
        let mut scratch = Scratch::default();
        let mut done = Ok(());
        for (line, mv) in self.rules.moves.iter().enumerate() {
            if mv.by.is_some_and(|p| p != turn.mover) {
                continue;
            }
            let flow = cx.choose(part, mv, 0, &mut |cx, at| match at == mv.choices.len() {
                true => cx.make(part, line, mv, &mut scratch, f),
                false => Ok(()),
            });
            match flow {
                Ok(()) => {}
                Err(Exit::Stop) => break,
                Err(Exit::Failed(e)) => {
                    done = Err(e.at(|| self.show(part)));
                    break;
                }
            }
        }
        if scratch.dropped > 0 {
            self.dropped.fetch_add(scratch.dropped, Ordering::Relaxed);
        }
        done
    }

    /// Has this part a legal move?
    pub fn can_move(&self, part: &Part, turn: Turn) -> Result<bool, Error> {
        let mut found = false;
        self.moves(part, turn, &mut |_| {
            found = true;
            ControlFlow::Break(())
        })?;
        Ok(found)
    }

    /// Makes one given move, exactly at any size; `None` where it is not legal. Ranges are asked, not listed.
    pub fn apply(
        &self,
        part: &Part,
        line: usize,
        choices: &[Value],
        turn: Turn,
    ) -> Result<Option<Applied>, Error> {
        let Some(mv) = self.rules.moves.get(line) else { return Ok(None) };
        let mut cx = Cx::exactly(self, turn, mv.locals);
        self.apply_in(&mut cx, part, mv, choices, turn).map_err(|e| e.at(|| self.show(part)))
    }

    fn apply_in(
        &self,
        cx: &mut Cx<'_>,
        part: &Part,
        mv: &Move,
        choices: &[Value],
        turn: Turn,
    ) -> Result<Option<Applied>, Error> {
        if mv.by.is_some_and(|p| p != turn.mover) || cx.given(part, mv, choices)?.is_some() {
            return Ok(None);
        }
        let mut parts = Vec::new();
        cx.change(part, mv, &mut parts)?;
        if !cx.all_fit(&parts)? {
            return Ok(None);
        }
        let (gain, again) = cx.extras(part, mv)?;
        Ok(Some(Applied { parts, gain, again }))
    }
}

/// Why a list of choices does not fit a move line.
pub(crate) enum Unfit {
    /// Too few or too many.
    Count,
    /// The choice with this number is not in its range.
    Choice(usize, Span),
    /// A condition is false.
    Condition(Span),
}

impl<'a> Cx<'a> {
    /// Goes through the choices from `at` on. Calls `f` with the number of a condition that is false, and with the number of all
    /// choices where each is made.
    pub(super) fn choose(
        &mut self,
        part: &Part,
        mv: &Move,
        at: usize,
        f: &mut dyn FnMut(&mut Cx<'a>, usize) -> Flow,
    ) -> Flow {
        match mv.choices.get(at) {
            None => f(self, at),
            Some(Choice::If(cond)) => {
                if self.truth(part, cond)? {
                    self.choose(part, mv, at + 1, f)
                } else {
                    f(self, at)
                }
            }
            Some(Choice::Let { slot, value }) => {
                let v = self.eval(part, value)?;
                self.set(*slot, v);
                self.choose(part, mv, at + 1, f)
            }
            Some(Choice::In { slot, range, upto, .. }) => {
                self.walk(part, range, upto.as_ref(), true, &mut |cx, v| {
                    cx.set(*slot, v);
                    cx.choose(part, mv, at + 1, f)
                })
            }
        }
    }

    fn make(
        &mut self,
        part: &Part,
        line: usize,
        mv: &Move,
        scratch: &mut Scratch,
        f: &mut dyn FnMut(Made<'_>) -> ControlFlow<()>,
    ) -> Flow {
        self.change(part, mv, &mut scratch.parts)?;
        if !self.all_fit(&scratch.parts)? {
            scratch.dropped += 1;
            return Ok(());
        }
        let (gain, again) = self.extras(part, mv)?;
        scratch.choices.clear();
        scratch.choices.extend(mv.chosen.iter().map(|(slot, _)| self.local(*slot)));
        told(f(Made { line, choices: &scratch.choices, parts: &mut scratch.parts, gain, again }))
    }

    /// `gain` and `again`, which read the part before the move.
    fn extras(&mut self, part: &[Value], mv: &Move) -> Result<(i64, bool), Error> {
        let gain = match &mv.gain {
            None => 0,
            Some(e) => {
                let overflow = || Error::new(e.span, Problem::Overflow { op: "gain" });
                self.number(part, e)?.as_int().ok_or_else(overflow)?
            }
        };
        let again = match &mv.again {
            None => false,
            Some(e) => self.truth(part, e)?,
        };
        Ok((gain, again))
    }

    /// Puts given choices into the frame; says what does not fit.
    pub(crate) fn given(
        &mut self,
        part: &[Value],
        mv: &Move,
        choices: &[Value],
    ) -> Result<Option<Unfit>, Error> {
        self.reserve(mv.locals);
        if choices.len() != mv.chosen.len() {
            return Ok(Some(Unfit::Count));
        }
        let mut next = 0;
        for choice in &mv.choices {
            match choice {
                Choice::If(cond) => {
                    if !self.truth(part, cond)? {
                        return Ok(Some(Unfit::Condition(cond.span)));
                    }
                }
                Choice::Let { slot, value } => {
                    let v = self.eval(part, value)?;
                    self.set(*slot, v);
                }
                Choice::In { slot, range, span, .. } => {
                    let v = &choices[next];
                    if !self.is_in(part, v, range, Mode::Choose)? {
                        return Ok(Some(Unfit::Choice(next, *span)));
                    }
                    self.set(*slot, v.clone());
                    next += 1;
                }
            }
        }
        Ok(None)
    }
}
