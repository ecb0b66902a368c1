//! The main function of a Rust program: reads the cases, prints the answers.

use super::Rust;
use crate::ir::{
    AnswerPiece, EndValue, Form, Formula, Goal, Item, K, Length, Read, Says, Search, Target, Ty,
};
use crate::print::cpp::quoted;
use crate::print::layout::Lines;

impl Rust<'_> {
    pub(super) fn main(&self, out: &mut Lines) {
        out.open("fn main() {");
        out.add("let mut input = Input::new();");
        let batch = &self.p.batch;
        for piece in &batch.before {
            match piece {
                None => out.add(format!("let cases = input.{}();", self.methods.note("number"))),
                Some(text) => out.add(format!("input.{}({});", self.methods.note("expect"), quoted(text))),
            }
        }
        if batch.counted() && batch.by_line {
            out.add(format!("input.{}();", self.methods.note("line")));
        }
        let varied = self.p.params.iter().any(|x| x.used && (x.read || x.derived));
        if self.p.search.is_some() && !varied {
            out.add("let mut memo = HashMap::new();");
        }
        if self.has_params() && !varied {
            self.declare_params(out);
        }
        let numbered = self.p.answer.pieces.contains(&AnswerPiece::Case);
        if batch.counted() {
            out.open(format!("for {} in 1..=cases {{", if numbered { "number" } else { "_" }));
        } else {
            if numbered {
                out.add("let mut number: Int = 0;");
            }
            let end = self.methods.note(if batch.by_line { "end_of_lines" } else { "end" });
            match batch.after.is_empty() {
                true => out.open(format!("while !input.{end}() {{")),
                false => {
                    let stands = self.methods.note("stands");
                    out.open(format!("while !input.{end}() && !input.{stands}({}) {{", quoted(&batch.after)));
                }
            }
            if numbered {
                out.add("number += 1;");
            }
        }
        for read in &self.p.reads {
            self.read(read, out);
        }
        if varied {
            for f in self.p.functions.iter().filter(|f| f.remembers) {
                out.add(format!("KNOWN_{}.with(|known| known.borrow_mut().clear());", f.id));
            }
            if self.p.search.is_some() {
                out.add("let mut memo = HashMap::new();");
            }
            self.declare_params(out);
        }
        if !self.p.sums {
            for (i, f) in self.p.fields.iter().enumerate() {
                if let (Some(start), false) = (&f.start, self.reads_field(i)) {
                    out.add(format!("let {}: {} = {};", f.name, self.ty(&f.ty), self.ex(start)));
                }
            }
        }
        self.result(out);
        self.answer(out);
        out.close("}");
        out.close("}");
    }

    /// The structure of all parameters; a reference to it goes into every function.
    fn declare_params(&self, out: &mut Lines) {
        let used: Vec<_> = self.p.params.iter().filter(|x| x.used).collect();
        // One that depends on others is computed from those that stand before it.
        let derived = used.iter().any(|x| x.derived);
        if derived {
            for x in &used {
                let value = if x.read { x.name.clone() } else { self.param_value(x) };
                out.add(format!("let {}: {} = {};", x.name, self.ty(&x.ty), value.replace("params.", "")));
            }
        }
        out.open("let params = &Params {");
        for x in &used {
            match x.read || derived {
                true => out.add(format!("{},", x.name)),
                false => out.add(format!("{}: {},", x.name, self.param_value(x))),
            }
        }
        out.close("};");
    }

    fn param_value(&self, x: &crate::ir::Param) -> String {
        let (Ty::Graph(_), K::List(rows)) = (&x.ty, &x.value.kind) else { return self.ex(&x.value) };
        let row = |item: &Item| match item {
            Item::One(e) => match &e.kind {
                K::Tuple(pair) => format!("({}, {})", self.ex(&pair[0]), self.ex(&pair[1])),
                _ => String::new(),
            },
            _ => String::new(),
        };
        format!("BTreeMap::from([{}])", rows.iter().map(row).collect::<Vec<_>>().join(", "))
    }

    fn reads_field(&self, i: usize) -> bool {
        self.p.reads.iter().any(|r| match r {
            Read::Field(f) | Read::Board(f, ..) => *f == i,
            Read::Items(Target::Field(f), ..) | Read::Word(Target::Field(f), _) => *f == i,
            Read::Heaps(..) => true,
            _ => false,
        })
    }

    /// One value between blanks.
    fn token(&self, ty: &Ty) -> String {
        match ty {
            Ty::Int(_) | Ty::Unknown => format!("input.{}()", self.methods.note("number")),
            Ty::Bool => format!("input.{}() == \"yes\"", self.methods.note("word")),
            Ty::Char => format!("input.{}().chars().next().expect(\"a letter\")", self.methods.note("word")),
            _ => format!("input.{}().chars().collect()", self.methods.note("word")),
        }
    }

    fn target(&self, t: Target) -> (&str, &Ty, bool) {
        match t {
            Target::Field(i) => (&self.p.fields[i].name, &self.p.fields[i].ty, true),
            Target::Param(i) => (&self.p.params[i].name, &self.p.params[i].ty, self.p.params[i].used),
        }
    }

    /// A piece of text as an element.
    fn parsed(&self, of: &Ty, x: &str) -> String {
        match of {
            Ty::Int(_) | Ty::Unknown => format!("{x}.parse().expect(\"a number\")"),
            Ty::Bool => format!("{x} == \"yes\""),
            Ty::Char => format!("{x}.chars().next().expect(\"a letter\")"),
            _ => format!("{x}.chars().collect()"),
        }
    }

    /// The elements in the letters of a text.
    fn letters(&self, text: &str, of: &Ty) -> String {
        match of {
            Ty::Int(_) | Ty::Unknown => {
                format!("{text}.chars().map(|c| c.to_digit(10).expect(\"a digit\") as Int).collect()")
            }
            Ty::Text => format!("{text}.chars().map(|c| vec![c]).collect()"),
            _ => format!("{text}.chars().collect()"),
        }
    }

    /// A list or set of so many elements.
    fn many(&self, length: &Length, form: &Form, of: &Ty) -> String {
        match (length, form) {
            (_, Form::Letters) => self.letters(&format!("input.{}()", self.methods.note("word")), of),
            (Length::Line, _) => {
                let split = match form {
                    Form::Between(sep) => format!("split({})", quoted(sep)),
                    _ => "split_whitespace()".to_string(),
                };
                let one = self.parsed(of, "x.trim()");
                let some = if *form == Form::Blanks { "" } else { ".filter(|x| !x.trim().is_empty())" };
                let one = if *form == Form::Blanks { self.parsed(of, "x") } else { one };
                format!("input.{}().{split}{some}.map(|x| {one}).collect()", self.methods.note("line"))
            }
            (_, Form::Between(sep)) => {
                let first = format!("if i > 0 {{ input.{}({}); }}", self.methods.note("expect"), quoted(sep));
                format!("(0..{}).map(|i| {{ {first} {} }}).collect()", self.length(length), self.token(of))
            }
            (_, Form::Blanks) => {
                format!("(0..{}).map(|_| {}).collect()", self.length(length), self.token(of))
            }
        }
    }

    fn length(&self, l: &Length) -> String {
        match l {
            Length::Var(name) => name.clone(),
            Length::Fixed(e) => self.ex(e),
            Length::Line => "0".to_string(),
        }
    }

    fn read(&self, read: &Read, out: &mut Lines) {
        let word = |own: bool| self.methods.note(if own { "line" } else { "word" });
        match read {
            Read::Expect(text) => {
                out.add(format!("input.{}({});", self.methods.note("expect"), quoted(text)))
            }
            Read::Skip => out.add(format!("input.{}();", self.methods.note("number"))),
            Read::NewLine => out.add(format!("input.{}();", self.methods.note("line"))),
            Read::Mover => {
                let used = self.p.search.as_ref().is_some_and(|s| s.mover) || self.p.answer.named;
                let number = self.methods.note("number");
                out.add(match used {
                    true => format!("let mover = input.{number}() - 1;"),
                    false => format!("input.{number}();"),
                });
            }
            Read::Count(name) => {
                let number = self.methods.note("number");
                out.add(match self.counts(name) {
                    true => format!("let {name} = input.{number}();"),
                    false => format!("input.{number}();"),
                });
            }
            Read::Field(i) => self.assign(Target::Field(*i), &self.token(&self.p.fields[*i].ty), out),
            Read::Param(i) => self.assign(Target::Param(*i), &self.token(&self.p.params[*i].ty), out),
            Read::Word(t, own) => {
                let (_, ty, _) = self.target(*t);
                let text = format!("input.{}()", word(*own));
                let value = match ty {
                    Ty::Char => format!("{text}.chars().next().expect(\"a letter\")"),
                    Ty::Text => format!("{text}.chars().collect()"),
                    _ => self.letters(&text, &ty.element().unwrap_or(Ty::Int(true))),
                };
                self.assign(*t, &value, out);
            }
            Read::Items(t, length, form) => {
                let (_, ty, _) = self.target(*t);
                let value = self.many(length, form, &ty.element().unwrap_or(Ty::Int(true)));
                self.assign(*t, &value, out);
            }
            Read::Board(i, rows, columns, form) => {
                let f = &self.p.fields[*i];
                let of = f.ty.element().and_then(|t| t.element()).unwrap_or(Ty::Int(true));
                let row = self.many(columns, form, &of);
                let value = format!("(0..{}).map(|_| {row}).collect()", self.length(rows));
                self.assign(Target::Field(*i), &value, out);
            }
            Read::Heaps(length, form, lines) => self.read_heaps(length, form, *lines, out),
            Read::Graph(i) => {
                let x = &self.p.params[*i];
                let node = match &x.ty {
                    Ty::Graph(t) => (**t).clone(),
                    _ => Ty::Int(true),
                };
                let number = self.methods.note("number");
                out.add(format!("let (_nodes, edges) = (input.{number}(), input.{number}());"));
                out.add(format!("let mut {}: {} = BTreeMap::new();", x.name, self.ty(&x.ty)));
                out.open("for _ in 0..edges {");
                out.add(format!("let a: {} = {};", self.ty(&node), self.token(&node)));
                out.add(format!("let b: {} = {};", self.ty(&node), self.token(&node)));
                let clone = if self.small(&node) { "" } else { ".clone()" };
                out.add(format!("{}.entry(b{clone}).or_default();", x.name));
                out.add(format!("{}.entry(a).or_default().push(b);", x.name));
                out.close("}");
            }
        }
    }

    fn assign(&self, t: Target, value: &str, out: &mut Lines) {
        let (name, ty, used) = self.target(t);
        let hidden = if used { "" } else { "_" };
        out.add(format!("let {hidden}{name}: {} = {value};", self.ty(ty)));
    }

    /// Does something need this length?
    fn counts(&self, name: &str) -> bool {
        let is = |l: &Length| matches!(l, Length::Var(v) if v == name);
        self.p.reads.iter().any(|r| match r {
            Read::Heaps(l, form, lines) => {
                is(l) && (*lines || *form != Form::Letters || self.p.fields.len() > 1)
            }
            Read::Items(_, l, form) => is(l) && *form != Form::Letters,
            Read::Board(_, a, b, form) => is(a) || is(b) && *form != Form::Letters,
            _ => false,
        })
    }

    /// Heaps of one field are read as values, others as structures.
    fn read_heaps(&self, length: &Length, form: &Form, lines: bool, out: &mut Lines) {
        let n = self.length(length);
        if self.p.fields.len() > 1 {
            out.add("let mut parts = Vec::new();");
            out.open(format!("for _ in 0..{n} {{"));
            for f in &self.p.fields {
                let value = f.start.as_ref().map_or_else(|| self.token(&f.ty), |start| self.ex(start));
                out.add(format!("let {}: {} = {value};", f.name, self.ty(&f.ty)));
            }
            out.add(format!("parts.push({});", self.made()));
            out.close("}");
            return;
        }
        let one = &self.p.fields[0];
        let list = self.ty(&Ty::list(one.ty.clone()));
        let value = match lines {
            false => self.many(length, form, &one.ty),
            true => {
                let line = format!("input.{}()", self.methods.note("line"));
                let of = one.ty.element().unwrap_or(Ty::Int(true));
                let one = match (&one.ty, form) {
                    (Ty::Text, _) => format!("{line}.chars().collect()"),
                    (_, Form::Letters) => self.letters(&line, &of),
                    _ => self.many(&Length::Line, form, &of),
                };
                format!("(0..{n}).map(|_| {one}).collect()")
            }
        };
        out.add(format!("let heaps: {list} = {value};"));
        if self.p.search.is_some() && self.p.goal != Goal::Grundy {
            let values = if self.p.formulas.is_empty() { "into_iter()" } else { "iter().cloned()" };
            out.add(format!(
                "let mut parts: Vec<Position> = heaps.{values}.map(|{}| {}).collect();",
                one.name,
                self.made()
            ));
        }
    }

    /// A position from variables with the names of its fields.
    fn made(&self) -> String {
        // An answer that looks at the position needs it after the search.
        let kept = self.p.answer.pieces.iter().any(|p| matches!(p, AnswerPiece::Value(_)));
        let one = |f: &crate::ir::Field| match kept && !self.small(&f.ty) {
            true => format!("{}: {}.clone()", f.name, f.name),
            false => f.name.clone(),
        };
        let names: Vec<String> = self.p.fields.iter().map(one).collect();
        let mut text = format!("Position {{ {} }}", names.join(", "));
        if self.p.search.is_some() {
            if self.has_bags() {
                text = format!("tidy({text})");
            }
            if self.is_loose() {
                text = format!("in_order({text})");
            }
        }
        text
    }

    fn formula_value(&self, f: &Formula, args: &str) -> String {
        let call = format!("{}({}{args})", f.name, self.params_arg(false));
        match (f.says, self.p.goal) {
            (Says::Wins, _) => format!("if {call} {{ 1 }} else {{ -1 }}"),
            (Says::Loses, _) => format!("if {call} {{ -1 }} else {{ 1 }}"),
            (Says::Grundy, Goal::Outcome) => format!("if {call} != 0 {{ 1 }} else {{ -1 }}"),
            _ => call,
        }
    }

    /// Fields as arguments: large ones by reference; `base` stands before them.
    fn lent(&self, base: &str) -> String {
        let one = |f: &crate::ir::Field| match self.small(&f.ty) {
            true => format!("{base}{}", f.name),
            false => format!("&{base}{}", f.name),
        };
        self.p.fields.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    fn result(&self, out: &mut Lines) {
        let single = self.p.fields.len() == 1;
        if self.p.goal == Goal::Grundy {
            match (self.p.sums, single) {
                (true, true) => {
                    let f = &self.p.fields[0];
                    out.add("let mut result: Int = 0;");
                    out.open(format!("for {} in heaps {{", f.name));
                    out.add(format!(
                        "result ^= {};",
                        self.part_result(&self.lent(""), &format!("&{}", self.made()))
                    ));
                    out.close("}");
                }
                (true, false) => {
                    out.add("let mut result: Int = 0;");
                    out.open("for p in &parts {");
                    out.add(format!("result ^= {};", self.part_result(&self.lent("p."), "p")));
                    out.close("}");
                }
                (false, _) => {
                    let value = self.part_result(&self.lent(""), &format!("&{}", self.made()));
                    out.add(format!("let result: Int = {value};"));
                }
            }
            return;
        }
        let wants_heaps = self.p.formulas.iter().any(|f| f.sum);
        if wants_heaps && !(self.p.sums && single) {
            let ty = self.part_ty();
            match (self.p.sums, single) {
                (true, _) => out.add(format!(
                    "let heaps: Vec<{ty}> = parts.iter().map(|part| {}).collect();",
                    self.part_value("part")
                )),
                (false, true) => {
                    out.add(format!("let heaps: Vec<{ty}> = vec![{}.clone()];", self.p.fields[0].name))
                }
                (false, false) => {
                    let names: Vec<String> =
                        self.p.fields.iter().map(|f| format!("{}.clone()", f.name)).collect();
                    let made = match ty.starts_with("Vec<") {
                        true => format!("vec![{}]", names.join(", ")),
                        false => format!("({})", names.join(", ")),
                    };
                    out.add(format!("let heaps: Vec<{ty}> = vec![{made}];"));
                }
            }
        }
        let mut text = String::new();
        let mut all = false;
        let args = |f: &Formula| if f.sum { "&heaps".to_string() } else { self.lent("") };
        for f in &self.p.formulas {
            let value = self.formula_value(f, &args(f));
            text += &match &f.only {
                Some(_) => {
                    let params = self.params_arg(false);
                    format!("if {}_speaks({params}{}) {{ {value} }} else ", f.name, args(f))
                }
                None if text.is_empty() => value,
                None => format!("{{ {value} }}"),
            };
            all |= f.only.is_none();
        }
        if let (Some(s), false) = (&self.p.search, all) {
            if s.heaps && self.p.sums {
                out.add("parts.sort();");
            }
            let call = self.search_call(s);
            text += &if text.is_empty() { call } else { format!("{{ {call} }}") };
        }
        out.add(format!("let result: Int = {text};"));
    }

    /// The Grundy value of one part.
    fn part_result(&self, list: &str, position: &str) -> String {
        let params = self.params_arg(false);
        if let Some(t) = &self.p.table {
            return match t.values.is_empty() {
                true => format!("table({params}{list}, &mut memo)"),
                false => format!("table({list})"),
            };
        }
        let mut text = String::new();
        for f in &self.p.formulas {
            let value = self.formula_value(f, list);
            match &f.only {
                Some(_) => text += &format!("if {}_speaks({params}{list}) {{ {value} }} else ", f.name),
                None if text.is_empty() => return value,
                None => return format!("{text}{{ {value} }}"),
            }
        }
        let search = format!("grundy({params}{position}, &mut memo)");
        if text.is_empty() { search } else { format!("{text}{{ {search} }}") }
    }

    fn search_call(&self, s: &Search) -> String {
        let params = self.params_arg(false);
        if !self.has_state(s) {
            return format!("value({params}{}, &mut memo)", self.made());
        }
        let mut state = vec![match (s.heaps, self.p.sums) {
            (true, true) => "parts".to_string(),
            (true, false) => format!("parts: vec![{}]", self.made()),
            (false, _) => format!("p: {}", self.made()),
        }];
        if s.mover {
            state.push(if self.p.reads.contains(&Read::Mover) { "mover" } else { "mover: 0" }.to_string());
        }
        if s.turn {
            state.push("turn: 0".to_string());
        }
        format!("value({params}State {{ {} }}, &mut memo)", state.join(", "))
    }

    fn answer(&self, out: &mut Lines) {
        let a = &self.p.answer;
        let [yes, no, draw] = a.words.clone().map(|w| quoted(&w));
        let word = if a.number {
            "result".to_string()
        } else {
            let by_name = a.named && self.p.reads.contains(&Read::Mover);
            let (won, lost) = match by_name {
                true => (
                    format!("if mover == 0 {{ {yes} }} else {{ {no} }}"),
                    format!("if mover == 0 {{ {no} }} else {{ {yes} }}"),
                ),
                false => (yes, no),
            };
            match self.p.goal {
                Goal::Grundy => format!("if result != 0 {{ {won} }} else {{ {lost} }}"),
                _ if !self.draws() => format!("if result > 0 {{ {won} }} else {{ {lost} }}"),
                _ => format!("if result > 0 {{ {won} }} else if result < 0 {{ {lost} }} else {{ {draw} }}"),
            }
        };
        let mut form = String::new();
        let mut args = Vec::new();
        for piece in &a.pieces {
            match piece {
                AnswerPiece::Text(t) => {
                    form += &quoted(t)[1..quoted(t).len() - 1].replace('{', "{{").replace('}', "}}")
                }
                AnswerPiece::Answer => {
                    form += "{}";
                    args.push(word.clone());
                }
                AnswerPiece::Case => {
                    form += "{}";
                    args.push("number".to_string());
                }
                AnswerPiece::Value(e) => {
                    form += "{}";
                    args.push(match e.ty {
                        Ty::Text => format!("{}.iter().collect::<String>()", self.place(e)),
                        _ => self.ex(e),
                    });
                }
            }
        }
        out.add(format!("println!(\"{form}\", {});", args.join(", ")));
    }

    fn draws(&self) -> bool {
        match &self.p.search {
            None => self.p.goal == Goal::Score,
            Some(s) => {
                s.goal != Goal::Outcome
                    || s.endless.is_some()
                    || s.stop.is_some()
                    || s.end == EndValue::Is(0)
                    || s.endings.iter().any(|e| e.value == 0)
            }
        }
    }
}
