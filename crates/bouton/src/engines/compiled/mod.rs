//! Compiled rules in daily use: the engines run machine code over packed positions instead of the interpreter.
//!
//! A program is made for one game and the sizes of one start. Anything it has no room for (a longer row, a larger
//! number) makes it step aside: it is made anew with more room, and where that does not help the interpreter goes on.
//! So a compiled game never has an error of its own, and every sentence about rules comes from the interpreter.

mod both;
mod bounds;
mod codec;
mod ending;
mod engines;
mod form;
mod game;
mod weight;

pub(crate) use both::{Worths, worths};
pub(crate) use bounds::Room;
use engines::Values;
pub(crate) use engines::{Failure, Packs, Whole, Wholes, failure};
pub(crate) use game::Fault;

use crate::engines::whole::{State, Work};
use crate::game::Game;
use bounds::Bounds;
use bouton_compile::growth::Growth;
use bouton_compile::program::{Backend, Layout, Program};
use bouton_engine::Outcome;
use bouton_engine::search::Nimbers;
use bouton_language::ast::{FieldKind, ShapeKind};
use bouton_language::interp::Part;
use bouton_language::rules::{Field, Rules};
use bouton_language::value::Value;
use codec::{Codec, Many};
use ending::Near;
use form::Form;
use game::{Core, One, Several, Single};
use std::sync::Arc;
use weight::Weight;

/// Bits for the number of moves made, where the rules look at it.
const TURN_BITS: u32 = 20;

/// The compiled game of one term, with what its engines have found.
pub(crate) struct Compiled {
    wholes: Option<Box<dyn Wholes>>,
    values: Option<Box<dyn Values>>,
    room: Room,
}

/// What a compiled game is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Whole positions.
    Wholes,
    /// Grundy values of single parts.
    Values,
}

impl Compiled {
    /// Compiles a game with room for these parts; `None` where the rules or the room do not allow it.
    pub(crate) fn of(
        game: &Game,
        parts: &[Part],
        room: Room,
        purpose: Purpose,
        work: Arc<Work>,
    ) -> Option<Compiled> {
        let rules = game.rules();
        let roomy: Vec<Part> =
            if room == Room::Tight { Vec::new() } else { parts.iter().map(|p| longer(rules, p)).collect() };
        let starts: Vec<&Part> = parts.iter().chain(&roomy).collect();
        let layout = Layout::covering(game.core(), &starts, &most_elements(game, &starts)).ok()?;
        let bounds = Bounds::of(game, &layout, parts, room)?;
        let form = Form::of(rules, &layout);
        let lowered = if purpose == Purpose::Values { Program::by_parity } else { Program::new };
        let program = lowered(game.core(), layout, Backend::Warming).ok()?;
        let core = Arc::new(Core {
            game: game.clone(),
            program,
            form,
            work,
            with_mover: game.kind().partizan(),
            with_turn: rules.uses.turn,
            near: Near::default(),
        });
        let mut compiled = Compiled { wholes: None, values: None, room };
        match purpose {
            Purpose::Values => compiled.values = values(core, Codec::new(&bounds, &[])),
            Purpose::Wholes => {
                let mut extra = Vec::new();
                extra.extend(core.with_mover.then_some(1));
                extra.extend(core.with_turn.then_some(TURN_BITS));
                compiled.wholes = if rules.shape.kind == ShapeKind::Position {
                    one(core, Codec::new(&bounds, &extra))
                } else {
                    several(core, Codec::new(&bounds, &[]), &extra, parts.len(), room)
                };
            }
        }
        (compiled.wholes.is_some() || compiled.values.is_some()).then_some(compiled)
    }
}

impl Compiled {
    /// How much room it was given.
    pub(crate) fn room(&self) -> Room {
        self.room
    }

    /// Positions and parts stored.
    pub(crate) fn positions(&self) -> u64 {
        let wholes = self.wholes.as_ref().map_or(0, |w| w.positions());
        let values = self.values.as_ref().map_or(0, |v| v.positions());
        (wholes + values) as u64
    }

    /// The memory that its engines take.
    pub(crate) fn bytes(&self) -> usize {
        let wholes = self.wholes.as_ref().map_or(0, |w| w.bytes());
        wholes + self.values.as_ref().map_or(0, |v| v.bytes())
    }

    /// The outcome of a whole state, if it is known already.
    pub(crate) fn known_outcome(&self, state: &State) -> Option<Outcome> {
        self.wholes.as_ref()?.known(state)
    }

    /// The value of a part, if it is known already.
    pub(crate) fn known_value(&self, part: &Part) -> Option<u64> {
        self.values.as_ref()?.known(part)
    }

    /// The engines of whole positions.
    pub(crate) fn wholes(&mut self) -> Result<&mut Box<dyn Wholes>, Failure> {
        self.wholes.as_mut().ok_or(Failure::Unfit)
    }

    /// The engine of single parts.
    pub(crate) fn values(&mut self) -> Result<&mut Box<dyn Values>, Failure> {
        self.values.as_mut().ok_or(Failure::Unfit)
    }
}

/// The smallest engine over packed positions of so many words.
macro_rules! sized {
    ($words:expr, $n:ident => $make:expr) => {
        match $words {
            1 => {
                const $n: usize = 1;
                Some($make)
            }
            2 => {
                const $n: usize = 2;
                Some($make)
            }
            3..=4 => {
                const $n: usize = 4;
                Some($make)
            }
            5..=8 => {
                const $n: usize = 8;
                Some($make)
            }
            9..=16 => {
                const $n: usize = 16;
                Some($make)
            }
            _ => None,
        }
    };
}

fn values(core: Arc<Core>, codec: Codec) -> Option<Box<dyn Values>> {
    let weight = Weight::of(core.game.facts().measure.as_ref(), core.program.layout());
    sized!(codec.words(), N => Box::new(Nimbers::packed(Single::<N> { core, codec, weight }).every_core()))
}

fn one(core: Arc<Core>, codec: Codec) -> Option<Box<dyn Wholes>> {
    sized!(codec.words(), N => Box::new(Whole::new(One::<N> { core, codec })))
}

fn several(
    core: Arc<Core>,
    codec: Codec,
    extra: &[u32],
    parts: usize,
    room: Room,
) -> Option<Box<dyn Wholes>> {
    let rules = core.game.rules();
    // Endings by a rule look at the whole position, of which a program knows one part.
    if codec.words() > 1 || core.program.has_endings() || rules.block.is_some() {
        return None;
    }
    let drops = !rules.uses.turn;
    let splits = core.game.facts().splits;
    let bits = codec.bits();
    let wanted = if splits { 4 * parts + 12 } else { parts } * if room == Room::Wide { 2 } else { 1 };
    let words =
        (1..=16).find(|&words| Many::new(bits, extra, words).is_some_and(|m| m.places() >= wanted))?;
    sized!(words, N => {
        let many = Many::new(bits, extra, N)?;
        Box::new(Whole::new(Several::<N> { core, codec, many, drops }))
    })
}

/// How many elements the sets of a game can have, by field, where the facts say.
pub(crate) fn most_elements(game: &Game, starts: &[&Part]) -> Vec<Option<usize>> {
    let most = |(f, growth): (usize, &Growth)| {
        let values: Vec<&Value> = starts.iter().filter_map(|part| part.get(f)).collect();
        growth.most_elements(&values)
    };
    game.facts().space.growth.iter().enumerate().map(most).collect()
}

/// The part with rows of twice the length, where their length is not part of the rules.
fn longer(rules: &Rules, part: &Part) -> Part {
    let fields = rules.shape.fields.iter().zip(part);
    let twice = |(field, v): (&Field, &Value)| match v {
        _ if !field.size.is_empty() || field.kind == FieldKind::Number || field.kind == FieldKind::Grid => {
            v.clone()
        }
        Value::List(items) => Value::list([items.as_slice(), items.as_slice()].concat()),
        Value::Text(t) => Value::text(&t.repeat(2)),
        other => other.clone(),
    };
    fields.map(twice).collect()
}
