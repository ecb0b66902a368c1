//! Evaluation of expressions.
//!
//! The fields of the part at hand are passed beside the context, because a move with `then` reads several versions
//! of them. Small integers never touch the heap; lists are shared, not copied.

use super::Part;
use super::arith;
use super::context::{Cx, Flow, MOST_CALLS, MOST_STACK, Visit, stack_address, told, walked};
use super::error::{Error, Kind, Problem};
use super::real::Surd;
use crate::ast::CompareOp;
use crate::rules::{Builtin, Clause, Comprehension, Expr, ExprKind, RangeExpr, Real, bound_slots, walk};
use crate::span::Span;
use crate::value::Value;

impl<'a> Cx<'a> {
    /// The value of an expression.
    pub(crate) fn eval(&mut self, fields: &[Value], e: &Expr) -> Result<Value, Error> {
        match &e.kind {
            ExprKind::Const(v) => Ok(v.clone()),
            ExprKind::Field(i) => match fields.get(*i) {
                Some(v) => Ok(v.clone()),
                None => Err(Error::new(e.span, Problem::NoPartHere)),
            },
            ExprKind::Local(i) => Ok(self.local(*i)),
            ExprKind::Param(i) => Ok(self.interp.param(*i)),
            ExprKind::Binary(op, a, b) => {
                let x = self.operand(fields, a)?;
                let y = self.operand(fields, b)?;
                self.tick(1, e.span)?;
                match arith::binary(*op, &x, &y, self.exact) {
                    Ok(v @ Value::Int(_)) => Ok(v),
                    Ok(v) => self.large(v, e.span),
                    Err(p) => Err(Error::new(e.span, p)),
                }
            }
            ExprKind::Compare(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Not(_)
            | ExprKind::Stuck => self.truth(fields, e).map(Value::Bool),
            ExprKind::Index(base, indices) => self.index(fields, e, base, indices),
            ExprKind::Cases(arms) => match self.arm(fields, arms)? {
                Some(value) => self.eval(fields, value),
                None => Err(Error::new(e.span, Problem::NoCase)),
            },
            ExprKind::Define(..) => self.call(fields, e),
            ExprKind::Mover => Ok(Value::Int(self.turn.mover as i64 + 1)),
            ExprKind::Opponent => Ok(Value::Int(2 - self.turn.mover as i64)),
            _ => self.eval_rest(fields, e),
        }
    }

    /// The value of an operand: most are small integers at hand, which need no call.
    #[inline]
    fn operand(&mut self, fields: &[Value], e: &Expr) -> Result<Value, Error> {
        match self.peek(fields, e) {
            Some(Value::Int(i)) => Ok(Value::Int(*i)),
            _ => self.eval(fields, e),
        }
    }

    /// The rarer kinds, apart so that the frames of the common ones stay small.
    #[inline(never)]
    fn eval_rest(&mut self, fields: &[Value], e: &Expr) -> Result<Value, Error> {
        self.tick(1, e.span)?;
        match &e.kind {
            ExprKind::Turn => Ok(Value::big(self.turn.turn.into())),
            ExprKind::Heaps => Ok(self.heaps_value(e.span)?),
            ExprKind::Tuple(items) => Ok(Value::list(self.values(fields, items)?)),
            ExprKind::List(items) => Ok(Value::list(self.elements(fields, items, e.span)?)),
            ExprKind::Set(items) => Ok(Value::set(self.elements(fields, items, e.span)?)),
            ExprKind::ListOf(c) => Ok(Value::list(self.collect(fields, c, e.span)?)),
            ExprKind::SetOf(c) => Ok(Value::set(self.collect(fields, c, e.span)?)),
            ExprKind::Slice(base, from, to) => self.slice(fields, e, base, from.as_deref(), to.as_deref()),
            ExprKind::Call(..) | ExprKind::Fold(..) if self.alike.is_some() => self.once(fields, e),
            ExprKind::Call(..) | ExprKind::Fold(..) => self.function(fields, e),
            ExprKind::Size(x) => {
                let v = self.eval(fields, x)?;
                self.size(&v, x.span)
            }
            ExprKind::Neg(x) => {
                let v = self.eval(fields, x)?;
                arith::negate(&v, self.exact).map_err(|p| Error::new(e.span, p))
            }
            ExprKind::Floor(r) => {
                let surd = self.real(fields, r, e.span)?;
                let v = Value::big(surd.floor());
                match v {
                    Value::Big(_) if !self.exact => {
                        Err(Error::new(e.span, Problem::Overflow { op: "floor" }))
                    }
                    v => Ok(v),
                }
            }
            // The other kinds are handled before this.
            _ => Err(Error::new(e.span, Problem::NoCase)),
        }
    }

    /// The values of several expressions.
    pub(crate) fn values(&mut self, fields: &[Value], all: &[Expr]) -> Result<Vec<Value>, Error> {
        let mut out = Vec::with_capacity(all.len());
        for e in all {
            out.push(self.eval(fields, e)?);
        }
        Ok(out)
    }

    /// Pays for a value that lives on the heap.
    #[cold]
    fn large(&mut self, v: Value, span: Span) -> Result<Value, Error> {
        let cost = match &v {
            Value::Big(b) => b.bits() / 16,
            Value::List(items) | Value::Set(items) => items.len() as u64 * 4,
            Value::Text(t) => t.len() as u64,
            _ => 0,
        };
        self.tick(cost, span)?;
        Ok(v)
    }

    /// The truth of a condition.
    pub(crate) fn truth(&mut self, fields: &[Value], e: &Expr) -> Result<bool, Error> {
        match &e.kind {
            ExprKind::And(a, b) => Ok(self.truth(fields, a)? && self.truth(fields, b)?),
            ExprKind::Or(a, b) => Ok(self.truth(fields, a)? || self.truth(fields, b)?),
            ExprKind::Not(a) => Ok(!self.truth(fields, a)?),
            ExprKind::Compare(first, rest) => self.compare(fields, first, rest),
            ExprKind::Stuck => match self.stuck {
                Some(ask) => ask(),
                None => Err(Error::new(e.span, Problem::NoPartHere)),
            },
            _ => match self.eval(fields, e)? {
                Value::Bool(b) => Ok(b),
                v => Err(Error::wrong(e.span, Kind::YesNo, &v)),
            },
        }
    }

    fn compare(
        &mut self,
        fields: &[Value],
        first: &Expr,
        rest: &[(CompareOp, RangeExpr)],
    ) -> Result<bool, Error> {
        self.tick(1, first.span)?;
        let mut left = self.operand(fields, first)?;
        for (op, right) in rest {
            match (op, right) {
                (CompareOp::In, _) | (CompareOp::NotIn, _) => {
                    if self.is_in(fields, &left, right, super::ranges::Mode::Ask)? != (*op == CompareOp::In) {
                        return Ok(false);
                    }
                }
                (_, RangeExpr::Of(e)) => {
                    let v = self.operand(fields, e)?;
                    let holds = match op {
                        CompareOp::Eq => left == v,
                        CompareOp::Ne => left != v,
                        _ => {
                            let order = self.order(&left, &v, first.span.to(e.span))?;
                            match op {
                                CompareOp::Lt => order.is_lt(),
                                CompareOp::Le => order.is_le(),
                                CompareOp::Gt => order.is_gt(),
                                _ => order.is_ge(),
                            }
                        }
                    };
                    if !holds {
                        return Ok(false);
                    }
                    left = v;
                }
                (_, RangeExpr::Between(..)) => {
                    let problem = Problem::WrongKind { wanted: Kind::Number, found: Kind::List };
                    return Err(Error::new(first.span, problem));
                }
            }
        }
        Ok(true)
    }

    /// Order is for two values of one kind that has an order people expect.
    fn order(&self, a: &Value, b: &Value, span: Span) -> Result<std::cmp::Ordering, Error> {
        match (a, b) {
            (Value::Int(x), Value::Int(y)) => Ok(x.cmp(y)),
            (Value::Int(_) | Value::Big(_), Value::Int(_) | Value::Big(_))
            | (Value::Text(_), Value::Text(_))
            | (Value::List(_), Value::List(_)) => Ok(a.cmp(b)),
            _ => {
                let found = if a.is_int() { Kind::of(b) } else { Kind::of(a) };
                Err(Error::new(span, Problem::WrongKind { wanted: Kind::Number, found }))
            }
        }
    }

    /// The value of the first arm that holds.
    pub(crate) fn arm<'e>(
        &mut self,
        fields: &[Value],
        arms: &'e [(Expr, Option<Expr>)],
    ) -> Result<Option<&'e Expr>, Error> {
        for (value, cond) in arms {
            let holds = match cond {
                None => true,
                Some(c) => self.truth(fields, c)?,
            };
            if holds {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// A built-in function, of arguments or over a comprehension.
    fn function(&mut self, fields: &[Value], e: &Expr) -> Result<Value, Error> {
        match &e.kind {
            ExprKind::Call(function, args) => self.builtin(fields, *function, args, e),
            ExprKind::Fold(function, c) => self.fold(fields, *function, c, e.span),
            _ => self.eval(fields, e),
        }
    }

    /// The same, found once for all heaps if it is the same for all.
    fn once(&mut self, fields: &[Value], e: &Expr) -> Result<Value, Error> {
        let place = std::ptr::from_ref(e).addr();
        let known = self.alike.as_ref().and_then(|alike| alike.get(&place));
        if let Some(Some(v)) = known {
            return Ok(v.clone());
        }
        let first = known.is_none();
        let v = self.function(fields, e)?;
        if first && let Some(alike) = &mut self.alike {
            alike.insert(place, is_alike(e).then(|| v.clone()));
        }
        Ok(v)
    }

    /// A call of a definition. A call in tail position (the value of the definition is the value of the call)
    /// reuses the frame, so that `g(n - 1) otherwise` may run as long as the steps allow.
    fn call(&mut self, fields: &[Value], e: &Expr) -> Result<Value, Error> {
        let ExprKind::Define(id, args) = &e.kind else { return self.eval(fields, e) };
        let mut id = *id;
        let interp = self.interp;
        let (base, len) = (self.base, self.frame.len());
        for arg in args {
            let v = self.eval(fields, arg)?;
            self.frame.push(v);
        }
        // The arguments are those of this call, whatever calls in tail position follow it.
        let mut learnt = None;
        let branches = interp.rules.defines.get(id).is_some_and(|d| d.branches);
        if branches || self.knows(id) {
            if let Some(v) = self.known(id, len) {
                self.frame.truncate(len);
                self.tick(1, e.span)?;
                return Ok(v);
            }
            if branches {
                learnt = Some((id, Box::from(&self.frame[len..])));
            }
        }
        let (before, arity, mut tailed) = (self.steps, self.frame.len() - len, false);
        self.calls += 1;
        let too_deep = self.calls > MOST_CALLS || self.stack.abs_diff(stack_address()) > MOST_STACK;
        let out = if too_deep {
            let name = interp.rules.defines.get(id).map_or_else(String::new, |d| d.name.clone());
            Err(Error::new(e.span, Problem::TooDeep { name }))
        } else {
            self.base = len;
            loop {
                let Some(define) = interp.rules.defines.get(id) else {
                    break Err(Error::new(e.span, Problem::NoCase));
                };
                self.frame.resize(len + define.locals.max(define.arity), Value::Int(0));
                match self.tail(&define.body) {
                    Err(e) => break Err(e),
                    Ok(Tail::Value(v)) => break Ok(v),
                    Ok(Tail::Call(next, args)) => {
                        id = next;
                        tailed = true;
                        self.frame.truncate(len);
                        self.frame.extend(args);
                    }
                }
            }
        };
        self.calls -= 1;
        // What took far longer than it takes to look it up is remembered too.
        if !branches && !tailed && out.is_ok() && self.is_dear(before, len..len + arity) {
            learnt = Some((id, Box::from(&self.frame[len..len + arity])));
        }
        self.frame.truncate(len);
        self.base = base;
        if let (Some((id, args)), Ok(v)) = (learnt, &out) {
            self.learn(id, args, v, e.span)?;
        }
        out
    }

    /// Evaluates the body of a definition up to its last call.
    fn tail(&mut self, body: &Expr) -> Result<Tail, Error> {
        let mut e = body;
        loop {
            self.tick(1, e.span)?;
            match &e.kind {
                ExprKind::Cases(arms) => match self.arm(&[], arms)? {
                    Some(value) => e = value,
                    None => return Err(Error::new(e.span, Problem::NoCase)),
                },
                ExprKind::Define(id, args) => return Ok(Tail::Call(*id, self.values(&[], args)?)),
                _ => return self.eval(&[], e).map(Tail::Value),
            }
        }
    }

    fn heaps_value(&mut self, span: Span) -> Result<Value, Error> {
        if let Some(v) = &self.heaps_value {
            return Ok(v.clone());
        }
        let Some(parts) = self.heaps else { return Err(Error::new(span, Problem::NoPartHere)) };
        let one = |p: &Part| match &**p {
            [single] => single.clone(),
            several => Value::list(several.to_vec()),
        };
        let v = Value::list(parts.iter().map(one).collect());
        self.heaps_value = Some(v.clone());
        Ok(v)
    }

    /// The elements that a list or set literal names; a single item is one element.
    fn elements(&mut self, fields: &[Value], items: &[RangeExpr], span: Span) -> Result<Vec<Value>, Error> {
        let mut out = Vec::with_capacity(items.len());
        for item in items {
            match item {
                RangeExpr::Of(e) => {
                    let v = self.eval(fields, e)?;
                    self.push(&mut out, v, span)?;
                }
                RangeExpr::Between(..) => {
                    walked(
                        self.walk(fields, item, None, false, &mut |cx, v| Ok(cx.push(&mut out, v, span)?)),
                    )?;
                }
            }
        }
        Ok(out)
    }

    /// Adds an element, within the limits.
    pub(crate) fn push(&mut self, out: &mut Vec<Value>, v: Value, span: Span) -> Result<(), Error> {
        self.tick(4, span)?;
        if out.len() >= arith::MOST_ELEMENTS {
            return Err(Error::new(span, Problem::TooLong { most: arith::MOST_ELEMENTS }));
        }
        out.push(v);
        Ok(())
    }

    fn collect(&mut self, fields: &[Value], c: &Comprehension, span: Span) -> Result<Vec<Value>, Error> {
        let mut out = Vec::new();
        walked(self.comprehend(fields, c, 0, &mut |cx, v| Ok(cx.push(&mut out, v, span)?)))?;
        Ok(out)
    }

    /// Visits the elements of a comprehension.
    pub(crate) fn comprehend(
        &mut self,
        fields: &[Value],
        c: &Comprehension,
        at: usize,
        f: Visit<'_, 'a>,
    ) -> Flow {
        match c.clauses.get(at) {
            None => {
                let v = self.eval(fields, &c.element)?;
                f(self, v)
            }
            Some(Clause::If(cond)) => {
                if self.truth(fields, cond)? {
                    self.comprehend(fields, c, at + 1, f)
                } else {
                    Ok(())
                }
            }
            Some(Clause::For { slot, range }) => self.walk(fields, range, None, false, &mut |cx, v| {
                cx.set(*slot, v);
                cx.comprehend(fields, c, at + 1, f)
            }),
        }
    }

    /// `sum(e for …)` and the other folds.
    fn fold(
        &mut self,
        fields: &[Value],
        function: Builtin,
        c: &Comprehension,
        span: Span,
    ) -> Result<Value, Error> {
        let mut fold = super::builtins::Fold::new(function);
        walked(self.comprehend(fields, c, 0, &mut |cx, v| {
            told(fold.take(&v, cx.exact).map_err(|p| Error::new(span, p))?)
        }))?;
        fold.done().map_err(|p| Error::new(span, p))
    }

    fn real(&mut self, fields: &[Value], r: &Real, span: Span) -> Result<Surd, Error> {
        let at = |p| Error::new(span, p);
        let surd = match r {
            Real::Int(e) => Surd::int(self.integer(fields, e)?),
            Real::Phi => Surd::phi(),
            Real::Sqrt(e) => Surd::sqrt(self.integer(fields, e)?).map_err(at)?,
            Real::Neg(a) => self.real(fields, a, span)?.neg(),
            Real::Add(a, b) => self.real(fields, a, span)?.add(self.real(fields, b, span)?).map_err(at)?,
            Real::Sub(a, b) => {
                self.real(fields, a, span)?.add(self.real(fields, b, span)?.neg()).map_err(at)?
            }
            Real::Mul(a, b) => self.real(fields, a, span)?.mul(self.real(fields, b, span)?).map_err(at)?,
            Real::Div(a, b) => self.real(fields, a, span)?.div(self.real(fields, b, span)?).map_err(at)?,
        };
        self.tick(1 + surd.bits() / 16, span)?;
        if surd.bits() > arith::MOST_BITS {
            return Err(at(Problem::TooManyBits));
        }
        Ok(surd)
    }

    /// An integer of any size.
    pub(crate) fn integer(&mut self, fields: &[Value], e: &Expr) -> Result<num_bigint::BigInt, Error> {
        let v = self.eval(fields, e)?;
        v.to_big().ok_or_else(|| Error::wrong(e.span, Kind::Number, &v))
    }
}

enum Tail {
    Value(Value),
    Call(usize, Vec<Value>),
}

/// Is an expression the same for all heaps: without fields, and without locals but its own?
fn is_alike(e: &Expr) -> bool {
    let (own, mut alike) = (bound_slots(e), true);
    walk(e, &mut |x| {
        alike &= match &x.kind {
            ExprKind::Field(_) | ExprKind::Stuck => false,
            ExprKind::Local(slot) => own.contains(slot),
            _ => true,
        }
    });
    alike
}
