//! What a legal part is: domains, sizes and `require`; starts of fields; canonical forms.
//!
//! Domains and sizes that do not look at fields are worked out once, when the parameters are fixed.

use super::access::letter;
use super::context::Cx;
use super::error::Error;
use super::generators::join;
use super::illegal::Illegal;
use super::ranges::{Mode, contains, ends};
use super::{Interp, Part, Position, Turn};
use crate::ast::{FieldKind, ShapeKind};
use crate::rules::{Field, RangeExpr, Type};
use crate::value::Value;
use std::sync::Arc;

/// What is known about a field before any position is.
#[derive(Clone, Debug)]
pub(crate) struct FieldPlan {
    domain: Domain,
    sizes: Option<Vec<Value>>,
}

#[derive(Clone, Debug)]
enum Domain {
    /// 0, 1, 2, …
    Natural,
    /// Numbers from a bound on, perhaps up to another.
    Between(Value, Option<Value>),
    /// Elements of a collection.
    Members(Value),
    /// yes or no
    YesNo,
    /// Letters or names, no numbers.
    Text,
    /// Naturals, letters, yes or no.
    Loose,
    /// Depends on other fields.
    Asked,
}

/// The type of the elements that the domain speaks of.
pub fn element_type<X>(field: &Field<X>) -> &Type {
    let mut ty = &field.ty;
    let layers = match field.kind {
        FieldKind::Number => 0,
        FieldKind::Grid => 2,
        _ => 1,
    };
    for _ in 0..layers {
        if let Type::List(t) | Type::Set(t) = ty {
            ty = t;
        }
    }
    ty
}

/// Is this one of the fields that `unordered` is about? Memory and flags have their own meaning.
fn is_interchangeable(field: &Field) -> bool {
    field.kind == FieldKind::Number && field.start.is_none() && field.ty != Type::Bool
}

/// Works out domains and sizes as far as the parameters decide them.
pub(crate) fn plans(interp: &Interp) -> Vec<FieldPlan> {
    interp.rules.shape.fields.iter().map(|f| plan(interp, f)).collect()
}

fn plan(interp: &Interp, field: &Field) -> FieldPlan {
    let mut cx = Cx::exactly(interp, Turn::default(), field.locals);
    let sizes = field.size.iter().map(|e| cx.eval(&[], e)).collect::<Result<Vec<_>, _>>().ok();
    let domain = match &field.domain {
        None => match element_type(field) {
            Type::Int => Domain::Natural,
            Type::Bool => Domain::YesNo,
            Type::Text => Domain::Text,
            _ => Domain::Loose,
        },
        // With no fields to look at, an expression that looks at one fails: then it is asked each time.
        Some(RangeExpr::Between(from, to)) => {
            let mut end = |e: &Option<crate::rules::Expr>| match e {
                None => Ok(None),
                Some(e) => cx.number(&[], e).map(Some),
            };
            match (end(from), end(to)) {
                (Ok(lo), Ok(hi)) => Domain::Between(lo.unwrap_or(Value::Int(0)), hi),
                _ => Domain::Asked,
            }
        }
        Some(RangeExpr::Of(e)) => cx.eval(&[], e).map_or(Domain::Asked, Domain::Members),
    };
    FieldPlan { domain, sizes }
}

impl Interp {
    /// The collection that a field's value or elements come from, where it is fixed.
    pub fn members(&self, field: usize) -> Option<&Value> {
        match &self.plans.get(field)?.domain {
            Domain::Members(v) => Some(v),
            _ => None,
        }
    }

    /// Are a field's value or elements single digits?
    pub fn digits(&self, field: usize) -> bool {
        let small = |v: &Value| (Value::Int(0)..=Value::Int(9)).contains(v);
        match self.plans.get(field).map(|p| &p.domain) {
            Some(Domain::Between(lo, Some(hi))) => small(lo) && small(hi),
            Some(Domain::Members(Value::Set(v) | Value::List(v))) => v.iter().all(small),
            Some(Domain::Members(v @ Value::Int(_))) => small(v),
            _ => false,
        }
    }

    /// The bounds of a field's value or elements, where they are fixed numbers: least, and greatest if there is one.
    pub fn bounds(&self, field: usize) -> Option<(Value, Option<Value>)> {
        match &self.plans.get(field)?.domain {
            Domain::Natural => Some((Value::Int(0), None)),
            Domain::Between(lo, hi) => Some((lo.clone(), hi.clone())),
            _ => None,
        }
    }

    /// A field's declared sizes, where they are fixed.
    pub fn sizes(&self, field: usize) -> Option<&[Value]> {
        self.plans.get(field)?.sizes.as_deref()
    }
}

/// Tidies a value of a field: bags are sorted and lose their zeros, sets are sets, words over letters are strings,
/// rows of a grid are lists.
pub(crate) fn tidy(field: &Field, v: &mut Value) {
    match (field.kind, &mut *v) {
        (FieldKind::Bag, Value::List(items)) => {
            let fine = items.is_sorted() && !items.contains(&Value::Int(0));
            if !fine {
                let items = Arc::make_mut(items);
                items.retain(|x| *x != Value::Int(0));
                items.sort();
            }
        }
        (FieldKind::Set, Value::List(items)) => *v = Value::set(items.to_vec()),
        (FieldKind::Row | FieldKind::Bag, Value::Text(t)) => {
            *v = Value::list(t.chars().map(letter).collect())
        }
        (FieldKind::Word, Value::List(items))
            if field.ty == Type::Text && items.iter().all(|x| matches!(x, Value::Text(_))) =>
        {
            *v = Value::text(&join(items));
        }
        (FieldKind::Grid, Value::List(rows)) if rows.iter().any(|r| matches!(r, Value::Text(_))) => {
            for row in Arc::make_mut(rows) {
                if let Value::Text(t) = row {
                    *row = Value::list(t.chars().map(letter).collect());
                }
            }
        }
        _ => {}
    }
}

/// What is wrong with a part, as it is found: [`Cx::misfit`] says it to a person.
enum Misfit {
    /// The number of fields.
    Fields,
    /// The kind of this field.
    Shape(usize),
    /// The rows of this field have different lengths.
    Ragged(usize),
    /// The sizes of this field, which are these.
    Size(usize, Vec<usize>),
    /// An element of this field.
    Element(usize, Value),
    /// A `require` line, by its index.
    Require(usize),
    /// The rules could not be evaluated.
    Failed(Error),
}

impl From<Error> for Misfit {
    fn from(error: Error) -> Misfit {
        Misfit::Failed(error)
    }
}

impl Cx<'_> {
    /// Are these parts legal?
    pub(crate) fn all_fit(&mut self, parts: &[Part]) -> Result<bool, Error> {
        for part in parts {
            match self.fit(part) {
                Ok(()) => {}
                Err(Misfit::Failed(error)) => return Err(error),
                Err(_) => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Why one of these parts is not legal; `None` if all are.
    pub(crate) fn misfit(&mut self, parts: &[Part]) -> Result<Option<Illegal>, Error> {
        for part in parts {
            if let Err(misfit) = self.fit(part) {
                return self.illegal(part, misfit).map(Some);
            }
        }
        Ok(None)
    }

    fn fit(&mut self, part: &[Value]) -> Result<(), Misfit> {
        let rules = &self.interp.rules;
        if part.len() != rules.shape.fields.len() {
            return Err(Misfit::Fields);
        }
        for (i, field) in rules.shape.fields.iter().enumerate() {
            self.field_fits(part, i, field)?;
        }
        for (line, require) in rules.requires.iter().enumerate() {
            if !self.framed(require.locals, |cx| cx.truth(part, &require.cond))? {
                return Err(Misfit::Require(line));
            }
        }
        Ok(())
    }

    fn field_fits(&mut self, part: &[Value], i: usize, field: &Field) -> Result<(), Misfit> {
        let v = &part[i];
        let text: Vec<Value>;
        let items: &[Value] = match (field.kind, v) {
            (FieldKind::Number, v) => return self.element_fits(part, i, field, v),
            (FieldKind::Set, Value::Set(items)) => items,
            (FieldKind::Word, Value::Text(t)) if field.ty != Type::List(Box::new(Type::Int)) => {
                text = t.chars().map(letter).collect();
                &text
            }
            (FieldKind::Word, Value::List(items)) if field.ty != Type::Text => items,
            (FieldKind::Row | FieldKind::Bag | FieldKind::Grid, Value::List(items)) => items,
            _ => return Err(Misfit::Shape(i)),
        };
        if field.kind != FieldKind::Grid {
            self.size_fits(part, i, field, &[items.len()])?;
            return items.iter().try_for_each(|item| self.element_fits(part, i, field, item));
        }
        let mut width = None;
        for row in items {
            let Value::List(cells) = row else { return Err(Misfit::Shape(i)) };
            if *width.get_or_insert(cells.len()) != cells.len() {
                return Err(Misfit::Ragged(i));
            }
        }
        self.size_fits(part, i, field, &[items.len(), width.unwrap_or(0)])?;
        for row in items {
            if let Value::List(cells) = row {
                cells.iter().try_for_each(|cell| self.element_fits(part, i, field, cell))?;
            }
        }
        Ok(())
    }

    fn declared_sizes(&mut self, part: &[Value], i: usize, field: &Field) -> Result<Vec<Value>, Error> {
        match self.interp.plans.get(i).and_then(|p| p.sizes.clone()) {
            Some(sizes) => Ok(sizes),
            None => self.framed(field.locals, |cx| field.size.iter().map(|e| cx.eval(part, e)).collect()),
        }
    }

    fn size_fits(&mut self, part: &[Value], i: usize, field: &Field, found: &[usize]) -> Result<(), Misfit> {
        if field.size.is_empty() {
            return Ok(());
        }
        let wanted = self.declared_sizes(part, i, field)?;
        let fits = |(k, n): (usize, &usize)| {
            let n = Value::Int(*n as i64);
            // One size for a grid is that of both sides. A bag of fixed size is one that never holds more: its zeros are dropped.
            let wanted = wanted.get(k).or(wanted.first());
            wanted.is_none_or(|w| *w == n || field.kind == FieldKind::Bag && n < *w)
        };
        let right = found.iter().enumerate().all(fits);
        if right { Ok(()) } else { Err(Misfit::Size(i, found.to_vec())) }
    }

    fn element_fits(&mut self, part: &[Value], i: usize, field: &Field, v: &Value) -> Result<(), Misfit> {
        let interp = self.interp;
        let fits = match interp.plans.get(i).map(|p| &p.domain) {
            Some(Domain::Natural) => Cx::is_natural(v),
            Some(Domain::Between(lo, hi)) => v.is_int() && lo <= v && hi.as_ref().is_none_or(|hi| v <= hi),
            Some(Domain::Members(all)) => {
                contains(all, v, Mode::Choose).map_err(|p| Error::new(field.span, p))?
            }
            Some(Domain::YesNo) => matches!(v, Value::Bool(_)),
            Some(Domain::Text) => matches!(v, Value::Text(_)),
            Some(Domain::Loose) => Cx::is_natural(v) || matches!(v, Value::Bool(_) | Value::Text(_)),
            Some(Domain::Asked) | None => match &field.domain {
                Some(range) => self.framed(field.locals, |cx| cx.is_in(part, v, range, Mode::Choose))?,
                None => true,
            },
        };
        if fits { Ok(()) } else { Err(Misfit::Element(i, v.clone())) }
    }

    /// What is wrong, for a person.
    #[cold]
    fn illegal(&mut self, part: &[Value], misfit: Misfit) -> Result<Illegal, Error> {
        let rules = &self.interp.rules;
        let fields = &rules.shape.fields;
        let name = |i: usize| fields[i].name.clone();
        let by = |sizes: Vec<String>| sizes.join(" x ");
        Ok(match misfit {
            Misfit::Failed(error) => return Err(error),
            Misfit::Fields => Illegal::Fields { wanted: fields.len(), found: part.len() },
            Misfit::Shape(i) => {
                Illegal::Shape { field: name(i), kind: fields[i].kind, value: part[i].to_string() }
            }
            Misfit::Ragged(i) => Illegal::Ragged { field: name(i) },
            Misfit::Size(i, found) => {
                let wanted = self.declared_sizes(part, i, &fields[i])?.iter().map(Value::to_string).collect();
                let found = found.iter().map(usize::to_string).collect();
                Illegal::Size { field: name(i), wanted: by(wanted), found: by(found) }
            }
            Misfit::Element(i, v) => {
                let domain = self.domain_text(part, i, &fields[i])?;
                let value = v.to_string();
                let whole = rules.shape.kind == ShapeKind::Position;
                let below = (whole && fields[i].domain.is_none() && value.starts_with('-')).then(|| {
                    let of = if fields[i].kind == FieldKind::Number { "in" } else { "of" };
                    format!("{} {of} {value}..", name(i))
                });
                Illegal::Outside { field: name(i), value, domain, below }
            }
            Misfit::Require(line) => {
                let require = &rules.requires[line];
                let say = match &require.say {
                    None => None,
                    Some(say) => Some(self.framed(require.locals, |cx| cx.wording(part, say))?),
                };
                Illegal::Require { line, cond: self.source(require.cond.span), say }
            }
        })
    }

    /// The domain as a person reads it, with its bounds worked out.
    fn domain_text(&mut self, part: &[Value], i: usize, field: &Field) -> Result<String, Error> {
        Ok(match self.interp.plans.get(i).map(|p| &p.domain) {
            Some(Domain::Natural | Domain::Loose) => "0..".into(),
            Some(Domain::YesNo) => "{yes, no}".into(),
            Some(Domain::Text) => "\"…\"".into(),
            Some(Domain::Between(lo, hi)) => ends(lo, hi.as_ref()),
            Some(Domain::Members(Value::Graph(g))) if g.len() > 20 => match &field.domain {
                Some(RangeExpr::Of(e)) => self.source(e.span),
                _ => "…".into(),
            },
            Some(Domain::Members(Value::Graph(g))) => Value::Set(Arc::new(g.nodes().to_vec())).to_string(),
            Some(Domain::Members(v)) => v.to_string(),
            Some(Domain::Asked) | None => match &field.domain {
                Some(RangeExpr::Between(from, to)) => {
                    self.framed(field.locals, |cx| cx.between(part, (from, to)))?
                }
                Some(RangeExpr::Of(e)) => self.framed(field.locals, |cx| cx.eval(part, e))?.to_string(),
                None => "0..".into(),
            },
        })
    }
}

impl Interp {
    /// Is the part legal: kinds, domains, sizes, `require`?
    pub fn legal(&self, part: &Part) -> Result<(), Illegal> {
        match Cx::exactly(self, Turn::default(), 0).misfit(std::slice::from_ref(part)) {
            Ok(None) => Ok(()),
            Ok(Some(why)) => Err(why),
            Err(e) => Err(Illegal::Failed(e.at(|| self.show(part)))),
        }
    }

    /// A part from the typed values of its fields; the others take their starts, which may use earlier fields.
    /// `Err(i)` in the inner result names a field that has neither.
    pub fn part(&self, typed: Vec<Option<Value>>) -> Result<Result<Part, usize>, Error> {
        let mut out: Vec<Value> = Vec::with_capacity(typed.len());
        for (i, field) in self.rules.shape.fields.iter().enumerate() {
            let mut v = match (typed.get(i).cloned().flatten(), &field.start) {
                (Some(v), _) => v,
                (None, Some(start)) => Cx::exactly(self, Turn::default(), field.locals).eval(&out, start)?,
                (None, None) => return Ok(Err(i)),
            };
            tidy(field, &mut v);
            out.push(v);
        }
        Ok(Ok(out.into()))
    }

    /// The values of fields in a position that is typed by the sides of its board, where the rules have a line for it.
    pub(crate) fn of_sides(&self, rows: usize, columns: usize) -> Result<Vec<(usize, Value)>, Error> {
        let Some(sides) = &self.rules.sides else { return Ok(Vec::new()) };
        let mut cx = Cx::exactly(self, Turn::default(), sides.locals);
        for (slot, side) in [rows, columns].into_iter().enumerate() {
            cx.set(slot, Value::Int(side as i64));
        }
        sides.values.iter().map(|(field, value)| Ok((*field, cx.eval(&[], value)?))).collect()
    }

    /// What a memory field holds at the start, given the other fields of a part; `None` for a field that is typed.
    pub fn start_of(&self, part: &[Value], field: usize) -> Option<Value> {
        self.rules.shape.fields.get(field)?.start.as_ref()?;
        let typed = part.iter().enumerate().map(|(k, v)| (k != field).then(|| v.clone())).collect();
        self.part(typed).ok()?.ok()?.get(field).cloned()
    }

    /// Do all memory fields of a part hold their starts?
    pub fn is_start(&self, part: &[Value]) -> bool {
        let fields = &self.rules.shape.fields;
        (0..part.len().min(fields.len()))
            .all(|i| fields[i].start.is_none() || self.start_of(part, i).as_ref() == Some(&part[i]))
    }

    /// The form of a part that equal parts share: bags and sets sorted, unordered number fields in rising order.
    pub fn canonical_part(&self, part: &Part) -> Part {
        let mut part = part.clone();
        let fields = &self.rules.shape.fields;
        for (field, v) in fields.iter().zip(part.iter_mut()) {
            tidy(field, v);
        }
        if self.rules.shape.unordered {
            let places: Vec<usize> =
                (0..part.len().min(fields.len())).filter(|&i| is_interchangeable(&fields[i])).collect();
            let mut numbers: Vec<Value> = places.iter().map(|&i| part[i].clone()).collect();
            numbers.sort();
            for (i, v) in places.into_iter().zip(numbers) {
                part[i] = v;
            }
        }
        part
    }

    /// The form of a position that equal positions share: canonical parts, sorted.
    pub fn canonical(&self, position: &Position) -> Position {
        let mut parts: Vec<Part> = position.parts.iter().map(|p| self.canonical_part(p)).collect();
        parts.sort();
        Position { parts }
    }
}
