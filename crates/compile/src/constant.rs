//! Constants: the value of an expression that looks at nothing but parameters.
//!
//! Take-sets such as `{2*i for i in 1..m if i != 3}` are known once the parameters are. Evaluation is bounded;
//! whatever is not a small closed expression has no constant value here.

use bouton_language::ast::{BinaryOp, CompareOp};
use bouton_language::rules::{Builtin, Clause, Comprehension, Expr, ExprKind, RangeExpr};
use bouton_language::value::Value;
use std::cmp::Ordering;

/// Steps that one constant may take.
const STEPS: usize = 20_000;

struct Closed<'a> {
    params: &'a [Value],
    locals: Vec<Option<Value>>,
    steps: usize,
    depth: usize,
}

/// The value of an expression over parameters alone.
pub(crate) fn closed(params: &[Value], e: &Expr) -> Option<Value> {
    Closed { params, locals: Vec::new(), steps: STEPS, depth: 0 }.eval(e)
}

impl Closed<'_> {
    fn eval(&mut self, e: &Expr) -> Option<Value> {
        self.steps = self.steps.checked_sub(1)?;
        if self.depth > 100 {
            return None;
        }
        self.depth += 1;
        let v = self.eval_kind(e);
        self.depth -= 1;
        v
    }

    fn int(&mut self, e: &Expr) -> Option<i64> {
        self.eval(e)?.as_int()
    }

    fn truth(&mut self, e: &Expr) -> Option<bool> {
        match self.eval(e)? {
            Value::Bool(b) => Some(b),
            _ => None,
        }
    }

    fn eval_kind(&mut self, e: &Expr) -> Option<Value> {
        Some(match &e.kind {
            ExprKind::Const(v) => v.clone(),
            ExprKind::Param(i) => self.params.get(*i)?.clone(),
            ExprKind::Local(i) => self.locals.get(*i)?.clone()?,
            ExprKind::Tuple(items) => Value::list(items.iter().map(|x| self.eval(x)).collect::<Option<_>>()?),
            ExprKind::List(pieces) => Value::list(self.pieces(pieces)?),
            ExprKind::Set(pieces) => Value::set(self.pieces(pieces)?),
            ExprKind::ListOf(c) => Value::list(self.comprehend(c)?),
            ExprKind::SetOf(c) => Value::set(self.comprehend(c)?),
            ExprKind::Size(x) => match self.eval(x)? {
                Value::Int(i) => Value::Int(i.checked_abs()?),
                Value::List(v) | Value::Set(v) => Value::Int(v.len() as i64),
                Value::Text(t) => Value::Int(t.chars().count() as i64),
                Value::Graph(g) => Value::Int(g.len() as i64),
                _ => return None,
            },
            ExprKind::Index(base, places) => match (self.eval(base)?, places.as_slice()) {
                (Value::List(v), [place]) => {
                    let at = usize::try_from(self.int(place)?.checked_sub(1)?).ok()?;
                    v.get(at)?.clone()
                }
                _ => return None,
            },
            ExprKind::Neg(x) => Value::Int(self.int(x)?.checked_neg()?),
            ExprKind::Not(x) => Value::Bool(!self.truth(x)?),
            ExprKind::And(a, b) => Value::Bool(self.truth(a)? && self.truth(b)?),
            ExprKind::Or(a, b) => Value::Bool(self.truth(a)? || self.truth(b)?),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                self.binary(*op, &a, &b)?
            }
            ExprKind::Compare(first, links) => {
                let mut left = self.eval(first)?;
                for (op, right) in links {
                    let (holds, next) = self.link(&left, *op, right)?;
                    if !holds {
                        return Some(Value::Bool(false));
                    }
                    left = next;
                }
                Value::Bool(true)
            }
            ExprKind::Cases(arms) => {
                for (value, cond) in arms {
                    let holds = match cond {
                        None => true,
                        Some(c) => self.truth(c)?,
                    };
                    if holds {
                        return self.eval(value);
                    }
                }
                return None;
            }
            ExprKind::Call(f, args) => {
                let args: Vec<Value> = args.iter().map(|x| self.eval(x)).collect::<Option<_>>()?;
                match args.as_slice() {
                    [Value::Int(a), Value::Int(b)] if let Some(v) = f.of_bits(*a, *b) => Value::Int(v),
                    [Value::Int(n), base @ ..] if *f == Builtin::Digits => {
                        let base = base.first().map_or(Some(10), Value::as_int)?;
                        let all = Builtin::digits_of(*n, base)?;
                        Value::list(all.into_iter().map(Value::Int).collect())
                    }
                    [Value::Graph(g), u, v] if *f == Builtin::Distance => {
                        let (u, v) = (g.place(u)?, g.place(v)?);
                        self.steps = self.steps.checked_sub(g.len())?;
                        Value::Int(g.distance(u, v, &mut |_| Ok::<_, ()>(())).ok()?.into())
                    }
                    [Value::List(v) | Value::Set(v)] => fold(*f, v)?,
                    _ => fold(*f, &args)?,
                }
            }
            ExprKind::Fold(f, c) => {
                let items = self.comprehend(c)?;
                fold(*f, &items)?
            }
            _ => return None,
        })
    }

    fn pieces(&mut self, pieces: &[RangeExpr]) -> Option<Vec<Value>> {
        let mut out = Vec::new();
        for piece in pieces {
            match piece {
                RangeExpr::Of(e) => out.push(self.eval(e)?),
                RangeExpr::Between(..) => out.extend(self.range(piece)?),
            }
        }
        Some(out)
    }

    fn range(&mut self, range: &RangeExpr) -> Option<Vec<Value>> {
        match range {
            RangeExpr::Between(lo, hi) => {
                let lo = lo.as_ref().map_or(Some(0), |e| self.int(e))?;
                let hi = self.int(hi.as_ref()?)?;
                if hi < lo {
                    return Some(Vec::new());
                }
                let count = usize::try_from(hi.checked_sub(lo)?).ok()?;
                self.steps = self.steps.checked_sub(count)?;
                Some((lo..=hi).map(Value::Int).collect())
            }
            RangeExpr::Of(e) => match self.eval(e)? {
                Value::List(v) | Value::Set(v) => Some(v.to_vec()),
                v @ Value::Int(_) => Some(vec![v]),
                _ => None,
            },
        }
    }

    fn comprehend(&mut self, c: &Comprehension) -> Option<Vec<Value>> {
        let mut out = Vec::new();
        self.clauses(&c.clauses, &c.element, &mut out)?;
        Some(out)
    }

    fn clauses(&mut self, clauses: &[Clause], element: &Expr, out: &mut Vec<Value>) -> Option<()> {
        match clauses.split_first() {
            None => out.push(self.eval(element)?),
            Some((Clause::If(cond), rest)) => {
                if self.truth(cond)? {
                    self.clauses(rest, element, out)?;
                }
            }
            Some((Clause::For { slot, range }, rest)) => {
                for v in self.range(range)? {
                    if self.locals.len() <= *slot {
                        self.locals.resize(slot + 1, None);
                    }
                    self.locals[*slot] = Some(v);
                    self.clauses(rest, element, out)?;
                }
            }
        }
        Some(())
    }

    fn binary(&mut self, op: BinaryOp, a: &Value, b: &Value) -> Option<Value> {
        if let (Value::Set(x), Value::Set(y)) = (a, b) {
            return match op {
                BinaryOp::Add => Some(Value::set(x.iter().chain(y.iter()).cloned().collect())),
                BinaryOp::Sub => Some(Value::set(x.iter().filter(|v| !y.contains(v)).cloned().collect())),
                _ => None,
            };
        }
        if let (Value::List(x), Value::List(y), BinaryOp::Concat) = (a, b, op) {
            return Some(Value::list(x.iter().chain(y.iter()).cloned().collect()));
        }
        let (x, y) = (a.as_int()?, b.as_int()?);
        let v = match op {
            BinaryOp::Add => x.checked_add(y)?,
            BinaryOp::Sub => x.checked_sub(y)?,
            BinaryOp::Mul => x.checked_mul(y)?,
            // Only positive divisors: for others the sign of the remainder is a matter of taste.
            BinaryOp::Div if y > 0 => x.div_euclid(y),
            BinaryOp::Mod if y > 0 => x.rem_euclid(y),
            BinaryOp::Xor if x >= 0 && y >= 0 => x ^ y,
            BinaryOp::Pow => x.checked_pow(u32::try_from(y).ok()?)?,
            _ => return None,
        };
        Some(Value::Int(v))
    }

    fn link(&mut self, left: &Value, op: CompareOp, right: &RangeExpr) -> Option<(bool, Value)> {
        if let (CompareOp::In | CompareOp::NotIn, RangeExpr::Between(lo, hi)) = (op, right) {
            let x = left.as_int()?;
            let lo = lo.as_ref().map_or(Some(0), |e| self.int(e))?;
            let hi = hi.as_ref().map_or(Some(i64::MAX), |e| self.int(e))?;
            return Some(((lo <= x && x <= hi) == (op == CompareOp::In), left.clone()));
        }
        let RangeExpr::Of(e) = right else { return None };
        let other = self.eval(e)?;
        let order = || match (left, &other) {
            (Value::Int(a), Value::Int(b)) => Some(a.cmp(b)),
            _ => None,
        };
        let holds = match op {
            CompareOp::Eq => *left == other,
            CompareOp::Ne => *left != other,
            CompareOp::Lt => order()? == Ordering::Less,
            CompareOp::Le => order()? != Ordering::Greater,
            CompareOp::Gt => order()? == Ordering::Greater,
            CompareOp::Ge => order()? != Ordering::Less,
            CompareOp::In | CompareOp::NotIn => match &other {
                Value::Set(v) | Value::List(v) => v.contains(left) == (op == CompareOp::In),
                _ => return None,
            },
        };
        Some((holds, other))
    }
}

/// A function of several numbers, where it is a plain one.
fn fold(f: Builtin, items: &[Value]) -> Option<Value> {
    let ints = || items.iter().map(Value::as_int).collect::<Option<Vec<i64>>>();
    Some(match f {
        Builtin::Min => Value::Int(*ints()?.iter().min()?),
        Builtin::Max => Value::Int(*ints()?.iter().max()?),
        Builtin::Sum => Value::Int(ints()?.iter().try_fold(0i64, |s, x| s.checked_add(*x))?),
        Builtin::Count => {
            let mut n = 0;
            for v in items {
                match v {
                    Value::Bool(b) => n += i64::from(*b),
                    _ => return None,
                }
            }
            Value::Int(n)
        }
        Builtin::Any | Builtin::All => {
            let mut truths = Vec::new();
            for v in items {
                match v {
                    Value::Bool(b) => truths.push(*b),
                    _ => return None,
                }
            }
            Value::Bool(match f {
                Builtin::Any => truths.contains(&true),
                _ => !truths.contains(&false),
            })
        }
        Builtin::Abs => match items {
            [Value::Int(i)] => Value::Int(i.checked_abs()?),
            _ => return None,
        },
        _ => return None,
    })
}
