//! Python 3: lists are tuples and sets are frozen, so that positions can be keys.

mod functions;
mod main;
mod search;
mod states;

use super::layout::{Lines, comment};
use super::prelude::{self, Used};
use crate::ir::{Clause, Comp, E, Gather, Helper, Item, K, Op, Over, Program, Rel, Ty};
use std::cell::RefCell;
use std::fmt::Write;

/// Binding strengths.
mod strength {
    pub(super) const COND: u8 = 0;
    pub(super) const OR: u8 = 1;
    pub(super) const AND: u8 = 2;
    pub(super) const NOT: u8 = 3;
    pub(super) const CMP: u8 = 4;
    pub(super) const XOR: u8 = 6;
    pub(super) const ADD: u8 = 9;
    pub(super) const MUL: u8 = 10;
    pub(super) const NEG: u8 = 11;
    pub(super) const POW: u8 = 12;
    pub(super) const ATOM: u8 = 14;
}

/// The text of a program.
pub(super) fn print(program: &Program) -> String {
    let printer = Python {
        p: program,
        used: Used::default(),
        methods: Used::default(),
        modules: Used::default(),
        base: RefCell::new(String::new()),
    };
    let mut body = Lines::new();
    printer.functions(&mut body);
    printer.formulas(&mut body);
    printer.table(&mut body);
    if let Some(search) = &program.search {
        printer.search(search, &mut body);
    }
    let mut main = Lines::new();
    printer.main(&mut main);
    printer.whole(body.done(), main.done())
}

struct Python<'p> {
    p: &'p Program,
    used: Used,
    methods: Used,
    modules: Used,
    /// What stands before the name of a field: `p.`, or nothing.
    base: RefCell<String>,
}

impl Python<'_> {
    fn whole(&self, body: String, main: String) -> String {
        let mut out = Lines::new();
        for line in &self.p.header {
            out.add(format!("# {}", comment(line)).trim_end());
        }
        out.gap();
        let texts = self.used.texts(&prelude::entries(include_str!("text/prelude.py"), "\n#="));
        let all = format!("{}{body}{main}", texts.concat());
        self.modules.note("sys");
        for module in ["bisect", "itertools", "math", "sys"] {
            if module == "sys" || all.contains(&format!("{module}.")) {
                out.add(format!("import {module}"));
            }
        }
        if all.contains("namedtuple(") {
            out.add("from collections import namedtuple");
        }
        for text in texts {
            out.gap();
            out.gap_two();
            out.raw(text);
        }
        if self.p.params.iter().any(|x| x.used) {
            out.gap();
            out.gap_two();
            for x in self.p.params.iter().filter(|x| x.used) {
                let value = if x.derived { "None".to_string() } else { self.param_value(&x.value) };
                out.add(format!("{} = {value}", x.name));
            }
        }
        if !body.trim().is_empty() {
            out.gap_two();
            out.raw(&body);
        }
        out.gap_two();
        self.methods.note("input");
        let methods = self.methods.texts(&prelude::entries(include_str!("text/input.py"), "\n#="));
        // The head of the class comes first, its methods stand inside.
        for (i, text) in methods.iter().enumerate() {
            if i == 1 {
                out.deeper();
            }
            if i > 0 {
                out.add("");
            }
            out.raw(text);
        }
        out.back();
        out.gap_two();
        out.raw(&main);
        out.done()
    }

    /// The value of a parameter; a graph is a dictionary.
    fn param_value(&self, e: &E) -> String {
        if !matches!(e.ty, Ty::Graph(_)) {
            return self.ex(e);
        }
        let K::List(rows) = &e.kind else { return self.ex(e) };
        let row = |item: &Item| match item {
            Item::One(E { kind: K::Tuple(pair), .. }) => {
                format!("{}: {}", self.ex(&pair[0]), self.ex(&pair[1]))
            }
            _ => String::new(),
        };
        format!("{{{}}}", rows.iter().map(row).collect::<Vec<_>>().join(", "))
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

    fn list(&self, all: &[String]) -> String {
        match all {
            [one] => format!("({one},)"),
            _ => format!("({})", all.join(", ")),
        }
    }

    /// An expression where something binds as strongly as this around it.
    fn at(&self, e: &E, around: u8) -> String {
        use strength::*;
        let (text, own) = match &e.kind {
            K::Int(n) => (n.to_string(), if n.sign() == num_bigint::Sign::Minus { NEG } else { ATOM }),
            K::Bool(b) => (if *b { "True" } else { "False" }.to_string(), ATOM),
            K::Char(c) => (quoted(&c.to_string()), ATOM),
            K::Text(t) => (quoted(t), ATOM),
            K::Var(name) => (name.clone(), ATOM),
            K::Field(i) => (self.field(*i), ATOM),
            K::Param(i) => (self.p.params[*i].name.clone(), ATOM),
            K::Mover => ("mover + 1".to_string(), ADD),
            K::Opponent => ("2 - mover".to_string(), ADD),
            K::Turn => ("turn".to_string(), ATOM),
            K::Stuck => ("stuck".to_string(), ATOM),
            K::Heaps => ("heaps".to_string(), ATOM),
            K::Tuple(all) => (self.list(&all.iter().map(|x| self.ex(x)).collect::<Vec<_>>()), ATOM),
            K::List(items) => (self.items(items), ATOM),
            K::Set(items) if items.is_empty() => ("frozenset()".to_string(), ATOM),
            K::Set(items) => (format!("frozenset({})", self.items(items)), ATOM),
            K::Comp(gather, c) => (self.comp(*gather, c), ATOM),
            K::Index(a, i) => (format!("{}[{}]", self.at(a, ATOM), self.less_one(i)), ATOM),
            K::Part(a, i) => (format!("{}[{i}]", self.at(a, ATOM)), ATOM),
            K::Slice(a, from, to) => {
                let from = from.as_ref().map_or("1".to_string(), |x| self.ex(x));
                let all = self.ex(a);
                let to = to.as_ref().map_or(String::new(), |x| format!(", {}", self.ex(x)));
                (format!("{}({all}, {from}{to})", self.used.note("slice_of")), ATOM)
            }
            K::Call(i, args) => {
                let name = self.p.functions.iter().find(|f| f.id == *i).map_or("", |f| f.name.as_str());
                let args: Vec<String> = args.iter().map(|x| self.ex(x)).collect();
                (format!("{name}({})", args.join(", ")), ATOM)
            }
            K::Help(h, args) => return self.help(*h, args, around),
            K::Size(x) => (format!("len({})", self.ex(x)), ATOM),
            K::Neg(x) => (format!("-{}", self.at(x, NEG)), NEG),
            K::Not(x) => (format!("not {}", self.at(x, NOT)), NOT),
            K::And(all) => (self.joined(all, " and ", AND), AND),
            K::Or(all) => (self.joined(all, " or ", OR), OR),
            K::Bin(op, a, b, _) => {
                let (sign, own) = match op {
                    Op::Add => ("+", ADD),
                    Op::Sub => ("-", ADD),
                    Op::Mul => ("*", MUL),
                    Op::Div => ("//", MUL),
                    Op::Mod => ("%", MUL),
                    Op::Xor => ("^", XOR),
                };
                (format!("{} {sign} {}", self.at(a, own), self.at(b, own + 1)), own)
            }
            K::Cmp(rel, a, b) => {
                (format!("{} {} {}", self.at(a, CMP + 1), relation(*rel), self.at(b, CMP + 1)), CMP)
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
        };
        if own < around { format!("({text})") } else { text }
    }

    fn joined(&self, all: &[E], word: &str, own: u8) -> String {
        all.iter().map(|x| self.at(x, own + 1)).collect::<Vec<_>>().join(word)
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

    fn over(&self, over: &Over) -> String {
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
                format!("{}({})", prelude::name(h), all.join(", "))
            }
            Helper::MinOf => format!("min({})", arg(0)),
            Helper::MaxOf => format!("max({}, default=0)", arg(0)),
            Helper::SumOf | Helper::CountTrue => format!("sum({})", arg(0)),
            Helper::CountOf => format!("len({})", arg(0)),
            Helper::CountEqual => format!("{}.count({})", self.at(&args[0], ATOM), arg(1)),
            Helper::AnyOf => format!("any({})", arg(0)),
            Helper::AllOf => format!("all({})", arg(0)),
            Helper::Reverse => format!("{}[::-1]", self.at(&args[0], ATOM)),
            Helper::Sorted | Helper::ToList => format!("tuple(sorted({}))", arg(0)),
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
            Helper::Contains | Helper::ContainsText => {
                let text = format!("{} in {}", self.at(&args[1], CMP + 1), self.at(&args[0], CMP + 1));
                if CMP < around { format!("({text})") } else { text }
            }
            Helper::IsNode => {
                let text = format!("{} in {}", self.at(&args[1], CMP + 1), self.at(&args[0], CMP + 1));
                if CMP < around { format!("({text})") } else { text }
            }
            Helper::ToText => self.at(&args[0], around),
            Helper::ToSet => format!("frozenset({})", arg(0)),
            Helper::Letters | Helper::Nodes => format!("tuple({})", arg(0)),
            Helper::FromLetters => format!("''.join({})", arg(0)),
            Helper::Near => format!("{}[{}]", self.at(&args[0], ATOM), arg(1)),
            _ => {
                let name = self.used.note(prelude::name(h));
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

fn quoted(text: &str) -> String {
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
