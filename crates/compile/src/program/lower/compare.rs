//! Comparisons and membership.

use super::values::{Elem, List, Role, Val};
use super::{Lower, R};
use crate::program::NoProgram;
use crate::program::help::Help;
use crate::program::ir::{E, Op, S, Space, and, bin, int, load, not, plus};
use crate::program::layout::Cell;
use bouton_core::{Kind, Range, Relation};
use bouton_language::rules::Builtin;
use bouton_language::value::{KnownSet, Value};

/// Longer lists are compared by a function.
const SHORT: usize = 8;
/// Sets of numbers this close together are tables of bits.
const BITS: i64 = 1 << 16;

impl Lower<'_> {
    /// `a = b`, `a < b` and the like.
    pub(crate) fn relation(&mut self, relation: Relation, a: Val, b: Val) -> R<E> {
        let op = match relation {
            Relation::Eq => return self.equal(a, b),
            Relation::Ne => return Ok(not(self.equal(a, b)?)),
            Relation::Lt => Op::Lt,
            Relation::Le => Op::Le,
        };
        let (a, b) = match (a, b) {
            (Val::One(Cell::Number, a), Val::One(Cell::Number, b)) => (a, b),
            (Val::One(Cell::Name, a), Val::One(Cell::Name, b)) if self.layout.names().is_empty() => (a, b),
            (Val::One(Cell::Flag, _), _) | (_, Val::One(Cell::Flag, _)) => return Err(NoProgram::Kinds),
            (Val::Const(Value::Big(x)), Val::One(Cell::Number, y)) => {
                self.run(y);
                (int(if Value::Big(x) < Value::Int(0) { -1 } else { 1 }), int(0))
            }
            (Val::One(Cell::Number, x), Val::Const(Value::Big(y))) => {
                self.run(x);
                (int(0), int(if Value::Big(y) < Value::Int(0) { -1 } else { 1 }))
            }
            (a, b) => {
                let (a, b) = (self.list(a)?, self.list(b)?);
                if a.role != b.role || a.role == Role::Set || !self.layout.names().is_empty() {
                    return Err(NoProgram::Kinds);
                }
                (self.compare_lists(&a, &b)?, int(0))
            }
        };
        Ok(bin(op, a, b))
    }

    fn compare_lists(&mut self, a: &List, b: &List) -> R<E> {
        match (a.cell()?, b.cell()?) {
            (Some(x), Some(y)) if x != y => return Err(NoProgram::Kinds),
            _ => {}
        }
        self.tick_both(a, b);
        let args = a.given().into_iter().chain(b.given()).collect();
        Ok(E::Help(Help::Compare, args))
    }

    fn tick_both(&mut self, a: &List, b: &List) {
        self.emit(S::Tick(bin(Op::Min, a.len.clone(), b.len.clone())));
    }

    /// `a = b`
    pub(crate) fn equal(&mut self, a: Val, b: Val) -> R<E> {
        match (a, b) {
            (Val::One(x, a), Val::One(y, b)) if x == y => Ok(bin(Op::Eq, a, b)),
            (Val::One(_, a), Val::One(_, b)) => {
                self.run(a);
                self.run(b);
                Ok(int(0))
            }
            (Val::Const(Value::Text(t)), Val::One(Cell::Name, e))
            | (Val::One(Cell::Name, e), Val::Const(Value::Text(t))) => match self.layout.name(&t) {
                Some(word) => Ok(bin(Op::Eq, e, int(word))),
                None => {
                    self.run(e);
                    Ok(int(0))
                }
            },
            (Val::Const(a), Val::Const(b)) => Ok(int(i64::from(a == b))),
            (Val::Tuple(a), Val::Tuple(b)) => {
                if a.len() != b.len() {
                    return Ok(int(0));
                }
                let mut pairs = a.into_iter().zip(b);
                pairs.try_fold(int(1), |all, (x, y)| Ok(and(all, self.equal(x, y)?)))
            }
            (Val::One(Cell::Name, e), Val::List(l)) | (Val::List(l), Val::One(Cell::Name, e)) => {
                if l.role != Role::Word {
                    return Ok(int(0));
                }
                let first = bin(Op::Eq, load(l.space, l.at), e);
                Ok(and(bin(Op::Eq, l.len, int(1)), first))
            }
            (Val::One(_, e), _) | (_, Val::One(_, e)) => {
                self.run(e);
                Ok(int(0))
            }
            (Val::Const(v), other) | (other, Val::Const(v)) => self.equal_known(other, &v),
            (a, b) => {
                let (Some(a), Some(b)) = (self.listed(a)?, self.listed(b)?) else {
                    return Err(NoProgram::Kinds);
                };
                self.equal_lists(a, b)
            }
        }
    }

    fn equal_lists(&mut self, a: List, b: List) -> R<E> {
        if a.role != b.role {
            return Ok(int(0));
        }
        if let (Elem::Rows(x, p), Elem::Rows(y, q)) = (&a.elem, &b.elem) {
            if x != y {
                return Ok(int(0));
            }
            let sizes =
                and(bin(Op::Eq, a.len.clone(), b.len.clone()), bin(Op::Eq, (**p).clone(), (**q).clone()));
            let flat = |l: &List| [int(l.space.code()), l.at.clone(), l.words()];
            let args = flat(&a).into_iter().chain(flat(&b)).collect();
            return Ok(and(sizes, bin(Op::Eq, E::Help(Help::Compare, args), int(0))));
        }
        let same_size = bin(Op::Eq, a.len.clone(), b.len.clone());
        match (a.cell()?, b.cell()?) {
            (Some(x), Some(y)) if x != y => {
                // Two empty lists are equal whatever they might hold.
                return Ok(and(same_size, bin(Op::Eq, a.len, int(0))));
            }
            _ => {}
        }
        let compared = self.compare_lists(&a, &b)?;
        Ok(and(same_size, bin(Op::Eq, compared, int(0))))
    }

    /// Is it this known collection? Short ones are compared word by word.
    fn equal_known(&mut self, v: Val, known: &Value) -> R<E> {
        let short = match known {
            Value::Text(t) => t.chars().count() <= SHORT,
            Value::List(items) => items.len() <= SHORT,
            Value::Set(_) => false,
            _ => return Err(NoProgram::Kinds),
        };
        let Some(list) = self.listed(v)? else { return Ok(int(0)) };
        let other = self.const_list(known)?;
        if list.role != other.role {
            return Ok(int(0));
        }
        let flat = |l: &List| matches!(l.elem, Elem::One(_) | Elem::Nothing);
        if !short || !flat(&other) || !flat(&list) {
            return self.equal_lists(list, other);
        }
        let mut all = bin(Op::Eq, list.len.clone(), other.len.clone());
        if let (Some(x), Some(y)) = (list.cell()?, other.cell()?)
            && x != y
        {
            return Ok(int(0));
        }
        if let (E::Int(at), E::Int(len)) = (&other.at, &other.len) {
            for i in 0..*len {
                let word = self.consts.get((at + i) as usize).copied().unwrap_or(0);
                let here = load(list.space, plus(list.at.clone(), int(i)));
                all = and(all, bin(Op::Eq, here, int(word)));
            }
        }
        Ok(all)
    }

    /// Is the value in the range? `ask` for `in` as a comparison; else exactly the values that walking would give.
    pub(crate) fn is_in(&mut self, v: Val, range: &Range, ask: bool) -> R<E> {
        let e = match range {
            Range::Between(from, to) => {
                let v = match v {
                    Val::One(Cell::Number, e) => self.keep(e),
                    Val::Const(Value::Big(_)) => return Err(NoProgram::Big),
                    _ => return Ok(int(0)),
                };
                let above = match from {
                    None => bin(Op::Le, int(0), v.clone()),
                    Some(e) => {
                        let lo = self.value(e)?;
                        self.relation(Relation::Le, lo, Val::One(Cell::Number, v.clone()))?
                    }
                };
                let Some(to) = to else { return Ok(above) };
                return self.and_then(above, |low| {
                    let hi = low.value(to)?;
                    low.relation(Relation::Le, Val::One(Cell::Number, v), hi)
                });
            }
            Range::Of(e) => e,
        };
        if let Kind::Call(Builtin::Divisors, args) = &e.kind
            && let (Val::One(Cell::Number, d), [n]) = (&v, &args[..])
        {
            let (n, d) = (self.kept_number(n)?, self.keep(d.clone()));
            self.check(bin(Op::Le, int(0), n.clone()));
            let fits = and(bin(Op::Lt, int(0), d.clone()), bin(Op::Le, d.clone(), n.clone()));
            return Ok(and(fits, bin(Op::Eq, bin(Op::Mod, n, d), int(0))));
        }
        let all = match &e.kind {
            Kind::Set(items) | Kind::List(items) => return self.is_one_of(v, items),
            Kind::Call(function, _) if function.is_generator() => {
                return Err(NoProgram::Generator(*function));
            }
            _ => self.value(e)?,
        };
        self.contains(all, v, ask)
    }

    /// Membership in a list or set that is written out.
    fn is_one_of(&mut self, v: Val, items: &[Range]) -> R<E> {
        let v = self.kept(v);
        items.iter().try_fold(int(0), |any, item| {
            let here = match item {
                // An element that is a list is compared, not searched.
                Range::Of(e) => {
                    let x = self.value(e)?;
                    self.equal(v.clone(), x)?
                }
                between => self.is_in(v.clone(), between, true)?,
            };
            Ok(bin(Op::Or, any, here))
        })
    }

    /// Is the value one of these?
    fn equals_one(&mut self, v: Val, items: impl IntoIterator<Item = Val>) -> R<E> {
        let v = self.kept(v);
        items.into_iter().try_fold(int(0), |any, item| {
            self.node()?;
            Ok(bin(Op::Or, any, self.equal(v.clone(), item)?))
        })
    }

    fn contains(&mut self, all: Val, v: Val, ask: bool) -> R<E> {
        match (all, v) {
            (Val::Const(Value::Known(set)), v) => match v {
                Val::One(Cell::Number, e) => self.in_known_set(set, e, ask),
                Val::Const(Value::Big(_)) => Err(NoProgram::Big),
                _ => Ok(int(0)),
            },
            (Val::Const(Value::Graph(g)), Val::One(_, e)) => {
                let e = self.keep(e);
                Ok(bin(Op::Le, int(0), self.node_place(&g, e)?))
            }
            (Val::Const(Value::Text(t)), Val::One(Cell::Name, e)) => {
                let words: Vec<i64> = t.chars().map(|c| i64::from(u32::from(c))).collect();
                self.among(&words, e)
            }
            (Val::Const(Value::Text(t)), Val::Const(Value::Text(part))) if ask => {
                Ok(int(i64::from(t.contains(&*part))))
            }
            (Val::Const(Value::Set(items) | Value::List(items)), Val::One(cell, e)) => {
                // What is of another kind is no element.
                let words: Vec<i64> = items.iter().filter_map(|v| self.layout.word(v, cell)).collect();
                self.among(&words, e)
            }
            (Val::Const(Value::Set(items) | Value::List(items)), v) => {
                self.equals_one(v, items.iter().cloned().map(Val::known))
            }
            (Val::Tuple(items), v) => self.equals_one(v, items),
            (single @ Val::One(cell, _), v) => match (cell, ask) {
                (Cell::Name, true) => {
                    let (small, large) = (self.list(v)?, self.list(single)?);
                    self.run_inside(small, large)
                }
                (_, true) => Err(NoProgram::Kinds),
                (_, false) => self.equal(single, v),
            },
            (all, v) => {
                let list = self.list(all)?;
                match (list.role, v) {
                    (Role::Word, v @ (Val::List(_) | Val::Const(Value::Text(_)))) if ask => {
                        let small = self.list(v)?;
                        if small.role != Role::Word {
                            return Ok(int(0));
                        }
                        self.run_inside(small, list)
                    }
                    (_, Val::One(cell, e)) => match list.cell()? {
                        Some(of) if of == cell => {
                            self.emit(S::Tick(list.len.clone()));
                            let [s, at, len] = list.given();
                            Ok(bin(Op::Le, int(0), E::Help(Help::Find, vec![s, at, len, e])))
                        }
                        _ => {
                            self.run(e);
                            Ok(int(0))
                        }
                    },
                    _ => Err(NoProgram::Nested),
                }
            }
        }
    }

    fn run_inside(&mut self, small: List, large: List) -> R<E> {
        let work = bin(Op::Mul, small.len.clone(), large.len.clone());
        self.emit(S::Tick(work));
        let args = small.given().into_iter().chain(large.given()).collect();
        Ok(E::Help(Help::Inside, args))
    }

    /// Is the word one of these? By comparing a few, by bits of those close together, or by search.
    fn among(&mut self, words: &[i64], e: E) -> R<E> {
        let mut words = words.to_vec();
        words.sort_unstable();
        words.dedup();
        let e = self.keep(e);
        let (Some(&least), Some(&most)) = (words.first(), words.last()) else { return Ok(int(0)) };
        let outside = and(bin(Op::Le, int(least), e.clone()), bin(Op::Le, e.clone(), int(most)));
        if most.checked_sub(least) == Some(words.len() as i64 - 1) {
            return Ok(if least == most { bin(Op::Eq, e, int(least)) } else { outside });
        }
        if words.len() <= 3 {
            let each = words.iter().map(|w| bin(Op::Eq, e.clone(), int(*w)));
            return Ok(each.fold(int(0), |any, x| bin(Op::Or, any, x)));
        }
        if let Some(wide) = most.checked_sub(least).filter(|w| *w < BITS) {
            let at = self.consts.len() as i64;
            self.consts.resize((at + wide / 64 + 1) as usize, 0);
            for w in &words {
                let bit = w - least;
                self.consts[(at + bit / 64) as usize] |= 1 << (bit % 64);
            }
            let bit = bin(Op::SubIn, e, int(least));
            let word = load(Space::Const, plus(bin(Op::Div, bit.clone(), int(64)), int(at)));
            return Ok(and(outside, bin(Op::Bit, word, bit)));
        }
        let at = self.consts.len() as i64;
        let len = words.len() as i64;
        self.consts.extend(words);
        let args = vec![int(Space::Const.code()), int(at), int(len), e];
        Ok(bin(Op::Le, int(0), E::Help(Help::FindSorted, args)))
    }

    fn in_known_set(&mut self, set: KnownSet, e: E, ask: bool) -> R<E> {
        let e = self.keep(e);
        match set {
            KnownSet::Primes => Ok(E::Help(Help::Prime, vec![e])),
            KnownSet::Squares => {
                let natural = bin(Op::Le, int(i64::from(!ask)), e.clone());
                let root = E::Help(Help::Isqrt, vec![e.clone()]);
                self.and_then(natural, |low| {
                    let root = low.keep(root);
                    Ok(bin(Op::Eq, bin(Op::MulIn, root.clone(), root), e))
                })
            }
            set => {
                let words = super::ranges::small_members(set);
                self.among(&words, e)
            }
        }
    }
}
