//! Termination measures: a number (or a tuple read like a word) that every move lowers.
//!
//! Candidates are the quantities of the position's fields. First a single one that every move lowers, then a sum of
//! several, then several in order of importance (each move keeps the ones before and lowers the next). In a game of parts the measure is that of a part: every part that a move leaves measures less than the
//! part it replaces, so play ends by the multiset order. Everything is proved on the symbolic transitions, for
//! all positions; nothing is tried out.

use crate::facts::quantity::Quantity;
use crate::facts::symbolic::moves::Transition;
use crate::facts::symbolic::{Session, Side, Sym};
use bouton_language::value::Value;
use bouton_linear::Poly;
use bouton_linear::entail::bounds;

/// A sum of quantities with positive weights.
pub type Terms = Vec<(i128, Quantity)>;

/// Why play ends.
#[derive(Clone, Debug)]
pub enum Measure {
    /// Every move lowers the sum by at least `drop`.
    Sum {
        /// The sum.
        terms: Terms,
        /// By how much at least.
        drop: i128,
    },
    /// Every move lowers the first of these that it changes.
    Lexicographic(Vec<Terms>),
    /// The rules stop play after so many moves.
    Stop(i64),
}

impl Measure {
    /// The measure of a position (or part): to be compared from the first number on. `None` if a field does not
    /// have the shape it should have, and for play that ends by counting moves.
    pub fn value(&self, fields: &[Value]) -> Option<Vec<i128>> {
        match self {
            Measure::Sum { terms, .. } => sum_value(terms, fields),
            Measure::Lexicographic(list) => {
                let all: Option<Vec<_>> = list.iter().map(|terms| sum_value(terms, fields)).collect();
                Some(all?.concat())
            }
            Measure::Stop(_) => None,
        }
    }
}

fn sum_value(terms: &Terms, fields: &[Value]) -> Option<Vec<i128>> {
    if let [(_, Quantity::Dictionary(f, side))] = terms.as_slice() {
        let Value::List(items) = fields.get(*f)? else { return None };
        let mut out: Vec<i128> = items.iter().map(number).collect::<Option<_>>()?;
        if *side == Side::Right {
            out.reverse();
        }
        return Some(out);
    }
    let sum = terms.iter().try_fold(0i128, |sum, (w, q)| sum.checked_add(w.checked_mul(q.value(fields)?)?));
    Some(vec![sum?])
}

fn number(v: &Value) -> Option<i128> {
    match v {
        Value::Int(i) => Some(i128::from(*i)),
        Value::Bool(b) => Some(i128::from(*b)),
        _ => None,
    }
}

/// The elements of a row, word or grid, one after the other.
pub(crate) fn elements(v: &Value) -> Option<Vec<Value>> {
    let row = |v: &Value| match v {
        Value::List(row) => row.to_vec(),
        other => vec![other.clone()],
    };
    match v {
        Value::Text(t) => Some(t.chars().map(|c| Value::text(&c.to_string())).collect()),
        Value::List(items) => Some(items.iter().flat_map(row).collect()),
        _ => None,
    }
}

impl Quantity {
    /// The number for a position (or part); `None` for [`Quantity::Dictionary`], which is no single number.
    pub fn value(&self, fields: &[Value]) -> Option<i128> {
        let at = fields.get(self.field())?;
        let sum = |items: &[Value], of: &dyn Fn(&Value) -> Option<i128>| {
            items.iter().try_fold(0i128, |sum, v| sum.checked_add(of(v)?))
        };
        let set = || match at {
            Value::Set(items) => Some(&**items),
            _ => None,
        };
        match self {
            Quantity::Number(_) => number(at),
            Quantity::Room(_, bound) => bound.checked_sub(number(at)?),
            Quantity::RoomTo(_, c, others) => {
                others.iter().try_fold(c.checked_sub(number(at)?)?, |sum, (g, factor)| {
                    sum.checked_add(factor.checked_mul(number(fields.get(*g)?)?)?)
                })
            }
            Quantity::Length(_) => bouton_core::size(at).map(|n| n as i128),
            Quantity::Total(_, low) => sum(&elements(at)?, &|v| Some(number(v)? - (*low).min(0))),
            Quantity::Weighted(_, side) => places(at, *side)?
                .iter()
                .try_fold(0i128, |s, (w, v)| s.checked_add(number(v)?.checked_mul(*w)?)),
            Quantity::Count(_, v) => Some(elements(at)?.iter().filter(|x| *x == v).count() as i128),
            Quantity::Places(_, v, side) => {
                Some(places(at, *side)?.iter().filter(|x| x.1 == *v).map(|x| x.0).sum())
            }
            Quantity::Size(_) => Some(set()?.len() as i128),
            Quantity::SetTotal(_) => sum(set()?, &number),
            Quantity::Missing(_, universe) => Some(universe.missing(set()?)),
            Quantity::Rank(_, ranking) => ranking.of(at).map(i128::from),
            Quantity::Ranks(_, ranking) => sum(&elements(at)?, &|v| ranking.of(v).map(i128::from)),
            Quantity::Dictionary(..) => None,
        }
    }
}

/// The elements of a row, word or grid with what their places count from a side.
fn places(v: &Value, side: Side) -> Option<Vec<(i128, Value)>> {
    let count = |i: usize, n: usize, near: bool| if near { i as i128 + 1 } else { (n - 1 - i) as i128 };
    let near = matches!(side, Side::Left | Side::Top);
    if let Value::List(rows) = v
        && rows.iter().any(|r| matches!(r, Value::List(_)))
    {
        let mut out = Vec::new();
        for (r, row) in rows.iter().enumerate() {
            let Value::List(row) = row else { return None };
            for (c, x) in row.iter().enumerate() {
                let w = match side {
                    Side::Top | Side::Bottom => count(r, rows.len(), near),
                    Side::Left | Side::Right => count(c, row.len(), near),
                };
                out.push((w, x.clone()));
            }
        }
        return Some(out);
    }
    let items = elements(v)?;
    let n = items.len();
    Some(items.into_iter().enumerate().map(|(i, x)| (count(i, n, near), x)).collect())
}

/// What a move does to a quantity.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Falls,
    Stays,
    MayRise,
}

/// A move and one of the parts it leaves: here the measure must fall.
struct Duty<'t> {
    transition: &'t Transition,
    part: &'t [Sym],
    facts: Vec<Poly>,
}

/// More proofs than this are not tried for sums with weights.
const TRIES: usize = 600;

struct Search<'s, 'a, 't> {
    session: &'s mut Session<'a>,
    duties: Vec<Duty<'t>>,
    quantities: Vec<Quantity>,
    deltas: Vec<Vec<Option<Poly>>>,
    effects: Vec<Vec<Option<Effect>>>,
}

/// Looks for a measure. `None`: nothing was found, which does not mean that there is none.
pub(crate) fn find(session: &mut Session<'_>, transitions: &[Transition]) -> Option<Measure> {
    let duties: Vec<Duty<'_>> = transitions
        .iter()
        .flat_map(|t| t.parts.iter().map(move |part| Duty { transition: t, part, facts: t.path.all() }))
        .collect();
    let quantities = crate::facts::candidates::candidates(session, transitions);
    let n = quantities.len();
    let deltas = quantities
        .iter()
        .map(|q| duties.iter().map(|d| session.delta(q, d.transition, d.part)).collect())
        .collect();
    let effects = vec![vec![None; duties.len()]; n];
    let mut search = Search { session, duties, quantities, deltas, effects };
    if search.duties.is_empty() {
        // No move leaves a part: one move is the whole game.
        return Some(Measure::Sum { terms: Vec::new(), drop: 1 });
    }
    if let Some(found) = search.single() {
        return Some(found);
    }
    if search.has_idle_move() {
        // A move that lowers nothing by itself leaves only the sum of the plain numbers to try.
        return search.plain_sum();
    }
    search.harmless().or_else(|| search.weighted()).or_else(|| search.in_order())
}

impl Search<'_, '_, '_> {
    fn effect(&mut self, q: usize, d: usize) -> Effect {
        if let Some(e) = self.effects[q][d] {
            return e;
        }
        let e = match self.deltas[q][d].clone() {
            None => Effect::MayRise,
            Some(delta) if self.shows(d, &delta.neg().shift(-1)) => {
                let bounded = self.session.is_bounded(&self.quantities[q], self.duties[d].transition);
                if bounded { Effect::Falls } else { Effect::Stays }
            }
            Some(delta) if self.shows(d, &delta.neg()) => Effect::Stays,
            Some(_) => Effect::MayRise,
        };
        self.effects[q][d] = Some(e);
        e
    }

    fn shows(&mut self, d: usize, goal: &Poly) -> bool {
        self.session.shows(&self.duties[d].facts, goal)
    }

    fn single(&mut self) -> Option<Measure> {
        let duties = self.duties.len();
        let q =
            (0..self.quantities.len()).find(|&q| (0..duties).all(|d| self.effect(q, d) == Effect::Falls))?;
        Some(self.sum(&[(1, q)]))
    }

    /// Several quantities that no move raises, such that every move lowers one: their plain sum.
    fn harmless(&mut self) -> Option<Measure> {
        let mut left: Vec<usize> = (0..self.duties.len()).collect();
        let mut chosen: Vec<(i128, usize)> = Vec::new();
        for q in 0..self.quantities.len() {
            if matches!(self.quantities[q], Quantity::Dictionary(..))
                || !left.iter().any(|&d| self.effect(q, d) == Effect::Falls)
                || !(0..self.duties.len()).all(|d| self.effect(q, d) != Effect::MayRise)
                || !self.solid(q)
            {
                continue;
            }
            left.retain(|&d| self.effects[q][d] != Some(Effect::Falls));
            chosen.push((1, q));
            if left.is_empty() {
                self.drop_idle(&mut chosen);
                return Some(self.sum(&chosen));
            }
        }
        None
    }

    /// Takes out quantities that the others make unnecessary.
    fn drop_idle(&mut self, chosen: &mut Vec<(i128, usize)>) {
        let mut i = 0;
        while i < chosen.len() {
            let others: Vec<usize> = chosen.iter().map(|c| c.1).filter(|&q| q != chosen[i].1).collect();
            let enough =
                (0..self.duties.len()).all(|d| others.iter().any(|&q| self.effect(q, d) == Effect::Falls));
            if enough {
                chosen.remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// Greedy: a quantity that no remaining move raises and some lower goes first. If one order exists, this
    /// finds one.
    fn in_order(&mut self) -> Option<Measure> {
        let mut left: Vec<usize> = (0..self.duties.len()).collect();
        let mut chosen: Vec<usize> = Vec::new();
        while !left.is_empty() {
            let mut best: Option<(usize, usize)> = None;
            for q in 0..self.quantities.len() {
                let mut falls = 0;
                let fits = left.iter().all(|&d| match self.effect(q, d) {
                    Effect::Falls => {
                        falls += 1;
                        true
                    }
                    Effect::Stays => true,
                    Effect::MayRise => false,
                });
                if fits && falls > 0 && best.is_none_or(|(f, _)| falls > f) {
                    best = Some((falls, q));
                }
            }
            let (_, q) = best?;
            left.retain(|&d| self.effects[q][d] != Some(Effect::Falls));
            chosen.push(q);
        }
        Some(Measure::Lexicographic(chosen.iter().map(|&q| vec![(1, self.quantities[q].clone())]).collect()))
    }

    /// Is the quantity bounded below wherever there is a move?
    fn solid(&mut self, q: usize) -> bool {
        (0..self.duties.len())
            .all(|d| self.session.is_bounded(&self.quantities[q], self.duties[d].transition))
    }

    /// Is there a move that lowers no quantity?
    fn has_idle_move(&mut self) -> bool {
        (0..self.duties.len())
            .any(|d| !(0..self.quantities.len()).any(|q| self.effect(q, d) == Effect::Falls))
    }

    /// The sum of all number fields.
    fn plain_sum(&mut self) -> Option<Measure> {
        let numbers: Vec<(i128, usize)> = (0..self.quantities.len())
            .filter(|&q| matches!(self.quantities[q], Quantity::Number(_)))
            .map(|q| (1, q))
            .collect();
        let mut budget = TRIES;
        let falls = numbers.len() > 1
            && numbers.iter().all(|&(_, q)| self.solid(q))
            && self.falls(&numbers, &mut budget);
        falls.then(|| self.sum(&numbers))
    }

    /// Sums of two or three quantities with weights up to 3, and of all number fields.
    fn weighted(&mut self) -> Option<Measure> {
        let usable: Vec<usize> = (0..self.quantities.len())
            .filter(|&q| {
                !matches!(self.quantities[q], Quantity::Dictionary(..))
                    && self.deltas[q].iter().all(Option::is_some)
            })
            .collect();
        let usable: Vec<usize> = usable.into_iter().filter(|&q| self.solid(q)).collect();
        let mut budget = TRIES;
        if let Some(found) = self.plain_sum() {
            return Some(found);
        }
        const PAIRS: [(i128, i128); 7] = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2)];
        for (i, &a) in usable.iter().enumerate() {
            for &b in &usable[i + 1..] {
                for (u, v) in PAIRS {
                    if self.falls(&[(u, a), (v, b)], &mut budget) {
                        return Some(self.sum(&[(u, a), (v, b)]));
                    }
                }
            }
        }
        for (i, &a) in usable.iter().enumerate() {
            for (j, &b) in usable.iter().enumerate().skip(i + 1) {
                for &c in &usable[j + 1..] {
                    for w in 0..27 {
                        let terms = [(w / 9 + 1, a), (w / 3 % 3 + 1, b), (w % 3 + 1, c)];
                        if self.falls(&terms, &mut budget) {
                            return Some(self.sum(&terms));
                        }
                    }
                }
            }
        }
        None
    }

    fn combined(&self, terms: &[(i128, usize)], d: usize) -> Option<Poly> {
        terms.iter().try_fold(Poly::int(0), |sum, &(w, q)| Some(sum.plus(w, self.deltas[q][d].as_ref()?)))
    }

    fn falls(&mut self, terms: &[(i128, usize)], budget: &mut usize) -> bool {
        // Each move should lower one of them by itself; without that only plain numbers are worth a proof.
        let numbers = terms.iter().all(|&(_, q)| matches!(self.quantities[q], Quantity::Number(_)));
        let duties = self.duties.len();
        let mut lowers_one = |d: usize| terms.iter().any(|&(_, q)| self.effect(q, d) == Effect::Falls);
        if !numbers && !(0..duties).all(&mut lowers_one) {
            return false;
        }
        (0..duties).all(|d| {
            let Some(left) = budget.checked_sub(1) else { return false };
            *budget = left;
            self.combined(terms, d).is_some_and(|delta| self.shows(d, &delta.neg().shift(-1)))
        })
    }

    fn sum(&mut self, terms: &[(i128, usize)]) -> Measure {
        let least = |d: usize| {
            let delta = self.combined(terms, d)?;
            bounds(&self.duties[d].facts, &delta.neg()).0
        };
        let drop = (0..self.duties.len()).map(|d| least(d).unwrap_or(1).max(1)).min().unwrap_or(i128::MAX);
        let terms = terms.iter().map(|&(w, q)| (w, self.quantities[q].clone())).collect();
        Measure::Sum { terms, drop }
    }
}
