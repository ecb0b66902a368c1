//! Lists: lengths, elements, slices and sums of symbolic lists.
//!
//! The sum of `a[i..j]` is a difference of two prefix sums, so what is taken from the end of a row and what is
//! left of it add up to the whole without knowing a single element.

use crate::facts::quantity::form;
use crate::facts::symbolic::eval::{Many, plain};
use crate::facts::symbolic::{AtomKind, ListId, ListInfo, ListSym, Path, Session, Sym};
use bouton_core::Term;
use bouton_language::value::Value;
use bouton_linear::entail::entails;
use bouton_linear::{Atom, Poly};

impl Session<'_> {
    /// The exact number of elements, where it is known.
    pub(crate) fn length(&mut self, list: &ListSym) -> Option<Poly> {
        match list {
            ListSym::Base(id) => Some(self.info(*id).len.clone()),
            ListSym::Items(items) => Some(Poly::int(items.len() as i128)),
            ListSym::Concat(lists) => {
                lists.iter().try_fold(Poly::int(0), |sum, l| Some(sum.add(&self.length(l)?)))
            }
            ListSym::Slice(_, from, to) => Some(to.sub(from).shift(1)),
            ListSym::Permuted(inner) | ListSym::Updated(inner, _) => self.length(inner),
            ListSym::Piece(_) | ListSym::Region(..) | ListSym::Opaque => None,
        }
    }

    /// `x[i]`, `x[i,j]`, `G[v]`
    pub(crate) fn index(&mut self, base: &Term, index: &[Term], path: Path) -> Many {
        let items: Vec<&Term> = std::iter::once(base).chain(index).collect();
        self.eval_each(&items, path, |s, p, mut syms| {
            let places: Vec<Sym> = syms.drain(1..).collect();
            let base = syms.pop().unwrap_or(Sym::Unknown);
            if let (Sym::Const(Value::Graph(g)), [Sym::Int(v)]) = (&base, places.as_slice()) {
                return (p.inexact(), Sym::Near(g.clone(), v.clone()));
            }
            let places: Option<Vec<Poly>> = places.iter().map(form).collect();
            if places.is_none() {
                s.risky();
            }
            match (base, places) {
                (Sym::List(list), Some(places)) => s.element(p, &list, &places),
                (Sym::Const(Value::Text(t)), Some(places)) => {
                    let letters = t.chars().map(|c| Sym::Const(Value::text(&c.to_string()))).collect();
                    s.element(p, &ListSym::Items(letters), &places)
                }
                (Sym::List(ListSym::Base(id)), None) => {
                    let info = s.info(id);
                    let (low, high) = (info.low.clone(), info.high.clone());
                    s.some(p, low, high)
                }
                _ => (p.inexact(), Sym::Int(s.fresh())),
            }
        })
    }

    /// One element of a list.
    pub(crate) fn element(&mut self, mut path: Path, list: &ListSym, places: &[Poly]) -> (Path, Sym) {
        match (list, places) {
            (ListSym::Items(items), [place]) => {
                if let Some(i) = place.as_int()
                    && let Ok(i) = usize::try_from(i - 1)
                    && let Some(sym) = items.get(i)
                {
                    return (path, sym.clone());
                }
                self.risky();
                let x = self.fresh();
                let values: Option<Vec<Value>> = items.iter().map(plain).collect();
                if let (Some(values), Some(atom)) = (values, x.as_atom()) {
                    path.among.push((atom, values));
                }
                (path.inexact(), Sym::Int(x))
            }
            (ListSym::Base(id), [_]) if self.info(*id).grid => {
                self.risky();
                let info = self.info(*id);
                let (low, high) = (info.low.clone(), info.high.clone());
                let columns = self.form(AtomKind::Columns(*id));
                let total = self.fresh();
                let row = self.list(ListInfo { len: columns, total, low, high, below: None, grid: false });
                (path, Sym::List(ListSym::Base(row)))
            }
            (ListSym::Base(id), _) => {
                let info = self.info(*id);
                let (low, high, below) = (info.low.clone(), info.high.clone(), info.below);
                let x = self.form(AtomKind::Elem(*id, places.to_vec()));
                // Reading outside the list is an error of the rules, so where play goes on the place exists.
                if let Some(first) = places.first() {
                    let needed = [first.shift(-1), self.info(*id).len.sub(first)];
                    self.risk(&path, &needed);
                    path.defs.extend(needed);
                }
                path.defs.extend(low.map(|low| x.sub(&low)));
                path.defs.extend(high.map(|high| high.sub(&x)));
                if let Some(other) = below {
                    let y = self.form(AtomKind::Elem(other, places.to_vec()));
                    path.defs.push(y.sub(&x));
                }
                (path, Sym::Int(x))
            }
            _ => {
                self.risky();
                (path.inexact(), Sym::Int(self.fresh()))
            }
        }
    }

    /// `x[i..j]`
    pub(crate) fn slice(&mut self, base: &Term, from: Option<&Term>, to: Option<&Term>, path: Path) -> Many {
        let items: Vec<&Term> = [Some(base), from, to].into_iter().flatten().collect();
        let mut out = Many::new();
        for (p, mut syms) in self.values(&items, path) {
            let to = to.and_then(|_| syms.pop());
            let from = from.and_then(|_| syms.pop());
            let Some(Sym::List(list)) = syms.pop() else {
                self.risky();
                out.push((p.inexact(), Sym::List(ListSym::Opaque)));
                continue;
            };
            let len = self.length(&list);
            let from = from.map_or(Some(Poly::int(1)), Sym::int);
            let to = to.map_or(len.clone(), Sym::int);
            let (Some(from), Some(to), Some(len)) = (from, to, len) else {
                self.risky();
                out.push((p.inexact(), Sym::List(ListSym::Piece(Box::new(list)))));
                continue;
            };
            // A slice outside the list is an error of the rules, so where play goes on it lies inside.
            let needed = [to.sub(&from).shift(1), from.shift(-1), len.sub(&to)];
            self.risk(&p, &needed);
            let inside = needed.into_iter().fold(p, Path::with);
            if self.open(&inside) {
                out.push((inside, Sym::List(ListSym::Slice(Box::new(list), from, to))));
            }
        }
        out
    }

    /// The exact sum of the elements, where it is known.
    pub(crate) fn total(&mut self, list: &ListSym) -> Option<Poly> {
        match list {
            ListSym::Base(id) => Some(self.info(*id).total.clone()),
            ListSym::Items(items) => {
                items.iter().try_fold(Poly::int(0), |sum, item| Some(sum.add(&item.clone().int()?)))
            }
            ListSym::Concat(lists) => {
                lists.iter().try_fold(Poly::int(0), |sum, l| Some(sum.add(&self.total(l)?)))
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
