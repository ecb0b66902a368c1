//! Values of positions from rules: the options of both players, each the sum of its parts, put into canonical form.
//!
//! Parts are remembered by their key. The stack is explicit; a part that is met while it is being worked out shows that play
//! can come back to it, and such a game has no short value.

use crate::engines::compiled::Worths;
use crate::engines::parts::Parts;
use crate::engines::whole::{Fault, Work};
use crate::game::Game;
use bouton_engine::Halt;
use bouton_language::interp::{self, Part, Turn};
use bouton_values::{Value, Values};
use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Why a part has no value.
pub(crate) enum Failed {
    /// Compiled rules have no room for something: somebody else must be asked.
    Unfit,
    /// The budget ended.
    Halted(Halt),
    /// The rules failed.
    Rules(interp::Error),
    /// Play can come back to this part.
    Loopy(Part),
}

impl From<Halt> for Failed {
    fn from(halt: Halt) -> Failed {
        Failed::Halted(halt)
    }
}

/// A part, or its negative.
#[derive(Clone)]
pub(crate) struct Signed<P> {
    pub(crate) part: P,
    pub(crate) negative: bool,
}

impl<P> From<P> for Signed<P> {
    fn from(part: P) -> Signed<P> {
        Signed { part, negative: false }
    }
}

/// The parts of a game and the moves of both players.
pub(crate) trait Sides {
    /// A part in canonical form.
    type Part: Clone + Eq + Hash;

    /// Appends the keys of a part; several where it falls apart.
    fn keys(&self, part: &Part, keys: &mut Vec<Signed<Self::Part>>) -> Result<(), Failed>;

    /// The part behind a key, where it is one as it stands.
    fn part(&self, key: &Self::Part) -> Option<Part>;

    /// Appends the options of a player: their parts one after another, and where each option ends.
    fn options(
        &self,
        key: &Self::Part,
        mover: usize,
        parts: &mut Vec<Signed<Self::Part>>,
        ends: &mut Vec<u32>,
    ) -> Result<(), Failed>;

    /// How large a part is, by what can happen in it.
    fn size(&self, _key: &Self::Part) -> u32 {
        u32::MAX
    }

    /// Is it known of a part that it is its own negative?
    fn is_own_negative(&self, _key: &Self::Part) -> bool {
        false
    }

    /// Bytes that a key takes beyond its own size.
    fn beside(&self) -> usize {
        0
    }
}

/// What is known of the parts of a game.
pub(crate) struct PartValues<G: Sides> {
    game: G,
    /// `None` while a part is being worked out.
    known: FxHashMap<G::Part, Option<Value>>,
    spare: Vec<Frame<G::Part>>,
}

/// A part that is being worked out.
struct Frame<P> {
    part: P,
    parts: Vec<Signed<P>>,
    ends: Vec<u32>,
    /// How many of the options are Left's.
    lefts: usize,
    /// The next part, and the sum of those before it in its option.
    at: usize,
    sum: Value,
    /// The values of the options so far.
    values: Vec<Value>,
}

impl<G: Sides> PartValues<G> {
    pub(crate) fn new(game: G) -> PartValues<G> {
        PartValues { game, known: FxHashMap::default(), spare: Vec::new() }
    }

    pub(crate) fn count(&self) -> usize {
        self.known.len()
    }

    pub(crate) fn memory(&self) -> usize {
        let entry = size_of::<(G::Part, Option<Value>)>() + 1 + self.game.beside();
        self.known.capacity() * entry
    }

    /// The value of a part.
    pub(crate) fn of(&mut self, part: &Part, values: &mut Values) -> Result<Value, Failed> {
        let mut keys = Vec::new();
        self.game.keys(part, &mut keys)?;
        let mut sum = Value::ZERO;
        for Signed { part, negative } in keys {
            let value = self.of_key(&part, values)?;
            let value = if negative { values.negate(value)? } else { value };
            sum = values.add(sum, value)?;
        }
        Ok(sum)
    }

    /// The value of a part in canonical form.
    pub(crate) fn of_key(&mut self, part: &G::Part, values: &mut Values) -> Result<Value, Failed> {
        if let Some(Some(value)) = self.known.get(part) {
            return Ok(*value);
        }
        let mut stack = Vec::new();
        let found = self.work_out(part.clone(), values, &mut stack);
        if found.is_err() {
            for frame in &stack {
                self.known.remove(&frame.part);
            }
        }
        found
    }

    /// The parts and their moves.
    pub(crate) fn game(&self) -> &G {
        &self.game
    }

    fn frame(&mut self, part: G::Part, values: &Values) -> Result<Frame<G::Part>, Failed> {
        let count = self.known.len();
        if count.is_multiple_of(64) {
            let budget = values.budget();
            budget.check(count)?;
            let held = values.bytes() + self.memory();
            if held > budget.memory_limit() {
                return Err(
                    Halt::Memory { positions: count, needed: held, limit: budget.memory_limit() }.into()
                );
            }
        }
        let mut frame = self.spare.pop().unwrap_or_else(|| Frame {
            part: part.clone(),
            parts: Vec::new(),
            ends: Vec::new(),
            lefts: 0,
            at: 0,
            sum: Value::ZERO,
            values: Vec::new(),
        });
        frame.part = part;
        frame.parts.clear();
        frame.ends.clear();
        frame.values.clear();
        (frame.at, frame.sum) = (0, Value::ZERO);
        self.game.options(&frame.part, 0, &mut frame.parts, &mut frame.ends)?;
        frame.lefts = frame.ends.len();
        self.game.options(&frame.part, 1, &mut frame.parts, &mut frame.ends)?;
        self.known.insert(frame.part.clone(), None);
        Ok(frame)
    }

    fn work_out(
        &mut self,
        key: G::Part,
        values: &mut Values,
        stack: &mut Vec<Frame<G::Part>>,
    ) -> Result<Value, Failed> {
        stack.push(self.frame(key, values)?);
        'frames: loop {
            let Some(frame) = stack.last_mut() else { return Ok(Value::ZERO) };
            while let Some(end) = frame.ends.get(frame.values.len()) {
                while frame.at < *end as usize {
                    let Signed { part, negative } = &frame.parts[frame.at];
                    match self.known.get(part) {
                        Some(Some(value)) => {
                            let value = if *negative { values.negate(*value)? } else { *value };
                            frame.sum = values.add(frame.sum, value)?;
                            frame.at += 1;
                        }
                        Some(None) => {
                            return Err(self.game.part(part).map_or(Failed::Unfit, Failed::Loopy));
                        }
                        None => {
                            let part = part.clone();
                            stack.push(self.frame(part, values)?);
                            continue 'frames;
                        }
                    }
                }
                frame.values.push(frame.sum);
                frame.sum = Value::ZERO;
            }
            let value = values.game(&frame.values[..frame.lefts], &frame.values[frame.lefts..])?;
            if let Some(known) = self.known.get_mut(&frame.part) {
                *known = Some(value);
            }
            self.spare.extend(stack.pop());
            if stack.is_empty() {
                return Ok(value);
            }
        }
    }
}

/// Parts as the interpreter knows them.
pub(super) struct Interpreted {
    parts: Parts,
    work: Arc<Work>,
}

impl Interpreted {
    pub(super) fn new(game: &Game, work: Arc<Work>) -> Interpreted {
        Interpreted { parts: Parts::new(vec![game.clone()], work.clone()), work }
    }

    pub(super) fn key(&self, part: &Part) -> Box<[u8]> {
        self.parts.key(0, part)
    }
}

impl Sides for Interpreted {
    type Part = Box<[u8]>;

    fn keys(&self, part: &Part, keys: &mut Vec<Signed<Box<[u8]>>>) -> Result<(), Failed> {
        keys.push(self.key(part).into());
        Ok(())
    }

    fn part(&self, key: &Box<[u8]>) -> Option<Part> {
        self.parts.part(key).1.parts.pop()
    }

    fn options(
        &self,
        key: &Box<[u8]>,
        mover: usize,
        parts: &mut Vec<Signed<Box<[u8]>>>,
        ends: &mut Vec<u32>,
    ) -> Result<(), Failed> {
        let part = self.part(key).unwrap_or_default();
        let mut spent = Ok(());
        let listed = self.parts.games[0].interp().moves(&part, Turn { mover, turn: 0 }, &mut |made| {
            spent = self.work.spend(&part);
            if spent.is_err() {
                return ControlFlow::Break(());
            }
            parts.extend(made.parts.iter().map(|part| self.key(part).into()));
            ends.push(parts.len() as u32);
            ControlFlow::Continue(())
        });
        listed.map_err(Failed::Rules)?;
        Ok(spent?)
    }

    fn beside(&self) -> usize {
        // The bytes of a key and what the allocator adds.
        48
    }
}

/// The values of a game's parts by the interpreter.
pub(crate) fn interpreted(game: &Game, work: Arc<Work>) -> Box<dyn Worths> {
    Box::new(PartValues::new(Interpreted::new(game, work)))
}

impl From<Fault> for Failed {
    fn from(fault: Fault) -> Failed {
        match fault {
            Fault::Rules(_, error) => Failed::Rules(error),
            Fault::Halted(halt) => Failed::Halted(halt),
        }
    }
}
