//! Endings and `block`.

use super::{Lower, R};
use crate::program::NoProgram;
use crate::program::ir::{Function, Op, S, TURN, bin, int, var};
use bouton_core::{Kind, When};
use bouton_language::ast::ShapeKind;

/// What a function returns that must know whether the mover is stuck.
pub(crate) const ASK: i64 = -1;

impl Lower<'_> {
    /// Which `when` line holds, from 1; one more for `stop after`; 0 for none. `None` if the game has no such line.
    pub(crate) fn ended(&mut self) -> R<Option<Function>> {
        let core = self.core;
        if core.whens.is_empty() && core.stop.is_none() {
            return Ok(None);
        }
        let part = core.shape.kind == ShapeKind::Position;
        let stuck = |w: &When| w.cond.any(|e| matches!(e.kind, Kind::Stuck));
        // A sum is stuck when all of its parts are.
        if !part && core.whens.iter().any(stuck) {
            return Err(NoProgram::Heaps);
        }
        let function = self.function(|low| {
            if !part {
                low.source = None;
            }
            for (i, when) in core.whens.iter().enumerate() {
                low.locals = vec![None; when.locals];
                let holds = low.truth(&when.cond)?;
                low.emit(S::If(holds, vec![S::Return(int(i as i64 + 1))], Vec::new()));
            }
            if let Some(e) = &core.stop {
                low.locals = Vec::new();
                let most = low.number(e)?;
                let over = bin(Op::Le, most, var(TURN));
                let stop = S::Return(int(core.whens.len() as i64 + 1));
                low.emit(S::If(over, vec![stop], Vec::new()));
            }
            Ok(())
        })?;
        Ok(Some(function))
    }

    /// How many options the opponent may forbid.
    pub(crate) fn blocked(&mut self) -> R<Option<Function>> {
        let core = self.core;
        let Some(e) = &core.block else { return Ok(None) };
        let part = core.shape.kind == ShapeKind::Position;
        let function = self.function(|low| {
            if !part {
                low.source = None;
            }
            low.locals = Vec::new();
            let n = low.kept_number(e)?;
            low.check(bin(Op::Le, int(0), n.clone()));
            low.emit(S::Return(n));
            Ok(())
        })?;
        Ok(Some(function))
    }
}
