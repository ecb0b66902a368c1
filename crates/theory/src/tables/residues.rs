//! Sets that are a matter of the residues of every number.

use super::{Table, TableFinding, TableKind};
use crate::words::{listed, residues};
use std::collections::BTreeMap;

const LARGEST: i64 = 12;

pub(super) fn find(table: &Table, most: usize) -> Option<TableFinding> {
    let largest = table.size.iter().map(|s| (*s / 3) as i64).min()?.min(LARGEST);
    (2..=largest).find_map(|modulus| by(table, modulus, most))
}

fn by(table: &Table, modulus: i64, most: usize) -> Option<TableFinding> {
    let class = |p: &[i64]| -> Vec<i64> { p.iter().map(|x| x.rem_euclid(modulus)).collect() };
    let mut seen: BTreeMap<Vec<i64>, [usize; 2]> = BTreeMap::new();
    for (position, value) in table.iter() {
        seen.entry(class(&position)).or_default()[usize::from(value == 1)] += 1;
    }
    let inside: Vec<&Vec<i64>> = seen.iter().filter(|s| s.1[1] > s.1[0]).map(|s| s.0).collect();
    if inside.is_empty() || inside.len() == seen.len() || seen.values().any(|s| s[0].max(s[1]) < 4) {
        return None;
    }
    let belongs = |p: &[i64]| inside.binary_search(&&class(p)).is_ok();
    let wrong = table.iter().filter(|(p, v)| belongs(p) != (*v == 1)).map(|(p, _)| p);
    let exceptions = table.exceptions(wrong, most)?;
    let condition = say(&inside, modulus, &table.names)?;
    Some(TableFinding {
        kind: TableKind::Residues,
        formula: table.repaired(&condition, &exceptions),
        exceptions,
    })
}

/// As a product of conditions on each number where it is one, otherwise as a list of tuples.
fn say(inside: &[&Vec<i64>], modulus: i64, names: &[String]) -> Option<String> {
    let mut each: Vec<Vec<i64>> = Vec::new();
    for i in 0..names.len() {
        let mut residues: Vec<i64> = inside.iter().map(|c| c[i]).collect();
        residues.sort_unstable();
        residues.dedup();
        each.push(residues);
    }
    if each.iter().map(Vec::len).product::<usize>() == inside.len() {
        let limits = names.iter().zip(&each).filter(|(_, r)| (r.len() as i64) < modulus);
        let conditions: Vec<String> = limits.map(|(n, r)| residues(n, modulus, r)).collect();
        return Some(conditions.join(" and "));
    }
    if inside.len() > 12 {
        return None;
    }
    let left: Vec<String> = names.iter().map(|n| format!("{n} mod {modulus}")).collect();
    let right: Vec<String> = inside.iter().map(|c| format!("({})", listed(c))).collect();
    Some(format!("({}) in {{{}}}", listed(&left), listed(&right)))
}
