//! Comprehensions and functions: sums, counts, least and greatest over lists of known length, and `any` and `all`
//! over ranges of any length, which are "there is" and "for all" of arithmetic.

use super::claims::TermKind;
use super::compare::equal;
use super::number::Num;
use super::outside::{Stop, Why};
use super::reader::{Origin, Reader, Sym, absolute, choose};
use super::{Affine, Formula};
use bouton_core::{Clause, Comprehension, Range, Term};
use bouton_language::rules::Builtin;
use bouton_language::span::Span;
use bouton_language::value::Value;
use std::collections::BTreeSet;

/// More values than this are not gone through.
pub(super) const VALUES: i64 = 4096;

/// What a range gives.
pub(super) enum Walk {
    /// These values.
    Values(Vec<Sym>),
    /// All numbers between; no upper end is no bound.
    Between(Num, Option<Num>),
}

/// An element of a comprehension: the unknowns bound for it, when it is there, and what it is.
struct Element {
    bound: Vec<usize>,
    when: Formula,
    value: Sym,
}

impl Reader<'_> {
    /// The values of a range.
    pub(super) fn walk(&mut self, range: &Range, span: Span) -> Result<Walk, Stop> {
        match range {
            Range::Between(from, to) => {
                let lo = from.as_ref().map_or(Ok(Num::int(0)), |e| self.number(e))?;
                let hi = to.as_ref().map(|e| self.number(e)).transpose()?;
                match (lo.as_int(), hi.as_ref().map(Num::as_int)) {
                    (Some(a), Some(Some(b))) if b.saturating_sub(a) < VALUES => {
                        Ok(Walk::Values((a..=b).map(|i| Sym::Num(Num::int(i))).collect()))
                    }
                    _ => Ok(Walk::Between(lo, hi)),
                }
            }
            Range::Of(e) => match self.eval(e)? {
                Sym::List(items) | Sym::Set(items) => Ok(Walk::Values(items)),
                single @ Sym::Num(_) => Ok(Walk::Values(vec![single])),
                Sym::Const(Value::Graph(g)) => Ok(Walk::Values(g.nodes().iter().map(Sym::of).collect())),
                Sym::Const(Value::Known(set)) => Err(Stop::new(e.span, Why::Set(set.name()))),
                _ => Err(Stop::new(span, Why::Kind)),
            },
        }
    }

    fn elements(&mut self, c: &Comprehension, span: Span) -> Result<Vec<Element>, Stop> {
        let mut out = Vec::new();
        self.element(c, 0, &mut Vec::new(), Formula::yes(), span, &mut out)?;
        Ok(out)
    }

    fn element(
        &mut self,
        c: &Comprehension,
        at: usize,
        bound: &mut Vec<usize>,
        when: Formula,
        span: Span,
        out: &mut Vec<Element>,
    ) -> Result<(), Stop> {
        self.step()?;
        if when.as_bool() == Some(false) {
            return Ok(());
        }
        match c.clauses.get(at) {
            None => {
                let value = self.eval(&c.element)?;
                out.push(Element { bound: bound.clone(), when, value });
                Ok(())
            }
            Some(Clause::If(cond)) => {
                let when = Formula::all([when, self.truth(cond)?]);
                self.element(c, at + 1, bound, when, span, out)
            }
            Some(Clause::For { slot, range }) => match self.walk(range, span)? {
                Walk::Values(values) => {
                    for v in values {
                        self.set(*slot, v);
                        self.element(c, at + 1, bound, when.clone(), span, out)?;
                    }
                    Ok(())
                }
                Walk::Between(lo, hi) => {
                    let Some(hi) = hi else { return Err(Stop::new(span, Why::Length)) };
                    let mut behind = BTreeSet::new();
                    self.unknowns(&lo, &mut behind);
                    self.unknowns(&hi, &mut behind);
                    for (case, value, v) in
                        self.natural_from(&lo, Origin::Bound(behind.into_iter().collect()))?
                    {
                        let below = hi.minus(&value)?.at_least_zero();
                        bound.push(v);
                        self.set(*slot, Sym::Num(value));
                        let when = Formula::all([when.clone(), case, below]);
                        self.element(c, at + 1, bound, when, span, out)?;
                        bound.pop();
                    }
                    Ok(())
                }
            },
        }
    }

    /// An unknown number from `lo` on, as a natural number: where `lo` may be negative, counted from there.
    pub(super) fn natural_from(
        &mut self,
        lo: &Num,
        origin: Origin,
    ) -> Result<Vec<(Formula, Num, usize)>, Stop> {
        if lo.is_natural() {
            let v = self.fresh(origin);
            let value = Num::Lin(Affine::variable(v));
            return Ok(vec![(value.minus(lo)?.at_least_zero(), value, v)]);
        }
        let mut out = Vec::new();
        for (case, form) in lo.cases()? {
            let v = self.fresh(origin.clone());
            let value = form.plus(1, &Affine::variable(v))?;
            out.push((case, Num::Lin(value), v));
        }
        Ok(out)
    }

    pub(super) fn set(&mut self, slot: usize, v: Sym) {
        if self.locals.len() <= slot {
            self.locals.resize(slot + 1, None);
        }
        self.locals[slot] = Some(v);
    }

    /// The elements of a list whose length is known.
    pub(super) fn collect(&mut self, c: &Comprehension, span: Span) -> Result<Vec<Sym>, Stop> {
        let elements = self.elements(c, span)?;
        elements
            .into_iter()
            .map(|e| match (e.bound.is_empty(), e.when.as_bool()) {
                (true, Some(true)) => Ok(e.value),
                _ => Err(self.unsettled(&e.bound, e.when, span)),
            })
            .collect()
    }

    /// How many elements there are depends on the position: fixing what decides it may help.
    fn unsettled(&self, bound: &[usize], when: Formula, span: Span) -> Stop {
        let number = Num::If(vec![(when, Num::int(0))]);
        let bound: Vec<Num> = bound.iter().map(|v| Num::Lin(Affine::variable(*v))).collect();
        let all: Vec<&Num> = bound.iter().chain([&number]).collect();
        self.fix(&all, span, Why::Length)
    }

    pub(super) fn fold(&mut self, f: Builtin, c: &Comprehension, span: Span) -> Result<Sym, Stop> {
        let elements = self.elements(c, span)?;
        if matches!(f, Builtin::Any | Builtin::All) {
            let mut arms = Vec::new();
            for e in elements {
                let holds = e.value.bool(span)?;
                let found = if f == Builtin::Any { holds } else { holds.negated() };
                let inner = Formula::all([e.when, found]);
                arms.push(e.bound.into_iter().rev().fold(inner, |f, v| Formula::exists(v, f)));
            }
            let some = Formula::any(arms);
            return Ok(Sym::Bool(if f == Builtin::Any { some } else { some.negated() }));
        }
        let mut values = Vec::new();
        for Element { bound, when, value } in elements {
            let value = if f == Builtin::Count { Sym::Num(counted(value)) } else { value };
            match value {
                value if bound.is_empty() && when.as_bool() == Some(true) => values.push(value),
                Sym::Num(n) if bound.is_empty() && matches!(f, Builtin::Sum | Builtin::Count) => {
                    let other = when.clone().negated();
                    values.push(Sym::Num(Num::choose(vec![(when, n), (other, Num::int(0))])));
                }
                _ => return Err(self.unsettled(&bound, when, span)),
            }
        }
        // What is counted has become 1 or 0.
        let f = if f == Builtin::Count { Builtin::Sum } else { f };
        self.folded(f, values, span)
    }

    /// A function of the elements of a list.
    fn folded(&mut self, f: Builtin, values: Vec<Sym>, span: Span) -> Result<Sym, Stop> {
        let numbers =
            |values: Vec<Sym>| values.into_iter().map(|v| v.num(span)).collect::<Result<Vec<Num>, Stop>>();
        let sum = |list: Vec<Num>| list.iter().try_fold(Num::int(0), |sum, n| sum.plus(n));
        Ok(Sym::Num(match f {
            Builtin::Sum => sum(numbers(values)?)?,
            Builtin::Count => sum(values.into_iter().map(counted).collect())?,
            Builtin::Min | Builtin::Max if values.is_empty() => match f {
                Builtin::Max => Num::int(0),
                _ => return Err(Stop::new(span, Why::MayFail)),
            },
            Builtin::Min | Builtin::Max => Num::extreme(numbers(values)?, f == Builtin::Max),
            Builtin::Any | Builtin::All => {
                let all = values.into_iter().map(|v| v.bool(span)).collect::<Result<Vec<_>, _>>()?;
                return Ok(Sym::Bool(if f == Builtin::Any { Formula::any(all) } else { Formula::all(all) }));
            }
            Builtin::Xor | Builtin::Gcd => {
                let list = numbers(values)?;
                let Some(all) = list.iter().map(Num::as_int).collect::<Option<Vec<_>>>() else {
                    if f == Builtin::Xor
                        && let Some(n) = self.term(TermKind::Xor, &list)?
                    {
                        return Ok(Sym::Num(n));
                    }
                    return Err(self.fix(&list.iter().collect::<Vec<_>>(), span, Why::Function(f.name())));
                };
                if f == Builtin::Xor && all.iter().any(|x| *x < 0) {
                    return Err(Stop::new(span, Why::MayFail));
                }
                let join = |a: u64, b: u64| if f == Builtin::Xor { a ^ b } else { num_integer::gcd(a, b) };
                let joined = all.iter().map(|x| x.unsigned_abs()).fold(0, join);
                Num::int(i64::try_from(joined).map_err(|_| Stop::Large)?)
            }
            _ => return Err(Stop::new(span, Why::Function(f.name()))),
        }))
    }

    /// A built-in function.
    pub(super) fn call(&mut self, e: &Term, f: Builtin, args: &[Term]) -> Result<Sym, Stop> {
        let outside = || Stop::new(e.span, Why::Function(f.name()));
        let mut values = args.iter().map(|a| self.eval(a)).collect::<Result<Vec<Sym>, Stop>>()?;
        match f {
            Builtin::Abs => Ok(Sym::Num(absolute(values.remove(0).num(e.span)?)?)),
            Builtin::Count if values.len() == 2 => {
                let (Some(x), Some(Sym::List(items) | Sym::Set(items))) = (values.pop(), values.pop()) else {
                    return Err(Stop::new(e.span, Why::Kind));
                };
                let hits = items.iter().map(|v| equal(v, &x, e.span).map(Sym::Bool));
                let hits = hits.collect::<Result<Vec<_>, _>>()?;
                self.folded(f, hits, e.span)
            }
            Builtin::Min
            | Builtin::Max
            | Builtin::Sum
            | Builtin::Xor
            | Builtin::Gcd
            | Builtin::Count
            | Builtin::Any
            | Builtin::All => match values.as_slice() {
                [Sym::List(items)] => self.folded(f, items.clone(), e.span),
                // Elements of a set may be equal: that matters for sums and counts.
                [Sym::Set(items)]
                    if matches!(f, Builtin::Min | Builtin::Max | Builtin::Any | Builtin::All) =>
                {
                    self.folded(f, items.clone(), e.span)
                }
                [Sym::Set(_) | Sym::Const(_)] => Err(outside()),
                _ => self.folded(f, values, e.span),
            },
            Builtin::Reverse => Ok(Sym::List(values.remove(0).list(e.span)?.into_iter().rev().collect())),
            Builtin::Repeat => {
                let n = values.remove(1).num(e.span)?;
                let x = values.remove(0);
                let n = n.as_int().ok_or_else(|| self.fix(&[&n], e.span, Why::Length))?;
                match usize::try_from(n) {
                    Ok(n) if n as i64 <= VALUES => Ok(Sym::List(vec![x; n])),
                    _ => Err(Stop::new(e.span, Why::Length)),
                }
            }
            Builtin::Sorted => match values.pop() {
                Some(Sym::List(items)) => self.sorted(items, e.span),
                _ => Err(outside()),
            },
            Builtin::Isqrt | Builtin::Log2 | Builtin::Popcount => {
                let n = values.remove(0).num(e.span)?;
                let Some(i) = n.as_int() else {
                    return Err(self.fix(&[&n], e.span, Why::Function(f.name())));
                };
                let v = match f {
                    Builtin::Log2 => i.checked_ilog2().map(i64::from),
                    Builtin::Isqrt => i.checked_isqrt(),
                    _ => (i >= 0).then(|| i64::from(i.count_ones())),
                };
                v.map(|v| Sym::Num(Num::int(v))).ok_or(Stop::new(e.span, Why::MayFail))
            }
            Builtin::Band | Builtin::Bor | Builtin::Shl | Builtin::Shr => {
                let (b, a) = (values.remove(1).num(e.span)?, values.remove(0).num(e.span)?);
                self.bits(e, f, &a, &b)
            }
            _ => Err(outside()),
        }
    }

    /// Digits in base 2: shifts by a fixed number multiply and divide; where exclusive or is a term, the other two are
    /// half of the sum less or plus it.
    fn bits(&mut self, e: &Term, f: Builtin, a: &Num, b: &Num) -> Result<Sym, Stop> {
        let outside = Why::Function(f.name());
        if let (Some(x), Some(y)) = (a.as_int(), b.as_int()) {
            return match f.of_bits(x, y) {
                Some(v) => Ok(Sym::Num(Num::int(v))),
                None if f == Builtin::Shl && y >= 0 => Err(Stop::Large),
                None => Err(Stop::new(e.span, Why::MayFail)),
            };
        }
        if matches!(f, Builtin::Shl | Builtin::Shr) {
            return match b.as_int() {
                None => Err(self.fix(&[b], e.span, outside)),
                Some(..=-1) => Err(Stop::new(e.span, Why::MayFail)),
                Some(k @ 0..=62) if f == Builtin::Shl => Ok(Sym::Num(a.times(1 << k)?)),
                Some(k @ 0..=62) => Ok(Sym::Num(self.quotient_of(a, 1 << k)?)),
                Some(_) => Err(Stop::Large),
            };
        }
        let Some(xor) = self.term(TermKind::Xor, &[a.clone(), b.clone()])? else {
            return Err(self.fix(&[a, b], e.span, outside));
        };
        let sum = a.plus(b)?;
        let twice = if f == Builtin::Band { sum.minus(&xor)? } else { sum.plus(&xor)? };
        Ok(Sym::Num(self.quotient_of(&twice, 2)?))
    }

    /// Numbers in rising order: the place of each is decided by cases, so only a few can be sorted.
    fn sorted(&self, items: Vec<Sym>, span: Span) -> Result<Sym, Stop> {
        let mut left = items.into_iter().map(|v| v.num(span)).collect::<Result<Vec<Num>, Stop>>()?;
        // By exchanging neighbours; each exchange gives the lesser and the greater of two.
        for end in (1..left.len()).rev() {
            for i in 0..end {
                let pair = vec![left[i].clone(), left[i + 1].clone()];
                left[i] = Num::extreme(pair.clone(), false);
                left[i + 1] = Num::extreme(pair, true);
            }
            if left.len() > 4 {
                return Err(Stop::new(span, Why::Many));
            }
        }
        Ok(Sym::List(left.into_iter().map(Sym::Num).collect()))
    }
}

/// What an element counts: no is 0, everything else is 1.
fn counted(v: Sym) -> Num {
    let Sym::Bool(b) = v else { return Num::int(1) };
    let other = b.clone().negated();
    Num::choose(vec![(b, Num::int(1)), (other, Num::int(0))])
}

/// The value that stays where the condition does not hold.
pub(super) fn unless(when: Formula, new: Sym, old: Sym, span: Span) -> Result<Sym, Stop> {
    match when.as_bool() {
        Some(true) => Ok(new),
        Some(false) => Ok(old),
        None => {
            let other = when.clone().negated();
            choose(vec![(when, new), (other, old)], span)
        }
    }
}
