//! Claims with one remainder by a number that is not fixed, such as `n mod (m + 1)` where m is a number of the position. Linear arithmetic does not
//! have it; a variable stands for it here, and whoever decides the claim has to say what becomes of it when a move is made.

use super::Formula;
use super::derive::Derivation;
use super::number::Num;
use super::outside::{Outside, Stop};
use super::reader::{Origin, Reader};
use bouton_core::Core;
use bouton_language::rules::Expr;
use bouton_linear::Affine;

/// A remainder: of one form by another, both over the coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remainder {
    /// What is divided.
    pub of: Affine,
    /// By what.
    pub by: Affine,
}

/// A remainder that is read as a variable.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    variable: usize,
    met: Option<Remainder>,
}

/// A condition over the coordinates and, behind them, the remainder that it speaks of; `None` where it speaks of none.
pub fn condition_by_remainder(
    core: &Core,
    e: &Expr,
    locals: usize,
) -> Result<Option<(Formula, Remainder)>, Outside> {
    read(core, e, locals, 1, &|reader, e| reader.truth(e))
}

/// That a value is the second variable behind the coordinates; the first is the remainder.
pub fn value_by_remainder(
    core: &Core,
    e: &Expr,
    locals: usize,
) -> Result<Option<(Formula, Remainder)>, Outside> {
    read(core, e, locals, 2, &|reader, e| {
        let value = Num::Lin(Affine::variable(reader.value_variable()));
        value.minus(&reader.number(e)?)?.zero()
    })
}

type Read<'r> = dyn Fn(&mut Reader<'_>, &bouton_core::Term) -> Result<Formula, Stop> + 'r;

fn read(
    core: &Core,
    e: &Expr,
    locals: usize,
    variables: usize,
    what: &Read<'_>,
) -> Result<Option<(Formula, Remainder)>, Outside> {
    let e = core.term(e);
    let mut game = Derivation::new(core)?;
    let d = game.shape.coordinates.len();
    let mut met: Option<Remainder> = None;
    let cases = game.read(e.span, |reader, _, given| {
        for _ in 0..variables {
            reader.fresh(Origin::Derived);
        }
        reader.remainder = Some(Wanted { variable: d, met: met.clone() });
        reader.locals = vec![None; locals];
        let holds = what(reader, &e);
        met = reader.remainder.take().and_then(|w| w.met);
        reader.close(Formula::all([given, holds?]))
    })?;
    let formula = Formula::any(cases).numbered(&mut Vec::new(), &mut (d + variables));
    Ok(met.map(|remainder| (formula, remainder)))
}

impl Reader<'_> {
    /// Behind the variable of the remainder stands that of a value.
    fn value_variable(&self) -> usize {
        self.remainder.as_ref().map_or(0, |w| w.variable + 1)
    }

    /// A remainder by a number that is not fixed, where such is wanted: always the same.
    pub(super) fn open_remainder(&mut self, of: &Num, by: &Num) -> Option<Num> {
        let wanted = self.remainder.as_mut()?;
        let (Num::Lin(of), Num::Lin(by)) = (of, by) else { return None };
        let plain = |a: &Affine| a.variables().all(|v| v < wanted.variable);
        let this = Remainder { of: of.clone(), by: by.clone() };
        if !plain(of) || !plain(by) || wanted.met.as_ref().is_some_and(|met| *met != this) {
            return None;
        }
        wanted.met = Some(this);
        Some(Num::Lin(Affine::variable(wanted.variable)))
    }
}
