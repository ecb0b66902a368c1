//! Quantities: the numbers of a position that a measure is built from, and how far a move can raise each.

use crate::entail::{bounds, entails, infeasible};
use crate::eval::plain;
use crate::graphs::Ranking;
use crate::linear::Poly;
use crate::moves::Transition;
use crate::symbolic::{AtomKind, Change, ListId, ListSym, Path, Session, Side, Sym, Update};
use bouton_language::ast::FieldKind;
use bouton_language::value::Value;
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
    /// A bound minus the number of elements of a set that only grows.
    SizeRoom(usize, i128),
    /// The longest walk in a graph without cycles from the node that a field holds.
    Rank(usize, Arc<Ranking>),
    /// The sum of the longest walks from the nodes of a row or bag.
    Ranks(usize, Arc<Ranking>),
    /// The elements read from one side as a word: compared at the first place where they differ.
    Dictionary(usize, Side),
}

/// Where the place of an element falls when counted from a side: `Left` gives its index.
fn weight(place: &Poly, len: &Poly, side: Side) -> Poly {
    match side {
        Side::Left => place.clone(),
        Side::Right => len.sub(place),
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
            Quantity::Size(f) | Quantity::SizeRoom(f, _) => {
                self.set_delta(*f, matches!(q, Quantity::SizeRoom(..)), &t.path, part.get(*f)?)
            }
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

    fn field_list_id(&self, t: &Transition, f: usize) -> Option<ListId> {
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

    fn set_delta(&self, f: usize, growing: bool, path: &Path, new: &Sym) -> Option<Poly> {
        let Sym::Set(set) = new else { return None };
        if set.field != f {
            return None;
        }
        let (moved, against, open, other) = if growing {
            (&set.added, &set.removed, set.more, set.fewer)
        } else {
            (&set.removed, &set.added, set.fewer, set.more)
        };
        if !against.is_empty() || other {
            return None;
        }
        let _ = open;
        let certain = moved.iter().any(|s| {
            form(s)
                .and_then(|p| p.as_atom())
                .is_some_and(|a| path.members.iter().any(|m| m.0 == a && m.1 == f && m.2 != growing))
        });
        Some(Poly::int(if certain { -1 } else { 0 }))
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
            Side::Left => entails(facts, &b.sub(a).shift(-1)),
            Side::Right => entails(facts, &a.sub(b).shift(-1)),
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

    fn list_delta(&mut self, tally: &Tally, t: &Transition, part: &[Sym], f: usize) -> Option<Poly> {
        let own = self.field_list_id(t, f)?;
        let Sym::List(new) = part.get(f)? else { return None };
        // Places in a bag mean nothing: it is sorted anew after every move.
        let bag = self.rules.shape.fields.get(f)?.kind == FieldKind::Bag;
        if bag && matches!(tally, Tally::Weighted(_) | Tally::Places(..)) {
            return None;
        }
        let after = self.tally(tally, new, &t.path)?;
        let before = self.tally(tally, &ListSym::Base(own), &t.path)?;
        Some(after.sub(&before))
    }

    /// The tally of a list, from above.
    fn tally(&mut self, tally: &Tally, list: &ListSym, path: &Path) -> Option<Poly> {
        match list {
            ListSym::Base(id) => {
                let info = self.info(*id);
                Some(match tally {
                    Tally::Length => info.len.clone(),
                    Tally::Total => info.total.clone(),
                    Tally::Weighted(side) => self.form(AtomKind::Weighted(*id, *side)),
                    Tally::Count(v) => self.form(AtomKind::Count(*id, v.clone())),
                    Tally::Places(v, side) => self.form(AtomKind::Places(*id, v.clone(), *side)),
                })
            }
            ListSym::Items(items) => match tally {
                Tally::Length | Tally::Total => self.exact(tally, list),
                Tally::Count(v) => {
                    let facts = path.all();
                    let n = items.iter().filter(|s| may_be(s, v, path, &facts)).count();
                    Some(Poly::int(n as i128))
                }
                _ => items.is_empty().then(|| Poly::int(0)),
            },
            ListSym::Concat(lists) => match tally {
                Tally::Length | Tally::Total | Tally::Count(_) => {
                    let mut sum = Poly::int(0);
                    for l in lists {
                        sum = sum.add(&self.tally(tally, l, path)?);
                    }
                    Some(sum)
                }
                _ => None,
            },
            ListSym::Slice(inner, ..) | ListSym::Piece(inner) => {
                if let (Tally::Length | Tally::Total, Some(sum)) = (tally, self.exact(tally, list)) {
                    return Some(sum);
                }
                if matches!(tally, Tally::Total | Tally::Weighted(_)) && !self.natural(inner) {
                    return None;
                }
                self.tally(tally, inner, path)
            }
            ListSym::Permuted(inner) => match tally {
                Tally::Length | Tally::Total | Tally::Count(_) => self.tally(tally, inner, path),
                _ => None,
            },
            ListSym::Region(inner, v, fill) => match tally {
                Tally::Count(w) if w == v && fill != v => self.tally(tally, inner, path),
                _ => None,
            },
            ListSym::Updated(inner, updates) => {
                let mut sum = self.tally(tally, inner, path)?;
                if matches!(tally, Tally::Length) {
                    return Some(sum);
                }
                let len = self.length(inner)?;
                let alone = updates.len() == 1;
                for update in updates {
                    sum = sum.add(&self.raised(tally, update, alone, &len, path)?);
                }
                Some(sum)
            }
            ListSym::Opaque => None,
        }
    }

    fn exact(&mut self, tally: &Tally, list: &ListSym) -> Option<Poly> {
        match tally {
            Tally::Length => self.length(list),
            _ => self.total(list),
        }
    }

    /// Are all elements known to be at least 0?
    fn natural(&self, list: &ListSym) -> bool {
        match list {
            ListSym::Base(id) => {
                self.info(*id).low.as_ref().and_then(Poly::as_int).is_some_and(|low| low >= 0)
            }
            ListSym::Slice(inner, ..) | ListSym::Piece(inner) | ListSym::Permuted(inner) => {
                self.natural(inner)
            }
            _ => false,
        }
    }

    /// How far one update raises a tally, at most.
    fn raised(
        &mut self,
        tally: &Tally,
        update: &Update,
        alone: bool,
        len: &Poly,
        path: &Path,
    ) -> Option<Poly> {
        match update {
            Update::One(c) => {
                // A place changed twice (by an arrow and by +=) has one sum but no one value.
                if c.added && !alone && matches!(tally, Tally::Count(_) | Tally::Places(..)) {
                    return None;
                }
                raised_at(tally, c, len, path, &path.all())
            }
            Update::Many { general, ends, over } => {
                if let (Tally::Total, Some((j, lo, hi)), [(_, c)]) = (tally, over, general.as_slice())
                    && let Some(sum) = self.sum_of_all(c, *j, lo, hi)
                {
                    return Some(sum);
                }
                if !alone
                    && matches!(tally, Tally::Count(_) | Tally::Places(..))
                    && general.iter().any(|g| g.1.added)
                {
                    return None;
                }
                let mut best = 0;
                for (facts, c) in general {
                    let by = raised_at(tally, c, len, path, facts)?;
                    if !entails(facts, &by.neg()) {
                        return None;
                    }
                }
                for end in ends {
                    let falls = end.iter().all(|(facts, c)| {
                        raised_at(tally, c, len, path, facts)
                            .is_some_and(|by| entails(facts, &by.neg().shift(-1)))
                    });
                    if falls && !end.is_empty() {
                        best = -1;
                    }
                }
                Some(Poly::int(best))
            }
        }
    }

    /// `a[j] += c*d[j] for j in 1..|d|` adds c times the sum of d.
    fn sum_of_all(&mut self, c: &Change, j: u32, lo: &Poly, hi: &Poly) -> Option<Poly> {
        let by = form(&c.new)?.sub(&form(&c.old)?);
        let [(m, factor)] = by.terms() else { return None };
        if by.constant() != 0 || lo.as_int() != Some(1) {
            return None;
        }
        let Some(AtomKind::Elem(id, places)) = self.kind(m.single()?) else { return None };
        let (id, at) = (*id, places.clone());
        let info = self.info(id);
        (at.as_slice() == [Poly::atom(j)] && info.len == *hi).then(|| info.total.scale(*factor))
    }
}

/// What is summed over a list.
enum Tally {
    Length,
    Total,
    Weighted(Side),
    Count(Value),
    Places(Value, Side),
}

fn raised_at(tally: &Tally, c: &Change, len: &Poly, path: &Path, facts: &[Poly]) -> Option<Poly> {
    match tally {
        Tally::Length => Some(Poly::int(0)),
        Tally::Total => Some(form(&c.new)?.sub(&form(&c.old)?)),
        Tally::Weighted(side) => {
            let [place] = c.place.as_slice() else { return None };
            let by = form(&c.new)?.sub(&form(&c.old)?);
            Some(weight(place, len, *side).times(&by))
        }
        Tally::Count(v) => {
            let lost = must_be(&c.old, v, path, facts);
            let won = may_be(&c.new, v, path, facts);
            Some(Poly::int(i128::from(won) - i128::from(lost)))
        }
        Tally::Places(v, side) => {
            let [place] = c.place.as_slice() else { return None };
            let mut sum = Poly::int(0);
            if must_be(&c.old, v, path, facts) {
                sum = sum.sub(&weight(place, len, *side));
            }
            if may_be(&c.new, v, path, facts) {
                sum = sum.add(&weight(place, len, *side));
            }
            Some(sum)
        }
    }
}

/// The form of a number.
pub(crate) fn form(sym: &Sym) -> Option<Poly> {
    match sym {
        Sym::Int(form) if form.is_known() => Some(form.clone()),
        _ => None,
    }
}

/// Can the scalar be this value?
fn may_be(sym: &Sym, v: &Value, path: &Path, facts: &[Poly]) -> bool {
    if let Some(w) = plain(sym) {
        return w == *v;
    }
    let Some(form) = form(sym) else { return true };
    if let Some(atom) = form.as_atom() {
        if let Some((_, known)) = path.known.iter().find(|k| k.0 == atom) {
            return known == v;
        }
        if path.differ.iter().any(|d| d.0 == atom && d.1 == *v) {
            return false;
        }
    }
    match v.as_int() {
        Some(i) => {
            let gap = form.shift(-i128::from(i));
            let mut conds = facts.to_vec();
            conds.push(gap.neg());
            conds.push(gap);
            !infeasible(&conds)
        }
        None => true,
    }
}

/// Is the scalar certainly this value?
fn must_be(sym: &Sym, v: &Value, path: &Path, facts: &[Poly]) -> bool {
    if let Some(w) = plain(sym) {
        return w == *v;
    }
    let Some(form) = form(sym) else { return false };
    if let Some(atom) = form.as_atom()
        && let Some((_, known)) = path.known.iter().find(|k| k.0 == atom)
    {
        return known == v;
    }
    match v.as_int() {
        Some(i) => {
            let gap = form.shift(-i128::from(i));
            entails(facts, &gap) && entails(facts, &gap.neg())
        }
        None => false,
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
