//! Compiled rules as games for the engines: a whole position of one part, a sum as one whole, and single parts.

use super::codec::{Codec, Many, Packed};
use super::ending::Near;
use super::form::Form;
use super::weight::Weight;
use crate::engines::whole::{Work, outcome};
use crate::game::Game;
use crate::tuning::LOOK;
use bouton_compile::program::{Deopt, Program};
use bouton_engine::{self as engine, Halt, Outcome, Step};
use bouton_language::interp::Turn;
use bouton_language::rules::{End, ScoreKind};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Why a compiled game gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A value that the words have no room for, or anything else that only the interpreter copes with.
    Unfit,
    /// The budget ended, or more moves were made than the question may cost.
    Halted(Halt),
}

impl From<Halt> for Fault {
    fn from(halt: Halt) -> Fault {
        Fault::Halted(halt)
    }
}

impl From<Deopt> for Fault {
    fn from(_: Deopt) -> Fault {
        Fault::Unfit
    }
}

/// A gain as the mover sees it; the rules leave 64 bits only for the interpreter.
#[inline]
pub(super) fn signed(gain: i64, sign: i64) -> Result<i64, Fault> {
    gain.checked_mul(sign).ok_or(Fault::Unfit)
}

/// What all views of a compiled game share.
pub(crate) struct Core {
    pub(crate) game: Game,
    pub(crate) program: Program,
    pub(crate) form: Form,
    pub(crate) work: Arc<Work>,
    pub(crate) with_mover: bool,
    pub(crate) with_turn: bool,
    pub(crate) near: Near,
}

thread_local! {
    /// The words of the part at hand and of an option of it; kept, so that listing moves allocates nothing.
    static SCRATCH: RefCell<[Vec<i64>; 2]> = const { RefCell::new([Vec::new(), Vec::new()]) };
}

impl Core {
    /// The values beside the parts that a packed position carries.
    pub(crate) fn extra(&self, turn: Turn) -> ([u64; 2], usize) {
        match (self.with_mover, self.with_turn) {
            (false, false) => ([0, 0], 0),
            (true, false) => ([turn.mover as u64, 0], 1),
            (false, true) => ([turn.turn, 0], 1),
            (true, true) => ([turn.mover as u64, turn.turn], 2),
        }
    }

    fn turn(&self, extra: impl Fn(usize) -> u64) -> Turn {
        let mover = if self.with_mover { extra(0) as usize } else { 0 };
        let turn = if self.with_turn { extra(usize::from(self.with_mover)) } else { 0 };
        Turn { mover, turn }
    }

    pub(super) fn sign(&self, mover: usize) -> i64 {
        if self.game.rules().score == Some(ScoreKind::Shared) && mover == 1 { -1 } else { 1 }
    }

    fn stuck(&self, turn: Turn) -> Outcome {
        outcome(self.game.interp().at_end(turn))
    }

    fn endless(&self, turn: Turn) -> Outcome {
        match self.game.rules().endless {
            Some(End::Wins(player)) if player == turn.mover => Outcome::Win,
            Some(End::Wins(_)) => Outcome::Lose,
            _ => Outcome::Draw,
        }
    }

    /// Runs `with` on the words of a packed part and room for as many more.
    pub(super) fn unpacked<const N: usize, T>(
        &self,
        codec: &Codec,
        packed: &Packed<N>,
        with: impl FnOnce(&[i64], &mut Vec<i64>) -> T,
    ) -> T {
        // Taken and put back, not borrowed: what is run may ask for another position.
        let [mut words, mut other] = SCRATCH.take();
        words.clear();
        words.resize(self.program.layout().width(), 0);
        codec.unpack(packed, &mut words);
        let answer = with(&words, &mut other);
        SCRATCH.set([words, other]);
        answer
    }

    /// Lists the moves of a part: the options' parts in canonical words one after another, gain, again.
    pub(super) fn moves(
        &self,
        words: &[i64],
        room: &mut Vec<i64>,
        turn: Turn,
        mut visit: impl FnMut(&[i64], i64, bool) -> Result<ControlFlow<()>, Fault>,
    ) -> Result<ControlFlow<()>, Fault> {
        let mut end = Ok(ControlFlow::Continue(()));
        let mut count = 0;
        self.program.moves(words, turn, |made| {
            count += 1;
            // A position may have more moves than fit the memory.
            if count == LOOK {
                count = 0;
                if let Err(halt) = self.work.spend_compiled(LOOK) {
                    end = Err(halt.into());
                    return ControlFlow::Break(());
                }
            }
            let visited = if self.form.plain() {
                visit(made.words, made.gain, made.again)
            } else {
                room.clear();
                room.extend_from_slice(made.words);
                room.chunks_mut(words.len().max(1)).for_each(|part| self.form.tidy(part));
                visit(room, made.gain, made.again)
            };
            end = visited;
            if end == Ok(ControlFlow::Continue(())) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })?;
        if !matches!(end, Err(Fault::Halted(_))) {
            self.work.spend_compiled(count)?;
        }
        end
    }
}

/// A game of one part, as a whole.
#[derive(Clone)]
pub(crate) struct One<const N: usize> {
    pub(crate) core: Arc<Core>,
    pub(crate) codec: Codec,
}

impl<const N: usize> One<N> {
    /// Whose turn it is in a packed position.
    pub(crate) fn turn(&self, packed: &Packed<N>) -> Turn {
        self.core.turn(|i| self.codec.extra(packed, i))
    }

    /// Packs canonical words.
    pub(crate) fn pack(&self, words: &[i64], turn: Turn) -> Result<Packed<N>, Fault> {
        let (extra, n) = self.core.extra(turn);
        self.codec.pack(words, &extra[..n]).ok_or(Fault::Unfit)
    }
}

impl<const N: usize> engine::Game for One<N> {
    type Position = Packed<N>;
    type Error = Fault;

    fn ended(&self, packed: &Packed<N>) -> Result<Option<Outcome>, Fault> {
        if !self.core.program.has_endings() {
            return Ok(None);
        }
        let turn = self.turn(packed);
        if let Some(over) = self.core.program.stopped(turn) {
            return Ok(over.then_some(Outcome::Draw));
        }
        let ended =
            self.core.unpacked(&self.codec, packed, |words, _| self.core.program.ended(words, turn))?;
        Ok(ended.map(|e| outcome(e.verdict)))
    }

    fn options(&self, packed: &Packed<N>, out: &mut Vec<Step<Packed<N>>>) -> Result<(), Fault> {
        self.each_option(packed, &mut Vec::new(), &mut |step| {
            out.push(step);
            ControlFlow::Continue(())
        })
    }

    fn each_option(
        &self,
        packed: &Packed<N>,
        _scratch: &mut Vec<Step<Packed<N>>>,
        visit: &mut dyn FnMut(Step<Packed<N>>) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        let core = &self.core;
        let turn = self.turn(packed);
        let sign = core.sign(turn.mover);
        let ended = core.unpacked(&self.codec, packed, |words, room| {
            core.moves(words, room, turn, |option, gain, again| {
                let to = self.pack(option, turn.next(again))?;
                Ok(visit(Step { to, gain: signed(gain, sign)?, again }))
            })
        });
        ended.map(|_| ())
    }

    fn stuck(&self, packed: &Packed<N>) -> Outcome {
        self.core.stuck(self.turn(packed))
    }

    fn block(&self, packed: &Packed<N>) -> Result<u64, Fault> {
        if self.core.game.rules().block.is_none() {
            return Ok(0);
        }
        let turn = self.turn(packed);
        let program = &self.core.program;
        Ok(self.core.unpacked(&self.codec, packed, |words, _| program.blocked(words, turn))?)
    }

    fn endless(&self, packed: &Packed<N>) -> Outcome {
        self.core.endless(self.turn(packed))
    }

    fn is_near_end(&self, packed: &Packed<N>) -> bool {
        self.core.is_near_end(self.turn(packed))
    }

    fn value_near_end(&self, packed: &Packed<N>, alpha: i64, beta: i64) -> Result<Option<i64>, Fault> {
        let turn = self.turn(packed);
        self.core.unpacked(&self.codec, packed, |words, _| self.core.value_near_end(words, turn, alpha, beta))
    }
}

/// A sum of parts as one whole: each part in one packed word of its own codec, the parts sorted.
#[derive(Clone)]
pub(crate) struct Several<const N: usize> {
    pub(crate) core: Arc<Core>,
    pub(crate) codec: Codec,
    pub(crate) many: Many,
    /// Parts in which nobody can move are left out.
    pub(crate) drops: bool,
}

impl<const N: usize> Several<N> {
    /// Whose turn it is in a packed position.
    pub(crate) fn turn(&self, packed: &Packed<N>) -> Turn {
        self.core.turn(|i| self.many.extra(packed, i))
    }

    /// One part in its packed word; `None` for a part that nobody can move in and that may be left out.
    pub(crate) fn part(&self, words: &[i64]) -> Result<Option<u64>, Fault> {
        let [packed] = self.codec.pack::<1>(words, &[]).ok_or(Fault::Unfit)?;
        if !self.drops {
            return Ok(Some(packed));
        }
        for mover in 0..=usize::from(self.core.with_mover) {
            let mut alive = false;
            self.core.program.moves(words, Turn { mover, turn: 0 }, |_| {
                alive = true;
                ControlFlow::Break(())
            })?;
            if alive {
                return Ok(Some(packed));
            }
        }
        Ok(None)
    }

    /// Packs the parts of a position.
    pub(crate) fn pack(&self, parts: &mut [u64], turn: Turn) -> Result<Packed<N>, Fault> {
        let (extra, n) = self.core.extra(turn);
        self.many.pack(parts, &extra[..n]).ok_or(Fault::Unfit)
    }
}

impl<const N: usize> engine::Game for Several<N> {
    type Position = Packed<N>;
    type Error = Fault;

    fn ended(&self, _packed: &Packed<N>) -> Result<Option<Outcome>, Fault> {
        Ok(None)
    }

    fn options(&self, packed: &Packed<N>, out: &mut Vec<Step<Packed<N>>>) -> Result<(), Fault> {
        self.each_option(packed, &mut Vec::new(), &mut |step| {
            out.push(step);
            ControlFlow::Continue(())
        })
    }

    fn each_option(
        &self,
        packed: &Packed<N>,
        _scratch: &mut Vec<Step<Packed<N>>>,
        visit: &mut dyn FnMut(Step<Packed<N>>) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        let core = &self.core;
        let turn = self.turn(packed);
        let sign = core.sign(turn.mover);
        let width = core.program.layout().width().max(1);
        let mut parts = Vec::new();
        self.many.unpack(packed, &mut parts);
        let mut after: Vec<u64> = Vec::with_capacity(parts.len() + 2);
        for (i, &part) in parts.iter().enumerate() {
            if i > 0 && parts[i - 1] == part {
                continue;
            }
            let flow = core.unpacked(&self.codec, &[part], |words, room| {
                core.moves(words, room, turn, |options, gain, again| {
                    after.clear();
                    after.extend_from_slice(&parts[..i]);
                    after.extend_from_slice(&parts[i + 1..]);
                    for option in options.chunks(width) {
                        after.extend(self.part(option)?);
                    }
                    let to = self.pack(&mut after, turn.next(again))?;
                    Ok(visit(Step { to, gain: signed(gain, sign)?, again }))
                })
            })?;
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn stuck(&self, packed: &Packed<N>) -> Outcome {
        self.core.stuck(self.turn(packed))
    }

    fn endless(&self, packed: &Packed<N>) -> Outcome {
        self.core.endless(self.turn(packed))
    }
}

/// The single parts of a game, for Grundy values.
#[derive(Clone)]
pub(crate) struct Single<const N: usize> {
    pub(crate) core: Arc<Core>,
    pub(crate) codec: Codec,
    pub(crate) weight: Weight,
}

impl<const N: usize> engine::Sum for Single<N> {
    type Part = Packed<N>;
    type Error = Fault;

    fn options(&self, packed: &Packed<N>, out: &mut Vec<Vec<Packed<N>>>) -> Result<(), Fault> {
        let width = self.core.program.layout().width().max(1);
        let listed = self.core.unpacked(&self.codec, packed, |words, room| {
            self.core.moves(words, room, Turn::default(), |options, _, _| {
                let parts = options.chunks(width).map(|p| self.codec.pack(p, &[]).ok_or(Fault::Unfit));
                out.push(parts.collect::<Result<_, _>>()?);
                Ok(ControlFlow::Continue(()))
            })
        });
        listed.map(|_| ())
    }

    fn weight(&self, packed: &Packed<N>) -> u64 {
        if !self.weight.is_known() {
            return 0;
        }
        let layout = self.core.program.layout();
        self.core.unpacked(&self.codec, packed, |words, _| self.weight.weigh(layout, words))
    }
}
