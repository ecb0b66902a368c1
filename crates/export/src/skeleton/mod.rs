//! The solver's skeleton: from the pieces of a program to code, once for all languages.
//!
//! What is the same for all games stands in texts (`text`), which [`parse`] reads; what comes from the rules is put
//! together here: definitions and formulas, moves and endings, reading and answering.

mod functions;
pub(crate) mod input;
mod main;
mod moves;
mod parse;
mod search;

pub(crate) use main::starts;
pub(crate) use moves::{clauses, is_loose, make, move_ty};
pub(crate) use parse::chosen;

use crate::ir::{Clause, Code, E, Field, Gather, Helper, K, Op, Over, Piece, Program, Rel, Struct, Ty};

/// What a search says where play comes back to a position, and the rules do not say what that means.
const REPEATED: &str = "Play can come back to the same position here, and the rules have no endless line.";

/// The code of a program for contestants.
pub(crate) fn code(p: &Program) -> Code {
    let mut code = rules(p);
    code.pieces.push(Piece::Fn(main::main(p)));
    code
}

/// Everything but the main function.
pub(crate) fn rules(p: &Program) -> Code {
    let mut code = Code { params: functions::params(p), pieces: Vec::new() };
    functions::definitions(p, &mut code);
    functions::formulas(p, &mut code);
    if has_position(p) {
        let comment = if p.heaps { "One part of a position." } else { "A position." };
        code.pieces.push(Piece::Struct(Struct {
            comment: comment.into(),
            name: "Position".into(),
            members: p.fields.iter().map(|f| (f.name.clone(), f.ty.clone())).collect(),
            key: true,
        }));
    }
    if let Some(s) = &p.search {
        search::add(p, s, &mut code);
    }
    functions::table(p, &mut code);
    code
}

/// The same with who wins, for a judge: the parts of a position and who moves are arguments.
pub(crate) fn rules_of_play(p: &Program) -> Code {
    let mut code = rules(p);
    code.pieces.push(Piece::Fn(main::verdict(p)));
    code
}

/// Is there a structure for positions?
fn has_position(p: &Program) -> bool {
    p.search.is_some() || p.sums && p.fields.len() > 1
}

/// The type of positions.
pub(crate) fn position() -> Ty {
    Ty::structure("Position")
}

/// Where an expression of the rules stands: what it calls fields and the player to move has other names there.
#[derive(Clone, Copy)]
pub(crate) struct Here<'h> {
    pub(crate) p: &'h Program,
    /// The position whose fields are meant; without it they are variables.
    pub(crate) base: Option<&'h E>,
    /// The state that knows who moves; without it that is a variable.
    pub(crate) state: Option<&'h E>,
}

impl<'h> Here<'h> {
    /// Fields are variables.
    pub(crate) fn variables(p: &'h Program) -> Here<'h> {
        Here { p, base: None, state: None }
    }

    /// Fields of this position.
    pub(crate) fn of(p: &'h Program, base: &'h E) -> Here<'h> {
        Here { p, base: Some(base), state: None }
    }

    /// A field of the position.
    pub(crate) fn field(&self, f: &Field) -> E {
        match self.base {
            Some(base) => base.clone().member(&f.name, f.ty.clone()),
            None => E::var(&f.name, f.ty.clone()),
        }
    }

    /// All fields.
    pub(crate) fn fields(&self) -> Vec<E> {
        self.p.fields.iter().map(|f| self.field(f)).collect()
    }

    /// The player to move (0 or 1), or the number of moves made.
    pub(crate) fn count(&self, name: &str) -> E {
        match self.state {
            Some(state) => state.clone().member(name, Ty::Int(true)),
            None => E::var(name, Ty::Int(true)),
        }
    }

    /// An expression as it is written here.
    pub(crate) fn put(&self, e: &E) -> E {
        let mut out = e.clone();
        self.change(&mut out);
        out
    }

    fn change(&self, e: &mut E) {
        e.children_mut().into_iter().for_each(|x| self.change(x));
        match &mut e.kind {
            K::Field(i) => {
                let ty = e.ty.clone();
                *e = E { ty, ..self.field(&self.p.fields[*i]) };
            }
            K::Param(i) => e.kind = K::Global(self.p.params[*i].name.clone()),
            K::Call(id, args) => {
                let name = self.p.functions.iter().find(|f| f.id == *id).map_or("", |f| f.name.as_str());
                e.kind = K::Invoke(name.to_string(), std::mem::take(args));
            }
            K::Index(..) => {
                let ty = e.ty.clone();
                let K::Index(a, i) = std::mem::replace(&mut e.kind, K::New) else { return };
                *e = E { kind: K::At(a, Box::new(less_one(*i))), ty };
            }
            K::Mover => *e = binary(Op::Add, self.count("mover"), E::int(1)),
            K::Opponent => *e = binary(Op::Sub, E::int(2), self.count("mover")),
            K::Turn => *e = self.count("turn"),
            K::Stuck => e.kind = K::Var("stuck".into()),
            K::Heaps => e.kind = K::Var("heaps".into()),
            _ => {}
        }
    }
}

/// Arithmetic that fits.
fn binary(op: Op, a: E, b: E) -> E {
    E::bin(op, a, b, false)
}

/// One less, for elements that the rules count from 1. What was looked at is so already.
fn less_one(e: E) -> E {
    match e.kind {
        K::Help(Helper::Inside, _) => e,
        K::Int(n) => E { kind: K::Int(n - 1), ty: e.ty },
        K::Bin(Op::Add, a, b, _) if b.kind == K::Int(1.into()) => *a,
        K::Bin(Op::Sub, a, b, false) if matches!(b.kind, K::Int(_)) => {
            let K::Int(n) = b.kind else { return *a };
            binary(Op::Sub, *a, E { kind: K::Int(n + 1), ty: Ty::Int(true) })
        }
        kind => binary(Op::Sub, E { kind, ty: e.ty }, E::int(1)),
    }
}

/// A function of the program.
fn invoke(name: &str, args: Vec<E>, ty: Ty) -> E {
    E { kind: K::Invoke(name.to_string(), args), ty }
}

/// A value where a condition holds, and another where not.
fn choice(cond: E, yes: E, no: E) -> E {
    let ty = yes.ty.clone();
    E { kind: K::Cond(vec![(cond, yes)], Some(Box::new(no))), ty }
}

fn equals(a: E, n: i64) -> E {
    E::cmp(Rel::Eq, a, E::int(n))
}

/// A new collection.
fn new(ty: Ty) -> E {
    E { kind: K::New, ty }
}

/// The list of what an element makes of each part.
fn of_parts(parts: E, element: impl FnOnce(&E) -> E, ty: Ty) -> E {
    let element = element(&E::var("part", position()));
    E::comp(Gather::List, element, vec![Clause::For("part".into(), Over::All(parts))], ty)
}

/// One part as a value: its field, or a list or tuple of its fields.
pub(crate) fn part_value(here: Here<'_>) -> E {
    let mut fields = here.fields();
    let ty = part_ty(here.p);
    match (&ty, fields.len()) {
        (_, 1) => fields.remove(0),
        (Ty::List(_), _) => E::listed(fields, ty),
        _ => E { kind: K::Tuple(fields), ty },
    }
}

/// Its type.
pub(crate) fn part_ty(p: &Program) -> Ty {
    let all: Vec<Ty> = p.fields.iter().map(|f| f.ty.clone()).collect();
    match (all.as_slice(), all.iter().try_fold(Ty::Unknown, |t, x| t.join(x))) {
        ([one], _) => one.clone(),
        (_, Some(of)) => Ty::list(of),
        (_, None) => Ty::Tuple(all),
    }
}

/// A position from its fields, as the search knows it: bags sorted, and fields in order whose order does not matter.
pub(crate) fn made(here: Here<'_>) -> E {
    arranged(here.p, E { kind: K::Make(here.fields()), ty: position() })
}

fn arranged(p: &Program, mut e: E) -> E {
    if p.search.is_some() && moves::has_bags(p) {
        e = invoke("tidy", vec![e], position());
    }
    if p.search.is_some() && moves::is_loose(p) {
        e = invoke("in_order", vec![e], position());
    }
    e
}
