//! Tables whose cells depend on one quantity only: then the table is a sequence, and its pattern is one of a sequence.

use super::{Table, TableFinding, TableKind};
use crate::sequences::{self, Members, Search, Sequence, sets};
use crate::words::shifted;
use std::collections::BTreeMap;

/// A number made of all numbers of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quantity {
    /// One of them.
    Only(usize),
    /// Their sum.
    Sum,
    /// How far the two are apart.
    Distance,
    /// The smallest.
    Least,
    /// The largest.
    Most,
    /// The xor of all, each with this added.
    Xor(i64),
    /// The second less the first.
    Difference,
}

impl Quantity {
    fn all(count: usize) -> Vec<Quantity> {
        let mut all: Vec<Quantity> = (0..count).map(Quantity::Only).collect();
        all.extend([
            Quantity::Sum,
            Quantity::Xor(0),
            Quantity::Xor(1),
            Quantity::Xor(-1),
            Quantity::Least,
            Quantity::Most,
        ]);
        if count == 2 {
            all.extend([Quantity::Distance, Quantity::Difference]);
        }
        all
    }

    fn of(self, position: &[i64]) -> Option<i64> {
        Some(match self {
            Quantity::Only(i) => *position.get(i)?,
            Quantity::Sum => position.iter().try_fold(0_i64, |s, x| s.checked_add(*x))?,
            Quantity::Distance => (position.first()? - position.get(1)?).abs(),
            Quantity::Difference => position.get(1)? - position.first()?,
            Quantity::Least => *position.iter().min()?,
            Quantity::Most => *position.iter().max()?,
            Quantity::Xor(shift) => {
                position.iter().try_fold(0, |s, x| Some(s ^ x.checked_add(shift).filter(|x| *x >= 0)?))?
            }
        })
    }

    fn say(self, names: &[String]) -> String {
        let all = names.join(", ");
        match self {
            Quantity::Only(i) => names.get(i).cloned().unwrap_or_default(),
            Quantity::Sum => format!("({})", names.join(" + ")),
            Quantity::Distance => format!("|{} - {}|", names[0], names[1]),
            Quantity::Difference => format!("({} - {})", names[1], names[0]),
            Quantity::Least => format!("min({all})"),
            Quantity::Most => format!("max({all})"),
            Quantity::Xor(0) => format!("({})", names.join(" xor ")),
            Quantity::Xor(shift) => {
                let sign = if shift < 0 { '-' } else { '+' };
                let each: Vec<String> =
                    names.iter().map(|n| format!("({n} {sign} {})", shift.abs())).collect();
                format!("({})", each.join(" xor "))
            }
        }
    }
}

pub(super) fn find(table: &Table, search: &Search) -> Vec<TableFinding> {
    Quantity::all(table.names.len()).into_iter().filter_map(|q| by(table, q, search)).collect()
}

fn by(table: &Table, quantity: Quantity, search: &Search) -> Option<TableFinding> {
    // The value that most cells of a quantity have; a cell that differs is an exception.
    let mut seen: BTreeMap<i64, BTreeMap<i64, usize>> = BTreeMap::new();
    for (position, value) in table.iter() {
        *seen.entry(quantity.of(&position)?).or_default().entry(value).or_default() += 1;
    }
    let usual: BTreeMap<i64, i64> =
        seen.iter().filter_map(|(q, values)| Some((*q, *values.iter().max_by_key(|v| *v.1)?.0))).collect();
    let wrong =
        table.iter().filter(|(p, v)| quantity.of(p).and_then(|q| usual.get(&q)) != Some(v)).map(|(p, _)| p);
    let exceptions = table.exceptions(wrong, search.exceptions)?;
    // Values of the quantity without a gap; ends that few cells reach say little and are left out of the search for a
    // pattern, but not out of its test.
    let first = if matches!(quantity, Quantity::Difference) {
        0.max(*usual.keys().next()?)
    } else {
        *usual.keys().next()?
    };
    let values: Vec<i64> = (first..).map_while(|q| usual.get(&q).copied()).collect();
    let below: Vec<(i64, i64)> = usual.iter().filter(|(q, _)| **q < first).map(|(q, v)| (*q, *v)).collect();
    let name = quantity.say(&table.names);
    let formula = if table.set {
        // Below the range everything must be outside, or the pattern is not one of natural numbers.
        if below.iter().any(|b| b.1 != 0) {
            return None;
        }
        let inside: Vec<bool> = values.iter().map(|v| *v == 1).collect();
        if inside.iter().all(|i| !i) {
            return None;
        }
        let (condition, definition) =
            sets::find(&Members { first, inside: &inside }, search)?.condition(&name)?;
        if definition.is_some() {
            return None;
        }
        tidy(&condition, quantity, &table.names)
    } else {
        if !below.is_empty() {
            return None;
        }
        let sequence = Sequence::new(first, &values)?;
        let text = sequences::find(&sequence, search).first()?.cases(&name, first)?;
        match text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
            Some(inner) if text == name => inner.to_string(),
            _ => text,
        }
    };
    let formula = if table.set {
        table.repaired(&formula, &exceptions)
    } else {
        table.repaired_values(&formula, &exceptions)
    };
    Some(TableFinding { kind: TableKind::Quantity, formula, exceptions })
}

/// The words that people use: `a = b` rather than `|a - b| = 0`, `|a - b| <= 2` rather than a list.
fn tidy(condition: &str, quantity: Quantity, names: &[String]) -> String {
    let name = quantity.say(names);
    if quantity == Quantity::Distance {
        if condition == format!("{name} = 0") {
            return format!("{} = {}", names[0], names[1]);
        }
        let list =
            condition.strip_prefix(&format!("{name} in {{0, ")).and_then(|rest| rest.strip_suffix('}'));
        if let Some(list) = list {
            let up: Vec<&str> = list.split(", ").collect();
            if up.iter().enumerate().all(|(i, v)| v.parse() == Ok(i + 1)) {
                return format!("{name} <= {}", up.len());
            }
        }
    }
    if quantity == Quantity::Difference
        && let Some(apart) = condition.strip_prefix(&format!("{name} = ")).and_then(|rest| rest.parse().ok())
    {
        return format!("{} = {}", names[1], shifted(&names[0], apart));
    }
    condition.to_string()
}
