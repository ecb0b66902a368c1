//! Unions and differences of sets.

use super::values::{Elem, Role, Val};
use super::{Lower, R};
use crate::program::NoProgram;
use crate::program::help::Help;
use crate::program::ir::{E, S, plus};
use bouton_language::ast::BinaryOp;

impl Lower<'_> {
    /// `a + b` and `a - b` of sets.
    pub(crate) fn combine_sets(&mut self, op: BinaryOp, a: Val, b: Val) -> R<Val> {
        let help = match op {
            BinaryOp::Add => Help::Union,
            BinaryOp::Sub => Help::Difference,
            _ => return Err(NoProgram::Kinds),
        };
        let (Some(a), Some(b)) = (self.listed(a)?, self.listed(b)?) else { return Err(NoProgram::Kinds) };
        if a.role != Role::Set || b.role != Role::Set {
            return Err(NoProgram::Kinds);
        }
        let cell = match (a.cell()?, b.cell()?) {
            (Some(x), Some(y)) if x != y => return Err(NoProgram::Kinds),
            (None, None) => return Ok(Val::List(a)),
            (x, y) => x.or(y).ok_or(NoProgram::Kinds)?,
        };
        self.sortable(cell)?;
        self.emit(S::Tick(plus(a.len.clone(), b.len.clone())));
        let args = a.given().into_iter().chain(b.given()).collect();
        Ok(Val::List(self.made(Role::Set, Elem::One(cell), E::Help(help, args))))
    }
}
