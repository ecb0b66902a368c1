//! Termination measures: a number (or a tuple read like a word) that every move lowers.
//!
//! Candidates are the quantities of the position's fields. First a single one that every move lowers, then a sum of
//! several, then several in order of importance (each move keeps the ones before and lowers the next). In a game of parts the measure is that of a part: every part that a move leaves measures less than the
//! part it replaces, so play ends by the multiset order. Everything is proved on the symbolic transitions, for
//! all positions; nothing is tried out.

use crate::entail::{bounds, entails};
use crate::graphs::{Ranking, rank};
use crate::linear::Poly;
use crate::moves::Transition;
use crate::quantity::{Quantity, form, old_values};
use crate::symbolic::{AtomKind, ListSym, Session, Side, Sym};
use bouton_language::ast::FieldKind;
use bouton_language::rules::{RangeExpr, Type};
use bouton_language::value::Value;
use std::sync::Arc;

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
                let mut out = Vec::new();
                for terms in list {
                    out.extend(sum_value(terms, fields)?);
                }
                Some(out)
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
    let mut sum: i128 = 0;
    for (w, q) in terms {
        sum = sum.checked_add(w.checked_mul(q.value(fields)?)?)?;
    }
    Some(vec![sum])
}

fn number(v: &Value) -> Option<i128> {
    match v {
        Value::Int(i) => Some(i128::from(*i)),
        Value::Bool(b) => Some(i128::from(*b)),
        _ => None,
    }
}

/// The elements of a row, word or grid, one after the other.
fn elements(v: &Value) -> Option<Vec<Value>> {
    match v {
        Value::Text(t) => Some(t.chars().map(|c| Value::text(&c.to_string())).collect()),
        Value::List(items) => {
            let mut out = Vec::new();
            for item in items.iter() {
                match item {
                    Value::List(row) => out.extend(row.iter().cloned()),
                    other => out.push(other.clone()),
                }
            }
            Some(out)
        }
        _ => None,
    }
}

impl Quantity {
    /// The number for a position (or part); `None` for [`Quantity::Dictionary`], which is no single number.
    pub fn value(&self, fields: &[Value]) -> Option<i128> {
        let at = |f: &usize| fields.get(*f);
        match self {
            Quantity::Number(f) => number(at(f)?),
            Quantity::Room(f, bound) => bound.checked_sub(number(at(f)?)?),
            Quantity::RoomTo(f, c, others) => {
                let mut sum = c.checked_sub(number(at(f)?)?)?;
                for (g, factor) in others {
                    sum = sum.checked_add(factor.checked_mul(number(at(g)?)?)?)?;
                }
                Some(sum)
            }
            Quantity::Length(f) => match at(f)? {
                Value::List(v) => Some(v.len() as i128),
                Value::Text(t) => Some(t.chars().count() as i128),
                _ => None,
            },
            Quantity::Total(f, low) => {
                let low = (*low).min(0);
                elements(at(f)?)?.iter().try_fold(0i128, |s, v| s.checked_add(number(v)? - low))
            }
            Quantity::Weighted(f, side) => {
                let items = elements(at(f)?)?;
                let n = items.len();
                items
                    .iter()
                    .enumerate()
                    .try_fold(0i128, |s, (i, v)| s.checked_add(number(v)?.checked_mul(place(i, n, *side))?))
            }
            Quantity::Count(f, v) => Some(elements(at(f)?)?.iter().filter(|x| *x == v).count() as i128),
            Quantity::Places(f, v, side) => {
                let items = elements(at(f)?)?;
                let n = items.len();
                Some(items.iter().enumerate().filter(|x| x.1 == v).map(|(i, _)| place(i, n, *side)).sum())
            }
            Quantity::Size(f) => match at(f)? {
                Value::Set(v) => Some(v.len() as i128),
                _ => None,
            },
            Quantity::SizeRoom(f, bound) => match at(f)? {
                Value::Set(v) => Some(bound - v.len() as i128),
                _ => None,
            },
            Quantity::Rank(f, ranking) => ranking.of(at(f)?).map(i128::from),
            Quantity::Ranks(f, ranking) => {
                elements(at(f)?)?.iter().try_fold(0i128, |s, v| Some(s + i128::from(ranking.of(v)?)))
            }
            Quantity::Dictionary(..) => None,
        }
    }
}

/// The weight of the element with this index from 0.
fn place(i: usize, n: usize, side: Side) -> i128 {
    match side {
        Side::Left => i as i128 + 1,
        Side::Right => (n - 1 - i) as i128,
    }
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
    let quantities = candidates(session, transitions);
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
    search.single().or_else(|| search.harmless()).or_else(|| search.weighted()).or_else(|| search.in_order())
}

impl Search<'_, '_, '_> {
    fn effect(&mut self, q: usize, d: usize) -> Effect {
        if let Some(e) = self.effects[q][d] {
            return e;
        }
        let e = match self.deltas[q][d].clone() {
            None => Effect::MayRise,
            Some(delta) => {
                if self.shows(d, &delta.neg().shift(-1)) {
                    if self.session.is_bounded(&self.quantities[q], self.duties[d].transition) {
                        Effect::Falls
                    } else {
                        Effect::Stays
                    }
                } else if self.shows(d, &delta.neg()) {
                    Effect::Stays
                } else {
                    Effect::MayRise
                }
            }
        };
        self.effects[q][d] = Some(e);
        e
    }

    fn shows(&mut self, d: usize, goal: &Poly) -> bool {
        let facts = &self.duties[d].facts;
        if entails(facts, goal) {
            return true;
        }
        let more = self.session.prefix_facts(facts, goal);
        if more.is_empty() {
            return false;
        }
        let all: Vec<Poly> = self.duties[d].facts.iter().cloned().chain(more).collect();
        entails(&all, goal)
    }

    fn single(&mut self) -> Option<Measure> {
        for q in 0..self.quantities.len() {
            if (0..self.duties.len()).all(|d| self.effect(q, d) == Effect::Falls) {
                return Some(self.sum(&[(1, q)]));
            }
        }
        None
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
                return Some(self.sum(&chosen));
            }
        }
        None
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
        let numbers: Vec<(i128, usize)> = usable
            .iter()
            .filter(|&&q| matches!(self.quantities[q], Quantity::Number(_)))
            .map(|&q| (1, q))
            .collect();
        if numbers.len() > 1 && self.falls(&numbers, &mut budget) {
            return Some(self.sum(&numbers));
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
        let mut sum = Poly::int(0);
        for &(w, q) in terms {
            sum = sum.plus(w, self.deltas[q][d].as_ref()?);
        }
        Some(sum)
    }

    fn falls(&mut self, terms: &[(i128, usize)], budget: &mut usize) -> bool {
        // Each move must lower one of them by itself; without that the sum is not worth a proof.
        for d in 0..self.duties.len() {
            if !terms.iter().any(|&(_, q)| self.effect(q, d) == Effect::Falls) {
                return false;
            }
        }
        for d in 0..self.duties.len() {
            if *budget == 0 {
                return false;
            }
            *budget -= 1;
            let Some(delta) = self.combined(terms, d) else { return false };
            if !self.shows(d, &delta.neg().shift(-1)) {
                return false;
            }
        }
        true
    }

    fn sum(&mut self, terms: &[(i128, usize)]) -> Measure {
        let mut drop = i128::MAX;
        for d in 0..self.duties.len() {
            let least = match self.combined(terms, d) {
                Some(delta) => bounds(&self.duties[d].facts, &delta.neg()).0.unwrap_or(1),
                None => 1,
            };
            drop = drop.min(least.max(1));
        }
        let terms = terms.iter().map(|&(w, q)| (w, self.quantities[q].clone())).collect();
        Measure::Sum { terms, drop }
    }
}

/// The quantities of the position's fields, the plainest first.
fn candidates(session: &mut Session<'_>, transitions: &[Transition]) -> Vec<Quantity> {
    let fields = &session.rules.shape.fields;
    let mut plain = Vec::new();
    let mut rooms = Vec::new();
    let mut finer = Vec::new();
    for (f, field) in fields.iter().enumerate() {
        match field.kind {
            FieldKind::Number => {
                if let Some(ranking) = session.ranking(f) {
                    plain.push(Quantity::Rank(f, ranking));
                    continue;
                }
                if matches!(field.domain, Some(RangeExpr::Of(_))) && field.ty != Type::Int {
                    continue;
                }
                plain.push(Quantity::Number(f));
                rooms.extend(room_to(session, f));
                rooms.extend(room(f, transitions));
            }
            FieldKind::Set => {
                plain.push(Quantity::Size(f));
                if let Some(n) = universe(session, f) {
                    rooms.push(Quantity::SizeRoom(f, n));
                }
            }
            FieldKind::Row | FieldKind::Bag | FieldKind::Word | FieldKind::Grid => {
                if let Some(ranking) = session.ranking(f) {
                    plain.push(Quantity::Ranks(f, ranking));
                }
                let low = transitions.iter().find_map(|t| match t.before.get(f) {
                    Some(Sym::List(ListSym::Base(id))) => {
                        session.info(*id).low.as_ref().and_then(Poly::as_int)
                    }
                    _ => None,
                });
                let row = matches!(field.kind, FieldKind::Row | FieldKind::Word);
                if let Some(low) = low {
                    plain.push(Quantity::Total(f, low.min(0)));
                }
                if field.kind != FieldKind::Grid {
                    plain.push(Quantity::Length(f));
                }
                let mut values: Vec<Value> = transitions.iter().flat_map(|t| old_values(t, f)).collect();
                values.sort();
                values.dedup();
                for v in values.into_iter().take(8) {
                    plain.push(Quantity::Count(f, v.clone()));
                    if row {
                        for side in [Side::Left, Side::Right] {
                            finer.push(Quantity::Places(f, v.clone(), side));
                        }
                    }
                }
                if row && low.is_some_and(|l| l >= 0) {
                    for side in [Side::Left, Side::Right] {
                        finer.push(Quantity::Weighted(f, side));
                    }
                }
                if row && low.is_some() {
                    for side in [Side::Right, Side::Left] {
                        finer.push(Quantity::Dictionary(f, side));
                    }
                }
            }
        }
    }
    plain.extend(rooms);
    plain.extend(finer);
    plain
}

/// The domain's upper end minus the field, where that end is a sum of other fields.
fn room_to(session: &mut Session<'_>, f: usize) -> Option<Quantity> {
    let Some(RangeExpr::Between(_, Some(hi))) = &session.rules.shape.fields[f].domain else { return None };
    let start = session.start();
    let end = session.steady(hi, &start)?;
    end.as_int().is_none().then_some(())?;
    let mut others = Vec::new();
    for &(m, c) in end.terms() {
        match session.kind(m.single()?) {
            Some(AtomKind::Field(g)) => others.push((*g, c)),
            _ => return None,
        }
    }
    Some(Quantity::RoomTo(f, end.constant(), others))
}

/// The greatest value that a move that changes the field starts from or leads to, minus the field.
fn room(f: usize, transitions: &[Transition]) -> Option<Quantity> {
    let mut most: Option<i128> = None;
    for t in transitions {
        let old = form(t.before.get(f)?)?;
        let facts = t.path.all();
        for new in t.parts.iter().filter_map(|p| p.get(f).and_then(form)).filter(|new| *new != old) {
            for value in [&old, &new] {
                if let Some(hi) = bounds(&facts, value).1 {
                    most = Some(most.map_or(hi, |m| m.max(hi)));
                }
            }
        }
    }
    most.map(|m| Quantity::Room(f, m))
}

/// How many elements a set field can have.
pub(crate) fn universe(session: &Session<'_>, f: usize) -> Option<i128> {
    match session.rules.shape.fields[f].domain.as_ref()? {
        RangeExpr::Between(lo, Some(hi)) => {
            let lo = match lo {
                None => 0,
                Some(e) => session.constant(e)?.as_int()?,
            };
            Some((i128::from(session.constant(hi)?.as_int()?) - i128::from(lo) + 1).max(0))
        }
        RangeExpr::Between(_, None) => None,
        RangeExpr::Of(e) => match session.constant(e)? {
            Value::Set(v) | Value::List(v) => Some(v.len() as i128),
            Value::Graph(g) => Some(g.len() as i128),
            Value::Text(t) => Some(t.chars().count() as i128),
            _ => None,
        },
    }
}

impl Session<'_> {
    /// The graph that a field's values (or elements) are nodes of.
    pub(crate) fn graph_of(&self, f: usize) -> Option<Arc<bouton_language::graph::Graph>> {
        match self.rules.shape.fields.get(f)?.domain.as_ref()? {
            RangeExpr::Of(e) => match self.constant(e)? {
                Value::Graph(g) => Some(g),
                _ => None,
            },
            RangeExpr::Between(..) => None,
        }
    }

    fn ranking(&self, f: usize) -> Option<Arc<Ranking>> {
        rank(&self.graph_of(f)?).ok().map(Arc::new)
    }
}
