//! Expressions of a Python program.

use super::Python;
use crate::ir::{Clause, Comp, E, Gather, Helper, Item, K, Op, Over, Ty};
use crate::print::PUT;
use std::fmt::Write;

/// Binding strengths.
pub(super) mod strength {
    pub(in crate::print::python) const COND: u8 = 0;
    pub(in crate::print::python) const OR: u8 = 1;
    pub(in crate::print::python) const AND: u8 = 2;
    pub(in crate::print::python) const NOT: u8 = 3;
    pub(in crate::print::python) const CMP: u8 = 4;
    pub(in crate::print::python) const XOR: u8 = 6;
    pub(in crate::print::python) const ADD: u8 = 9;
    pub(in crate::print::python) const MUL: u8 = 10;
    pub(in crate::print::python) const NEG: u8 = 11;
    pub(in crate::print::python) const POW: u8 = 12;
    pub(in crate::print::python) const ATOM: u8 = 14;
}

impl Python<'_> {
    pub(super) fn ex(&self, e: &E) -> String {
        self.at(e, strength::COND)
    }

    fn list(&self, all: &[String]) -> String {
        match all {
            [one] => format!("({one},)"),
            _ => format!("({})", all.join(", ")),
        }
    }

    /// An expression where something binds as strongly as this around it.
    pub(super) fn at(&self, e: &E, around: u8) -> String {
        use strength::*;
        let (text, own) = match &e.kind {
            K::Int(n) => (n.to_string(), if n.sign() == num_bigint::Sign::Minus { NEG } else { ATOM }),
            K::Bool(b) => (if *b { "True" } else { "False" }.to_string(), ATOM),
            K::Char(c) => (quoted(&c.to_string()), ATOM),
            K::Text(t) => (quoted(t), ATOM),
            K::Var(name) | K::Global(name) => (name.clone(), ATOM),
            K::Tuple(all) => (self.list(&all.iter().map(|x| self.ex(x)).collect::<Vec<_>>()), ATOM),
            K::List(items) => (self.items(items), ATOM),
            K::Set(items) if items.is_empty() => ("frozenset()".to_string(), ATOM),
            K::Set(items) => (format!("frozenset({})", self.items(items)), ATOM),
            K::Comp(gather, c) => (self.comp(*gather, c), ATOM),
            K::Part(a, i) => (format!("{}[{i}]", self.at(a, ATOM)), ATOM),
            K::Slice(a, from, to) => {
                let from = from.as_ref().map_or("1".to_string(), |x| self.ex(x));
                let all = self.ex(a);
                let to = to.as_ref().map_or(String::new(), |x| format!(", {}", self.ex(x)));
                (format!("{}({all}, {from}{to})", self.used.note("slice_of")), ATOM)
            }
            K::Invoke(name, args) => (format!("{name}({})", self.all(args)), ATOM),
            K::Make(args) => {
                let Ty::Struct(name) = &e.ty else { return String::new() };
                (format!("{name}({})", self.all(args)), ATOM)
            }
            K::With(base, members) => (self.with(base, members), ATOM),
            K::Member(x, name) => (format!("{}.{name}", self.at(x, ATOM)), ATOM),
            K::At(x, i) => (format!("{}[{}]", self.at(x, ATOM), self.ex(i)), ATOM),
            K::Last(x) => (format!("{}[-1]", self.at(x, ATOM)), ATOM),
            K::New => (
                match e.ty {
                    Ty::List(_) => "[]",
                    Ty::Set(_) => "set()",
                    _ => "{}",
                }
                .to_string(),
                ATOM,
            ),
            K::Thaw(x) => (self.thawed(x), ATOM),
            K::Freeze(x) => (self.frozen(x), ATOM),
            K::Move(x) => return self.at(x, around),
            K::Has(x, key) => (format!("{} in {}", self.at(key, CMP + 1), self.at(x, CMP + 1)), CMP),
            K::Empty(x) => (format!("not {}", self.at(x, NOT)), NOT),
            K::Read(method, args) => {
                (format!("data.{}({})", self.methods.note(method), self.all(args)), ATOM)
            }
            K::Literal(text) => (quoted(text), ATOM),
            K::Help(h, args) => return self.help(*h, args, around),
            K::Size(x) => (format!("len({})", self.ex(x)), ATOM),
            K::Neg(x) => (format!("-{}", self.at(x, NEG)), NEG),
            K::Not(x) => match &x.kind {
                K::Has(all, key) => {
                    (format!("{} not in {}", self.at(key, CMP + 1), self.at(all, CMP + 1)), CMP)
                }
                K::Empty(all) => return self.at(all, around),
                _ => (format!("not {}", self.at(x, NOT)), NOT),
            },
            K::And(all) => (self.joined(all, " and ", AND), AND),
            K::Or(all) => (self.joined(all, " or ", OR), OR),
            K::Bin(op, a, b, _) => {
                let own = match op {
                    Op::Add | Op::Sub => ADD,
                    Op::Mul | Op::Div | Op::Mod => MUL,
                    Op::Xor => XOR,
                };
                let sign = if *op == Op::Div { "//" } else { op.sign() };
                (format!("{} {sign} {}", self.at(a, own), self.at(b, own + 1)), own)
            }
            K::Cmp(rel, a, b) => {
                (format!("{} {} {}", self.at(a, CMP + 1), rel.sign(), self.at(b, CMP + 1)), CMP)
            }
            K::Cond(arms, otherwise) => {
                let mut text = String::new();
                let most = if otherwise.is_some() { arms.len() } else { arms.len() - 1 };
                for (c, v) in &arms[..most] {
                    let _ = write!(text, "{} if {} else ", self.at(v, OR), self.at(c, OR));
                }
                let last = otherwise.as_deref().or(arms.last().map(|(_, v)| v));
                text += &last.map_or(String::new(), |v| self.at(v, COND));
                (text, COND)
            }
            K::Field(_) | K::Param(_) | K::Call(..) | K::Mover | K::Index(..) => unreachable!("{PUT}"),
            K::Opponent | K::Turn | K::Stuck | K::Heaps => unreachable!("{PUT}"),
        };
        if own < around { format!("({text})") } else { text }
    }

    fn all(&self, all: &[E]) -> String {
        all.iter().map(|x| self.ex(x)).collect::<Vec<_>>().join(", ")
    }

    /// A value with other members: a new one, or what the old one replaces.
    fn with(&self, base: &E, members: &[(String, E)]) -> String {
        let Some(made) = self.code.structure(&base.ty) else { return String::new() };
        let value = |name: &String| members.iter().find(|(n, _)| n == name).map(|(_, e)| self.ex(e));
        match made.members.iter().map(|(n, _)| value(n)).collect::<Option<Vec<String>>>() {
            Some(all) => format!("{}({})", made.name, all.join(", ")),
            None => {
                let set: Vec<String> = members.iter().map(|(n, e)| format!("{n}={}", self.ex(e))).collect();
                format!("{}._replace({})", self.at(base, strength::ATOM), set.join(", "))
            }
        }
    }

    fn thawed(&self, x: &E) -> String {
        match &x.ty {
            Ty::List(of) if matches!(**of, Ty::List(_) | Ty::Text) => {
                format!("[list(line) for line in {}]", self.at(x, strength::OR))
            }
            Ty::Set(_) => format!("set({})", self.ex(x)),
            _ => format!("list({})", self.ex(x)),
        }
    }

    fn frozen(&self, x: &E) -> String {
        let all = self.ex(x);
        match &x.ty {
            Ty::List(of) if matches!(**of, Ty::List(_)) => format!("tuple(map(tuple, {all}))"),
            Ty::List(of) if **of == Ty::Text => format!("tuple(map(''.join, {all}))"),
            Ty::Set(_) => format!("frozenset({all})"),
            Ty::Text => format!("''.join({all})"),
            _ => format!("tuple({all})"),
        }
    }

    /// How lists of this are sorted: sets have no order of their own here.
    pub(super) fn order(&self, list: &Ty) -> &'static str {
        let found = list.element().and_then(|of| self.code.structure(&of));
        let sets = found.is_some_and(|s| s.members.iter().any(|(_, t)| matches!(t, Ty::Set(_))));
        if sets { "key=repr" } else { "" }
    }

    fn joined(&self, all: &[E], word: &str, own: u8) -> String {
        all.iter().map(|x| self.at(x, own + 1)).collect::<Vec<_>>().join(word)
    }

    /// One more, for ends of ranges.
    fn plus_one(&self, e: &E) -> String {
        match &e.kind {
            K::Int(n) => (n + 1i64).to_string(),
            K::Bin(Op::Sub, a, b, _) if b.kind == K::Int(1.into()) => self.ex(a),
            K::Bin(Op::Add, a, b, _) => match &b.kind {
                K::Int(n) => format!("{} + {}", self.at(a, strength::ADD), n + 1i64),
                _ => format!("{} + 1", self.at(e, strength::ADD)),
            },
            _ => format!("{} + 1", self.at(e, strength::ADD)),
        }
    }

    fn items(&self, items: &[Item]) -> String {
        if let [Item::Range(a, b)] = items {
            return format!("tuple({})", self.range(a, b));
        }
        let one = |item: &Item| match item {
            Item::One(e) => self.ex(e),
            Item::Range(a, b) => format!("*{}", self.range(a, b)),
        };
        self.list(&items.iter().map(one).collect::<Vec<_>>())
    }

    fn range(&self, a: &E, b: &E) -> String {
        if a.kind == K::Int(0.into()) {
            return format!("range({})", self.plus_one(b));
        }
        format!("range({}, {})", self.ex(a), self.plus_one(b))
    }

    pub(super) fn over(&self, over: &Over) -> String {
        match over {
            Over::Range(a, b) => self.range(a, b),
            Over::All(e) if matches!(e.ty, Ty::Set(_)) => format!("sorted({})", self.ex(e)),
            Over::All(e) => self.ex(e),
        }
    }

    fn clauses(&self, clauses: &[Clause]) -> String {
        let mut out = String::new();
        for c in clauses {
            let _ = match c {
                Clause::For(name, over) => write!(out, " for {name} in {}", self.in_comp(over)),
                Clause::If(e) => write!(out, " if {}", self.at(e, strength::OR)),
                Clause::Let(name, e) => write!(out, " for {name} in [{}]", self.ex(e)),
            };
        }
        out
    }

    /// A bare tuple or condition after `in` of a comprehension needs no care, a conditional does.
    fn in_comp(&self, over: &Over) -> String {
        match over {
            Over::All(e) if !matches!(e.ty, Ty::Set(_)) => self.at(e, strength::OR),
            _ => self.over(over),
        }
    }

    fn comp(&self, gather: Gather, c: &Comp) -> String {
        let clauses = self.clauses(&c.clauses);
        let element = self.ex(&c.element);
        match gather {
            Gather::List => format!("tuple({element}{clauses})"),
            Gather::Set => format!("frozenset({element}{clauses})"),
            Gather::Sum => format!("sum({element}{clauses})"),
            Gather::Xor => format!("{}({element}{clauses})", self.used.note("xor_of")),
            Gather::Count if element == "True" => format!("sum(1{clauses})"),
            Gather::Count => format!("sum(1{clauses} if {})", self.at(&c.element, strength::OR)),
            Gather::Any => format!("any({element}{clauses})"),
            Gather::All => format!("all({element}{clauses})"),
        }
    }

    fn help(&self, h: Helper, args: &[E], around: u8) -> String {
        use strength::*;
        let arg = |i: usize| self.ex(&args[i]);
        let infix = |sign: &str, own: u8| {
            let text = format!("{} {sign} {}", self.at(&args[0], own), self.at(&args[1], own + 1));
            if own < around { format!("({text})") } else { text }
        };
        match h {
            // Numbers have any size here.
            Helper::Within => self.at(&args[0], around),
            Helper::Abs => format!("abs({})", arg(0)),
            Helper::Gcd => format!("math.gcd({}, {})", arg(0), arg(1)),
            Helper::Isqrt => format!("math.isqrt({})", arg(0)),
            Helper::Power => {
                let text = format!("{} ** {}", self.at(&args[0], ATOM), self.at(&args[1], NEG));
                if POW < around { format!("({text})") } else { text }
            }
            Helper::FloorDiv => infix("//", MUL),
            Helper::FloorMod => infix("%", MUL),
            Helper::Min | Helper::Max => {
                let mut all = Vec::new();
                spread(h, args, &mut all);
                let all: Vec<String> = all.into_iter().map(|e| self.ex(e)).collect();
                format!("{}({})", h.name(), all.join(", "))
            }
            Helper::MinOf => format!("min({})", arg(0)),
            Helper::MaxOf => format!("max({}, default=0)", arg(0)),
            Helper::SumOf | Helper::CountTrue => format!("sum({})", arg(0)),
            Helper::CountOf => format!("len({})", arg(0)),
            Helper::CountEqual => format!("{}.count({})", self.at(&args[0], ATOM), arg(1)),
            Helper::AnyOf => format!("any({})", arg(0)),
            Helper::AllOf => format!("all({})", arg(0)),
            Helper::Reverse => format!("{}[::-1]", self.at(&args[0], ATOM)),
            Helper::Sorted | Helper::ToList => match self.order(&args[0].ty) {
                "" => format!("tuple(sorted({}))", arg(0)),
                key => format!("tuple(sorted({}, {key}))", arg(0)),
            },
            Helper::Digit => format!("int({})", arg(0)),
            Helper::SortedText => format!("''.join(sorted({}))", arg(0)),
            Helper::Repeat => {
                let text = format!("({},) * {}", arg(0), self.at(&args[1], NEG));
                if MUL < around { format!("({text})") } else { text }
            }
            Helper::RepeatText => infix("*", MUL),
            Helper::WithoutText => format!("{}.replace({}, '', 1)", self.at(&args[0], ATOM), arg(1)),
            Helper::Concat => infix("+", ADD),
            Helper::Union => infix("|", 5),
            Helper::Minus => infix("-", ADD),
            Helper::Contains | Helper::ContainsText | Helper::IsNode => {
                let text = format!("{} in {}", self.at(&args[1], CMP + 1), self.at(&args[0], CMP + 1));
                if CMP < around { format!("({text})") } else { text }
            }
            Helper::ToText => self.at(&args[0], around),
            Helper::ToSet => format!("frozenset({})", arg(0)),
            Helper::Letters | Helper::Nodes => format!("tuple({})", arg(0)),
            Helper::FromLetters => format!("''.join({})", arg(0)),
            Helper::Near => format!("{}[{}]", self.at(&args[0], ATOM), arg(1)),
            _ => {
                let name = self.used.note(h.name());
                let all: Vec<String> = args.iter().map(|x| self.ex(x)).collect();
                format!("{name}({})", all.join(", "))
            }
        }
    }
}

/// The values of `min(min(a, b), c)`.
fn spread<'e>(h: Helper, args: &'e [E], out: &mut Vec<&'e E>) {
    for e in args {
        match &e.kind {
            K::Help(inner, args) if *inner == h => spread(h, args, out),
            _ => out.push(e),
        }
    }
}

pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("'");
    for c in text.chars() {
        match c {
            '\'' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\x{:02x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}
