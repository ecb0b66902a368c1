//! C++17 in one file: lists are vectors, words strings, positions plain structures with an order, so that they can be
//! keys of a map.

mod functions;
pub(crate) mod judge;
mod main;
mod search;
mod states;

use super::layout::{Lines, comment};
use super::prelude::{self, Used};
use crate::ir::{Clause, Comp, E, Gather, Helper, Item, K, Op, Over, Program, Rel, Ty};
use crate::sizes;
use std::cell::RefCell;
use std::fmt::Write;

/// Binding strengths.
mod strength {
    pub(super) const COND: u8 = 2;
    pub(super) const OR: u8 = 3;
    pub(super) const AND: u8 = 4;
    pub(super) const XOR: u8 = 6;
    pub(super) const EQ: u8 = 8;
    pub(super) const CMP: u8 = 9;
    pub(super) const ADD: u8 = 12;
    pub(super) const MUL: u8 = 13;
    pub(super) const NEG: u8 = 15;
    pub(super) const ATOM: u8 = 16;
}

/// The text of a program.
pub(super) fn print(program: &Program) -> String {
    let printer = Cpp {
        p: program,
        used: Used::default(),
        methods: Used::default(),
        base: RefCell::new(String::new()),
    };
    let mut body = Lines::new();
    printer.functions(&mut body);
    printer.formulas(&mut body);
    printer.position(&mut body);
    if let Some(search) = &program.search {
        printer.search(search, &mut body);
    }
    printer.table(&mut body);
    let mut main = Lines::new();
    printer.main(&mut main);
    printer.whole(&body.done(), &main.done())
}

struct Cpp<'p> {
    p: &'p Program,
    used: Used,
    methods: Used,
    /// What stands before the name of a field: `p.`, or nothing.
    base: RefCell<String>,
}

impl Cpp<'_> {
    fn whole(&self, body: &str, main: &str) -> String {
        let mut params = Lines::new();
        for x in self.p.params.iter().filter(|x| x.used) {
            let constant = if x.read || x.derived { "" } else { "const " };
            let value = match (x.derived, &x.ty) {
                (true, _) => String::new(),
                (_, Ty::Graph(_)) => format!(" = {}", self.graph(&x.value)),
                _ => format!(" = {}", self.ex(&x.value)),
            };
            params.add(format!("{constant}{} {}{value};", self.ty(&x.ty), x.name));
        }
        let params = params.done();
        let mut out = Lines::new();
        for line in &self.p.header {
            out.add(format!("// {}", comment(line)).trim_end());
        }
        out.gap();
        out.add("#include <bits/stdc++.h>");
        out.add("using namespace std;");
        out.gap();
        out.add(if self.p.wide { "using Int = __int128;" } else { "using Int = long long;" });
        self.methods.note("input");
        let methods = self.methods.texts(&prelude::entries(include_str!("text/input.cpp"), "\n//="));
        if methods.concat().contains("stop(") {
            self.used.note("stop");
        }
        let texts = self.used.texts(&prelude::entries(include_str!("text/prelude.cpp"), "\n//="));
        let all = format!("{}{params}{body}{main}", texts.concat());
        if all.contains("LARGEST") || methods.concat().contains("LARGEST") {
            let largest = sizes::largest(self.p);
            out.add(format!("const Int LARGEST = {largest}LL;  // of the input, and of positions"));
        }
        if all.contains("Text") {
            out.add(if self.p.unicode { "using Text = u32string;" } else { "using Text = string;" });
        }
        if all.contains("Letter") {
            out.add(if self.p.unicode { "using Letter = char32_t;" } else { "using Letter = char;" });
        }
        for text in texts {
            out.gap();
            out.raw(text);
        }
        if !params.is_empty() {
            out.gap();
            out.raw(&params);
        }
        if !body.trim().is_empty() {
            out.gap();
            out.raw(body);
        }
        out.gap();
        // The head of the structure comes first, its methods stand inside.
        for (i, text) in methods.iter().enumerate() {
            if i == 1 {
                out.deeper();
            }
            if i > 0 {
                out.add("");
            }
            out.raw(text);
        }
        out.close("};");
        out.gap();
        out.raw(main);
        out.done()
    }

    fn graph(&self, e: &E) -> String {
        let K::List(rows) = &e.kind else { return self.ex(e) };
        let row = |item: &Item| match item {
            Item::One(E { kind: K::Tuple(pair), .. }) => {
                let near = match &pair[1].kind {
                    K::List(items) => self.plain_items(items),
                    _ => String::new(),
                };
                format!("{{{}, {{{near}}}}}", self.bare(&pair[0]))
            }
            _ => String::new(),
        };
        format!("{{{}}}", rows.iter().map(row).collect::<Vec<_>>().join(", "))
    }

    /// A constant inside braces that say its type.
    fn bare(&self, e: &E) -> String {
        match &e.kind {
            K::Text(t) => self.text_literal(t),
            _ => self.ex(e),
        }
    }

    fn plain_items(&self, items: &[Item]) -> String {
        let one = |item: &Item| match item {
            Item::One(e) => self.bare(e),
            Item::Range(a, _) => self.ex(a),
        };
        items.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// The name of a type.
    fn ty(&self, ty: &Ty) -> String {
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
        }
    }

    /// The type of an argument.
    fn arg(&self, ty: &Ty) -> String {
        if ty.is_small() || *ty == Ty::Unknown { self.ty(ty) } else { format!("const {}&", self.ty(ty)) }
    }

    fn ex(&self, e: &E) -> String {
        self.at(e, strength::COND)
    }

    fn field(&self, i: usize) -> String {
        format!("{}{}", self.base.borrow(), self.p.fields[i].name)
    }

    fn with_base<T>(&self, base: &str, f: impl FnOnce() -> T) -> T {
        let kept = self.base.replace(base.to_string());
        let out = f();
        self.base.replace(kept);
        out
    }

    fn text_literal(&self, t: &str) -> String {
        format!("{}{}", if self.p.unicode { "U" } else { "" }, quoted(t))
    }

    fn letter(&self, c: char) -> String {
        let prefix = if self.p.unicode { "U" } else { "" };
        match c {
            '\'' | '\\' => format!("{prefix}'\\{c}'"),
            c => format!("{prefix}'{c}'"),
        }
    }

    /// An expression where something binds as strongly as this around it.
    fn at(&self, e: &E, around: u8) -> String {
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
            K::Var(name) => (name.clone(), ATOM),
            K::Field(i) => (self.field(*i), ATOM),
            K::Param(i) => (self.p.params[*i].name.clone(), ATOM),
            K::Mover => ("mover + 1".to_string(), ADD),
            K::Opponent => ("2 - mover".to_string(), ADD),
            K::Turn => ("turn".to_string(), ATOM),
            K::Stuck => ("stuck".to_string(), ATOM),
            K::Heaps => ("heaps".to_string(), ATOM),
            K::Tuple(all) => {
                let all: Vec<String> = all.iter().map(|x| self.ex(x)).collect();
                (format!("{}{{{}}}", self.ty(&e.ty), all.join(", ")), ATOM)
            }
            K::List(items) => (self.items(items, &e.ty), ATOM),
            K::Set(items) => (self.set(items, &e.ty), ATOM),
            K::Comp(gather, c) => (self.comp(*gather, c, &e.ty), ATOM),
            K::Index(a, i) => (format!("{}[{}]", self.at(a, ATOM), self.less_one(i)), ATOM),
            K::Part(a, i) => (format!("get<{i}>({})", self.ex(a)), ATOM),
            K::Slice(a, from, to) => {
                let name = self.used.note("slice_of");
                let from = from.as_ref().map_or("1".to_string(), |x| self.ex(x));
                let all = self.ex(a);
                let to = to.as_ref().map_or_else(|| format!("{}.size()", self.at(a, ATOM)), |x| self.ex(x));
                (format!("{name}({all}, {from}, {to})"), ATOM)
            }
            K::Call(i, args) => {
                let name = self.p.functions.iter().find(|f| f.id == *i).map_or("", |f| f.name.as_str());
                let args: Vec<String> = args.iter().map(|x| self.ex(x)).collect();
                (format!("{name}({})", args.join(", ")), ATOM)
            }
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
                let (sign, own) = match op {
                    Op::Add => ("+", ADD),
                    Op::Sub => ("-", ADD),
                    Op::Mul => ("*", MUL),
                    Op::Div => ("/", MUL),
                    Op::Mod => ("%", MUL),
                    Op::Xor => ("^", XOR),
                };
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
                (format!("{} {} {}", self.at(a, CMP + 1), relation(*rel), self.at(b, CMP + 1)), own)
            }
            K::Cond(arms, otherwise) => {
                let mut text = String::new();
                let most = if otherwise.is_some() { arms.len() } else { arms.len() - 1 };
                // Both sides of a question need one type.
                let side = |v: &E| match (&v.kind, &v.ty) {
                    (K::Int(_), _) => format!("(Int){}", self.at(v, ATOM)),
                    _ => self.at(v, OR),
                };
                for (c, v) in &arms[..most] {
                    let _ = write!(text, "{} ? {} : ", self.at(c, OR), side(v));
                }
                let last = otherwise.as_deref().or(arms.last().map(|(_, v)| v));
                text += &last.map_or(String::new(), side);
                (text, COND)
            }
        };
        if own < around || (own == COND && around == COND && matches!(e.kind, K::Cond(..))) && around > COND {
            format!("({text})")
        } else {
            text
        }
    }

    fn joined(&self, all: &[E], word: &str, own: u8) -> String {
        // Compilers warn of `and` beside `or` without brackets.
        all.iter().map(|x| self.at(x, own.max(strength::AND) + 1)).collect::<Vec<_>>().join(word)
    }

    /// One less, for indices from 1.
    fn less_one(&self, e: &E) -> String {
        match &e.kind {
            K::Help(Helper::Inside, args) => {
                format!("{}({}, {})", self.used.note("inside"), self.ex(&args[0]), self.ex(&args[1]))
            }
            K::Int(n) => (n - 1i64).to_string(),
            K::Bin(Op::Add, a, b, _) if b.kind == K::Int(1.into()) => self.ex(a),
            K::Bin(Op::Sub, a, b, _) => match &b.kind {
                K::Int(n) => format!("{} - {}", self.at(a, strength::ADD), n + 1i64),
                _ => format!("{} - 1", self.at(e, strength::ADD)),
            },
            _ => format!("{} - 1", self.at(e, strength::ADD)),
        }
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

    /// The head of a loop or a condition.
    fn clause(&self, c: &Clause) -> String {
        match c {
            Clause::For(name, Over::Range(a, b)) => {
                let end = self.at(b, strength::CMP + 1);
                format!("for (Int {name} = {}; {name} <= {end}; {name}++)", self.ex(a))
            }
            Clause::For(name, Over::All(e)) => {
                let of = e.ty.element().unwrap_or(Ty::Unknown);
                format!("for ({} {name} : {})", self.arg(&of), self.ex(e))
            }
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
            Gather::Sum => ("Int result = 0; ".into(), self.summed(c, &element), "result"),
            Gather::Xor => ("Int result = 0; ".into(), format!("result ^= {element};"), "result"),
            Gather::Count if element == "true" => ("Int result = 0; ".into(), "result++;".into(), "result"),
            Gather::Count => ("Int result = 0; ".into(), format!("if ({element}) result++;"), "result"),
            Gather::Any => (String::new(), format!("if ({element}) return true;"), "false"),
            Gather::All => {
                let not = self.at(&c.element, strength::NEG);
                (String::new(), format!("if (!{not}) return false;"), "true")
            }
        };
        format!("[&] {{ {start}{heads} {inner} return {end}; }}()")
    }

    /// Adds an element to a sum.
    fn summed(&self, c: &Comp, element: &str) -> String {
        match sizes::sum_fits(self.p, &c.element) {
            true => format!("result += {element};"),
            false => format!("result = {}(result, {element});", self.used.note("add")),
        }
    }

    fn help(&self, h: Helper, args: &[E]) -> String {
        let arg = |i: usize| self.ex(&args[i]);
        let base = || self.at(&args[0], strength::ATOM);
        match h {
            Helper::Min | Helper::Max => {
                format!("{}<Int>({}, {})", prelude::name(h), arg(0), arg(1))
            }
            Helper::CountOf => format!("(Int){}.size()", base()),
            Helper::SortedText => format!("{}({})", self.used.note("sorted_of"), arg(0)),
            Helper::AnyOf => format!("{}({})", self.used.note("any_of_"), arg(0)),
            Helper::AllOf => format!("{}({})", self.used.note("all_of_"), arg(0)),
            Helper::ContainsText => format!("({}.find({}) != Text::npos)", base(), arg(1)),
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
                let name = self.used.note(prelude::name(h));
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
                let name = self.used.note(prelude::name(h));
                let all: Vec<String> = args.iter().map(|x| self.ex(x)).collect();
                format!("{name}({})", all.join(", "))
            }
        }
    }
}

fn relation(rel: Rel) -> &'static str {
    match rel {
        Rel::Eq => "==",
        Rel::Ne => "!=",
        Rel::Lt => "<",
        Rel::Le => "<=",
        Rel::Gt => ">",
        Rel::Ge => ">=",
    }
}

/// A string of C++ and of Rust.
pub(super) fn quoted(text: &str) -> String {
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
