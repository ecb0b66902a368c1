//! Move lines as families of moves: choices become variables, steps become linear results by cases.

use super::folds::{VALUES, Walk, unless};
use super::number::Num;
use super::outside::{Stop, Why};
use super::reader::{Origin, Reader, Sym};
use super::shape::Shape;
use super::{Affine, Chosen, Formula, FragmentMove};
use bouton_core::{Action, Change, Choice, Guard, Kind, Move, Piece, Range, Step, Target, Term};
use bouton_language::ast::BinaryOp;
use bouton_language::rules::Builtin;
use bouton_language::span::Span;

/// Families that one game may have.
const FAMILIES: usize = 2048;

/// Remainders by at most this are taken one by one in results.
const FEW: i64 = 16;

/// Fields of the parts that a move leaves, and when it does.
type Outcome = (Formula, Vec<Vec<Sym>>);

/// One coordinate after another of each part as a form, and when they are so.
type Results = (Vec<Formula>, Vec<Vec<Affine>>);

/// A place that an arrow writes, and when.
type Written = (usize, Option<usize>, Formula);

/// A line whose families are being found.
struct Line<'m> {
    line: usize,
    mv: &'m Move,
    shape: &'m Shape,
    found: Vec<FragmentMove>,
}

impl Reader<'_> {
    /// The families of one line; the fields hold the position before the move.
    pub(super) fn line(
        &mut self,
        line: usize,
        mv: &Move,
        shape: &Shape,
        given: Formula,
    ) -> Result<Vec<FragmentMove>, Stop> {
        self.locals = vec![None; mv.locals];
        let mut line = Line { line, mv, shape, found: Vec::new() };
        self.choose(&mut line, 0, given).map_err(|s| s.at(mv.span))?;
        Ok(line.found)
    }

    fn choose(&mut self, line: &mut Line<'_>, at: usize, so_far: Formula) -> Result<(), Stop> {
        self.step()?;
        if so_far.as_bool() == Some(false) {
            return Ok(());
        }
        match line.mv.choices.get(at) {
            None => self.results(line, so_far),
            Some(Choice::If(cond)) => {
                let holds = Formula::all([so_far, self.truth(cond)?]);
                if holds.impossible() { Ok(()) } else { self.choose(line, at + 1, holds) }
            }
            Some(Choice::Let { slot, value }) => {
                let v = self.eval(value)?;
                self.set(*slot, v);
                self.choose(line, at + 1, so_far)
            }
            Some(Choice::In { slot, range, span, .. }) => {
                for (cond, v) in self.drawn(*slot, range, *span)? {
                    self.set(*slot, v);
                    self.choose(line, at + 1, Formula::all([so_far.clone(), cond]))?;
                }
                Ok(())
            }
        }
    }

    /// What a choice may be: conditions and values, together every value once or more.
    fn drawn(&mut self, slot: usize, range: &Range, span: Span) -> Result<Vec<(Formula, Sym)>, Stop> {
        if let Range::Of(e) = range
            && let Kind::Call(f @ (Builtin::Below | Builtin::Compositions), args) = &e.kind
        {
            return self.vector(slot, *f, args, span);
        }
        let fixed = self.fixed.contains(&slot);
        match self.walk(range, span)? {
            Walk::Values(values) => {
                let natural = |v: &Sym| match v {
                    Sym::Num(n) => n.as_int().filter(|i| *i >= 0),
                    _ => None,
                };
                match values.iter().map(natural).collect::<Option<Vec<i64>>>() {
                    Some(numbers) if !fixed && numbers.len() > 1 => {
                        let v = Affine::variable(self.fresh(Origin::Choice(slot)));
                        Ok(vec![(among(&v, numbers)?, Sym::Num(Num::Lin(v)))])
                    }
                    _ if values.len() as i64 > VALUES => Err(Stop::Many),
                    _ => Ok(values.into_iter().map(|v| (Formula::yes(), v)).collect()),
                }
            }
            Walk::Between(lo, hi) => {
                let mut out = Vec::new();
                for (case, value, _) in self.natural_from(&lo, Origin::Choice(slot))? {
                    // Without an upper end no larger value makes a legal move.
                    let below = match &hi {
                        Some(hi) => hi.minus(&value)?.at_least_zero(),
                        None => Formula::yes(),
                    };
                    out.push((Formula::all([case, below]), Sym::Num(value)));
                }
                Ok(out)
            }
        }
    }

    /// A vector below a row, or naturals with a given sum: one variable for each place.
    fn vector(
        &mut self,
        slot: usize,
        f: Builtin,
        args: &[Term],
        span: Span,
    ) -> Result<Vec<(Formula, Sym)>, Stop> {
        let first = match args.first() {
            Some(e) => self.eval(e)?,
            None => return Err(Stop::new(span, Why::MayFail)),
        };
        let (n, tops) = match (f, first) {
            (Builtin::Below, Sym::List(items)) => (items.len(), items),
            (Builtin::Compositions, Sym::Num(total)) => {
                let Some(e) = args.get(1) else { return Err(Stop::new(span, Why::MayFail)) };
                let n = usize::try_from(self.known(e, Why::Length)?).unwrap_or(0);
                (n, vec![Sym::Num(total)])
            }
            _ => return Err(Stop::new(span, Why::Kind)),
        };
        if n as i64 > VALUES {
            return Err(Stop::Many);
        }
        let items: Vec<Num> =
            (0..n).map(|_| Num::Lin(Affine::variable(self.fresh(Origin::Choice(slot))))).collect();
        let mut conds = Vec::new();
        if f == Builtin::Below {
            for (item, top) in items.iter().zip(tops) {
                conds.push(top.num(span)?.minus(item)?.at_least_zero());
            }
        } else if let Some(Sym::Num(total)) = tops.first() {
            let sum = items.iter().try_fold(Num::int(0), |sum, n| sum.plus(n))?;
            conds.push(total.minus(&sum)?.zero()?);
        }
        let list = Sym::List(items.into_iter().map(Sym::Num).collect());
        Ok(vec![(Formula::all(conds), list)])
    }

    /// Makes the move whose choices stand in the frame.
    fn results(&mut self, line: &mut Line<'_>, so_far: Formula) -> Result<(), Stop> {
        let (mv, shape) = (line.mv, line.shape);
        let before = self.fields.clone();
        let mut left: Vec<Outcome> = vec![(Formula::yes(), vec![before.clone()])];
        for step in &mv.steps {
            // Only the last step leaves several parts, so here there is one way and one part.
            let Some((_, parts)) = left.pop() else { break };
            self.fields = parts.into_iter().next().unwrap_or_default();
            left = self.make(step)?;
        }
        self.fields = before.clone();
        for (when, mut parts) in left {
            // Behind the fields stands who moves, where that matters: then it is the other's turn.
            if shape.mover.is_some() {
                let other = self.opponent(mv.span)?;
                for part in &mut parts {
                    part.truncate(self.core.shape.fields.len());
                    part.push(other.clone());
                }
            }
            let cond = Formula::all([so_far.clone(), when]);
            for (conds, forms) in self.forms(shape, &parts, cond)? {
                let mut guard = conds;
                for part in &forms {
                    guard.push(self.legal(shape, part)?);
                }
                self.fields = before.clone();
                let guard = self.close(Formula::all(guard))?;
                let guard = guard.simplified();
                if guard.as_bool() == Some(false) {
                    continue;
                }
                if line.found.len() >= FAMILIES {
                    return Err(Stop::Many);
                }
                let choices = mv.chosen.iter().map(|(slot, _)| chosen(self.locals.get(*slot)?.as_ref()?));
                let (at, d) = (line.line, shape.coordinates.len());
                line.found.push(renumbered(at, d, guard, forms, choices.collect()));
            }
        }
        Ok(())
    }

    /// One step.
    fn make(&mut self, step: &Step) -> Result<Vec<Outcome>, Stop> {
        let mut new = self.fields.clone();
        let mut written: Vec<Written> = Vec::new();
        let mut split: Option<(Formula, Vec<Vec<Sym>>)> = None;
        for change in &step.changes {
            match &change.action {
                Action::Become(value) => self.guarded(change, 0, Formula::yes(), &mut |r, when| {
                    let v = r.eval(value)?;
                    r.arrow(&mut new, change, v, when, &mut written)
                })?,
                Action::Parts(parts) => self.guarded(change, 0, Formula::yes(), &mut |r, when| {
                    if split.is_some() {
                        return Err(Stop::new(change.span, Why::Length));
                    }
                    split = Some((when, r.parts(change, parts)?));
                    Ok(())
                })?,
                Action::Add(_) | Action::Sub(_) => {}
            }
        }
        for change in &step.changes {
            let (op, amount) = match &change.action {
                Action::Add(e) => (BinaryOp::Add, e),
                Action::Sub(e) => (BinaryOp::Sub, e),
                _ => continue,
            };
            self.guarded(change, 0, Formula::yes(), &mut |r, when| {
                let v = r.eval(amount)?;
                r.add(&mut new, change, op, v, when)
            })?;
        }
        Ok(match split {
            None => vec![(Formula::yes(), vec![new])],
            Some((when, parts)) => {
                let mut out = vec![(when.clone().negated(), vec![new]), (when, parts)];
                out.retain(|o| o.0.as_bool() != Some(false));
                out
            }
        })
    }

    /// Runs `f` for each way through `when` and `for`.
    fn guarded(
        &mut self,
        change: &Change,
        at: usize,
        when: Formula,
        f: &mut dyn FnMut(&mut Self, Formula) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.step()?;
        match change.guards.get(at) {
            None => f(self, when),
            Some(Guard::When(cond)) => {
                let when = Formula::all([when, self.truth(cond)?]);
                if when.as_bool() == Some(false) { Ok(()) } else { self.guarded(change, at + 1, when, f) }
            }
            Some(Guard::For { slot, range }) => match self.walk(range, change.span)? {
                Walk::Values(values) => {
                    for v in values {
                        self.set(*slot, v);
                        self.guarded(change, at + 1, when.clone(), f)?;
                    }
                    Ok(())
                }
                Walk::Between(lo, hi) => {
                    let hi = hi.unwrap_or_else(|| Num::int(0));
                    Err(self.fix(&[&lo, &hi], change.span, Why::Length))
                }
            },
        }
    }

    fn arrow(
        &mut self,
        new: &mut [Sym],
        change: &Change,
        v: Sym,
        when: Formula,
        written: &mut Vec<Written>,
    ) -> Result<(), Stop> {
        let mut mark = |field: usize, place: Option<usize>| {
            let meets = |w: &&Written| w.0 == field && (w.1.is_none() || place.is_none() || w.1 == place);
            let twice = written.iter().find(meets).is_some_and(|w| {
                let both = Formula::all([w.2.clone(), when.clone()]);
                !both.impossible()
            });
            written.push((field, place, when.clone()));
            if twice { Err(Stop::new(change.span, Why::MayFail)) } else { Ok(()) }
        };
        match &change.target {
            Target::Field(f) => {
                mark(*f, None)?;
                put(new, *f, v, when, change.span)
            }
            Target::Fields(fields) => {
                let values = tuple(v, fields.len(), change.span)?;
                for (&f, v) in fields.iter().zip(values) {
                    mark(f, None)?;
                    put(new, f, v, when.clone(), change.span)?;
                }
                Ok(())
            }
            Target::Element(f, places) => {
                let place = self.place(new, *f, places, change.span)?;
                mark(*f, Some(place))?;
                put_at(new, *f, place, v, when, change.span)
            }
        }
    }

    fn add(
        &mut self,
        new: &mut [Sym],
        change: &Change,
        op: BinaryOp,
        amount: Sym,
        when: Formula,
    ) -> Result<(), Stop> {
        let span = change.span;
        let sum = |old: &Sym, amount: Sym| {
            let (a, b) = (old.clone().num(span)?, amount.num(span)?);
            Ok::<_, Stop>(Sym::Num(if op == BinaryOp::Add { a.plus(&b)? } else { a.minus(&b)? }))
        };
        let fields = match &change.target {
            Target::Field(f) => vec![*f],
            Target::Fields(fields) => fields.clone(),
            Target::Element(f, places) => {
                let place = self.place(new, *f, places, span)?;
                let Some(Sym::List(items)) = new.get(*f) else { return Err(Stop::new(span, Why::Kind)) };
                let v = sum(&items[place], amount)?;
                return put_at(new, *f, place, v, when, span);
            }
        };
        for (f, amount) in fields.iter().zip(tuple(amount, fields.len(), span)?) {
            let Some(old) = new.get(*f) else { continue };
            let v = sum(old, amount)?;
            put(new, *f, v, when.clone(), span)?;
        }
        Ok(())
    }

    /// A place in a row, from 0.
    fn place(&mut self, new: &[Sym], f: usize, places: &[Term], span: Span) -> Result<usize, Stop> {
        let (Some(Sym::List(items)), [place]) = (new.get(f), places) else {
            return Err(Stop::new(span, Why::Kind));
        };
        let i = self.known(place, Why::Place)?;
        let at = usize::try_from(i).ok().and_then(|i| i.checked_sub(1)).filter(|i| *i < items.len());
        at.ok_or(Stop::new(place.span, Why::MayFail))
    }

    /// The parts that replace a part.
    fn parts(&mut self, change: &Change, parts: &[Piece]) -> Result<Vec<Vec<Sym>>, Stop> {
        let mut values: Vec<Sym> = Vec::new();
        for part in parts {
            match part {
                Piece::One(e) => values.push(self.eval(e)?),
                Piece::Copies(count, e) => {
                    let n = self.known(count, Why::Length)?;
                    if n < 0 {
                        return Err(Stop::new(count.span, Why::MayFail));
                    }
                    if n > VALUES {
                        return Err(Stop::Many);
                    }
                    let v = self.eval(e)?;
                    values.extend((0..n).map(|_| v.clone()));
                }
                Piece::Each(e) => match self.eval(e)? {
                    Sym::List(items) => values.extend(items),
                    _ => return Err(Stop::new(e.span, Why::Length)),
                },
            }
        }
        let targets = bouton_core::targets(&change.target);
        let mut out = Vec::new();
        for v in values {
            let mut part = self.fields.clone();
            for (f, v) in targets.iter().zip(tuple(v, targets.len(), change.span)?) {
                if let Some(slot) = part.get_mut(*f) {
                    *slot = v;
                }
            }
            out.push(part);
        }
        Ok(out)
    }

    /// The results as forms, by cases; a result of the wrong kind is no legal position.
    fn forms(&mut self, shape: &Shape, parts: &[Vec<Sym>], cond: Formula) -> Result<Vec<Results>, Stop> {
        let mut open: Vec<Results> = vec![(vec![cond], Vec::new())];
        for part in parts {
            let Some(cases) = shape.flatten(part)? else { return Ok(Vec::new()) };
            open.iter_mut().for_each(|o| o.1.push(Vec::new()));
            for coordinate in cases {
                let mut next = Vec::new();
                for (conds, forms) in &open {
                    for (when, form) in &coordinate {
                        let mut conds = conds.clone();
                        let mut forms = forms.clone();
                        conds.push(when.clone());
                        if Formula::all(conds.iter().cloned()).impossible() {
                            continue;
                        }
                        if let Some(last) = forms.last_mut() {
                            last.push(form.clone());
                        }
                        next.push((conds, forms));
                    }
                }
                open = next;
                if open.len() > FAMILIES {
                    return Err(Stop::Many);
                }
            }
        }
        // A quotient in a result becomes a variable, a small remainder a case for each of its values.
        let mut out = Vec::new();
        while let Some((conds, forms)) = open.pop() {
            let last = forms.iter().flatten().filter_map(|f| f.terms.last()).map(|t| t.0).max();
            let Some(v) = last.filter(|v| self.quotient(*v).is_some()) else {
                out.push((conds, forms));
                continue;
            };
            for way in self.ways(v, FEW)? {
                let put = |f: &Affine| f.with(v, &way.value);
                let forms: Result<Vec<Vec<Affine>>, _> =
                    forms.iter().map(|part| part.iter().map(put).collect()).collect();
                let mut conds = conds.clone();
                conds.push(way.means);
                open.push((conds, forms?));
            }
            if open.len() + out.len() > FAMILIES {
                return Err(Stop::Many);
            }
        }
        out.reverse();
        Ok(out)
    }
}

/// Is the form one of these numbers? Runs of numbers become intervals.
fn among(v: &Affine, numbers: Vec<i64>) -> Result<Formula, Stop> {
    let mut arms = Vec::new();
    for (lo, hi) in bouton_core::runs(numbers) {
        let above = v.plus(-1, &Affine::int(lo))?;
        let below = Affine::int(hi).plus(-1, v)?;
        arms.push(if lo == hi {
            Formula::zero(above)
        } else {
            Formula::all([Formula::at_least_zero(above), Formula::at_least_zero(below)])
        });
    }
    Ok(Formula::any(arms))
}

fn put(new: &mut [Sym], f: usize, v: Sym, when: Formula, span: Span) -> Result<(), Stop> {
    let Some(slot) = new.get_mut(f) else { return Ok(()) };
    *slot = unless(when, v, slot.clone(), span)?;
    Ok(())
}

fn put_at(new: &mut [Sym], f: usize, place: usize, v: Sym, when: Formula, span: Span) -> Result<(), Stop> {
    let Some(Sym::List(items)) = new.get_mut(f) else { return Err(Stop::new(span, Why::Kind)) };
    let Some(slot) = items.get_mut(place) else { return Err(Stop::new(span, Why::MayFail)) };
    *slot = unless(when, v, slot.clone(), span)?;
    Ok(())
}

fn tuple(v: Sym, wanted: usize, span: Span) -> Result<Vec<Sym>, Stop> {
    match v {
        Sym::List(items) if items.len() == wanted => Ok(items),
        single if wanted == 1 => Ok(vec![single]),
        _ => Err(Stop::new(span, Why::Kind)),
    }
}

/// What was chosen, where that is a value or a form.
fn chosen(v: &Sym) -> Option<Chosen> {
    Some(match v {
        Sym::Num(Num::Lin(form)) => Chosen::Number(form.clone()),
        Sym::List(items) => Chosen::List(items.iter().map(chosen).collect::<Option<_>>()?),
        other => Chosen::Value(other.constant()?),
    })
}

impl Chosen {
    /// With every variable renamed; `None` if one has no new name.
    fn renamed(&self, name: &dyn Fn(usize) -> Option<usize>) -> Option<Chosen> {
        Some(match self {
            Chosen::Value(_) => self.clone(),
            Chosen::Number(form) => {
                form.terms.iter().try_for_each(|t| name(t.0).map(|_| ()))?;
                Chosen::Number(form.renamed(&|v| name(v).unwrap_or(v)))
            }
            Chosen::List(items) => {
                Chosen::List(items.iter().map(|i| i.renamed(name)).collect::<Option<_>>()?)
            }
        })
    }
}

/// With its variables in order: coordinates, what is free in guard and results, what is bound.
fn renumbered(
    line: usize,
    coordinates: usize,
    guard: Formula,
    parts: Vec<Vec<Affine>>,
    choices: Option<Vec<Chosen>>,
) -> FragmentMove {
    let mut free = std::collections::BTreeSet::from_iter(guard.free());
    free.extend(parts.iter().flatten().flat_map(|f| f.terms.iter().map(|t| t.0)));
    let free: Vec<usize> = free.into_iter().filter(|v| *v >= coordinates).collect();
    let variables = coordinates + free.len();
    let mut scope: Vec<(usize, usize)> = free.into_iter().zip(coordinates..).collect();
    let name = |v: usize| scope.iter().find(|s| s.0 == v).map_or(v, |s| s.1);
    let known = |v: usize| (v < coordinates || scope.iter().any(|s| s.0 == v)).then(|| name(v));
    let choices = choices.and_then(|list| list.iter().map(|c| c.renamed(&known)).collect());
    let parts = parts.iter().map(|p| p.iter().map(|f| f.renamed(&name)).collect()).collect();
    let guard = guard.numbered(&mut scope, &mut variables.clone());
    FragmentMove { line, variables, guard, parts, choices }
}
