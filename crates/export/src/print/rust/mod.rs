//! Rust 2021: lists are vectors, words vectors of letters, positions structures that can be keys of a map.
//!
//! What all functions see elsewhere is passed along here: parameters in one structure, maps as the last arguments, to those
//! functions that need them.

mod expr;

use super::expr::Expressions;
use super::layout::Lines;
use super::prelude::{self, Used};
use super::statements::{Head, Language, rows};
use crate::ir::{Code, Do, E, Fn, Item, K, Piece, Program, S, Struct, Ty, any, mentioned};
use crate::sizes;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

/// The text of a program.
pub(super) fn print(program: &Program, code: &Code) -> String {
    let printer = Rust {
        p: program,
        code,
        used: Used::default(),
        methods: Used::default(),
        needs: needs(code),
        names: RefCell::new(Vec::new()),
        main: Cell::new(false),
    };
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

struct Rust<'p> {
    p: &'p Program,
    code: &'p Code,
    used: Used,
    methods: Used,
    /// What functions need, by name.
    needs: Vec<(&'p str, Needs)>,
    /// Variables, and whether they are references.
    names: RefCell<Vec<(String, bool)>>,
    /// The main function owns what others are lent.
    main: Cell<bool>,
}

/// What a function needs that others have too.
#[derive(Clone, Default, PartialEq)]
struct Needs {
    params: bool,
    maps: BTreeSet<String>,
}

/// What the functions need by themselves, or for those that they call.
fn needs(code: &Code) -> Vec<(&str, Needs)> {
    let mut all: Vec<(&str, Needs)> = code.functions().map(|f| (f.name.as_str(), Needs::default())).collect();
    loop {
        let before = all.clone();
        for (f, (_, mine)) in code.functions().zip(&mut all) {
            any(&f.body, &mut |e| {
                match &e.kind {
                    K::Global(name) if code.maps().any(|m| m.name == *name) => {
                        mine.maps.insert(name.clone());
                    }
                    K::Global(_) => mine.params = true,
                    K::Invoke(name, _) => {
                        if let Some((_, more)) = before.iter().find(|(n, _)| n == name) {
                            mine.params |= more.params;
                            mine.maps.extend(more.maps.iter().cloned());
                        }
                    }
                    _ => {}
                }
                false
            });
        }
        if all == before {
            return all;
        }
    }
}

impl Language for Rust<'_> {
    const COMMENT: &'static str = "//";
    const ENDS: (&'static str, &'static str) = ("} else {", "}");
    const LOOPS: bool = true;
    const SHORT: bool = false;

    fn wide(&self) -> bool {
        self.p.wide
    }

    fn scope(&self) -> usize {
        self.names.borrow().len()
    }

    fn leave(&self, scope: usize) {
        self.names.borrow_mut().truncate(scope);
    }

    fn declare(&self, s: &S) {
        let known = match s {
            S::Let(name, _) | S::Var(name, _) => (name, false),
            S::Alias(name, _) => (name, true),
            S::Look { name, map: E { ty: Ty::Map(_, of), .. }, .. } => (name, self.large(of)),
            S::For(name, over, _) => (name, self.refers(over)),
            _ => return,
        };
        self.names.borrow_mut().push((known.0.clone(), known.1));
    }

    fn simple(&self, s: &S) -> Vec<String> {
        vec![match s {
            S::Let(name, e) => format!("let {name}{} = {};", self.annotated(e), self.ex(e)),
            S::Var(name, e) => format!("let mut {name}{} = {};", self.annotated(e), self.ex(e)),
            S::Alias(name, e) if matches!(e.kind, K::Last(_)) => format!("let {name} = {};", self.changed(e)),
            S::Alias(name, e) => format!("let {name} = &mut {};", self.changed(e)),
            S::Set(E { kind: K::At(map, key), .. }, e) if matches!(map.ty, Ty::Map(..)) => {
                format!("{}.insert({}, {});", self.place(map), self.ex(key), self.ex(e))
            }
            S::Set(place, e) => format!("{} = {};", self.changed(place), self.ex(e)),
            S::Change(op, place, e) => {
                format!("{} {}= {};", self.changed(place), op.sign(), self.ex(e))
            }
            S::Continue => "continue;".into(),
            S::Return(e) => format!("return {};", self.returned(e)),
            S::Print(all) => self.printed(all),
            S::Do(what, args) => return self.done(*what, args),
            _ => return Vec::new(),
        }]
    }

    fn head(&self, s: &S) -> Head {
        let shown = |name: &String, body: &[S]| match mentioned(body, name) {
            true => name.clone(),
            false => format!("_{name}"),
        };
        match s {
            S::If(e, ..) => format!("if {} {{", self.ex(e)),
            S::While(E { kind: K::Bool(true), .. }, _) => "loop {".into(),
            S::While(e, _) => format!("while {} {{", self.ex(e)),
            S::For(name, over, body) => format!("{} {{", self.loop_head(&shown(name, body), over)),
            S::Look { name, map: map @ E { ty: Ty::Map(_, of), .. }, key, .. } => {
                let copied = if self.large(of) { "" } else { "&" };
                format!("if let Some({copied}{name}) = {}.get({}) {{", self.place(map), self.key(key))
            }
            _ => "{".into(),
        }
        .into()
    }
}

impl Rust<'_> {
    /// The type of a variable, where its value does not say it.
    fn annotated(&self, e: &E) -> String {
        match (&e.kind, &e.ty) {
            (K::New | K::List(_) | K::Set(_) | K::Int(_) | K::Cond(..), ty) => format!(": {}", self.ty(ty)),
            _ => String::new(),
        }
    }

    /// Long conditions stand in several lines.
    fn returned(&self, e: &E) -> String {
        let line = self.owned(e);
        self.broken(e, &line, "\n        && ").unwrap_or(line)
    }

    fn printed(&self, all: &[E]) -> String {
        let mut form = String::new();
        let mut args = String::new();
        for e in all {
            if let K::Literal(text) = &e.kind {
                let quoted = super::cpp::quoted(text);
                form += &quoted[1..quoted.len() - 1].replace('{', "{{").replace('}', "}}");
                continue;
            }
            form += "{}";
            args += ", ";
            args += &match (&e.kind, &e.ty) {
                (K::Cond(..), _) => self.ex(e),
                (_, Ty::Text) => format!("{}.iter().collect::<String>()", self.place(e)),
                _ => self.ex(e),
            };
        }
        format!("println!(\"{form}\"{args});")
    }

    fn done(&self, what: Do, args: &[E]) -> Vec<String> {
        let base = args.first().map_or(String::new(), |x| self.changed(x));
        let arg = |i: usize| self.ex(&args[i]);
        vec![match what {
            Do::Push => format!("{base}.push({});", arg(1)),
            Do::Pop => format!("{base}.pop();"),
            Do::Delete => format!("{base}.remove({});", self.counted(&args[1])),
            Do::Append => format!("{base}.extend({});", arg(1)),
            Do::Sort => format!("{base}.sort();"),
            Do::Insert => format!("{base}.insert({});", arg(1)),
            Do::Remove => format!("{base}.remove({});", self.key(&args[1])),
            Do::Clear => format!("{base}.clear();"),
            Do::Link => {
                let (b, a) = (arg(2), self.owned(&args[1]));
                return vec![
                    format!("{base}.entry({b}).or_default();"),
                    format!("{base}.entry({a}).or_default().push({});", self.owned(&args[2])),
                ];
            }
            Do::Run => format!("{};", arg(0)),
            Do::Stop => format!("{}({});", self.used.note("stop"), arg(0)),
        }]
    }

    fn needs(&self, name: &str) -> Needs {
        self.needs.iter().find(|(n, _)| *n == name).map_or(Needs::default(), |(_, needs)| needs.clone())
    }

    fn piece(&self, piece: &Piece, out: &mut Lines) {
        if !matches!(piece, Piece::Map(_)) {
            out.gap();
        }
        match piece {
            Piece::Struct(s) => self.structure(s, out),
            Piece::Table(name, values, comments) => {
                out.comments("//", comments);
                out.open(format!("const {name}: [Int; {}] = [", values.len()));
                rows(values, out);
                out.close("];");
            }
            Piece::Map(_) => {}
            Piece::Fn(f) => self.function(f, out),
        }
    }

    fn structure(&self, s: &Struct, out: &mut Lines) {
        out.add(format!("/// {}", s.comment));
        if s.key {
            out.add("#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]");
        }
        out.open(format!("struct {} {{", s.name));
        s.members.iter().for_each(|(n, t)| out.add(format!("{n}: {},", self.ty(t))));
        out.close("}");
    }

    fn function(&self, f: &Fn, out: &mut Lines) {
        out.comments("///", &f.comment);
        let needs = self.needs(&f.name);
        let mut args = Vec::new();
        args.extend(needs.params.then(|| "params: &Params".to_string()));
        for (name, ty) in &f.args {
            let shown = match (written(&f.body, name), mentioned(&f.body, name)) {
                (true, _) => format!("mut {name}"),
                (_, true) => name.clone(),
                _ => format!("_{name}"),
            };
            args.push(format!("{shown}: {}", self.arg(ty)));
            self.names.borrow_mut().push((name.clone(), self.large(ty)));
        }
        for map in needs.maps.iter().filter_map(|name| self.code.maps().find(|m| m.name == *name)) {
            args.push(format!("{}: &mut {}", map.name, self.ty(&map.ty)));
        }
        let ret = f.ret.as_ref().map_or(String::new(), |t| format!(" -> {}", self.ty(t)));
        out.open(format!("fn {}({}){ret} {{", f.name, args.join(", ")));
        // The last value needs no word.
        match f.body.split_last() {
            Some((S::Return(e), before)) if !matches!(e.kind, K::Comp(..)) => {
                before.iter().for_each(|s| self.statement(s, out));
                out.add(self.returned(e));
            }
            _ => self.block(&f.body, out),
        }
        self.leave(0);
        out.close("}");
    }

    fn main(&self, f: &Fn, out: &mut Lines) {
        self.main.set(true);
        out.open("fn main() {");
        out.add("let mut input = Input::new();");
        let needs = self.needs("main");
        for map in &needs.maps {
            out.add(format!("let mut {map} = HashMap::new();"));
        }
        if needs.params {
            let changes = self.code.params.iter().any(|g| g.changes);
            out.open(format!("let {}params = Params {{", if changes { "mut " } else { "" }));
            for x in &self.code.params {
                let value = x.value.as_ref().map_or("Default::default()".into(), |e| self.param_value(e));
                out.add(format!("{}: {value},", x.name));
            }
            out.close("};");
        }
        self.block(&f.body, out);
        out.close("}");
        self.main.set(false);
    }

    fn param_value(&self, e: &E) -> String {
        let (Ty::Graph(_), K::List(rows)) = (&e.ty, &e.kind) else { return self.ex(e) };
        let row = |item: &Item| match item {
            Item::One(E { kind: K::Tuple(pair), .. }) => {
                format!("({}, {})", self.ex(&pair[0]), self.ex(&pair[1]))
            }
            _ => String::new(),
        };
        format!("BTreeMap::from([{}])", rows.iter().map(row).collect::<Vec<_>>().join(", "))
    }

    fn whole(&self, body: &str, main: &str) -> String {
        let mut params = Lines::new();
        if self.needs("main").params {
            params.add("/// The parameters of the game.");
            params.open("struct Params {");
            self.code.params.iter().for_each(|x| params.add(format!("{}: {},", x.name, self.ty(&x.ty))));
            params.close("}");
        }
        let params = params.done();
        self.methods.note("input");
        let methods = self.methods.texts(&prelude::entries(include_str!("text/input.rs"), "\n//="));
        if methods.concat().contains("stop(") {
            self.used.note("stop");
        }
        let texts = self.used.texts(&prelude::entries(include_str!("text/prelude.rs"), "\n//="));
        let all = format!("{}{params}{body}{main}{}", texts.concat(), methods.concat());
        let mut out = Lines::new();
        out.comments("//", &self.p.header);
        out.gap();
        // Names of the rules may be capitals.
        if self.capitals() {
            out.add("#![allow(non_snake_case)]");
            out.gap();
        }
        let there = |name: &&str| all.contains(&format!("{name}<")) || all.contains(&format!("{name}::"));
        let sets: Vec<&str> =
            ["BTreeMap", "BTreeSet", "HashMap", "HashSet"].into_iter().filter(there).collect();
        let order: Vec<&str> = ["max", "min"].into_iter().filter(|name| called(&all, name)).collect();
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
        if all.contains("LARGEST") {
            out.add("/// The largest number of the input, and of positions.");
            out.add(format!("const LARGEST: Int = {};", sizes::largest(self.p)));
        }
        if all.contains("Text") {
            out.add("type Text = Vec<char>;");
        }
        for text in texts.into_iter().chain([params.as_str(), body]).filter(|t| !t.trim().is_empty()) {
            out.gap();
            out.raw(text);
        }
        out.gap();
        prelude::methods(&methods, &mut out);
        out.close("}");
        out.gap();
        out.raw(main);
        out.done()
    }

    /// Has a name a capital letter?
    fn capitals(&self) -> bool {
        let mut names: Vec<&str> = self.code.params.iter().map(|x| x.name.as_str()).collect();
        names.extend(self.code.structs().flat_map(|s| s.members.iter().map(|(n, _)| n.as_str())));
        names.extend(self.code.functions().flat_map(|f| f.args.iter().map(|(n, _)| n.as_str())));
        names.extend(self.code.functions().map(|f| f.name.as_str()));
        let capital = |name: &str| name.chars().any(char::is_uppercase);
        let listed =
            |name: &str| self.code.pieces.iter().any(|p| matches!(p, Piece::Table(n, ..) if n == name));
        let variable = &mut |e: &E| matches!(&e.kind, K::Var(n) if !listed(n) && capital(n));
        names.into_iter().any(capital) || self.code.functions().any(|f| any(&f.body, variable))
    }
}

/// Does a statement give a variable another value?
fn written(body: &[S], name: &str) -> bool {
    body.iter().any(|s| {
        let set = match s {
            S::Set(place, _) | S::Change(_, place, _) => matches!(&place.kind, K::Var(n) if n == name),
            _ => false,
        };
        set || s.blocks().into_iter().any(|b| written(b, name))
    })
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
