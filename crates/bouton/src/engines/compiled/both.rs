//! The moves of both players from packed parts, for whoever computes values of partizan games.

use super::bounds::{Bounds, Room};
use super::codec::{Codec, Packed};
use super::ending::Near;
use super::form::Form;
use super::game::{Core, Fault};
use super::{longer, most_elements};
use crate::engines::whole::Work;
use crate::game::Game;
use crate::value::rules::{Failed, PartValues, Sides, Signed};
use bouton_compile::program::{Backend, Layout, Program};
use bouton_language::interp::{Part, Turn};
use bouton_values::{Value, Values};
use std::ops::ControlFlow;
use std::sync::Arc;

/// What is asked of parts whose size is hidden.
pub(crate) trait Worths: Send {
    /// The value of a part.
    fn value(&mut self, part: &Part, values: &mut Values) -> Result<Value, Failed>;
    /// Parts stored.
    fn positions(&self) -> usize;
    /// The memory taken.
    fn bytes(&self) -> usize;
}

/// Packed parts and the moves of both players.
struct Both<const N: usize> {
    core: Core,
    codec: Codec,
}

impl<const N: usize> Sides for Both<N> {
    type Part = Packed<N>;

    fn keys(&self, part: &Part, keys: &mut Vec<Signed<Packed<N>>>) -> Result<(), Failed> {
        let words = self.core.words(part).map_err(|_| Failed::Unfit)?;
        keys.push(self.codec.pack(&words, &[]).ok_or(Failed::Unfit)?.into());
        Ok(())
    }

    fn part(&self, key: &Packed<N>) -> Option<Part> {
        Some(self.core.part(&self.codec, key))
    }

    fn options(
        &self,
        key: &Packed<N>,
        mover: usize,
        parts: &mut Vec<Signed<Packed<N>>>,
        ends: &mut Vec<u32>,
    ) -> Result<(), Failed> {
        let width = self.core.program.layout().width().max(1);
        let listed = self.core.unpacked(&self.codec, key, |words, room| {
            self.core.moves(words, room, Turn { mover, turn: 0 }, |options, _, _| {
                for option in options.chunks(width) {
                    parts.push(self.codec.pack(option, &[]).ok_or(Fault::Unfit)?.into());
                }
                ends.push(parts.len() as u32);
                Ok(ControlFlow::Continue(()))
            })
        });
        match listed {
            Ok(_) => Ok(()),
            Err(Fault::Unfit) => Err(Failed::Unfit),
            Err(Fault::Halted(halt)) => Err(Failed::Halted(halt)),
        }
    }
}

impl<G: Sides + Send> Worths for PartValues<G>
where
    G::Part: Send,
{
    fn value(&mut self, part: &Part, values: &mut Values) -> Result<Value, Failed> {
        self.of(part, values)
    }

    fn positions(&self) -> usize {
        self.count()
    }

    fn bytes(&self) -> usize {
        self.memory()
    }
}

/// The values of a game's parts by compiled rules with room for this one; `None` where they cannot be compiled.
pub(crate) fn worths(game: &Game, part: &Part, room: Room, work: Arc<Work>) -> Option<Box<dyn Worths>> {
    let rules = game.rules();
    let roomy = if room == Room::Tight { Vec::new() } else { vec![longer(rules, part)] };
    let starts: Vec<&Part> = std::iter::once(part).chain(&roomy).collect();
    let layout = Layout::covering(game.core(), &starts, &most_elements(game, &starts)).ok()?;
    let bounds = Bounds::of(game, &layout, std::slice::from_ref(part), room)?;
    let form = Form::of(rules, &layout);
    let program = Program::new(game.core(), layout, Backend::Warming).ok()?;
    let core = Core {
        game: game.clone(),
        program,
        form,
        work,
        with_mover: true,
        with_turn: false,
        near: Near::default(),
    };
    let codec = Codec::new(&bounds, &[]);
    Some(match codec.words() {
        1 => Box::new(PartValues::new(Both::<1> { core, codec })),
        2 => Box::new(PartValues::new(Both::<2> { core, codec })),
        3..=4 => Box::new(PartValues::new(Both::<4> { core, codec })),
        5..=8 => Box::new(PartValues::new(Both::<8> { core, codec })),
        9..=16 => Box::new(PartValues::new(Both::<16> { core, codec })),
        _ => return None,
    })
}
