//! Reads, changes and divisions that might miss are looked at: where the rules language says that something is wrong, the
//! program stops with a sentence, and does not read what is not there.
//!
//! An index that runs over the places of its list needs no look, nor does a divisor that is a number other than 0.

use crate::ir::{Clause, Comp, E, Helper, K, Move, Op, Over, Pieces, Place, Program, Ty};

/// Variables that run over the places of something.
type Runs = Vec<(String, E)>;

/// Marks everything that might miss.
pub(crate) fn mark(p: &mut Program) {
    let mut runs = Runs::new();
    p.functions.iter_mut().for_each(|f| expr(&mut f.body, &mut runs));
    for f in &mut p.formulas {
        expr(&mut f.body, &mut runs);
        f.only.iter_mut().for_each(|e| expr(e, &mut runs));
    }
    p.params.iter_mut().filter(|x| x.derived).for_each(|x| expr(&mut x.value, &mut runs));
    let types: Vec<Ty> = p.fields.iter().map(|f| f.ty.clone()).collect();
    if let Some(s) = &mut p.search {
        let conditions = s.legal.iter_mut().chain(s.endings.iter_mut().map(|e| &mut e.cond));
        conditions.chain(&mut s.stop).chain(&mut s.block).for_each(|e| expr(e, &mut runs));
        s.moves.iter_mut().for_each(|m| moved(m, &types));
    }
}

fn moved(m: &mut Move, types: &[Ty]) {
    let mut runs = Runs::new();
    m.clauses.iter_mut().for_each(|c| clause(c, &mut runs));
    m.gain.iter_mut().chain(&mut m.again).for_each(|e| expr(e, &mut runs));
    for (k, step) in m.steps.iter_mut().enumerate() {
        // What runs over the places of a list runs over those of the list before the move.
        if k > 0 {
            runs.clear();
        }
        for change in &mut step.changes {
            let known = runs.len();
            change.guards.iter_mut().for_each(|c| clause(c, &mut runs));
            for (place, e) in &mut change.writes {
                expr(e, &mut runs);
                if let Place::Element(f, indices) = place {
                    let mut at = E { kind: K::Field(*f), ty: types[*f].clone() };
                    for index in indices {
                        expr(index, &mut runs);
                        let of = at.ty.element().unwrap_or(Ty::Unknown);
                        inside(&at, index, &runs);
                        at = E { kind: K::Index(Box::new(at), Box::new(index.clone())), ty: of };
                    }
                }
            }
            runs.truncate(known);
        }
        if let Some((guards, pieces)) = &mut step.parts {
            guards.iter_mut().for_each(|c| clause(c, &mut runs));
            for piece in pieces {
                let fields = match piece {
                    Pieces::One(fields) => fields,
                    Pieces::Copies(e, fields) | Pieces::Each(_, e, fields) => {
                        expr(e, &mut runs);
                        fields
                    }
                };
                fields.iter_mut().for_each(|(_, e)| expr(e, &mut runs));
            }
        }
    }
}

fn clause(c: &mut Clause, runs: &mut Runs) {
    match c {
        Clause::If(e) | Clause::Let(_, e) | Clause::For(_, Over::All(e)) => expr(e, runs),
        Clause::For(name, Over::Range(a, b)) => {
            expr(a, runs);
            expr(b, runs);
            let from_one = matches!(&a.kind, K::Int(n) if *n >= 1.into());
            if let (true, K::Size(of)) = (from_one, &b.kind) {
                runs.push((name.clone(), (**of).clone()));
            }
        }
    }
}

fn comp(c: &mut Comp, runs: &mut Runs) {
    let known = runs.len();
    c.clauses.iter_mut().for_each(|c| clause(c, runs));
    expr(&mut c.element, runs);
    runs.truncate(known);
}

/// Is a value at hand, so that it costs nothing to look at it twice?
fn at_hand(e: &E) -> bool {
    match &e.kind {
        K::Var(_) | K::Field(_) | K::Param(_) | K::Heaps | K::Int(_) => true,
        K::Index(a, i) => at_hand(a) && at_hand(i),
        K::Help(Helper::Inside, args) => args.iter().all(at_hand),
        K::Size(a) | K::Part(a, _) => at_hand(a),
        K::Bin(_, a, b, _) => at_hand(a) && at_hand(b),
        _ => false,
    }
}

/// An index that is looked at, unless it runs over the places of this.
fn inside(of: &E, index: &mut E, runs: &Runs) {
    let runs_there = |name: &String| runs.iter().any(|(n, all)| n == name && all == of);
    if matches!(&index.kind, K::Var(name) if runs_there(name)) {
        return;
    }
    let size = E { kind: K::Size(Box::new(of.clone())), ty: Ty::Int(true) };
    let given = std::mem::replace(index, E::int(0));
    *index = E::help(Helper::Inside, vec![size, given], Ty::Int(true));
}

fn expr(e: &mut E, runs: &mut Runs) {
    match &mut e.kind {
        K::Comp(_, c) => comp(c, runs),
        K::Index(a, i) => {
            expr(a, runs);
            expr(i, runs);
            if at_hand(a) {
                inside(a, i, runs);
            } else {
                let (all, at) =
                    (std::mem::replace(&mut **a, E::int(0)), std::mem::replace(&mut **i, E::int(0)));
                e.kind = K::Help(Helper::Element, vec![all, at]);
            }
        }
        K::Bin(Op::Div | Op::Mod, a, b, _) => {
            expr(a, runs);
            expr(b, runs);
            divisor(b);
        }
        _ => e.children_mut().into_iter().for_each(|x| expr(x, runs)),
    }
    if let K::Help(Helper::FloorDiv | Helper::FloorMod, args) = &mut e.kind {
        args.iter_mut().skip(1).for_each(divisor);
    }
}

/// A divisor that may be 0 is looked at.
fn divisor(e: &mut E) {
    if matches!(&e.kind, K::Int(n) if *n != 0.into()) {
        return;
    }
    let ty = e.ty.clone();
    let given = std::mem::replace(e, E::int(1));
    *e = E::help(Helper::Divisor, vec![given], ty);
}
