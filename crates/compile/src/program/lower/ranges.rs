//! Walking through the values of a range, and graphs.

use super::values::{Elem, List, Role, Val};
use super::{Lower, R};
use crate::program::NoProgram;
use crate::program::help::Help;
use crate::program::ir::{E, Op, S, Space, and, bin, int, load, plus, var};
use crate::program::layout::{Cell, NAMES};
use bouton_core::{Clause, Comprehension, Kind, Range, Term};
use bouton_language::graph::Graph;
use bouton_language::rules::Builtin;
use bouton_language::value::{KnownSet, Value};
use std::sync::Arc;

/// What to lower for each value.
pub(crate) type Body<'b, 'a> = &'b mut dyn FnMut(&mut Lower<'a>, Val) -> R<()>;

/// Primes are listed up to here; beyond, code gives up.
const PRIMES: i64 = 1 << 20;

/// The members of a sparse named set that are words.
pub(crate) fn small_members(set: KnownSet) -> Vec<i64> {
    let mut out = vec![1i64];
    let mut before = 1i64;
    let mut k = 1i64;
    loop {
        let last = out[out.len() - 1];
        k += 1;
        let next = match set {
            KnownSet::Fibonacci => last.checked_add(before),
            KnownSet::Factorials => last.checked_mul(k),
            _ => last.checked_mul(2),
        };
        before = last;
        match next {
            Some(next) => out.push(next),
            None => return out,
        }
    }
}

impl<'a> Lower<'a> {
    /// Binds a local to a value that may be used many times.
    pub(crate) fn bind(&mut self, slot: usize, v: Val) {
        let v = self.kept(v);
        if self.locals.len() <= slot {
            self.locals.resize(slot + 1, None);
        }
        self.locals[slot] = Some(v);
    }

    /// Lowers `body` for each value of a range, in order. `distinct` leaves out repetitions.
    pub(crate) fn walk(
        &mut self,
        range: &Range,
        upto: Option<&Term>,
        distinct: bool,
        body: Body<'_, 'a>,
    ) -> R<()> {
        let e = match range {
            Range::Between(from, to) => {
                let lo = self.or_zero(from.as_ref())?;
                let hi = self.kept_number(to.as_ref().or(upto).ok_or(NoProgram::NoEnd)?)?;
                return self.count(lo, hi, |low, i| body(low, Val::One(Cell::Number, i)));
            }
            Range::Of(e) => e,
        };
        if let Kind::Call(function, args) = &e.kind
            && function.is_generator()
            && !matches!(function, Builtin::Lines | Builtin::Regions)
        {
            return self.generate(*function, args, body);
        }
        // Divisors rise, so they repeat nothing.
        let distinct = distinct && !matches!(&e.kind, Kind::Call(Builtin::Divisors, _));
        let v = self.value(e)?;
        let v = match v {
            Val::Const(Value::Known(set)) => return self.walk_known(set, upto, body),
            Val::One(Cell::Name, e) => {
                let e = self.keep(e);
                if !self.layout.names().is_empty() {
                    self.check(bin(Op::Lt, e.clone(), int(NAMES)));
                }
                return body(self, Val::One(Cell::Name, e));
            }
            single @ Val::One(..) => return body(self, single),
            Val::Const(Value::Big(_)) => return Err(NoProgram::Big),
            Val::Const(v) => v,
            v => {
                let list = self.list(v)?;
                return self.each(list, distinct, body);
            }
        };
        // What is known loses its repetitions now.
        let v = match &v {
            Value::List(items) if distinct => Value::list(first_of_each(items)),
            Value::Text(t) if distinct => {
                let mut seen = rustc_hash::FxHashSet::default();
                Value::text(&t.chars().filter(|c| seen.insert(*c)).collect::<String>())
            }
            _ => v,
        };
        let list = self.const_list(&v)?;
        self.each(list, false, body)
    }

    /// Lowers `body` for each element of a list.
    pub(crate) fn each(&mut self, list: List, distinct: bool, body: Body<'_, 'a>) -> R<()> {
        if list.elem == Elem::Nothing {
            return Ok(());
        }
        let distinct = distinct && list.role != Role::Set && list.len != int(1);
        if distinct {
            list.cell()?;
        }
        self.count(int(0), bin(Op::SubIn, list.len.clone(), int(1)), |low, i| {
            let v = list.get(low, i.clone())?;
            let v = low.kept(v);
            let Val::One(_, word) = &v else { return body(low, v) };
            if !distinct {
                return body(low, v);
            }
            low.emit(S::Tick(i.clone()));
            let [space, at, _] = list.given();
            let found = E::Help(Help::Find, vec![space, at, i, word.clone()]);
            low.when(bin(Op::Lt, found, int(0)), |low| body(low, v))
        })
    }

    fn walk_known(&mut self, set: KnownSet, upto: Option<&Term>, body: Body<'_, 'a>) -> R<()> {
        let bound = self.kept_number(upto.ok_or(NoProgram::NoEnd)?)?;
        if set == KnownSet::Squares {
            let natural = bin(Op::Max, bound, int(0));
            let root = self.keep(E::Help(Help::Isqrt, vec![natural]));
            return self.count(int(1), root, |low, i| {
                let square = low.keep(bin(Op::MulIn, i.clone(), i));
                body(low, Val::One(Cell::Number, square))
            });
        }
        let members = if set == KnownSet::Primes {
            self.check(bin(Op::Le, bound.clone(), int(PRIMES)));
            primes(PRIMES)
        } else {
            small_members(set)
        };
        let list = self.const_list(&Value::list(members.into_iter().map(Value::Int).collect()))?;
        self.block(|low, done| {
            low.each(list, false, &mut |low, v| {
                if let Val::One(_, e) = &v {
                    low.emit(S::If(bin(Op::Lt, bound.clone(), e.clone()), vec![S::Leave(done)], Vec::new()));
                }
                body(low, v)
            })
        })
    }

    /// Generators that step a list in memory from one value to the next.
    fn generate(&mut self, function: Builtin, args: &[Term], body: Body<'_, 'a>) -> R<()> {
        let given: Vec<Val> = args.iter().map(|e| self.value(e)).collect::<R<_>>()?;
        let numbers = |at: E, len: E| Val::List(List::in_mem(Role::List, Elem::One(Cell::Number), at, len));
        match (function, &given[..]) {
            (Builtin::Compositions, [Val::One(Cell::Number, total), Val::One(Cell::Number, n)]) => {
                let (total, n) = (self.keep(total.clone()), self.keep(n.clone()));
                // Nothing for a negative sum or size, and nothing but the empty list of sum 0.
                let none = [bin(Op::Lt, total.clone(), int(0)), bin(Op::Lt, n.clone(), int(0))];
                let empty = and(bin(Op::Eq, n.clone(), int(0)), bin(Op::Lt, int(0), total.clone()));
                let skip = none.into_iter().fold(empty, |any, x| bin(Op::Or, any, x));
                self.block(|low, done| {
                    low.emit(S::If(skip, vec![S::Leave(done)], Vec::new()));
                    let n = low.keep(bin(Op::Max, n, int(0)));
                    let at = low.alloc(plus(n.clone(), int(1)));
                    low.emit(S::Zero { to: at.clone(), len: n.clone() });
                    // An empty list has a word of room before which nothing stands.
                    let last = bin(Op::Max, plus(n.clone(), int(-1)), int(0));
                    low.emit(S::Store(plus(last, at.clone()), total));
                    let next = E::Help(Help::NextComposition, vec![at.clone(), n.clone()]);
                    low.rounds(done, n.clone(), next, |low| body(low, numbers(at, n)))
                })
            }
            (Builtin::Below, [top]) => {
                let top = self.list(top.clone())?;
                match top.cell()? {
                    Some(Cell::Number) | None => {}
                    _ => return Err(NoProgram::Kinds),
                }
                // All of them must be natural.
                self.each(top.clone(), false, &mut |low, v| {
                    if let Val::One(_, e) = v {
                        low.check(bin(Op::Le, int(0), e));
                    }
                    Ok(())
                })?;
                let n = top.len.clone();
                self.block(|low, done| {
                    let at = low.alloc(n.clone());
                    low.emit(S::Zero { to: at.clone(), len: n.clone() });
                    let args = vec![at.clone(), n.clone(), int(top.space.code()), top.at];
                    let next = E::Help(Help::NextBelow, args);
                    low.rounds(done, n.clone(), next, |low| body(low, numbers(at, n)))
                })
            }
            (Builtin::Partitions, [Val::One(Cell::Number, n)]) => {
                let n = self.keep(n.clone());
                self.block(|low, done| {
                    low.emit(S::If(bin(Op::Lt, n.clone(), int(0)), vec![S::Leave(done)], Vec::new()));
                    let most = low.keep(bin(Op::Max, n.clone(), int(0)));
                    let at = low.alloc(plus(most.clone(), int(2)));
                    low.emit(S::Store(at.clone(), bin(Op::Min, most.clone(), int(1))));
                    low.emit(S::Store(plus(at.clone(), int(1)), n));
                    let first = low.keep(plus(at.clone(), int(1)));
                    low.rounds(done, most, E::Help(Help::NextPartition, vec![at.clone()]), |low| {
                        let len = low.keep(load(Space::Mem, at));
                        body(low, numbers(first, len))
                    })
                })
            }
            (Builtin::Subsets, [of]) => {
                let of = self.list(of.clone())?;
                let (elem @ Elem::One(_), Role::List | Role::Set) = (of.elem.clone(), of.role) else {
                    return Err(NoProgram::Generator(function));
                };
                let n = of.len.clone();
                self.block(|low, done| {
                    let marks = low.alloc(n.clone());
                    low.emit(S::Zero { to: marks.clone(), len: n.clone() });
                    let held = low.alloc(n.clone());
                    let next = E::Help(Help::NextSubset, vec![marks.clone(), n.clone()]);
                    low.rounds(done, n.clone(), next, |low| {
                        let count = low.slot(int(0));
                        low.count(int(0), bin(Op::SubIn, n, int(1)), |low, i| {
                            let taken = load(Space::Mem, plus(marks, i.clone()));
                            let Val::One(_, word) = of.get(low, i)? else { return Err(NoProgram::Nested) };
                            low.when(taken, |low| {
                                low.emit(S::Store(plus(held.clone(), var(count)), word));
                                low.emit(S::Set(count, plus(var(count), int(1))));
                                Ok(())
                            })
                        })?;
                        body(low, Val::List(List::in_mem(of.role, elem, held, var(count))))
                    })
                })
            }
            _ => Err(NoProgram::Generator(function)),
        }
    }

    /// Runs `body` and steps on until there is no next value; `cost` steps a round.
    fn rounds(&mut self, done: usize, cost: E, next: E, body: impl FnOnce(&mut Self) -> R<()>) -> R<()> {
        let mut code = self.round(body)?;
        code.push(S::Tick(cost));
        code.push(S::If(next, Vec::new(), vec![S::Leave(done)]));
        self.emit(S::Loop(code));
        Ok(())
    }

    /// Lowers `body` for each element of a comprehension.
    pub(crate) fn comprehend(&mut self, c: &Comprehension, at: usize, body: Body<'_, 'a>) -> R<()> {
        match c.clauses.get(at) {
            None => {
                let v = self.value(&c.element)?;
                body(self, v)
            }
            Some(Clause::If(cond)) => {
                let cond = self.truth(cond)?;
                self.when(cond, |low| low.comprehend(c, at + 1, body))
            }
            Some(Clause::For { slot, range }) => self.walk(range, None, false, &mut |low, v| {
                low.bind(*slot, v);
                low.comprehend(c, at + 1, body)
            }),
        }
    }

    /// All nodes of a graph.
    pub(crate) fn nodes(&mut self, g: &Arc<Graph>) -> R<List> {
        let cell = match g.is_empty() {
            true => Cell::Number,
            false => match g.node(0) {
                Value::Int(_) => Cell::Number,
                Value::Text(_) => Cell::Name,
                _ => return Err(NoProgram::Kinds),
            },
        };
        let at = self.consts.len() as i64;
        for i in 0..g.len() {
            let word = self.layout.word(&g.node(i), cell).ok_or(NoProgram::Kinds)?;
            self.consts.push(word);
        }
        let (elem, len) = (Elem::One(cell), int(g.len() as i64));
        let list = List { role: Role::Set, elem, space: Space::Const, at: int(at), len };
        self.const_lists.insert(Value::Graph(g.clone()), list.clone());
        self.node()?;
        Ok(list)
    }

    /// The place of a node from 0; -1 for what is no node. The word must be kept.
    pub(crate) fn node_place(&mut self, g: &Arc<Graph>, e: E) -> R<E> {
        let nodes = self.const_list(&Value::Graph(g.clone()))?;
        let (E::Int(at), E::Int(n)) = (&nodes.at, &nodes.len) else { return Err(NoProgram::Kinds) };
        let words = self.consts.get(*at as usize..(at + n) as usize).unwrap_or(&[]);
        let Some(&first) = words.first() else { return Ok(int(-1)) };
        if words.iter().zip(first..).all(|(w, i)| *w == i) {
            let inside = and(bin(Op::Le, int(first), e.clone()), bin(Op::Le, e.clone(), int(first + n - 1)));
            let place = bin(Op::SubIn, e, int(first));
            return Ok(E::If(Box::new(inside), Box::new(place), Box::new(int(-1))));
        }
        let sorted = words.is_sorted();
        let [space, at, len] = nodes.given();
        let help = if sorted { Help::FindSorted } else { Help::Find };
        Ok(E::Help(help, vec![space, at, len, e]))
    }

    /// The distance between two nodes, from a table of all of them.
    pub(crate) fn distance(&mut self, g: &Arc<Graph>, u: Val, v: Val) -> R<Val> {
        let nodes = self.const_list(&Value::Graph(g.clone()))?;
        let n = g.len();
        if n.checked_mul(n).is_none_or(|cells| cells > super::MOST_CONSTS) {
            return Err(NoProgram::TooLong);
        }
        let table = self.table("distances", g, |low| {
            for from in 0..n {
                for to in 0..n {
                    let found = g.distance(from, to, &mut |_| Ok::<_, ()>(()));
                    low.consts.push(found.map_err(|()| NoProgram::Kinds)?.into());
                }
            }
            Ok(())
        })?;
        let (row, column) = (self.node_known(g, &nodes, u)?, self.node_known(g, &nodes, v)?);
        let at = plus(bin(Op::MulIn, row, int(n as i64)), column);
        Ok(Val::One(Cell::Number, load(Space::Const, plus(at, int(table)))))
    }

    /// Where the constants begin that are made once for a graph.
    fn table(&mut self, name: &str, g: &Arc<Graph>, make: impl FnOnce(&mut Self) -> R<()>) -> R<i64> {
        let key = Value::list(vec![Value::text(name), Value::Graph(g.clone())]);
        if let Some(List { at: E::Int(at), .. }) = self.const_lists.get(&key) {
            return Ok(*at);
        }
        let table = self.consts.len() as i64;
        make(self)?;
        let nodes = self.const_list(&Value::Graph(g.clone()))?;
        self.const_lists.insert(key, List { at: int(table), ..nodes });
        Ok(table)
    }

    /// The place of a value among the nodes, where it must be.
    fn node_known(&mut self, g: &Arc<Graph>, nodes: &List, node: Val) -> R<E> {
        let Val::One(cell, e) = node else { return Err(NoProgram::Kinds) };
        if nodes.elem != Elem::One(cell) {
            return Err(NoProgram::Kinds);
        }
        let e = self.keep(e);
        let place = self.node_place(g, e)?;
        let place = self.keep(place);
        self.check(bin(Op::Le, int(0), place.clone()));
        Ok(place)
    }

    /// The neighbours of a node.
    pub(crate) fn neighbours(&mut self, g: &Arc<Graph>, node: Val) -> R<List> {
        let nodes = self.const_list(&Value::Graph(g.clone()))?;
        let (E::Int(names), E::Int(n)) = (&nodes.at, &nodes.len) else { return Err(NoProgram::Kinds) };
        if g.rows().heads().len() > super::MOST_CONSTS {
            return Err(NoProgram::TooLong);
        }
        // Where each node's neighbours begin, and one more.
        let starts = self.table("neighbours", g, |low| {
            let mut next = low.consts.len() as i64 + n + 1;
            for place in 0..g.len() {
                low.consts.push(next);
                next += g.near(place).len() as i64;
            }
            low.consts.push(next);
            for &w in (0..g.len()).flat_map(|place| g.near(place)) {
                let word = low.consts.get(*names as usize + w as usize).copied();
                low.consts.push(word.ok_or(NoProgram::Kinds)?);
            }
            Ok(())
        })?;
        let place = self.node_known(g, &nodes, node)?;
        let at = self.keep(load(Space::Const, plus(place.clone(), int(starts))));
        let end = load(Space::Const, plus(place, int(starts + 1)));
        let len = self.keep(bin(Op::SubIn, end, at.clone()));
        Ok(List { role: Role::Set, elem: nodes.elem.clone(), space: Space::Const, at, len })
    }
}

/// The elements without repetitions, each where it first stands.
fn first_of_each(items: &[Value]) -> Vec<Value> {
    let mut seen = rustc_hash::FxHashSet::default();
    items.iter().filter(|v| seen.insert(*v)).cloned().collect()
}

fn primes(upto: i64) -> Vec<i64> {
    let mut composite = vec![false; upto as usize + 1];
    let mut out = Vec::new();
    for p in 2..=upto as usize {
        if !composite[p] {
            out.push(p as i64);
            (p * p..=upto as usize).step_by(p).for_each(|m| composite[m] = true);
        }
    }
    out
}
