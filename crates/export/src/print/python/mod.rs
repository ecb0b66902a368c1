//! Python 3: lists are tuples and sets are frozen, so that positions can be keys.

mod expr;

use super::expr::{Expressions, strength};
use super::layout::Lines;
use super::prelude::{self, Used};
use super::statements::{Head, Language, rows};
use crate::ir::{Code, Do, E, Fn, Item, K, Piece, Program, S, Struct, Ty, any};

/// The text of a program.
pub(super) fn print(program: &Program, code: &Code) -> String {
    let printer = Python { p: program, code, used: Used::default(), methods: Used::default() };
    let mut body = Lines::new();
    let mut main = Lines::new();
    for piece in &code.pieces {
        match piece {
            Piece::Fn(f) if f.ret.is_none() => printer.main(f, &mut main),
            piece => printer.piece(piece, &mut body),
        }
    }
    printer.whole(&body.done(), &main.done())
}

struct Python<'p> {
    p: &'p Program,
    code: &'p Code,
    used: Used,
    methods: Used,
}

impl Language for Python<'_> {
    const COMMENT: &'static str = "#";
    const ENDS: (&'static str, &'static str) = ("else:", "");
    const LOOPS: bool = false;
    const SHORT: bool = false;

    fn wide(&self) -> bool {
        true
    }

    fn simple(&self, s: &S) -> Vec<String> {
        vec![match s {
            S::Let(name, e) | S::Var(name, e) | S::Alias(name, e) => format!("{name} = {}", self.ex(e)),
            S::Set(place, e) => format!("{} = {}", self.ex(place), self.ex(e)),
            S::Change(op, place, e) => {
                format!("{} {}= {}", self.ex(place), op.sign(), self.ex(e))
            }
            S::Continue => "continue".into(),
            S::Return(e) => self.returned(e),
            S::Print(all) => format!("print({})", self.printed(all)),
            S::Do(what, args) => return self.done(*what, args),
            _ => return Vec::new(),
        }]
    }

    fn head(&self, s: &S) -> Head {
        match s {
            S::If(e, ..) => format!("if {}:", self.ex(e)).into(),
            S::While(e, _) => format!("while {}:", self.ex(e)).into(),
            S::For(name, over, _) => format!("for {name} in {}:", self.over(over)).into(),
            S::Look { name, map, key, .. } => Head {
                before: vec![format!("{name} = {}.get({})", self.at(map, strength::ATOM), self.ex(key))],
                head: format!("if {name} is not None:"),
                first: Vec::new(),
            },
            _ => String::new().into(),
        }
    }
}

impl Python<'_> {
    /// Long conditions stand in several lines.
    fn returned(&self, e: &E) -> String {
        let line = format!("return {}", self.ex(e));
        self.broken(e, &line, "\n            and ").map_or(line, |all| format!("return ({all})"))
    }

    fn printed(&self, all: &[E]) -> String {
        if let [one] = all {
            return self.ex(one);
        }
        let one = |e: &E| match (&e.kind, &e.ty) {
            (K::Literal(_), _) => self.ex(e),
            (_, Ty::Text) => self.at(e, strength::ADD + 1),
            _ => format!("str({})", self.ex(e)),
        };
        all.iter().map(one).collect::<Vec<_>>().join(" + ")
    }

    fn done(&self, what: Do, args: &[E]) -> Vec<String> {
        let base = args.first().map_or(String::new(), |x| self.at(x, strength::ATOM));
        let arg = |i: usize| self.ex(&args[i]);
        vec![match what {
            Do::Push => format!("{base}.append({})", arg(1)),
            Do::Pop => format!("{base}.pop()"),
            Do::Delete => format!("del {base}[{}]", arg(1)),
            Do::Append => format!("{base} += {}", arg(1)),
            Do::Sort => format!("{base}.sort({})", self.order(&args[0].ty)),
            Do::Insert => format!("{base}.add({})", arg(1)),
            Do::Remove => format!("{base}.remove({})", arg(1)),
            Do::Clear => format!("{base}.clear()"),
            Do::Link => {
                let (a, b) = (arg(1), arg(2));
                return vec![
                    format!("{base}[{a}] = {base}.get({a}, ()) + ({b},)"),
                    format!("{base}.setdefault({b}, ())"),
                ];
            }
            Do::Run => arg(0),
            Do::Stop => format!("sys.exit({})", arg(0)),
        }]
    }

    fn piece(&self, piece: &Piece, out: &mut Lines) {
        out.gap_two();
        match piece {
            Piece::Struct(s) => self.structure(s, out),
            Piece::Table(name, values, comments) => {
                out.comments("#", comments);
                out.open(format!("{name} = ("));
                rows(values, out);
                out.close(")");
            }
            Piece::Map(map) => out.add(format!("{} = {{}}", map.name)),
            Piece::Fn(f) => {
                out.comments("#", &f.comment);
                let args: Vec<&str> = f.args.iter().map(|(n, _)| n.as_str()).collect();
                out.open(format!("def {}({}):", f.name, args.join(", ")));
                self.block(&f.body, out);
                out.back();
            }
        }
    }

    fn structure(&self, s: &Struct, out: &mut Lines) {
        let names: Vec<&str> = s.members.iter().map(|(n, _)| n.as_str()).collect();
        out.add(format!("# {}", s.comment));
        if s.key {
            out.add(format!("{} = namedtuple('{}', '{}')", s.name, s.name, names.join(" ")));
            return;
        }
        out.open(format!("class {}:", s.name));
        let slots: Vec<String> = names.iter().map(|n| format!("'{n}'")).collect();
        out.add(format!("__slots__ = ({})", slots.join(", ")));
        out.add("");
        out.open(format!("def __init__(self, {}):", names.join(", ")));
        names.iter().for_each(|n| out.add(format!("self.{n} = {n}")));
        out.back();
        out.back();
    }

    fn main(&self, f: &Fn, out: &mut Lines) {
        out.open("def main():");
        let read: Vec<&str> =
            self.code.params.iter().filter(|g| g.changes).map(|g| g.name.as_str()).collect();
        if !read.is_empty() {
            out.add(format!("global {}", read.join(", ")));
        }
        out.add("data = Input()");
        self.block(&f.body, out);
        out.back();
        out.gap_two();
        out.open("if __name__ == '__main__':");
        // Definitions may call themselves.
        let calls =
            |f: &&Fn| any(&f.body, &mut |e| matches!(&e.kind, K::Invoke(name, _) if self.defined(name)));
        if self.code.functions().filter(|f| self.defined(&f.name)).any(|f| calls(&f)) {
            out.add("sys.setrecursionlimit(10000)");
        }
        out.add("main()");
        out.back();
    }

    /// Is it a definition of the rules?
    fn defined(&self, name: &str) -> bool {
        self.p.functions.iter().any(|f| f.name == name || f.anew() == name)
    }

    fn whole(&self, body: &str, main: &str) -> String {
        let mut out = Lines::new();
        out.comments("#", &self.p.header);
        out.gap();
        let mut params = Lines::new();
        for x in &self.code.params {
            let value = x.value.as_ref().map_or("None".to_string(), |e| self.param_value(e));
            params.add(format!("{} = {value}", x.name));
        }
        let params = params.done();
        self.methods.note("input");
        let methods = self.methods.texts(&prelude::entries(include_str!("text/input.py"), "\n#="));
        let texts = self.used.texts(&prelude::entries(include_str!("text/prelude.py"), "\n#="));
        let all = format!("{}{}{params}{body}{main}", texts.concat(), methods.concat());
        for module in ["bisect", "itertools", "math", "sys"] {
            if all.contains(&format!("{module}.")) {
                out.add(format!("import {module}"));
            }
        }
        if all.contains("namedtuple(") {
            out.add("from collections import namedtuple");
        }
        for text in texts.into_iter().chain([params.as_str(), body]).filter(|t| !t.trim().is_empty()) {
            out.gap();
            out.gap_two();
            out.raw(text);
        }
        out.gap_two();
        prelude::methods(&methods, &mut out);
        out.back();
        out.gap_two();
        out.raw(main);
        out.done()
    }

    /// The value of a parameter; a graph is a dictionary.
    fn param_value(&self, e: &E) -> String {
        let (Ty::Graph(_), K::List(rows)) = (&e.ty, &e.kind) else { return self.ex(e) };
        let row = |item: &Item| match item {
            Item::One(E { kind: K::Tuple(pair), .. }) => {
                format!("{}: {}", self.ex(&pair[0]), self.ex(&pair[1]))
            }
            _ => String::new(),
        };
        format!("{{{}}}", rows.iter().map(row).collect::<Vec<_>>().join(", "))
    }
}
