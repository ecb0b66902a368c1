//! Quantities: the numbers of a position that a measure is built from, and how far a move can raise each.

use crate::facts::graphs::Ranking;
use crate::facts::symbolic::moves::Transition;
use crate::facts::symbolic::{ListId, ListSym, Path, Session, Side, Sym, Update};
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
        match q {
            Quantity::Number(f) => Some(form(part.get(*f)?)?.sub(&form(self.old(t, *f)?)?)),
            Quantity::Room(f, _) => Some(form(self.old(t, *f)?)?.sub(&form(part.get(*f)?)?)),
            Quantity::RoomTo(f, _, others) => {
                let mut sum = form(self.old(t, *f)?)?.sub(&form(part.get(*f)?)?);
                for (g, c) in others {
                    sum = sum.plus(*c, &form(part.get(*g)?)?.sub(&form(self.old(t, *g)?)?));
                }
                Some(sum)
            }
            Quantity::Length(f) => self.list_delta(&Tally::Length, t, part, *f),
            Quantity::Total(f, low) => {
                let total = self.list_delta(&Tally::Total, t, part, *f)?;
                if *low >= 0 {
                    return Some(total);
                }
                Some(total.plus(-low, &self.list_delta(&Tally::Length, t, part, *f)?))
            }
            Quantity::Weighted(f, side) => self.list_delta(&Tally::Weighted(*side), t, part, *f),
            Quantity::Count(f, v) => self.list_delta(&Tally::Count(v.clone()), t, part, *f),
            Quantity::Places(f, v, side) => self.list_delta(&Tally::Places(v.clone(), *side), t, part, *f),
            Quantity::Size(f) => set_delta(*f, None, &t.path, part.get(*f)?),
            Quantity::Missing(f, universe) => set_delta(*f, Some(universe), &t.path, part.get(*f)?),
            Quantity::SetTotal(f) => set_total_delta(*f, &t.path, part.get(*f)?),
            Quantity::Rank(f, ranking) => {
                let (old, new) = (form(self.old(t, *f)?)?, form(part.get(*f)?)?);
                self.walked(&t.path, ranking, &old, &new)
            }
            Quantity::Ranks(f, ranking) => match part.get(*f)? {
                Sym::List(ListSym::Base(id)) if Some(*id) == self.field_list_id(t, *f) => Some(Poly::int(0)),
                Sym::List(ListSym::Updated(inner, updates)) if matches!(**inner, ListSym::Base(id) if Some(id) == self.field_list_id(t, *f)) =>
                {
                    let mut sum = Poly::int(0);
                    for update in updates {
                        let Update::One(c) = update else { return None };
                        if c.added {
                            return None;
                        }
                        sum = sum.add(&self.walked(&t.path, ranking, &form(&c.old)?, &form(&c.new)?)?);
                    }
                    Some(sum)
                }
                _ => None,
            },
            Quantity::Dictionary(f, side) => self.dictionary_delta(*f, *side, t, part.get(*f)?),
        }
    }

    /// Is the quantity bounded below wherever the transition starts? Most are by nature.
    pub(crate) fn is_bounded(&mut self, q: &Quantity, t: &Transition) -> bool {
        match q {
            Quantity::Room(f, bound) => match self.old(t, *f).and_then(form) {
                Some(old) => entails(&t.path.all(), &old.neg().shift(*bound)),
                None => false,
            },
            Quantity::Number(f) => match self.old(t, *f).and_then(form) {
                Some(old) => bounds(&t.path.all(), &old).0.is_some(),
                None => false,
            },
            _ => true,
        }
    }

    /// A field before the move.
    fn old<'t>(&self, t: &'t Transition, f: usize) -> Option<&'t Sym> {
        t.before.get(f)
    }

    /// The list that a field holds before the move.
    pub(crate) fn field_list_id(&self, t: &Transition, f: usize) -> Option<ListId> {
        match t.before.get(f) {
            Some(Sym::List(ListSym::Base(id))) => Some(*id),
            _ => None,
        }
    }

    fn walked(&self, path: &Path, ranking: &Ranking, old: &Poly, new: &Poly) -> Option<Poly> {
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

    fn dictionary_delta(&mut self, f: usize, side: Side, t: &Transition, new: &Sym) -> Option<Poly> {
        let own = self.field_list_id(t, f)?;
        let updates = match new {
            Sym::List(ListSym::Base(id)) if *id == own => return Some(Poly::int(0)),
            Sym::List(ListSym::Updated(inner, updates)) if matches!(**inner, ListSym::Base(id) if id == own) => {
                updates
            }
            _ => return None,
        };
        let facts = t.path.all();
        let first = |a: &Poly, b: &Poly, facts: &[Poly]| match side {
            Side::Left | Side::Top => entails(facts, &b.sub(a).shift(-1)),
            Side::Right | Side::Bottom => entails(facts, &a.sub(b).shift(-1)),
        };
        'lead: for (i, lead) in updates.iter().enumerate() {
            let Update::One(c) = lead else { continue };
            let ([place], Some(old), Some(new)) = (c.place.as_slice(), form(&c.old), form(&c.new)) else {
                continue;
            };
            if !entails(&facts, &old.sub(&new).shift(-1)) {
                continue;
            }
            for (j, other) in updates.iter().enumerate() {
                if i == j {
                    continue;
                }
                let fine = match other {
                    Update::One(o) => matches!(o.place.as_slice(), [p] if first(place, p, &facts)),
                    Update::Many { general, .. } => general
                        .iter()
                        .all(|(conds, o)| matches!(o.place.as_slice(), [p] if first(place, p, conds))),
                };
                if !fine {
                    continue 'lead;
                }
            }
            return Some(Poly::int(-1));
        }
        None
    }
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
    Some(match gone {
        Some(x) => sum.sub(&x),
        None => sum,
    })
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
        let mut list = match part.get(f) {
            Some(Sym::List(list)) => list,
            _ => continue,
        };
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
