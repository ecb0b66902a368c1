//! Conditions: what a path knows after a comparison held or failed, and what a choice draws.
//!
//! `a <= min(x, y)` is two inequalities and no split; `a != b` is two ways. A condition that cannot be expressed
//! leaves the path as it was, marked inexact.

use crate::facts::symbolic::{Gen, ListSym, Path, Session, Sym};
use bouton_core::{Kind, Range, Relation, Term};
use bouton_language::rules::Builtin;
use bouton_language::value::Value;
use bouton_linear::entail::infeasible;
use bouton_linear::{Atom, Poly};

/// A constant set with more runs of neighbouring numbers than this is kept as the interval around it.
pub(crate) const RUNS: usize = 24;

impl Session<'_> {
    /// Is the way still possible? Also counts it, and gives up looking when there are too many.
    pub(crate) fn open(&mut self, path: &Path) -> bool {
        !infeasible(&path.all())
    }

    /// The ways on which a condition has this truth.
    pub(crate) fn assume(&mut self, e: &Term, truth: bool, path: Path) -> Vec<Path> {
        if self.ways == 0 {
            self.risky();
            return vec![path.inexact()];
        }
        match (&e.kind, truth) {
            (Kind::Not(inner), _) => self.assume(inner, !truth, path),
            (Kind::And(a, b), true) | (Kind::Or(a, b), false) => {
                let ways = self.assume(a, truth, path);
                ways.into_iter().flat_map(|p| self.assume(b, truth, p)).collect()
            }
            (Kind::And(a, b), false) | (Kind::Or(a, b), true) => {
                let mut out = self.assume(a, truth, path.clone());
                for p in self.assume(a, !truth, path) {
                    out.extend(self.assume(b, truth, p));
                }
                self.spend(out)
            }
            (Kind::Compare(relation, a, b), _) => {
                let out = self.compare(*relation, truth, a, b, path);
                self.spend(out)
            }
            (Kind::In(x, range), _) => {
                let out = self.against_range(x, truth, range, path);
                self.spend(out)
            }
            _ => self.numbers(e, path, |s, p, form| {
                let p = p.with(if truth { form.shift(-1) } else { form.neg() });
                s.opened(p)
            }),
        }
    }

    /// The ways on which a step goes on with the number that an expression is; where it is none, nothing is learned.
    fn numbers(
        &mut self,
        e: &Term,
        path: Path,
        mut step: impl FnMut(&mut Self, Path, Poly) -> Vec<Path>,
    ) -> Vec<Path> {
        let ways = self.eval(e, path).into_iter();
        let each = |(p, sym): (Path, Sym)| match sym {
            Sym::Int(form) => step(self, p, form),
            _ => vec![p.inexact()],
        };
        ways.flat_map(each).collect()
    }

    /// The way, where it is possible.
    fn opened(&mut self, path: Path) -> Vec<Path> {
        if self.open(&path) { vec![path] } else { vec![] }
    }

    /// Counts the ways that a step opened.
    pub(crate) fn spend(&mut self, ways: Vec<Path>) -> Vec<Path> {
        self.ways = self.ways.saturating_sub(ways.len().saturating_sub(1));
        ways
    }

    fn compare(&mut self, relation: Relation, truth: bool, a: &Term, b: &Term, path: Path) -> Vec<Path> {
        match (relation, truth) {
            (Relation::Le, true) => self.ordered(a, b, 0, path),
            (Relation::Lt, true) => self.ordered(a, b, 1, path),
            (Relation::Lt, false) => self.ordered(b, a, 0, path),
            (Relation::Le, false) => self.ordered(b, a, 1, path),
            (Relation::Eq | Relation::Ne, _) => {
                let same = (relation == Relation::Eq) == truth;
                let ways = self.values(&[a, b], path).into_iter();
                ways.flat_map(|(p, syms)| self.equal(&syms[0], &syms[1], same, p)).collect()
            }
        }
    }

    /// `a + gap <= b`
    fn ordered(&mut self, a: &Term, b: &Term, gap: i128, path: Path) -> Vec<Path> {
        if let Kind::Call(Builtin::Max, args) = &a.kind
            && args.len() > 1
        {
            return args.iter().fold(vec![path], |open, arg| {
                open.into_iter().flat_map(|p| self.ordered(arg, b, gap, p)).collect()
            });
        }
        self.numbers(a, path, |s, p, form| s.at_most(&form.shift(gap), b, p))
    }

    /// `form <= e`
    pub(crate) fn at_most(&mut self, form: &Poly, e: &Term, path: Path) -> Vec<Path> {
        self.bounded(form, e, true, path)
    }

    /// `form >= e`
    pub(crate) fn at_least(&mut self, form: &Poly, e: &Term, path: Path) -> Vec<Path> {
        self.bounded(form, e, false, path)
    }

    fn bounded(&mut self, form: &Poly, e: &Term, above: bool, path: Path) -> Vec<Path> {
        let wanted = if above { Builtin::Min } else { Builtin::Max };
        if let Kind::Call(f, args) = &e.kind
            && *f == wanted
            && args.len() > 1
        {
            return args.iter().fold(vec![path], |open, arg| {
                open.into_iter().flat_map(|p| self.bounded(form, arg, above, p)).collect()
            });
        }
        self.numbers(e, path, |s, p, bound| {
            let p = p.with(if above { bound.sub(form) } else { form.sub(&bound) });
            s.opened(p)
        })
    }

    fn equal(&mut self, a: &Sym, b: &Sym, same: bool, mut path: Path) -> Vec<Path> {
        match (a, b) {
            (Sym::Int(a), Sym::Int(b)) => {
                let gap = a.sub(b);
                if !gap.is_known() {
                    return vec![path.inexact()];
                }
                let ways = if same {
                    vec![path.with(gap.clone()).with(gap.neg())]
                } else {
                    let up = path.clone().with(gap.shift(-1));
                    vec![path.with(gap.neg().shift(-1)), up]
                };
                let ways: Vec<Path> = ways.into_iter().filter(|p| self.open(p)).collect();
                self.spend(ways)
            }
            (Sym::Int(form), Sym::Const(v)) | (Sym::Const(v), Sym::Int(form)) => {
                let Some(atom) = form.as_atom() else { return vec![path.inexact()] };
                let fits = self.settle(&mut path, atom, v, same);
                if_so(fits, path)
            }
            (Sym::Const(a), Sym::Const(b)) => if_so((a == b) == same, path),
            // A run of letters compared with a word tells each letter.
            (Sym::List(ListSym::Slice(list, from, to)), Sym::Const(Value::Text(t)))
            | (Sym::Const(Value::Text(t)), Sym::List(ListSym::Slice(list, from, to)))
                if same =>
            {
                let letters: Vec<char> = t.chars().collect();
                let gap = to.sub(from).shift(1 - letters.len() as i128);
                let mut path = path.with(gap.clone()).with(gap.neg());
                for (i, letter) in letters.iter().enumerate() {
                    let place = from.shift(i as i128);
                    let (next, sym) = self.element(path, list, &[place]);
                    path = next;
                    let letter = Value::text(&letter.to_string());
                    let Sym::Int(form) = sym else { return vec![path.inexact()] };
                    let Some(atom) = form.as_atom() else { return vec![path.inexact()] };
                    if !self.settle(&mut path, atom, &letter, true) {
                        return vec![];
                    }
                }
                self.opened(path)
            }
            (Sym::List(ListSym::Items(xs)), Sym::Const(Value::Text(t)))
            | (Sym::Const(Value::Text(t)), Sym::List(ListSym::Items(xs)))
                if xs.is_empty() =>
            {
                if_so(t.is_empty() == same, path)
            }
            (Sym::List(ListSym::Base(a)), Sym::List(ListSym::Base(b))) if !same => {
                for (low, high) in [(*a, *b), (*b, *a)] {
                    if self.info(low).below == Some(high) {
                        let gap = self.info(high).total.sub(&self.info(low).total);
                        path.conds.push(gap.shift(-1));
                    }
                }
                vec![path.inexact()]
            }
            (Sym::List(ListSym::Items(xs)), Sym::List(ListSym::Items(ys)))
                if same && xs.len() == ys.len() =>
            {
                xs.iter().zip(ys).fold(vec![path], |open, (x, y)| {
                    open.into_iter().flat_map(|p| self.equal(x, y, true, p)).collect()
                })
            }
            _ => vec![path.inexact()],
        }
    }

    /// Records that a scalar is (or is not) a value that is no number; false if that cannot be.
    fn settle(&mut self, path: &mut Path, atom: Atom, v: &Value, same: bool) -> bool {
        if let Some((_, known)) = path.known.iter().find(|k| k.0 == atom) {
            return (known == v) == same;
        }
        if same {
            if path.differ.iter().any(|d| d.0 == atom && d.1 == *v) {
                return false;
            }
            path.known.push((atom, v.clone()));
        } else {
            path.differ.push((atom, v.clone()));
        }
        true
    }

    fn against_range(&mut self, left: &Term, inside: bool, right: &Range, path: Path) -> Vec<Path> {
        self.numbers(left, path, |s, p, form| match inside {
            true => s.in_range(&form, right, p),
            false => s.outside(&form, right, p),
        })
    }

    /// The ways on which a form lies in a range.
    pub(crate) fn in_range(&mut self, form: &Poly, range: &Range, path: Path) -> Vec<Path> {
        match range {
            Range::Between(lo, hi) => {
                let low = match lo {
                    Some(lo) => self.at_least(form, lo, path),
                    None => vec![path.with(form.clone())],
                };
                match hi {
                    None => low,
                    Some(hi) => low.into_iter().flat_map(|p| self.at_most(form, hi, p)).collect(),
                }
            }
            Range::Of(e) => {
                if let Some(runs) = e.value().and_then(runs) {
                    let runs: Vec<_> = runs.into_iter().map(|(lo, hi)| (Some(lo), Some(hi))).collect();
                    return self.among(form, &runs, path);
                }
                let mut out = Vec::new();
                for (mut p, sym) in self.eval(e, path) {
                    match (sym, form.as_atom()) {
                        (Sym::Set(set), _) if set.is_part_of_old() => {
                            p.members.push((form.clone(), set.field, true));
                            out.push(p.inexact());
                        }
                        (Sym::Near(g, v), Some(x)) => {
                            if let Some(v) = v.as_atom() {
                                p.edges.push((v, x, g));
                            }
                            out.push(p.inexact());
                        }
                        (Sym::Gen(Gen::Known(set)), Some(x)) => {
                            p.drawn.push((x, set));
                            out.push(p.with(form.clone()).inexact());
                        }
                        (Sym::Elements(items), _) => {
                            for item in items {
                                out.extend(self.equal(&Sym::Int(form.clone()), &item, true, p.clone()));
                            }
                        }
                        _ => out.push(p.inexact()),
                    }
                }
                out
            }
        }
    }

    fn outside(&mut self, form: &Poly, range: &Range, path: Path) -> Vec<Path> {
        match range {
            Range::Between(lo, hi) => {
                let mut out = match lo {
                    Some(lo) => self.at_most(&form.shift(1), lo, path.clone()),
                    None => vec![path.clone().with(form.neg().shift(-1))],
                };
                out.retain(|p| self.open(p));
                if let Some(hi) = hi {
                    out.extend(self.at_least(&form.shift(-1), hi, path));
                }
                self.spend(out)
            }
            Range::Of(e) => {
                if let Some(runs) = e.value().and_then(runs) {
                    let mut gaps = Vec::new();
                    let mut from = None;
                    for (lo, hi) in runs {
                        gaps.push((from, Some(lo - 1)));
                        from = Some(hi + 1);
                    }
                    gaps.push((from, None));
                    return self.among(form, &gaps, path);
                }
                let mut out = Vec::new();
                for (mut p, sym) in self.eval(e, path) {
                    match sym {
                        Sym::Set(set) if set.removed.is_empty() && !set.fewer => {
                            p.members.push((form.clone(), set.field, false));
                            out.push(p.inexact());
                        }
                        Sym::Elements(items) => {
                            let own = Sym::Int(form.clone());
                            out.extend(items.iter().fold(vec![p], |open, item| {
                                open.into_iter().flat_map(|q| self.equal(&own, item, false, q)).collect()
                            }));
                        }
                        _ => out.push(p.inexact()),
                    }
                }
                out
            }
        }
    }

    /// One way for each interval.
    fn among(&mut self, form: &Poly, runs: &[(Option<i128>, Option<i128>)], path: Path) -> Vec<Path> {
        let within = |p: Path, lo: Option<i128>, hi: Option<i128>| {
            let ends = lo.map(|lo| form.shift(-lo)).into_iter().chain(hi.map(|hi| form.neg().shift(hi)));
            ends.fold(p, Path::with)
        };
        if runs.len() > RUNS || self.ways == 0 {
            let (lo, hi) = (runs.first().and_then(|r| r.0), runs.last().and_then(|r| r.1));
            return vec![within(path, lo, hi).inexact()];
        }
        let ways = runs.iter().flat_map(|r| self.opened(within(path.clone(), r.0, r.1))).collect();
        self.spend(ways)
    }
}

/// The way, if this is so.
fn if_so(so: bool, path: Path) -> Vec<Path> {
    if so { vec![path] } else { vec![] }
}

/// The numbers of a constant set or list as runs of neighbours; `None` if there is anything else in it.
pub(crate) fn runs(v: &Value) -> Option<Vec<(i128, i128)>> {
    let items = match v {
        Value::Set(items) | Value::List(items) => items,
        Value::Int(i) => return Some(vec![(i128::from(*i), i128::from(*i))]),
        _ => return None,
    };
    let ints: Vec<i64> = items.iter().map(Value::as_int).collect::<Option<_>>()?;
    Some(bouton_core::runs(ints).into_iter().map(|(lo, hi)| (lo.into(), hi.into())).collect())
}
