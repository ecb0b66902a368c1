//! Symmetry: number fields that can be exchanged without changing the game.
//!
//! Two fields are exchangeable when the rules with the two names exchanged are the same rules: the same move
//! lines up to the names of choices, the same conditions, the same domains. That is shown on the text of the
//! rules, never by trying positions.

use crate::canonical::{Renaming, Writer, line};
use bouton_language::ast::FieldKind;
use bouton_language::rules::{Expr, RangeExpr, Rules};

/// What is known about exchanging number fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Groups of two or more fields that may be exchanged among each other.
    pub groups: Vec<Vec<usize>>,
    /// What became of an `unordered` declaration.
    pub declared: Declared,
}

/// What became of an `unordered` declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declared {
    /// There is none.
    No,
    /// It is right: all number fields form one group.
    Verified,
    /// It could not be shown from the text of the rules.
    NotVerified,
}

/// Finds the groups.
pub(crate) fn find(rules: &Rules) -> Symmetry {
    let fields = &rules.shape.fields;
    let numbers: Vec<usize> = (0..fields.len()).filter(|&f| fields[f].kind == FieldKind::Number).collect();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for &f in &numbers {
        // Exchanges compose, so one partner in a group stands for all of it.
        match groups.iter_mut().find(|g| g.first().is_some_and(|&other| exchangeable(rules, other, f))) {
            Some(group) => group.push(f),
            None => groups.push(vec![f]),
        }
    }
    let declared = if !rules.shape.unordered {
        Declared::No
    } else if groups.len() <= 1 {
        Declared::Verified
    } else {
        Declared::NotVerified
    };
    groups.retain(|g| g.len() > 1);
    Symmetry { groups, declared }
}

/// Are the rules the same with the two fields exchanged?
fn exchangeable(rules: &Rules, a: usize, b: usize) -> bool {
    same(rules, a, b).unwrap_or(false)
}

fn same(rules: &Rules, a: usize, b: usize) -> Option<bool> {
    let count = rules.shape.fields.len();
    let plain: Vec<usize> = (0..count).collect();
    let mut swapped = plain.clone();
    swapped.swap(a, b);
    let (fa, fb) = (&rules.shape.fields[a], &rules.shape.fields[b]);
    if fa.ty != fb.ty {
        return Some(false);
    }
    let text = |e: &Expr, fields: &[usize]| Writer::new(&Renaming { fields }).expr(e);
    let domain = |r: &Option<RangeExpr>, fields: &[usize]| match r {
        None => Some("0..".to_string()),
        Some(r) => Writer::new(&Renaming { fields }).range(r),
    };
    for (f, field) in rules.shape.fields.iter().enumerate() {
        let partner = &rules.shape.fields[swapped[f]];
        if domain(&field.domain, &swapped)? != domain(&partner.domain, &plain)? {
            return Some(false);
        }
        for e in &field.size {
            if text(e, &swapped)? != text(e, &plain)? {
                return Some(false);
            }
        }
    }
    // Requirements hold together, so their order does not matter; that of endings does.
    let mut before = Vec::new();
    let mut after = Vec::new();
    for r in &rules.requires {
        before.push(text(&r.cond, &plain)?);
        after.push(text(&r.cond, &swapped)?);
    }
    before.sort();
    after.sort();
    if before != after {
        return Some(false);
    }
    for w in &rules.whens {
        if text(&w.cond, &plain)? != text(&w.cond, &swapped)? {
            return Some(false);
        }
    }
    for e in rules.block.iter().chain(&rules.stop) {
        if text(e, &plain)? != text(e, &swapped)? {
            return Some(false);
        }
    }
    let mut lines = Vec::new();
    for m in &rules.moves {
        lines.push(line(m, &plain, count)?.0);
    }
    for m in &rules.moves {
        let (moved, kept) = line(m, &swapped, count)?;
        if !lines.contains(&moved) && !kept.is_some_and(|k| lines.contains(&k)) {
            return Some(false);
        }
    }
    Some(true)
}
