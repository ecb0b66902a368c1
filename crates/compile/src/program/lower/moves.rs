//! Moves: choices, then changes, then whether the result is legal, then the visit.
//!
//! A buffer holds a copy of the part. A move of one step writes what it changes into the buffer, shows it, and puts
//! the old words back, so that what a move does not touch is never copied.

use super::change::Touched;
use super::fits::looks;
use super::values::Val;
use super::{Lower, R, Source, sum};
use crate::program::NoProgram;
use crate::program::ir::{E, Function, MOVER, Op, S, Space, bin, int, load, plus, var};
use crate::program::layout::{Cell, FieldLayout, Sequence};
use bouton_core::{Action, Change, Choice, Kind, Move, Piece, Range, Target, Term, targets};
use bouton_language::ast::BinaryOp;

/// The parts that one move may leave where their number is not known beforehand.
const MOST_PARTS: usize = 1024;

/// A number that something is taken from.
enum Taken<'m> {
    From(&'m Term),
    /// A field, or an element of it.
    Place(usize, &'m [Term]),
}

/// What a move leaves.
pub(crate) struct Leaves {
    /// Where the first part stands.
    pub(crate) at: E,
    /// How many.
    pub(crate) count: E,
    /// What may differ from the part before.
    pub(crate) touched: Vec<Touched>,
}

/// Buffers of one function.
#[derive(Default)]
pub(crate) struct Buffers {
    /// A copy of the part.
    pub(crate) new: i64,
    /// Where every other step of a move writes.
    pub(crate) spare: Option<i64>,
    /// Where parts are put, and how many fit.
    pub(crate) parts: Option<(i64, usize)>,
}

impl Lower<'_> {
    /// All moves of a part.
    pub(crate) fn moves(&mut self) -> R<Function> {
        let core = self.core;
        let width = self.layout.width();
        let mut buffers = Buffers { new: self.buffer(width), ..Buffers::default() };
        self.function(|low| {
            let (to, from, len) = (int(buffers.new), int(0), int(width as i64));
            low.emit(S::Copy { to, space: Space::Part, from, len });
            for (line, mv) in core.moves.iter().enumerate() {
                low.locals = vec![None; mv.locals];
                let may = mv.by.map_or(int(1), |p| bin(Op::Eq, var(MOVER), int(p as i64 + 1)));
                let body = low.round(|low| low.when(may, |low| low.choose(&mut buffers, line, mv, 0)))?;
                low.out.extend(body);
            }
            Ok(())
        })
    }

    fn choose(&mut self, buffers: &mut Buffers, line: usize, mv: &Move, at: usize) -> R<()> {
        match mv.choices.get(at) {
            None => self.make(buffers, line, mv),
            Some(Choice::If(cond)) => {
                let cond = self.truth(cond)?;
                self.when(cond, |low| low.choose(buffers, line, mv, at + 1))
            }
            Some(Choice::Let { slot, value }) => {
                let v = self.value(value)?;
                self.bind(*slot, v);
                self.choose(buffers, line, mv, at + 1)
            }
            Some(Choice::In { slot, range: Range::Between(from, Some(to)), .. })
                if let Some(taken) = self.taken(mv, at, *slot) =>
            {
                let least = taken.1;
                let (lo, hi, x) = self.clipped(from.as_ref(), to, taken)?;
                self.count(lo, hi, |low, k| {
                    if let (E::Var(k), Some(E::Var(x))) = (&k, x)
                        && let Some(known) = low.known.get_mut(k)
                    {
                        known.from = Some((x, least));
                    }
                    low.bind(*slot, Val::One(Cell::Number, k));
                    low.choose(buffers, line, mv, at + 1)
                })
            }
            Some(Choice::In { slot, range, upto, .. }) => {
                self.walk(range, upto.as_ref(), true, &mut |low, v| {
                    low.bind(*slot, v);
                    low.choose(buffers, line, mv, at + 1)
                })
            }
        }
    }

    /// What the last choice is taken from, where that is all a move does: `x -> x - k`. And the least that may be left.
    fn taken<'m>(&self, mv: &'m Move, at: usize, slot: usize) -> Option<(Taken<'m>, i64)> {
        let f = self.only_change(mv).filter(|_| at + 1 == mv.choices.len())?;
        let change = mv.steps.first()?.changes.first()?;
        let is_choice = |e: &Term| matches!(e.kind, Kind::Local(s) if s == slot);
        let taken = match (&change.action, &change.target) {
            (Action::Become(Term { kind: Kind::Binary(BinaryOp::Sub, x, k), .. }), _)
                if is_choice(k) && !x.mentions(slot) =>
            {
                Taken::From(x)
            }
            (Action::Sub(k), Target::Field(f)) if is_choice(k) => Taken::Place(*f, &[]),
            (Action::Sub(k), Target::Element(f, places))
                if is_choice(k) && !places.iter().any(|e| e.mentions(slot)) =>
            {
                Taken::Place(*f, places)
            }
            _ => return None,
        };
        let least = match &self.core.shape.fields.get(f)?.domain {
            None | Some(Range::Between(None, _)) => 0,
            Some(Range::Between(Some(lo), _)) => lo.int()?,
            Some(Range::Of(_)) => return None,
        };
        (self.layout.fields().get(f)?.of() == Cell::Number).then_some((taken, least))
    }

    /// The ends of such a choice, without the values that would leave too little; and what it is taken from, where that
    /// is read whatever the ends are.
    fn clipped(
        &mut self,
        from: Option<&Term>,
        to: &Term,
        (taken, least): (Taken<'_>, i64),
    ) -> R<(E, E, Option<E>)> {
        let lo = self.or_zero(from)?;
        let hi = self.number(to)?;
        let (lo, hi) = (self.keep(lo), self.keep(hi));
        let top = |low: &mut Self| {
            let x = match taken {
                Taken::From(x) => low.value(x)?,
                Taken::Place(f, places) => low.read(f, places)?,
            };
            let Val::One(Cell::Number, x) = x else { return Err(NoProgram::Kinds) };
            let x = low.keep(x);
            let most = sum(low, Op::Sub, x.clone(), int(least));
            Ok((bin(Op::Min, hi.clone(), most), x))
        };
        let some = bin(Op::Le, lo.clone(), hi.clone());
        // An empty choice reads nothing.
        let (hi, x) = match some {
            E::Int(1) => {
                let (hi, x) = top(self)?;
                (hi, Some(x))
            }
            some => {
                let (code, (top, _)) = self.apart(top)?;
                (self.either(some, code, top, Vec::new(), hi.clone()), None)
            }
        };
        Ok((lo, self.keep(hi), x))
    }

    /// Makes the move whose choices are bound. Where one change is all there is, a word outside its domain is not even
    /// written.
    fn make(&mut self, buffers: &mut Buffers, line: usize, mv: &Move) -> R<()> {
        let skip = self.label();
        self.early = self.only_change(mv).map(|f| (f, skip));
        let (code, ()) = self.apart(|low| low.make_here(buffers, line, mv))?;
        match self.early.take() {
            Some(_) => self.emit(S::Label(skip, code)),
            None => self.out.extend(code),
        }
        Ok(())
    }

    /// The field of a move's only change, where its words can be judged one by one.
    fn only_change(&self, mv: &Move) -> Option<usize> {
        let [step] = &mv.steps[..] else { return None };
        let [change] = &step.changes[..] else { return None };
        let f = match &change.target {
            Target::Field(f) | Target::Element(f, _) => *f,
            Target::Fields(_) => return None,
        };
        let plain = match (&change.target, self.layout.fields().get(f)?) {
            (_, FieldLayout::Row { sequence: Sequence::Bag | Sequence::Set, .. }) => false,
            (Target::Element(..), _) | (_, FieldLayout::One { .. }) => true,
            _ => false,
        };
        let arrow = !matches!(change.action, Action::Parts(_));
        let alone = change.guards.is_empty() && arrow && plain;
        (alone && !looks(self.core.shape.fields.get(f)?)).then_some(f)
    }

    fn make_here(&mut self, buffers: &mut Buffers, line: usize, mv: &Move) -> R<()> {
        let before = Source { space: Space::Part, base: int(0) };
        let width = self.layout.width() as i64;
        let mut old = before.clone();
        let mut touched: Vec<Touched> = Vec::new();
        let mut result = None;
        self.bad = None;
        self.resized = resized(mv);
        self.single = single(mv);
        self.stored.clear();
        let start = self.out.len();
        for (k, step) in mv.steps.iter().enumerate() {
            if let [change] = &step.changes[..]
                && let Action::Parts(parts) = &change.action
            {
                let (at, most) = self.parts_buffer(buffers, parts, change);
                result = Some(self.parts(&old, change, parts, (at, most), &touched)?);
                break;
            }
            let to = if k % 2 == 0 {
                buffers.new
            } else {
                *buffers.spare.get_or_insert_with(|| self.buffer(width as usize))
            };
            if k > 0 {
                let (space, from) = (old.space, old.base.clone());
                self.emit(S::Copy { to: int(to), space, from, len: int(width) });
            }
            self.step(&old, to, step, &mut touched)?;
            old = Source { space: Space::Mem, base: int(to) };
        }
        let result = result.unwrap_or_else(|| {
            let at = if mv.steps.is_empty() { int(buffers.new) } else { old.base.clone() };
            Leaves { at, count: int(1), touched: touched.clone() }
        });
        if let Some(bad) = self.bad {
            self.out.insert(start, S::Set(bad, int(0)));
        }
        self.block(|low, fit| {
            low.fits(&result, fit)?;
            low.source = Some(before.clone());
            let gain = low.or_zero(mv.gain.as_ref())?;
            let again = mv.again.as_ref().map_or(Ok(int(0)), |e| low.truth(e))?;
            low.emit(S::Visit { line, at: result.at.clone(), parts: result.count.clone(), gain, again });
            Ok(())
        })?;
        self.stored.clear();
        self.source = Some(before);
        self.put_back(buffers.new, mv, &touched);
        Ok(())
    }

    /// Puts the old words back into the buffer.
    fn put_back(&mut self, new: i64, mv: &Move, touched: &[Touched]) {
        if mv.steps.len() > 1 && !touched.is_empty() {
            let len = int(self.layout.width() as i64);
            self.emit(S::Copy { to: int(new), space: Space::Part, from: int(0), len });
            return;
        }
        for t in touched {
            let (at, width) = (t.field.at() as i64, t.field.width() as i64);
            match t.cell {
                Some((v, guarded)) => {
                    let back = S::Store(plus(var(v), int(new)), load(Space::Part, var(v)));
                    if guarded {
                        self.emit(S::If(bin(Op::Le, int(0), var(v)), vec![back], Vec::new()));
                    } else {
                        self.emit(back);
                    }
                }
                None if width == 1 => self.emit(S::Store(int(new + at), load(Space::Part, int(at)))),
                None => {
                    let (to, from) = (int(new + at), int(at));
                    self.emit(S::Copy { to, space: Space::Part, from, len: int(width) });
                }
            }
        }
    }

    /// Where the parts of a move go: exact room where their number is known.
    fn parts_buffer(&mut self, buffers: &mut Buffers, parts: &[Piece], change: &Change) -> (i64, usize) {
        let each = |p: &Piece| match p {
            Piece::One(_) => Some(1),
            Piece::Copies(n, _) => {
                let n = n.int().and_then(|n| usize::try_from(n).ok());
                n.map(|n| if self.cancels && n > 2 { 2 - n % 2 } else { n })
            }
            Piece::Each(_) => None,
        };
        let known: Option<usize> = parts.iter().map(each).sum();
        let wanted = match known {
            Some(n) if change.guards.is_empty() && n <= MOST_PARTS => n.max(1),
            _ => MOST_PARTS,
        };
        match buffers.parts {
            Some((at, most)) if most >= wanted => (at, most),
            _ => {
                let at = self.buffer(wanted * self.layout.width());
                buffers.parts = Some((at, wanted));
                (at, wanted)
            }
        }
    }
}

/// The fields that a move writes as a whole.
fn resized(mv: &Move) -> Vec<usize> {
    let changes = mv.steps.iter().flat_map(|s| &s.changes);
    changes.filter(|c| !matches!(c.target, Target::Element(..))).flat_map(|c| targets(&c.target)).collect()
}

/// The fields that a move of one step writes with one change, whatever its choices.
fn single(mv: &Move) -> Vec<usize> {
    let [step] = &mv.steps[..] else { return Vec::new() };
    let hits = |f: usize| step.changes.iter().filter(|c| targets(&c.target).contains(&f)).count();
    let sure = step.changes.iter().filter(|c| c.guards.is_empty());
    let mut out: Vec<usize> = sure.flat_map(|c| targets(&c.target)).collect();
    out.retain(|f| hits(*f) == 1);
    out
}
