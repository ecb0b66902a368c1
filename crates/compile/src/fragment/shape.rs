//! What a position is made of: the coordinates of its fields, and which tuples are legal.

use super::number::Num;
use super::outside::{Stop, Why};
use super::reader::{Origin, Reader, Sym};
use super::{Affine, Coordinate, Formula};
use bouton_core::{Field, Range};
use bouton_language::ast::FieldKind;
use bouton_language::interp::element_type;
use bouton_language::rules::Type;

/// Rows longer than this have too many coordinates to decide anything.
const LONGEST: i64 = 64;

/// A field in coordinates.
#[derive(Clone, Debug)]
enum Held {
    /// One number or yes-or-no.
    One(usize),
    /// The places of a row.
    Row(Vec<usize>),
}

/// The coordinates of a position or part.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) coordinates: Vec<Coordinate>,
    /// Which of them are yes-or-no.
    flags: Vec<bool>,
    /// Least and greatest value, where both are constants.
    pub(super) domains: Vec<Option<(i64, i64)>>,
    fields: Vec<Held>,
    /// The coordinate that says who moves, 1 or 2, held like a field behind the others.
    pub(super) mover: Option<usize>,
}

impl Shape {
    pub(super) fn new(reader: &mut Reader<'_>, players: bool) -> Result<Shape, Stop> {
        let mut shape = Shape {
            coordinates: Vec::new(),
            flags: Vec::new(),
            domains: Vec::new(),
            fields: Vec::new(),
            mover: None,
        };
        let core = reader.core;
        for (i, field) in core.shape.fields.iter().enumerate() {
            let span = field.span;
            let flag = match element_type(field) {
                Type::Int => false,
                Type::Bool => true,
                _ => return Err(Stop::new(span, Why::NotNumbers(field.name.clone()))),
            };
            let other = || Stop::new(span, Why::Field(field.name.clone(), field.kind));
            let places = match field.kind {
                FieldKind::Number => None,
                FieldKind::Row | FieldKind::Word => {
                    let [size] = field.size.as_slice() else { return Err(other()) };
                    let size = match reader.number(size) {
                        Ok(n) => n.as_int().filter(|n| (0..=LONGEST).contains(n)),
                        Err(_) => None,
                    };
                    Some(size.ok_or_else(other)?)
                }
                FieldKind::Bag | FieldKind::Set | FieldKind::Grid => return Err(other()),
            };
            let mut add = |place: Option<usize>| {
                let name = match place {
                    Some(p) => format!("{}[{}]", field.name, p + 1),
                    None => field.name.clone(),
                };
                shape.coordinates.push(Coordinate { name, field: i, place, flag });
                shape.flags.push(flag);
                shape.coordinates.len() - 1
            };
            let held = match places {
                None => Held::One(add(None)),
                Some(n) => Held::Row((0..n as usize).map(|p| add(Some(p))).collect()),
            };
            shape.fields.push(held);
        }
        if players {
            let c = shape.coordinates.len();
            let field = core.shape.fields.len();
            shape.coordinates.push(Coordinate { name: "mover".into(), field, place: None, flag: false });
            shape.flags.push(false);
            shape.fields.push(Held::One(c));
            shape.mover = Some(c);
        }
        reader.origins = (0..shape.coordinates.len()).map(Origin::Coordinate).collect();
        let forms: Vec<Affine> = (0..shape.coordinates.len()).map(Affine::variable).collect();
        reader.fields = shape.symbols(&forms);
        for c in &shape.coordinates {
            let bounds = match core.shape.fields.get(c.field) {
                Some(field) => shape.bounds(reader, field)?,
                None => Some((1, 2)),
            };
            shape.domains.push(bounds);
        }
        Ok(shape)
    }

    /// When it is this player's turn (0 or 1); never a question where players do not differ.
    pub(super) fn moves(&self, player: usize) -> Formula {
        let turn = |c: usize| Formula::zero(Affine::new(&[(c, 1)], -(player as i64) - 1));
        self.mover.map_or_else(Formula::yes, turn)
    }

    /// The constant bounds of a field's values. A field that can be negative is no natural number.
    fn bounds(&self, reader: &mut Reader<'_>, field: &Field) -> Result<Option<(i64, i64)>, Stop> {
        if *element_type(field) == Type::Bool {
            return Ok(Some((0, 1)));
        }
        let negative = || Stop::new(field.span, Why::Negative(field.name.clone()));
        match &field.domain {
            None => Ok(None),
            Some(Range::Between(from, to)) => {
                let lo = from.as_ref().map_or(Ok(Num::int(0)), |e| reader.number(e))?;
                if !lo.is_natural() {
                    return Err(negative());
                }
                let hi = to.as_ref().map(|e| reader.number(e)).transpose()?;
                Ok(lo.as_int().zip(hi.and_then(|h| h.as_int())))
            }
            Some(Range::Of(e)) => {
                let items = match reader.eval(e)? {
                    Sym::List(items) | Sym::Set(items) => items,
                    Sym::Num(n) => vec![Sym::Num(n)],
                    _ => return Err(Stop::new(field.span, Why::NotNumbers(field.name.clone()))),
                };
                let mut ends: Option<(i64, i64)> = None;
                for item in items {
                    let Sym::Num(n) = item else {
                        return Err(Stop::new(field.span, Why::NotNumbers(field.name.clone())));
                    };
                    if !n.is_natural() {
                        return Err(negative());
                    }
                    let Some(i) = n.as_int() else { return Ok(None) };
                    ends = Some(ends.map_or((i, i), |(a, b)| (a.min(i), b.max(i))));
                }
                Ok(ends)
            }
        }
    }

    /// The fields, given a form for each coordinate.
    pub(super) fn symbols(&self, forms: &[Affine]) -> Vec<Sym> {
        let one = |c: usize| {
            let form = forms.get(c).cloned().unwrap_or_default();
            match self.flags.get(c) {
                Some(true) => Sym::Bool(form.shift(-1).map_or_else(|_| Formula::no(), Formula::zero)),
                _ => Sym::Num(Num::Lin(form)),
            }
        };
        let field = |f: &Held| match f {
            Held::One(c) => one(*c),
            Held::Row(places) => Sym::List(places.iter().map(|c| one(*c)).collect()),
        };
        self.fields.iter().map(field).collect()
    }

    /// Each coordinate of a part by cases; `None` where a value is of the wrong kind or a row of the wrong length, which
    /// no legal position has.
    #[allow(clippy::type_complexity)] // for each coordinate its cases
    pub(super) fn flatten(&self, part: &[Sym]) -> Result<Option<Vec<Vec<(Formula, Affine)>>>, Stop> {
        let mut out = Vec::with_capacity(self.coordinates.len());
        for (held, v) in self.fields.iter().zip(part) {
            let pairs: Vec<(usize, &Sym)> = match (held, v) {
                (Held::One(c), v) => vec![(*c, v)],
                (Held::Row(places), Sym::List(items)) if places.len() == items.len() => {
                    places.iter().copied().zip(items).collect()
                }
                _ => return Ok(None),
            };
            for (c, v) in pairs {
                out.push(match (self.flags.get(c) == Some(&true), v) {
                    (false, Sym::Num(n)) => n.cases()?,
                    (true, Sym::Bool(f)) => self.flag(f),
                    _ => return Ok(None),
                });
            }
        }
        Ok(Some(out))
    }

    /// 1 where the condition holds, 0 elsewhere; a flag that is handed on stays a form.
    fn flag(&self, f: &Formula) -> Vec<(Formula, Affine)> {
        if let Formula::Zero(form) = f
            && form.constant == -1
            && let [(c, 1)] = form.terms.as_slice()
            && self.flags.get(*c) == Some(&true)
        {
            return vec![(Formula::yes(), Affine::variable(*c))];
        }
        let mut both = vec![(f.clone(), Affine::int(1)), (f.clone().negated(), Affine::int(0))];
        both.retain(|b| b.0.as_bool() != Some(false));
        both
    }
}

impl Reader<'_> {
    /// When the tuple of forms is a legal part: domains and `require`.
    pub(super) fn legal(&mut self, shape: &Shape, forms: &[Affine]) -> Result<Formula, Stop> {
        self.fields = shape.symbols(forms);
        let core = self.core;
        let mut conds = Vec::new();
        for (c, form) in shape.coordinates.iter().zip(forms) {
            conds.push(Formula::at_least_zero(form.clone()));
            let Some(field) = core.shape.fields.get(c.field) else {
                conds.push(Formula::at_least_zero(form.shift(-1)?));
                conds.push(Formula::at_least_zero(Affine::int(2).plus(-1, form)?));
                continue;
            };
            if *element_type(field) == Type::Bool {
                let below = Affine::int(1).plus(-1, form)?;
                conds.push(Formula::at_least_zero(below));
            } else if let Some(range) = &field.domain {
                self.locals = vec![None; field.locals.max(self.locals.len())];
                conds.push(self.is_in(&Sym::Num(Num::Lin(form.clone())), range, field.span, true)?);
            }
        }
        for require in &core.requires {
            let locals = std::mem::replace(&mut self.locals, vec![None; require.locals]);
            let holds = self.truth(&require.cond);
            self.locals = locals;
            conds.push(holds?);
        }
        Ok(Formula::all(conds))
    }
}
