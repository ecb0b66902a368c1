//! Definitions that call themselves, in claims: `g(n) = n div 2 if n mod 2 = 0, g(n div 2) otherwise`.
//!
//! Where the calls cannot be written out, what a call gives is a term of the statement, and the definition becomes a
//! statement about its own graph. A set of pairs that satisfies it, with calls for smaller numbers only, is the graph, by
//! induction. A definition may give nothing for some numbers, because it never ends there; so a term is one more than the
//! value, and 0 says that there is none. Conditions in which such a value stands hold only where there is one.

use super::claims::{Statement, Term, TermKind, Terms};
use super::derive::Derivation;
use super::number::Num;
use super::outside::{Outside, Stop, Why};
use super::reader::{Origin, Reader, Sym};
use super::{Affine, Formula};
use bouton_core::{Core, Kind};
use bouton_language::span::Span;

/// Calls that are terms: of definitions that are being read already.
#[derive(Clone, Debug, Default)]
pub(super) struct Calls {
    /// The definitions that are being read, from the outside in.
    pub(super) active: Vec<usize>,
    /// A definition that is read modulo a number.
    modulo: Option<(usize, i64)>,
}

/// Reads with definitions written out, and with calls as terms where that has no end.
pub(super) fn written_out_or_not<T>(
    mut read: impl FnMut(Option<Calls>) -> Result<T, Outside>,
) -> Result<T, Outside> {
    match read(None) {
        Err(Outside { why: Why::Recursion(_), .. }) => read(Some(Calls::default())),
        other => other,
    }
}

/// What a definition of one number says of its graph: the variable after the coordinates of a position is the number, the
/// one behind it the value (its remainder by `modulus`, unless that is 0).
pub fn definition(core: &Core, define: usize, modulus: i64) -> Result<Statement, Outside> {
    let span = core.shape.span;
    let Some(own) = core.defines.get(define).filter(|d| d.arity == 1) else {
        return Err(Outside { span, why: Why::MayFail });
    };
    let span = own.body.span;
    let recursion = || Stop::new(span, Why::Recursion(own.name.clone()));
    let mut game = Derivation::new(core)?;
    let d = game.shape.coordinates.len();
    let cases = game.read(span, |reader, _, _| {
        reader.terms = Some(Terms::default());
        let modulo = (modulus > 0).then_some((define, modulus));
        reader.calls = Some(Calls { active: vec![define], modulo });
        let argument = Num::Lin(Affine::variable(reader.fresh(Origin::Derived)));
        let value = reader.fresh(Origin::Derived);
        reader.fields.clear();
        reader.locals = vec![None; own.locals.max(1)];
        reader.locals[0] = Some(Sym::Num(argument));
        let body = reader.number(&own.body)?;
        let mut equals = Vec::new();
        for (holds, form) in body.cases()? {
            let rest = form.plus(-1, &Affine::variable(value))?;
            let is = if modulus > 0 { Formula::multiple(rest, modulus) } else { Formula::zero(rest) };
            equals.push(Formula::all([holds, is]));
        }
        let Terms { list, links } = reader.terms.take().unwrap_or_default();
        let mut whole = Formula::any(equals);
        if modulus > 0 {
            let reduced = |t: &&Term| t.kind == TermKind::Defined { define, modulus };
            let values: Vec<usize> = list.iter().filter(reduced).map(|t| t.value).collect();
            let all = Formula::all(links.iter().cloned().chain([whole.clone()]));
            if !only_modulo(&all, &values, modulus) {
                return Err(recursion());
            }
            let below = Formula::at_least_zero(Affine::new(&[(value, -1)], modulus - 1));
            whole = Formula::all([whole, below]);
        }
        let whole = Formula::all(links.into_iter().chain([whole]));
        Ok((reader.close(whole)?, list))
    })?;
    Statement::of(cases, d + 2, span)
}

/// Do some variables stand in congruences only, for which their remainder is enough?
fn only_modulo(f: &Formula, variables: &[usize], modulus: i64) -> bool {
    match f {
        Formula::All(list) | Formula::Any(list) => list.iter().all(|f| only_modulo(f, variables, modulus)),
        Formula::Not(f) | Formula::Exists(_, f) => only_modulo(f, variables, modulus),
        Formula::Multiple(_, m) if modulus % m == 0 => true,
        Formula::Multiple(form, _) | Formula::AtLeastZero(form) | Formula::Zero(form) => {
            variables.iter().all(|v| form.coefficient(*v) == 0)
        }
    }
}

/// Conditions in which the value of a definition stands hold only where it gives one.
pub(super) fn gated(f: Formula, terms: &[Term], span: Span) -> Result<Formula, Outside> {
    let defined = terms.iter().filter(|t| matches!(t.kind, TermKind::Defined { .. }));
    let values: Vec<usize> = defined.map(|t| t.value).collect();
    if values.is_empty() {
        return Ok(f);
    }
    gate(f, &values).ok_or(Outside { span, why: Why::Many })
}

fn gate(f: Formula, values: &[usize]) -> Option<Formula> {
    let each = |list: Vec<Formula>| list.into_iter().map(|f| gate(f, values)).collect::<Option<Vec<_>>>();
    Some(match f {
        Formula::All(list) => Formula::all(each(list)?),
        Formula::Any(list) => Formula::any(each(list)?),
        Formula::Exists(v, f) => Formula::exists(v, gate(*f, values)?),
        literal => {
            let met: Vec<usize> = literal.free().into_iter().filter(|v| values.contains(v)).collect();
            // Below a negation of a quantifier the condition would turn round.
            if !met.is_empty() && matches!(&literal, Formula::Not(g) if matches!(**g, Formula::Exists(..))) {
                return None;
            }
            let there = |v: usize| Formula::at_least_zero(Affine::new(&[(v, 1)], -1));
            Formula::all([literal].into_iter().chain(met.into_iter().map(there)))
        }
    })
}

impl Reader<'_> {
    /// What a definition that is being read gives for another number; `None` where the call can be written out.
    pub(super) fn recursive_call(
        &mut self,
        define: usize,
        args: &[bouton_core::Term],
    ) -> Result<Option<Num>, Stop> {
        let Some(calls) = &self.calls else { return Ok(None) };
        let [argument] = args else { return Ok(None) };
        if !calls.active.contains(&define) {
            return Ok(None);
        }
        let modulus = calls.modulo.filter(|m| m.0 == define).map_or(0, |m| m.1);
        let n = self.number(argument)?;
        if n.as_int().is_some() { Ok(None) } else { self.defined(define, modulus, &n) }
    }

    /// `f(n) mod q` of a definition that calls itself.
    pub(super) fn recursive_remainder(
        &mut self,
        a: &bouton_core::Term,
        b: &bouton_core::Term,
    ) -> Result<Option<Num>, Stop> {
        let (Some(_), Kind::Define(define, args)) = (&self.calls, &a.kind) else { return Ok(None) };
        let [argument] = args.as_slice() else { return Ok(None) };
        let Some(q) = self.number(b)?.as_int().filter(|q| *q > 0) else { return Ok(None) };
        // Does it call itself? Then there is a term.
        let size = |terms: &Option<Terms>| terms.as_ref().map_or((0, 0), |t| (t.list.len(), t.links.len()));
        let (terms, links) = size(&self.terms);
        self.eval(a)?;
        let Some(met) = &mut self.terms else { return Ok(None) };
        let own = |t: &Term| matches!(t.kind, TermKind::Defined { define: d, .. } if d == *define);
        let calls = met.list[terms..].iter().any(own);
        met.list.truncate(terms);
        met.links.truncate(links);
        if !calls {
            return Ok(None);
        }
        let n = self.number(argument)?;
        self.defined(*define, q, &n)
    }

    fn defined(&mut self, define: usize, modulus: i64, n: &Num) -> Result<Option<Num>, Stop> {
        let value = self.term(TermKind::Defined { define, modulus }, std::slice::from_ref(n))?;
        value.map(|v| v.minus(&Num::int(1))).transpose()
    }
}
