//! Endings and `block`.

use super::{Lower, R};
use crate::mentions::any_inside;
use crate::program::NoProgram;
use crate::program::ir::{Function, Op, S, TURN, bin, int, var};
use bouton_language::ast::ShapeKind;
use bouton_language::rules::ExprKind;

/// What a function returns that must know whether the mover is stuck.
pub(crate) const ASK: i64 = -1;

impl Lower<'_> {
    /// Which `when` line holds, from 1; one more for `stop after`; 0 for none. `None` if the game has no such line.
    pub(crate) fn ended(&mut self) -> R<Option<Function>> {
        let rules = self.rules;
        if rules.whens.is_empty() && rules.stop.is_none() {
            return Ok(None);
        }
        let part = rules.shape.kind == ShapeKind::Position;
        let stuck =
            |w: &bouton_language::rules::When| any_inside(&w.cond, |e| matches!(e.kind, ExprKind::Stuck));
        // A sum is stuck when all of its parts are.
        if !part && rules.whens.iter().any(stuck) {
            return Err(NoProgram::Heaps);
        }
        let function = self.function(|low| {
            if !part {
                low.source = None;
            }
            for (i, when) in rules.whens.iter().enumerate() {
                low.locals = vec![None; when.locals];
                let holds = low.truth(&when.cond)?;
                low.emit(S::If(holds, vec![S::Return(int(i as i64 + 1))], Vec::new()));
            }
            if let Some(e) = &rules.stop {
                low.locals = Vec::new();
                let most = low.number(e)?;
                let over = bin(Op::Le, most, var(TURN));
                let stop = S::Return(int(rules.whens.len() as i64 + 1));
                low.emit(S::If(over, vec![stop], Vec::new()));
            }
            Ok(())
        })?;
        Ok(Some(function))
    }

    /// How many options the opponent may forbid.
    pub(crate) fn blocked(&mut self) -> R<Option<Function>> {
        let rules = self.rules;
        let Some(e) = &rules.block else { return Ok(None) };
        let part = rules.shape.kind == ShapeKind::Position;
        let function = self.function(|low| {
            if !part {
                low.source = None;
            }
            low.locals = Vec::new();
            let n = low.number(e)?;
            let n = low.keep(n);
            low.check(bin(Op::Le, int(0), n.clone()));
            low.emit(S::Return(n));
            Ok(())
        })?;
        Ok(Some(function))
    }
}
