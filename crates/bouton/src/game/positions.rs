//! All positions of a game in order of size, for claims, tables and tests.
//!
//! The size of a number is its absolute value; a place in a row, word, set or grid counts one more; a letter or a
//! node counts its place in its alphabet. Positions of size s are all those of level s, so "checked up to size s"
//! means the same for every game. Fields with a start (memory) keep their starts.
//!
//! Sizes begin where the game's positions do ([`Positions::sizes`]): years from 1900 on have no position of size 12.

use crate::claims::sweep::Bound;
use crate::game::Game;
use crate::report::Sentence;
use bouton_language::ast::{FieldKind, ShapeKind};
use bouton_language::interp::{Part, Position, halted};
use bouton_language::rules::{Expr, ExprKind, Field, RangeExpr, Type};
use bouton_language::value::Value;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// What values the elements of a field may have.
#[derive(Clone)]
enum Alphabet {
    /// Integers between two bounds, where they are known.
    Numbers(Option<i64>, Option<i64>),
    /// These, by cost of their place.
    Members(Vec<Value>),
}

/// Walks the positions of one game.
pub struct Positions<'g> {
    game: &'g Game,
    alphabets: Vec<Alphabet>,
    /// Parts by size, found so far.
    parts: BTreeMap<u64, Vec<Part>>,
    /// Some size had more parts than can be held.
    full: bool,
    /// Values tried that were no legal positions.
    rejected: Cell<u64>,
    /// The least size that has a part, once it was looked for.
    first: Option<u64>,
}

/// No size may have more parts than this.
const MOST: usize = 500_000;

/// So many values may turn out not to be legal positions before the search for legal ones is given up.
const MOST_REJECTED: u64 = 1_000_000;

/// Values between looks at the budget.
const LOOK: u64 = 1024;

/// Lists are not longer than this, nor sums of more parts: they are built by recursion.
const LONGEST: u64 = 2000;

impl<'g> Positions<'g> {
    /// The positions of this game.
    pub fn new(game: &'g Game) -> Positions<'g> {
        let alphabets = game.rules().shape.fields.iter().map(|f| alphabet(game, f)).collect();
        Positions {
            game,
            alphabets,
            parts: BTreeMap::new(),
            full: false,
            rejected: Cell::new(0),
            first: None,
        }
    }

    /// Only positions whose numbers, field by field, keep to these bounds.
    pub fn within(mut self, bounds: &[(Option<i64>, Option<i64>)]) -> Positions<'g> {
        for (alphabet, (lo, hi)) in self.alphabets.iter_mut().zip(bounds) {
            if let Alphabet::Numbers(low, high) = alphabet {
                *low = (*low).max(*lo);
                *high = [*high, *hi].into_iter().flatten().min();
            }
        }
        self
    }

    /// The least size that has a legal part; where none is found, the least that the domains allow.
    pub fn first(&mut self) -> u64 {
        if let Some(first) = self.first {
            return first;
        }
        let least = self.least(0);
        let last = self.last_part().unwrap_or(u64::MAX);
        let mut size = least;
        // Conditions may forbid more than the domains do; while they do, every size costs little.
        let first = loop {
            if !self.parts_of(size).is_empty() {
                break size;
            }
            if self.full || size >= last || size - least >= MOST_REJECTED {
                break least;
            }
            size += 1;
        };
        self.first = Some(first);
        first
    }

    /// The sizes that may have positions, in order: from the first part on, and of sums the empty one before it.
    /// `only_single` as for [`Positions::visit`].
    pub fn sizes(&mut self, only_single: bool) -> impl Iterator<Item = u64> + use<> {
        let single = only_single || self.game.rules().shape.kind == ShapeKind::Position;
        let first = self.first();
        let last = self.last_level().unwrap_or(u64::MAX);
        (!single && first > 0).then_some(0).into_iter().chain(first..=last)
    }

    /// The least value of each field among the parts of the first size, by its distance from zero: where tables begin.
    pub(crate) fn beginnings(&mut self) -> Vec<i64> {
        let first = self.first();
        let fields = self.game.rules().shape.fields.len();
        let parts = self.parts_of(first);
        let least = |i: usize| parts.iter().filter_map(|p| p[i].as_int()).min_by_key(|n| n.unsigned_abs());
        (0..fields).map(|i| least(i).unwrap_or(0)).collect()
    }

    /// What the fields from this one on cost at least.
    fn least(&self, from: usize) -> u64 {
        let fields = self.game.rules().shape.fields.iter().zip(&self.alphabets).skip(from);
        let least = |(field, alphabet): (&Field, &Alphabet)| {
            let cheapest = alphabet.cheapest();
            match (field.kind, self.fixed(field).as_slice()) {
                _ if field.start.is_some() => 0,
                (FieldKind::Number, _) => cheapest,
                (FieldKind::Row | FieldKind::Word, [n]) => cheapest.saturating_mul(*n),
                (FieldKind::Grid, [r, c]) => cheapest.saturating_mul(r.saturating_mul(*c)),
                _ => 0,
            }
        };
        fields.map(least).fold(0, u64::saturating_add)
    }

    /// The last size that has any positions, where the rules bound them.
    pub fn last_level(&self) -> Option<u64> {
        self.last_part().filter(|_| self.game.rules().shape.kind == ShapeKind::Position)
    }

    /// The last size that has any parts, where the rules bound them.
    fn last_part(&self) -> Option<u64> {
        let mut total = 0u64;
        for (field, alphabet) in self.game.rules().shape.fields.iter().zip(&self.alphabets) {
            if field.start.is_some() {
                continue;
            }
            let dearest = alphabet.dearest()?;
            let most = match (field.kind, self.fixed(field).as_slice()) {
                (FieldKind::Number, _) => dearest,
                (FieldKind::Row | FieldKind::Word, [n]) => dearest.checked_mul(*n)?,
                (FieldKind::Grid, [r, c]) => dearest.checked_mul(r.checked_mul(*c)?)?,
                // Every member once, one more for its place; numbers may occur with both signs.
                (FieldKind::Set, _) => {
                    dearest.checked_add(1)?.checked_mul(dearest.checked_mul(2)?.checked_add(1)?)?
                }
                _ => return None,
            };
            total = total.checked_add(most)?;
        }
        Some(total)
    }

    /// Legal parts of exactly this size, in order.
    pub fn parts_of(&mut self, size: u64) -> &[Part] {
        if !self.parts.contains_key(&size) {
            let mut found = Vec::new();
            let mut typed = Vec::new();
            let plain = self.game.rules().shape.fields.iter().all(|f| f.kind == FieldKind::Number);
            if plain || size.saturating_sub(self.least(0)) <= LONGEST {
                self.fields(0, size, &mut typed, &mut found);
            } else {
                self.full = true;
            }
            self.full |= found.len() >= MOST || self.rejected.get() > MOST_REJECTED;
            let interp = self.game.interp();
            let mut canonical: Vec<Part> = found.iter().map(|p| interp.canonical_part(p)).collect();
            canonical.sort();
            canonical.dedup();
            self.parts.insert(size, canonical);
        }
        self.parts.get(&size).map_or(&[], Vec::as_slice)
    }

    /// Was a size met that has too many parts to be listed? What was given for it is not all.
    pub fn full(&self) -> bool {
        self.full
    }

    fn fields(&self, at: usize, left: u64, typed: &mut Vec<Option<Value>>, out: &mut Vec<Part>) {
        let fields = &self.game.rules().shape.fields;
        let Some(field) = fields.get(at) else {
            let interp = self.game.interp();
            if left > 0 || self.rejected.get() > MOST_REJECTED {
                return;
            }
            match interp.part(typed.clone()) {
                Ok(Ok(part)) if interp.legal(&part).is_ok() => out.push(part),
                _ => self.rejected.set(self.rejected.get() + 1),
            }
            // Whoever pays for the list may have enough of it; then it is not whole.
            let looked = out.len() as u64 + self.rejected.get();
            if looked.is_multiple_of(LOOK) && halted().is_some() {
                self.rejected.set(MOST_REJECTED + 1);
            }
            return;
        };
        if field.start.is_some() {
            typed.push(None);
            self.fields(at + 1, left, typed, out);
            typed.pop();
            return;
        }
        let last = fields[at + 1..].iter().all(|f| f.start.is_some());
        let (here, behind) = (self.least(at), self.least(at + 1));
        let Some(most) = left.checked_sub(behind) else { return };
        let sizes = if last { left..=left } else { here - behind..=most };
        for size in sizes {
            for value in self.values(at, field, size) {
                typed.push(Some(value));
                self.fields(at + 1, left - size, typed, out);
                typed.pop();
            }
        }
    }

    /// Values of one field of exactly this size.
    fn values(&self, at: usize, field: &Field, size: u64) -> Vec<Value> {
        let alphabet = &self.alphabets[at];
        match field.kind {
            FieldKind::Number => elements(alphabet, size),
            FieldKind::Row | FieldKind::Word => {
                let fixed = self.fixed(field);
                let lists = sequences(alphabet, size, fixed.first().copied(), Order::Any);
                lists.into_iter().map(|l| as_word(field, l)).collect()
            }
            FieldKind::Bag => {
                // A zero in a bag is nothing at all.
                let lists = sequences(&alphabet.without_zero(), size, None, Order::Rising);
                lists.into_iter().map(Value::list).collect()
            }
            FieldKind::Set => {
                sequences(alphabet, size, None, Order::Strict).into_iter().map(Value::set).collect()
            }
            FieldKind::Grid => self.grids(field, alphabet, size),
        }
    }

    fn fixed(&self, field: &Field) -> Vec<u64> {
        let params = self.game.interp().params();
        let size = |e: &bouton_language::rules::Expr| match &e.kind {
            ExprKind::Const(Value::Int(i)) => u64::try_from(*i).ok(),
            ExprKind::Param(p) => params.get(*p).and_then(Value::as_int).and_then(|i| u64::try_from(i).ok()),
            _ => None,
        };
        field.size.iter().filter_map(size).collect()
    }

    fn grids(&self, field: &Field, alphabet: &Alphabet, size: u64) -> Vec<Value> {
        // A board of free size pays for its squares, a fixed one does not.
        let shapes: Vec<(u64, u64, u64)> = match self.fixed(field).as_slice() {
            [r, c] => vec![(*r, *c, size)],
            _ => (1..=size).flat_map(|r| (1..=size / r).map(move |c| (r, c, size - r * c))).collect(),
        };
        let mut out = Vec::new();
        for (r, c, left) in shapes {
            for cells in sequences(alphabet, left, Some(r * c), Order::Any) {
                let rows = cells.chunks(c.max(1) as usize).map(|row| as_word(field, row.to_vec()));
                out.push(Value::list(rows.collect()));
            }
        }
        out
    }

    /// Visits every position of this size: parts of that size, or for heaps all multisets with that total.
    /// `only_single` keeps to single parts.
    pub fn visit(
        &mut self,
        size: u64,
        only_single: bool,
        visit: &mut dyn FnMut(&Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let single = only_single || self.game.rules().shape.kind == ShapeKind::Position;
        if single {
            for part in self.parts_of(size).to_vec() {
                visit(&Position { parts: vec![part] })?;
            }
            return ControlFlow::Continue(());
        }
        if size == 0 {
            return visit(&Position::default());
        }
        let least = self.first().max(1);
        if size / least > LONGEST {
            self.full = true;
            return ControlFlow::Continue(());
        }
        for s in least..=size {
            self.parts_of(s);
        }
        let mut chosen = Vec::new();
        self.sums(size, size, usize::MAX, &mut chosen, visit)
    }

    /// Multisets with this total; parts are taken in falling order of (size, place) so that each comes once.
    fn sums(
        &self,
        left: u64,
        most: u64,
        place: usize,
        chosen: &mut Vec<Part>,
        visit: &mut dyn FnMut(&Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if left == 0 {
            return visit(&Position { parts: chosen.clone() });
        }
        for (&size, parts) in self.parts.range(1..=left.min(most)).rev() {
            let upto = if size == most {
                place.min(parts.len().wrapping_sub(1))
            } else {
                parts.len().wrapping_sub(1)
            };
            for i in (0..parts.len()).filter(|i| *i <= upto) {
                chosen.push(parts[i].clone());
                self.sums(left - size, size, i, chosen, visit)?;
                chosen.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// "n <= 40", "a + b <= 40", "total size <= 12": what checking to this size means.
    pub fn bound(&self, size: u64, single: bool) -> Sentence {
        let bound = Bound::sized(self.game, size, single);
        Sentence::new(|lang| bound.say(lang))
    }
}

/// A list as the field holds it: letter words are strings.
fn as_word(field: &Field, items: Vec<Value>) -> Value {
    let letters = matches!(field.ty, Type::Text) || items.iter().any(|v| matches!(v, Value::Text(_)));
    if field.kind == FieldKind::Word && letters {
        let text: String =
            items.iter().filter_map(|v| if let Value::Text(t) = v { Some(&**t) } else { None }).collect();
        return Value::text(&text);
    }
    Value::list(items)
}

fn alphabet(game: &Game, field: &Field) -> Alphabet {
    let params = game.interp().params();
    let value = |kind: &ExprKind| match kind {
        ExprKind::Const(v) => Some(v.clone()),
        ExprKind::Param(p) => params.get(*p).cloned(),
        _ => None,
    };
    match &field.domain {
        Some(RangeExpr::Of(e)) => match value(&e.kind) {
            Some(Value::Text(t)) => {
                Alphabet::Members(t.chars().map(|c| Value::text(&c.to_string())).collect())
            }
            Some(Value::Graph(g)) => Alphabet::Members(g.nodes().to_vec()),
            Some(Value::Set(items) | Value::List(items)) => Alphabet::Members(items.to_vec()),
            _ => Alphabet::Numbers(None, None),
        },
        Some(RangeExpr::Between(from, to)) => {
            let end = |e: &Option<Expr>| e.as_ref().and_then(|e| value(&e.kind)).and_then(|v| v.as_int());
            // A lower end that is not written is 0; one that is computed is the first value of the range.
            let low =
                if from.is_none() { Some(0) } else { end(from).or_else(|| lowest(game, &field.domain)) };
            Alphabet::Numbers(low, end(to))
        }
        None => Alphabet::Numbers(Some(0), None),
    }
}

/// The first value of a range whose ends do not look at the position.
fn lowest(game: &Game, range: &Option<RangeExpr>) -> Option<i64> {
    let mut low = None;
    let walked = game.interp().range_values(range.as_ref()?, &[], Some(i64::MAX), &mut |v| {
        low = v.as_int();
        ControlFlow::Break(())
    });
    low.filter(|_| walked.is_ok())
}

impl Alphabet {
    /// What the cheapest element costs.
    fn cheapest(&self) -> u64 {
        match self {
            Alphabet::Numbers(Some(low), _) if *low > 0 => low.unsigned_abs(),
            Alphabet::Numbers(_, Some(high)) if *high < 0 => high.unsigned_abs(),
            _ => 0,
        }
    }

    /// What the dearest element costs, where there is one.
    fn dearest(&self) -> Option<u64> {
        match self {
            Alphabet::Members(m) => Some((m.len() as u64).saturating_sub(1)),
            Alphabet::Numbers(Some(low), Some(high)) => Some(low.unsigned_abs().max(high.unsigned_abs())),
            Alphabet::Numbers(..) => None,
        }
    }

    fn without_zero(&self) -> Alphabet {
        match self {
            Alphabet::Numbers(Some(0), high) => Alphabet::Numbers(Some(1), *high),
            other => other.clone(),
        }
    }
}

/// Elements of exactly this cost.
fn elements(alphabet: &Alphabet, cost: u64) -> Vec<Value> {
    match alphabet {
        Alphabet::Members(m) => {
            usize::try_from(cost).ok().and_then(|i| m.get(i)).cloned().into_iter().collect()
        }
        Alphabet::Numbers(low, high) => {
            let Ok(n) = i64::try_from(cost) else { return Vec::new() };
            let inside = |i: &i64| low.is_none_or(|low| low <= *i) && high.is_none_or(|high| *i <= high);
            let both = if n == 0 { vec![0] } else { vec![-n, n] };
            both.into_iter().filter(inside).map(Value::Int).collect()
        }
    }
}

/// How the elements of a list follow each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Any,
    /// Each at least the one before.
    Rising,
    /// Each more than the one before.
    Strict,
}

/// Lists whose elements cost this much in all, each place counting one; `exact` fixes the length.
fn sequences(alphabet: &Alphabet, cost: u64, exact: Option<u64>, order: Order) -> Vec<Vec<Value>> {
    fn grow(
        alphabet: &Alphabet,
        left: u64,
        exact: Option<u64>,
        order: Order,
        current: &mut Vec<Value>,
        out: &mut Vec<Vec<Value>>,
    ) {
        let length = current.len() as u64;
        if out.len() >= MOST {
            return;
        }
        // The places that are still to be filled cost one each, and not more than the dearest letter.
        if let Some(exact) = exact {
            let places = exact.saturating_sub(length);
            let least = places.saturating_mul(alphabet.cheapest().saturating_add(1));
            let most = alphabet.dearest().map(|d| places.saturating_mul(d.saturating_add(1)));
            if left < least || most.is_some_and(|most| left > most) {
                return;
            }
        }
        if left == 0 && exact.is_none_or(|e| e == length) {
            out.push(current.clone());
        }
        if left == 0 || exact.is_some_and(|e| length >= e) {
            return;
        }
        for cost in alphabet.cheapest()..left {
            for v in elements(alphabet, cost) {
                let fits = match (current.last(), order) {
                    (None, _) | (_, Order::Any) => true,
                    (Some(last), Order::Rising) => *last <= v,
                    (Some(last), Order::Strict) => *last < v,
                };
                if !fits {
                    continue;
                }
                current.push(v);
                grow(alphabet, left - 1 - cost, exact, order, current, out);
                current.pop();
            }
        }
    }
    let mut out = Vec::new();
    // A fixed length is paid for already: the places themselves say nothing about size.
    let cost = exact.map_or(cost, |e| cost + e);
    grow(alphabet, cost, exact, order, &mut Vec::new(), &mut out);
    out
}
