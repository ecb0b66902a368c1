//! Ranges: what a variable runs over, and whether a value is among them.

use super::expr::negated;
use super::{Lower, Lowered, cannot};
use crate::ir::{E, Helper, Item, K, Over, Rel, Ty};
use crate::wrong::What;
use bouton_language::rules::{Expr, RangeExpr};
use bouton_language::value::KnownSet;

/// So many values of a set are compared one by one.
const FEW: usize = 4;

impl Lower<'_> {
    /// What a variable runs over; `upto` bounds what has no end.
    pub(crate) fn over(&mut self, range: &RangeExpr, upto: Option<&Expr>) -> Lowered<Over> {
        match range {
            RangeExpr::Between(from, to) => {
                let lo = match from {
                    Some(e) => self.number(e)?,
                    None => E::int(0),
                };
                let Some(end) = to.as_ref().or(upto) else {
                    return cannot(What::Endless, from.as_ref().map_or(self.rules.shape.span, |e| e.span));
                };
                Ok(Over::Range(lo, self.number(end)?))
            }
            RangeExpr::Of(e) => {
                if let Some(set) = self.known(e) {
                    let Some(end) = upto else { return cannot(What::Endless, e.span) };
                    let end = self.number(end)?;
                    return Ok(Over::All(E::help(up_to(set), vec![end], Ty::list(Ty::Int(true)))));
                }
                let all = self.expr(e)?;
                Ok(match (&all.ty, all.kind) {
                    (Ty::Graph(of), kind) => {
                        let (ty, list) = (all.ty.clone(), Ty::List(of.clone()));
                        Over::All(E::help(Helper::Nodes, vec![E { kind, ty }], list))
                    }
                    // A number or yes and no stand for themselves.
                    (Ty::Int(_) | Ty::Bool | Ty::Char, kind) => {
                        let (ty, list) = (all.ty.clone(), Ty::list(all.ty.clone()));
                        Over::All(E { kind: K::List(vec![Item::One(E { kind, ty })]), ty: list })
                    }
                    // Nothing but one stretch of numbers.
                    (_, K::List(items)) if matches!(items.as_slice(), [Item::Range(..)]) => {
                        match items.into_iter().next() {
                            Some(Item::Range(lo, hi)) => Over::Range(lo, hi),
                            _ => return cannot(What::Place, e.span),
                        }
                    }
                    (_, kind) => Over::All(E { kind, ty: all.ty.clone() }),
                })
            }
        }
    }

    /// Is a value in a range? `ask` for the comparison `in`, where strings may be parts of strings.
    pub(crate) fn inside(&mut self, x: &E, range: &RangeExpr, ask: bool) -> Lowered<E> {
        let no = || E::truth(false);
        match range {
            RangeExpr::Between(from, to) => {
                if !x.ty.is_int() {
                    return Ok(no());
                }
                let lo = match from {
                    Some(e) => self.number(e)?,
                    None => E::int(0),
                };
                let mut conds = Vec::new();
                if !(x.natural() && matches!(&lo.kind, K::Int(n) if *n <= 0.into())) {
                    conds.push(E::cmp(Rel::Le, lo, x.clone()));
                }
                if let Some(e) = to {
                    let hi = self.number(e)?;
                    conds.push(E::cmp(Rel::Le, x.clone(), hi));
                }
                Ok(E::all(conds).unwrap_or(E::truth(true)))
            }
            RangeExpr::Of(e) => {
                if let Some(set) = self.known(e) {
                    let is = E::help(member(set), vec![x.clone()], Ty::Bool);
                    if ask || set != KnownSet::Squares {
                        return Ok(is);
                    }
                    let some = E::cmp(Rel::Gt, x.clone(), E::int(0));
                    return Ok(E { kind: K::And(vec![some, is]), ty: Ty::Bool });
                }
                let all = self.expr(e)?;
                self.among(x, all, ask, e)
            }
        }
    }

    fn among(&mut self, x: &E, all: E, ask: bool, e: &Expr) -> Lowered<E> {
        let span = e.span;
        let no = E::truth(false);
        match (&all.ty, &all.kind) {
            (Ty::Text, _) => match &x.ty {
                Ty::Char if !ask => Ok(E::help(Helper::Contains, vec![all, x.clone()], Ty::Bool)),
                Ty::Char | Ty::Text if ask => {
                    let x = self.coerce(x.clone(), &Ty::Text, span)?;
                    Ok(E::help(Helper::ContainsText, vec![all, x], Ty::Bool))
                }
                _ => Ok(no),
            },
            (Ty::Graph(of), _) => match of.join(&x.ty) {
                Some(_) => {
                    let of = (**of).clone();
                    let x = self.coerce(x.clone(), &of, span)?;
                    Ok(E::help(Helper::IsNode, vec![all, x], Ty::Bool))
                }
                None => Ok(no),
            },
            (Ty::List(of) | Ty::Set(of), K::List(items) | K::Set(items))
                if simple(x) && items.len() <= FEW =>
            {
                if of.join(&x.ty).is_none() {
                    return Ok(no);
                }
                let mut any = Vec::new();
                for item in items {
                    any.push(match item {
                        Item::One(v) => self.related(Rel::Eq, x.clone(), v.clone(), span)?,
                        Item::Range(lo, hi) => {
                            let conds = vec![
                                E::cmp(Rel::Le, lo.clone(), x.clone()),
                                E::cmp(Rel::Le, x.clone(), hi.clone()),
                            ];
                            E { kind: K::And(conds), ty: Ty::Bool }
                        }
                    });
                }
                Ok(E::some(any))
            }
            (Ty::List(of) | Ty::Set(of), _) => {
                let Some(joined) = of.join(&x.ty) else { return Ok(no) };
                let ty = if matches!(all.ty, Ty::List(_)) {
                    Ty::list(joined.clone())
                } else {
                    Ty::set(joined.clone())
                };
                let all = self.coerce(all, &ty, span)?;
                let x = self.coerce(x.clone(), &joined, span)?;
                Ok(E::help(Helper::Contains, vec![all, x], Ty::Bool))
            }
            (Ty::Int(_) | Ty::Bool | Ty::Char, _) if !ask => self.related(Rel::Eq, x.clone(), all, span),
            (Ty::Unknown, _) => Ok(negated(no)),
            _ => cannot(What::Mixed, span),
        }
    }
}

/// Does it cost nothing to write it twice?
fn simple(e: &E) -> bool {
    match &e.kind {
        K::Var(_) | K::Field(_) | K::Param(_) | K::Int(_) | K::Mover | K::Opponent | K::Turn => true,
        K::Bin(_, a, b, _) => simple(a) && simple(b),
        K::Index(a, i) => simple(a) && simple(i),
        K::Help(Helper::FloorMod, args) => args.iter().all(simple),
        _ => false,
    }
}

fn up_to(set: KnownSet) -> Helper {
    match set {
        KnownSet::Fibonacci => Helper::FibonacciTo,
        KnownSet::Primes => Helper::PrimesTo,
        KnownSet::Squares => Helper::SquaresTo,
        KnownSet::Powers2 => Helper::Powers2To,
        KnownSet::Factorials => Helper::FactorialsTo,
    }
}

fn member(set: KnownSet) -> Helper {
    match set {
        KnownSet::Fibonacci => Helper::IsFibonacci,
        KnownSet::Primes => Helper::IsPrime,
        KnownSet::Squares => Helper::IsSquare,
        KnownSet::Powers2 => Helper::IsPower2,
        KnownSet::Factorials => Helper::IsFactorial,
    }
}
