//! The quantities that a measure may be built from: those of the position's fields, the plainest first.

use crate::facts::graphs::{Ranking, rank};
use crate::facts::quantity::{Quantity, Universe, form, old_values};
use crate::facts::symbolic::moves::Transition;
use crate::facts::symbolic::{AtomKind, Session, Side, Sym};
use bouton_core::{Range, Term};
use bouton_language::ast::FieldKind;
use bouton_language::graph::Graph;
use bouton_language::rules::Type;
use bouton_language::value::Value;
use bouton_linear::Poly;
use bouton_linear::entail::bounds;
use std::sync::Arc;

/// The quantities of the position's fields, the plainest first.
pub(crate) fn candidates(session: &mut Session<'_>, transitions: &[Transition]) -> Vec<Quantity> {
    let fields = &session.core.shape.fields;
    let mut plain = Vec::new();
    let mut rooms = Vec::new();
    let mut finer = Vec::new();
    for (f, field) in fields.iter().enumerate() {
        match field.kind {
            FieldKind::Number => {
                if let Some(ranking) = session.ranking(f) {
                    plain.push(Quantity::Rank(f, ranking));
                    continue;
                }
                if matches!(field.domain, Some(Range::Of(_))) && field.ty != Type::Int {
                    continue;
                }
                plain.push(Quantity::Number(f));
                rooms.extend(room_to(session, f));
                rooms.extend(room(f, transitions));
            }
            FieldKind::Set => {
                plain.push(Quantity::Size(f));
                if session.natural_elements(f) {
                    plain.push(Quantity::SetTotal(f));
                }
                rooms.extend(universes(session, f, transitions).into_iter().map(|u| Quantity::Missing(f, u)));
            }
            FieldKind::Row | FieldKind::Bag | FieldKind::Word | FieldKind::Grid => {
                if let Some(ranking) = session.ranking(f) {
                    plain.push(Quantity::Ranks(f, ranking));
                }
                let low = transitions
                    .iter()
                    .find_map(|t| session.info(t.before.get(f)?.base()?).low.as_ref().and_then(Poly::as_int));
                let row = matches!(field.kind, FieldKind::Row | FieldKind::Word);
                let sides: &[Side] = match field.kind {
                    FieldKind::Grid => &[Side::Top, Side::Bottom, Side::Left, Side::Right],
                    FieldKind::Bag => &[],
                    _ => &[Side::Left, Side::Right],
                };
                if let Some(low) = low {
                    plain.push(Quantity::Total(f, low.min(0)));
                }
                if field.kind != FieldKind::Grid {
                    plain.push(Quantity::Length(f));
                }
                let mut values: Vec<Value> = transitions.iter().flat_map(|t| old_values(t, f)).collect();
                values.sort();
                values.dedup();
                for v in values.into_iter().take(8) {
                    plain.push(Quantity::Count(f, v.clone()));
                    for &side in sides {
                        finer.push(Quantity::Places(f, v.clone(), side));
                    }
                }
                if low.is_some_and(|l| l >= 0) {
                    finer.extend(sides.iter().map(|&side| Quantity::Weighted(f, side)));
                }
                if row && low.is_some() {
                    for side in [Side::Right, Side::Left] {
                        finer.push(Quantity::Dictionary(f, side));
                    }
                }
            }
        }
    }
    plain.extend(rooms);
    plain.extend(finer);
    plain
}

/// The domain's upper end minus the field, where that end is a sum of other fields.
fn room_to(session: &mut Session<'_>, f: usize) -> Option<Quantity> {
    let Some(Range::Between(_, Some(hi))) = &session.core.shape.fields[f].domain else { return None };
    let start = session.start();
    let end = session.steady(hi, &start)?;
    end.as_int().is_none().then_some(())?;
    let mut others = Vec::new();
    for &(m, c) in end.terms() {
        match session.kind(m.single()?) {
            Some(AtomKind::Field(g)) => others.push((*g, c)),
            _ => return None,
        }
    }
    Some(Quantity::RoomTo(f, end.constant(), others))
}

/// The greatest value that a move that changes the field starts from or leads to, minus the field.
fn room(f: usize, transitions: &[Transition]) -> Option<Quantity> {
    let mut most: Option<i128> = None;
    for t in transitions {
        let old = form(t.before.get(f)?)?;
        let facts = t.path.all();
        for new in t.parts.iter().filter_map(|p| p.get(f).and_then(form)).filter(|new| *new != old) {
            for value in [&old, &new] {
                if let Some(hi) = bounds(&facts, value).1 {
                    most = Some(most.map_or(hi, |m| m.max(hi)));
                }
            }
        }
    }
    most.map(|m| Quantity::Room(f, m))
}

/// What a set field can grow to: its domain, or what all its new elements are among.
pub(crate) fn universes(session: &Session<'_>, f: usize, transitions: &[Transition]) -> Vec<Universe> {
    let mut out: Vec<Universe> = domain_universe(session, f).into_iter().collect();
    let mut range: Option<(i128, i128)> = None;
    for t in transitions {
        let facts = t.path.all();
        for part in &t.parts {
            let Some(Sym::Set(set)) = part.get(f) else { continue };
            for x in set.added.iter().filter_map(form) {
                if let (Some(lo), Some(hi)) = bounds(&facts, &x) {
                    range = Some(range.map_or((lo, hi), |(a, b)| (a.min(lo), b.max(hi))));
                }
                let node = x.as_atom().and_then(|a| t.path.edges.iter().find(|e| e.1 == a));
                if let Some((_, _, g)) = node
                    && !out.iter().any(|u| matches!(u, Universe::Nodes(h) if Arc::ptr_eq(g, h)))
                {
                    out.push(Universe::Nodes(g.clone()));
                }
            }
        }
    }
    if let Some((lo, hi)) = range
        && let (Ok(lo), Ok(hi)) = (i64::try_from(lo), i64::try_from(hi))
    {
        out.push(Universe::Range(lo, hi));
    }
    out
}

/// The domain of a set field, where it is finite.
pub(crate) fn domain_universe(session: &Session<'_>, f: usize) -> Option<Universe> {
    match session.core.shape.fields[f].domain.as_ref()? {
        Range::Between(lo, Some(hi)) => {
            Some(Universe::Range(lo.as_ref().map_or(Some(0), Term::int)?, hi.int()?))
        }
        Range::Between(_, None) => None,
        Range::Of(_) => session.graph_of(f).map(Universe::Nodes),
    }
}

impl Session<'_> {
    /// The graph that a field's values (or elements) are nodes of.
    pub(crate) fn graph_of(&self, f: usize) -> Option<Arc<Graph>> {
        match self.core.shape.fields.get(f)?.domain.as_ref()? {
            Range::Of(e) => match e.value()? {
                Value::Graph(g) => Some(g.clone()),
                _ => None,
            },
            Range::Between(..) => None,
        }
    }

    fn ranking(&self, f: usize) -> Option<Arc<Ranking>> {
        rank(&self.graph_of(f)?).map(Arc::new)
    }
}
