//! Expressions of the rules as linear arithmetic: a value is a list of cases, each a condition and a form.
//!
//! The conditions of the cases of one value exclude each other and cover everything. What the arithmetic cannot say
//! is refused with a sentence; what needs a choice to be a fixed number asks for that choice.

use crate::cases::{
    Cases, MOST_CASES, Val, absolute, folded, gathered, kind, number, one, pairs, relation, sure, under,
    without_repetition,
};
use crate::linear::{Cond, Lin, Var};
use crate::refused::Why;
use bouton_language::ast::{BinaryOp, CompareOp};
use bouton_language::rules::{Builtin, Clause, Comprehension, Expr, ExprKind, RangeExpr, Rules};
use bouton_language::value::Value;
use std::cell::RefCell;

/// Expressions and definitions nest at most this deep.
const DEEPEST: usize = 200;
/// One line of the rules takes at most this many steps to translate.
const MOST_STEPS: usize = 300_000;

/// A remainder by a number that is not fixed, read as a variable.
pub(crate) struct Remainder {
    pub(crate) variable: Var,
    /// Of what by what.
    pub(crate) met: RefCell<Option<(Lin, Lin)>>,
}

/// What expressions are read against.
pub(crate) struct Symbols<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) params: &'a [Value],
    pub(crate) fields: Vec<Val>,
    pub(crate) locals: Vec<Option<Val>>,
    /// Which choice a variable stands for.
    pub(crate) slots: Vec<(Var, usize)>,
    pub(crate) depth: usize,
    pub(crate) steps: usize,
    /// Where one such remainder is allowed.
    pub(crate) remainder: Option<Remainder>,
}

fn constant(v: &Value) -> Result<Val, Why> {
    Ok(match v {
        Value::Int(i) => Val::Num(Lin::number(*i)),
        Value::Bool(b) => Val::Truth(Cond::Known(*b)),
        Value::List(items) | Value::Set(items) => {
            Val::List(items.iter().map(constant).collect::<Result<_, _>>()?)
        }
        Value::Big(_) => return Err(Why::Overflow),
        _ => return Why::outside("texts, graphs and named infinite sets", "文字、图和命名的无限集合"),
    })
}

impl Symbols<'_> {
    /// The fixed number that a form must be, or the choices that would have to be fixed for it.
    pub(crate) fn fixed(&self, lin: &Lin) -> Result<i64, Why> {
        if let Some(n) = lin.as_number() {
            return Ok(n);
        }
        let slots: Vec<usize> =
            self.slots.iter().filter(|(v, _)| lin.terms.contains_key(v)).map(|(_, s)| *s).collect();
        if slots.is_empty() {
            return Why::outside("a product, index or divisor that is not fixed", "乘积、下标或除数不是定数");
        }
        Err(Why::NeedsNumber { slots })
    }

    /// The condition that an expression says.
    pub(crate) fn truth(&mut self, e: &Expr) -> Result<Cond, Why> {
        match &e.kind {
            ExprKind::Not(a) => Ok(self.truth(a)?.not()),
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let and = matches!(e.kind, ExprKind::And(..));
                // The second is not read where the first decides: it may be an index that is out of place.
                let first = self.truth(a)?;
                if first == Cond::Known(!and) {
                    return Ok(first);
                }
                let second = self.truth(b)?;
                Ok(if and { first.and(second) } else { first.or(second) })
            }
            ExprKind::Compare(first, rest) => {
                let mut left = self.value(first)?;
                let mut all = Cond::YES;
                for (op, right) in rest {
                    let (cond, next) = self.compare(left, *op, right)?;
                    all = all.and(cond);
                    if all == Cond::NO {
                        break;
                    }
                    left = next;
                }
                Ok(all)
            }
            _ => self.holds(e),
        }
    }

    fn holds(&mut self, e: &Expr) -> Result<Cond, Why> {
        let mut any = Vec::new();
        for (when, v) in self.value(e)? {
            let Val::Truth(c) = v else { return kind() };
            any.push(when.and(c));
        }
        Ok(Cond::any(any))
    }

    fn compare(&mut self, left: Cases, op: CompareOp, right: &RangeExpr) -> Result<(Cond, Cases), Why> {
        if matches!(op, CompareOp::In | CompareOp::NotIn) {
            let mut any = Vec::new();
            for (when, v) in &left {
                any.push(when.clone().and(self.within(v, right)?));
            }
            let inside = Cond::any(any);
            return Ok((if op == CompareOp::In { inside } else { inside.not() }, left));
        }
        let RangeExpr::Of(e) = right else { return kind() };
        let right = self.value(e)?;
        let cases = pairs(left, &right, |a, b| Ok(one(Val::Truth(relation(op, a, b)?))))?;
        let any = cases.into_iter().map(|(when, v)| match v {
            Val::Truth(c) => when.and(c),
            _ => Cond::NO,
        });
        Ok((Cond::any(any.collect()), right))
    }

    /// The ways in which a whole number is at most the value of an expression. `v <= e div m` is `m*v <= e` and `v <= min(a, b)`
    /// is `v <= a and v <= b`, which spares the cases of the remainder and of which is smaller.
    pub(crate) fn at_most(&mut self, v: &Lin, e: &Expr) -> Result<Vec<Cond>, Why> {
        match &e.kind {
            ExprKind::Binary(BinaryOp::Div, a, b) => {
                if let [(_, Val::Num(m))] = &self.value(b)?[..] {
                    let m = self.fixed(m)?;
                    if (1..=MOST_CASES as i64).contains(&m) {
                        return self.at_most(&v.times(m)?, a);
                    }
                }
            }
            ExprKind::Call(Builtin::Min, args) if args.len() > 1 => {
                let mut all = vec![Cond::YES];
                for e in args {
                    let more = self.at_most(v, e)?;
                    let both = |c: &Cond| more.iter().map(|m| c.clone().and(m.clone())).collect::<Vec<_>>();
                    all = all.iter().flat_map(both).collect();
                    if all.len() > MOST_CASES {
                        return Why::outside("a value with thousands of cases", "一个值有数千种情形");
                    }
                }
                return Ok(all);
            }
            _ => {}
        }
        self.value(e)?.into_iter().map(|(when, top)| Ok(when.and(Cond::at_most(v, number(&top)?)?))).collect()
    }

    /// Is the value in the range?
    pub(crate) fn within(&mut self, v: &Val, range: &RangeExpr) -> Result<Cond, Why> {
        match range {
            RangeExpr::Between(from, to) => {
                let n = number(v)?.clone();
                let mut all = Cond::YES;
                for (end, low) in [(from, true), (to, false)] {
                    let cases = match end {
                        Some(e) => self.value(e)?,
                        None if low => one(Val::Num(Lin::number(0))),
                        None => continue,
                    };
                    let mut any = Vec::new();
                    for (when, end) in cases {
                        let end = number(&end)?;
                        let (a, b) = if low { (end, &n) } else { (&n, end) };
                        any.push(when.and(Cond::at_most(a, b)?));
                    }
                    all = all.and(Cond::any(any));
                }
                Ok(all)
            }
            RangeExpr::Of(e) => {
                let mut any = Vec::new();
                for (when, all) in self.collection(e)? {
                    let items = match all {
                        Val::List(items) => items,
                        single => vec![single],
                    };
                    for item in items {
                        any.push(when.clone().and(relation(CompareOp::Eq, v, &item)?));
                    }
                }
                Ok(Cond::any(any))
            }
        }
    }

    /// The values of a range that is fixed; each with the condition under which it is there.
    pub(crate) fn listed(&mut self, range: &RangeExpr) -> Result<Cases, Why> {
        match range {
            RangeExpr::Between(from, to) => {
                let Some(to) = to else {
                    return Why::outside("a range without an end", "没有上界的范围");
                };
                let low = match from {
                    Some(e) => self.value(e)?,
                    None => one(Val::Num(Lin::number(0))),
                };
                let high = self.value(to)?;
                let mut out = Vec::new();
                for (when, a) in &low {
                    for (and, b) in &high {
                        let when = when.clone().and(and.clone());
                        if when == Cond::NO {
                            continue;
                        }
                        let (a, b) = (self.fixed(number(a)?)?, self.fixed(number(b)?)?);
                        if b.saturating_sub(a) as i128 > MOST_CASES as i128 {
                            return Why::outside("a list of thousands of numbers", "数千个数的列表");
                        }
                        out.extend((a..=b).map(|n| (when.clone(), Val::Num(Lin::number(n)))));
                    }
                }
                Ok(out)
            }
            RangeExpr::Of(e) => {
                let mut out = Vec::new();
                for (when, all) in self.collection(e)? {
                    match all {
                        Val::List(items) => out.extend(items.into_iter().map(|v| (when.clone(), v))),
                        single => out.push((when, single)),
                    }
                }
                Ok(out)
            }
        }
    }

    /// A collection whose repetitions do not matter: sets may hold forms that happen to be equal.
    fn collection(&mut self, e: &Expr) -> Result<Cases, Why> {
        match &e.kind {
            ExprKind::List(items) | ExprKind::Set(items) => {
                let mut all = Vec::new();
                for item in items {
                    match item {
                        RangeExpr::Of(e) => all.push(self.value(e)?),
                        between => all.extend(sure(self.listed(between)?)?),
                    }
                }
                gathered(all)
            }
            ExprKind::ListOf(c) | ExprKind::SetOf(c) => gathered(sure(self.comprehended(c)?)?),
            _ => self.value(e),
        }
    }

    /// The value of an expression.
    pub(crate) fn value(&mut self, e: &Expr) -> Result<Cases, Why> {
        self.depth += 1;
        self.steps += 1;
        let out = if self.depth <= DEEPEST && self.steps <= MOST_STEPS {
            self.value_of(e)
        } else if self.slots.is_empty() {
            Why::outside("definitions that call each other too often", "定义互相调用过多")
        } else {
            // A definition that goes on for ever may end once the choices are numbers.
            Err(Why::NeedsNumber { slots: self.slots.iter().map(|(_, slot)| *slot).collect() })
        };
        self.depth -= 1;
        out
    }

    fn value_of(&mut self, e: &Expr) -> Result<Cases, Why> {
        let missing = || Why::outside("something that is no number of the position", "不属于局面中的数");
        Ok(match &e.kind {
            ExprKind::Const(v) => one(constant(v)?),
            ExprKind::Param(i) => match self.params.get(*i) {
                Some(v) => one(constant(v)?),
                None => return missing(),
            },
            ExprKind::Field(i) => match self.fields.get(*i) {
                Some(v) => one(v.clone()),
                None => return missing(),
            },
            ExprKind::Local(i) => match self.locals.get(*i) {
                Some(Some(v)) => one(v.clone()),
                _ => return missing(),
            },
            ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Compare(..) => {
                one(Val::Truth(self.truth(e)?))
            }
            ExprKind::Neg(a) => {
                let zero = one(Val::Num(Lin::number(0)));
                let a = self.value(a)?;
                pairs(zero, &a, |x, y| Ok(one(Val::Num(number(x)?.plus(-1, number(y)?)?))))?
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                let this = &*self;
                pairs(a, &b, |x, y| this.arithmetic(*op, number(x)?, number(y)?))?
            }
            ExprKind::Size(a) => {
                let mut out = Vec::new();
                for (when, v) in self.value(a)? {
                    match v {
                        Val::List(items) => out.push((when, Val::Num(Lin::number(items.len() as i64)))),
                        v => out.extend(under(&when, absolute(number(&v)?)?)),
                    }
                }
                out
            }
            ExprKind::Tuple(items) => self.tuple(items)?,
            ExprKind::List(_) | ExprKind::ListOf(_) => self.collection(e)?,
            ExprKind::Set(_) | ExprKind::SetOf(_) => {
                let mut out = self.collection(e)?;
                for (_, v) in &mut out {
                    without_repetition(v)?;
                }
                out
            }
            ExprKind::Index(base, indices) => {
                let [index] = &indices[..] else { return kind() };
                let (base, index) = (self.value(base)?, self.value(index)?);
                let this = &*self;
                pairs(base, &index, |list, i| {
                    let Val::List(items) = list else { return kind() };
                    let i = this.fixed(number(i)?)?;
                    let at = usize::try_from(i).ok().and_then(|i| items.get(i.checked_sub(1)?));
                    match at {
                        Some(v) => Ok(one(v.clone())),
                        None => Why::outside("an index out of range", "下标越界"),
                    }
                })?
            }
            ExprKind::Call(f @ (Builtin::Band | Builtin::Bor | Builtin::Shl | Builtin::Shr), args) => {
                let [a, b] = &args[..] else { return kind() };
                let (a, b) = (self.value(a)?, self.value(b)?);
                let this = &*self;
                pairs(a, &b, |x, y| this.bits(*f, number(x)?, number(y)?))?
            }
            ExprKind::Call(f, args) => {
                let mut out = Vec::new();
                for (when, v) in self.tuple(args)? {
                    let Val::List(mut args) = v else { return kind() };
                    if let (Builtin::Count, [Val::List(items), wanted]) = (*f, &args[..]) {
                        let same = |v: &Val| Ok(Val::Truth(relation(CompareOp::Eq, v, wanted)?));
                        args = items.iter().map(same).collect::<Result<_, Why>>()?;
                    } else if let [Val::List(only)] = &args[..] {
                        args = only.clone();
                    }
                    let given: Cases = args.into_iter().map(|v| (Cond::YES, v)).collect();
                    out.extend(under(&when, folded(*f, given)?));
                }
                out
            }
            ExprKind::Fold(f, c) => {
                let items = self.comprehended(c)?;
                folded(*f, items)?
            }
            ExprKind::Cases(arms) => {
                let (mut out, mut rest) = (Vec::new(), Cond::YES);
                for (value, cond) in arms {
                    let holds = match cond {
                        Some(c) => self.truth(c)?,
                        None => Cond::YES,
                    };
                    let here = rest.clone().and(holds.clone());
                    if here != Cond::NO {
                        out.extend(under(&here, self.value(value)?));
                    }
                    rest = rest.and(holds.not());
                    if rest == Cond::NO {
                        return Ok(out);
                    }
                }
                return Why::outside("cases without `otherwise`", "没有“否则”的分情形");
            }
            ExprKind::Define(id, args) => {
                let args = self.tuple(args)?;
                let Some(define) = self.rules.defines.get(*id) else { return missing() };
                let mut out = Vec::new();
                for (when, v) in args {
                    let Val::List(args) = v else { return kind() };
                    let mut frame: Vec<Option<Val>> = args.into_iter().map(Some).collect();
                    frame.resize(define.locals.max(frame.len()), None);
                    // A definition sees its arguments and the parameters only.
                    let (locals, fields) =
                        (std::mem::replace(&mut self.locals, frame), std::mem::take(&mut self.fields));
                    let value = self.value(&define.body);
                    (self.locals, self.fields) = (locals, fields);
                    out.extend(under(&when, value?));
                }
                out
            }
            _ => return Why::outside("a function that is not linear", "非线性的函数"),
        })
    }

    /// The values of several expressions, as lists.
    fn tuple(&mut self, items: &[Expr]) -> Result<Cases, Why> {
        let items: Vec<Cases> = items.iter().map(|e| self.value(e)).collect::<Result<_, _>>()?;
        gathered(items)
    }

    /// The variable of a remainder by a number that is not fixed, where one is allowed; always the same remainder.
    fn open_remainder(&self, a: &Lin, b: &Lin) -> Option<Cases> {
        let wanted = self.remainder.as_ref()?;
        let this = (a.clone(), b.clone());
        if b.as_number().is_some() || wanted.met.borrow().as_ref().is_some_and(|met| *met != this) {
            return None;
        }
        wanted.met.replace(Some(this));
        Some(one(Val::Num(Lin::var(wanted.variable))))
    }

    fn arithmetic(&self, op: BinaryOp, a: &Lin, b: &Lin) -> Result<Cases, Why> {
        let whole = |n: Option<i64>| n.map(|n| one(Val::Num(Lin::number(n)))).ok_or(Why::Overflow);
        Ok(match op {
            BinaryOp::Add => one(Val::Num(a.plus(1, b)?)),
            BinaryOp::Sub => one(Val::Num(a.plus(-1, b)?)),
            BinaryOp::Mul => one(Val::Num(match (a.as_number(), b.as_number()) {
                (Some(k), _) => b.times(k)?,
                (_, Some(k)) => a.times(k)?,
                // Either factor would do; the second is asked for.
                _ => a.times(self.fixed(b).or_else(|why| self.fixed(a).map_err(|_| why))?)?,
            })),
            BinaryOp::Div | BinaryOp::Mod => {
                if op == BinaryOp::Mod
                    && let Some(cases) = self.open_remainder(a, b)
                {
                    return Ok(cases);
                }
                let m = self.fixed(b)?;
                if !(1..=MOST_CASES as i64).contains(&m) {
                    return Why::outside(
                        "division by zero, a negative or a very large number",
                        "除数为零、为负或过大",
                    );
                }
                let mut out = Vec::new();
                for r in 0..m {
                    let less = a.plus(-1, &Lin::number(r))?;
                    let when = Cond::divides(m, &less)?;
                    if when != Cond::NO {
                        let v = if op == BinaryOp::Div { less.over(m)? } else { Lin::number(r) };
                        out.push((when, Val::Num(v)));
                    }
                }
                out
            }
            BinaryOp::Pow => {
                let (a, b) = (self.fixed(a)?, self.fixed(b)?);
                whole(u32::try_from(b).ok().and_then(|b| a.checked_pow(b)))?
            }
            BinaryOp::Xor => {
                let (a, b) = (self.fixed(a)?, self.fixed(b)?);
                whole((a >= 0 && b >= 0).then_some(a ^ b))?
            }
            _ => return kind(),
        })
    }

    /// Shifts by a fixed number multiply and divide; the digits of fixed numbers only are looked at.
    fn bits(&self, f: Builtin, a: &Lin, b: &Lin) -> Result<Cases, Why> {
        let b = self.fixed(b)?;
        match (f, b) {
            (Builtin::Shl, 0..=62) => Ok(one(Val::Num(a.times(1 << b)?))),
            (Builtin::Shr, 0..=62) => self.arithmetic(BinaryOp::Div, a, &Lin::number(1 << b)),
            (Builtin::Band | Builtin::Bor, _) => match f.of_bits(self.fixed(a)?, b) {
                Some(v) => Ok(one(Val::Num(Lin::number(v)))),
                None => Why::outside("bits of a negative number", "负数的二进制位"),
            },
            _ => Why::outside("a shift by a negative or a very large number", "移位数为负或过大"),
        }
    }

    /// The elements of a comprehension over fixed ranges; each with the condition under which it is there.
    fn comprehended(&mut self, c: &Comprehension) -> Result<Cases, Why> {
        let before = self.locals.clone();
        let mut frames = vec![(Cond::YES, self.locals.clone())];
        for clause in &c.clauses {
            let mut next = Vec::new();
            for (when, frame) in frames {
                self.locals = frame;
                match clause {
                    Clause::If(e) => {
                        let here = when.and(self.truth(e)?);
                        if here != Cond::NO {
                            next.push((here, self.locals.clone()));
                        }
                    }
                    Clause::For { slot, range } => {
                        for (and, v) in self.listed(range)? {
                            let mut frame = self.locals.clone();
                            frame.resize(frame.len().max(slot + 1), None);
                            frame[*slot] = Some(v);
                            next.push((when.clone().and(and), frame));
                        }
                    }
                }
                if next.len() > MOST_CASES {
                    return Why::outside("a list of thousands of values", "数千个值的列表");
                }
            }
            frames = next;
        }
        let mut out = Vec::new();
        for (when, frame) in frames {
            self.locals = frame;
            out.extend(under(&when, self.value(&c.element)?));
        }
        self.locals = before;
        Ok(out)
    }
}
