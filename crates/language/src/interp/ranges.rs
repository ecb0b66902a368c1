//! Ranges: walking through their values one by one, and asking whether a value is among them.
//!
//! Asking never lists: `k in 1..10**100` and `d in compositions(n, m)` are answered by looking at the value.

use super::access::{letter, letters};
use super::arith;
use super::context::{Cx, Flow, Visit};
use super::error::{Error, Kind, Problem};
use super::known;
use crate::rules::{Builtin, Expr, ExprKind, RangeExpr};
use crate::span::Span;
use crate::value::Value;
use num_bigint::BigInt;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Who asks whether a value is in a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// `in` as a comparison: a string may be part of a string.
    Ask,
    /// A choice or a domain: exactly the values that walking would give; infinite sets begin at 1.
    Choose,
}

impl<'a> Cx<'a> {
    /// Visits the values of a range in order. `upto` bounds a range without an end; `distinct` leaves out
    /// repetitions in lists, because a choice is its value.
    pub(crate) fn walk(
        &mut self,
        fields: &[Value],
        range: &RangeExpr,
        upto: Option<&Expr>,
        distinct: bool,
        f: Visit<'_, 'a>,
    ) -> Flow {
        match range {
            RangeExpr::Between(from, to) => {
                let lo = match from {
                    None => Value::Int(0),
                    Some(e) => self.number(fields, e)?,
                };
                let Some(end) = to.as_ref().or(upto) else {
                    let span = from.as_ref().map_or_else(Span::default, |e| e.span);
                    return Err(Error::new(span, Problem::NoUpperEnd).into());
                };
                let hi = self.number(fields, end)?;
                self.count_up(&lo, &hi, end.span, f)
            }
            RangeExpr::Of(e) => match &e.kind {
                ExprKind::Call(generator, args) if generator.is_generator() => {
                    self.generate(fields, *generator, args, e.span, f)
                }
                ExprKind::Index(base, indices) => match (self.graph(base), &indices[..]) {
                    (Some(g), [node]) => {
                        let v = self.eval(fields, node)?;
                        let Some(place) = g.place(&v) else {
                            let base = self.source(base.span);
                            let problem = Problem::NotANode { base, node: v.to_string() };
                            return Err(Error::new(e.span, problem).into());
                        };
                        for &head in g.near(place) {
                            self.tick(1, e.span)?;
                            f(self, g.node(head as usize))?;
                        }
                        Ok(())
                    }
                    _ => self.walk_value(fields, e, upto, distinct, f),
                },
                _ => self.walk_value(fields, e, upto, distinct, f),
            },
        }
    }

    /// The graph that an expression names, if it does.
    fn graph(&self, e: &Expr) -> Option<Arc<crate::graph::Graph>> {
        let v = match &e.kind {
            ExprKind::Param(i) => self.interp.params.get(*i)?,
            ExprKind::Const(v) => v,
            _ => return None,
        };
        match v {
            Value::Graph(g) => Some(g.clone()),
            _ => None,
        }
    }

    fn walk_value(
        &mut self,
        fields: &[Value],
        e: &Expr,
        upto: Option<&Expr>,
        distinct: bool,
        f: Visit<'_, 'a>,
    ) -> Flow {
        match self.eval(fields, e)? {
            Value::Set(items) => self.each(&items, false, e.span, f),
            Value::List(items) => self.each(&items, distinct, e.span, f),
            Value::Graph(g) => {
                for place in 0..g.len() {
                    self.tick(1, e.span)?;
                    f(self, g.node(place))?;
                }
                Ok(())
            }
            Value::Text(t) => {
                let items: Vec<Value> = t.chars().map(letter).collect();
                self.each(&items, distinct, e.span, f)
            }
            Value::Known(set) => {
                let Some(end) = upto else { return Err(Error::new(e.span, Problem::NoUpperEnd).into()) };
                let bound = self.integer(fields, end)?;
                let mut walk = known::Walk::new(set);
                while let Some(v) = walk.next(&bound).map_err(|p| Error::new(e.span, p))? {
                    self.tick(1, e.span)?;
                    if let Value::Big(_) = v
                        && !self.exact
                    {
                        return Err(Error::new(e.span, Problem::Overflow { op: set.name() }).into());
                    }
                    f(self, v)?;
                }
                Ok(())
            }
            single @ (Value::Int(_) | Value::Big(_) | Value::Bool(_)) => f(self, single),
        }
    }

    fn each(&mut self, items: &[Value], distinct: bool, span: Span, f: Visit<'_, 'a>) -> Flow {
        // A rising list repeats nothing; only others need to remember what was seen.
        let mut seen = (distinct && !items.is_sorted_by(|a, b| a < b)).then(FxHashSet::default);
        for v in items {
            self.tick(1, span)?;
            if let Some(seen) = &mut seen
                && !seen.insert(v)
            {
                continue;
            }
            f(self, v.clone())?;
        }
        Ok(())
    }

    /// Visits lo, lo + 1, …, hi.
    pub(crate) fn count_up(&mut self, lo: &Value, hi: &Value, span: Span, f: Visit<'_, 'a>) -> Flow {
        match (lo, hi) {
            (&Value::Int(lo), &Value::Int(hi)) => {
                for i in lo..=hi {
                    self.tick(1, span)?;
                    f(self, Value::Int(i))?;
                }
                Ok(())
            }
            _ if lo > hi => Ok(()),
            _ if !self.exact => Err(Error::new(span, Problem::Overflow { op: ".." }).into()),
            _ => {
                let (Some(mut i), Some(hi)) = (lo.to_big(), hi.to_big()) else { return Ok(()) };
                while i <= hi {
                    self.tick(1, span)?;
                    f(self, Value::big(i.clone()))?;
                    i += 1;
                }
                Ok(())
            }
        }
    }

    /// A number, small or large.
    pub(crate) fn number(&mut self, fields: &[Value], e: &Expr) -> Result<Value, Error> {
        let v = self.eval(fields, e)?;
        if v.is_int() { Ok(v) } else { Err(Error::wrong(e.span, Kind::Number, &v)) }
    }

    /// A range with its ends worked out, as a person reads it.
    pub(crate) fn between(
        &mut self,
        fields: &[Value],
        (from, to): (&Option<Expr>, &Option<Expr>),
    ) -> Result<String, Error> {
        let lo = from.as_ref().map(|e| self.number(fields, e)).transpose()?;
        let hi = to.as_ref().map(|e| self.number(fields, e)).transpose()?;
        Ok(ends(&lo.unwrap_or(Value::Int(0)), hi.as_ref()))
    }

    /// Is `v` in the range?
    pub(crate) fn is_in(
        &mut self,
        fields: &[Value],
        v: &Value,
        range: &RangeExpr,
        mode: Mode,
    ) -> Result<bool, Error> {
        match range {
            RangeExpr::Between(from, to) => {
                if !v.is_int() {
                    return Ok(false);
                }
                let above = match from {
                    Some(e) => self.number(fields, e)? <= *v,
                    None => Cx::is_natural(v),
                };
                Ok(above
                    && match to {
                        Some(e) => *v <= self.number(fields, e)?,
                        None => true,
                    })
            }
            RangeExpr::Of(e) => {
                if let ExprKind::Call(function, args) = &e.kind
                    && let Some(answer) = self.could_give(fields, *function, args, v)?
                {
                    return Ok(answer);
                }
                let all = self.eval(fields, e)?;
                contains(&all, v, mode).map_err(|p| Error::new(e.span, p))
            }
        }
    }

    /// Would this function list `v`? Answered by looking at `v`; `None` where only listing tells.
    fn could_give(
        &mut self,
        fields: &[Value],
        function: Builtin,
        args: &[Expr],
        v: &Value,
    ) -> Result<Option<bool>, Error> {
        let lists = function == Builtin::Divisors || function.is_generator();
        if !lists || matches!(function, Builtin::Lines | Builtin::Regions) {
            return Ok(None);
        }
        let given = self.values(fields, args)?;
        if let Value::List(items) = v {
            self.tick(items.len() as u64, args.first().map_or_else(Span::default, |a| a.span))?;
        }
        Ok(super::generators::would_give(function, &given, v))
    }
}

/// `1..9`, or `1..` where there is no end.
pub(crate) fn ends(lo: &Value, hi: Option<&Value>) -> String {
    format!("{lo}..{}", hi.map_or_else(String::new, Value::to_string))
}

/// Is `v` an element of the collection?
pub(crate) fn contains(all: &Value, v: &Value, mode: Mode) -> Result<bool, Problem> {
    match all {
        Value::Set(items) => Ok(items.binary_search(v).is_ok()),
        Value::List(items) => Ok(items.contains(v)),
        Value::Graph(g) => Ok(g.contains(v)),
        Value::Known(set) => {
            // As choices, squares begin at 1.
            if mode == Mode::Choose && *v == Value::Int(0) {
                return Ok(false);
            }
            known::contains(*set, v)
        }
        Value::Text(t) => match v {
            Value::Text(part) if mode == Mode::Ask => Ok(t.contains(&**part)),
            Value::Text(one) => Ok(letters(one) == 1 && t.contains(&**one)),
            _ => Ok(false),
        },
        single if mode == Mode::Choose => Ok(single == v),
        other => Err(Problem::wrong(Kind::Collection, other)),
    }
}

/// The sum of a list of naturals; `None` if anything else is in it.
pub(crate) fn sum_of_naturals(items: &[Value]) -> Option<BigInt> {
    items
        .iter()
        .try_fold(BigInt::from(0), |sum, v| if Cx::is_natural(v) { Some(sum + v.to_big()?) } else { None })
}

/// The numbers of a list as small naturals.
pub(crate) fn small_naturals(items: &[Value]) -> Option<Vec<i64>> {
    items.iter().map(|v| v.as_int().filter(|i| *i >= 0)).collect()
}

/// The most elements a collection may have, as an error.
pub(crate) fn too_long(span: Span) -> Error {
    Error::new(span, Problem::TooLong { most: arith::MOST_ELEMENTS })
}
