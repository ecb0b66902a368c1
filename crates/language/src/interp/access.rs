//! Reading elements: sizes, indices from 1, slices, neighbours.

use super::arith;
use super::context::Cx;
use super::error::{Error, Kind, Problem};
use crate::rules::{Expr, ExprKind};
use crate::span::Span;
use crate::value::Value;
use num_traits::Signed;
use std::sync::OnceLock;

impl Cx<'_> {
    /// `|x|`: how many elements, or the absolute value.
    pub(crate) fn size(&self, v: &Value, span: Span) -> Result<Value, Error> {
        match v {
            Value::Int(_) | Value::Big(_) => arith::absolute(v, self.exact).map_err(|p| Error::new(span, p)),
            Value::Text(t) => Ok(Value::Int(letters(t) as i64)),
            Value::List(items) | Value::Set(items) => Ok(Value::Int(items.len() as i64)),
            Value::Graph(g) => Ok(Value::Int(g.len() as i64)),
            Value::Bool(_) | Value::Known(_) => Err(Error::wrong(span, Kind::Collection, v)),
        }
    }

    /// A value that can be read in place, without a copy.
    #[inline]
    pub(crate) fn peek<'v>(&'v self, fields: &'v [Value], e: &'v Expr) -> Option<&'v Value> {
        match &e.kind {
            ExprKind::Field(i) => fields.get(*i),
            ExprKind::Local(i) => self.frame.get(self.base + i),
            ExprKind::Param(i) => self.interp.params.get(*i),
            ExprKind::Const(v) => Some(v),
            _ => None,
        }
    }

    /// `x[i]`, `x[i,j]`, `G[v]`.
    pub(crate) fn index(
        &mut self,
        fields: &[Value],
        e: &Expr,
        base: &Expr,
        indices: &[Expr],
    ) -> Result<Value, Error> {
        self.tick(1, e.span)?;
        let mut values = [const { Value::Int(0) }; 2];
        let Some(wanted) = values.get_mut(..indices.len()) else {
            let found = indices.len().to_string();
            return Err(Error::new(e.span, Problem::WrongTuple { wanted: 2, found }));
        };
        for (value, index) in wanted.iter_mut().zip(indices) {
            *value = self.eval(fields, index)?;
        }
        let values = &values[..indices.len()];
        let found = match self.peek(fields, base) {
            Some(v) => element(v, values),
            None => {
                let held = self.eval(fields, base)?;
                element(&held, values)
            }
        };
        found.map_err(|miss| self.missed(miss, e.span, base, values))
    }

    /// Words a read that missed.
    #[cold]
    fn missed(&self, miss: Miss, span: Span, base: &Expr, values: &[Value]) -> Error {
        let text = values.iter().map(Value::to_string).collect::<Vec<_>>().join(",");
        let base = self.source(base.span);
        let problem = match miss {
            Miss::Kind(p) => p,
            Miss::Node => Problem::NotANode { base, node: text },
            Miss::Outside { depth: 0, size } => Problem::ReadOutside { base, index: text, size },
            // The row exists, its element does not: name the row.
            Miss::Outside { size, .. } => Problem::ReadOutside {
                base: format!("{base}[{}]", values[0]),
                index: values.last().map_or_else(String::new, Value::to_string),
                size,
            },
        };
        Error::new(span, problem)
    }

    /// `x[i..j]`
    pub(crate) fn slice(
        &mut self,
        fields: &[Value],
        e: &Expr,
        base: &Expr,
        from: Option<&Expr>,
        to: Option<&Expr>,
    ) -> Result<Value, Error> {
        let whole = self.eval(fields, base)?;
        let size = match &whole {
            Value::List(v) => v.len(),
            Value::Text(t) => letters(t),
            v => {
                return Err(Error::wrong(base.span, Kind::List, v));
            }
        };
        let lo = match from {
            None => Value::Int(1),
            Some(e) => self.eval(fields, e)?,
        };
        let hi = match to {
            None => Value::Int(size as i64),
            Some(e) => self.eval(fields, e)?,
        };
        let ends = match (&lo, &hi) {
            // An empty slice ends one before it begins, and may stand just past either end.
            (&Value::Int(i), &Value::Int(j))
                if 1 <= i && i <= j.saturating_add(1) && i <= size as i64 + 1 && j <= size as i64 =>
            {
                Some((i as usize - 1, j as usize))
            }
            _ => None,
        };
        let Some((i, j)) = ends else {
            let (from, to) = (lo.to_string(), hi.to_string());
            let base = self.source(base.span);
            return Err(Error::new(e.span, Problem::SliceOutside { base, from, to, size }));
        };
        self.tick((j - i) as u64, e.span)?;
        Ok(match &whole {
            Value::Text(t) if t.is_ascii() => Value::text(&t[i..j]),
            Value::Text(t) => Value::text(&t.chars().skip(i).take(j - i).collect::<String>()),
            Value::List(v) if i == 0 && j == v.len() => Value::List(v.clone()),
            Value::List(v) => Value::list(v[i..j].to_vec()),
            _ => whole,
        })
    }

    /// Is the value natural (for index arithmetic)?
    pub(crate) fn is_natural(v: &Value) -> bool {
        match v {
            Value::Int(i) => *i >= 0,
            Value::Big(b) => !b.is_negative(),
            _ => false,
        }
    }
}

/// Why a read missed.
enum Miss {
    Outside { depth: usize, size: usize },
    Node,
    Kind(Problem),
}

/// How many letters a string has.
pub(crate) fn letters(t: &str) -> usize {
    if t.is_ascii() { t.len() } else { t.chars().count() }
}

/// A string of one letter; the common ones are made once.
pub(crate) fn letter(c: char) -> Value {
    static ASCII: OnceLock<Vec<Value>> = OnceLock::new();
    let table =
        ASCII.get_or_init(|| (0..128u8).map(|b| Value::text((b as char).encode_utf8(&mut [0; 4]))).collect());
    match table.get(c as usize) {
        Some(v) => v.clone(),
        None => Value::text(c.encode_utf8(&mut [0; 4])),
    }
}

/// The element at one or two indices.
fn element(v: &Value, indices: &[Value]) -> Result<Value, Miss> {
    let mut at = v;
    for (depth, index) in indices.iter().enumerate() {
        let items = match at {
            Value::List(items) | Value::Set(items) => items,
            Value::Text(t) if depth + 1 == indices.len() => {
                let Some(place) = place(index, letters(t)) else {
                    return Err(outside(index, depth, letters(t)));
                };
                let c = if t.is_ascii() {
                    t.as_bytes().get(place).map(|&b| b as char)
                } else {
                    t.chars().nth(place)
                };
                return c.map(letter).ok_or_else(|| outside(index, depth, letters(t)));
            }
            Value::Graph(g) if indices.len() == 1 => {
                let place = g.place(index).ok_or(Miss::Node)?;
                return Ok(Value::list(g.near(place).iter().map(|&head| g.node(head as usize)).collect()));
            }
            other => {
                return Err(Miss::Kind(Problem::wrong(Kind::List, other)));
            }
        };
        match place(index, items.len()) {
            Some(i) => at = &items[i],
            None => return Err(outside(index, depth, items.len())),
        }
    }
    Ok(at.clone())
}

fn outside(index: &Value, depth: usize, size: usize) -> Miss {
    if index.is_int() {
        Miss::Outside { depth, size }
    } else {
        Miss::Kind(Problem::wrong(Kind::Number, index))
    }
}

/// Index from 1 to place from 0.
#[inline]
pub(crate) fn place(index: &Value, size: usize) -> Option<usize> {
    match index {
        Value::Int(i) if *i >= 1 && *i <= size as i64 => Some(*i as usize - 1),
        _ => None,
    }
}
