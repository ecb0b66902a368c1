//! Expressions.

use super::values::{Elem, List, Role, Val};
use super::{Lower, R, sum};
use crate::program::NoProgram;
use crate::program::help::Help;
use crate::program::ir::{E, MOVER, Op, S, STUCK, TURN, and, bin, int, not, plus, var};
use crate::program::layout::{Cell, NAMES};
use bouton_core::{Gather, Kind, Term};
use bouton_language::ast::BinaryOp;
use bouton_language::value::Value;

impl Lower<'_> {
    /// The value of an expression.
    pub(crate) fn value(&mut self, e: &Term) -> R<Val> {
        self.node()?;
        self.depth += 1;
        if self.depth > super::MOST_DEPTH {
            return Err(NoProgram::TooLong);
        }
        let v = self.value_of(e);
        self.depth -= 1;
        v
    }

    fn value_of(&mut self, e: &Term) -> R<Val> {
        Ok(match &e.kind {
            Kind::Value(v) => Val::known(v.clone()),
            Kind::Field(i) => self.field(*i)?,
            Kind::Local(i) => match self.locals.get(*i) {
                Some(Some(v)) => v.clone(),
                _ => Val::One(Cell::Number, int(0)),
            },
            Kind::Mover => Val::One(Cell::Number, var(MOVER)),
            Kind::Turn => Val::One(Cell::Number, var(TURN)),
            Kind::Heaps => return Err(NoProgram::Heaps),
            Kind::Stuck | Kind::Not(_) | Kind::And(..) | Kind::Or(..) | Kind::Compare(..) | Kind::In(..) => {
                Val::truth(self.truth(e)?)
            }
            Kind::Tuple(items) => Val::Tuple(items.iter().map(|x| self.value(x)).collect::<R<_>>()?),
            Kind::List(items) => self.literal(items)?,
            Kind::Set(items) => {
                let v = self.literal(items)?;
                self.as_set(v)?
            }
            Kind::Fold(Gather::List, c) => Val::List(self.comprehended(c)?),
            Kind::Fold(Gather::Set, c) => {
                let list = self.comprehended(c)?;
                self.as_set(Val::List(list))?
            }
            Kind::Index(base, indices) => self.index(base, indices)?,
            Kind::Slice(base, from, to) => self.slice(base, from.as_deref(), to.as_deref())?,
            Kind::Call(function, args) => self.call(*function, args)?,
            Kind::Fold(Gather::By(function), c) => self.fold(*function, c)?,
            Kind::Define(id, args) => self.define(*id, args)?,
            Kind::Size(x) => {
                let v = self.value(x)?;
                Val::One(Cell::Number, self.size(v)?)
            }
            Kind::Binary(BinaryOp::Concat, ..) => self.concat(e)?,
            Kind::Binary(op, a, b) => {
                let (x, y) = (self.value(a)?, self.value(b)?);
                self.combine(*op, x, y)?
            }
            Kind::Cases(arms) => self.cases(arms)?,
            Kind::Floor(_) => return Err(NoProgram::Real),
        })
    }

    /// The value of an expression that may be used many times.
    pub(crate) fn kept_value(&mut self, e: &Term) -> R<Val> {
        let v = self.value(e)?;
        Ok(self.kept(v))
    }

    /// A number that may be used many times.
    pub(crate) fn kept_number(&mut self, e: &Term) -> R<E> {
        let e = self.number(e)?;
        Ok(self.keep(e))
    }

    /// A number.
    pub(crate) fn number(&mut self, e: &Term) -> R<E> {
        match self.value(e)? {
            Val::One(Cell::Number, e) => Ok(e),
            Val::Const(Value::Big(_)) => Err(NoProgram::Big),
            _ => Err(NoProgram::Kinds),
        }
    }

    /// A number that is 0 where it is not given.
    pub(crate) fn or_zero(&mut self, e: Option<&Term>) -> R<E> {
        e.map_or(Ok(int(0)), |e| self.number(e))
    }

    /// The truth of a condition.
    pub(crate) fn truth(&mut self, e: &Term) -> R<E> {
        self.node()?;
        match &e.kind {
            Kind::And(a, b) => {
                let a = self.truth(a)?;
                self.and_then(a, |low| low.truth(b))
            }
            Kind::Or(a, b) => {
                let a = self.truth(a)?;
                if let E::Int(1) = a {
                    return Ok(a);
                }
                let (block, b) = self.apart(|low| low.truth(b))?;
                if block.is_empty() {
                    return Ok(bin(Op::Or, a, b));
                }
                Ok(self.either(a, Vec::new(), int(1), block, b))
            }
            Kind::Not(a) => Ok(not(self.truth(a)?)),
            Kind::Compare(relation, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                self.relation(*relation, a, b)
            }
            Kind::In(x, range) => {
                let x = self.kept_value(x)?;
                self.is_in(x, range, true)
            }
            Kind::Stuck => {
                // Asked for: the caller works it out and runs the code again.
                let ask = vec![S::Return(int(super::ends::ASK))];
                self.emit(S::If(bin(Op::Lt, var(STUCK), int(0)), ask, Vec::new()));
                Ok(var(STUCK))
            }
            _ => match self.value(e)? {
                Val::One(Cell::Flag, e) => Ok(e),
                _ => Err(NoProgram::Kinds),
            },
        }
    }

    /// `a and b`, where `b` is worked out only if `a` holds.
    pub(crate) fn and_then(&mut self, a: E, b: impl FnOnce(&mut Self) -> R<E>) -> R<E> {
        if let E::Int(0) = a {
            return Ok(a);
        }
        let (block, b) = self.apart(b)?;
        if block.is_empty() {
            return Ok(and(a, b));
        }
        if let E::Int(_) = a {
            self.out.extend(block);
            return Ok(b);
        }
        Ok(self.either(a, block, b, Vec::new(), int(0)))
    }

    /// One of two words, each after its own code.
    pub(crate) fn either(&mut self, cond: E, mut yes: Vec<S>, a: E, mut no: Vec<S>, b: E) -> E {
        let v = self.fresh();
        yes.push(S::Set(v, a));
        no.push(S::Set(v, b));
        self.emit(S::If(cond, yes, no));
        var(v)
    }

    fn cases(&mut self, arms: &[(Term, Option<Term>)]) -> R<Val> {
        let Some(((value, cond), rest)) = arms.split_first() else {
            return Err(NoProgram::Kinds);
        };
        match cond.as_ref().map_or(Ok(int(1)), |c| self.truth(c))? {
            E::Int(0) if rest.is_empty() => Err(NoProgram::NoCase),
            E::Int(0) => self.cases(rest),
            E::Int(_) => self.value(value),
            // No case holds: an error that the interpreter words.
            cond if rest.is_empty() => {
                self.check(cond);
                self.value(value)
            }
            cond => {
                let (yes, a) = self.apart(|low| low.value(value))?;
                let (no, b) = self.apart(|low| low.cases(rest))?;
                self.join(cond, (yes, a), (no, b))
            }
        }
    }

    /// One of two values, each after its own code.
    fn join(&mut self, cond: E, a: (Vec<S>, Val), b: (Vec<S>, Val)) -> R<Val> {
        if let (Val::One(x, p), Val::One(y, q)) = (&a.1, &b.1) {
            if x != y {
                return Err(NoProgram::Kinds);
            }
            if a.0.is_empty() && b.0.is_empty() {
                let e = E::If(Box::new(cond), Box::new(p.clone()), Box::new(q.clone()));
                return Ok(Val::One(*x, e));
            }
            let (x, p, q) = (*x, p.clone(), q.clone());
            return Ok(Val::One(x, self.either(cond, a.0, p, b.0, q)));
        }
        // Lists: bring both into one shape, each in its own code.
        let cond = self.keep(cond);
        let listed = |low: &mut Self, (mut code, v): (Vec<S>, Val)| {
            let (more, l) = low.apart(|low| {
                let l = low.list(v)?;
                low.spread(l)
            })?;
            code.extend(more);
            Ok((code, l))
        };
        let (mut yes, a) = listed(self, a)?;
        let (mut no, b) = listed(self, b)?;
        let (mut a, mut b) = (a, b);
        let shape = if a.elem == Elem::Nothing { b.elem.clone() } else { a.elem.clone() };
        let fits = |l: &List| l.elem == shape || l.elem == Elem::Nothing;
        if a.role != b.role || !fits(&a) || !fits(&b) {
            return Err(NoProgram::Kinds);
        }
        (a.elem, b.elem) = (shape.clone(), shape);
        if a.space != b.space {
            let (more, moved) = self.apart(|low| low.in_memory(a))?;
            yes.extend(more);
            a = moved;
            let (more, moved) = self.apart(|low| low.in_memory(b))?;
            no.extend(more);
            b = moved;
        }
        let (at, len) = (self.fresh(), self.fresh());
        yes.extend([S::Set(at, a.at), S::Set(len, a.len)]);
        no.extend([S::Set(at, b.at), S::Set(len, b.len)]);
        self.emit(S::If(cond, yes, no));
        Ok(Val::List(List { at: var(at), len: var(len), ..a }))
    }

    /// `|x|`
    pub(crate) fn size(&mut self, v: Val) -> R<E> {
        Ok(match v {
            Val::One(Cell::Number, e) => self.absolute(e),
            Val::One(Cell::Name, e) => {
                let e = self.keep(e);
                if !self.layout.names().is_empty() {
                    self.check(bin(Op::Lt, e, int(NAMES)));
                }
                int(1)
            }
            Val::One(Cell::Flag, _) => return Err(NoProgram::Kinds),
            Val::Tuple(items) => int(items.len() as i64),
            Val::Const(v) => int(bouton_core::size(&v).ok_or(NoProgram::Big)? as i64),
            Val::List(l) => l.len,
        })
    }

    /// The absolute value.
    pub(crate) fn absolute(&mut self, e: E) -> E {
        if self.range(&e).0 >= 0 {
            return e;
        }
        let e = self.keep(e);
        let minus = bin(Op::Sub, int(0), e.clone());
        E::If(Box::new(bin(Op::Lt, e.clone(), int(0))), Box::new(minus), Box::new(e))
    }

    /// `x op y` of numbers or sets.
    pub(crate) fn combine(&mut self, op: BinaryOp, x: Val, y: Val) -> R<Val> {
        let (a, b) = match (x, y) {
            (Val::One(Cell::Number, a), Val::One(Cell::Number, b)) => (a, b),
            (Val::Const(Value::Big(_)), _) | (_, Val::Const(Value::Big(_))) => return Err(NoProgram::Big),
            (x, y) => return self.combine_sets(op, x, y),
        };
        let e = match op {
            BinaryOp::Add => sum(self, Op::Add, a, b),
            BinaryOp::Sub => sum(self, Op::Sub, a, b),
            BinaryOp::Mul => sum(self, Op::Mul, a, b),
            BinaryOp::Div => bin(Op::Div, a, b),
            BinaryOp::Mod => bin(Op::Mod, a, b),
            BinaryOp::Xor => bin(Op::Xor, a, b),
            BinaryOp::Pow => {
                if let (E::Int(a), E::Int(b)) = (&a, &b)
                    && let Some(v) = u32::try_from(*b).ok().and_then(|b| a.checked_pow(b))
                {
                    int(v)
                } else {
                    E::Help(Help::Pow, vec![a, b])
                }
            }
            BinaryOp::Concat | BinaryOp::Over => return Err(NoProgram::Kinds),
        };
        Ok(Val::One(Cell::Number, e))
    }

    fn index(&mut self, base: &Term, indices: &[Term]) -> R<Val> {
        let base = self.value(base)?;
        self.elements(base, indices)
    }

    /// A field, or an element of it.
    pub(crate) fn read(&mut self, f: usize, places: &[Term]) -> R<Val> {
        let field = self.field(f)?;
        self.elements(field, places)
    }

    fn elements(&mut self, of: Val, indices: &[Term]) -> R<Val> {
        indices.iter().try_fold(of, |at, index| {
            let index = self.value(index)?;
            self.element(at, index)
        })
    }

    /// `x[i]`, `G[v]`
    fn element(&mut self, base: Val, index: Val) -> R<Val> {
        if let Val::Const(Value::Graph(g)) = &base {
            return Ok(Val::List(self.neighbours(g, index)?));
        }
        let Val::One(Cell::Number, index) = index else { return Err(NoProgram::Kinds) };
        if let (Val::Tuple(items), E::Int(i)) = (&base, &index) {
            let found = usize::try_from(*i - 1).ok().and_then(|i| items.get(i));
            return found.cloned().ok_or(NoProgram::NoCase);
        }
        let list = self.list(base)?;
        if list.role == Role::Set && list.elem == Elem::Nothing {
            return Err(NoProgram::Kinds);
        }
        let place = self.place(index, &list.len);
        list.get(self, place)
    }

    /// The place from 0 of an index from 1, checked unless it is known to be inside.
    pub(crate) fn place(&mut self, index: E, len: &E) -> E {
        if self.inside(&index, len) {
            return bin(Op::AddIn, index, int(-1));
        }
        E::Place(Box::new(index), Box::new(len.clone()))
    }

    /// Is `1 <= index <= len` known?
    fn inside(&self, index: &E, len: &E) -> bool {
        if self.range(index).0 < 1 {
            return false;
        }
        if self.range(index).1 <= self.range(len).0 {
            return true;
        }
        // i + c with i up to |a| + d, c + d <= 0.
        let (base, c) = offset(index);
        let E::Var(v) = base else { return false };
        let Some(upto) = self.known.get(v).and_then(|k| k.upto.as_ref()) else { return false };
        let (top, d) = offset(upto);
        let (size, s) = offset(len);
        top == size && c.saturating_add(d) <= s
    }

    fn slice(&mut self, base: &Term, from: Option<&Term>, to: Option<&Term>) -> R<Val> {
        let v = self.value(base)?;
        let list = self.list(v)?;
        let lo = from.map_or(Ok(int(1)), |e| self.number(e))?;
        let hi = to.map_or(Ok(list.len.clone()), |e| self.number(e))?;
        let (lo, hi) = (self.keep(lo), self.keep(hi));
        // An empty slice ends one before it begins, and may stand just past either end.
        self.check(bin(Op::Le, int(1), lo.clone()));
        if hi != list.len {
            self.check(bin(Op::Le, hi.clone(), list.len.clone()));
        }
        self.check(bin(Op::Le, bin(Op::SubIn, lo.clone(), int(1)), hi.clone()));
        let start = bin(Op::SubIn, lo, int(1));
        let len = self.keep(bin(Op::SubIn, hi, start.clone()));
        if let E::Var(v) = len
            && let Some(k) = self.known.get_mut(&v)
        {
            k.least = k.least.max(0);
        }
        let at = self.keep(plus(list.at.clone(), bin(Op::MulIn, start, list.stride())));
        Ok(Val::List(List { at, len, ..list }))
    }
}

/// An expression as another plus a constant.
fn offset(e: &E) -> (&E, i64) {
    match e {
        E::Bin(Op::AddIn | Op::Add, x, c) => match **c {
            E::Int(c) => (x, c),
            _ => (e, 0),
        },
        E::Bin(Op::SubIn | Op::Sub, x, c) => match **c {
            E::Int(c) if c > i64::MIN => (x, -c),
            _ => (e, 0),
        },
        _ => (e, 0),
    }
}
