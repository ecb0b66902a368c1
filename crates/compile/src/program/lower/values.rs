//! Values while lowering: words with a kind, lists as address and length, and what is known outright.

use super::{Lower, R};
use crate::program::NoProgram;
use crate::program::ir::{E, Op, S, Space, bin, int, load, plus, var};
use crate::program::layout::{Cell, NAMES};
use bouton_language::value::Value;

/// A value.
#[derive(Clone, Debug)]
pub(crate) enum Val {
    /// Known, and not a single word: collections, graphs, named sets, large numbers, strings that are no letter.
    Const(Value),
    /// One word.
    One(Cell, E),
    /// A list somewhere in words.
    List(List),
    /// A list with a known number of elements.
    Tuple(Vec<Val>),
}

/// A list in words. Address and length may be used many times.
#[derive(Clone, Debug)]
pub(crate) struct List {
    pub(crate) role: Role,
    pub(crate) elem: Elem,
    pub(crate) space: Space,
    pub(crate) at: E,
    pub(crate) len: E,
}

/// What kind of value a list is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    List,
    Set,
    Word,
}

/// What the elements of a list are.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Elem {
    /// There is none.
    Nothing,
    /// Words.
    One(Cell),
    /// Lists of words of this length, one behind the other.
    Rows(Cell, Box<E>),
    /// Lists elsewhere: two words each, address and length.
    Lists(Role, Box<Elem>, Space),
}

impl Val {
    /// A known value; single words as such.
    pub(crate) fn known(v: Value) -> Val {
        match &v {
            Value::Int(i) => Val::One(Cell::Number, int(*i)),
            Value::Bool(b) => Val::One(Cell::Flag, int(i64::from(*b))),
            Value::Text(t) => match letter(t) {
                Some(c) => Val::One(Cell::Name, int(c)),
                None => Val::Const(v),
            },
            _ => Val::Const(v),
        }
    }

    pub(crate) fn truth(e: E) -> Val {
        Val::One(Cell::Flag, e)
    }
}

/// The code point of a string of one letter.
pub(crate) fn letter(t: &str) -> Option<i64> {
    let mut letters = t.chars();
    match (letters.next(), letters.next()) {
        (Some(c), None) => Some(i64::from(u32::from(c))),
        _ => None,
    }
}

impl List {
    /// A list in memory.
    pub(crate) fn in_mem(role: Role, elem: Elem, at: E, len: E) -> List {
        List { role, elem, space: Space::Mem, at, len }
    }

    /// Words from one element to the next.
    pub(crate) fn stride(&self) -> E {
        match &self.elem {
            Elem::Nothing | Elem::One(_) => int(1),
            Elem::Rows(_, cols) => (**cols).clone(),
            Elem::Lists(..) => int(2),
        }
    }

    /// The element at a place from 0, which must be inside.
    pub(crate) fn get(&self, low: &mut Lower<'_>, place: E) -> R<Val> {
        let at = plus(self.at.clone(), bin(Op::MulIn, place, self.stride()));
        Ok(match &self.elem {
            Elem::Nothing => return Err(NoProgram::Kinds),
            Elem::One(cell) => Val::One(*cell, low.cached(load(self.space, at))),
            Elem::Rows(cell, cols) => {
                let at = low.keep(at);
                let (role, elem) = (Role::List, Elem::One(*cell));
                Val::List(List { role, elem, space: self.space, at, len: (**cols).clone() })
            }
            Elem::Lists(role, elem, space) => {
                let at = low.keep(at);
                let first = low.keep(load(self.space, at.clone()));
                let len = low.keep(load(self.space, plus(at, int(1))));
                Val::List(List { role: *role, elem: (**elem).clone(), space: *space, at: first, len })
            }
        })
    }

    /// The words of a list of single words.
    pub(crate) fn cell(&self) -> R<Option<Cell>> {
        match self.elem {
            Elem::Nothing => Ok(None),
            Elem::One(cell) => Ok(Some(cell)),
            _ => Err(NoProgram::Nested),
        }
    }

    /// Space, address and length, as functions take them.
    pub(crate) fn given(&self) -> [E; 3] {
        [int(self.space.code()), self.at.clone(), self.len.clone()]
    }

    /// How many words.
    pub(crate) fn words(&self) -> E {
        bin(Op::MulIn, self.len.clone(), self.stride())
    }
}

impl Lower<'_> {
    /// The value as a list in words; `None` for single words.
    pub(crate) fn listed(&mut self, v: Val) -> R<Option<List>> {
        Ok(match v {
            Val::Const(v) => Some(self.const_list(&v)?),
            Val::One(..) => None,
            Val::List(l) => Some(l),
            Val::Tuple(items) => Some(self.make_list(items, Role::List)?),
        })
    }

    /// The value as a list, which it must be; a letter counts as a word.
    pub(crate) fn list(&mut self, v: Val) -> R<List> {
        match v {
            Val::One(Cell::Name, e) => self.word_of(e),
            v => self.listed(v)?.ok_or(NoProgram::Kinds),
        }
    }

    /// The word of one letter.
    pub(crate) fn word_of(&mut self, e: E) -> R<List> {
        if let E::Int(c) = e
            && let Some(c) = u32::try_from(c).ok().and_then(char::from_u32)
        {
            return self.const_list(&Value::text(c.encode_utf8(&mut [0; 4])));
        }
        let e = self.keep(e);
        self.check(bin(Op::Lt, e.clone(), int(NAMES)));
        let at = self.alloc(int(1));
        self.emit(S::Store(at.clone(), e));
        Ok(List::in_mem(Role::Word, Elem::One(Cell::Name), at, int(1)))
    }

    /// A known collection among the constants.
    pub(crate) fn const_list(&mut self, v: &Value) -> R<List> {
        if let Some(list) = self.const_lists.get(v) {
            return Ok(list.clone());
        }
        if let Value::Graph(g) = v {
            return self.nodes(g);
        }
        let letters: Vec<Value>;
        let (role, items) = match v {
            Value::Text(t) => {
                letters = t.chars().map(|c| Value::text(c.encode_utf8(&mut [0; 4]))).collect();
                (Role::Word, &letters[..])
            }
            Value::List(items) => (Role::List, &items[..]),
            Value::Set(items) => (Role::Set, &items[..]),
            Value::Big(_) => return Err(NoProgram::Big),
            _ => return Err(NoProgram::Kinds),
        };
        let cell = |v: &Value| match v {
            Value::Int(_) => Some(Cell::Number),
            Value::Bool(_) => Some(Cell::Flag),
            Value::Text(t) if letter(t).is_some() => Some(Cell::Name),
            _ => None,
        };
        let list = match items.first() {
            None => List { role, elem: Elem::Nothing, space: Space::Const, at: int(0), len: int(0) },
            Some(first) if cell(first).is_some() && items.iter().all(|v| cell(v) == cell(first)) => {
                let of = cell(first).ok_or(NoProgram::Kinds)?;
                let at = self.consts.len() as i64;
                for item in items {
                    let word = self.layout.word(item, of).ok_or(NoProgram::Name)?;
                    self.consts.push(word);
                }
                let elem = Elem::One(of);
                List { role, elem, space: Space::Const, at: int(at), len: int(items.len() as i64) }
            }
            Some(_) => {
                let inner: Vec<List> = items.iter().map(|v| self.const_list(v)).collect::<R<_>>()?;
                let whole = |l: &List| (l.role, l.elem.clone());
                let shape = inner.iter().find(|l| l.elem != Elem::Nothing).or(inner.first()).map(whole);
                let (inner_role, elem) = shape.ok_or(NoProgram::Kinds)?;
                let alike = |l: &List| l.role == inner_role && (l.elem == elem || l.elem == Elem::Nothing);
                if !inner.iter().all(alike) {
                    return Err(NoProgram::Kinds);
                }
                let at = self.consts.len() as i64;
                for l in &inner {
                    if let (E::Int(at), E::Int(len)) = (&l.at, &l.len) {
                        self.consts.extend([*at, *len]);
                    }
                }
                let elem = Elem::Lists(inner_role, Box::new(elem), Space::Const);
                List { role, elem, space: Space::Const, at: int(at), len: int(items.len() as i64) }
            }
        };
        self.node()?;
        self.const_lists.insert(v.clone(), list.clone());
        Ok(list)
    }

    /// A list of given elements, in memory.
    pub(crate) fn make_list(&mut self, items: Vec<Val>, role: Role) -> R<List> {
        let n = items.len() as i64;
        if items.is_empty() {
            return Ok(List { role, elem: Elem::Nothing, space: Space::Const, at: int(0), len: int(0) });
        }
        if let Some(cell) = one_cell(&items) {
            let at = self.alloc(int(n));
            for (i, v) in items.into_iter().enumerate() {
                if let Val::One(_, e) = v {
                    self.emit(S::Store(plus(at.clone(), int(i as i64)), e));
                }
            }
            return Ok(List::in_mem(role, Elem::One(cell), at, int(n)));
        }
        let mut inner: Vec<List> = Vec::new();
        for v in items {
            let l = self.list(v)?;
            inner.push(self.spread(l)?);
        }
        let common = self.common(&mut inner)?;
        let at = self.alloc(int(2 * n));
        for (i, l) in inner.into_iter().enumerate() {
            let to = plus(at.clone(), int(2 * i as i64));
            self.emit(S::Store(to.clone(), l.at));
            self.emit(S::Store(plus(to, int(1)), l.len));
        }
        let elem = Elem::Lists(common.0, Box::new(common.1), common.2);
        Ok(List::in_mem(role, elem, at, int(n)))
    }

    /// Brings lists into one space; gives what they have in common.
    pub(crate) fn common(&mut self, lists: &mut [List]) -> R<(Role, Elem, Space)> {
        let Some(first) = lists.iter().find(|l| l.elem != Elem::Nothing).or(lists.first()) else {
            return Err(NoProgram::Kinds);
        };
        let (role, elem, space) = (first.role, first.elem.clone(), first.space);
        // An empty list is a list whatever it might hold; a string or a set stays one.
        let fits = |l: &List| l.role == role && (l.elem == elem || l.elem == Elem::Nothing);
        if !lists.iter().all(fits) {
            return Err(NoProgram::Kinds);
        }
        if lists.iter().all(|l| l.space == space) {
            return Ok((role, elem, space));
        }
        for l in lists.iter_mut() {
            l.elem = elem.clone();
            *l = self.in_memory(l.clone())?;
        }
        Ok((role, elem, Space::Mem))
    }

    /// The list in memory.
    pub(crate) fn in_memory(&mut self, l: List) -> R<List> {
        if l.space == Space::Mem {
            return Ok(l);
        }
        let words = self.keep(l.words());
        let at = self.alloc(words.clone());
        self.emit(S::Copy { to: at.clone(), space: l.space, from: l.at, len: words });
        Ok(List { space: Space::Mem, at, ..l })
    }

    /// Rows one behind the other become a list of lists.
    pub(crate) fn spread(&mut self, l: List) -> R<List> {
        let Elem::Rows(cell, cols) = &l.elem else { return Ok(l) };
        let elem = Elem::Lists(Role::List, Box::new(Elem::One(*cell)), l.space);
        let at = self.alloc(bin(Op::MulIn, l.len.clone(), int(2)));
        let (cols, to, from) = ((**cols).clone(), at.clone(), l.at.clone());
        self.count(int(0), bin(Op::SubIn, l.len.clone(), int(1)), |low, i| {
            let to = low.keep(plus(to, bin(Op::MulIn, i.clone(), int(2))));
            low.emit(S::Store(to.clone(), plus(from, bin(Op::MulIn, i, cols.clone()))));
            low.emit(S::Store(plus(to, int(1)), cols));
            Ok(())
        })?;
        Ok(List { elem, space: Space::Mem, at, ..l })
    }

    /// The value in a form that may be used many times, in variables where it is computed.
    pub(crate) fn kept(&mut self, v: Val) -> Val {
        match v {
            Val::One(cell, e) => Val::One(cell, self.keep(e)),
            Val::Tuple(items) => Val::Tuple(items.into_iter().map(|v| self.kept(v)).collect()),
            v => v,
        }
    }

    /// The value of a list that a function has made: its address is that of the length.
    pub(crate) fn made(&mut self, role: Role, elem: Elem, at: E) -> List {
        self.allocs += 1;
        let v = self.slot(at);
        let len = self.keep(load(Space::Mem, var(v)));
        let at = self.keep(plus(var(v), int(1)));
        List::in_mem(role, elem, at, len)
    }
}

/// The kind that all values have, if all are single words of one kind.
fn one_cell(items: &[Val]) -> Option<Cell> {
    let cell = |v: &Val| match v {
        Val::One(cell, _) => Some(*cell),
        _ => None,
    };
    let first = cell(items.first()?)?;
    items.iter().all(|v| cell(v) == Some(first)).then_some(first)
}
