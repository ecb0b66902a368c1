//! The functions and generators of the language.

use super::{Lower, Lowered, cannot};
use crate::ir::{E, Helper, Ty};
use crate::wrong::What;
use bouton_language::rules::{Builtin, Expr};
use bouton_language::span::Span;

impl Lower<'_> {
    /// A call of a function of the language.
    pub(crate) fn builtin(&mut self, b: Builtin, args: &[Expr], span: Span) -> Lowered<E> {
        let args = args.iter().map(|a| self.expr(a)).collect::<Lowered<Vec<_>>>()?;
        let Some(first) = args.first().map(|a| a.ty.clone()) else { return cannot(What::Place, span) };
        let natural = |all: &[E]| all.iter().all(E::natural);
        let help = |h: Helper, args: Vec<E>, ty: Ty| Ok(E::help(h, args, ty));
        let numbers = || Ty::list(Ty::Int(true));
        match b {
            Builtin::Min | Builtin::Max | Builtin::Sum | Builtin::Xor | Builtin::Gcd if !first.is_int() => {
                let of = Ty::Int(first.element() == Some(Ty::Int(true)));
                let (helper, ty) = match b {
                    Builtin::Min => (Helper::MinOf, of),
                    Builtin::Max => (Helper::MaxOf, of),
                    Builtin::Sum => (Helper::SumOf, of),
                    Builtin::Xor => (Helper::XorOf, Ty::Int(true)),
                    _ => (Helper::GcdOf, Ty::Int(true)),
                };
                let args = self.collections(args, span)?;
                help(helper, args, ty)
            }
            Builtin::Sum => Ok(args.into_iter().next().unwrap_or(E::int(0))),
            Builtin::Xor => {
                let mut all = args.into_iter();
                let mut out = all.next().unwrap_or(E::int(0));
                for x in all {
                    out = self.binary(bouton_language::ast::BinaryOp::Xor, out, x, span)?;
                }
                Ok(out)
            }
            Builtin::Min | Builtin::Max | Builtin::Gcd => {
                let ty = match b {
                    Builtin::Gcd => Ty::Int(true),
                    // The largest of several is natural if any of them is.
                    Builtin::Max => Ty::Int(args.iter().any(E::natural)),
                    _ => Ty::Int(natural(&args)),
                };
                let helper = match b {
                    Builtin::Min => Helper::Min,
                    Builtin::Max => Helper::Max,
                    _ => Helper::Gcd,
                };
                let mut all = args.into_iter();
                let first = all.next().unwrap_or(E::int(0));
                let alone = all.len() == 0;
                let out = all.fold(first, |out, x| E::help(helper, vec![out, x], ty.clone()));
                match (alone, helper) {
                    (true, Helper::Gcd) => help(Helper::Abs, vec![out], Ty::Int(true)),
                    _ => Ok(out),
                }
            }
            Builtin::Any | Builtin::All => {
                let helper = if b == Builtin::Any { Helper::AnyOf } else { Helper::AllOf };
                help(helper, args, Ty::Bool)
            }
            Builtin::Count if args.len() == 2 => {
                let args = self.collections(args, span)?;
                let (Some(of), Some(x)) = (args[0].ty.element(), args.get(1).cloned()) else {
                    return cannot(What::Mixed, span);
                };
                match of.join(&x.ty) {
                    None => Ok(E::int(0)),
                    Some(joined) => {
                        let all = self.coerce(args[0].clone(), &Ty::list(joined.clone()), span)?;
                        let x = self.coerce(x, &joined, span)?;
                        help(Helper::CountEqual, vec![all, x], Ty::Int(true))
                    }
                }
            }
            Builtin::Count => match first.element() {
                Some(Ty::Bool) => help(Helper::CountTrue, args, Ty::Int(true)),
                _ => help(Helper::CountOf, args, Ty::Int(true)),
            },
            Builtin::Abs => help(Helper::Abs, args, Ty::Int(true)),
            Builtin::Isqrt => help(Helper::Isqrt, args, Ty::Int(true)),
            Builtin::Log2 => help(Helper::Log2, args, Ty::Int(true)),
            Builtin::Popcount => help(Helper::Popcount, args, Ty::Int(true)),
            Builtin::Band => help(Helper::BitsBoth, args, Ty::Int(true)),
            Builtin::Bor => help(Helper::BitsEither, args, Ty::Int(true)),
            Builtin::Shl | Builtin::Shr => {
                let helper = if b == Builtin::Shl { Helper::ShiftLeft } else { Helper::ShiftRight };
                let ty = Ty::Int(args[0].natural());
                help(helper, args, ty)
            }
            Builtin::Digits => {
                let mut args = args;
                if args.len() == 1 {
                    args.push(E::int(10));
                }
                help(Helper::Digits, args, numbers())
            }
            Builtin::Distance => {
                let Ty::Graph(node) = first else { return cannot(What::Mixed, span) };
                let mut given = vec![args[0].clone()];
                for x in &args[1..] {
                    given.push(self.coerce(x.clone(), &node, span)?);
                }
                help(Helper::Distance, given, Ty::Int(true))
            }
            Builtin::Divisors => help(Helper::Divisors, args, numbers()),
            Builtin::Reverse => help(Helper::Reverse, args, first),
            Builtin::Sorted => match first {
                Ty::Text => help(Helper::SortedText, args, Ty::Text),
                Ty::Set(of) => help(Helper::ToList, args, Ty::List(of)),
                Ty::Graph(of) => {
                    let nodes = E::help(Helper::Nodes, args, Ty::List(of.clone()));
                    help(Helper::Sorted, vec![nodes], Ty::List(of))
                }
                ty => help(Helper::Sorted, args, ty),
            },
            Builtin::Repeat => match first {
                Ty::Text | Ty::Char => {
                    let mut args = args;
                    let text = self.coerce(args[0].clone(), &Ty::Text, span)?;
                    args[0] = text;
                    help(Helper::RepeatText, args, Ty::Text)
                }
                ty => help(Helper::Repeat, args, Ty::list(ty)),
            },
            Builtin::Without => self.without(args, first, span),
            Builtin::Compositions => help(Helper::Compositions, args, Ty::list(numbers())),
            Builtin::Below => help(Helper::Below, args, Ty::list(numbers())),
            Builtin::Subsets => match first {
                Ty::List(_) => help(Helper::Sublists, args, Ty::list(first)),
                _ => {
                    let of = first.element().unwrap_or(Ty::Unknown);
                    let args = self.collections(args, span)?;
                    let all = self.coerce(args[0].clone(), &Ty::list(of.clone()), span)?;
                    help(Helper::Subsets, vec![all], Ty::list(Ty::set(of)))
                }
            },
            Builtin::Partitions => help(Helper::Partitions, args, Ty::list(numbers())),
            Builtin::Lines => help(Helper::Lines, args, first),
            Builtin::Regions => {
                let cell = first.element().and_then(|r| r.element());
                let mut of = cell.unwrap_or(Ty::Unknown);
                for x in &args[1..] {
                    of = match of.join(&x.ty) {
                        Some(ty) => ty,
                        None => return cannot(What::Mixed, span),
                    };
                }
                let grid = Ty::list(Ty::list(of.clone()));
                let mut given = vec![self.coerce(args[0].clone(), &grid, span)?];
                for x in &args[1..] {
                    given.push(self.coerce(x.clone(), &of, span)?);
                }
                help(Helper::Regions, given, Ty::list(grid))
            }
            Builtin::Rows | Builtin::Bags | Builtin::Words => {
                let second = args.get(1).map_or(Ty::Unknown, |a| a.ty.clone());
                let text = b == Builtin::Words && second == Ty::Text;
                let of = second.element().unwrap_or(Ty::Unknown);
                let letters = self.coerce(args[1].clone(), &Ty::list(of.clone()), span)?;
                let given = vec![args[0].clone(), letters];
                match (b, text) {
                    (Builtin::Bags, _) => help(Helper::Bags, given, Ty::list(Ty::list(of))),
                    (_, true) => help(Helper::Words, given, Ty::list(Ty::Text)),
                    _ => help(Helper::Rows, given, Ty::list(Ty::list(of))),
                }
            }
        }
    }

    fn without(&mut self, args: Vec<E>, first: Ty, span: Span) -> Lowered<E> {
        let Some(x) = args.get(1).cloned() else { return cannot(What::Place, span) };
        let all = args[0].clone();
        if first == Ty::Text {
            return match x.ty {
                Ty::Char | Ty::Text => {
                    let x = self.coerce(x, &Ty::Text, span)?;
                    Ok(E::help(Helper::WithoutText, vec![all, x], Ty::Text))
                }
                _ => Ok(all),
            };
        }
        let Some(of) = first.element() else { return cannot(What::Mixed, span) };
        let Some(joined) = of.join(&x.ty) else { return Ok(all) };
        let x = self.coerce(x, &joined, span)?;
        match first {
            Ty::Set(_) => {
                let ty = Ty::set(joined.clone());
                let one = E { kind: crate::ir::K::Set(vec![crate::ir::Item::One(x)]), ty: ty.clone() };
                let all = self.coerce(all, &ty, span)?;
                Ok(E::help(Helper::Minus, vec![all, one], ty))
            }
            _ => {
                let ty = Ty::list(joined);
                let all = self.coerce(all, &ty, span)?;
                Ok(E::help(Helper::Without, vec![all, x], ty))
            }
        }
    }

    /// Strings and graphs as lists of what they hold.
    fn collections(&mut self, args: Vec<E>, span: Span) -> Lowered<Vec<E>> {
        let mut out = Vec::new();
        for a in args {
            out.push(match &a.ty {
                Ty::Text => self.coerce(a, &Ty::list(Ty::Char), span)?,
                Ty::Graph(of) => {
                    let ty = Ty::List(of.clone());
                    E::help(Helper::Nodes, vec![a], ty)
                }
                _ => a,
            });
        }
        Ok(out)
    }
}
