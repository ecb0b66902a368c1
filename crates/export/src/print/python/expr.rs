//! Expressions of a Python program.

use super::Python;
use crate::ir::{Clause, Comp, E, Gather, Helper, Item, K, Op, Over, Ty};
use crate::print::expr::{Expressions, strength};
use crate::print::prelude::Used;
use std::fmt::Write;

impl Expressions for Python<'_> {
    const WORDS: [&'static str; 3] = ["and", "or", "//"];
    const IN_OR: u8 = strength::AND;
    // Numbers have any size here.
    const CHECKS: bool = false;
    const INPUT: &'static str = "data";

    fn quoted(&self, text: &str) -> String {
        quoted(text)
    }

    fn used(&self) -> [&Used; 2] {
        [&self.used, &self.methods]
    }

    fn form(&self, e: &E) -> (String, u8) {
        use strength::{ATOM, COND, NOT, OR};
        let text = match &e.kind {
            K::Bool(b) => if *b { "True" } else { "False" }.to_string(),
            K::Char(c) => quoted(&c.to_string()),
            K::Text(t) => quoted(t),
            K::Tuple(all) => self.list(&all.iter().map(|x| self.ex(x)).collect::<Vec<_>>()),
            K::List(items) => self.items(items),
            K::Set(items) if items.is_empty() => "frozenset()".to_string(),
            K::Set(items) => format!("frozenset({})", self.items(items)),
            K::Comp(gather, c) => self.comp(*gather, c),
            K::Part(a, i) => format!("{}[{i}]", self.at(a, ATOM)),
            K::Slice(a, from, to) => {
                let from = from.as_ref().map_or("1".to_string(), |x| self.ex(x));
                let to = to.as_ref().map_or(String::new(), |x| format!(", {}", self.ex(x)));
                format!("{}({}, {from}{to})", self.note("slice_of"), self.ex(a))
            }
            K::Make(args) => {
                let Ty::Struct(name) = &e.ty else { return (String::new(), ATOM) };
                format!("{name}({})", self.all(args))
            }
            K::With(base, members) => self.with(base, members),
            K::Last(x) => format!("{}[-1]", self.at(x, ATOM)),
            K::New => match e.ty {
                Ty::List(_) => "[]".to_string(),
                Ty::Set(_) => "set()".to_string(),
                _ => "{}".to_string(),
            },
            K::Thaw(x) => self.thawed(x),
            K::Freeze(x) => self.frozen(x),
            K::Move(x) => return self.form(x),
            K::Has(x, key) => return self.within(key, "in", x),
            K::Empty(x) => return (format!("not {}", self.at(x, NOT)), NOT),
            K::Help(h, args) => return self.help(*h, args),
            K::Size(x) => format!("len({})", self.ex(x)),
            K::Not(x) => match &x.kind {
                K::Has(all, key) => return self.within(key, "not in", all),
                K::Empty(all) => return self.form(all),
                _ => return (format!("not {}", self.at(x, NOT)), NOT),
            },
            K::Cond(arms, otherwise) => {
                let mut text = String::new();
                let most = if otherwise.is_some() { arms.len() } else { arms.len() - 1 };
                for (c, v) in &arms[..most] {
                    let _ = write!(text, "{} if {} else ", self.at(v, OR), self.at(c, OR));
                }
                let last = otherwise.as_deref().or(arms.last().map(|(_, v)| v));
                return (text + &last.map_or(String::new(), |v| self.ex(v)), COND);
            }
            _ => return self.shared(e),
        };
        (text, ATOM)
    }
}

impl Python<'_> {
    /// Is something inside something?
    fn within(&self, x: &E, word: &str, all: &E) -> (String, u8) {
        use strength::CMP;
        (format!("{} {word} {}", self.at(x, CMP + 1), self.at(all, CMP + 1)), CMP)
    }

    fn list(&self, all: &[String]) -> String {
        match all {
            [one] => format!("({one},)"),
            _ => format!("({})", all.join(", ")),
        }
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
            Gather::Xor => format!("{}({element}{clauses})", self.note("xor_of")),
            Gather::Count if element == "True" => format!("sum(1{clauses})"),
            Gather::Count => format!("sum(1{clauses} if {})", self.at(&c.element, strength::OR)),
            Gather::Any => format!("any({element}{clauses})"),
            Gather::All => format!("all({element}{clauses})"),
        }
    }

    fn help(&self, h: Helper, args: &[E]) -> (String, u8) {
        use strength::{ADD, ATOM, MUL, NEG, POW, UNION};
        let arg = |i: usize| self.ex(&args[i]);
        let infix = |sign: &str, own: u8| self.infix(&args[0], sign, &args[1], own);
        let text = match h {
            Helper::Within | Helper::ToText => return self.form(&args[0]),
            Helper::Abs => format!("abs({})", arg(0)),
            Helper::Gcd => format!("math.gcd({}, {})", arg(0), arg(1)),
            Helper::Isqrt => format!("math.isqrt({})", arg(0)),
            Helper::Power => {
                return (format!("{} ** {}", self.at(&args[0], ATOM), self.at(&args[1], NEG)), POW);
            }
            Helper::FloorDiv => return infix("//", MUL),
            Helper::FloorMod => return infix("%", MUL),
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
            Helper::Repeat => return (format!("({},) * {}", arg(0), self.at(&args[1], NEG)), MUL),
            Helper::RepeatText => return infix("*", MUL),
            Helper::WithoutText => format!("{}.replace({}, '', 1)", self.at(&args[0], ATOM), arg(1)),
            Helper::Concat => return infix("+", ADD),
            Helper::Union => return infix("|", UNION),
            Helper::Minus => return infix("-", ADD),
            Helper::Contains | Helper::ContainsText | Helper::IsNode => {
                return self.within(&args[1], "in", &args[0]);
            }
            Helper::ToSet => format!("frozenset({})", arg(0)),
            Helper::Letters | Helper::Nodes => format!("tuple({})", arg(0)),
            Helper::FromLetters => format!("''.join({})", arg(0)),
            Helper::Near => format!("{}[{}]", self.at(&args[0], ATOM), arg(1)),
            _ => format!("{}({})", self.note(h.name()), self.all(args)),
        };
        (text, ATOM)
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
