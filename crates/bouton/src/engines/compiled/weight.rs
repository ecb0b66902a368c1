//! How hard a part looks: the measure that every move lowers, read off the words of the compiled part. A search that
//! looks at easy parts first settles most questions before it comes to the hard ones.

use bouton_compile::measure::{Measure, Terms};
use bouton_compile::program::{Cell, Layout};
use bouton_compile::quantity::Quantity;
use bouton_language::value::Value;

/// A sum over words; nothing where the measure is not one of the simple kinds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weight(Vec<(u64, Term)>);

/// What is counted of a field, given by its index.
#[derive(Clone, Copy, Debug)]
enum Term {
    /// The sum of its words.
    Total(usize),
    /// How often a word occurs.
    Count(usize, i64),
    /// How many cells it has.
    Length(usize),
}

impl Weight {
    /// The measure of the rules, as far as words tell it.
    pub(crate) fn of(measure: Option<&Measure>, layout: &Layout) -> Weight {
        let terms: Option<&Terms> = match measure {
            Some(Measure::Sum { terms, .. }) => Some(terms),
            Some(Measure::Lexicographic(list)) => list.first(),
            _ => None,
        };
        let term = |(weight, quantity): &(i128, Quantity)| {
            let term = match quantity {
                Quantity::Number(field) => Term::Total(*field),
                Quantity::Total(field, _) if layout.fields().get(*field)?.of() == Cell::Number => {
                    Term::Total(*field)
                }
                Quantity::Count(field, Value::Text(name)) => Term::Count(*field, layout.name(name)?),
                Quantity::Count(field, value) => Term::Count(*field, value.as_int()?),
                Quantity::Length(field) => Term::Length(*field),
                _ => return None,
            };
            Some((u64::try_from(*weight).ok()?, term))
        };
        Weight(terms.into_iter().flatten().filter_map(term).collect())
    }

    /// Does it tell parts apart?
    pub(crate) fn is_known(&self) -> bool {
        !self.0.is_empty()
    }

    /// The sum for a part.
    pub(crate) fn weigh(&self, layout: &Layout, words: &[i64]) -> u64 {
        let cells = |field: usize| layout.fields().get(field).map_or(&[][..], |place| place.cells(words));
        let count = |term: Term| match term {
            Term::Total(field) => {
                cells(field).iter().fold(0, |sum: u64, &v| sum.saturating_add(v.max(0) as u64))
            }
            Term::Count(field, word) => cells(field).iter().filter(|&&v| v == word).count() as u64,
            Term::Length(field) => cells(field).len() as u64,
        };
        self.0
            .iter()
            .fold(0, |sum: u64, &(weight, term)| sum.saturating_add(weight.saturating_mul(count(term))))
    }
}
