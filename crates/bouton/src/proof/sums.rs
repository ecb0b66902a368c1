//! Claims about sums of any number of heaps, as they follow from the Grundy values of one heap (Sprague and Grundy).

use bouton_compile::Core;
use bouton_compile::fragment::{Affine, Claimed, Formula, Outside, Statement, value};
use bouton_language::ast::{CompareOp, Verdict};
use bouton_language::rules::{Builtin, Clause, Comprehension, Expr, ExprKind, RangeExpr, Rules};
use bouton_language::value::Value;

/// A claim that a sum is lost exactly when the xor of something about its heaps is 0.
pub(super) struct NimSum<'r> {
    /// What is taken of a heap, and the local that stands for the heap; the heap itself where there is none.
    element: Option<(&'r Expr, usize)>,
    /// Size of the frame.
    locals: usize,
}

impl<'r> NimSum<'r> {
    /// Reads `xor(…) = 0` as a claim of lost sums, `xor(…) != 0` as one of won sums.
    pub(super) fn of(rules: &'r Rules, verdict: Verdict, e: &'r Expr, locals: usize) -> Option<NimSum<'r>> {
        let ExprKind::Compare(left, rest) = &e.kind else { return None };
        let [(op, RangeExpr::Of(right))] = rest.as_slice() else { return None };
        let zero = |e: &Expr| matches!(&e.kind, ExprKind::Const(Value::Int(0)));
        let sum: &'r Expr = match (zero(left), zero(right)) {
            (false, true) => left,
            (true, false) => right,
            _ => return None,
        };
        match (verdict, op) {
            (Verdict::Lose, CompareOp::Eq) | (Verdict::Win, CompareOp::Ne) => {}
            _ => return None,
        }
        // A definition without arguments is what stands behind it.
        match &sum.kind {
            ExprKind::Define(i, arguments) if arguments.is_empty() => {
                let define = rules.defines.get(*i)?;
                xor_over_heaps(&define.body, define.locals)
            }
            _ => xor_over_heaps(sum, locals),
        }
    }

    /// What is taken of a heap, as a graph over it.
    pub(super) fn claimed(&self, core: &Core) -> Result<Claimed, Outside> {
        match self.element {
            Some((element, slot)) => value(core, element, self.locals, Some(slot)),
            None => Ok(Claimed {
                defined: Statement { formula: Formula::yes(), terms: Vec::new() },
                equals: Statement {
                    formula: Formula::zero(Affine { terms: vec![(0, 1), (1, -1)], constant: 0 }),
                    terms: Vec::new(),
                },
            }),
        }
    }
}

fn xor_over_heaps(e: &Expr, locals: usize) -> Option<NimSum<'_>> {
    match &e.kind {
        ExprKind::Call(Builtin::Xor, arguments) => match arguments.as_slice() {
            [Expr { kind: ExprKind::Heaps, .. }] => Some(NimSum { element: None, locals }),
            [Expr { kind: ExprKind::ListOf(list), .. }] => of_each(list, locals),
            _ => None,
        },
        ExprKind::Fold(Builtin::Xor, list) => of_each(list, locals),
        _ => None,
    }
}

/// One number for each heap, none left out.
fn of_each(list: &Comprehension, locals: usize) -> Option<NimSum<'_>> {
    match list.clauses.as_slice() {
        [Clause::For { slot, range: RangeExpr::Of(Expr { kind: ExprKind::Heaps, .. }) }] => {
            Some(NimSum { element: Some((&list.element, *slot)), locals })
        }
        _ => None,
    }
}
