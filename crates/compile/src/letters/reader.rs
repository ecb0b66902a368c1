//! Expressions as values by cases: numbers, places, letters, pieces of the word.

use super::formula::{Base, Formula, Place};
use super::{Outside, Why};
use crate::Core;
use bouton_core::{Clause, Comprehension, Gather, Kind, Range, Relation, Term};
use bouton_language::rules::Builtin;
use bouton_language::span::Span;
use bouton_language::value::Value;

/// The most cases that one expression may have.
const CASES: usize = 400;

/// How deep definitions may call one another.
const DEPTH: usize = 40;

/// What an expression is, where its condition holds.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    /// This value.
    Value(Value),
    /// The number of a place.
    Place(Place),
    /// Yes or no, as the formula says.
    Truth(Formula),
    /// Pieces of the word and letters, one behind the other.
    Pieces(Vec<Piece>),
}

#[derive(Clone, Debug)]
pub(super) enum Piece {
    /// A stretch of the old word: from a place on and before another.
    Old(Place, Place),
    /// Letters.
    New(Vec<Value>),
}

/// A value for each of several conditions that exclude one another.
pub(super) type Cases = Vec<(Formula, Symbol)>;

/// One round of a loop: the mark that it needs, if any, its condition and the value.
pub(super) struct Round {
    pub(super) mark: Option<usize>,
    pub(super) when: Formula,
    pub(super) value: Symbol,
}

pub(super) struct Reader<'c> {
    pub(super) core: &'c Core,
    pub(super) alphabet: &'c [Value],
    /// Which player moves, where that is known.
    pub(super) mover: Option<usize>,
    pub(super) locals: Vec<Option<Cases>>,
    pub(super) marks: usize,
    pub(super) faults: Vec<(Formula, Span)>,
    depth: usize,
}

pub(super) type Result<T> = std::result::Result<T, Outside>;

pub(super) fn one(symbol: Symbol) -> Cases {
    vec![(Formula::Known(true), symbol)]
}

impl<'c> Reader<'c> {
    pub(super) fn new(core: &'c Core, alphabet: &'c [Value]) -> Reader<'c> {
        let (locals, faults) = (Vec::new(), Vec::new());
        Reader { core, alphabet, mover: None, locals, marks: 0, faults, depth: 0 }
    }

    /// A frame for so many locals.
    pub(super) fn frame(&mut self, locals: usize) {
        self.locals = vec![None; locals];
    }

    pub(super) fn fresh(&mut self) -> usize {
        self.marks += 1;
        self.marks - 1
    }

    pub(super) fn outside<T>(&self, span: Span, why: Why) -> Result<T> {
        Err(Outside { span, why })
    }

    /// What must hold nowhere.
    pub(super) fn fault(&mut self, when: Formula, span: Span) {
        if when != Formula::Known(false) {
            self.faults.push((when, span));
        }
    }

    /// A condition, where `path` holds.
    pub(super) fn truth(&mut self, term: &Term, path: &Formula) -> Result<Formula> {
        match &term.kind {
            Kind::Not(t) => return Ok(self.truth(t, path)?.not()),
            Kind::And(a, b) => {
                let first = self.truth(a, path)?;
                let second = self.truth(b, &path.clone().and(first.clone()))?;
                return Ok(first.and(second));
            }
            Kind::Or(a, b) => {
                let first = self.truth(a, path)?;
                let second = self.truth(b, &path.clone().and(first.clone().not()))?;
                return Ok(first.or(second));
            }
            Kind::Compare(relation, a, b) => {
                let (a, b) = (self.cases(a, path)?, self.cases(b, path)?);
                return self.pairs(&a, &b, |me, x, y| me.compare(*relation, x, y, term.span));
            }
            Kind::In(x, range) => return self.within(x, range, path),
            Kind::Fold(Gather::By(by @ (Builtin::Any | Builtin::All)), of) => {
                let all = *by == Builtin::All;
                let f = self.fold(of, 0, path, all)?;
                return Ok(if all { f.not() } else { f });
            }
            _ => {}
        }
        let mut out = Vec::new();
        for (when, symbol) in self.cases(term, path)? {
            out.push(match symbol {
                Symbol::Value(Value::Bool(b)) => when.and(Formula::Known(b)),
                Symbol::Truth(f) => when.and(f),
                _ => return self.outside(term.span, Why::Expression),
            });
        }
        Ok(Formula::any(out))
    }

    /// Is there an element that is true (`all`: false)?
    fn fold(&mut self, of: &Comprehension, at: usize, path: &Formula, all: bool) -> Result<Formula> {
        match of.clauses.get(at) {
            None => {
                let f = self.truth(&of.element, path)?;
                Ok(if all { f.not() } else { f })
            }
            Some(Clause::If(cond)) => {
                let f = self.truth(cond, path)?;
                let rest = self.fold(of, at + 1, &path.clone().and(f.clone()), all)?;
                Ok(f.and(rest))
            }
            Some(Clause::For { slot, range }) => {
                let mut out = Vec::new();
                for Round { mark, when, value } in self.rounds(range, path, of.element.span)? {
                    self.bind(*slot, one(value));
                    let rest = self.fold(of, at + 1, &path.clone().and(when.clone()), all)?;
                    let f = when.and(rest);
                    out.push(match mark {
                        Some(mark) => Formula::some(mark, f),
                        None => f,
                    });
                }
                Ok(Formula::any(out))
            }
        }
    }

    pub(super) fn bind(&mut self, slot: usize, cases: Cases) {
        if self.locals.len() <= slot {
            self.locals.resize(slot + 1, None);
        }
        self.locals[slot] = Some(cases);
    }

    /// The rounds of a loop over a range.
    pub(super) fn rounds(&mut self, range: &Range, path: &Formula, span: Span) -> Result<Vec<Round>> {
        match range {
            Range::Between(from, to) => {
                let from = match from {
                    Some(t) => self.cases(t, path)?,
                    None => one(Symbol::Value(Value::Int(0))),
                };
                let Some(to) = to else { return self.outside(span, Why::Expression) };
                let to = self.cases(to, path)?;
                let mut out = Vec::new();
                for (f, a) in &from {
                    for (g, b) in &to {
                        let when = f.clone().and(g.clone());
                        if when != Formula::Known(false) {
                            self.between(a, b, when, path, span, &mut out)?;
                        }
                    }
                }
                Ok(out)
            }
            Range::Of(t) => match &t.kind {
                Kind::List(pieces) | Kind::Set(pieces) => {
                    let mut out = Vec::new();
                    for piece in pieces {
                        match piece {
                            Range::Of(item) => {
                                let each = self.cases(item, path)?.into_iter();
                                out.extend(each.map(|(when, value)| Round { mark: None, when, value }));
                            }
                            between => out.extend(self.rounds(between, path, span)?),
                        }
                    }
                    Ok(out)
                }
                _ => {
                    let mut out = Vec::new();
                    for (when, symbol) in self.cases(t, path)? {
                        let items: Vec<Value> = match symbol {
                            Symbol::Value(Value::List(items) | Value::Set(items)) => items.to_vec(),
                            Symbol::Value(Value::Text(text)) => letters(&text),
                            _ => return self.outside(t.span, Why::Expression),
                        };
                        let each = items.into_iter().map(Symbol::Value);
                        out.extend(each.map(|value| Round { mark: None, when: when.clone(), value }));
                    }
                    Ok(out)
                }
            },
        }
    }

    /// The numbers from one to another: one by one where their number is known, otherwise a mark.
    fn between(
        &mut self,
        a: &Symbol,
        b: &Symbol,
        when: Formula,
        path: &Formula,
        span: Span,
        out: &mut Vec<Round>,
    ) -> Result<()> {
        let (Some(a), Some(b)) = (place(a), place(b)) else { return self.outside(span, Why::Expression) };
        if a.base == b.base {
            if b.offset - a.offset >= CASES as i64 {
                return self.outside(span, Why::Many);
            }
            for offset in a.offset..=b.offset {
                out.push(Round { mark: None, when: when.clone(), value: number(Place { offset, ..a }) });
            }
            return Ok(());
        }
        let some = path.clone().and(when.clone()).and(Formula::at_most(a, b));
        self.fault(some.clone().and(Formula::before(a, Place::number(0))), span);
        self.fault(some.and(Formula::before(Place::end(), b)), span);
        let mark = self.fresh();
        let here = Place::mark(mark);
        let when = when.and(Formula::at_most(a, here)).and(Formula::at_most(here, b));
        out.push(Round { mark: Some(mark), when, value: Symbol::Place(here) });
        Ok(())
    }

    /// An expression by cases, where `path` holds.
    pub(super) fn cases(&mut self, term: &Term, path: &Formula) -> Result<Cases> {
        let span = term.span;
        let found = match &term.kind {
            Kind::Value(v) => one(Symbol::Value(v.clone())),
            Kind::Field(_) => one(whole()),
            Kind::Local(slot) => match self.locals.get(*slot).cloned().flatten() {
                Some(cases) => cases,
                None => return self.outside(span, Why::Expression),
            },
            Kind::Mover => match self.mover {
                Some(p) => one(Symbol::Value(Value::Int(p as i64 + 1))),
                None => return self.outside(span, Why::Expression),
            },
            Kind::Index(base, at) if at.len() == 1 => self.index(base, &at[0], path)?,
            Kind::Slice(base, from, to) => self.slice(base, from.as_deref(), to.as_deref(), path)?,
            Kind::Size(of) => {
                let of = self.cases(of, path)?;
                self.each(of, |me, x| me.size(&x, span))?
            }
            Kind::Binary(op, a, b) => {
                let (a, b) = (self.cases(a, path)?, self.cases(b, path)?);
                self.cross(&a, &b, |me, x, y| me.binary(*op, x, y, span))?
            }
            Kind::Cases(arms) => {
                let (mut out, mut rest) = (Vec::new(), Formula::Known(true));
                for (value, cond) in arms {
                    let here = path.clone().and(rest.clone());
                    let cond = match cond {
                        Some(cond) => self.truth(cond, &here)?,
                        None => Formula::Known(true),
                    };
                    let now = rest.clone().and(cond.clone());
                    rest = rest.and(cond.not());
                    if now == Formula::Known(false) {
                        continue;
                    }
                    for (when, symbol) in self.cases(value, &path.clone().and(now.clone()))? {
                        out.push((now.clone().and(when), symbol));
                    }
                }
                self.fault(path.clone().and(rest), span);
                out
            }
            Kind::Define(define, args) => {
                let args: Result<Vec<Cases>> = args.iter().map(|t| self.cases(t, path)).collect();
                if self.depth >= DEPTH {
                    return self.outside(span, Why::Expression);
                }
                let define = &self.core.defines[*define];
                let mut frame: Vec<Option<Cases>> = args?.into_iter().map(Some).collect();
                frame.resize(define.locals.max(frame.len()), None);
                let outer = std::mem::replace(&mut self.locals, frame);
                self.depth += 1;
                let found = self.cases(&define.body, path);
                self.depth -= 1;
                self.locals = outer;
                found?
            }
            Kind::List(items) => {
                let mut out = one(Symbol::Pieces(Vec::new()));
                for item in items {
                    let Range::Of(item) = item else { return self.outside(span, Why::Expression) };
                    let item = self.cases(item, path)?;
                    out = self.cross(&out, &item, |me, list, x| match (list, x) {
                        (Symbol::Pieces(list), Symbol::Value(v)) => {
                            let mut list = list.clone();
                            list.push(Piece::New(vec![v.clone()]));
                            Ok(Symbol::Pieces(list))
                        }
                        _ => me.outside(span, Why::Expression),
                    })?;
                }
                out
            }
            Kind::Call(by @ (Builtin::Min | Builtin::Max), args) => match &args[..] {
                [a, b] => {
                    let (a, b) = (self.cases(a, path)?, self.cases(b, path)?);
                    let mut out = Vec::new();
                    for (p, x) in &a {
                        for (q, y) in &b {
                            let when = p.clone().and(q.clone());
                            let less = self.compare(Relation::Le, x, y, span)?;
                            let (low, high) = if *by == Builtin::Min { (x, y) } else { (y, x) };
                            out.push((when.clone().and(less.clone()), low.clone()));
                            out.push((when.and(less.not()), high.clone()));
                        }
                    }
                    out
                }
                _ => return self.outside(span, Why::Expression),
            },
            Kind::Not(_) | Kind::And(..) | Kind::Or(..) | Kind::Compare(..) | Kind::In(..) => {
                one(Symbol::Truth(self.truth(term, path)?))
            }
            Kind::Fold(Gather::By(Builtin::Any | Builtin::All), _) => {
                one(Symbol::Truth(self.truth(term, path)?))
            }
            _ => return self.outside(span, Why::Expression),
        };
        if found.len() > CASES {
            return self.outside(span, Why::Many);
        }
        Ok(found.into_iter().filter(|c| c.0 != Formula::Known(false)).collect())
    }

    fn each(&mut self, of: Cases, mut f: impl FnMut(&mut Self, Symbol) -> Result<Symbol>) -> Result<Cases> {
        of.into_iter().map(|(when, x)| Ok((when, f(self, x)?))).collect()
    }

    fn cross(
        &mut self,
        a: &Cases,
        b: &Cases,
        mut f: impl FnMut(&mut Self, &Symbol, &Symbol) -> Result<Symbol>,
    ) -> Result<Cases> {
        let mut out = Vec::new();
        for (p, x) in a {
            for (q, y) in b {
                let when = p.clone().and(q.clone());
                if when != Formula::Known(false) {
                    out.push((when, f(self, x, y)?));
                }
            }
        }
        Ok(out)
    }
}

/// The letters of a text.
pub(super) fn letters(text: &str) -> Vec<Value> {
    text.chars().map(|c| Value::text(c.encode_utf8(&mut [0; 4]))).collect()
}

/// The whole word.
pub(super) fn whole() -> Symbol {
    Symbol::Pieces(vec![Piece::Old(Place::number(1), Place::end())])
}

/// The place with this number.
pub(super) fn place(x: &Symbol) -> Option<Place> {
    match x {
        Symbol::Place(p) => Some(*p),
        Symbol::Value(Value::Int(n)) => Some(Place::number(*n)),
        _ => None,
    }
}

/// A place as a number: a value where it is one.
pub(super) fn number(p: Place) -> Symbol {
    match p.base {
        Base::Zero => Symbol::Value(Value::Int(p.offset)),
        _ => Symbol::Place(p),
    }
}
