//! Quantities: the numbers of a position that a measure is built from, and how far a move can raise each.

use crate::facts::graphs::Ranking;
use crate::facts::symbolic::moves::Transition;
use crate::facts::symbolic::{Change, ListSym, Path, Session, Side, Sym, Update};
use crate::facts::tally::Tally;
use bouton_language::graph::Graph;
use bouton_language::value::Value;
use bouton_linear::Poly;
use bouton_linear::entail::{bounds, entails};
use std::sync::Arc;

/// A number that every position (or part) has and that cannot fall for ever. Fields are given by index.
#[derive(Clone, Debug)]
pub enum Quantity {
    /// A number field; yes counts 1.
    Number(usize),
    /// A bound minus a number field that only grows up to it.
    Room(usize, i128),
    /// The upper end of a number field's domain minus the field: a constant and multiples of other fields.
    RoomTo(usize, i128, Vec<(usize, i128)>),
    /// The length of a row, bag or word.
    Length(usize),
    /// The sum of the elements; of what they exceed the given lowest value by, if that is negative.
    Total(usize, i128),
    /// The sum of element times place, places counted from one side.
    Weighted(usize, Side),
    /// How often a value occurs in a row, bag, word or grid.
    Count(usize, Value),
    /// The sum of the places of a value in a row or word, counted from one side.
    Places(usize, Value, Side),
    /// The number of elements of a set.
    Size(usize),
    /// The sum of the elements of a set of natural numbers.
    SetTotal(usize),
    /// How many elements of a universe a set still lacks.
    Missing(usize, Universe),
    /// The longest walk in a graph without cycles from the node that a field holds.
    Rank(usize, Arc<Ranking>),
    /// The sum of the longest walks from the nodes of a row or bag.
    Ranks(usize, Arc<Ranking>),
    /// The elements read from one side as a word: compared at the first place where they differ.
    Dictionary(usize, Side),
}

impl Quantity {
    /// The field that it is about.
    pub fn field(&self) -> usize {
        match self {
            Quantity::Number(f) | Quantity::Room(f, _) | Quantity::RoomTo(f, ..) | Quantity::Length(f) => *f,
            Quantity::Total(f, _) | Quantity::Weighted(f, _) | Quantity::Count(f, _) => *f,
            Quantity::Places(f, ..) | Quantity::Size(f) | Quantity::SetTotal(f) => *f,
            Quantity::Missing(f, _) | Quantity::Rank(f, _) | Quantity::Ranks(f, _) => *f,
            Quantity::Dictionary(f, _) => *f,
        }
    }
}

/// What a set can grow to.
#[derive(Clone, Debug)]
pub enum Universe {
    /// The numbers from the first to the second.
    Range(i64, i64),
    /// The nodes of a graph.
    Nodes(Arc<Graph>),
}

impl Universe {
    /// How many of its elements a set (sorted) lacks.
    pub(crate) fn missing(&self, set: &[Value]) -> i128 {
        let there = set.iter().filter(|v| self.contains(v)).count() as i128;
        self.size() - there
    }

    fn contains(&self, v: &Value) -> bool {
        match self {
            Universe::Range(lo, hi) => v.as_int().is_some_and(|i| *lo <= i && i <= *hi),
            Universe::Nodes(g) => g.contains(v),
        }
    }

    /// How many elements it has.
    pub fn size(&self) -> i128 {
        match self {
            Universe::Range(lo, hi) => (i128::from(*hi) - i128::from(*lo) + 1).max(0),
            Universe::Nodes(g) => g.len() as i128,
        }
    }
}

impl Session<'_> {
    /// How far a transition raises a quantity of one of the parts it leaves, at most; `None` if not known.
    pub(crate) fn delta(&mut self, q: &Quantity, t: &Transition, part: &[Sym]) -> Option<Poly> {
        let f = q.field();
        let (before, after) = (t.before.get(f)?, part.get(f)?);
        let mut list = |tally: Tally| self.list_delta(&tally, t, part, f);
        match q {
            Quantity::Number(_) => Some(form(after)?.sub(&form(before)?)),
            Quantity::Room(..) => Some(form(before)?.sub(&form(after)?)),
            Quantity::RoomTo(_, _, others) => {
                let mut sum = form(before)?.sub(&form(after)?);
                for (g, c) in others {
                    sum = sum.plus(*c, &form(part.get(*g)?)?.sub(&form(t.before.get(*g)?)?));
                }
                Some(sum)
            }
            Quantity::Length(_) => list(Tally::Length),
            Quantity::Total(_, low) if *low >= 0 => list(Tally::Total),
            Quantity::Total(_, low) => Some(list(Tally::Total)?.plus(-low, &list(Tally::Length)?)),
            Quantity::Weighted(_, side) => list(Tally::Weighted(*side)),
            Quantity::Count(_, v) => list(Tally::Count(v.clone())),
            Quantity::Places(_, v, side) => list(Tally::Places(v.clone(), *side)),
            Quantity::Size(_) => set_delta(f, None, &t.path, after),
            Quantity::Missing(_, universe) => set_delta(f, Some(universe), &t.path, after),
            Quantity::SetTotal(_) => set_total_delta(f, &t.path, after),
            Quantity::Rank(_, ranking) => walked(&t.path, ranking, &form(before)?, &form(after)?),
            Quantity::Ranks(_, ranking) => {
                let updates = after.updates(before.base()?)?;
                updates.iter().try_fold(Poly::int(0), |sum, update| match update {
                    Update::One(c) if !c.added => {
                        Some(sum.add(&walked(&t.path, ranking, &form(&c.old)?, &form(&c.new)?)?))
                    }
                    _ => None,
                })
            }
            Quantity::Dictionary(_, side) => dictionary_delta(*side, t, after.updates(before.base()?)?),
        }
    }

    /// Is the quantity bounded below wherever the transition starts? Most are by nature.
    pub(crate) fn is_bounded(&mut self, q: &Quantity, t: &Transition) -> bool {
        let Some(old) = t.before.get(q.field()).and_then(form) else {
            return !matches!(q, Quantity::Room(..) | Quantity::Number(_));
        };
        match q {
            Quantity::Room(_, bound) => entails(&t.path.all(), &old.neg().shift(*bound)),
            Quantity::Number(_) => bounds(&t.path.all(), &old).0.is_some(),
            _ => true,
        }
    }
}

/// A walk along edges lowers the rank of a node by one at least.
fn walked(path: &Path, ranking: &Ranking, old: &Poly, new: &Poly) -> Option<Poly> {
    if old == new {
        return Some(Poly::int(0));
    }
    let (from, to) = (old.as_atom()?, new.as_atom()?);
    let mut seen = vec![from];
    let mut i = 0;
    while i < seen.len() {
        for (a, b, g) in &path.edges {
            if *a == seen[i] && (Arc::ptr_eq(g, &ranking.graph) || **g == *ranking.graph) {
                if *b == to {
                    return Some(Poly::int(-1));
                }
                if !seen.contains(b) {
                    seen.push(*b);
                }
            }
        }
        i += 1;
    }
    None
}

/// A row read as a word falls if one place falls and all others that change come behind it.
fn dictionary_delta(side: Side, t: &Transition, updates: &[Update]) -> Option<Poly> {
    let facts = t.path.all();
    let first = |a: &Poly, b: &Poly, facts: &[Poly]| match side {
        Side::Left | Side::Top => entails(facts, &b.sub(a).shift(-1)),
        Side::Right | Side::Bottom => entails(facts, &a.sub(b).shift(-1)),
    };
    let behind = |place: &Poly, other: &Update| {
        let after = |c: &Change, facts: &[Poly]| matches!(c.place.as_slice(), [p] if first(place, p, facts));
        match other {
            Update::One(c) => after(c, &facts),
            Update::Many { general, .. } => general.iter().all(|(conds, c)| after(c, conds)),
        }
    };
    let leads = |i: usize| {
        let Update::One(c) = &updates[i] else { return false };
        let ([place], Some(old), Some(new)) = (c.place.as_slice(), form(&c.old), form(&c.new)) else {
            return false;
        };
        let others = || updates.iter().enumerate().filter(|(j, _)| *j != i);
        entails(&facts, &old.sub(&new).shift(-1)) && others().all(|(_, other)| behind(place, other))
    };
    if updates.is_empty() {
        return Some(Poly::int(0));
    }
    (0..updates.len()).any(leads).then(|| Poly::int(-1))
}

/// How a set's size (or, with a universe, the number of elements it lacks) changes.
fn set_delta(f: usize, growing: Option<&Universe>, path: &Path, new: &Sym) -> Option<Poly> {
    let Sym::Set(set) = new else { return None };
    if set.field != f {
        return None;
    }
    let is = |x: &Poly, member: bool| path.members.iter().any(|m| m.0 == *x && m.1 == f && m.2 == member);
    let certain = match growing {
        None => {
            if !set.is_part_of_old() {
                return None;
            }
            set.removed.iter().filter_map(form).any(|x| is(&x, true))
        }
        Some(universe) => {
            if !set.removed.is_empty() || set.fewer {
                return None;
            }
            set.added.iter().filter_map(form).any(|x| is(&x, false) && inside(universe, path, &x))
        }
    };
    Some(Poly::int(if certain { -1 } else { 0 }))
}

/// Is the scalar certainly an element of the universe?
fn inside(universe: &Universe, path: &Path, x: &Poly) -> bool {
    match universe {
        Universe::Range(lo, hi) => {
            let facts = path.all();
            entails(&facts, &x.shift(-i128::from(*lo))) && entails(&facts, &x.neg().shift(i128::from(*hi)))
        }
        Universe::Nodes(g) => x
            .as_atom()
            .is_some_and(|a| path.edges.iter().any(|e| e.1 == a && (Arc::ptr_eq(&e.2, g) || *e.2 == **g))),
    }
}

/// How the sum of a set of naturals changes, at most: by what is added, less one element surely removed.
fn set_total_delta(f: usize, path: &Path, new: &Sym) -> Option<Poly> {
    let Sym::Set(set) = new else { return None };
    if set.field != f || set.more || !set.natural {
        return None;
    }
    let facts = path.all();
    let mut sum = Poly::int(0);
    for x in set.added.iter().chain(&set.perhaps) {
        let x = form(x)?;
        // What may be added counts in full only if it cannot be negative.
        if !entails(&facts, &x) {
            return None;
        }
        sum = sum.add(&x);
    }
    let gone = set
        .removed
        .iter()
        .filter_map(form)
        .find(|x| path.members.iter().any(|m| m.0 == *x && m.1 == f && m.2));
    Some(gone.map_or(sum.clone(), |x| sum.sub(&x)))
}

/// The form of a number.
pub(crate) fn form(sym: &Sym) -> Option<Poly> {
    match sym {
        Sym::Int(form) if form.is_known() => Some(form.clone()),
        _ => None,
    }
}

/// The values that changed elements are known to have had: those worth counting.
pub(crate) fn old_values(t: &Transition, f: usize) -> Vec<Value> {
    let mut out = Vec::new();
    let facts = t.path.all();
    for part in &t.parts {
        let Some(Sym::List(list)) = part.get(f) else { continue };
        let mut list = list;
        loop {
            match list {
                ListSym::Region(inner, v, _) => {
                    out.push(v.clone());
                    list = inner;
                }
                ListSym::Updated(inner, updates) => {
                    for update in updates {
                        let Update::One(c) = update else { continue };
                        let Some(form) = form(&c.old) else { continue };
                        if let Some((_, v)) = path_known(t, &form) {
                            out.push(v.clone());
                        } else if let (Some(lo), Some(hi)) = bounds(&facts, &form)
                            && lo == hi
                            && let Ok(i) = i64::try_from(lo)
                        {
                            out.push(Value::Int(i));
                        }
                    }
                    list = inner;
                }
                ListSym::Permuted(inner) | ListSym::Slice(inner, ..) | ListSym::Piece(inner) => list = inner,
                _ => break,
            }
        }
    }
    out
}

fn path_known<'t>(t: &'t Transition, form: &Poly) -> Option<&'t (u32, Value)> {
    let atom = form.as_atom()?;
    t.path.known.iter().find(|k| k.0 == atom)
}
