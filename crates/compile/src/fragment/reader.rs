//! Reading expressions: the exact value of a checked expression as numbers by cases and conditions.
//!
//! Nothing is left out and nothing is approximated. What linear arithmetic cannot say stops the reading with a reason;
//! where it would help to know an unknown (a place in a row, a factor), the reading asks for that unknown to be fixed
//! and is begun again, once for each of its values.

use super::Formula;
use super::claims::{TermKind, Terms};
use super::compare::equal;
use super::number::Num;
use super::outside::{Outside, Stop, Why};
use super::quotient::Quotient;
use super::recursive::Calls;
use super::remainder::Wanted;
use bouton_core::{Core, Gather, Kind, Range, Real, Term};
use bouton_language::ast::BinaryOp;
use bouton_language::span::Span;
use bouton_language::value::Value;
use std::collections::BTreeSet;

/// Steps that the reading of one game may take; what is linear is short.
const STEPS: usize = 100_000;

/// Definitions inside definitions.
const DEPTH: usize = 48;

/// An exact symbolic value.
#[derive(Clone, Debug)]
pub(super) enum Sym {
    /// A number.
    Num(Num),
    /// Yes where the condition holds.
    Bool(Formula),
    /// A list of known length.
    List(Vec<Sym>),
    /// A set with these elements; some may be equal.
    Set(Vec<Sym>),
    /// Letters, graphs, named sets.
    Const(Value),
}

impl Sym {
    pub(super) fn of(v: &Value) -> Sym {
        match v {
            Value::Int(i) => Sym::Num(Num::int(*i)),
            Value::Bool(b) => Sym::Bool(Formula::truth(*b)),
            Value::List(items) => Sym::List(items.iter().map(Sym::of).collect()),
            Value::Set(items) => Sym::Set(items.iter().map(Sym::of).collect()),
            other => Sym::Const(other.clone()),
        }
    }

    /// The number that it must be.
    pub(super) fn num(self, span: Span) -> Result<Num, Stop> {
        match self {
            Sym::Num(n) => Ok(n),
            _ => Err(Stop::new(span, Why::Kind)),
        }
    }

    /// The condition that it must be.
    pub(super) fn bool(self, span: Span) -> Result<Formula, Stop> {
        match self {
            Sym::Bool(f) => Ok(f),
            _ => Err(Stop::new(span, Why::Kind)),
        }
    }

    /// The elements of the list that it must be.
    pub(super) fn list(self, span: Span) -> Result<Vec<Sym>, Stop> {
        match self {
            Sym::List(items) => Ok(items),
            _ => Err(Stop::new(span, Why::Kind)),
        }
    }

    /// The value, where it is one value.
    pub(super) fn constant(&self) -> Option<Value> {
        Some(match self {
            Sym::Num(n) => Value::Int(n.as_int()?),
            Sym::Bool(f) => Value::Bool(f.as_bool()?),
            Sym::List(items) => Value::list(items.iter().map(Sym::constant).collect::<Option<_>>()?),
            Sym::Set(items) => Value::set(items.iter().map(Sym::constant).collect::<Option<_>>()?),
            Sym::Const(v) => v.clone(),
        })
    }
}

/// Where a natural unknown comes from.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    /// A coordinate of the position.
    Coordinate(usize),
    /// A choice of the move, by its slot.
    Choice(usize),
    /// Bound by `any` or `all`; its range speaks of these unknowns.
    Bound(Vec<usize>),
    /// A quotient.
    Derived,
}

/// What is being read, and what is known so far.
pub(super) struct Reader<'a> {
    pub(super) core: &'a Core,
    /// The fields of the part at hand.
    pub(super) fields: Vec<Sym>,
    pub(super) locals: Vec<Option<Sym>>,
    /// All natural unknowns; the first are the coordinates.
    pub(super) origins: Vec<Origin>,
    pub(super) quotients: Vec<Quotient>,
    /// Choices to be gone through value by value.
    pub(super) fixed: BTreeSet<usize>,
    /// When there is no move.
    pub(super) stuck: Option<Formula>,
    /// Terms beyond linear arithmetic, where they are allowed.
    pub(super) terms: Option<Terms>,
    /// Calls of definitions that are terms, where there are such.
    pub(super) calls: Option<Calls>,
    /// A remainder by a number that is not fixed, where one is allowed.
    pub(super) remainder: Option<Wanted>,
    steps: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(core: &'a Core) -> Reader<'a> {
        Reader {
            core,
            fields: Vec::new(),
            locals: Vec::new(),
            origins: Vec::new(),
            quotients: Vec::new(),
            fixed: BTreeSet::new(),
            stuck: None,
            terms: None,
            calls: None,
            remainder: None,
            steps: STEPS,
            depth: 0,
        }
    }

    pub(super) fn step(&mut self) -> Result<(), Stop> {
        self.steps = self.steps.checked_sub(1).ok_or(Stop::Many)?;
        Ok(())
    }

    pub(super) fn text(&self, e: &Term) -> String {
        let text = self.core.rules().sources.slice(e.span);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The value of an expression.
    pub(super) fn eval(&mut self, e: &Term) -> Result<Sym, Stop> {
        self.step().and_then(|()| self.kind(e)).map_err(|s| s.at(e.span))
    }

    fn kind(&mut self, e: &Term) -> Result<Sym, Stop> {
        let outside = |why| Err(Stop::new(e.span, why));
        match &e.kind {
            Kind::Value(v) => Ok(Sym::of(v)),
            Kind::Field(i) => self.fields.get(*i).cloned().ok_or(Stop::new(e.span, Why::Heaps)),
            Kind::Local(i) => self.locals.get(*i).cloned().flatten().ok_or(Stop::new(e.span, Why::MayFail)),
            Kind::Mover => self.mover(e.span),
            Kind::Turn => outside(Why::Turn),
            Kind::Heaps => outside(Why::Heaps),
            Kind::Stuck | Kind::Not(_) | Kind::And(..) | Kind::Or(..) | Kind::Compare(..) | Kind::In(..) => {
                self.truth(e).map(Sym::Bool)
            }
            Kind::Tuple(items) => {
                Ok(Sym::List(items.iter().map(|x| self.eval(x)).collect::<Result<_, _>>()?))
            }
            Kind::List(items) => self.items(items).map(Sym::List),
            Kind::Set(items) => self.items(items).map(Sym::Set),
            Kind::Fold(Gather::List, c) => self.collect(c, e.span).map(Sym::List),
            Kind::Fold(Gather::Set, c) => self.collect(c, e.span).map(Sym::Set),
            Kind::Index(base, places) => self.index(base, places),
            Kind::Slice(base, from, to) => self.slice(e, base, from.as_deref(), to.as_deref()),
            Kind::Call(f, args) => self.call(e, *f, args),
            Kind::Fold(Gather::By(f), c) => self.fold(*f, c, e.span),
            Kind::Define(id, args) => self.define(*id, args, e.span),
            Kind::Size(x) => match self.eval(x)? {
                Sym::Num(n) => Ok(Sym::Num(absolute(n)?)),
                Sym::List(items) => Ok(Sym::Num(Num::int(items.len() as i64))),
                other => match other.constant().as_ref().and_then(bouton_core::size) {
                    Some(n) => Ok(Sym::Num(Num::int(n as i64))),
                    None => outside(Why::Length),
                },
            },
            Kind::Binary(op, a, b) => self.binary(e, *op, a, b),
            Kind::Cases(arms) => self.cases(arms, e.span),
            Kind::Floor(r) => {
                if let Some(n) = self.golden(r)? {
                    return Ok(n);
                }
                let (n, by) = self.real(r, e.span)?;
                Ok(Sym::Num(self.quotient_of(&n, by)?))
            }
        }
    }

    /// Who moves, where that is a coordinate: it stands behind the fields.
    fn mover(&self, span: Span) -> Result<Sym, Stop> {
        self.fields.get(self.core.shape.fields.len()).cloned().ok_or(Stop::new(span, Why::Players))
    }

    /// The other player.
    pub(super) fn opponent(&self, span: Span) -> Result<Sym, Stop> {
        let mover = self.mover(span)?.num(span)?;
        Ok(Sym::Num(Num::int(3).minus(&mover)?))
    }

    pub(super) fn number(&mut self, e: &Term) -> Result<Num, Stop> {
        self.eval(e)?.num(e.span)
    }

    /// A number that must be known.
    pub(super) fn known(&mut self, e: &Term, why: Why) -> Result<i64, Stop> {
        let n = self.number(e)?;
        n.as_int().ok_or_else(|| self.fix(&[&n], e.span, why))
    }

    /// Asks for the unknowns of some numbers to be fixed.
    pub(super) fn fix(&self, numbers: &[&Num], span: Span, why: Why) -> Stop {
        let mut unknowns = BTreeSet::new();
        for n in numbers {
            self.unknowns(n, &mut unknowns);
        }
        Stop::Fix(unknowns.into_iter().collect(), Outside { span, why })
    }

    /// The natural unknowns that a number speaks of.
    pub(super) fn unknowns(&self, n: &Num, out: &mut BTreeSet<usize>) {
        match n {
            Num::Lin(form) => form.terms.iter().for_each(|t| self.behind(t.0, out)),
            Num::Min(list) | Num::Max(list) => list.iter().for_each(|n| self.unknowns(n, out)),
            Num::If(arms) => {
                for (c, n) in arms {
                    c.each_variable(&mut |v| self.behind(v, out));
                    self.unknowns(n, out);
                }
            }
        }
    }

    fn behind(&self, v: usize, out: &mut BTreeSet<usize>) {
        if let Some(q) = self.quotient(v) {
            q.form.terms.iter().for_each(|t| self.behind(t.0, out));
        } else if let Some(Origin::Bound(others)) = self.origins.get(v) {
            others.iter().for_each(|o| self.behind(*o, out));
        } else {
            out.insert(v);
        }
    }

    /// When a condition holds.
    pub(super) fn truth(&mut self, e: &Term) -> Result<Formula, Stop> {
        self.step().map_err(|s| s.at(e.span))?;
        match &e.kind {
            Kind::And(a, b) => {
                let left = self.truth(a)?;
                if left.as_bool() == Some(false) {
                    return Ok(left);
                }
                Ok(Formula::all([left, self.truth(b)?]))
            }
            Kind::Or(a, b) => {
                let left = self.truth(a)?;
                if left.as_bool() == Some(true) {
                    return Ok(left);
                }
                Ok(Formula::any([left, self.truth(b)?]))
            }
            Kind::Not(a) => Ok(self.truth(a)?.negated()),
            Kind::Compare(relation, a, b) => self.compare(*relation, a, b).map_err(|s| s.at(e.span)),
            Kind::In(x, range) => {
                let value = self.eval(x)?;
                self.is_in(&value, range, x.span, false).map_err(|s| s.at(e.span))
            }
            Kind::Stuck => self.stuck.clone().ok_or(Stop::new(e.span, Why::MayFail)),
            _ => self.eval(e)?.bool(e.span),
        }
    }

    fn items(&mut self, items: &[Range]) -> Result<Vec<Sym>, Stop> {
        let mut out = Vec::new();
        for item in items {
            match item {
                Range::Of(e) => out.push(self.eval(e)?),
                Range::Between(from, to) => {
                    let lo = from.as_ref().map_or(Ok(0), |e| self.known(e, Why::Length))?;
                    let Some(to) = to else { return Err(Stop::Many) };
                    let hi = self.known(to, Why::Length)?;
                    for i in lo..=hi {
                        self.step()?;
                        out.push(Sym::Num(Num::int(i)));
                    }
                }
            }
        }
        Ok(out)
    }

    fn index(&mut self, base: &Term, places: &[Term]) -> Result<Sym, Stop> {
        let mut at = self.eval(base)?;
        for place in places {
            if let Sym::Const(Value::Graph(_)) = at {
                return Err(Stop::new(base.span, Why::NotNumbers(self.text(base))));
            }
            let items = at.list(base.span)?;
            let i = self.known(place, Why::Place)?;
            let found = usize::try_from(i).ok().and_then(|i| items.into_iter().nth(i.checked_sub(1)?));
            at = found.ok_or(Stop::new(place.span, Why::MayFail))?;
        }
        Ok(at)
    }

    fn slice(&mut self, e: &Term, base: &Term, from: Option<&Term>, to: Option<&Term>) -> Result<Sym, Stop> {
        let items = self.eval(base)?.list(base.span)?;
        let size = items.len() as i64;
        let lo = from.map_or(Ok(1), |e| self.known(e, Why::Place))?;
        let hi = to.map_or(Ok(size), |e| self.known(e, Why::Place))?;
        if lo < 1 || hi > size || hi < lo - 1 {
            return Err(Stop::new(e.span, Why::MayFail));
        }
        Ok(Sym::List(items[lo as usize - 1..hi as usize].to_vec()))
    }

    fn define(&mut self, id: usize, args: &[Term], span: Span) -> Result<Sym, Stop> {
        let core = self.core;
        let define = &core.defines[id];
        if self.depth >= DEPTH {
            return Err(Stop::new(span, Why::Recursion(define.name.clone())));
        }
        if let Some(n) = self.recursive_call(id, args)? {
            return Ok(Sym::Num(n));
        }
        let mut frame: Vec<Option<Sym>> =
            args.iter().map(|a| self.eval(a).map(Some)).collect::<Result<_, _>>()?;
        frame.resize(define.locals.max(define.arity), None);
        let locals = std::mem::replace(&mut self.locals, frame);
        let fields = std::mem::take(&mut self.fields);
        self.depth += 1;
        self.calls.iter_mut().for_each(|calls| calls.active.push(id));
        let value = self.eval(&define.body);
        if let Some(calls) = &mut self.calls {
            calls.active.pop();
        }
        self.depth -= 1;
        self.fields = fields;
        self.locals = locals;
        value
    }

    fn binary(&mut self, e: &Term, op: BinaryOp, a: &Term, b: &Term) -> Result<Sym, Stop> {
        if op == BinaryOp::Mod
            && let Some(n) = self.recursive_remainder(a, b)?
        {
            return Ok(Sym::Num(n));
        }
        let (x, y) = (self.eval(a)?, self.eval(b)?);
        let (x, y) = match (x, y) {
            (Sym::Num(x), Sym::Num(y)) => (x, y),
            (Sym::List(mut x), Sym::List(y)) if op == BinaryOp::Concat => {
                x.extend(y);
                return Ok(Sym::List(x));
            }
            (Sym::Set(mut x), Sym::Set(y)) if op == BinaryOp::Add => {
                x.extend(y);
                return Ok(Sym::Set(x));
            }
            (Sym::Set(x), Sym::Set(y)) if op == BinaryOp::Sub => {
                let keep = x.into_iter().map(|v| {
                    let hits = y.iter().map(|w| equal(&v, w, e.span)).collect::<Result<Vec<_>, _>>()?;
                    match Formula::any(hits).as_bool() {
                        Some(hit) => Ok((!hit).then_some(v)),
                        None => Err(Stop::new(e.span, Why::Length)),
                    }
                });
                return Ok(Sym::Set(keep.filter_map(Result::transpose).collect::<Result<_, _>>()?));
            }
            _ => return Err(Stop::new(e.span, Why::Kind)),
        };
        Ok(Sym::Num(match op {
            BinaryOp::Add => x.plus(&y)?,
            BinaryOp::Sub => x.minus(&y)?,
            BinaryOp::Mul => match (x.as_int(), y.as_int()) {
                (_, Some(c)) => x.times(c)?,
                (Some(c), _) => y.times(c)?,
                _ => return Err(self.fix(&[&x, &y], e.span, Why::Product(self.text(a), self.text(b)))),
            },
            BinaryOp::Div | BinaryOp::Mod => {
                let Some(q) = y.as_int() else {
                    if op == BinaryOp::Mod
                        && let Some(n) = self.open_remainder(&x, &y)
                    {
                        return Ok(Sym::Num(n));
                    }
                    return Err(self.fix(&[&y], e.span, Why::Divisor(self.text(b))));
                };
                match (op, q) {
                    (_, ..=0) => return Err(Stop::new(e.span, Why::Divisor(self.text(b)))),
                    (BinaryOp::Div, q) => self.quotient_of(&x, q)?,
                    (_, q) => {
                        let arms = x.cases()?.into_iter().map(|(c, form)| (c, Num::Lin(self.rem(&form, q))));
                        Num::choose(arms.collect())
                    }
                }
            }
            BinaryOp::Pow | BinaryOp::Xor => {
                let (Some(x), Some(y)) = (x.as_int(), y.as_int()) else {
                    let name = if op == BinaryOp::Xor { "xor" } else { "**" };
                    if op == BinaryOp::Xor
                        && let Some(n) = self.term(TermKind::Xor, &[x.clone(), y.clone()])?
                    {
                        return Ok(Sym::Num(n));
                    }
                    return Err(self.fix(&[&x, &y], e.span, Why::Function(name)));
                };
                let v = match op {
                    BinaryOp::Xor if x >= 0 && y >= 0 => Some(x ^ y),
                    BinaryOp::Xor => return Err(Stop::new(e.span, Why::MayFail)),
                    _ => u32::try_from(y).ok().and_then(|y| x.checked_pow(y)),
                };
                Num::int(v.ok_or(Stop::Large)?)
            }
            BinaryOp::Concat | BinaryOp::Over => return Err(Stop::new(e.span, Why::Kind)),
        }))
    }

    /// `n div q`: it never falls when n grows, so least and greatest stay what they are.
    pub(super) fn quotient_of(&mut self, n: &Num, q: i64) -> Result<Num, Stop> {
        let this = std::cell::RefCell::new(self);
        n.rising(&|form| this.borrow_mut().div(form, q))
    }

    fn cases(&mut self, arms: &[(Term, Option<Term>)], span: Span) -> Result<Sym, Stop> {
        let mut left = Formula::yes();
        let mut out: Vec<(Formula, Sym)> = Vec::new();
        for (value, cond) in arms {
            let holds = cond.as_ref().map_or(Ok(Formula::yes()), |c| self.truth(c))?;
            let here = Formula::all([left.clone(), holds.clone()]);
            if here.as_bool() != Some(false) && !here.impossible() {
                out.push((here, self.eval(value)?));
            }
            left = Formula::all([left, holds.negated()]);
            if left.as_bool() == Some(false) || left.impossible() {
                return choose(out, span);
            }
        }
        Err(Stop::new(span, Why::MayFail))
    }

    /// A real number as a numerator and a positive denominator.
    fn real(&mut self, r: &Real, span: Span) -> Result<(Num, i64), Stop> {
        let large = || Stop::new(span, Why::Large);
        Ok(match r {
            Real::Int(e) => (self.number(e)?, 1),
            Real::Phi | Real::Sqrt(_) => return Err(Stop::new(span, Why::Irrational)),
            Real::Neg(a) => {
                let (n, by) = self.real(a, span)?;
                (n.times(-1)?, by)
            }
            Real::Add(a, b) | Real::Sub(a, b) => {
                let ((n, p), (m, q)) = (self.real(a, span)?, self.real(b, span)?);
                let m = if matches!(r, Real::Sub(..)) { m.times(-1)? } else { m };
                (n.times(q)?.plus(&m.times(p)?)?, p.checked_mul(q).ok_or_else(large)?)
            }
            Real::Mul(a, b) => {
                let ((n, p), (m, q)) = (self.real(a, span)?, self.real(b, span)?);
                let n = match (n.as_int(), m.as_int()) {
                    (Some(c), _) => m.times(c)?,
                    (_, Some(c)) => n.times(c)?,
                    _ => return Err(Stop::new(span, Why::Product("…".into(), "…".into()))),
                };
                (n, p.checked_mul(q).ok_or_else(large)?)
            }
            Real::Div(a, b) => {
                let ((n, p), (m, q)) = (self.real(a, span)?, self.real(b, span)?);
                let Some(c) = m.as_int().filter(|c| *c != 0) else {
                    return Err(Stop::new(span, Why::Divisor("…".into())));
                };
                let by = p.checked_mul(c.checked_abs().ok_or_else(large)?).ok_or_else(large)?;
                (n.times(q.checked_mul(c.signum()).ok_or_else(large)?)?, by)
            }
        })
    }
}

/// The value beside the condition that holds.
pub(super) fn choose(mut arms: Vec<(Formula, Sym)>, span: Span) -> Result<Sym, Stop> {
    if arms.len() == 1 {
        return Ok(arms.remove(0).1);
    }
    match arms.first() {
        None | Some((_, Sym::Num(_))) => {
            let numbers = arms.into_iter().map(|(c, v)| Ok((c, v.num(span)?)));
            Ok(Sym::Num(Num::choose(numbers.collect::<Result<_, Stop>>()?)))
        }
        Some((_, Sym::Bool(_))) => {
            let truths = arms.into_iter().map(|(c, v)| Ok(Formula::all([c, v.bool(span)?])));
            Ok(Sym::Bool(Formula::any(truths.collect::<Result<Vec<_>, Stop>>()?)))
        }
        _ => {
            let lists = arms.into_iter().map(|(c, v)| Ok((c, v.list(span)?)));
            let lists: Vec<(Formula, Vec<Sym>)> = lists.collect::<Result<_, Stop>>()?;
            let size = lists.first().map_or(0, |l| l.1.len());
            if lists.iter().any(|l| l.1.len() != size) {
                return Err(Stop::new(span, Why::Length));
            }
            let place =
                |i: usize| choose(lists.iter().map(|(c, l)| (c.clone(), l[i].clone())).collect(), span);
            Ok(Sym::List((0..size).map(place).collect::<Result<_, _>>()?))
        }
    }
}

/// `|n|`
pub(super) fn absolute(n: Num) -> Result<Num, Stop> {
    if n.is_natural() {
        return Ok(n);
    }
    let minus = n.times(-1)?;
    Ok(Num::extreme(vec![n, minus], true))
}
