//! Claims as conditions of linear arithmetic.

use super::derive::Derivation;
use super::number::Num;
use super::outside::Stop;
use super::outside::{Outside, Why};
use super::reader::Sym;
use super::{Affine, Formula};
use bouton_language::rules::{Expr, ExprKind, Rules};
use bouton_language::value::Value;

/// A number claimed for every position: where the claim says something, and the graph of what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// Where the claim says something: over the coordinates.
    pub defined: Formula,
    /// The variable after the coordinates is the number.
    pub equals: Formula,
}

/// A condition on positions, over the coordinates of the fragment. `locals` is the size of its frame.
pub fn condition(rules: &Rules, params: &[Value], e: &Expr, locals: usize) -> Result<Formula, Outside> {
    Derivation::new(rules, params)?.condition(e, locals)
}

/// A number that depends on the position, as a set of pairs: the variable after the coordinates is the number. Where no
/// case of the expression holds, nothing is said.
pub fn value(rules: &Rules, params: &[Value], e: &Expr, locals: usize) -> Result<Claimed, Outside> {
    let mut game = Derivation::new(rules, params)?;
    let d = game.shape.coordinates.len();
    let single = [(e.clone(), None)];
    let arms: &[(Expr, Option<Expr>)] = match &e.kind {
        ExprKind::Cases(arms) => arms,
        _ => &single,
    };
    let cases = game.read(e.span, |reader, _, given| {
        // The number itself stands first among the new unknowns.
        let g = Num::Lin(Affine::variable(reader.fresh(super::reader::Origin::Derived)));
        reader.locals = vec![None; locals];
        let (mut left, mut defined, mut equals) = (given, Vec::new(), Vec::new());
        for (value, cond) in arms {
            let holds = match cond {
                Some(c) => reader.truth(c)?,
                None => Formula::yes(),
            };
            let here = Formula::all([left.clone(), holds.clone()]);
            left = Formula::all([left, holds.negated()]);
            if super::logic::impossible(&here) {
                continue;
            }
            let Sym::Num(n) = reader.eval(value)? else { return Err(Stop::new(value.span, Why::Kind)) };
            let is = Formula::all([here.clone(), g.minus(&n)?.zero()?]);
            defined.push(reader.close(here)?);
            equals.push(reader.close(is)?);
        }
        Ok((Formula::any(defined), Formula::any(equals)))
    })?;
    let (defined, equals): (Vec<Formula>, Vec<Formula>) = cases.into_iter().unzip();
    let equals = Formula::any(equals).numbered(&mut Vec::new(), &mut (d + 1));
    Ok(Claimed { defined: game.tidy(Formula::any(defined)), equals })
}
