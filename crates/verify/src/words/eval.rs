//! What expressions are worth on a run through the rules.

use super::path::{Spot, ZERO};
use super::reader::{Bit, MOST_ROUNDS, Reader, Result, Val, counted, number, outside, split, spot, whole};
use crate::walk::Work;
use bouton_language::ast::{BinaryOp, CompareOp};
use bouton_language::interp::binary;
use bouton_language::rules::{Builtin, Expr, ExprKind, RangeExpr};
use bouton_language::value::Value;

/// Definitions at most within one another.
const MOST_DEPTH: usize = 40;

impl Reader<'_> {
    /// What an expression is worth.
    pub(super) fn eval(&mut self, e: &Expr, work: &mut Work<'_>) -> Result<Val> {
        work.spend(1)?;
        let truth = |b: bool| Ok(Val::Is(Value::Bool(b)));
        match &e.kind {
            ExprKind::Const(v) => Ok(Val::Is(v.clone())),
            ExprKind::Param(i) => Ok(Val::Is(self.interp.params()[*i].clone())),
            ExprKind::Field(0) => Ok(whole()),
            ExprKind::Local(slot) => match self.locals.get(*slot).cloned().flatten() {
                Some(val) => Ok(val),
                None => outside(),
            },
            ExprKind::Mover => Ok(Val::Is(Value::Int(self.mover as i64 + 1))),
            ExprKind::Opponent => Ok(Val::Is(Value::Int(2 - self.mover as i64))),
            ExprKind::Not(x) => truth(!self.truth(x, work)?),
            ExprKind::And(a, b) => truth(self.truth(a, work)? && self.truth(b, work)?),
            ExprKind::Or(a, b) => truth(self.truth(a, work)? || self.truth(b, work)?),
            ExprKind::Fold(Builtin::Any, of) => truth(self.any(of, true, work)?),
            ExprKind::Fold(Builtin::All, of) => truth(!self.any(of, false, work)?),
            ExprKind::Compare(first, chain) => {
                let mut left = self.eval(first, work)?;
                for (op, range) in chain {
                    if let CompareOp::In | CompareOp::NotIn = op {
                        let inside = self.inside(&left, range, work)?;
                        if inside != (*op == CompareOp::In) {
                            return truth(false);
                        }
                        continue;
                    }
                    let RangeExpr::Of(right) = range else { return outside() };
                    let right = self.eval(right, work)?;
                    if !self.compare(*op, &left, &right)? {
                        return truth(false);
                    }
                    left = right;
                }
                truth(true)
            }
            ExprKind::Cases(arms) => {
                for (value, cond) in arms {
                    if match cond {
                        Some(cond) => self.truth(cond, work)?,
                        None => true,
                    } {
                        return self.eval(value, work);
                    }
                }
                outside()
            }
            ExprKind::Define(i, args) => {
                let rules = self.interp.rules().clone();
                let define = &rules.defines[*i];
                let args: Vec<Option<Val>> =
                    args.iter().map(|a| self.eval(a, work).map(Some)).collect::<Result<_>>()?;
                if self.depth > MOST_DEPTH {
                    return outside();
                }
                let outer = std::mem::replace(&mut self.locals, args);
                self.depth += 1;
                let found = self.eval(&define.body, work);
                self.depth -= 1;
                self.locals = outer;
                found
            }
            ExprKind::Index(base, at) => {
                let ([at], base) = (&at[..], self.eval(base, work)?) else { return outside() };
                let at = self.eval(at, work)?;
                let Some(at) = spot(&at) else { return outside() };
                match base {
                    Val::Row(bits) => {
                        let [Bit::Old(from, until)] = bits[..] else { return outside() };
                        let at = counted(from, at)?;
                        self.must(from, at)?;
                        self.must(Spot { steps: at.steps + 1, ..at }, until)?;
                        let letter = self.letter(at)?;
                        Ok(Val::Is(self.letters[letter as usize].clone()))
                    }
                    Val::Is(Value::List(items)) => item(&items, at),
                    Val::Is(Value::Text(text)) => item(&split(&text), at),
                    _ => outside(),
                }
            }
            ExprKind::Slice(base, from, to) => {
                let base = self.eval(base, work)?;
                let Val::Row(bits) = base else { return outside() };
                let [Bit::Old(first, behind)] = bits[..] else { return outside() };
                let mut end = |e: &Option<Box<Expr>>, me: &mut Self| match e {
                    None => Ok(None),
                    Some(e) => match spot(&me.eval(e, work)?) {
                        Some(at) => counted(first, at).map(Some),
                        None => outside(),
                    },
                };
                let from = end(from, self)?.unwrap_or(first);
                let until = end(to, self)?.map_or(behind, |to| Spot { steps: to.steps + 1, ..to });
                self.must(first, from)?;
                self.must(until, behind)?;
                self.must(from, until)?;
                Ok(Val::Row(vec![Bit::Old(from, until)]))
            }
            ExprKind::Size(x) => match self.eval(x, work)? {
                Val::Row(bits) => match bits[..] {
                    [Bit::Old(from, until)] if from.anchor == until.anchor => {
                        Ok(Val::Is(Value::Int(until.steps - from.steps)))
                    }
                    [Bit::Old(from, until)] if from.anchor == ZERO => {
                        Ok(number(Spot { steps: until.steps - from.steps, ..until }))
                    }
                    _ => outside(),
                },
                Val::Is(Value::Text(text)) => Ok(Val::Is(Value::Int(text.chars().count() as i64))),
                Val::Is(Value::List(items)) => Ok(Val::Is(Value::Int(items.len() as i64))),
                Val::Is(Value::Int(n)) => Ok(Val::Is(Value::Int(n.saturating_abs()))),
                _ => outside(),
            },
            ExprKind::List(items) => {
                let mut out = Vec::new();
                for item in items {
                    let RangeExpr::Of(item) = item else { return outside() };
                    let Val::Is(v) = self.eval(item, work)? else { return outside() };
                    out.push(v);
                }
                Ok(Val::Is(Value::list(out)))
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.eval(a, work)?, self.eval(b, work)?);
                plus(*op, a, b)
            }
            ExprKind::Call(by @ (Builtin::Min | Builtin::Max), args) if args.len() == 2 => {
                let (a, b) = (self.eval(&args[0], work)?, self.eval(&args[1], work)?);
                let (Some(x), Some(y)) = (spot(&a), spot(&b)) else { return outside() };
                let first = self.at_most(x, y)? == (*by == Builtin::Min);
                Ok(if first { a } else { b })
            }
            // Whatever looks at no position is a value.
            _ => match self.interp.known(e, 100_000) {
                Some(v) => Ok(Val::Is(v)),
                None => outside(),
            },
        }
    }

    fn inside(&mut self, x: &Val, range: &RangeExpr, work: &mut Work<'_>) -> Result<bool> {
        match range {
            RangeExpr::Between(from, to) => {
                let from = from.as_ref().map(|e| self.eval(e, work)).transpose()?;
                let to = to.as_ref().map(|e| self.eval(e, work)).transpose()?;
                if let Some(from) = from
                    && !self.compare(CompareOp::Le, &from, x)?
                {
                    return Ok(false);
                }
                to.map_or(Ok(true), |to| self.compare(CompareOp::Le, x, &to))
            }
            RangeExpr::Of(e) => {
                if let ExprKind::List(items) | ExprKind::Set(items) = &e.kind {
                    for item in items {
                        let among = match item {
                            RangeExpr::Of(item) => {
                                let item = self.eval(item, work)?;
                                self.compare(CompareOp::Eq, x, &item)?
                            }
                            between => self.inside(x, between, work)?,
                        };
                        if among {
                            return Ok(true);
                        }
                    }
                    return Ok(false);
                }
                match (x, self.eval(e, work)?) {
                    (Val::Is(Value::Text(x)), Val::Is(Value::Text(y))) => Ok(y.contains(&**x)),
                    (x, Val::Is(Value::List(items) | Value::Set(items))) => {
                        for item in items.iter() {
                            if self.compare(CompareOp::Eq, x, &Val::Is(item.clone()))? {
                                return Ok(true);
                            }
                        }
                        Ok(false)
                    }
                    (Val::Is(x), Val::Row(bits)) => {
                        let [Bit::Old(from, until)] = bits[..] else { return outside() };
                        let word = match x {
                            Value::Text(text) => split(text),
                            other => vec![other.clone()],
                        };
                        if word.is_empty() { Ok(true) } else { self.occurs(&word, from, until, work) }
                    }
                    _ => outside(),
                }
            }
        }
    }

    fn compare(&mut self, op: CompareOp, x: &Val, y: &Val) -> Result<bool> {
        if let (Val::Is(x), Val::Is(y)) = (x, y) {
            let numbers = x.is_int() && y.is_int();
            return match op {
                CompareOp::Eq => Ok(x == y),
                CompareOp::Ne => Ok(x != y),
                CompareOp::Lt if numbers => Ok(x < y),
                CompareOp::Le if numbers => Ok(x <= y),
                CompareOp::Gt if numbers => Ok(x > y),
                CompareOp::Ge if numbers => Ok(x >= y),
                _ => outside(),
            };
        }
        if let (Some(a), Some(b)) = (spot(x), spot(y)) {
            return match op {
                CompareOp::Eq => Ok(self.at_most(a, b)? && self.at_most(b, a)?),
                CompareOp::Ne => Ok(!(self.at_most(a, b)? && self.at_most(b, a)?)),
                CompareOp::Lt => Ok(!self.at_most(b, a)?),
                CompareOp::Le => self.at_most(a, b),
                CompareOp::Gt => Ok(!self.at_most(a, b)?),
                CompareOp::Ge => self.at_most(b, a),
                CompareOp::In | CompareOp::NotIn => outside(),
            };
        }
        let (Val::Row(bits), Val::Is(v)) = (match (x, y) {
            (Val::Is(_), Val::Row(_)) => (y, x),
            _ => (x, y),
        }) else {
            return outside();
        };
        let [Bit::Old(from, until)] = bits[..] else { return outside() };
        let word = match v {
            Value::Text(text) => split(text),
            Value::List(items) => items.to_vec(),
            _ => return outside(),
        };
        let behind = Spot { steps: from.steps + word.len() as i64, ..from };
        let mut same = self.at_most(behind, until)? && self.at_most(until, behind)?;
        for (i, wanted) in word.iter().enumerate() {
            if same {
                let letter = self.letter(Spot { steps: from.steps + i as i64, ..from })?;
                same = self.letters[letter as usize] == *wanted;
            }
        }
        match op {
            CompareOp::Eq => Ok(same),
            CompareOp::Ne => Ok(!same),
            _ => outside(),
        }
    }
}

fn plus(op: BinaryOp, a: Val, b: Val) -> Result<Val> {
    if op == BinaryOp::Concat && (matches!(a, Val::Row(_)) || matches!(b, Val::Row(_))) {
        let bits = |v: Val| match v {
            Val::Row(bits) => Ok(bits),
            Val::Is(Value::Text(text)) => Ok(vec![Bit::New(split(&text))]),
            Val::Is(Value::List(items)) => Ok(vec![Bit::New(items.to_vec())]),
            _ => outside(),
        };
        let mut all = bits(a)?;
        all.extend(bits(b)?);
        return Ok(Val::Row(all));
    }
    match (op, a, b) {
        (op, Val::Is(a), Val::Is(b)) => binary(op, &a, &b).map_or_else(|_| outside(), |v| Ok(Val::Is(v))),
        (BinaryOp::Add, Val::At(at), Val::Is(Value::Int(n)))
        | (BinaryOp::Add, Val::Is(Value::Int(n)), Val::At(at)) => shifted(at, Some(n)),
        (BinaryOp::Sub, Val::At(at), Val::Is(Value::Int(n))) => shifted(at, n.checked_neg()),
        (BinaryOp::Sub, Val::At(a), Val::At(b)) if a.anchor == b.anchor => {
            Ok(Val::Is(Value::Int(a.steps - b.steps)))
        }
        _ => outside(),
    }
}

fn shifted(at: Spot, by: Option<i64>) -> Result<Val> {
    match by.filter(|n| n.abs() <= MOST_ROUNDS) {
        Some(n) => Ok(number(Spot { steps: at.steps + n, ..at })),
        None => outside(),
    }
}

fn item(items: &[Value], at: Spot) -> Result<Val> {
    let i = usize::try_from(at.steps - 1).ok().filter(|_| at.anchor == ZERO);
    i.and_then(|i| items.get(i)).map_or_else(outside, |v| Ok(Val::Is(v.clone())))
}
