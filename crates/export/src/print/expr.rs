//! Expressions, written down: what all languages share. A language says how its own forms look and how strongly they bind;
//! everything else is here, so that brackets stand where they are needed and nowhere else.

use super::PUT;
use super::prelude::Used;
use crate::ir::{E, K, Op};

/// Binding strengths, the weakest first.
pub(super) mod strength {
    pub(in crate::print) const COND: u8 = 0;
    pub(in crate::print) const OR: u8 = 1;
    pub(in crate::print) const AND: u8 = 2;
    pub(in crate::print) const NOT: u8 = 3;
    pub(in crate::print) const CMP: u8 = 4;
    pub(in crate::print) const UNION: u8 = 5;
    pub(in crate::print) const XOR: u8 = 6;
    pub(in crate::print) const ADD: u8 = 9;
    pub(in crate::print) const MUL: u8 = 10;
    pub(in crate::print) const NEG: u8 = 11;
    pub(in crate::print) const POW: u8 = 12;
    pub(in crate::print) const ATOM: u8 = 14;
}

use strength::*;

/// How a language writes expressions.
pub(super) trait Expressions {
    /// The words or signs for `and`, `or` and division.
    const WORDS: [&'static str; 3];
    /// What stands inside an `or` binds at least so strongly.
    const IN_OR: u8;
    /// Sums and products that may not fit are functions of the prelude.
    const CHECKS: bool;
    /// The variable that the input is read from.
    const INPUT: &'static str;

    /// The text of an expression, and how strongly it binds: what the language writes in a way of its own, and for the rest
    /// [`Expressions::shared`].
    fn form(&self, e: &E) -> (String, u8);
    /// A string.
    fn quoted(&self, text: &str) -> String;
    /// Functions of the prelude that are used, and ways to read.
    fn used(&self) -> [&Used; 2];

    /// What is written alike everywhere.
    fn shared(&self, e: &E) -> (String, u8) {
        match &e.kind {
            K::Int(n) => (n.to_string(), if n.sign() == num_bigint::Sign::Minus { NEG } else { ATOM }),
            K::Bool(b) => (b.to_string(), ATOM),
            K::Var(name) | K::Global(name) => (name.clone(), ATOM),
            K::Literal(text) => (self.quoted(text), ATOM),
            K::Invoke(name, args) => (format!("{name}({})", self.all(args)), ATOM),
            K::Member(x, name) => (format!("{}.{name}", self.at(x, ATOM)), ATOM),
            K::At(x, i) => (format!("{}[{}]", self.at(x, ATOM), self.ex(i)), ATOM),
            K::Read(method, args) => {
                let [_, methods] = self.used();
                (format!("{}.{}({})", Self::INPUT, methods.note(method), self.all(args)), ATOM)
            }
            K::Neg(x) => (format!("-{}", self.at(x, NEG + 1)), NEG),
            K::Not(x) => (format!("!{}", self.at(x, NEG)), NEG),
            K::And(all) => (self.joined(all, Self::WORDS[0], AND + 1), AND),
            K::Or(all) => (self.joined(all, Self::WORDS[1], Self::IN_OR), OR),
            K::Bin(op @ (Op::Add | Op::Sub | Op::Mul), a, b, true) if Self::CHECKS => {
                let name = match op {
                    Op::Add => "add",
                    Op::Sub => "sub",
                    _ => "mul",
                };
                (format!("{}({}, {})", self.note(name), self.ex(a), self.ex(b)), ATOM)
            }
            K::Bin(op, a, b, _) => {
                let own = match op {
                    Op::Add | Op::Sub => ADD,
                    Op::Mul | Op::Div | Op::Mod => MUL,
                    Op::Xor => XOR,
                };
                self.infix(a, if *op == Op::Div { Self::WORDS[2] } else { op.sign() }, b, own)
            }
            K::Cmp(rel, a, b) => {
                (format!("{} {} {}", self.at(a, CMP + 1), rel.sign(), self.at(b, CMP + 1)), CMP)
            }
            _ => unreachable!("{PUT}"),
        }
    }

    /// An expression where something binds as strongly as this around it.
    fn at(&self, e: &E, around: u8) -> String {
        let (text, own) = self.form(e);
        if own < around { format!("({text})") } else { text }
    }

    /// An expression by itself.
    fn ex(&self, e: &E) -> String {
        self.at(e, COND)
    }

    /// Expressions with commas between.
    fn all(&self, all: &[E]) -> String {
        all.iter().map(|x| self.ex(x)).collect::<Vec<_>>().join(", ")
    }

    /// Two values with an operator between, which binds to the left.
    fn infix(&self, a: &E, sign: &str, b: &E, own: u8) -> (String, u8) {
        (format!("{} {sign} {}", self.at(a, own), self.at(b, own + 1)), own)
    }

    /// Conditions with a word between.
    fn joined(&self, all: &[E], word: &str, inner: u8) -> String {
        all.iter().map(|x| self.at(x, inner)).collect::<Vec<_>>().join(&format!(" {word} "))
    }

    /// A condition that is too long for this line, in several: with this between.
    fn broken(&self, e: &E, line: &str, between: &str) -> Option<String> {
        let K::And(all) = &e.kind else { return None };
        let all = || all.iter().map(|x| self.at(x, AND + 1)).collect::<Vec<_>>();
        (line.len() >= 100).then(|| all().join(between))
    }

    /// Notes that a function of the prelude is used; gives its name.
    fn note(&self, name: &'static str) -> &'static str {
        let [functions, _] = self.used();
        functions.note(name)
    }
}
