//! Choices: what a local may be when it takes a value from a range, a set, a list or a generator.

use crate::facts::symbolic::assume::{RUNS, runs};
use crate::facts::symbolic::{Gen, ListInfo, ListSym, Path, Session, Sym};
use bouton_core::{Clause, Comprehension, Gather, Kind, Range, Relation, Term};
use bouton_language::value::Value;
use bouton_linear::Poly;
use bouton_linear::entail::entails;

impl Session<'_> {
    /// The ways on which a local takes a value of a range: a choice, or a variable of a comprehension.
    pub(crate) fn draw(&mut self, slot: usize, range: &Range, path: Path) -> Vec<Path> {
        if let Range::Of(e) = range {
            if let Kind::Fold(Gather::List | Gather::Set, c) = &e.kind {
                let ways = self.clauses(&c.clauses, path).into_iter();
                let out = ways.flat_map(|p| self.bound(slot, &c.element, p)).collect();
                return self.spend(out);
            }
            if let Kind::Set(pieces) | Kind::List(pieces) = &e.kind {
                let each = |piece: &Range| match piece {
                    Range::Of(item) => self.bound(slot, item, path.clone()),
                    Range::Between(..) => self.draw(slot, piece, path.clone()),
                };
                let out = pieces.iter().flat_map(each).collect();
                return self.spend(out);
            }
            if e.value().and_then(runs).is_none() {
                let ways = self.eval(e, path).into_iter();
                return ways.flat_map(|(p, sym)| self.pick(slot, sym, p)).collect();
            }
        }
        let atom = self.choice();
        let form = Poly::atom(atom);
        let path = bind(path, slot, Sym::Int(form.clone()));
        self.in_range(&form, range, path)
    }

    /// The ways on which a local is the value of an expression.
    pub(crate) fn bound(&mut self, slot: usize, e: &Term, path: Path) -> Vec<Path> {
        self.eval(e, path).into_iter().map(|(p, sym)| bind(p, slot, sym)).collect()
    }

    /// The ways through the clauses of a comprehension.
    fn clauses(&mut self, clauses: &[Clause], path: Path) -> Vec<Path> {
        clauses.iter().fold(vec![path], |open, clause| {
            let each = |p| match clause {
                Clause::For { slot, range } => self.draw(*slot, range, p),
                Clause::If(cond) => self.assume(cond, true, p),
            };
            open.into_iter().flat_map(each).collect()
        })
    }

    /// The ways on which a local takes an element of a collection.
    fn pick(&mut self, slot: usize, sym: Sym, path: Path) -> Vec<Path> {
        match sym {
            Sym::Const(Value::Set(items)) if items.len() <= RUNS => {
                let ways = items.iter().map(|v| bind(path.clone(), slot, self.sym(v))).collect();
                self.spend(ways)
            }
            Sym::Const(Value::Text(t)) if t.len() <= RUNS => {
                let letter = |c: char| bind(path.clone(), slot, self.sym(&Value::text(&c.to_string())));
                let ways = t.chars().map(letter).collect();
                self.spend(ways)
            }
            Sym::List(ListSym::Items(items)) if items.len() <= RUNS => {
                let ways = items.into_iter().map(|item| bind(path.clone(), slot, item)).collect();
                self.spend(ways)
            }
            other => {
                let (path, sym) = self.one_of(&other, path);
                // The elements of a named set are remembered as such; all else loses something.
                let exact = path.exact && matches!(other, Sym::Gen(Gen::Known(_)));
                vec![bind(Path { exact, ..path }, slot, sym)]
            }
        }
    }

    /// A description of any one element of a collection.
    pub(crate) fn one_of(&mut self, sym: &Sym, mut path: Path) -> (Path, Sym) {
        match sym {
            Sym::Gen(Gen::Divisors(n)) => {
                let high = entails(&path.all(), &n.shift(-1)).then(|| n.clone());
                self.some(path, Some(Poly::int(1)), high)
            }
            Sym::Gen(Gen::Partitions(n)) => {
                let id = self.plain_list(Some(Poly::int(1)), Some(n.clone()));
                let len = self.info(id).len.clone();
                self.info_mut(id).total = n.clone();
                path.defs.extend([len.clone(), n.sub(&len)]);
                (path, Sym::List(ListSym::Base(id)))
            }
            Sym::Gen(Gen::Compositions(r, m)) => {
                let id = self.list(ListInfo {
                    len: m.clone(),
                    total: r.clone(),
                    low: Some(Poly::int(0)),
                    high: Some(r.clone()),
                    below: None,
                    grid: false,
                });
                path.defs.push(r.clone());
                (path, Sym::List(ListSym::Base(id)))
            }
            Sym::Gen(Gen::Below(list)) => {
                let id = self.plain_list(Some(Poly::int(0)), None);
                if let Some(len) = self.length(list) {
                    self.info_mut(id).len = len;
                }
                self.info_mut(id).below = list.base();
                let total = self.info(id).total.clone();
                path.defs.push(total.clone());
                if let Some(above) = self.total(list) {
                    path.defs.push(above.sub(&total));
                }
                (path, Sym::List(ListSym::Base(id)))
            }
            Sym::Gen(Gen::Regions(list, v, fill)) => {
                (path, Sym::List(ListSym::Region(list.clone(), v.clone(), fill.clone())))
            }
            Sym::Gen(Gen::Known(set)) => {
                let atom = self.choice();
                path.drawn.push((atom, *set));
                // As choices they start from 1.
                path.conds.push(Poly::atom(atom).shift(-1));
                (path, Sym::Int(Poly::atom(atom)))
            }
            Sym::List(ListSym::Base(id)) if !self.info(*id).grid => {
                let info = self.info(*id).clone();
                let (mut path, x) = self.between(path, info.low.clone(), info.high);
                if let Some(low) = info.low {
                    // The others weigh at least the least each.
                    path.defs.push(info.total.sub(&x).sub(&low.times(&info.len.shift(-1))));
                    path.defs.push(info.len.shift(-1));
                }
                (path, Sym::Int(x))
            }
            Sym::Set(set) if set.is_part_of_old() => {
                let x = Poly::atom(self.choice());
                path.members.push((x.clone(), set.field, true));
                if set.natural {
                    path.conds.push(x.clone());
                }
                (path, Sym::Int(x))
            }
            Sym::Near(g, v) => {
                let atom = self.choice();
                if let Some(v) = v.as_atom() {
                    path.edges.push((v, atom, g.clone()));
                }
                (path, Sym::Int(Poly::atom(atom)))
            }
            Sym::Const(Value::Graph(_)) => (path, Sym::Int(Poly::atom(self.choice()))),
            _ => (path, Sym::Unknown),
        }
    }

    /// `count(b[j] != a[j] for j in 1..|a|)` where b was drawn below a: the two lists.
    pub(crate) fn places_apart(&mut self, over: &Comprehension, path: &Path) -> Option<(usize, usize)> {
        let Kind::Compare(Relation::Ne, left, right) = &over.element.kind else { return None };
        let [Clause::For { slot, .. }] = over.clauses.as_slice() else { return None };
        let mut side = |e: &Term| match &e.kind {
            Kind::Index(base, places) => match (places.as_slice(), self.eval(base, path.clone()).pop()) {
                ([Term { kind: Kind::Local(s), .. }], Some((_, Sym::List(ListSym::Base(id)))))
                    if s == slot =>
                {
                    Some(id)
                }
                _ => None,
            },
            _ => None,
        };
        let (a, b) = (side(left)?, side(right)?);
        [(a, b), (b, a)].into_iter().find(|(low, high)| self.info(*low).below == Some(*high))
    }
}

/// The path with a local bound.
pub(crate) fn bind(mut path: Path, slot: usize, sym: Sym) -> Path {
    if path.locals.len() <= slot {
        path.locals.resize(slot + 1, Sym::Unknown);
    }
    path.locals[slot] = sym;
    path
}
