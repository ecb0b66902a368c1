//! The space of a game's positions below a given one: what every word of a compiled part can hold, by the facts.

use crate::game::Game;
use bouton_compile::growth::{Growth, ListGrowth};
use bouton_compile::program::{Cell, FieldLayout, Layout, Sequence};
use bouton_compile::{Measure, Quantity, Universe, symmetry};
use bouton_engine::table::{Axis, Letters};
use bouton_language::graph::Graph;
use bouton_language::interp::Part;
use bouton_language::value::Value;
use std::collections::BTreeSet;

/// Larger collections of listed letters are no small alphabet.
const MOST_LETTERS: usize = 4096;

/// The axes of every field, or of the unordered numbers together. `None` where the facts do not bound a field.
pub(super) fn axes(game: &Game, layout: &Layout, corner: &Part) -> Option<Vec<Vec<Axis>>> {
    let rules = game.rules();
    let unordered = if rules.shape.unordered { symmetry::interchangeable(&rules.shape) } else { Vec::new() };
    let space = Space { game, layout, corner };
    let mut groups = Vec::new();
    let mut tuple: Option<(Vec<usize>, i64, i64)> = None;
    for (f, place) in layout.fields().iter().enumerate() {
        if unordered.contains(&f) {
            let (FieldLayout::One { at, .. }, Letters::From { low, count }) = (place, space.number(f)?)
            else {
                return None;
            };
            let high = low.checked_add(i64::try_from(count).ok()?)?.checked_sub(1)?;
            let (places, least, most) = tuple.get_or_insert((Vec::new(), low, high));
            places.push(*at);
            (*least, *most) = ((*least).min(low), (*most).max(high));
        } else {
            groups.push(space.field(f, place)?);
        }
    }
    if let Some((places, low, high)) = tuple {
        groups.push(vec![Axis::Unordered { places, low, high }]);
    }
    Some(groups)
}

/// A game and the position that its space reaches up to.
struct Space<'s> {
    game: &'s Game,
    layout: &'s Layout,
    corner: &'s Part,
}

impl Space<'_> {
    fn growth(&self, f: usize) -> Option<&Growth> {
        self.game.facts().space.growth.get(f)
    }

    fn field(&self, f: usize, place: &FieldLayout) -> Option<Vec<Axis>> {
        match *place {
            FieldLayout::One { at, .. } => Some(vec![Axis::Number { at, of: self.number(f)? }]),
            FieldLayout::Row { at, cap, sequence: Sequence::Bag, of: Cell::Number, .. } => {
                self.bag(f, at, cap).map(|axis| vec![axis])
            }
            FieldLayout::Row { sequence: Sequence::Bag, .. } => None,
            FieldLayout::Row { at, cap, sequence: Sequence::Set, of, .. } => {
                let of = self.universe(f, of)?;
                (of.count() <= cap as u64).then(|| vec![Axis::Set { at, of }])
            }
            FieldLayout::Row { at, cap, fixed, of, .. } => {
                let Growth::List(growth) = self.growth(f)? else { return None };
                let elements = self.elements(f)?;
                let length = elements.len();
                let letters = self.letters(f, of, growth, &elements);
                if fixed {
                    return self.each(at, growth, of, letters.as_ref(), &elements);
                }
                if growth.same_length {
                    let mut axes = vec![exactly(at, length)];
                    axes.extend(self.each(at + 1, growth, of, letters.as_ref(), &elements)?);
                    return Some(axes);
                }
                (growth.no_longer && length <= cap).then(|| {
                    let (shortest, longest) = (0, length);
                    Some(vec![Axis::Row { at, shortest, longest, of: letters?, backwards: false }])
                })?
            }
            FieldLayout::Grid { at, rows, cols, fixed, of } => {
                let Growth::List(growth) = self.growth(f)? else { return None };
                let elements = self.elements(f)?;
                let letters = self.letters(f, of, growth, &elements);
                if fixed {
                    return self.each(at, growth, of, letters.as_ref(), &elements);
                }
                if !growth.same_length || elements.len() != rows * cols {
                    return None;
                }
                let mut axes = vec![exactly(at, rows), exactly(at + 1, cols)];
                axes.extend(self.each(at + 2, growth, of, letters.as_ref(), &elements)?);
                Some(axes)
            }
        }
    }

    /// An axis for every element of a list that keeps its length. Elements that only fall have bounds of their own.
    fn each(
        &self,
        at: usize,
        growth: &ListGrowth,
        of: Cell,
        letters: Option<&Letters>,
        elements: &[i64],
    ) -> Option<Vec<Axis>> {
        let falls = growth.elements_fall && growth.same_length && of == Cell::Number;
        let low = growth.low.and_then(|low| i64::try_from(low).ok()).filter(|_| falls);
        let axis = |(i, &value): (usize, &i64)| {
            let of = match (low, letters) {
                (Some(low), _) => Letters::between(low.min(value), value),
                (None, letters) => letters?.clone(),
            };
            Some(Axis::Number { at: at + i, of })
        };
        elements.iter().enumerate().map(axis).collect()
    }

    /// The words of the elements of a list in the corner.
    fn elements(&self, f: usize) -> Option<Vec<i64>> {
        let mut words = vec![0; self.layout.width()];
        let place = self.layout.fields().get(f)?;
        self.layout.write(self.corner, &mut words).then(|| place.cells(&words).to_vec())
    }

    /// The values of the domain of a field or its elements, where it is fixed and finite.
    fn domain(&self, f: usize, of: Cell) -> Option<Letters> {
        let interp = self.game.interp();
        if of == Cell::Flag {
            return Some(Letters::between(0, 1));
        }
        if let Some(members) = interp.members(f) {
            let mut words = BTreeSet::new();
            self.collect(members, &mut words)?;
            return Some(Letters::Listed(words.into_iter().collect()));
        }
        let (low, high) = interp.bounds(f)?;
        Some(Letters::between(low.as_int()?, high?.as_int()?))
    }

    fn collect(&self, members: &Value, out: &mut BTreeSet<i64>) -> Option<()> {
        let mut add = |v: &Value| {
            out.insert(match v {
                Value::Int(i) => *i,
                Value::Bool(b) => i64::from(*b),
                Value::Text(t) => self.layout.name(t)?,
                _ => return None,
            });
            (out.len() <= MOST_LETTERS).then_some(())
        };
        match members {
            Value::List(items) | Value::Set(items) => items.iter().try_for_each(add),
            Value::Graph(graph) => graph.nodes().iter().try_for_each(add),
            Value::Text(letters) => {
                letters.chars().try_for_each(|c| add(&Value::text(c.encode_utf8(&mut [0; 4]))))
            }
            one => add(one),
        }
    }

    /// What the elements of a list can be.
    fn letters(&self, f: usize, of: Cell, growth: &ListGrowth, elements: &[i64]) -> Option<Letters> {
        if let Some(domain) = self.domain(f, of) {
            return Some(domain);
        }
        if of != Cell::Number {
            return None;
        }
        let low = i64::try_from(growth.low?).ok()?;
        let most = if growth.elements_fall {
            elements.iter().copied().max().unwrap_or(low)
        } else if growth.total_falls && low >= 0 {
            elements.iter().try_fold(0_i64, |sum, &v| sum.checked_add(v))?
        } else {
            return None;
        };
        Some(Letters::between(low, most.max(low)))
    }

    fn bag(&self, f: usize, at: usize, cap: usize) -> Option<Axis> {
        let Growth::List(growth) = self.growth(f)? else { return None };
        let elements = self.elements(f)?;
        let total = elements.iter().try_fold(0_i64, |sum, &v| sum.checked_add(v))?;
        let mut high = match self.domain(f, Cell::Number) {
            Some(Letters::From { low, count }) => Some(low.checked_add(i64::try_from(count).ok()?)? - 1),
            Some(Letters::Listed(values)) => values.last().copied(),
            None => None,
        };
        if growth.elements_fall {
            high = elements.iter().copied().max().or(Some(0));
        } else if growth.total_falls {
            high = Some(high.map_or(total, |high| high.min(total)));
        }
        let most = if growth.no_longer {
            elements.len()
        } else if growth.total_falls {
            usize::try_from(total).ok()?.min(cap)
        } else {
            return None;
        };
        (elements.iter().all(|&v| v > 0)).then_some(Axis::Bag { at, most, high: high?.max(0) })
    }

    fn universe(&self, f: usize, of: Cell) -> Option<Letters> {
        let Growth::Set { shrinks, universe } = self.growth(f)? else { return None };
        let mut elements: BTreeSet<i64> = self.elements(f)?.into_iter().collect();
        if *shrinks && !elements.is_empty() {
            return Some(Letters::Listed(elements.into_iter().collect()));
        }
        if let Some(domain) = self.domain(f, of) {
            return Some(domain);
        }
        match universe.as_ref()? {
            Universe::Range(low, high) if high.saturating_sub(*low) < MOST_LETTERS as i64 => {
                elements.extend(*low..=*high);
            }
            Universe::Range(..) => return None,
            Universe::Nodes(graph) => self.collect(&Value::Graph(graph.clone()), &mut elements)?,
        }
        Some(Letters::Listed(elements.into_iter().collect()))
    }

    /// What a number field can be.
    fn number(&self, f: usize) -> Option<Letters> {
        let place = self.layout.fields().get(f)?;
        if place.of() != Cell::Number {
            return match self.growth(f) {
                Some(Growth::Walks(graph)) => self.walk(graph, f),
                _ => self.domain(f, place.of()),
            };
        }
        let int = |f: usize| self.corner.get(f).and_then(Value::as_int);
        let own = i128::from(int(f)?);
        let (low, high) = match self.growth(f)? {
            Growth::Falls(low) => (*low, own),
            Growth::Within(low, high) => (*low, *high),
            Growth::AtMost { low, other, factor, plus } => {
                let reach = factor.checked_mul(i128::from(int(*other)?))?.checked_add(*plus)?;
                (*low, reach.max(own))
            }
            Growth::Walks(graph) => return self.walk(graph, f),
            _ => return self.domain(f, Cell::Number).or_else(|| self.weighed(f)),
        };
        let low = i64::try_from(low).ok()?;
        let high = i64::try_from(high).ok()?.max(low);
        match self.domain(f, Cell::Number) {
            Some(Letters::Listed(mut values)) => {
                values.retain(|value| (low..=high).contains(value));
                Some(Letters::Listed(values))
            }
            _ => Some(Letters::between(low, high)),
        }
    }

    /// The nodes that can be reached.
    fn walk(&self, graph: &Graph, f: usize) -> Option<Letters> {
        let mut words = BTreeSet::new();
        let mut open = vec![self.corner.get(f)?.clone()];
        let mut seen: BTreeSet<Value> = open.iter().cloned().collect();
        while let Some(node) = open.pop() {
            self.collect(&node, &mut words)?;
            for next in graph.neighbours(&node)? {
                if seen.insert(next.clone()) {
                    open.push(next.clone());
                }
            }
        }
        Some(Letters::Listed(words.into_iter().collect()))
    }

    /// A sum of natural numbers that never rises bounds each of them.
    fn weighed(&self, f: usize) -> Option<Letters> {
        let Some(Measure::Sum { terms, .. }) = &self.game.facts().measure else { return None };
        let mut sum = 0_i128;
        let mut own = None;
        for (weight, quantity) in terms {
            let Quantity::Number(g) = quantity else { return None };
            let value = self.corner.get(*g).and_then(Value::as_int)?;
            let (low, _) = self.game.interp().bounds(*g)?;
            if low.as_int()? < 0 {
                return None;
            }
            sum = sum.checked_add(weight.checked_mul(i128::from(value))?)?;
            if *g == f {
                own = Some(*weight);
            }
        }
        let (low, _) = self.game.interp().bounds(f)?;
        Some(Letters::between(low.as_int()?, i64::try_from(sum.checked_div(own?)?).ok()?))
    }
}

fn exactly(at: usize, value: usize) -> Axis {
    Axis::Number { at, of: Letters::between(value as i64, value as i64) }
}
