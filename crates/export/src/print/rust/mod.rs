//! Rust 2021: lists are vectors, words vectors of letters, positions structures that can be keys of a map.
//!
//! Large values are passed by reference and cloned where they are kept; parameters travel in one structure.

mod functions;
mod main;
mod search;
mod states;

use super::layout::{Lines, comment};
use super::prelude::{self, Used};
use crate::ir::{Clause, Comp, E, Gather, Helper, Item, K, Op, Over, Program, Rel, Ty};
use crate::print::cpp::quoted;
use crate::sizes;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;

/// Binding strengths.
mod strength {
    pub(super) const COND: u8 = 1;
    pub(super) const OR: u8 = 3;
    pub(super) const AND: u8 = 4;
    pub(super) const CMP: u8 = 5;
    pub(super) const XOR: u8 = 7;
    pub(super) const ADD: u8 = 10;
    pub(super) const MUL: u8 = 11;
    pub(super) const NEG: u8 = 13;
    pub(super) const ATOM: u8 = 14;
}

/// The text of a program.
pub(super) fn print(program: &Program) -> String {
    let printer = Rust {
        p: program,
        used: Used::default(),
        methods: Used::default(),
        base: RefCell::new(String::new()),
        refs: RefCell::new(HashSet::new()),
        field_refs: Cell::new(false),
        heaps_ref: Cell::new(false),
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

struct Rust<'p> {
    p: &'p Program,
    used: Used,
    methods: Used,
    /// What stands before the name of a field: `p.`, or nothing.
    base: RefCell<String>,
    /// Variables that are references.
    refs: RefCell<HashSet<String>>,
    /// Fields are arguments here, so large ones are references.
    field_refs: Cell<bool>,
    /// The same for all heaps.
    heaps_ref: Cell<bool>,
}

impl Rust<'_> {
    fn whole(&self, body: &str, main: &str) -> String {
        let mut params = Lines::new();
        if self.has_params() {
            params.open("struct Params {");
            for x in self.p.params.iter().filter(|x| x.used) {
                params.add(format!("{}: {},", x.name, self.ty(&x.ty)));
            }
            params.close("}");
        }
        let params = params.done();
        self.methods.note("input");
        let methods = self.methods.texts(&prelude::entries(include_str!("text/input.rs"), "\n//="));
        if methods.concat().contains("stop(") {
            self.used.note("stop");
        }
        let texts = self.used.texts(&prelude::entries(include_str!("text/prelude.rs"), "\n//="));
        let all = format!("{}{params}{body}{main}", texts.concat());
        let mut out = Lines::new();
        for line in &self.p.header {
            out.add(format!("// {}", comment(line)).trim_end());
        }
        out.gap();
        // Names of the rules may be capitals.
        if self.names().iter().any(|n| n.chars().any(char::is_uppercase)) {
            out.add("#![allow(non_snake_case)]");
            out.gap();
        }
        let mut sets = Vec::new();
        for name in ["BTreeMap", "BTreeSet", "HashMap", "HashSet"] {
            if all.contains(&format!("{name}<")) || all.contains(&format!("{name}::")) {
                sets.push(name);
            }
        }
        let mut order = Vec::new();
        for name in ["max", "min"] {
            if called(&all, name) {
                order.push(name);
            }
        }
        for (place, names) in [("cmp", order), ("collections", sets)] {
            match names.as_slice() {
                [] => {}
                [one] => out.add(format!("use std::{place}::{one};")),
                many => out.add(format!("use std::{place}::{{{}}};", many.join(", "))),
            }
        }
        out.add("use std::io::Read;");
        out.gap();
        out.add(if self.p.wide { "type Int = i128;" } else { "type Int = i64;" });
        if all.contains("LARGEST") || methods.concat().contains("LARGEST") {
            out.add("/// The largest number of the input, and of positions.");
            out.add(format!("const LARGEST: Int = {};", sizes::largest(self.p)));
        }
        if all.contains("Text") {
            out.add("type Text = Vec<char>;");
        }
        for text in texts {
            out.gap();
            out.raw(text);
        }
        if !params.is_empty() {
            out.gap();
            out.add("/// The parameters of the game.");
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
        out.close("}");
        out.gap();
        out.raw(main);
        out.done()
    }

    /// The names that the rules gave.
    fn names(&self) -> Vec<String> {
        let mut out: Vec<String> = self.p.params.iter().map(|x| x.name.clone()).collect();
        out.extend(self.p.fields.iter().map(|f| f.name.clone()));
        out.extend(self.p.functions.iter().map(|f| f.name.clone()));
        out.extend(self.p.functions.iter().flat_map(|f| f.args.iter().map(|(n, _)| n.clone())));
        crate::bits::visit_program(self.p, &mut |e| {
            if let K::Var(name) = &e.kind {
                out.push(name.clone());
            }
        });
        out
    }

    fn has_params(&self) -> bool {
        self.p.params.iter().any(|x| x.used)
    }

    /// The parameters as a first argument: of a declaration, or of a call.
    fn params_arg(&self, typed: bool) -> &'static str {
        match (self.has_params(), typed) {
            (false, _) => "",
            (true, true) => "params: &Params, ",
            (true, false) => "params, ",
        }
    }

    /// The name of a type.
    fn ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Int(_) | Ty::Unknown | Ty::Known(_) => "Int".into(),
            Ty::Bool => "bool".into(),
            Ty::Char => "char".into(),
            Ty::Text => "Text".into(),
            Ty::List(t) => format!("Vec<{}>", self.ty(t)),
            Ty::Set(t) => format!("BTreeSet<{}>", self.ty(t)),
            Ty::Tuple(all) => format!("({})", all.iter().map(|t| self.ty(t)).collect::<Vec<_>>().join(", ")),
            Ty::Graph(t) => format!("BTreeMap<{}, Vec<{}>>", self.ty(t), self.ty(t)),
        }
    }

    fn large(&self, ty: &Ty) -> bool {
        !ty.is_small() && *ty != Ty::Unknown
    }

    /// The type of an argument.
    fn arg(&self, ty: &Ty) -> String {
        match ty {
            Ty::Text => "&[char]".into(),
            Ty::List(t) => format!("&[{}]", self.ty(t)),
            ty if self.large(ty) => format!("&{}", self.ty(ty)),
            ty => self.ty(ty),
        }
    }

    /// A value; a large one that stands somewhere is cloned.
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

    fn is_place(&self, e: &E) -> bool {
        match &e.kind {
            K::Var(_) | K::Field(_) | K::Param(_) | K::Heaps => true,
            K::Index(a, _) | K::Part(a, _) => self.is_place(a),
            K::Help(Helper::Near, args) => self.is_place(&args[0]),
            _ => false,
        }
    }

    fn is_ref(&self, e: &E) -> bool {
        match &e.kind {
            K::Var(name) => self.refs.borrow().contains(name),
            K::Field(_) => self.field_refs.get() && self.base.borrow().is_empty(),
            K::Heaps => self.heaps_ref.get(),
            _ => false,
        }
    }

    /// Where a large value stands, without a copy.
    fn place(&self, e: &E) -> String {
        match &e.kind {
            K::Var(name) => name.clone(),
            K::Field(i) => self.field(*i),
            K::Param(i) => format!("params.{}", self.p.params[*i].name),
            K::Heaps => "heaps".into(),
            K::Index(a, i) => format!("{}[{}]", self.place(a), self.index(i)),
            K::Part(a, i) => format!("{}.{i}", self.place(a)),
            K::Help(Helper::Near, args) if self.is_place(e) => {
                format!("{}[&{}]", self.place(&args[0]), self.at(&args[1], strength::NEG))
            }
            _ => self.at(e, strength::ATOM),
        }
    }

    /// A reference to a large value, or a small one as it is.
    fn borrow(&self, e: &E) -> String {
        match (self.large(&e.ty), self.is_ref(e)) {
            (false, _) => self.ex(e),
            (true, true) => self.place(e),
            (true, false) => format!("&{}", self.place(e)),
        }
    }

    /// Two values side by side in a comparison.
    fn compared(&self, e: &E) -> String {
        match (self.large(&e.ty), self.is_place(e)) {
            (true, true) if self.is_ref(e) => format!("*{}", self.place(e)),
            (true, true) => self.place(e),
            _ => self.at(e, strength::CMP + 1),
        }
    }

    fn index(&self, i: &E) -> String {
        match &i.kind {
            K::Help(Helper::Inside, args) => {
                format!("{}({}, {})", self.used.note("inside"), self.ex(&args[0]), self.ex(&args[1]))
            }
            K::Int(n) => (n - 1i64).to_string(),
            K::Bin(Op::Add, a, b, _) if b.kind == K::Int(1.into()) => {
                format!("{} as usize", self.at(a, strength::ATOM))
            }
            _ => {
                let less = match &i.kind {
                    K::Bin(Op::Sub, a, b, _) => match &b.kind {
                        K::Int(n) => format!("{} - {}", self.at(a, strength::ADD), n + 1i64),
                        _ => format!("{} - 1", self.at(i, strength::ADD)),
                    },
                    _ => format!("{} - 1", self.at(i, strength::ADD)),
                };
                format!("({less}) as usize")
            }
        }
    }

    /// An expression where something binds as strongly as this around it.
    fn at(&self, e: &E, around: u8) -> String {
        use strength::*;
        if self.large(&e.ty) && self.is_place(e) {
            return match (self.is_ref(e), &e.ty) {
                (true, Ty::Text | Ty::List(_)) => format!("{}.to_vec()", self.place(e)),
                _ => format!("{}.clone()", self.place(e)),
            };
        }
        let (text, own) = match &e.kind {
            K::Int(n) => (n.to_string(), if n.sign() == num_bigint::Sign::Minus { NEG } else { ATOM }),
            K::Bool(b) => (b.to_string(), ATOM),
            K::Char(c) => (letter(*c), ATOM),
            K::Text(t) => (format!("{}({})", self.used.note("text"), quoted(t)), ATOM),
            K::Var(_) | K::Field(_) | K::Param(_) | K::Heaps | K::Index(..) => (self.place(e), ATOM),
            K::Part(a, i) => (format!("{}.{i}", self.place(a)), ATOM),
            K::Mover => ("mover + 1".to_string(), ADD),
            K::Opponent => ("2 - mover".to_string(), ADD),
            K::Turn => ("turn".to_string(), ATOM),
            K::Stuck => ("stuck".to_string(), ATOM),
            K::Tuple(all) => (format!("({})", self.all(all)), ATOM),
            K::List(items) => (self.items(items, &e.ty), ATOM),
            K::Set(items) => (self.set(items, &e.ty), ATOM),
            K::Comp(gather, c) => (self.comp(*gather, c, &e.ty), ATOM),
            K::Slice(a, from, to) => {
                let name = self.used.note("slice_of");
                let from = from.as_ref().map_or("1".to_string(), |x| self.ex(x));
                let all = self.borrow(a);
                let to = match to {
                    Some(x) => self.ex(x),
                    None => format!("{}({})", self.used.note("size"), self.borrow(a)),
                };
                (format!("{name}({all}, {from}, {to})"), ATOM)
            }
            K::Call(i, args) => {
                let name = self.p.functions.iter().find(|f| f.id == *i).map_or("", |f| f.name.as_str());
                let args: Vec<String> = args.iter().map(|x| self.borrow(x)).collect();
                let text = format!("{name}({}{})", self.params_arg(false), args.join(", "));
                (text.replace("params, )", "params)"), ATOM)
            }
            K::Help(h, args) => return self.help(*h, args, around),
            K::Size(x) => match x.ty {
                Ty::Set(_) => (format!("{}({})", self.used.note("members"), self.borrow(x)), ATOM),
                Ty::Graph(_) => {
                    let nodes = format!("{}({})", self.used.note("nodes"), self.borrow(x));
                    (format!("{}(&{nodes})", self.used.note("size")), ATOM)
                }
                _ => (format!("{}({})", self.used.note("size"), self.borrow(x)), ATOM),
            },
            K::Neg(x) => (format!("-{}", self.at(x, NEG)), NEG),
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
                (format!("{} {sign} {}", self.at(a, own), self.at(b, own + 1)), own)
            }
            K::Cmp(rel, a, b) => {
                (format!("{} {} {}", self.compared(a), relation(*rel), self.compared(b)), CMP)
            }
            K::Cond(arms, otherwise) => {
                let mut text = String::new();
                let most = if otherwise.is_some() { arms.len() } else { arms.len() - 1 };
                for (c, v) in &arms[..most] {
                    text += &format!("if {} {{ {} }} else ", self.ex(c), self.ex(v));
                }
                let last = otherwise.as_deref().or(arms.last().map(|(_, v)| v));
                let last = last.map_or(String::new(), |v| self.ex(v));
                if most == 0 {
                    return self.at(arms.last().map_or(e, |(_, v)| v), around);
                }
                (format!("{text}{{ {last} }}"), COND)
            }
        };
        if own < around { format!("({text})") } else { text }
    }

    fn all(&self, all: &[E]) -> String {
        all.iter().map(|x| self.ex(x)).collect::<Vec<_>>().join(", ")
    }

    fn joined(&self, all: &[E], word: &str, own: u8) -> String {
        all.iter().map(|x| self.at(x, own + 1)).collect::<Vec<_>>().join(word)
    }

    fn items(&self, items: &[Item], ty: &Ty) -> String {
        let of = ty.element().unwrap_or(Ty::Unknown);
        if items.is_empty() {
            return format!("Vec::<{}>::new()", self.ty(&of));
        }
        let list = |items: &[Item]| {
            let one = |item: &Item| match item {
                Item::One(e) => self.ex(e),
                Item::Range(a, _) => self.ex(a),
            };
            format!("vec![{}]", items.iter().map(one).collect::<Vec<_>>().join(", "))
        };
        if items.iter().all(|i| matches!(i, Item::One(_))) {
            return list(items);
        }
        let piece = |item: &Item| match item {
            Item::One(_) => list(std::slice::from_ref(item)),
            Item::Range(a, b) => {
                format!(
                    "({}..={}).collect::<Vec<Int>>()",
                    self.at(a, strength::ATOM),
                    self.at(b, strength::ATOM)
                )
            }
        };
        let mut all = items.iter().map(piece);
        let first = all.next().unwrap_or_default();
        all.fold(first, |text, more| format!("{}(&{text}, &{more})", self.used.note("concat")))
    }

    fn set(&self, items: &[Item], ty: &Ty) -> String {
        let of = ty.element().unwrap_or(Ty::Unknown);
        if items.is_empty() {
            return format!("BTreeSet::<{}>::new()", self.ty(&of));
        }
        if items.iter().all(|i| matches!(i, Item::One(_))) {
            let list = self.items(items, &Ty::list(of));
            return format!("BTreeSet::from({})", list.trim_start_matches("vec!"));
        }
        let list = self.items(items, &Ty::list(of));
        format!("{}(&{list})", self.used.note("to_set"))
    }

    /// A variable; the compiler wants to see that nothing looks at it.
    fn variable(&self, name: &str) -> String {
        let mut used = false;
        crate::bits::visit_program(self.p, &mut |e| used |= matches!(&e.kind, K::Var(n) if n == name));
        if used { name.to_string() } else { format!("_{name}") }
    }

    /// The head of a loop or a condition.
    fn clause(&self, c: &Clause) -> String {
        match c {
            Clause::For(name, Over::Range(a, b)) => {
                let name = self.variable(name);
                format!("for {name} in {}..={}", self.at(a, strength::OR), self.at(b, strength::OR))
            }
            Clause::For(name, Over::All(e)) => {
                let name = self.variable(name);
                let of = e.ty.element().unwrap_or(Ty::Unknown);
                let copied = if self.large(&of) { "cloned" } else { "copied" };
                match self.is_place(e) {
                    true => format!("for {name} in {}.iter().{copied}()", self.place(e)),
                    false => format!("for {name} in {}", self.at(e, strength::OR)),
                }
            }
            Clause::If(e) => format!("if {}", self.ex(e)),
            Clause::Let(name, e) => format!("let {} = {};", self.variable(name), self.ex(e)),
        }
    }

    fn comp(&self, gather: Gather, c: &Comp, ty: &Ty) -> String {
        let heads: Vec<String> = c.clauses.iter().map(|c| format!("{} {{", self.clause(c))).collect();
        let ends = " }".repeat(heads.len());
        let heads = heads.join(" ");
        let element = self.ex(&c.element);
        let (start, inner, end) = match gather {
            Gather::List => (
                format!("let mut result: {} = Vec::new(); ", self.ty(ty)),
                format!("result.push({element});"),
                "result",
            ),
            Gather::Set => {
                let start = format!("let mut result: {} = BTreeSet::new(); ", self.ty(ty));
                (start, format!("result.insert({element});"), "result")
            }
            Gather::Sum => ("let mut result: Int = 0; ".into(), self.summed(c, &element), "result"),
            Gather::Xor => ("let mut result: Int = 0; ".into(), format!("result ^= {element};"), "result"),
            Gather::Count if element == "true" => {
                ("let mut result: Int = 0; ".into(), "result += 1;".into(), "result")
            }
            Gather::Count => {
                ("let mut result: Int = 0; ".into(), format!("if {element} {{ result += 1; }}"), "result")
            }
            Gather::Any => (String::new(), format!("if {element} {{ return true; }}"), "false"),
            Gather::All => {
                let not = self.at(&c.element, strength::NEG);
                (String::new(), format!("if !{not} {{ return false; }}"), "true")
            }
        };
        format!("(|| {{ {start}{heads} {inner}{ends} {end} }})()")
    }

    /// Adds an element to a sum.
    fn summed(&self, c: &Comp, element: &str) -> String {
        match sizes::sum_fits(self.p, &c.element) {
            true => format!("result += {element};"),
            false => format!("result = {}(result, {element});", self.used.note("add")),
        }
    }

    fn help(&self, h: Helper, args: &[E], around: u8) -> String {
        let arg = |i: usize| self.ex(&args[i]);
        let lent = |i: usize| self.borrow(&args[i]);
        let base = || self.place(&args[0]);
        match h {
            Helper::Within => {
                let name = match &args[0].ty {
                    Ty::List(of) if of.is_int() => "within_list",
                    Ty::List(_) => "within_rows",
                    _ => "within",
                };
                format!("{}({})", self.used.note(name), arg(0))
            }
            Helper::Abs => format!("{}.abs()", self.at(&args[0], strength::ATOM)),
            Helper::Min | Helper::Max => format!("{}({}, {})", prelude::name(h), arg(0), arg(1)),
            Helper::CountOf => match args[0].ty {
                Ty::Set(_) => format!("{}({})", self.used.note("members"), lent(0)),
                _ => format!("{}({})", self.used.note("size"), lent(0)),
            },
            Helper::SortedText => format!("{}({})", self.used.note("sorted_of"), lent(0)),
            Helper::AnyOf => format!("{}.contains(&true)", base()),
            Helper::AllOf => {
                let text = format!("!{}.contains(&false)", base());
                if strength::NEG < around { format!("({text})") } else { text }
            }
            Helper::Contains | Helper::IsNode => {
                let method = if h == Helper::IsNode { "contains_key" } else { "contains" };
                let x = match self.large(&args[1].ty) {
                    true => lent(1),
                    false => format!("&{}", self.at(&args[1], strength::NEG)),
                };
                format!("{}.{method}({x})", base())
            }
            Helper::ToText => format!("vec![{}]", arg(0)),
            Helper::Letters | Helper::FromLetters => self.at(&args[0], around),
            Helper::Near => format!("{}[&{}].clone()", base(), self.at(&args[1], strength::NEG)),
            Helper::Distance => {
                let node = |i: usize| match self.large(&args[i].ty) {
                    true => format!("&{}", self.at(&args[i], strength::ATOM)),
                    false => format!("&{}", self.at(&args[i], strength::NEG)),
                };
                format!("{}({}, {}, {})", self.used.note("distance_on"), lent(0), node(1), node(2))
            }
            Helper::Repeat => format!("{}({}, {})", self.used.note("repeat"), arg(0), arg(1)),
            Helper::Regions => {
                format!("{}({}, {}, {})", self.used.note("regions"), lent(0), arg(1), arg(2))
            }
            Helper::Without | Helper::CountEqual => {
                let name = self.used.note(prelude::name(h));
                let x = match self.large(&args[1].ty) {
                    true => lent(1),
                    false => format!("&{}", self.at(&args[1], strength::NEG)),
                };
                format!("{name}({}, {x})", lent(0))
            }
            _ => {
                let name = self.used.note(prelude::name(h));
                let all: Vec<String> = args.iter().map(|x| self.borrow(x)).collect();
                format!("{name}({})", all.join(", "))
            }
        }
    }
}

/// Is a function of this name called?
fn called(text: &str, name: &str) -> bool {
    let call = format!("{name}(");
    let code = text.lines().filter(|l| !l.trim_start().starts_with("//"));
    code.into_iter().any(|line| {
        line.match_indices(&call).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '.')
        })
    })
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

fn letter(c: char) -> String {
    match c {
        '\'' | '\\' => format!("'\\{c}'"),
        c => format!("'{c}'"),
    }
}
