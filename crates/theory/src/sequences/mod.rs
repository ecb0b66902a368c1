//! Patterns in a sequence of numbers: what a person looks for in a printed table, found by machine.
//!
//! A [`Finding`] describes every value it was shown, apart from exceptions that it names, and is kept only if it is much
//! shorter than what it describes. It is a conjecture: whether it holds for all n is for others to decide.
//!
//! | looks for | file |
//! |---|---|
//! | periods and arithmetic periods, and the formulas by residue that they give | [`period`] |
//! | values of `b*n + r` from those of `n`: digits, valuations, parities of digits | [`digits`] |
//! | logarithms, roots, polynomials, multiples of irrational numbers | [`forms`] |
//! | linear recurrences | [`recurrence`] |
//! | sets of numbers: known ones with exceptions, residues | [`sets`] |

pub mod digits;
pub mod forms;
pub mod period;
pub mod recurrence;
pub mod sets;

pub use digits::{Similar, Similarity};
pub use forms::{Form, Real};
pub use period::Period;
pub use recurrence::Recurrence;
pub use sets::{Members, SetPattern};

/// Values v(first), v(first + 1), and so on. No value exceeds 2^62 in size, so sums of a few of them fit 64 bits and
/// products fit 128.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sequence<'a> {
    first: i64,
    values: &'a [i64],
}

/// The largest size of a value.
pub const LARGEST: i64 = 1 << 62;

impl<'a> Sequence<'a> {
    /// The values from `first` on; `None` if one of them is too large, or `first` is.
    pub fn new(first: i64, values: &'a [i64]) -> Option<Self> {
        let fits = |v: &i64| v.unsigned_abs() <= LARGEST as u64;
        (fits(&first) && values.iter().all(fits)).then_some(Sequence { first, values })
    }

    /// The value at n, where it is given.
    pub fn at(&self, n: i64) -> Option<i64> {
        let place = usize::try_from(n.checked_sub(self.first)?).ok()?;
        self.values.get(place).copied()
    }

    /// The first n.
    pub fn first(&self) -> i64 {
        self.first
    }

    /// The first n beyond the values.
    pub fn end(&self) -> i64 {
        self.first + self.values.len() as i64
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// All n with their values.
    pub fn iter(&self) -> impl Iterator<Item = (i64, i64)> + 'a {
        (self.first..).zip(self.values.iter().copied())
    }

    /// The sequence from n on.
    pub fn from(&self, n: i64) -> Sequence<'a> {
        let skip = usize::try_from(n.saturating_sub(self.first)).unwrap_or(0).min(self.values.len());
        Sequence { first: self.first + skip as i64, values: &self.values[skip..] }
    }
}

/// What was found in a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It repeats, or repeats with a constant added.
    Period(Period),
    /// The values at `b*n + r` come from those at n.
    Similar(Similarity),
    /// A closed form.
    Form(Form),
    /// Each value is a sum of multiples of those before it.
    Recurrence(Recurrence),
}

impl Finding {
    /// The values as cases of the rules language in the variable `name`; `None` if that would be long, or call itself.
    pub(crate) fn cases(&self, name: &str, first: i64) -> Option<String> {
        match self {
            Finding::Period(p) => p.cases(name, first),
            Finding::Form(f) => Some(f.cases(name, first)),
            Finding::Similar(_) | Finding::Recurrence(_) => None,
        }
    }
}

/// What may be looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// The longest period; `None`: as long as the values can show.
    pub longest_period: Option<usize>,
    /// How many values at the beginning may be exceptions to a closed form.
    pub exceptions: usize,
}

impl Default for Search {
    fn default() -> Self {
        Search { longest_period: None, exceptions: 10 }
    }
}

/// Everything that describes the sequence, the simplest first.
pub fn find(sequence: &Sequence<'_>, search: &Search) -> Vec<Finding> {
    let period = period::find(sequence, search.longest_period);
    // A short period that was seen often says everything; a long one, or one after exceptions, may hide a simpler reason,
    // which then comes first.
    let short = |p: &&Period| p.period <= 12 && p.from - sequence.first() <= 24;
    let often = |p: &&Period| p.before.is_empty() || p.compared >= 4 * (p.before.len() + p.period);
    if let Some(sure) = period.as_ref().filter(short).filter(often) {
        return vec![Finding::Period(sure.clone())];
    }
    let form = forms::find(sequence, search.exceptions).map(Finding::Form);
    let similar = digits::find(sequence, search.exceptions).map(Finding::Similar);
    let none = form.is_none() && period.is_none();
    let recurrence = || recurrence::find(sequence, search.exceptions).map(Finding::Recurrence);
    let recurrence = if none { recurrence() } else { None };
    [form, similar, period.map(Finding::Period), recurrence].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fifteen multiples of the golden ratio look like a period after exceptions, too.
    #[test]
    fn a_form_goes_before_a_period_with_exceptions() {
        let values: Vec<i64> = (1..16_i64).map(|n| (n + (5 * n * n).isqrt()) / 2).collect();
        let found = Sequence::new(0, &values).map(|s| find(&s, &Search::default())).unwrap_or_default();
        let said = found.first().and_then(|f| f.cases("n", 0));
        assert_eq!(said.as_deref(), Some("floor(phi * (n + 1))"));
    }
}
