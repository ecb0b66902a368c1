//! What a move does to a part: steps of simultaneous changes.
//!
//! In one step every right-hand side and every index reads the part as it was before the step. Arrows are written
//! first, then `+=` and `-=` are added; one place may be written by one arrow only. Domains are checked once, when
//! all steps are done, by the caller.

use super::access::{letters, place};
use super::arith;
use super::context::{Cx, walked};
use super::error::{Error, Kind, Problem};
use super::ranges::too_long;
use super::{Part, domain};
use crate::ast::BinaryOp;
use crate::rules::{Action, Change, Expr, Guard, Move, PartExpr, Step, Target};
use crate::span::Span;
use crate::value::Value;
use num_traits::ToPrimitive;
use std::sync::Arc;

/// A place that an arrow wrote: field, row, column; zeros for the whole field or row.
type Written = (usize, usize, usize);

/// Does this change run over several places?
fn swept(change: &Change) -> bool {
    change.guards.iter().any(|g| matches!(g, Guard::For { .. }))
}

impl<'a> Cx<'a> {
    /// Makes the move whose choices stand in the frame; gives the parts that the part becomes.
    pub(crate) fn change(&mut self, part: &[Value], mv: &Move, out: &mut Vec<Part>) -> Result<(), Error> {
        out.clear();
        let mut now: Option<Vec<Value>> = None;
        let mut split = false;
        for step in &mv.steps {
            let before = now.take();
            let old: &[Value] = before.as_deref().unwrap_or(part);
            let mut new = old.to_vec();
            split = self.step(old, &mut new, step, out)?;
            now = Some(new);
        }
        if !split {
            out.push(now.unwrap_or_else(|| part.to_vec()).into());
        }
        let fields = &self.interp.rules.shape.fields;
        for part in out.iter_mut() {
            for (field, v) in fields.iter().zip(part.iter_mut()) {
                domain::tidy(field, v);
            }
        }
        Ok(())
    }

    /// One step; says whether the part was replaced by parts.
    fn step(
        &mut self,
        old: &[Value],
        new: &mut [Value],
        step: &Step,
        out: &mut Vec<Part>,
    ) -> Result<bool, Error> {
        let mut written: Vec<(Written, Span)> = Vec::new();
        let mut split = false;
        // One change without `for` cannot meet another.
        let alone = matches!(&step.changes[..], [one] if one.guards.is_empty());
        for change in &step.changes {
            match &change.action {
                Action::Become(value) => self.guarded(old, &change.guards, &mut |cx| {
                    cx.arrow(old, new, change, value, (!alone).then_some(&mut written))
                })?,
                Action::Parts(parts) => self.guarded(old, &change.guards, &mut |cx| {
                    split = true;
                    cx.parts(old, change, parts, out)
                })?,
                Action::Add(_) | Action::Sub(_) => {}
            }
        }
        self.written_once(&mut written)?;
        for change in &step.changes {
            let (op, amount) = match &change.action {
                Action::Add(e) => (BinaryOp::Add, e),
                Action::Sub(e) => (BinaryOp::Sub, e),
                _ => continue,
            };
            self.guarded(old, &change.guards, &mut |cx| {
                let amount = cx.eval(old, amount)?;
                cx.add(old, new, change, op, &amount)
            })?;
        }
        Ok(split)
    }

    /// Runs `f` for each way through `when` and `for`.
    fn guarded(
        &mut self,
        old: &[Value],
        guards: &[Guard],
        f: &mut dyn FnMut(&mut Cx<'a>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        match guards {
            [] => f(self),
            [Guard::When(cond), rest @ ..] => {
                if self.truth(old, cond)? {
                    self.guarded(old, rest, f)
                } else {
                    Ok(())
                }
            }
            [Guard::For { slot, range }, rest @ ..] => {
                walked(self.walk(old, range, None, false, &mut |cx, v| {
                    cx.set(*slot, v);
                    Ok(cx.guarded(old, rest, f)?)
                }))
            }
        }
    }

    fn arrow(
        &mut self,
        old: &[Value],
        new: &mut [Value],
        change: &Change,
        value: &Expr,
        mut written: Option<&mut Vec<(Written, Span)>>,
    ) -> Result<(), Error> {
        let mut mark = |place: Written| {
            if let Some(written) = &mut written {
                written.push((place, change.span));
            }
        };
        let v = self.eval(old, value)?;
        match &change.target {
            Target::Field(f) => {
                mark((*f, 0, 0));
                if let Some(slot) = new.get_mut(*f) {
                    *slot = v;
                }
            }
            Target::Fields(fields) => {
                let values = tuple(v, fields.len()).map_err(|p| Error::new(value.span, p))?;
                for (&f, v) in fields.iter().zip(values) {
                    mark((f, 0, 0));
                    if let Some(slot) = new.get_mut(f) {
                        *slot = v;
                    }
                }
            }
            Target::Element(f, indices) => {
                let (values, rank) = self.indices(old, change, indices)?;
                let at = self.cell(new, *f, &values[..rank], change.span)?;
                mark((*f, at.0, at.1));
                self.touch(*f, at, swept(change));
                self.put(new, *f, at, v, value.span)?;
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        old: &[Value],
        new: &mut [Value],
        change: &Change,
        op: BinaryOp,
        amount: &Value,
    ) -> Result<(), Error> {
        let at = |p| Error::new(change.span, p);
        match &change.target {
            Target::Field(f) => {
                if let Some(slot) = new.get_mut(*f) {
                    *slot = arith::binary(op, slot, amount, self.exact).map_err(at)?;
                }
            }
            Target::Fields(fields) => {
                let amounts = tuple(amount.clone(), fields.len()).map_err(at)?;
                for (&f, amount) in fields.iter().zip(&amounts) {
                    if let Some(slot) = new.get_mut(f) {
                        *slot = arith::binary(op, slot, amount, self.exact).map_err(at)?;
                    }
                }
            }
            Target::Element(f, indices) => {
                let (values, rank) = self.indices(old, change, indices)?;
                let cell = self.cell(new, *f, &values[..rank], change.span)?;
                self.touch(*f, cell, swept(change));
                let now = match new.get(*f) {
                    Some(Value::List(items)) => match (items.get(cell.0 - 1), cell.1) {
                        (Some(v), 0) => v,
                        (Some(Value::List(row)), c) => &row[c - 1],
                        _ => return Ok(()),
                    },
                    _ => return Err(at(Problem::WrongKind { wanted: Kind::Number, found: Kind::Text })),
                };
                let sum = arith::binary(op, now, amount, self.exact).map_err(at)?;
                self.put(new, *f, cell, sum, change.span)?;
            }
        }
        Ok(())
    }

    /// Evaluates one or two indices.
    fn indices(
        &mut self,
        old: &[Value],
        change: &Change,
        indices: &[Expr],
    ) -> Result<([Value; 2], usize), Error> {
        let mut values = [const { Value::Int(0) }; 2];
        if indices.is_empty() || indices.len() > 2 {
            let found = indices.len().to_string();
            return Err(Error::new(change.span, Problem::WrongTuple { wanted: 2, found }));
        }
        for (value, e) in values.iter_mut().zip(indices) {
            *value = self.eval(old, e)?;
        }
        Ok((values, indices.len()))
    }

    /// The place that indices name, from 1; the second is 0 where there is one index.
    fn cell(&self, new: &[Value], f: usize, indices: &[Value], span: Span) -> Result<(usize, usize), Error> {
        let outside = |size: usize| {
            let name = self.interp.rules.shape.fields.get(f).map_or("", |f| &f.name);
            let text = indices.iter().map(Value::to_string).collect::<Vec<_>>().join(",");
            Error::new(span, Problem::ChangedOutside { place: format!("{name}[{text}]"), size })
        };
        let wrong = |v: Option<&Value>| {
            let found = v.map_or(Kind::Number, Kind::of);
            Error::new(span, Problem::WrongKind { wanted: Kind::List, found })
        };
        match (new.get(f), indices) {
            (Some(Value::Text(t)), [i]) => {
                let size = letters(t);
                place(i, size).map(|i| (i + 1, 0)).ok_or_else(|| outside(size))
            }
            (Some(Value::List(items)), [i]) => {
                place(i, items.len()).map(|i| (i + 1, 0)).ok_or_else(|| outside(items.len()))
            }
            (Some(Value::List(rows)), [r, c]) => {
                let r = place(r, rows.len()).ok_or_else(|| outside(rows.len()))?;
                let Value::List(cells) = &rows[r] else { return Err(wrong(rows.get(r))) };
                let c = place(c, cells.len()).ok_or_else(|| outside(cells.len()))?;
                Ok((r + 1, c + 1))
            }
            (v, _) => Err(wrong(v)),
        }
    }

    /// Writes a cell that [`Cx::cell`] has found.
    fn put(
        &mut self,
        new: &mut [Value],
        f: usize,
        (r, c): (usize, usize),
        v: Value,
        span: Span,
    ) -> Result<(), Error> {
        match new.get_mut(f) {
            Some(Value::List(items)) => {
                self.tick(items.len() as u64 / 8, span)?;
                let slot = &mut Arc::make_mut(items)[r - 1];
                match slot {
                    Value::List(row) if c > 0 => Arc::make_mut(row)[c - 1] = v,
                    slot => *slot = v,
                }
                Ok(())
            }
            Some(Value::Text(t)) => {
                let Value::Text(one) = &v else {
                    return Err(Error::wrong(span, Kind::Text, &v));
                };
                self.tick(t.len() as u64 / 8, span)?;
                let mut word = String::with_capacity(t.len());
                for (i, old) in t.chars().enumerate() {
                    if i + 1 == r {
                        word.push_str(one);
                    } else {
                        word.push(old);
                    }
                }
                *t = Arc::from(word);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Refuses two arrows into one place.
    fn written_once(&self, written: &mut [(Written, Span)]) -> Result<(), Error> {
        if written.len() < 2 {
            return Ok(());
        }
        written.sort_by_key(|(w, _)| *w);
        // A whole field (or row) sorts before its parts.
        let covers =
            |a: Written, b: Written| a.0 == b.0 && (a.1 == 0 || (a.1 == b.1 && (a.2 == 0 || a.2 == b.2)));
        let Some(pair) = written.windows(2).find(|w| covers(w[0].0, w[1].0)) else { return Ok(()) };
        let ((f, r, c), span) = (pair[1].0, later(pair[0].1, pair[1].1));
        let name = self.interp.rules.shape.fields.get(f).map_or("", |f| &f.name);
        let place = match (r, c) {
            (0, _) => name.to_string(),
            (r, 0) => format!("{name}[{r}]"),
            (r, c) => format!("{name}[{r},{c}]"),
        };
        Err(Error::new(span, Problem::ChangedTwice { place }))
    }

    /// The parts that replace a part.
    fn parts(
        &mut self,
        old: &[Value],
        change: &Change,
        parts: &[PartExpr],
        out: &mut Vec<Part>,
    ) -> Result<(), Error> {
        for part in parts {
            match part {
                PartExpr::One(e) => {
                    let v = self.eval(old, e)?;
                    self.one_part(old, &change.target, v, e.span, out)?;
                }
                PartExpr::Copies(count, e) => {
                    let count = self.eval(old, count)?;
                    let n = arith::natural("of", &count).map_err(|p| Error::new(e.span, p))?;
                    let n = n.to_usize().filter(|n| *n <= arith::MOST_ELEMENTS);
                    let n = n.ok_or_else(|| too_long(e.span))?;
                    let v = self.eval(old, e)?;
                    let n = if self.cancels && n > 2 { 2 - n % 2 } else { n };
                    for _ in 0..n {
                        self.one_part(old, &change.target, v.clone(), e.span, out)?;
                    }
                }
                PartExpr::Each(e) => {
                    let all = match self.eval(old, e)? {
                        Value::List(items) | Value::Set(items) => items,
                        other => {
                            Arc::new(super::generators::items(&other).map_err(|p| Error::new(e.span, p))?)
                        }
                    };
                    for v in all.iter() {
                        self.one_part(old, &change.target, v.clone(), e.span, out)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn one_part(
        &mut self,
        old: &[Value],
        target: &Target,
        v: Value,
        span: Span,
        out: &mut Vec<Part>,
    ) -> Result<(), Error> {
        self.tick(4 + old.len() as u64, span)?;
        let mut part: Part = old.into();
        match target {
            Target::Field(f) | Target::Element(f, _) => {
                if let Some(slot) = part.get_mut(*f) {
                    *slot = v;
                }
            }
            Target::Fields(fields) => {
                let values = tuple(v, fields.len()).map_err(|p| Error::new(span, p))?;
                for (&f, v) in fields.iter().zip(values) {
                    if let Some(slot) = part.get_mut(f) {
                        *slot = v;
                    }
                }
            }
        }
        if out.len() >= arith::MOST_ELEMENTS {
            return Err(too_long(span));
        }
        out.push(part);
        Ok(())
    }
}

/// The values of a tuple for several fields.
fn tuple(v: Value, wanted: usize) -> Result<Vec<Value>, Problem> {
    match v {
        Value::List(items) if items.len() == wanted => Ok(items.to_vec()),
        single if wanted == 1 => Ok(vec![single]),
        other => Err(Problem::WrongTuple { wanted, found: other.to_string() }),
    }
}

/// The later of two places.
fn later(a: Span, b: Span) -> Span {
    if (a.source, a.start) >= (b.source, b.start) { a } else { b }
}
