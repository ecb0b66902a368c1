//! Expressions of a C++ program.

use super::Cpp;
use crate::ir::{Clause, Comp, E, Gather, Helper, Item, K, Op, Over, Rel, S, Ty};
use crate::print::PUT;
use crate::print::layout::Lines;
use crate::print::statements::{Language, summed};
use std::fmt::Write;

/// Binding strengths.
pub(super) mod strength {
    pub(in crate::print::cpp) const COND: u8 = 2;
    pub(in crate::print::cpp) const OR: u8 = 3;
    pub(in crate::print::cpp) const AND: u8 = 4;
    pub(in crate::print::cpp) const XOR: u8 = 6;
    pub(in crate::print::cpp) const EQ: u8 = 8;
    pub(in crate::print::cpp) const CMP: u8 = 9;
    pub(in crate::print::cpp) const ADD: u8 = 12;
    pub(in crate::print::cpp) const MUL: u8 = 13;
    pub(in crate::print::cpp) const NEG: u8 = 15;
    pub(in crate::print::cpp) const ATOM: u8 = 16;
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

    pub(super) fn ex(&self, e: &E) -> String {
        self.at(e, strength::COND)
    }

    fn text_literal(&self, t: &str) -> String {
        format!("{}{}", if self.p.unicode { "U" } else { "" }, quoted(t))
    }

    pub(super) fn letter(&self, c: char) -> String {
        let prefix = if self.p.unicode { "U" } else { "" };
        match c {
            '\'' | '\\' => format!("{prefix}'\\{c}'"),
            c => format!("{prefix}'{c}'"),
        }
    }

    /// An expression where something binds as strongly as this around it.
    pub(super) fn at(&self, e: &E, around: u8) -> String {
        use strength::*;
        let (text, own) = match &e.kind {
            K::Int(n) => {
                let negative = n.sign() == num_bigint::Sign::Minus;
                let long = i32::try_from(n).is_err();
                (format!("{n}{}", if long { "LL" } else { "" }), if negative { NEG } else { ATOM })
            }
            K::Bool(b) => (b.to_string(), ATOM),
            K::Char(c) => (self.letter(*c), ATOM),
            K::Text(t) => (format!("Text({})", self.text_literal(t)), ATOM),
            K::Var(name) | K::Global(name) => (name.clone(), ATOM),
            K::Tuple(all) => {
                let all: Vec<String> = all.iter().map(|x| self.ex(x)).collect();
                (format!("{}{{{}}}", self.ty(&e.ty), all.join(", ")), ATOM)
            }
            K::List(items) => (self.items(items, &e.ty), ATOM),
            K::Set(items) => (self.set(items, &e.ty), ATOM),
            K::Comp(gather, c) => (self.comp(*gather, c, &e.ty), ATOM),
            K::Part(a, i) => (format!("get<{i}>({})", self.ex(a)), ATOM),
            K::Slice(a, from, to) => {
                let name = self.used.note("slice_of");
                let from = from.as_ref().map_or("1".to_string(), |x| self.ex(x));
                let all = self.ex(a);
                let to = to.as_ref().map_or_else(|| format!("{}.size()", self.at(a, ATOM)), |x| self.ex(x));
                (format!("{name}({all}, {from}, {to})"), ATOM)
            }
            K::Invoke(name, args) => (format!("{name}({})", self.all(args)), ATOM),
            K::Make(args) => (format!("{}{{{}}}", self.ty(&e.ty), self.all(args)), ATOM),
            K::With(base, members) => (self.with(base, members), ATOM),
            K::Member(x, name) => (format!("{}.{name}", self.at(x, ATOM)), ATOM),
            K::At(x, i) => (format!("{}[{}]", self.at(x, ATOM), self.ex(i)), ATOM),
            K::Last(x) => (format!("{}.back()", self.at(x, ATOM)), ATOM),
            K::New => (format!("{}{{}}", self.ty(&e.ty)), ATOM),
            K::Thaw(x) | K::Freeze(x) => return self.at(x, around),
            K::Move(x) if e.ty.is_small() => return self.at(x, around),
            K::Move(x) => (format!("std::move({})", self.ex(x)), ATOM),
            K::Has(x, key) => (format!("{}.count({})", self.at(x, ATOM), self.ex(key)), ATOM),
            K::Empty(x) => (format!("{}.empty()", self.at(x, ATOM)), ATOM),
            K::Read(method, args) => (format!("in.{}({})", self.methods.note(method), self.all(args)), ATOM),
            K::Literal(text) => (quoted(text), ATOM),
            K::Help(h, args) => (self.help(*h, args), ATOM),
            K::Size(x) => (format!("(Int){}.size()", self.at(x, ATOM)), NEG),
            K::Neg(x) => (format!("-{}", self.at(x, NEG + 1)), NEG),
            K::Not(x) => (format!("!{}", self.at(x, NEG)), NEG),
            K::And(all) => (self.joined(all, " && ", AND), AND),
            K::Or(all) => (self.joined(all, " || ", OR), OR),
            K::Bin(op, a, b, true) if matches!(op, Op::Add | Op::Sub | Op::Mul) => {
                let name = self.used.note(match op {
                    Op::Add => "add",
                    Op::Sub => "sub",
                    _ => "mul",
                });
                (format!("{name}({}, {})", self.ex(a), self.ex(b)), ATOM)
            }
            K::Bin(op, a, b, _) => {
                let own = match op {
                    Op::Add | Op::Sub => ADD,
                    Op::Mul | Op::Div | Op::Mod => MUL,
                    Op::Xor => XOR,
                };
                let sign = op.sign();
                // Compilers warn of sums beside a xor.
                let inner = if *op == Op::Xor { ATOM } else { own };
                let left = match (&a.kind, op) {
                    (K::Bin(Op::Xor, ..), Op::Xor) => self.at(a, XOR),
                    _ => self.at(a, inner),
                };
                (format!("{left} {sign} {}", self.at(b, inner.max(own + 1))), own)
            }
            K::Cmp(rel, a, b) => {
                let own = if matches!(rel, Rel::Eq | Rel::Ne) { EQ } else { CMP };
                (format!("{} {} {}", self.at(a, CMP + 1), rel.sign(), self.at(b, CMP + 1)), own)
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
                text += &last.map_or(String::new(), side);
                (text, COND)
            }
            K::Field(_) | K::Param(_) | K::Call(..) | K::Mover | K::Index(..) => unreachable!("{PUT}"),
            K::Opponent | K::Turn | K::Stuck | K::Heaps => unreachable!("{PUT}"),
        };
        if own < around || (own == COND && around == COND && matches!(e.kind, K::Cond(..))) && around > COND {
            format!("({text})")
        } else {
            text
        }
    }

    pub(super) fn all(&self, all: &[E]) -> String {
        all.iter().map(|x| self.ex(x)).collect::<Vec<_>>().join(", ")
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

    fn joined(&self, all: &[E], word: &str, own: u8) -> String {
        // Compilers warn of `and` beside `or` without brackets.
        all.iter().map(|x| self.at(x, own.max(strength::AND) + 1)).collect::<Vec<_>>().join(word)
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
                    format!("{}({}, {})", self.used.note("range_list"), self.ex(a), self.ex(b))
                }
            });
        }
        let mut all = pieces.into_iter();
        let first = all.next().unwrap_or_default();
        all.fold(first, |text, more| format!("{}({text}, {more})", self.used.note("concat")))
    }

    fn set(&self, items: &[Item], ty: &Ty) -> String {
        if items.iter().all(|i| matches!(i, Item::One(_))) {
            return format!("{}{{{}}}", self.ty(ty), self.plain_items(items));
        }
        let list = Ty::list(ty.element().unwrap_or(Ty::Unknown));
        format!("{}({})", self.used.note("to_set"), self.items(items, &list))
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
        match h {
            Helper::Min | Helper::Max => {
                format!("{}<Int>({}, {})", h.name(), arg(0), arg(1))
            }
            Helper::CountOf => format!("(Int){}.size()", base()),
            Helper::SortedText => format!("{}({})", self.used.note("sorted_of"), arg(0)),
            Helper::AnyOf => format!("{}({})", self.used.note("any_of_"), arg(0)),
            Helper::AllOf => format!("{}({})", self.used.note("all_of_"), arg(0)),
            Helper::ContainsText => format!("({}.find({}) != Text::npos)", base(), arg(1)),
            Helper::Digit => format!("({} - '0')", arg(0)),
            Helper::ToText => format!("Text(1, {})", arg(0)),
            Helper::Near => format!("{}.at({})", base(), arg(1)),
            Helper::IsNode => format!("({}.count({}) > 0)", base(), arg(1)),
            Helper::Distance => {
                let name = self.used.note("distance_on");
                let of = args[0].ty.element().unwrap_or(Ty::Unknown);
                format!("{name}<{}>({}, {}, {})", self.ty(&of), arg(0), arg(1), arg(2))
            }
            Helper::Repeat => {
                let name = self.used.note("repeat");
                format!("{name}<{}>({}, {})", self.ty(&args[0].ty), arg(0), arg(1))
            }
            Helper::Without | Helper::CountEqual => {
                let name = self.used.note(h.name());
                let of = args[0].ty.element().unwrap_or(Ty::Unknown);
                format!("{name}<{}>({}, {})", self.ty(&of), arg(0), arg(1))
            }
            Helper::Contains if matches!(args[0].ty, Ty::Set(_)) => {
                format!("({}.count({}) > 0)", base(), arg(1))
            }
            Helper::Regions => {
                let name = self.used.note("regions");
                let of = args[0].ty.element().and_then(|t| t.element()).unwrap_or(Ty::Unknown);
                format!("{name}<{}>({}, {}, {})", self.ty(&of), arg(0), arg(1), arg(2))
            }
            _ => {
                let name = self.used.note(h.name());
                let all: Vec<String> = args.iter().map(|x| self.ex(x)).collect();
                format!("{name}({})", all.join(", "))
            }
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
