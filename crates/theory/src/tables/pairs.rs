//! Sets of pairs: complementary pairs of multiples of irrational numbers (Wythoff's and its relatives), and lines on which
//! one number is a function of the other.

use super::{Table, TableFinding, TableKind};
use crate::sequences::{self, Search, Sequence};

/// Is the smaller number ⌊kα⌋ and the difference tk, with α = (2 - t + √(t² + 4)) / 2?
pub(super) fn beatty(table: &Table, most: usize) -> Option<TableFinding> {
    let [a, b] = table.names.as_slice() else { return None };
    (1..=6).find_map(|t: i64| {
        let inside = |p: &[i64]| -> bool {
            let (low, apart) = (p[0].min(p[1]), (p[0] - p[1]).abs());
            let k = apart / t;
            let multiple = (2 - t) * k + ((t * t + 4) * k * k).isqrt();
            low >= 0 && apart % t == 0 && low == multiple.div_euclid(2)
        };
        if table.iter().filter(|(_, v)| *v == 1).take(8).count() < 8 {
            return None;
        }
        let wrong = table.iter().filter(|(p, v)| inside(p) != (*v == 1)).map(|(p, _)| p);
        let exceptions = table.exceptions(wrong, most)?;
        let condition = if t == 1 {
            format!("min({a}, {b}) = floor(phi * |{a} - {b}|)")
        } else {
            let root = t * t + 4;
            let plus = 2 - t;
            let factor = if plus == 0 { format!("sqrt({root})") } else { format!("({plus} + sqrt({root}))") };
            format!("|{a} - {b}| mod {t} = 0 and min({a}, {b}) = floor({factor} * (|{a} - {b}| div {t}) / 2)")
        };
        Some(TableFinding {
            kind: TableKind::Beatty,
            formula: table.repaired(&condition, &exceptions),
            exceptions,
        })
    })
}

/// Is there one member for every value of one number, as long as the table reaches?
pub(super) fn line(table: &Table, search: &Search) -> Option<TableFinding> {
    let ([_, _], [rows, columns]) = (table.names.as_slice(), table.size.as_slice()) else { return None };
    [(0, 1, *rows, *columns), (1, 0, *columns, *rows)].into_iter().find_map(|(from, to, many, wide)| {
        let at = |x: usize, y: usize| {
            let mut p = [0, 0];
            p[from] = table.first[from] + x as i64;
            p[to] = table.first[to] + y as i64;
            table.at(&p) == Some(1)
        };
        let mut values = Vec::new();
        for x in 0..many {
            let row: Vec<usize> = (0..wide).filter(|y| at(x, *y)).collect();
            match row.as_slice() {
                [y] => values.push(table.first[to] + *y as i64),
                // Beyond the edge of the table.
                [] => break,
                _ => return None,
            }
        }
        let sequence = Sequence::new(table.first[from], &values)?;
        let (x, y) = (&table.names[from], &table.names[to]);
        let text = sequences::find(&sequence, search).first()?.cases(x, sequence.first())?;
        // Where the line has left the table, it must have gone beyond its edge: nothing else is a member there.
        let rest = (values.len()..many).all(|x| (0..wide).all(|y| !at(x, y)));
        let text = if text.contains(" if ") { format!("({text})") } else { text };
        (rest && values.len() >= 12).then(|| TableFinding {
            kind: TableKind::Line,
            formula: format!("{y} = {text}"),
            exceptions: Vec::new(),
        })
    })
}
