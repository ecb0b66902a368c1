//! Expressions: operators, comparisons, cases, comprehensions, elements.

use super::{Lower, Lowered, cannot, coerced};
use crate::ir::{Clause, Comp, E, Gather, Helper, Item, K, Op, Over, Rel, Ty};
use crate::wrong::What;
use bouton_language::ast::{BinaryOp, CompareOp};
use bouton_language::rules::{self, Builtin, Comprehension, Expr, ExprKind, RangeExpr};
use bouton_language::span::Span;
use bouton_language::value::KnownSet;

impl Lower<'_> {
    /// An expression.
    pub(crate) fn expr(&mut self, e: &Expr) -> Lowered<E> {
        let span = e.span;
        Ok(match &e.kind {
            ExprKind::Const(v) => self.constant(v, span)?,
            ExprKind::Field(i) => E { kind: K::Field(*i), ty: self.field_ty(*i).clone() },
            ExprKind::Param(i) => {
                let ty = self.param(*i).1.clone();
                if let Ty::Known(_) = ty {
                    return cannot(What::Endless, span);
                }
                self.used_params[*i] = true;
                E { kind: K::Param(*i), ty }
            }
            ExprKind::Local(slot) => match self.frame.get(slot) {
                Some((name, ty)) => E::var(name, ty.clone()),
                None => return cannot(What::Place, span),
            },
            ExprKind::Mover => E { kind: K::Mover, ty: Ty::Int(true) },
            ExprKind::Opponent => E { kind: K::Opponent, ty: Ty::Int(true) },
            ExprKind::Turn => E { kind: K::Turn, ty: Ty::Int(true) },
            ExprKind::Stuck => E { kind: K::Stuck, ty: Ty::Bool },
            ExprKind::Heaps => E { kind: K::Heaps, ty: Ty::list(self.part_type()) },
            ExprKind::Tuple(items) => self.tuple(items)?,
            ExprKind::List(items) | ExprKind::Set(items) => {
                let set = matches!(e.kind, ExprKind::Set(_));
                self.literal(items, set, span)?
            }
            ExprKind::ListOf(c) => list(self.comprehension(c)?),
            ExprKind::SetOf(c) => {
                let Comp { element, clauses } = self.comprehension(c)?;
                let ty = Ty::set(element.ty.clone());
                E::comp(Gather::Set, element, clauses, ty)
            }
            ExprKind::Index(base, indices) => {
                let mut at = self.expr(base)?;
                for index in indices {
                    let index = self.expr(index)?;
                    at = self.element(at, index, span)?;
                }
                at
            }
            ExprKind::Slice(base, from, to) => {
                let base = self.expr(base)?;
                let ty = base.ty.clone();
                let from = from.as_ref().map(|x| self.expr(x)).transpose()?.map(Box::new);
                let to = to.as_ref().map(|x| self.expr(x)).transpose()?.map(Box::new);
                if !matches!(ty, Ty::List(_) | Ty::Text | Ty::Unknown) {
                    return cannot(What::Mixed, span);
                }
                E { kind: K::Slice(Box::new(base), from, to), ty }
            }
            ExprKind::Call(builtin, args) => self.builtin(*builtin, args, span)?,
            ExprKind::Fold(builtin, c) => self.fold(*builtin, c)?,
            ExprKind::Define(i, args) => self.call(*i, args, span)?,
            ExprKind::Size(x) => {
                let x = self.expr(x)?;
                match &x.ty {
                    Ty::Int(_) => E::help(Helper::Abs, vec![x], Ty::Int(true)),
                    _ => E { kind: K::Size(Box::new(x)), ty: Ty::Int(true) },
                }
            }
            ExprKind::Neg(x) => match self.expr(x)? {
                E { kind: K::Int(n), .. } => {
                    let n = -n;
                    let natural = n.sign() != num_bigint::Sign::Minus;
                    E { kind: K::Int(n), ty: Ty::Int(natural) }
                }
                x => x.minus(),
            },
            ExprKind::Not(x) => negated(self.expr(x)?),
            ExprKind::And(a, b) => {
                let both = vec![self.expr(a)?, self.expr(b)?];
                E { kind: K::And(flat(both, true)), ty: Ty::Bool }
            }
            ExprKind::Or(a, b) => {
                let both = vec![self.expr(a)?, self.expr(b)?];
                E { kind: K::Or(flat(both, false)), ty: Ty::Bool }
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                self.binary(*op, a, b, span)?
            }
            ExprKind::Compare(first, rest) => self.compare(first, rest, span)?,
            ExprKind::Cases(arms) => self.cases(arms, span)?,
            ExprKind::Floor(real) => self.floor(real, span)?,
        })
    }

    /// What one part is as a value.
    pub(crate) fn part_type(&self) -> Ty {
        let types: Vec<Ty> = self.fields.iter().map(|(_, t)| t.clone()).collect();
        match types.as_slice() {
            [one] => one.clone(),
            _ => tuple_type(types),
        }
    }

    /// A number.
    pub(crate) fn number(&mut self, e: &Expr) -> Lowered<E> {
        let made = self.expr(e)?;
        if made.ty.is_int() || made.ty == Ty::Unknown { Ok(made) } else { cannot(What::Mixed, e.span) }
    }

    fn tuple(&mut self, items: &[Expr]) -> Lowered<E> {
        let items = items.iter().map(|x| self.expr(x)).collect::<Lowered<Vec<_>>>()?;
        let ty = tuple_type(items.iter().map(|x| x.ty.clone()).collect());
        let made = E { ty: Ty::Tuple(items.iter().map(|x| x.ty.clone()).collect()), kind: K::Tuple(items) };
        Ok(match &ty {
            Ty::List(_) => coerced(made.clone(), &ty).unwrap_or(made),
            _ => made,
        })
    }

    fn literal(&mut self, items: &[RangeExpr], set: bool, span: Span) -> Lowered<E> {
        let mut made = Vec::new();
        let mut of = Ty::Unknown;
        for item in items {
            let item = match item {
                RangeExpr::Of(e) => Item::One(self.expr(e)?),
                RangeExpr::Between(from, to) => {
                    let from = match from {
                        Some(e) => self.number(e)?,
                        None => E::int(0),
                    };
                    let Some(to) = to else { return cannot(What::Endless, span) };
                    Item::Range(from, self.number(to)?)
                }
            };
            let ty = match &item {
                Item::One(e) => e.ty.clone(),
                Item::Range(from, _) => from.ty.clone(),
            };
            let Some(joined) = of.join(&ty) else { return cannot(What::Mixed, span) };
            of = joined;
            made.push(item);
        }
        let mut all = Vec::new();
        for item in made {
            all.push(match item {
                Item::One(e) => Item::One(self.coerce(e, &of, span)?),
                range => range,
            });
        }
        Ok(match set {
            true => E { kind: K::Set(all), ty: Ty::set(of) },
            false => E { kind: K::List(all), ty: Ty::list(of) },
        })
    }

    /// `e for x in R if c`
    pub(crate) fn comprehension(&mut self, c: &Comprehension) -> Lowered<Comp> {
        let mut clauses = Vec::new();
        for clause in &c.clauses {
            match clause {
                rules::Clause::If(cond) => clauses.push(Clause::If(self.truth(cond)?)),
                rules::Clause::For { slot, range } => {
                    let over = self.over(range, None)?;
                    let ty = over_type(&over);
                    let name = self.bind(*slot, ty);
                    clauses.push(Clause::For(name, over));
                }
            }
        }
        Ok(Comp { element: self.expr(&c.element)?, clauses })
    }

    /// A condition.
    pub(crate) fn truth(&mut self, e: &Expr) -> Lowered<E> {
        let made = self.expr(e)?;
        if matches!(made.ty, Ty::Bool | Ty::Unknown) { Ok(made) } else { cannot(What::Mixed, e.span) }
    }

    fn fold(&mut self, b: Builtin, c: &Comprehension) -> Lowered<E> {
        let mut c = self.comprehension(c)?;
        let natural = c.element.ty == Ty::Int(true);
        let (gather, ty) = match b {
            Builtin::Min => return Ok(E::help(Helper::MinOf, vec![list(c)], Ty::Int(natural))),
            Builtin::Max => return Ok(E::help(Helper::MaxOf, vec![list(c)], Ty::Int(natural))),
            Builtin::Xor => (Gather::Xor, Ty::Int(true)),
            Builtin::Any => (Gather::Any, Ty::Bool),
            Builtin::All => (Gather::All, Ty::Bool),
            Builtin::Count => {
                if !matches!(c.element.ty, Ty::Bool | Ty::Unknown) {
                    c.element = E::truth(true);
                }
                (Gather::Count, Ty::Int(true))
            }
            _ => (Gather::Sum, Ty::Int(natural)),
        };
        Ok(E { kind: K::Comp(gather, Box::new(c)), ty })
    }

    /// A call of a definition: its types grow by what it is called with.
    fn call(&mut self, i: usize, args: &[Expr], span: Span) -> Lowered<E> {
        let args = args.iter().map(|a| self.expr(a)).collect::<Lowered<Vec<_>>>()?;
        let known = self.sigs[i].clone();
        let sig = match known {
            None => {
                let args = args.iter().map(|a| a.ty.clone()).collect();
                self.changed = true;
                super::Sig { args, ret: Ty::Unknown }
            }
            Some(mut sig) => {
                for (have, arg) in sig.args.iter_mut().zip(&args) {
                    let Some(joined) = have.join(&arg.ty) else { return cannot(What::Mixed, span) };
                    if joined != *have {
                        self.changed = true;
                        *have = joined;
                    }
                }
                sig
            }
        };
        let mut given = Vec::new();
        for (arg, ty) in args.into_iter().zip(&sig.args) {
            given.push(self.coerce(arg, ty, span)?);
        }
        let ty = sig.ret.clone();
        self.sigs[i] = Some(sig);
        Ok(E { kind: K::Call(i, given), ty })
    }

    /// An element of a list, a string, a set, a tuple; the neighbours of a node.
    pub(crate) fn element(&mut self, base: E, index: E, span: Span) -> Lowered<E> {
        let at = |base: E, index: E, ty: Ty| E { kind: K::Index(Box::new(base), Box::new(index)), ty };
        match base.ty.clone() {
            Ty::List(of) => Ok(at(base, index, *of)),
            Ty::Text => Ok(at(base, index, Ty::Char)),
            Ty::Unknown => Ok(at(base, index, Ty::Unknown)),
            Ty::Set(of) => Ok(at(E::help(Helper::ToList, vec![base], Ty::List(of.clone())), index, *of)),
            Ty::Tuple(types) => match &index.kind {
                K::Int(n) => {
                    let place = usize::try_from(n).ok().and_then(|n| n.checked_sub(1));
                    match place.and_then(|p| Some((p, types.get(p)?.clone()))) {
                        Some((p, ty)) => Ok(E { kind: K::Part(Box::new(base), p), ty }),
                        None => cannot(What::TupleIndex, span),
                    }
                }
                _ => cannot(What::TupleIndex, span),
            },
            Ty::Graph(of) => {
                let index = self.coerce(index, &of, span)?;
                Ok(E::help(Helper::Near, vec![base, index], Ty::List(of)))
            }
            _ => cannot(What::Mixed, span),
        }
    }

    /// `a op b`
    pub(crate) fn binary(&mut self, op: BinaryOp, a: E, b: E, span: Span) -> Lowered<E> {
        let both = a.natural() && b.natural();
        let sets = matches!(a.ty, Ty::Set(_)) || matches!(b.ty, Ty::Set(_));
        Ok(match op {
            BinaryOp::Add | BinaryOp::Sub if sets => {
                let Some(ty) = a.ty.join(&b.ty) else { return cannot(What::Mixed, span) };
                let (a, b) = (self.coerce(a, &ty, span)?, self.coerce(b, &ty, span)?);
                let helper = if op == BinaryOp::Add { Helper::Union } else { Helper::Minus };
                E::help(helper, vec![a, b], ty)
            }
            BinaryOp::Concat => {
                let ty = match a.ty.join(&b.ty) {
                    Some(Ty::Char) => Ty::Text,
                    Some(ty) => ty,
                    None => return cannot(What::Mixed, span),
                };
                let (a, b) = (self.coerce(a, &ty, span)?, self.coerce(b, &ty, span)?);
                E::help(Helper::Concat, vec![a, b], ty)
            }
            BinaryOp::Add => E::bin(Op::Add, a, b, both),
            BinaryOp::Sub => E::bin(Op::Sub, a, b, false),
            BinaryOp::Mul => E::bin(Op::Mul, a, b, both),
            BinaryOp::Xor => E::bin(Op::Xor, a, b, true),
            BinaryOp::Div | BinaryOp::Over if both => E::bin(Op::Div, a, b, true),
            BinaryOp::Mod if both => E::bin(Op::Mod, a, b, true),
            BinaryOp::Div | BinaryOp::Over => E::help(Helper::FloorDiv, vec![a, b], Ty::Int(false)),
            BinaryOp::Mod => {
                let natural = b.natural();
                E::help(Helper::FloorMod, vec![a, b], Ty::Int(natural))
            }
            BinaryOp::Pow => {
                let natural = a.natural();
                E::help(Helper::Power, vec![a, b], Ty::Int(natural))
            }
        })
    }

    fn compare(&mut self, first: &Expr, rest: &[(CompareOp, RangeExpr)], span: Span) -> Lowered<E> {
        let mut left = self.expr(first)?;
        let mut all = Vec::new();
        for (op, right) in rest {
            let rel = match op {
                CompareOp::In | CompareOp::NotIn => {
                    let inside = self.inside(&left, right, true)?;
                    all.push(if *op == CompareOp::In { inside } else { negated(inside) });
                    continue;
                }
                CompareOp::Eq => Rel::Eq,
                CompareOp::Ne => Rel::Ne,
                CompareOp::Lt => Rel::Lt,
                CompareOp::Le => Rel::Le,
                CompareOp::Gt => Rel::Gt,
                CompareOp::Ge => Rel::Ge,
            };
            let RangeExpr::Of(right) = right else { return cannot(What::Mixed, span) };
            let right = self.expr(right)?;
            all.push(self.related(rel, left, right.clone(), span)?);
            left = right;
        }
        match E::all(all) {
            Some(E { kind: K::And(conds), ty }) => Ok(E { kind: K::And(flat(conds, true)), ty }),
            Some(one) => Ok(one),
            None => cannot(What::Place, span),
        }
    }

    /// A comparison of two values; of different kinds they are never equal.
    pub(crate) fn related(&mut self, rel: Rel, a: E, b: E, span: Span) -> Lowered<E> {
        let Some(ty) = a.ty.join(&b.ty) else {
            return match rel {
                Rel::Eq | Rel::Ne => Ok(E::truth(rel == Rel::Ne)),
                _ => cannot(What::Mixed, span),
            };
        };
        // A value compared with yes or no is that value, or its opposite.
        match (&a.kind, &b.kind, rel) {
            (K::Bool(want), _, Rel::Eq | Rel::Ne) => {
                return Ok(if *want == (rel == Rel::Eq) { b } else { negated(b) });
            }
            (_, K::Bool(want), Rel::Eq | Rel::Ne) => {
                return Ok(if *want == (rel == Rel::Eq) { a } else { negated(a) });
            }
            _ => {}
        }
        let (a, b) = (self.coerce(a, &ty, span)?, self.coerce(b, &ty, span)?);
        Ok(E::cmp(rel, a, b))
    }

    fn cases(&mut self, arms: &[(Expr, Option<Expr>)], span: Span) -> Lowered<E> {
        let mut made = Vec::new();
        let mut ty = Ty::Unknown;
        for (value, cond) in arms {
            let cond = cond.as_ref().map(|c| self.truth(c)).transpose()?;
            let value = self.expr(value)?;
            let Some(joined) = ty.join(&value.ty) else { return cannot(What::Mixed, span) };
            ty = joined;
            made.push((cond, value));
        }
        let mut conds = Vec::new();
        let mut otherwise = None;
        for (cond, value) in made {
            let value = self.coerce(value, &ty, span)?;
            match cond {
                Some(cond) => conds.push((cond, value)),
                None => {
                    otherwise = Some(Box::new(value));
                    break;
                }
            }
        }
        match (conds.is_empty(), otherwise) {
            (true, Some(only)) => Ok(*only),
            (true, None) => cannot(What::Place, span),
            (false, otherwise) => Ok(E { kind: K::Cond(conds, otherwise), ty }),
        }
    }

    /// The infinite set that an expression names.
    pub(crate) fn known(&self, e: &Expr) -> Option<KnownSet> {
        use bouton_language::value::Value;
        match &e.kind {
            ExprKind::Const(Value::Known(k)) => Some(*k),
            ExprKind::Param(i) => match self.param(*i).1 {
                Ty::Known(k) => Some(k),
                _ => None,
            },
            ExprKind::Define(i, args) if args.is_empty() => {
                let rules = self.rules;
                rules.defines.get(*i).and_then(|d| self.known(&d.body))
            }
            _ => None,
        }
    }
}

/// The list that a comprehension makes.
fn list(Comp { element, clauses }: Comp) -> E {
    let ty = Ty::list(element.ty.clone());
    E::comp(Gather::List, element, clauses, ty)
}

/// A list where all have one type, a tuple otherwise.
fn tuple_type(types: Vec<Ty>) -> Ty {
    match types.iter().try_fold(Ty::Unknown, |t, x| t.join(x)) {
        Some(of) => Ty::list(of),
        None => Ty::Tuple(types),
    }
}

/// What a variable that runs over this is.
pub(crate) fn over_type(over: &Over) -> Ty {
    match over {
        Over::Range(from, _) => from.ty.clone(),
        Over::All(e) => e.ty.element().unwrap_or(Ty::Unknown),
    }
}

/// The opposite of a condition.
pub(crate) fn negated(e: E) -> E {
    let kind = match e.kind {
        K::Not(x) => return *x,
        K::Bool(b) => K::Bool(!b),
        K::Cmp(rel, a, b) => {
            let rel = match rel {
                Rel::Eq => Rel::Ne,
                Rel::Ne => Rel::Eq,
                Rel::Lt => Rel::Ge,
                Rel::Le => Rel::Gt,
                Rel::Gt => Rel::Le,
                Rel::Ge => Rel::Lt,
            };
            K::Cmp(rel, a, b)
        }
        kind => K::Not(Box::new(E { kind, ty: Ty::Bool })),
    };
    E { kind, ty: Ty::Bool }
}

/// Conditions inside one another, side by side.
fn flat(conds: Vec<E>, and: bool) -> Vec<E> {
    conds
        .into_iter()
        .flat_map(|e| match e.kind {
            K::And(inner) if and => inner,
            K::Or(inner) if !and => inner,
            _ => vec![e],
        })
        .collect()
}
