//! Parts: a part that a move replaces by several, run symbolically.

use crate::facts::symbolic::moves::{Parts, blank};
use crate::facts::symbolic::{ListSym, Path, Session, Sym};
use bouton_core::{Gather, Kind, Piece, Range, Target, Term};

impl Session<'_> {
    /// A part that is replaced by parts.
    pub(crate) fn break_up(
        &mut self,
        target: &Target,
        parts: &[Piece],
        path: Path,
    ) -> Vec<(Path, Parts, bool)> {
        let fields = bouton_core::targets(target);
        let mut open: Vec<(Path, Parts, bool)> = vec![(path, Vec::new(), true)];
        for piece in parts {
            let mut next = Vec::new();
            for (p, done, counted) in open {
                match piece {
                    Piece::One(e) => {
                        for (q, sym) in self.eval(e, p) {
                            let mut done = done.clone();
                            done.push(part(&q, &fields, sym));
                            next.push((q, done, counted));
                        }
                    }
                    Piece::Copies(count, e) => {
                        for (q, n) in self.eval(count, p) {
                            let copies = n.int().and_then(|form| form.as_int());
                            if copies.is_none_or(|c| c <= 0) {
                                // There may be none at all.
                                next.push((q.clone(), done.clone(), counted && copies.is_some()));
                                if copies.is_some() {
                                    continue;
                                }
                            }
                            for (r, sym) in self.eval(e, q) {
                                let mut done = done.clone();
                                let made = part(&r, &fields, sym);
                                // Equal parts need no proof of their own beyond a few.
                                let times = copies.map_or(1, |c| c.clamp(1, 4)) as usize;
                                done.extend(std::iter::repeat_n(made, times));
                                let exactly = copies.is_some_and(|c| c <= 4);
                                next.push((r, done, counted && exactly));
                            }
                        }
                    }
                    Piece::Each(e) => {
                        for (q, sym) in self.each_part(e, p) {
                            let mut done = done.clone();
                            done.extend(sym.map(|sym| part(&q, &fields, sym)));
                            next.push((q, done, false));
                        }
                    }
                }
            }
            open = next;
        }
        open
    }

    /// Any one element of the list that `each` goes through; `None` on a way where the list is empty.
    fn each_part(&mut self, e: &Term, path: Path) -> Vec<(Path, Option<Sym>)> {
        let written = matches!(&e.kind, Kind::List(pieces)
            if pieces.iter().any(|p| matches!(p, Range::Between(..))));
        if written || matches!(e.kind, Kind::Fold(Gather::List, _)) {
            let slot = path.locals.len();
            let mut out = vec![(path.clone().inexact(), None)];
            for mut p in self.draw(slot, &Range::Of(e.clone()), path) {
                let sym = p.locals.get(slot).cloned();
                p.locals.truncate(slot);
                out.push((p.inexact(), sym));
            }
            return out;
        }
        let mut out = Vec::new();
        for (p, sym) in self.eval(e, path) {
            match sym {
                Sym::List(ListSym::Items(items)) if items.is_empty() => out.push((p, None)),
                Sym::List(ListSym::Items(items)) => {
                    out.extend(items.into_iter().map(|item| (p.clone(), Some(item))));
                }
                other => {
                    out.push((p.clone().inexact(), None));
                    let (q, one) = self.one_of(&other, p);
                    out.push((q.inexact(), Some(one)));
                }
            }
        }
        out
    }
}

/// A part: the targets take the new values, the other fields stay.
fn part(path: &Path, fields: &[usize], sym: Sym) -> Vec<Sym> {
    let mut out = path.fields.clone();
    let values: Vec<Sym> = match (fields, sym) {
        ([_], sym) => vec![sym],
        (_, Sym::List(ListSym::Items(items))) if items.len() == fields.len() => items,
        _ => fields.iter().map(|&f| blank(path.fields.get(f))).collect(),
    };
    for (&f, v) in fields.iter().zip(values) {
        if let Some(slot) = out.get_mut(f) {
            *slot = v;
        }
    }
    out
}
