//! Claims about rows, bags and heaps of any number, compared with a theorem that has a value at each place.
//!
//! A claim is read as an xor of something at each place, or as a number of heaps that have a binary digit. What it takes at a place is
//! compared with the value there for all numbers: both are arithmetic progressions on residues from some number on ([`Steps`]),
//! so two of each residue are enough.

use bouton_compile::Core;
use bouton_compile::places::whole_row;
use bouton_core::{Clause, Comprehension, Gather, Kind, Range, Relation, Term};
use bouton_language::ast::{BinaryOp, Verdict};
use bouton_language::rules::{Builtin, Claim, ClaimBody};
use bouton_language::value::Value;
use bouton_theory::prove::{Places, Steady};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// Numbers and places that are compared one by one.
const MOST: i64 = 1 << 14;

/// What claims are compared with.
pub(super) struct Reading<'a> {
    pub(super) core: &'a Core,
    pub(super) places: &'a Places,
    /// The least number that stands at a place.
    pub(super) least: u64,
}

/// Something for every place and number there: `element if conditions`.
struct Each<'a> {
    /// The local that is the place, where places are gone through.
    place: Option<usize>,
    /// The local that is the number, where numbers are.
    number: Option<usize>,
    conditions: Vec<&'a Term>,
    element: Option<&'a Term>,
}

impl Reading<'_> {
    /// Does a claim follow from the theorem?
    pub(super) fn proves(&self, claim: &Claim) -> bool {
        let ClaimBody::Iff(verdict, e) = &claim.body else { return false };
        if !claim.ranges.is_empty() || claim.only.is_some() {
            return false;
        }
        let term = self.core.term(e);
        match verdict {
            Verdict::Lose => self.lost(&term, true) == Some(true),
            Verdict::Win => self.lost(&term, false) == Some(true),
            Verdict::Draw => false,
        }
    }

    /// Does it say just which positions are lost (or, without `lost`, won)?
    fn lost(&self, t: &Term, lost: bool) -> Option<bool> {
        let t = self.opened(t)?;
        match &t.kind {
            Kind::Not(inner) => self.lost(inner, !lost),
            Kind::Compare(relation, a, b) => {
                let equal = matches!(relation, Relation::Eq);
                if !(equal && lost || *relation == Relation::Ne && !lost) {
                    return None;
                }
                let either = |a: &Term, b: &Term| Some(self.is_xor(a)? && self.right(b)?);
                Some(either(a, b).or_else(|| either(b, a)).unwrap_or(false))
            }
            Kind::Fold(Gather::By(Builtin::All), _) if lost && !self.places.misere => self.digits(t),
            Kind::Cases(arms) if lost && self.places.misere => match arms.as_slice() {
                [(ones, Some(small)), (digits, None)] => {
                    Some(self.small(small)? && self.ones(ones)? && self.digits(digits)?)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Behind definitions that are called with nothing but the row.
    fn opened<'t>(&'t self, t: &'t Term) -> Option<&'t Term> {
        let mut t = t;
        for _ in 0..16 {
            match &t.kind {
                Kind::Define(d, args)
                    if args.iter().all(|e| matches!(e.kind, Kind::Field(0) | Kind::Local(0))) =>
                {
                    // The row is the first and only argument, so that local 0 is the row.
                    if args.len() > 1 {
                        return None;
                    }
                    t = &self.core.defines.get(*d)?.body;
                }
                _ => return Some(t),
            }
        }
        None
    }

    /// The row, the bag or the list of heaps; inside a definition it is the argument.
    fn is_row(&self, t: &Term) -> bool {
        matches!(t.kind, Kind::Field(0) | Kind::Heaps) || self.argument(t)
    }

    /// Where something is gone through, local 0 that is no number can be nothing else than the argument of the definition at hand.
    fn argument(&self, t: &Term) -> bool {
        matches!(t.kind, Kind::Local(0)) && !matches!(t.ty, bouton_core::Type::Int(_))
    }

    /// All places.
    fn whole(&self, range: &Range) -> bool {
        let argument = |t: &Term| matches!(&t.kind, Kind::Size(x) if self.argument(x));
        whole_row(range)
            || matches!(range, Range::Between(Some(from), Some(to)) if from.int() == Some(1) && argument(to))
    }

    fn each<'t>(&self, c: &'t Comprehension) -> Option<Each<'t>> {
        let (Clause::For { slot, range }, rest) = c.clauses.split_first()? else { return None };
        let (place, number) = match range {
            Range::Of(row) if self.is_row(row) => (None, Some(*slot)),
            range if self.whole(range) => (Some(*slot), None),
            _ => return None,
        };
        let conditions = rest.iter().map(|clause| match clause {
            Clause::If(cond) => Some(cond),
            Clause::For { .. } => None,
        });
        Some(Each {
            place,
            number,
            conditions: conditions.collect::<Option<_>>()?,
            element: Some(&c.element),
        })
    }

    /// `xor(…)` of the values at the places that count.
    fn is_xor(&self, t: &Term) -> Option<bool> {
        if self.places.most != 1 {
            return None;
        }
        let t = self.opened(t)?;
        let each = match &t.kind {
            Kind::Call(Builtin::Xor, args) => match args.as_slice() {
                [row] if self.is_row(row) => {
                    Each { place: None, number: None, conditions: Vec::new(), element: None }
                }
                [Term { kind: Kind::Fold(Gather::List, c), .. }] => self.each(c)?,
                _ => return None,
            },
            Kind::Fold(Gather::By(Builtin::Xor), c) => self.each(c)?,
            _ => return None,
        };
        let value = |x: i64| at(&self.places.values, x).map(Seen::Number);
        Some(self.counting(&each)? && self.agrees(&each, Some(&self.places.values), &value)?)
    }

    /// 0, or in misère play 1 where all values are small.
    fn right(&self, t: &Term) -> Option<bool> {
        let t = self.opened(t)?;
        match (&t.kind, self.places.misere) {
            (_, false) => Some(t.int() == Some(0)),
            (Kind::Cases(arms), true) => match arms.as_slice() {
                [(one, Some(small)), (zero, None)] => {
                    Some(one.int() == Some(1) && zero.int() == Some(0) && self.small(small)?)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// `all(h <= 1 for h in heaps)`: no value that counts is above 1.
    fn small(&self, t: &Term) -> Option<bool> {
        let t = self.opened(t)?;
        let Kind::Fold(Gather::By(Builtin::All), c) = &t.kind else { return None };
        let each = self.each(c)?;
        let value = |x: i64| Some(Seen::Truth(at(&self.places.values, x)? <= 1));
        Some(self.counting(&each)? && self.agrees(&each, Some(&self.places.values), &value)?)
    }

    /// `count(h = 1 for h in a) mod 3 = 1`
    fn ones(&self, t: &Term) -> Option<bool> {
        let (counted, rest) = self.remainder(t)?;
        let Kind::Fold(Gather::By(Builtin::Count), c) = &self.opened(counted)?.kind else { return None };
        let each = self.each(c)?;
        let value = |x: i64| Some(Seen::Truth(at(&self.places.values, x)? == 1));
        Some(rest == 1 && self.counting(&each)? && self.agrees(&each, Some(&self.places.values), &value)?)
    }

    /// A number of which only the remainder by m + 1 is compared, and with what.
    fn remainder<'t>(&self, t: &'t Term) -> Option<(&'t Term, i64)> {
        let Kind::Compare(Relation::Eq, a, b) = &t.kind else { return None };
        let (left, rest) = a.int().map(|n| (b, n)).or(b.int().map(|n| (a, n)))?;
        let Kind::Binary(BinaryOp::Mod, counted, by) = &left.kind else { return None };
        (by.int() == Some(self.places.most as i64 + 1)).then_some((&**counted, rest))
    }

    /// `all(count((h div 2**i) mod 2 = 1 for h in a) mod 3 = 0 for i in 0..log2(sum(a)))`
    fn digits(&self, t: &Term) -> Option<bool> {
        let t = self.opened(t)?;
        let Kind::Fold(Gather::By(Builtin::All), c) = &t.kind else { return None };
        let [Clause::For { slot: i, range: Range::Between(from, Some(to)) }] = c.clauses.as_slice() else {
            return None;
        };
        let plain = self.places.values == Steady::identity() && self.places.active.iter().all(|a| *a);
        if !from.as_ref().is_none_or(|e| e.int() == Some(0)) || !plain || !self.high(to)? {
            return Some(false);
        }
        let (counted, rest) = self.remainder(&c.element)?;
        let (gather, inner) = match &counted.kind {
            Kind::Fold(Gather::By(f @ (Builtin::Count | Builtin::Sum)), inner) => (f, inner),
            _ => return None,
        };
        let each = self.each(inner)?;
        let element = each.element?;
        let digit = match gather {
            Builtin::Sum => element,
            _ => match &element.kind {
                Kind::Compare(Relation::Eq, a, b) if b.int() == Some(1) => &**a,
                Kind::Compare(Relation::Eq, a, b) if a.int() == Some(1) => &**b,
                _ => return None,
            },
        };
        let is =
            |t: &Term, slot: Option<usize>| slot.is_some_and(|s| matches!(t.kind, Kind::Local(l) if l == s));
        let power = |t: &Term| match &t.kind {
            Kind::Binary(BinaryOp::Pow, two, e) => two.int() == Some(2) && is(e, Some(*i)),
            _ => false,
        };
        let right = match &digit.kind {
            Kind::Binary(BinaryOp::Mod, part, two) if two.int() == Some(2) => match &part.kind {
                Kind::Binary(BinaryOp::Div, x, by) => self.number(x, &each) && power(by),
                Kind::Call(Builtin::Shr, args) => {
                    matches!(args.as_slice(), [x, by] if self.number(x, &each) && is(by, Some(*i)))
                }
                _ => false,
            },
            _ => false,
        };
        Some(right && rest == 0 && each.conditions.is_empty())
    }

    /// Is a digit beyond this of no number of the row? `log2` of the sum or of the largest number, 0 where that is 0.
    fn high(&self, t: &Term) -> Option<bool> {
        let t = self.opened(t)?;
        let total = |t: &Term| match &t.kind {
            Kind::Call(Builtin::Sum | Builtin::Max, args) => {
                matches!(args.as_slice(), [row] if self.is_row(row))
            }
            _ => false,
        };
        let large = |t: &Term| match &t.kind {
            Kind::Call(Builtin::Max, args) => args.iter().any(total),
            _ => total(t),
        };
        let log = |t: &Term| match &t.kind {
            Kind::Call(Builtin::Log2, args) => matches!(args.as_slice(), [e] if large(e) || total(e)),
            _ => total(t),
        };
        Some(match &t.kind {
            Kind::Cases(arms) => match arms.as_slice() {
                [(zero, Some(cond)), (high, None)] => {
                    let empty = matches!(&cond.kind, Kind::Compare(Relation::Eq, a, b) if total(a) && b.int() == Some(0));
                    zero.int() == Some(0) && empty && log(high)
                }
                _ => false,
            },
            _ => log(t),
        })
    }

    /// Is a term the number at the place?
    fn number(&self, t: &Term, each: &Each<'_>) -> bool {
        match &t.kind {
            Kind::Local(slot) => each.number == Some(*slot),
            Kind::Index(row, at) => {
                self.is_row(row)
                    && matches!(at.as_slice(), [Term { kind: Kind::Local(s), .. }] if each.place == Some(*s))
            }
            _ => false,
        }
    }

    /// Are the places gone through just those that count?
    fn counting(&self, each: &Each<'_>) -> Option<bool> {
        let by = self.places.active.len() as i64;
        let Some(slot) = each.place else {
            return Some(each.conditions.is_empty() && self.places.active.iter().all(|a| *a));
        };
        let place = |t: &Term| matches!(t.kind, Kind::Local(s) if s == slot);
        let mut steps = Steps { from: 1, by };
        for cond in &each.conditions {
            steps = steps.with(Steps::of(cond, &place)?)?;
        }
        for j in 1..steps.end()? {
            let mut holds = true;
            for cond in &each.conditions {
                holds &= value(cond, &place, j)? == Seen::Truth(true);
            }
            // Places are counted from the left here.
            let j = usize::try_from(j).ok()?;
            if self.places.from_right || holds != self.places.counts(j, j) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Is what is taken of a number this, for all numbers?
    fn agrees(
        &self,
        each: &Each<'_>,
        values: Option<&Steady>,
        wanted: &dyn Fn(i64) -> Option<Seen>,
    ) -> Option<bool> {
        let own = values.map_or(Some(Steps { from: 0, by: 1 }), |v| {
            Some(Steps { from: i64::try_from(v.from).ok()?, by: i64::try_from(v.period).ok()? })
        })?;
        // Small values are small from some number on, or never again.
        let own = Steps { from: own.from + 2 * own.by, ..own };
        let number = |t: &Term| self.number(t, each);
        let steps = match each.element {
            Some(element) => own.with(Steps::of(element, &number)?)?,
            None => own,
        };
        for x in i64::try_from(self.least).ok()?..steps.end()? {
            let said = match each.element {
                Some(element) => value(element, &number, x)?,
                None => Seen::Number(x),
            };
            if said != wanted(x)? {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// The value of a small number.
fn at(values: &Steady, x: i64) -> Option<i64> {
    values.at(&BigUint::from(u64::try_from(x).ok()?)).to_i64()
}

/// On every remainder by `by` a function is an arithmetic progression from `from` on, or a truth that stays.
#[derive(Clone, Copy)]
struct Steps {
    from: i64,
    by: i64,
}

/// What an expression is at a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Number(i64),
    Truth(bool),
}

impl Steps {
    fn with(self, other: Steps) -> Option<Steps> {
        let (mut a, mut b) = (self.by, other.by);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        let by = self.by.checked_mul(other.by / a.max(1))?;
        Some(Steps { from: self.from.max(other.from), by }).filter(|s| s.by <= MOST && s.from <= MOST)
    }

    /// Numbers below this decide all.
    fn end(self) -> Option<i64> {
        Some(self.from + 2 * self.by).filter(|end| *end <= 4 * MOST)
    }

    fn of(t: &Term, x: &dyn Fn(&Term) -> bool) -> Option<Steps> {
        if x(t) {
            return Some(Steps { from: 0, by: 1 });
        }
        let all = |terms: &[&Term]| {
            terms.iter().try_fold(Steps { from: 0, by: 1 }, |s, t| s.with(Steps::of(t, x)?))
        };
        match &t.kind {
            Kind::Value(_) => Some(Steps { from: 0, by: 1 }),
            Kind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => all(&[a, b]),
            Kind::Binary(BinaryOp::Mul, a, b) if a.int().is_some() || b.int().is_some() => all(&[a, b]),
            Kind::Binary(BinaryOp::Mod | BinaryOp::Div, a, b) => {
                let (own, m) = (Steps::of(a, x)?, b.int().filter(|m| *m > 0)?);
                Some(Steps { by: own.by.checked_mul(m)?, ..own }).filter(|s| s.by <= MOST)
            }
            Kind::And(a, b) | Kind::Or(a, b) => all(&[a, b]),
            Kind::Not(a) => Steps::of(a, x),
            Kind::Compare(_, a, b) => all(&[a, b])?.settled(|n| match (value(a, x, n)?, value(b, x, n)?) {
                (Seen::Number(a), Seen::Number(b)) => a.checked_sub(b),
                (Seen::Truth(_), Seen::Truth(_)) => Some(0),
                _ => None,
            }),
            Kind::Cases(arms) => all(&arms
                .iter()
                .flat_map(|(value, cond)| std::iter::once(value).chain(cond))
                .collect::<Vec<_>>()),
            _ => None,
        }
    }

    /// From where on a difference that goes in steps keeps its sign.
    fn settled(self, difference: impl Fn(i64) -> Option<i64>) -> Option<Steps> {
        let mut from = self.from;
        for n in self.from..self.from + self.by {
            let (here, next) = (difference(n)?, difference(n + self.by)?);
            let step = next.checked_sub(here)?;
            if step != 0 {
                let turns = here.checked_abs()? / step.checked_abs()? + 2;
                from = from.max(n.checked_add(turns.checked_mul(self.by)?)?);
            }
        }
        Some(Steps { from, ..self }).filter(|s| s.from <= MOST)
    }
}

/// An expression at a number.
fn value(t: &Term, x: &dyn Fn(&Term) -> bool, n: i64) -> Option<Seen> {
    if x(t) {
        return Some(Seen::Number(n));
    }
    let number = |t: &Term| match value(t, x, n)? {
        Seen::Number(i) => Some(i),
        Seen::Truth(_) => None,
    };
    let truth = |t: &Term| match value(t, x, n)? {
        Seen::Truth(b) => Some(b),
        Seen::Number(_) => None,
    };
    Some(match &t.kind {
        Kind::Value(Value::Int(i)) => Seen::Number(*i),
        Kind::Value(Value::Bool(b)) => Seen::Truth(*b),
        Kind::Binary(op, a, b) => {
            let (a, b) = (number(a)?, number(b)?);
            Seen::Number(match op {
                BinaryOp::Add => a.checked_add(b)?,
                BinaryOp::Sub => a.checked_sub(b)?,
                BinaryOp::Mul => a.checked_mul(b)?,
                BinaryOp::Div if b > 0 => a.div_euclid(b),
                BinaryOp::Mod if b > 0 => a.rem_euclid(b),
                _ => return None,
            })
        }
        Kind::Compare(relation, a, b) => Seen::Truth(match (relation, value(a, x, n)?, value(b, x, n)?) {
            (Relation::Eq, a, b) => a == b,
            (Relation::Ne, a, b) => a != b,
            (Relation::Lt, Seen::Number(a), Seen::Number(b)) => a < b,
            (Relation::Le, Seen::Number(a), Seen::Number(b)) => a <= b,
            _ => return None,
        }),
        Kind::And(a, b) => Seen::Truth(truth(a)? & truth(b)?),
        Kind::Or(a, b) => Seen::Truth(truth(a)? | truth(b)?),
        Kind::Not(a) => Seen::Truth(!truth(a)?),
        Kind::Cases(arms) => {
            for (v, cond) in arms {
                if cond.as_ref().map_or(Some(true), truth)? {
                    return value(v, x, n);
                }
            }
            return None;
        }
        _ => return None,
    })
}
