//! Moves, run symbolically: a move line becomes transitions, each a path and the parts it leaves.
//!
//! All right-hand sides of a step read the position the step began with; `+=` comes after the arrows; results
//! outside a declared domain are no moves, so the domain of the result is one more condition of the path.

use crate::facts::quantity::form;
use crate::facts::symbolic::draw::bind;
use crate::facts::symbolic::{Change, ListSym, Path, Session, Sym, Update, WAYS};
use bouton_core::{
    Action, Choice, Clause, Comprehension, Gather, Guard, Kind, Move, Range, Target, Term, targets,
};
use bouton_linear::Poly;
use bouton_linear::entail::entails;

/// The fields of every part that a move leaves.
pub(crate) type Parts = Vec<Vec<Sym>>;

/// One way a move can go.
#[derive(Clone, Debug)]
pub(crate) struct Transition {
    /// The move line.
    pub(crate) line: usize,
    /// Its conditions.
    pub(crate) path: Path,
    /// The fields before it.
    pub(crate) before: Vec<Sym>,
    /// The fields of every part it leaves; exactly one for a `position`.
    pub(crate) parts: Parts,
    /// The parts are given one by one, not by a list of unknown length.
    pub(crate) counted: bool,
    /// The gain, where it is a known form.
    pub(crate) gain: Option<Poly>,
}

impl Session<'_> {
    /// All transitions of the game.
    pub(crate) fn transitions(&mut self) -> Vec<Transition> {
        let core = self.core;
        // A position that has ended has no moves.
        let mut starts = vec![self.start()];
        for when in &core.whens {
            starts = starts.into_iter().flat_map(|p| self.assume(&when.cond, false, p)).collect();
            starts.iter_mut().for_each(|p| p.locals.clear());
        }
        let mut out = Vec::new();
        for (line, m) in core.moves.iter().enumerate() {
            self.ways = WAYS;
            for p in &starts {
                let p = Path { by: m.by, locals: vec![Sym::Unknown; m.locals], ..p.clone() };
                out.extend(self.run(line, m, p));
            }
        }
        out
    }

    fn run(&mut self, line: usize, m: &Move, path: Path) -> Vec<Transition> {
        let mut open = vec![path];
        for (i, choice) in m.choices.iter().enumerate() {
            let mut next = Vec::new();
            for p in open {
                match choice {
                    Choice::Let { slot, value } if !decides(m, i, *slot) => {
                        // Only the gain looks at it: no reason to tell its cases apart.
                        let ways = self.ways;
                        self.ways = 0;
                        let found = self.eval(value, p.clone());
                        self.ways = ways;
                        next.push(match <[_; 1]>::try_from(found) {
                            Ok([(q, sym)]) if q.exact || !p.exact => bind(q, *slot, sym),
                            _ => bind(p, *slot, Sym::Unknown),
                        });
                    }
                    Choice::In { slot, range, .. } => next.extend(self.draw(*slot, range, p)),
                    Choice::If(cond) => next.extend(self.assume(cond, true, p)),
                    Choice::Let { slot, value } => next.extend(self.bound(*slot, value, p)),
                }
            }
            open = next;
        }
        let mut out = Vec::new();
        for p in open {
            let before = p.fields.clone();
            let gain = m.gain.as_ref().and_then(|e| match self.eval(e, p.clone()).as_slice() {
                [(_, sym)] => form(sym),
                _ => None,
            });
            for (q, parts, counted) in self.steps(m, p) {
                out.extend(self.finish(line, q, &before, parts, counted, gain.clone()));
            }
        }
        out
    }

    fn steps(&mut self, m: &Move, path: Path) -> Vec<(Path, Parts, bool)> {
        let mut open = vec![path];
        for (i, step) in m.steps.iter().enumerate() {
            if i + 1 == m.steps.len()
                && let [bouton_core::Change { target, action: Action::Parts(parts), guards, .. }] =
                    step.changes.as_slice()
                && guards.is_empty()
            {
                return open.into_iter().flat_map(|p| self.break_up(target, parts, p)).collect();
            }
            open = open.into_iter().flat_map(|p| self.step(&step.changes, p)).collect();
        }
        open.into_iter().map(|p| (p.clone(), vec![p.fields], true)).collect()
    }

    /// Imposes the domains of the results and drops ways that cannot be.
    fn finish(
        &mut self,
        line: usize,
        path: Path,
        before: &[Sym],
        parts: Parts,
        counted: bool,
        gain: Option<Poly>,
    ) -> Option<Transition> {
        let mut path = path;
        let requires = &self.core.requires;
        for part in &parts {
            path.fields.clone_from(part);
            for (f, sym) in part.iter().enumerate() {
                match sym {
                    Sym::Int(form) if form.is_known() => path = self.within(&form.clone(), f, path),
                    Sym::List(ListSym::Updated(_, updates)) => {
                        for update in updates {
                            path = self.element_within(f, update, path);
                        }
                    }
                    Sym::Unknown => path.exact = false,
                    _ => {}
                }
            }
            for require in requires {
                path = self.single(path, |s, p| s.assume(&require.cond, true, p));
            }
        }
        path.fields = before.to_vec();
        self.open(&path).then(|| Transition { line, path, before: before.to_vec(), parts, counted, gain })
    }

    fn element_within(&mut self, f: usize, update: &Update, path: Path) -> Path {
        let Update::One(Change { new: Sym::Int(form), added: false, .. }) = update else { return path };
        let range = self.core.shape.fields.get(f).and_then(|field| field.domain.as_ref());
        match range {
            Some(range @ Range::Between(..)) => self.single(path, |s, p| s.in_range(form, range, p)),
            _ => path,
        }
    }

    /// One step: changes made at once.
    fn step(&mut self, changes: &[bouton_core::Change], path: Path) -> Vec<Path> {
        let before = path.fields.clone();
        let mut open: Vec<(Path, Vec<Effect>)> = vec![(path, Vec::new())];
        for change in changes {
            let each = |(p, done): (Path, Vec<Effect>)| {
                let ways = self.change(change, &before, p).into_iter();
                ways.map(move |(q, effect)| (q, [&done[..], &[effect]].concat())).collect::<Vec<_>>()
            };
            open = open.into_iter().flat_map(each).collect();
        }
        open.into_iter().map(|(p, effects)| settle(p, &before, effects)).collect()
    }

    fn change(&mut self, change: &bouton_core::Change, before: &[Sym], path: Path) -> Vec<(Path, Effect)> {
        let mut open = vec![path];
        let mut idle = Vec::new();
        let mut over: Option<(usize, &Range)> = None;
        for guard in &change.guards {
            match guard {
                Guard::When(cond) if over.is_none() => {
                    let mut next = Vec::new();
                    for p in open {
                        next.extend(self.assume(cond, true, p.clone()));
                        idle.extend(self.assume(cond, false, p));
                    }
                    open = next;
                }
                Guard::For { slot, range } if over.is_none() && change.guards.len() == 1 => {
                    over = Some((*slot, range));
                }
                _ => {
                    // Several variables, or a condition on one: the field may become anything.
                    return open.into_iter().map(|p| (p.inexact(), lost(&change.target, before))).collect();
                }
            }
        }
        let mut out: Vec<(Path, Effect)> = idle.into_iter().map(|p| (p, Effect::None)).collect();
        for p in open {
            match over {
                None => out.extend(self.plain_change(change, before, p)),
                Some((slot, range)) => out.push(self.ranged_change(change, before, slot, range, p)),
            }
        }
        out
    }

    fn plain_change(
        &mut self,
        change: &bouton_core::Change,
        before: &[Sym],
        path: Path,
    ) -> Vec<(Path, Effect)> {
        match (&change.target, &change.action) {
            (Target::Field(f), Action::Become(e)) => {
                let ways = self.eval(e, path);
                ways.into_iter().map(|(p, sym)| (p, Effect::Wholes(vec![(*f, sym)]))).collect()
            }
            (Target::Field(f), Action::Add(e) | Action::Sub(e)) => {
                let sign = if matches!(change.action, Action::Add(_)) { 1 } else { -1 };
                let ways = self.eval(e, path);
                ways.into_iter()
                    .map(|(p, sym)| match sym {
                        Sym::Int(by) => (p, Effect::Shift(*f, by.scale(sign))),
                        _ => (p.inexact(), Effect::Lost(*f)),
                    })
                    .collect()
            }
            (Target::Fields(fields), Action::Become(e)) => {
                let ways = self.eval(e, path);
                ways.into_iter()
                    .map(|(p, sym)| {
                        let list = match sym {
                            Sym::List(ListSym::Items(items)) if items.len() == fields.len() => {
                                fields.iter().copied().zip(items).collect()
                            }
                            _ => return (p, lost(&change.target, before)),
                        };
                        (p, Effect::Wholes(list))
                    })
                    .collect()
            }
            (target @ Target::Element(f, _), _) => {
                let ways = self.element_change(change, before, path).into_iter();
                let effect = |(p, made): (Path, Option<Change>)| match made {
                    Some(made) => (p, Effect::Element(*f, Box::new(Update::One(made)))),
                    None => (p.inexact(), lost(target, before)),
                };
                ways.map(effect).collect()
            }
            (target, _) => vec![(path.inexact(), lost(target, before))],
        }
    }

    /// The change of one element, with the loop variable (if any) bound.
    fn element_change(
        &mut self,
        change: &bouton_core::Change,
        before: &[Sym],
        path: Path,
    ) -> Vec<(Path, Option<Change>)> {
        let Target::Element(f, places) = &change.target else { return vec![(path, None)] };
        let value = match &change.action {
            Action::Become(e) | Action::Add(e) | Action::Sub(e) => e,
            Action::Parts(_) => return vec![(path, None)],
        };
        let Some(Sym::List(list)) = before.get(*f).cloned() else { return vec![(path, None)] };
        let items: Vec<&Term> = places.iter().chain([value]).collect();
        let mut out = Vec::new();
        for (p, mut syms) in self.values(&items, path) {
            let value = syms.pop().unwrap_or(Sym::Unknown);
            let places: Option<Vec<Poly>> = syms.iter().map(form).collect();
            let Some(place) = places else {
                out.push((p, None));
                continue;
            };
            let (p, old) = self.element(p, &list, &place);
            let (new, added) = match (&change.action, &old, value) {
                (Action::Become(_), _, v) => (v, false),
                (Action::Add(_), Sym::Int(a), Sym::Int(b)) => (Sym::Int(a.add(&b)), true),
                (Action::Sub(_), Sym::Int(a), Sym::Int(b)) => (Sym::Int(a.sub(&b)), true),
                _ => (Sym::Unknown, true),
            };
            out.push((p, Some(Change { place, old, new, added })));
        }
        out
    }

    fn ranged_change(
        &mut self,
        change: &bouton_core::Change,
        before: &[Sym],
        slot: usize,
        range: &Range,
        path: Path,
    ) -> (Path, Effect) {
        let lost = lost(&change.target, before);
        let Target::Element(f, _) = &change.target else { return (path.inexact(), lost) };
        let gather = |s: &mut Self, paths: Vec<Path>| -> Option<Vec<(Vec<Poly>, Change)>> {
            let mut out = Vec::new();
            for p in paths {
                for (q, made) in s.element_change(change, before, p) {
                    out.push((q.all(), made?));
                }
            }
            Some(out)
        };
        let drawn = self.draw(slot, range, path.clone());
        let variable = drawn.first().and_then(|p| p.locals.get(slot)?.clone().int()?.as_atom());
        let Some(general) = gather(self, drawn) else { return (path.inexact(), lost) };
        let mut ends = Vec::new();
        let mut over = None;
        if let Range::Of(Term { kind: Kind::Fold(Gather::List | Gather::Set, c), .. }) = range {
            for at in self.surely_in(c, &path) {
                let at = bind(path.clone(), slot, Sym::Int(at));
                if let Some(made) = gather(self, vec![at]) {
                    ends.push(made);
                }
            }
        }
        if let Range::Between(lo, Some(hi)) = range {
            let lo = lo.as_ref().map_or(Some(Poly::int(0)), |e| self.steady(e, &path));
            let hi = self.steady(hi, &path);
            if let (Some(lo), Some(hi)) = (lo, hi) {
                if entails(&path.all(), &hi.sub(&lo)) {
                    for end in [&lo, &hi] {
                        let at = bind(path.clone(), slot, Sym::Int(end.clone()));
                        if let Some(made) = gather(self, vec![at]) {
                            ends.push(made);
                        }
                    }
                }
                over = variable.map(|v| (v, lo, hi));
            }
        }
        (path.inexact(), Effect::Element(*f, Box::new(Update::Many { general, ends, over })))
    }

    /// `[x for x in a..b if c]`: the ends of the range, where it is not empty and the conditions surely hold.
    fn surely_in(&mut self, c: &Comprehension, path: &Path) -> Vec<Poly> {
        let Some((Clause::For { slot, range: Range::Between(Some(lo), Some(hi)) }, rest)) =
            c.clauses.split_first()
        else {
            return Vec::new();
        };
        if !matches!(c.element.kind, Kind::Local(s) if s == *slot) {
            return Vec::new();
        }
        let (Some(lo), Some(hi)) = (self.steady(lo, path), self.steady(hi, path)) else { return Vec::new() };
        if !entails(&path.all(), &hi.sub(&lo)) {
            return Vec::new();
        }
        let holds = |end: &Poly| {
            let at = bind(path.clone(), *slot, Sym::Int(end.clone()));
            rest.iter().all(|clause| match clause {
                Clause::If(cond) => self.assume(cond, false, at.clone()).is_empty(),
                Clause::For { .. } => false,
            })
        };
        [lo, hi].into_iter().filter(holds).collect()
    }
}

/// Does a choice, a condition or a change after choice `i` of the line look at this local?
fn decides(m: &Move, i: usize, slot: usize) -> bool {
    let mut found = false;
    let mut look = |e: &Term| found |= e.mentions(slot);
    m.choices[i + 1..].iter().for_each(|c| c.each(&mut look));
    m.steps.iter().flat_map(|s| &s.changes).for_each(|c| c.each(&mut look));
    found
}

/// What one change of a step does.
#[derive(Clone)]
enum Effect {
    /// Nothing: its condition fails.
    None,
    /// Fields take new values.
    Wholes(Vec<(usize, Sym)>),
    /// A number field is raised, after the arrows.
    Shift(usize, Poly),
    /// A field may become anything.
    Lost(usize),
    /// Elements change.
    Element(usize, Box<Update>),
}

/// The path after all changes of a step: arrows first, then `+=` and `-=`.
fn settle(mut path: Path, before: &[Sym], effects: Vec<Effect>) -> Path {
    let mut replaced = Vec::new();
    for effect in &effects {
        if let Effect::Wholes(list) = effect {
            for (f, sym) in list {
                replaced.push(*f);
                if let Some(slot) = path.fields.get_mut(*f) {
                    *slot = sym.clone();
                }
            }
        }
    }
    for effect in effects {
        match effect {
            Effect::None | Effect::Wholes(_) => {}
            Effect::Shift(f, by) => {
                if let Some(slot) = path.fields.get_mut(f) {
                    *slot = match slot {
                        Sym::Int(form) => Sym::Int(form.add(&by)),
                        _ => Sym::Unknown,
                    };
                }
            }
            Effect::Lost(f) => {
                if let Some(slot) = path.fields.get_mut(f) {
                    *slot = blank(before.get(f));
                }
            }
            Effect::Element(f, update) => {
                let Some(slot) = path.fields.get_mut(f) else { continue };
                *slot = match std::mem::replace(slot, Sym::Unknown) {
                    // Elements of a list that is replaced in the same step: what they were is not clear.
                    Sym::List(_) if replaced.contains(&f) => Sym::List(ListSym::Opaque),
                    Sym::List(list) => match (list, before.get(f)) {
                        (ListSym::Updated(inner, mut all), Some(Sym::List(old)))
                            if old.base().is_some() && old.base() == inner.base() =>
                        {
                            all.push(*update);
                            Sym::List(ListSym::Updated(inner, all))
                        }
                        (list, _) => Sym::List(ListSym::Updated(Box::new(list), vec![*update])),
                    },
                    other => other,
                };
            }
        }
    }
    path
}

/// The fields of a change may become anything.
fn lost(target: &Target, before: &[Sym]) -> Effect {
    Effect::Wholes(targets(target).into_iter().map(|f| (f, blank(before.get(f)))).collect())
}

/// A field of which nothing is known any more.
pub(crate) fn blank(before: Option<&Sym>) -> Sym {
    match before {
        Some(Sym::List(_)) => Sym::List(ListSym::Opaque),
        _ => Sym::Unknown,
    }
}
