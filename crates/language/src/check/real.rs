//! `floor( )`: sums, products and quotients of whole numbers, `phi` and square roots, kept exact.

use super::Checker;
use super::problem::Needs;
use super::scope::Scope;
use crate::ast::{self, BinaryOp, ExprKind};
use crate::rules::Real;

impl Checker<'_> {
    /// What stands inside `floor`. Parts without `/`, `phi` and `sqrt` are ordinary whole numbers.
    pub(super) fn real(&mut self, scope: &mut Scope, e: &ast::Expr) -> Real {
        if !self.is_real(scope, e) {
            return Real::Int(self.number(scope, e, Needs::Argument("floor".to_string())));
        }
        match &e.kind {
            ExprKind::Paren(inner) => self.real(scope, inner),
            ExprKind::Neg(inner) => Real::Neg(Box::new(self.real(scope, inner))),
            ExprKind::Name(_) => Real::Phi,
            ExprKind::Call(_, args) if args.len() == 1 => {
                Real::Sqrt(self.number(scope, &args[0], Needs::Root))
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (Box::new(self.real(scope, a)), Box::new(self.real(scope, b)));
                match op {
                    BinaryOp::Add => Real::Add(a, b),
                    BinaryOp::Sub => Real::Sub(a, b),
                    BinaryOp::Mul => Real::Mul(a, b),
                    _ => Real::Div(a, b),
                }
            }
            // `is_real` is true for no other kind.
            _ => Real::Int(self.expr(scope, e)),
        }
    }

    /// Does a fraction, `phi` or a root stand in it where `floor` can see it?
    fn is_real(&self, scope: &Scope, e: &ast::Expr) -> bool {
        match &e.kind {
            ExprKind::Paren(inner) | ExprKind::Neg(inner) => self.is_real(scope, inner),
            ExprKind::Name(n) => n == "phi" && self.what(scope, n).is_none(),
            ExprKind::Call(name, args) => args.len() == 1 && self.is_own(name, "sqrt"),
            ExprKind::Binary(BinaryOp::Over, ..) => true,
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, a, b) => {
                self.is_real(scope, a) || self.is_real(scope, b)
            }
            _ => false,
        }
    }
}
