//! Values that depend on the position: lists of cases, and what is done with them.

use crate::linear::{Cond, Lin};
use crate::refused::Why;
use bouton_language::ast::CompareOp;
use bouton_language::rules::Builtin;

/// A value has at most this many cases, a list this many elements.
pub(crate) const MOST_CASES: usize = 4096;

/// A value that depends on variables.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Val {
    Num(Lin),
    Truth(Cond),
    List(Vec<Val>),
}

/// Conditions that exclude each other and cover everything, and the value under each.
pub(crate) type Cases = Vec<(Cond, Val)>;

pub(crate) fn kind<T>() -> Result<T, Why> {
    Why::outside("a value of another kind than expected", "值的类型与预期不符")
}

/// The same cases where a condition holds.
pub(crate) fn under(when: &Cond, cases: Cases) -> impl Iterator<Item = (Cond, Val)> {
    cases.into_iter().map(|(cond, v)| (when.clone().and(cond), v))
}

pub(crate) fn one(v: Val) -> Cases {
    vec![(Cond::YES, v)]
}

/// Both values under every pair of cases.
pub(crate) fn pairs(
    a: Cases,
    b: &Cases,
    mut f: impl FnMut(&Val, &Val) -> Result<Cases, Why>,
) -> Result<Cases, Why> {
    let mut out = Vec::new();
    for (when, x) in &a {
        for (and, y) in b {
            let both = when.clone().and(and.clone());
            if both == Cond::NO {
                continue;
            }
            for (c, v) in f(x, y)? {
                let c = both.clone().and(c);
                if c != Cond::NO {
                    out.push((c, v));
                }
            }
            if out.len() > MOST_CASES {
                return Why::outside("a value with thousands of cases", "一个值有数千种情形");
            }
        }
    }
    Ok(out)
}

pub(crate) fn number(v: &Val) -> Result<&Lin, Why> {
    match v {
        Val::Num(lin) => Ok(lin),
        _ => kind(),
    }
}

/// A set of fixed numbers, each once.
pub(crate) fn without_repetition(v: &mut Val) -> Result<(), Why> {
    let Val::List(items) = v else { return kind() };
    let mut seen: Vec<i64> = Vec::new();
    for item in items.iter() {
        match number(item)?.as_number() {
            Some(n) => seen.push(n),
            None => return Why::outside("a set whose size depends on the position", "大小取决于局面的集合"),
        }
    }
    seen.sort_unstable();
    seen.dedup();
    *items = seen.into_iter().map(|n| Val::Num(Lin::number(n))).collect();
    Ok(())
}

/// Elements that are surely there.
pub(crate) fn sure(items: Cases) -> Result<Vec<Cases>, Why> {
    items
        .into_iter()
        .map(|(when, v)| match when {
            Cond::Known(true) => Ok(one(v)),
            _ => Why::outside("a list whose size depends on the position", "长度取决于局面的列表"),
        })
        .collect()
}

/// One list of several values.
pub(crate) fn gathered(items: Vec<Cases>) -> Result<Cases, Why> {
    let mut out = one(Val::List(Vec::new()));
    for item in items {
        out = pairs(out, &item, |list, v| {
            let Val::List(mut items) = list.clone() else { return kind() };
            items.push(v.clone());
            Ok(one(Val::List(items)))
        })?;
    }
    Ok(out)
}

pub(crate) fn absolute(n: &Lin) -> Result<Cases, Why> {
    let negative = Cond::at_most(n, &Lin::number(-1))?;
    let cases = [(negative.clone().not(), Val::Num(n.clone())), (negative, Val::Num(n.times(-1)?))];
    Ok(cases.into_iter().filter(|(c, _)| *c != Cond::NO).collect())
}

/// A fold over elements, each there under its condition.
pub(crate) fn folded(f: Builtin, items: Cases) -> Result<Cases, Why> {
    if let (Builtin::Any | Builtin::All, all) = (f, f == Builtin::All) {
        let mut conds = Vec::new();
        for (when, v) in items {
            let Val::Truth(c) = v else { return kind() };
            conds.push(if all { when.not().or(c) } else { when.and(c) });
        }
        return Ok(one(Val::Truth(if all { Cond::all(conds) } else { Cond::any(conds) })));
    }
    if let (Builtin::Abs, [(_, v)]) = (f, &items[..]) {
        return absolute(number(v)?);
    }
    if matches!(f, Builtin::Min) && items.is_empty() {
        return kind();
    }
    // `None` until the first element of a minimum or maximum.
    let start = match f {
        Builtin::Sum | Builtin::Count => Some(Lin::number(0)),
        Builtin::Min | Builtin::Max if items.iter().all(|(when, _)| *when == Cond::YES) => None,
        _ => return Why::outside("a function that is not linear", "非线性的函数"),
    };
    let mut out: Cases = start.map(Val::Num).map(one).unwrap_or_default();
    for (when, v) in items {
        let there: Cases = match (f, v) {
            (Builtin::Count, Val::Truth(c)) => {
                let yes = when.and(c);
                vec![(yes.clone(), Val::Num(Lin::number(1))), (yes.not(), Val::Num(Lin::number(0)))]
            }
            (Builtin::Count, _) => {
                vec![(when.clone(), Val::Num(Lin::number(1))), (when.not(), Val::Num(Lin::number(0)))]
            }
            (Builtin::Sum, v) => vec![(when.clone(), v), (when.not(), Val::Num(Lin::number(0)))],
            (_, v) => one(v),
        };
        let there: Cases = there.into_iter().filter(|(c, _)| *c != Cond::NO).collect();
        if out.is_empty() {
            out = there;
            continue;
        }
        out = pairs(out, &there, |a, b| {
            let (a, b) = (number(a)?, number(b)?);
            if matches!(f, Builtin::Sum | Builtin::Count) {
                return Ok(one(Val::Num(a.plus(1, b)?)));
            }
            let (small, large) = if f == Builtin::Min { (a, b) } else { (b, a) };
            let first = Cond::at_most(small, large)?;
            Ok(vec![(first.clone(), Val::Num(a.clone())), (first.not(), Val::Num(b.clone()))])
        })?;
    }
    if out.is_empty() { Ok(one(Val::Num(Lin::number(0)))) } else { Ok(out) }
}

pub(crate) fn relation(op: CompareOp, a: &Val, b: &Val) -> Result<Cond, Why> {
    Ok(match (op, a, b) {
        (CompareOp::Ne, ..) => relation(CompareOp::Eq, a, b)?.not(),
        (CompareOp::Eq, Val::Num(a), Val::Num(b)) => Cond::equal(a, b)?,
        (CompareOp::Eq, Val::Truth(a), Val::Truth(b)) => {
            a.clone().and(b.clone()).or(a.clone().not().and(b.clone().not()))
        }
        (CompareOp::Eq, Val::List(a), Val::List(b)) if a.len() == b.len() => {
            let all: Result<Vec<_>, Why> = a.iter().zip(b).map(|(a, b)| relation(op, a, b)).collect();
            Cond::all(all?)
        }
        (CompareOp::Eq, ..) => return kind(),
        (_, Val::Num(a), Val::Num(b)) => match op {
            CompareOp::Le => Cond::at_most(a, b)?,
            CompareOp::Ge => Cond::at_most(b, a)?,
            CompareOp::Lt => Cond::at_most(b, a)?.not(),
            _ => Cond::at_most(a, b)?.not(),
        },
        _ => return kind(),
    })
}
