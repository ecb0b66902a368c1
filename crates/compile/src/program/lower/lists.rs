//! Lists and sets that are written out, comprehended, or put together.

use super::values::{Elem, List, Role, Val};
use super::{Lower, R};
use crate::program::NoProgram;
use crate::program::help::Help;
use crate::program::ir::{E, Op, S, bin, int, plus, var};
use crate::program::layout::Cell;
use bouton_core::{Clause, Comprehension, Kind, Range, Term};
use bouton_language::ast::BinaryOp;
use bouton_language::value::Value;

impl<'a> Lower<'a> {
    /// The set of a list's elements.
    pub(crate) fn as_set(&mut self, v: Val) -> R<Val> {
        let list = self.list(v)?;
        if let E::Int(0 | 1) = list.len {
            list.cell()?;
            return Ok(Val::List(List { role: Role::Set, ..list }));
        }
        let Some(cell) = list.cell()? else { return Ok(Val::List(List { role: Role::Set, ..list })) };
        self.sortable(cell)?;
        self.emit(S::Tick(bin(Op::Mul, list.len.clone(), int(4))));
        let made = E::Help(Help::AsSet, list.given().into());
        Ok(Val::List(self.made(Role::Set, Elem::One(cell), made)))
    }

    /// Names of several letters are words in another order than their texts.
    pub(crate) fn sortable(&self, cell: Cell) -> R<()> {
        if cell == Cell::Name && !self.layout.names().is_empty() { Err(NoProgram::Name) } else { Ok(()) }
    }

    /// A list that is written out.
    pub(crate) fn literal(&mut self, items: &[Range]) -> R<Val> {
        let mut pieces = Vec::new();
        for item in items {
            match item {
                Range::Of(e) => {
                    let v = self.kept_value(e)?;
                    match pieces.last_mut() {
                        Some(Piece::Given(all)) => all.push(v),
                        _ => pieces.push(Piece::Given(vec![v])),
                    }
                }
                Range::Between(from, to) => {
                    let lo = self.or_zero(from.as_ref())?;
                    let hi = self.number(to.as_ref().ok_or(NoProgram::NoEnd)?)?;
                    let (lo, hi) = (self.keep(lo), self.keep(hi));
                    let len = bin(Op::Max, bin(Op::Add, bin(Op::Sub, hi, lo.clone()), int(1)), int(0));
                    let len = self.keep(len);
                    pieces.push(Piece::Counted { from: lo, len });
                }
            }
        }
        match pieces.as_mut_slice() {
            [] => Ok(Val::Tuple(Vec::new())),
            [Piece::Given(all)] => Ok(Val::Tuple(std::mem::take(all))),
            _ => Ok(Val::List(self.put_together(pieces, Role::List)?)),
        }
    }

    /// `a ++ b ++ c`, in one piece of memory.
    pub(crate) fn concat(&mut self, e: &Term) -> R<Val> {
        let mut values = Vec::new();
        let mut open = vec![e];
        while let Some(e) = open.pop() {
            match &e.kind {
                Kind::Binary(BinaryOp::Concat, a, b) => open.extend([&**b, &**a]),
                _ => values.push(self.kept_value(e)?),
            }
        }
        let is_text = |v: &Val| match v {
            Val::One(Cell::Name, _) | Val::Const(Value::Text(_)) => true,
            Val::List(l) => l.role == Role::Word,
            _ => false,
        };
        let role = if values.iter().all(is_text) { Role::Word } else { Role::List };
        if role == Role::List && values.iter().any(is_text) {
            return Err(NoProgram::Kinds);
        }
        let mut pieces = Vec::new();
        for v in values {
            pieces.push(match v {
                Val::Tuple(items) => Piece::Given(items),
                Val::One(Cell::Name, e) => Piece::Given(vec![Val::One(Cell::Name, e)]),
                v => {
                    let l = self.list(v)?;
                    if l.role != role {
                        return Err(NoProgram::Kinds);
                    }
                    Piece::Whole(l)
                }
            });
        }
        Ok(Val::List(self.put_together(pieces, role)?))
    }

    fn put_together(&mut self, pieces: Vec<Piece>, role: Role) -> R<List> {
        let mut cell = None;
        let mut len = int(0);
        for piece in &pieces {
            match piece {
                Piece::Given(items) => {
                    for item in items {
                        let Val::One(of, _) = item else { return Err(NoProgram::Nested) };
                        one_kind(&mut cell, *of)?;
                    }
                    len = bin(Op::Add, len, int(items.len() as i64));
                }
                Piece::Counted { len: n, .. } => {
                    one_kind(&mut cell, Cell::Number)?;
                    len = bin(Op::Add, len, n.clone());
                }
                Piece::Whole(l) => {
                    if let Some(of) = l.cell()? {
                        one_kind(&mut cell, of)?;
                    }
                    len = bin(Op::AddIn, len, l.len.clone());
                }
            }
        }
        let Some(cell) = cell else { return self.make_list(Vec::new(), role) };
        let len = self.keep(len);
        let at = self.alloc(len.clone());
        let mut next = at.clone();
        for piece in pieces {
            match piece {
                Piece::Given(items) => {
                    for item in items {
                        if let Val::One(_, e) = item {
                            self.emit(S::Store(next.clone(), e));
                        }
                        next = plus(next, int(1));
                    }
                }
                Piece::Counted { from, len: n } => {
                    let to = self.keep(next);
                    self.count(int(0), bin(Op::SubIn, n.clone(), int(1)), |low, i| {
                        low.emit(S::Store(plus(to.clone(), i.clone()), plus(from, i)));
                        Ok(())
                    })?;
                    next = plus(to, n);
                }
                Piece::Whole(l) => {
                    let to = self.keep(next);
                    self.emit(S::Copy { to: to.clone(), space: l.space, from: l.at, len: l.len.clone() });
                    next = plus(to, l.len);
                }
            }
        }
        Ok(List::in_mem(role, Elem::One(cell), at, len))
    }

    /// A list by comprehension: counted first where its size has no bound at hand, then filled.
    pub(crate) fn comprehended(&mut self, c: &Comprehension) -> R<List> {
        let loops = c.clauses.iter().filter(|c| matches!(c, Clause::For { .. })).count();
        let bound = match c.clauses.first() {
            Some(Clause::For { range: Range::Between(from, Some(to)), .. }) if loops == 1 => {
                let lo = self.or_zero(from.as_ref())?;
                let hi = self.number(to)?;
                bin(Op::Max, bin(Op::Add, bin(Op::Sub, hi, lo), int(1)), int(0))
            }
            _ => {
                let count = self.slot(int(0));
                let before = self.locals.clone();
                self.comprehend(c, 0, &mut |low, v| {
                    if let Val::One(_, e) = v {
                        low.run(e);
                    }
                    low.emit(S::Set(count, plus(var(count), int(1))));
                    Ok(())
                })?;
                self.locals = before;
                var(count)
            }
        };
        let bound = self.keep(bound);
        // Elements that are lists themselves take two words.
        let at = self.alloc(bin(Op::Mul, bound, int(2)));
        let count = self.slot(int(0));
        let mut shape: Option<Elem> = None;
        let before = self.allocs;
        self.comprehend(c, 0, &mut |low, v| {
            let (elem, words) = match v {
                Val::One(cell, e) => (Elem::One(cell), vec![e]),
                v => {
                    let l = low.list(v)?;
                    let l = low.spread(l)?;
                    (Elem::Lists(l.role, Box::new(l.elem), l.space), vec![l.at, l.len])
                }
            };
            if *shape.get_or_insert_with(|| elem.clone()) != elem {
                return Err(NoProgram::Kinds);
            }
            let to = low.keep(plus(at.clone(), bin(Op::MulIn, var(count), int(words.len() as i64))));
            for (i, word) in words.into_iter().enumerate() {
                low.emit(S::Store(plus(to.clone(), int(i as i64)), word));
            }
            low.emit(S::Set(count, plus(var(count), int(1))));
            Ok(())
        })?;
        let elem = shape.unwrap_or(Elem::Nothing);
        // A list made in a round is forgotten with the round.
        if matches!(elem, Elem::Lists(..)) && self.allocs > before {
            return Err(NoProgram::Nested);
        }
        Ok(List::in_mem(Role::List, elem, at, var(count)))
    }
}

/// A piece of a list that is put together.
enum Piece {
    Given(Vec<Val>),
    Counted { from: E, len: E },
    Whole(List),
}

fn one_kind(found: &mut Option<Cell>, of: Cell) -> R<()> {
    if *found.get_or_insert(of) == of { Ok(()) } else { Err(NoProgram::Kinds) }
}
