//! The built-in functions.
//!
//! `max` of nothing is 0 and `sum`, `xor`, `gcd` of nothing are 0 (the least natural number, and the neutral
//! elements); `min` of nothing is an error. `count` counts what is `yes`, and every element that is not yes/no.

use super::arith::{self, natural};
use super::context::{Cx, walked};
use super::error::{Error, Kind, Needs, Problem};
use super::generators::{self, items};
use super::ranges::too_long;
use crate::ast::BinaryOp;
use crate::rules::{Builtin, Expr};
use crate::span::Span;
use crate::value::Value;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use std::ops::ControlFlow;

/// A fold that takes one value after another.
pub(crate) struct Fold {
    function: Builtin,
    so_far: Option<Value>,
    count: i64,
}

impl Fold {
    pub(crate) fn new(function: Builtin) -> Fold {
        Fold { function, so_far: None, count: 0 }
    }

    /// Takes a value; says whether more are wanted.
    pub(crate) fn take(&mut self, v: &Value, exact: bool) -> Result<ControlFlow<()>, Problem> {
        let on = Ok(ControlFlow::Continue(()));
        match self.function {
            Builtin::Count => {
                self.count += i64::from(*v != Value::Bool(false));
                return on;
            }
            Builtin::Any | Builtin::All => {
                let Value::Bool(b) = v else {
                    return Err(Problem::wrong(Kind::YesNo, v));
                };
                if *b == (self.function == Builtin::Any) {
                    self.so_far = Some(v.clone());
                    return Ok(ControlFlow::Break(()));
                }
                return on;
            }
            _ => {}
        }
        if !v.is_int() {
            return Err(Problem::wrong(Kind::Number, v));
        }
        let next = match (self.so_far.take(), self.function) {
            (None, Builtin::Xor) => arith::binary(BinaryOp::Xor, &Value::Int(0), v, exact)?,
            (None, Builtin::Gcd) => arith::absolute(v, exact)?,
            (None, _) => v.clone(),
            (Some(a), Builtin::Min) => a.min(v.clone()),
            (Some(a), Builtin::Max) => a.max(v.clone()),
            (Some(a), Builtin::Xor) => arith::binary(BinaryOp::Xor, &a, v, exact)?,
            (Some(a), Builtin::Gcd) => match (a.to_big(), v.to_big()) {
                (Some(a), Some(b)) => Value::big(a.gcd(&b)),
                _ => a,
            },
            (Some(a), _) => arith::binary(BinaryOp::Add, &a, v, exact)?,
        };
        self.so_far = Some(next);
        on
    }

    /// The result.
    pub(crate) fn done(self) -> Result<Value, Problem> {
        match (self.function, self.so_far) {
            (Builtin::Count, _) => Ok(Value::Int(self.count)),
            (Builtin::Any, found) => Ok(Value::Bool(found.is_some())),
            (Builtin::All, found) => Ok(Value::Bool(found.is_none())),
            (_, Some(v)) => Ok(v),
            (Builtin::Min, None) => Err(Problem::EmptyMin),
            (_, None) => Ok(Value::Int(0)),
        }
    }
}

impl<'a> Cx<'a> {
    /// The value of a function.
    pub(crate) fn builtin(
        &mut self,
        fields: &[Value],
        function: Builtin,
        args: &[Expr],
        e: &Expr,
    ) -> Result<Value, Error> {
        let span = e.span;
        if function.is_generator() {
            let mut out = Vec::new();
            walked(
                self.generate(fields, function, args, span, &mut |cx, v| Ok(cx.push(&mut out, v, span)?)),
            )?;
            return Ok(Value::list(out));
        }
        let at = |p| Error::new(span, p);
        let [first, rest @ ..] = args else { return Err(at(Problem::EmptyMin)) };
        let x = self.eval(fields, first)?;
        match function {
            Builtin::Count if !rest.is_empty() => {
                let wanted = self.eval(fields, &rest[0])?;
                let all = items(&x).map_err(at)?;
                self.tick(all.len() as u64, span)?;
                Ok(Value::Int(all.iter().filter(|v| **v == wanted).count() as i64))
            }
            Builtin::Min
            | Builtin::Max
            | Builtin::Sum
            | Builtin::Xor
            | Builtin::Gcd
            | Builtin::Count
            | Builtin::Any
            | Builtin::All => self.fold_values(fields, function, x, rest, span),
            Builtin::Abs => match x {
                Value::Int(_) | Value::Big(_) => arith::absolute(&x, self.exact).map_err(at),
                other => Err(at(Problem::wrong(Kind::Number, &other))),
            },
            Builtin::Isqrt => natural("isqrt", &x).map(|n| Value::big(n.sqrt())).map_err(at),
            Builtin::Log2 => {
                let n = positive("log2", &x).map_err(at)?;
                Ok(Value::Int(n.bits() as i64 - 1))
            }
            Builtin::Popcount => match &x {
                Value::Int(i) if *i >= 0 => Ok(Value::Int(i64::from(i.count_ones()))),
                Value::Big(b) if !b.is_negative() => {
                    let ones: u64 = b.iter_u64_digits().map(|d| u64::from(d.count_ones())).sum();
                    Ok(Value::Int(ones as i64))
                }
                Value::Int(_) | Value::Big(_) => Err(at(Problem::NegativeBits { value: x.to_string() })),
                other => Err(at(Problem::wrong(Kind::Number, other))),
            },
            Builtin::Band | Builtin::Bor | Builtin::Shl | Builtin::Shr => {
                let y = self.argument(fields, rest, 0)?;
                let v = bits(function, &x, &y, self.exact).map_err(at)?;
                if let Value::Big(b) = &v {
                    self.tick(b.bits() / 16, span)?;
                }
                Ok(v)
            }
            Builtin::Digits => {
                let base = self.argument(fields, rest, 10)?;
                self.digits(&x, &base, span)
            }
            Builtin::Distance => {
                let [u, v] = rest else { return Ok(x) };
                let (u, v) = (self.eval(fields, u)?, self.eval(fields, v)?);
                self.distance(&x, &u, &v, first, span)
            }
            Builtin::Divisors => {
                let n = natural("divisors", &x).map_err(at)?;
                self.divisors(n, span)
            }
            Builtin::Reverse => match x {
                Value::List(v) => {
                    self.tick(v.len() as u64 * 4, span)?;
                    Ok(Value::list(v.iter().rev().cloned().collect()))
                }
                Value::Text(t) => {
                    self.tick(t.len() as u64, span)?;
                    Ok(Value::text(&t.chars().rev().collect::<String>()))
                }
                other => Err(at(Problem::wrong(Kind::List, &other))),
            },
            Builtin::Sorted => {
                let text = matches!(x, Value::Text(_));
                let mut all = items(&x).map_err(at)?;
                self.tick(all.len() as u64 * 8, span)?;
                all.sort();
                Ok(if text { Value::text(&generators::join(&all)) } else { Value::list(all) })
            }
            Builtin::Repeat => {
                let times = self.argument(fields, rest, 1)?;
                self.repeat(&x, &times, span)
            }
            Builtin::Without => {
                let dropped = self.argument(fields, rest, 0)?;
                self.without(x, &dropped, span)
            }
            // Generators are handled above.
            _ => Ok(x),
        }
    }

    /// The second argument, or a number in its place.
    fn argument(&mut self, fields: &[Value], rest: &[Expr], otherwise: i64) -> Result<Value, Error> {
        rest.first().map_or(Ok(Value::Int(otherwise)), |e| self.eval(fields, e))
    }

    /// A fold over several numbers, or over the elements of one collection.
    fn fold_values(
        &mut self,
        fields: &[Value],
        function: Builtin,
        x: Value,
        rest: &[Expr],
        span: Span,
    ) -> Result<Value, Error> {
        let at = |p| Error::new(span, p);
        let mut fold = Fold::new(function);
        if rest.is_empty() && !x.is_int() {
            let all = match &x {
                Value::List(v) | Value::Set(v) => v.clone(),
                other => std::sync::Arc::new(items(other).map_err(at)?),
            };
            self.tick(all.len() as u64, span)?;
            for v in all.iter() {
                if fold.take(v, self.exact).map_err(at)?.is_break() {
                    break;
                }
            }
        } else {
            let _ = fold.take(&x, self.exact).map_err(at)?;
            for e in rest {
                let v = self.eval(fields, e)?;
                if fold.take(&v, self.exact).map_err(at)?.is_break() {
                    break;
                }
            }
        }
        fold.done().map_err(at)
    }

    /// The numbers from 1 to n that divide n, in rising order, by trial division; none for 0.
    fn divisors(&mut self, n: BigInt, span: Span) -> Result<Value, Error> {
        if n.is_zero() {
            return Ok(Value::list(Vec::new()));
        }
        let Some(n) = n.to_u128() else {
            return Err(Error::new(span, Problem::TooManySteps { limit: self.interp.limit }));
        };
        let mut all = vec![1u128];
        let (mut rest, mut p) = (n, 2u128);
        while p.checked_mul(p).is_some_and(|square| square <= rest) {
            self.tick(1, span)?;
            if rest % p == 0 {
                let known = all.len();
                let mut power = 1;
                while rest % p == 0 {
                    rest /= p;
                    power *= p;
                    for i in 0..known {
                        all.push(all[i] * power);
                    }
                }
            }
            p += if p == 2 { 1 } else { 2 };
        }
        if rest > 1 {
            for i in 0..all.len() {
                all.push(all[i] * rest);
            }
        }
        self.tick(all.len() as u64, span)?;
        all.sort_unstable();
        Ok(Value::list(all.into_iter().map(|d| Value::big(d.into())).collect()))
    }

    /// The digits of a number as they are written, the leading one first; of 0 the digit 0.
    fn digits(&mut self, n: &Value, base: &Value, span: Span) -> Result<Value, Error> {
        let at = |p| Error::new(span, p);
        let number = natural("digits", n).map_err(at)?;
        let Some(base) = base.to_big() else {
            return Err(at(Problem::wrong(Kind::Number, base)));
        };
        if base < BigInt::from(2) {
            let needs = Needs::Base;
            return Err(at(Problem::OutOfReach { function: "digits", needs, found: base.to_string() }));
        }
        // Long division costs the square of the length.
        let words = number.bits() / 64 + 1;
        let most = number.bits() / (base.bits() - 1) + 1;
        self.tick(most.saturating_mul(4).saturating_add(words * words), span)?;
        if most > arith::MOST_ELEMENTS as u64 {
            return Err(too_long(span));
        }
        let (mut rest, mut all) = (number, Vec::new());
        while all.is_empty() || !rest.is_zero() {
            let (quotient, digit) = rest.div_rem(&base);
            all.push(Value::big(digit));
            rest = quotient;
        }
        all.reverse();
        Ok(Value::list(all))
    }

    /// The edges of a shortest way from one node to another; as many as there are nodes where there is no way.
    fn distance(
        &mut self,
        graph: &Value,
        from: &Value,
        to: &Value,
        named: &Expr,
        span: Span,
    ) -> Result<Value, Error> {
        let Value::Graph(g) = graph else {
            return Err(Error::wrong(span, Kind::Graph, graph));
        };
        let mut places = [0; 2];
        for (place, node) in places.iter_mut().zip([from, to]) {
            *place = g.place(node).ok_or_else(|| {
                let (base, node) = (self.source(named.span), node.to_string());
                Error::new(span, Problem::NotANode { base, node })
            })?;
        }
        let [from, to] = places;
        let found = g.distance(from, to, &mut |steps| self.tick(steps, span))?;
        Ok(Value::Int(found.into()))
    }

    /// `repeat(x, n)`: a list of n times x; for a string, the string n times.
    fn repeat(&mut self, x: &Value, times: &Value, span: Span) -> Result<Value, Error> {
        let n = natural("repeat", times).map_err(|p| Error::new(span, p))?;
        let each = if let Value::Text(t) = x { t.len().max(1) } else { 1 };
        let most = arith::MOST_ELEMENTS / each;
        let n = n.to_usize().filter(|n| *n <= most).ok_or_else(|| too_long(span))?;
        self.tick(n as u64 * 4, span)?;
        Ok(match x {
            Value::Text(t) => Value::text(&t.repeat(n)),
            other => Value::list(vec![other.clone(); n]),
        })
    }

    /// `without(a, x)`: the list, set or string with the first x left out; unchanged where there is none.
    fn without(&mut self, all: Value, dropped: &Value, span: Span) -> Result<Value, Error> {
        let drop_one = |v: &[Value]| {
            let mut v = v.to_vec();
            if let Some(i) = v.iter().position(|x| x == dropped) {
                v.remove(i);
            }
            v
        };
        match &all {
            Value::List(v) => {
                self.tick(v.len() as u64 * 4, span)?;
                Ok(Value::list(drop_one(v)))
            }
            Value::Set(v) => {
                self.tick(v.len() as u64 * 4, span)?;
                Ok(Value::Set(std::sync::Arc::new(drop_one(v))))
            }
            Value::Text(t) => match dropped {
                Value::Text(part) => Ok(Value::text(&t.replacen(&**part, "", 1))),
                _ => Ok(all),
            },
            other => Err(Error::wrong(span, Kind::Collection, other)),
        }
    }
}

/// `a band b`, `a bor b` of natural numbers; `a shl k` is a * 2 ** k and `a shr k` is a div 2 ** k, for natural k.
fn bits(function: Builtin, x: &Value, y: &Value, exact: bool) -> Result<Value, Problem> {
    if let (&Value::Int(a), &Value::Int(b)) = (x, y)
        && let Some(v) = function.of_bits(a, b)
    {
        return Ok(Value::Int(v));
    }
    if matches!(function, Builtin::Band | Builtin::Bor) {
        let number = |v: &Value| match v.to_big() {
            None => Err(Problem::wrong(Kind::Number, v)),
            Some(n) if n.is_negative() => Err(Problem::NegativeBits { value: v.to_string() }),
            Some(n) => Ok(n),
        };
        let (a, b) = (number(x)?, number(y)?);
        return Ok(Value::big(if function == Builtin::Band { a & b } else { a | b }));
    }
    let Some(a) = x.to_big() else {
        return Err(Problem::wrong(Kind::Number, x));
    };
    let by = natural(function.name(), y)?;
    if function == Builtin::Shr {
        // Beyond its last digit nothing is left of a number but its sign.
        let by = by.to_u64().unwrap_or(u64::MAX).min(a.bits() + 1);
        return Ok(Value::big(a >> by));
    }
    let by = by.to_u64().filter(|by| a.bits().saturating_add(*by) <= arith::MOST_BITS);
    let v = match by {
        _ if a.is_zero() => Value::Int(0),
        Some(by) => Value::big(a << by),
        None => return Err(Problem::TooManyBits),
    };
    if !exact && matches!(v, Value::Big(_)) {
        return Err(Problem::Overflow { op: "shl" });
    }
    Ok(v)
}

fn positive(function: &'static str, v: &Value) -> Result<BigInt, Problem> {
    match natural(function, v) {
        Ok(n) if n.is_positive() => Ok(n),
        Err(p @ Problem::WrongKind { .. }) => Err(p),
        _ => Err(Problem::OutOfReach { function, needs: Needs::Positive, found: v.to_string() }),
    }
}
