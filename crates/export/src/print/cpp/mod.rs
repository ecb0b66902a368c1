//! C++17 in one file: lists are vectors, words strings, positions plain structures with an order, so that they can be
//! keys of a map.

mod expr;
pub(crate) mod judge;

use super::expr::{Expressions, strength};
use super::layout::Lines;
use super::prelude::{self, Used};
use super::statements::{Head, Language, ahead, rows};
use crate::ir::{Code, Do, E, Fn, Item, K, Op, Piece, Program, S, Struct, Ty, mentioned};
use crate::sizes;
pub(super) use expr::quoted;

/// The text of a program.
pub(super) fn print(program: &Program, code: &Code) -> String {
    let printer = Cpp::new(program, code);
    let body = printer.pieces();
    let mut main = Lines::new();
    for f in code.functions().filter(|f| f.ret.is_none()) {
        main.open("int main() {");
        main.add("Input in;");
        printer.block(&f.body, &mut main);
        main.close("}");
    }
    printer.whole(&body, &main.done())
}

struct Cpp<'p> {
    p: &'p Program,
    code: &'p Code,
    /// A string holds letters beyond ASCII.
    unicode: bool,
    used: Used,
    methods: Used,
}

impl Language for Cpp<'_> {
    const COMMENT: &'static str = "//";
    const ENDS: (&'static str, &'static str) = ("} else {", "}");
    const LOOPS: bool = true;
    const SHORT: bool = true;

    fn wide(&self) -> bool {
        self.p.wide
    }

    fn simple(&self, s: &S) -> Vec<String> {
        vec![match s {
            S::Let(name, e) | S::Var(name, e) if e.kind == K::New => format!("{} {name};", self.ty(&e.ty)),
            S::Let(name, e) | S::Var(name, e) => {
                let (ty, value) = (self.ty(&e.ty), self.ex(e));
                match value.strip_prefix(&format!("{ty}{{")) {
                    Some(members) => format!("{ty} {name}{{{members};"),
                    None => format!("{ty} {name} = {value};"),
                }
            }
            S::Alias(name, e) => format!("{}& {name} = {};", self.ty(&e.ty), self.ex(e)),
            S::Set(place, e) => format!("{} = {};", self.ex(place), self.ex(e)),
            S::Change(Op::Add, place, e) if e.kind == K::Int(1.into()) => format!("{}++;", self.ex(place)),
            S::Change(op, place, e) => {
                format!("{} {}= {};", self.ex(place), op.sign(), self.ex(e))
            }
            S::Continue => "continue;".into(),
            S::Return(e) => self.returned(e),
            S::Print(all) => {
                let all: Vec<String> = all.iter().map(|e| self.shown(e)).collect();
                format!("cout << {} << \"\\n\";", all.join(" << "))
            }
            S::Do(what, args) => self.done(*what, args),
            _ => return Vec::new(),
        }]
    }

    fn head(&self, s: &S) -> Head {
        match s {
            S::If(e, ..) => format!("if ({}) {{", self.ex(e)).into(),
            S::While(e, _) => format!("while ({}) {{", self.ex(e)).into(),
            S::For(name, over, _) => format!("{} {{", self.loop_head(name, over)).into(),
            S::Look { name, map, key, .. } => {
                let (all, of) = (self.at(map, strength::ATOM), self.value_ty(&map.ty));
                let find = format!("auto {name}_at = {all}.find({})", self.ex(key));
                Head {
                    before: Vec::new(),
                    head: format!("if ({find}; {name}_at != {all}.end()) {{"),
                    first: vec![format!("{of} {name} = {name}_at->second;")],
                }
            }
            _ => "{".to_string().into(),
        }
    }
}

impl<'p> Cpp<'p> {
    fn new(p: &'p Program, code: &'p Code) -> Cpp<'p> {
        let mut wide = |e: &E| match &e.kind {
            K::Char(c) => !c.is_ascii(),
            K::Text(t) => !t.is_ascii(),
            _ => false,
        };
        let starts = p.fields.iter().filter_map(|f| f.start.as_ref()).any(|e| e.any(&mut wide));
        let unicode = starts || code.any(&mut wide);
        Cpp { p, code, unicode, used: Used::default(), methods: Used::default() }
    }

    fn value_ty(&self, map: &Ty) -> String {
        match map {
            Ty::Map(_, of) => self.ty(of),
            _ => String::new(),
        }
    }

    /// Long conditions stand in several lines.
    fn returned(&self, e: &E) -> String {
        let line = format!("return {};", self.ex(e));
        self.broken(e, &line, "\n        && ").map_or(line, |all| format!("return {all};"))
    }

    /// What is printed.
    fn shown(&self, e: &E) -> String {
        let text = self.at(e, strength::ATOM);
        if self.p.wide && e.ty.is_int() { format!("{}({text})", self.note("shown")) } else { text }
    }

    fn done(&self, what: Do, args: &[E]) -> String {
        let base = args.first().map_or(String::new(), |x| self.at(x, strength::ATOM));
        let arg = |i: usize| self.ex(&args[i]);
        match what {
            Do::Push => format!("{base}.push_back({});", arg(1)),
            Do::Pop => format!("{base}.pop_back();"),
            Do::Delete => format!("{base}.erase({base}.begin() + {});", self.at(&args[1], strength::ADD + 1)),
            Do::Append => {
                let more = match &args[1].kind {
                    K::Move(more) => self.at(more, strength::ATOM),
                    _ => self.at(&args[1], strength::ATOM),
                };
                format!("{base}.insert({base}.end(), {more}.begin(), {more}.end());")
            }
            Do::Sort => format!("sort({base}.begin(), {base}.end());"),
            Do::Insert => format!("{base}.insert({});", arg(1)),
            Do::Remove => format!("{base}.erase({});", arg(1)),
            Do::Clear => format!("{base}.clear();"),
            Do::Link => format!("{base}[{a}].push_back({b}), {base}[{b}];", a = arg(1), b = arg(2)),
            Do::Run => format!("{};", arg(0)),
            Do::Stop => format!("{}({});", self.note("stop"), arg(0)),
        }
    }

    /// All but the main function.
    fn pieces(&self) -> String {
        let mut out = Lines::new();
        let ahead = ahead(self.code);
        ahead.iter().for_each(|f| out.add(format!("{};", self.declared(f))));
        for piece in &self.code.pieces {
            out.gap();
            match piece {
                Piece::Struct(s) => self.structure(s, &mut out),
                Piece::Table(name, values, comments) => {
                    out.comments("//", comments);
                    out.open(format!("const int {name}[] = {{"));
                    rows(values, &mut out);
                    out.close("};");
                }
                Piece::Map(map) => out.add(format!("{} {};", self.ty(&map.ty), map.name)),
                Piece::Fn(f) if f.ret.is_some() => {
                    out.comments("//", &f.comment);
                    out.open(format!("{} {{", self.declared(f)));
                    self.block(&f.body, &mut out);
                    out.close("}");
                }
                Piece::Fn(_) => {}
            }
        }
        out.done()
    }

    /// The head of a function; what it does not look at has no name, so that compilers do not warn.
    fn declared(&self, f: &Fn) -> String {
        let arg = |(name, ty): &(String, Ty)| match mentioned(&f.body, name) {
            true => format!("{} {name}", self.arg(ty)),
            false => self.arg(ty),
        };
        let args: Vec<String> = f.args.iter().map(arg).collect();
        format!("{} {}({})", f.ret.as_ref().map_or("void".into(), |t| self.ty(t)), f.name, args.join(", "))
    }

    fn structure(&self, s: &Struct, out: &mut Lines) {
        out.add(format!("// {}", s.comment));
        out.open(format!("struct {} {{", s.name));
        s.members.iter().for_each(|(n, t)| out.add(format!("{} {n};", self.ty(t))));
        if s.key {
            let mine: Vec<&str> = s.members.iter().map(|(n, _)| n.as_str()).collect();
            let other: Vec<String> = mine.iter().map(|n| format!("o.{n}")).collect();
            let (mine, other, name) = (mine.join(", "), other.join(", "), &s.name);
            out.gap();
            for sign in self.compared(s) {
                out.add(format!(
                    "bool operator{sign}(const {name}& o) const {{ return tie({mine}) {sign} tie({other}); }}"
                ));
            }
        }
        out.close("};");
    }

    /// How values of a structure are compared: keys have an order, and options that are counted once are compared.
    fn compared(&self, s: &Struct) -> Vec<&'static str> {
        let counted = self.p.search.as_ref().is_some_and(|s| s.block.is_some());
        if counted && s.name != "Move" { vec!["<", "==", "!="] } else { vec!["<"] }
    }

    /// The parameters of the game.
    fn params(&self, constant: &str) -> String {
        let mut out = Lines::new();
        for x in &self.code.params {
            let constant = if x.changes { "" } else { constant };
            let value = x.value.as_ref().map_or(String::new(), |e| format!(" = {}", self.graph(e)));
            out.add(format!("{constant}{} {}{value};", self.ty(&x.ty), x.name));
        }
        out.done()
    }

    /// The value of a parameter, which may be a graph.
    fn graph(&self, e: &E) -> String {
        let (Ty::Graph(_), K::List(rows)) = (&e.ty, &e.kind) else { return self.ex(e) };
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

    fn whole(&self, body: &str, main: &str) -> String {
        let params = self.params("const ");
        let mut out = Lines::new();
        out.comments("//", &self.p.header);
        out.gap();
        out.add("#include <bits/stdc++.h>");
        out.add("using namespace std;");
        out.gap();
        out.add(self.int());
        self.methods.note("input");
        let methods = self.methods.texts(&prelude::entries(include_str!("text/input.cpp"), "\n//="));
        let input = methods.concat();
        for needed in ["stop", "wide"] {
            let called = format!("{needed}(");
            if input.contains(&called) && (needed == "stop" || self.unicode) {
                self.used.note(needed);
            }
        }
        let texts = self.used.texts(&prelude::entries(include_str!("text/prelude.cpp"), "\n//="));
        let all = format!("{}{params}{body}{main}{input}", texts.concat());
        if all.contains("LARGEST") {
            let largest = sizes::largest(self.p);
            out.add(format!("const Int LARGEST = {largest}LL;  // of the input, and of positions"));
        }
        for (name, ty) in self.letters() {
            if all.contains(name) {
                out.add(format!("using {name} = {ty};"));
            }
        }
        for text in texts.into_iter().chain([params.as_str(), body]).filter(|t| !t.trim().is_empty()) {
            out.gap();
            out.raw(text);
        }
        out.gap();
        self.input(&methods, &mut out);
        out.gap();
        out.raw(main);
        out.done()
    }

    /// What numbers are.
    fn int(&self) -> &'static str {
        if self.p.wide { "using Int = __int128;" } else { "using Int = long long;" }
    }

    /// What strings and letters are.
    fn letters(&self) -> [(&'static str, &'static str); 2] {
        let [text, letter] = if self.unicode { ["u32string", "char32_t"] } else { ["string", "char"] };
        [("Text", text), ("Letter", letter)]
    }

    /// The structure of the input; words are converted only where letters are wide.
    fn input(&self, methods: &[&str], out: &mut Lines) {
        let plain = |text: &&str| if self.unicode { text.to_string() } else { text.replace("wide(", "(") };
        let texts: Vec<String> = methods.iter().map(plain).collect();
        prelude::methods(&texts, out);
        out.close("};");
    }
}
