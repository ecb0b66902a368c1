//! Claims about sums that the theorem of Sprague and Grundy reduces to one part: lost exactly if the xor of a formula over
//! all heaps is 0. They hold for all sums if the formula is the Grundy value of a heap.

use bouton_language::ast::{CompareOp, Verdict};
use bouton_language::rules::{Builtin, Claim, ClaimBody, Clause, Expr, ExprKind, RangeExpr};
use bouton_language::value::Value;

/// The formula of one heap, of its own number, in a claim such as `lose iff xor(g(h) for h in heaps) = 0`.
pub(super) fn value_of_parts(claim: &Claim) -> Option<Expr> {
    let ClaimBody::Iff(verdict, e) = &claim.body else { return None };
    let ExprKind::Compare(left, chain) = &e.kind else { return None };
    let [(op, RangeExpr::Of(right))] = chain.as_slice() else { return None };
    let fits = matches!((verdict, op), (Verdict::Lose, CompareOp::Eq) | (Verdict::Win, CompareOp::Ne));
    if !fits || !matches!(right.kind, ExprKind::Const(Value::Int(0))) {
        return None;
    }
    let own = |e: &Expr| Expr { kind: ExprKind::Field(0), ..e.clone() };
    match &left.kind {
        ExprKind::Call(Builtin::Xor, args) => match args.as_slice() {
            [all] if matches!(all.kind, ExprKind::Heaps) => Some(own(all)),
            _ => None,
        },
        ExprKind::Fold(Builtin::Xor, fold) => {
            let [Clause::For { slot, range: RangeExpr::Of(all) }] = fold.clauses.as_slice() else {
                return None;
            };
            if !matches!(all.kind, ExprKind::Heaps) {
                return None;
            }
            let heap = |e: &Expr| matches!(e.kind, ExprKind::Local(s) if s == *slot);
            let element = &fold.element;
            match &element.kind {
                ExprKind::Define(define, args) if args.len() == 1 && heap(&args[0]) => {
                    let kind = ExprKind::Define(*define, vec![own(&args[0])]);
                    Some(Expr { kind, ..element.clone() })
                }
                _ if heap(element) => Some(own(element)),
                _ => None,
            }
        }
        _ => None,
    }
}
