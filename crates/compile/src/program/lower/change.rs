//! What a move does to a part: steps of simultaneous changes, and parts in place of a part.

use super::moves::Leaves;
use super::values::{Elem, List, Role, Val};
use super::{Lower, R, Source};
use crate::program::NoProgram;
use crate::program::ir::{E, Op, S, STAMP, Space, Var, bin, int, load, not, plus, var};
use crate::program::layout::{Cell, FieldLayout, NAMES, Sequence};
use bouton_core::{Action, Change, Guard, Kind, Piece, Range, Step, Target, Term, targets};
use bouton_language::ast::BinaryOp;
use bouton_language::interp::MOST_ELEMENTS;
use bouton_language::value::Value;

/// So many copies are written out; more are a loop.
const WRITTEN_OUT: i64 = 4;

/// What a move writes.
#[derive(Clone, Debug)]
pub(crate) struct Touched {
    /// Which field.
    pub(crate) index: usize,
    /// Where it is.
    pub(crate) field: FieldLayout,
    /// One word of it, whose place in the part a variable holds (-1 for none where guarded); else all of it.
    pub(crate) cell: Option<(Var, bool)>,
}

/// How two arrows into one place of a field are noticed.
#[derive(Clone, Default)]
struct Watch {
    /// Places written so far, to be compared with.
    places: Vec<Var>,
    /// Set where the whole field was written.
    whole: Option<Var>,
    /// Marks of places, and the mark of this step.
    marks: Option<(i64, Var)>,
    compare: bool,
}

impl<'a> Lower<'a> {
    /// One step: reads `old`, writes into the buffer at `new`.
    pub(crate) fn step(&mut self, old: &Source, new: i64, step: &Step, touched: &mut Vec<Touched>) -> R<()> {
        self.source = Some(old.clone());
        let mut watches = vec![Watch::default(); self.layout.fields().len()];
        for (f, watch) in watches.iter_mut().enumerate() {
            *watch = self.watch(step, f)?;
        }
        for change in &step.changes {
            if let Action::Become(value) = &change.action {
                let places = self.places(change, touched)?;
                self.guarded(&change.guards, 0, &mut |low| {
                    let v = low.value(value)?;
                    low.arrow(new, change, v, &mut watches, places)
                })?;
            }
        }
        for change in &step.changes {
            let (op, amount) = match &change.action {
                Action::Add(e) => (BinaryOp::Add, e),
                Action::Sub(e) => (BinaryOp::Sub, e),
                _ => continue,
            };
            let places = self.places(change, touched)?;
            self.guarded(&change.guards, 0, &mut |low| {
                let v = low.value(amount)?;
                low.add(new, change, op, v, places)
            })?;
        }
        Ok(())
    }

    /// Notes what a change may write; for a single word of a list, the variable of its place.
    fn places(&mut self, change: &Change, touched: &mut Vec<Touched>) -> R<Option<Var>> {
        let loops = change.guards.iter().any(|g| matches!(g, Guard::For { .. }));
        match &change.target {
            Target::Field(f) => self.touch(*f, touched)?,
            Target::Fields(fields) => fields.iter().try_for_each(|f| self.touch(*f, touched))?,
            Target::Element(f, _) => {
                let field = *self.layout.fields().get(*f).ok_or(NoProgram::NoPart)?;
                let bag = matches!(field, FieldLayout::Row { sequence: Sequence::Bag, .. });
                if loops {
                    self.touch(*f, touched)?;
                    return Ok(None);
                }
                let guarded = !change.guards.is_empty();
                let v = if guarded { self.slot(int(-1)) } else { self.fresh() };
                if bag || touched.iter().any(|t| t.index == *f && t.cell.is_none()) {
                    self.touch(*f, touched)?;
                } else {
                    touched.push(Touched { index: *f, field, cell: Some((v, guarded)) });
                }
                return Ok(Some(v));
            }
        }
        Ok(None)
    }

    /// Notes that a whole field may be written.
    fn touch(&self, f: usize, touched: &mut Vec<Touched>) -> R<()> {
        let field = *self.layout.fields().get(f).ok_or(NoProgram::NoPart)?;
        touched.retain(|t| t.index != f);
        touched.push(Touched { index: f, field, cell: None });
        Ok(())
    }

    /// How arrows of a step into one field must be watched.
    fn watch(&mut self, step: &Step, f: usize) -> R<Watch> {
        let (mut whole, mut cells, mut loops) = (0, Vec::new(), false);
        for change in &step.changes {
            if !matches!(change.action, Action::Become(_)) {
                continue;
            }
            let is_for = |g: &Guard| matches!(g, Guard::For { .. });
            let rounds = change.guards.iter().any(is_for);
            match &change.target {
                Target::Field(g) if *g == f => whole += 1 + usize::from(rounds),
                Target::Fields(all) => {
                    whole += all.iter().filter(|g| **g == f).count() * (1 + usize::from(rounds));
                }
                Target::Element(g, _) if *g == f => {
                    loops |= rounds;
                    cells.push(change);
                }
                _ => {}
            }
        }
        let mut watch = Watch::default();
        if whole > 0 && !cells.is_empty() {
            return Err(NoProgram::ChangedTwice);
        }
        if whole > 1 {
            watch.whole = Some(self.slot(int(0)));
        }
        if loops && !matches!(&cells[..], [one] if apart_by_itself(one)) {
            let field = *self.layout.fields().get(f).ok_or(NoProgram::NoPart)?;
            let marks = self.buffer(field.width());
            let stamp = self.slot(bin(Op::AddIn, load(Space::Mem, int(STAMP)), int(1)));
            self.emit(S::Store(int(STAMP), var(stamp)));
            watch.marks = Some((marks - field.at() as i64, stamp));
        } else {
            watch.compare = cells.len() > 1;
        }
        Ok(watch)
    }

    /// Lowers `f` for each way through `when` and `for`.
    fn guarded(&mut self, guards: &[Guard], at: usize, f: &mut dyn FnMut(&mut Self) -> R<()>) -> R<()> {
        match guards.get(at) {
            None => f(self),
            Some(Guard::When(cond)) => {
                let cond = self.truth(cond)?;
                self.when(cond, |low| low.guarded(guards, at + 1, f))
            }
            Some(Guard::For { slot, range }) => self.walk(range, None, false, &mut |low, v| {
                low.bind(*slot, v);
                low.guarded(guards, at + 1, f)
            }),
        }
    }

    fn arrow(
        &mut self,
        new: i64,
        change: &Change,
        v: Val,
        watches: &mut [Watch],
        place: Option<Var>,
    ) -> R<()> {
        match &change.target {
            Target::Field(_) | Target::Fields(_) => {
                for (f, v) in self.for_fields(targets(&change.target), v)? {
                    self.once(watches, f);
                    self.store_field(&int(new), f, v)?;
                }
                Ok(())
            }
            Target::Element(f, indices) => {
                let field = self.layout.fields()[*f];
                let at = self.cell(new, *f, indices, place)?;
                let watch = &mut watches[*f];
                if let Some((marks, stamp)) = watch.marks {
                    let mark = self.keep(plus(at.clone(), int(marks)));
                    self.check(bin(Op::Ne, load(Space::Mem, mark.clone()), var(stamp)));
                    self.emit(S::Store(mark, var(stamp)));
                } else if watch.compare
                    && let Some(place) = place
                {
                    for other in std::mem::take(&mut watch.places) {
                        self.check(bin(Op::Ne, var(other), at.clone()));
                        watches[*f].places.push(other);
                    }
                    watches[*f].places.push(place);
                }
                let e = self.word_for(&field, v)?;
                self.store(*f, plus(at, int(new)), e)
            }
        }
    }

    /// Gives up where a whole field is written twice.
    fn once(&mut self, watches: &[Watch], f: usize) {
        if let Some(v) = watches.get(f).and_then(|w| w.whole) {
            self.check(not(var(v)));
            self.emit(S::Set(v, int(1)));
        }
    }

    fn add(&mut self, new: i64, change: &Change, op: BinaryOp, v: Val, place: Option<Var>) -> R<()> {
        let here = Source { space: Space::Mem, base: int(new) };
        match &change.target {
            Target::Field(_) | Target::Fields(_) => {
                for (f, v) in self.for_fields(targets(&change.target), v)? {
                    let field = self.layout.fields()[f];
                    let now = self.field_at(&here, &field);
                    let v = self.combine(op, now, v)?;
                    self.store_field(&int(new), f, v)?;
                }
                Ok(())
            }
            Target::Element(f, indices) => {
                let field = self.layout.fields()[*f];
                let v = self.kept(v);
                let at = self.cell(new, *f, indices, place)?;
                let to = self.keep(plus(at, int(new)));
                let now = Val::One(field.of(), load(Space::Mem, to.clone()));
                let v = self.combine(op, now, v)?;
                let e = self.word_for(&field, v)?;
                self.store(*f, to, e)
            }
        }
    }

    /// The place in the part of an element, from its indices. Sizes are those of the buffer; they are the part's
    /// own, of which bounds are known, unless the move writes the whole field.
    fn cell(&mut self, new: i64, f: usize, indices: &[Term], place: Option<Var>) -> R<E> {
        let values: Vec<E> = indices.iter().map(|e| self.number(e)).collect::<R<_>>()?;
        let resized = self.resized.contains(&f);
        let size = |k: usize| match resized {
            true => load(Space::Mem, int(new + k as i64)),
            false => load(Space::Part, int(k as i64)),
        };
        let at = match (self.layout.fields()[f], &values[..]) {
            (FieldLayout::Row { sequence: Sequence::Set, .. }, _) => return Err(NoProgram::Kinds),
            (FieldLayout::Row { at, cap, fixed, .. }, [i]) => {
                let len = if fixed { int(cap as i64) } else { size(at) };
                let i = self.place(i.clone(), &len);
                plus(i, int((at + usize::from(!fixed)) as i64))
            }
            (FieldLayout::Grid { at, rows, cols, fixed, .. }, [r, c]) => {
                let (first, rows, cols) = if fixed {
                    (at, int(rows as i64), int(cols as i64))
                } else {
                    (at + 2, size(at), size(at + 1))
                };
                let r = self.place(r.clone(), &rows);
                let c = self.place(c.clone(), &cols);
                plus(plus(bin(Op::MulIn, r, cols), c), int(first as i64))
            }
            _ => return Err(NoProgram::Nested),
        };
        Ok(match place {
            Some(v) => {
                self.emit(S::Set(v, at));
                var(v)
            }
            None => self.keep(at),
        })
    }

    /// The word that an element takes.
    fn word_for(&mut self, field: &FieldLayout, v: Val) -> R<E> {
        let of = field.of();
        match v {
            Val::One(cell, e) if cell == of => {
                let word = matches!(field, FieldLayout::Row { sequence: Sequence::Word, .. });
                if word && !self.layout.names().is_empty() {
                    let e = self.keep(e);
                    self.check(bin(Op::Lt, e.clone(), int(NAMES)));
                    return Ok(e);
                }
                Ok(e)
            }
            Val::Const(Value::Text(t))
                if of == Cell::Name
                    && !matches!(field, FieldLayout::Row { sequence: Sequence::Word, .. }) =>
            {
                self.layout.name(&t).map(int).ok_or(NoProgram::Name)
            }
            Val::Const(Value::Big(_)) => Err(NoProgram::Big),
            _ => Err(NoProgram::Kinds),
        }
    }

    /// What each of these fields takes of a value.
    fn for_fields(&mut self, fields: Vec<usize>, v: Val) -> R<Vec<(usize, Val)>> {
        let values = if fields.len() == 1 { vec![v] } else { self.tuple(v, fields.len())? };
        Ok(fields.into_iter().zip(values).collect())
    }

    /// The values for several fields.
    fn tuple(&mut self, v: Val, wanted: usize) -> R<Vec<Val>> {
        match v {
            Val::Tuple(items) if items.len() == wanted => Ok(items),
            Val::Const(Value::List(items)) if items.len() == wanted => {
                Ok(items.iter().cloned().map(Val::known).collect())
            }
            Val::List(l) if l.role == Role::List => {
                self.check(bin(Op::Eq, l.len.clone(), int(wanted as i64)));
                (0..wanted as i64).map(|i| l.get(self, int(i))).collect()
            }
            v if wanted == 1 => Ok(vec![v]),
            _ => Err(NoProgram::Kinds),
        }
    }

    /// Parts in place of a part.
    pub(crate) fn parts(
        &mut self,
        old: &Source,
        change: &Change,
        parts: &[Piece],
        (at, most): (i64, usize),
        before: &[Touched],
    ) -> R<Leaves> {
        self.source = Some(old.clone());
        let fields = targets(&change.target);
        let mut touched: Vec<Touched> =
            before.iter().filter(|t| !fields.contains(&t.index)).cloned().collect();
        // Where a single word was touched before, all of its field may differ from the part's.
        touched.iter_mut().for_each(|t| t.cell = None);
        for &f in &fields {
            let field = *self.layout.fields().get(f).ok_or(NoProgram::NoPart)?;
            touched.push(Touched { index: f, field, cell: None });
        }
        let mut place = Place { at, most, fields, count: Count::Known(0) };
        if change.guards.is_empty() {
            self.single = place.fields.clone();
            self.put_parts(old, parts, &mut place)?;
        } else {
            // Without a way through the guards the part stays as it is.
            place.count = Count::Counted(self.slot(int(0)));
            let split = self.slot(int(0));
            self.guarded(&change.guards, 0, &mut |low| {
                low.emit(S::Set(split, int(1)));
                low.put_parts(old, parts, &mut place)
            })?;
            let (stays, ()) = self.apart(|low| {
                low.whole_part(old, &place);
                low.next_part(&mut place);
                Ok(())
            })?;
            self.emit(S::If(var(split), Vec::new(), stays));
        }
        let count = match place.count {
            Count::Known(n) => int(n),
            Count::Counted(v) => var(v),
        };
        Ok(Leaves { at: int(at), count, touched })
    }

    fn put_parts(&mut self, old: &Source, parts: &[Piece], place: &mut Place) -> R<()> {
        for part in parts {
            match part {
                Piece::One(e) => {
                    let v = self.value(e)?;
                    self.one_part(old, v, place)?;
                }
                Piece::Copies(count, e) => {
                    let count = self.kept_number(count)?;
                    self.check(bin(Op::Le, int(0), count.clone()));
                    let count = if self.cancels { self.one_or_two(count) } else { count };
                    let v = self.kept_value(e)?;
                    match count {
                        E::Int(n @ 0..=WRITTEN_OUT) => {
                            for _ in 0..n {
                                self.one_part(old, v.clone(), place)?;
                            }
                        }
                        count => {
                            self.counted(place);
                            self.check(bin(Op::Le, count.clone(), int(place.most as i64)));
                            self.count(int(1), count, |low, _| low.one_part(old, v, place))?;
                        }
                    }
                }
                Piece::Each(e) => {
                    let v = self.value(e)?;
                    let list = self.list(v)?;
                    self.counted(place);
                    self.each(list, false, &mut |low, v| low.one_part(old, v, place))?;
                }
            }
        }
        Ok(())
    }

    /// As many equal heaps as leave the xor as it is: one or two for an odd or even number, none for none.
    fn one_or_two(&mut self, count: E) -> E {
        self.check(bin(Op::Le, count.clone(), int(MOST_ELEMENTS as i64)));
        let parity = bin(Op::SubIn, int(2), bin(Op::Mod, count.clone(), int(2)));
        match count {
            E::Int(n) => int(n.min(2 - n % 2)),
            count => self.keep(bin(Op::Min, count, parity)),
        }
    }

    /// From here on the number of parts is in a variable.
    fn counted(&mut self, place: &mut Place) {
        if let Count::Known(n) = place.count {
            self.single.clear();
            place.count = Count::Counted(self.slot(int(n)));
        }
    }

    fn part_address(&mut self, place: &Place) -> E {
        let width = self.layout.width() as i64;
        match place.count {
            Count::Known(n) => int(place.at + n * width),
            Count::Counted(v) => {
                self.check(bin(Op::Lt, var(v), int(place.most as i64)));
                let e = plus(bin(Op::MulIn, var(v), int(width)), int(place.at));
                let at = self.slot(e);
                var(at)
            }
        }
    }

    fn next_part(&mut self, place: &mut Place) {
        match &mut place.count {
            Count::Known(n) => *n += 1,
            Count::Counted(v) => {
                let v = *v;
                self.emit(S::Set(v, plus(var(v), int(1))));
            }
        }
    }

    fn whole_part(&mut self, old: &Source, place: &Place) {
        let to = self.part_address(place);
        let len = int(self.layout.width() as i64);
        self.emit(S::Copy { to, space: old.space, from: old.base.clone(), len });
    }

    fn one_part(&mut self, old: &Source, v: Val, place: &mut Place) -> R<()> {
        let to = self.part_address(place);
        for (f, field) in self.layout.fields().iter().enumerate() {
            if !place.fields.contains(&f) {
                let (at, len) = (int(field.at() as i64), int(field.width() as i64));
                let from = plus(old.base.clone(), at.clone());
                let (to, space) = (plus(to.clone(), at), old.space);
                self.out.push(S::Copy { to, space, from, len });
            }
        }
        for (f, v) in self.for_fields(place.fields.clone(), v)? {
            self.store_field(&to, f, v)?;
        }
        self.next_part(place);
        Ok(())
    }
}

/// Where parts go.
struct Place {
    at: i64,
    most: usize,
    fields: Vec<usize>,
    count: Count,
}

enum Count {
    Known(i64),
    Counted(Var),
}

/// One arrow for each value of a counted range, at that index: it never meets itself.
fn apart_by_itself(change: &Change) -> bool {
    let Target::Element(_, indices) = &change.target else { return false };
    let mut slots = Vec::new();
    for guard in &change.guards {
        if let Guard::For { slot, range } = guard {
            if !matches!(range, Range::Between(..)) {
                return false;
            }
            slots.push(*slot);
        }
    }
    slots.iter().all(|s| indices.iter().any(|e| matches!(e.kind, Kind::Local(l) if l == *s)))
}

/// A list that could be stored as it is.
pub(crate) fn flat(l: &List, of: Cell) -> bool {
    match l.elem {
        Elem::One(cell) => cell == of,
        Elem::Nothing => true,
        _ => false,
    }
}
