//! Grundy values that are an xor of functions of each number: the numbers are games of their own.

use super::{Table, TableFinding, TableKind};
use crate::sequences::{self, Search, Sequence};

pub(super) fn find(table: &Table, search: &Search) -> Option<TableFinding> {
    let base = table.at(&table.first)?;
    // f_i(x): the value with all other numbers at their least.
    let mut functions: Vec<Vec<i64>> = Vec::new();
    for i in 0..table.names.len() {
        let mut at = table.first.clone();
        let mut values = Vec::new();
        for x in 0..table.size[i] {
            at[i] = table.first[i] + x as i64;
            values.push(table.at(&at)? ^ if i == 0 { 0 } else { base });
        }
        functions.push(values);
    }
    let value = |p: &[i64]| {
        let each = p.iter().zip(&table.first).zip(&functions);
        each.fold(0, |s, ((x, first), f)| s ^ f[(x - first) as usize])
    };
    let wrong = table.iter().filter(|(p, v)| value(p) != *v).map(|(p, _)| p);
    let exceptions = table.exceptions(wrong, search.exceptions)?;
    let mut terms = Vec::new();
    for (i, values) in functions.iter().enumerate() {
        if values.iter().all(|v| *v == 0) {
            continue;
        }
        let sequence = Sequence::new(table.first[i], values)?;
        let text = sequences::find(&sequence, search).first()?.cases(&table.names[i], table.first[i])?;
        terms.push(if text == table.names[i] { text } else { format!("({text})") });
    }
    let formula = if terms.is_empty() { "0".to_string() } else { terms.join(" xor ") };
    Some(TableFinding {
        kind: TableKind::Xor,
        formula: table.repaired_values(&formula, &exceptions),
        exceptions,
    })
}
