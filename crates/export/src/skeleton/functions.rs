//! Definitions of the rules, formulas and tables as functions.

use super::{Here, binary, invoke, part_ty, position};
use crate::ir::{Code, E, Fn, Formula, Function, Global, K, Op, Piece, Program, Rel, S, Ty};

/// The parameters that are used.
pub(super) fn params(p: &Program) -> Vec<Global> {
    let one = |x: &crate::ir::Param| Global {
        name: x.name.clone(),
        ty: x.ty.clone(),
        value: (!x.derived).then(|| Here::variables(p).put(&x.value)),
        changes: x.read || x.derived,
    };
    p.params.iter().filter(|x| x.used).map(one).collect()
}

/// A map for the values of a definition that remembers them.
pub(super) fn known(f: &Function) -> E {
    let types: Vec<Ty> = f.args.iter().map(|(_, t)| t.clone()).collect();
    let key = if let [one] = types.as_slice() { one.clone() } else { Ty::Tuple(types) };
    let ty = Ty::Map(Box::new(key), Box::new(f.ret.clone()));
    E { kind: K::Global(format!("known_{}", f.id)), ty }
}

/// The definitions of the rules.
pub(super) fn definitions(p: &Program, code: &mut Code) {
    for f in &p.functions {
        let here = Here::variables(p);
        let mut body = Vec::new();
        let made = here.put(&f.body);
        if tail(&made, &f.name) {
            let mut made = made;
            for (k, (name, ty)) in f.args.iter().enumerate() {
                if !ty.is_small() && changes(&made, &f.name, k, name) {
                    body.push(S::Var(round(name), E::var(name, ty.clone())));
                    rename(&mut made, name);
                }
            }
            let mut inner = Vec::new();
            returns(&made, Some(f), &mut inner);
            body.push(S::While(E::truth(true), inner));
        } else {
            returns(&made, None, &mut body);
        }
        let (args, ret) = (f.args.clone(), Some(f.ret.clone()));
        let comment = vec![f.comment.clone()];
        code.pieces.push(Piece::Fn(Fn { comment, name: f.anew(), args, ret, body }));
        if f.remembers {
            remembering(f, code);
        }
    }
}

/// A function that computes every value once.
fn remembering(f: &Function, code: &mut Code) {
    let map = known(f);
    let args: Vec<E> = f.args.iter().map(|(n, t)| E::var(n, t.clone())).collect();
    let Ty::Map(key_ty, _) = &map.ty else { return };
    let key = match args.as_slice() {
        [one] => one.clone(),
        _ => E { kind: K::Tuple(args.clone()), ty: (**key_ty).clone() },
    };
    let K::Global(name) = &map.kind else { return };
    code.pieces.push(Piece::Map(Global {
        name: name.clone(),
        ty: map.ty.clone(),
        value: None,
        changes: true,
    }));
    let found = E::var("found_", f.ret.clone());
    let place = E { kind: K::At(Box::new(map.clone()), Box::new(key.clone())), ty: f.ret.clone() };
    let body = vec![
        S::Look {
            name: "seen_".into(),
            map,
            key,
            found: vec![S::Return(E::var("seen_", f.ret.clone()))],
            missing: Vec::new(),
        },
        S::Let("found_".into(), invoke(&f.anew(), args, f.ret.clone())),
        S::Set(place, found.clone()),
        S::Return(found),
    ];
    let (args, ret) = (f.args.clone(), Some(f.ret.clone()));
    code.pieces.push(Piece::Fn(Fn { comment: Vec::new(), name: f.name.clone(), args, ret, body }));
}

/// Does a function end in a call of itself?
fn tail(e: &E, name: &str) -> bool {
    match &e.kind {
        K::Invoke(n, _) => n == name,
        K::Cond(arms, otherwise) => {
            arms.iter().any(|(_, v)| tail(v, name)) || otherwise.as_ref().is_some_and(|v| tail(v, name))
        }
        _ => false,
    }
}

/// A large argument that changes from round to round.
fn round(name: &str) -> String {
    format!("now_{name}")
}

/// Does another round have another value of the k-th argument?
fn changes(e: &E, function: &str, k: usize, arg: &str) -> bool {
    match &e.kind {
        K::Invoke(n, args) => n == function && args[k].kind != K::Var(arg.to_string()),
        K::Cond(arms, otherwise) => {
            let values = arms.iter().map(|(_, v)| v).chain(otherwise.as_deref());
            values.into_iter().any(|v| changes(v, function, k, arg))
        }
        _ => false,
    }
}

fn rename(e: &mut E, name: &str) {
    if matches!(&e.kind, K::Var(n) if n == name) {
        e.kind = K::Var(round(name));
    }
    e.children_mut().into_iter().for_each(|x| rename(x, name));
}

/// The statements that end with a value; a call of the function itself in the last place is another round of its loop.
fn returns(e: &E, looped: Option<&Function>, out: &mut Vec<S>) {
    match (&e.kind, looped) {
        (K::Cond(arms, otherwise), _) => {
            let most = if otherwise.is_some() { arms.len() } else { arms.len() - 1 };
            for (c, v) in &arms[..most] {
                let mut inner = Vec::new();
                returns(v, looped, &mut inner);
                out.push(S::If(c.clone(), inner, Vec::new()));
            }
            if let Some(last) = otherwise.as_deref().or(arms.last().map(|(_, v)| v)) {
                returns(last, looped, out);
            }
        }
        (K::Invoke(name, args), Some(f)) if *name == f.name => {
            let place = |(n, t): &(String, Ty)| match t.is_small() {
                true => E::var(n, t.clone()),
                false => E::var(&round(n), t.clone()),
            };
            let pairs = f.args.iter().zip(args);
            let pairs = pairs.filter(|((n, _), v)| v.kind != K::Var(n.clone())).map(|(a, v)| (place(a), v));
            let changed: Vec<(E, &E)> = pairs.filter(|(place, v)| place.kind != v.kind).collect();
            if let [(place, value)] = changed.as_slice() {
                out.push(S::Set(place.clone(), (*value).clone()));
            } else {
                for (k, (_, v)) in changed.iter().enumerate() {
                    out.push(S::Let(format!("new{}", k + 1), (*v).clone()));
                }
                for (k, (place, _)) in changed.iter().enumerate() {
                    let new = E::var(&format!("new{}", k + 1), place.ty.clone());
                    out.push(S::Set(place.clone(), new));
                }
            }
            out.push(S::Continue);
        }
        _ => out.push(S::Return(e.clone())),
    }
}

/// The arguments of a formula.
pub(super) fn formula_args(p: &Program, f: &Formula) -> Vec<(String, Ty)> {
    match f.sum {
        true => vec![("heaps".into(), Ty::list(part_ty(p)))],
        false => p.fields.iter().map(|f| (f.name.clone(), f.ty.clone())).collect(),
    }
}

/// Claims as functions.
pub(super) fn formulas(p: &Program, code: &mut Code) {
    for f in &p.formulas {
        let mut add = |comment: &[String], name: String, ret: Ty, e: &E| {
            let mut body = Vec::new();
            returns(&Here::variables(p).put(e), None, &mut body);
            let args = formula_args(p, f);
            code.pieces.push(Piece::Fn(Fn { comment: comment.to_vec(), name, args, ret: Some(ret), body }));
        };
        let ret = if f.says.number() { Ty::Int(false) } else { Ty::Bool };
        match &f.only {
            Some(only) => {
                add(&f.comment, format!("{}_speaks", f.name), Ty::Bool, only);
                add(&[], f.name.clone(), ret, &f.body);
            }
            None => add(&f.comment, f.name.clone(), ret, &f.body),
        }
    }
}

/// An entry of a list of numbers.
pub(super) fn entry(table: &str, at: E) -> E {
    let all = E::var(table, Ty::list(Ty::Int(true)));
    E { kind: K::At(Box::new(all), Box::new(at)), ty: Ty::Int(true) }
}

/// Values of heaps that repeat.
pub(super) fn table(p: &Program, code: &mut Code) {
    let Some(t) = &p.table else { return };
    let number = |n: u64| E { kind: K::Int(n.into()), ty: Ty::Int(true) };
    let n = E::var("n", Ty::Int(true));
    let computed = t.values.is_empty();
    let look = |n: E| match computed {
        true => {
            let part = E { kind: K::Make(vec![n]), ty: position() };
            invoke("grundy", vec![part], Ty::Int(true))
        }
        false => entry("TABLE", n),
    };
    let beyond = || binary(Op::Sub, n.clone(), number(t.from));
    let place = binary(Op::Add, number(t.from), binary(Op::Mod, beyond(), number(t.period)));
    let mut value = look(place);
    if t.saltus > 0 {
        let periods = binary(Op::Div, beyond(), number(t.period));
        value = binary(Op::Add, value, binary(Op::Mul, number(t.saltus), periods));
    }
    let first = E::cmp(Rel::Lt, n.clone(), number(t.from + t.period));
    let body = vec![S::If(first, vec![S::Return(look(n))], Vec::new()), S::Return(value)];
    if !computed {
        code.pieces.push(Piece::Table("TABLE".into(), t.values.clone(), t.comment.clone()));
    }
    let comment = if computed { t.comment.clone() } else { Vec::new() };
    let args = vec![("n".to_string(), Ty::Int(true))];
    code.pieces.push(Piece::Fn(Fn { comment, name: "table".into(), args, ret: Some(Ty::Int(true)), body }));
    if let Some(q) = &t.quotient {
        code.pieces.push(Piece::Table("PRODUCT".into(), q.products.clone(), q.comment.clone()));
        let comment = vec!["Is a sum with this element lost for the player to move?".to_string()];
        code.pieces.push(Piece::Table("LOST".into(), q.lost.clone(), comment));
    }
}
