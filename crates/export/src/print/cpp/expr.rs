//! Expressions of a C++ program.

use super::Cpp;
use crate::ir::{Clause, Comp, E, Gather, Helper, Item, K, Op, Over, S, Ty};
use crate::print::expr::{Expressions, strength};
use crate::print::layout::Lines;
use crate::print::prelude::Used;
use crate::print::statements::{Language, summed};
use std::fmt::Write;

/// Weaker than comparisons, in this language.
const XOR: u8 = strength::AND + 1;

impl Expressions for Cpp<'_> {
    const WORDS: [&'static str; 3] = ["&&", "||", "/"];
    // Compilers warn of `and` beside `or` without brackets.
    const IN_OR: u8 = strength::AND + 1;
    const CHECKS: bool = true;
    const INPUT: &'static str = "in";

    fn quoted(&self, text: &str) -> String {
        quoted(text)
    }

    fn used(&self) -> [&Used; 2] {
        [&self.used, &self.methods]
    }

    fn form(&self, e: &E) -> (String, u8) {
        use strength::{ATOM, COND, NEG, OR};
        let text = match &e.kind {
            K::Int(n) => {
                let (text, own) = self.shared(e);
                return (text + if i32::try_from(n).is_err() { "LL" } else { "" }, own);
            }
            K::Char(c) => self.letter(*c),
            K::Text(t) => format!("Text({})", self.text_literal(t)),
            K::Tuple(all) | K::Make(all) => format!("{}{{{}}}", self.ty(&e.ty), self.all(all)),
            K::List(items) => self.items(items, &e.ty),
            K::Set(items) => self.set(items, &e.ty),
            K::Comp(gather, c) => self.comp(*gather, c, &e.ty),
            K::Part(a, i) => format!("get<{i}>({})", self.ex(a)),
            K::Slice(a, from, to) => {
                let from = from.as_ref().map_or("1".to_string(), |x| self.ex(x));
                let all = self.ex(a);
                let to = to.as_ref().map_or_else(|| format!("{}.size()", self.at(a, ATOM)), |x| self.ex(x));
                format!("{}({all}, {from}, {to})", self.note("slice_of"))
            }
            K::With(base, members) => self.with(base, members),
            K::Last(x) => format!("{}.back()", self.at(x, ATOM)),
            K::New => format!("{}{{}}", self.ty(&e.ty)),
            K::Thaw(x) | K::Freeze(x) => return self.form(x),
            K::Move(x) if e.ty.is_small() => return self.form(x),
            K::Move(x) => format!("std::move({})", self.ex(x)),
            K::Has(x, key) => format!("{}.count({})", self.at(x, ATOM), self.ex(key)),
            K::Empty(x) => format!("{}.empty()", self.at(x, ATOM)),
            K::Help(h, args) => self.help(*h, args),
            K::Size(x) => return (format!("(Int){}.size()", self.at(x, ATOM)), NEG),
            K::Bin(Op::Xor, a, b, _) => {
                // Compilers warn of sums beside a xor.
                let left = if matches!(a.kind, K::Bin(Op::Xor, ..)) { XOR } else { ATOM };
                return (format!("{} ^ {}", self.at(a, left), self.at(b, ATOM)), XOR);
            }
            K::Cond(arms, otherwise) => {
                let mut text = String::new();
                let most = if otherwise.is_some() { arms.len() } else { arms.len() - 1 };
                // Both sides of a question need one type.
                let plain = arms
                    .iter()
                    .map(|(_, v)| v)
                    .chain(otherwise.as_deref())
                    .all(|v| matches!(v.kind, K::Int(_)));
                let side = |v: &E| match v.kind {
                    K::Int(_) if !plain => format!("(Int){}", self.at(v, ATOM)),
                    _ => self.at(v, OR),
                };
                for (c, v) in &arms[..most] {
                    let _ = write!(text, "{} ? {} : ", self.at(c, OR), side(v));
                }
                let last = otherwise.as_deref().or(arms.last().map(|(_, v)| v));
                return (text + &last.map_or(String::new(), side), COND);
            }
            _ => return self.shared(e),
        };
        (text, ATOM)
    }
}

impl Cpp<'_> {
    /// A constant inside braces that say its type.
    pub(super) fn bare(&self, e: &E) -> String {
        match &e.kind {
            K::Text(t) => self.text_literal(t),
            _ => self.ex(e),
        }
    }

    pub(super) fn plain_items(&self, items: &[Item]) -> String {
        let one = |item: &Item| match item {
            Item::One(e) => self.bare(e),
            Item::Range(a, _) => self.ex(a),
        };
        items.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// The name of a type.
    pub(super) fn ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Int(_) | Ty::Unknown | Ty::Known(_) => "Int".into(),
            Ty::Bool => "bool".into(),
            Ty::Char => "Letter".into(),
            Ty::Text => "Text".into(),
            Ty::List(t) => format!("vector<{}>", self.ty(t)),
            Ty::Set(t) => format!("set<{}>", self.ty(t)),
            Ty::Tuple(all) => {
                format!("tuple<{}>", all.iter().map(|t| self.ty(t)).collect::<Vec<_>>().join(", "))
            }
            Ty::Graph(t) => format!("map<{}, vector<{}>>", self.ty(t), self.ty(t)),
            Ty::Struct(name) => name.clone(),
            Ty::Map(key, of) => format!("map<{}, {}>", self.ty(key), self.ty(of)),
        }
    }

    /// The type of an argument.
    pub(super) fn arg(&self, ty: &Ty) -> String {
        if ty.is_small() || *ty == Ty::Unknown { self.ty(ty) } else { format!("const {}&", self.ty(ty)) }
    }

    fn text_literal(&self, t: &str) -> String {
        format!("{}{}", if self.unicode { "U" } else { "" }, quoted(t))
    }

    pub(super) fn letter(&self, c: char) -> String {
        let prefix = if self.unicode { "U" } else { "" };
        match c {
            '\'' | '\\' => format!("{prefix}'\\{c}'"),
            c => format!("{prefix}'{c}'"),
        }
    }

    /// A value with other members.
    fn with(&self, base: &E, members: &[(String, E)]) -> String {
        let Some(made) = self.code.structure(&base.ty) else { return String::new() };
        let old = self.at(base, strength::ATOM);
        let value = |(name, _): &(String, Ty)| match members.iter().find(|(n, _)| n == name) {
            Some((_, e)) => self.ex(e),
            None => format!("{old}.{name}"),
        };
        let all: Vec<String> = made.members.iter().map(value).collect();
        format!("{}{{{}}}", made.name, all.join(", "))
    }

    fn items(&self, items: &[Item], ty: &Ty) -> String {
        if items.iter().all(|i| matches!(i, Item::One(_))) {
            return format!("{}{{{}}}", self.ty(ty), self.plain_items(items));
        }
        let mut pieces = Vec::new();
        for item in items {
            pieces.push(match item {
                Item::One(e) => format!("{}{{{}}}", self.ty(ty), self.ex(e)),
                Item::Range(a, b) => {
                    format!("{}({}, {})", self.note("range_list"), self.ex(a), self.ex(b))
                }
            });
        }
        let mut all = pieces.into_iter();
        let first = all.next().unwrap_or_default();
        all.fold(first, |text, more| format!("{}({text}, {more})", self.note("concat")))
    }

    fn set(&self, items: &[Item], ty: &Ty) -> String {
        if items.iter().all(|i| matches!(i, Item::One(_))) {
            return format!("{}{{{}}}", self.ty(ty), self.plain_items(items));
        }
        let list = Ty::list(ty.element().unwrap_or(Ty::Unknown));
        format!("{}({})", self.note("to_set"), self.items(items, &list))
    }

    /// The head of a loop.
    pub(super) fn loop_head(&self, name: &str, over: &Over) -> String {
        match over {
            Over::Range(a, b) => {
                let start = self.ex(a);
                match &b.kind {
                    K::Bin(Op::Sub, end, one, _) if one.kind == K::Int(1.into()) => {
                        let end = self.at(end, strength::CMP + 1);
                        format!("for (Int {name} = {start}; {name} < {end}; {name}++)")
                    }
                    _ => {
                        let end = self.at(b, strength::CMP + 1);
                        format!("for (Int {name} = {start}; {name} <= {end}; {name}++)")
                    }
                }
            }
            Over::All(e) => {
                let of = e.ty.element().unwrap_or(Ty::Unknown);
                // What a function has just made may be taken from it.
                let ty = match (&e.kind, of.is_small()) {
                    (K::Invoke(..), false) => format!("{}&", self.ty(&of)),
                    _ => self.arg(&of),
                };
                format!("for ({ty} {name} : {})", self.ex(e))
            }
        }
    }

    /// The head of a loop or a condition, or a name.
    pub(super) fn clause(&self, c: &Clause) -> String {
        match c {
            Clause::For(name, over) => self.loop_head(name, over),
            Clause::If(e) => format!("if ({})", self.ex(e)),
            Clause::Let(name, e) => format!("{} {name} = {};", self.ty(&e.ty), self.ex(e)),
        }
    }

    fn comp(&self, gather: Gather, c: &Comp, ty: &Ty) -> String {
        let heads: Vec<String> = c.clauses.iter().map(|c| self.clause(c)).collect();
        let heads = heads.join(" ");
        let element = self.ex(&c.element);
        let (start, inner, end) = match gather {
            Gather::List => {
                (format!("{} result; ", self.ty(ty)), format!("result.push_back({element});"), "result")
            }
            Gather::Set => {
                (format!("{} result; ", self.ty(ty)), format!("result.insert({element});"), "result")
            }
            Gather::Any => (String::new(), format!("if ({element}) return true;"), "false"),
            Gather::All => {
                let not = self.at(&c.element, strength::NEG);
                (String::new(), format!("if (!{not}) return false;"), "true")
            }
            _ => {
                let result = E::var("result", Ty::Int(false));
                ("Int result = 0; ".into(), self.line(&summed(gather, c, &result, self.p.wide)), "result")
            }
        };
        format!("[&] {{ {start}{heads} {inner} return {end}; }}()")
    }

    /// A statement in one line.
    fn line(&self, s: &S) -> String {
        let mut out = Lines::new();
        self.statement(s, &mut out);
        out.done().trim_end().to_string()
    }

    fn help(&self, h: Helper, args: &[E]) -> String {
        let arg = |i: usize| self.ex(&args[i]);
        let base = || self.at(&args[0], strength::ATOM);
        let of_type = |ty: Option<Ty>| {
            format!("{}<{}>({})", self.note(h.name()), self.ty(&ty.unwrap_or(Ty::Unknown)), self.all(args))
        };
        match h {
            Helper::Min | Helper::Max => {
                format!("{}<Int>({}, {})", h.name(), arg(0), arg(1))
            }
            Helper::CountOf => format!("(Int){}.size()", base()),
            Helper::SortedText => format!("{}({})", self.note("sorted_of"), arg(0)),
            Helper::AnyOf => format!("{}({})", self.note("any_of_"), arg(0)),
            Helper::AllOf => format!("{}({})", self.note("all_of_"), arg(0)),
            Helper::ContainsText => format!("({}.find({}) != Text::npos)", base(), arg(1)),
            Helper::Digit => format!("({} - '0')", arg(0)),
            Helper::ToText => format!("Text(1, {})", arg(0)),
            Helper::Near => format!("{}.at({})", base(), arg(1)),
            Helper::IsNode => format!("({}.count({}) > 0)", base(), arg(1)),
            Helper::Repeat => of_type(Some(args[0].ty.clone())),
            Helper::Distance | Helper::Without | Helper::CountEqual => of_type(args[0].ty.element()),
            Helper::Regions => of_type(args[0].ty.element().and_then(|t| t.element())),
            Helper::Contains if matches!(args[0].ty, Ty::Set(_)) => {
                format!("({}.count({}) > 0)", base(), arg(1))
            }
            _ => format!("{}({})", self.note(h.name()), self.all(args)),
        }
    }
}

/// A string of C++ and of Rust.
pub(in crate::print) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
