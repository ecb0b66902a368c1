//! Definitions that call themselves: which of them may do so more than once in one run.

use crate::rules::{Define, Expr, ExprKind, children, walk};

/// Sets [`Define::branches`].
pub(super) fn mark(defines: &mut [Define]) {
    let all = 0..defines.len();
    let reach: Vec<Vec<bool>> = all.clone().map(|d| reached(defines, d)).collect();
    let several: Vec<bool> = all
        .clone()
        .map(|d| {
            // A call leads back if the called one can call this one.
            let back = |id: usize| id == d || reach.get(id).is_some_and(|r| r[d]);
            calls(&defines[d].body, &back) > 1
        })
        .collect();
    // Of several that call each other, one is enough.
    for d in all.clone() {
        defines[d].branches = all.clone().any(|e| reach[d][e] && reach[e][d] && several[e]);
    }
}

/// The definitions that a run of one may call, directly or through others.
fn reached(defines: &[Define], from: usize) -> Vec<bool> {
    let mut found = vec![false; defines.len()];
    let mut waiting = vec![from];
    while let Some(d) = waiting.pop() {
        walk(&defines[d].body, &mut |e| {
            if let ExprKind::Define(id, _) = e.kind
                && found.get(id) == Some(&false)
            {
                found[id] = true;
                waiting.push(id);
            }
        });
    }
    found
}

/// How many calls that lead back one run may make: of several cases one is taken, and two stand for many.
fn calls(e: &Expr, back: &dyn Fn(usize) -> bool) -> usize {
    match &e.kind {
        ExprKind::Cases(arms) => {
            let asked: usize = arms.iter().filter_map(|(_, c)| c.as_ref()).map(|c| calls(c, back)).sum();
            (asked + arms.iter().map(|(value, _)| calls(value, back)).max().unwrap_or(0)).min(2)
        }
        ExprKind::ListOf(_) | ExprKind::SetOf(_) | ExprKind::Fold(..) => {
            let mut many = 0;
            children(e, &mut |x| many += 2 * calls(x, back));
            many.min(2)
        }
        kind => {
            let mut all = usize::from(matches!(kind, ExprKind::Define(id, _) if back(*id)));
            children(e, &mut |x| all += calls(x, back));
            all.min(2)
        }
    }
}
