//! Built-in functions on symbolic values.

use crate::facts::symbolic::eval::{Many, plain};
use crate::facts::symbolic::{AtomKind, Gen, ListSym, Path, Session, SetSym, Sym};
use bouton_core::{Comprehension, Term};
use bouton_language::rules::Builtin;
use bouton_language::value::Value;
use bouton_linear::Poly;
use bouton_linear::entail::entails;

impl Session<'_> {
    /// A function of several arguments.
    pub(crate) fn call(&mut self, f: Builtin, args: &[Term], path: Path) -> Many {
        if !matches!(f, Builtin::Min | Builtin::Max | Builtin::Abs | Builtin::Sum | Builtin::Count)
            || (args.len() == 1 && matches!(f, Builtin::Min | Builtin::Max))
        {
            self.risky();
        }
        if matches!(f, Builtin::Min | Builtin::Max) && args.len() > 1 {
            return self.extreme(f == Builtin::Max, args, path);
        }
        let items: Vec<&Term> = args.iter().collect();
        if f == Builtin::Abs {
            let ways = self.values(&items, path);
            return ways.into_iter().flat_map(|(p, syms)| self.size(p, syms[0].clone())).collect();
        }
        self.eval_each(&items, path, |s, p, syms| s.apply(f, p, &syms))
    }

    /// The least or greatest of several numbers: one way for each that may be it.
    fn extreme(&mut self, greatest: bool, args: &[Term], path: Path) -> Many {
        let open = self.values(&args.iter().collect::<Vec<_>>(), path);
        let mut out = Many::new();
        for (p, syms) in open {
            let forms: Option<Vec<Poly>> = syms.into_iter().map(Sym::int).collect();
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
                self.some_natural(path, high)
            }
            (Builtin::Isqrt | Builtin::Log2 | Builtin::Popcount, [Sym::Int(n)]) => {
                self.some_natural(path, Some(n.clone()))
            }
            (Builtin::Band | Builtin::Bor, [Sym::Int(a), Sym::Int(b)]) => {
                let all = path.all();
                if !entails(&all, a) || !entails(&all, b) {
                    return (path.inexact(), Sym::Int(self.fresh()));
                }
                // Digit by digit: at most each of the two, or at least each and at most their sum.
                let and = f == Builtin::Band;
                let (low, high) = if and { (Poly::int(0), a.clone()) } else { (a.clone(), a.add(b)) };
                let (mut path, v) = self.between(path, Some(low), Some(high));
                path.defs.push(if and { b.sub(&v) } else { v.sub(b) });
                (path, Sym::Int(v))
            }
            (Builtin::Shl | Builtin::Shr, [Sym::Int(a), Sym::Int(k)]) => {
                let power = k.as_int().filter(|k| (0..=62).contains(k)).map(|k| 1i128 << k);
                let natural = entails(&path.all(), a);
                match (f, power) {
                    (Builtin::Shl, Some(power)) => (path, Sym::Int(a.times(&Poly::int(power)))),
                    (_, Some(power)) => {
                        let (path, q) = self.divide(path, a, &Poly::int(power));
                        (path, Sym::Int(q))
                    }
                    (Builtin::Shl, None) if natural => self.some(path, Some(a.clone()), None),
                    (_, None) if natural => self.some_natural(path, Some(a.clone())),
                    _ => (path.inexact(), Sym::Int(self.fresh())),
                }
            }
            (Builtin::Distance, [Sym::Const(Value::Graph(g)), ..]) => {
                self.some_natural(path, Some(Poly::int(g.len() as i128)))
            }
            (Builtin::Min | Builtin::Max, [Sym::List(ListSym::Base(id))]) => {
                let info = self.info(*id);
                let (low, high) = (info.low.clone(), info.high.clone());
                self.some(path, low, high)
            }
            (Builtin::Count, _) => self.some_natural(path, None),
            (Builtin::Xor | Builtin::Sum | Builtin::Min | Builtin::Max | Builtin::Gcd, _) => {
                (path.inexact(), Sym::Int(self.fresh()))
            }
            (Builtin::Any | Builtin::All, _) => self.some_natural(path, Some(Poly::int(1))),
            _ => (path.inexact(), Sym::Unknown),
        }
    }

    /// A fold over a comprehension.
    pub(crate) fn fold(&mut self, f: Builtin, over: &Comprehension, path: Path) -> Many {
        // What the comprehension reads is not followed.
        self.risky();
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
            Builtin::Any | Builtin::All => vec![self.some_natural(path, Some(Poly::int(1)))],
            _ => vec![(path.inexact(), Sym::Int(self.fresh()))],
        }
    }

    /// `|x|`: a size, or an absolute value.
    pub(crate) fn size(&mut self, path: Path, sym: Sym) -> Many {
        match sym {
            Sym::Int(form) => {
                let up = path.clone().with(form.clone());
                let down = path.with(form.neg().shift(-1));
                vec![(up, Sym::Int(form.clone())), (down, Sym::Int(form.neg()))]
            }
            Sym::List(list) => match self.length(&list) {
                Some(len) => vec![(path, Sym::Int(len))],
                None => vec![self.some_natural(path, None)],
            },
            Sym::Set(SetSym { field, added, perhaps, removed, more: false, fewer: false, .. })
                if added.is_empty() && perhaps.is_empty() && removed.is_empty() =>
            {
                let size = self.form(AtomKind::SetSize(field));
                vec![(path, Sym::Int(size))]
            }
            Sym::Const(v) if let Some(n) = bouton_core::size(&v) => {
                vec![(path, Sym::Int(Poly::int(n as i128)))]
            }
            _ => vec![self.some_natural(path, None)],
        }
    }
}
