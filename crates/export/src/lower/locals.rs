//! The names of locals and the parameters that expressions mention.
//!
//! Rules hold slots, not names; but wherever a local is used, its name is what is written there.

use bouton_language::rules::{Expr, ExprKind, Rules, walk};
use std::collections::HashMap;

/// The names of the slots that these expressions use; those in `chosen` are known.
pub(crate) fn names(rules: &Rules, exprs: &[&Expr], chosen: &[(usize, String)]) -> HashMap<usize, String> {
    let mut out: HashMap<usize, String> = chosen.iter().cloned().collect();
    for e in exprs {
        walk(e, &mut |x| {
            if let ExprKind::Local(slot) = x.kind {
                let text = rules.sources.slice(x.span).trim();
                let name = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
                if name {
                    out.entry(slot).or_insert_with(|| text.to_string());
                }
            }
        });
    }
    out
}

/// The parameters that an expression mentions.
pub(crate) fn params(e: &Expr) -> Vec<usize> {
    let mut out = Vec::new();
    walk(e, &mut |x| {
        if let ExprKind::Param(i) = x.kind {
            out.push(i);
        }
    });
    out
}

/// Does it mention this?
pub(crate) fn mentions(e: &Expr, test: &dyn Fn(&ExprKind) -> bool) -> bool {
    let mut found = false;
    walk(e, &mut |x| found |= test(&x.kind));
    found
}
