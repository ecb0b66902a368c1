//! The moves in linear arithmetic: every way through a move line, with its condition and its results.
//!
//! A choice from a range becomes a variable, a choice from a list is taken value by value, and so is a choice from a
//! fixed range whose value must be known (an index, a factor). Changes with conditions split the way in two.

use crate::cases::{Cases, Val, number};
use crate::game::Game;
use crate::linear::{Cond, Lin, Var};
use crate::refused::Why;
use crate::symbol::Symbols;
use bouton_language::rules::{
    Action, Builtin, Change, Choice, Expr, ExprKind, Guard, Move, PartExpr, RangeExpr, Target,
};
use std::collections::BTreeSet;

/// At most this many ways through the move lines.
const MOST_WAYS: usize = 4096;

/// One way through a move line: under `cond` the position becomes these parts, each the list of its coordinates.
pub(crate) struct Way {
    pub(crate) cond: Cond,
    pub(crate) parts: Vec<Vec<Lin>>,
    /// Variables that stand for choices: any natural numbers.
    pub(crate) choices: Vec<Var>,
    /// The line in the file.
    pub(crate) line: usize,
}

/// A way that is being followed.
#[derive(Clone)]
struct Path {
    cond: Cond,
    locals: Vec<Option<Val>>,
    fields: Vec<Val>,
    /// The parts, once a part was replaced by parts.
    parts: Option<Vec<Vec<Val>>>,
    choices: Vec<Var>,
    slots: Vec<(Var, usize)>,
}

/// A place that an arrow wrote: a field, or an element of a row.
type Place = (usize, Option<usize>);
/// Ways under a change, each with the places that arrows of this step wrote.
type Changed = Vec<(Path, Vec<Place>)>;
/// Conditions with the coordinates of parts.
type Results = Vec<(Cond, Vec<Vec<Lin>>)>;

impl<'a> Game<'a> {
    /// All ways through the move lines.
    pub(crate) fn ways(&self) -> Result<Vec<Way>, Why> {
        let mut out = Vec::new();
        for mv in &self.rules.moves {
            let line = self.rules.sources.line(mv.span).1;
            for path in self.paths(mv)? {
                self.finish(path, line, &mut out)?;
                if out.len() > MOST_WAYS {
                    return Why::outside("thousands of ways to move", "走法多达数千种");
                }
            }
        }
        Ok(out)
    }

    /// Ways through one line; a choice whose value must be fixed is listed value by value.
    fn paths(&self, mv: &Move) -> Result<Vec<Path>, Why> {
        let mut listed = BTreeSet::new();
        loop {
            match self.paths_with(mv, &listed) {
                Err(Why::NeedsNumber { slots }) => {
                    let known = listed.len();
                    listed.extend(slots.iter().copied());
                    if listed.len() == known {
                        return Err(Why::NeedsNumber { slots });
                    }
                }
                done => return done,
            }
        }
    }

    fn paths_with(&self, mv: &Move, listed: &BTreeSet<usize>) -> Result<Vec<Path>, Why> {
        let mut paths = vec![Path {
            cond: Cond::YES,
            locals: vec![None; mv.locals],
            fields: self.start.clone(),
            parts: None,
            choices: Vec::new(),
            slots: Vec::new(),
        }];
        for choice in &mv.choices {
            paths = each(paths, |path, out| self.choose(path, choice, listed, out))?;
        }
        for step in &mv.steps {
            // Every right-hand side reads the fields as they were before the step.
            let old: Vec<Vec<Val>> = paths.iter().map(|p| p.fields.clone()).collect();
            let mut after = Vec::new();
            for (path, old) in paths.into_iter().zip(old) {
                let mut now = vec![(path, Vec::new())];
                for adding in [false, true] {
                    for change in &step.changes {
                        if matches!(change.action, Action::Add(_) | Action::Sub(_)) != adding {
                            continue;
                        }
                        let mut next = Vec::new();
                        for (path, written) in now {
                            self.change(path, written, &old, change, 0, &mut next)?;
                        }
                        now = next;
                    }
                }
                after.extend(now.into_iter().map(|(path, _)| path));
            }
            paths = after;
        }
        Ok(paths)
    }

    fn at(&self, path: &Path, fields: &[Val]) -> Symbols<'a> {
        let mut symbols = self.symbols(fields.to_vec(), 0);
        symbols.locals = path.locals.clone();
        symbols.slots = path.slots.clone();
        symbols
    }

    fn choose(
        &self,
        path: Path,
        choice: &Choice,
        listed: &BTreeSet<usize>,
        out: &mut Vec<Path>,
    ) -> Result<(), Why> {
        let mut symbols = self.at(&path, &self.start);
        match choice {
            Choice::If(cond) => {
                let cond = symbols.truth(cond)?;
                out.push(path.under(cond));
            }
            Choice::Let { slot, value } => {
                for (cond, v) in symbols.value(value)? {
                    out.push(path.under(cond).set(*slot, v));
                }
            }
            Choice::In { slot, range, .. } => match range {
                RangeExpr::Between(from, to) if !listed.contains(slot) => {
                    let low = match from {
                        Some(e) => symbols.value(e)?,
                        None => vec![(Cond::YES, Val::Num(Lin::number(0)))],
                    };
                    for (cond, low) in &low {
                        let k = self.coordinates.len() + path.choices.len();
                        let value = number(low)?.plus(1, &Lin::var(k))?;
                        let mut path = path.under(cond.clone()).set(*slot, Val::Num(value.clone()));
                        path.choices.push(k);
                        path.slots.push((k, *slot));
                        // No end: every larger value is ruled out by what the move does.
                        let Some(high) = to else {
                            out.push(path);
                            continue;
                        };
                        out.extend(symbols.at_most(&value, high)?.into_iter().map(|cond| path.under(cond)));
                    }
                }
                RangeExpr::Of(Expr { kind: ExprKind::Call(Builtin::Below, args), .. }) => {
                    let [top] = &args[..] else { return Err(Why::Overflow) };
                    for (cond, top) in symbols.value(top)? {
                        let Val::List(tops) = top else { return Err(Why::Overflow) };
                        let mut path = path.under(cond);
                        let mut items = Vec::new();
                        for top in &tops {
                            let k = self.coordinates.len() + path.choices.len();
                            path = path.under(Cond::at_most(&Lin::var(k), number(top)?)?);
                            path.choices.push(k);
                            items.push(Val::Num(Lin::var(k)));
                        }
                        out.push(path.set(*slot, Val::List(items)));
                    }
                }
                range => {
                    for (cond, v) in symbols.listed(range)? {
                        out.push(path.under(cond).set(*slot, v));
                    }
                }
            },
        }
        Ok(())
    }

    /// One change, from its guard number `at` on.
    fn change(
        &self,
        path: Path,
        mut written: Vec<Place>,
        old: &[Val],
        change: &Change,
        at: usize,
        out: &mut Changed,
    ) -> Result<(), Why> {
        let mut symbols = self.at(&path, old);
        match change.guards.get(at) {
            Some(Guard::When(cond)) => {
                let cond = symbols.truth(cond)?;
                let otherwise = path.under(cond.clone().not());
                if otherwise.cond != Cond::NO {
                    out.push((otherwise, written.clone()));
                }
                let path = path.under(cond);
                if path.cond != Cond::NO {
                    self.change(path, written, old, change, at + 1, out)?;
                }
                return Ok(());
            }
            Some(Guard::For { slot, range }) => {
                let mut now = vec![(path, written)];
                for (cond, v) in symbols.listed(range)? {
                    if cond != Cond::YES {
                        return Why::outside(
                            "a list whose size depends on the position",
                            "长度取决于局面的列表",
                        );
                    }
                    let mut next = Vec::new();
                    for (path, written) in now {
                        self.change(path.set(*slot, v.clone()), written, old, change, at + 1, &mut next)?;
                    }
                    now = next;
                }
                out.extend(now);
                return Ok(());
            }
            None => {}
        }
        let (value, sign) = match &change.action {
            Action::Parts(parts) => return self.split(path, old, &change.target, parts, out),
            Action::Become(e) => (e, 0),
            Action::Add(e) => (e, 1),
            Action::Sub(e) => (e, -1),
        };
        let targets: Vec<Place> = match &change.target {
            Target::Field(f) => vec![(*f, None)],
            Target::Fields(fields) => fields.iter().map(|f| (*f, None)).collect(),
            Target::Element(f, indices) => {
                let [index] = &indices[..] else { return Err(Why::Overflow) };
                match &symbols.value(index)?[..] {
                    [(_, Val::Num(i))] => {
                        let i = symbols.fixed(i)?.checked_sub(1).and_then(|i| usize::try_from(i).ok());
                        vec![(*f, Some(i.ok_or(Why::Overflow)?))]
                    }
                    _ => return Why::outside("an index that is not fixed", "下标不是定数"),
                }
            }
        };
        if sign == 0 {
            let twice = |t: &Place| {
                written.iter().any(|w| w.0 == t.0 && (w.1.is_none() || t.1.is_none() || w.1 == t.1))
            };
            if targets.iter().any(twice) {
                return Why::outside("a place that is changed twice in one step", "同一步中两次改变同一处");
            }
            written.extend(targets.iter().copied());
        }
        for (cond, v) in symbols.value(value)? {
            let values = match (&change.target, v) {
                (Target::Fields(fields), Val::List(items)) if items.len() == fields.len() => items,
                (_, v) if targets.len() == 1 => vec![v],
                _ => return Why::outside("a tuple of another size", "元组大小不符"),
            };
            let mut path = path.under(cond);
            for ((f, place), v) in targets.iter().zip(values) {
                let slot = match (path.fields.get_mut(*f), place) {
                    (Some(Val::List(items)), Some(p)) => items.get_mut(*p),
                    (slot, None) => slot,
                    _ => None,
                };
                let Some(slot) = slot else { return Why::outside("an index out of range", "下标越界") };
                *slot = if sign == 0 { v } else { Val::Num(number(slot)?.plus(sign, number(&v)?)?) };
            }
            out.push((path, written.clone()));
        }
        Ok(())
    }

    /// A part that is replaced by parts.
    fn split(
        &self,
        path: Path,
        old: &[Val],
        target: &Target,
        parts: &[PartExpr],
        out: &mut Changed,
    ) -> Result<(), Why> {
        // Which field each number of a part is.
        let order: Vec<usize> = match target {
            Target::Field(0) if old.len() == 1 => vec![0],
            Target::Fields(fields) if fields.len() == old.len() => fields.clone(),
            _ => return Why::outside("parts of some of the numbers", "只由其中几个数组成的部分"),
        };
        let mut lists: Vec<(Cond, Vec<Vec<Val>>)> = vec![(Cond::YES, Vec::new())];
        for part in parts {
            let mut symbols = self.at(&path, old);
            let (copies, cases): (usize, Cases) = match part {
                PartExpr::One(e) => (1, symbols.value(e)?),
                PartExpr::Copies(k, e) => match &symbols.value(k)?[..] {
                    [(_, Val::Num(k))] => {
                        (usize::try_from(symbols.fixed(k)?).map_err(|_| Why::Overflow)?, symbols.value(e)?)
                    }
                    _ => return Why::outside("a number of parts that is not fixed", "部分的数目不是定数"),
                },
                PartExpr::Each(_) => {
                    return Why::outside("a number of parts that is not fixed", "部分的数目不是定数");
                }
            };
            if copies > 8 {
                return Why::outside("many parts at once", "一次产生许多部分");
            }
            let mut next = Vec::new();
            for (cond, list) in &lists {
                for (and, v) in &cases {
                    let numbers = match v {
                        v if order.len() == 1 => vec![v.clone()],
                        Val::List(items) if items.len() == order.len() => items.clone(),
                        _ => return Why::outside("a tuple of another size", "元组大小不符"),
                    };
                    let mut own = old.to_vec();
                    for (field, number) in order.iter().zip(numbers) {
                        let Some(slot) = own.get_mut(*field) else {
                            return Why::outside("an index out of range", "下标越界");
                        };
                        *slot = number;
                    }
                    let mut list = list.clone();
                    list.extend(std::iter::repeat_n(own, copies));
                    next.push((cond.clone().and(and.clone()), list));
                }
            }
            lists = next;
        }
        for (cond, list) in lists {
            let mut path = path.under(cond);
            path.parts = Some(list);
            out.push((path, Vec::new()));
        }
        Ok(())
    }

    /// Results become numbers, and must be legal.
    fn finish(&self, path: Path, line: usize, out: &mut Vec<Way>) -> Result<(), Why> {
        let parts = path.parts.clone().unwrap_or_else(|| vec![path.fields.clone()]);
        let mut cond = path.cond;
        for part in &parts {
            cond = cond.and(self.legal_fields(part)?);
        }
        if cond == Cond::NO {
            return Ok(());
        }
        let mut ways: Results = vec![(cond, Vec::new())];
        for part in &parts {
            ways.iter_mut().for_each(|w| w.1.push(Vec::new()));
            for (v, was) in part.iter().zip(&self.start) {
                let (items, were) = match (v, was) {
                    (Val::List(a), Val::List(b)) if a.len() == b.len() => (&a[..], &b[..]),
                    (a, b) => (std::slice::from_ref(a), std::slice::from_ref(b)),
                };
                for (v, was) in items.iter().zip(were) {
                    let at = ways.first().and_then(|w| w.1.last()).map_or(0, Vec::len);
                    ways = coordinate(ways, v, was, at)?;
                }
            }
        }
        let choices = path.choices;
        out.extend(ways.into_iter().map(|(cond, parts)| Way { cond, parts, choices: choices.clone(), line }));
        Ok(())
    }
}

/// Adds one coordinate to the last part of every way.
fn coordinate(ways: Results, v: &Val, was: &Val, at: Var) -> Result<Results, Why> {
    let cases = match (v, was) {
        (Val::Num(lin), Val::Num(_)) => vec![(Cond::YES, lin.clone())],
        // An unchanged yes/no is its own variable.
        (v, Val::Truth(_)) if v == was => vec![(Cond::YES, Lin::var(at))],
        (Val::Truth(c), Val::Truth(_)) => {
            vec![(c.clone(), Lin::number(1)), (c.clone().not(), Lin::number(0))]
        }
        _ => return Why::outside("a field that changes its kind", "字段类型改变"),
    };
    let mut out = Vec::new();
    for (cond, parts) in ways {
        for (and, lin) in &cases {
            let cond = cond.clone().and(and.clone());
            if cond == Cond::NO {
                continue;
            }
            let mut parts = parts.clone();
            if let Some(last) = parts.last_mut() {
                last.push(lin.clone());
            }
            out.push((cond, parts));
        }
    }
    Ok(out)
}
fn each(
    paths: Vec<Path>,
    mut f: impl FnMut(Path, &mut Vec<Path>) -> Result<(), Why>,
) -> Result<Vec<Path>, Why> {
    let mut out = Vec::new();
    for path in paths {
        f(path, &mut out)?;
        out.retain(|p| p.cond != Cond::NO);
        if out.len() > MOST_WAYS {
            return Why::outside("thousands of ways to move", "走法多达数千种");
        }
    }
    Ok(out)
}

impl Path {
    fn under(&self, cond: Cond) -> Path {
        Path { cond: self.cond.clone().and(cond), ..self.clone() }
    }

    fn set(mut self, slot: usize, v: Val) -> Path {
        if self.locals.len() <= slot {
            self.locals.resize(slot + 1, None);
        }
        self.locals[slot] = Some(v);
        self
    }
}
