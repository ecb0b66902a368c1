//! Built-in functions and folds.

use super::values::{Elem, List, Role, Val};
use super::{Lower, R, sum};
use crate::program::NoProgram;
use crate::program::help::Help;
use crate::program::ir::{E, Op, S, Space, Var, bin, int, not, plus, var};
use crate::program::layout::Cell;
use bouton_core::{Comprehension, Term};
use bouton_language::rules::Builtin;
use bouton_language::value::Value;

/// A fold under way: its result so far, and whether there was a value.
struct Fold {
    function: Builtin,
    so_far: Var,
    seen: Option<Var>,
    /// Left where the result is certain.
    done: usize,
}

impl<'a> Lower<'a> {
    /// `sum(e for …)` and the other folds.
    pub(crate) fn fold(&mut self, function: Builtin, c: &Comprehension) -> R<Val> {
        self.folded(function, |low, fold| low.comprehend(c, 0, &mut |low, v| low.take(fold, v)))
    }

    fn folded(&mut self, function: Builtin, f: impl FnOnce(&mut Self, &Fold) -> R<()>) -> R<Val> {
        let cell = match function {
            Builtin::Any | Builtin::All => Cell::Flag,
            Builtin::Min | Builtin::Max | Builtin::Sum | Builtin::Xor | Builtin::Count | Builtin::Gcd => {
                Cell::Number
            }
            other => return Err(NoProgram::Generator(other)),
        };
        let so_far = self.slot(int(i64::from(function == Builtin::All)));
        let seen = match function {
            Builtin::Min | Builtin::Max => Some(self.slot(int(0))),
            _ => None,
        };
        let fold = Fold { function, so_far, seen, done: self.label() };
        let (code, ()) = self.apart(|low| f(low, &fold))?;
        match function {
            Builtin::Any | Builtin::All => self.emit(S::Label(fold.done, code)),
            _ => self.out.extend(code),
        }
        // The least of nothing is an error; the greatest is 0.
        if let (Builtin::Min, Some(seen)) = (function, seen) {
            self.check(var(seen));
        }
        Ok(Val::One(cell, var(so_far)))
    }

    /// Takes one value into a fold.
    fn take(&mut self, fold: &Fold, v: Val) -> R<()> {
        let so_far = fold.so_far;
        match (fold.function, v) {
            (Builtin::Count, Val::One(Cell::Flag, e)) => {
                self.emit(S::Set(so_far, plus(var(so_far), not(not(e)))));
            }
            (Builtin::Count, v) => {
                if let Val::One(_, e) = v {
                    self.run(e);
                }
                self.emit(S::Set(so_far, plus(var(so_far), int(1))));
            }
            (Builtin::Any | Builtin::All, Val::One(Cell::Flag, e)) => {
                let any = fold.function == Builtin::Any;
                let found = vec![S::Set(so_far, int(i64::from(any))), S::Leave(fold.done)];
                self.emit(S::If(if any { e } else { not(e) }, found, Vec::new()));
            }
            (_, Val::One(Cell::Number, e)) => {
                let now = var(so_far);
                let next = match fold.function {
                    Builtin::Xor => bin(Op::Xor, now, e),
                    Builtin::Gcd => E::Help(Help::Gcd, vec![now, e]),
                    Builtin::Min | Builtin::Max => {
                        let e = self.keep(e);
                        let op = if fold.function == Builtin::Min { Op::Min } else { Op::Max };
                        let seen = fold.seen.unwrap_or(so_far);
                        let better = bin(op, now, e.clone());
                        let next = E::If(Box::new(var(seen)), Box::new(better), Box::new(e));
                        self.emit(S::Set(so_far, next));
                        self.emit(S::Set(seen, int(1)));
                        return Ok(());
                    }
                    _ => bin(Op::Add, now, e),
                };
                self.emit(S::Set(so_far, next));
            }
            (_, Val::Const(Value::Big(_))) => return Err(NoProgram::Big),
            _ => return Err(NoProgram::Kinds),
        }
        Ok(())
    }

    /// A built-in function.
    pub(crate) fn call(&mut self, function: Builtin, args: &[Term]) -> R<Val> {
        if function.is_generator() {
            return self.generated(function, args);
        }
        let Some((first, rest)) = args.split_first() else { return Err(NoProgram::Kinds) };
        let x = self.value(first)?;
        match (function, x) {
            (Builtin::Count, x) if !rest.is_empty() => {
                let wanted = self.kept_value(&rest[0])?;
                let list = self.list(x)?;
                self.folded(Builtin::Count, |low, fold| {
                    low.each(list, false, &mut |low, v| {
                        let same = low.equal(v, wanted.clone())?;
                        low.take(fold, Val::truth(same))
                    })
                })
            }
            (Builtin::Min | Builtin::Max, Val::One(Cell::Number, x)) => {
                let op = if function == Builtin::Min { Op::Min } else { Op::Max };
                let all = rest.iter().try_fold(x, |all, e| Ok(bin(op, all, self.number(e)?)))?;
                Ok(Val::One(Cell::Number, all))
            }
            (Builtin::Sum | Builtin::Xor | Builtin::Gcd, Val::One(Cell::Number, x)) => {
                let mut all = match function {
                    Builtin::Xor => bin(Op::Xor, int(0), x),
                    Builtin::Gcd => self.absolute(x),
                    _ => x,
                };
                for e in rest {
                    let e = self.number(e)?;
                    all = match function {
                        Builtin::Xor => bin(Op::Xor, all, e),
                        Builtin::Gcd => E::Help(Help::Gcd, vec![all, e]),
                        _ => sum(self, Op::Add, all, e),
                    };
                }
                Ok(Val::One(Cell::Number, all))
            }
            (
                Builtin::Min
                | Builtin::Max
                | Builtin::Sum
                | Builtin::Xor
                | Builtin::Gcd
                | Builtin::Count
                | Builtin::Any
                | Builtin::All,
                x,
            ) if rest.is_empty() && !matches!(x, Val::One(Cell::Number | Cell::Flag, _)) => {
                self.folded(function, |low, fold| match x {
                    Val::Tuple(items) => items.into_iter().try_for_each(|v| low.take(fold, v)),
                    x => {
                        let list = low.list(x)?;
                        low.each(list, false, &mut |low, v| low.take(fold, v))
                    }
                })
            }
            (Builtin::Abs, Val::One(Cell::Number, e)) => Ok(Val::One(Cell::Number, self.absolute(e))),
            (Builtin::Isqrt, Val::One(Cell::Number, e)) => Ok(number(Help::Isqrt, e)),
            (Builtin::Log2, Val::One(Cell::Number, e)) => Ok(number(Help::Log2, e)),
            (Builtin::Popcount, Val::One(Cell::Number, e)) => Ok(number(Help::Popcount, e)),
            (Builtin::Band | Builtin::Bor, Val::One(Cell::Number, a)) => {
                let Some(b) = rest.first() else { return Err(NoProgram::Kinds) };
                let b = self.number(b)?;
                let op = if function == Builtin::Band { Op::Both } else { Op::Either };
                Ok(Val::One(Cell::Number, bin(op, a, b)))
            }
            (Builtin::Shl | Builtin::Shr, Val::One(Cell::Number, a)) => {
                let Some(k) = rest.first() else { return Err(NoProgram::Kinds) };
                let k = self.number(k)?;
                let e = match (function, k) {
                    (Builtin::Shl, E::Int(k @ 0..=62)) => bin(Op::Mul, a, int(1 << k)),
                    (_, E::Int(k @ 0..=62)) => bin(Op::Div, a, int(1 << k)),
                    (Builtin::Shl, k) => E::Help(Help::Shl, vec![a, k]),
                    (_, k) => E::Help(Help::Shr, vec![a, k]),
                };
                Ok(Val::One(Cell::Number, e))
            }
            (Builtin::Digits, Val::One(Cell::Number, n)) => {
                let base = rest.first().map_or(Ok(int(10)), |e| self.number(e))?;
                self.emit(S::Tick(int(64)));
                let elem = Elem::One(Cell::Number);
                Ok(Val::List(self.made(Role::List, elem, E::Help(Help::Digits, vec![n, base]))))
            }
            (Builtin::Distance, Val::Const(Value::Graph(g))) => {
                let [u, v] = rest else { return Err(NoProgram::Kinds) };
                let (u, v) = (self.value(u)?, self.value(v)?);
                self.distance(&g, u, v)
            }
            (Builtin::Divisors, Val::One(Cell::Number, n)) => {
                let n = self.keep(n);
                self.emit(S::Tick(E::Help(Help::Isqrt, vec![n.clone()])));
                let elem = Elem::One(Cell::Number);
                Ok(Val::List(self.made(Role::List, elem, E::Help(Help::Divisors, vec![n]))))
            }
            (Builtin::Reverse, x) => self.rearranged(Help::Reverse, x),
            (Builtin::Sorted, x) => self.rearranged(Help::Sort, x),
            (Builtin::Without, x) => {
                let Some(dropped) = rest.first() else { return Ok(x) };
                let dropped = self.value(dropped)?;
                self.without(x, dropped)
            }
            (Builtin::Repeat, x) => {
                let Some(times) = rest.first() else { return Err(NoProgram::Kinds) };
                let times = self.number(times)?;
                self.repeat(x, times)
            }
            (other, _) => Err(NoProgram::Generator(other)),
        }
    }

    fn rearranged(&mut self, help: Help, x: Val) -> R<Val> {
        let list = self.list(x)?;
        let Some(cell) = list.cell()? else { return Ok(Val::List(list)) };
        if help == Help::Sort {
            self.sortable(cell)?;
        } else if list.role == Role::Set {
            return Err(NoProgram::Kinds);
        }
        let role = if list.role == Role::Set { Role::List } else { list.role };
        self.emit(S::Tick(bin(Op::Mul, list.len.clone(), int(4))));
        let made = E::Help(help, list.given().into());
        Ok(Val::List(self.made(role, Elem::One(cell), made)))
    }

    fn without(&mut self, x: Val, dropped: Val) -> R<Val> {
        let list = self.list(x)?;
        let (Some(cell), Val::One(of, word)) = (list.cell()?, dropped) else { return Err(NoProgram::Nested) };
        if of != cell {
            return Err(NoProgram::Kinds);
        }
        self.emit(S::Tick(bin(Op::Mul, list.len.clone(), int(4))));
        let args = list.given().into_iter().chain([word]).collect();
        Ok(Val::List(self.made(list.role, Elem::One(cell), E::Help(Help::Without, args))))
    }

    fn repeat(&mut self, x: Val, times: E) -> R<Val> {
        let Val::One(cell, word) = x else { return Err(NoProgram::Nested) };
        let (word, times) = (self.keep(word), self.keep(times));
        self.check(bin(Op::Le, int(0), times.clone()));
        let role = if cell == Cell::Name { Role::Word } else { Role::List };
        if role == Role::Word && !self.layout.names().is_empty() {
            return Err(NoProgram::Name);
        }
        let at = self.alloc(times.clone());
        let to = at.clone();
        self.count(int(0), bin(Op::SubIn, times.clone(), int(1)), |low, i| {
            low.emit(S::Store(plus(to, i), word));
            Ok(())
        })?;
        Ok(Val::List(List::in_mem(role, Elem::One(cell), at, times)))
    }

    /// A generator as a list: lines and areas of a grid.
    fn generated(&mut self, function: Builtin, args: &[Term]) -> R<Val> {
        let given: Vec<Val> = args.iter().map(|e| self.value(e)).collect::<R<_>>()?;
        let mut given = given.into_iter();
        let Some(Val::List(List { elem: Elem::Rows(cell, cols), space, at, len, .. })) = given.next() else {
            return Err(NoProgram::Nested);
        };
        let (help, more) = match (function, given.next(), given.next()) {
            (Builtin::Lines, Some(Val::One(Cell::Number, k)), None) => (Help::Lines, vec![k]),
            (Builtin::Regions, Some(Val::One(x, v)), Some(Val::One(y, fill))) if (x, y) == (cell, cell) => {
                (Help::Regions, vec![v, fill])
            }
            _ => return Err(NoProgram::Generator(function)),
        };
        let cells = bin(Op::MulIn, len.clone(), (*cols).clone());
        self.emit(S::Tick(bin(Op::Mul, cells, int(8))));
        let args = [int(space.code()), at, len, *cols].into_iter().chain(more).collect();
        let row = Elem::Lists(Role::List, Box::new(Elem::One(cell)), Space::Mem);
        let elem = match function {
            Builtin::Lines => row,
            _ => Elem::Lists(Role::List, Box::new(row), Space::Mem),
        };
        Ok(Val::List(self.made(Role::List, elem, E::Help(help, args))))
    }
}

fn number(help: Help, e: E) -> Val {
    Val::One(Cell::Number, E::Help(help, vec![e]))
}
