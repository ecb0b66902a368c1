//! One formula for many members: theorems whose numbers grow evenly with the parameter. Each member has its own proof; that the formula
//! goes on is a guess.

use crate::claims::range;
use crate::family::Family;
use crate::row::Row;

/// Fewer members than this tell nothing.
const LEAST: usize = 4;

/// A formula in the parameter, proved value by value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// The parameter.
    pub name: String,
    /// The formula, with the parameter in it.
    pub formula: String,
    /// The values for which it is proved, each by a proof of its own.
    pub values: Vec<i64>,
}

impl Scheme {
    /// The formula of a family with one variable, from the first member on from which all theorems have its form.
    pub fn of(family: &Family, rows: &[Row]) -> Option<Scheme> {
        let [(name, _)] = family.variables() else { return None };
        if rows.len() != family.len() {
            return None;
        }
        let theorem = |row: &Row| {
            let (_, value) = row.member.first()?;
            let formula = row.formula.as_ref().filter(|_| row.proved())?;
            Some((value.parse::<i64>().ok()?, pieces(formula)))
        };
        let mut found = None;
        for from in (0..=rows.len().checked_sub(LEAST)?).rev() {
            let all: Option<Vec<_>> = rows[from..].iter().map(theorem).collect();
            let Some(formula) = all.as_ref().and_then(|all| fitted(name, all)) else { break };
            let values = all.iter().flatten().map(|(value, _)| *value).collect();
            found = Some(Scheme { name: name.clone(), formula, values });
        }
        found
    }

    /// `1..9`, or the values one by one.
    pub fn range(&self) -> String {
        range(&self.values)
    }
}

/// A part of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Number(i64),
    Text(String),
}

/// Whole numbers that stand alone, and what is between them.
fn pieces(formula: &str) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::new();
    let mut text = String::new();
    let mut rest = formula;
    while let Some(c) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let part = text.chars().next_back().is_some_and(|c| c.is_alphanumeric() || "_.".contains(c));
        let number = rest[..digits].parse::<i64>().ok().filter(|_| !part);
        match number {
            Some(n) => {
                out.push(Piece::Text(std::mem::take(&mut text)));
                out.push(Piece::Number(n));
            }
            None => text.push_str(&rest[..digits.max(c.len_utf8())]),
        }
        rest = &rest[digits.max(c.len_utf8())..];
    }
    out.push(Piece::Text(text));
    out
}

/// The formula that all of these are: texts are the same, numbers lie on a line.
fn fitted(name: &str, all: &[(i64, Vec<Piece>)]) -> Option<String> {
    let (first, shape) = all.first()?;
    let (second, _) = all.get(1)?;
    if second == first || all.iter().any(|(_, pieces)| pieces.len() != shape.len()) {
        return None;
    }
    let mut out = String::new();
    let mut varies = false;
    for (place, piece) in shape.iter().enumerate() {
        let here = |i: usize| match all[i].1[place] {
            Piece::Number(n) => Some(n),
            Piece::Text(_) => None,
        };
        let Piece::Number(n) = piece else {
            if all.iter().any(|(_, pieces)| pieces[place] != *piece) {
                return None;
            }
            if let Piece::Text(text) = piece {
                out.push_str(text);
            }
            continue;
        };
        let (rise, run) = (here(1)?.checked_sub(*n)?, second.checked_sub(*first)?);
        let slope = if rise % run == 0 { rise / run } else { return None };
        let start = n.checked_sub(slope.checked_mul(*first)?)?;
        for (i, (value, _)) in all.iter().enumerate() {
            if here(i)? != slope.checked_mul(*value)?.checked_add(start)? {
                return None;
            }
        }
        varies |= slope != 0;
        out.push_str(&line(name, slope, start));
    }
    varies.then_some(out)
}

/// `slope*name + start`, in brackets where it is more than one thing.
fn line(name: &str, slope: i64, start: i64) -> String {
    let times = match slope {
        0 => return start.to_string(),
        1 => name.to_string(),
        -1 => format!("-{name}"),
        slope => format!("{slope}*{name}"),
    };
    match start {
        0 if slope == 1 => times,
        0 => format!("({times})"),
        start if start < 0 => format!("({times} - {})", start.unsigned_abs()),
        start => format!("({times} + {start})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_on_a_line_are_found() {
        let all = |texts: &[&str]| {
            let all: Vec<_> = (1..).zip(texts).map(|(m, text)| (m, pieces(text))).collect();
            fitted("m", &all)
        };
        let found = all(&["n mod 2", "n mod 3", "n mod 4"]);
        assert_eq!(found.as_deref(), Some("n mod (m + 1)"));
        let found = all(&["x1 = 3 if n < 1", "x1 = 3 if n < 2", "x1 = 3 if n < 3"]);
        assert_eq!(found.as_deref(), Some("x1 = 3 if n < m"));
        let found = all(&["n mod 9 in {0, 5}", "n mod 7 in {0, 4}", "n mod 5 in {0, 3}"]);
        assert_eq!(found.as_deref(), Some("n mod (-2*m + 11) in {0, (-m + 6)}"));
        assert_eq!(all(&["n mod 2", "n mod 3", "n mod 5"]), None);
        assert_eq!(all(&["n mod 2", "n mod 2", "n mod 2"]), None, "nothing varies");
        assert_eq!(all(&["n mod 2", "n mod 3", "g mod 4"]), None);
    }
}
