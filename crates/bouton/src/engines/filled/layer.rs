//! The layer of a cell: the measure that every move lowers, counted on the words of the position.
//!
//! A table that is filled layer by layer asks this of every cell, so positions are not read out for it where the
//! measure is a sum of plain counts.

use bouton_compile::program::{FieldLayout, Layout};
use bouton_compile::{Measure, Quantity, Universe};

/// One count, with the field or word that it looks at.
enum Count {
    /// A number.
    Word(usize),
    /// The elements of a list or set.
    Length(FieldLayout),
    /// Their sum, each counted from this number.
    Total(FieldLayout, i128),
    /// How often a word occurs.
    Of(FieldLayout, i64),
    /// The numbers of a range that a set lacks.
    Missing(FieldLayout, i64, i64),
}

/// A measure on words.
pub(super) struct Layers {
    terms: Vec<(i128, Count)>,
    /// What is added to the counts.
    plus: i128,
}

impl Layers {
    /// The measure of a layout, if it is a sum of counts.
    pub(super) fn of(measure: &Measure, layout: &Layout) -> Option<Layers> {
        let Measure::Sum { terms, .. } = measure else { return None };
        let mut layers = Layers { terms: Vec::new(), plus: 0 };
        for (weight, quantity) in terms {
            let place = |f: usize| layout.fields().get(f).copied();
            let list = |f: usize| place(f).filter(|p| matches!(p, FieldLayout::Row { .. }));
            let one = |f: usize| place(f).filter(|p| matches!(p, FieldLayout::One { .. })).map(|p| p.at());
            let (weight, count) = match quantity {
                Quantity::Number(f) => (*weight, Count::Word(one(*f)?)),
                Quantity::Room(f, bound) => {
                    layers.plus = layers.plus.checked_add(weight.checked_mul(*bound)?)?;
                    (weight.checked_neg()?, Count::Word(one(*f)?))
                }
                Quantity::Length(f) | Quantity::Size(f) => (*weight, Count::Length(list(*f)?)),
                Quantity::Total(f, low) => (*weight, Count::Total(place(*f)?, (*low).min(0))),
                Quantity::Count(f, value) => {
                    let place = place(*f)?;
                    (*weight, Count::Of(place, layout.word(value, place.of())?))
                }
                Quantity::Missing(f, Universe::Range(low, high)) => {
                    (*weight, Count::Missing(list(*f)?, *low, *high))
                }
                _ => return None,
            };
            layers.terms.push((weight, count));
        }
        Some(layers)
    }

    /// The layer of a cell.
    pub(super) fn at(&self, words: &[i64]) -> Option<u64> {
        let mut sum = self.plus;
        for (weight, count) in &self.terms {
            let n = match count {
                Count::Word(at) => i128::from(*words.get(*at)?),
                Count::Length(place) => place.cells(words).len() as i128,
                Count::Total(place, low) => place.cells(words).iter().map(|&v| i128::from(v) - low).sum(),
                Count::Of(place, word) => place.cells(words).iter().filter(|w| *w == word).count() as i128,
                Count::Missing(place, low, high) => {
                    let inside = |w: &&i64| (low..=high).contains(w);
                    let there = place.cells(words).iter().filter(inside).count() as i128;
                    i128::from(*high) - i128::from(*low) + 1 - there
                }
            };
            sum = sum.checked_add(weight.checked_mul(n)?)?;
        }
        u64::try_from(sum).ok()
    }
}
