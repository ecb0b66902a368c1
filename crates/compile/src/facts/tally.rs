//! Tallies of lists: lengths, sums, counts and places, and how far a change of elements can raise them.
//!
//! A tally is computed from above: for a list that a move makes, a form that the real number never exceeds.

use crate::facts::quantity::form;
use crate::facts::symbolic::eval::plain;
use crate::facts::symbolic::moves::Transition;
use crate::facts::symbolic::{AtomKind, Change, ListId, ListSym, Path, Session, Side, Sym, Update};
use bouton_language::ast::FieldKind;
use bouton_language::value::Value;
use bouton_linear::Poly;
use bouton_linear::entail::{entails, infeasible};

/// What a place counts from a side, given the sizes of the list (rows and columns of a grid).
fn weight(place: &[Poly], len: &Poly, columns: &Poly, side: Side) -> Option<Poly> {
    Some(match (side, place) {
        (Side::Left, [i]) | (Side::Left, [_, i]) | (Side::Top, [i, _]) => i.clone(),
        (Side::Right, [i]) => len.sub(i),
        (Side::Right, [_, i]) => columns.sub(i),
        (Side::Bottom, [i, _]) => len.sub(i),
        _ => return None,
    })
}

impl Session<'_> {
    /// How far a transition raises the tally of a list field of one of the parts it leaves, at most.
    pub(crate) fn list_delta(
        &mut self,
        tally: &Tally,
        t: &Transition,
        part: &[Sym],
        f: usize,
    ) -> Option<Poly> {
        let own = t.before.get(f)?.base()?;
        let Sym::List(new) = part.get(f)? else { return None };
        // Places in a bag mean nothing: it is sorted anew after every move.
        let bag = self.core.shape.fields.get(f)?.kind == FieldKind::Bag;
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
                    lists.iter().try_fold(Poly::int(0), |sum, l| Some(sum.add(&self.tally(tally, l, path)?)))
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
                let columns = match root(inner) {
                    Some(id) => self.form(AtomKind::Columns(id)),
                    None => len.clone(),
                };
                let alone = updates.len() == 1;
                for update in updates {
                    sum = sum.add(&self.raised(tally, update, alone, (&len, &columns), path)?);
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
        size: (&Poly, &Poly),
        path: &Path,
    ) -> Option<Poly> {
        match update {
            Update::One(c) => {
                // A place changed twice (by an arrow and by +=) has one sum but no one value.
                if c.added && !alone && matches!(tally, Tally::Count(_) | Tally::Places(..)) {
                    return None;
                }
                raised_at(tally, c, size, path, &path.all())
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
                // No change raises it, and perhaps one that is surely made lowers it.
                let falls_by = |(facts, c): &(Vec<Poly>, Change), least: i128| {
                    let by = raised_at(tally, c, size, path, facts);
                    by.is_some_and(|by| entails(facts, &by.neg().shift(-least)))
                };
                if !general.iter().all(|g| falls_by(g, 0)) {
                    return None;
                }
                let falls = ends.iter().any(|end| !end.is_empty() && end.iter().all(|e| falls_by(e, 1)));
                Some(Poly::int(if falls { -1 } else { 0 }))
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
pub(crate) enum Tally {
    /// The number of elements.
    Length,
    /// Their sum.
    Total,
    /// The sum of element times place.
    Weighted(Side),
    /// How often a value occurs.
    Count(Value),
    /// The sum of the places of a value.
    Places(Value, Side),
}

fn raised_at(
    tally: &Tally,
    c: &Change,
    (len, columns): (&Poly, &Poly),
    path: &Path,
    facts: &[Poly],
) -> Option<Poly> {
    match tally {
        Tally::Length => Some(Poly::int(0)),
        Tally::Total => Some(form(&c.new)?.sub(&form(&c.old)?)),
        Tally::Weighted(side) => {
            let by = form(&c.new)?.sub(&form(&c.old)?);
            Some(weight(&c.place, len, columns, *side)?.times(&by))
        }
        Tally::Count(v) => {
            let lost = must_be(&c.old, v, path, facts);
            let won = may_be(&c.new, v, path, facts);
            Some(Poly::int(i128::from(won) - i128::from(lost)))
        }
        Tally::Places(v, side) => {
            let weight = weight(&c.place, len, columns, *side)?;
            let lost = i128::from(must_be(&c.old, v, path, facts));
            let won = i128::from(may_be(&c.new, v, path, facts));
            Some(weight.scale(won - lost))
        }
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
        if path.differ.iter().any(|d| d.0 == atom && d.1 == *v)
            || path.among.iter().any(|a| a.0 == atom && !a.1.contains(v))
        {
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

/// The named list that a list was made from by changing elements.
fn root(list: &ListSym) -> Option<ListId> {
    match list {
        ListSym::Base(id) => Some(*id),
        ListSym::Updated(inner, _) => root(inner),
        _ => None,
    }
}
