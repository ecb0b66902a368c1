//! The moves of a part: loops over the choices, steps that make the next position, and what a legal part is.

use super::{Here, binary, equals, invoke, less_one, new, position};
use crate::ir::{
    Change, Clause, Code, Do, E, Fn, Gather, Helper, K, Move, Op, Over, Piece, Pieces, Place, Program, Rel,
    S, Search, Step, Struct, Ty, inside,
};

pub(super) fn has_bags(p: &Program) -> bool {
    p.fields.iter().any(|f| f.bag)
}

/// Are there fields whose order does not matter?
pub(crate) fn is_loose(p: &Program) -> bool {
    p.fields.iter().filter(|f| f.unordered).count() > 1
}

fn the_position() -> E {
    E::var("p", position())
}

fn function(comment: &str, name: &str, args: Vec<(String, Ty)>, ret: Ty, body: Vec<S>) -> Piece {
    let comment = if comment.is_empty() { Vec::new() } else { vec![comment.to_string()] };
    Piece::Fn(Fn { comment, name: name.into(), args, ret: Some(ret), body })
}

/// What one move leads to: a position, or a list of parts.
pub(crate) fn leads_to(s: &Search) -> Ty {
    if s.splits { Ty::list(position()) } else { position() }
}

/// What one move is: where it leads, or that with what it brings.
pub(crate) fn move_ty(s: &Search) -> Ty {
    if s.gain || s.again { Ty::structure("Move") } else { leads_to(s) }
}

/// The members of a structure that say what a move brings.
fn brings(s: &Search) -> Vec<(String, Ty)> {
    let gain = s.gain.then(|| ("gain".to_string(), Ty::Int(false)));
    let again = s.again.then(|| ("again".to_string(), Ty::Bool));
    gain.into_iter().chain(again).collect()
}

/// What a legal part is, how parts are arranged, and the moves.
pub(super) fn add(p: &Program, s: &Search, code: &mut Code) {
    let the = the_position();
    let here = Here::of(p, &the);
    let args = vec![("p".to_string(), position())];
    if let Some(all) = E::all(s.legal.iter().map(|e| here.put(e)).collect()) {
        code.pieces.push(function("", "legal", args.clone(), Ty::Bool, vec![S::Return(all)]));
    }
    if has_bags(p) {
        let comment = "The order of a bag does not matter, nor do its zeros.";
        let body = vec![S::Return(tidied(p, &the))];
        code.pieces.push(function(comment, "tidy", args.clone(), position(), body));
    }
    if is_loose(p) {
        let names: Vec<&str> = p.fields.iter().filter(|f| f.unordered).map(|f| f.name.as_str()).collect();
        let comment = format!("The order of {} does not matter.", names.join(" and "));
        code.pieces.push(function(&comment, "in_order", args.clone(), position(), in_order(p, &the)));
    }
    if s.gain || s.again {
        let mut members = vec![("to".to_string(), leads_to(s))];
        members.extend(brings(s));
        let comment = "A move: where it leads, and what it brings.".into();
        code.pieces.push(Piece::Struct(Struct { comment, name: "Move".into(), members, key: true }));
    }
    let comment = match s.splits {
        true => "All lists of parts that a move leads to.",
        false => "All that a move leads to.",
    };
    let ret = Ty::list(move_ty(s));
    let mut body = vec![S::Var("out".into(), new(ret.clone()))];
    for m in &s.moves {
        body.push(S::Note(m.comment.clone()));
        body.extend(one(p, s, m));
    }
    body.push(S::Return(E::var("out", ret.clone())));
    let mut args = args;
    args.extend(s.mover.then(|| ("mover".to_string(), Ty::Int(true))));
    args.extend(s.turn.then(|| ("turn".to_string(), Ty::Int(true))));
    code.pieces.push(function(comment, "moves", args, ret, body));
}

fn tidied(p: &Program, the: &E) -> E {
    let here = Here::of(p, the);
    let bag = |f: &crate::ir::Field| {
        let x = E::var("x_", f.ty.element().unwrap_or(Ty::Int(true)));
        let clauses = vec![
            Clause::For("x_".into(), Over::All(here.field(f))),
            Clause::If(E::cmp(Rel::Ne, x.clone(), E::int(0))),
        ];
        let some = E::comp(Gather::List, x, clauses, f.ty.clone());
        (f.name.clone(), E::help(Helper::Sorted, vec![some], f.ty.clone()))
    };
    let members = p.fields.iter().filter(|f| f.bag).map(bag).collect();
    E { kind: K::With(Box::new(the.clone()), members), ty: position() }
}

fn in_order(p: &Program, the: &E) -> Vec<S> {
    let here = Here::of(p, the);
    let loose: Vec<_> = p.fields.iter().filter(|f| f.unordered).collect();
    let values: Vec<E> = loose.iter().map(|f| here.field(f)).collect();
    let ty = Ty::list(loose[0].ty.clone());
    let list = E::listed(values.iter().cloned(), ty.clone());
    let all = E::var("all", ty.clone());
    let mut body = Vec::new();
    let place = |k: usize| match values.len() {
        2 => E::help([Helper::Min, Helper::Max][k], values.clone(), values[k].ty.clone()),
        _ => E { kind: K::At(Box::new(all.clone()), Box::new(E::int(k as i64))), ty: values[k].ty.clone() },
    };
    if values.len() > 2 {
        body.push(S::Let("all".into(), E::help(Helper::Sorted, vec![list], ty)));
    }
    let members = loose.iter().enumerate().map(|(k, f)| (f.name.clone(), place(k))).collect();
    body.push(S::Return(E { kind: K::With(Box::new(the.clone()), members), ty: position() }));
    body
}

/// The statements of a line of moves: what it makes goes to the list `out`.
pub(super) fn one(p: &Program, s: &Search, m: &Move) -> Vec<S> {
    let the = the_position();
    let body = inside(&clauses(p, m), make(p, s, m));
    let body = match m.by {
        Some(player) => {
            vec![S::If(equals(Here::of(p, &the).count("mover"), player as i64), body, Vec::new())]
        }
        None => body,
    };
    // Names of one move must not meet those of the next.
    if body.iter().any(|s| matches!(s, S::Let(..) | S::Var(..))) { vec![S::Block(body)] } else { body }
}

/// The choices and conditions of a line of moves.
pub(crate) fn clauses(p: &Program, m: &Move) -> Vec<Clause> {
    let the = the_position();
    let here = Here::of(p, &the);
    m.clauses.iter().map(|c| clause(here, c)).collect()
}

fn clause(here: Here<'_>, c: &Clause) -> Clause {
    match c {
        Clause::For(name, over) => Clause::For(
            name.clone(),
            match over {
                Over::Range(a, b) => Over::Range(here.put(a), here.put(b)),
                Over::All(e) => Over::All(here.put(e)),
            },
        ),
        Clause::If(e) => Clause::If(here.put(e)),
        Clause::Let(name, e) => Clause::Let(name.clone(), here.put(e)),
    }
}

/// The steps of a move, and the option they make.
pub(crate) fn make(p: &Program, s: &Search, m: &Move) -> Vec<S> {
    let mut out = Vec::new();
    let the = the_position();
    let mut base = the.clone();
    let mut split = false;
    for (k, next) in m.steps.iter().enumerate() {
        if next.parts.is_some() {
            parts(p, next, &base, &mut out);
            split = true;
            continue;
        }
        let name = if k == 0 { "next".to_string() } else { format!("next{}", k + 1) };
        let made = step(p, next, &base, &mut out);
        out.push(S::Let(name.clone(), made));
        base = E::var(&name, position());
    }
    let push = |to: E| {
        let mut all = vec![to];
        let here = Here::of(p, &the);
        if s.gain {
            all.push(m.gain.as_ref().map_or(E::int(0), |e| here.put(e)));
        }
        if s.again {
            let never = E::truth(false);
            all.push(m.again.as_ref().map_or(never, |e| here.put(e)));
        }
        let made = if all.len() == 1 { all.remove(0) } else { E { kind: K::Make(all), ty: move_ty(s) } };
        S::Do(Do::Push, vec![E::var("out", Ty::list(move_ty(s))), made])
    };
    let mut legal = None;
    let to =
        if split { several(p, s, &mut out, &mut legal) } else { single(p, s, base, &mut out, &mut legal) };
    match legal {
        Some(cond) => out.push(S::If(cond, vec![push(to)], Vec::new())),
        None => out.push(push(to)),
    }
    out
}

/// The part that a move leads to.
fn single(p: &Program, s: &Search, base: E, out: &mut Vec<S>, legal: &mut Option<E>) -> E {
    let mut made = base.clone();
    if has_bags(p) {
        out.push(S::Let("tidied".into(), invoke("tidy", vec![made], position())));
        made = E::var("tidied", position());
    }
    if !s.legal.is_empty() && base != the_position() {
        *legal = Some(invoke("legal", vec![made.clone()], Ty::Bool));
    }
    let made = match is_loose(p) {
        true => invoke("in_order", vec![made], position()),
        false if made == the_position() => made,
        false => E { kind: K::Move(Box::new(made)), ty: position() },
    };
    match s.splits {
        true => E::listed([made], leads_to(s)),
        false => made,
    }
}

/// The parts that a move leads to. They are legal before they are put in order, since the fields may have different domains.
fn several(p: &Program, s: &Search, out: &mut Vec<S>, legal: &mut Option<E>) -> E {
    let list = leads_to(s);
    let part = E::var("part", position());
    let each = |gather: Gather, element: E, all: &E, ty: Ty| {
        E::comp(gather, element, vec![Clause::For("part".into(), Over::All(all.clone()))], ty)
    };
    let mut all = E::var("parts", list.clone());
    if has_bags(p) {
        let tidy = invoke("tidy", vec![part.clone()], position());
        out.push(S::Let("tidied".into(), each(Gather::List, tidy, &all, list.clone())));
        all = E::var("tidied", list.clone());
    }
    if !s.legal.is_empty() {
        *legal = Some(each(Gather::All, invoke("legal", vec![part.clone()], Ty::Bool), &all, Ty::Bool));
    }
    match is_loose(p) {
        true => each(Gather::List, invoke("in_order", vec![part], position()), &all, list),
        false => E { kind: K::Move(Box::new(all)), ty: list },
    }
}

fn writes(change: &Change, f: usize) -> impl Iterator<Item = &(Place, E)> {
    change.writes.iter().filter(move |(p, _)| matches!(p, Place::Field(i) | Place::Element(i, _) if *i == f))
}

/// The position after a step. A field that is changed in pieces gets a variable of its own; everything that is read is
/// what stood there before.
fn step(p: &Program, step: &Step, base: &E, out: &mut Vec<S>) -> E {
    let here = Here::of(p, base);
    let mut members = Vec::new();
    let mut open = Vec::new();
    for (i, f) in p.fields.iter().enumerate() {
        let all: Vec<(&Change, &(Place, E))> =
            step.changes.iter().flat_map(|c| writes(c, i).map(move |w| (c, w))).collect();
        match all.as_slice() {
            [] => {}
            [(c, (Place::Field(_), e))] if c.guards.is_empty() => {
                let value = match c.add {
                    false => here.put(e),
                    true => added(c, here.field(f), here.put(e)),
                };
                members.push((f.name.clone(), value));
            }
            _ => {
                let name = format!("new_{}", f.name);
                let (field, ty) = (here.field(f), f.ty.clone());
                let small = f.ty.is_small();
                let kind = if small { field.kind } else { K::Thaw(Box::new(field)) };
                out.push(S::Var(name.clone(), E { kind, ty: ty.clone() }));
                let new = E::var(&name, ty.clone());
                let moved = E { kind: K::Move(Box::new(new.clone())), ty: ty.clone() };
                let value = if small { new.clone() } else { E { kind: K::Freeze(Box::new(moved)), ty } };
                members.push((f.name.clone(), value));
                open.push((i, new));
            }
        }
    }
    for c in &step.changes {
        let mut body = Vec::new();
        for (place, e) in &c.writes {
            let (Place::Field(f) | Place::Element(f, _)) = place;
            let Some((_, new)) = open.iter().find(|(i, _)| i == f) else { continue };
            let target = match place {
                Place::Field(_) => new.clone(),
                Place::Element(_, indices) => indices.iter().fold(new.clone(), |at, index| {
                    let ty = at.ty.element().unwrap_or(Ty::Unknown);
                    E { kind: K::At(Box::new(at), Box::new(less_one(here.put(index)))), ty }
                }),
            };
            let e = here.put(e);
            body.push(match (c.add, c.grows, e.kind) {
                (true, false, K::Neg(x)) => S::Change(Op::Sub, target, *x),
                (true, false, kind) => S::Change(Op::Add, target, E { kind, ty: e.ty }),
                (true, true, kind) => S::Set(target.clone(), added(c, target, E { kind, ty: e.ty })),
                (false, _, kind) => {
                    let whole = E { kind, ty: e.ty };
                    let thaw = matches!(place, Place::Field(_)) && !whole.ty.is_small();
                    let ty = whole.ty.clone();
                    S::Set(target, if thaw { E { kind: K::Thaw(Box::new(whole)), ty } } else { whole })
                }
            });
        }
        if !body.is_empty() {
            let guards: Vec<Clause> = c.guards.iter().map(|g| clause(here, g)).collect();
            out.extend(inside(&guards, body));
        }
    }
    match members.is_empty() {
        true => base.clone(),
        false => E { kind: K::With(Box::new(base.clone()), members), ty: position() },
    }
}

/// A place and what is added to it; the program looks where that may become too large.
fn added(c: &Change, place: E, e: E) -> E {
    let sum = match e.kind {
        K::Neg(x) => binary(Op::Sub, place, *x),
        kind => binary(Op::Add, place, E { kind, ty: e.ty }),
    };
    if c.grows { E::help(Helper::Within, vec![sum], Ty::Int(false)) } else { sum }
}

/// The list `parts` of what replaces a part.
fn parts(p: &Program, step: &Step, base: &E, out: &mut Vec<S>) {
    let Some((guards, pieces)) = &step.parts else { return };
    let here = Here::of(p, base);
    let list = Ty::list(position());
    let part = |fields: &[(usize, E)]| {
        let value = |(f, e): &(usize, E)| (p.fields[*f].name.clone(), here.put(e));
        let members = fields.iter().map(value).collect();
        E { kind: K::With(Box::new(base.clone()), members), ty: position() }
    };
    let plain: Option<Vec<E>> = pieces
        .iter()
        .map(|piece| match piece {
            Pieces::One(fields) => Some(part(fields)),
            _ => None,
        })
        .collect();
    if let (true, Some(all)) = (guards.is_empty(), plain) {
        out.push(S::Let("parts".into(), E::listed(all, list)));
        return;
    }
    out.push(S::Var("parts".into(), new(list.clone())));
    let push = |made: E| S::Do(Do::Push, vec![E::var("parts", list.clone()), made]);
    let mut body = Vec::new();
    for piece in pieces {
        body.push(match piece {
            Pieces::One(fields) => push(part(fields)),
            Pieces::Copies(n, fields) => {
                let over = Over::Range(E::int(1), here.put(n));
                S::For("copy_".into(), over, vec![push(part(fields))])
            }
            Pieces::Each(name, all, fields) => {
                S::For(name.clone(), Over::All(here.put(all)), vec![push(part(fields))])
            }
        });
    }
    let guards: Vec<Clause> = guards.iter().map(|g| clause(here, g)).collect();
    out.extend(inside(&guards, body));
}
