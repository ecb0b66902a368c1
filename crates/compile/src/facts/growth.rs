//! Growth: how far each field can get from where it starts, proved for all moves.
//!
//! These are the walls of the box that [`crate::facts::size`] measures for a given position.

use crate::facts::candidates::domain_universe;
use crate::facts::quantity::{Quantity, Universe, form};
use crate::facts::symbolic::moves::Transition;
use crate::facts::symbolic::{Change, Session, Sym, Update};
use bouton_core::Range;
use bouton_language::ast::FieldKind;
use bouton_language::graph::Graph;
use bouton_language::rules::Type;
use bouton_language::value::Value;
use bouton_linear::Poly;
use bouton_linear::entail::{bounds, entails};
use std::sync::Arc;

/// How a field changes over a game.
#[derive(Clone, Debug)]
pub enum Growth {
    /// A number that no move raises. Its lowest value.
    Falls(i128),
    /// A number between constant ends.
    Within(i128, i128),
    /// A number whose new values are at most `factor` times another field (that no move raises) plus a constant.
    AtMost {
        /// The lowest value.
        low: i128,
        /// The other field.
        other: usize,
        /// Its factor.
        factor: i128,
        /// The constant.
        plus: i128,
    },
    /// A node of a graph, changed along edges.
    Walks(Arc<Graph>),
    /// A list.
    List(ListGrowth),
    /// A set.
    Set {
        /// No move adds elements.
        shrinks: bool,
        /// What its elements are among, besides those that it starts with.
        universe: Option<Universe>,
    },
    /// Nothing is known.
    Free,
}

/// How a row, bag, word or grid changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListGrowth {
    /// It is a bag.
    pub bag: bool,
    /// No move changes the length.
    pub same_length: bool,
    /// No move raises the length.
    pub no_longer: bool,
    /// No move raises any element.
    pub elements_fall: bool,
    /// No move raises the sum.
    pub total_falls: bool,
    /// Moves only cut off ends (left, right).
    pub cuts: Option<(bool, bool)>,
    /// The lowest element.
    pub low: Option<i128>,
    /// Number of values that an element can have.
    pub values: Option<i128>,
}

/// The growth of every field.
pub(crate) fn find(session: &mut Session<'_>, transitions: &[Transition]) -> Vec<Growth> {
    let count = session.core.shape.fields.len();
    let falls: Vec<bool> =
        (0..count).map(|f| never_rises(session, transitions, &Quantity::Number(f))).collect();
    (0..count)
        .map(|f| {
            let field = &session.core.shape.fields[f];
            match field.kind {
                FieldKind::Number => number(session, transitions, f, &falls),
                FieldKind::Set => Growth::Set {
                    shrinks: never_rises(session, transitions, &Quantity::Size(f)),
                    universe: universe(session, transitions, f),
                },
                _ => Growth::List(list(session, transitions, f)),
            }
        })
        .collect()
}

impl Growth {
    /// The most elements that a set which starts as one of these can have.
    pub fn most_elements(&self, starts: &[&Value]) -> Option<usize> {
        let Growth::Set { shrinks, universe } = self else { return None };
        let sets = starts.iter().map(|v| if let Value::Set(items) = v { Some(&**items) } else { None });
        let sets: Vec<&Vec<Value>> = sets.collect::<Option<_>>()?;
        if *shrinks {
            return sets.iter().map(|items| items.len()).max();
        }
        let universe = universe.as_ref()?;
        let most = sets.iter().map(|items| universe.missing(items) + items.len() as i128).max()?;
        usize::try_from(most).ok()
    }
}

/// The domain of a set, where it is finite; otherwise a range or a graph that holds everything moves add.
fn universe(session: &Session<'_>, transitions: &[Transition], f: usize) -> Option<Universe> {
    if let Some(domain) = domain_universe(session, f) {
        return Some(domain);
    }
    let mut range: Option<(i128, i128)> = None;
    let mut graph: Option<Arc<Graph>> = None;
    for t in transitions {
        let facts = t.path.all();
        for part in &t.parts {
            let Some(Sym::Set(set)) = part.get(f) else { return None };
            if set.field != f || set.more {
                return None;
            }
            for x in set.added.iter().chain(&set.perhaps) {
                let x = form(x)?;
                let edge = x.as_atom().and_then(|a| t.path.edges.iter().find(|e| e.1 == a));
                if let Some((_, _, g)) = edge {
                    if graph.get_or_insert_with(|| g.clone()).as_ref() != g.as_ref() {
                        return None;
                    }
                    continue;
                }
                let (Some(lo), Some(hi)) = bounds(&facts, &x) else { return None };
                range = Some(range.map_or((lo, hi), |(a, b)| (a.min(lo), b.max(hi))));
            }
        }
    }
    match (range, graph) {
        (Some((lo, hi)), None) => Some(Universe::Range(i64::try_from(lo).ok()?, i64::try_from(hi).ok()?)),
        (None, Some(graph)) => Some(Universe::Nodes(graph)),
        _ => None,
    }
}

fn never_rises(session: &mut Session<'_>, transitions: &[Transition], q: &Quantity) -> bool {
    transitions.iter().all(|t| {
        let facts = t.path.all();
        t.parts.iter().all(|part| session.delta(q, t, part).is_some_and(|d| session.shows(&facts, &d.neg())))
    })
}

fn number(session: &mut Session<'_>, transitions: &[Transition], f: usize, falls: &[bool]) -> Growth {
    if let Some(g) = session.graph_of(f) {
        return Growth::Walks(g);
    }
    let start = session.start();
    let Some(old) = start.fields.get(f).and_then(form) else { return Growth::Free };
    let (low, high) = bounds(&start.all(), &old);
    let Some(low) = low else { return Growth::Free };
    if falls[f] {
        return Growth::Falls(low);
    }
    if let Some(high) = high {
        return Growth::Within(low, high);
    }
    // The new value against a constant (factor 0) or a multiple of a field that never rises.
    for (other, falling) in falls.iter().enumerate() {
        if !falling && other != f {
            continue;
        }
        for factor in 0..=3i128 {
            let mut plus: Option<i128> = Some(0);
            for t in transitions {
                let facts = t.path.all();
                for part in &t.parts {
                    let (Some(new), Some(by)) =
                        (part.get(f).and_then(form), t.before.get(other).and_then(form))
                    else {
                        return Growth::Free;
                    };
                    if entails(&facts, &old.sub(&new)) {
                        continue;
                    }
                    let gap = bounds(&facts, &new.plus(-factor, &by)).1;
                    plus = match (plus, gap) {
                        (Some(p), Some(g)) => Some(p.max(g)),
                        _ => None,
                    };
                }
            }
            if let Some(plus) = plus
                && (factor == 0 || *falling)
            {
                return Growth::AtMost { low, other, factor, plus };
            }
        }
    }
    Growth::Free
}

fn list(session: &mut Session<'_>, transitions: &[Transition], f: usize) -> ListGrowth {
    let field = &session.core.shape.fields[f];
    let mut out = ListGrowth {
        bag: field.kind == FieldKind::Bag,
        same_length: true,
        no_longer: never_rises(session, transitions, &Quantity::Length(f)),
        elements_fall: true,
        total_falls: never_rises(session, transitions, &Quantity::Total(f, 0)),
        cuts: None,
        low: None,
        values: values(session, f),
    };
    if out.values.is_none() && field.ty == Type::List(Box::new(Type::Bool)) {
        out.values = Some(2);
    }
    for t in transitions {
        let Some(own) = t.before.get(f).and_then(Sym::base) else { return ListGrowth::default() };
        out.low = session.info(own).low.as_ref().and_then(Poly::as_int);
        let facts = t.path.all();
        for updates in t.parts.iter().map(|part| part.get(f).and_then(|new| new.updates(own))) {
            let falls = |all: &[Update]| all.iter().all(|u| element_falls(u, &facts, all.len()));
            out.same_length &= updates.is_some();
            out.elements_fall &= updates.is_some_and(falls);
        }
    }
    if out.bag {
        out.low = out.low.map(|l| l.min(0));
    }
    out
}

fn element_falls(update: &Update, facts: &[Poly], updates: usize) -> bool {
    let falls = |c: &Change, facts: &[Poly]| {
        // Two changes of one place could add up.
        (!c.added || updates == 1)
            && form(&c.old).zip(form(&c.new)).is_some_and(|(old, new)| entails(facts, &old.sub(&new)))
    };
    match update {
        Update::One(c) => falls(c, facts),
        Update::Many { general, .. } => general.iter().all(|(facts, c)| falls(c, facts)),
    }
}

/// How many values an element of a list field can have.
fn values(session: &Session<'_>, f: usize) -> Option<i128> {
    if let Some(all) = domain_universe(session, f) {
        return Some(all.size());
    }
    let Range::Of(e) = session.core.shape.fields[f].domain.as_ref()? else { return None };
    e.value().and_then(bouton_core::size).map(|n| n as i128)
}
