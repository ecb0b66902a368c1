//! Comparisons of values by cases, and letters, stretches, sizes and sums of places.

use super::Why;
use super::formula::{Base, Formula, Place};
use super::reader::{Cases, Piece, Reader, Result, Round, Symbol, letters, number, one, place};
use bouton_core::{Kind, Range, Relation, Term};
use bouton_language::ast::BinaryOp;
use bouton_language::interp;
use bouton_language::span::Span;
use bouton_language::value::Value;

impl Reader<'_> {
    pub(super) fn within(&mut self, x: &Term, range: &Range, path: &Formula) -> Result<Formula> {
        let xs = self.cases(x, path)?;
        match range {
            Range::Between(from, to) => {
                let mut out = Formula::Known(true);
                for (end, lower) in [(from, true), (to, false)] {
                    let Some(end) = end else { continue };
                    let ends = self.cases(end, path)?;
                    out = out.and(self.pairs(&xs, &ends, |me, x, y| {
                        let (x, y) = if lower { (y, x) } else { (x, y) };
                        me.compare(Relation::Le, x, y, end.span)
                    })?);
                }
                Ok(out)
            }
            Range::Of(t) if matches!(t.kind, Kind::List(_) | Kind::Set(_)) => {
                let mut out = Vec::new();
                for Round { mark, when, value } in self.rounds(range, path, t.span)? {
                    let value = one(value);
                    let f = self.pairs(&xs, &value, |me, x, y| me.compare(Relation::Eq, x, y, t.span))?;
                    let f = when.and(f);
                    out.push(mark.map_or(f.clone(), |mark| Formula::some(mark, f)));
                }
                Ok(Formula::any(out))
            }
            Range::Of(t) => {
                let ts = self.cases(t, path)?;
                self.pairs(&xs, &ts, |me, x, y| me.contained(x, y, t.span))
            }
        }
    }

    /// Is the first in the second?
    fn contained(&mut self, x: &Symbol, y: &Symbol, span: Span) -> Result<Formula> {
        match (x, y) {
            (Symbol::Value(Value::Text(x)), Symbol::Value(Value::Text(y))) => {
                Ok(Formula::Known(y.contains(&**x)))
            }
            (x, Symbol::Value(Value::List(items) | Value::Set(items))) => {
                let each: Result<Vec<Formula>> = items
                    .iter()
                    .map(|v| self.compare(Relation::Eq, x, &Symbol::Value(v.clone()), span))
                    .collect();
                Ok(Formula::any(each?))
            }
            (Symbol::Value(x), Symbol::Pieces(pieces)) => {
                let [Piece::Old(from, until)] = pieces[..] else {
                    return self.outside(span, Why::Expression);
                };
                let word = match x {
                    Value::Text(text) => letters(text),
                    other => vec![other.clone()],
                };
                if word.is_empty() {
                    return Ok(Formula::Known(true));
                }
                let mark = self.fresh();
                let here = Place::mark(mark);
                let fits = self.stands(here, &word, span)?;
                let behind = here.plus(word.len() as i64);
                let Some(behind) = behind else { return self.outside(span, Why::Many) };
                let inside = Formula::at_most(from, here).and(Formula::at_most(behind, until));
                Ok(Formula::some(mark, inside.and(fits)))
            }
            _ => self.outside(span, Why::Expression),
        }
    }

    /// These letters stand from a place on.
    fn stands(&self, from: Place, word: &[Value], span: Span) -> Result<Formula> {
        let mut out = Vec::new();
        for (i, letter) in word.iter().enumerate() {
            let Some(at) = from.plus(i as i64) else { return self.outside(span, Why::Many) };
            let known = self.alphabet.iter().position(|l| l == letter);
            out.push(known.map_or(Formula::Known(false), |l| Formula::Letter(at, 1 << l)));
        }
        Ok(Formula::all(out))
    }

    /// A formula for each pair of cases.
    pub(super) fn pairs(
        &mut self,
        xs: &Cases,
        ys: &Cases,
        mut f: impl FnMut(&mut Self, &Symbol, &Symbol) -> Result<Formula>,
    ) -> Result<Formula> {
        let mut out = Vec::new();
        for (p, x) in xs {
            for (q, y) in ys {
                let when = p.clone().and(q.clone());
                if when != Formula::Known(false) {
                    out.push(when.and(f(self, x, y)?));
                }
            }
        }
        Ok(Formula::any(out))
    }

    pub(super) fn compare(
        &mut self,
        relation: Relation,
        x: &Symbol,
        y: &Symbol,
        span: Span,
    ) -> Result<Formula> {
        if let (Symbol::Value(x), Symbol::Value(y)) = (x, y) {
            return Ok(Formula::Known(match relation {
                Relation::Eq => x == y,
                Relation::Ne => x != y,
                Relation::Lt if x.is_int() && y.is_int() => x < y,
                Relation::Le if x.is_int() && y.is_int() => x <= y,
                _ => return self.outside(span, Why::Expression),
            }));
        }
        if let (Some(a), Some(b)) = (place(x), place(y)) {
            return Ok(match relation {
                Relation::Eq => Formula::same(a, b),
                Relation::Ne => Formula::same(a, b).not(),
                Relation::Lt => Formula::before(a, b),
                Relation::Le => Formula::at_most(a, b),
            });
        }
        let equal = match (x, y) {
            (Symbol::Pieces(pieces), Symbol::Value(v)) | (Symbol::Value(v), Symbol::Pieces(pieces)) => {
                let word = match v {
                    Value::Text(text) => letters(text),
                    Value::List(items) => items.to_vec(),
                    _ => return self.outside(span, Why::Expression),
                };
                let [Piece::Old(from, until)] = pieces[..] else {
                    return self.outside(span, Why::Expression);
                };
                let Some(behind) = from.plus(word.len() as i64) else {
                    return self.outside(span, Why::Many);
                };
                Formula::same(behind, until).and(self.stands(from, &word, span)?)
            }
            _ => return self.outside(span, Why::Expression),
        };
        match relation {
            Relation::Eq => Ok(equal),
            Relation::Ne => Ok(equal.not()),
            _ => self.outside(span, Why::Expression),
        }
    }

    /// The letter at a place, letter by letter; a place without a letter is a fault.
    pub(super) fn index(&mut self, base: &Term, at: &Term, path: &Formula) -> Result<Cases> {
        let (bases, ats) = (self.cases(base, path)?, self.cases(at, path)?);
        let mut out = Vec::new();
        for (p, base) in &bases {
            for (q, spot) in &ats {
                let when = p.clone().and(q.clone());
                let Some(spot) = place(spot) else { return self.outside(at.span, Why::Expression) };
                let items = match base {
                    Symbol::Pieces(pieces) => {
                        let [Piece::Old(from, until)] = pieces[..] else {
                            return self.outside(at.span, Why::Expression);
                        };
                        let here = path.clone().and(when.clone());
                        let spot = self.counted(from, spot, at.span)?;
                        self.fault(here.clone().and(Formula::before(spot, from)), at.span);
                        self.fault(here.and(Formula::at_most(until, spot)), at.span);
                        let letters = self.alphabet.iter().enumerate();
                        out.extend(letters.map(|(l, v)| {
                            let stands = Formula::Letter(spot, 1 << l);
                            (when.clone().and(stands), Symbol::Value(v.clone()))
                        }));
                        continue;
                    }
                    Symbol::Value(Value::List(items)) => items.to_vec(),
                    Symbol::Value(Value::Text(text)) => letters(text),
                    _ => return self.outside(at.span, Why::Expression),
                };
                let Base::Zero = spot.base else { return self.outside(at.span, Why::Expression) };
                match usize::try_from(spot.offset - 1).ok().and_then(|i| items.get(i)) {
                    Some(v) => out.push((when, Symbol::Value(v.clone()))),
                    None => self.fault(path.clone().and(when), at.span),
                }
            }
        }
        Ok(out)
    }

    /// The place with this number in a stretch that begins here.
    fn counted(&self, from: Place, at: Place, span: Span) -> Result<Place> {
        let shifted = match (from.base, at.base) {
            (Base::Zero, _) => at.plus(from.offset - 1),
            (_, Base::Zero) => from.plus(at.offset - 1),
            _ => None,
        };
        shifted.map_or_else(|| self.outside(span, Why::Expression), Ok)
    }

    pub(super) fn slice(
        &mut self,
        base: &Term,
        from: Option<&Term>,
        to: Option<&Term>,
        path: &Formula,
    ) -> Result<Cases> {
        let span = base.span;
        let bases = self.cases(base, path)?;
        let mut end = |t: Option<&Term>| match t {
            Some(t) => self.cases(t, path).map(Some),
            None => Ok(None),
        };
        let (froms, tos) = (end(from)?, end(to)?);
        let none = vec![(Formula::Known(true), Symbol::Value(Value::Bool(true)))];
        let mut out = Vec::new();
        for (p, base) in &bases {
            let Symbol::Pieces(pieces) = base else { return self.outside(span, Why::Expression) };
            let [Piece::Old(first, behind)] = pieces[..] else { return self.outside(span, Why::Expression) };
            for (q, a) in froms.as_ref().unwrap_or(&none) {
                for (r, b) in tos.as_ref().unwrap_or(&none) {
                    let when = p.clone().and(q.clone()).and(r.clone());
                    if when == Formula::Known(false) {
                        continue;
                    }
                    let at = |x: &Symbol, given: bool, other: Place, more: i64| match (given, place(x)) {
                        (false, _) => Ok(other),
                        (true, Some(x)) => {
                            let x = self.counted(first, x, span)?;
                            x.plus(more).map_or_else(|| self.outside(span, Why::Many), Ok)
                        }
                        (true, None) => self.outside(span, Why::Expression),
                    };
                    let a = at(a, froms.is_some(), first, 0)?;
                    let b = at(b, tos.is_some(), behind, 1)?;
                    let here = path.clone().and(when.clone());
                    self.fault(here.clone().and(Formula::before(a, first)), span);
                    self.fault(here.clone().and(Formula::before(behind, b)), span);
                    self.fault(here.and(Formula::before(b, a)), span);
                    out.push((when, Symbol::Pieces(vec![Piece::Old(a, b)])));
                }
            }
        }
        Ok(out)
    }

    pub(super) fn size(&self, x: &Symbol, span: Span) -> Result<Symbol> {
        match x {
            Symbol::Pieces(pieces) => {
                let [Piece::Old(from, until)] = pieces[..] else {
                    return self.outside(span, Why::Expression);
                };
                if from.base == until.base {
                    return Ok(Symbol::Value(Value::Int(until.offset - from.offset)));
                }
                match from.base {
                    Base::Zero => until
                        .plus(-from.offset)
                        .map_or_else(|| self.outside(span, Why::Many), |p| Ok(number(p))),
                    _ => self.outside(span, Why::Expression),
                }
            }
            Symbol::Value(Value::Text(t)) => Ok(Symbol::Value(Value::Int(t.chars().count() as i64))),
            Symbol::Value(Value::List(items)) => Ok(Symbol::Value(Value::Int(items.len() as i64))),
            Symbol::Value(Value::Int(n)) => Ok(Symbol::Value(Value::Int(n.abs()))),
            _ => self.outside(span, Why::Expression),
        }
    }

    pub(super) fn binary(&self, op: BinaryOp, x: &Symbol, y: &Symbol, span: Span) -> Result<Symbol> {
        if op == BinaryOp::Concat {
            let pieces = |s: &Symbol| match s {
                Symbol::Pieces(pieces) => Ok(pieces.clone()),
                Symbol::Value(Value::Text(text)) => Ok(vec![Piece::New(letters(text))]),
                Symbol::Value(Value::List(items)) => Ok(vec![Piece::New(items.to_vec())]),
                _ => self.outside(span, Why::Expression),
            };
            let mut all = pieces(x)?;
            all.extend(pieces(y)?);
            return Ok(Symbol::Pieces(all));
        }
        let shifted = match (op, x, y) {
            (_, Symbol::Value(x), Symbol::Value(y)) => {
                let done = interp::binary(op, x, y).ok();
                return done.map_or_else(|| self.outside(span, Why::Expression), |v| Ok(Symbol::Value(v)));
            }
            (BinaryOp::Add, Symbol::Place(p), Symbol::Value(Value::Int(n)))
            | (BinaryOp::Add, Symbol::Value(Value::Int(n)), Symbol::Place(p)) => p.plus(*n),
            (BinaryOp::Sub, Symbol::Place(p), Symbol::Value(Value::Int(n))) => {
                n.checked_neg().and_then(|n| p.plus(n))
            }
            (BinaryOp::Sub, Symbol::Place(p), Symbol::Place(q)) if p.base == q.base => {
                return Ok(Symbol::Value(Value::Int(p.offset - q.offset)));
            }
            _ => None,
        };
        shifted.map_or_else(|| self.outside(span, Why::Expression), |p| Ok(number(p)))
    }
}
