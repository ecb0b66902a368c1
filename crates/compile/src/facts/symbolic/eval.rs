//! Symbolic evaluation: the value of an expression on a path, splitting the path where the value has cases.
//!
//! `min`, `max`, absolute values and cases split; division, indexing and the like introduce an unknown together
//! with the inequalities that define it. What has no description becomes unknown, never wrong.

use crate::facts::symbolic::draw::bind;
use crate::facts::symbolic::{AtomKind, ListSym, Path, Session, Sym};
use bouton_core::{Clause, Comprehension, Gather, Kind, Range, Term};
use bouton_language::ast::BinaryOp;
use bouton_language::value::Value;
use bouton_linear::Poly;
use bouton_linear::entail::entails;

/// Nested deeper than this and an expression is not looked into.
const DEPTH: usize = 120;

/// The ways an evaluation can go.
pub(crate) type Many = Vec<(Path, Sym)>;

impl Session<'_> {
    /// The value of an expression on each way the path can go.
    pub(crate) fn eval(&mut self, e: &Term, path: Path) -> Many {
        if self.depth >= DEPTH {
            self.risky();
            return vec![(path.inexact(), Sym::Unknown)];
        }
        self.depth += 1;
        let out = self.eval_kind(e, path);
        self.depth -= 1;
        out
    }

    fn eval_kind(&mut self, e: &Term, path: Path) -> Many {
        match &e.kind {
            Kind::Value(v) => vec![(path, self.sym(v))],
            Kind::Field(i) | Kind::Local(i) => {
                let held = if matches!(e.kind, Kind::Field(_)) { &path.fields } else { &path.locals };
                let sym = held.get(*i).cloned().unwrap_or(Sym::Unknown);
                vec![(path, sym)]
            }
            Kind::Mover => {
                if let Some(by) = path.by {
                    return vec![(path, Sym::Int(Poly::int(by as i128 + 1)))];
                }
                let mover = self.form(AtomKind::Mover);
                let mut path = path.inexact();
                path.defs.push(mover.shift(-1));
                path.defs.push(mover.neg().shift(2));
                vec![(path, Sym::Int(mover))]
            }
            Kind::Turn => {
                let turn = self.form(AtomKind::Turn);
                let mut path = path.inexact();
                path.defs.push(turn.clone());
                vec![(path, Sym::Int(turn))]
            }
            // Only positions with a move are looked at.
            Kind::Stuck => vec![(path, Sym::Int(Poly::int(0)))],
            Kind::Tuple(items) => {
                let items: Vec<&Term> = items.iter().collect();
                self.eval_each(&items, path, |_, p, syms| (p, Sym::List(ListSym::Items(syms))))
            }
            Kind::List(pieces) | Kind::Set(pieces) => {
                let list = matches!(e.kind, Kind::List(_));
                match singles(pieces) {
                    Some(items) if list => {
                        self.eval_each(&items, path, |_, p, syms| (p, Sym::List(ListSym::Items(syms))))
                    }
                    Some(items) => self.eval_each(&items, path, |_, p, syms| (p, Sym::Elements(syms))),
                    None if list => vec![(path.inexact(), Sym::List(ListSym::Opaque))],
                    None => vec![(path.inexact(), Sym::Unknown)],
                }
            }
            Kind::Index(base, index) => self.index(base, index, path),
            Kind::Slice(base, from, to) => self.slice(base, from.as_deref(), to.as_deref(), path),
            Kind::Call(f, args) => self.call(*f, args, path),
            Kind::Fold(Gather::By(f), over) => self.fold(*f, over, path),
            Kind::Define(d, args) => self.define(*d, args, path),
            Kind::Size(inner) => {
                let ways = self.eval(inner, path);
                ways.into_iter().flat_map(|(p, sym)| self.size(p, sym)).collect()
            }
            Kind::Not(_) | Kind::And(..) | Kind::Or(..) | Kind::Compare(..) | Kind::In(..) => {
                let ways = [true, false].map(|truth| (truth, self.assume(e, truth, path.clone())));
                let value = |truth: bool| Sym::Int(Poly::int(i128::from(truth)));
                ways.into_iter().flat_map(|(t, ways)| ways.into_iter().map(move |p| (p, value(t)))).collect()
            }
            Kind::Binary(op, a, b) => self.eval_each(&[&**a, &**b], path, |s, p, mut syms| {
                let right = syms.pop().unwrap_or(Sym::Unknown);
                let left = syms.pop().unwrap_or(Sym::Unknown);
                s.binary(*op, p, left, right)
            }),
            Kind::Cases(arms) => {
                let mut out = Many::new();
                let mut open = vec![path];
                for (value, cond) in arms {
                    for p in std::mem::take(&mut open) {
                        let Some(cond) = cond else {
                            out.extend(self.eval(value, p));
                            continue;
                        };
                        let here = self.assume(cond, true, p.clone());
                        out.extend(here.into_iter().flat_map(|q| self.eval(value, q)));
                        open.extend(self.assume(cond, false, p));
                    }
                }
                // Where no arm holds, the rules stop with an error: such a way leads to no move.
                for p in &open {
                    self.risk(p, &[Poly::int(-1)]);
                }
                out
            }
            Kind::Heaps | Kind::Fold(..) | Kind::Floor(_) => {
                self.risky();
                let sym = match &e.kind {
                    Kind::Floor(_) => Sym::Int(self.fresh()),
                    Kind::Fold(Gather::Set, c) => self.filtered(c, &path).unwrap_or(Sym::Unknown),
                    _ => Sym::Unknown,
                };
                vec![(path.inexact(), sym)]
            }
        }
    }

    /// `{e for z in {x, y} if …}`: some of the values for x and y.
    fn filtered(&mut self, c: &Comprehension, path: &Path) -> Option<Sym> {
        let (Clause::For { slot, range: Range::Of(source) }, rest) = c.clauses.split_first()? else {
            return None;
        };
        let Kind::Set(pieces) = &source.kind else { return None };
        if rest.iter().any(|c| matches!(c, Clause::For { .. })) {
            return None;
        }
        let one = |ways: Many| match <[_; 1]>::try_from(ways) {
            Ok([(_, sym)]) => Some(sym),
            Err(_) => None,
        };
        let mut out = Vec::new();
        for item in singles(pieces)? {
            let sym = one(self.eval(item, path.clone()))?;
            out.push(one(self.eval(&c.element, bind(path.clone(), *slot, sym)))?);
        }
        Some(Sym::Among(out))
    }

    /// Evaluates several expressions from left to right.
    pub(crate) fn eval_each(
        &mut self,
        items: &[&Term],
        path: Path,
        finish: impl Fn(&mut Self, Path, Vec<Sym>) -> (Path, Sym),
    ) -> Many {
        let open = self.values(items, path);
        open.into_iter().map(|(p, syms)| finish(self, p, syms)).collect()
    }

    /// Several expressions, evaluated from left to right: every way through, with the values found on it.
    pub(crate) fn values(&mut self, items: &[&Term], path: Path) -> Vec<(Path, Vec<Sym>)> {
        let mut open: Vec<(Path, Vec<Sym>)> = vec![(path, Vec::new())];
        for item in items {
            let each = |(p, done): (Path, Vec<Sym>)| {
                let ways = self.eval(item, p).into_iter();
                ways.map(move |(q, sym)| (q, [&done[..], &[sym]].concat())).collect::<Vec<_>>()
            };
            open = open.into_iter().flat_map(each).collect();
        }
        open
    }

    /// An unknown between bounds.
    pub(crate) fn between(&mut self, mut path: Path, low: Option<Poly>, high: Option<Poly>) -> (Path, Poly) {
        let x = self.fresh();
        path.defs.extend(low.map(|low| x.sub(&low)));
        path.defs.extend(high.map(|high| high.sub(&x)));
        (path.inexact(), x)
    }

    /// The same as a value.
    pub(crate) fn some(&mut self, path: Path, low: Option<Poly>, high: Option<Poly>) -> (Path, Sym) {
        let (path, x) = self.between(path, low, high);
        (path, Sym::Int(x))
    }

    /// A natural number up to a bound, where there is one.
    pub(crate) fn some_natural(&mut self, path: Path, high: Option<Poly>) -> (Path, Sym) {
        self.some(path, Some(Poly::int(0)), high)
    }

    fn binary(&mut self, op: BinaryOp, path: Path, left: Sym, right: Sym) -> (Path, Sym) {
        match (op, &right) {
            (BinaryOp::Div | BinaryOp::Mod, Sym::Int(b)) => self.risk(&path, &[b.shift(-1)]),
            (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Concat, _) => {}
            _ => self.risky(),
        }
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
                // x ** b > b for x >= 2
                (Some(x), None) if x >= 2 && entails(&path.all(), &b) => {
                    self.some(path, Some(b.shift(1)), None)
                }
                _ => (path.inexact(), Sym::Int(self.fresh())),
            },
            (BinaryOp::Xor, Sym::Int(a), Sym::Int(b)) => {
                if let (Some(x), Some(y)) = (a.as_int(), b.as_int()) {
                    return (path, Sym::Int(Poly::int(x ^ y)));
                }
                let natural = entails(&path.all(), &a) && entails(&path.all(), &b);
                let (low, high) = natural.then(|| (Poly::int(0), a.add(&b))).unzip();
                self.some(path, low, high)
            }
            (BinaryOp::Concat, Sym::List(a), Sym::List(b)) => (path, Sym::List(ListSym::Concat(vec![a, b]))),
            (BinaryOp::Concat, ..) => (path.inexact(), Sym::List(ListSym::Opaque)),
            (BinaryOp::Add, Sym::Set(mut set), other) => {
                match other {
                    Sym::Elements(items) => set.added.extend(items),
                    Sym::Among(items) => set.perhaps.extend(items),
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
            _ => (path.inexact(), Sym::Unknown),
        }
    }

    /// The floor of a quotient, with the inequalities that define it.
    pub(crate) fn divide(&mut self, mut path: Path, a: &Poly, b: &Poly) -> (Path, Poly) {
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

    fn define(&mut self, d: usize, args: &[Term], path: Path) -> Many {
        let define = &self.core.defines[d];
        let saved = path.locals.clone();
        let open = self.values(&args.iter().collect::<Vec<_>>(), path);
        let mut out = Many::new();
        for (mut p, mut syms) in open {
            if self.calls.contains(&d) {
                self.risky();
                // A definition that calls itself: its value is not followed.
                let x = self.fresh();
                out.push((p.inexact(), Sym::Int(x)));
                continue;
            }
            syms.resize(define.locals.max(define.arity), Sym::Unknown);
            p.locals = syms;
            self.calls.push(d);
            for (mut q, sym) in self.eval(&define.body, p) {
                q.locals.clone_from(&saved);
                out.push((q, sym));
            }
            self.calls.pop();
        }
        out
    }
}

/// The expressions of a list or set literal that has no ranges in it.
fn singles(pieces: &[Range]) -> Option<Vec<&Term>> {
    let each = pieces.iter().map(|p| match p {
        Range::Of(e) => Some(e),
        Range::Between(..) => None,
    });
    each.collect()
}

/// The value, if it is a known one.
pub(crate) fn plain(sym: &Sym) -> Option<Value> {
    match sym {
        Sym::Int(form) => form.as_int().and_then(|i| i64::try_from(i).ok()).map(Value::Int),
        Sym::Const(v) => Some(v.clone()),
        _ => None,
    }
}
