//! Patterns in tables of two or more numbers: which positions are lost, or their Grundy values.
//!
//! | looks for | file |
//! |---|---|
//! | values that depend on one quantity: a sum, a difference, the smallest, an xor | [`quantity`] |
//! | residue classes of every number | [`residues`] |
//! | pairs (⌊kα⌋, ⌊kβ⌋) and lines b = f(a) | [`pairs`] |
//! | Grundy values that are an xor of functions of each number | [`xors`] |
//!
//! Like all patterns, these describe every cell that they were shown, apart from exceptions that they name.

pub mod pairs;
pub mod quantity;
pub mod residues;
pub mod xors;

use crate::sequences::Search;
use crate::words::{cases, listed};

/// A table of numbers, or of yes (1) and no (0).
#[derive(Clone, Debug)]
pub struct Table {
    /// The names of the numbers.
    pub names: Vec<String>,
    /// The first value of each number.
    pub first: Vec<i64>,
    /// How many values of each number there are.
    pub size: Vec<usize>,
    /// The cells, the last number running fastest; `None` where there is no position.
    pub cells: Vec<Option<i64>>,
    /// The cells say whether a position belongs to a set.
    pub set: bool,
}

/// What kind of pattern it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableKind {
    /// A function of one quantity.
    Quantity,
    /// A matter of residues.
    Residues,
    /// A pair of complementary sequences of multiples of an irrational number.
    Beatty,
    /// One number is a function of the other.
    Line,
    /// An xor of functions of the numbers.
    Xor,
}

/// A pattern in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFinding {
    /// Its kind.
    pub kind: TableKind,
    /// The condition (for a set) or the value, in the rules language; exceptions are part of it.
    pub formula: String,
    /// The cells that are exceptions to it.
    pub exceptions: Vec<Vec<i64>>,
}

impl Table {
    /// The coordinates of a cell.
    pub fn position(&self, mut cell: usize) -> Vec<i64> {
        let mut at = vec![0; self.size.len()];
        for (i, &size) in self.size.iter().enumerate().rev() {
            at[i] = self.first[i] + (cell % size) as i64;
            cell /= size;
        }
        at
    }

    /// The value at a position, if it is in the table.
    pub fn at(&self, position: &[i64]) -> Option<i64> {
        let mut cell = 0;
        for ((x, first), size) in position.iter().zip(&self.first).zip(&self.size) {
            let place = usize::try_from(x.checked_sub(*first)?).ok().filter(|p| p < size)?;
            cell = cell * size + place;
        }
        self.cells.get(cell).copied().flatten()
    }

    /// All positions with their values.
    pub fn iter(&self) -> impl Iterator<Item = (Vec<i64>, i64)> + '_ {
        self.cells.iter().enumerate().filter_map(|(i, v)| v.map(|v| (self.position(i), v)))
    }

    /// Is a position so near the corner that it may be an exception?
    fn early(&self, position: &[i64]) -> bool {
        let near = |(x, (first, size)): (&i64, (&i64, &usize))| *x < first + (*size as i64) / 3;
        position.iter().zip(self.first.iter().zip(&self.size)).all(near)
    }

    /// Exceptions that are few and early, sorted; `None` if there are too many.
    fn exceptions(&self, wrong: impl Iterator<Item = Vec<i64>>, most: usize) -> Option<Vec<Vec<i64>>> {
        let found: Vec<Vec<i64>> = wrong.take(most + 1).collect();
        (found.len() <= most && found.iter().all(|p| self.early(p))).then_some(found)
    }

    /// A condition, repaired by its exceptions.
    fn repaired(&self, condition: &str, exceptions: &[Vec<i64>]) -> String {
        let inside = |p: &&Vec<i64>| self.at(p) == Some(1);
        let (more, fewer): (Vec<_>, Vec<_>) = exceptions.iter().partition(inside);
        let list = |positions: &[&Vec<i64>]| {
            let tuples: Vec<String> = positions.iter().map(|p| format!("({})", listed(p))).collect();
            format!("{{{}}}", listed(&tuples))
        };
        let names = format!("({})", self.names.join(", "));
        let mut text = condition.to_string();
        if !fewer.is_empty() {
            text = format!("({text}) and {names} not in {}", list(&fewer));
        }
        if !more.is_empty() {
            text = format!("({text}) or {names} in {}", list(&more));
        }
        text
    }

    /// Values, with their exceptions first.
    fn repaired_values(&self, value: &str, exceptions: &[Vec<i64>]) -> String {
        let arm = |p: &Vec<i64>| {
            let equal: Vec<String> = self.names.iter().zip(p).map(|(n, x)| format!("{n} = {x}")).collect();
            (self.at(p).unwrap_or(0).to_string(), equal.join(" and "))
        };
        cases(&exceptions.iter().map(arm).collect::<Vec<_>>(), value)
    }
}

/// Everything that describes the table, the simplest first.
pub fn find(table: &Table, search: &Search) -> Vec<TableFinding> {
    let mut found = Vec::new();
    if table.names.len() < 2 || table.iter().take(30).count() < 30 {
        return found;
    }
    found.extend(quantity::find(table, search));
    if table.set {
        found.extend(residues::find(table, search.exceptions));
        found.extend(pairs::beatty(table, search.exceptions));
        found.extend(pairs::line(table, search));
    } else {
        found.extend(xors::find(table, search));
    }
    found.sort_by_key(|f| (f.exceptions.len(), f.formula.len()));
    found.dedup_by(|a, b| a.formula == b.formula);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(size: usize, set: bool, value: impl Fn(i64, i64) -> i64) -> Table {
        let cells = (0..size * size).map(|i| Some(value((i / size) as i64, (i % size) as i64))).collect();
        Table { names: vec!["a".into(), "b".into()], first: vec![0, 0], size: vec![size; 2], cells, set }
    }

    #[test]
    fn sets_of_pairs() {
        let golden = |a: i64, b: i64| {
            let d = (a - b).abs();
            i64::from(a.min(b) == (d + (5 * d * d).isqrt()) / 2)
        };
        type Case = (&'static str, Box<dyn Fn(i64, i64) -> i64>);
        let cases: [Case; 9] = [
            ("a = b", Box::new(|a, b| i64::from(a == b))),
            ("|a - b| <= 1", Box::new(|a, b| i64::from((a - b).abs() <= 1))),
            ("(a + b) mod 3 = 0", Box::new(|a, b| i64::from((a + b) % 3 == 0))),
            ("a mod 2 = 0 and b mod 2 = 0", Box::new(|a, b| i64::from(a % 2 == 0 && b % 2 == 0))),
            (
                "a mod 4 in {1, 2} and b mod 4 in {1, 2}",
                Box::new(|a, b| i64::from([1, 2].contains(&(a % 4)) && [1, 2].contains(&(b % 4)))),
            ),
            ("min(a, b) = floor(phi * |a - b|)", Box::new(golden)),
            ("b = 2*a + 1", Box::new(|a, b| i64::from(b == 2 * a + 1))),
            ("(a = b) and (a, b) not in {(1, 1)}", Box::new(|a, b| i64::from(a == b && a != 1))),
            ("min(a, b) mod 2 = 0", Box::new(|a, b| i64::from(a.min(b) % 2 == 0))),
        ];
        for (said, value) in cases {
            let found = find(&table(40, true, value), &Search::default());
            assert_eq!(found.first().map(|f| f.formula.as_str()), Some(said), "{found:?}");
        }
    }

    #[test]
    fn values_of_pairs() {
        type Case = (&'static str, Box<dyn Fn(i64, i64) -> i64>);
        let cases: [Case; 4] = [
            ("a xor b", Box::new(|a, b| a ^ b)),
            ("(a + b) mod 3", Box::new(|a, b| (a + b) % 3)),
            ("(a mod 4) xor (b mod 3)", Box::new(|a, b| (a % 4) ^ (b % 3))),
            ("a + b", Box::new(|a, b| a + b)),
        ];
        for (said, value) in cases {
            let found = find(&table(40, false, value), &Search::default());
            assert_eq!(found.first().map(|f| f.formula.as_str()), Some(said), "{found:?}");
        }
        let wild = table(40, false, |a, b| (a * a + 7 * b * b + a * b) % 31);
        assert_eq!(find(&wild, &Search::default()), vec![]);
    }
}
