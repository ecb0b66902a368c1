//! Walks over all expressions inside an expression, a range, or whole rules.

use super::{
    Action, Change, Choice, Clause, Comprehension, Expr, ExprKind, Guard, PartExpr, RangeExpr, Rules, Target,
};

/// Calls `f` on an expression and all inside it, from the outside in.
pub fn walk<'e>(e: &'e Expr, f: &mut dyn FnMut(&'e Expr)) {
    f(e);
    children(e, &mut |x| walk(x, f));
}

/// Calls `f` on the expressions that stand directly inside one.
pub(crate) fn children<'e>(e: &'e Expr, f: &mut dyn FnMut(&'e Expr)) {
    match &e.kind {
        ExprKind::Const(_)
        | ExprKind::Field(_)
        | ExprKind::Param(_)
        | ExprKind::Local(_)
        | ExprKind::Mover
        | ExprKind::Opponent
        | ExprKind::Turn
        | ExprKind::Stuck
        | ExprKind::Heaps => {}
        ExprKind::Tuple(items) | ExprKind::Call(_, items) | ExprKind::Define(_, items) => {
            items.iter().for_each(&mut *f);
        }
        ExprKind::List(items) | ExprKind::Set(items) => items.iter().flat_map(RangeExpr::ends).for_each(f),
        ExprKind::ListOf(c) | ExprKind::SetOf(c) | ExprKind::Fold(_, c) => comprehension(c, f),
        ExprKind::Index(base, indices) => {
            f(base);
            indices.iter().for_each(&mut *f);
        }
        ExprKind::Slice(base, from, to) => {
            f(base);
            from.iter().chain(to).for_each(|x| f(x));
        }
        ExprKind::Size(x) | ExprKind::Neg(x) | ExprKind::Not(x) => f(x),
        ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Binary(_, a, b) => {
            f(a);
            f(b);
        }
        ExprKind::Compare(first, links) => {
            f(first);
            links.iter().flat_map(|(_, r)| r.ends()).for_each(f);
        }
        ExprKind::Cases(arms) => {
            for (value, cond) in arms {
                f(value);
                cond.iter().for_each(&mut *f);
            }
        }
        ExprKind::Floor(r) => r.numbers(f),
    }
}

fn comprehension<'e>(c: &'e Comprehension, f: &mut dyn FnMut(&'e Expr)) {
    for clause in &c.clauses {
        match clause {
            Clause::For { range, .. } => range.ends().for_each(&mut *f),
            Clause::If(cond) => f(cond),
        }
    }
    f(&c.element);
}

/// The slots that comprehensions inside an expression bind.
pub(crate) fn bound_slots(e: &Expr) -> Vec<usize> {
    let mut slots = Vec::new();
    walk(e, &mut |x| {
        if let ExprKind::ListOf(c) | ExprKind::SetOf(c) | ExprKind::Fold(_, c) = &x.kind {
            slots.extend(c.clauses.iter().filter_map(|clause| match clause {
                Clause::For { slot, .. } => Some(*slot),
                Clause::If(_) => None,
            }));
        }
    });
    slots
}

/// All expressions of a range.
pub fn walk_range<'e>(r: &'e RangeExpr, f: &mut dyn FnMut(&'e Expr)) {
    r.ends().for_each(|x| walk(x, f));
}

/// The same through the definitions that are called, each once, and the defaults of parameters that are not in `set`.
pub fn walk_through<'e>(
    rules: &'e Rules,
    exprs: impl IntoIterator<Item = &'e Expr>,
    set: &dyn Fn(usize) -> bool,
    f: &mut dyn FnMut(&'e Expr),
) {
    let mut defines = vec![false; rules.defines.len()];
    let mut params = vec![false; rules.params.len()];
    let mut waiting: Vec<&'e Expr> = exprs.into_iter().collect();
    while let Some(e) = waiting.pop() {
        walk(e, &mut |x| {
            match x.kind {
                ExprKind::Define(i, _) if !std::mem::replace(&mut defines[i], true) => {
                    waiting.push(&rules.defines[i].body);
                }
                ExprKind::Param(p) if !set(p) && !std::mem::replace(&mut params[p], true) => {
                    waiting.push(&rules.params[p].default);
                }
                _ => {}
            }
            f(x);
        });
    }
}

/// The same for everything that says how a game is played: fields, moves, endings, definitions, parameters.
pub fn walk_rules<'e>(rules: &'e Rules, f: &mut dyn FnMut(&'e Expr)) {
    for field in &rules.shape.fields {
        field.size.iter().chain(&field.start).for_each(|e| walk(e, f));
        field.domain.iter().for_each(|r| walk_range(r, f));
    }
    for p in &rules.params {
        p.range.iter().for_each(|r| walk_range(r, f));
        walk(&p.default, f);
    }
    let conditions = rules.requires.iter().map(|r| &r.cond).chain(rules.whens.iter().map(|w| &w.cond));
    let others = rules.defines.iter().map(|d| &d.body).chain(&rules.block).chain(&rules.stop);
    conditions.chain(others).for_each(|e| walk(e, f));
    for m in &rules.moves {
        m.choices.iter().for_each(|c| c.each(&mut |e| walk(e, f)));
        m.gain.iter().chain(&m.again).for_each(|e| walk(e, f));
        m.steps.iter().flat_map(|s| &s.changes).for_each(|c| c.each(&mut |e| walk(e, f)));
    }
}

impl<X> Choice<X> {
    /// Calls `f` on its expressions.
    pub fn each<'c>(&'c self, f: &mut dyn FnMut(&'c X)) {
        match self {
            Choice::In { range, upto, .. } => range.ends().chain(upto).for_each(f),
            Choice::If(e) | Choice::Let { value: e, .. } => f(e),
        }
    }
}

impl<X> Change<X> {
    /// Calls `f` on its expressions.
    pub fn each<'c>(&'c self, f: &mut dyn FnMut(&'c X)) {
        if let Target::Element(_, indices) = &self.target {
            indices.iter().for_each(&mut *f);
        }
        match &self.action {
            Action::Become(e) | Action::Add(e) | Action::Sub(e) => f(e),
            Action::Parts(parts) => parts.iter().for_each(|p| match p {
                PartExpr::One(e) | PartExpr::Each(e) => f(e),
                PartExpr::Copies(n, e) => [n, e].into_iter().for_each(&mut *f),
            }),
        }
        for guard in &self.guards {
            match guard {
                Guard::When(e) => f(e),
                Guard::For { range, .. } => range.ends().for_each(&mut *f),
            }
        }
    }
}
