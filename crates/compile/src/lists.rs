//! Lists: sums of elements, exactly or from above, on symbolic lists.
//!
//! The sum of `a[i..j]` is a difference of two prefix sums, so what is taken from the end of a row and what is
//! left of it add up to the whole without knowing a single element.

use crate::entail::entails;
use crate::linear::{Atom, Poly};
use crate::symbolic::{AtomKind, ListId, ListSym, Session, Sym};

impl Session<'_> {
    /// The exact sum of the elements, where it is known.
    pub(crate) fn total(&mut self, list: &ListSym) -> Option<Poly> {
        match list {
            ListSym::Base(id) => Some(self.info(*id).total.clone()),
            ListSym::Items(items) => {
                let mut sum = Poly::int(0);
                for item in items {
                    match item {
                        Sym::Int(form) => sum = sum.add(form),
                        _ => return None,
                    }
                }
                Some(sum)
            }
            ListSym::Concat(lists) => {
                let mut sum = Poly::int(0);
                for l in lists {
                    sum = sum.add(&self.total(l)?);
                }
                Some(sum)
            }
            ListSym::Permuted(inner) => self.total(inner),
            ListSym::Slice(inner, from, to) => match **inner {
                ListSym::Base(id) if !self.info(id).grid => {
                    Some(self.prefix(id, to).sub(&self.prefix(id, &from.shift(-1))))
                }
                _ => None,
            },
            ListSym::Piece(_) | ListSym::Updated(..) | ListSym::Region(..) | ListSym::Opaque => None,
        }
    }

    /// The sum of the first elements of a list.
    fn prefix(&mut self, id: ListId, upto: &Poly) -> Poly {
        if upto.as_int() == Some(0) {
            return Poly::int(0);
        }
        if *upto == self.info(id).len {
            return self.info(id).total.clone();
        }
        self.form(AtomKind::Prefix(id, upto.clone()))
    }

    /// What is known of the prefix sums and elements that the forms speak of.
    pub(crate) fn prefix_facts(&mut self, conds: &[Poly], goal: &Poly) -> Vec<Poly> {
        let mut atoms: Vec<Atom> = conds.iter().chain([goal]).flat_map(|c| c.atoms()).collect();
        atoms.sort_unstable();
        atoms.dedup();
        let mut prefixes: Vec<(ListId, Poly)> = Vec::new();
        let mut elements: Vec<(ListId, Poly, Atom)> = Vec::new();
        for &a in &atoms {
            match self.kind(a) {
                Some(AtomKind::Prefix(id, upto)) => prefixes.push((*id, upto.clone())),
                Some(AtomKind::Elem(id, places)) if !self.info(*id).grid => {
                    if let [place] = places.as_slice() {
                        elements.push((*id, place.clone(), a));
                    }
                }
                _ => {}
            }
        }
        let mut out = Vec::new();
        for (id, place, atom) in elements {
            let before = place.shift(-1);
            let near = prefixes.iter().any(|(i, upto)| *i == id && (*upto == place || *upto == before));
            if near {
                let (upto, before) = (self.prefix(id, &place), self.prefix(id, &before));
                let gap = upto.sub(&before).sub(&Poly::atom(atom));
                out.push(gap.neg());
                out.push(gap);
            }
        }
        for (i, (id, upto)) in prefixes.iter().enumerate() {
            let info = self.info(*id).clone();
            let Some(low) = info.low else { continue };
            let sum = self.prefix(*id, upto);
            out.push(sum.sub(&low.times(upto)));
            out.push(info.total.sub(&sum).sub(&low.times(&info.len.sub(upto))));
            for (other, further) in &prefixes[i + 1..] {
                if other != id {
                    continue;
                }
                for (a, b) in [(upto, further), (further, upto)] {
                    let gap = b.sub(a);
                    if entails(conds, &gap) {
                        let rise = self.prefix(*id, b).sub(&self.prefix(*id, a));
                        out.push(rise.sub(&low.times(&gap)));
                    }
                }
            }
        }
        out
    }
}
