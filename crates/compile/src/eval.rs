//! Symbolic evaluation: the value of an expression on a path, splitting the path where the value has cases.
//!
//! `min`, `max`, absolute values and cases split; division, indexing and the like introduce an unknown together
//! with the inequalities that define it. What has no description becomes unknown, never wrong.

use crate::entail::entails;
use crate::linear::Poly;
use crate::symbolic::{AtomKind, Gen, ListInfo, ListSym, Path, Session, SetSym, Sym};
use bouton_language::ast::BinaryOp;
use bouton_language::rules::{Builtin, Expr, ExprKind, RangeExpr};
use bouton_language::value::Value;

/// Nested deeper than this and an expression is not looked into.
const DEPTH: usize = 120;

/// The ways an evaluation can go.
pub(crate) type Many = Vec<(Path, Sym)>;

impl Session<'_> {
    /// The value of an expression on each way the path can go.
    pub(crate) fn eval(&mut self, e: &Expr, path: Path) -> Many {
        if self.depth >= DEPTH {
            return vec![(path.inexact(), Sym::Unknown)];
        }
        self.depth += 1;
        let out = self.eval_kind(e, path);
        self.depth -= 1;
        out
    }

    fn eval_kind(&mut self, e: &Expr, path: Path) -> Many {
        match &e.kind {
            ExprKind::Const(v) => vec![(path, self.sym(v))],
            ExprKind::Param(i) => {
                let sym = self.params.get(*i).map_or(Sym::Unknown, |v| self.sym(v));
                vec![(path, sym)]
            }
            ExprKind::Field(i) => {
                let sym = path.fields.get(*i).cloned().unwrap_or(Sym::Unknown);
                vec![(path, sym)]
            }
            ExprKind::Local(i) => {
                let sym = path.locals.get(*i).cloned().unwrap_or(Sym::Unknown);
                vec![(path, sym)]
            }
            ExprKind::Mover | ExprKind::Opponent => {
                let mine = matches!(e.kind, ExprKind::Mover);
                if let Some(by) = path.by {
                    let who = if mine { by } else { 1 - by };
                    return vec![(path, Sym::Int(Poly::int(who as i128 + 1)))];
                }
                let mover = self.form(AtomKind::Mover);
                let mut path = path.inexact();
                path.defs.push(mover.shift(-1));
                path.defs.push(mover.neg().shift(2));
                let form = if mine { mover } else { mover.neg().shift(3) };
                vec![(path, Sym::Int(form))]
            }
            ExprKind::Turn => {
                let turn = self.form(AtomKind::Turn);
                let mut path = path.inexact();
                path.defs.push(turn.clone());
                vec![(path, Sym::Int(turn))]
            }
            // Only positions with a move are looked at.
            ExprKind::Stuck => vec![(path, Sym::Int(Poly::int(0)))],
            ExprKind::Tuple(items) => {
                self.eval_all(items, path, |_, p, syms| (p, Sym::List(ListSym::Items(syms))))
            }
            ExprKind::List(pieces) => match self.constant(e) {
                Some(v) => vec![(path, self.sym(&v))],
                None => match singles(pieces) {
                    Some(items) => {
                        self.eval_each(&items, path, |_, p, syms| (p, Sym::List(ListSym::Items(syms))))
                    }
                    None => vec![(path.inexact(), Sym::List(ListSym::Opaque))],
                },
            },
            ExprKind::Set(pieces) => match self.constant(e) {
                Some(v) => vec![(path, self.sym(&v))],
                None => match singles(pieces) {
                    Some(items) => self.eval_each(&items, path, |_, p, syms| (p, Sym::Elements(syms))),
                    None => vec![(path.inexact(), Sym::Unknown)],
                },
            },
            ExprKind::Index(base, index) => self.index(base, index, path),
            ExprKind::Slice(base, from, to) => self.slice(base, from.as_deref(), to.as_deref(), path),
            ExprKind::Call(f, args) => self.call(e, *f, args, path),
            ExprKind::Fold(f, over) => self.fold(e, *f, over, path),
            ExprKind::Define(d, args) => self.define(*d, args, path),
            ExprKind::Size(inner) => {
                let ways = self.eval(inner, path);
                self.each(ways, |s, p, sym| s.size(p, sym))
            }
            ExprKind::Neg(inner) => {
                let ways = self.eval(inner, path);
                self.each(ways, |_, p, sym| match sym {
                    Sym::Int(form) => vec![(p, Sym::Int(form.neg()))],
                    _ => vec![(p.inexact(), Sym::Unknown)],
                })
            }
            ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Compare(..) => {
                let mut out = Many::new();
                for (truth, value) in [(true, 1), (false, 0)] {
                    for p in self.assume(e, truth, path.clone()) {
                        out.push((p, Sym::Int(Poly::int(value))));
                    }
                }
                out
            }
            ExprKind::Binary(op, a, b) => self.eval_each(&[&**a, &**b], path, |s, p, mut syms| {
                let right = syms.pop().unwrap_or(Sym::Unknown);
                let left = syms.pop().unwrap_or(Sym::Unknown);
                s.binary(*op, p, left, right)
            }),
            ExprKind::Cases(arms) => {
                let mut out = Many::new();
                let mut open = vec![path];
                for (value, cond) in arms {
                    let mut rest = Vec::new();
                    for p in open {
                        match cond {
                            None => out.extend(self.eval(value, p)),
                            Some(cond) => {
                                for q in self.assume(cond, true, p.clone()) {
                                    out.extend(self.eval(value, q));
                                }
                                rest.extend(self.assume(cond, false, p));
                            }
                        }
                    }
                    open = rest;
                }
                // Where no arm holds, the rules stop with an error: such a way leads to no move.
                out
            }
            ExprKind::Heaps | ExprKind::ListOf(_) | ExprKind::SetOf(_) | ExprKind::Floor(_) => {
                match self.constant(e) {
                    Some(v) => vec![(path, self.sym(&v))],
                    None => {
                        let sym = if matches!(e.kind, ExprKind::Floor(_)) {
                            Sym::Int(self.fresh())
                        } else {
                            Sym::Unknown
                        };
                        vec![(path.inexact(), sym)]
                    }
                }
            }
        }
    }

    /// Continues every way.
    pub(crate) fn each(&mut self, ways: Many, mut step: impl FnMut(&mut Self, Path, Sym) -> Many) -> Many {
        let mut out = Many::new();
        for (p, sym) in ways {
            out.extend(step(self, p, sym));
        }
        out
    }

    /// Evaluates several expressions from left to right.
    pub(crate) fn eval_each(
        &mut self,
        items: &[&Expr],
        path: Path,
        finish: impl Fn(&mut Self, Path, Vec<Sym>) -> (Path, Sym),
    ) -> Many {
        let mut open: Vec<(Path, Vec<Sym>)> = vec![(path, Vec::new())];
        for item in items {
            let mut next = Vec::new();
            for (p, done) in open {
                for (q, sym) in self.eval(item, p) {
                    let mut done = done.clone();
                    done.push(sym);
                    next.push((q, done));
                }
            }
            open = next;
        }
        open.into_iter().map(|(p, syms)| finish(self, p, syms)).collect()
    }

    fn eval_all(
        &mut self,
        items: &[Expr],
        path: Path,
        finish: impl Fn(&mut Self, Path, Vec<Sym>) -> (Path, Sym),
    ) -> Many {
        let items: Vec<&Expr> = items.iter().collect();
        self.eval_each(&items, path, finish)
    }

    /// An unknown between bounds.
    pub(crate) fn between(&mut self, mut path: Path, low: Option<Poly>, high: Option<Poly>) -> (Path, Poly) {
        let x = self.fresh();
        if let Some(low) = low {
            path.defs.push(x.sub(&low));
        }
        if let Some(high) = high {
            path.defs.push(high.sub(&x));
        }
        (path.inexact(), x)
    }

    fn binary(&mut self, op: BinaryOp, mut path: Path, left: Sym, right: Sym) -> (Path, Sym) {
        match (op, left, right) {
            (BinaryOp::Add, Sym::Int(a), Sym::Int(b)) => (path, Sym::Int(a.add(&b))),
            (BinaryOp::Sub, Sym::Int(a), Sym::Int(b)) => (path, Sym::Int(a.sub(&b))),
            (BinaryOp::Mul, Sym::Int(a), Sym::Int(b)) => (path, Sym::Int(a.times(&b))),
            (BinaryOp::Div, Sym::Int(a), Sym::Int(b)) => {
                let (path, q) = self.divide(path, &a, &b);
                (path, Sym::Int(q))
            }
            (BinaryOp::Mod, Sym::Int(a), Sym::Int(b)) => {
                let (path, q) = self.divide(path, &a, &b);
                (path, Sym::Int(a.sub(&q.times(&b))))
            }
            (BinaryOp::Pow, Sym::Int(a), Sym::Int(b)) => match (a.as_int(), b.as_int()) {
                (_, Some(0)) => (path, Sym::Int(Poly::int(1))),
                (_, Some(1)) => (path, Sym::Int(a)),
                (_, Some(2)) => (path, Sym::Int(a.times(&a))),
                (Some(x), Some(y)) => match u32::try_from(y).ok().and_then(|y| x.checked_pow(y)) {
                    Some(v) => (path, Sym::Int(Poly::int(v))),
                    None => (path.inexact(), Sym::Int(self.fresh())),
                },
                (Some(x), None) if x >= 2 && entails(&path.all(), &b) => {
                    // x ** b > b for x >= 2
                    let (path, v) = self.between(path, Some(b.shift(1)), None);
                    (path, Sym::Int(v))
                }
                _ => (path.inexact(), Sym::Int(self.fresh())),
            },
            (BinaryOp::Xor, Sym::Int(a), Sym::Int(b)) => {
                if let (Some(x), Some(y)) = (a.as_int(), b.as_int()) {
                    return (path, Sym::Int(Poly::int(x ^ y)));
                }
                let natural = entails(&path.all(), &a) && entails(&path.all(), &b);
                let bounds = natural.then(|| (Poly::int(0), a.add(&b)));
                let (low, high) = bounds.unzip();
                let (path, v) = self.between(path, low, high);
                (path, Sym::Int(v))
            }
            (BinaryOp::Concat, a, b) => match (as_list(a), as_list(b)) {
                (Some(a), Some(b)) => (path, Sym::List(ListSym::Concat(vec![a, b]))),
                _ => (path.inexact(), Sym::List(ListSym::Opaque)),
            },
            (BinaryOp::Add, Sym::Set(mut set), other) => {
                match other {
                    Sym::Elements(items) => set.added.extend(items),
                    _ => set.more = true,
                }
                (path, Sym::Set(set))
            }
            (BinaryOp::Sub, Sym::Set(mut set), other) => {
                match other {
                    Sym::Elements(items) => set.removed.extend(items),
                    _ => set.fewer = true,
                }
                (path, Sym::Set(set))
            }
            _ => {
                path.exact = false;
                (path, Sym::Unknown)
            }
        }
    }

    /// The floor of a quotient, with the inequalities that define it.
    fn divide(&mut self, mut path: Path, a: &Poly, b: &Poly) -> (Path, Poly) {
        if !a.is_known() || !b.is_known() {
            return (path.inexact(), self.fresh());
        }
        if let (Some(x), Some(y)) = (a.as_int(), b.as_int()) {
            return match (y, x.checked_div_euclid(y)) {
                (1.., Some(q)) => (path, Poly::int(q)),
                _ => (path.inexact(), self.fresh()),
            };
        }
        if b.as_int() == Some(1) {
            return (path, a.clone());
        }
        let q = self.form(AtomKind::Div(a.clone(), b.clone()));
        if entails(&path.all(), &b.shift(-1)) {
            let product = q.times(b);
            path.defs.push(a.sub(&product));
            path.defs.push(product.add(b).shift(-1).sub(a));
            if entails(&path.all(), a) {
                path.defs.push(q.clone());
                path.defs.push(a.sub(&q));
            }
            if b.as_int().is_none() {
                path.exact = false;
            }
            (path, q)
        } else {
            (path.inexact(), q)
        }
    }

    fn size(&mut self, path: Path, sym: Sym) -> Many {
        match sym {
            Sym::Int(form) => {
                let up = path.clone().with(form.clone());
                let down = path.with(form.neg().shift(-1));
                vec![(up, Sym::Int(form.clone())), (down, Sym::Int(form.neg()))]
            }
            Sym::List(list) => match self.length(&list) {
                Some(len) => vec![(path, Sym::Int(len))],
                None => {
                    let (path, len) = self.between(path, Some(Poly::int(0)), None);
                    vec![(path, Sym::Int(len))]
                }
            },
            Sym::Set(SetSym { field, added, removed, more: false, fewer: false })
                if added.is_empty() && removed.is_empty() =>
            {
                let size = self.form(AtomKind::SetSize(field));
                vec![(path, Sym::Int(size))]
            }
            Sym::Const(Value::Set(v)) => vec![(path, Sym::Int(Poly::int(v.len() as i128)))],
            Sym::Const(Value::Text(t)) => vec![(path, Sym::Int(Poly::int(t.chars().count() as i128)))],
            Sym::Const(Value::Graph(g)) => vec![(path, Sym::Int(Poly::int(g.len() as i128)))],
            _ => {
                let (path, len) = self.between(path, Some(Poly::int(0)), None);
                vec![(path, Sym::Int(len))]
            }
        }
    }

    /// The exact number of elements, where it is known.
    pub(crate) fn length(&mut self, list: &ListSym) -> Option<Poly> {
        match list {
            ListSym::Base(id) => Some(self.info(*id).len.clone()),
            ListSym::Items(items) => Some(Poly::int(items.len() as i128)),
            ListSym::Concat(lists) => {
                let mut sum = Poly::int(0);
                for l in lists {
                    sum = sum.add(&self.length(l)?);
                }
                Some(sum)
            }
            ListSym::Slice(_, from, to) => Some(to.sub(from).shift(1)),
            ListSym::Permuted(inner) | ListSym::Updated(inner, _) => self.length(inner),
            ListSym::Piece(_) | ListSym::Region(..) | ListSym::Opaque => None,
        }
    }

    fn define(&mut self, d: usize, args: &[Expr], path: Path) -> Many {
        let Some(define) = self.rules.defines.get(d) else {
            return vec![(path.inexact(), Sym::Unknown)];
        };
        let saved = path.locals.clone();
        let mut open: Vec<(Path, Vec<Sym>)> = vec![(path, Vec::new())];
        for arg in args {
            let mut next = Vec::new();
            for (p, done) in open {
                for (q, sym) in self.eval(arg, p) {
                    let mut done = done.clone();
                    done.push(sym);
                    next.push((q, done));
                }
            }
            open = next;
        }
        let mut out = Many::new();
        for (mut p, mut syms) in open {
            if self.depth > DEPTH / 4 {
                // A definition that calls itself: its value is not followed.
                let x = self.fresh();
                out.push((p.inexact(), Sym::Int(x)));
                continue;
            }
            syms.resize(define.locals.max(define.arity), Sym::Unknown);
            p.locals = syms;
            self.depth += 8;
            for (mut q, sym) in self.eval(&define.body, p) {
                q.locals.clone_from(&saved);
                out.push((q, sym));
            }
            self.depth -= 8;
        }
        out
    }

    fn call(&mut self, e: &Expr, f: Builtin, args: &[Expr], path: Path) -> Many {
        if let Some(v) = self.constant(e) {
            return vec![(path, self.sym(&v))];
        }
        if matches!(f, Builtin::Min | Builtin::Max) && args.len() > 1 {
            return self.extreme(f == Builtin::Max, args, path);
        }
        let items: Vec<&Expr> = args.iter().collect();
        if f == Builtin::Abs {
            let ways = self.eval_each(&items, path, |_, p, mut s| (p, s.pop().unwrap_or(Sym::Unknown)));
            return self.each(ways, |s, p, sym| s.size(p, sym));
        }
        self.eval_each(&items, path, |s, p, syms| s.apply(f, p, &syms))
    }

    /// The least or greatest of several numbers: one way for each that may be it.
    fn extreme(&mut self, greatest: bool, args: &[Expr], path: Path) -> Many {
        let items: Vec<&Expr> = args.iter().collect();
        let mut open: Vec<(Path, Vec<Sym>)> = vec![(path, Vec::new())];
        for item in items {
            let mut next = Vec::new();
            for (p, done) in open {
                for (q, sym) in self.eval(item, p) {
                    let mut done = done.clone();
                    done.push(sym);
                    next.push((q, done));
                }
            }
            open = next;
        }
        let mut out = Many::new();
        for (p, syms) in open {
            let forms: Option<Vec<Poly>> = syms
                .iter()
                .map(|s| match s {
                    Sym::Int(form) => Some(form.clone()),
                    _ => None,
                })
                .collect();
            let Some(forms) = forms else {
                let x = self.fresh();
                out.push((p.inexact(), Sym::Int(x)));
                continue;
            };
            for (i, form) in forms.iter().enumerate() {
                let mut q = p.clone();
                for (j, other) in forms.iter().enumerate() {
                    let gap = if greatest { form.sub(other) } else { other.sub(form) };
                    // Of equal ones the first counts, so that the ways do not overlap.
                    if j != i {
                        q = q.with(if j < i { gap.shift(-1) } else { gap });
                    }
                }
                if self.open(&q) {
                    out.push((q, Sym::Int(form.clone())));
                }
            }
        }
        out
    }

    fn apply(&mut self, f: Builtin, path: Path, args: &[Sym]) -> (Path, Sym) {
        match (f, args) {
            (Builtin::Sum, [Sym::List(list)]) => match self.total(list) {
                Some(total) => (path, Sym::Int(total)),
                None => (path.inexact(), Sym::Int(self.fresh())),
            },
            (Builtin::Reverse | Builtin::Sorted, [Sym::List(list)]) => {
                (path, Sym::List(ListSym::Permuted(Box::new(list.clone()))))
            }
            (Builtin::Divisors, [Sym::Int(n)]) => (path.inexact(), Sym::Gen(Gen::Divisors(n.clone()))),
            (Builtin::Partitions, [Sym::Int(n)]) => (path.inexact(), Sym::Gen(Gen::Partitions(n.clone()))),
            (Builtin::Compositions, [Sym::Int(r), Sym::Int(m)]) => {
                (path.inexact(), Sym::Gen(Gen::Compositions(r.clone(), m.clone())))
            }
            (Builtin::Below, [Sym::List(list)]) => (path.inexact(), Sym::Gen(Gen::Below(list.clone()))),
            (Builtin::Regions, [Sym::List(list), v, fill]) => match (plain(v), plain(fill)) {
                (Some(v), Some(fill)) => {
                    (path.inexact(), Sym::Gen(Gen::Regions(Box::new(list.clone()), v, fill)))
                }
                _ => (path.inexact(), Sym::Unknown),
            },
            (Builtin::Gcd, [Sym::Int(a), Sym::Int(b)]) => {
                let all = path.all();
                let high = [a, b].into_iter().find(|x| entails(&all, &x.shift(-1))).cloned();
                let (path, g) = self.between(path, Some(Poly::int(0)), high);
                (path, Sym::Int(g))
            }
            (Builtin::Isqrt | Builtin::Log2 | Builtin::Popcount, [Sym::Int(n)]) => {
                let (path, v) = self.between(path, Some(Poly::int(0)), Some(n.clone()));
                (path, Sym::Int(v))
            }
            (Builtin::Min | Builtin::Max, [Sym::List(ListSym::Base(id))]) => {
                let info = self.info(*id);
                let (low, high) = (info.low.clone(), info.high.clone());
                let (path, v) = self.between(path, low, high);
                (path, Sym::Int(v))
            }
            (Builtin::Count, _) => {
                let (path, v) = self.between(path, Some(Poly::int(0)), None);
                (path, Sym::Int(v))
            }
            (Builtin::Xor | Builtin::Sum | Builtin::Min | Builtin::Max | Builtin::Gcd, _) => {
                (path.inexact(), Sym::Int(self.fresh()))
            }
            (Builtin::Any | Builtin::All, _) => {
                let (path, v) = self.between(path, Some(Poly::int(0)), Some(Poly::int(1)));
                (path, Sym::Int(v))
            }
            _ => (path.inexact(), Sym::Unknown),
        }
    }

    fn fold(
        &mut self,
        e: &Expr,
        f: Builtin,
        over: &bouton_language::rules::Comprehension,
        path: Path,
    ) -> Many {
        if let Some(v) = self.constant(e) {
            return vec![(path, self.sym(&v))];
        }
        match f {
            Builtin::Count => {
                let apart = self.places_apart(over, &path);
                let (mut path, n) = self.between(path, Some(Poly::int(0)), None);
                if let Some((lower, upper)) = apart {
                    // Each place where two lists differ, one below the other, lowers the sum by at least one.
                    let (below, above) = (self.info(lower).total.clone(), self.info(upper).total.clone());
                    path.defs.push(above.sub(&below).sub(&n));
                }
                vec![(path, Sym::Int(n))]
            }
            Builtin::Any | Builtin::All => {
                let (path, v) = self.between(path, Some(Poly::int(0)), Some(Poly::int(1)));
                vec![(path, Sym::Int(v))]
            }
            _ => {
                let x = self.fresh();
                vec![(path.inexact(), Sym::Int(x))]
            }
        }
    }

    fn index(&mut self, base: &Expr, index: &[Expr], path: Path) -> Many {
        let items: Vec<&Expr> = std::iter::once(base).chain(index).collect();
        self.eval_each(&items, path, |s, p, mut syms| {
            let places: Vec<Sym> = syms.drain(1..).collect();
            let base = syms.pop().unwrap_or(Sym::Unknown);
            if let (Sym::Const(Value::Graph(g)), [Sym::Int(v)]) = (&base, places.as_slice()) {
                return (p.inexact(), Sym::Near(g.clone(), v.clone()));
            }
            let places: Option<Vec<Poly>> = places
                .into_iter()
                .map(|x| match x {
                    Sym::Int(form) if form.is_known() => Some(form),
                    _ => None,
                })
                .collect();
            match (base, places) {
                (Sym::List(list), Some(places)) => s.element(p, &list, &places),
                (Sym::List(ListSym::Base(id)), None) => {
                    let info = s.info(id);
                    let (low, high) = (info.low.clone(), info.high.clone());
                    let (p, x) = s.between(p, low, high);
                    (p, Sym::Int(x))
                }
                _ => {
                    let x = s.fresh();
                    (p.inexact(), Sym::Int(x))
                }
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
                let x = self.fresh();
                (path.inexact(), Sym::Int(x))
            }
            (ListSym::Base(id), [_]) if self.info(*id).grid => {
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
                    let len = self.info(*id).len.clone();
                    path.defs.push(first.shift(-1));
                    path.defs.push(len.sub(first));
                }
                if let Some(low) = low {
                    path.defs.push(x.sub(&low));
                }
                if let Some(high) = high {
                    path.defs.push(high.sub(&x));
                }
                if let Some(other) = below {
                    let y = self.form(AtomKind::Elem(other, places.to_vec()));
                    path.defs.push(y.sub(&x));
                }
                (path, Sym::Int(x))
            }
            _ => {
                let x = self.fresh();
                (path.inexact(), Sym::Int(x))
            }
        }
    }

    fn slice(&mut self, base: &Expr, from: Option<&Expr>, to: Option<&Expr>, path: Path) -> Many {
        let mut items: Vec<&Expr> = vec![base];
        items.extend(from);
        items.extend(to);
        let (has_from, has_to) = (from.is_some(), to.is_some());
        let ways = self.eval_each(&items, path, |_, p, syms| (p, Sym::List(ListSym::Items(syms))));
        let mut out = Many::new();
        for (p, packed) in ways {
            let Sym::List(ListSym::Items(mut syms)) = packed else { continue };
            let to = if has_to { syms.pop() } else { None };
            let from = if has_from { syms.pop() } else { None };
            let Some(Sym::List(list)) = syms.pop() else {
                out.push((p.inexact(), Sym::List(ListSym::Opaque)));
                continue;
            };
            let len = self.length(&list);
            let from = match from {
                None => Some(Poly::int(1)),
                Some(Sym::Int(form)) => Some(form),
                Some(_) => None,
            };
            let to = match to {
                None => len.clone(),
                Some(Sym::Int(form)) => Some(form),
                Some(_) => None,
            };
            let (Some(from), Some(to), Some(len)) = (from, to, len) else {
                out.push((p.inexact(), Sym::List(ListSym::Piece(Box::new(list)))));
                continue;
            };
            // A slice outside the list is an error of the rules, so where play goes on it lies inside.
            let inside = p.with(to.sub(&from).shift(1)).with(from.shift(-1)).with(len.sub(&to));
            if self.open(&inside) {
                out.push((inside, Sym::List(ListSym::Slice(Box::new(list), from, to))));
            }
        }
        out
    }
}

/// The expressions of a list or set literal that has no ranges in it.
fn singles(pieces: &[RangeExpr]) -> Option<Vec<&Expr>> {
    pieces
        .iter()
        .map(|p| match p {
            RangeExpr::Of(e) => Some(e),
            RangeExpr::Between(..) => None,
        })
        .collect()
}

fn as_list(sym: Sym) -> Option<ListSym> {
    match sym {
        Sym::List(list) => Some(list),
        _ => None,
    }
}

/// The value, if it is a known one.
pub(crate) fn plain(sym: &Sym) -> Option<Value> {
    match sym {
        Sym::Int(form) => form.as_int().and_then(|i| i64::try_from(i).ok()).map(Value::Int),
        Sym::Const(v) => Some(v.clone()),
        _ => None,
    }
}
