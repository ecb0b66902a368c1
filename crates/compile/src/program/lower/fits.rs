//! Writing whole fields, and whether the result of a move is legal: sizes, domains, `require`.

use super::change::{Touched, flat};
use super::moves::Leaves;
use super::values::{Elem, List, Role, Val};
use super::{Lower, R, Source};
use crate::program::NoProgram;
use crate::program::help::Help;
use crate::program::ir::{E, Label, Op, S, Space, bin, int, load, not, plus, var};
use crate::program::layout::{Cell, FieldLayout, Sequence};
use bouton_core::{Field, Kind, Range, Term};

impl<'a> Lower<'a> {
    /// Writes a whole field of the part at `base` in memory.
    pub(crate) fn store_field(&mut self, base: &E, f: usize, v: Val) -> R<()> {
        let field = *self.layout.fields().get(f).ok_or(NoProgram::NoPart)?;
        let place = |k: usize| plus(base.clone(), int(k as i64));
        match field {
            FieldLayout::One { at, .. } => {
                let e = self.one_word(&field, v)?;
                self.store(f, place(at), e)
            }
            FieldLayout::Row { at, cap, fixed, of, sequence } => {
                let list = self.list_for(sequence, v)?;
                if !flat(&list, of) {
                    return Err(NoProgram::Kinds);
                }
                let (len, cap) = (list.len.clone(), int(cap as i64));
                if fixed {
                    // Another size is no legal result, but what else goes wrong in the move still counts.
                    let copy = S::Copy { to: place(at), space: list.space, from: list.at, len: cap.clone() };
                    self.unless_bad(bin(Op::Eq, len, cap), vec![copy]);
                    return Ok(());
                }
                self.check(bin(Op::Le, len.clone(), cap.clone()));
                self.emit(S::Store(place(at), len.clone()));
                let first = place(at + 1);
                self.emit(S::Copy { to: first.clone(), space: list.space, from: list.at, len: len.clone() });
                let rest = bin(Op::SubIn, cap, len.clone());
                self.emit(S::Zero { to: plus(first, len), len: rest });
                Ok(())
            }
            FieldLayout::Grid { .. } => self.store_grid(base, &field, v),
        }
    }

    fn one_word(&mut self, field: &FieldLayout, v: Val) -> R<E> {
        match v {
            Val::One(cell, e) if cell == field.of() => Ok(e),
            Val::Const(v) => self.layout.word(&v, field.of()).map(int).ok_or(NoProgram::Kinds),
            _ => Err(NoProgram::Kinds),
        }
    }

    /// A value as the list that a field holds.
    fn list_for(&mut self, sequence: Sequence, v: Val) -> R<List> {
        let list = self.list(v)?;
        match (sequence, list.role) {
            (Sequence::Row | Sequence::Bag, Role::List | Role::Word)
            | (Sequence::Set, Role::Set)
            | (Sequence::Word, Role::Word | Role::List) => Ok(list),
            (Sequence::Set, Role::List) => match self.as_set(Val::List(list))? {
                Val::List(l) => Ok(l),
                _ => Err(NoProgram::Kinds),
            },
            _ => Err(NoProgram::Kinds),
        }
    }

    /// Does this where true; else the move is not legal.
    fn unless_bad(&mut self, fine: E, code: Vec<S>) {
        if let E::Int(1) = fine {
            self.out.extend(code);
            return;
        }
        let bad = match self.bad {
            Some(v) => v,
            None => {
                let v = self.fresh();
                self.bad = Some(v);
                v
            }
        };
        self.emit(S::If(fine, code, vec![S::Set(bad, int(1))]));
    }

    fn store_grid(&mut self, base: &E, field: &FieldLayout, v: Val) -> R<()> {
        let FieldLayout::Grid { at, rows, cols, fixed, of } = *field else { return Ok(()) };
        let place = |k: usize| plus(base.clone(), int(k as i64));
        let list = self.list(v)?;
        let count = list.len.clone();
        let wide = match &list.elem {
            Elem::Rows(cell, cols) if *cell == of => (**cols).clone(),
            Elem::Lists(Role::List, inner, _) if matches!(**inner, Elem::One(cell) if cell == of) => {
                let first = load(list.space, plus(list.at.clone(), int(1)));
                let some = bin(Op::Lt, int(0), count.clone());
                self.keep(E::If(Box::new(some), Box::new(first), Box::new(int(0))))
            }
            _ => return Err(NoProgram::Kinds),
        };
        let cells = self.keep(bin(Op::Mul, count.clone(), wide.clone()));
        let most = int((rows * cols) as i64);
        let first = if fixed { place(at) } else { place(at + 2) };
        let (copy, ()) = self.apart(|low| {
            if !fixed {
                low.check(bin(Op::Le, cells.clone(), most.clone()));
                low.check(bin(Op::Le, count.clone(), most.clone()));
                low.emit(S::Store(place(at), count.clone()));
                low.emit(S::Store(place(at + 1), wide.clone()));
            }
            match &list.elem {
                Elem::Rows(..) => {
                    let (to, len) = (first.clone(), cells.clone());
                    low.emit(S::Copy { to, space: list.space, from: list.at.clone(), len });
                }
                _ => {
                    let (first, wide) = (first.clone(), wide.clone());
                    let each = list.clone();
                    low.count(int(0), bin(Op::SubIn, count.clone(), int(1)), |low, r| {
                        let Val::List(row) = each.get(low, r.clone())? else { return Err(NoProgram::Nested) };
                        let to = plus(first, bin(Op::MulIn, r, wide.clone()));
                        let copy = S::Copy { to, space: row.space, from: row.at, len: wide.clone() };
                        low.unless_bad(bin(Op::Eq, row.len, wide), vec![copy]);
                        Ok(())
                    })?;
                }
            }
            if !fixed {
                let rest = bin(Op::SubIn, most, cells.clone());
                low.emit(S::Zero { to: plus(first, cells), len: rest });
            }
            Ok(())
        })?;
        if fixed {
            let right = crate::program::ir::and(
                bin(Op::Eq, count, int(rows as i64)),
                bin(Op::Eq, wide, int(cols as i64)),
            );
            self.unless_bad(right, copy);
        } else {
            self.out.extend(copy);
        }
        Ok(())
    }

    /// Leaves `fit` unless all parts of the result are legal.
    pub(crate) fn fits(&mut self, result: &Leaves, fit: Label) -> R<()> {
        if let Some(bad) = self.bad.take() {
            self.emit(S::If(var(bad), vec![S::Leave(fit)], Vec::new()));
        }
        let outer = self.source.clone();
        let width = self.layout.width() as i64;
        match result.count {
            E::Int(n) => {
                for i in 0..n {
                    let base = plus(result.at.clone(), int(i * width));
                    self.part_fits(base, &result.touched, fit)?;
                }
            }
            ref count => {
                let first = result.at.clone();
                let last = bin(Op::SubIn, count.clone(), int(1));
                self.count(int(0), last, |low, i| {
                    let base = low.keep(plus(bin(Op::MulIn, i, int(width)), first));
                    low.part_fits(base, &result.touched, fit)
                })?;
            }
        }
        self.source = outer;
        Ok(())
    }

    fn part_fits(&mut self, base: E, touched: &[Touched], fit: Label) -> R<()> {
        for t in touched {
            if let FieldLayout::Row { at, cap, sequence: Sequence::Bag, .. } = t.field {
                let at = plus(base.clone(), int(at as i64));
                self.emit(S::Tick(int(cap as i64 / 8)));
                self.run(E::Help(Help::TidyBag, vec![at, int(cap as i64)]));
            }
        }
        let outer = std::mem::take(&mut self.locals);
        self.source = Some(Source { space: Space::Mem, base: base.clone() });
        let core = self.core;
        for (f, field) in core.shape.fields.iter().enumerate() {
            let mine: Vec<&Touched> = touched.iter().filter(|t| t.index == f).collect();
            if matches!(self.early, Some((g, _)) if g == f) {
                continue;
            }
            self.locals = vec![None; field.locals];
            // What looks at other fields may change with them.
            if looks(field) || mine.iter().any(|t| t.cell.is_none()) {
                self.field_fits(f, fit)?;
                continue;
            }
            for t in mine {
                let Some((place, guarded)) = t.cell else { continue };
                let word = self.stored(plus(var(place), base.clone()));
                let of = t.field.of();
                let (code, ()) = self.apart(|low| {
                    let holds = low.holds(f, of, word)?;
                    low.leave_unless(holds, fit);
                    Ok(())
                })?;
                match guarded {
                    true => self.emit(S::If(bin(Op::Le, int(0), var(place)), code, Vec::new())),
                    false => self.out.extend(code),
                }
            }
        }
        for require in &core.requires {
            let sees = |e: &Term| matches!(e.kind, Kind::Field(f) if touched.iter().any(|t| t.index == f));
            if require.cond.any(sees) {
                self.locals = vec![None; require.locals];
                let holds = self.truth(&require.cond)?;
                self.leave_unless(holds, fit);
            }
        }
        self.locals = outer;
        Ok(())
    }

    /// Leaves the move before a word is written that its domain does not hold.
    pub(crate) fn judge(&mut self, f: usize, word: &E) -> R<()> {
        let Some((_, skip)) = self.early.filter(|(g, _)| *g == f) else { return Ok(()) };
        let locals = self.core.shape.fields[f].locals;
        let outer = std::mem::replace(&mut self.locals, vec![None; locals]);
        let of = self.layout.fields()[f].of();
        let holds = self.holds(f, of, word.clone())?;
        self.leave_unless(holds, skip);
        self.locals = outer;
        Ok(())
    }

    fn leave_unless(&mut self, holds: E, fit: Label) {
        if !matches!(holds, E::Int(1)) {
            self.emit(S::If(not(holds), vec![S::Leave(fit)], Vec::new()));
        }
    }

    /// Is a word of a field in its domain?
    fn holds(&mut self, f: usize, of: Cell, word: E) -> R<E> {
        let core = self.core;
        match &core.shape.fields[f].domain {
            None if of == Cell::Number && self.range(&word).0 >= 0 => Ok(int(1)),
            None if of == Cell::Number => Ok(bin(Op::Le, int(0), word)),
            None => Ok(int(1)),
            Some(range) => {
                let word = self.keep(word);
                self.is_in(Val::One(of, word), range, false)
            }
        }
    }

    fn field_fits(&mut self, f: usize, fit: Label) -> R<()> {
        let core = self.core;
        let field = &core.shape.fields[f];
        let layout = self.layout.fields()[f];
        let of = layout.of();
        let list = match self.field(f)? {
            Val::One(_, word) => {
                let holds = self.holds(f, of, word)?;
                self.leave_unless(holds, fit);
                return Ok(());
            }
            Val::List(l) => l,
            _ => return Err(NoProgram::Kinds),
        };
        let found = match &list.elem {
            Elem::Rows(_, cols) => vec![list.len.clone(), (**cols).clone()],
            _ => vec![list.len.clone()],
        };
        let bag = matches!(layout, FieldLayout::Row { sequence: Sequence::Bag, .. });
        for (k, n) in found.into_iter().enumerate() {
            // One size for a grid is that of both sides; a bag is never larger than its size.
            let Some(wanted) = field.size.get(k).or(field.size.first()) else { continue };
            let wanted = self.number(wanted)?;
            let right = bin(if bag { Op::Le } else { Op::Eq }, n, wanted);
            self.leave_unless(right, fit);
        }
        if field.domain.is_none() && of != Cell::Number {
            return Ok(());
        }
        let flat = match &list.elem {
            Elem::Rows(cell, _) => List { elem: Elem::One(*cell), len: self.keep(list.words()), ..list },
            _ => list,
        };
        self.each(flat, false, &mut |low, v| {
            let Val::One(of, word) = v else { return Err(NoProgram::Nested) };
            let holds = low.holds(f, of, word)?;
            low.leave_unless(holds, fit);
            Ok(())
        })
    }
}

/// Does what a field may hold depend on other fields?
pub(crate) fn looks(field: &Field) -> bool {
    field.size.iter().chain(field.domain.iter().flat_map(Range::ends)).any(Term::looks)
}
