//! Generators: compositions, vectors below a vector, subsets, partitions, rows, bags, words, lines, regions.
//!
//! Each is an odometer that visits its values in order, so that a choice among billions holds one at a time and
//! can be stopped. [`would_give`] says whether a value is among them without listing.

use super::access::{letter, letters};
use super::arith;
use super::context::{Cx, Flow, Visit};
use super::error::{Error, Kind, Needs, Problem};
use super::ranges::{small_naturals, sum_of_naturals, too_long};
use super::{grids, ranges};
use crate::rules::{Builtin, Expr};
use crate::span::Span;
use crate::value::Value;
use num_bigint::BigInt;

/// The elements of a list or a set.
pub(crate) fn items(v: &Value) -> Result<Vec<Value>, Problem> {
    match v {
        Value::List(items) | Value::Set(items) => Ok(items.to_vec()),
        Value::Text(t) => Ok(t.chars().map(letter).collect()),
        Value::Graph(g) => Ok(g.nodes().to_vec()),
        other => Err(Problem::wrong(Kind::Collection, other)),
    }
}

fn small(function: &'static str, v: &Value) -> Result<i64, Problem> {
    match v {
        Value::Int(i) => Ok(*i),
        Value::Big(_) => Err(Problem::OutOfReach { function, needs: Needs::Natural, found: v.to_string() }),
        other => Err(Problem::wrong(Kind::Number, other)),
    }
}

fn numbers(items: &[i64]) -> Value {
    Value::list(items.iter().map(|&i| Value::Int(i)).collect())
}

impl<'a> Cx<'a> {
    /// Visits what a generator lists.
    pub(crate) fn generate(
        &mut self,
        fields: &[Value],
        function: Builtin,
        args: &[Expr],
        span: Span,
        f: Visit<'_, 'a>,
    ) -> Flow {
        let given = self.values(fields, args)?;
        let at = |p| Error::new(span, p);
        let none = Value::Int(0);
        let (x, y) = (given.first().unwrap_or(&none), given.get(1).unwrap_or(&none));
        let name = function.name();
        match function {
            Builtin::Compositions => {
                let (sum, parts) = (small(name, x).map_err(at)?, small(name, y).map_err(at)?);
                self.compositions(sum, parts, span, f)
            }
            Builtin::Below => {
                let top = small_naturals(&items(x).map_err(at)?).ok_or_else(|| {
                    at(Problem::OutOfReach { function: name, needs: Needs::Natural, found: x.to_string() })
                })?;
                self.below(&top, span, f)
            }
            Builtin::Subsets => {
                let as_set = !matches!(x, Value::List(_));
                self.subsets(&items(x).map_err(at)?, as_set, span, f)
            }
            Builtin::Partitions => self.partitions(small(name, x).map_err(at)?, span, f),
            Builtin::Rows | Builtin::Words => {
                let alphabet = items(y).map_err(at)?;
                let text = function == Builtin::Words && matches!(y, Value::Text(_));
                self.rows(small(name, x).map_err(at)?, &alphabet, (false, text), span, f)
            }
            Builtin::Bags => {
                let mut elements = items(y).map_err(at)?;
                elements.sort();
                elements.dedup();
                elements.retain(|v| *v != Value::Int(0));
                self.rows(small(name, x).map_err(at)?, &elements, (true, false), span, f)
            }
            Builtin::Lines => {
                let lines = grids::lines(x, small(name, y).map_err(at)?).map_err(at)?;
                self.all(lines, span, f)
            }
            Builtin::Regions => {
                let areas = grids::regions(x, y, given.get(2).unwrap_or(&none)).map_err(at)?;
                self.all(areas, span, f)
            }
            _ => Ok(()),
        }
    }

    fn all(&mut self, values: Vec<Value>, span: Span, f: Visit<'_, 'a>) -> Flow {
        for v in values {
            self.tick(8, span)?;
            f(self, v)?;
        }
        Ok(())
    }

    /// All lists of `parts` naturals with this sum, in rising order.
    fn compositions(&mut self, sum: i64, parts: i64, span: Span, f: Visit<'_, 'a>) -> Flow {
        if sum < 0 || parts < 0 || (parts == 0 && sum > 0) {
            return Ok(());
        }
        if parts as u64 > arith::MOST_ELEMENTS as u64 {
            return Err(too_long(span).into());
        }
        let mut v = vec![0; parts as usize];
        if let Some(last) = v.last_mut() {
            *last = sum;
        }
        loop {
            self.tick(1 + v.len() as u64, span)?;
            f(self, numbers(&v))?;
            // Take the last non-zero place, move one of it to the left, and the rest to the end.
            let Some(i) = v.iter().rposition(|&x| x > 0) else { return Ok(()) };
            if i == 0 {
                return Ok(());
            }
            let rest = v[i] - 1;
            v[i] = 0;
            v[i - 1] += 1;
            if let Some(last) = v.last_mut() {
                *last = rest;
            }
        }
    }

    /// All vectors of naturals that are nowhere above `top`.
    fn below(&mut self, top: &[i64], span: Span, f: Visit<'_, 'a>) -> Flow {
        let mut v = vec![0; top.len()];
        loop {
            self.tick(1 + v.len() as u64, span)?;
            f(self, numbers(&v))?;
            let Some(i) = (0..v.len()).rev().find(|&i| v[i] < top[i]) else { return Ok(()) };
            v[i] += 1;
            v[i + 1..].fill(0);
        }
    }

    /// All subsets of a set as sets; all sublists of a list, by place, as lists.
    fn subsets(&mut self, items: &[Value], as_set: bool, span: Span, f: Visit<'_, 'a>) -> Flow {
        let mut taken = vec![false; items.len()];
        loop {
            self.tick(1 + items.len() as u64, span)?;
            let chosen: Vec<Value> =
                items.iter().zip(&taken).filter(|(_, t)| **t).map(|(v, _)| v.clone()).collect();
            let v = if as_set { Value::set(chosen) } else { Value::list(chosen) };
            f(self, v)?;
            let Some(i) = taken.iter().position(|t| !t) else { return Ok(()) };
            taken[i] = true;
            taken[..i].fill(false);
        }
    }

    /// All partitions of n as lists of positive numbers that never rise, the one with one part first.
    fn partitions(&mut self, n: i64, span: Span, f: Visit<'_, 'a>) -> Flow {
        if n < 0 {
            return Ok(());
        }
        if n as u64 > arith::MOST_ELEMENTS as u64 {
            return Err(too_long(span).into());
        }
        let mut v: Vec<i64> = if n == 0 { Vec::new() } else { vec![n] };
        loop {
            self.tick(1 + v.len() as u64, span)?;
            f(self, numbers(&v))?;
            // Lower the last part above 1 and share out what it and the ones behind it held.
            let Some(i) = v.iter().rposition(|&x| x > 1) else { return Ok(()) };
            let part = v[i] - 1;
            let mut rest = (v.len() - i) as i64;
            v.truncate(i);
            v.push(part);
            while rest > 0 {
                v.push(rest.min(part));
                rest -= rest.min(part);
            }
        }
    }

    /// All rows over an alphabet of length 0 up to `longest`, short ones first: only those that never fall, where they are to
    /// rise, and as strings, where they are text.
    fn rows(
        &mut self,
        longest: i64,
        alphabet: &[Value],
        (rising, text): (bool, bool),
        span: Span,
        f: Visit<'_, 'a>,
    ) -> Flow {
        for len in 0..=longest {
            if len as u64 > arith::MOST_ELEMENTS as u64 {
                return Err(too_long(span).into());
            }
            if len > 0 && alphabet.is_empty() {
                return Ok(());
            }
            let mut places = vec![0usize; len as usize];
            loop {
                self.tick(1 + places.len() as u64, span)?;
                let row: Vec<Value> = places.iter().map(|&p| alphabet[p].clone()).collect();
                let v = if text { Value::text(&join(&row)) } else { Value::list(row) };
                f(self, v)?;
                let Some(i) = places.iter().rposition(|&p| p + 1 < alphabet.len()) else { break };
                places[i] += 1;
                let next = if rising { places[i] } else { 0 };
                places[i + 1..].fill(next);
            }
        }
        Ok(())
    }
}

/// Letters joined to a string.
pub(crate) fn join(letters: &[Value]) -> String {
    let mut out = String::new();
    for v in letters {
        match v {
            Value::Text(t) => out.push_str(t),
            other => out.push_str(&other.to_string()),
        }
    }
    out
}

/// Would the function list `v`, given these arguments? `None` where only listing (or its error) tells.
pub(crate) fn would_give(function: Builtin, given: &[Value], v: &Value) -> Option<bool> {
    let list = match v {
        Value::List(items) => Some(&items[..]),
        _ => None,
    };
    match (function, given) {
        (Builtin::Divisors, [n]) => {
            let zero = BigInt::from(0);
            let n = n.to_big().filter(|n| *n >= zero)?;
            Some(v.to_big().is_some_and(|d| zero < d && d <= n && n % d == zero))
        }
        (Builtin::Compositions, [sum, parts]) => {
            let (sum, parts) = (sum.to_big()?, parts.as_int()?);
            Some(list.is_some_and(|l| {
                i64::try_from(l.len()) == Ok(parts) && sum_of_naturals(l).is_some_and(|s| s == sum)
            }))
        }
        (Builtin::Below, [top]) => {
            let Value::List(top) = top else { return None };
            if !top.iter().all(Cx::is_natural) {
                return None;
            }
            Some(list.is_some_and(|l| {
                l.len() == top.len() && l.iter().zip(top.iter()).all(|(x, t)| Cx::is_natural(x) && x <= t)
            }))
        }
        (Builtin::Partitions, [n]) => {
            let n = n.to_big()?;
            Some(list.is_some_and(|l| {
                l.is_sorted_by(|a, b| a >= b)
                    && l.iter().all(|x| *x > Value::Int(0))
                    && sum_of_naturals(l).is_some_and(|s| s == n)
            }))
        }
        (Builtin::Subsets, [Value::List(all)]) => {
            let mut rest = all.iter();
            Some(list.is_some_and(|l| l.iter().all(|x| rest.any(|y| x == y))))
        }
        (Builtin::Subsets, [all]) => {
            let all = items(all).ok()?;
            Some(match v {
                Value::Set(s) => s.iter().all(|x| all.contains(x)),
                _ => false,
            })
        }
        (Builtin::Rows | Builtin::Bags, [longest, elements]) => {
            let longest = longest.as_int()?;
            let among = |x: &Value| ranges::contains(elements, x, ranges::Mode::Choose).unwrap_or(false);
            Some(list.is_some_and(|l| {
                l.len() as i64 <= longest
                    && l.iter().all(among)
                    && (function == Builtin::Rows || (l.is_sorted() && l.iter().all(|x| *x != Value::Int(0))))
            }))
        }
        (Builtin::Words, [longest, Value::Text(alphabet)]) => {
            let longest = longest.as_int()?;
            Some(match v {
                Value::Text(t) => letters(t) as i64 <= longest && t.chars().all(|c| alphabet.contains(c)),
                _ => false,
            })
        }
        (Builtin::Words, [_, _]) => would_give(Builtin::Rows, given, v),
        _ => None,
    }
}
