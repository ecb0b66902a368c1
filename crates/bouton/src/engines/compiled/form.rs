//! The form that equal positions share, in words: bags sorted and without zeros, unordered numbers in rising order.

use bouton_compile::program::{FieldLayout, Layout, Sequence};
use bouton_language::rules::Rules;

/// What has to be sorted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Form {
    /// Bags: the word of the length, and the capacity.
    bags: Vec<(usize, usize)>,
    /// Words of numbers that may be exchanged.
    unordered: Vec<usize>,
}

impl Form {
    /// What the rules let stand in any order.
    pub(crate) fn of(rules: &Rules, layout: &Layout) -> Form {
        let mut form = Form::default();
        let exchangeable = if rules.shape.unordered {
            bouton_compile::symmetry::interchangeable(&rules.shape)
        } else {
            Vec::new()
        };
        for (i, place) in layout.fields().iter().enumerate() {
            match *place {
                FieldLayout::Row { at, cap, fixed: false, sequence: Sequence::Bag, .. } => {
                    form.bags.push((at, cap));
                }
                FieldLayout::One { at, .. } if exchangeable.contains(&i) => form.unordered.push(at),
                _ => {}
            }
        }
        form
    }

    /// Is every row of words in this form already?
    pub(crate) fn plain(&self) -> bool {
        self.bags.is_empty() && self.unordered.is_empty()
    }

    /// Brings the words of a part into this form.
    pub(crate) fn tidy(&self, words: &mut [i64]) {
        for &(length, capacity) in &self.bags {
            let filled = usize::try_from(words[length]).unwrap_or(0).min(capacity);
            let items = &mut words[length + 1..=length + capacity];
            let mut kept = 0;
            for i in 0..filled {
                if items[i] != 0 {
                    items[kept] = items[i];
                    kept += 1;
                }
            }
            items[..kept].sort_unstable();
            items[kept..].fill(0);
            words[length] = kept as i64;
        }
        for i in 1..self.unordered.len() {
            let mut j = i;
            while j > 0 && words[self.unordered[j - 1]] > words[self.unordered[j]] {
                words.swap(self.unordered[j - 1], self.unordered[j]);
                j -= 1;
            }
        }
    }
}
