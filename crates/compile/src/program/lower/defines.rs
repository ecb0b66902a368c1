//! Definitions: written out at each call; one that calls itself last becomes a loop.

use super::values::{List, Val};
use super::{Lower, R};
use crate::program::NoProgram;
use crate::program::ir::{E, S, Var, int, var};
use crate::program::layout::Cell;
use bouton_core::{Kind, Term};

/// Definitions nest at most this deep.
const MOST_CALLS: usize = 40;

/// A definition that runs as a loop.
struct Running {
    id: usize,
    /// The arguments' variables, with their kinds.
    args: Vec<Argument>,
    result: Var,
    kind: Option<Cell>,
    done: usize,
}

#[derive(Clone)]
enum Argument {
    One(Cell, Var),
    /// Address and length.
    List(List, Var, Var),
}

impl<'a> Lower<'a> {
    /// A call of a definition.
    pub(crate) fn define(&mut self, id: usize, args: &[Term]) -> R<Val> {
        let core = self.core;
        let define = core.defines.get(id).ok_or(NoProgram::Kinds)?;
        if self.calls.contains(&id) || self.calls.len() >= MOST_CALLS {
            return Err(NoProgram::Recursion);
        }
        let mut given = Vec::with_capacity(define.locals.max(define.arity));
        for arg in args {
            given.push(Some(self.kept_value(arg)?));
        }
        self.calls.push(id);
        // A body sees its arguments and the parameters, no field.
        let source = self.source.take();
        let result = if define.body.any(|e| matches!(e.kind, Kind::Define(d, _) if d == id)) {
            self.looped(id, given)
        } else {
            let outer = std::mem::replace(&mut self.locals, given);
            let result = self.value(&define.body);
            self.locals = outer;
            result
        };
        self.source = source;
        self.calls.pop();
        result
    }

    fn looped(&mut self, id: usize, given: Vec<Option<Val>>) -> R<Val> {
        let core = self.core;
        let body = &core.defines.get(id).ok_or(NoProgram::Kinds)?.body;
        let mut args = Vec::new();
        for v in given.into_iter().flatten() {
            args.push(match v {
                Val::One(cell, e) => Argument::One(cell, self.slot(e)),
                v => {
                    let l = self.list(v)?;
                    let (at, len) = (self.slot(l.at.clone()), self.slot(l.len.clone()));
                    Argument::List(l, at, len)
                }
            });
        }
        let locals = args
            .iter()
            .map(|a| {
                Some(match a {
                    Argument::One(cell, v) => Val::One(*cell, var(*v)),
                    Argument::List(l, at, len) => {
                        Val::List(List { at: var(*at), len: var(*len), ..l.clone() })
                    }
                })
            })
            .collect();
        let mut run = Running { id, args, result: self.fresh(), kind: None, done: self.label() };
        let outer = std::mem::replace(&mut self.locals, locals);
        // Lists that a round hands to the next stay: nothing is forgotten between rounds.
        let code = self.apart(|low| low.tail(body, &mut run));
        self.locals = outer;
        let (code, ()) = code?;
        self.emit(S::Label(run.done, vec![S::Loop(code)]));
        // A definition that never gives a value takes all steps.
        Ok(Val::One(run.kind.ok_or(NoProgram::Recursion)?, var(run.result)))
    }

    /// The body up to its last call or its value.
    fn tail(&mut self, e: &Term, run: &mut Running) -> R<()> {
        match &e.kind {
            Kind::Cases(arms) => self.tail_cases(arms, run),
            Kind::Define(id, args) if *id == run.id => {
                let mut next = Vec::new();
                for (arg, into) in args.iter().zip(run.args.clone()) {
                    let v = self.value(arg)?;
                    // All are worked out before one is written.
                    match (v, into) {
                        (Val::One(cell, e), Argument::One(of, v)) if cell == of => {
                            let now = self.fresh();
                            self.emit(S::Set(now, e));
                            next.push((v, var(now)));
                        }
                        (v, Argument::List(l, at, len)) => {
                            let new = self.list(v)?;
                            if new.role != l.role || new.elem != l.elem || new.space != l.space {
                                return Err(NoProgram::Recursion);
                            }
                            let (a, n) = (self.fresh(), self.fresh());
                            self.emit(S::Set(a, new.at));
                            self.emit(S::Set(n, new.len));
                            next.extend([(at, var(a)), (len, var(n))]);
                        }
                        _ => return Err(NoProgram::Kinds),
                    }
                }
                next.into_iter().for_each(|(v, e)| self.emit(S::Set(v, e)));
                Ok(())
            }
            _ => {
                let Val::One(cell, e) = self.value(e)? else { return Err(NoProgram::Recursion) };
                if *run.kind.get_or_insert(cell) != cell {
                    return Err(NoProgram::Kinds);
                }
                self.emit(S::Set(run.result, e));
                self.emit(S::Leave(run.done));
                Ok(())
            }
        }
    }

    fn tail_cases(&mut self, arms: &[(Term, Option<Term>)], run: &mut Running) -> R<()> {
        let Some(((value, cond), rest)) = arms.split_first() else {
            self.emit(S::Check(int(0)));
            return Ok(());
        };
        match cond.as_ref().map_or(Ok(int(1)), |c| self.truth(c))? {
            E::Int(0) => self.tail_cases(rest, run),
            E::Int(_) => self.tail(value, run),
            cond => {
                let (yes, ()) = self.apart(|low| low.tail(value, run))?;
                let (no, ()) = self.apart(|low| low.tail_cases(rest, run))?;
                self.emit(S::If(cond, yes, no));
                Ok(())
            }
        }
    }
}
