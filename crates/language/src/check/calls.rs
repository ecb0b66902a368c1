//! Calls: definitions first, then the functions of the language, `floor` apart.

use super::problem::{NameProblem, Needs, What};
use super::scope::{Place, Scope, unknown};
use super::types::{join, list};
use super::{Checker, near};
use crate::ast::{self, Ident};
use crate::keywords;
use crate::rules::{Builtin, Expr, ExprKind, Type};
use crate::span::Span;

impl Checker<'_> {
    /// The definition a call means; a Chinese word that is also a keyword reaches us in English.
    fn head(&self, name: &str) -> Option<usize> {
        let exact = self.heads.iter().position(|h| h.name == name);
        exact.or_else(|| self.heads.iter().position(|h| keywords::english(&h.name) == name))
    }

    /// Does this name call the language's own function?
    pub(super) fn is_own(&self, name: &Ident, own: &str) -> bool {
        name.text == own && self.head(own).is_none()
    }

    /// `f(a, b)`
    pub(super) fn call(&mut self, scope: &mut Scope, name: &Ident, args: &[ast::Expr], span: Span) -> Expr {
        if self.is_own(name, "floor") {
            self.arguments("floor", (1, 1), args.len(), span);
            return match args.first() {
                Some(inner) => {
                    let real = self.real(scope, inner);
                    Expr::number(ExprKind::Floor(Box::new(real)), span)
                }
                None => unknown(span),
            };
        }
        // Brackets around what is folded change nothing: no list is made.
        if let [ast::Expr { kind: ast::ExprKind::ListOf(c), .. }] = args
            && self.folds(name).is_some()
        {
            return self.call_over(scope, name, c, span);
        }
        let args: Vec<Expr> = args.iter().map(|a| self.expr(scope, a)).collect();
        self.apply(scope, name, args, span)
    }

    /// The fold that a name calls.
    fn folds(&self, name: &Ident) -> Option<Builtin> {
        Builtin::named(&name.text).filter(|b| b.folds() && self.head(&name.text).is_none())
    }

    /// `sum(e for x in R)`; before a function that is no fold the comprehension is a list.
    pub(super) fn call_over(
        &mut self,
        scope: &mut Scope,
        name: &Ident,
        c: &ast::Comprehension,
        span: Span,
    ) -> Expr {
        let c = self.comprehension(scope, c);
        let Some(b) = self.folds(name) else {
            let ty = list(c.element.ty.clone());
            let arg = Expr { kind: ExprKind::ListOf(Box::new(c)), span, ty };
            return self.apply(scope, name, vec![arg], span);
        };
        let (wanted, ty) = match b {
            Builtin::Any | Builtin::All => (Type::Bool, Type::Bool),
            // All that is not `no` counts.
            Builtin::Count => (Type::Any, Type::Int),
            _ => (Type::Int, Type::Int),
        };
        self.need(&c.element, &wanted, Needs::Argument(name.text.clone()));
        Expr { kind: ExprKind::Fold(b, Box::new(c)), span, ty }
    }

    fn apply(&mut self, scope: &Scope, name: &Ident, args: Vec<Expr>, span: Span) -> Expr {
        if let Some(i) = self.head(&name.text) {
            if matches!(scope.place, Place::Param | Place::Example) {
                let name = self.heads[i].name.clone();
                self.error(span, NameProblem::NoValueYet { name, what: What::Define });
                return unknown(span);
            }
            self.heads[i].used = true;
            let (shown, arity) = (self.heads[i].name.clone(), self.heads[i].arity);
            self.arguments(&shown, (arity, arity), args.len(), span);
            let ty = self.heads[i].ty.clone();
            return Expr { kind: ExprKind::Define(i, args), span, ty };
        }
        if let Some(b) = Builtin::named(&name.text) {
            if !self.arguments(b.name(), b.arity(), args.len(), span) {
                return unknown(span);
            }
            for a in &args {
                self.finite(a);
            }
            let ty = self.result(b, &args);
            return Expr { kind: ExprKind::Call(b, args), span, ty };
        }
        self.no_function(scope, name);
        unknown(span)
    }

    fn no_function(&mut self, scope: &Scope, name: &Ident) {
        use super::problem::TypeProblem;
        if name.text == "sqrt" {
            self.error(name.span, TypeProblem::RealOutside { name: "sqrt" });
        } else if let Some(what) = self.what(scope, &name.text) {
            self.error(name.span, NameProblem::NotAFunction { name: name.text.clone(), what });
        } else if !self.names_lost {
            let own = Builtin::ALL.iter().map(|(n, ..)| *n).chain(["floor"]).map(String::from);
            let known: Vec<String> = self.heads.iter().map(|h| h.name.clone()).chain(own).collect();
            let near = habit(&name.text).map(String::from).or_else(|| near(&name.text, &known));
            self.error(name.span, NameProblem::UnknownFunction { name: name.text.clone(), near });
        }
    }

    /// Checks the number of arguments.
    fn arguments(&mut self, name: &str, (least, most): (usize, usize), found: usize, span: Span) -> bool {
        let right = (least..=most).contains(&found);
        if !right {
            self.error(span, NameProblem::Arguments { name: name.to_string(), least, most, found });
        }
        right
    }

    /// Checks the arguments of a function and gives the type of its value.
    fn result(&mut self, b: Builtin, args: &[Expr]) -> Type {
        let needs = || Needs::Argument(b.name().to_string());
        let all_numbers = |c: &mut Self| {
            for a in args {
                c.need(a, &Type::Int, needs());
            }
        };
        let rows = || list(list(Type::Int));
        match b {
            Builtin::Min | Builtin::Max | Builtin::Sum | Builtin::Xor | Builtin::Gcd => {
                match args {
                    [one] if one.ty != Type::Int => self.collection_of(one, &Type::Int, needs()),
                    _ => all_numbers(self),
                }
                Type::Int
            }
            Builtin::Any | Builtin::All => {
                self.collection_of(&args[0], &Type::Bool, needs());
                Type::Bool
            }
            Builtin::Count => {
                let inner = self.elements(&args[0], needs());
                if let Some(one) = args.get(1) {
                    self.need(one, &inner, needs());
                }
                Type::Int
            }
            Builtin::Abs
            | Builtin::Isqrt
            | Builtin::Log2
            | Builtin::Popcount
            | Builtin::Band
            | Builtin::Bor
            | Builtin::Shl
            | Builtin::Shr => {
                all_numbers(self);
                Type::Int
            }
            Builtin::Distance => {
                self.need(&args[0], &Type::Graph, needs());
                Type::Int
            }
            Builtin::Divisors | Builtin::Digits => {
                all_numbers(self);
                list(Type::Int)
            }
            Builtin::Partitions | Builtin::Compositions => {
                all_numbers(self);
                rows()
            }
            Builtin::Reverse => self.sequence(&args[0], needs()),
            Builtin::Sorted => match self.elements(&args[0], needs()) {
                Type::Text if args[0].ty == Type::Text => Type::Text,
                inner => list(inner),
            },
            Builtin::Repeat => {
                self.need(&args[1], &Type::Int, needs());
                match &args[0].ty {
                    Type::Text => Type::Text,
                    Type::Any => Type::Any,
                    ty => list(ty.clone()),
                }
            }
            Builtin::Without => {
                // Set minus set would leave everything as it is.
                let inner = self.elements(&args[0], needs());
                self.need(&args[1], &inner, needs());
                args[0].ty.clone()
            }
            Builtin::Below => {
                self.need(&args[0], &list(Type::Int), needs());
                rows()
            }
            Builtin::Subsets => {
                let inner = self.elements(&args[0], needs());
                match args[0].ty {
                    Type::List(_) | Type::Any => list(args[0].ty.clone()),
                    _ => list(super::types::set(inner)),
                }
            }
            Builtin::Lines => {
                self.need(&args[0], &list(list(Type::Any)), needs());
                self.need(&args[1], &Type::Int, needs());
                args[0].ty.clone()
            }
            Builtin::Regions => {
                self.need(&args[0], &list(list(args[1].ty.clone())), needs());
                self.need(&args[0], &list(list(args[2].ty.clone())), needs());
                let cell = join(&args[1].ty, &args[2].ty);
                list(join(&args[0].ty, &list(list(cell))))
            }
            Builtin::Rows | Builtin::Bags => {
                self.need(&args[0], &Type::Int, needs());
                let inner = self.elements(&args[1], needs());
                list(list(inner))
            }
            Builtin::Words => {
                self.need(&args[0], &Type::Int, needs());
                let inner = self.elements(&args[1], needs());
                match args[1].ty {
                    Type::Text => list(Type::Text),
                    Type::Any => list(Type::Any),
                    _ => list(list(inner)),
                }
            }
        }
    }

    /// A list or string.
    fn sequence(&mut self, e: &Expr, needs: Needs) -> Type {
        match e.ty {
            Type::List(_) | Type::Text | Type::Any => e.ty.clone(),
            _ => {
                self.need(e, &list(Type::Any), needs);
                Type::Any
            }
        }
    }

    /// A collection whose elements have this type.
    fn collection_of(&mut self, e: &Expr, wanted: &Type, needs: Needs) {
        let inner = self.elements(e, needs.clone());
        if !super::types::fits(&inner, wanted) {
            self.need(e, &list(wanted.clone()), needs);
        }
    }
}

/// What functions of other languages are in this one.
fn habit(name: &str) -> Option<&'static str> {
    Some(match name {
        "len" | "length" | "size" => "|a|",
        "pow" => "a ** b",
        "mod" => "a mod b",
        "div" => "a div b",
        "range" => "1..n",
        "lcm" => "a * b div gcd(a, b)",
        "ceil" => "-(-a div b)",
        "log" => "log2",
        "bitcount" | "bit_count" => "popcount",
        "bitand" | "bit_and" => "a band b",
        "bitor" | "bit_or" => "a bor b",
        "lshift" | "shift_left" => "a shl k",
        "rshift" | "shift_right" => "a shr k",
        "digit" | "digitsof" => "digits",
        "dist" => "distance",
        "isprime" | "is_prime" | "prime" => "n in primes",
        "issquare" | "is_square" | "square" => "n in squares",
        "exists" | "some" => "any",
        "forall" | "every" => "all",
        "remove" | "delete" | "erase" => "without",
        _ => return None,
    })
}
