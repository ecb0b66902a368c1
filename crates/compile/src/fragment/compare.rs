//! Comparisons: equal, less, in a range.

use super::Formula;
use super::number::Num;
use super::outside::{Stop, Why};
use super::reader::{Reader, Sym};
use bouton_core::{Range, Relation, Term};
use bouton_language::span::Span;
use bouton_language::value::Value;

impl Reader<'_> {
    pub(super) fn compare(&mut self, relation: Relation, a: &Term, b: &Term) -> Result<Formula, Stop> {
        let (x, y) = (self.eval(a)?, self.eval(b)?);
        match relation {
            Relation::Eq => equal(&x, &y, b.span),
            Relation::Ne => Ok(equal(&x, &y, b.span)?.negated()),
            Relation::Lt | Relation::Le => order(relation == Relation::Lt, &x, &y, b.span),
        }
    }

    /// Is the value in the range? `choose`: a single number is a range of itself, and named sets begin at 1.
    pub(super) fn is_in(&mut self, x: &Sym, range: &Range, at: Span, choose: bool) -> Result<Formula, Stop> {
        let all = match range {
            Range::Between(from, to) => {
                let Sym::Num(x) = x else { return Ok(Formula::no()) };
                let from = from.as_ref().map_or(Ok(Num::int(0)), |e| self.number(e))?;
                let above = x.minus(&from)?.at_least_zero();
                let below = match to {
                    Some(e) => self.number(e)?.minus(x)?.at_least_zero(),
                    None => Formula::yes(),
                };
                return Ok(Formula::all([above, below]));
            }
            Range::Of(e) => self.eval(e)?,
        };
        match (&all, x.constant()) {
            (Sym::List(items) | Sym::Set(items), _) => {
                Ok(Formula::any(items.iter().map(|v| equal(x, v, at)).collect::<Result<Vec<_>, _>>()?))
            }
            (Sym::Const(Value::Known(set)), Some(Value::Int(i))) => {
                Ok(Formula::truth(set.contains(i) && !(choose && i == 0)))
            }
            (Sym::Const(Value::Known(set)), _) => {
                let found = if let Sym::Num(n) = x { self.member(n, *set)? } else { None };
                found.ok_or(Stop::new(at, Why::Set(set.name())))
            }
            (Sym::Const(Value::Graph(g)), _) => {
                let nodes = g.nodes().iter().map(|v| equal(x, &Sym::of(v), at));
                Ok(Formula::any(nodes.collect::<Result<Vec<_>, _>>()?))
            }
            (Sym::Const(Value::Text(t)), Some(Value::Text(part))) => Ok(Formula::truth(t.contains(&*part))),
            (Sym::Num(_), _) if choose => equal(x, &all, at),
            _ => Err(Stop::new(at, Why::Kind)),
        }
    }
}

/// When two values are equal; values of different kinds never are.
pub(super) fn equal(a: &Sym, b: &Sym, span: Span) -> Result<Formula, Stop> {
    Ok(match (a, b) {
        (Sym::Num(x), Sym::Num(y)) => x.minus(y)?.zero()?,
        (Sym::Bool(f), Sym::Bool(g)) => Formula::any([
            Formula::all([f.clone(), g.clone()]),
            Formula::all([f.clone().negated(), g.clone().negated()]),
        ]),
        (Sym::List(x), Sym::List(y)) if x.len() == y.len() => {
            Formula::all(x.iter().zip(y).map(|(x, y)| equal(x, y, span)).collect::<Result<Vec<_>, _>>()?)
        }
        (Sym::Set(_), Sym::Set(_)) => match (a.constant(), b.constant()) {
            (Some(x), Some(y)) => Formula::truth(x == y),
            _ => return Err(Stop::new(span, Why::Kind)),
        },
        (Sym::Const(x), Sym::Const(y)) => Formula::truth(x == y),
        _ => Formula::no(),
    })
}

fn order(strict: bool, a: &Sym, b: &Sym, span: Span) -> Result<Formula, Stop> {
    let (Sym::Num(x), Sym::Num(y)) = (a, b) else {
        let (Some(x), Some(y)) = (a.constant(), b.constant()) else { return Err(Stop::new(span, Why::Kind)) };
        return Ok(Formula::truth(if strict { x < y } else { x <= y }));
    };
    Ok(y.minus(x)?.plus(&Num::int(-i64::from(strict)))?.at_least_zero())
}
